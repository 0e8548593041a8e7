"""Operations on the players' phones: answer calls, settle results, unpair phones, and switch features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.club.phones import calls, pairing, report_settlement, reports
from referee.club.phones.codes import format_code
from referee.club.phones.evening_state import OfficerCall, Phone, ResultReport, Switches, read_evening
from referee.club.phones.report_settlement import FinishOutcome
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.phones.phones_view import PhonesView
from referee.dashboard.table.ending import finish
from referee.rules import write_places

_VERSION: Final = "version"


def tell_coming(session: int, call: OfficerCall) -> Deed[None]:
    """Return the operation that tells a table that an officer is coming."""
    return Deed(
        "phones coming",
        lambda club, _: calls.mark_coming(club, session, call.table),
        said=lambda _: f"Table {call.table} is told that you are coming.",
    )


def end_call(session: int, call: OfficerCall) -> Deed[None]:
    """Return the operation that ends a table's call."""
    return Deed(
        "phones done",
        lambda club, _: calls.end_call(club, session, call.table),
        said=lambda _: f"The call of table {call.table} is done.",
    )


def finish_match(match: int, table: int, undo_key: str, enter_key: str) -> Deed[MatchView]:
    """Return the operation that finishes a match with an agreed result. It needs no preview."""
    return replace(finish(match, undo_key, enter_key), effect=None, said=lambda _: f"Table {table} is finished.")


def finish_agreed(session: int) -> Deed[FinishOutcome]:
    """Return the operation that finishes every match whose players agree on the result."""

    def effect(club: Club, _: Answers) -> Effect:
        with club.reading() as tx:
            agreed_matches = report_settlement.agreed_matches(read_evening(tx, session))
        rows = [_result(matches.show(club, match)) for match in agreed_matches]
        return Effect("Finish every table whose players agree?", "finish them", rows)

    def said(finished: FinishOutcome) -> str:
        table_numbers = [str(match.table) for match in finished.finished]
        tables = (
            f"Table{'' if len(table_numbers) == 1 else 's'} {join_words(table_numbers)}"
            if table_numbers
            else "No table"
        )
        return " ".join([f"{tables} {'are' if len(table_numbers) > 1 else 'is'} finished.", *finished.left])

    return Deed(
        "phones finish",
        lambda club, _: report_settlement.finish_agreed(club, session),
        effect=effect,
        said=said,
        well=lambda finished: not finished.left,
    )


def record_version(view: PhonesView, session: int, report: ResultReport, table: int) -> Deed[MatchView]:
    """Return the operation that records one version of a report. It asks which of several versions."""
    versions = [f"{view.name_of(version.member)}: {view.result_text(version.places)}" for version in report.versions]
    picks = tuple(Pick(str(index), label=text) for index, text in enumerate(versions))
    question = Prompt(f"Which result counts at table {table}?", picks, choices_only=True)

    def do(club: Club, answers: Answers) -> MatchView:
        reports.record(club, session, report.match, int(answers.get(_VERSION) or 0))
        return matches.show(club, report.match)

    parameters = (Parameter(_VERSION, question),) if len(picks) > 1 else ()
    return Deed("phones record", do, parameters, said=lambda match: f"Recorded at table {_result(match)}")


def discard_report(session: int, report: ResultReport, table: int) -> Deed[None]:
    """Return the operation that discards a reported result."""
    return Deed(
        "phones withdraw",
        lambda club, _: reports.withdraw(club, session, report.match),
        said=lambda _: f"The report of table {table} is discarded. Its players can report again.",
    )


def unpair(session: int, phone: Phone, name: str) -> Deed[None]:
    """Return the operation that unpairs a phone from its player."""
    return Deed(
        "phones unpair",
        lambda club, _: pairing.unpair(club, session, phone.id),
        said=lambda _: f"Phone {phone.number} no longer speaks for {name}. The code of a table pairs it again.",
    )


def let_write(session: int, phone: Phone, name: str) -> Deed[None]:
    """Return the operation that makes a phone its player's writing phone."""
    return Deed(
        "phones let-write",
        lambda club, _: pairing.let_write(club, session, phone.id),
        said=lambda _: f"Phone {phone.number} writes for {name} now; any other one reads.",
    )


def renew_code(session: int, table: int) -> Deed[str]:
    """Return the operation that gives a table a new code."""
    return Deed(
        "phones new-code",
        lambda club, _: pairing.renew_code(club, session, table),
        said=lambda code: f"The code of table {table} is {format_code(code)} now. Paired phones stay paired.",
    )


def change_switches(session: int, table: int | str, change: Callable[[Switches], Switches], text: str) -> Deed[None]:
    """Return the operation that changes the phone switches of a table, or of all tables with `EVERYWHERE`."""
    return Deed(
        "phones switch",
        lambda club, _: pairing.switch(club, session, table, change),
        said=lambda _: text,
    )


def _result(match: MatchView) -> str:
    return f"{match.table}: {write_places(match.places)}"
