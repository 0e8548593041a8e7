"""The house rules of Play or Pay, the acts of its records, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from referee import rules
from referee.cards import Card
from referee.games.parts import turns
from referee.rules import Act, Rulebook, frozen, option


@frozen
class PlayOrPayOptions:
    """The house rules of Play or Pay."""

    ante: int = option(0, 1, question="How many chips is the ante?", labels={0: "no ante"})
    short_hand_extra_ante: bool = option(
        False, question="Does a player with a card fewer than others pay one chip more?"
    )
    end_payment: int = option(1, 0, question="How many chips does each card left in hand cost?", labels={0: "none"})
    starting_chips: int = option(
        0, question="How many chips does each player start with?", minimum=0, labels={0: "as many as they wish"}
    )
    shortfall: str = option(
        question="What if a player cannot cover a payment?",
        labels={"owe": "they owe it", "out": "they pay what they have and are out"},
    )
    revoke_penalty: int = option(
        0, question="What does it cost to pay while holding the card wanted?", minimum=0, labels={0: "nothing more"}
    )
    direction: str = turns.direction_option()


book = Rulebook("play-or-pay", title="Play or Pay", players=range(3, 9), options=PlayOrPayOptions, seed="003")


@book.act("NAME plays CARD")
class CardPlay(Act):
    """``NAME plays CARD``: a card of the hand, played face up."""

    card: Card


@book.act("NAME pays [for CARD]")
class PotPayment(Act):
    """``NAME pays for CARD``: one chip to the pot instead of a play. The card, if named, is the wanted one."""

    card: Card | None = None


book.add_synonyms(
    {
        "plays CARD": "opens/leads/starts/begins/follows/continues with, opens, goes, adds",
        "pays [for CARD]": "pays chip/one/pot, pays 1/one chip, pays 1, pays to pot, pays up, puts (in) chip (in), "
        "can't/cannot (play/go), has nothing, chips in, pays one to pot, pays 1 to pot, antes up",
    }
)
book.explain_words(
    {
        "passes, skips, knocks, has no CARD, does not have CARD, doesn't have CARD": "'plays CARD' or 'pays'?",
        "goes/is out, i'm out, out, wins, finishes": "leave the line out: the lines before show who is out or has won",
    }
)


@frozen
class PlayOrPayTable(rules.Table):
    """A Play or Pay table between two lines of a record.

    `players` are the seats in the match; players without chips may have left it. `pot` counts the chips in the pot.
    `last_play` is the play to follow, and `wanted` the card that follows it. `last_turns` has the last turn of each
    player, the latest at the end. `payments` has the payments for each card still to be played. `winning_play` is the
    last play of the previous hand.
    """

    options: PlayOrPayOptions
    players: tuple[int, ...] = ()
    pot: int = 0
    last_play: CardPlay | None = None
    wanted: Card | None = None
    last_turns: tuple[CardPlay | PotPayment, ...] = ()
    payments: Mapping[Card, tuple[PotPayment, ...]] = field(default_factory=dict)
    winning_play: CardPlay | None = None

    @property
    def last_turn(self) -> CardPlay | PotPayment | None:
        """The last turn of any player."""
        return self.last_turns[-1] if self.last_turns else None


@book.refuses
def refusal(options: PlayOrPayOptions, _players: int) -> str | None:
    """Return why the house rules cannot eliminate players without chips; None if they can."""
    if options.shortfall == "out" and not options.starting_chips:
        return "shortfall=out needs starting_chips, so that it is known who has run out"
    return None
