"""Draws that would differ now, because an earlier result was corrected after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.club.text.faults import ClubFault
from referee.competition.draw_request import GROUPS, KNOCK_OUT, PLAN
from referee.competition.entrants import NotDrawn
from referee.tournaments.draws.stages import next_round_request
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.state import TournamentState
from referee.tournaments.state.view import EntryView, RoundView

_FIXED: Final = (PLAN, GROUPS)
"""Draws that depend on the first draw alone, not on results."""


def find_outdated_rounds(
    settings: TournamentSettings,
    state: TournamentState,
    rounds: Sequence[RoundView],
    entries: Mapping[int, EntryView],
    seed: int,
) -> Iterator[int]:
    """Yield the numbers of rounds whose draw request would differ now."""
    requests = [round.request for round in state.rounds]
    for index, (round, stored_request) in enumerate(zip(state.rounds, requests, strict=True)):
        if stored_request.by in _FIXED:
            continue
        eligible = set(stored_request.field.players)
        if stored_request.by == KNOCK_OUT:  # other players may have advanced
            eligible.update(state.eligible_entries(round.number))
        pairs, mates, seeds = stored_request.field.apart, stored_request.field.mates, (seed, stored_request.field.seed)
        seeding = (
            () if stored_request.by != KNOCK_OUT or stored_request.besides["by_lot"] else stored_request.field.players
        )
        earlier = rounds[:index], requests[:index]
        try:
            request = next_round_request(
                settings, *earlier, entries, sorted(eligible), seeds, pairs, state.penalties, mates, seeding
            )[1]
        except (ClubFault, NotDrawn):
            continue
        if replace(request, field=replace(request.field, apart=pairs, mates=mates)) != stored_request:
            yield round.number
