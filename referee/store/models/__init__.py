"""The SQLModel classes of the club's tables.

Code that records a line imports nothing from here: making such a class takes milliseconds, and there are many. Each
module of models imports those that its keys refer to, so that it can be used alone.
"""

from referee.store.disputes import Dispute, Party
from referee.store.draws import Apart, Draw, Drawn
from referee.store.matches import Match, Placing, Seat
from referee.store.members import Charter, Member
from referee.store.penalties import Penalty
from referee.store.seasons import HouseRules, Season
from referee.store.sessions import Attendance, Session
from referee.store.tournaments import Tournament, TournamentEntry
from referee.store.undone_events import UndoneEvent

__all__ = [
    "Apart",
    "Attendance",
    "Charter",
    "Dispute",
    "Draw",
    "Drawn",
    "HouseRules",
    "Match",
    "Member",
    "Party",
    "Penalty",
    "Placing",
    "Season",
    "Seat",
    "Session",
    "Tournament",
    "TournamentEntry",
    "UndoneEvent",
]
