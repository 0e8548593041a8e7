"""Tournaments of players whose strength is known: how well each format finds their order, and random draws beside it.

`python -m tests.oracles.simulation --number 1000 --plot tournaments.svg` plays so many tournaments of each format.
A table ends as Plackett and Luce have it: who comes first is drawn in proportion to strength, then who of the others
comes second, and so on. Beside each tournament the same players play as many rounds at tables by chance, and are ranked
by what they scored, also those who would have been out. Kendall's tau is the share of pairs that the final order has
right less that which it has wrong: 1 is the order of strength, 0 is none.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import log
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from referee.competition.draws import groups, league, swiss
from referee.competition.draws.knock_out_plan import plan_rounds
from referee.competition.draws.qualifiers import find_qualifiers
from referee.competition.draws.sizes import list_splits
from referee.competition.entrants import DrawnRound, Entrants, Pair, Sizes, all_pairs
from referee.competition.planning.plans import make_plan
from referee.competition.random_order import shuffle_players
from tests.competition.fields import one_part

PLAYERS: Final = 16
SIZES: Final = Sizes(3, 4)
ROUNDS: Final = 5
MONDAYS: Final = 8
PRESENT: Final = 0.8
"""The chance that a player of the league is there on a Monday."""
SPREAD: Final = 1.0
"""The standard deviation of the logarithm of strength: of two who are one apart, the better wins 73 times in 100."""


@dataclass
class Play:
    """Players who play, and what came of it so far."""

    strength: Mapping[int, float]
    chance: Random
    scores: dict[int, Fraction] = field(default_factory=dict)
    played: dict[int, int] = field(default_factory=dict)
    met: dict[Pair, int] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)
    present: list[Sequence[int]] = field(default_factory=list)
    """Who could play in each round."""

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.strength)

    def table(self, table: Iterable[int]) -> list[int]:
        """Play at a table, and return who came first, second, and so on."""
        luck = {player: self.strength[player] - log(-log(self.chance.random())) for player in table}
        return sorted(luck, key=lambda player: -luck[player])

    def round(self, drawn_round: DrawnRound, present: Sequence[int]) -> list[list[int]]:
        """Play a round, and return the order of each table. Half a table's score is what a bye gives."""
        self.present.append(present)
        orders = [self.table(table) for table in drawn_round.tables]
        for order in orders:
            for index, player in enumerate(order):
                self._add(player, Fraction(len(order) - 1 - index, len(order) - 1))
            for pair in all_pairs(order):
                self.met[pair] = self.met.get(pair, 0) + 1
        for player in drawn_round.byes:
            self.byes[player] = self.byes.get(player, 0) + 1
            self._add(player, Fraction(1, 2))
        return orders

    def _add(self, player: int, score: Fraction) -> None:
        self.scores[player] = self.scores.get(player, Fraction()) + score
        self.played[player] = self.played.get(player, 0) + 1

    def field(self, players: Sequence[int], *, scores: bool = True) -> Entrants:
        """Return what the next round is drawn from."""
        known_scores = dict(self.scores) if scores else {}
        seed = int(self.chance.random() * 2**31)
        return Entrants(tuple(players), SIZES, seed, known_scores, dict(self.met), byes=dict(self.byes))


Standing = dict[int, Any]
"""What each player ends with, the more the better."""


def all_meet(play: Play) -> Standing:
    for drawn_round in make_plan(PLAYERS, ROUNDS, SIZES, int(play.chance.random() * 2**31), frozenset()).rounds:
        play.round(drawn_round, play.players)
    return dict(play.scores)


def swiss_rounds(play: Play) -> Standing:
    for _ in range(ROUNDS):
        play.round(swiss.draw(play.field(play.players)), play.players)
    return dict(play.scores)


