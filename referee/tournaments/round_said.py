"""A round and the standings of a tournament in words and figures, as a terminal and a desk show them alike."""

from __future__ import annotations

from collections.abc import Iterator

from referee.tournaments.in_words import STATUS, THROUGH, decided_by, figure, goes_on, ranks, shared, title_of
from referee.tournaments.state.settings import Format, Score
from referee.tournaments.state.view import PlaceView, RoundView, TableView, TournamentView

NUMBERS = ("", "penalty", "points", "played")
"""Columns of the standings that are figures; so are those of the rounds."""


def numbered(table: TableView, found: RoundView) -> str:
    """Return what a table is called, and as which table of the club it is recorded."""
    recorded = "" if table.match is None else f" (recorded as {table.match})"
    return f"{title_of(table, found)}{recorded}"


def seated(view: TournamentView, found: RoundView, table: TableView) -> str:
    """Return the players of a table: by place where it is decided, with what they have from it, else by seat."""
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


def besides(view: TournamentView, found: RoundView) -> Iterator[tuple[str, str]]:
    """Yield what is to be said of a round besides its tables: what it is about, and what it is."""
    for entries, what in ((found.byes, "Bye"), (found.absent, "Absent")):
        if entries:
            yield what, ", ".join(map(view.name_of, entries))
    for change in found.changes:
        why = f": {change.reason}" if change.reason else ""
        by = f" ({change.by}, {change.at.astimezone():%H:%M})" if change.by else ""
        yield "Changed", f"{change.said.removesuffix('.')}{why}{by}"
    for note in found.notes:
        yield "Note", note


def placed(view: TournamentView, *, by_round: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows of the standings; what each round gave can be left out where there is no room."""
    if view.settings.format is Format.FREEZE_OUT:
        return _of_a_freeze_out(view)
    equal = shared(view)
    rounds = max((len(line.by_round) for line in view.standings), default=0)
    figures = [f"{each}" for each in range(1, rounds + 1)] if by_round and rounds > 1 else []
    more = [*(["team"] if any(entry.team for entry in view.entries.values()) else [])]
    more += ["penalty"] if any(line.penalty for line in view.standings) else []
    last = ["decided by"] if any(decided_by(line, equal) for line in view.standings) else []
    rows = [_row(view, line, equal, len(figures), more, bool(last)) for line in view.standings]
    return ["", "name", *figures, *more, "points", "played", *last], rows


def _of_a_freeze_out(view: TournamentView) -> tuple[list[str], list[list[str]]]:
    """Return its places: it has no rounds, and while it goes on those who are in it come first."""
    equal, going = shared(view), view.status != "over"
    rows = []
    for line in view.standings:
        entry = view.entries[line.entry]
        status = [entry.status] if going else []
        rows.append([_place(line, equal), entry.name, *status, figure(line.points, view.settings)])
    return ["", "name", *(["status"] if going else []), "points"], rows


def _row(
    view: TournamentView, line: PlaceView, equal: frozenset[int], rounds: int, more: list[str], decided: bool
) -> list[str]:
    entry = view.entries[line.entry]
    given = [*line.by_round, *(None,) * (rounds - len(line.by_round))][:rounds]
    row = [_place(line, equal), entry.name]
    row += ["–" if each is None else figure(each, view.settings) for each in given]
    row += [entry.team] if "team" in more else []
    row += [figure(-line.penalty, view.settings) if line.penalty else ""] if "penalty" in more else []
    return [*row, figure(line.points, view.settings), str(line.played), *([decided_by(line, equal)] if decided else [])]


def _place(line: PlaceView, equal: frozenset[int]) -> str:
    return f"{line.place}{'=' if line.place in equal else ''}"
