"""Find the acting officer: --by, REFEREE_OFFICER or the default officer on this computer.

The default is saved by `referee.club.people.current_officer`. Commands with --by ask for it once at a terminal if the
club has officers.
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
from referee.club.people.current_officer import NOBODY, as_member, choice_file_content, choice_file_path, chosen_officer
from referee.store.faults import ClubFault

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.transaction import Transaction


def with_officer(club: Club, name: str | None) -> Club:
    """Return the club with the acting officer `name`, REFEREE_OFFICER or this computer's default.

    Prompt once at a terminal if the club has officers and no default is saved. Raise `AmbiguousName` if several match.
    """
    club = club if name is None else club.with_actor(name)
    with club.reading() as tx:
        from referee.club.activity_log import find_entries
        from referee.store.projections.kind import EventKind

        has_officers = bool(find_entries(tx, EventKind.TERM_BEGUN, limit=1))
        is_unknown = False
        if club.actor:
            number = _find_member(tx, club.actor)
            club = replace(club, signatures={club.actor: f"@#{number}"}) if number else club
        elif name is None:
            default = chosen_officer(club, tx)
            is_unknown = default is None
            club = as_member(club, default) if default else club
    if not has_officers:
        return club
    if is_unknown and sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty():
        club = _prompt_for_officer(club)
    from referee.club.people import officers

    for sentence, hint in officers.describe_expired(officers.expired_terms_of_actor(club)) if club.actor else ():
        warn(f"{sentence} {format_hints(hint)}")  # which stops nobody
    return club


def with_default_officer(club: Club) -> Club:
    """Return the club with this computer's default officer, unless it has an acting officer already."""
    if club.actor:
        return club
    with club.reading() as tx:
        number = chosen_officer(club, tx)
    return as_member(club, number) if number else club


def save_default_officer(club: Club, number: int | None) -> None:
    """Save this computer's default officer: a member's number, `NOBODY`, or None to ask again.

    Raise `OSError` if it cannot be saved.
    """
    from referee.export.files import write_file

    file = choice_file_path()
    try:
        write_file(file.resolve(), choice_file_content(club, number), replace=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def _find_member(tx: Transaction, name: str) -> int | None:
    """Return the number of the member with this name, or None."""
    from referee.club.text.faults import UnknownName
    from referee.club.text.names import resolve_name

    query = "SELECT id, name, retired_at FROM member WHERE merged_into IS NULL AND forgotten_at IS NULL"
    rows = tx.rows(query)
    for names in ({row[0]: row[1] for row in rows if row[2] is None}, {row[0]: row[1] for row in rows}):
        with suppress(UnknownName):
            return int(resolve_name(name, names))
    return None


def _prompt_for_officer(club: Club) -> Club:
    """Ask for the officer at this computer, and save the answer. Return the club with that officer."""
    from referee.cards.words import join_words
    from referee.club.people import officers
    from referee.club.text.names import resolve_name

    names = {member.id: member.name for member in officers.choices(club)}
    if not names:
        return club
    warn(f"Who is at this computer? Officers: {join_words(names.values())}.")
    while True:
        typer.echo("A name, or Enter for nobody: ", err=True, nl=False)
        try:
            text = sys.stdin.readline()
        except KeyboardInterrupt:
            text = ""
        if not text:
            typer.echo(err=True)
            fail("Nothing was changed.", ExitCode.INTERRUPTED)
        try:
            number = resolve_name(text.strip(), names, "officer") if text.strip() else NOBODY
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
