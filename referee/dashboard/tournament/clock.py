"""Start the clock of a tournament or of the room, pause it, turn it and take it down."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import ANYWAY, Answers, Asked, Deed, Pick, Question
from referee.dashboard.tournament.actions import WHICH
from referee.tournaments import overview
from referee.tournaments.clocks import deeds
from referee.tournaments.clocks.clock import Deed as Turn
from referee.tournaments.clocks.clock import Reading, now_said
from referee.tournaments.clocks.deeds import AlreadyStarted, Clock

_MINUTES: Final = "minutes"
_ROOM: Final = "room"
Turned = tuple[Clock, Reading]
_OPPOSITE: Final = {Turn.PAUSE: Turn.RESUME, Turn.RESUME: Turn.PAUSE, Turn.NEXT: Turn.BACK}


def start() -> Deed[Turned]:
    """Return the deed that starts the clock of a tournament under way, or of the room."""

    def which(club: Club, _: Answers) -> Question | None:
        with club.reading() as tx:
            going = overview.under_way(tx)
        picks = tuple(Pick(f"{each}", says=overview.show(club, f"{each}").name) for each in going)
        return Question("Which clock?", (*picks, Pick(_ROOM, says="the room")), only=True) if picks else None

    def minutes(_: Club, answers: Answers) -> Question:
        if answers[WHICH] in ("", _ROOM):
            return Question("How many minutes?", value="45")
        question = "How many minutes? Leave blank for its levels or the length of its rounds:"
        return Question(question, optional=True, example="45")

    def do(club: Club, answers: Answers) -> Turned:
        tournament = int(answers[WHICH]) if answers[WHICH].isdecimal() else None
        return deeds.start(club, tournament, minutes=int(answers[_MINUTES] or 0), anew=ANYWAY in answers)

    asks = (Asked(WHICH, which), Asked(_MINUTES, minutes, _read))
    back = partial(_undo, Turn.STOP)
    return Deed("clock start", do, asks, said=_said, undo=back, anyway={AlreadyStarted: "start it again"})


def add() -> Deed[Turned]:
    """Return the deed that adds minutes to what runs, or takes some away."""

    def do(club: Club, answers: Answers) -> Turned:
        return deeds.turn(club, Turn.ADD, minutes=int(answers[_MINUTES]))

    def back(club: Club, done: Turned) -> Undoable:
        minutes = done[0].events[-1].minutes
        return Undoable("the minutes added to the clock", partial(_again, club, Turn.ADD, done, -minutes))

    question = Question("How many minutes are added? A number below 0 takes minutes away.", value="5")
    return Deed("clock add", do, (Asked(_MINUTES, question, _read),), said=_said, undo=back)


def _turn(turn: Turn) -> Deed[Turned]:
    def do(club: Club, _: Answers) -> Turned:
        return deeds.turn(club, turn)

    opposite = _OPPOSITE.get(turn)
    said = "The clock is down."
    told = _said if turn is not Turn.STOP else lambda _: said
    return Deed(f"clock {turn}", do, said=told, undo=partial(_undo, opposite))


pause = partial(_turn, Turn.PAUSE)
resume = partial(_turn, Turn.RESUME)
next_level = partial(_turn, Turn.NEXT)
back = partial(_turn, Turn.BACK)
stop = partial(_turn, Turn.STOP)


def _undo(turn: Turn | None, club: Club, done: Turned) -> Undoable:
    what = "what was done with the clock"
    if turn is None:
        return Undoable(what, otherwise="Turn the clock by its other deeds: start, next, back or add.")
    return Undoable(what, partial(_again, club, turn, done, 0))


def _again(club: Club, turn: Turn, done: Turned, minutes: int, _reason: str) -> str:
    return (
        _said(deeds.turn(club, turn, done[0].tournament, minutes=minutes))
        if turn is not Turn.STOP
        else _down(club, done)
    )


def _down(club: Club, done: Turned) -> str:
    deeds.turn(club, Turn.STOP, done[0].tournament)
    return "The clock is down."


def _said(done: Turned) -> str:
    clock, now = done
    return f"{now.digits}  {now_said(clock.name, now)}"


def _read(_club: Club, _answers: Answers, typed: str) -> str:
    if typed and not typed.removeprefix("-").isdecimal():
        raise ClubFault(f"Invalid number of minutes {typed!r}. Use a number such as 5.")
    return typed
