"""A season as an officer writes it down: one TOML file a season, read with every value checked.

The head comes first, then its tables:

    name = "2026-27"
    starts = 2026-08-17
    ends = 2027-05-31
    best_k = 20
    min_sessions = 8
    ties = "wins,seconds,head-to-head,strength,lot"    # may be left out, as the next three
    zone = "America/Los_Angeles"    # where the club meets
    lasts = "2:00"                  # how long an evening is, for calendars
    holidays = "US-CA"              # no session on a public holiday of California

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

A club that meets by several rules states each under a [[weekly]] of its own, and instead of a weekday it may say

    every = "Monday, Thursday"
    interval = 2                    # every second week
    from = 2026-09-14
    until = 2027-02-28

or, as calendars write it, `rrule = "FREQ=MONTHLY;BYDAY=1MO"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final, TypeVar

from referee.club.calendar import meeting_rules
from referee.club.calendar.public_holidays import holidays_of, region
from referee.club.calendar.schedule_page import HEAD, MORE, TABLES, WEEKDAYS, Page, ScheduleFault, as_date
from referee.club.calendar.seasons import LONGEST, MOST_SESSIONS
from referee.club.calendar.time_zone import zone_called
from referee.club.standings.tie_breaks import as_typed, steps_of
from referee.club.text.faults import ClubFault
from referee.games.called import NoRulebook, book_called
from referee.rules import OptionFault, Rulebook, in_force, options_from
from referee.rules.book.options import written

__all__ = ["Planned", "ScheduleFault", "SeasonPlan", "read_schedule"]

_WEEKLY: Final = ("weekday", "time", "room")
_BY_RULE: Final = ("every", "interval", "from", "until", "rrule")
_EXTRA: Final = ("time", "room", "note")
_MOST_WEEKS: Final = 52
T = TypeVar("T")


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
    `skipped` are the days on which the club would have met, each with the reason why it does not. Where they were
    stated there are the order of the tie-breaks, a time zone, how many minutes an evening lasts, and the region whose
    public holidays are skipped.
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
    zone: str = ""
    minutes: int = 0
    holidays: str = ""


@dataclass(frozen=True, slots=True)
class _Meetings:
    """The days of one rule, in order, what they are called together, and when and where the club meets then."""

    path: tuple[str, ...]
    days: tuple[date, ...]
    called: str
    starts: time
    room: str


def read_schedule(text: str) -> SeasonPlan:
    """Read a season's schedule. Raises `ScheduleFault` with everything in it that cannot be."""
    page = Page.read(text)
    page.check_keys((), page.data, required=(*HEAD, "weekly"), optional=(*MORE, *TABLES))
    name = page.read_at(("name",), page.words)
    span = _read_span(page)
    best_k = page.read_at(("best_k",), page.whole_number, least=1, most=MOST_SESSIONS)
    min_sessions = page.read_at(("min_sessions",), page.whole_number, least=0, most=MOST_SESSIONS)
    ties = page.read_at(("ties",), _named(page, lambda text: as_typed(steps_of(text))))
    zone = page.read_at(("zone",), _named(page, zone_called))
    minutes = page.read_at(("lasts",), _length(page))
    where = page.read_at(("holidays",), _named(page, region))
    weekly = _read_weekly(page, span)
    holidays = holidays_of(where, *span) if where and span else {}
    skipped, sessions = _read_sessions(page, weekly, holidays, span)
    if span and weekly is not None and not sessions and not page.found:
        page.note(("weekly", "weekday"), f"no session is left between {span[0]} and {span[1]}")
    if weekly and sessions and min_sessions is not None and min_sessions > len(sessions):
        message = f"min_sessions is {min_sessions}, but the season has only {len(sessions)}; nobody could be ranked"
        page.note(("min_sessions",), message)
    house_rules = _read_house_rules(page)
    page.refuse_faults()
    assert name is not None
    assert span is not None
    assert best_k is not None
    assert min_sessions is not None
    return SeasonPlan(
        name=name,
        starts=span[0],
        ends=span[1],
        best_k=best_k,
        min_sessions=min_sessions,
        sessions=sessions,
        house_rules=house_rules,
        skipped=dict(sorted(skipped.items())),
        ties=ties,
        zone=zone or "",
        minutes=minutes or 0,
        holidays=str(where or ""),
    )


def _read_span(page: Page) -> tuple[date, date] | None:
    """Return the first and the last day of the season, if they can be."""
    starts, ends = page.read_at(("starts",), page.day), page.read_at(("ends",), page.day)
    if starts is None or ends is None:
        return None
    with page.noting():
        if ends < starts:
            raise page.fault(("ends",), f"the season ends on {ends}, before it starts on {starts}")
        if ends - starts > LONGEST:
            raise page.fault(("ends",), f"the season lasts from {starts} to {ends}; two years are the most")
        return starts, ends
    return None


