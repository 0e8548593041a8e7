"""The rounds of a bracket that are still to come: how many tables they have, and who comes there from where.

Each round is drawn when the one before is over, so that nobody's table in it is known; who comes into it is known as
soon as their table is decided, and until then by the place that brings them there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards.words import counted
from referee.competition.draws.knock_out import FINAL
from referee.competition.draws.knock_out_plan import Stage, onward
from referee.competition.field import NotDrawn
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView

_SAID: Final = {1: "1st", 2: "2nd", 3: "3rd"}
LUCKY: Final = "a lucky loser"
"""How the best losers of a round are called who fill the byes of the next."""
Comer = int | str
"""Somebody who comes into a round: an entry, or from where in words, such as "1st of table 2"."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A round to come: what it is called, its tables in words, and who comes into it."""

    name: str
    tables: str
    comers: tuple[Comer, ...]


def ahead(view: TournamentView) -> tuple[Ahead, ...]:
    """Return the rounds that are still to come, as far as the tournament goes as it has begun."""
    settings = view.settings
    if view.status == "over" or not view.rounds or view.rounds[-1].name == FINAL:
        return ()
    last = view.rounds[-1]
    if settings.format is Format.GROUPS:
        since = len(view.rounds) - settings.rounds
        go_on = min(settings.go_on, settings.sizes.least - 1)
        comers = tuple(_of_groups(view)) if since <= 0 else tuple(_onward(last, go_on))
        number = max(since, 0) + 1
        called = "Final, round {}"
    else:
        go_on, number, since = settings.go_on, len(view.rounds) + 1, 1
        comers, called = tuple(_onward(last, go_on)), "Round {}"
    try:
        out = sum(len(table.entries) for table in _played(last)) + len(last.byes) - len(comers) if since > 0 else 0
        stages = onward(len(comers), out, settings.sizes, go_on, first=since <= 0)
    except NotDrawn:
        return ()
    return tuple(_rounds(stages, comers, number, called))


def _rounds(stages: Sequence[Stage], comers: Sequence[Comer], number: int, called: str) -> Iterator[Ahead]:
    for at, stage in enumerate(stages):
        name = FINAL if stage.final else called.format(number + at)
        tables = [counted(len(stage.sizes), "table")] if stage.sizes and not stage.final else []
        tables += [counted(stage.byes, "bye")] if stage.byes else []
        comers = [*comers, *[LUCKY] * stage.lucky]
        yield Ahead(name, ", ".join(tables) or "One table", tuple(comers))
        comers = [
            *_places(stage.go_on, (f"table {table}" for table in range(1, len(stage.sizes) + 1))),
            *["who has a bye"] * stage.byes,
        ]


def _played(found: RoundView) -> list[TableView]:
    return [table for table in found.tables if table.entries]


def _onward(last: RoundView, go_on: int) -> Iterator[Comer]:
    """Yield who goes on from a round: by name once their table is decided."""
    for table in _played(last):
        if table.through:
            yield from table.through
        else:
            yield from _places(go_on, [f"table {table.number}"])
    yield from last.byes


def _of_groups(view: TournamentView) -> Iterator[Comer]:
    """Yield who gets out of the groups; who that is follows from the standings when they are over."""
    labels = dict.fromkeys(table.label for each in view.rounds for table in each.tables)
    yield from _places(view.settings.go_on, sorted(labels, key=lambda label: (len(label), label)))


def _places(go_on: int, of: Iterable[str]) -> Iterator[str]:
    yield from (f"{_SAID.get(place, f'{place}th')} of {each}" for each in of for place in range(1, go_on + 1))
