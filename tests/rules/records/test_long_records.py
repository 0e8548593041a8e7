"""Records that are far too long, or wrong line after line: twice as many lines make twice the work, and no more."""

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

import pytest

from referee.games import rulebook
from referee.rules import Record, Rulebook, Verdict, read_record, replay
from referee.rules.notation.line_words import MOST_NAMES
from referee.rules.records import evidence, hindsight, scenarios
from tests.transcript import DEMO, RECORDS, read

# What twice as many lines may take at most, where the square would be four times as much.
TWICE = 2.5


def record_of(game: str, lines: int) -> Record:
    """A record of so many lines: the game's example again and again."""
    record = read(DEMO / f"{game}.txt")
    return numbered(record, [record.lines[index % len(record.lines)] for index in range(lines)])


def numbered(record: Record, lines: list) -> Record:  # type: ignore[type-arg]
    numbered_lines = (
        replace(line, number=number, act=replace(line.act, line=number)) for number, line in enumerate(lines, 1)
    )
    return replace(record, lines=tuple(numbered_lines))


def memory(record: Record) -> int:
    """The most bytes that are taken at once while a record is ruled on."""
    replay(record)  # what is kept for the next record is kept once
    tracemalloc.start()
    sheet = replay(record)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(sheet.entries) == len(record.lines)
    return most


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count how often an act is judged, and how often hindsight looks at a line."""
    calls = Counter[str]()
    judge, learn = Rulebook.judge, hindsight._learn

    def judged(*arguments: object) -> object:
        calls["judged"] += 1
        return judge(*arguments)  # type: ignore[arg-type]

    def learned(*arguments: object) -> bool:
        calls["looked at"] += 1
        return learn(*arguments)  # type: ignore[arg-type]

    with patch.object(Rulebook, "judge", judged), patch.object(hindsight, "_learn", learned):
        yield calls


@pytest.mark.parametrize("game", ["texas-holdem", "commerce", "play-or-pay", "big-two"])
def test_a_long_record_takes_as_much_room_for_each_line_as_a_short_one(game: str) -> None:
    assert memory(record_of(game, 2000)) <= TWICE * memory(record_of(game, 1000))


@pytest.mark.parametrize("game", ["texas-holdem", "stealing-bundles"])
def test_a_long_record_is_judged_no_more_often_for_each_line_than_a_short_one(game: str) -> None:
    def work(lines: int) -> Counter[str]:
        with counted() as calls:
            replay(record_of(game, lines))
        return calls

    half_work, full_work = work(300), work(600)
    for counter in ("judged", "looked at"):
        assert full_work[counter] <= TWICE * half_work[counter], counter


@pytest.mark.parametrize(
    ("game", "verb"), [("kowah", "claims"), ("play-or-pay", "pays"), ("stealing-bundles", "trails")]
)
def test_very_many_open_lines_are_not_held_against_all_that_comes_later(game: str, verb: str) -> None:
    record = read(DEMO / f"{game}.txt")
    index = next(
        index
        for index, entry in enumerate(replay(record).entries)
        if entry.at_first.verdict is Verdict.OPEN and f" {verb}" in entry.line.text
    )

    def work(times: int) -> Counter[str]:
        long_record = numbered(
            record, [*record.lines[:index], *(times * [record.lines[index]]), *record.lines[index + 1 :]]
        )
        with counted() as calls:
            replay(long_record)
        return calls

    with patch.object(evidence, "_MOST_LINES_AFTER", 20):
        half_work, full_work = work(60), work(120)
    for counter in ("judged", "looked at"):
        assert full_work[counter] <= TWICE * half_work[counter], counter


def decided_late() -> tuple[Record, list[int]]:
    """A record, and which of its lines are decided by what is seen later than on the next line."""
    record = read(DEMO / "kowah.txt")
    late = [index for index, entry in enumerate(replay(record).entries) if entry.turned_by > entry.line.number + 1]
    assert late
    return record, late


def test_what_decides_a_line_too_far_away_leaves_it_open_and_it_says_so() -> None:
    record, late = decided_late()
    with patch.object(evidence, "_MOST_LINES_AFTER", 1):
        entries = replay(record).entries
    assert {entries[index].ruling.verdict for index in late} == {Verdict.OPEN}
    assert {entries[index].ruling.reason.partition(". ")[2] for index in late} == {
        "Only the next 1 lines were checked."
    }


def test_a_line_that_nothing_further_off_could_decide_does_not_say_that_it_was_not_looked_at() -> None:
    record, late = decided_late()
    open_still = replace(record, lines=record.lines[: late[0] + 1])
    with patch.object(evidence, "_MOST_LINES_AFTER", 1):
        assert "checked" not in replay(open_still).entries[-1].ruling.reason


def test_more_ways_than_are_looked_through_leave_a_line_open_and_it_says_so() -> None:
    record = read(RECORDS / "pontoon" / "aces_as_one.txt")
    with patch.object(hindsight, "_MOST_WORLDS", 0):
        entries = replay(record).entries
    entries_with_note = [
        entry for entry in entries if "too many possible layouts of the cards (more than 0)" in entry.ruling.reason
    ]
    assert entries_with_note
    assert {entry.ruling.verdict for entry in entries_with_note} == {Verdict.OPEN}
    decided = {entry.line.number: entry.ruling.verdict for entry in replay(record).entries}
    assert any(decided[entry.line.number] is not Verdict.OPEN for entry in entries_with_note)


def test_slip_after_slip_at_one_place_is_read_in_no_more_ways_than_are_kept() -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 3D\n"
    slips = [f"{name} plays {card}" for card in ("4H", "5H", "6H", "7H") for name in ("Cal", "Ann")]

    def work(times: int) -> int:
        reading = read_record(head + "\n".join(times * slips) + "\n", rulebook)
        assert reading.record is not None
        with counted() as calls:
            sheet = replay(reading.record)
        assert sum(entry.at_first.verdict is Verdict.ILLEGAL for entry in sheet.entries) >= 4 * times
        return calls["judged"]

    assert len(slips) == 8
    small_work, large_work = work(10), work(20)
    assert large_work <= TWICE * small_work
    # Eight readings at the most and so many lines of those that wait: each looks once at what was shown, and at what a
    # new act would put right.
    assert large_work <= 3 * (8 + scenarios._EFFORT_PER_LINE) * 20 * len(slips)


def test_nobody_is_looked_up_among_more_players_than_any_game_has() -> None:
    lines = [f"N{chr(97 + index // 26)}{chr(97 + index % 26)} passes" for index in range(MOST_NAMES + 20)]
    reading = read_record("game: big-two\nhand: in progress\n\n" + "\n".join(lines) + "\n", rulebook)
    assert [fault.line for fault in reading.faults[:-1]] == [*range(MOST_NAMES + 4, MOST_NAMES + 24)]
    assert "is one player too many" in reading.faults[0].message
    assert "3 to 4 players" in reading.faults[-1].message
