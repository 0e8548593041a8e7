"""Commands in running text: the examples of helps, and what messages say to do next."""

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import typer

from referee.cli.command_tree import COMMANDS, GROUPS, SHOWN_BY_NUMBER
from referee.cli.main import build_app

OR = re.compile(r"[,;]\s+or\b[^:]*:\s+(?=referee )")
THEN = re.compile(r"[,;]\s+and\b[^:]*:\s+(?=referee )")
COMMAND = re.compile(rf"(?<![\w`/.-])referee (?=(?:{'|'.join([*COMMANDS, *GROUPS])})\b)")
PLACEHOLDER_VALUES = {
    "DATE": "2026-11-30",
    "HH:MM": "15:45",
    "LINE": "1",
    "TABLE": "3",
    "N": "1",
    "SEAT": "2",
    "OUTCOME": "uphold",
    "DISPUTE": "1",
    "GAME": "big-two",
    "FILE": "schedules/2026-27.toml",
    "FOLDER": "elsewhere",
}
PEOPLE = ("Ann", "Cal", "Dee")
SCREENS = ("desk", "board", "phones")
"""Commands that stay open until somebody ends them."""
SERVER_COMMANDS = ("club",)
"""Commands that want a server; `tests/cli/files/test_club_on_a_server.py` has one."""


UNKNOWN = "1"
"""What stands for a number, a name or a date that is only known when a message is printed."""


def examples(epilog: str) -> list[str]:
    """The examples of an epilog: ``Example: referee A, or with a guest: referee B``."""
    return OR.split(epilog.removeprefix("Example: "))


def steps(example: str) -> list[str]:
    """The commands of an example, one after the other: ``referee A, and back again: referee B``."""
    return THEN.split(example)


def commands_in(text: str) -> Iterator[list[str]]:
    """The words of every command that a text says to give, as it says them; see `filled`."""
    for line in text.splitlines():
        for output in COMMAND.split(line)[1:]:
            if words := list(_words(output)):
                yield words


def _words(output: str) -> Iterator[str]:
    """The words of a command up to the end of its sentence."""
    for word in re.findall(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""", output):
        bare = "..." if word in ("...", "...,") else re.sub(r"[,;:.)`]+$", "", word)
        if word.startswith("(") or not bare:
            return
        yield shlex.split(bare)[0]
        if word != bare:
            return


def fill_placeholders(words: list[str], people: Sequence[str] = PEOPLE) -> list[str]:
    """The words of a command with something put where it says NAME, DATE or "...": `people` are those to be named."""
    matches: list[str] = []
    left = list(people)
    for before, word in zip(["", *words], words, strict=False):
        if word == "NAME":
            matches.append("Hearts" if before == "--game" else left.pop(0))
        elif word == "..." and before == "NAME":
            matches.extend(left)
        else:
            matches.append("it was so" if word == "..." else PLACEHOLDER_VALUES.get(word, word))
    return matches


def without_club(words: list[str]) -> list[str]:
    """The words of a command without the club that was named before them."""
    return words[2:] if words[0] == "--club" else words


@cache
def all_epilogs() -> list[tuple[str, str]]:
    """The epilog of the program, of each group and of each command, with the words that it belongs to."""
    matches = []

    def walk(words: list[str], command: Any) -> None:
        matches.append((" ".join(words), command.epilog or ""))
        for name, subcommand in getattr(command, "commands", {}).items():
            walk([*words, name], subcommand)

    walk([], typer.main.get_command(build_app([])))
    return matches


@cache
def all_commands() -> list[tuple[str, Any]]:
    """Every command of the program by its words, such as ``table show``."""
    matches = []

    def walk(words: list[str], command: Any) -> None:
        if not hasattr(command, "commands"):
            matches.append((" ".join(words), command))
        for name, subcommand in getattr(command, "commands", {}).items():
            walk([*words, name], subcommand)

    walk([], typer.main.get_command(build_app([])))
    return matches


def parse_command(words: list[str]) -> None:
    """Read a command as the program would, without doing it. Raises `TyperException`."""
    words = without_club(words)
    command: Any = typer.main.get_command(build_app(words))
    parent = None
    while True:
        name = words[0] if parent is not None else "referee"
        if not hasattr(command, "commands"):
            command.make_context(name, choose_values(command, words[1:]), parent=parent)
            return
        context = typer.Context(command, info_name=name, parent=parent)
        rows = words[1:] if parent is not None else words
        if not rows:
            return  # a group alone is shown, or lists its commands
        if name in SHOWN_BY_NUMBER and rows[0].isdecimal():
            rows = [SHOWN_BY_NUMBER[name], *rows]
        _, inner, _ = command.resolve_command(context, list(rows))
        parent, command, words = context, inner, list(rows)


def choose_values(command: Any, words: list[str]) -> list[str]:
    """Let what is only known when a message is printed be one of the words that its option may have."""
    may_be = {name: str(param.type.choices[0]) for param in command.params if _choices(param) for name in param.opts}
    return [
        may_be.get(before, word) if word == UNKNOWN else word for before, word in zip(["", *words], words, strict=False)
    ]


def _choices(option: Any) -> bool:
    return bool(getattr(option.type, "choices", ()))


@cache
def all_options() -> frozenset[str]:
    """Every option of any command, such as ``--reason``."""

    def walk(command: Any) -> Iterator[str]:
        for param in command.params:
            yield from param.opts
        for param in getattr(command, "commands", {}).values():
            yield from walk(param)

    return frozenset(walk(typer.main.get_command(build_app([]))))
