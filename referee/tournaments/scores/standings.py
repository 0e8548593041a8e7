"""The standings of a tournament after any round: by format, then by tie-breaks.

Entries still level after all tie-breaks share the place. Each line has the figures behind it, so that it can be checked
by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.cards.immutable import frozen
from referee.competition.result import NOTHING
from referee.competition.ties import TieBreakData, break_ties
from referee.tournaments.scores.elimination_order import (
    Classes,
    freezeout_classes,
    knock_out_classes,
    last_round_and_place,
    match_scores_backwards,
)
from referee.tournaments.scores.tallies import TournamentTally, tally_players
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
    elimination_order: Sequence[Sequence[int]] = (),
) -> tuple[tuple[PlaceView, ...], tuple[TeamPlace, ...]]:
    """Return the places of a tournament, best first, and those of its teams.

    `penalties` are deducted from each entry's points. `elimination_order` is the final order of a freezeout, best
    first, with a group for each shared place; without it the last tables decide. Entries that withdrew before their
    first table or a bye are left out.
    """
    active_players = {player for round in rounds for table in round.tables for player in table.entries}
    active_players |= {player for round in rounds for player in (*round.byes, *round.half_byes)}
    listed_players = sorted(
        player for player, entry in entries.items() if entry.status != "withdrew" or player in active_players
    )
    inputs = _StandingsInputs(settings, penalties, seed)
    match settings.format:
        case Format.KNOCK_OUT | Format.DOUBLE:
            ranks = match_scores_backwards(listed_players, rounds)
            levels = _order_classes(
                inputs, listed_players, rounds, knock_out_classes(listed_players, entries, rounds, settings), ranks
            )
        case Format.FREEZE_OUT:
            levels = _order_classes(
                inputs,
                listed_players,
                rounds,
                freezeout_classes(listed_players, entries, rounds, elimination_order),
                {},
            )
        case Format.GROUPS:
            levels = _order_groups(inputs, listed_players, entries, rounds)
        case _:
            levels = _order_by_points(inputs, listed_players, rounds)
    places = tuple(_with_places(levels))
    return places, rank_teams(places, entries, settings)


@frozen
class _StandingsInputs:
    """The input of the standings, apart from the rounds."""

    settings: TournamentSettings
    penalties: Mapping[int, Fraction]
    seed: int

    def tie_break_data(
        self, found: Mapping[int, TournamentTally], later: Mapping[int, tuple[Fraction, ...]] = MappingProxyType({})
    ) -> TieBreakData:
        """Return the input of the tie-breaks."""

        def strength(player: int) -> Fraction | None:
            return found[player].strength if player in found else None

        return TieBreakData(found.__getitem__, cache(strength), self.penalties, self.seed, later)

    def order_tied(self, tied: Sequence[int], known: TieBreakData) -> Iterator[tuple[tuple[int, ...], Why]]:
        """Yield tied players in order, in groups of those still tied, each with the tie-breaks used."""
        for level in break_ties(tied, steps_of(self.settings), known):
            yield level.players, tuple((tie_break.step.label, tie_break.figure) for tie_break in level.steps)

    @property
    def best(self) -> int:
        """The number of each player's rounds that count; 0 for all, as always with groups."""
        return 0 if self.settings.format is Format.GROUPS else self.settings.best

    def less_penalty(self, player: int, points: Fraction) -> Fraction:
        """Return points after a player's penalty. Scores that are never negative stay at least 0."""
        remaining = points - self.penalties.get(player, NOTHING)
        return max(NOTHING, remaining) if self.settings.score in (Score.MATCH, Score.PLACES) else remaining


_Level = tuple[PlaceView, ...]
"""The lines of players who share a place, which is not filled in yet."""


def _with_places(levels: Sequence[_Level]) -> Iterator[PlaceView]:
    entries_ahead = 0
    for level in levels:
        yield from (replace(line, place=entries_ahead + 1) for line in level)
        entries_ahead += len(level)


def _place_view(
    inputs: _StandingsInputs, player: int, points: Fraction | None, tally: TournamentTally, steps: Why
) -> PlaceView:
    penalty = inputs.penalties.get(player, NOTHING)
    return PlaceView(0, player, points, len(tally.matches), tally.unit_scores, steps, penalty)


