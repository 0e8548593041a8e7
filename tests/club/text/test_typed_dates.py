"""Dates and times as people write them: one reader for commands, desk, schedules and lists of members."""

from datetime import date, time

import pytest

from referee.club.text.faults import ClubFault
from referee.club.text.typed_dates import (
    Nearness,
    describe_day,
    parse_day,
    parse_full_date,
    parse_session_words,
    parse_time,
)

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-30", date(2026, 11, 30)),
        ("2026/11/30", date(2026, 11, 30)),
        ("30/11/2026", date(2026, 11, 30)),
        ("30-11-2026", date(2026, 11, 30)),
        ("30.11.2026", date(2026, 11, 30)),
        ("30. 11. 2026", date(2026, 11, 30)),
        ("30/11/26", date(2026, 11, 30)),
        ("01/09/2026", date(2026, 9, 1)),
        ("11/30/2026", date(2026, 11, 30)),  # cannot be day first
        ("30/11", date(2026, 11, 30)),
        ("30.11.", date(2026, 11, 30)),
        ("1 Sept", date(2027, 9, 1)),
        ("1st of September", date(2027, 9, 1)),
        ("Sept 1, 2026", date(2026, 9, 1)),
        ("1-Sep-26", date(2026, 9, 1)),
        ("1. September 2026", date(2026, 9, 1)),
        ("29 Feb", date(2028, 2, 29)),  # the next one that there is
        ("Mon 30 Nov", date(2026, 11, 30)),
        ("Monday, 30/11/2026", date(2026, 11, 30)),
        ("today", MONDAY),
        ("tonight", MONDAY),
        ("Tomorrow", date(2026, 11, 17)),
        ("yesterday", date(2026, 11, 15)),
        ("the day after tomorrow", date(2026, 11, 18)),
        ("mon", date(2026, 11, 23)),
        ("monday", date(2026, 11, 23)),
        ("next monday", date(2026, 11, 23)),
        ("this monday", MONDAY),
        ("on Thursday", date(2026, 11, 19)),
        ("thurs", date(2026, 11, 19)),
        ("last monday", date(2026, 11, 9)),
        ("monday week", date(2026, 11, 30)),
        ("a week on monday", date(2026, 11, 30)),
        ("in two weeks", date(2026, 11, 30)),
        ("in 2 weeks", date(2026, 11, 30)),
        ("in a fortnight", date(2026, 11, 30)),
        ("a week today", date(2026, 11, 23)),
        ("in 3 days", date(2026, 11, 19)),
        ("in a month", date(2026, 12, 16)),
        ("a week ago", date(2026, 11, 9)),
        ("next week", date(2026, 11, 23)),
        ("last week", date(2026, 11, 9)),
    ],
)
def test_a_day_is_read_as_people_write_it(text: str, day: date) -> None:
    assert parse_day(text, MONDAY) == day


@pytest.mark.parametrize("text", ["", "Ann", "3", "m312", "30", "november", "1/2/3", "in a while", "next Ann", "mo"])
def test_another_text_is_no_day(text: str) -> None:
    assert parse_day(text, MONDAY) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("31/02/2026", "There is no 31 February 2026."),
        ("31 Nov", "There is no 31 November."),
        ("13/13/2026", "There is no month 13."),
        ("2026-02-30", "There is no 30 February 2026."),
        ("Tue 30 Nov 2026", "30 November 2026 is a Monday, not a Tuesday."),
    ],
)
def test_a_day_that_is_in_no_calendar_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ClubFault, match=f"^{reason}"):
        parse_day(text, MONDAY)


def test_a_club_may_write_the_month_first() -> None:
    assert parse_day("01/09/2026", MONDAY, month_first=True) == date(2026, 1, 9)
    assert parse_day("30/11/2026", MONDAY, month_first=True) == date(2026, 11, 30)
    assert parse_day("1.9.2026", MONDAY, month_first=True) == date(2026, 9, 1)  # with points the day is first


def test_a_full_date_has_its_year() -> None:
    assert parse_full_date("30/11/2026") == date(2026, 11, 30)
    assert parse_full_date("1 Sept 2026") == date(2026, 9, 1)
    assert [parse_full_date(text) for text in ("1 Sept", "29 Feb", "30/11", "monday", "in a week", "Ann")] == [None] * 6


def test_a_day_without_its_year_is_the_next_the_last_or_the_nearest() -> None:
    assert parse_day("1 Sept", MONDAY, Nearness.LAST) == date(2026, 9, 1)
    assert parse_day("30/11", MONDAY, Nearness.LAST) == date(2025, 11, 30)
    assert parse_day("30/11", MONDAY, Nearness.NEAREST) == date(2026, 11, 30)
    assert parse_day("9/11", MONDAY, Nearness.NEAREST) == date(2026, 11, 9)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("19:00", time(19)),
        ("19.00", time(19)),
        ("7.30", time(7, 30)),
        ("7:30", time(7, 30)),
        ("7pm", time(19)),
        ("7 p.m.", time(19)),
        ("7.30pm", time(19, 30)),
        ("12am", time(0)),
        ("12:15 pm", time(12, 15)),
        ("19h", time(19)),
        ("19h30", time(19, 30)),
        ("1930", time(19, 30)),
        ("19", time(19)),
        ("noon", time(12)),
        ("midnight", time(0)),
        ("at 7pm", time(19)),
        ("half past seven", None),
        ("25.00", None),
        ("19.60", None),
        ("13pm", None),
        ("", None),
    ],
)
def test_a_time_is_read_as_people_write_it(text: str, at: time | None) -> None:
    assert parse_time(text) == at


@pytest.mark.parametrize(
    ("text", "day", "at", "room"),
    [
        ("2026-11-30 16:00 M4", date(2026, 11, 30), time(16), "M4"),
        ("next monday 7pm Club room", date(2026, 11, 23), time(19), "Club room"),
        ("1 Sept 2027, 7 pm", date(2027, 9, 1), time(19), ""),
        ("30/11/2026 19.00", date(2026, 11, 30), time(19), ""),
        ("sat 19.00 M4", date(2026, 11, 21), time(19), "M4"),
        ("16:00", None, time(16), ""),
        ("Library", None, None, "Library"),
        ("Sun Room", None, None, "Sun Room"),
        ("May Hall", None, None, "May Hall"),
        ("monday 7", date(2026, 11, 23), None, "7"),
        ("", None, None, ""),
    ],
)
def test_a_day_a_time_and_a_room_stand_on_one_line(text: str, day: date | None, at: time | None, room: str) -> None:
    assert parse_session_words(text, MONDAY) == (day, at, room)


def test_a_day_is_said_back_in_full() -> None:
    assert describe_day(date(2026, 11, 30)) == "Mon 2026-11-30"
