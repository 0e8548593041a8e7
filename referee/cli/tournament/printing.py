"""Print a tournament: standings, rounds, cross table and bracket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from shutil import get_terminal_size

import typer

from referee.cards.cells import cells
from referee.cards.words import counted, listed
from referee.cli.shared.club import say_table
from referee.cli.shared.layout import wrapped
from referee.cli.shared.printing import in_colour, on_a_screen, say
from referee.rules.plain_text import shown
from referee.tournaments.bracket import AGAIN, WITH_BRACKETS, bracket, bracket_lines
from referee.tournaments.scores.cross_table import SIGNS, cross_table
from referee.tournaments.scores.cross_table_drawn import listed_rows, meetings_said, square
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import EntryView, RoundView, TournamentView
from referee.tournaments.words import (
    NUMBERS,
    THROUGH,
    about,
    after,
    besides,
    drawn_with,
    figure,
    how_played,
    level_teams,
    numbered,
    placed,
    seated,
    shared,
    state_of,
)

_LEAST = 40
_HANG = {"Changed": 9, "Note": 6}


def say_tournament(view: TournamentView) -> None:
    """Print what a tournament is, who is in it, every round as it was drawn and as it went, and how it stands."""
    _heading(f"Tournament {view.number}: {view.name}, {view.title}")
    say(f"Season {view.season}, {view.status}, seed {view.seed}. {how_played(view.settings)}")
    say_entries(view.entries.values(), named=not view.rounds)
    for found in view.rounds:
        say()
        say_round(view, found)
    if view.standings:
        say()
        say_standings(view)
        say_teams(view)


def say_entries(entries: Iterable[EntryView], *, named: bool = False) -> None:
    """Print how many entered, and of whom there is more to say what that is; `named` is for all of them."""
    every = sorted(entries, key=lambda entry: entry.number)
    still = sum(each.status in ("in", "absent") for each in every)
    say(f"{counted(len(every), 'entry', 'entries')}{f', {still} still in' if still < len(every) else ''}.")
    if named and every:
        say(", ".join(f"{each.number} {each.name}{f' ({each.team})' if each.team else ''}" for each in every), hang=2)
    for each in every:
        # Who was knocked out stands in the bracket; the others left of themselves, came late or are guests.
        if each.status != "out" and (more := about(each)):
            say(f"{each.number} {each.name}: {more}")


def say_standings(view: TournamentView) -> None:
    """Print the standings, what each round gave where there is room for it, and what decided between equals."""
    _heading(f"Standings {after(view)}")
    if not view.standings:
        say("Nothing has been decided yet.")
        return
    heads, rows = placed(view)
    least = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if sum(max(2, each) + 2 for each in least) > _width():
        heads, rows = placed(view, by_round=False)
    say_table(heads, rows, numbers=[each for each in heads if each in NUMBERS or each.isdecimal()])
    if view.settings.format is Format.FREEZE_OUT:
        if view.status != "over" and any(view.entries[line.entry].status == "in" for line in view.standings):
            say("Who is in is placed by the stacks that were counted last.")
        if shared(view):
            say("= shares the place.")
    elif shared(view):
        say("= shares the place: no tie-break parts them.")


def say_teams(view: TournamentView) -> None:
    """Print the standings of the teams with who is in them."""
    if not view.teams:
        return
    _heading("Teams")
    rows = [
        (each.place, each.team, figure(each.points, view.settings), listed(map(view.name_of, each.entries)))
        for each in view.teams
    ]
    say_table(["", "team", "points", "players"], rows, numbers=["", "points"])
    if parted := level_teams(view.teams):
        say(parted)


def say_round(view: TournamentView, found: RoundView) -> None:
    """Print a round: who sat where, what came of it, who had a bye, and what was changed after it was drawn and why."""
    # How far a freeze-out has come its standings say: its tables as they were drawn are seats, and no round.
    state = "" if view.settings.format is Format.FREEZE_OUT else f", {state_of(found)}"
    _heading(f"{found.name}, {found.held_on:%A} {found.held_on}{state}")
    for table in found.tables:
        say(f"{numbered(table, found)}: {seated(view, found, table)}", hang=9)
    for what, said in besides(view, found):
        say(f"{what}: {said}", hang=_HANG.get(what))
    if found.tables:
        say(drawn_with(found))


def say_cross_table(view: TournamentView) -> None:
    """Print who met whom and what came of it: as a square where there is room, else a line for each."""
    _heading("Cross table")
    cross, names = cross_table(view), _names(view)
    if not cross.met:
        say("Nobody has met anybody yet.")
        return
    rows = square(cross, names, _width())
    if rows is None:
        for row in listed_rows(cross, names):
            say(row, hang=4)
    for row in rows or ():
        typer.echo(row)
    say(f"{SIGNS}.")
    say(meetings_said(cross))


def say_bracket(view: TournamentView) -> None:
    """Print the bracket: the tables of each round, and beside who goes on to where."""
    _heading("Bracket")
    if view.settings.format not in WITH_BRACKETS:
        say("Only a knock-out, and groups with a final, have a bracket.")
        return
    found = bracket(view)
    if not found:
        say("No round has been drawn yet.")
        return
    for name, lines in bracket_lines(found, _names(view)):
        say(name)
        for line in lines:
            say(f"  {line}", hang=4)
    if any(slot.through for each in found for table in each.tables for slot in table.slots):
        say(f"{THROUGH} goes on.")
    if any(slot.again for each in found for table in each.tables for slot in table.slots):
        say(AGAIN)


def _names(view: TournamentView) -> Mapping[int, str]:
    """Return the names as a terminal may print them."""
    return {number: shown(entry.name) for number, entry in view.entries.items()}


def _heading(text: str) -> None:
    rows = wrapped(shown(text), _width()) if on_a_screen() else [shown(text)]
    for row in rows:
        typer.echo(typer.style(row, bold=True) if in_colour() else row)


def _width() -> int:
    return max(_LEAST, get_terminal_size().columns)
