"""What the finished matches of a season gave, for the standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from sqlmodel import col, select

from referee.club.calendar import seasons
from referee.club.done import done
from referee.club.folder import Club
from referee.club.standings.counted_tournaments import FINAL_ORDER, FinalOrder, last_event, of_tournaments
from referee.club.standings.guests import counted, damaged
from referee.club.standings.ranking import Result
from referee.competition.result import match_score
from referee.store import models as store
from referee.store.difference import Difference, at_table
from referee.store.events.log import head, touched
from referee.store.kinds.kind import Kind
from referee.store.transaction import Transaction

Row: TypeAlias = Sequence[Any]
_WHO_IS_WHO: Final = (Kind.MEMBER_MERGED, Kind.GUEST_RESULTS)


@dataclass(frozen=True, slots=True)
class Read:
    """How far the club's file had been read: the last `event` of its log.

    `who` is the last event by which members were merged or parted, or that says whether what a guest played counts,
    `tournaments` the last that may change what of tournaments does.
    """

    event: int
    who: int = 0
    tournaments: int = 0


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The results of a season by match, and how far the club's file had been read for them.

    `damage` is what in them cannot be read, and is left out.
    """

    season: int
    by_match: Mapping[int, tuple[Result, ...]]
    read: Read
    damage: tuple[Difference, ...] = ()

    @property
    def every(self) -> list[Result]:
        """Every result, in order of matches and seats."""
        return [result for match in self.by_match.values() for result in match]

    def touched_since(self, before: SeasonResults) -> set[int]:
        """Return the players of every match that has other results than `before`, or none any more."""
        now, then = self.by_match, before.by_match
        read_again = {match for match in {**then, **now} if now.get(match) is not then.get(match)}
        changed = {match for match in read_again if now.get(match) != then.get(match)}
        return {each.member for match in changed for each in (*now.get(match, ()), *then.get(match, ()))}


def season_results(club: Club, season: str | None = None, *, before: SeasonResults | None = None) -> SeasonResults:
    """Return every result in a season's finished matches.

    Whoever was a guest when the match started bears the negative of the member's number: guests have no place in the
    standings, were opponents all the same, and bring those results along only where an officer has said so.

    With the results of a moment `before`, only the matches that have changed since are read again: a match changes
    when something is added to its log, or when it is finished.
    """
    with club.reading() as tx:
        found = seasons.called(tx, season, club.today)
        read = _how_far(tx)
        known = before if before and _same(before, found.id, read) else None
        changed = _changed(tx, known.read) if known else None
        fresh, damage = _results(tx, found.id, changed)
    if known is None or changed is None:
        return SeasonResults(found.id, fresh, read, damage)
    kept = dict(known.by_match)
    for match in changed:
        kept.pop(match, None)
    damage = (*(each for each in known.damage if each.table not in changed), *damage)
    return SeasonResults(found.id, {**kept, **fresh}, read, damage)


def every_result(club: Club) -> tuple[tuple[Result, ...], tuple[Difference, ...]]:
    """Return every result of the club in the order of play, whatever the season, and what in them cannot be read.

    That is the order of days, and on one day that of table numbers. Whoever was a guest then has a negative number, as
    in `season_results`.
    """
    with club.reading() as tx:
        found, damage = _results(tx, None, None)
    played = sorted(found.values(), key=lambda match: (match[0].played_on, match[0].match))
    return tuple(result for match in played for result in match), damage


def _same(before: SeasonResults, season: int, read: Read) -> bool:
    """Tell whether members are the persons who they were when results were read."""
    was = before.read
    then = before.season, was.who, was.tournaments
    return then == (season, read.who, read.tournaments)


def _how_far(tx: Transaction) -> Read:
    return Read(
        head(tx, tx.club).n,
        next((each.event.n for each in done(tx, *_WHO_IS_WHO, undone=[Kind.MEMBER_MERGED], most=1)), 0),
        last_event(tx),
    )


def _changed(tx: Transaction, since: Read) -> set[int]:
    """Return the matches to which something has happened since the file was last read."""
    return touched(tx, tx.club, since.event)


