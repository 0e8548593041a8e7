"""Blinds: standard ladders, scaled to the stack and to the planned hours.

A ladder begins at a given depth of the stack in big blinds. In the last planned level, the last two players have about
twenty big blinds each. Levels last as long as the hours allow. All figures are whole numbers and fractions, so every
machine gives the same structure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import count, takewhile
from typing import ClassVar, Final

from referee.cards.immutable import frozen
from referee.cards.words import quantity

Blinds = tuple[int, int, int]
"""Small blind, big blind and ante; three zeros are a break."""

FINAL_DEPTH: Final = 20
"""The average stack of the last two players in the last planned level, in big blinds."""
SHALLOWEST_STACK: Final = 10
"""The smallest initial stack, in big blinds."""
_SHALLOWEST_WHEN_CUT: Final = 20
"""The smallest initial stack, in big blinds, when short hours cut off the lowest levels."""
_MINUTES: Final = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90, 120)
_CHIPS: Final = (5, 25, 100, 500, 1000, 5000, 25_000, 100_000)
_BETWEEN_BREAKS: Final = 60
_SPARE: Final = 3


class Preset(StrEnum):
    """A standard ladder. Its number of levels decides how fast the blinds rise."""

    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


@frozen
class _Ladder:
    """The small blinds below 100, those from 100 to 1,000, which repeat times ten, and the initial depth of a stack."""

    low: tuple[int, ...]
    hundreds: tuple[int, ...]
    depth: int


_LADDERS: Final = {
    Preset.SHORT: _Ladder((5, 10, 15, 25, 50), (100, 200, 300, 500), 50),
    Preset.USUAL: _Ladder((5, 10, 15, 25, 50, 75), (100, 150, 200, 300, 400, 600), 60),
    Preset.LONG: _Ladder((5, 10, 15, 20, 25, 50, 75), (100, 150, 200, 250, 300, 400, 500, 600, 800), 100),
}


class NoStructure(Exception):
    """A structure cannot be made. The message is the reason."""


@frozen
class BlindLevel:
    """A level, or a break with blinds of 0. `begins` is in minutes from the start.

    `number` counts the levels, and is 0 for a break. A `spare` level comes after the planned end, in case play takes
    longer.
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
        """Whether this is a break."""
        return not self.big


@frozen
class Structure:
    """A proposed structure: the levels with their breaks, and the figures behind them."""

    PLAIN: ClassVar = "preset", "stack", "players", "chips", "minutes", "ends", "levels"
    preset: Preset
    levels: tuple[BlindLevel, ...]
    stack: int
    players: int
    chips: int
    """The chips in play at the end, including the expected re-entries."""
    minutes: int

    @property
    def plan(self) -> tuple[BlindLevel, ...]:
        """The levels within the planned hours."""
        return tuple(level for level in self.levels if not level.is_break and not level.spare)

    @property
    def ends(self) -> int:
        """The planned end, in minutes from the start."""
        last_level = self.plan[-1]
        return last_level.begins + last_level.minutes

    @property
    def last_reentry_level(self) -> int:
        """The number of the last level before the first break; without a break, of the last planned level."""
        first_break = next((index for index, level in enumerate(self.levels) if level.is_break), 0)
        return (self.levels[first_break - 1] if first_break else self.plan[-1]).number

    @property
    def depth(self) -> int:
        """The initial stack in big blinds."""
        return self.stack // self.plan[0].big

    @property
    def final_depth(self) -> Fraction:
        """The average stack of the last two players in the last planned level, in big blinds."""
        return Fraction(self.chips, 2 * self.plan[-1].big)

    @property
    def as_blinds(self) -> tuple[Blinds, ...]:
        """The levels in the form of the tournament's settings."""
        return tuple((level.small, level.big, level.ante) for level in self.levels)


