"""What the commands of an evening load: neither the models of the tables, nor anything else that is large."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import referee

pytestmark = pytest.mark.process

LARGE = ("sqlmodel", "sqlalchemy", "pydantic", "psycopg2", "textual", "rich", "asyncio", "email")
CODE = f"""
import contextlib, io, json, sys, traceback
from importlib.machinery import PathFinder

by_whom = {{}}

class Finder:
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name in {LARGE!r}:
            by_whom.setdefault(name, [at.filename for at in traceback.extract_stack() if "/referee/" in at.filename])
        return None

sys.meta_path.insert(0, Finder)
sys.argv = ["referee", *sys.argv[1:]]
from referee.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    try:
        main()
    except SystemExit as done:
        code = done.code
print(json.dumps([code or 0, by_whom]))
"""


@pytest.mark.parametrize(
    "words",
    [
        ("rule", "big-two", "Ben plays 4D", "Ann plays 6D"),
        ("start", "big-two", "Ann", "Ben", "Cal", "--yes"),
        ("log", "1", "deal by Dee"),
        ("undo", "1"),
        ("result", "1", "Ann", "Ben", "Cal", "Dee"),
        ("table", "show", "1"),
        ("checkin", "Della"),
    ],
    ids=" ".join,
)
def test_a_command_of_the_evening_loads_nothing_large(table: Path, words: tuple[str, ...]) -> None:
    if words[0] == "undo":
        assert referee("log", "1", "deal by Dee", club=table).code == 0
    assert referee("officer", "elect", "Ann", club=table).code == 0
    searched = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "REFEREE_CLUB": str(table), "REFEREE_OFFICER": "Ann", "PYTHONPATH": searched}
    result = subprocess.run([sys.executable, "-c", CODE, *words], env=env, capture_output=True, text=True, check=True)
    code, by_whom = json.loads(result.stdout.splitlines()[-1])
    assert code == 0, result.stderr
    assert not by_whom, {name: " < ".join(reversed(files)) for name, files in by_whom.items()}
