"""List the club's tournaments: open one, or announce another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from referee.cards.words import quantity
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FAINT
from referee.dashboard.screens import open_in_front
from referee.dashboard.tournament.announcing import announce
from referee.dashboard.tournament.panels import tournament_document
from referee.dashboard.tournament.tournament_screen import TournamentScreen
from referee.dashboard.widgets.listing import ListRow
from referee.tournaments import overview
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import FORMATS, describe_round_state

Screen: TypeAlias = "ListScreen[Sequence[TournamentView], TournamentView]"


def tournaments_screen(desk: Desk) -> Screen:
    """Return every tournament of the club; the last that is not over is marked."""
    return ListScreen(desk, TOURNAMENTS)


def _announce(screen: Screen) -> None:
    carry_out(screen.desk, screen, announce(), lambda done: open_in_front(screen, TournamentScreen(screen.desk, *done)))


def _counted(tournaments: Sequence[TournamentView]) -> str:
    going = sum(tournament.status != "over" for tournament in tournaments)
    running = f"{going} running" if len(tournaments) > 1 else "running" if going else "over"
    return f"{quantity(len(tournaments), 'tournament')}, {running}"


def _row(view: TournamentView) -> ListRow:
    played = f"{view.title}, {FORMATS[view.settings.format]}"
    cells = (str(view.number), view.name, progress_text(view), str(len(view.entries)), played)
    return ListRow(str(view.number), cells, FAINT if view.status == "over" else "")


def progress_text(view: TournamentView) -> str:
    """Return how far a tournament has come."""
    last = view.latest
    if view.status == "over" or last is None or view.settings.format is Format.FREEZE_OUT:
        return view.status
    more = f" of {view.settings.rounds}" if view.settings.rounds and last.name == f"Round {last.number}" else ""
    return f"{last.name}{more}: {describe_round_state(last)}"


def _last(tournaments: Sequence[TournamentView]) -> TournamentView:
    return next((tournament for tournament in reversed(tournaments) if tournament.status != "over"), tournaments[-1])


TOURNAMENTS: Final = ListDefinition(
    "tournaments",
    ("", "name", "status", "entries", "game and format"),
    load=lambda club, _asked, _before: overview.all_tournaments(club),
    heading=lambda tournaments, _: f"Tournaments   {_counted(tournaments)}" if tournaments else "Tournaments",
    items=lambda tournaments: tournaments,
    row=lambda _, view: _row(view),
    document=lambda _, view: tournament_document(
        view.number, lambda now: f"{now.view.name}, {progress_text(now.view)}"
    ),
    no_selection="There is no tournament to open.",
    empty_text="No tournament has been announced yet. {tournaments.announce} announces one.",
    deeds={"announce": _announce},
    item_deeds={"open": lambda screen, view: open_in_front(screen, TournamentScreen(screen.desk, view))},
    first_item=_last,
)
