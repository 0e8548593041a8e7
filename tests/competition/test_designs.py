"""Designs are what they say: everybody plays in every round, and every pair meets as often, counted one by one."""

from collections import Counter

import pytest

from referee.competition.field import pairs
from referee.competition.planning.designs import Design, circle, fitting, halves, lines, planes, turned, written
from referee.competition.planning.finite_fields import field_of, prime_of
from referee.competition.planning.known_rounds import CIRCLES, WRITTEN

WHOLE = [
    *map(turned, CIRCLES),
    *map(circle, range(2, 22, 2)),
    *map(lines, (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)),
    lines(3, 3),
    lines(4, 3),
    planes(2, 3),
    planes(2, 4),
    planes(3, 3),
    *map(halves, (7, 11, 19, 23)),
]


def met(design: Design) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in design.rounds for table in tables for pair in pairs(table))


@pytest.mark.parametrize("design", WHOLE, ids=lambda design: design.name)
def test_everybody_plays_once_in_every_round_and_meets_all_others_equally_often(design: Design) -> None:
    for tables in design.rounds:
        assert sorted(point for table in tables for point in table) == list(range(design.points))
        assert len({len(table) for table in tables}) == 1
    never = {pair for group in design.groups for pair in pairs(group)}
    found = met(design)
    assert {found[pair] for pair in pairs(range(design.points)) if pair not in never} == {design.times}
    assert not never & set(found)


@pytest.mark.parametrize(("name", "rounds"), WRITTEN, ids=[name for name, _ in WRITTEN])
def test_in_rounds_that_are_written_down_nobody_meets_twice(name: str, rounds: tuple[str, ...]) -> None:
    design = written(name, rounds)
    for tables in design.rounds:
        assert sorted(point for table in tables for point in table) == list(range(design.points))
    assert set(met(design).values()) == {1}


# By hand: n - 1 others are met (size - 1) at a time, as often as said.
KNOWN = [(9, 3, 4, 1), (15, 3, 7, 1), (16, 4, 5, 1), (25, 5, 6, 1), (28, 4, 9, 1), (8, 4, 7, 3), (12, 4, 11, 3)]
KNOWN += [(21, 3, 10, 1), (27, 3, 13, 1), (33, 3, 16, 1), (39, 3, 19, 1), (40, 4, 13, 1), (49, 7, 8, 1), (64, 8, 9, 1)]
KNOWN += [
    (64, 4, 21, 1),
    (81, 9, 10, 1),
    (12, 3, 11, 2),
    (18, 3, 17, 2),
    (12, 6, 11, 5),
    (20, 4, 19, 3),
    (20, 5, 19, 4),
]
KNOWN += [(16, 8, 15, 7), (20, 10, 19, 9), (24, 4, 23, 3), (27, 9, 13, 4), (24, 12, 23, 11), (14, 2, 13, 1)]


@pytest.mark.parametrize(("players", "size", "rounds", "times"), KNOWN)
def test_the_designs_that_are_known_are_found(players: int, size: int, rounds: int, times: int) -> None:
    assert rounds * (size - 1) == times * (players - 1)
    found = [design for design in fitting(players, [size] * (players // size)) if len(design.rounds) == rounds]
    assert found
    assert set(met(found[0]).values()) == {times}
    assert len(met(found[0])) == players * (players - 1) // 2


@pytest.mark.parametrize("players", range(5, 41))
def test_with_points_left_out_every_round_has_the_tables_asked_for_and_nobody_meets_oftener(players: int) -> None:
    for tables in range(1, players // 3 + 1):
        size, larger = divmod(players, tables)
        shape = [size + 1] * larger + [size] * (tables - larger)
        for design in fitting(players, shape):
            assert design.rounds
            for seated in design.rounds:
                assert sorted(map(len, seated)) == sorted(shape)
                assert sorted(point for table in seated for point in table) == list(range(players))
            assert max(met(design).values()) <= design.times


@pytest.mark.parametrize("players", range(3, 22, 2))
def test_in_pairs_of_an_odd_number_everybody_meets_everybody_and_has_one_bye(players: int) -> None:
    [design] = fitting(players, [2] * (players // 2))
    byes = [set(range(players)) - {point for table in tables for point in table} for tables in design.rounds]
    assert sorted(point for each in byes for point in each) == list(range(players))
    assert met(design) == Counter(pairs(range(players)))


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27])
def test_a_field_is_one(order: int) -> None:
    field = field_of(order)
    numbers = range(order)
    for one in numbers:
        assert sorted(field.plus(one, other) for other in numbers) == list(numbers)
        assert field.times(one, 1) == one
        assert field.less(field.plus(one, 1), 1) == one
        if one:
            assert sorted(field.times(one, other) for other in numbers) == list(numbers)
        for other in numbers:
            assert field.times(one, other) == field.times(other, one)
            for third in (1, 2 % order, order - 1):
                both = field.plus(field.times(one, third), field.times(other, third))
                assert field.times(field.plus(one, other), third) == both
                assert field.times(field.times(one, other), third) == field.times(one, field.times(other, third))


@pytest.mark.parametrize(("order", "prime"), [(2, 2), (4, 2), (27, 3), (6, 0), (12, 0), (1, 0), (31, 31)])
def test_orders_of_fields_are_powers_of_primes(order: int, prime: int) -> None:
    assert prime_of(order) == prime
