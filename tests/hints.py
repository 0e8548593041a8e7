"""Whether a hint can be followed: its command and options are the program's, its keys those of the desk."""

import gc
import re
from functools import cache
from typing import Any

from referee.store.hints import Do, Hint

WRONG: list[str] = []
"""What was found of the hints that were made since the last test."""


def watch() -> None:
    """Look at every hint that is made from now on, wherever it is, so that the test fails in which one is no good."""
    made = Hint.__init__

    def looked_at(hint: Hint, do: Do, says: str, given: tuple[tuple[str, object], ...] = ()) -> None:
        made(hint, do, says, given)
        if fault := fault_of(do, tuple(name for name, value in given if value is not None)):
            WRONG.append(f"{says}: {fault}")

    Hint.__init__ = looked_at  # type: ignore[method-assign]


@cache
def fault_of(do: Do, named: tuple[str, ...]) -> str:
    """Return what is wrong with the hints to do something for which so much is given, or nothing."""
    from referee.cli.shared.hints import COMMANDS, typed
    from referee.dashboard.hints import KEYS, pressed
    from tests.cli.spoken import PEOPLE, commands_in, every_option, filled, parse

    gc.enable()  # the program, loaded just now, does without for itself
    hint = object.__new__(Hint)
    for name, value in {"do": do, "says": "So", "given": tuple((each, "1") for each in named)}.items():
        object.__setattr__(hint, name, value)
    try:
        if do not in COMMANDS or do not in KEYS:
            return f"{do} has no command, or no key"
        if unused := [each for each in named if not re.search(rf"[{{ ]{each}[=?}}]", COMMANDS[do])]:
            return f"{do} takes no {unused}"
        pressed(hint, {})
        words = typed(hint)
        if words.startswith("--"):
            option = words.split()[0]
            return "" if option in every_option() else f"{option} is an option of no command"
        found: Any = list(commands_in(words))
        if len(found) != 1:
            return f"{words} is no command"
        parse(filled(found[0], PEOPLE))
    except Exception as fault:
        return f"{do}: {fault!r}"
    return ""
