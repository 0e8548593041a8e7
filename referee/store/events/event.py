"""An event of a club's log: something that was done, hashed together with all that was done before it.

An event never changes. What may have to be forgotten, such as a name or what somebody wrote, stands in an `EventText`
beside the event, which holds only its digest: the text can be removed, and the log stays as it was hashed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

TEXTS: Final = "texts"
"""Where the data of an event has the digests of its texts, by their parts."""
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was done: the `n`-th event of its club, of a `kind`, perhaps at a table (`match`).

    `at` is a moment as `referee.store.moment.in_utc` prints it. `by` is who did it and `via` whose program wrote it
    down for them, each a member's mark such as ``@#12`` or empty. A `key` makes sending twice recording once; it is
    empty where nobody gave one. `canonical_json` is the data as it is kept and hashed.
    """

    n: int
    at: str
    by: str
    via: str
    kind: str
    match: int | None
    key: str
    data_json: str
    hash: str

    @property
    def data(self) -> dict[str, Any]:
        """What belongs to the event, by name: plain values, and members by number."""
        data: dict[str, Any] = json.loads(self.data_json)
        return data


@dataclass(frozen=True, slots=True)
class EventText:
    """A text of an event that can be removed: which `part` of it, and whom it names, a member's number, or nobody."""

    part: str
    text: str
    person: int | None = None
    salt: str = ""

    @property
    def digest(self) -> str:
        """What the event holds of it. Without the salt, which goes with the text, it tells nobody anything."""
        return _digest(self.salt, self.text)


def with_salt(text: EventText) -> EventText:
    """Return a text with a salt of its own, so that the digests of two equal texts differ."""
    return EventText(text.part, text.text, text.person, os.urandom(16).hex())


def first_hash(uuid: str) -> str:
    """Return what the first event of a club is hashed with."""
    return hashlib.sha256(f"club {uuid}".encode()).hexdigest()


def canonical_json(data: Mapping[str, Any], texts: tuple[EventText, ...] = ()) -> str:
    """Return the data of an event as it is kept: ASCII, on one line, the names in order.

    Raises `ValueError` for what would not read back the same, such as a number that is none.
    """
    content = {**data, TEXTS: {text.part: text.digest for text in texts}} if texts else data
    return _CANONICAL.encode(content)


def chained_hash(previous_hash: str, event: Event, key: bytes | None = None) -> str:
    """Return the hash of an event that follows one of the hash `before`: its HMAC where the club has a key.

    The parts are joined by line feeds, which none of them has, so that a server can work it out by SQL.
    """
    parts = (
        previous_hash,
        event.n,
        event.at,
        event.by,
        event.via,
        event.kind,
        event.match or "",
        event.key,
        event.data_json,
    )
    content = "\n".join(map(str, parts)).encode(errors="surrogateescape")  # as a damaged file may have it
    return hashlib.sha256(content).hexdigest() if key is None else hmac.digest(key, content, "sha256").hex()


def check_storable(event: Event) -> None:
    """Raise `ValueError` where a part of an event could be taken for two, or reads back otherwise from a server."""
    for part in (event.at, event.by, event.via, event.kind, event.key, event.data_json):
        if not part.isascii() or not part.isprintable():
            raise ValueError(f"{part!r} cannot be a part of an event")
    if event.match is not None and event.match < 1:
        raise ValueError(f"an event cannot be of table {event.match}")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()
