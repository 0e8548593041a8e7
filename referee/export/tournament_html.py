"""A tournament on a season's page: its standings, its bracket and cross table as drawings, and its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards.words import counted, listed
from referee.export.bracket_svg import bracket_svg
from referee.export.cross_table_svg import cross_table_svg
from referee.export.html_parts import figure_html, table_html, text_html, unbroken
from referee.tournaments.bracket_layout import WITH_BRACKETS, bracket
from referee.tournaments.in_words import (
    DASHED,
    STATUS,
    about,
    after,
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
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView

# A drawing keeps the size of its letters and is moved sideways where it is too wide: shrunk, nobody could read it.
STYLE: Final = """
figure svg.drawn { width: auto; min-width: 0; max-width: none; }
article { margin-bottom: 2.2rem; }
article h3 { font-size: 1.2rem; }
article h4 { margin: 1rem 0 .2rem; }
@media print { figure svg.drawn { max-width: 100%; } }
"""


def tournament_html(view: TournamentView) -> str:
    """Return a tournament as a part of a page. The names are those of the view."""
    return f'<article id="tournament-{view.number}">\n{"".join(_parts(view))}</article>\n'


def _parts(view: TournamentView) -> Iterator[str]:
    yield f"<h3>{text_html(view.name)}</h3>\n"
    entries = counted(len(view.entries), "player")
    yield (
        f"<p>{text_html(view.title)}, {entries}, {text_html(view.status)}. "
        f"<span class='soft'>{text_html(how_played(view.settings))}</span></p>\n"
    )
    yield from _standings(view)
    yield from _teams(view)
    names = {number: entry.name for number, entry in view.entries.items()}
    if view.settings.format in WITH_BRACKETS:
        rounds = bracket(view)
        again = any(len(way.through) < len(way.entries) for way in rounds.ways)
        also = f" {DASHED}" if again else ""
        drawing = bracket_svg(rounds, names, f"Bracket of {view.name}")
        yield figure_html(drawing, f"The bracket: who goes on stands in bold.{also}")
    cross = cross_table(view)
    drawing = cross_table_svg(cross, names, f"Cross table of {view.name}")
    yield figure_html(drawing, f"Who met whom, in order of the standings: {SIGNS}.".replace("-", "\N{MINUS SIGN}"))
    for found in view.rounds:
        yield _round(view, found)


def _standings(view: TournamentView) -> Iterator[str]:
    yield f"<h4>Standings {text_html(after(view))}</h4>\n"
    if not view.standings:
        yield "<p>Nothing has been decided yet.</p>\n"
        return
    equal = shared(view)
    rounds = max(len(line.by_round) for line in view.standings)
    rounds = rounds if 1 < rounds <= 8 else 0
    # A freeze-out is one game from the first hand to the last: there is nothing to count that somebody played.
    played = view.settings.format is not Format.FREEZE_OUT
    rows = []
    for line in view.standings:
        given = [*line.by_round, *(None,) * rounds][:rounds]
        rows.append(
            (
                f"{line.place}{'=' if line.place in equal else ''}", view.name_of(line.entry),
                *("–" if each is None else figure(each, view.settings) for each in given),
                figure(line.points, view.settings), *([line.played] if played else []),
            )
        )  # fmt: skip
    yield table_html(
        ("place", "name", *map(str, range(1, rounds + 1)), "points", *(["played"] if played else [])),
        rows,
        numbers=(0, *range(2, 3 + rounds + played)),
        less=(*range(2, 2 + rounds), *([3 + rounds] if played else [])),
        first=lambda row: str(row[0]) == "1",
        said=[
            _said(view, line.entry, decided_by(line, equal), figure(-line.penalty, view.settings))
            for line in view.standings
        ],
    )
    if rounds:
        yield "<p class='soft turn'>Turned sideways, a phone shows what each round gave.</p>\n"


def _said(view: TournamentView, number: int, steps: str, penalty: str) -> str:
    """Return what stands under a name: team, how they came and went, penalties and what decided between equals."""
    entry = view.entries[number]
    less = "" if float(penalty) == 0 else f"{penalty} in penalties"
    return "; ".join(filter(None, [entry.team, about(entry), less, f"decided by {steps}" if steps else ""]))


def _teams(view: TournamentView) -> Iterator[str]:
    if view.teams:
        yield "<h4>Teams</h4>\n"
        yield table_html(
            ("place", "name", "points"),
            [(each.place, each.team, figure(each.points, view.settings)) for each in view.teams],
            numbers=(0, 2),
            said=[listed(map(view.name_of, each.entries)) for each in view.teams],
        )
        if parted := level_teams(view.teams):
            yield f"<p class='soft'>{text_html(parted)}</p>\n"


def _round(view: TournamentView, found: RoundView) -> str:
    """Return a round, folded up under its name: its tables, who had a bye, and what was changed after the draw."""
    tables = table_html(
        ("table", "players"), [(title_of(table, found), _seated(view, found, table)) for table in found.tables]
    )
    more = [
        f"{what}: {', '.join(map(view.name_of, entries))}."
        for entries, what in ((found.byes, "Bye"), (found.absent, "Absent"))
        if entries
    ]
    more += [f"Changed after the draw: {each.said.removesuffix('.')}." for each in found.changes]
    more += [*found.notes, f"Drawn with seed {found.seed}, method {found.method}."]
    under = "".join(f"<p class='soft'>{text_html(each)}</p>" for each in more)
    when = f"{found.held_on:%a} {found.held_on}, {state_of(found)}"
    head = f"<b>{text_html(found.name)}</b> <span class='soft'>{when}</span>"
    return f"<details><summary>{head}</summary><div>{tables}{under}</div></details>\n"


def _seated(view: TournamentView, found: RoundView, table: TableView) -> str:
    state = "" if table.status in ("finished", "drawn") else f" ({STATUS[table.status]})"
    if table.places is None:
        return ", ".join(unbroken(view.name_of(entry)) for entry in table.entries) + state
    said = (
        unbroken(
            f"{rank} {view.name_of(entry)}"
            + (f" {figure(table.score[entry], view.settings)}" if table.score and entry in table.score else "")
            + (" ›" if entry in goes_on(table, found) else "")
        )
        for entry, rank in ranks(table).items()
    )
    return ", ".join(said) + state
