"""The days on which a club meets: by its rule, without public holidays where asked for, and every fault at once."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.club.calendar.schedule import SeasonPlan
from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule

HEAD = """\
name = "2026-27"
starts = 2026-09-01
ends = 2026-11-30
best_k = 3
min_sessions = 1
"""
AT = 'time = "15:45"\nroom = "M4"\n'


def plan(rules: str, head: str = "") -> SeasonPlan:
    return read_schedule(f"{HEAD}{head}\n{rules}")


def days(rules: str, head: str = "") -> list[str]:
    return [f"{session.date:%a %m-%d}" for session in plan(rules, head).sessions]


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(ScheduleFault) as caught:
        read_schedule(text)
    assert caught.value.fault == caught.value.faults[0]
    return [(fault.line, fault.message) for fault in caught.value.faults]


ONE_LINE = "no key {key!r} under [weekly]. Instead of {before}, use {line}"


@pytest.mark.parametrize(
    ("rule", "at", "key", "before", "line", "first_days"),
    [
        ('every = "monday"', 7, "every", "every", 'weekday = "Monday"', ["Mon 09-07", "Mon 09-14"]),
        (
            'every = ["Thursday", "Monday"]',
            7,
            "every",
            "every",
            'rrule = "FREQ=WEEKLY;BYDAY=MO,TH"',
            ["Thu 09-03", "Mon 09-07", "Thu 09-10"],
        ),
        # The season begins on a Tuesday: its first Monday is the 7th, and every second one is counted from there.
        (
            'weekday = "Monday"\ninterval = 2',
            8,
            "interval",
            "weekday and interval",
            'rrule = "DTSTART:20260907 RRULE:FREQ=WEEKLY;BYDAY=MO;INTERVAL=2"',
            ["Mon 09-07", "Mon 09-21", "Mon 10-05"],
        ),
        (
            'weekday = "Wednesday"\ninterval = 2',
            8,
            "interval",
            "weekday and interval",
            'rrule = "FREQ=WEEKLY;BYDAY=WE;INTERVAL=2"',
            ["Wed 09-02", "Wed 09-16"],
        ),
        (
            'weekday = "Monday"\nfrom = 2026-10-01\nuntil = 2026-10-19',
            8,
            "from",
            "weekday, from and until",
            'rrule = "DTSTART:20261001 RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261019"',
            ["Mon 10-05", "Mon 10-12", "Mon 10-19"],
        ),
        (
            'every = "Monday, Thursday"\nfrom = "2026-10-01"\ninterval = 2',
            7,
            "every",
            "every, from and interval",
            'rrule = "DTSTART:20261001 RRULE:FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2"',
            ["Thu 10-01", "Mon 10-12", "Thu 10-15"],
        ),
        (
            'rrule = "FREQ=MONTHLY;BYDAY=1MO"\nuntil = 2026-10-31',
            8,
            "until",
            "rrule and until",
            'rrule = "FREQ=MONTHLY;BYDAY=1MO;UNTIL=20261031"',
            ["Mon 09-07", "Mon 10-05"],
        ),
    ],
)
def test_a_rule_in_several_lines_is_answered_with_the_one_to_write(
    rule: str, at: int, key: str, before: str, line: str, first_days: list[str]
) -> None:
    assert faults(f"{HEAD}[weekly]\n{rule}\n{AT}") == [(at, ONE_LINE.format(key=key, before=before, line=line))]
    assert days(f"[weekly]\n{line}\n{AT}")[: len(first_days)] == first_days


def test_several_rules_are_answered_with_the_one_to_write() -> None:
    monday, friday = (
        f'[[weekly]]\nweekday = "Monday"\n{AT}',
        '[[weekly]]\nweekday = "Friday"\ntime = "18:00"\nroom = "L"\n',
    )
    message = "a second [[weekly]]. Use one [weekly] with {}, and other sessions under [extra]"
    assert faults(HEAD + monday + friday) == [(10, message.format('rrule = "FREQ=WEEKLY;BYDAY=MO,FR"'))]
    monthly = f'[[weekly]]\nrrule = "FREQ=MONTHLY;BYDAY=1MO"\n{AT}'
    assert faults(HEAD + monthly + monday) == [(10, message.format('rrule = "FREQ=MONTHLY;BYDAY=1MO"'))]
    one = '[[weekly]] is a list of rules. Use [weekly] with weekday = "Monday"'
    assert faults(HEAD + monday) == [(6, one)]


def test_several_weekdays_are_answered_with_the_rrule_to_write() -> None:
    message = "weekday is 'Thursday, Mondays'. Use one weekday, or in its place rrule = \"FREQ=WEEKLY;BYDAY=MO,TH\""
    assert faults(f'{HEAD}[weekly]\nweekday = "Thursday, Mondays"\n{AT}') == [(7, message)]


def test_a_club_meets_by_its_weekday_or_by_an_rrule() -> None:
    both = f'{HEAD}[weekly]\nweekday = "Monday"\nrrule = "FREQ=MONTHLY;BYDAY=1MO"\n{AT}'
    assert faults(both) == [(8, "rrule and weekday are both given. Use one of them")]


@pytest.mark.parametrize(
    ("rrule", "expected"),
    [
        ("FREQ=MONTHLY;BYDAY=1MO", ["Mon 09-07", "Mon 10-05", "Mon 11-02"]),
        ("RRULE:FREQ=MONTHLY;BYDAY=-1FR", ["Fri 09-25", "Fri 10-30", "Fri 11-27"]),
        ("freq=weekly;interval=4;byday=tu;count=2", ["Tue 09-01", "Tue 09-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20261015T235959Z", ["Tue 09-15", "Thu 10-15"]),
        # Counted from a day before the season, of which it keeps its own.
        ("DTSTART:20260824 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=3", ["Mon 09-07", "Mon 09-21"]),
        ("DTSTART;VALUE=DATE:20260914 RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260922", ["Mon 09-14", "Mon 09-21"]),
    ],
)
def test_an_rrule_is_read_as_calendars_write_it(rrule: str, expected: list[str]) -> None:
    assert days(f'[weekly]\nrrule = "{rrule}"\n{AT}') == expected


@pytest.mark.parametrize(
    ("rrule", "expected"),
    [
        ("FREQ=HOURLY", "FREQ is 'HOURLY'. Use WEEKLY"),
        ("BYDAY=MO", "FREQ is ''. Use WEEKLY"),
        ("every monday", "no part 'EVERY MONDAY'"),
        ("FREQ=WEEKLY;BYDAY=XX", "invalid 'BYDAY'"),
        ("FREQ=WEEKLY;INTERVAL=0", "INTERVAL is '0'. Use a whole number from 1"),
        ("FREQ=WEEKLY;COUNT=-3", "COUNT is '-3'. Use a whole number from 1"),
        ("FREQ=WEEKLY;UNTIL=soon", "UNTIL is 'SOON'. Use a date such as 20270531"),
        ("FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", "a part is given twice. Give each part once"),
        ("DTSTART:then RRULE:FREQ=WEEKLY", "DTSTART is 'THEN'. Use a date such as 20270531"),
        # 30 February is in no year, and December not in this season.
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "Use one with a day between 2026-09-01 and 2026-11-30"),
        ("FREQ=MONTHLY;BYMONTH=12;BYDAY=1MO", "Use one with a day between 2026-09-01 and 2026-11-30"),
    ],
)
def test_an_rrule_that_cannot_be_is_refused_on_its_line(rrule: str, expected: str) -> None:
    ((line, message),) = faults(f'{HEAD}[weekly]\nrrule = "{rrule}"\n{AT}')
    assert line == 7
    assert expected in message


@given(st.text(st.sampled_from("FREQ=WLYMONTH;BADIKVUC0123456789-,"), max_size=30))
def test_an_rrule_is_read_or_refused_and_never_breaks(rrule: str) -> None:
    try:
        found = plan(f'[weekly]\nrrule = "FREQ=WEEKLY;{rrule}"\n{AT}').sessions
    except ScheduleFault:
        return
    assert all(date(2026, 9, 1) <= planned_session.date <= date(2026, 11, 30) for planned_session in found)


def test_public_holidays_are_never_assumed() -> None:
    assert "Mon 09-07" in days(f'[weekly]\nweekday = "Monday"\n{AT}')


def test_public_holidays_are_taken_out_where_the_schedule_says_so() -> None:
    found = plan(f'[weekly]\nweekday = "Monday"\n{AT}', 'holidays = "US-CA"')
    assert found.skipped == {date(2026, 9, 7): "Labor Day"}
    assert date(2026, 9, 7) not in {session.date for session in found.sessions}
    assert found.holidays == "US-CA"


def test_holidays_of_a_part_of_a_country_are_its_own() -> None:
    # Reformation Day is one in Lower Saxony and not in Baden-Württemberg, where All Saints' Day is.
    rule = f'[weekly]\nrrule = "FREQ=DAILY"\n{AT}'
    assert plan(rule, 'holidays = "DE-NI"').skipped == {
        date(2026, 10, 3): "Tag der Deutschen Einheit",
        date(2026, 10, 31): "Reformationstag",
    }
    assert plan(rule, 'holidays = "de-bw"').skipped == {
        date(2026, 10, 3): "Tag der Deutschen Einheit",
        date(2026, 11, 1): "Allerheiligen",
    }


def test_an_extra_day_may_be_a_holiday_and_a_stated_reason_comes_first() -> None:
    head = 'holidays = "US"'
    kept = plan(f'[weekly]\nweekday = "Monday"\n{AT}\n[extra]\n2026-09-07 = "We meet all the same"\n', head)
    assert kept.sessions[0].note == "We meet all the same"
    assert date(2026, 9, 7) not in kept.skipped
    said = plan(f'[weekly]\nweekday = "Monday"\n{AT}\n[skip]\n2026-09-07 = "The room is painted"\n', head)
    assert said.skipped[date(2026, 9, 7)] == "The room is painted"


def test_a_schedule_says_its_zone_and_how_long_an_evening_is() -> None:
    found = plan(f'[weekly]\nweekday = "Monday"\n{AT}', 'zone = "europe/berlin"\nlasts = "2:30"\n')
    assert (found.zone, found.minutes) == ("Europe/Berlin", 150)
    without = plan(f'[weekly]\nweekday = "Monday"\n{AT}')
    assert (without.zone, without.minutes, without.holidays) == ("", 0, "")


def test_every_fault_is_told_at_once_with_its_line_its_key_and_what_was_expected() -> None:
    text = (
        "name = Autumn\n"
        "starts = 2026-9-01\n"
        "ends = 2026-11-30\n"
        'best_k = "3"\n'
        'zone = "Europe/Berln"\n'
        'lasts = "long"\n'
        'holidays = "XX"\n'
        "[weekly]\n"
        'weekday = "Mnday"\n'
        "time = 15:45\n"
        "interval = 2\n"
        'place = "M4"\n'
        "[skip]\n"
        '2026-09-99 = "Labor Day"\n'
        "2026-09-07 = 4\n"
        "[extra]\n"
        '2026-12-18 = { time = "six", rom = "M4" }\n'
        "[house_rules.big-tow]\n"
        "[house_rules.big-two]\n"
        "royal = 7\n"
        "two_pair_plays = true\n"
    )
    found = faults(text)
    expected = [
        (1, 'name is Autumn. Use a text in quotes: name = "Autumn"'),
        (2, "2026-9-01 is not a date"),
        (4, "best_k is '3'. Use a whole number"),
        (5, "zone is 'Europe/Berln': no time zone 'Europe/Berln'. Did you mean Europe/Berlin?"),
        (6, "lasts is 'long'. Use hours and minutes"),
        (7, "holidays is 'XX': no country 'XX'. Use a country code"),
        (9, "weekday is 'Mnday'. Use Monday"),
        (10, "time is 15:45. Use a time in quotes"),
        (11, "no key 'interval' under [weekly]. Instead of weekday and interval, use rrule = "),
        (12, "no key 'place' under [weekly]. Use one of weekday, time, room"),
        (14, "'2026-09-99' is not a date"),
        (15, "2026-09-07 is 4. Use a text in quotes"),
        (17, "time is 'six'. Use a time of day"),
        (17, "no key 'rom' under [extra.2026-12-18]. Did you mean room?"),
        (18, "Did you mean big-two?"),
        (20, "royal cannot be '7'"),
        (21, "Did you mean two_pair_play?"),
        # What is not there at all comes last.
        (8, "'room' is missing under [weekly]"),
    ]
    assert [line for line, _ in found] == [line for line, _ in expected]
    for (_, message), (_, part) in zip(found, expected, strict=True):
        assert part in message


def test_what_cannot_be_read_is_not_said_to_be_missing() -> None:
    messages = [message for _, message in faults(HEAD.replace("best_k = 3", "best_k = three") + f"[weekly]\n{AT}")]
    assert not any("'best_k' is missing" in message for message in messages)
    assert any("'weekday' is missing under [weekly]" in message for message in messages)


def test_after_a_broken_heading_nothing_more_is_guessed() -> None:
    ((line, message),) = faults(f'{HEAD}[weekly]\nweekday = "Monday"\n{AT}[skip\n2026-09-07 = "x"\nbest_k = 9\n')
    assert line == 10
    assert "this line cannot be read" in message


def test_a_text_that_never_ends_is_one_fault() -> None:
    assert len(faults(HEAD + '[weekly]\nweekday = """Monday\n' + AT)) == 1


@pytest.mark.parametrize("weekly", ['"Monday"', "4", "[]", "[1, 2]", "[[]]", '{ weekday = ["Monday"], time = 1 }'])
def test_rules_of_another_kind_are_refused(weekly: str) -> None:
    assert faults(f"{HEAD}weekly = {weekly}\n")
