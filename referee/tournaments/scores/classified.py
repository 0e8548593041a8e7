"""The order of formats in which one goes out: classes of those who went out alike, the best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from referee.competition.result import NOTHING, match_score, mean_ranks
from referee.tournaments.scores.tallies import decided
from referee.tournaments.state.view import EntryView, RoundView, TableView

_UNPLAYED: Final = Fraction(10**9)
"""The place of who had a bye in the round in which they went out, or no place at their table: after all who had one."""


@dataclass(frozen=True, slots=True)
class Class:
    """Those who went out alike: what each of them has for it, and what the order rests on."""

    players: tuple[int, ...]
    points: Fraction
    why: tuple[tuple[str, str], ...] = ()


def out_of_a_knock_out(
    players: Sequence[int], entries: Mapping[int, EntryView], rounds: Sequence[RoundView]
) -> list[Class]:
    """Return the classes of a knock-out: who is still in, then by the round and by the place at its table.

    What each has are the rounds left behind: those before the one that they went out in, and all for the winner.
    """
    found: defaultdict[tuple[bool, int, Fraction], list[int]] = defaultdict(list)
    for player in players:
        last, table = last_seen(player, rounds)
        if last < 0:
            found[False, -1, _UNPLAYED].append(player)
            continue
        through = decided(table) and player in table.through if table else player in rounds[last].byes
        pending = table is not None and not decided(table) and table.status != "void"
        there = entries[player].status == "in" or (entries[player].status == "absent" and last == len(rounds) - 1)
        going = there and (through or pending)
        rank = mean_ranks(table.places or ()).get(player, _UNPLAYED) if table else _UNPLAYED
        at = (True, last + through, NOTHING) if going else (False, last, rank)
        found[at].append(player)
    final = len(rounds) - 1
    classes = []
    for at in sorted(found, key=lambda at: (not at[0], -at[1], at[2:])):
        going, last, rank = at
        won = not going and last == final >= 0 and rank == 1 and not any(each[0] for each in found)
        why = _told(rounds, last, rank) if not going and last >= 0 else ()
        classes.append(Class(tuple(found[at]), Fraction(max(0, last + won)), why))
    return classes


def ranks_backwards(players: Iterable[int], rounds: Sequence[RoundView]) -> dict[int, tuple[Fraction, ...]]:
    """Return the match score of each in a knock-out, from the last of their rounds back to the first.

    A bye, and a round that they had no need to play, counts as a first place; so does a table that is not decided.
    """
    found = {}
    for player in players:
        last, _ = last_seen(player, rounds)
        found[player] = tuple(_match_score(player, each) for each in reversed(rounds[: last + 1]))
    return found


def out_of_a_freeze_out(
    players: Sequence[int],
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    out: Sequence[Sequence[int]] = (),
) -> list[Class]:
    """Return the classes of a freeze-out: in the order of going out, if that is given, else by the last tables.

    What each has is the match score of the whole field; whoever never sat down has nothing.
    """
    groups = [tuple(player for player in group if player in entries) for group in out] or _by_tables(entries, rounds)
    groups = [kept for group in groups if (kept := tuple(player for player in group if player in players))]
    placed = {player for group in groups for player in group}
    given = match_score(groups) if len(placed) > 1 else {}
    classes = [Class(group, given[group[0]].score if given else Fraction(1)) for group in groups]
    left = tuple(player for player in players if player not in placed)
    return [*classes, Class(left, NOTHING)] if left else classes


def last_seen(player: int, rounds: Sequence[RoundView]) -> tuple[int, TableView | None]:
    """Return the last round that a player had a table or a bye in, from 0, with the table; -1 where there is none."""
    for number in range(len(rounds) - 1, -1, -1):
        for table in rounds[number].tables:
            if player in table.entries:
                return number, table
        if player in rounds[number].byes:
            return number, None
    return -1, None


def _told(rounds: Sequence[RoundView], last: int, rank: Fraction) -> tuple[tuple[str, str], ...]:
    place = () if rank == _UNPLAYED else (("place there", str(rank)),)
    return (("last round", rounds[last].name), *place)


def _match_score(player: int, played: RoundView) -> Fraction:
    for table in reversed(played.tables):
        places = table.places or ()
        if player in table.entries and decided(table) and sum(map(len, places)) > 1:
            scored = match_score(places).get(player)
            return scored.score if scored else NOTHING
    return Fraction(1)


def _by_tables(entries: Mapping[int, EntryView], rounds: Sequence[RoundView]) -> list[tuple[int, ...]]:
    """Return the order of going out as the tables tell it: of a later round before an earlier, there by place."""
    groups: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for each in reversed(rounds):
        by_rank: defaultdict[Fraction, list[int]] = defaultdict(list)
        for table in each.tables:
            ranks = mean_ranks(table.places or ()) if decided(table) else dict.fromkeys(table.entries, NOTHING)
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
