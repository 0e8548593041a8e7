"""What each hand wins or loses: chapter 7, and what the banker's pontoon takes (4.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from referee.cards.words import capitalised, listed
from referee.games.pontoon.hands import BUST, Grade, Kind, grades
from referee.games.pontoon.table import Box, Due, Options, Pay, Table, book
from referee.rules import Answer, Clause, Item, Unit, doubt, grounds, objection


class Case(NamedTuple):
    """A hand against the banker's, under the rules of the house."""

    hand: Grade
    bank: Grade
    options: Options


Payout = Callable[[Case], int | None]
PAYOUTS: list[tuple[Payout, Clause[Any]]] = []


def payout(number: str, **printed: Any) -> Callable[[Payout], Clause[Any]]:
    """Register a rule of payment: ``(case) -> multiple of the stake``, None when it does not apply.

    The first rule that applies to a hand decides it; claims about that hand are judged by the same clause.
    """

    def register(rule: Payout) -> Clause[Any]:
        def claims(table: Table, act: Pay) -> Answer | None:
            results = unpaid(table, act)
            return compared(table, act, results) if _one_clause(results) == number else None

        claims.__doc__ = rule.__doc__
        clause = book.clause(number, Pay, **printed)(claims)
        PAYOUTS.append((rule, clause))
        return clause

    return register


book.section("7", "The settlement")


@book.clause("7.1", Pay)
def pays_what_is_due(table: Table, act: Pay) -> Answer | None:
    """When the banker has finished, all hands are shown, and the banker settles each of them once with its player;
    only the stake of a bust hand is taken before.
    """
    if table.banker is None:
        return doubt("Open until it is known who banks.")
    payer, payee = table.name(act.seat), table.name(act.to)
    if act.seat == act.to or table.banker not in (act.seat, act.to):
        return objection(f"{payer} and {payee} owe each other nothing: {table.name(table.banker)} has the bank.")
    player = opponent(table, act)
    hands = [box for box in table.boxes[player] if box.bet]
    if not hands and table.whole:
        return objection(f"{table.name(player)} has no bet in this hand.")
    if not hands:
        return doubt(f"Open until it is known what {table.name(player)} bet.")
    if all(box.paid for box in hands):
        return objection(f"{table.name(player)} and the banker have settled already.", *(box.paid for box in hands))
    results = unpaid(table, act)
    return None if _one_clause(results) else compared(table, act, results)


@payout("7.2")
def bust_hand_loses(case: Case) -> int | None:
    """A bust hand loses its stake at once, whatever the banker does later."""
    return -1 if case.hand.kind is Kind.BUST else None


# Here, not in chapter 4, because the first rule of payment that applies decides.
@payout(
    "4.2",
    reworded={
        "pontoon_v_banker_pontoon=single": "The banker's pontoon takes double the bet from every player, but the bet "
        "only from one with a pontoon, and the hand ends.",
        "pontoon_v_banker_pontoon=push": "The banker's pontoon takes double the bet from every player but those with a "
        "pontoon, who pay nothing, and the hand ends.",
    },
)
def bankers_pontoon_takes_double(case: Case) -> int | None:
    """The banker's pontoon takes double the bet from every player, even from one with a pontoon, and the hand ends."""
    if case.bank.kind is not Kind.PONTOON:
        return None
    if case.hand.kind is not Kind.PONTOON:
        return -2
    return {"double": -2, "single": -1, "push": 0}[case.options.pontoon_v_banker_pontoon]


@book.clause("7.3", interpretation="PON-A12")
def stake(box: Box) -> int:
    """The stake of a hand is its bet and all that was paid for cards; hands made by splitting are settled each by
    itself.
    """
    return box.bet + sum(box.bought)


@payout(
    "7.4",
    reworded={
        "banker_trick_collects=2x": "If the banker makes a five-card trick, a pontoon is paid double and every other "
        "hand loses twice its stake, five-card tricks too."
    },
)
def bankers_trick_loses_to_pontoon_only(case: Case) -> int | None:
    """If the banker makes a five-card trick, a pontoon is paid double and every other hand loses its stake, five-card
    tricks too.
    """
    if case.bank.kind is not Kind.TRICK:
        return None
    if case.hand.kind is Kind.PONTOON:
        return 2
    return -2 if case.options.banker_trick_collects == "2x" else -1