def _named(page: Page, find: Callable[[str], T]) -> Callable[[tuple[str, ...], object], T]:
    """Return how a text is read that names one of many things, which `find` looks up."""

    def read(path: tuple[str, ...], value: object) -> T:
        text = page.words(path, value)
        try:
            return find(text)
        except ClubFault as unknown:
            raise page.fault(path, f"{path[-1]} is {value!r}: {unknown}") from None

    return read


def _length(page: Page) -> Callable[[tuple[str, ...], object], int]:
    """Return how the length of an evening is read, in minutes."""

    def read(path: tuple[str, ...], value: object) -> int:
        try:
            stated = page.clock(path, value)
        except ScheduleFault:
            stated = time()
        if stated == time():
            raise page.unexpected(path, value, 'hours and minutes in quotes, such as "2:00"')
        return stated.hour * 60 + stated.minute

    return read


def _read_weekly(page: Page, span: tuple[date, date] | None) -> list[_Meetings] | None:
    """Return the days of every rule, of which there may be one or several; none when one of them cannot be."""
    stated = page.data.get("weekly", {})
    paths: list[tuple[str, ...]] = [("weekly",)]
    if isinstance(stated, list) and stated:
        paths = [("weekly", str(number)) for number in range(1, len(stated) + 1)]
    found = [_read_rule(page, path, span) for path in paths if "weekly" in page.data]
    every = [each for each in found if each]
    return every if len(every) == len(found) and every else None


def _read_rule(page: Page, path: tuple[str, ...], span: tuple[date, date] | None) -> _Meetings | None:
    """Return the days of one rule; none when it cannot be, or the season cannot."""
    table: Mapping[str, Any] = {}
    before = len(page.found) + len(page.lacking)
    with page.noting():
        table = page.table(path)
        chosen = [key for key in ("weekday", "every", "rrule") if key in table]
        stated = {"weekday": None, **table} if chosen else table  # one of the three will do
        page.check_keys(path, stated, required=_WEEKLY, optional=_BY_RULE)
        for key in chosen[1:]:
            page.note((*path, key), f"{key} stands beside {chosen[0]}; expected one of them", at_key=True)
    starts = page.read_at((*path, "time"), page.clock)
    room = page.read_at((*path, "room"), page.words)
    interval = page.read_at((*path, "interval"), page.whole_number, least=1, most=_MOST_WEEKS)
    if "rrule" in table and "interval" in table:
        message = "interval stands beside rrule; expected INTERVAL=2 or such in the rrule itself"
        page.note((*path, "interval"), message, at_key=True)
    one, several = (page.read_at((*path, key), page.weekdays) for key in ("weekday", "every"))
    first, last = _read_bounds(page, path, span)
    read = _named(page, lambda text: meeting_rules.by_rrule(text, first, last))
    by_rrule = page.read_at((*path, "rrule"), read)
    if len(page.found) + len(page.lacking) > before or not span or starts is None or room is None:
        return None
    if by_rrule is not None:
        return _Meetings(path, tuple(by_rrule), "", starts, room)
    weekdays = one or several
    if not weekdays:
        return None
    days = meeting_rules.every(weekdays, interval or 1, first, last)
    simple = len(weekdays) == 1 and not {"interval", "from", "until"} & table.keys()
    return _Meetings(path, tuple(days), WEEKDAYS[weekdays[0]] if simple else "", starts, room)


def _read_bounds(page: Page, path: tuple[str, ...], span: tuple[date, date] | None) -> tuple[date, date]:
    """Return between which days a rule holds: those of the season unless it says otherwise."""
    starts, ends = span or (date(2000, 1, 3), date(2000, 12, 31))  # of a season that cannot be, no day is asked for
    stated = {key: page.read_at((*path, key), page.day) for key in ("from", "until")}
    for key, day in stated.items():
        if span and day and not starts <= day <= ends:
            page.note((*path, key), f"{day} is outside the season, which runs from {starts} to {ends}")
            return starts, ends
    first, last = stated["from"] or starts, stated["until"] or ends
    if span and last < first:
        page.note((*path, "until"), f"the rule ends on {last}, before it starts on {first}")
        return starts, ends
    return (first, last) if span else (starts, ends)


