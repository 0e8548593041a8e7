"""A tournament for display: with names, and with no further queries needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Final

from referee.cards.immutable import frozen
from referee.club.table_numbers import TableNumber
from referee.competition.draws.knock_out_plan import Side
from referee.competition.rounds import RoundChange
from referee.tournaments.state.settings import TournamentSettings

STATUS: Final[Mapping[str, str]] = {
    "drawn": "drawn",
    "playing": "being played",
    "finished": "finished",
    "void": "void (does not count)",
}
"""The printed status of a table."""


@frozen
class EntryView:
    """An entry. `status` is in, out (knocked out), withdrew or absent."""

    number: int
    member: int
    name: str
    guest: bool = False
    team: str = ""
    status: str = "in"
    since: int = 1
    """The first round they may play in: later than 1 for a late entry."""
    until: int = 0
    """The round in which they went out, or after which they withdrew, or 0."""


@frozen
class TableView:
    """A table of a round, and its result. The entries are in order of seat; the last deals first by default.

    `places` lists the entries best first, with ties in one group; None until decided. `score` has each entry's score,
    `won` the chips won and lost if known, and `through` the entries that advance.
    """

    number: int
    entries: tuple[int, ...]
    match: TableNumber | None = None
    status: str = "drawn"
    """drawn, playing, finished, void (it broke off and counts for nobody)."""
    places: tuple[tuple[int, ...], ...] | None = None
    score: Mapping[int, Fraction] | None = None
    won: Mapping[int, int] | None = None
    through: tuple[int, ...] = ()
    label: str = ""
    """The name of the table, such as "Group A" or "Final", or ""."""
    side: Side = Side.WINNERS
    """The side of the bracket that it belongs to."""
    losers: Side | None = None
    """The side on which its losers play on, or None if they are out."""
    walkover: bool = False
    """Whether its places were awarded without play."""
    left_void: bool = False
    """Whether an officer decided to leave it void."""
    short: str = ""
    """Why the players left cannot start it, or ""."""
    dealt: int = -1
    """The seat that dealt first, counted from 0; the last one if it was not recorded."""

    @property
    def printed_number(self) -> int:
        """The printed number: the table's number in the session once it has started."""
        return self.match.table if self.match else self.number

    @property
    def needs_decision(self) -> bool:
        """Whether the table is void and needs an officer's decision."""
        return self.status == "void" and bool(self.entries) and not self.left_void

    @property
    def dealer(self) -> int:
        """The entry that deals first."""
        return self.entries[self.dealt]

    @property
    def decided(self) -> bool:
        """Whether the table has places that count."""
        return self.status != "void" and bool(self.places)

    @property
    def ranks(self) -> dict[int, str]:
        """The printed places by entry: ``1``, and ``2=`` for a shared second place."""
        ranks, place = {}, 1
        for group in self.places or ():
            ranks.update({entry: f"{place}{'=' if len(group) > 1 else ''}" for entry in group})
            place += len(group)
        return ranks


@frozen
class RoundView:
    """A round: its draw and seed, and its tables with the officers' changes."""

    number: int
    name: str
    """Such as "Round 2", "Groups, round 1" or "Final"."""
    held_on: date
    method: str
    seed: int
    tables: tuple[TableView, ...]
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    half_byes: tuple[int, ...] = ()
    """The absent entries with a half-point bye."""
    changes: tuple[RoundChange, ...] = ()
    """The officers' changes, described with names."""
    notes: tuple[str, ...] = ()
    """Notes, such as that an earlier result was corrected after the draw."""
    chosen: bool = False
    """Whether somebody chose its seed, instead of the one derived from the tournament's."""

    @property
    def over(self) -> bool:
        """Whether every table is decided or void."""
        return all(table.status in ("finished", "void") for table in self.tables)


@frozen
class PlaceView:
    """A line of the standings: the place, the figures behind it, and the deciding tie-breaks.

    Elimination formats have no `points`: the place depends on the round `reached` and the printed place `there` at its
    table.
    """

    place: int
    entry: int
    points: Fraction | None
    played: int
    by_round: tuple[Fraction | None, ...] = ()
    """The score of each round, in order; None for no score."""
    steps: tuple[tuple[str, str], ...] = ()
    """Each tie-break used for this line: its name and figure."""
    penalty: Fraction = Fraction(0)
    reached: str = ""
    there: str = ""


@frozen
class TeamPlace:
    """A line of the team standings: the sum of the members' points, or of their places in formats without points."""

    place: int
    team: str
    entries: tuple[int, ...]
    points: Fraction


@frozen
class GroupTable:
    """The standings of a group, and the players who go `through` to the final once its rounds are over."""

    label: str
    lines: tuple[PlaceView, ...]
    through: tuple[int, ...] = ()


@frozen
class TournamentView:
    """A complete tournament. `status` is announced, under way, or over.

    Until the final after `groups` is drawn, only the groups are shown, and `standings` has no meaning.
    """

    number: int
    name: str
    season: str
    game: str
    title: str
    settings: TournamentSettings
    status: str
    entries: Mapping[int, EntryView]
    rounds: tuple[RoundView, ...] = ()
    standings: tuple[PlaceView, ...] = ()
    teams: tuple[TeamPlace, ...] = ()
    seed: int = 0
    groups: tuple[GroupTable, ...] = ()
    placed: bool = False
    """Whether every place of a freezeout is known, by play or by a chop."""

    @property
    def latest(self) -> RoundView | None:
        """The last drawn round; None before the first."""
        return max(self.rounds, key=lambda round: round.number, default=None)

    @property
    def in_groups(self) -> bool:
        """Whether the tournament is in its groups, because the final after them is not drawn yet."""
        return bool(self.groups) and self.status != "over" and len(self.rounds) <= self.settings.rounds

    def name_of(self, entry: int) -> str:
        """Return the name of an entry."""
        return self.entries[entry].name


def find_shared_places(lines: Iterable[PlaceView]) -> frozenset[int]:
    """Return the places that several entries share."""
    counts = Counter(line.place for line in lines)
    return frozenset(place for place, entries in counts.items() if entries > 1)
