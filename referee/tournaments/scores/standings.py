"""The standings of a tournament after any round: by format, then by tie-breaks.

Entries still level after all tie-breaks share the place. Each line has the figures behind it, so that it can be checked
by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.competition.result import NOTHING
from referee.competition.ties import TieBreakData, break_ties
from referee.tournaments.scores.elimination_order import (
    Classes,
    out_of_a_freeze_out,
    out_of_a_knock_out,
    ranks_backwards,
    way_out,
)
from referee.tournaments.scores.tallies import TournamentTally, tallies
from referee.tournaments.scores.tie_breaks import steps_of
from referee.tournaments.state.settings import BY_POINTS, Format, Score, TournamentSettings
from referee.tournaments.state.view import EntryView, GroupTable, PlaceView, RoundView, TeamPlace

Why: TypeAlias = tuple[tuple[str, str], ...]
"""The tie-breaks behind a place: the name of each, and its figure."""
_NONE: Final[Mapping[int, Fraction]] = MappingProxyType({})
_GROUP: Final = "group"
"""The start of a group table's label, and of the name of a round of groups."""


def standings(
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    settings: TournamentSettings,
    *,
    penalties: Mapping[int, Fraction] = _NONE,
    seed: int = 0,
    out: Sequence[Sequence[int]] = (),
) -> tuple[tuple[PlaceView, ...], tuple[TeamPlace, ...]]:
    """Return the places of a tournament, best first, and those of its teams.

    `penalties` are deducted from each entry's points. `out` is the final order of a freezeout, best first, with a group
    for each shared place; without it the last tables decide. Entries that withdrew without ever having a table are left
    out.
    """
    seated = {player for round in rounds for table in round.tables for player in table.entries}
    listed = sorted(player for player, entry in entries.items() if entry.status != "withdrew" or player in seated)
    counted = _Counted(settings, penalties, seed)
    match settings.format:
        case Format.KNOCK_OUT | Format.DOUBLE:
            later = ranks_backwards(listed, rounds)
            levels = _classed(counted, listed, rounds, out_of_a_knock_out(listed, entries, rounds, settings), later)
        case Format.FREEZE_OUT:
            levels = _classed(counted, listed, rounds, out_of_a_freeze_out(listed, entries, rounds, out), {})
        case Format.GROUPS:
            levels = _in_groups(counted, listed, entries, rounds)
        case _:
            levels = _by_points(counted, listed, rounds)
    placed = tuple(_placed(levels))
    return placed, teams(placed, entries, settings)


@dataclass(frozen=True, slots=True)
class _Counted:
    """What the standings are computed from, apart from the rounds."""

    settings: TournamentSettings
    penalties: Mapping[int, Fraction]
    seed: int

    def known(
        self, found: Mapping[int, TournamentTally], later: Mapping[int, tuple[Fraction, ...]] = MappingProxyType({})
    ) -> TieBreakData:
        """Return the input of the tie-breaks."""

        def strength(player: int) -> Fraction | None:
            return found[player].strength if player in found else None

        return TieBreakData(found.__getitem__, cache(strength), self.penalties, self.seed, later)

    def parted(self, tied: Sequence[int], known: TieBreakData) -> Iterator[tuple[tuple[int, ...], Why]]:
        """Yield tied players in order, in groups of those still tied, each with the tie-breaks used."""
        for level in break_ties(tied, steps_of(self.settings), known):
            yield level.players, tuple((applied_step.step.label, applied_step.figure) for applied_step in level.steps)

    @property
    def best(self) -> int:
        """How many of a player's rounds count; 0 for all, as always with groups."""
        return 0 if self.settings.format is Format.GROUPS else self.settings.best

    def less_penalty(self, player: int, points: Fraction) -> Fraction:
        """Return points after a player's penalty, at least 0 for scores that are never negative."""
        left = points - self.penalties.get(player, NOTHING)
        return max(NOTHING, left) if self.settings.score in (Score.MATCH, Score.PLACES) else left


_Level = tuple[PlaceView, ...]
"""The lines of players who share a place, which is not filled in yet."""


def _placed(levels: Sequence[_Level]) -> Iterator[PlaceView]:
    ahead = 0
    for level in levels:
        yield from (replace(line, place=ahead + 1) for line in level)
        ahead += len(level)


