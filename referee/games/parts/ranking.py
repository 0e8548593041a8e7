"""What cards make and which is higher: poker after Munk and after Gunn, single cards, jewels, and closest to 21.

Each order is its own, as its source text has it. All answer with a `Ranked`, and `compared` tells two of one order
apart. Cards not yet seen add nothing, so that what is seen gives the least that a hand can be.

A set of ranks is kept as a number with a bit for each rank, the two lowest: then the higher number is the higher set,
the first difference from above decides, and a card that is there beats one that is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from referee.cards import FRENCH, UNSEEN, Card
from referee.cards.words import SUIT_NAMES, listed, number, plural, singular
from referee.rules import Cards

RANKS: Final = "23456789TJQKA"
SUITS: Final = "DCHS"
RANK_OF: Final = {rank: at for at, rank in enumerate(RANKS)}
SUIT_OF: Final = {suit: at for at, suit in enumerate(SUITS)}
ACE: Final = RANK_OF["A"]

NO_PAIR, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, HIGHEST = range(10)
# What is highest is five of a kind after Munk, where a royal flush is one straight flush among others.
_CLASSES: Final = (
    "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip
GUNN_CLASSES: Final = ("high card", *_CLASSES, "a royal flush")
MUNK_CLASSES: Final = ("no pair", *_CLASSES, "five of a kind")


class Decided(StrEnum):
    """What tells two hands apart."""

    CLASS = "class"
    RANK = "rank"
    KICKER = "kicker"
    SUIT = "suit"
    WILD = "wild"
    POINTS = "points"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Order:
    """One way of ranking: how it names a hand, which cards it says make it, and in what words two hands differ.

    `differs` is asked of two hands and the place of the first difference between their strengths; it answers with what
    decides, and what is said of each hand: "kings are", "queens".
    """

    words: Callable[[Ranked], str]
    cards: Callable[[Ranked], Cards]
    differs: Callable[[Ranked, Ranked, int], tuple[Decided, str, str]]


@dataclass(slots=True)
class Ranked:
    """What cards make: of two in one order the higher `strength` is the higher hand, and equal ones tie.

    `given` are all the cards that were looked at, and `wild` which cards stand for any other.
    """

    strength: tuple[int, ...]
    order: Order
    given: Cards
    wild: Set[Card] = frozenset()

    @property
    def words(self) -> str:
        """The hand as a player would say it: ``kings full of nines, the 3H wild``."""
        return self.order.words(self)

    @property
    def cards(self) -> Cards:
        """The cards that make it, five at most in poker, those that count first in front."""
        return self.order.cards(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one hand stands to another: 1 higher, 0 equal, -1 lower; what decided, and that in words."""

    result: int
    by: Decided
    why: str


def compared(ours: Ranked, theirs: Ranked) -> Comparison:
    """Compare two hands of one order."""
    if ours.strength == theirs.strength:
        return Comparison(0, Decided.NOTHING, "they are equal")
    by, one, other = ours.order.differs(ours, theirs, first_apart(ours, theirs))
    if ours.strength > theirs.strength:
        return Comparison(1, by, f"{one} above {other}")
    return Comparison(-1, by, f"{one} below {other}")


def first_apart(ours: Ranked, theirs: Ranked) -> int:
    """Return the place of the first difference between two strengths, -1 where one of them only goes on."""
    pairs = enumerate(zip(ours.strength, theirs.strength, strict=False))
    return next((at for at, (one, other) in pairs if one != other), -1)


# -- Poker: the cards as numbers ----------------------------------------------------------------------------

_EVERY: Final = (1 << 13) - 1
_WILD: Final = 1 << 52
# Five consecutive ranks and the highest of them, the best first; the ace stands below the two as well.
_RUNS: Final = tuple((31 << low, low + 3) for low in range(9, -1, -1))
_SHIFTS: Final = {suit: 13 * SUIT_OF[suit] for suit in SUITS}


@cache
def _codes(wild: Set[Card]) -> dict[Card, int]:
    """Return a number for each card such that the sum of a hand's tells its ranks suit by suit, and its wild cards."""
    codes = {card: 1 << (RANK_OF[card.rank] + _SHIFTS[card.suit]) for card in FRENCH.cards}
    return {**codes, **dict.fromkeys(wild, _WILD), UNSEEN: 0}


