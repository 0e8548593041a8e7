"""How a hand of Conquian is dealt, played and won: chapters 1, 2, 4 and 7."""

from __future__ import annotations

from referee.cards import UNSEEN
from referee.cards.words import counted
from referee.games.conquian.layout import bits, cards_of, together, write_layout, written
from referee.games.conquian.melds import lies, melded_by, no_meld, surely_from_hand
from referee.games.conquian.table import GOAL, ConquianTable, Declines, Discards, Melded, Takes, Turns, book, on_table
from referee.games.parts.dealing import deal_first, hand_over
from referee.games.parts.one_pack import in_hand, located, misdealt, one_pack
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import opponent, out_of_turn
from referee.rules import Act, Answer, Deal, LedgerItem, Unit, finding, grounds, objection, ranked, replace

book.section("1", "Players and cards")

book.note("1.1", "Conquian is a rummy game for two.")
book.include(
    one_pack,
    at={"1.1": "1.2"},
    wording="""
    1.1: The Spanish pack of 40 cards is used: ace to seven, jack, queen and king of each suit. No card is in two
        places, and no hand is larger than it should be.
    """,
    printed={"1.1": {"source": "003"}},
)
book.note("1.3", "The aim is to meld eleven cards before the opponent does.")


@book.clause("1.4", Melded)
def melds_lie_open(table: ConquianTable, act: Melded) -> Answer | None:
    """Melds lie face up in front of the player who made them."""
    seat, named_cards, known_melds = act.seat, together(act.melds), on_table(table, act.seat)
    name = table.name(seat)
    question = f"Ask {name} which cards lie in the meld"
    for meld in act.melds:
        if answer := no_meld(meld, table.options):
            return finding(answer.reason, ask=f"{question}, and correct the line.", cites=answer.cites)
    if lacking := known_melds & ~named_cards:
        return finding(
            f"{written(lacking)} also {lies(lacking)} before {name}.", ask=f"{question}, and correct the line."
        )
    fresh = cards_of(named_cards & ~known_melds)
    if fresh and seat not in table.unsure:
        return finding(
            f"{name} has melded {write_layout(table.down[seat]) or 'nothing'}, and no card was taken since.",
            ask=f"{question}; correct the line, or enter before it the card that was taken.",
        )
    for card in fresh:
        if not table.known.may_hold(seat, card) and (answer := located(table, card)):
            return misdealt(table, act, answer.reason)
    if named_cards.bit_count() > GOAL:
        return misdealt(table, act, f"{counted(named_cards.bit_count(), 'card')} are more than {name} can have melded.")
    return None


book.section("2", "The deal")


