"""Random small tournaments, ordered a second time from the texts of the clauses."""

from fractions import Fraction
from random import Random

import pytest

from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import Format, Score
from tests.oracles.standings import Oracle
from tests.sampling import one_in
from tests.tournaments.tables import entered, played, settled, table

ASKED = {"median-buchholz": "median_buchholz", "best": "best_rounds", "penalties": "fewest"}
STEPS = ("wins", "seconds", "direct", "buchholz", "median-buchholz", "best", "countback", "penalties")


def tournament(chance: Random):
    """Draw a tournament in which much is level: few players, few rounds, many shared places, some void, some absent."""
    players = list(range(1, chance.randint(4, 8) + 1))
    rounds = []
    for _ in range(chance.randint(1, 4)):
        remaining = [player for player in players if chance.random() < 0.85]
        chance.shuffle(remaining)
        tables, byes, void = [], [], []
        while remaining:
            size = chance.choice((2, 2, 3, 3, 4))
            table_players, remaining = remaining[:size], remaining[size:]
            if len(table_players) < 2:
                byes += table_players
            elif chance.random() < 0.08:
                void.append(table_players)
            else:
                groups = [[table_players[0]]]
                for player in table_players[1:]:
                    groups.append([player]) if chance.random() < 0.75 else groups[-1].append(player)
                tables.append(groups)
        rounds.append((tables, byes, void))
    return players, rounds


@pytest.mark.parametrize("seed", one_in(4, range(400)))
def test_order_is_that_of_the_clauses(seed: int) -> None:
    chance = Random(seed)
    players, rounds = tournament(chance)
    kind = chance.choice(("match", "match", "places", "low"))
    points = chance.choice(([5, 3, 2, 1], [3, 1], [4, 3, 2, 1]))
    bye = chance.choice(("mean", "win", "half"))
    best = chance.choice((0, 0, 2)) if kind != "low" else 0
    steps = chance.sample(STEPS, chance.randint(0, 4)) + chance.choice(([], ["lot"]))
    penalties = {player: Fraction(1, 2) for player in players if chance.random() < 0.2}
    settings = settled(
        chance.choice((Format.SWISS, Format.LEAGUE, Format.ALL_MEET)),
        Score(kind),
        2,
        4,
        points=tuple(points),
        bye=bye,
        best=best,
        ties=tuple(steps) or ("countback",),
    )
    oracle = Oracle(
        players,
        [
            (tables, byes, [player for players_of_void_table in void for player in players_of_void_table])
            for tables, byes, void in rounds
        ],
        kind,
        points,
        bye,
        best,
        penalties,
        seed,
        [ASKED.get(step, step) for step in settings.ties],
    )
    views = [
        played(
            *(table(" > ".join(" = ".join(map(str, group)) for group in groups)) for groups in tables),
            *(table(" > ".join(map(str, players_of_table)), status="void") for players_of_table in void),
            byes=byes,
        )
        for tables, byes, void in rounds
    ]
    places, _ = standings(entered(len(players)), views, settings, penalties=penalties, seed=seed)
    groups: dict[int, list[int]] = {}
    for line in places:
        groups.setdefault(line.place, []).append(line.entry)
    assert [sorted(groups[place]) for place in sorted(groups)] == oracle.order()
    assert {line.entry: line.points for line in places} == {player: oracle.total(player) for player in players}
    players_ahead = 0
    for place in sorted(groups):
        assert place == players_ahead + 1
        players_ahead += len(groups[place])
