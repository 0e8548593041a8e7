"""Plans made before anybody is seated: rounds in which all pairs meet as equally often as possible.

A plan follows a design for these players and tables, or a smaller design that the other players join, one at a table.
Without a design, and for rounds beyond it, the plan is the best of eight trial seasons of a league, in which each round
is drawn from the earlier ones. Seats, first dealers and table numbers rotate as in every draw. The same request has the
same answer on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from typing import ClassVar, Final

from referee.cards.immutable import frozen
from referee.competition.draws import league
from referee.competition.draws.seat_rotation import assign_seats, number_tables
from referee.competition.draws.sizes import list_splits
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Pair, Sizes, all_pairs, fill_in_names
from referee.competition.history import add_round
from referee.competition.planning.designs import (
    Design,
    Round,
    count_meetings,
    find_balanced_designs,
    find_fitting_designs,
)
from referee.competition.random_order import shuffle

METHOD: Final = "plan 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_MOST_ROUNDS: Final = 100
_TRIAL_SEASONS: Final = 3
_SEASONS: Final = 8
_WAYS_TO_JOIN: Final = 64
_SWEEPS: Final = 4
"""How often the numbers and seats of all rounds are balanced."""
_WORK_A_PLAYER: Final = 500
"""The number of exchanges to weigh for each player in a round."""


@frozen
class Plan:
    """Rounds for players 1 to `players`, with their origin.

    `design` is the name of the design that they follow or begin with, or empty. `seed` assigns the players to its
    places. `drawn` is the number of rounds that are not from a design.
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
        """The origin of the plan in words: its design, and its drawn rounds."""
        draw_phrase = f"the best of {_SEASONS} league-style draws, seed {self.seed}, method {METHOD}"
        if not self.design:
            return draw_phrase
        return (
            f"the design {self.design}, then {draw_phrase}"
            if self.drawn
            else f"the design {self.design}, seats by seed {self.seed}"
        )

    @property
    def tables(self) -> tuple[int, ...]:
        """The table sizes of one round, the largest first. All rounds have the same sizes."""
        return tuple(sorted(map(len, self.rounds[0].tables), reverse=True))

    @property
    def byes(self) -> int:
        """The number of byes in each round."""
        return len(self.rounds[0].byes)

    @property
    def met(self) -> Counter[Pair]:
        """The number of meetings of each pair."""
        return count_meetings([drawn_round.tables for drawn_round in self.rounds])

    @property
    def cost(self) -> tuple[int, int, int]:
        """The figures for comparing plans, lower being better.

        Meetings of team mates come first, then the sum over all pairs of squared meetings, then the most meetings of
        any pair.
        """
        meeting_counts = self.met
        return (
            sum(meeting_counts[pair] for pair in self.mates),
            sum(times**2 for times in meeting_counts.values()),
            max(meeting_counts.values()),
        )

    @property
    def is_even(self) -> bool:
        """Whether no two pairs differ by more than one meeting. No plan at these tables is then better."""
        meeting_counts = [self.met[pair] for pair in all_pairs(range(1, self.players + 1))]
        return not self.mates and max(meeting_counts) - min(meeting_counts) <= 1


_PROGRESS: ContextVar[Callable[[int, int], None]] = ContextVar("watched", default=lambda _done, _of: None)


@contextmanager
def report_progress(callback: Callable[[int, int], None]) -> Iterator[None]:
    """Report progress to `callback` while planning within this context: the rounds drawn, and their maximum.

    Plans are cached, and the callback is not part of the cache's key.
    """
    token = _PROGRESS.set(callback)
    try:
        yield
    finally:
        _PROGRESS.reset(token)


