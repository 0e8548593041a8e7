"""The house rules of Pontoon, the acts of its records, and the table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from referee import rules
from referee.cards import UNSEEN, Card
from referee.cards.words import RANK_NAMES, join_words, plural
from referee.games.parts.acts import PAYMENT_PHRASES, Pay
from referee.rules import Act, AppendOnlyList, Cards, KnownHand, Location, Rulebook, frozen, option


@frozen
class PontoonOptions:
    """The house rules of Pontoon."""

    min_stick: str = option(
        question="What is the lowest total to stick on?", labels={"none": "no minimum", "15": "15", "16": "16"}
    )
    buy_limit_ref: str = option(
        question="What may a card bought cost at most?",
        labels={
            "original_bet": "twice the bet",
            "previous_buy_max": "the price of the card bought before",
            "current_total": "twice the stake so far",
        },
    )
    buy_after_split: bool = option(False, question="May a hand made by splitting buy cards?")
    max_cards: str = option(question="Is a hand finished with its fifth card?", labels={"none": "no", "5": "yes"})
    split_pontoon_counts: bool = option(True, question="Does a pontoon made by splitting count as one?")
    pontoon_v_banker_pontoon: str = option(
        question="What does a pontoon lose to the banker's pontoon?",
        labels={"double": "double the bet", "single": "the bet", "push": "nothing"},
    )
    banker_trick_collects: str = option(
        question="What does the banker's five-card trick win?", labels={"1x": "the stake", "2x": "double the stake"}
    )
    split_pontoon_takes_bank: bool = option(False, question="Does a pontoon by splitting take the bank?")
    bank_moves_if_banker_also_pontoon: bool = option(
        False, question="Does the bank move if the banker had a pontoon too?"
    )
    bank_refusable: bool = option(True, question="May a player decline the bank?")


# Phrases for the split rank. It need not be recorded, as the cards are seen.
SPLIT_PHRASES: Final = ", ".join(
    f"splits (pair of) {plural(rank)}/{rank.replace('T', '10').lower()}s" for rank in RANK_NAMES
)


book = Rulebook("pontoon", title="Pontoon", players=range(2, 9), options=PontoonOptions, seed="003")


@book.act("NAME banks [from N to N]")
class TakeBank(Act):
    """``NAME banks [from N to N]``: the player banks, with the lowest and the highest bet."""

    least: int | None = None
    most: int | None = None


@book.act("NAME declines the bank", spoken=True, only="bank_refusable=true")
class DeclineBank(Act):
    """``NAME declines the bank``."""


@book.act("NAME bets N")
class PontoonBet(Act):
    """``NAME bets N``."""

    amount: int


@book.act("NAME buys N [CARD]")
class PontoonBuy(Act):
    """``NAME buys N [CARD]``: a card bought for N chips. It lies face down, and is named if the referee knows it."""

    amount: int
    card: Card = UNSEEN


@book.act("NAME twists [CARD]")
class Twist(Act):
    """``NAME twists [CARD]``: a card taken face up. The banker's draws are recorded in the same way."""

    card: Card = UNSEEN


@book.act("NAME splits [CARD CARD]")
class Split(Act):
    """``NAME splits [CARD CARD]``: the second cards of the two hands."""

    first: Card = UNSEEN
    second: Card = UNSEEN


@book.act("NAME sticks")
class Stick(Act):
    """``NAME sticks``."""


@book.act("NAME declares pontoon", spoken=True)
class DeclarePontoon(Act):
    """``NAME declares pontoon``."""


book.add_act(Pay, "NAME pays NAME N")
book.add_synonyms(
    {
        "banks [from N to N2]": "is banker/bank, has/takes/holds/keeps bank, banks N to N2, is banker N to N2",
        "NAME banks": "banker/bank (is) NAME",
        "declines the bank": "declines/refuses/passes bank, gives up bank, does not want bank, doesn't want bank",
        "bets N": "stakes, puts (up), wagers, lays",
        "buys N [CARD]": "buys one/card/another for, draws, takes/gets card/one",
        "twists [CARD]": "hits (me), twists one/card, draws, takes/gets card/one",
        "sticks": "stands, stays, sticks/stands/stays on/at N, stands pat",
        "splits [CARD CARD2]": f"splits pair/them/hand/cards, {SPLIT_PHRASES}",
        "declares pontoon": "(has/shows/announces/calls/says) pontoon",
        **PAYMENT_PHRASES,
    }
)
book.explain_words(
    {
        "buys (one/card/another)": "for how much? Write 'buys N'",
        "goes/is/has bust, bust, busts": "the cards show it: 'shows CARDS'",
        "(has/makes) five-card trick, (has/makes) five card trick": "write 'sticks' now; the cards show it at the end",
        "wins/loses (N)": "from whom, and to whom? Write 'NAME pays NAME N'",
    }
)

