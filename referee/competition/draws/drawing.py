"""The common parts of all draws by exchange.

Keeping pairs apart comes first, then seating few team mates together, then few repeats, then everything else. Nobody
gets a second bye before everybody had one. Of the players with the fewest byes, the one with the lowest score gets it;
among equal scores, a random one.

The same entrants always get the same answer on every machine: all numbers are whole, and chance is `Random.random`,
which Python promises to keep unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field as dataclass_field
from fractions import Fraction
from itertools import chain, combinations, islice
from math import lcm
from random import Random
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.competition.draws.exchange import Criteria, exchange_players
from referee.competition.draws.separation import InseparablePairs, describe_inseparable, find_tables_apart
from referee.competition.draws.sizes import TableSplit
from referee.competition.entrants import Entrants, NotDrawn, Pair, all_pairs
from referee.competition.random_order import draw_lots

_MOST_BYE_CHOICES: Final = 500
_MOST_BYE_DRAWS: Final = 12
"""The number of draws with other byes that are compared."""
_RETRIES: Final = 9
_GAME_WEIGHT: Final = 2
"""The number of meetings that weigh as much as playing a game once too often."""


@frozen
class Aim:
    """The aims of a draw besides few repeats: close values at a table, or distant ones if `direction` is -1.

    Players are first seated in `order`. No two players of one of the `pots` should sit together, and earlier pots
    matter more. This comes after repeats and before values. With `limit_meetings`, a draw without a pair that meets
    very often is better than another with equally few repeats.

    If tables play several `games`, playing one of them once too often weighs as much as `_GAME_WEIGHT` meetings.

    `floats` has, for each player in `order` and each table, the number of score groups between them. Floats come after
    repeats, and before pots and values; those beyond one group come before repeats. `pair_floats` has a weight against
    pairs, which counts like floats.
    """

    order: Sequence[int]
    values: Mapping[int, int]
    direction: int = 1
    pots: Sequence[Sequence[int]] = ()
    limit_meetings: bool = False
    games: Sequence[str] = ()
    floats: Sequence[Sequence[int]] = ()
    pair_floats: Mapping[Pair, int] = dataclass_field(default_factory=dict)


def integer_scores(scores: Mapping[int, Fraction], players: Iterable[int]) -> dict[int, int]:
    """Return the players' scores as integers, all multiplied by the same factor."""
    exact_scores = {player: Fraction(scores.get(player, 0)) for player in players}
    factor = lcm(*(score.denominator for score in exact_scores.values()))
    return {player: int(score * factor) for player, score in exact_scores.items()}


def refuse_too_few(field: Entrants) -> None:
    """Raise `NotDrawn` if there are too few players for a table."""
    if len(field.players) < field.sizes.least:
        subject = "1 player is" if len(field.players) == 1 else f"{len(field.players)} players are"
        raise NotDrawn(f"{subject} too few: a table needs at least {field.sizes.least}.")


