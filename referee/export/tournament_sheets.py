"""What is printed of a tournament: who sits where by table and by name, the standings, cross table and bracket.

It hangs in a room where everybody reads it. The names are those of the view that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from html import escape
from typing import Final

from referee.cards.words import listed
from referee.export.bracket_svg import bracket_svg
from referee.export.cross_table_svg import cross_table_svg
from referee.export.result_slips import STYLE as SLIP_STYLE
from referee.export.result_slips import result_slips
from referee.rules.plain_text import shown
from referee.tournaments.bracket_layout import WITH_BRACKETS, bracket
from referee.tournaments.in_words import after, decided_by, figure, how_played, shared, title_of
from referee.tournaments.scores.cross_table import SIGNS, cross_table
from referee.tournaments.state.view import PlaceView, RoundView, TournamentView


class Sheet(StrEnum):
    """A sheet that can be printed."""

    SEATS = "seats"
    SLIPS = "slips"
    STANDINGS = "standings"
    CROSS_TABLE = "cross-table"
    BRACKET = "bracket"


_STYLE: Final = """
@page { size: A4; margin: 10mm 12mm; }
@page lying { size: A4 landscape; margin: 10mm 12mm; }
* { box-sizing: border-box; }
:root { --ink: #1b1a17; --ground: #fff; --line: #8a8374; --muted: #5d574b; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #f3efe4; --ground: #1b1a17; --line: #8a8374; --muted: #b9b2a3; }
}
html { color: var(--ink); background: var(--ground); -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 210mm; padding: 6mm; font: 12pt/1.35 "Helvetica Neue", Arial, sans-serif; }
.sheet { margin-bottom: 14mm; }
.sheet + .sheet { break-before: page; }
@media print { body { max-width: none; padding: 0; } .sheet { margin: 0; } .lying { page: lying; } }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; column-gap: 8mm;
  border-bottom: 2.5pt double var(--ink); margin-bottom: 5mm; padding-bottom: 2mm; }
h1 { font-size: 24pt; margin: 0; }
header p, .note { font-size: 11pt; margin: 0; color: var(--muted); }
.note { margin: 3mm 0 0; }
.tables { columns: 2; column-gap: 8mm; font-size: 22pt; line-height: 1.2; }
.tables section { break-inside: avoid; border: 1.2pt solid var(--line); border-radius: 3mm; padding: 3mm 4mm;
  margin: 0 0 5mm; }
.tables h2 { font-size: 24pt; margin: 0; }
.tables h2 + p { font-size: 13pt; margin: 0 0 2mm; color: var(--muted); }
ol { list-style: none; margin: 0; padding: 0; font-weight: bold; }
li { overflow-wrap: anywhere; }
li small { font-size: 12pt; font-weight: normal; margin-left: 2mm; white-space: nowrap; }
.names { columns: 2; column-gap: 10mm; font-size: 16pt; }
.names p { display: flex; justify-content: space-between; gap: 4mm; margin: 0; padding: .8mm 0; break-inside: avoid;
  border-bottom: .5pt solid var(--line); }
