"""The state of a freezeout, replayed from its events: seats, eliminations, places and chips in play.

This module is pure and reads no store. The first round is the seat draw at the start, the second that of the final
table. Moves between them are events of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any, ClassVar, Final

from referee.cards.immutable import frozen
from referee.rules.plain_data import read_plain
from referee.store.decoding import decoding
from referee.tournaments.freezeouts.balancing import (
    TableSeats,
    breaking_order,
    places_in_one_hand,
    with_player,
    without_player,
)
from referee.tournaments.freezeouts.prizes import percents_for, prizes_by_percent, prizes_by_player, round_shares
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Stacks, TournamentSettings


@frozen
class FreezeoutPlayer:
    """An entry: its table and seat (0 and 0 for none), its purchases, and whether it withdrew.

    `bought` counts the stacks, so it is one more than the re-entries.
    """

    entry: int
    table: int = 0
    seat: int = 0
    bought: int = 0
    addons: int = 0
    withdrew: bool = False

    @property
    def playing(self) -> bool:
        """Whether the entry has a seat."""
        return self.table > 0


@frozen
class Elimination:
    """A player's elimination: the number of the hand, the stack at its start (0 if unknown), and who knocked them out.

    `final` becomes false if the player enters again.
    """

    entry: int
    hand: int
    table: int
    stack: int = 0
    by: tuple[int, ...] = ()
    left: bool = False
    final: bool = True


@frozen
class ChipCount:
    """The counted stacks, and the chips in play at that time."""

    PLAIN: ClassVar = "stacks", "in_play", "sum", "gap"
    stacks: Mapping[int, int]
    in_play: int

    @property
    def sum(self) -> int:
        """The sum of the counted stacks."""
        return sum(self.stacks.values())

    @property
    def gap(self) -> int:
        """The counted chips less those in play: negative if chips are missing."""
        return self.sum - self.in_play


@frozen
class FreezeOut:
    """The state of a freezeout. `away` counts the chips that left play with their players."""

    PLAIN: ClassVar = (
        *("begun", "final", "playing", "waiting", "tables", "order", "hands", "outs", "places"),
        *("chips", "average", "reentries", "counted", "pool", "prizes", "won", "bounties", "how", "shares"),
    )
    stacks: Stacks = field(default_factory=Stacks)
    most: int = 10
    players: Mapping[int, FreezeoutPlayer] = field(default_factory=dict)
    tables: Mapping[int, TableSeats] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    """The order in which tables are broken up."""
    outs: tuple[Elimination, ...] = ()
    hands: int = 0
    counted: ChipCount | None = None
    shares: Mapping[int, int] = field(default_factory=dict)
    """The agreed shares of a chop, by entry."""
    how: str = ""
    final: bool = False
    away: int = 0
    begun: bool = False
    ended: bool = False

    @property
    def playing(self) -> tuple[int, ...]:
        """The entries with a seat, by number."""
        return tuple(sorted(player.entry for player in self.players.values() if player.playing))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entries since the seat draw that have no seat yet."""
        return tuple(
            player.entry
            for player in self.players.values()
            if self.begun and not player.bought and not player.playing and not player.withdrew
        )

    @property
    def reentries(self) -> int:
        """The number of re-entries."""
        return sum(max(0, player.bought - 1) for player in self.players.values())

    @property
    def stacks_bought(self) -> int:
        """The number of stacks bought: entries and re-entries."""
        return sum(player.bought for player in self.players.values())

    @property
    def chips(self) -> int:
        """The chips in play."""
        addons = sum(player.addons for player in self.players.values())
        return self.stacks_bought * self.stacks.stack + addons * self.stacks.addon - self.away

    @property
    def average(self) -> int:
        """The average stack in play, rounded to the nearest chip."""
        player_count = len(self.playing)
        return (2 * self.chips + player_count) // (2 * player_count) if player_count else 0

    @property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """The range of places of every player who is out for good, has won, or has chopped."""
        places: dict[int, tuple[int, int]] = {}
        remaining = [*self.playing, *self.waiting]
        if self.begun and len(remaining) == 1 and len(self.players) > 1:
            places[remaining[0]] = 1, 1
        elif self.shares and remaining:
            stacks = self.counted.stacks if self.counted else {}
            places |= places_in_one_hand({player: stacks.get(player, 0) for player in remaining}, 1)
        players_above = len(remaining)
        for hand in sorted({elimination.hand for elimination in self.outs if elimination.final}, reverse=True):
            stacks_in_hand = {
                elimination.entry: elimination.stack
                for elimination in self.outs
                if elimination.final and elimination.hand == hand
            }
            places |= places_in_one_hand(stacks_in_hand, players_above + 1)
            players_above += len(stacks_in_hand)
        return places

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The entries with known places, best first. Shared places form a group."""
        entries_by_place: dict[int, list[int]] = {}
        for entry, (first, _) in self.places.items():
            entries_by_place.setdefault(first, []).append(entry)
        return tuple(tuple(sorted(entries_by_place[place])) for place in sorted(entries_by_place))

    @property
    def over(self) -> bool:
        """Whether every place is known."""
        return self.begun and len(self.places) == len([player for player in self.players.values() if player.bought])

    @property
    def pool(self) -> int:
        """The prize fund for the places, in whole units: everything but the bounties, plus bounties that nobody won."""
        unclaimed = sum(not elimination.by for elimination in self.outs)
        return self.stacks_bought * (self.stacks.entry - self.stacks.bounty) + unclaimed * self.stacks.bounty

    @property
    def prizes(self) -> tuple[int, ...]:
        """The prize of each paid place."""
        percents = self.stacks.prizes or percents_for(max(1, self.stacks_bought))
        return prizes_by_percent(self.pool, percents)

    @property
    def remaining_prizes(self) -> tuple[int, ...]:
        """The prizes still to be won, one for each remaining player."""
        player_count = len(self.playing) + len(self.waiting)
        return (*self.prizes, *[0] * player_count)[:player_count]

    @property
    def won(self) -> Mapping[int, int]:
        """The prize of each player with a known place, or their share of a chop."""
        ranked = self.ranking
        first = min((place for place, _ in self.places.values()), default=1)
        prizes = prizes_by_player((*self.prizes, *[0] * len(self.players))[first - 1 :], ranked)
        return {**prizes, **self.shares}

    @property
    def bounties(self) -> Mapping[int, int]:
        """The bounties of each player.

        Players who knock someone out together share the bounty, and the earlier entry gets more. At the end, the
        remaining players also win their own bounty.
        """
        bounties: dict[int, int] = {}
        for elimination in self.outs:
            shares = (
                round_shares([Fraction(self.stacks.bounty, len(elimination.by))] * len(elimination.by))
                if elimination.by
                else ()
            )
            for winner, share in zip(sorted(elimination.by), shares, strict=True):
                bounties[winner] = bounties.get(winner, 0) + share
        for entry in self.playing if self.over else ():
            bounties[entry] = bounties.get(entry, 0) + self.stacks.bounty
        return {entry: share for entry, share in bounties.items() if share}

    @property
    def knocked_out(self) -> Mapping[int, int]:
        """The number of players that each knocked out, alone or with others."""
        counts: dict[int, int] = {}
        for winner in (player for elimination in self.outs for player in elimination.by):
            counts[winner] = counts.get(winner, 0) + 1
        return counts


def replay_freezeout(events: Iterable[TournamentEvent]) -> FreezeOut:
    """Return the state of a freezeout after its events. Undone events are left out."""
    state = FreezeOut()
    for event in events:
        if (step := _HANDLERS.get(event.kind)) is not None:
            with decoding(f"event {event.number} (tournament {event.kind})"):
                state = step(state, event.data)
    return state


def _apply_settings(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    settings: TournamentSettings = read_plain(TournamentSettings, data["settings"])
    return replace(state, stacks=settings.stacks or Stacks(), most=settings.sizes.most)


def _apply_entries(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    return replace(
        state, players={**state.players, **{number: FreezeoutPlayer(number) for number, *_ in data["entries"]}}
    )


def _apply_draw(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    """Return a freezeout with everybody seated: at the start with a stack each, at the final table with their chips."""
    tables = {}
    players = {number: replace(player, table=0, seat=0) for number, player in state.players.items()}
    for number, table in enumerate(data["tables"], 1):
        tables[number] = TableSeats(number, (*table, *[0] * (state.most - len(table))))
        for seat, entry in enumerate(table, 1):
            bought = players[entry].bought or 1
            players[entry] = replace(players[entry], table=number, seat=seat, bought=bought)
    order = tuple(data["made_from"].get("besides", {}).get("breaks", ())) or breaking_order(list(tables))
    return replace(state, tables=tables, players=players, order=order, begun=True, final=data["round"] > 1)


def seat_player(state: FreezeOut, entry: int, table: int, seat: int) -> FreezeOut:
    """Return a freezeout with an entry seated at a table, which may be new."""
    table_seats = state.tables.get(table) or TableSeats(table, (0,) * state.most)
    player = replace(state.players[entry], table=table, seat=seat)
    return replace(
        state,
        tables={**state.tables, table: with_player(table_seats, entry, seat)},
        players={**state.players, entry: player},
    )


def _unseat(state: FreezeOut, entry: int) -> FreezeOut:
    player = state.players[entry]
    if not player.playing:
        return state
    table = without_player(state.tables[player.table], entry)
    tables = {**state.tables, table.number: table}
    if not table.players:
        del tables[table.number]
    return replace(state, tables=tables, players={**state.players, entry: replace(player, table=0, seat=0)})


def _apply_eliminations(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    """Return a freezeout without the players who lost their last chips in one hand."""
    hand = state.hands + 1
    eliminations = []
    for entry, stack, winners in data["out"]:
        eliminations.append(Elimination(entry, hand, state.players[entry].table, stack, tuple(winners)))
        state = _unseat(state, entry)
    return replace(state, outs=(*state.outs, *eliminations), hands=hand)


def _apply_withdrawal(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    """Return a freezeout without a player who withdrew with chips, ranked after all who stay.

    Their counted chips leave play.
    """
    entry = data["entry"]
    player = state.players[entry]
    if player.playing:
        chips = state.counted.stacks.get(entry, 0) if state.counted else 0
        hand = state.hands + 1
        elimination = Elimination(entry, hand, player.table, chips, left=True)
        state = replace(_unseat(state, entry), outs=(*state.outs, elimination), hands=hand, away=state.away + chips)
    return replace(state, players={**state.players, entry: replace(state.players[entry], withdrew=True)})


def _apply_return(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    player = state.players[data["entry"]]
    return replace(state, players={**state.players, player.entry: replace(player, withdrew=False)})


def _apply_new_seats(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    """Return a freezeout in which a late entry or a re-entry has a stack and a seat."""
    for entry, table, seat in data["seats"]:
        player = state.players[entry]
        eliminations = tuple(
            replace(elimination, final=False) if elimination.entry == entry else elimination
            for elimination in state.outs
        )
        players = {**state.players, entry: replace(player, bought=player.bought + 1)}
        state = seat_player(replace(state, players=players, outs=eliminations), entry, table, seat)
    return state


def _apply_add_ons(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    changed_players = {
        entry: replace(state.players[entry], addons=state.players[entry].addons + 1) for entry in data["players"]
    }
    return replace(state, players={**state.players, **changed_players})


def _apply_moves(state: FreezeOut, data: Mapping[str, Any]) -> FreezeOut:
    for entry, table, seat in data["moves"]:
        state = seat_player(_unseat(state, entry), entry, table, seat)
    return state


def _apply_end(state: FreezeOut, _: Mapping[str, Any]) -> FreezeOut:
    return replace(state, ended=True)


_HANDLERS: Final[Mapping[str, Callable[[FreezeOut, Mapping[str, Any]], FreezeOut]]] = {
    TournamentEventKind.SETTLED: _apply_settings,
    TournamentEventKind.ENTERED: _apply_entries,
    TournamentEventKind.WITHDREW: _apply_withdrawal,
    TournamentEventKind.CAME_BACK: _apply_return,
    TournamentEventKind.DRAWN: _apply_draw,
    TournamentEventKind.OUT: _apply_eliminations,
    TournamentEventKind.SAT: _apply_new_seats,
    TournamentEventKind.ADDED_ON: _apply_add_ons,
    TournamentEventKind.MOVED: _apply_moves,
    TournamentEventKind.COUNTED: lambda state, data: replace(
        state, counted=ChipCount(dict(data["stacks"]), state.chips)
    ),
    TournamentEventKind.CHOPPED: lambda state, data: replace(state, shares=dict(data["shares"]), how=data["how"]),
    TournamentEventKind.ENDED: _apply_end,
}
