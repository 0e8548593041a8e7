"""The hands that are checki, even with unknown cards: chapter 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import plural
from referee.games.kowah.table import ONE_OF_EACH, RANKS, Declare, KowahOptions, KowahTable, book
from referee.rules import Answer, Cards, DependsOn, Holding, doubt, grounds, objection
from referee.rules.book.knowledge import difference

HAND_SIZE: Final = 8

book.section("4", "The hands that are checki")


@book.clause("4.1", Declare, after="5.4")
def threes_and_a_pair(table: KowahTable, act: Declare) -> Answer | None:
    """A hand is checki if it has a pair of identical cards and two threes of a kind, in any suits: 5S 5H 5D 7H 7S 7D AD
    AD. Identical cards have the same rank and the same suit.
    """
    held_cards, pair = hand_with_declared(table, act), declared_pair(act, table.options)
    if pair is None:
        return objection(f"No two of {write_cards(sort_cards(held_cards))} are identical.")
    result = threes_beside(table, act.seat, held_cards, pair)
    if result is Holding.UNKNOWN:
        checki = f"Checki if {table.name(act.seat)}'s other six cards are two threes of a kind."
        return doubt(checki, depends_on=DependsOn((act.seat,)), word="open")
    if result is Holding.NO:
        return objection(describe_lacking_threes(table, held_cards, pair))
    other_cards = sort_cards(difference((pair, pair), held_cards))
    ranks = {card.rank for card in other_cards}
    named_pair = next((card for card in act.cards if act.cards.count(card) > 1), pair)
    if len(ranks) == 1:
        if named_pair != pair:
            others_words = f"six {plural(other_cards[0].rank)} lie beside it"
            return grounds(f"{pair} {pair} is the pair, not {named_pair} {named_pair}: {others_words}.", cites="4.3")
        return grounds(
            f"{pair} {pair} is the pair, and {write_cards(other_cards)} are two threes of a kind of one rank.",
            cites="4.3",
        )
    pair_rank_cards = Counter(card for card in held_cards if card.rank == pair.rank)
    if sorted(pair_rank_cards.values()) == [1, 2, 2]:
        three_text, five_text = write_cards(card for card in other_cards if card.rank == pair.rank), plural(pair.rank)
        return grounds(
            f"{pair} {pair} is the pair, and {three_text} of the five {five_text} are a three of a kind.", cites="4.2"
        )
    return grounds(f"{pair} {pair} is the pair, and {write_cards(other_cards)} are two threes of a kind.")


@book.clause("4.2")
def may_be_laid_open(cards: Iterable[Card], options: KowahOptions) -> Cards:
    """Of three of a kind and two identical pairs with one more card of their rank, either pair may be shown: 5S 5H 5D
    7S 7S 7D 7D 7H.
    """
    hand = tuple(cards)
    pair_cards = (card for card in dict.fromkeys(hand) if hand.count(card) > 1)
    return tuple(card for card in pair_cards if are_threes(ranks_beside(hand, card), options))


@book.clause("4.3", interpretation="KOW-A6")
def are_threes(ranks: Mapping[str, int], options: KowahOptions) -> bool:
    """Both threes of a kind may be of one rank, and of the rank of the pair too: six or eight cards of one rank.
    triples_may_share_rank=false: The two threes of a kind must be of different ranks.
    """
    counts = [*ranks.values()]
    return counts == [3, 3] or (counts == [6] and options.triples_may_share_rank)


def threes_beside(table: KowahTable, seat: int, cards: Cards, pair: Card) -> Holding:
    """Return whether a player's cards other than the pair are two threes of a kind, given that only `cards` are
    known.
    """
    ranks = ranks_beside(cards, pair)
    missing_count = HAND_SIZE - 2 - sum(ranks.values())
    if missing_count < 1:
        return Holding.YES if missing_count == 0 and are_threes(ranks, table.options) else Holding.NO
    if len(ranks) > 2:
        return Holding.NO
    missing_pair_cards = max(0, 2 - table.knowledge.hands[seat].cards.count(pair))
    for first, second in _possible_threes(tuple(ranks)):
        needed_counts = {first: 6} if first == second else {first: 3, second: 3}
        if first == second and not table.options.triples_may_share_rank:
            continue
        if all(
            ranks.get(rank, 0)
            <= number
            <= ranks.get(rank, 0) + unlocated_count(table, rank) - missing_pair_cards * (rank == pair.rank)
            for rank, number in needed_counts.items()
        ):
            return Holding.UNKNOWN
    return Holding.NO


def _possible_threes(ranks: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Return the possible ranks of two threes of a kind that include the given ranks."""
    if len(ranks) == 2:
        return [(ranks[0], ranks[1])]
    return [(ranks[0], rank) for rank in RANKS] if ranks else combinations_with_replacement(RANKS, 2)


