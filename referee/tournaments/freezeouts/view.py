"""A freezeout as a tournament view: players in or out, and the places, with the remaining players first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from referee.tournaments.freezeouts.balancing import together
from referee.tournaments.freezeouts.state import FreezeOut
from referee.tournaments.state.view import EntryView, PlaceView, TournamentView


def with_freezeout(view: TournamentView, state: FreezeOut) -> TournamentView:
    """Return a tournament view with entries and places from its freezeout. A frozen order is left as it is."""
    entries = {number: _entry(entry, state) for number, entry in view.entries.items()}
    standings = view.standings if state.ended else tuple(_places(state))
    return replace(view, entries=entries, standings=standings, placed=state.over)


def _entry(entry: EntryView, state: FreezeOut) -> EntryView:
    entry = replace(entry, since=1)  # late entries get a seat and a stack at once: there are no rounds to wait for
    player = state.players[entry.number]
    gone = any(out.entry == entry.number and out.final for out in state.outs)
    if not gone or player.withdrew:
        return entry
    return replace(entry, status="out", until=0)


def _places(state: FreezeOut) -> Iterator[PlaceView]:
    """Yield a line for everybody who had a stack. Remaining players are placed by the stacks counted last.

    The points are the match score of the whole field, (N - rank) / (N - 1), with shared places sharing the rank.
    """
    known = state.places
    counted = state.counted.stacks if state.counted else {}
    still_in = [entry for entry in state.playing if entry not in known]
    places = {**known, **together({entry: counted.get(entry, 0) for entry in still_in}, 1)}
    many = len(places) + len(state.waiting)  # those waiting for a seat rank ahead of the players out
    for entry in sorted(places, key=lambda player: (places[player][0], player)):
        first, last = places[entry]
        points = (many - Fraction(first + last, 2)) / (many - 1) if many > 1 else Fraction(0)
        yield PlaceView(first, entry, points, played=1)
