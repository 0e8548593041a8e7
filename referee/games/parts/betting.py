"""Betting: antes and blinds, check, bet, call, raise and fold, for all games that are played for a pot.

A game that includes this chapter has a table with the fields of `BettingTable` and options with those of
`BettingOptions`; it says which acts it takes (`speaks`), calls `deal_in` for its deal, `open_round` when a betting round
begins and `happens` for each act that is none of its own. What becomes of the pot is in `payment`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from referee.cards.words import listed
from referee.games.parts.dealing import deal_first
from referee.games.parts.pots import Payout, Pot, layered, literal_piles, returnable, unmatched
from referee.games.parts.turns import out_of_turn
from referee.rules import (
    Act,
    Answer,
    Chapter,
    Fact,
    Item,
    Offer,
    Rulebook,
    Table,
    Unit,
    doubt,
    finding,
    grounds,
    objection,
    option,
    replace,
)

# -- What a club is asked -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BettingOptions:
    """What a club answers in every game that is bet on; a game says where its own default is another."""

    min_bet: int = option(1, clauses="4.13", asks="What is the minimum bet?", least=1)
    min_raise: str = option("last_raise", "any", clauses="4.13", asks="How much is the smallest raise?")
    limit: str = option("none", "pot", "fixed", "doubling", clauses="4.14", asks="Is there a limit to bets?")
    max_bet: int = option(0, clauses="4.15", asks="What is the highest bet or raise? (0: there is none)", least=0)
    max_raises: int = option(0, clauses="4.16", asks="How many raises may a round have? (0: any number)", least=0)
    short_allin_reopens: bool = option(
        False, clauses="4.18", asks="May those who have bet raise again after an all-in of less than a full raise?"
    )
    fold_without_bet: str = option("allow", "forbid", clauses="4.12", asks="May a player fold who has nothing to call?")
    side_pots: str = option(
        "layered", "literal_pile", clauses="6.1", asks="What can a player win who ran out of chips?"
    )
    odd_chip: str = option("first", "last", clauses="6.3", asks="Which winner gets the chip that will not divide?")


# -- What may be recorded -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Has(Act):
    """``NAME has N``: the chips that a player has before them."""

    amount: int


@dataclass(frozen=True, slots=True)
class BuysIn(Act):
    """``NAME buys in for N``: a player adds chips between hands."""

    amount: int


@dataclass(frozen=True, slots=True)
class SitsOut(Act):
    """``NAME sits out``: a player is not dealt in until they sit in again."""


@dataclass(frozen=True, slots=True)
class SitsIn(Act):
    """``NAME sits in``: a player who sat out is dealt in again."""


@dataclass(frozen=True, slots=True)
class Blinds(Act):
    """``blinds N N``: the small and the big blind from now on."""

    small: int
    big: int


@dataclass(frozen=True, slots=True)
class EveryoneAntes(Act):
    """``everyone antes N``: each player who is dealt in puts an ante into the pot."""

    amount: int


@dataclass(frozen=True, slots=True)
class Ante(Act):
    """``NAME antes N``."""

    amount: int


@dataclass(frozen=True, slots=True)
class Post(Act):
    """``NAME posts N``: a blind."""

    amount: int


@dataclass(frozen=True, slots=True)
class PostDead(Act):
    """``NAME posts dead N``: a blind that was missed; it goes into the pot and is no bet."""

    amount: int


@dataclass(frozen=True, slots=True)
class Straddle(Act):
    """``NAME straddles N``: a third blind, twice the one before."""

    amount: int


@dataclass(frozen=True, slots=True)
class Check(Act):
    """``NAME checks``."""


@dataclass(frozen=True, slots=True)
class Bet(Act):
    """``NAME bets N``: the first bet of a round."""

    amount: int


@dataclass(frozen=True, slots=True)
class Call(Act):
    """``NAME calls [N]``: N is what is put in; it is reckoned where it is not said."""

    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Raise(Act):
    """``NAME raises to N``: N is what the player will have put in this round."""

    to: int


@dataclass(frozen=True, slots=True)
class Fold(Act):
    """``NAME folds``."""


@dataclass(frozen=True, slots=True)
class AllIn(Act):
    """``NAME is all-in [N]``: the player puts in all the chips that are left, N of them."""

    amount: int | None = None


BETS: Final = (Check, Bet, Call, Raise, Fold, AllIn)


def speaks(book: Rulebook, *, blinds: bool = True) -> None:
    """Let a game's record say what is said of bets."""
    book.takes(Bet, "NAME bets N")
    book.takes(Check, "NAME checks")
    book.takes(Call, "NAME calls [N]")
    book.takes(Raise, "NAME raises to N")
    book.takes(Fold, "NAME folds")
    book.takes(AllIn, "NAME is all-in [N]")
    book.takes(Ante, "NAME antes N")
    book.takes(EveryoneAntes, "everyone antes N")
    book.takes(Has, "NAME has N")
    book.takes(BuysIn, "NAME buys in for N")
    book.takes(SitsOut, "NAME sits out")
    book.takes(SitsIn, "NAME sits in")
    if blinds:
        book.takes(Blinds, "blinds N N")
        book.takes(PostDead, "NAME posts dead N")
        book.takes(Post, "NAME posts N")
        book.takes(Straddle, "NAME straddles N")


