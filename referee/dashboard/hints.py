"""The keys of hints: how the desk says what can be done next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.club.undoing.undoable import Undoable
from referee.dashboard.keys import Keymap, named
from referee.store.faults import ClubFault
from referee.store.hints import Do, Hint

_FIND: Final = "{find}, "
_EVENINGS: Final = "{sessions}"
_MEMBERS: Final = "{members}"
_OFFICERS: Final = "{officers}"
_TOURNAMENTS: Final = "{tournaments}"
_PAST_TABLE: Final = f"{_EVENINGS}, the session, its table"

KEYS: Final[Mapping[Do, str]] = {
    Do.INIT: "",
    Do.RESTORE: f"{_FIND}Restore",
    Do.RESTORE_ELSEWHERE: f"{_FIND}Import a file",
    Do.UPGRADE: "in a terminal",
    Do.ACCEPT_LOSS: f"{_FIND}Accept a loss",
    Do.AUDIT: "{files}, audit",
    Do.IMPORT_ELSEWHERE: "",
    Do.REASON: "",
    Do.SIGN: f"{_OFFICERS}, {{officers.here}}",
    Do.SAY_WHO_IS_HERE: f"{_OFFICERS}, {{officers.here}}",
    Do.OFFICERS: _OFFICERS,
    Do.NAME_OFFICE: "",
    Do.ELECT: f"{_OFFICERS}, {{officers.elect}}",
    Do.ADD_MEMBER: f"{_MEMBERS}, {{members.add}}",
    Do.ADD_MEMBERS: f"{_MEMBERS}, {{members.add}}",
    Do.MERGE: f"{_MEMBERS}, {{members.more}}",
    Do.HIDE: f"{_FIND}Names in public",
    Do.LET_GUESTS_PLAY: "",
    Do.SEASONS: f"{_FIND}Seasons",
    Do.NEW_SEASON: "{tonight.open_session}",
    Do.CLOSE_SEASON: f"{_FIND}Close the season",
    Do.REOPEN_SEASON: f"{_FIND}Reopen a season",
    Do.LOAD_SCHEDULE: f"{_FIND}Load a schedule",
    Do.HOLIDAYS: f"{_FIND}Cancel on holidays",
    Do.PLAN_SESSION: f"{_EVENINGS}, {{evenings.add}}",
    Do.OPEN_SESSION: "{tonight.open_session}",
    Do.REOPEN_SESSION: f"{_EVENINGS}, the session, {{evening.again}}",
    Do.CLOSE_SESSION: "{tonight.close_session}",
    Do.CLOSE_UNFINISHED: "{tonight.close_session}",
    Do.CLOSE_TONIGHT: "{tonight.close_session}",
    Do.NAME_SESSION: f"{_FIND}Penalty",
    Do.STANDINGS: "{standings}",
    Do.CHECK_IN: "{checkin}",
    Do.CHECK_IN_GUEST: "{checkin}",
    Do.EXPORT_CALENDAR: "{files}",
    Do.DRAW: "{tonight.draw}, {drawing.games}",
    Do.DRAW_TABLES: f"{_FIND}Draw more tables",
    Do.DRAW_WITHOUT: "{tonight.draw}, {drawing.leaves}",
    Do.DRAW_RESULT_ONLY: "{tonight.seating}, Another game",
    Do.START_DRAWN: "{tonight.draw}",
    Do.LET_IN: "{tonight.draw}, {drawing.late}",
    Do.SWAP_DRAWN: "{tonight.draw}, Enter at each",
    Do.KEPT_APART: f"{_FIND}Together again",
    Do.LET_MEET: f"{_FIND}Together again",
    Do.SET_HOUSE_RULES: f"{_FIND}House rules of the season",
    Do.RULES: "{rulebook}",
    Do.RULES_AS_PRINTED: "{rulebook}",
    Do.RESULT_ONLY: "{tonight.seating}, Another game",
    Do.START_TABLE: "{tonight.seating}",
    Do.LOG: "{table.write} at the table",
    Do.TYPE_LINE: "{table.write} at the table",
    Do.TYPE_SHEET: "{table.write} at the table",
    Do.REPLACE_LINE: "{table.mistake}",
    Do.TAKE_BACK_LINE: "{table.undo}",
    Do.TAKE_BACK_CHANGE: "{table.undo}",
    Do.STRIKE_LINES: "{table.mistake}",
    Do.LET_STAND: "{table.stands}",
    Do.SHOW_TABLE: "{tonight.table}",
    Do.RESULT: "{table.result}",
    Do.FINISH: "{table.finish}",
    Do.FINISH_ANYWAY: "{table.finish}",
    Do.VOID: "{table.more} at the table",
    Do.UNVOID: f"{_PAST_TABLE}, {{table.undo}}",
    Do.LEAVE: "{table.more} at the table",
    Do.JOIN: "{table.more} at the table",
    Do.STAND_IN: "{table.more} at the table",
    Do.CORRECT_LINE: f"{_PAST_TABLE}, {{table.mistake}}",
    Do.CORRECT_SEAT: f"{_PAST_TABLE}, {{table.more}}",
    Do.SHOW_DISPUTE: "{disputes}, the dispute",
    Do.APPEAL: "{disputes}, the dispute, {dispute.appeal}",
    Do.DECIDE: f"{_OFFICERS}, {{officers.here}}",
    Do.PENALTIES: f"{_FIND}Penalties of the season",
    Do.TOURNAMENTS: _TOURNAMENTS,
    Do.ANNOUNCE: f"{_TOURNAMENTS}, {{tournaments.announce}}",
    Do.TOURNAMENT_GAME: "",
    Do.TOURNAMENT_ROUNDS: "",
    Do.TOURNAMENT_GROUPS: "",
    Do.SETTLE_TEAMS: f"{_FIND}Tournament settings",
    Do.SHOW_TOURNAMENT: f"{_TOURNAMENTS}, {{tournaments.open}}",
    Do.TOURNAMENT_CLAUSE: f"{_FIND}Tournament rules",
    Do.ENTER: "{tournament.enter}",
    Do.WITHDRAW: "{tournament.withdraw}",
    Do.DRAW_ROUND: "{tournament.draw}",
    Do.REDRAW: "{tournament.more}",
    Do.SWAP: "{tournament.more}",
    Do.MOVE: "{tournament.more}",
    Do.SEAT_ROUND: "{tournament.seat}",
    Do.REPLAY: "{tournament.more}",
    Do.WALKOVER: "{tournament.more}",
    Do.LEAVE_VOID: "{tournament.more}",
    Do.BLINDS: f"{_FIND}Blinds",
    Do.END: "{tournament.end}",
    Do.END_EARLY: "{tournament.end}",
    Do.UNDO: "{tournament.undo}",
    Do.SEATS: "{freeze_out.draw}",
    Do.TABLES: f"{_TOURNAMENTS}, {{tournaments.open}}",
    Do.ENTER_FREEZE_OUT: "{freeze_out.enter}",
    Do.RE_ENTER_UNTIL: f"{_FIND}Blinds",
    Do.OUT: "{freeze_out.out}",
    Do.OUT_WITH_STACKS: "{freeze_out.out}",
    Do.BALANCE: "{freeze_out.balance}",
    Do.BIG_BLINDS: "{freeze_out.balance}",
    Do.STACKS: f"{_FIND}Count the chips",
    Do.WITHDRAW_SEATED: "{freeze_out.more}",
    Do.END_FREEZE_OUT: "{freeze_out.end}",
    Do.END_FREEZE_OUT_EARLY: "{freeze_out.end}",
    Do.UNDO_FREEZE_OUT: "{freeze_out.undo}",
    Do.START_CLOCK: f"{_FIND}Clock: begin",
    Do.RESTART_CLOCK: f"{_FIND}Clock: begin",
    Do.PAUSE_CLOCK: f"{_FIND}Clock: pause",
    Do.RESUME_CLOCK: f"{_FIND}Clock: resume",
}
"""Which keys lead to each, in braces as a file of keys names them; nothing where it is asked for on the spot."""
_KEY: Final = re.compile(r"\{([\w.]+)\}")


def said(fault: ClubFault, keymap: Keymap) -> str:
    """Return what the desk says of a fault: its message, and a sentence with the keys of each of its hints."""
    return " ".join([str(fault), *filter(None, (pressed(each, keymap) for each in fault.hints))])


def instead(undoable: Undoable, keymap: Keymap) -> str:
    """Return what the desk says of what cannot be undone: what it is, and the keys of what helps instead."""
    other = undoable.otherwise
    then = pressed(other, keymap) if isinstance(other, Hint) else other
    return f"The last entry cannot be undone: {undoable.what}. {then}".rstrip()


def pressed(hint: Hint, keymap: Keymap) -> str:
    """Return a hint as a sentence that ends with its keys; nothing where the desk asks on the spot."""
    keys = _KEY.sub(lambda found: named(found[1], keymap), KEYS[hint.do])
    return f"{hint.says}: {keys}." if keys else ""
