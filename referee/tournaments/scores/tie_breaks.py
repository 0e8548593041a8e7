"""The steps that part those who are level in a tournament, and the order in which they are taken.

Each is a small function from those who are still level to a mark for each of them, of which the greater is ahead, or to
None where the step is silent. A step is taken once: those whom it leaves level go on to the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Final, TypeAlias

from referee.cards.words import listed
from referee.store.faults import ClubFault
from referee.tournaments.scores.scoring import NOTHING, mean
from referee.tournaments.scores.tallies import Known, Sat, Tally
from referee.tournaments.state.settings import Format, Settings

Mark: TypeAlias = int | Fraction | str | tuple[Fraction, ...]
"""What a step compares: a number, a lot, or several figures of which the first that differs decides."""
Marks: TypeAlias = Mapping[int, Mark]
Taken: TypeAlias = tuple[tuple[str, str], ...]
"""The steps that were taken for somebody: the name of each, and the figure that it went by."""


class Step(StrEnum):
    """A step, by the word with which it is typed and kept."""

    WINS = "wins"
    SECONDS = "seconds"
    DIRECT = "direct"
    STRENGTH = "strength"
    MEDIAN = "median"
    BEST = "best"
    LATER = "later"
    PENALTIES = "penalties"
    LOT = "lot"

    @property
    def called(self) -> str:
        """The step as it is named in the standings."""
        return _TITLES.get(self, self.value)


_TITLES: Final = {
    Step.DIRECT: "direct meetings",
    Step.STRENGTH: "strength of opponents",
    Step.MEDIAN: "middle strength of opponents",
    Step.BEST: "best rounds",
    Step.LATER: "later rounds",
    Step.PENALTIES: "fewer penalties",
}

USUAL: Final = {
    # All meet the same opponents, or as nearly as can be: who came before whom says more than whom they met.
    Format.ALL_MEET: (Step.DIRECT, Step.WINS, Step.SECONDS, Step.BEST, Step.PENALTIES, Step.LOT),
    # Opponents differ, and whoever won early met the stronger ones.
    Format.SWISS: (Step.MEDIAN, Step.STRENGTH, Step.DIRECT, Step.WINS, Step.SECONDS, Step.PENALTIES, Step.LOT),
    # Those who went out at the same place in the same round are as good as each other: no lot between them.
    Format.KNOCK_OUT: (Step.LATER,),
    Format.GROUPS: (Step.DIRECT, Step.WINS, Step.SECONDS, Step.BEST, Step.PENALTIES, Step.LOT),
    Format.FREEZE_OUT: (),
    # On Mondays not all meet all, and who came less often has fewer wins all the same.
    Format.LEAGUE: (Step.WINS, Step.SECONDS, Step.DIRECT, Step.STRENGTH, Step.BEST, Step.PENALTIES, Step.LOT),
}


def steps_of(settings: Settings) -> tuple[Step, ...]:
    """Return the steps of a tournament in order: those that were settled, or else the usual ones of its format.

    Raises `ClubFault` for a step that there is not.
    """
    return read_steps(",".join(settings.ties)) if settings.ties else USUAL[settings.format]


def read_steps(typed: str) -> tuple[Step, ...]:
    """Return the steps that are typed as ``wins,direct,lot``. Raises `ClubFault`.

    Where the lot is not among them, those who are level after the last share their places.
    """
    words = [word.strip().casefold() for word in typed.split(",") if word.strip()]
    for word in words:
        if word not in list(Step):
            raise ClubFault(f"unknown tie-break {word!r}: expected {listed(list(Step), 'or')}, divided by commas.")
        if words.count(word) > 1:
            raise ClubFault(f"The tie-break {word} stands twice in {typed!r}; expected each once.")
    if Step.LOT in words[:-1]:
        raise ClubFault(f"The lot parts everybody, and so comes last; nothing can follow it in {typed!r}.")
    return tuple(map(Step, words))


def part(tied: Sequence[int], steps: Sequence[Step], known: Known) -> list[tuple[tuple[int, ...], Mapping[int, Taken]]]:
    """Put those who are level in order: groups of those who stay so, each with the steps taken for its members."""
    if len(tied) < 2 or not steps:
        return [(tuple(sorted(tied)), dict.fromkeys(tied, ()))]
    step, *others = steps
    marks = _STEPS[step](tied, known)
    if marks is None:
        return part(tied, others, known)
    level: defaultdict[Mark, list[int]] = defaultdict(list)
    for player in tied:
        level[marks[player]].append(player)
    told = _in_figures(
        {player: known.penalties.get(player, NOTHING) for player in tied} if step is Step.PENALTIES else marks
    )
    parted: list[tuple[tuple[int, ...], Mapping[int, Taken]]] = []
    for mark in sorted(level, reverse=True):
        for group, taken in part(level[mark], others, known):
            parted.append((group, {each: ((step.called, told[each]), *taken[each]) for each in group}))
    return parted


def wins(tied: Sequence[int], known: Known) -> Marks:
    """Count the tables at which each came first alone."""
    return {player: sum(sat.rank == 1 for sat in known.tallies[player].sat) for player in tied}


def seconds(tied: Sequence[int], known: Known) -> Marks:
    """Count the tables at which each came second alone; of three who share the first place all have the rank of 2."""
    return {player: sum(sat.rank == 2 and sat.alone for sat in known.tallies[player].sat) for player in tied}


def direct(tied: Sequence[int], known: Known) -> Marks | None:
    """Reckon with the tables at which those who are level met one another, if each two of them did.

    For each of the others a player has the part of their common tables at which they came before the other; a shared
    place is half.
    """
    marks = {}
    for player in tied:
        marks[player] = NOTHING
        for other in tied:
            if other == player:
                continue
            together = [sat for sat in known.tallies[player].sat if other in sat.opponents]
            if not together:
                return None
            ahead = sum((_ahead(sat, other) for sat in together), NOTHING)
            marks[player] += ahead / len(together)
    return marks


def strength(tied: Sequence[int], known: Known) -> Marks:
    """Take the mean, over a player's tables, of the mean strength of the opponents at each."""
    return {player: mean(_strengths(known.tallies[player], known)) or NOTHING for player in tied}


