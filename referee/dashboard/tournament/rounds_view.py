"""What a tournament of rounds shows on its screen and what is done there."""

from __future__ import annotations

from typing import Final

from referee.cards.words import quantity
from referee.club.phones.report_settlement import describe_progress
from referee.dashboard.deeds.deed import Pick
from referee.dashboard.tournament import actions
from referee.dashboard.tournament.format_view import FormatView, Pane
from referee.dashboard.tournament.panels import TABLE_HEADS, entry_rows, table_rows
from referee.dashboard.tournament.round_changes import CHANGES, possible_changes
from referee.dashboard.tournament.tournament_state import TournamentScreenState
from referee.tournaments.state.next_step import TournamentNextStep, tournament_next_step
from referee.tournaments.state.view import RoundView
from referee.tournaments.wording import describe_basis, describe_round, describe_round_state


def _tables(now: TournamentScreenState, found: RoundView | None) -> Pane:
    view = now.view
    if found is None:
        return Pane("No round has been drawn yet", TABLE_HEADS)
    turn = "   {tournament.earlier} {tournament.later} other rounds" if len(view.rounds) > 1 else ""
    title = f"{found.name}, {found.held_on:%A} {found.held_on}: {describe_round_state(found)}{turn}"
    by_phone = _reported(now, found)
    notes = tuple(f"{about}: {text}" for about, text in describe_round(view, found))
    return Pane(title, TABLE_HEADS, table_rows(view, found), (*([by_phone] if by_phone else []), *notes))


def _reported(now: TournamentScreenState, found: RoundView) -> str:
    """Return how many tables of a round players have reported by their phones; nothing where none has."""
    called: dict[int, int] = {table.match: table.called for table in found.tables if table.match is not None}
    over: set[int] = {table.match for table in found.tables if table.match is not None and table.status != "playing"}
    return describe_progress(now.reports, called, over)


def _entries(now: TournamentScreenState, width: int) -> Pane:
    view = now.view
    heads, rows = entry_rows(view, width)
    if any(line.played for line in view.standings):
        title, many = f"Standings {describe_basis(view)}", f"   {quantity(len(view.entries), 'entry', 'entries')}"
        return Pane(title + many if len(title + many) < width - 1 else title, heads, rows)
    return Pane(f"Entries: {len(view.entries)}", heads, rows)


_NEXT: Final = {
    TournamentNextStep.NOTHING: "The tournament is over. {tournament.undo} undoes the end.",
    TournamentNextStep.DRAW: "Next: {tournament.draw} draws the next round; you see it first.",
    TournamentNextStep.VOID: "A table is void: {tournament.more} to replay it, award it or leave it void.",
    TournamentNextStep.SHORT: "A table has too few players: {tournament.more} for a walkover, a move or a new draw.",
    TournamentNextStep.END_EARLY: "Too few players are left for another round: {tournament.end} ends the tournament.",
    TournamentNextStep.SEAT: "Next: {tournament.seat} starts the tables of the round.",
    TournamentNextStep.PLAY: "When a table is over, {tournament.result} enters its result; Enter opens the table.",
    TournamentNextStep.END: "All rounds are played. {tournament.end} ends the tournament with this order.",
}
"""What is said of each but those of a freezeout, which is of another kind."""


def _next(now: TournamentScreenState) -> str:
    nobody = "Nobody has entered yet. {tournament.enter} enters members and guests."
    return _NEXT[tournament_next_step(now.view)] if now.view.entries else nobody


def _more(now: TournamentScreenState) -> list[Pick]:
    absent = [] if now.view.status == "over" else [Pick("absent", label="A player misses a round", letter="h")]
    return [*absent, *possible_changes(now.view)]


ROUNDS = FormatView(
    "tournament",
    _tables,
    _entries,
    _next,
    _more,
    {
        "enter": actions.enter,
        "draw": actions.draw,
        "seat": actions.start,
        "absent": actions.absent,
        "withdraw": actions.withdraw,
        "end": actions.end,
        **CHANGES,
    },
)
