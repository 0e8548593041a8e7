"""Officers' actions on the clock of a tournament or of the evening. Each is logged with its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import LogEntry, find_entries
from referee.club.folder import Club
from referee.club.people import public_names, roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_names
from referee.rules.plain_data import read_plain
from referee.store.decoding import check_data, decode_number, decoding
from referee.store.hints import Do
from referee.store.projections.kind import EventKind as OfClub
from referee.store.transaction import Transaction
from referee.tournaments.clocks.clock import (
    ClockAction,
    ClockEvent,
    ClockReading,
    ClockState,
    Period,
    periods_of_levels,
    read_clock,
)
from referee.tournaments.clocks.jumps import Timeline, read_timeline
from referee.tournaments.state.log import TournamentEventKind, read_events
from referee.tournaments.state.settings import Stacks, TournamentSettings

LONGEST_ROUND: Final = 600
"""The longest round, in minutes."""
_DISPLAY_TIME: Final = timedelta(hours=18)


class AlreadyStarted(ClubFault):
    """A running or paused clock cannot be started again without confirmation."""


@frozen
class Clock:
    """A clock with its events, which give its reading at any moment without another query."""

    tournament: int | None
    name: str
    """The name of the tournament, or "" without one."""
    events: tuple[ClockEvent, ...]
    timeline: Timeline
    """The moments of all events of the club since the clock was started."""

    def reading_at(self, now: datetime) -> ClockReading | None:
        """Return the reading at a moment; None if the clock shows nothing then.

        If the computer's clock was set back to before the latest event, that jump is corrected.
        """
        continued = self.timeline.continue_at(now)
        reading = read_clock(self.events, continued)
        return replace(reading, jump=continued - now) if reading else None


def current_clock(club: Club, tournament: int | None = None) -> Clock | None:
    """Return a tournament's clock. Without a tournament, return the clock set last this evening; None if there is
    none.
    """
    with club.reading() as tx:
        return _displayed_clock(tx, club, tournament)


def public_clock(club: Club) -> Clock | None:
    """Return the clock for the public board, with the tournament's public name; None if there is none."""
    with club.reading() as tx:
        clock = _displayed_clock(tx, club, None)
        return replace(clock, name=public_names.read_public_names(tx).named(clock.name)) if clock else None


def read_current_clock(club: Club, tournament: int | None = None) -> tuple[Clock, ClockReading]:
    """Return a clock and its current reading. Raise `ClubFault` if none was started."""
    with club.reading() as tx:
        return _require_clock(tx, club, tournament)


def start_clock(
    club: Club, tournament: int | None = None, *, minutes: int = 0, anew: bool = False
) -> tuple[Clock, ClockReading]:
    """Start a clock with a tournament's levels or round length, or with `minutes`. Return it with its reading.

    Raise `AlreadyStarted` for a running or paused clock, unless `anew` is set.
    """
    with club.writing() as tx:
        periods = _clock_periods(tx, tournament, minutes)
        clock = _read_clock(tx, tournament)
        reading = clock.reading_at(club.clock()) if clock else None
        if reading and reading.state is not ClockState.OVER and not anew:
            raise AlreadyStarted(
                f"The clock has already been started: {reading.name}, {reading.digits} left.",
                Do.RESTART_CLOCK("To start it again", tournament=tournament, minutes=minutes or None),
            )
        _append_action(tx, tournament, ClockAction.START, periods=periods)
        return _require_clock(tx, club, tournament, just=True)


def apply_action(
    club: Club, action: ClockAction, tournament: int | None = None, *, minutes: int = 0
) -> tuple[Clock, ClockReading]:
    """Apply an action to a started clock, and return it with its reading. Raise `ClubFault` if it would change
    nothing.
    """
    with club.writing() as tx:
        clock, reading = _require_clock(tx, club, tournament)
        if action is ClockAction.PAUSE and reading.state is ClockState.PAUSED:
            raise ClubFault("The clock is paused already.", Do.RESUME_CLOCK("Resume it", tournament=tournament))
        if action is ClockAction.RESUME and reading.state is not ClockState.PAUSED:
            raise ClubFault("The clock is not paused.", Do.PAUSE_CLOCK("Pause it", tournament=tournament))
        if action is ClockAction.NEXT and reading.after is None:
            raise ClubFault(f"{reading.name} is the last.")
        if action is ClockAction.ADD and not 0 < abs(minutes) <= LONGEST_ROUND:
            raise ClubFault(
                f"Invalid number of minutes {minutes}. Use 1 to {LONGEST_ROUND}, or a number below 0 to take time away."
            )
        _append_action(tx, clock.tournament, action, minutes=minutes)
        changed_clock = _read_clock(tx, clock.tournament) or clock
        return changed_clock, changed_clock.reading_at(club.clock()) or reading


def current_level(tx: Transaction, club: Club, tournament: int) -> int | None:
    """Return the current level of a tournament by its clock; None without a clock."""
    clock = _read_clock(tx, tournament)
    reading = clock.reading_at(club.clock()) if clock else None
    return reading.level if reading else None


def was_started(tx: Transaction, tournament: int) -> bool:
    """Tell whether the clock of a tournament was ever started."""
    return _read_clock(tx, tournament) is not None


def pause_running_clock(tx: Writing, club: Club, tournament: int) -> bool:
    """Pause the clock of a tournament that ends. Tell whether it was running."""
    return _apply_in_state(tx, club, tournament, ClockAction.PAUSE, ClockState.RUNNING)