def _read_sessions(
    page: Page,
    weekly: list[_Meetings] | None,
    holidays: Mapping[date, str],
    span: tuple[date, date] | None,
) -> tuple[dict[date, str], tuple[Planned, ...]]:
    """Return the days skipped and the sessions that are left, with the extra ones, in order.

    Without the days of the rules, which could not be read then, only what is wrong with the others is found.
    """
    meetings: dict[date, Planned] = {}
    for rule in weekly or ():
        if twice := [day for day in rule.days if day in meetings]:
            message = f"the club meets on {twice[0]} by an earlier rule already; expected rules without a day in common"
            page.note(rule.path, message, at_key=True)
        meetings |= {day: Planned(day, rule.starts, rule.room) for day in rule.days if day not in meetings}
    called = weekly[0].called if weekly and len(weekly) == 1 else ""

    skipped: dict[date, str] = {}
    for path, day, reason in _days(page, "skip", span):
        with page.noting():
            if weekly and day not in meetings:
                when = f"the club meets on {called}s" if called else "the club does not meet then anyway"
                raise page.fault(path, f"{day} is a {WEEKDAYS[day.weekday()]}; {when}", at_key=True)
            skipped[day] = page.words(path, reason)

    planned = {day: each for day, each in meetings.items() if day not in skipped and day not in holidays}
    usual = Planned(date.min, weekly[0].starts, weekly[0].room) if weekly else Planned(date.min, time(), "")
    for path, day, details in _days(page, "extra", span):
        with page.noting():
            if day in planned:
                when = f"as on every {called}" if called else "anyway"
                message = f"the club meets on {day} {when}; expected a date that is not planned yet"
                raise page.fault(path, message, at_key=True)
            if day in skipped:
                message = f"{day} stands under [skip] and under [extra]; expected it under one of them"
                raise page.fault(path, message, at_key=True)
            if isinstance(details, str):
                details = {"note": details}
            elif not isinstance(details, dict):
                raise page.unexpected(path, details, 'a note, or such as { time = "18:00", room = "Library" }')
            page.check_keys(path, details, optional=_EXTRA)
            note = page.words((*path, "note"), details["note"]) if "note" in details else ""
            starts = page.read_at((*path, "time"), page.clock) if "time" in details else usual.starts
            room = page.read_at((*path, "room"), page.words) if "room" in details else usual.room
            planned[day] = Planned(day, starts or usual.starts, room or usual.room, note)
    skipped |= {day: name for day, name in holidays.items() if day in meetings and day not in {*skipped, *planned}}
    return skipped, tuple(planned[day] for day in sorted(planned))


def _days(page: Page, name: str, span: tuple[date, date] | None) -> Iterator[tuple[tuple[str, ...], date, Any]]:
    """Read a table whose keys are dates of the season; TOML sees to it that each is stated once."""
    stated: Mapping[str, Any] = {}
    with page.noting():
        stated = page.table((name,))
    for key, value in stated.items():
        path = (name, key)
        if page.slipped((name,), key):
            continue
        day = as_date(key)
        if day is None:
            page.note(path, f"{key!r} is not a date; expected one such as 2026-09-07", at_key=True)
        elif span and not span[0] <= day <= span[1]:
            message = f"{day} is outside the season, which runs from {span[0]} to {span[1]}"
            page.note(path, message, at_key=True)
        else:
            yield path, day, value


def _read_house_rules(page: Page) -> dict[str, dict[str, str]]:
    """Read the tables of the games' options, each checked against the game's rulebook."""
    house_rules: dict[str, dict[str, str]] = {}
    games: Mapping[str, Any] = {}
    with page.noting():
        games = page.table(("house_rules",))
    for game in games:
        path = ("house_rules", game)
        if page.slipped(path[:1], game):
            continue
        with page.noting():
            try:
                book = book_called(game)
            except NoRulebook as unknown:
                raise page.fault(path, unknown.message, at_key=True) from None
            chosen = house_rules.setdefault(book.slug, {})
            for name, value in page.table(path).items():
                if not page.slipped(path, name):
                    with page.noting():
                        chosen.update([_read_option(page, book, (*path, name), value)])
    return house_rules


def _read_option(page: Page, book: Rulebook, path: tuple[str, ...], value: object) -> tuple[str, str]:
    """Return an option of a game by its name, as the rulebook writes it."""
    if not isinstance(value, bool | int | str):
        raise page.unexpected(path, value, "a word, a number, true or false")
    text = written(value)
    try:
        options = options_from(book.options, {path[-1]: text})
    except OptionFault as fault:
        raise page.fault(path, str(fault), at_key=fault.typed != text) from None
    name = path[-1].replace("-", "_")
    return name, in_force(options)[name]
