"""Mutants of a package of four lines, whose tests are known: what becomes of each can be said beforehand."""

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import drawn_changes, run
from tests.mutants.changes import Kind, changed, changes

TOY = """\
KNOWN, ASKED, FOUND = "known", "asked", "found"


def least(numbers, floor=0):
    \"\"\"Return the least number that is over a floor.\"\"\"
    while floor != 3:
        floor += 1
    return min(each for each in numbers if each > floor)


def never():
    return 1 == 2
"""
ITS_TESTS = """\
from referee.toy import KNOWN, least


def test_least():
    assert least([9, 1, 5]) == 5


def test_known():
    assert KNOWN == "known"
"""
# As the project's own code, the toy is loaded by pytest, which rewrites its asserts. A change of `ASKED` ends pytest
# with a usage error, and one of `FOUND` with an internal error.
ITS_CONFTEST = """\
import pytest

pytest.register_assert_rewrite("referee.toy")
from referee.toy import ASKED, FOUND

assert ASKED == "asked"


def pytest_collection_finish():
    assert FOUND == "found"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one package, and tests that never call `never` and look at one list."""
    folder = tmp_path / "project"
    for path, text in {
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['process', 'bench']\n",
        "referee/__init__.py": "",
        "referee/conformance/__init__.py": "",
        "referee/conformance/plugin.py": "",  # which pytest loads wherever it finds `referee` installed
        "referee/toy/__init__.py": TOY,
        "tests/__init__.py": "",
        "tests/conftest.py": ITS_CONFTEST,
        "tests/toy/test_toy.py": ITS_TESTS,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    folder_of_tests = Path(__file__).parent
    (folder / "tests/mutants").mkdir()
    for path in folder_of_tests.glob("[!t]*.py"):
        (folder / "tests/mutants" / path.name).write_bytes(path.read_bytes())
    return folder


@pytest.mark.long
@pytest.mark.process
def test_what_becomes_of_each_mutant_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    assert run(project, "toy", 100, seed=1, jobs=2) == 3
    output = capsys.readouterr().out
    lines = [line for line in output.splitlines() if line.startswith(("survived", "timed out", "broken off", "not"))]
    # Any floor from 1 to 4 finds the five; steps of two lead past 3 for ever.
    assert sorted(lines) == [
        "broken off: referee/toy/__init__.py:1: constant 'asked' -> 'askedx' (2 tests)",
        "broken off: referee/toy/__init__.py:1: constant 'found' -> 'foundx' (2 tests)",
        "not reached: referee/toy/__init__.py (3)",
        "survived: referee/toy/__init__.py:4: constant 0 -> 1 (2 tests)",
        "survived: referee/toy/__init__.py:6: constant 3 -> 4 (1 tests)",
        "survived: referee/toy/__init__.py:8: comparison each > floor -> each >= floor (1 tests)",
        "timed out: referee/toy/__init__.py:7: constant 1 -> 2 (1 tests)",
    ]
    assert "toy, seed 1: 5 killed, 3 survived, 1 timed out, 2 broken off, 3 not reached; 62% of 8 killed" in output
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before


def test_a_seed_gives_the_same_mutants_every_time(project: Path) -> None:
    assert list(drawn_changes(project, "toy", 4)) == list(drawn_changes(project, "toy", 4))
    assert list(drawn_changes(project, "toy", 4)) != list(drawn_changes(project, "toy", 5))
    assert [change.kind for _, change in drawn_changes(project, "toy", 4)][:4] == list(Kind)


def test_a_change_changes_one_thing() -> None:
    for change in changes(TOY):
        source = ast.unparse(changed(TOY, change))
        assert ast.unparse(ast.parse(TOY)).replace(change.was, change.now, 1) != ast.unparse(ast.parse(TOY))
        old, new = ast.unparse(ast.parse(TOY)).splitlines(), source.splitlines()
        assert len(old) == len(new)
        assert sum(one != other for one, other in zip(old, new, strict=True)) == 1


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("x = a in b", ["a not in b"]),
        ("x = True", ["False"]),
        ("x = 'pass'", ["'passx'"]),
        ("x = 'a sentence of words'", []),
        ("x: list[int] = y", []),
        ("f(a)", ["None"]),
        ("x = f(a)", ["a"]),
        ("x = a.f()", ["a"]),
        ("x = f()", ["None"]),
        ("x = max(a)", ["min(a)"]),
        ("x = tuple(a)", []),
        ("x = col(a)", []),
        ("x = zip(a, b, strict=True)", ["a"]),
        ("x = zip(a, b, strict=False)", ["a", "True"]),
        ("x = a and b", ["a or b"]),
        ("x = a if b else c", ["not b"]),
        ("x = [a for a in b if c]", ["not c"]),
        ('"""Words."""', []),
        ("T = TypeVar('T', bound=X)", []),
        ("@dataclass(frozen=True)\nclass A:\n    pass", []),
        ("x = f'{a(1)}'", []),
    ],
)
def test_what_can_be_changed(source: str, found: list[str]) -> None:
    assert [change.now for change in changes(source)] == found
