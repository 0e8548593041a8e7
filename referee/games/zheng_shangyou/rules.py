"""Dealing, opening, playing and winning a hand of Zheng Shangyou: chapters 2 to 4 and 6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import capitalise, quantity
from referee.games.parts.acts import Play
from referee.games.parts.climbing.clauses import Refusal, chapter_on_last_card, climbing, judge_too_low, places
from referee.games.parts.climbing.lead import play_to_beat, seats_with_cards
from referee.games.parts.climbing.opening import LeftOverCards, Opening, chapter_on_opening, judge_left_over_cards
from referee.games.parts.dealing import object_hand_in_progress
from referee.games.zheng_shangyou.hands import (
    ZhengCombination,
    classify_cards,
    height,
    pair,
    pair_straight,
    single,
    straight,
)
from referee.games.zheng_shangyou.horse_game import PACKETS
from referee.games.zheng_shangyou.table import Deny, ZhengTable, book, opening_order
from referee.rules import Answer, Cards, Deal, DependsOn, Holding, doubt, grounds, objection

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_evenly(table: ZhengTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals it out evenly, face down: eighteen cards each to three players, thirteen
    to four, ten to five, nine to six.
    two_player=true: The dealer shuffles the pack and deals each of the two players eighteen cards, face down.
    horse_game=true jokers=false: The dealer shuffles the pack and deals six packets of eight cards, face down.
    horse_game=true: The dealer shuffles the pack and deals six packets of nine cards, face down.
    jokers=false: The dealer shuffles the pack and deals it out evenly, face down: seventeen cards each to three
        players, thirteen to four, ten to five, eight to six.
    """
    return object_hand_in_progress(
        table, seats_with_cards(table) if table.in_play and (table.complete or table.from_deal) else ()
    )


@book.clause("2.2", LeftOverCards, source="004")
def left_over(table: ZhengTable, act: LeftOverCards) -> Answer | None:
    """The cards left over are turned face up. They are out of play.
    two_player=true: The eighteen cards left over stay face down. They are out of play.
    horse_game=true jokers=false: The four cards left over are turned face up. They are out of play.
    horse_game=true: No card is left over.
    """
    if table.options.two_player:
        return objection("The cards left over stay hidden.")
    hands = PACKETS if table.options.horse_game else len(table.seats)
    count = len(table.knowledge.pack) % hands if table.seats.ordered else len(act.cards)
    if not count:
        return objection(f"The pack is dealt out in {hands} equal hands, and no card is left over.")
    return judge_left_over_cards(table, act, count)


def describe_cards(_table: ZhengTable, cards: Cards) -> str:
    """Return the name of the combination of some cards, or else the cards."""
    result = classify_cards(cards)
    return result.words if isinstance(result, ZhengCombination) else write_cards(cards)


opening = Opening(first_card=lambda _table: Card("3", "H"), candidates=opening_order, describe=describe_cards)
opening_chapter = chapter_on_opening(opening, "3H")
book.include(
    opening_chapter,
    wording="""
    3.3: If 3H is left over, the lowest card in play opens instead: the lowest rank, and then the first suit in the
        order {opener_order}.
        two_player=true: If neither player has 3H, the lowest card in play opens instead: the lowest rank, and then the
            first suit in the order {opener_order}.
    """,
    printed={
        "3.1": {"only": "horse_game=false"},
        "3.2": {"only": "horse_game=false"},
        "3.3": {"only": "horse_game=false", "interpretation": "ZSY-A3"},
    },
)


@book.clause("3.4", Deny, interpretation="house", scorer_only="two_player=false")
def denies_truly(table: ZhengTable, act: Deny) -> Answer | None:
    """Players need not say which cards they hold.
    two_player=true: The players tell each other truthfully which of the cards that would open they do not hold. A card
        that neither holds is left over.
    """
    if not table.options.two_player:
        return objection("Only in the game for two do the players say which opening cards they do not hold.")
    name = table.name(act.seat)
    if table.hand.first_play or not table.in_play:
        return objection(f"There is nothing to open, and {name} was not asked.", table.hand.first_play)
    holding = table.knowledge.can_hold(act.seat, act.card)
    if holding is Holding.YES:
        return objection(f"{name} has {act.card}.")
    if holding is Holding.NO:
        return grounds(f"{name} does not have {act.card}.")
    return doubt(
        f"Open until it is seen where {act.card} is.",
        depends_on=DependsOn(table.player_locations, frozenset({act.card})),
    )


book.include(climbing)


