"""``referee club``: move the club to a folder or a server, and manage its logins."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.shared import completion
from referee.cli.shared.club import (
    confirm_or_preview,
    open_from_options,
    print_table,
    show_rebuild_progress,
    with_password,
)
from referee.cli.shared.common_options import ClubOptions, CommonOptions, OptionGroup, ReadOptions
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.terminal import shows_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.club.folder import Club
    from referee.club.servers import LoginView

app = typer.Typer(
    help="Move a club to a server or a folder, and set up logins for its officers.",
    no_args_is_help=True,
    epilog="Example: referee club move postgresql://owner@cards.example.org/clubs",
)


@app.callback()
def group() -> None:
    """Move a club to a server or a folder, and set up logins for its officers."""


@app.command(epilog="Example: referee club move postgresql://owner@cards.example.org/clubs")
def move(
    target: Annotated[str, typer.Argument(metavar="TO", help="Folder, or address of a database.")],
    common: Annotated[CommonOptions, OptionGroup(CommonOptions, ("yes", "dry_run", "json", "club"))],
) -> None:
    """Move the club, with its whole log, to a server or a folder. The old club is locked, and names the new location.

    If a move is interrupted, type it again to finish it. The old place keeps its data until you delete it.
    """
    from referee.club.file.moving import move_club

    if not confirm_or_preview(
        f"This locks the old club: nobody can write to it. Move the club to {target}?", common, {"to": target}
    ):
        return

    def progress(moved: int) -> None:
        if shows_progress():
            typer.echo(f"\r{moved} events moved ", nl=False, err=True)

    result = with_password(lambda password: move_club(common.club, target, progress, password))
    if common.json:
        print_json(result)
        return
    print_line(f"The club is now at {result.target}. Its head is the same: {result.head.short_text}")
    print_line(f"{result.source} is locked. It keeps its data, including names, until you delete it.")


@app.command(epilog="Example: referee club upgrade --club postgresql://owner@cards.example.org/clubs")
def upgrade(common: ClubOptions) -> None:
    """Rebuild the tables of all clubs on a server after an update of referee. Use the login that owns the clubs."""
    import os

    from referee.club.servers import upgrade as upgraded
    from referee.store.events.address import is_server

    address = common.club or os.environ.get("REFEREE_CLUB", "")
    if not is_server(address):
        fail("A club in a folder is upgraded when it is opened. For a server, add --club postgresql://...")
    count = with_password(lambda password: upgraded(address, show_rebuild_progress, password))
    print_line(f"Rebuilt the tables of {quantity(count, 'club')}." if count else "The tables are up to date.")


@app.command("officer-login", epilog="Example: referee club officer-login eve Eve")
def officer_login(
    common: ReadOptions,
    login: Annotated[str, typer.Argument(metavar="[LOGIN]", help="Login on the server.")] = "",
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Member that the login acts for.", autocompletion=completion.members)
    ] = "",
    end: Annotated[bool, typer.Option("--end", help="Remove the login's access to the club.")] = False,
) -> None:
    """Let a server login act for a member, or end its access; without a login, list all. Use the owner's login.

    The login may read the club and write as that member, and nothing else. A login that does not exist is created, and
    you are asked for its password.
    """
    from referee.club import servers

    if bool(name) == end and login:
        fail("Type LOGIN NAME to let a login act for a member, or LOGIN --end.")
    with open_from_options(common) as club:
        if not login:
            print_result(servers.list_logins(club), common.json, _print_logins)
        elif end:
            _end_login(club, login, common)
        else:
            _add_login(club, name, login, common)


def _add_login(club: Club, name: str, login: str, common: CommonOptions) -> None:
    from getpass import getpass

    from referee.club import servers

    password = ""
    if sys.stdin.isatty() and sys.stderr.isatty():
        password = getpass(f"A password for {login}, if the login is new: ")
        if password and getpass("Once more: ") != password:
            fail("The two passwords differ. Nothing was changed.")
    new_login = servers.add_login(club, name, login, password)
    if common.json:
        print_json(new_login)
        return
    print_line(f"{new_login.login} {'is created, and acts' if new_login.made else 'acts'} for {new_login.member}.")
    if new_login.made and not password:
        warn(f"{new_login.login} has no password. Unless the server checks its users otherwise, set one there.")


def _end_login(club: Club, login: str, common: CommonOptions) -> None:
    from referee.club import servers

    is_dropped = servers.end_login(club, login)
    if common.json:
        print_json({"login": login, "gone": is_dropped})
        return
    print_line(f"{login} can no longer open the club.")
    if not is_dropped:
        print_line("The login still exists, because something else uses it too.")


def _print_logins(logins: Sequence[LoginView]) -> None:
    if not logins:
        print_line("No officer has a login: referee club officer-login LOGIN NAME")
        return
    print_table(["login", "acts for"], [[login.login, login.member] for login in logins])
