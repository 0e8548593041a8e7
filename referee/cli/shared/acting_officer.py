"""Who acts: named with ``--by`` or REFEREE_OFFICER, or chosen once for this computer.

`referee.club.people.current_officer` keeps what is chosen. Commands that can be told who acts ask once at a terminal,
where the club has officers.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from referee.cli.exit_codes import ExitCode
from referee.cli.shared.hints import format_hints
from referee.cli.shared.printing import fail, warn
from referee.club.people.current_officer import NOBODY, as_member, chosen_officer, content, place
from referee.store.faults import ClubFault

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.transaction import Transaction


def with_officer(club: Club, typed: str | None) -> Club:
    """Return a club with whoever acts, for a command that can be told who does so. Raises `AmbiguousName`."""
    club = club if typed is None else club.by(typed)
    with club.reading() as tx:
        from referee.club.activity_log import find_entries
        from referee.store.projections.kind import EventKind

        has_officers = bool(find_entries(tx, EventKind.TERM_BEGUN, most=1))
        unsaid = False
        if club.actor:
            number = _find_member(tx, club.actor)
            club = replace(club, known_as={club.actor: f"@#{number}"}) if number else club
        elif typed is None:
            found = chosen_officer(club, tx)
            unsaid = found is None
            club = as_member(club, found) if found else club
    if not has_officers:
        return club
    if unsaid and sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty():
        club = _prompt_for_officer(club)
    from referee.club.people import officers

    for said, hint in officers.describe_expired(officers.run_out_of_actor(club)) if club.actor else ():
        warn(f"{said} {format_hints(hint)}")  # which stops nobody
    return club


def with_default_officer(club: Club) -> Club:
    """Return a club with whoever was chosen for this computer, where nobody is named; nothing is asked."""
    if club.actor:
        return club
    with club.reading() as tx:
        number = chosen_officer(club, tx)
    return as_member(club, number) if number else club


def save_default_officer(club: Club, number: int | None) -> None:
    """Keep who acts at this computer: a member's number, `NOBODY`, or None to be asked again. Raises `OSError`."""
    from referee.export.files import write_file

    file = place()
    try:
        write_file(file.resolve(), content(club, number), replace=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def _find_member(tx: Transaction, typed: str) -> int | None:
    """Return the member whom a name means, as any name does; None for somebody who is none."""
    from referee.club.text.faults import UnknownName
    from referee.club.text.names import resolve_name

    asked = "SELECT id, name, retired_at FROM member WHERE merged_into IS NULL AND forgotten_at IS NULL"
    rows = tx.rows(asked)
    for names in ({row[0]: row[1] for row in rows if row[2] is None}, {row[0]: row[1] for row in rows}):
        with suppress(UnknownName):
            return int(resolve_name(typed, names))
    return None


def _prompt_for_officer(club: Club) -> Club:
    """Ask who is at this computer, once: no answer is one, too."""
    from referee.cards.words import listed
    from referee.club.people import officers
    from referee.club.text.names import resolve_name

    there = {member.id: member.name for member in officers.choices(club)}
    if not there:
        return club
    warn(f"Who is at this computer? Officers: {listed(there.values())}.")
    while True:
        typer.echo("A name, or Enter for nobody: ", err=True, nl=False)
        try:
            typed = sys.stdin.readline()
        except KeyboardInterrupt:
            typed = ""
        if not typed:
            typer.echo(err=True)
            fail("Nothing was changed.", ExitCode.INTERRUPTED)
        try:
            number = resolve_name(typed.strip(), there, "officer") if typed.strip() else NOBODY
            break
        except ClubFault as fault:
            warn(str(fault))
    try:
        save_default_officer(club, number)
        warn("You will not be asked again. To change it: referee officer here NAME, or referee officer here --clear")
    except OSError as error:
        warn(f"Cannot save that in {error.filename}: {error.strerror}.")
    except ClubFault as fault:
        warn(str(fault))
    return as_member(club, number) if number else club