@book.clause("2.1", Deal)
def ten_each(table: ConquianTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals each player ten cards. The other twenty lie face down in the middle as the
    stock.
    """
    return hand_over(table, tuple(table.seats) if table.in_play and table.from_deal else ())


@book.clause("2.2", Deal, interpretation="house")
def deal_passes_on(table: ConquianTable, act: Deal) -> Answer | None:
    """The first dealer is drawn by lot. After that the players take turns to deal. A hand that was not finished is
    dealt again by the same dealer.
    next_dealer=loser: The first dealer is drawn by lot. The loser of a hand deals the next. After a draw the other
        player deals. A hand that was not finished is dealt again by the same dealer.
    """
    following = next_dealer(table)
    if following is None or act.seat in (-1, following):
        return None
    if table.options.next_dealer == "loser" and table.winner is not None:
        return objection(f"{table.name(following)} lost the last hand and deals now.", table.over)
    return objection(f"{table.name(following)} deals now, not {table.name(act.seat)}.")


def next_dealer(table: ConquianTable) -> int | None:
    """Return who deals next, if it is known who dealt before."""
    if table.in_play or table.dealer is None:
        return table.dealer
    if table.options.next_dealer == "loser" and table.winner is not None:
        return opponent(table, table.winner)
    return opponent(table, table.dealer)


book.section("4", "The turn")


@book.clause("4.1", Turns, Takes, Declines, Discards)
def in_turn(table: ConquianTable, act: Act) -> Answer | None:
    """The player who did not deal begins, and turns alternate."""
    table = let_go_unsaid(table, act)
    if not table.in_play:
        return hand_is_over(table)
    if table.from_deal and table.last is None and table.turn is None and act.seat == table.dealer:
        return objection(f"{table.name(act.seat)} dealt, so the other player begins.")
    if (forced := table.forced) and act.seat != forced.to:
        return objection(f"{table.name(forced.to)} has been forced to take the card.", forced, cites="6.5")
    return out_of_turn(table, act, table.last)


def hand_is_over(table: ConquianTable) -> Answer:
    """Object to an act for which there is no hand."""
    if table.over is None:
        return deal_first("2.1")
    if table.winner is None:
        return objection("The hand is over: it is a draw.", table.over, cites="7.2")
    return objection(f"The hand is over: {table.name(table.winner)} has won it.", table.over, cites="7.1")


def let_go_unsaid(table: ConquianTable, act: Act) -> ConquianTable:
    """Return the table in which the card that a player turned has been let go: a player who does not take it need not
    say so, and the opponent turns the next.
    """
    centre = table.centre
    if not isinstance(act, Turns) or table.forced or centre is None or not centre.to_decide:
        return table
    turner = centre.laid.seat
    if act.seat == turner or act.seat != opponent(table, turner):
        return table
    return replace(table, centre=replace(centre, let_go=(*centre.let_go, turner)), turn=act.seat)


@book.clause("4.2", Turns)
def turns_the_stock(table: ConquianTable, act: Turns) -> Answer | None:
    """A hand begins with the top card of the stock turned face up. Later, a player takes the opponent's discard or
    turns the next card of the stock.
    """
    centre, name = let_go_unsaid(table, act).centre, table.name(act.seat)
    if table.known.stock == 0:
        return objection(f"The stock is used up: {name} cannot turn a card.", cites="7.2")
    if act.card is UNSEEN:
        return finding(f"The card is turned face up; which was it that {name} turned?")
    if centre and centre.to_decide:
        return objection(f"{centre.card} is turned up. {name} must take it or refuse it first.", centre.laid)
    if answer := located(table, act.card):
        return misdealt(table, act, answer.reason)
    if centre and act.seat not in centre.let_go:
        return grounds(f"{name} refuses {centre.card} and turns {act.card}.", centre.laid)
    return grounds(f"{name} turns {act.card}.")


@book.clause("4.3", Takes)
def takes_the_card_on_offer(table: ConquianTable, act: Takes) -> Answer | None:
    """A player may take only the card on offer: the one just turned, or the one that the opponent has just discarded or
    refused. A card refused once may not be taken later, unless it is forced.
    """
    centre, name = table.centre, table.name(act.seat)
    if act.card is UNSEEN:
        return finding(f"The card in the centre lies face up; which was it that {name} took?")
    if table.owes:
        return has_taken(table, table.owes)
    if centre is None:
        if table.told:
            return objection("No card is on offer: one is turned first.")
        answer = located(table, act.card)
        return answer and misdealt(table, act, answer.reason)
    if centre.card not in (act.card, UNSEEN):
        return objection(f"{centre.card} is on offer, not {act.card}.", centre.laid)
    if act.seat in centre.let_go and not table.forced:
        return objection(f"{name} has let {centre.card} go.", centre.laid)
    if on_table(table, act.seat) & bits([act.card]):
        return misdealt(table, act, f"{act.card} lies before {name} already.")
    return None


def has_taken(table: ConquianTable, owes: Takes) -> Answer:
    """Object to an act of a turn in which a card has been taken."""
    return objection(f"{table.name(owes.seat)} has taken {owes.card} and owes a discard.", owes, cites="4.7")


@book.clause("4.4", Declines)
def may_decline(table: ConquianTable, act: Declines) -> Answer | None:
    """A player may refuse any card. A card that its player turned and refused is offered to the opponent. A player who
    refuses the opponent's card turns the next card of the stock.
    """
    centre, name = table.centre, table.name(act.seat)
    if table.owes:
        return has_taken(table, table.owes)
    if centre is None:
        return objection(f"No card is on offer that {name} could refuse.") if table.told else None
    if act.seat in centre.let_go and not table.forced:
        return objection(f"{name} has refused {centre.card} already.", centre.laid)
    return grounds(f"{name} refuses {centre.card}.", centre.laid)


@book.clause("4.5", Discards)
def discards_after_a_meld(table: ConquianTable, act: Discards) -> Answer | None:
    """After melding, a player discards one card of their hand face up next to the stock. It is offered to the opponent.
    A card turned from the stock and refused goes there too.
    """
    centre, name = table.centre, table.name(act.seat)
    if table.owes and table.owes.seat == act.seat:
        return grounds(f"{name} has melded {table.owes.card} and discards {act.card}.", table.owes)
    if centre and lets_go(table, act):
        return grounds(f"{name} refuses {act.card}.", centre.laid)
    if centre is None:
        return objection(f"{name} has taken no card, and so discards none.") if table.told else None
    if centre.to_decide:
        return objection(f"{name} has not melded {centre.card} and discards that card, or none.", centre.laid)
    return objection(f"{name} has not taken {centre.card}, and so discards no card.", centre.laid)


def lets_go(table: ConquianTable, act: Discards) -> bool:
    """Tell whether a discard is the card that the player turned."""
    centre = table.centre
    return bool(centre and centre.to_decide and centre.laid.seat == act.seat and centre.card == act.card)


@book.clause("4.6", Discards)
def discards_from_the_hand(table: ConquianTable, act: Discards) -> Answer | None:
    """A discard must come from the hand, never from the melds."""
    if act.card is UNSEEN:
        return finding(f"A discard lies face up; which card was it that {table.name(act.seat)} discarded?")
    return None if lets_go(table, act) else in_hand(table, act, (act.card,))


@book.clause("4.7", Turns, interpretation="CNQ-A11")
def takes_or_turns(table: ConquianTable, _act: Turns) -> Answer | None:
    """A player who has taken a card turns no card in that turn. The discard ends it."""
    return has_taken(table, table.owes) if table.owes else None


book.note(
    "4.8",
    "A wrong act is taken back, although both have seen the cards. A card taken goes back to the middle, and the "
    "melds lie as before. A card discarded goes back to the hand.",
    interpretation="CNQ-A9",
)

book.section("7", "The end of the hand")


@book.clause("7.1", Takes, interpretation="CNQ-A12", source="003")
def eleven_melded(table: ConquianTable, act: Takes) -> Answer | None:
    """The first player with eleven cards melded wins the hand, forced or not: ten of their own and one from the middle.
    They do not discard.
    """
    # In part of a record more may lie there than it tells, but the hand may be known.
    hand = table.known.hands[act.seat]
    goes_out = act.seat in table.unsure and hand.whole and len(hand.cards) == surely_from_hand(table, act).bit_count()
    if act.melds and not goes_out and (on_table(table, act.seat) | together(act.melds)).bit_count() < GOAL:
        return None
    layout = melded_by(table, act)
    if together(layout).bit_count() < GOAL and not goes_out:
        return None
    return grounds(f"{table.name(act.seat)} wins with eleven cards melded: {write_layout(layout)}.")


@book.clause("7.2", Declines, interpretation="CNQ-A8", source="003")
def draw(table: ConquianTable, act: Declines) -> Answer | None:
    """If the stock runs out first, the hand is a draw when the last card on offer has been refused."""
    centre = table.centre
    if centre is None or not ends_in_a_draw(table, act):
        return None
    return grounds(f"The stock is used up and {centre.card} is refused: the hand is a draw.", centre.laid)


def ends_in_a_draw(table: ConquianTable, act: Declines) -> bool:
    """Tell whether a card that is let go leaves nothing to play for."""
    centre = table.centre
    if centre is None or table.known.stock != 0:
        return False
    return opponent(table, centre.laid.seat) in (act.seat, *centre.let_go)


@book.clause("7.3", interpretation="CNQ-A10", scorer_only="stake=0")
def pays(table: ConquianTable, winner: int, line: int) -> tuple[LedgerItem, ...]:
    """The loser of a hand pays the winner a stake of {stake:chip}.
    stake=0: Hands are not played for chips.
    """
    amount, loser = stakes(table), opponent(table, winner)
    if not amount or loser is None:
        return ()
    reason = f"{table.name(loser)} pays {table.name(winner)} {counted(amount, 'chip')}."
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
    return table.options.stake * (1 + (table.drawn if table.options.draw == "carried" else 0))


@book.clause("7.5", interpretation="house")
@book.places
def places(table: ConquianTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most chips is first.
    stake=0: The club decides how many hands are played. The player who has won the most hands is first.
    """
    if table.in_play or table.over is None:
        return ()
    if table.options.stake:
        return ranked_by_chips(table)
    winners = [item.seat for item in table.items if item.unit is Unit.PLACE and item.amount == 1]
    return ranked(table.seats, {seat: winners.count(seat) for seat in table.seats})
