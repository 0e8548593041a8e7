"""The fields that every game's table has, and the facts that a screen displays beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from referee.cards.immutable import frozen
from referee.rules.book.knowledge import Knowledge, Location
from referee.rules.book.ledger import NO_ITEMS, Ledger
from referee.rules.notation.seats import Seats


@frozen
class Table:
    """The state of a table between two lines: its players, house rules, known cards, turn and ledger.

    If `complete` is false, the record begins mid-hand: a hand is `in_play` from the start, and clauses that need the
    whole history stay silent. `from_deal` says that the record has the current hand from its deal; `dealer` is None if
    nobody said who dealt. `turn` is None if it is nobody's turn, or unknown.
    """

    seats: Seats
    options: Any
    complete: bool
    knowledge: Knowledge
    turn: int | None = None
    items: Ledger = NO_ITEMS
    in_play: bool = False
    from_deal: bool = False
    dealer: int | None = None

    @property
    def player_locations(self) -> tuple[Location, ...]:
        """The location of every player's cards: the hands, then the heaps that belong to players."""
        return (*self.seats, *self.knowledge.owners)

    def name(self, seat: int) -> str:
        """Return the mark of a seat. `messages.render_text` replaces it with the player's name."""
        return self.seats.names[seat]


@dataclass(frozen=True, match_args=False, init=False, repr=False, eq=False)
class TableProtocol(Protocol):
    """The type of a table in code that several games share. Code that needs further fields extends this protocol."""

    seats: Seats
    complete: bool
    knowledge: Knowledge
    turn: int | None
    items: Ledger
    in_play: bool
    from_deal: bool
    dealer: int | None

    @property
    def options(self) -> Any:
        """The house rules."""

    @property
    def player_locations(self) -> tuple[Location, ...]:
        """The locations of all players' cards."""

    def name(self, seat: int) -> str:
        """Return the mark of a seat. `messages.render_text` replaces it with the player's name."""


@frozen
class TableFact:
    """One fact that a screen displays, such as the standing bid. `seat` is -1 if the fact concerns no single player."""

    label: str
    text: str
    seat: int = -1