def _order_by_points(inputs: _StandingsInputs, players: Sequence[int], rounds: Sequence[RoundView]) -> list[_Level]:
    """Return players ordered by points. Players with neither a table nor a bye share the last place."""
    # A bye counts with its round: until a table of it is decided, these are the standings after the round before.
    rounds = [round if _has_result(round) else replace(round, byes=(), absent=(), half_byes=()) for round in rounds]
    player_tallies = tally_players(players, rounds, inputs.settings)
    active_players = {player for round in rounds for player in (*round.byes, *round.half_byes)}
    active_players |= {player for player, tally in player_tallies.items() if tally.matches}
    players_by_points: defaultdict[Fraction, list[int]] = defaultdict(list)
    points = {}
    for player, tally in player_tallies.items():
        points[player] = inputs.less_penalty(player, tally.best(inputs.best))
        if player in active_players:
            players_by_points[points[player]].append(player)
    levels = []
    data = inputs.tie_break_data(player_tallies)
    for score in sorted(players_by_points, reverse=True):
        for group, tie_breaks in inputs.order_tied(players_by_points[score], data):
            levels.append(
                tuple(
                    _place_view(inputs, tied_player, score, player_tallies[tied_player], tie_breaks)
                    for tied_player in group
                )
            )
    if unplayed := [player for player in player_tallies if player not in active_players]:
        levels.append(
            tuple(
                _place_view(inputs, tied_player, points[tied_player], player_tallies[tied_player], ())
                for tied_player in unplayed
            )
        )
    return levels


def _has_result(round: RoundView) -> bool:
    """Tell whether anything in a round is decided."""
    return round.over or any(table.places is not None for table in round.tables)


def _order_classes(
    inputs: _StandingsInputs,
    players: Sequence[int],
    rounds: Sequence[RoundView],
    classes: Classes,
    later: Mapping[int, tuple[Fraction, ...]],
) -> list[_Level]:
    """Return each class ordered by the tie-breaks. Byes and absences score nothing here, and lines have no points."""
    player_tallies = {
        player: replace(tally, unit_scores=tally.at_tables)
        for player, tally in tally_players(players, rounds, inputs.settings).items()
    }
    data = inputs.tie_break_data(player_tallies, later)

    def line(player: int, tie_breaks: Why) -> PlaceView:
        round_reached, place = (
            last_round_and_place(player, rounds) if inputs.settings.format is not Format.FREEZE_OUT else ("", "")
        )
        return replace(
            _place_view(inputs, player, None, player_tallies[player], tie_breaks), reached=round_reached, there=place
        )

    return [
        tuple(line(tied_player, tie_breaks) for tied_player in group)
        for players_of_class in classes
        for group, tie_breaks in inputs.order_tied(players_of_class, data)
    ]


def _order_finals(
    inputs: _StandingsInputs,
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
) -> list[_Level]:
    """Return the finalists ordered by points within each final, and the finals one after the other.

    A final with a bye, with several rounds, or with several unnamed tables is ordered as a knockout.
    """
    names = list(dict.fromkeys(table.label for round in rounds for table in round.tables))
    rounds_with_several = (round for round in rounds if len(round.tables) > 1)
    is_knock_out = any(round.byes for round in rounds) or any(
        not table.label for round in rounds_with_several for table in round.tables
    )
    if len(rounds) > 1 or is_knock_out:
        classes = knock_out_classes(players, entries, rounds, inputs.settings)
        return _order_classes(inputs, players, rounds, classes, match_scores_backwards(players, rounds))
    finals = ([table for round in rounds for table in round.tables if table.label == name] for name in names)
    members = [[player for player in players if any(player in table.entries for table in final)] for final in finals]
    return [level for final in members for level in _order_by_points(inputs, final, rounds)]


