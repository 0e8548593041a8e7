"""What a game says names nobody: it has marks, and whoever shows it writes the players' names in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Final

import pytest

from referee.cli.books.check import print_record_report
from referee.club.calendar import sessions
from referee.club.disputes import opening
from referee.club.folder import Club, open_club
from referee.club.match import record_import, recording, starting
from referee.export.exports import EXPORTS, ExportRequest
from referee.games import SLUGS
from referee.games.examples import read_example
from referee.rules import Report, Table, as_data, replay
from referee.rules.records.messages import render_text
from tests.cli.running import referee
from tests.club.conftest import MONDAY, monday_club, on_the_monday
from tests.export.reading import text_of
from tests.transcript import expected_path, record_paths, sheet_of, template, transcript

# A mark, or the sign in the place of one that has got as far as a terminal.
MARK: Final = re.compile("[\ue000-\uf8ff\ufffd]")


def texts(sheet: Report) -> Iterator[str]:
    """Yield all that the game says of a record."""
    for entry in sheet.entries:
        for ruling in (entry.ruling, entry.at_first):
            yield from (ruling.reason, ruling.ask, *ruling.due)
            yield from (offer.text for offer in ruling.alternatives)
    yield from (item.reason for item in sheet.settlement)
    yield from sheet.settled.missing
    yield from (f"{fact.label} {fact.text}" for fact in sheet.record.book.facts(sheet.table))
    yield str(sheet.record.book.due(sheet.table))


@pytest.mark.parametrize("path", record_paths(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_record_is_judged_without_a_name_and_printed_without_a_mark(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(table: Table, seat: int) -> str:
        assert seat in table.seats  # seat -1, which is nobody's, would be the last player's
        return table.seats.names[seat]

    monkeypatch.setattr(Table, "name", asked)
    sheet = sheet_of(path)
    names = sheet.record.seats.names
    known = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    assert [text for text in texts(sheet) if known.search(text)] == []
    assert [text for text in texts(sheet) if MARK.search(render_text(text, names))] == []
    print_record_report(sheet, (), path.name)
    printed = capsys.readouterr().out
    assert not MARK.search(printed)
    assert not MARK.search(dumps(as_data(sheet), ensure_ascii=False))


def test_one_sheet_is_printed_with_names_and_with_seat_marks() -> None:
    path = next(path for path in record_paths() if path.stem == "big-two")
    sheet = sheet_of(path)
    marks = [f"@{seat}" for seat in range(1, len(sheet.record.seats) + 1)]
    with_names, by_seat = transcript(sheet), render_text(template(sheet), marks)
    assert with_names == expected_path(path).read_text(encoding="utf-8")
    assert by_seat != with_names
    # Nothing else differs: with the names in the place of @1, @2 and so on it is the same to the letter.
    assert re.sub(r"@(\d)", lambda mark: sheet.record.seats.names[int(mark[1]) - 1], by_seat) == with_names


def test_who_plays_makes_no_difference_to_what_is_said() -> None:
    for slug in SLUGS:
        record = read_example(slug)
        other_seats = type(record.seats)(tuple(f"P{seat}" for seat in record.seats), record.seats.ordered)
        sheet = replay(type(record)(record.book, other_seats, record.options, record.lines, record.played_on))
        assert [*texts(sheet)] == [*texts(replay(record))], slug


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Club]:
    """A club at which the example of every game was played, and at one more table Big Two with a dispute."""
    with on_the_monday(open_club(monday_club(tmp_path / "club"))) as club:
        sessions.open_session(club, str(MONDAY))
        for slug in SLUGS:
            record_import.import_record(club, read_example(slug), guests=True)
        table = starting.start_table(club, "big-two", ["Ann", "Ben", "Cal"]).number
        for line in ("deal by Cal", "Ann plays 3D", "Cal plays 4D", "Ben plays 5D"):
            recording.log_line(club, table, line)
        opening.open_on_line(club, table, 3, claim="Cal says that it was Cal's turn")
        opening.open_on_facts(club, "big-two", ["Ann plays 4D 4H", "Ben plays 6D 6S", "Ann plays 5D 5S"])
        yield club


def test_no_mark_is_in_anything_that_a_club_is_shown_or_keeps(played: Club) -> None:
    tables = range(1, len(SLUGS) + 2)
    outcomes = [
        referee("table", "show", str(table), *json, club=played.folder) for table in tables for json in ([], ["--json"])
    ]
    outcomes += [referee("dispute", "show", str(number), club=played.folder) for number in (1, 2)]
    assert [MARK.findall(outcome.out + outcome.err) for outcome in outcomes] == [[]] * len(outcomes)
    assert "It is Ben's turn, not Cal's." in outcomes[-4].out
    for export in EXPORTS:
        for name, data in export.make(played, ExportRequest(full_names=export.full_names)).files.items():
            assert not MARK.search(text_of(name, data)), name
    contents = "".join(path.read_bytes().decode("utf-8", "ignore") for path in played.folder.glob("club.db*"))
    assert "It is @2's turn, not @3's." in contents
    assert not re.search("[\uf000-\uf0ff]", contents)
