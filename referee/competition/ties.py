"""The tie-breaks of a season's standings and a tournament's.

Each is a function from the tied players to a mark for each of them, higher being better, or to None if it decides
nothing. A tie-break is used once: players it leaves tied go on to the next.

Buchholz and median Buchholz are means of the opponents' strengths, as their number differs from table to table; in
chess, with one opponent a round, they are sums (FIDE Handbook, C.07).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import ClassVar, Final, Protocol, TypeAlias

from referee.cards.words import join_words
from referee.competition.result import NOTHING, mean, total, weighted_mean
from referee.store.faults import ClubFault

Mark: TypeAlias = int | Fraction | str | tuple[Fraction, ...]
"""The value that a tie-break compares: a number, a lot, or several figures, the first different one deciding."""
Marks: TypeAlias = Mapping[int, Mark]


class TieStep(StrEnum):
    """A tie-break, by the word used for it in commands and the store."""

    WINS = "wins"
    SECONDS = "seconds"
    DIRECT = "head-to-head"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median-buchholz"
    BEST = "best"
    COUNTBACK = "countback"
    PENALTIES = "penalties"
    LOT = "lot"

    @property
    def called(self) -> str:
        """The name of the tie-break in the standings."""
        return _CALLED.get(self, self.value)


_CALLED: Final = {
    TieStep.BUCHHOLZ: "Buchholz (mean of opponents)",
    TieStep.MEDIAN_BUCHHOLZ: "median Buchholz",
    TieStep.BEST: "best results",
    TieStep.PENALTIES: "fewer penalties",
}

_ALSO_CALLED: Final = {
    **dict.fromkeys(("strength", "opposition", "mean-buchholz"), TieStep.BUCHHOLZ.value),
    **dict.fromkeys(("median",), TieStep.MEDIAN_BUCHHOLZ.value),
    **dict.fromkeys(("direct", "direct-encounter", "h2h"), TieStep.DIRECT.value),
    **dict.fromkeys(("later", "count-back"), TieStep.COUNTBACK.value),
    **dict.fromkeys(("lots", "drawing-lots"), TieStep.LOT.value),
}
"""Other words for the tie-breaks."""


def read_steps(text: str, *, lot_last: bool) -> tuple[TieStep, ...]:
    """Return the tie-breaks in a text such as ``wins,head-to-head,lot``; none for an empty one.

    Raises `ClubFault` for an unknown or repeated one, and for a random one that is not the last. With `lot_last` the
    random tie-break is added to a list that lacks it. Without it, players still tied share their places.
    """
    words = ["-".join(word.casefold().split()) for word in text.split(",") if word.strip()]
    words = [_ALSO_CALLED.get(word, word) for word in words]
    for word in words:
        if word not in list(TieStep):
            raise ClubFault(f"Unknown tie-break {word!r}. Use {join_words(list(TieStep), 'or')}, separated by commas.")
        if words.count(word) > 1:
            raise ClubFault(f"The tie-break {word} is listed twice in {text!r}. Type each once.")
    if TieStep.LOT in words[:-1]:
        raise ClubFault(f"Drawing lots always breaks the tie, so it must come last, not as in {text!r}.")
    if words and lot_last and words[-1] != TieStep.LOT:
        words.append(TieStep.LOT)
    return tuple(map(TieStep, words))


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match from one player's view: its session or round, their rank, and their score.

    `opponents` has the ranks of the others. A rank that nobody shares is `alone`. The matches into which a table was
    split have the same `table`, and are weighted by complete hands.
    """

    unit: int
    table: int
    rank: Fraction
    alone: bool
    score: Fraction
    opponents: Mapping[int, Fraction]
    weight: int = 1


class PlayerRecord(Protocol):
    """A player's record: sole first and second places, matches, and the score of each session or round."""

    @property
    def wins(self) -> int:
        """The number of tables at which the player was the sole winner of every match."""

    @property
    def seconds(self) -> int:
        """The number of tables at which the player was alone in second place in every match."""

    @property
    def sat(self) -> Sequence[PlayerMatch]:
        """The matches that count."""

    @property
    def by_unit(self) -> Sequence[Fraction | None]:
        """The score of each session or round, None for no score."""


