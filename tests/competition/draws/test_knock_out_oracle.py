"""Random knockouts, with byes, shared places and lucky losers, ordered again from clauses 4.3, 4.8 and 4.20."""

from fractions import Fraction
from random import Random

import pytest

from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import Format
from tests.oracles.standings import rank_in
from tests.sampling import one_in
from tests.tournaments.tables import entered, played, settled, table

Tables = list[list[list[int]]]


def tables_of(players: list[int], chance: Random) -> tuple[list[list[list[int]]], list[int]]:
    """Seat players at tables of two to four; one who is left over has a bye."""
    chance.shuffle(players)
    tables: list[list[list[int]]] = []
    while len(players) > 1:
        table_players, players = players[: (size := chance.choice((2, 3, 4)))], players[size:]
        groups = [[table_players[0]]]
        for player in table_players[1:]:
            groups.append([player]) if chance.random() < 0.7 else groups[-1].append(player)
        tables.append(groups) if len(table_players) > 1 else players.extend(table_players)
    return tables, players


def knock_out(chance: Random) -> tuple[int, list[tuple[Tables, list[int], set[int]]]]:
    """Play a knockout to its end or to somewhere before it: the tables of each round, the byes and who is through.

    After a round somebody who is out may be let in again: a lucky loser.
    """
    count = chance.randint(4, 12)
    remaining, rounds = list(range(1, count + 1)), []
    while len(remaining) > 1:
        if final := len(remaining) <= 4:
            chance.shuffle(remaining)
            tables, byes = [[[player] for player in remaining]], []
            if chance.random() < 0.4:
                tables = [[[remaining[0]], remaining[1:]]]
        else:
            tables, byes = tables_of(list(remaining), chance)
        # Of those who share the first place at a table whoever was drawn first goes on.
        through = {groups[0][0] for groups in tables} if not final else set()
        rounds.append((tables, byes, through))
        if final:
            break
        losers = [player for groups in tables for group in groups for player in group if player not in through]
        remaining = [*through, *byes, *(chance.sample(losers, 1) if chance.random() < 0.3 else ())]
        if chance.random() < 0.1:
            break
    return count, rounds


def seat(player: int, round: tuple[Tables, list[int], set[int]]) -> list[list[int]] | None:
    return next((groups for groups in round[0] if any(player in group for group in groups)), None)


def ahead(first_player: int, second_player: int, rounds: list[tuple[Tables, list[int], set[int]]]) -> int:
    """Return -1 where one comes before the other, 1 where it is the other way round, and 0 where they share."""

    def last(player: int) -> int:
        return max(
            (index for index, round in enumerate(rounds) if seat(player, round) or player in round[1]), default=-1
        )

    def still_in(player: int) -> bool:
        return player in rounds[last(player)][2] or player in rounds[last(player)][1]

    def place(player: int) -> Fraction:
        groups = seat(player, rounds[last(player)])
        assert groups
        return rank_in(groups, player)

    def score(player: int, index: int) -> Fraction:
        groups = seat(player, rounds[index])
        size = sum(map(len, groups)) if groups else 0
        return (size - rank_in(groups, player)) / (size - 1) if groups else Fraction(1)

    if still_in(first_player) != still_in(second_player):
        return -1 if still_in(first_player) else 1
    if last(first_player) != last(second_player):
        return -1 if last(first_player) > last(second_player) else 1
    if not still_in(first_player) and place(first_player) != place(second_player):
        return -1 if place(first_player) < place(second_player) else 1
    for index in range(last(first_player), -1, -1):
        if score(first_player, index) != score(second_player, index):
            return -1 if score(first_player, index) > score(second_player, index) else 1
    return 0


@pytest.mark.parametrize("seed", one_in(3, range(300)))
def test_order_of_a_knock_out_is_that_of_the_clauses(seed: int) -> None:
    count, rounds = knock_out(Random(seed))
    views = [
        played(
            *(
                table(
                    " > ".join(" = ".join(map(str, group)) for group in groups),
                    through=[player for group in groups for player in group if player in through],
                )
                for groups in tables
            ),
            byes=byes,
        )
        for tables, byes, through in rounds
    ]
    places, _ = standings(entered(count), views, settled(Format.KNOCK_OUT, least=2))
    for above in places:
        for below in places:
            expected = ahead(above.entry, below.entry, rounds)
            assert (above.place > below.place) - (above.place < below.place) == expected, (above, below)
