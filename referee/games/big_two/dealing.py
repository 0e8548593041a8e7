"""How Big Two is dealt, and the card that opens a hand: chapter 2, the start of chapter 3, and the pack."""

from __future__ import annotations

from dataclasses import replace

from referee.cards import UNSEEN, Card, write_cards
from referee.games.big_two.hands import SUITS
from referee.games.big_two.table import Out, Table, book
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import located, misdeal_or_mistake, misdealt
from referee.rules import Answer, Deal, Holds, HoldsOnly, Known, Shows, Statement, finding, objection

OPENING = tuple(Card("3", suit) for suit in SUITS)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Statement) -> Answer | None:
    """There is one of each card: no card is in two places, and no hand is larger than it was dealt."""
    return misdealt(replace(table, known=with_left_over(table, act.seat, act.cards)), act)


# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause(
    "2.1",
    Deal,
    reworded={
        "remainder_3p=to_3D_holder": "The pack is dealt out evenly, face down: thirteen cards each to four players, "
        "seventeen to three, of whom one has the card left over besides."
    },
)
def dealt_evenly(table: Table, act: Deal) -> Answer | None:
    """The pack is dealt out evenly, face down: thirteen cards each to four players, seventeen to three."""
    return hand_over(table, act, table.active if table.whole else ())


@book.clause(
    "2.2",
    Out,
    interpretation="CDD-A3",
    reworded={"remainder_3p=to_3D_holder": "With three players the card left over goes to the holder of 3D."},
)
def left_over(table: Table, act: Out) -> Answer | None:
    """With three players the card left over is turned face up and is out of play."""
    cards = write_cards(act.cards)
    if table.seats.ordered and len(table.seats) != 3:
        return objection("Four players are dealt the whole pack, so that no card is left over.")
    if table.options.remainder_3p == "to_3D_holder":
        return objection(f"{cards} goes to whoever holds 3D, unseen.")
    if len(act.cards) != 1:
        return objection(f"One card is left over, not {len(act.cards)}: {cards}.")
    if table.from_deal and table.known.stock == 0:
        return finding(f"The card left over has been turned up; {cards} would be one more.")
    if answer := located(table, act.cards[0]):
        return misdeal_or_mistake(answer.reason)
    return None


def with_left_over(table: Table, seat: int, cards: tuple[Card, ...]) -> Known:
    """Return what is known once a player is seen to hold 3D, with whom the card left over may have gone."""
    taken = table.options.remainder_3p == "to_3D_holder" and table.from_deal and not table.opened
    if taken and table.known.stock == 1 and OPENING[0] in cards:
        return table.known.draws(seat, (UNSEEN,))
    return table.known


# -- 3 The opening ------------------------------------------------------------------------------------------

book.section("3", "The opening")


@book.clause(
    "3.3",
    interpretation="CDD-A4",
    reworded={"remainder_3p=to_3D_holder": "As every card is in a hand, somebody holds 3D."},
)
def opening_card(known: Known) -> Card | None:
    """If 3D is the card left over, the lowest three in play opens in its stead: 3C, else 3H, else 3S."""
    in_play = (card for card in OPENING if not any(out.seat < 0 for out in known.sightings(card)))
    return next(in_play, None)


def opens_freely(table: Table) -> bool:
    """Tell whether the winner of the last hand opens with any hand."""
    return table.options.opener == "previous_winner" and table.winner is not None
