"""What a Pontoon table is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from referee import rules
from referee.cards import UNSEEN, Card
from referee.rules import Act, Cards, Hand, Rulebook, option


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


book = Rulebook("pontoon", title="Pontoon", players=range(2, 9), options=Options, seed="003")

# -- What may be recorded -----------------------------------------------------------------------------------


@book.says("NAME banks [from N to N]")
class Banks(Act):
    """``NAME banks [from N to N]``: with the lowest and the highest bet that the banker takes."""

    least: int | None = None
    most: int | None = None


@book.says("NAME declines the bank", spoken=True)
class Declines(Act):
    """``NAME declines the bank``."""


@book.says("NAME bets N")
class Bet(Act):
    """``NAME bets N``."""

    amount: int


@book.says("NAME buys N [CARD]", "NAME buys a card for N [CARD]")
class Buy(Act):
    """``NAME buys N [CARD]``: the card bought lies face down, and is named when the referee knows it."""

    amount: int
    card: Card = UNSEEN

    @property
    def cards(self) -> Cards:
        """The card that comes from the pack."""
        return (self.card,)


@book.says("NAME twists [CARD]", "NAME hits [CARD]")
class Twist(Act):
    """``NAME twists [CARD]``: the card received; the banker's draws are recorded in the same way."""

    card: Card = UNSEEN

    @property
    def cards(self) -> Cards:
        """The card that comes from the pack."""
        return (self.card,)


@book.says("NAME splits [CARD CARD]")
class Split(Act):
    """``NAME splits [CARD CARD]``: the second cards of the first and of the second hand.

    What the player does next is done to the first of the hands that is not finished.
    """

    first: Card = UNSEEN
    second: Card = UNSEEN

    @property
    def cards(self) -> Cards:
        """The cards that come from the pack."""
        return (self.first, self.second)


@book.says("NAME sticks", "NAME stands")
class Stick(Act):
    """``NAME sticks``."""


@book.says("NAME declares pontoon", spoken=True)
class Pontoon(Act):
    """``NAME declares pontoon``."""


@book.says("NAME pays NAME N")
class Pay(Act):
    """``NAME pays NAME N``: the claim that so much is due."""

    to: int
    amount: int

    def instead(self, other: object) -> bool:
        """Tell whether another act settles the same question: a payment between the same two players."""
        return isinstance(other, Pay) and {other.seat, other.to} == {self.seat, self.to}


# -- What the table looks like ------------------------------------------------------------------------------

STUCK: Final = "stuck"
DECLARED: Final = "declared"
BUST: Final = "bust"
FULL: Final = "full"


class Due(NamedTuple):
    """What a hand gains (negative: loses) against the banker: a multiple of so many chips, under a clause."""

    amount: int
    clause: str
    multiple: int
    chips: int


@dataclass(frozen=True, slots=True)
class Box:
    """One hand with the bet on it; a player who splits has several, in the order in which they are played.

    `held` is set for the hands of a split; any other hand is all that its player holds. `ended` says how the hand was
    finished, and is empty while it may take cards. `due` is set when the hand is settled. `acts` are what made the hand
    what it is, and what showed it.
    """

    held: Hand | None = None
    bet: int = 0
    bought: tuple[int, ...] = ()
    twists: int = 0
    from_split: bool = False
    ended: str = ""
    due: Due | None = None
    acts: tuple[Act, ...] = ()

    @property
    def taken(self) -> int:
        """The number of cards that were bought or twisted."""
        return len(self.bought) + self.twists

    def did(self, *kinds: type) -> tuple[Act, ...]:
        """Return the acts of some kinds that were done to the hand."""
        return tuple(act for act in self.acts if isinstance(act, kinds))


@dataclass(frozen=True, slots=True)
class Table(rules.Table):
    """A Pontoon table: the `banker`, the other `players` from the banker's left, and the `boxes` by seat.

    `payments` are the claims made since the deal, and `begun` says that somebody has acted since the bets; `heir` is
    who took the bank for the next hand, `declined` who would not have it; `terms` is the line with the limits of the bets.
    """

    options: Options
    players: tuple[int, ...] = ()
    boxes: tuple[tuple[Box, ...], ...] = ()
    payments: tuple[Pay, ...] = ()
    begun: bool = False
    banker: int | None = None
    terms: Banks | None = None
    heir: int | None = None
    declined: frozenset[int] = frozenset()

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

    def held(self, seat: int, box: Box) -> Hand:
        """Return what is known of the cards of a hand."""
        return self.known.hands[seat] if box.held is None else box.held
