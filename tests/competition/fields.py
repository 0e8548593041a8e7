"""Fields to draw from, and what of a draw can be counted by hand."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from referee.competition.draws import knock_out
from referee.competition.draws.knock_out import RoundPart
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.entrants import DrawnRound, Entrants, Sizes, all_pairs

SIZES = [Sizes(2, 2), Sizes(3, 3), Sizes(2, 4), Sizes(3, 4), Sizes(3, 5), Sizes(4, 4), Sizes(6, 9)]


@st.composite
def fields(draw: st.DrawFn, most: int = 16, apart: int = 3) -> Entrants:
    """Any field of a few players, at any point of a tournament."""
    players = tuple(draw(st.lists(st.integers(1, 99), min_size=2, max_size=most, unique=True)))
    everybody = all_pairs(players)
    someone, little = st.sampled_from(players), st.integers(0, 3)
    scores = st.dictionaries(someone, st.fractions(0, 5, max_denominator=4))
    return Entrants(
        players,
        draw(st.sampled_from(SIZES)),
        draw(st.integers(0, 2**31 - 1)),
        draw(scores),
        draw(st.dictionaries(st.sampled_from(everybody), little, max_size=30)),
        draw(st.dictionaries(st.tuples(someone, st.integers(0, 5)), little, max_size=30)),
        draw(st.dictionaries(st.tuples(someone, st.integers(1, 6)), little, max_size=30)),
        draw(st.dictionaries(someone, st.integers(0, 2))),
        draw(st.frozensets(st.sampled_from(everybody), max_size=apart)),
    )


def check_round(field: Entrants, drawn_round: DrawnRound) -> None:
    """Check what is true of every draw: everybody once, at tables of sizes allowed, and nobody with their foe."""
    assert sorted([*drawn_round.byes, *(player for table in drawn_round.tables for player in table)]) == sorted(
        field.players
    )
    sizes = [len(table) for table in drawn_round.tables]
    assert all(field.sizes.least <= size <= field.sizes.most for size in sizes)
    assert not any(set(pair) <= set(table) for pair in field.apart for table in drawn_round.tables)


def repeats(field: Entrants, tables: Iterable[Sequence[int]]) -> int:
    """Count what pairs who met m times add to the squares of meetings when they meet once more, 2m + 1."""
    return sum(2 * field.met.get(pair, 0) + 1 for table in tables for pair in all_pairs(table))


def distance(field: Entrants, tables: Iterable[Sequence[int]]) -> Fraction:
    """Sum the squared differences in score of all pairs at a table."""
    score = field.scores
    total = (
        (score.get(a, Fraction()) - score.get(b, Fraction())) ** 2 for table in tables for a, b in all_pairs(table)
    )
    return sum(total, Fraction())


def partitions(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split players into tables of these sizes, in whatever order."""
    if not sizes:
        yield []
        return
    first, later_players = players[0], players[1:]
    for size in sorted(set(sizes)):
        left_sizes = list(sizes)
        left_sizes.remove(size)
        for others in combinations(later_players, size - 1):
            remaining = [player for player in later_players if player not in others]
            for tables in partitions(remaining, left_sizes):
                yield [(first, *others), *tables]


def entrants_after(field: Entrants, drawn_round: DrawnRound, seed: int) -> Entrants:
    """Return the field after a round in which whoever has the higher number wins."""
    meetings, seat_counts, table_counts, byes = dict(field.met), dict(field.sat), dict(field.at), dict(field.byes)
    scores = dict(field.scores)
    for number, table in enumerate(drawn_round.tables, 1):
        for pair in all_pairs(table):
            meetings[pair] = meetings.get(pair, 0) + 1
        for seat, player in enumerate(table):
            place = (seat + 1) % len(table)
            seat_counts[player, place] = seat_counts.get((player, place), 0) + 1
            table_counts[player, number] = table_counts.get((player, number), 0) + 1
            beaten = sum(opponent < player for opponent in table)
            scores[player] = scores.get(player, Fraction()) + Fraction(beaten, len(table) - 1)
    for player in drawn_round.byes:
        byes[player] = byes.get(player, 0) + 1
        scores[player] = scores.get(player, Fraction()) + Fraction(1, 2)
    return Entrants(field.players, field.sizes, seed, scores, meetings, seat_counts, table_counts, byes, field.apart)


def one_part(field: Entrants, stage: Stage, *, by_lot: bool = False) -> DrawnRound:
    """Draw a round of a knockout that has one part, for all players of a field."""
    return knock_out.draw(field, [RoundPart(stage, field.players)], by_lot=by_lot)
