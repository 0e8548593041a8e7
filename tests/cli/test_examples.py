"""Every example of every help text runs, and what it prints to do next runs after it.

Commands and their examples are found by walking the program. An example is tried in one scene after another, of
`tests/cli/scenes.py`, until it works in one: what it needs is there, as it would be for whoever copies it.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest
from typer.exceptions import TyperException

from referee.club.folder import open_club
from tests.cli.printed_commands import (
    PEOPLE,
    SCREENS,
    SERVER_COMMANDS,
    all_epilogs,
    commands_in,
    examples,
    fill_placeholders,
    parse_command,
    steps,
    without_club,
)
from tests.cli.running import RunResult, referee
from tests.cli.scenes import ANSWERS, FIRST, ROOT, on_the_monday

HEAD = re.compile(r"(?<=--head )\S+")
IN_A_SHELL = re.compile(r"[|>;]")


def unquoted(command: str) -> str:
    return re.sub(r"\"[^\"]*\"|'[^']*'", "", command)


EXAMPLES = [
    pytest.param(words, example, id=example, marks=pytest.mark.process if IN_A_SHELL.search(unquoted(example)) else ())
    for words, epilog in all_epilogs()
    for example in examples(epilog)
]


def run(command: str, folder: Path) -> RunResult:
    """Give a command in a club's folder, as it stands in a help text; a question is answered with yes."""
    command = command.replace("/media/stick", str(folder / "stick"))
    if (folder / "club.db").exists() and HEAD.search(command):
        with open_club(folder) as club:
            command = HEAD.sub(club.head.hash[:16], command)  # no two clubs have the same
    if IN_A_SHELL.search(unquoted(command)):
        return in_a_shell(command, folder)
    (folder / "stick").mkdir(exist_ok=True)
    words = fill_placeholders(shlex.split(command)[1:])
    result = referee(*words, cwd=folder)
    if "To confirm, add --yes" in result.err:
        result = referee(*words, "--yes", cwd=folder)
    return result


def in_a_shell(command: str, folder: Path) -> RunResult:
    program = f'referee() {{ "{sys.executable}" -m referee "$@"; }}'
    env = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {program}; {command}"],
        cwd=folder,
        env={**env, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return RunResult(result.returncode, result.stdout, result.stderr)


@pytest.mark.parametrize(("words", "example"), EXAMPLES)
def test_every_example_runs_and_so_does_what_it_says_to_do_next(
    words: str, example: str, stages: dict[str, Path], tmp_path: Path
) -> None:
    for command in steps(example):
        for part in IN_A_SHELL.split(command) if IN_A_SHELL.search(unquoted(command)) else [command]:
            if not part.strip().startswith("referee "):
                continue
            try:
                parse_command(given_words := fill_placeholders(shlex.split(part)[1:]))
            except TyperException as fault:
                pytest.fail(f"the example {example!r} of referee {words} cannot be read: {fault}", pytrace=False)
            if without_club(given_words)[0] in (*SCREENS, *SERVER_COMMANDS):
                return
    refused = {}
    with on_the_monday(tmp_path):
        first = [scene.__name__ for scene in FIRST.get(words.partition(" ")[0], ())]
        for name in dict.fromkeys([*first, *stages]):
            folder = copytree(stages[name], tmp_path / name)
            for command in steps(example):
                result = run(command, folder)
                if result.code not in ANSWERS:
                    break
            else:
                next_steps_run(example, result, folder, tmp_path)
                return
            refused[name] = (result.err or result.out).strip()
    tried = "\n".join(f"  {name}: {output}" for name, output in refused.items())
    pytest.fail(
        f"the example of referee {words} runs in no scene: {example}\n{tried}\n"
        "Change the example in its epilog, or put what it needs into a scene of tests/cli/scenes.py.",
        pytrace=False,
    )


def next_steps_run(example: str, result: RunResult, folder: Path, tmp_path: Path) -> None:
    """Run every command that a result suggests next, each in a copy of the club at that moment."""
    for number, output in enumerate(commands_in(f"{result.out}\n{result.err}")):
        words = fill_placeholders(output, players(output, folder))
        if words[0] in SCREENS:
            parse_command(words)
            continue
        after = run(shlex.join(["referee", *words]), copytree(folder, tmp_path / f"next-{number}"))
        assert after.code in ANSWERS, (
            f"after {example!r} it says: referee {shlex.join(output)}, and that says: {after.err or after.out}"
        )


def players(output: list[str], folder: Path) -> Sequence[str]:
    """Who is to be named in a command: everybody at the table that it is about, or who is no member yet."""
    if output[:2] == ["member", "add"]:
        members = {member["name"] for member in referee("member", "list", "--json", cwd=folder).data}
        return [name for name in PEOPLE if name not in members]
    if output[0] != "result":
        return PEOPLE
    heading = referee("table", "show", output[1], cwd=folder).out.splitlines()[0]  # table 3, DATE: GAME, Ann, Ben
    return heading.partition(": ")[2].split(", ")[1:]
