"""The effects of bets on chips and turn, the possible bets, and the displayed facts.

A game registers its betting acts (`stakes.register_bets`) and starts its hands with `payment.start_hand`. It calls
`open_round` at the start of a betting round, and `apply_betting_act` for each act that is not its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards.words import join_words
from referee.games.parts.betting.antes_and_blinds import seats_without_ante
from referee.games.parts.betting.clauses import goes_back, is_closed
from referee.games.parts.betting.out_of_turn import binding_commitment, committed_act
from referee.games.parts.betting.payment import give_up, keeps_pot_by_folding
from referee.games.parts.betting.stakes import (
    BETS,
    POSTS,
    AllIn,
    Ante,
    AnteByAll,
    Bet,
    BettingT,
    BettingTable,
    Blinds,
    BuyIn,
    Call,
    Check,
    EveryoneHasChips,
    Fold,
    HasChips,
    Post,
    PostBigBlind,
    PostDead,
    PostSmallBlind,
    Raise,
    SitIn,
    SitOut,
    Straddle,
    amount_to_call,
    ante_payer_for_all,
    betting_unit,
    blind_seats,
    blinds_are_bets,
    chips_for,
    highest_bet,
    is_undeclared,
    post_of_named_blind,
    smallest_raise,
)
from referee.games.parts.betting.undeclared import answer_after_declaration, declared_all_in, is_all_in_this_round
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips, with_value
from referee.rules import Act, Answer, LedgerItem, Offer, TableFact, Unit, objection, replace


def apply_betting_act(table: BettingT, act: Act) -> BettingT:
    """Return the table after an act on chips or bets. A settled hand accepts no more bets."""
    if table.hand.is_settled and type(act) in (_BETS if table.complete else _CHIP_ACTS):
        return table
    if type(act) in _BETS:
        new_table = _apply_bet(table, act) if not table.hand.undeclared else _bet_on_undeclared(table, act)
        return new_table if new_table.round.held_act is None else _with_held_act(table, new_table, act)
    chips, hand, seat = table.chips, table.hand, act.seat
    match act:
        case HasChips() if seat in hand.undeclared:
            all_in = declared_all_in(table, act)
            return _declare_all_in(table, all_in) if all_in else table
        case HasChips():
            return replace(table, chips=chips.with_stack(seat, act.amount))
        case EveryoneHasChips():
            return replace(table, chips=replace(chips, stacks=(act.amount,) * len(table.seats)))
        case Post() | PostSmallBlind() | PostBigBlind() | PostDead() | Straddle() if (
            not table.in_play and table.complete
        ):
            return replace(table, hand=replace(hand, early_forced_bets=(*hand.early_forced_bets, act)))
        case PostSmallBlind() | PostBigBlind():
            posts = post_of_named_blind(table, act)
            return table if posts is None else _post_blind(table, posts)
        case BuyIn():
            return replace(table, chips=chips.add(seat, act.amount))
        case SitOut():
            return _leave_hand(replace(table, chips=replace(chips, sitting_out=chips.sitting_out | {seat})), seat)
        case SitIn():
            return replace(table, chips=replace(chips, sitting_out=chips.sitting_out - {seat}))
        case Blinds() if chips.blinds != (0, 0):  # where no blinds are posted, none can be set
            return replace(table, chips=replace(chips, blinds=(act.small, act.big)))
        case Ante() | AnteByAll():
            return _put_antes(table, act)
        case Post() | Straddle():
            return _post_blind(table, act)
        case PostDead():
            reason = f"{table.name(seat)} posts {act.amount}, dead."
            return _refresh_first_to_act(put_chips(table, seat, act.amount, "4.4", reason, act.line, dead=True))
    return table


def _with_held_act(before: BettingTable, after: BettingT, act: Act) -> BettingT:
    """Return the table after an act, and after the held act too if its player's turn has come.

    An earlier bet or raise cancels the held act, because its player must answer the bet.
    """
    held_act, betting_round = after.round.held_act, after.round
    has_changed = betting_round.top_act is not before.round.top_act or betting_round.level != before.round.level
    if held_act is None or (after.turn != held_act.seat and act.seat != held_act.seat and not has_changed):
        return after
    after = replace(after, round=replace(betting_round, held_act=None))
    return _apply_bet(after, held_act) if after.turn == held_act.seat and not has_changed else after


_BETS: Final = frozenset(BETS)
# In a complete record, antes and blinds after a paid hand are for the next one.
_CHIP_ACTS: Final = _BETS.union((Ante, AnteByAll, Straddle, PostDead, *POSTS))


def put_chips(
    table: BettingT, seat: int, chips: int, clause: str, reason: str, line: int, *, dead: bool = False
) -> BettingT:
    """Return the table with chips moved from a player's stack into the pot, and a ledger item."""
    stack = table.chips.stacks[seat]
    return replace(
        table,
        chips=table.chips.add(seat, -chips),
        hand=table.hand.add_chips(seat, chips, dead=dead, is_last_chips=stack is not None and stack <= chips),
        items=table.items.plus(LedgerItem(seat, -chips, Unit.CHIPS, clause, reason, line)),
    )


