"""What officers do in a freeze-out: seats drawn, players out and in again, tables evened, stacks counted, and a chop.

The tables of a freeze-out need not be recorded. Where one is, who goes from it leaves it as from any table of the club.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from sqlmodel import col, select

from referee.cards.words import counted, listed
from referee.club import officers
from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.store.engine import Transaction
from referee.store.models import Session
from referee.tournaments import clock_deeds, freeze_out, log, shown
from referee.tournaments.announcing import LARGEST_SEED, Wanted, refuse_over, settle
from referee.tournaments.balancing import BlindUnknown, Evened, Seats, evened, final_due, seat_by_lot
from referee.tournaments.field import Field
from referee.tournaments.freeze_out import FreezeOut, fold
from referee.tournaments.kept import place_kept
from referee.tournaments.log import Kind
from referee.tournaments.prizes import MOST_IN_A_CHOP, Chop, chopped
from referee.tournaments.questions import Question, answer, seed_of
from referee.tournaments.settings import Counts, Format, Stacks
from referee.tournaments.shown import Read

_MOVES: Final = 1000
"""Seeds of moves are told from those of rounds, which are fewer."""


class BlindNeeded(ClubFault):
    """Who moves depends on who has the big blind next at some `tables`, which nobody has said."""

    def __init__(self, tables: tuple[int, ...], message: str, command: str) -> None:
        super().__init__(message, command)
        self.tables = tables


@dataclass(frozen=True, slots=True)
class Evening:
    """A freeze-out with its tournament: how it is called, who entered, and how it stands."""

    read: Read
    state: FreezeOut

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
        """Return the table of the club as which a table is recorded, if it is."""
        rounds = self.read.state.rounds
        started = rounds[-1].matches.get(table, ()) if rounds else ()
        return started[-1] if started else None


@dataclass(frozen=True, slots=True)
class Shares:
    """A chop: how it is done, the stacks that it rests on, and what each has."""

    how: Chop
    stacks: Mapping[int, int]
    prizes: Mapping[int, int]


def look(club: Club, typed: str | None) -> Evening:
    """Return a freeze-out as it stands."""
    with club.reading() as tx:
        return _read(tx, typed)


def stacks(club: Club, typed: str | None, wanted: Stacks, *, by: str | None = None) -> Evening:
    """Settle stacks, levels and prizes, before the seats are drawn. That prizes are money an officer has to say."""
    if not 0 <= wanted.bounty <= wanted.entry and (wanted.bounty or wanted.entry):
        raise ClubFault(f"A bounty of {wanted.bounty} cannot be paid from an entry of {wanted.entry}.")
    if wanted.prizes and sum(wanted.prizes) != 100:
        raise ClubFault(f"The prizes sum to {sum(wanted.prizes)} percent; expected 100.")
    with club.together() as both:
        with both.writing() as tx:
            _read(tx, typed)
            if wanted.money:
                officers.only(tx, both, by, officers.Duty.HOUSE_RULES)
        settle(both, typed, Wanted(others=(("stacks", wanted),)), by=by)
    return look(club, typed)


def seats(club: Club, typed: str | None, *, seed: int | None = None, by: str | None = None) -> Evening:
    """Draw who sits where at the start; what it is played by is frozen then."""
    with club.writing() as tx:
        found = _going(tx, typed)
        if found.state.begun:
            raise ClubFault(
                "The seats have been drawn already.", f"Who sits where: referee tournament tables {found.number}"
            )
        players = found.read.state.able(1)
        if len(players) < 2:
            raise ClubFault(
                f"{counted(len(players), 'player has', 'players have')} entered; expected two at least.",
                f"Enter them: referee tournament enter {found.number} NAME NAME ...",
            )
        _draw(tx, club, found, 1, "Seats", "seats", players, seed, by)
        return _again(tx, found)


def final_table(club: Club, typed: str | None, *, seed: int | None = None, by: str | None = None) -> Evening:
    """Draw the seats and the first dealer of the final table anew, once all who are left find room at one table."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        tables = tuple(found.state.tables.values())
        if found.state.final:
            raise ClubFault("The final table has been drawn already.")
        if len(found.state.playing) < 2 or (len(tables) > 1 and not final_due(tables)):
            raise ClubFault(
                f"{counted(len(found.state.playing), 'player is', 'players are')} left, and a table has "
                f"{found.state.most} seats; the final table is drawn when they find room at one."
            )
        _draw(tx, club, found, 2, "Final table", "one table", found.state.playing, seed, by)
        return _again(tx, found)


