"""Pots: their chips, the seats that can win them, and their payouts. This is pure arithmetic on each seat's chips."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from referee.cards.words import join_words
from referee.rules import frozen


@frozen
class Pot:
    """Chips that are won together: the amount, the seats that can win it, and the chips from each seat."""

    amount: int
    eligible: tuple[int, ...]
    contributions: tuple[tuple[int, int], ...] = ()


@frozen
class Payout:
    """A seat's payout from a pot, given by its index: 0 is the main pot.

    `winner_count` winners divide the pot, and `odd_chips` are included in the amount.
    """

    pot: int
    seat: int
    amount: int
    winner_count: int = 1
    odd_chips: int = 0


def unmatched_layered(put_in: Sequence[int], live: Collection[int]) -> tuple[int, int] | None:
    """Return the seat with the most chips in the pot, and the number of its unmatched chips; None if all are matched.

    Chips of a player who has folded are not returned.
    """
    if not put_in:
        return None
    largest_sum = max(put_in)
    seat = put_in.index(largest_sum)
    second = max((*put_in[:seat], *put_in[seat + 1 :]), default=0)
    return (seat, largest_sum - second) if largest_sum > second and seat in live else None


def layered_pots(put_in: Sequence[int], live: Collection[int], dead: int = 0) -> tuple[Pot, ...]:
    """Return the pots, the main pot first. From each other player, nobody wins more than they have put in themselves.

    Chips of folded players are in the pots they reach. `dead` chips, which need no match, are in the first pot, which
    all can win.
    """
    all_seats = tuple(sorted(live))
    levels = sorted({put_in[seat] for seat in all_seats if put_in[seat]})
    if not levels:
        return _one_pot(put_in, all_seats, dead)
    pots: list[Pot] = []
    lower_level = 0
    for level in levels:
        # Chips of a folded player above the highest live bet belong to the last pot.
        top = max(put_in) if level == levels[-1] else level
        amount = 0
        parts: list[tuple[int, int]] = []
        for seat, chips in enumerate(put_in):
            if chips > lower_level:
                part = (chips if chips < top else top) - lower_level
                parts.append((seat, part))
                amount += part
        pots.append(Pot(amount, tuple([seat for seat in all_seats if put_in[seat] >= level]), tuple(parts)))
        lower_level = level
    if not dead:
        return tuple(pots)
    if pots[0].eligible == all_seats:
        return (Pot(pots[0].amount + dead, all_seats, pots[0].contributions), *pots[1:])
    return (Pot(dead, all_seats), *pots)


def literal_pots(
    put_in: Sequence[int], live: Collection[int], dead: int, piles: Sequence[tuple[int, int]]
) -> tuple[Pot, ...]:
    """Return the literal pots: a player who ran out of chips can win all chips on the table at that time, and no more.

    `piles` holds for each such player, in order, the seat and the number of chips on the table including their last
    ones.
    """
    total = sum(put_in) + dead
    pots: list[Pot] = []
    eligible = tuple(sorted(live))
    lower_level = 0
    for seat, chips in piles:
        if seat not in eligible:
            continue
        if chips > lower_level:
            pots.append(Pot(min(chips, total) - lower_level, eligible))
            lower_level = min(chips, total)
        eligible = tuple(other_seat for other_seat in eligible if other_seat != seat)
    if total > lower_level or not pots:
        pots.append(Pot(total - lower_level, eligible))
    # A last pile that nobody left can win is added to the one before.
    if not pots[-1].eligible and len(pots) > 1:
        last_pot, previous_pot = pots.pop(), pots.pop()
        pots.append(Pot(previous_pot.amount + last_pot.amount, previous_pot.eligible))
    return tuple(pots)


def unmatched_literal(
    put_in: Sequence[int], live: Collection[int], dead: int, piles: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return the unmatched chips as `unmatched_layered` does, without those in one of the `piles`."""
    unmatched = unmatched_layered(put_in, live)
    if unmatched is None or not piles:
        return unmatched
    free_chips = sum(put_in) + dead - max(chips for _, chips in piles)
    return (unmatched[0], min(unmatched[1], free_chips)) if free_chips > 0 else None


def split_pot(amount: int, winners: Sequence[int], *, odd_to: int = 0) -> dict[int, int]:
    """Return each winner's share of some chips, by seat. `winners` are in play order from the dealer.

    The odd chips go to the winner at index `odd_to`: 0 for the first, -1 for the last.
    """
    share, odd_chips = divmod(amount, len(winners))
    shares = dict.fromkeys(winners, share)
    shares[winners[odd_to]] += odd_chips
    return shares


def award_pots(
    pots: Sequence[Pot],
    strengths: Mapping[int, Any],
    order: Sequence[int],
    *,
    mucked: Sequence[int] = (),
    odd_to: int = 0,
) -> Iterator[Payout]:
    """Yield each winner's payout from each pot.

    `strengths` has the strength of each shown hand by seat, and `mucked` the seats that gave up, in order. A pot
    without a shown hand goes to the only player who has not given it up. `order` is the play order from the dealer.
    """
    for index, pot in enumerate(pots):
        if not pot.amount:
            continue
        hands = {seat: strengths[seat] for seat in pot.eligible if seat in strengths}
        best = max(hands.values(), default=None)
        if not hands and (last_player := sole_winner(pot, mucked)) is not None:
            winners = [last_player]
        else:
            winners = [seat for seat in order if seat in pot.eligible and (not hands or hands.get(seat) == best)]
        shares = split_pot(pot.amount, winners, odd_to=odd_to)
        equal_share = pot.amount // len(winners)
        for seat, share in shares.items():
            yield Payout(index, seat, share, len(winners), share - equal_share)


def sole_winner(pot: Pot, mucked: Sequence[int]) -> int | None:
    """Return the only player who can still win a pot; None while several can.

    `mucked` are the seats that gave up, in order. If all have given a pot up, the last of them wins it.
    """
    remaining_seats = [seat for seat in pot.eligible if seat not in mucked]
    if len(remaining_seats) > 1 or not pot.eligible:
        return None
    return remaining_seats[0] if remaining_seats else max(pot.eligible, key=mucked.index)


def pot_name(pots: Sequence[Pot], index: int) -> str:
    """Return the name of a pot among `pots`: ``the pot``, ``the main pot``, ``side pot 2``."""
    if len(pots) == 1:
        return "the pot"
    if index == 0:
        return "the main pot"
    return "the side pot" if len(pots) == 2 else f"side pot {index}"


def describe_contributions(pot: Pot, name: Any) -> str:
    """Return the origin of a pot's chips: ``10 each from Ann, Ben and Cal``. `name` returns a seat's name."""
    seats: dict[int, list[int]] = {}
    for seat, chips in pot.contributions:
        seats.setdefault(chips, []).append(seat)
    texts = [
        f"{chips}{' each' * (len(payers) > 1)} from {join_words(map(name, payers))}" for chips, payers in seats.items()
    ]
    if dead := pot.amount - sum(chips for _, chips in pot.contributions):
        texts.append(f"{dead} that nobody had to match" if texts else "")
    return join_words(text for text in texts if text)


def _one_pot(put_in: Sequence[int], all_seats: tuple[int, ...], dead: int) -> tuple[Pot, ...]:
    parts = tuple((seat, chips) for seat, chips in enumerate(put_in) if chips)
    total = sum(put_in) + dead
    return (Pot(total, all_seats, parts),) if total else ()
