"""Plans before anybody is seated: complete, fair, repeatable, and as good as any where all of them can be tried."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.entrants import Entrants, NotDrawn, Pair, Sizes, all_pairs
from referee.competition.planning.designs import DESIGNS, Design, circle_design, count_meetings, find_fitting_designs
from referee.competition.planning.plans import METHOD, Plan, draw_planned_round, list_even_plans, make_plan
from referee.rules.plain_data import plain
from tests.sampling import examples, one_in

Partition = tuple[tuple[int, ...], ...]


def count_meetings_of(plan: Plan) -> Counter[Pair]:
    return Counter(pair for drawn_round in plan.rounds for table in drawn_round.tables for pair in all_pairs(table))


def squares(rounds: Sequence[Partition]) -> int:
    meetings = Counter(pair for tables in rounds for table in tables for pair in all_pairs(table))
    return sum(times * times for times in meetings.values())


def most_meetings(plan: Plan) -> int:
    return max(count_meetings_of(plan).values())


LISTED = [(9, 3, 4, 1), (15, 3, 7, 1), (16, 4, 5, 1), (25, 5, 6, 1), (28, 4, 9, 1), (8, 4, 7, 3), (12, 4, 11, 3)]


@pytest.mark.parametrize("seed", [0, 1, 2**31])
@pytest.mark.parametrize(("players", "size", "rounds", "times"), LISTED)
def test_where_every_pair_can_meet_equally_often_it_does(
    players: int, size: int, rounds: int, times: int, seed: int
) -> None:
    plan = make_plan(players, rounds, Sizes(size, size), seed)
    assert set(map(len, (table for drawn_round in plan.rounds for table in drawn_round.tables))) == {size}
    assert count_meetings_of(plan) == Counter(dict.fromkeys(all_pairs(range(1, players + 1)), times))
    assert plan.design
    assert not plan.drawn


def test_a_design_that_is_over_begins_again() -> None:
    plan = make_plan(9, 9, Sizes(3, 3), 1)
    assert Counter(count_meetings_of(plan).values()) == {2: 36 - 9, 3: 9}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("players", "rounds"), [(25, 6), (26, 5), (26, 6), (29, 6), (30, 6)])
def test_where_one_or_two_more_can_join_the_tables_of_a_design_nobody_meets_twice(
    players: int, rounds: int, seed: int
) -> None:
    # Of 24 in fours, and of 28 in fours, no two meet twice; whoever joins them finds other tables in each round.
    plan = make_plan(players, rounds, Sizes(3, 5), seed)
    assert plan.tables == (5,) * (players % 4) + (4,) * (players // 4 - players % 4)
    met_once = rounds * sum(size * (size - 1) // 2 for size in plan.tables)
    assert count_meetings_of(plan) == Counter(dict.fromkeys(count_meetings_of(plan), 1))
    assert len(count_meetings_of(plan)) == met_once
    assert plan.how == f"the design {players - players % 4} in fours, {players % 4} added, seats by seed {seed}"


def test_beyond_a_design_the_rounds_that_are_left_are_drawn_behind_it() -> None:
    # Over 7 rounds all of 24 meet once but for eight groups of three. Six of these can come together in the eighth
    # round, each with one more: 18 pairs meet for the first time, and 18 for the second.
    plan = make_plan(24, 8, Sizes(4, 4), 1)
    assert sum(times**2 for times in count_meetings_of(plan).values()) <= 7 * 36 + 18 + 18 * 3
    assert plan.design
    assert plan.drawn == 1


@examples(25, 60)
@given(
    players=st.integers(2, 30),
    rounds=st.integers(1, 6),
    least=st.integers(2, 5),
    more=st.integers(0, 2),
    seed=st.integers(0, 2**40),
)
def test_in_every_round_everybody_sits_once_or_has_a_bye(
    players: int, rounds: int, least: int, more: int, seed: int
) -> None:
    sizes = Sizes(least, least + more)
    if players < least:
        with pytest.raises(NotDrawn, match="cannot be seated"):
            make_plan(players, rounds, sizes, seed)
        return
    plan = make_plan(players, rounds, sizes, seed)
    assert len(plan.rounds) == rounds
    for drawn_round in plan.rounds:
        seated_players = [player for table in drawn_round.tables for player in table]
        assert sorted([*seated_players, *drawn_round.byes]) == list(range(1, players + 1))
        assert all(least <= len(table) <= least + more for table in drawn_round.tables)
        assert max(map(len, drawn_round.tables)) - min(map(len, drawn_round.tables)) <= 1
        assert tuple(sorted(map(len, drawn_round.tables), reverse=True)) == plan.tables
    fits = any(tables * least <= players <= tables * (least + more) for tables in range(1, players))
    assert (plan.byes == 0) == fits


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    one_in(3, [(7, 2, 12), (7, 3, 16), (10, 3, 21), (11, 5, 13), (8, 5, 11), (9, 4, 20), (5, 3, 7)]),
)
def test_nobody_has_a_second_bye_before_all_had_one(players: int, size: int, rounds: int) -> None:
    had = Counter(dict.fromkeys(range(1, players + 1), 0))
    for drawn_round in make_plan(players, rounds, Sizes(size, size), 3).rounds:
        assert drawn_round.byes
        for player in drawn_round.byes:
            had[player] += 1
        assert max(had.values()) - min(had.values()) <= 1


@pytest.mark.process
@pytest.mark.parametrize(
    ("players", "rounds", "least", "most"), [(9, 4, 3, 3), (23, 5, 3, 5), (10, 4, 3, 3), (14, 3, 5, 5)]
)
def test_the_same_seed_gives_the_same_plan_in_every_process(players: int, rounds: int, least: int, most: int) -> None:
    plan = make_plan(players, rounds, Sizes(least, most), 7)
    assert plan == make_plan(players, rounds, Sizes(least, most), 7)
    assert plan.rounds != make_plan(players, rounds, Sizes(least, most), 8).rounds
    assert plan.seed == 7
    expression = f"make_plan({players}, {rounds}, Sizes({least}, {most}), 7)"
    code = f"from referee.competition.planning.plans import *; print({expression}.rounds)"
    process = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "5", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.strip() == str(plan.rounds)


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    [(9, 4, 3), (16, 5, 4), (12, 11, 4), (20, 7, 4), (24, 5, 4), (25, 6, 5), (30, 8, 3), (8, 7, 4)],
)
def test_at_tables_of_one_size_everybody_sits_at_every_place_and_deals_first_about_as_often(
    players: int, rounds: int, size: int
) -> None:
    seat_counts: Counter[tuple[int, int]] = Counter()
    for drawn_round in make_plan(players, rounds, Sizes(size, size), 2).rounds:
        for table in drawn_round.tables:
            # Counted from the first dealer, who is the last of the table.
            seat_counts.update(zip(table, [*range(1, len(table)), 0], strict=True))
    for player in range(1, players + 1):
        counts = [seat_counts[player, place] for place in range(size)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("players", "rounds", "most"), [(16, 5, 3), (23, 5, 2), (40, 8, 3), (24, 6, 2), (28, 9, 3)])
def test_nobody_sits_at_tables_of_one_number_much_oftener_than_at_others(players: int, rounds: int, most: int) -> None:
    table_counts = Counter(
        (player, number)
        for drawn_round in make_plan(players, rounds, Sizes(3, 4), 1).rounds
        for number, table in enumerate(drawn_round.tables)
        for player in table
    )
    assert max(table_counts.values()) <= most


def test_who_is_kept_apart_never_sits_together() -> None:
    kept_apart = frozenset({(1, 2), (1, 3), (2, 3), (4, 9), (10, 20)})
    plan = make_plan(20, 5, Sizes(4, 4), 1, kept_apart)
    assert not kept_apart & set(count_meetings_of(plan))
    assert most_meetings(plan) <= 2


def test_mates_of_four_teams_of_five_never_meet() -> None:
    mates = frozenset(pair for team in range(4) for pair in all_pairs(range(5 * team + 1, 5 * team + 6)))
    assert not mates & set(count_meetings_of(make_plan(20, 5, Sizes(4, 4), 1, mates=mates)))
    # Where a team is larger than the tables are many, as few of them meet as can: one pair a round.
    mates = frozenset(all_pairs(range(1, 6)))
    assert sum(count_meetings_of(make_plan(16, 3, Sizes(4, 4), 1, mates=mates))[pair] for pair in mates) == 3


def test_who_cannot_be_kept_apart_is_named() -> None:
    with pytest.raises(NotDrawn, match=r"At 2 tables .* \{1\} and \{2\}, \{1\} and \{3\}, \{2\} and \{3\}\."):
        make_plan(8, 3, Sizes(4, 4), 1, frozenset(all_pairs(range(1, 4))))
    with pytest.raises(NotDrawn, match="no player 9 to keep apart"):
        make_plan(8, 3, Sizes(4, 4), 1, frozenset({(1, 9)}))


@pytest.mark.parametrize(
    ("players", "rounds", "sizes", "message"),
    [
        (8, 0, Sizes(4, 4), "number of rounds 0"),
        (8, 1, Sizes(5, 4), "Invalid table size 5-4"),
        (8, 1, Sizes(1, 4), "Invalid table size 1-4"),
    ],
)
def test_what_cannot_be_planned_is_refused(players: int, rounds: int, sizes: Sizes, message: str) -> None:
    with pytest.raises(NotDrawn, match=message):
        make_plan(players, rounds, sizes, 1)


def partitions(players: tuple[int, ...], shape: tuple[int, ...]) -> Iterator[Partition]:
    """Every way to split players into tables of these sizes; some of them come twice."""
    if not shape:
        yield ()
        return
    for table in combinations(players, shape[0]):
        later_players = tuple(player for player in players if player not in table)
        for others in partitions(later_players, shape[1:]):
            yield (table, *others)


TINY = [
    (4, (2, 2), 2),
    (4, (2, 2), 4),
    (5, (3, 2), 2),
    (5, (3, 2), 3),
    (6, (3, 3), 2),
    (6, (3, 3), 3),
    (6, (3, 3), 4),
    (6, (2, 2, 2), 3),
    (7, (4, 3), 2),
    (7, (4, 3), 3),
    (8, (4, 4), 2),
    (8, (4, 4), 3),
    (8, (4, 4), 4),
    (9, (3, 3, 3), 2),
    (9, (5, 4), 3),
]


@pytest.mark.parametrize(("players", "shape", "rounds"), TINY)
def test_no_plan_of_all_there_are_is_better_than_the_one_found(
    players: int, shape: tuple[int, ...], rounds: int
) -> None:
    all_partitions = sorted({tuple(sorted(partition)) for partition in partitions(tuple(range(players)), shape)})
    # The first round may be any of them, as the players have no names yet; and rounds have no order.
    tried = [
        (all_partitions[0], *others)
        for others in product(all_partitions, repeat=rounds - 1)
        if list(others) == sorted(others)
    ]
    best = min(map(squares, tried))
    plan = make_plan(players, rounds, Sizes(min(shape), max(shape)), 1)
    assert plan.tables == shape
    assert sum(times * times for times in count_meetings_of(plan).values()) == best


@pytest.mark.parametrize(
    ("players", "rounds", "least", "most"), [(23, 5, 3, 5), (20, 7, 4, 4), (26, 8, 5, 5), (10, 5, 3, 3)]
)
def test_a_plan_repeats_fewer_meetings_than_any_of_a_hundred_draws_by_chance(
    players: int, rounds: int, least: int, most: int
) -> None:
    plan = make_plan(players, rounds, Sizes(least, most), 1)
    chance = Random(1)
    by_chance = []
    for _ in range(100):
        random_repeats = []
        for _ in range(rounds):
            order = chance.sample(range(players), players)
            random_repeats.append(tuple(tuple(order.pop() for _ in range(size)) for size in plan.tables))
        by_chance.append(squares(random_repeats))
    assert sum(times**2 for times in count_meetings_of(plan).values()) < min(by_chance)


def test_it_is_known_where_all_could_meet_equally_often() -> None:
    assert list_even_plans(9, Sizes(3, 5)) == [(3, 4, 1)]
    assert list_even_plans(25, Sizes(3, 5)) == [(5, 6, 1)]
    assert list_even_plans(12, Sizes(3, 4)) == [(4, 11, 3)]
    assert list_even_plans(23, Sizes(3, 5)) == []


def test_how_a_plan_was_made_is_said() -> None:
    assert make_plan(9, 4, Sizes(3, 3), 5).how == "the design 9 in threes, seats by seed 5"
    league = f"the best of 8 league-style draws, seed 5, method {METHOD}"
    assert make_plan(10, 4, Sizes(3, 3), 5).how == league
    assert make_plan(24, 8, Sizes(4, 4), 5).how == f"the design 24 in fours, then {league}"
    assert make_plan(23, 5, Sizes(3, 5), 5).how == "the design 24 in fours with 1 left out, seats by seed 5"


def test_what_json_has_of_a_plan() -> None:
    data = plain(make_plan(9, 4, Sizes(3, 3), 5))
    assert isinstance(data, dict)
    assert list(data) == ["players", "sizes", "tables", "design", "drawn", "seed", "how", "rounds", "met"]
    assert (data["players"], data["tables"], data["design"], data["drawn"]) == (9, [3, 3, 3], "9 in threes", 0)


def test_the_plan_of_a_field_is_for_its_players_in_their_order() -> None:
    players = (4, 7, 8, 11, 12, 15, 16, 19, 20)
    numbered = make_plan(9, 4, Sizes(3, 3), 2).rounds[1]
    drawn_round = draw_planned_round(Entrants(players, Sizes(3, 3), 2), 4, 2)
    assert drawn_round.tables == tuple(tuple(players[number - 1] for number in table) for table in numbered.tables)
    with pytest.raises(NotDrawn, match=r"\{4\} and \{7\}, \{4\} and \{8\}, \{7\} and \{8\}"):
        draw_planned_round(Entrants(players[:8], Sizes(4, 4), 2, apart=frozenset(all_pairs(players[:3]))), 3, 1)


WHOLE = [design for design in DESIGNS if design.players != 24]
ROUND_ROBINS = [circle_design(players) for players in range(2, 22, 2)]


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
        design
        for design in find_fitting_designs(players, [size] * (players // size))
        if design.players == players and design.is_balanced
    ]
    assert len(design.rounds) == rounds
    assert design.most_meetings == times
    meetings = count_meetings(design.rounds)
    assert {meetings[pair] for pair in all_pairs(range(players))} == {times}


def test_of_twenty_four_only_eight_groups_of_three_never_meet() -> None:
    [design] = [design for design in DESIGNS if design.players == 24]
    meetings = count_meetings(design.rounds)
    assert set(meetings.values()) == {1}
    never = [pair for pair in all_pairs(range(24)) if not meetings[pair]]
    assert len(never) == 8 * 3
    # Each of them misses just two others, who miss each other too.
    missed = [{opponent for pair in never if player in pair for opponent in pair} for player in range(24)]
    assert all(len(group) == 3 for group in missed)
    assert len({frozenset(group) for group in missed}) == 8


@pytest.mark.parametrize("players", range(5, 41))
def test_with_players_left_out_every_round_has_the_tables_asked_for_and_nobody_meets_oftener(players: int) -> None:
    for tables in range(1, players // 3 + 1):
        size, larger = divmod(players, tables)
        shape = [size + 1] * larger + [size] * (tables - larger)
        for design in find_fitting_designs(players, shape):
            assert design.rounds
            for round_tables in design.rounds:
                assert sorted(map(len, round_tables)) == sorted(shape)
                assert sorted(player for table in round_tables for player in table) == list(range(players))
            assert max(count_meetings(design.rounds).values()) <= design.most_meetings


@pytest.mark.parametrize("players", range(3, 22, 2))
def test_in_pairs_of_an_odd_number_everybody_meets_everybody_and_has_one_bye(players: int) -> None:
    [design] = find_fitting_designs(players, [2] * (players // 2))
    byes = [set(range(players)) - {player for table in tables for player in table} for tables in design.rounds]
    assert sorted(player for bye in byes for player in bye) == list(range(players))
    meetings = count_meetings(design.rounds)
    assert {meetings[pair] for pair in all_pairs(range(players))} == {1}
