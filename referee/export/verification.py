"""Verify an export against its manifest."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.export.csv_files import MANIFEST, SCHEMA_VERSION
from referee.store.faults import ClubFault
from referee.store.files.atomic_files import is_staging_folder

INTERRUPTED: Final = "the last export was interrupted, so some files are older than others; export again"
_LARGEST_MANIFEST: Final = 2**20


@frozen
class ExportVerification:
    """The files named by a manifest, and every difference from it."""

    files: tuple[str, ...]
    differences: tuple[str, ...]


def verify_export(folder: Path) -> ExportVerification:
    """Return the differences of a folder's files from its manifest. Raise `ClubFault` without a readable manifest."""
    described = _read_manifest(folder / MANIFEST)
    differences = [message for entry in described for message in _differences(folder, entry)]
    names = {entry["name"] for entry in described}
    extra = sorted(file.name for file in folder.glob("*.csv") if file.name not in names)
    differences += [f"{name} is not in the manifest" for name in extra]
    if differences and _is_interrupted(folder):
        differences.insert(0, INTERRUPTED)
    return ExportVerification(tuple(entry["name"] for entry in described), tuple(differences))


def _is_interrupted(folder: Path) -> bool:
    """Return whether a staging folder shows that an export stopped before its manifest was replaced."""
    return any((staging / MANIFEST).exists() for staging in folder.iterdir() if is_staging_folder(staging))


def _read_manifest(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_MANIFEST + 1)
    except OSError as error:
        raise ClubFault(f"{path} cannot be read: {error.strerror}. Use the folder of an export.") from None
    try:
        content = json.loads(data) if len(data) <= _LARGEST_MANIFEST else None
    except (ValueError, RecursionError):
        content = None
    content = content if isinstance(content, dict) else {}
    described = content.get("files")
    if not isinstance(described, list) or not all(map(_is_file_entry, described)):
        raise ClubFault(f"{path} is not the manifest of an export. Use that of an export in CSV.")
    if (version := content.get("schema_version")) != SCHEMA_VERSION:
        raise ClubFault(f"{path} has schema version {version!r}; this program supports {SCHEMA_VERSION}.")
    return described


def _is_file_entry(entry: object) -> bool:
    """Return whether a manifest's entry is valid and names a file in its own folder."""
    return (
        isinstance(entry, dict)
        and isinstance(name := entry.get("name"), str)
        and name not in ("", ".", "..")
        and not {"/", "\\", "\0"} & set(name)
        and isinstance(entry.get("sha256"), str)
        and isinstance(entry.get("rows"), int)
        and isinstance(entry.get("columns"), list)
    )


def _differences(folder: Path, entry: dict[str, Any]) -> Iterator[str]:
    name = entry["name"]
    path = folder / name
    try:
        if not path.is_file():  # nor a pipe, which would block
            yield f"{name} is missing"
            return
        data = path.read_bytes()
    except OSError as error:
        yield f"{name} cannot be read: {error.strerror}"
        return
    if sha256(data).hexdigest() == entry["sha256"]:
        return
    has = _count_rows(data)
    if has is not None and has != entry["rows"]:
        yield f"{name} has {has} rows; the manifest says {entry['rows']}"
    else:
        yield f"{name} was changed"


def _count_rows(data: bytes) -> int | None:
    try:
        return max(sum(1 for _ in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))) - 1, 0)
    except (UnicodeDecodeError, csv.Error):
        return None
