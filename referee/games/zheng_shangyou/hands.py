"""The cards and combinations of Zheng Shangyou: chapters 1 and 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from referee.cards import BLACK_JOKER, COLOUR_JOKER, UNSEEN, Card, write_cards
from referee.cards.words import RANK_NAMES, plural, quantity
from referee.games.parts.acts import Play
from referee.games.parts.climbing.clauses import Refusal, explain_lead
from referee.games.parts.climbing.lead import acting_hand, play_to_beat
from referee.games.parts.one_pack import judge_cards_in_hand, judge_declared_cards
from referee.games.zheng_shangyou.horse_game import PACKETS, hand_used, unknown_packet
from referee.games.zheng_shangyou.table import RANK_OF, RANKS, ZhengTable, book
from referee.rules import Answer, Clause, Holds, HoldsOnly, Shows, Statement, doubt, finding, frozen, objection

JOKERS: Final = frozenset({BLACK_JOKER, COLOUR_JOKER})
RANK_WORDS: Final = {**RANK_NAMES, BLACK_JOKER.rank: "the black-and-white joker", COLOUR_JOKER.rank: "the colour joker"}
FEWEST_PAIRS: Final = 3


@frozen
class ZhengCombination:
    """Cards that may be played together: the clause that allows them, their highest rank, and their name.

    A bomb also has a `power`, and beats a bomb of lower power whatever the ranks.
    """

    clause: Clause[Any]
    rank: int
    cards: tuple[Card, ...]
    words: str
    power: int = 0

    @property
    def is_bomb(self) -> bool:
        """Whether the combination is a bomb, which may follow a combination of another type."""
        return self.power > 0

    @property
    def rank_name(self) -> str:
        """The name of the deciding rank."""
        return RANK_WORDS[max(self.cards, key=height.test).rank]


book.section("1", "The cards")


@book.clause("1.1")
def height(card: Card) -> int:
    """The colour joker is the highest card, then the black-and-white joker, the two, ace, king and so on down to three.
    Suits do not count.
    jokers=false: The two is the highest card, then ace, king, and so on down to three. Suits do not count.
    """
    return RANK_OF[card.rank]


@book.clause("1.2", Holds, HoldsOnly, Shows, interpretation="house", scorer_only=True)
def one_of_each(table: ZhengTable, act: Statement) -> Answer | None:
    """There is one of each card. No card is in two places, and no hand is larger than it was dealt."""
    return unknown_packet(table, act) or judge_declared_cards(table, act, hand_used(table, act))


@book.clause("1.3", Play, after="4.3", interpretation="house", scorer_only=True)
def holds_what_is_played(table: ZhengTable, act: Play) -> Answer | None:
    """A play must come from the player's hand: no card that was played or shown elsewhere, and no more cards than the
    hand has.
    """
    return judge_cards_in_hand(table, act, act.cards, acting_hand(table, act))


book.note(
    "1.4",
    """Three to six play, with 52 cards and two jokers.
    two_player=true: Two play, with 52 cards and two jokers.
    horse_game=true jokers=false: Two or three play, with 52 cards.
    horse_game=true: Two or three play, with 52 cards and two jokers.
    jokers=false: Three to six play, with 52 cards.
    """,
)


book.section("5", "The combinations")


@book.clause("5.1")
def single(cards: tuple[Card, ...]) -> ZhengCombination | None:
    """A single card may be played alone, a joker too. The colour joker beats the black-and-white joker.
    jokers=false: A single card may be played alone.
    """
    return ZhengCombination(single, height(cards[0]), cards, str(cards[0])) if len(cards) == 1 else None


@book.clause("5.2")
def pair(cards: tuple[Card, ...]) -> ZhengCombination | Refusal | None:
    """A pair is two cards of one rank. The rank decides."""
    if len(cards) != 2:
        return None
    if cards[0].rank != cards[1].rank:
        return Refusal("5.2", f"{write_cards(cards)} are not of one rank.")
    return ZhengCombination(pair, height(cards[0]), cards, f"the pair of {plural(cards[0].rank)}")


@book.clause(
    "5.3",
    source="004",
    interpretation="ZSY-A1, ZSY-A2, ZSY-A10",
    overrules="It says that a straight has five cards, or three with five or more players. Its own example has seven.",
)
def straight(cards: tuple[Card, ...]) -> ZhengCombination | Refusal | None:
    """A straight is cards in sequence: at least five with up to four players, at least three with more. It must have
    the same number of cards as the straight led. The highest card decides. A two may only be its highest card, as in
    J-Q-K-A-2. Jokers are never in a straight.
    straight_longer=false straight_min_by=hands: A straight is cards in sequence: five with up to four packets, three
        with more. It must have the same number of cards as the straight led. The highest card decides. A two may only
        be its highest card, as in J-Q-K-A-2. Jokers are never in a straight.
    straight_min_by=hands: A straight is cards in sequence: at least five with up to four packets, at least three with
        more. It must have the same number of cards as the straight led. The highest card decides. A two may only be its
        highest card, as in J-Q-K-A-2. Jokers are never in a straight.
    straight_longer=false: A straight is cards in sequence: five with up to four players, three with more. It must have
        the same number of cards as the straight led. The highest card decides. A two may only be its highest card, as
        in J-Q-K-A-2. Jokers are never in a straight.
    """
    if len(cards) < 3 or len({card.rank for card in cards}) < len(cards):
        return None
    if not JOKERS.isdisjoint(cards):
        return Refusal("5.3", f"{write_cards(cards)} has a joker in it, and jokers are in no straight.")
    top = top_of_run(cards, 1)
    if top is not None:
        return ZhengCombination(straight, top, cards, f"the straight {write_cards(cards)}")
    return refuse_wraparound("5.3", "a straight", cards)


@book.clause("5.4", source="004", interpretation="ZSY-A9")
def pair_straight(cards: tuple[Card, ...]) -> ZhengCombination | Refusal | None:
    """A pair straight is three or more pairs in sequence. It must have the same number of cards as the pair straight
    led. The highest rank decides. Twos may only be its highest pair. Jokers are never in it.
    """
    if len(cards) < 4 or set(Counter(card.rank for card in cards).values()) != {2}:
        return None
    top = top_of_run(cards, 2)
    if top is None:
        return refuse_wraparound("5.4", "a pair straight", cards)
    if len(cards) < 2 * FEWEST_PAIRS:
        return Refusal("5.4", f"{write_cards(cards)} is two pairs, and a pair straight has at least three.")
    return ZhengCombination(pair_straight, top, cards, f"the pair straight {write_cards(cards)}")


@book.clause("5.5", source="004", interpretation="ZSY-A5, ZSY-A6, ZSY-A8")
def bomb(cards: tuple[Card, ...]) -> ZhengCombination | None:
    """A bomb is three or four cards of one rank, or the two jokers. It may be led, and it beats every other type. Only
    a higher bomb beats it.
    jokers=false: A bomb is three or four cards of one rank. It may be led, and it beats every other type. Only a higher
        bomb beats it.
    """
    power = power_of(cards)
    return (
        ZhengCombination(bomb, max(map(height, cards)), cards, f"the bomb {write_cards(cards)}", power)
        if power
        else None
    )


@book.clause("5.6")
def power_of(cards: tuple[Card, ...]) -> int:
    """The two jokers are the highest bomb. Four cards beat three. Between bombs of one size, the higher rank wins.
    jokers=false: Four cards beat three. Between bombs of one size, the higher rank wins.
    """
    if JOKERS.issuperset(cards):
        return 3 if len(cards) == 2 else 0
    same_rank = len({card.rank for card in cards}) == 1
    return {3: 1, 4: 2}.get(len(cards), 0) if same_rank else 0


@lru_cache(maxsize=8192)
def classify_cards(cards: tuple[Card, ...]) -> ZhengCombination | Refusal:
    """Return the combination of some cards, or a refusal with the reason. A straight may have any length."""
    if UNSEEN in cards:
        return Refusal("5.7", f"{write_cards(cards)}: cards are played face up. Which were they?")
    result = single(cards) or bomb(cards) or pair(cards) or straight(cards) or pair_straight(cards)
    return result or Refusal("5.7", f"{write_cards(cards)} is none of the combinations of this chapter.")


def top_of_run(cards: Iterable[Card], cards_per_rank: int) -> int | None:
    """Return the highest of some consecutive ranks with `cards_per_rank` cards each; None if they are not
    consecutive.
    """
    ranks = sorted(map(height, cards))[::cards_per_rank]
    return ranks[-1] if ranks[-1] - ranks[0] == len(ranks) - 1 else None


def refuse_wraparound(clause: str, kind: str, cards: tuple[Card, ...]) -> Refusal | None:
    """Return a refusal of cards that are consecutive only if a three follows a two; else None."""
    ranks = {RANK_OF[card.rank] for card in cards}
    gaps = sum((rank + 1) % len(RANKS) not in ranks for rank in ranks)
    if gaps != 1 or not JOKERS.isdisjoint(cards):
        return None
    return Refusal(clause, f"{write_cards(cards)} is not {kind}: nothing follows a two, the highest rank.")


def beats(combination: ZhengCombination, standing: ZhengCombination) -> bool:
    """Tell whether a combination beats another under all clauses together."""
    if combination.power or standing.power:
        return (combination.power, combination.rank) > (standing.power, standing.rank)
    return (
        combination.clause is standing.clause
        and len(combination.cards) == len(standing.cards)
        and combination.rank > standing.rank
    )


def find_runs(ranks: Sequence[int], min_length: int) -> Iterator[Sequence[int]]:
    """Yield each run of at least `min_length` consecutive ranks in ascending `ranks`."""
    for low in range(len(ranks)):
        for high in range(low + min_length, len(ranks) + 1):
            if ranks[high - 1] - ranks[low] != high - low - 1:
                break
            yield ranks[low:high]


def possible_hands(cards: Iterable[Card]) -> Iterator[ZhengCombination]:
    """Yield the combinations in `cards`, the lowest first. The length of a straight is not checked.

    Cards of one rank are equal, so only the first of them are used.
    """
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(height.test(card), []).append(card)
    ranks = sorted(by_rank)
    plain_ranks, pairs = (
        [rank for rank in ranks if rank < len(RANKS)],
        [rank for rank in ranks if len(by_rank[rank]) >= 2],
    )
    hands: list[tuple[Card, ...]] = [(by_rank[rank][0],) for rank in ranks]
    hands += [tuple(by_rank[rank][:2]) for rank in pairs]
    hands += [tuple(by_rank[rank][0] for rank in run) for run in find_runs(plain_ranks, 3)]
    hands += [tuple(card for rank in run for card in by_rank[rank][:2]) for run in find_runs(pairs, FEWEST_PAIRS)]
    hands += [tuple(by_rank[rank][:size]) for size in (3, 4) for rank in pairs if len(by_rank[rank]) >= size]
    if len(by_rank) > 1 and ranks[-2:] == [13, 14]:
        hands.append((*by_rank[13], *by_rank[14]))
    results = (classify_cards(hand) for hand in hands)
    return (result for result in results if isinstance(result, ZhengCombination))


@book.clause("5.7", Play, after="1.3")
def is_a_hand(table: ZhengTable, act: Play) -> Answer | None:
    """Only the combinations of this chapter may be played. Three of a rank are played without other cards."""
    result = classify_cards(act.cards)
    if isinstance(result, Refusal):
        if UNSEEN in act.cards:
            return finding(result.reason)
        return objection(result.reason, cites=result.clause)
    if result.clause is straight and (answer := is_of_the_wrong_length(table, act)):
        return answer
    # Players who write suits first may mean the jack of clubs by this card.
    note = f"{COLOUR_JOKER} is the colour joker; the jack of clubs is JC." if act.cards == (COLOUR_JOKER,) else ""
    return explain_lead(table, act, result.words, result.clause.id, note)


def is_of_the_wrong_length(table: ZhengTable, act: Play) -> Answer | None:
    """Return an objection to a straight that is too short, or too long under the house rules; else None."""
    top, size = play_to_beat(table, act), len(act.cards)
    if top and len(top.cards) == size:
        return None  # the play before it has set the length
    is_fitting = [
        size == fewest_cards or (size > fewest_cards and table.options.straight_longer) for fewest_cards in (5, 3)
    ]
    packets = table.options.horse_game and table.options.straight_min_by == "hands"
    hands = PACKETS if packets else len(table.seats)
    is_certain = table.seats.ordered or hands > 4
    cards = f"{write_cards(act.cards)} is {quantity(size, 'card')}"
    if is_certain and not is_fitting[hands > 4]:
        at_least = "at least " * table.options.straight_longer
        unit, min_length = "packets" if packets else "players", 3 if hands > 4 else 5
        return objection(f"{cards}, and with {hands} {unit} a straight has {at_least}{min_length}.", cites="5.3")
    if is_certain or all(is_fitting):
        return None
    if not any(is_fitting):
        return objection(f"{cards}, too many for a straight.", cites="5.3")
    return doubt(
        f"{cards}: a straight only where {'up to four' if is_fitting[0] else 'five or six'} play.", cites="5.3"
    )
