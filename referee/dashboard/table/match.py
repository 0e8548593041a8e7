"""A live table: its record, the line being typed, and what is on the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from functools import partialmethod
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.club.disputes import disputes
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club
from referee.club.match import matches, recording
from referee.club.match.log import DecisionKind
from referee.club.match.table_changes import Changed
from referee.club.match.view import LineView, MatchView
from referee.club.undoing import table as table_undo
from referee.club.undoing.undoable import Undoable
from referee.dashboard import keys
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import dispute_screen
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.places import go_to_neighbour
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.table import ending, line_decisions
from referee.dashboard.table.pending_line import PendingLine, written_down
from referee.dashboard.table.players import CHANGES, VOID, may_change, told
from referee.dashboard.table.record import RecordList
from referee.dashboard.table.settlement import settlement
from referee.dashboard.table.sheet import sheet
from referee.dashboard.table.table_panel import TablePanel
from referee.dashboard.table.typed_line import OnMatch, over
from referee.dashboard.undo.undo_last import take_back
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import LineEditor, consider, left_behind
from referee.dashboard.widgets.menu import Choice, Menu
from referee.dashboard.widgets.message_line import MessageLine, damaged, refuse, say
from referee.rules import Verdict

# What has no room in the row of keys, with the words for it.
_OTHERS: Final = {
    "settlement": "Every payment, penalty and place",
    "rule": "The rulebook, at the clause of the selected line",
    "result": "Enter only the result, or correct it",
    "sheet": "What may be recorded in this game",
}

_DECIDED: Final[Mapping[DecisionKind | None, str]] = {
    DecisionKind.TAKEN_BACK: "undone",
    DecisionKind.STANDS: "let stand",
}


class MatchScreen(Screen[None]):
    """One table of any game. Lines go into the file one after the other; what cannot be written comes back."""

    BINDINGS = keys.bindings("table", leave="leave")
    DEFAULT_CSS = """
    MatchScreen > Horizontal { height: 1fr; }
    MatchScreen #record-room { width: 1fr; align: left bottom; }
    MatchScreen #record { scrollbar-gutter: stable; scrollbar-size-horizontal: 0; }
    """

    def __init__(self, desk: Desk, number: int, told: str = "") -> None:
        """`told` is what there is to say of the table when it is opened."""
        super().__init__()
        self.desk = desk
        self.number = number
        self.told = told
        self.match: MatchView | None = None
        self.pending: deque[PendingLine] = deque()
        self.back: PendingLine | None = None
        self.writing = False
        self.stopped = False
        self.leaving = ""

    @property
    def holds(self) -> bool:
        """Tell whether a line is typed that is not in the club's file."""
        return bool(self.pending or self.query_one(LineEditor).text.strip())

    def compose(self) -> ComposeResult:
        """Show the record beside the table, and the line beneath."""
        yield Static(f"Table {self.number}", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="record-room"):
                yield RecordList()
            yield TablePanel()
        yield LineEditor(self.enter, self.to_record)
        yield from foot()

    def on_mount(self) -> None:
        """Begin in the line."""
        self.query_one(LineField).focus()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club, self.number), self._look_again)

    on_screen_resume = reload

    def _look_again(self, seen: tuple[MatchView, Mapping[int, DisputeView]]) -> None:
        match, disputed = seen
        self.query_one(RecordList).show(self.match or match, disputed)
        self._show(match)

    def _show(self, match: MatchView) -> None:
        # An answer that was asked for before something was written may come after it.
        if self.match and (match.token == self.match.token or match.steps < self.match.steps):
            return
        first = self.match is None
        self.match = match
        turn = over(match) if match.finished_at else f"▶ {match.turn} to act" if match.turn else ""
        # The players come last: they are what may be cut off.
        if match.result_only and not turn:
            turn = "result only"
        heading = [f"Table {match.table}", match.book.title, turn, ", ".join(match.names)]
        head(self, "   ".join(filter(None, heading)))
        self.query_one(TablePanel).show(match)
        self.query_one(RecordList).show(match)
        on_match = OnMatch(match, self.desk.dealers.get(match.number, ""))
        self.query_one(LineEditor).renew(on_match, on_match.awaited, on_match.invites(self.desk.key))
        if first:
            if self.told:
                say(self, self.told)
            self._go_on()
            if match.result_only and not match.finished_at:
                say(self, self._only_the_result(match))
            if match.damage:
                self.query_one(MessageLine).warn(damaged(match.damage, self.desk.keymap))

    def _only_the_result(self, match: MatchView) -> str:
        key = self.desk.key("table.result")
        return f"Only the result of {match.book.title} is recorded. Press Escape, then {key} to enter it."

    # -- entering lines -----------------------------------------------------------------------------------

    def enter(self) -> None:
        """Enter what is typed: written at once when it can be read, asked about first when it is illegal."""
        editor = self.query_one(LineEditor)
        text = editor.text.strip()
        if not text and editor.instead_of:
            say(self, f"Line {editor.instead_of} is unchanged.")
            editor.replace_line(None)
        if self.stopped:
            self._bring_back(text)
        elif self.writing or self.match is None:
            if text:
                self.pending.append(self._taken())
        elif not text:
            self._go_on()
        elif self._may_be_written(self.match):
            self.pending.appendleft(self._taken())
            self._write()

    def _may_be_written(self, match: MatchView) -> bool:
        editor = self.query_one(LineEditor)
        if (
            (back := self.back)
            and back.sent
            and (back.text, back.instead_of) == (editor.text.strip(), editor.instead_of)
        ):
            return True  # it was considered before it was sent; it may be what the table has gone on by since
        considered = consider(OnMatch(match), editor.text.strip(), editor.instead_of)
        if considered.judged is None:
            mistake, undo = self.desk.key("table.mistake"), self.desk.key("table.undo")
            parted = match.void or match.goes_on
            after_all = f" Escape, then {undo if parted else f'{mistake} or {undo}'}." if match.finished_at else ""
            after_all = f" Escape, then {self.desk.key('table.result')}." if match.result_only else after_all
            editor.refuse(f"Not recorded: {considered.fault}{after_all}")
            return False
        if considered.judged.ruling.verdict is Verdict.ILLEGAL and editor.asked != editor.text:
            editor.ask()
            return False
        return True

    def _taken(self) -> PendingLine:
        """Take the line out of the field; one that came back and is as it was keeps its key."""
        # When it is written keys are named for it, and they act on the line that is marked then: the last.
        self.query_one(RecordList).to_end()
        editor = self.query_one(LineEditor)
        taken = PendingLine(editor.text.strip(), editor.instead_of)
        if (back := self.back) and (back.text, back.instead_of) == (taken.text, taken.instead_of):
            taken = back
        self.back = None
        editor.replace_line(None)
        editor.text = ""
        return taken

    def _write(self) -> None:
        """Write the first line that was entered and not written yet."""
        club, number = self.desk.club, self.number
        first = self.pending[0]
        if self.match:  # who is meant by a line without a name is settled now, also when it is sent once more
            first = replace(first, text=OnMatch(self.match).whole(first.text, first.instead_of))
        first = self.pending[0] = replace(first, sent=True)
        self.writing = True

        def write() -> tuple[LineView, MatchView]:
            done = recording.log(club, number, first.text, key=first.key, instead_of=first.instead_of)
            return done, matches.show(club, number)

        def did(done: tuple[LineView, MatchView]) -> Undoable:
            return table_undo.line_written(club, number, done[0])

        self.desk.write(self, write, self._written, self._stopped, did)

    def _written(self, done: tuple[LineView, MatchView]) -> None:
        line, match = done
        self.writing = False
        self.pending.popleft()
        self._show(match)
        say(self, written_down(line, match, self.desk.key("table.undo"), self.desk.key("table.stands")))
        self._go_on()

    def _go_on(self) -> None:
        """Write the next line that was typed ahead, now that the table is as it was meant to follow."""
        if not self.pending or self.match is None:
            return
        considered = consider(OnMatch(self.match), self.pending[0].text, self.pending[0].instead_of)
        if considered.judged is None:
            self._stopped(considered.fault)
        elif considered.judged.ruling.verdict is Verdict.ILLEGAL:
            self._stopped(considered.judged.ruling.reason)
        else:
            self._write()

    def _stopped(self, why: str) -> None:
        """Say why a line is not written; it goes back into the field, unless something is typed there already."""
        self.writing = False
        text = self.pending[0].text
        self.stopped = bool(self.query_one(LineEditor).text)
        if self.stopped:
            refuse(self, f"Not recorded: {text}. {why} Enter brings it back.")
        else:
            self._bring_back("")
            refuse(self, f"Not recorded: {why}")

    def _bring_back(self, typed: str) -> None:
        """Put the line that stopped into the field; what is typed there comes after it."""
        editor = self.query_one(LineEditor)
        # It may be in the file all the same, if only the answer went wrong.
        first = self.back = self.pending.popleft()
        self.stopped = False
        if typed:
            self.pending.append(PendingLine(typed, editor.instead_of))
        editor.text = first.text
        editor.replace_line(first.instead_of)

    # -- deciding about lines -----------------------------------------------------------------------------

    def to_record(self) -> None:
        """Go from the line to the record."""
        self.query_one(RecordList).focus()

    def on_option_list_option_selected(self) -> None:
        """Go back to the line."""
        self.action_write()

    def action_write(self) -> None:
        """Go back to the line that is being typed."""
        self.leaving = ""
        self.query_one(LineField).focus()

    def action_undo(self) -> None:
        """Take back the marked line."""
        if line := self._marked():
            carry_out(self.desk, self, line_decisions.undo(self.number, line), self._decided)

    def action_take_back(self) -> None:
        """Take back the last thing done at the desk, whatever it was."""
        if self._all_written():
            take_back(self.desk, self, self.reload, self.number)

    def action_stands(self) -> None:
        """Let the marked line stand."""
        if line := self._marked():
            carry_out(self.desk, self, line_decisions.stands(self.number, line), self._decided)

    def _decided(self, done: tuple[LineView, MatchView]) -> None:
        line, match = done
        self._show(match)
        self.query_one(LineField).focus()
        say(self, f"Line {line.number}, {line.text}: {_DECIDED.get(line.decision, line.decision)}.")

    def action_mistake(self) -> None:
        """Type the marked line again; the old one will be struck."""
        line = self._marked()
        if line is None:
            return
        editor = self.query_one(LineEditor)
        if editor.text:
            refuse(self, "A line is being typed. Enter or clear it first, then fix the mistyped one.")
            return
        editor.replace_line(line.number)
        editor.text = line.text
        self.query_one(LineField).focus()
        say(self, f"Correct line {line.number} and press Enter. An empty line cancels.")

    def _marked(self) -> LineView | None:
        line = self.query_one(RecordList).marked
        if line is None:
            refuse(self, "Nothing has been recorded yet.")
        return line

    def action_rule(self) -> None:
        """Open the rulebook as it is in force at this table, at the clause of the marked line."""
        if self.match and self.match.result_only:
            refuse(self, f"Table {self.match.table} plays a game without a rulebook.")
        elif self.match:
            open_in_front(self, RulebookScreen(self.desk, self.match, self.query_one(RecordList).marked))

    def action_dispute(self) -> None:
        """Open a dispute on the marked line, or see the one that there is."""
        if line := self._marked():
            say(self, "")  # what was said of the line may not hold when the dispute is decided
            carry_out(self.desk, self, line_decisions.dispute(self.number, line), self._disputed)

    def _disputed(self, done: line_decisions.Opened) -> None:
        open_in_front(self, dispute_screen(self.desk, done[0].number))

    # -- the end ------------------------------------------------------------------------------------------

    def action_settlement(self) -> None:
        """Show every payment with its clause."""
        if self.match:
            open_in_front(self, settlement(self.desk, self.match))

    def action_finish(self) -> None:
        """Gather the cards and end the match."""
        if self._all_written():
            if self.match and self.match.result_only and not self.match.finished_at:
                self.action_result()
            else:
                undo = self.desk.key("table.take_back")
                carry_out(self.desk, self, ending.finish(self.number, undo), lambda done: self._ended(done[0]))

    def action_result(self) -> None:
        """Write down only how the match ended; of one that is over, correct that."""
        if not self._all_written():
            return
        if self.match and self.match.finished_at:
            carry_out(self.desk, self, ending.correct_result(self.number), lambda done: self._ended(done.came))
        else:
            carry_out(self.desk, self, ending.enter_result(self.number), self._ended)

    def _ended(self, match: MatchView) -> None:
        self._show(match)
        open_in_front(self, settlement(self.desk, match))

    def _all_written(self) -> bool:
        """Tell whether everything entered is in the file; say so when it is not."""
        if self.pending:
            left, back = counted(len(self.pending), "line"), self.desk.key("table.write")
            refuse(self, f"{left} not recorded yet: {self.pending[0].text}. {back} goes back to the line.")
        return not self.pending

    def action_sheet(self) -> None:
        """Show the sheet of what may be recorded in this game."""
        if self.match and self.match.result_only:
            refuse(self, self._only_the_result(self.match))
        elif self.match:
            open_in_front(self, sheet(self.desk, self.match))

    # -- who comes and goes -------------------------------------------------------------------------------

    def action_more(self) -> None:
        """Choose among what else can be done: somebody leaves or joins, or the table is void or open again."""
        if self.match and self._all_written() and self.app.screen is self:
            others = [Choice(each, self.desk.key(f"table.{each}"), says) for each, says in _OTHERS.items()]
            changes = may_change(self.match)
            # What undoes most comes last: a row that is hit by habit is never that.
            rows = [*(each for each in changes if each.id != VOID), *others, *(e for e in changes if e.id == VOID)]
            self.app.push_screen(Menu(f"Table {self.match.table}: more", rows), self._chosen)

    async def _chosen(self, chosen: str | None) -> None:
        if chosen in _OTHERS:
            await self.run_action(chosen)
        elif chosen and self.match:
            carry_out(self.desk, self, CHANGES[chosen](self.match), self._changed)

    def action_change(self, kind: str) -> None:
        """Ask what is to be known for a change of the table, where it can be made now."""
        if self.match and self._all_written():
            if kind in [each.id for each in may_change(self.match)]:
                carry_out(self.desk, self, CHANGES[kind](self.match), self._changed)
            else:
                stands = "void" if self.match.void else "finished" if self.match.finished_at else "not finished"
                refuse(self, f"That cannot be done now: table {self.match.table} is {stands}.")

    def _changed(self, done: Changed) -> None:
        if done.goes_on and self.app.screen is self:
            self.app.switch_screen(MatchScreen(self.desk, done.goes_on.number, told(done)))
        else:
            self.reload()
            say(self, told(done))

    def _neighbour(self, by: int) -> None:
        if self.match:
            go_to_neighbour(self.desk, self, self.match.table, by)

    action_previous = partialmethod(_neighbour, -1)
    action_next = partialmethod(_neighbour, 1)

    def action_leave(self) -> None:
        """Go back to tonight."""
        typed = self.query_one(LineEditor).text.strip()
        if typed and typed != self.leaving:
            self.leaving = typed
            back, leave = self.desk.key("table.write"), self.desk.key("table.leave")
            refuse(self, left_behind(typed, back, leave))
        elif self._all_written():
            self.dismiss()


def look(club: Club, number: int) -> tuple[MatchView, Mapping[int, DisputeView]]:
    """Return a table, and the disputes on its lines."""
    return matches.show(club, number), disputes.on_table(club, number)
