"""``referee season``: start and show seasons, and change their house rules."""

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
from referee.cli.shared.club import confirm, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import ConfirmOptions, OfficerOptions, ReadOptions
from referee.cli.shared.completion import SeasonArgument
from referee.cli.shared.dates import parse_typed_day
from referee.cli.shared.printing import fail, print_line, print_result
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.plain_rows import Season

app = typer.Typer(
    help="Seasons: how they are scored, their house rules, and their end.",
    no_args_is_help=True,
    epilog="Example: referee season show",
)


def _complete_rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the completions for games, or for the options of a typed game."""
    return [*complete_game(incomplete), *complete_option(ctx, incomplete)]


@app.command(
    epilog="Example: referee season new 2026-27 2026-08-17 2027-05-31 --best 20 --min 8, "
    "or a year from today: referee season new Spring"
)
def new(
    name: Annotated[str, typer.Argument(help="Name, such as 2026-27.")],
    common: ConfirmOptions,
    starts: Annotated[str, typer.Argument(metavar="[FIRST]", help="First day (default: today).")] = "today",
    ends: Annotated[str, typer.Argument(metavar="[LAST]", help="Last day (default: a year later).")] = "",
    best: Annotated[int, typer.Option("--best", help="Number of a member's best sessions that count.")] = 20,
    least: Annotated[int, typer.Option("--min", help="Number of sessions needed for a place.")] = 0,
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
    """Start a season. Its scoring cannot be changed later.

    If another season has some of its days, this asks first.
    """
    from referee.cards.words import join_words
    from referee.club.calendar import seasons
    from referee.club.corrections.impact import dry_run

    with open_as_officer(common) as club:
        first = parse_typed_day(club, starts)
        last = parse_typed_day(club, ends) if ends else seasons.last_day_of_year(first)
        overlapping = [
            other_season_view.name
            for other_season_view in seasons.seasons(club)
            if other_season_view.starts <= last and first <= other_season_view.ends
        ]

        def create(club: Club) -> Season:
            return seasons.new(
                club, name, starts=first, ends=last, best_k=best, min_sessions=least, lot_seed=seed, ties=ties
            )

        if overlapping:
            dry_run(club, create)  # what cannot be is said before the question
            days = f"the days from {first} to {last}"
            confirm(f"Season {join_words(overlapping)} overlaps {days}. Start {name} as well?", common.yes)
        season = create(club)
        details = season_end.season_details(club, season)
        of_that_day = sum(
            other_season.starts <= max(first, club.today) <= other_season.ends for other_season in seasons.seasons(club)
        )
    print_result(details, common.json, partial(_print_new, club.today, one_of_several=of_that_day > 1))


def _print_new(today: date, details: season_end.SeasonDetails, *, one_of_several: bool) -> None:
    _print_season(details.season)
    print_line("Undo: referee undo")
    if today <= details.season.ends:
        first = "today" if details.season.starts <= today else details.season.starts
        season_option = f" --season {quote(details.season.name)}" if one_of_several else ""
        print_line(f"Next: referee schedule add {first} --at 19:00{season_option}")


@app.command("list", epilog="Example: referee season list")
def list_(common: ReadOptions) -> None:
    """List the seasons."""
    from referee.club.calendar import seasons

    with open_from_options(common) as club:
        all_seasons = seasons.seasons(club)
    print_result(all_seasons, common.json, _print_seasons)


def _print_seasons(seasons: Sequence[Season]) -> None:
    print_table(
        ["season", "from", "to", "best", "min"],
        [[season.name, season.starts, season.ends, season.best_k, season.min_sessions] for season in seasons],
    )


@app.command(epilog="Example: referee season show 2026-27, or its final standings: referee season show 2026-27 --final")
def show(
    common: ReadOptions,
    name: SeasonArgument = None,
    final: Annotated[
        bool, typer.Option("--final", help="Show the standings and trophies fixed when it was closed.")
    ] = False,
) -> None:
    """Show a season: its scoring, house rules and trophies."""
    from referee.club.calendar import seasons

    with open_from_options(common) as club:
        season = seasons.show(club, name)
        if final:
            print_result(season_end.closing_records(club, season), common.json, season_end.print_closings)
            return
        details = season_end.season_details(club, season)
    print_result(details, common.json, _print_details)


def _print_details(details: season_end.SeasonDetails) -> None:
    _print_season(details.season)
    season_end.print_changes_since_closing(details)
    season_end.print_trophies_of(details)
    for game, options in details.house_rules.items():
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

    names = list(takewhile(lambda word: "=" not in word, words))
    if not 1 <= len(names) <= 2:
        fail("Type a game, such as: referee season rules big-two royal=none")
    options, game = words[len(names) :], names[-1]
    season = names[0] if len(names) == 2 else None
    with open_as_officer(common) as club:
        options_before = house_rules.change_options(club, season, game, [])
        in_force = house_rules.change_options(club, season, game, options)
    print_result(in_force, common.json, partial(_print_rules, words[: len(names)], options_before))


def _print_rules(names: Sequence[str], options_before: Mapping[str, str], in_force: Mapping[str, str]) -> None:
    from referee.games.lookup import look_up_rulebook
    from referee.rules import write_each_option
    from referee.rules.book.options import option_values as every

    print_line(f"{names[-1]}: {', '.join(write_each_option(in_force)) or 'printed rules, unchanged'}")
    defaults = every(look_up_rulebook(names[-1]).options())
    old_rules = {
        name: options_before.get(name, defaults[name])
        for name in in_force
        if in_force[name] != options_before.get(name)
    }
    if old_rules:
        print_line(f"Undo: referee season rules {' '.join(map(quote, [*names, *write_each_option(old_rules)]))}")


# Its end is a file of its own, whose commands come last.
app.registered_commands.extend(season_end.app.registered_commands)


def _print_season(season: Season) -> None:
    from referee.club.calendar.seasons import describe_scoring
    from referee.club.scoring_rules import parse_tie_steps

    status_text = ", closed" if season.closed_at else ""
    print_line(f"Season {season.name}, {season.starts} to {season.ends}{status_text}")
    print_line(f"{describe_scoring(season)}; seed for drawing lots: {season.lot_seed}")
    print_line(f"Tie-breaks: {', '.join(parse_tie_steps(season.ties))}")
