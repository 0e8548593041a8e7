"""What officers do in a freeze-out: draw the seats, and write down who is out, in again, or adds on.

The tables of a freeze-out need not be recorded. Where one is, it follows: see `recorded_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import counted, listed
from referee.club.folder import Club
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault
from referee.competition import rounds
from referee.competition.field import Field
from referee.competition.lot import seed_of
from referee.competition.question import Question, answer
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments.clocks import deeds
from referee.tournaments.freezeout_play.evening import (
    Evening,
    again,
    begun,
    going,
    refuse_unless_playing,
    seed_for,
)
from referee.tournaments.freezeout_play.recorded_tables import followed
from referee.tournaments.freezeouts import state as freeze_out
from referee.tournaments.freezeouts.balancing import final_due, seat_by_lot
from referee.tournaments.state import log
from referee.tournaments.state.log import Kind


def seats(club: Club, typed: str | None, *, seed: int | None = None) -> Evening:
    """Draw who sits where at the start; what it is played by is frozen then."""
    with club.writing() as tx:
        found = going(tx, typed)
        if found.state.begun:
            raise ClubFault("The seats have been drawn already.", Do.TABLES("Who sits where", tournament=found.number))
        players = found.read.state.able(1)
        if len(players) < 2:
            raise ClubFault(
                f"{counted(len(players), 'player has', 'players have')} entered; expected two at least.",
                Do.ENTER_FREEZE_OUT("Enter them", tournament=found.number),
            )
        _draw(tx, found, 1, "Seats", "seats", players, seed)
        return again(tx, found)


def final_table(club: Club, typed: str | None, *, seed: int | None = None) -> Evening:
    """Draw the seats and the first dealer of the final table anew, once all who are left find room at one table."""
    with club.together() as whole:
        with whole.writing() as tx:
            found = begun(tx, typed)
            tables = tuple(found.state.tables.values())
            if found.state.final:
                raise ClubFault("The final table has been drawn already.")
            if len(found.state.playing) < 2 or (len(tables) > 1 and not final_due(tables)):
                raise ClubFault(
                    f"{counted(len(found.state.playing), 'player is', 'players are')} left, and a table has "
                    f"{found.state.most} seats; the final table is drawn when they find room at one."
                )
            _draw(tx, found, 2, "Final table", "one table", found.state.playing, seed)
            done = again(tx, found)
        return followed(whole, done)


def out(club: Club, typed: str | None, gone: Sequence[tuple[str, int]], *, by_whom: Sequence[str] = ()) -> Evening:
    """Write down who went out in one hand, each with the stack at its start, or 0 where nobody said; and by whom."""
    with club.together() as whole:
        with whole.writing() as tx:
            found = begun(tx, typed)
            entries = [found.read.entry(name) for name, _ in gone]
            winners = [found.read.entry(name) for name in by_whom]
            for entry in (*entries, *winners):
                refuse_unless_playing(found, entry)
            if len(set(entries)) < len(entries):
                raise ClubFault(f"{found.names(entries)}: somebody is named twice.")
            if len(set(entries)) == len(found.state.playing):
                raise ClubFault("Somebody must be left with the chips; not all can go out.")
            if both := set(entries) & set(winners):
                raise ClubFault(f"{found.names(both)} cannot be out and have put somebody out.")
            _refuse_apart(found, (*entries, *winners))
            if len(entries) > 1 and any(stack <= 0 for _, stack in gone):
                raise ClubFault(
                    "Of those who go out in one hand the larger stack at its start comes first; what had each?",
                    Do.OUT_WITH_STACKS("Say it", tournament=found.number, names=tuple(name for name, _ in gone)),
                )
            rows = [[entry, stack, winners] for entry, (_, stack) in zip(entries, gone, strict=True)]
            log.write(tx, found.number, Kind.OUT, {"out": rows})
            done = again(tx, found)
        return followed(whole, done)


def _refuse_apart(found: Evening, entries: Sequence[int]) -> None:
    """Refuse one hand of players who sit at several tables: nobody wins a hand that they do not play."""
    tables = {entry: found.state.players[entry].table for entry in entries}
    if len(set(tables.values())) > 1:
        where = listed(f"{found.name(entry)} at table {table}" for entry, table in tables.items())
        raise ClubFault(
            f"They do not play one hand: {where}.",
            Do.TABLES("Each hand is written down by itself; who sits where", tournament=found.number),
        )


def reenter(club: Club, typed: str | None, name: str, *, seed: int | None = None) -> Evening:
    """Let somebody who is out enter again with a new stack, at a seat drawn by lot."""
    with club.together() as whole:
        with whole.writing() as tx:
            found = begun(tx, typed)
            entry, settled = found.read.entry(name), found.state.stacks
            player = found.state.players[entry]
            who = found.name(entry)
            if player.playing:
                raise ClubFault(f"{who} is not out, and cannot enter again.")
            if player.withdrew or not player.bought:
                raise ClubFault(f"{who} has not gone out.", Do.SIT("A seat for who came late", tournament=found.number))
            if player.bought > settled.reentries:
                often = counted(settled.reentries, "time") if settled.reentries else "not at all"
                raise ClubFault(f"One may enter again {often}; {who} has entered {counted(player.bought, 'time')}.")
            _refuse_after(tx, whole, found, "Entering again")
            _sit(tx, found, [entry], seed)
            done = again(tx, found)
        return followed(whole, done)


def sit(club: Club, typed: str | None, *, seed: int | None = None) -> Evening:
    """Give a stack and a seat by lot to everybody who entered after the seats were drawn."""
    with club.together() as whole:
        with whole.writing() as tx:
            found = begun(tx, typed)
            if not found.state.waiting:
                raise ClubFault(
                    "Nobody waits for a seat.",
                    Do.ENTER_FREEZE_OUT("Who comes late enters first", tournament=found.number),
                )
            _refuse_after(tx, whole, found, "Late entry")
            _sit(tx, found, found.state.waiting, seed)
            done = again(tx, found)
        return followed(whole, done)


def add_on(club: Club, typed: str | None, names: Sequence[str]) -> Evening:
    """Give the add-on to some who play, once each."""
    with club.writing() as tx:
        found = begun(tx, typed)
        if not found.state.stacks.addon:
            raise ClubFault("There is no add-on in this tournament.")
        entries = [found.read.entry(name) for name in names]
        for entry in entries:
            refuse_unless_playing(found, entry)
            if found.state.players[entry].addons or entries.count(entry) > 1:
                raise ClubFault(f"{found.name(entry)} has the add-on already; it is had once.")
        log.write(tx, found.number, Kind.ADDED_ON, {"players": entries})
        return again(tx, found)


def _refuse_after(tx: Transaction, club: Club, found: Evening, what: str) -> None:
    """Refuse to let somebody in after the last level in which one may, if the clock runs."""
    until = found.state.stacks.reentry_until
    if not until:
        raise ClubFault("Nobody enters again or late (8.6 of its rulebook).")
    level = deeds.level(tx, club, found.number)
    if level is not None and level > until:
        raise ClubFault(f"{what} was until level {until}, and it is level {level}.")


def _draw(
    tx: Writing,
    found: Evening,
    round: int,
    name: str,
    way: str,
    players: Sequence[int],
    seed: int | None,
) -> None:
    follows = seed_of(found.read.row.seed, round)
    used = follows if seed is None else seed_for(found, seed)
    question = Question(way, Field(tuple(players), found.read.settings.sizes, used))
    data = rounds.kept(round, name, question, answer(question), chosen=seed not in (None, follows))
    log.write(tx, found.number, Kind.DRAWN, data)


def _sit(tx: Writing, found: Evening, entries: Sequence[int], seed: int | None) -> None:
    used, state = seed_for(found, seed), found.state
    rows = []
    for at, entry in enumerate(entries):
        tables = tuple(state.tables.values())
        place = seat_by_lot(tables, used + at)
        if place is None:
            # All seats are taken: another table is opened, and evened after that.
            place = max(state.tables, default=0) + 1, 1
        rows.append([entry, *place])
        state = freeze_out.seated(state, entry, *place)
    log.write(tx, found.number, Kind.SAT, {"seats": rows, "seed": used})
