"""Players are split into tables of two neighbouring sizes, as near to four as can be, with as few byes as can be."""

import pytest

from referee.competition.draws.table_split import Split, split, splits
from referee.competition.field import Sizes


@pytest.mark.parametrize(
    ("players", "sizes", "wanted"),
    [
        (23, Sizes(3, 5), Split((4, 4, 4, 4, 4, 3))),
        (11, Sizes(3, 4), Split((4, 4, 3))),
        (9, Sizes(3, 3), Split((3, 3, 3))),
        (5, Sizes(3, 3), Split((3,), 2)),
        (5, Sizes(3, 4), Split((4,), 1)),
        (7, Sizes(2, 2), Split((2, 2, 2), 1)),
        (20, Sizes(6, 9), Split((7, 7, 6))),
        (2, Sizes(3, 4), Split((), 2)),
        (0, Sizes(3, 4), Split(())),
    ],
)
def test_numbers_as_a_club_would_split_them(players: int, sizes: Sizes, wanted: Split) -> None:
    assert split(players, sizes) == wanted


@pytest.mark.parametrize("least", range(2, 7))
@pytest.mark.parametrize("more", range(3))
def test_everybody_has_a_place_and_nobody_a_bye_that_could_be_spared(least: int, more: int) -> None:
    sizes = Sizes(least, least + more)
    can = {0}
    for number in range(1, 60):
        can |= {number} if any(number - size in can for size in range(least, least + more + 1)) else set()
        byes = min(number - seated for seated in can)
        for way in splits(number, sizes):
            assert way.byes == byes
            assert sum(way.sizes) + way.byes == number
            assert all(least <= size <= least + more for size in way.sizes)
            assert not way.sizes or max(way.sizes) - min(way.sizes) <= 1
