"""``referee season``: how a season is scored, and its house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.season import season_end
from referee.cli.shared import completion
from referee.cli.shared.arguments import complete_game, complete_option
from referee.cli.shared.club import open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import OfficerOptions, ReadOptions
from referee.cli.shared.completion import SeasonArgument
from referee.cli.shared.dates import parse_day
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.store.plain_rows import Season

app = typer.Typer(
    help="Seasons: how they are scored, their house rules, and their end.",
    no_args_is_help=True,
    epilog="Example: referee season show",
)


def _complete_rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer games, and behind one its options."""
    return [*complete_game(incomplete), *complete_option(ctx, incomplete)]


@app.command(
    epilog="Example: referee season new 2026-27 2026-08-17 2027-05-31 --best 20 --min 8, "
    "or a year from today: referee season new Spring"
)
def new(
    name: Annotated[str, typer.Argument(help="Name, such as 2026-27.")],
    common: OfficerOptions,
    starts: Annotated[str, typer.Argument(metavar="[FIRST]", help="First day (default: today).")] = "today",
    ends: Annotated[str, typer.Argument(metavar="[LAST]", help="Last day (default: a year later).")] = "",
    best: Annotated[int, typer.Option("--best", help="Number of a member's best sessions that count.")] = 20,
    least: Annotated[int, typer.Option("--min", help="Number of sessions needed for a place.")] = 8,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed for the random final tie-break.")] = None,
    ties: Annotated[
        str,
        typer.Option(
            "--ties",
            metavar="STEP,STEP",
            help="Tie-breaks, in order; the lot is always last (default: wins,seconds,direct,buchholz,lot).",
            autocompletion=completion.ties,
        ),
    ] = "",
) -> None:
    """Start a season. How it is scored cannot be changed later."""
    from referee.club.calendar import seasons

    with open_as_officer(common) as desk:
        first = parse_day(starts, desk.today)
        last = parse_day(ends, desk.today) if ends else _last_day_of_year(first)
        begun = seasons.new(
            desk, name, starts=first, ends=last, best_k=best, min_sessions=least, lot_seed=seed, ties=ties
        )
        shown = season_end.season_details(desk, begun)
        of_that_day = sum(each.starts <= max(first, desk.today) <= each.ends for each in seasons.seasons(desk))
    print_result(shown, common.json, partial(_print_begun, desk.today, one_of_several=of_that_day > 1))


def _print_begun(today: date, found: season_end.SeasonDetails, *, one_of_several: bool) -> None:
    _print_season(found.season)
    if today <= found.season.ends:
        first = "today" if found.season.starts <= today else found.season.starts
        of = f" --season {quote(found.season.name)}" if one_of_several else ""
        print_line(f"Next: referee schedule add {first} --at 19:00{of}")


@app.command("list", epilog="Example: referee season list")
def list_(common: ReadOptions) -> None:
    """List the seasons."""
    from referee.club.calendar import seasons

    with open_from_options(common) as desk:
        found = seasons.seasons(desk)
    print_result(found, common.json, _print_all)


def _print_all(found: Sequence[Season]) -> None:
    print_table(
        ["season", "from", "to", "best", "min"],
        [[s.name, s.starts, s.ends, s.best_k, s.min_sessions] for s in found],
    )


def _last_day_of_year(first: date) -> date:
    """Return the last day of a year that begins on a day."""
    from datetime import timedelta

    leap = (first.month, first.day) == (2, 29)
    return (first.replace(day=28) if leap else first).replace(year=first.year + 1) - timedelta(days=not leap)


@app.command(
    epilog="Example: referee season show 2026-27, or the standings kept when it was closed: "
    "referee season show 2026-27 --final"
)
def show(
    common: ReadOptions,
    name: SeasonArgument = None,
    final: Annotated[
        bool, typer.Option("--final", help="Show the standings and trophies kept when it was closed.")
    ] = False,
) -> None:
    """Show a season: how it is scored, its house rules and its trophies."""
    from referee.club.calendar import seasons

    with open_from_options(common) as desk:
        season = seasons.show(desk, name)
        if final:
            print_result(season_end.closing_records(desk, season), common.json, season_end.print_closings)
            return
        shown = season_end.season_details(desk, season)
    print_result(shown, common.json, _print_shown)


def _print_shown(found: season_end.SeasonDetails) -> None:
    _print_season(found.season)
    season_end.print_changes_since_closing(found)
    season_end.print_trophies_of(found)
    for game, options in found.house_rules.items():
        print_line(
            f"House rules of {game}: " + (", ".join(f"{key}={value}" for key, value in options.items()) or "none")
        )


@app.command(
    epilog="Example: referee season rules big-two, or a change: "
    "referee season rules 2026-27 big-two royal=none pass_locks=true"
)
def rules(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[SEASON] GAME [NAME=VALUE]...",
            help="Game, such as big-two, and the rules to change (default: the current season).",
            autocompletion=_complete_rules,
        ),
    ],
    common: OfficerOptions,
) -> None:
    """Show a game's house rules in a season, or change them for the matches that start from now on."""
    from referee.club.calendar import house_rules

    named = list(takewhile(lambda word: "=" not in word, words))
    if not 1 <= len(named) <= 2:
        fail("Type a game, such as: referee season rules big-two royal=none")
    options, game = words[len(named) :], named[-1]
    season = named[0] if len(named) == 2 else None
    with open_as_officer(common) as desk:
        before = house_rules.change_options(desk, season, game, [])
        in_force = house_rules.change_options(desk, season, game, options)
    print_result(in_force, common.json, partial(_print_rules, words[: len(named)], before))


def _print_rules(named: Sequence[str], before: Mapping[str, str], in_force: Mapping[str, str]) -> None:
    from referee.games.lookup import book_called
    from referee.rules import as_typed
    from referee.rules.book.options import in_force as every

    print_line(f"{named[-1]}: {', '.join(as_typed(in_force)) or 'played as printed'}")
    usual = every(book_called(named[-1]).options())
    back = {name: before.get(name, usual[name]) for name in in_force if in_force[name] != before.get(name)}
    if back:
        print_line(f"Undo: referee season rules {' '.join(map(quote, [*named, *as_typed(back)]))}")


# Its end is a file of its own, whose commands come last.
app.registered_commands.extend(season_end.app.registered_commands)


def _print_season(season: Season) -> None:
    from referee.club.calendar.seasons import describe_scoring
    from referee.club.scoring_rules import steps_of

    closed = ", closed" if season.closed_at else ""
    print_line(f"Season {season.name}, {season.starts} to {season.ends}{closed}")
    print_line(f"{describe_scoring(season)}; lot {season.lot_seed}")
    print_line(f"Tie-breaks: {', '.join(steps_of(season.ties))}")
