"""Seasons, their calendar and house rules, the sessions themselves, and days that are called by a word."""

from dataclasses import replace
from datetime import date, time

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import checkin, house_rules, schedule, seasons, sessions
from referee.club.calendar.schedule import PlannedSession, SeasonPlan
from referee.club.calendar.session_text import parse_session_change
from referee.club.folder import Club
from referee.club.people import forgetting, roster
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault, UnknownName
from tests.club.conftest import MONDAY, ON_A_SERVER, stored

PLAN = SeasonPlan(
    name="Autumn",
    starts=date(2027, 9, 1),
    ends=date(2027, 12, 20),
    best_k=8,
    min_sessions=3,
    sessions=(
        PlannedSession(date(2027, 9, 6), time(15, 45), "M4"),
        PlannedSession(date(2027, 9, 13), time(15, 45), "M4", "bring a pack"),
    ),
    house_rules={"big-two": {"royal": "none"}},
)


def new(club: Club, **changed: object) -> None:
    stated = {"starts": date(2027, 9, 1), "ends": date(2027, 12, 20), "best_k": 8, "min_sessions": 3, **changed}
    seasons.new(club, str(stated.pop("name", "Autumn")), **stated)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"name": "2026-27"}, "There is already a season 2026-27"),
        ({"name": " "}, "has no name"),
        ({"ends": date(2027, 8, 31)}, "cannot end on 2027-08-31"),
        ({"best_k": 0}, "best_k cannot be 0. Use a whole number from 1 to 999"),
        ({"min_sessions": -1}, "min_sessions cannot be -1"),
        ({"best_k": 10**20}, "best_k cannot be 1000000000000"),
        ({"lot_seed": 10**20}, "seed for drawing lots cannot be 1000000000000"),
        ({"ends": date(2029, 9, 2)}, "too long"),
        ({"ends": date(9999, 12, 31)}, "too long"),
        ({"name": "x" * 61}, "Use at most 60"),
    ],
)
def test_a_season_that_cannot_be_is_refused(club: Club, changed: dict[str, object], message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        new(club, **changed)
    assert [season.name for season in seasons.seasons(club)] == ["2026-27"]


@pytest.mark.parametrize(
    ("name", "least", "most"), [("best_k", 1, 999), ("min_sessions", 0, 999), ("lot_seed", 0, 2**31 - 1)]
)
def test_a_number_of_a_season_may_be_the_least_and_the_most_and_no_other_beyond(
    club: Club, name: str, least: int, most: int
) -> None:
    for number in (least - 1, most + 1):
        with pytest.raises(ClubFault, match=rf"cannot be {number}\. Use a whole number from {least} to {most}"):
            new(club, name="Refused", **{name: number})
    for number in (least, most):
        new(club, name=f"{name} {number}", **{name: number})
        assert getattr(seasons.show(club, f"{name} {number}"), name) == number


@pytest.mark.parametrize("ends", [date(2027, 9, 1), date(2029, 9, 1)])
def test_a_season_lasts_from_one_day_to_two_years(club: Club, ends: date) -> None:
    new(club, ends=ends)
    assert seasons.show(club, "Autumn").ends == ends


def test_without_a_name_the_season_is_the_one_that_today_falls_in(club: Club) -> None:
    new(club)
    assert seasons.show(club).name == "2026-27"
    assert seasons.show(club, "aut").name == "Autumn"
    with pytest.raises(UnknownName, match="No season is called 'spring'"):
        seasons.show(club, "spring")
    new(club, name="Winter", starts=date(2026, 11, 1))
    with pytest.raises(ClubFault, match=r"Which season: 2026-27, Winter\?"):
        seasons.show(club)


def test_the_lot_is_drawn_from_a_recorded_seed(club: Club) -> None:
    assert 0 <= seasons.show(club).lot_seed < 2**31
    new(club, lot_seed=7)
    assert seasons.show(club, "Autumn").lot_seed == 7


def test_a_season_closes_when_its_sessions_are_over(club: Club) -> None:
    with pytest.raises(ClubFault, match="The session of 2026-11-16 is open"):
        season_end.close(club, "2026-27")
    sessions.close_session(club)
    assert season_end.close(club, "2026-27").season.closed_at is not None
    with pytest.raises(ClubFault, match="was closed on 2026-11-16"):
        season_end.close(club, "2026-27")
    with pytest.raises(ClubFault, match="closed"):
        house_rules.change_options(club, "2026-27", "big-two", ["royal=none"])


# -- the calendar -------------------------------------------------------------------------------------------


def test_a_loaded_schedule_is_taken_over_once(club: Club) -> None:
    loaded = schedule.load(club, PLAN)
    assert [session.held_on for session in loaded.added] == [date(2027, 9, 6), date(2027, 9, 13)]
    assert [(session.room, session.note) for session in schedule.sessions(club, "Autumn")] == [
        ("M4", ""),
        ("M4", "bring a pack"),
    ]
    assert house_rules.versions(club, "Autumn")["big-two"][-1].options == {"royal": "none"}
    assert dict(loaded.house_rules) == PLAN.house_rules
    plan = schedule.load(club, PLAN)
    assert dict(plan.house_rules) == {}
    assert (plan.added, plan.changed, len(plan.kept)) == ((), (), 2)
    assert len(house_rules.versions(club, "Autumn")["big-two"]) == 1


def test_a_schedule_loaded_again_moves_what_has_not_begun_and_removes_nothing(club: Club) -> None:
    schedule.load(club, PLAN)
    sessions.open_session(club, "2027-09-06")
    moved = tuple(replace(session, room="Library") for session in PLAN.sessions)
    loaded = schedule.load(club, replace(PLAN, sessions=moved))
    assert [(session.held_on, session.sequence) for session in loaded.changed] == [(date(2027, 9, 13), 1)]
    assert [session.room for session in schedule.sessions(club, "Autumn")] == ["M4", "Library"]
    loaded = schedule.load(club, replace(PLAN, sessions=()))
    assert [session.held_on for session in loaded.unplanned] == [date(2027, 9, 6), date(2027, 9, 13)]


def test_a_schedule_cannot_change_how_a_season_is_scored(club: Club) -> None:
    schedule.load(club, PLAN)
    with pytest.raises(ClubFault, match=r"The schedule has 9, but the season .* was started with best_k 8"):
        schedule.load(club, replace(PLAN, best_k=9))


def test_a_session_is_planned_within_its_season_and_one_to_a_day(club: Club) -> None:
    with pytest.raises(ClubFault, match="2027-06-07 is outside the season 2026-27, which runs from 2026-08-17 to"):
        schedule.add(club, date(2027, 6, 7), time(15, 45), season="2026-27")
    with pytest.raises(ClubFault, match="There is already a session on 2026-11-16, which is open"):
        schedule.add(club, MONDAY, time(18))


def test_a_planned_session_is_moved_cancelled_and_taken_up_again(club: Club) -> None:
    schedule.add(club, date(2026, 11, 23), time(15, 45), room="M4")
    moved = schedule.move(club, "2026-11-23", to=date(2026, 11, 24), room="Library")
    assert (moved.held_on, moved.starts, moved.room, moved.sequence) == (
        date(2026, 11, 24),
        time(15, 45),
        "Library",
        1,
    )
    assert schedule.cancel(club, "2026-11-24", note="snow").status == "cancelled"
    with pytest.raises(ClubFault, match="The session of 2026-11-24 is cancelled"):
        schedule.move(club, "2026-11-24", to=date(2026, 11, 25))
    with pytest.raises(ClubFault, match="cancelled"):
        sessions.open_session(club, "2026-11-24")
    session = schedule.add(club, date(2026, 11, 24), time(16))
    assert (session.status, session.id, session.sequence, session.starts) == ("planned", moved.id, 4, time(16))
    with pytest.raises(ClubFault, match=r"The session of 2026-11-16 is open. Only a planned session"):
        schedule.cancel(club, "2026-11-16")


# -- the evening --------------------------------------------------------------------------------------------


def test_a_session_is_opened_and_closed_and_found_by_its_date_or_number(club: Club) -> None:
    schedule.add(club, date(2026, 11, 23), time(15, 45))
    assert sessions.show(club, "1").session.held_on == MONDAY
    with pytest.raises(ClubFault, match="is already open"):
        sessions.open_session(club)
    with pytest.raises(ClubFault, match=r"is planned. Open it first"):
        checkin.check_in(club, ["Ann"], "2026-11-23")
    sessions.open_session(club, "2026-11-23")
    with pytest.raises(ClubFault, match="Which session: 2026-11-16 or 2026-11-23"):
        sessions.show(club)
    sessions.close_session(club, "2026-11-23")
    with pytest.raises(ClubFault, match="is closed, not open"):
        sessions.close_session(club, "2026-11-23")
    assert sessions.show(club).session.held_on == MONDAY
    for typed, message in [
        ("2026-12-24", "no session on 2026-12-24"),
        ("99", "Unknown session '99'"),
        ("someday", "Unknown session 'someday'. Use its number, or a date such as"),
    ]:
        with pytest.raises(UnknownName, match=message):
            sessions.show(club, typed)


def test_a_name_that_is_forgotten_stands_in_nothing_that_was_said_of_a_season(club: Club) -> None:
    name = "Zebedee Quill"
    typed = club.with_actor(name)  # nobody of the club as yet, so that it is kept as typed
    new(typed, name=f"{name} Cup")
    schedule.add(typed, date(2027, 9, 6), time(15), room=f"at {name}'s", note=f"{name} cooks", season=f"{name} Cup")
    schedule.move(typed, "2027-09-06", note="zebedee  quill bakes")
    schedule.cancel(typed, "2027-09-06", note="ZEBEDEE QUILL is ill")
    house_rules.change_options(typed, f"{name} Cup", "big-two", ["royal=none"])
    season_end.close(typed, f"{name} Cup")
    season_end.reopen(typed, f"{name} Cup", f"{name} is well again")
    roster.add(club, name)
    assert forgetting.forget(club, name).emptied is not ON_A_SERVER
    kept = stored(club).casefold()
    assert "zebedee" not in kept
    assert "quill" not in kept
    assert [season.name for season in seasons.seasons(club)] == ["2026-27", "Season 2"]
    [evening] = schedule.sessions(club, "Season 2")
    assert (evening.room, evening.note, evening.status) == ("", "", "cancelled")


def test_where_todays_session_is_closed_it_is_opened_again(club: Club) -> None:
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="No session is open") as refused:
        checkin.check_in(club, ["Ann"])
    assert format_hints(*refused.value.hints) == 'Open today\'s again: referee open 2026-11-16 --reason "..."'


