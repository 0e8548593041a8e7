"""The structure of the source: no folder is a heap, no files import each other in a circle, each class has its name."""

import ast
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import referee

SOURCE = Path(referee.__file__).parent
GUIDE = (SOURCE / "README.md").read_text(encoding="utf-8")
MOST_FILES = 20
TABLES = {
    *("Apart", "Attendance", "Charter", "Dispute", "Draw", "Match", "Member", "Penalty", "Placing"),
    *("Season", "Seat", "Session", "Tournament", "TournamentEntry"),
}
"""Classes that the store has twice: as a model that declares the table, and as a plain row."""


def module(path: Path) -> str:
    return ".".join(("referee", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {module(path): path for path in SOURCE.rglob("*.py")}


def imports(path: Path) -> set[str]:
    """Return the modules of the program that a file imports, at its head or within a function."""
    results = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            results |= {name.name for name in node.names} & MODULES.keys()
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "referee":
            names = (f"{node.module}.{name.name}" for name in node.names)
            results |= {module if module in MODULES else str(node.module) for module in names}
    return results - {module(path)}


def circles() -> list[set[str]]:
    graph = {name: imports(path) for name, path in MODULES.items()}
    results = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as circle:
            one = set(circle.args[1])
            results.append(one)
            graph = {name: targets - one if name in one else targets for name, targets in graph.items()}
        else:
            return results


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles() == []


@pytest.mark.parametrize("package", ["club", "tournaments", "dashboard", "cli", "rules", "web"])
def test_the_folders_of_a_package_stand_in_an_order(package: str) -> None:
    layers: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        if name.startswith(f"referee.{package}."):
            folder = name.split(".")[2]
            below = (part.split(".")[2] for part in imports(path) if part.startswith(f"referee.{package}."))
            layers.setdefault(folder, set()).update(set(below) - {folder})
    list(TopologicalSorter(layers).static_order())  # raises CycleError where there is none


def test_no_public_class_has_the_name_of_another() -> None:
    classes = Counter(
        node.name
        for path in MODULES.values()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, number in classes.items() if number > 1} == TABLES


def test_no_folder_is_a_heap() -> None:
    tests = SOURCE.parent / "tests"
    paths = [*SOURCE.rglob("*.py"), *(path for path in tests.rglob("*.py") if tests / "records" not in path.parents)]
    files = Counter(path.parent for path in paths)
    assert {folder for folder, number in files.items() if number > MOST_FILES} == set()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+/(?:\w+\.(?:py|md))?)`", GUIDE))))
def test_the_guide_names_what_is_there(path: str) -> None:
    assert (SOURCE.parent / path).exists() or (SOURCE / path).exists() or next(SOURCE.glob(f"*/{path}"), None)
