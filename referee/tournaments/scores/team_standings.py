"""Teams, by what their members have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.tournaments.state.settings import Settings
from referee.tournaments.state.view import EntryView, PlaceView, TeamPlace


def teams(placed: Sequence[PlaceView], entries: Mapping[int, EntryView], settings: Settings) -> tuple[TeamPlace, ...]:
    """Return the teams in order of the sum of what their best members have; nothing where there are none.

    As many members count as were settled, or else as the smallest team has. Of teams with the same sum the one whose
    best member stands higher comes first, then the one whose second best does, and so on.
    """
    members: defaultdict[str, list[PlaceView]] = defaultdict(list)
    for line in placed:
        if settings.teams and entries[line.entry].team:
            members[entries[line.entry].team].append(line)
    if not members:
        return ()
    count = settings.team_best or min(map(len, members.values()))
    order: defaultdict[tuple[Fraction, tuple[int, ...]], list[str]] = defaultdict(list)
    for team, lines in members.items():
        points = sum((line.points for line in lines[:count]), Fraction(0))
        order[-points, tuple(line.place for line in lines[:count])].append(team)
    found: list[TeamPlace] = []
    for less, places in sorted(order):
        ahead = len(found)
        for team in sorted(order[less, places]):
            entered = tuple(line.entry for line in members[team])
            found.append(TeamPlace(ahead + 1, team, entered, -less))
    return tuple(found)
