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


def drawn(asked: Entrants) -> tuple[Table, ...]:
    found = draw(asked)
    assert not found.byes
    return found.tables


def again(tables: tuple[Table, ...], met: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in all_pairs(table) if met.get(pair)]


@st.composite
def fields(draw: st.DrawFn) -> Entrants:
    size = tuple(draw(st.lists(st.integers(2, 6), min_size=1, max_size=6)))
    everybody = all_pairs(range(sum(size)))
    someone = st.integers(0, sum(size) - 1)
    met = draw(st.dictionaries(st.sampled_from(everybody), st.integers(1, 5), max_size=40))
    sat = draw(st.dictionaries(st.tuples(someone, st.integers(0, 5)), st.integers(1, 5)))
    apart = draw(st.frozensets(st.sampled_from(everybody), max_size=3))
    games = draw(st.text("abc", min_size=6, max_size=6))
    played = draw(st.dictionaries(st.tuples(someone, st.sampled_from("abc")), st.integers(1, 5), max_size=20))
    return field(size, met, sat, apart, draw(st.integers(0, 2**31 - 1)), games, played)


@given(fields())
@settings(max_examples=60)
def test_everybody_is_seated_once_at_tables_of_the_size_asked_and_pairs_are_kept_apart(asked: Entrants) -> None:
    tables = answer(asked)
    if isinstance(tables, NotDrawn):
        assert tables.pairs
        assert set(tables.pairs) <= asked.apart
        assert not any(possible(asked, frozenset(tables.pairs)))
        return
    assert [len(table) for table in tables] == [table.size for table in asked.plan]
    assert sorted(player for table in tables for player in table) == list(asked.players)
    assert not any(set(pair) <= set(table) for pair in asked.apart for table in tables)
    assert drawn(asked) == tables


def answer(asked: Entrants) -> tuple[Table, ...] | NotDrawn:
    try:
        return drawn(asked)
    except NotDrawn as fault:
        return fault


