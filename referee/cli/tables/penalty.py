"""``referee penalty``: give, cancel and list penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_table
from referee.cli.shared.common import Correcting, Looking
from referee.cli.shared.completing import OnSession, SeasonName
from referee.cli.shared.impact import done_with_impact
from referee.cli.shared.printing import answer, complain, say

if TYPE_CHECKING:
    from referee.club.disputes.penalties import PenaltyView
    from referee.club.folder import Club

app = typer.Typer(
    help="Penalties: given with a reason, cancelled with a reason.",
    no_args_is_help=True,
    epilog="Example: referee penalty list",
)
Number = Annotated[int, typer.Argument(metavar="PENALTY", help="The penalty's number.")]


@app.command(
    epilog='Example: referee penalty give Ben --points 2 --reason "told Ann what Cal held" --session 2026-11-16 '
    '--by Fay, or: referee penalty give Ben --warning --reason "late again" --session 2026-11-16 --by Fay'
)
def give(
    name: Annotated[str, typer.Argument(help="Who has earned it.", autocompletion=completing.members)],
    reason: Reason,
    common: Correcting,
    points: Annotated[
        int | None, typer.Option("--points", help="Each takes a tenth from the score of that session (scoring 5.2).")
    ] = None,
    warning: Annotated[bool, typer.Option("--warning", help="Only a warning, which costs nothing.")] = False,
    table: Annotated[
        int | None,
        typer.Option("--table", metavar="TABLE", help="Where it happened.", autocompletion=completing.tables),
    ] = None,
    session: OnSession = None,
    dispute: Annotated[
        int | None,
        typer.Option("--dispute", metavar="DISPUTE", help="What it came of.", autocompletion=completing.disputes),
    ] = None,
) -> None:
    """Give somebody a penalty for a session. For a past one, what it changes is shown first."""
    from referee.club.disputes import penalties

    if warning == (points is not None):
        complain("what is given? Expected either --warning or --points N, such as --points 1")
    if points == 0:
        complain("no points are a warning: expected --warning, or --points from 1 on")

    def act(desk: Club) -> PenaltyView:
        return penalties.give(
            desk, name, points=points or 0, reason=reason, table=table, session=session, dispute=dispute
        )

    with opened_by(common) as desk:
        done = done_with_impact(desk, act, common)
    if done is not None:
        answer(done, common.json, _say)


@app.command(epilog='Example: referee penalty cancel 1 --reason "it was Cal who spoke" --by Gus')
def cancel(number: Number, reason: Reason, common: Correcting) -> None:
    """Cancel a penalty: it costs nothing any more, and stays in the list."""
    from referee.club.disputes import penalties

    with opened_by(common) as desk:
        done = done_with_impact(desk, lambda one: penalties.cancel(one, number, reason=reason), common)
    if done is not None:
        answer(done, common.json, _say)


@app.command("list", epilog="Example: referee penalty list --member Ben")
def list_(
    common: Looking,
    season: SeasonName = None,
    member: Annotated[
        str | None, typer.Option("--member", help="Only one member's.", autocompletion=completing.members)
    ] = None,
) -> None:
    """List the penalties of a season, with those that were cancelled."""
    from referee.club.disputes import penalties

    with opened(common) as desk:
        found = penalties.penalties(desk, season, member=member)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[PenaltyView]) -> None:
    rows = [
        [p.number, p.name, p.played_on, p.points or "warning", _about(p), p.reason, p.by, _cancelled(p)] for p in found
    ]
    say_table(
        ["penalty", "name", "session", "points", "about", "reason", "by", ""], rows, numbers=["penalty", "points"]
    )


def _say(given: PenaltyView) -> None:
    from referee.club.scoring_rules import clause

    what = given.what if given.counts else f"{given.what} cancelled"
    why = given.reason if given.counts else given.cancelled_because
    say(f"penalty {given.number}: {what} for {given.name}, session of {given.played_on}: {why}")
    id = "5.3" if not given.counts else "5.2" if given.points else "5.1"
    say(f"  scoring {id}  {clause(id).text}")


def _about(given: PenaltyView) -> str:
    parts = [f"table {given.match}" if given.match else "", f"dispute {given.dispute}" if given.dispute else ""]
    return ", ".join(filter(None, parts))


def _cancelled(given: PenaltyView) -> str:
    if given.counts:
        return ""
    who = f" by {given.cancelled_by}" if given.cancelled_by else ""
    return f"cancelled{who}: {given.cancelled_because}"
