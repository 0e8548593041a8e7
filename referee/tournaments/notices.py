"""What is said once something has been done in a tournament, and what is to be done next: on every screen alike."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.cards.words import listed
from referee.competition.rounds import seed_said
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import COUNTS, how_played

if TYPE_CHECKING:
    from referee.tournaments.deeds.rounds import Checked


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


def announced(found: TournamentView) -> str:
    """Say that a tournament is announced, and how it is played."""
    played = how_played(found.settings, found.title)
    return f"Tournament {found.number} is announced: {found.name}. {played} Its seed is {found.seed}."


def entered(found: TournamentView, entries: Iterable[int]) -> str:
    """Say who entered, from which round on, and how many there are."""
    late = found.rounds and found.settings.format is not Format.FREEZE_OUT
    since = f" from round {len(found.rounds) + 1} on" if late else ""
    said = ", ".join(f"{found.name_of(each)} (number {each})" for each in entries)
    return f"Entered in {found.name}{since}: {said}. There are {len(found.entries)} entries."


def withdrawn(found: TournamentView, entry: int) -> str:
    """Say who withdrew."""
    return f"Withdrawn from {found.name}: {found.name_of(entry)}."


def absent(found: TournamentView, round: int, entry: int) -> str:
    """Say who is not there for which round."""
    return f"Absent from round {round} of {found.name}: {found.name_of(entry)}."


def stood(found: TournamentView, round: int) -> str:
    """Say that the draw of a round stands although what it was made from was put right."""
    return f"{found.rounds[round - 1].name} was drawn before something it rests on was put right; its draw stands."


def not_checked_in(names: Iterable[str]) -> str:
    """Say who was drawn and is not noted as here."""
    return f"Not checked in tonight: {listed(names)}."


def checked(each: Checked) -> str:
    """Say whether a round that was drawn again is the same."""
    came = "the same at every seat" if each.same else f"not the same: {each.why}"
    return f"{each.name} drawn again with {seed_said(each.seed, chosen=each.chosen)}: {came}."


def penalised(found: TournamentView, entry: int, points: Fraction) -> str:
    """Say from whom how many points were taken."""
    return f"{whole(points)} taken from {found.name_of(entry)} in {found.name}."


def whole(points: Fraction) -> str:
    """Return points as they are printed: whole, or with up to three decimals."""
    return str(points) if points.denominator == 1 else f"{float(points):.3f}".rstrip("0").rstrip(".")


def ended(found: TournamentView) -> str:
    """Say that a tournament is over, and what of it counts."""
    return f"{found.name} is over; {COUNTS[found.settings.counts]}."


def undone(found: TournamentView, what: str) -> str:
    """Say what was taken back."""
    return f"Taken back in {found.name}: {what}."


def _is_last(found: TournamentView) -> bool:
    """Tell whether no round comes after the last that was drawn."""
    if found.settings.format in (Format.KNOCK_OUT, Format.GROUPS):
        return [table.label for table in found.rounds[-1].tables] == ["Final"]
    return bool(found.settings.rounds) and len(found.rounds) >= found.settings.rounds