def possible(asked: Entrants, apart: frozenset[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """Every way to give those kept apart a table, tried one after the other."""
    who = sorted({player for pair in apart for player in pair})

    def rest(at: dict[int, int], left: list[int]) -> Iterator[dict[int, int]]:
        if not left:
            yield at
            return
        for table, size in enumerate(table_plan.size for table_plan in asked.plan):
            foes = {other for pair in apart if left[0] in pair for other in pair} - {left[0]}
            here = [player for player, taken in at.items() if taken == table]
            if len(here) < size and not foes & set(here):
                yield from rest({**at, left[0]: table}, left[1:])

    return rest({}, who)


@pytest.mark.parametrize("seed", range(20))
def test_of_all_ways_to_seat_seven_the_one_with_the_fewest_meetings_is_found(seed: int) -> None:
    chance = Random(seed)
    met = {pair: chance.randrange(4) for pair in all_pairs(range(7))}
    best = min(
        sum(met[pair] for table in (four, set(range(7)) - set(four)) for pair in all_pairs(table))
        for four in combinations(range(7), 4)
    )
    tables = drawn(field((4, 3), met, seed=seed))
    assert sum(met[pair] for table in tables for pair in all_pairs(table)) == best


def test_a_table_for_one_is_refused() -> None:
    with pytest.raises(NotDrawn, match="Invalid table size 1"):
        draw(field((3, 1, 1), met={(1, 3): 2, (2, 4): 1, (0, 4): 2}, apart=frozenset({(2, 4)})))


def test_who_dealt_and_sat_there_oftenest_sits_elsewhere() -> None:
    # The dealer has place 0, and is the last in order of seat; whoever sits after the dealer is the first.
    assert [place_from_dealer(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [place_from_dealer(seat, 4, dealer=1) for seat in range(4)] == [3, 0, 1, 2]
    sat = {(0, 0): 3, (1, 0): 3, (2, 0): 3, (0, 1): 3, (1, 1): 3}
    for seed in range(20):
        [table] = drawn(field((4,), sat=sat, seed=seed))
        assert table[-1] == 3  # the only one who has not dealt three times
        assert table[0] == 2  # of the others the only one who has not sat after the dealer
    assert add_at_best_seat((0, 1, 2), 3, {(2, 0): 3}) == (0, 1, 2, 3)


@pytest.mark.parametrize("seed", range(20))
def test_of_all_orders_of_a_table_one_in_which_they_sit_least_where_they_sat_most_is_found(seed: int) -> None:
    chance = Random(seed)
    sat = {(player, seat): chance.randrange(5) for player in range(5) for seat in range(5)}

    def worn(table: tuple[int, ...]) -> int:
        return sum(sat[player, place_from_dealer(seat, 5)] for seat, player in enumerate(table))

    [table] = drawn(field((5,), sat=sat, seed=seed))
    assert worn(table) == min(map(worn, permutations(range(5))))


def test_a_clique_that_is_larger_than_the_tables_are_many_is_named_and_nobody_else() -> None:
    clique = frozenset({(0, 1), (0, 2), (1, 2)})
    with pytest.raises(NotDrawn) as fault:
        drawn(field((4, 3), apart=clique | {(4, 5)}))
    assert set(fault.value.pairs) == clique
    with pytest.raises(NotDrawn) as fault:
        drawn(field((4,), apart=frozenset({(1, 3)})))
    assert fault.value.pairs == ((1, 3),)


def test_an_answer_stays_the_same_as_long_as_the_method_is() -> None:
    """A draw of an earlier evening is drawn again: whoever changes an answer has to give the method another edition."""
    assert METHOD == "seating 1"
    met = {(one, other): (one * other) % 3 for one, other in all_pairs(range(11))}
    asked = field((4, 4, 3), met, {(one, one % 4): 2 for one in range(11)}, frozenset({(0, 5)}), seed=2026)
    assert drawn(asked) == ANSWER
    games = tuple(map(TablePlan, "aab", (4, 4, 3)))
    assert drawn(replace(asked, plan=games, played={(one, "b"): one % 3 for one in range(11)})) == WITH_GAMES
    assert drawn(field((4, 3), seed=7)) != drawn(field((4, 3), seed=8))


ANSWER = ((2, 5, 8, 6), (7, 3, 1, 9), (0, 4, 10))
WITH_GAMES = ((2, 5, 8, 9), (3, 7, 10, 1), (0, 4, 6))


def test_who_has_played_a_game_oftener_is_drawn_to_the_other() -> None:
    played = {(one, "a"): 3 for one in range(4)} | {(one, "b"): 3 for one in range(4, 8)}
    for seed in range(20):
        first, _ = drawn(field((4, 4), seed=seed, games="ab", played=played))
        assert {*first} == {4, 5, 6, 7}


def test_to_have_played_everything_equally_often_is_to_have_no_wish() -> None:
    same = {(one, game): 4 for one in range(8) for game in "ab"}
    met = {(0, 1): 2}
    assert again(drawn(field((4, 4), met, seed=5, games="ab", played=same)), met) == []


def test_a_game_that_is_not_on_offer_tonight_has_no_weight() -> None:
    elsewhere = {(one, "c"): one for one in range(8)}
    assert drawn(field((4, 4), seed=5, games="ab", played=elsewhere)) == drawn(field((4, 4), seed=5, games="ab"))


def test_tables_are_planned_for_those_who_are_there() -> None:
    with pytest.raises(NotDrawn, match="planned for 7 players, but there are 8"):
        draw(replace(field((4, 3)), players=tuple(range(8))))


def test_over_twelve_weeks_each_plays_two_games_about_equally_often() -> None:
    """No more than twice or thrice oftener, where without heed it is up to seven times; and few more meet again."""
    for seed in range(3):
        ours, heedless_ = (season(each, seed=seed, offers=GAMES) for each in (drawn, heedless))
        assert max(ours.uneven) <= 3 < max(heedless_.uneven)
        assert 2 * sum(ours.uneven) < sum(heedless_.uneven)
        assert ours.repeats <= 1.2 * heedless_.repeats
        assert ours.most <= 3


def test_over_twelve_weeks_fewer_meet_again_than_by_chance() -> None:
    """24 players, of whom 80 % come: six tenths of the meetings again at most, and no pair meets more than thrice."""
    for ours, chance in seasons(range(3)):
        assert ours.repeats <= 0.6 * chance.repeats
        assert ours.most <= 3 < chance.most
        assert ours.squares < 0.75 * chance.squares
        assert 2 * ours.imbalance < chance.imbalance
        assert sum(ours.met.values()) == sum(chance.met.values())


@pytest.mark.parametrize(
    ("sizes", "many"), [((6, 6, *[5] * 6), 385), ((5, 5, *[4] * 8), 396), ((4, *[3] * 11), 438), ((4,) * 10, 300)]
)
def test_who_can_be_kept_apart_is_even_where_half_of_all_pairs_are(sizes: tuple[int, ...], many: int) -> None:
    """There is a way, as nobody who sits together in one that is made up is kept apart; it has to be found."""
    chance = Random(many)
    table = [at for at, size in enumerate(sizes) for _ in range(size)]
    chance.shuffle(table)
    across = [pair for pair in combinations(range(len(table)), 2) if table[pair[0]] != table[pair[1]]]
    apart = frozenset(chance.sample(across, many))
    tables = drawn(field(sizes, apart=apart, games="a" * len(sizes)))
    assert not any(set(pair) <= set(table) for pair in apart for table in tables)
