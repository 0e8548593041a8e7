"""``referee penalty``: give, cancel and list penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, open_as_officer, open_from_options, print_table, resolve_table
from referee.cli.shared.common_options import CorrectionOptions, ReadOptions
from referee.cli.shared.completion import SeasonArgument, SessionOption
from referee.cli.shared.impact_preview import apply_with_impact
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.tournament import penalty as in_tournament

if TYPE_CHECKING:
    from referee.club.disputes.penalties import PenaltyView
    from referee.club.folder import Club

app = typer.Typer(
    help="Penalties: warnings, and points off a session or a tournament.",
    no_args_is_help=True,
    epilog="Example: referee penalty list",
)
PenaltyNumber = Annotated[int, typer.Argument(metavar="PENALTY", help="Number of the penalty.")]


@app.command(
    epilog='Example: referee penalty give Ben --points 2 --reason "told Ann what Cal held" --on 2026-11-16 '
    '--by Fay, or: referee penalty give Ben --warning --reason "late again" --on 2026-11-16 --by Fay, or in a '
    'tournament: referee penalty give Ann --tournament 3 --points 1/2 --reason "late for round 2"'
)
def give(
    name: Annotated[str, typer.Argument(help="Player to penalise.", autocompletion=completion.members)],
    common: CorrectionOptions,
    reason: ReasonOption = "",
    points: Annotated[
        str | None,
        typer.Option(
            "--points",
            metavar="N",
            help="Points: each takes a tenth off that session's score (scoring 5.2), or one off a tournament score.",
        ),
    ] = None,
    warning: Annotated[bool, typer.Option("--warning", help="Give a warning, which costs no points.")] = False,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="TABLE", help="Table where it happened.", autocompletion=completion.tables),
    ] = None,
    session: SessionOption = None,
    dispute: Annotated[
        int | None,
        typer.Option(
            "--dispute", metavar="DISPUTE", help="Dispute that led to it.", autocompletion=completion.disputes
        ),
    ] = None,
    tournament: Annotated[
        str | None,
        typer.Option(
            "--tournament",
            metavar="TOURNAMENT",
            help="Take the points in this tournament only.",
            autocompletion=completion.tournaments,
        ),
    ] = None,
) -> None:
    """Give a player a penalty for a session, or in one tournament."""
    from referee.club.disputes import penalties

    if tournament is not None:
        if warning or table or session or dispute or points is None:
            fail("A penalty in a tournament takes points alone. Use --tournament TOURNAMENT --points N.")
        in_tournament.give(tournament, name, points, reason, common)
        return
    if warning == (points is not None):
        fail("Use either --warning or --points N, such as --points 1.")
    if points is not None and not points.isdecimal():
        fail(f"Invalid points {points!r}. Use a whole number such as 1.")
    points_lost = int(points or 0)
    if points is not None and points_lost == 0:
        fail("A penalty of 0 points is a warning. Use --warning, or --points 1 or more.")

    def act(club: Club) -> PenaltyView:
        match = None if table is None else resolve_table(club, table)
        return penalties.give(
            club, name, points=points_lost, reason=reason, table=match, session=session, dispute=dispute
        )

    with open_as_officer(common) as club:
        penalty = apply_with_impact(club, act, common)
    if penalty is not None:
        print_result(penalty, common.json, _print_given)


@app.command(epilog='Example: referee penalty cancel 1 --reason "it was Cal who spoke" --by Gus')
def cancel(number: PenaltyNumber, common: CorrectionOptions, reason: ReasonOption = "") -> None:
    """Cancel a penalty. It no longer counts, but stays on the list."""
    from referee.club.disputes import penalties

    with open_as_officer(common) as club:
        penalty = apply_with_impact(club, lambda club: penalties.cancel(club, number, reason=reason), common)
    if penalty is not None:
        print_result(penalty, common.json, _print_penalty)


@app.command("list", epilog="Example: referee penalty list --member Ben")
def list_(
    common: ReadOptions,
    season: SeasonArgument = None,
    member: Annotated[
        str | None, typer.Option("--member", help="Only this member's penalties.", autocompletion=completion.members)
    ] = None,
) -> None:
    """List the penalties of a season, including cancelled ones."""
    from referee.club.disputes import penalties

    with open_from_options(common) as club:
        listed_penalties = penalties.penalties(club, season, member=member)
    print_result(listed_penalties, common.json, _print_penalties)


def _print_penalties(listed_penalties: Sequence[PenaltyView]) -> None:
    rows = [
        [
            penalty.number,
            penalty.name,
            penalty.played_on,
            penalty.points or "warning",
            _describe_subject(penalty),
            penalty.reason,
            penalty.by,
            _describe_cancellation(penalty),
        ]
        for penalty in listed_penalties
    ]
    print_table(
        ["penalty", "name", "session", "points", "about", "reason", "by", ""], rows, numbers=["penalty", "points"]
    )


def _print_given(penalty: PenaltyView) -> None:
    _print_penalty(penalty)
    print_line(f'Undo: referee penalty cancel {penalty.number} --reason "..." --by NAME')


def _print_penalty(penalty: PenaltyView) -> None:
    from referee.club.scoring_rules import clause

    description = penalty.what if penalty.counts else f"{penalty.what} cancelled"
    reason = penalty.reason if penalty.counts else penalty.cancelled_because
    print_line(f"Penalty {penalty.number}: {description} for {penalty.name}, session of {penalty.played_on}: {reason}")
    id = "5.3" if not penalty.counts else "5.2" if penalty.points else "5.1"
    print_line(f"  scoring {id}  {clause(id).text}")


def _describe_subject(penalty: PenaltyView) -> str:
    parts = [f"table {penalty.match}" if penalty.match else "", f"dispute {penalty.dispute}" if penalty.dispute else ""]
    return ", ".join(filter(None, parts))


def _describe_cancellation(penalty: PenaltyView) -> str:
    if penalty.counts:
        return ""
    author = f" by {penalty.cancelled_by}" if penalty.cancelled_by else ""
    return f"cancelled{author}: {penalty.cancelled_because}"
