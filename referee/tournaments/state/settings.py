"""The settings of a tournament: chosen at its announcement, and frozen when its first round is drawn."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.competition.entrants import Sizes


class Format(StrEnum):
    """The format of a tournament, which decides how its rounds follow one another."""

    ALL_MEET = "round-robin"
    SWISS = "swiss"
    KNOCK_OUT = "knockout"
    DOUBLE = "double-elimination"
    GROUPS = "groups"
    FREEZE_OUT = "freezeout"
    LEAGUE = "league"


BY_POINTS: Final = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
"""The formats in which everybody's round scores are summed to the end."""
KNOCK_OUTS: Final = (Format.KNOCK_OUT, Format.DOUBLE)
WITH_A_FINAL: Final = (*KNOCK_OUTS, Format.GROUPS)
"""The formats that end with a final, so that the players left decide the number of rounds."""


class Seeds(StrEnum):
    """The basis for seeding players in the first round of a knockout, and into groups."""

    LOT = "lot"
    RATING = "rating"
    STANDINGS = "standings"


class Score(StrEnum):
    """The score of a table: the match score (N - rank) / (N - 1), points by place, chips won, or low points."""

    MATCH = "match"
    PLACES = "places"
    CHIPS = "chips"
    LOW = "low"
    """Penalty points or other points recorded; the lowest total wins."""


class Counts(StrEnum):
    """What counts for the season: each table, the final order as one match, or nothing."""

    TABLES = "tables"
    FINAL = "final"
    NOTHING = "nothing"


@frozen
class Stacks:
    """The stacks of a freezeout, and what players may buy again. Prizes are points, or money if `money` is set."""

    stack: int = 3000
    minutes: int = 15
    levels: tuple[tuple[int, int, int], ...] = ()
    """Small blind, big blind and ante of each level; a level of three zeros is a break."""
    pause: int = 10
    """The length of a break, in minutes."""
    reentries: int = 0
    reentry_until: int = 0
    """The last level that allows re-entries and late entries."""
    addon: int = 0
    bounty: int = 0
    entry: int = 0
    """The contribution of an entry to the prize fund, in whole units."""
    prizes: tuple[int, ...] = ()
    """The percentage of the prize fund for each place; they sum to 100."""
    money: bool = False


@frozen
class TournamentSettings:
    """The settings of a tournament.

    `points` are the points by place, best first, for that kind of score. `ties` lists the tie-breaks by name, in order.
    `go_on` is the number of players who advance from each table or group, and `groups` the number of groups. `minutes`
    is the length of a round.
    """

    format: Format
    game: str
    sizes: Sizes
    rounds: int = 0
    score: Score = Score.MATCH
    points: tuple[int, ...] = ()
    ties: tuple[str, ...] = ()
    go_on: int = 1
    groups: int = 0
    teams: bool = False
    minutes: int = 0
    counts: Counts = Counts.TABLES
    bye: str = "mean"
    """The score of a bye: the ``mean`` of the player's other rounds, a ``win``, or ``half`` of one."""
    best: int = 0
    """How many of a player's best rounds count; 0 for all."""
    third_place: bool = False
    """Whether those who go out before the final play for third place."""
    second_final: bool = False
    """Whether a player without a loss has to be beaten twice in the final of a double elimination."""
    seeds: Seeds = Seeds.LOT
    repeats_first: bool = False
    """Whether a Swiss avoids repeats before it seats equal scores together."""
    stacks: Stacks | None = None

    @property
    def final_go_on(self) -> int:
        """The number of players who advance from each table of a final after groups, if it needs several tables."""
        return min(self.go_on, self.sizes.least - 1)


@frozen
class SettingsChange:
    """Requested settings. None leaves a setting unchanged, or at its default."""

    game: str | None = None
    sizes: Sizes | None = None
    further: tuple[tuple[str, object], ...] = ()
    """Other settings, by their names in `TournamentSettings`."""
    result_only: bool = False
    """Whether the game may have no rulebook, so that only its results are recorded."""
