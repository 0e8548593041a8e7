"""The view of a tournament played in rounds."""

from __future__ import annotations

from typing import Final

from referee.cards.words import quantity
from referee.club.phones.report_settlement import describe_progress
from referee.dashboard.deeds.deed import Pick
from referee.dashboard.tournament import actions
from referee.dashboard.tournament.format_view import FormatView, Pane
from referee.dashboard.tournament.panels import TABLE_HEADINGS, entry_rows, table_rows
from referee.dashboard.tournament.round_changes import CHANGES, possible_changes
from referee.dashboard.tournament.tournament_state import TournamentScreenState
from referee.tournaments.state.next_step import TournamentNextStep, find_next_step
from referee.tournaments.state.view import RoundView
from referee.tournaments.wording import describe_basis, describe_round, describe_round_state


def _tables_pane(state: TournamentScreenState, round_view: RoundView | None) -> Pane:
    view = state.view
    if round_view is None:
        return Pane("No round has been drawn yet", TABLE_HEADINGS)
    keys = "   {tournament.earlier} {tournament.later} other rounds" if len(view.rounds) > 1 else ""
    title = f"{round_view.name}, {round_view.held_on:%A} {round_view.held_on}: {describe_round_state(round_view)}{keys}"
    reports = _describe_reports(state, round_view)
    notes = tuple(f"{subject}: {text}" for subject, text in describe_round(view, round_view))
    return Pane(title, TABLE_HEADINGS, table_rows(view, round_view), (*([reports] if reports else []), *notes))


def _describe_reports(state: TournamentScreenState, round_view: RoundView) -> str:
    """Return the number of the round's tables with reported results, or "" if there are none."""
    table_numbers: dict[int, int] = {
        table.match: table.printed_number for table in round_view.tables if table.match is not None
    }
    finished: set[int] = {
        table.match for table in round_view.tables if table.match is not None and table.status != "playing"
    }
    return describe_progress(state.reports, table_numbers, finished)


def _entries_pane(state: TournamentScreenState, width: int) -> Pane:
    view = state.view
    headings, rows = entry_rows(view, width)
    if any(line.played for line in view.standings):
        title, count = f"Standings {describe_basis(view)}", f"   {quantity(len(view.entries), 'entry', 'entries')}"
        return Pane(title + count if len(title + count) < width - 1 else title, headings, rows)
    return Pane(f"Entries: {len(view.entries)}", headings, rows)


_NEXT_HINTS: Final = {
    TournamentNextStep.NOTHING: "The tournament is over. {tournament.undo} undoes the end.",
    TournamentNextStep.DRAW: "Next: {tournament.draw} draws the next round; you see it first.",
    TournamentNextStep.VOID: "A table is void: {tournament.more} to replay it, award it or leave it void.",
    TournamentNextStep.SHORT: "A table has too few players: {tournament.more} for a walkover, a move or a new draw.",
    TournamentNextStep.END_EARLY: "Too few players are left for another round: {tournament.end} ends the tournament.",
    TournamentNextStep.SEAT: "Next: {tournament.seat} starts the tables of the round.",
    TournamentNextStep.PLAY: "When a table is over, {tournament.result} enters its result; Enter opens the table.",
    TournamentNextStep.END: "All rounds are played. {tournament.end} ends the tournament with this order.",
}
"""The hint for each next step of a tournament of rounds."""


def _next_hint(state: TournamentScreenState) -> str:
    no_entries = "Nobody has entered yet. {tournament.enter} enters members and guests."
    return _NEXT_HINTS[find_next_step(state.view)] if state.view.entries else no_entries


def _menu_rows(state: TournamentScreenState) -> list[Pick]:
    absence = [] if state.view.status == "over" else [Pick("absent", label="A player misses a round", letter="h")]
    return [*absence, *possible_changes(state.view)]


ROUNDS = FormatView(
    "tournament",
    _tables_pane,
    _entries_pane,
    _next_hint,
    _menu_rows,
    {
        "enter": actions.enter,
        "draw": actions.draw,
        "seat": actions.start,
        "absent": actions.mark_absent,
        "withdraw": actions.withdraw,
        "end": actions.end,
        **CHANGES,
    },
)