def play_knock_out(play: Play) -> Standing:
    """Two of each table go on, and the best of the final is the best of all."""
    standing: Standing = {}
    players = play.players
    for number, stage in enumerate(plan_rounds(PLAYERS, SIZES, 2)):
        drawn_round = one_part(play.field(players, scores=number > 0), stage, by_lot=number == 0)
        before = dict(play.scores)
        advancing = []
        for order in play.round(drawn_round, play.players):
            for index, player in enumerate(order):
                standing[player] = (number, -index, before.get(player, Fraction()))
            advancing += find_qualifiers([(player,) for player in order], 2, before, 1).advancing
        players = tuple(advancing)
    return standing


def groups_and_final(play: Play) -> Standing:
    """Two groups, of which two each play a final; what they have is not taken along into it."""
    drawn_groups = groups.draw_groups(play.field(play.players), 2, by_lot=True)
    field = Entrants(play.players, SIZES, int(play.chance.random() * 2**31))
    for parts in zip(*groups.draw_group_rounds(drawn_groups, ROUNDS - 1, field), strict=True):
        tables, byes = (
            tuple(chain.from_iterable(parts_of_round))
            for parts_of_round in zip(*((p.tables, p.byes) for p in parts), strict=True)
        )
        play.round(DrawnRound(tables, byes), play.players)
    orders = [sorted(group, key=lambda player: -play.scores[player]) for group in drawn_groups]
    standing: Standing = {player: (0, score) for player, score in play.scores.items()}
    best = groups.split_into_finals(orders, 2)[0]
    [final] = plan_rounds(len(best), SIZES, 1)
    [order] = play.round(one_part(play.field(best), final), play.players)
    return standing | {player: (1, -index) for index, player in enumerate(order)}


def mondays(play: Play) -> Standing:
    """Whoever is there plays; what counts is the mean."""
    for _ in range(MONDAYS):
        present_players = [player for player in play.players if play.chance.random() < PRESENT]
        if len(present_players) >= SIZES.least:
            play.round(league.draw(play.field(present_players)), present_players)
    return means(play)


