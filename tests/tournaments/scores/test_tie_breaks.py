"""Who is parted by which step, at what figure: clauses 4.11 to 4.22, each by a tournament in which it decides."""

from fractions import Fraction
from hashlib import sha256

import pytest

from referee.competition.ties import TieStep
from referee.tournaments.scores.standings import standings
from referee.tournaments.scores.tie_breaks import DEFAULT_STEPS, steps_of
from referee.tournaments.state.settings import Format, TournamentSettings
from referee.tournaments.state.view import RoundView
from tests.tournaments.tables import entered, played, settled, table

F = Fraction


def places(
    rounds: list[RoundView], settings: TournamentSettings, penalties=None, seed=0, players=0
) -> dict[int, list[int]]:
    """Return who stands at each place."""
    groups: dict[int, list[int]] = {}
    for line in lines(rounds, settings, penalties, seed, players):
        groups.setdefault(line.place, []).append(line.entry)
    return groups


def lines(rounds, settings, penalties=None, seed=0, players=0):
    players = players or max(player for round in rounds for table in round.tables for player in table.entries)
    return standings(entered(players), rounds, settings, penalties=penalties or {}, seed=seed)[0]


def figures(rounds, settings, **further) -> dict[int, tuple[tuple[str, str], ...]]:
    return {line.entry: line.steps for line in lines(rounds, settings, **further)}


def by(*steps: str, least: int = 2, most: int = 5, format: Format = Format.SWISS) -> TournamentSettings:
    return settled(format, least=least, most=most, ties=steps)


def duel(order: str, *scores: Fraction, number: int = 1):
    """Return a table that gave those at it what is written down for them, in order of number."""
    players = sorted(map(int, order.split(">")))
    return table(order, number=number, score=dict(zip(players, scores, strict=True)))


# Ann has 1 + 0, Ben 1/2 + 1/2.
FIRST_AND_LAST = [played("1 > 2 > 3", "4 > 5 > 6"), played("4 > 2 > 1", "5 > 6 > 3")]
# Among five Ben has 3/4 + 1/4, Cal 1/2 + 1/2 and Dee 1/4 + 3/4.
SECONDS = [played("1 > 2 > 3 > 4 > 5"), played("1 > 4 > 3 > 2 > 5")]
# Ann has 1 + 1 + 0 and Ben 1/2 + 1/2 + 1; she came before him at two of three tables.
MET = [played("1 > 2 > 3"), played("1 > 2 > 3"), played("2 > 3 > 1")]
# Ann met Ben, who has 1/2 from each of his tables, and Cal met Dee, who has nothing.
OPPONENTS = [played("1 > 2", "3 > 4"), played("2 > 5", "6 > 4")]
# Ann met opponents of 1, 1/2 and 0; Ben of 1, 7/16 and 1/4: more on the whole, and less in the middle.
HALF = F(1, 2)
MIDDLE = [
    played(duel("1 > 3", HALF, F(1)), duel("2 > 6", HALF, F(1), number=2)),
    played(duel("1 > 4", HALF, HALF), duel("2 > 7", HALF, F(7, 16), number=2)),
    played(duel("1 > 5", HALF, F(0)), duel("2 > 8", HALF, F(1, 4), number=2)),
]
# Ann had 1 first and nothing then, Dee nothing first and 1 then.
UP_AND_DOWN = [played("1 > 2 > 3", "5 > 6 > 4"), played("4 > 3 > 1", "6 > 5 > 2")]


@pytest.mark.parametrize(
    ("step", "rounds", "first", "second", "figures"),
    [
        (TieStep.WINS, FIRST_AND_LAST, 1, 2, ("1", "0")),
        (TieStep.SECONDS, SECONDS, 2, 3, ("1", "0")),
        (TieStep.DIRECT, MET, 1, 2, ("0.6667", "0.3333")),
        (TieStep.BUCHHOLZ, OPPONENTS, 1, 3, ("0.5000", "0")),
        (TieStep.BUCHHOLZ, MIDDLE, 2, 1, ("0.5625", "0.5000")),
        (TieStep.MEDIAN_BUCHHOLZ, MIDDLE, 1, 2, ("0.5000", "0.4375")),
        (TieStep.BEST, FIRST_AND_LAST, 1, 2, ("1, 0", "0.5000, 0.5000")),
        (TieStep.COUNTBACK, UP_AND_DOWN, 4, 1, ("1, 0", "0, 1")),
    ],
)
def test_step_decides_at_its_figures(step, rounds, first, second, figures) -> None:
    lines_by_player = {line.entry: line for line in lines(rounds, by(step))}
    assert lines_by_player[first].points == lines_by_player[second].points
    assert lines_by_player[first].place < lines_by_player[second].place
    assert (lines_by_player[first].steps, lines_by_player[second].steps) == (
        ((step.label, figures[0]),),
        ((step.label, figures[1]),),
    )


