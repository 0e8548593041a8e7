"""A whole season of forty members, made by hand: 33 evenings with two games each, as its page is given it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time, timedelta
from fractions import Fraction
from random import Random
from typing import Final

from referee.export.pages.season_facts import SeasonFacts
from referee.export.tables.rows import (
    DisputeRow,
    MatchRow,
    MemberRow,
    RatingRow,
    ResultRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
    TrophyRow,
)
from referee.export.tables.rulings import RulingRow
from tests.export.big_club import NAMES as FULL_NAMES
from tests.export.pages.season import FACTS, FIRST
from tests.tournaments import example_views as examples

EVENINGS: Final = 33
BEST: Final = 20
# As they are published: what was given, and the first letter of the rest.
NAMES: Final = tuple(f"{name.split()[0]} {name.split()[-1][0]}." if " " in name else name for name in FULL_NAMES)
_GAMES: Final = ("texas-holdem", "zheng-shangyou", "pontoon", "three-dog-night")
_CAME: Final = 34


def whole_season() -> tuple[SeasonExport, SeasonFacts]:
    """Return a season in which one evening is still to come, two were called off and three tournaments were played."""
    days = [FIRST + timedelta(weeks=week) for week in range(EVENINGS)]
    results = [result for session, day in enumerate(days, 1) for result in _evening(session, day, Random(session))]
    tables = SeasonTables(
        members=tuple(MemberRow(member, name, False, FIRST, None) for member, name in enumerate(NAMES)),
        sessions=(
            *(SessionRow(index, day, time(15, 45), "M4", "", "closed", _CAME) for index, day in enumerate(days, 1)),
            SessionRow(98, date(2027, 5, 24), time(18), "Library", "Summer evening", "planned", 0),
            SessionRow(99, date(2026, 12, 21), time(18), "", "Winter break", "cancelled", 0),
        ),
        matches=tuple(
            MatchRow(result.match, 1, result.session, result.date, result.game, 4, "finished", "", "", None)
            for result in {result.match: result for result in results}.values()
        ),
        results=tuple(results),
        scores=(scores := _scores(results)),
        standings=tuple(_standings(scores)),
        ratings=tuple(
            RatingRow("", member, name, 25.0 - member / 4, 27.0, 2.5, 60, member > 30)
            for member, name in enumerate(NAMES)
        ),
        trophies=tuple(
            TrophyRow(trophy, "5.1", member, NAMES[member], "12 of 60")
            for member, trophy in enumerate(("Most wins", "Most evenings", "Most tables", "Best newcomer"))
        ),
        disputes=tuple(
            DisputeRow(index, day, index, 1, 2, "big-two", "big-two 4.4", "illegal", False, "upheld", day, "Hal U.")
            for index, day in enumerate(days[::4], 1)
        ),
        rulings=tuple(
            RulingRow(match=index, line=line, date=day, game="big-two", word="illegal", clause="big-two 4.4")
            for index, day in enumerate(days[::4], 1)
            for line in (2, 5, 9)
        ),
    )
    views = (examples.swiss(), examples.knock_out(), examples.freeze_out())
    before = {row.member: row.place for row in tables.standings}
    facts = replace(FACTS, best_k=BEST, min_sessions=8, previous_places=before, today=days[-1], calendar=True)
    return SeasonExport(tables, head="ab" * 32, tournaments=views), facts


def _evening(session: int, day: date, chance: Random) -> Iterator[ResultRow]:
    """Yield the places of an evening: two games at tables of four, and on every third evening a tournament's round."""
    present = chance.sample(range(len(NAMES)), _CAME)
    for part, game in enumerate(("big-two", chance.choice(_GAMES), *["big-two"] * (session % 3 == 0))):
        order = chance.sample(present, 12 if part == 2 else len(present))
        for table in range(len(order) // 4):
            chips = sorted((chance.randrange(-40, 60) for _ in range(4)), reverse=True)
            for rank, member in enumerate(order[4 * table : 4 * table + 4], 1):
                yield ResultRow(
                    match=session * 1000 + part * 50 + table, table=1, session=session, date=day, game=game,
                    member=member, name=NAMES[member], rank=float(rank), players=4, score=Fraction(4 - rank, 3),
                    chips=None if game in ("big-two", "zheng-shangyou") else chips[rank - 1],
                    hands=None, guest=False,
                )  # fmt: skip


def _scores(results: list[ResultRow]) -> tuple[ScoreRow, ...]:
    """Return what each evening gave to each, of which the best count."""
    fields: defaultdict[tuple[int, int], list[ResultRow]] = defaultdict(list)
    for row in results:
        fields[row.member, row.session].append(row)
    means = {key: sum((row.score for row in rows), Fraction()) / len(rows) for key, rows in fields.items()}
    rows = []
    for (member, session), score in means.items():
        own = sorted((mean for (other, _), mean in means.items() if other == member), reverse=True)
        day, many = fields[member, session][0].date, len(fields[member, session])
        is_counted = score >= own[min(BEST, len(own)) - 1]
        rows.append(ScoreRow(session, day, member, NAMES[member], many, score, Fraction(), is_counted))
    return tuple(sorted(rows, key=lambda row: (row.session, row.member)))


def _standings(scores: tuple[ScoreRow, ...]) -> Iterator[StandingRow]:
    """Yield the standings, with a reason for each fourth of them."""
    best = {
        member: sorted((row.score for row in scores if row.member == member), reverse=True)
        for member in range(len(NAMES))
    }
    order = sorted(best, key=lambda member: -sum(best[member][:BEST]))
    for place, member in enumerate(order, 1):
        tie_break = (
            f"Ahead of {NAMES[order[place]]} by wins: 12 to 11." if place % 4 == 0 and place < len(order) else ""
        )
        many = len(best[member])
        yield StandingRow(
            place, member, NAMES[member], sum(best[member][:BEST], Fraction()), min(many, BEST), max(many - BEST, 0),
            2 * many, 12, 11, tie_break,
        )  # fmt: skip
