"""Every key of the dashboard, and the user's changes to them from a file ``keys.toml``.

The file names a screen, and what its keys are to be:

    [tonight]
    checkin = "i"

    [table]
    undo = ["u", "backspace"]
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textual.binding import Binding, BindingType
from textual.keys import format_key

from referee.club.faults import ClubFault
from referee.rules.spelling import did_you_mean

FILE: Final = "keys.toml"
Keymap = Mapping[str, str]


class KeyFault(ClubFault):
    """A file of keys that cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Key:
    """Something that a key does on a screen: `says` stands in the row of keys, `does` in the help."""

    screen: str
    action: str
    keys: str
    says: str
    does: str
    shown: bool = True

    @property
    def id(self) -> str:
        """How the file of keys names it: ``table.undo``."""
        return f"{self.screen}.{self.action}"


KEYS: Final = (
    # Not in the row of keys, which would be too long for a narrow terminal: it stands above the tables.
    Key("tonight", "table", "enter", "Table", "Open the table that is marked.", shown=False),
    Key("tonight", "checkin", "c", "Check in", "Note who came."),
    Key("tonight", "seating", "n", "New", "Start a table: game, players, house rules."),
    Key("tonight", "session", "o", "Session", "Open tonight's session, or close it."),
    Key("tonight", "facts", "f", "Facts", "Rule on what two players tell, without a table."),
    Key("tonight", "disputes", "d", "Disputes", "What was challenged, and how it was settled."),
    Key("tonight", "standings", "s", "Standings", "The season's standings, and how everybody's nights went."),
    Key("tonight", "rulebook", "r", "Rules", "The rulebook of every game, with a search."),
    Key("tonight", "help", "question_mark", "Help", "Every key, and how to change it."),
    Key("tonight", "leave", "q", "Quit", "Leave; everything shown is in the club's file already."),
    Key("checkin", "next", "down", "Next", "Mark the next name.", shown=False),
    Key("checkin", "previous", "up", "Previous", "Mark the name before.", shown=False),
    Key("checkin", "undo", "delete", "Not here", "Take back that the marked member is here; not while seated."),
    Key("checkin", "leave", "escape", "Back", "Back to tonight."),
    Key("seating", "start", "s", "Start", "Start the table as it is shown."),
    Key("seating", "earlier", "left_square_bracket", "Earlier", "Seat the marked player one place earlier."),
    Key("seating", "later", "right_square_bracket", "Later", "Seat the marked player one place later."),
    Key("seating", "leave", "escape", "Back", "Back to tonight; no table is started."),
    Key("typing", "submit", "enter", "Write down", "Write the line down; asks first when it is illegal."),
    Key("typing", "complete", "tab", "Complete", "Take over the completion that is marked."),
    Key("typing", "next", "down", "Next", "Mark the next completion.", shown=False),
    Key("typing", "previous", "up", "Previous", "Mark the completion before.", shown=False),
    Key("typing", "leave", "escape", "To the record", "Leave the line as it is and go to the record."),
    Key("table", "write", "i", "Type", "Back to the line that is being typed."),
    Key("table", "undo", "u", "Undo", "Take back the marked line; it stays in the log."),
    Key("table", "stands", "s", "Stand", "Let the marked line stand; asks for the reason."),
    Key("table", "mistake", "m", "Fix", "Type the marked line again; the old one stays in the log, struck."),
    Key("table", "rule", "r", "Rule", "The rulebook of this table, at the clause of the marked line."),
    Key("table", "dispute", "d", "Dispute", "Open a dispute on the marked line, or see the one that there is."),
    Key("table", "settlement", "p", "Paid", "Every payment, penalty and place with its clause."),
    Key("table", "finish", "f", "Finish", "Gather the cards: the match ends and counts."),
    Key("table", "result", "w", "Result", "Write down only how the match ended."),
    Key("table", "help", "question_mark", "Help", "Every key, and how to change it.", shown=False),
    Key("table", "leave", "escape", "Back", "Back to tonight."),
    Key("facts", "write", "i", "Type", "Back to the line that is being typed."),
    Key("facts", "mistake", "m", "Fix", "Type the marked fact again."),
    Key("facts", "out", "u", "Take out", "Take the marked fact out again."),
    Key("facts", "dispute", "d", "Dispute", "Open a dispute on the last fact; asks what is claimed."),
    Key("facts", "game", "tab", "Next game", "Rule by the next game; from the line, when it is empty."),
    Key("facts", "leave", "escape,q", "Back", "Back; what was told is forgotten, which is said first."),
    Key("help", "leave", "escape,q", "Back", "Back to where you were."),
    Key("settlement", "leave", "escape,q,p", "Back", "Back to the table."),
    Key("standings", "nights", "enter", "Nights", "The nights of the member who is marked."),
    Key("standings", "game", "g", "Game", "The standings of the next game, then of all games again."),
    Key("standings", "leave", "escape,q", "Back", "Back to tonight."),
    Key("nights", "leave", "escape,q", "Back", "Back to the standings."),
    Key("rulebook", "next", "down", "Next", "Mark the next rule.", shown=False),
    Key("rulebook", "previous", "up", "Previous", "Mark the rule before.", shown=False),
    Key("rulebook", "game", "tab", "Next game", "The rulebook of the next game."),
    Key("rulebook", "leave", "escape", "Back", "Back to where you were."),
    Key("disputes", "open", "enter", "Dispute", "Open the dispute that is marked."),
    Key("disputes", "decided", "a", "All/waiting", "Show those that were decided too, or only those that wait."),
    Key("disputes", "leave", "escape,q", "Back", "Back to tonight."),
    Key("disputes", "facts", "f", "Facts", "Rule on what two players tell, without a table."),
    Key("dispute", "follow", "f", "Follow", "Decide as the rulebook rules."),
    Key("dispute", "overrule", "o", "Overrule", "Decide against the rulebook; asks for the reason."),
    Key("dispute", "appeal", "a", "Appeal", "Open a decided dispute again; asks what is new."),
    Key("dispute", "leave", "escape,q", "Back", "Back to where you were."),
    Key("clock", "leave", "escape,q", "Quit", "Leave; the clock runs on."),
    Key("board", "leave", "escape,q", "Quit", "Take the board down; it only shows, and enters nothing."),
)
_TYPED_INTO: Final = ("typing", "checkin", "rulebook")
_SWALLOWED: Final = {
    "ctrl+c": "terminals take it to stop a program",
    "ctrl+z": "terminals take it to put a program aside",
    "ctrl+s": "terminals take it to hold the output",
    "ctrl+q": "terminals take it to let the output go on",
    "ctrl+backslash": "terminals take it to kill a program",
    "ctrl+i": "terminals send Tab for it",
    "ctrl+m": "terminals send Enter for it",
    "ctrl+j": "terminals send Enter for it",
    "ctrl+h": "terminals send Backspace for it",
    "ctrl+left_square_bracket": "terminals send Escape for it",
    "ctrl+w": "browsers take it to close the page",
    "ctrl+n": "browsers take it to open a window",
    "ctrl+t": "browsers take it to open a page",
    "f1": "many terminals take it for their own help",
    "f10": "many terminals take it for their menu",
    "f11": "terminals and browsers take it to fill the screen",
    "f12": "browsers take it for their tools",
}
_NAMED: Final = {
    *("enter", "escape", "tab", "space", "backspace", "delete", "insert", "up", "down", "left", "right"),
    *("home", "end", "pageup", "pagedown", *(f"f{number}" for number in range(1, 13))),
}
_SIGNS: Final = {
    "?": "question_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "/": "slash",
    "\\": "backslash",
    ".": "full_stop",
    "+": "plus",
    "-": "minus",
    "*": "asterisk",
    "=": "equals_sign",
    "#": "number_sign",
    "!": "exclamation_mark",
    " ": "space",
}


