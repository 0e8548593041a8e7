"""The key bindings of each screen. The keys themselves are in `key_actions`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from textual.binding import Binding, BindingType
from textual.keys import format_key

from referee.cards.immutable import frozen
from referee.dashboard.key_actions import ACTIONS_BY_NAME

Keymap = Mapping[str, str]
"""The user's key settings: keys by the name of their key action."""
EVERYWHERE: Final = "everywhere"


@frozen
class Key:
    """A binding of a screen: its label for the footer and its description for the help.

    `key_action` names one or more key actions, separated by blanks. Their keys all run `action`, and the footer shows
    the first. `screen` may name several screens, separated by blanks.
    """

    screen: str
    action: str
    key_action: str
    label: str
    description: str
    show: bool = True

    @property
    def id(self) -> str:
        """The id for hints, such as ``table.undo``, or the name of a destination."""
        return self.key_action if self.screen == EVERYWHERE else f"{self.screen}.{self.action}"

    @property
    def key_actions(self) -> list[str]:
        """The names of the key actions that run this binding."""
        return self.key_action.split()


_IN_A_LIST: Final = {"nights": "player", "dispute": "dispute", "evening": "session", "member": "member", "phone": "row"}
"""The screens opened from a row of a list, with the noun for a row."""
_LISTS: Final = "standings evenings evening files officers phones tournaments"
_BACK_TO: Final = {
    "where you were": "table help disputes dispute members precedents manual standings evenings files officers phones "
    "tournaments",
    "the table": "settlement sheet",
    "the standings": "nights",
    "the sessions": "evening",
    "the members": "member",
    "the phones": "phone",
    "the tournaments": "tournament freeze_out",
    "the tournament": "rounds",
}
_DEFINITIONS: Final = (
    Key("tonight", "table", "open", "Open", "Open the selected table.", show=False),
    Key("tonight", "checkin", "checkin", "Check in", "Check players in."),
    Key("tonight", "seating", "new", "New", "Start one table: game, players, house rules."),
    Key("tonight", "draw", "draw", "Draw", "Draw seats for all players without a table."),
    Key("tonight", "open_session", "start", "Open session", "Open tonight's session."),
    Key("tonight", "close_session", "finish", "Close session", "Close tonight's session."),
    Key("tonight", "waiting", "waiting", "Waiting", "Go to the first item that waits for an officer.", show=False),
    Key("tonight", "more", "more", "More", "Sessions, members, tournaments, officers, files and more."),
    Key("tonight", "leave", "leave", "Quit", "Quit; everything is already saved."),
    Key("cards", "down", "down", "Next", "Select the next table.", show=False),
    Key("cards", "up", "up", "Previous", "Select the previous table; from the first, go to what waits.", show=False),
    Key("cards", "right", "right", "Right", "Select the table on the right.", show=False),
    Key("cards", "left", "left", "Left", "Select the table on the left.", show=False),
    Key("cards", "first", "first", "First", "Select the first table.", show=False),
    Key("cards", "last", "last", "Last", "Select the last table.", show=False),
    Key("checkin", "submit", "open", "Check in", "Check in the selected player; a digit checks in that row."),
    Key("checkin", "next", "down", "Next", "Select the next name.", show=False),
    Key("checkin", "previous", "up", "Previous", "Select the previous name.", show=False),
    Key("checkin", "undo", "remove", "Not here", "Undo the check-in of the selected player, unless seated."),
    Key("checkin", "leave", "back", "Back", "Back to where you were."),
    Key("seating", "start", "start", "Start", "Start the table as shown."),
    Key("seating", "earlier", "earlier", "Earlier", "Move the selected player one seat earlier."),
    Key("seating", "later", "later", "Later", "Move the selected player one seat later."),
    Key("seating", "dealer", "edit", "Dealer", "Let the selected player deal first, not the one who was drawn."),
    Key("seating", "type", "type", "Type", "Seat players by typing their names in order."),
    Key("seating", "draw", "draw", "Draw all", "Draw seats for all players without a table."),
    Key("seating", "app.focus_next", "right", "Next", "Go to the next list.", show=False),
    Key("seating", "app.focus_previous", "left", "Previous", "Go to the list before.", show=False),
    Key("seating", "leave", "back leave", "Back", "Back to where you were; no table is started."),
    Key("drawing", "start", "start", "Start", "Start all tables of the draw; asks first."),
    Key("drawing", "games", "draw", "Draw again", "Draw again; asks which games to offer."),
    Key("drawing", "late", "new", "Add late", "Add a late player, or one who sits out, to the smallest table."),
    Key("drawing", "leaves", "out", "Leaves", "Take the selected player out of the draw; asks for a reason."),
    Key("drawing", "leave", "back leave", "Back", "Put the held player down, or go back; the draw is kept."),
    Key("drawn", "select", "open", "Pick up", "Pick the selected player up, put them down, or let them change places."),
    Key("drawn", "app.focus_next", "right", "Next", "Go to the next table.", show=False),
    Key("drawn", "app.focus_previous", "left", "Previous", "Go to the table before.", show=False),
    Key("typing", "submit", "open", "Record", "Record the line; asks first when it is illegal."),
    Key("typing", "complete", "pane", "Complete", "Take the selected completion."),
    Key("typing", "next", "down", "Next", "Select the next completion.", show=False),
    Key("typing", "previous", "up", "Previous", "Select the previous completion.", show=False),
    Key("typing", "clear", "clear", "Clear", "Clear the whole line."),
    Key("typing", "leave", "back", "To the record", "Leave the line as it is and go to the record."),
    Key("asked", "keep", "open", "Record it", "Record the illegal line as what happened."),
    Key("asked", "not_yet", "back", "Change it", "Go back to the line; nothing is recorded."),
    Key("table", "write", "type", "Type", "Go back to typing a line."),
    Key("table", "undo", "undo", "Undo", "Undo the selected line; it stays in the log."),
    Key("table", "stands", "stand", "Let stand", "Let the selected line stand; asks for a reason."),
    Key("table", "mistake", "edit", "Edit", "Retype the selected line; the old one stays in the log, struck out."),
    Key("table", "dispute", "dispute", "Dispute", "Open a dispute on the selected line, or show its dispute."),
    Key("table", "finish", "finish", "Finish", "End the match and count its result."),
    Key("table", "result", "result", "Result", "Enter only the result, or correct it.", show=False),
    Key("table", "more", "more", "More", "Players leave, join or swap seats; void or reopen the match; and the rest."),
    Key("table", "pane", "pane", "About", "What the selected line rests on, and all about the table.", show=False),
    Key("table", "undo_last", "undo-last", "Undo last", "Undo the last action in the club's log.", show=False),
    Key("table", "redo_last", "redo", "Redo", "Redo what was undone last.", show=False),
    Key("table", "settlement", "settlement", "Settlement", "Every payment and place, with its clause.", show=False),
    Key("table", "rule", "rulebook", "Rules", "The rulebook, at the clause of the selected line.", show=False),
    Key("table", "sheet", "examples", "Examples", "What may be recorded in this game; also while typing.", show=False),
    Key("table", "previous", "previous", "Table before", "The table before, of tonight or in the list.", show=False),
    Key("table", "next", "next", "Table after", "The table after, of tonight or in the list.", show=False),
    Key("telling", "submit", "open", "Add", "Add the fact to the list."),
    Key("telling", "leave", "back", "To the facts", "Leave the line as it is and go to the facts."),
    Key("facts", "write", "type", "Type", "Go back to typing a fact."),
    Key("facts", "mistake", "edit", "Edit", "Retype the selected fact."),
    Key("facts", "out", "undo", "Undo", "Take the selected fact out again."),
    Key("facts", "dispute", "dispute", "Dispute", "Open a dispute on the last fact; asks for the claim."),
    Key("facts", "game", "next", "Next game", "Rule by the next game."),
    Key("facts", "game_before", "previous", "Game before", "Rule by the game before.", show=False),
    Key("facts", "leave", "back leave", "Back", "Back; warns first that the facts are dropped."),
    Key("standings", "nights", "open", "Sessions", "The sessions of the selected player."),
    Key("standings", "game", "next", "Next game", "The standings of the next game, then of all games again."),
    Key("standings", "game_before", "previous", "Game before", "The standings of the game before.", show=False),
    Key("rulebook", "next", "down", "Next", "Select the next clause.", show=False),
    Key("rulebook", "previous", "up", "Previous", "Select the previous clause.", show=False),
    Key("rulebook", "game", "next", "Next game", "The rulebook of the next game."),
    Key("rulebook", "game_before", "previous", "Game before", "The rulebook of the game before."),
    Key("rulebook", "find", "filter", "Find", "Type words of a clause; Escape shows every clause again.", show=False),
    Key("rulebook", "leave", "back", "Back", "Back to where you were."),
    Key("disputes", "open", "open", "Dispute", "Open the selected dispute."),
    Key("disputes", "decided", "all", "All/open", "Show all disputes, or only the open ones."),
    Key("disputes", "find", "filter", "Precedents", "Search all disputes for words, a name or a clause."),
    Key("dispute", "uphold", "stand", "Uphold", "Let the rulebook's ruling stand."),
    Key("dispute", "overrule", "out", "Overrule", "Decide against the rulebook; asks for a reason."),
    Key("dispute", "appeal", "dispute", "Appeal", "Reopen a decided dispute; asks what is new."),
    Key("clock", "leave", "back leave", "Quit", "Quit; the clock runs on."),
    Key("evenings", "open", "open", "Open", "Open the selected session: who came, and its tables."),
    Key("evenings", "add", "new", "Plan", "Plan a session: day, time and room."),
    Key("evenings", "move", "edit", "Move", "Move the selected session to another day, time or room."),
    Key("evenings", "cancel", "out", "Cancel", "Cancel the selected session; it stays in the calendar."),
    Key("evening", "open", "open", "Record", "Open the record of the selected table, to correct it."),
    Key("evening", "again", "start", "Reopen", "Reopen this session after it was closed; asks for a reason."),
    Key("members", "profile", "open", "Profile", "What the selected member has played, and their rating."),
    Key("members", "find", "filter", "Find", "Type a name, in any spelling; Escape shows everybody again."),
    Key("members", "add", "new", "Add", "Add members."),
    Key("members", "rename", "edit", "Rename", "Change the selected member's name from now on."),
    Key("members", "retire", "out", "Retire", "Take the selected member off the lists; results are kept."),
    Key("members", "more", "more", "More", "Merge two entries of one person, or undo that."),
    Key("member", "forget", "forget", "Forget", "Replace the name by a number for good; an officer types the name."),
    Key("precedents", "open", "open", "Dispute", "Open the selected dispute; you can appeal it there."),
    Key("precedents", "find", "filter", "Find", "Type words, a name or a clause; Escape shows every dispute again."),
    Key("files", "make", "open", "Make", "Make the selected export, backup or audit."),
    Key("officers", "elect", "new", "Elect", "Record an election."),
    Key("officers", "hand_over", "edit", "Hand over", "Hand the selected office over to another member."),
    Key("officers", "step_down", "out", "Step down", "Record that the selected officer steps down."),
    Key("officers", "here", "start", "Acting", "Choose who acts at this computer from now on."),
    Key("phones", "open", "open", "Open", "Open the table of a call, or read both versions or a code.", show=False),
    Key("phones", "coming", "coming", "Coming", "Tell the table of the selected call that you are coming."),
    Key("phones", "finish", "finish", "Finish", "End the selected call, or the match of an agreed result."),
    Key("phones", "record", "result", "Record", "Record one version of the selected result."),
    Key("phones", "out", "out", "Out", "Unpair the selected phone, or throw the selected result away."),
    Key("phones", "edit", "edit", "Write", "Let the selected phone write; let a table write, or only read."),
    Key("phones", "new_code", "new", "Code", "Give the table another code; paired phones stay paired."),
    Key("phones", "serve", "start", "Serve", "Serve the phones' pages, or show the address and the codes."),
    Key("phones", "more", "more", "More", "Rulings beforehand, all agreed tables, all phones off, stop serving."),
    Key("tournaments", "open", "open", "Open", "Open the selected tournament."),
    Key("tournaments", "announce", "new", "Announce", "Announce a tournament: name, game, format, rounds."),
    Key("tournament", "open", "open", "Table", "Open the selected table.", show=False),
    Key("tournament", "enter", "new", "Entry", "Enter members or guests; leave blank for everybody checked in."),
    Key("tournament", "draw", "draw", "Draw", "Draw the next round; shows it first."),
    Key("tournament", "seat", "start", "Start", "Start the tables of the round, as tables of tonight."),
    Key("tournament", "result", "result", "Result", "Enter the result of the selected table."),
    Key("tournament", "withdraw", "out", "Withdraw", "Withdraw a player from the rounds to come; asks for a reason."),
    Key("tournament", "end", "finish", "End", "End the tournament with the present order; asks first."),
    Key("tournament", "undo", "undo", "Undo", "Undo the last step of the tournament; asks for a reason."),
    Key("tournament", "more", "more", "More", "Absences, changes to the round, penalties, and every round to read."),
    Key("tournament", "earlier", "previous", "Round before", "Show the round before.", show=False),
    Key("tournament", "later", "next", "Next round", "Show the next round.", show=False),
    Key("freeze_out", "enter", "new", "Entry", "Enter members or guests in the freezeout."),
    Key("freeze_out", "draw", "draw", "Draw", "Draw the seats for the start, or for the final table."),
    Key("freeze_out", "out", "out", "Out", "Record who went out in a hand, and by whom."),
    Key("freeze_out", "balance", "start", "Balance", "Balance the tables; shows the moves first."),
    Key("freeze_out", "end", "finish", "End", "End the freezeout with its places; asks first."),
    Key("freeze_out", "undo", "undo", "Undo", "Undo the last step of the freezeout; asks for a reason."),
    Key("freeze_out", "more", "more", "More", "Blinds and prizes, the clock, re-entries, add-ons, a count, a chop."),
    Key("palette", "submit", "open", "Do it", "Do what is selected, or go there."),
    Key("palette", "next", "down", "Next", "Select the next row.", show=False),
    Key("palette", "previous", "up", "Previous", "Select the row before.", show=False),
    Key("palette", "leave", "back", "Back", "Back to where you were; nothing is done."),
    Key("board", "leave", "back leave", "Quit", "Close the board; it only shows, and changes nothing."),
    *(
        Key(screen, action, action, says, f"The {one} {says.lower()} this one in the list.", show=False)
        for screen, one in _IN_A_LIST.items()
        for action, says in (("previous", "Before"), ("next", "After"))
    ),
    Key(_LISTS, "find", "filter", "Filter", "Filter the list by words; Escape shows all again.", show=False),
    *(Key(screens, "leave", "back leave", "Back", f"Back to {there}.") for there, screens in _BACK_TO.items()),
    Key(EVERYWHERE, "help", "help", "Help", "This screen's keys, then all of them, and how to change them."),
    Key(EVERYWHERE, "find", "find", "Find", "Find any deed, place, table, member, clause or page by its words."),
    Key(EVERYWHERE, "undo_last", "undo-last", "Undo last", "Undo the last action in the club's log."),
    Key(EVERYWHERE, "redo_last", "redo", "Redo", "Redo what was undone last.", show=False),
    Key(EVERYWHERE, "go('checkin')", "checkin", "Check-in", "Check players in."),
    Key(EVERYWHERE, "go('disputes')", "disputes", "Disputes", "Open disputes, and how earlier ones were decided."),
    Key(EVERYWHERE, "go('standings')", "standings", "Standings", "The season's standings, and each player's sessions."),
    Key(EVERYWHERE, "go('rulebook')", "rulebook", "Rules", "The rulebook of every game, with a search."),
    Key(EVERYWHERE, "go('tournaments')", "tournaments", "Tournaments", "Announce, enter, draw, start, results, end."),
    Key(EVERYWHERE, "go('facts')", "facts", "Facts", "Rule on what two players say, without a table."),
    Key(EVERYWHERE, "go('phones')", "phones", "Phones", "Calls, results and codes of the players' phones."),
    Key(EVERYWHERE, "go('members')", "members", "Members", "Add, rename, merge and retire members; their profiles."),
    Key(EVERYWHERE, "go('sessions')", "sessions", "Sessions", "Past and planned: correct, plan, move, cancel."),
    Key(EVERYWHERE, "go('officers')", "officers", "Officers", "Elect, hand over, step down; who acts here."),
    Key(EVERYWHERE, "go('files')", "files", "Files", "Exports, backups, audit of the club's file."),
    Key(EVERYWHERE, "quit", "quit", "Quit", "Quit at once; everything is already saved.", show=False),
    Key(EVERYWHERE, "table", "table", "Table", "Open tonight's table of that number.", show=False),
)


