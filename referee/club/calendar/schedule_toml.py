"""A season as an officer writes it down: one TOML file a season, read with every value checked.

The head comes first, then its tables:

    name = "2026-27"
    starts = 2026-08-17
    ends = 2027-05-31
    best_k = 20
    min_sessions = 8
    ties = "wins,seconds,direct,buchholz,lot"    # may be left out, as the next three
    zone = "America/Los_Angeles"    # where the club meets
    lasts = "2:00"                  # how long an evening is, for calendars
    holidays = "US-CA"              # no session on a public holiday of California

    [weekly]
    weekday = "Monday"              # or, as calendars write it: rrule = "FREQ=MONTHLY;BYDAY=1MO"
    time = "15:45"
    room = "M4"

    [skip]
    2026-09-07 = "Labor Day"

    [extra]
    2026-12-18 = { time = "18:00", room = "Library", note = "Winter evening" }
    2027-05-21 = "Last tables of the season"    # at the usual time, in the usual room

    [house_rules.big-two]
    two_pair_play = false

tomllib reads the file, pydantic checks the type of every value, and then the values are checked against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import field, replace
from datetime import date, time, timedelta
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    WrapValidator,
)
from pydantic_core import ErrorDetails

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.calendar.holidays import holidays_of, parse_region
from referee.club.calendar.recurrence import (
    WEEKDAYS,
    bounded_rrule,
    days_by_rrule,
    parse_weekdays,
    weekday_rrule,
    weekly_days,
)
from referee.club.calendar.schedule import PlannedSession, SeasonPlan
from referee.club.calendar.seasons import LONGEST, MOST_SESSIONS
from referee.club.calendar.time_zone import find_zone
from referee.club.calendar.toml_text import KeyPath, TomlText, UnreadableToml, read_toml
from referee.club.club_dates import MONTH_FIRST
from referee.club.scoring_rules import parse_tie_steps
from referee.club.text.faults import ClubFault
from referee.club.text.names import clean_text
from referee.club.text.typed_dates import parse_full_date, parse_time
from referee.games.lookup import NoRulebook, look_up_rulebook
from referee.rules import Fault, OptionFault, option_values, options_from
from referee.rules.book.options import option_text
from referee.rules.notation.spelling import did_you_mean, nearest

_HEAD: Final = ("name", "starts", "ends", "best_k", "min_sessions")
_BOUNDS: Final = ("interval", "from", "until")
T = TypeVar("T")
_Span: TypeAlias = tuple[date, date]


class ScheduleFault(ClubFault):
    """The faults of a schedule. Each has its position, the typed text, and what was expected; `fault` is the first."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults[0].message)
        self.fault = faults[0]
        self.faults = faults


def read_schedule(text: str) -> SeasonPlan:
    """Return the plan of a season, read from a schedule. Raise `ScheduleFault` with every fault in it."""
    try:
        reader = _ScheduleReader(read_toml(text))
    except UnreadableToml as syntax_error:
        raise ScheduleFault(*syntax_error.faults) from None
    former_rules = _remove_outdated_rules(reader.toml.data)
    season = _validate(reader)
    span = _read_season_span(reader, season)
    if former_rules:
        path, message, rules = former_rules
        reader.note(path, message.format(_replacement_line(rules, span)), at_key=True)
    rule = None if former_rules else season.weekly
    days = _weekly_dates(reader, rule, span) if rule and span else []
    skipped_days, sessions = _plan_sessions(reader, season, rule, days, span)
    if span and rule and not (sessions or reader.faults):
        reader.note(("weekly",), f"no session is left between {span[0]} and {span[1]}")
    if days and season.min_sessions is not None and season.min_sessions > len(sessions) > 0:
        problem = f"min_sessions is {season.min_sessions}"
        reader.note(("min_sessions",), f"{problem}, but the season has only {len(sessions)} sessions, fewer than that")
    house_rules = _read_house_rules(reader, season)
    # In order of position in the file, with missing entries last.
    faults = sorted((*reader.toml.faults, *reader.faults), key=lambda fault: (fault.line, fault.column))
    if all_faults := [*faults, *reader.missing]:
        raise ScheduleFault(*all_faults)
    assert season.name is not None
    assert span is not None
    assert season.best_k is not None
    assert season.min_sessions is not None
    return SeasonPlan(
        name=season.name,
        starts=span[0],
        ends=span[1],
        best_k=season.best_k,
        min_sessions=season.min_sessions,
        sessions=sessions,
        house_rules=house_rules,
        skipped=dict(sorted(skipped_days.items())),
        ties=season.ties,
        zone=season.zone or "",
        minutes=season.lasts.hour * 60 + season.lasts.minute if season.lasts else 0,
        holidays=season.holidays or "",
        dates=MONTH_FIRST if season.dates == MONTH_FIRST else "",
    )


