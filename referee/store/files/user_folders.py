"""The user's folders: their home, and the folders for settings, data and state."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from errno import ENOENT
from pathlib import Path

from referee.store.faults import StoreMissing

_NO_HOME = f"you have no home folder on this computer; set {'USERPROFILE' if os.name == 'nt' else 'HOME'} to one"


class FolderKind(StrEnum):
    """A kind of user file kept outside club folders."""

    CONFIG = "config"
    DATA = "data"
    STATE = "state"


def user_folder(kind: FolderKind) -> Path:
    """Return the user's folder for settings, data or state, in the system's usual place.

    `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_STATE_HOME` override its parent on every system. Raise
    `FileNotFoundError` if no such variable is set and the user has no home.
    """
    configured = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", ""))
    if configured.is_absolute():  # else it is to be ignored, says the standard
        return configured / "referee"
    import platformdirs  # only now: most who test or script it name the folder

    find_folder = {
        FolderKind.CONFIG: platformdirs.user_config_path,
        FolderKind.DATA: platformdirs.user_data_path,
        FolderKind.STATE: platformdirs.user_state_path,
    }[kind]
    try:
        folder = find_folder("referee", appauthor=False)
    except (RuntimeError, KeyError, ValueError):  # what systems say that know no home, each its own
        folder = Path()
    if not folder.is_absolute():
        raise FileNotFoundError(ENOENT, _NO_HOME, "~")
    return folder


def is_open_to_others(folder: Path) -> bool:
    """Tell whether other users of this computer may read a private folder.

    Outside Windows its mode prevents that. Windows has no modes, and only the user's own folder is closed to others.
    """
    if sys.platform != "win32":
        return False
    try:
        return not folder.resolve().is_relative_to(Path.home().resolve())
    except RuntimeError:
        return True


def expand_user(path: Path | str) -> Path:
    """Return a path with ~ expanded to a home folder. Raise `StoreMissing` if there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        is_own_home = Path(path).parts[0] == "~"
        reason = _NO_HOME if is_own_home else "this computer has no such user"
        raise StoreMissing(f"There is no folder {path}: {reason}.") from None
