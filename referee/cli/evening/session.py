"""``referee open`` and ``referee close``: the beginning and the end of a session."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.evening.tonight import Which, shown_session
from referee.cli.files.backup import after_closing
from referee.cli.shared import completion
from referee.cli.shared.club import Reason, opened_by, say_head
from referee.cli.shared.common_options import Acting
from referee.cli.shared.dates import dated
from referee.cli.shared.hints import printed
from referee.cli.shared.printing import say, say_json, say_undecided, warn

app = typer.Typer()


@app.command(
    "open",
    epilog="Example: referee open 2026-11-16, or when it was closed too soon: "
    'referee open 2026-11-16 --reason "one more table came in"',
)
def open_(
    common: Acting,
    session: Annotated[
        str | None,
        typer.Argument(
            metavar="DATE",
            help="Date of the session (default: today).",
            callback=dated,
            autocompletion=completion.sessions,
        ),
    ] = None,
    reason: Reason = "",
) -> None:
    """Open a planned session, or with a reason one that was closed."""
    from referee.club.calendar import sessions
    from referee.club.people import officers

    with opened_by(common) as desk:
        found = sessions.open_session(desk, session, reason=reason)
        known = officers.run_out_of_actor(desk)  # who acts has heard of it
        for said, hint in officers.describe_expired(each for each in officers.run_out(desk) if each not in known):
            warn(f"{said} {printed(hint)}")
        shown = shown_session(desk, found)
    if common.json:
        say_json(shown)
    else:
        say(f"The session of {found.held_on} is open. Next: referee checkin NAME NAME ...")
        say("Undo: referee undo")


@app.command(epilog="Example: referee close")
def close(
    common: Acting,
    session: Which = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Close with unfinished tables, which do not count.")
    ] = False,
    reason: Reason = "",
) -> None:
    """Close a session when its tables are finished, and back up the club."""
    from referee.club.calendar import sessions

    with opened_by(common) as desk:
        closed = sessions.close_session(desk, session, unfinished=unfinished, reason=reason)
        if common.json:
            head = str(desk.head)
            say_json({"closed": shown_session(desk, closed), "head": head, "backup": after_closing(desk, quiet=True)})
            return
        say(f"The session of {closed.held_on} is closed.")
        for each in shown_session(desk, closed).tables:
            if not each.void:
                say_undecided(each, named=True)
        say(f'Undo: referee open {closed.held_on} --reason "..."')
        say_head(desk)
        after_closing(desk)
