"""A line typed at a table: its completions, what it means in full, and its ruling before it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.club.match.recording import preview
from referee.club.match.view import MatchView
from referee.club.text.faults import ClubFault
from referee.club.text.typed_lines import read_row
from referee.rules import JudgedLine
from referee.rules.records.messages import awaited_name
from referee.rules.records.shorthand import whose_turn
from referee.rules.suggestions.offered_lines import example_line, suggest_lines

# What is to come stands in the prompt where it is short: "the deal".
SHORT: Final = 20


@dataclass(frozen=True, slots=True)
class MatchPrompt:
    """A line about a table; the name of whose turn it is may be left out of it, and words be cut short.

    The `dealer` who was drawn for the first hand is offered before the others; empty where nobody was.
    """

    match: MatchView
    dealer: str = ""

    @property
    def awaited(self) -> str:
        """Who is to act, or what is to come, such as the deal; empty where that is nobody's or not known."""
        match = self.match
        if match.finished_at or match.result_only:
            return ""
        who = awaited_name(match.sheet)
        return who if whose_turn(match.book, match.sheet.table) is not None or len(who) <= SHORT else ""

    @property
    def example(self) -> str:
        """A line that could be said now, without the name of whose turn it is; empty where none is known."""
        return self._first_deal or example_line(self.match.book, self.match.sheet.table, self.match.names)

    @property
    def to_come(self) -> str:
        """What is to come that no player does."""
        match = self.match
        return awaited_name(match.sheet) if whose_turn(match.book, match.sheet.table) is None else ""

    def complete(self, text: str) -> Sequence[str]:
        """Return what the line may become, something legal first; of a match that is over, nothing unasked."""
        match = self.match
        if match.result_only or (match.finished_at and not text):
            return ()
        offered = suggest_lines(match.book, match.sheet.table, match.names, text)
        first = self._first_deal
        return (first, *(completion for completion in offered if completion != first)) if first in offered else offered

    @property
    def _first_deal(self) -> str:
        """The line by which the drawn dealer deals, while no line has been recorded."""
        waits = self.dealer in self.match.names and not any(line.kind == "line" for line in self.match.log)
        return f"deal by {self.dealer}" if waits else ""

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Rule on the line as it would be logged."""
        return preview(self.match, text, instead_of=instead_of)

    def lines(self, text: str, instead_of: int | None) -> Sequence[str]:
        """Return the whole lines that are meant, as they are written down; what is typed where it cannot be read."""
        try:
            lines = read_row(self.match, text, instead_of=instead_of)
        except ClubFault:
            return (text,)
        return [f"{line.read_as or line.text}{line.remark}" for line in lines]
