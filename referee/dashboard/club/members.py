"""The screen of the roster, with operations to add, rename, merge, unmerge and retire members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from referee.cards.immutable import frozen
from referee.cards.words import join_words, quantity
from referee.club.corrections import corrections
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.standings.attendance import MemberAttendance, attendance
from referee.club.text.faults import ClubFault
from referee.club.text.name_similarity import fit, similar_names
from referee.dashboard.club.member import ProfileData, cached_profile_data, member_document
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.menu import choose_action
from referee.dashboard.deeds.somebody import somebody
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FAINT
from referee.dashboard.undo.correction import impact
from referee.dashboard.widgets.listing import ListRow
from referee.store.plain_rows import Member

Screen: TypeAlias = "ListScreen[MemberList, Member]"
Additions: TypeAlias = tuple[list[Member], list[tuple[Member, Member]]]
"""The added members, and pairs of an added member and another one with a similar name."""
_NAMES: Final = "who"


@frozen
class MemberList:
    """The roster, and each member's attendance at the `session_count` sessions of the current season, if any."""

    members: tuple[Member, ...]
    attendance_by_member: Mapping[int, MemberAttendance]
    session_count: int
    season: str
    load_profile_data: Callable[[Club], ProfileData]


def load_members(club: Club, _: str, previous: MemberList | None) -> MemberList:
    """Return the roster with retired members last. The data for profiles is loaded when the first one is shown."""
    load_known = previous.load_profile_data if previous else cached_profile_data()
    members = sorted(roster.members(club, include_retired=True), key=lambda member: member.retired_at is not None)
    try:
        season_attendance = attendance(club)
    except ClubFault:  # no season is on
        return MemberList(tuple(members), {}, 0, "", load_known)
    attendance_by_member = {row.member: row for row in season_attendance.rows}
    return MemberList(
        tuple(members), attendance_by_member, len(season_attendance.held), season_attendance.season.name, load_known
    )


def _heading(member_list: MemberList, _: object) -> str:
    active = [member for member in member_list.members if not member.retired_at]
    guests = sum(member.guest for member in active)
    season_text = (
        f"   {member_list.season}: {quantity(member_list.session_count, 'session')} held" if member_list.season else ""
    )
    return f"Members   {quantity(len(active) - guests, 'member')}, {quantity(guests, 'guest')}{season_text}"


def _row(member_list: MemberList, member: Member) -> ListRow:
    member_attendance = member_list.attendance_by_member.get(member.id)
    attendance_cells: Sequence[str] = (
        (
            f"{member_attendance.came} of {member_list.session_count}",
            str(member_attendance.running),
            str(member_attendance.longest),
        )
        if member_attendance
        else ("",) * 3
    )
    status = "retired" if member.retired_at else "guest" if member.guest else "member"
    cells = (member.name, status, *attendance_cells, str(day_of(member.joined_at)))
    return ListRow(str(member.id), cells, FAINT if member.retired_at else "")


def _add_members() -> Deed[Additions]:
    """Return the operation that adds members. It offers to reinstate retired ones."""

    def names_prompt(club: Club, _: Answers) -> Prompt:
        retired = (
            member.name
            for member in roster.members(club, include_retired=True)
            if member.retired_at and not member.forgotten_at
        )
        picks = tuple(Pick(name, "retired: comes back") for name in retired)
        return Prompt("New members, separated by commas:", picks, example="Ann, Ben", separator=picking.NAME_SEPARATOR)

    def do(club: Club, answers: Answers) -> Additions:
        added = roster.add_all(club, picking.answers(answers[_NAMES]))
        return added, roster.similar_members(club, [member.name for member in added])

    def said(additions: Additions) -> str:
        members, lookalikes = additions
        verb_phrase = "are members" if len(members) > 1 else "is a member"
        sentences = [f"{join_words(member.name for member in members)} {verb_phrase}."]
        sentences += [
            f"{member.name} looks like {namesake.name}. Are they the same person?" for member, namesake in lookalikes
        ]
        return " ".join(sentences)

    return Deed("member add", do, (Parameter(_NAMES, names_prompt),), said=said)


