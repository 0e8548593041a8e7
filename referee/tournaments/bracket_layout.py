"""The bracket of a tournament: its tables in columns of rounds, and lines from who goes on to where they go on to.

Everything has a place in rows, so that a terminal and a picture draw the same. Lines that lead to one box share an
upright, its track. No two lines lie upon each other, and where lines cross, exactly two do, so that a reader can
follow every one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import count, pairwise, permutations
from typing import Final

from referee.competition.draws.knock_out import FINAL
from referee.tournaments.bracket_ahead import ahead
from referee.tournaments.in_words import goes_on
from referee.tournaments.scores.cross_table import in_order
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView

WITH_BRACKETS: Final = frozenset({Format.KNOCK_OUT, Format.GROUPS})
_GAP: Final = 1
_FEW: Final = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """Somebody in a box: the place that they came in there, or 0, whether they share it, and whether they go on."""

    entry: int
    place: int = 0
    through: bool = False
    shared: bool = False
    text: str = ""
    """From where somebody will come into a round that is not drawn, while nobody knows who; `entry` is less than 0."""

    @property
    def rank(self) -> str:
        """The place as it is printed: ``1``, or ``1=`` where it is shared."""
        return f"{self.place}{'=' if self.shared else ''}" if self.place else ""


@dataclass(frozen=True, slots=True)
class Box:
    """A table, or who did not have to play: in a column, its title in row `top` and a row for each who is in it.

    `table` is the number of the table, or 0 for a group, a bye, and those who are through already.
    """

    column: int
    table: int
    title: str
    slots: tuple[Slot, ...]
    top: int = 0

    @property
    def entries(self) -> tuple[int, ...]:
        """Who is in it, from above."""
        return tuple(slot.entry for slot in self.slots)

    @property
    def end(self) -> int:
        """The first row below it."""
        return self.top + 1 + len(self.slots)

    def row_of(self, entry: int) -> int:
        """Return the row of somebody."""
        return self.top + 1 + self.entries.index(entry)


@dataclass(frozen=True, slots=True)
class Way:
    """The lines from a column into one box of the next: from the rows of `entries` to the row of its title.

    `track` is the place of the upright between the columns, from 0 on the left; `through` are the entries that went
    on, the others having lost and been given another chance.
    """

    column: int
    entries: tuple[int, ...]
    through: frozenset[int]
    rows: tuple[int, ...]
    to_row: int
    to_box: int
    track: int = 0

    @property
    def first(self) -> int:
        """The highest row of its upright."""
        return min(*self.rows, self.to_row)

    @property
    def last(self) -> int:
        """The lowest row of its upright."""
        return max(*self.rows, self.to_row)


@dataclass(frozen=True, slots=True)
class Bracket:
    """The columns with their titles, boxes from left to right and from above, and the ways between neighbours."""

    titles: tuple[str, ...]
    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]

    @property
    def height(self) -> int:
        """How many rows it takes."""
        return max((box.end for box in self.boxes), default=0)

    def tracks(self, column: int) -> int:
        """Return how many uprights stand side by side after a column."""
        return max((way.track + 1 for way in self.ways if way.column == column), default=0)


def bracket(view: TournamentView) -> Bracket:
    """Return the bracket of what has been drawn so far, and of the rounds to come with who will come from where."""
    titles, columns = _columns(view)
    unknown = count(1)
    for each in ahead(view) if columns else ():
        slots = (Slot(comer) if isinstance(comer, int) else Slot(-next(unknown), text=comer) for comer in each.comers)
        columns.append([Box(len(columns), 0, each.tables, tuple(slots))])
        titles.append(each.name)
    columns = _waiting(columns)
    columns = _ordered(columns)
    placed: list[list[Box]] = []
    for column in columns:
        placed.append(_placed(column, placed[-1] if placed else None))
    ways: list[Way] = []
    at = 0
    for sources, targets in pairwise(placed):
        at += len(sources)
        ways += _tracked(list(_ways(sources, targets, at)))
    return Bracket(tuple(titles), tuple(box for column in placed for box in column), tuple(ways))


def _columns(view: TournamentView) -> tuple[list[str], list[list[Box]]]:
    """Return a box for each table by rounds; before them one for each group, however many tables it played at."""
    titles: list[str] = []
    columns: list[list[Box]] = []
    in_groups = [each for each in view.rounds if view.settings.format is Format.GROUPS and _of_groups(each)]
    after = [each for each in view.rounds if each not in in_groups]
    if in_groups:
        titles.append("Groups")
        later = {entry for each in after for entry in _in_it(each)}
        columns.append(_groups(in_groups, later, in_order(view)))
    for each in after:
        tables = [table for table in each.tables if table.status != "void"]
        many = Counter(table.label for table in tables)
        boxes = [_box(len(columns), table, each, alone=many[table.label] == 1) for table in tables]
        if each.byes:
            boxes.append(Box(len(columns), 0, "Bye", tuple(Slot(entry, through=True) for entry in each.byes)))
        if boxes:
            columns.append(boxes)
            titles.append(each.name)
    return titles, columns


def _of_groups(found: RoundView) -> bool:
    return bool(found.tables) and all(table.label not in ("", FINAL) for table in found.tables)


def _in_it(found: RoundView) -> Iterator[int]:
    yield from (entry for table in found.tables for entry in table.entries)
    yield from found.byes


def _groups(rounds: Iterable[RoundView], later: Set[int], order: Sequence[int]) -> list[Box]:
    """Return a box for each group: who goes on from it first, then the others in their order of the standings.

    The places of its tables are not places in it.
    """
    seated: dict[str, set[int]] = {}
    on = set(later)
    for table in (table for each in rounds for table in each.tables):
        seated.setdefault(table.label, set()).update(table.entries)
        on |= set(table.through)
    rank = {entry: at for at, entry in enumerate(order)}
    boxes = []
    for label, entries in sorted(seated.items()):
        listed = sorted(entries, key=lambda entry: (entry not in on, rank[entry]))
        boxes.append(Box(0, 0, label, tuple(Slot(entry, through=entry in on) for entry in listed)))
    return boxes


def _box(column: int, table: TableView, found: RoundView, *, alone: bool) -> Box:
    """Return the box of a table: those in it by place where it is decided, else by seat."""
    on = goes_on(table, found)
    slots, place = [], 1
    for group in table.places or ():
        slots += [Slot(entry, place, entry in on, len(group) > 1) for entry in group]
        place += len(group)
    placed = {slot.entry for slot in slots}
    slots += [Slot(entry, 0, entry in on) for entry in table.entries if entry not in placed]
    title = f"Table {table.number}"
    if table.label:
        title = table.label if alone else f"{table.label}, table {table.number}"
    return Box(column, table.number, title, tuple(slots))


def _waiting(columns: Sequence[Sequence[Box]]) -> list[list[Box]]:
    """Let those who next play only after a column wait there, so that no line jumps over it."""
    full = [list(column) for column in columns]
    seats = [{entry for box in column for entry in box.entries} for column in full]
    for at in range(1, len(full)):
        before = set().union(*seats[:at])
        later = set().union(*seats[at + 1 :])
        waits = sorted((before & later) - seats[at])
        if waits:
            full[at].append(Box(at, 0, "Through already", tuple(Slot(entry, through=True) for entry in waits)))
            seats[at] |= set(waits)
    return full


def _ordered(columns: Sequence[Sequence[Box]]) -> list[list[Box]]:
    """Order each column so that few lines cross: from the end by where its players go, then by where they come from."""
    ordered = [list(column) for column in columns]
    for at in range(len(ordered) - 2, -1, -1):
        ordered[at] = _sorted_by(ordered[at], {e: at for at, box in enumerate(ordered[at + 1]) for e in box.entries})
    for at in range(1, len(ordered)):
        rows = (entry for box in ordered[at - 1] for entry in box.entries)
        ordered[at] = _sorted_by(ordered[at], {entry: row for row, entry in enumerate(rows)})
    return ordered


def _sorted_by(column: Sequence[Box], position: Mapping[int, int]) -> list[Box]:
    """Sort boxes by the mean of where their players are in the other column; the others keep their order, last."""

    def key(box: Box) -> tuple[bool, float]:
        linked = [position[entry] for entry in box.entries if entry in position]
        return not linked, sum(linked) / len(linked) if linked else 0.0

    return sorted(column, key=key)


def _placed(column: Sequence[Box], before: Sequence[Box] | None) -> list[Box]:
    """Give each box its row: as near as may be to the middle of where its players come from, none over another."""
    rows = {entry: box.row_of(entry) for box in before or () for entry in box.entries}
    wanted, used = [], 0
    for box in column:
        linked = [rows[entry] for entry in box.entries if entry in rows]
        middle = sum(linked) // len(linked) - (1 + len(box.slots)) // 2 if linked else used
        wanted.append(middle - used)
        used += 1 + len(box.slots) + _GAP
    tops, used = [], 0
    for box, least in zip(column, _rising(wanted), strict=True):
        tops.append(max(0, least) + used)
        used += 1 + len(box.slots) + _GAP
    return list(_off_the_lines(column, tops, before or ()))


def _rising(wanted: Sequence[int]) -> list[int]:
    """Return whole numbers that never fall and lie near those that are wanted: neighbours that would, share a mean."""
    pools: list[tuple[int, int]] = []
    for each in wanted:
        pools.append((each, 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] > pools[-1][0] * pools[-2][1]:
            (one, few), (other, more) = pools[-2:]
            pools[-2:] = [(one + other, few + more)]
    return [total // count for total, count in pools for _ in range(count)]


def _off_the_lines(column: Sequence[Box], tops: Sequence[int], before: Sequence[Box]) -> Iterator[Box]:
    """Yield the boxes at their rows, each pushed down as far as it takes that its title is in no line's way.

    A line into a box lies in the row of its title, so no line may come from that row, unless it is the only one into
    that very box.
    """
    goes = {entry for box in column for entry in box.entries}
    busy = {box.row_of(entry): entry for box in before for entry in box.entries if entry in goes}
    come = set(busy.values())
    free = 0
    for box, top in zip(column, tops, strict=True):
        at = max(top, free)
        own = [entry for entry in box.entries if entry in come]
        while at in busy and own != [busy[at]]:
            at += 1
        yield replace(box, top=at)
        free = at + 1 + len(box.slots) + _GAP


def _ways(sources: Sequence[Box], targets: Sequence[Box], first: int) -> Iterator[Way]:
    """Yield the way into each box; `first` is the number of the first of the targets among all boxes."""
    at = {slot.entry: (box.row_of(slot.entry), slot.through) for box in sources for slot in box.slots}
    for number, box in enumerate(targets, first):
        entries = sorted((entry for entry in box.entries if entry in at), key=lambda entry: at[entry][0])
        if entries:
            yield Way(
                column=box.column - 1,
                entries=tuple(entries),
                through=frozenset(entry for entry in entries if at[entry][1]),
                rows=tuple(at[entry][0] for entry in entries),
                to_row=box.top,
                to_box=number,
            )


def _tracked(ways: Sequence[Way]) -> list[Way]:
    """Give each way a track, so that no two that share a row share a track and few lines cross."""
    best: list[Way] = []
    fewest = -1
    orders = permutations(ways) if len(ways) <= _FEW else iter([tuple(ways), tuple(reversed(ways))])
    for order in orders:
        given = _greedy(order)
        crossed = sum(_crossings(one, other) for one in given for other in given if one is not other)
        if fewest < 0 or crossed < fewest:
            best, fewest = given, crossed
    return sorted(best, key=lambda way: way.to_box)


def _greedy(ways: Iterable[Way]) -> list[Way]:
    """Give each way in turn the leftmost track that is free."""
    given: list[Way] = []
    for way in ways:
        taken = {each.track for each in given if each.first <= way.last and way.first <= each.last}
        given.append(replace(way, track=next(track for track in range(len(taken) + 1) if track not in taken)))
    return given


def _crossings(one: Way, other: Way) -> int:
    """Return how often lines of one cross the upright of another: those from its left, and the one to its right."""
    come = sum(other.first < row < other.last for row in one.rows) if one.track > other.track else 0
    return come + (one.track < other.track and other.first < one.to_row < other.last)
