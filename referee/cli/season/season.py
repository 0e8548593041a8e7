"""``referee season``: how a season is scored, and its house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.season import season_end
from referee.cli.shared import completing
from referee.cli.shared.arguments import complete_game, complete_option
from referee.cli.shared.club import day, opened, opened_by, say_table
from referee.cli.shared.common import Acting, Looking
from referee.cli.shared.completing import OfSeason, SeasonName
from referee.cli.shared.printing import answer, say

if TYPE_CHECKING:
    from referee.store.read import Season

app = typer.Typer(
    help="How a season is scored, and its house rules.", no_args_is_help=True, epilog="Example: referee season show"
)


@app.command(epilog="Example: referee season new 2026-27 2026-08-17 2027-05-31 --best 20 --min 8")
def new(
    name: Annotated[str, typer.Argument(help="Its name, such as 2026-27.")],
    starts: Annotated[str, typer.Argument(help="Its first day.")],
    ends: Annotated[str, typer.Argument(help="Its last day.")],
    common: Acting,
    best: Annotated[int, typer.Option("--best", help="How many of a member's sessions count.")] = 20,
    least: Annotated[int, typer.Option("--min", help="How many sessions it takes to be ranked.")] = 8,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of the lot that breaks the last ties.")] = None,
    ties: Annotated[
        str,
        typer.Option(
            "--ties",
            metavar="STEP,STEP",
            help="What parts a tie, in order; the lot is always last. Else: wins,seconds,direct,buchholz,lot",
            autocompletion=completing.ties,
        ),
    ] = "",
) -> None:
    """Begin a season; how it is scored is frozen from then on."""
    from referee.club.calendar import seasons

    with opened_by(common) as desk:
        first, last = day(starts, "the first day"), day(ends, "the last day")
        begun = seasons.new(
            desk, name, starts=first, ends=last, best_k=best, min_sessions=least, lot_seed=seed, ties=ties
        )
        shown = season_end.shown(desk, begun)
    answer(shown, common.json, lambda found: _say_season(found.season))


@app.command("list", epilog="Example: referee season list")
def list_(common: Looking) -> None:
    """List the seasons."""
    from referee.club.calendar import seasons

    with opened(common) as desk:
        found = seasons.seasons(desk)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[Season]) -> None:
    say_table(
        ["season", "from", "to", "best", "min"],
        [[s.name, s.starts, s.ends, s.best_k, s.min_sessions] for s in found],
    )


@app.command(epilog="Example: referee season show 2026-27")
def show(common: Looking, name: SeasonName = None) -> None:
    """Show a season, how it is scored, and its house rules."""
    from referee.club.calendar import seasons

    with opened(common) as desk:
        shown = season_end.shown(desk, seasons.show(desk, name))
    answer(shown, common.json, _say_shown)


def _say_shown(found: season_end.Shown) -> None:
    _say_season(found.season)
    season_end.say_since(found)
    for game, options in found.house_rules.items():
        say(f"house rules of {game}: " + (", ".join(f"{key}={value}" for key, value in options.items()) or "none"))


@app.command("house-rules", epilog="Example: referee season house-rules big-two royal=none pass_locks=true")
def house_rules(
    game: Annotated[str, typer.Argument(help="The game's slug.", autocompletion=complete_game)],
    common: Acting,
    options: Annotated[
        list[str] | None, typer.Argument(help="NAME=VALUE, as many as change.", autocompletion=complete_option)
    ] = None,
    season: OfSeason = None,
) -> None:
    """Show a game's house rules in a season, or change them for the matches that start from now on."""
    from referee.club.calendar import house_rules

    with opened_by(common) as desk:
        in_force = house_rules.change(desk, season, game, options or [])
    in_words = ", ".join(f"{key}={value}" for key, value in in_force.items()) or "played as printed"
    answer(in_force, common.json, lambda _: say(f"{game}: {in_words}"))


# Its end is a file of its own, whose commands come last.
app.registered_commands.extend(season_end.app.registered_commands)


def _say_season(season: Season) -> None:
    from referee.club.calendar.seasons import how_scored
    from referee.club.scoring_rules import steps_of

    closed = ", closed" if season.closed_at else ""
    say(f"season {season.name}, {season.starts} to {season.ends}{closed}")
    say(f"{how_scored(season)}; lot {season.lot_seed}")
    say(f"ties are parted by: {', '.join(steps_of(season.ties))}")