# A larger one is nobody's; a key of so many parts would be read for minutes.
_LARGEST: Final = 10_000
_CAPS: Final = {"enter": "Enter", "escape": "Esc", "tab": "Tab"}


def bindings(screen: str) -> list[BindingType]:
    """Return the keys of a screen as Textual wants them; their ids are what the user's file changes."""
    return [
        Binding(each.keys, each.action, each.says, show=each.shown, id=each.id)
        for each in KEYS
        if each.screen == screen
    ]


def shown(keys: str) -> str:
    """Return keys as they stand on a keyboard: ``?`` for ``question_mark``."""
    signs = {name: sign for sign, name in _SIGNS.items() if sign != " "} | _CAPS
    return " or ".join(signs.get(key) or format_key(key) for key in keys.split(","))


def in_force(keymap: Keymap) -> Iterator[tuple[Key, str]]:
    """Yield everything that keys do, each with its keys after the user's changes."""
    return ((each, keymap.get(each.id, each.keys)) for each in KEYS)


def key_for(id: str, keymap: Keymap) -> str:
    """Return the key for something as it stands on the keyboard, after the user's changes."""
    return next(shown(typed) for each, typed in in_force(keymap) if each.id == id)


def find(folder: Path) -> Path | None:
    """Return the user's file of keys: the club's own, else the one in the user's configuration, if there is any."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return next((path for path in (folder / FILE, config / "referee" / FILE) if path.is_file()), None)


def read(path: Path | None) -> Keymap:
    """Return the user's changes, by id. Raises `KeyFault`."""
    if path is None:
        return {}
    try:
        if path.stat().st_size > _LARGEST:
            raise KeyFault(f"{path} cannot be read: it is larger than a file of keys can be ({_LARGEST} bytes).")
        sections: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KeyFault(f"{path} cannot be read: {error}.") from None
    except RecursionError:
        raise KeyFault(f"{path} cannot be read: lists or tables stand too deep in each other.") from None
    known = {each.id: each for each in KEYS}
    changed: dict[str, str] = {}
    for screen, actions in sections.items():
        if not isinstance(actions, dict):
            raise KeyFault(f"{path}: {screen!r} stands outside a screen; expected a heading before it, such as [table]")
        for action, keys in actions.items():
            id = f"{screen}.{action}"
            if id not in known:
                raise KeyFault(f"{path}: there is nothing called {id!r}; {did_you_mean(id, known)}")
            several = keys if isinstance(keys, list) else [keys]
            changed[id] = ",".join(_key(path, known[id], key) for key in several)
    _refuse_twice(path, changed)
    return changed