@payout("7.5")
def pontoons_and_tricks_are_paid_double(case: Case) -> int | None:
    """A pontoon and a five-card trick win twice their stake, whatever the banker's points."""
    return 2 if case.hand.kind in (Kind.TRICK, Kind.PONTOON) else None


@payout("7.6")
def banker_bust_pays_all(case: Case) -> int | None:
    """If the banker is bust, every hand that is not bust itself wins its stake."""
    return 1 if case.bank.kind is Kind.BUST else None


@payout("7.7")
def higher_points_win(case: Case) -> int | None:
    """A hand of more points than the banker's wins its stake."""
    return 1 if case.hand.points > case.bank.points else None


@payout("7.8")
def equal_or_lower_points_lose(_case: Case) -> int | None:
    """A hand of as many points as the banker's, or fewer, loses its stake."""
    return -1


# -- What a hand is due -------------------------------------------------------------------------------------

_WINS = {
    2: "is paid double: 2 x {}",
    1: "wins {}",
    0: "neither wins nor loses",
    -1: "loses {}",
    -2: "loses double: 2 x {}",
}


def outcomes(table: Table, seat: int, box: Box) -> tuple[Due, ...]:
    """Return every result that a player's hand can still have; none while it, or the banker's, is being played."""
    if box.due:
        return (box.due,)
    bank = table.bank
    if bank is None or seat == table.banker or not box.bet:
        return ()
    if box.ended == "bust":
        return _dues(table, seat, box, (BUST,), (BUST,))
    if not final(table, bank):
        return ()
    theirs = grades(table, bank)
    if not final(table, box) and theirs[0].kind is not Kind.PONTOON:
        return ()
    return _dues(table, seat, box, grades(table, box), theirs)


def final(table: Table, box: Box) -> bool:
    """Tell whether a hand takes no more cards; a part of a record need not say so."""
    return bool(box.ended) or not table.whole


def settled(table: Table, line: int) -> Table:
    """Write down the result of every hand that a line has decided."""
    items = table.items
    bank_over = table.bank is not None and bool(table.bank.ended)
    boxes = []
    for seat, hands in enumerate(table.boxes):
        after = []
        for box in hands:
            decided = outcomes(table, seat, box) if not box.due and (bank_over or box.ended == "bust") else ()
            if len(decided) == 1:
                items = (*items, *_items(table, seat, decided[0], line))
                box = replace(box, due=decided[0])
            after.append(box)
        boxes.append(tuple(after))
    return table if items is table.items else replace(table, items=items, boxes=tuple(boxes))


def unsettled(table: Table) -> tuple[int, ...]:
    """Return the players with a hand that is not decided, from the banker's left."""
    return tuple(seat for seat in table.players if any(box.bet and not box.due for box in table.boxes[seat]))


# -- Claims -------------------------------------------------------------------------------------------------


def opponent(table: Table, act: Pay) -> int:
    """Return the player with whom the banker settles."""
    return act.to if act.seat == table.banker else act.seat


def unpaid(table: Table, act: Pay) -> list[tuple[Due, ...]]:
    """Return the results that are possible for each hand that a payment may be for."""
    if table.banker not in (act.seat, act.to) or act.seat == act.to:
        return []
    player = opponent(table, act)
    return [outcomes(table, player, box) for box in table.boxes[player] if box.bet and not box.paid]


