"""Dealing, playing and winning a hand of Conquian: chapters 1, 2, 4 and 7."""

from __future__ import annotations

from referee.cards import UNSEEN
from referee.cards.words import quantity
from referee.games.conquian.layout import all_cards, bits, cards_of, write_bits, write_layout
from referee.games.conquian.melds import certain_hand_cards, layout_after_take, lie_or_lies, no_meld
from referee.games.conquian.table import (
    GOAL,
    ConquianDecline,
    ConquianDiscard,
    ConquianTable,
    ConquianTake,
    ConquianTurn,
    MeldStatement,
    book,
    melded_cards,
)
from referee.games.parts.dealing import deal_first, object_hand_in_progress
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere, one_pack
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import object_out_of_turn, opponent
from referee.rules import Act, Answer, Deal, LedgerItem, Unit, finding, grounds, objection, rank_by_score, replace

book.section("1", "Players and cards")

book.note("1.1", "Conquian is a rummy game for two.")
book.include(
    one_pack,
    new_numbers={"1.1": "1.2"},
    wording="""
    1.1: The Spanish pack of 40 cards is used: ace to seven, jack, queen and king of each suit. No card is in two
        places, and no hand is larger than it should be.
    """,
    printed={"1.1": {"source": "003"}},
)
book.note("1.3", "The aim is to meld eleven cards before the opponent does.")


@book.clause("1.4", MeldStatement)
def melds_lie_open(table: ConquianTable, act: MeldStatement) -> Answer | None:
    """Melds lie face up in front of the player who made them."""
    seat, named_cards, known_melds = act.seat, all_cards(act.melds), melded_cards(table, act.seat)
    name = table.name(seat)
    question = f"Ask {name} which cards lie in the meld"
    for meld in act.melds:
        if answer := no_meld(meld, table.options):
            return finding(answer.reason, ask=f"{question}, and correct the line.", cites=answer.cites)
    if unnamed_cards := known_melds & ~named_cards:
        return finding(
            f"{write_bits(unnamed_cards)} also {lie_or_lies(unnamed_cards)} before {name}.",
            ask=f"{question}, and correct the line.",
        )
    new_cards = cards_of(named_cards & ~known_melds)
    if new_cards and seat not in table.incomplete:
        return finding(
            f"{name} has melded {write_layout(table.layouts[seat]) or 'nothing'}, and no card was taken since.",
            ask=f"{question}; correct the line, or enter before it the card that was taken.",
        )
    for card in new_cards:
        if not table.knowledge.may_hold(seat, card) and (answer := object_located_elsewhere(table, card)):
            return misdeal_finding(table, act, answer.reason)
    if named_cards.bit_count() > GOAL:
        return misdeal_finding(
            table, act, f"{quantity(named_cards.bit_count(), 'card')} are more than {name} can have melded."
        )
    return None


book.section("2", "The deal")


