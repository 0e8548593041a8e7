"""Read the user's key settings from the file ``keys.toml``.

Each name is a key action, so a setting applies to every screen:

    [keys]
    undo = "z"
    help = ["?", "h"]
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from referee.club.text.faults import ClubFault
from referee.dashboard.key_actions import ACTIONS_BY_NAME, KEY_ACTIONS, KeyAction
from referee.dashboard.keys import SIGN_NAMES, Keymap, format_keys
from referee.rules.notation.spelling import did_you_mean
from referee.store.files.user_folders import FolderKind, user_folder

SECTION: Final = "keys"
_RESERVED_KEYS: Final = {
    "ctrl+c": "terminals take it to stop a program",
    "ctrl+z": "terminals take it to suspend a program",
    "ctrl+s": "terminals take it to stop the output",
    "ctrl+q": "terminals take it to resume the output",
    "ctrl+backslash": "terminals take it to kill a program",
    "ctrl+i": "terminals send Tab for it",
    "ctrl+m": "terminals send Enter for it",
    "ctrl+j": "terminals send Enter for it",
    "ctrl+h": "terminals send Backspace for it",
    "ctrl+left_square_bracket": "terminals send Escape for it",
    "ctrl+w": "browsers take it to close the page",
    "ctrl+n": "browsers take it to open a window",
    "ctrl+t": "browsers take it to open a page",
    "f1": "many terminals take it for their own help",
    "f10": "many terminals take it for their menu",
    "f11": "terminals and browsers take it to fill the screen",
    "f12": "browsers take it for their tools",
}
_KEY_NAMES: Final = {
    *("enter", "escape", "tab", "space", "backspace", "delete", "insert", "up", "down", "left", "right"),
    *("home", "end", "pageup", "pagedown", *(f"f{number}" for number in range(1, 13))),
}
# A larger one is nobody's; a key of so many parts would be read for minutes.
_MAX_BYTES: Final = 10_000


class KeyFault(ClubFault):
    """An invalid file of key settings. The message names the place and the fault."""


def keys_file_path() -> Path:
    """Return the path of the user's key settings, which may not exist.

    Raise `OSError` if the user has no configuration folder.
    """
    return user_folder(FolderKind.CONFIG) / "keys.toml"


def read_keymap(path: Path | None = None) -> Keymap:
    """Return the user's keys by key action, or nothing without a file. Raise `KeyFault` if the file is invalid."""
    try:
        path = path or keys_file_path()
        if not path.is_file():
            return {}
        if path.stat().st_size > _MAX_BYTES:
            raise KeyFault(f"{path} cannot be read: a file of keys has at most {_MAX_BYTES} bytes.")
        settings: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        if path is None:
            return {}  # who has no home has no file of keys either
        raise KeyFault(f"{path} cannot be read: {error}.") from None
    except RecursionError:
        raise KeyFault(f"{path} cannot be read: its lists or tables are nested too deep.") from None
    keymap: dict[str, str] = {}
    for section, keys_by_name in settings.items():
        if section != SECTION or not isinstance(keys_by_name, dict):
            raise KeyFault(f"{path}: {section!r} is not known. Put every key under the heading [{SECTION}].")
        for name, keys in keys_by_name.items():
            if name not in ACTIONS_BY_NAME:
                raise KeyFault(f"{path}: unknown key {name!r}. {did_you_mean(name, ACTIONS_BY_NAME)}")
            key_list = keys if isinstance(keys, list) else [keys]
            keymap[name] = ",".join(_parse_key(path, ACTIONS_BY_NAME[name], key) for key in key_list)
    _refuse_duplicates(path, keymap)
    return keymap


def _parse_key(path: Path, key_action: KeyAction, text: Any) -> str:
    """Return the Textual name of a key. Raise `KeyFault` if it is invalid or reserved."""
    if key_action.fixed:
        raise KeyFault(f"{path}: the keys for {key_action.name} cannot be changed. Remove that row.")
    if not isinstance(text, str) or not text:
        raise KeyFault(
            f"{path}: invalid {key_action.name} {text!r}. Use a key, such as {format_keys(key_action.keys)!r}."
        )
    name = SIGN_NAMES.get(text, text) if len(text) == 1 else text.strip().lower()
    base = name.rpartition("+")[2]
    if reason := _RESERVED_KEYS.get(name):
        raise KeyFault(f"{path}: {key_action.name} cannot be {text}: {reason}. Use another key.")
    if not (_is_printable(base) or base in _KEY_NAMES) or name.removesuffix(base) not in (
        "",
        "ctrl+",
        "alt+",
        "shift+",
    ):
        raise KeyFault(
            f"{path}: invalid {key_action.name} {text!r}. Use a letter, a sign, or a key such as f5 or ctrl+e."
        )
    if _is_printable(name) and not _is_printable(key_action.keys):  # it also does something where letters are typed
        raise KeyFault(f"{path}: {key_action.name} cannot be {text}: it would be typed into the line.")
    return name


def _is_printable(key: str) -> bool:
    return len(key) == 1 or key in SIGN_NAMES.values()


def _refuse_duplicates(path: Path, keymap: Keymap) -> None:
    """Raise `KeyFault` if two key actions share a key."""
    names_by_key: dict[str, str] = {}
    for key_action in KEY_ACTIONS:
        for key in keymap.get(key_action.name, key_action.keys).split(","):
            first_name = names_by_key.setdefault(key, key_action.name)
            if first_name != key_action.name:
                raise KeyFault(
                    f"{path}: {format_keys(key)} is set for both {first_name} and {key_action.name}. "
                    "Change one of them."
                )
