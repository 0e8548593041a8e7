from datetime import date, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.club.calendar.schedule import PlannedSession
from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule

GOOD = """\
name = "Spring 2027"
starts = 2027-01-04
ends = 2027-02-01
best_k = 3
min_sessions = 2

[weekly]
weekday = "Monday"
time = "15:45"
room = "M4"

[skip]
2027-01-18 = "Martin Luther King Jr. Day"

[extra]
2027-01-22 = { time = "18:00", room = "Library", note = "Winter session" }
2027-01-29 = "Friday tables"

[house_rules.big-two]
two_pair_play = false
"""


def fault_of(text: str) -> ScheduleFault:
    with pytest.raises(ScheduleFault) as caught:
        read_schedule(text)
    return caught.value


def typed_at(found: ScheduleFault) -> str:
    """Return the words that the caret stands under."""
    start = found.fault.column - 1
    return found.fault.text[start : start + found.fault.width]


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def test_season_is_every_monday_but_the_skipped_and_the_extra_days() -> None:
    plan = read_schedule(GOOD)
    assert plan.sessions == (
        PlannedSession(date(2027, 1, 4), time(15, 45), "M4"),
        PlannedSession(date(2027, 1, 11), time(15, 45), "M4"),
        PlannedSession(date(2027, 1, 22), time(18, 0), "Library", "Winter session"),
        PlannedSession(date(2027, 1, 25), time(15, 45), "M4"),
        PlannedSession(date(2027, 1, 29), time(15, 45), "M4", "Friday tables"),
        PlannedSession(date(2027, 2, 1), time(15, 45), "M4"),
    )
    assert plan.skipped == {date(2027, 1, 18): "Martin Luther King Jr. Day"}
    assert (plan.name, plan.starts, plan.ends) == ("Spring 2027", date(2027, 1, 4), date(2027, 2, 1))
    assert (plan.best_k, plan.min_sessions) == (3, 2)
    assert plan.house_rules == {"big-two": {"two_pair_play": "false"}}


def test_a_schedule_needs_no_holidays_extra_sessions_or_house_rules() -> None:
    plan = read_schedule(GOOD[: GOOD.index("[skip]")])
    assert [planned.date.day for planned in plan.sessions] == [4, 11, 18, 25, 1]
    assert plan.skipped == {}
    assert plan.house_rules == {}


@pytest.mark.parametrize("weekday", ["monday", "Mondays", "Mon", "MONDAY"])
def test_a_weekday_is_read_as_people_write_it(weekday: str) -> None:
    assert read_schedule(changed('"Monday"', f'"{weekday}"')) == read_schedule(GOOD)


def test_quoted_dates_toml_times_and_windows_line_ends_are_read_too() -> None:
    text = changed("starts = 2027-01-04", 'starts = "2027-01-04"').replace('"15:45"', "15:45:00", 1)
    assert read_schedule("\ufeff" + text.replace("\n", "\r\n")) == read_schedule(GOOD)


def test_a_season_that_starts_on_another_day_begins_with_its_first_monday() -> None:
    plan = read_schedule(changed("starts = 2027-01-04", "starts = 2027-01-05"))
    assert plan.sessions[0].date == date(2027, 1, 11)


