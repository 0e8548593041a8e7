"""The ranking of a season, computed in exact fractions so that a player can check it by hand.

A match of N players scores ``(N - rank) / (N - 1)`` for each, and tied players share their mean rank. A session scores
the mean of its matches, a season the sum of its best sessions. `referee.competition.ties` breaks ties in the order set
when the season began. Nothing is rounded, so equal scores are true ties.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from operator import attrgetter
from types import MappingProxyType
from typing import ClassVar

from referee.cards.immutable import frozen
from referee.club.scoring_rules import USUAL_STEPS, penalty_cost
from referee.competition.result import score_of, total, weighted_mean
from referee.competition.ties import PlayerMatch, TieBreak, TieBreakData, TieStep, break_ties, describe_tie_breaks


@dataclass(slots=True, unsafe_hash=True)  # not frozen, for speed: there are tens of thousands
class Result:
    """A player's result in one match of several `players`. `rank` is the mean of the shared places.

    `score` is the recorded match score; the standings compute it again from `rank` and `players`, without rounding. If
    a table was split into several matches, these have the same `table`, and `hands` is the number of hands in each.
    """

    match: int
    session: int
    member: int
    rank: float
    players: int
    score: float
    game: str
    played_on: date
    table: int = 0
    hands: int = 0


@dataclass(slots=True, unsafe_hash=True)  # as `Result`
class SessionScore:
    """A member's session: the number of matches, and the mean of their scores minus the `penalty`.

    The matches of a split table count as one.
    """

    session: int
    played_on: date
    matches: int
    score: Fraction
    penalty: Fraction = Fraction()


@frozen
class Tally:
    """A player's season: all sessions and the counted ones, by date, with the total score of the latter.

    `wins` and `seconds` count the matches in which the player came first or second alone.
    """

    sessions: tuple[SessionScore, ...]
    counted: tuple[SessionScore, ...]
    score: Fraction
    matches: int
    wins: int
    seconds: int


@frozen
class Standing:
    """A member's row in the standings: the rank, the score, and the sessions behind it.

    `place` is None for a member who is not ranked, with `missing` more sessions needed. `sessions` and `counted` are in
    order of date. `ties` are the tie-breaks against neighbours with the same score.
    """

    PLAIN: ClassVar = (
        *("place", "name", "score", "exact", "counted", "dropped"),
        *("matches", "wins", "seconds", "missing", "ties"),
    )
    place: int | None
    member: int
    name: str
    score: Fraction
    sessions: tuple[SessionScore, ...]
    counted: tuple[SessionScore, ...]
    matches: int
    wins: int
    seconds: int
    missing: int = 0
    ties: tuple[TieBreak, ...] = ()

    @property
    def exact(self) -> str:
        """The score as a fraction, for checking by hand."""
        return str(self.score)

    @property
    def dropped(self) -> tuple[SessionScore, ...]:
        """The sessions that do not count, in order of date."""
        counted_sessions = {session_score.session for session_score in self.counted}
        return tuple(session for session in self.sessions if session.session not in counted_sessions)


def required_sessions(min_sessions: int, best_k: int, held: int) -> int:
    """Return the number of sessions that a place needs once so many sessions have been held.

    Until as many have been held as count, the season's minimum is reduced in proportion, rounded up.
    """
    return min(min_sessions, held, -(-min_sessions * held // best_k))


def ranking(
    results: Iterable[Result],
    members: Mapping[int, str],
    best_k: int,
    min_sessions: int,
    lot_seed: int | str,
    penalties: Mapping[tuple[int, int], int] = MappingProxyType({}),
    steps: Sequence[TieStep] = USUAL_STEPS,
    known_tallies: Mapping[int, Tally] | None = None,
) -> tuple[Standing, ...]:
    """Return the standings of a season: ranked members, best first, then those with too few sessions.

    `results` are those of all matches that count, in any order. To rank one game or some weeks, pass only those.
    Guests, and others missing from `members`, get no row but count as opponents. `penalties` are points by member and
    session number. `steps` break ties; the last step is the random order. `known_tallies` has the tallies of the same
    results, if known.
    """
    results = tuple(results)
    season = _Season(results, tallies(results, best_k, penalties) if known_tallies is None else known_tallies)
    ranked: defaultdict[Fraction, list[int]] = defaultdict(list)
    unranked = []
    for member, tally in season.tallied.items():
        if member in members:
            if len(tally.sessions) >= min_sessions:
                ranked[tally.score].append(member)
            else:
                unranked.append(member)

    def row(member: int, place: int | None, ties: tuple[TieBreak, ...] = ()) -> Standing:
        tally = season.tallied[member]
        return Standing(
            place=place,
            member=member,
            name=members[member],
            score=tally.score,
            sessions=tally.sessions,
            counted=tally.counted,
            matches=tally.matches,
            wins=tally.wins,
            seconds=tally.seconds,
            missing=max(0, min_sessions - len(tally.sessions)),
            ties=ties,
        )

    tie_break_data = season.known(lot_seed, {member for member, _ in penalties if member in season.tallied})
    rows: list[Standing] = []
    # The floats nearly always differ, and comparing them is faster.
    for score in sorted(ranked, key=lambda score: (float(score), score), reverse=True):
        levels = break_ties(ranked[score], steps, tie_break_data)
        ties = describe_tie_breaks(levels, members)
        for level in levels:
            place = len(rows) + 1
            rows += (row(member, place, ties[member]) for member in level.players)
    unranked.sort(key=lambda member: (-season.tallied[member].score, members[member].casefold(), member))
    return (*rows, *(row(member, None) for member in unranked))


def tallies(
    results: Sequence[Result],
    best_k: int,
    penalties: Mapping[tuple[int, int], int] = MappingProxyType({}),
    known: Mapping[int, Tally] = MappingProxyType({}),
) -> dict[int, Tally]:
    """Return each player's tally for a season by member number, guests included.

    `known` tallies are reused: the results of all matches of these players, and their penalties, must be unchanged.
    Raise `ValueError` if `best_k` is less than 1.
    """
    if best_k < 1:
        raise ValueError(f"a season counts one session or more, not {best_k}")
    new_results = [result for result in results if result.member not in known] if known else results
    parts_by_table = _split_results(new_results)
    wins = Counter([result.member for result in new_results if result.rank == 1 and not result.table])
    wins.update(member for (member, _), parts in parts_by_table.items() if all(result.rank == 1 for result in parts))
    seconds = _count_seconds(results, new_results, parts_by_table)
    new_tallies = dict(known)
    for member, sessions in _score_sessions(new_results, parts_by_table, penalties).items():
        worth, unit = _scale_to_integers([session.score for session in sessions])
        # Of equal sessions, the earlier counts: they are in order of date, and sorting is stable.
        best = sorted(sorted(range(len(sessions)), key=worth.__getitem__, reverse=True)[:best_k])
        score = Fraction(sum(worth[index] for index in best), unit)
        best_sessions = tuple(sessions[index] for index in best)
        matches = sum(session.matches for session in sessions)
        new_tallies[member] = Tally(sessions, best_sessions, score, matches, wins[member], seconds[member])
    return new_tallies


def _split_results(results: Sequence[Result]) -> dict[tuple[int, int], list[Result]]:
    """Return the results at split tables by player and table."""
    parts_by_table: defaultdict[tuple[int, int], list[Result]] = defaultdict(list)
    for result in results:
        if result.table:
            parts_by_table[result.member, result.table].append(result)
    return parts_by_table


def _count_seconds(
    results: Sequence[Result], new_results: Sequence[Result], parts_by_table: Mapping[tuple[int, int], Sequence[Result]]
) -> Counter[int]:
    """Return how many matches each player finished second alone.

    A rank of 2 is not enough, because three players who share first place also have a mean rank of 2.
    """
    sharing = Counter([result.match for result in results if result.rank == 2])
    at_two = [result for result in new_results if result.rank == 2 and sharing[result.match] == 1]
    sole_seconds = {(result.member, result.match) for result in at_two if result.table}
    seconds = Counter([result.member for result in at_two if not result.table])
    seconds.update(
        member
        for (member, _), parts in parts_by_table.items()
        if all((member, result.match) in sole_seconds for result in parts)
    )
    return seconds


def _score_sessions(
    results: Sequence[Result],
    parts_by_table: Mapping[tuple[int, int], Sequence[Result]],
    penalties: Mapping[tuple[int, int], int],
) -> dict[int, tuple[SessionScore, ...]]:
    """Return each player's sessions in order of date.

    Match scores are added as integers, in a unit divisible by all table sizes, because adding fractions would take most
    of the time for a long season.
    """
    unit = lcm(*(2 * (players - 1) for players in {result.players for result in results}))
    worth: dict[tuple[int, float], int] = {}
    sums: dict[tuple[int, int], _SessionSum] = {}
    for result in results:
        if result.table:
            continue
        size = result.players, result.rank
        if size not in worth:
            worth[size] = int(score_of(_exact_rank(result), result.players) * unit)
        _add_result(sums, result, worth[size])
    for parts in parts_by_table.values():
        mean_score = weighted_mean(
            (score_of(_exact_rank(result), result.players), _hands_weight(result)) for result in parts
        )
        _add_result(sums, min(parts, key=attrgetter("played_on")), mean_score * unit)
    mean_scores = {
        (total, matches): Fraction(total) / (matches * unit)
        for total, matches in {(session_sum.total, session_sum.matches) for session_sum in sums.values()}
    }
    scores: defaultdict[int, list[SessionScore]] = defaultdict(list)
    for (member, session), session_sum in sums.items():
        session_score = SessionScore(
            session, session_sum.played_on, session_sum.matches, mean_scores[session_sum.total, session_sum.matches]
        )
        scores[member].append(_deduct_points(session_score, penalties.get((member, session), 0)))
    in_order = attrgetter("played_on", "session")
    return {member: tuple(sorted(sessions, key=in_order)) for member, sessions in scores.items()}


@dataclass(slots=True)
class _SessionSum:
    """A player's total score in a session, as an integer in a common unit, with the first day of play."""

    total: int | Fraction
    matches: int
    played_on: date


