"""Designs are what they say: everybody plays in every round, and every pair meets as often, counted one by one."""

import pytest

from referee.competition.field import pairs
from referee.competition.planning.designs import DESIGNS, Design, circle, fitting, meetings

WHOLE = [design for design in DESIGNS if design.players != 24]
ROUND_ROBINS = [circle(players) for players in range(2, 22, 2)]


@pytest.mark.parametrize("design", [*DESIGNS, *ROUND_ROBINS], ids=lambda design: design.name)
def test_everybody_plays_once_in_every_round_at_tables_of_one_size(design: Design) -> None:
    for tables in design.rounds:
        assert sorted(player for table in tables for player in table) == list(range(design.players))
        assert len({len(table) for table in tables}) == 1


# By hand: n - 1 others are met (size - 1) at a time, as often as said.
KNOWN = [(8, 4, 7, 3), (9, 3, 4, 1), (12, 4, 11, 3), (15, 3, 7, 1), (16, 4, 5, 1), (20, 4, 19, 3), (25, 5, 6, 1)]
KNOWN += [(28, 4, 9, 1), (14, 2, 13, 1)]


@pytest.mark.parametrize(("players", "size", "rounds", "times"), KNOWN)
def test_every_pair_meets_as_often_as_the_design_says(players: int, size: int, rounds: int, times: int) -> None:
    assert rounds * (size - 1) == times * (players - 1)
    [design] = [
        design for design in fitting(players, [size] * (players // size)) if design.players == players and design.whole
    ]
    assert len(design.rounds) == rounds
    assert design.times == times
    met = meetings(design.rounds)
    assert {met[pair] for pair in pairs(range(players))} == {times}


def test_of_twenty_four_only_eight_groups_of_three_never_meet() -> None:
    [design] = [design for design in DESIGNS if design.players == 24]
    met = meetings(design.rounds)
    assert set(met.values()) == {1}
    never = [pair for pair in pairs(range(24)) if not met[pair]]
    assert len(never) == 8 * 3
    # Each of them misses just two others, who miss each other too.
    missed = [{other for pair in never if player in pair for other in pair} for player in range(24)]
    assert all(len(group) == 3 for group in missed)
    assert len({frozenset(group) for group in missed}) == 8


@pytest.mark.parametrize("players", range(5, 41))
def test_with_players_left_out_every_round_has_the_tables_asked_for_and_nobody_meets_oftener(players: int) -> None:
    for tables in range(1, players // 3 + 1):
        size, larger = divmod(players, tables)
        shape = [size + 1] * larger + [size] * (tables - larger)
        for design in fitting(players, shape):
            assert design.rounds
            for seated in design.rounds:
                assert sorted(map(len, seated)) == sorted(shape)
                assert sorted(player for table in seated for player in table) == list(range(players))
            assert max(meetings(design.rounds).values()) <= design.times


@pytest.mark.parametrize("players", range(3, 22, 2))
def test_in_pairs_of_an_odd_number_everybody_meets_everybody_and_has_one_bye(players: int) -> None:
    [design] = fitting(players, [2] * (players // 2))
    byes = [set(range(players)) - {player for table in tables for player in table} for tables in design.rounds]
    assert sorted(player for each in byes for player in each) == list(range(players))
    met = meetings(design.rounds)
    assert {met[pair] for pair in pairs(range(players))} == {1}
