"""The order in which ties are parted is a season's own, and frozen with it."""

from datetime import date
from fractions import Fraction
from hashlib import sha256
from itertools import permutations

import pytest

from referee.cli.shared import completion
from referee.club.calendar import schedule, seasons
from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
from referee.club.folder import Club
from referee.club.scoring_rules import USUAL_STEPS, parse_tie_steps
from referee.club.standings.ranking import Standing, ranking
from referee.club.text.faults import ClubFault
from referee.competition.ties import Mark, TieStep
from tests.cli.running import referee
from tests.club.standings.test_ranking import ANN, BEN, CAL, DEE, EVE, Match, results

# The two best sessions count. Ann: 1, 0, 0 and 0. Ben: three times 1/2. Both have 1.
LEVEL: list[Match] = [
    (0, [[ANN], [BEN], [CAL]]),
    (1, [[DEE], [BEN], [ANN]]),
    (2, [[CAL], [BEN], [ANN]]),
    (3, [[EVE], [ANN]]),
]
# Ann won once, and was second once, to Eve; Ben was second three times, and came before Ann twice in their three
# matches. Strengths: Ann, Ben and Cal 1/2, Dee and Eve 1. Ann's tables: 1/2, 3/4, 1/2 and 1, in the mean 11/16. Ben's:
# 1/2, 3/4 and 1/2, in the mean 7/12.
DECIDED: dict[TieStep, tuple[str, Mark, Mark]] = {
    TieStep.WINS: ("Ann", 1, 0),
    TieStep.SECONDS: ("Ben", 3, 1),
    TieStep.DIRECT: ("Ben", 2, 1),
    TieStep.BUCHHOLZ: ("Ann", Fraction(11, 16), Fraction(7, 12)),
}


def level(steps: tuple[TieStep, ...]) -> tuple[Standing, ...]:
    rows = ranking(results(LEVEL), {ANN: "Ann", BEN: "Ben"}, 2, 1, 7, steps=steps)
    assert [row.score for row in rows] == [1, 1]
    return rows


@pytest.mark.parametrize("order", list(permutations(DECIDED)), ids=lambda order: ",".join(order))
def test_the_first_step_that_can_part_a_tie_does(order: tuple[TieStep, ...]) -> None:
    first, _ = level((*order, TieStep.LOT))
    name, own, theirs = DECIDED[order[0]]
    assert first.name == name
    assert [(tie.step, tie.own_mark, tie.neighbour_mark) for tie in first.ties] == [(order[0], own, theirs)]


def test_a_step_that_is_not_named_is_not_taken() -> None:
    lots = {name: sha256(f"7 {member}".encode()).hexdigest() for name, member in (("Ann", ANN), ("Ben", BEN))}
    assert [row.name for row in level(parse_tie_steps("lot"))] == sorted(
        lots, key=lambda name: lots[name], reverse=True
    )
    assert {tie.step for row in level(parse_tie_steps("lot")) for tie in row.ties} == {TieStep.LOT}


def test_how_steps_are_typed() -> None:
    assert ",".join(USUAL_STEPS) == "wins,seconds,head-to-head,buchholz,lot"
    assert parse_tie_steps("") == USUAL_STEPS
    assert parse_tie_steps(" Direct, wins ") == (TieStep.DIRECT, TieStep.WINS, TieStep.LOT)  # the lot comes by itself
    assert parse_tie_steps("buchholz,lot") == (TieStep.BUCHHOLZ, TieStep.LOT)


def new(club: Club, name: str, ties: str) -> None:
    seasons.new(
        club, name, starts=date(2028, 1, 1), ends=date(2028, 6, 1), best_k=2, min_sessions=1, lot_seed=1, ties=ties
    )


def test_a_season_keeps_the_order_that_it_was_begun_with(club: Club) -> None:
    assert seasons.show(club, "2026-27").ties == ""  # as it is in every season from before there was a choice
    new(club, "spring", "seconds,wins")
    assert parse_tie_steps(seasons.show(club, "spring").ties) == (TieStep.SECONDS, TieStep.WINS, TieStep.LOT)
    new(club, "usual", "wins,seconds,head-to-head,buchholz,lot")
    assert seasons.show(club, "usual").ties == ""


SCHEDULE = """name = "autumn"
starts = 2027-09-06
ends = 2027-09-27
best_k = 2
min_sessions = 1
ties = "{}"

[weekly]
weekday = "Monday"
time = "15:45"
room = "M4"
"""


def test_a_schedule_may_say_the_order_and_cannot_change_it(club: Club) -> None:
    loaded = schedule.load(club, read_schedule(SCHEDULE.format("buchholz,wins")))
    assert parse_tie_steps(loaded.season.ties) == (TieStep.BUCHHOLZ, TieStep.WINS, TieStep.LOT)
    schedule.load(club, read_schedule(SCHEDULE.format("buchholz, wins, lot")))  # the same, otherwise typed
    schedule.load(club, read_schedule(SCHEDULE.replace('ties = "{}"\n', "")))  # what is not said is not changed
    with pytest.raises(ClubFault, match=r"The schedule has wins,.* was started with ties buchholz,wins,lot"):
        schedule.load(club, read_schedule(SCHEDULE.format("wins,buchholz")))


def test_an_order_that_cannot_be_is_a_fault_of_the_schedule() -> None:
    with pytest.raises(ScheduleFault, match="Unknown tie-break 'luck'") as refused:
        read_schedule(SCHEDULE.format("wins,luck"))
    assert (refused.value.fault.line, refused.value.fault.text) == (6, 'ties = "wins,luck"')


def test_the_order_is_said_where_a_season_is_begun_and_shown(club: Club) -> None:
    words = ["season", "new", "spring", "2028-01-01", "2028-06-01", "--seed", "4"]
    begun = referee(*words, "--ties", "buchholz,wins", club=club.folder)
    assert begun.code == 0, begun.err
    assert "Tie-breaks: buchholz, wins, lot" in begun.out
    assert "Tie-breaks: buchholz, wins, lot" in referee("season", "show", "spring", club=club.folder).out
    assert referee("season", "show", "spring", "--json", club=club.folder).data["ties"] == ["buchholz", "wins", "lot"]
    refused = referee("season", "new", "autumn", *words[3:], "--ties", "lot,wins", club=club.folder)
    assert refused.code == 2
    assert "so it must come last" in refused.err


def test_steps_are_completed_one_after_the_other() -> None:
    assert completion.ties("b") == ["buchholz", "best"]
    assert completion.ties("best,b") == ["best,buchholz"]
