"""``referee clock``: show and control the clock of a tournament or of the room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import confirm, open_as_officer, open_from_options
from referee.cli.shared.common_options import CommonOptions, ConfirmOptions, OfficerOptions, ReadOptions
from referee.cli.shared.printing import fail, is_on_terminal, print_json, print_line
from referee.cli.shared.tournament_argument import split_words

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.clocks.actions import Clock
    from referee.tournaments.clocks.clock import ClockAction, ClockReading


app = typer.Typer(
    help="The clock for levels, breaks and rounds, the same on every screen.",
    epilog="Example: referee clock start --minutes 45, and to see it: referee clock show",
)
ADD = "referee clock add 5"
ClockArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[TOURNAMENT]",
        help="Number or name of the tournament (default: the clock that was started last).",
        autocompletion=completion.tournaments,
    ),
]


@app.command(epilog="Example: referee clock show, or: referee clock show --json")
def show(common: ReadOptions, tournament: ClockArgument = None) -> None:
    """Show the clock: in a terminal, live and in large digits (press q to quit)."""
    from referee.tournaments.clocks import actions

    live = is_on_terminal() and not common.json
    with open_from_options(common, read_only=live) as club:
        number = _find_tournament(club, tournament)
        clock, reading = actions.read_current_clock(club, number)
        if not live:
            _print_clock(clock, reading, common.json)
            return
        from referee.cli.shared.serving import collect_garbage
        from referee.cli.shared.serving import run_app as show_app
        from referee.dashboard import keys_file
        from referee.dashboard.board.clock import ClockScreen
        from referee.dashboard.board.display_app import DisplayApp

        collect_garbage()
        keymap = keys_file.read_keymap()
        show_app(DisplayApp(club, lambda club: ClockScreen(club, number), keymap), "clock")


@app.command(epilog="Example: referee clock start --minutes 45")
def start(
    common: ConfirmOptions,
    tournament: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOURNAMENT]",
            help="Number or name of the tournament (default: the only one under way; with --minutes the room's clock).",
            autocompletion=completion.tournaments,
        ),
    ] = None,
    minutes: Annotated[
        int,
        typer.Option("--minutes", "-m", metavar="N", help="Length (default: the levels, or the length of a round)."),
    ] = 0,
) -> None:
    """Start the clock of a tournament, or of the room. It asks before restarting a running clock."""
    from referee.tournaments.clocks import actions

    with open_as_officer(common) as club:
        number = _find_tournament(club, tournament) if tournament or minutes else _find_only_running(club)
        try:
            outcome = actions.start_clock(club, number, minutes=minutes, anew=common.yes)
        except actions.AlreadyStarted as running:
            confirm(f"{running} Start it again?", common.yes)
            outcome = actions.start_clock(club, number, minutes=minutes, anew=True)
    _print_clock(*outcome, common.json)


def _clock_command(action: str) -> Callable[..., None]:
    def turn(common: OfficerOptions, tournament: ClockArgument = None) -> None:
        _change_clock(action, tournament, common)

    return turn


for _action_name, _help_text, _example in (
    ("pause", "Pause the clock.", "pause"),
    ("resume", "Resume after a pause.", "pause, and: referee clock resume"),
    ("next", "Start the next level or break now.", "next"),
    ("back", "Start the previous level again.", "back"),
    ("stop", "Remove the clock from all screens.", "stop"),
):
    app.command(_action_name, help=_help_text, epilog=f"Example: referee clock {_example}")(
        _clock_command(_action_name)
    )


@app.command(epilog=f"Example: {ADD}, or of a tournament: referee clock add 1 5, or less: referee clock add -- -2")
def add(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[TOURNAMENT] MINUTES",
            help="Minutes to add to the level. To take minutes away, type -- and a negative number.",
        ),
    ],
    common: OfficerOptions,
) -> None:
    """Add minutes to the current level."""
    tournament, (minutes,) = split_words(words, "MINUTES", ADD)
    if not minutes.removeprefix("-").isdecimal():
        fail(f"Invalid number of minutes {minutes!r}. Use a number such as 5, or -- -2.")
    _change_clock("add", tournament, common, minutes=int(minutes))


def _change_clock(deed: str, tournament: str | None, common: CommonOptions, *, minutes: int = 0) -> None:
    from referee.tournaments.clocks import actions
    from referee.tournaments.clocks.clock import ClockAction

    with open_as_officer(common) as club:
        action: ClockAction = ClockAction(deed)
        clock, reading = actions.apply_action(club, action, _find_tournament(club, tournament), minutes=minutes)
    if action is ClockAction.STOP and not common.json:
        print_line("The clock has been removed.")
    else:
        _print_clock(clock, reading, common.json)


def _find_tournament(club: Club, text: str | None) -> int | None:
    """Return the number of the typed tournament, or None without one."""
    if text is None:
        return None
    from referee.tournaments.overview import find_tournament

    with club.reading() as tx:
        return find_tournament(tx, text).id


def _find_only_running(club: Club) -> int | None:
    """Return the number of the only running tournament, or None if there is not exactly one."""
    from referee.tournaments.overview import list_under_way

    with club.reading() as tx:
        running_numbers = list_under_way(tx)
    return running_numbers[0] if len(running_numbers) == 1 else None


def _print_clock(clock: Clock, reading: ClockReading, json: bool) -> None:
    from referee.tournaments.clocks.clock import describe_next, describe_now

    if json:
        print_json({"tournament": clock.tournament, "name": clock.name, "reading": reading})
        return
    print_line(f"{reading.digits}  {describe_now(clock.name, reading)}")
    if next_text := describe_next(reading):
        print_line(f"{'':{len(reading.digits)}}  {next_text}")