def _rename(member: Member) -> Deed[Member]:
    question = Prompt(f"New name of {member.name} (past records keep the old name):", value=member.name)
    return Deed(
        "member rename",
        lambda club, answers: roster.rename(club, member.name, answers[_NAMES]),
        (Parameter(_NAMES, question),),
        said=lambda renaming: f"{member.name} is now called {renaming.name}.",
    )


def _merge(target: Member) -> Deed[str]:
    """Return the operation that merges another entry into a member. It previews the effect."""

    def find_similar(club: Club) -> list[str]:
        return similar_names(
            target.name, {member.name: member.name for member in roster.members(club, include_retired=True)}
        )

    def describe(answers: Answers) -> str:
        name = answers[_NAMES]
        return f"All results of {name} go to {target.name}, and {name} leaves the roster."

    def do(club: Club, answers: Answers) -> str:
        corrections.merge(club, target.name, answers[_NAMES], reason=answers[REASON])
        return answers[_NAMES]

    parameter = somebody(
        _NAMES,
        f"Which entry is merged into {target.name}?",
        leading_names=find_similar,
        excluded_names=(target.name,),
        example="Benny",
    )
    reason_parameter = reason(describe, "entered twice", "spelled in two ways", optional=True)
    return Deed(
        "member merge",
        do,
        (parameter, reason_parameter),
        impact(describe, do, "merge them"),
        said=lambda other: f"{other} is merged into {target.name}.",
    )


def _unmerge(member: Member) -> Deed[str]:
    """Return the operation that undoes a merge. It previews the effect."""

    def names_prompt(club: Club, _: Answers) -> Prompt:
        merged_names = roster.merged_into(club, member)
        if not merged_names:
            raise ClubFault(f"Nobody was merged into {member.name}, so there is nothing to separate.")
        return Prompt(
            f"Who was merged into {member.name} by mistake?", tuple(map(Pick, merged_names)), choices_only=True
        )

    def describe(answers: Answers) -> str:
        return f"{member.name} and {answers[_NAMES]} become two members again, each with their own results."

    def do(club: Club, answers: Answers) -> str:
        return corrections.split(club, member.name, answers[_NAMES], reason=answers[REASON]).name

    return Deed(
        "member split",
        do,
        (Parameter(_NAMES, names_prompt), reason(describe, "two people", example="they are cousins")),
        impact(describe, do, "unmerge them"),
        said=lambda other: f"{other} is on the roster again, with their own results.",
    )


def _retire(member: Member, undo: str) -> Deed[Member]:
    """Return the operation that retires a member. Its message names the `undo` key."""
    return Deed(
        "member retire",
        lambda club, _: roster.retire(club, member.name),
        said=lambda member: f"{member.name} has retired: off the lists, with all results kept. {undo} undoes it.",
    )


def _show_menu(screen: Screen) -> None:
    rows = [
        Pick("deed('merge')", label="Merge the selected member with another entry of the same person", letter="j"),
        Pick("deed('part')", label="Unmerge the selected member: two people again", letter="u"),
    ]
    choose_action(screen, "Members: more", rows)


MEMBERS: Final = ListDefinition(
    "members",
    ("name", "status", "sessions", "in a row", "longest", "since"),
    load=load_members,
    heading=_heading,
    items=lambda seen: seen.members,
    row=_row,
    document=lambda seen, each: member_document(each.name, seen.load_profile_data),
    no_selection="Nobody is selected.",
    empty_text="Nobody yet. The club's members are listed here: {members.add} adds one, or several at once.",
    deeds={"add": lambda _: _add_members(), "more": _show_menu},
    item_deeds={
        "rename": lambda _, member: _rename(member),
        "merge": lambda _, member: _merge(member),
        "part": lambda _, member: _unmerge(member),
        "retire": lambda screen, member: _retire(member, screen.desk.key("undo-last")),
    },
    created_key=lambda came: f"{came[0][0].id}" if isinstance(came, tuple) else None,
    open_action="profile",
    filter_hint="a name, in any spelling",
    matches=lambda text, member: fit(text, member.name) is not None,
)
members_screen: Final = partial(ListScreen, definition=MEMBERS)
