"""What a Play or Pay table is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.cards import Card
from referee.games.parts import turns
from referee.rules import Item, Known, Rulebook, Seats, common_verbs, option


@dataclass(frozen=True, slots=True)
class Options:
    """The questions that a club answers before it plays."""

    ante: int = option(0, 1, clauses="2.4", asks="How many chips does each player put into the pot at the deal?")
    short_hand_extra_ante: bool = option(
        False, clauses="2.5", asks="Does a player who is dealt a card fewer than others put in one chip more?"
    )
    end_payment: int = option(1, 0, clauses="5.2", asks="How many chips does each card still held cost at the end?")
    starting_chips: int = option(
        0, clauses="1.3", asks="With how many chips does each player start? (0: they are not counted)", least=0
    )
    shortfall: str = option("owe", "out", clauses="1.4", asks="What becomes of a player who cannot cover a payment?")
    revoke_penalty: int = option(
        0, clauses="4.6", asks="How many chips does it cost to pay while holding the card wanted?", least=0
    )
    direction: str = turns.direction(clauses="3.1")


@dataclass(frozen=True, slots=True)
class Play:
    """``NAME plays CARD``."""

    seat: int
    card: Card
    line: int = field(default=0, compare=False)

    @property
    def reveals(self) -> tuple[Card, ...]:
        """The card played was in hand."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Pay:
    """``NAME pays``: one chip to the pot, for not playing."""

    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Payment:
    """A chip paid in this hand for a card that has not been played yet."""

    seat: int
    card: Card
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A Play or Pay table.

    `players` are the seats in the match, who may become fewer where running out of chips ends it for a player; `last`
    is the play that the next one follows, `acted` what was last done in turn, `paid` what was paid for the card wanted,
    and `out_first` the last play of the hand before. `playing` tells whether a hand is in play, and `from_deal` whether
    the record has all of it; `pot` is what lies in the middle.
    """

    seats: Seats
    options: Options
    whole: bool
    known: Known
    players: tuple[int, ...]
    turn: int | None = None
    items: tuple[Item, ...] = ()
    pot: int = 0
    playing: bool = False
    from_deal: bool = False
    dealer: int | None = None
    last: Play | None = None
    acted: Play | Pay | None = None
    paid: tuple[Payment, ...] = ()
    out_first: Play | None = None

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.seats.name(seat)

    def next_player(self, seat: int) -> int:
        """Return whose turn follows, passing over seats that are out of the match."""
        following = turns.next_among(self, seat, self.players)
        return seat if following is None else following


book = Rulebook("play-or-pay", title="Play or Pay", players=range(3, 9), options=Options, seed="003")
book.verb("NAME plays CARD", Play)
book.verb("NAME pays", Pay)
common_verbs(book)


@book.refuses
def refusal(options: Options, _players: int) -> str | None:
    """Refuse to put players out for want of chips that are not counted."""
    if options.shortfall == "out" and not options.starting_chips:
        return "shortfall=out needs starting_chips, so that it is known who has run out"
    return None
