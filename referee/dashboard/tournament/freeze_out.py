"""One freezeout: its tables, the chips in play, who is out in which place, and what an officer does in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import wrapped
from referee.dashboard.screens import foot, head
from referee.dashboard.tournament import actions, freeze_out_actions
from referee.dashboard.tournament.panels import freeze_out_panel
from referee.dashboard.widgets.listing import BETWEEN_LISTS, Listing, Row, marked_name, show_focus
from referee.dashboard.widgets.menu import Choice, choose_action
from referee.dashboard.widgets.message_line import stand
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Details, Told
from referee.tournaments.freezeout_play import evening
from referee.tournaments.freezeout_play.evening import Evening
from referee.tournaments.freezeout_play.words import Next, chips, gap, in_order, left, next_of, place_of

_HEADS = ("place", "name", "status", "seat", "out by")


class FreezeOutScreen(Screen[None]):
    """The tables with their seats above everybody who entered, who plays coming before who is out."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    BINDINGS = [
        *keys.bindings("freeze_out"),
        *BETWEEN_LISTS,
    ]
    DEFAULT_CSS = """
    FreezeOutScreen .title { background: $panel; }
    FreezeOutScreen .title.here { background: $primary; color: $text; }
    FreezeOutScreen #chips { height: auto; max-height: 5; padding: 0 1; }
    FreezeOutScreen #left { width: 1fr; }
    FreezeOutScreen #tables { max-height: 40%; }
    """

    def __init__(self, desk: Desk, number: int, told: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.told = told
        self.found: Evening | None = None

    def compose(self) -> ComposeResult:
        """Show the chips above the tables, and everybody beneath; beside them blinds, prizes and seats as drawn."""
        yield Static("Freezeout", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield Told("chips")
                yield Static("Tables", classes="title", id="sitting", markup=False)
                yield Listing("tables", hugging=True)
                yield Static("Players", classes="title", id="playing", markup=False)
                yield Listing("entries")
            with Details():
                yield Told("settled")
        yield from foot(self.told)

    def on_descendant_focus(self) -> None:
        """Show in which list the keys are."""
        show_focus(self, ("#tables", "#sitting"), ("#entries", "#playing"))

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: evening.look(self.desk.club, str(self.number)), self._show)

    on_screen_resume = reload

    def _show(self, found: Evening) -> None:
        self.found = found
        view = found.read.view
        head(self, f"{view.name}   {view.title}, freezeout   {view.status}")
        self.query_one("#settled", Told).show(partial(freeze_out_panel, found))
        self.query_one("#chips", Told).show(
            lambda width: [row for said in _told(found) for row in wrapped(said, width, 0)]
        )
        tables = self.query_one("#tables", Listing)
        tables.show(("", "seats"), [*_tables(found)])
        tables.display = found.state.begun
        entries = self.query_one("#entries", Listing)
        entries.show(_HEADS, [*_players(found)])
        if self.focused is None and entries.listed:
            entries.focus()
        stand(self, self._next(found))

    def _next(self, found: Evening) -> str:
        key = self.desk.key
        if not found.state.players:
            return f"Nobody has entered yet. {key('freeze_out.enter')} enters members and guests."
        match next_of(found):
            case Next.NOTHING:
                return f"The freezeout is over. {key('freeze_out.undo')} undoes the end."
            case Next.SEATS:
                return f"Next: {key('freeze_out.draw')} draws the seats. Stacks and blinds: {key('find')}, Blinds."
            case Next.END:
                end = f"{key('freeze_out.end')} ends the freezeout. Prizes: {key('find')}, Prizes."
                return f"Only one player is left: {end}"
            case Next.FINAL_TABLE:
                return f"The remaining players fit at one table: {key('freeze_out.draw')} draws its seats."
            case Next.BALANCE:
                return f"Tables need balancing: {key('freeze_out.balance')} shows who moves."
            case Next.PLAY:
                return f"{key('freeze_out.out')} records who went out. The clock: {key('find')}, Clock."

    # -- deeds --------------------------------------------------------------------------------------------

    def _do(self, deed: Deed[actions.Came[Any]]) -> None:
        """Do a deed, and look again."""
        carry_out(self.desk, self, deed, lambda _: self.reload())

    def action_draw(self) -> None:
        """Draw the seats of the start, or of the final table."""
        self._do(freeze_out_actions.draw(self.number))

    def action_out(self) -> None:
        """Ask who went out."""
        self._do(freeze_out_actions.out(self.number, self._who()))

    def action_more(self) -> None:
        """Choose among what is done seldom."""
        rows = [
            Choice("again", "r", "A player who is out re-enters with a new stack"),
            Choice("withdraw", "w", "A player withdraws, and the chips leave play"),
        ]
        choose_action(self, f"{self.found.read.view.name}: more" if self.found else "More", rows)

    def action_again(self) -> None:
        """Ask who enters again."""
        self._do(freeze_out_actions.again(self.number, self._who()))

    def action_balance(self) -> None:
        """Show who moves to even the tables."""
        if self.found is not None:
            self._do(freeze_out_actions.balance(self.found))

    def action_enter(self) -> None:
        """Ask who enters."""
        self._do(actions.enter(self.number))

    def action_withdraw(self) -> None:
        """Ask who withdraws."""
        self._do(actions.withdraw(self.number, self._who(), "{} withdraws, and the chips go out of play."))

    def action_end(self) -> None:
        """Show the order that would be frozen, and end it."""
        self._do(actions.end(self.number))

    def action_undo(self) -> None:
        """Ask why the last thing done is undone."""
        actions.ask_undo(self.desk, self, self.number, lambda _: self.reload())

    def _who(self) -> str:
        return marked_name(self, self.found.name) if self.found else ""


def _told(found: Evening) -> Iterator[str]:
    state = found.state
    if not state.begun:
        yield f"{counted(len(state.players), 'entry', 'entries')}; no seats drawn yet."
        return
    yield f"{left(found)}; chips: {chips(found)}"
    if wrong := gap(found):
        yield wrong
    if len(state.tables) > 1:
        yield f"Breaking order: {in_order(found)}"


def _tables(found: Evening) -> Iterator[Row]:
    for number, table in sorted(found.state.tables.items()):
        seats = ", ".join(f"{table.seat_of(each)} {found.name(each)}" for each in table.players)
        yield Row(str(number), (str(number), seats))


def _players(found: Evening) -> Iterator[Row]:
    """Yield who plays, who waits, and then who is out, the last to go out first."""
    state, places = found.state, found.state.places
    out_first = sorted(places, key=lambda each: (places[each], each))
    order = [*(each for each in state.playing if each not in places), *out_first]
    order += [each for each in state.players if each not in order]
    for entry in order:
        player = state.players[entry]
        out = next((each for each in reversed(state.outs) if each.entry == entry and each.final), None)
        by = found.names(out.by) if out else ""
        waits = "waits" if state.begun else "entered"
        stands = "in" if player.playing else "left" if player.withdrew else "out" if out else waits
        at = f"table {player.table}, seat {player.seat}" if player.playing else ""
        place = place_of(places[entry]) if entry in places else ""
        yield Row(str(entry), (place, found.name(entry), stands, at, by), "" if player.playing or not out else "dim")