@frozen
class _ScheduleReader:
    """A schedule that is being read, with the faults so far: wrong entries, and `missing` ones."""

    toml: TomlText
    faults: list[Fault] = field(default_factory=list)
    missing: list[Fault] = field(default_factory=list)

    def note(self, path: KeyPath, message: str, *, at_key: bool = False) -> None:
        """Record a fault at the value of a path, or at its key. A day in the path may have been typed in any form."""
        self.faults.append(self.toml.fault(self._path_as_typed(path), message, at_key=at_key))

    def _path_as_typed(self, path: KeyPath) -> KeyPath:
        entries = self.toml.data.get(path[0])
        if len(path) < 2 or path[0] not in ("skip", "extra") or not isinstance(entries, dict):
            return path
        return next(
            ((path[0], key, *path[2:]) for key in entries if f"{_as_date(key, self.toml.data)}" == path[1]), path
        )

    def is_misplaced(self, path: KeyPath) -> bool:
        """Tell whether a key missing at the top of the file stands below a table heading instead."""
        return len(path) > 1 and path[-1] in _HEAD and path[-1] not in self.toml.data


# The kind of value of each key, with an example.
_TEXT: Final = "a text in quotes"
_KINDS: Final = {
    "name": (_TEXT, '"2026-27"'),
    "starts": ("a date", "2026-08-17"),
    "ends": ("a date", "2027-05-31"),
    "best_k": (f"a whole number from 1 to {MOST_SESSIONS}", "20"),
    "min_sessions": (f"a whole number from 0 to {MOST_SESSIONS}", "8"),
    "ties": (_TEXT, '"wins,seconds,direct,buchholz,lot"'),
    "zone": (_TEXT, '"Europe/Berlin"'),
    "dates": ("the order of day and month", '"day first" or "month first"'),
    "lasts": ("hours and minutes in quotes", '"2:00"'),
    "holidays": (_TEXT, '"DE-BW"'),
    "weekday": (_TEXT, '"Monday"'),
    "rrule": (_TEXT, '"FREQ=MONTHLY;BYDAY=1MO"'),
    "time": ("a time of day in quotes", '"15:45"'),
    "room": (_TEXT, '"M4"'),
    "note": (_TEXT, '"Winter session"'),
}


def _valid_text(text: str) -> str:
    return clean_text(text, "the text")


def _as_day(value: Any, info: ValidationInfo) -> Any:
    return _as_date(value, info.context or {})


def _as_date(value: Any, head: Mapping[str, Any]) -> Any:
    """Return the date in a text such as ``"30/11/2026"``, in the order that the head names; or any other value."""
    if not isinstance(value, str):
        return value
    try:
        return parse_full_date(value, month_first=head.get("dates") == MONTH_FIRST) or value
    except ClubFault:
        return value  # pydantic refuses it


def _as_time(value: Any) -> Any:
    """Return the time in a text such as ``"7pm"``. Return any other value unchanged for pydantic, which reads
    ``15:45:00``.
    """
    time_of_day = parse_time(value) if isinstance(value, str) else None
    return value if time_of_day is None else time_of_day


def _as_weekday(value: Any) -> int:
    weekdays = parse_weekdays(value)
    if len(weekdays) > 1:
        raise ClubFault(f'Use one weekday, or in its place rrule = "{weekday_rrule(weekdays)}"')
    if not weekdays:
        suggestion = nearest(str(value), [weekday.casefold() for weekday in WEEKDAYS])
        raise ClubFault(f"Use {suggestion.capitalize() if suggestion else join_words(WEEKDAYS, 'or')}")
    return weekdays[0]


def _as_extra(value: Any) -> Any:
    return {"note": value} if isinstance(value, str) else value


def _as_value_error(value: Any, check: Callable[[Any], Any]) -> Any:
    """Return the result of a check. Raise `ValueError`, which pydantic understands, in place of its `ClubFault`."""
    try:
        return check(value)
    except ClubFault as fault:
        raise ValueError(str(fault)) from None


# An invalid value is noted as a fault, and the rest is checked with None in its place.
_Day: TypeAlias = Annotated[date, BeforeValidator(_as_day)]
_Time: TypeAlias = Annotated[time, BeforeValidator(_as_time)]
_Text: TypeAlias = Annotated[str, AfterValidator(_valid_text), WrapValidator(_as_value_error)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True, str_min_length=1)