def _tables(tx: Transaction) -> dict[int, int]:
    """Return the first match of the table, for every match of a table that was parted into several."""
    asked = select(store.Match.id, store.Match.continues).where(col(store.Match.continues).is_not(None))
    first: dict[int, int] = {}
    for match, before in tx.exec(asked.order_by(col(store.Match.id))):
        if before is not None:
            first[match] = first.setdefault(before, before)
    return first


def _results(
    tx: Transaction, season: int | None, only: set[int] | None
) -> tuple[dict[int, tuple[Result, ...]], tuple[Difference, ...]]:
    """Read the results of a season's matches, or of those among them that are named; of all without a season.

    With them comes what cannot be read of all that results come from.
    """
    # A long season has tens of thousands of results, so they are not read as rows of the models.
    seats = _by_match(tx, "seat", "member_id, guest", "seat", only)
    placings = _by_match(tx, "placing", "member_id, rank, players, score, hands", "member_id", only)
    damage = [*damaged(tx)] if only is None else []
    of_season = select(col(store.Session.id), col(store.Session.held_on))
    sessions = tx.exec(of_season if season is None else of_season.where(col(store.Session.season_id) == season))
    days = dict(sessions.all())
    named = "" if only is None else f"WHERE id IN ({_listed(only)})"
    played = tx.rows(f'SELECT id, session_id, game FROM "match" {named} ORDER BY id')
    joined, tables = counted(tx, season), _tables(tx)
    found = {}
    for match in played:
        number, session, _ = match
        if session in days and number in seats and number in placings:
            table = tables.get(number, 0)
            given = _given(match, days[session], table, seats[number], placings[number], joined)
            if len(given) < len(placings[number]):
                damage.append(at_table(number, "not all of the places that it gave can be read"))
            if given:
                found[number] = given
    if season is not None:  # without the tables of tournaments that do not count, and with the final orders that do
        counting = of_tournaments(tx, season)
        found = {match: each for match, each in found.items() if tables.get(match, match) not in counting.without}
        for order in counting.orders:
            number = FINAL_ORDER + order.tournament
            if order.session in days and (results := tuple(_as_match(number, order, days[order.session], joined))):
                found[number] = results
    return found, tuple(damage)


def _as_match(number: int, order: FinalOrder, day: date, joined: frozenset[int]) -> Iterator[Result]:
    """Yield the final order of a tournament as the results of one match; of one player alone there is none."""
    if sum(map(len, order.places)) < 2:
        return
    for member, scored in match_score(order.places).items():
        counts = -member if -member in joined else member
        score = float(scored.score)
        yield Result(number, order.session, counts, scored.rank, scored.players, score, order.game, day)


def _given(
    match: tuple[int, int, str], day: date, table: int, seats: Iterable[Row], placings: Iterable[Row],
    joined: frozenset[int],
) -> tuple[Result, ...]:  # fmt: skip
    """Return what a match, of which the number, session and game are given, gave its players in order of seats.

    What cannot be read is left out: a damaged row must not spoil the season.
    """
    number, session, game = match
    places = {member: row for member, *row in placings}
    given = []
    for member, guest in seats:
        if member not in places:
            continue
        rank, players, score, hands = places[member]
        if isinstance(rank, float) and isinstance(score, float) and isinstance(players, int) and players > 1:
            counts = -member if guest and member not in joined else member
            had = hands if isinstance(hands, int) else 0
            given.append(Result(number, session, counts, rank, players, score, game, day, table, had))
    return tuple(given)


def _by_match(tx: Transaction, table: str, columns: str, order: str, only: set[int] | None) -> dict[int, list[Row]]:
    """Return the rows of a table that matches have, some of them or all, by match and in order."""
    where = "" if only is None else f"WHERE match_id IN ({_listed(only)})"
    found: dict[int, list[Row]] = {}
    for match, *row in tx.rows(f'SELECT match_id, {columns} FROM "{table}" {where} ORDER BY match_id, {order}'):
        found.setdefault(match, []).append(row)
    return found


def _listed(numbers: set[int]) -> str:
    """Return numbers as SQL has them in a list, which a server does not let be empty."""
    return ", ".join(map(str, numbers)) or "NULL"
