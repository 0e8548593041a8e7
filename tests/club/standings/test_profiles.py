"""What a member has played, against whom and how it went, reckoned by hand."""

from datetime import date, time, timedelta
from fractions import Fraction

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.standings.attendance import MemberAttendance, attendance
from referee.club.standings.profiles import Rival, meetings, profile
from referee.club.standings.ratings import ratings
from referee.club.standings.standings import GameScore
from referee.club.text.faults import ClubFault, UnknownName
from tests.cli.running import referee
from tests.club.conftest import MONDAY, play

NUMBERS = {"Ann": 1, "Ben": 2, "Cal": 3, "Dee": 4, "Eve": 5}


def next_week(club: Club) -> None:
    last = max(session.held_on for session in schedule.sessions(club))
    sessions.close_session(club, str(last))
    schedule.add(club, last + timedelta(weeks=1), time(15, 45))
    sessions.open_session(club, str(last + timedelta(weeks=1)))


@pytest.fixture
def played(club: Club) -> Club:
    """Two Mondays: Ann is first of three, second of four and shares the first of two; then she is last of three."""
    play(club, "Ann", "Ben", "Cal")
    play(club, "Ben", "Ann", "Cal", "Dee")
    play(club, "Ann=Ben", game="commune")
    next_week(club)
    play(club, "Cal", "Ben", "Ann")
    return club


def rival(name: str, met: int, before: int, behind: int) -> Rival:
    return Rival(NUMBERS[name], name, met, before, behind)


def test_results_and_nights(played: Club) -> None:
    ann = profile(played, "Ann")
    assert [(match.match, match.rank, match.players, match.score) for match in ann.played] == [
        (1, 1, 3, 1),
        (2, 2, 4, Fraction(2, 3)),
        (3, 1.5, 2, Fraction(1, 2)),
        (4, 3, 3, 0),
    ]
    assert ann.wins == 1  # the first place that she shared is no win
    # The first Monday: the mean of 1, 2/3 and 1/2. The second: 0.
    assert [(session.matches, session.score) for session in ann.sessions] == [(3, Fraction(13, 18)), (1, 0)]


def test_rivals(played: Club) -> None:
    ann = profile(played, "Ann")
    # Ben: before him once, behind twice, level once. Cal: before him twice, behind once. Dee: before her once.
    assert ann.rivals == (rival("Ben", 4, 1, 2), rival("Cal", 3, 2, 1), rival("Dee", 1, 1, 0))
    assert ann.rivals[0].level == 1
    assert ann.most_met == rival("Ben", 4, 1, 2)
    assert ann.most_beaten_by == rival("Ben", 4, 1, 2)
    dee = profile(played, "Dee")
    assert dee.most_beaten_by is not None
    assert {rival.behind for rival in dee.rivals} == {1}
    assert profile(played, "Eve").rivals == ()
    assert profile(played, "Eve").most_beaten_by is None


def test_who_never_came_before_is_no_rival_that_beats(club: Club) -> None:
    play(club, "Ann", "Ben", "Cal")
    assert profile(club, "Ann").most_beaten_by is None


def test_the_favourite_game_is_that_played_most_and_of_several_that_which_went_best(played: Club) -> None:
    assert profile(played, "Ann").games == (
        GameScore("big-two", 3, 1, Fraction(5, 9)),  # 1, 2/3 and 0
        GameScore("commune", 1, 0, Fraction(1, 2)),
    )
    play(played, "Dee", "Eve", game="commune")  # Dee: 0 in her one match of Big Two, 1 in her one of Commune
    assert [game.game for game in profile(played, "Dee").games] == ["commune", "big-two"]


def test_form_is_the_last_five_nights(club: Club) -> None:
    order = ["Ann", "Ben", "Cal"]
    for night in range(7):
        play(club, *(order if night % 2 else order[::-1]))
        next_week(club)
    # Nights 3 to 7: last, first, last, first, last; counted from 1, Ann is first on the even ones.
    assert [session_score.score for session_score in profile(club, "Ann").form] == [0, 1, 0, 1, 0]
    assert profile(club, "Ann").form[0].played_on == MONDAY + timedelta(weeks=2)


