"""`referee check` of a text with many matches: one is read, ruled on, printed and forgotten before the next."""

import gc
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.cli.books import check
from referee.games import rulebook
from referee.rules import Record, Rulebook, Sheet, fold, read_records
from tests.cli.running import referee

MATCH = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 3D\n"
USAGE, ILLEGAL = 2, 10


def test_a_match_is_read_only_when_it_is_asked_for() -> None:
    looked_for = list[str]()

    def find(slug: str) -> Rulebook:
        looked_for.append(slug)
        return rulebook(slug)

    readings = read_records(3 * MATCH, find)
    next(readings)
    assert looked_for == ["big-two"]
    assert len([*readings]) == 2


@pytest.mark.parametrize("form", ["", "--json"])
def test_a_match_that_was_printed_is_forgotten(tmp_path: Path, form: str) -> None:
    many = tmp_path / "many.txt"
    many.write_text(20 * MATCH, encoding="utf-8")
    alive = list[int]()

    def counted(record: Record) -> Sheet:
        if not alive:
            gc.freeze()  # what is there by now need not be looked through for each match
        alive.append(sum(isinstance(each, Sheet) for each in gc.get_objects()))
        return fold(record)

    gc.collect()
    gc.disable()  # as the program does: nothing that was printed may wait to be looked for
    try:
        with patch.object(check, "fold", counted):
            assert referee("check", *filter(None, [form]), str(many)).code == 0
    finally:
        gc.enable()
    assert len(alive) == 20
    assert max(alive) <= alive[0] + 1


def test_the_gravest_of_many_is_that_of_all(tmp_path: Path) -> None:
    wrong = MATCH.replace("3D", "3X")
    illegal = MATCH + "Cal plays 4H\n"
    many = tmp_path / "many.txt"
    many.write_text(f"{MATCH}\n{illegal}\n{MATCH}", encoding="utf-8")
    assert referee("check", str(many)).code == ILLEGAL
    many.write_text(f"{MATCH}\n{wrong}Ben passes\n\n{illegal}", encoding="utf-8")
    assert referee("check", str(many)).code == USAGE
    assert [len(each["faults"]) for each in referee("check", "--json", str(many)).data] == [0, 1, 0]


@pytest.mark.process
def test_what_is_wrong_is_said_between_the_lines_around_it(tmp_path: Path) -> None:
    record = tmp_path / "one.txt"
    record.write_text(f"{MATCH}Ben jumps\nBen passes\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "check", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # as on a terminal, both are one text
        text=True,
        check=False,
    )
    places = (re.match(rf"(?:{re.escape(str(record))}:| +)(\d+)(?::|  )", row) for row in done.stdout.splitlines())
    assert [place[1] for place in places if place] == ["4", "5", "6", "7"]
