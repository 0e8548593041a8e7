"""What bets do to the chips and to the turn, what could be bet instead, and what is seen of it.

A game says which acts it takes (`stakes.speaks`), opens its hands with `payment.next_hand`, calls `open_round` when a
betting round begins and `happens` for each act that is none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from referee.cards.words import listed
from referee.games.parts.betting.antes_and_blinds import still_to_ante
from referee.games.parts.betting.clauses import goes_back, is_closed
from referee.games.parts.betting.pots import returnable, unmatched
from referee.games.parts.betting.stakes import (
    BETS,
    AllIn,
    Ante,
    Bet,
    Betting,
    BettingTable,
    Blinds,
    BuysIn,
    Call,
    Check,
    EveryoneAntes,
    EveryoneHas,
    Fold,
    Has,
    Post,
    PostBig,
    PostDead,
    PostSmall,
    Raise,
    SitsIn,
    SitsOut,
    Straddle,
    after,
    antes_for_all,
    betting_unit,
    blind_seats,
    blinds_are_bets,
    can_still_say,
    is_unsaid,
    most,
    owed,
    posted_in_words,
    pots_of,
    reckoned,
    smallest_raise,
    with_,
)
from referee.rules import Act, Answer, Fact, Item, Offer, Unit, objection, replace

# -- What happens -------------------------------------------------------------------------------------------


def happens(table: Betting, act: Act) -> Betting:
    """Record what was said of chips and bets."""
    kind = type(act)
    if kind in _MAKES_BETS:
        return _bets(table, act)
    seat = act.seat
    if kind is Has and can_still_say(table, seat):
        return _bets(table, AllIn(seat, act.amount, line=act.line))  # type: ignore[attr-defined]
    if kind is Has:
        return _stacked(table, seat, act.amount)  # type: ignore[attr-defined]
    if kind is EveryoneHas:
        return replace(table, stacks=(act.amount,) * len(table.seats))  # type: ignore[attr-defined]
    if isinstance(act, PostSmall | PostBig):
        posts = posted_in_words(table, act)
        return table if posts is None else _posts(table, posts)
    if kind is BuysIn:
        had = table.stacks[seat]
        return table if had is None else _stacked(table, seat, had + act.amount)  # type: ignore[attr-defined]
    if kind is SitsOut:
        return _leaves(replace(table, away=table.away | {seat}), seat)
    if kind is SitsIn:
        return replace(table, away=table.away - {seat})
    if kind is Blinds:
        # Where no blinds are posted, none can be set.
        no_blinds = table.blinds == (0, 0)
        return table if no_blinds else replace(table, blinds=(act.small, act.big))  # type: ignore[attr-defined]
    if kind is Ante or kind is EveryoneAntes:
        return _antes(table, act)
    if kind is Post or kind is Straddle:
        return _posts(table, act)
    if kind is PostDead:
        reason = f"{table.name(seat)} posts {act.amount}, dead."  # type: ignore[attr-defined]
        return _looked_at(puts(table, seat, act.amount, "4.4", reason, act.line, dead=True))  # type: ignore[attr-defined]
    return table


_MAKES_BETS: Final = frozenset(BETS)


def puts(
    table: Betting, seat: int, chips: int, clause: str, reason: str, line: int, *, dead: bool = False, **changes: Any
) -> Betting:
    """Take chips from a stack into the pot."""
    _put(table, changes, Item(seat, -chips, Unit.CHIPS, clause, reason, line), dead=dead)
    return replace(table, **changes)


def _put(table: BettingTable, changes: dict[str, Any], item: Item, *, dead: bool = False) -> None:
    """Note what changes when chips go from a stack into the pot."""
    seat, chips = item.seat, -item.amount
    stack, pot = table.stacks[seat], table.pot + chips
    changes["pot"] = pot
    changes["items"] = table.items.plus(item)
    if dead:
        changes["dead"] = with_(table.dead, seat, table.dead[seat] + chips)
    else:
        changes["put_in"] = with_(table.put_in, seat, table.put_in[seat] + chips)
    if stack is not None:
        changes["stacks"] = with_(table.stacks, seat, stack - chips if stack > chips else 0)
        if stack <= chips:
            _ran_out(table, changes, seat, pot)


def _ran_out(table: BettingTable, changes: dict[str, Any], seat: int, pot: int) -> None:
    """Note that a player has no more chips, and what lay on the table then."""
    changes["all_in"] = changes.get("all_in", table.all_in) | {seat}
    changes["piles"] = (*changes.get("piles", table.piles), (seat, pot))


def _stacked(table: Betting, seat: int, chips: int | None) -> Betting:
    return replace(table, stacks=with_(table.stacks, seat, chips))


def put_in_early(before: BettingTable, fresh: Betting) -> Betting:
    """Return a hand just dealt with the antes that were put in before the deal."""
    for act in before.early:
        fresh = _antes(fresh, act)
    return fresh


def _antes(table: Betting, act: Act) -> Betting:
    if not table.in_play and table.whole:
        return replace(table, early=(*table.early, act))
    amount: int = act.amount  # type: ignore[attr-defined]
    seats = (act.seat,) if act.seat >= 0 else still_to_ante(table)
    into = "put_in" if antes_for_all(table) is None else "dead"
    stacks, put_in, items, pot = list(table.stacks), list(getattr(table, into)), table.items, table.pot
    changes: dict[str, Any] = {}
    for seat in seats:
        stack = stacks[seat]
        chips = amount if stack is None or stack > amount else stack
        pot += chips
        put_in[seat] += chips
        items = items.plus(Item(seat, -chips, Unit.CHIPS, "4.2", f"{table.name(seat)} antes {chips}.", act.line))
        if stack is not None:
            stacks[seat] = stack - chips
        # Who put in less than was due is taken to have no more.
        if stack == chips or (stack is None and chips < (table.ante or 0)):
            _ran_out(table, changes, seat, pot)
    changes.update({into: tuple(put_in)}, stacks=tuple(stacks), items=items, pot=pot)
    if table.ante is None and seats:
        changes["ante"] = amount
    return _looked_at(replace(table, anted=table.anted.union(seats), **changes))


def _posts(table: Betting, act: Act) -> Betting:
    """Put in a blind or a straddle: a bet that the others must match, unless the house has dead blinds."""
    seat, amount = act.seat, act.amount  # type: ignore[attr-defined]
    straddle = isinstance(act, Straddle)
    dead = not straddle and not blinds_are_bets(table)
    verb, clause = ("straddles", "4.5") if straddle else ("posts", "4.3")
    reason = f"{table.name(seat)} {verb} {amount}."
    posted = (*table.posted, seat)
    if dead:
        table = puts(table, seat, amount, clause, reason, act.line, dead=True, posted=posted)
        return _looked_at(table)
    stack, to = table.stacks[seat], table.bets[seat] + amount
    bets = with_(table.bets, seat, to)
    # Who is short for the big blind does not make it smaller for the others.
    big = table.blinds[1] if table.blinds and table.from_deal and len(table.players) > 1 else 0
    level = max(table.level, to, big if big and seat == blind_seats(table)[1] else 0)
    step = table.step
    if level > table.level:
        step = max(level - table.level, betting_unit(table)) if straddle else level
    top = act if level > table.level else table.top
    table = puts(
        table, seat, amount, clause, reason, act.line, bets=bets, level=level, step=step, top=top, posted=posted
    )
    if stack is None and level > to and table.blinds and amount not in table.blinds:
        table = _out_of_chips(table, seat)
    return _looked_at(table)


def _out_of_chips(table: Betting, seat: int) -> Betting:
    """Take it that a player has no more, who put in less than was due."""
    changes: dict[str, Any] = {}
    _ran_out(table, changes, seat, table.pot)
    return replace(table, **changes)


def _looked_at(table: Betting) -> Betting:
    """Set out again who acts first, when antes and blinds have changed that."""
    return opened(table) if table.open and table.from_deal and not table.begun else table


def open_round(table: Betting, first: int | None = None, **changes: Any) -> Betting:
    """Begin a betting round, with another player `first` than the one after the dealer where the game has it so.

    The first round of a hand goes on from the blinds, the others from nothing.
    """
    nobody = (-1,) * len(table.seats)
    changes.update(answered=nobody, raises=0, rounds=table.rounds + 1, open=True)
    if not table.rounds:
        fresh = replace(table, **changes)
        return opened(fresh, first) if table.from_deal else fresh
    changes.update(bets=(0,) * len(nobody), level=0, step=0, top=None)
    if not table.from_deal:
        return replace(table, **changes)
    able = table.live if first is None else _from(table, first)
    if table.all_in:
        able = tuple(seat for seat in able if seat not in table.all_in)
    if len(able) < 2:
        changes.update(open=False, to_act=(), turn=None)
    else:
        known = table.seats.ordered and table.dealer is not None
        changes.update(to_act=able, turn=able[0] if known else None)
    return replace(table, **changes)


def _from(table: BettingTable, first: int) -> tuple[int, ...]:
    """Return who is in the hand, in play order from a player."""
    return tuple(seat for seat in (first, *after(table.players, first, table.live)[:-1]) if seat in table.live)


def opened(table: Betting, first: int | None = None) -> Betting:
    """Set out who acts first in the hand: after the last blind where bets are made before cards are shown."""
    order = table.live if first is None else _from(table, first)
    early = getattr(table.options, "preflop_betting", False)
    if early and table.blinds != (0, 0):
        small_and_big = blind_seats(table) if len(table.players) > 1 else table.players
        last = table.top.seat if isinstance(table.top, Straddle) else small_and_big[-1]
        order = after(table.players, last, table.live)
    able = tuple(seat for seat in order if seat not in table.all_in) if table.all_in else order
    if len(able) < 2:
        able = tuple(seat for seat in able if owed(table, seat))
    if not able:
        # While antes and blinds may still come, nobody can say that the round is over.
        return replace(table, to_act=(), turn=None) if early and not table.begun else close_round(table, 0)
    known = table.seats.ordered and table.dealer is not None
    return replace(table, to_act=able, turn=able[0] if known else None)


def _bets(table: Betting, act: Act) -> Betting:
    """Record a check, bet, call, raise, fold or all-in."""
    seat, kind, level = act.seat, type(act), table.level
    if kind is Fold:
        return _folds(table, act)
    changes: dict[str, Any] = {}
    if kind is AllIn and can_still_say(table, seat):
        table = _stacked(table, seat, None)
    stack = table.stacks[seat]
    if stack is None and seat in table.all_in:
        # Who seemed to have no more has some after all.
        changes["all_in"] = table.all_in - {seat}
        changes["piles"] = tuple(each for each in table.piles if each[0] != seat)
    if kind is Check:
        changes["answered"] = with_(table.answered, seat, level)
        return _acted(table, act, changes)
    bets = table.bets
    if kind is Bet and level and not table.from_deal:
        # Another round, of which the record does not tell.
        bets, level = (0,) * len(bets), 0
        table = replace(table, answered=(-1,) * len(bets))
    chips = reckoned(table, act)
    to = bets[seat] + chips
    changes["bets"] = with_(bets, seat, to)
    # Who calls an all-in of which nobody said how much it is, puts in as much.
    unsaid = kind is AllIn and stack is None and not chips
    like = unsaid or (kind is Call and not chips and is_unsaid(table))
    if like or seat in table.unsaid:
        changes["unsaid"] = table.unsaid | {seat} if like else table.unsaid - {seat}
    name = table.name(seat)
    if unsaid:
        changes.update(top=act, answered=with_(table.answered, seat, level))
        # After a bet it may be a call of less, to which nobody need answer.
        to_act = None if level else after(table.players, seat, table.live)[:-1]
        clause, did = "4.17", "is all-in for"
    elif kind is Call or (kind is AllIn and to <= level):
        clause, did = ("4.10", "calls") if kind is Call else ("4.17", "is all-in for")
        changes["answered"] = with_(table.answered, seat, level)
        if not table.from_deal and not level:
            changes.update(level=to, answered=with_(table.answered, seat, to))
        to_act = None
    else:
        by = to - level
        full = by >= (smallest_raise(table) if level else betting_unit(table))
        if kind is AllIn and level and not table.step and not table.from_deal and by < level:
            full = False  # for all that is known it is less than the raise before
        raised = level > 0 or (kind is Raise and not table.from_deal)
        clause, did = ("4.11", "raises to") if raised else ("4.9", "bets")
        changes.update(level=to, top=act, answered=with_(table.answered, seat, to))
        if full:
            # By how much the first raise of a record raised nobody knows, where that begins after the bet.
            changes["step"] = by if level or not raised else 0
            changes["raises"] = table.raises + raised
        to_act = after(table.players, seat, table.live)[:-1] if seat in table.live else table.live
    said = chips if to_act is None else to
    if chips:
        _put(table, changes, Item(seat, -chips, Unit.CHIPS, clause, f"{name} {did} {said}.", act.line))
    if stack is None:
        if kind is AllIn:
            changes["stacks"] = with_(table.stacks, seat, 0)
        if kind is AllIn or (kind is Call and to < level):
            _ran_out(table, changes, seat, table.pot + chips)
    return _acted(table, act, changes, to_act)


def _acted(table: Betting, act: Act, changes: dict[str, Any], to_act: tuple[int, ...] | None = None) -> Betting:
    """Pass the turn on after an act, or close the round. `to_act` is who must act because of it, if not as before."""
    changes["begun"] = True
    if table.open and table.from_deal:
        seat = act.seat
        if to_act is not None:
            if all_in := changes.get("all_in", table.all_in):
                to_act = tuple(each for each in to_act if each not in all_in)
        elif table.to_act[:1] == (seat,):
            to_act = table.to_act[1:]
        else:
            to_act = tuple(each for each in after(table.players, seat, table.to_act) if each != seat)
        changes["to_act"] = to_act
        changes["turn"] = to_act[0] if to_act else None
        if not to_act:
            changes["open"] = False
        done = replace(table, **changes)
        return close_round(done, act.line) if is_closed(done) else done
    return replace(table, **changes)


def _folds(table: Betting, act: Act) -> Betting:
    live = tuple(seat for seat in table.live if seat != act.seat)
    if not live and table.from_deal:
        return table  # somebody must be left to win what lies there
    if table.open and table.from_deal and not table.to_act:
        # The round was over before: what nobody could match is not lost by giving up.
        table = close_round(table, act.line)
    return _acted(table, act, {"live": live})


def _leaves(table: Betting, seat: int) -> Betting:
    """Take a player out of a hand in which they have not put in or done anything."""
    fresh = table.in_play and table.from_deal and not table.begun and seat in table.live
    if not fresh or table.put_in[seat] or table.dead[seat] or len(table.live) < 3:
        return table
    live = tuple(each for each in table.live if each != seat)
    players = tuple(each for each in table.players if each != seat)
    return _looked_at(replace(table, live=live, players=players))


def close_round(table: Betting, line: int) -> Betting:
    """End a betting round: what nobody matched goes back."""
    if table.open:
        table = replace(table, open=False, to_act=(), turn=None)
    put_in: Sequence[int] = table.put_in
    if table.ante and len(table.anted) < len(table.players) and antes_for_all(table) is None:
        # An ante that was forgotten does not make those of the others too much.
        missing = still_to_ante(table)
        put_in = [chips + table.ante * (seat in missing) for seat, chips in enumerate(put_in)]
    over = (
        unmatched(put_in, table.live)
        if table.options.side_pots == "layered"
        else returnable(put_in, table.live, sum(table.dead), table.piles)
    )
    if over is None or table.unsaid:
        return table  # nobody knows what is unmatched while an all-in is not said
    seat = over[0]
    chips = min(over[1], table.put_in[seat])
    if not chips:
        return table
    stack = table.stacks[seat]
    return replace(
        table,
        pot=table.pot - chips,
        items=table.items.plus(goes_back(table, seat, chips, line)),
        put_in=with_(table.put_in, seat, table.put_in[seat] - chips),
        stacks=table.stacks if stack is None else with_(table.stacks, seat, stack + chips),
        all_in=table.all_in - {seat},
        piles=tuple(each for each in table.piles if each[0] != seat),
    )


def had_more(before: BettingTable, later: BettingTable, act: Act) -> Answer | None:
    """Object to less than was due, which only an all-in would explain, when its player has put in more since."""
    seat = act.seat
    if not isinstance(act, Call | Post | Ante) or seat in later.all_in or later.settled:
        return None
    if later.put_in[seat] <= before.put_in[seat] + reckoned(before, act):
        return None
    return objection(f"{later.name(seat)} had more, and did not put in what was due.", cites="4.17")


# -- What could happen instead, and what is seen ------------------------------------------------------------


def bets_offered(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Propose to check, bet, call, raise or fold, with the least and the most that may be bet."""
    name, due, stack = table.name(seat), owed(table, seat), table.stacks[seat]
    if due:
        chips = due if stack is None else min(due, stack)
        yield Offer(f"{name} calls {chips}", (Call(seat),))
    else:
        yield Offer("", (Check(seat),))
    least = table.level + smallest_raise(table) if table.level else betting_unit(table)
    highest = most(table, seat)
    if stack is not None:
        highest = min(each for each in (highest, table.bets[seat] + stack) if each is not None)
    if highest is None or highest >= least:
        words = f"{name} raises to {least}" if table.level else f"{name} bets {least}"
        act: Act = Raise(seat, least) if table.level else Bet(seat, least)
        reach = " or more" if highest is None else f" to {highest}" if highest > least else ""
        yield Offer(f"{words}{reach}", (act,))
    elif stack:
        yield Offer(f"{name} is all-in {stack}", (AllIn(seat, stack),))
    yield Offer("", (Fold(seat),))


def seen(table: BettingTable) -> Iterator[Fact]:
    """Show the pots, what it costs to call, and what each player has before them."""
    if table.in_play and table.pot:
        pots = pots_of(table) if table.all_in and table.from_deal and not table.open else ()
        if len(pots) > 1:
            said = [f"{pot.amount} for {listed(map(table.name, pot.eligible))}" for pot in pots]
            yield Fact("Main pot", said[0])
            yield from (Fact("Side pot", text) for text in said[1:])
        else:
            yield Fact("Pot", f"{table.pot}")
    if table.open and table.turn is not None and (due := owed(table, table.turn)):
        yield Fact("To call", f"{due}", table.turn)
    for seat in table.seats:
        stack = table.stacks[seat]
        if table.in_play and seat in table.all_in and seat in table.live:
            yield Fact("Chips", "all-in", seat)
        elif stack is not None:
            yield Fact("Chips", f"{stack}", seat)
        if table.in_play and table.from_deal and seat in table.players and seat not in table.live:
            yield Fact("Hand", "folded", seat)
        if table.in_play and table.bets[seat] and table.open:
            yield Fact("Bet", f"{table.bets[seat]}", seat)