PontoonDraw = PontoonBuy | Twist | Split


def cards_drawn(act: PontoonDraw) -> Cards:
    """Return the cards that an act takes from the pack."""
    return (act.first, act.second) if isinstance(act, Split) else (act.card,)


class HandEnd(StrEnum):
    """How a hand ended."""

    STUCK = "has stuck"
    DECLARED = "has declared a pontoon"
    BUST = "is bust"
    FULL = "has five cards"


class HandDue(NamedTuple):
    """A hand's gain, negative for a loss: a number of `times` the `chips` at stake, by a clause."""

    amount: int
    times: int
    chips: int
    clause: str


NONE_BOUGHT: Final = AppendOnlyList[int]()
NO_ACTS: Final = AppendOnlyList[Act]()


@frozen
class Box:
    """One hand with its bet. A player who splits has several, in the order of play.

    `location` has the cards of a split hand, except the split card. Any other hand has all cards of its player. The
    split cards stay in the player's own hand, because nobody need say which belongs to which box. `split_card` is the
    one shown with the rest of this hand. If the split cards were never named, `is_apart` is true, and each lies at the
    location of its hand. `is_partly_named` says that some cards of the hand were named, but not all.

    `bet_act` is the line with the `bet`, and `paid` the price of the `bought` cards. `due` is set once the hand is
    settled. `acts` are the acts that made the hand and showed it.
    """

    bet: int = 0
    bet_act: PontoonBet | None = None
    bought: AppendOnlyList[int] = NONE_BOUGHT
    paid: int = 0
    twists: int = 0
    end: HandEnd | None = None
    due: HandDue | None = None
    acts: AppendOnlyList[Act] = NO_ACTS
    location: str = ""
    split_card: Card | None = None
    is_apart: bool = False
    is_partly_named: bool = False

    @property
    def from_split(self) -> bool:
        """Whether the hand was made by splitting."""
        return bool(self.location)

    @property
    def cards_taken(self) -> int:
        """The number of cards bought or twisted."""
        return len(self.bought) + self.twists

    def acts_of(self, *kinds: type) -> tuple[Act, ...]:
        """Return the acts of some kinds with this hand."""
        return tuple(act for act in self.acts if isinstance(act, kinds))


Boxes = tuple[tuple[Box, ...], ...]


