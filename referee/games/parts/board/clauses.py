"""Community cards: the acts, the table and the chapters of games with such cards.

Each player holds two cards. Five more are shown in the middle, three, one and one, with bets between. A game includes
these chapters and gives its differences in `BoardGame`: the source of the community cards, and the ranking of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, quantity
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.antes_and_blinds import find_missing_forced_bets
from referee.games.parts.betting.claims import (
    Bounds,
    DecidingClause,
    compare_at_showdown,
    judge_claim,
    judge_claim_by_hands,
)
from referee.games.parts.betting.payment import (
    HandsBySeat,
    Muck,
    PaymentRule,
    judge_mucking,
    pay_by_hands,
)
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.games.parts.dealing import deal_first
from referee.games.parts.hands import poker_hands
from referee.games.parts.hands.poker_hands import rank_gunn
from referee.games.parts.hands.ranking import SUIT_OF, Comparison, DecidingDifference, RankedHand
from referee.games.parts.one_pack import misdeal_finding, object_located_elsewhere
from referee.rules import STOCK, Act, Answer, Cards, Chapter, Shows, Table, doubt, finding, frozen, grounds, objection

# How many cards lie in the middle when bets are made.
STREETS: Final = (3, 4, 5)
HandRanker = Callable[[Iterable[Card]], RankedHand]


@frozen
class Board(Act):
    """``board CARDS``: community cards that are turned up."""

    cards: Cards


@frozen
class Flop(Board):
    """``flop CARDS``: the first three community cards."""


@frozen
class Turn(Board):
    """``turn CARD``: the fourth community card."""


@frozen
class River(Board):
    """``river CARD``: the fifth community card."""


@frozen
class Burn(Act):
    """``burn``: the top card of the pack is put aside before community cards are shown."""


@frozen
class DealerBurn(Act):
    """``NAME burns``: the dealer puts the top card of the pack aside."""


BOARDS: Final = (Board, Flop, Turn, River)


@frozen
class BoardGame:
    """The differences between games with community cards.

    `source` is the location that these cards come from. Under the house rules, `forced_bets` returns the ante and the
    blinds, and `ranker` the function that ranks hands. `deciding_clause` returns the clause that makes one hand higher;
    without it, `what_decides` does. `pay` divides the pots, and `judge_claim` judges claims before that.
    """

    source: str = STOCK
    forced_bets: Callable[[Any], tuple[int | None, tuple[int, int] | None]] = lambda _options: (0, (0, 0))
    ranker: Callable[[Any], HandRanker] = lambda _options: rank_gunn
    deciding_clause: DecidingClause | None = None
    pay: PaymentRule = pay_by_hands
    judge_claim: Callable[[Any, TakeChips, HandsBySeat, Bounds, DecidingClause], Answer] = judge_claim


@frozen
class CommunityCards:
    """The community cards that lie face up.

    `count` is their number according to the last act, even if the record lacks some of them. `has_burned` says that a
    burn for the next cards has been recorded.
    """

    cards: Cards = ()
    count: int = 0
    has_burned: bool = False

    def turn_up(self, act: Board) -> CommunityCards:
        """Return the community cards with more of them turned up, at most five."""
        cards = (*self.cards, *act.cards)[:5]
        return CommunityCards(cards, _COUNT_AFTER.get(type(act), max(self.count, len(cards))))


_COUNT_AFTER: Final = {Flop: 3, Turn: 4, River: 5}


@frozen
class BoardTable(Table):
    """A table of a game with community cards."""

    chips: Chips = field(default_factory=Chips)
    hand: BettingHand = field(default_factory=BettingHand)
    round: BettingRound = field(default_factory=BettingRound)
    community: CommunityCards = CommunityCards()
    game: BoardGame = field(default_factory=BoardGame)


middle = Chapter("The cards in the middle")
showdown = Chapter("The showdown")
claims = Chapter("The pots")
ranking = Chapter("The hands, from low to high")


@middle.clause("3.1", *BOARDS, Burn, DealerBurn)
def three_then_one_then_one(table: BoardTable, act: Board | Burn | DealerBurn) -> Answer | None:
    """Three of the five cards in the middle are turned up, then the fourth, then the last."""
    if isinstance(act, Burn | DealerBurn):
        return None if table.options.burn else objection("No card is burned here: cards are turned up as they lie.")
    if not table.in_play:
        return deal_first()
    board_size, new_count = len(table.community.cards), len(act.cards)
    if not table.from_deal and (answer := _object_wrong_order(table, act)):
        return answer
    cards_before = {Flop: 0, Turn: 3, River: 4}.get(type(act), board_size)
    if board_size == 5:
        return objection("All five cards lie face up.")
    if not table.from_deal:
        count_text = f"{board_size + new_count} cards would lie in the middle."
        return objection(count_text) if board_size + new_count > 5 else _find_located_elsewhere(table, act)
    expected_count = max(1, 3 - board_size)
    shown_together = (
        not table.round.is_open
        and board_size + new_count in STREETS
        and type(act) is Board
        and table.hand.nobody_can_bet
    )
    if cards_before != board_size or (new_count != expected_count and not shown_together):
        if cards_before == board_size == 0:
            return objection(f"Three cards are turned up first, not {new_count}.")
        return objection(_NEXT_ALONE.get(board_size, "The first three cards come first."))
    return _find_located_elsewhere(table, act)


def _find_located_elsewhere(table: BoardTable, act: Board) -> Answer | None:
    """Return a finding if a card that is turned up is known to be elsewhere, or was not named; else None."""
    for card in act.cards:
        if card is UNSEEN:
            return finding("What is turned up is seen by all. What was it?")
        if answer := object_located_elsewhere(table, card):
            misdeal = misdeal_finding(table, act, answer.reason)
            misdeal.cites = "1.1"
            return misdeal
    return None


# The objection to the wrong act, by how many cards lie face up.
_NEXT_ALONE: Final = {
    3: "Three cards lie face up: the fourth comes alone, after the bets.",
    4: "Four cards lie face up: the last comes alone, after the bets.",
}

# By act: how many cards lie in the middle before it, and how many it adds.
_NAMED: Final = {Flop: (0, 3), Turn: (3, 1), River: (4, 1)}


def _object_wrong_order(table: BoardTable, act: Board) -> Answer | None:
    """Return an objection to a flop, turn or river with the wrong number of cards, or after later ones; else None.

    Earlier community cards may be missing from the record.
    """
    if type(act) is Board:
        return None
    cards_before, card_count = _NAMED[type(act)]
    word = type(act).__name__.lower()
    if len(act.cards) != card_count:
        return objection(f"The {word} is {quantity(card_count, 'card')}, not {len(act.cards)}.")
    if table.community.count in (0, cards_before) and not (cards_before == 0 and table.community.count):
        return None
    if table.community.count == 5:
        return objection("All five cards lie face up.")
    return objection(_NEXT_ALONE.get(table.community.count, f"The {word} comes before the cards shown."))


@middle.clause("3.2")
def bets_are_made(table: BoardTable) -> bool:
    """There is a betting round when three, four and five cards lie face up, and none before."""
    return len(table.community.cards) in STREETS or (bool(table.options.preflop_betting) and not table.community.cards)


@middle.clause("3.3", *BOARDS)
def after_the_bets(table: BoardTable, _act: Board) -> Answer | None:
    """When the betting round is over (4.19), the next card is turned up. If nobody can bet any more, the rest are
    turned up with no more bets.
    """
    betting_round = table.round
    if not table.from_deal or not table.in_play:
        return None
    if betting_round.is_open and betting_round.to_act:
        names = join_words(table.name(seat) for seat in betting_round.to_act)
        return objection(
            f"{names} {'has' if len(betting_round.to_act) == 1 else 'have'} still to act.", betting_round.top_act
        )
    if not table.hand.betting_begun and (missing_bets := find_missing_forced_bets(table)):
        missing_bets.cites = "4.6"
        return missing_bets
    return None


@middle.clause("3.4", Burn, DealerBurn)
def burned_first(table: BoardTable, act: Burn | DealerBurn) -> Answer | None:
    """Before cards of the middle are turned up, the dealer burns one: the top card of the pack is put aside face
    down.
    """
    if not table.in_play:
        return deal_first()
    if table.dealer not in (None, -1, act.seat) and act.seat >= 0:
        return objection(f"{table.name(table.dealer or 0)} deals, and burns.")
    if table.community.has_burned:
        return objection("The burn for the next cards is recorded already.")
    return cannot_burn_now(table) or grounds("A card is put aside face down.")


def cannot_burn_now(table: BoardTable) -> Answer | None:
    """Return an objection if no card can be burned now, because no community cards come next; else None."""
    betting_round = table.round
    if len(table.community.cards) >= 5:
        return objection("All five cards lie face up.")
    if table.from_deal and betting_round.is_open and betting_round.to_act:
        return objection("A card is burned when the bets are made, before the next cards.", betting_round.top_act)
    return None


@showdown.clause("5.1", Shows, Muck, after="1.1", interpretation="BE-8")
def reveals(table: BoardTable, act: Shows | Muck) -> Answer | None:
    """After the last betting round, the players still in show their hands, in any order."""
    if act.seat not in table.hand.live:
        return None
    mucks = judge_mucking(table, act, shown_board_hands, 2, showdown=len(table.community.cards) == 5)
    return best_five(table, act) if mucks is None and isinstance(act, Shows) else mucks


@showdown.clause("5.2")
def best_five(table: BoardTable, act: Shows) -> Answer | None:
    """A hand is the best five of seven cards: the player's two and the five in the middle, in any combination."""
    seat = act.seat
    if len(table.community.cards) < 5:
        return None
    shown_cards = table.knowledge.hands[seat].shown_cards
    seen_cards = shown_cards + tuple(card for card in act.cards if card not in shown_cards and card is not UNSEEN)
    own_hand = best_shown_hand(hand_ranker(table), table.community.cards, seen_cards)
    name = table.name(seat)
    if len(seen_cards) < 2:
        return grounds(f"{name} has {own_hand.words} at the least.", cites="5.2")
    other_hands = {other_seat: hand for other_seat, hand in shown_board_hands(table).items() if other_seat != seat}
    if not other_hands:
        return grounds(f"{name} has {own_hand.words}: {write_cards(own_hand.cards)}.", cites="5.2")
    best = max(other_hands, key=lambda other_seat: other_hands[other_seat].strength)
    compares = compare_at_showdown(table, seat, own_hand, best, other_hands[best], write_cards(own_hand.cards))
    return grounds(f"{compares}.", cites="5.2")


