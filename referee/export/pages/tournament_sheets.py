"""Printed sheets of a tournament: seats, result slips, standings, cross table and bracket.

They hang where everybody reads them, with the names of the given view.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.export.pages.rendering import render
from referee.export.pages.season_facts import Prizes
from referee.export.pages.seating_sheet import SheetTable, players_by_name
from referee.export.pages.tournament_page import template_values
from referee.tournaments.scores.cross_table import SIGNS
from referee.tournaments.state.settings import Format, Score
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.wording import table_title


class SheetKind(StrEnum):
    """A kind of sheet to print."""

    SEATS = "seats"
    SLIPS = "slips"
    STANDINGS = "standings"
    CROSS_TABLE = "cross-table"
    BRACKET = "bracket"


_AMOUNT_LABELS: Final = {Score.CHIPS: "Chips", Score.LOW: "Points"}


@frozen
class ResultSlip:
    """A result slip. It asks for `places` and an `amount` only if the tournament's score needs them."""

    title: str
    round: str
    where: str
    game: str
    names: tuple[str, ...]
    places: bool
    amount: str


def tournament_sheets(
    view: TournamentView,
    club: str,
    sheets: Sequence[SheetKind],
    drawn_round: RoundView | None = None,
    prizes: Prizes | None = None,
) -> str:
    """Return sheets as one page, each on its own paper. Seats and slips are those of one round."""
    tables = (
        [_seating_table(view, drawn_round, index) for index in range(len(drawn_round.tables))] if drawn_round else []
    )
    without_table = (("Bye", drawn_round.byes), ("Absent", drawn_round.absent)) if drawn_round else ()
    not_playing = [(reason, [*map(view.name_of, entries)]) for reason, entries in without_table if entries]
    return render(
        "tournament_sheets.html",
        **template_values(view, prizes),
        club=club,
        title=f"{view.name}{f', {drawn_round.name}' if drawn_round else ''}",
        kinds=sheets,
        round=drawn_round,
        tables=tables,
        not_playing=not_playing,
        by_name=players_by_name(tables, {name: reason for reason, names in not_playing for name in names}),
        slips=result_slips(view, drawn_round, club) if drawn_round else [],
        signs=SIGNS,
    )


def result_slips(view: TournamentView, drawn_round: RoundView, club: str) -> list[ResultSlip]:
    """Return a slip for each table of a round. In a freezeout they ask for stacks instead of places."""
    freeze_out = view.settings.format is Format.FREEZE_OUT
    return [
        ResultSlip(
            table_title(table, drawn_round),
            drawn_round.name,
            f"{view.name}, {drawn_round.held_on:%A} {drawn_round.held_on.day} {drawn_round.held_on:%B %Y}, {club}",
            view.title,
            tuple(map(view.name_of, table.entries)),
            not freeze_out,
            "Chips" if freeze_out else _AMOUNT_LABELS.get(view.settings.score, ""),
        )
        for table in drawn_round.tables
        if table.entries
    ]


def _seating_table(view: TournamentView, drawn_round: RoundView, index: int) -> SheetTable:
    table = drawn_round.tables[index]
    return SheetTable(table_title(table, drawn_round), view.title, tuple(map(view.name_of, table.entries)))
