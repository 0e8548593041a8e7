"""One thing to be read from top to bottom: the same in front as beside the row of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.screens import NEIGHBOUR_STEPS, footer, go_to_list_neighbour, set_heading
from referee.dashboard.widgets.message_line import refuse

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True)
class Document(Generic[Data]):
    """What there is to read, and the `section` of the keys that has its own.

    `load` reads its data from the club, `heading` returns its title, and `render` yields its rows at a width in
    columns. `deeds` are what its keys do, by action: a deed that is returned is done. `warning` is shown before all
    else.
    """

    section: str
    load: Callable[[Club], Data]
    heading: Callable[[Data], str]
    render: Callable[[Data, int], Iterable[Content]]
    deeds: Mapping[str, Callable[[DocumentScreen[Data], Data], Deed[Any] | None]] = field(default_factory=dict)
    warning: Callable[[Data, keys.Keymap], str] = lambda _found, _keymap: ""

    def rows(self, data: Data, width: int) -> list[Content]:
        """Return its rows; called in a thread, as of many players they take longer than a key may wait."""
        return [*self.render(data, width)]

    def titled_rows(self, club: Club, width: int) -> list[Content]:
        """Return what stands beside its row in a list: its title and its rows."""
        data = self.load(club)
        title = Content.styled(self.heading(data), "bold").wrap(max(1, width))
        return [*title, *self.rows(data, width)]


class DocumentScreen(Screen[None], Generic[Data]):
    """Something to read, as wide as the screen."""

    def __init__(self, desk: Desk, document: Document[Data]) -> None:
        super().__init__()
        bind_keys(self, document.section)
        self.section = document.section  # which says what it is
        self.desk = desk
        self.document = document
        self.data: Data | None = None

    def compose(self) -> ComposeResult:
        """Show the rows under their title."""
        yield Static(classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(id="rows", markup=False)
        yield from footer()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, partial(self._load, self.document), self._show)

    on_screen_resume = reload

    def on_resize(self) -> None:
        """Lay the rows out by the width that there is."""
        if (data := self.data) is not None:
            self.desk.read(self, lambda: self.document.rows(data, self._width()), self._update_rows, group="rows")

    def _width(self) -> int:
        return max(30, self.size.width - 4)

    def _load(self, document: Document[Data]) -> tuple[Data, list[Content]]:
        data = document.load(self.desk.club)
        return data, document.rows(data, self._width())

    def _show(self, loaded: tuple[Data, list[Content]]) -> None:
        self.data, rows = loaded
        set_heading(self, self.document.heading(self.data))
        self._update_rows(rows)
        if warning := self.document.warning(self.data, self.desk.keymap):
            refuse(self, warning)

    def _update_rows(self, rows: list[Content]) -> None:
        self.query_one("#rows", Static).update(Content("\n").join(rows))

    def action_deed(self, name: str) -> None:
        """Do what a key says."""
        if name == "leave":
            self.dismiss()
        elif name in NEIGHBOUR_STEPS:
            go_to_list_neighbour(self, NEIGHBOUR_STEPS[name])
        elif self.data is not None and (deed := self.document.deeds[name](self, self.data)):
            carry_out(self.desk, self, deed, lambda _: self.reload())


def bind_keys(screen: Screen[None], section: str) -> None:
    """Give a screen that is told by data its keys: each does the deed of its name."""
    screen._bindings.key_to_bindings.update(BindingsMap(keys.bindings(section, deed=True)).key_to_bindings)
