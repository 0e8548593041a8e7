"""The view of a tournament format, as data for the tournament screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.cards.immutable import frozen
from referee.dashboard.deeds.deed import Deed, Pick
from referee.dashboard.tournament.tournament_state import TournamentScreenState
from referee.dashboard.widgets.listing import ListRow
from referee.tournaments.state.view import RoundView


@frozen
class Pane:
    """A list on the screen with its title and notes. The title may have ids of key bindings in braces."""

    title: str
    headings: Sequence[str]
    rows: Sequence[ListRow] = ()
    notes: tuple[str, ...] = ()


@frozen
class Selection:
    """The tournament, the name of its selected entry and the number of its selected table, or "" for none."""

    state: TournamentScreenState
    name: str
    table: str

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.state.view.number


@frozen
class FormatView:
    """The lists, hints and operations on the screen of a format. `section` is its section of the key settings.

    `tables` returns the tables of a round, and `entries` the standings at a width in columns. `next_hint` returns a
    hint for the next step, with ids of key bindings in braces. `menu` returns the rows of the menu. `deeds` has the
    operation of each key and menu row.
    """

    section: str
    tables: Callable[[TournamentScreenState, RoundView | None], Pane]
    entries: Callable[[TournamentScreenState, int], Pane]
    next_hint: Callable[[TournamentScreenState], str]
    menu: Callable[[TournamentScreenState], list[Pick]]
    deeds: Mapping[str, Callable[[Selection], Deed[Any]]]
