"""The key of a club with a keyed log. Without it, nobody can compute the hashes of the log."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from referee.store.faults import ClubFault, StoreFault
from referee.store.files.user_folders import expand_user

KEY_FIELD: Final = "key"
"""The key in the data of a club's first event that identifies the key of its log."""
_LEAST_KEY: Final = 16


class StoreKeyNeeded(StoreFault):
    """The club's key is missing, or another key was given."""


def read_key(path: Path | str) -> bytes:
    """Return the key in a file. Raise `ClubFault` if there is no valid key."""
    try:
        key = expand_user(path).read_bytes().strip()
    except OSError as error:
        raise ClubFault(f"The key file {path} cannot be read: {error.strerror}.") from None
    if len(key) < _LEAST_KEY:
        raise ClubFault(f"The key in {path} is too short. Use at least {_LEAST_KEY} characters.")
    return key


def key_data(key: bytes | None) -> dict[str, str]:
    """Return the data in a club's first event that identify its key; empty without a key."""
    return {} if key is None else {KEY_FIELD: key_fingerprint(key)}


def key_fingerprint(key: bytes) -> str:
    """Return a fingerprint that identifies a key without revealing it."""
    return hmac.new(key, b"which key this is", hashlib.sha256).hexdigest()[:16]


def select_key(first: Mapping[str, Any], key: bytes | None) -> bytes | None:
    """Return the key for a club's hashes, given its first event; None for a club without a key.

    Raise `StoreKeyNeeded` if the given key is missing or another one.
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
