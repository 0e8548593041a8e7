"""Change a drawn round: draw it again, swap or move players, replay or award a table, take points off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.text.fractions import fraction
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import read_by, whole_number
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done
from referee.dashboard.tournament.actions import WHO, TournamentOutcome, entrant, tournament_deed
from referee.dashboard.tournament.format_view import Selection
from referee.tournaments import overview, wording
from referee.tournaments.actions import answering, closing, entering, hand_changes, playing, rounds
from referee.tournaments.state.view import RoundView, TableView, TournamentView

_TABLE: Final = "table"
_POINTS: Final = "points"


def possible_changes(view: TournamentView) -> list[Pick]:
    """Return what can be put right as it is now, each with its words."""
    last = view.latest if view.status != "over" else None
    status = {table.status for table in last.tables} if last else set()
    unanswered = last and any(table.unanswered for drawn in view.rounds for table in drawn.tables)
    to_come = view.entries and view.status != "over"
    rows = (
        (last and status <= {"drawn", "void"}, Pick("redraw", label="Draw the round again", letter="t")),
        ("drawn" in status, Pick("swap", label="Swap two players in the round", letter="b")),
        ("drawn" in status, Pick("move", label="Move a player to another table of the round", letter="o")),
        (unanswered, Pick("replay", label="Replay a void table", letter="r")),
        (status & {"drawn", "void"}, Pick("walkover", label="Award a table as a walkover", letter="w")),
        (unanswered, Pick("leave void", label="Leave a void table void", letter="l")),
        (to_come, Pick("penalty", label="Give a penalty: points off in this tournament", letter="y")),
        (view.rounds, Pick("check", label="Check that every round can be drawn again alike", letter="k")),
    )
    return [row for so, row in rows if so]


def _redraw(at: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> TournamentOutcome:
        view = rounds.redraw(club, str(at.number), reason=answers[REASON])
        return view, f"{view.rounds[-1].name} is drawn again."

    asks = "Draw the round again, with present players and scores? The old draw stays in the log."
    return tournament_deed(
        "tournament redraw", do, (reason(asks, "an earlier result was wrong", "a player came late"),)
    )


def _swap(at: Selection) -> Deed[Done]:
    def question(club: Club, _: Answers) -> Prompt:
        view, last_round = _latest(club, at.number)
        drawn = [entry for table in last_round.tables if table.status == "drawn" for entry in table.entries]
        names = [view.name_of(entry) for entry in (*drawn, *last_round.byes)]
        value = f"{at.name}, " if at.name in names else ""
        asks = f"Which two players swap places in {last_round.name}?"
        return Prompt(asks, tuple(map(Pick, names)), value, "Ann, Ben", separator=picking.AND)

    def two(club: Club, _: Answers, text: str) -> str:
        names = picking.answers(text)
        if len(names) != 2:
            raise ClubFault("Type two names with a comma between them, such as Ann, Ben.")
        return picking.AND.join(entering.whole_name(club, str(at.number), name) for name in names)

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        one, other = picking.answers(answers[WHO])
        return _by_hand(hand_changes.swap(club, str(at.number), one, other, reason=answers[REASON]))

    why = reason(lambda answers: f"{answers[WHO]} swap places.", example="sits by the door")
    return tournament_deed("tournament swap", do, (Parameter(WHO, question, two), why))


def _move(at: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> TournamentOutcome:
        name, table = answers[WHO], int(answers[_TABLE])
        return _by_hand(hand_changes.move(club, str(at.number), name, table, reason=answers[REASON]))

    why = reason(lambda answers: f"{answers[WHO]} moves to table {answers[_TABLE]}.", example="sits by the door")
    asks = (
        entrant(at.number, lambda view: f"Who moves to another table of {view.rounds[-1].name}?", at.name),
        _table(at.number, "To which table of {}?", lambda table: table.status == "drawn"),
        why,
    )
    return tournament_deed("tournament move", do, asks)


def _by_hand(view: TournamentView) -> TournamentOutcome:
    return view, f"Changed: {view.rounds[-1].changes[-1].said}"


def _replay(at: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> TournamentOutcome:
        view = playing.replay(club, str(at.number), int(answers[_TABLE]), reason=answers[REASON])
        last = max(table.match for table in view.rounds[-1].tables if table.match)
        return view, f"Table {answers[_TABLE]} is replayed as table {last.table}."

    why = reason(lambda answers: f"Table {answers[_TABLE]} is replayed.", example="the power failed")
    return tournament_deed("tournament replay", do, (_void(at.number, "Which table of {} is replayed?"), why))


def _leave_void(at: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> TournamentOutcome:
        view = answering.leave_void(club, str(at.number), int(answers[_TABLE]), reason=answers[REASON])
        return view, f"Table {answers[_TABLE]} stays void."

    why = reason(lambda answers: f"Table {answers[_TABLE]} stays void.", "there was no time left")
    return tournament_deed("tournament leave-void", do, (_void(at.number, "Which table of {} stays void?"), why))


def _walkover(at: Selection) -> Deed[Done]:
    def winners(club: Club, answers: Answers) -> Prompt:
        view, last = _latest(club, at.number)
        entries = [table.entries for table in last.tables if str(table.called) == answers[_TABLE]]
        picks = tuple(Pick(view.name_of(entry)) for of in entries for entry in of)
        asks = f"Who wins table {answers[_TABLE]} without play? Leave blank for everybody who is left there:"
        return Prompt(asks, picks, example="Ann", optional=True, separator=picking.AND)

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        table, first = int(answers[_TABLE]), picking.answers(answers[WHO])
        view = answering.walkover(club, str(at.number), table, first, reason=answers[REASON])
        return view, f"Table {table} is a walkover."

    why = reason(lambda answers: f"Table {answers[_TABLE]} is a walkover.", "the others left")
    parameter = _table(at.number, "Which table of {} is a walkover?", lambda table: table.status in ("drawn", "void"))
    return tournament_deed("tournament walkover", do, (parameter, Parameter(WHO, winners), why))


def _penalty(at: Selection) -> Deed[Done]:
    def read(text: str) -> Fraction:
        if (found := fraction(text)) is None:
            raise ClubFault(f"{text!r} is not a number of points. Type points, such as 1 or 1/2.")
        return found

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        taken = Fraction(answers[_POINTS])
        view, entry = closing.penalty(club, str(at.number), answers[WHO], taken, reason=answers[REASON])
        return view, wording.penalised(view, entry, taken)

    why = reason(lambda answers: f"{answers[WHO]} loses {answers[_POINTS]}.", "came late", example="came late")
    asks = (
        entrant(at.number, "Who loses points?", at.name, lambda *_: True),
        Parameter(_POINTS, lambda _, to: Prompt(f"How many points does {to[WHO]} lose?", example="1/2"), read_by(read)),
        why,
    )
    return tournament_deed("tournament penalty", do, asks)


def _check(at: Selection) -> Deed[str]:
    """Return the deed that draws every round once more, and says whether each comes out alike."""

    def do(club: Club, _: Answers) -> str:
        checked_rounds = rounds.check(club, str(at.number))[1]
        text = " ".join(map(wording.checked, checked_rounds))
        if not all(checked_round.same for checked_round in checked_rounds):
            raise ClubFault(text)
        return text

    return Deed("tournament draw", do, said=lambda text: text)


def _void(number: int, asks: str) -> Parameter:
    return _table(number, asks, lambda table: table.unanswered, marked=True)


def _table(number: int, asks: str, among: Callable[[TableView], bool], *, marked: bool = False) -> Parameter:
    """Ask for a table of the last round that has such; the first may stand in the line already."""

    def question(club: Club, _: Answers) -> Prompt:
        view = overview.show(club, str(number))
        last = next((drawn for drawn in reversed(view.rounds) if any(map(among, drawn.tables))), view.rounds[-1])
        tables = [table for table in last.tables if among(table)]
        picks = tuple(Pick(f"{table.called}", join_words(map(view.name_of, table.entries))) for table in tables)
        value = picks[0].answer if marked and picks else ""
        return Prompt(asks.format(last.name), picks, value, example="2")

    def read(text: str) -> int:
        found = text.casefold().removeprefix("table").strip()
        return whole_number(found, "its number, such as 2", most=9999, what="table")

    return Parameter(_TABLE, question, read_by(read))


def _latest(club: Club, number: int) -> tuple[TournamentView, RoundView]:
    view = overview.show(club, str(number))
    return view, view.rounds[-1]


CHANGES: Final[Mapping[str, Callable[[Selection], Deed[Any]]]] = {
    "redraw": _redraw,
    "swap": _swap,
    "move": _move,
    "replay": _replay,
    "walkover": _walkover,
    "leave void": _leave_void,
    "penalty": _penalty,
    "check": _check,
}
"""The deeds that change a round, by what is chosen."""
