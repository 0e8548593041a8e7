"""A hand that takes card after card: judged in time, and held in memory, that grow with how many."""

import sys
import tracemalloc
from types import FrameType

import pytest

from referee.games import rulebook
from referee.games.pontoon.table import PontoonOptions
from referee.rules import Verdict, read_facts, replay


def bytes_of_report(line: str, times: int) -> int:
    """How many bytes the sheet of a hand holds in which a line is told so often."""
    record = read_facts(
        ["Dee banks", "Ann bets 4", *[line] * times], rulebook("pontoon"), rulebook("pontoon").options()
    )
    assert record.record is not None
    tracemalloc.start()
    try:
        sheet = replay(record.record)
        assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
        assert len(sheet.table.boxes[sheet.record.seats.names.index("Ann")][0].acts) == times + 1
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("line", ["Ann twists", "Ann buys 4", "Ann shows 5S"])
def test_a_thousand_cards_are_held_in_memory_that_grows_with_their_number(line: str) -> None:
    bytes_of_report(line, 10)  # what is made once
    assert bytes_of_report(line, 1000) < 2.5 * bytes_of_report(line, 500)


def count_steps(lines: list[str], options: PontoonOptions | None = None) -> int:
    """Count what Python does to judge a hand, which is the same every time, as times are not."""
    record = read_facts(["Dee banks", "Ann bets 4", *lines], rulebook("pontoon"), options or PontoonOptions()).record
    assert record is not None
    counted = 0

    def count(_frame: FrameType, event: str, _given: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        replay(record)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("limit", ["original_bet", "previous_buy_max", "current_total"])
def test_a_thousand_cards_are_bought_in_steps_that_grow_with_their_number(limit: str) -> None:
    options = PontoonOptions(buy_limit_ref=limit)
    assert count_steps(["Ann buys 4"] * 1000, options) < 5 * count_steps(["Ann buys 4"] * 250, options)


def test_a_hand_that_is_split_over_and_over_is_judged_in_steps_that_grow_with_how_often() -> None:
    """There are four cards of a rank, so that nobody has a fifth hand: 5.10."""
    assert count_steps(["Ann shows 2S", *["Ann splits"] * 200]) < 5 * count_steps(
        ["Ann shows 2S", *["Ann splits"] * 50]
    )
    record = read_facts(["Dee banks", "Ann bets 4", *["Ann splits"] * 4], rulebook("pontoon"), PontoonOptions()).record
    assert record is not None
    last = replay(record).entries[-1].ruling
    assert (last.verdict, last.clause.id) == (Verdict.ILLEGAL, "5.10")
