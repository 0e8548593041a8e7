"""The cards and combinations of Big Two, from low to high: chapters 1 and 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from typing import Any, Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import SUIT_NAMES, plural, singular
from referee.games.big_two.table import BigTwoOptions, BigTwoTable, book
from referee.games.parts.acts import Play
from referee.games.parts.climbing.clauses import Refusal, explain_lead
from referee.games.parts.one_pack import judge_cards_in_hand, one_place
from referee.rules import (
    STOCK,
    Answer,
    Cards,
    Clause,
    Holds,
    HoldsOnly,
    Move,
    Shows,
    Statement,
    finding,
    frozen,
    objection,
    replace,
)

RANKS: Final = "3456789TJQKA2"
SUITS: Final = {"3D": "DCHS", "3C": "CDHS"}
"""The suits from low to high, by the lowest card."""
RANK_OF: Final = {rank: index for index, rank in enumerate(RANKS)}
SUIT_OF: Final = {lowest: {suit: index for index, suit in enumerate(suits)} for lowest, suits in SUITS.items()}
LINEAR_RUNS: Final = tuple(RANKS[low : low + 5] for low in range(len(RANKS) - 4))
RUNS: Final = {
    "linear": LINEAR_RUNS,
    "plus_low": ("A2345", "23456", *LINEAR_RUNS),
    "poker": ("A2345", "23456", *LINEAR_RUNS[:-1]),
    "2_to_6_highest": ("A2345", *LINEAR_RUNS[:-1], "34562"),
}
"""The straights from low to high, each with the card last that decides between two of them."""


def opening_cards(table: BigTwoTable) -> Cards:
    """Return the threes from low to high. The lowest three in play opens the hand."""
    return tuple(Card("3", suit) for suit in SUITS[table.options.lowest_card])


@frozen
class BigTwoCombination:
    """Cards that may be played together, the clause that allows them, and their name.

    Within a class, `value` decides from left to right, and a higher number wins. `names` has a word for each number.
    """

    clause: Clause[Any]
    value: tuple[int, ...]
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    words: str

    @property
    def rank(self) -> int:
        """The index of its class among the five-card combinations; 0 for one to three cards."""
        return CLASSES.index(self.clause) if self.clause in CLASSES else 0

    @property
    def strength(self) -> tuple[int, tuple[int, ...]]:
        """The value for comparing two plays with the same number of cards."""
        return self.rank, self.value


book.section("1", "The cards")


@book.clause("1.1")
def height(card: Card, options: BigTwoOptions) -> tuple[int, int]:
    """The two is the highest rank, then ace, king, and so on down to three. The rank counts first. Between equal ranks
    the suit decides: spades are highest, then hearts, clubs and diamonds.
    lowest_card=3C: The two is the highest rank, then ace, king, and so on down to three. The rank counts first. Between
        equal ranks the suit decides: spades are highest, then hearts, diamonds and clubs.
    """
    return RANK_OF[card.rank], SUIT_OF[options.lowest_card][card.suit]


def height_key(options: BigTwoOptions) -> Callable[[Card], tuple[int, int]]:
    """Return the sort key for cards, from low to high."""
    return partial(height.test, options=options)


@book.clause("1.2", Holds, HoldsOnly, Shows, scorer_only=True)
def one_of_each(table: BigTwoTable, act: Statement) -> Answer | None:
    """There is one of each card. No card is in two places, and no hand is larger than it was dealt."""
    return one_place(with_card_left_over(table, act), act)


@book.clause("1.3", Play, after="4.3", scorer_only=True)
def holds_what_is_played(table: BigTwoTable, act: Play) -> Answer | None:
    """A play must come from the player's hand: no card that was played or shown elsewhere, and no more cards than the
    hand has.
    """
    return judge_cards_in_hand(with_card_left_over(table, act), act, act.cards)


def gets_card_left_over(table: BigTwoTable, act: Play | Statement) -> bool:
    """Tell whether an act shows that the player holds the lowest card, and therefore got the card left over."""
    to_holder = table.options.remainder_3p == "to_3D_holder"
    return to_holder and opening_cards(table)[0] in act.cards and table.knowledge.stock == 1


def with_card_left_over(table: BigTwoTable, act: Play | Statement) -> BigTwoTable:
    """Return the table with the card left over added to the hand that got it. The hand of the lowest card gets it."""
    if not gets_card_left_over(table, act):
        return table
    return replace(table, knowledge=table.knowledge.move(Move((UNSEEN,), STOCK, act.seat)))


book.section("5", "The combinations, from low to high")


def make_by_card(
    clause: Clause[Any], top: Card, cards: tuple[Card, ...], words: str, options: BigTwoOptions
) -> BigTwoCombination:
    """Return a combination that is compared by one card: its rank, then its suit."""
    names = (singular(top.rank), f"the {singular(top.rank)} of {SUIT_NAMES[top.suit]}")
    return BigTwoCombination(clause, height.test(top, options), names, cards, words)


def make_by_rank(clause: Clause[Any], rank: str, cards: tuple[Card, ...], words: str) -> BigTwoCombination:
    """Return a combination that is compared by the rank of its largest group."""
    return BigTwoCombination(clause, (RANK_OF[rank],), (singular(rank),), cards, words)


def highest_card(cards: Iterable[Card], options: BigTwoOptions) -> Card:
    """Return the highest of `cards`."""
    return max(cards, key=height_key(options))


@book.clause("5.1")
def single(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination:
    """A single card may be played alone."""
    return make_by_card(single, cards[0], cards, str(cards[0]), options)


@book.clause("5.2")
def pair(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | None:
    """A pair is two cards of one rank. Its higher card decides: 6D 6S beats 6C 6H."""
    if cards[0].rank != cards[1].rank:
        return None
    return make_by_card(pair, highest_card(cards, options), cards, f"the pair of {plural(cards[0].rank)}", options)


@book.clause("5.3")
def triple(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | None:
    """Three of a kind is three cards of one rank. Its highest card decides."""
    if len({card.rank for card in cards}) != 1:
        return None
    return make_by_card(
        triple, highest_card(cards, options), cards, f"the three of a kind {write_cards(cards)}", options
    )


@book.clause("5.4", source="004", interpretation="CDD-A5")
def two_pair(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | Refusal | None:
    """Two pairs and any fifth card are the lowest five-card combination. The higher pair decides: its rank, then its
    higher suit.
    two_pair_play=false: Two pairs and a fifth card may not be played.
    """
    pairs = ranks_with_count(cards, 2)
    if len(pairs) != 2:
        return None
    if not options.two_pair_play:
        return Refusal("5.4", f"{write_cards(cards)} is two pairs and a fifth card.")
    higher_pair = max(pairs, key=RANKS.index)
    top = highest_card((card for card in cards if card.rank == higher_pair), options)
    return make_by_card(two_pair, top, cards, f"the two-pair combination {write_cards(cards)}", options)


@book.clause("5.5", source="004", interpretation="CDD-A1")
def straight(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | Refusal | None:
    """A straight is five cards in sequence, from 3-4-5-6-7 to J-Q-K-A-2. A two may only be its highest card. The
    highest card decides.
    straights=plus_low: A straight is five cards in sequence. The highest card decides: A-2-3-4-5 is lowest (by its
        five), then 2-3-4-5-6 (by its six), and J-Q-K-A-2 is highest.
    straights=poker: A straight is five cards in sequence. The highest card decides: A-2-3-4-5 is lowest (by its five),
        and 10-J-Q-K-A is highest. A two is never the high card of a straight.
    straights=2_to_6_highest: A straight is five cards in sequence. 2-3-4-5-6 is highest (by its two), then 10-J-Q-K-A
        and so on down; A-2-3-4-5 is lowest (by its five). J-Q-K-A-2 is no straight.
    """
    ranks = frozenset(card.rank for card in cards)
    position = _straight_places(options.straights).get(ranks)
    if position is None:
        if any(ranks in _straight_places(rule) for rule in RUNS):
            rule_on_twos = "may only be its highest card" if options.straights == "linear" else "does not follow an ace"
            return Refusal("5.5", f"{write_cards(cards)} is no straight: a two {rule_on_twos}.")
        round_the_end = ranks in _WRAPAROUND_RANKS
        return Refusal("5.5", f"{write_cards(cards)} is no straight: it goes round the end.") if round_the_end else None
    top = next(card for card in cards if card.rank == RUNS[options.straights][position][-1])
    result = make_by_card(straight, top, cards, f"the straight {write_cards(cards)}", options)
    return replace(result, value=(position, SUIT_OF[options.lowest_card][top.suit]))


# Ranks that would be consecutive if the lowest followed the highest.
_WRAPAROUND_RANKS: Final = {frozenset((RANKS * 2)[start : start + 5]) for start in range(len(RANKS))}


@book.clause("5.6", source="004", interpretation="CDD-A6")
def flush(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | None:
    """A flush is five cards of one suit. Its highest card decides: the rank, then the suit.
    flush_compare=suit_first: A flush is five cards of one suit. The higher suit decides, then the ranks from the
        highest down.
    flush_compare=all_cards: A flush is five cards of one suit. The ranks decide from the highest down, then the suit.
    """
    if len({card.suit for card in cards}) != 1:
        return None
    words = f"the flush {write_cards(cards)}"
    if options.flush_compare == "top_card":
        return make_by_card(flush, highest_card(cards, options), cards, words, options)
    ranks = sorted((RANK_OF[card.rank] for card in cards), reverse=True)
    names = [singular(RANKS[rank]) for rank in ranks]
    suit = cards[0].suit
    height_of_suit = SUIT_OF[options.lowest_card][suit]
    if options.flush_compare == "suit_first":
        return BigTwoCombination(flush, (height_of_suit, *ranks), (SUIT_NAMES[suit], *names), cards, words)
    return BigTwoCombination(flush, (*ranks, height_of_suit), (*names, SUIT_NAMES[suit]), cards, words)


@book.clause("5.7")
def full_house(cards: tuple[Card, ...]) -> BigTwoCombination | None:
    """A full house is three cards of one rank and two of another. The rank of the three decides."""
    threes = ranks_with_count(cards, 3)
    if not threes or not ranks_with_count(cards, 2):
        return None
    return make_by_rank(full_house, threes[0], cards, f"the full house {write_cards(cards)}")


@book.clause("5.8")
def four_of_a_kind(cards: tuple[Card, ...]) -> BigTwoCombination | None:
    """Four of a kind is four cards of one rank and any fifth card. The rank of the four decides."""
    fours = ranks_with_count(cards, 4)
    if not fours:
        return None
    return make_by_rank(four_of_a_kind, fours[0], cards, f"the four of a kind {write_cards(cards)}")


@book.clause("5.9")
def straight_flush(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | None:
    """A straight flush is a straight of one suit. Its highest card decides."""
    run = straight(cards, options)
    if not isinstance(run, BigTwoCombination) or not flush(cards, options):
        return None
    return replace(run, clause=straight_flush, words=f"the straight flush {write_cards(cards)}")


@book.clause("5.10", source="004", interpretation="CDD-A2")
def royal_flush(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | None:
    """A royal flush is 10-J-Q-K-A of one suit. It beats every straight flush. Between two of them the suit decides.
    royal=none: 10-J-Q-K-A of one suit is a straight flush like any other.
    """
    if options.royal == "none" or {card.rank for card in cards} != set("TJQKA") or not flush(cards, options):
        return None
    suit = cards[0].suit
    value, names = (SUIT_OF[options.lowest_card][suit],), (SUIT_NAMES[suit],)
    return BigTwoCombination(royal_flush, value, names, cards, f"the royal flush {write_cards(cards)}")


@book.clause("5.12", source="004", interpretation="CDD-A10")
def classify_five(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | Refusal:
    """A five-card combination beats every one of a lower class, whatever its cards. Five cards count as the highest
    class that they make.
    """
    refusals = []
    for classify in (royal_flush, straight_flush, four_of_a_kind, full_house, flush, straight, two_pair):
        result = classify(cards, options) if classify in _TAKES_OPTIONS else classify(cards)
        if isinstance(result, BigTwoCombination):
            return result
        if result:
            refusals.append(result)
    if refusals:
        return refusals[0]
    hint = next((f": beside three {plural(rank)} it has no pair" for rank in ranks_with_count(cards, 3)), "")
    return Refusal("5.11", f"{write_cards(cards)} is none of the five-card combinations{hint}.")


CLASSES: Final = (single, two_pair, straight, flush, full_house, four_of_a_kind, straight_flush, royal_flush)
_TAKES_OPTIONS: Final[tuple[Any, ...]] = (royal_flush, straight_flush, flush, straight, two_pair)
_CLASS_NAMES: Final[dict[Any, str]] = {
    two_pair: "two pairs", straight: "a straight", flush: "a flush", full_house: "a full house",
    four_of_a_kind: "four of a kind", straight_flush: "a straight flush", royal_flush: "a royal flush",
}  # fmt: skip


@lru_cache(maxsize=8192)
def _classify(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | Refusal:
    size = len(cards)
    if size == 1:
        return single(cards, options)
    if size == 2 or size == 3:
        same_rank = pair(cards, options) if size == 2 else triple(cards, options)
        return same_rank or Refusal("5.2" if size == 2 else "5.3", f"{write_cards(cards)} are not of one rank.")
    if size == 5:
        return classify_five(cards, options)
    return Refusal("5.11", f"{write_cards(cards)} is {size} cards.")


def classify_cards(cards: tuple[Card, ...], options: BigTwoOptions) -> BigTwoCombination | Refusal:
    """Return the combination of some cards, or a refusal with the reason why they may not be played."""
    if UNSEEN in cards:
        return Refusal("5.11", f"{write_cards(cards)}: cards are played face up. Which were they?")
    return _classify(cards, options)


@frozen
class PlayComparison:
    """The comparison of two combinations with the same number of cards: whether the first is `higher`, and why."""

    higher: bool
    clause: str
    reason: str


def compare_plays(first: BigTwoCombination, second: BigTwoCombination) -> PlayComparison:
    """Return the comparison of two plays with the same number of cards: by class, by rank or by suit."""
    higher = first.strength > second.strength
    if first.clause is not second.clause:
        our_name, their_name = _CLASS_NAMES[first.clause], _CLASS_NAMES[second.clause]
        verb = "are" if first.clause is two_pair else "is"
        return PlayComparison(higher, "5.12", f"{our_name} {verb} {'above' if higher else 'below'} {their_name}")
    clause = "1.1" if first.clause is single else first.clause.id
    first_difference = next((index for index, value in enumerate(first.value) if value != second.value[index]), None)
    if first_difference is None:
        return PlayComparison(False, clause, "they are equal")
    our_name, their_name = first.names[first_difference], second.names[first_difference]
    verb = "are" if our_name in SUIT_NAMES.values() else "is"
    return PlayComparison(higher, clause, f"{our_name} {verb} {'above' if higher else 'below'} {their_name}")


@cache
def _straight_places(straights: str) -> dict[frozenset[str], int]:
    """Return the index of each straight, from low to high, by its set of ranks."""
    return {frozenset(run): position for position, run in enumerate(RUNS[straights])}


def ranks_with_count(cards: tuple[Card, ...], count: int) -> tuple[str, ...]:
    """Return the ranks that appear exactly `count` times in `cards`."""
    return tuple(rank for rank, number in Counter(card.rank for card in cards).items() if number == count)


def describe_beat(
    play: BigTwoCombination, standing: BigTwoCombination, comparison: PlayComparison, verb: str, cite: str = ""
) -> str:
    """Return a sentence that compares two plays, such as ``the pair of nines beats the pair of sixes``.

    `verb` is ``beats`` or ``does not beat``. The sentence ends with the reason of `comparison` and the citation. If
    both plays are of one class, the second is described only by its cards.
    """
    our_words, their_words = play.words, standing.words
    if our_words == their_words:
        our_words = f"{our_words} {write_cards(play.cards)}"
    if play.clause is standing.clause and our_words.endswith(write_cards(play.cards)):
        their_words = write_cards(standing.cards)
    return f"{our_words} {verb} {their_words}: {comparison.reason}{cite}"


@book.clause("5.11", Play, source="004", interpretation="CDD-A8", after="1.3")
def is_a_hand(table: BigTwoTable, act: Play) -> Answer | None:
    """Only the combinations of this chapter may be played: one, two, three or five cards."""
    result = classify_cards(act.cards, table.options)
    if isinstance(result, Refusal):
        if UNSEEN in act.cards:
            return finding(result.reason)
        return objection(result.reason, cites=result.clause)
    return explain_lead(table, act, result.words, result.clause.id)