def shown_board_hands(table: BoardTable) -> dict[int, RankedHand]:
    """Return the hands, by seat, of the players still in who have shown both cards."""
    hands, ranks = {}, hand_ranker(table)
    for seat in table.hand.contenders:
        shown_cards = table.knowledge.hands[seat].shown_cards
        if len(shown_cards) == 2:
            hands[seat] = best_shown_hand(ranks, table.community.cards, shown_cards)
    return hands


def hand_ranker(table: BoardTable) -> HandRanker:
    """Return the function that ranks cards under the house rules of a table."""
    return table.game.ranker(table.options)


@lru_cache(maxsize=64)
def best_shown_hand(ranks: HandRanker, board: tuple[Card, ...], shown_cards: tuple[Card, ...]) -> RankedHand:
    """Return the best hand of the community cards and a player's shown cards."""
    return ranks((*board, *shown_cards))


@claims.clause("6.4", TakeChips, TakePot, interpretation="house")
def takes_what_is_due(table: BoardTable, claim: TakeChips | TakePot) -> Answer | None:
    """A player must take exactly what they have won: a pot, their share of one, or several pots. The last player left
    may take their unmatched bet with it (4.20).
    """
    betting_round, community = table.round, table.community
    if table.from_deal and table.in_play:
        if betting_round.is_open or not betting_round.number:
            waiting = join_words(table.name(seat) for seat in betting_round.to_act) or "nobody"
            player_verb = "have" if len(betting_round.to_act) > 1 else "has"
            return objection(f"The betting is not over: {waiting} {player_verb} still to act.", cites="4.19")
        if len(community.cards) < 5:
            card_verb = "has" if len(community.cards) == 1 else "have"
            return objection(
                f"Only {quantity(len(community.cards), 'card')} of the middle {card_verb} been shown.", cites="3.1"
            )
    elif len(community.cards) < 5 and not table.hand.is_settled and not table.from_deal:
        return doubt("The record does not have all five cards of the middle.", word="open")

    def bounds(seat: int) -> tuple[RankedHand, Any]:
        shown_cards = frozenset(table.knowledge.hands[seat].shown_cards)
        return hand_ranker(table)((*community.cards, *shown_cards)), best_hidden_strength(table, seat, shown_cards)

    game, high = table.game, not table.options.hi_lo
    find_clause = game.deciding_clause or what_decides
    return judge_claim_by_hands(
        table, claim, shown_board_hands(table), bounds, find_clause, game.judge_claim, best_takes_all=high
    )


