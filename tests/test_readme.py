"""The README is true: its commands print what it shows, and every command is in its reference."""

import os
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import typer

from referee.cli.main import program
from tests.cli.running import referee

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PICTURE = re.compile(r"!\[.+?\]\((.+?)\)")
HEAD = re.compile(r"(event \d+, )?\b[0-9a-f]{4}(-[0-9a-f]{4}){3}\b")
DONE_NOW = re.compile(r"(?<=\()\d{4}-\d\d-\d\d \d\d:\d\d(?=\))")
BACKUP = re.compile(r"-e\d+-[0-9a-f]{12}\b")
DONE_TODAY = re.compile(r"(followed on |club\.replaced-|backups/)\d{4}-\d\d-\d\d")
EXAMPLE = "event 412, 3f2a-9c01-77be-04d2"
REFERENCE = re.compile(r"<!-- reference -->\n.*?<!-- /reference -->", re.DOTALL)


def run(command: str, folder: Path) -> str:
    """What a command of the README prints, run in a folder with the repository's schedules."""
    words = shlex.split(command)
    if words[0] == "referee" and not set("|<>;&$*") & set(command):
        done = referee(*words[1:], cwd=folder)  # where no shell has to be asked, starting the program takes the longest
        printed = done.out + done.err
    else:
        printed = in_a_shell(command, folder)
    assert "Traceback" not in printed
    shown = HEAD.sub(lambda found: EXAMPLE if found[1] else EXAMPLE[-19:], printed)  # no two clubs have the same
    shown = DONE_NOW.sub("2026-11-16 21:40", shown)
    shown = BACKUP.sub("-e412-3f2a9c0177be", shown)
    # Only what is done today bears the date of today: a day that the example names itself may be today's too.
    return DONE_TODAY.sub(r"\g<1>2026-11-16", shown).replace(str(folder), "~/club")


def in_a_shell(command: str, folder: Path) -> str:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    env = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    return subprocess.run(
        command,
        shell=True,
        stdin=subprocess.DEVNULL,  # whoever runs the tests is not asked
        cwd=folder,
        env={**env, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    ).stdout


def block(text: str, folder: Path) -> str:
    """A console block with what its commands print now."""
    commands = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
    shown = [f"$ {command}\n{run(command, folder)}" for command in commands]
    return "```console\n" + "\n".join(shown).replace("\n\n$", "\n$") + "```"


def every_command() -> list[tuple[str, Any]]:
    """Every command of the program by its words, such as ``table log``."""
    found = []

    def walk(words: list[str], command: Any) -> None:
        if hasattr(command, "commands"):
            for name, each in command.commands.items():
                walk([*words, name], each)
        else:
            found.append((" ".join(words), command))

    walk([], typer.main.get_command(program([])))
    return found


def reference() -> str:
    """The README's reference: a line a command."""
    rows = [f"| `referee {words}` | {command.help.split(chr(10))[0].strip()} |" for words, command in every_command()]
    return "\n".join(
        ["<!-- reference -->", "| command | what it does |", "| --- | --- |", *rows, "<!-- /reference -->"]
    )


@pytest.mark.process
def test_the_commands_of_the_readme_print_what_it_shows(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    (tmp_path / "schedules").mkdir()
    schedule = ROOT / "schedules" / "2026-27.toml"
    (tmp_path / "schedules" / schedule.name).write_text(schedule.read_text(encoding="utf-8"), encoding="utf-8")
    shown = README.read_text(encoding="utf-8")
    printed = CONSOLE.sub(lambda found: block(found[1], tmp_path), shown)
    if request.config.getoption("--regenerate"):
        README.write_text(printed, encoding="utf-8")
    else:
        assert printed == shown


def test_every_command_is_in_the_reference(request: pytest.FixtureRequest) -> None:
    text = README.read_text(encoding="utf-8")
    if request.config.getoption("--regenerate"):
        README.write_text(REFERENCE.sub(lambda _: reference(), text), encoding="utf-8")
    else:
        assert reference() in text


def test_every_picture_of_the_readme_is_one_that_the_screens_are_held_against() -> None:
    pictures = {ROOT / each for each in PICTURE.findall(README.read_text(encoding="utf-8"))}
    held = set((ROOT / "tests" / "dashboard" / "screens").glob("*.svg"))
    # A browser draws letters as the machine's fonts have them, so its pictures are only there to be seen.
    seen = set((ROOT / "tests" / "dashboard" / "in_a_browser").glob("*.png"))
    assert pictures & held
    assert pictures <= held | seen
    assert seen <= pictures


@pytest.mark.parametrize(("words", "command"), every_command(), ids=[words for words, _ in every_command()])
def test_every_command_has_help_with_an_example(words: str, command: Any) -> None:
    assert command.help
    assert command.epilog.startswith("Example: referee ")
    assert f"referee {words}" in command.epilog
    for param in command.params:
        assert param.help, f"{words}: {param.name} has no help"


def test_every_group_of_commands_has_help_with_an_example() -> None:
    root = typer.main.get_command(program([]))
    groups = {name: each for name, each in root.commands.items() if hasattr(each, "commands")}
    assert "table" in groups
    assert root.epilog.startswith("Example: referee ")
    for name, group in groups.items():
        assert group.help
        assert group.epilog.startswith(f"Example: referee {name} "), name


def test_the_two_commands_set_everything_up() -> None:
    """`.ci/run` runs them; here it is only held that they are two, and alone on their lines."""
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert lines[0].endswith("referee demo")
    assert lines[1].endswith("pytest -n 3")
