"""``referee tournament draw`` and the other commands on a round: swap, move, start, replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.exit_codes import Exit
from referee.cli.shared.arguments import Apart, Seed, named_apart
from referee.cli.shared.club import Reason, opened_by
from referee.cli.shared.common_options import Acting
from referee.cli.shared.completion import OnSession
from referee.cli.shared.entry_names import named
from referee.cli.shared.printing import complain, say, say_json
from referee.cli.shared.quoting import quoted
from referee.cli.shared.tournament_argument import Tournament, after_tournament, say_undo, split
from referee.cli.tournament.printing import say_lines
from referee.cli.tournament.summary import say_next, tell
from referee.tournaments import words as in_words
from referee.tournaments.printed import round_lines

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.state.view import TournamentView

app = typer.Typer()
OfRound = Annotated[
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
    common: Acting,
    tournament: Tournament = None,
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
    seed: Seed = None,
    apart: Apart = [],  # noqa: B006
    reason: Reason = "",
) -> None:
    """Draw the next round once the last one is finished. The first draw fixes the settings."""
    if len([each for each in (again, preview, check) if each]) > 1:
        complain("--again, --preview and --check exclude each other. Use one of them.")
    if check and (seed is not None or apart):
        complain("--check takes neither --seed nor --apart. It repeats the draws as they were made.")
    parted = named_apart(apart)
    with opened_by(common) as desk:
        if check:
            _check(desk, tournament, common.json)
        elif preview:
            _preview(desk, tournament, seed, parted, common.json)
        elif not leave_void or _left_void(desk, tournament, leave_void, common.json):
            _draw(desk, tournament, seed, parted, reason, common.json, again=again)


def _left_void(desk: Club, tournament: str | None, tables: list[int], json: bool) -> bool:
    """Leave tables void, and return whether another round comes after them."""
    from referee.tournaments.actions import answering
    from referee.tournaments.state.next_step import TournamentNextStep, tournament_next_step

    for table in tables:
        found = answering.leave_void(desk, tournament, table)
    if tournament_next_step(found) is TournamentNextStep.DRAW:
        return True
    tell(found, json, _say_last)
    return False


def _draw(
    desk: Club,
    tournament: str | None,
    seed: int | None,
    parted: list[list[str]],
    reason: str,
    json: bool,
    *,
    again: bool,
) -> None:
    from referee.tournaments.actions import playing, rounds

    if again:
        found = rounds.redraw(desk, tournament, reason=reason, seed=seed, apart_now=parted)
    else:
        found = rounds.draw(desk, tournament, seed=seed, apart_now=parted)
    if json:
        say_json(named(found, found.rounds[-1]))
        return
    say_lines(round_lines(found, found.rounds[-1]))
    if missing := playing.absent_players(desk, str(found.number)):
        say(in_words.describe_absent(missing))
        say(f"If someone doesn't turn up: referee tournament absent {found.number} {quoted(missing[0])}")
    say_next(found)
    say_undo(found.number)


def _preview(desk: Club, tournament: str | None, seed: int | None, parted: list[list[str]], json: bool) -> None:
    from referee.tournaments.actions import rounds

    found, drawn = rounds.preview(desk, tournament, seed=seed, apart_now=parted)
    if json:
        say_json(named(found, drawn))
    else:
        say_lines(round_lines(found, drawn))
        say(f"This is a preview. To make this draw: referee tournament draw {found.number}")


@app.command(epilog=f"Example: {SWAP}")
def swap(
    words: Annotated[list[str], after_tournament("NAME NAME", "Two players.")], common: Acting, reason: Reason = ""
) -> None:
    """Swap two players in the round that is drawn. The change is shown with the round."""
    from referee.tournaments.actions import hand_changes

    tournament, (one, other) = split(words, "NAME NAME", SWAP)
    with opened_by(common) as desk:
        found = hand_changes.swap(desk, tournament, one, other, reason=reason)
    tell(found, common.json, _say_last)


@app.command(epilog=f"Example: {MOVE}")
def move(
    words: Annotated[list[str], after_tournament("NAME TABLE", "Player, and table of the round.")],
    common: Acting,
    reason: Reason = "",
) -> None:
    """Move a player to another table of the round that is drawn. The change is shown with the round."""
    from referee.tournaments.actions import hand_changes

    tournament, (name, table) = split(words, "NAME TABLE", MOVE)
    with opened_by(common) as desk:
        found = hand_changes.move(desk, tournament, name, number_of(table, MOVE), reason=reason)
    tell(found, common.json, _say_last)


@app.command(epilog="Example: referee tournament start 2")
def start(
    common: Acting,
    tournament: Tournament = None,
    table: Annotated[
        list[int],
        typer.Option("--table", metavar="TABLE", help="Table of the round; repeatable (default: all of them)."),
    ] = [],  # noqa: B006
    session: OnSession = None,
) -> None:
    """Start the tables of the round in the open session, and check their players in."""
    from referee.tournaments.actions import playing

    with opened_by(common) as desk:
        done = playing.seated(desk, tournament, table, session=session)
    if common.json:
        say_json({**named(done.view, done.view), "checked_in": done.checked_in})
        return
    say_lines(round_lines(done.view, done.view.rounds[-1]))
    _say_numbers(done.view)
    if done.checked_in:
        say(f"Checked in: {listed(done.checked_in)}.")
    say_next(done.view)


def _say_numbers(found: TournamentView) -> None:
    """Say once which number each table of the round has in the session, where it is another one."""
    other = [each for each in found.rounds[-1].tables if each.match and each.called != each.number]
    if other:
        said = listed(f"table {each.number} is now table {each.called}" for each in other)
        say(f"Tables are numbered as in the session: {said}.")


@app.command(epilog=f"Example: {REPLAY}")
def replay(
    words: Annotated[list[str], after_tournament("TABLE", "Void table.")],
    common: Acting,
    round_: OfRound = None,
    reason: Reason = "",
    session: OnSession = None,
) -> None:
    """Start a void table once more."""
    from referee.tournaments.actions import playing

    tournament, (table,) = split(words, "TABLE", REPLAY)
    at = number_of(table, REPLAY)
    with opened_by(common) as desk:
        found = playing.replay(desk, tournament, at, reason=reason, session=session, round=round_)
    tell(found, common.json, _say_started)


@app.command(epilog=f"Example: {WALKOVER}")
def walkover(
    words: Annotated[
        list[str], after_tournament("TABLE [NAME...]", "Table, and its winners (default: all who are left there).")
    ],
    common: Acting,
    round_: OfRound = None,
    reason: Reason = "",
) -> None:
    """Award a table that has not started, or is void, without a match."""
    from referee.tournaments.actions import answering

    # A second number is the table: no player is called by one.
    many = 2 if len(words) > 1 and words[1].isdecimal() else 1
    tournament, (table, *names) = (words[0] if many == 2 else None), words[many - 1 :]
    at = number_of(table, WALKOVER)
    with opened_by(common) as desk:
        found = answering.walkover(desk, tournament, at, names, round=round_, reason=reason)
    tell(found, common.json, _say_last)


def number_of(table: str, example: str) -> int:
    """Read the number of a table of the round, or complain."""
    if not table.isdecimal():
        complain(f"Invalid table {table!r}. Use the number of a table in the round, such as: {example}")
    return int(table)


def _say_last(found: TournamentView) -> None:
    _say_started(found)
    say_undo(found.number)


def _say_started(found: TournamentView) -> None:
    """Say how the round stands; tables that have started are undone by voiding them."""
    say_lines(round_lines(found, found.rounds[-1]))
    say_next(found)


def _check(desk: Club, tournament: str | None, json: bool) -> None:
    from referee.tournaments.actions import rounds

    found, checked = rounds.check(desk, tournament)
    if json:
        say_json(checked)
    elif not checked:
        say(f"No round of {found.name} has been drawn yet.")
    else:
        for each in checked:
            say(in_words.checked(each))
        if changed := [each.name for each in found.rounds if each.changes]:
            say(f"Changed by hand afterwards: {listed(changed)}. See: referee tournament show {found.number}")
    if not all(each.same for each in checked):
        raise typer.Exit(Exit.ILLEGAL)
