"""Dealing, opening, playing and winning a hand of Big Two: chapters 2, 3, 4 and 6."""

from __future__ import annotations

from referee.cards import write_cards
from referee.cards.words import capitalise, quantity
from referee.games.big_two.hands import (
    BigTwoCombination,
    classify_cards,
    compare_plays,
    describe_beat,
    height_key,
    opening_cards,
)
from referee.games.big_two.table import BigTwoTable, book
from referee.games.parts.acts import Play
from referee.games.parts.climbing.clauses import Refusal, chapter_on_last_card, climbing, judge_too_low, places
from referee.games.parts.climbing.lead import play_to_beat, seats_with_cards
from referee.games.parts.climbing.opening import LeftOverCards, Opening, chapter_on_opening, judge_left_over_cards
from referee.games.parts.dealing import object_hand_in_progress
from referee.rules import Answer, Cards, Deal, grounds, objection

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_evenly(table: BigTwoTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals it out evenly, face down: thirteen cards each to four players, seventeen
    to three.
    remainder_3p=to_3D_holder: The dealer shuffles the pack and deals it out evenly, face down: thirteen cards each to
        four players, seventeen to three. With three players, one of them also has the card left over.
    """
    return object_hand_in_progress(
        table, seats_with_cards(table) if table.in_play and (table.complete or table.from_deal) else ()
    )


@book.clause("2.2", LeftOverCards, interpretation="CDD-A3")
def left_over(table: BigTwoTable, act: LeftOverCards) -> Answer | None:
    """With three players, the card left over is turned face up. It is out of play.
    remainder_3p=to_3D_holder: With three players, the card left over goes to the holder of {lowest_card}.
    """
    if table.seats.ordered and len(table.seats) != 3:
        return objection("Four players are dealt the whole pack: no card is left over.")
    if table.options.remainder_3p == "to_3D_holder":
        return objection(f"{write_cards(act.cards)} goes to the holder of {table.options.lowest_card}, unseen.")
    return judge_left_over_cards(table, act, 1)


def describe_cards(table: BigTwoTable, cards: Cards) -> str:
    """Return the name of the combination of some cards, or else the cards."""
    result = classify_cards(cards, table.options)
    return result.words if isinstance(result, BigTwoCombination) else write_cards(cards)


opening = Opening(
    first_card=lambda table: opening_cards(table)[0],
    candidates=lambda table: (
        opening_cards(table) if table.options.remainder_3p == "face_up_out" else opening_cards(table)[:1]
    ),
    describe=describe_cards,
)
opening_chapter = chapter_on_opening(opening, "{lowest_card}")
book.include(
    opening_chapter,
    printed={"3.3": {"interpretation": "CDD-A4"}},
    wording="""
    3.3: If 3D is the card left over, the lowest three in play opens instead: 3C, then 3H, then 3S.
        remainder_3p=to_3D_holder: Every card is in a hand, so one player holds {lowest_card}.
        lowest_card=3C: If 3C is the card left over, the lowest three in play opens instead: 3D, then 3H, then 3S.
    """,
)

book.include(climbing)


@book.clause("4.4", Play, after="5.11")
def same_size(table: BigTwoTable, act: Play) -> Answer | None:
    """A play must have the same number of cards as the play before it."""
    top = play_to_beat(table, act)
    if top and len(act.cards) != len(top.cards):
        own_size, size_before = quantity(len(act.cards), "card"), quantity(len(top.cards), "card")
        reason = f"{write_cards(top.cards)} is {size_before}, and only {size_before} can beat it"
        return judge_too_low(table, act, top, f"{reason}; {write_cards(act.cards)} is {own_size}.")
    return None


@book.clause("4.5", Play, after="4.4")
def higher(table: BigTwoTable, act: Play) -> Answer | None:
    """A play must beat the play before it."""
    top = play_to_beat(table, act)
    if not top or len(top.cards) != len(act.cards):
        return None
    combination, standing = classify_cards(act.cards, table.options), classify_cards(top.cards, table.options)
    if isinstance(combination, Refusal) or isinstance(standing, Refusal):
        return None
    comparison = compare_plays(combination, standing)
    if comparison.higher:
        return grounds(
            f"{capitalise(describe_beat(combination, standing, comparison, 'beats'))}.", top, cites=comparison.clause
        )
    reason = (
        f"{capitalise(describe_beat(combination, standing, comparison, 'does not beat', f' ({comparison.clause})'))}."
    )
    return judge_too_low(table, act, top, reason)


book.include(chapter_on_last_card(lambda table: height_key(table.options)))


book.include(places)
