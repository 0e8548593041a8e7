"""The screens of open disputes, all disputes, and precedents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from referee.cards.screen import with_suit_signs
from referee.cards.words import quantity
from referee.club.disputes import disputes
from referee.club.disputes.search import searchable_text
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club, day_of
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import dispute_document, status_text, subject_text
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.screens import open_in_front
from referee.dashboard.widgets.listing import ListRow
from referee.rules.notation.seats import clean_name

Screen = ListScreen[Sequence[DisputeView], DisputeView]
_ALL: Final = "all"


def _load_disputes(club: Club, query: str, _: Sequence[DisputeView] | None) -> Sequence[DisputeView]:
    return disputes.disputes(club, is_open=None if query else True)[:: -1 if query else 1]


def _row(_: Sequence[DisputeView], dispute: DisputeView) -> ListRow:
    ruling = dispute.word or dispute.verdict.value
    cells = (str(dispute.number), str(day_of(dispute.at)), dispute.clause, ruling, status_text(dispute))
    return ListRow(
        str(dispute.number), (*cells, f"{subject_text(dispute)}: {with_suit_signs(dispute.claim or dispute.reason)}")
    )


DISPUTES: Final = ListDefinition(
    "disputes",
    ("", "date", "clause", "ruling", "status", "about"),
    load=_load_disputes,
    heading=lambda disputes, _: (
        f"Disputes   {quantity(sum(dispute.is_open for dispute in disputes), 'dispute')} to decide"
    ),
    items=lambda disputes: disputes,
    row=_row,
    document=lambda _, dispute_view: dispute_document(dispute_view.number),
    no_selection="No dispute waits for a decision.",
    empty_text="No dispute waits for a decision. {table.dispute} at a table disputes the selected line; "
    "{disputes.decided} shows all disputes, or only the open ones.",
    deeds={
        "find": lambda screen: open_in_front(screen, precedents_screen(screen.desk)),
        "decided": lambda screen: screen.set_query("" if screen.query_text else _ALL),
    },
)
PRECEDENTS: Final = replace(
    DISPUTES,
    section="precedents",
    heading=lambda _, found: f"Precedents: disputes and their decisions   {quantity(len(found), 'dispute')}",
    no_selection="No dispute matches.",
    empty_text="No dispute yet. {table.dispute} at a table disputes the selected line.",
    deeds={},
    filter_hint="words, a name, or a clause such as big-two 4.2",
    matches=lambda typed, dispute_view: (
        clean_name(typed).casefold() in clean_name(searchable_text(dispute_view)).casefold()
    ),
    filter_focused=True,
)


disputes_screen: Final = partial(ListScreen, definition=DISPUTES)


def precedents_screen(desk: Desk) -> Screen:
    """Return the screen of all disputes, latest first, with a text search."""
    return ListScreen(desk, PRECEDENTS, _ALL)
