"""The screen of all tournaments, with operations to open and announce one."""

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
    """Return the screen of all tournaments, with the latest running one selected."""
    return ListScreen(desk, TOURNAMENTS)


def _announce(screen: Screen) -> None:
    carry_out(
        screen.desk, screen, announce(), lambda outcome: open_in_front(screen, TournamentScreen(screen.desk, *outcome))
    )


def _describe_count(tournaments: Sequence[TournamentView]) -> str:
    running_count = sum(tournament.status != "over" for tournament in tournaments)
    status = f"{running_count} running" if len(tournaments) > 1 else "running" if running_count else "over"
    return f"{quantity(len(tournaments), 'tournament')}, {status}"


def _row(view: TournamentView) -> ListRow:
    description = f"{view.title}, {FORMATS[view.settings.format]}"
    cells = (str(view.number), view.name, progress_text(view), str(len(view.entries)), description)
    return ListRow(str(view.number), cells, FAINT if view.status == "over" else "")


def progress_text(view: TournamentView) -> str:
    """Return the progress of a tournament, such as `Round 2 of 5: playing`."""
    latest = view.latest
    if view.status == "over" or latest is None or view.settings.format is Format.FREEZE_OUT:
        return view.status
    total = f" of {view.settings.rounds}" if view.settings.rounds and latest.name == f"Round {latest.number}" else ""
    return f"{latest.name}{total}: {describe_round_state(latest)}"


def _last_running(tournaments: Sequence[TournamentView]) -> TournamentView:
    return next((tournament for tournament in reversed(tournaments) if tournament.status != "over"), tournaments[-1])


TOURNAMENTS: Final = ListDefinition(
    "tournaments",
    ("", "name", "status", "entries", "game and format"),
    load=lambda club, _asked, _before: overview.all_tournaments(club),
    heading=lambda tournaments, _: f"Tournaments   {_describe_count(tournaments)}" if tournaments else "Tournaments",
    items=lambda tournaments: tournaments,
    row=lambda _, view: _row(view),
    document=lambda _, view: tournament_document(
        view.number, lambda state: f"{state.view.name}, {progress_text(state.view)}"
    ),
    no_selection="There is no tournament to open.",
    empty_text="No tournament has been announced yet. {tournaments.announce} announces one.",
    deeds={"announce": _announce},
    item_deeds={"open": lambda screen, view: open_in_front(screen, TournamentScreen(screen.desk, view))},
    first_item=_last_running,
)
