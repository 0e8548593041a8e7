"""``referee log``: record lines at a table, and print their rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared.club import open_as_officer, resolve_table
from referee.cli.shared.common_options import CorrectionOptions
from referee.cli.shared.completion import TableArgument
from referee.cli.shared.impact_preview import confirm_impact
from referee.cli.shared.printing import fail
from referee.cli.tables.recording import log_file, log_lines, replace_line

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView

app = typer.Typer()
KeyOption = Annotated[
    str | None, typer.Option("--key", help="Key of your own. A line sent twice with the same key is recorded once.")
]


@app.command(
    epilog='Example: referee log 3 "Ann plays 3D" "Ben passes", or line by line at a prompt: referee log 3, '
    "or from a paper sheet: referee log 4 --file sheet.txt"
)
def log(
    table_text: TableArgument,
    common: CorrectionOptions,
    lines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LINE]...",
            help="Lines of play, one per argument; - reads standard input (default: a prompt).",
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", "-f", metavar="FILE", help="File with a record from a paper sheet; - reads standard input."
        ),
    ] = None,
    instead_of: Annotated[
        int | None, typer.Option("--instead-of", metavar="LINE", help="Number of the mistyped line to replace.")
    ] = None,
    key: KeyOption = None,
) -> None:
    """Record play at a table and get rulings. Exits 0 legal, 10 illegal, 11 open.

    An illegal line is kept as what happened. It does not change the table until an officer lets it stand. Several
    lines are recorded together, or none of them if one cannot be read. The same holds for a file. Its game and seats
    must match the table; both may be left out.
    """
    if file is not None and (lines or instead_of or key):
        fail("--file goes alone. Leave out the lines, --instead-of and --key.")
    if (key or instead_of) and (not lines or len(lines) > 1 or lines == ["-"]):
        fail("--key and --instead-of need exactly one line. Type one line.")
    if not lines and file is None and common.json:
        fail("--json needs lines. Type them, or - for standard input.")
    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        if file is not None:
            raise typer.Exit(log_file(club, table, file, common))
        if lines and (instead_of or common.dry_run):
            from referee.club.match import recording

            def act(club: Club) -> list[LineView]:
                return [recording.log_line(club, table, text, instead_of=instead_of) for text in lines]

            if not confirm_impact(club, table, act, common):
                return
        if instead_of is not None and lines:
            code = replace_line(club, table, lines[0], instead_of, key=key, json=common.json)
        elif lines:
            code = log_lines(club, table, lines, key=key, json=common.json)
        else:
            from referee.cli.tables.line_prompt import prompt

            code = prompt(club, table)
    raise typer.Exit(code)
