"""Exchanges are weighed as they should be: when they are over, no exchange of two players and no move helps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws import league, swiss
from referee.competition.draws.exchange import Criteria, exchange_players
from referee.competition.draws.groups import draw_groups
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.draws.separation import InseparablePairs, find_tables_apart
from referee.competition.draws.sizes import even_sizes, list_splits
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Pair, Sizes, all_pairs
from tests.competition.fields import one_part, partitions
from tests.sampling import one_in

Tables = Sequence[Sequence[int]]


@st.composite
def tables_and_criteria(draw: st.DrawFn) -> tuple[list[list[int]], Criteria]:
    size = draw(st.integers(2, 5))
    sizes = draw(st.lists(st.sampled_from([size, size + 1]), min_size=1, max_size=6))
    players = iter(draw(st.permutations(range(sum(sizes)))))
    tables = [[next(players) for _ in range(size)] for size in sizes]
    value = draw(st.lists(st.integers(-5, 20), min_size=sum(sizes), max_size=sum(sizes)))
    unwelcome: list[dict[int, int]] = [{} for _ in value]
    some = st.dictionaries(st.sampled_from(all_pairs(range(len(value)))), st.integers(1, 400), max_size=12)
    for (first, second), much in draw(some).items():
        unwelcome[first][second] = unwelcome[second][first] = much
    return tables, Criteria(unwelcome, value, draw(st.sampled_from([1, -1])))


def cost(tables: Tables, wishes: Criteria) -> int:
    """Add it up pair by pair."""
    pairs = [pair for table in tables for pair in all_pairs(table)]
    return sum(
        wishes.unwelcome[first].get(second, 0) + wishes.direction * (wishes.values[first] - wishes.values[second]) ** 2
        for first, second in pairs
    )


@given(tables_and_criteria(), st.integers(0, 99))
@settings(max_examples=60)
def test_afterwards_nothing_that_two_tables_could_do_helps(
    question: tuple[list[list[int]], Criteria], seed: int
) -> None:
    begun, wishes = question
    tables = exchange_players(begun, wishes, Random(seed), 0)
    assert sorted(map(len, tables)) == sorted(map(len, begun))
    assert sorted(player for table in tables for player in table) == list(range(len(wishes.values)))
    reached = cost(tables, wishes)
    assert reached <= cost(begun, wishes)
    for first_table, second_table in all_pairs(range(len(tables))):
        for first_seat in range(len(tables[first_table])):
            for second_seat in range(len(tables[second_table])):
                changed_tables = [list(table) for table in tables]
                changed_tables[first_table][first_seat], changed_tables[second_table][second_seat] = (
                    changed_tables[second_table][second_seat],
                    changed_tables[first_table][first_seat],
                )
                assert cost(changed_tables, wishes) >= reached
        if len(tables[first_table]) != len(tables[second_table]):
            longer, shorter = sorted((first_table, second_table), key=lambda table_index: -len(tables[table_index]))
            for player in tables[longer]:
                changed_tables = [
                    [seated_player for seated_player in table if seated_player != player] for table in tables
                ]
                changed_tables[shorter].append(player)
                assert cost(changed_tables, wishes) >= reached


@given(tables_and_criteria(), st.integers(0, 99))
@settings(max_examples=50)
def test_disturbing_tables_never_leaves_them_worse(question: tuple[list[list[int]], Criteria], seed: int) -> None:
    begun, wishes = question
    costs = [cost(exchange_players(begun, wishes, Random(seed), work), wishes) for work in (0, 500, 2000)]
    assert costs == sorted(costs, reverse=True)


@st.composite
def with_games(draw: st.DrawFn) -> tuple[list[list[int]], Criteria]:
    """Tables of two games, each with sizes of its own, and how often each player has played the game of each table."""
    games = draw(st.lists(st.sampled_from("ab"), min_size=2, max_size=6))
    least = {game: draw(st.integers(2, 5)) for game in "ab"}
    sizes = [least[game] + draw(st.integers(0, 1)) for game in games]
    players = iter(draw(st.permutations(range(sum(sizes)))))
    tables = [[next(players) for _ in range(size)] for size in sizes]
    unwelcome: list[dict[int, int]] = [{} for _ in range(sum(sizes))]
    some = st.dictionaries(st.sampled_from(all_pairs(range(sum(sizes)))), st.integers(1, 400), max_size=12)
    for (first, second), much in draw(some).items():
        unwelcome[first][second] = unwelcome[second][first] = much
    play_counts = [{game: draw(st.integers(0, 90)) for game in "ab"} for _ in unwelcome]
    fits = [[counts[game] for game in games] for counts in play_counts]
    return tables, Criteria(unwelcome, [0] * len(unwelcome), fits=fits, games=games)


def fitting(tables: Tables, wishes: Criteria) -> int:
    """Add to the cost how little each player fits at their table."""
    return cost(tables, wishes) + sum(
        wishes.fits[player][index] for index, table in enumerate(tables) for player in table
    )


@given(with_games(), st.integers(0, 99), st.sampled_from([0, 500]))
@settings(max_examples=60)
def test_each_game_keeps_as_many_tables_of_each_size_and_no_exchange_between_games_helps(
    question: tuple[list[list[int]], Criteria], seed: int, work: int
) -> None:
    begun, wishes = question
    tables = exchange_players(begun, wishes, Random(seed), work)
    for game in "ab":
        before, after = (
            sorted(len(table) for table, table_game in zip(seating, wishes.games, strict=True) if table_game == game)
            for seating in (begun, tables)
        )
        assert after == before
    assert sorted(player for table in tables for player in table) == list(range(len(wishes.values)))
    reached = fitting(tables, wishes)
    assert reached <= fitting(begun, wishes)
    for first_table, second_table in all_pairs(range(len(tables))):
        for first_seat in range(len(tables[first_table])):
            for second_seat in range(len(tables[second_table])):
                changed_tables = [list(table) for table in tables]
                changed_tables[first_table][first_seat], changed_tables[second_table][second_seat] = (
                    changed_tables[second_table][second_seat],
                    changed_tables[first_table][first_seat],
                )
                assert fitting(changed_tables, wishes) >= reached


def test_tables_of_a_game_are_not_made_uneven_where_those_of_another_are_larger() -> None:
    """Nobody else is welcome to the first two. At tables of two and four they would be by themselves."""
    unwelcome: list[dict[int, int]] = [{} for _ in range(11)]
    for first in (0, 1):
        for second in (2, 3, 4, 5):
            unwelcome[first][second] = unwelcome[second][first] = 1
    begun = [[0, 2, 3], [1, 4, 5], [6, 7, 8, 9, 10]]
    fits = [[0, 0, 90 if player < 6 else 0] for player in range(11)]
    tables = exchange_players(begun, Criteria(unwelcome, [0] * 11, fits=fits, games=["a", "a", "b"]), Random(1), 2000)
    assert list(map(len, tables)) == [3, 3, 5]


def count_pairs_together(pairs: Iterable[Pair], tables: Iterable[Sequence[int]]) -> int:
    return sum(set(pair) <= set(table) for pair in pairs for table in tables)


def fewest_pairs_together(field: Entrants, ways: Iterable[Sequence[int]], byes: Sequence[int]) -> int | None:
    """The fewest mates together at tables of these sizes, whoever has the byes; None where foes would sit together."""
    seated_players = [player for player in field.players if player not in byes]
    counts = [
        count_pairs_together(field.mates, tables)
        for sizes in ways
        for tables in partitions(seated_players, sizes)
        if not count_pairs_together(field.apart, tables)
    ]
    return min(counts, default=None)


def teams(chance: Random, players: Sequence[int], team_count: int) -> frozenset[Pair]:
    team = {player: chance.randrange(team_count) for player in players}
    return frozenset(pair for pair in all_pairs(players) if team[pair[0]] == team[pair[1]])


def some_field(seed: int) -> Entrants:
    chance = Random(seed)
    sizes = chance.choice([Sizes(2, 2), Sizes(2, 3), Sizes(3, 3), Sizes(3, 4), Sizes(4, 5)])
    players = tuple(sorted(chance.sample(range(1, 50), chance.randrange(6, 10))))
    kept_apart = frozenset(chance.sample(all_pairs(players), chance.randrange(3)))
    mates = teams(chance, players, chance.choice([1, 2, 2, 3])) - kept_apart
    meetings = {pair: chance.randrange(3) for pair in all_pairs(players)}
    return Entrants(players, sizes, seed, met=meetings, apart=kept_apart, mates=mates)


@pytest.mark.parametrize("method", [swiss.draw, league.draw])
@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_of_mates_who_cannot_all_be_kept_apart_the_fewest_sit_together(
    method: Callable[[Entrants], DrawnRound], seed: int
) -> None:
    field = some_field(seed)
    ways = [split_of_table_sizes.sizes for split_of_table_sizes in list_splits(len(field.players), field.sizes)]
    try:
        drawn_round = method(field)
    except NotDrawn:
        assert fewest_pairs_together(field, ways, []) is None or list_splits(len(field.players), field.sizes)[0].byes
        return
    assert not count_pairs_together(field.apart, drawn_round.tables)
    assert count_pairs_together(field.mates, drawn_round.tables) == fewest_pairs_together(field, ways, drawn_round.byes)
    assert method(field) == drawn_round


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_so_they_do_in_a_knock_out_and_in_groups(seed: int) -> None:
    field = replace(some_field(seed), met={}, apart=frozenset())
    table_split = list_splits(len(field.players), field.sizes)[0]
    stage = Stage(len(field.players), table_split.sizes, table_split.byes)
    drawn_round = one_part(field, stage, by_lot=True)
    assert count_pairs_together(field.mates, drawn_round.tables) == fewest_pairs_together(
        field, [stage.sizes], drawn_round.byes
    )
    two = replace(field, sizes=Sizes(2, 5))
    sizes = even_sizes(len(field.players), 2)
    assert count_pairs_together(field.mates, draw_groups(two, 2, by_lot=True)) == fewest_pairs_together(
        field, [sizes], []
    )


@pytest.mark.parametrize("seed", one_in(2, range(200)))
def test_there_is_a_way_to_keep_all_apart_exactly_where_one_of_all_tables_keeps_them(seed: int) -> None:
    chance = Random(seed)
    players = range(chance.randrange(4, 10))
    sizes = even_sizes(len(players), chance.randrange(2, max(3, len(players) // 2)))
    kept_apart = frozenset(chance.sample(all_pairs(players), chance.randrange(1, min(14, len(all_pairs(players))))))
    possible_tables = [
        tables for tables in partitions(list(players), sizes) if not count_pairs_together(kept_apart, tables)
    ]
    try:
        table_of = find_tables_apart(sizes, kept_apart)
    except InseparablePairs as fault:
        assert not possible_tables
        # As few pairs as say so: without any one of them there is a way.
        for pair in fault.pairs:
            remaining = frozenset(fault.pairs) - {pair}
            assert any(not count_pairs_together(remaining, tables) for tables in partitions(list(players), sizes))
        return
    assert possible_tables
    assert table_of is not None, "so few are gone through"
    assert not any(table_of[first] == table_of[second] for first, second in kept_apart)
    assert all(list(table_of.values()).count(number) <= size for number, size in enumerate(sizes))
