"""A tournament in a terminal: its standings, its rounds, its cross table and its bracket, from a view of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from shutil import get_terminal_size

import typer

from referee.cards.words import counted, listed
from referee.cli.bracket_drawn import THROUGH, drawn
from referee.cli.club import say_table
from referee.cli.cross_table_drawn import listed_rows, meetings_said, square
from referee.cli.layout import cells, wrapped
from referee.cli.say import in_colour, on_a_screen, say
from referee.rules.plain_text import shown
from referee.tournaments.bracket_layout import WITH_BRACKETS, bracket
from referee.tournaments.in_words import (
    STATUS,
    about,
    after,
    dashed,
    decided_by,
    figure,
    goes_on,
    how_played,
    level_teams,
    ranks,
    shared,
    state_of,
    title_of,
)
from referee.tournaments.scores.cross_table import SIGNS, cross_table
from referee.tournaments.settings import Format, Score
from referee.tournaments.view import EntryView, PlaceView, RoundView, TableView, TournamentView

_LEAST = 40


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
    if view.settings.format is Format.FREEZE_OUT:
        _say_freeze_out(view)
        return
    equal = shared(view)
    rounds = max((len(line.by_round) for line in view.standings), default=0)
    figures = [f"{each}" for each in range(1, rounds + 1)] if rounds > 1 else []
    more = [*(["team"] if any(entry.team for entry in view.entries.values()) else [])]
    more += ["penalty"] if any(line.penalty for line in view.standings) else []
    last = ["decided by"] if any(decided_by(line, equal) for line in view.standings) else []
    tail = ["points", "played", *last]
    rows = [_standing(view, line, equal, len(figures), more, bool(last)) for line in view.standings]
    least = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if figures and sum(max(2, each) + 2 for each in least) > _width():
        rows = [[*row[:2], *row[2 + len(figures) :]] for row in rows]
        figures = []
    say_table(["", "name", *figures, *more, *tail], rows, numbers=["", *figures, "penalty", "points", "played"])
    if equal:
        say("= shares the place: no tie-break parts them.")


def _say_freeze_out(view: TournamentView) -> None:
    """Print the places of a freeze-out: it has no rounds, and while it goes on those who are in it come first."""
    equal, going = shared(view), view.status != "over"
    rows = []
    for line in view.standings:
        entry = view.entries[line.entry]
        place = f"{line.place}{'=' if line.place in equal else ''}"
        rows.append([place, entry.name, *([entry.status] if going else []), figure(line.points, view.settings)])
    say_table(["", "name", *(["status"] if going else []), "points"], rows, numbers=["", "points"])
    if going and any(view.entries[line.entry].status == "in" for line in view.standings):
        say("Who is in is placed by the stacks that were counted last.")
    if equal:
        say("= shares the place.")


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
        say(f"{_numbered(table, found)}: {_seated(view, found, table)}", hang=9)
    for entries, what in ((found.byes, "Bye"), (found.absent, "Absent")):
        if entries:
            say(f"{what}: {', '.join(map(view.name_of, entries))}")
    for change in found.changes:
        why = f": {change.reason}" if change.reason else ""
        by = f" ({change.by}, {change.at.astimezone():%H:%M})" if change.by else ""
        say(f"Changed: {change.said.removesuffix('.')}{why}{by}", hang=9)
    for note in found.notes:
        say(f"Note: {note}", hang=6)
    if found.tables:
        say(f"Drawn with seed {found.seed}, method {found.method}.")


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
    """Print the bracket; where not even two rounds stand beside each other, its tables one after another."""
    _heading("Bracket")
    if view.settings.format not in WITH_BRACKETS:
        say("Only a knock-out, and groups with a final, have a bracket.")
        return
    found = bracket(view)
    if not found.boxes:
        say("No round has been drawn yet.")
        return
    rows = drawn(found, _names(view), _width())
    if rows is None:
        for box in found.boxes:
            names = (f"{slot.text or view.name_of(slot.entry)}{f' {THROUGH}' * slot.through}" for slot in box.slots)
            say(f"{found.titles[box.column]}, {box.title}: {', '.join(names)}", hang=2)
    for row in rows or ():
        typer.echo(row)
    if any(slot.through for box in found.boxes for slot in box.slots):
        say(f"{THROUGH} goes on.")
    if any(len(way.through) < len(way.entries) for way in found.ways):
        say(dashed(view.settings))


def _standing(
    view: TournamentView, line: PlaceView, equal: frozenset[int], rounds: int, more: list[str], decided: bool
) -> list[str]:
    entry = view.entries[line.entry]
    given = [*line.by_round, *(None,) * (rounds - len(line.by_round))][:rounds]
    row = [f"{line.place}{'=' if line.place in equal else ''}", entry.name]
    row += ["–" if each is None else figure(each, view.settings) for each in given]
    row += [entry.team] if "team" in more else []
    row += [figure(-line.penalty, view.settings) if line.penalty else ""] if "penalty" in more else []
    return [*row, figure(line.points, view.settings), str(line.played), *([decided_by(line, equal)] if decided else [])]


def _numbered(table: TableView, found: RoundView) -> str:
    recorded = "" if table.match is None else f" (recorded as {table.match})"
    return f"{title_of(table, found)}{recorded}"


def _seated(view: TournamentView, found: RoundView, table: TableView) -> str:
    """Return the players: by place where it is decided, with what they have from it, else by seat."""
    if table.places is None:
        state = "" if table.status == "drawn" else f"; {STATUS[table.status]}"
        players = f"{', '.join(map(view.name_of, table.entries))} (deals first)" if table.entries else "nobody"
        return f"{players}{state}"
    said, on = [], goes_on(table, found)
    for entry, rank in ranks(table).items():
        scored = f" {figure(table.score[entry], view.settings)}" if table.score and entry in table.score else ""
        # Where chips are the score, they would stand there twice.
        chips = table.won and entry in table.won and view.settings.score is not Score.CHIPS
        won = f" ({table.won[entry]:+})" if table.won and chips else ""
        said.append(f"{rank} {view.name_of(entry)}{scored}{won}{f' {THROUGH}' if entry in on else ''}")
    return f"{', '.join(said)}{'' if table.status == 'finished' else f'; {STATUS[table.status]}'}"


def _names(view: TournamentView) -> Mapping[int, str]:
    """Return the names as a terminal may print them."""
    return {number: shown(entry.name) for number, entry in view.entries.items()}


def _heading(text: str) -> None:
    rows = wrapped(shown(text), _width()) if on_a_screen() else [shown(text)]
    for row in rows:
        typer.echo(typer.style(row, bold=True) if in_colour() else row)


def _width() -> int:
    return max(_LEAST, get_terminal_size().columns)
