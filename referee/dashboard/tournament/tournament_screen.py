"""The screen of one tournament: its tables, its standings, and a pane with its details."""

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
from referee.dashboard.tournament.panels import render_tournament, table_key, tournament_document
from referee.dashboard.tournament.rounds_view import ROUNDS
from referee.dashboard.tournament.tournament_state import TournamentScreenState, load_state
from referee.dashboard.widgets.listing import Listing, selected_name, show_focus
from referee.dashboard.widgets.message_line import refuse, show_default_message, show_message
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, Details, TextPane
from referee.tournaments.clocks.clock import ClockState
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView
from referee.tournaments.wording import FORMATS

_MIN_LEFT_WIDTH: Final = 76
_READ_ALL: Final = "read"
_TURNS: Final = {"earlier": -1, "later": 1}
_PANES: Final = ("#tables", "#entries", "#rest")


def format_view_of(format: Format) -> FormatView:
    """Return the view of a format."""
    return FREEZEOUT if format is Format.FREEZE_OUT else ROUNDS


class DetailsPane(Details, can_focus=True):
    """The focusable pane of a tournament's details. A narrow screen shows it only while it has the focus."""


class TournamentScreen(Screen[None]):
    """A round's tables above the standings, with the details beside them or, if narrow, in their place."""

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
        self.format_view = format_view_of(view.settings.format)
        bind_keys(self, self.format_view.section)
        self.desk = desk
        self.number = view.number
        self.opening_message = text
        self.state: TournamentScreenState | None = None
        self.round = 0
        """The number of the shown round, or 0 for the latest."""
        self._is_mark_pending = False
        """Whether the next reload selects a table still in play."""
        self._level_timer: Timer | None = None
        self._is_reload_pending = False
        """Whether the screen does not show the latest action yet."""
        self._is_menu_pending = False

    @property
    def section(self) -> str:
        """The section of the key settings, which also identifies the kind of screen."""
        return self.format_view.section

    def compose(self) -> ComposeResult:
        """Yield the tables above the standings, and the details beside both."""
        yield Static("Tournament", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield Static(classes="title", id="round", markup=False)
                yield Listing("tables", partial(self.action_deed, "open"), fits_rows=True)
                yield Static(id="notes", markup=False)
                yield Static(classes="title", id="standing", markup=False)
                yield Listing("entries")
            with DetailsPane(id="rest"):
                yield TextPane("told")
        yield from footer(self.opening_message)

    # -- display ---------------------------------------------------------------------------------------------

    def on_descendant_focus(self) -> None:
        """Highlight the title of the focused list."""
        show_focus(self, ("#tables", "#round"), ("#entries", "#standing"))

    def on_resize(self) -> None:
        """Lay out the screen again, after Textual has set the class for its new width."""
        self.call_later(self._lay_out)

    def _lay_out(self) -> None:
        if self.state:
            self._show(self.state)

    def action_pane(self, step: int) -> None:
        """Focus the next or previous pane. On a narrow screen the details replace the lists."""
        panes = [self.query_one(pane) for pane in _PANES]
        focusable = [pane for pane in panes if pane is panes[-1] or (pane.display and pane.can_focus)]
        index = focusable.index(self.focused) if self.focused in focusable else -1
        self._go_to(focusable[(index + step) % len(focusable)])

    def _go_to(self, pane: Any) -> None:
        details, is_wide = self.query_one(DetailsPane), self.has_class(WIDE)
        details.display = is_wide or pane is details
        self.query_one("#left").display = is_wide or pane is not details
        pane.focus()

    def reload(self) -> None:
        """Load the tournament again."""
        self.desk.read(self, partial(load_state, self.desk.club, self.number), self._show)

    on_screen_resume = reload

    def _show(self, state: TournamentScreenState) -> None:
        is_first, self.state = self.state is None, state
        view, is_wide, round_view = state.view, self.has_class(WIDE), self._find_round()
        set_heading(self, f"{view.name}   {view.title}, {FORMATS[view.settings.format]}   {view.status}")
        left_width = max(_MIN_LEFT_WIDTH, self.size.width // 2) if is_wide else self.size.width
        self.query_one("#left").styles.width = left_width if is_wide else "1fr"
        tables, entries = self.query_one("#tables", Listing), self.query_one("#entries", Listing)
        had_no_tables = not tables.list_rows
        pane = self.format_view.tables(state, round_view)
        self.query_one("#round", Static).update(insert_keys(pane.title, self.desk.keymap))
        tables.show(pane.headings, pane.rows)
        tables.display = bool(pane.rows)
        notes = [row for note in pane.notes for row in wrap(note, left_width - 2, 2)]
        self.query_one("#notes", Static).update(Content("\n").join(notes))
        self.query_one("#notes").display = bool(notes)
        pane = self.format_view.entries(state, left_width)
        self.query_one("#standing", Static).update(pane.title)
        entries.show(pane.headings, pane.rows)
        self._show_details(state, round_view, self.size.width - left_width if is_wide else self.size.width)
        if is_first or self.focused is None or (had_no_tables and tables.list_rows):
            self._go_to(tables if tables.list_rows else entries)
        elif self.focused is not self.query_one(DetailsPane):
            self._go_to(self.focused)
        if is_first or self._is_mark_pending:
            self._is_mark_pending = False
            self.mark_next()
        text = insert_keys(self.format_view.next_hint(state), self.desk.keymap)
        show_default_message(self, text if is_wide else f"{text} Tab: rounds, log, rules.")
        self._is_reload_pending = False
        if self._is_menu_pending:
            self._is_menu_pending = False
            self._open_menu(state)
        self._reload_at_level_end(state)

    def _show_details(self, state: TournamentScreenState, round_view: RoundView | None, width: int) -> None:
        """Render the details in a thread, as it takes long with many players."""

        def show_rows(rows: list[Content]) -> None:
            self.query_one("#told", TextPane).show(lambda _: rows)

        self.desk.read(
            self, lambda: render_tournament(state, max(20, width - 5), shown_round=round_view), show_rows, group="rest"
        )

    def _reload_at_level_end(self, state: TournamentScreenState) -> None:
        if self._level_timer:
            self._level_timer.stop()
        running = state.clock if state.clock and state.clock.state is ClockState.RUNNING else None
        self._level_timer = self.set_timer(max(1, running.seconds), self.reload) if running else None

    def _find_round(self) -> RoundView | None:
        rounds = self.state.view.rounds if self.state and self.format_view is ROUNDS else ()
        return next(
            (round_view for round_view in rounds if round_view.number == self.round), rounds[-1] if rounds else None
        )

    def mark_next(self, finished: int = 0) -> None:
        """Select a table still in play, unless one is selected. The match `finished` counts as over."""
        if (round_view := self._find_round()) is not None:
            playing = [table for table in round_view.tables if table.status == "playing" and table.match != finished]
            keys = [table_key(round_view, table) for table in playing]
            tables = self.query_one("#tables", Listing)
            if keys and tables.marked_key not in keys:
                tables.mark(keys[0])

    # -- actions --------------------------------------------------------------------------------------------

    def action_deed(self, name: str) -> None:
        """Run the operation of a key or a menu row."""
        if name == "leave":
            self.dismiss()
        elif (state := self.state) is None:
            return
        elif name in _TURNS:
            self._show_other_round(_TURNS[name])
        elif name == "open":
            self._open_table()
        elif name == "result":
            self._ask_result()
        elif name == "undo":
            actions.ask_undo(self.desk, self, self.number, lambda _: self.reload())
        elif name == "more" and self._is_reload_pending:
            self._is_menu_pending = True  # the menu depends on the latest action
        elif name == "more":
            self._open_menu(state)
        elif name == _READ_ALL:
            open_in_front(self, DocumentScreen(self.desk, tournament_document(self.number)))
        elif name in self.format_view.deeds:
            deed = self.format_view.deeds[name](self._selection(state))
            carry_out(
                self.desk,
                self,
                deed,
                lambda _: self._reload_latest_round(),
                given={actions.TOURNAMENT: f"{self.number}"},
            )

    def _open_menu(self, state: TournamentScreenState) -> None:
        rows = [
            *self.format_view.menu(state),
            Pick(_READ_ALL, label="Read everything: rounds, log and rules", letter="v"),
        ]
        choose(self, f"{state.view.name}: more", rows, self.action_deed)

    def _reload_latest_round(self) -> None:
        self.round, self._is_reload_pending = 0, True
        self.reload()

    def _selection(self, state: TournamentScreenState) -> Selection:
        """Return the selected entry or table of the focused list."""
        tables = self.query_one("#tables", Listing)
        return Selection(
            state, selected_name(self, state.view.name_of), (tables.marked_key or "") if tables.has_focus else ""
        )

    def _show_other_round(self, step: int) -> None:
        if self.state is None or (round_view := self._find_round()) is None:
            return
        numbers = [other_round.number for other_round in self.state.view.rounds]
        index = numbers.index(round_view.number) + step
        if 0 <= index < len(numbers):
            self.round = numbers[index]
            self._show(self.state)

    def _open_table(self) -> None:
        """Open the match at the selected table."""
        if (table := self._find_marked_table()) is not None and table.match is not None:
            open_in_front(self, MatchScreen(self.desk, table.match))

    def _ask_result(self) -> None:
        """Ask for the result of the selected table, or for its correction."""
        if (table := self._find_marked_table()) is None or table.match is None:
            return
        number = table.match
        if table.status != "playing":
            message = f"The result of table {number} is corrected."
            carry_out(self.desk, self, correct_result(number), lambda _: self._show_and_reload(message))
        else:
            carry_out(self.desk, self, enter_result(number, f"Table {number}. "), lambda _: self._finish_table(number))

    def _finish_table(self, number: int) -> None:
        self.mark_next(number)  # at once: the next key may come before the reload
        self._is_mark_pending = True
        self._show_and_reload(f"Table {number} is finished.")

    def _show_and_reload(self, text: str) -> None:
        show_message(self, text)
        self.reload()

    def _find_marked_table(self) -> TableView | None:
        """Return the selected table if it has started, or None after showing a refusal."""
        if (round_view := self._find_round()) is None:
            refuse(self, "No round has been drawn yet.")
            return None
        marked_key = self.query_one("#tables", Listing).marked_key
        table = next((table for table in round_view.tables if table_key(round_view, table) == marked_key), None)
        if table is None or table.match is None:
            key = self.desk.key("tournament.seat")
            subject = f"Table {table.printed_number}" if table else "A table"
            refuse(self, f"{subject} of {round_view.name} has not started. {key} starts the tables of the round.")
            return None
        return table
