"""The standings of a season a second time, written from the text of the rulebook of scoring and from nothing else.

It takes a season as one would tell it: who sat at which table, what happened there, what was won. Every chapter of the
rulebook that gives or takes a score or a place has its lines here, with the clause that they were written from.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

Places = Sequence[Sequence[str]]
RESULT_ONLY = "Hearts"
"""A game of which nobody writes the hands down."""


def by_chips(chips: Mapping[str, int]) -> list[list[str]]:
    """1.2: the chips won decide the ranks."""
    return [[name for name in chips if chips[name] == most] for most in sorted(set(chips.values()), reverse=True)]


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
        sharing = [name for name, its in self.ranks.items() if its == rank]
        # Three that share the ranks 1 to 3 have the mean 2 as well, and none of them is second alone.
        return sharing[0] if len(sharing) == 1 else None


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
        current = self.now
        if not current.begun:
            current.seats, current.fresh = seats, fresh
        elif not current.written:
            current.left += [gone] if gone else []
            current.seats, current.fresh = seats, fresh
        else:
            current.over = True
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
        return next((counts for member_name, counts in reversed(self.joined) if member_name == name), False)


@dataclass(frozen=True)
class Line:
    """A line of the standings."""

    name: str
    place: int | None
    score: Fraction
    sessions: int
    wins: int
    seconds: int


Participant = tuple[str, bool]
"""A name, and whether the person was a guest."""


def mean(figures: Iterable[Fraction]) -> Fraction:
    """Return the mean."""
    listed = list(figures)
    return sum(listed, Fraction(0)) / len(listed)


class StandingsOracle:
    """A season as it stands, or one game of it, with the lot that somebody draws: whoever has the greater is ahead."""

    def __init__(self, season: Season, lot: Callable[[str], str], game: str = "") -> None:
        self.season = season
        self.lot = lot
        self.game = game
        self.counted_tables = [table for table in season.tables if table.game == game or not game]

    def participant(self, match: Match, name: str) -> Participant:
        """1.3: who was a guest when a match started has nothing from it, unless an officer lets it count."""
        guest = name not in self.season.members
        return name, guest or (name in match.fresh and not self.season.with_results(name))

    def counted_matches(self, player: Participant, table: Table) -> list[Match]:
        """The matches of a table that somebody played and that count."""
        return [
            m for m in table.matches if m.counts and player[0] in m.ranks and self.participant(m, player[0]) == player
        ]

    def tables(self, player: Participant) -> list[tuple[Table, list[Match]]]:
        """The tables at which somebody played, each with the matches of it."""
        return [(table, matches) for table in self.counted_tables if (matches := self.counted_matches(player, table))]

    def score_at_table(self, player: Participant, matches: Sequence[Match]) -> Fraction:
        """4.4: what a table gives."""
        return sum((m.score(player[0]) * m.weight for m in matches), Fraction(0)) / sum(m.weight for m in matches)

    def scores_by_session(self, player: Participant) -> dict[int, tuple[Fraction, Fraction]]:
        """2.1, 5.2: what each session gives, and what penalties took from it."""
        scores_by_session: dict[int, list[Fraction]] = {}
        for table, matches in self.tables(player):
            scores_by_session.setdefault(table.session, []).append(self.score_at_table(player, matches))
        # 5.4: taken from whole sessions, so that the table of a single game is without them.
        penalties_of_player = (
            []
            if self.game or player[1]
            else [(session, points) for name, session, points in self.season.penalties if name == player[0]]
        )
        penalties = {
            session: Fraction(sum(points for day, points in penalties_of_player if day == session), 10)
            for session in scores_by_session
        }
        points_by_session = {
            session: max(Fraction(0), mean(scores) - penalties[session])
            for session, scores in scores_by_session.items()
        }
        return {
            session: (points_by_session[session], mean(scores) - points_by_session[session])
            for session, scores in scores_by_session.items()
        }

    def sessions(self, player: Participant) -> list[Fraction]:
        """What each session gives."""
        return [points for points, _ in self.scores_by_session(player).values()]

    def best(self, player: Participant) -> list[Fraction]:
        """2.2: the best sessions."""
        return sorted(self.sessions(player), reverse=True)[: self.season.best_k]

    def score(self, player: Participant) -> Fraction:
        """2.2: their sum."""
        return sum(self.best(player), Fraction(0))

    def count_sole_places(self, player: Participant, rank: int) -> int:
        """3.1, 3.2, 4.5: the tables at which somebody had a rank alone in every match that they played."""
        return sum(all(m.alone(rank) == player[0] for m in matches) for _, matches in self.tables(player))

    def count_tables_ahead(self, player: Participant, opponent: Participant) -> int:
        """3.3, 4.5: the tables at which the one came before the other, where both played."""
        count = 0
        for table in self.counted_tables:
            common_matches = [
                m for m in self.counted_matches(player, table) if m in self.counted_matches(opponent, table)
            ]
            sums = [sum(m.ranks[either[0]] * m.weight for m in common_matches) for either in (player, opponent)]
            count += bool(common_matches) and sums[0] < sums[1]
        return count

    def strength(self, player: Participant) -> Fraction:
        """3.4: a player's own."""
        return self.score(player) / len(self.best(player))

    def strengths_met(self, player: Participant) -> list[Fraction]:
        """3.4: the strengths of the tables, for which each match is one (4.5)."""
        return [
            mean(self.strength(self.participant(m, name)) for name in m.ranks if name != player[0])
            for _, matches in self.tables(player)
            for m in matches
        ]

    def middle_strengths_met(self, player: Participant) -> list[Fraction]:
        """3.6: without the strongest and the weakest of three or more."""
        strengths = self.strengths_met(player)
        if len(strengths) >= 3:
            strengths.remove(max(strengths))
            strengths.remove(min(strengths))
        return strengths

    def scores_backwards(self, player: Participant) -> tuple[Fraction, ...]:
        """3.8: what the sessions gave, the last first, a session that was missed being 0."""
        points_by_session = self.scores_by_session(player)
        session_order = sorted({table.session for table in self.counted_tables}, reverse=True)
        return tuple(
            points_by_session[session][0] if session in points_by_session else Fraction(0) for session in session_order
        )

    def order_tied(self, level: list[Participant], steps: Sequence[str]) -> list[Participant]:
        """Chapter 3: of those still level, the next step parts them."""
        if len(level) < 2 or not steps:
            return level
        step, *later_steps = steps
        if step == "head-to-head" and len(level) != 2:
            return self.order_tied(level, later_steps)
        marks: dict[Participant, Any] = {}
        for player in level:
            match step:
                case "score":
                    marks[player] = self.score(player)
                case "wins":
                    marks[player] = self.count_sole_places(player, 1)
                case "seconds":
                    marks[player] = self.count_sole_places(player, 2)
                case "head-to-head":
                    marks[player] = self.count_tables_ahead(
                        player, next(opponent for opponent in level if opponent != player)
                    )
                case "buchholz":
                    marks[player] = mean(self.strengths_met(player))
                case "median-buchholz":
                    marks[player] = mean(self.middle_strengths_met(player))
                case "best":
                    tables = (self.score_at_table(player, matches) for _, matches in self.tables(player))
                    marks[player] = tuple(sorted(tables, reverse=True))
                case "countback":
                    marks[player] = self.scores_backwards(player)
                case "penalties":
                    marks[player] = -sum(penalty for _, penalty in self.scores_by_session(player).values())
                case "lot":
                    marks[player] = self.lot(player[0])
                case _:
                    raise ValueError(step)
        return [
            player
            for mark in sorted(set(marks.values()), reverse=True)
            for player in self.order_tied([candidate for candidate in level if marks[candidate] == mark], later_steps)
        ]

    def standings(self) -> list[Line]:
        """The table: those with a place first."""
        participants = [(name, False) for name in sorted(self.season.members) if self.tables((name, False))]
        steps = ("score", *self.season.steps)
        held = len({table.session for table in self.counted_tables if any(m.counts and m.ranks for m in table.matches)})
        # 2.3: in proportion until as many have been held as count.
        required = min(self.season.min_sessions, held, ceil(self.season.min_sessions * held / self.season.best_k))
        placed = self.order_tied([player for player in participants if len(self.sessions(player)) >= required], steps)
        others = self.order_tied([player for player in participants if player not in placed], steps)
        return [
            Line(
                player[0],
                place,
                self.score(player),
                len(self.sessions(player)),
                self.count_sole_places(player, 1),
                self.count_sole_places(player, 2),
            )
            for player, place in [
                *((player, place_number) for place_number, player in enumerate(placed, 1)),
                *((player, None) for player in others),
            ]
        ]
