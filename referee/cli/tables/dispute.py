"""``referee dispute``: open, decide, appeal, show and search disputes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cli.shared import completion
from referee.cli.shared.arguments import GameFilter, HouseRuleOptions, find_rulebook
from referee.cli.shared.club import (
    ReasonOption,
    open_as_officer,
    open_from_options,
    print_table,
    resolve_table,
    warn_of_damage,
)
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions, ReadOptions
from referee.cli.shared.dates import parse_typed_day
from referee.cli.shared.impact_preview import apply_with_impact
from referee.cli.shared.printing import fail, print_line, print_result, print_verdict

if TYPE_CHECKING:
    from referee.club.disputes.view import DisputeView
    from referee.club.folder import Club

app = typer.Typer(
    help="Open disputes, decide them, and find earlier ones.",
    epilog="Example: referee dispute list --open",
)
Outcome = Literal["upheld", "overruled", "replayed", "voided"]
Decision = Literal["uphold", "overrule", "replay", "void-hand", "void-match"]
DisputeNumber = Annotated[
    int, typer.Argument(metavar="DISPUTE", help="Number of the dispute.", autocompletion=completion.disputes)
]


@app.command(
    "open",
    epilog='Example: referee dispute open 3 7 --claim "Ann had passed", or without a table: '
    'referee dispute open big-two "Ben plays 4D 4H" "Ann plays 6D 6S"',
)
def open_(
    subject: Annotated[str, typer.Argument(metavar="TABLE|GAME", help="Number of a table, or a game.")],
    facts: Annotated[list[str], typer.Argument(metavar="LINE|FACTS...", help="Number of the line, or what happened.")],
    common: OfficerOptions,
    option: HouseRuleOptions = [],  # noqa: B006
    claim: Annotated[str, typer.Option("--claim", help="The claim, and who makes it.")] = "",
) -> None:
    """Open a dispute on a line of a table, or on facts. The dispute keeps its ruling."""
    from referee.club.disputes import opening
    from referee.club.table_numbers import is_table

    on_line = is_table(subject)
    if on_line and (len(facts) != 1 or not facts[0].isdecimal()):
        fail(f"Which line of table {subject}? Give its number, such as: referee dispute open {subject} 7")
    if not on_line:
        subject = find_rulebook(subject, "For a table give its number, such as 3.").slug
    with open_as_officer(common) as club:
        if on_line:
            dispute = opening.open_on_line(club, resolve_table(club, subject), int(facts[0]), claim=claim)
        else:
            dispute = opening.open_on_facts(club, subject, facts, options=option, claim=claim)
        print_result(dispute, common.json, partial(_print_with_next, club))


@app.command(
    epilog='Example: referee dispute decide 2 overrule --reason "the club agreed otherwise last week" --by Gus, or: '
    'referee dispute decide 2 replay --reason "nobody could say who was in turn" --by Gus'
)
def decide(
    dispute: DisputeNumber,
    outcome: Annotated[
        Decision,
        typer.Argument(
            metavar="OUTCOME",
            help="uphold or overrule the ruling, replay from the line, void-hand, or void-match.",
        ),
    ],
    common: CorrectionOptions,
    reason: ReasonOption = "",
) -> None:
    """Decide a dispute.

    Earlier decisions on the same clause are shown first. For a past session the effect is shown too. An appeal is
    decided by another officer.
    """
    from referee.club.calendar.closed_seasons import is_past
    from referee.club.disputes import deciding, disputes
    from referee.club.disputes.remedies import Remedy

    remedy = Remedy(outcome.replace("-", " "))

    def act(club: Club) -> DisputeView:
        return deciding.decide(club, dispute, remedy=remedy, reason=reason)

    with open_as_officer(common) as club:
        view = disputes.show(club, dispute)
        if not common.json:
            _print_precedents(disputes.precedents_of(club, dispute))
        past = view.match is not None and is_past(club, view.match)
        decided_dispute = apply_with_impact(club, act, common, is_past_session=past, table=view.match)
        if decided_dispute is not None:
            print_result(decided_dispute, common.json, partial(_print_decided, club))


@app.command(epilog='Example: referee dispute appeal 2 Ben --reason "Ben found his hand in his pocket"')
def appeal(
    dispute: DisputeNumber,
    common: OfficerOptions,
    appellant: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Member who appeals.", autocompletion=completion.members)
    ] = "",
    reason: Annotated[
        str, typer.Option("--reason", "-r", help="New facts, for the log; a terminal asks for them.")
    ] = "",
) -> None:
    """Reopen a decided dispute. The decision holds until the next one."""
    from referee.club.disputes import deciding

    with open_as_officer(common) as club:
        view = deciding.appeal(club, dispute, reason=reason, appellant=appellant)
        print_result(view, common.json, partial(_print_with_next, club))


@app.command(epilog="Example: referee dispute show 2")
def show(dispute: DisputeNumber, common: ReadOptions) -> None:
    """Show a dispute: facts, clause, ruling, decisions and what they changed."""
    from referee.club.disputes import disputes
    from referee.club.match import matches

    with open_from_options(common) as club:
        view = disputes.show(club, dispute)
        warn_of_damage(matches.damage(club, [view.match]))
        precedents = disputes.precedents_of(club, dispute)
        print_result(view, common.json, partial(_print_with_precedents, club, precedents))


@app.command(
    "list",
    epilog='Example: referee dispute list --open, or: referee dispute list --clause "big-two 4.5" --outcome overruled',
)
def list_(
    common: ReadOptions,
    is_open: Annotated[
        bool | None, typer.Option("--open/--decided", help="Only open, or only decided, disputes.")
    ] = None,
    text: Annotated[str, typer.Option("--text", help="Only disputes with these words.")] = "",
    member: Annotated[
        str | None, typer.Option("--member", help="Only disputes with this player.", autocompletion=completion.members)
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="First day.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE", help="Last day.")] = None,
    game: GameFilter = None,
    outcome: Annotated[Outcome | None, typer.Option("--outcome", help="Only disputes with this outcome.")] = None,
    clause: Annotated[
        str | None,
        typer.Option(
            "--clause",
            help='Only disputes on a clause, such as "big-two 4.5", or 4.5 of any game.',
            autocompletion=completion.citations,
        ),
    ] = None,
) -> None:
    """List disputes, or search by words, player, day, clause or outcome."""
    from referee.club.disputes.search import search
    from referee.club.disputes.view import DisputeDecisionKind
    from referee.club.match import matches
    from referee.club.text.typed_dates import Nearness

    with open_from_options(common) as club:
        results = search(
            club,
            text=text,
            member=member,
            since=parse_typed_day(club, since, Nearness.LAST) if since else None,
            until=parse_typed_day(club, until, Nearness.NEAREST) if until else None,
            clause=clause,
            game=game,
            is_open=is_open,
            outcome=DisputeDecisionKind(outcome) if outcome else None,
        )
        warn_of_damage(matches.damage(club, [dispute.match for dispute in results]))
    print_result(results, common.json, _print_disputes)


def _print_disputes(disputes: Sequence[DisputeView]) -> None:
    rows = [
        [
            dispute.number,
            _describe_subject(dispute),
            dispute.clause,
            dispute.word or dispute.verdict.value,
            _describe_status(dispute),
            dispute.claim,
        ]
        for dispute in disputes
    ]
    print_table(["dispute", "about", "clause", "ruling", "status", "claim"], rows, numbers=["dispute"])


def _print_with_precedents(club: Club, precedents: Sequence[DisputeView], view: DisputeView) -> None:
    _print_dispute(view, earlier=not precedents)
    _print_precedents(precedents)
    _print_next(club, view)


def _print_with_next(club: Club, view: DisputeView) -> None:
    _print_dispute(view)
    _print_next(club, view)


def _print_decided(club: Club, view: DisputeView) -> None:
    _print_dispute(view, earlier=False)
    _print_next(club, view)
    print_line(f'Undo: referee dispute appeal {view.number} --reason "..."')


def _print_next(club: Club, view: DisputeView) -> None:
    """Print the next step: decide the dispute, or carry out the decision at the table."""
    from referee.club.disputes.disputes import is_to_be_carried_out

    if view.is_open:
        print_line(f'Next: referee dispute decide {view.number} OUTCOME --reason "..." --by NAME')
        at_table = ", replay, void-hand or void-match" if view.match is not None else ""
        print_line(f"OUTCOME is uphold{', ' if at_table else ' or '}overrule{at_table}.")
    elif is_to_be_carried_out(club, view):
        print_line(f"Next: referee undo {view.match} {view.line}")


def _print_precedents(precedents: Sequence[DisputeView]) -> None:
    """Print earlier decisions on the same clause, newest first."""
    from referee.club.folder import day_of

    if not precedents:
        return
    print_line(f"earlier decisions on {precedents[0].clause}:")
    for dispute in precedents:
        if (last := dispute.decided) is not None:
            author = f" by {last.by}" if last.by else ""
            subject = dispute.facts[-1] if dispute.facts else _describe_subject(dispute)
            reason = f": {last.reason}" if last.reason else ""
            print_line(f"  dispute {dispute.number}, {day_of(last.at)}: {subject}")
            print_line(f"    {dispute.word or dispute.verdict.value}, {last.kind}{author}{reason}")


def _print_dispute(dispute: DisputeView, *, earlier: bool = True) -> None:
    from referee.club.folder import day_of

    print_line(f"dispute {dispute.number}, {_describe_subject(dispute)}: {_describe_status(dispute)}")
    if dispute.claim:
        print_line(f"  claim    {dispute.claim}")
    for fact in dispute.facts:
        print_line(f"  fact     {fact}")
    texts = [dispute.reason, dispute.next_step, f"{dispute.clause}: {dispute.rule}"]
    print_verdict(dispute.verdict, dispute.word or dispute.verdict.value, filter(None, texts), "  ")
    for decision in dispute.decisions:
        author = f" by {decision.appellant or decision.by}" if decision.appellant or decision.by else ""
        noted = f", recorded by {decision.by}" if decision.appellant and decision.by else ""
        reason = f": {decision.reason}" if decision.reason else ""
        print_line(f"  {decision.kind} on {day_of(decision.at)}{author}{noted}{reason}")
        if decision.changed:
            print_line(f"           {decision.changed}")
    if dispute.earlier and earlier:
        print_line(f"  earlier disputes on {dispute.clause}: {', '.join(map(str, dispute.earlier))}")


def _describe_subject(dispute: DisputeView) -> str:
    return f"table {dispute.match} line {dispute.line}" if dispute.match is not None else dispute.game


def _describe_status(dispute: DisputeView) -> str:
    if dispute.is_open:
        return "open on appeal" if dispute.decisions else "open"
    appealed = any(decision.kind.value == "appealed" for decision in dispute.decisions)
    return f"{dispute.decisions[-1].kind.value}{' on appeal' if appealed else ''}"
