"""``referee member``: manage the club's members and guests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cards.words import quantity
from referee.cli.people import profile
from referee.cli.shared import completion
from referee.cli.shared.arguments import split_names
from referee.cli.shared.club import confirm_by_name, confirm_or_preview, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions, ReadOptions
from referee.cli.shared.impact_preview import print_impact
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote
from referee.cli.shared.similar_names import accept_close_names, confirm_close_name, warn_of_similar_members
from referee.club.people.public_name import ShownAs

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.guests import PlayedAsGuest
    from referee.store.plain_rows import Member

app = typer.Typer(
    help="Members and guests of the club.", no_args_is_help=True, epilog="Example: referee member add Ann Ben Cal Dee"
)


@app.command(
    epilog='Example: referee member add Ann "Ben Lee" Cal, or a guest with earlier results: '
    "referee member add Gus --with-results"
)
def add(
    names: Annotated[list[str], typer.Argument(help="One or more names.")],
    common: OfficerOptions,
    guest: Annotated[
        bool, typer.Option("--guest", help="Add them as guests, who play but have no place in the standings.")
    ] = False,
    shown_as: Annotated[ShownAs | None, typer.Option("--shown-as", help="Form of their names in public.")] = None,
    with_results: Annotated[
        bool | None,
        typer.Option(
            "--with-results/--without-results",
            help="Count the matches they played as guests this season, or stop counting them.",
        ),
    ] = None,
) -> None:
    """Add members or guests: all of them, or none. Adding a guest makes them a member."""
    from referee.club.people import roster
    from referee.club.standings import guests

    if guest and with_results is not None:
        fail("Matches of guests do not count. Leave out --guest, or --with-results.")
    names = split_names(names)
    with open_as_officer(common) as club:
        if with_results is not None:
            joined = guests.add_all(club, names, with_results=with_results)
            print_result(joined, common.json, _print_joined)
            return
        guest_ids = {member.id for member in roster.members(club) if member.guest}
        added_members = roster.add_all(club, names, guest=guest, shown_as=shown_as)
        if common.json:
            print_json(added_members)
        else:
            for added in added_members:
                print_line(f"{added.name} is {'a guest' if added.guest else 'a member'}.")
        warn_of_similar_members(club, added_members)
        if common.json:
            return
        for guest_record in guests.played_as_guests(club, [] if guest else [member.name for member in added_members]):
            print_line(_describe_guest_matches(guest_record))
            if not guest_record.counts:
                print_line(f"To count them: referee member add {quote(guest_record.member.name)} --with-results")
        if not guest_ids.intersection(member.id for member in added_members):
            print_line("Undo: referee undo")


@app.command("list", epilog="Example: referee member list --all")
def list_(
    common: ReadOptions, with_retired: Annotated[bool, typer.Option("--all", help="Include retired members.")] = False
) -> None:
    """List the members and guests."""
    from referee.club.people import roster

    with open_from_options(common) as club:
        members = roster.members(club, include_retired=with_retired)
    print_result(members, common.json, _print_members)


def _print_members(members: Sequence[Member]) -> None:
    from referee.club.folder import day_of

    print_table(
        ["name", "standing", "since"], [[member.name, member.standing, day_of(member.joined_at)] for member in members]
    )


app.command(
    "show", epilog="Example: referee member show Ann, or to compare two: referee member show Ann --against Ben"
)(profile.show)


@app.command(epilog='Example: referee member rename Ben "Ben Lee"')
def rename(
    name: completion.MemberArgument, new: Annotated[str, typer.Argument(help="New name.")], common: OfficerOptions
) -> None:
    """Change a member's name. Past records keep the old one."""
    from referee.club.people import roster

    with open_as_officer(common) as club:
        current_name = accept_close_names(lambda names: roster.show(club, *names), [name]).member.name
        renamed = roster.rename(club, current_name, new).name
        text = f"{current_name} is now {renamed}. Undo: referee member rename {quote(renamed)} {quote(current_name)}"
        profile.print_change(club, renamed, common, text)


@app.command(
    epilog='Example: referee member merge "Ben Lee" Benny --yes, or to separate them: '
    'referee member merge "Ben Lee" Benny --undo --reason "they are cousins" --yes'
)
def merge(
    first_name: Annotated[
        str, typer.Argument(metavar="NAME", help="Member to keep.", autocompletion=completion.members)
    ],
    second_name: Annotated[
        str, typer.Argument(metavar="OTHER", help="The same person's other name.", autocompletion=completion.members)
    ],
    common: CorrectionOptions,
    undo: Annotated[bool, typer.Option("--undo", help="Separate the two again; needs a reason.")] = False,
    reason: Annotated[
        str, typer.Option("--reason", "-r", help="Reason, for the log; needed if a closed season changes.")
    ] = "",
) -> None:
    """Merge two entries of one person. The change in the standings is shown first."""
    from referee.club.corrections import corrections, impact
    from referee.club.people import roster

    with open_as_officer(common) as club:
        if undo:
            kept_name, merged = first_name, second_name
        else:
            kept_name, merged = (
                confirm_close_name(partial(roster.show, club), name, common.yes).member.name
                for name in (first_name, second_name)
            )

        def act(club: Club) -> Member:
            change = corrections.split if undo else corrections.merge
            return change(club, kept_name, merged, reason=reason)

        changes = impact.dry_run(club, act)
        if not (common.json and common.dry_run):
            print_impact(changes, warn if common.json else print_line)
        question = (
            f"{merged} is a member again, with their own results. Separate them?"
            if undo
            else f"All results of {merged} become {kept_name}'s. Merge them?"
        )
        if not confirm_or_preview(question, common, changes):
            return
        merged_name = act(club).name
        if undo:
            sentences = [f"{merged_name} is a member again, with their own results."]
        else:
            undo_command = f"referee member merge {quote(merged_name)} {quote(merged)} --undo"
            sentences = [
                f"{merged_name} and {merged} are one person, who keeps the name {merged_name}.",
                f'Undo: {undo_command} --reason "..."',
            ]
        profile.print_change(club, merged_name, common, *sentences)


