"""Operations that change a drawn round: redraw, swap, move, replay, award a walkover, and penalise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.text.fractions import parse_fraction
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import read_by, whole_number
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.tournament.actions import PLAYER, player_parameter
from referee.dashboard.tournament.format_view import Selection
from referee.tournaments import overview, wording
from referee.tournaments.actions import answering, closing, entering, hand_changes, playing, rounds
from referee.tournaments.state.view import RoundView, TableView, TournamentView

_TABLE: Final = "table"
_POINTS: Final = "points"


def possible_changes(view: TournamentView) -> list[Pick]:
    """Return the menu rows of the changes that are possible now."""
    latest = view.latest if view.status != "over" else None
    status = {table.status for table in latest.tables} if latest else set()
    has_unanswered = latest and any(table.needs_decision for round_view in view.rounds for table in round_view.tables)
    can_penalise = view.entries and view.status != "over"
    rows = (
        (latest and status <= {"drawn", "void"}, Pick("redraw", label="Draw the round again", letter="t")),
        ("drawn" in status, Pick("swap", label="Swap two players in the round", letter="b")),
        ("drawn" in status, Pick("move", label="Move a player to another table of the round", letter="o")),
        (has_unanswered, Pick("replay", label="Replay a void table", letter="r")),
        (status & {"drawn", "void"}, Pick("walkover", label="Award a table as a walkover", letter="w")),
        (has_unanswered, Pick("leave void", label="Leave a void table void", letter="l")),
        (can_penalise, Pick("penalty", label="Give a penalty: points off in this tournament", letter="y")),
        (view.rounds, Pick("check", label="Check that every round can be drawn again alike", letter="k")),
    )
    return [row for is_offered, row in rows if is_offered]


def _redraw(selection: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> Done:
        view = rounds.redraw(club, str(selection.number), reason=answers[REASON])
        return Done(f"{view.rounds[-1].name} is drawn again.")

    question = "Draw the round again, with present players and scores? The old draw stays in the log."
    return telling("tournament redraw", do, (reason(question, "an earlier result was wrong", "a player came late"),))


def _swap(selection: Selection) -> Deed[Done]:
    def prompt(club: Club, _: Answers) -> Prompt:
        view, last_round = _load_latest_round(club, selection.number)
        seated_entries = [entry for table in last_round.tables if table.status == "drawn" for entry in table.entries]
        names = [view.name_of(entry) for entry in (*seated_entries, *last_round.byes)]
        default = f"{selection.name}, " if selection.name in names else ""
        text = f"Which two players swap places in {last_round.name}?"
        return Prompt(text, tuple(map(Pick, names)), default, "Ann, Ben", separator=picking.NAME_SEPARATOR)

    def parse_pair(club: Club, _: Answers, text: str) -> str:
        names = picking.answers(text)
        if len(names) != 2:
            raise ClubFault("Type two names with a comma between them, such as Ann, Ben.")
        return picking.NAME_SEPARATOR.join(entering.full_name(club, str(selection.number), name) for name in names)

    def do(club: Club, answers: Answers) -> Done:
        first, second = picking.answers(answers[PLAYER])
        return _describe_change(hand_changes.swap(club, str(selection.number), first, second, reason=answers[REASON]))

    swap_reason = reason(lambda answers: f"{answers[PLAYER]} swap places.", example="sits by the door")
    return telling("tournament swap", do, (Parameter(PLAYER, prompt, parse_pair), swap_reason))


def _move(selection: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> Done:
        name, table = answers[PLAYER], int(answers[_TABLE])
        return _describe_change(hand_changes.move(club, str(selection.number), name, table, reason=answers[REASON]))

    move_reason = reason(
        lambda answers: f"{answers[PLAYER]} moves to table {answers[_TABLE]}.", example="sits by the door"
    )
    parameters = (
        player_parameter(
            selection.number, lambda view: f"Who moves to another table of {view.rounds[-1].name}?", selection.name
        ),
        _table_parameter(selection.number, "To which table of {}?", lambda table: table.status == "drawn"),
        move_reason,
    )
    return telling("tournament move", do, parameters)


def _describe_change(view: TournamentView) -> Done:
    return Done(f"Changed: {view.rounds[-1].changes[-1].said}")


def _replay(selection: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> Done:
        view = playing.replay(club, str(selection.number), int(answers[_TABLE]), reason=answers[REASON])
        latest = max(table.match for table in view.rounds[-1].tables if table.match)
        return Done(f"Table {answers[_TABLE]} is replayed as table {latest.table}.")

    replay_reason = reason(lambda answers: f"Table {answers[_TABLE]} is replayed.", example="the power failed")
    return telling(
        "tournament replay",
        do,
        (_void_table_parameter(selection.number, "Which table of {} is replayed?"), replay_reason),
    )


def _leave_void(selection: Selection) -> Deed[Done]:
    def do(club: Club, answers: Answers) -> Done:
        answering.leave_void(club, str(selection.number), int(answers[_TABLE]), reason=answers[REASON])
        return Done(f"Table {answers[_TABLE]} stays void.")

    void_reason = reason(lambda answers: f"Table {answers[_TABLE]} stays void.", "there was no time left")
    return telling(
        "tournament leave-void",
        do,
        (_void_table_parameter(selection.number, "Which table of {} stays void?"), void_reason),
    )


def _walkover(selection: Selection) -> Deed[Done]:
    def winners_prompt(club: Club, answers: Answers) -> Prompt:
        view, round_view = _load_latest_round(club, selection.number)
        entries = [table.entries for table in round_view.tables if str(table.printed_number) == answers[_TABLE]]
        picks = tuple(Pick(view.name_of(entry)) for players in entries for entry in players)
        question = f"Who wins table {answers[_TABLE]} without play? Leave blank for everybody who is left there:"
        return Prompt(question, picks, example="Ann", optional=True, separator=picking.NAME_SEPARATOR)

    def do(club: Club, answers: Answers) -> Done:
        table, winners = int(answers[_TABLE]), picking.answers(answers[PLAYER])
        answering.award_walkover(club, str(selection.number), table, winners, reason=answers[REASON])
        return Done(f"Table {table} is a walkover.")

    walkover_reason = reason(lambda answers: f"Table {answers[_TABLE]} is a walkover.", "the others left")
    table_parameter = _table_parameter(
        selection.number, "Which table of {} is a walkover?", lambda table: table.status in ("drawn", "void")
    )
    return telling("tournament walkover", do, (table_parameter, Parameter(PLAYER, winners_prompt), walkover_reason))


def _penalty(selection: Selection) -> Deed[Done]:
    def parse_points(text: str) -> Fraction:
        if (points := parse_fraction(text)) is None:
            raise ClubFault(f"{text!r} is not a number of points. Type points, such as 1 or 1/2.")
        return points

    def do(club: Club, answers: Answers) -> Done:
        points = Fraction(answers[_POINTS])
        view, entry = closing.give_penalty(club, str(selection.number), answers[PLAYER], points, reason=answers[REASON])
        return Done(wording.describe_penalty(view, entry, points))

    penalty_reason = reason(
        lambda answers: f"{answers[PLAYER]} loses {answers[_POINTS]}.", "came late", example="came late"
    )
    parameters = (
        player_parameter(selection.number, "Who loses points?", selection.name, lambda *_: True),
        Parameter(
            _POINTS,
            lambda _, answers: Prompt(f"How many points does {answers[PLAYER]} lose?", example="1/2"),
            read_by(parse_points),
        ),
        penalty_reason,
    )
    return telling("tournament penalty", do, parameters)


def _check(selection: Selection) -> Deed[str]:
    """Return the operation that draws every round again and reports whether each draw is the same."""

    def do(club: Club, _: Answers) -> str:
        checked_rounds = rounds.check(club, str(selection.number))[1]
        text = " ".join(map(wording.describe_check, checked_rounds))
        if not all(checked_round.same for checked_round in checked_rounds):
            raise ClubFault(text)
        return text

    return Deed("tournament draw", do, said=lambda text: text)


def _void_table_parameter(number: int, question: str) -> Parameter:
    return _table_parameter(number, question, lambda table: table.needs_decision, is_prefilled=True)


def _table_parameter(
    number: int, question: str, is_choice: Callable[[TableView], bool], *, is_prefilled: bool = False
) -> Parameter:
    """Return the parameter for a table that `is_choice` accepts, in the latest round with such a table.

    With `is_prefilled`, the first such table is the initial answer.
    """

    def prompt(club: Club, _: Answers) -> Prompt:
        view = overview.read_view(club, str(number))
        round_view = next(
            (earlier for earlier in reversed(view.rounds) if any(map(is_choice, earlier.tables))), view.rounds[-1]
        )
        tables = [table for table in round_view.tables if is_choice(table)]
        picks = tuple(Pick(f"{table.printed_number}", join_words(map(view.name_of, table.entries))) for table in tables)
        default = picks[0].answer if is_prefilled and picks else ""
        return Prompt(question.format(round_view.name), picks, default, example="2")

    def parse_number(text: str) -> int:
        number_text = text.casefold().removeprefix("table").strip()
        return whole_number(number_text, "its number, such as 2", most=9999, noun="table")

    return Parameter(_TABLE, prompt, read_by(parse_number))


def _load_latest_round(club: Club, number: int) -> tuple[TournamentView, RoundView]:
    view = overview.read_view(club, str(number))
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
"""The operations that change a round, by the answer of their menu row."""
