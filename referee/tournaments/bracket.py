"""The bracket of a tournament as lists: the tables of each round, and beside everybody where they go on to.

Tables of several cannot be joined by lines that a reader follows, so who goes on is said: "table 2 of round 2". After
the rounds that are drawn come those ahead: each is drawn when the one before is over, so that nobody's table in it is
known, and until theirs is decided somebody is only the place that brings them there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from referee.cards.words import ordinal, quantity
from referee.competition.draws import double_elimination
from referee.competition.draws.knock_out_plan import (
    FINAL,
    FINALS,
    SECOND_FINAL,
    SMALL_FINAL,
    THIRD_PLACE,
    Side,
    Stage,
    schedule,
)
from referee.competition.entrants import NotDrawn
from referee.tournaments.state.settings import WITH_A_FINAL, Format
from referee.tournaments.state.survivors import is_final, survivors
from referee.tournaments.state.view import GroupTable, RoundView, TableView, TournamentView, shared
from referee.tournaments.wording import THROUGH, goes_on

WITH_BRACKETS: Final = frozenset(WITH_A_FINAL)
AGAIN: Final = "plays on: as a lucky loser, or by a result that was corrected after the draw."
LUCKY: Final = "a lucky loser"
"""How the best losers of a round are called who fill the byes of the next."""
Comer = int | str
"""Somebody who comes into a round: an entry, or from where in words, such as "1st of table 2"."""


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """Somebody in a list: the place as it is printed, or "", whether they go on, and to where.

    `comer` is an entry, or from where somebody will come; `to` is a table or a bye, of the `round` that is named, at a
    `side` of the bracket. Players who lost and play on have it without being `through`. From a final nobody goes on:
    the winner `won` it.
    """

    comer: Comer
    place: str = ""
    through: bool = False
    won: bool = False
    to: str = ""
    round: str = ""
    side: Side = Side.WINNERS

    @property
    def again(self) -> bool:
        """Whether they play on without having gone on, and not on another side."""
        plays_on = bool(self.to) and not self.through and self.side is Side.WINNERS
        return plays_on and self.round != f"the {SECOND_FINAL.lower()}"

    @property
    def why(self) -> str:
        """What somebody who lost plays on for."""
        return {Side.LOSERS: "losers' side", Side.THIRD_PLACE: "third place"}.get(self.side, "plays on")


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A table of a round with who is in it, best first once it is decided; or a group, or those with a bye.

    `part` is the side of the bracket, where it has several, or the match for third place.
    """

    title: str
    slots: tuple[BracketSlot, ...]
    part: str = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket."""

    name: str
    tables: tuple[BracketTable, ...]

    @property
    def parts(self) -> list[tuple[str, list[BracketTable]]]:
        """The tables of each part that stand together, with what it is called; those with a bye come last."""
        return [(part, list(tables)) for part, tables in groupby(self.tables, key=lambda table: table.part)]


def bracket(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the rounds that are drawn and those still to come; nothing before the first is drawn."""
    after = view.rounds[view.settings.rounds :] if view.groups else view.rounds
    found = []
    if view.groups:
        found.append(BracketRound("Groups", tuple(_group(group, after) for group in view.groups)))
    for at, each in enumerate(after):
        if tables := tuple(_tables(each, after[at + 1 :])):
            found.append(BracketRound(each.name, tables))
    if found:
        found += ahead(view)
    return tuple(found)


