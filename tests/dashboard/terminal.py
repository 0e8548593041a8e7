"""A real terminal with a program in it, typed at and read."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from tests.dashboard.piloting import SMALL
from tests.patience import wait


class Terminal:
    """A terminal with a program in it."""

    def __init__(self, *command: str, cwd: Path, env: dict[str, str], size: tuple[int, int] = SMALL) -> None:
        if shutil.which("tmux") is None:
            pytest.skip("tmux is not installed")
        self.socket = f"referee-{os.getpid()}-{time.monotonic_ns()}"
        # The size of the terminal that the tests run in would be taken for that of this one.
        words = " ".join(["-u COLUMNS -u LINES", *(f"{name}='{value}'" for name, value in env.items())])
        width, height = map(str, size)
        self.tmux("new-session", "-d", "-x", width, "-y", height, "-c", str(cwd), f"env {words} {' '.join(command)}")

    def tmux(self, *words: str) -> str:
        result = subprocess.run(
            ["tmux", "-L", self.socket, "-f", "/dev/null", *words], capture_output=True, text=True, check=False
        )
        return result.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def sees(self) -> str:
        return " ".join(self.tmux("capture-pane", "-p").split())

    def until(self, text: str) -> None:
        wait(lambda: text in self.sees(), lambda: self.tmux("capture-pane", "-p"))

    def until_any(self, *texts: str) -> str:
        """Wait until one of some texts stands on the screen, and return the first that does."""
        wait(lambda: any(text in self.sees() for text in texts), lambda: self.tmux("capture-pane", "-p"))
        screen_text = self.sees()
        return next((text for text in texts if text in screen_text), "")

    def until_gone(self, text: str) -> None:
        """Wait until a text stands on the screen no more."""
        wait(lambda: text not in self.sees(), lambda: self.tmux("capture-pane", "-p"))

    def close(self) -> None:
        self.tmux("kill-session")


Desk = TypeVar("Desk", bound=Terminal)


@contextmanager
def desk_in_a_terminal(folder: Path, settings: Path, kind: type[Desk], **env: str) -> Iterator[Desk]:
    """Open the desk in a folder as an officer with settings of their own has it, in a terminal of a kind."""
    path = os.pathsep.join(path for path in sys.path if path)
    given = {"PYTHONPATH": path, "XDG_CONFIG_HOME": str(settings), "TERM": "screen-256color", **env}
    terminal = kind(sys.executable, "-m", "referee", "desk", cwd=folder, env=given)
    yield terminal
    terminal.close()
