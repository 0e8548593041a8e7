"""The steps that break a tie, in a season's standings and in a tournament's.

Each is a function from those who are still level to a mark for each of them, of which the greater is ahead, or to None
where the step says nothing. A step is taken once: those whom it leaves level go on to the next.

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
"""What a step compares: a number, a lot, or several figures of which the first that differs decides."""
Marks: TypeAlias = Mapping[int, Mark]


class TieStep(StrEnum):
    """A step, by the word with which it is typed and kept."""

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
        """The step as it is named in the standings."""
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
"""Other words that a step is typed by."""


def read_steps(text: str, *, lot_last: bool) -> tuple[TieStep, ...]:
    """Return the steps that are typed as ``wins,head-to-head,lot``; none where nothing is typed. Raises `ClubFault`.

    A step that is not named is not taken. With `lot_last` the lot comes last, typed or not; otherwise those who are
    level after the last step share their places, unless that is the lot.
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
    """A match as one of its players finds it: the session or round it was in, the rank there, and what it gave.

    `opponents` are the ranks of the others. Who shares the rank with nobody has it `alone`. Matches into which one
    table was parted have that `table` in common, and weigh as many whole hands as each had.
    """

    unit: int
    table: int
    rank: Fraction
    alone: bool
    score: Fraction
    opponents: Mapping[int, Fraction]
    weight: int = 1


class PlayerRecord(Protocol):
    """What one player has: first and second places alone, the matches, and what each session or round gave."""

    @property
    def wins(self) -> int:
        """The tables at which the player came first alone, in each match there."""

    @property
    def seconds(self) -> int:
        """The tables at which the player came second alone, in each match there."""

    @property
    def sat(self) -> Sequence[PlayerMatch]:
        """The matches that count."""

    @property
    def by_unit(self) -> Sequence[Fraction | None]:
        """What each session or round gave, None where it gave nothing."""


@dataclass(frozen=True, slots=True)
class TieBreakData:
    """All that the steps go by: the `record` of each player, and how strong each was as an opponent, if that is known.

    `countback` is what is compared from the last round back, where that is not what the rounds gave. With `duels_only`
    the direct encounter decides between exactly two, by the tables at which each came before the other.
    """

    record: Callable[[int], PlayerRecord]
    strength: Callable[[int], Fraction | None]
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    seed: int | str = 0
    countback: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    duels_only: bool = False


@dataclass(frozen=True, slots=True)
class AppliedStep:
    """A step that was taken for somebody: the mark that it compared, and the figure by which that is printed."""

    step: TieStep
    mark: Mark
    figure: str


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Those whom no step parts, mostly one player, and the steps that were taken until they stood alone."""

    players: tuple[int, ...]
    taken: tuple[AppliedStep, ...] = ()


def part(tied: Sequence[int], steps: Sequence[TieStep], known: TieBreakData) -> list[TiedGroup]:
    """Put those who are level in order, the first ahead; those who stay level are in order of their numbers."""
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
    """How a tie with the neighbour above or below was broken: by which step, and at what marks."""

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
    """Return what parted each player from the neighbours above and below, of levels as `part` returns them."""
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
    """Print the marks of a step no longer than it takes to tell them apart."""
    shown = {mark: -mark if step is TieStep.PENALTIES and isinstance(mark, Fraction) else mark for mark in marks}
    short = {mark: _short(value) for mark, value in shown.items()}
    apart = len(set(short.values())) == len(short)
    return short if apart else {mark: _exact(value) for mark, value in shown.items()}


def sole_places(place: int, sat: Sequence[PlayerMatch]) -> int:
    """Count the tables at which one had a place alone in each match; of three who share the first all have rank 2."""
    tables: dict[int, bool] = {}
    for match in sat:
        tables[match.table] = tables.get(match.table, True) and match.rank == place and match.alone
    return sum(tables.values())


def _seconds(tied: Sequence[int], known: TieBreakData) -> Marks:
    return {player: known.record(player).seconds for player in tied}


def _direct(tied: Sequence[int], known: TieBreakData) -> Marks | None:
    """Reckon with the tables at which those who are level met one another, if each two of them did.

    For each of the others a player has the part of their common tables at which they came before the other; a level
    table is half. Between exactly two alone it is the number of tables.
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
    """Return by how much a player came before another at each of their tables together."""
    by: defaultdict[int, Fraction] = defaultdict(Fraction)
    for match in sat:
        if other in match.opponents:
            by[match.table] += (match.opponents[other] - match.rank) * match.weight
    return list(by.values())


def _buchholz(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Take the mean, over a player's matches, of the mean strength of the opponents in each."""
    return {player: mean(_opposition(player, known)) or NOTHING for player in tied}


def _median_buchholz(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Take the mean as Buchholz does, without the strongest and the weakest match of three or more."""
    met = {player: sorted(_opposition(player, known)) for player in tied}
    return {
        player: mean(strengths[1:-1] if len(strengths) > 2 else strengths) or NOTHING
        for player, strengths in met.items()
    }


def _opposition(player: int, known: TieBreakData) -> list[Fraction]:
    """Return the mean strength of the opponents in each match; one of which none is known is left out."""
    met = []
    for sat in known.record(player).sat:
        strengths = [strength for other in sat.opponents if (strength := known.strength(other)) is not None]
        if strengths:
            met.append(total(strengths) / len(strengths))
    return met


def _best(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare the best table of each, then the second best, and so on; one more table is more than none."""
    return {player: tuple(sorted(_table_scores(known.record(player).sat), reverse=True)) for player in tied}


def _table_scores(sat: Sequence[PlayerMatch]) -> list[Fraction]:
    parts: defaultdict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    for match in sat:
        parts[match.table].append((match.score, match.weight))
    return [weighted_mean(scores) for scores in parts.values()]


def _countback(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Compare what the last session or round gave each, then the one before it, and so on back to the first."""
    return {
        player: known.countback[player]
        if player in known.countback
        else tuple(share or NOTHING for share in reversed(known.record(player).by_unit))
        for player in tied
    }


def _penalties(tied: Sequence[int], known: TieBreakData) -> Marks | None:
    """Take those who have had less taken away by penalties first, if anybody has had any."""
    taken = {player: known.penalties.get(player, NOTHING) for player in tied}
    return {player: -points for player, points in taken.items()} if any(taken.values()) else None


def _lot(tied: Sequence[int], known: TieBreakData) -> Marks:
    """Draw a lot for each: the SHA-256 of the seed, a blank and the player's number, the higher first."""
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