def bracket_lines(bracket_rounds: Sequence[BracketRound], names: Mapping[int, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each round of a bracket as a terminal prints it: its name, and a line for each table."""
    for bracket_round in bracket_rounds:
        lines = []
        for table in bracket_round.tables:
            title = f"{table.part}, {table.title[0].lower()}{table.title[1:]}" if table.part else table.title
            slots = ", ".join(_said(slot, names) for slot in table.slots)
            lines.append(f"{title}: {slots}" if slots else title)
        yield bracket_round.name, lines


def _said(slot: BracketSlot, names: Mapping[int, str]) -> str:
    name = names[slot.comer] if isinstance(slot.comer, int) else slot.comer
    to = f" {slot.to} of {slot.round}" if slot.to else ""
    if slot.through:
        name = f"{name} {THROUGH}{to}"
    elif to:
        name = f"{name} ({slot.why}:{to})"
    return f"{slot.place} {name}".strip()


def _slot(entry: int, place: str, through: bool, later: Iterable[RoundView], losers: Side | None = None) -> BracketSlot:
    """Return somebody in a list, with where they play next, as far as that is drawn; `losers` play on that side."""
    for each in later:
        called = f"the {each.name.lower()}" if each.name in FINALS else each.name.lower()
        for table in each.tables:
            if entry in table.entries and table.status != "void":
                return BracketSlot(entry, place, through, to=f"table {table.called}", round=called, side=table.side)
        if entry in each.byes:
            return BracketSlot(entry, place, through, to="bye", round=called, side=losers or Side.WINNERS)
    return BracketSlot(entry, place, through)


def _group(group: GroupTable, after: Sequence[RoundView]) -> BracketTable:
    """Return a group, best first, with the place of each in it."""
    equal = shared(group.lines)
    slots = (
        _slot(line.entry, f"{line.place}{'=' if line.place in equal else ''}", line.entry in group.through, after)
        for line in group.lines
    )
    return BracketTable(group.label, tuple(slots))


def _tables(found: RoundView, later: Sequence[RoundView]) -> Iterator[BracketTable]:
    """Yield the tables of a round: those in one by place where it is decided, else by seat; then the byes."""
    for table in found.tables:
        if table.status != "void":
            on, place = goes_on(table, found), table.ranks
            entries = [*place, *(entry for entry in table.entries if entry not in place)]
            slots = [_slot(entry, place.get(entry, ""), entry in on, later, table.losers) for entry in entries]
            if table.label in FINALS or found.name in FINALS:
                slots = [replace(slot, won=slot.place == "1" and not slot.to) for slot in slots]
            part = table.label if table.label != found.name else ""
            walkover = ", walkover" if table.walkover else ""
            yield BracketTable(f"Table {table.called}{walkover}", tuple(slots), part)
    if found.byes:
        yield BracketTable("Bye", tuple(_slot(entry, "", True, later) for entry in found.byes))


def ahead(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the rounds that are still to come, as far as the tournament goes as it has begun."""
    if view.status == "over" or not view.rounds:
        return ()
    try:
        return tuple(_ahead_twice(view) if view.settings.format is Format.DOUBLE else _ahead(view))
    except NotDrawn:
        return ()


def _ahead(view: TournamentView) -> Iterator[BracketRound]:
    settings, last = view.settings, view.rounds[-1]
    if last.name == FINAL:
        return
    since, go_on, number, called = 1, settings.go_on, len(view.rounds) + 1, "Round {}"
    if settings.format is Format.GROUPS:
        since, called = len(view.rounds) - settings.rounds, "Final, round {}"
        go_on, number = settings.final_go_on, max(since, 0) + 1
    comers: list[Comer] = [*(_from_groups(view) if since <= 0 else _onward(last, go_on))]
    out = sum(len(table.entries) for table in _played(last)) + len(last.byes) - len(comers) if since > 0 else 0
    stages = schedule(len(comers), settings.sizes, go_on, out=out, first=since <= 0)
    before = out
    for at, stage in enumerate(stages):
        comers = [*comers, *[LUCKY] * stage.lucky]
        tables = [BracketTable(_counted(stage), tuple(map(BracketSlot, comers)))]
        if stage.final and settings.third_place and settings.sizes.least <= before <= settings.sizes.most:
            tables.append(BracketTable("One table", (), THIRD_PLACE if before == 2 else SMALL_FINAL))
        yield BracketRound(stage.label or called.format(number + at), tuple(tables))
        before = stage.players - stage.through
        comers = [
            *_places(stage.go_on, (f"table {table}" for table in range(1, len(stage.sizes) + 1))),
            *["who has a bye"] * stage.byes,
        ]


def _ahead_twice(view: TournamentView) -> Iterator[BracketRound]:
    """Yield the rounds to come of a double elimination: how many tables each side has."""
    settings, last = view.settings, view.rounds[-1]
    open_tables = [table for table in last.tables if table.status in ("drawn", "playing")]
    if not any(map(is_final, last.tables)):
        # How many are left on each side does not depend on who wins.
        tables = tuple(_as_if_decided(table, settings.go_on) for table in last.tables)
        now = survivors((*view.rounds[:-1], replace(last, tables=tables)), settings)
        lost = [times for player, times in now.lost.items() if view.entries[player].status != "withdrew"]
        rounds = double_elimination.schedule(
            lost.count(0),
            lost.count(1),
            settings.sizes,
            settings.go_on,
            second_final=settings.second_final,
            first=False,
        )
        for at, stages in enumerate(rounds, len(view.rounds) + 1):
            name = FINAL if stages[-1].final else f"Round {at}"
            parts = (BracketTable(_counted(stage), (), "" if stage.final else stage.label) for stage in stages)
            yield BracketRound(name, tuple(parts))
    elif not (open_tables and last.name == FINAL) and not survivors(view.rounds, settings).second_final:
        return
    if settings.second_final:
        yield BracketRound(SECOND_FINAL, (BracketTable("If a player with a loss beats a player without one", ()),))


def _as_if_decided(table: TableView, go_on: int) -> TableView:
    if table.status not in ("drawn", "playing"):
        return table
    places = tuple((entry,) for entry in table.entries)
    return replace(table, status="finished", places=places, through=table.entries[:go_on])


def _counted(stage: Stage) -> str:
    if stage.final or not stage.sizes:
        return "One table"
    tables = [quantity(len(stage.sizes), "table")] + ([quantity(stage.byes, "bye")] if stage.byes else [])
    return ", ".join(tables)


def _played(found: RoundView) -> list[TableView]:
    return [table for table in found.tables if table.entries]


def _onward(last: RoundView, go_on: int) -> Iterator[Comer]:
    """Yield who goes on from a round: by name once their table is decided."""
    for table in _played(last):
        if table.through:
            yield from table.through
        else:
            yield from _places(go_on, [f"table {table.called}"])
    yield from last.byes


def _from_groups(view: TournamentView) -> Iterator[Comer]:
    """Yield who gets out of the groups: by name once they are over."""
    for group in view.groups:
        yield from group.through or _places(view.settings.go_on, [group.label])


def _places(go_on: int, of: Iterable[str]) -> Iterator[str]:
    yield from (f"{ordinal(place)} of {each}" for each in of for place in range(1, go_on + 1))