def _by_screen(definitions: Iterable[Key]) -> Iterator[Key]:
    """Yield the bindings grouped by screen, with a copy for each of several screens."""
    keys = [replace(key, screen=screen) for key in definitions for screen in key.screen.split()]
    for screen in dict.fromkeys(key.screen for key in keys):
        yield from (key for key in keys if key.screen == screen)


KEYS: Final = tuple(_by_screen(_DEFINITIONS))
"""The bindings of each screen. In the footer, the application's bindings follow as far as they fit."""

SIGN_NAMES: Final = {
    "?": "question_mark",
    "!": "exclamation_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "/": "slash",
    "\\": "backslash",
    ".": "full_stop",
    "+": "plus",
    "-": "minus",
    "*": "asterisk",
    "=": "equals_sign",
    "#": "number_sign",
    " ": "space",
}
"""Textual's names for the keys of signs."""
_CAPS: Final = {"enter": "Enter", "escape": "Esc", "tab": "Tab"}


def bindings(screen: str, leave: str = "dismiss", *, deed: bool = False) -> list[BindingType]:
    """Return a screen's Textual bindings, with ids for the user's key settings.

    `leave` is the action for leaving the screen. With `deed`, every key runs the action ``deed`` with its name instead.
    """
    keys = [key for key in KEYS if key.screen == screen]
    actions = {key.id: leave if key.action == "leave" else key.action for key in keys}
    if deed:
        actions = {key.id: f"deed('{key.action}')" for key in keys}
    return [binding for key in keys for binding in _make_bindings(key, actions[key.id])]


