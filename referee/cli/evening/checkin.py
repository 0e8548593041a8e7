"""``referee checkin``: who came to a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
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
            help="Names of the players, or all for the whole roster, guests too.", autocompletion=completion.members
        ),
    ],
    common: OfficerOptions,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Remove players who were checked in by mistake.")] = False,
    out: Annotated[
        bool, typer.Option("--out", help="Check out players who have gone home; they still count as present.")
    ] = False,
    session: SessionOption = None,
) -> None:
    """Check players in, or out when they go home."""
    from referee.club.calendar import checkin, sessions
    from referee.club.evening import departures
    from referee.club.people import roster

    given = [name for name, on in (("--undo", undo), ("--guest", guest), ("--out", out)) if on]
    if len(given) > 1:
        fail(f"{given[0]} and {given[1]} do not go together. Give one of them.")
    names = split_names(names)
    with open_as_officer(common) as desk:
        everybody = not given and _means_everybody(names, roster.members(desk))
        if everybody:
            changed = checkin.check_in_all(desk, session)
        elif out:
            changed = accept_close_names(lambda meant: departures.check_out(desk, meant, session), names)
        elif undo:
            changed = accept_close_names(lambda meant: checkin.undo(desk, meant, session), names)
        else:
            before = {each.id for each in roster.members(desk)} if guest else set()
            changed = accept_close_names(lambda meant: checkin.check_in(desk, meant, session, guests=guest), names)
            if guest:
                warn_of_similar_members(desk, [each for each in changed if each.id not in before])
        shown = sessions.show(desk, session)
    named, here = [member.name for member in changed], [member.name for member in shown.here]
    if common.json:
        what = "undone" if undo else "checked_out" if out else "checked_in"
        came = [member.name for member in shown.came]
        print_json({"session": shown.session, what: named, "came": came})
        return
    if everybody:
        guests = f", {counted(sum(each.guest for each in changed), 'guest')} among them"
        many = counted(len(changed), "player")
        said = f"Checked in {many}{guests if any(each.guest for each in changed) else ''}: the whole roster is here."
        print_line(said if changed else "The whole roster is already checked in.")
    elif changed:
        told = "No longer checked in" if undo else "Gone home" if out else "Checked in"
        print_line(f"{told}: {', '.join(named)}.")
    print_line(f"{len(here)} here{': ' if here else ''}{', '.join(here)}.")
    if changed:
        print_line("Undo: referee undo")


def _means_everybody(names: Sequence[str], members: Sequence[Member]) -> bool:
    """Tell whether the word ``all`` was typed for everybody: somebody who is called so is meant before."""
    called = {each.name.casefold().split()[0] for each in members}
    return [name.casefold() for name in names] == ["all"] and "all" not in called
