"""``referee member``: who belongs to the club."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cards.words import counted
from referee.cli.people import profile
from referee.cli.shared import completion
from referee.cli.shared.arguments import names_apart
from referee.cli.shared.club import confirmed, confirmed_by_name, opened, opened_by, say_table
from referee.cli.shared.common_options import Acting, Correcting, Looking
from referee.cli.shared.impact_preview import say_impact
from referee.cli.shared.printing import answer, complain, say, say_json, warn
from referee.cli.shared.quoting import quoted
from referee.cli.shared.similar_names import asked, say_alike, understood
from referee.club.people.public_name import ShownAs

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.guests import PlayedAsGuest
    from referee.store.plain_rows import Member

app = typer.Typer(
    help="Members and guests of the club.", no_args_is_help=True, epilog="Example: referee member add Ann Ben Cal Dee"
)


@app.command(
    epilog='Example: referee member add Ann "Ben Lee" Cal, or of a guest with what they have played: '
    "referee member add Gus --with-results"
)
def add(
    names: Annotated[list[str], typer.Argument(help="One or more names.")],
    common: Acting,
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
        complain("Matches of guests do not count. Leave out --guest, or --with-results.")
    names = names_apart(names)
    with opened_by(common) as desk:
        if with_results is not None:
            joined = guests.add_all(desk, names, with_results=with_results)
            answer(joined, common.json, _say_joined)
            return
        were_guests = {each.id for each in roster.members(desk) if each.guest}
        done = roster.add_all(desk, names, guest=guest, shown_as=shown_as)
        if common.json:
            say_json(done)
        else:
            for added in done:
                say(f"{added.name} is {'a guest' if added.guest else 'a member'}.")
        say_alike(desk, done)
        if common.json:
            return
        for each in guests.played_as_guests(desk, [] if guest else [member.name for member in done]):
            say(_played(each))
            if not each.counts:
                say(f"To count them: referee member add {quoted(each.member.name)} --with-results")
        if not were_guests.intersection(each.id for each in done):
            say("Undo: referee undo")


@app.command("list", epilog="Example: referee member list --all")
def list_(
    common: Looking, everybody: Annotated[bool, typer.Option("--all", help="Retired members too.")] = False
) -> None:
    """List the members and guests."""
    from referee.club.people import roster

    with opened(common) as desk:
        found = roster.members(desk, everybody=everybody)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[Member]) -> None:
    from referee.club.folder import day_of

    say_table(["name", "standing", "since"], [[m.name, m.standing, day_of(m.joined_at)] for m in found])


app.command(
    "show", epilog="Example: referee member show Ann, or how it went between two: referee member show Ann --against Ben"
)(profile.show)


@app.command(epilog='Example: referee member rename Ben "Ben Lee"')
def rename(name: completion.Member, new: Annotated[str, typer.Argument(help="New name.")], common: Acting) -> None:
    """Change a member's name. Past records keep the old one."""
    from referee.club.people import roster

    with opened_by(common) as desk:
        known = understood(lambda meant: roster.show(desk, *meant), [name]).member.name
        renamed = roster.rename(desk, known, new).name
        in_words = f"{known} is now {renamed}. Undo: referee member rename {quoted(renamed)} {quoted(known)}"
        profile.say_done(desk, renamed, common, in_words)


@app.command(
    epilog='Example: referee member merge "Ben Lee" Benny --yes, or back again: '
    'referee member merge "Ben Lee" Benny --undo --reason "they are cousins" --yes'
)
def merge(
    keep: Annotated[str, typer.Argument(metavar="NAME", help="Member to keep.", autocompletion=completion.members)],
    other: Annotated[
        str, typer.Argument(metavar="OTHER", help="The same person's other name.", autocompletion=completion.members)
    ],
    common: Correcting,
    undo: Annotated[bool, typer.Option("--undo", help="Separate the two again; needs a reason.")] = False,
    reason: Annotated[
        str, typer.Option("--reason", "-r", help="Reason, for the log; needed if a closed season changes.")
    ] = "",
) -> None:
    """Merge two entries of one person. The change in the standings is shown first."""
    from referee.club.corrections import corrections, impact
    from referee.club.people import roster

    with opened_by(common) as desk:
        if undo:
            kept, merged = keep, other
        else:
            kept, merged = (asked(partial(roster.show, desk), name, common.yes).member.name for name in (keep, other))

        def act(one: Club) -> Member:
            done = corrections.split if undo else corrections.merge
            return done(one, kept, merged, reason=reason)

        changes = impact.dry_run(desk, act)
        if not (common.json and common.dry_run):
            say_impact(changes, warn if common.json else say)
        question = (
            f"{merged} is a member again, with their own results. Separate them?"
            if undo
            else f"Everything that {merged} played becomes {kept}'s. Merge them?"
        )
        if not confirmed(question, common, changes):
            return
        one = act(desk).name
        in_words = (
            f"{one} is a member again, with their own results."
            if undo
            else f"{one} and {merged} are one person.\n"
            f'Undo: referee member merge {quoted(one)} {quoted(merged)} --undo --reason "..."'
        )
        profile.say_done(desk, one, common, in_words)


