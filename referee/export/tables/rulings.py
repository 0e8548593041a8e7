"""The rows of a season's rulings, on lines of tables and on facts without a table."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.club.folder import day_of
from referee.club.match.log import EntryKind

if TYPE_CHECKING:
    from referee.club.disputes.view import DisputeView
    from referee.club.match.view import MatchView
    from referee.export.tables.season_data import SeasonData
    from referee.store.difference import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """A line of a table with its ruling. A ruling on facts without a table has no `match` and no `text`."""

    match: int | None = None
    table: int | None = None
    line: int | None = None
    dispute: int | None = None
    date: datetime.date
    game: str
    text: str = ""
    verdict: str = ""
    word: str
    clause: str = ""
    reason: str = ""
    decision: str = ""
    decided_by: str = ""
    recorded_by: str = ""


def ruling_rows(season: SeasonData) -> Iterator[RulingRow]:
    """Yield a row for each line of each table, and for each dispute on facts without a table."""
    dispute_by_line = {
        (dispute.match, dispute.line): dispute for dispute in season.disputes if dispute.match is not None
    }
    for match in season.matches:
        if match.unreadable:
            yield from (_damage_row(season, match, difference) for difference in match.damage)
            continue
        players = dict(zip(match.names, match.members, strict=True))
        damaged_lines = {difference.line for difference in match.damage}
        for entry in match.log:
            if entry.kind is not EntryKind.LINE or entry.ruling is None:
                continue
            dispute = dispute_by_line.get((match.number, entry.number))
            ruling = entry.ruling
            yield RulingRow(
                match=match.id,
                table=match.table,
                line=entry.number,
                dispute=dispute.number if dispute else None,
                date=match.played_on,
                game=season.game(match.book.slug),
                text=season.public.shown(entry.text, players),
                verdict=ruling.verdict.value,
                word="damaged" if entry.number in damaged_lines else ruling.says,
                clause=ruling.clause.citation,
                reason=season.public.shown(ruling.reason, players),
                decision=entry.decision.value if entry.decision else "",
                decided_by=season.public.signed(entry.decided_by),
                recorded_by=season.public.signed(entry.by),
            )
    for dispute in season.disputes:
        if dispute.match is None and season.lasted_on(day_of(dispute.at)):
            yield _facts_row(season, dispute)


def _damage_row(season: SeasonData, match: MatchView, difference: Difference) -> RulingRow:
    """Return a row in place of the lines of an unreadable table."""
    return RulingRow(
        match=match.id,
        table=match.table,
        line=difference.line or None,
        date=match.played_on,
        game=season.game(match.book.slug),
        word="damaged",
        reason=difference.message,
    )


def _facts_row(season: SeasonData, dispute: DisputeView) -> RulingRow:
    """Return the row of a ruling on facts without a table. The facts are not published."""
    last = dispute.decisions[-1] if dispute.decisions else None
    return RulingRow(
        dispute=dispute.number,
        date=day_of(dispute.at),
        game=dispute.game,
        verdict=dispute.verdict.value,
        word=dispute.word or dispute.verdict.value,
        clause=dispute.clause,
        decision=last.kind.value if last else "",
        decided_by=season.public.signed(last.by) if last else "",
        recorded_by=season.public.signed(dispute.by),
    )
