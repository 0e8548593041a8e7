"""Completion in the shells themselves: what it leaves on the line is a command that runs."""

import os
import select
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.running import referee
from tests.patience import patience

fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
pytestmark = pytest.mark.process

SCRIPTS = sysconfig.get_path("scripts")
START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {}; echo rea''dy"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -u -D; source {}; echo rea''dy"),
    "fish": (["fish", "--no-config", "-i"], "source {}; echo rea''dy"),
}


class Shell:
    """A shell at a terminal, in which somebody types."""

    def __init__(self, words: list[str], env: dict[str, str], cwd: Path) -> None:
        self.ours, theirs = pty.openpty()
        self.running = subprocess.Popen(
            words,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)

    def type(self, keys: str, until: str) -> str:
        """Type some keys, and return what is printed until a text has come."""
        os.write(self.ours, keys.encode())
        seen, ends = b"", time.monotonic() + patience()
        while until.encode() not in seen:
            assert time.monotonic() < ends, f"{keys!r}: no {until!r} in {seen.decode(errors='replace')!r}"
            if select.select([self.ours], [], [], 0.5)[0]:
                seen += os.read(self.ours, 10_000)
        return seen.decode(errors="replace")

    def end(self) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self.ours)


@pytest.fixture(scope="module")
def named(base_club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with a member whose name has a blank in it, and one with an apostrophe."""
    folder = copytree(base_club, tmp_path_factory.mktemp("named") / "club")
    assert referee("member", "add", "Eve Lee", "Liam O'Neil", club=folder).code == 0
    return folder


TYPED = (
    ("Ev", "Lee", "Eve Lee"),
    ("Eve\\ L", "ee", "Eve Lee"),
    ('"Ev', "Lee", "Eve Lee"),
    ("Liam", "Neil", "Liam O'Neil"),
)


@pytest.mark.parametrize("shell", START)
def test_a_name_with_a_blank_is_completed_to_one_word(named: Path, tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    if not (Path(SCRIPTS) / "referee").exists():
        pytest.skip("the program is not installed as a command here")
    env = {
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join((SCRIPTS, os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "REFEREE_CLUB": str(named),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    script = tmp_path / f"completion.{shell}"
    prompted = {**env, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    text = subprocess.run(
        [Path(SCRIPTS) / "referee", "--show-completion", shell],
        env=prompted,
        capture_output=True,
        text=True,
        check=True,
    )
    script.write_text(text.stdout)
    words, prepare = START[shell]
    at = Shell(words, env, tmp_path)
    try:
        at.type(f"{prepare.format(script)}\r", "ready")
        for typed, output, complete in TYPED:
            at.type(f"referee member show {typed}", typed[-2:])
            at.type("\t", output)
            assert f"{complete}, member since" in at.type("\r", "no results yet")
    finally:
        at.end()


PROFILES = {
    "bash": (["bash", "-i"], ".bashrc"),
    "zsh": (["zsh", "-i"], ".zshrc"),
    "fish": (["fish", "-i"], ".config/fish/config.fish"),
}


@pytest.mark.parametrize("shell", PROFILES)
def test_one_command_sets_completion_up_in_every_shell_from_then_on(tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    if not (Path(SCRIPTS) / "referee").exists():
        pytest.skip("the program is not installed as a command here")
    env = {
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join((SCRIPTS, os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    words, profile = PROFILES[shell]
    (tmp_path / profile).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / profile).touch()  # without one, zsh asks a new user many things
    once = Shell(words, env, tmp_path)
    try:
        once.type("referee --install-completion\r", "take effect")
    finally:
        once.end()
    later = Shell(words, env, tmp_path)
    try:
        later.type("referee tournam", "tournam")
        later.type("\t", "ent")
    finally:
        later.end()