def apply_early_forced_bets(before: BettingTable, new_table: BettingT) -> BettingT:
    """Return the table of a new hand with the antes and blinds put in before its deal.

    If facts do not say who won the previous hand, all stacks are unknown.
    """
    if before.hand.has_open_pot and not before.complete:
        new_table = replace(new_table, chips=replace(new_table.chips, stacks=(None,) * len(new_table.seats)))
    for act in before.hand.early_forced_bets:
        new_table = apply_betting_act(new_table, act)
    return new_table


def _put_antes(table: BettingT, act: Ante | AnteByAll) -> BettingT:
    chips, hand, amount = table.chips, table.hand, act.amount
    if not table.in_play and table.complete:
        return replace(table, hand=replace(hand, early_forced_bets=(*hand.early_forced_bets, act)))
    items, antes, last_seats = table.items, dict[int, int](), list[int]()
    for seat in (act.seat,) if act.seat >= 0 else seats_without_ante(table):
        stack = chips.stacks[seat]
        ante = antes[seat] = amount if stack is None or stack > amount else stack
        items = items.plus(LedgerItem(seat, -ante, Unit.CHIPS, "4.2", f"{table.name(seat)} antes {ante}.", act.line))
        # Who put in less than was due is taken to have no more.
        if stack == ante or (stack is None and ante < (chips.ante or 0)):
            last_seats.append(seat)
    hand = hand.add_antes(antes, last_seats, dead=ante_payer_for_all(table) is not None)
    chips = chips.add_all({seat: -ante for seat, ante in antes.items()})
    if chips.ante is None and antes:
        chips = replace(chips, ante=amount)
    return _refresh_first_to_act(replace(table, chips=chips, hand=hand, items=items))


def _post_blind(table: BettingT, act: Post | Straddle) -> BettingT:
    """Return the table with a blind or a straddle. It is a bet for the others to match, unless the house has dead
    blinds.
    """
    seat, amount, blinds = act.seat, act.amount, table.chips.blinds
    straddle = isinstance(act, Straddle)
    verb, clause = ("straddles", "4.5") if straddle else ("posts", "4.3")
    dead = not straddle and not blinds_are_bets(table)
    stack, betting_round = table.chips.stacks[seat], table.round
    if not dead:
        total = betting_round.bets[seat] + amount
        # A big blind that is posted short stays as high for the others.
        big = 0
        if table.from_deal and len(table.hand.players) > 1 and seat == blind_seats(table)[1]:
            big = blinds[1] if blinds else betting_unit(table) if stack is not None and stack <= amount else 0
        level = max(betting_round.level, total, big)
        bets, step, top = with_value(betting_round.bets, seat, total), betting_round.raise_size, betting_round.top_act
        if level > betting_round.level:
            top, step = act, max(level - betting_round.level, betting_unit(table)) if straddle else level
        betting_round = replace(betting_round, bets=bets, level=level, raise_size=step, top_act=top)
    # Who put in less than was due is taken to have no more.
    is_short = (
        stack is None
        and not dead
        and betting_round.level > betting_round.bets[seat]
        and amount not in (blinds or (amount,))
    )
    is_all_in = is_short if stack is None else stack <= amount
    item = LedgerItem(seat, -amount, Unit.CHIPS, clause, f"{table.name(seat)} {verb} {amount}.", act.line)
    hand = replace(
        table.hand.add_chips(seat, amount, dead=dead, is_last_chips=is_all_in),
        blind_posters=(*table.hand.blind_posters, seat),
    )
    chips = table.chips.add(seat, -amount)
    return _refresh_first_to_act(
        replace(table, chips=chips, hand=hand, round=betting_round, items=table.items.plus(item))
    )