@lru_cache(maxsize=16)
def make_plan(
    players: int,
    rounds: int,
    sizes: Sizes,
    seed: int,
    pairs: frozenset[Pair] = frozenset(),
    mates: frozenset[Pair] = frozenset(),
) -> Plan:
    """Return the most even plan found. Raise `NotDrawn` if there is none.

    `pairs` never meet, and `mates` meet as rarely as possible. Neither is part of a design.
    """
    if not 2 <= sizes.least <= sizes.most:
        raise NotDrawn(f"Invalid table size {sizes}. Use 4, or a range such as 3-5.")
    if players < sizes.least:
        instead = f" Tables of {players}-{sizes.most} would work." if players > 2 else ""
        raise NotDrawn(f"{players} players cannot be seated at tables of {sizes}.{instead}")
    if rounds < 1:
        raise NotDrawn(f"Invalid number of rounds {rounds}. Use 1 or more.")
    if unknown_players := sorted({player for pair in pairs for player in pair} - set(range(1, players + 1))):
        raise NotDrawn(f"There is no player {unknown_players[0]} to keep apart. Use 1 to {players}.")
    field = Entrants(tuple(range(1, players + 1)), sizes, seed, apart=pairs, mates=mates)
    shape = list_splits(players, sizes)[0].sizes
    starts = (
        []
        if pairs or mates
        else [*_start_with_designs(players, shape, rounds), *_start_with_smaller_designs(players, shape, rounds)]
    )
    starts.sort(key=lambda start: -len(start[1]))
    tries = [1 if len(first_rounds) == rounds else _SEASONS for _, first_rounds in (*starts, ("", []))]
    drawn_count, draw_limit = 0, sum(tries) * rounds
    best: Plan | None = None
    for name, first_rounds in (*starts, ("", [])):
        for season in range(1 if len(first_rounds) == rounds else _SEASONS):
            plan = _draw_season(field, name, first_rounds, rounds, season, partial(_report, drawn_count, draw_limit))
            drawn_count += rounds
            if best is None or plan.cost < best.cost:
                best = plan
            if best.is_even:
                return replace(best, rounds=_balance_seats(best.rounds, field))
    assert best is not None
    return replace(best, rounds=_balance_seats(best.rounds, field))


def _report(drawn_before: int, draw_limit: int, drawn_now: int) -> None:
    _PROGRESS.get()(drawn_before + drawn_now, draw_limit)


def draw_planned_round(field: Entrants, rounds: int, number: int) -> DrawnRound:
    """Return a round of the plan, with the entrants in order as its players."""
    places = {player: at for at, player in enumerate(field.players, 1)}

    def among(field_pairs: Iterable[Pair]) -> frozenset[Pair]:
        return frozenset(
            (min(pair), max(pair)) for pair in ((places[first], places[second]) for first, second in field_pairs)
        )

    try:
        found_plan = make_plan(len(places), rounds, field.sizes, field.seed, among(field.apart), among(field.mates))
    except NotDrawn as fault:
        reason = fill_in_names(str(fault), lambda place: f"{{{field.players[place - 1]}}}")
        raise NotDrawn(reason) from None
    drawn_round = found_plan.rounds[number - 1]
    tables = tuple(tuple(field.players[place - 1] for place in table) for table in drawn_round.tables)
    return DrawnRound(tables, tuple(field.players[place - 1] for place in drawn_round.byes))


def count_rounds_to_meet(players: int, sizes: Sizes) -> int:
    """Return a number of rounds in which every two players can meet.

    It is that of a design with single meetings, or else of the shortest of several trial seasons.
    """
    field = Entrants(tuple(range(1, players + 1)), sizes, 0)
    pair_count = len(all_pairs(field.players))
    for design in find_fitting_designs(players, list_splits(players, sizes)[0].sizes):
        if design.most_meetings == 1 and len(count_meetings(design.rounds)) == pair_count:
            return len(design.rounds)
    fewest = _MOST_ROUNDS
    for season in range(_TRIAL_SEASONS):
        season_field, rounds = field, 0
        while len(season_field.met) < pair_count and rounds < fewest:
            rounds += 1
            seeded_field = replace(season_field, seed=season * _MOST_ROUNDS + rounds)
            season_field = add_round(season_field, league.draw(seeded_field, _WORK_A_PLAYER))
        fewest = rounds
    return fewest


def list_even_plans(players: int, sizes: Sizes) -> list[tuple[int, int, int]]:
    """Return the designs with equal meetings: table size, number of rounds, and meetings of each pair."""
    figures = [
        (len(design.rounds[0][0]), len(design.rounds), design.most_meetings)
        for design in find_balanced_designs(players)
    ]
    return [plan for plan in figures if sizes.least <= plan[0] <= sizes.most]


def _start_with_designs(players: int, shape: Sequence[int], rounds: int) -> Iterator[tuple[str, list[Round]]]:
    """Yield the name and the rounds of each design for these players and this `shape`."""
    yield from ((design.name, _choose_rounds(design, rounds)) for design in find_fitting_designs(players, shape))


