"""``referee tournament draw`` and other commands on a round: swap, move, start, replay and walkover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.arguments import ApartOption, SeedOption, parse_apart
from referee.cli.shared.club import ReasonOption, open_as_officer
from referee.cli.shared.common_options import OfficerOptions
from referee.cli.shared.completion import SessionOption
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.quoting import quote
from referee.cli.shared.tournament_argument import TournamentArgument, print_undo, split_words, tournament_and
from referee.cli.tournament.printing import print_lines
from referee.cli.tournament.summary import print_next_step, print_tournament_result
from referee.tournaments import wording as in_words
from referee.tournaments.printed import round_lines

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.state.view import TournamentView

app = typer.Typer()
RoundOption = Annotated[
    int | None,
    typer.Option("--round", metavar="R", help="Round (default: the last one with such a table)."),
]
WALKOVER = "referee tournament walkover 3 1 Ann"

SWAP = 'referee tournament swap 2 Ann Ben --reason "Ann needs the light"'
MOVE = 'referee tournament move 2 Ann 2 --reason "sits by the door"'
REPLAY = 'referee tournament replay 3 1 --reason "the power failed"'


@app.command(
    epilog="Example: referee tournament draw 1, or first: referee tournament draw 1 --preview, or once more: "
    'referee tournament draw 2 --again --reason "a result before it was wrong"'
)
def draw(
    common: OfficerOptions,
    tournament: TournamentArgument = None,
    again: Annotated[
        bool, typer.Option("--again", help="Draw the last round again; needs a reason (--reason).")
    ] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Show the draw without making it.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Draw every round again from the log and compare the seats.")
    ] = False,
    leave_void: Annotated[
        list[int],
        typer.Option("--leave-void", metavar="TABLE", help="Void table that counts for nobody; repeatable."),
    ] = [],  # noqa: B006
    seed: SeedOption = None,
    apart: ApartOption = [],  # noqa: B006
    reason: ReasonOption = "",
) -> None:
    """Draw the next round once the last one is finished. The first draw fixes the settings."""
    if len([is_given for is_given in (again, preview, check) if is_given]) > 1:
        fail("--again, --preview and --check cannot be combined. Use one of them.")
    if check and (seed is not None or apart):
        fail("--check takes neither --seed nor --apart. It repeats the draws as they were made.")
    separations = parse_apart(apart)
    with open_as_officer(common) as club:
        if check:
            _print_check(club, tournament, common.json)
        elif preview:
            _print_preview(club, tournament, seed, separations, common.json)
        elif not leave_void or _leave_void(club, tournament, leave_void, common.json):
            _draw_round(club, tournament, seed, separations, reason, common.json, is_redraw=again)


def _leave_void(club: Club, tournament: str | None, tables: list[int], json: bool) -> bool:
    """Leave tables void. Return whether the next round can be drawn."""
    from referee.tournaments.actions import answering
    from referee.tournaments.state.next_step import TournamentNextStep, find_next_step

    for table in tables:
        view = answering.leave_void(club, tournament, table)
    if find_next_step(view) is TournamentNextStep.DRAW:
        return True
    print_tournament_result(view, json, _print_last)
    return False


def _draw_round(
    club: Club,
    tournament: str | None,
    seed: int | None,
    separations: list[list[str]],
    reason: str,
    json: bool,
    *,
    is_redraw: bool,
) -> None:
    from referee.tournaments.actions import playing, rounds

    if is_redraw:
        view = rounds.redraw(club, tournament, reason=reason, seed=seed, apart_now=separations)
    else:
        view = rounds.draw(club, tournament, seed=seed, apart_now=separations)
    if json:
        print_json(with_entry_names(view, view.rounds[-1]))
        return
    print_lines(round_lines(view, view.rounds[-1]))
    if missing := playing.missing_players(club, str(view.number)):
        print_line(in_words.describe_absent(missing))
        print_line(f"If someone doesn't turn up: referee tournament absent {view.number} {quote(missing[0])}")
    print_next_step(view)
    print_undo(view.number)


def _print_preview(
    club: Club, tournament: str | None, seed: int | None, separations: list[list[str]], json: bool
) -> None:
    from referee.tournaments.actions import rounds

    view, round_view = rounds.preview(club, tournament, seed=seed, apart_now=separations)
    if json:
        print_json(with_entry_names(view, round_view))
    else:
        print_lines(round_lines(view, round_view))
        print_line(f"This is a preview. To make this draw: referee tournament draw {view.number}")


@app.command(epilog=f"Example: {SWAP}")
def swap(
    words: Annotated[list[str], tournament_and("NAME NAME", "Two players.")],
    common: OfficerOptions,
    reason: ReasonOption = "",
) -> None:
    """Swap two players in the drawn round. The round then shows the change."""
    from referee.tournaments.actions import hand_changes

    tournament, (first_name, second_name) = split_words(words, "NAME NAME", SWAP)
    with open_as_officer(common) as club:
        view = hand_changes.swap(club, tournament, first_name, second_name, reason=reason)
    print_tournament_result(view, common.json, _print_last)


@app.command(epilog=f"Example: {MOVE}")
def move(
    words: Annotated[list[str], tournament_and("NAME TABLE", "Player, and table of the round.")],
    common: OfficerOptions,
    reason: ReasonOption = "",
) -> None:
    """Move a player to another table of the drawn round. The round then shows the change."""
    from referee.tournaments.actions import hand_changes

    tournament, (name, table) = split_words(words, "NAME TABLE", MOVE)
    with open_as_officer(common) as club:
        view = hand_changes.move(club, tournament, name, parse_table_number(table, MOVE), reason=reason)
    print_tournament_result(view, common.json, _print_last)


@app.command(epilog="Example: referee tournament start 2")
def start(
    common: OfficerOptions,
    tournament: TournamentArgument = None,
    table: Annotated[
        list[int],
        typer.Option("--table", metavar="TABLE", help="Table of the round; repeatable (default: all of them)."),
    ] = [],  # noqa: B006
    session: SessionOption = None,
) -> None:
    """Start the tables of the round in the open session, and check their players in."""
    from referee.tournaments.actions import playing

    with open_as_officer(common) as club:
        result = playing.start_and_check_in(club, tournament, table, session=session)
    if common.json:
        print_json({**with_entry_names(result.view, result.view), "checked_in": result.checked_in})
        return
    print_lines(round_lines(result.view, result.view.rounds[-1]))
    _print_numbers(result.view)
    if result.checked_in:
        print_line(f"Checked in: {join_words(result.checked_in)}.")
    print_next_step(result.view)


def _print_numbers(view: TournamentView) -> None:
    """Print the session's table numbers that differ from those of the round."""
    renumbered = [table for table in view.rounds[-1].tables if table.match and table.printed_number != table.number]
    if renumbered:
        numbers_text = join_words(f"table {table.number} is now table {table.printed_number}" for table in renumbered)
        print_line(f"Tables are numbered as in the session: {numbers_text}.")


