"""``referee session``: an evening, from the first arrival to the last table."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import completing
from referee.cli.arguments import AsJson
from referee.cli.backup import after_closing
from referee.cli.club import By, ClubAt, opened, say_damage, say_head, say_table
from referee.cli.meaning import say_alike, understood
from referee.cli.say import complain, say, say_json
from referee.cli.schedule import as_data

app = typer.Typer(
    help="An evening, from the first arrival to the last table.",
    no_args_is_help=True,
    epilog="Example: referee session open",
)
Which = Annotated[
    str | None, typer.Argument(help="Its date; else the one that is open.", autocompletion=completing.sessions)
]
On = Annotated[str | None, typer.Option("--session", metavar="DATE", help="The session; else the one that is open.")]


@app.command("open", epilog="Example: referee session open 2026-11-16")
def open_(
    session: Annotated[
        str | None, typer.Argument(metavar="DATE", help="Its date; else today.", autocompletion=completing.sessions)
    ] = None,
    club: ClubAt = None,
) -> None:
    """Open a planned session."""
    from referee.club import sessions

    with opened(club) as desk:
        found = sessions.open_session(desk, session)
        say(f"The session of {found.held_on} is open. Next: referee session checkin NAME NAME ...")


@app.command(
    epilog="Example: referee session checkin Ann Ben Cal, or with a guest: referee session checkin Hal --guest, "
    "or by mistake: referee session checkin Cal --undo"
)
def checkin(
    names: Annotated[list[str], typer.Argument(help="Who came.", autocompletion=completing.members)],
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="They did not come; they were checked in by mistake.")] = False,
    session: On = None,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Note that members came."""
    from referee.club import roster, sessions

    if undo and guest:
        complain("--undo and --guest do not go together: a guest is checked in, or was by mistake")
    with opened(club) as desk:
        if undo:
            changed = understood(lambda meant: sessions.undo_checkin(desk, meant, session), names)
        else:
            before = {each.id for each in roster.members(desk)} if guest else set()
            changed = understood(lambda meant: sessions.checkin(desk, meant, session, guests=guest, by=by), names)
            if guest:
                say_alike(desk, [each for each in changed if each.id not in before])
        shown = sessions.show(desk, session)
    named, here = [member.name for member in changed], [member.name for member in shown.came]
    if json:
        say_json({**as_data(shown.session), "undone" if undo else "checked_in": named, "came": here})
        return
    if changed:
        say(f"{'Not here after all' if undo else 'Checked in'}: {', '.join(named)}.")
    say(f"{len(here)} here{': ' if here else ''}{', '.join(here)}.")


@app.command(epilog="Example: referee session show 2026-11-16")
def show(session: Which = None, json: AsJson = False, club: ClubAt = None) -> None:
    """Show a session: who came, and its tables."""
    from referee.club import matches, sessions

    with opened(club) as desk:
        shown = sessions.show(desk, session)
        seated = matches.matches(desk, str(shown.session.id))
    say_damage(each for table in seated for each in table.damage if each.table)
    if json:
        played = [
            {
                "table": t.number,
                "game": t.book.slug,
                "players": list(t.names),
                "finished": t.finished_at is not None,
                "result_only": t.result_only,
            }
            for t in seated
        ]
        say_json({**as_data(shown.session), "came": [member.name for member in shown.came], "tables": played})
        return
    found = shown.session
    say(
        f"session of {found.held_on:%a} {found.held_on}, {found.starts:%H:%M}, "
        f"{found.room or 'no room'}: {found.status}"
    )
    say(f"{len(shown.came)} came: {', '.join(member.name for member in shown.came) or 'nobody yet'}")
    if seated:
        rows = [
            [t.number, t.book.slug, ", ".join(t.names), len(t.log), "finished" if t.finished_at else "playing"]
            for t in seated
        ]
        say_table(["table", "game", "players", "lines", "status"], rows, numbers=["table", "lines"])


@app.command(epilog="Example: referee session close")
def close(
    session: Which = None,
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Leave unfinished tables uncounted.")] = False,
    club: ClubAt = None,
) -> None:
    """Close a session when its tables are finished, and back the club up."""
    from referee.club import sessions

    with opened(club) as desk:
        say(f"The session of {sessions.close_session(desk, session, unfinished=unfinished).held_on} is closed.")
        say_head(desk)
        after_closing(desk)
