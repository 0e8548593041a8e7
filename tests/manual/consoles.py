"""The examples of the README and of the manual, run on one Monday, whatever day it is, and printed as they stand."""

import contextlib
import os
import re
import shlex
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from tests.cli.running import referee
from tests.harness import frozen

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
HEAD = re.compile(r"(event )?\b(\d+, )?[0-9a-f]{4}(-[0-9a-f]{4}){3}\b")
DONE_AT = re.compile(r"2026-11-16 17:\d\d\b")
EVENING = (
    'init "Monday Club"',
    "member add Ann Ben Cal Dee Eve Fay Gus Hal",
    "season new 2026-27",
    "schedule add today --at 19:00",
    "open",
    "checkin Ann Ben Cal Dee Eve Fay Gus Hal",
)
"""What leads to an evening with eight players, as the first Monday has it."""
REPLACED = re.compile(r"(?<=club\.replaced-)\d{4}-\d\d-\d\d")
BACKUP = re.compile(r"-e\d+-[0-9a-f]{12}\b")
EXAMPLE = "3f2a-9c01-77be-04d2"
LOT = 231
"""What every lot gives that nobody has chosen. With it Ann, Ben, Cal and Dee sit at table 1, and Dee deals first."""


@contextlib.contextmanager
def one_monday(temporary: Path) -> Iterator[None]:
    """Let it be the Monday of the examples, from five o'clock on, with every lot the same."""
    with (
        frozen.at(frozen.MONDAY),
        patch("secrets.randbelow", lambda below: LOT % below),
        patch.object(tempfile, "tempdir", str(temporary)),
    ):
        yield


def printed(text: str, folder: Path) -> str:
    """Return a page with what its examples print now, run one after another in a folder."""
    return CONSOLE.sub(lambda found: _block(found[1], folder), text)


def listed(text: str) -> list[tuple[str, str]]:
    """Return the commands that a page lists without their answers, each with the remark behind it."""
    rows = [row for found in SHELL.findall(text) for row in found.replace("\\\n", " ").splitlines()]
    parts = [row.partition(" #") for row in rows]
    return [(command.strip(), remark.strip()) for command, _, remark in parts]


def commands(text: str) -> list[str]:
    """Return the commands of a page's examples, those that are run and those that are only listed."""
    shown = [line[2:] for found in CONSOLE.findall(text) for line in found.splitlines() if line.startswith("$ ")]
    return shown + [command for command, _ in listed(text)]


def given(folder: Path, *before: str) -> None:
    """Give some commands that no page shows, so that a page can begin in the middle of an evening."""
    for command in before:
        done = referee(*shlex.split(command), cwd=folder)
        assert done.code == 0, f"{command}: {done.err}"


def _block(text: str, folder: Path) -> str:
    asked = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
    shown = [f"$ {command}\n{run(command, folder)[1]}" for command in asked]
    return "```console\n" + "\n".join(shown).replace("\n\n$", "\n$") + "```"


def run(command: str, folder: Path, typed: str = "") -> tuple[int, str]:
    """Return the exit code of a command and what it prints, with the figures of the example for those of each club."""
    parts = [shlex.split(part) for part in command.split(" | ")]
    if all(words[0] == "referee" for words in parts) and not set("<>;&$*") & set(command):
        code, out, said = 0, typed, ""
        for words in parts:  # on the Monday: in a shell the program would ask the computer for the day
            done = referee(*words[1:], cwd=folder, typed=out)
            code, out, said = done.code, done.out, said + done.err
        text = out + said
    else:
        code, text = _in_a_shell(command, folder)
    assert "Traceback" not in text
    text = HEAD.sub(lambda found: f"event 412, {EXAMPLE}" if found[1] else EXAMPLE, text)
    text = BACKUP.sub("-e412-3f2a9c0177be", DONE_AT.sub("2026-11-16 21:40", REPLACED.sub("2026-11-16", text)))
    return code, text.replace(str(folder), "~/club")


def _in_a_shell(command: str, folder: Path) -> tuple[int, str]:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    env = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    done = subprocess.run(
        command,
        shell=True,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**env, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout
