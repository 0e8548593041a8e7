"""Search earlier disputes: how each was decided, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.screen import on_screen
from referee.cards.words import counted
from referee.club.disputes import search
from referee.club.disputes.view import DisputeView
from referee.club.folder import day_of
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import DisputeScreen, Seen, about, rows, status
from referee.dashboard.rendering import wrapped
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.widgets.filter_field import FilterField, left_the_line
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import refuse
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, Halves, Tell

_HEADS = ("", "on", "clause", "stands", "about")


class PrecedentsScreen(Screen[None]):
    """Every dispute that has the words typed in what happened, what was claimed or decided; the latest first."""

    AUTO_FOCUS = "#find"
    BINDINGS = keys.bindings("precedents", leave="leave")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.found: Sequence[DisputeView] = ()

    def compose(self) -> ComposeResult:
        """Show the line for searching above what was found, and beneath why the marked one was decided so."""
        yield Static("Disputes and how they were decided", classes="heading", markup=False)
        yield FilterField(self.desk.key("precedents.find"), "words of a dispute, a name, a clause such as big-two 4.2")
        yield Halves(self._about, self.action_open, beneath=True)
        yield from foot()

    def on_input_changed(self) -> None:
        """Search for what is typed."""
        self.reload()

    def reload(self) -> None:
        """Look again."""
        typed = self.query_one(FilterField).value
        self.desk.read(self, lambda: search.search(self.desk.club, text=typed), self._show)

    on_screen_resume = reload

    def _show(self, found: Sequence[DisputeView]) -> None:
        self.found = found[::-1]
        head(self, f"Disputes and how they were decided   {counted(len(found), 'dispute')}")
        self.query_one(Halves).show(_HEADS, [_row(each) for each in self.found])

    def _about(self) -> Tell:
        if (marked := self._marked()) is None:
            return lambda _: [Content("Nothing like it was challenged.")]
        return partial(_in_full if self.has_class(WIDE) else _why, marked)

    def _marked(self) -> DisputeView | None:
        marked = self.query_one(Listing).marked
        return next((each for each in self.found if str(each.number) == marked), None)

    def action_open(self) -> None:
        """Open the dispute that is marked; there it can be appealed."""
        if (marked := self._marked()) is None:
            refuse(self, "There is no such dispute.")
        else:
            open_in_front(self, DisputeScreen(self.desk, marked.number))

    def action_find(self) -> None:
        """Go to the line in which words are typed."""
        self.query_one(FilterField).focus()

    def action_leave(self) -> None:
        """Leave the line for searching, or go back to where this was opened."""
        if not left_the_line(self):
            self.dismiss()


def _in_full(dispute: DisputeView, width: int) -> Iterator[Content]:
    yield from wrapped(f"Dispute {dispute.number}   {about(dispute)}   {status(dispute)}", width, 0, "bold")
    yield from rows(Seen(dispute), width)


def _why(dispute: DisputeView, width: int) -> Iterator[Content]:
    yield from wrapped(dispute.claim, width, 0)
    for each in dispute.decisions:
        by = f" by {each.by}" if each.by else ""
        told = f"{each.kind} on {day_of(each.at)}{by}: {each.reason or 'no reason was given'}"
        yield from wrapped(told, width, 2, "bold")


def _row(each: DisputeView) -> Row:
    cells = (
        str(each.number),
        str(day_of(each.at)),
        each.clause,
        status(each),
        f"{about(each)}: {on_screen(each.claim)}",
    )
    return Row(str(each.number), cells)
