"""The meaning of each key, the same on every screen.

No other module names a key. Screens bind actions by these names, so that a key never means two things.
"""

from __future__ import annotations

from typing import Final

from referee.cards.immutable import frozen


@frozen
class KeyAction:
    """The meaning of one or more keys on all screens. `name` is its name in the user's key settings."""

    name: str
    keys: str
    description: str
    fixed: bool = False


KEY_ACTIONS: Final = (
    KeyAction("up", "up", "Mark the one above."),
    KeyAction("down", "down", "Mark the one below."),
    KeyAction("left", "left", "Mark the one on the left."),
    KeyAction("right", "right", "Mark the one on the right."),
    KeyAction("first", "home", "Mark the first."),
    KeyAction("last", "end", "Mark the last."),
    KeyAction("pane", "tab", "Go on: to the next list or field; in a line, complete it."),
    KeyAction("pane-before", "shift+tab", "Go back to the list or field before."),
    KeyAction("previous", "left_square_bracket", "The neighbour before: table, round, game or session."),
    KeyAction("next", "right_square_bracket", "The neighbour after: table, round, game or session."),
    KeyAction("table", "1,2,3,4,5,6,7,8,9", "Tonight's table of that number.", fixed=True),
    KeyAction("open", "enter", "Open or do what is marked or typed."),
    KeyAction("back", "escape", "One step back; never quits."),
    KeyAction("leave", "q", "Back; on tonight, quit."),
    KeyAction("help", "question_mark", "This screen's keys, then all."),
    KeyAction("find", "ctrl+p", "Find anything by its words: deeds, places, tables, members, clauses, pages."),
    KeyAction("quit", "ctrl+q", "Quit at once.", fixed=True),
    KeyAction("filter", "slash", "Filter the list."),
    KeyAction("type", "i", "Type a line."),
    KeyAction("result", "w", "Enter a result."),
    KeyAction("edit", "e", "Edit what is marked."),
    KeyAction("stand", "l", "Let it stand."),
    KeyAction("dispute", "d", "Dispute it."),
    KeyAction("finish", "f", "Finish, end or close."),
    KeyAction("undo", "u", "Undo what is marked."),
    KeyAction("undo-last", "U", "Undo the last action."),
    KeyAction("redo", "Y", "Redo what was undone last."),
    KeyAction("new", "n", "Make or add something new."),
    KeyAction("out", "x", "Take out or cancel."),
    KeyAction("forget", "X", "Do what cannot be undone."),
    KeyAction("draw", "t", "Draw."),
    KeyAction("start", "s", "Start, open or seat."),
    KeyAction("more", "m", "A menu of what else there is, with a letter for each row."),
    KeyAction("coming", "g", "Tell a table that you are coming."),
    KeyAction("settlement", "p", "Every payment and place."),
    KeyAction("waiting", "exclamation_mark", "The first item that waits for an officer."),
    KeyAction("all", "a", "Show all, or only what is open."),
    KeyAction("earlier", "less_than_sign", "Move what is marked one place earlier."),
    KeyAction("later", "greater_than_sign", "Move what is marked one place later."),
    KeyAction("examples", "f2", "What can be typed here."),
    KeyAction("remove", "delete", "Take out what is marked, where letters are typed."),
    KeyAction("clear", "ctrl+u", "Clear the whole line."),
    KeyAction("checkin", "c", "Check-in."),
    KeyAction("disputes", "D", "Disputes."),
    KeyAction("standings", "S", "Standings."),
    KeyAction("rulebook", "R", "Rulebook."),
    KeyAction("tournaments", "T", "Tournaments."),
    KeyAction("facts", "F", "Facts without a table."),
    KeyAction("phones", "P", "Players' phones."),
    KeyAction("members", "M", "Members."),
    KeyAction("sessions", "C", "The calendar of sessions."),
    KeyAction("officers", "O", "Officers."),
    KeyAction("files", "B", "Backups, exports and audit."),
)
ACTIONS_BY_NAME: Final = {meaning.name: meaning for meaning in KEY_ACTIONS}
