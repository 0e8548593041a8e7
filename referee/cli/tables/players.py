"""``referee table leave``, ``join``, ``swap``, ``void`` and ``reopen``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened_by, sure
from referee.cli.shared.common import Acting, Deciding
from referee.cli.shared.completing import Member, Table
from referee.cli.shared.printing import answer, complain, say
from referee.rules import write_places

if TYPE_CHECKING:
    from referee.club.match.table_changes import Changed

app = typer.Typer()
Done = TypeVar("Done")
Begun = Annotated[
    bool | None,
    typer.Option(
        "--begun/--not-begun",
        help="Whether hands were played that nobody wrote down; else only where just the result is written down.",
        show_default=False,
    ),
]


@app.command(epilog='Example: referee table leave 3 Ben --reason "had to catch the train"')
def leave(table: Table, name: Member, common: Acting, reason: Reason = "", begun: Begun = None) -> None:
    """Note that somebody leaves a table. After the first hand it goes on as another with those who stay."""
    from referee.club.match import coming_and_going

    with opened_by(common) as desk:
        done = coming_and_going.leave(desk, table, name, reason=reason, begun=begun)
    answer(done, common.json, _say_changed)


@app.command(
    epilog='Example: referee table join 4 Cal --reason "came late", or in the seat of somebody: '
    'referee table join 3 Eve --stand-in-for Ben --reason "Ben is called away"'
)
def join(
    table: Table,
    name: Member,
    common: Deciding,
    reason: Reason = "",
    seat: Annotated[int | None, typer.Option("--seat", metavar="SEAT", help="Counted from 1; else the last.")] = None,
    stand_in_for: Annotated[
        str | None,
        typer.Option(
            "--stand-in-for", metavar="NAME", help="Whose seat is taken over.", autocompletion=completing.members
        ),
    ] = None,
    begun: Begun = None,
) -> None:
    """Note that a member joins a table, or stands in for somebody. After the first hand it goes on as another."""
    from referee.club.match import coming_and_going

    if seat is not None and stand_in_for is not None:
        complain("--seat and --stand-in-for do not go together: a stand-in takes the seat that there is")
    with opened_by(common) as desk:
        done = partial(
            coming_and_going.join, desk, table, name, reason=reason, seat=seat, stand_in_for=stand_in_for, begun=begun
        )
        changed = unless_elsewhere(lambda twice: done(twice=twice), common.yes)
    answer(changed, common.json, _say_changed)


@app.command(epilog='Example: referee table swap 3 Ann Cal --reason "Cal cannot see the board from there"')
def swap(table: Table, one: Member, other: Member, common: Acting, reason: Reason = "") -> None:
    """Note that two players swap seats. After the first hand the table goes on as another."""
    from referee.club.match import coming_and_going

    with opened_by(common) as desk:
        done = coming_and_going.swap(desk, table, one, other, reason=reason)
    answer(done, common.json, _say_changed)


@app.command(epilog='Example: referee table void 3 --reason "the wrong players were seated"')
def void(table: Table, common: Acting, reason: Reason = "") -> None:
    """Let a match count for nobody, finished or not; it stays to be seen with all its lines."""
    from referee.club.match import voiding

    with opened_by(common) as desk:
        done = voiding.void(desk, table, reason=reason)
    answer(done, common.json, _say_changed)


@app.command(epilog='Example: referee table reopen 3 --reason "there was one more hand"')
def reopen(table: Table, common: Acting, reason: Reason = "") -> None:
    """Open a finished match again: it goes on, and counts once it is finished anew."""
    from referee.club.match import voiding

    with opened_by(common) as desk:
        done = voiding.reopen(desk, table, reason=reason)
    answer(done, common.json, _say_reopened)


def _say_reopened(done: Changed) -> None:
    from referee.club.match.log import RESULTS

    _say_changed(done)
    number = done.match.number
    for each in done.match.log:
        if each.kind in RESULTS and each.counts:
            say(f"Line {each.number} still says how it ends. To take that back: referee table undo {number}")
    say(f"When it is over: referee table finish {number}")


def unless_elsewhere(seat: Callable[[bool], Done], yes: bool) -> Done:
    """Seat people, and ask before somebody has a seat at two tables: `seat` is told whether that may be."""
    from referee.club.match.seat_conflicts import SeatedElsewhere

    try:
        return seat(yes)
    except SeatedElsewhere as found:
        sure(f"{found} Seat them here as well?", yes)
    return seat(True)


def _say_changed(done: Changed) -> None:
    """Print what was noted, the clause by which it is scored, and where the table goes on."""
    from referee.club.scoring_rules import clause

    match, new = done.match, done.goes_on
    say(f"{done.line.number:4}  {done.line.text}", hang=6)
    if done.clause:
        say(f"      scoring {done.clause}  {clause(done.clause).text}", hang=6)
    if match.void:
        say(f"Table {match.number} is void.")
    elif match.finished_at:
        places = write_places(match.places)
        say(f"Table {match.number} is finished{f': {places}' if places else ', and counts for nobody.'}")
    else:
        say(f"Table {match.number}: {match.book.title}, {', '.join(match.names)}.")
    if new:
        say(f"Table {new.number} goes on from it: {new.book.title}, {', '.join(new.names)}.")
        say(f'Next: referee table log {new.number} "deal by {new.names[-1]}"')
