"""Rounds, tables and entries to test with, as short as they can be written."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from referee.competition.entrants import Sizes
from referee.tournaments.state.settings import Format, Score, TournamentSettings
from referee.tournaments.state.view import EntryView, RoundView, TableView

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


def settled(
    format: Format = Format.SWISS, score: Score = Score.MATCH, least: int = 3, most: int = 4, **further: object
):
    return TournamentSettings(format, "big-two", Sizes(least, most), score=score, **further)  # type: ignore[arg-type]


def entered(count: int, teams: str = "", **status: str) -> dict[int, EntryView]:
    """Enter Ann as 1, Ben as 2 and so on, in the teams of the letters of `teams`; Cal as withdrawn with `Cal=...`."""
    return {
        number: EntryView(
            number,
            number,
            NAMES[number - 1] if number <= len(NAMES) else f"Player {number}",
            team=teams[number - 1 : number],
            status=status.get(NAMES[(number - 1) % len(NAMES)], "in"),
        )
        for number in range(1, count + 1)
    }


def table(
    order: str,
    *,
    number: int = 1,
    through: Sequence[int] = (),
    label: str = "",
    won: Mapping[int, int] | None = None,
    score: Mapping[int, Fraction] | None = None,
    status: str = "finished",
) -> TableView:
    """Return a table with its places as they are written: ``1 > 2 = 3``."""
    places = tuple(tuple(map(int, group.split("="))) for group in order.split(">"))
    return TableView(
        number,
        tuple(player for group in places for player in group),
        status=status,
        places=places if status == "finished" else None,
        score=score,
        won=won,
        through=tuple(through),
        label=label,
    )


def played(*tables: TableView | str, byes: Sequence[int] = (), name: str = "", absent: Sequence[int] = ()) -> RoundView:
    """Return a round of tables, or of places as they are written."""
    return RoundView(
        number=1,
        name=name or "Round",
        held_on=date(2026, 11, 2),
        method="by hand",
        seed=1,
        tables=tuple(
            table_or_text if isinstance(table_or_text, TableView) else table(table_or_text) for table_or_text in tables
        ),
        byes=tuple(byes),
        absent=tuple(absent),
    )
