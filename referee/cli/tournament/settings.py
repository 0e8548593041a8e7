"""Options that settle a tournament, shared by the commands that take them."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from referee.cli.shared import completing
from referee.cli.shared.arguments import complete_game
from referee.cli.shared.common import Options
from referee.cli.shared.printing import complain, warn
from referee.competition.field import Sizes, sizes_typed
from referee.tournaments.state.settings import Counts, Score, Wanted


def settings(
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", metavar="GAME", help="What is played.", autocompletion=complete_game),
    ] = None,
    size: Annotated[
        str, typer.Option("--size", metavar="N-M", help="How many at a table; else what the game allows of 3-5.")
    ] = "",
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=0, help="How many rounds are played.")
    ] = None,
    score: Annotated[
        Score | None,
        typer.Option("--score", help="What a table gives: the match score, unless something else is said."),
    ] = None,
    points: Annotated[
        str, typer.Option("--points", metavar="5,3,1,0", help="The points of the places, best first.")
    ] = "",
    ties: Annotated[
        str,
        typer.Option(
            "--ties",
            metavar="STEP,STEP",
            help="The tie-breaks in order; else those usual for the format.",
            autocompletion=completing.ties,
        ),
    ] = "",
    go_on: Annotated[
        int | None, typer.Option("--go-on", metavar="K", min=1, help="How many of each table, or group, go on.")
    ] = None,
    groups: Annotated[
        int | None, typer.Option("--groups", metavar="G", min=0, help="How many groups there are.")
    ] = None,
    carried: Annotated[
        bool | None, typer.Option("--carried/--not-carried", help="Points are taken along into the final.")
    ] = None,
    teams: Annotated[bool | None, typer.Option("--teams/--no-teams", help="Entries are in teams, kept apart.")] = None,
    counts: Annotated[
        Counts | None,
        typer.Option("--counts", help="What counts for the season: its tables, its final order, nothing."),
    ] = None,
    bye: Annotated[Literal["mean", "win", "half"] | None, typer.Option("--bye", help="What a bye gives.")] = None,
    evened: Annotated[
        bool | None,
        typer.Option("--evened/--not-evened", help="Points of the places are evened out at tables of fewer."),
    ] = None,
    best: Annotated[
        int | None, typer.Option("--best", metavar="K", help="Only the best K rounds of a player count.")
    ] = None,
    team_best: Annotated[
        int | None,
        typer.Option("--team-best", metavar="K", help="Only the best K of a team count; else of the smallest."),
    ] = None,
    minutes: Annotated[int | None, typer.Option("--minutes", metavar="M", help="How long a round lasts.")] = None,
) -> Wanted:
    """Return the settings that were typed; what was not is left as it is."""
    others = {
        "rounds": rounds,
        "score": score,
        "points": _points(points) if points else None,
        "ties": tuple(each.strip() for each in ties.split(",") if each.strip()) if ties else None,
        "go_on": go_on,
        "groups": groups,
        "carried": carried,
        "teams": teams,
        "counts": counts,
        "bye": bye,
        "evened": evened,
        "best": best,
        "team_best": team_best,
        "minutes": minutes,
    }
    typed = tuple((name, value) for name, value in others.items() if value is not None)
    return Wanted(game, sizes(size) if size else None, typed)


AsWanted = Annotated[Wanted, Options(settings)]


def sizes(typed: str) -> Sizes:
    """Read how many sit at a table, such as 4, or 3-5, or complain."""
    if (found := sizes_typed(typed)) is None:
        complain(f"--size {typed!r} is no size of tables; expected such as 4, or 3-5")
    return found


def _points(typed: str) -> tuple[int, ...]:
    parts = [each.strip() for each in typed.split(",")]
    if not all(each.isdecimal() and len(each) < 7 for each in parts):
        complain(f"--points {typed!r} is not understood; expected whole numbers, best first, such as 5,3,1,0")
    points = tuple(map(int, parts))
    if list(points) != sorted(points, reverse=True):
        warn(f"--points {typed}: a later place gives more than an earlier one.")
    return points
