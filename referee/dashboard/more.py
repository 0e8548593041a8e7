"""All else of the club that is not one key away from tonight, one under the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.evenings import EveningsScreen
from referee.dashboard.facts import FactsScreen
from referee.dashboard.members import MembersScreen
from referee.dashboard.message_line import MessageLine
from referee.dashboard.officers import OfficersScreen
from referee.dashboard.precedents import PrecedentsScreen
from referee.dashboard.screens import open_in_front

_WIDTH: Final = 12


def _files(desk: Desk) -> Screen[Any]:
    # What writes exports takes long to load, and most evenings need none.
    from referee.dashboard.files import FilesScreen

    return FilesScreen(desk)


PLACES: Final[dict[str, tuple[str, Callable[[Desk], Screen[Any]]]]] = {
    "Evenings": ("past and to come: put a record right, plan, move, cancel", EveningsScreen),
    "Members": ("add, rename, merge, retire; profiles with ratings, attendance", MembersScreen),
    "Precedents": ("search what was challenged and how it was decided; appeal", PrecedentsScreen),
    "Files": ("exports, backups, and the audit of all that was written down", _files),
    "Officers": ("elect, hand over; who acts at this computer", OfficersScreen),
    "Facts": ("rule on what two players tell, without a table", FactsScreen),
}
"""What there is, by its name: what is done there, and its screen."""


class MoreScreen(Screen[None]):
    """Where an officer goes now and then."""

    BINDINGS = keys.bindings("more")

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """Show a row for each."""
        yield Static("The club   Enter opens what is marked", classes="heading", markup=False)
        yield OptionList(*(_option(name, does) for name, (does, _) in PLACES.items()), id="places")
        yield MessageLine()
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Give the keys to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        open_in_front(self, PLACES[str(chosen.option_id)][1](self.desk))

    def action_leave(self) -> None:
        """Go back to tonight."""
        self.dismiss()


def _option(name: str, does: str) -> Option:
    return Option(Content.assemble((f" {name:{_WIDTH}}", "bold"), (does, "$text-muted")), id=name)
