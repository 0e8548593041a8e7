"""The cross table: who met whom how often and with what results, in the order of the standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.competition.entrants import all_pairs
from referee.tournaments.state.view import PlaceView, TableView, TournamentView, shared

AHEAD: Final = "+"
LEVEL: Final = "="
BEHIND: Final = "-"
NOT_YET: Final = "?"
SIGNS: Final = "+ finished ahead, = level, - finished behind, ? not decided yet"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All meetings of a tournament. `order` lists the entries as the table does, the best first.

    `places` has the place of each entry as the standings print it: ``2=`` for a shared one, ``A1`` for the first of
    group A. Entries without a place are not in it.

    `met` has a sign for each time the first entry of a pair sat with the second, in order of rounds. Each pair that met
    is in it both ways.
    """

    order: tuple[int, ...]
    places: Mapping[int, str]
    met: Mapping[tuple[int, int], str]

    def opponents(self, entry: int) -> tuple[int, ...]:
        """Return the entries that an entry met, in the order of the table."""
        return tuple(other for other in self.order if (entry, other) in self.met)

    def sums(self, entry: int) -> tuple[int, int, int]:
        """Return how often an entry finished before, level with and after its opponents."""
        signs = "".join(self.met[entry, other] for other in self.opponents(entry))
        return signs.count(AHEAD), signs.count(LEVEL), signs.count(BEHIND)

    def meetings(self) -> dict[int, int]:
        """Return the number of pairs for each number of meetings, including 0."""
        many: dict[int, int] = {}
        for pair in all_pairs(self.order):
            often = len(self.met.get(pair, ""))
            many[often] = many.get(often, 0) + 1
        return dict(sorted(many.items()))


def cross_table(view: TournamentView) -> CrossTable:
    """Return the cross table. Tables that broke off count for nobody and are left out."""
    met: dict[tuple[int, int], str] = {}
    for each in (table for found in view.rounds for table in found.tables if table.status != "void"):
        for one, other, sign in _signs(each):
            met[one, other] = met.get((one, other), "") + sign
    return CrossTable(all_entries(view), _places(view), met)


def all_entries(view: TournamentView) -> tuple[int, ...]:
    """Return all entries: those in the standings in their order, then the others by number."""
    placed = [line.entry for _, lines in _standings(view) for line in lines]
    return (*placed, *sorted(view.entries.keys() - set(placed)))


def _standings(view: TournamentView) -> list[tuple[str, tuple[PlaceView, ...]]]:
    """Return the standings with their letter: those of each group until there are standings of all."""
    if view.in_groups:
        return [(group.label.removeprefix("Group "), group.lines) for group in view.groups]
    return [("", view.standings)]


def _places(view: TournamentView) -> dict[int, str]:
    found: dict[int, str] = {}
    for group, lines in _standings(view):
        equal = shared(lines)
        found |= {line.entry: f"{group}{line.place}{'=' if line.place in equal else ''}" for line in lines}
    return found


def _signs(table: TableView) -> Iterator[tuple[int, int, str]]:
    """Yield each pair at a table, both ways, with the sign for the first against the second."""
    rank = {entry: at for at, group in enumerate(table.places or ()) for entry in group}
    for one in table.entries:
        for other in table.entries:
            if one != other:
                yield one, other, _sign(rank.get(one), rank.get(other))


def _sign(one: int | None, other: int | None) -> str:
    if one is None or other is None:
        return NOT_YET
    return LEVEL if one == other else AHEAD if one < other else BEHIND
