"""Print a tournament: standings, rounds, cross table and bracket."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size

import typer

from referee.cards.terminal_width import text_width
from referee.cards.words import join_words, quantity
from referee.cli.shared.club import print_table
from referee.cli.shared.layout import wrap_text
from referee.cli.shared.printing import is_on_terminal, print_line, uses_colour
from referee.rules.plain_text import with_signs
from referee.tournaments.printed import LineKind, PrintedLine, round_lines
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import EntryView, GroupTable, TournamentView, find_shared_places
from referee.tournaments.wording import (
    NUMBERS,
    describe_basis,
    describe_entry,
    describe_level_teams,
    describe_settings,
    format_team_score,
    standings_table,
    team_head,
)

_MIN_WIDTH = 40
_LEAD_WIDTH = len("Table 1: ")


def print_tournament(view: TournamentView) -> None:
    """Print a tournament: its settings, entries, rounds and standings."""
    _print_heading(f"Tournament {view.number}: {view.name}, {view.title}")
    print_line(f"Season {view.season}. Status: {view.status}. Seed {view.seed}. {describe_settings(view.settings)}")
    print_entries(view.entries.values(), with_names=not view.rounds, is_over=view.status == "over")
    for round_view in view.rounds:
        print_line()
        print_lines(round_lines(view, round_view))
    if view.standings:
        print_line()
        print_standings(view)
        print_teams(view)


def print_entries(entries: Iterable[EntryView], *, with_names: bool = False, is_over: bool = False) -> None:
    """Print the number of entries, and notes on some of them. `with_names` lists all names.

    Once the tournament is `is_over`, nobody counts as still in.
    """
    by_number = sorted(entries, key=lambda entry: entry.number)
    remaining = sum(entry.status in ("in", "absent") for entry in by_number)
    in_note = f", {remaining} still in" if remaining < len(by_number) and not is_over else ""
    print_line(f"{quantity(len(by_number), 'entry', 'entries')}{in_note}.")
    if with_names and by_number:
        print_line(
            ", ".join(f"{entry.number} {entry.name}{f' ({entry.team})' if entry.team else ''}" for entry in by_number),
            hang=2,
        )
    for entry_view in by_number:
        if note := describe_entry(entry_view):
            print_line(f"{entry_view.name}: {note}")  # without its number, as those in the cross table are by place


def print_standings(view: TournamentView) -> None:
    """Print the standings with round results, if they fit, and tie-breaks.

    Groups are printed one by one. Before the final there are no overall standings.
    """
    for group in view.groups:
        _print_heading(f"{group.label}{f', {describe_basis(view)}' if view.in_groups else ''}")
        _print_places(view, group)
    if view.in_groups:
        return
    _print_heading(f"Standings {describe_basis(view)}")
    if not view.standings:
        print_line("There are no results yet.")
        return
    _print_places(view)
    remaining = sum(view.entries[line.entry].status == "in" for line in view.standings) > 1
    if view.settings.format is Format.FREEZE_OUT and view.status != "over" and remaining:
        print_line("Players still in are placed by their last counted stacks.")


def _print_places(view: TournamentView, group: GroupTable | None = None) -> None:
    heads, rows = standings_table(view, group)
    min_widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    if sum(max(2, width) + 2 for width in min_widths) > screen_width():
        heads, rows = standings_table(view, group, by_round=False)
    print_table(heads, rows, numbers=[head for head in heads if head in NUMBERS or head.isdecimal()])
    if find_shared_places(group.lines if group else view.standings):
        print_line(
            "= shares the place." if view.settings.format is Format.FREEZE_OUT else "= tied after all tie-breaks."
        )


def print_lines(lines: Iterable[PrintedLine]) -> None:
    """Print lines of a tournament."""
    for line in lines:
        if line.kind is LineKind.HEADING:
            _print_heading(line.text)
        elif line.kind is LineKind.SQUARE:
            typer.echo(line.text)
        else:
            hang = line.indent + (min(_LEAD_WIDTH, len(line.lead)) or 2)
            print_line(f"{' ' * line.indent}{line.lead}{line.text}", hang=hang)


def print_teams(view: TournamentView) -> None:
    """Print the standings of the teams with their players."""
    if not view.teams:
        return
    _print_heading("Teams")
    rows = [
        (
            team.place,
            team.team,
            format_team_score(team.points, view.settings),
            join_words(map(view.name_of, team.entries)),
        )
        for team in view.teams
    ]
    head = team_head(view.settings)
    print_table(["", "team", head, "players"], rows, numbers=["", head])
    if tie_note := describe_level_teams(view.teams):
        print_line(tie_note)


def _print_heading(text: str) -> None:
    rows = wrap_text(with_signs(text), screen_width()) if is_on_terminal() else [with_signs(text)]
    for row in rows:
        typer.echo(typer.style(row, bold=True) if uses_colour() else row)


def screen_width() -> int:
    """Return the number of columns to print in."""
    return max(_MIN_WIDTH, get_terminal_size().columns)
