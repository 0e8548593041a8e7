"""The tie-breaks of a season's standings and a tournament's.

Each is a function from the tied players to a mark for each of them, higher being better; None if it decides nothing. A
tie-break is used once: players it leaves tied go on to the next.

Buchholz and median Buchholz are means of the opponents' strengths, because their number differs from table to table. In
chess, with one opponent a round, they are sums (FIDE Handbook, C.07).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import ClassVar, Final, Protocol, TypeAlias

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.competition.result import NOTHING, mean, total, weighted_mean
from referee.store.faults import ClubFault

Mark: TypeAlias = int | Fraction | str | tuple[Fraction, ...]
"""The value that a tie-break compares: a number, a lot, or several figures, the first different one deciding."""
Marks: TypeAlias = Mapping[int, Mark]


class TieStep(StrEnum):
    """A tie-break, by its word in commands and in the store."""

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
    def label(self) -> str:
        """The name of the tie-break in the standings."""
        return _LABELS.get(self, self.value)


_LABELS: Final = {
    TieStep.BUCHHOLZ: "Buchholz (mean of opponents)",
    TieStep.MEDIAN_BUCHHOLZ: "median Buchholz",
    TieStep.BEST: "best results",
    TieStep.PENALTIES: "fewer penalties",
}

_ALIASES: Final = {
    **dict.fromkeys(("strength", "opposition", "mean-buchholz"), TieStep.BUCHHOLZ.value),
    **dict.fromkeys(("median",), TieStep.MEDIAN_BUCHHOLZ.value),
    **dict.fromkeys(("direct", "direct-encounter", "h2h"), TieStep.DIRECT.value),
    **dict.fromkeys(("later", "count-back"), TieStep.COUNTBACK.value),
    **dict.fromkeys(("lots", "drawing-lots"), TieStep.LOT.value),
}
"""Other words for the tie-breaks."""


def parse_steps(text: str, *, lot_last: bool) -> tuple[TieStep, ...]:
    """Return the tie-breaks in a text such as ``wins,head-to-head,lot``; none for an empty text.

    Raise `ClubFault` if one is unknown or repeated, or if a random one is not the last. `lot_last` adds the random
    tie-break to a list without it. Otherwise, players still tied share their places.
    """
    words = ["-".join(word.casefold().split()) for word in text.split(",") if word.strip()]
    words = [_ALIASES.get(word, word) for word in words]
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


@frozen
class PlayerMatch:
    """A match from one player's view: its session or round, the player's rank and score.

    `opponents` has the ranks of the others. `is_sole` says that nobody shares the player's rank. The matches of a split
    table have the same `table`, and are weighted by complete hands.
    """

    unit: int
    table: int
    rank: Fraction
    is_sole: bool
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
        """The number of tables at which the player was the sole second of every match."""

    @property
    def matches(self) -> Sequence[PlayerMatch]:
        """The matches that count."""

    @property
    def unit_scores(self) -> Sequence[Fraction | None]:
        """The score of each session or round; None for no score."""


@frozen
class TieBreakData:
    """The input of the tie-breaks: each player's `record`, and their strength as an opponent, if known.

    `countback` replaces the round scores in the countback, if given. With `duels_only`, a direct encounter of exactly
    two players is decided by the number of tables at which each finished ahead.
    """

    record: Callable[[int], PlayerRecord]
    strength: Callable[[int], Fraction | None]
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    seed: int | str = 0
    countback: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    duels_only: bool = False


@frozen
class AppliedStep:
    """A tie-break used for a player: the compared mark, and its printed form."""

    step: TieStep
    mark: Mark
    figure: str


@frozen
class TiedGroup:
    """Players still tied after all tie-breaks, mostly just one, and the tie-breaks used for them."""

    players: tuple[int, ...]
    steps: tuple[AppliedStep, ...] = ()


def break_ties(tied: Sequence[int], steps: Sequence[TieStep], data: TieBreakData) -> list[TiedGroup]:
    """Return the tied players in order, best first. Players still tied form a group, sorted by number."""
    if len(tied) < 2 or not steps:
        return [TiedGroup(tuple(sorted(tied)))]
    step, *tie_steps = steps
    marks = _MARKS[step](tied, data)
    if marks is None:
        return break_ties(tied, tie_steps, data)
    players_by_mark: defaultdict[Mark, list[int]] = defaultdict(list)
    for player in tied:
        players_by_mark[marks[player]].append(player)
    figures = format_marks(step, players_by_mark)
    return [
        TiedGroup(tied_group.players, (AppliedStep(step, mark, figures[mark]), *tied_group.steps))
        for mark in sorted(players_by_mark, reverse=True)
        for tied_group in break_ties(players_by_mark[mark], tie_steps, data)
    ]


@frozen
class TieBreak:
    """How a tie with the neighbour above or below was broken: the tie-break, and the marks of both."""

    PLAIN: ClassVar = "text"
    step: TieStep
    neighbour: int
    name: str
    ahead: bool
    own_mark: Mark
    neighbour_mark: Mark

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The tie-break in words."""
        direction = "Ahead of" if self.ahead else "Behind"
        figures = format_marks(self.step, (self.own_mark, self.neighbour_mark))
        return (
            f"{direction} {self.name} by {self.step.label}: {figures[self.own_mark]} to {figures[self.neighbour_mark]}."
        )


