"""The order of elimination formats: classes of entries that went out together, best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from referee.competition.draws.knock_out_plan import Side
from referee.competition.result import NOTHING, match_score, mean_ranks
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.survivors import find_survivors
from referee.tournaments.state.view import EntryView, RoundView, TableView

_UNPLAYED: Final = Fraction(10**9)
"""The place of a player without one in their last round, such as with a bye: after all who have one."""


Classes = list[tuple[int, ...]]
"""Groups of players who went out alike, the best group first."""


def knock_out_classes(
    players: Sequence[int], entries: Mapping[int, EntryView], rounds: Sequence[RoundView], settings: TournamentSettings
) -> Classes:
    """Return the classes of a knockout: players still in, then the others by last round and place at its table.

    Of players still in, the unbeaten come first, and winners of the last round before those still playing it. Players
    in the match for third place come after those in the final.
    """
    lost = find_survivors(rounds, settings).losses
    classes: defaultdict[tuple[int, int, int, Fraction], list[int]] = defaultdict(list)
    for player in players:
        last_index, table = last_round_of(player, rounds)
        missed_later_round = entries[player].status == "absent" and last_index < len(rounds) - 1
        if last_index < 0:
            classes[2, 0, 0, NOTHING].append(player)
        elif player in lost and entries[player].status in ("in", "absent", "out") and not missed_later_round:
            advances = table.decided and player in table.through if table else player in rounds[last_index].byes
            classes[0, lost[player], -last_index - advances, NOTHING].append(player)
        else:
            rank = mean_ranks(table.places or ()).get(player, _UNPLAYED) if table else _UNPLAYED
            in_third_place_match = table is not None and table.side is Side.THIRD_PLACE
            classes[1, -last_index, in_third_place_match, rank].append(player)
    return [tuple(classes[key]) for key in sorted(classes)]


def last_round_and_place(player: int, rounds: Sequence[RoundView]) -> tuple[str, str]:
    """Return the name of a player's last round, with a table or a bye, and the printed place there.

    The match for third place has its own name, although it is in the same round as the final.
    """
    last_index, table = last_round_of(player, rounds)
    if last_index < 0:
        return "", ""
    name = table.label if table and table.side is Side.THIRD_PLACE else rounds[last_index].name
    return name, table.ranks.get(player, "") if table and table.decided else ""


def match_scores_backwards(players: Iterable[int], rounds: Sequence[RoundView]) -> dict[int, tuple[Fraction, ...]]:
    """Return each player's match scores in a knockout, from their last round back to the first.

    Byes, skipped rounds and undecided tables count as first places.
    """
    scores = {}
    for player in players:
        last_index, _ = last_round_of(player, rounds)
        scores[player] = tuple(_match_score(player, round) for round in reversed(rounds[: last_index + 1]))
    return scores


def freezeout_classes(
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    elimination_order: Sequence[Sequence[int]] = (),
) -> Classes:
    """Return the classes of a freezeout: by the `elimination_order`, else by the last tables."""
    groups = [
        tuple(player for player in group if player in entries) for group in elimination_order
    ] or _order_by_tables(entries, rounds)
    groups = [
        players_of_group
        for group in groups
        if (players_of_group := tuple(player for player in group if player in players))
    ]
    placed_players = {player for group in groups for player in group}
    unplaced = tuple(player for player in players if player not in placed_players)
    return [*groups, *([unplaced] if unplaced else [])]


def last_round_of(player: int, rounds: Sequence[RoundView]) -> tuple[int, TableView | None]:
    """Return the index of a player's last round, with a table or a bye, and the table; -1 and None if there is none."""
    for number in range(len(rounds) - 1, -1, -1):
        for table in rounds[number].tables:
            if player in table.entries:
                return number, table
        if player in rounds[number].byes:
            return number, None
    return -1, None


def _match_score(player: int, round: RoundView) -> Fraction:
    for table in reversed(round.tables):
        places = table.places or ()
        if player in table.entries and table.decided and sum(map(len, places)) > 1:
            result = match_score(places).get(player)
            return result.score if result else NOTHING
    return Fraction(1)


def _order_by_tables(entries: Mapping[int, EntryView], rounds: Sequence[RoundView]) -> list[tuple[int, ...]]:
    """Return players by the last round they played, the latest first, and within a round by place."""
    groups: list[tuple[int, ...]] = []
    players_so_far: set[int] = set()
    for round in reversed(rounds):
        by_rank: defaultdict[Fraction, list[int]] = defaultdict(list)
        for table in round.tables:
            ranks = mean_ranks(table.places or ()) if table.decided else dict.fromkeys(table.entries, NOTHING)
            for player, rank in ranks.items():
                if player not in players_so_far:
                    by_rank[rank].append(player)
        for rank in sorted(by_rank):
            players_in = [player for player in by_rank[rank] if rank or entries[player].status == "in"]
            players_out = sorted(
                (player for player in by_rank[rank] if player not in players_in),
                key=lambda entry: -entries[entry].until,
            )
            groups += [group for group in (tuple(players_in), *((player,) for player in players_out)) if group]
            players_so_far.update(by_rank[rank])
    return groups
