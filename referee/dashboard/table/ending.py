"""Operations that end a match: finish it from its record, enter a result, or correct one."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee.cards.words import join_words, quantity
from referee.club.calendar.closed_seasons import check_season_open, is_past
from referee.club.corrections import result_entry
from referee.club.folder import Club
from referee.club.match import ending, matches
from referee.club.match.log import load_log
from referee.club.match.result_text import parse_result
from referee.club.match.view import MatchView
from referee.club.phones.report_settlement import pending_reports
from referee.club.text.faults import ClubFault, UndecidedMatch
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import ANYWAY, REASON, Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.undo.correction import correction, impact_rows
from referee.rules import write_places

_RESULT: Final = "result"


def finish(table: int, undo_key: str, enter_key: str) -> Deed[MatchView]:
    """Return the operation that finishes a match from its record. It previews the result.

    The messages name the keys: `undo_key` reopens the match, and `enter_key` enters a result.
    """

    def effect(club: Club, _: Answers) -> Effect:
        match = matches.show(club, table)
        result_hint = "" if match.places else f" Escape, then {enter_key} enters one."
        question = (
            f"End the match at table {match.table}? {finishing_summary(match)}{result_hint} {undo_key} reopens it."
        )
        return Effect(question, "end it")

    def do(club: Club, answers: Answers) -> MatchView:
        return ending.finish(club, table, undecided=ANYWAY in answers)

    overrides = {UndecidedMatch: "finish anyway, and count what is decided"}
    return Deed("finish", do, effect=effect, anyway=overrides)


def enter_result(table: int, lead: str = "") -> Deed[MatchView]:
    """Return the operation that ends a match with an entered result. `lead` names the table if needed."""

    def do(club: Club, answers: Answers) -> MatchView:
        places, chips = parse_result(answers[_RESULT])
        if result_entry.is_correction(club, table):  # at another desk, while it was asked here
            raise ClubFault(f"Table {table} is already finished. Press Escape to see its result.")
        return result_entry.record(club, table, places=places, chips=chips)

    def result_prompt(club: Club, _: Answers) -> Prompt:
        match = matches.show(club, table)
        reported = "".join(f"{report.in_words} " for report in pending_reports(club, match.session_id, match.id))
        return _result_prompt_for(match, f"{reported}{lead}Result, best first:")

    def effect(club: Club, answers: Answers) -> Effect | None:
        if not is_past(club, table):
            return None
        what = f"The result of table {table}, in a session that is over, becomes {answers[_RESULT]}."
        return Effect(what, "enter it", impact_rows(club, lambda changed_club: do(changed_club, answers)))

    can_enter = partial(check_season_open, table=table)
    return Deed("result", do, (Parameter(_RESULT, result_prompt),), effect, may=can_enter)


def correct_result(table: int) -> Deed[MatchView]:
    """Return the operation that corrects the result of a finished match."""

    def do(club: Club, answers: Answers) -> MatchView:
        places, chips = parse_result(answers[_RESULT])
        return result_entry.record(club, table, places=places, chips=chips, reason=answers[REASON])

    def check_result(club: Club, _: Answers, text: str) -> str:
        ending.read_result(load_log(club, table), *parse_result(text))
        return text

    def result_prompt(club: Club, _: Answers) -> Prompt:
        match = matches.show(club, table)
        value = write_places(match.places) if match.places else ""
        return _result_prompt_for(match, "Correct result, best first:", value)

    def describe(answers: Answers) -> str:
        return f"The result of table {table} becomes {answers[_RESULT]}."

    return correction("result", table, (Parameter(_RESULT, result_prompt, check_result),), describe, do)


def _result_prompt_for(match: MatchView, question_text: str, value: str = "") -> Prompt:
    names = match.remaining_names
    first, second = (*names, *("Ann", "Ben"))[:2]
    input_hint = f"Pick the names in order, or type chips: {first}=5 {second}=-5"
    example = write_places([[first], names[1:3]]) if len(names) > 1 else f"{first} > {second}"
    question = f"{question_text} {input_hint}"
    return Prompt(
        question, tuple(map(Pick, names)), value, example, separator=picking.PLACE_SEPARATOR, reads=_read_back
    )


def _read_back(text: str) -> str:
    try:
        places, chips = parse_result(text)
    except ClubFault:
        return ""
    if chips:
        return "   ".join(f"{name} {amount:+}" for name, amount in chips.items())
    rank, texts = 1, []
    for group in places:
        texts.append(f"{rank} {join_words(group)}")
        rank += len(group)
    return "   ".join(texts)


def finishing_summary(match: MatchView) -> str:
    """Return the effect of finishing a match now, in a few sentences."""
    texts = []
    if open_count := len(match.sheet.open):
        texts.append(f"{quantity(open_count, 'open question')} {'lapses' if open_count == 1 else 'lapse'}.")
    if match.places:
        texts.append(f"The result counts for {join_words(match.names)}: {write_places(match.places)}.")
    else:
        texts.append(f"There is no result yet for {join_words(match.names)}.")
    return " ".join(texts)
