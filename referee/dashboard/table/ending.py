"""End a match: finish it from its record, enter a result, or correct the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.cards.words import counted, listed
from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import ending, matches
from referee.club.match.typed import typed_result
from referee.club.match.view import MatchView
from referee.club.text.faults import ClubFault, Undecided
from referee.dashboard.desk import Desk
from referee.dashboard.undo import table_undo
from referee.dashboard.undo.correction import when_allowed, with_reason
from referee.dashboard.widgets.question import Question, Refused, ask, ask_yes
from referee.rules import write_places


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a table's match, as the screen has it `shown`; `ended` hears of it."""

    desk: Desk
    screen: Screen[Any]
    number: int
    shown: Callable[[], MatchView | None]
    ended: Callable[[MatchView], None]

    def ask_finish(self) -> None:
        """Ask whether the match is over, and say what comes of that and how it is taken back."""
        if (match := self.shown()) is None:
            return
        what, back = what_finishing_does(match), f"{self.desk.key('table.take_back')} opens it again."
        question = f"End the match at table {self.number}? {what} {back}"
        ask(self.screen, Question(question, enter="end it"), lambda _answer, _refused: self._finish())

    def _finish(self, refused: Refused | None = None, *, undecided: bool = False) -> None:
        """Gather the cards and end the match; asks when something is still undecided."""
        club, number = self.desk.club, self.number

        def change() -> MatchView | Undecided:
            was_over = matches.show(club, number).finished_at is not None
            try:
                match = ending.finish(club, number, undecided=undecided)
            except Undecided as fault:
                return fault
            if not was_over:
                self.desk.done.append(table_undo.ended(club, match, by_result=False))
            return match

        self.desk.write(self.screen, change, self._finished, refused)

    def _finished(self, done: MatchView | Undecided) -> None:
        if isinstance(done, Undecided):
            question = f"{done} Finish all the same, and count what is decided?"
            ask_yes(self.screen, question, lambda refused: self._finish(refused, undecided=True))
        else:
            self.ended(done)

    def ask_result(self, lead: str = "", example: str = "Cal > Ann, Ben") -> None:
        """Ask only how the match ended, and end it so; `lead` says of which table, where that is not in front."""
        question = f"{lead}How did it end? Best first, ties joined by commas: Cal > Ann, Ben. Or in chips: Ann=5 Ben=-5"
        club, number = self.desk.club, self.number

        def change(typed: str) -> MatchView:
            places, chips = typed_result(typed)
            if matches.show(club, number).finished_at:  # at another desk, while it was asked here
                raise ClubFault(f"Table {number} is finished already. Escape, and look how it ended.")
            ending.result(club, number, places=places, chips=chips)
            return ending.finish(club, number)

        did = partial(table_undo.ended, club, by_result=True)
        self.desk.ask(self.screen, Question(question, example=example), change, self.ended, did)


def correct_result(desk: Desk, screen: Screen[Any], table: int, corrected: Callable[[MatchView], None]) -> None:
    """Ask how a finished match really ended, and why; show what that changes, and write it down once agreed to."""
    question = "How did it really end? Best first, ties joined by commas: Cal > Ann, Ben. Or in chips: Ann=5 Ben=-5"

    def typed(text: str, refused: Refused) -> None:
        def act(club: Club, reason: str) -> MatchView:
            return corrections.result(club, table, [text], reason=reason)

        did = partial(table_undo.result_corrected, desk.club)
        with_reason(desk, screen, f"The result of table {table} becomes {text}.", act, corrected, back=refused, did=did)

    def found(match: MatchView) -> None:
        places = write_places(match.places) if match.places else ""
        ask(screen, Question(question, value=places, example="Cal > Ann, Ben"), typed)

    when_allowed(desk, screen, table, lambda: desk.write(screen, partial(matches.show, desk.club, table), found))


def what_finishing_does(match: MatchView) -> str:
    """Return in a few sentences what comes of it when a match ends as it stands, and for whom."""
    told = ["The cards are gathered."]
    if opened := len(match.sheet.open):
        told.append(f"{counted(opened, 'open question')} {'lapses' if opened == 1 else 'lapse'}.")
    if match.places:
        told.append(f"As it stands it counts for {listed(match.names)}: {write_places(match.places)}.")
    else:
        told.append(f"Nothing is decided yet for {listed(match.names)}.")
    return " ".join(told)