def median(tied: Sequence[int], known: Known) -> Marks:
    """Take the mean as `strength` does, without the strongest and the weakest table of three or more."""
    marks = {}
    for player in tied:
        met = sorted(_strengths(known.tallies[player], known))
        marks[player] = mean(met[1:-1] if len(met) > 2 else met) or NOTHING
    return marks


def best(tied: Sequence[int], known: Known) -> Marks:
    """Compare the best table of each, then the second best, and so on; one more table is more than none."""
    return {player: tuple(sorted((sat.score for sat in known.tallies[player].sat), reverse=True)) for player in tied}


def later(tied: Sequence[int], known: Known) -> Marks:
    """Compare what the last round gave each, then the one before it, and so on back to the first."""
    return {
        player: known.later[player]
        if player in known.later
        else tuple(each or NOTHING for each in reversed(known.tallies[player].by_round))
        for player in tied
    }


def penalties(tied: Sequence[int], known: Known) -> Marks | None:
    """Take who has had less taken away by penalties first, if anybody has had any."""
    taken = {player: known.penalties.get(player, NOTHING) for player in tied}
    return {player: -each for player, each in taken.items()} if any(taken.values()) else None


def lot(tied: Sequence[int], known: Known) -> Marks:
    """Draw a lot for each: as the club does for its season, from the seed and the number of the entry."""
    return {player: sha256(f"{known.seed} {player}".encode()).hexdigest() for player in tied}


_STEPS: Final[Mapping[Step, Callable[[Sequence[int], Known], Marks | None]]] = {
    Step.WINS: wins,
    Step.SECONDS: seconds,
    Step.DIRECT: direct,
    Step.STRENGTH: strength,
    Step.MEDIAN: median,
    Step.BEST: best,
    Step.LATER: later,
    Step.PENALTIES: penalties,
    Step.LOT: lot,
}


def _ahead(sat: Sat, other: int) -> Fraction:
    theirs = sat.opponents[other]
    return Fraction(1, 2) if theirs == sat.rank else Fraction(sat.rank < theirs)


def _strengths(tally: Tally, known: Known) -> list[Fraction]:
    """Return the mean strength of the opponents at each table; one at which there were none is left out."""
    met = []
    for sat in tally.sat:
        found = mean([known.strength_of(other) for other in sat.opponents if other in known.tallies])
        if found is not None:
            met.append(found)
    return met


def _in_figures(marks: Marks) -> dict[int, str]:
    """Print the marks of a step no longer than it takes to tell them apart."""
    short = {player: _short(mark) for player, mark in marks.items()}
    apart = len(set(short.values())) == len(set(marks.values()))
    return short if apart else {player: _exact(mark) for player, mark in marks.items()}


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
