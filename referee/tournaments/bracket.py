"""The bracket of a tournament as lists: the tables of each round, with every player's next table.

Tables of several players cannot be joined by lines that a reader can follow, so each list gives the players' next
table: "table 2 of round 2". Drawn rounds come first, then future ones. A future round has no known tables yet, and a
player whose table is undecided is given by the place that leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from referee.cards.immutable import frozen
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
    plan_rounds,
)
from referee.competition.entrants import NotDrawn
from referee.tournaments.state.settings import WITH_A_FINAL, Format
from referee.tournaments.state.survivors import find_survivors, is_final
from referee.tournaments.state.view import GroupTable, RoundView, TableView, TournamentView, find_shared_places
from referee.tournaments.wording import THROUGH, advancing_entries

WITH_BRACKETS: Final = frozenset(WITH_A_FINAL)
PLAYS_ON_NOTE: Final = "plays on: as a lucky loser, or by a result that was corrected after the draw."
LUCKY_LOSER: Final = "a lucky loser"
"""The name for one of a round's best losers, who fill the byes of the next."""
SlotPlayer = int | str
"""A player of a round ahead: an entry, or a description such as "1st of table 2"."""


@frozen
class BracketSlot:
    """A player in a list: the printed place or an empty text, whether they advance (`through`), and their next table
    (`to`).

    `player` is an entry, or a description of where a player will come from. `to` is a table or a bye in the named
    `round`, on a `side` of the bracket. Players who lost and play on have `to` without `through`. Nobody advances from
    a final: the winner has `won`.
    """

    player: SlotPlayer
    place: str = ""
    through: bool = False
    won: bool = False
    to: str = ""
    round: str = ""
    side: Side = Side.WINNERS

    @property
    def plays_on(self) -> bool:
        """Whether the player plays on in the main bracket without advancing, such as a lucky loser."""
        plays_on = bool(self.to) and not self.through and self.side is Side.WINNERS
        return plays_on and self.round != f"the {SECOND_FINAL.lower()}"

    @property
    def purpose(self) -> str:
        """What a player who lost still plays for, in words."""
        return {Side.LOSERS: "losers' side", Side.THIRD_PLACE: "third place"}.get(self.side, "plays on")


@frozen
class BracketTable:
    """A table of a round with its players, best first once decided; or a group, or the byes.

    `part` is the side of a bracket with several sides, or the match for third place.
    """

    title: str
    slots: tuple[BracketSlot, ...]
    part: str = ""


@frozen
class BracketRound:
    """A round of a bracket: its name and its tables."""

    name: str
    tables: tuple[BracketTable, ...]

    @property
    def parts(self) -> list[tuple[str, list[BracketTable]]]:
        """The tables by part of the bracket, with the part's name. Byes come last."""
        return [(part, list(tables)) for part, tables in groupby(self.tables, key=lambda table: table.part)]


