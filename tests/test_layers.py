"""A package imports only from packages below it, and a ruling loads nothing but the standard library."""

import json
import subprocess
import sys
from functools import cache

import pytest

from referee.games import SLUGS
from referee.store import models

pytestmark = pytest.mark.process

PACKAGES = ("cards", "rules", "games", "histories", "store", "competition", "club", "tournaments", "export", "web")
ENTRY_POINTS: dict[str, set[str]] = {
    "cli": {"dashboard", "demo", "manual", "phones"},
    "dashboard": {"manual"},
    "phones": set(),
    "manual": set(),
    "conformance": set(),
}
FOR_RULINGS = ("cards", "rules", "games")
"""Packages that need only the standard library."""
EVERY_FILE = """
import importlib, json, pkgutil, sys
before = set(sys.modules)
package = importlib.import_module("referee." + sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


@cache
def loaded(code: str, *args: str) -> set[str]:
    process = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return set(json.loads(process.stdout.splitlines()[-1]))


@pytest.mark.parametrize("package", [*PACKAGES, *ENTRY_POINTS])
def test_package_imports_only_from_packages_below_it(package: str) -> None:
    below = PACKAGES if package in ENTRY_POINTS else PACKAGES[: PACKAGES.index(package)]
    allowed = {package, *below, *ENTRY_POINTS.get(package, ())}
    names = loaded(EVERY_FILE, package)
    assert {name.split(".")[1] for name in names if name.startswith("referee.")} <= allowed
    if package in FOR_RULINGS:
        assert {name.split(".")[0] for name in names} - {"referee"} <= sys.stdlib_module_names


def test_what_every_server_of_pages_needs_knows_no_screen_and_no_club_file() -> None:
    """`web` stands below the desk and the command line; what it takes from the club is how a fault is told."""
    names = loaded(EVERY_FILE, "web")
    assert not {"textual", "sqlmodel", "typer"} & names
    assert {name for name in names if name.startswith("referee.club.")} <= {
        "referee.club.text",
        "referee.club.text.faults",
    }


def test_a_ruling_on_the_command_line_loads_no_database_and_no_other_game() -> None:
    code = """
import contextlib, io, json, sys
sys.argv = ["referee", "rule", "big-two", "Ben plays 4D", "Ann plays 6D"]
from referee.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(json.dumps(sorted(sys.modules)))
"""
    names = loaded(code)
    assert not {"sqlmodel", "sqlalchemy", "pydantic", "textual", "rich"} & names
    games = {name.split(".")[2] for name in names if name.startswith("referee.games.") and name.count(".") == 2}
    assert games & {slug.replace("-", "_") for slug in SLUGS} == {"big_two"}


def test_the_models_of_a_module_can_be_used_without_all_others() -> None:
    code = """
import importlib, json, multiprocessing, sys
from sqlalchemy.orm import configure_mappers
from sqlmodel import SQLModel

def tables(module):
    importlib.import_module(module)
    configure_mappers()
    return [table.name for table in SQLModel.metadata.sorted_tables]  # follows every key

# Each in a process that has loaded nothing of the program.
with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as one:
    print(json.dumps(list(zip(sys.argv[1:], one.map(tables, sys.argv[1:], chunksize=1)))))
"""
    modules = sorted({kind.__module__ for kind in map(vars(models).get, models.__all__) if kind})
    process = subprocess.run([sys.executable, "-c", code, *modules], capture_output=True, text=True, check=True)
    imported = dict(json.loads(process.stdout.splitlines()[-1]))
    assert imported.keys() == set(modules)
    for module in modules:
        own = {kind.__tablename__ for kind in map(vars(models).get, models.__all__) if kind.__module__ == module}
        assert own <= set(imported[module]), module
