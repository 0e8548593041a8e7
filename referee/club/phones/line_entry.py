"""Lines from a player's phone: adding them to the record of the table, and undoing the player's last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.club.folder import Club
from referee.club.match import recording
from referee.club.match.log import EntryKind, MatchLog, load_log
from referee.club.match.recording import LoggedLines
from referee.club.match.view import MatchView
from referee.club.phones.evening_state import Phone, refuse_unless_writing
from referee.club.phones.public_record import TOLD
from referee.club.text.faults import ClubFault
from referee.club.text.typed_lines import read_row
from referee.rules.records.record import Line

_NOT_BY_PHONE: Final = "Do not type a player's cards in hand on a phone. Call an officer and say it in private."
_NOT_DECIDED: Final = "Only an officer can let a line stand. Leave that word out."


def read_lines(public: MatchView, text: str) -> tuple[Line, ...]:
    """Return the lines that a player typed. Names have the form shown at the table.

    Raise `MisreadLine` for an unreadable line, and `ClubFault` for one reserved to officers.
    """
    lines = read_row(public, text)
    if any(isinstance(line.act, TOLD) for line in lines):
        raise ClubFault(_NOT_BY_PHONE)
    if any(line.stands for line in lines):
        raise ClubFault(_NOT_DECIDED)
    return lines


def enter_lines(
    club: Club, phone: Phone, seen_log: MatchLog, lines: Sequence[Line], *, key: str, only_after: int
) -> LoggedLines:
    """Write lines for a phone's player, and return their effects with the new log.

    Lines with the same `key` are written only once. Raise `LogChanged` if the log no longer has `only_after` steps.
    """
    by_phone = _club_for_phone(club, phone, seen_log)
    return recording.log_lines(by_phone, seen_log, lines, key=key, only_after=only_after)


def own_last(log: MatchLog, phone: Phone) -> int:
    """Return the number of a table's last line if this phone's player may undo it, else 0.

    It must come from the player's phone and have no decision, and the match must be unfinished.
    """
    last_entry = log.entries[-1] if log.entries else None
    if (
        last_entry is None
        or last_entry.kind != EntryKind.LINE
        or not last_entry.phone
        or log.decision(last_entry) is not None
    ):
        return 0
    is_own = last_entry.phone == phone.number if phone.member is None else last_entry.by == f"@#{phone.member}"
    return last_entry.number if is_own and log.match.finished_at is None else 0


def take_back(club: Club, phone: Phone, match: int, line: int, *, mistake: bool) -> None:
    """Undo the player's last line: as a typing `mistake`, or as an act that was taken back at the table.

    Raise `ClubFault` for any other line, and `LogChanged` if the log has changed since it was read.
    """
    log = load_log(club, match)
    if not line or own_last(log, phone) != line:
        raise ClubFault("You can undo only your own line, and only while it is the last. Call an officer.")
    recording.undo_line(_club_for_phone(club, phone, log), match, line, mistake=mistake, only_after=log.steps)


def _club_for_phone(club: Club, phone: Phone, log: MatchLog) -> Club:
    session, match = log.session.id, log.match.id
    return club.with_phone(phone.member, phone.number, lambda tx: refuse_unless_writing(tx, session, phone, match))
