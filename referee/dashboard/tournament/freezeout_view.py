"""What a freezeout shows on its screen and what is done there: seats, chips, who is out, blinds and the clock."""

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
    chips,
    describe_break_order,
    describe_next_step,
    describe_remaining,
    format_place,
    gap,
)
from referee.tournaments.state.view import RoundView

_TO_WITHDRAW = "{} withdraws, and the chips go out of play."


def _tables(now: TournamentScreenState, _round: RoundView | None) -> Pane:
    freezeout_evening = _evening(now)
    state = freezeout_evening.state
    if not state.begun:
        return Pane("No seats have been drawn yet", ("", "seats"))
    rows = []
    for number, table in sorted(state.tables.items()):
        seats = ", ".join(f"{table.seat_of(player)} {freezeout_evening.name(player)}" for player in table.players)
        rows.append(ListRow(str(number), (str(number), seats)))
    return Pane(
        f"Tables: {describe_remaining(freezeout_evening)}", ("", "seats"), rows, tuple(_notes(now, freezeout_evening))
    )


def _notes(now: TournamentScreenState, freezeout_evening: FreezeoutEvening) -> Iterator[str]:
    yield f"Chips: {chips(freezeout_evening)}"
    if wrong := gap(freezeout_evening):
        yield wrong
    if freezeout_evening.state.waiting:
        yield f"Without a seat yet: {freezeout_evening.names(freezeout_evening.state.waiting)}"
    if len(freezeout_evening.state.tables) > 1:
        yield f"Breaking order: {describe_break_order(freezeout_evening)}"
    if now.clock:
        yield _on_the_clock(now.clock, now.read_at + now.clock.left)


def _on_the_clock(shows: ClockReading, ends: datetime) -> str:
    """Return the level that is on and when it ends, by the time of day: that stands still while the clock runs."""
    level = f"{shows.name}, {shows.period.blinds}" if shows.period.blinds else shows.name
    if shows.state is not ClockState.RUNNING:
        return f"{level}: {'paused' if shows.state is ClockState.PAUSED else 'time is up'}, {shows.digits} left"
    after = "break" if shows.after and shows.after.is_break else shows.after.blinds if shows.after else "it goes on"
    return f"{level}, until {in_local_time(ends):%H:%M}; then {after}"


def _entries(now: TournamentScreenState, _width: int) -> Pane:
    """Return who plays, who waits, and then who is out, the last to go out first."""
    freezeout_evening = _evening(now)
    state, places, won = freezeout_evening.state, freezeout_evening.state.places, freezeout_evening.state.won
    out_first = sorted(places, key=lambda entry: (places[entry], entry))
    order = [*(entry for entry in state.playing if entry not in places), *out_first]
    order += [entry for entry in state.players if entry not in order]
    rows = []
    for entry in order:
        player = state.players[entry]
        out = next(
            (elimination for elimination in reversed(state.outs) if elimination.entry == entry and elimination.final),
            None,
        )
        waits = "waits for a seat" if state.begun else "entered"
        stands = "left" if player.withdrew else "out" if out else waits
        cells = [
            format_place(places[entry]) if entry in places else "",
            freezeout_evening.name(entry),
            f"table {player.table}, seat {player.seat}" if player.playing else stands,
            freezeout_evening.names(out.by) if out else "",
        ]
        if any(won.values()):
            cells.append(f"{won[entry]:,}" if won.get(entry) else "")
        rows.append(ListRow(str(entry), cells, "" if player.playing or not out else FAINT))
    heads = ("place", "name", "seat", "out by", *(["prize"] if any(won.values()) else []))
    return Pane(f"Players: {quantity(len(state.players), 'entry', 'entries')}", heads, rows)


_NEXT: Final = {
    FreezeoutNextStep.NOTHING: "The freezeout is over. {freeze_out.undo} undoes the end.",
    FreezeoutNextStep.SEATS: "Next: {freeze_out.draw} draws the seats. Blinds and prizes: {freeze_out.more} (More).",
    FreezeoutNextStep.END: "Only one player is left: {freeze_out.end} ends the freezeout.",
    FreezeoutNextStep.FINAL_TABLE: "The remaining players fit at one table: {freeze_out.draw} draws its seats.",
    FreezeoutNextStep.BALANCE: "Tables need balancing: {freeze_out.balance} shows who moves.",
    FreezeoutNextStep.PLAY: "{freeze_out.out} records who went out, first of all at the selected table.",
}


def _next(now: TournamentScreenState) -> str:
    freezeout_evening = _evening(now)
    if not freezeout_evening.state.players:
        return "Nobody has entered yet. {freeze_out.enter} enters members and guests."
    match describe_next_step(freezeout_evening):
        case FreezeoutNextStep.END if freezeout_evening.state.shares:
            return "The remaining players share the prizes: {freeze_out.end} ends the freezeout."
        case FreezeoutNextStep.PLAY if not now.clock:
            return f"{_NEXT[FreezeoutNextStep.PLAY]} The clock: {{freeze_out.more}} (More)."
        case step:
            return _NEXT[step]


def _more(now: TournamentScreenState) -> list[Pick]:
    state = _evening(now).state
    if not state.begun:
        return [Pick("blinds", label="Blinds, stacks, re-entries, add-on and prizes", letter="b")]
    clock, stacks = now.clock, state.stacks
    paused = clock is not None and clock.state is ClockState.PAUSED
    rows = (
        (clock is None, Pick("begin", label="Start the clock", letter="s")),
        (paused, Pick("resume", label="Resume the clock", letter="s")),
        (clock and not paused, Pick("pause", label="Pause the clock", letter="s")),
        (clock, Pick("level", label="Start the next level or break now", letter="j")),
        (stacks.reentries, Pick("again", label="A player who is out re-enters with a new stack", letter="r")),
        (stacks.addon, Pick("addon", label="Add-ons", letter="o")),
        (True, Pick("withdraw", label="A player withdraws, and the chips leave play", letter="x")),
        (True, Pick("count", label="Count the chips", letter="k")),
        (True, Pick("chop", label="Chop: share the remaining prizes", letter="h")),
    )
    return [row for so, row in rows if so]


def _evening(now: TournamentScreenState) -> FreezeoutEvening:
    assert now.freezeout is not None
    return now.freezeout


FREEZEOUT = FormatView(
    "freeze_out",
    _tables,
    _entries,
    _next,
    _more,
    {
        "enter": actions.enter,
        "draw": eliminations.draw_seats,
        "out": lambda at: eliminations.eliminate(at.number, at.name, at.table),
        "balance": lambda at: eliminations.balance(_evening(at.state)),
        "again": eliminations.re_enter,
        "withdraw": lambda at: actions.withdraw(at, _TO_WITHDRAW),
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
