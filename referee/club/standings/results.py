"""What the finished matches of a season gave, for the standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from referee.club.activity_log import find_entries
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.standings.counted_tournaments import FINAL_ORDER, FinalOrder, counted_tournaments, last_event
from referee.club.standings.guests import damaged, members_with_guest_results
from referee.club.standings.ranking import Result
from referee.competition.result import match_score
from referee.store.difference import Difference, match_difference
from referee.store.events.log import hash_at, head, matches_since
from referee.store.plain_rows import Session, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_WHO_IS_WHO: Final = (EventKind.MEMBER_MERGED, EventKind.GUEST_RESULTS)


@dataclass(frozen=True, slots=True)
class ReadUntil:
    """How far the club's file had been read: the last `event` of its log, and its `hash`.

    `who` is the last event by which members were merged or parted, or that says whether what a guest played counts,
    `tournaments` the last that may change what of tournaments does.
    """

    event: int
    hash: str
    who: int = 0
    tournaments: int = 0


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The results of a season by match, and how far the club's file had been read for them.

    `damage` is what in them cannot be read, and is left out.
    """

    season: int
    by_match: Mapping[int, tuple[Result, ...]]
    read: ReadUntil
    damage: tuple[Difference, ...] = ()

    @property
    def every(self) -> list[Result]:
        """Every result, in order of matches and seats."""
        return [result for match in self.by_match.values() for result in match]

    def touched_since(self, before: SeasonResults) -> set[int]:
        """Return the players of every match that has other results than `before`, or none any more."""
        current, previous = self.by_match, before.by_match
        read_again = {match for match in {**previous, **current} if current.get(match) is not previous.get(match)}
        changed = {match for match in read_again if current.get(match) != previous.get(match)}
        return {result.member for match in changed for result in (*current.get(match, ()), *previous.get(match, ()))}


def season_results(club: Club, season: str | None = None, *, before: SeasonResults | None = None) -> SeasonResults:
    """Return every result in a season's finished matches.

    Whoever was a guest when the match started bears the negative of the member's number: guests have no place in the
    standings, were opponents all the same, and bring those results along only where an officer has said so.

    With the results of a moment `before`, only the matches that have changed since are read again: a match changes
    when something is added to its log, or when it is finished.
    """
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        read = _how_far(tx)
        previous = before if before and _same(before, season_row.id, read) and _has(tx, before.read) else None
        changed = _changed(tx, previous.read) if previous else None
        fresh, damage = _results(tx, season_row.id, changed)
    if previous is None or changed is None:
        return SeasonResults(season_row.id, fresh, read, damage)
    by_match = dict(previous.by_match)
    for match in changed:
        by_match.pop(match, None)
    damage = (*(difference for difference in previous.damage if difference.table not in changed), *damage)
    return SeasonResults(season_row.id, {**by_match, **fresh}, read, damage)


def every_result(club: Club) -> tuple[tuple[Result, ...], tuple[Difference, ...]]:
    """Return every result of the club in the order of play, whatever the season, and what in them cannot be read.

    That is the order of days, and on one day that of table numbers. Whoever was a guest then has a negative number, as
    in `season_results`.
    """
    with club.reading() as tx:
        results, damage = _results(tx, None, None)
    played = sorted(results.values(), key=lambda match: (match[0].played_on, match[0].match))
    return tuple(result for match in played for result in match), damage


def _same(before: SeasonResults, season: int, read: ReadUntil) -> bool:
    """Tell whether members are the persons who they were when results were read."""
    old_stamp = before.read
    old_values = before.season, old_stamp.who, old_stamp.tournaments
    return old_values == (season, read.who, read.tournaments)


def _has(tx: Transaction, read: ReadUntil) -> bool:
    """Tell whether the log still goes on from what was read: after a restore it may be another one from there."""
    return hash_at(tx, tx.club, read.event) == read.hash


def _how_far(tx: Transaction) -> ReadUntil:
    end = head(tx, tx.club)
    return ReadUntil(
        end.n,
        end.hash,
        next((entry.event.n for entry in find_entries(tx, *_WHO_IS_WHO, undone=[EventKind.MEMBER_MERGED], most=1)), 0),
        last_event(tx),
    )


