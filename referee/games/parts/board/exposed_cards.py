"""A card exposed in the deal: it stays with its player, is replaced, or makes a misdeal."""

from __future__ import annotations

from typing import Any

from referee.cards import UNSEEN, Card
from referee.games.parts.betting.stakes import BETS, POSTS, Ante, AnteByAll
from referee.games.parts.board.clauses import BOARDS, BoardTable
from referee.games.parts.dealing import deal_first
from referee.games.parts.one_pack import misdeal_finding, object_located_elsewhere
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Chapter,
    Move,
    NonMove,
    Rulebook,
    doubt,
    frozen,
    grounds,
    objection,
    option,
    replace,
)

dealing_face_up = Chapter("The deal")


@frozen
class ExposedCard(NonMove):
    """``NAME is dealt CARD face up``: a card is exposed in the deal."""

    card: Card


@frozen
class ExposedFirstCard(ExposedCard):
    """``NAME is first dealt CARD face up``: a player's first card is exposed in the deal."""


def exposed_card_option() -> Any:
    """Declare the option of what happens to an exposed card."""
    answers = {
        "kept": "the player keeps it",
        "replaced": "it is replaced, or it is a misdeal if it is one of the first two or the second exposed",
    }
    return option(question="What happens to a card that is exposed in the deal?", labels=answers)


@dealing_face_up.clause("2.3", ExposedCard, ExposedFirstCard, interpretation="HLD-A11")
def deals_face_up(table: BoardTable, act: ExposedCard) -> Answer | None:
    """A card that is exposed in the deal stays with its player.
    exposed_card=replaced: It is a misdeal if one of the first two cards dealt is exposed, or a second card. Any other
        exposed card is replaced after the deal from the top of the pack. Where cards are burned, it is the first
        of these.
    """
    name, card = table.name(act.seat), act.card
    if not table.in_play or table.hand.is_settled:
        return deal_first()
    if card is UNSEEN:
        return objection("A card that is face up is seen: name it.")
    if answer := object_located_elsewhere(table, card):
        finding = misdeal_finding(table, act, answer.reason)
        finding.cites = "1.1"
        return finding
    if table.from_deal and table.hand.betting_begun:
        return objection("Bets have been made: the deal is over.")
    if table.from_deal and act.seat not in table.hand.players:
        return objection(f"{name} was not dealt in.")
    if table.options.exposed_card == "kept":
        return grounds(f"{name} keeps {card}, which everybody has seen.")
    if not table.from_deal:
        return doubt("The record does not say who was dealt the first two cards.", word="open")
    dealer = "the same dealer" if table.dealer is None else table.name(table.dealer)
    if is_misdeal(table, act):
        reason = "is the second card exposed" if table.hand.exposed_count else "is one of the first two cards dealt"
        return grounds(f"A misdeal: {card} {reason}. All cards go back, and {dealer} deals again.")
    use_text = "is the burn card" if table.options.burn else "is out of play"
    first = f" If it was {name}'s first card, it is a misdeal: write “{name} is first dealt {card} face up”."
    return grounds(
        f"{name} is dealt another card after the deal, and {card} {use_text}.{first * may_get_first_card(table, act)}"
    )


@dealing_face_up.clause(
    "2.4",
    *BETS,
    *BOARDS,
    *POSTS,
    Ante,
    AnteByAll,
    interpretation="house",
    only="exposed_card=replaced",
    after="4.7",
)
def deals_again(table: BoardTable, _act: Act) -> Answer | None:
    """After a misdeal the same dealer deals again, and nobody puts in chips before that."""
    if not table.hand.is_misdeal:
        return None
    return objection("It is a misdeal: the cards are dealt again first.")


def may_get_first_card(table: BoardTable, act: ExposedCard) -> bool:
    """Tell whether a player is one of the two who are dealt the first cards."""
    return act.seat in table.hand.players[:2]


def is_misdeal(table: BoardTable, act: ExposedCard) -> bool:
    """Tell whether an exposed card makes a misdeal."""
    return table.hand.exposed_count > 0 or (isinstance(act, ExposedFirstCard) and may_get_first_card(table, act))


def replacement_location(table: BoardTable, act: ExposedCard) -> tuple[Move, ...]:
    """Return the move of an exposed card that is replaced: from the stock to the open table, as if never dealt.

    Return no move if the card is kept or makes a misdeal.
    """
    if table.options.exposed_card == "kept" or not table.from_deal or is_misdeal(table, act):
        return ()
    return (Move((act.card,), STOCK, OPEN_TABLE, "exposed in the deal"),)


def apply_exposed_card(table: BoardTable, act: ExposedCard) -> BoardTable:
    """Return the table with an exposed card recorded."""
    if table.options.exposed_card == "kept":
        return replace(table, knowledge=table.knowledge.reveal(act.seat, (act.card,), is_shown=True))
    if not table.from_deal:
        return table
    hand = replace(table.hand, exposed_count=2 if is_misdeal(table, act) else 1)
    burned = table.community.has_burned or table.options.burn
    return replace(table, hand=hand, community=replace(table.community, has_burned=burned))


def register_exposed_cards(book: Rulebook) -> None:
    """Register the acts that record a card exposed in the deal."""
    book.add_act(ExposedCard, "NAME is dealt CARD face up")
    book.add_act(ExposedFirstCard, "NAME is first dealt CARD face up")