def test_head_to_head(played: Club) -> None:
    met = meetings(played, "Ann", "Ben")
    assert met.rival == rival("Ben", 4, 1, 2)
    assert met.by_game == {"big-two": rival("Ben", 3, 1, 2), "commune": rival("Ben", 1, 0, 0)}
    assert [(match.match, match.rank, match.others[NUMBERS["Ben"]]) for match in met.matches] == [
        (1, 1, 2),
        (2, 2, 1),
        (3, 1.5, 1.5),
        (4, 3, 2),
    ]
    back = meetings(played, "Ben", "Ann").rival
    assert (back.met, back.before, back.behind, back.level) == (4, 2, 1, 1)
    assert meetings(played, "Ann", "Eve").matches == ()
    with pytest.raises(ClubFault, match=r"both Ann\. Name two members"):
        meetings(played, "Ann", "an")


def test_the_rating_is_the_one_of_the_list_and_has_a_figure_for_each_day(played: Club) -> None:
    ann = profile(played, "Ann")
    listed = next(row.rating for row in ratings(played).rows if row.name == "Ann")
    assert ann.rating == listed
    assert [(day, rating.matches) for day, rating in ann.over_time] == [(MONDAY, 3), (MONDAY + timedelta(weeks=1), 4)]
    assert ann.over_time[-1][1] == listed
    assert {game: rating.matches for game, rating in ann.ratings.items()} == {"big-two": 3, "commune": 1}
    assert profile(played, "Eve").rating is None


def test_one_season_alone(played: Club) -> None:
    sessions.close_session(played)
    seasons.new(played, "2028", starts=date(2028, 1, 1), ends=date(2028, 6, 1), best_k=2, min_sessions=1)
    schedule.add(played, date(2028, 1, 3), time(15, 45), season="2028")
    sessions.open_session(played, "2028-01-03")
    play(played, "Dee", "Ann", "Eve")
    assert [match.match for match in profile(played, "Ann", "2028").played] == [5]
    assert [match.match for match in profile(played, "Ann", "2026-27").played] == [1, 2, 3, 4]
    assert len(profile(played, "Ann").played) == 5
    assert len(meetings(played, "Ann", "Dee", "2028").matches) == 1
    assert len(meetings(played, "Ann", "Dee").matches) == 2


