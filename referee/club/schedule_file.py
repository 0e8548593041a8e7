"""A season as an officer writes it down: one TOML file a season, read with every value checked.

The head comes first, then its tables:

    name = "2026-27"
    starts = 2026-08-17
    ends = 2027-05-31
    best_k = 20
    min_sessions = 8
    ties = "wins,seconds,head-to-head,strength,lot"    # may be left out

    [weekly]
    weekday = "Monday"
    time = "15:45"
    room = "M4"

    [skip]
    2026-09-07 = "Labor Day"

    [extra]
    2026-12-18 = { time = "18:00", room = "Library", note = "Winter evening" }
    2027-05-21 = "Last tables of the season"    # at the usual time, in the usual room

    [house_rules.big-two]
    two_pair_play = false
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final

from referee.club.games import NoRulebook, book_called
from referee.club.schedule_page import HEAD, TABLES, WEEKDAYS, Page, ScheduleFault, as_date
from referee.club.seasons import LONGEST, MOST_SESSIONS
from referee.club.tie_breaks import as_typed, steps_of
from referee.rules import OptionFault, in_force, options_from
from referee.rules.options import written
from referee.store.faults import ClubFault

__all__ = ["Planned", "ScheduleFault", "SeasonPlan", "read_schedule"]

_WEEKLY: Final = ("weekday", "time", "room")
_EXTRA: Final = ("time", "room", "note")


@dataclass(frozen=True, slots=True)
class Planned:
    """One session as planned: its day, when it starts, where, and what is special about it."""

    date: date
    starts: time
    room: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A season as planned: its sessions in order, how it is scored, and the house rules of each game.

    A season's score is the sum of the `best_k` best sessions; with fewer than `min_sessions` a member is not ranked.
    `skipped` are the days on which the club would have met, each with the reason why it does not. `ties` is the
    order of the tie-breaks, None where the schedule does not say.
    """

    name: str
    starts: date
    ends: date
    best_k: int
    min_sessions: int
    sessions: tuple[Planned, ...]
    house_rules: Mapping[str, Mapping[str, str]]
    skipped: Mapping[date, str] = field(default_factory=dict)
    ties: str | None = None


def read_schedule(text: str) -> SeasonPlan:
    """Read a season's schedule. Raises `ScheduleFault` for the first thing in it that cannot be."""
    page = Page.read(text)
    page.check_keys((), page.data, required=(*HEAD, "weekly"), optional=(*TABLES, "ties"))
    starts, ends = (page.day((key,), page.data[key]) for key in ("starts", "ends"))
    if ends < starts:
        raise page.fault(("ends",), f"the season ends on {ends}, before it starts on {starts}")
    if ends - starts > LONGEST:
        raise page.fault(("ends",), f"the season lasts from {starts} to {ends}; two years are the most")
    best_k = page.whole_number(("best_k",), page.data["best_k"], least=1, most=MOST_SESSIONS)
    min_sessions = page.whole_number(("min_sessions",), page.data["min_sessions"], least=0, most=MOST_SESSIONS)
    skipped, sessions = _read_sessions(page, starts, ends)
    if not sessions:
        raise page.fault(("weekly", "weekday"), f"no session is left between {starts} and {ends}")
    if min_sessions > len(sessions):
        message = f"min_sessions is {min_sessions}, but the season has only {len(sessions)}; nobody could be ranked"
        raise page.fault(("min_sessions",), message)
    return SeasonPlan(
        name=page.words(("name",), page.data["name"]),
        starts=starts,
        ends=ends,
        best_k=best_k,
        min_sessions=min_sessions,
        sessions=sessions,
        house_rules=_read_house_rules(page),
        skipped=skipped,
        ties=_read_ties(page),
    )


def _read_ties(page: Page) -> str | None:
    if "ties" not in page.data:
        return None
    try:
        return as_typed(steps_of(page.words(("ties",), page.data["ties"])))
    except ScheduleFault:
        raise
    except ClubFault as fault:
        raise page.fault(("ties",), str(fault)) from None


def _read_sessions(page: Page, starts: date, ends: date) -> tuple[dict[date, str], tuple[Planned, ...]]:
    """Return the days skipped and the sessions that are left, with the extra ones, in order."""
    weekly = page.table(("weekly",))
    page.check_keys(("weekly",), weekly, required=_WEEKLY)
    weekday = page.weekday(("weekly", "weekday"), weekly["weekday"])
    usual_time = page.clock(("weekly", "time"), weekly["time"])
    usual_room = page.words(("weekly", "room"), weekly["room"])
    days = map(date.fromordinal, range(starts.toordinal(), ends.toordinal() + 1))
    meetings = [day for day in days if day.weekday() == weekday]

    skipped: dict[date, str] = {}
    for path, day, reason in _days(page, "skip", starts, ends):
        if day not in meetings:
            message = f"{day} is a {WEEKDAYS[day.weekday()]}; the club meets on {WEEKDAYS[weekday]}s"
            raise page.fault(path, message, at_key=True)
        skipped[day] = page.words(path, reason)

    planned = {day: Planned(day, usual_time, usual_room) for day in meetings if day not in skipped}
    for path, day, details in _days(page, "extra", starts, ends):
        if day in planned:
            message = (
                f"the club meets on {day} as on every {WEEKDAYS[weekday]}; expected a date that is not planned yet"
            )
            raise page.fault(path, message, at_key=True)
        if day in skipped:
            message = f"{day} stands under [skip] and under [extra]; expected it under one of them"
            raise page.fault(path, message, at_key=True)
        if isinstance(details, str):
            details = {"note": details}
        elif not isinstance(details, dict):
            raise page.unexpected(path, details, 'a note, or such as { time = "18:00", room = "Library" }')
        page.check_keys(path, details, optional=_EXTRA)
        planned[day] = Planned(
            date=day,
            starts=page.clock((*path, "time"), details["time"]) if "time" in details else usual_time,
            room=page.words((*path, "room"), details["room"]) if "room" in details else usual_room,
            note=page.words((*path, "note"), details["note"]) if "note" in details else "",
        )
    return skipped, tuple(planned[day] for day in sorted(planned))


def _days(page: Page, name: str, starts: date, ends: date) -> Iterator[tuple[tuple[str, ...], date, Any]]:
    """Read a table whose keys are dates of the season; TOML sees to it that each is stated once."""
    for key, value in page.table((name,)).items():
        path = (name, key)
        day = as_date(key)
        if day is None:
            message = f"{key!r} is not a date; expected one such as 2026-09-07"
            raise page.fault(path, message, at_key=True)
        if not starts <= day <= ends:
            message = f"{day} is outside the season, which runs from {starts} to {ends}"
            raise page.fault(path, message, at_key=True)
        yield path, day, value


def _read_house_rules(page: Page) -> dict[str, dict[str, str]]:
    """Read the tables of the games' options, each checked against the game's rulebook."""
    house_rules: dict[str, dict[str, str]] = {}
    for game in page.table(("house_rules",)):
        path = ("house_rules", game)
        try:
            book = book_called(game)
        except NoRulebook as unknown:
            raise page.fault(path, unknown.message, at_key=True) from None
        chosen = house_rules.setdefault(book.slug, {})
        for name, value in page.table(path).items():
            if not isinstance(value, bool | int | str):
                raise page.unexpected((*path, name), value, "a word, a number, true or false")
            text = written(value)
            try:
                options = options_from(book.options, {name: text})
            except OptionFault as fault:
                raise page.fault((*path, name), str(fault), at_key=fault.typed != text) from None
            field_name = name.replace("-", "_")
            chosen[field_name] = in_force(options)[field_name]
    return house_rules