def _refresh_first_to_act(table: BettingT) -> BettingT:
    """Return the table with the first player to act determined again, after an ante or a blind."""
    return (
        set_first_to_act(table) if table.round.is_open and table.from_deal and not table.hand.betting_begun else table
    )


def open_round(table: BettingT, first: int | None = None) -> BettingT:
    """Return the table with a betting round begun. `first` acts first, by default the player after the dealer."""
    hand, betting_round = table.hand, table.round.start_next()
    if not table.from_deal:
        return replace(table, round=betting_round)
    if betting_round.number == 1:
        return set_first_to_act(replace(table, round=betting_round), first)
    able_seats = hand.live if first is None else hand.live_from(first)
    if hand.all_in:
        able_seats = tuple(seat for seat in able_seats if seat not in hand.all_in)
    if len(able_seats) < 2:
        return replace(table, round=betting_round.close(), turn=None)
    return _start_acting(table, betting_round, able_seats)


def _start_acting(table: BettingT, betting_round: BettingRound, able_seats: tuple[int, ...]) -> BettingT:
    """Return the table with the players who may act. The turn is known only if the seat order and the dealer are."""
    is_known = table.seats.ordered and table.dealer is not None
    return replace(table, round=replace(betting_round, to_act=able_seats), turn=able_seats[0] if is_known else None)


def set_first_to_act(table: BettingT, first: int | None = None) -> BettingT:
    """Return the table with the players who may act, in order from `first`, by default the player after the dealer.

    In games with bets before the first cards are shown, the order starts after the last blind or straddle.
    """
    hand, top, preflop_betting = table.hand, table.round.top_act, table.options.preflop_betting
    order = hand.live if first is None else hand.live_from(first)
    if preflop_betting and table.chips.blinds != (0, 0):
        small_and_big = blind_seats(table) if len(hand.players) > 1 else hand.players
        last_seat = top.seat if isinstance(top, Straddle) else small_and_big[-1]
        order = hand.order_after(last_seat, hand.live)
    able_seats = tuple(seat for seat in order if seat not in hand.all_in) if hand.all_in else order
    if len(able_seats) < 2:
        able_seats = tuple(seat for seat in able_seats if amount_to_call(table, seat))
    if able_seats:
        return _start_acting(table, table.round, able_seats)
    if preflop_betting and not hand.betting_begun:
        # While antes and blinds may still come, nobody can say that the round is over.
        return replace(table, round=replace(table.round, to_act=()), turn=None)
    return close_round(table, 0)


def _bet_on_undeclared(table: BettingT, act: Act) -> BettingT:
    """Return the table after a bet during an all-in of unknown amount. The bet may declare the amount."""
    if all_in := declared_all_in(table, act):
        had_called = act.seat in table.hand.callers
        table = _declare_all_in(table, all_in)
        if isinstance(act, AllIn) or had_called:
            return table
    elif isinstance(act, AllIn) and act.seat in table.hand.undeclared:
        return table
    return _apply_bet(table, act)


def _declare_all_in(table: BettingT, all_in: AllIn) -> BettingT:
    """Return the table with the chips of an all-in whose amount is only declared now, and of its callers."""
    seat, line, callers = all_in.seat, all_in.line, table.hand.callers
    table = replace(table, chips=table.chips.with_stack(seat, None), hand=table.hand.declare(seat))
    if is_all_in_this_round(table, seat):
        # If it is more than was bet before, the others have to answer it.
        table = _apply_bet(replace(table, round=replace(table.round, is_open=True)), all_in)
        for caller in callers:
            table = _apply_bet(table, Call(caller, line=line))
        return table
    table = put_chips(
        table, seat, all_in.amount or 0, "4.17", f"{table.name(seat)} is all-in for {all_in.amount}.", line
    )
    table = replace(table, chips=table.chips.with_stack(seat, 0))
    for caller, added_chips in callers.items():
        stack, amount_due = table.chips.stacks[caller], max(0, (all_in.amount or 0) + added_chips)
        chips = amount_due if stack is None else min(amount_due, stack)
        if chips:
            table = put_chips(table, caller, chips, "4.10", f"{table.name(caller)} calls {chips}.", line)
    return close_round(table, line)


