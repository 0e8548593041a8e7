"""The evening's tables as cards, for wide screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partialmethod
from typing import Final

from textual.containers import Grid
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from referee.cards.words import quantity
from referee.club.match.log import EntryKind
from referee.club.match.view import MatchView
from referee.club.table_numbers import TableNumber
from referee.dashboard import keys
from referee.dashboard.rendering import wrap
from referee.rules import write_places
from referee.rules.records.report import starts_hand

MIN_CARD_WIDTH: Final = 36
_FRAME_WIDTH: Final = 4
_MIN_TITLE_WIDTH: Final = 8
_WAITING_STYLE: Final = "bold $text-warning"


class TableCard(Static):
    """The card of one match. An amber frame and a note mark one that waits for an officer.

    Selecting a card does not change its size, so the layout stays.
    """

    DEFAULT_CSS = """
    TableCard { border: round $primary; padding: 0 1; height: 100%; min-height: 4; }
    TableCard { border-title-color: $text; border-title-style: bold; border-subtitle-color: $text-muted; }
    TableCard.waits { border: round $text-warning; }
    TableCard.waits { border-title-color: $text-warning; border-subtitle-color: $text-warning; }
    TableCard.marked { background: $block-cursor-blurred-background; }
    TableCards:focus TableCard.marked { background: $block-cursor-background; }
    TableCard.empty { visibility: hidden; }
    """

    class Opened(Message):
        """The message that the selected card was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.match: MatchView | None = None
        self.drawn_state: tuple[object, ...] = ()

    @property
    def number(self) -> TableNumber | None:
        """The number of the shown match, or None for an empty card."""
        return self.match.number if self.match else None

    def show(self, match: MatchView | None, width: int, now: datetime, reasons: Sequence[str]) -> None:
        """Show a match and the reasons why it waits for an officer, or clear the card for None."""
        if match is not None:
            self.border_subtitle = Content("" if match.finished_at else age_text(match, now))
        is_unchanged = match is self.match and self.drawn_state == (width, *reasons)
        self.match, self.drawn_state = match, (width, *reasons)
        if is_unchanged:
            return  # only how late it is is another thing
        self.set_class(match is None, "empty")
        if match is None:
            self.update("")
            return
        self.set_class(bool(reasons), "waits")
        self._entitle()
        self.update(Content("\n").join(card_rows(match, width - _FRAME_WIDTH, reasons)))

    def set_marked(self, is_marked: bool) -> None:
        """Mark the card as selected or not."""
        if is_marked is not self.has_class("marked"):
            self.set_class(is_marked, "marked")
            self._entitle()

    def _entitle(self) -> None:
        if self.match:
            earlier = ", earlier" if self.match.goes_on else ""
            self.border_title = Content(f"{'▶ ' if self.has_class('marked') else ''}Table {self.match.table}{earlier}")

    def on_click(self) -> None:
        """Select the card, or open its match if it is selected already."""
        if self.number and self.has_class("marked"):
            self.post_message(self.Opened(self.number))
        elif self.number and isinstance(self.parent, TableCards):
            self.parent.mark(self.number)
            self.parent.focus()


def sort_by_table(matches: Iterable[MatchView]) -> list[MatchView]:
    """Return the matches by table. At the same table, the latest match comes first."""
    return sorted(matches, key=lambda match: (match.table, -match.number))


