"""Operations on the clock of a tournament or of the room."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee.club.folder import Club
from referee.dashboard.deeds.asking import number
from referee.dashboard.deeds.deed import ANYWAY, Answers, Deed, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.tournament.actions import TOURNAMENT
from referee.tournaments import overview
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.actions import AlreadyStarted, Clock
from referee.tournaments.clocks.clock import ClockAction, ClockReading, describe_now

_MINUTES: Final = "minutes"
_ROOM: Final = "room"
_parse_minutes: Final = number("a number such as 5", -(10**9), noun="number of minutes")


def start() -> Deed[Done]:
    """Return the operation that starts the clock of a running tournament or of the room."""

    def clock_prompt(club: Club, _: Answers) -> Prompt | None:
        with club.reading() as tx:
            numbers = overview.list_under_way(tx)
        picks = tuple(Pick(f"{number}", label=overview.read_view(club, f"{number}").name) for number in numbers)
        return Prompt("Which clock?", (*picks, Pick(_ROOM, label="the room")), choices_only=True) if picks else None

    def minutes_prompt(_: Club, answers: Answers) -> Prompt:
        if answers[TOURNAMENT] in ("", _ROOM):
            return Prompt("How many minutes?", value="45")
        question = "How many minutes? Leave blank for its levels or the length of its rounds:"
        return Prompt(question, optional=True, example="45")

    def do(club: Club, answers: Answers) -> Done:
        tournament = int(answers[TOURNAMENT]) if answers[TOURNAMENT].isdecimal() else None
        outcome = actions.start_clock(club, tournament, minutes=int(answers[_MINUTES] or 0), anew=ANYWAY in answers)
        return _describe_outcome(ClockAction.START, outcome)

    parameters = (Parameter(TOURNAMENT, clock_prompt), Parameter(_MINUTES, minutes_prompt, _parse_minutes))
    return telling("clock start", do, parameters, anyway={AlreadyStarted: "start it again"})


def add() -> Deed[Done]:
    """Return the operation that adds minutes to the current period, or removes some."""

    def do(club: Club, answers: Answers) -> Done:
        return _describe_outcome(
            ClockAction.ADD, actions.apply_action(club, ClockAction.ADD, minutes=int(answers[_MINUTES]))
        )

    question = Prompt("How many minutes are added? A number below 0 takes minutes away.", value="5")
    return telling("clock add", do, (Parameter(_MINUTES, question, _parse_minutes),))


def _action_deed(action: ClockAction) -> Deed[Done]:
    return telling(f"clock {action}", lambda club, _: _describe_outcome(action, actions.apply_action(club, action)))


pause = partial(_action_deed, ClockAction.PAUSE)
resume = partial(_action_deed, ClockAction.RESUME)
next_level = partial(_action_deed, ClockAction.NEXT)
previous_level = partial(_action_deed, ClockAction.BACK)
stop = partial(_action_deed, ClockAction.STOP)


def _describe_outcome(action: ClockAction, outcome: tuple[Clock, ClockReading]) -> Done:
    """Return the outcome of an action on a clock, with its time."""
    clock, reading = outcome
    if action is ClockAction.STOP:
        return Done("The clock has been removed.")
    return Done(f"{reading.digits}  {describe_now(clock.name, reading)}")
