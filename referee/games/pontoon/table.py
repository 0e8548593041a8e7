"""What a Pontoon table is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.cards import UNSEEN, Card
from referee.rules import Clause, Hand, Item, Known, Rulebook, Seats, common_verbs, option


@dataclass(frozen=True, slots=True)
class Options:
    """The questions that a club answers before it plays."""

    min_stick: str = option("none", "15", "16", clauses="5.4", asks="On how many points may a player stick?")
    buy_limit_ref: str = option(
        "original_bet", "previous_buy_max", "current_total", clauses="5.5", asks="How much may a card be bought for?"
    )
    buy_after_split: bool = option(False, clauses="5.8", asks="May cards be bought for a hand made by splitting?")
    max_cards: str = option("none", "5", clauses="3.4 5.3", asks="Does a hand end with its fifth card?")
    split_pontoon_counts: bool = option(True, clauses="3.3", asks="Is a pontoon made by splitting a pontoon?")
    pontoon_v_banker_pontoon: str = option(
        "double", "single", "push", clauses="4.2", asks="What does a pontoon lose to the banker's pontoon?"
    )
    banker_trick_collects: str = option("1x", "2x", clauses="7.4", asks="What does the banker's five-card trick win?")
    split_pontoon_takes_bank: bool = option(False, clauses="8.1", asks="Does a pontoon made by splitting win the bank?")
    bank_moves_if_banker_also_pontoon: bool = option(
        False, clauses="8.2", asks="Does the bank move when the banker has a pontoon too?"
    )
    bank_refusable: bool = option(True, clauses="8.3", asks="May a player decline the bank?")


# -- What may be recorded -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Banks:
    """``NAME banks [from N to N]``: with the lowest and the highest bet that the banker takes."""

    seat: int
    least: int | None = None
    most: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Declines:
    """``NAME declines the bank``."""

    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Bet:
    """``NAME bets N``."""

    seat: int
    amount: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Buy:
    """``NAME buys N [CARD]``: the card bought lies face down, and is named when the referee knows it."""

    seat: int
    amount: int
    card: Card = UNSEEN
    line: int = field(default=0, compare=False)

    @property
    def draws(self) -> tuple[Card, ...]:
        """The card came from the pack."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Twist:
    """``NAME twists [CARD]``: the card received; the banker's draws are recorded in the same way."""

    seat: int
    card: Card = UNSEEN
    line: int = field(default=0, compare=False)

    @property
    def draws(self) -> tuple[Card, ...]:
        """The card came from the pack."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Split:
    """``NAME splits [CARD CARD]``: the second cards of the first and of the second hand.

    What the player does next is done to the first of the hands that is not finished.
    """

    seat: int
    first: Card = UNSEEN
    second: Card = UNSEEN
    line: int = field(default=0, compare=False)

    @property
    def draws(self) -> tuple[Card, ...]:
        """The cards came from the pack."""
        return (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Stick:
    """``NAME sticks``."""

    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pontoon:
    """``NAME declares pontoon``."""

    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pay:
    """``NAME pays NAME N``: the claim that so much is due."""

    seat: int
    to: int
    amount: int
    line: int = field(default=0, compare=False)

    def instead(self, other: object) -> bool:
        """Tell whether another act settles the same question: a payment between the same two players."""
        return isinstance(other, Pay) and {other.seat, other.to} == {self.seat, self.to}


# -- What the table looks like ------------------------------------------------------------------------------

UNDEALT = Hand()


@dataclass(frozen=True, slots=True)
class Due:
    """What a hand gains (negative: loses) against the banker, the clause that says so, and why."""

    amount: int
    clause: Clause[Any]
    reason: str


@dataclass(frozen=True, slots=True)
class Box:
    """One hand with the bet on it; a player who splits has several, in the order in which they are played.

    `ended` is empty while cards may be taken, and then "stuck", "declared" or "bust". `due` is set once the hand is
    decided, `paid` when the record says that it was paid. `acts` are what made the hand what it is, and what showed it.
    """

    held: Hand = UNDEALT
    bet: int = 0
    bought: tuple[int, ...] = ()
    twisted: bool = False
    from_split: bool = False
    ended: str = ""
    due: Due | None = None
    paid: Pay | None = None
    acts: tuple[Any, ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether nothing has been done to the hand since it was dealt."""
        return not (self.bought or self.twisted or self.ended)

    def did(self, *kinds: type) -> tuple[Any, ...]:
        """Return the acts of some kinds that were done to the hand."""
        return tuple(act for act in self.acts if isinstance(act, kinds))


@dataclass(frozen=True, slots=True)
class Table:
    """A Pontoon table: `boxes` by seat, `ups` the card dealt face up to each, `playing` while a hand is in play.

    `begun` says that somebody has acted since the bets; `heir` is who took the bank for the next hand, `declined` who
    would not have it; `terms` is the banker's line with the limits of the bets.
    """

    seats: Seats
    options: Options
    whole: bool
    known: Known
    boxes: tuple[tuple[Box, ...], ...]
    ups: tuple[Card | None, ...]
    turn: int | None = None
    items: tuple[Item, ...] = ()
    banker: int | None = None
    terms: Banks | None = None
    playing: bool = False
    begun: bool = False
    heir: int | None = None
    declined: frozenset[int] = frozenset()

    def name(self, seat: int | None) -> str:
        """Return a player's name."""
        return "nobody" if seat is None else self.seats.name(seat)

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody but the banker, from the banker's left."""
        return tuple(self.seats) if self.banker is None else self.seats.left_of(self.banker)

    @property
    def bank(self) -> Box | None:
        """The banker's hand."""
        return None if self.banker is None else self.boxes[self.banker][0]

    @property
    def limits(self) -> tuple[int, int | None]:
        """The lowest and the highest bet that the banker takes."""
        if self.terms is None or self.terms.seat != self.banker:
            return 1, None
        return self.terms.least or 1, self.terms.most


book = Rulebook("pontoon", title="Pontoon", players=range(2, 9), options=Options, seed="003")
book.verb("NAME banks [from N to N]", Banks)
book.verb("NAME declines the bank", Declines)
book.verb("NAME bets N", Bet)
book.verb("NAME buys N [CARD]", Buy)
book.verb("NAME twists [CARD]", Twist)
book.verb("NAME splits [CARD CARD]", Split)
book.verb("NAME sticks", Stick)
book.verb("NAME declares pontoon", Pontoon)
book.verb("NAME pays NAME N", Pay)
common_verbs(book)
