"""What must hold of a year that was played, reckoned anew from what the club gives away: its CSV files and its JSON."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from referee.club.evening.draws import DrawView
from referee.competition.field import Pair, pairs

Rows: TypeAlias = list[dict[str, str]]

_TENTH: Final = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class ByHand:
    """A member's line in the standings, as it comes of the files: the season score, how many sessions, and the wins."""

    score: Fraction
    sessions: int
    wins: int


def rows_of(folder: Path, table: str) -> Rows:
    """Read one table of an export."""
    with (folder / f"{table}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def by_hand(folder: Path, best_k: int, points: Mapping[tuple[int, int], int]) -> dict[int, ByHand]:
    """Reckon the standings with a pencil: places, match scores, means of the sessions, the best of those.

    Only `results.csv` and `matches.csv` are read, and how many penalty `points` a member has for a session.
    """
    before = {int(row["match"]): int(row["continues"] or 0) for row in rows_of(folder, "matches")}
    nights: defaultdict[tuple[int, int], defaultdict[int, list[tuple[Fraction, int, bool]]]]
    nights = defaultdict(lambda: defaultdict(list))
    for row in rows_of(folder, "results"):
        if row["guest"] == "true":
            continue
        rank, players = Fraction(row["rank"]), int(row["players"])
        table = int(row["match"])
        while before[table]:
            table = before[table]
        part = (players - rank) / (players - 1), max(1, int(row["hands"] or 1)), rank == 1
        nights[int(row["member"]), int(row["session"])][table].append(part)
    sessions: defaultdict[int, list[Fraction]] = defaultdict(list)
    wins: Counter[int] = Counter()
    for (member, session), tables in nights.items():
        scores = [
            sum((score * hands for score, hands, _ in parts), Fraction()) / sum(hands for _, hands, _ in parts)
            for parts in tables.values()
        ]
        wins[member] += sum(all(won for *_, won in parts) for parts in tables.values())
        mean = sum(scores, Fraction()) / len(scores)
        sessions[member].append(max(Fraction(), mean - _TENTH * points.get((member, session), 0)))
    return {
        member: ByHand(sum(sorted(scores)[-best_k:], Fraction()), len(scores), wins[member])
        for member, scores in sessions.items()
    }


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
            met.update(pairs(number.setdefault(name, len(number)) for name in table))
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
