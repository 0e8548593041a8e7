"""Golden transcripts: whole records, compared with every ruling, clause and payment."""

from pathlib import Path

import pytest

from tests.transcript import expected_path, read, record_paths, sheet_of, transcript


@pytest.mark.parametrize("path", record_paths(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_record_is_ruled_on_as_written_down(path: Path, request: pytest.FixtureRequest) -> None:
    expected = expected_path(path)
    if request.config.getoption("--regenerate"):
        expected.write_text(transcript(sheet_of(path)), encoding="utf-8")
    assert transcript(sheet_of(path)) == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", record_paths(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_printed_record_reads_as_the_same_record(path: Path, tmp_path: Path) -> None:
    printed = str(read(path))
    copy = tmp_path / "copy.txt"
    copy.write_text(printed, encoding="utf-8")
    assert [line.act for line in read(copy).lines] == [line.act for line in read(path).lines]
    assert str(read(copy)) == printed