@pytest.mark.parametrize(
    ("old", "new", "line", "typed", "expected"),
    [
        ("starts = 2027-01-04", "starts = 2027-02-30", 2, "2027-02-30", "2027-02-30 is not a date. Use one"),
        ("starts = 2027-01-04", "starts = 2027-1-4", 2, "2027-1-4", "2027-1-4 is not a date. Use one"),
        ("starts = 2027-01-04", "starts = 1/4/2027", 2, "1/4/2027", "1/4/2027 is not a date. Use one"),
        ("starts = 2027-01-04", "starts = 20270104", 2, "20270104", "starts is 20270104. Use a date"),
        ("starts = 2027-01-04", "starts = 2027-01-04T08:00:00", 2, "2027-01-04T08:00:00", "Use a date"),
        ("starts = 2027-01-04", 'starts = "January 4"', 2, '"January 4"', "'January 4'. Use a date"),
        ("ends = 2027-02-01", "ends = 2026-02-01", 3, "2026-02-01", "before it starts on 2027-01-04"),
        ("2027-01-18 =", "2028-01-17 =", 13, "2028-01-17", "outside the season, which runs from 2027-01-04"),
        ("2027-01-29 =", "2027-02-02 =", 17, "2027-02-02", "outside the season"),
        ("2027-01-18 =", "2027-01-19 =", 13, "2027-01-19", "is a Tuesday, but the club meets on Mondays"),
        ("2027-01-18 =", "2027-01-38 =", 13, "2027-01-38", "'2027-01-38' is not a date. Use one"),
        ("2027-01-29 =", "2027-01-22 =", 17, "2027-01-22", "2027-01-22 is given twice. Use it once"),
        ("2027-01-29 =", "2027-01-25 =", 17, "2027-01-25", "the club meets on 2027-01-25 as on every Monday"),
        ("2027-01-29 =", "2027-01-18 =", 17, "2027-01-18", "under [skip] and under [extra]"),
        ('"Monday"', '"Tusday"', 8, '"Tusday"', "'Tusday'. Use Tuesday"),
        ('"Monday"', '"X"', 8, '"X"', "Use Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday"),
        ('"Monday"', "Monday", 8, "Monday", 'Use a text in quotes: weekday = "Monday"'),
        ('"15:45"', "15:45", 9, "15:45", 'Use a time in quotes, such as "15:45"'),
        ('"15:45"', '"25:45"', 9, '"25:45"', "time is '25:45'. Use a time of day"),
        ('"18:00"', '"six"', 16, '"six"', "time is 'six'. Use a time of day"),
        ('"Monday"', "3", 8, "3", "weekday is 3. Use Monday, Tuesday"),
        ("best_k = 3", "best_k = 3\nlasts = 120", 5, "120", "lasts is 120. Use hours and minutes in quotes"),
        ("best_k = 3", 'best_k = 3\nlasts = "0:00"', 5, '"0:00"', "lasts is '0:00'. Use hours and minutes"),
        ("best_k = 3", 'best_k = 3\nzone = "Mars"', 5, '"Mars"', "no time zone 'Mars'. Use one such as"),
        ("best_k = 3", "best_k = 3\nbest_k = 4", 5, "best_k", "best_k is given twice. Use it once"),
        ("[extra]", "[skip]", 15, "skip", "[skip] is given twice. Use it once"),
        ('"M4"', "4", 10, "4", "room is 4. Use a text in quotes"),
        ('"M4"', '" "', 10, '" "', "room is ' '. Use a text"),
        ("best_k = 3", "bestk = 3", 4, "bestk", "no key 'bestk' at the head of the schedule. Did you mean best_k?"),
        ("\nroom = ", "\nplace = ", 10, "place", "no key 'place' under [weekly]. Use one of weekday, time, room"),
        ("note = ", "notes = ", 16, "notes", "no key 'notes' under [extra.2027-01-22]. Did you mean note?"),
        ("[extra]", "[extras]", 15, "extras", "no key 'extras' at the head of the schedule. Did you mean extra?"),
        ("best_k = 3\n", "", 1, "n", "'best_k' is missing at the head of the schedule. Add one such as best_k = 20"),
        ('room = "M4"\n', "", 7, "weekly", "'room' is missing under [weekly]. Add one such as room = \"M4\""),
        ("best_k = 3", 'best_k = "3"', 4, '"3"', "best_k is '3'. Use a whole number from 1"),
        ("best_k = 3", "best_k = true", 4, "true", "best_k is true. Use a whole number from 1"),
        ("best_k = 3", "best_k = 0   # all", 4, "0", "best_k is 0. Use a whole number from 1"),
        ("min_sessions = 2", "min_sessions = -1", 5, "-1", "min_sessions is -1. Use a whole number from 0"),
        ("best_k = 3", "best_k = 10000", 4, "10000", "best_k is 10000. Use a whole number from 1 to 999"),
        ("ends = 2027-02-01", "ends = 9999-12-31", 3, "9999-12-31", "to 9999-12-31 is too long"),
        ("best_k = 3", "best_k =", 4, "b", "best_k has no value"),
        ("min_sessions = 2", "min_sessions = 7", 5, "7", "min_sessions is 7, but the season has only 6"),
        ('"Friday tables"', "4", 17, "4", "2027-01-29 is 4. Use a note"),
        ('"Martin Luther King Jr. Day"', "[]", 13, "[]", "2027-01-18 is a list. Use a text in quotes"),
        ("[skip]", "[skip", 12, "", "this line cannot be read"),
        ("[house_rules.big-two]", "[house_rules.big-tow]", 19, "house_rules.big-tow", "Did you mean big-two?"),
        ("two_pair_play", "two_pair_plays", 20, "two_pair_plays", "Did you mean two_pair_play?"),
        ("= false", '= "perhaps"', 20, '"perhaps"', "two_pair_play cannot be 'perhaps'. Use"),
        ("= false", "= 1.5", 20, "1.5", "two_pair_play is 1.5. Use a word, a number, true or false"),
    ],
)
def test_fault_names_the_place_what_was_typed_and_what_was_expected(
    old: str, new: str, line: int, typed: str, expected: str
) -> None:
    found = fault_of(changed(old, new))
    assert expected in str(found)
    assert found.fault.line == line
    if expected != "best_k has no value":
        assert typed_at(found) == typed


