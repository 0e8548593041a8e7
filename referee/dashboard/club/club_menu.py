"""The menu of everything that has no key of its own on tonight."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.screens import foot, open_in_front

_WIDTH: Final = 12

PLACES: Final = {
    "Evenings": ("past and to come: put a record right, plan, move, cancel", "club.evenings", "EveningsScreen"),
    "Members": ("add, rename, merge, retire; profiles with ratings, attendance", "club.members", "MembersScreen"),
    "Precedents": (
        "search what was challenged and how it was decided; appeal",
        "disputes.precedents",
        "PrecedentsScreen",
    ),
    "Files": ("exports, backups, and the audit of all that was written down", "club.files", "FilesScreen"),
    "Officers": ("elect, hand over; who acts at this computer", "club.officers", "OfficersScreen"),
    "Tournaments": ("announce, enter, draw, seat, results, end", "tournament.tournaments", "TournamentsScreen"),
    "Facts": ("rule on what two players tell, without a table", "disputes.facts", "FactsScreen"),
}
"""What there is, by its name: what is done there, and where its screen is."""
_LATER: Final = ("club.member", "tournament.announcing")
"""What is opened from these, and takes long to load."""


class ClubMenuScreen(Screen[None]):
    """Where an officer goes now and then.

    What is needed there is loaded only now, so that the desk opens soon; and beside the keys, so that none waits.
    """

    BINDINGS = keys.bindings("more")

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """Show a row for each."""
        yield Static("The club   Enter opens what is marked", classes="heading", markup=False)
        rows = {name: ((f" {name:{_WIDTH}}", "bold"), (does, "$text-muted")) for name, (does, *_) in PLACES.items()}
        yield OptionList(*(Option(Content.assemble(*row), id=name) for name, row in rows.items()), id="places")
        yield from foot()

    def on_mount(self) -> None:
        """Give the keys to the list, and load what it leads to."""
        self.query_one(OptionList).focus()
        self.run_worker(_load, thread=True, group="load")

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        _, module, name = PLACES[str(chosen.option_id)]
        screen: Callable[[Desk], Screen[Any]] = getattr(import_module(f"referee.dashboard.{module}"), name)
        open_in_front(self, screen(self.desk))


def _load() -> None:
    for module in (*(module for _, module, _ in PLACES.values()), *_LATER):
        import_module(f"referee.dashboard.{module}")
