"""The next step of a tournament."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from referee.cards.immutable import frozen
from referee.competition.draws.knock_out_plan import can_reach_final
from referee.tournaments.state.settings import BY_POINTS, WITH_A_FINAL, Format
from referee.tournaments.state.survivors import find_survivors, is_final
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


def find_next_step(tournament: TournamentView) -> TournamentNextStep:
    """Return the next step of a tournament."""
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
    last_tables = tournament.rounds[-1].tables
    status = [table.status for table in last_tables]
    if any(table.short for table in last_tables):
        return TournamentNextStep.SHORT
    if "drawn" in status:
        return TournamentNextStep.SEAT
    if "playing" in status:
        return TournamentNextStep.PLAY
    if any(table.needs_decision for round in tournament.rounds for table in round.tables):
        return TournamentNextStep.VOID
    if _is_last(tournament):
        return TournamentNextStep.END
    return (
        TournamentNextStep.DRAW
        if _has_enough_players(tournament, len(tournament.rounds), ("in", "absent"))
        else TournamentNextStep.END_EARLY
    )


def can_draw_again(tournament: TournamentView) -> bool:
    """Tell whether the last round can be redrawn: no table has started, and there are enough players."""
    unstarted = all(table.match is None for table in tournament.rounds[-1].tables)
    return unstarted and _has_enough_players(tournament, len(tournament.rounds) - 1, ("in",))


@frozen
class LatePairing:
    """A new `table` of the last round, at which a `late` entry can play the entries with the `byes`."""

    late: int
    byes: tuple[int, ...]
    table: int


def find_late_pairing(tournament: TournamentView) -> LatePairing | None:
    """Return a new table in the last round for a late entry and the players with the bye; None if it is not
    possible.
    """
    settings, last = tournament.settings, tournament.latest
    if tournament.status == "over" or last is None or last.over or settings.format not in BY_POINTS:
        return None
    late = [entry.number for entry in tournament.entries.values() if entry.since > last.number and entry.status == "in"]
    if not late or not last.byes or not settings.sizes.least <= len(last.byes) + 1 <= settings.sizes.most:
        return None
    return LatePairing(min(late), last.byes, len(last.tables) + 1)


def _has_enough_players(tournament: TournamentView, round_count: int, status: Collection[str]) -> bool:
    """Tell whether enough players of the given `status` remain for a round after `round_count` rounds.

    A knockout needs two.
    """
    settings = tournament.settings
    entries = {entry for entry, view in tournament.entries.items() if view.status in status}
    if settings.format is Format.GROUPS:
        if not round_count:
            return len(entries) // settings.groups >= settings.sizes.least
        if round_count == settings.rounds:
            entries &= {player for group in tournament.groups for player in group.through}
            return can_reach_final(len(entries), settings.sizes, settings.final_go_on)
    return len(entries) >= (settings.sizes.least if settings.format in BY_POINTS else 2)


def _is_last(tournament: TournamentView) -> bool:
    """Tell whether the last drawn round is the last of the tournament."""
    if tournament.settings.format in WITH_A_FINAL:
        final = any(map(is_final, tournament.rounds[-1].tables))
        return final and not find_survivors(tournament.rounds, tournament.settings).second_final
    return bool(tournament.settings.rounds) and len(tournament.rounds) >= tournament.settings.rounds
