"""Starting the tables of a round as ordinary matches of the club, replaying void ones, and finding absent players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.cards.immutable import frozen
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


@frozen
class StartedTables:
    """A tournament after starting tables, and the names of the players checked in by that."""

    view: TournamentView
    checked_in: tuple[str, ...]


def start_tables(
    club: Club, text: str | None, tables: Sequence[int] = (), *, session: str | None = None
) -> TournamentView:
    """Start tables of the drawn round in the open session, by default all of them: all, or none. Return the
    tournament.
    """
    return start_and_check_in(club, text, tables, session=session).view


def start_and_check_in(
    club: Club, text: str | None, tables: Sequence[int] = (), *, session: str | None = None
) -> StartedTables:
    """Start tables as `start_tables` does. Also return the players checked in by taking a seat."""
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
        drawn_tables = dict(enumerate(round.tables, 1))
        if unknown := [table for table in tables if table not in drawn_tables]:
            range_text = f"{min(drawn_tables)} to {max(drawn_tables)}"
            raise ClubFault(f"{round.name} has no table {unknown[0]}. Use {range_text}.")
        chosen_tables = [table_number for table_number in drawn_tables if not tables or table_number in tables]
        if already_started := [table_number for table_number in tables if table_number in round.matches]:
            number = tournament.results[round.matches[already_started[0]][-1]].match
            raise ClubFault(
                f"Table {already_started[0]} of {round.name} has started, as table {number}.",
                Do.REPLAY("If it is void", tournament=tournament.row.id, table=number.table),
            )
        chosen_tables = [
            table_number
            for table_number in chosen_tables
            if table_number not in round.matches and table_number not in round.walkovers and drawn_tables[table_number]
        ]
        if not chosen_tables:
            raise ClubFault(f"Every table of {round.name} has started.")
        session_row = starting.find_open_session(tx, session)
        member_ids = [
            tournament.members[entry] for table_number in chosen_tables for entry in drawn_tables[table_number]
        ]
        members_by_id = {
            member.id: member
            for member in select_rows(tx, Member, f"WHERE id IN {placeholders(member_ids)}", *member_ids)
        }
        present_ids = {member.id for member in sessions.present_members(tx, session_row)}
        book, options = draws.book_and_options(tx, tournament.season, tournament.settings.game)
        matches = []
        for table_number in chosen_tables:
            members = [members_by_id[tournament.members[entry]] for entry in drawn_tables[table_number]]
            if refusal := book.refusal(options, len(members)):
                raise _too_few_players(tournament, round, table_number, refusal)
            matches.append([table_number, _start_match(tx, tournament, session_row, book, options, members)])
        data = {"round": round.number, "matches": matches}
        log.write(tx, tournament.row.id, TournamentEventKind.SEATED, data)
        newly_checked_in = tuple(
            members_by_id[number].name for number in dict.fromkeys(member_ids) if number not in present_ids
        )
        return StartedTables(overview.read_tournament(tx, str(tournament.row.id)).view, newly_checked_in)


def replay(
    club: Club, text: str | None, table: int, *, reason: str, session: str | None = None, round: int | None = None
) -> TournamentView:
    """Start a void table again, and return the tournament.

    Without `round`, it is in the last round with a void table of that number.
    """
    reason_needed(reason, "A replay")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        round_view, table_view = answering.find_table_of_round(tournament, table, round)
        if table_view.match is None:
            raise ClubFault(f"Table {table} has not started.", Do.SEAT_ROUND("Start it", tournament=tournament.row.id))
        if table_view.status != "void":
            raise ClubFault(
                f"Table {table} of {round_view.name} is not void.",
                Do.VOID("If it should not count", table=table_view.match.reference),
            )
        session_row = starting.find_open_session(tx, session)
        book, options = draws.book_and_options(tx, tournament.season, tournament.settings.game)
        members = [get_row(tx, Member, tournament.members[entry]) for entry in table_view.entries]
        match = _start_match(tx, tournament, session_row, book, options, members)
        data = {"round": round_view.number, "matches": [[table_view.number, match]]}
        log.write(tx, tournament.row.id, TournamentEventKind.SEATED, data, reason=reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _start_match(
    tx: Writing, tournament: TournamentRecord, session: Session, book: Rulebook, options: Any, members: Sequence[Member]
) -> int:
    """Seat members at an ordinary table under the season's house rules. Return the match number."""
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


def _too_few_players(tournament: TournamentRecord, round: Round, table_number: int, refusal: str) -> ClubFault:
    """Return the fault for a table with too few players. It names the drawn players who are missing."""
    entries = round.tables[table_number - 1]
    drawn_entries = sum(round.drawn_round.tables[table_number - 1 : table_number], ())
    missing_names = [tournament.view.name_of(entry) for entry in drawn_entries if entry not in entries]
    missing_text = f", without {join_words(missing_names)}" if missing_names else ""
    players = join_words(map(tournament.view.name_of, entries))
    return ClubFault(
        f"Table {table_number} of {round.name} ({players}{missing_text}) cannot start: {refusal}.",
        Do.WALKOVER("Make it a walkover", tournament=tournament.row.id, table=table_number),
        Do.MOVE("Or move a player", tournament=tournament.row.id),
        Do.REDRAW("Or draw the round again", tournament=tournament.row.id),
    )


def missing_players(club: Club, text: str | None) -> list[str]:
    """Return the names of players in the last round who are not checked in; none without an open session."""
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
        try:
            session = sessions.find_session(tx)
        except ClubFault:
            return []
        present_ids = {member.id for member in sessions.present_members(tx, session)}
        last_round = tournament.view.rounds[-1]
        entries = [entry for table in last_round.tables for entry in table.entries]
        return [tournament.view.name_of(entry) for entry in entries if tournament.members[entry] not in present_ids]