def _apply_bet(table: BettingT, act: Act) -> BettingT:
    """Return the table after a check, bet, call, raise, fold or all-in."""
    seat, kind = act.seat, type(act)
    if kind in (Check, Fold) and table.from_deal and seat not in table.hand.live:
        return table  # a player out of the hand does not use up a turn
    if kind is Fold:
        return _fold(table, act)
    chips, hand, betting_round = table.chips, table.hand, table.round
    stack, level = chips.stacks[seat], betting_round.level
    if stack is None and seat in hand.all_in:
        hand = hand.unmark_all_in(seat)  # the player seemed to have no more, but has
    if kind is Check:
        to_act, is_open = _still_to_act(table, hand, seat)
        betting_round = replace(
            betting_round,
            acted_levels=with_value(betting_round.acted_levels, seat, level),
            to_act=to_act,
            is_open=is_open,
        )
        return _advance(table, act, chips, hand, betting_round)
    bets, acted_levels = betting_round.bets, betting_round.acted_levels
    if kind is Bet and level and not table.from_deal:
        # A new round, whose start the record does not state.
        level, bets, acted_levels = 0, (0,) * len(bets), (-1,) * len(bets)
    chips_put_in = chips_for(table, act)
    if stack is not None and chips_put_in > stack:
        chips_put_in = stack  # nobody puts in more than they have, even by an act that was let stand
    total, acted_level, top_act, raise_size, raise_count = (
        bets[seat] + chips_put_in,
        level,
        betting_round.top_act,
        betting_round.raise_size,
        betting_round.raise_count,
    )
    # A caller of an all-in without an amount puts in the same amount.
    is_undeclared_all_in = kind is AllIn and stack is None and not chips_put_in
    if is_undeclared_all_in:
        hand = replace(hand, undeclared=hand.undeclared | {seat})
    elif kind is Call and betting_round.top_act and is_undeclared(table):
        hand = replace(
            hand, callers={**hand.callers, seat: bets[betting_round.top_act.seat] - bets[seat] - chips_put_in}
        )
    must_answer: tuple[int, ...] | None = None
    if is_undeclared_all_in:
        clause, verb, top_act = "4.17", "is all-in for", act
        # After a bet it may be a short call, which nobody need answer.
        must_answer = None if level else hand.order_after(seat, hand.live)[:-1]
    elif kind is Call or (total <= level and (level or kind is AllIn)):
        clause, verb = ("4.17", "is all-in for") if kind is AllIn else ("4.10", "calls")
        acted_level = level if table.from_deal or level else total
    else:
        difference = total - level
        is_full_raise = difference >= (smallest_raise(table) if level else betting_unit(table))
        if kind is AllIn and level and not raise_size and not table.from_deal and difference < level:
            is_full_raise = False  # it may be less than the raise before
        is_raise = level > 0 or (kind is Raise and not table.from_deal)
        clause, verb, acted_level, top_act = *(("4.11", "raises to") if is_raise else ("4.9", "bets")), total, act
        if is_full_raise:
            # If a record begins after the bet, the size of its first raise is unknown.
            raise_size, raise_count = difference if level or not is_raise else 0, raise_count + is_raise
        must_answer = hand.order_after(seat, hand.live)[:-1] if seat in hand.live else hand.live
    new_items: tuple[LedgerItem, ...] = ()
    if chips_put_in:
        stated_amount = chips_put_in if must_answer is None else total
        new_items = (
            LedgerItem(
                seat, -chips_put_in, Unit.CHIPS, clause, f"{table.name(seat)} {verb} {stated_amount}.", act.line
            ),
        )
        hand = hand.add_chips(seat, chips_put_in, is_last_chips=stack is not None and stack <= chips_put_in)
        chips = chips.add(seat, -chips_put_in)
    if stack is None and kind is AllIn:
        chips = chips.with_stack(seat, 0)
    if stack is None and (kind is AllIn or (kind is Call and total < level)):
        hand = hand.mark_all_in(seat)
    to_act, is_open = _still_to_act(table, hand, seat, must_answer)
    bets, acted_levels = with_value(bets, seat, total), with_value(acted_levels, seat, acted_level)
    betting_round = BettingRound(
        betting_round.number,
        is_open,
        bets,
        acted_levels,
        acted_level,
        raise_size,
        to_act,
        top_act,
        raise_count,
        betting_round.held_act,
        betting_round.commitments,
    )
    return _advance(table, act, chips, hand, betting_round, new_items)


