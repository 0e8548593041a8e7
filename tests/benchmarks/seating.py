"""A season of drawn seats beside the same season of seats by chance: who meets whom how often, and who sits where.

`python -m tests.benchmarks.seating` prints both, and what a draw costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from referee.competition.draws.evening import draw
from referee.competition.draws.sizes import TableOffer, split
from referee.competition.entrants import Entrants, Pair, Sizes, Table, TablePlan, all_pairs, place_from_dealer
from tests.benchmarks.measuring import Measurement, best_of, yardstick

Tables = tuple[Table, ...]
Seater = Callable[[Entrants], Tables]
OFFER: Final = TableOffer("big-two", (3, 4))
GAMES: Final = (OFFER, TableOffer("commerce", (3, 4, 5)))


@dataclass(frozen=True)
class Season:
    """The outcome of a season: how often each pair met, and each player had each seat and each game."""

    met: Counter[Pair]
    seatings: Counter[Pair]
    players: int
    played: Counter[tuple[int, str]]

    @property
    def uneven(self) -> list[int]:
        """The difference between the games that each player played most and least often."""
        counts = [[self.played[player, game.game] for game in GAMES] for player in range(self.players)]
        return [max(count) - min(count) for count in counts]

    @property
    def most(self) -> int:
        """The most meetings of any pair."""
        return max(self.met.values())

    @property
    def repeats(self) -> int:
        """How many meetings were not the first of their pair."""
        return sum(times - 1 for times in self.met.values())

    @property
    def squares(self) -> int:
        """The sum over all pairs of squared meetings."""
        return sum(times**2 for times in self.met.values())

    @property
    def imbalance(self) -> float:
        """The average difference between the seats that a player had most and least often."""
        spread = [
            max(counts) - min(counts)
            for counts in ([self.seatings[player, seat] for seat in range(3)] for player in range(self.players))
        ]
        return sum(spread) / self.players


def season(
    seater: Seater,
    *,
    seed: int,
    players: int = 24,
    weeks: int = 12,
    present: float = 0.8,
    offers: Sequence[TableOffer] = (OFFER,),
) -> Season:
    """Play a season of one table an evening, at which so many of the players are present."""
    met: Counter[Pair] = Counter()
    seatings: Counter[Pair] = Counter()
    played: Counter[tuple[int, str]] = Counter()
    chance = Random(seed)
    for week in range(weeks):
        present_players = [player for player in range(players) if chance.random() < present]
        plan = split(len(present_players), offers) or ()
        times = {
            (at, offer.game): played[one, offer.game] for at, one in enumerate(present_players) for offer in offers
        }
        field = replace(draw_input(present_players, met, seatings, seed * weeks + week, plan), played=times)
        for table, (game, _) in zip(seater(field), plan, strict=True):
            rows = [present_players[at] for at in table]
            played.update((player, game) for player in rows)
            met.update(all_pairs(rows))
            seatings.update((player, place_from_dealer(seat, len(rows))) for seat, player in enumerate(rows))
    return Season(met, seatings, players, played)


def draw_input(
    present_players: Sequence[int], met: Counter[Pair], seatings: Counter[Pair], seed: int, plan: tuple[TablePlan, ...]
) -> Entrants:
    """Return the input of a draw for the players present."""
    return Entrants(
        tuple(range(len(present_players))),
        Sizes(3, 4),
        seed,
        met={
            (a, b): met[present_players[a], present_players[b]]
            for a, b in all_pairs(range(len(present_players)))
            if met[present_players[a], present_players[b]]
        },
        sat={
            (index, seat): seatings[one, seat]
            for index, one in enumerate(present_players)
            for seat in range(4)
            if seatings[one, seat]
        },
        plan=plan,
    )


def seat_by_draw(field: Entrants) -> Tables:
    """Seat everybody by a draw, as in an evening."""
    return draw(field).tables


def seat_by_chance(field: Entrants) -> Tables:
    """Seat everybody at random."""
    order = list(field.players)
    Random(field.seed).shuffle(order)
    seated = iter(order)
    return tuple(tuple(next(seated) for _ in range(table.size)) for table in field.plan)


def seasons(seeds: Iterable[int] = range(5)) -> Iterator[tuple[Season, Season]]:
    """Yield seasons seated by draws and at random, with the same players present."""
    for seed in seeds:
        yield season(seat_by_draw, seed=seed), season(seat_by_chance, seed=seed)


def heedless(field: Entrants) -> Tables:
    """Draw without regard to who has played which game."""
    return seat_by_draw(replace(field, played={}))


def draws(players: int = 40, weeks: int = 30) -> list[Measurement]:
    """Measure a draw of many players at the end of a season."""
    before = season(seat_by_chance, seed=1, players=players, weeks=weeks)
    plan = split(players, [OFFER])
    assert plan
    field = draw_input(range(players), before.met, before.seatings, 1, plan)
    unit = best_of(5, yardstick)
    took = best_of(5, lambda: seat_by_draw(field))
    return [Measurement(f"seats drawn for {players} after {weeks} weeks", took, "a million additions", unit, "200 ms")]


def main() -> None:
    """Print both seasons, and what a draw costs."""
    print("24 players, 12 weeks, 80 % present; drawn, and by chance")
    for seed, (ours, other) in enumerate(seasons()):
        print(
            f"seed {seed}: most meetings of a pair {ours.most} and {other.most}, "
            f"repeat meetings {ours.repeats:3} and {other.repeats:3}, squares {ours.squares} and {other.squares}, "
            f"imbalance of seats {ours.imbalance:.2f} and {other.imbalance:.2f}"
        )
    print("the same, where two games are on offer; drawn with and without heed of who played what")
    for seed in range(5):
        ours, other = (season(method, seed=seed, offers=GAMES) for method in (seat_by_draw, heedless))
        print(
            f"seed {seed}: one game oftener than the other by {sum(ours.uneven) / ours.players:.2f} and "
            f"{sum(other.uneven) / other.players:.2f}, at most {max(ours.uneven)} and {max(other.uneven)}, "
            f"repeat meetings {ours.repeats:3} and {other.repeats:3}, most of a pair {ours.most} and {other.most}"
        )
    for row in draws():
        print(row)


if __name__ == "__main__":
    main()