@dataclass(frozen=True, slots=True)
class TieBreakData:
    """The input of the tie-breaks: each player's `record`, and their strength as an opponent, if known.

    `countback` replaces the round scores in the countback where given. With `duels_only` the direct encounter decides
    between exactly two players, by the tables at which each finished ahead.
    """

    record: Callable[[int], PlayerRecord]
    strength: Callable[[int], Fraction | None]
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    seed: int | str = 0
    countback: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    duels_only: bool = False


@dataclass(frozen=True, slots=True)
class AppliedStep:
    """A tie-break used for a player: the mark it compared, and the mark as printed."""

    step: TieStep
    mark: Mark
    figure: str


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Players that no tie-break separates, mostly just one, and the tie-breaks used for them."""

    players: tuple[int, ...]
    taken: tuple[AppliedStep, ...] = ()


def part(tied: Sequence[int], steps: Sequence[TieStep], known: TieBreakData) -> list[TiedGroup]:
    """Return the tied players in order, best first, in groups of those still tied, sorted by number."""
    if len(tied) < 2 or not steps:
        return [TiedGroup(tuple(sorted(tied)))]
    step, *tie_steps = steps
    marks = _MARKS[step](tied, known)
    if marks is None:
        return part(tied, tie_steps, known)
    level: defaultdict[Mark, list[int]] = defaultdict(list)
    for player in tied:
        level[marks[player]].append(player)
    figures = format_marks(step, level)
    return [
        TiedGroup(tied_group.players, (AppliedStep(step, mark, figures[mark]), *tied_group.taken))
        for mark in sorted(level, reverse=True)
        for tied_group in part(level[mark], tie_steps, known)
    ]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """How a tie with the neighbour above or below was broken: the tie-break, and the marks of both."""

    PLAIN: ClassVar = "said"
    step: TieStep
    neighbour: int
    name: str
    ahead: bool
    own: Mark
    theirs: Mark

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """The tie-break in words."""
        side = "Ahead of" if self.ahead else "Behind"
        figures = format_marks(self.step, (self.own, self.theirs))
        return f"{side} {self.name} by {self.step.called}: {figures[self.own]} to {figures[self.theirs]}."


def tie_breaks(levels: Sequence[TiedGroup], names: Mapping[int, str]) -> dict[int, tuple[TieBreak, ...]]:
    """Return the tie-breaks between each player and their neighbours, from groups as `part` returns them."""
    found: dict[int, tuple[TieBreak, ...]] = {player: () for level in levels for player in level.players}
    for above, below in pairwise(levels):
        higher, lower = next(
            both for both in zip(above.taken, below.taken, strict=False) if both[0].mark != both[1].mark
        )
        upper, under = above.players[-1], below.players[0]
        step, own, theirs = higher.step, higher.mark, lower.mark
        found[upper] += (TieBreak(step, under, names[under], True, own, theirs),)
        found[under] += (TieBreak(step, upper, names[upper], False, theirs, own),)
    return found


def format_marks(step: TieStep, marks: Iterable[Mark]) -> dict[Mark, str]:
    """Return the marks of a tie-break as text, no longer than needed to tell them apart."""
    shown = {mark: -mark if step is TieStep.PENALTIES and isinstance(mark, Fraction) else mark for mark in marks}
    short = {mark: _short(value) for mark, value in shown.items()}
    apart = len(set(short.values())) == len(short)
    return short if apart else {mark: _exact(value) for mark, value in shown.items()}


def sole_places(place: int, sat: Sequence[PlayerMatch]) -> int:
    """Return the number of tables at which a player had `place` alone in every match.

    Three who share first place all have rank 2, which is not second place alone.
    """
    tables: dict[int, bool] = {}
    for match in sat:
        tables[match.table] = tables.get(match.table, True) and match.rank == place and match.alone
    return sum(tables.values())


def _seconds(tied: Sequence[int], known: TieBreakData) -> Marks:
    return {player: known.record(player).seconds for player in tied}


def _direct(tied: Sequence[int], known: TieBreakData) -> Marks | None:
    """Compare the results at tables where the tied players met, if each two of them did.

    For each opponent a player gets the share of common tables at which they finished ahead; a tie counts half. Between
    exactly two players it is the number of tables.
    """
    if known.duels_only and len(tied) != 2:
        return None
    marks: dict[int, Mark] = {}
    for player in tied:
        shares = []
        for other in tied:
            if other != player:
                ahead = _ahead(known.record(player).sat, other)
                if not ahead:
                    return None
                before, level = sum(by > 0 for by in ahead), sum(by == 0 for by in ahead)
                shares.append(Fraction(before) if known.duels_only else Fraction(2 * before + level, 2 * len(ahead)))
        marks[player] = int(shares[0]) if known.duels_only else total(shares)
    return marks


def _ahead(sat: Sequence[PlayerMatch], other: int) -> list[Fraction]:
    """Return how far the player finished ahead of `other`, one weighted difference of ranks for each common table."""
    by: defaultdict[int, Fraction] = defaultdict(Fraction)
    for match in sat:
        if other in match.opponents:
            by[match.table] += (match.opponents[other] - match.rank) * match.weight
    return list(by.values())


def _buchholz(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare the mean, over a player's matches, of the opponents' mean strength."""
    return {player: mean(_opposition(player, known)) or NOTHING for player in tied}


