"""What an officer changes by hand in a round that was drawn, with a reason that is shown: two swap, or one moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.cards.words import counted
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.text.faults import ClubFault, NeedsReason
from referee.competition.draws.places import best_seat
from referee.competition.field import pairs
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.tournaments import overview
from referee.tournaments.deeds.rounds import pairs_apart
from referee.tournaments.draws.history import field_after, mates
from referee.tournaments.overview import Read, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import Kind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.state import Round
from referee.tournaments.state.view import TournamentView

Tables = list[list[int]]


def swap(club: Club, typed: str | None, one: str, other: str, *, reason: str) -> TournamentView:
    """Let two change places in the round that is drawn: at its tables, or one of them with a bye."""

    def swapped(found: Read, round: Round, tables: Tables, byes: list[int]) -> str:
        two = [found.entry(name) for name in (one, other)]
        if two[0] == two[1]:
            raise ClubFault(f"{one!r} and {other!r} are one person; expected two.")
        for entry in two:
            _place(found, round, entry)
        turned = dict(zip(two, reversed(two), strict=True))
        tables[:] = [[turned.get(each, each) for each in table] for table in tables]
        byes[:] = [turned.get(each, each) for each in byes]
        return f"{{{two[0]}}} and {{{two[1]}}} changed places."

    return _changed(club, typed, swapped, reason)


def move(club: Club, typed: str | None, name: str, table: int, *, reason: str) -> TournamentView:
    """Let one sit at another table of the round that is drawn, where that balances best who sat where."""

    def moved(found: Read, round: Round, tables: Tables, byes: list[int]) -> str:
        entry = found.entry(name)
        _place(found, round, entry, late=True)
        if not 1 <= table <= len(tables):
            raise ClubFault(f"There is no table {table} in {round.name}; expected 1 to {len(tables)}.")
        if entry in tables[table - 1]:
            raise ClubFault(f"{found.view.name_of(entry)} sits at table {table} already.")
        tables[:] = [[each for each in old if each != entry] for old in tables]
        byes[:] = [each for each in byes if each != entry]
        joined = [*tables[table - 1], entry]
        sat = field_after(found.view.rounds[:-1], joined, found.settings.sizes, 0, ()).sat
        tables[table - 1] = list(best_seat(tables[table - 1], entry, sat))
        return f"{{{entry}}} went to table {table}."

    return _changed(club, typed, moved, reason)


def _changed(
    club: Club, typed: str | None, change: Callable[[Read, Round, Tables, list[int]], str], reason: str
) -> TournamentView:
    """Change the last round, when that has a reason, and what comes of it can be played."""
    if not reason.strip():
        raise NeedsReason("A change of the draw")
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.TOURNAMENT)
        found = overview.read(tx, typed)
        refuse_over(found)
        if not found.state.rounds:
            raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=found.row.id))
        if found.settings.format is Format.FREEZE_OUT:
            raise ClubFault(
                "In a freeze-out nobody changes seats but as the tables are evened.",
                Do.BALANCE("Who moves where", tournament=found.row.id),
            )
        round = found.state.rounds[-1]
        tables, byes = [list(table) for table in round.tables], list(round.byes)
        told = change(found, round, tables, byes)
        for at in range(len(tables)):
            if tables[at] != list(round.tables[at]) and at + 1 in round.matches:
                raise ClubFault(
                    f"Table {at + 1} of {round.name} has started, as table {round.matches[at + 1][-1]}.",
                    Do.CORRECT_SEAT("Who sat there can be put right", table=round.matches[at + 1][-1]),
                )
        _refuse_unplayable(tx, found, round, tables)
        data = {"round": round.number, "said": told, "tables": tables, "byes": byes}
        log.write(tx, found.row.id, Kind.CHANGED, data, reason=reason)
        return overview.read(tx, str(found.row.id)).view


def _place(found: Read, round: Round, entry: int, *, late: bool = False) -> None:
    """Raise a fault unless somebody is in a round; with `late`, whoever came after it was drawn may be let in."""
    if round.table_of(entry) is not None or entry in round.byes:
        return
    if late and found.state.entries[entry].until is None:
        return
    raise ClubFault(f"{found.view.name_of(entry)} is not in {round.name}.")


def _refuse_unplayable(tx: Transaction, found: Read, round: Round, tables: Sequence[Sequence[int]]) -> None:
    """Raise a fault when a game would have too few or too many, or two who are kept apart would newly meet."""
    book, options = draws.book_and_options(tx, found.season, found.settings.game)
    parted = pairs_apart(tx, found) | (mates(found.view.entries.values()) if found.settings.teams else set())
    for at, table in enumerate(tables):
        if len(table) != len(round.tables[at]) and (refusal := book.refusal(options, len(table))):
            raise ClubFault(
                f"Table {at + 1} would have {counted(len(table), 'player')}: {refusal}.",
                Do.SWAP("Exchange two players", tournament=found.row.id),
                Do.REDRAW("Or draw again", tournament=found.row.id),
            )
        for pair in set(pairs(table)) - set(pairs(round.tables[at])):
            if pair in parted:
                one, other = map(found.view.name_of, pair)
                raise ClubFault(f"{one} and {other} are kept apart, or of one team, and would sit at one table.")