def _line(counted: _Counted, player: int, points: Fraction | None, tally: TournamentTally, steps: Why) -> PlaceView:
    penalty = counted.penalties.get(player, NOTHING)
    return PlaceView(0, player, points, len(tally.matches), tally.unit_scores, steps, penalty)


def _by_points(counted: _Counted, players: Sequence[int], rounds: Sequence[RoundView]) -> list[_Level]:
    """Order players by their points. Players with neither a table nor a bye share the last place."""
    # A bye counts with its round: until a table of it is decided, these are the standings after the round before.
    rounds = [round if _counts(round) else replace(round, byes=(), absent=()) for round in rounds]
    found = tallies(players, rounds, counted.settings)
    with_something = {player for round in rounds for player in round.byes}
    with_something |= {player for player, tally in found.items() if tally.matches}
    level: defaultdict[Fraction, list[int]] = defaultdict(list)
    points = {}
    for player, tally in found.items():
        points[player] = counted.less_penalty(player, tally.best(counted.best))
        if player in with_something:
            level[points[player]].append(player)
    levels = []
    known = counted.known(found)
    for score in sorted(level, reverse=True):
        for group, taken in counted.parted(level[score], known):
            levels.append(tuple(_line(counted, one, score, found[one], taken) for one in group))
    if left := [player for player in found if player not in with_something]:
        levels.append(tuple(_line(counted, one, points[one], found[one], ()) for one in left))
    return levels


def _counts(found: RoundView) -> bool:
    """Tell whether anything in a round is decided."""
    return found.over or any(table.places is not None for table in found.tables)


def _classed(
    counted: _Counted,
    players: Sequence[int],
    rounds: Sequence[RoundView],
    classes: Classes,
    later: Mapping[int, tuple[Fraction, ...]],
) -> list[_Level]:
    """Order each class by the tie-breaks. Byes and absences score nothing here, and lines have no points."""
    found = {
        player: replace(tally, unit_scores=tally.at_tables)
        for player, tally in tallies(players, rounds, counted.settings).items()
    }
    known = counted.known(found, later)

    def line(player: int, taken: Why) -> PlaceView:
        reached, there = way_out(player, rounds) if counted.settings.format is not Format.FREEZE_OUT else ("", "")
        return replace(_line(counted, player, None, found[player], taken), reached=reached, there=there)

    return [
        tuple(line(one, taken) for one in group) for each in classes for group, taken in counted.parted(each, known)
    ]


def _of_finals(
    counted: _Counted,
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
) -> list[_Level]:
    """Order the finalists: by points within each final, and several finals one after the other.

    A final with a bye, with several rounds, or with more than one table without a name is ordered as a knockout.
    """
    names = list(dict.fromkeys(table.label for round in rounds for table in round.tables))
    several = (round for round in rounds if len(round.tables) > 1)
    goes_down = any(round.byes for round in rounds) or any(
        not table.label for round in several for table in round.tables
    )
    if len(rounds) > 1 or goes_down:
        classes = out_of_a_knock_out(players, entries, rounds, counted.settings)
        return _classed(counted, players, rounds, classes, ranks_backwards(players, rounds))
    finals = ([table for round in rounds for table in round.tables if table.label == name] for name in names)
    members = [[player for player in players if any(player in table.entries for table in final)] for final in finals]
    return [level for final in members for level in _by_points(counted, final, rounds)]


