"""``referee table leave``, ``join``, ``swap``, ``void`` and ``reopen``: change a match and its players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, confirm, open_as_officer, resolve_table
from referee.cli.shared.common_options import CorrectionOptions, PreviewOptions
from referee.cli.shared.completion import MemberArgument, TableArgument
from referee.cli.shared.hints import format_command as typed_hint
from referee.cli.shared.impact_preview import apply_with_impact
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.shared.quoting import quote
from referee.rules import write_places

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.table_changes import TableChange

app = typer.Typer()
Result = TypeVar("Result")
BegunOption = Annotated[
    bool | None,
    typer.Option(
        "--begun/--not-begun",
        help="Hands were played but not recorded (default: yes at a result-only table).",
        show_default=False,
    ),
]


@app.command(epilog='Example: referee table leave 3 Ben --reason "had to catch the train"')
def leave(
    table_text: TableArgument,
    name: MemberArgument,
    common: PreviewOptions,
    reason: ReasonOption = "",
    has_begun: BegunOption = None,
) -> None:
    """Record that a player leaves. After the first hand, a new match begins with the others."""
    from referee.club.match import seat_transfers

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)

        def act(club: Club) -> TableChange:
            return seat_transfers.leave(club, table, name, reason=reason, has_begun=has_begun)

        change = apply_with_impact(club, act, common, is_past_session=False)
    if change is not None:
        print_result(change, common.json, _print_changed)


@app.command(
    epilog='Example: referee table join 4 Cal --reason "came late", or as a stand-in: '
    'referee table join 3 Eve --stand-in-for Ben --reason "Ben is called away"'
)
def join(
    table_text: TableArgument,
    name: MemberArgument,
    common: CorrectionOptions,
    reason: ReasonOption = "",
    seat: Annotated[int | None, typer.Option("--seat", metavar="SEAT", help="Seat (default: the last).")] = None,
    stand_in_for: Annotated[
        str | None,
        typer.Option(
            "--stand-in-for", metavar="NAME", help="Player whose seat is taken over.", autocompletion=completion.members
        ),
    ] = None,
    has_begun: BegunOption = None,
) -> None:
    """Record that a player joins, or stands in for another. After the first hand, a new match begins."""
    from referee.club.match import seat_transfers

    if seat is not None and stand_in_for is not None:
        fail("--seat and --stand-in-for cannot be combined. Use one of them.")
    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        join_at = partial(seat_transfers.join, reason=reason, seat=seat, stand_in_for=stand_in_for, has_begun=has_begun)

        def act(club: Club) -> TableChange:
            return confirm_second_seat(
                lambda twice: join_at(club, table, name, may_sit_twice=twice), common.yes or common.dry_run
            )

        change = apply_with_impact(club, act, common, is_past_session=False)
    if change is not None:
        print_result(change, common.json, _print_changed)


@app.command(epilog='Example: referee table swap 3 Ann Cal --reason "Cal cannot see the board from there"')
def swap(
    table_text: TableArgument,
    one: MemberArgument,
    other: MemberArgument,
    common: PreviewOptions,
    reason: ReasonOption = "",
) -> None:
    """Record that two players swap seats. After the first hand, a new match begins."""
    from referee.club.match import seat_transfers

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)

        def act(club: Club) -> TableChange:
            return seat_transfers.swap(club, table, one, other, reason=reason)

        change = apply_with_impact(club, act, common, is_past_session=False)
    if change is not None:
        print_result(change, common.json, _print_changed)


@app.command(epilog='Example: referee table void 3 --reason "the wrong players were seated"')
def void(table_text: TableArgument, common: CorrectionOptions, reason: ReasonOption = "") -> None:
    """Void a match: it does not count. Its lines stay in the log. For a past session, you see the effect first."""
    from referee.club.calendar.closed_seasons import is_past
    from referee.club.match import voiding

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        past = is_past(club, table)
        change = apply_with_impact(
            club, lambda club: voiding.void_match(club, table, reason=reason), common, is_past_session=past
        )
    if change is not None:
        print_result(change, common.json, _print_changed)


@app.command(epilog='Example: referee table reopen 3 --reason "there was one more hand"')
def reopen(table_text: TableArgument, common: PreviewOptions, reason: ReasonOption = "") -> None:
    """Reopen a finished match. It counts once it is finished again."""
    from referee.club.match import voiding

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        change = apply_with_impact(
            club, lambda club: voiding.reopen_match(club, table, reason=reason), common, is_past_session=False
        )
    if change is not None:
        print_result(change, common.json, _print_reopened)


def _print_reopened(change: TableChange) -> None:
    from referee.club.match.log import RESULTS

    _print_changed(change)
    number = change.match.number
    for line in change.match.log:
        if line.kind in RESULTS and line.counts:
            print_line(f"Line {line.number} still has a result. Undo it: referee undo {number}")
    print_line(f"At the end: referee table finish {number}")
    print_line(f"Undo: referee table finish {number} --anyway")


def confirm_second_seat(seat: Callable[[bool], Result], yes: bool) -> Result:
    """Return the result of `seat(False)`, or of `seat(True)` if the user confirms a second seat.

    With `yes`, a second seat is allowed without a question.
    """
    from referee.club.match.seat_conflicts import SeatedElsewhere

    try:
        return seat(yes)
    except SeatedElsewhere as conflict:
        confirm(f"{conflict} Seat them here as well?", yes)
    return seat(True)


def _print_changed(change: TableChange) -> None:
    """Print a change of players, the scoring clause that applies, and the match that continues."""
    from referee.club.match.ending import result_of
    from referee.club.match.log import EntryKind
    from referee.club.scoring_rules import clause

    match, new = change.match, change.goes_on
    print_line(f"{change.line.number:4}  {change.line.text}", hang=6)
    if change.clause:
        print_line(f"      scoring {change.clause}  {clause(change.clause).text}", hang=6)
    if match.void:
        print_line(f"Table {match.number} is void.")
    elif match.finished_at:
        places = write_places(match.places)
        label = f"Match {match.number}" if new else f"Table {match.number}"
        print_line(f"{label} is finished{f': {places}' if places else '; it does not count.'}")
    else:
        print_line(f"Table {match.number}: {match.book.title}, {', '.join(match.remaining_names)}.")
        if match.left:
            print_line(f"Next: {typed_hint(result_of(match))}")
    if new:
        print_line(f"Table {new.number} continues: {new.book.title}, {', '.join(new.names)}.")
        print_line(f"Next: referee log {new.number} {quote(f'deal by {new.names[-1]}')}")
    if change.line.kind is not EntryKind.REOPENED:
        print_line(f'Undo: referee undo {match.number} {change.line.number} --reason "..."')
