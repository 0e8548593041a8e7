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
SETUP_COMMANDS = (
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
RANDOM_VALUE = 231
"""What every lot gives that nobody has chosen. With it Ann, Ben, Cal and Dee sit at table 1, and Dee deals first."""


@contextlib.contextmanager
def one_monday(temporary: Path) -> Iterator[None]:
    """Let it be the Monday of the examples, from five o'clock on, with every lot the same."""
    with (
        frozen.frozen_at(frozen.MONDAY),
        patch("secrets.randbelow", lambda below: RANDOM_VALUE % below),
        patch.object(tempfile, "tempdir", str(temporary)),
    ):
        yield


def with_output(text: str, folder: Path) -> str:
    """Return a page with what its examples print now, run one after another in a folder."""
    return CONSOLE.sub(lambda matches: _run_block(matches[1], folder), text)


def listed_commands(text: str) -> list[tuple[str, str]]:
    """Return the commands that a page lists without their answers, each with the remark behind it."""
    rows = [row for matches in SHELL.findall(text) for row in matches.replace("\\\n", " ").splitlines()]
    parts = [row.partition(" #") for row in rows]
    return [(command.strip(), remark.strip()) for command, _, remark in parts]


def commands(text: str) -> list[str]:
    """Return the commands of a page's examples, those that are run and those that are only listed."""
    output = [line[2:] for matches in CONSOLE.findall(text) for line in matches.splitlines() if line.startswith("$ ")]
    return output + [command for command, _ in listed_commands(text)]


def run_setup(folder: Path, *before: str) -> None:
    """Give some commands that no page shows, so that a page can begin in the middle of an evening."""
    for command in before:
        result = referee(*shlex.split(command), cwd=folder)
        assert result.code == 0, f"{command}: {result.err}"


def _run_block(text: str, folder: Path) -> str:
    prompted = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
    output = [f"$ {command}\n{run_command(command, folder)[1]}" for command in prompted]
    return "```console\n" + "\n".join(output).replace("\n\n$", "\n$") + "```"


def run_command(command: str, folder: Path, typed: str = "") -> tuple[int, str]:
    """Return the exit code of a command and what it prints, with the figures of the example for those of each club."""
    parts = [shlex.split(part) for part in command.split(" | ")]
    if all(words[0] == "referee" for words in parts) and not set("<>;&$*") & set(command):
        code, out, output = 0, typed, ""
        for words in parts:  # on the Monday: in a shell the program would ask the computer for the day
            result = referee(*words[1:], cwd=folder, input_text=out)
            code, out, output = result.code, result.out, output + result.err
        text = out + output
    else:
        code, text = _in_a_shell(command, folder)
    assert "Traceback" not in text
    text = HEAD.sub(lambda matches: f"event 412, {EXAMPLE}" if matches[1] else EXAMPLE, text)
    text = BACKUP.sub("-e412-3f2a9c0177be", DONE_AT.sub("2026-11-16 21:40", REPLACED.sub("2026-11-16", text)))
    return code, text.replace(str(folder), "~/club")


def _in_a_shell(command: str, folder: Path) -> tuple[int, str]:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    env = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    result = subprocess.run(
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
    return result.returncode, result.stdout