@app.command(epilog=f"Example: {REPLAY}")
def replay(
    words: Annotated[list[str], tournament_and("TABLE", "Void table.")],
    common: OfficerOptions,
    round_: RoundOption = None,
    reason: ReasonOption = "",
    session: SessionOption = None,
) -> None:
    """Start a void table again."""
    from referee.tournaments.actions import playing

    tournament, (table,) = split_words(words, "TABLE", REPLAY)
    number = parse_table_number(table, REPLAY)
    with open_as_officer(common) as club:
        view = playing.replay(club, tournament, number, reason=reason, session=session, round=round_)
    print_tournament_result(view, common.json, _print_started)


@app.command(epilog=f"Example: {WALKOVER}")
def walkover(
    words: Annotated[
        list[str], tournament_and("TABLE [NAME...]", "Table, and its winners (default: all players still there).")
    ],
    common: OfficerOptions,
    round_: RoundOption = None,
    reason: ReasonOption = "",
) -> None:
    """Award a void table, or one that has not started, without play."""
    from referee.tournaments.actions import answering

    # A second number is the table: no player is called by one.
    leading_words = 2 if len(words) > 1 and words[1].isdecimal() else 1
    tournament, (table, *names) = (words[0] if leading_words == 2 else None), words[leading_words - 1 :]
    number = parse_table_number(table, WALKOVER)
    with open_as_officer(common) as club:
        view = answering.award_walkover(club, tournament, number, names, round=round_, reason=reason)
    print_tournament_result(view, common.json, _print_last)


def parse_table_number(table: str, example: str) -> int:
    """Return the number of a table in the round. Exit with an error for any other text."""
    if not table.isdecimal():
        fail(f"Invalid table {table!r}. Use the number of a table in the round, such as: {example}")
    return int(table)


def _print_last(view: TournamentView) -> None:
    _print_started(view)
    print_undo(view.number)


def _print_started(view: TournamentView) -> None:
    """Print the round and the next step, without an undo, as started tables are voided instead."""
    print_lines(round_lines(view, view.rounds[-1]))
    print_next_step(view)


def _print_check(club: Club, tournament: str | None, json: bool) -> None:
    from referee.tournaments.actions import rounds

    view, checked = rounds.check(club, tournament)
    if json:
        print_json(checked)
    elif not checked:
        print_line(f"No round of {view.name} has been drawn yet.")
    else:
        for check in checked:
            print_line(in_words.describe_check(check))
        if changed_rounds := [check.name for check in view.rounds if check.changes]:
            print_line(
                f"Changed by hand afterwards: {join_words(changed_rounds)}. See: referee tournament show {view.number}"
            )
    if not all(check.same for check in checked):
        raise typer.Exit(ExitCode.ILLEGAL)