class _Weekly(_Table):
    weekday: Annotated[int, BeforeValidator(_as_weekday), WrapValidator(_as_value_error)] | None
    time: _Time | None
    room: _Text | None
    rrule: _Text | None = None


class _Extra(_Table):
    time: _Time | None = None
    room: _Text | None = None
    note: _Text | None = None


class _Season(_Table):
    name: _Text | None
    starts: _Day | None
    ends: _Day | None
    best_k: Annotated[int, Field(ge=1, le=MOST_SESSIONS)] | None
    min_sessions: Annotated[int, Field(ge=0, le=MOST_SESSIONS)] | None = 0
    weekly: _Weekly | None
    skip: dict[_Day, _Text | None] | None = None
    extra: dict[_Day, Annotated[_Extra, BeforeValidator(_as_extra)] | None] | None = None
    house_rules: dict[str, dict[str, bool | int | str | None] | None] | None = None
    ties: (
        Annotated[str, AfterValidator(lambda text: ",".join(parse_tie_steps(text))), WrapValidator(_as_value_error)]
        | None
    ) = None
    zone: Annotated[str, AfterValidator(find_zone), WrapValidator(_as_value_error)] | None = None
    lasts: Annotated[_Time, Field(gt=time())] | None = None
    dates: Literal["day first", "month first"] = "day first"
    holidays: (
        Annotated[str, AfterValidator(lambda text: str(parse_region(text))), WrapValidator(_as_value_error)] | None
    ) = None


def _validate(reader: _ScheduleReader) -> _Season:
    """Return the valid values of a schedule. Record faults for missing keys and invalid values."""
    try:
        return _Season.model_validate(reader.toml.data, context=reader.toml.data)
    except ValidationError as error:
        errors: dict[KeyPath, ErrorDetails] = {}
        for error_details in error.errors():  # keep the first error of each entry
            path = tuple(str(key) for key in error_details["loc"] if key != "[key]")
            errors.setdefault(path[:3] if path[0] == "house_rules" else path, error_details)
    unknown_keys = {
        path
        for path, error_details in errors.items()
        if error_details["type"] == "extra_forbidden" or error_details["loc"][-1] == "[key]"
    }
    likely_keys = {(*path[:-1], nearest(path[-1], _allowed_keys(path))) for path in unknown_keys}
    data = deepcopy(reader.toml.data)
    for path, error_details in errors.items():
        if error_details["type"] != "missing":
            _note_invalid(reader, path, error_details)
        elif path not in likely_keys:
            _note_missing(reader, path)
        _clear_value(data, path, drop=path in unknown_keys)
    return _Season.model_validate(data, context=data)


def _allowed_keys(path: KeyPath) -> list[str]:
    """Return the keys that are allowed beside an unknown key."""
    tables: dict[str, type[_Table]] = {"weekly": _Weekly, "extra": _Extra}
    return list(tables.get(path[0], _Season).model_fields)


def _clear_value(data: dict[str, Any], path: KeyPath, *, drop: bool) -> None:
    """Replace an invalid value by None, or `drop` its key.

    If the value of a table on its path is no table, replace that value by None.
    """
    for key in path[:-1]:
        if not isinstance(data.get(key), dict):
            if key in data:  # not already removed for another fault
                data[key] = None
            return
        data = data[key]
    data[path[-1]] = None
    if drop:
        del data[path[-1]]


def _note_missing(reader: _ScheduleReader, path: KeyPath) -> None:
    """Record a missing key, unless it is in the wrong place or on an unreadable row."""
    key = path[-1]
    is_misplaced = any(line[-1] == key and reader.is_misplaced(line) for line in reader.toml.lines)
    if not is_misplaced and not any(key_path[: len(path)] == path for key_path in reader.toml.unreadable_keys):
        example = f"{key} = {_KINDS[key][1]}" if key in _KINDS else f"[{key}]"
        message = f"{key!r} is missing {_describe_table(path[:-1])}. Add one such as {example}"
        reader.missing.append(reader.toml.fault(path[:-1] or path, message, at_key=True))


