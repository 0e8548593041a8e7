"""The standings a second time, from the texts of the clauses and nothing else: slow, plain, and sharing no code.

A tournament is a list of rounds; a round is ``(tables, byes, void)``, where a table is a list of groups of players by
place, and `void` the players of tables that counted for nobody.
"""

from fractions import Fraction
from hashlib import sha256

Round = tuple[list[list[list[int]]], list[int], list[int]]


def rank_in(table: list[list[int]], player: int) -> Fraction:
    """The mean of the ranks that are shared."""
    players_ahead = [
        ahead_player for group in table[: next(i for i, g in enumerate(table) if player in g)] for ahead_player in group
    ]
    sharing = next(len(group) for group in table if player in group)
    ranks = [len(players_ahead) + 1 + offset for offset in range(sharing)]
    return Fraction(sum(ranks), sharing)


def gives(table: list[list[int]], player: int, kind: str, points: list[int]) -> Fraction:
    """3.1, 3.2 and 3.7."""
    size = sum(len(group) for group in table)
    if kind == "match":
        return (size - rank_in(table, player)) / Fraction(size - 1)
    if kind == "low":
        return -rank_in(table, player)
    listed = points + [0] * size
    spanned = []
    rank_index = 0
    for group in table:
        if player in group:
            spanned = listed[rank_index : rank_index + len(group)]
        rank_index += len(group)
    return Fraction(sum(spanned), len(spanned))


def table_of(round: Round, player: int) -> list[list[int]] | None:
    """The table of a player in a round."""
    return next((table for table in round[0] if any(player in group for group in table)), None)


class Oracle:
    """The order of players by points, and by the steps one after the other."""

    def __init__(self, players, rounds, kind, points, bye, best, penalties, seed, steps) -> None:
        self.players, self.rounds, self.kind, self.points = players, rounds, kind, points
        self.bye, self.best, self.penalties, self.seed, self.steps = bye, best, penalties, seed, steps

    def at_tables(self, player: int) -> list[Fraction]:
        """What the tables of a player gave, in order of rounds."""
        tables = [table_of(round, player) for round in self.rounds]
        return [gives(table, player, self.kind, self.points) for table in tables if table]

    def of_round(self, player: int, number: int) -> Fraction:
        """What a round gave, nothing being 0."""
        tables, byes, void = self.rounds[number]
        if table := table_of(self.rounds[number], player):
            return gives(table, player, self.kind, self.points)
        elsewhere = self.at_tables(player)
        scores_by_table = [
            [gives(table, score, self.kind, self.points) for group in table for score in group] for table in tables
        ]
        if player in byes:
            if self.bye == "mean" and elsewhere:  # 5.2
                return sum(elsewhere) / Fraction(len(elsewhere))
            firsts = [max(table) for table in scores_by_table]
            all_given = [score for table in scores_by_table for score in table]
            win = {
                "match": Fraction(1),
                "places": Fraction(self.points[0]),
                "low": Fraction(sum(firsts), len(firsts) or 1),
            }[self.kind]
            if self.bye == "win":  # 5.3
                return win
            if self.kind == "low":  # 5.4
                return Fraction(sum(all_given), len(all_given) or 1)
            return win / 2
        if self.kind != "low":  # 5.6 and 5.11
            return Fraction(0)
        if player in void:  # 5.12
            return sum(elsewhere) / Fraction(len(elsewhere)) if elsewhere else Fraction(0)
        return min((score for table in scores_by_table for score in table), default=Fraction(0))  # 5.7

    def total(self, player: int) -> Fraction:
        """4.1 or 4.2, and 6.4 or 6.5."""
        scores = sorted(self.counted(player), reverse=True)
        points = sum(scores[: self.best] if self.best else scores) - self.penalties.get(player, Fraction(0))
        return points if self.kind == "low" else max(Fraction(0), points)

    def counted(self, player: int) -> list[Fraction]:
        """What the rounds gave; with penalty points a round without any is still one of them."""
        return [self.of_round(player, number) for number in range(len(self.rounds))]

    def seen(self, player: int) -> bool:
        """4.8."""
        return any(table_of(round, player) or player in round[1] for round in self.rounds)

    def order(self) -> list[list[int]]:
        """Groups of those who share a place."""
        totals = sorted({self.total(player) for player in self.players if self.seen(player)}, reverse=True)
        groups = []
        for total in totals:
            level = [player for player in self.players if self.seen(player) and self.total(player) == total]
            groups += self.parted(level, list(self.steps))
        unseen = [player for player in self.players if not self.seen(player)]
        return groups + ([unseen] if unseen else [])

    def parted(self, level: list[int], steps: list[str]) -> list[list[int]]:
        """4.11 to 4.22."""
        if len(level) == 1 or not steps:
            return [sorted(level)]
        figure = {player: getattr(self, steps[0])(player, level) for player in level}
        groups = []
        for value in sorted(set(figure.values()), reverse=True):
            groups += self.parted([player for player in level if figure[player] == value], steps[1:])
        return groups

    def wins(self, player, level):
        return len([1 for round in self.rounds if (table := table_of(round, player)) and table[0] == [player]])

    def seconds(self, player, level):
        tables = [table for round in self.rounds if (table := table_of(round, player))]
        return len([1 for table in tables if len(table[0]) == 1 and len(table) > 1 and table[1] == [player]])

    def together(self, player, opponent):
        tables = [table_of(round, player) for round in self.rounds]
        return [table for table in tables if table and any(opponent in group for group in table)]

    def direct(self, player, level):
        if any(not self.together(first, opponent) for first in level for opponent in level if first != opponent):
            return 0
        total = Fraction(0)
        for opponent in level:
            if opponent != player:
                ahead_count = Fraction(0)
                for table in self.together(player, opponent):
                    player_rank, opponent_rank = rank_in(table, player), rank_in(table, opponent)
                    ahead_count += (
                        1 if player_rank < opponent_rank else Fraction(1, 2) if player_rank == opponent_rank else 0
                    )
                total += ahead_count / len(self.together(player, opponent))
        return total

    def own_strength(self, player):
        scores = self.at_tables(player)
        return sum(scores) / Fraction(len(scores)) if scores else Fraction(0)

    def met(self, player):
        means = []
        for round in self.rounds:
            table = table_of(round, player)
            others = [opponent for group in table for opponent in group if opponent != player] if table else []
            if others:
                means.append(sum(self.own_strength(opponent) for opponent in others) / Fraction(len(others)))
        return means

    def buchholz(self, player, level):
        means = self.met(player)
        return sum(means) / Fraction(len(means)) if means else Fraction(0)

    def median_buchholz(self, player, level):
        means = self.met(player)
        if len(means) >= 3:
            means.remove(max(means))
            means.remove(min(means))
        return sum(means) / Fraction(len(means)) if means else Fraction(0)

    def best_rounds(self, player, level):
        return tuple(sorted(self.at_tables(player), reverse=True))

    def countback(self, player, level):
        return tuple(self.of_round(player, number) for number in reversed(range(len(self.rounds))))

    def fewest(self, player, level):
        return -self.penalties.get(player, Fraction(0))

    def lot(self, player, level):
        return sha256(f"{self.seed} {player}".encode()).hexdigest()
