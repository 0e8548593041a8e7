"""A club's log as lines of JSON: to carry it to another engine, to keep it, and to read it by other programs.

The first line says which club it is; each other line is an event with the texts that are still there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from referee.store.events.event import TEXTS, Event, Text, chained, first_hash, written
from referee.store.events.log import Head, events, head, kept_texts, put
from referee.store.events.rows import Asking, Fold, apply
from referee.store.faults import ClubFault, StoreAltered, StoreNewer

FORMAT: Final = "log of a club"
EDITION: Final = 1


def told(asking: Asking, club: int, *, after: int = 0) -> Iterator[str]:
    """Yield a club's log, a line each, all of it or what comes `after` an event.

    Raises `StoreAltered` at the first event that is not as it was written.
    """
    [(uuid,)] = asking.rows("SELECT uuid FROM club WHERE id = ?", club)
    yield _line({"format": FORMAT, "edition": EDITION, "club": uuid})
    for event in events(asking, club, after=after):
        texts = [[text.part, text.text, text.person, text.salt] for text in kept_texts(asking, club, event.n)]
        stated: dict[str, Any] = {
            "n": event.n,
            "at": event.at,
            "by": event.by,
            "via": event.via,
            "kind": event.kind,
            "match": event.match,
            "key": event.key,
            "data": event.data,
            "texts": texts,
            "hash": event.hash,
        }
        yield _line({name: value for name, value in stated.items() if value not in ("", None, [])})


def take_in(asking: Asking, club: int, lines: Iterable[str], fold: Fold, source: str) -> Head:
    """Append to a club's log what it lacks of one that was told, each link checked; return where it ends then.

    What it has already is only compared, so that one that was broken off can be taken in again. Raises `ClubFault`,
    naming the `source` and the line, for what is no log or another club's, and `StoreAltered` for an event that is not
    as it was written.
    """
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    [(uuid,)] = asking.rows("SELECT uuid FROM club WHERE id = ?", club)
    begins = _read(first, f"{source}:1")
    if begins.get("format") != FORMAT:
        raise ClubFault(f"{source}:1: expected the log of a club, which begins with its format.")
    if begins.get("edition") != EDITION:
        raise StoreNewer(f"{source} was written by a newer version of referee. Update referee to read it.")
    if begins.get("club") != uuid:
        raise ClubFault(f"{source} is the log of another club.")
    last, before = head(asking, club), first_hash(uuid)
    for number, line in numbered:
        where = f"{source}:{number}"
        stated = _read(line, where)
        try:
            texts = tuple(Text(*text) for text in stated.get("texts", ()))
            event = Event(
                stated["n"], stated["at"], stated.get("by", ""), stated.get("via", ""), stated["kind"],
                stated.get("match"), stated.get("key", ""), written(stated["data"]), stated["hash"],
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as error:
            raise ClubFault(f"{where}: no event can be read ({error}).") from None
        if event.n != number - 1 or event.hash != chained(before, event):
            raise StoreAltered(f"{where}: event {event.n} ({event.kind}) is not as it was written.")
        digests = event.data.get(TEXTS, {})
        if any(digests.get(text.part) != text.digest for text in texts):
            raise StoreAltered(f"{where}: a text of event {event.n} ({event.kind}) is not as it was written.")
        before = event.hash
        if event.n <= last.n:
            _refuse_unless_same(asking, club, event, where)
            continue
        put(asking, club, event, texts)
        apply(asking, fold(event, {text.part: text.text for text in texts}))
    return head(asking, club)


def _refuse_unless_same(asking: Asking, club: int, event: Event, where: str) -> None:
    [(there,)] = asking.rows("SELECT hash FROM event WHERE club = ? AND n = ?", club, event.n)
    if there != event.hash:
        raise ClubFault(f"{where}: the club has another event {event.n} than this log; it went on by itself since.")


def _line(stated: dict[str, Any]) -> str:
    return f"{json.dumps(stated, sort_keys=True, ensure_ascii=False)}\n"


def _read(line: str, where: str) -> dict[str, Any]:
    try:
        stated = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ClubFault(f"{where}: not JSON ({error}); expected the log of a club, an event a line.") from None
    if not isinstance(stated, dict):
        raise ClubFault(f"{where}: expected the log of a club, an event a line.")
    return stated
