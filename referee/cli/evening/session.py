"""``referee open`` and ``referee close``: start and end a session."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.evening.tonight import SessionArgument, session_details
from referee.cli.files.backup import back_up_after_closing
from referee.cli.shared import completion
from referee.cli.shared.club import ReasonOption, open_as_officer, print_head, warn_of_other_sessions, warn_of_reports
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
    """Open a planned session, or reopen a closed one with a reason."""
    from referee.club.calendar import sessions
    from referee.club.people import officers

    with open_as_officer(common) as club:
        session_view = sessions.open_session(club, session, reason=reason)
        reported = officers.expired_terms_of_actor(club)  # who acts has heard of it
        for warning, hint in officers.describe_expired(
            term for term in officers.expired_terms(club) if term not in reported
        ):
            warn(f"{warning} {format_hints(hint)}")
        details = session_details(club, session_view)
        warn_of_other_sessions(club, session_view.held_on)
    if common.json:
        print_json(details)
    else:
        print_line(f"The session of {session_view.held_on} is open. Next: referee checkin NAME NAME ...")
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

    with open_as_officer(common) as club:
        warn_of_reports(club, session)
        closed_session = sessions.close_session(club, session, unfinished=unfinished, reason=reason)
        if common.json:
            head = str(club.head)
            print_json(
                {
                    "closed": session_details(club, closed_session),
                    "head": head,
                    "backup": back_up_after_closing(club, quiet=True),
                }
            )
            return
        print_line(f"The session of {closed_session.held_on} is closed.")
        for table in session_details(club, closed_session).tables:
            if not table.void:
                print_undecided(table, with_table=True)
        print_line(f'Undo: referee open {closed_session.held_on} --reason "..."')
        print_head(club)
        back_up_after_closing(club)
