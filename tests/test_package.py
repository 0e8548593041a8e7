"""What a club installs: a wheel that holds all that the program reads, and runs where there is nothing else of it."""

import importlib.util
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import referee
from referee.manual.pages import read_page
from tests.manual.consoles import RANDOM_VALUE
from tests.manual.test_first_monday import TWELVE, TYPED

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
NO_NETWORK = ("No matching distribution found", "NewConnectionError", "Temporary failure in name resolution")
NEEDED = importlib.util.find_spec("build") and importlib.util.find_spec("twine")


@dataclass(frozen=True)
class Built:
    """The two files that are published."""

    wheel: Path
    sdist: Path


@dataclass(frozen=True)
class Installed:
    """A fresh environment with the wheel in it, and an empty folder beside."""

    bin: Path
    folder: Path

    def run(self, *words: str, text: str = "") -> str:
        """Run a command in the folder, as somebody does who has installed the program and has nothing else of it."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "PYTHON"))}
        process = subprocess.run(
            [str(self.bin / words[0]), *words[1:]],
            cwd=self.folder,
            env={**env, "HOME": str(self.folder), "TMPDIR": str(self.folder), "PYTHONIOENCODING": "utf-8"},
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert process.returncode == 0, f"{words}: {process.stdout}{process.stderr}"
        return process.stdout + process.stderr


def with_a_network(words: list[str], cwd: Path) -> None:
    """Run what has to fetch packages; skip the test where there is no network."""
    process = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    output = process.stdout + process.stderr
    if process.returncode and any(text in output for text in NO_NETWORK):
        pytest.skip("packages cannot be fetched: there is no network here")
    assert process.returncode == 0, output


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if not NEEDED:
        pytest.skip("build and twine are not installed here; they are of the extra 'dev'")
    folder = tmp_path_factory.mktemp("built")
    with_a_network([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    fresh = tmp_path_factory.mktemp("installed")
    venv.create(fresh / "env", with_pip=True)
    pip = [str(fresh / "env" / "bin" / "python"), "-m", "pip", "install", "-q", "--no-compile", str(built.wheel)]
    with_a_network(pip, fresh)
    (fresh / "empty").mkdir()
    return Installed(fresh / "env" / "bin", fresh / "empty")


def test_the_wheel_holds_every_file_of_the_program_and_nothing_else(built: Built) -> None:
    house = Path(referee.__file__).parent
    files = {path.relative_to(house.parent).as_posix() for path in house.rglob("*") if path.is_file()}
    with zipfile.ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == {name for name in files if "__pycache__" not in name}
    assert {
        "referee/py.typed",
        "referee/demo/season.toml",
        "referee/demo/games/big-two.txt",
        "referee/manual/first-monday.md",
        "referee/export/pages/templates/base.html",
        "referee/export/pages/templates/one.css",
        "referee/dashboard/browser/page/index.html",
        "referee/dashboard/browser/page/static/xterm/xterm.mjs",
        "referee/dashboard/browser/page/static/xterm/LICENSE",
        "referee/phones/templates/base.html",
        "referee/phones/static/phone.js",
    } <= names


def test_the_source_holds_what_the_wheel_is_built_of_and_the_tests(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "referee/py.typed", "tests/test_package.py"} <= names
    assert not [name for name in names if name.endswith((".pyc", ".db"))]


def test_both_can_be_published(built: Built) -> None:
    checked = [sys.executable, "-m", "twine", "check", "--strict", str(built.wheel), str(built.sdist)]
    process = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def test_the_version_names_what_the_program_runs_on(installed: Installed) -> None:
    python = ".".join(map(str, sys.version_info[:3]))
    version = f"referee {referee.__version__} (Python {python}, SQLite {sqlite3.sqlite_version})\n"
    assert installed.run("referee", "--version") == version
    assert installed.run("python", "-m", "referee", "--version") == version
    assert referee.__version__ in installed.run("python", "-m", "pip", "show", "referee")


def test_the_demo_plays_without_the_repository(installed: Installed) -> None:
    output = installed.run("referee", "demo")
    assert "== Standings" in output
    assert re.search(r"standings\.csv$", output, re.MULTILINE)


def test_the_manual_is_there_and_is_written_as_a_page(installed: Installed) -> None:
    assert installed.run("referee", "manual", "rulings") == read_page("rulings").text
    assert "walkover: " in installed.run("referee", "manual", "walkover")
    installed.run("referee", "manual", "--output", "manual.html")
    page = (installed.folder / "manual.html").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in page
    assert 'id="first-monday"' in page


def test_the_first_monday_is_played_from_init_to_close(installed: Installed) -> None:
    for command in TWELVE:
        seed = ["--seed", str(RANDOM_VALUE)] if command.startswith("referee seat draw") else []
        output = installed.run(*shlex.split(command), *seed, text=TYPED.get(command, ""))
    assert re.search(r"^The session of .+ is closed\.$", output, re.MULTILINE)
    assert len(list((installed.folder / "backups").iterdir())) == 1
    installed.run("referee", "audit")  # exits 10 where something is not as it was written
