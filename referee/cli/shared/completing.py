"""Completion of what only the club's file knows: names, seasons, sessions, tables and disputes.

What names one, such as `Table` or `OfSeason`, is here as an argument or option with its completion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared.arguments import complete_game
from referee.cli.shared.club import opened
from referee.cli.shared.common import Common
from referee.games import rulebook, slugs

if TYPE_CHECKING:
    from referee.club.folder import Club


def members(incomplete: str) -> list[str]:
    """Offer the names of members and guests."""
    from referee.club.people import roster

    return _offered(incomplete, lambda desk: [member.name for member in roster.members(desk)])


def games_or_members(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the slugs of the games where one is expected, and else the names of members and guests."""
    if ctx.params.get("game") or ctx.params.get("words"):
        return members(incomplete)
    return complete_game(incomplete)


def seasons(incomplete: str) -> list[str]:
    """Offer the names of seasons."""
    from referee.club.calendar import seasons as club_seasons

    return _offered(incomplete, lambda desk: [season.name for season in club_seasons.seasons(desk)])


def tournaments(incomplete: str) -> list[str]:
    """Offer the numbers of tournaments, and their names."""
    from referee.tournaments import overview

    def offered(desk: Club) -> list[str]:
        found = overview.names(desk)
        return [*map(str, found), *found.values()]

    return _offered(incomplete, offered)


def entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the names of those who entered the tournament that is typed."""
    from referee.tournaments import overview

    typed = ctx.params.get("tournament")
    return _offered(
        incomplete, lambda desk: [each.name for each in overview.show(desk, typed).entries.values()] if typed else []
    )


def ties(incomplete: str) -> list[str]:
    """Offer the steps that part a tie, one after the other, those that are not typed yet."""
    from referee.competition.ties import Step

    typed, comma, last = incomplete.rpartition(",")
    left = [step for step in Step if step not in typed.split(",")]
    return [f"{typed}{comma}{step}" for step in left if step.startswith(last.casefold())]


def sessions(incomplete: str) -> list[str]:
    """Offer the dates of the current season's sessions."""
    from referee.club.calendar import schedule

    return _offered(incomplete, lambda desk: [str(session.held_on) for session in schedule.sessions(desk)])


def tables(incomplete: str) -> list[str]:
    """Offer the numbers of the open session's tables."""
    from referee.club.calendar import sessions as club_sessions

    return _offered(incomplete, lambda desk: [str(table) for table in club_sessions.show(desk).tables])


def disputes(incomplete: str) -> list[str]:
    """Offer the numbers of the disputes that are open."""
    from referee.club.disputes import disputes as club_disputes

    return _offered(
        incomplete, lambda desk: [str(dispute.number) for dispute in club_disputes.disputes(desk, is_open=True)]
    )


def backups(incomplete: str) -> list[str]:
    """Offer the days of the backups in the club's folder."""
    from referee.club.file import backups as club_backups

    return _offered(incomplete, lambda desk: [each.path.stem for each in club_backups.backups(desk)])


def citations(incomplete: str) -> list[str]:
    """Offer clauses as they are cited, such as ``big-two 4.5``."""
    return [
        book.clauses[id].cite
        for book in map(rulebook, slugs())
        for id in book.in_order
        if book.clauses[id].cite.startswith(incomplete)
    ]


def _offered(incomplete: str, ask: Callable[[Club], Iterable[str]]) -> list[str]:
    try:
        with opened(Common()) as desk:
            return [each for each in ask(desk) if each.casefold().startswith(incomplete.casefold())]
    except Exception:
        return []  # a shell that completes must print nothing else, whatever is wrong with the club


OnSession = Annotated[
    str | None,
    typer.Option("--session", metavar="DATE", help="Which session; else the open one.", autocompletion=sessions),
]
OfSeason = Annotated[
    str | None,
    typer.Option("--season", metavar="NAME", help="Which season; else the one that is on.", autocompletion=seasons),
]
SeasonName = Annotated[
    str | None, typer.Argument(help="The season's name; else the one that is on.", autocompletion=seasons)
]
Member = Annotated[str, typer.Argument(help="A member's name, or an unambiguous part of it.", autocompletion=members)]
Entry = Annotated[str, typer.Argument(metavar="NAME", help="Who.", autocompletion=entries)]
Table = Annotated[int, typer.Argument(metavar="TABLE", help="The table's number.", autocompletion=tables)]
Tournament = Annotated[str, typer.Argument(metavar="N", help="Its number, or its name.", autocompletion=tournaments)]
