"""The officer who acts at this computer.

The choice is stored by member number, because a name may have to be erased later. It is in the user's configuration,
for each club.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.store.files.user_folders import FolderKind, user_folder

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.transaction import Transaction

FILE: Final = "officers.json"
NOBODY: Final = 0


def chosen_officer(club: Club, tx: Transaction | None = None) -> int | None:
    """Return the number of the member chosen to act at this computer.

    Return `NOBODY` if no one was chosen, and None if the user was never asked. With a transaction, a merged member has
    their current number, a member who left becomes `NOBODY`, and None is returned if the folder now has another club.
    """
    stored_choice = _read_choices().get(_folder_key(club))
    if not isinstance(stored_choice, dict) or not isinstance(number := stored_choice.get("member"), int):
        return None
    if tx is None or number == NOBODY:
        return number
    founded = tx.rows("SELECT founded_at FROM charter")
    if not founded or founded[0][0] != stored_choice.get("founded"):
        return None  # the folder has another club now
    from referee.club.signatures import current_member_numbers

    rows = tx.rows("SELECT id FROM member WHERE retired_at IS NULL AND id = ?", current_member_numbers(tx).get(number))
    return int(rows[0][0]) if rows else NOBODY


def choice_file_content(club: Club, number: int | None) -> bytes:
    """Return the new content of the file after choosing a member by number.

    `NOBODY` means no one. None removes the choice, so that the user is asked again.
    """
    stored_choices = _read_choices()
    stored_choices.pop(_folder_key(club), None)
    if number is not None:
        with club.reading() as tx:
            founded = tx.rows("SELECT founded_at FROM charter")
        stored_choices[_folder_key(club)] = {"founded": founded[0][0] if founded else "", "member": number}
    return f"{json.dumps(stored_choices, indent=2)}\n".encode()


def choice_file_path() -> Path:
    """Return the path of the file with the choices. Raise `OSError` if the user has no configuration folder."""
    return user_folder(FolderKind.CONFIG) / FILE


def _read_choices() -> dict[str, Any]:
    """Return the stored choices by club folder; empty if the file is missing or unreadable."""
    with suppress(OSError, ValueError, RecursionError):
        data = json.loads(choice_file_path().read_text(encoding="utf-8"))
        return data if isinstance(data, dict) else {}
    return {}


def _folder_key(club: Club) -> str:
    return str(club.folder.resolve())


def as_member(club: Club, number: int) -> Club:
    """Return a club with the numbered member as its actor."""
    return club.with_actor(f"@#{number}")
