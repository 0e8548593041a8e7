"""The line editor of a match. It saves entered lines in order, and holds them back after a refusal."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from referee.cards.immutable import frozen
from referee.cards.screen import with_suit_signs
from referee.cards.words import join_words, quantity
from referee.club.match import matches, recording
from referee.club.match.view import LineView, MatchView
from referee.club.match_prompt import LONGEST_STEP_NAME, MatchPrompt
from referee.dashboard.desk import Desk
from referee.dashboard.table.record import RecordList
from referee.dashboard.widgets.line_editor import LineEditor, preview_line
from referee.dashboard.widgets.message_line import refuse, show_message
from referee.rules import Verdict


@frozen
class PendingLine:
    """A line that was entered but not saved yet. Its key ensures that it is saved only once.

    A line that `is_sent` may have been saved if only the reply was lost. `row` is its number among `row_count` pasted
    lines, from 1, or 0 if it was typed.
    """

    text: str
    replaced_number: int | None
    row: int = 0
    row_count: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    is_sent: bool = False


class TableLine(LineEditor):
    """The line editor of a match. A refused line returns to the input.

    It calls `show` with the match after each saved line.
    """

    def __init__(self, desk: Desk, number: int, show: Callable[[MatchView], None], leave: Callable[[], None]) -> None:
        super().__init__(self._enter, leave)
        self.desk = desk
        self.number = number
        self.show_table = show
        self.match: MatchView | None = None
        self.pending: deque[PendingLine] = deque()
        self.returned_line: PendingLine | None = None
        self.is_writing = False
        self.is_stopped = False

    @property
    def has_unsaved(self) -> bool:
        """Whether a line is typed or waiting but not saved yet."""
        return bool(self.pending or self.text.strip())

    def check_all_written(self) -> bool:
        """Return whether all entered lines are saved. Show a message if they are not."""
        if self.pending:
            pending_text, write_key = quantity(len(self.pending), "line"), self.desk.key("table.write")
            refuse(
                self.screen,
                f"{pending_text} not recorded yet: {self.pending[0].text}. {write_key} goes back to the line.",
            )
        return not self.pending

    def set_match(self, match: MatchView) -> None:
        """Update the completions and the placeholder for the current state of the match."""
        self.match = match
        match_prompt = MatchPrompt(match, self.desk.dealers.get(match.number, ""))
        self.set_subject(match_prompt, match_prompt.awaited, _placeholder(match_prompt))

    def retype(self, line: LineView) -> None:
        """Put a recorded line into the input for correction, unless another line is being typed."""
        if self.text:
            refuse(self.screen, "A line is being typed. Enter or clear it first, then fix the mistyped one.")
            return
        self.replace_line(line.number)
        self.add(line.text)
        show_message(self.screen, f"Correct line {line.number} and press Enter. An empty line cancels.")

    def write_next(self) -> None:
        """Save the next waiting line if it is legal in the current state of the match."""
        if not self.pending or self.match is None:
            return
        line_preview = preview_line(MatchPrompt(self.match), self.pending[0].text, self.pending[0].replaced_number)
        if line_preview.judged is None:
            self._handle_refusal(line_preview.fault, line_preview.position, lacks_name=line_preview.lacks_name)
        elif line_preview.judged.ruling.verdict is Verdict.ILLEGAL:
            self._handle_refusal(line_preview.judged.ruling.reason)
        else:
            self._write()

    @property
    def pending_count(self) -> int:
        """The number of pasted lines that wait for the current one."""
        return 0 if self.is_writing else sum(pending_line.row_count > 0 for pending_line in self.pending)

    def forget_pending_rows(self) -> None:
        """Discard the pasted lines that wait."""
        self.pending = deque(pending_line for pending_line in self.pending if not pending_line.row_count)

    def take_rows(self, rows: Sequence[str]) -> None:
        """Record pasted lines in order, and stop at the first that is unreadable or illegal."""
        first = self.replaced_number
        self.replace_line(None)
        self.pending.extend(
            PendingLine(text, None if index else first, index + 1, len(rows)) for index, text in enumerate(rows)
        )
        if not self.is_writing and not self.is_stopped:
            self.write_next()

    def _enter(self) -> None:
        """Save the typed line, or show its fault. An illegal line needs a second Enter."""
        text = self.text.strip()
        if not text and self.replaced_number:
            show_message(self.screen, f"Line {self.replaced_number} is unchanged.")
            self.replace_line(None)
        if self.is_stopped:
            self._bring_back(text)
        elif self.is_writing or self.match is None:
            if text:
                self.pending.append(self._take_text())
        elif not text:
            self.write_next()
        elif self._can_write(self.match):
            self.pending.appendleft(self._take_text())
            self._write()

    def _can_write(self, match: MatchView) -> bool:
        text = self.text.strip()
        if (
            (returned_line := self.returned_line)
            and returned_line.is_sent
            and (returned_line.text, returned_line.replaced_number) == (text, self.replaced_number)
        ):
            return True  # it was considered before it was sent; it may be what the table has gone on by since
        line_preview = preview_line(MatchPrompt(match), text, self.replaced_number)
        if line_preview.judged is None:
            self.refuse(f"Not recorded: {line_preview.refusal}", lacks_name=line_preview.lacks_name)
            return False
        if line_preview.judged.ruling.verdict is Verdict.ILLEGAL and self.questioned_line != self.text:
            self.ask()
            return False
        return True

    def _take_text(self) -> PendingLine:
        """Return the typed line, and clear the input. An unchanged line that came back keeps its key."""
        # When it is written keys are named for it, and they act on the line that is marked then: the last.
        self.screen.query_one(RecordList).mark_last()
        pending_line = PendingLine(self.text.strip(), self.replaced_number)
        if (returned_line := self.returned_line) and (returned_line.text, returned_line.replaced_number) == (
            pending_line.text,
            pending_line.replaced_number,
        ):
            pending_line = returned_line
        self.returned_line = None
        self.replace_line(None)
        self.text = ""
        return pending_line

    def _write(self) -> None:
        club, number = self.desk.club, self.number
        first = self.pending.popleft()
        if self.match:  # who is meant by a line without a name is settled now, also when it is sent once more
            text, *others = MatchPrompt(self.match).lines(first.text, first.replaced_number)
            first = replace(first, text=text)
            self.pending.extendleft(PendingLine(text, None) for text in reversed(others))
        first = replace(first, is_sent=True)
        self.pending.appendleft(first)
        self.is_writing = True

        def write() -> tuple[LineView, MatchView]:
            line = recording.log_line(club, number, first.text, key=first.key, instead_of=first.replaced_number)
            return line, matches.show(club, number)

        self.desk.write(self.screen, write, self._handle_written, self._handle_refusal)

    def _handle_written(self, result: tuple[LineView, MatchView]) -> None:
        line, match = result
        self.is_writing = False
        self.pending.popleft()
        self.show_table(match)
        show_message(
            self.screen, _describe_recorded(line, match, self.desk.key("table.undo"), self.desk.key("table.stands"))
        )
        self.write_next()

    def _handle_refusal(self, reason: str, position: str = "", *, lacks_name: bool = False) -> None:
        """Show why the first waiting line was refused, and return it to the input unless that has text."""
        self.is_writing = False
        first = self.pending[0]
        self.is_stopped = bool(self.text)
        message = (
            f"{first.row - 1} of {first.row_count} lines recorded; line {first.row}"
            if first.row_count
            else "Not recorded"
        )
        place_text = f"{', ' if first.row_count else ': '}{position}" if position else ""
        if self.is_stopped:
            refuse(self.screen, f"{message}{place_text}: {first.text}. {reason} Enter brings it back.")
        else:
            self._bring_back("")
            self.refuse(f"{message}{place_text}: {reason}", lacks_name=lacks_name)

    def _bring_back(self, text: str) -> None:
        """Return the refused line to the input. The text typed there waits behind it."""
        # It may be in the file all the same, if only the answer went wrong.
        first = self.returned_line = self.pending.popleft()
        self.is_stopped = False
        if text:
            self.pending.append(PendingLine(text, self.replaced_number))
        self.text = first.text
        self.replace_line(first.replaced_number)  # and it is shown how many wait


def _placeholder(match_prompt: MatchPrompt) -> str:
    """Return the placeholder of the input: the next step of the game with an example."""
    match = match_prompt.match
    if match.finished_at or match.result_only:
        return ""
    text, to_come = match_prompt.example, match_prompt.next_event
    step = to_come if len(to_come) > LONGEST_STEP_NAME else "what happened"
    return f"{step}, such as: {with_suit_signs(text)}" if text else step


def _describe_recorded(line: LineView, match: MatchView, undo_key: str, stands_key: str) -> str:
    """Return the message about a saved line. If it is illegal, the message names the keys for a decision."""
    ruling_text = f": {line.ruling.says}" if line.ruling else ""
    sentences = [f"Line {line.number} recorded{ruling_text}."]
    if line.waits:
        sentences.append(f"Escape, then {undo_key} to undo it or {stands_key} to let it stand.")
    if changed_lines := match.turned_by(line.number):
        numbers = join_words(f"line {line.number} is {line.ruling.says}" for line in changed_lines if line.ruling)
        sentences.append(f"Changed by it: {numbers}.")
    if lapsed_lines := match.lapsed_with(line.number):
        numbers = join_words(line.number for line in lapsed_lines)
        sentences.append(f"Lapsed: {'line' if len(lapsed_lines) == 1 else 'lines'} {numbers}.")
    return " ".join(sentences)
