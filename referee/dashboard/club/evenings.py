"""The screen of all sessions, past and planned, with operations to open, plan, move and cancel one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from referee.cards.words import quantity
from referee.club.calendar.schedule import SessionSummary, evenings
from referee.dashboard.affairs import sessions
from referee.dashboard.club.evening import session_document, session_screen
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FAINT
from referee.dashboard.screens import open_in_front
from referee.dashboard.widgets.listing import ListRow

Screen = ListScreen[Sequence[SessionSummary], SessionSummary]


def _heading(session_summaries: Sequence[SessionSummary], _: object) -> str:
    to_come = sum(session_summary.session.status == "planned" for session_summary in session_summaries)
    return f"Sessions   {quantity(len(session_summaries), 'session')}, {to_come} planned"


def _row(_: Sequence[SessionSummary], session_summary: SessionSummary) -> ListRow:
    session = session_summary.session
    was_opened = session.opened_at is not None
    cells = (
        f"{session.held_on:%a} {session.held_on}",
        f"{session.starts:%H:%M}",
        session.status,
        str(session_summary.attendance) if was_opened else "",
        str(session_summary.tables) if was_opened else "",
        ", ".join(filter(None, [session.room, session.note])),
    )
    return ListRow(str(session.id), cells, "" if was_opened or session.status == "planned" else FAINT)


def _last_opened(session_summaries: Sequence[SessionSummary]) -> SessionSummary:
    return next(
        (session_summary for session_summary in reversed(session_summaries) if session_summary.session.opened_at),
        session_summaries[0],
    )


EVENINGS: Final = ListDefinition(
    "evenings",
    ("session", "starts", "status", "players", "tables", "room and note"),
    load=lambda club, _asked, _before: evenings(club),
    heading=_heading,
    items=lambda session_summaries: session_summaries,
    row=_row,
    document=lambda _, session_summary: session_document(session_summary.session.id),
    no_selection="There is no session yet.",
    empty_text="No session yet. The club's sessions are listed here: {evenings.add} plans one.",
    deeds={"add": lambda _: sessions.plan()},
    item_deeds={
        "open": lambda screen, session_summary: open_in_front(
            screen, session_screen(screen.desk, session_summary.session.id)
        ),
        "move": lambda _, session_summary: sessions.move(session_summary.session),
        "cancel": lambda _, session_summary: sessions.cancel(session_summary.session),
    },
    created_key=lambda session: f"{session.id}",
    first_item=_last_opened,
)
evenings_screen: Final = partial(ListScreen, definition=EVENINGS)
