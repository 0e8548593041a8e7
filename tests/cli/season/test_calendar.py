"""The season as a calendar file, read back by two parsers, and public holidays at the command line."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
import vobject

from referee.club.folder import day_of, now
from tests.cli.running import referee
from tests.harness import frozen
from tests.systems import ZONES

PACIFIC = "America/Los_Angeles"


def exported(club: Path, *words: str, **env: str) -> bytes:
    path = club / "exports" / "season.ics"
    result = referee("export", "ics", *words, club=club, **env)
    assert result.code == 0, result.err
    return path.read_bytes()


def events(data: bytes) -> dict[str, Any]:
    """The events of a calendar by their days."""
    matches = {f"{event.start:%Y-%m-%d}": event for event in icalendar.Calendar.from_ical(data).events}
    assert len(matches) == data.count(b"BEGIN:VEVENT")
    return matches


def done(*words: str, club: Path) -> str:
    result = referee(*words, club=club)
    assert result.code == 0, result.err
    return result.out


@pytest.fixture
def planned(club: Path) -> Path:
    """The club, with a session moved and another one cancelled."""
    done("schedule", "move", "2026-12-07", "--to", "2026-12-08", "--room", "Library", club=club)
    done("schedule", "cancel", "2026-12-14", "--note", "snow", "--yes", club=club)
    return club


def test_there_is_one_event_for_each_session(planned: Path) -> None:
    matches = events(exported(planned, "--zone", PACIFIC))
    listed = referee("schedule", "list", "--json", club=planned).data
    assert set(matches) == {session["held_on"] for session in listed}
    for each in listed:
        event = matches[each["held_on"]]
        assert (str(event["location"]), f"{event.start:%H:%M}") == (each["room"], each["starts"])
        assert str(event["summary"]) == "Monday Club"


def test_another_parser_reads_the_same(planned: Path) -> None:
    data = exported(planned, "--zone", PACIFIC)
    other = vobject.readOne(data.decode())
    assert [event.uid.value for event in other.vevent_list] == [str(event["uid"]) for event in events(data).values()]
    for theirs, ours in zip(other.vevent_list, events(data).values(), strict=True):
        assert theirs.dtstart.value.astimezone(UTC) == ours.start.astimezone(UTC)
        assert theirs.dtend.value.astimezone(UTC) == ours.end.astimezone(UTC)
        assert theirs.status.value == str(ours["status"])


def test_a_cancelled_session_stays_and_says_so(planned: Path) -> None:
    matches = events(exported(planned))
    assert str(matches["2026-12-14"]["status"]) == "CANCELLED"
    assert str(matches["2026-12-14"]["description"]) == "snow"
    assert {str(event["status"]) for day, event in matches.items() if day != "2026-12-14"} == {"CONFIRMED"}


def test_a_move_raises_the_sequence_and_keeps_the_uid(club: Path) -> None:
    before = events(exported(club))["2026-12-07"]
    done("schedule", "move", "2026-12-07", "--to", "2026-12-08", club=club)
    moved_session = events(exported(club))["2026-12-08"]
    assert moved_session["uid"] == before["uid"]
    assert moved_session["sequence"] > before["sequence"]
    assert moved_session["last-modified"].dt >= before["last-modified"].dt
    done("schedule", "move", "2026-12-08", "--room", "Library", club=club)
    renamed = events(exported(club))["2026-12-08"]
    assert renamed["uid"] == before["uid"]
    assert renamed["sequence"] > moved_session["sequence"]


def test_a_session_taken_up_again_is_the_same_one_later(planned: Path) -> None:
    cancelled = events(exported(planned))["2026-12-14"]
    done("schedule", "add", "2026-12-14", club=planned)
    repeated = events(exported(planned))["2026-12-14"]
    assert repeated["uid"] == cancelled["uid"]
    assert repeated["sequence"] > cancelled["sequence"]
    assert str(repeated["status"]) == "CONFIRMED"


def test_the_same_club_gives_the_same_file_also_in_a_copy_and_from_a_backup(planned: Path, tmp_path: Path) -> None:
    first = exported(planned, "--zone", PACIFIC)
    done("tonight", club=planned)
    assert exported(planned, "--zone", PACIFIC) == first
    assert exported(copytree(planned, tmp_path / "copy"), "--zone", PACIFIC, "--yes") == first
    done("backup", str(tmp_path / "kept.db"), club=planned)
    done("schedule", "move", "2026-12-08", "--to", "2026-12-09", club=planned)
    assert exported(planned, "--zone", PACIFIC) != first
    done("restore", str(tmp_path / "kept.db"), "--yes", club=planned)
    assert exported(planned, "--zone", PACIFIC) == first


def test_two_clubs_never_share_a_uid(club: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    done("init", "Other Club", "--club", str(folder), club=folder)
    done("schedule", "load", "schedules/2026-27.toml", club=folder)
    current, existing = ({str(event["uid"]) for event in events(exported(event)).values()} for event in (club, folder))
    assert not current & existing


@pytest.mark.parametrize("zone", [PACIFIC, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo", "Africa/Casablanca"])
def test_the_hours_are_those_of_the_wall_clock_in_summer_and_in_winter(club: Path, zone: str) -> None:
    data = exported(club, "--zone", zone)
    # What vobject makes of the file's own VTIMEZONE, against what the system knows of the zone.
    for event in vobject.readOne(data.decode()).vevent_list:
        starts = event.dtstart.value
        wall = starts.replace(tzinfo=ZoneInfo(zone))
        assert starts.utcoffset() == wall.utcoffset(), starts
    for day, event in events(data).items():
        assert event["dtstart"].params["tzid"] == zone
        assert f"{event.start:%H:%M}" == ("18:00" if day in ("2026-12-18", "2027-05-21") else "15:45")


def test_summer_time_begins_and_ends_when_it_does(club: Path) -> None:
    # In Los Angeles from 2 a.m. on 8 March until 2 a.m. on 1 November 2026: by the clock as it went until then.
    (zone,) = icalendar.Calendar.from_ical(exported(club, "--zone", PACIFIC)).timezones
    assert str(zone["tzid"]) == PACIFIC
    changes = [
        (part.name, part["dtstart"].dt, part["tzoffsetfrom"].to_ical(), part["tzoffsetto"].to_ical())
        for part in zone.subcomponents[1:3]
    ]
    assert changes == [
        ("DAYLIGHT", datetime(2026, 3, 8, 2), "-0800", "-0700"),
        ("STANDARD", datetime(2026, 11, 1, 2), "-0700", "-0800"),
    ]


@ZONES
def test_the_zone_is_the_schedule_s_and_else_the_computer_s(club: Path, tmp_path: Path) -> None:
    assert f"TZID={PACIFIC}".encode() in exported(club, TZ=PACIFIC)
    assert b"DTSTART:20261116T154500Z" in exported(club, TZ="UTC")
    schedule = Path("schedules/2026-27.toml").read_text(encoding="utf-8")
    (tmp_path / "zoned.toml").write_text(f'zone = "Europe/Berlin"\nlasts = "2:30"\n{schedule}', encoding="utf-8")
    before = events(exported(club, TZ=PACIFIC))["2026-12-07"]
    done("schedule", "load", str(tmp_path / "zoned.toml"), club=club)
    after = events(exported(club, TZ=PACIFIC))["2026-12-07"]
    assert after["dtstart"].params["tzid"] == "Europe/Berlin"
    assert after.end - after.start == timedelta(hours=2, minutes=30)
    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"], "the hour reads the same, but it is another one"
    assert b"TZID=Asia/Tokyo" in exported(club, "--zone", "asia/tokyo")


def test_an_evening_lasts_two_hours_unless_said_otherwise(club: Path) -> None:
    def length(*words: str) -> timedelta:
        matches = events(exported(club, *words))["2026-12-07"]
        return matches.end - matches.start

    assert length() == timedelta(hours=2)
    assert length("--lasts", "3:15") == timedelta(hours=3, minutes=15)
    for text in ("0:00", "25:00", "long", "2"):
        refused = referee("export", "ics", "--lasts", text, club=club)
        assert refused.code == 2
        assert "Use hours and minutes, such as 2:30" in refused.err


def test_an_evening_is_as_long_on_the_night_when_clocks_are_set(club: Path) -> None:
    done("schedule", "add", "2026-10-31", "--at", "23:30", "--room", "M4", club=club)
    event = events(exported(club, "--zone", PACIFIC, "--lasts", "4:00"))["2026-10-31"]
    assert event.end.astimezone(UTC) - event.start.astimezone(UTC) == timedelta(hours=4)


def test_of_what_was_typed_only_room_and_note_stand_in_it_and_nobody_else_is_named(club: Path) -> None:
    done("member", "add", "Ann Marie Lee", club=club)
    done("schedule", "move", "2026-12-07", "--room", "The Kitchen", "--note", "bring cake", club=club)
    lines = exported(club).replace(b"\r\n ", b"").decode().casefold().splitlines()
    data = "\n".join(line for line in lines if not line.startswith("uid:"))  # a name may stand in it by chance
    for name in ("ann", "lee", "ben", "dee"):
        assert name not in data
    matches = events(exported(club))
    assert (str(matches["2026-12-07"]["location"]), str(matches["2026-12-07"]["description"])) == (
        "The Kitchen",
        "bring cake",
    )


def test_there_are_no_alarms_and_no_people_among_its_properties(planned: Path) -> None:
    data = exported(planned)
    for kind in (b"VALARM", b"ATTENDEE", b"ORGANIZER", b"CONTACT"):
        assert kind not in data
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")


def test_the_file_may_be_named_or_printed_and_schedule_ics_is_the_same(planned: Path, tmp_path: Path) -> None:
    data = exported(planned, "--zone", PACIFIC)
    assert done("export", "ics", "--output", "-", "--zone", PACIFIC, club=planned) == data.decode().replace(
        "\r\n", "\n"
    )
    folder = tmp_path / "a.ics"
    result = referee("export", "ics", "--output", str(folder), "--zone", PACIFIC, "--json", club=planned).data
    assert result == {"file": str(folder), "sessions": 35, "zone": PACIFIC, "minutes": 120}
    assert folder.read_bytes() == data


def test_a_zone_that_is_none_is_refused(club: Path) -> None:
    refused = referee("export", "ics", "--zone", "Europe/Berln", club=club)
    assert refused.code == 2
    assert "Did you mean Europe/Berlin?" in refused.err
    assert not (club / "exports" / "season.ics").exists()


def test_holidays_are_listed_and_nothing_is_cancelled_unasked(club: Path) -> None:
    out = done("schedule", "holidays", "--country", "DE", "--subdivision", "BW", club=club)
    assert "2027-03-29  Mon  15:45   M4    Ostermontag" in out
    assert "To cancel them: referee schedule holidays --country DE --subdivision BW --cancel" in out
    assert all(row["status"] != "cancelled" for row in referee("schedule", "list", "--json", club=club).data)


def test_holidays_are_cancelled_with_their_names_when_asked(club: Path) -> None:
    prompted = ("schedule", "holidays", "--country", "de", "--subdivision", "bw", "--cancel")
    assert referee(*prompted, club=club).code == 2  # nobody is there to ask
    assert all(session["status"] != "cancelled" for session in referee("schedule", "list", "--json", club=club).data)
    done(*prompted, "--yes", club=club)
    data = {session["held_on"]: session for session in referee("schedule", "list", "--json", club=club).data}
    cancelled = {day: row["note"] for day, row in data.items() if row["status"] == "cancelled"}
    assert cancelled == {"2027-03-29": "Ostermontag", "2027-05-17": "Pfingstmontag"}
    assert "No planned session falls on a public holiday (DE-BW)." in done(*prompted, "--yes", club=club)


def test_a_country_is_never_assumed(club: Path) -> None:
    refused = referee("schedule", "holidays", club=club)
    assert refused.code == 2
    assert "The schedule names no country." in refused.err
    for words, expected in (
        (["--country", "Germany"], "no country 'GERMANY'. Use a country code"),
        (["--country", "DE", "--subdivision", "XX"], "DE has no subdivision 'XX'. Use"),
        (["--subdivision", "BW"], "--subdivision needs a country"),
    ):
        refused = referee("schedule", "holidays", *words, club=club)
        assert refused.code == 2
        assert expected in refused.err


def test_the_country_of_the_schedule_is_taken_where_none_is_named(club: Path, tmp_path: Path) -> None:
    schedule = Path("schedules/2026-27.toml").read_text(encoding="utf-8")
    (tmp_path / "us.toml").write_text(f'holidays = "DE"\n{schedule}', encoding="utf-8")
    out = done("schedule", "load", str(tmp_path / "us.toml"), club=club)
    # What is planned already is left alone, and the officer is told how to take it out.
    assert "No session on 2027-03-29: Ostermontag" in out
    assert "To cancel it: referee schedule cancel 2027-03-29 --note Ostermontag" in out
    assert "Ostermontag" in done("schedule", "holidays", club=club)


def test_every_fault_of_a_schedule_is_printed_and_nothing_is_written(club: Path, tmp_path: Path) -> None:
    bad = Path("schedules/2026-27.toml").read_text(encoding="utf-8")
    bad = bad.replace('name = "2026-27"', 'name = "Bad"').replace("best_k = 20 ", 'best_k = "20" ')
    bad = bad.replace('weekday = "Monday"', 'weekday = "Mnday"').replace("2027-05-31 =", "2028-05-31 =")
    (tmp_path / "bad.toml").write_text(bad, encoding="utf-8")
    refused = referee("schedule", "load", str(tmp_path / "bad.toml"), club=club)
    assert refused.code == 2
    file = re.escape(str(tmp_path / "bad.toml"))
    assert re.findall(rf"^{file}, line (\d+), at ", refused.err, re.MULTILINE) == ["6", "10", "23"]
    assert f"{tmp_path / 'bad.toml'}: 3 faults. Nothing was changed." in refused.err
    assert [row["name"] for row in referee("season", "list", "--json", club=club).data] == ["2026-27"]


def next_of(output: str) -> list[str]:
    """Return the words of the command that comes next."""
    return output.partition("Next: referee ")[2].splitlines()[0].split()


def test_without_a_season_one_is_begun_before_a_session_is_opened(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    refused = referee("open", club=club)
    assert refused.code == 2
    assert refused.err.startswith("referee: No season has begun. Begin one: referee season new ")
    assert "session" not in refused.err
    began = referee(*refused.err.partition("Begin one: referee ")[2].split(), club=club)
    assert next_of(began.out) == ["schedule", "add", "today", "--at", "19:00"]
    result = referee(*next_of(began.out), club=club)
    assert next_of(result.out) == ["open"]
    assert "is open" in referee(*next_of(result.out), club=club).out


def test_a_season_that_begins_later_has_its_first_session_then(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    first = frozen.MONDAY.date() + timedelta(days=30)
    began = referee("season", "new", "Later", f"{first}", f"{first + timedelta(days=90)}", club=club)
    assert next_of(began.out) == ["schedule", "add", f"{first}", "--at", "19:00"]
    result = referee(*next_of(began.out), club=club)
    assert result.code == 0
    assert "Next:" not in result.out, "it cannot be opened before its day"


def test_a_season_that_is_over_has_no_next_session(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    assert "Next:" not in referee("season", "new", "Old", "2020-01-01", "2020-12-31", club=club).out


def test_without_a_name_the_current_season_is_closed(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    referee("season", "new", "Spring", club=club)
    refused = referee("season", "close", club=club)
    assert refused.code == 2, "it is asked about first"
    assert referee("season", "close", "--yes", club=club).code == 0
    assert ", closed" in referee("season", "show", "Spring", club=club).out


def test_a_session_is_planned_for_tomorrow_and_shown_by_that_word(tmp_path: Path) -> None:
    referee("init", "Monday Club", cwd=tmp_path)
    referee("season", "new", "2026-27", cwd=tmp_path)
    tomorrow = day_of(now()) + timedelta(1)
    result = referee("schedule", "add", "tomorrow", "--at", "19:00", cwd=tmp_path)
    assert result.err == f"tomorrow: taken as {tomorrow:%a} {tomorrow}\n"
    assert f"{tomorrow} 19:00" in result.out
    assert f"session of {tomorrow:%a} {tomorrow}" in referee("tonight", "tomorrow", cwd=tmp_path).out
    assert f"There is no session on {tomorrow - timedelta(2)}" in referee("open", "yesterday", cwd=tmp_path).err
    assert f"no session on {tomorrow - timedelta(2)}" in referee("table", "show", "yesterday/1", cwd=tmp_path).err
    away = day_of(now()) + timedelta(9)
    assert referee("schedule", "move", "tomorrow", "--to", f"{away:%A}", cwd=tmp_path).code == 0


def test_what_is_neither_a_date_nor_such_a_word_is_refused(club: Path) -> None:
    result = referee("standings", "--from", "soon", club=club)
    assert (result.code, result.err) == (
        2,
        "referee: Invalid date 'soon'. Use a date such as 2026-11-30, 30/11/2026, tomorrow, or next monday.\n",
    )
