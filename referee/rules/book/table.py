"""What the table of every game has, and what a screen shows beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from referee.rules.book.knowledge import Knowledge, Location
from referee.rules.book.ledger import NO_ITEMS, Ledger
from referee.rules.immutable import frozen
from referee.rules.notation.seats import Seats


@frozen
class Table:
    """A table between two lines of a record: its players and house rules, what is known, the turn, and the ledger.

    If `complete` is false, the record begins in the middle: a hand is `in_play` from the start, and clauses that need
    the whole history stay silent. `from_deal` says that the record has the hand in play from its deal, by `dealer` if
    that was said. `turn` is None if it is nobody's, or unknown.
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
        """The locations of all players' cards: the hands, and the heaps that belong to a player."""
        return (*self.seats, *self.knowledge.owners)

    def name(self, seat: int) -> str:
        """Return the mark of a seat, which `messages.render_text` replaces by the player's name."""
        return self.seats.names[seat]


@dataclass(frozen=True, match_args=False, init=False, repr=False, eq=False)
class TableProtocol(Protocol):
    """What every game's table has, as the type of the table in parts that several games share.

    A part that needs more fields has a protocol of its own for them.
    """

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
        """Return the mark of a seat, which `messages.render_text` replaces by the player's name."""


@frozen
class TableFact:
    """One thing that a screen shows, such as the standing bid; `seat` is -1 if it is no player's."""

    label: str
    text: str
    seat: int = -1
