import gc
import importlib
import multiprocessing.process
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from referee.store.events import sqlite
from tests import hints, sampling
from tests.budget import Budget
from tests.harness.frozen import OneMonday

# Everywhere the same cases, whatever was found before, and whatever else is loaded (Hypothesis also tries the constants
# of the modules that are). How long an example takes says how busy the machine is.
settings.register_profile(
    "same cases", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "search", settings.get_profile("same cases"), derandomize=False, max_examples=1_000, print_blob=True
)
providers.is_local_module_file = lambda _path: False  # type: ignore[attr-defined]


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests be the same in every zone, and whatever the user has set for the program or for the terminal.

    A test that is named on the command line (`file.py::test`) runs, though its marker leaves it out by default.
    """
    arguments = config.invocation_params.args
    if any("::" in argument for argument in arguments) and not any(argument.startswith("-m") for argument in arguments):
        config.option.markexpr = ""
    sampling.LONG_TOO = "not long" not in config.option.markexpr
    # Now and not in a fixture: Textual reads some of this when it is loaded.
    for name in list(os.environ):
        if name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES") or name.startswith(("REFEREE_", "TEXTUAL_")):
            del os.environ[name]
    if hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()
    config.pluginmanager.register(Budget(), "budget")
    config.pluginmanager.register(OneMonday(), "one monday")
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("same cases")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load the benchmarks, and all that they load, where none is run."""
    return True if collection_path.name == "test_smoke.py" and "not bench" in config.option.markexpr else None


def pytest_collection(session: pytest.Session) -> None:
    """Let several workers compile the files of the tests between them: each begins with others of them.

    Every worker loads all of them; what another has compiled by then is only read. A file that cannot be loaded says
    so when its turn comes.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root, first = session.config.rootpath, int(worker["workerid"].removeprefix("gw"))
    files = sorted(file for arg in session.config.args for file in (root / arg).rglob("test_*.py"))
    for file in files[first :: worker["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Collect garbage: the program, loaded by now, is over too soon to need it, and the tests are not.

    What is loaded, with all the tests there are, stays, and is not looked through time and again; and what comes and
    goes with a screen is a hundred times what is made before Python usually looks.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_sessionstart() -> None:
    """Let nobody wait for the disk. No test takes the power away: what a program has written outlives it.

    What this computer keeps of clubs, and saw of them, is where the tests alone look.
    """
    home = mkdtemp(prefix="referee-home-")
    os.environ.update({f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("CONFIG", "STATE", "DATA")})
    sqlite.DURABLE_PRAGMAS = (*sqlite.DURABLE_PRAGMAS, "synchronous = OFF")
    hints.watch()


def pytest_sessionfinish() -> None:
    hints.end()
    rmtree(Path(os.environ["XDG_STATE_HOME"]).parent, ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write tests/records/*/*.expected and tests/dashboard/screens/*.svg anew; read and look at the difference",
    )


@pytest.fixture(autouse=True)
def _hints_can_be_followed() -> Iterator[None]:
    """Fail the test in which a hint was made that names a command, an option or a key that there is not."""
    yield
    wrong, hints.WRONG[:] = [*hints.WRONG, *hints.of_children()], []
    assert not wrong


@pytest.fixture(autouse=True)
def _marked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test start a process or drive a screen only when it is marked so: whoever leaves those out is quick."""

    def only_with(marker: str, owner: Any, name: str) -> None:
        if not request.node.get_closest_marker(marker):
            monkeypatch.setattr(owner, name, lambda *_, **__: pytest.fail(f"mark this test with pytest.mark.{marker}"))

    only_with("process", subprocess.Popen, "__init__")
    only_with("process", multiprocessing.process.BaseProcess, "start")
    if textual := sys.modules.get("textual.app"):
        only_with("screen", textual.App, "run_test")
