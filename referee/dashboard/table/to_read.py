"""What is read of a table in front of it: its settlement, and what may be recorded in its game."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading, ReadingScreen
from referee.dashboard.recordable import chapters, house_rules, lines, recordable
from referee.dashboard.rendering import wrapped
from referee.dashboard.table.about import Around, besides, look_around
from referee.dashboard.table.settlement import account
from referee.rules.book.offers import offers_to
from referee.rules.reading.said import said
from referee.rules.typing.shorthand import whose_turn

Seen = tuple[MatchView, Around]
"""A table, and what is around it."""


def settlement(desk: Desk, match: MatchView, around: Around) -> ReadingScreen[Seen]:
    """Return what everybody won, lost or took at a table, why, how the match ends, and what it is for the season."""

    def look(club: Club) -> Seen:
        now = matches.show(club, match.number)
        return now, look_around(club, now, around)

    heading = f"Table {match.table}   {match.book.title}   settlement"
    return ReadingScreen(desk, Reading("settlement", look, lambda _: heading, _account))


def _account(seen: Seen, width: int) -> Iterator[Content]:
    yield from account(seen[0], width)
    yield from besides(*seen, width)


def sheet(desk: Desk, match: MatchView, around: Around) -> ReadingScreen[Seen]:
    """Return what may be recorded in the game of a table, under the house rules that it is played by."""
    heading = f"What may be recorded   {match.book.title}   table {match.table}"
    return ReadingScreen(desk, Reading("sheet", lambda _: (match, around), lambda _: heading, _recordable))


def _recordable(seen: Seen, width: int) -> Iterator[Content]:
    match = seen[0]
    who = None if match.finished_at else whose_turn(match.book, match.sheet.state)
    if who is not None and (offered := offers_to(match.book, match.sheet.state, who)):
        now = "; ".join(said(offer.text, match.names) for offer in offered)
        yield from wrapped(f"{now}.", width, 2, lead=Content.styled("Now: ", "bold $text-accent"))
        yield Content("")
    record = match.sheet.record
    shown = recordable(match.book, match.options, [record] if record.lines else [])
    yield from lines(shown, width)
    yield from chapters(shown, match.book, match.options, width)
    yield from house_rules(match.book, match.options, width)
