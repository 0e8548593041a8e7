"""Operations that change a match's players, void it, reopen it or correct a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.calendar import sessions
from referee.club.corrections import corrections
from referee.club.evening import departures
from referee.club.folder import Club
from referee.club.match import matches, seat_transfers, voiding
from referee.club.match.seat_conflicts import SeatedElsewhere
from referee.club.match.table_changes import TableChange
from referee.club.match.view import MatchView
from referee.club.people import roster
from referee.club.people.duties import Duty
from referee.club.scoring_rules import clause
from referee.club.text.faults import ClubFault
from referee.club.text.names import resolve_name
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.deed import ANYWAY, REASON, Answers, Deed, Effect, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.somebody import whole_name
from referee.dashboard.undo.correction import correction, impact_rows

_PLAYER: Final = "who"
_SEAT: Final = "seat"
_HAS_BEGUN: Final = "begun"
_GONE_HOME: Final = "home"
_YES: Final = "yes"


def possible_changes(match: MatchView) -> tuple[str, ...]:
    """Return the names of the changes that are possible now. The most drastic one comes last."""
    if match.void:
        return ()
    if match.finished_at:
        return ("void",) if match.goes_on else ("reopen", "void")
    return "leave", "join", "stand-in", "swap", "void"


def describe_change(table_change: TableChange) -> str:
    """Return a message about a change: the recorded line, the scoring clause and the continuation."""
    scoring_text = f"Scoring {table_change.clause}: {clause(table_change.clause).text}" if table_change.clause else ""
    continuation = (
        f"Table {table_change.goes_on.table} goes on: {join_words(table_change.goes_on.names)}."
        if table_change.goes_on
        else ""
    )
    departure = f"{table_change.home} has gone home." if table_change.home else ""
    return " ".join(filter(None, [f"{table_change.line.text}.", departure, continuation, scoring_text]))


def _leave(match: MatchView) -> Deed[TableChange]:
    def do(club: Club, answers: Answers) -> TableChange:
        name = answers[_PLAYER]
        with club.group_changes() as transaction:
            change = seat_transfers.leave(transaction, match.number, name, has_begun=_parse_begun(answers))
            if answers[_GONE_HOME] == _YES:
                departures.check_out(transaction, [name])
                return replace(change, home=name)
        return change

    parameters = (
        _seated_parameter(match, _PLAYER, "Who leaves?"),
        _hands_played_parameter(match),
        Parameter(_GONE_HOME, _has_gone_home),
    )
    return Deed("table leave", do, parameters)


def _has_gone_home(_: Club, answers: Answers) -> Prompt:
    return Prompt(f"Has {answers[_PLAYER]} gone home?", (Pick("no"), Pick(_YES)), choices_only=True)


def _join(match: MatchView, prompt: str = "Who joins?", *seat: Parameter) -> Deed[TableChange]:
    def do(club: Club, answers: Answers) -> TableChange:
        join = partial(seat_transfers.join, club, match.number, answers[_PLAYER])
        return join(stand_in_for=answers.get(_SEAT), has_begun=_parse_begun(answers), may_sit_twice=ANYWAY in answers)

    parameters = (*seat, _free_parameter(match, prompt), _hands_played_parameter(match))
    return Deed("table join", do, parameters, anyway={SeatedElsewhere: "seat them here too"})


def _stand_in(match: MatchView) -> Deed[TableChange]:
    return _join(match, "Who takes it over?", _seated_parameter(match, _SEAT, "Whose seat is taken over?"))


def _swap(match: MatchView) -> Deed[TableChange]:
    def do(club: Club, answers: Answers) -> TableChange:
        return seat_transfers.swap(club, match.number, *_parse_two_names(match, answers[_PLAYER]))

    def full_names(_: Club, __: Answers, text: str) -> str:
        return picking.NAME_SEPARATOR.join(_parse_two_names(match, text))

    question = Prompt(
        "Which two swap seats?",
        tuple(map(Pick, match.names)),
        separator=picking.NAME_SEPARATOR,
        example=_example_names(match),
    )
    return Deed("table swap", do, (Parameter(_PLAYER, question, full_names),))


def _void(match: MatchView) -> Deed[TableChange]:
    def do(club: Club, answers: Answers) -> TableChange:
        return voiding.void_match(club, match.number, reason=answers.get(REASON, ""))

    def effect(club: Club, answers: Answers) -> Effect:
        # A match that is not finished counts nowhere yet.
        rows = impact_rows(club, lambda club: do(club, answers)) if match.finished_at else ()
        return Effect(question, "void it", rows)

    question = f"Void the match at table {match.table}? It does not count. Its lines stay in the log."
    reason_parameter = reason(question, "the wrong players were seated", "it was started twice")
    parameters = (reason_parameter,) if match.finished_at else ()
    return Deed("table void", do, parameters, effect, may=officers_only(Duty.VOID))


def _reopen(match: MatchView) -> Deed[TableChange]:
    def do(club: Club, answers: Answers) -> TableChange:
        return voiding.reopen_match(club, match.number, reason=answers[REASON])

    question = f"Reopen table {match.table}? Its result does not count until you finish it again."
    return Deed("table reopen", do, (reason(question, "there was one more hand"),))


def _example_names(match: MatchView) -> str:
    return picking.NAME_SEPARATOR.join(match.names[:2])


def _seated_parameter(match: MatchView, id: str, question_text: str) -> Parameter:
    question = Prompt(question_text, tuple(map(Pick, match.names)), example=match.names[-1])
    return Parameter(id, question, lambda _club, _answers, text: _full_name(match, text))


def _full_name(match: MatchView, text: str) -> str:
    return match.names[resolve_name(text, dict(enumerate(match.names)), "player")]


def _free_parameter(match: MatchView, question_text: str) -> Parameter:
    """Return the parameter for a player who joins. Players who are present and free lead the list."""

    def prompt(club: Club, _: Answers) -> Prompt:
        session = sessions.show(club)
        tables = {number: matches.show(club, number) for number in session.tables}
        # What is said of a name: the last that is so of it.
        note_by_name = {
            member.name: "not checked in yet" for member in roster.members(club) if member.name not in match.names
        }
        names = [*note_by_name]
        note_by_name |= {member.name: "gone home" for member in session.checked_in}
        note_by_name |= {member.name: "" for member in session.present}
        live = [(number, table) for number, table in tables.items() if not table.finished_at]
        playing = {name: f"at table {number}" for number, match in live for name in match.names}
        names.sort(key=lambda name: (note_by_name[name] != "", name in playing))
        picks = (Pick(name, note_by_name[name] or playing.get(name, "")) for name in names)
        return Prompt(question_text, tuple(picks), example="Eve")

    return Parameter(_PLAYER, prompt, whole_name)


def _hands_played_parameter(match: MatchView) -> Parameter:
    """Return the parameter that asks whether unrecorded hands were played, unless the record has lines."""
    question_text = "Has a hand been played that is not recorded?"
    question = Prompt(question_text, (Pick("no"), Pick(_YES)), value="no", choices_only=True)

    def prompt(_: Club, __: Answers) -> Prompt | None:
        return None if any(line.kind == "line" for line in match.log) else question

    return Parameter(_HAS_BEGUN, prompt)


def _parse_begun(answers: Answers) -> bool | None:
    return answers[_HAS_BEGUN] == _YES if answers[_HAS_BEGUN] else None


def _parse_two_names(match: MatchView, text: str) -> tuple[str, str]:
    names = [_full_name(match, answer) for answer in (picking.answers(text) if "," in text else text.split())]
    if len(names) != 2:
        raise ClubFault(f"Type two names, such as {_example_names(match)}.")
    return names[0], names[1]


def correct_seat(match: MatchView) -> Deed[object]:
    """Return the operation that corrects the player in a seat of a finished match."""

    def act(club: Club, answers: Answers) -> object:
        return corrections.seat(club, match.number, answers[_SEAT], answers[_PLAYER], reason=answers[REASON])

    def player_prompt(club: Club, answers: Answers) -> Prompt:
        picks = tuple(Pick(member.name) for member in roster.members(club) if member.name != answers[_SEAT])
        return Prompt(f"Who sat in the seat of {answers[_SEAT]}?", picks, example="Hal")

    parameters = _seated_parameter(match, _SEAT, "Whose seat is wrong?"), Parameter(_PLAYER, player_prompt, whole_name)
    message = "{who} sat in the seat of {seat}."
    return correction("correct seat", match.number, parameters, lambda answers: message.format(**answers), act)


@frozen
class Change:
    """A row in the menu of player changes, with the function that makes its operation."""

    label: str
    letter: str
    make_deed: Callable[[MatchView], Deed[TableChange]]


CHANGES: Final[Mapping[str, Change]] = {
    "leave": Change("A player leaves", "x", _leave),
    "join": Change("A player joins", "j", _join),
    "stand-in": Change("A stand-in takes over a seat", "s", _stand_in),
    "swap": Change("Two players swap seats", "b", _swap),
    "void": Change("Void the match: it does not count", "v", _void),
    "reopen": Change("Reopen the match: there is more to record", "s", _reopen),
}
