"""The command palette, which finds entries by their words and runs the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.palette import entries
from referee.dashboard.palette.entries import Entry
from referee.dashboard.widgets.field import Field
from referee.dashboard.widgets.key_row import clickable_hint
from referee.dashboard.widgets.message_line import MessageLine

_MAX_ENTRIES: Final = 60
_KEY_WIDTH: Final = 8
_TITLE_WIDTH: Final = 26


class PaletteField(Field):
    """The palette's input."""

    BINDINGS = keys.bindings("palette", leave="leave")


class Palette(ModalScreen[Entry | None]):
    """A modal screen with the matching entries, best match first. Its result is the chosen entry or None."""

    DEFAULT_CSS = """
    Palette { align-horizontal: center; }
    Palette > Vertical { width: 90%; max-width: 100; height: 80%; margin: 1 0 0 0; padding: 1 2 0 2; }
    Palette > Vertical { border: round $primary; background: $surface; }
    Palette .hint { color: $text-muted; height: 1; }
    """
    # Stronger than what is said of lists everywhere.
    CSS = """
    Palette OptionList { background: $surface; margin: 1 0; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, desk: Desk, front: Screen[Any]) -> None:
        super().__init__()
        self.desk = desk
        self.front = front
        self.entries: list[Entry] = list(entries.screen_entries(desk, front))
        self.matches: Sequence[Entry] = ()
        self.listed_text: str | None = None
        self.pending_sources = {"club", "books"}
        self.is_enter_held = False

    def compose(self) -> ComposeResult:
        """Yield the input, the list of entries, the key hints and the message line."""
        with Vertical():
            hint = "words of a deed, a place, a table, a member, a clause or a page"
            yield PaletteField(self.enter, self.mark, self.go_back, placeholder=hint)
            yield OptionList(classes="pointed", markup=False)
            hint = "Enter: do it or go there   Escape: go back, nothing changes"
            yield Static(clickable_hint(hint, {"Enter": "screen.enter", "Escape": "screen.dismiss"}), classes="hint")
            yield MessageLine()

    def on_mount(self) -> None:
        """List the operations, and load the entries from the club and the books."""
        self.query_one(OptionList).can_focus = False
        self._list()
        self._load_entries("club", lambda: entries.club_entries(self.desk, self.front))
        self._load_entries("books", lambda: entries.reading_entries(self.desk, self.front))

    def _load_entries(self, source: str, load: Callable[[], Sequence[Entry]]) -> None:
        def refuse(message: str) -> None:
            self.query_one(MessageLine).show_refusal(message)
            self._finish_source(source)

        def add(entries: Sequence[Entry]) -> None:
            self.entries += entries
            self._list()
            self._finish_source(source)

        self.desk.read(self, load, add, refuse, group=source)

    def _finish_source(self, source: str) -> None:
        self.pending_sources.discard(source)
        if self.is_enter_held and not self.pending_sources:
            self.call_later(self.enter)

    def _catch_up(self) -> None:
        """Update the list if the text has changed, as a key may arrive before the change event."""
        if self.listed_text != self.query_one(PaletteField).value:
            self._list()

    on_input_changed = _catch_up

    def _list(self) -> None:
        previous_text, self.listed_text = self.listed_text, self.query_one(PaletteField).value
        rows = self.query_one(OptionList)
        highlighted = rows.highlighted if previous_text == self.listed_text else 0
        ranked = [
            (rank, entry) for entry in self.entries if (rank := entries.rank_entry(self.listed_text, entry)) is not None
        ]
        self.matches = [entry for _, entry in sorted(ranked, key=lambda entry: entry[0])][:_MAX_ENTRIES]
        rows.set_options(map(_render_entry, self.matches))
        rows.highlighted = (highlighted or 0) if self.matches else None

    def mark(self, step: int) -> None:
        """Select the next or previous entry while the focus stays in the input."""
        self._catch_up()
        rows = self.query_one(OptionList)
        rows.action_cursor_down() if step > 0 else rows.action_cursor_up()

    def enter(self) -> None:
        """Choose the selected entry, or wait until all entries are loaded."""
        self.is_enter_held = bool(self.pending_sources)
        if self.is_enter_held:
            return
        self._catch_up()
        index = self.query_one(OptionList).highlighted
        if index is not None:
            self.dismiss(self.matches[index])
        else:
            self.query_one(MessageLine).show_refusal("Nothing has these words. Type others, or fewer letters.")

    action_enter = on_option_list_option_selected = enter

    def go_back(self) -> None:
        """Close the palette without a choice."""
        self.dismiss(None)


def _render_entry(entry: Entry) -> Option:
    key = Content.styled(f"{entry.key:{_KEY_WIDTH}}", "bold $text-warning")
    return Option(
        Content.assemble(key, (f"{entry.title:{_TITLE_WIDTH}}  ", "bold"), (entry.description, "$text-muted"))
    )
