"""The effects of acts on a Big Two table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, groupby, islice, product

from referee.cards import UNSEEN, Card
from referee.games.big_two.hands import (
    RANKS,
    RUNS,
    SUITS,
    BigTwoCombination,
    classify_cards,
    gets_card_left_over,
    height_key,
)
from referee.games.big_two.rules import opening
from referee.games.big_two.table import BigTwoOptions, BigTwoTable, book
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import Refusal, ranking
from referee.games.parts.climbing.opening import LEFT_OVER, LeftOverCards
from referee.games.parts.climbing.play import (
    PlayChoices,
    apply_pass,
    apply_play,
    assume_under_way,
    climbing_facts,
    deal_climbing_hand,
)
from referee.rules import OPEN_TABLE, STOCK, Act, Cards, Deal, Move, Statement, after_deal, before_deal, replace

book.begins(BigTwoTable, assume_under_way)


@book.moves
def moves(table: BigTwoTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act. Under some house rules, the card left over moves with the lowest card."""
    if isinstance(act, LeftOverCards):
        yield Move(act.cards, STOCK, OPEN_TABLE, LEFT_OVER)
    elif isinstance(act, Play | Statement):
        if gets_card_left_over(table, act):
            yield Move((UNSEEN,), STOCK, act.seat)
        if isinstance(act, Play):
            yield Move(act.cards, act.seat, OPEN_TABLE)


@book.applies
def apply(table: BigTwoTable, act: Act) -> BigTwoTable:
    """Return the table after an act."""
    match act:
        case Play():
            return apply_play(table, act)
        case Pass():
            return apply_pass(table, act)
        case Deal():
            return deal(table, act)
    return table if table.lead.is_opened else replace(table, turn=opening.opener(table))


def deal(table: BigTwoTable, act: Deal) -> BigTwoTable:
    """Return the table with a new hand dealt."""
    seating_known, players = table.seats.ordered, len(table.seats)
    # If only three players are named, there may be a fourth. Four are always all of them.
    all_named = seating_known or players == book.players[-1]
    knowledge = before_deal(players)
    knowledge = after_deal([len(knowledge.pack) // players] * players) if all_named else knowledge
    new_table = deal_climbing_hand(table, act, knowledge)
    return replace(new_table, turn=opening.opener(new_table))


book.places(ranking)
book.shows(climbing_facts)


def possible_plays(table: BigTwoTable, hand: Sequence[Card]) -> Iterator[Cards]:
    """Yield the combinations in `hand` with as many cards as the play to beat."""
    cards = sorted(hand, key=height_key(table.options))
    for size in (len(table.lead.top_play.cards),) if table.lead.top_play else (1, 2, 3, 5):
        yield from (
            five_card_hands(cards, table.options, combination_to_beat(table))
            if size == 5
            else combinations(cards, size)
        )


def five_card_hands(
    cards: Sequence[Card], options: BigTwoOptions, standing: BigTwoCombination | None
) -> Iterator[tuple[Card, ...]]:
    """Yield each five-card combination in `cards` once, from the highest class down to the class of `standing`."""
    sorted_cards = sorted(cards, key=height_key(options))
    rank_groups = [tuple(group) for _, group in groupby(sorted_cards, key=lambda card: card.rank)]
    pairs = tuple(pair for group in rank_groups for pair in combinations(group, 2))
    suits = [[card for card in sorted_cards if card.suit == suit] for suit in SUITS[options.lowest_card]]
    runs = RUNS[options.straights]
    classes = (
        (7, (five for suit in suits for run in runs for five in product(*(cards_of_rank(suit, rank) for rank in run)))),
        (5, ((*four, kicker) for four in rank_groups if len(four) == 4 for kicker in sorted_cards)),
        (4, (three + pair for group in rank_groups for three in combinations(group, 3) for pair in pairs)),
        (3, (five for suit in suits for five in combinations(suit, 5))),
        (2, (five for run in runs for five in product(*(cards_of_rank(sorted_cards, rank) for rank in run)))),
        (
            1,
            (
                high_pair + low_pair + (kicker,)
                for high_pair, low_pair in combinations(pairs, 2)
                for kicker in sorted_cards
            ),
        ),
    )
    card_sets: set[frozenset[Card]] = set()
    for rank, five in ((rank, five) for rank, hands in classes for five in hands):
        if standing and rank < standing.rank:
            return
        if len(set(five)) == 5 and (key := frozenset(five)) not in card_sets:
            card_sets.add(key)
            yield tuple(five)


def cards_of_rank(cards: list[Card], rank: str) -> list[Card]:
    """Return the cards of one rank."""
    return [card for card in cards if card.rank == rank]


def combination_to_beat(table: BigTwoTable) -> BigTwoCombination | None:
    """Return the combination that the next play must beat; None after a new lead."""
    result = classify_cards(table.lead.top_play.cards, table.options) if table.lead.top_play else None
    return None if isinstance(result, Refusal) else result


def describe_higher_plays(table: BigTwoTable) -> str:
    """Return a description of the plays that beat the last one, such as ``any pair above the pair of nines``."""
    standing = combination_to_beat(table)
    kinds = {1: "any card", 2: "any pair", 3: "any three of a rank", 5: "any five-card combination"}
    return f"{kinds[len(standing.cards)]} above {standing.words}" if standing else ""


def plays_that_beat(table: BigTwoTable, _seat: int, cards: Sequence[Card]) -> Iterator[tuple[str, Cards]]:
    """Yield one play of unlocated cards that beats the last play, if there is one."""
    size, standing = len(table.lead.top_play.cards) if table.lead.top_play else 0, combination_to_beat(table)
    if size < 5:
        groups = ([card for card in cards if card.rank == rank] for rank in reversed(RANKS))
        same_rank = (tuple(sorted(group, key=height_key(table.options), reverse=True)[:size]) for group in groups)
        candidates: Iterator[Cards] = (group for group in same_rank if len(group) == size)
    else:
        candidates = five_card_hands(cards, table.options, standing)
    yield from islice((("", candidate) for candidate in candidates if beats(table, candidate, standing)), 1)


def beats(table: BigTwoTable, cards: tuple[Card, ...], standing: BigTwoCombination | None) -> bool:
    """Tell whether `cards` are a higher combination than `standing`."""
    result = classify_cards(cards, table.options)
    return isinstance(result, BigTwoCombination) and (standing is None or result.strength > standing.strength)


choices = PlayChoices(opening, possible_plays, describe_higher_plays, plays_that_beat)
book.offers(partial(choices.offer, book))
