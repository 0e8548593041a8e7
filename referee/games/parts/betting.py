"""Betting: antes and blinds, check, bet, call, raise and fold, for all games that are played for a pot.

A game that includes this chapter has a table with the fields of `stakes.BettingTable` and options with those of
`stakes.BettingOptions`; it says which acts it takes (`stakes.speaks`), opens its hands with `payment.next_hand`, calls
`open_round` when a betting round begins and `happens` for each act that is none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.cards.words import listed
from referee.games.parts.dealing import deal_first
from referee.games.parts.pots import returnable, unmatched
from referee.games.parts.stakes import (
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
    Fold,
    Has,
    Post,
    PostDead,
    Raise,
    SitsIn,
    SitsOut,
    Straddle,
    after,
    betting_unit,
    blind_seats,
    can_raise,
    most,
    owed,
    pots_of,
    reckoned,
    smallest_raise,
    with_,
)
from referee.games.parts.turns import out_of_turn
from referee.rules import Act, Answer, Chapter, Fact, Item, Offer, Unit, doubt, finding, grounds, objection, replace

# -- Betting ------------------------------------------------------------------------------------------------

betting = Chapter("Betting")


@betting.clause("4.1", Has, BuysIn, SitsOut, SitsIn, interpretation="house")
def chips_on_the_table(table: BettingTable, act: Has | BuysIn | SitsOut | SitsIn) -> Answer | None:
    """Players play with the chips before them, and add to them only between hands; who sits out is not dealt in."""
    name, stack = table.name(act.seat), table.stacks[act.seat]
    if isinstance(act, Has):
        if stack is not None and stack != act.amount:
            return finding(f"By the record {name} has {stack}, not {act.amount}. Miscounted, or a line forgotten?")
    elif isinstance(act, BuysIn):
        if table.in_play and not table.settled and act.seat in table.live and table.whole:
            return objection(f"{name} is in a hand, and may buy chips when it is over.")
        if stack is not None:
            return grounds(f"{name} has {stack + act.amount} now.")
    elif isinstance(act, SitsOut):
        if act.seat in table.away:
            return objection(f"{name} sits out already.")
    elif act.seat not in table.away:
        return objection(f"{name} does not sit out.")
    return None


@betting.clause("4.2", Ante, EveryoneAntes, interpretation="BE-1")
def everyone_antes(table: BettingTable, act: Ante | EveryoneAntes) -> Answer | None:
    """Everyone who is dealt in puts the same ante into the pot before the first bet."""
    if table.ante == 0:
        return objection("No antes are played here" + "; the blinds are put in" * (table.blinds != (0, 0)) + ".")
    if answer := _before_the_first_bet(table, act):
        return answer
    seats = _still_to_ante(table) if isinstance(act, EveryoneAntes) else (act.seat,)
    if isinstance(act, Ante) and act.seat in table.anted:
        return objection(f"{table.name(act.seat)} has put in the ante already.")
    if not seats and table.from_deal:
        return objection("Everyone has put in the ante already.")
    if act.amount < 1:
        return objection("An ante is at least one chip.")
    if table.ante is not None and act.amount != table.ante:
        if act.amount > table.ante or isinstance(act, EveryoneAntes):
            return objection(f"The ante is {table.ante}, not {act.amount}.")
        return _short(table, act, table.ante, "ante")
    stack = table.stacks[act.seat] if isinstance(act, Ante) else None
    if stack is not None and stack < act.amount:
        return objection(f"{table.name(act.seat)} has only {stack}.", cites="4.17")
    return grounds(f"The ante is {act.amount}.")


@betting.clause("4.3", Blinds, Post, interpretation="HLD-A4")
def blinds_are_posted(table: BettingTable, act: Blinds | Post) -> Answer | None:
    """The player after the dealer posts the small blind, and the next one the big blind."""
    if table.blinds == (0, 0):
        return objection("No blinds are played here.")
    if isinstance(act, Blinds):
        if table.in_play and table.whole and not table.settled and (table.posted or table.begun):
            return objection("The blinds change between hands.")
        if act.small > act.big or act.big < 1:
            return objection(f"A small blind of {act.small} and a big blind of {act.big} cannot be.")
        return grounds(f"The blinds are {act.small} and {act.big}.")
    if answer := _before_the_first_bet(table, act):
        return answer
    name = table.name(act.seat)
    if act.seat in table.posted:
        return objection(f"{name} has posted already.")
    if act.amount < 1:
        return objection("A blind is at least one chip.")
    stack = table.stacks[act.seat]
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if not table.from_deal or table.dealer is None or len(table.players) < 2:
        return None
    small, big = blind_seats(table)
    if act.seat not in (small, big):
        if table.blinds and act.amount == table.blinds[1]:
            return grounds(f"{name} comes in late with a big blind.", cites="4.4")
        return objection(f"{table.name(small)} posts the small blind and {table.name(big)} the big blind.")
    if not table.blinds:
        return None
    due = table.blinds[0] if act.seat == small else table.blinds[1]
    which = "small" if act.seat == small else "big"
    if act.amount == due:
        return grounds(f"{name} posts the {which} blind of {due}.")
    if act.amount > due:
        return objection(f"The {which} blind is {due}, not {act.amount}.")
    return _short(table, act, due, f"{which} blind")


@betting.clause("4.4", PostDead, interpretation="house")
def late_comers_post(table: BettingTable, act: PostDead) -> Answer | None:
    """Who has missed blinds may come in with a big blind, which is a bet, and with what else was missed, which is dead:
    it lies in the pot, and nobody has to match it.
    """
    if table.blinds == (0, 0):
        return objection("No blinds are played here.", cites="4.3")
    if answer := _before_the_first_bet(table, act):
        return answer
    stack = table.stacks[act.seat]
    if act.amount < 1:
        return objection("A blind is at least one chip.")
    if stack is not None and stack < act.amount:
        return objection(f"{table.name(act.seat)} has only {stack}.", cites="4.17")
    return None


@betting.clause("4.5", Straddle, interpretation="house")
def straddles_twice_the_blind(table: BettingTable, act: Straddle) -> Answer | None:
    """No third blind, or straddle, is put in."""
    if not getattr(table.options, "straddle", False):
        return objection("No straddles are played here.")
    if answer := _before_the_first_bet(table, act):
        return answer
    name = table.name(act.seat)
    stack = table.stacks[act.seat]
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if not table.from_deal:
        return None
    if len(table.posted) < 2:
        return objection(f"{name} may straddle when the blinds have been posted.")
    following = after(table.players, table.posted[-1], table.live)[0]
    if act.seat != following:
        return objection(f"{table.name(following)} may straddle, and not {name}.", table.top)
    if act.amount != 2 * table.level:
        twice = 2 * table.level
        return objection(f"A straddle is twice the blind of {table.level}: {twice}, not {act.amount}.", table.top)
    return None


@betting.clause("4.7", *BETS)
def bets_in_turn(table: BettingTable, act: Act) -> Answer | None:
    """Bets are made in turn, clockwise from the player after the dealer, by all who have not folded and have chips."""
    seat = act.seat
    if table.turn == seat:
        return None
    if not table.in_play or table.settled:
        return deal_first()
    name = table.name(seat)
    if seat not in table.live:
        dealt = seat in table.players
        return objection(f"{name} has folded." if dealt else f"{name} was not dealt in.")
    if seat in table.all_in and table.stacks[seat] == 0:
        return objection(f"{name} is all-in, and can bet no more.", cites="4.17")
    if not table.from_deal:
        return None
    if seat in table.all_in and table.open:
        # So it seemed, as they put in less than was due; now they have more, and nobody waited for them.
        return doubt(f"{name} put in less than was due, and was taken to be all-in.", table.top)
    if not table.open:
        if not table.rounds:
            return objection("No betting round has begun.")
        return objection("The betting round is over: nobody has anything left to match.", table.top, cites="4.19")
    if table.turn is None:
        if seat in table.to_act:
            return None
        return objection(f"{name} has acted, and nobody has raised since.", table.top, cites="4.19")
    return out_of_turn(table, act, table.top)


@betting.clause("4.6", *BETS, after="4.7", interpretation="house")
def forced_bets_first(table: BettingTable, _act: Act) -> Answer | None:
    """Nobody bets before all antes and blinds are in the pot."""
    if table.begun or not table.from_deal:
        return None
    return not_put_in(table)


def not_put_in(table: BettingTable) -> Answer | None:
    """Find that antes or blinds are not in the pot, if some are not."""
    if table.ante and (missing := _still_to_ante(table)):
        names = listed(table.name(seat) for seat in missing)
        verb = "has" if len(missing) == 1 else "have"
        return finding(f"{names} {verb} not put in the ante of {table.ante}. Forgotten, or only not written down?")
    if table.blinds == (0, 0):
        return None
    if not table.posted:
        return finding("Nobody has posted a blind. Forgotten, or only not written down?")
    if table.dealer is None or len(table.players) < 2:
        return None
    for seat, due in zip(blind_seats(table), table.blinds or (1, 1), strict=True):
        if due and seat not in table.posted and seat not in table.all_in:
            return finding(f"{table.name(seat)} has not posted a blind. Forgotten, or only not written down?")
    return None


@betting.clause("4.8", Check)
def may_check(table: BettingTable, act: Check) -> Answer | None:
    """Who has nothing to match may check, which means to skip."""
    due = owed(table, act.seat)
    if due:
        name = table.name(act.seat)
        return objection(f"{_bettor(table)} has bet {table.level}; {name} may call {due}, raise or fold.", table.top)
    return grounds(f"{table.name(act.seat)} has nothing to match.") if table.from_deal else None


@betting.clause("4.9", Bet)
def may_bet(table: BettingTable, act: Bet) -> Answer | None:
    """While nobody has bet in the round a player may bet."""
    if table.level and not (table.top and table.top.seat == act.seat and not table.from_deal):
        reason = f"{_bettor(table)} has bet {table.level}; to put in more than that is to raise."
        return objection(reason, table.top, cites="4.11")
    return grounds(f"{table.name(act.seat)} bets {act.amount}.")


@betting.clause("4.10", Call)
def may_call(table: BettingTable, act: Call) -> Answer | None:
    """After a bet a player may call, which means to match it."""
    name, seat = table.name(act.seat), act.seat
    due = owed(table, seat)
    if not due:
        if not table.from_deal and not table.level:
            return doubt(f"The record does not say what {name} calls.") if act.amount is None else None
        return objection(f"There is nothing to call; {name} may check.", table.top)
    stack = table.stacks[seat]
    chips = reckoned(table, act)
    if chips == due:
        left = ", and is all-in" if stack == due else ""
        return grounds(f"{name} calls {due}{left}.", table.top)
    if chips > due:
        return objection(f"To call is to put in {due}, not {chips}.", table.top)
    if stack is None:
        return doubt(
            f"{due} is to be called, and {name} has put in {chips}: right only if {name} is all-in.", table.top
        )
    if stack == chips:
        return grounds(f"{name} calls {chips} of {due}, and is all-in.", table.top, cites="4.17")
    return objection(f"To call is to put in {due}, not {chips}; {name} has {stack}.", table.top)


@betting.clause("4.11", Raise)
def may_raise(table: BettingTable, act: Raise) -> Answer | None:
    """After a bet a player may raise, which means to match it and put in some more."""
    if not table.level:
        if not table.from_deal:
            return None
        return objection(f"Nobody has bet; {table.name(act.seat)} may bet {act.to}.", cites="4.9")
    if act.to <= table.level:
        return objection(f"{_bettor(table)} has bet {table.level}; to raise is to put in more.", table.top)
    return None


@betting.clause(
    "4.12",
    Fold,
    interpretation="BE-10",
    reworded={
        "fold_without_bet=forbid": "After a bet a player may fold: they put in no more and can win nothing in this "
        "hand. Who has nothing to match may not.",
    },
)
def may_fold(table: BettingTable, act: Fold) -> Answer | None:
    """A player may fold at any turn: they put in no more, and can win nothing in this hand."""
    if table.options.fold_without_bet == "forbid" and not owed(table, act.seat) and table.from_deal:
        return objection(f"{table.name(act.seat)} has nothing to match, and checks.")
    return grounds(f"{table.name(act.seat)} folds.")


@betting.clause(
    "4.13",
    Bet,
    Raise,
    interpretation="BE-3",
    reworded={
        "min_raise=any": "A bet is at least the minimum bet, {min_bet}, or the big blind where that is more; a raise "
        "may be by any amount.",
    },
)
def at_least(table: BettingTable, act: Bet | Raise) -> Answer | None:
    """A bet is at least the minimum bet, {min_bet}, or the big blind where that is more; a raise is by at least as much
    as the last bet or raise of the round.
    """
    seat = act.seat
    if isinstance(act, Bet):
        unit = betting_unit(table)
        if act.amount >= unit or (table.stacks[seat] == act.amount and act.amount):
            return None
        return objection(f"A bet is at least {unit}, not {act.amount}{_unless_all_in(table, seat, act.amount)}.")
    by, least = act.to - table.level, smallest_raise(table)
    if not table.level:
        return None
    if by < least and table.stacks[seat] != act.to - table.bets[seat]:
        more = _unless_all_in(table, seat, act.to - table.bets[seat])
        to = f"{table.level + least} or more" if most(table, seat) != table.level + least else f"{table.level + least}"
        reason = f"{act.to} raises {_bettor(table)}'s {table.level} by {by}; the least is {least}, to {to}{more}."
        return objection(reason, table.top)
    if not table.step and by < table.level and table.options.min_raise != "any":
        return doubt(f"The record does not say by how much {_bettor(table)} had raised.", table.top)
    return grounds(f"{table.name(seat)} raises by {by}, to {act.to}.", table.top)


@betting.clause(
    "4.14",
    Bet,
    Raise,
    AllIn,
    interpretation="house",
    reworded={
        "limit=pot": "Nobody bets more than is in the pot, or raises by more than would be in it after calling.",
        "limit=fixed": "Every bet and every raise is exactly the minimum bet.",
        "limit=doubling": "Every bet and raise is exactly the minimum bet, and in the last two rounds twice that.",
    },
)
def within_the_limit(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """Nobody is bound to bet less than they have."""
    limit = table.options.limit
    if limit == "none":
        return None
    seat = act.seat
    to, due = table.bets[seat] + reckoned(table, act), owed(table, seat)
    if to <= table.level:
        return None
    if limit == "pot":
        highest = table.level + table.pot + due
        if table.from_deal and to > highest:
            held = f"{table.pot} in the pot" + f" and {due} to call" * bool(due)
            return objection(f"With {held}, {highest} is the most, and not {to}.", table.top)
        return None
    unit = betting_unit(table)
    exact = table.level + unit
    whole = isinstance(act, AllIn) or table.stacks[seat] == to - table.bets[seat]
    if to == exact or (to < exact and whole):
        return None
    return objection(f"A bet or raise is {unit} here, and so to {exact}, not {to}.", table.top)


@betting.clause(
    "4.15",
    Bet,
    Raise,
    AllIn,
    interpretation="BE-1",
    reworded={"max_bet=0": "There is no highest bet."},
)
def below_the_highest(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """No bet, and no raise, is by more than {max_bet}."""
    highest = table.options.max_bet
    if not highest:
        return None
    by = table.bets[act.seat] + reckoned(table, act) - table.level
    if by > highest and (table.level or table.from_deal or isinstance(act, Bet)):
        return objection(f"{highest} is the most that may be bet or raised by, not {by}.", table.top)
    return None


@betting.clause(
    "4.16",
    Raise,
    AllIn,
    interpretation="BE-2",
    reworded={"max_raises=0": "A round may have any number of raises."},
)
def so_many_raises(table: BettingTable, act: Raise | AllIn) -> Answer | None:
    """A round has at most {max_raises} raises."""
    allowed = table.options.max_raises
    if allowed and table.level and table.raises >= allowed:
        if isinstance(act, AllIn) and table.bets[act.seat] + reckoned(table, act) <= table.level:
            return None
        count = "1 raise" if table.raises == 1 else f"{table.raises} raises"
        return objection(f"The round has had its {count}.", table.top)
    return None


@betting.clause("4.17", Bet, Raise, AllIn, interpretation="BE-5")
def with_what_one_has(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """Nobody bets more than they have before them; who has not enough to call, bet or raise in full may put in all of
    it, and stays in the hand.
    """
    seat, name = act.seat, table.name(act.seat)
    stack = table.stacks[seat]
    if not isinstance(act, AllIn):
        chips = reckoned(table, act)
        return objection(f"{name} has {stack}, and not {chips}.") if stack is not None and chips > stack else None
    if stack is None:
        if act.amount is None:
            return doubt(f"The record does not say what {name} has. How much is it?")
        if not act.amount:
            return objection(f"{name} must have a chip to be all-in with.")
        return grounds(f"{name} is all-in with {act.amount}.", table.top)
    if not stack:
        return objection(f"{name} has no chips left.")
    if act.amount not in (None, stack, stack + table.bets[seat]):
        return objection(f"{name} has {stack}, not {act.amount}.")
    to = table.bets[seat] + stack
    if to <= table.level:
        return grounds(f"{name} calls {stack} of {owed(table, seat)}, and is all-in.", table.top)
    verb = "raises to" if table.level else "bets"
    return grounds(f"{name} {verb} {to}, and is all-in.", table.top)


@betting.clause(
    "4.18",
    Raise,
    AllIn,
    interpretation="BE-4",
    reworded={
        "short_allin_reopens=true": "Who has acted in the round may raise again if somebody has put in more since, "
        "even if all-in with less than a full raise.",
    },
)
def raises_are_reopened(table: BettingTable, act: Raise | AllIn) -> Answer | None:
    """Who has acted in the round may raise again only if a full raise has come since; one who was all-in with less does
    not make one, but several together may.
    """
    if not table.from_deal or can_raise(table, act.seat):
        return None
    to = table.bets[act.seat] + reckoned(table, act)
    if to <= table.level:
        return None
    name, since = table.name(act.seat), table.level - table.answered[act.seat]
    if not since:
        return objection(f"Nobody has raised since {name} acted.", table.top)
    return objection(
        f"{name} has acted, and only {since} has been put on top since; a full raise is {smallest_raise(table)}.",
        table.top,
    )


@betting.clause("4.19")
def is_closed(table: BettingTable) -> bool:
    """A round is over when everyone has had a turn and all who have not folded have put in the same or have no more."""
    if not table.to_act or len(table.live) == 1:
        return True
    if not table.all_in:
        return False
    able = [seat for seat in table.live if seat not in table.all_in]
    return len(able) <= 1 and all(table.bets[seat] >= table.level for seat in able)


@betting.clause("4.20", interpretation="BE-7")
def goes_back(table: BettingTable, seat: int, chips: int, line: int) -> Item:
    """What nobody has matched of a bet goes back to the player who made it."""
    return Item(seat, chips, Unit.CHIPS, "4.20", f"{table.name(seat)} takes back {chips} that nobody matched.", line)


def _before_the_first_bet(table: BettingTable, act: Act) -> Answer | None:
    if not table.in_play or table.settled:
        return deal_first()
    if table.begun:
        return objection("Betting has begun; antes and blinds come before it.", cites="4.6")
    if act.seat >= 0 and act.seat not in table.live:
        return objection(f"{table.name(act.seat)} was not dealt in.")
    return None


def _still_to_ante(table: BettingTable) -> tuple[int, ...]:
    return tuple(seat for seat in table.live if seat not in table.anted and seat not in table.all_in)


def _short(table: BettingTable, act: Ante | Post, due: int, what: str) -> Answer:
    """Answer to less than was due, which only an all-in explains."""
    name, stack = table.name(act.seat), table.stacks[act.seat]
    if stack is None:
        return doubt(f"The {what} is {due}: {act.amount} is right only if {name} is all-in.")
    if stack == act.amount:
        return grounds(f"{name} has no more than {stack} for the {what} of {due}.", cites="4.17")
    return objection(f"The {what} is {due}, not {act.amount}; {name} has {stack}.")


def _bettor(table: BettingTable) -> str:
    if table.top and table.top.seat >= 0:
        return table.name(table.top.seat)
    return "Somebody"


def _unless_all_in(table: BettingTable, seat: int, chips: int) -> str:
    """Return how to write it if it was an all-in, where the record does not say what the player has."""
    return f", unless {table.name(seat)} is all-in {chips}" if table.stacks[seat] is None and chips > 0 else ""


# -- What happens -------------------------------------------------------------------------------------------


def happens(table: Betting, act: Act) -> Betting:
    """Record what was said of chips and bets."""
    kind = type(act)
    if kind in _MAKES_BETS:
        return _bets(table, act)
    seat = act.seat
    if kind is Has:
        return _stacked(table, seat, act.amount)  # type: ignore[attr-defined]
    if kind is BuysIn:
        had = table.stacks[seat]
        return table if had is None else _stacked(table, seat, had + act.amount)  # type: ignore[attr-defined]
    if kind is SitsOut:
        return _leaves(replace(table, away=table.away | {seat}), seat)
    if kind is SitsIn:
        return replace(table, away=table.away - {seat})
    if kind is Blinds:
        return replace(table, blinds=(act.small, act.big))  # type: ignore[attr-defined]
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
    changes["items"] = (*table.items, item)
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


def _stacked(table: Betting, seat: int, chips: int) -> Betting:
    return replace(table, stacks=with_(table.stacks, seat, chips))


def _antes(table: Betting, act: Act) -> Betting:
    amount: int = act.amount  # type: ignore[attr-defined]
    seats = (act.seat,) if act.seat >= 0 else _still_to_ante(table)
    stacks, put_in, items, pot = list(table.stacks), list(table.put_in), list(table.items), table.pot
    changes: dict[str, Any] = {}
    for seat in seats:
        stack = stacks[seat]
        chips = amount if stack is None or stack > amount else stack
        pot += chips
        put_in[seat] += chips
        items.append(Item(seat, -chips, Unit.CHIPS, "4.2", f"{table.name(seat)} antes {chips}.", act.line))
        if stack is not None:
            stacks[seat] = stack - chips
        # Who put in less than was due is taken to have no more.
        if stack == chips or (stack is None and chips < (table.ante or 0)):
            _ran_out(table, changes, seat, pot)
    changes.update(stacks=tuple(stacks), put_in=tuple(put_in), items=tuple(items), pot=pot)
    if table.ante is None and seats:
        changes["ante"] = amount
    return _looked_at(replace(table, anted=table.anted.union(seats), **changes))


def _posts(table: Betting, act: Act) -> Betting:
    """Put in a blind or a straddle: a bet that the others must match, unless the house has dead blinds."""
    seat, amount = act.seat, act.amount  # type: ignore[attr-defined]
    straddle = isinstance(act, Straddle)
    dead = not straddle and getattr(table.options, "blind_treatment", "live") == "dead"
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
    step = max(level - table.level, betting_unit(table)) if straddle else max(table.step, level)
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
        straddled = [seat for seat in table.posted if seat not in small_and_big and table.bets[seat] == table.level]
        order = after(table.players, straddled[-1] if straddled else small_and_big[-1], table.live)
    able = tuple(seat for seat in order if seat not in table.all_in) if table.all_in else order
    if len(able) < 2:
        able = tuple(seat for seat in able if table.bets[seat] < table.level)
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
    chips = reckoned(table, act)
    to = bets[seat] + chips
    changes["bets"] = with_(bets, seat, to)
    name = table.name(seat)
    if kind is Call or (kind is AllIn and to <= level):
        clause, did = ("4.10", "calls") if kind is Call else ("4.17", "is all-in for")
        changes["answered"] = with_(table.answered, seat, level)
        if not table.from_deal and not level:
            changes["level"] = to
        to_act = None
    else:
        by = to - level
        full = by >= (smallest_raise(table) if level else betting_unit(table))
        raised = level > 0 or kind is Raise
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
    if not live:
        return table  # somebody must be left to win what lies there
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
    over = (
        unmatched(table.put_in, table.live)
        if table.options.side_pots == "layered"
        else returnable(table.put_in, table.live, sum(table.dead), table.piles)
    )
    if over is None:
        return table
    seat, chips = over
    stack = table.stacks[seat]
    return replace(
        table,
        pot=table.pot - chips,
        items=(*table.items, goes_back(table, seat, chips, line)),
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


def forced_bets_offered(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Propose the antes and blinds that have still to be put in."""
    if table.begun or not table.in_play or not table.from_deal:
        return
    if seat < 0 and table.ante and _still_to_ante(table):
        yield Offer("", (EveryoneAntes(-1, table.ante),))
    if seat >= 0 and table.ante and seat in _still_to_ante(table):
        yield Offer("", (Ante(seat, table.ante),))
    if seat >= 0 and table.blinds and table.blinds[1] and len(table.players) > 1:
        for poster, due in zip(blind_seats(table), table.blinds, strict=True):
            if poster == seat and due:
                yield Offer("", (Post(seat, due),))


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
