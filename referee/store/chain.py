"""The chain of seals over a match's log: each entry and decision is sealed together with all before it.

A row edited, added or taken out behind the program's back breaks the chain from there on.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.store.log import Decision, Entry
from referee.store.matches import Match
from referee.store.moment import in_utc


def first_link(match: Match) -> str:
    """Return the seal of what is frozen when a match starts, on which its log builds."""
    frozen = [match.id, match.session_id, match.game, match.edition, match.options, match.started_at]
    if match.chip:  # matches of which that is not said are sealed as they were before it could be
        frozen.append(match.chip)
    if match.continues is not None:
        frozen.append(match.continues)
    return _digest("", "match", frozen)


def sealed(row: Entry | Decision, before: str) -> str:
    """Return the seal of a row that follows one sealed `before`."""
    stated = row.model_dump(exclude={"id", "seal"})
    return _digest(before, type(row).__name__, sorted(stated.items()))


def first_link_of(match: Mapping[str, Any]) -> str:
    """Return the seal of what is frozen when a match starts, of a row as it is stored."""
    frozen = [match[name] for name in ("id", "session_id", "game", "edition")]
    frozen += [json.loads(match["options"]), match["started_at"]]
    if match["chip"]:
        frozen.append(match["chip"])
    if match.get("continues") is not None:
        frozen.append(match["continues"])
    return _digest("", "match", frozen)


def sealed_as(kind: str, row: Mapping[str, Any], before: str) -> str:
    """Return the seal of an entry or a decision as it is stored, by the name of its model."""
    stated = {name: value for name, value in row.items() if name not in ("id", "seal")}
    for name in ("because", "alternatives"):
        if name in stated:
            stated[name] = json.loads(stated[name])
    return _digest(before, kind, sorted(stated.items()))


def first_broken(match: Match, rows: Sequence[Entry | Decision]) -> Entry | Decision | None:
    """Return the first row, in order of steps, that is not as it was sealed, or None."""
    before = first_link(match)
    for step, row in enumerate(rows, 1):
        if row.step != step or row.seal != sealed(row, before):
            return row
        before = row.seal
    return None


def _digest(*stated: object) -> str:
    written = json.dumps(stated, default=_plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode(errors="surrogatepass")).hexdigest()


def _plain(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{type(value).__name__} is nothing that is sealed")  # a file that is damaged may have bytes
    return in_utc(value)
