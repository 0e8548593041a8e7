"""``referee tournament draw`` and the other commands on a round: change, seat, replay, redraw, check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.exits import Exit
from referee.cli.shared import completing
from referee.cli.shared.arguments import Apart, Seed, named_apart
from referee.cli.shared.club import Reason, opened_by
from referee.cli.shared.common import Acting
from referee.cli.shared.completing import Entry, OnSession, Tournament
from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import complain, say, say_json, warn
from referee.cli.tournament.printing import say_lines
from referee.cli.tournament.summary import say_next, tell
from referee.tournaments import words
from referee.tournaments.printed import round_lines

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.state.view import TournamentView

app = typer.Typer()


@app.command(epilog="Example: referee tournament draw 1, or first: referee tournament draw 1 --preview")
def draw(
    tournament: Tournament,
    common: Acting,
    seed: Seed = None,
    apart: Apart = [],  # noqa: B006
    preview: Annotated[bool, typer.Option("--preview", help="Show what would be drawn; nothing is kept.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Draw every round again from what was kept, and say if it is the same.")
    ] = False,
) -> None:
    """Draw the next round, once the one before is decided. The first draw starts the tournament."""
    from referee.tournaments.deeds import playing, rounds

    if check and (preview or seed is not None or apart):
        complain("--check goes without --preview, --seed and --apart: it draws again what was drawn")
    parted = named_apart(apart)
    with opened_by(common) as desk:
        if check:
            _check(desk, tournament, common.json)
            return
        if preview:
            found, drawn = rounds.preview(desk, tournament, seed=seed, apart_now=parted)
            if common.json:
                say_json(named(found, drawn))
            else:
                say_lines(round_lines(found, drawn))
                say(f"Nothing is kept of this. To draw it: referee tournament draw {found.number}")
            return
        done = rounds.draw(desk, tournament, seed=seed, apart_now=parted)
        found = done.view
        if common.json:
            say_json(named(found, found.rounds[-1]))
            return
        for each in done.stood:
            warn(words.stood(found, each.round))
        say_lines(round_lines(found, found.rounds[-1]))
        if missing := playing.not_here(desk, tournament):
            say(words.not_checked_in(missing))
            say(f"Who does not come: referee tournament absent {tournament} {missing[0]}")
        say_next(found)


@app.command(epilog='Example: referee tournament redraw 2 --reason "a result before it was wrong"')
def redraw(
    tournament: Tournament,
    common: Acting,
    reason: Reason = "",
    seed: Seed = None,
    apart: Apart = [],  # noqa: B006
) -> None:
    """Draw the last round again, from who is there and what they have now; the draw before is kept as well."""
    from referee.tournaments.deeds import rounds

    with opened_by(common) as desk:
        found = rounds.redraw(desk, tournament, reason=reason, seed=seed, apart_now=named_apart(apart))
    tell(found, common.json, _say_last, found.rounds[-1])


@app.command(epilog='Example: referee tournament swap 2 Ann Ben --reason "Ann needs the light"')
def swap(
    tournament: Tournament,
    one: Entry,
    other: Annotated[str, typer.Argument(metavar="NAME", help="With whom.", autocompletion=completing.entries)],
    common: Acting,
    reason: Reason = "",
) -> None:
    """Let two change places in the round that is drawn; that it was changed by hand is shown with it."""
    from referee.tournaments.deeds import hand_changes

    with opened_by(common) as desk:
        found = hand_changes.swap(desk, tournament, one, other, reason=reason)
    tell(found, common.json, _say_last)


@app.command(epilog='Example: referee tournament move 2 Ann 2 --reason "sits by the door"')
def move(
    tournament: Tournament,
    name: Annotated[str, typer.Argument(help="Who.", autocompletion=completing.entries)],
    table: Annotated[int, typer.Argument(metavar="TABLE", help="The table of the round.")],
    common: Acting,
    reason: Reason = "",
) -> None:
    """Let somebody sit at another table of the round that is drawn; it is shown with it."""
    from referee.tournaments.deeds import hand_changes

    with opened_by(common) as desk:
        found = hand_changes.move(desk, tournament, name, table, reason=reason)
    tell(found, common.json, _say_last)


@app.command(epilog="Example: referee tournament seat 2")
def seat(
    tournament: Tournament,
    common: Acting,
    table: Annotated[
        list[int], typer.Option("--table", metavar="TABLE", help="Only this table of the round; repeatable.")
    ] = [],  # noqa: B006
    session: OnSession = None,
) -> None:
    """Start the tables of the round that is drawn, in the session that is open; who sits there is checked in."""
    from referee.tournaments.deeds import playing

    with opened_by(common) as desk:
        done = playing.seated(desk, tournament, table, session=session)
    if common.json:
        say_json({**named(done.view, done.view), "checked_in": done.checked_in})
        return
    say_lines(round_lines(done.view, done.view.rounds[-1]))
    if done.checked_in:
        say(f"Checked in with it: {listed(done.checked_in)}.")
    say_next(done.view)


@app.command(epilog='Example: referee tournament replay 3 1 --reason "the power failed"')
def replay(
    tournament: Tournament,
    table: Annotated[int, typer.Argument(metavar="TABLE", help="The table of the round.")],
    common: Acting,
    reason: Reason = "",
    session: OnSession = None,
) -> None:
    """Start a table once more that broke off and is void."""
    from referee.tournaments.deeds import playing

    with opened_by(common) as desk:
        found = playing.replay(desk, tournament, table, reason=reason, session=session)
    tell(found, common.json, _say_last)


def _say_last(found: TournamentView) -> None:
    say_lines(round_lines(found, found.rounds[-1]))
    say_next(found)


def _check(desk: Club, tournament: str, json: bool) -> None:
    from referee.tournaments.deeds import rounds

    found, checked = rounds.check(desk, tournament)
    if json:
        say_json(checked)
    elif not checked:
        say(f"No round of {found.name} has been drawn yet.")
    else:
        for each in checked:
            say(words.checked(each))
        if changed := [each.name for each in found.rounds if each.changes]:
            say(f"By hand since: {listed(changed)}; see: referee tournament show {found.number}")
    if not all(each.same for each in checked):
        raise typer.Exit(Exit.ILLEGAL)