def hidden_bindings(**actions: str) -> list[BindingType]:
    """Return bindings that the footer does not show, by key."""
    return [Binding(key, action, show=False) for key, action in actions.items()]


def _make_bindings(key: Key, action: str) -> Iterator[Binding]:
    for index, name in enumerate(key.key_actions):
        key_action = ACTIONS_BY_NAME[name]
        if "," in key_action.keys and key_action.fixed:  # what it does is told which key it was
            for digit in key_action.keys.split(","):
                yield Binding(digit, f"{action}({digit})", key.label, show=key.show, tooltip=key.description)
        else:
            yield Binding(
                key_action.keys, action, key.label, show=key.show and not index, tooltip=key.description, id=name
            )


def format_keys(keys: str) -> str:
    """Return keys by their names on the keyboard, such as ``?`` for ``question_mark``."""
    signs = {name: sign for sign, name in SIGN_NAMES.items() if sign != " "} | _CAPS
    return " or ".join(signs.get(key) or _key_cap(format_key(key)) for key in keys.split(","))


def _key_cap(key: str) -> str:
    """Return a key as on its cap, such as F2 or Ctrl+U. A single letter stays unchanged."""
    return key if len(key) == 1 else "+".join(part[:1].upper() + part[1:] for part in key.split("+"))


def effective_keys(key: Key, keymap: Keymap) -> str:
    """Return the keys of a binding under the user's settings, separated by commas."""
    return ",".join(keymap.get(name, ACTIONS_BY_NAME[name].keys) for name in key.key_actions)


def effective_bindings(keymap: Keymap) -> Iterator[tuple[Key, str]]:
    """Yield every binding with its keys under the user's settings."""
    return ((key, effective_keys(key, keymap)) for key in KEYS)


def key_for(id: str, keymap: Keymap) -> str:
    """Return the display name of a binding's first key under the user's settings."""
    return format_keys(effective_keys(_BY_ID[id], keymap).split(",")[0])


def key_with_label(id: str, keymap: Keymap) -> str:
    """Return a binding's key and footer label, such as ``u (Undo)``."""
    return f"{key_for(id, keymap)} ({_BY_ID[id].label})"


def insert_keys(sentence: str, keymap: Keymap, format_key: Callable[[str, Keymap], str] = key_for) -> str:
    """Return the sentence with each id in braces replaced by its key in the given format."""
    return _ID.sub(lambda match: format_key(match[1], keymap), sentence)


_ID: Final = re.compile(r"\{([\w.]+)\}")
_BY_ID: Final = {key.id: key for key in KEYS}
