"""``referee undo`` and ``redo``: undo or redo the last entry of a table or of the club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, confirm, note_nothing_recorded, open_as_officer, resolve_table
from referee.cli.shared.common_options import CorrectionOptions
from referee.cli.shared.impact_preview import confirm_impact
from referee.cli.shared.printing import fail, print_json, print_line, print_result
from referee.cli.tables.recording import print_decided

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView
    from referee.club.undoing.undoable import Undoable

app = typer.Typer()


@app.command(
    epilog='Example: referee undo 3 --reason "Ann had passed", or several lines: referee undo 3 5-8, '
    "or a check-in or another entry without a table: referee undo"
)
def undo(
    common: CorrectionOptions,
    table_text: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]",
            help="Table whose last line to undo (default: undo the last entry outside the tables).",
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
    mistake: Annotated[
        bool, typer.Option("--mistake", help="Mark the line as mistyped: the play never happened.")
    ] = False,
) -> None:
    """Undo the last entry; with a table, its last line or the lines you name.

    An undone entry stays in the log, marked. Without a table, each call undoes one more entry: a check-in, a new
    member, a started table, a season. Several lines are undone together, or none of them. referee redo brings back
    the last undone entry.
    """
    if table_text is None:
        if mistake:
            fail("--mistake needs a table. Type: referee undo TABLE --mistake")
        _undo_last(common, reason)
        return
    from referee.club.match import matches, recording
    from referee.club.match.result_text import parse_line_numbers

    numbers = parse_line_numbers(lines) if lines else None

    def act(club: Club) -> Sequence[LineView]:
        return recording.undo_lines(club, table, numbers, reason=reason, mistake=mistake)

    with open_as_officer(common) as club, note_nothing_recorded(numbers or ()):
        table = resolve_table(club, table_text)
        if not confirm_impact(club, table, act, common):
            return
        lines_undone = act(club)
        match = matches.show(club, table)
    print_result(lines_undone, common.json, lambda entry: print_decided(entry, match))


@app.command("redo", epilog="Example: referee redo")
def redo(common: CorrectionOptions, reason: ReasonOption = "") -> None:
    """Redo the last undone entry.

    It can be redone as long as nothing else was entered since. Each call redoes one entry more.
    """
    from referee.club.undoing.last import last_redoable

    with open_as_officer(common) as club:
        entry = last_redoable(club)
        message = _reverse(entry, "redone", common, reason)
    _print_reversed(entry, "redo", "redone", message, common)


def _undo_last(common: CorrectionOptions, reason: str) -> None:
    """Undo the last entry other than a line of a table."""
    from referee.cli.shared.hints import format_hints
    from referee.club.undoing.last import last_undoable
    from referee.store.hints import Do
    from referee.tournaments.undoing import last_undoable_step

    with open_as_officer(common) as club:
        entry = last_undoable(club, last_undoable_step, at_tables=False)
        _reverse(entry, "undone", common, reason)
    _print_reversed(entry, "undo", "undone", format_hints(Do.REDO("Redo it")), common)


def _reverse(entry: Undoable, participle: str, common: CorrectionOptions, reason: str) -> str:
    """Undo or redo an entry and return its message. Return "" for a dry run, and exit with advice if impossible."""
    if entry.reverse is None:
        from referee.cli.shared.hints import format_hints
        from referee.store.hints import Hint

        advice = format_hints(entry.otherwise) if isinstance(entry.otherwise, Hint) else entry.otherwise
        fail(f"The last entry cannot be {participle}: {entry.what}. {advice}".rstrip())
    if common.dry_run:
        return ""
    if entry.is_older:
        confirm(f"This entry is from an earlier session: {entry.what}. Undo it?", common.yes)
    return entry.reverse(reason)


def _print_reversed(entry: Undoable, verb: str, participle: str, message: str, common: CorrectionOptions) -> None:
    if common.json:
        print_json({"what": entry.what, participle: not common.dry_run})
    elif common.dry_run:
        print_line(f"This would {verb} {entry.what}.")
        print_line("Nothing was changed.")
    else:
        print_line(f"{participle.capitalize()}: {entry.what}. {message}".rstrip())
