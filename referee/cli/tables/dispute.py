"""``referee dispute``: open, decide, appeal, show and search disputes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cli.shared import completing
from referee.cli.shared.arguments import HouseRules, OnlyGame, book_of
from referee.cli.shared.club import Reason, day, opened, opened_by, say_damage, say_table
from referee.cli.shared.common import Acting, Correcting, Looking
from referee.cli.shared.impact import done_with_impact
from referee.cli.shared.printing import answer, complain, exit_code, say

if TYPE_CHECKING:
    from referee.club.disputes.view import DisputeView
    from referee.club.folder import Club

app = typer.Typer(
    help="What was challenged, and how it was settled.",
    no_args_is_help=True,
    epilog="Example: referee dispute list --open",
)
Outcome = Literal["followed", "overruled", "replayed", "voided"]
Voided = Literal["hand", "match"]
Number = Annotated[
    int, typer.Argument(metavar="DISPUTE", help="The dispute's number.", autocompletion=completing.disputes)
]


@app.command(
    "open",
    epilog='Example: referee dispute open 3 7 --claim "Ann had passed", or without a table: '
    'referee dispute open big-two "Ben plays 4D 4H" "Ann plays 6D 6S"',
)
def open_(
    about: Annotated[str, typer.Argument(metavar="TABLE|GAME", help="A table's number, or a game's slug.")],
    facts: Annotated[list[str], typer.Argument(metavar="LINE|FACTS...", help="The line's number, or what happened.")],
    common: Acting,
    option: HouseRules = [],  # noqa: B006
    claim: Annotated[str, typer.Option("--claim", help="What is claimed, and by whom.")] = "",
) -> None:
    """Open a dispute on a line of a table, or on facts told to the referee; the ruling is kept with it."""
    from referee.club.disputes import opening

    on_line = about.isdecimal()
    if on_line and (len(facts) != 1 or not facts[0].isdecimal()):
        complain(f"which line of table {about}? Expected one number, such as: referee dispute open {about} 7")
    if not on_line:
        about = book_of(about, "Or name a table by its number, such as 3.").slug
    with opened_by(common) as desk:
        if on_line:
            dispute = opening.open_on_line(desk, int(about), int(facts[0]), claim=claim)
        else:
            dispute = opening.open_on_facts(desk, about, facts, options=option, claim=claim)
    answer(dispute, common.json, _say_dispute)
    raise typer.Exit(exit_code([dispute]))


@app.command(
    epilog='Example: referee dispute decide 2 --overrule --reason "the club agreed otherwise last week" --by Gus, or: '
    'referee dispute decide 2 --replay --reason "nobody could say who was in turn" --by Gus'
)
def decide(
    dispute: Number,
    common: Correcting,
    overrule: Annotated[bool, typer.Option("--overrule/--follow", help="Against the rulebook, or with it.")] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="The lines from there on are taken back, and played again.")
    ] = False,
    void: Annotated[Voided | None, typer.Option("--void", help="It does not count.")] = None,
    reason: Reason = "",
) -> None:
    """Decide a dispute: follow the rulebook's ruling, overrule it, have it replayed, or void the hand or the match.

    What was decided before about the same clause is shown first; of a past evening, what the decision changes besides.
    An appeal is heard by another officer than the one who decided.
    """
    from referee.club.calendar.correcting import is_past
    from referee.club.disputes import deciding, disputes
    from referee.club.disputes.remedies import Remedy

    if overrule + replay + bool(void) > 1:
        complain("one remedy is expected: --follow, --overrule, --replay or --void")
    remedy = Remedy.OVERRULE if overrule else Remedy.REPLAY if replay else Remedy.FOLLOW
    if void:
        remedy = Remedy.VOID_HAND if void == "hand" else Remedy.VOID_MATCH

    def act(desk: Club) -> DisputeView:
        return deciding.decide(desk, dispute, remedy=remedy, reason=reason)

    with opened_by(common) as desk:
        found = disputes.show(desk, dispute)
        if not common.json:
            _say_precedents(disputes.precedents_of(desk, dispute))
        past = found.match is not None and is_past(desk, found.match)
        done = done_with_impact(desk, act, common, past=past, table=found.match)
        if done is not None:
            answer(done, common.json, partial(_say_dispute, earlier=False))


@app.command(epilog='Example: referee dispute appeal 2 --reason "Ben found his hand in his pocket"')
def appeal(
    dispute: Number, reason: Annotated[str, typer.Option("--reason", "-r", help="What is new.")], common: Acting
) -> None:
    """Open a decided dispute again; what was decided holds until it is decided anew."""
    from referee.club.disputes import deciding

    with opened_by(common) as desk:
        answer(deciding.appeal(desk, dispute, reason=reason), common.json, _say_dispute)


@app.command(epilog="Example: referee dispute show 2")
def show(dispute: Number, common: Looking) -> None:
    """Show a dispute: the facts, the clause, the ruling then, who decided, and what changed."""
    from referee.club.disputes import disputes
    from referee.club.match import matches

    with opened(common) as desk:
        found = disputes.show(desk, dispute)
        say_damage(matches.damage(desk, [found.match]))
        precedents = disputes.precedents_of(desk, dispute)
    answer(found, common.json, partial(_say_with_precedents, precedents))


@app.command(
    "list",
    epilog='Example: referee dispute list --open, or: referee dispute list --clause "big-two 4.5" --outcome overruled',
)
def list_(
    common: Looking,
    is_open: Annotated[bool | None, typer.Option("--open/--decided", help="Only those.")] = None,
    text: Annotated[str, typer.Option("--text", help="Only those in which these words stand.")] = "",
    member: Annotated[
        str | None, typer.Option("--member", help="Only those with somebody.", autocompletion=completing.members)
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only from this day on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only up to this day.")] = None,
    game: OnlyGame = None,
    outcome: Annotated[Outcome | None, typer.Option("--outcome", help="Only those so decided.")] = None,
    clause: Annotated[
        str | None,
        typer.Option(
            "--clause",
            help='Only those on a clause, such as "big-two 4.5", or 4.5 of any game.',
            autocompletion=completing.citations,
        ),
    ] = None,
) -> None:
    """List the disputes, or find some by their words, who was in them, their day, clause or outcome."""
    from referee.club.disputes.search import search
    from referee.club.disputes.view import DisputeDecisionKind
    from referee.club.match import matches

    with opened(common) as desk:
        found = search(
            desk,
            text=text,
            member=member,
            since=day(since, "the first day") if since else None,
            until=day(until, "the last day") if until else None,
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


def _say_with_precedents(precedents: Sequence[DisputeView], found: DisputeView) -> None:
    _say_dispute(found, earlier=not precedents)
    _say_precedents(precedents)


def _say_precedents(decided: Sequence[DisputeView]) -> None:
    """Print what was decided before about the same clause, the newest first."""
    from referee.club.folder import day_of

    if not decided:
        return
    say(f"decided before on {decided[0].clause}:")
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
    say(f"  {dispute.word or dispute.verdict.value:8} {dispute.reason}")
    if dispute.next_step:
        say(f"           {dispute.next_step}")
    say(f"           {dispute.clause}: {dispute.rule}")
    for each in dispute.decisions:
        who = f" by {each.by}" if each.by else ""
        say(f"  {each.kind} on {day_of(each.at)}{who}{': ' + each.reason if each.reason else ''}")
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