def _key(path: Path, what: Key, typed: Any) -> str:
    """Return one key as Textual names it, or say why it cannot be used."""
    if not isinstance(typed, str) or not typed:
        raise KeyFault(f"{path}: {what.id} is {typed!r}; expected a key, such as {what.keys!r}")
    name = _SIGNS.get(typed, typed) if len(typed) == 1 else typed.strip().lower()
    base = name.rpartition("+")[2]
    if why := _SWALLOWED.get(name):
        raise KeyFault(f"{path}: {what.id} cannot be {typed}: {why}. Take another key.")
    one = len(base) == 1 or base in _SIGNS.values()
    if not (one or base in _NAMED) or name.removesuffix(base) not in ("", "ctrl+", "alt+", "shift+"):
        raise KeyFault(f"{path}: {what.id} cannot be {typed!r}; expected a letter, a sign, or such as f5 or ctrl+e")
    if what.screen in _TYPED_INTO and one and "+" not in name:
        raise KeyFault(f"{path}: {what.id} cannot be {typed}: it would go into what is being typed.")
    return name


def _refuse_twice(path: Path, changed: Keymap) -> None:
    """Raise a fault when a key would do two things on one screen."""
    taken: dict[tuple[str, str], str] = {}
    for each, keys in in_force(changed):
        for key in keys.split(","):
            other = taken.setdefault((each.screen, key), each.id)
            if other != each.id:
                raise KeyFault(f"{path}: {shown(key)} would be both {other} and {each.id}. Change one of them.")
