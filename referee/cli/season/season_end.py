"""``referee season close`` and ``reopen``: trophies and the records of closings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.cli.files.backup import back_up_after_closing
from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, confirm_or_preview, open_as_officer, print_head, print_table
from referee.cli.shared.common_options import CorrectionOptions
from referee.cli.shared.completion import SeasonArgument
from referee.cli.shared.printing import fail, print_json, print_line, print_result
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.season_end import Award, Reopening, SeasonEnd
    from referee.store.plain_rows import Season

app = typer.Typer()
RequiredSeason = Annotated[str, typer.Argument(help="The season's name.", autocompletion=completion.seasons)]


def closing_records(club: Club, season: Season) -> tuple[SeasonEnd | Reopening, ...]:
    """Return the records of a season's closings and reopenings. Exit with an error if there are none."""
    from referee.club.standings import season_end

    closings = season_end.archives(club, season.name)
    if not any(isinstance(closing, season_end.SeasonEnd) for closing in closings):
        fail(f"The season {season.name} has not been closed. Leave out --final to see its current state.")
    return tuple(closings)


def print_closings(closings: Sequence[SeasonEnd | Reopening]) -> None:
    """Print the standings saved at each closing, and the reason for each reopening."""
    from referee.club.standings import season_end

    for closing in closings:
        if isinstance(closing, season_end.SeasonEnd):
            _print_end(closing)
        else:
            _print_reopened(closing)


@app.command(epilog="Example: referee season close 2026-27 --yes")
def close(common: CorrectionOptions, name: SeasonArgument = None) -> None:
    """Close a season after its last session. This fixes its standings and trophies."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with open_as_officer(common) as club:
        with club.reading() as tx:
            season_name = seasons.closable_season(tx, club, name).name
        effect = season_end.provisional_end(club, season_name)
        if not common.json and (common.dry_run or not common.yes):
            _print_end(effect)
        if not confirm_or_preview(
            f"These standings become final, and no session can be added to {season_name} or played in it. "
            "Close the season?",
            common,
            effect,
        ):
            return
        end = season_end.close(club, season_name)
        if common.json:
            print_json({"closed": end, "head": str(club.head), "backup": back_up_after_closing(club, quiet=True)})
            return
        if common.yes:
            _print_trophies(end.awards)
        print_line(f"The season {season_name} is closed. See: referee season show {quote(season_name)} --final")
        print_head(club)
        back_up_after_closing(club)


@app.command(epilog='Example: referee season reopen 2026-27 --reason "the sheets of May were found"')
def reopen(name: RequiredSeason, common: CorrectionOptions, reason: ReasonOption = "") -> None:
    """Reopen a closed season; needs a reason. Its final standings are kept."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with open_as_officer(common) as club:
        season_name = seasons.show(club, name).name
        if not confirm_or_preview(f"Sessions can be added to {season_name} and played in it again. Reopen it?", common):
            return
        season_end.reopen(club, season_name, reason)
        details = season_details(club, seasons.show(club, season_name))
    text = f"The season {season_name} is open again. To close it: referee season close {quote(season_name)}"
    print_result(details, common.json, lambda _: print_line(text))


@frozen
class SeasonDetails:
    """A season with its tie-breaks, house rules by game, trophies and closing records.

    `otherwise_now` lists how a closed season's current standings differ from the saved ones.
    """

    season: Season
    ties: tuple[str, ...]
    house_rules: Mapping[str, Mapping[str, str]]
    awards: tuple[Award, ...]
    kept: tuple[SeasonEnd | Reopening, ...]
    otherwise_now: tuple[str, ...]


def season_details(club: Club, season: Season) -> SeasonDetails:
    """Return the data that `season show` prints."""
    from referee.club.calendar import house_rules
    from referee.club.scoring_rules import parse_tie_steps
    from referee.club.standings import season_end

    rules = {game: versions[-1].options for game, versions in house_rules.versions(club, season.name).items()}
    closings = season_end.archives(club, season.name)
    provisional = season_end.provisional_end(club, season.name)
    last = season_end.archive(club, season.name) if season.closed_at else None
    changes = season_end.differences(last, provisional) if last else ()
    return SeasonDetails(
        season, parse_tie_steps(season.ties), rules, (last or provisional).awards, tuple(closings), tuple(changes)
    )


def print_changes_since_closing(details: SeasonDetails) -> None:
    """Print when a season was closed and reopened, and how its standings have changed since."""
    from referee.club.standings import season_end

    for closing in details.kept:
        if isinstance(closing, season_end.SeasonEnd):
            first = [f"{', '.join(award.members)} {award.trophy}" for award in closing.awards if award.clause == "7.1"]
            print_line(f"Closed on {_closing_day(closing)}{_signature(closing.by)}: {', '.join(first) or 'no places'}")
        else:
            _print_reopened(closing)
    if not details.season.closed_at or not any(isinstance(closing, season_end.SeasonEnd) for closing in details.kept):
        return
    if not details.otherwise_now:
        print_line("The standings have not changed since.")
        return
    print_line("Later corrections would change the standings. The final standings are unchanged:")
    for change in details.otherwise_now:
        print_line(f"  {change}", hang=4)


def _print_end(end: SeasonEnd) -> None:
    state = f"as it was closed on {_closing_day(end)}{_signature(end.by)}" if end.at else "so far"
    match_text = quantity(end.matches, "match", "matches")
    print_line(f"Season {end.season.name}, {state}: {quantity(end.held, 'session')} held, {match_text} finished")
    print_table(
        ["place", "name", "score", "sessions", "matches", "wins", "seconds", "attended"],
        [
            [
                end_row.place or "-",
                end_row.name,
                f"{float(end_row.score):.3f}",
                end_row.sessions,
                end_row.matches,
                end_row.wins,
                end_row.seconds,
                end_row.came,
            ]
            for end_row in end.rows
        ],
        numbers=["place", "score", "sessions", "matches", "wins", "seconds", "attended"],
    )
    for row in end.standings:
        for tie in row.ties:
            print_line(f"{row.place}. {row.name}: {tie[0].lower()}{tie[1:]}")
    _print_trophies(end.awards)


def print_trophies_of(details: SeasonDetails) -> None:
    """Print the trophies of a season, as saved at its closing if it is closed."""
    _print_trophies(details.awards)


def _print_trophies(awards: Sequence[Award]) -> None:
    if not awards:
        print_line("No trophies yet.")
        return
    print_table(
        ["trophy", "for", "figure", "clause"],
        [[award.trophy, ", ".join(award.members), award.figure, f"scoring {award.clause}"] for award in awards],
    )


def _print_reopened(reopening: Reopening) -> None:
    from referee.club.folder import day_of

    print_line(f"Reopened on {day_of(reopening.at)}{_signature(reopening.by)}: {reopening.reason}")


def _signature(author: str) -> str:
    return f" by {author}" if author else ""


def _closing_day(end: SeasonEnd) -> str:
    from referee.club.folder import day_of

    return str(day_of(end.at)) if end.at else ""
