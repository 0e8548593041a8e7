"""Hints for the next step after a refusal. The terminal prints a hint as a command, and the desk as a key.

A hint has the beginning of a sentence and an action; the command line and the desk complete the sentence. No package
below them names a command or a key: `referee.cli.shared.hints` and `referee.dashboard.hints` have one for each action.
"""

from __future__ import annotations

from enum import StrEnum

from referee.cards.immutable import frozen


class Do(StrEnum):
    """An action that a hint can suggest. The comment lists its arguments; the reader fills in missing ones."""

    # The club and its file.
    INIT = "init"
    RESTORE = "restore"
    RESTORE_ELSEWHERE = "restore elsewhere"
    AUDIT = "audit"
    REPAIR = "repair"
    ACCEPT_LOSS = "accept loss"
    UPGRADE = "upgrade"  # club
    IMPORT_ELSEWHERE = "import elsewhere"
    REASON = "reason"
    UNDO_LAST = "undo last"
    REDO = "redo"
    SIGN = "sign"  # name
    SAY_WHO_IS_HERE = "say who is here"  # name
    OFFICERS = "officers"
    NAME_OFFICE = "name office"
    ELECT = "elect"  # position

    # Members.
    ADD_MEMBER = "add member"  # name
    ADD_MEMBERS = "add members"
    MERGE = "merge"  # name, other
    HIDE = "hide"
    LET_GUESTS_PLAY = "let guests play"

    # Seasons and evenings.
    SEASONS = "seasons"
    NEW_SEASON = "new season"  # season, starts, ends
    CLOSE_SEASON = "close season"  # season
    REOPEN_SEASON = "reopen season"  # season
    LOAD_SCHEDULE = "load schedule"  # file
    HOLIDAYS = "holidays"
    PLAN_SESSION = "plan session"  # session
    OPEN_SESSION = "open session"  # session
    REOPEN_SESSION = "reopen session"  # session
    CLOSE_SESSION = "close session"  # session
    CLOSE_UNFINISHED = "close unfinished"  # session
    CLOSE_TONIGHT = "close tonight"
    NAME_SESSION = "name session"
    STANDINGS = "standings"
    CHECK_IN = "check in"
    CHECK_IN_GUEST = "check in guest"  # name
    EXPORT_CALENDAR = "export calendar"

    # Drawing seats.
    DRAW = "draw"  # games
    DRAW_TABLES = "draw tables"  # tables
    DRAW_WITHOUT = "draw without"
    DRAW_RESULT_ONLY = "draw result only"  # games
    START_DRAWN = "start drawn"
    LET_IN = "let in"
    SWAP_DRAWN = "swap drawn"
    KEPT_APART = "kept apart"
    LET_MEET = "let meet"

    # A table and its lines.
    RULES = "rules"  # game
    SET_HOUSE_RULES = "set house rules"  # game
    RULES_AS_PRINTED = "rules as printed"  # game
    RESULT_ONLY = "result only"  # game
    START_TABLE = "start table"  # game
    LOG = "log"  # table
    TYPE_LINE = "type line"  # table
    TYPE_SHEET = "type sheet"  # table
    REPLACE_LINE = "replace line"
    TAKE_BACK_LINE = "take back line"  # table, line
    TAKE_BACK_CHANGE = "take back change"  # table, line
    STRIKE_LINES = "strike lines"  # table, lines
    LET_STAND = "let stand"  # table, line
    SHOW_TABLE = "show table"  # table
    RESULT = "result"  # table
    FINISH = "finish"  # table
    FINISH_ANYWAY = "finish anyway"  # table
    VOID = "void"  # table
    UNDO_AT_TABLE = "undo at table"  # table
    UNVOID = "unvoid"  # table
    LEAVE = "leave"  # table, name
    JOIN = "join"  # table, name
    STAND_IN = "stand in"  # table, name, other
    CORRECT_LINE = "correct line"  # table
    CORRECT_SEAT = "correct seat"  # table

    # Disputes and penalties.
    SHOW_DISPUTE = "show dispute"  # dispute
    APPEAL = "appeal"  # dispute
    DECIDE = "decide"  # dispute
    PENALTIES = "penalties"

    # Tournaments.
    TOURNAMENTS = "tournaments"
    ANNOUNCE = "announce"
    TOURNAMENT_GAME = "tournament game"
    TOURNAMENT_ROUNDS = "tournament rounds"
    TOURNAMENT_GROUPS = "tournament groups"
    SETTLE_TEAMS = "settle teams"  # tournament
    SHOW_TOURNAMENT = "show tournament"  # tournament
    TOURNAMENT_CLAUSE = "tournament clause"  # tournament, clause
    ENTER = "enter"  # tournament
    WITHDRAW = "withdraw"  # tournament, name
    DRAW_ROUND = "draw round"  # tournament
    REDRAW = "redraw"  # tournament
    SWAP = "swap"  # tournament
    MOVE = "move"  # tournament
    SEAT_ROUND = "seat round"  # tournament
    REPLAY = "replay"  # tournament, table, round
    WALKOVER = "walkover"  # tournament, table, name, round
    LEAVE_VOID = "leave void"  # tournament, table
    BLINDS = "blinds"  # tournament
    END = "end"  # tournament
    END_EARLY = "end early"  # tournament
    UNDO = "undo"  # tournament

    # Freezeouts.
    SEATS = "seats"  # tournament
    TABLES = "tables"  # tournament
    ENTER_FREEZE_OUT = "enter freezeout"  # tournament
    RE_ENTER_UNTIL = "re-enter until"
    OUT = "out"  # tournament, name
    OUT_WITH_STACKS = "out with stacks"  # tournament, names
    BALANCE = "balance"  # tournament
    BIG_BLINDS = "big blinds"  # tournament, tables
    STACKS = "stacks"  # tournament
    WITHDRAW_SEATED = "withdraw seated"  # tournament, name
    END_FREEZE_OUT = "end freezeout"  # tournament
    END_FREEZE_OUT_EARLY = "end freezeout early"  # tournament
    UNDO_FREEZE_OUT = "undo freezeout"  # tournament

    # Clocks.
    START_CLOCK = "start clock"  # tournament, minutes
    RESTART_CLOCK = "restart clock"  # tournament, minutes
    PAUSE_CLOCK = "pause clock"  # tournament
    RESUME_CLOCK = "resume clock"  # tournament

    def __call__(self, says: str, **given: object) -> Hint:
        """Return a hint for this action. `says` begins its sentence, such as "Take that back". `given` are its
        arguments.
        """
        return Hint(self, says, tuple(given.items()))


@frozen
class Hint:
    """A suggested action: the beginning of its sentence, and its arguments by name."""

    action: Do
    text: str
    arguments: tuple[tuple[str, object], ...] = ()
