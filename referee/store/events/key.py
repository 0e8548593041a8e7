"""The key of a club that was founded with one: without it, nobody can compute the hashes of its log."""

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
    """The club's key is not available, or is not the one that was given."""


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
    """Return the data of a club's first event that identifies its key; empty without a key."""
    return {} if key is None else {KEY_FIELD: key_fingerprint(key)}


def key_fingerprint(key: bytes) -> str:
    """Return a fingerprint that identifies a key and does not reveal it."""
    return hmac.new(key, b"which key this is", hashlib.sha256).hexdigest()[:16]


def select_key(first: Mapping[str, Any], key: bytes | None) -> bytes | None:
    """Return the key for a club's hashes, None if it has none, by the data of its first event.

    Raises `StoreKeyNeeded` if the given key is not the club's.
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
