"""Shell completions from the club's file, and arguments and options that use them."""

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
    """Return the names of members and guests that start with `incomplete`."""
    from referee.club.people import roster

    return _complete_from_club(incomplete, lambda club: [member.name for member in roster.members(club)])


def games_or_members(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the completions for the first word, a game, or for later words, names of members and guests."""
    if ctx.params.get("game") or ctx.params.get("words"):
        return members(incomplete)
    return complete_game(incomplete)


def seasons(incomplete: str) -> list[str]:
    """Return the names of seasons that start with `incomplete`."""
    from referee.club.calendar import seasons as club_seasons

    return _complete_from_club(incomplete, lambda club: [season.name for season in club_seasons.seasons(club)])


def tournaments(incomplete: str) -> list[str]:
    """Return the numbers and names of tournaments that start with `incomplete`."""
    from referee.tournaments import overview

    def offered(club: Club) -> list[str]:
        names = overview.list_names(club)
        return [*map(str, names), *names.values()]

    return _complete_from_club(incomplete, offered)


def entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the entrants of the typed or only current tournament, or tournaments for the first word."""
    from contextlib import suppress

    from referee.club.text.faults import ClubFault
    from referee.tournaments import overview

    words = ctx.params.get("words") or []

    def offered(club: Club) -> Iterator[str]:
        names = overview.list_names(club)
        all_words = [*map(str, names), *names.values()]
        tournament = next((word for word in words[:1] if word in all_words), None)
        if not words:
            yield from all_words
        with suppress(ClubFault):
            yield from (entry.name for entry in overview.read_view(club, tournament).entries.values())

    return _complete_from_club(incomplete, offered)


def ties(incomplete: str) -> list[str]:
    """Return the completions for a list of tie-breaks, without those already typed."""
    from referee.competition.ties import TieStep

    typed_steps, comma, last = incomplete.rpartition(",")
    remaining = [step for step in TieStep if step not in typed_steps.split(",")]
    return [f"{typed_steps}{comma}{step}" for step in remaining if step.startswith(last.casefold())]


def sessions(incomplete: str) -> list[str]:
    """Return the dates of the current season's sessions that start with `incomplete`."""
    from referee.club.calendar import schedule

    return _complete_from_club(incomplete, lambda club: [str(session.held_on) for session in schedule.sessions(club)])


def tables(incomplete: str) -> list[str]:
    """Return the tables of the open session, or those of the last one with its date."""
    from referee.club import table_numbers

    def offered(club: Club) -> list[str]:
        with club.reading() as tx:
            return [str(table) for table in table_numbers.latest_tables(tx)]

    return _complete_from_club(incomplete, offered)


def disputes(incomplete: str) -> list[str]:
    """Return the numbers of open disputes that start with `incomplete`."""
    from referee.club.disputes import disputes as club_disputes

    return _complete_from_club(
        incomplete, lambda club: [str(dispute.number) for dispute in club_disputes.disputes(club, is_open=True)]
    )


def backups(incomplete: str) -> list[str]:
    """Return the dates of the backups in the club's folder that start with `incomplete`."""
    from referee.club.file import backups as club_backups

    return _complete_from_club(incomplete, lambda club: [entry.path.stem for entry in club_backups.backups(club)])


def citations(incomplete: str) -> list[str]:
    """Return the citations of clauses, such as ``big-two 4.5``, that start with `incomplete`."""
    return [
        book.clauses[id].citation
        for book in map(rulebook, slugs())
        for id in book.clause_ids
        if book.clauses[id].citation.startswith(incomplete)
    ]


def _complete_from_club(incomplete: str, load_words: Callable[[Club], Iterable[str]]) -> list[str]:
    try:
        with open_from_options(CommonOptions()) as club:
            return [word for word in load_words(club) if word.casefold().startswith(incomplete.casefold())]
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
"""A table as typed. `referee.cli.shared.club.resolve_table` finds its match."""