def _highest(ranks: int, count: int) -> int:
    """Return so many of the highest of some ranks."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def _ranks_in(ranks: int) -> Iterator[int]:
    """Yield the ranks of a set, the highest first; more aces than one where they are counted."""
    yield from [ACE] * (ranks >> ACE)
    yield from (rank for rank in range(ACE - 1, -1, -1) if ranks >> rank & 1)


def _run(ranks: int, wilds: int) -> int:
    """Return the top of the highest straight that some ranks and wild cards make, 0 when there is none."""
    with_low_ace = ranks << 1 | ranks >> ACE
    if not wilds:
        starts = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4
        return starts.bit_length() + 2 if starts else 0
    if ranks.bit_count() + wilds < 5:
        return 0
    return next((top for run, top in _RUNS if (with_low_ace & run).bit_count() + wilds >= 5), 0)


def _flush(suited: int, wilds: int, *, double_ace: bool) -> int:
    """Return the highest five of one suit, wild cards being the highest it lacks, or each another ace."""
    suited = _highest(suited, 5 - wilds)
    if double_ace:
        return suited + (wilds << ACE)
    for _ in range(wilds):
        suited |= 1 << (~suited & _EVERY).bit_length() - 1
    return suited


def _poker(code: int, *, double_ace: bool = False) -> tuple[int, int, int, int]:
    """Return the best class that cards make, what its body is made of (two numbers), and the kickers.

    Wild cards are counted, never tried out: so many alike are made of so many fewer.
    """
    wilds = code >> 52
    first, second, third, fourth = code & _EVERY, code >> 13 & _EVERY, code >> 26 & _EVERY, code >> 39 & _EVERY
    either, both = first | second, first & second
    other, others = third | fourth, third & fourth
    one = either | other
    two = both | others | either & other
    three = both & other | others & either
    # The ranks of which there are that many cards; no card of a rank is needed where wild cards are enough.
    alike = (_EVERY, one, two, three, both & others)

    if wilds and (five := alike[5 - wilds if wilds < 5 else 0]):
        return HIGHEST, five.bit_length() - 1, 0, 0
    suits = [suit for suit in (first, second, third, fourth) if suit.bit_count() + wilds >= 5]
    if suits and (top := max([_run(suit, wilds) for suit in suits])):
        return STRAIGHT_FLUSH, top, 0, 0
    if four := alike[4 - wilds if wilds < 4 else 0]:
        rank = four.bit_length() - 1
        return FOUR, rank, 0, _highest(one & ~(1 << rank), 1)
    # A wild card besides three of a rank, or two besides a pair, would have made four.
    if wilds < 2 and (threes := alike[3 - wilds]):
        rank = threes.bit_length() - 1
        if pairs := two & ~(1 << rank):
            return FULL_HOUSE, rank, pairs.bit_length() - 1, 0
    if suits:
        return FLUSH, max([_flush(suit, wilds, double_ace=double_ace) for suit in suits]), 0, 0
    if top := _run(one, wilds):
        return STRAIGHT, top, 0, 0
    if threes := alike[3 - wilds if wilds < 3 else 0]:
        rank = threes.bit_length() - 1
        return THREE, rank, 0, _highest(one & ~(1 << rank), 2)
    if pairs := alike[2 - wilds if wilds < 2 else 0]:
        rank = pairs.bit_length() - 1
        if lower := two & ~(1 << rank):
            second_rank = lower.bit_length() - 1
            return TWO_PAIR, rank, second_rank, _highest(one & ~(1 << rank | 1 << second_rank), 1)
        return PAIR, rank, 0, _highest(one & ~(1 << rank), 3)
    if wilds:
        return NO_PAIR, ACE, 0, 0
    rank = one.bit_length() - 1
    return (NO_PAIR, rank, 0, _highest(one & ~(1 << rank), 4)) if one else (NO_PAIR, -1, 0, 0)


# -- Poker after Gunn and after Munk ------------------------------------------------------------------------


def gunn(cards: Iterable[Card]) -> Ranked:
    """Rank the best five of some cards as Gunn does: the body, then the kickers from above; never by suits."""
    given = tuple(cards)
    codes = _codes(frozenset())
    found = _poker(sum([codes[card] for card in {*given}]))
    if found[0] == STRAIGHT_FLUSH and found[1] == ACE:
        found = (HIGHEST, ACE, 0, 0)
    return Ranked(found, GUNN, given)


def munk(
    cards: Iterable[Card],
    wild: Set[Card] = frozenset(),
    *,
    no_pair: str = "top_card_then_suit",
    short_hands: str = "present_kicker_beats_missing",
    double_ace_flush: bool = False,
    natural_beats_wild: bool = False,
) -> Ranked:
    """Rank the best five of some cards as Munk does, with cards that are `wild`; fewer than five are a hand too.

    Without a pair the one highest card counts, by rank and then by suit; with `no_pair` as `ranks_then_suit` all ranks
    come before the suit of the highest, and with `ranks_then_split` no suit decides. A wild card alone is the ace of
    spades. With `short_hands` as `kickers_need_five_cards` those beside a pair or more count only where there are five.
    With `double_ace_flush` a wild card is an ace in a flush that has one already. With `natural_beats_wild` a hand in
    which every card is what it is printed beats an equal one.
    """
    given = tuple(cards)
    codes = _codes(wild)
    code = sum([codes[card] for card in {*given}])
    made, body, lower, kickers = _poker(code, double_ace=double_ace_flush)
    suit = 0
    if made == NO_PAIR:
        if no_pair == "top_card_then_suit":
            kickers = 0
        if no_pair != "ranks_then_split" and body >= 0:
            # Counted from one, so that none is a hand in which suits do not matter.
            suit = 4 if code >= _WILD else max(at + 1 for at in range(4) if code >> body + 13 * at & 1)
    elif short_hands != "present_kicker_beats_missing" and len(given) - given.count(UNSEEN) < 5:
        kickers = 0
    strength: tuple[int, ...] = (made, body, lower, kickers, suit)
    if natural_beats_wild:
        natural = code < _WILD or munk(given, no_pair=no_pair, short_hands=short_hands).strength == strength
        strength = (*strength, int(natural))
    return Ranked(strength, MUNK, given, wild)


def _poker_words(hand: Ranked) -> str:
    """Name a poker hand, and which of its cards are wild."""
    made, body, lower = hand.strength[:3]
    rank = RANKS[body] if made != FLUSH else RANKS[next(_ranks_in(body))]
    match made:
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
            words = f"{'three' if made == THREE else 'four'} {plural(rank)}"
        case 4:
            words = f"the straight to {singular(rank)}"
        case 5 if body >> ACE > 1:
            words = f"the flush with {number(body >> ACE)} aces"
        case 5:
            words = f"the flush to {singular(rank)}"
        case 6:
            words = f"{plural(rank)} full of {plural(RANKS[lower])}"
        case 8 if body == ACE:
            words = "the royal flush"
        case 8:
            words = f"the straight flush to {singular(rank)}"
        case _:
            words = "the royal flush" if hand.order is GUNN else f"five {plural(rank)}"
    return f"{words}, the {listed(standing)} wild" if hand.wild and (standing := _filled(hand)[1]) else words


def _poker_cards(hand: Ranked) -> Cards:
    return _filled(hand)[0]


def _places(hand: Ranked) -> list[int]:
    """Return the ranks of the five cards that a hand counts as."""
    made, body, lower, kickers = hand.strength[:4]
    match made:
        case 5:
            return list(_ranks_in(body))
        case 4 | 8:
            # The ace below the two is the ace all the same.
            return [rank if rank >= 0 else ACE for rank in range(body, body - 5, -1)]
        case 9 if hand.order is GUNN:
            return list(range(ACE, ACE - 5, -1))
        case _:
            heads = {0: (1, 0), 1: (2, 0), 2: (2, 2), 3: (3, 0), 6: (3, 2), 7: (4, 0), 9: (5, 0)}[made]
            return [body] * heads[0] + [lower] * heads[1] + list(_ranks_in(kickers))


def _filled(hand: Ranked) -> tuple[Cards, Cards]:
    """Return the cards that make a hand, and those of them that stand for another card."""
    given = [card for card in dict.fromkeys(hand.given) if card is not UNSEEN]
    wild = [card for card in given if card in hand.wild] if hand.wild else []
    natural = [card for card in given if card not in hand.wild] if wild else given
    made = hand.strength[0]
    if made == NO_PAIR and natural:
        return tuple(sorted(natural, key=height, reverse=True)[:5]), ()
    places = _places(hand)
    if made not in (FLUSH, STRAIGHT_FLUSH) and (made != HIGHEST or hand.order is MUNK):
        return _fill(places, natural, wild) or ((), ())
    # Cards of other suits are as good as not there, but for wild ones.
    for suit in SUITS:
        suited = [card for card in natural if card.suit == suit]
        if len(suited) + len(wild) >= 5 and (filled := _fill(places, suited, wild, suit)):
            return filled
    return (), ()


def _fill(places: list[int], natural: list[Card], wild: list[Card], suit: str = "") -> tuple[Cards, Cards] | None:
    """Fill each place with a card of its rank, and what is left with wild cards; None where they do not suffice."""
    left: dict[int, list[Card]] = {}
    # What is taken first stands last: a wild card is what is printed on it where that is wanted.
    for card in wild:
        if not suit or card.suit == suit:
            left.setdefault(RANK_OF[card.rank], []).append(card)
    for card in natural:
        left.setdefault(RANK_OF[card.rank], []).append(card)
    chosen = [left[rank].pop() if left.get(rank) else None for rank in places]
    missing = chosen.count(None)
    if not missing:
        return tuple(card for card in chosen if card), ()
    spare = [card for card in wild if card not in chosen]
    if missing > len(spare):
        return None
    standing = iter(spare)
    return tuple(card or next(standing) for card in chosen), tuple(spare[:missing])


def _poker_differs(ours: Ranked, theirs: Ranked, place: int) -> tuple[Decided, str, str]:
    """Tell what decides between two poker hands, and that of each."""
    one, other = ours.strength[place], theirs.strength[place]
    made = ours.strength[0]
    if place == 0:
        names = GUNN_CLASSES if ours.order is GUNN else MUNK_CLASSES
        return Decided.CLASS, f"{names[one]} is", names[other]
    if place == 3:
        mine, yours = _first_apart(one, other)
        return Decided.KICKER, f"the kicker {mine} is" if mine else "no kicker is", yours or "none"
    if made == FLUSH and place == 1:
        mine, yours = _first_apart(one, other)
        return Decided.RANK, f"{mine} is", yours
    if place < 3:
        single = made in (NO_PAIR, STRAIGHT, STRAIGHT_FLUSH)
        mine, yours = ((singular if single else plural)(RANKS[rank]) if rank >= 0 else "" for rank in (one, other))
        return Decided.RANK, f"{mine or 'no card'} {'is' if single else 'are'}", yours or "no card"
    if place == 4:
        return Decided.SUIT, f"{SUIT_NAMES[SUITS[one - 1]]} are", SUIT_NAMES[SUITS[other - 1]]
    mine, yours = ("a natural hand", "one with wild cards")[:: 1 if one else -1]
    return Decided.WILD, f"{mine} is", yours


def _first_apart(one: int, other: int) -> tuple[str, str]:
    """Return the first ranks, from above, in which two sets differ; nothing where one has run out."""
    pairs = zip((*_ranks_in(one), -1), (*_ranks_in(other), -1), strict=False)
    ours, theirs = next(pair for pair in pairs if pair[0] != pair[1])
    return singular(RANKS[ours]) if ours >= 0 else "", singular(RANKS[theirs]) if theirs >= 0 else ""


GUNN: Final = Order(_poker_words, _poker_cards, _poker_differs)
MUNK: Final = Order(_poker_words, _poker_cards, _poker_differs)


# -- Single cards, jewels, and twenty-one -------------------------------------------------------------------


def single_card(cards: Iterable[Card]) -> Ranked:
    """Rank some cards by the highest of them: from the ace to the two, then spades, hearts, clubs, diamonds."""
    given = tuple(cards)
    return Ranked(max((height(card) for card in given if card is not UNSEEN), default=()), SINGLE, given)


def jewels(cards: Iterable[Card], special: Set[Card]) -> Ranked:
    """Rank some cards by the highest, then the next, and so on: `special` ones are equal and above every other.

    Where no hand has a special card, no two have the same highest card, and so the first decides.
    """
    given = tuple(cards)
    heights = sorted([(13, 0) if card in special else height(card) for card in given if card is not UNSEEN])
    return Ranked(tuple([part for height in reversed(heights) for part in height]), JEWELS, given, special)


def closest_to_21(cards: Iterable[Card], trump: Set[Card] = frozenset()) -> Ranked:
    """Rank all of some cards by their points: the nearer to 21 the higher, and past it bust, which all are equally.

    Aces are 1 or 11, faces 10. A hand with all the cards of a `trump` is above every other.
    """
    given = tuple(cards)
    if trump and trump <= set(given):
        return Ranked((2,), POINTS, given, trump)
    points = points_of(given)
    return Ranked((1, points) if points <= 21 else (0,), POINTS, given)


def points_of(cards: Cards) -> int:
    """Return the best points of some cards: one ace is 11 where that does not bust."""
    points = sum([_POINTS[card.rank] for card in cards])
    aces = any(card.rank == "A" for card in cards)
    return points + 10 if aces and points <= 11 else points


_POINTS: Final = {"??": 0, "A": 1, **{rank: min(at + 2, 10) for rank, at in RANK_OF.items() if rank != "A"}}


def height(card: Card) -> tuple[int, int]:
    """Return the place of a card among single cards: its rank, and then its suit."""
    return RANK_OF[card.rank], SUIT_OF[card.suit]


def _in_order(hand: Ranked) -> Cards:
    """Return the cards of a hand, the highest first."""
    seen = [card for card in hand.given if card is not UNSEEN]
    return tuple(sorted(seen, key=lambda card: (13, 0) if card in hand.wild else height(card), reverse=True))


def _the_card(card: Card) -> str:
    return f"the {singular(card.rank)} of {SUIT_NAMES[card.suit]}"


def _single_words(hand: Ranked) -> str:
    return _the_card(_in_order(hand)[0]) if hand.strength else "nothing seen"


def _jewel_words(hand: Ranked) -> str:
    """Name the special cards, and the highest of the others, which counts next."""
    special = hand.strength[::2].count(13)
    others = _in_order(hand)[special:]
    if not special:
        return _single_words(hand)
    named = _in_order(hand)[:special]
    words = f"{number(special)} {named[0]}" if len({*named}) < special else listed(named)
    return f"{words} with {_the_card(others[0])}" if others else words


def _heights_differ(ours: Ranked, theirs: Ranked, place: int) -> tuple[Decided, str, str]:
    """Tell which rank or suit decides, of the highest card or of one after it."""
    if place < 0:
        more = len(ours.strength) > len(theirs.strength)
        return Decided.KICKER, "a card more is" if more else "no card is", "none" if more else "a card more"
    one, other = ours.strength[place], theirs.strength[place]
    if place % 2:
        return Decided.SUIT, f"{SUIT_NAMES[SUITS[one]]} are", SUIT_NAMES[SUITS[other]]
    if 13 in (one, other):
        mine, yours = (str(_in_order(hand)[place // 2]) for hand in (ours, theirs))
        return Decided.CLASS, f"{mine} is", yours
    mine, yours = singular(RANKS[one]), singular(RANKS[other])
    return (Decided.KICKER, f"the next card, {mine}, is", yours) if place else (Decided.RANK, f"{mine} is", yours)


def _points_words(hand: Ranked) -> str:
    if hand.strength[0] == 2:
        return listed(card for card in hand.given if card in hand.wild)
    points = points_of(hand.given)
    return f"{points} (bust)" if points > 21 else str(points)


def _points_differ(ours: Ranked, theirs: Ranked, place: int) -> tuple[Decided, str, str]:
    by = Decided.POINTS if place else Decided.CLASS
    verb = "are" if ours.strength[0] == 2 else "is"
    return by, f"{_points_words(ours)} {verb}", _points_words(theirs)


SINGLE: Final = Order(_single_words, lambda hand: _in_order(hand)[:1], _heights_differ)
JEWELS: Final = Order(_jewel_words, _in_order, _heights_differ)
POINTS: Final = Order(_points_words, lambda hand: hand.given, _points_differ)
