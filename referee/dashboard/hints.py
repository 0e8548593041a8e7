"""Map the hints of a fault to the desk's keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.club.undoing.undoable import Undoable
from referee.dashboard.keys import Keymap, insert_keys, key_with_label
from referee.store.faults import ClubFault
from referee.store.hints import Do, Hint

_LEADS: Final[Mapping[str, Sequence[Do]]] = {
    "": [
        Do.INIT,
        Do.IMPORT_ELSEWHERE,
        Do.REASON,
        Do.NAME_OFFICE,
        Do.LET_GUESTS_PLAY,
        Do.TOURNAMENT_GAME,
        Do.TOURNAMENT_ROUNDS,
        Do.TOURNAMENT_GROUPS,
    ],
    "{find}, Restore": [Do.RESTORE],
    "{find}, Import a file": [Do.RESTORE_ELSEWHERE],
    "in a terminal": [Do.UPGRADE, Do.REPAIR],
    "{find}, Accept a loss": [Do.ACCEPT_LOSS],
    "{files}, audit": [Do.AUDIT],
    "{officers}, {officers.here}": [Do.SIGN, Do.SAY_WHO_IS_HERE, Do.DECIDE],
    "{undo-last}": [Do.UNDO_LAST],
    "{redo}": [Do.REDO],
    "{officers}": [Do.OFFICERS],
    "{officers}, {officers.elect}": [Do.ELECT],
    "{members}, {members.add}": [Do.ADD_MEMBER, Do.ADD_MEMBERS],
    "{members}, {members.more}": [Do.MERGE],
    "{find}, Names in public": [Do.HIDE],
    "{find}, Seasons": [Do.SEASONS],
    "{tonight.open_session}": [Do.NEW_SEASON, Do.OPEN_SESSION],
    "{find}, Close the season": [Do.CLOSE_SEASON],
    "{find}, Reopen a season": [Do.REOPEN_SEASON],
    "{find}, Load a schedule": [Do.LOAD_SCHEDULE],
    "{find}, Cancel on holidays": [Do.HOLIDAYS],
    "{sessions}, {evenings.add}": [Do.PLAN_SESSION],
    "{sessions}, the session, {evening.again}": [Do.REOPEN_SESSION],
    "{tonight.close_session}": [Do.CLOSE_SESSION, Do.CLOSE_UNFINISHED, Do.CLOSE_TONIGHT],
    "{find}, Penalty": [Do.NAME_SESSION],
    "{standings}": [Do.STANDINGS],
    "{checkin}": [Do.CHECK_IN, Do.CHECK_IN_GUEST],
    "{files}": [Do.EXPORT_CALENDAR],
    "{tonight.draw}, {drawing.games}": [Do.DRAW],
    "{find}, Draw more tables": [Do.DRAW_TABLES],
    "{tonight.draw}, {drawing.leaves}": [Do.DRAW_WITHOUT],
    "{tonight.seating}, Another game": [Do.DRAW_RESULT_ONLY, Do.RESULT_ONLY],
    "{tonight.draw}": [Do.START_DRAWN],
    "{tonight.draw}, {drawing.late}": [Do.LET_IN],
    "{tonight.draw}, Enter at each": [Do.SWAP_DRAWN],
    "{find}, Together again": [Do.KEPT_APART, Do.LET_MEET],
    "{find}, House rules of the season": [Do.SET_HOUSE_RULES],
    "{rulebook}": [Do.RULES, Do.RULES_AS_PRINTED],
    "{tonight.seating}": [Do.START_TABLE],
    "{table.write} at the table": [Do.LOG, Do.TYPE_LINE, Do.TYPE_SHEET],
    "{table.mistake}": [Do.REPLACE_LINE, Do.STRIKE_LINES],
    "{table.undo}": [Do.TAKE_BACK_LINE, Do.TAKE_BACK_CHANGE],
    "{table.stands}": [Do.LET_STAND],
    "{tonight.table}": [Do.SHOW_TABLE],
    "{table.result}": [Do.RESULT],
    "{table.finish}": [Do.FINISH, Do.FINISH_ANYWAY],
    "{table.more} at the table": [Do.VOID, Do.LEAVE, Do.JOIN, Do.STAND_IN],
    "{sessions}, the session, its table, {table.undo}": [Do.UNVOID, Do.UNDO_AT_TABLE],
    "{sessions}, the session, its table, {table.mistake}": [Do.CORRECT_LINE],
    "{sessions}, the session, its table, {table.more}": [Do.CORRECT_SEAT],
    "{disputes}, the dispute": [Do.SHOW_DISPUTE],
    "{disputes}, the dispute, {dispute.appeal}": [Do.APPEAL],
    "{find}, Penalties of the season": [Do.PENALTIES],
    "{tournaments}": [Do.TOURNAMENTS],
    "{tournaments}, {tournaments.announce}": [Do.ANNOUNCE],
    "{find}, Tournament settings": [Do.SETTLE_TEAMS],
    "{tournaments}, {tournaments.open}": [Do.SHOW_TOURNAMENT, Do.TABLES],
    "{find}, Tournament rules": [Do.TOURNAMENT_CLAUSE],
    "{tournament.enter}": [Do.ENTER],
    "{tournament.withdraw}": [Do.WITHDRAW],
    "{tournament.draw}": [Do.DRAW_ROUND],
    "{tournament.more}": [Do.REDRAW, Do.SWAP, Do.MOVE, Do.REPLAY, Do.WALKOVER, Do.LEAVE_VOID],
    "{tournament.seat}": [Do.SEAT_ROUND],
    "{find}, Blinds": [Do.BLINDS, Do.RE_ENTER_UNTIL],
    "{tournament.end}": [Do.END, Do.END_EARLY],
    "{tournament.undo}": [Do.UNDO],
    "{freeze_out.draw}": [Do.SEATS],
    "{freeze_out.enter}": [Do.ENTER_FREEZE_OUT],
    "{freeze_out.out}": [Do.OUT, Do.OUT_WITH_STACKS],
    "{freeze_out.balance}": [Do.BALANCE, Do.BIG_BLINDS],
    "{find}, Count the chips": [Do.STACKS],
    "{freeze_out.more}": [Do.WITHDRAW_SEATED],
    "{freeze_out.end}": [Do.END_FREEZE_OUT, Do.END_FREEZE_OUT_EARLY],
    "{freeze_out.undo}": [Do.UNDO_FREEZE_OUT],
    "{find}, Clock: begin": [Do.START_CLOCK, Do.RESTART_CLOCK],
    "{find}, Clock: pause": [Do.PAUSE_CLOCK],
    "{find}, Clock: resume": [Do.RESUME_CLOCK],
}
HINT_KEYS: Final[Mapping[Do, str]] = {do: keys for keys, dos in _LEADS.items() for do in dos}
"""The keys for each hint, as ids in braces. They are empty if the desk prompts for the answer itself."""


def fault_text(fault: ClubFault, keymap: Keymap) -> str:
    """Return the fault's message, followed by a sentence with keys for each of its hints."""
    return " ".join([str(fault), *filter(None, (hint_text(hint, keymap) for hint in fault.hints))])


def not_undoable_text(undoable: Undoable, keymap: Keymap) -> str:
    """Return the refusal to undo an entry, with the keys of an alternative if there is one."""
    alternative = undoable.otherwise
    advice = hint_text(alternative, keymap) if isinstance(alternative, Hint) else alternative
    return f"The last entry cannot be undone: {undoable.what}. {advice}".rstrip()


def hint_text(hint: Hint, keymap: Keymap) -> str:
    """Return a sentence with the hint and its keys, or "" if the desk asks for the answer itself."""
    keys = insert_keys(HINT_KEYS[hint.action], keymap, key_with_label)
    return f"{hint.text}: {keys}." if keys else ""
