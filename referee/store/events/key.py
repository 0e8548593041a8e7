"""The key of a club that was founded with one: without it nobody can hash an event of its log."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from referee.store.faults import ClubFault, StoreFault
from referee.store.user_folders import expand_user

KEY_FIELD: Final = "key"
"""Where the data of a club's first event says by which key its log is hashed."""
_LEAST_KEY: Final = 16


class StoreKeyNeeded(StoreFault):
    """The club has a key that is not at hand, or is another one."""


def read_key(path: Path | str) -> bytes:
    """Return the key in a file. Raises `ClubFault`."""
    try:
        key = expand_user(path).read_bytes().strip()
    except OSError as error:
        raise ClubFault(f"The key file {path} cannot be read: {error.strerror}.") from None
    if len(key) < _LEAST_KEY:
        raise ClubFault(f"The key in {path} is too short. Use at least {_LEAST_KEY} characters.")
    return key


def key_data(key: bytes | None) -> dict[str, str]:
    """Return what the first event of a club says of its key: nothing where there is none."""
    return {} if key is None else {KEY_FIELD: key_fingerprint(key)}


def key_fingerprint(key: bytes) -> str:
    """Return what tells one key from another and gives nothing of it away."""
    return hmac.new(key, b"which key this is", hashlib.sha256).hexdigest()[:16]


def select_key(first: Mapping[str, Any], key: bytes | None) -> bytes | None:
    """Return the key by which a club's events are hashed, None where it has none, by the data of its first event.

    Raises `StoreKeyed` where that is not the one at hand.
    """
    mark = first.get(KEY_FIELD)
    if not mark:
        return None
    if key is None or key_fingerprint(key) != mark:
        needed = "a key" if key is None else "another key"
        raise StoreKeyNeeded(
            f"The club's log is hashed with {needed}, and nothing can be recorded without it. "
            "Name its file: REFEREE_KEY_FILE=FILE"
        )
    return key
