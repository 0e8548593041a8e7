"""Who was chosen to act at this computer: kept in the user's configuration, for each club by itself, as a number.

A name may have to be forgotten, and a number says nothing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.store.user_folders import FolderKind, user_folder

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.transaction import Transaction

FILE: Final = "officers.json"
NOBODY: Final = 0


def chosen_officer(club: Club, tx: Transaction | None = None) -> int | None:
    """Return the number of the member chosen for this computer, `NOBODY` for none, or None where nobody was asked.

    With a club that is read, whoever is no member of it any more is nobody, and who was merged is who they are.
    """
    stored_choice = _kept().get(_key(club))
    if not isinstance(stored_choice, dict) or not isinstance(number := stored_choice.get("member"), int):
        return None
    if tx is None or number == NOBODY:
        return number
    founded = tx.rows("SELECT founded_at FROM charter")
    if not founded or founded[0][0] != stored_choice.get("founded"):
        return None  # another club is in that folder now
    from referee.club.signatures import numbers_now

    rows = tx.rows("SELECT id FROM member WHERE retired_at IS NULL AND id = ?", numbers_now(tx).get(number))
    return int(rows[0][0]) if rows else NOBODY


def content(club: Club, number: int | None) -> bytes:
    """Return what the file is to be when a member acts here by their number, `NOBODY`, or None to be asked again."""
    stored = _kept()
    stored.pop(_key(club), None)
    if number is not None:
        with club.reading() as tx:
            founded = tx.rows("SELECT founded_at FROM charter")
        stored[_key(club)] = {"founded": founded[0][0] if founded else "", "member": number}
    return f"{json.dumps(stored, indent=2)}\n".encode()


def place() -> Path:
    """Return the file in the user's configuration that has who was chosen. Raises `OSError` where they have none."""
    return user_folder(FolderKind.CONFIG) / FILE


def _kept() -> dict[str, Any]:
    """Return what is kept, by club; nothing where the file is not there or is none of ours."""
    with suppress(OSError, ValueError, RecursionError):
        data = json.loads(place().read_text(encoding="utf-8"))
        return data if isinstance(data, dict) else {}
    return {}


def _key(club: Club) -> str:
    return str(club.folder.resolve())


def as_member(club: Club, number: int) -> Club:
    """Return a club where a member acts, by their number."""
    return club.by(f"@#{number}")
