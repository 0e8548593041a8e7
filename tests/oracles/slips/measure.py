"""How the referee rules on the records of an oracle."""

from dataclasses import dataclass
from random import Random
from time import process_time

from referee.games import rulebook
from referee.rules import Report, Verdict, read_record, replay
from tests.oracles.slips.slip_records import Oracle, PlayedHand


@dataclass(frozen=True)
class JudgedHand:
    """A hand with what is wrong in its sheet."""

    played: PlayedHand
    lines: tuple[tuple[int, str], ...]
    """The places of the lines that are misjudged, with what is said of them."""
    either: tuple[tuple[int, str], ...]
    """The same of the lines of which another reading, with no more faults, says what is said of them."""
    result: str
    """What came of the hand, where it is not what came of it."""
    revised: int
    """How many lines were ruled otherwise when they were printed."""
    blind: tuple[int, ...]
    """The places of those that are misjudged although all lines before them are read as they were played."""
    seconds: float
    faults: int
    """How many lines are illegal by the sheet, or put a question."""

    @property
    def worse(self) -> bool:
        """Whether more lines are accused that were right than slips are not."""
        misjudged = [self.played.lines[index].legal for index, _ in (*self.lines, *self.either)]
        return 2 * sum(misjudged) > len(misjudged)

    @property
    def wrong(self) -> bool:
        return bool(self.lines or self.result) and not self.tie

    @property
    def tie(self) -> bool:
        """Whether the sheet differs only where the record leaves it open."""
        if self.played.either and self.faults <= sum(not line.legal for line in self.played.lines):
            return bool(self.lines or self.result)
        if self.lines or (self.result and not any(line.tie for line in self.played.lines)):
            return False
        return bool(self.result or self.either)

    @property
    def text(self) -> str:
        """The record, with what is misjudged beside its lines."""
        remarks = {**dict(self.lines), **{index: f"tie, {words}" for index, words in self.either}}
        first = self.played.head.count("\n") + 1
        rows = [
            f"{index + first:3} {line.text}"
            + ("" if line.legal else "    # slip" + (", stood" if line.stood else ""))
            + (f"    <-- {remarks[index]}" if index in remarks else "")
            for index, line in enumerate(self.played.lines)
        ]
        return "\n".join([f"{self.played.game}: {', '.join(self.played.seats)}", *rows, self.result])


def judge(hand: PlayedHand) -> JudgedHand:
    """Rule on a record and compare it with what is true."""
    reading = read_record(hand.record, rulebook)
    assert not reading.faults, (reading.faults, hand.record)
    assert reading.record is not None
    start = process_time()
    sheet = replay(reading.record)
    seconds = process_time() - start
    assert len(sheet.entries) == len(hand.lines), hand.record
    lines: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    blind, as_played = [], True
    for index, (entry, line) in enumerate(zip(sheet.entries, hand.lines, strict=True)):
        if entry.ruling.verdict.value not in line.right:
            lines[line.either].append((index, f"{entry.ruling.says}: {entry.ruling.reason}"))
            # Which cards somebody holds is known only by what follows, which may be read otherwise.
            blind += [index] if as_played and not line.waits_for else []
        as_played = as_played and entry.counts == line.stood
    revised = sum(bool(entry.turned_by) and entry.at_first.verdict is not Verdict.OPEN for entry in sheet.entries)
    faults = sum(entry.ruling.verdict is Verdict.ILLEGAL for entry in sheet.entries)
    either = tuple(lines[True])
    return JudgedHand(
        hand, tuple(lines[False]), either, describe_wrong_result(sheet, hand), revised, tuple(blind), seconds, faults
    )


def describe_wrong_result(sheet: Report, hand: PlayedHand) -> str:
    """What came of the hand by the sheet, if it is something else."""
    if not hand.places and not hand.counts:
        return ""
    name = sheet.record.seats.name
    if hand.places:
        places = [frozenset(map(name, group)) for group in sheet.places]
        return "" if places == [*hand.places] else f"places {places}, not {[*hand.places]}"
    counts = dict.fromkeys(hand.seats, 0)
    for entry in sheet.entries:
        for item in entry.items:
            counts[name(item.seat)] += item.amount
    return "" if counts == hand.counts else f"counts {counts}, not {dict(hand.counts)}"


def judge_hands(oracle: Oracle, number: int, seed: int, slips: int | None = None) -> list[JudgedHand]:
    """Play and judge so many hands."""
    return [judge(oracle(Random(f"{seed} {index}"), slips)) for index in range(number)]
