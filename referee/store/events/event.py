"""An event of a club's log: a recorded act, hashed together with all earlier events.

An event never changes. A text that may have to be forgotten, such as a name or a remark, is an `EventText` beside the
event, which has only its digest. The text can be removed, and the log's hashes stay valid.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any, Final

from referee.cards.immutable import frozen

TEXTS: Final = "texts"
"""The key in an event's data that maps the parts of its texts to their digests."""
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


@frozen
class Event:
    """A recorded act: the `n`-th event of its club, of a `kind`, at the table `match` if any.

    `at` is a moment in the form of `referee.store.moment.in_utc`. `by` is the actor, and `via` the person whose program
    recorded it for them. Each is a member's mark such as ``@#12``, or empty. A `key` prevents an act that is sent twice
    from being recorded twice; it is empty if none was given. `data_json` is the data as stored and hashed.
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
        """The event's data: plain values by name. Members are given by number."""
        data: dict[str, Any] = json.loads(self.data_json)
        return data


@frozen
class EventText:
    """A removable text of an event, by its `part`. `person` is the number of the member that it names, if any."""

    part: str
    text: str
    person: int | None = None
    salt: str = ""

    @property
    def digest(self) -> str:
        """The digest stored in the event. Without the salt, which is removed with the text, it reveals nothing."""
        return _digest(self.salt, self.text)


def with_salt(text: EventText) -> EventText:
    """Return a text with a random salt, so that equal texts have different digests."""
    return EventText(text.part, text.text, text.person, os.urandom(16).hex())


def first_hash(uuid: str) -> str:
    """Return the hash before a club's first event."""
    return hashlib.sha256(f"club {uuid}".encode()).hexdigest()


def canonical_json(data: Mapping[str, Any], texts: tuple[EventText, ...] = ()) -> str:
    """Return the data of an event in stored form: ASCII, on one line, with sorted names.

    Raise `ValueError` for values that would be read back differently, such as NaN.
    """
    content = {**data, TEXTS: {text.part: text.digest for text in texts}} if texts else data
    return _CANONICAL.encode(content)


def chained_hash(previous_hash: str, event: Event) -> str:
    """Return the hash of an event after `previous_hash`.

    The parts are joined by line feeds, which none of them contains, so that a server can compute the hash in SQL.
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
    return hashlib.sha256(content).hexdigest()


def check_storable(event: Event) -> None:
    """Raise `ValueError` if a part of an event is ambiguous in the hash, or would be read back differently."""
    for part in (event.at, event.by, event.via, event.kind, event.key, event.data_json):
        if not part.isascii() or not part.isprintable():
            raise ValueError(f"{part!r} cannot be a part of an event")
    if event.match is not None and event.match < 1:
        raise ValueError(f"an event cannot be of table {event.match}")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()
