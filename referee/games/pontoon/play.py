"""The effects of acts on a Pontoon table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import UNSEEN, write_cards
from referee.games.parts.acts import Pay
from referee.games.parts.debts import debts_totalling
from referee.games.pontoon import rules, settlement
from referee.games.pontoon.bank import describe_shuffle, next_bankers
from referee.games.pontoon.hands import has_pontoon, is_bust, points, possible_counts
from referee.games.pontoon.pack import (
    boxes_when_shown,
    makes_two_hands,
    moves_of_a_split,
    recycled_cards,
    split_box,
    unannounced_end,
)
from referee.games.pontoon.rules import box_in_play, current_box
from referee.games.pontoon.settlement import (
    certain_due,
    certain_dues,
    difference_items,
    due_payments,
    gain_of,
    is_due_in_another_order,
    may_be_part,
    may_settle,
    outstanding_payments,
    payment_items,
    settle,
    unpaid_dues_and_part,
)
from referee.games.pontoon.table import (
    Box,
    Boxes,
    DeclarePontoon,
    DeclineBank,
    HandEnd,
    PontoonBet,
    PontoonBuy,
    PontoonDraw,
    PontoonTable,
    Split,
    Stick,
    TakeBank,
    Twist,
    book,
    cards_drawn,
    may_be_over,
)
from referee.rules import (
    STOCK,
    Act,
    Answer,
    Deal,
    Move,
    Offer,
    Shows,
    Statement,
    TableFact,
    Verdict,
    after_deal,
    before_deal,
    replace,
)

book.begins(
    PontoonTable, lambda table: replace(table, players=tuple(table.seats), boxes=((Box(),),) * len(table.seats))
)


@book.moves
def moves(table: PontoonTable, act: Act) -> tuple[Move, ...]:
    """Return the card moves of an act: from the pack to a hand and, if the pack runs out, from bust hands under it."""
    if not isinstance(act, (PontoonBuy, Twist, Split)):
        return ()
    cards, boxes = cards_drawn(act), table.boxes[act.seat]
    recycled = recycled_cards(table, len(cards))
    box = boxes[0] if len(boxes) == 1 else box_in_play(table, act)
    if isinstance(act, Split) and makes_two_hands(table, act, box):
        return (*recycled, *moves_of_a_split(table, act, box))
    return (*recycled, Move(cards, STOCK, box.location or act.seat, face_up=isinstance(act, Twist)))


@book.applies
def apply(table: PontoonTable, act: Act) -> PontoonTable:
    """Return the table after an act."""
    new_table = apply_to_hand(table, act)
    return (
        replace(new_table, resumed_hand="") if new_table.resumed_hand and not isinstance(act, Statement) else new_table
    )


def apply_to_hand(table: PontoonTable, act: Act) -> PontoonTable:
    """Return the table after an act with the same hand in play."""
    match act:
        case Statement():
            return record_statement(table, act)
        case PontoonBet(amount=0):
            return table
        case PontoonBet():
            box = box_in_play(table, act)
            next_to_bet = [seat for seat in table.still_to_bet if seat != act.seat] or table.players
            turn = table.turn if table.turn is None or table.play_has_begun else next_to_bet[0]
            new_box = replace(box, bet=act.amount, bet_act=act, acts=box.acts.plus(act))
            return replace(table, boxes=boxes_with(table.boxes, act.seat, box, new_box), turn=turn)
        case Twist() | Stick() if rules.nobody_is_left(table):
            return table
        case PontoonBuy() | Twist():
            return take_card(table, act)
        case Stick() | DeclarePontoon():
            box = box_in_play(table, act)
            end = HandEnd.STUCK if isinstance(act, Stick) else HandEnd.DECLARED
            return table if box.due else replace_box(table, act, box, replace(box, end=end, acts=box.acts.plus(act)))
        case Split():
            return split_hand(table, act)
        case Pay():
            return pay(table, act)
        case Deal():
            return deal(table, act)
        case TakeBank():
            return record_banker(table, act)
        case DeclineBank():
            next_banker = None if table.next_banker == act.seat else table.next_banker
            return replace(table, declined=table.declined | {act.seat}, next_banker=next_banker)
    return table


def pay(table: PontoonTable, act: Pay) -> PontoonTable:
    """Return the table after a payment. If a wrong one stands, the difference from the amount due is settled too."""
    new_table = _with_payment(table, act)
    if table.banker is None or act.seat == act.to or table.banker not in (act.seat, act.to):
        return new_table
    player = act.to if act.seat == table.banker else act.seat
    gain, (unpaid, part) = gain_of(player, act), unpaid_dues_and_part(table, player)
    dues_for_certain = certain_dues(unpaid)
    if (
        not unpaid
        or len(dues_for_certain) < len(unpaid)
        or debts_totalling(gain, dues_for_certain)
        or debts_totalling(part + gain, dues_for_certain)
    ):
        return new_table
    if may_be_part(part + gain, unpaid) or is_due_in_another_order(table, player, gain):
        return new_table
    due = sum(due.amount for due in dues_for_certain.values())
    settling = replace(act, amount=-due, seat=player, to=table.banker)
    return replace(
        table,
        payments=(*table.payments, settling),
        items=table.items.plus(*difference_items(table, player, act, gain - due)),
    )


@book.on_void
def void(table: PontoonTable, act: Act) -> PontoonTable:
    """Return the table after a void act. Chips that were paid too early stay paid."""
    if table.resumed_hand:
        return replace(table, resumed_hand="")
    return _with_payment(table, act) if isinstance(act, Pay) else table


@book.unnoticed_end
def unnoticed_end(table: PontoonTable, act: Act) -> PontoonTable | None:
    """Return the table in which an act belongs to a split hand that had ended unannounced; else None."""
    if not isinstance(act, PontoonBuy | Twist | Stick) or not table.boxes or len(table.boxes[act.seat]) == 1:
        return None  # nobody has a hand before the deal
    ended_box = unannounced_end(table, act.seat)
    return None if ended_box is None else replace(table, resumed_hand=ended_box.location)


def _with_payment(table: PontoonTable, act: Pay) -> PontoonTable:
    """Return the table with a payment recorded, unless too many payments settle nothing."""
    return replace(table, payments=(*table.payments, act)) if may_settle(table, act) else table


# -- The bank, the deal and the bets ------------------------------------------------------------------------


def deal(table: PontoonTable, act: Deal) -> PontoonTable:
    """Return the table with a new hand dealt. The second cards come after the bets, but count from the start."""
    table_before, seating_known, players = finish_hand(table, act.line), table.seats.ordered, len(table.seats)
    knowledge = after_deal([2] * players) if seating_known else before_deal(players)
    for seat in () if seating_known else table.seats:
        knowledge = knowledge.with_unknown_count(seat, 2)
    new_table = replace(
        table_before,
        knowledge=knowledge,
        items=table_before.items.plus(*settle(table_before).items),
        in_play=True,
        from_deal=seating_known,
        boxes=((Box(),),) * players,
        payments=(),
        play_has_begun=False,
        turn=None,
        next_banker=None,
        declined=frozenset(),
    )
    banker = act.seat if act.seat >= 0 else next(iter(next_bankers(table_before)[-1:]), None)
    return new_table if banker is None else with_banker(new_table, banker)


def record_banker(table: PontoonTable, act: TakeBank) -> PontoonTable:
    """Return the table with the banker of this hand or, if it is over, of the next one."""
    if table.limits_act is None or table.limits_act.seat != act.seat or act.least is not None:
        table = replace(table, limits_act=act)
    if table.staked_boxes and may_be_over(table):
        return replace(finish_hand(table, act.line), next_banker=act.seat)
    return table if table.banker == act.seat else with_banker(table, act.seat)


def with_banker(table: PontoonTable, banker: int) -> PontoonTable:
    """Return the table with `banker` as the banker, and the other players in order from the banker's left."""
    players = table.seats.left_of(banker)
    turn = next(iter(players), None) if table.from_deal and table.in_play else None
    return replace(table, dealer=banker, banker=banker, players=players, turn=turn)


