"""``referee dispute``: what was challenged, and how it was settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import completing
from referee.cli.asking import AsJson, HouseRules
from referee.cli.desk import By, ClubAt, opened, say_table
from referee.cli.say import complain, exit_code, say, say_json
from referee.games import SLUGS

if TYPE_CHECKING:
    from referee.club.cases import Case

app = typer.Typer(help="What was challenged, and how it was settled.", no_args_is_help=True)
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
    option: HouseRules = [],  # noqa: B006
    claim: Annotated[str, typer.Option("--claim", help="What is claimed, and by whom.")] = "",
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Open a dispute on a line of a table, or on facts told to the referee; the ruling is kept with it."""
    from referee.club import disputes

    on_line = about.isdecimal()
    if on_line and (len(facts) != 1 or not facts[0].isdecimal()):
        complain(f"which line of table {about}? Expected one number, such as: referee dispute open {about} 7")
    if not on_line and about not in SLUGS:
        complain(f"{about!r} is neither a table's number nor a game; expected such as 3, or {', '.join(SLUGS)}")
    with opened(club) as desk:
        if on_line:
            case = disputes.open_on_line(desk, int(about), int(facts[0]), claim=claim, by=by)
        else:
            case = disputes.open_on_facts(desk, about, facts, options=option, claim=claim, by=by)
    _say_case(case, json)
    raise typer.Exit(exit_code([case]))


@app.command(epilog='Example: referee dispute decide 2 --overrule --reason "the club agreed otherwise last week"')
def decide(
    dispute: Number,
    overrule: Annotated[bool, typer.Option("--overrule/--follow", help="Against the rulebook, or with it.")] = False,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Why, for the record.")] = "",
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Decide a dispute: follow the rulebook's ruling, or overrule it with a reason."""
    from referee.club import disputes

    with opened(club) as desk:
        _say_case(disputes.decide(desk, dispute, overrule=overrule, reason=reason, by=by), json)


@app.command(epilog='Example: referee dispute appeal 2 --reason "Ben found his hand in his pocket"')
def appeal(
    dispute: Number,
    reason: Annotated[str, typer.Option("--reason", "-r", help="What is new.")],
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Open a decided dispute again; what was decided holds until it is decided anew."""
    from referee.club import disputes

    with opened(club) as desk:
        _say_case(disputes.appeal(desk, dispute, reason=reason, by=by), json)


@app.command(epilog="Example: referee dispute show 2")
def show(dispute: Number, json: AsJson = False, club: ClubAt = None) -> None:
    """Show a dispute: the facts, the clause, the ruling then, who decided, and what changed."""
    from referee.club import disputes

    with opened(club) as desk:
        _say_case(disputes.show(desk, dispute), json)


@app.command("list", epilog='Example: referee dispute list --open, or: referee dispute list --clause "big-two 4.5"')
def list_(
    is_open: Annotated[bool | None, typer.Option("--open/--decided", help="Only those.")] = None,
    clause: Annotated[
        str | None,
        typer.Option(
            "--clause", help='Only those on a clause, such as "big-two 4.5".', autocompletion=completing.citations
        ),
    ] = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """List the disputes."""
    from referee.club import disputes

    with opened(club) as desk:
        found = disputes.disputes(desk, is_open=is_open, clause=clause)
    if json:
        say_json([_as_data(case) for case in found])
    else:
        rows = [[c.number, _about(c), c.clause, c.word or c.verdict.value, _status(c), c.claim] for c in found]
        say_table(["dispute", "about", "clause", "ruling", "status", "claim"], rows, numbers=["dispute"])


def _say_case(case: Case, json: bool) -> None:
    from referee.club.folder import day_of

    if json:
        say_json(_as_data(case))
        return
    say(f"dispute {case.number}, {_about(case)}: {_status(case)}")
    if case.claim:
        say(f"  claim    {case.claim}")
    for fact in case.facts:
        say(f"  fact     {fact}")
    say(f"  {case.word or case.verdict.value:8} {case.clause}  {case.rule}")
    say(f"           {case.reason}")
    if case.alternatives:
        say(f"           Instead: {'; '.join(case.alternatives)}.")
    for said in case.decided:
        who = f" by {said.by}" if said.by else ""
        say(f"  {said.said} on {day_of(said.at)}{who}{': ' + said.reason if said.reason else ''}")
        if said.changed:
            say(f"           {said.changed}")
    if case.earlier:
        say(f"  earlier disputes on {case.clause}: {', '.join(map(str, case.earlier))}")


def _about(case: Case) -> str:
    return f"table {case.match} line {case.line}" if case.match is not None else case.game


def _status(case: Case) -> str:
    if case.is_open:
        return "open on appeal" if case.decided else "open"
    return case.decided[-1].said.value


def _as_data(case: Case) -> dict[str, Any]:
    return {
        "dispute": case.number,
        "table": case.match,
        "line": case.line,
        "game": case.game,
        "facts": list(case.facts),
        "claim": case.claim,
        "verdict": case.verdict.value,
        "word": case.word or case.verdict.value,
        "clause": case.clause,
        "rule": case.rule,
        "reason": case.reason,
        "because": list(case.because),
        "alternatives": list(case.alternatives),
        "open": case.is_open,
        "opened_at": case.at.isoformat(),
        "opened_by": case.by,
        "decided": [
            {"said": d.said.value, "reason": d.reason, "changed": d.changed, "at": d.at.isoformat(), "by": d.by}
            for d in case.decided
        ],
        "earlier": list(case.earlier),
    }
