"""The view of a freezeout: seats, chips, eliminations, blinds and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from referee.cards.words import quantity
from referee.dashboard.deeds.deed import Pick
from referee.dashboard.rendering import FAINT
from referee.dashboard.tournament import actions, blinds_and_prizes, clock, eliminations
from referee.dashboard.tournament.format_view import FormatView, Pane
from referee.dashboard.tournament.tournament_state import TournamentScreenState
from referee.dashboard.widgets.listing import ListRow
from referee.store.moment import in_local_time
from referee.tournaments.clocks.clock import ClockReading, ClockState
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeout_actions.wording import (
    FreezeoutNextStep,
    describe_break_order,
    describe_chips,
    describe_gap,
    describe_next_step,
    describe_remaining,
    format_place,
)
from referee.tournaments.state.view import RoundView

_WITHDRAWAL_EFFECT = "{} withdraws, and the chips go out of play."


def _tables_pane(state: TournamentScreenState, _round: RoundView | None) -> Pane:
    freezeout_evening = _freezeout_of(state)
    freezeout_state = freezeout_evening.state
    if not freezeout_state.begun:
        return Pane("No seats have been drawn yet", ("", "seats"))
    rows = []
    for number, table in sorted(freezeout_state.tables.items()):
        seats = ", ".join(f"{table.seat_of(player)} {freezeout_evening.name(player)}" for player in table.players)
        rows.append(ListRow(str(number), (str(number), seats)))
    return Pane(
        f"Tables: {describe_remaining(freezeout_evening)}", ("", "seats"), rows, tuple(_notes(state, freezeout_evening))
    )


def _notes(state: TournamentScreenState, freezeout_evening: FreezeoutEvening) -> Iterator[str]:
    yield f"Chips: {describe_chips(freezeout_evening)}"
    if difference := describe_gap(freezeout_evening):
        yield difference
    if freezeout_evening.state.waiting:
        yield f"Without a seat yet: {freezeout_evening.names(freezeout_evening.state.waiting)}"
    if len(freezeout_evening.state.tables) > 1:
        yield f"Breaking order: {describe_break_order(freezeout_evening)}"
    if state.clock:
        yield _describe_clock(state.clock, state.loaded_at + state.clock.remaining)


def _describe_clock(reading: ClockReading, end: datetime) -> str:
    """Return the current level and the time of day at which it ends, which stays valid while the clock runs."""
    level = f"{reading.name}, {reading.period.blinds}" if reading.period.blinds else reading.name
    if reading.state is not ClockState.RUNNING:
        return f"{level}: {'paused' if reading.state is ClockState.PAUSED else 'time is up'}, {reading.digits} left"
    next_period = (
        "break" if reading.after and reading.after.is_break else reading.after.blinds if reading.after else "it goes on"
    )
    return f"{level}, until {in_local_time(end):%H:%M}; then {next_period}"


def _players_pane(state: TournamentScreenState, _width: int) -> Pane:
    """Return the list of players: those playing, those without a seat, then the eliminated, latest first."""
    freezeout_evening = _freezeout_of(state)
    freezeout_state, places, prizes = (
        freezeout_evening.state,
        freezeout_evening.state.places,
        freezeout_evening.state.won,
    )
    eliminated = sorted(places, key=lambda entry: (places[entry], entry))
    order = [*(entry for entry in freezeout_state.playing if entry not in places), *eliminated]
    order += [entry for entry in freezeout_state.players if entry not in order]
    rows = []
    for entry in order:
        player = freezeout_state.players[entry]
        last_elimination = next(
            (
                elimination
                for elimination in reversed(freezeout_state.outs)
                if elimination.entry == entry and elimination.final
            ),
            None,
        )
        waiting_status = "waits for a seat" if freezeout_state.begun else "entered"
        status = "left" if player.withdrew else "out" if last_elimination else waiting_status
        cells = [
            format_place(places[entry]) if entry in places else "",
            freezeout_evening.name(entry),
            f"table {player.table}, seat {player.seat}" if player.playing else status,
            freezeout_evening.names(last_elimination.by) if last_elimination else "",
        ]
        if any(prizes.values()):
            cells.append(f"{prizes[entry]:,}" if prizes.get(entry) else "")
        rows.append(ListRow(str(entry), cells, "" if player.playing or not last_elimination else FAINT))
    headings = ("place", "name", "seat", "out by", *(["prize"] if any(prizes.values()) else []))
    return Pane(f"Players: {quantity(len(freezeout_state.players), 'entry', 'entries')}", headings, rows)


_NEXT_HINTS: Final = {
    FreezeoutNextStep.NOTHING: "The freezeout is over. {freeze_out.undo} undoes the end.",
    FreezeoutNextStep.SEATS: "Next: {freeze_out.draw} draws the seats. Blinds and prizes: {freeze_out.more} (More).",
    FreezeoutNextStep.END: "Only one player is left: {freeze_out.end} ends the freezeout.",
    FreezeoutNextStep.FINAL_TABLE: "The remaining players fit at one table: {freeze_out.draw} draws its seats.",
    FreezeoutNextStep.BALANCE: "Tables need balancing: {freeze_out.balance} shows who moves.",
    FreezeoutNextStep.PLAY: "{freeze_out.out} records who went out, first of all at the selected table.",
}


def _next_hint(state: TournamentScreenState) -> str:
    freezeout_evening = _freezeout_of(state)
    if not freezeout_evening.state.players:
        return "Nobody has entered yet. {freeze_out.enter} enters members and guests."
    match describe_next_step(freezeout_evening):
        case FreezeoutNextStep.END if freezeout_evening.state.shares:
            return "The remaining players share the prizes: {freeze_out.end} ends the freezeout."
        case FreezeoutNextStep.PLAY if not state.clock:
            return f"{_NEXT_HINTS[FreezeoutNextStep.PLAY]} The clock: {{freeze_out.more}} (More)."
        case step:
            return _NEXT_HINTS[step]


def _menu_rows(state: TournamentScreenState) -> list[Pick]:
    freezeout_state = _freezeout_of(state).state
    if not freezeout_state.begun:
        return [Pick("blinds", label="Blinds, stacks, re-entries, add-on and prizes", letter="b")]
    clock, stacks = state.clock, freezeout_state.stacks
    is_paused = clock is not None and clock.state is ClockState.PAUSED
    rows = (
        (clock is None, Pick("begin", label="Start the clock", letter="s")),
        (is_paused, Pick("resume", label="Resume the clock", letter="s")),
        (clock and not is_paused, Pick("pause", label="Pause the clock", letter="s")),
        (clock, Pick("level", label="Start the next level or break now", letter="j")),
        (stacks.reentries, Pick("again", label="A player who is out re-enters with a new stack", letter="r")),
        (stacks.addon, Pick("addon", label="Add-ons", letter="o")),
        (True, Pick("withdraw", label="A player withdraws, and the chips leave play", letter="x")),
        (True, Pick("count", label="Count the chips", letter="k")),
        (True, Pick("chop", label="Chop: share the remaining prizes", letter="h")),
    )
    return [row for is_offered, row in rows if is_offered]


def _freezeout_of(state: TournamentScreenState) -> FreezeoutEvening:
    assert state.freezeout is not None
    return state.freezeout


FREEZEOUT = FormatView(
    "freeze_out",
    _tables_pane,
    _players_pane,
    _next_hint,
    _menu_rows,
    {
        "enter": actions.enter,
        "draw": eliminations.draw_seats,
        "out": lambda selection: eliminations.eliminate(selection.number, selection.name, selection.table),
        "balance": lambda selection: eliminations.balance(_freezeout_of(selection.state)),
        "again": eliminations.re_enter,
        "withdraw": lambda selection: actions.withdraw(selection, _WITHDRAWAL_EFFECT),
        "end": actions.end,
        "blinds": lambda _: blinds_and_prizes.blinds(),
        "addon": lambda _: blinds_and_prizes.addon(),
        "count": lambda _: blinds_and_prizes.count(),
        "chop": lambda _: blinds_and_prizes.chop(),
        "begin": lambda _: clock.start(),
        "pause": lambda _: clock.pause(),
        "resume": lambda _: clock.resume(),
        "level": lambda _: clock.next_level(),
    },
)