# -- The table ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BettingTable(Table):
    """A table at which players bet.

    `stacks` are the chips before each seat, None where the record does not say, and `away` who sits out. `players` are
    those dealt in, in play order from the dealer, and `live` those of them who have not folded. Of what lies in the
    `pot`, `put_in` is each seat's part that others must match, and `dead` its part that they need not.

    In a round, `bets` are what each seat has put in, `level` what must be matched, `step` the last full bet or raise (0:
    not known), `answered` the level at which each seat last acted (-1: it has not), `to_act` who has still to act, `top`
    the last bet or raise. `rounds` have been begun in the hand; `open` says that one is not over, `begun` that a bet has
    been made or refused. `ante` and `blinds` are what the deal asks: None if any will do, 0 if there are none.

    `piles` say who ran out and what lay on the table then; `taken` what was claimed, `mucked` who gave up, and
    `payouts` what the pots came to when the hand was settled.
    """

    stacks: tuple[int | None, ...] = ()
    away: frozenset[int] = frozenset()
    players: tuple[int, ...] = ()
    live: tuple[int, ...] = ()
    all_in: frozenset[int] = frozenset()
    pot: int = 0
    put_in: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    level: int = 0
    step: int = 0
    answered: tuple[int, ...] = ()
    to_act: tuple[int, ...] = ()
    top: Act | None = None
    raises: int = 0
    rounds: int = 0
    open: bool = False
    begun: bool = False
    ante: int | None = 0
    blinds: tuple[int, int] | None = (0, 0)
    anted: frozenset[int] = frozenset()
    posted: tuple[int, ...] = ()
    piles: tuple[tuple[int, int], ...] = ()
    mucked: frozenset[int] = frozenset()
    taken: tuple[tuple[int, int, int], ...] = ()
    payouts: tuple[Payout, ...] = ()
    settled: bool = False


Betting = TypeVar("Betting", bound=BettingTable)


def seated(table: Betting) -> Betting:
    """Return a table at which nobody has put in anything, and nobody's chips are known."""
    none = (0,) * len(table.seats)
    everyone = tuple(table.seats)
    nothing: tuple[int | None, ...] = (None,) * len(table.seats)
    return replace(
        table,
        stacks=nothing,
        put_in=none,
        dead=none,
        bets=none,
        answered=(-1,) * len(none),
        players=() if table.whole else everyone,
        live=() if table.whole else everyone,
        open=not table.whole,
        rounds=0 if table.whole else 1,
    )


def deal_in(table: Betting, players: Sequence[int]) -> Betting:
    """Return the table with nothing bet in a new hand; `players` are dealt in, in play order from the dealer."""
    none = (0,) * len(table.seats)
    order = tuple(players)
    return replace(
        table,
        players=order,
        live=order,
        all_in=frozenset(),
        put_in=none,
        dead=none,
        bets=none,
        level=0,
        step=0,
        answered=(-1,) * len(none),
        to_act=(),
        top=None,
        raises=0,
        rounds=0,
        open=False,
        begun=False,
        anted=frozenset(),
        posted=(),
        piles=(),
        mucked=frozenset(),
        taken=(),
        payouts=(),
        settled=False,
        turn=None,
    )


def has_chips(table: BettingTable, seat: int) -> bool:
    """Tell whether a player may have chips to be dealt in with."""
    return table.stacks[seat] != 0 and seat not in table.away


def betting_unit(table: BettingTable) -> int:
    """Return the smallest bet of the round: the minimum bet, or the big blind where that is more."""
    least: int = table.options.min_bet
    if table.blinds and table.blinds[1] > least:
        least = table.blinds[1]
    return least * 2 if table.options.limit == "doubling" and table.rounds >= _late_rounds(table) else least


