"""Who comes where in a season, reckoned exactly, so that a player can check it with a pencil.

A match of N players gives each ``(N - rank) / (N - 1)``; who shares places shares their mean rank. A session scores
the mean of its matches, a season the sum of the best sessions. Whoever is still level is parted by the steps
of `Step`, in the order that the season was begun with. Scores are fractions, never rounded, so that a tie is a tie.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import lcm
from operator import attrgetter
from types import MappingProxyType

from referee.club.disputes.penalty_cost import cost
from referee.club.standings.scoring import score_of
from referee.club.standings.tie_breaks import USUAL, Mark, Step, TieBreak


@dataclass(slots=True, unsafe_hash=True)  # not frozen, though nobody changes it: there are tens of thousands
class Result:
    """One player's place in one match: the mean `rank` of the places shared, among so many `players`.

    `score` is the match score as recorded; the standings reckon it anew from `rank` and `players`, without rounding.
    Matches into which one table was parted have that `table` in common, and so many `hands` each.
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


@dataclass(frozen=True, slots=True)
class SessionScore:
    """One session of a member: how many matches, those of one parted table as one, and the mean of their scores, less
    the `penalty` taken from it.
    """

    session: int
    played_on: date
    matches: int
    score: Fraction
    penalty: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has in a season: every session and those that count, in order of date, and what they add up to.

    `wins` and `seconds` are how often the player came first or second, alone.
    """

    sessions: tuple[SessionScore, ...]
    counted: tuple[SessionScore, ...]
    score: Fraction
    wins: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One member's line: the place, the score, and all that it takes to check them by hand.

    `place` is None for a member who is not ranked, being `missing` so many sessions. `counted` and `dropped` are
    the member's sessions in order of date; `ties` names what parted the member from a neighbour with the same score.
    """

    place: int | None
    member: int
    name: str
    score: Fraction
    counted: tuple[SessionScore, ...]
    dropped: tuple[SessionScore, ...]
    matches: int
    wins: int
    seconds: int
    missing: int = 0
    ties: tuple[TieBreak, ...] = ()


def ranking(
    results: Iterable[Result],
    members: Mapping[int, str],
    best_k: int,
    min_sessions: int,
    lot_seed: int | str,
    guests: frozenset[int] = frozenset(),
    penalties: Mapping[tuple[int, int], int] = MappingProxyType({}),
    steps: Sequence[Step] = USUAL,
    tallied: Mapping[int, Tally] | None = None,
) -> tuple[Standing, ...]:
    """Return the table of a season: those with `min_sessions` or more in order, then the others, not ranked.

    `results` are all places of all matches that count, in any order; for one game or some weeks, pass only those.
    Guests, and whoever is not in `members`, have no row, but are opponents all the same. `penalties` are points, by the
    numbers of the member and the session. Ties are parted by `steps`, of which the last is the lot. `tallied` is what
    `tallies` made of the same results, where that is at hand.
    """
    results = tuple(results)
    season = _Season(results, tallies(results, best_k, penalties) if tallied is None else tallied, lot_seed)
    ranked: defaultdict[Fraction, list[int]] = defaultdict(list)
    unranked = []
    for member, tally in season.tallied.items():
        if member in members and member not in guests:
            if len(tally.sessions) >= min_sessions:
                ranked[tally.score].append(member)
            else:
                unranked.append(member)

    def row(member: int, place: int | None, ties: tuple[TieBreak, ...] = ()) -> Standing:
        tally = season.tallied[member]
        counting = {each.session for each in tally.counted}
        return Standing(
            place=place,
            member=member,
            name=members[member],
            score=tally.score,
            counted=tally.counted,
            dropped=tuple(each for each in tally.sessions if each.session not in counting),
            matches=sum(each.matches for each in tally.sessions),
            wins=tally.wins,
            seconds=tally.seconds,
            missing=max(0, min_sessions - len(tally.sessions)),
            ties=ties,
        )

    rows: list[Standing] = []
    for score in sorted(ranked, reverse=True):
        parted = list(season.part(ranked[score], steps))
        for at, (member, above) in enumerate(parted):
            ties = []
            if above:
                other = parted[at - 1][0]
                ties.append(TieBreak(above.step, other, members[other], False, above.lower, above.higher))
            if at + 1 < len(parted):
                other, below = parted[at + 1]
                assert below  # the lot parts everybody
                ties.append(TieBreak(below.step, other, members[other], True, below.higher, below.lower))
            rows.append(row(member, len(rows) + 1, tuple(ties)))
    unranked.sort(key=lambda member: (-season.tallied[member].score, members[member].casefold(), member))
    return (*rows, *(row(member, None) for member in unranked))


