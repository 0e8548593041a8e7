"""Whether a hint can be followed: its command and options are the program's, its keys those of the desk."""

import gc
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from referee.store.hints import Do, Hint

WRONG: list[str] = []
"""What was found of the hints that were made since the last test."""


def watch() -> None:
    """Look at every hint that is made from now on, wherever it is, so that the test fails in which one is no good.

    What a test starts with the paths that are searched here notes its hints in a file (`tests/children`).
    """
    real_init, ours = Hint.__init__, os.getpid()
    handle, name = tempfile.mkstemp(prefix="hints")
    os.close(handle)
    os.environ["HINTS_OF_CHILDREN"] = name
    sys.path.append(str(Path(__file__).parent / "children"))

    def checked_init(hint: Hint, action: Do, text: str, arguments: tuple[tuple[str, object], ...] = ()) -> None:
        real_init(hint, action, text, arguments)
        names = tuple(name for name, value in arguments if value is not None)
        if os.getpid() != ours:  # in a fork, whose list nobody reads
            with _noted().open("a", encoding="utf-8") as file:
                file.write(" ".join([action.name, *names]) + "\n")
        elif fault := fault_of(action, names):
            WRONG.append(f"{text}: {fault}")

    Hint.__init__ = checked_init  # type: ignore[assignment, method-assign]


def _noted() -> Path:
    return Path(os.environ["HINTS_OF_CHILDREN"])


def of_children() -> list[str]:
    """Return what is wrong with the hints that were made in other processes since this was asked last."""
    if not _noted().stat().st_size:
        return []
    noted = _noted().read_text(encoding="utf-8").splitlines()
    _noted().write_text("", encoding="utf-8")
    looked_at = {(Do[do], tuple(names)) for do, *names in map(str.split, noted)}
    return [f"in a process: {fault}" for do, names in looked_at if (fault := fault_of(do, names))]


def end() -> None:
    """Remove the file with the hints of child processes."""
    _noted().unlink()


@cache
def fault_of(do: Do, names: tuple[str, ...]) -> str:
    """Return what is wrong with hints for an action with these arguments; empty if nothing is."""
    from referee.cli.shared.hints import COMMANDS, format_command
    from referee.dashboard.hints import HINT_KEYS, hint_text
    from tests.cli.printed_commands import PEOPLE, all_options, commands_in, fill_placeholders, parse_command

    gc.enable()  # the program, loaded just now, does without for itself
    hint = object.__new__(Hint)
    for name, value in {"action": do, "text": "So", "arguments": tuple((name, "1") for name in names)}.items():
        object.__setattr__(hint, name, value)
    try:
        if do not in COMMANDS or do not in HINT_KEYS:
            return f"{do} has no command, or no key"
        if unused := [name for name in names if not re.search(rf"[{{ ]{name}[=?}}]", COMMANDS[do])]:
            return f"{do} takes no {unused}"
        hint_text(hint, {})
        words = format_command(hint)
        if words.startswith("--"):
            option = words.split()[0]
            return "" if option in all_options() else f"{option} is an option of no command"
        commands: Any = list(commands_in(words))
        if len(commands) != 1:
            return f"{words} is no command"
        parse_command(fill_placeholders(commands[0], PEOPLE))
    except Exception as fault:
        return f"{do}: {fault!r}"
    return ""
