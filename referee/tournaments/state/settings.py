"""What a tournament is played by: settled when it is announced, and frozen when its first round is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.competition.field import Sizes


class Format(StrEnum):
    """How a tournament goes from round to round."""

    ALL_MEET = "all-meet"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"
    GROUPS = "groups"
    FREEZE_OUT = "freeze-out"
    LEAGUE = "league"


class Score(StrEnum):
    """What a table gives: the match score (N - rank) / (N - 1), points by place, chips won, or penalty points taken."""

    MATCH = "match"
    PLACES = "places"
    CHIPS = "chips"
    PENALTY_POINTS = "penalty-points"


class Counts(StrEnum):
    """What of a tournament counts for the season: each table, its final order as one match, or nothing."""

    TABLES = "tables"
    FINAL = "final"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Stacks:
    """What a freeze-out begins with: chips, and what may be bought again. Prizes are `points` unless money is on."""

    stack: int = 3000
    minutes: int = 15
    levels: tuple[tuple[int, int, int], ...] = ()
    """Small blind, big blind and ante of each level; a level of three zeros is a break."""
    pause: int = 10
    """How many minutes a break lasts."""
    reentries: int = 0
    reentry_until: int = 0
    """The last level in which one may enter again, and enter late."""
    addon: int = 0
    bounty: int = 0
    entry: int = 0
    """What an entry gives to the prizes, in whole units."""
    prizes: tuple[int, ...] = ()
    """Percent of the prizes for each place; they sum to 100."""
    money: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one tournament.

    `points` are those of the places, best first, where places score. `ties` is the printed order of tie-breaks, by
    name. `go_on` is how many of each table, or group, go on; `groups` how many groups there are, and `carried` whether
    points are taken along into the final. `minutes` is how long a round lasts.
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
    carried: bool = False
    teams: bool = False
    minutes: int = 0
    counts: Counts = Counts.TABLES
    bye: str = "mean"
    """What a bye gives: the ``mean`` of the player's other rounds, a ``win``, or ``half`` of one."""
    evened: bool = False
    """Whether the points of the places are evened out at tables that are smaller than the largest."""
    best: int = 0
    """How many of a player's rounds count, the best of them; 0 for all."""
    team_best: int = 0
    """How many of a team's members count, the best of them; 0 for as many as the smallest team has."""
    stacks: Stacks | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Settings as somebody wants them: what is None stays as it was, or as is usual."""

    game: str | None = None
    sizes: Sizes | None = None
    others: tuple[tuple[str, object], ...] = ()
    """Other settings, by the names that `Settings` has for them."""
