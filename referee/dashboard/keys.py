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

from referee.club.text.faults import ClubFault
from referee.rules.notation.spelling import did_you_mean

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
    Key("tonight", "waiting", "w", "Waiting", "Go to the first thing that waits for an officer.", shown=False),
    Key("tonight", "checkin", "c", "Check in", "Note who came."),
    Key("tonight", "seating", "n", "New", "Start a table: game, players, house rules."),
    Key("tonight", "draw", "t", "Draw", "Draw seats for everybody who is here and does not play.", shown=False),
    Key("tonight", "session", "o", "Session", "Open tonight's session, or close it."),
    Key("tonight", "take_back", "U", "Last", "Take back the last thing done here, whatever it was.", shown=False),
    Key("tonight", "facts", "f", "Facts", "Rule on what two players tell, without a table.", shown=False),
    Key("tonight", "disputes", "d", "Disputes", "What was challenged, and how it was settled."),
    Key("tonight", "standings", "s", "Standings", "The season's standings, and how everybody's nights went."),
    Key("tonight", "rulebook", "r", "Rules", "The rulebook of every game, with a search."),
    Key("tonight", "more", "m", "More", "All else of the club: past evenings, members, files, officers."),
    Key("tonight", "help", "question_mark", "Help", "Every key, and how to change it."),
    Key("tonight", "leave", "q", "Quit", "Leave; everything shown is in the club's file already."),
    Key("cards", "down", "down", "Next", "Mark the next table.", shown=False),
    Key("cards", "up", "up", "Before", "Mark the table before; from the first, go to what waits.", shown=False),
    Key("cards", "right", "right", "Right", "Mark the table beside it.", shown=False),
    Key("cards", "left", "left", "Left", "Mark the table on the other side.", shown=False),
    Key("cards", "first", "home", "First", "Mark the first table.", shown=False),
    Key("cards", "last", "end", "Last", "Mark the last table.", shown=False),
    Key("checkin", "next", "down", "Next", "Mark the next name.", shown=False),
    Key("checkin", "previous", "up", "Previous", "Mark the name before.", shown=False),
    Key("checkin", "undo", "delete", "Not here", "Take back that the marked member is here; not while seated."),
    Key("checkin", "leave", "escape", "Back", "Back to tonight."),
    Key("seating", "start", "s", "Start", "Start the table as it is shown."),
    Key("seating", "earlier", "left_square_bracket", "Earlier", "Seat the marked player one place earlier."),
    Key("seating", "later", "right_square_bracket", "Later", "Seat the marked player one place later."),
    Key("seating", "type", "t", "Type", "Seat players by typing their names, one after the other."),
    Key("seating", "draw", "d", "Draw all", "Draw seats for everybody who is here and does not play."),
    Key("seating", "leave", "escape", "Back", "Back to tonight; no table is started."),
    Key("drawing", "start", "s", "Start", "Start all tables of the draw, asked about first."),
    Key("drawing", "games", "d", "Draw again", "Draw again; asks which games are on offer."),
    Key("drawing", "late", "l", "Let in", "Let in who came late or sits out; they join the smallest table."),
    Key("drawing", "leaves", "x", "Leaves", "Take the marked player out of the draw; asks why."),
    Key("drawing", "leave", "escape", "Back", "Put down who is taken up; else back, and the draw is kept."),
    Key("typing", "submit", "enter", "Write down", "Write the line down; asks first when it is illegal."),
    Key("typing", "complete", "tab", "Complete", "Take over the completion that is marked."),
    Key("typing", "next", "down", "Next", "Mark the next completion.", shown=False),
    Key("typing", "previous", "up", "Previous", "Mark the completion before.", shown=False),
    Key("typing", "clear", "ctrl+u", "Clear", "Clear the whole line."),
    Key("typing", "leave", "escape", "To the record", "Leave the line as it is and go to the record."),
    Key("asked", "keep", "enter", "Keep it as what happened", "Write the illegal line down as what happened."),
    Key("asked", "not_yet", "escape", "Not yet", "Go back to the line; nothing is written down."),
    Key("table", "write", "i", "Type", "Back to the line that is being typed."),
    Key("table", "undo", "u", "Undo", "Take back the marked line; it stays in the log."),
    Key("table", "take_back", "U", "Last", "Take back the last thing done at this desk, whatever it was."),
    Key("table", "stands", "s", "Stand", "Let the marked line stand; asks for the reason."),
    Key("table", "mistake", "m", "Fix", "Type the marked line again; the old one stays in the log, struck."),
    Key("table", "rule", "r", "Rule", "The rulebook of this table, at the clause of the marked line.", shown=False),
    Key("table", "dispute", "d", "Dispute", "Open a dispute on the marked line, or see the one that there is."),
    Key("table", "sheet", "e,f2", "Sheet", "What may be recorded in this game; f2 also while typing."),
    Key("table", "settlement", "p", "Paid", "Every payment, penalty and place with its clause.", shown=False),
    Key("table", "finish", "f", "Finish", "Gather the cards: the match ends and counts."),
    Key("table", "result", "w", "Result", "Write down only how the match ended.", shown=False),
    Key(
        "table", "more", "c", "More", "Somebody leaves, joins or swaps; the table is void or open again; and the rest."
    ),
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
    Key("sheet", "leave", "escape,q,e,f2", "Back", "Back to the table."),
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
    Key("disputes", "find", "slash", "Precedents", "Search every dispute for words, a name or a clause."),
    Key("disputes", "leave", "escape,q", "Back", "Back to tonight."),
    Key("disputes", "facts", "f", "Facts", "Rule on what two players tell, without a table."),
    Key("dispute", "follow", "f", "Follow", "Decide as the rulebook rules."),
    Key("dispute", "overrule", "o", "Overrule", "Decide against the rulebook; asks for the reason."),
    Key("dispute", "appeal", "a", "Appeal", "Open a decided dispute again; asks what is new."),
    Key("dispute", "leave", "escape,q", "Back", "Back to where you were."),
    Key("clock", "leave", "escape,q", "Quit", "Leave; the clock runs on."),
    Key("more", "leave", "escape,q", "Back", "Back to tonight."),
    Key("evenings", "open", "enter", "Open", "Open the evening that is marked: who came, and its tables."),
    Key("evenings", "add", "a", "Add", "Plan an evening: the day, the hour, the room."),
    Key("evenings", "move", "m", "Move", "Move the evening that is marked to another day, hour or room."),
    Key("evenings", "cancel", "x", "Cancel", "Cancel the evening that is marked; it stays in the calendar."),
    Key("evenings", "leave", "escape,q", "Back", "Back to where you were."),
    Key("evening", "open", "enter", "Record", "Open the record of the table that is marked, to put it right."),
    Key("evening", "again", "o", "Open again", "Open this evening again after it was closed; asks why."),
    Key("evening", "leave", "escape,q", "Back", "Back to the evenings."),
    Key("past", "line", "enter", "Fix line", "Type the marked line again; what that changes is shown first."),
    Key("past", "undo", "u", "Take back", "The marked line was done and undone at the table."),
    Key("past", "mistake", "m", "Never", "The marked line was mistyped, and never happened."),
    Key("past", "stands", "s", "Stand", "Let the marked line stand after all."),
    Key("past", "seat", "p", "Seat", "Say who really sat in a seat."),
    Key("past", "result", "w", "Result", "Write down how the match really ended."),
    Key("past", "dispute", "d", "Dispute", "Open a dispute on the marked line, or see the one that there is."),
    Key("past", "leave", "escape,q", "Back", "Back to the evening."),
    Key("members", "profile", "enter", "Profile", "What the marked member has played, and how their rating went."),
    Key("members", "find", "slash", "Find", "Type a name, in any spelling; Escape shows everybody again."),
    Key("members", "add", "a", "Add", "Add members."),
    Key("members", "rename", "n", "Rename", "Give the marked member another name from now on."),
    Key("members", "merge", "m", "Same", "Make one person of the marked member and another entry."),
    Key("members", "part", "p", "Part", "Make two again of the marked member and who was merged into them."),
    Key("members", "retire", "x", "Retire", "Take the marked member off the lists; what they played stays."),
    Key("members", "leave", "escape,q", "Back", "Back to where you were."),
    Key("member", "forget", "x", "Forget", "Replace the name by a number for good; asks first, and only officers may."),
    Key("member", "leave", "escape,q", "Back", "Back to the members."),
    Key("precedents", "open", "enter", "Dispute", "Open the dispute that is marked; there it can be appealed."),
    Key("precedents", "find", "slash", "Find", "Type words, a name or a clause; Escape shows every dispute again."),
    Key("precedents", "leave", "escape,q", "Back", "Back to where you were."),
    Key("files", "make", "enter", "Make", "Make what is marked: an export, a backup, an audit."),
    Key("files", "leave", "escape,q", "Back", "Back to where you were."),
    Key("officers", "elect", "e", "Elect", "Write down that somebody was elected."),
    Key("officers", "hand_over", "h", "Hand over", "Write down that somebody else took over the marked office."),
    Key("officers", "step_down", "x", "Step down", "Write down that the marked office was given up."),
    Key("officers", "here", "w", "Who is here", "Say who acts at this computer from now on."),
    Key("officers", "leave", "escape,q", "Back", "Back to where you were."),
    Key("tournaments", "open", "enter", "Open", "Open the tournament that is marked."),
    Key("tournaments", "announce", "a", "Announce", "Announce a tournament: name, game, format, rounds."),
    Key("tournaments", "leave", "escape,q", "Back", "Back to where you were."),
    Key("announcing", "announce", "f2", "Announce", "Announce the tournament as it is filled in."),
    Key("announcing", "leave", "escape", "Back", "Back to the tournaments; nothing is announced."),
    Key("tournament", "open", "enter", "Table", "Open the table that is marked, at which is played.", shown=False),
    Key("tournament", "draw", "d", "Draw", "Draw the next round; it is shown first."),
    Key("tournament", "seat", "s", "Seat", "Start the tables of the round, as tables of tonight."),
    Key("tournament", "result", "w", "Result", "Write down how the marked table ended."),
    Key("tournament", "enter", "e", "Entry", "Enter members or guests; nothing typed is everybody here."),
    Key("tournament", "absent", "a", "Absent", "Note that somebody is not there for a round."),
    Key("tournament", "withdraw", "x", "Leaves", "Withdraw somebody from the rounds to come; asks why."),
    Key("tournament", "end", "f", "End", "End it with the order as it stands, asked about first."),
    Key("tournament", "undo", "u", "Undo", "Take back what was done last in it; asks why."),
    Key("tournament", "read", "r", "Read", "Read every round, what was changed in it, and who met whom.", shown=False),
    Key("tournament", "more", "c", "More", "Draw the round again, change it by hand, a penalty; and the rest."),
    Key("tournament", "earlier", "left", "Before", "Show the round before.", shown=False),
    Key("tournament", "later", "right", "After", "Show the round after.", shown=False),
    Key("tournament", "leave", "escape,q", "Back", "Back to the tournaments."),
    Key("freeze_out", "draw", "d", "Draw", "Draw the seats of the start, or of the final table."),
    Key("freeze_out", "out", "o", "Out", "Write down who went out in a hand, and by whom."),
    Key("freeze_out", "sit", "s", "Sit", "Give a stack and a seat by lot to who entered late."),
    Key("freeze_out", "again", "n", "Again", "Let somebody who is out enter again with a new stack."),
    Key("freeze_out", "balance", "m", "Moves", "Even the tables: who moves to which seat is shown first."),
    Key("freeze_out", "enter", "e", "Entry", "Enter members or guests in the freeze-out."),
    Key("freeze_out", "withdraw", "x", "Leaves", "Withdraw somebody, whose chips go out of play; asks why."),
    Key("freeze_out", "end", "f", "End", "End the freeze-out with its places, asked about first."),
    Key("freeze_out", "undo", "u", "Undo", "Take back what was done last in the freeze-out; asks why."),
    Key("freeze_out", "leave", "escape,q", "Back", "Back to the tournaments."),
    Key("rounds", "leave", "escape,q,r", "Back", "Back to the tournament."),
    Key("board", "leave", "escape,q", "Quit", "Take the board down; it only shows, and enters nothing."),
)
_TYPED_INTO: Final = ("typing", "asked", "checkin", "rulebook", "announcing")
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


def bindings(screen: str, leave: str = "dismiss") -> list[BindingType]:
    """Return the keys of a screen as Textual wants them; their ids are what the user's file changes.

    To `leave` a screen is to dismiss it, unless there is more to it.
    """
    return [
        Binding(each.keys, leave if each.action == "leave" else each.action, each.says, show=each.shown, id=each.id)
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


def named(id: str, keymap: Keymap) -> str:
    """Return the key for something with its word in the row of keys, such as ``u (Undo)``."""
    says = next(each.says for each in KEYS if each.id == id)
    return f"{key_for(id, keymap)} ({says})"


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
