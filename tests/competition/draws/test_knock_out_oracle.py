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
        seated, players = players[: (size := chance.choice((2, 3, 4)))], players[size:]
        groups = [[seated[0]]]
        for player in seated[1:]:
            groups.append([player]) if chance.random() < 0.7 else groups[-1].append(player)
        tables.append(groups) if len(seated) > 1 else players.extend(seated)
    return tables, players


def knock_out(chance: Random) -> tuple[int, list[tuple[Tables, list[int], set[int]]]]:
    """Play a knockout to its end or to somewhere before it: the tables of each round, the byes and who is through.

    After a round somebody who is out may be let in again: a lucky loser.
    """
    count = chance.randint(4, 12)
    left, rounds = list(range(1, count + 1)), []
    while len(left) > 1:
        if final := len(left) <= 4:
            chance.shuffle(left)
            tables, byes = [[[player] for player in left]], []
            if chance.random() < 0.4:
                tables = [[[left[0]], left[1:]]]
        else:
            tables, byes = tables_of(list(left), chance)
        # Of those who share the first place at a table whoever was drawn first goes on.
        through = {groups[0][0] for groups in tables} if not final else set()
        rounds.append((tables, byes, through))
        if final:
            break
        out = [player for groups in tables for group in groups for player in group if player not in through]
        left = [*through, *byes, *(chance.sample(out, 1) if chance.random() < 0.3 else ())]
        if chance.random() < 0.1:
            break
    return count, rounds


def seat(player: int, round: tuple[Tables, list[int], set[int]]) -> list[list[int]] | None:
    return next((groups for groups in round[0] if any(player in group for group in groups)), None)


def ahead(one: int, other: int, rounds: list[tuple[Tables, list[int], set[int]]]) -> int:
    """Return -1 where one comes before the other, 1 where it is the other way round, and 0 where they share."""

    def last(player: int) -> int:
        return max((at for at, each in enumerate(rounds) if seat(player, each) or player in each[1]), default=-1)

    def still_in(player: int) -> bool:
        return player in rounds[last(player)][2] or player in rounds[last(player)][1]

    def place(player: int) -> Fraction:
        found = seat(player, rounds[last(player)])
        assert found
        return rank_in(found, player)

    def score(player: int, at: int) -> Fraction:
        found = seat(player, rounds[at])
        size = sum(map(len, found)) if found else 0
        return (size - rank_in(found, player)) / (size - 1) if found else Fraction(1)

    if still_in(one) != still_in(other):
        return -1 if still_in(one) else 1
    if last(one) != last(other):
        return -1 if last(one) > last(other) else 1
    if not still_in(one) and place(one) != place(other):
        return -1 if place(one) < place(other) else 1
    for at in range(last(one), -1, -1):
        if score(one, at) != score(other, at):
            return -1 if score(one, at) > score(other, at) else 1
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
    found, _ = standings(entered(count), views, settled(Format.KNOCK_OUT, least=2))
    for above in found:
        for below in found:
            expected = ahead(above.entry, below.entry, rounds)
            assert (above.place > below.place) - (above.place < below.place) == expected, (above, below)
