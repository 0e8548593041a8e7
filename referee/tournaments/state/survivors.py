"""The survivors after some rounds of a knockout, how often each has lost, and when the others went out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.competition.draws.knock_out_plan import FINALS, Side
from referee.tournaments.state.settings import Format, TournamentSettings
from referee.tournaments.state.view import RoundView, TableView


@dataclass(frozen=True, slots=True)
class Survivors:
    """Players still in, with their number of losses; those `out`, with the round; those `waiting` for third place.

    `second_final` is set if a second final comes next: the winner of the first has a loss, and the loser had none
    before.
    """

    lost: Mapping[int, int]
    out: Mapping[int, int]
    waiting: frozenset[int] = frozenset()
    second_final: bool = False


def survivors(rounds: Sequence[RoundView], settings: TournamentSettings) -> Survivors:
    """Return the survivors after rounds whose advancing players are known. Rounds of groups are skipped."""
    lives = 2 if settings.format is Format.DOUBLE else 1
    lost: dict[int, int] = {}
    out: dict[int, int] = {}
    waiting: set[int] = set()
    again = False
    for round in rounds:
        tables = [table for table in round.tables if not _of_a_group(table)]
        if round.tables and not tables:
            continue
        here = {*round.byes, *(player for table in tables for player in table.entries)}
        sides = {table.side for table in tables}
        all_play = lives == 1 or any(map(is_final, tables))
        for player in [player for player in lost if player not in here]:
            if all_play or (Side.LOSERS if lost[player] else Side.WINNERS) in sides:
                lost.pop(player)  # absent when the round was drawn
                out[player] = round.number
        out |= dict.fromkeys(waiting - here, round.number)
        waiting, again = set(), False
        for player in here:  # a lucky loser is in again
            out.pop(player, None)
            lost.setdefault(player, 0)
        for table in tables:
            if table.side is Side.THIRD_PLACE:
                for player in table.entries:
                    lost.pop(player)
                    if table.decided:
                        out[player] = round.number
            elif table.decided:
                again = again or (is_final(table) and _second(table, lost, settings))
                for player in set(table.entries).difference(table.through):
                    lost[player] += 1
                    if lost[player] < lives and (again or not is_final(table)):
                        continue
                    lost.pop(player)
                    if table.losers is Side.THIRD_PLACE:
                        waiting.add(player)
                    else:
                        out[player] = round.number
            elif table.status == "void" and lives == 1:
                for player in table.entries:
                    lost.pop(player)  # nobody advances from a void table
    return Survivors(lost, out, frozenset(waiting), again)


def is_final(table: TableView) -> bool:
    """Tell whether a table is a final."""
    return table.label in FINALS


def _second(table: TableView, lost: Mapping[int, int], settings: TournamentSettings) -> bool:
    """Tell whether a final is followed by a second one."""
    if not settings.second_final or settings.format is not Format.DOUBLE:
        return False
    return all(lost[player] for player in table.through) and not all(lost[player] for player in table.entries)


def _of_a_group(table: TableView) -> bool:
    return table.label.startswith("Group")