def _late_rounds(table: BettingTable) -> int:
    """Return from which round on the bets of a limit are doubled: the third where there are four, else the second."""
    return 3 if getattr(table.options, "preflop_betting", False) else 2


def smallest_raise(table: BettingTable) -> int:
    """Return by how much a raise must raise."""
    if table.options.min_raise == "any":
        return 1
    unit = betting_unit(table)
    return table.step if table.step > unit else unit


def owed(table: BettingTable, seat: int) -> int:
    """Return what a player must put in to stay in the hand."""
    return max(0, table.level - table.bets[seat])


def reckoned(table: BettingTable, act: Act) -> int:
    """Return how many chips an act takes from the player's stack."""
    seat = act.seat
    kind = type(act)
    if kind is Call:
        due = max(0, table.level - table.bets[seat])
        said, stack = act.amount, table.stacks[seat]  # type: ignore[attr-defined]
        if said is None or said == table.level:
            return due if stack is None or stack > due else stack
        return said  # type: ignore[no-any-return]
    if kind is Raise:
        return max(0, act.to - table.bets[seat])  # type: ignore[attr-defined]
    if kind is AllIn:
        stack = table.stacks[seat]
        return stack if stack is not None else act.amount or 0  # type: ignore[attr-defined]
    return getattr(act, "amount", 0)


def can_raise(table: BettingTable, seat: int) -> bool:
    """Tell whether a player may raise: they have not acted in this round, or a full raise has come since."""
    answered = table.answered[seat]
    if answered < 0:
        return True
    raised = table.level - answered
    return raised > 0 and (raised >= smallest_raise(table) or table.options.short_allin_reopens)


def most(table: BettingTable, seat: int) -> int | None:
    """Return the most that a player may have put in this round with a bet or raise; None if there is no limit."""
    limits = []
    if table.options.limit == "pot" and table.from_deal:
        limits.append(table.level + table.pot + owed(table, seat))
    elif table.options.limit in ("fixed", "doubling"):
        limits.append(table.level + betting_unit(table))
    if table.options.max_bet:
        limits.append(table.level + max(table.options.max_bet, 0))
    return min(limits, default=None)


# -- Betting ------------------------------------------------------------------------------------------------

betting = Chapter("Betting")


@betting.clause("4.1", Has, BuysIn, SitsOut, SitsIn, interpretation="house")
def chips_on_the_table(table: BettingTable, act: Has | BuysIn | SitsOut | SitsIn) -> Answer | None:
    """Each player plays with the chips before them, and adds to them only between hands; who sits out is not dealt in."""
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
        return objection("No antes are played here; the blinds are put in.")
    if answer := _before_the_first_bet(table, act):
        return answer
    seats = _still_to_ante(table) if isinstance(act, EveryoneAntes) else (act.seat,)
    if isinstance(act, Ante) and act.seat in table.anted:
        return objection(f"{table.name(act.seat)} has put in the ante already.")
    if not seats:
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
    return None


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
        return None
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
    if not table.level:
        return objection(f"{name} may straddle when the blinds have been posted.") if table.from_deal else None
    stack = table.stacks[act.seat]
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if act.amount != 2 * table.level:
        return objection(
            f"A straddle is twice the blind of {table.level}: {2 * table.level}, not {act.amount}.", table.top
        )
    if table.from_deal and table.turn not in (None, act.seat):
        return objection(f"{table.name(table.turn)} may straddle, and not {name}.")
    return None


@betting.clause("4.7", *BETS)
def bets_in_turn(table: BettingTable, act: Act) -> Answer | None:
    """Bets are made in turn, clockwise from the player after the dealer, by those who have not folded and have chips."""
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
def forced_bets_first(table: BettingTable, act: Act) -> Answer | None:
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
    if table.blinds != (0, 0) and not table.posted:
        return finding("Nobody has posted a blind. Forgotten, or only not written down?")
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
        "min_raise=any": "A bet is at least the minimum bet, {min_bet}, or the big blind where that is more; a raise may "
        "be by any amount.",
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
        "limit=doubling": "Every bet and every raise is exactly the minimum bet, and in the last two rounds twice that.",
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
            return doubt(f"How much is that? The record does not say what {name} has.")
        return None if act.amount else objection(f"{name} must have a chip to be all-in with.")
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
        "short_allin_reopens=true": "Who has acted in the round may raise again if somebody has put in more since, even "
        "if all-in with less than a full raise.",
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