def draw_tables(
    field: Entrants,
    ways: Sequence[TableSplit],
    aim: Callable[[Sequence[int], TableSplit], Aim],
    chance: Random,
    work: int,
    rank: Callable[[int], Any] | None = None,
    can_replace: Callable[[tuple[int, ...], tuple[int, ...]], bool] | None = None,
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Return the players with a bye, and the tables. They use the first of the `ways` that keeps pairs apart.

    If no way keeps all team mates apart, the first one with the fewest mates together is used. `aim` returns the aim
    for the seated players and a way. While any pair meets again, other byes are tried that `can_replace` accepts in
    place of the first ones. Raise `NotDrawn` if no way keeps pairs apart.
    """
    first_fault: InseparablePairs | None = None
    table_count = 0
    best: tuple[int, tuple[int, ...], list[list[int]]] | None = None
    draws_left = _MOST_BYE_DRAWS
    for byes in bye_choices(field, ways[0].byes, chance, rank=rank):
        if best is not None and not (can_replace and can_replace(best[1], byes)):
            continue
        seated_players = [player for player in field.players if player not in byes]
        drawn_ways: list[list[list[int]]] = []
        for way in ways:
            try:
                drawn_ways.append(_seat_apart(field, way, aim(seated_players, way), chance, work))
            except InseparablePairs as fault:
                if first_fault is None:
                    first_fault, table_count = fault, len(way.sizes)
            if drawn_ways and not pairs_together(drawn_ways[-1], field.mates):
                break
        if drawn_ways:
            tables = min(drawn_ways, key=lambda tables: len(pairs_together(tables, field.mates)))
            repeats = count_repeats(field, tables) if can_replace else 0
            if best is None or repeats < best[0]:
                best = repeats, byes, tables
            draws_left -= 1
            if not repeats or not draws_left:
                break
    if best is not None:
        return best[1:]
    assert first_fault is not None
    raise NotDrawn(describe_inseparable(first_fault.pairs, table_count), first_fault.pairs)


def count_repeats(field: Entrants, tables: Iterable[Iterable[int]]) -> int:
    """Return how often the pairs at the tables have met before, in all."""
    return sum(field.met.get(pair, 0) for table in tables for pair in all_pairs(table))


def bye_choices(
    field: Entrants, count: int, chance: Random, *, rank: Callable[[int], Any] | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield choices of players for the byes: the best first, then others with an equally fair number of byes.

    Later choices are only needed if the other players cannot be kept apart. The lowest `rank`, by default the score,
    gets a bye first.
    """
    lots = draw_lots(field.players, chance)
    rank_of = rank or (lambda player: field.scores.get(player, 0))
    candidates = sorted(field.players, key=lambda player: (field.byes.get(player, 0), rank_of(player), lots[player]))
    # Players with fewer byes than the last one who needs a bye always get one; the rest are chosen among equals.
    most_byes = field.byes.get(candidates[count - 1], 0) if count else 0
    certain = tuple(player for player in candidates if field.byes.get(player, 0) < most_byes) if count else ()
    equals = [player for player in candidates if field.byes.get(player, 0) == most_byes]
    choices_of_equals = combinations(equals, count - len(certain))
    return (tuple(sorted(chain(certain, choice))) for choice in islice(choices_of_equals, _MOST_BYE_CHOICES))


def _seat_apart(field: Entrants, way: TableSplit, aim: Aim, chance: Random, work: int) -> list[list[int]]:
    """Return the players of each table.

    Raise `InseparablePairs` if pairs cannot be kept apart, and `NotDrawn` if the exchanges leave a pair together.
    """
    seated_players = set(aim.order)
    pairs, mates = (
        frozenset(pair for pair in pair_set if seated_players.issuperset(pair))
        for pair_set in (field.apart, field.mates)
    )
    start_apart = find_tables_apart(way.sizes, pairs)
    criteria = _weigh_aim(field, way, aim)

    def tried(start: Mapping[int, int]) -> list[list[int]]:
        tables = exchange_players(_fill_tables(way.sizes, aim.order, start), criteria, chance, work)
        return [[aim.order[number] for number in table] for table in tables]

    tables = tried({})
    if pairs_together(tables, pairs) and start_apart is not None:
        tables = tried(start_apart)
    for _ in range(_RETRIES):  # with half of all pairs kept apart, a solution may be hard to find
        if not pairs_together(tables, pairs):
            break
        tables = tried({})
    if pairs_found := pairs_together(tables, pairs):
        first, second = pairs_found[0]
        raise NotDrawn(f"Not all pairs can be kept apart: {{{first}}} and {{{second}}} are left.")
    if pairs_together(tables, mates):
        try:
            start = find_tables_apart(way.sizes, pairs | mates)
        except InseparablePairs:
            return tables
        tables = tried(start) if start is not None else tables
    return tables


def pairs_together(tables: Iterable[Iterable[int]], apart: Set[Pair]) -> list[Pair]:
    """Return the pairs of `apart` that sit together at one of the tables."""
    return [pair for table in tables for pair in all_pairs(table) if pair in apart] if apart else []


def _fill_tables(sizes: Sequence[int], order: Sequence[int], start: Mapping[int, int]) -> list[list[int]]:
    """Return tables filled in `order`, as indexes into it. The players in `start` get the table given there."""
    tables: list[list[int]] = [[] for _ in sizes]
    for number, player in enumerate(order):
        if player in start:
            tables[start[player]].append(number)
    unplaced = iter(number for number, player in enumerate(order) if player not in start)
    for table, size in zip(tables, sizes, strict=True):
        table.extend(next(unplaced) for _ in range(size - len(table)))
    return tables


def _weigh_aim(field: Entrants, way: TableSplit, aim: Aim) -> Criteria:
    """Return the aim as weights. No sum of later weights outweighs an earlier one."""
    order = aim.order
    index_of = {player: index for index, player in enumerate(order)}
    values = [aim.values[player] for player in order]
    value_range = max(values) - min(values)
    # The largest sum that the values can reach over all tables.
    next_weight = 1 + sum(size * size * value_range * value_range for size in way.sizes)
    unwelcome: list[dict[int, int]] = [{} for _ in order]

    def add(weighted_pairs: Iterable[tuple[int, int, int]]) -> int:
        """Add a weight to each of `weighted_pairs`. Return the sum of the weights."""
        weight_sum = 0
        for first, second, weight in weighted_pairs:
            if first in index_of and second in index_of:
                for player, neighbour in ((first, second), (second, first)):
                    weights = unwelcome[index_of[player]]
                    weights[index_of[neighbour]] = weights.get(index_of[neighbour], 0) + weight
                weight_sum += weight
        return weight_sum

    for pot in reversed(aim.pots):
        next_weight += add((first, second, next_weight) for first, second in all_pairs(pot))
    excess_games = _count_excess_games(field, aim)
    float_fits = [[next_weight * steps for steps in row] for row in aim.floats]
    next_weight += add((*pair, next_weight * weight) for pair, weight in sorted(aim.pair_floats.items()))
    next_weight += sum(map(sum, float_fits))
    square_weight = next_weight
    if aim.limit_meetings:
        next_weight += add((*pair, square_weight * times * times) for pair, times in sorted(field.met.items()) if times)
        next_weight += sum(square_weight * times * times for row in excess_games for times in row)
    fits = [
        [_GAME_WEIGHT * next_weight * times + square_weight * times * times for times in row] for row in excess_games
    ]
    next_weight += add(
        (first, second, next_weight * times) for (first, second), times in sorted(field.met.items()) if times
    )
    next_weight += sum(map(sum, fits))
    if float_fits:
        far_fits = [[next_weight * max(0, steps - 1) for steps in row] for row in aim.floats]
        next_weight += sum(map(sum, far_fits))
        fits = _add_rows(_add_rows(float_fits, far_fits), fits)
    next_weight += add((first, second, next_weight) for first, second in sorted(field.mates))
    add((first, second, next_weight) for first, second in sorted(field.apart))
    return Criteria(unwelcome, values, aim.direction, fits, aim.games)


def _add_rows(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the sums of two tables of figures; an empty one counts as zeros."""
    if not first or not second:
        return [list(row) for row in first or second]
    return [
        [first_value + second_value for first_value, second_value in zip(*rows, strict=True)]
        for rows in zip(first, second, strict=True)
    ]


def _count_excess_games(field: Entrants, aim: Aim) -> list[list[int]]:
    """Return, for each player and table, how often the player played its game beyond their least-played game."""
    if len(set(aim.games)) < 2:
        return []
    rows = []
    for player in aim.order:
        counts = [field.played.get((player, game), 0) for game in aim.games]
        rows.append([count - min(counts) for count in counts])
    return rows