def _order_groups(
    inputs: _StandingsInputs,
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
) -> list[_Level]:
    """Return the finalists ordered by the final, then the others by their place in their group.

    Equal places of different groups are ordered by mean table score, then by the tie-breaks.
    """
    in_groups = [round for round in rounds if _is_group_round(round)]
    final = [round for round in rounds if not _is_group_round(round)]
    finalists = {player for round in final for table in round.tables for player in table.entries}
    finalists |= {player for round in final for player in round.byes}
    player_tallies = tally_players(players, in_groups, inputs.settings)

    def with_groups(line: PlaceView) -> PlaceView:
        tally = player_tallies[line.entry]
        return replace(line, by_round=(*tally.unit_scores, *line.by_round), played=line.played + len(tally.matches))

    finalist_levels = _order_finals(inputs, [player for player in players if player in finalists], entries, final)
    levels = [tuple(map(with_groups, level)) for level in finalist_levels]
    others_by_place: defaultdict[tuple[int, Fraction], dict[int, PlaceView]] = defaultdict(dict)
    groups = _group_members(players, in_groups)
    for members in groups.values():
        for line in _with_places(_order_by_points(inputs, members, in_groups)):
            if line.entry not in finalists:
                line_with_finals = replace(line, by_round=(*line.by_round, *[None] * len(final)), steps=())
                others_by_place[line.place, player_tallies[line.entry].strength][line.entry] = line_with_finals
    data = inputs.tie_break_data(player_tallies)
    for place, strength in sorted(others_by_place, key=lambda key: (key[0], -key[1])):
        lines = others_by_place[place, strength]
        reasons = (("place in the group", str(place)), ("mean of its tables", f"{float(strength):.4f}"))
        for group, tie_breaks in inputs.order_tied(tuple(lines), data):
            levels.append(tuple(replace(lines[tied_player], steps=(*reasons, *tie_breaks)) for tied_player in group))
    grouped = {player for members in groups.values() for player in members} | finalists
    if unplayed := [player for player in players if player not in grouped]:
        levels.append(
            tuple(
                _place_view(inputs, player, NOTHING, TournamentTally((), (None,) * len(rounds)), ())
                for player in unplayed
            )
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

    The advancing players are known once all rounds of the groups are over: those in the final, or those to be drawn for
    it.
    """
    if settings.format is not Format.GROUPS:
        return ()
    in_groups, final = rounds[: settings.rounds], rounds[settings.rounds :]
    is_over = len(in_groups) == settings.rounds and all(in_group.over for in_group in in_groups)
    finalists = {player for round in final for table in round.tables for player in table.entries}
    finalists |= {player for round in final for player in round.byes}
    players = sorted({player for in_group in in_groups for table in in_group.tables for player in table.entries})
    inputs, tables = _StandingsInputs(settings, penalties, seed), []
    for label, members in sorted(
        _group_members(players, in_groups).items(), key=lambda group: (len(group[0]), group[0])
    ):
        lines = tuple(_with_places(_order_by_points(inputs, members, in_groups)))
        first = [line.entry for line in lines[: settings.go_on] if entries[line.entry].status != "withdrew"]
        advancing = [line.entry for line in lines if line.entry in finalists] if final else first if is_over else ()
        tables.append(GroupTable(label, lines, tuple(advancing)))
    return tuple(tables)


def _is_group_round(round: RoundView) -> bool:
    return any(text.casefold().startswith(_GROUP) for text in (round.name, *(table.label for table in round.tables)))


def _group_members(players: Sequence[int], rounds: Sequence[RoundView]) -> dict[str, list[int]]:
    """Return the members of each group, which are the players at the tables with its name."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for player in players:
        labels = (table.label for round in rounds for table in round.tables if player in table.entries)
        if label := next(labels, None):
            members[label].append(player)
    return dict(members)


def rank_teams(
    places_of_players: Sequence[PlaceView], entries: Mapping[int, EntryView], settings: TournamentSettings
) -> tuple[TeamPlace, ...]:
    """Return the teams by the sum of their best members' points, best first; empty without teams.

    As many members count as the smallest team has. Without points, places are summed and the lowest sum is best. Teams
    with equal sums are ordered by the place of their best member, then of the second best, and so on.
    """
    members: defaultdict[str, list[PlaceView]] = defaultdict(list)
    for line in places_of_players:
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
        teams_ahead = len(team_places)
        for team in sorted(order[amount, places]):
            team_entries = tuple(line.entry for line in members[team])
            team_places.append(TeamPlace(teams_ahead + 1, team, team_entries, -amount if by_points else amount))
    return tuple(team_places)
