"""Blinds: a structure of levels proposed from the stacks, the players and the hours there are.

The last level of the plan is the one in which two players who are left have some twenty big blinds each. The big blind
grows by a quarter at least and to the double at most, from one round figure to the next; of all such ladders the one
is taken whose steps are the most even: the sum of their ratios is the smallest. Everything is reckoned in whole numbers
and fractions, so that the same question has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Final

from referee.cards.words import counted, listed

AT_THE_END: Final = 20
"""How many big blinds each of the last two has, on the average, in the last level of the plan."""
LEAST_GROWTH: Final = Fraction(5, 4)
MOST_GROWTH: Final = Fraction(2)
SHALLOWEST: Final = 10
"""The fewest big blinds that a stack may begin with."""

_USUAL_DEPTH: Final = 60
_USUAL_GROWTH: Final = Fraction(3, 2)
_MINUTES: Final = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60)
_FIGURES: Final = (10, 12, 15, 16, 20, 24, 25, 30, 40, 50, 60, 80)
_MOST_CHIPS: Final = 8
_BETWEEN_BREAKS: Final = 60
_SPARE: Final = 3
_MOST_LEVELS: Final = 60
_CASES: Final = (
    (20_000, (100, 500, 1000, 5000, 25_000)),
    (1000, (25, 100, 500, 1000, 5000)),
    (200, (5, 25, 100, 500, 1000)),
    (0, (1, 5, 25, 100, 500)),
)


class NoStructure(Exception):
    """A structure that cannot be made: why, in words."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level, or a break where the blinds are nothing. `begins` is in minutes from the start.

    `number` counts the levels without the breaks; it is 0 for a break. `away` are the chips that are changed for larger
    ones before it begins, `spare` says that it comes after the end of the plan, in case it takes longer.
    """

    number: int
    begins: int
    minutes: int
    small: int = 0
    big: int = 0
    ante: int = 0
    away: tuple[int, ...] = ()
    spare: bool = False

    @property
    def is_break(self) -> bool:
        """Whether nobody plays."""
        return not self.big

    @property
    def blinds(self) -> str:
        """The blinds as they are called out."""
        return "break" if self.is_break else f"{self.small}/{self.big}" + (f", ante {self.ante}" if self.ante else "")


@dataclass(frozen=True, slots=True)
class Structure:
    """What is proposed: the levels with their breaks, and what it was reckoned from."""

    PLAIN: ClassVar = "stack", "players", "chips", "case", "minutes", "ends", "levels"
    levels: tuple[Level, ...]
    stack: int
    players: int
    chips: int
    """All that are in play at the end, with the re-entries that are expected."""
    minutes: int
    case: tuple[int, ...]

    @property
    def plan(self) -> tuple[Level, ...]:
        """The levels that are played within the hours."""
        return tuple(level for level in self.levels if not level.is_break and not level.spare)

    @property
    def ends(self) -> int:
        """When the plan is over, in minutes from the start."""
        last = self.plan[-1]
        return last.begins + last.minutes

    @property
    def depth(self) -> int:
        """How many big blinds a stack begins with."""
        return self.stack // self.plan[0].big

    @property
    def left(self) -> Fraction:
        """How many big blinds each of the last two has on the average in the last level of the plan."""
        return Fraction(self.chips, 2 * self.plan[-1].big)

    @property
    def as_settled(self) -> tuple[tuple[int, int, int], ...]:
        """The levels as the settings of a tournament have them; three zeros are a break."""
        return tuple((level.small, level.big, level.ante) for level in self.levels)


def proposed(
    stack: int,
    players: int,
    hours: Fraction,
    *,
    reentries: int = 0,
    minutes: int = 0,
    pause: int = 10,
    case: Sequence[int] = (),
    antes: bool = True,
) -> Structure:
    """Return a structure for some players with a stack each, which is over in some hours. Raises `NoStructure`.

    `reentries` is how many more stacks are expected, `minutes` how long a level lasts (else what makes the blinds grow
    by about a half), `pause` how long a break does, and `case` the values of the chips that there are.
    """
    if players < 2 or stack < 1 or reentries < 0:
        raise NoStructure("There must be two players at least, with a stack each.")
    whole = int(hours * 60)
    if whole < 20:
        raise NoStructure("A tournament takes 20 minutes at least.")
    if minutes < 0 or minutes > whole:
        raise NoStructure(f"A level cannot last {minutes} minutes in an evening of {whole}.")
    found = chips_of(case) if case else next(each for least, each in _CASES if stack >= least)
    total = stack * (players + reentries)
    start = _first(stack, found)
    aim = Fraction(total, 2 * AT_THE_END)
    lasts = minutes or min(_MINUTES, key=lambda each: _unlike(_levels_in(whole, each, pause), aim / start))
    count = _levels_in(whole, lasts, pause)
    ladder = _ladder(start, aim, count, found)
    ladder += _onward(ladder[-1], found)
    return Structure(
        levels=_laid_out(ladder, count, lasts, pause, found, antes=antes),
        stack=stack,
        players=players,
        chips=total,
        minutes=lasts,
        case=found,
    )


def chips_of(case: Sequence[int]) -> tuple[int, ...]:
    """Return the chips of a case in order of value. Raises `NoStructure` where one is no multiple of the one before."""
    found = tuple(sorted(set(case)))
    if not found or found[0] < 1:
        raise NoStructure("A chip is worth one at least.")
    for smaller, larger in pairwise(found):
        if larger % smaller:
            raise NoStructure(f"Chips of {smaller} cannot be changed for chips of {larger}.")
    return found


def said_away(chips: Sequence[int]) -> str:
    """Return that chips are changed for larger ones, in words."""
    return f"the {listed(f'{chip}s' for chip in chips)} are changed for larger chips"


def said_of(structure: Structure) -> Iterator[str]:
    """Yield what a structure comes to, in sentences."""
    plan, left = structure.plan, structure.left
    yield (
        f"{structure.chips:,} chips in play, {counted(structure.depth, 'big blind')} each at the start; "
        f"{counted(len(plan), 'level')} of {structure.minutes} minutes."
    )
    often = f"{float(left):.0f}"
    if left > 2 * AT_THE_END:
        yield (
            f"In the last level of the plan two who are left have {often} big blinds each: the blinds may at most "
            "double, so it will take longer. Shorter levels or smaller stacks would help."
        )
    else:
        yield f"In the last level of the plan two who are left have some {often} big blinds each."


def _first(stack: int, case: tuple[int, ...]) -> int:
    """Return the first big blind: the round figure that makes a stack the nearest to the usual depth."""
    figures = [each for each in _figures(case) if each * SHALLOWEST <= stack]
    if not figures:
        raise NoStructure(
            f"With chips of {case[0]} the big blind is {2 * case[0]} at least, and a stack of {stack} is less than "
            f"{SHALLOWEST} of them."
        )
    return min(figures, key=lambda each: (_apart(Fraction(stack, each), Fraction(_USUAL_DEPTH)), each))


def _figures(case: tuple[int, ...]) -> list[int]:
    """Return the big blinds that are round, and that a few chips of one value pay, as they do half of it."""
    most = case[-1] * 2 * _MOST_CHIPS
    found = set()
    tens = Fraction(1, 10)
    while tens * 10 <= most:
        found |= {int(tens * each) for each in _FIGURES if (tens * each).denominator == 1}
        tens *= 10
    return sorted(each for each in found if each % 2 == 0 and _payable(each // 2, case))


def _payable(amount: int, case: tuple[int, ...]) -> bool:
    return amount > 0 and amount // _grain(amount, case) <= _MOST_CHIPS and amount % case[0] == 0


def _grain(amount: int, case: tuple[int, ...]) -> int:
    """Return the largest chip that pays an amount without any other."""
    return max((chip for chip in case if amount % chip == 0), default=1)


def _apart(one: Fraction, other: Fraction) -> Fraction:
    """Return by how much the greater of two is greater: 1 where they are the same."""
    return max(one / other, other / one)


def _unlike(count: int, growth: Fraction) -> tuple[Fraction, int]:
    """Return how unlike the usual growth it is to grow so much in so many levels; the fewer levels the better."""
    return (_apart(_USUAL_GROWTH ** (count - 1), growth), count) if count > 1 else (growth * 10**9, count)


def _breaks_after(minutes: int) -> int:
    """Return after how many levels there is a break: after about an hour."""
    return max(1, round(_BETWEEN_BREAKS / minutes))


def _levels_in(whole: int, minutes: int, pause: int) -> int:
    """Return how many levels fit into an evening, with a break after each hour of them but not after the last."""
    every, count = _breaks_after(minutes), 0
    while count < _MOST_LEVELS and (count + 1) * minutes + count // every * pause <= whole:
        count += 1
    return max(1, count)


def _ladder(start: int, aim: Fraction, count: int, case: tuple[int, ...]) -> list[int]:
    """Return the big blinds of so many levels, from the first to the one nearest to the aim, in even steps."""
    best: dict[int, tuple[Fraction, tuple[int, ...]]] = {start: (Fraction(0), (start,))}
    figures = _figures(case)
    for _ in range(count - 1):
        longer: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        for last, (cost, way) in best.items():
            for figure in figures:
                if LEAST_GROWTH * last <= figure <= MOST_GROWTH * last:
                    reached = cost + Fraction(figure, last), (*way, figure)
                    longer[figure] = min(longer.get(figure, reached), reached)
        if not longer:
            raise NoStructure(
                f"The chips up to {case[-1]} do not reach for {count} levels; name larger ones, or longer levels."
            )
        best = longer
    end = min(best, key=lambda each: (_apart(Fraction(each), aim), each))
    return list(best[end][1])


def _onward(last: int, case: tuple[int, ...]) -> list[int]:
    """Return a few more big blinds after the last, each about half as much again, as far as the chips reach."""
    found: list[int] = []
    for _ in range(_SPARE):
        before = found[-1] if found else last
        more = [each for each in _figures(case) if LEAST_GROWTH * before <= each <= MOST_GROWTH * before]
        if not more:
            break
        found.append(min(more, key=lambda each: (_apart(Fraction(each, before), _USUAL_GROWTH), each)))
    return found


def _ante(big: int, case: tuple[int, ...]) -> int:
    """Return what each player puts in: as much of an eighth of the big blind as two chips of one value pay."""
    return max((chip * often for chip in case for often in (1, 2) if 8 * chip * often <= big), default=0)


def _laid_out(
    ladder: Sequence[int], count: int, minutes: int, pause: int, case: tuple[int, ...], *, antes: bool
) -> tuple[Level, ...]:
    """Return the levels in order of time, with the breaks, and the chips that are changed for larger ones."""
    from_level = len(ladder[:count]) // 3 + 1
    amounts = []
    for number, big in enumerate(ladder, 1):
        ante = _ante(big, case) if antes and number > from_level else 0
        amounts.append((big // 2, big, ante))
    levels: list[Level] = []
    at, every = 0, _breaks_after(minutes)
    away = 0
    for number, (small, big, ante) in enumerate(amounts, 1):
        if pause and 1 < number <= count and (number - 1) % every == 0:
            gone = _needless(amounts[number - 1 :], case)
            levels.append(Level(0, at, pause, away=case[away:gone]))
            at, away = at + pause, max(away, gone)
        levels.append(Level(number, at, minutes, small, big, ante, spare=number > count))
        at += minutes
    return tuple(levels)


def _needless(amounts: Sequence[tuple[int, int, int]], case: tuple[int, ...]) -> int:
    """Return how many of the smallest chips no amount from now on needs."""
    owed = [amount for each in amounts for amount in each if amount]
    return max(at for at, chip in enumerate(case) if at == 0 or all(amount % chip == 0 for amount in owed))
