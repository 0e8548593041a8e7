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
from tests.oracles.scoring import Line, Match, Reckoning, Table
from tests.oracles.scoring import Season as Told

Rows: TypeAlias = list[dict[str, str]]


def rows_of(folder: Path, table: str) -> Rows:
    """Read one table of an export."""
    with (folder / f"{table}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def by_hand(folder: Path, season: Season, points: Mapping[tuple[int, int], int]) -> list[Line]:
    """Reckon the standings by the text of the rulebook, from `results.csv` and `matches.csv` alone.

    `points` are the penalty points that a member has for a session. Members stand in the lines by their numbers.
    """
    told = Told(season.best_k, season.min_sessions, parse_tie_steps(season.ties))
    told.penalties = [(str(member), session, each) for (member, session), each in points.items()]
    results: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows_of(folder, "results"):
        results[row["match"]].append(row)
        if row["guest"] == "false":
            told.members.add(row["member"])
    tables: dict[str, Table] = {}
    for row in rows_of(folder, "matches"):
        number, before = row["match"], row["continues"]
        tables[number] = tables[before] if before else Table(int(row["session"]), row["game"], [])
        if played := results[number]:
            tables[number].matches.append(_match(int(number), played))
    told.tables = list({id(table): table for table in tables.values()}.values())
    return Reckoning(told, lambda name: sha256(f"{season.lot_seed} {name}".encode()).hexdigest()).standings()


def _match(number: int, played: Sequence[Mapping[str, str]]) -> Match:
    groups: defaultdict[Fraction, list[str]] = defaultdict(list)
    for row in played:
        groups[Fraction(row["rank"])].append(row["member"])
    return Match(
        number,
        [row["member"] for row in played],
        frozenset(row["member"] for row in played if row["guest"] == "true"),
        hands=[{}] * int(played[0]["hands"] or 0),
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
    met: Counter[Pair] = Counter()
    for draw in tables:
        for table in draw:
            met.update(all_pairs(number.setdefault(name, len(number)) for name in table))
    return Seating(max(met.values()), sum(each - 1 for each in met.values()), sum(each**2 for each in met.values()))


def drawn(draws: Sequence[DrawView]) -> list[list[tuple[str, ...]]]:
    """Return the players at the tables of draws."""
    return [[table.names for table in each.tables] for each in draws]


def by_chance(tables: Sequence[Sequence[Sequence[str]]], seed: int) -> list[list[list[str]]]:
    """Return the same people at tables of the same sizes on the same evenings, as chance would have seated them."""
    chance = Random(seed)
    found = []
    for draw in tables:
        here = [name for table in draw for name in table]
        chance.shuffle(here)
        found.append([[here.pop() for _ in table] for table in draw])
    return found
