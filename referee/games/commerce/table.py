"""The house rules of Commerce, the acts of its records, and the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from referee import rules
from referee.cards import FRENCH, UNSEEN, Card, Pack
from referee.cards.pack import make_cards
from referee.games.parts.acts import PAYMENT_PHRASES, Pass, Pay, TakeChips
from referee.rules import Act, Rulebook, frozen, option


@frozen
class CommerceOptions:
    """The house rules of Commerce."""

    pack: int = option(52, 32, question="How many cards are in the pack?")
    deal_style: str = option(
        question="How are the three cards dealt?",
        labels={"either": "as the dealer likes", "one_by_one": "one at a time", "three_together": "all three at once"},
    )
    stake: int = option(1, question="How many chips is one stake?", minimum=1)
    dealer_buys_free: bool = option(True, question="Does the dealer buy cards without paying?")
    barter_blind: bool = option(True, question="Are cards bartered unseen?")
    max_rounds: int = option(
        0, question="How many turns each does trading last?", minimum=0, labels={0: "until a player stands"}
    )
    short_pack_ace_low: bool = option(False, question="With 32 cards, is the ace low too, below the seven?")
    tie_rule: str = option(
        question="Who wins if the best hands are equal?",
        labels={
            "split": "they divide",
            "eldest_hand": "the player nearest the dealer's left",
            "banker_eldest": "the dealer, then the player nearest the dealer's left",
        },
    )
    stander_beaten_pays: str = option(
        question="What does a player pay who stood and is beaten?",
        labels={
            "each_better_hand": "one stake to each better hand",
            "winner_only": "one stake to the winner",
            "one_stake_shared": "one stake, which the better hands divide",
        },
    )
    banker_good_hand_beaten_pays_all: bool = option(
        False, question="Does a dealer beaten with a flush or better pay everybody?"
    )
    stop_at: str = option(
        question="When should the game end?",
        labels={"full_round": "when all have dealt equally often", "any_deal": "after any deal"},
    )


PACKS: Final = {52: FRENCH, 32: Pack("the pack of 32, from seven to ace", make_cards("789TJQKA"))}
MOST_PLAYERS: Final = {52: 12, 32: 7}

book = Rulebook("commerce", title="Commerce", players=range(2, 13), options=CommerceOptions, seed="001")


@book.packs
def pack_for(options: CommerceOptions) -> Pack:
    """Return the pack for the house rules."""
    return PACKS[options.pack]


@book.refuses
def refusal(options: CommerceOptions, players: int) -> str | None:
    """Return why there are too many players for the pack; None if there are not."""
    maximum = MOST_PLAYERS[options.pack]
    return (
        f"Commerce with {options.pack} cards is for up to {maximum} players, not {players}"
        if players > maximum
        else None
    )


@book.act("NAME buys [CARD] [for CARD]")
class CommerceBuy(Act):
    """``NAME buys [CARD] [for CARD]``: the card taken from the top of the pack, and the card thrown away for it."""

    card: Card = UNSEEN
    thrown: Card = UNSEEN


@book.act("NAME barters [CARD] with NAME [for CARD]")
class Barter(Act):
    """``NAME barters [CARD] with NAME [for CARD]``: the offered card, and the card given for it."""

    offered: Card = UNSEEN
    to: int = -1
    returned: Card = UNSEEN


@book.act("NAME stands")
class Stand(Act):
    """``NAME stands``: in turn, after a trade, or when a barter is offered."""


book.add_act(Pass, "NAME passes")
book.add_act(TakeChips, "NAME takes N")
book.add_act(Pay, "NAME pays NAME N")
book.add_synonyms(
    {
        "buys [CARD] [for CARD2]": "buys (new) card, buys one, draws (card/from pack), takes card from pack, "
        "pays for card, pays (ready) money, trades for (ready) money, throws (out) CARD2 for CARD, "
        "puts CARD2 under pack for CARD, "
        "takes CARD for CARD2",
        "barters [CARD] with NAME2 [for CARD2]": "swaps, trades, exchanges, "
        "swaps/trades/exchanges CARD for CARD2 with "
        "NAME2, swaps/trades/exchanges CARD for NAME2's CARD2, gives NAME2 CARD for CARD2, "
        "gives CARD to NAME2 for CARD2, offers NAME2 CARD, offers CARD to NAME2",
        "stands": "knocks, stays, sticks, stops, ends/stops trading",
        "passes": "skips",
        "shows CARDS": "lays down CARDS",
        "takes N": "wins/collects/gets/scoops N, wins/collects/takes/scoops pool of N, scoops pool N",
        **PAYMENT_PHRASES,
    }
)
book.explain_words({"takes/wins/collects pool, wins": "how much is it? Write 'takes N'"})

# The payer of what is taken from the pool.
POOL: Final = -1
# The location of the cards thrown out.
UNDER_PACK: Final = "under the pack"


class CommerceDue(NamedTuple):
    """A debt: the payer, the payee, the amount, the clause and the reason. The seat of the pool is `POOL`."""

    payer: int
    payee: int
    amount: int
    clause: str
    reason: str


@frozen
class CommerceTable(rules.Table):
    """A Commerce table between two lines of a record.

    `pool` counts the chips in the pool. `trades` counts the trades since the deal, and `last_trade` is the latest.
    `thrown_cards` went under the pack in exchange for bought cards. `stand` is the act that ended the trading. `dues`
    are the debts since the deal, and `claims` the amounts taken and paid. `first_dealer` dealt the first hand.
    """

    options: CommerceOptions
    pool: int = 0
    trades: int = 0
    last_trade: CommerceBuy | Barter | None = None
    thrown_cards: tuple[Card, ...] = ()
    stand: Stand | None = None
    dues: tuple[CommerceDue, ...] = ()
    claims: tuple[TakeChips | Pay, ...] = ()
    first_dealer: int | None = None

    @property
    def stake(self) -> int:
        """The number of chips in a stake."""
        return self.options.stake

    @property
    def turns_used_up(self) -> bool:
        """Whether all players have had the number of turns that the house rules allow."""
        maximum = self.options.max_rounds
        return bool(maximum) and self.from_deal and self.trades >= maximum * len(self.seats)

    @property
    def hands_due(self) -> bool:
        """Whether the trading is over and the hands must be shown. In a partial record, one shown hand is enough
        evidence.
        """
        if self.stand:
            return True
        return self.turns_used_up if self.from_deal else len(self.unseen_seats) < len(self.seats)

    @property
    def unseen_seats(self) -> list[int]:
        """The seats with at least one unknown card."""
        return [seat for seat, hand in enumerate(self.knowledge.hands) if len(hand.cards) != 3]
