"""What each key means, the same on every screen.

This is the one place where a key is stated. What a screen does names a meaning, so that no key can mean two things.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a key means wherever it does something; `name` is what the user's file of keys calls it."""

    name: str
    keys: str
    means: str
    fixed: bool = False


MEANINGS: Final = (
    Meaning("up", "up", "Mark the one above."),
    Meaning("down", "down", "Mark the one below."),
    Meaning("left", "left", "Mark the one on the left."),
    Meaning("right", "right", "Mark the one on the right."),
    Meaning("first", "home", "Mark the first."),
    Meaning("last", "end", "Mark the last."),
    Meaning("pane", "tab", "Go on: to the next list or field; in a line, complete it."),
    Meaning("pane-before", "shift+tab", "Go back to the list or field before."),
    Meaning("previous", "left_square_bracket", "The neighbour before: table, round, game or session."),
    Meaning("next", "right_square_bracket", "The neighbour after: table, round, game or session."),
    Meaning("table", "1,2,3,4,5,6,7,8,9", "Tonight's table of that number.", fixed=True),
    Meaning("open", "enter", "Open or do what is marked or typed."),
    Meaning("back", "escape", "One step back; never quits."),
    Meaning("leave", "q", "Back; on tonight, quit."),
    Meaning("help", "question_mark", "This screen's keys, then all."),
    Meaning("find", "ctrl+p", "Find anything by its words: deeds, places, tables, members, clauses, pages."),
    Meaning("quit", "ctrl+q", "Quit at once.", fixed=True),
    Meaning("filter", "slash", "Filter the list."),
    Meaning("type", "i", "Type a line."),
    Meaning("result", "w", "Enter a result."),
    Meaning("edit", "e", "Edit what is marked."),
    Meaning("stand", "l", "Let it stand."),
    Meaning("dispute", "d", "Dispute it."),
    Meaning("finish", "f", "Finish, end or close."),
    Meaning("undo", "u", "Undo what is marked."),
    Meaning("undo-last", "U", "Undo the last thing done."),
    Meaning("new", "n", "Make or add something new."),
    Meaning("out", "x", "Take out or cancel."),
    Meaning("forget", "X", "Do what cannot be undone."),
    Meaning("draw", "t", "Draw."),
    Meaning("start", "s", "Start, open or seat."),
    Meaning("more", "m", "A menu of what else there is, with a letter for each row."),
    Meaning("coming", "g", "Tell a table that you are coming."),
    Meaning("settlement", "p", "Every payment and place."),
    Meaning("waiting", "exclamation_mark", "The first item that waits for an officer."),
    Meaning("all", "a", "Show all, or only what is open."),
    Meaning("earlier", "less_than_sign", "Move what is marked one place earlier."),
    Meaning("later", "greater_than_sign", "Move what is marked one place later."),
    Meaning("examples", "f2", "What can be typed here."),
    Meaning("remove", "delete", "Take out what is marked, where letters are typed."),
    Meaning("clear", "ctrl+u", "Clear the whole line."),
    Meaning("checkin", "c", "Check-in."),
    Meaning("disputes", "D", "Disputes."),
    Meaning("standings", "S", "Standings."),
    Meaning("rulebook", "R", "Rulebook."),
    Meaning("tournaments", "T", "Tournaments."),
    Meaning("facts", "F", "Facts without a table."),
    Meaning("phones", "P", "Players' phones."),
    Meaning("members", "M", "Members."),
    Meaning("sessions", "C", "The calendar of sessions."),
    Meaning("officers", "O", "Officers."),
    Meaning("files", "B", "Backups, exports and audit."),
)
BY_NAME: Final = {meaning.name: meaning for meaning in MEANINGS}