def freeze_out(play: Play) -> Standing:
    """At each table who comes first takes a stake of the last, the second of the last but one; who has none is out.

    Stakes grow from level to level. A table is broken up when the others have room, and no two differ by more than one;
    where somebody sits does not matter here.
    """
    stacks = dict.fromkeys(play.players, 1000)
    stake, level, standing = 300, 0, Standing()
    tables: list[list[int]] = []
    while len(stacks) > 1:
        level += 1
        play.present.append(play.players)
        tables = even_tables(
            [[player for player in table if player in stacks] for table in tables], list(stacks), play.chance
        )
        for table in tables:
            order = play.table(table)
            for index in range(len(order) // 2):
                amount = min(stake, stacks[order[-1 - index]])
                stacks[order[-1 - index]] -= amount
                stacks[order[index]] += amount
            for player in order:
                if not stacks[player]:
                    # Of those who go out in one level the one who lost to fewer comes first.
                    standing[player] = (level, -order.index(player))
                    del stacks[player]
        stake += stake // 4
    return standing | dict.fromkeys(stacks, (level + 1, 0))


def even_tables(tables: list[list[int]], players: Sequence[int], chance: Random) -> list[list[int]]:
    """Return tables of four at most, of which no two differ by more than one; they are drawn where there are none."""
    table_count = -(-len(players) // SIZES.most)
    tables_kept = tables[:table_count] or [[] for _ in range(table_count)]
    moving = shuffle_players(
        (player for player in players if not any(player in table for table in tables_kept)), chance
    )
    for player in moving:
        min(tables_kept, key=len).append(player)
    while len(longest := max(tables_kept, key=len)) - len(shortest := min(tables_kept, key=len)) > 1:
        shortest.append(longest.pop(int(chance.random() * len(longest))))
    return tables_kept


def by_chance(play: Play, present: Iterable[Sequence[int]]) -> Standing:
    """Play as many rounds at tables by chance; what counts is the mean, as some may have been there less often."""
    for present_players in present:
        order = shuffle_players(present_players, play.chance)
        table_split = list_splits(len(order), SIZES)[0]
        players = iter(order)
        tables = tuple(tuple(next(players) for _ in range(size)) for size in table_split.sizes)
        play.round(DrawnRound(tables, tuple(players)), present_players)
    return means(play)


def means(play: Play) -> Standing:
    """Return what each player had for each round, on average."""
    return {player: play.scores.get(player, Fraction()) / play.played.get(player, 1) for player in play.players}


FORMATS: Final[dict[str, Callable[[Play], Standing]]] = {
    "all meet": all_meet,
    "Swiss": swiss_rounds,
    "knockout": play_knock_out,
    "groups and final": groups_and_final,
    "league": mondays,
    "freezeout": freeze_out,
}


@dataclass(frozen=True)
class SimulationResult:
    """How well one tournament found the order: Kendall's tau, whether the best won, and the winner's true place."""

    tau: float
    best_won: float
    winner: float


@dataclass(frozen=True)
class Outcome:
    """Many tournaments of one format, and beside each as many rounds at tables by chance."""

    name: str
    rounds: float
    drawn: Sequence[SimulationResult]
    chance: Sequence[SimulationResult]

    def __str__(self) -> str:
        drawn_results, chance = self.drawn, self.chance
        differences = [
            drawn_result.tau - random_result.tau
            for drawn_result, random_result in zip(drawn_results, chance, strict=True)
        ]
        error = stdev(differences) / len(differences) ** 0.5
        return (
            f"{self.name:17} {self.rounds:6.1f} "
            f"{mean(drawn_results, 'tau'):7.3f} {mean(chance, 'tau'):7.3f} {fmean(differences):+7.3f} "
            f"± {2 * error:.3f} {mean(drawn_results, 'best_won'):8.1%} {mean(chance, 'best_won'):7.1%} "
            f"{mean(drawn_results, 'winner'):8.2f} {mean(chance, 'winner'):7.2f}"
        )


def mean(results: Iterable[SimulationResult], attribute: str) -> float:
    """Return the mean of a figure."""
    return fmean(getattr(result, attribute) for result in results)


def measure_order(strength: Mapping[int, float], standing: Standing) -> SimulationResult:
    """Hold a final order against the strength of the players; who is level in it is neither right nor wrong."""
    order = sorted(strength, key=lambda player: -strength[player])
    right = 0
    for index, better in enumerate(order):
        for worse in order[index + 1 :]:
            right += (standing[better] > standing[worse]) - (standing[better] < standing[worse])
    most = max(standing.values())
    first = [player for player in order if standing[player] == most]
    place = fmean(1 + order.index(player) for player in first)
    return SimulationResult(right / (len(order) * (len(order) - 1) // 2), (order[0] in first) / len(first), place)


def simulate(name: str, number: int) -> Outcome:
    """Play so many tournaments of a format, each with players of its own, and random draws beside them."""
    drawn_results, chance, rounds = [], [], 0
    for seed in range(number):
        luck = Random(3 * seed)
        strength = {player: luck.gauss(0, SPREAD) for player in range(1, PLAYERS + 1)}
        play = Play(strength, Random(3 * seed + 1))
        drawn_results.append(measure_order(strength, FORMATS[name](play)))
        chance.append(measure_order(strength, by_chance(Play(strength, Random(3 * seed + 2)), play.present)))
        rounds += len(play.present)
    return Outcome(name, rounds / number, drawn_results, chance)


def main() -> None:
    """Print how well each format finds the order."""
    parser = argparse.ArgumentParser(description="Play tournaments of players of known strength.")
    parser.add_argument("--number", type=int, default=1000, help="how many tournaments of each format")
    arguments = parser.parse_args()
    print(f"{arguments.number} tournaments of {PLAYERS} players at tables of {SIZES}; strength spread by {SPREAD}")
    print("                  rounds     tau  random       gain        best won  random   winner  random")
    outcomes = []
    for name in FORMATS:
        outcomes.append(simulate(name, arguments.number))
        print(outcomes[-1], flush=True)


if __name__ == "__main__":
    main()
