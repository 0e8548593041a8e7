"""The opening of a hand in climbing games: leftover cards lie open, and a certain card decides who opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import capitalise, join_words, number_word
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.lead import ClimbingTable
from referee.games.parts.one_pack import misdeal_finding, object_located_elsewhere
from referee.rules import (
    STOCK,
    Answer,
    Cards,
    Chapter,
    DependsOn,
    Holding,
    NonMove,
    TableProtocol,
    doubt,
    finding,
    frozen,
    grounds,
    objection,
)

LEFT_OVER = "left over"


@frozen
class LeftOverCards(NonMove):
    """``out CARDS``: the cards left over after an even deal. They lie face up, in no hand."""

    cards: Cards


def judge_left_over_cards(table: TableProtocol, act: LeftOverCards, count: int) -> Answer | None:
    """Return an objection or a finding if these cannot be the `count` cards left over; else None."""
    cards, is_single = write_cards(act.cards), count == 1
    if UNSEEN in act.cards:
        return finding(f"{cards}: what lies face up is seen by all. What was it?")
    if len(act.cards) != count:
        are = "card is" if is_single else "cards are"
        return objection(f"{capitalise(number_word(count))} {are} left over, not {len(act.cards)}: {cards}.")
    if left_over := left_over_cards(table):
        other_cards = write_cards(card for card in act.cards if card not in left_over)
        left_over_text = (
            f"{'card' if is_single else 'cards'} left over {'is' if is_single else 'are'} {write_cards(left_over)}"
        )
        question = "Ask the dealer which cards are left over, and correct the line."
        return finding(f"The {left_over_text}; {other_cards} would be one more.", ask=question) if other_cards else None
    for card in act.cards:
        if answer := object_located_elsewhere(table, card):
            return misdeal_finding(table, act, answer.reason)
    return None


def left_over_cards(table: TableProtocol) -> Cards:
    """Return the cards left over, if they have been seen."""
    knowledge = table.knowledge
    return tuple(
        card
        for card in knowledge.card_locations
        if any(sighting.how == LEFT_OVER for sighting in knowledge.sightings(card))
    )


def winner_opens(table: ClimbingTable) -> bool:
    """Tell whether the winner of the last hand opens, with any cards. The record need not name the winner."""
    return table.options.opener == "previous_winner" and (last_winner(table) is not None or not table.complete)


def last_winner(table: TableProtocol) -> int | None:
    """Return the winner of the last hand that had one; None if there is none."""
    return next((item.seat for item in reversed(table.items) if item.clause == "6.1" and item.amount == 1), None)


@frozen
class Opening:
    """The rules for opening hands.

    `first_card` returns the card that opens a hand, and `candidates` all possible ones, in order: if one is left over,
    the next one opens. `describe` names the combination of the opening play.
    """

    first_card: Callable[[Any], Card]
    candidates: Callable[[Any], Sequence[Card]]
    describe: Callable[[Any, Cards], str]

    def possible_cards(self, table: ClimbingTable) -> Cards:
        """Return the possible opening cards: the first that is surely in play, and the earlier ones that may be left
        over.
        """
        knowledge, candidates = table.knowledge, []
        left_over = knowledge.stock or 0
        cards = self.candidates(table)
        for card in cards:
            if knowledge.sightings(card):
                continue
            in_stock = knowledge.can_hold(STOCK, card) if len(cards) > 1 and table.seats.ordered else Holding.NO
            if in_stock is Holding.YES:
                continue
            candidates.append(card)
            if in_stock is Holding.NO or len(candidates) > left_over:
                break
        return tuple(candidates) or (cards[0],)

    def opener(self, table: ClimbingTable) -> int | None:
        """Return the seat that opens; None if unknown."""
        if not table.in_play:
            return None
        if winner_opens(table):
            return last_winner(table)
        return next(iter(table.knowledge.holders(self.possible_cards(table)[0])), None)

    def required_card(self, table: ClimbingTable) -> Card | None:
        """Return the card that the next play must contain; None if it may contain any."""
        return (
            None
            if table.lead.is_opened or table.knowledge.owners or winner_opens(table)
            else self.possible_cards(table)[0]
        )

    def explain_opening(self, table: ClimbingTable, act: Play) -> Answer:
        """Return the grounds for an opening play, with its combination."""
        return grounds(f"{table.name(act.seat)} opens with {self.describe(table, act.cards)}.")


def chapter_on_opening(game: Opening, first: str) -> Chapter:
    """Return the chapter on opening hands. `first` names the opening card, or is an option in braces."""
    chapter = Chapter("The opening")

    @chapter.clause(
        "3.1",
        Play,
        Pass,
        after="4.1",
        interpretation="CL-8",
        wording=f"""The player who holds {first} makes the first play of every deal.
        opener=previous_winner: The player who holds {first} makes the first play of the first deal. After that, the
            winner of the deal before does.
        """,
    )
    def holder_opens(table: ClimbingTable, act: Play | Pass) -> Answer | None:
        if table.lead.is_opened or not table.in_play:
            return None
        if winner_opens(table):
            winner = last_winner(table)
            if winner is not None and act.seat != winner:
                return objection(f"{table.name(winner)} won the last deal and opens this one.")
            return None
        cards, knowledge = game.possible_cards(table), table.knowledge
        if any(knowledge.may_hold(act.seat, card) for card in cards):
            return None
        holder = "".join(f"; {table.name(seat)} does" for seat in knowledge.holders(cards[0]))
        return objection(f"{table.name(act.seat)} does not hold {cards[0]}{holder}.")

    @chapter.clause(
        "3.2",
        Play,
        after="4.1",
        wording=f"""The first play of a deal must contain {first}.
        opener=previous_winner: The first play of the first deal must contain {first}. After that, the winner of the
            deal before may lead any combination.
        """,
    )
    def opening_play(table: ClimbingTable, act: Play) -> Answer | None:
        if table.lead.is_opened or not table.in_play or UNSEEN in act.cards:
            return None
        cards = game.possible_cards(table)
        is_first = cards[0] == game.first_card(table)
        if winner_opens(table) or (is_first and cards[0] in act.cards):
            return game.explain_opening(table, act)
        # The next clause judges a card that opens in place of the first.
        return object_missing_card(act, cards[0]) if len(cards) == 1 and is_first else None

    @chapter.clause("3.3", Play, after="3.2")
    def next_in_its_stead(table: ClimbingTable, act: Play) -> Answer | None:
        """If the card that opens is left over, the next of those in play opens in its stead."""
        if table.lead.is_opened or not table.in_play or UNSEEN in act.cards or winner_opens(table):
            return None
        cards, first = game.possible_cards(table), game.first_card(table)
        if cards == (first,) or first in act.cards:
            return None
        if cards[0] in act.cards:
            return game.explain_opening(table, act)
        for index, card in enumerate(cards):
            if card in act.cards:
                are = "is" if index == 1 else "are"
                return doubt(
                    f"{card} opens only if {join_words(cards[:index])} {are} left over.",
                    depends_on=DependsOn(table.player_locations),
                )
        return object_missing_card(act, cards[0], cites="3.2" if cards[0] == first else "")

    return chapter


def object_missing_card(act: Play, card: Card, cites: str = "") -> Answer:
    """Return an objection to an opening without the required card."""
    return objection(f"{write_cards(act.cards)} does not contain {card}, with which the deal opens.", cites=cites)
