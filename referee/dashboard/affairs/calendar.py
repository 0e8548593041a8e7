"""Plan a series of sessions, load a schedule from a file, and cancel the sessions on public holidays."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Final

from referee.cards.words import quantity
from referee.club.calendar import schedule, seasons, settings
from referee.club.calendar.holidays import parse_region
from referee.club.calendar.schedule import LoadResult, SeasonPlan
from referee.club.calendar.session_text import parse_session
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.asking import checked_by, read_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.store.files.user_folders import expand_user
from referee.store.plain_rows import Session

_FIRST: Final = "first"
_WEEKS: Final = "weeks"
_LAST: Final = "last"
_REGION: Final = "region"
_FILE: Final = "file"
_EVERY: Final = (Pick("1", label="every week"), Pick("2", label="every two weeks"), Pick("4", label="every four weeks"))


def many() -> Deed[Done]:
    """Return the operation that plans a session every few weeks until a last day. It previews the days."""

    def first(club: Club, _: Answers) -> Prompt:
        usual = next((session for session in reversed(schedule.sessions(club)) if not session.cancelled_at), None)
        value = f"{usual.held_on + timedelta(days=7)} {usual.starts:%H:%M} {usual.room}".strip() if usual else ""
        return Prompt("First session: day, time and room", value=value, example="2026-11-30 16:00 M4")

    def last(club: Club, answers: Answers) -> Prompt:
        with club.reading() as tx:
            season = seasons.find_season(tx, None, parse_session(answers[_FIRST])[0])
        return Prompt("Last day:", value=f"{season.ends}")

    def days(club: Club, answers: Answers) -> list[date]:
        start, step = parse_session(answers[_FIRST])[0], timedelta(weeks=int(answers[_WEEKS]))
        held = {session.held_on for session in schedule.sessions(club) if not session.cancelled_at}
        end = _day(answers[_LAST])
        if end - start > seasons.LONGEST:
            raise ClubFault(f"{end} is more than two years after {start}. Use an earlier last day.")
        found = [day for at in range((end - start) // step + 1) if (day := start + at * step) not in held]
        if not found:
            raise ClubFault(f"No day is left from {start} to {end}. Use a later last day.")
        return found

    def effect(club: Club, answers: Answers) -> Effect:
        _, starts, room = parse_session(answers[_FIRST])
        found = days(club, answers)
        where = f" in {room}" if room else ""
        says = f"Plan {quantity(len(found), 'session')} at {starts:%H:%M}{where}?"
        return Effect(says, "plan them", [f"{day:%a} {day}" for day in found])

    def do(club: Club, answers: Answers) -> Done:
        _, starts, room = parse_session(answers[_FIRST])
        with club.group_changes() as one:  # all of them, or none when one cannot be
            made = [schedule.add(one, day, starts, room=room) for day in days(one, answers)]
        said = f"{quantity(len(made), 'session')} planned, {made[0].held_on} to {made[-1].held_on}."
        return Done(said)

    asks = (
        Parameter(_FIRST, first, checked_by(parse_session)),
        Parameter(_WEEKS, Prompt("How often?", _EVERY, choices_only=True)),
        Parameter(_LAST, last, read_by(_day)),
    )
    return telling("schedule add", do, asks, effect)


def holidays() -> Deed[Done]:
    """Return the operation that cancels the planned sessions on public holidays. It previews them."""

    def asks(club: Club, _: Answers) -> Prompt:
        stated = settings.region_of_season(club)
        question = "Country, or part of a country, for its public holidays:"
        return Prompt(question, value=f"{stated}" if stated else "", example="DE-BW")

    def read(club: Club, _: Answers, typed: str) -> str:
        where = parse_region(typed)
        if not settings.sessions_on_holidays(club, where):
            raise ClubFault(f"No planned session falls on a public holiday ({where}).")
        return f"{where}"

    def effect(club: Club, answers: Answers) -> Effect:
        found = settings.sessions_on_holidays(club, parse_region(answers[_REGION])).values()
        rows = [f"{session.held_on:%a} {session.held_on}  {name}" for session, name in found]
        says = f"Cancel {quantity(len(found), 'session')}? The holiday becomes the public note."
        return Effect(says, "cancel them", rows)

    def do(club: Club, answers: Answers) -> Done:
        found = settings.sessions_on_holidays(club, parse_region(answers[_REGION]))
        done = schedule.cancel_all(club, {f"{number}": name for number, (_, name) in found.items()})
        many = quantity(len(done), "session")
        return Done(f"{many} {'is' if len(done) == 1 else 'are'} cancelled.")

    return telling("schedule holidays", do, (Parameter(_REGION, asks, read),), effect)


def load() -> Deed[Done]:
    """Return the operation that loads a schedule from a TOML file. It previews the changes."""

    def planned(typed: str) -> SeasonPlan:
        return schedule_in(expand_user(typed))

    def effect(club: Club, answers: Answers) -> Effect:
        would = schedule.preview_load(club, planned(answers[_FILE]))
        rows = [f"new: {_row(session)}" for session in would.added]
        rows += [f"changed: {_row(session)}" for session in would.changed]
        rows += [f"not in the file, left unchanged: {_row(session)}" for session in would.unplanned]
        says = f"Load this schedule? {_loaded(would)}"
        return Effect(says, "load it", rows)

    def do(club: Club, answers: Answers) -> Done:
        return Done(_loaded(schedule.load(club, planned(answers[_FILE]))))

    file = Prompt("File of the schedule, in TOML:", example="schedules/2026-27.toml")
    return telling("schedule load", do, (Parameter(_FILE, file, checked_by(planned)),), effect)


def schedule_in(file: Path) -> SeasonPlan:
    """Return the schedule in a TOML file. Raise `ClubFault` with the first fault in the file."""
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    try:
        with file.open("rb") as opened:  # no more of it than a schedule can have: a device has no end
            return read_schedule(opened.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except OSError as error:
        raise ClubFault(f"Cannot read {file}: {error.strerror}. Use a schedule, such as 2026-27.toml.") from None
    except UnicodeDecodeError:
        raise ClubFault(f"{file} is not text in UTF-8. Save it as UTF-8.") from None
    except ScheduleFault as fault:
        more = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
        raise ClubFault(f"{file}: {fault.faults[0]}{more}") from None


def _loaded(done: LoadResult) -> str:
    added, changed, kept = (quantity(len(each), "session") for each in (done.added, done.changed, done.kept))
    return f"Season {done.season.name}: {added} added, {changed} changed, {kept} unchanged."


def _row(session: Session) -> str:
    return " ".join(
        filter(None, [f"{session.held_on:%a} {session.held_on} {session.starts:%H:%M}", session.room, session.note])
    )


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise ClubFault(f"Invalid date {typed!r}. Use a date such as 2027-05-31.") from None
