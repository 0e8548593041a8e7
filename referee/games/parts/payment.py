"""The pots and who takes them: the showdown's end for all games that are bet on.

A game says what the hands are worth that were shown (`hands`, by seat, of which `strength` is compared) and what hands
that were not shown may still be; the rest is the same in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards.words import listed
from referee.games.parts.acts import Takes
from referee.games.parts.dealing import deal_first
from referee.games.parts.pots import Payout, Pot, awarded, made_up, named
from referee.games.parts.ranking import Comparison, Decided, Ranked, compared
from referee.games.parts.stakes import Betting, BettingTable, Fold, deal_in, has_chips, pots_of
from referee.games.parts.turns import round_from
from referee.rules import Act, Answer, Chapter, Item, Offer, Unit, doubt, grounds, objection, replace

Hands = Mapping[int, Ranked]


@dataclass(frozen=True, slots=True)
class Mucks(Act):
    """``NAME mucks``: a player does not show, and gives up."""

    def instead(self, other: Act) -> bool:
        """Who may not muck may fold, or takes what is due."""
        return isinstance(other, Fold | Takes)


payment = Chapter("The pots")


@payment.clause(
    "6.1",
    interpretation="BE-5",
    reworded={
        "side_pots=literal_pile": "If somebody runs out of chips, all the chips on the table go into a separate pile: "
        "they can win that pile, but no chips that are bet after it.",
    },
)
def pots(table: BettingTable) -> tuple[Pot, ...]:
    """If somebody runs out of chips, what they have put in and as much from each of the others goes into a separate
    pot: they can win that pot, but no chips beyond it, which the others play for.
    """
    return pots_of(table)


@payment.clause("6.2")
def takes_a_pot(table: BettingTable, lying: tuple[Pot, ...], payout: Payout, said: str, line: int) -> Item:
    """Of those who can win a pot the one with the highest hand takes it; equal hands divide it."""
    pot, name = lying[payout.pot], table.name(payout.seat)
    what = f"{named(lying, payout.pot)} of {pot.amount}"
    parts = made_up(pot, table.name) if len(lying) > 1 else ""
    what = f"{what} ({parts})" if parts else what
    if payout.winners == 1:
        return Item(payout.seat, payout.amount, Unit.CHIPS, "6.2", f"{name} takes {what}{said}.", line)
    odd = f", {payout.odd} of them odd" if payout.odd else ""
    reason = f"{name} takes {payout.amount}{odd}, dividing {what} by {payout.winners}{said}."
    return Item(payout.seat, payout.amount, Unit.CHIPS, "6.3" if payout.odd else "6.2", reason, line)


@payment.clause(
    "6.3",
    interpretation="BE-6",
    reworded={
        "odd_chip=last": "In each pot, what will not divide goes to the last of its winners in the order of play "
        "from the dealer.",
    },
)
def odd_chips_to(table: BettingTable) -> int:
    """In each pot, what will not divide goes to the first of its winners in the order of play from the dealer."""
    return 0 if table.options.odd_chip == "first" else -1


@payment.clause("6.5", interpretation="BE-9")
def takes_all(table: BettingTable, seat: int, line: int) -> Item:
    """When all others have folded or given up, the one who is left takes everything, and need not show a hand."""
    chips = table.pot + sum(amount for _, amount, _ in table.taken)
    reason = f"{table.name(seat)} takes the pot of {chips}: nobody else is left."
    return Item(seat, chips, Unit.CHIPS, "6.5", reason, line)


@payment.clause("6.6", interpretation="house")
def goes_back_to(table: BettingTable, seat: int, chips: int, line: int) -> Item:
    """If the next hand is dealt before it is known who wins, all take back what they put in."""
    did = "takes back" if chips > 0 else "gives back"
    reason = f"{table.name(seat)} {did} {abs(chips)}: the hand was not finished."
    return Item(seat, chips, Unit.CHIPS, "6.6", reason, line)


@payment.clause("6.7", Mucks, interpretation="HLD-A9")
def may_muck(table: BettingTable, act: Mucks) -> Answer | None:
    """A hand must be shown to win; who mucks it instead, when there is no more to bet, gives up every pot that somebody
    else can win.
    """
    name = table.name(act.seat)
    if table.settled:
        return objection(f"The hand is over; {name} need not show.")
    if not table.in_play and not table.taken:
        return deal_first()
    if act.seat not in table.live:
        return objection(f"{name} has folded, and is not in the showdown.")
    if act.seat in table.mucked:
        return objection(f"{name} has mucked already.")
    if not table.from_deal:
        return grounds(f"{name} gives up.")
    if table.open or not table.rounds:
        return objection("The hand is not over; to give it up before is to fold.", cites="4.12")
    for pot in pots_of(table):
        others = [seat for seat in pot.eligible if seat != act.seat and seat not in table.mucked]
        if act.seat in pot.eligible and not others:
            return objection(
                f"Nobody else is left who can win {pot.amount} of the chips: {name} takes them.", cites="6.5"
            )
    return grounds(f"{name} gives up.")


# -- Settling -----------------------------------------------------------------------------------------------


def standing(table: BettingTable) -> tuple[int, ...]:
    """Return who is still in for a pot: has neither folded nor mucked."""
    if not table.mucked:
        return table.live
    return tuple(seat for seat in table.live if seat not in table.mucked)


def left_alone(table: Betting, line: int) -> Betting:
    """Give the pot to the only one who is left."""
    seat = standing(table)[0]
    item = takes_all(table, seat, line)
    return _paid(table, (Payout(0, seat, item.amount),), (item,), line)


def payments(table: BettingTable, hands: Hands, line: int) -> tuple[tuple[Payout, ...], tuple[Item, ...]]:
    """Return what each is paid of the pots by the hands that were shown, and that in words."""
    lying = pots(table)
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    payouts = tuple(awarded(lying, strengths, table.players, odd_to=odd_chips_to(table)))
    items = tuple(takes_a_pot(table, lying, each, won_with(lying[each.pot], each, hands), line) for each in payouts)
    return payouts, items


# What each is paid; `payments`, or what a game has in its place.
Payments = Callable[[Any, Hands, int], tuple[tuple[Payout, ...], tuple[Item, ...]]]


def settle(table: Betting, hands: Hands, line: int, pays: Payments = payments) -> Betting:
    """Pay out every pot by the hands that were shown."""
    payouts, items = pays(table, hands, line)
    return _paid(table, payouts, items, line)


def payable(table: BettingTable, hands: Hands, pays: Payments = payments) -> tuple[Item, ...]:
    """Return what each is paid, by the facts of a record that begins in the middle."""
    return pays(table, hands, 0)[1]


def won_with(pot: Pot, payout: Payout, hands: Hands) -> str:
    """Return with which hand a pot was won, and against what."""
    own = hands.get(payout.seat)
    if own is None:
        return ""
    others = [seat for seat in pot.eligible if seat in hands and hands[seat].strength < own.strength]
    if len(pot.eligible) == 1:
        return ", which nobody else can win"
    if not others:
        return f" with {own.words}"
    second = max(others, key=lambda seat: hands[seat].strength)
    return f" with {own.words}: {compared(own, hands[second]).why}"


def _paid(table: Betting, payouts: tuple[Payout, ...], items: tuple[Item, ...], line: int) -> Betting:
    """Pay, taking into account what was taken before it was known what was due."""
    moved = [0] * len(table.seats)
    for each in payouts:
        moved[each.seat] += each.amount
    if table.taken:
        for seat, amount, _ in table.taken:
            moved[seat] -= amount
        back = tuple(_given_back(table, seat, amount, at, line) for seat, amount, at in table.taken)
        items = (*back, *items) if any(moved) else ()
    stacks = tuple([chips if chips is None else chips + more for chips, more in zip(table.stacks, moved, strict=True)])
    none = (0,) * len(table.seats)
    return replace(
        table,
        items=(*table.items, *items),
        pot=0,
        stacks=stacks,
        payouts=payouts,
        settled=True,
        in_play=False,
        turn=None,
        open=False,
        to_act=(),
        put_in=none,
        dead=none,
    )


def _given_back(table: BettingTable, seat: int, amount: int, at: int, line: int) -> Item:
    reason = f"{table.name(seat)} gives back the {amount} taken on line {at}."
    return Item(seat, -amount, Unit.CHIPS, "6.4", reason, line)


def take(table: Betting, act: Takes) -> Betting:
    """Note what a player took; before it is known what is due, the chips move."""
    if not table.from_deal or table.settled or not table.in_play or not 0 < act.amount <= table.pot:
        return table
    stack = table.stacks[act.seat]
    stacks = table.stacks
    if stack is not None:
        stacks = (*stacks[: act.seat], stack + act.amount, *stacks[act.seat + 1 :])
    reason = f"{table.name(act.seat)} takes {act.amount}."
    return replace(
        table,
        pot=table.pot - act.amount,
        stacks=stacks,
        items=(*table.items, Item(act.seat, act.amount, Unit.CHIPS, "6.4", reason, act.line)),
        taken=(*table.taken, (act.seat, act.amount, act.line)),
        in_play=table.pot > act.amount,
    )


def unfinished(table: BettingTable) -> bool:
    """Tell whether chips lie on the table of which nobody knows whose they are."""
    return table.pot > 0 and not table.settled


def broken_off(table: Betting, line: int) -> Betting:
    """Give everyone back what they put into a hand that was not finished."""
    if not unfinished(table):
        return table
    back = Counter({seat: table.put_in[seat] + table.dead[seat] for seat in table.seats})
    for seat, amount, _ in table.taken:
        back[seat] -= amount
    items = tuple(goes_back_to(table, seat, chips, line) for seat, chips in sorted(back.items()) if chips)
    stacks = tuple(chips if chips is None else chips + back[seat] for seat, chips in enumerate(table.stacks))
    return replace(table, items=(*table.items, *items), pot=0, stacks=stacks)


def next_hand(table: Betting, dealer: int | None, line: int) -> Betting:
    """Return the table with the next hand dealt to all who have chips and do not sit out."""
    table = broken_off(table, line)
    # Where nobody knows who deals, the last seat is taken to.
    last = len(table.seats) - 1 if dealer is None else dealer
    order = (*round_from(table, last), last)
    able = [seat for seat in order if has_chips(table, seat)]
    return deal_in(table, able if len(able) > 1 else order)


def claims_offered(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Propose to take what is due, once that is known."""
    if due := sum(each.amount for each in table.payouts if each.seat == seat):
        yield Offer("", (Takes(seat, due),))


