"""List the club's tournaments: open one, or announce another."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.tournament.freeze_out import FreezeOutScreen
from referee.dashboard.tournament.one_tournament import TournamentScreen
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import MessageLine, refuse
from referee.tournaments import overview
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import FORMATS, state_of

_HEADS = ("", "name", "stands", "entries", "game and format")


class TournamentsScreen(Screen[None]):
    """Every tournament of the club; the last that was announced is marked."""

    BINDINGS = keys.bindings("tournaments")

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.found: Sequence[TournamentView] | None = None

    def compose(self) -> ComposeResult:
        """Show one tournament in a row."""
        yield Static("Tournaments", classes="heading", markup=False)
        yield Listing(opens=self.action_open)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: overview.every(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, found: Sequence[TournamentView]) -> None:
        first, self.found = self.found is None, found
        going = sum(each.status != "over" for each in found)
        head(self, f"Tournaments   {counted(len(found), 'tournament')}, {going} of them not over")
        listed = self.query_one(Listing)
        listed.show(_HEADS, [_row(each) for each in found])
        if found and self.focused is None:
            listed.focus()
        if found and first:
            listed.mark(str(next((each for each in reversed(found) if each.status != "over"), found[-1]).number))
        announce = self.desk.key("tournaments.announce")
        message = self.query_one(MessageLine)
        message.stand("" if found else f"No tournament has been announced yet. {announce} announces one.")

    def action_open(self) -> None:
        """Open the tournament that is marked, or say that there is none."""
        if (marked := self.query_one(Listing).marked) is None:
            refuse(self, "There is no tournament to open.")
        else:
            view = next(each for each in self.found or () if str(each.number) == marked)
            open_in_front(self, _screen(self.desk, view))

    def action_announce(self) -> None:
        """Ask what is played and how, and announce it."""
        from referee.dashboard.tournament.announcing import AnnouncingScreen  # loaded by then, see `more`

        if self.app.screen is self:
            self.app.push_screen(AnnouncingScreen(self.desk), self._announced)

    def _announced(self, found: tuple[TournamentView, str] | None) -> None:
        if found is not None:
            view, told = found
            self.app.push_screen(_screen(self.desk, view, told))


def _screen(desk: Desk, view: TournamentView, told: str = "") -> Screen[None]:
    """Return the screen of a tournament: a freeze-out has no rounds, and so one of its own."""
    if view.settings.format is Format.FREEZE_OUT:
        return FreezeOutScreen(desk, view.number, told)
    return TournamentScreen(desk, view.number, told)


def _row(view: TournamentView) -> Row:
    played = f"{view.title}, {FORMATS[view.settings.format]}"
    cells = (str(view.number), view.name, stands(view), str(len(view.entries)), played)
    return Row(str(view.number), cells, "dim" if view.status == "over" else "")


def stands(view: TournamentView) -> str:
    """Return how far a tournament has come."""
    last = view.latest
    if view.status == "over" or last is None or view.settings.format is Format.FREEZE_OUT:
        return view.status
    more = f" of {view.settings.rounds}" if view.settings.rounds and last.name == f"Round {last.number}" else ""
    return f"{last.name}{more}: {state_of(last)}"
