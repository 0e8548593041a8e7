"""The screen of a match: its record, the cards on the table, the context and the line editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partialmethod
from itertools import accumulate
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, DescendantFocus
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.terminal_width import text_width
from referee.cards.words import capitalise
from referee.club import table_numbers
from referee.club.calendar import checkin
from referee.club.calendar.sessions import session_of_table
from referee.club.disputes import disputes
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.log import DecisionKind
from referee.club.match.table_changes import TableChange
from referee.club.match.view import LineView, MatchView
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed, Pick
from referee.dashboard.deeds.menu import choose_action
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import dispute_screen
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.navigation import go_to_table_neighbour, open_screen
from referee.dashboard.screens import footer, go_to_list_neighbour, open_in_front, set_heading
from referee.dashboard.table import ending, line_decisions
from referee.dashboard.table.context import ContextPane, TableContext, settlement_screen, sheet_screen
from referee.dashboard.table.players import CHANGES, correct_seat, describe_change, possible_changes
from referee.dashboard.table.record import RecordList
from referee.dashboard.table.table_line import TableLine
from referee.dashboard.table.table_panel import TablePanel
from referee.dashboard.undo.undo_last import redo_last, undo_last
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import leaving_line_message
from referee.dashboard.widgets.message_line import (
    MessageLine,
    damage_message,
    refuse,
    show_default_message,
    show_message,
)
from referee.dashboard.widgets.side_panel import BREAKPOINTS

# What has no room in the row of keys, with the words for it.
_MENU_LABELS: Final = {
    "pane": "The marked line's clause, the season, house rules, other tables",
    "settlement": "Every payment, penalty and place",
    "rule": "The rulebook, at the clause of the selected line",
    "result": "Enter only the result, or correct it",
    "sheet": "What may be recorded in this game",
}

# Put right only in the log, with a reason, once its effect was seen: what the menu of a table that is over has besides.
_CORRECTION_PICKS: Final = (
    Pick("strike", label="Strike the selected line: it was mistyped and never happened", letter="k"),
    Pick("seat", label="Correct who sat in a seat", letter="h"),
)


class MatchScreen(Screen[None]):
    """The screen of one match of any game.

    Without a line editor, as in a finished match, the record has the focus and its lines can be corrected.
    """

    BINDINGS = keys.bindings("table", leave="leave")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    DEFAULT_CSS = """
    MatchScreen > Horizontal { height: 1fr; }
    MatchScreen #record-room { width: 1fr; min-width: 14; align: left bottom; }
    MatchScreen.-over #record-room { align: left top; }
    MatchScreen #record { min-height: 1; scrollbar-gutter: stable; scrollbar-size-horizontal: 0; }
    MatchScreen #felt { width: 34%; min-width: 26; max-width: 48; }
    MatchScreen #about { display: none; width: 1fr; }
    MatchScreen.-wide #felt { width: 25%; max-width: 60; }
    MatchScreen.-wide #about { display: block; width: 34%; }
    MatchScreen.-reads #about { display: block; }
    MatchScreen.-narrow.-over > Horizontal { layout: grid; grid-size: 2; grid-rows: auto 1fr; grid-columns: 1fr 34%; }
    MatchScreen.-narrow.-over #record-room { height: auto; max-height: 50vh; }
    MatchScreen.-narrow.-over #felt { row-span: 2; width: 100%; }
    MatchScreen.-narrow.-over #about { display: block; width: 100%; border-left: none; border-top: solid $panel; }
    MatchScreen.-narrow.-over.-reads > Horizontal { grid-size: 1; grid-rows: 1fr; grid-columns: 1fr; }
    MatchScreen.-narrow.-reads #felt, MatchScreen.-narrow.-reads #record-room { display: none; }
    """

    def __init__(self, desk: Desk, number: int, text: str = "") -> None:
        """`text` is what there is to say of the table when it is opened."""
        super().__init__()
        self.desk = desk
        self.number = number
        self.opening_message = text
        self.match: MatchView | None = None
        self.is_session_closed = False
        self.warned_text = ""

    @property
    def has_unsaved(self) -> bool:
        """Whether a line is typed or waiting but not saved yet."""
        return self.query_one(TableLine).has_unsaved

    def compose(self) -> ComposeResult:
        """Yield the record, the table and its context side by side, with the line editor below."""
        yield Static(f"Table {self.number}", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="record-room"):
                yield RecordList()
            yield TablePanel("felt")
            yield ContextPane(self.desk)
        yield TableLine(self.desk, self.number, self._show, self.focus_record)
        yield from footer()

    def on_mount(self) -> None:
        """Focus the line editor."""
        self.query_one(LineField).focus()

    def reload(self) -> None:
        """Load the match again."""
        self.desk.read(self, lambda: load_match(self.desk.club, self.number), self._show_loaded)

    on_screen_resume = reload

    def on_resize(self) -> None:
        """Fit the heading to the new width."""
        # A screen that is being left may hear of its size once more, when nothing is in it.
        if self.match and self.query(ContextPane):
            self._update_heading(self.match)

    def _show_loaded(self, reread: tuple[MatchView, bool, Mapping[int, DisputeView]]) -> None:
        match, self.is_session_closed, disputed = reread
        self.query_one(RecordList).show(self.match or match, disputed)
        self._show(match)
        self.call_after_refresh(self._load_context)  # where a table is over it has another room

    def _load_context(self) -> None:
        if self.match and self.query(ContextPane):
            self.query_one(ContextPane).load_match(self.match)

    def on_option_list_option_highlighted(self) -> None:
        """Show the ruling on the selected line in the context pane."""
        if self.query(ContextPane):
            self.query_one(ContextPane).show_line(self.query_one(RecordList).marked_line)

    @property
    def _table_context(self) -> TableContext:
        return self.query_one(ContextPane).context

    @property
    def _is_correcting(self) -> bool:
        """Whether changes here are corrections: the result counts already, or the session is closed."""
        match = self.match
        return bool(match and (self.is_session_closed or (match.finished_at and not (match.void or match.goes_on))))

    def _show(self, match: MatchView) -> None:
        # Who sits where is no step of the record.
        if (previous := self.match) and (match.token, match.names) == (previous.token, previous.names):
            return
        is_first = self.match is None
        self.match = match
        self._update_heading(match)
        self._update_input(match)
        self.query_one(TablePanel).show_match(match)
        self.query_one(RecordList).show(match)
        self.on_option_list_option_highlighted()
        table_line = self.query_one(TableLine)
        table_line.set_match(match)
        if is_first:
            if self.opening_message:
                show_message(self, self.opening_message)
            table_line.write_next()
            if match.damage:
                self.query_one(MessageLine).show_warning(damage_message(match.damage, self.desk.keymap))

    def _update_heading(self, match: MatchView) -> None:
        """Set the heading: table, game, day, turn and, if there is room, the players."""
        turn = _describe_end(match) if match.finished_at else f"▶ {match.turn} to act" if match.turn else ""
        if match.result_only and not turn:
            turn = "result only"
        day = "" if match.played_on == self.desk.club.today else f"{match.played_on}"
        *heading, rest_of_heading = accumulate(
            filter(None, [f"Table {match.table}", match.book.title, day, turn, ", ".join(match.names)]),
            "{}   {}".format,
        )
        set_heading(self, rest_of_heading if text_width(rest_of_heading) < self.size.width - 1 else heading[-1])

    def _update_input(self, match: MatchView) -> None:
        """Show the line editor if lines can be recorded, and otherwise focus the record."""
        can_type = not (match.finished_at or match.result_only or self.is_session_closed)
        line, had_keys = self.query_one(TableLine), self.query_one(LineField).has_focus
        self.set_class(not can_type, "-over")
        line.display = can_type or line.has_unsaved
        show_default_message(self, "" if can_type else self._status_hint(match))
        if had_keys and not line.display:
            self.query_one(RecordList).focus()
        self.refresh_bindings()

    def _status_hint(self, match: MatchView) -> str:
        """Return a message with the keys that work while no line can be recorded."""
        key = self.desk.key
        if match.void or match.goes_on:
            return f"{capitalise(_describe_end(match))}. {key('table.undo')} undoes that."
        if match.finished_at:
            return f"Finished. {key('table.result')}: correct the result, {key('table.more')}: reopen it and more."
        if self.is_session_closed:
            return f"Not finished when its session was closed. {key('table.result')} enters its result."
        return f"Only the result of {match.book.title} is recorded. {key('table.result')} enters it."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether the action is available, for the footer."""
        if action == "write":
            return self.query_one(TableLine).display
        if action == "finish":
            return not (self.match and self.match.finished_at)
        return super().check_action(action, parameters)

    # -- deciding about lines -----------------------------------------------------------------------------

    def focus_record(self) -> None:
        """Move the focus from the line editor to the record."""
        self.query_one(RecordList).focus()

    def on_option_list_option_selected(self) -> None:
        """Correct the selected line of a finished match, or focus the line editor."""
        if self._is_correcting:
            self.action_mistake()
        elif self.query_one(TableLine).display:
            self.action_write()

    def on_click(self, event: Click) -> None:
        """Insert the clicked card or name into the line, or open the clicked table."""
        line = self.query_one(TableLine)
        if (text := event.style.meta.get("types")) and line.display:
            line.add(text)
        elif number := event.style.meta.get("match"):
            open_screen(self.app, MatchScreen(self.desk, number))

    def action_pane(self) -> None:
        """Move the focus to the context pane or back to the record. A narrow screen shows only one of them."""
        pane = self.query_one(ContextPane)
        if pane.has_focus:
            self.query_one(RecordList).focus()
        else:
            self.add_class("-reads")
            self.call_after_refresh(self._focus_context, pane)

    def _focus_context(self, pane: ContextPane) -> None:
        pane.focus()
        pane.show_line(pane.line)
        self._load_context()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show the record again when the focus leaves the context pane."""
        if event.widget is not self.query_one(ContextPane):
            self.remove_class("-reads")

    def action_write(self) -> None:
        """Move the focus to the line editor."""
        self.warned_text = ""
        self.query_one(LineField).focus()

    def action_undo_last(self) -> None:
        """Undo the last action in the club."""
        if self.query_one(TableLine).check_all_written():
            undo_last(self.desk, self, self._reload_or_leave, self.number)

    def action_redo_last(self) -> None:
        """Redo the action that was undone last."""
        if self.query_one(TableLine).check_all_written():
            redo_last(self.desk, self, self._reload_or_leave, self.number)

    def _reload_or_leave(self) -> None:
        """Reload after an undo or redo, or leave if it removed the match."""
        club, number = self.desk.club, self.number

        def has_started() -> bool:
            with club.reading() as tx:
                return number in table_numbers.numbers(tx, [number])

        self.desk.read(self, has_started, lambda is_started: self.reload() if is_started else self._leave_unstarted())

    def _leave_unstarted(self) -> None:
        redo = self.desk.key("redo")
        self.dismiss()
        self.app.call_later(lambda: show_message(self.app.screen, f"The table was not started. {redo} redoes it."))

    def action_strike(self) -> None:
        """Strike the selected line of a finished match as mistyped."""
        if self._check_correcting():
            self._decide(line_decisions.undo_line, line_decisions.strike_past_line)

    def _decide(
        self,
        live: Callable[[int, LineView], Deed[line_decisions.DecidedLine]],
        past: Callable[[int, LineView], Deed[object]],
    ) -> None:
        if (line := self._selected_line()) is None:
            return
        if self._is_correcting:
            self._correct(past(self.number, line))
        else:
            carry_out(self.desk, self, live(self.number, line), self._show_decision)

    action_undo = partialmethod(_decide, line_decisions.undo_line, line_decisions.undo_past_line)
    action_stands = partialmethod(_decide, line_decisions.let_line_stand, line_decisions.let_past_line_stand)

    def _correct(self, deed: Deed[object]) -> None:
        carry_out(self.desk, self, deed, lambda _: self._show_and_reload("Corrected. The old entry stays in the log."))

    def _show_and_reload(self, text: str) -> None:
        show_message(self, text)
        self.reload()

    def _check_correcting(self) -> bool:
        if not self._is_correcting:
            refuse(self, f"That cannot be done now: table {self.number} is not finished.")
        return self._is_correcting

    def action_seat(self) -> None:
        """Correct the player in a seat. Name former players who are still checked in but sat at no table."""
        if (match := self.match) is None or not self._check_correcting():
            return

        def find_unseated() -> str:
            now = set(matches.show(self.desk.club, self.number).members)
            _, names = checkin.unseated_arrivals(self.desk.club, self.number, {*match.members} - now)
            return f"Corrected. {', '.join(names)}: still checked in for that session." if names else "Corrected."

        deed = correct_seat(match)
        carry_out(self.desk, self, deed, lambda _: self.desk.write(self, find_unseated, self._show_and_reload))

    def _show_decision(self, decision: tuple[LineView, MatchView]) -> None:
        line, match = decision
        self._show(match)
        if self.query_one(TableLine).display:
            self.query_one(LineField).focus()
        outcome = "let stand" if line.decision is DecisionKind.STANDS else "undone"
        show_message(self, f"Line {line.number}, {line.text}: {outcome}.")

    def action_mistake(self) -> None:
        """Edit the selected line. The old one will be struck."""
        if (line := self._selected_line()) and self._is_correcting:
            self._correct(line_decisions.correct_line(self.number, line))
        elif line:
            self.query_one(TableLine).retype(line)

    def _selected_line(self) -> LineView | None:
        line = self.query_one(RecordList).marked_line
        if line is None:
            refuse(self, "Nothing has been recorded yet.")
        return line

    def action_rule(self) -> None:
        """Open the match's rulebook at the clause of the selected line."""
        if self.match and self.match.result_only:
            refuse(self, f"Table {self.match.table} plays a game without a rulebook.")
        elif self.match:
            open_in_front(self, RulebookScreen(self.desk, self.match, self.query_one(RecordList).marked_line))

    def action_dispute(self) -> None:
        """Open a dispute on the selected line, or show the existing one."""
        if line := self._selected_line():
            show_message(self, "")  # what was said of the line may not hold when the dispute is decided
            carry_out(self.desk, self, line_decisions.dispute_line(self.number, line), self._open_dispute)

    def _open_dispute(self, dispute: DisputeView) -> None:
        open_in_front(self, dispute_screen(self.desk, dispute.number))

    # -- the end ------------------------------------------------------------------------------------------

    def action_settlement(self) -> None:
        """Show the settlement with the clause of every payment."""
        if self.match:
            open_in_front(self, settlement_screen(self.desk, self.match, self._table_context))

    def action_finish(self) -> None:
        """Finish the match from its record, or ask for a result in a game without a rulebook."""
        if self.query_one(TableLine).check_all_written():
            if self.match and self.match.result_only and not self.match.finished_at:
                self.action_result()
            else:
                deed = ending.finish(self.number, self.desk.key("table.undo_last"), self.desk.key("table.result"))
                carry_out(self.desk, self, deed, self._show_settlement)

    def action_result(self) -> None:
        """Enter only the result, or correct the result of a finished match."""
        if not self.query_one(TableLine).check_all_written():
            return
        if self.match and self.match.finished_at and not self.match.void:
            carry_out(self.desk, self, ending.correct_result(self.number), self._show_settlement)
        else:
            carry_out(self.desk, self, ending.enter_result(self.number), self._show_settlement)

    def _show_settlement(self, match: MatchView) -> None:
        self._show(match)
        open_in_front(self, settlement_screen(self.desk, match, self._table_context))

    def action_sheet(self) -> None:
        """Show the lines that can be recorded in this game."""
        if self.match and self.match.result_only:
            refuse(self, self._status_hint(self.match))
        elif self.match:
            open_in_front(self, sheet_screen(self.desk, self.match, self._table_context))

    # -- who comes and goes -------------------------------------------------------------------------------

    def action_more(self) -> None:
        """Show the menu of further actions, such as changes of players."""
        if self.match and self.query_one(TableLine).check_all_written():
            key = self.desk.key
            picks = [Pick(action, label=label, letter=key(f"table.{action}")) for action, label in _MENU_LABELS.items()]
            kinds = () if self.is_session_closed else possible_changes(self.match)
            changes = [
                Pick(f"change('{kind}')", label=CHANGES[kind].label, letter=CHANGES[kind].letter) for kind in kinds
            ]
            # What undoes most comes last: a row that is hit by habit is never that.
            rows = [*changes[:-1], *(_CORRECTION_PICKS if self._is_correcting else ()), *picks, *changes[-1:]]
            choose_action(self, f"Table {self.match.table}: more", rows)

    def action_change(self, kind: str) -> None:
        """Run the operation for a change of players, or refuse if it is not possible now."""
        if self.match and self.query_one(TableLine).check_all_written():
            if kind in possible_changes(self.match):
                carry_out(self.desk, self, CHANGES[kind].make_deed(self.match), self._show_change)
            else:
                status = "void" if self.match.void else "finished" if self.match.finished_at else "not finished"
                refuse(self, f"That cannot be done now: table {self.match.table} is {status}.")

    def _show_change(self, table_change: TableChange) -> None:
        if table_change.goes_on and self.app.screen is self:
            self.app.switch_screen(MatchScreen(self.desk, table_change.goes_on.number, describe_change(table_change)))
        else:
            self.reload()
            show_message(self, describe_change(table_change))

    def _go_to_neighbour(self, offset: int) -> None:
        if getattr(self.app.screen_stack[-2], "section", "") == "evening":
            go_to_list_neighbour(self, offset)
        elif self.match:
            go_to_table_neighbour(self.desk, self, self.match.table, offset)

    action_previous = partialmethod(_go_to_neighbour, -1)
    action_next = partialmethod(_go_to_neighbour, 1)

    def action_leave(self) -> None:
        """Leave for the previous screen. Warn first if a line is being typed."""
        text = self.query_one(TableLine).text.strip()
        if text and text != self.warned_text:
            self.warned_text = text
            write_key, leave_key = self.desk.key("table.write"), self.desk.key("table.leave")
            refuse(self, leaving_line_message(text, write_key, leave_key))
        elif self.query_one(TableLine).check_all_written():
            self.dismiss()


def load_match(club: Club, number: int) -> tuple[MatchView, bool, Mapping[int, DisputeView]]:
    """Return a match, whether its session is closed, and the disputes on its lines."""
    match = matches.show(club, number)
    with club.reading() as tx:
        is_closed = any(session.closed_at for session in session_of_table(tx, number))
    return match, is_closed, disputes.disputes_on_table(club, number)


def _describe_end(match: MatchView) -> str:
    if match.void:
        return "void"
    return "the table goes on" if match.goes_on else "finished"