def _note_invalid(reader: _ScheduleReader, path: KeyPath, error: ErrorDetails) -> None:
    """Record an unknown key, or a value of the wrong type."""
    key = path[-1]
    if reader.is_misplaced(path):
        message = f"{key!r} belongs above the first table, but here it is part of [{'.'.join(path[:-1])}]"
    elif error["type"] == "extra_forbidden":
        message = f"no key {key!r} {_describe_table(path[:-1])}. {did_you_mean(key, _allowed_keys(path))}"
    elif error["loc"][-1] == "[key]":
        message = f"{key!r} is not a date. Use one such as 2026-09-07"
    else:
        has_message = error["type"] == "value_error"
        advice = str(error["ctx"]["error"]) if has_message else f"Use {_describe_expected(path)}"
        reader.note(
            path, f"{key} is {_describe_value(error['input'])}{'. ' if advice.startswith('Use ') else ': '}{advice}"
        )
        return
    reader.note(path, message, at_key=True)


def _describe_expected(path: KeyPath) -> str:
    if path[-1] in _KINDS:
        kind, example = _KINDS[path[-1]]
        return f"{kind}, such as {example}"
    if path[0] == "house_rules" and len(path) > 2:
        return "a word, a number, true or false"
    expected_by_table = {"skip": f'{_TEXT}, such as "Labor Day"', "extra": 'a note, or such as { time = "18:00" }'}
    return (
        expected_by_table[path[0]] if path[0] in expected_by_table and len(path) > 1 else f"a table, [{'.'.join(path)}]"
    )