# -- Claims -------------------------------------------------------------------------------------------------

# What a hand that was not shown is at the least, and the strength of the best that it may be; None where nothing tells.
Bounds = Callable[[int], tuple[Ranked | None, Any]]
# The clause that decides between two hands.
Decides = Callable[[Comparison], str]


def decided_by(comparison: Comparison) -> str:
    """Return the clause that decides between two hands: what is above everything else, or the order of the others."""
    return "7.1" if comparison.by is Decided.CLASS else "7.2"


def the_higher_hand(_: Comparison) -> str:
    """Return the clause that decides between two hands, where the game names none for each difference."""
    return "6.2"


def cannot_claim(table: BettingTable, act: Takes) -> Answer | None:
    """Object to a claim of a hand that is not paid yet, whatever the hands are."""
    name, seat = table.name(act.seat), act.seat
    if not table.in_play:
        return deal_first() if not table.taken else objection("All the chips have been taken.", cites="6.4")
    if seat not in table.live:
        return objection(f"{name} has folded, and can win nothing in this hand.", cites="4.12")
    if seat in table.mucked:
        return objection(f"{name} has mucked, and gave up every pot.", cites="6.7")
    if table.from_deal:
        if act.amount > table.pot:
            return objection(f"Only {table.pot} are in the pot, not {act.amount}.", cites="6.4")
        if act.amount < 1:
            return objection("To take is to take at least one chip.", cites="6.4")
    return None


