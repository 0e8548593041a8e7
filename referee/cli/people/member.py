"""``referee member``: who belongs to the club."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cards.words import counted
from referee.cli.people.member_import import member_import
from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_table, sure
from referee.cli.shared.common import Acting, Correcting, Deciding, Looking
from referee.cli.shared.impact import say_impact
from referee.cli.shared.near_names import asked, say_alike, understood
from referee.cli.shared.printing import answer, complain, say, say_json, warn
from referee.club.people.public_name import ShownAs

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.people.roster import Profile
    from referee.club.standings.guests import PlayedAsGuest
    from referee.store.read import Member

app = typer.Typer(
    help="Who belongs to the club.", no_args_is_help=True, epilog="Example: referee member add Ann Ben Cal Dee"
)


@app.command(
    epilog='Example: referee member add Ann "Ben Lee" Cal, or of a guest with what they have played: '
    "referee member add Gus --with-results"
)
def add(
    names: Annotated[list[str], typer.Argument(help="One or more names.")],
    common: Acting,
    guest: Annotated[bool, typer.Option("--guest", help="Guests play, but are not in the standings.")] = False,
    shown_as: Annotated[ShownAs | None, typer.Option("--shown-as", help="In public; nobody is who opted out.")] = None,
    with_results: Annotated[
        bool | None,
        typer.Option(
            "--with-results/--without-results",
            help="What they played as guests this season counts for them from now on, or not after all.",
        ),
    ] = None,
) -> None:
    """Add members, or guests: all that are named, or nobody. A guest who is added becomes a member."""
    from referee.club.people import roster
    from referee.club.standings import guests

    if guest and with_results is not None:
        complain("--guest does not go with results: guests have none that count")
    with opened_by(common) as desk:
        if with_results is not None:
            joined = guests.add_all(desk, names, with_results=with_results)
            answer(joined, common.json, _say_joined)
            return
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
                say(f'To have that count: referee member add "{each.member.name}" --with-results')


app.command("import", epilog="Example: referee member import members.csv")(member_import)


@app.command("list", epilog="Example: referee member list --all")
def list_(
    common: Looking, everybody: Annotated[bool, typer.Option("--all", help="Also those who retired.")] = False
) -> None:
    """List the members and guests."""
    from referee.club.people import roster

    with opened(common) as desk:
        found = roster.members(desk, everybody=everybody)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[Member]) -> None:
    from referee.club.folder import day_of

    say_table(["name", "standing", "since"], [[m.name, m.standing, day_of(m.joined_at)] for m in found])


@app.command(epilog="Example: referee member show Ann")
def show(name: completing.Member, common: Looking) -> None:
    """Show a member, and how often they came and played."""
    from referee.club.people import roster

    with opened(common) as desk:
        profile = understood(lambda meant: roster.show(desk, *meant), [name])
    answer(profile, common.json, _say_profile)


def _say_profile(profile: Profile) -> None:
    from referee.club.folder import day_of

    member = profile.member
    say(f"{member.name}, {member.standing} since {day_of(member.joined_at)}")
    say(f"sessions {profile.sessions}, matches {profile.matches}")


@app.command(epilog='Example: referee member rename Ben "Ben Lee"')
def rename(
    name: completing.Member, new: Annotated[str, typer.Argument(help="The name from now on.")], common: Acting
) -> None:
    """Give a member another name from now on; past records keep the old one."""
    from referee.club.people import roster

    with opened_by(common) as desk:
        known = understood(lambda meant: roster.show(desk, *meant), [name]).member.name
        renamed = roster.rename(desk, known, new).name
        answer(roster.show(desk, renamed), common.json, lambda _: say(f"{known} is called {renamed} from now on."))


@app.command(epilog='Example: referee member merge "Ben Lee" Benny --yes')
def merge(
    keep: Annotated[str, typer.Argument(help="Who stays on the roster.", autocompletion=completing.members)],
    other: Annotated[
        str, typer.Argument(help="Who turns out to be the same person.", autocompletion=completing.members)
    ],
    common: Correcting,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Why; needed where a closed season changes.")] = "",
) -> None:
    """Make two entries of the roster one person. What that changes in the standings is shown first."""
    from referee.club.corrections import corrections, impact
    from referee.club.people import roster

    with opened_by(common) as desk:
        kept, merged = (asked(partial(roster.show, desk), name, common.yes).member.name for name in (keep, other))

        def act(one: Club) -> Member:
            return corrections.merge(one, kept, merged, reason=reason)

        changes = impact.rehearse(desk, act)
        if common.json and common.dry_run:
            say_json(changes)
            return
        say_impact(changes, warn if common.json else say)
        if common.dry_run:
            say("Nothing was changed.")
            return
        sure(f"Everything that {merged} played becomes {kept}'s. Merge them?", common.yes)
        one = act(desk).name
        if common.json:
            say_json(roster.show(desk, one))
            return
        say(f"{one} and {merged} are one person.")
        say(f'If they are not: referee member split {quote(one)} {quote(merged)} --reason "..."')


@app.command(
    epilog="Example: referee member privacy Hal --shown-as nobody, or for all of whom nothing is said: "
    "referee member privacy --club-shows code"
)
def privacy(
    common: Acting,
    names: Annotated[
        list[str] | None, typer.Argument(help="Whose; else everybody's.", autocompletion=completing.members)
    ] = None,
    shown_as: Annotated[
        Literal["initials", "code", "full", "nobody", "as-the-club"] | None,
        typer.Option("--shown-as", help="In public; nobody is who opted out."),
    ] = None,
    club_shows: Annotated[
        ShownAs | None, typer.Option("--club-shows", help="How those are shown of whom nothing is said.")
    ] = None,
) -> None:
    """Show how members are shown in public (exports, the board, printed lists), or change it.

    initials: a first name and an initial; a Chinese, Japanese or Korean name stays whole. code: a number. full: the
    whole name. nobody: opted out, a number wherever the public may look, also where full names are asked for.
    as-the-club: as all of whom nothing is said.
    """
    from referee.club.people import public_names, roster

    if shown_as and not names:
        complain("whose? Expected names with --shown-as, or --club-shows for all of whom nothing is said")
    with opened_by(common) as desk:
        if club_shows:
            public_names.show_club(desk, club_shows)
        if shown_as:
            how = None if shown_as == "as-the-club" else ShownAs(shown_as)
            roster.shown_in_public(desk, names or [], how)
        public = public_names.of_club(desk)
        with desk.reading() as tx:
            usual = public_names.usual(tx)
        found = [roster.show(desk, name).member for name in names] if names else roster.members(desk)
    if common.json:
        rows = [{"name": m.name, "shown_as": m.shown_as or None, "in_public": public.at(m.id)} for m in found]
        say_json({"club_shows": usual.value, "members": rows})
        return
    say(f"The club shows in public, where nothing else is said: {usual.said}.")
    say_table(
        ["name", "shown as", "in public"],
        [[m.name, m.shown_as or f"as the club does ({usual.value})", public.at(m.id)] for m in found],
    )


@app.command(epilog='Example: referee member split "Ben Lee" Benny --reason "they are cousins"')
def split(
    keep: Annotated[str, typer.Argument(help="Who stayed on the roster.", autocompletion=completing.members)],
    other: Annotated[str, typer.Argument(help="Who was merged into them.")],
    common: Acting,
    reason: Reason = "",
) -> None:
    """Make two again of a member into whom another was merged; each has what was theirs."""
    from referee.club.corrections import corrections
    from referee.club.people import roster

    with opened_by(common) as desk:
        back = corrections.split(desk, keep, other, reason=reason)
        in_words = f"{back.name} is on the roster again, with what was theirs."
        answer(roster.show(desk, back.name), common.json, lambda _: say(in_words))


@app.command(epilog="Example: referee member retire Hal")
def retire(name: completing.Member, common: Acting) -> None:
    """Take a member off the lists; everything they played stays."""
    from referee.club.people import roster

    with opened_by(common) as desk:
        retired = asked(partial(roster.retire, desk), name).name
        answer(roster.show(desk, retired), common.json, lambda _: say(f"{retired} has retired."))


@app.command(epilog="Example: referee member forget Hal --yes")
def forget(name: completing.Member, common: Deciding) -> None:
    """Replace a member's name by a number in the club's file, and say where it may still stand; the results stay."""
    from referee.club.people import forgetting, roster

    line = warn if common.json else say
    with opened_by(common) as desk:
        found = asked(partial(forgetting.traces, desk), name, common.yes)
        known = found.member.name
        for each in found.removed:
            line(f"is removed      {each}")
        for path in found.backups:
            line(f"is cleaned      {path}")
        for where in (*found.kept, *found.files):
            line(f"may still stand {where}")
        line("out of reach    backups, exports and copies in other folders, paper, and what a disk keeps of old files")
        sure(f"The name of {known} is replaced by a number for good. Forget it?", common.yes)
        done = forgetting.forget(desk, known)
        now = done.member.name
        answer(roster.show(desk, now), common.json, lambda _: say(f"{known} is {now} from now on."))
        for path in done.unreached:
            line(f"could not be cleaned: {path}. The name may stand there still.")
        if done.still:
            line(done.still)


def _say_joined(joined: Sequence[PlayedAsGuest]) -> None:
    for each in joined:
        say(f"{each.member.name} is a member. {_played(each)}")


def _played(each: PlayedAsGuest) -> str:
    """Return in words what a member has played as a guest."""
    if not each.matches:
        return f"They have played no match as a guest in {each.season.name}."
    one = each.matches == 1
    matches = f"{counted(each.matches, 'match', 'matches')} played as a guest in {each.season.name}"
    return (
        f"{matches} {'counts' if one else 'count'}."
        if each.counts
        else f"{matches} {'does' if one else 'do'} not count."
    )
