"""A tournament as it stands, to be shown: with names, and with nothing that has to be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from referee.competition.draws.knock_out_plan import Side
from referee.competition.rounds import Change
from referee.tournaments.state.settings import Settings


@dataclass(frozen=True, slots=True)
class EntryView:
    """Somebody who entered, by entry number. `status` is in, out (knocked out), withdrew or absent."""

    number: int
    member: int
    name: str
    guest: bool = False
    team: str = ""
    status: str = "in"
    since: int = 1
    """The first round they may play in: 1, or later for who entered late."""
    until: int = 0
    """The round in which they went out, or after which they withdrew, or 0."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round: entries in order of seat, the last of whom deals first, and what came of it.

    `places` are the entries best first, those who tied together, or None while it is not decided. `score` is what each
    has from it, `won` the chips won and lost where they are known; `through` are the entries that go on from it.
    """

    number: int
    entries: tuple[int, ...]
    match: int | None = None
    status: str = "drawn"
    """drawn, playing, finished, void (it broke off and counts for nobody)."""
    places: tuple[tuple[int, ...], ...] | None = None
    score: Mapping[int, Fraction] | None = None
    won: Mapping[int, int] | None = None
    through: tuple[int, ...] = ()
    label: str = ""
    """Such as "Group A" or "Final", where it has a name."""
    side: Side = Side.WINNERS
    """The side of the bracket that it belongs to."""
    dealt: int = -1
    """The seat that dealt first, counted from 0, where that was written down; else the last one."""

    @property
    def dealer(self) -> int:
        """The entry that deals first."""
        return self.entries[self.dealt]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: how it was drawn, with its seed, and its tables as they are after what officers changed."""

    number: int
    name: str
    """Such as "Round 2", "Groups, round 1" or "Final"."""
    held_on: date
    method: str
    seed: int
    tables: tuple[TableView, ...]
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    """With names in what is said."""
    notes: tuple[str, ...] = ()
    """Such as that a result of the round before was corrected after it was drawn."""
    chosen: bool = False
    """Whether somebody chose its seed; else that follows from the tournament's."""

    @property
    def over(self) -> bool:
        """Whether every table of it is decided or void."""
        return all(table.status in ("finished", "void") for table in self.tables)


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A line of the standings: the place, what it rests on, and the tie-breaks that decided it, as printed."""

    place: int
    entry: int
    points: Fraction
    played: int
    by_round: tuple[Fraction | None, ...] = ()
    """What each round gave, in order; None where nothing was played."""
    steps: tuple[tuple[str, str], ...] = ()
    """Each tie-break that was taken for this line: its name, and the figure that it went by."""
    penalty: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A line of the standings of teams: the sum of what its members have."""

    place: int
    team: str
    entries: tuple[int, ...]
    points: Fraction


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with all that is known of it. `status` is announced, under way, or over."""

    number: int
    name: str
    season: str
    game: str
    title: str
    settings: Settings
    status: str
    entries: Mapping[int, EntryView]
    rounds: tuple[RoundView, ...] = ()
    standings: tuple[PlaceView, ...] = ()
    teams: tuple[TeamPlace, ...] = ()
    seed: int = 0

    @property
    def latest(self) -> RoundView | None:
        """The last round that was drawn."""
        return max(self.rounds, key=lambda each: each.number, default=None)

    def name_of(self, entry: int) -> str:
        """Return the name of an entry."""
        return self.entries[entry].name
