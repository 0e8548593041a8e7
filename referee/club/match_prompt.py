"""The prompt for a line at a table: completions, the complete line, and a preview of its ruling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.immutable import frozen
from referee.club.match.recording import preview
from referee.club.match.view import MatchView
from referee.club.text.faults import ClubFault
from referee.club.text.typed_lines import read_row
from referee.rules import JudgedLine
from referee.rules.records.messages import awaited_name
from referee.rules.records.shorthand import whose_turn
from referee.rules.suggestions.offered_lines import example_line, suggest_lines

# The longest name of a next step that is shown in the prompt, such as "the deal".
LONGEST_STEP_NAME: Final = 20


@frozen
class MatchPrompt:
    """The prompt for a line at a table. A line may omit the player in turn and abbreviate words.

    `dealer` was drawn to deal the first hand, and is offered first; empty if nobody was drawn.
    """

    match: MatchView
    dealer: str = ""

    @property
    def awaited(self) -> str:
        """The player whose turn it is, or a short name for the next thing due, such as the deal; empty if unknown."""
        match = self.match
        if match.finished_at or match.result_only:
            return ""
        name = awaited_name(match.sheet)
        return name if whose_turn(match.book, match.sheet.table) is not None or len(name) <= LONGEST_STEP_NAME else ""

    @property
    def example(self) -> str:
        """An example of a line that can be entered now, without the player's name; empty if there is none."""
        return self._first_deal or example_line(self.match.book, self.match.sheet.table, self.match.names)

    @property
    def next_event(self) -> str:
        """The next thing due if it is no player's turn, such as the deal; else empty."""
        match = self.match
        return awaited_name(match.sheet) if whose_turn(match.book, match.sheet.table) is None else ""

    def complete(self, text: str) -> Sequence[str]:
        """Return completions of a text, legal lines first. A finished match has none for an empty text."""
        match = self.match
        if match.result_only or (match.finished_at and not text):
            return ()
        completions = suggest_lines(match.book, match.sheet.table, match.names, text)
        first_deal = self._first_deal
        return (
            (first_deal, *(completion for completion in completions if completion != first_deal))
            if first_deal in completions
            else completions
        )

    @property
    def _first_deal(self) -> str:
        """The line for the deal by the drawn dealer; empty once a line is recorded."""
        is_awaited = self.dealer in self.match.names and not any(line.kind == "line" for line in self.match.log)
        return f"deal by {self.dealer}" if is_awaited else ""

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Return the ruling that a line would get if recorded now."""
        return preview(self.match, text, instead_of=instead_of)

    def lines(self, text: str, instead_of: int | None) -> Sequence[str]:
        """Return the full lines that a text would record, or the text itself if it is unreadable."""
        try:
            lines = read_row(self.match, text, instead_of=instead_of)
        except ClubFault:
            return (text,)
        return [f"{line.read_as or line.text}{line.remark}" for line in lines]