def finish_hand(table: PontoonTable, line: int) -> PontoonTable:
    """Return the table with the hand ended, if the banker has finished without saying so."""
    if not table.from_deal or not table.in_play or table.banker is None or not may_be_over(table):
        return table
    bank = replace(table.bank, end=table.bank.end or HandEnd.STUCK)
    return settle_boxes(table, boxes_with(table.boxes, table.banker, table.bank, bank), line)


# -- What is done with a hand -------------------------------------------------------------------------------


def take_card(table: PontoonTable, act: PontoonBuy | Twist) -> PontoonTable:
    """Return the table with a bought or twisted card added to a hand, which may end it."""
    seat, box = act.seat, box_in_play(table, act)
    if box.due:
        return table
    acts, is_named = box.acts.plus(act), box.is_partly_named or act.card is not UNSEEN
    if isinstance(act, PontoonBuy):
        new_box = replace(
            box, acts=acts, is_partly_named=is_named, bought=box.bought.plus(act.amount), paid=box.paid + act.amount
        )
    else:
        new_box = replace(box, acts=acts, is_partly_named=is_named, twists=box.twists + 1)
    if is_bust(table.knowledge, table.presumed_holding(seat, new_box)):
        new_box = replace(new_box, end=HandEnd.BUST)
    elif not box.end and rules.is_full(table, seat, new_box):
        new_box = replace(new_box, end=HandEnd.FULL)
    return replace_box(table, act, box, new_box)


