"""Ratings are those of openskill, folded from the results, and rest on nothing that could go stale."""

from datetime import date, time

import pytest
from openskill.models import PlackettLuce

from referee.club.calendar import schedule, sessions
from referee.club.corrections.result_entry import record
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.standings.ratings import Rating, Ratings, last_ratings, over_time, rate, ratings
from referee.club.standings.results import every_result
from tests.club.conftest import play
from tests.club.standings.test_ranking import ANN, BEN, CAL, DEE, Match, results

MODEL = PlackettLuce()


def rated(found: Ratings) -> dict[str, tuple[float, float, int]]:
    return {row.name: (row.rating.mu, row.rating.sigma, row.rating.matches) for row in found.rows}


def test_they_are_those_of_openskill_for_the_same_ranks() -> None:
    items: list[Match] = [(0, [[ANN], [BEN], [CAL]]), (1, [[BEN], [ANN, CAL], [DEE]]), (2, [[DEE], [ANN]])]
    ann, ben, cal, dee = (MODEL.rating() for _ in range(4))
    [ann], [ben], [cal] = MODEL.rate([[ann], [ben], [cal]], ranks=[1, 2, 3])
    [ben], [ann], [cal], [dee] = MODEL.rate([[ben], [ann], [cal], [dee]], ranks=[1, 2, 2, 4])
    [dee], [ann] = MODEL.rate([[dee], [ann]], ranks=[1, 2])
    assert last_ratings(rate(results(items))) == {
        ANN: Rating(ann.mu, ann.sigma, 3),
        BEN: Rating(ben.mu, ben.sigma, 2),
        CAL: Rating(cal.mu, cal.sigma, 2),
        DEE: Rating(dee.mu, dee.sigma, 2),
    }
    assert Rating(ann.mu, ann.sigma, 3).figure == pytest.approx(ann.ordinal())


def test_everybody_begins_at_25_with_a_spread_of_25_thirds_and_the_figure_is_nothing_then() -> None:
    begun = MODEL.rating()
    assert (begun.mu, begun.sigma) == (25, pytest.approx(25 / 3))  # as the clause prints it
    assert Rating(25, 25 / 3, 0).figure == pytest.approx(0)


def test_a_rating_is_provisional_until_ten_matches() -> None:
    items: list[Match] = [(0, [[ANN], [BEN]])] * 9
    assert last_ratings(rate(results(items)))[ANN].provisional
    ten = last_ratings(rate(results([*items, (0, [[ANN], [CAL]])])))
    assert [ten[member].provisional for member in (ANN, BEN, CAL)] == [False, True, True]


def test_a_game_is_rated_from_its_own_matches_alone(club: Club) -> None:
    play(club, "Ann", "Ben", "Cal", game="big-two")
    play(club, "Ben", "Ann", game="commune")
    [ben], [ann] = MODEL.rate([[MODEL.rating()], [MODEL.rating()]], ranks=[1, 2])
    assert rated(ratings(club, "commune")) == {
        "Ben": (pytest.approx(ben.mu), pytest.approx(ben.sigma), 1),
        "Ann": (pytest.approx(ann.mu), pytest.approx(ann.sigma), 1),
    }
    assert {row.name: row.rating.matches for row in ratings(club).rows} == {"Ann": 2, "Ben": 2, "Cal": 1}


def test_days_come_before_table_numbers(club: Club) -> None:
    play(club, "Ann", "Ben", game="commune")
    sessions.close_session(club)
    schedule.add(club, date(2026, 11, 9), time(15, 45))  # a sheet of the week before is found
    sessions.open_session(club, "2026-11-09")
    play(club, "Cal", "Ann", game="commune")
    assert [result.match for result in every_result(club)[0]] == [2, 2, 1, 1]


def test_after_a_correction_they_are_as_if_it_had_always_been_so(club: Club) -> None:
    first = play(club, "Ann", "Ben", "Cal", game="commune")
    play(club, "Cal", "Ben", "Ann", game="commune")
    known = ratings(club)
    assert ratings(club, before=known) is known
    record(club, first, places=[["Cal"], ["Ben"], ["Ann"]], reason="the sheet was read upside down")
    ann, ben, cal = (MODEL.rating() for _ in range(3))
    for _ in range(2):
        [cal], [ben], [ann] = MODEL.rate([[cal], [ben], [ann]], ranks=[1, 2, 3])
    after = ratings(club, before=known)
    assert [row.name for row in after.rows] == ["Cal", "Ben", "Ann"]
    assert rated(after)["Cal"] == (pytest.approx(cal.mu), pytest.approx(cal.sigma), 2)


def test_guests_are_rated_as_opponents_and_begin_anew_as_members(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    play(club, "Zoe", "Ann", game="commune")
    play(club, "Zoe", "Ben", game="commune")
    zoe, ann, ben = (MODEL.rating() for _ in range(3))
    [zoe], [ann] = MODEL.rate([[zoe], [ann]], ranks=[1, 2])
    _, [ben] = MODEL.rate([[zoe], [ben]], ranks=[1, 2])  # to lose to one who won before costs less
    assert {name: mu for name, (mu, _, _) in rated(ratings(club)).items()} == {
        "Ben": pytest.approx(ben.mu),
        "Ann": pytest.approx(ann.mu),
    }
    assert ben.mu > ann.mu
    roster.add(club, "Zoe")
    assert "Zoe" not in rated(ratings(club))
    play(club, "Zoe", "Cal", game="commune")
    assert rated(ratings(club))["Zoe"][2] == 1


def test_who_retired_is_listed_only_when_asked_for(club: Club) -> None:
    play(club, "Ann", "Ben", game="commune")
    roster.retire(club, "Ben")
    assert list(rated(ratings(club))) == ["Ann"]
    assert set(rated(ratings(club, everybody=True))) == {"Ann", "Ben"}


def test_over_time_a_day_counts_as_it_ended() -> None:
    found = over_time(
        rate(results([(0, [[ANN], [BEN]]), (0, [[ANN], [CAL]]), (1, [[BEN], [CAL]]), (2, [[ANN], [BEN]])])), ANN
    )
    assert [(day, rating.matches) for day, rating in found] == [(date(2026, 9, 14), 2), (date(2026, 9, 28), 3)]
