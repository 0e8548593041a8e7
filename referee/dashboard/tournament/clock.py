"""Start the clock of a tournament or of the room, pause it, turn it and take it down."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee.club.folder import Club
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.asking import number
from referee.dashboard.deeds.deed import ANYWAY, Answers, Deed, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.tournament.actions import WHICH
from referee.tournaments import overview
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.actions import AlreadyStarted, Clock
from referee.tournaments.clocks.clock import ClockAction as Turn
from referee.tournaments.clocks.clock import ClockReading, describe_now

_MINUTES: Final = "minutes"
_ROOM: Final = "room"
_many: Final = number("a number such as 5", -(10**9), what="number of minutes")
_OPPOSITE: Final = {Turn.START: Turn.STOP, Turn.PAUSE: Turn.RESUME, Turn.RESUME: Turn.PAUSE, Turn.NEXT: Turn.BACK}


def start() -> Deed[Done]:
    """Return the deed that starts the clock of a tournament under way, or of the room."""

    def which(club: Club, _: Answers) -> Prompt | None:
        with club.reading() as tx:
            going = overview.under_way(tx)
        picks = tuple(Pick(f"{number}", label=overview.show(club, f"{number}").name) for number in going)
        return Prompt("Which clock?", (*picks, Pick(_ROOM, label="the room")), choices_only=True) if picks else None

    def minutes(_: Club, answers: Answers) -> Prompt:
        if answers[WHICH] in ("", _ROOM):
            return Prompt("How many minutes?", value="45")
        question = "How many minutes? Leave blank for its levels or the length of its rounds:"
        return Prompt(question, optional=True, example="45")

    def do(club: Club, answers: Answers) -> Done:
        tournament = int(answers[WHICH]) if answers[WHICH].isdecimal() else None
        turned = actions.start(club, tournament, minutes=int(answers[_MINUTES] or 0), anew=ANYWAY in answers)
        return _done(club, Turn.START, turned)

    asks = (Parameter(WHICH, which), Parameter(_MINUTES, minutes, _many))
    return telling("clock start", do, asks, anyway={AlreadyStarted: "start it again"})


def add() -> Deed[Done]:
    """Return the deed that adds minutes to what runs, or takes some away."""

    def do(club: Club, answers: Answers) -> Done:
        minutes = int(answers[_MINUTES])
        clock, now = actions.turn(club, Turn.ADD, minutes=minutes)
        back = partial(_again, club, Turn.ADD, clock.tournament, -minutes)
        return Done(_said(Turn.ADD, clock, now), Undoable("the minutes added to the clock", back))

    question = Prompt("How many minutes are added? A number below 0 takes minutes away.", value="5")
    return telling("clock add", do, (Parameter(_MINUTES, question, _many),))


def _turn(turn: Turn) -> Deed[Done]:
    return telling(f"clock {turn}", lambda club, _: _done(club, turn, actions.turn(club, turn)))


pause = partial(_turn, Turn.PAUSE)
resume = partial(_turn, Turn.RESUME)
next_level = partial(_turn, Turn.NEXT)
back = partial(_turn, Turn.BACK)
stop = partial(_turn, Turn.STOP)


def _done(club: Club, turn: Turn, turned: tuple[Clock, ClockReading]) -> Done:
    """Return what came of a turn of a clock, which its opposite undoes where it has one."""
    clock, now = turned
    what = "what was done with the clock"
    undo = Undoable(what, otherwise="Turn the clock by its other deeds: start, next, back or add.")
    if opposite := _OPPOSITE.get(turn):
        undo = Undoable(what, partial(_again, club, opposite, clock.tournament, 0))
    return Done(_said(turn, clock, now), undo)


def _again(club: Club, turn: Turn, tournament: int | None, minutes: int, _reason: str) -> str:
    return _said(turn, *actions.turn(club, turn, tournament, minutes=minutes))


def _said(turn: Turn, clock: Clock, now: ClockReading) -> str:
    return "The clock has been removed." if turn is Turn.STOP else f"{now.digits}  {describe_now(clock.name, now)}"