def _add_result(sums: dict[tuple[int, int], _SessionSum], result: Result, score: int | Fraction) -> None:
    key = result.member, result.session
    before = sums.get(key)
    if before is None:
        sums[key] = _SessionSum(score, 1, result.played_on)
        return
    before.total += score
    before.matches += 1
    if result.played_on < before.played_on:
        before.played_on = result.played_on


@dataclass(frozen=True)  # without slots, so that properties are cached: few ties need them
class _Season:
    """All results of a season, and each player's tally, guests included."""

    results: tuple[Result, ...]
    tallied: Mapping[int, Tally]

    @cached_property
    def ranks(self) -> dict[int, dict[int, Fraction]]:
        """The rank of each player by match number."""
        ranks: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
        for result in self.results:
            ranks[result.match][result.member] = _exact_rank(result)
        return ranks

    @cached_property
    def played(self) -> dict[int, list[Result]]:
        """The results of each player by member number."""
        results_by_member: defaultdict[int, list[Result]] = defaultdict(list)
        for result in self.results:
            results_by_member[result.member].append(result)
        return results_by_member

    @cached_property
    def sessions(self) -> list[int]:
        """The session numbers, in order of date."""
        days = {(session.played_on, session.session) for tally in self.tallied.values() for session in tally.sessions}
        return list(dict.fromkeys(session for _, session in sorted(days)))

    def known(self, lot_seed: int | str, penalised: Iterable[int]) -> TieBreakData:
        """Return the tie-break data. A player's strength is the mean score of their counted sessions."""

        def record(player: int) -> _Record:
            return _Record(self, player, self.tallied[player])

        def strength(player: int) -> Fraction:
            return self.tallied[player].score / len(self.tallied[player].counted)

        penalty_costs = {
            player: total([session.penalty for session in self.tallied[player].sessions]) for player in penalised
        }
        return TieBreakData(cache(record), cache(strength), penalty_costs, lot_seed, duels_only=True)


