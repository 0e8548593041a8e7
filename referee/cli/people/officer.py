"""``referee officer``: manage offices and terms, and the default officer on this computer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import OfficerOptions, ReadOptions
from referee.cli.shared.completion import MemberArgument
from referee.cli.shared.dates import parse_typed_day
from referee.cli.shared.printing import fail, print_json, print_line, print_result
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.people.officers import TermView

app = typer.Typer(
    help="Officers, their terms, and the default officer on this computer.",
    no_args_is_help=True,
    epilog="Example: referee officer list",
)


def _complete_position(incomplete: str) -> list[str]:
    """Return the usual positions that start with the text."""
    from referee.club.people.officers import POSITIONS

    return [position for position in POSITIONS if position.startswith(incomplete.casefold())]


PositionOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="POSITION", help="Position, if the member holds several.", autocompletion=_complete_position
    ),
]
EndDateOption = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="First day without the office (default: today).")
]


@app.callback()
def group() -> None:
    """Officers, their terms, and the default officer on this computer."""


@app.command(epilog="Example: referee officer elect Ann --as president --from 2026-09-07")
def elect(
    name: MemberArgument,
    common: OfficerOptions,
    position: Annotated[
        str,
        typer.Option(
            "--as", metavar="POSITION", help="Position, in your own words.", autocompletion=_complete_position
        ),
    ] = "referee",
    since: Annotated[str | None, typer.Option("--from", metavar="DATE", help="First day (default: today).")] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Last day (default: the yearly election).")
    ] = None,
) -> None:
    """Record an election. The term ends at the yearly election, unless you give --until.

    The yearly election is when the other terms end. If there are none, or they end within two months, it is a year
    from the first day.
    """
    from referee.club.people import officers

    with open_as_officer(common) as club:
        term = officers.elect(
            club, name, position, starts=_parse_optional_day(since, club), ends=_parse_optional_day(until, club)
        )
        overlapping = [
            term_view
            for term_view in officers.terms(club)
            if term_view.position == term.position and term_view.member != term.member and term_view.ends > term.starts
        ]
    if common.json:
        print_json(term)
        return
    yearly = "" if until else " (the yearly election)"
    undo = f"referee officer step-down {quote(term.name)} --as {quote(term.position)}"
    print_line(f"{term.name} is {term.position} from {term.starts} until {term.ends}{yearly}.")
    for overlapping_term in overlapping:
        print_line(
            f"{overlapping_term.name} is also {overlapping_term.position}, until {overlapping_term.ends}. To end that: "
            f'referee officer hand-over {quote(overlapping_term.name)} NAME --reason "..."'
        )
    print_line(f'Undo: {undo} --reason "never elected"')


@app.command(
    "list", epilog="Example: referee officer list --all, or what only officers may do: referee officer list --duties"
)
def list_(
    common: ReadOptions,
    with_past: Annotated[bool, typer.Option("--all", help="Include past terms.")] = False,
    duties: Annotated[bool, typer.Option("--duties", help="List what only officers may do.")] = False,
) -> None:
    """List the officers and their terms, or what only officers may do."""
    from referee.club.people import officers

    if duties:
        if with_past:
            fail("--all and --duties cannot be combined. Use one of them.")
        _print_duties(json=common.json)
        return
    with open_from_options(common) as club:
        terms = officers.terms(club, include_past=with_past)
    print_result(terms, common.json, _print_terms)


def _print_terms(terms: Sequence[TermView]) -> None:
    from referee.club.people.duties import DUTIES

    if not terms:
        print_line(
            "The club has no officers, so anybody may do everything. "
            "To record an election: referee officer elect NAME --as POSITION"
        )
        return
    rows = [[term.position, term.name, term.starts, term.ends, _term_note(term)] for term in terms]
    print_table(["position", "name", "from", "until", ""], rows)
    print_line(f"Only officers may do these: {'; '.join(short for short, _ in DUTIES.values())}.")
    print_line("See: referee officer list --duties")


@app.command("hand-over", epilog='Example: referee officer hand-over Ann Ben --as president --reason "moved away"')
def hand_over(
    giver: Annotated[
        str, typer.Argument(metavar="FROM", help="Officer who leaves office.", autocompletion=completion.members)
    ],
    taker: Annotated[
        str, typer.Argument(metavar="TO", help="Member who takes over.", autocompletion=completion.members)
    ],
    common: OfficerOptions,
    position: PositionOption = None,
    end_day: EndDateOption = None,
    reason: ReasonOption = "",
) -> None:
    """Hand an office over to another member for the rest of the term."""
    from referee.club.people import officers

    with open_as_officer(common) as club:
        term = officers.hand_over(
            club, giver, taker, position=position, day=_parse_optional_day(end_day, club), reason=reason
        )
    print_result(term, common.json, partial(_print_handed_over, giver))


def _print_handed_over(giver: str, term: TermView) -> None:
    print_line(f"{term.name} is {term.position} from {term.starts} until {term.ends}.")
    undo_command = f"referee officer hand-over {quote(term.name)} {quote(giver)} --as {quote(term.position)}"
    print_line(f'Undo: {undo_command} --reason "..."')


@app.command("step-down", epilog='Example: referee officer step-down Ann --reason "never elected"')
def step_down(
    name: MemberArgument,
    common: OfficerOptions,
    position: PositionOption = None,
    end_day: EndDateOption = None,
    reason: ReasonOption = "",
) -> None:
    """Record that an officer stepped down, or was never elected. The office is then vacant."""
    from referee.club.people import officers

    with open_as_officer(common) as club:
        term = officers.step_down(club, name, position=position, day=_parse_optional_day(end_day, club), reason=reason)
    print_result(term, common.json, _print_stepped_down)


def _print_stepped_down(term: TermView) -> None:
    print_line(f"{term.name} is no longer {term.position} from {term.ends}.")
    print_line(f"Undo: referee officer elect {quote(term.name)} --as {quote(term.position)} --from {term.ends}")


@app.command(epilog="Example: referee officer here Ann, or: referee officer here --clear")
def here(
    common: ReadOptions,
    name: Annotated[
        str | None,
        typer.Argument(help="Default officer on this computer (default: show it).", autocompletion=completion.members),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Clear the default officer; you will be asked again.")] = False,
) -> None:
    """Set the default officer on this computer, for this club. REFEREE_OFFICER and --by override it."""
    from referee.cli.shared import acting_officer
    from referee.club.people import current_officer as at_this_computer
    from referee.club.people import roster

    if name and clear:
        fail("--clear takes no name. Leave out one of them.")
    with open_from_options(common) as club:
        env = club.actor
        try:
            if name or clear:
                acting_officer.save_default_officer(club, roster.show(club, name).member.id if name else None)
        except OSError as error:
            fail(f"Cannot write {error.filename}: {error.strerror}.")
        with club.reading() as tx:
            number = at_this_computer.chosen_officer(club, tx)
            officer_name = roster.names(tx).get(number or 0, "")
    if common.json:
        print_json({"here": officer_name or None, "REFEREE_OFFICER": env or None})
        return
    print_line(f"Default officer on this computer: {officer_name or 'none'}. Override it with --by.")
    if env:
        print_line(f"REFEREE_OFFICER is {env}, which overrides it.")


def _print_duties(*, json: bool) -> None:
    from referee.club.people.duties import DUTIES

    if json:
        print_json([{"duty": duty.value, "what": short, "rule": rule} for duty, (short, rule) in DUTIES.items()])
        return
    for _, rule in DUTIES.values():
        print_line(f"- {rule}")
    print_line("While the club has no officers, anybody may do these. Everything else is open to anybody.")


def _term_note(term: TermView) -> str:
    from referee.club.people.officers import TermKind, TermStatus

    if term.ended:
        return term.ended
    if term.standing is TermStatus.RUN_OUT:
        return "expired: hold an election"
    if term.standing is TermStatus.TO_COME:
        return "not begun"
    return f"took over: {term.reason}" if term.kind is TermKind.TOOK_OVER else ""


def _parse_optional_day(text: str | None, club: Club) -> date | None:
    return parse_typed_day(club, text) if text else None
