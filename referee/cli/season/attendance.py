"""``referee standings --attendance``: print the attendance at a season's sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import quantity
from referee.cli.shared.club import open_from_options, print_table
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import print_line, print_result

if TYPE_CHECKING:
    from referee.club.standings.attendance import SeasonAttendance


def print_attendance(season: str | None, common: CommonOptions) -> None:
    """Print each member's number of sessions in a season, and the longest and current runs."""
    from referee.club.standings.attendance import attendance

    with open_from_options(common) as club:
        result = attendance(club, season)
    print_result(result, common.json, _print_table)


def _print_table(attendance: SeasonAttendance) -> None:
    print_line(f"Season {attendance.season.name}: {quantity(len(attendance.held), 'session')} held")
    print_table(
        ["name", "attended", "of", "in a row", "longest run", "last", ""],
        [
            [row.name, row.came, len(attendance.held), row.running, row.longest, row.last, "guest" if row.guest else ""]
            for row in attendance.rows
        ],
        numbers=["attended", "of", "in a row", "longest run"],
    )