@app.command(
    epilog="Example: referee member privacy Hal --shown-as nobody, or the default: "
    "referee member privacy --club-shows code"
)
def privacy(
    common: OfficerOptions,
    names: Annotated[
        list[str] | None, typer.Argument(help="Members (default: all).", autocompletion=completion.members)
    ] = None,
    shown_as: Annotated[
        Literal["initials", "code", "full", "nobody", "as-the-club"] | None,
        typer.Option("--shown-as", help="Form of their names in public."),
    ] = None,
    club_shows: Annotated[
        ShownAs | None,
        typer.Option("--club-shows", help="Form of the name for members without a setting of their own."),
    ] = None,
) -> None:
    """Show or change how names appear in public: in exports, on the board and on printed lists.

    initials: first name and initial; a Chinese, Japanese or Korean name stays whole. code: a number. full: the whole
    name. nobody: opted out; a number in everything public, even with full names. as-the-club: the club's default.
    """
    from referee.club.people import public_names, roster

    if shown_as and not names:
        fail("--shown-as needs names. Add them, or use --club-shows for the club's default.")
    with open_as_officer(common) as club:
        if club_shows:
            public_names.show_club(club, club_shows)
        if shown_as:
            choice = None if shown_as == "as-the-club" else ShownAs(shown_as)
            roster.shown_in_public(club, names or [], choice)
        public = public_names.all_public_names(club)
        with club.reading() as tx:
            club_default = public_names.default_form(tx)
        shown_members = [roster.show(club, name).member for name in names] if names else roster.members(club)
    if common.json:
        rows = [
            {"name": member.name, "shown_as": member.shown_as or None, "in_public": public.at(member.id)}
            for member in shown_members
        ]
        print_json({"club_shows": club_default.value, "members": rows})
        return
    print_line(f"The club's default: {club_default.said}.")
    print_table(
        ["name", "shown as", "in public"],
        [
            [member.name, member.shown_as or f"default ({club_default.value})", public.at(member.id)]
            for member in shown_members
        ],
    )
    if shown_as or club_shows:
        print_line("Undo: referee undo")


@app.command(epilog="Example: referee member retire Hal")
def retire(name: completion.MemberArgument, common: CorrectionOptions) -> None:
    """Remove a member from the lists. Their results stay."""
    from referee.club.people import roster

    with open_as_officer(common) as club:
        attendance = confirm_close_name(partial(roster.show, club), name, common.yes)
        current_name = attendance.member.name
        attendance_text = (
            f"{quantity(attendance.sessions, 'session')} and {quantity(attendance.matches, 'match', 'matches')}"
        )
        if not confirm_or_preview(
            f"This removes {current_name} from the lists. Results of {attendance_text} stay. Retire {current_name}?",
            common,
            attendance,
        ):
            return
        roster.retire(club, current_name)
        profile.print_change(
            club, current_name, common, f"{current_name} has retired. Undo: referee member add {quote(current_name)}"
        )


@app.command(epilog="Example: referee member forget Hal --yes")
def forget(name: completion.MemberArgument, common: CorrectionOptions) -> None:
    """Replace a member's name with a number for good, and list where the name may remain. The results stay."""
    from referee.club.people import forgetting

    line = warn if common.json else print_line
    with open_as_officer(common) as club:
        traces = confirm_close_name(partial(forgetting.traces, club), name, common.yes)
        current_name = traces.member.name
        for trace in traces.removed:
            line(f"removed      {trace}")
        for path in traces.backups:
            line(f"cleaned      {path}")
        for location in (*traces.kept, *traces.files):
            line(f"may remain   {location}")
        line("out of reach backups, exports and copies in other folders, paper, and deleted files on disks")
        warning = f"This replaces the name {current_name} with a number, and cannot be undone."
        if not confirm_by_name(current_name, name, warning, common, traces):
            return
        result = forgetting.forget(club, current_name)
        new_name = result.member.name
        profile.print_change(club, new_name, common, f"{current_name} is now {new_name}.")
        for path in result.unreached:
            line(f"Could not clean {path}. The name may remain there.")
        if result.still:
            line(result.still)


def _print_joined(joined: Sequence[PlayedAsGuest]) -> None:
    for guest in joined:
        print_line(f"{guest.member.name} is a member. {_describe_guest_matches(guest)}")
    names = " ".join(quote(guest.member.name) for guest in joined)
    reverse_option = "--without-results" if any(guest.counts for guest in joined) else "--with-results"
    print_line(f"Undo: referee member add {names} {reverse_option}")


def _describe_guest_matches(guest: PlayedAsGuest) -> str:
    """Return a sentence about the matches that a member played as a guest."""
    if not guest.matches:
        return f"No matches played as a guest in {guest.season.name}."
    is_single = guest.matches == 1
    matches = f"{quantity(guest.matches, 'match', 'matches')} played as a guest in {guest.season.name}"
    return (
        f"{matches} {'counts' if is_single else 'count'}."
        if guest.counts
        else f"{matches} {'does' if is_single else 'do'} not count."
    )
