"""``referee clock``: show and control the clock of a tournament or of the room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from referee.cli.shared import completing
from referee.cli.shared.club import opened, opened_by
from referee.cli.shared.common import Acting, Common, Deciding, Looking
from referee.cli.shared.printing import on_a_screen, say, say_json

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.clocks.clock import Deed, Reading
    from referee.tournaments.clocks.deeds import Clock


class _ShownUnlessTold(TyperGroup):
    """``referee clock 3`` is ``referee clock show 3``: a number names a tournament, and no deed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after ``referee clock``."""
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is meant, and the words after it."""
        return super().resolve_command(ctx, args if args and args[0] in self.commands else ["show", *args])


app = typer.Typer(
    cls=_ShownUnlessTold,
    help="The clock: levels, breaks and rounds, the same on every screen.",
    epilog="Example: referee clock start --minutes 45, and to see it: referee clock show",
)
Tournament = Annotated[
    str | None,
    typer.Argument(
        metavar="[TOURNAMENT]",
        help="Its number or name; else the clock that was started last.",
        autocompletion=completing.tournaments,
    ),
]


@app.command(epilog="Example: referee clock show, or: referee clock show --json")
def show(common: Looking, tournament: Tournament = None) -> None:
    """Show the clock: live with large digits in a terminal, where q leaves it; it never writes."""
    from referee.tournaments.clocks import deeds

    live = on_a_screen() and not common.json
    with opened(common, read_only=live) as desk:
        which = _which(desk, tournament)
        clock, now = deeds.found(desk, which)
        if not live:
            _say(clock, now, common.json)
            return
        from referee.cli.shared.serving import show as show_app
        from referee.cli.shared.serving import stays_open
        from referee.dashboard import keys
        from referee.dashboard.board.clock import ClockScreen
        from referee.dashboard.board.wall import Wall

        stays_open()
        keymap = keys.read(keys.find(desk.folder))
        show_app(Wall(desk, lambda desk: ClockScreen(desk, which), keymap), "clock")


@app.command(epilog="Example: referee clock start --minutes 45")
def start(
    common: Deciding,
    tournament: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOURNAMENT]", help="Whose clock; else that of the room.", autocompletion=completing.tournaments
        ),
    ] = None,
    minutes: Annotated[
        int, typer.Option("--minutes", "-m", metavar="N", help="How long; else the levels, or as settled for a round.")
    ] = 0,
) -> None:
    """Start the clock of a tournament, or of the room for some minutes; one that runs only with --yes."""
    from referee.tournaments.clocks import deeds

    with opened_by(common) as desk:
        _say(*deeds.start(desk, _which(desk, tournament), minutes=minutes, anew=common.yes), common.json)


def _turning(deed: str) -> Callable[..., None]:
    def turn(common: Acting, tournament: Tournament = None) -> None:
        _turn(deed, tournament, common)

    return turn


for _deed, _does, _example in (
    ("pause", "Stop the time; resume lets it go on from there.", "pause"),
    ("resume", "Let the time go on after a pause.", "pause, and: referee clock resume"),
    ("next", "Begin the next level, or the break, now.", "next"),
    ("back", "Begin the level before this one again.", "back"),
    ("stop", "Take the clock down; nothing shows it any more.", "stop"),
):
    app.command(_deed, help=_does, epilog=f"Example: referee clock {_example}")(_turning(_deed))


@app.command(epilog="Example: referee clock add 5, or to take away: referee clock add -- -2")
def add(
    minutes: Annotated[int, typer.Argument(metavar="MINUTES", help="How many more; after --, less than 0 for fewer.")],
    common: Acting,
    tournament: Tournament = None,
) -> None:
    """Add minutes to the level that is on."""
    _turn("add", tournament, common, minutes=minutes)


def _turn(deed: str, tournament: str | None, common: Common, *, minutes: int = 0) -> None:
    from referee.tournaments.clocks import deeds
    from referee.tournaments.clocks.clock import Deed

    with opened_by(common) as desk:
        what: Deed = Deed(deed)
        clock, now = deeds.turn(desk, what, _which(desk, tournament), minutes=minutes)
    if what is Deed.STOP and not common.json:
        say("The clock is taken down.")
    else:
        _say(clock, now, common.json)


def _which(desk: Club, typed: str | None) -> int | None:
    """Return the number of the tournament that is meant, or None where none is named."""
    if typed is None:
        return None
    from referee.tournaments.overview import called

    with desk.reading() as tx:
        return called(tx, typed).id


def _say(clock: Clock, now: Reading, json: bool) -> None:
    from referee.tournaments.clocks.clock import now_said, then_said

    if json:
        say_json({"tournament": clock.tournament, "name": clock.name, "reading": now})
        return
    say(f"{now.digits}  {now_said(clock.name, now)}")
    if then := then_said(now):
        say(f"{'':{len(now.digits)}}  {then}")
