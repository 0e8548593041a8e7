"""The bracket of a tournament as lists: the tables of each round, and beside everybody where they go on to.

Tables of several cannot be joined by lines that a reader follows, so who goes on is said: "table 2 of round 2". After
the rounds that are drawn come those ahead: each is drawn when the one before is over, so that nobody's table in it is
known, and until theirs is decided somebody is only the place that brings them there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from referee.cards.words import counted, ordinal
from referee.competition.draws.knock_out import FINAL
from referee.competition.draws.knock_out_plan import Side, Stage, schedule
from referee.competition.field import NotDrawn
from referee.tournaments.scores.cross_table import in_order
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView
from referee.tournaments.words import THROUGH, goes_on, ranks

WITH_BRACKETS: Final = frozenset({Format.KNOCK_OUT, Format.GROUPS})
AGAIN: Final = "2nd chance: plays on all the same, as a lucky loser, or by a result put right since."
LUCKY: Final = "a lucky loser"
"""How the best losers of a round are called who fill the byes of the next."""
Comer = int | str
"""Somebody who comes into a round: an entry, or from where in words, such as "1st of table 2"."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Somebody in a list: the place as it is printed, or "", whether they go on, and to where.

    `comer` is an entry, or from where somebody will come; `to` is a table or a bye, of the `round` that is named, at a
    `side` of the bracket. Who lost and plays on all the same has it without being `through`.
    """

    comer: Comer
    place: str = ""
    through: bool = False
    to: str = ""
    round: str = ""
    side: Side = Side.WINNERS

    @property
    def again(self) -> bool:
        """Whether they play on without having gone on."""
        return bool(self.to) and not self.through and self.side is Side.WINNERS

    @property
    def chance(self) -> str:
        """What somebody plays on for who lost."""
        return {Side.LOSERS: "losers' side", Side.THIRD_PLACE: "third place"}.get(self.side, "2nd chance")


@dataclass(frozen=True, slots=True)
class Listed:
    """A table of a round with who is in it, best first once it is decided; or a group, or those with a bye."""

    title: str
    slots: tuple[Slot, ...]
    side: Side = Side.WINNERS


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket."""

    name: str
    tables: tuple[Listed, ...]