@app.command(
    epilog="Example: referee member privacy Hal --shown-as nobody, or the default: "
    "referee member privacy --club-shows code"
)
def privacy(
    common: Acting,
    names: Annotated[
        list[str] | None, typer.Argument(help="Members (default: all).", autocompletion=completion.members)
    ] = None,
    shown_as: Annotated[
        Literal["initials", "code", "full", "nobody", "as-the-club"] | None,
        typer.Option("--shown-as", help="Form of their names in public."),
    ] = None,
    club_shows: Annotated[
        ShownAs | None, typer.Option("--club-shows", help="Display for members without a setting of their own.")
    ] = None,
) -> None:
    """Show or change how names appear in public: in exports, on the board and on printed lists.

    initials: first name and initial; a Chinese, Japanese or Korean name stays whole. code: a number. full: the whole
    name. nobody: opted out; a number in everything public, even with full names. as-the-club: the club's default.
    """
    from referee.club.people import public_names, roster

    if shown_as and not names:
        complain("--shown-as needs names. Add them, or use --club-shows for the club's default.")
    with opened_by(common) as desk:
        if club_shows:
            public_names.show_club(desk, club_shows)
        if shown_as:
            how = None if shown_as == "as-the-club" else ShownAs(shown_as)
            roster.shown_in_public(desk, names or [], how)
        public = public_names.all_public_names(desk)
        with desk.reading() as tx:
            usual = public_names.usual(tx)
        found = [roster.show(desk, name).member for name in names] if names else roster.members(desk)
    if common.json:
        rows = [{"name": m.name, "shown_as": m.shown_as or None, "in_public": public.at(m.id)} for m in found]
        say_json({"club_shows": usual.value, "members": rows})
        return
    say(f"The club's default: {usual.said}.")
    say_table(
        ["name", "shown as", "in public"],
        [[m.name, m.shown_as or f"default ({usual.value})", public.at(m.id)] for m in found],
    )
    if shown_as or club_shows:
        say("Undo: referee undo")


@app.command(epilog="Example: referee member retire Hal")
def retire(name: completion.Member, common: Correcting) -> None:
    """Take a member off the lists. Their results stay."""
    from referee.club.people import roster

    with opened_by(common) as desk:
        found = asked(partial(roster.show, desk), name, common.yes)
        known = found.member.name
        played = f"{counted(found.sessions, 'session')} and {counted(found.matches, 'match', 'matches')}"
        if not confirmed(f"{known} leaves the lists. The results of {played} stay. Retire {known}?", common, found):
            return
        roster.retire(desk, known)
        profile.say_done(desk, known, common, f"{known} has retired. Undo: referee member add {quoted(known)}")


@app.command(epilog="Example: referee member forget Hal --yes")
def forget(name: completion.Member, common: Correcting) -> None:
    """Replace a member's name with a number for good, and list where the name may remain. The results stay."""
    from referee.club.people import forgetting

    line = warn if common.json else say
    with opened_by(common) as desk:
        found = asked(partial(forgetting.traces, desk), name, common.yes)
        known = found.member.name
        for each in found.removed:
            line(f"removed      {each}")
        for path in found.backups:
            line(f"cleaned      {path}")
        for where in (*found.kept, *found.files):
            line(f"may remain   {where}")
        line("out of reach backups, exports and copies in other folders, paper, and deleted files on disks")
        what = f"The name {known} is replaced with a number. This cannot be undone."
        if not confirmed_by_name(known, name, what, common, found):
            return
        done = forgetting.forget(desk, known)
        now = done.member.name
        profile.say_done(desk, now, common, f"{known} is now {now}.")
        for path in done.unreached:
            line(f"Could not clean {path}. The name may remain there.")
        if done.still:
            line(done.still)


def _say_joined(joined: Sequence[PlayedAsGuest]) -> None:
    for each in joined:
        say(f"{each.member.name} is a member. {_played(each)}")
    names = " ".join(quoted(each.member.name) for each in joined)
    other = "--without-results" if any(each.counts for each in joined) else "--with-results"
    say(f"Undo: referee member add {names} {other}")


def _played(each: PlayedAsGuest) -> str:
    """Say what a member played as a guest."""
    if not each.matches:
        return f"No matches played as a guest in {each.season.name}."
    one = each.matches == 1
    matches = f"{counted(each.matches, 'match', 'matches')} played as a guest in {each.season.name}"
    return (
        f"{matches} {'counts' if one else 'count'}."
        if each.counts
        else f"{matches} {'does' if one else 'do'} not count."
    )
