"""Swiss rounds against a count of every possible round: the order of wishes of clauses 2.22 to 2.24, 5.14 and 5.15."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from referee.competition.draws import swiss
from referee.competition.entrants import DrawnRound, Entrants, Sizes, all_pairs
from tests.competition.fields import distance, entrants_after, partitions, repeats
from tests.sampling import one_in

Tables = Sequence[Sequence[int]]
PAIRS = Sizes(2, 2)


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_with_repeats_first_no_round_has_fewer_repeats_or_then_nearer_scores(seed: int) -> None:
    chance = Random(seed)
    sizes = chance.choice([Sizes(2, 2), Sizes(2, 3), Sizes(3, 3), Sizes(3, 4), Sizes(4, 5)])
    players = tuple(chance.sample(range(1, 50), chance.randrange(6, 10)))
    field = Entrants(
        players,
        sizes,
        seed,
        {player: Fraction(chance.randrange(7), chance.choice([1, 2, 3])) for player in players},
        {pair: chance.randrange(3) for pair in all_pairs(players)},
        apart=frozenset(chance.sample(all_pairs(players), 1)),
    )
    drawn_round = swiss.draw_repeats_first(field)
    seated_players = [player for player in players if player not in drawn_round.byes]
    all_partitions = partitions(seated_players, [len(table) for table in drawn_round.tables])
    allowed = (
        tables
        for tables in all_partitions
        if not any(set(pair) <= set(table) for pair in field.apart for table in tables)
    )
    best = min((repeats(field, tables), distance(field, tables)) for tables in allowed)
    assert (repeats(field, drawn_round.tables), distance(field, drawn_round.tables)) == best


def score_groups(field: Entrants, players: Sequence[int]) -> dict[int, int]:
    """Return the score group of each player, 0 for the highest score."""
    scores = sorted({field.scores.get(player, 0) for player in players}, reverse=True)
    return {player: scores.index(field.scores.get(player, 0)) for player in players}


def count_repeats(field: Entrants, tables: Tables) -> int:
    """Count how often the pairs at the tables have met before."""
    return sum(field.met.get(pair, 0) for table in tables for pair in all_pairs(table))


def rate_pairs(field: Entrants, tables: Tables) -> tuple[int, list[tuple[int, int]]]:
    """Return the repeats, then for each score group how many float out of it and how far these had floated before."""
    groups = score_groups(field, [player for table in tables for player in table])
    pairs = [sorted((groups[first], groups[second])) for first, second in tables]
    floats = []
    for group in range(max(groups.values())):
        floaters = [upper for upper, lower in pairs if upper <= group < lower]
        floats.append((len(floaters), sum(group - upper for upper in floaters)))
    return count_repeats(field, tables), floats


def rate_tables(field: Entrants, tables: Tables) -> tuple[int, int, int]:
    """Return the steps beyond the next score group, the repeats, and all steps.

    Steps are counted from the score groups of a table, where tables are filled in order of points, the larger first.
    """
    players = [player for table in tables for player in table]
    groups = score_groups(field, players)
    order, limits, start = sorted(players, key=groups.__getitem__), [], 0
    for size in sorted(map(len, tables), reverse=True):
        limits.append((groups[order[start]], groups[order[start + size - 1]]))
        start += size
    best: tuple[int, int, int] | None = None
    for numbered_tables in permutations(tables):
        sizes = [len(table) for table in numbered_tables]
        if sizes == sorted(sizes, reverse=True):
            steps = [
                max(0, first - groups[player], groups[player] - last)
                for table, (first, last) in zip(numbered_tables, limits, strict=True)
                for player in table
            ]
            rating = sum(max(0, step - 1) for step in steps), count_repeats(field, tables), sum(steps)
            best = rating if best is None else min(best, rating)
    assert best is not None
    return best


def rounds_of_any_swiss(seed: int) -> Iterator[tuple[Entrants, DrawnRound]]:
    """Yield the rounds of a small tournament in which some results are changed at random."""
    chance = Random(seed)
    sizes = chance.choice([PAIRS, PAIRS, Sizes(3, 3), Sizes(3, 4), Sizes(4, 4), Sizes(3, 5), Sizes(5, 5)])
    field = Entrants(tuple(range(1, chance.randrange(max(4, sizes.least), 10) + 1)), sizes, seed)
    for number in range(chance.randrange(2, 6)):
        drawn_round = swiss.draw(field)
        yield field, drawn_round
        after = entrants_after(field, drawn_round, seed * 7 + number)
        scores = {
            player: Fraction(chance.randrange(number * 2 + 3), 2) if chance.random() < 0.4 else after.scores[player]
            for player in field.players
            if player in after.scores
        }
        field = Entrants(
            field.players, sizes, after.seed, scores, after.met, after.sat, after.at, after.byes, field.apart
        )


@pytest.mark.parametrize("seed", one_in(50, range(1000)))
def test_no_possible_round_fulfils_the_wishes_better(seed: int) -> None:
    for field, drawn_round in rounds_of_any_swiss(seed):
        seated_players = [player for player in field.players if player not in drawn_round.byes]
        sizes = [len(table) for table in drawn_round.tables]
        rounds = partitions(seated_players, sizes)
        if field.sizes == PAIRS:
            assert rate_pairs(field, drawn_round.tables) == min(rate_pairs(field, tables) for tables in rounds)
        else:
            assert rate_tables(field, drawn_round.tables) == min(rate_tables(field, tables) for tables in rounds)
        check_byes(field, drawn_round)


def check_byes(field: Entrants, drawn_round: DrawnRound) -> None:
    """Check that byes go to the fewest byes, then to the lowest score, unless that makes a pair meet again."""
    others = [player for player in field.players if player not in drawn_round.byes]
    for player in drawn_round.byes:
        assert all(field.byes.get(player, 0) <= field.byes.get(other, 0) for other in others)
        equals = [other for other in others if field.byes.get(other, 0) == field.byes.get(player, 0)]
        lower = [other for other in equals if field.scores.get(other, 0) < field.scores.get(player, 0)]
        assert not lower or field.sizes == PAIRS
        for other in lower:
            seated_players = [seated for seated in field.players if seated != other]
            fewest = min(
                count_repeats(field, tables) for tables in partitions(seated_players, [2] * len(drawn_round.tables))
            )
            assert fewest > count_repeats(field, drawn_round.tables)


def test_two_leaders_who_have_met_play_the_next_score_group_and_nobody_lower() -> None:
    scores = {player: Fraction(4 - (player + 1) // 2) for player in range(1, 9)}
    field = Entrants(tuple(range(1, 9)), PAIRS, 1, scores, {(1, 2): 1})
    drawn_round = swiss.draw(field)
    assert {1, 2} not in map(set, drawn_round.tables)
    assert {frozenset(table) for table in drawn_round.tables[2:]} == {frozenset({5, 6}), frozenset({7, 8})}


def test_at_tables_of_four_leaders_meet_again_rather_than_players_far_below() -> None:
    """Whoever leads by two points does not sit with the last because the players between have met."""
    scores = {player: Fraction(9 - player, 2) for player in range(1, 9)}
    met = dict.fromkeys([*all_pairs((1, 2, 3, 4)), *all_pairs((5, 6, 7, 8))], 1)
    field = Entrants(tuple(range(1, 9)), Sizes(4, 4), 1, scores, met)
    assert [set(table) for table in swiss.draw(field).tables] == [{1, 2, 3, 5}, {4, 6, 7, 8}]
    far = swiss.draw_repeats_first(field)
    assert count_repeats(field, far.tables) < count_repeats(field, swiss.draw(field).tables)
