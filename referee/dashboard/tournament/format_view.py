"""What the tournament screen shows for a format, as data: one view for rounds, one for freezeouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.dashboard.deeds.deed import Deed, Pick
from referee.dashboard.tournament.tournament_state import TournamentScreenState
from referee.dashboard.widgets.listing import ListRow
from referee.tournaments.state.view import RoundView


@dataclass(frozen=True, slots=True)
class Pane:
    """A list on the screen with its title and notes. The title has ids of keys in braces."""

    title: str
    headings: Sequence[str]
    rows: Sequence[ListRow] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """The tournament, and the marked name and table; empty for none."""

    state: TournamentScreenState
    name: str
    table: str

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.state.view.number


@dataclass(frozen=True, slots=True)
class FormatView:
    """What the screen shows for a format. `section` is the section of its keys.

    `tables` returns the tables of a round, `entries` the standings at a width in columns, `next_hint` what to do next
    (with ids of keys in braces), and `menu` the rows of the menu. `deeds` has the deed of each key and row.
    """

    section: str
    tables: Callable[[TournamentScreenState, RoundView | None], Pane]
    entries: Callable[[TournamentScreenState, int], Pane]
    next_hint: Callable[[TournamentScreenState], str]
    menu: Callable[[TournamentScreenState], list[Pick]]
    deeds: Mapping[str, Callable[[Selection], Deed[Any]]]
