"""``referee history``: list the log's entries or the corrections."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import open_from_options, print_table, resolve_table
from referee.cli.shared.common_options import ReadOptions
from referee.cli.shared.printing import fail, print_result
from referee.store.moment import in_local_time

if TYPE_CHECKING:
    from referee.club.history import ActionView
    from referee.club.match.correction_notes import CorrectionView

app = typer.Typer()


@app.command(
    epilog="Example: referee history --most 20, or the corrections at a table: referee history --corrections --table 3"
)
def history(
    common: ReadOptions,
    most: Annotated[
        int, typer.Option("--most", metavar="N", help="Show at most N entries, newest first.", min=1, max=10**6)
    ] = 40,
    corrections: Annotated[
        bool, typer.Option("--corrections", help="List only the corrections, with their reasons.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="TABLE", help="Corrections at this table only.", autocompletion=completion.tables
        ),
    ] = None,
) -> None:
    """List the entries and who made each, newest first; or list the corrections.

    The log of a table says who recorded and decided each line: referee table show.
    """
    if corrections:
        _show_corrections(common, table, most)
        return
    if table is not None:
        fail("--table is for corrections. Use it with --corrections.")
    from referee.club import history

    with open_from_options(common) as club:
        entries = history.recent_actions(club, limit=most)
    print_result(entries, common.json, _print_actions)


def _show_corrections(common: ReadOptions, table: str | None, most: int) -> None:
    from referee.club.match import correction_notes

    with open_from_options(common) as club:
        number = None if table is None else resolve_table(club, table, reading=True)
        corrections = correction_notes.corrections(club, table=number)[-most:]
    print_result(corrections, common.json, _print_corrections)


def _print_actions(entries: Sequence[ActionView]) -> None:
    rows = [
        [f"{in_local_time(entry.at):%Y-%m-%d %H:%M}", entry.what, entry.about, entry.note, entry.by]
        for entry in entries
    ]
    print_table(["when", "what", "which", "", "by"], rows)


def _print_corrections(corrections: Sequence[CorrectionView]) -> None:
    from referee.club.folder import day_of

    rows = [
        [
            correction.number,
            correction.table,
            correction.what,
            ", ".join(filter(None, [correction.reason, correction.mark])),
            _day_and_officer(day_of(correction.at), correction.by),
        ]
        for correction in corrections
    ]
    print_table(["correction", "table", "what", "reason", "corrected"], rows, numbers=["correction"])


def _day_and_officer(day: date, by: str) -> str:
    # In one column, which a narrow screen wraps: with one for each the reason would be left a word a line.
    return f"{day} by {by}" if by else f"{day}"
