"""Officers' decisions on tables without a result: an award for a walkover, or a void table left void."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.text.faults import ClubFault
from referee.store.hints import Do, Hint
from referee.tournaments import overview
from referee.tournaments.draws.elimination import played
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import STATUS, RoundView, TableView, TournamentView


def walkover(
    club: Club,
    text: str | None,
    table: int,
    winners: Sequence[str] = (),
    *,
    round: int | None = None,
    reason: str = "",
) -> TournamentView:
    """Award a table that has not started, or is void: the winners share first place, all others the next.

    Without `winners` everybody left at the table shares first place.
    """
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        at, which = find_table_of_round(tournament, table, round)
        if which.status not in ("drawn", "void"):
            void_first = (
                Do.VOID("Void it first", table=which.match.reference if which.match else table),
                Do.WALKOVER(
                    "Then award it",
                    tournament=tournament.row.id,
                    table=which.called,
                    name=tournament.view.name_of(tournament.entry(winners[0])) if winners else None,
                    round=at.number,
                ),
            )
            raise ClubFault(
                f"Table {table} of {at.name} is {STATUS[which.status]}. Only a void table, or one that has not "
                "started, can be a walkover.",
                *(void_first if which.match else ()),
            )
        first = tuple(dict.fromkeys(tournament.entry(name) for name in winners)) or which.entries
        if strangers := [entry for entry in first if entry not in which.entries]:
            names = join_words(map(tournament.view.name_of, strangers))
            raise ClubFault(f"{names} {'is' if len(strangers) == 1 else 'are'} not at table {table} of {at.name}.")
        if not first:
            raise ClubFault(f"Nobody is left at table {table} of {at.name}.")
        others = tuple(entry for entry in which.entries if entry not in first)
        if played(tournament.state.rounds[at.number - 1].request) and others == () and len(first) > 1:
            raise ClubFault(
                f"Someone must go on from table {table} of {at.name}. Name the winner.",
                Do.WALKOVER(
                    "For example", tournament=tournament.row.id, table=table, name=tournament.view.name_of(first[0])
                ),
            )
        data = {
            "round": at.number,
            "table": which.number,
            "places": [list(group) for group in (first, others) if group],
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
        at, which = find_table_of_round(tournament, table, round)
        if not which.unanswered:
            raise ClubFault(f"Table {table} of {at.name} is not void, or was left void before.")
        if played(tournament.state.rounds[at.number - 1].request):
            raise ClubFault(f"Nobody would go on from table {table} of {at.name}.", *_hints(tournament, at, which)[:2])
        log.write(
            tx,
            tournament.row.id,
            TournamentEventKind.LEFT_VOID,
            {"round": at.number, "table": which.number},
            reason=reason,
        )
        return overview.read_tournament(tx, str(tournament.row.id)).view


def find_table_of_round(tournament: TournamentRecord, table: int, round: int | None) -> tuple[RoundView, TableView]:
    """Return a table by its printed number, together with its round.

    Without `round`, a table of the last round that has not started is preferred, then the latest void one that needs a
    decision, then any table of the last round. Raises `ClubFault` for an unknown table or round, a finished tournament
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
    among = rounds if round is None else (rounds[round - 1],)
    fits = [(round, one) for round in reversed(among) for one in round.tables if one.called == table]
    void = [(round, table) for round, table in fits if table.unanswered]
    last = [(round, table) for round, table in fits if round is among[-1]]
    if not (void or last):
        known = join_words((str(table.called) for table in among[-1].tables), "or")
        raise ClubFault(f"{among[-1].name} has no table {table}. Use {known}.")
    drawn = [(round, table) for round, table in last if table.status == "drawn"]
    return (drawn or void or last)[0]


def refuse_unanswered(tournament: TournamentRecord) -> None:
    """Raise `ClubFault` if no officer has decided yet what happens with a void table."""
    for at in tournament.view.rounds:
        for table in at.tables:
            if table.unanswered:
                raise ClubFault(f"Table {table.called} of {at.name} is void.", *_hints(tournament, at, table))


def _hints(tournament: TournamentRecord, at: RoundView, table: TableView) -> list[Hint]:
    where: dict[str, object] = {"tournament": tournament.row.id, "table": table.called, "round": at.number}
    return [
        Do.REPLAY("Replay it", **where),
        Do.WALKOVER("Or award it", name=tournament.view.name_of(table.entries[0]), **where),
        Do.LEAVE_VOID("Or leave it void", tournament=tournament.row.id, table=table.called),
    ]
