"""Officers' actions on the clock of a tournament or of the evening. Each is logged with its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

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
    reading,
)
from referee.tournaments.clocks.jumps import Timeline, read_timeline
from referee.tournaments.state.log import TournamentEventKind, read_events, standing
from referee.tournaments.state.settings import Stacks, TournamentSettings

LONGEST: Final = 600
"""The longest round, in minutes."""
_SHOWN: Final = timedelta(hours=18)


class AlreadyStarted(ClubFault):
    """Raised when a running or paused clock would be started again."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock with its events, which suffice to read it at any moment without another query."""

    tournament: int | None
    name: str
    """The name of the tournament, or "" without one."""
    events: tuple[ClockEvent, ...]
    timeline: Timeline
    """The moments of all events of the club since the clock was started."""

    def at(self, now: datetime) -> ClockReading | None:
        """Return the reading at a moment, or None if the clock shows nothing then.

        A jump of the computer's clock back before the latest event is taken out.
        """
        continued = self.timeline.continue_at(now)
        found = reading(self.events, continued)
        return replace(found, jump=continued - now) if found else None


def current_clock(club: Club, tournament: int | None = None) -> Clock | None:
    """Return a tournament's clock; without a tournament, the clock set last this evening, if any."""
    with club.reading() as tx:
        return _shown(tx, club, tournament)


def posted(club: Club) -> Clock | None:
    """Return the clock for the public board, with the tournament's name as the public may read it."""
    with club.reading() as tx:
        clock = _shown(tx, club, None)
        return replace(clock, name=public_names.read_public_names(tx).named(clock.name)) if clock else None


def clock_reading(club: Club, tournament: int | None = None) -> tuple[Clock, ClockReading]:
    """Return a clock and its current reading. Raises `ClubFault` if none was started."""
    with club.reading() as tx:
        return _found(tx, club, tournament)


def start(
    club: Club, tournament: int | None = None, *, minutes: int = 0, anew: bool = False
) -> tuple[Clock, ClockReading]:
    """Start a clock with a tournament's levels or round length, or with `minutes`.

    Raises `AlreadyStarted` for a running or paused clock, unless `anew` is set.
    """
    with club.writing() as tx:
        periods = _periods(tx, tournament, minutes)
        before = _of(tx, tournament)
        now = before.at(club.clock()) if before else None
        if now and now.state is not ClockState.OVER and not anew:
            raise AlreadyStarted(
                f"The clock has already been started: {now.name}, {now.digits} left.",
                Do.RESTART_CLOCK("To start it again", tournament=tournament, minutes=minutes or None),
            )
        _write(tx, tournament, ClockAction.START, periods=periods)
        return _found(tx, club, tournament, just=True)


def turn(
    club: Club, deed: ClockAction, tournament: int | None = None, *, minutes: int = 0
) -> tuple[Clock, ClockReading]:
    """Apply an action to a clock that was started. Raises `ClubFault` if it would change nothing."""
    with club.writing() as tx:
        clock, now = _found(tx, club, tournament)
        if deed is ClockAction.PAUSE and now.state is ClockState.PAUSED:
            raise ClubFault("The clock is paused already.", Do.RESUME_CLOCK("Resume it", tournament=tournament))
        if deed is ClockAction.RESUME and now.state is not ClockState.PAUSED:
            raise ClubFault("The clock is not paused.", Do.PAUSE_CLOCK("Pause it", tournament=tournament))
        if deed is ClockAction.NEXT and now.after is None:
            raise ClubFault(f"{now.name} is the last.")
        if deed is ClockAction.ADD and not 0 < abs(minutes) <= LONGEST:
            raise ClubFault(
                f"Invalid number of minutes {minutes}. Use 1 to {LONGEST}, or a number below 0 to take time away."
            )
        _write(tx, clock.tournament, deed, minutes=minutes)
        after = _of(tx, clock.tournament) or clock
        return after, after.at(club.clock()) or now


def level(tx: Transaction, club: Club, tournament: int) -> int | None:
    """Return the current level of a tournament by its clock, or None without a clock."""
    clock = _of(tx, tournament)
    now = clock.at(club.clock()) if clock else None
    return now.level if now else None


def was_started(tx: Transaction, tournament: int) -> bool:
    """Tell whether the clock of a tournament was ever started."""
    return _of(tx, tournament) is not None