@book.clause("4.4", Play, after="5.7")
def same_type(table: ZhengTable, act: Play) -> Answer | None:
    """Follow with the same type and the same number of cards, or with a bomb."""
    top = play_to_beat(table, act)
    if not top:
        return None
    combination, standing = classify_cards(act.cards), classify_cards(top.cards)
    if isinstance(combination, Refusal) or combination.is_bomb:
        return None
    if isinstance(standing, Refusal):
        # Nobody noticed the wrong play. Unseen cards may be any combination.
        reason = f"{write_cards(top.cards)} is no combination, and only a bomb can follow it."
        return None if UNSEEN in top.cards else judge_too_low(table, act, top, reason)
    played_words, standing_words = capitalise(combination.words), standing.words
    if standing.is_bomb:
        reason = f"{played_words} is no bomb, and only a higher bomb beats {write_cards(top.cards)}."
        return judge_too_low(table, act, top, reason, cites="5.5")
    if combination.clause is not standing.clause:
        requirement = f"only a higher {TYPE_NAMES[standing.clause]} or a bomb beats {standing_words}"
        return judge_too_low(table, act, top, f"{played_words} is no {TYPE_NAMES[standing.clause]}: {requirement}.")
    if len(act.cards) != len(top.cards):
        sizes_words = f"{quantity(len(act.cards), 'card')}; {standing_words} has {len(top.cards)}"
        return judge_too_low(table, act, top, f"{played_words} has {sizes_words}.", cites=combination.clause.id)
    return None


@book.clause("4.5", Play, after="4.4")
def higher(table: ZhengTable, act: Play) -> Answer | None:
    """A play must beat the play before it. A play of equal rank does not beat it."""
    top = play_to_beat(table, act)
    if not top:
        return None
    combination, standing = classify_cards(act.cards), classify_cards(top.cards)
    if isinstance(combination, Refusal):
        return None
    if isinstance(standing, Refusal):
        reason = f"{capitalise(combination.words)} can follow {write_cards(top.cards)}, which is no bomb."
        return grounds(reason, top, cites="5.5") if combination.is_bomb and UNSEEN not in top.cards else None
    if standing.is_bomb and not combination.is_bomb:
        return None
    played_words, standing_words, cards = capitalise(combination.words), standing.words, standing.words
    if standing.clause is combination.clause and standing_words.endswith(write_cards(top.cards)):
        cards = write_cards(top.cards)  # the second of two hands of one kind is described by its cards alone
    elif len(act.cards) > 1 and combination.words == standing_words:
        played_words, cards = f"{played_words} {write_cards(act.cards)}", write_cards(top.cards)
    if combination.is_bomb and not standing.is_bomb:
        return grounds(f"{played_words} beats {standing_words}, which is no bomb.", top, cites="5.5")
    if combination.power != standing.power:
        our_bomb, their_bomb = (BOMB_NAMES[played_bomb.power] for played_bomb in (combination, standing))
        if combination.power > standing.power:
            return grounds(f"{played_words} beats {cards}: {our_bomb} is above {their_bomb}.", top, cites="5.6")
        return judge_too_low(
            table, act, top, f"{played_words} does not beat {cards}: {our_bomb} is below {their_bomb} (5.6)."
        )
    if combination.rank > standing.rank:
        return grounds(
            f"{played_words} beats {cards}: {combination.rank_name} is above {standing.rank_name}.", top, cites="1.1"
        )
    lower_play = (
        "they are equal, as suits do not count (1.1)"
        if combination.rank == standing.rank
        else f"{combination.rank_name} is below {standing.rank_name} (1.1)"
    )
    return judge_too_low(table, act, top, f"{played_words} does not beat {cards}: {lower_play}.")


TYPE_NAMES: Final[Mapping[Any, str]] = {
    single: "single card",
    pair: "pair",
    straight: "straight",
    pair_straight: "pair straight",
}
BOMB_NAMES = {1: "a bomb of three", 2: "a bomb of four", 3: "the bomb of jokers"}
book.include(chapter_on_last_card(lambda _table: height.test))


book.include(
    places,
    wording="""
    6.1: horse_game=true: The first packet without cards takes first place, the next takes second, and so on.
    6.2: horse_game=true: The deal ends when only one packet still has cards. It takes the last place that is free.
    6.3: horse_game=true: The places of a player's packets are added up, over several deals too. The lowest sum is best,
        and a deal that was not played out does not count.
    """,
    printed={"6.3": {"source": "004", "interpretation": "ZSY-A12"}},
)