def resume_paused_clock(tx: Writing, club: Club, tournament: int) -> bool:
    """Resume the paused clock of a tournament. Tell whether it runs now."""
    return _apply_in_state(tx, club, tournament, ClockAction.RESUME, ClockState.PAUSED)


def _apply_in_state(tx: Writing, club: Club, tournament: int, action: ClockAction, expected_state: ClockState) -> bool:
    clock = _read_clock(tx, tournament)
    reading = clock.reading_at(club.clock()) if clock else None
    if reading is None or reading.state is not expected_state:
        return False
    _append_action(tx, tournament, action)
    return True


def _displayed_clock(tx: Transaction, club: Club, tournament: int | None) -> Clock | None:
    moment = club.clock()
    if tournament is not None:
        clock = _read_clock(tx, tournament)
        return clock if clock and clock.reading_at(moment) else None
    tournaments = [
        entry.data["tournament"] or None
        for entry in find_entries(tx, OfClub.CLOCK, deed=ClockAction.START, start=moment - _DISPLAY_TIME)
    ]
    for number in dict.fromkeys(tournaments):
        clock = _read_clock(tx, number)
        reading = clock.reading_at(moment) if clock else None
        if reading and not (reading.state is not ClockState.RUNNING and _is_over(tx, number)):
            return clock
    return None


def _is_over(tx: Transaction, tournament: int | None) -> bool:
    """Tell whether the tournament has ended, so that its clock no longer matters."""
    return tournament is not None and any(
        event.kind == TournamentEventKind.ENDED for event in read_events(tx, tournament)
    )


def _require_clock(
    tx: Transaction, club: Club, tournament: int | None, *, just: bool = False
) -> tuple[Clock, ClockReading]:
    clock = _read_clock(tx, tournament) if just else _displayed_clock(tx, club, tournament)
    reading = clock.reading_at(club.clock()) if clock else None
    if clock is None or reading is None:
        raise ClubFault(
            "No clock is running.",
            Do.START_CLOCK("Start one", tournament=tournament, minutes=None if tournament else 45),
        )
    return clock, reading


def _read_clock(tx: Transaction, tournament: int | None) -> Clock | None:
    """Return the clock of a tournament, or of the evening, with its events since the last start; None if there is
    none.
    """
    entries = [*reversed(find_entries(tx, OfClub.CLOCK, tournament=tournament or 0))]
    starts = [index for index, entry in enumerate(entries) if entry.data["deed"] == ClockAction.START]
    if not starts:
        return None
    entries = entries[starts[-1] :]
    moments = tx.rows("SELECT n, at FROM event WHERE club = ? AND n >= ? ORDER BY n", tx.club, entries[0].event.n)
    timeline, continued = read_timeline(moments, {entry.event.n for entry in entries})
    events = tuple(_decode_event(entry, continued[entry.event.n]) for entry in entries)
    name = ""
    if tournament is not None:
        with decoding(f"The clock of tournament {tournament}"):
            [(stored_name,)] = tx.rows("SELECT name FROM tournament WHERE id = ?", tournament)
        name = with_names(stored_name, (), roster.names(tx))
    return Clock(tournament, name, events, timeline)


def _decode_event(entry: LogEntry, at: datetime) -> ClockEvent:
    data = entry.data
    with decoding(entry.place):
        periods = tuple(Period(*period) for period in data["periods"])
        for period in periods:
            check_data(period)
        return ClockEvent(ClockAction(data["deed"]), at, decode_number(data["minutes"]), periods)


def _clock_periods(tx: Transaction, tournament: int | None, minutes: int) -> tuple[Period, ...]:
    """Return the periods for a clock: a tournament's levels or round, or one period of `minutes`."""
    if not 0 <= minutes <= LONGEST_ROUND:
        raise ClubFault(f"Invalid length {minutes}. Use 1 to {LONGEST_ROUND} minutes.")
    if minutes:
        return (Period(minutes),)
    if tournament is None:
        raise ClubFault("The length is missing.", Do.START_CLOCK("Add it", minutes=45))
    settings = _settings(tx, tournament)
    if settings.stacks and settings.stacks.levels:
        stacks: Stacks = settings.stacks
        return periods_of_levels(stacks.levels, stacks.minutes, stacks.pause)
    if settings.minutes:
        return (Period(settings.minutes),)
    raise ClubFault(
        "Neither levels nor the length of a round have been set.",
        Do.START_CLOCK("Add the length", tournament=tournament, minutes=45),
    )


def _settings(tx: Transaction, tournament: int) -> TournamentSettings:
    events = [event for event in read_events(tx, tournament) if event.kind == TournamentEventKind.SETTLED]
    with decoding(f"the settings of tournament {tournament}"):
        return read_plain(TournamentSettings, events[-1].data["settings"])


def _append_action(
    tx: Writing, tournament: int | None, action: ClockAction, *, minutes: int = 0, periods: Sequence[Period] = ()
) -> None:
    rows = [[period.minutes, period.small, period.big, period.ante, period.is_break] for period in periods]
    # The clock without a tournament is stored under tournament 0.
    data = {"tournament": tournament or 0, "deed": action.value, "minutes": minutes, "periods": rows}
    tx.append(OfClub.CLOCK, data)
