"""Prizes in whole units that sum exactly: by a table of percentages, or by a chop of the remaining prizes.

Shares are rounded by largest remainders. Everybody gets the whole units of their share, and the units left over go one
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
    """A method by which the remaining players split the remaining prizes."""

    ICM = "icm"
    CHIPS = "chips"
    EVEN = "even"


def percents_for(entries: int) -> tuple[int, ...]:
    """Return the proposed percentages for a number of entries, best place first. They sum to 100."""
    return next(percents for most, percents in PERCENTS if entries <= most)


def prizes_by_percent(total: int, percents: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each place, in whole units that sum to `total`."""
    return rounded([Fraction(total * percent, sum(percents)) for percent in percents])


def rounded(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Return shares rounded to whole units with the same sum; of equal remainders the earlier gets more.

    The shares must sum to a whole number.
    """
    total = sum(shares, Fraction(0))
    if total.denominator != 1:
        raise ValueError(f"shares of {total} cannot be had in whole units")
    whole = [share.numerator // share.denominator for share in shares]
    order = sorted(range(len(shares)), key=lambda at: (whole[at] - shares[at], at))
    for at in order[: int(total) - sum(whole)]:
        whole[at] += 1
    return tuple(whole)


def prizes_by_player(prizes: Sequence[int], places: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return each player's prize. `places` lists players best first, and those in one group share their prizes."""
    found: dict[int, int] = {}
    at = 0
    for group in places:
        shared = sum(prizes[at : at + len(group)])
        share = rounded([Fraction(shared, len(group))] * len(group))
        found |= dict(zip(sorted(group), share, strict=True))
        at += len(group)
    return found


def chopped(how: Chop, prizes: Sequence[int], stacks: Mapping[int, int]) -> dict[int, int]:
    """Return the share of each remaining player. `prizes` has one prize for each of them, which the shares sum to."""
    order = sorted(stacks, key=lambda player: (-stacks[player], player))
    if not order or any(stack <= 0 for stack in stacks.values()):
        raise ValueError("a chop is among players with chips")
    left = [*prizes, *[0] * len(order)][: len(order)]
    chips = [stacks[player] for player in order]
    even = [Fraction(sum(left), len(chips))] * len(chips)
    shares = even if how is Chop.EVEN else {Chop.CHIPS: _by_chips, Chop.ICM: icm}[how](left, chips)
    return dict(zip(order, rounded(shares), strict=True))


def _by_chips(prizes: Sequence[int], chips: Sequence[int]) -> list[Fraction]:
    least = min(prizes)
    rest = sum(prizes) - least * len(chips)
    return [least + Fraction(rest * chip, sum(chips)) for chip in chips]


def icm(prizes: Sequence[int], chips: Sequence[int]) -> list[Fraction]:
    """Return the exact value of each stack in the Malmuth-Harville model.

    The model's order is that in which clocks ring whose rates are the stacks. By inclusion and exclusion, the chance
    that a player finishes after a given number of others is a sum over sets of the others. Each term is own / (own +
    chips of the set), with a whole weight that depends on the size of the set alone. So it is enough to count the sets
    by size and sum, instead of every order of players.
    """
    many = len(chips)
    if many > MOST_IN_A_CHOP:
        raise ValueError(f"a chop by this model is among {MOST_IN_A_CHOP} at most")
    shares = []
    for at, own in enumerate(chips):
        sets = _sets((*chips[:at], *chips[at + 1 :]))
        weight: Counter[int] = Counter()
        for (size, chips_of), often in sets.items():
            weight[chips_of] += often * _weight(prizes, many, size)
        shares.append(_sum([Fraction(own * times, own + others) for others, times in weight.items() if times]))
    return shares


def _sets(chips: Sequence[int]) -> Counter[tuple[int, int]]:
    """Return the number of sets of stacks for each size and sum."""
    found: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for chip in chips:
        found += Counter({(size + 1, total + chip): often for (size, total), often in found.items()})
    return found


def _weight(prizes: Sequence[int], many: int, size: int) -> int:
    """Return the weight of a set's term, summed over all places, each times its prize."""
    weight = 0
    for before, prize in enumerate(prizes[:many]):
        after = many - 1 - before
        if after <= size:
            weight += prize * comb(size, after) * (-1) ** (size - after)
    return weight


def _sum(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of many fractions, by halves, so that large denominators come last."""
    if len(terms) < 2:
        return terms[0] if terms else Fraction(0)
    middle = len(terms) // 2
    return _sum(terms[:middle]) + _sum(terms[middle:])
