"""One tournament: its tables, everybody who entered as they stand, and beside them all else that is to be known."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from referee.dashboard.deeds.deed import Pick
from referee.dashboard.deeds.menu import choose
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import DocumentScreen, bind_keys
from referee.dashboard.keys import insert_keys
from referee.dashboard.rendering import wrap
from referee.dashboard.screens import footer, open_in_front, set_heading
from referee.dashboard.table.ending import correct_result, enter_result
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tournament import actions
from referee.dashboard.tournament.format_view import FormatView, Selection
from referee.dashboard.tournament.freezeout_view import FREEZEOUT
from referee.dashboard.tournament.panels import table_key, told, tournament_document
from referee.dashboard.tournament.rounds_view import ROUNDS
from referee.dashboard.tournament.tournament_state import TournamentScreenState, load_state
from referee.dashboard.widgets.listing import Listing, marked_name, show_focus
from referee.dashboard.widgets.message_line import refuse, show_default_message, show_message
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, Details, TextPane
from referee.tournaments.clocks.clock import ClockState
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView
from referee.tournaments.wording import FORMATS

_LEFT: Final = 76
_READ: Final = "read"
_TURNS: Final = {"earlier": -1, "later": 1}
_PANES: Final = ("#tables", "#entries", "#rest")


def format_view_of(format: Format) -> FormatView:
    """Return what the screen of a tournament is told by: a freezeout has no rounds."""
    return FREEZEOUT if format is Format.FREEZE_OUT else ROUNDS


class RestPane(Details, can_focus=True):
    """All else that is to be known, which the keys can go to; without room beside, it is seen while they are there."""


class TournamentScreen(Screen[None]):
    """The tables of a round above those who entered; beside them all else, or in their place where there is no room."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    BINDINGS = [Binding("tab", "pane(1)", show=False), Binding("shift+tab", "pane(-1)", show=False)]
    DEFAULT_CSS = """
    TournamentScreen .title { background: $panel; padding: 0 1; }
    TournamentScreen .title.here { background: $primary; color: $text; }
    TournamentScreen #tables { max-height: 50%; }
    TournamentScreen #notes { height: auto; max-height: 5; padding: 0 1; }
    TournamentScreen #rest { height: 1fr; max-height: 100%; width: 1fr; border-top: none; }
    TournamentScreen #rest:focus { border-left: solid $accent; }
    """

    def __init__(self, desk: Desk, view: TournamentView, text: str = "") -> None:
        super().__init__()
        self.of = format_view_of(view.settings.format)
        bind_keys(self, self.of.section)
        self.desk = desk
        self.number = view.number
        self.told = text
        self.now: TournamentScreenState | None = None
        self.round = 0
        """Which round is shown, by number; 0 for the last."""
        self.goes_on = False
        """Whether the next look marks a table that is still played."""
        self._level_ends: Timer | None = None
        self._looks = False
        """Whether something was done here that the screen does not show yet."""
        self._wants_more = False

    @property
    def section(self) -> str:
        """The section of its keys, which says what it is."""
        return self.of.section

    def compose(self) -> ComposeResult:
        """Show the tables above everybody who entered, and all else beside both."""
        yield Static("Tournament", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield Static(classes="title", id="round", markup=False)
                yield Listing("tables", partial(self.action_deed, "open"), fits_rows=True)
                yield Static(id="notes", markup=False)
                yield Static(classes="title", id="standing", markup=False)
                yield Listing("entries")
            with RestPane(id="rest"):
                yield TextPane("told")
        yield from footer(self.told)

    # -- what there is --------------------------------------------------------------------------------------

    def on_descendant_focus(self) -> None:
        """Show in which list the keys are."""
        show_focus(self, ("#tables", "#round"), ("#entries", "#standing"))

    def on_resize(self) -> None:
        """Lay everything out for the room that there is now, which only afterwards is known to be wide or narrow."""
        self.call_later(self._lay_out)

    def _lay_out(self) -> None:
        if self.now:
            self._show(self.now)

    def action_pane(self, by: int) -> None:
        """Go to the next list, or to what stands beside them; where there is no room for both, in their place."""
        panes = [self.query_one(pane) for pane in _PANES]
        able = [pane for pane in panes if pane is panes[-1] or (pane.display and pane.can_focus)]
        at = able.index(self.focused) if self.focused in able else -1
        self._go_to(able[(at + by) % len(able)])

    def _go_to(self, pane: Any) -> None:
        beside, wide = self.query_one(RestPane), self.has_class(WIDE)
        beside.display = wide or pane is beside
        self.query_one("#left").display = wide or pane is not beside
        pane.focus()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, partial(load_state, self.desk.club, self.number), self._show)

    on_screen_resume = reload

    def _show(self, now: TournamentScreenState) -> None:
        first, self.now = self.now is None, now
        view, wide, found = now.view, self.has_class(WIDE), self._round()
        set_heading(self, f"{view.name}   {view.title}, {FORMATS[view.settings.format]}   {view.status}")
        left = max(_LEFT, self.size.width // 2) if wide else self.size.width
        self.query_one("#left").styles.width = left if wide else "1fr"
        tables, entries = self.query_one("#tables", Listing), self.query_one("#entries", Listing)
        none_before = not tables.list_rows
        pane = self.of.tables(now, found)
        self.query_one("#round", Static).update(insert_keys(pane.title, self.desk.keymap))
        tables.show(pane.headings, pane.rows)
        tables.display = bool(pane.rows)
        notes = [row for note in pane.notes for row in wrap(note, left - 2, 2)]
        self.query_one("#notes", Static).update(Content("\n").join(notes))
        self.query_one("#notes").display = bool(notes)
        pane = self.of.entries(now, left)
        self.query_one("#standing", Static).update(pane.title)
        entries.show(pane.headings, pane.rows)
        self._tell(now, found, self.size.width - left if wide else self.size.width)
        if first or self.focused is None or (none_before and tables.list_rows):
            self._go_to(tables if tables.list_rows else entries)
        elif self.focused is not self.query_one(RestPane):
            self._go_to(self.focused)
        if first or self.goes_on:
            self.goes_on = False
            self.mark_next()
        text = insert_keys(self.of.next_hint(now), self.desk.keymap)
        show_default_message(self, text if wide else f"{text} Tab: rounds, log, rules.")
        self._looks = False
        if self._wants_more:
            self._wants_more = False
            self._more(now)
        self._look_when_the_level_ends(now)

    def _tell(self, now: TournamentScreenState, found: RoundView | None, room: int) -> None:
        """Tell all else in a thread: of many players it takes longer than a key may wait."""

        def lay(rows: list[Content]) -> None:
            self.query_one("#told", TextPane).show(lambda _: rows)

        self.desk.read(self, lambda: told(now, max(20, room - 5), but=found), lay, group="rest")

    def _look_when_the_level_ends(self, now: TournamentScreenState) -> None:
        if self._level_ends:
            self._level_ends.stop()
        running = now.clock if now.clock and now.clock.state is ClockState.RUNNING else None
        self._level_ends = self.set_timer(max(1, running.seconds), self.reload) if running else None

    def _round(self) -> RoundView | None:
        rounds = self.now.view.rounds if self.now and self.of is ROUNDS else ()
        return next((drawn for drawn in rounds if drawn.number == self.round), rounds[-1] if rounds else None)

    def mark_next(self, over: int = 0) -> None:
        """Mark a table that is still played, where another one is marked; the match that is `over` is not."""
        if (found := self._round()) is not None:
            playing = [table for table in found.tables if table.status == "playing" and table.match != over]
            left = [table_key(found, table) for table in playing]
            tables = self.query_one("#tables", Listing)
            if left and tables.marked_key not in left:
                tables.mark(left[0])

    # -- what is done ---------------------------------------------------------------------------------------

    def action_deed(self, name: str) -> None:
        """Do what a key says, or what was chosen from the menu."""
        if name == "leave":
            self.dismiss()
        elif (now := self.now) is None:
            return
        elif name in _TURNS:
            self._turn(_TURNS[name])
        elif name == "open":
            self._open()
        elif name == "result":
            self._result()
        elif name == "undo":
            actions.ask_undo(self.desk, self, self.number, lambda _: self.reload())
        elif name == "more" and self._looks:
            self._wants_more = True  # what there is to choose from follows from what was done just now
        elif name == "more":
            self._more(now)
        elif name == _READ:
            open_in_front(self, DocumentScreen(self.desk, tournament_document(self.number)))
        elif name in self.of.deeds:
            deed = self.of.deeds[name](self._at(now))
            carry_out(self.desk, self, deed, lambda _: self._done(), given={actions.WHICH: f"{self.number}"})

    def _more(self, now: TournamentScreenState) -> None:
        rows = [*self.of.menu(now), Pick(_READ, label="Read everything: rounds, log and rules", letter="v")]
        choose(self, f"{now.view.name}: more", rows, self.action_deed)

    def _done(self) -> None:
        self.round, self._looks = 0, True
        self.reload()

    def _at(self, now: TournamentScreenState) -> Selection:
        """Return what is marked: somebody while the keys are among them, and a table while they are there."""
        tables = self.query_one("#tables", Listing)
        return Selection(
            now, marked_name(self, now.view.name_of), (tables.marked_key or "") if tables.has_focus else ""
        )

    def _turn(self, by: int) -> None:
        if self.now is None or (found := self._round()) is None:
            return
        numbers = [drawn.number for drawn in self.now.view.rounds]
        at = numbers.index(found.number) + by
        if 0 <= at < len(numbers):
            self.round = numbers[at]
            self._show(self.now)

    def _open(self) -> None:
        """Open the table that is marked: to write its record, or, when it is over, to look at it and put it right."""
        if (table := self._started()) is not None and table.match is not None:
            open_in_front(self, MatchScreen(self.desk, table.match))

    def _result(self) -> None:
        """Ask how the marked table ended, and write it down; of one that is over, correct that."""
        if (table := self._started()) is None or table.match is None:
            return
        number = table.match
        if table.status != "playing":
            corrected = f"The result of table {number} is corrected."
            carry_out(self.desk, self, correct_result(number), lambda _: self._noted(corrected))
        else:
            carry_out(self.desk, self, enter_result(number, f"Table {number}. "), lambda _: self._over(number))

    def _over(self, number: int) -> None:
        self.mark_next(number)  # at once: the next key may be pressed before the file is read again
        self.goes_on = True
        self._noted(f"Table {number} is finished.")

    def _noted(self, text: str) -> None:
        show_message(self, text)
        self.reload()

    def _started(self) -> TableView | None:
        """Return the table that is marked, once it has started; else say why there is none."""
        if (found := self._round()) is None:
            refuse(self, "No round has been drawn yet.")
            return None
        marked = self.query_one("#tables", Listing).marked_key
        table = next((table for table in found.tables if table_key(found, table) == marked), None)
        if table is None or table.match is None:
            key = self.desk.key("tournament.seat")
            which = f"Table {table.called}" if table else "A table"
            refuse(self, f"{which} of {found.name} has not started. {key} starts the tables of the round.")
            return None
        return table
