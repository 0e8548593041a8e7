"""``referee table``: show and finish a match, and correct its lines and seats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.evening.tonight import print_next_after
from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, open_as_officer, open_from_options, resolve_table, warn_of_damage
from referee.cli.shared.common_options import CommonOptions, CorrectionOptions, ReadOptions
from referee.cli.shared.completion import TableArgument
from referee.cli.shared.impact_preview import apply_with_impact, confirm_impact
from referee.cli.shared.printing import (
    fail,
    print_json,
    print_line,
    print_record,
    print_result,
    print_ruling,
    print_settlement,
    print_undecided,
)
from referee.cli.shared.quoting import quote
from referee.cli.tables import players
from referee.cli.tables.recording import counted_report, match_data, print_decided, print_match, print_places
from referee.rules import write_places

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView, MatchView

app = typer.Typer(
    help="Show a table, finish it, and correct its lines, seats and players.",
    epilog="Example: referee table 3",
)
Result = TypeVar("Result")
LineArgument = Annotated[
    int | None, typer.Argument(metavar="[LINE]", help="Number of the line (default: the last illegal one).")
]


@app.command(epilog="Example: referee table show 3, or its record: referee table show 3 --record")
def show(
    table_text: TableArgument,
    common: ReadOptions,
    record: Annotated[bool, typer.Option("--record", help="Print the record, which `referee check` reads.")] = False,
) -> None:
    """Show a table: its lines with their rulings, its state, and the settlement so far."""
    from referee.club import history
    from referee.club.match import correction_notes, matches

    if record and common.json:
        fail("--record and --json cannot be combined. Use one of them.")
    with open_from_options(common) as club:
        table = resolve_table(club, table_text, reading=True)
        if record:
            written_down = str(matches.record(club, table)).rstrip("\n")
            warn_of_damage(line for line in matches.damage(club, [table]) if line.table)
            print_record(written_down)
            return
        match = matches.show(club, table)
        corrections_made = correction_notes.corrections(club, table=table)
        at_desk = history.table_officers(club, table)
    warn_of_damage(line for line in match.damage if line.table)
    if common.json:
        print_json(
            {**match_data(match), "started_by": at_desk.started, "finished_by": at_desk.finished, "log": match.log}
        )
        return
    print_match(match, corrections_made)
    if history_text := history.describe_officers(at_desk, [(line.number, line.by) for line in match.log]):
        print_line(history_text)


@app.command(epilog="Example: referee table finish 3")
def finish(
    table_text: TableArgument,
    common: CorrectionOptions,
    accepts_undecided: Annotated[
        bool,
        typer.Option(
            "--anyway",
            help="Finish even if plays are unresolved or a hand is in progress; these do not count.",
        ),
    ] = False,
) -> None:
    """Finish a match and record the final places."""
    from referee.club.match import ending

    def act(club: Club) -> MatchView:
        return ending.finish(club, table, undecided=accepts_undecided)

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        if not confirm_impact(club, table, act, common):
            return
        match = act(club)
        if common.json:
            print_json(match_data(match))
            return
        print_settlement(counted_report(match), places=False)
        print_places(match)
        print_undecided(match)
        print_next_after(club, match)
        print_line(f'Undo: referee table reopen {match.number} --reason "..."')


@app.command("let-stand", epilog='Example: referee table let-stand 3 7 --reason "nobody minded"')
def let_stand(
    table_text: TableArgument, common: CorrectionOptions, line: LineArgument = None, reason: ReasonOption = ""
) -> None:
    """Let an illegal play stand; needs a reason."""
    from referee.club.match import matches, recording
    from referee.club.text.names import reason_needed

    reason_needed(reason, "Letting a play stand")

    def act(club: Club) -> LineView:
        return recording.let_stand(club, table, line, reason=reason)

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        if not confirm_impact(club, table, act, common):
            return
        line_view = act(club)
        match = matches.show(club, table)
    print_result(line_view, common.json, partial(_print_standing, match))


def _print_standing(match: MatchView, line: LineView) -> None:
    print_decided([line], match)
    print_line(f"Undo: referee undo {match.number} {line.number}")


@app.command(epilog='Example: referee table edit 3 7 "Ben plays 4S" --reason "his slip says spades" --by Fay --dry-run')
def edit(
    table_text: TableArgument,
    number: Annotated[int, typer.Argument(metavar="LINE", help="Number of the line.")],
    common: CorrectionOptions,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The right line.")] = None,
    reason: ReasonOption = "",
    undoes: Annotated[bool, typer.Option("--undo", help="Undo the line: the player withdrew the play.")] = False,
    mistake: Annotated[
        bool, typer.Option("--mistake", help="Mark the line as mistyped: the play never happened.")
    ] = False,
    lets_stand: Annotated[bool, typer.Option("--let-stand", help="Let the play stand.")] = False,
) -> None:
    """Correct a line: replace it, undo it or let it stand. Needs a reason."""
    from referee.club.corrections import corrections

    if (text is not None) + undoes + mistake + lets_stand != 1:
        fail("Give one correction: the right line, --undo, --mistake or --let-stand.")

    def act(club: Club) -> tuple[LineView, MatchView]:
        table = resolve_table(club, table_text)
        if text is not None:
            return corrections.line(club, table, number, text, reason=reason)
        return corrections.decide_line(club, table, number, stands=lets_stand, mistake=mistake, reason=reason)

    corrected = _correct(common, table_text, act)
    if corrected is None:
        return
    line, match = corrected
    print_result(line, common.json, partial(_print_line, match))


def _print_line(match: MatchView, line: LineView) -> None:
    print_line(f"table {match.number}, line {line.number}, {line.text}: {line.decision or 'recorded'}")
    if line.ruling:
        print_ruling(line.ruling, margin="      ")
    _print_places(match)


@app.command(epilog='Example: referee table reseat 3 2 Dee --reason "Ben stayed at home" --by Fay --dry-run')
def reseat(
    table_text: TableArgument,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Number of the seat, or the name recorded there.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Player who really sat there.", autocompletion=completion.members)
    ],
    common: CorrectionOptions,
    reason: ReasonOption = "",
) -> None:
    """Correct the player recorded in a seat; the result there becomes theirs. Two players at the table swap seats."""
    from referee.club.calendar import checkin
    from referee.club.corrections import corrections
    from referee.club.match import matches

    def act(club: Club) -> tuple[MatchView, date, list[str]]:
        table = resolve_table(club, table_text)
        members_before = matches.show(club, table).members
        corrected = corrections.seat(club, table, seat, name, reason=reason)
        return corrected, *checkin.unseated_arrivals(club, table, {*members_before} - {*corrected.members})

    correction = _correct(common, table_text, act)
    if correction is None:
        return
    match, held_on, checked_in_names = correction
    if common.json:
        print_json({"match": match, "still_here": checked_in_names})
        return
    print_line(f"table {match.number}: {', '.join(match.names)}")
    _print_places(match)
    for member_name in checked_in_names:
        print_line(f"{member_name} is still checked in on {held_on}. If that is wrong:")
        print_line(f"referee checkin {quote(member_name)} --undo --on {held_on}")


def _correct(common: CommonOptions, table_text: str, change: Callable[[Club], Result]) -> Result | None:
    """Return the result of a correction, after a confirmation if the session is over, or None for a dry run."""
    from referee.club.calendar.closed_seasons import is_past

    with open_as_officer(common) as club:
        table = resolve_table(club, table_text)
        return apply_with_impact(club, change, common, is_past_session=is_past(club, table), table=table)


def _print_places(match: MatchView) -> None:
    if match.finished_at:
        print_line(f"table {match.number} is finished: {write_places(match.places)}")
    else:
        print_line(f"table {match.number} is not finished any more.")


app.registered_commands.extend(players.app.registered_commands)
