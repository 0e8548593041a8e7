"""Blinds: three standard ladders, scaled to the stack and to the hours that are planned.

A ladder begins where a stack is some number of big blinds deep. The last level of the plan is the one in which two
players who are left have about twenty big blinds each. Levels last as long as the hours allow. Everything is worked out
in whole numbers and fractions, so that the same question has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count, takewhile
from typing import ClassVar, Final

from referee.cards.words import quantity

Blinds = tuple[int, int, int]
"""Small blind, big blind and ante; three zeros are a break."""

AT_THE_END: Final = 20
"""How many big blinds each of the last two has, on the average, in the last level of the plan."""
SHALLOWEST: Final = 10
"""The fewest big blinds that a stack may begin with."""
_CUT_TO: Final = 20
"""The fewest big blinds that a stack begins with where short hours cut off the lowest levels."""
_MINUTES: Final = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90, 120)
_CHIPS: Final = (5, 25, 100, 500, 1000, 5000, 25_000, 100_000)
_BETWEEN_BREAKS: Final = 60
_SPARE: Final = 3


class Preset(StrEnum):
    """A standard ladder: how many levels it has, and so how fast its blinds rise."""

    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class _Ladder:
    """Small blinds below 100 and from there to 1,000, which repeat times ten; and how deep a stack begins."""

    low: tuple[int, ...]
    hundreds: tuple[int, ...]
    depth: int


_LADDERS: Final = {
    Preset.SHORT: _Ladder((5, 10, 15, 25, 50), (100, 200, 300, 500), 50),
    Preset.USUAL: _Ladder((5, 10, 15, 25, 50, 75), (100, 150, 200, 300, 400, 600), 60),
    Preset.LONG: _Ladder((5, 10, 15, 20, 25, 50, 75), (100, 150, 200, 250, 300, 400, 500, 600, 800), 100),
}


class NoStructure(Exception):
    """A structure that cannot be made: why, in words."""


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """A level, or a break where the blinds are nothing. `begins` is in minutes from the start.

    `number` counts the levels without the breaks; it is 0 for a break. `spare` says that it comes after the end of the
    plan, in case play takes longer.
    """

    number: int
    begins: int
    minutes: int
    small: int = 0
    big: int = 0
    ante: int = 0
    spare: bool = False

    @property
    def is_break(self) -> bool:
        """Whether nobody plays."""
        return not self.big


@dataclass(frozen=True, slots=True)
class Structure:
    """What is proposed: the levels with their breaks, and what they were worked out from."""

    PLAIN: ClassVar = "preset", "stack", "players", "chips", "minutes", "ends", "levels"
    preset: Preset
    levels: tuple[BlindLevel, ...]
    stack: int
    players: int
    chips: int
    """All that are in play at the end, with the re-entries that are expected."""
    minutes: int

    @property
    def plan(self) -> tuple[BlindLevel, ...]:
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
    def as_settled(self) -> tuple[Blinds, ...]:
        """The levels as the settings of a tournament have them."""
        return tuple((level.small, level.big, level.ante) for level in self.levels)


def proposed(
    stack: int,
    players: int,
    hours: Fraction,
    preset: Preset = Preset.USUAL,
    *,
    reentries: int = 0,
    minutes: int = 0,
    pause: int = 10,
    antes: bool = True,
) -> Structure:
    """Return a structure for some players with a stack each, which is over in some hours. Raises `NoStructure`.

    `reentries` is how many more stacks are expected, `minutes` how long a level lasts, by default as long as the hours
    allow, and `pause` how long a break does.
    """
    whole, least = int(hours * 60), 2 * _LADDERS[preset].low[0] * SHALLOWEST
    if players < 2 or reentries < 0:
        raise NoStructure("Blinds need two players or more.")
    if stack < least:
        raise NoStructure(f"A stack of {stack} is too small. Use {least} chips or more.")
    if whole < 20:
        raise NoStructure("A freezeout takes 20 minutes or more.")
    if not 0 <= minutes <= whole:
        raise NoStructure(f"A level of {minutes} minutes does not fit into {whole} minutes.")
    total = stack * (players + reentries)
    rungs = list(takewhile(lambda small: small <= total, _rungs(_LADDERS[preset])))
    first = _nearest(rungs, Fraction(stack, 2 * _LADDERS[preset].depth))
    last = max(first, _nearest(rungs, Fraction(total, 4 * AT_THE_END)))
    lasts = minutes or _longest(whole, last - first + 1, pause)
    if (room := _levels_in(whole, lasts, pause)) <= last - first:
        # The ladder begins higher, or else ends lower.
        deep_enough = sum(2 * small * _CUT_TO <= stack for small in rungs) - 1
        first = max(first, min(last - room + 1, deep_enough))
        last = first + room - 1
    levels = _laid_out(rungs[first : last + 1 + _SPARE], last - first + 1, lasts, pause, antes=antes)
    return Structure(preset, levels, stack=stack, players=players, chips=total, minutes=lasts)


def edited(levels: Sequence[Blinds], changes: Mapping[int, Blinds]) -> tuple[Blinds, ...]:
    """Return levels of which some are changed, by their numbers without the breaks; one may come after the last.

    Raises `NoStructure` where there is no such level, or where the blinds would not rise.
    """
    blindses, played = list(levels), [at for at, (_, big, _) in enumerate(levels) if big]
    for number, blinds in sorted(changes.items()):
        if not 1 <= number <= len(played) + 1:
            raise NoStructure(f"There is no level {number}. Use 1 to {len(played) + 1}.")
        if number > len(played):
            played.append(len(blindses))
            blindses.append(blinds)
        blindses[played[number - 1]] = blinds
    bigs = [blindses[at][:2] for at in played]
    for number, (small, big, ante) in enumerate((blindses[at] for at in played), 1):
        if not 0 < small <= big or ante > big:
            raise NoStructure(f"Level {number} of {small}/{big} cannot be played.")
        before = bigs[number - 2] if number > 1 else (0, 0)
        if small < before[0] or big <= before[1]:
            raise NoStructure(f"Level {number} of {small}/{big} is not higher than level {number - 1}.")
    return tuple(blindses)


def describe_structure(structure: Structure) -> Iterator[str]:
    """Yield what a structure comes to, in sentences."""
    plan, left = structure.plan, structure.left
    yield f"{structure.chips:,} chips in play. Each stack starts with {quantity(structure.depth, 'big blind')}."
    yield f"{quantity(len(plan), 'level')} of {structure.minutes} minutes."
    yield f"Heads-up in the last planned level: about {float(left):.0f} big blinds each."
    if left > 2 * AT_THE_END:
        yield "Play will take longer than planned. Use shorter levels or smaller stacks."


def _rungs(ladder: _Ladder) -> Iterator[int]:
    yield from ladder.low
    for tens in count():
        yield from (10**tens * small for small in ladder.hundreds)


def _nearest(rungs: Sequence[int], aim: Fraction) -> int:
    """Return which rung is nearest to an aim, by the ratio of the two; of two the lower one."""
    return min(range(len(rungs)), key=lambda at: max(rungs[at] / aim, aim / rungs[at]))


def _longest(whole: int, levels: int, pause: int) -> int:
    """Return how long a level may last for some levels to fit; the shortest length where they never do."""
    fits = (minutes for minutes in reversed(_MINUTES) if _levels_in(whole, minutes, pause) >= levels)
    return next(fits, _MINUTES[0])


def _breaks_after(minutes: int) -> int:
    """Return after how many levels there is a break: after about an hour."""
    return max(1, round(_BETWEEN_BREAKS / minutes))


def _levels_in(whole: int, minutes: int, pause: int) -> int:
    """Return how many levels fit into some minutes, with a break after each hour of them but not after the last."""
    every = _breaks_after(minutes)
    fits = (many for many in count() if (many + 1) * minutes + many // every * pause > whole)
    return max(1, next(fits))


def _ante(big: int) -> int:
    """Return what each player puts in: as much of an eighth of the big blind as two chips of one value pay."""
    return max((chip * often for chip in _CHIPS for often in (1, 2) if 8 * chip * often <= big), default=0)


def _laid_out(smalls: Sequence[int], planned: int, minutes: int, pause: int, *, antes: bool) -> tuple[BlindLevel, ...]:
    """Return the levels in order of time, with the breaks; antes begin after a third of the planned levels."""
    levels: list[BlindLevel] = []
    at, every = 0, _breaks_after(minutes)
    for number, small in enumerate(smalls, 1):
        if pause and 1 < number <= planned and (number - 1) % every == 0:
            levels.append(BlindLevel(0, at, pause))
            at += pause
        ante = _ante(2 * small) if antes and number > planned // 3 + 1 else 0
        levels.append(BlindLevel(number, at, minutes, small, 2 * small, ante, spare=number > planned))
        at += minutes
    return tuple(levels)
