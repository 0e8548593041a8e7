"""A hand that takes card after card: held in memory that grows with how many."""

import tracemalloc

import pytest

from referee.games import rulebook
from referee.rules import Verdict, fold, read_facts


def held(line: str, times: int) -> int:
    """How many bytes the sheet of a hand holds in which a line is told so often."""
    record = read_facts(
        ["Dee banks", "Ann bets 4", *[line] * times], rulebook("pontoon"), rulebook("pontoon").options()
    )
    assert record.record is not None
    tracemalloc.start()
    try:
        sheet = fold(record.record)
        assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
        assert len(sheet.state.boxes[sheet.record.seats.names.index("Ann")][0].acts) == times + 1
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("line", ["Ann twists", "Ann buys 4", "Ann shows 5S"])
def test_a_thousand_cards_are_held_in_memory_that_grows_with_their_number(line: str) -> None:
    held(line, 10)  # what is made once
    assert held(line, 1000) < 2.5 * held(line, 500)
