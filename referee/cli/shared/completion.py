"""Completion of what only the club's file knows: names, seasons, sessions, tables and disputes.

What names one, such as `TableArgument` or `SeasonOption`, is here as an argument or option with its completion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared.arguments import complete_game
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.dates import expand_day_word
from referee.games import rulebook, slugs

if TYPE_CHECKING:
    from referee.club.folder import Club


def members(incomplete: str) -> list[str]:
    """Offer the names of members and guests."""
    from referee.club.people import roster

    return _complete_from_club(incomplete, lambda desk: [member.name for member in roster.members(desk)])


def games_or_members(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the slugs of the games where one is expected, and else the names of members and guests."""
    if ctx.params.get("game") or ctx.params.get("words"):
        return members(incomplete)
    return complete_game(incomplete)


def seasons(incomplete: str) -> list[str]:
    """Offer the names of seasons."""
    from referee.club.calendar import seasons as club_seasons

    return _complete_from_club(incomplete, lambda desk: [season.name for season in club_seasons.seasons(desk)])


def tournaments(incomplete: str) -> list[str]:
    """Offer the numbers of tournaments, and their names."""
    from referee.tournaments import overview

    def offered(desk: Club) -> list[str]:
        found = overview.names(desk)
        return [*map(str, found), *found.values()]

    return _complete_from_club(incomplete, offered)


def entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the names of those who entered the tournament that is typed, or is the only one; first tournaments too."""
    from contextlib import suppress

    from referee.club.text.faults import ClubFault
    from referee.tournaments import overview

    typed = ctx.params.get("words") or []

    def offered(desk: Club) -> Iterator[str]:
        called = overview.names(desk)
        known = [*map(str, called), *called.values()]
        which = next((word for word in typed[:1] if word in known), None)
        if not typed:
            yield from known
        with suppress(ClubFault):
            yield from (each.name for each in overview.show(desk, which).entries.values())

    return _complete_from_club(incomplete, offered)


def ties(incomplete: str) -> list[str]:
    """Offer the steps that part a tie, one after the other, those that are not typed yet."""
    from referee.competition.ties import TieStep

    typed, comma, last = incomplete.rpartition(",")
    left = [step for step in TieStep if step not in typed.split(",")]
    return [f"{typed}{comma}{step}" for step in left if step.startswith(last.casefold())]


def sessions(incomplete: str) -> list[str]:
    """Offer the dates of the current season's sessions."""
    from referee.club.calendar import schedule

    return _complete_from_club(incomplete, lambda desk: [str(session.held_on) for session in schedule.sessions(desk)])


def tables(incomplete: str) -> list[str]:
    """Offer the numbers of the tables of the open session, or else of the last one with its date."""
    from referee.club import table_numbers

    def offered(desk: Club) -> list[str]:
        with desk.reading() as tx:
            return [str(table) for table in table_numbers.latest_tables(tx)]

    return _complete_from_club(incomplete, offered)


def disputes(incomplete: str) -> list[str]:
    """Offer the numbers of the disputes that are open."""
    from referee.club.disputes import disputes as club_disputes

    return _complete_from_club(
        incomplete, lambda desk: [str(dispute.number) for dispute in club_disputes.disputes(desk, is_open=True)]
    )


def backups(incomplete: str) -> list[str]:
    """Offer the days of the backups in the club's folder."""
    from referee.club.file import backups as club_backups

    return _complete_from_club(incomplete, lambda desk: [each.path.stem for each in club_backups.backups(desk)])


def citations(incomplete: str) -> list[str]:
    """Offer clauses as they are cited, such as ``big-two 4.5``."""
    return [
        book.clauses[id].cite
        for book in map(rulebook, slugs())
        for id in book.in_order
        if book.clauses[id].cite.startswith(incomplete)
    ]


def _complete_from_club(incomplete: str, ask: Callable[[Club], Iterable[str]]) -> list[str]:
    try:
        with open_from_options(CommonOptions()) as desk:
            return [each for each in ask(desk) if each.casefold().startswith(incomplete.casefold())]
    except Exception:
        return []  # a shell that completes must print nothing else, whatever is wrong with the club


SessionOption = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="DATE",
        help="Date of the session (default: the open session).",
        callback=expand_day_word,
        autocompletion=sessions,
    ),
]
SeasonOption = Annotated[
    str | None,
    typer.Option("--season", metavar="NAME", help="Season (default: the current one).", autocompletion=seasons),
]
SeasonArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEASON]", help="Season, such as 2026-27 (default: the current one).", autocompletion=seasons
    ),
]
MemberArgument = Annotated[
    str, typer.Argument(help="A member's name, or an unambiguous part of it.", autocompletion=members)
]
TableArgument = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        help="Table number, such as 3; 2026-11-16/3 for another session; m312 for a running number.",
        callback=expand_day_word,
        autocompletion=tables,
    ),
]
"""A table as it is typed, which `referee.cli.shared.club.resolve_table` finds."""
