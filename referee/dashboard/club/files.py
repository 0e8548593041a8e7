"""The screen of exports, backups and the audit, with the latest file of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from textual.content import Content

from referee.cards.immutable import frozen
from referee.club.file import backups
from referee.club.file.backups import StoredBackup
from referee.club.folder import Club, day_of
from referee.dashboard.affairs import copies
from referee.dashboard.affairs.restoring import FILE, restore
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.document_screen import Document
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FAINT, wrap
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.side_panel import heading_rows
from referee.export.exports import EXPORTS, Export
from referee.store.moment import in_local_time

_BACKUP: Final = "backup"
_AUDIT: Final = "audit"
_MAX_PROBLEMS: Final = 100
_MAX_CHARACTERS: Final = 1_000_000
_MAX_ROWS: Final = 60
_MAX_ROW_LENGTH: Final = 300
_WORKBOOK: Final = ".xlsx"
_MARKUP: Final = re.compile(r"^.*?(?=<main\b)|<nav\b.*?</nav>|<[^>]*>|</main>.*", re.DOTALL)
Screen: TypeAlias = "ListScreen[Sequence[FileItem], FileItem]"


@frozen
class FileItem:
    """A row of the screen: an export, the backup, the audit or one stored backup. `path` is its latest file."""

    name: str
    deed: Callable[[], Deed[Any]]
    title: str
    description: str
    last_made: str = ""
    path: Path | None = None
    export: Export | None = None
    stored_backup: StoredBackup | None = None


def _load_items(club: Club, _: str, __: object) -> Sequence[FileItem]:
    kept_backups = backups.backups(club)
    last_backup = kept_backups[-1].path.stem if kept_backups else "never"
    description = f"checked; the last {backups.backups_to_keep(club)} are kept"
    items = [_export_item(club, export) for export in EXPORTS]
    items.append(
        FileItem(
            _BACKUP, copies.back_up, _BACKUP, description, last_backup, kept_backups[-1].path if kept_backups else None
        )
    )
    items.append(FileItem(_AUDIT, copies.check, _AUDIT, "checks the whole record"))
    items += map(_backup_item, reversed(kept_backups))
    return items


def _export_item(club: Club, export: Export) -> FileItem:
    path = club.exports / export.file
    written_at = "never"
    with suppress(OSError):
        written_at = f"{in_local_time(datetime.fromtimestamp(path.stat().st_mtime)):%Y-%m-%d %H:%M}"
    deed, existing_path = partial(copies.export, export.name), path if written_at != "never" else None
    return FileItem(export.name, deed, export.name, export.description, written_at, existing_path, export)


def _backup_item(backup: StoredBackup) -> FileItem:
    last_entry = f", last entry on {day_of(backup.last_written)}" if backup.last_written else ""
    name = backup.path.stem
    return FileItem(
        name,
        restore,
        "backup kept",
        f"{_format_size(backup.path)}{last_entry}",
        name,
        backup.path,
        stored_backup=backup,
    )


def _row(_: Sequence[FileItem], item: FileItem) -> ListRow:
    return ListRow(item.name, (item.title, item.last_made, item.description), FAINT if item.stored_backup else "")


# -- what is told of each -------------------------------------------------------------------------------------


def _item_rows(item: FileItem, width: int) -> Iterator[Content]:
    yield from wrap(f"{item.description[:1].upper()}{item.description[1:]}.", width, 0)
    if item.stored_backup:
        yield from wrap("Enter restores this backup; what would be lost is shown first.", width, 0)
    if item.path:
        yield from heading_rows(f"{item.path}, {_format_size(item.path)}, made {item.last_made}")
    elif item.name == _AUDIT:
        yield from wrap("Reads the whole log and works out every table, result and figure once more.", width, 0)
    else:
        yield from wrap("Not made yet.", width, 0)
    if item.path and item.export:
        for row in _preview_rows(item.path):
            yield from wrap(row, width, 2, "$text-muted")


def _preview_rows(path: Path) -> Sequence[str]:
    """Return the first rows of a file without HTML markup, or a hint to open a workbook elsewhere."""
    if path.suffix == _WORKBOOK:
        return ("Open it in a spreadsheet.",)
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(_MAX_CHARACTERS)
        rows = (_MARKUP.sub(" ", text) if path.suffix == ".html" else text).splitlines()
        return [row[:_MAX_ROW_LENGTH] for row in map(str.strip, rows) if row][:_MAX_ROWS]
    return ()


def _format_size(path: Path) -> str:
    try:
        return f"{-(-path.stat().st_size // 1024)} KB"
    except OSError:
        return "gone"


# -- what is made ---------------------------------------------------------------------------------------------


def _run_selected(screen: Screen, item: FileItem) -> None:
    """Write the selected export, make a backup, run the audit, or restore the selected backup."""
    answers = {FILE: item.name} if item.stored_backup else {}
    carry_out(screen.desk, screen, item.deed(), lambda _: screen.reload(), given=answers)


FILES: Final = ListDefinition(
    "files",
    ("file", "last made", "about"),
    load=_load_items,
    heading=lambda _items, _listed: "Exports, backups, audit",
    items=lambda items: items,
    row=_row,
    document=lambda _, item: Document("rounds", lambda _: item, lambda _: item.title, _item_rows),
    no_selection="There is nothing to make.",
    empty_text="",
    item_deeds={"make": _run_selected},
    open_action="make",
)
files_screen: Final = partial(ListScreen, definition=FILES)