def claimed(
    table: BettingTable, act: Takes, hands: Hands, hidden: Bounds, decides: Decides = the_higher_hand
) -> Answer:
    """Judge a claim to the pot or to one of the pots, by the hands that were shown and what the others may be."""
    if table.settled:
        return _against_what_was_paid(table, act)
    if answer := cannot_claim(table, act):
        return answer
    seat = act.seat
    # What was bet before the record begins lies in one pot, for all that is known.
    lying = pots(table) or (Pot(act.amount, table.live),)
    if seat not in hands:
        return _without_showing(table, act, hands)
    own = hands[seat]
    lost: list[tuple[int, Comparison]] = []
    unseen: set[int] = set()
    shares: list[set[int]] = []
    for pot in lying:
        if seat not in pot.eligible or not pot.amount:
            continue
        level: list[int] = []
        may_tie = must_tie = may_beat = 0
        above: Ranked | None = None
        for rival in pot.eligible:
            if rival == seat or rival in table.mucked:
                continue
            least, best = (hands[rival], hands[rival].strength) if rival in hands else hidden(rival)
            if least is not None and least.strength > own.strength:
                if above is None or least.strength > above.strength:
                    above = least
                    lost.append((rival, compared(own, least)))
            elif rival in hands:
                level.extend([rival] if best == own.strength else [])
            elif best is None or best >= own.strength:
                unseen.add(rival)
                may_tie += 1
                may_beat += best is None or best > own.strength
                must_tie += least is not None and least.strength == own.strength
        if above is not None:
            shares.append({0})
            continue
        some = {0} if may_beat else set()
        for many in range(must_tie, may_tie + 1):
            some |= _share(table, pot, seat, level, many)
        shares.append(some)
    return _by_shares(table, act, own, lost[-1:], unseen, shares, decides)


