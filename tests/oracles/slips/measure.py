"""How the referee rules on the records of an oracle."""

from dataclasses import dataclass
from random import Random
from time import process_time

from referee.games import rulebook
from referee.rules import Report, Verdict, read_record, replay
from tests.oracles.slips.told import Oracle, Played


@dataclass(frozen=True)
class Judged:
    """A hand with what is wrong in its sheet."""

    played: Played
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
        misjudged = [self.played.lines[at].legal for at, _ in (*self.lines, *self.either)]
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
        said = {**dict(self.lines), **{at: f"tie, {words}" for at, words in self.either}}
        first = self.played.head.count("\n") + 1
        rows = [
            f"{at + first:3} {line.text}"
            + ("" if line.legal else "    # slip" + (", stood" if line.stood else ""))
            + (f"    <-- {said[at]}" if at in said else "")
            for at, line in enumerate(self.played.lines)
        ]
        return "\n".join([f"{self.played.game}: {', '.join(self.played.seats)}", *rows, self.result])


def judge(played: Played) -> Judged:
    """Rule on a record and compare it with what is true."""
    reading = read_record(played.record, rulebook)
    assert not reading.faults, (reading.faults, played.record)
    assert reading.record is not None
    start = process_time()
    sheet = replay(reading.record)
    seconds = process_time() - start
    assert len(sheet.entries) == len(played.lines), played.record
    lines: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    blind, as_played = [], True
    for at, (entry, line) in enumerate(zip(sheet.entries, played.lines, strict=True)):
        if entry.ruling.verdict.value not in line.right:
            lines[line.either].append((at, f"{entry.ruling.says}: {entry.ruling.reason}"))
            # Which cards somebody holds is known only by what follows, which may be read otherwise.
            blind += [at] if as_played and not line.waits_for else []
        as_played = as_played and entry.counts == line.stood
    revised = sum(bool(entry.turned_by) and entry.at_first.verdict is not Verdict.OPEN for entry in sheet.entries)
    faults = sum(entry.ruling.verdict is Verdict.ILLEGAL for entry in sheet.entries)
    either = tuple(lines[True])
    return Judged(played, tuple(lines[False]), either, result(sheet, played), revised, tuple(blind), seconds, faults)


def result(sheet: Report, played: Played) -> str:
    """What came of the hand by the sheet, if it is something else."""
    if not played.places and not played.counts:
        return ""
    name = sheet.record.seats.name
    if played.places:
        places = [frozenset(map(name, group)) for group in sheet.places]
        return "" if places == [*played.places] else f"places {places}, not {[*played.places]}"
    counts = dict.fromkeys(played.seats, 0)
    for entry in sheet.entries:
        for item in entry.items:
            counts[name(item.seat)] += item.amount
    return "" if counts == played.counts else f"counts {counts}, not {dict(played.counts)}"


def judged(oracle: Oracle, number: int, seed: int, slips: int | None = None) -> list[Judged]:
    """Play and judge so many hands."""
    return [judge(oracle(Random(f"{seed} {at}"), slips)) for at in range(number)]
