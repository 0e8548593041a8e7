"""The clock: its reading as a pure function of its events and the current time.

Nothing ticks: two screens that read it at the same moment agree, also after a restart. Times are in UTC, so neither
summer time nor a change of time zone moves the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final

from referee.cards.immutable import frozen

_SECOND: Final = timedelta(seconds=1)
_NOTHING: Final = timedelta(0)


class ClockAction(StrEnum):
    """An action on a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    NEXT = "next"
    BACK = "back"
    ADD = "add"
    STOP = "stop"


class ClockState(StrEnum):
    """The state of a clock. It is over after its last period; the blinds of a last level stay in force."""

    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@frozen
class Period:
    """A period of the clock: a level with its blinds, a break, or a round, which has no blinds."""

    minutes: int
    small: int = 0
    big: int = 0
    ante: int = 0
    is_break: bool = False

    @property
    def blinds(self) -> str:
        """The blinds as announced; empty without blinds."""
        if not self.big:
            return ""
        return f"{self.small:,} / {self.big:,}" + (f", ante {self.ante:,}" if self.ante else "")


@frozen
class ClockEvent:
    """An action on a clock and its time. `minutes` were added, and `periods` are those set at a start."""

    action: ClockAction
    moment: datetime
    minutes: int = 0
    periods: tuple[Period, ...] = ()


