"""A freeze-out read from the club's file, and what every deed in it has to be sure of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from referee.cards.words import listed
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.lot import refuse_unfit, seed_of
from referee.store.hints import Do, Hint
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.freezeouts.state import FreezeOut, fold
from referee.tournaments.overview import Read, refuse_over
from referee.tournaments.state.settings import Format

_MOVES: Final = 1000
"""Seeds of moves are told from those of rounds, which are fewer."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was `said` in the records of its tables, in words, and what `waits` there, with what can be done then."""

    PLAIN: ClassVar = "said", "waits"
    said: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, a sentence each."""
        return tuple(f"{each.removesuffix('.')}." for each in (*self.said, *self.waits))


@dataclass(frozen=True, slots=True)
class Evening:
    """A freeze-out with its tournament: how it is called, who entered, and how it stands.

    After a deed `recorded` is what came of it at the tables that are recorded.
    """

    read: Read
    state: FreezeOut
    recorded: Recorded = Recorded()

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.read.row.id

    def name(self, entry: int) -> str:
        """Return the name of an entry."""
        return self.read.view.name_of(entry)

    def names(self, entries: Iterable[int]) -> str:
        """Return the names of entries in words."""
        return listed(map(self.name, entries))

    def match_at(self, table: int) -> int | None:
        """Return the table of the club as which a table is recorded now, if it is and that is not over."""
        rounds = self.read.state.rounds
        started = rounds[-1].matches.get(table, ()) if rounds else ()
        result = self.read.results[started[-1]] if started else None
        return result.now if result is not None and result.status == "playing" else None


def look(club: Club, typed: str | None) -> Evening:
    """Return a freeze-out as it stands."""
    with club.reading() as tx:
        return read(tx, typed)


def read(tx: Transaction, typed: str | None) -> Evening:
    """Read a freeze-out, by its number or name. Raises a `ClubFault` for a tournament that is none."""
    read = overview.read(tx, typed)
    if read.settings.format is not Format.FREEZE_OUT:
        raise ClubFault(f"{read.view.name} is no freeze-out, but a {read.settings.format}.")
    return Evening(read, fold(read.events))


def again(tx: Transaction, found: Evening) -> Evening:
    """Read a freeze-out once more, after something was written down."""
    return read(tx, str(found.number))


def going(tx: Transaction, typed: str | None) -> Evening:
    """Read a freeze-out that must not be over."""
    found = read(tx, typed)
    refuse_over(found.read)
    return found


def begun(tx: Transaction, typed: str | None) -> Evening:
    """Read a freeze-out that must be under way."""
    found = going(tx, typed)
    if not found.state.begun:
        raise ClubFault("The seats have not been drawn.", Do.SEATS("Draw them", tournament=found.number))
    if found.state.shares:
        raise ClubFault(
            "Those who were left have agreed to a chop.", Do.UNDO_FREEZE_OUT("If not", tournament=found.number)
        )
    return found


def refuse_unless_playing(found: Evening, entry: int) -> None:
    """Raise a `ClubFault` for somebody who has no seat."""
    if found.state.players[entry].playing:
        return
    who = found.name(entry)
    if entry in found.state.waiting:
        raise ClubFault(f"{who} has no seat yet.", Do.SIT("Give them one", tournament=found.number))
    raise ClubFault(f"{who} is out.", Do.TABLES("Who plays", tournament=found.number))


def seed_for(found: Evening, typed: int | None) -> int:
    """Return the seed of the next draw: it follows from the tournament's, and from how much has happened."""
    if typed is None:
        return seed_of(found.read.row.seed, _MOVES + len(found.read.events))
    refuse_unfit(typed)
    return typed