@book.clause("2.1", Deal)
def ten_each(table: ConquianTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals each player ten cards. The other twenty lie face down in the middle as the
    stock.
    """
    return object_hand_in_progress(table, tuple(table.seats) if table.in_play and table.from_deal else ())


@book.clause("2.2", Deal, interpretation="house")
def deal_passes_on(table: ConquianTable, act: Deal) -> Answer | None:
    """The first dealer is drawn by lot. After that the players take turns to deal. A hand that was not finished is
    dealt again by the same dealer.
    next_dealer=loser: The first dealer is drawn by lot. The loser of a hand deals the next. After a draw the other
        player deals. A hand that was not finished is dealt again by the same dealer.
    """
    dealer = next_dealer(table)
    if dealer is None or act.seat in (-1, dealer):
        return None
    if table.options.next_dealer == "loser" and table.winner is not None:
        return objection(f"{table.name(dealer)} lost the last hand and deals now.", table.ending_act)
    return objection(f"{table.name(dealer)} deals now, not {table.name(act.seat)}.")


def next_dealer(table: ConquianTable) -> int | None:
    """Return the next dealer; None if the last one is unknown."""
    if table.in_play or table.dealer is None:
        return table.dealer
    if table.options.next_dealer == "loser" and table.winner is not None:
        return opponent(table, table.winner)
    return opponent(table, table.dealer)


book.section("4", "The turn")


@book.clause("4.1", ConquianTurn, ConquianTake, ConquianDecline, ConquianDiscard)
def in_turn(table: ConquianTable, act: Act) -> Answer | None:
    """The player who did not deal begins, and turns alternate."""
    table = with_unsaid_refusal(table, act)
    if not table.in_play:
        return hand_is_over(table)
    if table.from_deal and table.last_act is None and table.turn is None and act.seat == table.dealer:
        return objection(f"{table.name(act.seat)} dealt, so the other player begins.")
    if (force := table.force) and act.seat != force.to:
        return objection(f"{table.name(force.to)} has been forced to take the card.", force, cites="6.5")
    return object_out_of_turn(table, act, table.last_act)


def hand_is_over(table: ConquianTable) -> Answer:
    """Return an objection to an act without a hand in play."""
    if table.ending_act is None:
        return deal_first("2.1")
    if table.winner is None:
        return objection("The hand is over: it is a draw.", table.ending_act, cites="7.2")
    return objection(f"The hand is over: {table.name(table.winner)} has won it.", table.ending_act, cites="7.1")


def with_unsaid_refusal(table: ConquianTable, act: Act) -> ConquianTable:
    """Return the table with the implied refusal of a turned card added, if there is one.

    A refusal need not be stated: the opponent's turning of the next card implies it.
    """
    offered_card = table.offered
    if not isinstance(act, ConquianTurn) or table.force or offered_card is None or not offered_card.awaits_turner:
        return table
    turner = offered_card.act.seat
    if act.seat == turner or act.seat != opponent(table, turner):
        return table
    return replace(table, offered=replace(offered_card, refused_by=(*offered_card.refused_by, turner)), turn=act.seat)


@book.clause("4.2", ConquianTurn)
def turns_the_stock(table: ConquianTable, act: ConquianTurn) -> Answer | None:
    """A hand begins with the top card of the stock turned face up. Later, a player takes the opponent's discard or
    turns the next card of the stock.
    """
    offered_card, name = with_unsaid_refusal(table, act).offered, table.name(act.seat)
    if table.knowledge.stock == 0:
        return objection(f"The stock is used up: {name} cannot turn a card.", cites="7.2")
    if act.card is UNSEEN:
        return finding(f"The card is turned face up. Which card did {name} turn?")
    if offered_card and offered_card.awaits_turner:
        return objection(f"{offered_card.card} is turned up. {name} must take it or refuse it first.", offered_card.act)
    if answer := object_located_elsewhere(table, act.card):
        return misdeal_finding(table, act, answer.reason)
    if offered_card and act.seat not in offered_card.refused_by:
        return grounds(f"{name} refuses {offered_card.card} and turns {act.card}.", offered_card.act)
    return grounds(f"{name} turns {act.card}.")


@book.clause("4.3", ConquianTake)
def takes_the_card_on_offer(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """A player may take only the card on offer: the one just turned, or the one that the opponent has just discarded or
    refused. A card refused once may not be taken later, unless it is forced.
    """
    offered_card, name = table.offered, table.name(act.seat)
    if act.card is UNSEEN:
        return finding(f"The card in the middle lies face up. Which card did {name} take?")
    if table.undiscarded_take:
        return refuse_before_discard(table, table.undiscarded_take)
    if offered_card is None:
        if table.offer_is_known:
            return objection("No card is on offer: one is turned first.")
        answer = object_located_elsewhere(table, act.card)
        return answer and misdeal_finding(table, act, answer.reason)
    if offered_card.card not in (act.card, UNSEEN):
        return objection(f"{offered_card.card} is on offer, not {act.card}.", offered_card.act)
    if act.seat in offered_card.refused_by and not table.force:
        return objection(f"{name} has let {offered_card.card} go.", offered_card.act)
    if melded_cards(table, act.seat) & bits([act.card]):
        return misdeal_finding(table, act, f"{act.card} lies before {name} already.")
    return None


def refuse_before_discard(table: ConquianTable, take: ConquianTake) -> Answer:
    """Return an objection to an act of a player who must discard first."""
    return objection(f"{table.name(take.seat)} has taken {take.card} and owes a discard.", take, cites="4.7")


@book.clause("4.4", ConquianDecline)
def may_decline(table: ConquianTable, act: ConquianDecline) -> Answer | None:
    """A player may refuse any card. A card that its player turned and refused is offered to the opponent. A player who
    refuses the opponent's card turns the next card of the stock.
    """
    offered_card, name = table.offered, table.name(act.seat)
    if table.undiscarded_take:
        return refuse_before_discard(table, table.undiscarded_take)
    if offered_card is None:
        return objection(f"No card is on offer that {name} could refuse.") if table.offer_is_known else None
    if act.seat in offered_card.refused_by and not table.force:
        return objection(f"{name} has refused {offered_card.card} already.", offered_card.act)
    return grounds(f"{name} refuses {offered_card.card}.", offered_card.act)


@book.clause("4.5", ConquianDiscard)
def discards_after_a_meld(table: ConquianTable, act: ConquianDiscard) -> Answer | None:
    """After melding, a player discards one card of their hand face up next to the stock. It is offered to the opponent.
    A card turned from the stock and refused goes there too.
    """
    offered_card, name = table.offered, table.name(act.seat)
    if table.undiscarded_take and table.undiscarded_take.seat == act.seat:
        return grounds(
            f"{name} has melded {table.undiscarded_take.card} and discards {act.card}.", table.undiscarded_take
        )
    if offered_card and is_refusal(table, act):
        return grounds(f"{name} refuses {act.card}.", offered_card.act)
    if offered_card is None:
        return objection(f"{name} has taken no card, and so discards none.") if table.offer_is_known else None
    if offered_card.awaits_turner:
        return objection(
            f"{name} has not melded {offered_card.card} and discards that card, or none.", offered_card.act
        )
    return objection(f"{name} has not taken {offered_card.card}, and so discards no card.", offered_card.act)


def is_refusal(table: ConquianTable, act: ConquianDiscard) -> bool:
    """Tell whether a discard is the card that the player turned, and therefore a refusal."""
    offered_card = table.offered
    return bool(
        offered_card
        and offered_card.awaits_turner
        and offered_card.act.seat == act.seat
        and offered_card.card == act.card
    )


@book.clause("4.6", ConquianDiscard)
def discards_from_the_hand(table: ConquianTable, act: ConquianDiscard) -> Answer | None:
    """A discard must come from the hand, never from the melds."""
    if act.card is UNSEEN:
        return finding(f"A discard lies face up. Which card did {table.name(act.seat)} discard?")
    return None if is_refusal(table, act) else judge_cards_in_hand(table, act, (act.card,))


@book.clause("4.7", ConquianTurn, interpretation="CNQ-A11")
def takes_or_turns(table: ConquianTable, _act: ConquianTurn) -> Answer | None:
    """A player who has taken a card turns no card in that turn. The discard ends it."""
    return refuse_before_discard(table, table.undiscarded_take) if table.undiscarded_take else None


book.note(
    "4.8",
    "A wrong act is taken back, although both have seen the cards. A card taken goes back to the middle, and the "
    "melds lie as before. A card discarded goes back to the hand.",
    interpretation="CNQ-A9",
)

book.section("7", "The end of the hand")


@book.clause("7.1", ConquianTake, interpretation="CNQ-A12", source="003")
def eleven_melded(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """The first player with eleven cards melded wins the hand, forced or not: ten of their own and one from the middle.
    They do not discard.
    """
    # In a partial record, the melds may be incomplete while the hand is known.
    hand = table.knowledge.hands[act.seat]
    goes_out = (
        act.seat in table.incomplete
        and hand.fully_known
        and len(hand.cards) == certain_hand_cards(table, act).bit_count()
    )
    if act.melds and not goes_out and (melded_cards(table, act.seat) | all_cards(act.melds)).bit_count() < GOAL:
        return None
    layout = layout_after_take(table, act)
    if all_cards(layout).bit_count() < GOAL and not goes_out:
        return None
    return grounds(f"{table.name(act.seat)} wins with eleven cards melded: {write_layout(layout)}.")


@book.clause("7.2", ConquianDecline, interpretation="CNQ-A8", source="003")
def draw(table: ConquianTable, act: ConquianDecline) -> Answer | None:
    """If the stock runs out first, the hand is a draw when the last card on offer has been refused."""
    offered_card = table.offered
    if offered_card is None or not ends_in_a_draw(table, act):
        return None
    return grounds(f"The stock is used up and {offered_card.card} is refused: the hand is a draw.", offered_card.act)


def ends_in_a_draw(table: ConquianTable, act: ConquianDecline) -> bool:
    """Tell whether the refusal of a card ends the hand in a draw."""
    offered_card = table.offered
    if offered_card is None or table.knowledge.stock != 0:
        return False
    return opponent(table, offered_card.act.seat) in (act.seat, *offered_card.refused_by)


@book.clause("7.3", interpretation="CNQ-A10", scorer_only="stake=0")
def pays(table: ConquianTable, winner: int, line: int) -> tuple[LedgerItem, ...]:
    """The loser of a hand pays the winner a stake of {stake:chip}.
    stake=0: Hands are not played for chips.
    """
    amount, loser = stakes(table), opponent(table, winner)
    if not amount or loser is None:
        return ()
    reason = f"{table.name(loser)} pays {table.name(winner)} {quantity(amount, 'chip')}."
    return (
        LedgerItem(loser, -amount, Unit.CHIPS, "7.3", reason, line),
        LedgerItem(winner, amount, Unit.CHIPS, "7.3", reason, line),
    )


@book.clause("7.4", interpretation="CNQ-A10")
def stakes(table: ConquianTable) -> int:
    """A drawn hand counts for nobody, and no stake is paid.
    draw=carried: The stake of a drawn hand is carried forward. The loser of the next hand that is won pays it too.
    stake=0: A drawn hand counts for nobody.
    """
    return table.options.stake * (1 + (table.drawn_hands if table.options.draw == "carried" else 0))


@book.clause("7.5", interpretation="house")
@book.places
def places(table: ConquianTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most chips is first.
    stake=0: The club decides how many hands are played. The player who has won the most hands is first.
    """
    if table.in_play or table.ending_act is None:
        return ()
    if table.options.stake:
        return ranked_by_chips(table)
    winners = [item.seat for item in table.items if item.unit is Unit.PLACE and item.amount == 1]
    return rank_by_score(table.seats, {seat: winners.count(seat) for seat in table.seats})
