"""Draws that would differ now, because an earlier result was corrected after they were made."""

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


def outdated(
    settings: TournamentSettings,
    state: TournamentState,
    rounds: Sequence[RoundView],
    entries: Mapping[int, EntryView],
    seed: int,
) -> Iterator[int]:
    """Yield the numbers of rounds whose draw request would differ now."""
    made_from = [round.request for round in state.rounds]
    for at, (round, was) in enumerate(zip(state.rounds, made_from, strict=True)):
        if was.by in _FIXED:
            continue
        able = set(was.field.players)
        if was.by == KNOCK_OUT:  # other players may have advanced
            able.update(state.able(round.number))
        pairs, mates, seeds = was.field.apart, was.field.mates, (seed, was.field.seed)
        seeding = () if was.by != KNOCK_OUT or was.besides["by_lot"] else was.field.players
        before = rounds[:at], made_from[:at]
        try:
            now = next_round_request(
                settings, *before, entries, sorted(able), seeds, pairs, state.penalties, mates, seeding
            )[1]
        except (ClubFault, NotDrawn):
            continue
        if replace(now, field=replace(now.field, apart=pairs, mates=mates)) != was:
            yield round.number
