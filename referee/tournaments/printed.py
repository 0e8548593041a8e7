"""A round, the cross table and the bracket of a tournament as lines, for the terminal and the dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from referee.cards.immutable import frozen
from referee.rules.plain_text import with_signs
from referee.tournaments.bracket import PLAYS_ON_NOTE, WITH_BRACKETS, bracket, bracket_lines
from referee.tournaments.scores.cross_table import SIGNS, cross_table
from referee.tournaments.scores.cross_table_drawn import describe_meetings, listed_rows, square_rows
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.wording import (
    THROUGH,
    describe_draw,
    describe_round,
    describe_round_state,
    describe_table,
    table_title,
)


class LineKind(StrEnum):
    """The style of a printed line."""

    HEADING = "heading"
    TITLE = "title"
    TEXT = "text"
    QUIET = "quiet"
    SQUARE = "square"
    """A row of a grid, which is not wrapped."""


@frozen
class PrintedLine:
    """A line of text, with its emphasised beginning (`lead`) and its indentation."""

    text: str
    kind: LineKind = LineKind.TEXT
    lead: str = ""
    indent: int = 0


def round_lines(view: TournamentView, round: RoundView) -> Iterator[PrintedLine]:
    """Yield the lines of a round: its tables with seats and results, and the changes to its draw with reasons."""
    # The tables of a freezeout are its first seats, not a round with a state. Its standings show the state.
    state = "" if view.settings.format is Format.FREEZE_OUT else f", {describe_round_state(round)}"
    yield PrintedLine(f"{round.name}, {round.held_on:%A} {round.held_on}{state}", LineKind.HEADING)
    for table in round.tables:
        yield PrintedLine(describe_table(view, round, table), lead=f"{table_title(table, round)}: ")
    yield from note_lines(view, round)
    if round.tables:
        yield PrintedLine(describe_draw(round), LineKind.QUIET)


def note_lines(view: TournamentView, round: RoundView) -> Iterator[PrintedLine]:
    """Yield the lines about a round as a whole, without its tables."""
    for heading, text in describe_round(view, round):
        yield PrintedLine(text, lead=f"{heading}: ")


def cross_table_lines(view: TournamentView, width: int) -> Iterator[PrintedLine]:
    """Yield the cross table: as a square if it fits `width`, else as a line for each entry."""
    yield PrintedLine("Cross table", LineKind.HEADING)
    if view.settings.format is Format.FREEZE_OUT:
        yield PrintedLine("A freezeout has none. Its tables are broken as players go out.")
        return
    cross, names = cross_table(view), _names(view)
    if not cross.met:
        yield PrintedLine("No players have met yet.")
        return
    rows = square_rows(cross, names, width)
    for row in listed_rows(cross, names) if rows is None else ():
        yield PrintedLine(row, indent=2)
    for row in rows or ():
        yield PrintedLine(row, LineKind.SQUARE)
    yield PrintedLine(f"{SIGNS}.", LineKind.QUIET)
    yield PrintedLine(describe_meetings(cross), LineKind.QUIET)


def printed_bracket_lines(view: TournamentView) -> Iterator[PrintedLine]:
    """Yield the tables of each round of the bracket, with the players' next tables."""
    yield PrintedLine("Bracket", LineKind.HEADING)
    if view.settings.format not in WITH_BRACKETS:
        yield PrintedLine("Only a knockout, and groups with a final, have a bracket.")
        return
    bracket_rounds = bracket(view)
    if not bracket_rounds:
        yield PrintedLine("No round has been drawn yet.")
        return
    for name, lines in bracket_lines(bracket_rounds, _names(view)):
        yield PrintedLine(name, LineKind.TITLE)
        for line in lines:
            yield PrintedLine(line, indent=2)
    slots = [slot for bracket_round in bracket_rounds for table in bracket_round.tables for slot in table.slots]
    if any(slot.through for slot in slots):
        yield PrintedLine(f"{THROUGH} goes on.", LineKind.QUIET)
    if any(slot.plays_on for slot in slots):
        yield PrintedLine(PLAYS_ON_NOTE, LineKind.QUIET)


def _names(view: TournamentView) -> Mapping[int, str]:
    """Return the entrants' names, safe for printing in a terminal."""
    return {number: with_signs(entry.name) for number, entry in view.entries.items()}
