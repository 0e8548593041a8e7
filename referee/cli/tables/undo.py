"""``referee undo``: undo the last entry, of a table or of the club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, all_or_nothing, open_as_officer, resolve_table
from referee.cli.shared.common_options import CommonOptions, CorrectionOptions
from referee.cli.shared.impact_preview import confirm_impact
from referee.cli.shared.printing import fail, print_json, print_line, print_result
from referee.cli.tables.recording import print_decided

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView

app = typer.Typer()


@app.command(
    epilog='Example: referee undo 3 --reason "Ann had passed", or several lines: referee undo 3 5-8, '
    "or a check-in or another entry without a table: referee undo"
)
def undo(
    common: CorrectionOptions,
    typed: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]",
            help="Table whose last line is undone (default: the last entry that belongs to no table).",
            autocompletion=completion.tables,
        ),
    ] = None,
    lines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LINE]...", help="Line numbers, such as 7 or 5-8 (default: the last line that counts)."
        ),
    ] = None,
    reason: ReasonOption = "",
    mistake: Annotated[bool, typer.Option("--mistake", help="The line was mistyped and never happened.")] = False,
) -> None:
    """Undo the last entry, or with a table its last line or the lines named.

    What is undone stays in the log, marked. Without a table each call undoes one entry more: a check-in, a new member,
    an opened session. Of several lines all are undone, or none.
    """
    if typed is None:
        if mistake:
            fail("--mistake needs a table. Type: referee undo TABLE --mistake")
        _undo_last(common, reason)
        return
    from referee.club.match import matches, recording
    from referee.club.match.result_text import line_numbers

    numbers = line_numbers(lines) if lines else None

    def act(desk: Club) -> Sequence[LineView]:
        return recording.undo_all(desk, table, numbers, reason=reason, mistake=mistake)

    with open_as_officer(common) as desk, all_or_nothing(numbers or ()):
        table = resolve_table(desk, typed)
        if not confirm_impact(desk, table, act, common):
            return
        done = act(desk)
        match = matches.show(desk, table)
    print_result(done, common.json, lambda found: print_decided(found, match))


def _undo_last(common: CommonOptions, reason: str) -> None:
    """Undo the last entry that belongs to no table."""
    from referee.cli.shared.hints import (
        format_hints,  # needed where something is refused, and a command is to begin soon
    )
    from referee.club.undoing.last import last
    from referee.store.hints import Hint

    with open_as_officer(common) as desk:
        found = last(desk)
        if found.back is None:
            then = format_hints(found.otherwise) if isinstance(found.otherwise, Hint) else found.otherwise
            fail(f"The last entry cannot be undone: {found.what}. {then}".rstrip())
        said = "" if common.dry_run else found.back(reason)
    if common.json:
        print_json({"what": found.what, "undone": not common.dry_run})
    elif common.dry_run:
        print_line(f"This would undo {found.what}.")
        print_line("Nothing was changed.")
    else:
        print_line(f"Undone: {found.what}. {said}")
