"""What a doubt names is all that it rests on: looking at every place of the cards decides no line more."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.rules import DependsOn, Record, Rulebook, Verdict, replay
from referee.rules.book.answer import Answer
from tests.transcript import read, record_paths

RECORDS = {f"{path.parent.name}/{path.stem}": path for path in record_paths()}


@pytest.mark.parametrize("name", RECORDS)
def test_no_line_is_decided_by_a_place_that_its_doubt_does_not_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [read(RECORDS[name]), *unclean(read(RECORDS[name]), 3)]
    verdicts_by_record = [verdicts(record) for record in records]
    ruling = Rulebook._ruling

    def look_everywhere(book: Rulebook, table: object, act: object, clause: object, answer: Answer) -> object:
        if answer.verdict is Verdict.OPEN:
            places = (*table.player_locations, *table.knowledge.heaps)  # type: ignore[attr-defined]
            answer = replace(answer, depends_on=(DependsOn(tuple(dict.fromkeys(places))),))
        return ruling(book, table, act, clause, answer)  # type: ignore[arg-type]

    monkeypatch.setattr(Rulebook, "_ruling", look_everywhere)
    for record, named_verdicts in zip(records, verdicts_by_record, strict=True):
        for line, everywhere, named_verdict in zip(record.lines, verdicts(record), named_verdicts, strict=True):
            assert everywhere is Verdict.OPEN or named_verdict is everywhere, (line.number, line.text)


def verdicts(record: Record) -> list[Verdict]:
    return [entry.ruling.verdict for entry in replay(record).entries]


def unclean(record: Record, number: int) -> Iterator[Record]:
    """Yield a record with lines forgotten, late, twice or taken back, in some ways that are the same each time."""
    for seed in range(number if len(record.lines) > 3 else 0):
        chance, lines = random.Random(seed), list(record.lines)
        for _ in range(chance.randint(1, 3)):
            line_number = chance.randrange(len(lines) - 1)
            match chance.randrange(4):
                case 0:
                    del lines[line_number]
                case 1:
                    lines[line_number], lines[line_number + 1] = lines[line_number + 1], lines[line_number]
                case 2:
                    lines.insert(chance.randrange(len(lines)), lines[line_number])
                case _:
                    lines[line_number] = replace(lines[line_number], taken_back=True, stands=False)
        numbered = (
            replace(line, number=line_number, act=replace(line.act, line=line_number))
            for line_number, line in enumerate(lines, 1)
        )
        yield replace(record, lines=tuple(numbered))
