"""What the screen of a tournament is told by: one kind is played in rounds, the other is a freezeout."""

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
    """A list on the screen, under its title, in which ids of keys stand in braces; and notes beneath."""

    title: str
    headings: Sequence[str]
    rows: Sequence[ListRow] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What a deed is about: the tournament, and who and which table is marked; empty for none."""

    state: TournamentScreenState
    name: str
    table: str

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.state.view.number


@dataclass(frozen=True, slots=True)
class FormatView:
    """What a kind of tournament shows, as data; `section` is that of its keys.

    `tables` returns the tables of a round, and `entries` the standings at a width in columns. `next_hint` says what to
    do next, with ids of keys in braces. `menu` has the rows of the menu, and `deeds` what a key or a row does.
    """

    section: str
    tables: Callable[[TournamentScreenState, RoundView | None], Pane]
    entries: Callable[[TournamentScreenState, int], Pane]
    next_hint: Callable[[TournamentScreenState], str]
    menu: Callable[[TournamentScreenState], list[Pick]]
    deeds: Mapping[str, Callable[[Selection], Deed[Any]]]
