"""A freezeout as a tournament view: players in or out, and the places, with the remaining players first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from referee.tournaments.freezeouts.balancing import places_in_one_hand
from referee.tournaments.freezeouts.state import FreezeOut
from referee.tournaments.state.view import EntryView, PlaceView, TournamentView


def with_freezeout(view: TournamentView, state: FreezeOut) -> TournamentView:
    """Return a tournament view with the entries and places of its freezeout. A frozen order is unchanged."""
    entries = {number: _entry_view(entry, state) for number, entry in view.entries.items()}
    standings = view.standings if state.ended else tuple(_place_views(state))
    return replace(view, entries=entries, standings=standings, placed=state.over)


def _entry_view(entry: EntryView, state: FreezeOut) -> EntryView:
    entry = replace(entry, since=1)  # late entries get a seat and a stack at once: there are no rounds to wait for
    player = state.players[entry.number]
    is_out = any(elimination.entry == entry.number and elimination.final for elimination in state.outs)
    if not is_out or player.withdrew:
        return entry
    return replace(entry, status="out", until=0)


def _place_views(state: FreezeOut) -> Iterator[PlaceView]:
    """Yield a line for every player who had a stack. Remaining players are ranked by the last counted stacks.

    The points are the match score of the whole field, (N - rank) / (N - 1), with the mean rank for shared places.
    """
    known_places = state.places
    counted_stacks = state.counted.stacks if state.counted else {}
    remaining_entries = [entry for entry in state.playing if entry not in known_places]
    places = {
        **known_places,
        **places_in_one_hand({entry: counted_stacks.get(entry, 0) for entry in remaining_entries}, 1),
    }
    field_size = len(places) + len(state.waiting)  # those waiting for a seat rank ahead of the players out
    for entry in sorted(places, key=lambda player: (places[player][0], player)):
        first_place, last_place = places[entry]
        points = (
            (field_size - Fraction(first_place + last_place, 2)) / (field_size - 1) if field_size > 1 else Fraction(0)
        )
        yield PlaceView(first_place, entry, points, played=1)