def out(
    club: Club,
    typed: str | None,
    gone: Sequence[tuple[str, int]],
    *,
    by_whom: Sequence[str] = (),
    by: str | None = None,
) -> Evening:
    """Write down who went out in one hand, each with the stack at its start, or 0 where nobody said; and by whom."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        entries = [found.read.entry(name) for name, _ in gone]
        winners = [found.read.entry(name) for name in by_whom]
        for entry in (*entries, *winners):
            _refuse_unless_playing(found, entry)
        if len(set(entries)) < len(entries):
            raise ClubFault(f"{found.names(entries)}: somebody is named twice.")
        if len(set(entries)) == len(found.state.playing):
            raise ClubFault("Somebody must be left with the chips; not all can go out.")
        if both := set(entries) & set(winners):
            raise ClubFault(f"{found.names(both)} cannot be out and have put somebody out.")
        if len(entries) > 1 and any(stack <= 0 for _, stack in gone):
            raise ClubFault(
                "Of those who go out in one hand the larger stack at its start comes first; what had each?",
                f"Say it with: referee tournament out {found.number} "
                + " ".join(f"{name!r}=CHIPS" if " " in name else f"{name}=CHIPS" for name, _ in gone),
            )
        rows = [[entry, stack, winners] for entry, (_, stack) in zip(entries, gone, strict=True)]
        log.write(tx, club, found.number, Kind.OUT, {"out": rows}, by=by)
        return _again(tx, found)


def reenter(club: Club, typed: str | None, name: str, *, seed: int | None = None, by: str | None = None) -> Evening:
    """Let somebody who is out enter again with a new stack, at a seat drawn by lot."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        entry, settled = found.read.entry(name), found.state.stacks
        player = found.state.players[entry]
        who = found.name(entry)
        if player.playing:
            raise ClubFault(f"{who} is not out, and cannot enter again.")
        if player.withdrew or not player.bought:
            raise ClubFault(
                f"{who} has not gone out.", f"A seat for who came late: referee tournament sit {found.number}"
            )
        if player.bought > settled.reentries:
            often = counted(settled.reentries, "time") if settled.reentries else "not at all"
            raise ClubFault(f"One may enter again {often}; {who} has entered {counted(player.bought, 'time')}.")
        _refuse_after(tx, club, found, "Entering again")
        _sit(tx, club, found, [entry], seed, by)
        return _again(tx, found)


def sit(club: Club, typed: str | None, *, seed: int | None = None, by: str | None = None) -> Evening:
    """Give a stack and a seat by lot to everybody who entered after the seats were drawn."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        if not found.state.waiting:
            raise ClubFault(
                "Nobody waits for a seat.", f"Who comes late enters first: referee tournament enter {found.number} NAME"
            )
        _refuse_after(tx, club, found, "Late entry")
        _sit(tx, club, found, found.state.waiting, seed, by)
        return _again(tx, found)


def add_on(club: Club, typed: str | None, names: Sequence[str], *, by: str | None = None) -> Evening:
    """Give the add-on to some who play, once each."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        if not found.state.stacks.addon:
            raise ClubFault("There is no add-on in this tournament.")
        entries = [found.read.entry(name) for name in names]
        for entry in entries:
            _refuse_unless_playing(found, entry)
            if found.state.players[entry].addons or entries.count(entry) > 1:
                raise ClubFault(f"{found.name(entry)} has the add-on already; it is had once.")
        log.write(tx, club, found.number, Kind.ADDED_ON, {"players": entries}, by=by)
        return _again(tx, found)


def plan(
    club: Club, typed: str | None, blinds: Mapping[int, str], *, seed: int | None = None
) -> tuple[Evening, Evened]:
    """Return who would move where now to even the tables, and which are broken up; `blinds` say who is next.

    Raises a `ClubFault` where who has the big blind next decides, and nobody has said.
    """
    with club.reading() as tx:
        found = _begun(tx, typed)
        return found, _plan(found, blinds, _seed(found, seed))


