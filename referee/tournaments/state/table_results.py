"""The results of a tournament's tables by member, read from the club's ordinary matches.

A table that was split when its players changed is one table here, as in the standings of the season (clauses 4.4 and
4.5 of the scoring rulebook). Its matches count together, weighted by complete hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby

from referee.cards.immutable import frozen
from referee.club import table_numbers
from referee.club.evening.meetings import first_dealers
from referee.club.match.log import read_log
from referee.club.table_numbers import TableNumber
from referee.competition.result import score_of, weighted_mean
from referee.rules import Unit, total
from referee.store.match_replay import Match
from referee.store.plain_rows import Placing, Session, placeholders, select_rows
from referee.store.transaction import Transaction


@frozen
class TableResult:
    """The result of a match: members in order of seat, and by place, best first, once decided.

    `now` is the match in play at the table: the last continuation, or the match itself. `status` is playing, finished,
    or void if it counts for nobody. `won` has chips, or penalty points if requested and recorded.
    """

    match: TableNumber
    session: int
    held_on: date
    status: str
    members: tuple[int, ...]
    places: tuple[tuple[int, ...], ...] | None
    won: Mapping[int, int]
    now: TableNumber
    dealt: int = -1
    """The seat that dealt first, or -1 if it was not recorded."""


def read_results(tx: Transaction, matches: Iterable[int], *, penalty_points: bool = False) -> dict[int, TableResult]:
    """Return the result of each match, together with its continuations at the same table.

    With `penalty_points`, `won` has recorded penalty points.
    """
    parts = _read_parts(tx, matches)
    numbers = [part.id for group in parts.values() for part in group]
    seats: defaultdict[int, list[int]] = defaultdict(list)
    slots = placeholders(numbers)
    query = f"SELECT match_id, member_id FROM seat WHERE match_id IN {slots} ORDER BY match_id, seat"
    for match, member in tx.rows(query, *numbers):
        seats[match].append(member)
    placings: defaultdict[int, list[Placing]] = defaultdict(list)
    for placing in select_rows(tx, Placing, f"WHERE match_id IN {slots}", *numbers):
        placings[placing.match_id].append(placing)
    sessions = {part.session_id for group in parts.values() for part in group}
    session_rows = select_rows(tx, Session, f"WHERE id IN {placeholders(sessions)}", *sessions)
    days = {session.id: session.held_on for session in session_rows}
    dealers, table_numbers_by_match = first_dealers(tx, parts), table_numbers.numbers(tx, numbers)
    results = {}
    for first, parts_of_table in parts.items():
        is_over = all(part.finished_at is not None for part in parts_of_table)
        rows = [row for part in parts_of_table for row in placings[part.id]]
        status = "playing" if not is_over else "finished" if rows else "void"
        low = _penalty_points(tx, parts_of_table) if penalty_points and status == "finished" else {}
        amounts_won = low or _sum_chips(rows)
        results[first] = TableResult(
            match=table_numbers_by_match[first],
            session=parts_of_table[0].session_id,
            held_on=days[parts_of_table[0].session_id],
            status=status,
            members=tuple(dict.fromkeys(member for part in parts_of_table for member in seats[part.id])),
            places=_rank_members(rows, is_split=len(parts_of_table) > 1) if status == "finished" else None,
            won=amounts_won,
            now=table_numbers_by_match[parts_of_table[-1].id],
            dealt=dealers.get(first, -1),
        )
    return results


def _read_parts(tx: Transaction, matches: Iterable[int]) -> dict[int, list[Match]]:
    """Return each match with its continuations, in order."""
    numbers = list(matches)
    parts = {match.id: [match] for match in select_rows(tx, Match, f"WHERE id IN {placeholders(numbers)}", *numbers)}
    first = {match: match for match in parts}
    open_matches = list(parts)
    while open_matches:
        continuations = select_rows(
            tx, Match, f"WHERE continues IN {placeholders(open_matches)} ORDER BY id", *open_matches
        )
        open_matches = []
        for match in continuations:
            assert match.continues is not None
            first[match.id] = first[match.continues]
            parts[first[match.id]].append(match)
            open_matches.append(match.id)
    return parts


def _rank_members(rows: Sequence[Placing], *, is_split: bool) -> tuple[tuple[int, ...], ...]:
    """Return members by place, best first. With `is_split`, matches of one table are weighted by hands."""
    if not is_split:
        ranked = sorted(rows, key=lambda row: row.rank)
        return tuple(tuple(row.member_id for row in group) for _, group in groupby(ranked, key=lambda row: row.rank))
    parts: defaultdict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    for row in rows:
        parts[row.member_id].append((score_of(Fraction(row.rank), row.players), max(1, row.hands or 0)))
    scores = {member: weighted_mean(part) for member, part in parts.items()}
    order = sorted(scores, key=lambda member: -scores[member])
    return tuple(tuple(group) for _, group in groupby(order, key=scores.__getitem__))


def _sum_chips(rows: Iterable[Placing]) -> dict[int, int]:
    chips_won: defaultdict[int, int] = defaultdict(int)
    for row in rows:
        if row.chips is not None:
            chips_won[row.member_id] += row.chips
    return dict(chips_won)


def _penalty_points(tx: Transaction, parts: Iterable[Match]) -> dict[int, int]:
    """Return each member's recorded penalty points; empty if the hands were not recorded."""
    points_by_member: defaultdict[int, int] = defaultdict(int)
    for part in parts:
        log = read_log(tx, part.id)
        points = {seat: total(log.sheet.settlement, seat, Unit.PENALTY) for seat in log.sheet.record.seats}
        if any(points.values()):
            for seat, seat_row in enumerate(log.seats):
                points_by_member[seat_row.member_id] += points.get(seat, 0)
    return dict(points_by_member)
