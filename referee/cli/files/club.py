"""``referee club``: where the club is kept, in a folder or on a server, and who may log in there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared import completing
from referee.cli.shared.club import folding, opened, say_table, sure, with_password
from referee.cli.shared.common import Common, InClub, Looking, Writing
from referee.cli.shared.printing import answer, complain, say, say_json, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.club.folder import Club
    from referee.club.servers import LoginView

app = typer.Typer(
    help="Where the club is kept, and who may log in to its server.",
    no_args_is_help=True,
    epilog="Example: referee club move postgresql://owner@cards.example.org/clubs",
)


@app.callback()
def group() -> None:
    """Where the club is kept, and who may log in to its server."""


@app.command(epilog="Example: referee club move postgresql://owner@cards.example.org/clubs")
def move(
    to: Annotated[str, typer.Argument(metavar="TO", help="A folder, or the address of a database.")],
    common: Writing,
) -> None:
    """Move the club, with all of its log, to a server or into a folder. The old place is closed, and says where it is.

    A move that was broken off is finished by typing it again. What the old place holds stays there until you delete it.
    """
    from referee.club.file.moving import move_club

    sure(f"Move the club to {to}? Nobody can write to it where it is now.", common.yes)

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{done} events moved ", nl=False, err=True)

    done = with_password(lambda password: move_club(common.club, to, progress, password))
    if common.json:
        say_json(done)
        return
    say(f"The club is now at {done.target}. Its head is the same: {done.head.in_short}")
    say(f"{done.source} is closed: whoever opens it is told so. It still holds every name that it held.")


@app.command(epilog="Example: referee club upgrade --club postgresql://owner@cards.example.org/clubs")
def upgrade(common: InClub) -> None:
    """Make the tables of all clubs on a server again after an update of referee. Only whoever made the clubs may."""
    import os

    from referee.club.servers import upgrade as upgraded
    from referee.store.events.address import is_server

    typed = common.club or os.environ.get("REFEREE_CLUB", "")
    if not is_server(typed):
        complain("a club in a folder needs no upgrade: it is done when it is opened; expected --club postgresql://...")
    made = with_password(lambda password: upgraded(typed, folding, password))
    say(f"The tables of {counted(made, 'club')} have been made again." if made else "The tables are as they should be.")


@app.command("officer-login", epilog="Example: referee club officer-login eve Eve")
def officer_login(
    common: Looking,
    login: Annotated[str, typer.Argument(metavar="[LOGIN]", help="The login's name on the server.")] = "",
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="The member for whom it acts.", autocompletion=completing.members)
    ] = "",
    end: Annotated[bool, typer.Option("--end", help="Let it act for nobody in the club any more.")] = False,
) -> None:
    """Let a login of the server act for a member, or end that; without a login, list them. You do it as the owner.

    It may read the club and write in that member's name, and change nothing else, whatever is sent to the server. One
    that is not there is made, with a password that you are asked for.
    """
    from referee.club import servers

    if bool(name) == end and login:
        complain("expected LOGIN NAME, to let a login act for a member, or LOGIN --end")
    with opened(common) as desk:
        if not login:
            answer(servers.logins_of(desk), common.json, _say_logins)
        elif end:
            _end(desk, login, common)
        else:
            _begin(desk, name, login, common)


def _begin(desk: Club, name: str, login: str, common: Common) -> None:
    from getpass import getpass

    from referee.club import servers

    password = ""
    if sys.stdin.isatty() and sys.stderr.isatty():
        password = getpass(f"A password for {login}, if the login is new: ")
        if password and getpass("Once more: ") != password:
            complain("the two are not the same; nothing was changed")
    made = servers.add_login(desk, name, login, password)
    if common.json:
        say_json(made)
        return
    say(f"{made.login} {'is made, and acts' if made.made else 'acts'} for {made.member}.")
    if made.made and not password:
        warn(f"{made.login} has no password: unless the server knows its users otherwise, give it one there")


def _end(desk: Club, login: str, common: Common) -> None:
    from referee.club import servers

    gone = servers.end_login(desk, login)
    if common.json:
        say_json({"login": login, "gone": gone})
        return
    say(f"{login} cannot open the club any more.")
    if not gone:
        say("The server still knows the login, which is for more than this club.")


def _say_logins(found: Sequence[LoginView]) -> None:
    if not found:
        say("No officer has a login: referee club officer-login LOGIN NAME")
        return
    say_table(["login", "acts for"], [[each.login, each.member] for each in found])