def split_hand(table: PontoonTable, act: Split) -> PontoonTable:
    """Return the table with one hand split into two."""
    box = box_in_play(table, act)
    if not makes_two_hands(table, act, box):
        return table
    table, first_box, second_box = split_box(table, act, box)
    return replace_box(table, act, box, first_box, second_box)


def replace_box(
    table: PontoonTable, act: PontoonDraw | Stick | DeclarePontoon, box: Box, *new_boxes: Box
) -> PontoonTable:
    """Return the table with a hand changed by an act.

    The first act ends the betting, and the end of a hand passes the turn.
    """
    boxes = boxes_with(table.boxes, act.seat, box, *new_boxes)
    if not table.play_has_begun and act.seat != table.banker:
        return settle_boxes(replace(table, play_has_begun=True), boxes, act.line)
    return settle_boxes(table, boxes, act.line) if new_boxes[0].end else replace(table, boxes=boxes)


def boxes_with(boxes: Boxes, seat: int, box: Box, *new_boxes: Box) -> Boxes:
    """Return all hands, with one of a player's hands replaced by others."""
    hands = boxes[seat]
    if len(hands) > 1:
        index = next(index for index, hand in enumerate(hands) if hand is box)
        new_boxes = (*hands[:index], *new_boxes, *hands[index + 1 :])
    return (*boxes[:seat], new_boxes, *boxes[seat + 1 :])


# -- What is told of the cards ------------------------------------------------------------------------------


def record_statement(table: PontoonTable, act: Statement) -> PontoonTable:
    """Return the table after cards are stated. In a partial record, several shown cards are the whole hand."""
    seat, knowledge, hands = act.seat, table.knowledge, table.boxes[act.seat]
    if len(hands) > 1:
        if act.location is None:
            hands = boxes_when_shown(table, act)
    elif isinstance(act, Shows) and len(act.cards) > 1 and knowledge.hands[seat].unknown_count is None:
        knowledge = knowledge.with_unknown_count(seat, 0)
    if hands is not table.boxes[seat]:
        table = replace(table, boxes=(*table.boxes[:seat], hands, *table.boxes[seat + 1 :]))
    elif knowledge is not table.knowledge:
        table = replace(table, knowledge=knowledge)
    hands_before, first_box_before, hands = hands, hands[0], tuple([box_when_shown(table, act, box) for box in hands])
    if act.location is not None:
        if hands == hands_before and not table.bank.end:
            return table
        table = replace(table, resumed_hand=current_box(table, seat).location)
    boxes = (*table.boxes[:seat], hands, *table.boxes[seat + 1 :])
    if hands[0].end is first_box_before.end and len(hands) == 1 and (hands[0].due or not table.bank.end):
        return replace(table, boxes=boxes)
    return settle_boxes(table, boxes, act.line)


