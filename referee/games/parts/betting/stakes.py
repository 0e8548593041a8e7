"""What lies before the players and in the middle: the acts, the options and the table of games that are bet on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from referee.games.parts.acts import Takes
from referee.games.parts.betting.pots import Payout, Pot, layered, literal_piles
from referee.games.parts.dealing import forgotten
from referee.rules import Act, Rulebook, Table, option, replace

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
class EveryoneHas(Act):
    """``everyone has N``: each player has as many chips before them."""

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
class PostSmall(Act):
    """``NAME posts the small blind``: as much as the record says that it is."""


@dataclass(frozen=True, slots=True)
class PostBig(Act):
    """``NAME posts the big blind``."""


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


def speaks(book: Rulebook, *, blinds: bool = True, straddles: bool = True) -> None:
    """Let a game's record say what is said of bets."""
    book.takes(Bet, "NAME bets N")
    book.takes(Check, "NAME checks")
    book.takes(Call, "NAME calls [N]")
    book.takes(Raise, "NAME raises to N")
    book.takes(Fold, "NAME folds")
    book.takes(AllIn, "NAME is all-in [N]", "NAME is all in [N]", "NAME all-in [N]", "NAME all in [N]")
    book.takes(Ante, "NAME antes N")
    book.takes(EveryoneAntes, "everyone antes N")
    book.takes(Has, "NAME has N")
    book.takes(EveryoneHas, "everyone has N")
    book.takes(BuysIn, "NAME buys in for N")
    book.takes(SitsOut, "NAME sits out", "NAME leaves")
    book.takes(SitsIn, "NAME sits in")
    if blinds:
        book.takes(Blinds, "blinds N N")
        book.takes(PostDead, "NAME posts dead N")
        book.takes(Post, "NAME posts N")
        book.takes(PostSmall, "NAME posts the small blind")
        book.takes(PostBig, "NAME posts the big blind")
    if blinds and straddles:
        book.takes(Straddle, "NAME straddles N")


# -- The table ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BettingTable(Table):
    """A table at which players bet.

    `stacks` are the chips before each seat, None where the record does not say, and `away` who sits out. `players` are
    those dealt in, in play order from the dealer, and `live` those of them who have not folded. Of what lies in the
    `pot`, `put_in` is each seat's part that others must match, and `dead` its part that they need not.

    In a round, `bets` are what each seat has put in, `level` what must be matched, `step` the last full bet or raise
    (0: not known), `answered` the level at which each seat last acted (-1: it has not), `to_act` who has still to act,
    `top` the last bet or raise. `rounds` have been begun in the hand; `open` says that one is not over, `begun` that a
    bet has been made or refused. `ante` and `blinds` are what the deal asks: None if any will do, 0 if there are none.

    `piles` say who ran out and what lay on the table then, and `unsaid` of whom nobody said how much their all-in was;
    `early` are the antes put in before the deal, and `dealt` says that the record has the deal, though perhaps not who
    sits where. `taken` is what was claimed, `mucked` who gave up, and `payouts` what the pots came to when the hand was
    settled.
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
    taken: tuple[Takes, ...] = ()
    unsaid: frozenset[int] = frozenset()
    early: tuple[Act, ...] = ()
    dealt: bool = False
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


# Of a hand the chips stay, and what the deal asks; all else is as it was before the first.
_FORGOTTEN: Final = forgotten(BettingTable, "stacks", "away", "pot", "ante", "blinds")


def deal_in(table: Betting, players: Sequence[int]) -> Betting:
    """Return the table with nothing bet in a new hand; `players` are dealt in, in play order from the dealer."""
    none, order = (0,) * len(table.seats), tuple(players)
    fresh = {"players": order, "live": order, "put_in": none, "dead": none, "bets": none, "answered": (-1,) * len(none)}
    return replace(table, **{**_FORGOTTEN, **fresh, "dealt": True}, turn=None)


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
    if table.options.limit in ("fixed", "doubling"):
        # Every raise is of one unit, whatever a straddle put on top.
        return unit
    return table.step if table.step > unit else unit


def posted_in_words(table: BettingTable, act: PostSmall | PostBig) -> Post | None:
    """Return what is posted with a blind that is only named; None where the record does not say how much that is."""
    if not table.blinds:
        return None
    due, stack = table.blinds[isinstance(act, PostBig)], table.stacks[act.seat]
    return Post(act.seat, due if not stack or stack > due else stack, line=act.line)


def owed(table: BettingTable, seat: int) -> int:
    """Return what a player must put in to stay in the hand."""
    return max(0, to_match(table, seat) - table.bets[seat])


def is_unsaid(table: BettingTable) -> bool:
    """Tell whether what must be matched is an all-in of which the record does not say how much it is."""
    return table.top is not None and table.top.seat in table.unsaid


def can_still_say(table: BettingTable, seat: int) -> bool:
    """Tell whether it can still be said how much a player's all-in is: nobody has called it."""
    return is_unsaid(table) and table.unsaid == {seat} and table.open


