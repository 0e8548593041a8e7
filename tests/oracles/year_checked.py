"""What must hold of a year that was played, reckoned anew from what the club gives away: its CSV files and its JSON."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeAlias

from referee.club.evening.draws import DrawView
from referee.club.scoring_rules import parse_tie_steps
from referee.competition.entrants import Pair, all_pairs
from referee.store.models import Season
from tests.oracles.scoring import Line, Match, StandingsOracle, Table
from tests.oracles.scoring import Season as Told

Rows: TypeAlias = list[dict[str, str]]


def rows_of(folder: Path, table: str) -> Rows:
    """Read one table of an export."""
    with (folder / f"{table}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def standings_by_hand(folder: Path, season: Season, points: Mapping[tuple[int, int], int]) -> list[Line]:
    """Reckon the standings by the text of the rulebook, from `results.csv` and `matches.csv` alone.

    `points` are the penalty points that a member has for a session. Members stand in the lines by their numbers.
    """
    season_record = Told(season.best_k, season.min_sessions, parse_tie_steps(season.ties))
    season_record.penalties = [
        (str(member), session, points_of_penalty) for (member, session), points_of_penalty in points.items()
    ]
    results: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows_of(folder, "results"):
        results[row["match"]].append(row)
        if row["guest"] == "false":
            season_record.members.add(row["member"])
    tables: dict[str, Table] = {}
    for row in rows_of(folder, "matches"):
        number, before = row["match"], row["continues"]
        tables[number] = tables[before] if before else Table(int(row["session"]), row["game"], [])
        if rows := results[number]:
            tables[number].matches.append(_match(int(number), rows))
    season_record.tables = list({id(table): table for table in tables.values()}.values())
    return StandingsOracle(
        season_record, lambda name: sha256(f"{season.lot_seed} {name}".encode()).hexdigest()
    ).standings()


def _match(number: int, rows: Sequence[Mapping[str, str]]) -> Match:
    groups: defaultdict[Fraction, list[str]] = defaultdict(list)
    for row in rows:
        groups[Fraction(row["rank"])].append(row["member"])
    return Match(
        number,
        [row["member"] for row in rows],
        frozenset(row["member"] for row in rows if row["guest"] == "true"),
        hands=[{}] * int(rows[0]["hands"] or 0),
        places=[groups[rank] for rank in sorted(groups)],
        over=True,
    )


@dataclass(frozen=True, slots=True)
class Seating:
    """What came of a year of draws: the most meetings of any pair, and how many were not the first of their pair."""

    most: int
    repeats: int
    squares: int


def seating(tables: Sequence[Sequence[Sequence[str]]]) -> Seating:
    """Count who met whom at the tables of all draws."""
    number: dict[str, int] = {}
    meetings: Counter[Pair] = Counter()
    for draw in tables:
        for table in draw:
            meetings.update(all_pairs(number.setdefault(name, len(number)) for name in table))
    return Seating(
        max(meetings.values()),
        sum(times - 1 for times in meetings.values()),
        sum(times**2 for times in meetings.values()),
    )


def tables_of_draws(draws: Sequence[DrawView]) -> list[list[tuple[str, ...]]]:
    """Return the players at the tables of draws."""
    return [[table.names for table in draw.tables] for draw in draws]


def by_chance(tables: Sequence[Sequence[Sequence[str]]], seed: int) -> list[list[list[str]]]:
    """Return the same people at tables of the same sizes on the same evenings, as chance would have seated them."""
    chance = Random(seed)
    seatings = []
    for draw in tables:
        players = [name for table in draw for name in table]
        chance.shuffle(players)
        seatings.append([[players.pop() for _ in table] for table in draw])
    return seatings