def stand_still(tx: Writing, club: Club, tournament: int) -> bool:
    """Pause the clock of a tournament that ends. Return whether it was running."""
    return _turned(tx, club, tournament, ClockAction.PAUSE, ClockState.RUNNING)


def go_on(tx: Writing, club: Club, tournament: int) -> bool:
    """Resume the paused clock of a tournament. Return whether it runs now."""
    return _turned(tx, club, tournament, ClockAction.RESUME, ClockState.PAUSED)


def _turned(tx: Writing, club: Club, tournament: int, deed: ClockAction, stands: ClockState) -> bool:
    clock = _of(tx, tournament)
    now = clock.at(club.clock()) if clock else None
    if now is None or now.state is not stands:
        return False
    _write(tx, tournament, deed)
    return True


def _shown(tx: Transaction, club: Club, tournament: int | None) -> Clock | None:
    now = club.clock()
    if tournament is not None:
        clock = _of(tx, tournament)
        return clock if clock and clock.at(now) else None
    started = [
        entry.data["tournament"] or None
        for entry in find_entries(tx, OfClub.CLOCK, deed=ClockAction.START, start=now - _SHOWN)
    ]
    for number in dict.fromkeys(started):
        clock = _of(tx, number)
        shows = clock.at(now) if clock else None
        if shows and not (shows.state is not ClockState.RUNNING and _is_over(tx, number)):
            return clock
    return None


def _is_over(tx: Transaction, tournament: int | None) -> bool:
    """Tell whether the tournament has ended, so that its clock no longer matters."""
    return tournament is not None and any(
        event.kind == TournamentEventKind.ENDED for event in standing(read_events(tx, tournament))
    )


def _found(tx: Transaction, club: Club, tournament: int | None, *, just: bool = False) -> tuple[Clock, ClockReading]:
    clock = _of(tx, tournament) if just else _shown(tx, club, tournament)
    now = clock.at(club.clock()) if clock else None
    if clock is None or now is None:
        raise ClubFault(
            "No clock is running.",
            Do.START_CLOCK("Start one", tournament=tournament, minutes=None if tournament else 45),
        )
    return clock, now


def _of(tx: Transaction, tournament: int | None) -> Clock | None:
    """Return the clock of a tournament, or of the evening, with its events since the last start."""
    entries = [*reversed(find_entries(tx, OfClub.CLOCK, tournament=tournament or 0))]
    starts = [at for at, entry in enumerate(entries) if entry.data["deed"] == ClockAction.START]
    if not starts:
        return None
    entries = entries[starts[-1] :]
    moments = tx.rows("SELECT n, at FROM event WHERE club = ? AND n >= ? ORDER BY n", tx.club, entries[0].event.n)
    timeline, continued = read_timeline(moments, {entry.event.n for entry in entries})
    events = tuple(_event(entry, continued[entry.event.n]) for entry in entries)
    name = ""
    if tournament is not None:
        with decoding(f"The clock of tournament {tournament}"):
            [(called,)] = tx.rows("SELECT name FROM tournament WHERE id = ?", tournament)
        name = with_names(called, (), roster.names(tx))
    return Clock(tournament, name, events, timeline)


def _event(entry: LogEntry, at: datetime) -> ClockEvent:
    data = entry.data
    with decoding(entry.place):
        periods = tuple(Period(*period) for period in data["periods"])
        for period in periods:
            check_data(period)
        return ClockEvent(ClockAction(data["deed"]), at, decode_number(data["minutes"]), periods)


def _periods(tx: Transaction, tournament: int | None, minutes: int) -> tuple[Period, ...]:
    """Return the periods for a clock: a tournament's levels or round, or one of `minutes`."""
    if not 0 <= minutes <= LONGEST:
        raise ClubFault(f"Invalid length {minutes}. Use 1 to {LONGEST} minutes.")
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
    settled = [event for event in standing(read_events(tx, tournament)) if event.kind == TournamentEventKind.SETTLED]
    with decoding(f"the settings of tournament {tournament}"):
        return read_plain(TournamentSettings, settled[-1].data["settings"])


def _write(
    tx: Writing, tournament: int | None, deed: ClockAction, *, minutes: int = 0, periods: Sequence[Period] = ()
) -> None:
    kept = [[period.minutes, period.small, period.big, period.ante, period.is_break] for period in periods]
    # The clock without a tournament is stored under tournament 0.
    data = {"tournament": tournament or 0, "deed": deed.value, "minutes": minutes, "periods": kept}
    tx.append(OfClub.CLOCK, data)
