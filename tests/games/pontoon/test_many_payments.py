"""A hand in which somebody pays over and over: judged in time that grows with how often."""

import sys
from types import FrameType

import pytest

from referee.games import rulebook
from referee.games.examples import example_text
from referee.rules import Report, Verdict, read_facts, read_record, replay
from tests.games import ruling


def report_with(lines: list[str]) -> Report:
    """Judge the example of Pontoon up to its first payment, and then some payments."""
    text = example_text("pontoon")
    before = text[: text.index(" pays ")].rpartition("\n")[0]
    record = read_record("\n".join([before, *lines]) + "\n", rulebook).record
    assert record is not None
    return replay(record)


def first_payment() -> str:
    return next(line for line in example_text("pontoon").splitlines() if " pays " in line)


FACTS = ["Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD"]


def record_with(lines: list[str]) -> Report:
    record = read_facts([*FACTS, *lines], rulebook("pontoon"), rulebook("pontoon").options()).record
    assert record is not None
    return replay(record)


def test_one_who_has_settled_has_settled_however_often_they_pay_again() -> None:
    once, often = ruling.told(record_with(["Dee pays Ann 8"])), ruling.told(record_with(["Dee pays Ann 8"] * 50))
    assert once.entries[-1].ruling.verdict is Verdict.LEGAL
    repeated_entries = often.entries[-49:]
    assert {entry.ruling.verdict for entry in repeated_entries} == {Verdict.ILLEGAL}
    assert {entry.ruling.reason for entry in repeated_entries} == {"Ann and the banker have settled already."}
    # What settled the hand is what the ruling rests on, not all that was paid in vain.
    assert {entry.ruling.because[:1] for entry in repeated_entries} == {(len(FACTS) + 1,)}
    assert often.settlement == once.settlement


def test_after_very_many_payments_in_vain_the_right_one_settles() -> None:
    vain = [f"Dee pays Ann {100 + n}" for n in range(200)]
    sheet = ruling.told(record_with([*vain, "Dee pays Ann 8", "Dee pays Ann 8"]))
    assert [entry.ruling.verdict for entry in sheet.entries[-3:]] == [Verdict.ILLEGAL, Verdict.LEGAL, Verdict.ILLEGAL]
    assert sheet.entries[-1].ruling.reason == "Ann and the banker have settled already."


@pytest.mark.long
@pytest.mark.parametrize("distinct", [False, True])
def test_two_thousand_payments_are_judged_in_steps_that_grow_with_their_number(distinct: bool) -> None:
    payer, _, payment_text = first_payment().partition(" pays ")
    payee = payment_text.split()[0]

    def count_steps(payments: int) -> int:
        """Count what Python does, which is the same every time, as times are not."""
        lines = [f"{payer} pays {payee} {n + 100}" if distinct else first_payment() for n in range(payments)]
        counted = 0

        def count(_frame: FrameType, event: str, _given: object) -> None:
            nonlocal counted
            counted += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            sheet = report_with(lines)
        finally:
            sys.setprofile(None)
        assert len(sheet.entries) > payments
        return counted

    # Four times the payments; with the square it would be sixteen times the steps.
    assert count_steps(2000) < 5 * count_steps(500)
