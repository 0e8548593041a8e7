"""What the rules of each game say of some lines: ``tests/games/rulings/GAME.txt``, in the notation of records.

A paragraph is a hand, its lines below each other or with `` | `` between them. Behind ``->`` stands the ruling on a
line: verdict, clause, words of the reason in quotes (after ``=`` the whole reason), what is offered instead. Behind
``=>`` stands what all lines come to. Each indented row is a hand that goes on from the rows above without an indent.
In brackets stand seats and options of the hands that follow, or ``facts`` for lines that begin in the middle of a hand.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.rules import JudgedLine, Report, Unit, total
from tests.games.ruling import check, rule

FOLDER = Path(__file__).parent / "rulings"
CHAPTER = re.compile(r"^== (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """Some lines of a game, each with what is expected of it, and what is expected of them all."""

    game: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    outcome: str

    def sheet(self) -> Report:
        lines = [line for line, _ in self.lines]
        if self.head[0] == "facts":
            options = [part.removeprefix("options: ") for part in self.head[1:]]
            return rule(self.game, *lines, options=[each for part in options for each in part.split(", ")])
        return check("\n".join([f"game: {self.game}", *self.head, "", *lines, ""]))


def cases(game: str, text: str, head: tuple[str, ...]) -> Iterator[Case]:
    """Yield the cases of a chapter; `head` is what stood in brackets before it."""
    for paragraph in text.split("\n\n"):
        stem: list[str] = []
        indented = False
        for row in paragraph.splitlines():
            if row.startswith("["):
                head = tuple(row[1:-1].split("; "))
            elif row.startswith("    "):
                yield _case(game, head, [*stem, row.strip()])
                indented = True
            elif row and not row.startswith("#"):
                stem.append(row)
        if stem and not indented:
            yield _case(game, head, stem)


def _case(game: str, head: tuple[str, ...], rows: list[str]) -> Case:
    text, _, outcome = " | ".join(rows).partition("=> ")
    lines = [line.partition(" -> ") for line in text.removesuffix(" | ").split(" | ")]
    return Case(game, head, tuple((line, expected) for line, _, expected in lines), outcome)


def chapters() -> Iterator[object]:
    """Yield each chapter of each game, with what is in brackets before it."""
    for path in sorted(FOLDER.glob("*.txt")):
        _, *parts = CHAPTER.split(path.read_text(encoding="utf-8"))
        head: tuple[str, ...] = ()
        for title, text in zip(parts[::2], parts[1::2], strict=True):
            yield pytest.param(path.stem, text, head, id=f"{path.stem}: {title}")
            if brackets := re.findall(r"^\[(.+)\]$", text, re.MULTILINE):
                head = tuple(brackets[-1].split("; "))


@pytest.mark.parametrize(("game", "text", "head"), [*chapters()])
def test_a_rule_says_of_each_line_what_the_text_does(game: str, text: str, head: tuple[str, ...]) -> None:
    tried = 0
    for case in cases(game, text, head):
        sheet = case.sheet()
        assert len(sheet.entries) == len(case.lines), case
        for entry, (line, expected) in zip(sheet.entries, case.lines, strict=True):
            for part in filter(None, expected.split(" + ")):
                assert _is_said(entry, part), (case, line, part, entry.ruling)
                tried += 1
        for part in filter(None, case.outcome.split("; ")):
            assert _comes_of(sheet, part), (case, part, sheet.settlement)
            tried += 1
    assert tried


def _is_said(entry: JudgedLine, expected: str) -> bool:
    """Tell whether a ruling is as expected: by its reason, by what it offers, or by its verdict and clause."""
    ruling = entry.ruling
    if expected.startswith("="):
        return bool(ruling.reason == json.loads(expected[1:]))
    if expected.startswith('"'):
        return json.loads(expected) in ruling.reason
    if expected.startswith("offers "):
        return [offer.text for offer in ruling.alternatives] == expected.removeprefix("offers ").split(" / ")
    return set(expected.split()) <= {ruling.verdict.value, ruling.says, ruling.clause.id}


def _comes_of(sheet: Report, expected: str) -> bool:
    """Tell whether the lines come to what is expected: in chips, places or penalties, or all with one verdict."""
    what, _, told = expected.partition(": ")
    name = sheet.record.seats.name
    if what == "places":
        return told == " > ".join(" = ".join(map(name, group)) for group in sheet.places)
    if told == "none":
        return not (sheet.settlement if what == "chips" else any(sheet.penalties.values()))
    if what in ("chips", "penalties"):
        counts = [part.rpartition(" ") for part in told.split(", ")]
        found = {name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}
        if what == "penalties":
            found = {name(seat): number for seat, number in sheet.penalties.items()}
        return all(found[who] == int(number) for who, _, number in counts)
    return {entry.ruling.verdict.value for entry in sheet.entries} == {what.removeprefix("all ")}