def balance(
    club: Club,
    typed: str | None,
    blinds: Mapping[int, str],
    agreed: Evened,
    *,
    seed: int | None = None,
    by: str | None = None,
) -> Evening:
    """Even the tables as was `agreed` to a plan. Raises a `ClubFault` when that is not the plan any more."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        used = _seed(found, seed)
        if _plan(found, blinds, used) != agreed:
            raise ClubFault("Something has happened since; look again who moves.")
        if agreed.moves:
            data: dict[str, Any] = {"moves": [[each.player, each.to, each.seat] for each in agreed.moves]}
            data |= {"broken": list(agreed.broken), "seed": used}
            log.write(tx, club, found.number, Kind.MOVED, data, by=by)
        return _again(tx, found)


def end(tx: Transaction, club: Club, read: Read, *, early: bool = False, by: str | None = None) -> None:
    """End a freeze-out whose every place is known; its final order counts as was settled."""
    found = Evening(read, fold(read.events))
    if not found.state.begun:
        raise ClubFault("The seats have not been drawn; there is no order to end with.")
    if not found.state.over and not early:
        raise ClubFault(
            f"{found.names(found.state.playing)} are still in.",
            f"To end it all the same, those in order of their stacks: referee tournament end {found.number} --early",
        )
    places = read.view.standings
    sessions = tx.exec(select(Session).where(col(Session.season_id) == read.season.id).order_by(col(Session.held_on)))
    past = [each for each in sessions if each.held_on <= club.today]
    if not past and read.settings.counts is Counts.FINAL:
        raise ClubFault(
            "Its final order counts for a session, and none has been held yet.",
            f"Plan one: referee schedule add {club.today} --at HH:MM",
        )
    data = {
        "order": [[line.entry for line in group] for _, group in groupby(places, key=lambda line: line.place)],
        "session": past[-1].id if past else None,
        "places": [place_kept(each) for each in places],
        "teams": [],
    }
    log.write(tx, club, found.number, Kind.ENDED, data, by=by)


def count(club: Club, typed: str | None, stacks: Sequence[tuple[str, int]], *, by: str | None = None) -> Evening:
    """Write down the stacks of all who play as they were counted; whether they sum to the chips in play is told."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        counted_now = _stacks(found, stacks)
        data = {"stacks": [[entry, chips] for entry, chips in counted_now.items()]}
        log.write(tx, club, found.number, Kind.COUNTED, data, by=by)
        return _again(tx, found)


def shares(club: Club, typed: str | None, how: Chop, stacks: Sequence[tuple[str, int]] = ()) -> tuple[Evening, Shares]:
    """Return what each who is left would have by a chop: of the stacks that are named, or else as counted last."""
    with club.reading() as tx:
        found = _begun(tx, typed)
        return found, Shares(how, *_shares(found, how, stacks))


def chop(
    club: Club, typed: str | None, how: Chop, stacks: Sequence[tuple[str, int]] = (), *, by: str | None = None
) -> tuple[Evening, Shares]:
    """Write down that those who are left have agreed to a chop, with the stacks that it rests on."""
    with club.writing() as tx:
        found = _begun(tx, typed)
        chips, agreed = _shares(found, how, stacks)
        if stacks:
            data = {"stacks": [[entry, stack] for entry, stack in chips.items()]}
            log.write(tx, club, found.number, Kind.COUNTED, data, by=by)
        kept = {"how": how.value, "shares": [[entry, share] for entry, share in agreed.items()]}
        log.write(tx, club, found.number, Kind.CHOPPED, kept, by=by)
        return _again(tx, found), Shares(how, chips, agreed)


def _read(tx: Transaction, typed: str | None) -> Evening:
    read = shown.read(tx, typed)
    if read.settings.format is not Format.FREEZE_OUT:
        raise ClubFault(f"{read.view.name} is no freeze-out, but a {read.settings.format}.")
    return Evening(read, fold(read.events))


def _again(tx: Transaction, found: Evening) -> Evening:
    return _read(tx, str(found.number))


def _going(tx: Transaction, typed: str | None) -> Evening:
    found = _read(tx, typed)
    refuse_over(found.read)
    return found


def _begun(tx: Transaction, typed: str | None) -> Evening:
    found = _going(tx, typed)
    if not found.state.begun:
        raise ClubFault("The seats have not been drawn.", f"Draw them: referee tournament seats {found.number}")
    if found.state.shares:
        raise ClubFault("Those who were left have agreed to a chop.", f"If not: referee tournament undo {found.number}")
    return found


def _refuse_unless_playing(found: Evening, entry: int) -> None:
    if found.state.players[entry].playing:
        return
    who = found.name(entry)
    if entry in found.state.waiting:
        raise ClubFault(f"{who} has no seat yet.", f"Give them one: referee tournament sit {found.number}")
    raise ClubFault(f"{who} is out.", f"Who plays: referee tournament tables {found.number}")


def _refuse_after(tx: Transaction, club: Club, found: Evening, what: str) -> None:
    """Refuse to let somebody in after the last level in which one may, if the clock runs."""
    until = found.state.stacks.reentry_until
    level = clock_deeds.level(tx, club, found.number)
    if until and level is not None and level > until:
        raise ClubFault(f"{what} was until level {until}, and it is level {level}.")


def _seed(found: Evening, typed: int | None) -> int:
    """Return the seed of the next draw: it follows from the tournament's, and from how much has happened."""
    if typed is None:
        return seed_of(found.read.row.seed, _MOVES + len(found.read.events))
    if not 0 <= typed <= LARGEST_SEED:
        raise ClubFault(f"The seed cannot be {typed}; expected a whole number from 0 to {LARGEST_SEED}.")
    return typed


