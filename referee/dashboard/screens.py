"""Helpers that screens share: opening screens, moving between neighbours, lists, heading and footer."""

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
    """Open a screen over another, which must be the current one. So a key pressed twice opens it once."""
    if screen.app.screen is screen:
        screen.app.push_screen(new_screen)


def neighbour(options: Sequence[Answer], current: Answer, step: int) -> Answer:
    """Return the option `step` places after the current one, counted in a circle."""
    return options[(options.index(current) + step) % len(options)]


@runtime_checkable
class NeighbourList(Protocol):
    """A screen with rows that open in front of it."""

    def open_neighbour(self, step: int) -> bool:
        """Close the open row, and open the one `step` rows further on. Return whether it exists."""


def go_to_list_neighbour(screen: Screen[Any], step: int) -> None:
    """Replace the open row with its neighbour in the list behind, or show that there is none."""
    list_screen = screen.app.screen_stack[-2]
    if not (isinstance(list_screen, NeighbourList) and list_screen.open_neighbour(step)):
        refuse(screen, f"Nothing comes {'after' if step > 0 else 'before'} this one in the list.")


NEIGHBOUR_STEPS: Final = {"previous": -1, "next": 1}
"""The steps of the two actions that go to a neighbour in the list."""


def lazy_screen(path: str) -> Callable[..., Screen[Any]]:
    """Return a factory that imports a screen, such as ``tonight.seating.SeatingScreen``, when first called."""
    module, _, name = path.rpartition(".")

    def make(*arguments: Any) -> Screen[Any]:
        screen: Screen[Any] = getattr(import_module(f"referee.dashboard.{module}"), name)(*arguments)
        return screen

    return make


class ClickableList(OptionList):
    """A list in which the first click selects a row and the second one opens it."""

    def on_click(self, event: Click) -> None:
        """Select the clicked row, or open it if it was selected already."""
        index = event.style.meta.get("option")
        if index is not None and index != self.highlighted:
            event.prevent_default()
            self.highlighted = index
            self.focus()


def replace_options(option_list: OptionList, rows: Sequence[Option]) -> None:
    """Replace the rows of a list. The selected row stays selected, or the first one is if it is gone."""
    marked_id = option_list.highlighted_option.id if option_list.highlighted_option else None
    option_list.set_options(rows)
    if rows:
        row_ids = [row.id for row in rows]
        option_list.highlighted = row_ids.index(marked_id) if marked_id in row_ids else 0
    # An empty list would swallow Enter and say nothing.
    option_list.can_focus = bool(rows)


def footer(message: str = "") -> ComposeResult:
    """Yield the message line with an initial message, and the row of keys."""
    yield MessageLine(message)
    yield KeyRow()


def set_heading(screen: Screen[Any], heading: str | Content) -> None:
    """Set the heading of a screen."""
    screen.query_one(".heading", Static).update(heading)
