"""The trophies of a season, by chapter 7 of the rulebook of scoring."""

from collections.abc import Mapping

from referee.club.scoring_rules import CLAUSES
from referee.club.standings.attendance import MemberAttendance
from referee.club.standings.ranking import ranking
from referee.club.standings.trophies import Trophy, trophies
from tests.club.standings.test_ranking import ANN, BEN, CAL, DEE, EVE, FAY, NAMES, Match, results


def given(matches: list[Match], came: Mapping[int, int] | None = None, min_sessions: int = 1) -> dict[str, Trophy]:
    found = results(matches)
    rows = ranking(found, NAMES, 20, min_sessions, 7)
    attended = [
        MemberAttendance(member, NAMES.get(member, "?"), False, times, 0, 0, None)
        for member, times in (came or {}).items()
    ]
    return {trophy.title: trophy for trophy in trophies(rows, found, attended)}


def test_the_first_three_of_the_standings() -> None:
    found = given([(0, [[ANN], [BEN], [CAL], [DEE]]), (1, [[EVE], [FAY]])], min_sessions=1)
    # Ann and Eve have 1, and one win each; which of them is ahead is for chapter 3.
    assert {found["champion"].members, found["second"].members} == {(ANN,), (EVE,)}
    assert found["third"].members == (BEN,)
    assert {found[title].clause for title in ("champion", "second", "third")} == {"7.1"}


def test_without_a_place_nobody_is_champion_but_may_have_most_wins() -> None:
    found = given([(0, [[ANN], [BEN]]), (0, [[ANN], [CAL]]), (1, [[BEN], [CAL]])], min_sessions=2)
    assert found["champion"].members == (BEN,)  # Ann came once
    assert found["most wins"] == Trophy("7.2", "most wins", (ANN,), "2 wins")
    assert "third" not in found


def test_most_wins_are_shared_and_shared_first_places_are_none() -> None:
    found = given([(0, [[ANN], [BEN], [CAL]]), (0, [[BEN], [ANN], [CAL]]), (0, [[CAL, ANN], [BEN]])])
    assert found["most wins"] == Trophy("7.2", "most wins", (ANN, BEN), "1 win")
    assert "most wins" not in given([(0, [[ANN, BEN]])])


def test_best_attendance_is_shared_and_only_for_who_is_in_the_standings() -> None:
    found = given([(0, [[ANN], [BEN], [CAL]])], came={ANN: 3, BEN: 4, CAL: 4, DEE: 9})
    assert found["best attendance"] == Trophy("7.3", "best attendance", (BEN, CAL), "4 sessions")
    assert "best attendance" not in given([(0, [[ANN], [BEN]])])


def test_best_of_a_game_takes_five_matches_of_it_and_is_shared() -> None:
    won, lost = (0, [[ANN], [BEN], [CAL]]), (0, [[CAL], [BEN], [ANN]])
    # Ann and Cal: 1, 1, 0, 0. Ben: 1/2 each time, and a fifth time with Dee instead of Ann and Cal.
    four = [won, won, lost, lost]
    assert "best of commune" not in given(four)
    assert given([*four, (0, [[DEE], [BEN]])])["best of commune"] == Trophy(
        "7.4", "best of commune", (BEN,), "mean 0.400"
    )
    five = [*four, (0, [[ANN, BEN, CAL]])]
    assert given(five)["best of commune"] == Trophy("7.4", "best of commune", (ANN, BEN, CAL), "mean 0.500")


def test_most_improved_compares_the_halves_of_at_least_six_sessions() -> None:
    ann, ben = [[ANN], [BEN]], [[BEN], [ANN]]
    # Ann: 0, 0, 1 and then 1, 1, 1: from 1/3 to 1. Ben the other way about.
    six = [(night, each) for night, each in enumerate([ben, ben, ann, ann, ann, ann])]
    assert given(six)["most improved"] == Trophy("7.5", "most improved", (ANN,), "0.667 more a session")
    # A seventh evening, won by Ann: 0, 0, 1 against 1, 1, 1 with the fourth left out: the same.
    assert given([*six, (6, ann)])["most improved"].figure == "0.667 more a session"
    # And when Ben wins the seventh: 0, 0, 1 against 1, 1, 0.
    assert given([*six, (6, ben)])["most improved"].figure == "0.333 more a session"
    assert "most improved" not in given(six[:5])
    assert "most improved" not in given([(night, ann) for night in range(6)])  # nobody gained anything


def test_most_improved_is_shared() -> None:
    nights = [(night, [[CAL], [ANN, BEN]] if night < 3 else [[ANN, BEN], [CAL]]) for night in range(6)]
    # Ann and Ben: a shared second place of three is 1/4, a shared first 3/4.
    assert given(nights)["most improved"] == Trophy("7.5", "most improved", (ANN, BEN), "0.500 more a session")


def test_every_trophy_cites_a_clause_that_there_is() -> None:
    nights = [(night, [[CAL], [ANN], [BEN]] if night < 3 else [[ANN], [BEN], [CAL]]) for night in range(6)]
    found = given(nights, came={ANN: 6})
    assert {trophy.clause for trophy in found.values()} == {"7.1", "7.2", "7.3", "7.4", "7.5"}
    assert {trophy.clause for trophy in found.values()} <= {clause.id for clause in CLAUSES}


def test_a_season_without_matches_gives_nothing() -> None:
    assert given([]) == {}


def test_a_trophy_for_a_game_is_told_by_the_games_title() -> None:
    for game, title in (("big-two", "Chor Dai Di (Big Two)"), ("Hearts", "Hearts")):
        assert Trophy("7.4", f"best of {game}", (ANN,), "").said == f"best of {title}"
    assert Trophy("7.2", "most wins", (ANN,), "").said == "most wins"