def describe_tie_breaks(levels: Sequence[TiedGroup], names: Mapping[int, str]) -> dict[int, tuple[TieBreak, ...]]:
    """Return the tie-breaks between each player and their neighbours, given the groups of `break_ties`."""
    breaks: dict[int, tuple[TieBreak, ...]] = {player: () for level in levels for player in level.players}
    for upper_group, lower_group in pairwise(levels):
        higher, lower = next(
            steps for steps in zip(upper_group.steps, lower_group.steps, strict=False) if steps[0].mark != steps[1].mark
        )
        upper_player, lower_player = upper_group.players[-1], lower_group.players[0]
        step, higher_mark, lower_mark = higher.step, higher.mark, lower.mark
        breaks[upper_player] += (TieBreak(step, lower_player, names[lower_player], True, higher_mark, lower_mark),)
        breaks[lower_player] += (TieBreak(step, upper_player, names[upper_player], False, lower_mark, higher_mark),)
    return breaks


def format_marks(step: TieStep, marks: Iterable[Mark]) -> dict[Mark, str]:
    """Return the marks of a tie-break as text, just long enough to tell them apart."""
    values = {mark: -mark if step is TieStep.PENALTIES and isinstance(mark, Fraction) else mark for mark in marks}
    short_texts = {mark: _format_short(value) for mark, value in values.items()}
    differ = len(set(short_texts.values())) == len(short_texts)
    return short_texts if differ else {mark: _format_exact(value) for mark, value in values.items()}


def count_sole_places(place: int, matches: Sequence[PlayerMatch]) -> int:
    """Return the number of tables at which a player had `place` alone in every match.

    Three players who share first place all have rank 2, but are not alone in second place.
    """
    tables: dict[int, bool] = {}
    for match in matches:
        tables[match.table] = tables.get(match.table, True) and match.rank == place and match.is_sole
    return sum(tables.values())


def _mark_seconds(tied: Sequence[int], data: TieBreakData) -> Marks:
    return {player: data.record(player).seconds for player in tied}


def _mark_direct_encounter(tied: Sequence[int], data: TieBreakData) -> Marks | None:
    """Compare the results at common tables, if all pairs of the tied players met.

    For each opponent, a player gets the share of common tables at which they finished ahead; a tie counts half. Between
    exactly two players it is the number of tables. Return None if a pair did not meet.
    """
    if data.duels_only and len(tied) != 2:
        return None
    marks: dict[int, Mark] = {}
    for player in tied:
        shares = []
        for opponent in tied:
            if opponent != player:
                differences = _rank_differences(data.record(player).matches, opponent)
                if not differences:
                    return None
                tables_ahead, tables_level = (
                    sum(difference > 0 for difference in differences),
                    sum(difference == 0 for difference in differences),
                )
                shares.append(
                    Fraction(tables_ahead)
                    if data.duels_only
                    else Fraction(2 * tables_ahead + tables_level, 2 * len(differences))
                )
        marks[player] = int(shares[0]) if data.duels_only else total(shares)
    return marks


