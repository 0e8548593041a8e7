"""Export the club, back it up, and audit its records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.content import Content

from referee.cards.words import quantity
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.affairs.papers import REPLACING
from referee.dashboard.deeds.deed import ANYWAY, Answers, Deed, Effect, Long
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.deeds.progress import Stopped
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.export.exports import EXPORTS, Export, write_to_club
from referee.store.progress import Progress, no_progress

if TYPE_CHECKING:
    from referee.club.file.backups import Backup

_MOST_FOUND: Final = 100


def export(name: str) -> Deed[Done]:
    """Return the operation that writes the named export into the club's folder.

    An export with full names needs a confirmation first.
    """
    found = next(export for export in EXPORTS if export.name == name)

    def effect(_: Club, __: Answers) -> Effect | None:
        if not found.full_names:
            return None
        says = (
            f"exports/{found.file} will show the full names of all members, even of those with another public name. "
            "It is for officers only. Do not publish it, and delete it after use."
        )
        return Effect(says, "write it")

    def do(club: Club, answers: Answers, watch: Progress) -> Done:
        return _made(write_to_club(club, found, watch, replace=ANYWAY in answers))

    return telling(f"export {found.command}", Long(f"Writing {_the(found)}", do), effect=effect, anyway=REPLACING)


season_pages, tables, tables_for_excel, workbook, calendar, hands, full_names, whole_club = (
    partial(export, each.name) for each in EXPORTS
)


def back_up() -> Deed[Done]:
    """Return the operation that copies the club's file and checks the copy."""

    def do(club: Club, _: Answers, watch: Progress) -> Done:
        from referee.club.file import backups  # takes longer to load than the first screen

        made = backups.back_up_and_log(club, watch=watch)
        said = "copied, but the log was altered." if made.tampered else "backup made and checked."
        return _made(f"{made.path}: {said}", made.tampered)

    return telling("backup", Long("Backing up the club", do))


def check() -> Deed[Done]:
    """Return the operation that audits the club: its pages, events, rulings and finishing places."""

    def do(club: Club, _: Answers, watch: Progress) -> Done:
        from referee.club.file.audit import audit

        # In this process: a program that has threads cannot safely be parted into several.
        found = audit(club, watch=watch, workers=1)
        looked = ", ".join(
            (quantity(found.tables, "table"), quantity(found.lines, "line"), quantity(found.events, "event"))
        )
        if found.differences:
            said = f"{quantity(len(found.differences), 'difference')}; checked {looked}."
            return _made(said, found.differences)
        hidden = f" {quantity(found.unchecked, 'event')} sealed with a key could not be checked." * bool(
            found.unchecked
        )
        ends = f" The log ends at {found.ends.short_text}." if found.events else ""
        return _made(f"No problems found: {looked}.{hidden}{ends}")

    return telling("audit", Long("Checking every line", do))


def backed_up(club: Club, watch: Progress = no_progress) -> Backup | ClubFault:
    """Return the new backup of the club, or the fault that prevented it. The caller goes on without a backup."""
    from referee.club.file import backups

    try:
        return backups.back_up(club, watch=watch)
    except ClubFault as fault:
        return fault
    except Stopped:
        return ClubFault("You stopped it.")


def _made(said: str, wrong: Sequence[object] = ()) -> Done:
    """Return the outcome of an export, a backup or an audit, with a document that lists the problems."""
    rows = [f"{each}" for each in wrong[:_MOST_FOUND]]
    shows = Document("rounds", lambda _: rows, lambda _: said, _rows) if wrong else None
    return Done(said, well=not wrong, shows=shows)


def _the(found: Export) -> str:
    return f"the {found.name}" if not found.full_names or found.command == "json" else "the pages with full names"


def _rows(found: Sequence[str], width: int) -> Iterator[Content]:
    for each in found:
        yield from wrap(each, width, 2)