def blind_seats(table: BettingTable) -> tuple[int, int]:
    """Return who posts the small blind and who the big blind."""
    first, second = table.players[0], table.players[1]
    if len(table.players) == 2 and getattr(table.options, "headsup_blinds", "literal") == "dealer_small":
        return second, first
    return first, second


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
        return _leaves(replace(table, away=table.away | {seat}), seat, act.line)
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
    stack = table.stacks[seat]
    pot = table.pot + chips
    changes["pot"] = pot
    changes["items"] = (*table.items, Item(seat, -chips, Unit.CHIPS, clause, reason, line))
    if dead:
        changes["dead"] = _with(table.dead, seat, table.dead[seat] + chips)
    else:
        changes["put_in"] = _with(table.put_in, seat, table.put_in[seat] + chips)
    if stack is not None:
        changes["stacks"] = _with(table.stacks, seat, stack - chips if stack > chips else 0)
        if stack <= chips:
            changes["all_in"] = table.all_in | {seat}
            changes["piles"] = (*table.piles, (seat, pot))
    return replace(table, **changes)


def _stacked(table: Betting, seat: int, chips: int) -> Betting:
    return replace(table, stacks=_with(table.stacks, seat, chips))


def _antes(table: Betting, act: Act) -> Betting:
    amount: int = act.amount  # type: ignore[attr-defined]
    seats = (act.seat,) if act.seat >= 0 else _still_to_ante(table)
    for seat in seats:
        stack = table.stacks[seat]
        chips = amount if stack is None or stack > amount else stack
        reason = f"{table.name(seat)} antes {chips}."
        table = puts(table, seat, chips, "4.2", reason, act.line, anted=table.anted | {seat})
        if stack is None and table.ante and chips < table.ante:
            table = _out_of_chips(table, seat)
    if table.ante is None and seats:
        table = replace(table, ante=amount)
    return _looked_at(table)


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
    bets = _with(table.bets, seat, to)
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
    return replace(table, all_in=table.all_in | {seat}, piles=(*table.piles, (seat, table.pot)))


def _looked_at(table: Betting) -> Betting:
    """Set out again who acts first, when antes and blinds have changed that."""
    return opened(table) if table.open and table.from_deal and not table.begun else table


def open_round(table: Betting, **changes: Any) -> Betting:
    """Begin a betting round. The first goes on from the blinds, the others from nothing."""
    none = (0,) * len(table.seats)
    if table.rounds:
        changes.update(bets=none, level=0, step=0, top=None)
    answered = (-1,) * len(none)
    fresh = replace(table, answered=answered, raises=0, rounds=table.rounds + 1, open=True, **changes)
    return opened(fresh) if table.from_deal else fresh


def opened(table: Betting) -> Betting:
    """Set out who acts, in order: after the last blind where the first round is bet on before cards are shown."""
    order = table.live
    if table.rounds == 1 and table.posted and getattr(table.options, "preflop_betting", False):
        small_and_big = blind_seats(table) if len(table.players) > 1 else table.players
        straddled = [seat for seat in table.posted if seat not in small_and_big and table.bets[seat] == table.level]
        order = _after(table.players, straddled[-1] if straddled else small_and_big[-1], table.live)
    able = tuple(seat for seat in order if seat not in table.all_in) if table.all_in else order
    if len(able) < 2:
        able = tuple(seat for seat in able if table.bets[seat] < table.level)
    if not able:
        # While blinds may still come, nobody can say that the round is over.
        return close_round(table, 0) if table.begun or table.rounds > 1 else replace(table, to_act=(), turn=None)
    known = table.seats.ordered and table.dealer is not None
    return replace(table, to_act=able, turn=able[0] if known else None)


def _after(players: tuple[int, ...], seat: int, among: tuple[int, ...]) -> tuple[int, ...]:
    """Return some of the players in play order, the first after a seat first, and that seat last."""
    at = players.index(seat) + 1 if seat in players else 0
    return tuple(each for each in (*players[at:], *players[:at]) if each in among)


