"""Penalties: what each costs is a clause, and a player can check it by hand."""

from fractions import Fraction

import pytest

from referee.club.calendar import seasons
from referee.club.disputes import penalties
from referee.club.folder import Club
from referee.club.people import forgetting, merging, roster
from referee.club.scoring_rules import penalty_cost
from referee.club.standings import standings
from referee.club.text.faults import ClubFault, UnknownName
from tests.club.conftest import play


@pytest.fixture
def evening(club: Club) -> Club:
    """Ann before Ben before Cal, once: Ann has 1, Ben a half, Cal nothing."""
    play(club, "Ann", "Ben", "Cal", game="Hearts", result_only=True)
    return club


def scores(club: Club, **only: str) -> dict[str, Fraction]:
    return {row.name: row.score for row in standings.standings(club, **only).rows}  # type: ignore[arg-type]


def test_a_point_takes_a_tenth_of_that_session_and_a_warning_nothing(evening: Club) -> None:
    penalties.give(evening, "Ann", points=0, reason="late")
    assert scores(evening)["Ann"] == 1
    penalties.give(evening, "Ann", points=2, reason="told Ben what Cal held")
    assert scores(evening) == {"Ann": Fraction(4, 5), "Ben": Fraction(1, 2), "Cal": Fraction(0)}
    penalties.give(evening, "Ann", points=4, reason="did it again")
    assert [row.name for row in standings.standings(evening).rows] == ["Ben", "Ann", "Cal"]


def test_a_session_never_falls_below_zero(evening: Club) -> None:
    penalties.give(evening, "Ben", points=9, reason="left in anger")
    penalties.give(evening, "Cal", points=1, reason="threw cards")
    assert scores(evening) == {"Ann": 1, "Ben": 0, "Cal": 0}
    assert penalty_cost(9, Fraction(1, 2)) == Fraction(1, 2)


def test_the_table_of_one_game_is_without_penalties(evening: Club) -> None:
    penalties.give(evening, "Ann", points=2, reason="late")
    assert scores(evening, game="Hearts")["Ann"] == 1


def test_a_cancelled_penalty_costs_nothing_and_stays_in_the_list(evening: Club) -> None:
    given = penalties.give(evening, "Ann", points=2, reason="Ben says so", table=1)
    penalty = penalties.cancel(evening.with_actor("Gus"), given.number, reason="it was Cal")
    assert scores(evening)["Ann"] == 1
    assert penalties.penalties(evening) == [penalty]
    assert (penalty.reason, penalty.cancelled_because, penalty.cancelled_by) == ("Ben says so", "it was Cal", "Gus")
    with pytest.raises(ClubFault, match=r"already cancelled on .* by Gus"):
        penalties.cancel(evening, given.number, reason="again")


def test_a_penalty_needs_a_reason_an_officer_and_an_amount(evening: Club) -> None:
    with pytest.raises(ClubFault, match="needs a reason"):
        penalties.give(evening, "Ann", points=1, reason=" ")
    with pytest.raises(ClubFault, match="needs the officer's name"):
        penalties.give(evening.with_actor(""), "Ann", points=1, reason="late")
    with pytest.raises(ClubFault, match="11 points"):
        penalties.give(evening, "Ann", points=11, reason="late")
    with pytest.raises(UnknownName, match="no penalty 1"):
        penalties.cancel(evening, 1, reason="late")
    assert penalties.penalties(evening) == []


def test_the_same_penalty_is_given_once(evening: Club) -> None:
    given = penalties.give(evening, "Ann", points=2, reason="told Ben what Cal held", table=1)
    with pytest.raises(ClubFault, match=r"Ann already has 2 points for this, as penalty 1\."):
        penalties.give(evening, "Ann", points=2, reason="told Ben what Cal held", table=1)
    penalties.give(evening, "Ann", points=2, reason="told Ben what Cal held, a second time", table=1)
    penalties.give(evening, "Ben", points=2, reason="told Ben what Cal held", table=1)
    penalties.cancel(evening, given.number, reason="it was Cal")
    penalties.give(evening, "Ann", points=2, reason="told Ben what Cal held", table=1)  # after all
    assert [penalty.number for penalty in penalties.penalties(evening) if penalty.counts] == [2, 3, 4]


def test_the_penalties_of_two_who_are_one_person_are_that_persons(evening: Club) -> None:
    roster.add(evening, "Benny")
    penalties.give(evening, "Benny", points=1, reason="late")
    merging.merge(evening, "Ben", "Benny")
    assert [penalty.name for penalty in penalties.penalties(evening, member="Ben")] == ["Ben"]
    assert scores(evening)["Ben"] == Fraction(2, 5)


def test_a_name_in_a_reason_is_forgotten_with_the_member(evening: Club) -> None:
    penalties.cancel(evening, penalties.give(evening, "Ann", points=1, reason="Ben saw it").number, reason="Ben erred")
    stand_in = forgetting.forget(evening, "Ben").member.name
    penalty = penalties.penalties(evening)[0]
    assert (penalty.reason, penalty.cancelled_because) == (f"{stand_in} saw it", f"{stand_in} erred")


def test_a_penalised_session_is_chosen_by_what_is_left_of_it(evening: Club) -> None:
    assert seasons.show(evening).best_k > 1
    penalties.give(evening, "Ann", points=3, reason="late")
    row = standings.standings(evening).rows[0]
    assert [(night.score, night.penalty) for night in row.counted] == [(Fraction(7, 10), Fraction(3, 10))]
