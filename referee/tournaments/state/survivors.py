"""The survivors after some rounds of a knockout, their losses, and the rounds in which the others went out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards.immutable import frozen
from referee.competition.draws.knock_out_plan import FINALS, Side
from referee.tournaments.state.settings import Format, TournamentSettings
from referee.tournaments.state.view import RoundView, TableView


@frozen
class Survivors:
    """The players still in, with their number of losses; those `out`, with the round; those `waiting` for third place.

    `second_final` says that a second final comes next: the winner of the first has a loss, and its loser had none
    before.
    """

    losses: Mapping[int, int]
    out: Mapping[int, int]
    waiting: frozenset[int] = frozenset()
    second_final: bool = False


def find_survivors(rounds: Sequence[RoundView], settings: TournamentSettings) -> Survivors:
    """Return the survivors after rounds with known advancing players. Rounds of groups are skipped."""
    lives = 2 if settings.format is Format.DOUBLE else 1
    losses: dict[int, int] = {}
    rounds_out: dict[int, int] = {}
    waiting: set[int] = set()
    second_final = False
    for round in rounds:
        tables = [table for table in round.tables if not _is_of_group(table)]
        if round.tables and not tables:
            continue
        players_of_round = {*round.byes, *(player for table in tables for player in table.entries)}
        sides = {table.side for table in tables}
        all_play = lives == 1 or any(map(is_final, tables))
        for player in [player for player in losses if player not in players_of_round]:
            if all_play or (Side.LOSERS if losses[player] else Side.WINNERS) in sides:
                losses.pop(player)  # absent when the round was drawn
                rounds_out[player] = round.number
        rounds_out |= dict.fromkeys(waiting - players_of_round, round.number)
        waiting, second_final = set(), False
        for player in players_of_round:  # a lucky loser is in again
            rounds_out.pop(player, None)
            losses.setdefault(player, 0)
        for table in tables:
            if table.side is Side.THIRD_PLACE:
                for player in table.entries:
                    losses.pop(player)
                    if table.decided:
                        rounds_out[player] = round.number
            elif table.decided:
                second_final = second_final or (is_final(table) and _needs_second_final(table, losses, settings))
                for player in set(table.entries).difference(table.through):
                    losses[player] += 1
                    if losses[player] < lives and (second_final or not is_final(table)):
                        continue
                    losses.pop(player)
                    if table.losers is Side.THIRD_PLACE:
                        waiting.add(player)
                    else:
                        rounds_out[player] = round.number
            elif table.status == "void" and lives == 1:
                for player in table.entries:
                    losses.pop(player)  # nobody advances from a void table
    return Survivors(losses, rounds_out, frozenset(waiting), second_final)


def is_final(table: TableView) -> bool:
    """Tell whether a table is a final."""
    return table.label in FINALS


def _needs_second_final(table: TableView, losses: Mapping[int, int], settings: TournamentSettings) -> bool:
    """Tell whether a final is followed by a second one."""
    if not settings.second_final or settings.format is not Format.DOUBLE:
        return False
    return all(losses[player] for player in table.through) and not all(losses[player] for player in table.entries)


def _is_of_group(table: TableView) -> bool:
    return table.label.startswith("Group")
