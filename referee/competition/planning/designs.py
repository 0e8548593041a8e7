"""Fixed plans that mathematicians have found: rounds in which every pair meets equally often.

A plane over a field has its lines for tables, and a class of parallel lines for a round. Where there is no plane, one
round is written down (`known_rounds`), and the others are it turned on: everybody moves up one place of the circle, as
in the circle method for pairs. Players are points from 0 on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from referee.competition.planning.finite_fields import field_of, is_prime, prime_of
from referee.competition.planning.known_rounds import CIRCLES, WRITTEN, Block, Circles, Round

_LARGEST_FIELD: Final = 32


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds in which all points sit, and all pairs meet `times` times or never; those of a group never do."""

    name: str
    rounds: tuple[Round, ...]
    times: int = 1
    groups: Round = ()

    @property
    def points(self) -> int:
        """How many players it is for."""
        return sum(map(len, self.rounds[0]))


def circle(players: int) -> Design:
    """Return a round robin in pairs for an even number: all but one sit in a circle and move up one place."""
    last = players - 1
    rounds = tuple(
        ((turn, last), *(((turn + away) % last, (turn - away) % last) for away in range(1, players // 2)))
        for turn in range(last)
    )
    return Design(f"round robin of {players} in pairs", rounds)


def lines(order: int, dimensions: int = 2) -> Design:
    """Return the lines of a plane or space over the field of an order, by their directions: tables of that order.

    The last round seats the points as they are numbered, so many to a table.
    """
    field = field_of(order)
    points = list(product(range(order), repeat=dimensions))
    rounds = []
    for direction in sorted(_directions(order, dimensions), reverse=True):
        axis = direction.index(1)
        line: dict[Block, list[int]] = {}
        for number, point in enumerate(points):
            foot = tuple(
                field.less(at, field.times(point[axis], step)) for at, step in zip(point, direction, strict=True)
            )
            line.setdefault(foot, []).append(number)
        rounds.append(tuple(tuple(each) for each in line.values()))
    kind = "plane" if dimensions == 2 else "space"
    return Design(f"affine {kind} of order {order}", tuple(rounds))


def planes(order: int, dimensions: int) -> Design:
    """Return the hyperplanes of a space over the field of an order: so many tables, in which pairs meet repeatedly."""
    field = field_of(order)
    points = list(product(range(order), repeat=dimensions))
    rounds = []
    for normal in sorted(_directions(order, dimensions), reverse=True):
        tables: list[list[int]] = [[] for _ in range(order)]
        for number, point in enumerate(points):
            level = 0
            for at, weight in zip(point, normal, strict=True):
                level = field.plus(level, field.times(at, weight))
            tables[level].append(number)
        rounds.append(tuple(tuple(each) for each in tables))
    times = (order ** (dimensions - 1) - 1) // (order - 1)
    return Design(f"planes of the affine space of order {order}", tuple(rounds), times)


def halves(prime: int) -> Design:
    """Return rounds of two tables for one more than a prime that is one less than a multiple of four.

    After Paley: those at square places sit with the one in the middle, and all move up one place.
    """
    squares = {root * root % prime for root in range(1, prime)}
    first = (*squares, prime), tuple(place for place in range(prime) if place not in squares)
    return Design(f"Paley's halves of {prime + 1}", _turned(first, prime, 1), (prime - 1) // 2)


def turned(circles: Circles) -> Design:
    """Return a round and all that it becomes when its circles turn."""
    around = circles.modulus * circles.circles
    rounds = _turned(circles.first, circles.modulus, circles.circles)
    rounds += tuple(
        tuple(each[0] for each in _turned((table,), circles.modulus, circles.circles)) for table in circles.across
    )
    groups: Round = ()
    if circles.apart == "same":
        groups = tuple(tuple(range(place, around, circles.modulus)) for place in range(circles.modulus))
    elif circles.apart == "opposite":
        half = circles.modulus // 2
        groups = tuple((at, at + half) for at in range(around) if at % circles.modulus < half)
    middle = tuple(range(around, circles.points))
    return Design(circles.name, rounds, circles.times, (*groups, middle) if groups else ())


def _turned(first: Round, modulus: int, circles: int) -> tuple[Round, ...]:
    """Return a round and all that it becomes when the circles turn."""
    around = modulus * circles

    def on(point: int, steps: int) -> int:
        return point if point >= around else point - point % modulus + (point + steps) % modulus

    return tuple(tuple(tuple(on(point, steps) for point in table) for table in first) for steps in range(modulus))


def written(name: str, rounds: Sequence[str]) -> Design:
    """Return a design of which all rounds are written down, in which not every pair meets."""
    return Design(
        name, tuple(tuple(tuple(int(each, 36) for each in table) for table in line.split()) for line in rounds)
    )


def fitting(players: int, shape: Sequence[int]) -> Iterator[Design]:
    """Yield designs for so many players of which every round has tables of just these sizes.

    Of a design for more the last points may be left out, so that some tables have a seat less; the rounds whose tables
    would have other sizes are left out as well. In a design of pairs whoever is left without a partner has a bye.
    """
    shape = tuple(sorted(shape))
    if sum(shape) < players and shape[-1] > 2:
        return
    for design in _of_about(players, len(shape), shape[-1]):
        orders = [design.rounds[-1], *([design.groups] if design.groups else [])]
        for order in orders[: 1 if design.points == players else None]:
            if rounds := _left(design, order, players, shape):
                out = design.points - players
                name = f"{design.name}, {out} left out" if out else design.name
                yield replace(design, name=name, rounds=rounds, groups=())


def _of_about(players: int, tables: int, size: int) -> Iterator[Design]:
    """Yield designs for so many tables, the largest of which has at most such a size, and for no fewer players."""
    if size == 2:
        yield circle(players + players % 2)
        return
    if tables == 1:
        yield Design("one table", ((tuple(range(players)),),))
    if tables == 2 and size > 3 and is_prime(2 * size - 1) and size % 2 == 0:
        yield halves(2 * size - 1)
    if (tables, size) in ((2, 8), (3, 9)):
        yield planes(tables, 4 if tables == 2 else 3)
    if (tables, size) in ((9, 3), (16, 4)):
        yield lines(size, 3)
    for circles in CIRCLES:
        if circles.size == size and circles.points == tables * size:
            yield turned(circles)
    for name, rounds in WRITTEN:
        first = rounds[0].split()
        if (len(first), len(first[0])) == (tables, size):
            yield written(name, rounds)
    if size <= tables <= _LARGEST_FIELD and prime_of(tables):
        yield lines(tables)


def _left(design: Design, order: Round, players: int, shape: Block) -> tuple[Round, ...]:
    """Return the rounds of a design without its last points, as an order of the points has them."""
    number = {point: at for at, point in enumerate(point for each in order for point in each)}
    rounds = []
    for tables in design.rounds:
        numbered = (tuple(number[point] for point in table if number[point] < players) for table in tables)
        left = tuple(table for table in numbered if len(table) > 1)
        if tuple(sorted(map(len, left))) == shape:
            rounds.append(left)
    return tuple(rounds)


def _directions(order: int, dimensions: int) -> list[Block]:
    """Return the directions of a space: vectors of which the first that is not nothing is one."""
    vectors = product(range(order), repeat=dimensions)
    return [vector for vector in vectors if next((at for at in vector if at), 0) == 1]