def box_when_shown(table: PontoonTable, act: Statement, box: Box) -> Box:
    """Return a hand after its cards were stated. If they were shown, the act is added, and a bust hand ends.

    The banker may show a pontoon instead of declaring it. A false declaration is undone.
    """
    if box.due:
        return box
    holding, end = table.holding(act.seat, box), box.end
    if is_bust(table.knowledge, holding):
        end = HandEnd.BUST
    elif box.location and box.end is HandEnd.BUST and not table.split_card_is_presumed(act.seat, box):
        # The split cards were not of one rank, so that the hand is not bust.
        end = None if act.location is not None else HandEnd.STUCK
    elif act.seat == table.banker:
        is_pontoon, too_late = (
            has_pontoon(table, act.seat, box),
            table.from_deal and (table.play_has_begun or table.still_to_bet),
        )
        if is_pontoon and isinstance(act, Shows) and not end and not too_late:
            end = HandEnd.DECLARED
        elif is_pontoon is False and end is HandEnd.DECLARED:
            end = None
    if isinstance(act, Shows) and (
        not box.location or any(card in table.named_cards(act.seat, box) for card in act.cards)
    ):
        return replace(box, end=end, acts=box.acts.plus(act))
    return box if end is box.end else replace(box, end=end)


# -- What follows -------------------------------------------------------------------------------------------


def settle_boxes(table: PontoonTable, boxes: Boxes, line: int) -> PontoonTable:
    """Return the table with the decided hands settled and the turn passed, or with the hand over."""
    banker, items = table.banker, table.items
    if not table.from_deal or banker is None:
        return replace(table, boxes=boxes)
    bank = boxes[banker][0]
    seats_to_play, some_undecided = list(table.still_to_bet), False
    for seat in table.players:
        for index, box in enumerate(boxes[seat]):
            if box.bet and not box.due:
                due = certain_due(table, seat, box, bank) if bank.end or box.end is HandEnd.BUST else None
                if due:
                    items = items.plus(*payment_items(table, seat, box, index, due, line))
                    boxes = boxes_with(boxes, seat, box, replace(box, due=due))
                some_undecided = some_undecided or due is None
                if not box.end:
                    seats_to_play.append(seat)
    if some_undecided and not bank.end:
        seats_to_play.append(banker)
    turn = seats_to_play[0] if seats_to_play and bank.end is not HandEnd.DECLARED else None
    return replace(table, boxes=boxes, items=items, turn=turn, in_play=turn is not None)


@book.roles
def roles(table: PontoonTable) -> dict[str, int]:
    """Return the banker's seat for each word that names the banker."""
    return {} if table.banker is None else dict.fromkeys(("bank", "banker", "dealer"), table.banker)


@book.awaits
def awaits(table: PontoonTable) -> str:
    """Return that the second cards or the payments are due; empty if they are not."""
    if not table.in_play and table.from_deal and next(outstanding_payments(table), None):
        return "the payments"
    betting = table.play_has_begun or not table.from_deal or not table.in_play or table.still_to_bet
    return "" if betting or any(hand.shown_cards for hand in table.knowledge.hands) else "the second cards"


