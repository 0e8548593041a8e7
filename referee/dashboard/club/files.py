"""Exports, backups and the audit, each with its progress and what came of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from textual.content import Content

from referee.cards.words import counted
from referee.club.file import backups
from referee.club.file.audit import Audit, audit
from referee.club.file.backups import Kept
from referee.club.folder import Club, day_of
from referee.dashboard.affairs.restoring import FILE, restore
from referee.dashboard.collection import Collection, CollectionScreen
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading, ReadingScreen
from referee.dashboard.rendering import wrapped
from referee.dashboard.screens import open_in_front
from referee.dashboard.widgets.listing import Row
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, ask
from referee.dashboard.widgets.side_panel import WIDE, titled
from referee.export.exports import EXPORTS, Export, Watch, written

_BACKUP: Final = "backup"
_AUDIT: Final = "audit"
_MOST_FOUND: Final = 100
_LARGEST: Final = 1_000_000
_MOST_ROWS: Final = 60
_LONGEST: Final = 300
_MARKUP: Final = re.compile(r"<(style|script|head)\b.*?</\1>|<[^>]*>", re.DOTALL)
Screen: TypeAlias = "CollectionScreen[Seen, Item]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something: a sentence, what was found besides, and whether that is as it should be."""

    said: str
    found: tuple[str, ...] = ()
    sound: bool = True


@dataclass(slots=True)
class Work:
    """What is being made, and what came of what was made since the screen was opened, by name."""

    making: str = ""
    came: dict[str, Outcome] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be made, or a backup that is kept; `path` is where it lies once it was made."""

    name: str
    called: str
    says: str
    made: str = ""
    path: Path | None = None
    export: Export | None = None
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is, and what is being made of it."""

    items: tuple[Item, ...]
    work: Work


def files_screen(desk: Desk) -> Screen:
    """Return a row for each thing that can be made, and beneath them the backups that are kept."""
    return CollectionScreen(desk, FILES)


def _look(club: Club, _: str, before: Seen | None) -> Seen:
    kept = backups.backups(club)
    last = kept[-1].path.stem if kept else "never"
    says = f"a checked copy of the club's file; the last {backups.kept(club)} are kept"
    items = [_exported(club, each) for each in EXPORTS]
    items.append(Item(_BACKUP, _BACKUP, says, last, kept[-1].path if kept else None))
    items.append(Item(_AUDIT, _AUDIT, "checks every page, event, ruling and place"))
    items += map(_kept, reversed(kept))
    return Seen(tuple(items), before.work if before else Work())


def _exported(club: Club, export: Export) -> Item:
    path = club.exports / export.file
    made = "never"
    with suppress(OSError):
        made = f"{datetime.fromtimestamp(path.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"
    return Item(export.name, export.name, export.says, made, path if made != "never" else None, export)


def _kept(each: Kept) -> Item:
    written = f", last entry on {day_of(each.last_written)}" if each.last_written else ""
    name = each.path.stem
    return Item(name, "backup kept", f"{_size(each.path)}{written}", name, each.path, kept=each)


def _row(_: Seen, each: Item) -> Row:
    return Row(each.name, (each.called, each.made, each.says), "dim" if each.kept else "")


# -- what is told of each -------------------------------------------------------------------------------------


def _reading(seen: Seen, item: Item) -> Reading[Item]:
    return Reading("rounds", lambda _: item, lambda _: item.called, partial(_about, seen.work.came))


def _about(came: Mapping[str, Outcome], item: Item, width: int) -> Iterator[Content]:
    """Yield what something is for, what came of it last, and what is in its file."""
    yield from wrapped(f"{item.says[:1].upper()}{item.says[1:]}.", width, 0)
    if item.kept:
        yield from wrapped("Enter restores this backup; what would be lost is shown first.", width, 0)
    if outcome := came.get(item.name):
        yield from titled("Just now" if outcome.sound else "Just now: not as it should be")
        yield from wrapped(outcome.said, width, 0)
        for each in outcome.found:
            yield from wrapped(each, width, 2)
    if item.path:
        yield from titled(f"{item.path}, {_size(item.path)}, made {item.made}")
    elif item.name == _AUDIT:
        yield from wrapped("Reads the whole log and works out every table, result and figure once more.", width, 0)
    else:
        yield from wrapped("Not made yet.", width, 0)
    if item.path and item.export:
        for row in _content(item.path):
            yield from wrapped(row, width, 2, "$text-muted")


