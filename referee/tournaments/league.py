"""A round of a league: whoever is there plays, whatever they have so far, and everybody meets everybody in time.

Tables are drawn as on any evening of the club (`referee.club.seating`): pairs that are kept apart never sit together,
then the fewest repeats, 2m + 1 for two who met m times, and of equals those without a pair that meets very often;
seats and the first deal go round. Table numbers have no meaning, so they go round as well. Whoever has a bye had the
fewest so far, and of those sat with the most others, so that nobody is left behind.
"""

from __future__ import annotations

from random import Random
from typing import Final

from referee.club.seating import NotApart, Question, drawn
from referee.tournaments.byes import choices
from referee.tournaments.drawing import enough
from referee.tournaments.field import Drawn, Field, NotDrawn, Table
from referee.tournaments.keeping_apart import said
from referee.tournaments.lot import shuffled
from referee.tournaments.seats import numbered
from referee.tournaments.table_split import splits

METHOD: Final = "league 1"
"""The edition of the method. It changes whenever an answer would be another one, that of the club's seats included."""


def draw(field: Field) -> Drawn:
    """Draw a round for those who are there. Raises `NotDrawn`, saying why."""
    enough(field)
    chance = Random(field.seed)
    many = dict.fromkeys(field.players, 0)
    for pair, times in field.met.items():
        for player in pair:
            if player in many:
                many[player] += times
    ways = splits(len(field.players), field.sizes)
    first: NotDrawn | None = None
    for byes in choices(field, ways[0].byes, chance, rank=lambda player: -many[player]):
        seated = shuffled(set(field.players) - set(byes), chance)
        for way in ways:
            try:
                tables = _tables(field, seated, way.sizes)
            except NotApart as fault:
                first = first or NotDrawn(said(fault, len(way.sizes)))
            else:
                return Drawn(tuple(tuple(table) for table in numbered(tables, field.at)), byes)
    assert first is not None
    raise first


def _tables(field: Field, seated: list[int], sizes: tuple[int, ...]) -> list[Table]:
    number = {player: at for at, player in enumerate(seated)}

    def both(one: int, other: int) -> tuple[int, int]:
        return min(number[one], number[other]), max(number[one], number[other])

    question = Question(
        sizes=sizes,
        met={both(a, b): times for (a, b), times in sorted(field.met.items()) if {a, b} <= number.keys()},
        sat={(number[player], seat): times for (player, seat), times in sorted(field.sat.items()) if player in number},
        apart=frozenset(both(a, b) for a, b in field.apart if {a, b} <= number.keys()),
        seed=field.seed,
    )
    try:
        return [tuple(seated[at] for at in table) for table in drawn(question)]
    except NotApart as fault:
        raise NotApart(tuple((seated[one], seated[other]) for one, other in fault.pairs)) from None