def _still_to_act(
    table: BettingTable, hand: BettingHand, seat: int, must_answer: tuple[int, ...] | None = None
) -> tuple[tuple[int, ...], bool]:
    """Return the seats that must still act after a player, and whether the round continues.

    The seats in `must_answer` must act once more.
    """
    betting_round = table.round
    if not betting_round.is_open or not table.from_deal:
        return betting_round.to_act, betting_round.is_open
    if must_answer is not None:
        to_act = tuple([seat for seat in must_answer if seat not in hand.all_in]) if hand.all_in else must_answer
    elif betting_round.to_act[:1] == (seat,):
        to_act = betting_round.to_act[1:]
    else:
        to_act = tuple(
            [other_seat for other_seat in hand.order_after(seat, betting_round.to_act) if other_seat != seat]
        )
    return to_act, bool(to_act)


def _advance(
    table: BettingT,
    act: Act,
    chips: Chips,
    hand: BettingHand,
    betting_round: BettingRound,
    new_items: tuple[LedgerItem, ...] = (),
) -> BettingT:
    """Return the table with the turn passed after an act, or the round closed."""
    turn_is_known = table.round.is_open and table.from_deal
    turn = (betting_round.to_act[0] if betting_round.to_act else None) if turn_is_known else table.turn
    if not hand.betting_begun:
        hand = replace(hand, betting_begun=True)
    if betting_round.commitments:
        betting_round = replace(
            betting_round,
            commitments=tuple(
                commitment for commitment in betting_round.commitments if commitment.act.seat != act.seat
            ),
        )
    items = table.items.plus(*new_items) if new_items else table.items
    new_table = replace(table, turn=turn, items=items, chips=chips, hand=hand, round=betting_round)
    return close_round(new_table, act.line) if turn_is_known and is_closed(new_table) else new_table


def _fold(table: BettingT, act: Act) -> BettingT:
    if keeps_pot_by_folding(table, act.seat):
        # As with a muck, the player keeps what nobody else can win.
        hand = give_up(table, act.seat).hand
        to_act, is_open = _still_to_act(table, hand, act.seat)
        return _advance(table, act, table.chips, hand, replace(table.round, to_act=to_act, is_open=is_open))
    hand = table.hand.without(act.seat)
    if not hand.contenders and table.from_deal:
        return table  # somebody must be left to win what lies there
    if table.round.is_open and table.from_deal and not table.round.to_act:
        # The round was over already: unmatched chips are not lost by folding.
        table = close_round(table, act.line)
        hand = table.hand.without(act.seat)
    to_act, is_open = _still_to_act(table, hand, act.seat)
    return _advance(table, act, table.chips, hand, replace(table.round, to_act=to_act, is_open=is_open))


def _leave_hand(table: BettingT, seat: int) -> BettingT:
    """Return the table without a player who has not acted or put in chips in the hand."""
    hand = table.hand
    is_before_bets = table.in_play and table.from_deal and not hand.betting_begun and seat in hand.live
    if not is_before_bets or hand.put_in[seat] or hand.dead_chips[seat] or len(hand.live) < 3:
        return table
    players = tuple(player for player in hand.players if player != seat)
    return _refresh_first_to_act(replace(table, hand=replace(hand.without(seat), players=players)))


def close_round(table: BettingT, line: int) -> BettingT:
    """Return the table with a betting round ended, and the unmatched part of a bet returned."""
    chips, hand, betting_round, items = table.chips, table.hand, table.round, table.items
    forgotten = chips.ante and len(hand.ante_posters) < len(hand.players) and ante_payer_for_all(table) is None
    missing_seats = seats_without_ante(table) if forgotten else ()
    seat, returned_chips = hand.unmatched_chips(table.options.side_pots, missing_seats, chips.ante or 0)
    if returned_chips:
        items = items.plus(goes_back(table, seat, returned_chips, line))
        chips, hand = chips.add(seat, returned_chips), hand.return_chips(seat, returned_chips)
    elif not betting_round.is_open:
        return table
    turn = None if betting_round.is_open else table.turn
    return replace(
        table,
        chips=chips,
        hand=hand,
        round=betting_round.close() if betting_round.is_open else betting_round,
        turn=turn,
        items=items,
    )