def _content(path: Path) -> Sequence[str]:
    """Return the first rows of a file as somebody reads them, without the markup of a page."""
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(_LARGEST)
        rows = (_MARKUP.sub(" ", text) if path.suffix == ".html" else text).splitlines()
        return [row[:_LONGEST] for row in map(str.strip, rows) if row][:_MOST_ROWS]
    return ()


def _size(path: Path) -> str:
    try:
        return f"{-(-path.stat().st_size // 1024)} KB"
    except OSError:
        return "gone"


# -- what is made ---------------------------------------------------------------------------------------------


def _make(screen: Screen, item: Item) -> None:
    """Make what is marked, and tell how far it has come."""
    club, export = screen.desk.club, item.export
    if screen.found and (making := screen.found.work.making):
        refuse(screen, f"The {making} is still being made. Wait a moment.")
    elif export:
        begin = partial(_begin, screen, item.name, lambda watch: Outcome(written(club, export, watch)))
        if export.full_names:
            question = (
                f"exports/{export.file} will show the full names of all members, even of those with another public "
                "name. It is for officers only. Do not publish it, and delete it after use."
            )
            ask(screen, Question(question, enter="write it"), lambda _answer, _refused: begin())
        else:
            begin()
    elif item.name == _BACKUP:
        _begin(screen, item.name, lambda _: _backed_up(club))
    elif item.name == _AUDIT:
        # In this process: a program that has threads cannot safely be parted into several.
        _begin(screen, item.name, lambda watch: _audited(audit(club, watch=watch, workers=1)))
    else:
        carry_out(screen.desk, screen, restore(), lambda _: screen.reload(), given={FILE: item.name})


def _begin(screen: Screen, what: str, job: Callable[[Watch], Outcome]) -> None:
    if screen.found is None:
        return
    work = screen.found.work
    work.making = what
    say(screen, f"Making the {what} ...")
    loop, shown = asyncio.get_running_loop(), [-1]

    def tell() -> None:
        if screen.is_attached and work.making:
            say(screen, f"Making the {what}: {shown[0]} % ...")

    def watch(done: int, of: int) -> None:
        percent = 100 * done // of if of else 100
        if percent > shown[0]:
            shown[0] = percent
            with suppress(RuntimeError):  # the program is ending
                loop.call_soon_threadsafe(tell)

    def done(told: Outcome) -> None:
        work.making = ""
        work.came[what] = told
        (say if told.sound else refuse)(screen, told.said)
        screen.reload()
        if told.found and not screen.has_class(WIDE) and screen.found:
            item = next(each for each in screen.found.items if each.name == what)
            open_in_front(screen, ReadingScreen(screen.desk, _reading(screen.found, item)))

    screen.desk.work(screen, lambda: job(watch), done, lambda why: done(Outcome(why, sound=False)))


def _backed_up(club: Club) -> Outcome:
    made = backups.back_up(club)
    if made.tampered:
        found = tuple(str(each) for each in made.tampered[:_MOST_FOUND])
        return Outcome(f"{made.path}: copied, but the log was altered.", found, sound=False)
    return Outcome(f"{made.path}: backup made and checked.")


def _audited(found: Audit) -> Outcome:
    looked = ", ".join((counted(found.tables, "table"), counted(found.lines, "line"), counted(found.events, "event")))
    if found.differences:
        listed = tuple(str(each) for each in found.differences[:_MOST_FOUND])
        return Outcome(f"{counted(len(found.differences), 'difference')}; checked {looked}.", listed, sound=False)
    further = []
    if found.unchecked:
        further.append(f"{counted(found.unchecked, 'event')} sealed with a key could not be checked.")
    if found.events:
        further.append(f"Head: {found.ends.in_short}")
    return Outcome(f"No problems found: {looked}.", tuple(further))


FILES: Final = Collection(
    "files",
    ("file", "last made", "about"),
    look=_look,
    heading=lambda _seen, _asked: "Exports, backups, audit",
    items=lambda seen: seen.items,
    row=_row,
    beside=_reading,
    none="There is nothing to make.",
    empty="",
    deeds_of_one={"make": _make},
    opens="make",
)
