"""Duties that only officers may do, once the club has elected one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from referee.cards.words import join_words
from referee.club.activity_log import find_entries
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import signature, with_names
from referee.store.hints import Do
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


class Duty(StrEnum):
    """A duty that only officers may do, once the club has elected one."""

    DECIDE = "decide"
    OVERRULE = "overrule"
    VOID = "void"
    PENALTY = "penalty"
    CLOSE_SEASON = "close season"
    CLOSED_SEASON = "closed season"
    HOUSE_RULES = "house rules"
    FORGET = "forget"
    RESTORE = "restore"
    TOURNAMENT = "tournament"


DUTIES: Final[Mapping[Duty, tuple[str, str]]] = {
    Duty.DECIDE: ("decide a dispute", "Only an officer decides a dispute or an appeal. Anybody may open one."),
    Duty.OVERRULE: ("overrule the rulebook", "Only an officer overrules the rulebook, with a reason."),
    Duty.VOID: ("void a match", "Only an officer voids a hand or a match."),
    Duty.PENALTY: ("give a penalty", "Only an officer gives or cancels a penalty."),
    Duty.CLOSE_SEASON: ("close a season", "Only an officer closes or reopens a season."),
    Duty.CLOSED_SEASON: ("correct a closed season", "Only an officer corrects a closed season."),
    Duty.HOUSE_RULES: ("change house rules", "Only an officer changes the house rules of a season."),
    Duty.FORGET: ("forget a member", "Only an officer erases a member's name for good."),
    Duty.RESTORE: ("restore a backup", "Only an officer restores a backup."),
    Duty.TOURNAMENT: (
        "change or end a tournament",
        "Only an officer changes a tournament's draw, replays its tables, or ends it.",
    ),
}
"""The name of each duty, and a sentence on it."""


class NotAnOfficer(ClubFault):
    """An actor who is no officer tried to do an officer's duty."""


def require_duty(tx: Transaction, club: Club, duty: Duty) -> None:
    """Raise `NotAnOfficer` unless the actor is an officer. In a club without officers, everyone has all duties."""
    if not find_entries(tx, EventKind.TERM_BEGUN, limit=1):
        return
    from referee.club.people.officers import current_terms, member_typed  # rarely needed

    officers = current_terms(tx, club.today)
    officer_name = club.signature()
    if not officers or member_typed(tx, officer_name) in {officer.member for officer in officers}:
        return
    name = with_names(signature(officer_name, roster.names(tx)), (), roster.names(tx))
    names = list(dict.fromkeys(officer.name for officer in officers))
    problem = f"{name} is not an officer" if name else "no officer is named"
    raise NotAnOfficer(
        f"Only an officer may {DUTIES[duty][0]}, and {problem}. Officers: {join_words(names)}.",
        Do.SIGN("Name an officer", name=names[0]),
        Do.SAY_WHO_IS_HERE("Or set one for this computer", name=names[0]),
    )