def _share(table: BettingTable, pot: Pot, seat: int, level: list[int], unseen: int) -> set[int]:
    """Return what a winner may get of a pot divided with some others, of whom some have not been seen."""
    each, odd = divmod(pot.amount, 1 + len(level) + unseen)
    if unseen:
        return {each, each + odd}
    winners = [other for other in table.players if other == seat or other in level]
    return {each + odd if winners and winners[odd_chips_to(table)] == seat else each}


def _by_shares(
    table: BettingTable,
    act: Takes,
    own: Ranked,
    lost: list[tuple[int, Comparison]],
    unseen: set[int],
    shares: list[set[int]],
    decides: Decides,
) -> Answer:
    """Answer by what a player may be due in each pot: as much of one, or of all together."""
    name = table.name(act.seat)
    sums = {0}
    for some in shares:
        sums = {one + other for one in sums for other in some}
    single = set().union(*shares) if shares else {0}
    fits = act.amount in sums or act.amount in single
    sure = all(len(some) == 1 for some in shares)
    if not table.from_deal:
        if lost and not any(sums):
            return _beaten(table, name, own, lost, decides)
        if fits and sure:
            return grounds(f"{name} wins {act.amount} with {own.words}.", word="holds", cites="6.2")
        who = f" {listed(map(table.name, sorted(unseen)))} may hold more." if unseen else ""
        return doubt(f"{name} shows {own.words}; the record does not say all that was bet.{who}", word="open")
    if (not fits and max(sums) < act.amount) or (not fits and sure):
        if lost and not max(sums):
            return _beaten(table, name, own, lost, decides)
        beyond = f"; {_loses_to(table, lost)}" if lost else ""
        return objection(
            f"With {own.words} {name} is due {max(sums)} at the most, not {act.amount}{beyond}.", cites="6.2"
        )
    if not fits:
        return objection(f"No pot, and no share of one, comes to {act.amount}.", cites="6.2")
    if sure:
        return grounds(f"{name} wins {act.amount} with {own.words}.", word="holds", cites="6.2")
    hands = "hand" if len(unseen) == 1 else "hands"
    dark = listed(f"{table.name(seat)}'s" for seat in sorted(unseen))
    return doubt(f"{name} has {own.words}; that turns on {dark} {hands}.", word="open")


def _beaten(
    table: BettingTable, name: str, own: Ranked, lost: list[tuple[int, Comparison]], decides: Decides
) -> Answer:
    return objection(f"{name} has {own.words}, and {_loses_to(table, lost)}.", cites=decides(lost[0][1]))


def _loses_to(table: BettingTable, lost: list[tuple[int, Comparison]]) -> str:
    winner, comparison = lost[0]
    return f"{table.name(winner)} has a higher hand: {comparison.why}"


def _without_showing(table: BettingTable, act: Takes, hands: Hands) -> Answer:
    name = table.name(act.seat)
    others = [table.name(seat) for seat in standing(table) if seat != act.seat]
    if not others:
        return grounds(f"{name} is the only one left.", word="holds", cites="6.5")
    if not table.from_deal or not hands:
        return doubt(f"{name} has not shown a hand, and {listed(others)} may win.", word="open")
    return doubt(f"{name} has not shown a hand; one must be shown to win.", word="open", cites="6.7")


def _against_what_was_paid(table: BettingTable, act: Takes) -> Answer:
    name = table.name(act.seat)
    own = [each for each in table.payouts if each.seat == act.seat]
    due = sum(each.amount for each in own)
    if not due:
        paid = next(_settled_by(table), None)
        why = f": {paid.reason}" if paid else "."
        return objection(f"{name} wins nothing{why}", paid, cites="6.2")
    if act.amount == due:
        return grounds(f"{name} is due {due}.", *_settled_by(table), word="holds", cites="6.2")
    if any(each.amount == act.amount for each in own):
        return grounds(f"{act.amount} of the {due} that {name} is due are one pot.", *_settled_by(table), word="holds")
    pots_won = " and ".join(str(each.amount) for each in own)
    of = f" ({pots_won})" if len(own) > 1 else ""
    return objection(f"{name} is due {due}{of}, not {act.amount}.", *_settled_by(table), cites="6.2")


def _settled_by(table: BettingTable) -> Iterator[Item]:
    """Yield the payment that a claim is held against."""
    last = next((item for item in reversed(table.items) if item.clause in ("6.2", "6.3", "6.5", "6.4")), None)
    if last is not None:
        yield last
