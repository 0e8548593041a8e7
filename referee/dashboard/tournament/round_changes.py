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
from referee.dashboard.widgets.menu import Choice
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.tournaments import words
from referee.tournaments.deeds import answering, closing, hand_changes, playing, rounds
from referee.tournaments.deeds.rounds import Checked
from referee.tournaments.state.view import TournamentView

REDRAW: Final = "redraw"
SWAP: Final = "swap"
MOVE: Final = "move"
REPLAY: Final = "replay"
WALKOVER: Final = "walkover"
LEAVE_VOID: Final = "leave void"
PENALTY: Final = "penalty"
CHECK: Final = "check"
_ASKS: Final = {
    SWAP: ("Which two players swap places in {}?", "Ann, Ben", "{}, "),
    MOVE: ("Who moves to which table of {}?", "Ann to 2", "{} to "),
    REPLAY: ("Which table of {} is replayed?", "1", ""),
    WALKOVER: ("Which table of {} is a walkover, and for whom?", "1 Ann", ""),
    LEAVE_VOID: ("Which table of {} stays void?", "1", ""),
    PENALTY: ("Who loses points, and how many?", "Ann 1/2", "{} "),
}
"""What is asked before why a change is made, with an example, and how the answer begins for who is marked."""
_SAYS: Final = {
    REDRAW: Choice(REDRAW, "t", "Draw the round again"),
    SWAP: Choice(SWAP, "x", "Swap two players in the round"),
    MOVE: Choice(MOVE, "m", "Move a player to another table of the round"),
    REPLAY: Choice(REPLAY, "r", "Replay a void table"),
    WALKOVER: Choice(WALKOVER, "w", "Award a table as a walkover"),
    LEAVE_VOID: Choice(LEAVE_VOID, "l", "Leave a void table void"),
    PENALTY: Choice(PENALTY, "p", "Give a penalty: points off in this tournament"),
    CHECK: Choice(CHECK, "c", "Check that every round can be drawn again alike"),
}


def may_change(view: TournamentView) -> list[Choice]:
    """Return what can be put right as it is now, each with its words."""
    last, kinds = view.latest, []
    if last is not None and view.status != "over":
        status = {table.status for table in last.tables}
        kinds += [REDRAW] if status <= {"drawn", "void"} else []
        kinds += [SWAP, MOVE] if "drawn" in status else []
        unanswered = any(one.unanswered for each in view.rounds for one in each.tables)
        kinds += [REPLAY] if unanswered else []
        kinds += [WALKOVER] if status & {"drawn", "void"} else []
        kinds += [LEAVE_VOID] if unanswered else []
    kinds += [PENALTY] if view.status != "over" and view.entries else []
    kinds += [CHECK] if view.rounds else []
    return [_SAYS[kind] for kind in kinds]


@dataclass(frozen=True, slots=True)
class RoundChanges:
    """The changes of one tournament, made as its other deeds are."""

    deeds: TournamentDeeds

    def ask(self, kind: str, view: TournamentView, who: str) -> None:
        """Ask what is to be known for a change, and why it is made; `who` is marked, where somebody is."""
        (club, typed), last = self.deeds.which, view.latest
        round = last.name if last else "the round"
        if kind == REDRAW:
            question = f"Draw {round} again, with present players and scores? The old draw stays in the log. Reason:"
            self._why(question, "an earlier result was wrong", partial(_redrawn, club, typed))
        elif kind in _ASKS:
            question, example, begins = _ASKS[kind]
            value = who and begins.format(who)
            if kind in (REPLAY, LEAVE_VOID):
                round, value = _void(view)
            change = partial(_CHANGES[kind], club, typed)

            def answered(answer: str, back: Refused) -> None:
                self._why(f"{answer}. Reason:", "sits by the door", partial(change, answer), back)

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


def _void(view: TournamentView) -> tuple[str, str]:
    """Return the round and the number of the void table that nobody has answered yet: the latest."""
    return next((each.name, f"{one.called}") for each in reversed(view.rounds) for one in each.tables if one.unanswered)


def _redrawn(club: Club, typed: str, reason: str) -> Came:
    view = rounds.redraw(club, typed, reason=reason)
    return view, f"{view.rounds[-1].name} is drawn again."


def _swapped(club: Club, typed: str, answer: str, reason: str) -> Came:
    one, _, other = (part.strip() for part in answer.partition(","))
    if not (one and other):
        raise ClubFault("Type two names with a comma between them, such as Ann, Ben.")
    return _changed(hand_changes.swap(club, typed, one, other, reason=reason))


def _moved(club: Club, typed: str, answer: str, reason: str) -> Came:
    name, _, table = (part.strip() for part in answer.rpartition(" to "))
    return _changed(hand_changes.move(club, typed, name, _number(table), reason=reason))


def _changed(view: TournamentView) -> Came:
    return view, f"Changed: {view.rounds[-1].changes[-1].said}"


def _replayed(club: Club, typed: str, answer: str, reason: str) -> Came:
    view = playing.replay(club, typed, _number(answer), reason=reason)
    last = max(table.match for table in view.rounds[-1].tables if table.match)
    return view, f"Table {_number(answer)} is replayed as table {last.table}."


def _awarded(club: Club, typed: str, answer: str, reason: str) -> Came:
    table, _, name = answer.strip().partition(" ")
    winners = [each.strip() for each in name.split(",") if each.strip()]
    return answering.walkover(club, typed, _number(table), winners, reason=reason), f"Table {table} is a walkover."


def _left_void(club: Club, typed: str, answer: str, reason: str) -> Came:
    return answering.leave_void(club, typed, _number(answer), reason=reason), f"Table {_number(answer)} stays void."


def _penalised(club: Club, typed: str, answer: str, reason: str) -> Came:
    name, _, points = (part.strip() for part in answer.rpartition(" "))
    try:
        taken = Fraction(points)
    except (ValueError, ZeroDivisionError):
        raise ClubFault(f"{points!r} is not a number of points. Type a name and points, such as Ann 1/2.") from None
    view, entry = closing.penalty(club, typed, name, taken, reason=reason)
    return view, words.penalised(view, entry, taken)


def _number(typed: str) -> int:
    number = typed.strip().casefold().removeprefix("table").strip()
    if not number.isdecimal() or len(number) > 4:
        raise ClubFault(f"Invalid table {typed!r}. Use its number, such as 2.")
    return int(number)


_CHANGES: Final = {
    SWAP: _swapped,
    MOVE: _moved,
    WALKOVER: _awarded,
    REPLAY: _replayed,
    LEAVE_VOID: _left_void,
    PENALTY: _penalised,
}
