"""The models of the club's file: a class for the rows of each table.

What recording a line needs is imported from the module of its own instead: making such a class takes milliseconds, and
there are many. A module of models imports those that its keys refer to, so that each can be used without the others.
"""

from referee.store.disputes import Dispute, Party
from referee.store.draws import Apart, Draw, Drawn
from referee.store.matches import Match, Placing, Seat
from referee.store.members import Charter, Member
from referee.store.penalties import Penalty
from referee.store.seasons import HouseRules, Season
from referee.store.sessions import Attendance, Session
from referee.store.tournaments import Tournament, TournamentEntry

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
]