def tallies(
    results: Sequence[Result],
    best_k: int,
    penalties: Mapping[tuple[int, int], int] = MappingProxyType({}),
    known: Mapping[int, Tally] = MappingProxyType({}),
) -> dict[int, Tally]:
    """Return what each player has in a season, members and guests alike.

    Those of whom it is `known` are not reckoned again: nothing in the results of their matches may have changed, nor in
    their penalties.
    """
    if best_k < 1:
        raise ValueError(f"a season counts one session or more, not {best_k}")
    own = [result for result in results if result.member not in known] if known else results
    parted = _parted(own)
    wins = Counter(result.member for result in own if result.rank == 1 and not result.table)
    wins.update(member for (member, _), parts in parted.items() if all(each.rank == 1 for each in parts))
    seconds = _seconds(results, own, parted)
    tallied = dict(known)
    for member, sessions in _sessions(own, parted, penalties).items():
        worth, unit = _in_whole_numbers([each.score for each in sessions])
        # Of equal sessions the earlier counts: they are in order of date, and sorting leaves them so.
        best = sorted(sorted(range(len(sessions)), key=worth.__getitem__, reverse=True)[:best_k])
        score = Fraction(sum(worth[at] for at in best), unit)
        counted = tuple(sessions[at] for at in best)
        tallied[member] = Tally(sessions, counted, score, wins[member], seconds[member])
    return tallied


def _parted(results: Sequence[Result]) -> dict[tuple[int, int], list[Result]]:
    """Return the results of each player at each table that was parted into several matches."""
    parted: defaultdict[tuple[int, int], list[Result]] = defaultdict(list)
    for result in results:
        if result.table:
            parted[result.member, result.table].append(result)
    return parted


def _seconds(
    results: Sequence[Result], own: Sequence[Result], parted: Mapping[tuple[int, int], Sequence[Result]]
) -> Counter[int]:
    """Count how often each player came second, alone: three who share the first place have a mean rank of 2 as well."""
    sharing = Counter(result.match for result in results if result.rank == 2)
    at_two = [result for result in own if result.rank == 2 and sharing[result.match] == 1]
    alone = {(result.member, result.match) for result in at_two if result.table}
    seconds = Counter(result.member for result in at_two if not result.table)
    seconds.update(
        member for (member, _), parts in parted.items() if all((member, each.match) in alone for each in parts)
    )
    return seconds


