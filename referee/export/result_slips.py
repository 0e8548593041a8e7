"""Result slips: one for each table of a round, to be cut apart, filled in at the table, signed and brought back."""

from __future__ import annotations

from html import escape
from typing import Final

from referee.rules.plain_text import shown
from referee.tournaments.in_words import title_of
from referee.tournaments.state.settings import Score
from referee.tournaments.state.view import RoundView, TableView, TournamentView

STYLE: Final = """
.slips { display: grid; grid-template-columns: 1fr 1fr; gap: 0; }
.slip { break-inside: avoid; border: .8pt dashed var(--line); padding: 4mm; font-size: 10pt; min-height: 66mm; }
.slip:nth-child(even) { border-left: 0; }
.slip:nth-child(n+3) { border-top: 0; }
.slip h2 { font-size: 15pt; margin: 0; display: flex; justify-content: space-between; gap: 3mm; }
.slip p { margin: 0 0 1.5mm; color: var(--muted); }
.slip table { table-layout: fixed; }
.slip th { font-size: 8pt; padding: 0 1mm 0 0; }
.slip td { border: .6pt solid var(--line); height: 8.5mm; padding: .5mm 1mm; vertical-align: middle;
  overflow-wrap: anywhere; }
.slip td.seat, .slip td.who { border-width: 0 0 .6pt; }
.slip .seat { width: 5mm; } .slip .place { width: 11mm; } .slip .amount { width: 15mm; } .slip .signed { width: 23mm; }
.slip small { white-space: nowrap; font-size: 8pt; }
.slip .signs { margin: 3mm 0 0; color: var(--ink); display: flex; justify-content: space-between; }
@media screen and (max-width: 650px) { .slips { grid-template-columns: 1fr; } .slip, .slip:nth-child(even) {
  border: .8pt dashed var(--line); } }
"""
_AMOUNT: Final = {Score.CHIPS: "chips", Score.PENALTY_POINTS: "penalty points"}


def result_slips(view: TournamentView, found: RoundView, club: str) -> str:
    """Return the slips of a round. The scissors follow the dashed lines."""
    return "\n".join(_slip(view, found, table, club) for table in found.tables if table.entries)


def _slip(view: TournamentView, found: RoundView, table: TableView, club: str) -> str:
    amount = _AMOUNT.get(view.settings.score, "points")
    heads = (("seat", ""), ("who", "player"), ("place", "place"), ("amount", amount), ("signed", "signature"))
    head = "".join(f'<th class="{kind}">{name}</th>' for kind, name in heads)
    rows = "\n".join(
        f'<tr><td class="seat">{seat}</td><td class="who">{_text(view.name_of(entry))}'
        f"{' <small>(deals first)</small>' if entry == table.dealer else ''}</td>"
        '<td class="place"></td><td class="amount"></td><td class="signed"></td></tr>'
        for seat, entry in enumerate(table.entries, 1)
    )
    recorded = "" if table.match is None else f", recorded as table {table.match}"
    return (
        f'<section class="slip"><h2><span>{_text(title_of(table, found))}</span> '
        f"<span>{_text(found.name)}</span></h2>\n"
        f"<p>{_text(view.name)}, {found.held_on:%A} {found.held_on}, {_text(club)}<br>"
        f"{_text(view.title)}{recorded}</p>\n"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>\n"
        '<p class="signs"><span>Who tied has the same place.</span> <span>Officer: ____________</span></p></section>'
    )


def _text(text: str) -> str:
    return escape(shown(text))
