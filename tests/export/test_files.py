"""A file that another program has open, which Windows lets nobody replace, is tried again and then named."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.export.csv_files import write_csv
from referee.export.files import write_file
from referee.export.verification import verify_export
from referee.store.faults import ClubFault
from referee.store.files import atomic_files

Holding = Callable[..., list[str]]


@dataclass
class Row:
    name: str


@dataclass
class Tables:
    members: tuple[Row, ...]
    results: tuple[Row, ...]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Holding:
    """Report a file as open elsewhere, as Windows does, a number of times; return the replacements attempted."""
    replace = Path.replace

    def hold(name: str, times: float = float("inf"), says: int | None = 5) -> list[str]:
        requests: list[str] = []

        def refused(path: Path, target: Path) -> Path:
            requests.append(target.name)
            if target.name == name and requests.count(name) <= times:
                error = PermissionError(13, "Access is denied", str(path))
                error.winerror = says  # type: ignore[attr-defined]
                raise error
            return replace(path, target)

        monkeypatch.setattr(Path, "replace", refused)
        return requests

    return hold


def test_a_file_that_is_let_go_of_soon_is_replaced(tmp_path: Path, held: Holding) -> None:
    (tmp_path / "season.html").write_bytes(b"old")
    attempts = held("season.html", times=2, says=32)
    write_file(tmp_path / "season.html", b"new", replace=True)
    assert (tmp_path / "season.html").read_bytes() == b"new"
    assert attempts == ["season.html"] * 3


def test_a_table_that_stays_open_is_named_and_the_manifest_stays_the_old_one(
    tmp_path: Path, held: Holding, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_csv(Tables((Row("Ann"),), (Row("Ann"),)), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr(atomic_files, "PATIENCE", 0.0)
    held("results.csv")
    with pytest.raises(ClubFault, match=r"results\.csv is open in another program\. Close it there"):
        write_csv(Tables((Row("Ben"),), (Row("Ben"),)), tmp_path)
    current = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name for name in current if current[name] != before[name]} == {"members.csv"}
    assert current.keys() == before.keys()  # nothing that was made aside is left
    assert "members.csv" in str(verify_export(tmp_path).differences)


def test_a_file_that_may_not_be_written_is_not_taken_for_one_that_is_open(tmp_path: Path, held: Holding) -> None:
    (tmp_path / "season.html").write_bytes(b"old")
    attempts = held("season.html", says=None)
    with pytest.raises(PermissionError):
        write_file(tmp_path / "season.html", b"new", replace=True)
    assert attempts == ["season.html"]
    assert [path.name for path in tmp_path.iterdir()] == ["season.html"]