def unlocated_count(table: KowahTable, rank: str) -> int:
    """Return the number of cards of a rank with unknown location."""
    return sum(map(table.knowledge.unlocated, _CARDS_BY_RANK[rank]))


_CARDS_BY_RANK: Final = {rank: [card for card in ONE_OF_EACH if card.rank == rank] for rank in RANKS}


def ranks_beside(cards: Cards, pair: Card) -> dict[str, int]:
    """Return the number of cards of each rank, without the pair."""
    ranks = {pair.rank: -2}
    for card in cards:
        ranks[card.rank] = ranks.get(card.rank, 0) + 1
    return {rank: number for rank, number in ranks.items() if number > 0}


def describe_lacking_threes(table: KowahTable, cards: Cards, pair: Card) -> str:
    """Return why a hand is not a pair and two threes of a kind."""
    same_rank = not table.options.triples_may_share_rank and len(ranks_beside(cards, pair)) == 1
    other_cards = sort_cards(difference((pair, pair), cards))
    if not other_cards:
        return f"With {pair} {pair}, too few cards of any rank are left for two threes of a kind."
    verb = "are not" if len(other_cards) >= HAND_SIZE - 2 else "cannot be part of"
    rank_words = " of different ranks" if same_rank else ""
    return f"With {pair} {pair} as the pair, {write_cards(other_cards)} {verb} two threes of a kind{rank_words}."


def sort_cards(cards: Iterable[Card]) -> Cards:
    """Return cards sorted by rank and suit."""
    return tuple(sorted(cards, key=lambda card: (RANKS.index(card.rank), card.suit)))


def declared_pair(act: Declare, options: KowahOptions) -> Card | None:
    """Return the pair of a declaration: the two cards shown or, from a whole hand, the first suitable pair."""
    identical = [card for card in act.cards if act.cards.count(card) > 1 and card is not UNSEEN]
    fitting = may_be_laid_open(act.cards, options) if len(act.cards) == HAND_SIZE else ()
    return next(iter((*fitting, *identical)), None)


def hand_with_declared(table: KowahTable, act: Declare) -> Cards:
    """Return the known cards of a hand, including those declared."""
    held_cards = table.knowledge.hands[act.seat].cards
    return (*held_cards, *difference(held_cards, act.cards))


def declared_hand(table: KowahTable, seat: int, third: Card | None = None) -> Cards:
    """Return the known cards of a declared hand. A `third` card that came later is left out."""
    hand, pending_draw = table.knowledge.hands[seat], table.pending_draw
    if pending_draw and pending_draw.seat == seat and pending_draw.card is not UNSEEN:
        third = pending_draw.card
    return tuple(difference((third,), hand.cards)) if third and hand.size == HAND_SIZE + 1 else hand.cards


def is_checki(table: KowahTable, seat: int) -> Holding:
    """Return whether a declared hand is checki."""
    pending_draw, third = table.pending_draw, None
    if table.winning_act and table.winning_act.seat == seat and not isinstance(table.winning_act, Declare):
        third = table.winning_act.card
    elif pending_draw and pending_draw.seat == seat and pending_draw.card is UNSEEN and not table.draw_is_aside:
        return Holding.UNKNOWN  # nobody saw which of the nine cards was drawn
    return threes_beside(table, seat, declared_hand(table, seat, third), table.checki[seat])
