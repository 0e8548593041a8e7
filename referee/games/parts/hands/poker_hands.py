"""Poker hands by the rules of Munk and of Gunn, with or without wild cards.

Each class of hands is a function that tests cards for it, from the highest class down. Unseen cards add nothing, so the
seen cards give the lowest possible hand. A set of ranks is a number with a bit for each rank, the lowest bit for the
two. The higher number is the higher set: the highest rank in only one of two sets decides between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from typing import Final

from referee.cards import FRENCH, UNSEEN, Card
from referee.cards.words import SUIT_NAMES, join_words, number_word, plural, singular, with_article
from referee.games.parts.hands.ranking import (
    ACE,
    RANK_OF,
    RANKS,
    SUIT_OF,
    SUITS,
    DecidingDifference,
    HandOrder,
    RankedHand,
    card_height,
)
from referee.rules import Cards

NO_PAIR, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, HIGHEST = range(10)
# HIGHEST is a royal flush by Gunn's rules, and five of a kind by Munk's, to whom a royal flush is a straight flush.
_CLASSES: Final = (
    "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip
GUNN_CLASSES: Final = ("high card", *_CLASSES, "a royal flush")
MUNK_CLASSES: Final = ("no pair", *_CLASSES, "five of a kind")

# -- Poker: the cards as numbers ----------------------------------------------------------------------------

_EVERY: Final = (1 << 13) - 1
_WILD: Final = 1 << 52
# Five consecutive ranks and the highest of them, the best first; the ace stands below the two as well.
_RUNS: Final = tuple((31 << low, low + 3) for low in range(9, -1, -1))
_SHIFTS: Final = {suit: 13 * SUIT_OF[suit] for suit in SUITS}


@cache
def _codes(wild: Set[Card]) -> dict[Card, int]:
    """Return a number for each card. The sum of a hand's numbers encodes its ranks in each suit, and its wild cards."""
    codes = {card: 1 << (RANK_OF[card.rank] + _SHIFTS[card.suit]) for card in FRENCH.cards}
    return {**codes, **dict.fromkeys(wild, _WILD), UNSEEN: 0}