@book.reconsiders
def reconsider(before: PontoonTable, later: PontoonTable, act: Act) -> Answer | None:
    """Return a new answer to a payment, given later facts about the bank, the bets and the cards; None if the hands
    differ.
    """
    if not isinstance(act, Pay) or before.banker not in (None, later.banker):
        return None
    # A banker named later may bank only the next hand, if the payment is between others.
    if before.banker is None and later.banker not in (act.seat, act.to):
        return None
    for seat in (act.seat, act.to):
        old_boxes, new_boxes = before.boxes[seat], later.boxes[seat]
        if [box.cards_taken for box in old_boxes] != [box.cards_taken for box in new_boxes] or old_boxes[0].bet not in (
            0,
            new_boxes[0].bet,
        ):
            return None
    answer = settlement.judge_payment(replace(later, payments=before.payments), act)
    return (settlement.judge_completed_sum(later, act) or answer) if answer.verdict is Verdict.OPEN else answer


@book.lapses
def lapse(before: PontoonTable, later: PontoonTable, act: Act) -> Answer | None:
    """Return the answer to a part payment whose rest was never paid; None for other acts."""
    return (
        settlement.judge_payment(replace(later, payments=before.payments), act, is_final=True)
        if isinstance(act, Pay)
        else None
    )


@book.offers
def offers(table: PontoonTable, seat: int) -> Iterator[Offer]:
    """Yield the players who may bank or deal, the payments due, a bet, or a player's acts in turn."""
    if seat < 0 and not table.in_play and (payments := [*outstanding_payments(table)]):
        yield from (Offer("", (pay,)) for pay in payments)
        return
    candidates = next_bankers(table)
    if not candidates and seat >= 0 and table.complete:
        yield Offer("", (TakeBank(seat),))
    if candidates and may_be_over(table):
        if table.next_banker is None and candidates[-1] != table.banker:
            yield Offer("", (TakeBank(candidates[-1]),))
        if table.complete and all(box.due for _, _, box in table.staked_boxes):
            yield Offer("", (Deal(candidates[-1]),))
    if seat < 0:
        return
    if table.banker is not None:
        yield from (Offer("", (pay,)) for pay in due_payments(table, seat, table.banker))
    if not table.in_play:
        return
    name, box = table.name(seat), current_box(table, seat)
    if not (box.bet or box.cards_taken or box.end or table.play_has_begun or seat == table.banker):
        lowest, highest = table.limits
        bets = tuple(PontoonBet(seat, amount) for amount in sorted({lowest, highest or lowest}))
        yield Offer(
            "" if highest == lowest else f"{name} bets {lowest} {f'to {highest}' if highest else 'or more'}", bets
        )
        if table.complete:
            return
    if has_pontoon(table, seat, box):
        yield Offer("", (DeclarePontoon(seat),))
    yield Offer("", (Stick(seat),))
    if box.bet:
        lowest_price, highest_price = rules.price_range(table, box)
        buys = tuple(PontoonBuy(seat, price) for price in sorted({lowest_price, highest_price}))
        yield Offer(f"{name} buys {lowest_price} to {highest_price}" if len(buys) == 2 else "", buys)
    yield Offer("", (Twist(seat),))
    yield Offer("", (Split(seat),))


@book.shows
def shows(table: PontoonTable) -> Iterator[TableFact]:
    """Yield the banker, the limits, each hand with its stake, and the next banker."""
    if table.banker is not None:
        lowest, highest = table.limits
        yield TableFact(
            "Bank", f"{table.name(table.banker)}, bets from {lowest}" + (f" to {highest}" if highest else "")
        )
    for seat, hands in enumerate(table.boxes):
        for box in hands:
            holding = table.holding(seat, box)
            named_cards = table.named_cards(seat, box)
            counts = possible_counts(table.knowledge, holding)
            cards = write_cards((*named_cards, *((UNSEEN,) * ((holding.size or len(named_cards)) - len(named_cards)))))
            if cards:
                value = f" = {points(counts[0])}" if len(counts) == 1 else ""
                yield TableFact(f"Stake {settlement.stake(box)}" if box.bet else "Hand", cards + value, seat)
    if not table.in_play and table.items:
        yield TableFact(
            "Next hand", f"{table.names(next_bankers(table), 'or')} has the bank. {describe_shuffle(table)}"
        )
