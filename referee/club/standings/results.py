"""The results of finished matches, read for the standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import find_entries
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.standings.counted_tournaments import FINAL_ORDER, FinalOrder, counted_tournaments, last_event
from referee.club.standings.guests import altered_guest_events, members_with_guest_results
from referee.club.standings.ranking import Result
from referee.competition.result import match_score
from referee.store.difference import Difference, match_difference
from referee.store.events.log import hash_at, head, matches_since
from referee.store.plain_rows import Session, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_WHO_IS_WHO: Final = (EventKind.MEMBER_MERGED, EventKind.GUEST_RESULTS, EventKind.UNDONE, EventKind.REDONE)


@frozen
class ReadUntil:
    """A position in the club's log: the number and hash of the last `event` read.

    `who` is the last event that merged or split members, or set whether guest results count. `tournaments` is the last
    event that may affect which tournament results count.
    """

    event: int
    hash: str
    who: int = 0
    tournaments: int = 0


@frozen
class SeasonResults:
    """The results of a season by match number, and their position in the log (`read`).

    `damage` describes the results that are left out because they cannot be read.
    """

    season: int
    by_match: Mapping[int, tuple[Result, ...]]
    read: ReadUntil
    damage: tuple[Difference, ...] = ()

    @property
    def every(self) -> list[Result]:
        """All results, in order of match and seat."""
        return [result for match in self.by_match.values() for result in match]

    def touched_since(self, before: SeasonResults) -> set[int]:
        """Return the players of every match with results that differ from those in `before`."""
        current, previous = self.by_match, before.by_match
        reread_matches = {match for match in {**previous, **current} if current.get(match) is not previous.get(match)}
        changed_matches = {match for match in reread_matches if current.get(match) != previous.get(match)}
        return {
            result.member for match in changed_matches for result in (*current.get(match, ()), *previous.get(match, ()))
        }


def season_results(club: Club, season: str | None = None, *, before: SeasonResults | None = None) -> SeasonResults:
    """Return the results of a season's finished matches.

    A player who was a guest at the start of the match has a negative number, unless an officer lets guest results
    count. Guests count as opponents but have no place in the standings. With earlier results (`before`), only matches
    with newer events are read.
    """
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        read_until = _read_position(tx)
        previous = (
            before
            if before and _is_same_basis(before, season_row.id, read_until) and _has_event(tx, before.read)
            else None
        )
        changed_matches = _changed_matches(tx, previous.read) if previous else None
        fresh, damage = _season_results(tx, season_row.id, changed_matches)
    if previous is None or changed_matches is None:
        return SeasonResults(season_row.id, fresh, read_until, damage)
    by_match = dict(previous.by_match)
    for match in changed_matches:
        by_match.pop(match, None)
    damage = (*(difference for difference in previous.damage if difference.table not in changed_matches), *damage)
    return SeasonResults(season_row.id, {**by_match, **fresh}, read_until, damage)


def every_result(club: Club) -> tuple[tuple[Result, ...], tuple[Difference, ...]]:
    """Return all results of the club by day and match number, and a difference for each unreadable one.

    Guests have negative numbers, as in `season_results`.
    """
    with club.reading() as tx:
        results, damage = _season_results(tx, None, None)
    matches = sorted(results.values(), key=lambda match: (match[0].played_on, match[0].match))
    return tuple(result for match in matches for result in match), damage


def _is_same_basis(before: SeasonResults, season: int, read_until: ReadUntil) -> bool:
    """Tell whether earlier results have the same season, the same people and the same counting tournaments."""
    old_stamp = before.read
    old_values = before.season, old_stamp.who, old_stamp.tournaments
    return old_values == (season, read_until.who, read_until.tournaments)


def _has_event(tx: Transaction, read_until: ReadUntil) -> bool:
    """Tell whether the log still has the last event read. After a restore it may be missing."""
    return hash_at(tx, tx.club, read_until.event) == read_until.hash


def _read_position(tx: Transaction) -> ReadUntil:
    end = head(tx, tx.club)
    return ReadUntil(
        end.n,
        end.hash,
        next(
            (entry.event.n for entry in find_entries(tx, *_WHO_IS_WHO, retracted=[EventKind.MEMBER_MERGED], limit=1)), 0
        ),
        last_event(tx),
    )


def _changed_matches(tx: Transaction, since: ReadUntil) -> set[int]:
    """Return the numbers of the matches with events since a position in the log."""
    return matches_since(tx, tx.club, since.event)


def _first_matches(tx: Transaction) -> dict[int, int]:
    """Return the first match of every split table, by match number."""
    query = 'SELECT id, continues FROM "match" WHERE continues IS NOT NULL ORDER BY id'
    first: dict[int, int] = {}
    for match, before in tx.rows(query):
        first[match] = first.setdefault(before, before)
    return first


def _season_results(
    tx: Transaction, season: int | None, only: set[int] | None
) -> tuple[dict[int, tuple[Result, ...]], tuple[Difference, ...]]:
    """Return the results of a season, or of all seasons for None, by match, and a difference for each unreadable one.

    With `only`, read just these matches.
    """
    damage = [*altered_guest_events(tx)] if only is None else []
    condition = ("", ()) if season is None else ("WHERE season_id = ?", (season,))
    days = {session.id: session.held_on for session in select_rows(tx, Session, condition[0], *condition[1])}
    by_match: dict[int, tuple[Result, ...]] = {}
    tables = _first_matches(tx)
    joined = members_with_guest_results(tx, season)
    placed = dict(tx.rows(f'SELECT match_id, count(*) FROM "placing" {_match_condition(only)} GROUP BY match_id'))
    for number, match_results in _read_results(tx, only, days, tables, joined):
        if len(match_results) < placed[number]:
            damage.append(match_difference(number, "some of its places cannot be read"))
        if match_results:
            by_match[number] = tuple(match_results)
    if season is not None:  # leave out tournament matches that do not count, and add final orders
        counting = counted_tournaments(tx, season)
        by_match = {
            match: results for match, results in by_match.items() if tables.get(match, match) not in counting.without
        }
        for order in counting.orders:
            number = FINAL_ORDER + order.tournament
            if order.session in days and (
                results := tuple(_order_as_results(number, order, days[order.session], joined))
            ):
                by_match[number] = results
    return by_match, tuple(damage)


def _order_as_results(number: int, order: FinalOrder, day: date, joined: frozenset[int]) -> Iterator[Result]:
    """Yield a tournament's final order as the results of one match; nothing if it has a single player."""
    if sum(map(len, order.places)) < 2:
        return
    for member, match_result in match_score(order.places).items():
        counts = -member if -member in joined else member
        score = float(match_result.score)
        yield Result(number, order.session, counts, match_result.rank, match_result.players, score, order.game, day)


def _read_results(
    tx: Transaction,
    only: set[int] | None,
    days: Mapping[int, date],
    tables: Mapping[int, int],
    joined: frozenset[int],
) -> Iterator[tuple[int, list[Result]]]:
    """Yield the matches of the sessions in `days`, each with its players' results in order of seat.

    Unreadable rows are left out, so that one damaged row does not block the season. For speed, rows are read without
    the models, in one loop.
    """
    matches = {
        number: (session, game, days[session])
        for number, session, game in tx.rows(f'SELECT id, session_id, game FROM "match" {_match_condition(only, "id")}')
        if session in days
    }
    query = (
        'SELECT seat.match_id, seat.member_id, seat.guest, rank, players, score, hands FROM seat JOIN "placing" placed '
        "ON placed.match_id = seat.match_id AND placed.member_id = seat.member_id "
        f"{_match_condition(only, 'seat.match_id')} "
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


def _match_condition(only: set[int] | None, column: str = "match_id") -> str:
    """Return the SQL condition for some matches; empty for None, which means all.

    An empty set becomes ``IN (NULL)``, because PostgreSQL rejects an empty list.
    """
    return "" if only is None else f"WHERE {column} IN ({', '.join(map(str, only)) or 'NULL'})"
