"""What is to be done next in a tournament, as it stands."""

from __future__ import annotations

from enum import StrEnum

from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


class Next(StrEnum):
    """What is to be done next in a tournament."""

    NOTHING = "nothing"
    SEATS = "seats"
    """A freeze-out begins: its seats are drawn."""
    CHIPS = "chips"
    """A freeze-out goes on until one has them all."""
    DRAW = "draw"
    SEAT = "seat"
    PLAY = "play"
    END = "end"


def next_of(found: TournamentView) -> Next:
    """Return what is to be done next."""
    if found.status == "over":
        return Next.NOTHING
    if found.settings.format is Format.FREEZE_OUT:
        return Next.CHIPS if found.rounds else Next.SEATS
    if not found.rounds:
        return Next.DRAW
    status = [table.status for table in found.rounds[-1].tables]
    if "drawn" in status:
        return Next.SEAT
    if "playing" in status:
        return Next.PLAY
    return Next.END if _is_last(found) else Next.DRAW


def _is_last(found: TournamentView) -> bool:
    """Tell whether no round comes after the last that was drawn."""
    if found.settings.format in (Format.KNOCK_OUT, Format.GROUPS):
        return [table.label for table in found.rounds[-1].tables] == ["Final"]
    return bool(found.settings.rounds) and len(found.rounds) >= found.settings.rounds