def _in_groups(
    counted: _Counted,
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
) -> list[_Level]:
    """Order the finalists by the final, then the others by their place in their group.

    Equal places of different groups are ordered by the mean of their table scores, then by the tie-breaks.
    """
    in_groups = [round for round in rounds if _of_groups(round)]
    final = [round for round in rounds if not _of_groups(round)]
    finalists = {player for round in final for table in round.tables for player in table.entries}
    finalists |= {player for round in final for player in round.byes}
    found = tallies(players, in_groups, counted.settings)

    def with_groups(line: PlaceView) -> PlaceView:
        tally = found[line.entry]
        return replace(line, by_round=(*tally.unit_scores, *line.by_round), played=line.played + len(tally.matches))

    ahead = _of_finals(counted, [player for player in players if player in finalists], entries, final)
    levels = [tuple(map(with_groups, level)) for level in ahead]
    behind: defaultdict[tuple[int, Fraction], dict[int, PlaceView]] = defaultdict(dict)
    groups = _groups(players, in_groups)
    for members in groups.values():
        for line in _placed(_by_points(counted, members, in_groups)):
            if line.entry not in finalists:
                shown = replace(line, by_round=(*line.by_round, *[None] * len(final)), steps=())
                behind[line.place, found[line.entry].strength][line.entry] = shown
    known = counted.known(found)
    for place, strength in sorted(behind, key=lambda at: (at[0], -at[1])):
        lines = behind[place, strength]
        why = (("place in the group", str(place)), ("mean of its tables", f"{float(strength):.4f}"))
        for group, taken in counted.parted(tuple(lines), known):
            levels.append(tuple(replace(lines[one], steps=(*why, *taken)) for one in group))
    grouped = {player for members in groups.values() for player in members} | finalists
    if left := [player for player in players if player not in grouped]:
        levels.append(
            tuple(_line(counted, player, NOTHING, TournamentTally((), (None,) * len(rounds)), ()) for player in left)
        )
    return levels


def group_tables(
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    settings: TournamentSettings,
    *,
    penalties: Mapping[int, Fraction] = _NONE,
    seed: int = 0,
) -> tuple[GroupTable, ...]:
    """Return the standings of each group with the tie-breaks used; empty for other formats.

    Who advances is known once all rounds of the groups are over: the players in the final, or those due to be drawn for
    it.
    """
    if settings.format is not Format.GROUPS:
        return ()
    in_groups, final = rounds[: settings.rounds], rounds[settings.rounds :]
    over = len(in_groups) == settings.rounds and all(in_group.over for in_group in in_groups)
    finalists = {player for round in final for table in round.tables for player in table.entries}
    finalists |= {player for round in final for player in round.byes}
    seated = sorted({player for in_group in in_groups for table in in_group.tables for player in table.entries})
    counted, found = _Counted(settings, penalties, seed), []
    for label, members in sorted(_groups(seated, in_groups).items(), key=lambda group: (len(group[0]), group[0])):
        lines = tuple(_placed(_by_points(counted, members, in_groups)))
        first = [line.entry for line in lines[: settings.go_on] if entries[line.entry].status != "withdrew"]
        on = [line.entry for line in lines if line.entry in finalists] if final else first if over else ()
        found.append(GroupTable(label, lines, tuple(on)))
    return tuple(found)


def _of_groups(round: RoundView) -> bool:
    return any(text.casefold().startswith(_GROUP) for text in (round.name, *(table.label for table in round.tables)))


def _groups(players: Sequence[int], rounds: Sequence[RoundView]) -> dict[str, list[int]]:
    """Return the members of each group: the players at the tables with its name."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for player in players:
        labels = (table.label for round in rounds for table in round.tables if player in table.entries)
        if label := next(labels, None):
            members[label].append(player)
    return dict(members)


def teams(
    placed: Sequence[PlaceView], entries: Mapping[int, EntryView], settings: TournamentSettings
) -> tuple[TeamPlace, ...]:
    """Return the teams by the sum of their best members' points, best first; empty without teams.

    As many members count as the smallest team has. Without points, places are summed and the lowest sum is best. Teams
    with equal sums are ordered by the place of their best member, then of the second best, and so on.
    """
    members: defaultdict[str, list[PlaceView]] = defaultdict(list)
    for line in placed:
        if settings.teams and entries[line.entry].team:
            members[entries[line.entry].team].append(line)
    if not members:
        return ()
    count, by_points = min(map(len, members.values())), settings.format in BY_POINTS
    order: defaultdict[tuple[Fraction, tuple[int, ...]], list[str]] = defaultdict(list)
    for team, lines in members.items():
        places = tuple(line.place for line in lines[:count])
        points = [line.points for line in lines[:count] if line.points is not None]
        order[-sum(points, NOTHING) if by_points else Fraction(sum(places)), places].append(team)
    team_places: list[TeamPlace] = []
    for amount, places in sorted(order):
        ahead = len(team_places)
        for team in sorted(order[amount, places]):
            entered = tuple(line.entry for line in members[team])
            team_places.append(TeamPlace(ahead + 1, team, entered, -amount if by_points else amount))
    return tuple(team_places)