def _rank_differences(matches: Sequence[PlayerMatch], opponent: int) -> list[Fraction]:
    """Return by how much the player beat `opponent`: a weighted difference of ranks for each common table."""
    differences: defaultdict[int, Fraction] = defaultdict(Fraction)
    for match in matches:
        if opponent in match.opponents:
            differences[match.table] += (match.opponents[opponent] - match.rank) * match.weight
    return list(differences.values())


def _mark_buchholz(tied: Sequence[int], data: TieBreakData) -> Marks:
    """Return, for each player, the mean over their matches of the opponents' mean strength."""
    return {player: mean(_opponent_strengths(player, data)) or NOTHING for player in tied}


def _mark_median_buchholz(tied: Sequence[int], data: TieBreakData) -> Marks:
    """Return, for each player, the Buchholz mean of three or more matches without the strongest and the weakest."""
    opponent_strengths = {player: sorted(_opponent_strengths(player, data)) for player in tied}
    return {
        player: mean(strengths[1:-1] if len(strengths) > 2 else strengths) or NOTHING
        for player, strengths in opponent_strengths.items()
    }


def _opponent_strengths(player: int, data: TieBreakData) -> list[Fraction]:
    """Return the mean strength of the opponents in each match. Matches without a known strength are left out."""
    match_strengths = []
    for match in data.record(player).matches:
        strengths = [strength for opponent in match.opponents if (strength := data.strength(opponent)) is not None]
        if strengths:
            match_strengths.append(total(strengths) / len(strengths))
    return match_strengths


def _mark_best_tables(tied: Sequence[int], data: TieBreakData) -> Marks:
    """Return each player's table scores, best first. An additional table beats none."""
    return {player: tuple(sorted(_table_scores(data.record(player).matches), reverse=True)) for player in tied}


def _table_scores(matches: Sequence[PlayerMatch]) -> list[Fraction]:
    scores_by_table: defaultdict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    for match in matches:
        scores_by_table[match.table].append((match.score, match.weight))
    return [weighted_mean(scores) for scores in scores_by_table.values()]


def _mark_countback(tied: Sequence[int], data: TieBreakData) -> Marks:
    """Return each player's scores from the last session or round back to the first."""
    return {
        player: data.countback[player]
        if player in data.countback
        else tuple(share or NOTHING for share in reversed(data.record(player).unit_scores))
        for player in tied
    }


def _mark_penalties(tied: Sequence[int], data: TieBreakData) -> Marks | None:
    """Return marks by penalty points, fewer being better; None if nobody had any."""
    penalties = {player: data.penalties.get(player, NOTHING) for player in tied}
    return {player: -points for player, points in penalties.items()} if any(penalties.values()) else None


def _mark_lots(tied: Sequence[int], data: TieBreakData) -> Marks:
    """Return a lot for each player: the SHA-256 of the seed, a blank and the player's number. The highest wins."""
    return {player: sha256(f"{data.seed} {player}".encode()).hexdigest() for player in tied}


_MARKS: Final[Mapping[TieStep, Callable[[Sequence[int], TieBreakData], Marks | None]]] = {
    TieStep.WINS: lambda tied, known: {player: known.record(player).wins for player in tied},
    TieStep.SECONDS: _mark_seconds,
    TieStep.DIRECT: _mark_direct_encounter,
    TieStep.BUCHHOLZ: _mark_buchholz,
    TieStep.MEDIAN_BUCHHOLZ: _mark_median_buchholz,
    TieStep.BEST: _mark_best_tables,
    TieStep.COUNTBACK: _mark_countback,
    TieStep.PENALTIES: _mark_penalties,
    TieStep.LOT: _mark_lots,
}


def _format_short(mark: Mark) -> str:
    match mark:
        case str():
            return mark[:8]
        case tuple():
            return ", ".join(map(_format_short, mark))
        case _ if mark == int(mark):
            return str(int(mark))
    return f"{float(mark):.4f}"


def _format_exact(mark: Mark) -> str:
    return ", ".join(map(str, mark)) if isinstance(mark, tuple) else str(mark)
