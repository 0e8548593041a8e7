"""Correcting a computer's clock that was set back: time continues in a log, and on a screen, without the jump."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from referee.cards.immutable import frozen

_NO_TIME: Final = timedelta(0)
_SLIGHT: Final = timedelta(minutes=1)
"""The greatest jump that is left alone: clocks are set by a network, and officers' computers differ."""


@frozen
class Timeline:
    """The moments of consecutive events without jumps back: the `latest` moment, and the possible `offsets`.

    An offset is added to moments after a jump. The offsets are in ascending order; there are several if computers
    differ. A moment gets the smallest offset that puts it after the latest event, so a corrected clock needs none.
    """

    latest: datetime
    offsets: tuple[timedelta, ...] = (_NO_TIME,)

    def continue_at(self, moment: datetime) -> datetime:
        """Return a moment after the latest event without the jump. For an unknown jump, return the latest moment
        itself.
        """
        for offset in self.offsets:
            if moment + offset >= self.latest - _SLIGHT:
                return moment + offset
        return self.latest

    def extend(self, moment: datetime) -> Timeline:
        """Return the timeline with one more event."""
        if moment >= self.latest and len(self.offsets) == 1:
            return Timeline(moment)  # as nearly always
        continued = self.continue_at(moment)
        offset = continued - moment
        offsets = self.offsets if offset in self.offsets else tuple(sorted((*self.offsets, offset)))
        return Timeline(max(self.latest, continued), offsets)


def read_timeline(
    events: Iterable[tuple[int, str]], wanted_numbers: Collection[int]
) -> tuple[Timeline, dict[int, datetime]]:
    """Return the timeline of events, by number and stored moment, and the corrected moments of the `wanted_numbers`.

    Raise `ValueError` if there are no events.
    """
    timeline: Timeline | None = None
    continued: dict[int, datetime] = {}
    for number, stored_moment in events:
        moment = datetime.fromisoformat(stored_moment)
        timeline = timeline.extend(moment) if timeline else Timeline(moment)
        if number in wanted_numbers:
            continued[number] = timeline.continue_at(moment)
    if timeline is None:
        raise ValueError("no event")
    return timeline, continued


class SteadyTime:
    """The time of this computer for a screen, without jumps back since the screen was opened."""

    def __init__(self, now: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now, self._monotonic = now, monotonic
        self._last, self._last_monotonic = now(), monotonic()
        self.jump = _NO_TIME
        """By how much the clock was set back."""

    def __call__(self) -> datetime:
        """Return the current time without jumps back."""
        now, monotonic = self._now(), self._monotonic()
        jump_length = now - self._last - timedelta(seconds=monotonic - self._last_monotonic)
        if jump_length < -_SLIGHT:
            self.jump -= jump_length
        elif jump_length > _SLIGHT:  # set right again; a computer that slept had not jumped, and needs nothing
            self.jump = max(_NO_TIME, self.jump - jump_length)
        self._last, self._last_monotonic = now, monotonic
        return now + self.jump
