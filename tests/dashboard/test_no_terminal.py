"""A desk, or a board, whose terminal is none says so in one line, and ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.folder import Club
from tests.cli.running import in_a_process
from tests.patience import patience

pytestmark = pytest.mark.process


@pytest.fixture
def terminal() -> Iterator[int]:
    ours, theirs = pytest.importorskip("pty").openpty()
    yield theirs
    os.close(theirs)
    os.close(ours)


def begun(club: Path, command: str, env: dict[str, str] | None = None, **streams: int) -> tuple[int, str]:
    """Begin a desk with streams of its own; return its exit code and what it said on its stderr."""
    path = os.pathsep.join(path for path in sys.path if path)
    result = subprocess.run(
        [sys.executable, "-m", "referee", command, "--club", str(club)],
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": path, **(env or {})},
        timeout=patience(120),
        check=False,
    )
    return result.returncode, (result.stderr or b"").decode()


@pytest.mark.parametrize(("command", "name"), [("desk", "desk"), ("board", "board")])
def test_without_a_terminal_there_is_one_line_and_exit_code_2(club: Club, command: str, name: str) -> None:
    result = in_a_process(command, club=club.folder)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"referee: The {name} needs a terminal. To show it in a browser, add --web.\n"


@pytest.mark.parametrize("command", ["desk", "board"])
def test_keys_without_a_screen_and_a_screen_without_keys_are_no_terminal(
    club: Club, command: str, terminal: int
) -> None:
    code, said = begun(club.folder, command, stdin=terminal)
    assert (code, said.count("\n")) == (2, 1)
    assert begun(club.folder, command, stderr=terminal)[0] == 2
    assert begun(club.folder, command, stdout=terminal)[0] == 2


NO_DRAWING = "needs a terminal it can draw on, but TERM is {}. To show it in a browser, add --web."
LACKING = {
    "dumb": ({"TERM": "dumb"}, NO_DRAWING.format("dumb")),
    "unset": ({"TERM": ""}, NO_DRAWING.format("not set")),
    "plain": (
        {"REFEREE_PLAIN": "1"},
        "needs the full screen, which REFEREE_PLAIN rules out; use commands instead, as in: "
        "referee manual first-monday",
    ),
}


@pytest.mark.parametrize("command", ["desk", "board"])
@pytest.mark.parametrize("lacking", LACKING)
def test_a_terminal_that_cannot_be_drawn_on_or_must_not_be_is_told_in_one_sentence(
    club: Club, command: str, lacking: str
) -> None:
    env, said = LACKING[lacking]
    ours, theirs = pytest.importorskip("pty").openpty()
    try:
        code, _ = begun(club.folder, command, env, stdin=theirs, stdout=theirs, stderr=theirs)
        shown = os.read(ours, 10_000).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert (code, shown) == (2, f"referee: The {command} {said}\r\n")


@pytest.mark.parametrize("command", ["desk", "board"])
@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_no_terminal(club: Club, command: str, closed: str) -> None:
    path = os.pathsep.join(path for path in sys.path if path)
    result = subprocess.run(
        f'exec "{sys.executable}" -m referee {command} --club "{club.folder}" {closed}',
        shell=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        timeout=patience(120),
        check=False,
    )
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
