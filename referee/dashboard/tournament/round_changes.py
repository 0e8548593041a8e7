"""Change a drawn round: draw it again, swap or move players, replay a void table, take points off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.tournament.actions import Came, TournamentDeeds
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.tournaments import words
from referee.tournaments.deeds import closing, hand_changes, playing, rounds
from referee.tournaments.deeds.rounds import Checked
from referee.tournaments.state.view import TournamentView

REDRAW: Final = "redraw"
SWAP: Final = "swap"
MOVE: Final = "move"
REPLAY: Final = "replay"
PENALTY: Final = "penalty"
CHECK: Final = "check"
_ASKS: Final = {
    SWAP: ("Who change places in {}?", "Ann, Ben", "{}, "),
    MOVE: ("Who sits at which other table of {}?", "Ann to 2", "{} to "),
    REPLAY: ("Which table of {} is played again?", "1", ""),
    PENALTY: ("From whom are how many points taken?", "Ann 1/2", "{} "),
}
"""What is asked before why a change is made, with an example, and how the answer begins for who is marked."""
_SAYS: Final = {
    REDRAW: "Draw the round again",
    SWAP: "Two change places in the round",
    MOVE: "Somebody sits at another table of the round",
    REPLAY: "Play a table once more that is void",
    PENALTY: "Take points from somebody in this tournament",
    CHECK: "Draw every round again from what was kept: is it the same?",
}


def may_change(view: TournamentView) -> list[tuple[str, str]]:
    """Return what can be put right as it is now, each with its words."""
    last, kinds = view.latest, []
    if last is not None and view.status != "over":
        status = {table.status for table in last.tables}
        kinds += [REDRAW] if status <= {"drawn", "void"} else []
        kinds += [SWAP, MOVE] if "drawn" in status else []
        kinds += [REPLAY] if "void" in status else []
    kinds += [PENALTY] if view.status != "over" and view.entries else []
    kinds += [CHECK] if view.rounds else []
    return [(kind, _SAYS[kind]) for kind in kinds]


@dataclass(frozen=True, slots=True)
class RoundChanges:
    """The changes of one tournament, made as its other deeds are."""

    deeds: TournamentDeeds

    def ask(self, kind: str, view: TournamentView, who: str) -> None:
        """Ask what is to be known for a change, and why it is made; `who` is marked, where somebody is."""
        (club, typed), last = self.deeds.which, view.latest
        round = last.name if last else "the round"
        if kind == REDRAW:
            question = f"Draw {round} again, from who is there now and what they have? The draw before is kept. Why:"
            self._why(question, "a result before it was wrong", partial(_redrawn, club, typed))
        elif kind in _ASKS:
            question, example, begins = _ASKS[kind]
            void = next((str(table.number) for table in last.tables if table.status == "void"), "") if last else ""
            value = void if kind == REPLAY else who and begins.format(who)
            change = partial(_CHANGES[kind], club, typed)

            def answered(answer: str, back: Refused) -> None:
                self._why(f"{answer}. Why:", "sits by the door", partial(change, answer), back)

            ask(self.deeds.screen, Question(question.format(round), example=example, value=value), answered)
        elif kind == CHECK:
            screen = self.deeds.screen
            self.deeds.desk.work(screen, lambda: rounds.check(club, typed), self._checked, partial(refuse, screen))

    def _why(self, question: str, example: str, change: Callable[[str], Came], back: Refused | None = None) -> None:
        """Ask why, and change it; what is refused goes back to the question before, where there was one."""

        def said(reason: str, refused: Refused) -> None:
            self.deeds.write(lambda: change(reason), back or refused)

        ask(self.deeds.screen, Question(question, example=example), said)

    def _checked(self, found: tuple[TournamentView, tuple[Checked, ...]]) -> None:
        tell = say if all(each.same for each in found[1]) else refuse
        tell(self.deeds.screen, " ".join(map(words.checked, found[1])))


def _redrawn(club: Club, typed: str, reason: str) -> Came:
    view = rounds.redraw(club, typed, reason=reason)
    return view, f"{view.rounds[-1].name} is drawn again."


def _swapped(club: Club, typed: str, answer: str, reason: str) -> Came:
    one, _, other = (part.strip() for part in answer.partition(","))
    if not (one and other):
        raise ClubFault("Expected two names with a comma between them.")
    return _changed(hand_changes.swap(club, typed, one, other, reason=reason))


def _moved(club: Club, typed: str, answer: str, reason: str) -> Came:
    name, _, table = (part.strip() for part in answer.rpartition(" to "))
    return _changed(hand_changes.move(club, typed, name, _number(table), reason=reason))


def _changed(view: TournamentView) -> Came:
    return view, f"Changed: {view.rounds[-1].changes[-1].said}"


def _replayed(club: Club, typed: str, answer: str, reason: str) -> Came:
    view = playing.replay(club, typed, _number(answer), reason=reason)
    table = next(each for each in view.rounds[-1].tables if each.number == _number(answer))
    return view, f"Table {table.number} has started once more, as table {table.match}."


def _penalised(club: Club, typed: str, answer: str, reason: str) -> Came:
    name, _, points = (part.strip() for part in answer.rpartition(" "))
    try:
        taken = Fraction(points)
    except (ValueError, ZeroDivisionError):
        raise ClubFault(f"{points!r} is no number of points; expected a name, and such as 1 or 1/2.") from None
    view, entry = closing.penalty(club, typed, name, taken, reason=reason)
    return view, words.penalised(view, entry, taken)


def _number(typed: str) -> int:
    number = typed.strip().casefold().removeprefix("table").strip()
    if not number.isdecimal() or len(number) > 4:
        raise ClubFault(f"{typed!r} is no table of the round; expected its number, such as 2.")
    return int(number)


_CHANGES: Final = {SWAP: _swapped, MOVE: _moved, REPLAY: _replayed, PENALTY: _penalised}
