"""Prizes in whole units that sum exactly: by a table of percentages, or by a chop of the remaining prizes.

Shares are rounded by largest remainders. Everybody gets the whole units of their share, and the remaining units go one
each to the largest remainders. Equal remainders go to the better place, or in a chop to the larger stack and then to
the earlier entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import Final

PERCENTS: Final = (
    (3, (100,)),
    (6, (65, 35)),
    (12, (50, 30, 20)),
    (20, (42, 28, 18, 12)),
    (30, (38, 25, 17, 12, 8)),
    (45, (34, 22, 15, 12, 9, 8)),
    (70, (30, 20, 14, 11, 8, 7, 5, 5)),
    (10**9, (28, 18, 12, 10, 8, 7, 6, 5, 3, 3)),
)
"""The proposed percentages, best place first, up to a number of entries: about one in six is paid."""
MOST_IN_A_CHOP: Final = 12

RULES: Final = {
    "rounding": (
        "Prizes are whole units, each share rounded down. The units left over go one each to the largest remainders. "
        "Equal remainders go to the better place, or in a chop to the larger stack."
    ),
    "ties": "Players who share places share the prizes of these places equally, rounded in the same way.",
    "even": "The remaining players share the remaining prizes equally.",
    "chips": (
        "Each remaining player gets the smallest of the remaining prizes. The rest is shared in proportion to chips."
    ),
    "icm": (
        "Each player gets the mean of the remaining prizes, weighted by the chance of each place. The chance of first "
        "place is the player's share of the chips; later places follow in the same way (Malmuth-Harville)."
    ),
}


class Chop(StrEnum):
    """A method of splitting the remaining prizes among the remaining players."""

    ICM = "icm"
    CHIPS = "chips"
    EVEN = "even"


def percents_for(entries: int) -> tuple[int, ...]:
    """Return the proposed percentages for a number of entries, best place first. They sum to 100."""
    return next(percents for most, percents in PERCENTS if entries <= most)


def prizes_by_percent(total: int, percents: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each place, in whole units that sum to `total`."""
    return round_shares([Fraction(total * percent, sum(percents)) for percent in percents])


def round_shares(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Return shares rounded to whole units with the same sum. Of equal remainders, the earlier share gets more.

    The shares must sum to a whole number.
    """
    total = sum(shares, Fraction(0))
    if total.denominator != 1:
        raise ValueError(f"shares of {total} cannot be had in whole units")
    units = [share.numerator // share.denominator for share in shares]
    order = sorted(range(len(shares)), key=lambda index: (units[index] - shares[index], index))
    for index in order[: int(total) - sum(units)]:
        units[index] += 1
    return tuple(units)


def prizes_by_player(prizes: Sequence[int], places: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return each player's prize. `places` lists players best first; a group shares its prizes."""
    prize_by_player: dict[int, int] = {}
    index = 0
    for group in places:
        sum_of_prizes = sum(prizes[index : index + len(group)])
        share = round_shares([Fraction(sum_of_prizes, len(group))] * len(group))
        prize_by_player |= dict(zip(sorted(group), share, strict=True))
        index += len(group)
    return prize_by_player


def chop_shares(method: Chop, prizes: Sequence[int], stacks: Mapping[int, int]) -> dict[int, int]:
    """Return the share of each remaining player. `prizes` has a prize for each of them, and the shares have the same
    sum.
    """
    order = sorted(stacks, key=lambda player: (-stacks[player], player))
    if not order or any(stack <= 0 for stack in stacks.values()):
        raise ValueError("a chop is among players with chips")
    remaining_prizes = [*prizes, *[0] * len(order)][: len(order)]
    chips = [stacks[player] for player in order]
    equal_shares = [Fraction(sum(remaining_prizes), len(chips))] * len(chips)
    shares = (
        equal_shares
        if method is Chop.EVEN
        else {Chop.CHIPS: _shares_by_chips, Chop.ICM: icm}[method](remaining_prizes, chips)
    )
    return dict(zip(order, round_shares(shares), strict=True))


def _shares_by_chips(prizes: Sequence[int], chips: Sequence[int]) -> list[Fraction]:
    least = min(prizes)
    remainder = sum(prizes) - least * len(chips)
    return [least + Fraction(remainder * chip, sum(chips)) for chip in chips]


def icm(prizes: Sequence[int], chips: Sequence[int]) -> list[Fraction]:
    """Return the exact value of each stack in the Malmuth-Harville model.

    In the model, the order is that in which clocks ring at rates equal to the stacks. By inclusion and exclusion, the
    chance that a player finishes after a given number of others is a sum over sets of the others. Each term is own /
    (own + chips of the set), with a whole weight that depends only on the size of the set. It is therefore enough to
    count the sets by size and sum, instead of every order of players.
    """
    player_count = len(chips)
    if player_count > MOST_IN_A_CHOP:
        raise ValueError(f"a chop by this model is among {MOST_IN_A_CHOP} at most")
    shares = []
    for index, own_chips in enumerate(chips):
        set_counts = _count_sets((*chips[:index], *chips[index + 1 :]))
        weight: Counter[int] = Counter()
        for (size, chips_of), set_count in set_counts.items():
            weight[chips_of] += set_count * _set_weight(prizes, player_count, size)
        shares.append(
            _sum_by_halves(
                [Fraction(own_chips * times, own_chips + other_chips) for other_chips, times in weight.items() if times]
            )
        )
    return shares


def _count_sets(chips: Sequence[int]) -> Counter[tuple[int, int]]:
    """Return the number of sets of stacks for each size and sum."""
    counts: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for chip in chips:
        counts += Counter({(size + 1, total + chip): set_count for (size, total), set_count in counts.items()})
    return counts


def _set_weight(prizes: Sequence[int], player_count: int, size: int) -> int:
    """Return the weight of a set's term: the sum over all places of the place's weight times its prize."""
    weight = 0
    for earlier_places, prize in enumerate(prizes[:player_count]):
        later_places = player_count - 1 - earlier_places
        if later_places <= size:
            weight += prize * comb(size, later_places) * (-1) ** (size - later_places)
    return weight


def _sum_by_halves(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of many fractions. They are added by halves, so that large denominators come last."""
    if len(terms) < 2:
        return terms[0] if terms else Fraction(0)
    middle = len(terms) // 2
    return _sum_by_halves(terms[:middle]) + _sum_by_halves(terms[middle:])
