"""The page of a session: each table with its places and its record with rulings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.cards.immutable import frozen
from referee.export.pages.links import clause_link, game_title, rules_file, session_file
from referee.export.pages.rendering import render
from referee.export.tables.rows import MatchRow, ResultRow, SeasonTables, SessionRow
from referee.export.tables.rulings import RulingRow


@frozen
class PrintedTable:
    """A match with its finishing places, in which a sign marks shared ones, and its lines.

    It is `continued` if it follows another match at the table, after players changed.
    """

    match: int
    number: int
    continued: bool
    game: str
    rules: str
    status: str
    places: tuple[tuple[str, str, str], ...]
    lines: tuple[RulingRow, ...]


def session_pages(tables: SeasonTables, back: str) -> dict[str, str]:
    """Return the page of each session with a match, by file name. `back` is the title of the season's page."""
    results: defaultdict[int | None, list[ResultRow]] = defaultdict(list)
    for row in tables.results:
        results[row.match].append(row)
    lines: defaultdict[int | None, list[RulingRow]] = defaultdict(list)
    for ruling in tables.rulings:
        if ruling.line is not None:
            lines[ruling.match].append(ruling)
    matches: defaultdict[int, list[MatchRow]] = defaultdict(list)
    for match in tables.matches:
        matches[match.session].append(match)
    names = [row.name for row in tables.members]
    return {
        session_file(row.date): _render_page(row, [*_printed_tables(matches[row.session], results, lines)], names, back)
        for row in tables.sessions
        if matches[row.session]
    }


def _render_page(session: SessionRow, tables: Sequence[PrintedTable], names: Sequence[str], back: str) -> str:
    return render("session.html", session=session, tables=tables, names=names, back=back, clause_link=clause_link)


def _printed_tables(
    matches: Sequence[MatchRow],
    results: Mapping[int | None, Sequence[ResultRow]],
    lines: Mapping[int | None, Sequence[RulingRow]],
) -> Iterator[PrintedTable]:
    for row in matches:
        yield PrintedTable(
            row.match, row.table, row.continues is not None, game_title(row.game), rules_file(row.game), row.status,
            tuple(place_rows(results.get(row.match, ()))), tuple(lines.get(row.match, ())),
        )  # fmt: skip


def place_rows(rows: Sequence[ResultRow]) -> Iterator[tuple[str, str, str]]:
    """Yield the place, name and chips of each player. An equals sign marks a shared place."""
    for rank, group in groupby(sorted(rows, key=lambda row: row.rank), lambda row: row.rank):
        sharing = list(group)
        place = f"{float(rank):g}" if len(sharing) == 1 else f"{round(float(rank) - (len(sharing) - 1) / 2)}="
        for row in sharing:
            yield place, row.name, f"{row.chips:+}" if row.chips is not None else ""


def place_text(row: ResultRow) -> str:
    """Return a player's place at a table, such as ``1 of 4``, or ``2= of 4`` if it is shared."""
    shared = "" if float(row.rank).is_integer() else "="
    return f"{int(row.rank)}{shared} of {row.players}"