def _median_buchholz(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare the Buchholz mean without the strongest and the weakest match, of three or more."""
    met = {player: sorted(_opposition(player, known)) for player in tied}
    return {
        player: mean(strengths[1:-1] if len(strengths) > 2 else strengths) or NOTHING
        for player, strengths in met.items()
    }


def _opposition(player: int, known: TieBreakData) -> list[Fraction]:
    """Return the mean strength of the opponents in each match, leaving out matches without a known one."""
    met = []
    for sat in known.record(player).sat:
        strengths = [strength for other in sat.opponents if (strength := known.strength(other)) is not None]
        if strengths:
            met.append(total(strengths) / len(strengths))
    return met


def _best(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare each player's best table, then the second best, and so on. An additional table beats none."""
    return {player: tuple(sorted(_table_scores(known.record(player).sat), reverse=True)) for player in tied}


def _table_scores(sat: Sequence[PlayerMatch]) -> list[Fraction]:
    parts: defaultdict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    for match in sat:
        parts[match.table].append((match.score, match.weight))
    return [weighted_mean(scores) for scores in parts.values()]


def _countback(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare the scores of the last session or round, then the one before, and so on back to the first."""
    return {
        player: known.countback[player]
        if player in known.countback
        else tuple(share or NOTHING for share in reversed(known.record(player).by_unit))
        for player in tied
    }


def _penalties(tied: Sequence[int], known: TieBreakData) -> Marks | None:
    """Compare penalty points, fewer being better. None if nobody had any."""
    taken = {player: known.penalties.get(player, NOTHING) for player in tied}
    return {player: -points for player, points in taken.items()} if any(taken.values()) else None


def _lot(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Draw a lot for each: the SHA-256 of the seed, a blank and the player's number, the highest first."""
    return {player: sha256(f"{known.seed} {player}".encode()).hexdigest() for player in tied}


_MARKS: Final[Mapping[TieStep, Callable[[Sequence[int], TieBreakData], Marks | None]]] = {
    TieStep.WINS: lambda tied, known: {player: known.record(player).wins for player in tied},
    TieStep.SECONDS: _seconds,
    TieStep.DIRECT: _direct,
    TieStep.BUCHHOLZ: _buchholz,
    TieStep.MEDIAN_BUCHHOLZ: _median_buchholz,
    TieStep.BEST: _best,
    TieStep.COUNTBACK: _countback,
    TieStep.PENALTIES: _penalties,
    TieStep.LOT: _lot,
}


def _short(mark: Mark) -> str:
    match mark:
        case str():
            return mark[:8]
        case tuple():
            return ", ".join(map(_short, mark))
        case _ if mark == int(mark):
            return str(int(mark))
    return f"{float(mark):.4f}"


def _exact(mark: Mark) -> str:
    return ", ".join(map(str, mark)) if isinstance(mark, tuple) else str(mark)
