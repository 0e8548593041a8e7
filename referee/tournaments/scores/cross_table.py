"""The cross table: how often each pair met and with what results, in the order of the standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.cards.immutable import frozen
from referee.competition.entrants import all_pairs
from referee.tournaments.state.view import PlaceView, TableView, TournamentView, find_shared_places

AHEAD: Final = "+"
LEVEL: Final = "="
BEHIND: Final = "-"
NOT_YET: Final = "?"
SIGNS: Final = "+ finished ahead, = level, - finished behind, ? not decided yet"


@frozen
class CrossTable:
    """All meetings of a tournament. `order` lists the entries in the order of the table, best first.

    `places` has the place of each ranked entry as the standings print it: ``2=`` for a shared place, ``A1`` for the
    first of group A. `met` has, for an ordered pair of entries, a sign for each meeting in order of rounds. Each pair
    that met is included both ways.
    """

    order: tuple[int, ...]
    places: Mapping[int, str]
    met: Mapping[tuple[int, int], str]

    def opponents(self, entry: int) -> tuple[int, ...]:
        """Return the opponents of an entry, in the order of the table."""
        return tuple(opponent for opponent in self.order if (entry, opponent) in self.met)

    def sums(self, entry: int) -> tuple[int, int, int]:
        """Return how often an entry finished ahead of, level with and behind its opponents."""
        signs = "".join(self.met[entry, opponent] for opponent in self.opponents(entry))
        return signs.count(AHEAD), signs.count(LEVEL), signs.count(BEHIND)

    def meetings(self) -> dict[int, int]:
        """Return the number of pairs for each number of meetings, including 0."""
        pair_counts: dict[int, int] = {}
        for pair in all_pairs(self.order):
            meeting_count = len(self.met.get(pair, ""))
            pair_counts[meeting_count] = pair_counts.get(meeting_count, 0) + 1
        return dict(sorted(pair_counts.items()))


def cross_table(view: TournamentView) -> CrossTable:
    """Return the cross table. Unfinished tables that count for nobody are left out."""
    met: dict[tuple[int, int], str] = {}
    for table_view in (table for round in view.rounds for table in round.tables if table.status != "void"):
        for entry, opponent, sign in _pair_signs(table_view):
            met[entry, opponent] = met.get((entry, opponent), "") + sign
    return CrossTable(all_entries(view), _printed_places(view), met)


def all_entries(view: TournamentView) -> tuple[int, ...]:
    """Return all entries: those in the standings in their order, then the others by number."""
    ranked = [line.entry for _, lines in _lettered_standings(view) for line in lines]
    return (*ranked, *sorted(view.entries.keys() - set(ranked)))


def _lettered_standings(view: TournamentView) -> list[tuple[str, tuple[PlaceView, ...]]]:
    """Return the standings with their letter: of each group, or with an empty letter of all entries."""
    if view.in_groups:
        return [(group.label.removeprefix("Group "), group.lines) for group in view.groups]
    return [("", view.standings)]


def _printed_places(view: TournamentView) -> dict[int, str]:
    places: dict[int, str] = {}
    for group, lines in _lettered_standings(view):
        shared_places = find_shared_places(lines)
        places |= {line.entry: f"{group}{line.place}{'=' if line.place in shared_places else ''}" for line in lines}
    return places


def _pair_signs(table: TableView) -> Iterator[tuple[int, int, str]]:
    """Yield each pair at a table, both ways, with the sign for the first against the second."""
    ranks = {entry: index for index, group in enumerate(table.places or ()) for entry in group}
    for player in table.entries:
        for opponent in table.entries:
            if player != opponent:
                yield player, opponent, _compare_ranks(ranks.get(player), ranks.get(opponent))


def _compare_ranks(rank: int | None, opponent_rank: int | None) -> str:
    if rank is None or opponent_rank is None:
        return NOT_YET
    return LEVEL if rank == opponent_rank else AHEAD if rank < opponent_rank else BEHIND