def _bets(table: Betting, act: Act) -> Betting:
    """Record a check, bet, call, raise, fold or all-in."""
    seat, kind = act.seat, type(act)
    if kind is Fold:
        return _folds(table, act)
    if kind is Check:
        return _acted(table, seat, act.line, answered=_with(table.answered, seat, table.level))
    chips = reckoned(table, act)
    before = table.bets[seat]
    if kind is Bet and not table.from_deal and table.level:
        before = 0  # a new round, of which the record does not tell
    to = before + chips
    name = table.name(seat)
    if to <= table.level or kind is Call:
        clause, verb = ("4.10", "calls") if kind is Call else ("4.17", "is all-in for")
        stack = table.stacks[seat]
        changes = {"bets": _with(table.bets, seat, to), "answered": _with(table.answered, seat, table.level)}
        if kind is Call and not table.level and not table.from_deal:
            changes.update(level=to)  # type: ignore[arg-type]
        after = puts(table, seat, chips, clause, f"{name} {verb} {chips}.", act.line, **changes) if chips else table
        if stack is None and (kind is AllIn or to < table.level):
            after = _out_of_chips(after, seat)
            if kind is AllIn:
                after = _stacked(after, seat, 0)
        return _acted(after, seat, act.line, answered=_with(table.answered, seat, table.level))
    by, least = to - table.level, smallest_raise(table) if table.level else betting_unit(table)
    full = by >= least
    sure = table.from_deal or bool(table.level) or kind is Bet
    clause = "4.11" if table.level or kind is Raise else "4.9"
    reason = f"{name} raises to {to}." if clause == "4.11" else f"{name} bets {to}."
    bets = _with(table.bets, seat, to)
    after = puts(
        table,
        seat,
        chips,
        clause,
        reason,
        act.line,
        bets=bets,
        level=to,
        step=by if full and sure else max(table.step, 0),
        top=act,
        raises=table.raises + (full and clause == "4.11"),
    )
    if kind is AllIn and table.stacks[seat] is None:
        after = _stacked(_out_of_chips(after, seat), seat, 0)
    live = after.live
    at = live.index(seat) if seat in live else 0
    others = (*live[at + 1 :], *live[:at])
    if after.all_in:
        others = tuple(each for each in others if each not in after.all_in)
    answered = _with(table.answered, seat, to)
    return _acted(after, seat, act.line, to_act=others, answered=answered)


def _acted(table: Betting, seat: int, line: int, to_act: tuple[int, ...] | None = None, **changes: Any) -> Betting:
    """Pass the turn on after an act, or close the round."""
    if not table.from_deal:
        all_in = table.all_in
        if seat in all_in and table.stacks[seat] is None and seat not in (each for each, _ in table.piles):
            all_in -= {seat}
        return replace(table, begun=True, all_in=all_in, **changes)
    if to_act is None:
        to_act = table.to_act
        if to_act and to_act[0] == seat:
            to_act = to_act[1:]
        else:
            to_act = _after(table.players, seat, tuple(each for each in to_act if each != seat))
    if not table.open:
        return replace(table, begun=True, **changes)
    after = replace(table, begun=True, to_act=to_act, turn=to_act[0] if to_act else None, **changes)
    return close_round(after, line) if is_closed(after) else after


def _folds(table: Betting, act: Act) -> Betting:
    live = tuple(seat for seat in table.live if seat != act.seat)
    if not live:
        return table  # somebody must be left to win what lies there
    return _acted(replace(table, live=live), act.seat, act.line)


def _leaves(table: Betting, seat: int, line: int) -> Betting:
    """Take a player out of a hand in which they have not put in or done anything."""
    fresh = table.in_play and table.from_deal and not table.begun and seat in table.live
    if not fresh or table.put_in[seat] or table.dead[seat] or len(table.live) < 3:
        return table
    live = tuple(each for each in table.live if each != seat)
    players = tuple(each for each in table.players if each != seat)
    return _looked_at(replace(table, live=live, players=players))


def close_round(table: Betting, line: int) -> Betting:
    """End a betting round: what nobody matched goes back."""
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
        put_in=_with(table.put_in, seat, table.put_in[seat] - chips),
        stacks=table.stacks if stack is None else _with(table.stacks, seat, stack + chips),
        all_in=table.all_in - {seat},
        piles=tuple(each for each in table.piles if each[0] != seat),
    )


def pots_of(table: BettingTable) -> tuple[Pot, ...]:
    """Return the pots as they lie, the main pot first."""
    if table.options.side_pots == "layered":
        return layered(table.put_in, table.live, sum(table.dead))
    return literal_piles(table.put_in, table.live, sum(table.dead), table.piles)


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


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
    if table.begun or not table.in_play:
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
