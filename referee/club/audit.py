"""Whether the log is as it was written down."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select

from referee.club.folder import Club
from referee.store.chain import first_broken
from referee.store.models import Decision, Entry, Match


@dataclass(frozen=True, slots=True)
class Tampered:
    """The first row of a match's log that is not as it was sealed."""

    table: int
    line: int
    message: str


def verify_chain(club: Club) -> list[Tampered]:
    """Return, for each match whose log was changed behind the program's back, where that begins."""
    rows: dict[int, list[Entry | Decision]] = {}
    with club.reading() as tx:
        matches = list(tx.exec(select(Match).order_by(col(Match.id))))
        for row in (*tx.exec(select(Entry)), *tx.exec(select(Decision))):
            rows.setdefault(row.match_id, []).append(row)
    found = []
    for match in matches:
        broken = first_broken(match, sorted(rows.get(match.id, ()), key=lambda row: row.step))
        if broken is not None:
            what = "The line" if isinstance(broken, Entry) else "A decision about the line"
            message = f"{what} is not as it was written down, or something before it was changed or taken out."
            found.append(Tampered(match.id, broken.number, message))
    return found