def test_a_season_has_a_session_at_least() -> None:
    head = GOOD[: GOOD.index("[skip]")].replace("ends = 2027-02-01", "ends = 2027-01-04")
    assert len(read_schedule(head.replace("min_sessions = 2", "min_sessions = 1")).sessions) == 1
    found = fault_of(head.replace('"Monday"', '"Sunday"'))
    assert str(found) == "no session is left between 2027-01-04 and 2027-01-04"


def test_the_same_holiday_twice_is_a_fault_on_the_second() -> None:
    found = fault_of(changed("\n[extra]", '2027-01-18 = "again"\n\n[extra]'))
    assert (found.fault.line, found.fault.column, typed_at(found)) == (14, 1, "2027-01-18")
    assert str(found) == "2027-01-18 is given twice. Use it once"


def test_a_key_that_slipped_under_a_table_is_told_where_it_belongs() -> None:
    # The head lacks it, but the slip is what the officer must hear of.
    moved = changed("best_k = 3\n", "").replace('room = "M4"\n', 'room = "M4"\nbest_k = 3\n')
    found = fault_of(moved)
    assert "belongs above the first table, but here it is part of [weekly]" in str(found)
    assert typed_at(found) == "best_k"
    under_skip = changed("best_k = 3\n", "").replace("\n[extra]", "best_k = 3\n\n[extra]")
    assert "belongs above the first table, but here it is part of [skip]" in str(fault_of(under_skip))


def test_a_dot_within_a_date_is_a_fault_of_its_key() -> None:
    found = fault_of(changed("\n2027-01-22", "\n2.027-01-22"))
    assert "'2' is not a date. Use one such as 2026-09-07" in str(found)


def test_caret_stands_under_what_was_typed() -> None:
    found = fault_of(changed('"15:45"', '"quarter to four"'))
    row, caret = found.fault.caret().split("\n")
    assert row[caret.index("^") : caret.rindex("^") + 1] == '"quarter to four"'


def test_an_empty_schedule_is_told_what_it_needs() -> None:
    assert str(fault_of("")) == "'name' is missing at the head of the schedule. Add one such as name = \"2026-27\""


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(st.sampled_from('ab-=[]{}."\n 0129:#'), max_size=6))
def test_a_schedule_is_read_or_refused_and_never_breaks(at: int, cut: int, put: str) -> None:
    text = GOOD[:at] + put + GOOD[at + cut :]
    rows = text.split("\n")
    try:
        plan = read_schedule(text)
    except ScheduleFault as found:
        fault = found.fault
    else:
        assert plan.sessions
        assert all(plan.starts <= planned.date <= plan.ends for planned in plan.sessions)
        return
    assert fault.message
    assert 1 <= fault.line <= len(rows)
    assert 1 <= fault.column <= len(rows[fault.line - 1]) + 1


def test_the_club_meets_on_the_mondays_of_its_school_year() -> None:
    path = Path(__file__).parents[3] / "schedules" / "2026-27.toml"
    plan = read_schedule(path.read_text(encoding="utf-8"))
    mondays = [planned for planned in plan.sessions if not planned.note]
    assert {(planned.date.weekday(), planned.room) for planned in mondays} == {(0, "M4")}
    # 42 Mondays from 17 August to 31 May, of which nine are holidays, and two evenings besides.
    assert len(plan.skipped) == 9
    assert len(plan.sessions) == 42 - 9 + 2
    assert date(2026, 9, 7) in plan.skipped
    assert plan.sessions == tuple(sorted(plan.sessions, key=lambda planned: planned.date))
