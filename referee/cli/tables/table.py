"""``referee table``: a match at a table, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.shared import completing
from referee.cli.shared.arguments import HouseRules
from referee.cli.shared.club import Reason, all_or_nothing, opened, opened_by, say_damage
from referee.cli.shared.common import Acting, Correcting, Deciding, InClub, Looking
from referee.cli.shared.completing import OnSession, Table
from referee.cli.shared.impact import agreed
from referee.cli.shared.near_names import understood
from referee.cli.shared.printing import answer, complain, say, say_json, say_record, say_settlement
from referee.cli.tables import players
from referee.cli.tables.recording import (
    counted_sheet,
    log_lines,
    replace_line,
    say_decided,
    say_match,
    say_places,
    settled,
    take_in,
)
from referee.games import is_ruled
from referee.rules import as_typed, changed

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.view import LineView, MatchView

app = typer.Typer(
    help="A match at a table, line by line.",
    no_args_is_help=True,
    epilog="Example: referee table start big-two Ann Ben Cal Dee",
)
LineNumber = Annotated[int | None, typer.Argument(metavar="[LINE]", help="The line's number; else the last.")]
Key = Annotated[str | None, typer.Option("--key", help="A key of your own: sent twice, it is written down once.")]


@app.command(
    epilog="Example: referee table start big-two Ann Ben Cal Dee --option royal=none, or of a game without a rulebook: "
    "referee table start --game Hearts --result-only Ann Ben Cal Dee"
)
def start(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME] NAME...",
            help="The game's slug, unless --game names it; then the players, clockwise.",
            autocompletion=completing.games_or_members,
        ),
    ],
    common: Deciding,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The game, by any name.")] = None,
    result_only: Annotated[
        bool, typer.Option("--result-only", help="Rule on nothing: only the result is written down, of any game.")
    ] = False,
    option: HouseRules = [],  # noqa: B006
    session: OnSession = None,
    chip: Annotated[
        str, typer.Option("--chip", metavar="WORTH", help="What a chip is worth, such as '0.05 EUR'.")
    ] = "",
) -> None:
    """Seat players, and freeze the house rules that they play by."""
    from referee.club.match import starting

    named, *names = words if game is None else [game, *words]
    if result_only and option:
        complain("--option goes with a rulebook; with --result-only nothing is ruled on")
    with opened_by(common) as desk:
        seat = partial(starting.start, session=session, options=option, result_only=result_only, chip=chip)
        match = players.unless_elsewhere(
            lambda twice: understood(lambda meant: seat(desk, named, meant, twice=twice), names), common.yes
        )
    answer(match, common.json, partial(_say_started, named))


def _say_started(named: str, match: MatchView) -> None:
    from referee.games.called import nearest_games

    say(f"Table {match.number}: {match.book.title}, {', '.join(match.names)}.")
    if rules := changed(match.options):
        say(f"House rules: {', '.join(as_typed(rules))}.")
    if match.result_only:
        say("Nothing is ruled on here; only the result is written down.")
        if not is_ruled(match.game) and (near := nearest_games(named)):
            say(f"There is a rulebook for {listed(near)}.")
        say(f"Next: referee table result {match.number} NAME NAME ..., the winner first")
    else:
        say(f'Next: referee table log {match.number} "deal by {match.names[-1]}"')


@app.command(
    epilog='Example: referee table log 3 "Ann plays 3D" "Ben passes", or line by line at a prompt: referee table log 3'
)
def log(
    table: Table,
    common: Correcting,
    lines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LINE]...",
            help="What happened, one line an argument; - for standard input. Without any, a prompt asks for each.",
        ),
    ] = None,
    instead_of: Annotated[
        int | None, typer.Option("--instead-of", metavar="LINE", help="The mistyped line that this one replaces.")
    ] = None,
    key: Key = None,
) -> None:
    """Write down what happened and hear the ruling at once. Exits 0 legal, 10 illegal, 11 open.

    An illegal line is kept as what happened, but does not change the table until the officer lets it stand. Several
    lines are written down together, or none of them when one cannot be read.
    """
    if (key or instead_of) and (not lines or len(lines) > 1 or lines == ["-"]):
        complain("--key and --instead-of go with one line, not several")
    if not lines and common.json:
        complain("--json goes with lines, or with - for standard input; at the prompt rulings are for people")
    with opened_by(common) as desk:
        if lines and (instead_of or common.dry_run):
            from referee.club.match import recording

            def act(one: Club) -> list[LineView]:
                return [recording.log(one, table, text, instead_of=instead_of) for text in lines]

            if not agreed(desk, table, act, common):
                return
        if instead_of is not None and lines:
            code = replace_line(desk, table, lines[0], instead_of, key=key, json=common.json)
        elif lines:
            code = log_lines(desk, table, lines, key=key, json=common.json)
        else:
            from referee.cli.tables.line_prompt import prompt

            code = prompt(desk, table)
    raise typer.Exit(code)


@app.command(
    "import",
    epilog="Example: referee table import 4 sheet.txt",
)
def import_(
    table: Table,
    file: Annotated[str, typer.Argument(help="The sheet: a record written by hand; - for standard input.")],
    common: Acting,
) -> None:
    """Take in a paper sheet: every line with its ruling, or nothing when one cannot be read.

    What the sheet says of the game and the seats at its head must be so at the table; it may also have no head. Exits
    0 legal, 10 illegal, 11 open, 2 when it is refused.
    """
    with opened_by(common) as desk:
        code = take_in(desk, table, file, json=common.json)
    raise typer.Exit(code)


@app.command(
    epilog='Example: referee table undo 3 --reason "taken back before Ben played", or several: referee table undo 3 5-8'
)
def undo(
    table: Table,
    common: Correcting,
    lines: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LINES]...", help="The lines' numbers, such as 7 or 5-8; else the last that counts."),
    ] = None,
    reason: Reason = "",
    mistake: Annotated[bool, typer.Option("--mistake", help="It was mistyped, and never happened.")] = False,
) -> None:
    """Take back a line, or several, the last first; they stay in the log, marked. All are taken back, or none."""
    from referee.club.match import matches, recording
    from referee.club.match.typed import line_numbers

    numbers = line_numbers(lines) if lines else None

    def act(desk: Club) -> Sequence[LineView]:
        return recording.undo_all(desk, table, numbers, reason=reason, mistake=mistake)

    with opened_by(common) as desk, all_or_nothing(numbers or ()):
        if not agreed(desk, table, act, common):
            return
        done = act(desk)
        match = matches.show(desk, table)
    answer(done, common.json, lambda found: say_decided(found, match))


@app.command(epilog='Example: referee table stands 3 7 --reason "nobody minded"')
def stands(table: Table, common: Correcting, line: LineNumber = None, reason: Reason = "") -> None:
    """Let an illegal line stand: from now on it changes the table. Says why."""
    from referee.club.match import matches, recording

    if not reason.strip():
        complain('why does it stand? Expected --reason, such as --reason "nobody minded"')

    def act(desk: Club) -> LineView:
        return recording.stands(desk, table, line, reason=reason)

    with opened_by(common) as desk:
        if not agreed(desk, table, act, common):
            return
        done = act(desk)
        match = matches.show(desk, table)
    answer(done, common.json, lambda found: say_decided([found], match))


@app.command(
    epilog='Example: referee table result 4 Ann "Ben, Cal" Dee, or as it is printed: referee table result 4 '
    '"Ann > Ben = Cal > Dee", or in chips: referee table result 4 Ann=5 Ben=-5'
)
def result(
    table: Table,
    result: Annotated[list[str], typer.Argument(help="Best first, ties joined by commas; or NAME=CHIPS for everyone.")],
    common: Correcting,
    key: Key = None,
) -> None:
    """Write down only how a match ended, and finish it."""
    from referee.club.match import ending
    from referee.club.match.typed import typed_result

    places, chips = typed_result(*result)
    typed = [name for group in places for name in group] or list(chips)

    def act(desk: Club) -> MatchView:
        def write(names: Sequence[str]) -> None:
            called = dict(zip(typed, names, strict=True))
            groups = [[called[name] for name in group] for group in places]
            won = {called[name]: amount for name, amount in chips.items()}
            ending.result(desk, table, places=groups, chips=won, key=key)

        understood(write, typed)
        return ending.finish(desk, table)

    with opened_by(common) as desk:
        if not agreed(desk, table, act, common):
            return
        done = act(desk)
    answer(done, common.json, say_places, settled)


@app.command(epilog="Example: referee table finish 3")
def finish(
    table: Table,
    common: Correcting,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also with lines not decided on, which do not count, or a hand in play.")
    ] = False,
) -> None:
    """End a match: the cards are gathered, and its places count for the standings."""
    from referee.club.match import ending

    def act(desk: Club) -> MatchView:
        return ending.finish(desk, table, undecided=anyway)

    with opened_by(common) as desk:
        if not agreed(desk, table, act, common):
            return
        done = act(desk)
    if common.json:
        say_json(settled(done))
    else:
        say_settlement(counted_sheet(done), places=False)
        say_places(done)


@app.command(epilog="Example: referee table show 3")
def show(table: Table, common: Looking) -> None:
    """Show a table: its log with the rulings, what is on it, and the settlement so far."""
    from referee.club import history
    from referee.club.match import correction_notes, matches

    with opened(common) as desk:
        found = matches.show(desk, table)
        put_right = correction_notes.corrections(desk, table=table)
        at_desk = history.at_table(desk, table)
    say_damage(each for each in found.damage if each.table)
    if common.json:
        say_json({**settled(found), "started_by": at_desk.started, "finished_by": at_desk.finished, "log": found.log})
        return
    say_match(found, put_right)
    if written := history.said(at_desk, [(each.number, each.by) for each in found.log]):
        say(written)


@app.command(epilog="Example: referee table record 3 > monday.txt; referee check monday.txt")
def record(table: Table, common: InClub) -> None:
    """Print the record of a table, which `referee check` reads."""
    from referee.club.match import matches

    with opened(common) as desk:
        found = str(matches.record(desk, table)).rstrip("\n")
        say_damage(each for each in matches.damage(desk, [table]) if each.table)
        say_record(found)


app.registered_commands.extend(players.app.registered_commands)