def _draw(
    tx: Transaction,
    club: Club,
    found: Evening,
    round: int,
    name: str,
    way: str,
    players: Sequence[int],
    seed: int | None,
    by: str | None,
) -> None:
    used = seed_of(found.read.row.seed, round) if seed is None else _seed(found, seed)
    question = Question(way, Field(tuple(players), found.read.settings.sizes, used))
    made = answer(question)
    data = {
        "round": round,
        "name": name,
        "method": made.method,
        "seed": used,
        "made_from": question.kept(),
        "tables": [list(table) for table in made.drawn.tables],
        "byes": [],
        "labels": list(made.drawn.labels),
    }
    log.write(tx, club, found.number, Kind.DRAWN, data, by=by)


def _sit(tx: Transaction, club: Club, found: Evening, entries: Sequence[int], seed: int | None, by: str | None) -> None:
    used, state = _seed(found, seed), found.state
    rows = []
    for at, entry in enumerate(entries):
        tables = tuple(state.tables.values())
        place = seat_by_lot(tables, used + at)
        if place is None:
            # All seats are taken: another table is opened, and evened after that.
            place = max(state.tables, default=0) + 1, 1
        rows.append([entry, *place])
        state = freeze_out.seated(state, entry, *place)
    log.write(tx, club, found.number, Kind.SAT, {"seats": rows, "seed": used}, by=by)


def _plan(found: Evening, blinds: Mapping[int, str], seed: int) -> Evened:
    tables = []
    for number, table in sorted(found.state.tables.items()):
        tables.append(replace(table, blind=_blind(found, table, blinds.get(number, ""))))
    if unknown := set(blinds) - set(found.state.tables):
        raise ClubFault(f"There is no table {min(unknown)}.")
    try:
        return evened(tables, seed, found.state.order)
    except BlindUnknown as fault:
        said = [f'--blind "{number}=NAME"' for number in fault.tables]
        raise BlindNeeded(
            fault.tables,
            f"Who has the big blind next at {listed(f'table {each}' for each in fault.tables)}?",
            f"Say it with: referee tournament balance {found.number} {' '.join(said)}",
        ) from None


def _blind(found: Evening, table: Seats, name: str) -> int:
    """Return the seat that has the big blind next; who is alone at a table has it."""
    if not name:
        return table.seat_of(table.players[0]) if len(table.players) == 1 else 0
    entry = found.read.entry(name)
    if entry not in table.players:
        raise ClubFault(f"{found.name(entry)} does not sit at table {table.number}.")
    return table.seat_of(entry)


def _stacks(found: Evening, stacks: Sequence[tuple[str, int]]) -> dict[int, int]:
    """Return the stacks of all who play. Raises a `ClubFault` where one is missing, named twice, or nothing."""
    counted_now: dict[int, int] = {}
    for name, chips in stacks:
        entry = found.read.entry(name)
        _refuse_unless_playing(found, entry)
        if entry in counted_now:
            raise ClubFault(f"{found.name(entry)} is named twice.")
        if chips <= 0:
            raise ClubFault(
                f"{found.name(entry)} has {chips} chips.",
                f"Who has none is out: referee tournament out {found.number} {found.name(entry)!r}",
            )
        counted_now[entry] = chips
    if missing := [entry for entry in found.state.playing if entry not in counted_now]:
        raise ClubFault(f"The stack of {found.names(missing)} is missing.")
    return counted_now


def _shares(found: Evening, how: Chop, stacks: Sequence[tuple[str, int]]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the stacks that a chop rests on, and what it gives."""
    state = found.state
    if len(state.playing) < 2 or state.waiting:
        raise ClubFault("A chop is among those who are left, two at least.")
    if how is Chop.ICM and len(state.playing) > MOST_IN_A_CHOP:
        raise ClubFault(f"A chop by this model is among {MOST_IN_A_CHOP} at most; {len(state.playing)} are left.")
    if stacks:
        chips = _stacks(found, stacks)
    elif state.counted and set(state.counted.stacks) == set(state.playing):
        chips = dict(state.counted.stacks)
    else:
        raise ClubFault(
            "The stacks of those who are left have not been counted.",
            f"Write them down: referee tournament stacks {found.number} NAME=CHIPS NAME=CHIPS ...",
        )
    if sum(chips.values()) != state.chips:
        raise ClubFault(
            f"The stacks sum to {sum(chips.values()):,}, and {state.chips:,} chips are in play; count again."
        )
    return chips, chopped(how, state.left, chips)