def bracket(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the drawn rounds and the future ones; empty before the first draw."""
    knock_out_rounds = view.rounds[view.settings.rounds :] if view.groups else view.rounds
    bracket_rounds = []
    if view.groups:
        bracket_rounds.append(
            BracketRound("Groups", tuple(_group_table(group, knock_out_rounds) for group in view.groups))
        )
    for index, round in enumerate(knock_out_rounds):
        if tables := tuple(_round_tables(round, knock_out_rounds[index + 1 :])):
            bracket_rounds.append(BracketRound(round.name, tables))
    if bracket_rounds:
        bracket_rounds += rounds_ahead(view)
    return tuple(bracket_rounds)


def bracket_lines(bracket_rounds: Sequence[BracketRound], names: Mapping[int, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each round of a bracket as printed in a terminal: its name, and a line for each table."""
    for bracket_round in bracket_rounds:
        lines = []
        for table in bracket_round.tables:
            title = f"{table.part}, {table.title[0].lower()}{table.title[1:]}" if table.part else table.title
            slots = ", ".join(_describe_slot(slot, names) for slot in table.slots)
            lines.append(f"{title}: {slots}" if slots else title)
        yield bracket_round.name, lines


def _describe_slot(slot: BracketSlot, names: Mapping[int, str]) -> str:
    name = names[slot.player] if isinstance(slot.player, int) else slot.player
    destination = f" {slot.to} of {slot.round}" if slot.to else ""
    if slot.through:
        name = f"{name} {THROUGH}{destination}"
    elif destination:
        name = f"{name} ({slot.purpose}:{destination})"
    return f"{slot.place} {name}".strip()


def _make_slot(
    entry: int, place: str, through: bool, later_rounds: Iterable[RoundView], losers: Side | None = None
) -> BracketSlot:
    """Return a player's slot, with their next table if it is drawn. `losers` is the side on which losers play on."""
    for later_round in later_rounds:
        round_name = f"the {later_round.name.lower()}" if later_round.name in FINALS else later_round.name.lower()
        for table in later_round.tables:
            if entry in table.entries and table.status != "void":
                return BracketSlot(
                    entry, place, through, to=f"table {table.printed_number}", round=round_name, side=table.side
                )
        if entry in later_round.byes:
            return BracketSlot(entry, place, through, to="bye", round=round_name, side=losers or Side.WINNERS)
    return BracketSlot(entry, place, through)


def _group_table(group: GroupTable, later_rounds: Sequence[RoundView]) -> BracketTable:
    """Return a group as a table, best first, with each player's place."""
    shared_places = find_shared_places(group.lines)
    slots = (
        _make_slot(
            line.entry,
            f"{line.place}{'=' if line.place in shared_places else ''}",
            line.entry in group.through,
            later_rounds,
        )
        for line in group.lines
    )
    return BracketTable(group.label, tuple(slots))


def _round_tables(round: RoundView, later_rounds: Sequence[RoundView]) -> Iterator[BracketTable]:
    """Yield the tables of a round, then the byes. Players are by place once decided, else by seat."""
    for table in round.tables:
        if table.status != "void":
            advancing, places = advancing_entries(table, round), table.ranks
            entries = [*places, *(entry for entry in table.entries if entry not in places)]
            slots = [
                _make_slot(entry, places.get(entry, ""), entry in advancing, later_rounds, table.losers)
                for entry in entries
            ]
            if table.label in FINALS or round.name in FINALS:
                slots = [replace(slot, won=slot.place == "1" and not slot.to) for slot in slots]
            part = table.label if table.label != round.name else ""
            walkover = ", walkover" if table.walkover else ""
            yield BracketTable(f"Table {table.printed_number}{walkover}", tuple(slots), part)
    if round.byes:
        yield BracketTable("Bye", tuple(_make_slot(entry, "", True, later_rounds) for entry in round.byes))


def rounds_ahead(view: TournamentView) -> tuple[BracketRound, ...]:
    """Return the undrawn rounds, as planned for the number of players."""
    if view.status == "over" or not view.rounds:
        return ()
    try:
        return tuple(
            _double_elimination_rounds_ahead(view)
            if view.settings.format is Format.DOUBLE
            else _knock_out_rounds_ahead(view)
        )
    except NotDrawn:
        return ()


def _knock_out_rounds_ahead(view: TournamentView) -> Iterator[BracketRound]:
    settings, last_round = view.settings, view.rounds[-1]
    if last_round.name == FINAL:
        return
    rounds_since_groups, go_on, number, name_format = 1, settings.go_on, len(view.rounds) + 1, "Round {}"
    if settings.format is Format.GROUPS:
        rounds_since_groups, name_format = len(view.rounds) - settings.rounds, "Final, round {}"
        go_on, number = settings.final_go_on, max(rounds_since_groups, 0) + 1
    players: list[SlotPlayer] = [
        *(_players_from_groups(view) if rounds_since_groups <= 0 else _players_advancing(last_round, go_on))
    ]
    losers = (
        sum(len(table.entries) for table in _occupied_tables(last_round)) + len(last_round.byes) - len(players)
        if rounds_since_groups > 0
        else 0
    )
    stages = plan_rounds(len(players), settings.sizes, go_on, knocked_out=losers, first=rounds_since_groups <= 0)
    losers_before = losers
    for index, stage in enumerate(stages):
        players = [*players, *[LUCKY_LOSER] * stage.lucky]
        tables = [BracketTable(_describe_tables(stage), tuple(map(BracketSlot, players)))]
        if stage.is_final and settings.third_place and settings.sizes.least <= losers_before <= settings.sizes.most:
            tables.append(BracketTable("One table", (), THIRD_PLACE if losers_before == 2 else SMALL_FINAL))
        yield BracketRound(stage.label or name_format.format(number + index), tuple(tables))
        losers_before = stage.players - stage.remaining
        players = [
            *_describe_places(stage.go_on, (f"table {table}" for table in range(1, len(stage.sizes) + 1))),
            *["who has a bye"] * stage.byes,
        ]


def _double_elimination_rounds_ahead(view: TournamentView) -> Iterator[BracketRound]:
    """Yield the undrawn rounds of a double elimination, with the number of tables on each side."""
    settings, last_round = view.settings, view.rounds[-1]
    open_tables = [table for table in last_round.tables if table.status in ("drawn", "playing")]
    if not any(map(is_final, last_round.tables)):
        # The number of players left on each side does not depend on who wins.
        tables = tuple(_as_if_decided(table, settings.go_on) for table in last_round.tables)
        current = find_survivors((*view.rounds[:-1], replace(last_round, tables=tables)), settings)
        losses = [times for player, times in current.losses.items() if view.entries[player].status != "withdrew"]
        rounds = double_elimination.plan_rounds(
            losses.count(0),
            losses.count(1),
            settings.sizes,
            settings.go_on,
            second_final=settings.second_final,
            first=False,
        )
        for number, stages in enumerate(rounds, len(view.rounds) + 1):
            name = FINAL if stages[-1].is_final else f"Round {number}"
            parts = (
                BracketTable(_describe_tables(stage), (), "" if stage.is_final else stage.label) for stage in stages
            )
            yield BracketRound(name, tuple(parts))
    elif not (open_tables and last_round.name == FINAL) and not find_survivors(view.rounds, settings).second_final:
        return
    if settings.second_final:
        yield BracketRound(SECOND_FINAL, (BracketTable("If a player with a loss beats a player without one", ()),))


def _as_if_decided(table: TableView, go_on: int) -> TableView:
    if table.status not in ("drawn", "playing"):
        return table
    places = tuple((entry,) for entry in table.entries)
    return replace(table, status="finished", places=places, through=table.entries[:go_on])


def _describe_tables(stage: Stage) -> str:
    if stage.is_final or not stage.sizes:
        return "One table"
    tables = [quantity(len(stage.sizes), "table")] + ([quantity(stage.byes, "bye")] if stage.byes else [])
    return ", ".join(tables)


def _occupied_tables(round: RoundView) -> list[TableView]:
    return [table for table in round.tables if table.entries]


def _players_advancing(last: RoundView, go_on: int) -> Iterator[SlotPlayer]:
    """Yield the players who advance from a round: by name once their table is decided, else by table and place."""
    for table in _occupied_tables(last):
        if table.through:
            yield from table.through
        else:
            yield from _describe_places(go_on, [f"table {table.printed_number}"])
    yield from last.byes


def _players_from_groups(view: TournamentView) -> Iterator[SlotPlayer]:
    """Yield the players who advance from the groups: by name once the groups are over, else by group and place."""
    for group in view.groups:
        yield from group.through or _describe_places(view.settings.go_on, [group.label])


def _describe_places(go_on: int, origins: Iterable[str]) -> Iterator[str]:
    yield from (f"{ordinal(place)} of {origin}" for origin in origins for place in range(1, go_on + 1))
