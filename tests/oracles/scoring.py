"""The standings of a season a second time, written from the text of the rulebook of scoring and from nothing else.

It takes a season as one would tell it: who sat at which table, what happened there, what was won. Every chapter of the
rulebook that gives or takes a score or a place has its lines here, with the clause that they were written from.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Places = Sequence[Sequence[str]]
RESULT_ONLY = "Hearts"
"""A game of which nobody writes the hands down."""


def by_chips(won: Mapping[str, int]) -> list[list[str]]:
    """1.2: the chips won decide the ranks."""
    return [[name for name in won if won[name] == most] for most in sorted(set(won.values()), reverse=True)]


@dataclass
class Match:
    """What was played from when the seats were taken until somebody came or went, or the game was over.

    `hands` are the chips of every whole hand, `written` whether any line was. Where nobody writes hands down, `places`
    or `chips` are the result, and `left` is who went before it, first of all whoever left first. `fresh` is who was a
    guest when the match started.
    """

    number: int
    seats: list[str]
    fresh: frozenset[str] = frozenset()
    begun: bool = False
    written: bool = False
    hands: list[Mapping[str, int]] = field(default_factory=list)
    places: Places | None = None
    chips: Mapping[str, int] | None = None
    left: list[str] = field(default_factory=list)
    over: bool = False
    void: bool = False

    @property
    def counts(self) -> bool:
        """4.6, 4.8: a match that is void, or ended before any hand was over, counts for nobody."""
        return self.over and not self.void and bool(self.hands or self.places or self.chips)

    @property
    def weight(self) -> int:
        """4.4: its whole hands, and one where no hand was written down."""
        return len(self.hands) or 1

    @property
    def won(self) -> dict[str, int]:
        """The chips of all its whole hands."""
        return {name: sum(hand[name] for hand in self.hands) for name in self.seats}

    @property
    def ranks(self) -> dict[str, Fraction]:
        """1.1, 1.2, 4.7: whoever shares places shares the mean of their ranks."""
        if self.chips:
            groups = by_chips(self.chips)
        else:
            groups = [list(group) for group in self.places or by_chips(self.won)]
            stayed = ([name for name in group if name not in self.left] for group in groups)
            groups = [*filter(None, stayed), *([name] for name in reversed(self.left))]
        ranks, before = {}, 0
        for group in groups:
            for name in group:
                ranks[name] = Fraction(2 * before + 1 + len(group), 2)
            before += len(group)
        return ranks

    def score(self, name: str) -> Fraction:
        """1.1: (N - rank) / (N - 1)."""
        ranks = self.ranks
        return (len(ranks) - ranks[name]) / (len(ranks) - 1)

    def alone(self, rank: int) -> str | None:
        """Who has a rank and shares it with nobody."""
        there = [name for name, its in self.ranks.items() if its == rank]
        # Three that share the ranks 1 to 3 have the mean 2 as well, and none of them is second alone.
        return there[0] if len(there) == 1 else None


@dataclass
class Table:
    """A table at which one game is played, in the matches into which it was parted (4.3)."""

    session: int
    game: str
    matches: list[Match]

    @property
    def now(self) -> Match:
        """The match that is on there."""
        return self.matches[-1]

    def changes(self, seats: list[str], fresh: frozenset[str], goes_on: int, gone: str = "") -> None:
        """Somebody comes, goes, stands in or swaps; `seats` is who then has a seat, if it `goes_on` as another match.

        4.1: before the first hand that is all. 4.2, 4.3: then the match ends, and the others go on in another. 4.7: not
        where only the result is written down, and there whoever is `gone` still had a seat.
        """
        now = self.now
        if not now.begun:
            now.seats, now.fresh = seats, fresh
        elif not now.written:
            now.left += [gone] if gone else []
            now.seats, now.fresh = seats, fresh
        else:
            now.over = True
            if goes_on:
                self.matches.append(Match(goes_on, seats, fresh))


@dataclass
class Season:
    """A season: what was settled, the tables, and who was given what penalty in which session; who is a member, and of
    those who joined in what order whether what they played as guests counts.
    """

    best_k: int
    min_sessions: int
    steps: tuple[str, ...]
    tables: list[Table] = field(default_factory=list)
    penalties: list[tuple[str, int, int]] = field(default_factory=list)
    members: set[str] = field(default_factory=set)
    joined: list[tuple[str, bool]] = field(default_factory=list)

    def with_results(self, name: str) -> bool:
        """1.3: whether what somebody played as a guest counts: the last word on it does."""
        return next((counts for who, counts in reversed(self.joined) if who == name), False)


@dataclass(frozen=True)
class Line:
    """A line of the standings."""

    name: str
    place: int | None
    score: Fraction
    sessions: int
    wins: int
    seconds: int


Played = tuple[str, bool]
"""Somebody as a member, or as the guest that they were."""


def mean(figures: Iterable[Fraction]) -> Fraction:
    """Return the mean."""
    listed = list(figures)
    return sum(listed, Fraction(0)) / len(listed)


class Reckoning:
    """A season as it stands, or one game of it, with the lot that somebody draws: whoever has the greater is ahead."""

    def __init__(self, season: Season, lot: Callable[[str], str], game: str = "") -> None:
        self.season = season
        self.lot = lot
        self.game = game
        self.every = [table for table in season.tables if table.game == game or not game]

    def of(self, match: Match, name: str) -> Played:
        """1.3: who was a guest when a match started has nothing from it, unless an officer lets it count."""
        guest = name not in self.season.members
        return name, guest or (name in match.fresh and not self.season.with_results(name))

    def played(self, who: Played, table: Table) -> list[Match]:
        """The matches of a table that somebody played and that count."""
        return [m for m in table.matches if m.counts and who[0] in m.ranks and self.of(m, who[0]) == who]

    def tables(self, who: Played) -> list[tuple[Table, list[Match]]]:
        """The tables at which somebody played, each with the matches of it."""
        return [(table, theirs) for table in self.every if (theirs := self.played(who, table))]

    def at_table(self, who: Played, theirs: Sequence[Match]) -> Fraction:
        """4.4: what a table gives."""
        return sum((m.score(who[0]) * m.weight for m in theirs), Fraction(0)) / sum(m.weight for m in theirs)

    def by_session(self, who: Played) -> dict[int, tuple[Fraction, Fraction]]:
        """2.1, 5.2: what each session gives, and what penalties took from it."""
        found: dict[int, list[Fraction]] = {}
        for table, theirs in self.tables(who):
            found.setdefault(table.session, []).append(self.at_table(who, theirs))
        # 5.4: taken from whole sessions, so that the table of a single game is without them.
        given = (
            []
            if self.game or who[1]
            else [(at, points) for name, at, points in self.season.penalties if name == who[0]]
        )
        taken = {at: Fraction(sum(points for day, points in given if day == at), 10) for at in found}
        left = {at: max(Fraction(0), mean(of) - taken[at]) for at, of in found.items()}
        return {at: (left[at], mean(of) - left[at]) for at, of in found.items()}

    def sessions(self, who: Played) -> list[Fraction]:
        """What each session gives."""
        return [left for left, _ in self.by_session(who).values()]

    def best(self, who: Played) -> list[Fraction]:
        """2.2: the best sessions."""
        return sorted(self.sessions(who), reverse=True)[: self.season.best_k]

    def score(self, who: Played) -> Fraction:
        """2.2: their sum."""
        return sum(self.best(who), Fraction(0))

    def alone(self, who: Played, rank: int) -> int:
        """3.1, 3.2, 4.5: the tables at which somebody had a rank alone in every match that they played."""
        return sum(all(m.alone(rank) == who[0] for m in theirs) for _, theirs in self.tables(who))

    def ahead(self, one: Played, other: Played) -> int:
        """3.3, 4.5: the tables at which the one came before the other, where both played."""
        count = 0
        for table in self.every:
            both = [m for m in self.played(one, table) if m in self.played(other, table)]
            sums = [sum(m.ranks[who[0]] * m.weight for m in both) for who in (one, other)]
            count += bool(both) and sums[0] < sums[1]
        return count

    def strength(self, who: Played) -> Fraction:
        """3.4: a player's own."""
        return self.score(who) / len(self.best(who))

    def met(self, who: Played) -> list[Fraction]:
        """3.4: the strengths of the tables, for which each match is one (4.5)."""
        return [
            mean(self.strength(self.of(m, name)) for name in m.ranks if name != who[0])
            for _, theirs in self.tables(who)
            for m in theirs
        ]

    def met_in_the_middle(self, who: Played) -> list[Fraction]:
        """3.6: without the strongest and the weakest of three or more."""
        strengths = self.met(who)
        if len(strengths) >= 3:
            strengths.remove(max(strengths))
            strengths.remove(min(strengths))
        return strengths

    def backwards(self, who: Played) -> tuple[Fraction, ...]:
        """3.8: what the sessions gave, the last first, a session that was missed being 0."""
        gave = self.by_session(who)
        held = sorted({table.session for table in self.every}, reverse=True)
        return tuple(gave[at][0] if at in gave else Fraction(0) for at in held)

    def parted(self, level: list[Played], steps: Sequence[str]) -> list[Played]:
        """Chapter 3: of those still level, the next step parts them."""
        if len(level) < 2 or not steps:
            return level
        step, *rest = steps
        if step == "head-to-head" and len(level) != 2:
            return self.parted(level, rest)
        marks: dict[Played, Any] = {}
        for who in level:
            match step:
                case "score":
                    marks[who] = self.score(who)
                case "wins":
                    marks[who] = self.alone(who, 1)
                case "seconds":
                    marks[who] = self.alone(who, 2)
                case "head-to-head":
                    marks[who] = self.ahead(who, next(other for other in level if other != who))
                case "buchholz":
                    marks[who] = mean(self.met(who))
                case "median-buchholz":
                    marks[who] = mean(self.met_in_the_middle(who))
                case "best":
                    tables = (self.at_table(who, theirs) for _, theirs in self.tables(who))
                    marks[who] = tuple(sorted(tables, reverse=True))
                case "countback":
                    marks[who] = self.backwards(who)
                case "penalties":
                    marks[who] = -sum(taken for _, taken in self.by_session(who).values())
                case "lot":
                    marks[who] = self.lot(who[0])
                case _:
                    raise ValueError(step)
        return [
            who
            for mark in sorted(set(marks.values()), reverse=True)
            for who in self.parted([each for each in level if marks[each] == mark], rest)
        ]

    def standings(self) -> list[Line]:
        """The table: those with a place first."""
        came = [(name, False) for name in sorted(self.season.members) if self.tables((name, False))]
        steps = ("score", *self.season.steps)
        placed = self.parted([who for who in came if len(self.sessions(who)) >= self.season.min_sessions], steps)
        others = self.parted([who for who in came if who not in placed], steps)
        return [
            Line(
                who[0],
                place,
                self.score(who),
                len(self.sessions(who)),
                self.alone(who, 1),
                self.alone(who, 2),
            )
            for who, place in [*((who, at) for at, who in enumerate(placed, 1)), *((who, None) for who in others)]
        ]
