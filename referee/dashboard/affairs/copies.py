"""What is made of the whole club: exports, backups, and the audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.content import Content

from referee.cards.words import counted
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long
from referee.dashboard.deeds.progress import Stopped
from referee.dashboard.reading import Reading
from referee.dashboard.rendering import wrapped
from referee.export.exports import EXPORTS, Export, written
from referee.store.watch import Watch, unwatched

if TYPE_CHECKING:
    from referee.club.file.backups import Backup

_MOST_FOUND: Final = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something: a sentence, what was found wrong besides, and whether all is well."""

    said: str
    found: tuple[str, ...] = ()
    well: bool = True


def export(name: str) -> Deed[Outcome]:
    """Return the deed that writes an export into the club's folder; one with full names says first what it shows."""
    found = next(each for each in EXPORTS if each.name == name)

    def effect(_: Club, __: Answers) -> Effect | None:
        if not found.full_names:
            return None
        says = (
            f"exports/{found.file} will show the full names of all members, even of those with another public name. "
            "It is for officers only. Do not publish it, and delete it after use."
        )
        return Effect(says, "write it")

    def do(club: Club, _: Answers, watch: Watch) -> Outcome:
        return Outcome(written(club, found, watch))

    return _made(f"export {found.command}", Long(f"Writing {_the(found)}", do), f"writing {found.file}", effect)


season_pages, tables, calendar, hands, full_names, whole_club = (partial(export, each.name) for each in EXPORTS)


def back_up() -> Deed[Outcome]:
    """Return the deed that makes a checked copy of the club's file."""

    def do(club: Club, _: Answers, watch: Watch) -> Outcome:
        from referee.club.file import backups  # takes longer to load than the first screen

        made = backups.back_up(club, watch=watch)
        if made.tampered:
            found = tuple(str(each) for each in made.tampered[:_MOST_FOUND])
            return Outcome(f"{made.path}: copied, but the log was altered.", found, well=False)
        return Outcome(f"{made.path}: backup made and checked.")

    return _made("backup", Long("Backing up the club", do), "making a backup")


def check() -> Deed[Outcome]:
    """Return the deed that checks every page, event, ruling and place of the club."""

    def do(club: Club, _: Answers, watch: Watch) -> Outcome:
        from referee.club.file.audit import audit

        # In this process: a program that has threads cannot safely be parted into several.
        found = audit(club, watch=watch, workers=1)
        looked = ", ".join(
            (counted(found.tables, "table"), counted(found.lines, "line"), counted(found.events, "event"))
        )
        if found.differences:
            listed = tuple(str(each) for each in found.differences[:_MOST_FOUND])
            return Outcome(f"{counted(len(found.differences), 'difference')}; checked {looked}.", listed, well=False)
        hidden = f" {counted(found.unchecked, 'event')} sealed with a key could not be checked." * bool(found.unchecked)
        ends = f" The log ends at {found.ends.in_short}." if found.events else ""
        return Outcome(f"No problems found: {looked}.{hidden}{ends}")

    return _made("audit", Long("Checking every line", do), "the audit")


def backed_up(club: Club, watch: Watch = unwatched) -> Backup | ClubFault:
    """Return the backup of what has just been closed, or why there is none: it is closed all the same."""
    from referee.club.file import backups

    try:
        return backups.back_up(club, watch=watch)
    except ClubFault as fault:
        return fault
    except Stopped:
        return ClubFault("You stopped it.")


def _made(
    id: str, do: Long[Outcome], what: str, effect: Callable[[Club, Answers], Effect | None] | None = None
) -> Deed[Outcome]:
    def back(_: Club, __: Outcome) -> Undoable:
        return Undoable(what, otherwise="It changed nothing in the club; delete the file if you do not want it.")

    return Deed(
        id,
        do,
        effect=effect,
        said=lambda came: came.said,
        well=lambda came: came.well,
        undo=back,
        shows=lambda came: _found(came) if came.found else None,
    )


def _the(found: Export) -> str:
    return f"the {found.name}" if not found.full_names or found.command == "json" else "the pages with full names"


def _found(came: Outcome) -> Reading[Sequence[str]]:
    return Reading("rounds", lambda _: came.found, lambda _: came.said, _rows)


def _rows(found: Sequence[str], width: int) -> Iterator[Content]:
    for each in found:
        yield from wrapped(each, width, 2)
