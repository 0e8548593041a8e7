"""Three ladders of blinds: they fit the hours, rise in steps that chips can pay, and are changed level by level."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from referee.tournaments.freezeouts.blinds import (
    AT_THE_END,
    Level,
    NoStructure,
    Preset,
    edited,
    proposed,
    said_of,
)

STACKS = (500, 777, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10_000, 12_345, 15_000, 20_000, 25_000, 30_000, 50_000)
HOURS = [Fraction(halves, 2) for halves in range(2, 17)]
PLAYERS = (2, 6, 9, 20, 60)


def paid_in(small: int) -> int:
    """The chips in which a small blind is paid: the larger it is, the larger they are."""
    return next(chip for least, chip in ((1000, 500), (500, 100), (100, 50), (25, 25), (0, 5)) if small >= least)


def played(levels: tuple[Level, ...]) -> list[Level]:
    return [level for level in levels if not level.is_break]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("stack", STACKS)
def test_every_ladder_is_sensible_for_every_stack_and_all_hours(stack: int, preset: Preset) -> None:
    for players, hours in product(PLAYERS, HOURS):
        structure = proposed(stack, players, hours, preset)
        levels = played(structure.levels)
        assert all(level.small % paid_in(level.small) == 0 and level.big == 2 * level.small for level in levels)
        assert all(before.small < after.small <= 2 * before.small for before, after in pairwise(levels))
        assert all(level.ante % 5 == 0 and 8 * level.ante <= level.big for level in levels)
        assert all(before.ante <= after.ante for before, after in pairwise(levels))
        assert 20 <= structure.depth <= 125
        assert structure.left >= AT_THE_END / 2
        assert hours * 30 <= structure.ends <= hours * 60, "it takes most of the hours, and no more"
        assert 5 <= structure.minutes <= 120


@pytest.mark.parametrize(("stack", "players", "hours"), [(3000, 20, 3), (1500, 9, 2), (10_000, 40, 5), (500, 6, 1)])
def test_a_longer_ladder_has_more_levels_and_smaller_steps(stack: int, players: int, hours: int) -> None:
    short, usual, long = (proposed(stack, players, Fraction(hours), preset) for preset in Preset)
    assert len(short.plan) <= len(usual.plan) < len(long.plan)
    assert short.minutes >= usual.minutes > long.minutes

    def mean_step(levels: tuple[Level, ...]) -> float:
        return float((levels[-1].big / levels[0].big) ** (1 / (len(levels) - 1)))

    assert mean_step(short.plan) >= mean_step(usual.plan) > mean_step(long.plan)
    for each in (short, usual, long):
        assert abs(each.left - AT_THE_END) <= 5
        assert each.chips == stack * players


def test_the_levels_and_breaks_follow_each_other() -> None:
    levels = proposed(3000, 20, Fraction(3)).levels
    assert [level.begins for level in levels][:6] == [0, 15, 30, 45, 60, 70]
    assert [level.is_break for level in levels][:6] == [False, False, False, False, True, False]
    assert all(after.begins == before.begins + before.minutes for before, after in pairwise(levels))
    assert [level.number for level in played(levels)] == list(range(1, len(played(levels)) + 1))
    assert [level.spare for level in played(levels)][-4:] == [False, True, True, True]


def test_chips_of_re_entries_are_in_play_as_well() -> None:
    more, without = (proposed(3000, 20, Fraction(3), reentries=many) for many in (20, 0))
    assert (more.chips, without.chips) == (120_000, 60_000)
    assert more.plan[-1].big > without.plan[-1].big


def test_levels_last_as_long_as_was_asked_for() -> None:
    structure = proposed(3000, 20, Fraction(3), minutes=20)
    assert {level.minutes for level in played(structure.levels)} == {20}


def test_hours_too_short_for_the_blinds_to_rise_say_so() -> None:
    structure = proposed(50_000, 60, Fraction(1), minutes=30)
    assert structure.left > 40
    assert "Play will take longer than planned." in " ".join(said_of(structure))


def test_antes_can_be_left_out() -> None:
    assert any(level.ante for level in proposed(3000, 20, Fraction(3)).levels)
    assert not any(level.ante for level in proposed(3000, 20, Fraction(3), antes=False).levels)


@pytest.mark.parametrize(
    ("stack", "players", "hours", "minutes", "said"),
    [
        (99, 8, 2, 0, "Use 100 chips or more"),
        (1000, 1, 2, 0, "two players"),
        (1000, 8, 0, 0, "20 minutes"),
        (1000, 8, 1, 61, "does not fit"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    stack: int, players: int, hours: int, minutes: int, said: str
) -> None:
    with pytest.raises(NoStructure, match=said):
        proposed(stack, players, Fraction(hours), minutes=minutes)


LEVELS = ((25, 50, 0), (50, 100, 0), (0, 0, 0), (75, 150, 0))


def test_a_level_is_changed_by_its_number_without_the_breaks() -> None:
    assert edited(LEVELS, {3: (100, 200, 25)}) == (*LEVELS[:3], (100, 200, 25))
    assert edited(LEVELS, {4: (100, 200, 25)}) == (*LEVELS, (100, 200, 25)), "one after the last"
    assert edited(LEVELS, {2: (60, 120, 0), 3: (100, 200, 0)}) == (LEVELS[0], (60, 120, 0), (0, 0, 0), (100, 200, 0))
    assert edited(LEVELS, {2: (25, 75, 0)})[1] == (25, 75, 0), "the big blind alone may rise"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({5: (200, 400, 0)}, "no level 5. Use 1 to 4"),
        ({0: (200, 400, 0)}, "no level 0"),
        ({2: (25, 50, 0)}, "Level 2 of 25/50 is not higher than level 1"),
        ({2: (75, 150, 0)}, "Level 3 of 75/150 is not higher than level 2"),
        ({3: (200, 100, 0)}, "cannot be played"),
        ({3: (0, 200, 0)}, "cannot be played"),
        ({3: (100, 200, 300)}, "cannot be played"),
    ],
)
def test_a_level_that_does_not_rise_is_refused(changes: dict[int, tuple[int, int, int]], said: str) -> None:
    with pytest.raises(NoStructure, match=said):
        edited(LEVELS, changes)
