"""The tree of commands: the module of each first word, and the panels of `referee --help`."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "tonight": "evening.tonight",
    "open": "evening.session",
    "checkin": "evening.checkin",
    "start": "tables.start",
    "log": "tables.log",
    "undo": "tables.undo",
    "redo": "tables.undo",
    "result": "tables.result",
    "close": "evening.session",
    "rulebook": "books.rulebook",
    "rule": "books.rule",
    "check": "books.check",
    "import": "files.import_files",
    "init": "files.init",
    "standings": "season.standings",
    "history": "people.history",
    "backup": "files.backup",
    "restore": "files.backup",
    "audit": "files.audit",
    "demo": "files.demo",
    "desk": "files.desk",
    "phones": "evening.phones",
    "board": "files.board",
    "manual": "books.manual",
}
"""The module of each command at the top of the tree. A module may have several commands."""

GROUPS: Final = {
    "member": "people.member",
    "season": "season.season",
    "schedule": "season.schedule",
    "seat": "evening.seating",
    "table": "tables.table",
    "dispute": "tables.dispute",
    "penalty": "tables.penalty",
    "export": "files.export",
    "officer": "people.officer",
    "club": "files.club",
    "tournament": "tournament.tournament",
    "freezeout": "freezeout.freezeout",
    "clock": "tournament.clock",
}
"""The module of each group of commands. Its `app` has the commands."""

SHOWN_WITHOUT_COMMAND: Final = {"seat": "show", "clock": "show"}
"""The command that a group runs if none is typed. Other groups print their help."""

SHOWN_BY_NUMBER: Final = dict.fromkeys(("table", "dispute", "tournament", "freezeout", "clock"), "show")
"""The command that a group runs for a number, as in `referee table 3`."""

EVENING: Final = {
    "tonight": "Who is here, the tables, and what to do next",
    "open": "Open tonight's session",
    "checkin": "Check players in",
    "seat": "Draw seats: draw, start, swap, add ...",
    "start": "Start one table",
    "log": "Record play at a table and get rulings",
    "undo": "Undo the last entry",
    "redo": "Redo the last undone entry",
    "result": "Record or correct the result of a table",
    "rule": "Rule on a play: legal, illegal or open",
    "standings": "The season's standings, with tie-breaks",
    "close": "Close the session and back up",
    "desk": "All of this on one screen",
}
"""The commands of every evening with their descriptions, for the start of the help."""

PANELS: Final = {
    "Tables and rulings": ("table", "dispute", "penalty", "rulebook", "check"),
    "Tournaments": ("tournament", "freezeout", "clock"),
    "The club": ("member", "officer", "season", "schedule", "history", "club"),
    "Files and screens": (
        "init",
        "board",
        "phones",
        "import",
        "export",
        "backup",
        "restore",
        "audit",
        "demo",
        "manual",
    ),
}
"""The other commands and groups by the panel of the help."""
