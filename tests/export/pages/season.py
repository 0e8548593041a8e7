"""A season of three evenings, made by hand, as its page is given it."""

from __future__ import annotations

from datetime import date, time, timedelta
from fractions import Fraction
from typing import Any

from referee.export.pages.season_facts import SeasonFacts, TableInPlay
from referee.export.tables.rows import (
    DisputeRow,
    MatchRow,
    MemberRow,
    ResultRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
)
from referee.export.tables.rulings import RulingRow

FIRST = date(2026, 9, 7)
NAMES = ("Ann L.", "Ben N.", "<i>Cal</i> & Co.", "Dee")
# Who comes first, second, third and last on three Mondays.
NIGHTS = ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3))
TYPED = "because somebody typed this"

FACTS = SeasonFacts(
    club="Monday Cards",
    season="2026-27",
    starts=FIRST,
    ends=date(2027, 5, 31),
    best_k=2,
    min_sessions=3,
    today=date(2026, 9, 21),
    minutes=150,
    officers=(("referee", "Hal"),),
    previous_places={0: 2, 1: 1},
)


def _ruling(line: int, verdict: str, clause: str, **more: Any) -> RulingRow:
    """Return the ruling on a line of the first table, that Hal wrote down."""
    values = {"date": FIRST, "game": "big-two", "text": TYPED, "verdict": verdict, "word": verdict, "clause": clause}
    return RulingRow(match=1, line=line, recorded_by="Hal", **{**values, **more})


def export(nights: int = 3) -> SeasonExport:
    """Return the export of three sessions with a match each; a fourth is planned."""
    days = [FIRST + timedelta(weeks=week) for week in range(nights)]
    results = tuple(
        ResultRow(
            match=week + 1,
            table=1,
            session=week + 1,
            date=day,
            game="big-two",
            member=member,
            name=NAMES[member],
            rank=float(rank),
            players=4,
            score=Fraction(4 - rank, 3),
            chips=None,
            hands=None,
            guest=False,
        )
        for week, day in enumerate(days)
        for rank, member in enumerate(NIGHTS[week], 1)
    )
    tables = SeasonTables(
        members=tuple(MemberRow(member, name, False, FIRST, None) for member, name in enumerate(NAMES)),
        sessions=(
            *(SessionRow(week + 1, day, time(18), "M4", "", "closed", 4 + week) for week, day in enumerate(days)),
            SessionRow(9, date(2026, 10, 5), time(18), "Library", "Winter session", "planned", 0),
            SessionRow(10, date(2026, 10, 12), time(18), "", "half-term", "cancelled", 0),
        ),
        matches=tuple(
            MatchRow(week + 1, 1, week + 1, day, "big-two", 4, "finished", "", "", None)
            for week, day in enumerate(days)
        ),
        results=results,
        scores=tuple(
            ScoreRow(result.session, result.date, result.member, result.name, 1, result.score, 0, True)
            for result in results
        ),
        standings=(
            StandingRow(1, 0, "Ann L.", Fraction(2), 2, 1, 3, 2, 1, "Ahead of Ben N. by wins: 2 to 1."),
            StandingRow(None, 1, "Ben N.", Fraction(5, 3), 1, 0, 3, 1, 1, ""),
        ),
        disputes=(DisputeRow(7, FIRST, 1, 1, 2, "big-two", "big-two 4.4", "illegal", False, "upheld", FIRST, "Hal"),),
        rulings=(
            _ruling(1, "legal", "big-two 4.1"),
            _ruling(2, "illegal", "big-two 4.4", dispute=7, reason=TYPED, decision="stands", decided_by="Hal"),
        ),
    )
    return SeasonExport(tables, head="abc123")


PLAYING = TableInPlay(3, "big-two", ("Ann L.", "Dee"))
