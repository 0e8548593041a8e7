"""``referee standings --attendance``: who came to the sessions of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import counted
from referee.cli.shared.club import opened, say_table
from referee.cli.shared.common_options import Common
from referee.cli.shared.printing import answer, say

if TYPE_CHECKING:
    from referee.club.standings.attendance import SeasonAttendance


def say_attendance(season: str | None, common: Common) -> None:
    """Print who came to the sessions of a season, how often, and how many times in a row."""
    from referee.club.standings.attendance import attendance

    with opened(common) as desk:
        found = attendance(desk, season)
    answer(found, common.json, _say)


def _say(found: SeasonAttendance) -> None:
    say(f"Season {found.season.name}: {counted(len(found.held), 'session')} held")
    say_table(
        ["name", "came", "of", "in a row", "longest", "last", ""],
        [
            [row.name, row.came, len(found.held), row.running, row.longest, row.last, "guest" if row.guest else ""]
            for row in found.rows
        ],
        numbers=["came", "of", "in a row", "longest"],
    )
