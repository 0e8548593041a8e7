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

_MAX_PROBLEMS: Final = 100


def export(name: str) -> Deed[Done]:
    """Return the operation that writes the named export into the club's folder.

    An export with full names needs a confirmation first.
    """
    selected = next(export for export in EXPORTS if export.name == name)

    def effect(_: Club, __: Answers) -> Effect | None:
        if not selected.full_names:
            return None
        warning = (
            f"exports/{selected.file} will show the full names of all members, even of those with another public name. "
            "It is for officers only. Do not publish it, and delete it after use."
        )
        return Effect(warning, "write it")

    def do(club: Club, answers: Answers, progress: Progress) -> Done:
        return _outcome_with_problems(write_to_club(club, selected, progress, replace=ANYWAY in answers))

    return telling(
        f"export {selected.command}",
        Long(f"Writing {_name_with_article(selected)}", do),
        effect=effect,
        anyway=REPLACING,
    )


season_pages, tables, tables_for_excel, workbook, calendar, hands, full_names, whole_club = (
    partial(export, each.name) for each in EXPORTS
)


def back_up() -> Deed[Done]:
    """Return the operation that copies the club's file and checks the copy."""

    def do(club: Club, _: Answers, progress: Progress) -> Done:
        from referee.club.file import backups  # takes longer to load than the first screen

        backup = backups.back_up_and_log(club, watch=progress)
        message = "copied, but the log was altered." if backup.tampered else "backup made and checked."
        return _outcome_with_problems(f"{backup.path}: {message}", backup.tampered)

    return telling("backup", Long("Backing up the club", do))


def check() -> Deed[Done]:
    """Return the operation that audits the club: its pages, events, rulings and finishing places."""

    def do(club: Club, _: Answers, progress: Progress) -> Done:
        from referee.club.file.audit import audit

        # In this process: a program that has threads cannot safely be parted into several.
        result = audit(club, watch=progress, workers=1)
        counts = ", ".join(
            (quantity(result.tables, "table"), quantity(result.lines, "line"), quantity(result.events, "event"))
        )
        if result.differences:
            message = f"{quantity(len(result.differences), 'difference')}; checked {counts}."
            return _outcome_with_problems(message, result.differences)
        log_end = f" The log ends at {result.ends.short_text}." if result.events else ""
        return _outcome_with_problems(f"No problems found: {counts}.{log_end}")

    return telling("audit", Long("Checking every line", do))


def backed_up(club: Club, progress: Progress = no_progress) -> Backup | ClubFault:
    """Return the new backup of the club, or the fault that prevented it. The caller goes on without a backup."""
    from referee.club.file import backups

    try:
        return backups.back_up(club, watch=progress)
    except ClubFault as fault:
        return fault
    except Stopped:
        return ClubFault("You stopped it.")


def _outcome_with_problems(message: str, problems: Sequence[object] = ()) -> Done:
    """Return the outcome of an export, a backup or an audit, with a document that lists the problems."""
    rows = [f"{problem}" for problem in problems[:_MAX_PROBLEMS]]
    shows = Document("rounds", lambda _: rows, lambda _: message, _problem_rows) if problems else None
    return Done(message, well=not problems, shows=shows)


def _name_with_article(export_kind: Export) -> str:
    return (
        f"the {export_kind.name}"
        if not export_kind.full_names or export_kind.command == "json"
        else "the pages with full names"
    )


def _problem_rows(problems: Sequence[str], width: int) -> Iterator[Content]:
    for problem in problems:
        yield from wrap(problem, width, 2)