def _highest_ranks(ranks: int, count: int) -> int:
    """Return the `count` highest ranks of a set."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def _ranks_in(ranks: int) -> Iterator[int]:
    """Yield the ranks of a set, the highest first. The ace comes several times if the set counts several."""
    yield from [ACE] * (ranks >> ACE)
    yield from (rank for rank in range(ACE - 1, -1, -1) if ranks >> rank & 1)


def _highest_run(ranks: int, wilds: int) -> int:
    """Return the top rank of the highest straight from some ranks and wild cards; 0 if there is none."""
    with_low_ace = ranks << 1 | ranks >> ACE
    if not wilds:
        starts = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4
        return starts.bit_length() + 2 if starts else 0
    if ranks.bit_count() + wilds < 5:
        return 0
    return next((top for run, top in _RUNS if (with_low_ace & run).bit_count() + wilds >= 5), 0)


def flush_of(suited: int, wilds: int, *, double_ace: bool) -> int:
    """Return the ranks of the best flush in a suit. A wild card is the highest missing one, or with `double_ace` an
    ace.
    """
    suited = _highest_ranks(suited, 5 - wilds)
    if double_ace:
        return suited + (wilds << ACE)
    for _ in range(wilds):
        suited |= 1 << (~suited & _EVERY).bit_length() - 1
    return suited


# -- Poker: the classes -------------------------------------------------------------------------------------

# The class, what its body is made of (two numbers), and the kickers: a higher hand is a higher one of these.
Made = tuple[int, int, int, int]
# The ranks of which there are that many cards or more, from none to four.
Alike = tuple[int, int, int, int, int]


def _ranks_with_count(rank_sets: Alike, count: int, wilds: int) -> int:
    """Return the ranks that reach `count` cards with the help of the wild cards."""
    return rank_sets[count - wilds if wilds < count else 0]


def high_card(rank_sets: Alike, wilds: int) -> Made:
    """High card: five cards that make none of the other hands. The highest card decides, then the next, and so on."""
    ranks = rank_sets[1]
    if wilds or not ranks:
        return NO_PAIR, ACE if wilds else -1, 0, 0
    rank = ranks.bit_length() - 1
    return NO_PAIR, rank, 0, _highest_ranks(ranks & ~(1 << rank), 4)


def pair(rank_sets: Alike, wilds: int) -> Made | None:
    """Pair: two cards of the same rank."""
    if not (ranks := _ranks_with_count(rank_sets, 2, wilds)):
        return None
    rank = ranks.bit_length() - 1
    return PAIR, rank, 0, _highest_ranks(rank_sets[1] & ~(1 << rank), 3)


def two_pair(rank_sets: Alike, wilds: int) -> Made | None:
    """Two pair: two cards of one rank and two of another. The higher pair decides, then the lower pair."""
    # A wild card besides a pair would have made three of a kind.
    if wilds or (ranks := rank_sets[2]).bit_count() < 2:
        return None
    rank = ranks.bit_length() - 1
    lower = (ranks & ~(1 << rank)).bit_length() - 1
    return TWO_PAIR, rank, lower, _highest_ranks(rank_sets[1] & ~(1 << rank | 1 << lower), 1)


def three_of_a_kind(rank_sets: Alike, wilds: int) -> Made | None:
    """Three of a kind: three cards of the same rank."""
    if not (ranks := _ranks_with_count(rank_sets, 3, wilds)):
        return None
    rank = ranks.bit_length() - 1
    return THREE, rank, 0, _highest_ranks(rank_sets[1] & ~(1 << rank), 2)


def straight(rank_sets: Alike, wilds: int) -> Made | None:
    """Straight: five cards of consecutive ranks. The highest card decides. The ace is high in 10-J-Q-K-A, the highest
    straight, and low in A-2-3-4-5, the lowest. It cannot be in between: Q-K-A-2-3 is no straight.
    """
    top = _highest_run(rank_sets[1], wilds)
    return (STRAIGHT, top, 0, 0) if top else None


def flush(suits: list[int], wilds: int, *, double_ace: bool = False) -> Made | None:
    """Flush: five cards of the same suit. The highest card decides, then the next, and so on."""
    return (FLUSH, max([flush_of(suit, wilds, double_ace=double_ace) for suit in suits]), 0, 0) if suits else None


def full_house(rank_sets: Alike, wilds: int) -> Made | None:
    """Full house: three cards of one rank and two of another. The three decide, then the pair."""
    # A wild card besides three of a rank, or two besides a pair, would have made four.
    if wilds > 1 or not (threes := rank_sets[3 - wilds]):
        return None
    rank = threes.bit_length() - 1
    pairs = rank_sets[2] & ~(1 << rank)
    return (FULL_HOUSE, rank, pairs.bit_length() - 1, 0) if pairs else None


def four_of_a_kind(rank_sets: Alike, wilds: int) -> Made | None:
    """Four of a kind: four cards of the same rank."""
    if not (ranks := _ranks_with_count(rank_sets, 4, wilds)):
        return None
    rank = ranks.bit_length() - 1
    return FOUR, rank, 0, _highest_ranks(rank_sets[1] & ~(1 << rank), 1)


def straight_flush(suits: list[int], wilds: int) -> Made | None:
    """Straight flush: a straight in one suit. The highest card decides."""
    top = max([_highest_run(suit, wilds) for suit in suits]) if suits else 0
    return (STRAIGHT_FLUSH, top, 0, 0) if top else None


def royal_flush(strength: Made) -> Made | None:
    """Royal flush: 10-J-Q-K-A in one suit. All royal flushes are equal."""
    return (HIGHEST, ACE, 0, 0) if strength == (STRAIGHT_FLUSH, ACE, 0, 0) else None


def five_of_a_kind(rank_sets: Alike, wilds: int) -> Made | None:
    """Five of a kind: five of the same rank, which only wild cards make."""
    ranks = _ranks_with_count(rank_sets, 5, wilds) if wilds else 0
    return (HIGHEST, ranks.bit_length() - 1, 0, 0) if ranks else None


def _best_hand(code: int, *, double_ace: bool = False) -> Made:
    """Return the best hand of the cards in a code."""
    wilds = code >> 52
    first, second, third, fourth = code & _EVERY, code >> 13 & _EVERY, code >> 26 & _EVERY, code >> 39 & _EVERY
    either_of_first, both_of_first = first | second, first & second
    either_of_last, both_of_last = third | fourth, third & fourth
    twos, threes = (
        both_of_first | both_of_last | either_of_first & either_of_last,
        both_of_first & either_of_last | both_of_last & either_of_first,
    )
    rank_sets = (_EVERY, either_of_first | either_of_last, twos, threes, both_of_first & both_of_last)
    suits = [suit for suit in (first, second, third, fourth) if suit.bit_count() + wilds >= 5]
    return (
        five_of_a_kind(rank_sets, wilds)
        or straight_flush(suits, wilds)
        or four_of_a_kind(rank_sets, wilds)
        or full_house(rank_sets, wilds)
        or flush(suits, wilds, double_ace=double_ace)
        or straight(rank_sets, wilds)
        or three_of_a_kind(rank_sets, wilds)
        or two_pair(rank_sets, wilds)
        or pair(rank_sets, wilds)
        or high_card(rank_sets, wilds)
    )


# -- Poker after Gunn and after Munk ------------------------------------------------------------------------


def rank_gunn(cards: Iterable[Card]) -> RankedHand:
    """Return the rank of the best five of some cards by Gunn's rules: the body, then the kickers from above; never
    suits.
    """
    source_cards = tuple(cards)
    codes = _codes(frozenset())
    best = _best_hand(sum([codes[card] for card in {*source_cards}]))
    return RankedHand(royal_flush(best) or best, GUNN_ORDER, source_cards)


def rank_munk(
    cards: Iterable[Card],
    wild: Set[Card] = frozenset(),
    *,
    no_pair: str = "top_card_then_suit",
    short_hands: str = "present_kicker_beats_missing",
    double_ace_flush: bool = False,
    natural_beats_wild: bool = False,
) -> RankedHand:
    """Return the rank of the best five of some cards by Munk's rules, with `wild` cards. Fewer than five are a hand
    too.

    Without a pair, only the highest card counts, by rank and then by suit. With `no_pair` as ``ranks_then_suit``, all
    ranks count before the suit of the highest; with ``ranks_then_split``, no suit counts. A lone wild card is the ace
    of spades. With `short_hands` as ``kickers_need_five_cards``, kickers count only in a hand of five cards. With
    `double_ace_flush`, a wild card is an ace even in a flush that has one. With `natural_beats_wild`, of equal hands
    the one worth the same without wild cards is higher.
    """
    source_cards = tuple(cards)
    codes = _codes(wild)
    code = sum([codes[card] for card in {*source_cards}])
    hand_class, body, lower, kickers = _best_hand(code, double_ace=double_ace_flush)
    suit = 0
    if hand_class == NO_PAIR:
        kickers, suit = kickers_without_pair(code, body, kickers, no_pair)
    else:
        kickers = kickers_beside_body(source_cards, kickers, short_hands)
    strength: tuple[int, ...] = (hand_class, body, lower, kickers, suit)
    if natural_beats_wild:
        natural = code < _WILD or is_natural(source_cards, strength, no_pair=no_pair, short_hands=short_hands)
        strength = (*strength, int(natural))
    return RankedHand(strength, MUNK_ORDER, source_cards, wild)


def kickers_without_pair(code: int, highest: int, other_ranks: int, no_pair: str) -> tuple[int, int]:
    """Return the tie-breakers of a hand without a pair after its highest rank: the set of the other ranks, and a suit.

    Suits are counted from 1; 0 stands for a hand in which they do not matter.
    """
    kickers = 0 if no_pair == "top_card_then_suit" else other_ranks
    if no_pair == "ranks_then_split" or highest < 0:
        return kickers, 0
    return kickers, 4 if code >= _WILD else max(suit + 1 for suit in range(4) if code >> highest + 13 * suit & 1)


def kickers_beside_body(cards: Cards, kickers: int, short_hands: str) -> int:
    """Return the kickers of a hand with a pair or more; 0 for fewer than five cards, if the house rules need five."""
    if short_hands == "kickers_need_five_cards" and len(cards) - cards.count(UNSEEN) < 5:
        return 0
    return kickers


def is_natural(cards: Cards, strength: tuple[int, ...], **house_rules: str) -> bool:
    """Tell whether a hand has the same value with no wild cards."""
    return rank_munk(cards, **house_rules).strength == strength  # type: ignore[arg-type]


def _poker_words(hand: RankedHand) -> str:
    """Return the name of a poker hand, with its wild cards."""
    hand_class, body, lower = hand.strength[:3]
    rank = RANKS[body] if hand_class != FLUSH else RANKS[next(_ranks_in(body))]
    match hand_class:
        case _ if body < 0:
            return "nothing seen"
        case 0 if hand.strength[4:5] > (0,):
            words = f"{singular(rank)} of {SUIT_NAMES[SUITS[hand.strength[4] - 1]]} high"
        case 0:
            words = f"{singular(rank)} high"
        case 1:
            words = f"the pair of {plural(rank)}"
        case 2:
            words = f"two pair, {plural(rank)} and {plural(RANKS[lower])}"
        case 3 | 7:
            words = f"{'three' if hand_class == THREE else 'four'} {plural(rank)}"
        case 4:
            words = f"the straight to {singular(rank)}"
        case 5 if body >> ACE > 1:
            words = f"the flush with {number_word(body >> ACE)} aces"
        case 5:
            words = f"the flush to {singular(rank)}"
        case 6:
            words = f"{plural(rank)} full of {plural(RANKS[lower])}"
        case 8 if body == ACE:
            words = "the royal flush"
        case 8:
            words = f"the straight flush to {singular(rank)}"
        case _:
            words = "the royal flush" if hand.order is GUNN_ORDER else f"five {plural(rank)}"
    return (
        f"{words}, the {_wild_words(hand, standing)}"
        if hand.wild and (standing := _cards_and_stand_ins(hand)[1])
        else words
    )


def _wild_words(hand: RankedHand, standing: Mapping[Card, int]) -> str:
    """Return the words for the wild cards, with their ranks in a straight, a flush or a full house."""
    if hand.strength[0] not in (STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH):
        return f"{join_words(standing)} wild"
    return join_words(f"{card} wild as {with_article(RANKS[rank])}" for card, rank in standing.items())


def _poker_cards(hand: RankedHand) -> Cards:
    return _cards_and_stand_ins(hand)[0]


def _ranks_of_hand(hand: RankedHand) -> list[int]:
    """Return the ranks of the five cards that a hand counts as."""
    hand_class, body, lower, kickers = hand.strength[:4]
    match hand_class:
        case 5:
            return list(_ranks_in(body))
        case 4 | 8:
            # A rank below the two is the ace.
            return [rank if rank >= 0 else ACE for rank in range(body, body - 5, -1)]
        case 9 if hand.order is GUNN_ORDER:
            return list(range(ACE, ACE - 5, -1))
        case _:
            counts = {0: (1, 0), 1: (2, 0), 2: (2, 2), 3: (3, 0), 6: (3, 2), 7: (4, 0), 9: (5, 0)}[hand_class]
            return [body] * counts[0] + [lower] * counts[1] + list(_ranks_in(kickers))


def _cards_and_stand_ins(hand: RankedHand) -> tuple[Cards, Mapping[Card, int]]:
    """Return the cards of a hand, and the rank of each wild card that stands for another card."""
    seen_cards = [card for card in dict.fromkeys(hand.source_cards) if card is not UNSEEN]
    wild = [card for card in seen_cards if card in hand.wild] if hand.wild else []
    natural = [card for card in seen_cards if card not in hand.wild] if wild else seen_cards
    hand_class = hand.strength[0]
    if hand_class == NO_PAIR and natural:
        return tuple(sorted(natural, key=card_height, reverse=True)[:5]), {}
    places = _ranks_of_hand(hand)
    if hand_class not in (FLUSH, STRAIGHT_FLUSH) and (hand_class != HIGHEST or hand.order is MUNK_ORDER):
        return _fill_ranks(places, natural, wild) or ((), {})
    # Cards of other suits do not count, unless they are wild.
    for suit in SUITS:
        suited = [card for card in natural if card.suit == suit]
        if len(suited) + len(wild) >= 5 and (cards_and_ranks := _fill_ranks(places, suited, wild, suit)):
            return cards_and_ranks
    return (), {}


def _fill_ranks(
    places: list[int], natural: list[Card], wild: list[Card], suit: str = ""
) -> tuple[Cards, Mapping[Card, int]] | None:
    """Return a card for each rank in `places`, with the rank of each wild card; None if cards are missing."""
    cards_by_rank: dict[int, list[Card]] = {}
    # Cards are taken from the end: a wild card comes last, and counts as printed where its rank is needed.
    for card in wild:
        if not suit or card.suit == suit:
            cards_by_rank.setdefault(RANK_OF[card.rank], []).append(card)
    for card in natural:
        cards_by_rank.setdefault(RANK_OF[card.rank], []).append(card)
    chosen_cards = [cards_by_rank[rank].pop() if cards_by_rank.get(rank) else None for rank in places]
    missing_ranks = [rank for rank, card in zip(places, chosen_cards, strict=True) if card is None]
    spare_wilds = [card for card in wild if card not in chosen_cards]
    if len(missing_ranks) > len(spare_wilds):
        return None
    standing = dict(zip(spare_wilds, missing_ranks, strict=False))
    stand_ins = iter(standing)
    return tuple(card or next(stand_ins) for card in chosen_cards), standing


def _poker_differs(first: RankedHand, second: RankedHand, place: int) -> tuple[DecidingDifference, str, str]:
    """Return the deciding difference between two poker hands, and its words in each of them."""
    our_part, their_part = first.strength[place], second.strength[place]
    hand_class, body = first.strength[:2]
    if place == 0:
        names = GUNN_CLASSES if first.order is GUNN_ORDER else MUNK_CLASSES
        return DecidingDifference.CLASS, f"{names[our_part]} is", names[their_part]
    if place == 3:
        shared_ranks, first_words, second_words = _first_apart(our_part, their_part)
        if first_words and second_words:
            head = [RANKS[body]] if hand_class == NO_PAIR else []
            return (
                DecidingDifference.KICKER,
                _difference_phrase(head + shared_ranks, first_words, "" if hand_class == NO_PAIR else "kicker"),
                second_words,
            )
        first_text = f"a hand with a kicker ({first_words}) is" if first_words else "a hand without a kicker is"
        return (
            DecidingDifference.KICKER,
            first_text,
            f"one with a kicker ({second_words})" if second_words else "one without",
        )
    if hand_class == FLUSH and place == 1:
        shared_ranks, first_words, second_words = _first_apart(our_part, their_part)
        return DecidingDifference.RANK, _difference_phrase(shared_ranks, first_words), second_words
    if place < 3:
        is_single_rank = hand_class in (NO_PAIR, STRAIGHT, STRAIGHT_FLUSH)
        first_words, second_words = (
            (singular if is_single_rank else plural)(RANKS[rank]) if rank >= 0 else ""
            for rank in (our_part, their_part)
        )
        return (
            DecidingDifference.RANK,
            f"{first_words or 'no card'} {'is' if is_single_rank else 'are'}",
            second_words or "no card",
        )
    if place == 4:
        return DecidingDifference.SUIT, f"{SUIT_NAMES[SUITS[our_part - 1]]} are", SUIT_NAMES[SUITS[their_part - 1]]
    first_words, second_words = ("a natural hand", "one with wild cards")[:: 1 if our_part else -1]
    return DecidingDifference.WILD, f"{first_words} is", second_words


def _first_apart(first: int, second: int) -> tuple[list[str], str, str]:
    """Return the names of the highest ranks that two sets share, and the first differing rank of each.

    The rank is empty for a set without further ranks.
    """
    pairs = [*zip((*_ranks_in(first), -1), (*_ranks_in(second), -1), strict=False)]
    index = next(index for index, (first_rank, second_rank) in enumerate(pairs) if first_rank != second_rank)
    first_rank, second_rank = (singular(RANKS[rank]) if rank >= 0 else "" for rank in pairs[index])
    return [RANKS[rank] for rank, _ in pairs[:index]], first_rank, second_rank


def _difference_phrase(shared_ranks: list[str], rank_words: str, kind: str = "") -> str:
    """Return the words for the deciding card, after those for the `shared_ranks` of both hands."""
    if not shared_ranks:
        return f"the {kind} {rank_words} is" if kind else f"{rank_words} is"
    kinds = f"the {kind}{'s' * (len(shared_ranks) > 1)} " if kind else ""
    shared_words = (
        join_words(map(singular, shared_ranks)) if kind or len(shared_ranks) > 1 else with_article(*shared_ranks)
    )
    return f"both have {kinds}{shared_words}, and then {rank_words} is"


GUNN_ORDER: Final = HandOrder(_poker_words, _poker_cards, _poker_differs, cards_explain_ties=True)
MUNK_ORDER: Final = HandOrder(_poker_words, _poker_cards, _poker_differs, cards_explain_ties=True)
