"""A structure of blinds fits the hours, grows evenly, and asks for nothing that the chips on the table cannot pay."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.freezeouts.blinds import (
    AT_THE_END,
    NoStructure,
    Structure,
    proposed,
    said_of,
)

EVENINGS = st.tuples(
    st.integers(100, 60_000), st.integers(2, 120), st.integers(2, 20), st.integers(0, 20), st.booleans()
)


def of(stack: int, players: int, halves: int, reentries: int = 0, antes: bool = True) -> Structure | None:
    try:
        return proposed(stack, players, Fraction(halves, 2), reentries=reentries, antes=antes)
    except NoStructure:
        return None


@settings(max_examples=60)
@given(EVENINGS)
def test_the_big_blind_grows_by_a_quarter_to_the_double(evening: tuple[int, int, int, int, bool]) -> None:
    structure = of(*evening)
    if structure:
        played = [level.big for level in structure.levels if not level.is_break]
        assert all(4 * after >= 5 * before and after <= 2 * before for before, after in pairwise(played))
        assert all(0 < level.small <= level.big and level.ante >= 0 for level in structure.levels if level.big)


@settings(max_examples=60)
@given(EVENINGS)
def test_every_amount_can_be_paid_with_the_smallest_chip_still_in_play(
    evening: tuple[int, int, int, int, bool],
) -> None:
    structure = of(*evening)
    if structure:
        case = list(structure.case)
        for level in structure.levels:
            for chip in level.away:
                case.remove(chip)
            assert all(amount % case[0] == 0 for amount in (level.small, level.big, level.ante))
            # What is changed away goes from the smallest chip on, and only when nobody is playing.
            assert level.is_break or not level.away


@settings(max_examples=60)
@given(EVENINGS)
def test_the_levels_and_breaks_fill_the_hours_and_no_more(evening: tuple[int, int, int, int, bool]) -> None:
    structure = of(*evening)
    if structure:
        assert structure.ends <= evening[2] * 30
        for before, after in pairwise(structure.levels):
            assert after.begins == before.begins + before.minutes
            assert not (before.is_break and after.is_break)
        assert not structure.levels[0].is_break
        assert not [level for level in structure.levels if level.is_break and level.begins > structure.ends]


@pytest.mark.parametrize(("stack", "players", "hours"), [(3000, 20, 3), (1500, 9, 2), (10_000, 40, 5), (500, 6, 1)])
def test_usual_evenings_end_with_some_twenty_big_blinds_each(stack: int, players: int, hours: int) -> None:
    structure = proposed(stack, players, Fraction(hours))
    assert abs(structure.left - AT_THE_END) <= 4
    assert structure.chips == stack * players
    assert 30 <= structure.depth <= 100


def test_chips_of_re_entries_are_in_play_as_well() -> None:
    assert proposed(3000, 20, Fraction(3), reentries=10).chips == 90_000
    assert proposed(3000, 20, Fraction(3), reentries=10).plan[-1].big >= proposed(3000, 20, Fraction(3)).plan[-1].big


def test_levels_last_as_long_as_was_asked_for() -> None:
    structure = proposed(3000, 20, Fraction(3), minutes=20)
    assert {level.minutes for level in structure.levels if not level.is_break} == {20}


def test_an_evening_too_short_for_the_blinds_to_grow_says_so() -> None:
    structure = proposed(60_000, 60, Fraction(1), minutes=30)
    assert structure.left > 40
    assert "it will take longer" in " ".join(said_of(structure))


def test_antes_can_be_left_out() -> None:
    assert any(level.ante for level in proposed(3000, 20, Fraction(3)).levels)
    assert not any(level.ante for level in proposed(3000, 20, Fraction(3), antes=False).levels)


def test_only_the_chips_of_the_case_are_asked_for() -> None:
    structure = proposed(1000, 10, Fraction(2), case=(10, 50, 100, 500))
    assert all(amount % 10 == 0 for level in structure.levels for amount in (level.small, level.big, level.ante))


@pytest.mark.parametrize(
    ("stack", "players", "hours", "case", "said"),
    [
        (400, 8, 2, (25, 100), "less than 10"),
        (1000, 1, 2, (), "two players"),
        (1000, 8, 2, (25, 60), "cannot be changed"),
        (1000, 8, 0, (), "20 minutes"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    stack: int, players: int, hours: int, case: tuple[int, ...], said: str
) -> None:
    with pytest.raises(NoStructure, match=said):
        proposed(stack, players, Fraction(hours), case=case)
