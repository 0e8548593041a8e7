"""Reading a freezeout from the store, with the checks that its actions share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.random_order import refuse_invalid_seed, round_seed
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.freezeouts.state import FreezeOut, fold
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state.settings import Format

_MOVES: Final = 1000
"""Seeds of moves are numbered from here, to differ from those of rounds."""


@dataclass(frozen=True, slots=True)
class FreezeoutEvening:
    """A freezeout with its tournament: its name, its entries and its state."""

    read: TournamentRecord
    state: FreezeOut

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.read.row.id

    def name(self, entry: int) -> str:
        """Return the name of an entry."""
        return self.read.view.name_of(entry)

    def names(self, entries: Iterable[int]) -> str:
        """Return the names of entries as a list in words."""
        return join_words(map(self.name, entries))


def freezeout_view(club: Club, text: str | None) -> FreezeoutEvening:
    """Return a freezeout as it stands, by number or name."""
    with club.reading() as tx:
        return read_freezeout(tx, text)


def read_freezeout(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return a freezeout by number or name. Raises `ClubFault` for a tournament of another format."""
    read = overview.read_tournament(tx, text)
    if read.settings.format is not Format.FREEZE_OUT:
        raise ClubFault(f"{read.view.name} is not a freezeout. Its format is {read.settings.format}.")
    return FreezeoutEvening(read, fold(read.events))


def refresh(tx: Transaction, evening: FreezeoutEvening) -> FreezeoutEvening:
    """Read a freezeout again after an event was written."""
    return read_freezeout(tx, str(evening.number))


def going(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return a freezeout. Raises `ClubFault` if it is over."""
    evening = read_freezeout(tx, text)
    refuse_over(evening.read)
    return evening


def running_freezeout(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return a freezeout. Raises `ClubFault` unless it is under way."""
    evening = going(tx, text)
    if not evening.state.begun:
        raise ClubFault("The seats have not been drawn.", Do.SEATS("Draw them", tournament=evening.number))
    if evening.state.shares:
        raise ClubFault(
            "The remaining players have agreed to a chop.",
            Do.UNDO_FREEZE_OUT("If that was wrong", tournament=evening.number),
        )
    return evening


def refuse_unless_playing(evening: FreezeoutEvening, entry: int) -> None:
    """Raise `ClubFault` for an entry without a seat."""
    if evening.state.players[entry].playing:
        return
    who = evening.name(entry)
    raise ClubFault(f"{who} is out.", Do.TABLES("The remaining players", tournament=evening.number))


def seed_for(evening: FreezeoutEvening, typed: int | None) -> int:
    """Return `typed` if given, else the next draw's seed, from the tournament's seed and its number of events."""
    if typed is None:
        return round_seed(evening.read.row.seed, _MOVES + len(evening.read.events))
    refuse_invalid_seed(typed)
    return typed