class TableCards(Grid, can_focus=True):
    """A grid of cards, filled column by column. The arrow keys select a card."""

    BINDINGS = keys.bindings("cards")
    DEFAULT_CSS = """
    TableCards { height: 1fr; overflow-y: auto; grid-rows: auto; grid-gutter: 0 1; padding: 0 1; }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.column_height = 0
        self.marked_number: int | None = None
        self.cards: Sequence[TableCard] = ()
        """The cards with a match, in order of the tables."""

    @property
    def marked_card(self) -> TableCard | None:
        """The selected card, or None without cards."""
        return next((card for card in self.cards if card.number == self.marked_number), None)

    def show(
        self, matches: Sequence[MatchView], now: datetime, reasons_by_match: Mapping[TableNumber, Sequence[str]]
    ) -> None:
        """Show matches, with the reasons why each waits for an officer. The selection stays if possible."""
        width = self.size.width - 2
        column_count = max(1, min(len(matches), (width + 1) // (MIN_CARD_WIDTH + 1)))
        self.column_height = -(-len(matches) // column_count)
        column_count = -(-len(matches) // self.column_height) if matches else 1
        places = column_count * self.column_height
        slots = list(self.query(TableCard))
        if len(slots) < places:
            new_cards = [TableCard() for _ in range(places - len(slots))]
            self.mount_all(new_cards)
            slots += new_cards
        self.styles.grid_size_columns = column_count
        card_width = (width - (column_count - 1)) // column_count
        cards: dict[int, TableCard] = {}
        for position, slot in enumerate(slots):
            slot.display = position < places
            # The grid is filled row by row, and read column by column.
            index = position % column_count * self.column_height + position // column_count
            match = matches[index] if position < places and index < len(matches) else None
            slot.show(match, card_width, now, reasons_by_match.get(match.number, ()) if match else ())
            if match:
                cards[index] = slot
        self.cards = [cards[index] for index in range(len(matches))]
        self.can_focus = bool(matches)
        self.mark(self.marked_number)

    def mark(self, number: int | None = None) -> None:
        """Select the card of a match, or the first one."""
        target = next((card for card in self.cards if card.number == number), None)
        self._mark(target or next(iter(self.cards), None))

    def _mark(self, card: TableCard | None) -> None:
        self.marked_number = card.number if card else None
        for table_card in self.query(TableCard):
            table_card.set_marked(table_card is card)
        if card:
            self.scroll_to_widget(card, animate=False)

    def action_first(self) -> None:
        """Select the first card."""
        self.mark()

    def action_last(self) -> None:
        """Select the last card."""
        if self.cards:
            self._mark(self.cards[-1])

    def _go(self, tables: int = 0, columns: int = 0) -> None:
        if (selected := self.marked_card) is None:
            return
        target = self.cards.index(selected) + tables + columns * self.column_height
        if 0 <= target < len(self.cards):
            self._mark(self.cards[target])
        elif target < 0:
            self.screen.focus_previous()

    action_down = partialmethod(_go, 1)
    action_up = partialmethod(_go, -1)
    action_right = partialmethod(_go, columns=1)
    action_left = partialmethod(_go, columns=-1)


def card_rows(match: MatchView, width: int, reasons: Sequence[str]) -> list[Content]:
    """Return the rows of a card: game, progress, turn, players, last line and reasons to wait."""
    title = Content.styled(match.book.title, "bold")
    if match.finished_at:
        return [title, *wrap(end_text(match), width, 0, "$text-muted")]
    turn = [("▶ ", "$text-accent"), (f"{match.turn}'s turn", "bold $text-accent")] if match.turn else []
    progress = Content.assemble((progress_text(match), "$text-muted"), "   " if turn else "", *turn)
    rows = [*title.wrap(width), *progress.wrap(width), *wrap(", ".join(match.names), width, 0, "$text-muted")]
    last = next((line for line in reversed(match.log) if line.kind is EntryKind.LINE), None)
    if last:
        rows += wrap(last.text, width, 2, lead=Content.styled(f"{last.number}  ", "$text-muted"))
    return rows + wrap("   ".join(reasons), width, 0, _WAITING_STYLE)


def compact_row(match: MatchView, width: int, reasons: Sequence[str]) -> Content:
    """Return a match in two rows: game, turn and reasons to wait, then the players or the result."""
    number = Content.styled(f"{match.table:3}  ", "$text-muted")
    so_far = "result only" if match.result_only else quantity(len(match.log), "line")
    turn = "" if match.finished_at else f"▶ {match.turn}" if match.turn else so_far
    details = Content.assemble(f"  {turn}" if turn else "", *((f"  {reason}", _WAITING_STYLE) for reason in reasons))
    room = max(_MIN_TITLE_WIDTH, width - number.cell_length - details.cell_length)
    title = Content.styled(match.book.title, "bold").truncate(room, ellipsis=True)
    text = end_text(match) if match.finished_at else ", ".join(match.names)
    first, second = Content.assemble(number, title, details), Content.styled(f"     {text}", "$text-muted")
    return Content("\n").join([row.truncate(width, ellipsis=True) for row in (first, second)])


def progress_text(match: MatchView) -> str:
    """Return the progress of a match: the current hand and the number of lines."""
    if match.result_only:
        return "result only"
    hand = sum(starts_hand(entry.line) for entry in match.sheet.entries)
    return f"hand {hand}, {quantity(len(match.log), 'line')}" if hand else "no hand yet"


def end_text(match: MatchView) -> str:
    """Return how a match ended, and whether it continues as another match."""
    text = "void" if match.void else f"finished: {write_places(match.places) or 'no result'}"
    return text + ("; goes on" if match.goes_on and not match.void else "")


def attention_reasons(match: MatchView, disputes: int) -> list[str]:
    """Return short reasons why an officer should go to the table."""
    reasons = [f"! {quantity(disputes, 'dispute')}"] if disputes else []
    if match.finished_at:
        return reasons
    decide = [f"! {len(match.waiting)} to decide"] if match.waiting else []
    return decide + reasons + ([f"? {len(match.sheet.open)} open"] if match.sheet.open else [])


def age_text(match: MatchView, now: datetime) -> str:
    """Return the time since a match's last line, or since its start."""
    last = match.log[-1].at if match.log else match.started_at
    minutes = max(0, int((now - last).total_seconds() // 60))
    hours, minutes_left = divmod(minutes, 60)
    if hours >= 24:
        return f"{quantity(hours // 24, 'day')} ago"
    if hours:
        return f"{hours} h {minutes_left:02} min ago"
    return f"{minutes} min ago" if minutes else "just now"
