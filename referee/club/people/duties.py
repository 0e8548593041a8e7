"""What only an officer may do, once the club has elected any."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from referee.cards.words import listed
from referee.club.done import done
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import signature, with_names
from referee.store.hints import Do
from referee.store.kinds.kind import Kind
from referee.store.transaction import Transaction


class Duty(StrEnum):
    """What only an officer may do, once the club has elected any."""

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
    Duty.DECIDE: ("decide a dispute", "A dispute, and an appeal, is decided by an officer; anybody may open one."),
    Duty.OVERRULE: ("overrule the rulebook", "Only an officer overrules the rulebook, with a reason."),
    Duty.VOID: ("void a table", "Only an officer takes a hand or a whole table out of the standings."),
    Duty.PENALTY: ("give a penalty", "A penalty is given, and cancelled, by an officer."),
    Duty.CLOSE_SEASON: ("close a season", "A season is closed, and taken up again, by an officer."),
    Duty.CLOSED_SEASON: ("correct a closed season", "What is put right in a closed season is put right by an officer."),
    Duty.HOUSE_RULES: ("change house rules", "The house rules of a season are changed by an officer."),
    Duty.FORGET: ("forget a member", "A member's name is taken out of the file for good by an officer."),
    Duty.RESTORE: ("restore a backup", "A backup is put in the place of the club's file by an officer."),
    Duty.TOURNAMENT: (
        "change or end a tournament",
        "A draw of a tournament is changed or made again, a table replayed, and a tournament ended by an officer.",
    ),
}
"""Each duty in a few words, and as a sentence."""


class NotAnOfficer(ClubFault):
    """Something that only an officer may do, asked for by somebody who is none."""


def only(tx: Transaction, club: Club, duty: Duty) -> None:
    """Raise `NotAnOfficer` unless whoever acts is an officer. While the club has none, anybody may do anything."""
    if not done(tx, Kind.TERM_BEGUN, most=1):
        return
    from referee.club.people.officers import in_office, member_typed  # which most clubs' evenings do without

    officers = in_office(tx, club.today)
    typed = club.signed()
    if not officers or member_typed(tx, typed) in {each.member for each in officers}:
        return
    who = with_names(signature(typed, roster.names(tx)), (), roster.names(tx))
    names = list(dict.fromkeys(each.name for each in officers))
    said = f"{who} is none" if who else "nobody is named"
    raise NotAnOfficer(
        f"Only an officer may {DUTIES[duty][0]}, and {said}. {listed(names)} {'is' if len(names) == 1 else 'are'}.",
        Do.SIGN("An officer signs", name=names[0]),
        Do.SAY_WHO_IS_HERE("Or once for this computer", name=names[0]),
    )