def to_match(table: BettingTable, seat: int) -> int:
    """Return what a player must have put in this round to stay in the hand.

    Where nobody else can bet or be raised, that is no more than they have put in: the rest of a big blind that was
    posted short would only go back.
    """
    if table.all_in and table.from_deal:
        others = [other for other in table.live if other != seat]
        if others and table.all_in.issuperset(others):
            return min(table.level, max(table.bets[other] for other in others))
    return table.level


def nobody_can_bet(table: BettingTable) -> bool:
    """Tell whether fewer than two of those still in have chips, so that no bets are made between the cards."""
    return sum(seat not in table.all_in for seat in table.live) < 2


def reckoned(table: BettingTable, act: Act) -> int:
    """Return how many chips an act takes from the player's stack."""
    seat = act.seat
    kind = type(act)
    if kind is Call:
        due = owed(table, seat)
        said: int | None = act.amount  # type: ignore[attr-defined]
        stack = table.stacks[seat]
        if said is None or said in (table.level, due + table.bets[seat]):
            return due if stack is None or stack > due else stack
        return said
    if kind is Raise:
        to: int = act.to  # type: ignore[attr-defined]
        return max(0, to - table.bets[seat])
    if kind is AllIn and (stack := table.stacks[seat]) is not None:
        return stack
    chips: int | None = getattr(act, "amount", 0)
    return chips or 0


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


def blind_seats(table: BettingTable) -> tuple[int, int]:
    """Return who posts the small blind and who the big blind."""
    first, second = table.players[0], table.players[1]
    if len(table.players) == 2 and getattr(table.options, "headsup_blinds", "literal") == "dealer_small":
        return second, first
    return first, second


def blinds_are_bets(table: BettingTable) -> bool:
    """Tell whether a blind is a bet that the others must match, and does not only lie in the pot."""
    return getattr(table.options, "blind_treatment", "live") == "live"


def antes_for_all(table: BettingTable) -> int | None:
    """Return who puts in one ante for all, which is dead; None where each does for themselves."""
    alone = getattr(table.options, "forced_bets", "") == "big_blind_ante" and table.from_deal
    return blind_seats(table)[1] if alone and len(table.players) > 1 else None


def pots_of(table: BettingTable) -> tuple[Pot, ...]:
    """Return the pots as they lie, the main pot first."""
    if table.options.side_pots == "layered":
        return layered(table.put_in, table.live, sum(table.dead))
    return literal_piles(table.put_in, table.live, sum(table.dead), table.piles)


def with_(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return what each seat has, where one seat has another value."""
    return (*values[:seat], value, *values[seat + 1 :])


def after(players: tuple[int, ...], seat: int, among: tuple[int, ...]) -> tuple[int, ...]:
    """Return some of the players in play order, the first after a seat first, and that seat last."""
    at = players.index(seat) + 1 if seat in players else 0
    return tuple(each for each in (*players[at:], *players[:at]) if each in among)