def test_fewer_penalties_decide() -> None:
    rounds = [played("1 > 2 > 3")]  # Ann loses the half that she was ahead of Ben
    tie_breaks = figures(rounds, by("penalties"), penalties={1: HALF})
    assert places(rounds, by("penalties"), penalties={1: HALF}) == {1: [2], 2: [1], 3: [3]}
    assert (tie_breaks[2], tie_breaks[1]) == ((("fewer penalties", "0"),), (("fewer penalties", "0.5000"),))


def test_where_nobody_has_a_penalty_that_step_is_passed_over() -> None:
    assert figures(SECONDS, by("penalties", "seconds"))[2] == (("seconds", "1"),)


@pytest.mark.parametrize("seed", range(5))
def test_lot_decides_by_the_seed(seed: int) -> None:
    rounds = [played("1 = 2 = 3 = 4")]
    marks = {player: sha256(f"{seed} {player}".encode()).hexdigest() for player in (1, 2, 3, 4)}
    order = sorted(marks, key=lambda player: marks[player], reverse=True)
    assert places(rounds, by("lot"), seed=seed) == {place: [player] for place, player in enumerate(order, 1)}
    assert figures(rounds, by("lot"), seed=seed) == {player: (("lot", marks[player][:8]),) for player in marks}


def test_shared_first_and_second_places_are_neither_wins_nor_seconds() -> None:
    # Three who share the first place have the rank of 2, and two who share it that of 1.5.
    shared = [played("1 = 2 = 3 > 4 > 5", "6 = 7 > 8")]
    assert set(figures(shared, by("wins", "seconds"))[1]) == {("wins", "0"), ("seconds", "0")}
    assert set(figures(shared, by("wins", "seconds"))[6]) == {("wins", "0"), ("seconds", "0")}


def test_direct_meetings_of_three_count_if_all_of_them_met() -> None:
    def even(order: str, number: int = 1):
        return duel(order, HALF, HALF, number=number)

    with_meetings = [
        played(even("1 > 2"), even("4 > 5", 2)),
        played(even("1 > 3"), even("4 > 6", 2)),
        played(even("2 > 3")),
    ]
    assert figures(with_meetings, by("head-to-head"), players=3) == {
        1: (("head-to-head", "2"),),
        2: (("head-to-head", "1"),),
        3: (("head-to-head", "0"),),
    }
    # Without the last of their meetings Ann alone has played twice; of Ben and Cal, who have not met, nothing is said.
    without_meeting = [played(even("1 > 2")), played(even("4 > 3"))]
    assert places(without_meeting, by("head-to-head")) == {1: [1, 2, 3, 4]}
    assert set(figures(without_meeting, by("head-to-head")).values()) == {()}


def test_shared_place_is_half_a_direct_meeting() -> None:
    rounds = [played(table("1 = 2", score={1: HALF, 2: HALF})), played(duel("2 > 1", HALF, HALF))]
    assert figures(rounds, by("head-to-head")) == {1: (("head-to-head", "0.2500"),), 2: (("head-to-head", "0.7500"),)}


def test_steps_are_taken_in_the_order_that_was_settled() -> None:
    # By wins Ann comes before Ben, by later rounds Ben before Ann: he had 1/2 where she had nothing.
    assert places(FIRST_AND_LAST, by("wins", "countback"))[3] == [1]
    assert places(FIRST_AND_LAST, by("countback", "wins"))[3] == [2]


def test_what_a_step_leaves_level_goes_on_and_what_it_parted_does_not() -> None:
    tie_breaks = figures(SECONDS, by("seconds", "countback"))
    assert [name for name, _ in tie_breaks[2]] == ["seconds", "countback"]
    assert [name for name, _ in tie_breaks[3]] == ["seconds"]
    assert places(SECONDS, by("seconds", "countback")) == {1: [1], 2: [4], 3: [2], 4: [3], 5: [5]}


def test_without_a_lot_those_still_level_share_the_place_and_the_next_is_left_out() -> None:
    assert places(SECONDS, by("seconds")) == {1: [1], 2: [2, 4], 4: [3], 5: [5]}


def test_figures_that_print_alike_are_told_exactly() -> None:
    near = [
        played(duel("1 > 3", HALF, F(10001, 100000)), duel("2 > 4", HALF, F(10002, 100000), number=2)),
    ]
    tie_breaks = figures(near, by("buchholz"))
    assert (tie_breaks[1][0][1], tie_breaks[2][0][1]) == ("10001/100000", "5001/50000")


@pytest.mark.parametrize("format", list(Format))
def test_every_format_has_usual_steps_with_the_lot_at_most_last(format: Format) -> None:
    assert steps_of(settled(format)) == DEFAULT_STEPS[format]
    assert TieStep.LOT not in DEFAULT_STEPS[format][:-1]
