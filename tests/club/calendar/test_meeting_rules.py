"""The days on which a club meets: by rules, without public holidays where asked for, and every fault at once."""

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.club.calendar.schedule_file import ScheduleFault, SeasonPlan, read_schedule

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
    return [f"{each.date:%a %m-%d}" for each in plan(rules, head).sessions]


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(ScheduleFault) as caught:
        read_schedule(text)
    assert caught.value.fault == caught.value.faults[0]
    return [(each.line, each.message) for each in caught.value.faults]


def test_every_is_another_word_for_the_weekday() -> None:
    assert plan(f'[weekly]\nevery = "monday"\n{AT}').sessions == plan(f'[weekly]\nweekday = "Monday"\n{AT}').sessions


def test_every_second_week_is_counted_from_the_first_meeting() -> None:
    # The season begins on a Tuesday, so that its first Monday is the 7th.
    assert days(f'[weekly]\nevery = "Monday"\ninterval = 2\n{AT}')[:3] == ["Mon 09-07", "Mon 09-21", "Mon 10-05"]


def test_a_rule_holds_from_one_day_until_another() -> None:
    rule = f'[weekly]\nevery = "Monday"\nfrom = 2026-10-01\nuntil = 2026-10-19\n{AT}'
    assert days(rule) == ["Mon 10-05", "Mon 10-12", "Mon 10-19"]


@pytest.mark.parametrize("typed", ['"Monday, Thursday"', '["Thursday", "Monday"]'])
def test_a_rule_may_have_several_weekdays(typed: str) -> None:
    assert days(f"[weekly]\nevery = {typed}\n{AT}")[:3] == ["Thu 09-03", "Mon 09-07", "Thu 09-10"]


def test_several_rules_have_each_their_hour_and_room() -> None:
    rules = f'[[weekly]]\nevery = "Monday"\n{AT}\n[[weekly]]\nevery = "Friday"\ntime = "18:00"\nroom = "Library"\n'
    found = plan(rules).sessions
    assert {(each.date.weekday(), each.starts, each.room) for each in found} == {
        (0, time(15, 45), "M4"),
        (4, time(18, 0), "Library"),
    }


@pytest.mark.parametrize(
    ("rrule", "expected"),
    [
        ("FREQ=MONTHLY;BYDAY=1MO", ["Mon 09-07", "Mon 10-05", "Mon 11-02"]),
        ("RRULE:FREQ=MONTHLY;BYDAY=-1FR", ["Fri 09-25", "Fri 10-30", "Fri 11-27"]),
        ("freq=weekly;interval=4;byday=tu;count=2", ["Tue 09-01", "Tue 09-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20261015T235959Z", ["Tue 09-15", "Thu 10-15"]),
    ],
)
def test_an_rrule_is_read_as_calendars_write_it(rrule: str, expected: list[str]) -> None:
    assert days(f'[weekly]\nrrule = "{rrule}"\n{AT}') == expected


@pytest.mark.parametrize(
    ("rrule", "expected"),
    [
        ("FREQ=HOURLY", "FREQ is 'HOURLY'; expected WEEKLY"),
        ("BYDAY=MO", "FREQ is ''; expected WEEKLY"),
        ("every monday", "no part 'EVERY MONDAY'"),
        ("FREQ=WEEKLY;BYDAY=XX", "invalid 'BYDAY'"),
        ("FREQ=WEEKLY;INTERVAL=0", "INTERVAL is '0'; expected a whole number from 1"),
        ("FREQ=WEEKLY;COUNT=-3", "COUNT is '-3'; expected a whole number from 1"),
        ("FREQ=WEEKLY;UNTIL=soon", "UNTIL is 'SOON'; expected a day such as 20270531"),
        ("FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", "a part is stated twice"),
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
    assert all(date(2026, 9, 1) <= each.date <= date(2026, 11, 30) for each in found)


def test_two_rules_never_meet_on_the_same_day() -> None:
    rules = f'[[weekly]]\nevery = "Monday"\n{AT}\n[[weekly]]\nrrule = "FREQ=MONTHLY;BYDAY=1MO"\n{AT}'
    ((line, message),) = faults(HEAD + rules)
    assert line == 11
    assert "meets on 2026-09-07 by an earlier rule already" in message


def test_public_holidays_are_never_assumed() -> None:
    assert "Mon 09-07" in days(f'[weekly]\nevery = "Monday"\n{AT}')


def test_public_holidays_are_taken_out_where_the_schedule_says_so() -> None:
    found = plan(f'[weekly]\nevery = "Monday"\n{AT}', 'holidays = "US-CA"')
    assert found.skipped == {date(2026, 9, 7): "Labor Day"}
    assert date(2026, 9, 7) not in {each.date for each in found.sessions}
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
    kept = plan(f'[weekly]\nevery = "Monday"\n{AT}\n[extra]\n2026-09-07 = "We meet all the same"\n', head)
    assert kept.sessions[0].note == "We meet all the same"
    assert date(2026, 9, 7) not in kept.skipped
    said = plan(f'[weekly]\nevery = "Monday"\n{AT}\n[skip]\n2026-09-07 = "The room is painted"\n', head)
    assert said.skipped[date(2026, 9, 7)] == "The room is painted"


def test_a_schedule_says_its_zone_and_how_long_an_evening_is() -> None:
    found = plan(f'[weekly]\nevery = "Monday"\n{AT}', 'zone = "europe/berlin"\nlasts = "2:30"\n')
    assert (found.zone, found.minutes) == ("Europe/Berlin", 150)
    without = plan(f'[weekly]\nevery = "Monday"\n{AT}')
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
        "interval = 0\n"
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
        (1, 'name is Autumn; expected a text in quotes: name = "Autumn"'),
        (2, "2026-9-01 is not a date"),
        (4, "best_k is '3'; expected a whole number"),
        (5, "zone is 'Europe/Berln': no time zone 'Europe/Berln'; did you mean Europe/Berlin?"),
        (6, "lasts is 'long'; expected hours and minutes"),
        (7, "holidays is 'XX': no country 'XX'; expected its two letters"),
        (9, "weekday is 'Mnday'; expected Monday"),
        (10, "time is 15:45; expected a time of day in quotes"),
        (11, "interval is 0; expected a whole number from 1 to 52"),
        (12, "no key 'place' under [weekly]; expected one of weekday, time, room"),
        (14, "'2026-09-99' is not a date"),
        (15, "2026-09-07 is 4; expected a text in quotes"),
        (17, "time is 'six'; expected a time of day"),
        (17, "no key 'rom' under [extra.2026-12-18]; did you mean 'room'?"),
        (18, "did you mean big-two?"),
        (20, "royal cannot be '7'"),
        (21, "did you mean two_pair_play?"),
        # What is not there at all comes last.
        (1, "'min_sessions' is missing at the head of the schedule"),
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


def test_a_rule_in_a_list_is_named_by_its_number() -> None:
    text = f'{HEAD}[[weekly]]\nevery = "Monday"\n{AT}[[weekly]]\nevery = "Friday"\nrom = "M4"\ntime = "18:00"\n'
    assert faults(text) == [(12, "no key 'rom' in the 2. [[weekly]]; did you mean 'room'?")]
