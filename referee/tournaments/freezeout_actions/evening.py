"""Reading a freezeout from the store, with the checks that its actions share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.random_order import refuse_invalid_seed, round_seed
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.freezeouts.state import FreezeOut, replay_freezeout
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state.settings import Format

_MOVES: Final = 1000
"""Seeds of moves are numbered from here, to differ from those of rounds."""


@frozen
class FreezeoutEvening:
    """A freezeout's state, and its tournament with the name and the entries."""

    tournament: TournamentRecord
    state: FreezeOut

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.tournament.row.id

    def name(self, entry: int) -> str:
        """Return the name of an entry."""
        return self.tournament.view.name_of(entry)

    def names(self, entries: Iterable[int]) -> str:
        """Return the names of entries as a list in words."""
        return join_words(map(self.name, entries))


def freezeout_view(club: Club, text: str | None) -> FreezeoutEvening:
    """Return the current freezeout with a number or name."""
    with club.reading() as tx:
        return read_freezeout(tx, text)


def read_freezeout(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return the freezeout with a number or name. Raise `ClubFault` for a tournament of another format."""
    record = overview.read_tournament(tx, text)
    if record.settings.format is not Format.FREEZE_OUT:
        raise ClubFault(f"{record.view.name} is not a freezeout. Its format is {record.settings.format}.")
    return FreezeoutEvening(record, replay_freezeout(record.events))


def refresh(tx: Transaction, evening: FreezeoutEvening) -> FreezeoutEvening:
    """Return a freezeout, read again after an event was written."""
    return read_freezeout(tx, str(evening.number))


def unfinished_freezeout(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return the freezeout with a number or name. Raise `ClubFault` if it is over."""
    evening = read_freezeout(tx, text)
    refuse_over(evening.tournament)
    return evening


def running_freezeout(tx: Transaction, text: str | None) -> FreezeoutEvening:
    """Return the freezeout with a number or name. Raise `ClubFault` unless it is under way."""
    evening = unfinished_freezeout(tx, text)
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
    name = evening.name(entry)
    raise ClubFault(f"{name} is out.", Do.TABLES("The remaining players", tournament=evening.number))


def seed_for(evening: FreezeoutEvening, seed: int | None) -> int:
    """Return `seed` if given. Otherwise derive one from the tournament's seed and its number of events.

    Raise `ClubFault` for an invalid seed.
    """
    if seed is None:
        return round_seed(evening.tournament.row.seed, _MOVES + len(evening.tournament.events))
    refuse_invalid_seed(seed)
    return seed
