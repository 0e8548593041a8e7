"""The order of elimination formats: classes of entries that went out alike, best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from referee.competition.draws.knock_out_plan import Side
from referee.competition.result import NOTHING, match_score, mean_ranks
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.survivors import survivors
from referee.tournaments.state.view import EntryView, RoundView, TableView

_UNPLAYED: Final = Fraction(10**9)
"""The place of a player without one in their last round, such as with a bye: after all who have one."""


Classes = list[tuple[int, ...]]
"""Groups of players who went out alike, the best group first."""


def out_of_a_knock_out(
    players: Sequence[int], entries: Mapping[int, EntryView], rounds: Sequence[RoundView], settings: TournamentSettings
) -> Classes:
    """Return the classes of a knockout: players still in, then the others by last round and place at its table.

    Of those still in, the unbeaten come first, and winners of the last round before those still playing it. Players in
    the match for third place come after those in the final.
    """
    lost = survivors(rounds, settings).lost
    found: defaultdict[tuple[int, int, int, Fraction], list[int]] = defaultdict(list)
    for player in players:
        last, table = last_round_of(player, rounds)
        away = entries[player].status == "absent" and last < len(rounds) - 1
        if last < 0:
            found[2, 0, 0, NOTHING].append(player)
        elif player in lost and entries[player].status in ("in", "absent", "out") and not away:
            on = table.decided and player in table.through if table else player in rounds[last].byes
            found[0, lost[player], -last - on, NOTHING].append(player)
        else:
            rank = mean_ranks(table.places or ()).get(player, _UNPLAYED) if table else _UNPLAYED
            after = table is not None and table.side is Side.THIRD_PLACE
            found[1, -last, after, rank].append(player)
    return [tuple(found[at]) for at in sorted(found)]


def way_out(player: int, rounds: Sequence[RoundView]) -> tuple[str, str]:
    """Return the name of a player's last round, with a table or a bye, and their place there as printed.

    The match for third place has a name of its own, other than that of the final in the same round.
    """
    last, table = last_round_of(player, rounds)
    if last < 0:
        return "", ""
    name = table.label if table and table.side is Side.THIRD_PLACE else rounds[last].name
    return name, table.ranks.get(player, "") if table and table.decided else ""


def ranks_backwards(players: Iterable[int], rounds: Sequence[RoundView]) -> dict[int, tuple[Fraction, ...]]:
    """Return each player's match scores in a knockout, from their last round back to the first.

    Byes, rounds a player could skip and undecided tables count as first places.
    """
    found = {}
    for player in players:
        last, _ = last_round_of(player, rounds)
        found[player] = tuple(_match_score(player, round) for round in reversed(rounds[: last + 1]))
    return found


def out_of_a_freeze_out(
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    out: Sequence[Sequence[int]] = (),
) -> Classes:
    """Return the classes of a freezeout: by the order in `out`, else by the last tables."""
    groups = [tuple(player for player in group if player in entries) for group in out] or _by_tables(entries, rounds)
    groups = [kept for group in groups if (kept := tuple(player for player in group if player in players))]
    placed = {player for group in groups for player in group}
    left = tuple(player for player in players if player not in placed)
    return [*groups, *([left] if left else [])]


def last_round_of(player: int, rounds: Sequence[RoundView]) -> tuple[int, TableView | None]:
    """Return the index of a player's last round, with a table or a bye, and the table; -1 and None without any."""
    for number in range(len(rounds) - 1, -1, -1):
        for table in rounds[number].tables:
            if player in table.entries:
                return number, table
        if player in rounds[number].byes:
            return number, None
    return -1, None


def _match_score(player: int, played: RoundView) -> Fraction:
    for table in reversed(played.tables):
        places = table.places or ()
        if player in table.entries and table.decided and sum(map(len, places)) > 1:
            scored = match_score(places).get(player)
            return scored.score if scored else NOTHING
    return Fraction(1)


def _by_tables(entries: Mapping[int, EntryView], rounds: Sequence[RoundView]) -> list[tuple[int, ...]]:
    """Return players by the last round they played, the latest first, and within a round by place."""
    groups: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for round in reversed(rounds):
        by_rank: defaultdict[Fraction, list[int]] = defaultdict(list)
        for table in round.tables:
            ranks = mean_ranks(table.places or ()) if table.decided else dict.fromkeys(table.entries, NOTHING)
            for player, rank in ranks.items():
                if player not in seen:
                    by_rank[rank].append(player)
        for rank in sorted(by_rank):
            still = [player for player in by_rank[rank] if rank or entries[player].status == "in"]
            gone = sorted(
                (player for player in by_rank[rank] if player not in still), key=lambda at: -entries[at].until
            )
            groups += [group for group in (tuple(still), *((player,) for player in gone)) if group]
            seen.update(by_rank[rank])
    return groups
