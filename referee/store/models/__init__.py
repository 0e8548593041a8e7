"""The SQLModel classes of the club's tables.

They declare the tables for both engines, and can be used to query a club's data. The program itself reads
`referee.store.plain_rows`, because creating these classes takes longer than recording a line.
"""

from referee.store.models.disputes import Dispute, Party
from referee.store.models.draws import Apart, Draw, Drawn
from referee.store.models.matches import Match, Placing, Seat
from referee.store.models.members import Charter, Member
from referee.store.models.penalties import Penalty
from referee.store.models.seasons import HouseRules, Season
from referee.store.models.sessions import Attendance, Session
from referee.store.models.tournaments import Tournament, TournamentEntry
from referee.store.models.undone_events import UndoneEvent

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
