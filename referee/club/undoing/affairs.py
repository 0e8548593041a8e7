"""Undo handlers for actions on members, sessions and offices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from referee.cards.words import join_words
from referee.club.calendar import schedule
from referee.club.folder import Club
from referee.club.people import officers, roster
from referee.club.people.public_name import ShownAs
from referee.club.undoing.undoable import Undoable
from referee.store.plain_rows import Member, Session

_MISTAKE: Final = "recorded by mistake"


def added(club: Club, members: Sequence[Member]) -> Undoable:
    """Return how to undo that members were added or came back: they are retired."""
    names = [member.name for member in members]
    active = [member for member in members if not member.retired_at]

    def back(_reason: str) -> str:
        with club.group_changes() as one:
            for member in active:
                roster.refuse_at_a_table(one, member)
                roster.retire(one, member.name)
        return f"{join_words(names)} {'is' if len(names) == 1 else 'are'} no longer on the roster."

    return Undoable(f"adding {join_words(names)}", back, "They leave the roster.")


def renamed(club: Club, old: str, member: Member) -> Undoable:
    """Return how to undo that a member was renamed."""

    def back(_reason: str) -> str:
        roster.rename(club, member.name, old)
        return f"{member.name} is called {old} again."

    return Undoable(f"the new name of {old}, {member.name}", back, f"The name is {old} again.")


def retired(club: Club, member: Member) -> Undoable:
    """Return how to undo that a member was retired."""

    def back(_reason: str) -> str:
        roster.add(club, member.name)
        return f"{member.name} is on the roster again."

    return Undoable(f"retiring {member.name}", back, "They are on the roster again.")


def shown_as(club: Club, members: Sequence[Member], before: str) -> Undoable:
    """Return how to undo a change of how members are shown in public; `before` is their earlier setting."""
    names = [member.name for member in members]

    def back(_reason: str) -> str:
        roster.shown_in_public(club, names, ShownAs(before) if before else None)
        return f"{join_words(names)}: shown in public as before."

    return Undoable(f"how {join_words(names)} {'is' if len(names) == 1 else 'are'} shown in public", back)


def club_shows(club: Club, before: ShownAs) -> Undoable:
    """Return how to undo a change of the club's default for names in public; `before` is the earlier one."""
    from referee.club.people import public_names

    def back(_reason: str) -> str:
        public_names.show_club(club, before)
        return f"The default is {before.value} again."

    return Undoable("the club's default for names in public", back)


def planned(club: Club, sessions: Sequence[Session]) -> Undoable:
    """Return how to undo that sessions were planned: they are cancelled."""
    days = join_words(session.held_on for session in sessions)
    which = f"the session{'' if len(sessions) == 1 else 's'} of {days}"

    def back(_reason: str) -> str:
        schedule.cancel_all(club, {f"{session.id}": "" for session in sessions})
        return f"T{which[1:]} {'is' if len(sessions) == 1 else 'are'} cancelled."

    return Undoable(f"planning {which}", back)


def moved(club: Club, session: Session, before: Session) -> Undoable:
    """Return how to undo a change of a session's day, time, room or note; `before` is the session before it."""

    def back(_reason: str) -> str:
        schedule.move(
            club, f"{session.id}", to=before.held_on, starts=before.starts, room=before.room, note=before.note
        )
        return f"The session of {before.held_on} is planned as before."

    return Undoable(f"the change of the session of {before.held_on}", back)


def cancelled(club: Club, session: Session) -> Undoable:
    """Return how to undo that a session was cancelled."""

    def back(_reason: str) -> str:
        schedule.add(club, session.held_on, session.starts, room=session.room)
        return f"The session of {session.held_on} is planned again."

    return Undoable(f"cancelling the session of {session.held_on}", back)


def corrected(what: str) -> Undoable:
    """Return a correction, which cannot be undone, with advice to correct it again."""
    return Undoable(f"this: {what.rstrip('.')}", otherwise="Correct it again in the same place.")


def merged(club: Club, kept: str, other: str) -> Undoable:
    """Return how to undo that `other` was merged into `kept`."""

    def back(reason: str) -> str:
        from referee.club.corrections import corrections  # slow to import, and rarely needed

        corrections.split(club, kept, other, reason=reason)
        return f"{kept} and {other} are two members again."

    will = "They are two members again, each with their own results."
    return Undoable(f"merging {other} into {kept}", back, will)


def split(club: Club, kept: str, other: str) -> Undoable:
    """Return how to undo that `other` was split from `kept` again."""

    def back(reason: str) -> str:
        from referee.club.corrections import corrections

        corrections.merge(club, kept, other, reason=reason)
        return f"{other} is merged into {kept}."

    return Undoable(f"unmerging {other} from {kept}", back, f"All results of {other} go to {kept} again.")


def elected(club: Club, name: str, position: str) -> Undoable:
    """Return how to undo that a member was elected to an office."""

    def back(reason: str) -> str:
        officers.step_down(club, name, position=position, reason=reason or _MISTAKE)
        return f"{name} is no longer {position}."

    return Undoable(f"electing {name} as {position}", back)


def handed_over(club: Club, giver: str, taker: str, position: str) -> Undoable:
    """Return how to undo that an officer handed an office over to another member."""

    def back(reason: str) -> str:
        officers.hand_over(club, taker, giver, position=position, reason=reason or _MISTAKE)
        return f"{giver} is {position} again."

    return Undoable(f"{taker} taking over from {giver} as {position}", back)


def stepped_down(club: Club, name: str, position: str, ends: date) -> Undoable:
    """Return how to undo that an officer stepped down, whose term would have run until `ends`."""

    def back(_reason: str) -> str:
        officers.elect(club, name, position, ends=ends if ends > club.today else None)
        return f"{name} is {position} again."

    return Undoable(f"{name} stepping down as {position}", back)
