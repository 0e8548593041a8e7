"""``referee open`` and ``referee close``: the beginning and the end of a session."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.evening.tonight import SessionArgument, session_details
from referee.cli.files.backup import back_up_after_closing
from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, open_as_officer, print_head
from referee.cli.shared.common_options import OfficerOptions
from referee.cli.shared.dates import expand_day_word
from referee.cli.shared.hints import format_hints
from referee.cli.shared.printing import print_json, print_line, print_undecided, warn

app = typer.Typer()


@app.command(
    "open",
    epilog="Example: referee open 2026-11-16, or when it was closed too soon: "
    'referee open 2026-11-16 --reason "one more table came in"',
)
def open_(
    common: OfficerOptions,
    session: Annotated[
        str | None,
        typer.Argument(
            metavar="DATE",
            help="Date of the session (default: today).",
            callback=expand_day_word,
            autocompletion=completion.sessions,
        ),
    ] = None,
    reason: ReasonOption = "",
) -> None:
    """Open a planned session, or with a reason one that was closed."""
    from referee.club.calendar import sessions
    from referee.club.people import officers

    with open_as_officer(common) as desk:
        found = sessions.open_session(desk, session, reason=reason)
        known = officers.run_out_of_actor(desk)  # who acts has heard of it
        for said, hint in officers.describe_expired(each for each in officers.run_out(desk) if each not in known):
            warn(f"{said} {format_hints(hint)}")
        shown = session_details(desk, found)
    if common.json:
        print_json(shown)
    else:
        print_line(f"The session of {found.held_on} is open. Next: referee checkin NAME NAME ...")
        print_line("Undo: referee undo")


@app.command(epilog="Example: referee close")
def close(
    common: OfficerOptions,
    session: SessionArgument = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Close with unfinished tables, which do not count.")
    ] = False,
    reason: ReasonOption = "",
) -> None:
    """Close a session when its tables are finished, and back up the club."""
    from referee.club.calendar import sessions

    with open_as_officer(common) as desk:
        closed = sessions.close_session(desk, session, unfinished=unfinished, reason=reason)
        if common.json:
            head = str(desk.head)
            print_json(
                {
                    "closed": session_details(desk, closed),
                    "head": head,
                    "backup": back_up_after_closing(desk, quiet=True),
                }
            )
            return
        print_line(f"The session of {closed.held_on} is closed.")
        for each in session_details(desk, closed).tables:
            if not each.void:
                print_undecided(each, named=True)
        print_line(f'Undo: referee open {closed.held_on} --reason "..."')
        print_head(desk)
        back_up_after_closing(desk)