def reconsider_short_bet(before: BettingTable, later: BettingTable, act: Act) -> Answer | None:
    """Return an objection to a bet below the amount due, if its player has put in more since and was therefore not
    all-in.

    Return the grounds for an all-in, or for a call of one, if its amount has been declared since; else None.
    """
    seat = act.seat
    if is_undeclared(before) or isinstance(act, AllIn):
        return answer_after_declaration(before, later, act)
    if not isinstance(act, Call | Post | Ante) or seat in later.hand.all_in or later.hand.is_settled:
        return None
    if later.hand.put_in[seat] <= before.hand.put_in[seat] + chips_for(before, act):
        return None
    return objection(f"{later.name(seat)} had more, and did not put in what was due.", cites="4.17")


def offer_bets(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Yield check, bet, call, raise and fold, with the lowest and the highest bets."""
    betting_round = table.round
    if (word := binding_commitment(table, seat)) and (required_act := committed_act(table, word)):
        yield Offer("", (required_act,))
        return
    # A player who has answered the last bet may act again only after another.
    has_answered = (
        not table.from_deal and betting_round.level > 0 and betting_round.acted_levels[seat] == betting_round.level
    )
    if seat in table.hand.mucked_seats or has_answered:
        return
    name, call_price, stack = table.name(seat), amount_to_call(table, seat), table.chips.stacks[seat]
    if call_price:
        chips = call_price if stack is None else min(call_price, stack)
        yield Offer(f"{name} calls {chips}", (Call(seat),))
    else:
        yield Offer("", (Check(seat),))
    smallest_bet = betting_round.level + smallest_raise(table) if betting_round.level else betting_unit(table)
    highest = highest_bet(table, seat)
    if stack is not None:
        highest = min(limit for limit in (highest, betting_round.bets[seat] + stack) if limit is not None)
    if highest is None or highest >= smallest_bet:
        if betting_round.level and highest is not None and highest > smallest_bet:
            words = f"raises to between {smallest_bet} and {highest}"
        else:
            reach = " or more" if highest is None else f" to {highest}" if highest > smallest_bet else ""
            words = f"{'raises to' if betting_round.level else 'bets'} {smallest_bet}{reach}"
        yield Offer(f"{name} {words}", (Raise(seat, smallest_bet) if betting_round.level else Bet(seat, smallest_bet),))
    elif stack:
        yield Offer(f"{name} is all-in {stack}", (AllIn(seat, stack),))
    yield Offer("", (Fold(seat),))


def betting_facts(table: BettingTable) -> Iterator[TableFact]:
    """Yield the displayed betting facts: the pots, the price of a call, and each player's chips and bet."""
    hand, betting_round = table.hand, table.round
    if table.in_play and hand.pot:
        pots = (
            hand.pots(table.options.side_pots) if hand.all_in and table.from_deal and not betting_round.is_open else ()
        )
        if len(pots) > 1:
            pot_texts = [f"{pot.amount} for {join_words(map(table.name, pot.eligible))}" for pot in pots]
            yield TableFact("Main pot", pot_texts[0])
            yield from (TableFact("Side pot", text) for text in pot_texts[1:])
        else:
            yield TableFact("Pot", f"{hand.pot}")
    if betting_round.is_open and table.turn is not None and (call_price := amount_to_call(table, table.turn)):
        yield TableFact("To call", f"{call_price}", table.turn)
    for seat in table.seats:
        stack = table.chips.stacks[seat]
        if table.in_play and seat in hand.all_in and seat in hand.live:
            yield TableFact("Chips", "all-in", seat)
        elif stack is not None:
            yield TableFact("Chips", f"{stack}", seat)
        if table.in_play and table.from_deal and seat in hand.players and seat not in hand.live:
            yield TableFact("Hand", "folded", seat)
        if table.in_play and betting_round.bets[seat] and betting_round.is_open:
            yield TableFact("Bet", f"{betting_round.bets[seat]}", seat)