def best_hidden_strength(table: BoardTable, seat: int, shown_cards: frozenset[Card]) -> Any:
    """Return the strength of the best possible hand of a player who showed none or one of the two cards."""
    knowledge, pack = table.knowledge, table.knowledge.pack
    unseen_cards = tuple(card for card in pack.cards if card not in shown_cards and knowledge.may_hold(seat, card))
    if shown_cards:
        ranks = hand_ranker(table)
        return max(
            (ranks((*table.community.cards, *shown_cards, card)).strength for card in unseen_cards), default=None
        )
    return _best_of_unseen(hand_ranker(table), table.community.cards, unseen_cards)


@lru_cache(maxsize=64)
def _best_of_unseen(ranks_of: HandRanker, board: tuple[Card, ...], unseen_cards: tuple[Card, ...]) -> Any:
    """Return the strength of the best hand of two unseen cards with the board.

    If three board cards have one suit, all pairs of that suit are tried. Of all other cards, one or two of each rank
    are enough, those of the highest suits, because some rankings count suits.
    """
    ranks: dict[str, list[Card]] = {}
    for card in sorted(unseen_cards, key=lambda card: SUIT_OF[card.suit], reverse=True):
        ranks.setdefault(card.rank, []).append(card)
    pairs = [(cards_of_rank[0], cards_of_rank[1]) for cards_of_rank in ranks.values() if len(cards_of_rank) > 1]
    candidates = [*pairs, *combinations([cards_of_rank[0] for cards_of_rank in ranks.values()], 2)]
    suits = [card.suit for card in board]
    if flush := next((suit for suit in "SHDC" if suits.count(suit) >= 3), ""):
        candidates.extend(combinations([card for card in unseen_cards if card.suit == flush], 2))
    return max((ranks_of((*board, *pair)).strength for pair in candidates), default=None)


