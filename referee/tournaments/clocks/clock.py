"""The clock: its reading as a pure function of its events and the current time.

Nothing ticks: two screens that read it at the same moment agree, also after a restart. Times are in UTC, so that
neither summer time nor a change of time zone moves the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final

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
    """The state of a clock. It is over when its last period has run out; the blinds of a last level stay in force."""

    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Period:
    """A period of the clock: a level with its blinds, a break, or a round, which has no blinds."""

    minutes: int
    small: int = 0
    big: int = 0
    ante: int = 0
    is_break: bool = False

    @property
    def blinds(self) -> str:
        """The blinds as announced, or "" without blinds."""
        if not self.big:
            return ""
        return f"{self.small:,} / {self.big:,}" + (f", ante {self.ante:,}" if self.ante else "")


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """An action on a clock and its time. `minutes` are those added, `periods` those the clock was set to."""

    deed: ClockAction
    at: datetime
    minutes: int = 0
    periods: tuple[Period, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock's reading. `number` counts the periods from 1; `level` counts the levels without the breaks."""

    PLAIN: ClassVar = (
        *("state", "number", "level", "period", "seconds", "digits", "after", "seconds_to_break", "started"),
        "jump_seconds",
    )
    state: ClockState
    number: int
    level: int
    period: Period
    left: timedelta
    after: Period | None
    until_break: timedelta | None
    """The time until the next break, or None if no break follows."""
    started: datetime
    jump: timedelta = _NOTHING
    """By how much the computer's clock was set back, which the reading takes out."""

    @property
    def seconds(self) -> int:
        """The seconds left, rounded up: the clock shows 0:00 only when the time is up."""
        return -(-self.left // _SECOND)

    @property
    def seconds_to_break(self) -> int | None:
        """The seconds until the next break, or None if no break follows."""
        return None if self.until_break is None else -(-self.until_break // _SECOND)

    @property
    def jump_seconds(self) -> int:
        """The jump in whole seconds."""
        return round(self.jump / _SECOND)

    @property
    def digits(self) -> str:
        """The time left as digits: ``12:34``, or with hours ``1:02:34``."""
        return format_seconds(self.seconds)

    @property
    def name(self) -> str:
        """The name of the period: ``Level 3``, ``Break``, or ``Round`` where there are no levels."""
        if self.period.is_break:
            return "Break"
        return f"Level {self.level}" if self.period.big else "Round"


@dataclass(frozen=True, slots=True)
class _Hands:
    """A clock between two events: its period, the time used and the length of it, and since when it runs."""

    periods: tuple[Period, ...]
    started: datetime
    at: int
    used: timedelta
    lasts: timedelta
    since: datetime | None


def format_seconds(seconds: int) -> str:
    """Return seconds as ``12:34`` or ``1:02:34``."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def reading(events: Iterable[ClockEvent], now: datetime) -> ClockReading | None:
    """Return a clock's reading at `now`, or None if it was never started or was taken down."""
    hands: _Hands | None = None
    last: datetime | None = None
    for event in events:
        # This clock must not go back when the machine's clock is set back.
        last = max(last, event.at) if last else event.at
        hands = _done(hands, replace(event, at=last))
    if hands is None or last is None:
        return None
    return _read(_until(hands, max(now, last)))


def periods_of_levels(levels: Sequence[tuple[int, int, int]], minutes: int, pause: int) -> tuple[Period, ...]:
    """Return the periods for a blind structure in settings, where three zeros stand for a break."""
    return tuple(
        Period(minutes, small, big, ante) if big else Period(pause, is_break=True) for small, big, ante in levels
    )


def _done(hands: _Hands | None, event: ClockEvent) -> _Hands | None:
    if event.deed is ClockAction.START:
        if not event.periods:
            return hands
        lasts = timedelta(minutes=event.periods[0].minutes)
        return _Hands(event.periods, event.at, 0, _NOTHING, lasts, event.at)
    if hands is None or event.deed is ClockAction.STOP:
        return None
    hands = _until(hands, event.at)
    match event.deed:
        case ClockAction.PAUSE:
            return replace(hands, since=None)
        case ClockAction.RESUME:
            return replace(hands, since=event.at)
        case ClockAction.NEXT:
            return _at(hands, hands.at + 1) if hands.at + 1 < len(hands.periods) else hands
        case ClockAction.BACK:
            return _at(hands, max(hands.at - 1, 0))
        case _:
            # At most the time left is taken away, so that the level ends now and not earlier.
            return replace(hands, lasts=max(hands.used, hands.lasts + timedelta(minutes=event.minutes)))


def _at(hands: _Hands, at: int) -> _Hands:
    """Set a clock to the start of a period. A running clock keeps running."""
    return replace(hands, at=at, used=_NOTHING, lasts=timedelta(minutes=hands.periods[at].minutes))


def _until(hands: _Hands, now: datetime) -> _Hands:
    """Let a clock run until a moment, through all periods that end by then."""
    if hands.since is None:
        return hands
    used = hands.used + (now - hands.since)
    while used >= hands.lasts and hands.at + 1 < len(hands.periods):
        used -= hands.lasts
        hands = _at(hands, hands.at + 1)
    return replace(hands, used=min(used, hands.lasts), since=now)


def _read(hands: _Hands) -> ClockReading:
    left = hands.lasts - hands.used
    period, *later = hands.periods[hands.at :]
    until, found = left, None
    for event in later:
        if event.is_break:
            found = until
            break
        until += timedelta(minutes=event.minutes)
    running = ClockState.RUNNING if hands.since else ClockState.PAUSED
    return ClockReading(
        state=ClockState.OVER if not left and not later else running,
        number=hands.at + 1,
        level=sum(bool(period.big) for period in hands.periods[: hands.at + 1]),
        period=period,
        left=left,
        after=later[0] if later else None,
        until_break=found,
        started=hands.started,
    )


def describe_now(name: str, reading: ClockReading) -> str:
    """Describe a reading: the tournament, the level with its blinds, and whether the clock is paused."""
    said = [name, reading.name, reading.period.blinds.replace(" / ", "/")]
    state = "paused" if reading.state is ClockState.PAUSED else "time is up" if reading.state is ClockState.OVER else ""
    return "  ".join(filter(None, [*said, f"- {state} -" if state else ""]))


def describe_next(reading: ClockReading) -> str:
    """Describe the next period, when the next break begins, and by how much the computer's clock was set back."""
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
