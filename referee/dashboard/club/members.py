"""The roster: add, rename, merge, unmerge and retire members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, TypeAlias

from referee.cards.words import counted, listed
from referee.club.corrections import corrections
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.standings.attendance import AttendanceRow, attendance
from referee.club.text.faults import ClubFault
from referee.club.text.likeness import fit
from referee.club.undoing import affairs
from referee.dashboard.club.member import Known, known, member
from referee.dashboard.collection import Collection, CollectionScreen
from referee.dashboard.desk import Desk
from referee.dashboard.undo.correction import with_reason
from referee.dashboard.widgets.listing import Row
from referee.dashboard.widgets.menu import Choice, choose_action
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.store.read import Member

Screen: TypeAlias = "CollectionScreen[Seen, Member]"


@dataclass(frozen=True, slots=True)
class Seen:
    """The roster, and how often each member came of the sessions `held` in the season that is on, if one is."""

    members: tuple[Member, ...]
    came: Mapping[int, AttendanceRow]
    held: int
    season: str
    revision: tuple[int, ...]
    known: Callable[[], Known]


def look(club: Club, _: str, before: Seen | None) -> Seen:
    """Return the roster, those who retired last. What their profiles build on is worked out when the first is read."""
    revision = club.revision()
    every_profile = before.known if before and before.revision == revision else cache(partial(known, club))
    every = sorted(roster.members(club, everybody=True), key=lambda each: each.retired_at is not None)
    try:
        found = attendance(club)
    except ClubFault:  # no season is on
        return Seen(tuple(every), {}, 0, "", revision, every_profile)
    came = {row.member: row for row in found.rows}
    return Seen(tuple(every), came, len(found.held), found.season.name, revision, every_profile)


def members_screen(desk: Desk) -> Screen:
    """Return everybody on the roster, a row each."""
    return CollectionScreen(desk, MEMBERS)


def _heading(seen: Seen, _: object) -> str:
    there = [each for each in seen.members if not each.retired_at]
    guests = sum(each.guest for each in there)
    on = f"   {seen.season}: {counted(seen.held, 'session')} held" if seen.season else ""
    return f"Members   {counted(len(there) - guests, 'member')}, {counted(guests, 'guest')}{on}"


def _row(seen: Seen, member: Member) -> Row:
    came = seen.came.get(member.id)
    often: Sequence[str] = (f"{came.came} of {seen.held}", str(came.running), str(came.longest)) if came else ("",) * 3
    status = "retired" if member.retired_at else "guest" if member.guest else "member"
    cells = (member.name, status, *often, str(day_of(member.joined_at)))
    return Row(str(member.id), cells, "dim" if member.retired_at else "")


def _add(screen: Screen) -> None:
    """Ask for the names of new members, and add them."""
    club = screen.desk.club

    def add(typed: str) -> tuple[list[Member], list[tuple[Member, Member]]]:
        added = roster.add_all(club, [each.strip() for each in typed.split(",") if each.strip()])
        return added, roster.like(club, [each.name for each in added])

    def added(done: tuple[list[Member], list[tuple[Member, Member]]]) -> None:
        came, alike = done
        several = "are members" if len(came) > 1 else "is a member"
        told = [f"{listed(each.name for each in came)} {several}."]
        told += [f"{one.name} looks like {other.name}. Are they the same person?" for one, other in alike]
        screen.done(" ".join(told), mark=str(came[0].id))

    asking = Question("New members, separated by commas:", example="Ann, Ben")
    screen.desk.ask(screen, asking, add, added, lambda done: affairs.added(club, done[0]))


def _rename(screen: Screen, member: Member) -> None:
    """Ask for another name of the marked member."""
    club = screen.desk.club
    screen.desk.ask(
        screen,
        Question(f"New name of {member.name} (past records keep the old name):", value=member.name),
        lambda new: roster.rename(club, member.name, new),
        lambda done: screen.done(f"{member.name} is now called {done.name}."),
        partial(affairs.renamed, club, member.name),
    )


def _merge(screen: Screen, kept: Member) -> None:
    """Ask who is the same person as the marked member, who stays, and make them one."""

    def named(other: str, refused: Refused) -> None:
        def found(profile: roster.Profile) -> None:
            merged = profile.member.name
            with_reason(
                screen.desk,
                screen,
                f"All results of {merged} go to {kept.name}, and {merged} leaves the roster.",
                lambda club, reason: corrections.merge(club, kept.name, merged, reason=reason),
                lambda _: screen.done(f"{merged} is merged into {kept.name}."),
                example="entered twice",
                may_be_empty=True,
                back=refused,
            )

        # With the pen: the look that comes when the question has gone must not swallow it.
        screen.desk.write(screen, lambda: roster.show(screen.desk.club, other), found, refused)

    ask(screen, Question(f"Which entry is merged into {kept.name}?", example="Benny"), named)


def _part(screen: Screen, kept: Member) -> None:
    """Ask who was merged into the marked member by mistake, and make them two again."""

    def named(other: str, refused: Refused) -> None:
        with_reason(
            screen.desk,
            screen,
            f"{kept.name} and {other} become two members again, each with their own results.",
            lambda club, reason: corrections.split(club, kept.name, other, reason=reason),
            lambda back: screen.done(f"{back.name} is on the roster again, with their own results."),
            example="they are cousins",
            back=refused,
        )

    ask(screen, Question(f"Who was merged into {kept.name} by mistake?", example="Benny"), named)


def _retire(screen: Screen, member: Member) -> None:
    """Take the marked member off the lists, when that was meant."""
    club = screen.desk.club
    question = f"Retire {member.name}? The name leaves the lists; the results stay. Enter retires the member."
    screen.desk.ask(
        screen,
        Question(question, may_be_empty=True),
        lambda _: roster.retire(club, member.name),
        lambda done: screen.done(f"{done.name} has retired. To bring the member back, add the name again."),
        partial(affairs.retired, club),
    )


def _more(screen: Screen) -> None:
    """Choose among what is done seldom."""
    rows = [
        Choice("deed('merge')", "m", "Merge the selected member with another entry of the same person"),
        Choice("deed('part')", "u", "Unmerge the selected member: two people again"),
    ]
    choose_action(screen, "Members: more", rows)


MEMBERS: Final = Collection(
    "members",
    ("name", "status", "sessions", "in a row", "longest", "since"),
    look=look,
    heading=_heading,
    items=lambda seen: seen.members,
    row=_row,
    beside=lambda seen, each: member(each.name, seen.known),
    none="Nobody is selected.",
    empty="Nobody yet. The club's members are listed here: {members.add} adds one, or several at once.",
    deeds={"add": _add, "more": _more},
    deeds_of_one={"rename": _rename, "merge": _merge, "part": _part, "retire": _retire},
    opens="profile",
    filter="a name, in any spelling",
    fits=lambda typed, each: fit(typed, each.name) is not None,
)
