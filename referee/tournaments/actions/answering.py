"""Officers' decisions on tables without a result: a walkover, or a void table that stays void."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.text.faults import ClubFault
from referee.store.hints import Do, Hint
from referee.tournaments import overview
from referee.tournaments.draws.elimination import knock_out_parts
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import STATUS, RoundView, TableView, TournamentView


def award_walkover(
    club: Club,
    text: str | None,
    table: int,
    winners: Sequence[str] = (),
    *,
    round: int | None = None,
    reason: str = "",
) -> TournamentView:
    """Award a table that has not started, or is void. Return the tournament.

    The winners share first place, and all others the next. Without `winners`, everybody left at the table shares first
    place.
    """
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        round_view, table_view = find_table_of_round(tournament, table, round)
        if table_view.status not in ("drawn", "void"):
            void_first = (
                Do.VOID("Void it first", table=table_view.match.reference if table_view.match else table),
                Do.WALKOVER(
                    "Then award it",
                    tournament=tournament.row.id,
                    table=table_view.printed_number,
                    name=tournament.view.name_of(tournament.entry(winners[0])) if winners else None,
                    round=round_view.number,
                ),
            )
            raise ClubFault(
                f"Table {table} of {round_view.name} is {STATUS[table_view.status]}. Only a void table, or one that "
                "has not started, can be a walkover.",
                *(void_first if table_view.match else ()),
            )
        winning_entries = tuple(dict.fromkeys(tournament.entry(name) for name in winners)) or table_view.entries
        if strangers := [entry for entry in winning_entries if entry not in table_view.entries]:
            names = join_words(map(tournament.view.name_of, strangers))
            raise ClubFault(
                f"{names} {'is' if len(strangers) == 1 else 'are'} not at table {table} of {round_view.name}."
            )
        if not winning_entries:
            raise ClubFault(f"Nobody is left at table {table} of {round_view.name}.")
        losing_entries = tuple(entry for entry in table_view.entries if entry not in winning_entries)
        if (
            knock_out_parts(tournament.state.rounds[round_view.number - 1].request)
            and losing_entries == ()
            and len(winning_entries) > 1
        ):
            raise ClubFault(
                f"Someone must advance from table {table} of {round_view.name}. Name the winner.",
                Do.WALKOVER(
                    "For example",
                    tournament=tournament.row.id,
                    table=table,
                    name=tournament.view.name_of(winning_entries[0]),
                ),
            )
        data = {
            "round": round_view.number,
            "table": table_view.number,
            "places": [list(group) for group in (winning_entries, losing_entries) if group],
        }
        log.write(tx, tournament.row.id, TournamentEventKind.WALKOVER, data, reason=reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view


def leave_void(
    club: Club, text: str | None, table: int, *, round: int | None = None, reason: str = ""
) -> TournamentView:
    """Leave a void table void, so that it counts for nobody. Return the tournament."""
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        round_view, table_view = find_table_of_round(tournament, table, round)
        if not table_view.needs_decision:
            raise ClubFault(f"Table {table} of {round_view.name} is not void, or was left void before.")
        if knock_out_parts(tournament.state.rounds[round_view.number - 1].request):
            raise ClubFault(
                f"Nobody would advance from table {table} of {round_view.name}.",
                *_hints_for_void_table(tournament, round_view, table_view)[:2],
            )
        log.write(
            tx,
            tournament.row.id,
            TournamentEventKind.LEFT_VOID,
            {"round": round_view.number, "table": table_view.number},
            reason=reason,
        )
        return overview.read_tournament(tx, str(tournament.row.id)).view


def find_table_of_round(tournament: TournamentRecord, table: int, round: int | None) -> tuple[RoundView, TableView]:
    """Return a table with its round, by its printed number.

    Without `round`, a table of the last round that has not started is preferred, then the latest void one that needs a
    decision, then any table of the last round. Raise `ClubFault` for an unknown table or round, a finished tournament
    or a freezeout.
    """
    refuse_over(tournament)
    rounds = tournament.view.rounds
    if tournament.settings.format is Format.FREEZE_OUT:
        raise ClubFault("A freezeout has no rounds.", Do.TABLES("See the tables", tournament=tournament.row.id))
    if not rounds:
        raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=tournament.row.id))
    if round is not None and not 1 <= round <= len(rounds):
        raise ClubFault(f"{tournament.view.name} has no round {round}. Use 1 to {len(rounds)}.")
    searched_rounds = rounds if round is None else (rounds[round - 1],)
    matches = [
        (round, table_view)
        for round in reversed(searched_rounds)
        for table_view in round.tables
        if table_view.printed_number == table
    ]
    void_tables = [(round, table) for round, table in matches if table.needs_decision]
    last_tables = [(round, table) for round, table in matches if round is searched_rounds[-1]]
    if not (void_tables or last_tables):
        numbers = join_words((str(table.printed_number) for table in searched_rounds[-1].tables), "or")
        raise ClubFault(f"{searched_rounds[-1].name} has no table {table}. Use {numbers}.")
    drawn_tables = [(round, table) for round, table in last_tables if table.status == "drawn"]
    return (drawn_tables or void_tables or last_tables)[0]


def refuse_unanswered(tournament: TournamentRecord) -> None:
    """Raise `ClubFault` if a void table still needs an officer's decision."""
    for round_view in tournament.view.rounds:
        for table in round_view.tables:
            if table.needs_decision:
                raise ClubFault(
                    f"Table {table.printed_number} of {round_view.name} is void.",
                    *_hints_for_void_table(tournament, round_view, table),
                )


def _hints_for_void_table(tournament: TournamentRecord, round_view: RoundView, table: TableView) -> list[Hint]:
    position: dict[str, object] = {
        "tournament": tournament.row.id,
        "table": table.printed_number,
        "round": round_view.number,
    }
    return [
        Do.REPLAY("Replay it", **position),
        Do.WALKOVER("Or award it", name=tournament.view.name_of(table.entries[0]), **position),
        Do.LEAVE_VOID("Or leave it void", tournament=tournament.row.id, table=table.printed_number),
    ]
