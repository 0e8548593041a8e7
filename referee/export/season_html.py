"""A season as one page of HTML: its table, its evenings and its rulings, with charts.

The page needs nothing but itself, is read on a phone as on a wall, by day and by night, and says what the CSV says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import Final

from referee.cards.words import counted
from referee.export import charts
from referee.export.html_parts import figure_html, table_html, text_html, unbroken
from referee.export.tables.rows import ResultRow, RulingRow, ScoreRow, SeasonExport, SeasonTables
from referee.export.tournament_html import STYLE as TOURNAMENT_STYLE
from referee.export.tournament_html import tournament_html
from referee.games import SLUGS, rulebook

_DRAWN: Final = len(charts.COLOURS)
_SHORT: Final = 12
"""How many rulings stand open on the page; more are folded up by the tables at which they were made."""

_STYLE: Final = """
:root { color-scheme: light dark; --text: #1c1b19; --back: #fdfcfa; --soft: #6a645a; --line: #ddd7cc; --red: #b00020;
  --bar: #f2eee5; }
@media (prefers-color-scheme: dark) { :root { --text: #e9e5dd; --back: #16181b; --soft: #a29c90; --line: #3a3d42;
  --red: #ff8a9a; --bar: #202327; } }
* { box-sizing: border-box; }
html { color: var(--text); background: var(--back); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: .4rem 0; }
h2 { font-size: 1.35rem; margin: 2.2rem 0 .6rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; }
p { margin: .3rem 0; max-width: 44rem; }
.soft, figcaption { color: var(--soft); font-size: .9rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: .6rem 0; }
a { color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-size: .85rem; color: var(--soft); font-weight: 600; }
td.n, th.n { text-align: right; }
tr.first td { font-weight: 650; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 25rem; max-width: 46rem; height: auto; }
details { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: .45rem 0; }
details > div { padding: 0 0 .6rem 1rem; }
td.name { white-space: nowrap; }
td small { color: var(--soft); font-weight: 400; white-space: normal; display: block; max-width: 24rem; }
.turn { display: none; }
@media screen and (max-width: 34rem) { .less { display: none; } .turn { display: block; }
  td.name { white-space: normal; }
  th, td { padding-right: .45rem; } table { font-size: .95rem; } details > div { padding-left: 0; }
  .flows thead { display: none; } .flows tr { display: block; border-bottom: 1px solid var(--line); padding: .3rem 0; }
  .flows td { display: inline; border: 0; padding: 0; } .flows td:empty, .flows td.less { display: none; }
  .flows td:not(:empty):not(.less) ~ td:not(:empty)::before { content: " · "; }
  .flows td.n:not(:empty)::before { content: attr(data-of) " "; }
  .flows td:not(:empty):not(.less) ~ td.n:not(:empty)::before { content: " · " attr(data-of) " "; } }
.red { color: var(--red); }
.word { font-weight: 600; white-space: nowrap; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .8rem; }
@media print { html { font-size: 10pt; background: #fff; color: #000; } body { max-width: none; padding: 0; }
  nav { display: none; } h2 { break-after: avoid; } tr, figure, details { break-inside: avoid; }
  figure svg { min-width: 0; } }
"""


@dataclass(frozen=True, slots=True)
class SeasonTitle:
    """What a season's page is headed by."""

    club: str
    season: str
    starts: date
    ends: date
    how_scored: str
    best_k: int


def season_html(export: SeasonExport, title: SeasonTitle) -> str:
    """Return an export of a season as a page."""
    tables = export.tables
    parts: dict[str, Iterable[str]] = {
        "Standings": _standings(tables, title),
        "Evenings": _evenings(tables),
        "Games": _games(tables),
        "Ratings": _ratings(tables),
        "Disputes": _disputes(tables),
        "Rulings": _rulings(tables),
    }
    if export.tournaments:
        played = {"Tournaments": map(tournament_html, export.tournaments)}
        parts = {"Standings": parts.pop("Standings"), **played, **parts}
    links = "".join(f'<a href="#{name.lower()}">{name}</a>' for name in parts)
    sections = "\n".join(
        f'<section id="{name.lower()}">\n<h2>{name}</h2>\n{"".join(part)}\n</section>' for name, part in parts.items()
    )
    sealed = f" Sealed: <code>{escape(export.head)}</code>" if export.head else ""
    style = _STYLE + (TOURNAMENT_STYLE if export.tournaments else "")
    season = f"Season {text_html(title.season)}, {title.starts} to {title.ends}: {text_html(title.how_scored)}."
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text_html(title.club)}, season {text_html(title.season)}</title>\n"
        f"<style>{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{text_html(title.club)}</h1>\n<p>{season}</p>\n<nav>{links}</nav></header>\n"
        f"<main>\n{sections}\n</main>\n<footer>{sealed.strip()}</footer>\n</body>\n</html>\n"
    )


def _standings(tables: SeasonTables, title: SeasonTitle) -> Iterator[str]:
    rows = tables.standings
    if not rows:
        yield "<p>Nothing has been played yet.</p>"
        return
    yield table_html(
        ("place", "name", "score", "sessions", "matches", "wins", "seconds"),
        (
            (
                row.place or "–", row.name, f"{float(row.score):.3f}",
                row.sessions_counted + row.sessions_dropped, row.matches, row.wins, row.seconds,
            )
            for row in rows
        ),
        numbers=(0, 2, 3, 4, 5, 6),
        less=(4, 6),
        first=lambda row: row[0] == 1,
        said=[row.tie_break or ("" if row.place else "too few sessions to be ranked") for row in rows],
    )  # fmt: skip
    yield "<p class='soft turn'>Turned sideways, a phone shows matches and second places too.</p>\n"
    if tables.trophies:
        yield "<h3>Trophies</h3>\n"
        rows_of = groupby(tables.trophies, lambda row: (row.trophy, row.figure, row.clause))
        yield table_html(
            ("trophy", "who", "for", "clause"),
            (
                (trophy, ", ".join(unbroken(row.name) for row in shared), figure, clause)
                for (trophy, figure, clause), shared in rows_of
            ),
        )
    best = [row.member for row in rows[:_DRAWN]]
    named = {row.member: row.name for row in rows}
    drawn = {named[member]: line for member, line in _scores_so_far(tables.scores, title.best_k) if member in best}
    in_order = {named[member]: drawn[named[member]] for member in best if named[member] in drawn}
    yield figure_html(
        charts.lines("Score through the season", "score so far", in_order),
        f"The best sessions so far, added up, of the first {len(in_order)}.",
    )


def _scores_so_far(scores: Sequence[ScoreRow], best_k: int) -> Iterator[tuple[int, charts.Line]]:
    """Yield the score of each member after each session that they played in."""
    sessions: defaultdict[int, list[ScoreRow]] = defaultdict(list)
    for row in scores:
        sessions[row.member].append(row)
    for member, rows in sessions.items():
        reached = (sorted((float(row.score) for row in rows[:at]), reverse=True) for at in range(1, len(rows) + 1))
        yield member, [(row.date, sum(scores[:best_k])) for row, scores in zip(rows, reached, strict=True)]


def _evenings(tables: SeasonTables) -> Iterator[str]:
    held = [row for row in tables.sessions if row.status in ("open", "closed")]
    yield figure_html(
        charts.bars("Attendance", "who came", [(row.date, row.present) for row in held]),
        "How many came to each evening.",
    )
    places: defaultdict[int | None, list[ResultRow]] = defaultdict(list)
    for result in tables.results:
        places[result.match].append(result)
    of_session = {
        session: list(rows)
        for session, rows in groupby(
            sorted(tables.matches, key=lambda row: (row.session, row.match)), lambda row: row.session
        )
    }
    to_come = [row for row in tables.sessions if row.status == "planned"]
    for row in (*reversed([row for row in tables.sessions if row not in to_come]), *to_come):
        matches = of_session.get(row.session, [])
        where = f", {text_html(row.room)}" if row.room else ""
        note = f": {text_html(row.note)}" if row.note else ""
        what = f"{counted(len(matches), 'table')}, {row.present} came" if matches else text_html(row.status)
        head = f"<b>{row.date:%a} {row.date}</b>{where}{note} <span class='soft'>{what}</span>"
        if not matches:
            yield f"<p>{head}</p>"
            continue
        tables_played = table_html(
            ("table", "game", "places"),
            ((each.match, _title(each.game), _places(places[each.match]) or each.status) for each in matches),
            numbers=(0,),
        )
        yield f"<details><summary>{head}</summary><div>{tables_played}</div></details>\n"


def _places(rows: Sequence[ResultRow]) -> str:
    """Return who came where: ``1 Ann L., 2= Ben N., 2= Cal O.``"""
    ranked = sorted(rows, key=lambda row: row.rank)
    said = []
    for rank, group in groupby(ranked, lambda row: row.rank):
        sharing = list(group)
        place = f"{float(rank):g}" if len(sharing) == 1 else f"{round(float(rank) - (len(sharing) - 1) / 2)}="
        for row in sharing:
            chips = f" ({row.chips:+})" if row.chips is not None else ""
            said.append(unbroken(f"{place} {row.name}{chips}"))
    return ", ".join(said)


def _games(tables: SeasonTables) -> Iterator[str]:
    by_game: defaultdict[str, defaultdict[str, list[ResultRow]]] = defaultdict(lambda: defaultdict(list))
    for row in tables.results:
        by_game[row.game][row.name].append(row)
    for game, players in sorted(by_game.items(), key=lambda each: (-len(each[1]), each[0])):
        scored = sorted(
            ((name, len(rows), sum(row.rank == 1 for row in rows), _mean(rows)) for name, rows in players.items()),
            key=lambda each: (-each[3], -each[1], each[0]),
        )
        matches = len({row.match for rows in players.values() for row in rows})
        table = table_html(
            ("name", "matches", "wins", "mean score"),
            ((name, played, wins, f"{float(mean):.3f}") for name, played, wins, mean in scored),
            numbers=(1, 2, 3),
        )
        said = f"{counted(matches, 'match', 'matches')}, {counted(len(players), 'player')}"
        said = f"<b>{text_html(_title(game))}</b> <span class='soft'>{said}</span>"
        yield f"<details><summary>{said}</summary><div>{table}</div></details>\n"


def _mean(rows: Sequence[ResultRow]) -> Fraction:
    return sum((Fraction(row.score) for row in rows), Fraction()) / len(rows)


def _ratings(tables: SeasonTables) -> Iterator[str]:
    rows = [row for row in tables.ratings if not row.game]
    if not rows:
        yield "<p>Nobody is rated yet.</p>"
        return
    yield "<p class='soft'>How strong players seem to be, over all seasons and games. No place rests on it.</p>"
    yield table_html(
        ("name", "rating", "±", "matches", ""),
        (
            (
                row.name,
                f"{row.rating:.1f}",
                f"{row.sigma:.1f}",
                row.matches,
                "provisional" * row.provisional,
            )
            for row in rows
        ),
        numbers=(1, 2, 3),
    )


def _disputes(tables: SeasonTables) -> Iterator[str]:
    rows = tables.disputes
    if not rows:
        yield "<p>Nothing was disputed.</p>"
        return
    yield table_html(
        ("date", "table", "what was disputed", "ruling", "clause", "outcome", "why"),
        (
            (
                row.date, row.match or "", f"{row.facts}{': ' if row.claim else ''}{row.claim}",
                row.verdict, row.clause,
                f"{row.outcome or 'open'}{', appealed' if row.open and row.outcome else ''}", row.reason,
            )
            for row in rows
        ),
        numbers=(1,),
        flows=True,
    )  # fmt: skip


def _rulings(tables: SeasonTables) -> Iterator[str]:
    """Yield the rulings that are worth reading: what was against the rules, left open or disputed."""
    rows = [row for row in tables.rulings if row.word != "legal" or row.dispute]
    legal = len(tables.rulings) - len(rows)
    were = f"{counted(legal, 'line')} {'was' if legal == 1 else 'were'} legal"
    yield f"<p class='soft'>{were}{'; not legal, or challenged, were:' if rows else '.'}</p>"
    if len(rows) <= _SHORT:
        yield _ruled(rows) if rows else ""
        return
    for (day, table, game), at_table in groupby(rows, lambda row: (row.date, row.match, row.game)):
        there = list(at_table)
        where = f", table {table}" if table else ""
        head = f"<b>{day}{where}</b>: {text_html(_title(game))} <span class='soft'>{counted(len(there), 'line')}</span>"
        yield f"<details><summary>{head}</summary><div>{_ruled(there)}</div></details>\n"


def _ruled(rows: Sequence[RulingRow]) -> str:
    return table_html(
        ("date", "table", "line", "what was done", "ruling", "why", "clause", "decided"),
        (
            (
                row.date, row.match or "", row.line or "", row.text, row.word, row.reason,
                row.clause, f"{row.decision} ({row.decided_by})" if row.decided_by else row.decision,
            )
            for row in rows
        ),
        numbers=(1, 2),
        flows=True,
        less=(0, 1) if len({(row.date, row.match) for row in rows}) == 1 else (),
    )  # fmt: skip


def _title(game: str) -> str:
    return rulebook(game).title if game in SLUGS else game
