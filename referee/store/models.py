"""The models of the club's file: a class for the rows of each table."""

from referee.store.calendars import CalendarSetting
from referee.store.disputes import Dispute, DisputeDecision, Party
from referee.store.log import Decision, Entry
from referee.store.matches import Match, Placing, Seat
from referee.store.members import Charter, Member
from referee.store.sealing import Seal, Sealed
from referee.store.seasons import HouseRules, Season
from referee.store.sessions import Attendance, Session

__all__ = [
    "Attendance",
    "CalendarSetting",
    "Charter",
    "Decision",
    "Dispute",
    "DisputeDecision",
    "Entry",
    "HouseRules",
    "Match",
    "Member",
    "Party",
    "Placing",
    "Seal",
    "Sealed",
    "Season",
    "Seat",
    "Session",
]