def _describe_value(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return repr(value) if isinstance(value, str) else option_text(value)


def _describe_table(path: KeyPath) -> str:
    return f"under [{'.'.join(path)}]" if path else "at the head of the schedule"


def _remove_outdated_rules(data: dict[str, Any]) -> tuple[KeyPath, str, Sequence[Mapping[str, Any]]] | None:
    """Remove weekly rules in an outdated form. Return their position, an explanation and the rules.

    Return None if there are no such rules.
    """
    weekly = data.get("weekly")
    if isinstance(weekly, list) and weekly and all(isinstance(rule, dict) for rule in weekly):
        data["weekly"] = None
        if len(weekly) == 1:
            return ("weekly", "1"), "[[weekly]] is a list of rules. Use [weekly] with {}", weekly
        message = "a second [[weekly]]. Use one [weekly] with {}, and other sessions under [extra]"
        return ("weekly", "2"), message, weekly
    if not isinstance(weekly, dict):
        return None
    rule, keys = dict(weekly), [key for key in weekly if key in ("every", *_BOUNDS)]
    if keys or "rrule" in rule:
        weekly.setdefault("weekday", None)  # one of the two keys is enough
    if not keys:
        return None
    for key in keys:
        del weekly[key]
    other_keys = join_words([key for key in rule if key in ("weekday", "rrule", *keys)])
    return ("weekly", keys[0]), f"no key {keys[0]!r} under [weekly]. Instead of {other_keys}, use {{}}", [rule]


def _replacement_line(rules: Sequence[Mapping[str, Any]], span: _Span | None) -> str:
    """Return the line that replaces weekly rules in an outdated form. Rules with other bounds than the first are left
    out.
    """
    first = rules[0]
    interval = first["interval"] if type(first.get("interval")) is int else 1
    first_day, last_day = (
        day if type(day := _as_date(first.get(key), {})) is date else None for key in ("from", "until")
    )
    if "rrule" in first:
        return f'rrule = "{bounded_rrule(str(first["rrule"]), interval, first_day, last_day)}"'
    similar_rules = [
        rule for rule in rules if "rrule" not in rule and all(rule.get(key) == first.get(key) for key in _BOUNDS)
    ]
    weekdays = {day for rule in similar_rules for day in parse_weekdays(rule.get("weekday", rule.get("every")))} or {0}
    if len(weekdays) == 1 and not any(key in first for key in _BOUNDS):
        return f'weekday = "{WEEKDAYS[weekdays.pop()]}"'
    if interval > 1 and (start := first_day or (span and span[0])):
        # The old rules count weeks from the first meeting, an RRULE from the week in which it begins.
        first_meeting = min(start + timedelta(days=(day - start.weekday()) % 7) for day in weekdays)
        first_day = first_meeting if first_day or first_meeting.isocalendar()[:2] != start.isocalendar()[:2] else None
    return f'rrule = "{bounded_rrule(weekday_rrule(weekdays), interval, first_day, last_day)}"'


def _read_season_span(reader: _ScheduleReader, season: _Season) -> _Span | None:
    """Return the first and last day of the season. Return None after recording a fault if they are invalid."""
    starts, ends = season.starts, season.ends
    if starts is None or ends is None:
        return None
    if ends < starts:
        reader.note(("ends",), f"the season ends on {ends}, before it starts on {starts}")
    elif ends - starts > LONGEST:
        reader.note(("ends",), f"the season from {starts} to {ends} is too long. Use two years at most")
    else:
        return starts, ends
    return None


def _weekly_dates(reader: _ScheduleReader, rule: _Weekly, span: _Span) -> list[date]:
    """Return the dates of the weekly rule; none if the rule is invalid."""
    if rule.rrule is None:
        return [] if rule.weekday is None else weekly_days(rule.weekday, *span)
    if rule.weekday is not None:
        reader.note(("weekly", "rrule"), "rrule and weekday are both given. Use one of them", at_key=True)
    try:
        days = days_by_rrule(rule.rrule, *span)
    except ClubFault as fault:
        reader.note(("weekly", "rrule"), f"rrule is {rule.rrule!r}: {fault}")
        return []
    if not days:
        message = f"rrule is {rule.rrule!r}. Use one with a day between {span[0]} and {span[1]}"
        reader.note(("weekly", "rrule"), message)
    return days


def _plan_sessions(
    reader: _ScheduleReader, season: _Season, rule: _Weekly | None, days: Sequence[date], span: _Span | None
) -> tuple[dict[date, str], tuple[PlannedSession, ...]]:
    """Return the reasons by skipped day, and all sessions in order, extra ones included.

    If the weekly rule is unreadable, `days` is empty, and only faults in other entries are recorded.
    """
    usual_session = PlannedSession(date.min, (rule and rule.time) or time(), (rule and rule.room) or "")
    weekday = WEEKDAYS[rule.weekday] if rule and rule.weekday is not None else ""
    skipped_days: dict[date, str] = {}
    for day, reason in _entries_in_season(reader, "skip", season.skip, span):
        if days and day not in days:
            note = f"the club meets on {weekday}s" if weekday else "the club does not meet on it"
            reader.note(("skip", f"{day}"), f"{day} is a {WEEKDAYS[day.weekday()]}, but {note}", at_key=True)
        skipped_days[day] = reason or ""
    holidays = holidays_of(parse_region(season.holidays), *span) if season.holidays and span else {}
    planned_sessions = {
        day: replace(usual_session, date=day) for day in days if day not in skipped_days and day not in holidays
    }
    for day, extra_entry in _entries_in_season(reader, "extra", season.extra, span):
        if day in planned_sessions:
            note = f"as on every {weekday}" if weekday else "anyway"
            message = f"the club meets on {day} {note}. Use a date that is not planned yet"
            reader.note(("extra", f"{day}"), message, at_key=True)
        elif day in skipped_days:
            message = f"{day} is listed under [skip] and under [extra]. Use one of them"
            reader.note(("extra", f"{day}"), message, at_key=True)
        elif extra_entry:
            planned_sessions[day] = PlannedSession(
                day,
                extra_entry.time or usual_session.starts,
                extra_entry.room or usual_session.room,
                extra_entry.note or "",
            )
    skipped_days |= {
        day: name for day, name in holidays.items() if day in days and day not in {*skipped_days, *planned_sessions}
    }
    return skipped_days, tuple(planned_sessions[day] for day in sorted(planned_sessions))


def _entries_in_season(
    reader: _ScheduleReader, table: str, entries: Mapping[date, T] | None, span: _Span | None
) -> Iterator[tuple[date, T]]:
    """Yield the entries of a table that lie within the season. Record all others as faults."""
    for day, value in (entries or {}).items():
        if span and not span[0] <= day <= span[1]:
            message = f"{day} is outside the season, which runs from {span[0]} to {span[1]}"
            reader.note((table, f"{day}"), message, at_key=True)
        else:
            yield day, value


def _read_house_rules(reader: _ScheduleReader, season: _Season) -> dict[str, dict[str, str]]:
    """Return the options of each game, validated by its rulebook. Record invalid options as faults."""
    house_rules: dict[str, dict[str, str]] = {}
    for game, options in (season.house_rules or {}).items():
        path = ("house_rules", game)
        try:
            book = look_up_rulebook(game)
        except NoRulebook as no_rulebook:
            reader.note(path, str(no_rulebook), at_key=True)
            continue
        game_options = house_rules.setdefault(book.slug, {})
        for name, value in (options or {}).items():
            if value is None:
                continue
            text = option_text(value)
            try:
                parsed = options_from(book.options, {name: text})
            except OptionFault as fault:
                reader.note((*path, name), str(fault), at_key=fault.typed != text)
            else:
                option_name = name.replace("-", "_")
                game_options[option_name] = option_values(parsed)[option_name]
    return house_rules
