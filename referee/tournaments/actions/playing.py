"""Starting the tables of a round as ordinary matches of the club, replaying void ones, and absent players."""

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
    """A tournament whose tables were started, and the names of the players who were checked in by it."""

    view: TournamentView
    checked_in: tuple[str, ...]


def seat(club: Club, text: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> TournamentView:
    """Start tables of the drawn round in the open session, by default all of them. Either all start or none."""
    return seated(club, text, tables, session=session).view


def seated(club: Club, text: str | None, tables: Sequence[int] = (), *, session: str | None = None) -> StartedTables:
    """Start tables as `seat` does, and also return who was checked in by taking a seat."""
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        if tournament.settings.format is Format.FREEZE_OUT:
            raise ClubFault(
                "A freezeout tracks only seats and chips. Its tables are not matches.",
                Do.TABLES("See the tables", tournament=tournament.row.id),
                Do.START_TABLE("To record a match at one of them", game=tournament.settings.game),
            )
        if not tournament.state.rounds:
            raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=tournament.row.id))
        round = tournament.state.rounds[-1]
        sitting = dict(enumerate(round.tables, 1))
        if unknown := [table for table in tables if table not in sitting]:
            there = f"{min(sitting)} to {max(sitting)}"
            raise ClubFault(f"{round.name} has no table {unknown[0]}. Use {there}.")
        wanted = [at for at in sitting if not tables or at in tables]
        if again := [at for at in tables if at in round.matches]:
            number = tournament.results[round.matches[again[0]][-1]].match
            raise ClubFault(
                f"Table {again[0]} of {round.name} has started, as table {number}.",
                Do.REPLAY("If it is void", tournament=tournament.row.id, table=number.table),
            )
        wanted = [at for at in wanted if at not in round.matches and at not in round.walkovers and sitting[at]]
        if not wanted:
            raise ClubFault(f"Every table of {round.name} has started.")
        evening = starting.find_open_session(tx, session)
        numbers = [tournament.members[entry] for at in wanted for entry in sitting[at]]
        people = {
            member.id: member for member in select_rows(tx, Member, f"WHERE id IN {placeholders(numbers)}", *numbers)
        }
        here = {member.id for member in sessions.present_members(tx, evening)}
        book, options = draws.book_and_options(tx, tournament.season, tournament.settings.game)
        started = []
        for at in wanted:
            members = [people[tournament.members[entry]] for entry in sitting[at]]
            if refusal := book.refusal(options, len(members)):
                raise _short(tournament, round, at, refusal)
            started.append([at, _start(tx, tournament, evening, book, options, members)])
        data = {"round": round.number, "matches": started}
        log.write(tx, tournament.row.id, TournamentEventKind.SEATED, data)
        new = tuple(people[number].name for number in dict.fromkeys(numbers) if number not in here)
        return StartedTables(overview.read_tournament(tx, str(tournament.row.id)).view, new)


def replay(
    club: Club, text: str | None, table: int, *, reason: str, session: str | None = None, round: int | None = None
) -> TournamentView:
    """Start a void table again: of the given round, or of the last round with a void table of that number."""
    reason_needed(reason, "A replay")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        of, which = answering.find_table_of_round(tournament, table, round)
        if which.match is None:
            raise ClubFault(f"Table {table} has not started.", Do.SEAT_ROUND("Start it", tournament=tournament.row.id))
        if which.status != "void":
            raise ClubFault(
                f"Table {table} of {of.name} is not void.",
                Do.VOID("If it should not count", table=which.match.reference),
            )
        evening = starting.find_open_session(tx, session)
        book, options = draws.book_and_options(tx, tournament.season, tournament.settings.game)
        members = [get_row(tx, Member, tournament.members[entry]) for entry in which.entries]
        match = _start(tx, tournament, evening, book, options, members)
        data = {"round": of.number, "matches": [[which.number, match]]}
        log.write(tx, tournament.row.id, TournamentEventKind.SEATED, data, reason=reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _start(
    tx: Writing, tournament: TournamentRecord, session: Session, book: Rulebook, options: Any, members: Sequence[Member]
) -> int:
    """Seat members at an ordinary table under the season's house rules, and return the match number."""
    if session.season_id != tournament.season.id:
        raise ClubFault(
            f"{tournament.view.name} belongs to the season {tournament.season.name}. "
            f"The session of {session.held_on} does not."
        )
    if refusal := book.refusal(options, len(members)):
        raise ClubFault(f"A table of {join_words(member.name for member in members)} cannot start: {refusal}.")
    match = starting.seat_players(tx, session, book, options, members, result_only=not has_rules(book))
    refuse_if_elsewhere(tx, members, but=match)
    return match


def _short(tournament: TournamentRecord, round: Round, at: int, refusal: str) -> ClubFault:
    """Return the fault for a table with too few players, naming those who were drawn there and are missing."""
    sitting = round.tables[at - 1]
    gone = [tournament.view.name_of(table) for table in round.drawn_round.tables[at - 1] if table not in sitting]
    missing = f", without {join_words(gone)}" if gone else ""
    players = join_words(map(tournament.view.name_of, sitting))
    return ClubFault(
        f"Table {at} of {round.name} ({players}{missing}) cannot start: {refusal}.",
        Do.WALKOVER("Make it a walkover", tournament=tournament.row.id, table=at),
        Do.MOVE("Or move a player", tournament=tournament.row.id),
        Do.REDRAW("Or draw the round again", tournament=tournament.row.id),
    )


def absent_players(club: Club, text: str | None) -> list[str]:
    """Return the names of players in the last round who are not checked in; none without an open session."""
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
        try:
            evening = sessions.find_session(tx)
        except ClubFault:
            return []
        here = {member.id for member in sessions.present_members(tx, evening)}
        last = tournament.view.rounds[-1]
        seated = [entry for table in last.tables for entry in table.entries]
        return [tournament.view.name_of(entry) for entry in seated if tournament.members[entry] not in here]