def test_house_rules_are_kept_version_by_version(club: Club) -> None:
    assert house_rules.change_options(club.with_actor("Gus"), None, "Big Two", ["royal=none"]) == {"royal": "none"}
    both = {"royal": "none", "two_pair_play": "false"}
    assert house_rules.change_options(club, None, "big-two", ["two-pair-play=No"]) == both
    house_rules.change_options(club, None, "big-two", ["royal=none"])
    versions = house_rules.versions(club)["big-two"]
    assert [(version.options, version.by) for version in versions] == [({"royal": "none"}, "Gus"), (both, "Fay")]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("royl=none", "Big Two.*no option 'royl'. Did you mean royal"),
        ("royal=maybe", "royal cannot be 'maybe'. Use 10_to_A or none"),
        ("royal", "not NAME=VALUE"),
    ],
)
def test_a_house_rule_that_the_rulebook_does_not_ask_is_refused(club: Club, option: str, message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        house_rules.change_options(club, None, "big-two", [option])
    assert house_rules.versions(club) == {}


def test_an_evening_may_be_typed_with_a_word(club: Club) -> None:
    assert parse_session_change(club, "today 16:00 M4").day == club.today


def test_loading_a_schedule_once_more_keeps_the_house_rules_that_it_does_not_state(club: Club) -> None:
    schedule.load(club, replace(PLAN, house_rules={"big-two": {}}))  # as the template has it
    house_rules.change_options(club, "Autumn", "big-two", ["pass_locks=true"])
    assert schedule.load(club, replace(PLAN, house_rules={"big-two": {}})).house_rules == {}
    schedule.load(club, PLAN)
    assert house_rules.change_options(club, "Autumn", "big-two", []) == {"pass_locks": "true", "royal": "none"}