.names b { overflow-wrap: anywhere; }
.names span { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.standings { font-size: 14pt; }
.standings.long { font-size: 11pt; }
th, td { text-align: left; vertical-align: top; padding: 1.1mm 3mm 1.1mm 0; border-bottom: .5pt solid var(--line); }
th { font-size: 10pt; color: var(--muted); }
.n { text-align: right; }
td small { color: var(--muted); }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.drawing { overflow-x: auto; }
.drawing svg { height: auto; }
@media print { .drawing svg { width: 100%; max-height: 150mm; } .standing-up .drawing svg { max-height: 235mm; } }
@media screen and (max-width: 650px) { .tables, .names { columns: 1; } h1 { font-size: 18pt; } }
"""
_LONG: Final = 28


def sheet_html(view: TournamentView, club: str, sheets: Sequence[Sheet], found: RoundView | None = None) -> str:
    """Return some sheets as one page of HTML, each on paper of its own; those of seats and slips are of one round."""
    parts = []
    for sheet in sheets:
        if sheet in (Sheet.SEATS, Sheet.SLIPS):
            parts += [*_ROUND_SHEETS[sheet](view, found, club)] if found else []
        else:
            parts += [*_SHEETS[sheet](view, club)]
    title = f"{view.name}{f', {found.name}' if found else ''}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}{SLIP_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _seats(view: TournamentView, found: RoundView, club: str) -> Iterator[str]:
    """Yield the seats by table in large letters, and by name for who looks for themselves."""
    head = f"{view.name}, {found.name}"
    where = f"{club} · {found.held_on:%A} {found.held_on}"
    clockwise = '<p class="note">Seats go clockwise. Whoever is marked deals first.</p>'
    tables = "\n".join(
        f"<section><h2>{_text(title_of(table, found))}</h2><p>{_text(_recorded(view.title, table.match))}</p>"
        f"<ol>{''.join(_seated(view, entry, entry in table.entries[-1:]) for entry in table.entries)}</ol></section>"
        for table in found.tables
    )
    yield _sheet(
        "seats", head, where, f'<div class="tables">\n{tables}\n</div>\n{_not_playing(view, found)}{clockwise}'
    )
    at = {
        entry: f"{title_of(table, found)}, seat {seat}"
        for table in found.tables
        for seat, entry in enumerate(table.entries, 1)
    }
    at |= dict.fromkeys(found.byes, "Bye") | dict.fromkeys(found.absent, "Absent")
    by_name = sorted(at, key=lambda entry: (view.name_of(entry).casefold(), entry))
    names = "\n".join(
        f"<p><b>{_text(view.name_of(entry))}</b> <span>{_text(at[entry])}</span></p>" for entry in by_name
    )
    yield _sheet("by-name", f"{head}, by name", where, f'<div class="names">\n{names}\n</div>')


def _slips(view: TournamentView, found: RoundView, club: str) -> Iterator[str]:
    yield f'<div class="sheet slips">\n{result_slips(view, found, club)}\n</div>'


def _standings(view: TournamentView, club: str) -> Iterator[str]:
    """Yield the standings to pin up, with what parted equals, and those of the teams."""
    equal = shared(view)
    rounds = max((len(line.by_round) for line in view.standings), default=0)
    rounds = rounds if 1 < rounds <= 8 else 0
    columns = [("", True), ("name", False), *((str(each), True) for each in range(1, rounds + 1))]
    columns += [("points", True), ("played", True), ("decided by", False)]
    decided = any(decided_by(line, equal) for line in view.standings)
    columns = columns if decided else columns[:-1]
    head = "".join(f"<th{' class=n' * number}>{_text(name)}</th>" for name, number in columns)
    rows = "\n".join(_line(view, line, equal, rounds, decided) for line in view.standings)
    long = " long" * (len(view.standings) > _LONG or rounds > 4)
    body = (
        f'<table class="standings{long}"><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>\n'
        if view.standings
        else "<p>Nothing has been decided yet.</p>\n"
    )
    note = f'<p class="note">{_text(how_played(view.settings))}</p>'
    yield _sheet("standings-sheet", f"{view.name}, standings {after(view)}", club, body + _teams(view) + note)


def _line(view: TournamentView, line: PlaceView, equal: frozenset[int], rounds: int, decided: bool) -> str:
    entry = view.entries[line.entry]
    given = [*line.by_round, *(None,) * rounds][:rounds]
    more = ", ".join(filter(None, ["guest" * entry.guest, entry.team]))
    less = f" <small>({figure(-line.penalty, view.settings)} in penalties)</small>" if line.penalty else ""
    cells = [f"<td class=n>{line.place}{'=' * (line.place in equal)}</td>"]
    cells.append(f"<td>{_text(entry.name)}{f' <small>{_text(more)}</small>' if more else ''}{less}</td>")
    cells += [f"<td class=n>{'–' if each is None else figure(each, view.settings)}</td>" for each in given]
    cells += [f"<td class=n><b>{figure(line.points, view.settings)}</b></td>", f"<td class=n>{line.played}</td>"]
    cells += [f"<td>{_text(decided_by(line, equal))}</td>"] if decided else []
    return f"<tr>{''.join(cells)}</tr>"


def _teams(view: TournamentView) -> str:
    rows = "\n".join(
        f"<tr><td class=n>{each.place}</td><td>{_text(each.team)} "
        f"<small>{_text(listed(map(view.name_of, each.entries)))}</small></td>"
        f"<td class=n><b>{figure(each.points, view.settings)}</b></td></tr>"
        for each in view.teams
    )
    head = "<tr><th class=n></th><th>team</th><th class=n>points</th></tr>"
    return f"<h2>Teams</h2>\n<table><thead>{head}</thead><tbody>\n{rows}\n</tbody></table>\n" if rows else ""


def _cross_table(view: TournamentView, club: str) -> Iterator[str]:
    drawn = cross_table_svg(cross_table(view), _names(view), f"Cross table of {view.name}")
    body = f'<div class="drawing">{drawn}</div><p class="note">{_text(SIGNS)}</p>' if drawn else _NOT_DRAWN
    yield _sheet("cross-table-sheet", f"{view.name}, cross table", club, body, lying=True)


def _bracket(view: TournamentView, club: str) -> Iterator[str]:
    found = bracket(view)
    if view.settings.format not in WITH_BRACKETS:
        body = "<p>Only a knock-out, and groups with a final, have a bracket.</p>"
        yield _sheet("bracket-sheet", f"{view.name}, bracket", club, body)
        return
    drawn = bracket_svg(found, _names(view), f"Bracket of {view.name}")
    body = f'<div class="drawing">{drawn}</div><p class="note">Who goes on stands in bold.</p>' if drawn else _NOT_DRAWN
    yield _sheet("bracket-sheet", f"{view.name}, bracket", club, body, lying=found.height < 26)


_NOT_DRAWN: Final = "<p>There is nothing to draw yet, or too much for one sheet.</p>"
_ROUND_SHEETS: Final[Mapping[Sheet, Callable[[TournamentView, RoundView, str], Iterator[str]]]] = {
    Sheet.SEATS: _seats,
    Sheet.SLIPS: _slips,
}
_SHEETS: Final[Mapping[Sheet, Callable[[TournamentView, str], Iterator[str]]]] = {
    Sheet.STANDINGS: _standings,
    Sheet.CROSS_TABLE: _cross_table,
    Sheet.BRACKET: _bracket,
}


def _sheet(name: str, head: str, where: str, body: str, *, lying: bool = False) -> str:
    way = "lying" if lying else "standing-up"
    return (
        f'<div class="sheet {way}" id="{name}">\n<header><h1>{_text(head)}</h1><p>{_text(where)}</p></header>\n'
        f"{body}\n</div>"
    )


def _seated(view: TournamentView, entry: int, deals: bool) -> str:
    return f"<li>{_text(view.name_of(entry))}{'<small>(deals first)</small>' if deals else ''}</li>"


def _not_playing(view: TournamentView, found: RoundView) -> str:
    said = [
        f"<p>{what}: {_text(', '.join(map(view.name_of, entries)))}</p>\n"
        for entries, what in ((found.byes, "Bye"), (found.absent, "Absent"))
        if entries
    ]
    return "".join(said)


def _recorded(title: str, match: int | None) -> str:
    return title if match is None else f"{title} (recorded as table {match})"


def _names(view: TournamentView) -> dict[int, str]:
    return {number: entry.name for number, entry in view.entries.items()}


def _text(text: str) -> str:
    return escape(shown(text))
