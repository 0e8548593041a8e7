"""Starting the tables of a round as ordinary matches of the club, and again one that broke off; who is not here yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cards.words import listed
from referee.club.calendar import sessions
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.seat_conflicts import refuse_if_elsewhere
from referee.club.people import duties
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.competition.field import Table
from referee.games.called import has_rules
from referee.rules import Rulebook
from referee.store.hints import Do
from referee.store.read import Member, Session, marks, one, rows_of
from referee.tournaments import overview
from referee.tournaments.freezeouts import state
from referee.tournaments.overview import Read, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import Kind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class Seated:
    """A tournament whose tables were started, and the names of those who were not noted as here, and are now."""

    view: TournamentView
    checked_in: tuple[str, ...]


def seat(club: Club, typed: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> TournamentView:
    """Start the tables of the round that is drawn, or some of them, in the session that is open: all, or none."""
    return seated(club, typed, tables, session=session).view


def seated(club: Club, typed: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> Seated:
    """Start tables as `seat` does, and tell who is checked in by it: whoever has a seat is here."""
    with club.writing() as tx:
        found = overview.read(tx, typed)
        refuse_over(found)
        if not found.state.rounds:
            raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=found.row.id))
        round = found.state.rounds[-1]
        sitting = _sitting(found, round.tables)
        if not sitting:
            raise ClubFault(f"Nobody has a seat in {found.view.name} any more.")
        if unknown := [each for each in tables if each not in sitting]:
            there = f"one from {min(sitting)} to {max(sitting)}"
            raise ClubFault(f"There is no table {unknown[0]} in {round.name}; expected {there}.")
        wanted = [at for at in sitting if not tables or at in tables]
        # A table of a freeze-out that was left by all but one is over, and can be recorded again when others come.
        over = _over(found)
        if again := [at for at in tables if at in round.matches and at not in over]:
            raise ClubFault(
                f"Table {again[0]} of {round.name} has started, as table {round.matches[again[0]][-1]}.",
                Do.REPLAY("If it broke off", tournament=found.row.id, table=again[0]),
            )
        wanted = [at for at in wanted if (at not in round.matches or (at in over and at in tables)) and sitting[at]]
        if not wanted:
            raise ClubFault(f"Every table of {round.name} has started.")
        evening = starting.open_one(tx, session)
        numbers = [found.members[entry] for at in wanted for entry in sitting[at]]
        people = {each.id: each for each in rows_of(tx, Member, f"WHERE id IN {marks(numbers)}", *numbers)}
        here = {who for (who,) in tx.rows("SELECT member_id FROM attendance WHERE session_id = ?", evening.id)}
        book, options = draws.book_and_options(tx, found.season, found.settings.game)
        started = []
        for at in wanted:
            members = [people[found.members[entry]] for entry in sitting[at]]
            started.append([at, _start(tx, found, evening, book, options, members)])
        data = {"round": round.number, "matches": started}
        log.write(tx, found.row.id, Kind.SEATED, data)
        new = tuple(people[number].name for number in dict.fromkeys(numbers) if number not in here)
        return Seated(overview.read(tx, str(found.row.id)).view, new)


def _sitting(found: Read, drawn: Sequence[Table]) -> Mapping[int, Table]:
    """Return who sits at each table now, by number; in a freeze-out players go out, move and come back."""
    if found.settings.format is Format.FREEZE_OUT:
        return {number: table.players for number, table in sorted(state.fold(found.events).tables.items())}
    return dict(enumerate(drawn, 1))


def _over(found: Read) -> set[int]:
    """Return the tables of a freeze-out of which nothing that is recorded goes on."""
    if found.settings.format is not Format.FREEZE_OUT:
        return set()
    matches = found.state.rounds[-1].matches
    return {number for number, started in matches.items() if found.results[started[-1]].status != "playing"}


def replay(club: Club, typed: str | None, table: int, *, reason: str, session: str | None = None) -> TournamentView:
    """Start a table of the last round once more that is void; what was played there counts for nobody."""
    reason_needed(reason, "Playing a table once more")
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.TOURNAMENT)
        found = overview.read(tx, typed)
        refuse_over(found)
        round = found.view.rounds[-1] if found.view.rounds else None
        which = next((each for each in round.tables if each.number == table), None) if round else None
        if round is None or which is None:
            raise ClubFault(f"There is no table {table} in the round that is on.")
        if which.match is None:
            raise ClubFault(f"Table {table} has not started.", Do.SEAT_ROUND("Start it", tournament=found.row.id))
        if which.status != "void":
            raise ClubFault(
                f"Table {table} of {round.name}, recorded as table {which.match}, is not void.",
                Do.VOID("If it counts for nobody", table=which.match),
            )
        evening = starting.open_one(tx, session)
        book, options = draws.book_and_options(tx, found.season, found.settings.game)
        sitting = which.entries
        if found.settings.format is Format.FREEZE_OUT:  # some may have gone, and others come, since it was void
            sitting = _sitting(found, ()).get(table, ())
        members = [one(tx, Member, found.members[entry]) for entry in sitting]
        match = _start(tx, found, evening, book, options, members)
        data = {"round": round.number, "matches": [[table, match]]}
        log.write(tx, found.row.id, Kind.SEATED, data, reason=reason)
        return overview.read(tx, str(found.row.id)).view


def _start(tx: Writing, found: Read, session: Session, book: Rulebook, options: Any, members: Sequence[Member]) -> int:
    """Seat members at an ordinary table, by the house rules of the season, and return the number of its match."""
    if session.season_id != found.season.id:
        raise ClubFault(
            f"The session of {session.held_on} is not one of the season {found.season.name}, of which "
            f"{found.view.name} is."
        )
    if refusal := book.refusal(options, len(members)):
        raise ClubFault(
            f"{listed(member.name for member in members)} cannot play at one table: {refusal}.",
            Do.REDRAW("Draw the round again", tournament=found.row.id),
            Do.MOVE("Or move somebody", tournament=found.row.id),
        )
    match = starting.seat(tx, session, book, options, members, result_only=not has_rules(book))
    refuse_if_elsewhere(tx, members, but=match)
    return match


def not_here(club: Club, typed: str | None) -> list[str]:
    """Return the names of those at the tables of the last round who have not been checked in; none without session."""
    with club.reading() as tx:
        found = overview.read(tx, typed)
        try:
            evening = sessions.called(tx)
        except ClubFault:
            return []
        here = {who for (who,) in tx.rows("SELECT member_id FROM attendance WHERE session_id = ?", evening.id)}
        last = found.view.rounds[-1]
        seated = [each for table in last.tables for each in table.entries]
        return [found.view.name_of(each) for each in seated if found.members[each] not in here]
