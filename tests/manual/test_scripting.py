"""The page `scripting`: its examples run on a club, and say what the program says."""

import re
import sqlite3
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from referee.manual.pages import read_page
from tests.cli.running import referee

BLOCKS = re.findall(r"^([^\n]+):\n\n```python\n(.*?)```", read_page("scripting").text, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "club"
    result = referee("demo", "--club", str(folder))
    assert result.code == 0, result.err
    return folder


def run(blocks: list[str]) -> list[list[str]]:
    """Run examples one after another, and return the lines that each prints."""
    names: dict[str, Any] = {}
    printed = []
    try:
        for block in blocks:
            with redirect_stdout(StringIO()) as output:
                exec(block, names)
            printed.append(output.getvalue().splitlines())
    finally:
        for name in ("club", "connection"):
            if name in names:
                names[name].close()
    return printed


def test_there_are_ten_examples_after_the_lines_that_all_begin_with() -> None:
    assert len(BLOCKS) == 11


def test_each_example_with_sqlmodel_prints_what_the_club_holds(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(club)
    _, members, months, pairs, games, wins, chips, sessions, _ = run(
        [code for _, code in BLOCKS if "pandas" not in code][:9]
    )
    with closing(sqlite3.connect("club.db")) as file:
        count = dict(file.execute('SELECT game, count(*) FROM "match" WHERE finished_at IS NOT NULL GROUP BY game'))
        [(present,)] = file.execute("SELECT count(*) FROM attendance")
    listed = referee("member", "list", "--json", club=club).data
    assert {line.split("  ")[1] for line in members} == {member["name"] for member in listed}
    assert sum(int(line.split()[1]) for line in months) == present
    assert games == [f"{game} {number}" for game, number in sorted(count.items())]
    assert sum(int(line.split()[-1]) for line in wins) >= len(games)
    assert sum(int(line.split()[-1]) for line in chips) == 0
    assert all(re.fullmatch(r"\d+ times: .+ and .+", line) for line in pairs)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d+", line) for line in sessions)


def test_each_example_with_pandas_prints_a_table(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    monkeypatch.chdir(club)
    scores, attendance = run([code for _, code in BLOCKS if "pandas" in code])
    assert scores[0].split()[0] == "game"
    assert set("".join(line.split(maxsplit=1)[1] for line in attendance[2:])) <= set("01 ")
