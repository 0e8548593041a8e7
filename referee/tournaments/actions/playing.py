"""Starting the tables of a round as ordinary matches of the club, and again one that broke off; who is not here yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.cards.words import join_words
from referee.club.calendar import sessions
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.seat_conflicts import refuse_if_elsewhere
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.competition.rounds import Round
from referee.games.lookup import has_rules
from referee.rules import Rulebook
from referee.store.hints import Do
from referee.store.plain_rows import Member, Session, get_row, placeholders, select_rows
from referee.tournaments import overview
from referee.tournaments.actions import answering
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class StartedTables:
    """A tournament whose tables were started, and the names of those who were not noted as here, and are now."""

    view: TournamentView
    checked_in: tuple[str, ...]


def seat(club: Club, typed: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> TournamentView:
    """Start the tables of the round that is drawn, or some of them, in the session that is open: all, or none."""
    return seated(club, typed, tables, session=session).view


def seated(club: Club, typed: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> StartedTables:
    """Start tables as `seat` does, and tell who is checked in by it: whoever has a seat is here."""
    with club.writing() as tx:
        found = overview.read_tournament(tx, typed)
        refuse_over(found)
        if found.settings.format is Format.FREEZE_OUT:
            raise ClubFault(
                "A freezeout keeps seats and chips. Its tables are not matches.",
                Do.TABLES("Its tables", tournament=found.row.id),
                Do.START_TABLE("To record a match at one of them", game=found.settings.game),
            )
        if not found.state.rounds:
            raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=found.row.id))
        round = found.state.rounds[-1]
        sitting = dict(enumerate(round.tables, 1))
        if unknown := [table for table in tables if table not in sitting]:
            there = f"{min(sitting)} to {max(sitting)}"
            raise ClubFault(f"{round.name} has no table {unknown[0]}. Use {there}.")
        wanted = [at for at in sitting if not tables or at in tables]
        if again := [at for at in tables if at in round.matches]:
            number = found.results[round.matches[again[0]][-1]].match
            raise ClubFault(
                f"Table {again[0]} of {round.name} has started, as table {number}.",
                Do.REPLAY("If it is void", tournament=found.row.id, table=number.table),
            )
        wanted = [at for at in wanted if at not in round.matches and at not in round.walkovers and sitting[at]]
        if not wanted:
            raise ClubFault(f"Every table of {round.name} has started.")
        evening = starting.find_open_session(tx, session)
        numbers = [found.members[entry] for at in wanted for entry in sitting[at]]
        people = {
            member.id: member for member in select_rows(tx, Member, f"WHERE id IN {placeholders(numbers)}", *numbers)
        }
        here = {member.id for member in sessions.present_members(tx, evening)}
        book, options = draws.book_and_options(tx, found.season, found.settings.game)
        started = []
        for at in wanted:
            members = [people[found.members[entry]] for entry in sitting[at]]
            if refusal := book.refusal(options, len(members)):
                raise _short(found, round, at, refusal)
            started.append([at, _start(tx, found, evening, book, options, members)])
        data = {"round": round.number, "matches": started}
        log.write(tx, found.row.id, TournamentEventKind.SEATED, data)
        new = tuple(people[number].name for number in dict.fromkeys(numbers) if number not in here)
        return StartedTables(overview.read_tournament(tx, str(found.row.id)).view, new)


def replay(
    club: Club, typed: str | None, table: int, *, reason: str, session: str | None = None, round: int | None = None
) -> TournamentView:
    """Start a void table once more, of a round or else of the last one with such a table."""
    reason_needed(reason, "Playing a table once more")
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.TOURNAMENT)
        found = overview.read_tournament(tx, typed)
        of, which = answering.find_table_of_round(found, table, round)
        if which.match is None:
            raise ClubFault(f"Table {table} has not started.", Do.SEAT_ROUND("Start it", tournament=found.row.id))
        if which.status != "void":
            raise ClubFault(
                f"Table {table} of {of.name} is not void.",
                Do.VOID("If it should not count", table=which.match.at),
            )
        evening = starting.find_open_session(tx, session)
        book, options = draws.book_and_options(tx, found.season, found.settings.game)
        members = [get_row(tx, Member, found.members[entry]) for entry in which.entries]
        match = _start(tx, found, evening, book, options, members)
        data = {"round": of.number, "matches": [[which.number, match]]}
        log.write(tx, found.row.id, TournamentEventKind.SEATED, data, reason=reason)
        return overview.read_tournament(tx, str(found.row.id)).view


def _start(
    tx: Writing, found: TournamentRecord, session: Session, book: Rulebook, options: Any, members: Sequence[Member]
) -> int:
    """Seat members at an ordinary table, by the house rules of the season, and return the number of its match."""
    if session.season_id != found.season.id:
        raise ClubFault(
            f"{found.view.name} belongs to the season {found.season.name}. The session of {session.held_on} does not."
        )
    if refusal := book.refusal(options, len(members)):
        raise ClubFault(f"A table of {join_words(member.name for member in members)} cannot start: {refusal}.")
    match = starting.seat_players(tx, session, book, options, members, result_only=not has_rules(book))
    refuse_if_elsewhere(tx, members, but=match)
    return match


def _short(found: TournamentRecord, round: Round, at: int, refusal: str) -> ClubFault:
    """Return the fault that a table cannot start with the players that it has, and who was drawn there and is not."""
    sitting = round.tables[at - 1]
    gone = [found.view.name_of(table) for table in round.drawn.tables[at - 1] if table not in sitting]
    missing = f", without {join_words(gone)}" if gone else ""
    players = join_words(map(found.view.name_of, sitting))
    return ClubFault(
        f"Table {at} of {round.name} ({players}{missing}) cannot start: {refusal}.",
        Do.WALKOVER("Make it a walkover", tournament=found.row.id, table=at),
        Do.MOVE("Or move a player", tournament=found.row.id),
        Do.REDRAW("Or draw the round again", tournament=found.row.id),
    )


def absent_players(club: Club, typed: str | None) -> list[str]:
    """Return the names of those at the tables of the last round who have not been checked in; none without session."""
    with club.reading() as tx:
        found = overview.read_tournament(tx, typed)
        try:
            evening = sessions.find_session(tx)
        except ClubFault:
            return []
        here = {member.id for member in sessions.present_members(tx, evening)}
        last = found.view.rounds[-1]
        seated = [entry for table in last.tables for entry in table.entries]
        return [found.view.name_of(each) for each in seated if found.members[each] not in here]