@frozen
class PontoonTable(rules.Table):
    """A Pontoon table between two lines of a record.

    `players` are the seats other than the `banker`, from the banker's left, and `boxes` the hands by seat. `payments`
    were made since the deal. `play_has_begun` is set by the first act after the bets. `limits_act` is the line with the
    limits of the bets. `next_banker` took the bank for the next hand, and `declined` are the seats that refused it.
    `resumed_hand` is the location of a split hand that was played on, although later lines show that it had ended.
    """

    options: PontoonOptions
    players: tuple[int, ...] = ()
    boxes: Boxes = ()
    payments: tuple[Pay, ...] = ()
    play_has_begun: bool = False
    banker: int | None = None
    limits_act: TakeBank | None = None
    next_banker: int | None = None
    declined: frozenset[int] = frozenset()
    resumed_hand: str = ""

    @property
    def bank(self) -> Box:
        """The banker's hand; an empty hand while nobody banks."""
        return Box() if self.banker is None else self.boxes[self.banker][0]

    @property
    def staked_boxes(self) -> list[tuple[int, int, Box]]:
        """The hands with a bet, from the banker's left, each with its seat and its index among the player's hands."""
        return [(seat, index, box) for seat in self.players for index, box in enumerate(self.boxes[seat]) if box.bet]

    @property
    def has_been_played(self) -> bool:
        """Whether a hand has been played."""
        return self.from_deal or bool(self.staked_boxes)

    @property
    def still_to_bet(self) -> tuple[int, ...]:
        """The players who must still bet before play begins."""
        if self.play_has_begun or self.banker is None:
            return ()
        return tuple([seat for seat in self.players if not self.boxes[seat][0].bet])

    @property
    def limits(self) -> tuple[int, int | None]:
        """The lowest and the highest bet."""
        are_set = self.limits_act is not None and self.limits_act.seat == self.banker
        return (self.limits_act.least or 1, self.limits_act.most) if self.limits_act and are_set else (1, None)

    def holding(self, seat: int, box: Box) -> KnownHand:
        """Return the knowledge of a hand's cards. In a split hand, the first card stands for any of its rank."""
        if not box.location:
            return self.knowledge.hands[seat]
        hand = self.knowledge.heaps[box.location]
        if box.is_apart:
            return hand
        base = box.split_card or (
            self.card_of_split_rank(seat) if self.knowledge.hands[seat].unknown_count == 0 else None
        )
        if base is None:
            return KnownHand(hand.cards, None if hand.unknown_count is None else hand.unknown_count + 1)
        return KnownHand((base, *hand.cards), hand.unknown_count)

    def split_card_is_presumed(self, seat: int, box: Box) -> bool:
        """Tell whether the split card of a hand was not named, so that its rank is known only if the split was
        legal.
        """
        return (
            bool(box.location)
            and not box.is_apart
            and box.split_card is None
            and self.knowledge.hands[seat].unknown_count != 0
        )

    def presumed_holding(self, seat: int, box: Box) -> KnownHand:
        """Return the knowledge of a hand's cards, assuming a legal split."""
        holding = self.holding(seat, box)
        if (
            not holding.unknown_count
            or not self.split_card_is_presumed(seat, box)
            or (base := self.card_of_split_rank(seat)) is None
        ):
            return holding
        return KnownHand((base, *holding.cards), holding.unknown_count - 1)

    def likeliest_split_card(self, seat: int, box: Box) -> Card | None:
        """Return the split card that belongs to a hand, certainly or most likely; None if there is none."""
        if box.split_card is not None or not box.location or box.is_apart or self.card_of_split_rank(seat) is None:
            return box.split_card
        boxes = self.boxes[seat]
        remaining = [
            card for card in self.knowledge.hands[seat].cards if all(card != sibling.split_card for sibling in boxes)
        ]
        open_locations = sorted(
            (sibling.location for sibling in boxes if sibling.split_card is None),
            key=lambda location: (len(location), location),
        )
        return dict(zip(open_locations, remaining, strict=False)).get(box.location)

    def named_cards(self, seat: int, box: Box) -> Cards:
        """Return the cards of a hand that have been named."""
        if not box.location:
            return self.knowledge.hands[seat].cards
        base, hand_cards = self.likeliest_split_card(seat, box), self.knowledge.heaps[box.location].cards
        return hand_cards if base is None else (base, *hand_cards)

    def card_of_split_rank(self, seat: int) -> Card | None:
        """Return one of a player's split cards; None if none was named or they have two ranks."""
        split_cards = self.knowledge.hands[seat].cards
        for card in split_cards:
            if card.rank != split_cards[0].rank:
                return None
        return split_cards[0] if split_cards else None

    def split_locations(self, seat: int, box: Box) -> tuple[str, str]:
        """Return the locations of the two hands after a split."""
        count, name = len(self.boxes[seat]), self.name(seat)
        return box.location or f"hand of {name}, {count}", f"hand of {name}, {count + 1}"

    def locations(self, seat: int) -> tuple[Location, ...]:
        """Return all locations of a player's cards."""
        return (seat, *(box.location for box in self.boxes[seat] if box.location))

    def names(self, seats: Iterable[int], last: str = "and") -> str:
        """Return a list of players' names, each once, in words."""
        return join_words(map(self.name, dict.fromkeys(seats)), last)


def may_be_over(table: PontoonTable) -> bool:
    """Tell whether the hand is over, or would be if nobody took another card.

    A banker need not announce the end of their turn. Nor, in a partial record, need a player whose hand is shown.
    """
    banker, staked = table.banker, table.staked_boxes
    if not table.in_play or banker is None or not staked:
        return not table.in_play
    bank = bool(table.bank.end) or table.holding(banker, table.bank).fully_known
    return bank and all(
        box.end or (not table.from_deal and table.holding(seat, box).fully_known) for seat, _, box in staked
    )
