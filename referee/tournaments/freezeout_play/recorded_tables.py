"""The tables of a freeze-out that are recorded as tables of the club: who goes, comes or moves does so there as well.

Whoever has no seat at a table any more leaves the match that it is recorded as, and whoever has one now joins it: with
lines it ends at its last whole hand and goes on, see `referee.club.match.coming_and_going`. In the middle of a hand
nobody comes or goes, as what is written of that hand would count for nothing: it waits until the hand is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.club.folder import Club
from referee.club.match.coming_and_going import join, leave
from referee.club.match.log import EntryKind, MatchLog, read_log
from referee.club.match.seat_changes import who_left
from referee.club.match.voiding import voided
from referee.club.text.faults import ClubFault
from referee.games.called import has_rules
from referee.store.hints import Do, Hint
from referee.tournaments.freezeout_play.evening import Evening, Recorded, look
from referee.tournaments.freezeouts.balancing import Seats
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView

MOVED = "moved by the tournament"
OUT = "out of the tournament"
BROKEN_UP = "no longer played at in the tournament"
_Wait = tuple[str, tuple[Hint, ...]]


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that is recorded: as which match, where who should sit, and who sits by the record."""

    number: int
    match: int
    seats: Seats
    here: tuple[int, ...]
    in_play: bool

    @property
    def gone(self) -> tuple[int, ...]:
        """Who sits there by the record alone."""
        return tuple(each for each in self.here if each not in self.seats.players)

    @property
    def come(self) -> tuple[int, ...]:
        """Who is not there by the record yet."""
        return tuple(each for each in self.seats.players if each not in self.here)


def followed(club: Club, done: Evening) -> Evening:
    """Let the recorded tables of a freeze-out sit as it sits now; return it with what was done, and what has to wait.

    What cannot be done at a table is told, and does not stand in the way of the tournament.
    """
    said: list[str] = []
    waits: list[_Wait] = []
    for table in _tables(club, done):
        if not table.gone:
            continue
        if table.in_play:
            waits.append(_waits(done, table.match, table.gone, "stay in its record"))
        else:
            _go(club, done, table, said, waits)
    after = look(club, str(done.number))
    by_record = {each: table.match for table in _tables(club, after) for each in table.here}
    for table in _tables(club, after):
        able = [each for each in table.come if each not in by_record]
        if able and table.in_play:
            waits.append(_waits(after, table.match, able, "are not in its record yet"))
        elif able:
            _come(club, after, table, able, said, waits)
    after = look(club, str(done.number))
    return replace(after, recorded=Recorded(tuple(said), tuple(each for each, _ in waits), _once(waits)))


def in_records(club: Club, view: TournamentView) -> Recorded:
    """Let the recorded tables of a freeze-out follow it; return what came of it there, nothing for other formats."""
    if view.settings.format is not Format.FREEZE_OUT:
        return Recorded()
    return followed(club, look(club, str(view.number))).recorded


def _tables(club: Club, found: Evening) -> Iterator[_Table]:
    """Yield the tables that are recorded and not finished, also those of before the final table was drawn."""
    entry = {member: number for number, member in found.read.members.items()}
    rounds = found.read.state.rounds
    for round in rounds:
        for number, matches in sorted(round.matches.items()):
            came = found.read.results[matches[-1]]
            if came.status != "playing":
                continue
            nobody = Seats(number, ())
            seats = found.state.tables.get(number, nobody) if round is rounds[-1] else nobody
            with club.reading() as tx:
                log = read_log(tx, came.now)
                left = set(who_left(log))
                members = [each.member_id for at, each in enumerate(log.seats) if at not in left]
                in_play = bool(log.sheet.state.in_play)
            here = tuple(entry[member] for member in members if member in entry)
            yield _Table(number, came.now, seats, here, in_play)


def _go(club: Club, found: Evening, table: _Table, said: list[str], waits: list[_Wait]) -> None:
    """Let those leave a recorded table who do not sit there any more."""
    match = table.match
    at = found.state.players
    for entry in table.gone:
        why = MOVED if at[entry].playing else OUT
        with club.reading() as tx:
            log = read_log(tx, match)
        if not _goes_on(log):
            with club.writing() as tx:
                voided(tx, club, read_log(tx, match), BROKEN_UP)
            said.append(f"table {match} counts for nobody: too few stay, and no hand was written down there")
            return
        try:
            done = leave(club, match, _called(found, log, entry), reason=why)
        except ClubFault as fault:
            waits.append((f"{found.name(entry)} has not left table {match}: {fault}", fault.hints))
            return
        said.append(f"{found.name(entry)} leaves table {match}{_on(done.goes_on.number if done.goes_on else None)}")
        if done.match.finished_at is not None and done.goes_on is None:
            return
        match = done.goes_on.number if done.goes_on else match


def _come(club: Club, found: Evening, table: _Table, able: Sequence[int], said: list[str], waits: list[_Wait]) -> None:
    """Let those join a recorded table who sit there now."""
    match, here = table.match, list(table.here)
    for entry in able:
        with club.reading() as tx:
            log = read_log(tx, match)
        # Where only the result is written down seats are alike, and whoever joins has the last.
        seat = _seat(table.seats, here, entry) if has_rules(log.book) and len(here) == len(log.seats) else None
        try:
            done = join(club, match, found.name(entry), reason=MOVED, seat=seat, twice=False)
        except ClubFault as fault:
            waits.append((f"{found.name(entry)} has not joined table {match}: {fault}", fault.hints))
            continue
        here.insert(len(here) if seat is None else seat - 1, entry)
        said.append(f"{found.name(entry)} joins table {match}{_on(done.goes_on.number if done.goes_on else None)}")
        match = done.goes_on.number if done.goes_on else match


def _called(found: Evening, log: MatchLog, entry: int) -> str:
    """Return what somebody is called in a record: by the name of when they sat down."""
    member = found.read.members[entry]
    return next(name for name, seat in zip(log.names, log.seats, strict=True) if seat.member_id == member)


def _goes_on(log: MatchLog) -> bool:
    """Tell whether a match can be left by one more: it has lines, or those who stay can play it, or only its result."""
    if not has_rules(log.book) or any(each.kind == EntryKind.LINE for each in log.entries):
        return True
    return log.book.refusal(log.options, len(log.seats) - 1) is None


def _seat(seats: Seats, here: Sequence[int], entry: int) -> int:
    """Return the seat in a record, from 1, so that it goes round as the table does: after who sits before them."""
    around = seats.players
    at = around.index(entry)
    for step in range(1, len(around)):
        before = around[at - step]
        if before in here:
            return here.index(before) + 2
    return len(here) + 1


def _waits(found: Evening, match: int, entries: Iterable[int], what: str) -> _Wait:
    said = f"Table {match} is in the middle of a hand: {found.names(entries)} {what} until it is over."
    return said, (Do.BALANCE("When it is over", tournament=found.number),)


def _once(waits: Iterable[_Wait]) -> tuple[Hint, ...]:
    """Return what can be done about all that waits, each once."""
    return tuple(dict.fromkeys(hint for _, hints in waits for hint in hints))


def _on(number: int | None) -> str:
    return f", which goes on as table {number}" if number else ""