def _changed(tx: Transaction, since: ReadUntil) -> set[int]:
    """Return the matches to which something has happened since the file was last read."""
    return matches_since(tx, tx.club, since.event)


def _tables(tx: Transaction) -> dict[int, int]:
    """Return the first match of the table, for every match of a table that was parted into several."""
    query = 'SELECT id, continues FROM "match" WHERE continues IS NOT NULL ORDER BY id'
    first: dict[int, int] = {}
    for match, before in tx.rows(query):
        first[match] = first.setdefault(before, before)
    return first


def _results(
    tx: Transaction, season: int | None, only: set[int] | None
) -> tuple[dict[int, tuple[Result, ...]], tuple[Difference, ...]]:
    """Read the results of a season's matches, or of those among them that are named; of all without a season.

    With them comes what cannot be read of all that results come from.
    """
    damage = [*damaged(tx)] if only is None else []
    condition = ("", ()) if season is None else ("WHERE season_id = ?", (season,))
    days = {session.id: session.held_on for session in select_rows(tx, Session, condition[0], *condition[1])}
    by_match: dict[int, tuple[Result, ...]] = {}
    tables = _tables(tx)
    joined = members_with_guest_results(tx, season)
    placed = dict(tx.rows(f'SELECT match_id, count(*) FROM "placing" {_of(only)} GROUP BY match_id'))
    for number, match_results in _given(tx, only, days, tables, joined):
        if len(match_results) < placed[number]:
            damage.append(match_difference(number, "some of its places cannot be read"))
        if match_results:
            by_match[number] = tuple(match_results)
    if season is not None:  # without the tables of tournaments that do not count, and with the final orders that do
        counting = counted_tournaments(tx, season)
        by_match = {
            match: results for match, results in by_match.items() if tables.get(match, match) not in counting.without
        }
        for order in counting.orders:
            number = FINAL_ORDER + order.tournament
            if order.session in days and (results := tuple(_as_match(number, order, days[order.session], joined))):
                by_match[number] = results
    return by_match, tuple(damage)


def _as_match(number: int, order: FinalOrder, day: date, joined: frozenset[int]) -> Iterator[Result]:
    """Yield the final order of a tournament as the results of one match; of one player alone there is none."""
    if sum(map(len, order.places)) < 2:
        return
    for member, scored in match_score(order.places).items():
        counts = -member if -member in joined else member
        score = float(scored.score)
        yield Result(number, order.session, counts, scored.rank, scored.players, score, order.game, day)


def _given(
    tx: Transaction,
    only: set[int] | None,
    days: Mapping[int, date],
    tables: Mapping[int, int],
    joined: frozenset[int],
) -> Iterator[tuple[int, list[Result]]]:
    """Yield the matches of some sessions, each with what it gave its players in order of seats.

    What cannot be read is left out: a damaged row must not spoil the season. A long season has tens of thousands of
    results, so they are not read as rows of the models, and in one loop.
    """
    matches = {
        number: (session, game, days[session])
        for number, session, game in tx.rows(f'SELECT id, session_id, game FROM "match" {_of(only, "id")}')
        if session in days
    }
    query = (
        'SELECT seat.match_id, seat.member_id, seat.guest, rank, players, score, hands FROM seat JOIN "placing" placed '
        f"ON placed.match_id = seat.match_id AND placed.member_id = seat.member_id {_of(only, 'seat.match_id')} "
        "ORDER BY seat.match_id, seat.seat"
    )
    for number, of_match in groupby(tx.rows(query), key=itemgetter(0)):
        if number not in matches:
            continue
        session, game, day = matches[number]
        table = tables.get(number, 0)
        yield (
            number,
            [
                Result(
                    number, session, -member if guest and member not in joined else member, rank, players, score,
                    game, day, table, hands if type(hands) is int else 0,
                )
                for _, member, guest, rank, players, score, hands in of_match
                if type(rank) is float and type(score) is float and type(players) is int and players > 1
            ],
        )  # fmt: skip


def _of(only: set[int] | None, column: str = "match_id") -> str:
    """Return the condition for rows of some matches, or of all; a server does not let a list of numbers be empty."""
    return "" if only is None else f"WHERE {column} IN ({', '.join(map(str, only)) or 'NULL'})"
