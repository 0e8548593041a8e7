"""Seats are drawn within each game's limits, so that few meet again and nobody sits in one place every week."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws.evening import METHOD, draw
from referee.competition.draws.seat_rotation import add_at_best_seat
from referee.competition.entrants import Entrants, NotDrawn, Sizes, Table, TablePlan, all_pairs, place_from_dealer
from tests.benchmarks.seating import GAMES, heedless, season, seasons


def field(
    size: tuple[int, ...],
    met: dict[tuple[int, int], int] | None = None,
    sat: dict[tuple[int, int], int] | None = None,
    apart: frozenset[tuple[int, int]] = frozenset(),
    seed: int = 1,
    games: str = "aaaaaa",
    played: dict[tuple[int, str], int] | None = None,
) -> Entrants:
    plan = tuple(map(TablePlan, games, size))
    players = tuple(range(sum(size)))
    sizes = Sizes(min(size), max(size))
    return Entrants(players, sizes, seed, met=met or {}, sat=sat or {}, apart=apart, plan=plan, played=played or {})


def draw_tables(entrants: Entrants) -> tuple[Table, ...]:
    answer = draw(entrants)
    assert not answer.byes
    return answer.tables


def repeated_meetings(tables: tuple[Table, ...], meetings: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in all_pairs(table) if meetings.get(pair)]


@st.composite
def fields(draw: st.DrawFn) -> Entrants:
    size = tuple(draw(st.lists(st.integers(2, 6), min_size=1, max_size=6)))
    everybody = all_pairs(range(sum(size)))
    someone = st.integers(0, sum(size) - 1)
    meetings = draw(st.dictionaries(st.sampled_from(everybody), st.integers(1, 5), max_size=40))
    seat_counts = draw(st.dictionaries(st.tuples(someone, st.integers(0, 5)), st.integers(1, 5)))
    kept_apart = draw(st.frozensets(st.sampled_from(everybody), max_size=3))
    games = draw(st.text("abc", min_size=6, max_size=6))
    play_counts = draw(st.dictionaries(st.tuples(someone, st.sampled_from("abc")), st.integers(1, 5), max_size=20))
    return field(size, meetings, seat_counts, kept_apart, draw(st.integers(0, 2**31 - 1)), games, play_counts)


@given(fields())
@settings(max_examples=60)
def test_everybody_is_seated_once_at_tables_of_the_size_asked_and_pairs_are_kept_apart(entrants: Entrants) -> None:
    tables = draw_or_fault(entrants)
    if isinstance(tables, NotDrawn):
        assert tables.pairs
        assert set(tables.pairs) <= entrants.apart
        assert not any(possible(entrants, frozenset(tables.pairs)))
        return
    assert [len(table) for table in tables] == [table.size for table in entrants.plan]
    assert sorted(player for table in tables for player in table) == list(entrants.players)
    assert not any(set(pair) <= set(table) for pair in entrants.apart for table in tables)
    assert draw_tables(entrants) == tables


def draw_or_fault(entrants: Entrants) -> tuple[Table, ...] | NotDrawn:
    try:
        return draw_tables(entrants)
    except NotDrawn as fault:
        return fault


def possible(entrants: Entrants, kept_apart: frozenset[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """Every way to give those kept apart a table, tried one after the other."""
    players = sorted({player for pair in kept_apart for player in pair})

    def rest(table_of: dict[int, int], remaining: list[int]) -> Iterator[dict[int, int]]:
        if not remaining:
            yield table_of
            return
        for table, size in enumerate(table_plan.size for table_plan in entrants.plan):
            opponents = {opponent for pair in kept_apart if remaining[0] in pair for opponent in pair} - {remaining[0]}
            players_at_table = [player for player, number in table_of.items() if number == table]
            if len(players_at_table) < size and not opponents & set(players_at_table):
                yield from rest({**table_of, remaining[0]: table}, remaining[1:])

    return rest({}, players)


@pytest.mark.parametrize("seed", range(20))
def test_of_all_ways_to_seat_seven_the_one_with_the_fewest_meetings_is_found(seed: int) -> None:
    chance = Random(seed)
    meetings = {pair: chance.randrange(4) for pair in all_pairs(range(7))}
    best = min(
        sum(meetings[pair] for table in (four, set(range(7)) - set(four)) for pair in all_pairs(table))
        for four in combinations(range(7), 4)
    )
    tables = draw_tables(field((4, 3), meetings, seed=seed))
    assert sum(meetings[pair] for table in tables for pair in all_pairs(table)) == best


def test_a_table_for_one_is_refused() -> None:
    with pytest.raises(NotDrawn, match="Invalid table size 1"):
        draw(field((3, 1, 1), met={(1, 3): 2, (2, 4): 1, (0, 4): 2}, apart=frozenset({(2, 4)})))


def test_who_dealt_and_sat_there_oftenest_sits_elsewhere() -> None:
    # The dealer has place 0, and is the last in order of seat; whoever sits after the dealer is the first.
    assert [place_from_dealer(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [place_from_dealer(seat, 4, dealer=1) for seat in range(4)] == [3, 0, 1, 2]
    seat_counts = {(0, 0): 3, (1, 0): 3, (2, 0): 3, (0, 1): 3, (1, 1): 3}
    for seed in range(20):
        [table] = draw_tables(field((4,), sat=seat_counts, seed=seed))
        assert table[-1] == 3  # the only one who has not dealt three times
        assert table[0] == 2  # of the others the only one who has not sat after the dealer
    assert add_at_best_seat((0, 1, 2), 3, {(2, 0): 3}) == (0, 1, 2, 3)


@pytest.mark.parametrize("seed", range(20))
def test_of_all_orders_of_a_table_one_in_which_they_sit_least_where_they_sat_most_is_found(seed: int) -> None:
    chance = Random(seed)
    seat_counts = {(player, seat): chance.randrange(5) for player in range(5) for seat in range(5)}

    def worn(table: tuple[int, ...]) -> int:
        return sum(seat_counts[player, place_from_dealer(seat, 5)] for seat, player in enumerate(table))

    [table] = draw_tables(field((5,), sat=seat_counts, seed=seed))
    assert worn(table) == min(map(worn, permutations(range(5))))


def test_a_clique_that_is_larger_than_the_tables_are_many_is_named_and_nobody_else() -> None:
    clique = frozenset({(0, 1), (0, 2), (1, 2)})
    with pytest.raises(NotDrawn) as fault:
        draw_tables(field((4, 3), apart=clique | {(4, 5)}))
    assert set(fault.value.pairs) == clique
    with pytest.raises(NotDrawn) as fault:
        draw_tables(field((4,), apart=frozenset({(1, 3)})))
    assert fault.value.pairs == ((1, 3),)


def test_an_answer_stays_the_same_as_long_as_the_method_is() -> None:
    """A draw of an earlier evening is drawn again: whoever changes an answer has to give the method another edition."""
    assert METHOD == "seating 1"
    meetings = {(player, opponent): (player * opponent) % 3 for player, opponent in all_pairs(range(11))}
    entrants = field(
        (4, 4, 3), meetings, {(player, player % 4): 2 for player in range(11)}, frozenset({(0, 5)}), seed=2026
    )
    assert draw_tables(entrants) == ANSWER
    games = tuple(map(TablePlan, "aab", (4, 4, 3)))
    assert (
        draw_tables(replace(entrants, plan=games, played={(player, "b"): player % 3 for player in range(11)}))
        == WITH_GAMES
    )
    assert draw_tables(field((4, 3), seed=7)) != draw_tables(field((4, 3), seed=8))


ANSWER = ((2, 5, 8, 6), (7, 3, 1, 9), (0, 4, 10))
WITH_GAMES = ((2, 5, 8, 9), (3, 7, 10, 1), (0, 4, 6))


def test_who_has_played_a_game_oftener_is_drawn_to_the_other() -> None:
    play_counts = {(player, "a"): 3 for player in range(4)} | {(player, "b"): 3 for player in range(4, 8)}
    for seed in range(20):
        first, _ = draw_tables(field((4, 4), seed=seed, games="ab", played=play_counts))
        assert {*first} == {4, 5, 6, 7}


def test_to_have_played_everything_equally_often_is_to_have_no_wish() -> None:
    same = {(player, game): 4 for player in range(8) for game in "ab"}
    meetings = {(0, 1): 2}
    assert repeated_meetings(draw_tables(field((4, 4), meetings, seed=5, games="ab", played=same)), meetings) == []


def test_a_game_that_is_not_on_offer_tonight_has_no_weight() -> None:
    elsewhere = {(player, "c"): player for player in range(8)}
    assert draw_tables(field((4, 4), seed=5, games="ab", played=elsewhere)) == draw_tables(
        field((4, 4), seed=5, games="ab")
    )


def test_tables_are_planned_for_those_who_are_there() -> None:
    with pytest.raises(NotDrawn, match="planned for 7 players, but there are 8"):
        draw(replace(field((4, 3)), players=tuple(range(8))))


def test_over_twelve_weeks_each_plays_two_games_about_equally_often() -> None:
    """No more than twice or thrice oftener, where without heed it is up to seven times; and few more meet again."""
    for seed in range(3):
        balanced, unbalanced = (season(method, seed=seed, offers=GAMES) for method in (draw_tables, heedless))
        assert max(balanced.uneven) <= 3 < max(unbalanced.uneven)
        assert 2 * sum(balanced.uneven) < sum(unbalanced.uneven)
        assert balanced.repeats <= 1.2 * unbalanced.repeats
        assert balanced.most <= 3


def test_over_twelve_weeks_fewer_meet_again_than_by_chance() -> None:
    """24 players, of whom 80 % come: six tenths of the meetings again at most, and no pair meets more than thrice."""
    for drawn_season, chance in seasons(range(3)):
        assert drawn_season.repeats <= 0.6 * chance.repeats
        assert drawn_season.most <= 3 < chance.most
        assert drawn_season.squares < 0.75 * chance.squares
        assert 2 * drawn_season.imbalance < chance.imbalance
        assert sum(drawn_season.met.values()) == sum(chance.met.values())


@pytest.mark.parametrize(
    ("sizes", "pair_count"), [((6, 6, *[5] * 6), 385), ((5, 5, *[4] * 8), 396), ((4, *[3] * 11), 438), ((4,) * 10, 300)]
)
def test_who_can_be_kept_apart_is_even_where_half_of_all_pairs_are(sizes: tuple[int, ...], pair_count: int) -> None:
    """There is a way, as nobody who sits together in one that is made up is kept apart; it has to be found."""
    chance = Random(pair_count)
    table = [number for number, size in enumerate(sizes) for _ in range(size)]
    chance.shuffle(table)
    across = [pair for pair in combinations(range(len(table)), 2) if table[pair[0]] != table[pair[1]]]
    kept_apart = frozenset(chance.sample(across, pair_count))
    tables = draw_tables(field(sizes, apart=kept_apart, games="a" * len(sizes)))
    assert not any(set(pair) <= set(table) for pair in kept_apart for table in tables)
