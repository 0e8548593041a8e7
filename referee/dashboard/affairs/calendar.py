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
from referee.club.club_dates import read_day
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.asking import checked_by
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

    def first_session_prompt(club: Club, _: Answers) -> Prompt:
        last_session = next(
            (session for session in reversed(schedule.sessions(club)) if not session.cancelled_at), None
        )
        value = (
            f"{last_session.held_on + timedelta(days=7)} {last_session.starts:%H:%M} {last_session.room}".strip()
            if last_session
            else ""
        )
        return Prompt("First session: day, time and room", value=value, example="2026-11-30 16:00 M4")

    def last_day_prompt(club: Club, answers: Answers) -> Prompt:
        with club.reading() as tx:
            season = seasons.find_season(tx, None, parse_session(club, answers[_FIRST])[0])
        return Prompt("Last day:", value=f"{season.ends}")

    def days_to_plan(club: Club, answers: Answers) -> list[date]:
        start, step = parse_session(club, answers[_FIRST])[0], timedelta(weeks=int(answers[_WEEKS]))
        held_days = {session.held_on for session in schedule.sessions(club) if not session.cancelled_at}
        end = date.fromisoformat(answers[_LAST])
        if end - start > seasons.LONGEST:
            raise ClubFault(f"{end} is more than two years after {start}. Use an earlier last day.")
        free_days = [
            day for index in range((end - start) // step + 1) if (day := start + index * step) not in held_days
        ]
        if not free_days:
            raise ClubFault(f"No day is left from {start} to {end}. Use a later last day.")
        return free_days

    def effect(club: Club, answers: Answers) -> Effect:
        _, starts, room = parse_session(club, answers[_FIRST])
        days = days_to_plan(club, answers)
        room_text = f" in {room}" if room else ""
        question = f"Plan {quantity(len(days), 'session')} at {starts:%H:%M}{room_text}?"
        return Effect(question, "plan them", [f"{day:%a} {day}" for day in days])

    def do(club: Club, answers: Answers) -> Done:
        _, starts, room = parse_session(club, answers[_FIRST])
        with club.group_changes() as transaction:  # all of them, or none when one cannot be
            sessions = [schedule.add(transaction, day, starts, room=room) for day in days_to_plan(transaction, answers)]
        message = f"{quantity(len(sessions), 'session')} planned, {sessions[0].held_on} to {sessions[-1].held_on}."
        return Done(message)

    parameters = (
        Parameter(_FIRST, first_session_prompt, checked_by(parse_session)),
        Parameter(_WEEKS, Prompt("How often?", _EVERY, choices_only=True)),
        Parameter(_LAST, last_day_prompt, lambda club, _, text: f"{read_day(club, text)}"),
    )
    return telling("schedule add", do, parameters, effect)


def holidays() -> Deed[Done]:
    """Return the operation that cancels the planned sessions on public holidays. It previews them."""

    def region_prompt(club: Club, _: Answers) -> Prompt:
        region = settings.region_of_season(club)
        question = "Country, or part of a country, for its public holidays:"
        return Prompt(question, value=f"{region}" if region else "", example="DE-BW")

    def parse_region_text(club: Club, _: Answers, text: str) -> str:
        region = parse_region(text)
        if not settings.sessions_on_holidays(club, region):
            raise ClubFault(f"No planned session falls on a public holiday ({region}).")
        return f"{region}"

    def effect(club: Club, answers: Answers) -> Effect:
        sessions = settings.sessions_on_holidays(club, parse_region(answers[_REGION])).values()
        rows = [f"{session.held_on:%a} {session.held_on}  {name}" for session, name in sessions]
        question = f"Cancel {quantity(len(sessions), 'session')}? The holiday becomes the public note."
        return Effect(question, "cancel them", rows)

    def do(club: Club, answers: Answers) -> Done:
        sessions_by_number = settings.sessions_on_holidays(club, parse_region(answers[_REGION]))
        cancelled = schedule.cancel_all(club, {f"{number}": name for number, (_, name) in sessions_by_number.items()})
        count_text = quantity(len(cancelled), "session")
        return Done(f"{count_text} {'is' if len(cancelled) == 1 else 'are'} cancelled.")

    return telling("schedule holidays", do, (Parameter(_REGION, region_prompt, parse_region_text),), effect)


def load() -> Deed[Done]:
    """Return the operation that loads a schedule from a TOML file. It previews the changes."""

    def read_plan(text: str) -> SeasonPlan:
        return schedule_in(expand_user(text))

    def effect(club: Club, answers: Answers) -> Effect:
        load_result = schedule.preview_load(club, read_plan(answers[_FILE]))
        rows = [f"new: {_describe_session(session)}" for session in load_result.added]
        rows += [f"changed: {_describe_session(session)}" for session in load_result.changed]
        rows += [f"not in the file, left unchanged: {_describe_session(session)}" for session in load_result.unplanned]
        question = f"Load this schedule? {_describe_load(load_result)}"
        return Effect(question, "load it", rows)

    def do(club: Club, answers: Answers) -> Done:
        return Done(_describe_load(schedule.load(club, read_plan(answers[_FILE]))))

    file = Prompt("File of the schedule, in TOML:", example="schedules/2026-27.toml")
    return telling("schedule load", do, (Parameter(_FILE, file, checked_by(lambda _, text: read_plan(text))),), effect)


def schedule_in(file: Path) -> SeasonPlan:
    """Return the schedule in a TOML file. Raise `ClubFault` with the first fault in the file."""
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    try:
        with file.open("rb") as opened_file:  # no more of it than a schedule can have: a device has no end
            return read_schedule(opened_file.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except OSError as error:
        raise ClubFault(f"Cannot read {file}: {error.strerror}. Use a schedule, such as 2026-27.toml.") from None
    except UnicodeDecodeError:
        raise ClubFault(f"{file} is not text in UTF-8. Save it as UTF-8.") from None
    except ScheduleFault as fault:
        more_text = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
        raise ClubFault(f"{file}: {fault.faults[0]}{more_text}") from None


def _describe_load(load_result: LoadResult) -> str:
    added, changed, unchanged = (
        quantity(len(group), "session") for group in (load_result.added, load_result.changed, load_result.kept)
    )
    return f"Season {load_result.season.name}: {added} added, {changed} changed, {unchanged} unchanged."


def _describe_session(session: Session) -> str:
    return " ".join(
        filter(None, [f"{session.held_on:%a} {session.held_on} {session.starts:%H:%M}", session.room, session.note])
    )