@frozen
class ClockReading:
    """A clock's reading. `number` counts the periods from 1; `level` counts the levels, without breaks.

    `after` is the next period, `until_break` the time to the next break, and `jump` the corrected jump of the
    computer's clock.
    """

    PLAIN: ClassVar = (
        *("state", "number", "level", "period", "seconds", "digits", "after", "seconds_to_break", "started"),
        "jump_seconds",
    )
    state: ClockState
    number: int
    level: int
    period: Period
    remaining: timedelta
    after: Period | None
    until_break: timedelta | None
    """The time until the next break, or None if no break follows."""
    started: datetime
    jump: timedelta = _NOTHING
    """By how much the computer's clock was set back, which the reading takes out."""

    @property
    def seconds(self) -> int:
        """The seconds left, rounded up, because the clock shows 0:00 only when the time is up."""
        return -(-self.remaining // _SECOND)

    @property
    def seconds_to_break(self) -> int | None:
        """The seconds until the next break; None if no break follows."""
        return None if self.until_break is None else -(-self.until_break // _SECOND)

    @property
    def jump_seconds(self) -> int:
        """The jump in whole seconds."""
        return round(self.jump / _SECOND)

    @property
    def digits(self) -> str:
        """The time left in digits: ``12:34``, or with hours ``1:02:34``."""
        return format_seconds(self.seconds)

    @property
    def name(self) -> str:
        """The name of the period: ``Level 3``, ``Break``, or ``Round`` without levels."""
        if self.period.is_break:
            return "Break"
        return f"Level {self.level}" if self.period.big else "Round"


@frozen
class _ClockPosition:
    """A clock between two events: its period, the time used up, the period's length, and since when it runs.

    `running_since` is None for a paused clock.
    """

    periods: tuple[Period, ...]
    started: datetime
    index: int
    used_time: timedelta
    length: timedelta
    running_since: datetime | None


def format_seconds(seconds: int) -> str:
    """Return seconds as ``12:34`` or ``1:02:34``."""
    minutes, remainder = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{remainder:02}" if hours else f"{minutes}:{remainder:02}"


def read_clock(events: Iterable[ClockEvent], now: datetime) -> ClockReading | None:
    """Return a clock's reading at `now`; None if it was never started or was removed."""
    position: _ClockPosition | None = None
    latest_moment: datetime | None = None
    for event in events:
        # This clock must not go back when the machine's clock is set back.
        latest_moment = max(latest_moment, event.moment) if latest_moment else event.moment
        position = _apply_event(position, replace(event, moment=latest_moment))
    if position is None or latest_moment is None:
        return None
    return _reading_of(_advance_to(position, max(now, latest_moment)))


def periods_of_levels(levels: Sequence[tuple[int, int, int]], minutes: int, pause: int) -> tuple[Period, ...]:
    """Return the periods for the blind levels in settings. Three zeros stand for a break."""
    return tuple(
        Period(minutes, small, big, ante) if big else Period(pause, is_break=True) for small, big, ante in levels
    )


def _apply_event(position: _ClockPosition | None, event: ClockEvent) -> _ClockPosition | None:
    if event.action is ClockAction.START:
        if not event.periods:
            return position
        length = timedelta(minutes=event.periods[0].minutes)
        return _ClockPosition(event.periods, event.moment, 0, _NOTHING, length, event.moment)
    if position is None or event.action is ClockAction.STOP:
        return None
    position = _advance_to(position, event.moment)
    match event.action:
        case ClockAction.PAUSE:
            return replace(position, running_since=None)
        case ClockAction.RESUME:
            return replace(position, running_since=event.moment)
        case ClockAction.NEXT:
            return (
                _start_period(position, position.index + 1) if position.index + 1 < len(position.periods) else position
            )
        case ClockAction.BACK:
            return _start_period(position, max(position.index - 1, 0))
        case _:
            # At most the time left is taken away, so that the level ends now and not earlier.
            return replace(position, length=max(position.used_time, position.length + timedelta(minutes=event.minutes)))


def _start_period(position: _ClockPosition, index: int) -> _ClockPosition:
    """Return a clock at the start of a period. A running clock keeps running."""
    return replace(position, index=index, used_time=_NOTHING, length=timedelta(minutes=position.periods[index].minutes))


def _advance_to(position: _ClockPosition, now: datetime) -> _ClockPosition:
    """Return a running clock at a later moment, after all periods that end by then."""
    if position.running_since is None:
        return position
    used_time = position.used_time + (now - position.running_since)
    while used_time >= position.length and position.index + 1 < len(position.periods):
        used_time -= position.length
        position = _start_period(position, position.index + 1)
    return replace(position, used_time=min(used_time, position.length), running_since=now)


def _reading_of(position: _ClockPosition) -> ClockReading:
    remaining = position.length - position.used_time
    period, *later_periods = position.periods[position.index :]
    time_to_break, until_break = remaining, None
    for event in later_periods:
        if event.is_break:
            until_break = time_to_break
            break
        time_to_break += timedelta(minutes=event.minutes)
    running = ClockState.RUNNING if position.running_since else ClockState.PAUSED
    return ClockReading(
        state=ClockState.OVER if not remaining and not later_periods else running,
        number=position.index + 1,
        level=sum(bool(period.big) for period in position.periods[: position.index + 1]),
        period=period,
        remaining=remaining,
        after=later_periods[0] if later_periods else None,
        until_break=until_break,
        started=position.started,
    )


def describe_now(name: str, reading: ClockReading) -> str:
    """Return a description of a reading: the tournament, the level with its blinds, and whether the clock is paused."""
    parts = [name, reading.name, reading.period.blinds.replace(" / ", "/")]
    state = "paused" if reading.state is ClockState.PAUSED else "time is up" if reading.state is ClockState.OVER else ""
    return "  ".join(filter(None, [*parts, f"- {state} -" if state else ""]))


def describe_next(reading: ClockReading) -> str:
    """Return a description of the next period, the next break, and any jump of the computer's clock."""
    parts = []
    if reading.after is not None:
        parts.append(
            f"Next: {'break' if reading.after.is_break else reading.after.blinds.replace(' / ', '/') or 'round'}"
        )
    if reading.seconds_to_break is not None and not (reading.after and reading.after.is_break):
        parts.append(f"break in {format_seconds(reading.seconds_to_break)}")
    if reading.jump:
        parts.append(f"the computer's clock was set back by {format_seconds(reading.jump_seconds)}")
    return ", ".join(parts)
