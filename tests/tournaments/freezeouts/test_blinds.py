"""Three ladders of blinds: they fit the hours, rise in steps that chips can pay, and are changed level by level."""

from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.freezeouts.blinds import (
    FINAL_DEPTH,
    BlindLevel,
    NoStructure,
    Preset,
    describe_structure,
    edit_levels,
    propose_structure,
)
from referee.tournaments.freezeouts.prizes import (
    PERCENTS,
    Chop,
    chop_shares,
    icm,
    percents_for,
    prizes_by_percent,
    prizes_by_player,
    round_shares,
)

STACKS = (500, 777, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10_000, 12_345, 15_000, 20_000, 25_000, 30_000, 50_000)
HOURS = [Fraction(halves, 2) for halves in range(2, 17)]
PLAYERS = (2, 6, 9, 20, 60)


def paid_in(small: int) -> int:
    """The chips in which a small blind is paid: the larger it is, the larger they are."""
    return next(chip for least, chip in ((1000, 500), (500, 100), (100, 50), (25, 25), (0, 5)) if small >= least)


def played(levels: tuple[BlindLevel, ...]) -> list[BlindLevel]:
    return [level for level in levels if not level.is_break]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("stack", STACKS)
def test_every_ladder_is_sensible_for_every_stack_and_all_hours(stack: int, preset: Preset) -> None:
    for players, hours in product(PLAYERS, HOURS):
        structure = propose_structure(stack, players, hours, preset)
        levels = played(structure.levels)
        assert all(level.small % paid_in(level.small) == 0 and level.big == 2 * level.small for level in levels)
        assert all(before.small < after.small <= 2 * before.small for before, after in pairwise(levels))
        assert all(level.ante % 5 == 0 and 8 * level.ante <= level.big for level in levels)
        assert all(before.ante <= after.ante for before, after in pairwise(levels))
        assert 20 <= structure.depth <= 125
        assert structure.final_depth >= FINAL_DEPTH / 2
        assert hours * 30 <= structure.ends <= hours * 60, "it takes most of the hours, and no more"
        assert 5 <= structure.minutes <= 120


@pytest.mark.parametrize(("stack", "players", "hours"), [(3000, 20, 3), (1500, 9, 2), (10_000, 40, 5), (500, 6, 1)])
def test_a_longer_ladder_has_more_levels_and_smaller_steps(stack: int, players: int, hours: int) -> None:
    short, usual, long = (propose_structure(stack, players, Fraction(hours), preset) for preset in Preset)
    assert len(short.plan) <= len(usual.plan) < len(long.plan)
    assert short.minutes >= usual.minutes > long.minutes

    def mean_step(levels: tuple[BlindLevel, ...]) -> float:
        return float((levels[-1].big / levels[0].big) ** (1 / (len(levels) - 1)))

    assert mean_step(short.plan) >= mean_step(usual.plan) > mean_step(long.plan)
    for structure in (short, usual, long):
        assert abs(structure.final_depth - FINAL_DEPTH) <= 5
        assert structure.chips == stack * players


def test_the_levels_and_breaks_follow_each_other() -> None:
    levels = propose_structure(3000, 20, Fraction(3)).levels
    assert [level.begins for level in levels][:6] == [0, 15, 30, 45, 60, 70]
    assert [level.is_break for level in levels][:6] == [False, False, False, False, True, False]
    assert all(after.begins == before.begins + before.minutes for before, after in pairwise(levels))
    assert [level.number for level in played(levels)] == list(range(1, len(played(levels)) + 1))
    assert [level.spare for level in played(levels)][-4:] == [False, True, True, True]


def test_chips_of_re_entries_are_in_play_as_well() -> None:
    with_reentries, without = (
        propose_structure(3000, 20, Fraction(3), reentries=reentry_count) for reentry_count in (20, 0)
    )
    assert (with_reentries.chips, without.chips) == (120_000, 60_000)
    assert with_reentries.plan[-1].big > without.plan[-1].big


def test_levels_last_as_long_as_was_asked_for() -> None:
    structure = propose_structure(3000, 20, Fraction(3), minutes=20)
    assert {level.minutes for level in played(structure.levels)} == {20}


def test_hours_too_short_for_the_blinds_to_rise_say_so() -> None:
    structure = propose_structure(50_000, 60, Fraction(1), minutes=30)
    assert structure.final_depth > 40
    assert "Play will take longer than planned." in " ".join(describe_structure(structure))


def test_antes_can_be_left_out() -> None:
    assert any(level.ante for level in propose_structure(3000, 20, Fraction(3)).levels)
    assert not any(level.ante for level in propose_structure(3000, 20, Fraction(3), antes=False).levels)