def bracket(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the rounds that are drawn and those still to come; nothing before the first is drawn."""
    in_groups = [each for each in view.rounds if view.settings.format is Format.GROUPS and _of_groups(each)]
    after = [each for each in view.rounds if each not in in_groups]
    found = []
    if in_groups:
        later = {entry for each in after for table in each.tables for entry in table.entries}
        later.update(entry for each in after for entry in each.byes)
        found.append(BracketRound("Groups", tuple(_groups(in_groups, after, later, in_order(view)))))
    for at, each in enumerate(after):
        if tables := tuple(_tables(each, after[at + 1 :])):
            found.append(BracketRound(each.name, tables))
    if found:
        found += ahead(view)
    return tuple(found)


def bracket_lines(found: Sequence[BracketRound], names: Mapping[int, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each round of a bracket as a terminal prints it: its name, and a line for each table."""
    for each in found:
        yield (
            each.name,
            [f"{table.title}: {', '.join(_said(slot, names) for slot in table.slots)}" for table in each.tables],
        )


def _said(slot: Slot, names: Mapping[int, str]) -> str:
    name = names[slot.comer] if isinstance(slot.comer, int) else slot.comer
    to = f" {slot.to} of {slot.round}" if slot.to else ""
    if slot.through:
        name = f"{name} {THROUGH}{to}"
    elif to:
        name = f"{name} ({slot.chance}:{to})"
    return f"{slot.place} {name}".strip()


def _of_groups(found: RoundView) -> bool:
    return bool(found.tables) and all(table.label not in ("", FINAL) for table in found.tables)


def _slot(entry: int, place: str, through: bool, later: Iterable[RoundView]) -> Slot:
    """Return somebody in a list, with where they play next, as far as that is drawn."""
    for each in later:
        called = "the final" if each.name == FINAL else each.name.lower()
        for table in each.tables:
            if entry in table.entries and table.status != "void":
                return Slot(entry, place, through, f"table {table.number}", called, table.side)
        if entry in each.byes:
            return Slot(entry, place, through, "bye", called)
    return Slot(entry, place, through)


def _groups(
    rounds: Iterable[RoundView], after: Sequence[RoundView], later: Set[int], order: Sequence[int]
) -> Iterator[Listed]:
    """Yield each group, however many tables it played at: who goes on from it first, then in order of the standings.

    The places of its tables are not places in it.
    """
    seated: dict[str, set[int]] = {}
    on = set(later)
    for table in (table for each in rounds for table in each.tables):
        seated.setdefault(table.label, set()).update(table.entries)
        on |= set(table.through)
    rank = {entry: at for at, entry in enumerate(order)}
    for label, entries in sorted(seated.items()):
        listed = sorted(entries, key=lambda entry: (entry not in on, rank[entry]))
        yield Listed(label, tuple(_slot(entry, "", entry in on, after) for entry in listed))


def _tables(found: RoundView, later: Sequence[RoundView]) -> Iterator[Listed]:
    """Yield the tables of a round: those in one by place where it is decided, else by seat; then the byes."""
    tables = [table for table in found.tables if table.status != "void"]
    many = Counter(table.label for table in tables)
    for table in tables:
        on, place = goes_on(table, found), ranks(table)
        entries = [*place, *(entry for entry in table.entries if entry not in place)]
        title = f"Table {table.number}"
        if table.label:
            title = table.label if many[table.label] == 1 else f"{table.label}, table {table.number}"
        yield Listed(
            title, tuple(_slot(entry, place.get(entry, ""), entry in on, later) for entry in entries), table.side
        )
    if found.byes:
        yield Listed("Bye", tuple(_slot(entry, "", True, later) for entry in found.byes))


def ahead(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the rounds that are still to come, as far as the tournament goes as it has begun."""
    settings = view.settings
    if view.status == "over" or not view.rounds or view.rounds[-1].name == FINAL:
        return ()
    last = view.rounds[-1]
    if settings.format is Format.GROUPS:
        since = len(view.rounds) - settings.rounds
        go_on = min(settings.go_on, settings.sizes.least - 1)
        comers = tuple(_from_groups(view)) if since <= 0 else tuple(_onward(last, go_on))
        number = max(since, 0) + 1
        called = "Final, round {}"
    else:
        go_on, number, since = settings.go_on, len(view.rounds) + 1, 1
        comers, called = tuple(_onward(last, go_on)), "Round {}"
    try:
        out = sum(len(table.entries) for table in _played(last)) + len(last.byes) - len(comers) if since > 0 else 0
        stages = schedule(len(comers), settings.sizes, go_on, out=out, first=since <= 0)
    except NotDrawn:
        return ()
    return tuple(_rounds(stages, comers, number, called))


def _rounds(stages: Sequence[Stage], comers: Sequence[Comer], number: int, called: str) -> Iterator[BracketRound]:
    for at, stage in enumerate(stages):
        name = FINAL if stage.final else called.format(number + at)
        tables = [counted(len(stage.sizes), "table")] if stage.sizes and not stage.final else []
        tables += [counted(stage.byes, "bye")] if stage.byes else []
        comers = [*comers, *[LUCKY] * stage.lucky]
        yield BracketRound(name, (Listed(", ".join(tables) or "One table", tuple(map(Slot, comers))),))
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


def _from_groups(view: TournamentView) -> Iterator[Comer]:
    """Yield who gets out of the groups; who that is follows from the standings when they are over."""
    labels = dict.fromkeys(table.label for each in view.rounds for table in each.tables)
    yield from _places(view.settings.go_on, sorted(labels, key=lambda label: (len(label), label)))


def _places(go_on: int, of: Iterable[str]) -> Iterator[str]:
    yield from (f"{ordinal(place)} of {each}" for each in of for place in range(1, go_on + 1))