def test_what_was_played_as_a_guest_is_there_and_marked(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    play(club, "Zoe", "Ann", "Ben")
    roster.add(club, "Zoe")
    play(club, "Ann", "Zoe", "Ben")
    assert [(match.rank, match.as_guest) for match in profile(club, "Zoe").played] == [(1, True), (2, False)]
    assert profile(club, "Ann").most_met is not None
    assert next(rival for rival in profile(club, "Ann").rivals if rival.name == "Zoe").met == 2
    rating = profile(club, "Zoe").rating
    assert rating is not None
    assert rating.matches == 1


def test_attendance_is_of_the_season(played: Club) -> None:
    assert (profile(played, "Ann").held, profile(played, "Ann").came) != (0, None)
    dee = profile(played, "Dee")
    assert dee.came is not None
    assert (dee.came.came, dee.held) == (1, 2)


def test_the_command_finds_names_as_everywhere_and_says_the_figures(played: Club) -> None:
    result = referee("member", "show", "an", club=played.folder)
    assert result.code == 0
    for part in (
        "4 matches in 2 sessions, 1 won outright",
        "0.722 0.000",
        "most met: Ben, 4 times (ahead 1, behind 2, level 1)",
    ):
        assert part in result.out
    data = referee("member", "show", "Ann", "--json", club=played.folder).data
    assert (data["member"]["name"], data["wins"], data["most_met"]["name"]) == ("Ann", 1, "Ben")
    assert data["games"][0]["game"] == "big-two"
    assert [each["rank"] for each in data["played"]] == [1, 2, 1.5, 3]
    met = referee("member", "show", "Ann", "--against", "Ben", "--json", club=played.folder).data
    rival = met["rival"]
    assert (rival["met"], rival["before"], rival["behind"], rival["level"]) == (4, 1, 2, 1)
    assert (
        "Ann ahead 1, behind 2, level 1" in referee("member", "show", "Ann", "--against", "ben", club=played.folder).out
    )
    assert referee("member", "show", "Nobody", club=played.folder).code == 2
    assert "have not met" in referee("member", "show", "Ann", "--against", "Eve", club=played.folder).out
    with pytest.raises(UnknownName):
        profile(played, "Nobody")


def test_the_other_commands_print_data(played: Club) -> None:
    listed = referee("standings", "--ratings", "--json", club=played.folder).data
    assert {row["name"]: (row["rating"]["matches"], row["rating"]["provisional"]) for row in listed["rows"]} == {
        "Ann": (4, True),
        "Ben": (4, True),
        "Cal": (3, True),
        "Dee": (1, True),
    }
    one = referee("standings", "--ratings", "--game", "commune", "--json", club=played.folder).data
    assert [row["rating"]["matches"] for row in one["rows"]] == [1, 1]
    result = referee("standings", "--attendance", "--json", club=played.folder).data
    assert {row["name"]: row["came"] for row in result["rows"]}["Dee"] == 1
    assert len(result["held"]) == 2
    assert "scoring 6.4" in referee("standings", "--ratings", club=played.folder).out


def evening(club: Club, weeks: int, *names: str, close: bool = True) -> date:
    day = MONDAY + timedelta(weeks=weeks)
    if weeks:
        schedule.add(club, day, time(15, 45))
        sessions.open_session(club, str(day))
    checkin.check_in(club, names, str(day))
    if close:
        sessions.close_session(club, str(day))
    return day


def row(club: Club, name: str) -> MemberAttendance:
    return next(member_attendance for member_attendance in attendance(club).rows if member_attendance.name == name)


def figures(club: Club, name: str) -> tuple[int, int, int]:
    found = row(club, name)
    return found.came, found.running, found.longest


def test_how_often_and_how_many_times_running(club: Club) -> None:
    evening(club, 0, "Ann", "Ben")
    evening(club, 1, "Ann", "Ben")
    third = evening(club, 2, "Ben", "Cal")
    last = evening(club, 3, "Ann", "Cal")
    assert len(attendance(club).held) == 4
    assert figures(club, "Ann") == (3, 1, 2)  # came, came, missed, came
    assert figures(club, "Ben") == (3, 0, 3)
    assert figures(club, "Cal") == (2, 2, 2)
    assert figures(club, "Dee") == (0, 0, 0)
    assert (row(club, "Ann").last, row(club, "Ben").last, row(club, "Dee").last) == (last, third, None)
    # Of Ann and Ben, who came as often, Ann came last.
    assert [member_attendance.name for member_attendance in attendance(club).rows] == [
        "Ann",
        "Ben",
        "Cal",
        "Dee",
        "Eve",
    ]


def test_what_was_not_held_breaks_nothing(club: Club) -> None:
    evening(club, 0, "Ann")
    schedule.add(club, MONDAY + timedelta(weeks=1), time(15, 45))
    schedule.cancel(club, str(MONDAY + timedelta(weeks=1)))
    schedule.add(club, MONDAY + timedelta(weeks=9), time(15, 45))
    evening(club, 2, "Ann")
    assert (len(attendance(club).held), figures(club, "Ann")) == (2, (2, 2, 2))


def test_an_open_session_breaks_nothing_for_who_may_still_come(club: Club) -> None:
    evening(club, 0, "Ann", "Ben")
    evening(club, 1, "Ben", close=False)
    assert figures(club, "Ann") == (1, 1, 1)
    assert figures(club, "Ben") == (2, 2, 2)


def test_guests_who_came_are_listed_and_said_to_be_guests(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    roster.add(club, "Yul", guest=True)
    evening(club, 0, "Zoe")
    assert [
        (member_attendance.name, member_attendance.guest)
        for member_attendance in attendance(club).rows
        if member_attendance.guest
    ] == [("Zoe", True)]
