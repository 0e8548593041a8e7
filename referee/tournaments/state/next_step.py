"""The next step of a tournament as it stands."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from referee.competition.draws.knock_out_plan import can_reach_final
from referee.tournaments.state.settings import BY_POINTS, WITH_A_FINAL, Format
from referee.tournaments.state.survivors import is_final, survivors
from referee.tournaments.state.view import TournamentView


class TournamentNextStep(StrEnum):
    """The next step of a tournament."""

    NOTHING = "nothing"
    SEATS = "seats"
    """A freezeout begins: its seats are drawn."""
    CHIPS = "chips"
    """A freezeout goes on until every place is known."""
    VOID = "void"
    """A void table is replayed, awarded, or left void."""
    SHORT = "short"
    """A table has too few players: a walkover, a move, or another draw."""
    DRAW = "draw"
    SEAT = "seat"
    PLAY = "play"
    END = "end"
    END_EARLY = "end early"
    """Too few are left for another round."""


def tournament_next_step(tournament: TournamentView) -> TournamentNextStep:
    """Return the next step."""
    if tournament.status == "over":
        return TournamentNextStep.NOTHING
    if tournament.settings.format is Format.FREEZE_OUT:
        return (
            TournamentNextStep.END
            if tournament.placed
            else TournamentNextStep.CHIPS
            if tournament.rounds
            else TournamentNextStep.SEATS
        )
    if not tournament.rounds:
        return TournamentNextStep.DRAW
    last = tournament.rounds[-1].tables
    status = [table.status for table in last]
    if any(table.short for table in last):
        return TournamentNextStep.SHORT
    if "drawn" in status:
        return TournamentNextStep.SEAT
    if "playing" in status:
        return TournamentNextStep.PLAY
    if any(table.unanswered for round in tournament.rounds for table in round.tables):
        return TournamentNextStep.VOID
    if _is_last(tournament):
        return TournamentNextStep.END
    return (
        TournamentNextStep.DRAW
        if _enough(tournament, len(tournament.rounds), ("in", "absent"))
        else TournamentNextStep.END_EARLY
    )


def can_draw_again(tournament: TournamentView) -> bool:
    """Tell whether the last round can be redrawn: no table has started, and there are enough players."""
    fresh = all(table.match is None for table in tournament.rounds[-1].tables)
    return fresh and _enough(tournament, len(tournament.rounds) - 1, ("in",))


def _enough(tournament: TournamentView, played: int, status: Collection[str]) -> bool:
    """Tell whether enough players of the given `status` are left for the round after `played`; a knockout needs two."""
    settings = tournament.settings
    here = {entry for entry, other in tournament.entries.items() if other.status in status}
    if settings.format is Format.GROUPS:
        if not played:
            return len(here) // settings.groups >= settings.sizes.least
        if played == settings.rounds:
            here &= {player for group in tournament.groups for player in group.through}
            return can_reach_final(len(here), settings.sizes, settings.final_go_on)
    return len(here) >= (settings.sizes.least if settings.format in BY_POINTS else 2)


def _is_last(tournament: TournamentView) -> bool:
    """Tell whether the last drawn round is the last of the tournament."""
    if tournament.settings.format in WITH_A_FINAL:
        final = any(map(is_final, tournament.rounds[-1].tables))
        return final and not survivors(tournament.rounds, tournament.settings).second_final
    return bool(tournament.settings.rounds) and len(tournament.rounds) >= tournament.settings.rounds
