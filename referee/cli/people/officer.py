"""``referee officer``: who holds which office, and who acts at this computer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.shared import completing
from referee.cli.shared.club import Reason, day, opened, opened_by, say_table
from referee.cli.shared.common import Acting, AsJson, Looking
from referee.cli.shared.completing import Member
from referee.cli.shared.printing import answer, complain, say, say_json

if TYPE_CHECKING:
    from referee.club.history import DeedView
    from referee.club.people.officers import TermView

app = typer.Typer(
    help="Who holds which office, and who acts at this computer.",
    no_args_is_help=True,
    epilog="Example: referee officer list",
)


def _positions(incomplete: str) -> list[str]:
    """Offer the positions that most clubs have."""
    from referee.club.people.officers import POSITIONS

    return [each for each in POSITIONS if each.startswith(incomplete.casefold())]


As = Annotated[
    str | None,
    typer.Option("--as", metavar="POSITION", help="Which position, where several.", autocompletion=_positions),
]
On = Annotated[str | None, typer.Option("--on", metavar="DATE", help="From this day on; else today.")]


@app.callback()
def group() -> None:
    """Who holds which office, and who acts at this computer."""


@app.command(epilog="Example: referee officer elect Ann --as president --from 2026-09-07")
def elect(
    name: Member,
    common: Acting,
    position: Annotated[
        str,
        typer.Option("--as", metavar="POSITION", help="The position, in your own words.", autocompletion=_positions),
    ] = "referee",
    since: Annotated[str | None, typer.Option("--from", metavar="DATE", help="Its first day; else today.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE", help="Else the yearly election.")] = None,
) -> None:
    """Write down that the club elected somebody. The term ends at the yearly election, unless --until is said.

    That is when the other terms end; where none is running, or they end within two months, a year later.
    """
    from referee.club.people import officers

    with opened_by(common) as desk:
        term = officers.elect(desk, name, position, starts=_day(since), ends=_day(until))
        others = [
            each
            for each in officers.terms(desk)
            if each.position == term.position and each.member != term.member and each.ends > term.starts
        ]
    if common.json:
        say_json(term)
        return
    yearly = "" if until else " (the yearly election)"
    say(f"{term.name} is {term.position} from {term.starts} until {term.ends}{yearly}.")
    for each in others:
        say(
            f"{each.name} is {each.position} too, until {each.ends}. If it was handed over: "
            f'referee officer hand-over "{each.name}" NAME --reason "..."'
        )


@app.command("list", epilog="Example: referee officer list --all")
def list_(
    common: Looking, everybody: Annotated[bool, typer.Option("--all", help="Also the terms that are over.")] = False
) -> None:
    """List who holds which office, and what only they may do."""
    from referee.club.people import officers

    with opened(common) as desk:
        found = officers.terms(desk, everybody=everybody)
    answer(found, common.json, _say_terms)


def _say_terms(found: Sequence[TermView]) -> None:
    from referee.club.people.duties import DUTIES

    if not found:
        say("Nobody holds an office, so anybody may do everything. Once the club has elected:")
        say("referee officer elect NAME --as POSITION")
        return
    rows = [[each.position, each.name, each.starts, each.ends, _how(each)] for each in found]
    say_table(["position", "name", "from", "until", ""], rows)
    say(f"Only officers may {listed([short for short, _ in DUTIES.values()], 'or')}.")
    say("What each means: referee officer duties")


@app.command("hand-over", epilog='Example: referee officer hand-over Ann Ben --as president --reason "moved away"')
def hand_over(
    giver: Annotated[str, typer.Argument(metavar="FROM", help="Who gives it up.", autocompletion=completing.members)],
    taker: Annotated[str, typer.Argument(metavar="TO", help="Who takes it over.", autocompletion=completing.members)],
    common: Acting,
    position: As = None,
    on: On = None,
    reason: Reason = "",
) -> None:
    """Write down that somebody took over an office, for the rest of the term."""
    from referee.club.people import officers

    with opened_by(common) as desk:
        term = officers.hand_over(desk, giver, taker, position=position, on=_day(on), reason=reason)
    in_words = f"{term.name} is {term.position} from {term.starts} until {term.ends}."
    answer(term, common.json, lambda _: say(in_words))


@app.command("step-down", epilog='Example: referee officer step-down Ann --reason "written down by mistake"')
def step_down(name: Member, common: Acting, position: As = None, on: On = None, reason: Reason = "") -> None:
    """Write down that somebody gave an office up, or was never elected to it; the office is free then."""
    from referee.club.people import officers

    with opened_by(common) as desk:
        term = officers.step_down(desk, name, position=position, on=_day(on), reason=reason)
    answer(term, common.json, lambda _: say(f"{term.name} is not {term.position} any more, from {term.ends} on."))


@app.command(epilog="Example: referee officer duties")
def duties(json: AsJson = False) -> None:
    """List what only an officer may do, once the club has elected any."""
    from referee.club.people.duties import DUTIES

    if json:
        say_json([{"duty": duty.value, "what": short, "rule": rule} for duty, (short, rule) in DUTIES.items()])
        return
    for _, rule in DUTIES.values():
        say(f"- {rule}")
    say("While the club has no officer, anybody may do these; everything else anybody may always do.")


@app.command(epilog="Example: referee officer log --most 20")
def log(
    common: Looking,
    most: Annotated[
        int, typer.Option("--most", metavar="N", help="At most so many, the last first.", min=1, max=10**6)
    ] = 40,
) -> None:
    """List who opened, closed, planned, changed and finished what, the last first.

    Who wrote down and who decided a line stands at the line: referee table show.
    """
    from referee.club import history

    with opened(common) as desk:
        found = history.deeds(desk, most=most)
    answer(found, common.json, _say_deeds)


def _say_deeds(found: Sequence[DeedView]) -> None:
    rows = [[f"{each.at.astimezone():%Y-%m-%d %H:%M}", each.what, each.about, each.note, each.by] for each in found]
    say_table(["when", "what", "which", "", "by"], rows)


@app.command(epilog="Example: referee officer here Ann, or: referee officer here --clear")
def here(
    common: Looking,
    name: Annotated[
        str | None,
        typer.Argument(help="Who acts at this computer; else say who does.", autocompletion=completing.members),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Forget it; a terminal is asked again.")] = False,
) -> None:
    """Say once who acts at this computer, for this club; REFEREE_OFFICER and --by go before it."""
    from referee.cli.shared import acting
    from referee.club.people import acting as at_this_computer
    from referee.club.people import roster

    if name and clear:
        complain("--clear goes without a name; expected one of them")
    with opened(common) as desk:
        env = desk.actor
        try:
            if name or clear:
                acting.choose(desk, roster.show(desk, name).member.id if name else None)
        except OSError as error:
            complain(f"cannot write {at_this_computer.place()}: {error.strerror}")
        with desk.reading() as tx:
            number = at_this_computer.chosen(desk, tx)
            chosen = roster.names(tx).get(number or 0, "")
    if common.json:
        say_json({"here": chosen or None, "REFEREE_OFFICER": env or None})
        return
    say(f"{chosen or 'Nobody'} acts at this computer, unless it is said otherwise.")
    if env:
        say(f"REFEREE_OFFICER is {env}, which goes before it.")


def _how(term: TermView) -> str:
    from referee.club.people.officers import Standing, TermKind

    if term.ended:
        return term.ended
    if term.standing is Standing.RUN_OUT:
        return "has run out: elect anew"
    if term.standing is Standing.TO_COME:
        return "to come"
    return f"took over: {term.reason}" if term.kind is TermKind.TOOK_OVER else ""


def _day(typed: str | None) -> date | None:
    return day(typed, "the day") if typed else None