def compared(table: Table, act: Pay, results: list[tuple[Due, ...]]) -> Answer:
    """Compare a payment with what is due for one hand, or for all that the player has left to settle."""
    player = opponent(table, act)
    name, asked = table.name(player), claimed(table, act)
    totals = {sum(due.amount for due in dues) for dues in product(*results)}
    certain = {dues[0].amount for dues in results if len(dues) == 1} | (totals if len(totals) == 1 else set())
    reasons = " ".join(dues[0].reason for dues in results if len(dues) == 1)
    boxes = [box for box in table.boxes[player] if not box.paid]
    if table.bank and any(box.ended != "bust" for box in boxes):
        boxes.append(table.bank)
    because = [done for box in boxes for done in box.acts]
    if asked in certain:
        return grounds(reasons, *because)
    if totals and asked not in totals | {due.amount for dues in results for due in dues}:
        return objection(f"{_owed(table, player, totals)}. {reasons}".rstrip(), *because)
    if not totals and table.whole:
        bank = table.bank
        busy = table.name(table.banker) if bank and not bank.ended and table.banker is not None else name
        return objection(f"{busy} has not finished.")
    hidden = [seat for seat in (table.banker, player) if seat is not None and not _seen(table, seat)]
    hands = listed(f"{table.name(seat)}'s hand" for seat in hidden)
    return doubt(f"Open until {hands} {'is' if len(hidden) == 1 else 'are'} shown.")


def claimed(table: Table, act: Pay) -> int:
    """Return what the player gains by a payment."""
    return act.amount if act.seat == table.banker else -act.amount


def _seen(table: Table, seat: int) -> bool:
    return all(box.held.unknown == 0 for box in table.boxes[seat])


def _owed(table: Table, player: int, totals: set[int]) -> str:
    assert table.banker is not None
    name, bank = table.name(player), table.name(table.banker)
    return capitalised(listed((_sum(name, bank, amount) for amount in sorted(totals)), "or"))


def _sum(name: str, bank: str, amount: int) -> str:
    if not amount:
        return f"{name} and {bank} owe each other nothing"
    return f"{bank} owes {name} {amount}" if amount > 0 else f"{name} owes {bank} {-amount}"


def _dues(table: Table, seat: int, box: Box, ours: tuple[Grade, ...], theirs: tuple[Grade, ...]) -> tuple[Due, ...]:
    """Return what a hand that may have some grades is due against the banker's, described by what is known of both."""
    said = f"{table.name(seat)}'s {_words(ours)}{_which(table, seat, box)}"
    if ours != (BUST,):
        said += f" against {table.name(table.banker)}'s {_words(theirs)}"
    found = {}
    for multiple, clause in _payments(ours, theirs, table.options):
        # The banker's pontoon ends the hand before cards can be bought.
        chips = box.bet if clause is bankers_pontoon_takes_double else stake(box)
        found[multiple * chips] = Due(multiple * chips, clause, f"{said} {_WINS[multiple].format(chips)}.")
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _payments(
    ours: tuple[Grade, ...], theirs: tuple[Grade, ...], options: Options
) -> tuple[tuple[int, Clause[Any]], ...]:
    """Return the multiples of the stake that a hand may win or lose, each with the rule of payment."""
    cases = (Case(hand, bank, options) for hand, bank in product(ours, theirs))
    return tuple(
        dict.fromkeys(
            next((multiple, clause) for rule, clause in PAYOUTS if (multiple := rule(case)) is not None)
            for case in cases
        )
    )


def _one_clause(results: list[tuple[Due, ...]]) -> str:
    """Return the clause that certainly decides every one of some hands, or nothing."""
    clauses = {dues[0].clause.id if len(dues) == 1 else "" for dues in results}
    return clauses.pop() if len(clauses) == 1 else ""


def _words(of: tuple[Grade, ...]) -> str:
    return str(of[0]) if len(of) == 1 else "hand"


def _which(table: Table, seat: int, box: Box) -> str:
    """Say which of the hands of a player who split is meant."""
    hands = table.boxes[seat]
    return "" if len(hands) == 1 else f" (hand {next(at for at, each in enumerate(hands, 1) if each is box)})"


def _items(table: Table, seat: int, due: Due, line: int) -> tuple[Item, Item]:
    assert table.banker is not None
    return (
        Item(seat, due.amount, Unit.CHIPS, due.clause, due.reason, line),
        Item(table.banker, -due.amount, Unit.CHIPS, due.clause, due.reason, line),
    )
