"""``referee dispute``: open, decide, appeal, show and search disputes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cli.shared import completion
from referee.cli.shared.arguments import HouseRules, OnlyGame, book_of
from referee.cli.shared.club import Reason, called, opened, opened_by, say_damage, say_table
from referee.cli.shared.common_options import Acting, Correcting, Looking
from referee.cli.shared.dates import day
from referee.cli.shared.impact_preview import done_with_impact
from referee.cli.shared.printing import answer, complain, say, say_verdict

if TYPE_CHECKING:
    from referee.club.disputes.view import DisputeView
    from referee.club.folder import Club

app = typer.Typer(
    help="Open disputes, decide them, and find earlier ones.",
    epilog="Example: referee dispute list --open",
)
Outcome = Literal["upheld", "overruled", "replayed", "voided"]
Decision = Literal["uphold", "overrule", "replay", "void-hand", "void-match"]
Number = Annotated[
    int, typer.Argument(metavar="DISPUTE", help="Number of the dispute.", autocompletion=completion.disputes)
]


@app.command(
    "open",
    epilog='Example: referee dispute open 3 7 --claim "Ann had passed", or without a table: '
    'referee dispute open big-two "Ben plays 4D 4H" "Ann plays 6D 6S"',
)
def open_(
    about: Annotated[str, typer.Argument(metavar="TABLE|GAME", help="Number of a table, or a game.")],
    facts: Annotated[list[str], typer.Argument(metavar="LINE|FACTS...", help="Number of the line, or what happened.")],
    common: Acting,
    option: HouseRules = [],  # noqa: B006
    claim: Annotated[str, typer.Option("--claim", help="The claim, and who makes it.")] = "",
) -> None:
    """Open a dispute on a line of a table, or on facts. The ruling is kept with it."""
    from referee.club.disputes import opening
    from referee.club.table_numbers import is_table

    on_line = is_table(about)
    if on_line and (len(facts) != 1 or not facts[0].isdecimal()):
        complain(f"Which line of table {about}? Give its number, such as: referee dispute open {about} 7")
    if not on_line:
        about = book_of(about, "For a table give its number, such as 3.").slug
    with opened_by(common) as desk:
        if on_line:
            dispute = opening.open_on_line(desk, called(desk, about), int(facts[0]), claim=claim)
        else:
            dispute = opening.open_on_facts(desk, about, facts, options=option, claim=claim)
        answer(dispute, common.json, partial(_say_with_next, desk))


@app.command(
    epilog='Example: referee dispute decide 2 overrule --reason "the club agreed otherwise last week" --by Gus, or: '
    'referee dispute decide 2 replay --reason "nobody could say who was in turn" --by Gus'
)
def decide(
    dispute: Number,
    outcome: Annotated[
        Decision,
        typer.Argument(
            metavar="OUTCOME",
            help="uphold or overrule the ruling, replay from the line, void-hand, or void-match.",
        ),
    ],
    common: Correcting,
    reason: Reason = "",
) -> None:
    """Decide a dispute.

    Earlier decisions on the same clause are shown first. For a past session the effect is shown too. An appeal is
    decided by another officer.
    """
    from referee.club.calendar.closed_seasons import is_past
    from referee.club.disputes import deciding, disputes
    from referee.club.disputes.remedies import Remedy

    remedy = Remedy(outcome.replace("-", " "))

    def act(desk: Club) -> DisputeView:
        return deciding.decide(desk, dispute, remedy=remedy, reason=reason)

    with opened_by(common) as desk:
        found = disputes.show(desk, dispute)
        if not common.json:
            _say_precedents(disputes.precedents_of(desk, dispute))
        past = found.match is not None and is_past(desk, found.match)
        done = done_with_impact(desk, act, common, past=past, table=found.match)
        if done is not None:
            answer(done, common.json, partial(_say_decided, desk))


@app.command(epilog='Example: referee dispute appeal 2 Ben --reason "Ben found his hand in his pocket"')
def appeal(
    dispute: Number,
    common: Acting,
    appellant: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Member who appeals.", autocompletion=completion.members)
    ] = "",
    reason: Annotated[
        str, typer.Option("--reason", "-r", help="New facts, for the record; a terminal asks for them.")
    ] = "",
) -> None:
    """Reopen a decided dispute. The decision holds until the next one."""
    from referee.club.disputes import deciding

    with opened_by(common) as desk:
        found = deciding.appeal(desk, dispute, reason=reason, appellant=appellant)
        answer(found, common.json, partial(_say_with_next, desk))


@app.command(epilog="Example: referee dispute show 2")
def show(dispute: Number, common: Looking) -> None:
    """Show a dispute: facts, clause, ruling, decisions and what they changed."""
    from referee.club.disputes import disputes
    from referee.club.match import matches

    with opened(common) as desk:
        found = disputes.show(desk, dispute)
        say_damage(matches.damage(desk, [found.match]))
        precedents = disputes.precedents_of(desk, dispute)
        answer(found, common.json, partial(_say_with_precedents, desk, precedents))


@app.command(
    "list",
    epilog='Example: referee dispute list --open, or: referee dispute list --clause "big-two 4.5" --outcome overruled',
)
def list_(
    common: Looking,
    is_open: Annotated[bool | None, typer.Option("--open/--decided", help="Only open or decided ones.")] = None,
    text: Annotated[str, typer.Option("--text", help="Only disputes with these words.")] = "",
    member: Annotated[
        str | None, typer.Option("--member", help="Only disputes with this player.", autocompletion=completion.members)
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="First day.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE", help="Last day.")] = None,
    game: OnlyGame = None,
    outcome: Annotated[Outcome | None, typer.Option("--outcome", help="Only disputes decided so.")] = None,
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

    with opened(common) as desk:
        found = search(
            desk,
            text=text,
            member=member,
            since=day(since, desk.today) if since else None,
            until=day(until, desk.today) if until else None,
            clause=clause,
            game=game,
            is_open=is_open,
            outcome=DisputeDecisionKind(outcome) if outcome else None,
        )
        say_damage(matches.damage(desk, [each.match for each in found]))
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[DisputeView]) -> None:
    rows = [[c.number, _about(c), c.clause, c.word or c.verdict.value, _status(c), c.claim] for c in found]
    say_table(["dispute", "about", "clause", "ruling", "status", "claim"], rows, numbers=["dispute"])


def _say_with_precedents(desk: Club, precedents: Sequence[DisputeView], found: DisputeView) -> None:
    _say_dispute(found, earlier=not precedents)
    _say_precedents(precedents)
    _say_next(desk, found)


def _say_with_next(desk: Club, found: DisputeView) -> None:
    _say_dispute(found)
    _say_next(desk, found)


def _say_decided(desk: Club, found: DisputeView) -> None:
    _say_dispute(found, earlier=False)
    _say_next(desk, found)
    say(f'Undo: referee dispute appeal {found.number} --reason "..."')


def _say_next(desk: Club, found: DisputeView) -> None:
    """Say what is left to do: decide the dispute, or carry out at the table what was decided."""
    from referee.club.disputes.disputes import is_to_be_carried_out

    if found.is_open:
        say(f'Next: referee dispute decide {found.number} OUTCOME --reason "..." --by NAME')
        at_table = ", replay, void-hand or void-match" if found.match is not None else ""
        say(f"OUTCOME is uphold{', ' if at_table else ' or '}overrule{at_table}.")
    elif is_to_be_carried_out(desk, found):
        say(f"Next: referee undo {found.match} {found.line}")


def _say_precedents(decided: Sequence[DisputeView]) -> None:
    """Print what was decided before about the same clause, the newest first."""
    from referee.club.folder import day_of

    if not decided:
        return
    say(f"earlier decisions on {decided[0].clause}:")
    for each in decided:
        if (last := each.decided) is not None:
            who = f" by {last.by}" if last.by else ""
            say(f"  dispute {each.number}, {day_of(last.at)}: {each.facts[-1] if each.facts else _about(each)}")
            say(f"    {each.word or each.verdict.value}, {last.kind}{who}{': ' + last.reason if last.reason else ''}")


def _say_dispute(dispute: DisputeView, *, earlier: bool = True) -> None:
    from referee.club.folder import day_of

    say(f"dispute {dispute.number}, {_about(dispute)}: {_status(dispute)}")
    if dispute.claim:
        say(f"  claim    {dispute.claim}")
    for fact in dispute.facts:
        say(f"  fact     {fact}")
    told = [dispute.reason, dispute.next_step, f"{dispute.clause}: {dispute.rule}"]
    say_verdict(dispute.verdict, dispute.word or dispute.verdict.value, filter(None, told), "  ")
    for each in dispute.decisions:
        who = f" by {each.appellant or each.by}" if each.appellant or each.by else ""
        noted = f", recorded by {each.by}" if each.appellant and each.by else ""
        say(f"  {each.kind} on {day_of(each.at)}{who}{noted}{': ' + each.reason if each.reason else ''}")
        if each.changed:
            say(f"           {each.changed}")
    if dispute.earlier and earlier:
        say(f"  earlier disputes on {dispute.clause}: {', '.join(map(str, dispute.earlier))}")


def _about(dispute: DisputeView) -> str:
    return f"table {dispute.match} line {dispute.line}" if dispute.match is not None else dispute.game


def _status(dispute: DisputeView) -> str:
    if dispute.is_open:
        return "open on appeal" if dispute.decisions else "open"
    appealed = any(each.kind.value == "appealed" for each in dispute.decisions)
    return f"{dispute.decisions[-1].kind.value}{' on appeal' if appealed else ''}"
