"""Running the program as its user does: here, which is quick, or in a process of its own, which is the real thing."""

import contextlib
import gc
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from referee.cli import main as program
from tests.patience import patience

SERVER_ADDRESSES: dict[Path, str] = {}
"""The addresses of clubs that are on a server, by their folders."""


@dataclass(frozen=True)
class RunResult:
    """What a run came to."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What was printed with ``--json``."""
        return json.loads(self.out)


class _Terminal(io.TextIOWrapper):
    """A stream at which somebody sits."""

    def isatty(self) -> bool:
        return True


def referee(
    *words: str,
    club: Path | str | None = None,
    input_text: str = "",
    cwd: Path | None = None,
    terminal: bool = False,
    screen: bool = False,
    **env: str,
) -> RunResult:
    """Run ``referee WORDS`` to its end in this process, from its words to its exit code. No other error gets out.

    At a `terminal` questions are asked, and answered by what is `typed`. On a `screen` the output is laid out for one.
    """
    created = _Terminal if terminal else io.TextIOWrapper
    stdin = created(io.BytesIO(input_text.encode()), encoding="utf-8")
    output = _Terminal if screen else io.TextIOWrapper
    out, err = (output(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        _restored_process_state(),
        contextlib.chdir(cwd or Path.cwd()),
        patch.dict(os.environ, _settings(club, env), clear=True),
        patch.multiple(sys, argv=["referee", *words], stdin=stdin, stdout=out, stderr=err),
    ):
        _set_zone()
        code = _code_of(program.main)
    return RunResult(code, *map(_text_of, (out, err)))


def in_a_process(
    *words: str, club: Path | str | None = None, input_text: str = "", cwd: Path | None = None, **env: str
) -> RunResult:
    """Run ``referee WORDS`` to its end in a process of its own. A traceback is never right."""
    result = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        input=input_text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**_settings(club, env), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        timeout=patience(),
        check=False,
    )
    assert "Traceback" not in result.stderr, result.stderr
    return RunResult(result.returncode, result.stdout, result.stderr)


def _settings(club: Path | str | None, env: dict[str, str]) -> dict[str, str]:
    settings = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    return {**settings, **({"REFEREE_CLUB": str(SERVER_ADDRESSES.get(club, club))} if club else {}), **env}


def _code_of(run: Callable[[], None]) -> int:
    try:
        run()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def _text_of(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def _restored_process_state() -> Iterator[None]:
    """Undo what the program does to its process: it takes a broken pipe for its end, and keeps its garbage for good."""
    started = sys.modules["__main__"]
    pipe = signal.getsignal(signal.SIGPIPE) if hasattr(signal, "SIGPIPE") else None
    try:
        sys.modules["__main__"] = ModuleType("__main__")  # begun as a script, it calls itself by the name of its file
        yield
    finally:
        sys.modules["__main__"] = started
        if pipe is not None:
            signal.signal(signal.SIGPIPE, pipe)
        gc.unfreeze()
        _set_zone()


def _set_zone() -> None:
    """Let the zone be the one that is set; Windows has but that of the computer."""
    if hasattr(time, "tzset"):
        time.tzset()
