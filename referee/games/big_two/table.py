"""What a Big Two table is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from referee.cards import Card
from referee.games.parts import turns
from referee.games.parts.acts import Pass
from referee.rules import Item, Known, Rulebook, Seats, common_verbs, option


@dataclass(frozen=True, slots=True)
class Options:
    """The questions that a club answers before it plays."""

    two_pair_play: bool = option(True, clauses="5.4", asks="May two pairs and any fifth card be played?")
    straights: str = option("linear", "plus_low", "poker", clauses="5.5", asks="Which five ranks are consecutive?")
    royal: str = option("10_to_A", "none", clauses="5.10", asks="Is a suited 10-J-Q-K-A a class of its own?")
    remainder_3p: str = option(
        "face_up_out", "to_3D_holder", clauses="2.1 2.2 3.3", asks="With three players, where does the 52nd card go?"
    )
    flush_compare: str = option(
        "top_card", "suit_first", "all_cards", clauses="5.6", asks="How are two flushes compared?"
    )
    pass_locks: bool = option(False, clauses="4.3", asks="Is who passes shut out until the next lead?")
    leader_may_pass: bool = option(False, clauses="4.2", asks="May a player with a free lead pass?")
    opener: str = option(
        "named_three_every_hand", "previous_winner", clauses="3.1 3.2", asks="Who opens the second hand and later ones?"
    )
    last_card_rule: str = option(
        "none", "highest_single", clauses="4.8", asks="What is owed when the next player has one card left?"
    )
    direction: str = turns.direction(clauses="4.1")


@dataclass(frozen=True, slots=True)
class Play:
    """``NAME plays CARDS``."""

    seat: int
    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)

    @property
    def reveals(self) -> tuple[Card, ...]:
        """The cards played were in hand."""
        return self.cards


@dataclass(frozen=True, slots=True)
class Out:
    """``out CARD``: the card left over when three play lies face up, in no hand."""

    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)
    seat: ClassVar[int] = -1


@dataclass(frozen=True, slots=True)
class Table:
    """A Big Two table.

    `top` is the play to beat, and `passed` who has passed on it; when everyone has, the lead is free and `won` is the
    play that was not beaten. `active` are those who still have cards. `opened` says that the hand's first play has been
    made, `from_deal` that the record has the whole hand; the first `settled` items are those of hands that are over.
    """

    seats: Seats
    options: Options
    whole: bool
    known: Known
    turn: int | None = None
    items: tuple[Item, ...] = ()
    top: Play | None = None
    won: Play | None = None
    passed: frozenset[int] = frozenset()
    active: tuple[int, ...] = ()
    opened: bool = False
    from_deal: bool = False
    settled: int = 0
    winner: int | None = None

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.seats.name(seat)


book = Rulebook("big-two", title="Chor Dai Di (Big Two)", players=range(3, 5), options=Options, seed="004")
book.verb("NAME plays CARDS", Play)
book.verb("NAME passes", Pass)
book.verb("out CARDS", Out)
common_verbs(book)
