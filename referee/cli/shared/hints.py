"""Map hints to commands, to print the next step at a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.cli.shared.quoting import quote
from referee.store.hints import Do, Hint

_REASON: Final = '--reason "..."'

COMMANDS: Final[Mapping[Do, str]] = {
    Do.INIT: "init",
    Do.RESTORE: "restore FILE",
    Do.RESTORE_ELSEWHERE: "restore FILE --club FOLDER",
    Do.AUDIT: "audit",
    Do.REPAIR: "audit --repair",
    Do.ACCEPT_LOSS: "audit --accept REASON",
    Do.UPGRADE: "club upgrade --club {club}",
    Do.IMPORT_ELSEWHERE: "import FILE --club FOLDER",
    Do.REASON: _REASON,
    Do.UNDO_LAST: "undo",
    Do.REDO: "redo",
    Do.SIGN: "--by {name}",
    Do.SAY_WHO_IS_HERE: "officer here {name}",
    Do.OFFICERS: "officer list",
    Do.NAME_OFFICE: "--as POSITION",
    Do.ELECT: "officer elect NAME --as {position}",
    Do.ADD_MEMBER: "member add {name}",
    Do.ADD_MEMBERS: "member add NAME NAME ...",
    Do.MERGE: "member merge {name} {other}",
    Do.HIDE: "member privacy NAME --shown-as nobody",
    Do.LET_GUESTS_PLAY: "--guests",
    Do.SEASONS: "season list",
    Do.NEW_SEASON: "season new {season} {starts} {ends}",
    Do.CLOSE_SEASON: "season close {season}",
    Do.REOPEN_SEASON: f"season reopen {{season}} {_REASON}",
    Do.LOAD_SCHEDULE: "schedule load {file}",
    Do.HOLIDAYS: "schedule holidays --country DE --subdivision BW",
    Do.PLAN_SESSION: "schedule add {session} --at 18:00",
    Do.OPEN_SESSION: "open {session}",
    Do.REOPEN_SESSION: f"open {{session}} {_REASON}",
    Do.CLOSE_SESSION: "close {session}",
    Do.CLOSE_UNFINISHED: "close {session} --unfinished",
    Do.CLOSE_TONIGHT: "close",
    Do.NAME_SESSION: "--on DATE",
    Do.STANDINGS: "standings",
    Do.CHECK_IN: "checkin NAME NAME ...",
    Do.CHECK_IN_GUEST: "checkin {name} --guest",
    Do.EXPORT_CALENDAR: "export ics",
    Do.DRAW: "seat draw {--game games?}",
    Do.DRAW_TABLES: "seat draw --tables {tables}",
    Do.DRAW_WITHOUT: "seat draw --without NAME",
    Do.DRAW_RESULT_ONLY: "seat draw {--game games} --result-only",
    Do.START_DRAWN: "seat start",
    Do.LET_IN: "seat add NAME",
    Do.SWAP_DRAWN: f"seat swap NAME NAME {_REASON}",
    Do.KEPT_APART: "seat apart",
    Do.LET_MEET: f"seat apart NAME NAME --lift {_REASON}",
    Do.SET_HOUSE_RULES: "season rules {game}",
    Do.RULES: "rulebook {game}",
    Do.RULES_AS_PRINTED: "rulebook {game} --as-printed",
    Do.RESULT_ONLY: "start --game {game} --result-only NAME NAME ...",
    Do.START_TABLE: "start {game} NAME NAME ...",
    Do.LOG: "log {table}",
    Do.TYPE_LINE: "log {table} LINE",
    Do.TYPE_SHEET: "log {table} -",
    Do.REPLACE_LINE: "--instead-of LINE",
    Do.TAKE_BACK_LINE: "undo {table} {line}",
    Do.TAKE_BACK_CHANGE: f"undo {{table}} {{line}} {_REASON}",
    Do.STRIKE_LINES: "undo {table} {lines} --mistake",
    Do.LET_STAND: f"table let-stand {{table}} {{line}} {_REASON}",
    Do.SHOW_TABLE: "table show {table}",
    Do.RESULT: "result {table} {names}",
    Do.FINISH: "table finish {table}",
    Do.FINISH_ANYWAY: "table finish {table} --anyway",
    Do.VOID: f"table void {{table}} {_REASON}",
    Do.UNVOID: "undo {table}",
    Do.UNDO_AT_TABLE: "undo {table}",
    Do.LEAVE: f"table leave {{table}} {{name}} {_REASON}",
    Do.JOIN: f"table join {{table}} {{name}} {_REASON}",
    Do.STAND_IN: f"table join {{table}} {{name}} --stand-in-for {{other}} {_REASON}",
    Do.CORRECT_LINE: f'table edit {{table}} LINE "..." {_REASON} --by NAME',
    Do.CORRECT_SEAT: f"table reseat {{table}} SEAT NAME {_REASON}",
    Do.SHOW_DISPUTE: "dispute show {dispute}",
    Do.APPEAL: f"dispute appeal {{dispute}} {_REASON}",
    Do.DECIDE: f"dispute decide {{dispute}} OUTCOME {_REASON} --by NAME",
    Do.PENALTIES: "penalty list",
    Do.TOURNAMENTS: "tournament list",
    Do.ANNOUNCE: 'tournament new "Michaelmas Cup" --format swiss --game big-two --rounds 3',
    Do.TOURNAMENT_GAME: "--game big-two",
    Do.TOURNAMENT_ROUNDS: "--rounds 3",
    Do.TOURNAMENT_GROUPS: "--groups 2",
    Do.SETTLE_TEAMS: "tournament set {tournament} --teams",
    Do.SHOW_TOURNAMENT: "tournament show {tournament}",
    Do.TOURNAMENT_CLAUSE: "tournament rules {tournament} {clause}",
    Do.ENTER: "tournament enter {tournament} NAME NAME ...",
    Do.WITHDRAW: f"tournament withdraw {{tournament}} {{name}} {_REASON}",
    Do.DRAW_ROUND: "tournament draw {tournament}",
    Do.REDRAW: f"tournament draw {{tournament}} --again {_REASON}",
    Do.SWAP: f"tournament swap {{tournament}} NAME NAME {_REASON}",
    Do.MOVE: f"tournament move {{tournament}} NAME TABLE {_REASON}",
    Do.SEAT_ROUND: "tournament start {tournament}",
    Do.REPLAY: f"tournament replay {{tournament}} {{table}} {{--round round?}} {_REASON}",
    Do.WALKOVER: "tournament walkover {tournament} {table} {name?} {--round round?}",
    Do.LEAVE_VOID: "tournament draw {tournament} --leave-void {table}",
    Do.BLINDS: "freezeout blinds {tournament}",
    Do.END: "tournament end {tournament}",
    Do.END_EARLY: "tournament end {tournament} --early",
    Do.UNDO: "tournament undo {tournament}",
    Do.SEATS: "freezeout start {tournament}",
    Do.TABLES: "freezeout show {tournament}",
    Do.ENTER_FREEZE_OUT: "tournament enter {tournament} NAME NAME ...",
    Do.RE_ENTER_UNTIL: "--until 4",
    Do.OUT: "freezeout out {tournament} {name}",
    Do.OUT_WITH_STACKS: "freezeout out {tournament} {names=CHIPS}",
    Do.BALANCE: "freezeout balance {tournament}",
    Do.BIG_BLINDS: "freezeout balance {tournament} {--blind tables=NAME}",
    Do.STACKS: "freezeout count {tournament} NAME=CHIPS NAME=CHIPS ...",
    Do.WITHDRAW_SEATED: f"tournament withdraw {{tournament}} {{name}} {_REASON}",
    Do.END_FREEZE_OUT: "tournament end {tournament}",
    Do.END_FREEZE_OUT_EARLY: "tournament end {tournament} --early",
    Do.UNDO_FREEZE_OUT: "tournament undo {tournament}",
    Do.START_CLOCK: "clock start {tournament?} {--minutes minutes?}",
    Do.RESTART_CLOCK: "clock start {tournament?} {--minutes minutes?} --yes",
    Do.PAUSE_CLOCK: "clock pause {tournament?}",
    Do.RESUME_CLOCK: "clock resume {tournament?}",
}
"""The command of each hint, with the hint's arguments in braces. A tuple is inserted as several words. An option inside
the braces precedes each word, and a suffix after = follows it. An argument with ? is left out if the hint lacks it. Any
other missing argument becomes a placeholder for the user.
"""
_PLACEHOLDER: Final = re.compile(r"\{(?P<option>--[\w-]+ )?(?P<name>\w+)(?P<suffix>=\w+)?(?P<maybe>\?)?\}")
_PLACEHOLDER_TEXTS: Final = {"tournament": "N", "session": "DATE", "names": "NAME NAME ..."}


def format_hints(*hints: Hint) -> str:
    """Return hints as sentences, each ending with its command or option."""
    sentences = [f"{hint.text}: {format_command(hint)}" for hint in hints]
    return " ".join(
        [*(sentence if sentence.endswith("...") else f"{sentence}." for sentence in sentences[:-1]), *sentences[-1:]]
    )


def format_command(hint: Hint) -> str:
    """Return the command of a hint, or the option to add to the typed command."""
    values = {name: value for name, value in hint.arguments if value is not None}

    def fill_placeholder(match: re.Match[str]) -> str:
        option, name, suffix = match["option"] or "", match["name"], match["suffix"] or ""
        if name not in values:
            return "" if match["maybe"] else f"{option}{_PLACEHOLDER_TEXTS.get(name, name.upper())}{suffix}"
        value = values[name]
        values_to_insert = value if isinstance(value, tuple) else (value,)
        return " ".join(f"{option}{quote(f'{value}{suffix}')}" for value in values_to_insert)

    words = re.sub(" {2,}", " ", _PLACEHOLDER.sub(fill_placeholder, COMMANDS[hint.action])).strip()
    return words if words.startswith("--") else f"referee {words}"
