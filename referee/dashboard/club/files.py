"""Exports, backups and the audit, each with its progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import ProgressBar, Static

from referee.cards.words import counted
from referee.club.file import backups
from referee.club.file.audit import Audit, audit
from referee.club.file.backups import Kept
from referee.club.folder import Club, day_of
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import wrapped
from referee.dashboard.screens import foot
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import MessageLine, refuse, say
from referee.dashboard.widgets.question import Question, ask
from referee.dashboard.widgets.side_panel import Told
from referee.export.exports import EXPORTS, Watch, written

_HEADS: Final = ("what", "last made", "for")
_BACKUP: Final = "backup"
_AUDIT: Final = "audit"
_MOST_FOUND: Final = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """The backups that there are, how many are kept, and when each export was written last, by its name."""

    backups: tuple[Kept, ...]
    kept: int
    exports: dict[str, datetime]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something: a sentence, what was found besides, and whether that is as it should be."""

    said: str
    found: tuple[str, ...] = ()
    sound: bool = True


def look(club: Club) -> Seen:
    """Return what has been made so far."""
    made: dict[str, datetime] = {}
    for each in EXPORTS:
        with suppress(OSError):
            made[each.name] = datetime.fromtimestamp((club.exports / each.file).stat().st_mtime).astimezone()
    return Seen(tuple(backups.backups(club)), backups.kept(club), made)


class FilesScreen(Screen[None]):
    """A row for each thing that can be made, and beneath them the backups that are kept."""

    BINDINGS = keys.bindings("files")
    DEFAULT_CSS = """
    FilesScreen ProgressBar { padding: 0 1; height: 1; display: none; }
    FilesScreen #found-room { height: auto; max-height: 40%; display: none; border-top: solid $panel; }
    FilesScreen #found { height: auto; padding: 0 1; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None
        self.at_work = ""

    def compose(self) -> ComposeResult:
        """Show what can be made above how far it has come and what was found."""
        yield Static("Exports, backups, audit", classes="heading", markup=False)
        yield Listing(opens=self.action_make)
        yield ProgressBar(total=None, show_eta=False)
        with VerticalScroll(id="found-room"):
            yield Told("found")
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        listed = self.query_one(Listing)
        listed.show(_HEADS, _rows(seen))
        if self.focused is None:
            listed.focus()

    def action_make(self) -> None:
        """Make what is marked, and show how far it has come."""
        marked, club = self.query_one(Listing).marked, self.desk.club
        if marked is None:
            return
        if self.at_work:
            refuse(self, f"The {self.at_work} is still being made. Wait a moment.")
        elif export := next((each for each in EXPORTS if each.name == marked), None):
            begin = partial(self._begin, marked, lambda watch: Outcome(written(club, export, watch)))
            if export.full_names:
                question = (
                    f"Everybody's full name goes into exports/{export.file}, also of those whom the public knows "
                    "otherwise. It is for the officers: do not publish it, and delete it when it has done its work."
                )
                ask(self, Question(question, enter="write it"), lambda _answer, _refused: begin())
            else:
                begin()
        elif marked == _BACKUP:
            self._begin(marked, lambda _: _backed_up(club))
        elif marked == _AUDIT:
            # In this process: a program that has threads cannot safely be parted into several.
            self._begin(marked, lambda watch: _audited(audit(club, watch=watch, workers=1)))
        else:
            say(self, f"To put it in the place of the club's file, leave the desk first: referee restore {marked}")

    def _begin(self, what: str, job: Callable[[Watch], Outcome]) -> None:
        self.at_work = what
        bar = self.query_one(ProgressBar)
        bar.update(total=None, progress=0)
        bar.display = True
        self.query_one("#found-room").display = False
        say(self, f"The {what} is being made.")
        loop, shown = asyncio.get_running_loop(), [-1]

        def watch(done: int, of: int) -> None:
            percent = 100 * done // of if of else 100
            if percent > shown[0]:
                shown[0] = percent
                with suppress(RuntimeError):  # the program is ending
                    loop.call_soon_threadsafe(partial(self._progress, done, of))

        self.desk.work(self, lambda: job(watch), self._done, lambda why: self._done(Outcome(why, sound=False)))

    def _progress(self, done: int, of: int) -> None:
        if self.is_attached and self.at_work:
            self.query_one(ProgressBar).update(total=of, progress=done)

    def _done(self, told: Outcome) -> None:
        self.at_work = ""
        self.query_one(ProgressBar).display = False
        line = self.query_one(MessageLine)
        line.say(told.said) if told.sound else line.refuse(told.said)
        room = self.query_one("#found-room")
        room.display = bool(told.found)
        self.query_one(Told).show(lambda width: [row for each in told.found for row in wrapped(each, width, 2)])
        self.reload()


def _backed_up(club: Club) -> Outcome:
    made = backups.back_up(club)
    if made.tampered:
        found = tuple(str(each) for each in made.tampered[:_MOST_FOUND])
        return Outcome(f"{made.path}: copied, but what is in it is not as it was written down.", found, sound=False)
    return Outcome(f"{made.path}: a backup of the club as it is now, checked.")


def _audited(found: Audit) -> Outcome:
    looked = ", ".join((counted(found.tables, "table"), counted(found.lines, "line"), counted(found.events, "event")))
    if found.differences:
        listed = tuple(str(each) for each in found.differences[:_MOST_FOUND])
        return Outcome(f"{counted(len(found.differences), 'difference')}; looked at {looked}.", listed, sound=False)
    further = []
    if found.unchecked:
        further.append(f"{counted(found.unchecked, 'event')} hashed with a key could not be checked.")
    if found.events:
        further.append(f"Head: {found.ends.in_short}")
    return Outcome(f"Everything is as it was written down: {looked}.", tuple(further))


def _rows(seen: Seen) -> Sequence[Row]:
    rows = [Row(each.name, (each.name, _moment(seen.exports.get(each.name)), each.says)) for each in EXPORTS]
    last = seen.backups[-1].path.stem if seen.backups else ""
    says = f"the file as it is now, checked; the last {seen.kept} are kept"
    rows.append(Row(_BACKUP, ("backup", last, says)))
    rows.append(Row(_AUDIT, ("audit", "", "every page, event, ruling and place, looked at again")))
    for each in reversed(seen.backups):
        size = f"{each.size // 1024} KB"
        said = f"{size}, last written to on {day_of(each.last_written)}" if each.last_written else size
        rows.append(Row(each.path.stem, ("kept backup", each.path.stem, said), "dim"))
    return rows


def _moment(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else "never"