@dataclass(frozen=True)  # without slots, so that properties are cached: few ties need them
class _Record:
    """A player's season in the form that the tie-break steps read."""

    season: _Season
    member: int
    tally: Tally

    @property
    def wins(self) -> int:
        return self.tally.wins

    @property
    def seconds(self) -> int:
        return self.tally.seconds

    @cached_property
    def matches(self) -> list[PlayerMatch]:
        return [
            PlayerMatch(
                unit=result.session,
                table=result.table or result.match,
                rank=_exact_rank(result),
                is_sole=list(self.season.ranks[result.match].values()).count(_exact_rank(result)) == 1,
                score=score_of(_exact_rank(result), result.players),
                opponents={
                    opponent: rank
                    for opponent, rank in self.season.ranks[result.match].items()
                    if opponent != self.member
                },
                weight=_hands_weight(result),
            )
            for result in self.season.played[self.member]
        ]

    @property
    def unit_scores(self) -> list[Fraction | None]:
        scores = {session.session: session.score for session in self.tally.sessions}
        return [scores.get(session) for session in self.season.sessions]


def _deduct_points(session_score: SessionScore, points: int) -> SessionScore:
    """Return a session's score after deducting penalty points (scoring 5.2)."""
    if not points:
        return session_score
    cost = penalty_cost(points, session_score.score)
    return replace(session_score, score=session_score.score - cost, penalty=cost)


def _exact_rank(result: Result) -> Fraction:
    return Fraction(round(2 * result.rank), 2)


def _hands_weight(part: Result) -> int:
    return max(1, part.hands)


def _scale_to_integers(scores: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return scores as integers of a common unit, and the unit. Integers are faster to compare and add."""
    unit = lcm(*(score.denominator for score in scores))
    return [score.numerator * (unit // score.denominator) for score in scores], unit
