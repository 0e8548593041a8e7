"""How actions on the club's affairs are undone, or what to do instead."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.words import listed
from referee.club.folder import Club
from referee.club.people import roster
from referee.dashboard.done import Done
from referee.store.read import Member


def added(members: Iterable[Member]) -> Done:
    """Return that members were added."""
    return Done(f"adding {listed(each.name for each in members)}", otherwise="Who should not be there is retired.")


def renamed(club: Club, old: str, member: Member) -> Done:
    """Return that a member has another name."""

    def back(_reason: str) -> str:
        roster.rename(club, member.name, old)
        return f"{old} is called {old} again."

    return Done(f"the new name of {old}, {member.name}", back, f"The name is {old} again.")


def retired(club: Club, member: Member) -> Done:
    """Return that a member has retired."""

    def back(_reason: str) -> str:
        roster.add(club, member.name)
        return f"{member.name} is on the lists again."

    return Done(f"that {member.name} retired", back, "They are on the lists again.")


def put_right(what: str) -> Done:
    """Return that something of the past was put right."""
    return Done(f"this: {what.rstrip('.')}", otherwise="What was put right is put right once more in the same place.")


def scheduled(what: str) -> Done:
    """Return that an evening was planned, moved or cancelled."""
    return Done(what, otherwise="Among the evenings it can be moved or cancelled.")


def in_office(what: str) -> Done:
    """Return that an office was given or given up."""
    return Done(what, otherwise="Among the officers it can be handed over or given up.")
