"""The list widget of a match's recorded lines with their rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from referee.cards.screen import with_suit_signs
from referee.club.disputes.view import DisputeView
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView, MatchView
from referee.dashboard.disputes.dispute import status_text
from referee.dashboard.rendering import decision_rows, draw_cards, reason_text, ruling_label, wrap
from referee.dashboard.widgets.side_panel import WIDE
from referee.rules import Verdict
from referee.rules.book.sentences import next_step_of

# Where the verdict begins, and from which width on there is room for five tens before it.
_TEXT_WIDTH: Final = 26
_WIDE_FROM, _WIDE_TEXT_WIDTH = 64, 34
_DISPUTE_STYLE: Final = "bold $text-warning"
# A long record is laid out in portions, so that no key waits for it; between two of them the screen is painted.
_LINES_AT_ONCE: Final = 25


class RecordList(OptionList):
    """The recorded lines in order, the newest one next to the line editor.

    The last line is selected by default. Each line takes one row. A selected line expands while the list has the focus,
    and an undecided one is always expanded.
    """

    def __init__(self) -> None:
        super().__init__(id="record")
        self.styles.height, self.styles.max_height = "auto", "100%"  # unlike the lists that begin at the top
        self.match: MatchView | None = None
        self.disputes: Mapping[int, DisputeView] = {}
        self._drawn_lines: list[tuple[object, ...]] = []
        self._line_rows: list[int] = []
        self._width = 0
        self._expanded_line: int | None = None
        self._clicked_line: int | None = None
        self._line_to_mark: int | None = (
            None  # what was marked before the lines were wrapped anew, until it is there again
        )

    def show(self, match: MatchView, disputed: Mapping[int, DisputeView] | None = None) -> None:
        """Show a match's lines, and redraw only the changed ones."""
        self.match = match
        if disputed is not None:
            self.disputes = disputed
        width = (self.scrollable_content_region.width or 50) - 2
        if width != self._width or len(match.log) < len(self._drawn_lines):  # an earlier record was restored
            if self.highlighted is not None and self.highlighted < len(self._drawn_lines) - 1:
                self._line_to_mark = self.highlighted
            self._drawn_lines, self._line_rows, self._width = [], [], width
            self.clear_options()
        at_end = self._line_to_mark is None and (
            self.highlighted is None or self.highlighted >= len(self._drawn_lines) - 1
        )
        rows_before = sum(self._line_rows)
        self._expanded_line = self.highlighted if self.has_focus and not self.screen.has_class(WIDE) else None
        expected_rows = [self._expected_state(index) for index in range(len(match.log))]
        for index in range(min(len(self._drawn_lines), len(expected_rows))):
            self._update_line(index, expected_rows[index])
        new_lines = match.log[len(self._drawn_lines) : len(self._drawn_lines) + _LINES_AT_ONCE]
        drawn_now = [self._render_line(line, is_open=False) for line in new_lines]
        self._line_rows += map(_count_rows, drawn_now)
        self.add_options(
            [Option(line, id=str(line_view.number)) for line, line_view in zip(drawn_now, new_lines, strict=True)]
        )
        self._drawn_lines += expected_rows[len(self._drawn_lines) : len(self._drawn_lines) + len(new_lines)]
        if sum(self._line_rows) != rows_before:
            self.refresh(layout=True)
        if at_end:
            self.mark_last()
        elif self._line_to_mark is not None and self._line_to_mark < len(self._drawn_lines):
            self.highlighted, self._line_to_mark = self._line_to_mark, None
        if len(self._drawn_lines) < len(expected_rows):
            self.call_after_refresh(self._continue_drawing)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the total number of rows, counted when the lines were wrapped, as measuring again is slow."""
        return sum(self._line_rows)

    def mark_last(self) -> None:
        """Select the last line, and follow new ones."""
        if self._drawn_lines:
            self.highlighted = len(self._drawn_lines) - 1
            self.call_after_refresh(self._keep_in_sight)

    def watch_virtual_size(self) -> None:
        """Scroll the selected line into view after the record has changed its height."""
        self.call_after_refresh(self._keep_in_sight)

    def _keep_in_sight(self) -> None:
        """Scroll to the end, or to the selected line if the list has the focus."""
        self._update_lines()
        if self.highlighted == len(self._drawn_lines) - 1:
            self.scroll_end(animate=False, immediate=True)
        elif self.has_focus:
            self.scroll_to_highlight()

    def _continue_drawing(self) -> None:
        if self.match:
            self.show(self.match)

    on_resize = _continue_drawing

    async def _on_click(self, event: Click) -> None:
        """Select the clicked line, or act on it like Enter if it was clicked before."""
        event.prevent_default()
        index = event.style.meta.get("option")
        if index is not None and index == self._clicked_line:
            self.action_select()
        elif index is not None:
            self.highlighted = index
        self._clicked_line = index

    def on_focus(self) -> None:
        """Expand the selected line, unless the context pane shows it."""
        self._expand(None if self.screen.has_class(WIDE) else self.highlighted)

    def on_blur(self) -> None:
        """Collapse the expanded line."""
        self._clicked_line = None
        self._expand(None)

    def on_option_list_option_highlighted(self) -> None:
        """Expand the selected line, and collapse the previous one."""
        if self.has_focus and not self.screen.has_class(WIDE) and self.highlighted != self._expanded_line:
            self._expand(self.highlighted)
            self.call_after_refresh(self._keep_in_sight)

    def _expand(self, position: int | None) -> None:
        """Expand the line at a position, and collapse the expanded one."""
        previous, self._expanded_line = self._expanded_line, position
        rows_before = sum(self._line_rows)
        for index in {previous, position} - {None}:
            if index is not None and self.match and index < len(self._drawn_lines):
                self._update_line(index, self._expected_state(index))
        if sum(self._line_rows) != rows_before:
            self.refresh(layout=True)
            self.call_after_refresh(self._keep_in_sight)

    def _expected_state(self, index: int) -> tuple[object, ...]:
        assert self.match
        line = self.match.log[index]
        return (*_drawn_values(line), index == self._expanded_line, self._dispute_note(line.number))

    def _update_line(self, index: int, expected: tuple[object, ...]) -> None:
        """Redraw a line if its state has changed."""
        if self.match and self._drawn_lines[index] != expected:
            line = self._render_line(self.match.log[index], is_open=index == self._expanded_line)
            self.replace_option_prompt_at_index(index, line)
            self._line_rows[index], self._drawn_lines[index] = _count_rows(line), expected

    def _dispute_note(self, number: int) -> str:
        """Return the note about the dispute on a line, or "" without one."""
        dispute = self.disputes.get(number)
        return f"⚑ dispute {dispute.number} {status_text(dispute)}" if dispute else ""

    def _render_line(self, line: LineView, *, is_open: bool) -> Content:
        return _render_line(line, self._width, self._dispute_note(line.number), is_open=is_open)

    @property
    def marked_line(self) -> LineView | None:
        """The selected line, or None in an empty record."""
        if self.match is None or self.highlighted is None:
            return None
        return self.match.log[self.highlighted]


def _count_rows(line: Content) -> int:
    return line.plain.count("\n") + 1


def _drawn_values(line: LineView) -> tuple[object, ...]:
    """Return the attributes of a line that affect its drawing."""
    ruling = line.ruling
    ruling_values = (ruling.says, ruling.reason, ruling.verdict) if ruling else ()
    return line.text, line.decision, line.reason, line.counts, line.waits, line.shown_by, line.turned_by, ruling_values


def _render_line(line: LineView, width: int, dispute: str, *, is_open: bool) -> Content:
    """Return a line drawn in one row with its verdict. Further rows follow if it is expanded or undecided."""
    is_crossed_out = line.decision in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)
    text = with_suit_signs(line.text)
    event_text = draw_cards(text, "strike" if is_crossed_out else "bold" if line.counts else "")
    gap = " " * max(2, (_TEXT_WIDTH if width < _WIDE_FROM else _WIDE_TEXT_WIDTH) - cell_len(text))
    number = (f"{line.number:4}  ", "$text-muted")
    if line.ruling is None:
        style = "strike" if is_crossed_out else "bold"
        *upper_rows, last = wrap(line.text, width, 6, style, lead=Content.styled(*number))
        kind = line.kind.value if line.is_seat_change else "result"
        gap = gap if not upper_rows else "  "
        if last.cell_length + len(gap) + len(kind) <= width:
            rows = [*upper_rows, Content.assemble(last, gap, (kind, "$text-accent"))]
        else:
            rows = [*upper_rows, last, Content.assemble(" " * 6, (kind, "$text-accent"))]
        return Content("\n").join([*rows, *wrap(dispute, width, 6, _DISPUTE_STYLE), *decision_rows(line, width, 6)])
    first = Content.assemble(number, event_text, gap)
    first = Content.assemble(first, ruling_label(line.ruling), (f"  {line.ruling.clause.id}", "$text-muted"))
    earlier_reading = line.read_otherwise
    if earlier_reading and first.cell_length + len(earlier_reading) + 2 <= width:
        first = Content.assemble(first, "  ", (earlier_reading, "$text-muted"))
        earlier_reading = ""
    if dispute and first.cell_length + len(dispute) + 3 <= width:
        first = Content.assemble(first, "  ", (dispute, _DISPUTE_STYLE))
        dispute = ""
    rows = [*wrap(dispute, width, 6, _DISPUTE_STYLE), *wrap(earlier_reading, width, 6, "$text-muted")]
    return Content("\n").join([first, *rows, *_explanation_rows(line, width, is_open=is_open)])


def _explanation_rows(line: LineView, width: int, *, is_open: bool) -> list[Content]:
    assert line.ruling is not None
    rows = []
    if line.instead_of is not None:
        rows += wrap(f"replaces line {line.instead_of}", width, 6, "$text-muted")
    rows += decision_rows(line, width, 6)
    if line.decision is DecisionKind.STRUCK:
        return rows
    if is_open or line.waits:
        explanation = reason_text(line.ruling, line.items)
        if line.ruling.verdict is Verdict.ILLEGAL:
            explanation = " ".join(filter(None, [explanation, next_step_of(line.ruling)]))
        rows += wrap(explanation or line.ruling.rule, width, 6, "$text-muted")
    if line.shown_by:
        rows += wrap(f"Let stand: line {line.shown_by} follows from it.", width, 6, "bold")
    if line.waits:
        rows += wrap("! Recorded as what happened. Let it stand, or undo it?", width, 6, "bold $text-warning")
    return rows
