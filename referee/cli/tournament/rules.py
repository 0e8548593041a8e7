"""``referee tournament rules``: print the rulebook of a tournament or of typed settings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.shared import completion
from referee.cli.shared.arguments import find_rulebook
from referee.cli.shared.clause_book import check_request, print_book
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import CommonOptions, FileOptions
from referee.cli.shared.printing import fail
from referee.cli.tournament.settings import FormatOption, SettingOptions, parse_format
from referee.games import has_rulebook, rulebook
from referee.tournaments.state.settings import Format, SettingsChange, TournamentSettings

app = typer.Typer()


@app.command(
    epilog="Example: referee tournament rules --format swiss --game big-two --size 3-4, or for the wall: "
    "referee tournament rules --format league --game zheng-shangyou --size 3-6 -o league.html"
)
def rules(
    change: SettingOptions,
    common: FileOptions,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOURNAMENT] [CLAUSE]",
            help="Number or name of the tournament (default: the only current one), and a clause such as 4.1.",
            autocompletion=completion.tournaments,
        ),
    ] = None,
    format: FormatOption = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.html", help="Page for the wall.")
    ] = None,
) -> None:
    """Print the rulebook of a tournament, or one clause, with the source of each clause.

    With --format and settings, it is the rulebook of a tournament that is not announced yet.
    """
    from referee.export.clause_book import printed_tournament
    from referee.tournaments.rulebooks.rulebook import tournament_book

    tournament, clause = _split_arguments(words or [])
    options, name, season_note = None, "", ""
    typed_format = parse_format(format)
    if typed_format is None:
        if change != SettingsChange():
            fail("Settings of an announced tournament cannot be typed here. Add --format, or leave them out.")
        settings, options, name, season_note = _announced_settings(common, tournament, in_public=output is not None)
    else:
        if tournament:
            fail(f"Both a tournament and --format were typed. Leave out {tournament!r}, or --format.")
        settings = _settings_from_options(typed_format, change)
    check_request(tournament_book(), "the rulebook of a tournament", clause, output)
    page = partial(printed_tournament, settings, options, name=name, played_by=season_note)
    print_book(tournament_book(options), settings, page, clause, output=output, common=common)


def _split_arguments(words: list[str]) -> tuple[str | None, str]:
    """Return the tournament, or None, and the clause, or "", in the typed words."""
    if len(words) > 2:
        fail(f"Too many words: {' '.join(words)!r}. Use [TOURNAMENT] [CLAUSE], such as 2 4.1.")
    if len(words) == 1 and re.fullmatch(r"\d+\.\d+", words[0]):
        return None, words[0]
    first, clause = [*words, "", ""][:2]
    return first or None, clause


def _announced_settings(
    common: CommonOptions, text: str | None, *, in_public: bool
) -> tuple[TournamentSettings, Any, str, str]:
    """Return a tournament's settings, its game's house rules, its name, and a text about its season."""
    from referee.club.calendar import house_rules
    from referee.club.people.public_names import all_public_names
    from referee.rules import options_from
    from referee.tournaments import overview
    from referee.tournaments import public_view as public

    with open_from_options(common, read_only=True) as club:
        view = overview.read_view(club, text)
        if in_public:
            view = public.public_view(view, all_public_names(club))
        season_note = f"As {club.name} plays it in the season {view.season}"
        if not has_rulebook(view.game):  # of which only results are recorded
            return view.settings, None, view.name, season_note
        book = rulebook(view.game)
        options_text, _ = house_rules.options_with_season(club, book, view.season)
        return view.settings, options_from(book.options, options_text), view.name, season_note


def _settings_from_options(format: Format, change: SettingOptions) -> TournamentSettings:
    """Return the settings of a tournament given by options, with defaults for the rest."""
    from referee.tournaments.actions.announcing import default_settings, default_sizes

    if not change.game:
        fail("The game is missing. Add it, such as: --game big-two")
    book = find_rulebook(change.game)
    sizes = change.sizes or default_sizes(book, book.options(), format)
    return replace(default_settings(format, book.slug, sizes), **dict[str, Any](change.further))
