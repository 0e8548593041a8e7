"""Documents: read-only pages, shown on a screen of their own or beside a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.screens import NEIGHBOUR_STEPS, footer, go_to_list_neighbour, set_heading
from referee.dashboard.widgets.message_line import refuse

Data = TypeVar("Data")


@frozen
class Document(Generic[Data]):
    """A read-only page. `section` is its section of the key settings.

    `load` reads the data from the club, `heading` returns the title, and `render` yields the rows at a width in
    columns. `deeds` maps each action to an operation to run. `warning` returns a text to show first, or "".
    """

    section: str
    load: Callable[[Club], Data]
    heading: Callable[[Data], str]
    render: Callable[[Data, int], Iterable[Content]]
    deeds: Mapping[str, Callable[[DocumentScreen[Data], Data], Deed[Any] | None]] = field(default_factory=dict)
    warning: Callable[[Data, keys.Keymap], str] = lambda _found, _keymap: ""

    def rows(self, data: Data, width: int) -> list[Content]:
        """Return the rows at a width. Callers run it in a thread, as a page about many players takes long."""
        return [*self.render(data, width)]

    def titled_rows(self, club: Club, width: int) -> list[Content]:
        """Return the title and the rows, for the pane beside a list."""
        data = self.load(club)
        title = Content.styled(self.heading(data), "bold").wrap(max(1, width))
        return [*title, *self.rows(data, width)]


class DocumentScreen(Screen[None], Generic[Data]):
    """A screen with one document."""

    def __init__(self, desk: Desk, document: Document[Data]) -> None:
        super().__init__()
        bind_keys(self, document.section)
        self.section = document.section  # which says what it is
        self.desk = desk
        self.document = document
        self.data: Data | None = None

    def compose(self) -> ComposeResult:
        """Yield the title, the scrollable rows and the footer."""
        yield Static(classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(id="rows", markup=False)
        yield from footer()

    def reload(self) -> None:
        """Load the document's data again."""
        self.desk.read(self, partial(self._load, self.document), self._show)

    on_screen_resume = reload

    def on_resize(self) -> None:
        """Render the rows for the new width."""
        if (data := self.data) is not None:
            self.desk.read(self, lambda: self.document.rows(data, self._width()), self._update_rows, group="rows")

    def _width(self) -> int:
        return max(30, self.size.width - 4)

    def _load(self, document: Document[Data]) -> tuple[Data, list[Content]]:
        data = document.load(self.desk.club)
        return data, document.rows(data, self._width())

    def _show(self, data_and_rows: tuple[Data, list[Content]]) -> None:
        self.data, rows = data_and_rows
        set_heading(self, self.document.heading(self.data))
        self._update_rows(rows)
        if warning := self.document.warning(self.data, self.desk.keymap):
            refuse(self, warning)

    def _update_rows(self, rows: list[Content]) -> None:
        self.query_one("#rows", Static).update(Content("\n").join(rows))

    def action_deed(self, name: str) -> None:
        """Run the operation of a key, leave, or move to a neighbour in the list."""
        if name == "leave":
            self.dismiss()
        elif name in NEIGHBOUR_STEPS:
            go_to_list_neighbour(self, NEIGHBOUR_STEPS[name])
        elif self.data is not None and (deed := self.document.deeds[name](self, self.data)):
            carry_out(self.desk, self, deed, lambda _: self.reload())


def bind_keys(screen: Screen[None], section: str) -> None:
    """Give a screen the key bindings of a section. Each runs `action_deed` with its name."""
    screen._bindings.key_to_bindings.update(BindingsMap(keys.bindings(section, deed=True)).key_to_bindings)
