"""``referee session``: an evening, from the first arrival to the last table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.evening import seating
from referee.cli.files.backup import after_closing
from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_damage, say_head, say_table
from referee.cli.shared.common import Acting, Looking
from referee.cli.shared.completing import OnSession
from referee.cli.shared.hints import printed
from referee.cli.shared.near_names import say_alike, understood
from referee.cli.shared.printing import answer, complain, say, say_json, warn

if TYPE_CHECKING:
    from referee.club.calendar.sessions import Turn
    from referee.club.folder import Club
    from referee.club.match.view import MatchView
    from referee.store.read import Session

app = typer.Typer(
    help="An evening, from the first arrival to the last table.",
    no_args_is_help=True,
    epilog="Example: referee session open",
)
Which = Annotated[
    str | None, typer.Argument(help="Its date; else the one that is open.", autocompletion=completing.sessions)
]


@app.command(
    "open",
    epilog="Example: referee session open 2026-11-16, or when it was closed too soon: "
    'referee session open 2026-11-16 --reason "one more table came in"',
)
def open_(
    common: Acting,
    session: Annotated[
        str | None, typer.Argument(metavar="DATE", help="Its date; else today.", autocompletion=completing.sessions)
    ] = None,
    reason: Reason = "",
) -> None:
    """Open a planned session, or with a reason one that was closed."""
    from referee.club.calendar import sessions
    from referee.club.people import officers

    with opened_by(common) as desk:
        found = sessions.open_session(desk, session, reason=reason)
        known = officers.run_out_of_actor(desk)  # who acts has heard of it
        for said, hint in officers.said_run_out(each for each in officers.run_out(desk) if each not in known):
            warn(f"{said} {printed(hint)}")
        shown = _shown(desk, found)
    if common.json:
        say_json(shown)
    else:
        say(f"The session of {found.held_on} is open. Next: referee session checkin NAME NAME ...")


@app.command(
    epilog="Example: referee session checkin Ann Ben Cal, or with a guest: referee session checkin Hal --guest, "
    "or by mistake: referee session checkin Cal --undo"
)
def checkin(
    names: Annotated[list[str], typer.Argument(help="Who came.", autocompletion=completing.members)],
    common: Acting,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="They did not come; they were checked in by mistake.")] = False,
    session: OnSession = None,
) -> None:
    """Note that members came."""
    from referee.club.calendar import checkin, sessions
    from referee.club.people import roster

    if undo and guest:
        complain("--undo and --guest do not go together: a guest is checked in, or was by mistake")
    with opened_by(common) as desk:
        if undo:
            changed = understood(lambda meant: checkin.undo(desk, meant, session), names)
        else:
            before = {each.id for each in roster.members(desk)} if guest else set()
            changed = understood(lambda meant: checkin.check_in(desk, meant, session, guests=guest), names)
            if guest:
                say_alike(desk, [each for each in changed if each.id not in before])
        shown = sessions.show(desk, session)
    named, here = [member.name for member in changed], [member.name for member in shown.came]
    if common.json:
        say_json({"session": shown.session, "undone" if undo else "checked_in": named, "came": here})
        return
    if changed:
        say(f"{'Not here after all' if undo else 'Checked in'}: {', '.join(named)}.")
    say(f"{len(here)} here{': ' if here else ''}{', '.join(here)}.")


app.command("seat", epilog=seating.SEAT_EXAMPLE)(seating.seat)
app.command("apart", epilog=seating.APART_EXAMPLE)(seating.apart)


@app.command(epilog="Example: referee session show 2026-11-16")
def show(common: Looking, session: Which = None) -> None:
    """Show a session: who came, and its tables."""
    from referee.club.calendar import sessions

    with opened(common) as desk:
        shown = _shown(desk, sessions.show(desk, session).session)
    say_damage(each for table in shown.tables for each in table.damage if each.table)
    answer(shown, common.json, _say_session)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A session with who came, its tables, and when it was closed or opened again."""

    session: Session
    came: tuple[str, ...]
    tables: tuple[MatchView, ...]
    turns: tuple[Turn, ...]


def _shown(desk: Club, session: Session) -> _Shown:
    from referee.club.calendar import sessions
    from referee.club.match import matches

    found = sessions.show(desk, str(session.id))
    came = tuple(member.name for member in found.came)
    return _Shown(found.session, came, tuple(matches.matches(desk, str(session.id))), found.turns)


def _say_session(shown: _Shown) -> None:
    found = shown.session
    say(
        f"session of {found.held_on:%a} {found.held_on}, {found.starts:%H:%M}, "
        f"{found.room or 'no room'}: {found.status}"
    )
    say(f"{len(shown.came)} came: {', '.join(shown.came) or 'nobody yet'}")
    for turn in shown.turns:
        why = f": {turn.reason}" if turn.reason else ""
        who = f" by {turn.by}" if turn.by else ""
        say(f"{turn.kind} {turn.at:%Y-%m-%d %H:%M} UTC{who}{why}")
    if shown.tables:
        rows = [[t.number, t.game, ", ".join(t.names), len(t.log), _status(t)] for t in shown.tables]
        say_table(["table", "game", "players", "lines", "status"], rows, numbers=["table", "lines"])


@app.command(epilog="Example: referee session close")
def close(
    common: Acting,
    session: Which = None,
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Leave unfinished tables uncounted.")] = False,
    reason: Reason = "",
) -> None:
    """Close a session when its tables are finished, and back the club up."""
    from referee.club.calendar import sessions

    with opened_by(common) as desk:
        closed = sessions.close_session(desk, session, unfinished=unfinished, reason=reason)
        if common.json:
            head = str(desk.head)
            say_json({"closed": _shown(desk, closed), "head": head, "backup": after_closing(desk, quiet=True)})
            return
        say(f"The session of {closed.held_on} is closed.")
        say(f'If that was too soon: referee session open {closed.held_on} --reason "..."')
        say_head(desk)
        after_closing(desk)


def _status(match: MatchView) -> str:
    if match.void:
        return "void"
    if match.goes_on:
        return f"goes on as {match.goes_on}"
    return "finished" if match.finished_at else "playing"
