"""``referee correct``: correct a line, a seat or a result once the impact was seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_table
from referee.cli.shared.common import Common, Correcting, Looking
from referee.cli.shared.completing import Table
from referee.cli.shared.impact import done_with_impact
from referee.cli.shared.printing import answer, complain, say, say_json, say_ruling
from referee.rules import write_places

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.correction_notes import CorrectionView
    from referee.club.match.view import LineView, MatchView

app = typer.Typer(
    help="What was written down wrong is put right, with a reason; what that changes is shown first.",
    no_args_is_help=True,
    epilog="Example: referee correct list",
)
Done = TypeVar("Done")


@app.command(
    epilog='Example: referee correct line 3 7 "Ben plays 4S" --reason "his slip says spades" --by Fay --dry-run'
)
def line(
    table: Table,
    number: Annotated[int, typer.Argument(metavar="LINE", help="The line's number.")],
    common: Correcting,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="What happened instead.")] = None,
    reason: Reason = "",
    take_back: Annotated[bool, typer.Option("--take-back", help="It was done and undone at the table.")] = False,
    mistake: Annotated[bool, typer.Option("--mistake", help="It was mistyped, and never happened.")] = False,
    stands: Annotated[bool, typer.Option("--stands", help="It stands after all.")] = False,
) -> None:
    """Put another line in the place of one, or take it back, or let it stand."""
    from referee.club.corrections import corrections

    if (text is not None) + take_back + mistake + stands != 1:
        complain("what is right? Expected one of: the line as it was, --take-back, --mistake, --stands")

    def act(desk: Club) -> tuple[LineView, MatchView]:
        if text is not None:
            return corrections.line(desk, table, number, text, reason=reason)
        return corrections.decide_line(desk, table, number, stands=stands, mistake=mistake, reason=reason)

    done = _put_right(common, table, act)
    if done is None:
        return
    written, match = done
    answer(written, common.json, partial(_say_line, match))


def _say_line(match: MatchView, written: LineView) -> None:
    say(f"table {match.number}, line {written.number}, {written.text}: {written.decision or 'written down'}")
    if written.ruling:
        say_ruling(written.ruling, margin="      ")
    _say_places(match)


@app.command(epilog='Example: referee correct seat 3 2 Dee --reason "Ben stayed at home" --by Fay --dry-run')
def seat(
    table: Table,
    at: Annotated[str, typer.Argument(metavar="SEAT", help="The seat's number, or who is written down there.")],
    name: Annotated[str, typer.Argument(help="Who sat there.", autocompletion=completing.members)],
    common: Correcting,
    reason: Reason = "",
) -> None:
    """Say who really sat in a seat: what the match gave is theirs. Two of the same table change places."""
    from referee.club.calendar import checkin
    from referee.club.corrections import corrections
    from referee.club.match import matches

    def act(desk: Club) -> tuple[MatchView, date, list[str]]:
        before = matches.show(desk, table).members
        after = corrections.seat(desk, table, at, name, reason=reason)
        return after, *checkin.noted_without_a_seat(desk, table, {*before} - {*after.members})

    done = _put_right(common, table, act)
    if done is None:
        return
    match, held_on, still_here = done
    if common.json:
        say_json({"match": match, "still_here": still_here})
        return
    say(f"table {table}: {', '.join(match.names)}")
    _say_places(match)
    for each in still_here:
        say(f"{each} is still noted as here on {held_on}. If they were not:")
        say(f"referee session checkin {quote(each)} --undo --session {held_on}")


@app.command(epilog='Example: referee correct result 4 Ben "Ann, Cal" Dee --reason "Ann misread" --by Fay --dry-run')
def result(
    table: Table,
    result: Annotated[list[str], typer.Argument(help="Best first, ties joined by commas; or NAME=CHIPS for everyone.")],
    common: Correcting,
    reason: Reason = "",
) -> None:
    """Write down another result, which counts in the place of what was there."""
    from referee.club.corrections import corrections

    def act(desk: Club) -> MatchView:
        return corrections.result(desk, table, result, reason=reason)

    done = _put_right(common, table, act)
    if done is not None:
        answer(done, common.json, _say_places)


@app.command("list", epilog="Example: referee correct list --table 3")
def list_(
    common: Looking,
    table: Annotated[
        int | None, typer.Option("--table", metavar="TABLE", help="Only one table's.", autocompletion=completing.tables)
    ] = None,
) -> None:
    """List what was put right, where, when and why."""
    from referee.club.match import correction_notes

    with opened(common) as desk:
        found = correction_notes.corrections(desk, table=table)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[CorrectionView]) -> None:
    from referee.club.folder import day_of

    rows = [
        [c.number, c.table, c.played_on, c.what, ", ".join(filter(None, [c.reason, c.mark])), _when(day_of(c.at), c.by)]
        for c in found
    ]
    columns = ["correction", "table", "session", "what", "reason", "put right"]
    say_table(columns, rows, numbers=["correction", "table"])


def _put_right(common: Common, table: int, act: Callable[[Club], Done]) -> Done | None:
    """Put something right at a table, when its impact has been seen where the evening is over."""
    from referee.club.calendar.correcting import is_past

    with opened_by(common) as desk:
        return done_with_impact(desk, act, common, past=is_past(desk, table), table=table)


def _say_places(match: MatchView) -> None:
    if match.finished_at:
        say(f"table {match.number} is finished: {write_places(match.places)}")
    else:
        say(f"table {match.number} is not finished any more.")


def _when(day: date, by: str) -> str:
    # In one column, which a narrow screen wraps: with one for each the reason would be left a word a line.
    return f"{day} by {by}" if by else f"{day}"
