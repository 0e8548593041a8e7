"""Golden transcripts: whole records, compared with every ruling, clause and payment, and printed to be read again."""

from pathlib import Path

import pytest

from referee.conformance.test_records import misworded, named_in_vain
from referee.games import rulebook
from referee.rules import read_record
from tests.transcript import expected_path, record_paths, sheet_of, transcript


@pytest.mark.parametrize("path", record_paths(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_record_is_ruled_on_as_written_down_and_reads_as_it_is_printed(
    path: Path, request: pytest.FixtureRequest
) -> None:
    sheet, expected = sheet_of(path), expected_path(path)
    if request.config.getoption("--regenerate"):
        expected.write_text(transcript(sheet), encoding="utf-8")
    assert transcript(sheet) == expected.read_text(encoding="utf-8")
    printed = str(sheet.record)
    reread = read_record(printed, rulebook)
    assert not reread.faults
    assert reread.record is not None
    assert [line.act for line in reread.record.lines] == [line.act for line in sheet.record.lines]
    assert str(reread.record) == printed


@pytest.mark.parametrize("path", record_paths(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rulings_are_well_worded_and_name_no_cards_that_are_accounted_for(path: Path) -> None:
    sheet = sheet_of(path)
    for entry in sheet.entries:
        assert named_in_vain(entry, sheet.record) == [], entry.at_first.reason
        for text in (entry.ruling.reason, entry.ruling.ask, *(item.reason for item in entry.items)):
            assert misworded(text) == "", text