def propose_structure(
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
    """Return a structure for some players and a stack that ends after the given hours.

    `reentries` is the expected number of extra stacks. `minutes` is the length of a level, by default as long as the
    hours allow; `pause` is the length of a break. Raise `NoStructure` if there is none.
    """
    total_minutes, smallest_stack = int(hours * 60), 2 * _LADDERS[preset].low[0] * SHALLOWEST_STACK
    if players < 2 or reentries < 0:
        raise NoStructure("Blinds need two players or more.")
    if stack < smallest_stack:
        raise NoStructure(f"A stack of {stack} is too small. Use {smallest_stack} chips or more.")
    if total_minutes < 20:
        raise NoStructure("A freezeout takes 20 minutes or more.")
    if not 0 <= minutes <= total_minutes:
        raise NoStructure(f"A level of {minutes} minutes does not fit into {total_minutes} minutes.")
    total = stack * (players + reentries)
    rungs = list(takewhile(lambda small: small <= total, _rungs(_LADDERS[preset])))
    first = _nearest_rung(rungs, Fraction(stack, 2 * _LADDERS[preset].depth))
    last_rung = max(first, _nearest_rung(rungs, Fraction(total, 4 * FINAL_DEPTH)))
    level_minutes = minutes or _longest_level(total_minutes, last_rung - first + 1, pause)
    if (level_count := _levels_in(total_minutes, level_minutes, pause)) <= last_rung - first:
        # Too few levels fit: begin higher on the ladder, or else end lower.
        deep_enough = sum(2 * small * _SHALLOWEST_WHEN_CUT <= stack for small in rungs) - 1
        first = max(first, min(last_rung - level_count + 1, deep_enough))
        last_rung = first + level_count - 1
    levels = _arrange_levels(
        rungs[first : last_rung + 1 + _SPARE], last_rung - first + 1, level_minutes, pause, antes=antes
    )
    return Structure(preset, levels, stack=stack, players=players, chips=total, minutes=level_minutes)


def edit_levels(levels: Sequence[Blinds], changes: Mapping[int, Blinds]) -> tuple[Blinds, ...]:
    """Return levels with changes by level number, without breaks. One level may be added at the end.

    Raise `NoStructure` for a missing level, or if the blinds would not rise.
    """
    edited_levels, level_indices = list(levels), [index for index, (_, big, _) in enumerate(levels) if big]
    for number, blinds in sorted(changes.items()):
        if not 1 <= number <= len(level_indices) + 1:
            raise NoStructure(f"There is no level {number}. Use 1 to {len(level_indices) + 1}.")
        if number > len(level_indices):
            level_indices.append(len(edited_levels))
            edited_levels.append(blinds)
        edited_levels[level_indices[number - 1]] = blinds
    small_and_big = [edited_levels[index][:2] for index in level_indices]
    for number, (small, big, ante) in enumerate((edited_levels[index] for index in level_indices), 1):
        if not 0 < small <= big or ante > big:
            raise NoStructure(f"Level {number} of {small}/{big} cannot be played.")
        previous_blinds = small_and_big[number - 2] if number > 1 else (0, 0)
        if small < previous_blinds[0] or big <= previous_blinds[1]:
            raise NoStructure(f"Level {number} of {small}/{big} is not higher than level {number - 1}.")
    return tuple(edited_levels)


def describe_structure(structure: Structure) -> Iterator[str]:
    """Yield sentences that summarise a structure."""
    plan, final_depth = structure.plan, structure.final_depth
    yield f"{structure.chips:,} chips in play. Each stack starts with {quantity(structure.depth, 'big blind')}."
    yield f"{quantity(len(plan), 'level')} of {structure.minutes} minutes."
    yield f"Heads-up in the last planned level: about {float(final_depth):.0f} big blinds each."
    if final_depth > 2 * FINAL_DEPTH:
        yield "Play will take longer than planned. Use shorter levels or smaller stacks."


def _rungs(ladder: _Ladder) -> Iterator[int]:
    yield from ladder.low
    for tens in count():
        yield from (10**tens * small for small in ladder.hundreds)


def _nearest_rung(rungs: Sequence[int], aim: Fraction) -> int:
    """Return the index of the rung with the ratio to `aim` closest to 1; of two, the lower."""
    return min(range(len(rungs)), key=lambda index: max(rungs[index] / aim, aim / rungs[index]))


def _longest_level(total_minutes: int, levels: int, pause: int) -> int:
    """Return the longest level, in minutes, with which all levels fit; the shortest possible one if none fits."""
    candidates = (minutes for minutes in reversed(_MINUTES) if _levels_in(total_minutes, minutes, pause) >= levels)
    return next(candidates, _MINUTES[0])


def _levels_per_break(minutes: int) -> int:
    """Return the number of levels between breaks, for about an hour of play."""
    return max(1, round(_BETWEEN_BREAKS / minutes))


def _levels_in(total_minutes: int, minutes: int, pause: int) -> int:
    """Return the number of levels that fit into `total_minutes`, with a break each hour but not after the last."""
    levels_per_break = _levels_per_break(minutes)
    too_many = (
        count_of_levels
        for count_of_levels in count()
        if (count_of_levels + 1) * minutes + count_of_levels // levels_per_break * pause > total_minutes
    )
    return max(1, next(too_many))


def _largest_ante(big: int) -> int:
    """Return the largest ante, up to an eighth of the big blind, that one or two chips of one value pay."""
    return max(
        (chip * chip_count for chip in _CHIPS for chip_count in (1, 2) if 8 * chip * chip_count <= big), default=0
    )


def _arrange_levels(
    smalls: Sequence[int], planned: int, minutes: int, pause: int, *, antes: bool
) -> tuple[BlindLevel, ...]:
    """Return levels and breaks in order of time. Antes begin after a third of the planned levels."""
    levels: list[BlindLevel] = []
    begins, levels_per_break = 0, _levels_per_break(minutes)
    for number, small in enumerate(smalls, 1):
        if pause and 1 < number <= planned and (number - 1) % levels_per_break == 0:
            levels.append(BlindLevel(0, begins, pause))
            begins += pause
        ante = _largest_ante(2 * small) if antes and number > planned // 3 + 1 else 0
        levels.append(BlindLevel(number, begins, minutes, small, 2 * small, ante, spare=number > planned))
        begins += minutes
    return tuple(levels)
