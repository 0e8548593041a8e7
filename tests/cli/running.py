"""Running the program as its user does."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Done:
    """What a run came to."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What was printed with ``--json``."""
        return json.loads(self.out)


def referee(*words: str, club: Path | None = None, typed: str = "", cwd: Path | None = None, **env: str) -> Done:
    """Run ``referee WORDS`` to its end. A traceback is never right."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    if club:
        settings["REFEREE_CLUB"] = str(club)
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**settings, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **env},
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)