@ranking.clause("7.1")
def of_a_higher_class(comparison: Comparison) -> bool:
    """A hand of a higher class beats a hand of a lower class. The classes follow, the lowest first."""
    return comparison.decided_by is DecidingDifference.CLASS


@ranking.clause("7.2")
def what_decides(hand: RankedHand, comparison: Comparison) -> str:
    """Within a class, the body decides: the cards that give the class its name. Then the highest kicker decides, then
    the next, and so on. Kickers are the other cards of the five.
    """
    if of_a_higher_class(comparison):
        return "7.1"
    return _BY_THE_BODY.get(hand.strength[0], "7.2") if comparison.decided_by is DecidingDifference.RANK else "7.2"


# Classes whose own clause says how the body decides.
_BY_THE_BODY: Final = {
    poker_hands.TWO_PAIR: "7.5",
    poker_hands.STRAIGHT: "7.7",
    poker_hands.FLUSH: "7.8",
    poker_hands.FULL_HOUSE: "7.9",
    poker_hands.STRAIGHT_FLUSH: "7.11",
}

ranking.clause("7.3")(poker_hands.high_card)
ranking.clause("7.4")(poker_hands.pair)
ranking.clause("7.5")(poker_hands.two_pair)
ranking.clause("7.6")(poker_hands.three_of_a_kind)
ranking.clause("7.7")(poker_hands.straight)
ranking.clause("7.8")(poker_hands.flush)
ranking.clause("7.9")(poker_hands.full_house)
ranking.clause("7.10")(poker_hands.four_of_a_kind)
ranking.clause("7.11")(poker_hands.straight_flush)
ranking.clause("7.12", interpretation="HLD-A6")(poker_hands.royal_flush)
