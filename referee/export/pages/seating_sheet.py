"""The seating sheet for the wall, with players by table and by name.

Names are public ones by default. Neither separated pairs nor the reasons for changes are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from referee.cards.immutable import frozen
from referee.club.evening.draws import DrawView
from referee.export.pages.rendering import render

_CLOCKWISE = "Seats go clockwise."


@frozen
class SheetTable:
    """A table of the sheet: its title, its game, and its players clockwise. The last player deals first."""

    title: str
    game: str
    names: tuple[str, ...]


@frozen
class SeatingSheet:
    """The content of a seating sheet. `where` is the room, if known."""

    club: str
    day: date
    where: str
    tables: tuple[SheetTable, ...]


def seating_sheet(draw: DrawView, club: str, names: Mapping[int, str]) -> SeatingSheet:
    """Return the sheet of a draw. `names` has each member's public name."""
    return SeatingSheet(
        club=club,
        day=draw.session.held_on,
        where=draw.session.room,
        tables=tuple(
            SheetTable(f"Table {table.number}", table.title, tuple(names[member] for member in table.members))
            for table in draw.tables
        ),
    )


def seating_page(sheet: SeatingSheet) -> str:
    """Return the sheet as an HTML page."""
    subtitle = " · ".join(filter(None, (sheet.club, sheet.where)))
    return render(
        "seating.html", sheet=sheet, where=subtitle, tables=sheet.tables, by_name=players_by_name(sheet.tables)
    )


def players_by_name(
    tables: Sequence[SheetTable], not_playing: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    """Return each player with table and seat, sorted by name. `not_playing` adds others with a reason."""
    places = [(name, f"{table.title}, seat {seat}") for table in tables for seat, name in enumerate(table.names, 1)]
    return sorted([*places, *(not_playing or {}).items()], key=lambda row: row[0].casefold())


def seating_rows(sheet: SeatingSheet) -> list[str]:
    """Return the sheet as lines of text."""
    rows = [f"Seating, {sheet.day:%A} {sheet.day}", " · ".join(filter(None, (sheet.club, sheet.where)))]
    for table in sheet.tables:
        rows += ["", f"{table.title.upper()}  {table.game}"]
        last = len(table.names)
        rows += [f"  {seat}  {name}{'  (deals first)' * (seat == last)}" for seat, name in enumerate(table.names, 1)]
    return [*rows, "", _CLOCKWISE]
