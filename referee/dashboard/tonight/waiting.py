"""What waits for an officer, most serious first: lines to decide, disputes, open questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from referee.club.evening.overview import Tonight
from referee.dashboard.rendering import wrapped


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that waits, and where: at a table, or a dispute."""

    told: str
    sign: str
    style: str
    table: int | None = None
    dispute: int | None = None

    @property
    def id(self) -> str:
        """A name for it that no other has."""
        return f"dispute {self.dispute}" if self.dispute else f"table {self.table}: {self.told}"

    def rows(self, width: int) -> list[Content]:
        """Return it in rows that hang together."""
        return wrapped(self.told, width, 2, lead=Content.styled(f"{self.sign} ", f"bold {self.style}"))


def waiting(night: Tonight) -> Iterator[Wait]:
    """Yield what waits for an officer."""
    going = [match for match in night.matches if not match.finished_at]
    for match in going:
        for each in match.waiting:
            says = each.ruling.says if each.ruling else "illegal"
            told = f"table {match.table} line {each.number}, {each.text}: {says}. Let it stand?"
            yield Wait(told, "!", "$text-error", table=match.number)
    for dispute in night.waiting:
        about = f"table {dispute.match} line {dispute.line}" if dispute.match else dispute.game
        told = f"dispute {dispute.number}, {about}: {dispute.claim or dispute.clause}"
        yield Wait(told, "!", "$text-warning", dispute=dispute.number)
    for match in going:
        for judged in match.sheet.open:
            told = f"table {match.table} line {judged.line.number}, {judged.line.text}: open"
            yield Wait(told, "?", "$text-warning", table=match.number)
