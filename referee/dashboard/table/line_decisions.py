"""An officer's decisions on a line: undo it, let it stand, or dispute it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.club.disputes import disputes, opening
from referee.club.disputes.view import DisputeView
from referee.club.match import matches, recording
from referee.club.match.view import LineView, MatchView
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import DisputeScreen
from referee.dashboard.done import Done
from referee.dashboard.screens import open_in_front
from referee.dashboard.undo import table_undo
from referee.dashboard.widgets.question import Question


@dataclass(frozen=True, slots=True)
class LineDecisions:
    """The decisions about a table's lines; `decided` hears of each that changed the table."""

    desk: Desk
    screen: Screen[Any]
    number: int
    decided: Callable[[tuple[LineView, MatchView]], None]

    def undo(self, line: LineView) -> None:
        """Take a line back, with a reason if there is one."""
        question = f"Take back line {line.number}, {line.text}? A reason, for whoever reads it later:"
        asking = Question(question, may_be_empty=True, example="taken back before Ben played")
        self._decide(line, asking, recording.undo)

    def stands(self, line: LineView) -> None:
        """Let a line stand, with a reason."""
        asking = Question(f"Let line {line.number}, {line.text}, stand? Why:", example="nobody minded")
        self._decide(line, asking, recording.stands)

    def _decide(self, line: LineView, asking: Question, decide: Callable[..., LineView]) -> None:
        club, number = self.desk.club, self.number

        def change(reason: str) -> tuple[LineView, MatchView]:
            return decide(club, number, line.number, reason=reason), matches.show(club, number)

        def did(done: tuple[LineView, MatchView]) -> Done:
            return table_undo.decided(club, number, done[0])

        self.desk.ask(self.screen, asking, change, self.decided, did)

    def dispute(self, line: LineView) -> None:
        """Ask what is claimed about a line and open a dispute on it; or show the one that there is already."""
        club, number = self.desk.club, self.number

        def show(dispute: DisputeView) -> None:
            open_in_front(self.screen, DisputeScreen(self.desk, dispute.number))

        def did(dispute: DisputeView) -> Done:
            what = f"dispute {dispute.number}, which was opened on line {line.number} of table {number}"
            return Done(what, otherwise="It is decided, not taken back.", table=number)

        def found(dispute: DisputeView | None) -> None:
            if dispute is not None:
                show(dispute)
            else:
                question = f"Dispute line {line.number}, {line.text}? What is claimed, and by whom:"
                self.desk.ask(
                    self.screen,
                    Question(question, may_be_empty=True, example="Ann says that Ben had passed"),
                    lambda claim: opening.open_on_line(club, number, line.number, claim=claim),
                    show,
                    did,
                )

        # Asked in the order of entering: a look at the table that comes in between must not swallow the question.
        self.desk.write(self.screen, partial(disputes.on_line, club, number, line.number), found)