def _sessions(
    results: Sequence[Result],
    parted: Mapping[tuple[int, int], Sequence[Result]],
    penalties: Mapping[tuple[int, int], int],
) -> dict[int, tuple[SessionScore, ...]]:
    """Return each player's sessions, in order of date.

    Match scores are added up as whole numbers of a unit that every table size divides, and made a fraction only
    once for all sessions that are alike: fractions would take most of the time of a long season.
    """
    unit = lcm(*(2 * (players - 1) for players in {result.players for result in results}))
    worth: dict[tuple[int, float], int] = {}
    added: defaultdict[int, dict[int, tuple[int | Fraction, int, date]]] = defaultdict(dict)
    for result in results:
        if result.table:
            continue
        size = result.players, result.rank
        if size not in worth:
            players, twice_rank = result.players, round(2 * result.rank)
            worth[size] = (2 * players - twice_rank) * (unit // (2 * (players - 1)))
        before = added[result.member]
        total, matches, day = before.get(result.session, (0, 0, result.played_on))
        before[result.session] = total + worth[size], matches + 1, min(day, result.played_on)
    for (member, _), parts in parted.items():
        session, day = parts[0].session, parts[0].played_on
        total, matches, first = added[member].get(session, (0, 0, day))
        mean = table_score(parts) * unit
        added[member][session] = total + mean, matches + 1, min(first, day)
    means = {
        (total, matches): Fraction(total) / (matches * unit)
        for total, matches in {(total, matches) for each in added.values() for total, matches, _ in each.values()}
    }
    return {
        member: tuple(
            sorted(
                (
                    _less(
                        SessionScore(session, day, matches, means[total, matches]),
                        penalties.get((member, session), 0),
                    )
                    for session, (total, matches, day) in scored.items()
                ),
                key=attrgetter("played_on", "session"),
            )
        )
        for member, scored in added.items()
    }


@dataclass(frozen=True, slots=True)
class _Gap:
    """What parts a member from the one just above: the step, and the two marks."""

    step: Step
    higher: Mark
    lower: Mark


@dataclass(frozen=True)  # without slots: what only some ties need is reckoned once, when first asked for
class _Season:
    """All that happened in a season, of members and guests alike."""

    results: tuple[Result, ...]
    tallied: Mapping[int, Tally]
    lot_seed: int | str

    @cached_property
    def parted(self) -> Mapping[tuple[int, int], Sequence[Result]]:
        """The results of each player at each table that was parted into several matches."""
        return _parted(self.results)

    @cached_property
    def tables(self) -> dict[int, dict[int, float]]:
        """Each match's players, with their ranks."""
        tables: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for result in self.results:
            tables[result.match][result.member] = result.rank
        return tables

    @cached_property
    def matches_of(self) -> dict[int, list[int]]:
        """Each player's matches."""
        matches: defaultdict[int, list[int]] = defaultdict(list)
        for match, ranks in self.tables.items():
            for member in ranks:
                matches[member].append(match)
        return matches

    def part(self, tied: Sequence[int], steps: Sequence[Step]) -> Iterator[tuple[int, _Gap | None]]:
        """Put tied members in order, each with what parts it from the one before, and the first with None."""
        if len(tied) == 1:
            yield tied[0], None
            return
        step, *later = steps
        level: defaultdict[Mark, list[int]] = defaultdict(list)
        for member, mark in self._marks(step, tied).items():
            level[mark].append(member)
        higher: Mark | None = None
        for mark in sorted(level, reverse=True):
            gap = None if higher is None else _Gap(step, higher, mark)
            for member, within in self.part(level[mark], later):
                yield member, within or gap
            higher = mark

    def _marks(self, step: Step, tied: Sequence[int]) -> Mapping[int, Mark]:
        match step:
            case Step.WINS:
                return {member: self.tallied[member].wins for member in tied}
            case Step.SECONDS:
                return {member: self.tallied[member].seconds for member in tied}
            case Step.HEAD_TO_HEAD:
                return self._head_to_head(tied)
            case Step.STRENGTH:
                return {member: self._mean_table_strength(member) for member in tied}
            case Step.LOT:
                return {member: sha256(f"{self.lot_seed} {member}".encode()).hexdigest() for member in tied}

    def _head_to_head(self, tied: Sequence[int]) -> Mapping[int, Mark]:
        """Count the matches in which each of two came before the other; three or more are left level."""
        if len(tied) != 2:
            return dict.fromkeys(tied, 0)
        one, other = tied
        ahead: Counter[int] = Counter()  # by how much, by match, or by table where that was parted
        weighed = {
            each.match: (-table, _weight(each))
            for (member, table), parts in self.parted.items()
            if member == one
            for each in parts
        }
        for match in self.matches_of[one]:
            ranks = self.tables[match]
            if other in ranks:
                met, weight = weighed.get(match, (match, 1))
                ahead[met] += round(2 * (ranks[other] - ranks[one])) * weight
        return {one: sum(by > 0 for by in ahead.values()), other: sum(by < 0 for by in ahead.values())}

    def _mean_table_strength(self, member: int) -> Fraction:
        """Return the mean, over the member's matches, of the mean strength of the opponents in the match.

        A player's strength is the season score divided by the number of sessions counted in it, and so the mean
        session score of the sessions that count. Matches of which no opponent is known are left out.
        """
        met: defaultdict[int, Counter[int]] = defaultdict(Counter)  # opponents, by how many there were in the match
        matches = 0
        for match in self.matches_of[member]:
            opponents = [other for other in self.tables[match] if other != member]
            met[len(opponents)].update(opponents)
            matches += bool(opponents)
        total = sum(
            self.tallied[other].score / len(self.tallied[other].counted) * Fraction(times, size)
            for size, others in met.items()
            for other, times in others.items()
        )
        return Fraction(total, matches or 1)


def _less(scored: SessionScore, points: int) -> SessionScore:
    """Return what penalties leave of a session, see 5.2 of the rulebook of scoring."""
    if not points:
        return scored
    taken = cost(points, scored.score)
    return replace(scored, score=scored.score - taken, penalty=taken)


def table_score(parts: Sequence[Result]) -> Fraction:
    """Return a player's score at a table that was parted: the mean of its matches, each weighed by its whole hands."""
    scores = (score_of(Fraction(round(2 * each.rank), 2), each.players) * _weight(each) for each in parts)
    return sum(scores, Fraction()) / sum(map(_weight, parts))


def _weight(part: Result) -> int:
    return max(1, part.hands)


def _in_whole_numbers(scores: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return scores as multiples of one over a whole number, and that number: they are sooner compared and added."""
    unit = lcm(*(score.denominator for score in scores))
    return [score.numerator * (unit // score.denominator) for score in scores], unit
