"""Plans made before anybody is seated: rounds in which everybody meets everybody as equally often as possible.

A plan follows a design for so many players at such tables, or a smaller design that the others join, one to a table.
Without one, and for rounds beyond it, the plan is the best of eight trial seasons of a league, in which each round is
drawn from the ones before it. Seats, first dealers and table numbers rotate as in every draw. The same request has the
same answer on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import ClassVar, Final

from referee.competition.draws import league
from referee.competition.draws.places import numbered, seated
from referee.competition.draws.sizes import splits
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Pair, Sizes, pairs, with_players
from referee.competition.history import with_round
from referee.competition.planning.designs import Design, Round, balanced_designs, fitting, meetings
from referee.competition.random_order import drawn_from

METHOD: Final = "plan 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_SEASONS: Final = 8
_WAYS_TO_JOIN: Final = 64
_SWEEPS: Final = 4
"""How often the numbers and seats of all rounds are balanced."""
_WORK_A_PLAYER: Final = 500
"""The number of exchanges to weigh for each player in a round."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds for players 1 to `players`, with their origin.

    `design` is the name of the design that they follow or begin with, or "". `seed` assigns the players to its places.
    `drawn` is the number of rounds that were drawn and are not from a design.
    """

    PLAIN: ClassVar = "players", "sizes", "tables", "design", "drawn", "seed", "how", "rounds", "met"
    players: int
    sizes: Sizes
    rounds: tuple[DrawnRound, ...]
    design: str
    drawn: int
    seed: int
    apart: frozenset[Pair] = frozenset()
    mates: frozenset[Pair] = frozenset()

    @property
    def how(self) -> str:
        """A description of how the plan was made."""
        found = f"the best of {_SEASONS} league-style draws, seed {self.seed}, method {METHOD}"
        if not self.design:
            return found
        return (
            f"the design {self.design}, then {found}"
            if self.drawn
            else f"the design {self.design}, seats by seed {self.seed}"
        )

    @property
    def tables(self) -> tuple[int, ...]:
        """The table sizes of every round, the largest first."""
        return tuple(sorted(map(len, self.rounds[0].tables), reverse=True))

    @property
    def byes(self) -> int:
        """The number of byes in each round."""
        return len(self.rounds[0].byes)

    @property
    def met(self) -> Counter[Pair]:
        """The number of meetings of each pair."""
        return meetings([drawn.tables for drawn in self.rounds])

    @property
    def worth(self) -> tuple[int, int, int]:
        """The figures by which plans are compared, lower being better.

        Meetings of team mates come first, then the sum over all pairs of squared meetings, then the most of any pair.
        """
        met = self.met
        return sum(met[pair] for pair in self.mates), sum(times**2 for times in met.values()), max(met.values())

    @property
    def even(self) -> bool:
        """Whether no two pairs differ by more than one meeting, so that no plan at these tables is better."""
        often = [self.met[pair] for pair in pairs(range(1, self.players + 1))]
        return not self.mates and max(often) - min(often) <= 1


_WATCHED: ContextVar[Callable[[int, int], None]] = ContextVar("watched", default=lambda _done, _of: None)


@contextmanager
def watched(watch: Callable[[int, int], None]) -> Iterator[None]:
    """Report progress to `watch` while planning within this context: rounds drawn, and the most there may be.

    Plans are cached. The watch is not part of the cache's key.
    """
    before = _WATCHED.set(watch)
    try:
        yield
    finally:
        _WATCHED.reset(before)


@lru_cache(maxsize=16)
def plan(
    players: int,
    rounds: int,
    sizes: Sizes,
    seed: int,
    pairs: frozenset[Pair] = frozenset(),
    mates: frozenset[Pair] = frozenset(),
) -> Plan:
    """Return the most even plan found. Raises `NotDrawn` if there is none.

    Pairs that are kept apart never meet, and `mates` meet as rarely as possible. Neither is part of a design.
    """
    if not 2 <= sizes.least <= sizes.most:
        raise NotDrawn(f"Invalid table size {sizes}. Use 4, or a range such as 3-5.")
    if players < sizes.least:
        instead = f" Tables of {players}-{sizes.most} would work." if players > 2 else ""
        raise NotDrawn(f"{players} players cannot be seated at tables of {sizes}.{instead}")
    if rounds < 1:
        raise NotDrawn(f"Invalid number of rounds {rounds}. Use 1 or more.")
    if strangers := sorted({player for pair in pairs for player in pair} - set(range(1, players + 1))):
        raise NotDrawn(f"There is no player {strangers[0]} to keep apart. Use 1 to {players}.")
    field = Entrants(tuple(range(1, players + 1)), sizes, seed, apart=pairs, mates=mates)
    shape = splits(players, sizes)[0].sizes
    begun = [] if pairs or mates else [*_begun(players, shape, rounds), *_joined(players, shape, rounds)]
    begun.sort(key=lambda start: -len(start[1]))
    tries = [1 if len(known) == rounds else _SEASONS for _, known in (*begun, ("", []))]
    done, most = 0, sum(tries) * rounds
    best: Plan | None = None
    for name, known in (*begun, ("", [])):
        for season in range(1 if len(known) == rounds else _SEASONS):
            plan = _played(field, name, known, rounds, season, partial(_tell, done, most))
            done += rounds
            if best is None or plan.worth < best.worth:
                best = plan
            if best.even:
                return replace(best, rounds=_evened(best.rounds, field))
    assert best is not None
    return replace(best, rounds=_evened(best.rounds, field))


def _tell(before: int, of: int, done: int) -> None:
    _WATCHED.get()(before + done, of)


def round_of_plan(field: Entrants, rounds: int, number: int) -> DrawnRound:
    """Return a round of the plan for the entrants, numbered by their order."""
    places = {player: at for at, player in enumerate(field.players, 1)}

    def among(some: Iterable[Pair]) -> frozenset[Pair]:
        return frozenset((min(pair), max(pair)) for pair in ((places[one], places[other]) for one, other in some))

    try:
        made = plan(len(places), rounds, field.sizes, field.seed, among(field.apart), among(field.mates))
    except NotDrawn as fault:
        why = with_players(str(fault), lambda place: f"{{{field.players[place - 1]}}}")
        raise NotDrawn(why) from None
    drawn_round = made.rounds[number - 1]
    tables = tuple(tuple(field.players[place - 1] for place in table) for table in drawn_round.tables)
    return DrawnRound(tables, tuple(field.players[place - 1] for place in drawn_round.byes))


def even_plans(players: int, sizes: Sizes) -> list[tuple[int, int, int]]:
    """Return the designs in which all meet equally often, as table size, number of rounds and meetings of each pair."""
    found = [(len(design.rounds[0][0]), len(design.rounds), design.times) for design in balanced_designs(players)]
    return [plan for plan in found if sizes.least <= plan[0] <= sizes.most]


def _begun(players: int, shape: Sequence[int], rounds: int) -> Iterator[tuple[str, list[Round]]]:
    """Yield the name and the rounds of each design for these players and this `shape`."""
    yield from ((design.name, _rounds(design, rounds)) for design in fitting(players, shape))


def _joined(players: int, shape: Sequence[int], rounds: int) -> Iterator[tuple[str, list[Round]]]:
    """Yield the name and rounds of smaller designs, at tables of the smallest size, which the other players join.

    They join the tables that repeat the fewest meetings, in the best of several tries.
    """
    more = sum(size > min(shape) for size in shape)
    if not more:
        return
    chance = Random(1)  # fixed like the design: the plan's seed only assigns players to its places
    for name, known in _begun(players - more, [min(shape)] * len(shape), rounds):
        ways = [_with_more(known, range(players - more, players), chance) for _ in range(_WAYS_TO_JOIN)]
        yield f"{name}, {more} added", min(ways, key=lambda way: sum(times**2 for times in meetings(way).values()))


def _with_more(rounds: Sequence[Round], more: Sequence[int], chance: Random) -> list[Round]:
    """Return rounds that the players in `more` have joined, one at most at each table."""
    joined: list[Round] = []
    for tables in rounds:
        met = meetings(joined)
        free, taken = drawn_from(tables, chance), []
        for one in more:
            often = {table: sum(met[other, one] for other in table) for table in free}
            free.remove(table := min(often, key=often.__getitem__))
            taken.append((*table, one))
        joined.append((*taken, *free))
    return joined


def _rounds(design: Design, rounds: int) -> list[Round]:
    """Return rounds of a design, up to its length, each the one that repeats the fewest meetings.

    A design in which all meet equally often starts again when it is over.
    """
    left: list[Round] = []
    chosen: list[Round] = []
    while len(chosen) < rounds and (left or not chosen or design.whole):
        left = left or list(design.rounds)
        met = meetings(chosen)
        best = min(left, key=lambda tables: sum(met[pair] for table in tables for pair in pairs(table)))
        left.remove(best)
        chosen.append(best)
    return chosen


def _evened(rounds: Sequence[DrawnRound], field: Entrants) -> tuple[DrawnRound, ...]:
    """Return rounds with the table numbers and seats that best balance those of all the other rounds."""
    drawn_rounds = list(rounds)
    for _ in range(_SWEEPS):
        for number, drawn_round in enumerate(drawn_rounds):
            entrants = field
            for other in (*drawn_rounds[:number], *drawn_rounds[number + 1 :]):
                entrants = with_round(entrants, other)
            # Squared, so that nobody gets a seat or number very often to suit the others at the table.
            at, sat = ({where: times**2 for where, times in some.items()} for some in (entrants.at, entrants.sat))
            drawn_rounds[number] = DrawnRound(seated(numbered(drawn_round.tables, at), sat), drawn_round.byes)
    return tuple(drawn_rounds)


def _played(
    field: Entrants, name: str, begun: Sequence[Round], rounds: int, season: int, tell: Callable[[int], None]
) -> Plan:
    """Return the plan that begins with the rounds of a design and draws the others as in a league."""
    order = drawn_from(field.players, Random(field.seed))
    drawn_rounds: list[DrawnRound] = []
    now = field
    for number in range(rounds):
        tell(number)
        if number < len(begun):
            tables = numbered([[order[player] for player in table] for table in begun[number]], now.at)
            at_tables = {player for table in tables for player in table}
            drawn_round = DrawnRound(
                seated(tables, now.sat), tuple(player for player in field.players if player not in at_tables)
            )
        else:
            drawn_round = league.draw(replace(now, seed=field.seed + season * rounds + number), _WORK_A_PLAYER)
        drawn_rounds.append(drawn_round)
        now = with_round(now, drawn_round)
    return Plan(
        players=len(field.players),
        sizes=field.sizes,
        rounds=tuple(drawn_rounds),
        design=name,
        drawn=rounds - len(begun),
        seed=field.seed,
        apart=field.apart,
        mates=field.mates,
    )
