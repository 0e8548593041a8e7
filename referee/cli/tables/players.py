"""``referee table leave``, ``join``, ``swap``, ``void`` and ``reopen``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import Reason, called, opened_by, sure
from referee.cli.shared.common_options import Correcting, Previewed
from referee.cli.shared.completion import Member, Table
from referee.cli.shared.hints import typed as typed_hint
from referee.cli.shared.impact_preview import done_with_impact
from referee.cli.shared.printing import answer, complain, say
from referee.cli.shared.quoting import quoted
from referee.rules import write_places

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.table_changes import Changed

app = typer.Typer()
Done = TypeVar("Done")
Begun = Annotated[
    bool | None,
    typer.Option(
        "--begun/--not-begun",
        help="Hands were played that are not recorded (default: yes where only the result is recorded).",
        show_default=False,
    ),
]


@app.command(epilog='Example: referee table leave 3 Ben --reason "had to catch the train"')
def leave(typed: Table, name: Member, common: Previewed, reason: Reason = "", begun: Begun = None) -> None:
    """Record that a player leaves. After the first hand a new match begins with the others."""
    from referee.club.match import seat_transfers

    with opened_by(common) as desk:
        table = called(desk, typed)

        def act(one: Club) -> Changed:
            return seat_transfers.leave(one, table, name, reason=reason, begun=begun)

        done = done_with_impact(desk, act, common, past=False)
    if done is not None:
        answer(done, common.json, _say_changed)


@app.command(
    epilog='Example: referee table join 4 Cal --reason "came late", or in the seat of somebody: '
    'referee table join 3 Eve --stand-in-for Ben --reason "Ben is called away"'
)
def join(
    typed: Table,
    name: Member,
    common: Correcting,
    reason: Reason = "",
    seat: Annotated[int | None, typer.Option("--seat", metavar="SEAT", help="Seat (default: the last).")] = None,
    stand_in_for: Annotated[
        str | None,
        typer.Option(
            "--stand-in-for", metavar="NAME", help="Player whose seat is taken over.", autocompletion=completion.members
        ),
    ] = None,
    begun: Begun = None,
) -> None:
    """Record that a player joins, or stands in for another. After the first hand a new match begins."""
    from referee.club.match import seat_transfers

    if seat is not None and stand_in_for is not None:
        complain("--seat and --stand-in-for do not go together. Give one of them.")
    with opened_by(common) as desk:
        table = called(desk, typed)
        join_at = partial(seat_transfers.join, reason=reason, seat=seat, stand_in_for=stand_in_for, begun=begun)

        def act(one: Club) -> Changed:
            return unless_elsewhere(lambda twice: join_at(one, table, name, twice=twice), common.yes or common.dry_run)

        done = done_with_impact(desk, act, common, past=False)
    if done is not None:
        answer(done, common.json, _say_changed)


@app.command(epilog='Example: referee table swap 3 Ann Cal --reason "Cal cannot see the board from there"')
def swap(typed: Table, one: Member, other: Member, common: Previewed, reason: Reason = "") -> None:
    """Record that two players swap seats. After the first hand a new match begins."""
    from referee.club.match import seat_transfers

    with opened_by(common) as desk:
        table = called(desk, typed)

        def act(club: Club) -> Changed:
            return seat_transfers.swap(club, table, one, other, reason=reason)

        done = done_with_impact(desk, act, common, past=False)
    if done is not None:
        answer(done, common.json, _say_changed)


@app.command(epilog='Example: referee table void 3 --reason "the wrong players were seated"')
def void(typed: Table, common: Correcting, reason: Reason = "") -> None:
    """Void a match: it does not count. Its lines stay in the log. For a past session the effect is shown first."""
    from referee.club.calendar.closed_seasons import is_past
    from referee.club.match import voiding

    with opened_by(common) as desk:
        table = called(desk, typed)
        past = is_past(desk, table)
        done = done_with_impact(desk, lambda one: voiding.void(one, table, reason=reason), common, past=past)
    if done is not None:
        answer(done, common.json, _say_changed)


@app.command(epilog='Example: referee table reopen 3 --reason "there was one more hand"')
def reopen(typed: Table, common: Previewed, reason: Reason = "") -> None:
    """Reopen a finished match. It counts once it is finished again."""
    from referee.club.match import voiding

    with opened_by(common) as desk:
        table = called(desk, typed)
        done = done_with_impact(desk, lambda one: voiding.reopen(one, table, reason=reason), common, past=False)
    if done is not None:
        answer(done, common.json, _say_reopened)


def _say_reopened(done: Changed) -> None:
    from referee.club.match.log import RESULTS

    _say_changed(done)
    number = done.match.number
    for each in done.match.log:
        if each.kind in RESULTS and each.counts:
            say(f"Line {each.number} still has a result. Undo it: referee undo {number}")
    say(f"At the end: referee table finish {number}")
    say(f"Undo: referee table finish {number} --anyway")


def unless_elsewhere(seat: Callable[[bool], Done], yes: bool) -> Done:
    """Seat players, and ask before one has seats at two tables: `seat` is told whether that may be."""
    from referee.club.match.seat_conflicts import SeatedElsewhere

    try:
        return seat(yes)
    except SeatedElsewhere as found:
        sure(f"{found} Seat them here as well?", yes)
    return seat(True)


def _say_changed(done: Changed) -> None:
    """Print what was noted, the clause by which it is scored, and where the table goes on."""
    from referee.club.match.ending import result_of
    from referee.club.match.log import EntryKind
    from referee.club.scoring_rules import clause

    match, new = done.match, done.goes_on
    say(f"{done.line.number:4}  {done.line.text}", hang=6)
    if done.clause:
        say(f"      scoring {done.clause}  {clause(done.clause).text}", hang=6)
    if match.void:
        say(f"Table {match.number} is void.")
    elif match.finished_at:
        places = write_places(match.places)
        what = f"Match {match.number}" if new else f"Table {match.number}"
        say(f"{what} is finished{f': {places}' if places else '; it does not count.'}")
    else:
        say(f"Table {match.number}: {match.book.title}, {', '.join(match.there)}.")
        if match.left:
            say(f"Next: {typed_hint(result_of(match))}")
    if new:
        say(f"Table {new.number} goes on: {new.book.title}, {', '.join(new.names)}.")
        say(f"Next: referee log {new.number} {quoted(f'deal by {new.names[-1]}')}")
    if done.line.kind is not EntryKind.REOPENED:
        say(f'Undo: referee undo {match.number} {done.line.number} --reason "..."')