@pytest.mark.parametrize(
    ("stack", "players", "hours", "minutes", "reason"),
    [
        (99, 8, 2, 0, "Use 100 chips or more"),
        (1000, 1, 2, 0, "two players"),
        (1000, 8, 0, 0, "20 minutes"),
        (1000, 8, 1, 61, "does not fit"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    stack: int, players: int, hours: int, minutes: int, reason: str
) -> None:
    with pytest.raises(NoStructure, match=reason):
        propose_structure(stack, players, Fraction(hours), minutes=minutes)


LEVELS = ((25, 50, 0), (50, 100, 0), (0, 0, 0), (75, 150, 0))


def test_a_level_is_changed_by_its_number_without_the_breaks() -> None:
    assert edit_levels(LEVELS, {3: (100, 200, 25)}) == (*LEVELS[:3], (100, 200, 25))
    assert edit_levels(LEVELS, {4: (100, 200, 25)}) == (*LEVELS, (100, 200, 25)), "one after the last"
    assert edit_levels(LEVELS, {2: (60, 120, 0), 3: (100, 200, 0)}) == (
        LEVELS[0],
        (60, 120, 0),
        (0, 0, 0),
        (100, 200, 0),
    )
    assert edit_levels(LEVELS, {2: (25, 75, 0)})[1] == (25, 75, 0), "the big blind alone may rise"


@pytest.mark.parametrize(
    ("changes", "reason"),
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
def test_a_level_that_does_not_rise_is_refused(changes: dict[int, tuple[int, int, int]], reason: str) -> None:
    with pytest.raises(NoStructure, match=reason):
        edit_levels(LEVELS, changes)


def by_every_order(prizes: list[int], chips: list[int]) -> list[Fraction]:
    """Go through every order in which the players can come, each as likely as the model says."""
    shares = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips))):
        likely, remaining_chips = Fraction(1), sum(chips)
        for player in order:
            likely *= Fraction(chips[player], remaining_chips)
            remaining_chips -= chips[player]
        for place, player in enumerate(order):
            shares[player] += likely * prizes[place]
    return shares


@st.composite
def finals(draw: st.DrawFn, most: int = 6) -> tuple[list[int], list[int]]:
    player_count = draw(st.integers(1, most))
    prizes = sorted(draw(st.lists(st.integers(0, 500), min_size=player_count, max_size=player_count)), reverse=True)
    return prizes, draw(
        st.lists(st.integers(1, 9), min_size=player_count, max_size=player_count).map(
            lambda some: [25 * each for each in some]
        )
    )


@settings(max_examples=60)
@given(finals())
def test_the_model_is_exact(final: tuple[list[int], list[int]]) -> None:
    assert icm(*final) == by_every_order(*final)


def test_two_players_share_as_can_be_reckoned_by_hand() -> None:
    # Three quarters of the chips win three quarters of the time: 60 + 3/4 of 40, and 60 + 1/4 of 40.
    assert icm([100, 60], [3000, 1000]) == [90, 70]


def test_a_dozen_players_are_exact_too() -> None:
    chips = [1000 * number + 37 for number in range(1, 13)]
    prizes = [300, 200, 150, 100, 80, 60, 40, 30, 20, 10, 5, 5]
    shares = icm(prizes, chips)
    assert sum(shares) == 1000
    assert shares == sorted(shares)
    # With equal stacks everybody has the mean.
    assert icm(prizes, [500] * 12) == [Fraction(1000, 12)] * 12


@settings(max_examples=100)
@given(finals(), st.sampled_from(Chop))
def test_every_chop_sums_exactly_in_whole_units(final: tuple[list[int], list[int]], method: Chop) -> None:
    prizes, chips = final
    stacks = dict(enumerate(chips, 1))
    shares = chop_shares(method, prizes, stacks)
    assert sum(shares.values()) == sum(prizes)
    assert set(shares) == set(stacks)
    for first, second in permutations(stacks, 2):
        # Nobody with fewer chips has more.
        assert stacks[first] < stacks[second] or shares[first] >= shares[second] or stacks[first] == stacks[second]
        if stacks[first] == stacks[second]:
            assert abs(shares[first] - shares[second]) <= 1


def test_by_chips_everybody_has_the_smallest_prize_left_first() -> None:
    assert chop_shares(Chop.CHIPS, [100, 60, 40], {1: 6000, 2: 3000, 3: 1000}) == {1: 88, 2: 64, 3: 48}


def test_even_is_even_and_the_unit_over_goes_to_the_larger_stack() -> None:
    assert chop_shares(Chop.EVEN, [50, 30, 20], {1: 100, 2: 900, 3: 500}) == {2: 34, 1: 33, 3: 33}


@given(st.integers(0, 10_000), st.integers(1, 300))
def test_percents_sum_and_are_paid_in_whole_units(total: int, entries: int) -> None:
    percents = percents_for(entries)
    prizes = prizes_by_percent(total, percents)
    assert sum(percents) == 100
    assert sum(prizes) == total
    assert list(prizes) == sorted(prizes, reverse=True)
    assert all(abs(prize - Fraction(total * percent, 100)) < 1 for prize, percent in zip(prizes, percents, strict=True))


def test_more_entries_are_never_paid_fewer_places() -> None:
    sizes = [len(percents) for _, percents in PERCENTS]
    assert sizes == sorted(sizes)
    assert [len(percents_for(count)) for count in (2, 6, 9, 20)] == [1, 2, 3, 4]


def test_the_largest_remainders_have_the_units_left_over() -> None:
    assert round_shares([Fraction(7, 2), Fraction(13, 4), Fraction(13, 4)]) == (4, 3, 3)
    assert round_shares([Fraction(1, 3)] * 3) == (1, 0, 0)
    with pytest.raises(ValueError, match="whole"):
        round_shares([Fraction(1, 2)])


def test_who_shares_places_shares_their_prizes() -> None:
    assert prizes_by_player([50, 30, 20], [[4], [2, 7], [1]]) == {4: 50, 2: 25, 7: 25, 1: 0}
    assert prizes_by_player([50, 30, 21], [[4], [7, 2]]) == {4: 50, 2: 26, 7: 25}
