"""``referee checkin``: check players in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.shared import completion
from referee.cli.shared.arguments import split_names
from referee.cli.shared.club import open_as_officer
from referee.cli.shared.common_options import OfficerOptions
from referee.cli.shared.completion import SessionOption
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.similar_names import accept_close_names, warn_of_similar_members

if TYPE_CHECKING:
    from referee.store.plain_rows import Member

app = typer.Typer()


@app.command(
    epilog="Example: referee checkin Ann Ben Cal, or everybody on the roster: referee checkin all, "
    "or with a guest: referee checkin Hal --guest, or by mistake: referee checkin Cal --undo, "
    "or gone home: referee checkin Eve --out"
)
def checkin(
    names: Annotated[
        list[str],
        typer.Argument(
            help="Names of the players, or all for the whole roster, including guests.",
            autocompletion=completion.members,
        ),
    ],
    common: OfficerOptions,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Remove players who were checked in by mistake.")] = False,
    checks_out: Annotated[
        bool, typer.Option("--out", help="Check out players who have gone home; they still count as present.")
    ] = False,
    session: SessionOption = None,
) -> None:
    """Check players in, or out when they go home."""
    from referee.club.calendar import checkin, sessions
    from referee.club.evening import departures
    from referee.club.people import roster

    given_options = [
        name for name, is_given in (("--undo", undo), ("--guest", guest), ("--out", checks_out)) if is_given
    ]
    if len(given_options) > 1:
        fail(f"{given_options[0]} and {given_options[1]} cannot be combined. Use one of them.")
    names = split_names(names)
    with open_as_officer(common) as club:
        is_everybody = not given_options and _means_everybody(names, roster.members(club))
        if is_everybody:
            changes = checkin.check_in_all(club, session)
        elif checks_out:
            changes = accept_close_names(lambda people: departures.check_out(club, people, session), names)
        elif undo:
            changes = accept_close_names(lambda people: checkin.undo(club, people, session), names)
        else:
            ids_before = {member.id for member in roster.members(club)} if guest else set()
            changes = accept_close_names(lambda people: checkin.check_in(club, people, session, guests=guest), names)
            if guest:
                warn_of_similar_members(club, [member for member in changes if member.id not in ids_before])
        details = sessions.show(club, session)
    changed_names, present_names = [member.name for member in changes], [member.name for member in details.present]
    if common.json:
        json_key = "undone" if undo else "checked_out" if checks_out else "checked_in"
        arrivals = [member.name for member in details.checked_in]
        print_json({"session": details.session, json_key: changed_names, "came": arrivals})
        return
    if is_everybody:
        guests = f", {quantity(sum(member.guest for member in changes), 'guest')} among them"
        count = quantity(len(changes), "player")
        among = guests if any(member.guest for member in changes) else ""
        summary = f"Checked in {count}{among}: the whole roster is present."
        print_line(summary if changes else "The whole roster is already checked in.")
    elif changes:
        heading = "No longer checked in" if undo else "Gone home" if checks_out else "Checked in"
        print_line(f"{heading}: {', '.join(changed_names)}.")
    print_line(f"{len(present_names)} present{': ' if present_names else ''}{', '.join(present_names)}.")
    if changes:
        print_line("Undo: referee undo")


def _means_everybody(names: Sequence[str], members: Sequence[Member]) -> bool:
    """Return whether the word ``all`` means the whole roster. A member called All takes precedence."""
    first_names = {member.name.casefold().split()[0] for member in members}
    return [name.casefold() for name in names] == ["all"] and "all" not in first_names
