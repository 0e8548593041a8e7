"""The screen of one session: its players, its tables and their results."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from textual.content import Content

from referee.cards.immutable import frozen
from referee.cards.terminal_width import pad, text_width
from referee.cards.words import capitalise, quantity
from referee.club.calendar import sessions
from referee.club.calendar.sessions import SessionView
from referee.club.folder import Club
from referee.club.match import correction_notes, matches
from referee.club.match.view import MatchView
from referee.competition.result import match_score
from referee.dashboard.affairs.sessions import reopen
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import session_time, wrap
from referee.dashboard.screens import open_in_front
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.settlement import account_rows
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.side_panel import heading_rows
from referee.rules import write_places

Screen: TypeAlias = "ListScreen[SessionTables, MatchView]"


@frozen
class SessionTables:
    """A session with its matches and the number of corrections to each match."""

    evening: SessionView
    tables: tuple[MatchView, ...]
    corrections_by_match: dict[int, int]


def load_session(club: Club, number: int, known_tables: SessionTables | None = None) -> SessionTables:
    """Return a session's matches. Unchanged matches are taken from `known_tables` instead of being replayed."""
    tables = tuple(matches.matches(club, str(number), known_views=known_tables.tables if known_tables else ()))
    put_right = {table.id: len(correction_notes.corrections(club, table=table.number)) for table in tables}
    return SessionTables(sessions.show(club, str(number)), tables, put_right)


def session_document(number: int) -> Document[SessionTables]:
    """Return the document about a session: its time, players and results."""
    return Document("evening", partial(load_session, number=number), _heading, _session_rows)


def session_screen(desk: Desk, number: int) -> Screen:
    """Return the screen that lists a session's tables. Opening a table shows its record for correction."""
    evening = ListDefinition(
        "evening",
        ("table", "game", "corrected", "result"),
        load=lambda club, _, previous: load_session(club, number, previous),
        heading=lambda session_tables, _: _heading(session_tables),
        items=lambda session_tables: session_tables.tables,
        row=_row,
        document=_table_document,
        no_selection="There is no table to open.",
        empty_text="No table has been played. "
        "{tonight.seating} on the first screen starts one while a session is open.",
        deeds={"again": lambda screen: reopen(screen.data.evening.session) if screen.data else None},
        item_deeds={"open": lambda screen, match: open_in_front(screen, MatchScreen(screen.desk, match.number))},
        header=_attendance_rows,
        is_available=lambda session_tables, name: name != "again" or session_tables.evening.session.status == "closed",
    )
    return ListScreen(desk, evening)


def _heading(session_tables: SessionTables) -> str:
    return f"{session_time(session_tables.evening.session)}   {session_tables.evening.session.status}"


def _attendance_rows(session_tables: SessionTables, width: int) -> Iterator[Content]:
    if session_tables.evening.checked_in:
        names = ", ".join(
            f"{member.name} (guest)" if member.guest else member.name for member in session_tables.evening.checked_in
        )
        yield from wrap(f"{quantity(len(session_tables.evening.checked_in), 'player')} checked in: {names}", width, 0)
    for turn in session_tables.evening.closings:
        if turn.reason:
            yield from wrap(f"{turn.kind}: {turn.reason}", width, 0, "$text-muted")
        for unsettled_report in turn.not_agreed:
            yield from wrap(f"{capitalise(unsettled_report.in_words)}.", width, 0, "$text-muted")


def _session_rows(session_tables: SessionTables, width: int) -> Iterator[Content]:
    yield from wrap(session_tables.evening.session.note, width, 0, "$text-muted")
    yield from _attendance_rows(session_tables, width)
    for table in session_tables.tables:
        correction_text = (
            f", corrected {quantity(times, 'time')}"
            if (times := session_tables.corrections_by_match[table.number])
            else ""
        )
        yield from heading_rows(f"Table {table.table}  {table.book.title}{correction_text}")
        yield from wrap(_describe_result(table), width, 0)


def _table_document(session_tables: SessionTables, match: MatchView) -> Document[MatchView]:
    """Return the document of a table, shown beside its row, with the session's scores below."""

    def tell(match: MatchView, width: int) -> Iterator[Content]:
        yield from account_rows(match, width)
        yield from _score_rows(session_tables, width)

    return Document("evening", lambda _: match, lambda table: f"Table {table.table}  {table.book.title}", tell)


def _score_rows(session_tables: SessionTables, width: int) -> Iterator[Content]:
    """Yield the rows of each player's mean match score in a session, best first."""
    scores: dict[str, list[Fraction]] = {}
    for table in session_tables.tables:
        if table.finished_at and not table.void and sum(map(len, table.places)) > 1:
            names = [name for group in table.places for name in group]
            by_number = [[names.index(name) for name in group] for group in table.places]
            for number, points in match_score(by_number).items():
                scores.setdefault(names[number], []).append(points.score)
    if scores:
        yield from heading_rows("Match scores of the session")
    mean_scores = {name: sum(values) / len(values) for name, values in scores.items()}
    name_width = max(map(text_width, mean_scores), default=0)
    for name in sorted(mean_scores, key=lambda name: (-mean_scores[name], name)):
        score, match_count = float(mean_scores[name]), quantity(len(scores[name]), "match", "matches")
        yield from wrap(f"{pad(name, name_width)}  {score:.3f}  {match_count}", width, 2)


def _describe_result(match: MatchView) -> str:
    if match.finished_at and match.places and not match.void:
        return write_places(match.places)
    status = "void" if match.void else "no result" if match.finished_at else "not finished"
    return f"{status}; {', '.join(match.names)}"


def _row(session_tables: SessionTables, match: MatchView) -> ListRow:
    times = session_tables.corrections_by_match[match.number]
    return ListRow(
        str(match.id),
        (str(match.table), match.book.title, quantity(times, "time") if times else "", _describe_result(match)),
    )
