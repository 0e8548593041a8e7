"""``referee history``: who did what, and what was corrected."""

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
    from referee.club.history import DeedView
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
        bool, typer.Option("--corrections", help="List instead what was corrected, and why.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="TABLE", help="Corrections at this table only.", autocompletion=completion.tables
        ),
    ] = None,
) -> None:
    """List who opened, closed, planned, changed and finished what, newest first; or what was corrected.

    The log of a table says who recorded and decided each line: referee table show.
    """
    if corrections:
        _show_corrections(common, table, most)
        return
    if table is not None:
        fail("--table is for corrections. Use it with --corrections.")
    from referee.club import history

    with open_from_options(common) as desk:
        found = history.deeds(desk, most=most)
    print_result(found, common.json, _print_deeds)


def _show_corrections(common: ReadOptions, table: str | None, most: int) -> None:
    from referee.club.match import correction_notes

    with open_from_options(common) as desk:
        one = None if table is None else resolve_table(desk, table, reading=True)
        found = correction_notes.corrections(desk, table=one)[-most:]
    print_result(found, common.json, _print_corrections)


def _print_deeds(found: Sequence[DeedView]) -> None:
    rows = [[f"{in_local_time(each.at):%Y-%m-%d %H:%M}", each.what, each.about, each.note, each.by] for each in found]
    print_table(["when", "what", "which", "", "by"], rows)


def _print_corrections(found: Sequence[CorrectionView]) -> None:
    from referee.club.folder import day_of

    rows = [
        [c.number, c.table, c.what, ", ".join(filter(None, [c.reason, c.mark])), _when(day_of(c.at), c.by)]
        for c in found
    ]
    print_table(["correction", "table", "what", "reason", "corrected"], rows, numbers=["correction"])


def _when(day: date, by: str) -> str:
    # In one column, which a narrow screen wraps: with one for each the reason would be left a word a line.
    return f"{day} by {by}" if by else f"{day}"
