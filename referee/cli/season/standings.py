"""``referee standings``: print a season's standings, attendance or ratings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words, quantity
from referee.cli.season.attendance import print_attendance
from referee.cli.season.ratings import print_ratings
from referee.cli.shared import completion
from referee.cli.shared.arguments import GameFilter
from referee.cli.shared.club import open_from_options, print_penalties, print_standings, warn_of_damage
from referee.cli.shared.common_options import ReadOptions
from referee.cli.shared.completion import SeasonArgument
from referee.cli.shared.dates import parse_typed_day
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.similar_names import accept_close_names

if TYPE_CHECKING:
    from referee.club.standings.ranking import Standing

app = typer.Typer()


@app.command(
    epilog="Example: referee standings --game pontoon --from 2026-09-01 --to 2026-12-31, "
    "or attendance: referee standings --attendance, or ratings: "
    "referee standings --ratings"
)
def standings(
    common: ReadOptions,
    season: SeasonArgument = None,
    game: GameFilter = None,
    since: Annotated[str | None, typer.Option("--from", metavar="DATE", help="First day that counts.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="DATE", help="Last day that counts.")] = None,
    member: Annotated[
        str | None,
        typer.Option(
            "--member", help="Show one member's sessions, to check the sum by hand.", autocompletion=completion.members
        ),
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Show public names, to print for the wall.")] = False,
    attendance: Annotated[
        bool, typer.Option("--attendance", help="Show attendance instead: sessions attended, and how many in a row.")
    ] = False,
    ratings: Annotated[bool, typer.Option("--ratings", help="Show ratings instead, over all seasons.")] = False,
    with_retired: Annotated[bool, typer.Option("--all", help="Include the ratings of retired members.")] = False,
) -> None:
    """Show the season's standings: the sum of each member's best sessions, and the tie-break that decided each tie."""
    _check_option_conflicts(
        {"--attendance": attendance, "--ratings": ratings},
        {"--game": game and attendance, "SEASON": season and ratings, "--all": with_retired and not ratings}
        | {"--from": since, "--to": until, "--member": member, "--public": public},
    )
    if attendance:
        print_attendance(season, common)
        return
    if ratings:
        print_ratings(game, common, with_retired=with_retired)
        return
    from referee.club.people.public_names import all_public_names
    from referee.club.standings import guests
    from referee.club.standings.standings import shown_in_public, standings
    from referee.club.text.names import resolve_name
    from referee.club.text.typed_dates import Nearness

    with open_from_options(common) as club:
        table = standings(
            club,
            season,
            game=game,
            since=parse_typed_day(club, since, Nearness.LAST) if since else None,
            until=parse_typed_day(club, until, Nearness.NEAREST) if until else None,
        )
        if public:
            table = shown_in_public(table, all_public_names(club))
        warn_of_damage(difference for difference in table.damage if difference.table)
        rows = table.rows
        if member:
            names = {row.member: row.name for row in rows}
            member_id = accept_close_names(lambda texts: resolve_name(texts[0], names), [member])
            rows = tuple(row for row in rows if row.member == member_id)
        unranked = 0 if public or common.json or member else guests.count_unranked_guests(club, table.season.id)
    if common.json:
        print_json(rows)
    elif member:
        _print_sessions(rows[0])
        print_penalties(replace(table, rows=rows))
    else:
        print_standings(table)
        if unranked:
            print_line(f"Not counted: matches played as a guest ({quantity(unranked, 'player')}). To count them:")
            print_line("referee member add NAME --with-results")


def _check_option_conflicts(tables: dict[str, bool], table_options: dict[str, object]) -> None:
    """Exit with an error if two tables are asked for, or an option does not fit the table."""
    wanted_tables = [name for name, is_given in tables.items() if is_given]
    unsuitable_options = [
        name for name, is_given in table_options.items() if is_given and (wanted_tables or name == "--all")
    ]
    if len(wanted_tables) > 1 or (wanted_tables and unsuitable_options):
        fail(f"{join_words([*wanted_tables, *unsuitable_options])} cannot be combined. Use one of them.")
    if unsuitable_options:
        fail("--all is for ratings. Use it with --ratings.")


def _print_sessions(row: Standing) -> None:
    print_line(f"{row.name}: season score {_format_score(row.score)}")
    for session in row.sessions:
        dropped_text = "" if session in row.counted else ", dropped"
        mean = session.score + session.penalty
        penalty_text = (
            f", less {_format_score(session.penalty)} in penalties: {_format_score(session.score)}"
            if session.penalty
            else ""
        )
        print_line(
            f"  {session.played_on}  {_format_score(mean)} from {quantity(session.matches, 'match', 'matches')}"
            f"{penalty_text}{dropped_text}"
        )


def _format_score(score: Fraction) -> str:
    return f"{float(score):.3f}" if score.denominator == 1 else f"{float(score):.3f} ({score})"
