"""What screens share: the heading and the foot, opening one in front of another, the rows of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.dashboard.widgets.key_row import KeyRow
from referee.dashboard.widgets.message_line import MessageLine, refuse

Answer = TypeVar("Answer")


def open_in_front(screen: Screen[Any], new_screen: Screen[Any]) -> None:
    """Open a screen in front of another, unless there is one already: a key pressed twice in haste opens it once."""
    if screen.app.screen is screen:
        screen.app.push_screen(new_screen)


def neighbour(options: Sequence[Answer], current: Answer, step: int) -> Answer:
    """Return what comes so many places after something, and after the last the first again."""
    return options[(options.index(current) + step) % len(options)]


@runtime_checkable
class NeighbourList(Protocol):
    """A screen of rows, each of which is opened in front of it."""

    def open_neighbour(self, step: int) -> bool:
        """Open the row so many after the one that is open, and tell whether there is one."""


def go_to_list_neighbour(screen: Screen[Any], step: int) -> None:
    """Go from what is open to its neighbour in the list behind it."""
    list_screen = screen.app.screen_stack[-2]
    if not (isinstance(list_screen, NeighbourList) and list_screen.open_neighbour(step)):
        refuse(screen, f"Nothing comes {'after' if step > 0 else 'before'} this one in the list.")


NEIGHBOUR_STEPS: Final = {"previous": -1, "next": 1}
"""How far each of the two actions goes that lead to a neighbour."""


def lazy_screen(path: str) -> Callable[..., Screen[Any]]:
    """Return what makes a screen, such as ``tonight.seating.SeatingScreen``, and loads its module only then."""
    module, _, name = path.rpartition(".")

    def make(*arguments: Any) -> Screen[Any]:
        screen: Screen[Any] = getattr(import_module(f"referee.dashboard.{module}"), name)(*arguments)
        return screen

    return make


class ClickableList(OptionList):
    """Rows of which a click marks one, and a click on the marked one opens it."""

    def on_click(self, event: Click) -> None:
        """Mark what is clicked before it is opened."""
        index = event.style.meta.get("option")
        if index is not None and index != self.highlighted:
            event.prevent_default()
            self.highlighted = index
            self.focus()


def replace_options(option_list: OptionList, rows: Sequence[Option]) -> None:
    """Put other rows in a list; what was marked stays marked where it is still there, else the first is."""
    marked_id = option_list.highlighted_option.id if option_list.highlighted_option else None
    option_list.set_options(rows)
    if rows:
        row_ids = [row.id for row in rows]
        option_list.highlighted = row_ids.index(marked_id) if marked_id in row_ids else 0
    # An empty list would swallow Enter and say nothing.
    option_list.can_focus = bool(rows)


def footer(message: str = "") -> ComposeResult:
    """Yield the foot of every screen; `message` is shown when the screen opens."""
    yield MessageLine(message)
    yield KeyRow()


def set_heading(screen: Screen[Any], heading: str | Content) -> None:
    """Put another heading above a screen."""
    screen.query_one(".heading", Static).update(heading)