def _start_with_smaller_designs(players: int, shape: Sequence[int], rounds: int) -> Iterator[tuple[str, list[Round]]]:
    """Yield the name and rounds of smaller designs, at tables of the smallest size, that the other players join.

    These join the tables with the fewest repeat meetings, in the best of several tries.
    """
    added_count = sum(size > min(shape) for size in shape)
    if not added_count:
        return
    chance = Random(1)  # fixed like the design: the plan's seed only assigns players to its places
    for name, design_rounds in _start_with_designs(players - added_count, [min(shape)] * len(shape), rounds):
        ways = [
            _add_players(design_rounds, range(players - added_count, players), chance) for _ in range(_WAYS_TO_JOIN)
        ]
        yield (
            f"{name}, {added_count} added",
            min(ways, key=lambda way: sum(times**2 for times in count_meetings(way).values())),
        )


def _add_players(rounds: Sequence[Round], added_players: Sequence[int], chance: Random) -> list[Round]:
    """Return rounds that `added_players` have joined, at most one at a table."""
    joined_rounds: list[Round] = []
    for tables in rounds:
        meeting_counts = count_meetings(joined_rounds)
        free_tables = shuffle(tables, chance)
        joined_tables: list[tuple[int, ...]] = []
        for player in added_players:
            repeats = {table: sum(meeting_counts[opponent, player] for opponent in table) for table in free_tables}
            free_tables.remove(table := min(repeats, key=repeats.__getitem__))
            joined_tables.append((*table, player))
        joined_rounds.append((*joined_tables, *free_tables))
    return joined_rounds


def _choose_rounds(design: Design, rounds: int) -> list[Round]:
    """Return up to `rounds` rounds of a design, each the one with the fewest repeats.

    A design with equal meetings starts again when it is over.
    """
    unused_rounds: list[Round] = []
    chosen_rounds: list[Round] = []
    while len(chosen_rounds) < rounds and (unused_rounds or not chosen_rounds or design.is_balanced):
        unused_rounds = unused_rounds or list(design.rounds)
        meeting_counts = count_meetings(chosen_rounds)
        best = min(
            unused_rounds, key=lambda tables: sum(meeting_counts[pair] for table in tables for pair in all_pairs(table))
        )
        unused_rounds.remove(best)
        chosen_rounds.append(best)
    return chosen_rounds


def _balance_seats(rounds: Sequence[DrawnRound], field: Entrants) -> tuple[DrawnRound, ...]:
    """Return rounds with table numbers and seats that best balance those of all the other rounds."""
    drawn_rounds = list(rounds)
    for _ in range(_SWEEPS):
        for number, drawn_round in enumerate(drawn_rounds):
            entrants = field
            for second_round in (*drawn_rounds[:number], *drawn_rounds[number + 1 :]):
                entrants = add_round(entrants, second_round)
            # Squared, so that nobody gets a seat or number very often to suit the others at the table.
            number_counts, seat_counts = (
                {key: times**2 for key, times in counts.items()} for counts in (entrants.at, entrants.sat)
            )
            drawn_rounds[number] = DrawnRound(
                assign_seats(number_tables(drawn_round.tables, number_counts), seat_counts), drawn_round.byes
            )
    return tuple(drawn_rounds)


def _draw_season(
    field: Entrants, name: str, first_rounds: Sequence[Round], rounds: int, season: int, report: Callable[[int], None]
) -> Plan:
    """Return the plan that begins with the rounds of a design and draws the others as in a league."""
    order = shuffle(field.players, Random(field.seed))
    drawn_rounds: list[DrawnRound] = []
    entrants = field
    for number in range(rounds):
        report(number)
        if number < len(first_rounds):
            tables = number_tables([[order[player] for player in table] for table in first_rounds[number]], entrants.at)
            at_tables = {player for table in tables for player in table}
            drawn_round = DrawnRound(
                assign_seats(tables, entrants.sat), tuple(player for player in field.players if player not in at_tables)
            )
        else:
            drawn_round = league.draw(replace(entrants, seed=field.seed + season * rounds + number), _WORK_A_PLAYER)
        drawn_rounds.append(drawn_round)
        entrants = add_round(entrants, drawn_round)
    return Plan(
        players=len(field.players),
        sizes=field.sizes,
        rounds=tuple(drawn_rounds),
        design=name,
        drawn=rounds - len(first_rounds),
        seed=field.seed,
        apart=field.apart,
        mates=field.mates,
    )
