"""Open a destination of the club, or one of tonight's tables, from any screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, Protocol, runtime_checkable

from textual.app import App
from textual.screen import Screen
from textual.worker import get_current_worker

from referee.club.evening.overview import Tonight, read_tonight, session_open
from referee.club.folder import Club
from referee.club.match.view import MatchView
from referee.club.text.faults import ClubFault, StoreFault
from referee.dashboard.desk import Desk
from referee.dashboard.screens import lazy_screen
from referee.dashboard.widgets.message_line import refuse

DESTINATIONS: Final = {
    "checkin": "tonight.checkin.CheckInScreen",
    "disputes": "disputes.disputes.disputes_screen",
    "standings": "club.standings.standings_screen",
    "rulebook": "disputes.rulebook.RulebookScreen",
    "tournaments": "tournament.tournaments.tournaments_screen",
    "facts": "disputes.facts.FactsScreen",
    "phones": "phones.phones.phones_screen",
    "members": "club.members.members_screen",
    "sessions": "club.evenings.evenings_screen",
    "officers": "club.officers.officers_screen",
    "files": "club.files.files_screen",
}
"""The path of each destination's screen, by the name of its key action."""
_TABLE: Final = "table.match.MatchScreen"
_OTHER_MODULES: Final = (
    "tonight.seating",
    "tonight.seat_draw",
    "disputes.dispute",
    "club.member",
    "palette.palette",
    "help",
    "manual",
)


@runtime_checkable
class HoldsUnsaved(Protocol):
    """A screen with input that closing would lose."""

    @property
    def has_unsaved(self) -> bool:
        """Whether there is unsaved input."""


def screen_kind(screen: Screen[Any]) -> object:
    """Return the screen's key section, or its class if it has none."""
    return getattr(screen, "section", type(screen))


def preload_screens() -> None:
    """Import the module of every screen in a worker thread, until the worker is cancelled."""
    worker = get_current_worker()
    for module in (*(path.rpartition(".")[0] for path in (*DESTINATIONS.values(), _TABLE)), *_OTHER_MODULES):
        if worker.is_cancelled:
            return
        import_module(f"referee.dashboard.{module}")


def open_screen(app: App[Any], new_screen: Screen[Any]) -> None:
    """Open a screen on top of the stack.

    An open screen of the same kind is closed first with all above it, unless one has unsaved input. This limits the
    stack to one screen of each kind.
    """
    stack = app.screen_stack
    position = next(
        (position for position, screen in enumerate(stack) if screen_kind(screen) == screen_kind(new_screen)),
        len(stack),
    )
    if not any(isinstance(screen, HoldsUnsaved) and screen.has_unsaved for screen in stack[position:]):
        for _ in stack[position:]:
            app.pop_screen()
    app.push_screen(new_screen)


def go_to_destination(desk: Desk, screen: Screen[Any], destination: str) -> None:
    """Open a destination unless it is the current screen."""
    new_screen = lazy_screen(DESTINATIONS[destination])(desk)
    if screen_kind(new_screen) == screen_kind(screen):
        return
    if destination == "checkin":
        desk.read(
            screen, partial(_refuse_unless_open, desk.club), lambda _: _open_from(screen, new_screen), group="place"
        )
    else:
        open_screen(screen.app, new_screen)


def go_to_table(desk: Desk, screen: Screen[Any], number: int) -> None:
    """Open the current match at tonight's table with this number."""
    _go_to_match(desk, screen, lambda tables: tables.get(number), f"There is no table {number} tonight.")


def go_to_table_neighbour(desk: Desk, screen: Screen[Any], table: int, step: int) -> None:
    """Open tonight's next or previous table by number."""

    def found(tables: Mapping[int, MatchView]) -> MatchView | None:
        neighbours = [number for number in tables if (number > table if step > 0 else number < table)]
        return tables[min(neighbours) if step > 0 else max(neighbours)] if neighbours else None

    _go_to_match(desk, screen, found, f"There is no table {'after' if step > 0 else 'before'} this one tonight.")


def judged_matches(app: App[Any]) -> Sequence[MatchView]:
    """Return the matches that tonight's screen has already replayed, for reuse."""
    nights = (getattr(screen, "night", None) for screen in app.screen_stack)
    return next((night.matches for night in nights if isinstance(night, Tonight)), ())


def _go_to_match(
    desk: Desk, screen: Screen[Any], find_match: Callable[[Mapping[int, MatchView]], MatchView | None], refusal: str
) -> None:
    known_matches = judged_matches(screen.app)

    def show(night: Tonight) -> None:
        match = find_match({match.table: match for match in night.matches})
        if match is None:
            refuse(screen, refusal)
        elif getattr(screen, "number", None) != match.number:
            _open_from(screen, lazy_screen(_TABLE)(desk, match.number))

    desk.read(screen, lambda: read_tonight(desk.club, known_matches), show, group="place")


def _refuse_unless_open(club: Club) -> None:
    """Raise `ClubFault` unless a session is open."""
    try:
        session_open(club)
    except StoreFault:
        raise
    except ClubFault:
        raise ClubFault("No session is open. Open one on tonight, then check players in.") from None


def _open_from(screen: Screen[Any], new_screen: Screen[Any]) -> None:
    """Open a screen unless the user has moved to another one meanwhile."""
    if screen.app.screen is screen:
        open_screen(screen.app, new_screen)
