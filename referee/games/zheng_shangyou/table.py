"""The house rules of Zheng Shangyou, the acts of its records, and the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from itertools import permutations
from typing import Any, Final

from referee import rules
from referee.cards import BLACK_JOKER, COLOUR_JOKER, FRENCH, Card, Pack
from referee.cards.words import SUIT_NAMES
from referee.games.parts.acts import Play
from referee.games.parts.climbing.lead import ClimbingOptions, Lead
from referee.games.parts.climbing.opening import LeftOverCards
from referee.games.parts.climbing.phrases import register_plays
from referee.rules import Act, Cards, Location, Rulebook, frozen, option, replace

WITH_JOKERS: Final = Pack("the 54-card pack", (*FRENCH.cards, BLACK_JOKER, COLOUR_JOKER))
RANKS: Final = "3456789TJQKA2"
RANK_OF: Final = {**{rank: index for index, rank in enumerate(RANKS)}, BLACK_JOKER.rank: 13, COLOUR_JOKER.rank: 14}
# Hearts come first, as 3H opens, then the other suits in any order.
SUIT_ORDERS: Final = tuple("".join(("H", *other_suits)) for other_suits in permutations("DSC"))


@frozen
class ZhengOptions(ClimbingOptions):
    """The house rules of Zheng Shangyou."""

    jokers: bool = option(True, question="Are the two jokers in the pack?")
    straight_longer: bool = option(True, question="May a straight be longer than five (or three) cards?")
    horse_game: bool = option(False, question="Is the Horse Game played, with six packets for two or three players?")
    straight_min_by: str = option(
        question="In the Horse Game, what sets the length of a straight?",
        labels={"players": "the number of players", "hands": "the number of packets"},
    )
    two_player: bool = option(False, question="Is the game for two played, with eighteen hidden cards?")
    exchange: str = option(
        question="How do cards change hands before play?",
        labels={
            "none": "not at all",
            "trading": "by free trading",
            "higher_bid": "by an auction, each card for a higher one",
            "free_bid": "by an auction at any price",
            "pass_around": "each player passes cards to the next",
        },
    )
    auction_rounds: int = option(3, question="How many rounds does an auction at any price have?", minimum=1)
    cards_passed: int = option(3, question="How many cards does each player pass?", minimum=1)
    opener_order: str = option(
        *SUIT_ORDERS,
        question="If 3H is left over, in which order of suits is the lowest card looked for?",
        labels={order: ", ".join(SUIT_NAMES[suit] for suit in order) for order in SUIT_ORDERS},
    )


book = Rulebook("zheng-shangyou", title="Zheng Shangyou", players=range(2, 7), options=ZhengOptions, seed="004")
register_plays(book)
book.add_act(LeftOverCards, "out CARDS")
book.add_synonyms({"out CARDS": "left over/out, set aside, out of play"})

TRADING: Final = "exchange=trading"
AUCTION: Final = "exchange=higher_bid|free_bid"


@book.act("NAME trades CARDS for CARDS with NAME", only=TRADING)
class Trade(Act):
    """``NAME trades CARDS for CARDS with NAME``: the cards given by the first player, and those given for them."""

    given: Cards
    taken: Cards
    other: int


@book.act("NAME votes to end trading", spoken=True, only=TRADING)
class Vote(Act):
    """``NAME votes to end trading``."""


@book.act("NAME offers CARD", spoken=True, only=AUCTION)
class AuctionBid(Act):
    """``NAME offers CARD``: an offer for the card on sale."""

    card: Card


@book.act("NAME buys CARD for CARD", only=AUCTION)
class AuctionBuy(Act):
    """``NAME buys CARD for CARD``: the card on sale, and the card paid for it."""

    lot: Card
    price: Card


@book.act("nobody buys CARD", only=AUCTION)
class Unsold(Act):
    """``nobody buys CARD``: nobody pays for the card on sale."""

    lot: Card


@book.act("NAME hands on CARDS", only="exchange=pass_around")
class HandOn(Act):
    """``NAME hands on CARDS``: cards passed to the next player, face down."""

    cards: Cards


@book.act("NAME looks [at packet N]")
class Look(Act):
    """``NAME looks [at packet N]``: the player looks at their cards or, with several packets, at one of them."""

    packet: int = 0


@book.act("NAME starts", spoken=True, only="horse_game=true")
class Start(Act):
    """``NAME starts``: the player picked to play first in the Horse Game."""


@book.act("NAME denies CARD", spoken=True, only="two_player=true")
class Deny(Act):
    """``NAME denies CARD``: with two players, one says that they do not hold a possible opening card."""

    card: Card


book.add_synonyms(
    {
        "trades CARDS for CARDS2 with NAME2": "swaps/exchanges CARDS for CARDS2 with NAME2, "
        "gives NAME2 CARDS for CARDS2, gives CARDS to NAME2 for CARDS2",
        "votes to end trading": "votes to end, votes/wants to stop (trading), stops/ends trading",
        "offers CARD": "bids",
        "buys CARD for CARD2": "takes/gets CARD for CARD2, pays CARD2 for CARD",
        "nobody buys CARD": "no one buys, nobody wants, unsold",
        "hands on CARDS": "hands/passes CARDS on, passes on CARDS",
        "looks [at packet N]": "looks at cards",
        "starts": "begins, goes first",
        "denies CARD": "does not have CARD, doesn't have CARD, has no CARD, has not got CARD, hasn't got CARD",
    }
)

AuctionAct = AuctionBid | AuctionBuy | Unsold


@book.packs
def pack(options: ZhengOptions) -> Pack:
    """Return the pack with or without the jokers."""
    return WITH_JOKERS if options.jokers else FRENCH


@book.player_counts
def player_counts(options: ZhengOptions) -> range:
    """Return the numbers of players allowed by the house rules."""
    if options.two_player:
        return range(2, 3)
    return range(2, 4) if options.horse_game else range(3, 7)


@book.refuses
def refuses(options: ZhengOptions, _players: int) -> str | None:
    """Return why house rules cannot be combined; None if they can."""
    if options.horse_game and (options.two_player or options.exchange != "none"):
        return "in the Horse Game nobody knows their cards before play, and it goes with no other variation"
    if not options.two_player:
        return None
    if not options.jokers:
        return f"{book.title} for two is played with the jokers: eighteen cards each, and eighteen left over"
    if options.exchange in ("higher_bid", "free_bid"):
        return f"the cards left over are hidden in {book.title} for two, and cannot be auctioned"
    return None


@frozen
class Auction:
    """The auction of the leftover cards.

    The first of the `lots` is on sale, and `offers` are the offers for it. `paid_cards` are sold in the next round.
    `round` counts the rounds, from 0 before the leftover cards are known.
    """

    lots: Cards = ()
    offers: tuple[AuctionBid, ...] = ()
    paid_cards: Cards = ()
    round: int = 0

    def highest_offer(self) -> AuctionBid | None:
        """Return the highest offer, and the first of equal offers; None if there is none."""
        return max(self.offers, key=lambda bid: RANK_OF[bid.card.rank], default=None)

    def sell(self, price: Cards, options: ZhengOptions) -> Auction:
        """Return the auction with the next card on sale: the card just paid or, at any price, the next of the round."""
        lots = self.lots[1:]
        if options.exchange == "higher_bid":
            return replace(self, lots=(*price, *lots), offers=())
        paid_cards = (*self.paid_cards, *price)
        if lots or self.round == options.auction_rounds:
            return replace(self, lots=lots, paid_cards=paid_cards, offers=())
        return Auction(lots=paid_cards, round=self.round + 1)


@frozen
class ZhengHand:
    """The state of a hand apart from its plays.

    `first_play` opened the hand. Before it, `votes` to end the trading are cast, an `auction` is held, or cards are
    `handed_on` by seats. In a game for two, `denied` has the cards that players said they do not hold. In the Horse
    Game, `looked_at` are packets that were looked at and have not played since, and `last_packet` played last.
    """

    first_play: Play | None = None
    votes: tuple[Vote, ...] = ()
    auction: Auction = Auction()
    handed_on: frozenset[int] = frozenset()
    denied: frozenset[tuple[int, Card]] = frozenset()
    looked_at: frozenset[Location] = frozenset()
    last_packet: Location | None = None


@frozen
class ZhengTable(rules.Table):
    """A Zheng Shangyou table between two lines of a record."""

    options: ZhengOptions
    lead: Lead = field(default_factory=Lead)
    hand: ZhengHand = ZhengHand()

    def with_hand(self, **changes: Any) -> ZhengTable:
        """Return the table with changes to the state of its hand."""
        return replace(self, hand=replace(self.hand, **changes))


def opening_order(table: ZhengTable) -> Cards:
    """Return the possible opening cards in order: 3H, then the nearest cards that a player may hold."""
    order = OPENING_ORDERS[table.options.opener_order]
    if not table.hand.denied:
        return order
    denied = Counter(card for _, card in table.hand.denied)
    return tuple(card for card in order if denied[card] < len(table.seats))


OPENING_ORDERS: Final = {suits: tuple(Card(rank, suit) for rank in RANKS for suit in suits) for suits in SUIT_ORDERS}
