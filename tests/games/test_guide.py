"""The guide to a new game is true: its game is whole, and rules on its record as the guide says."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import referee.games
from referee.rules import Rulebook, Unit, Verdict, read_record, replay
from referee.rules.book.validation import validate_rulebook

GUIDE = (Path(referee.games.__file__).parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    module = ModuleType("high_card")
    monkeypatch.setitem(sys.modules, "high_card", module)
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(compile(code, "README.md", "exec"), vars(module))
    return module.book


def test_the_game_of_the_guide_is_whole(book: Rulebook) -> None:
    validate_rulebook(book)


def test_the_record_of_the_guide_is_ruled_on_as_it_says(book: Rulebook) -> None:
    (text,) = re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)
    record = read_record(text, lambda _slug: book).record
    assert record is not None
    sheet = replay(record)
    illegal = [
        (each.line.number, each.ruling.clause.id) for each in sheet.entries if each.ruling.verdict is not Verdict.LEGAL
    ]
    assert illegal == [(6, "2.1")]
    assert [(record.seats.names[item.seat], item.unit, item.clause) for item in sheet.settlement] == [
        ("Cal", Unit.WIN, "2.3")
    ]


def test_every_file_that_the_guide_names_is_there() -> None:
    games = Path(referee.games.__file__).parent
    named = set(re.findall(r"`((?:parts|big_two|stealing_bundles)/[\w/]*(?:\.py)?|\w+\.py)`", GUIDE))
    own = {"table.py", "hands.py", "rules.py", "play.py", "__init__.py"}
    assert [each for each in sorted(named - own) if not (games / each).exists()] == []
