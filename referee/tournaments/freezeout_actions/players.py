"""Officers' actions on players of a freezeout: seat draws, eliminations, re-entries and add-ons.

A freezeout keeps seats and chips. Its tables are not matches of the club.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words, quantity
from referee.club.folder import Club
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.competition import rounds
from referee.competition.draw_request import DrawRequest, answer_request
from referee.competition.entrants import Entrants
from referee.competition.random_order import round_seed
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments.clocks import actions
from referee.tournaments.freezeout_actions.evening import (
    FreezeoutEvening,
    going,
    refresh,
    refuse_unless_playing,
    running_freezeout,
    seed_for,
)
from referee.tournaments.freezeouts import state as freeze_out
from referee.tournaments.freezeouts.balancing import final_due, seat_by_lot
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind


def seats(club: Club, text: str | None, *, seed: int | None = None) -> FreezeoutEvening:
    """Draw the seats at the start, which freezes the settings."""
    with club.writing() as tx:
        freezeout_evening = going(tx, text)
        if freezeout_evening.state.begun:
            raise ClubFault(
                "The seats have been drawn already.", Do.TABLES("See the seats", tournament=freezeout_evening.number)
            )
        if not freezeout_evening.state.stacks.levels:
            raise ClubFault(
                "No levels have been set.", Do.BLINDS("Set them first", tournament=freezeout_evening.number)
            )
        players = freezeout_evening.read.state.able(1)
        if len(players) < 2:
            raise ClubFault(
                f"{quantity(len(players), 'player has', 'players have')} entered. Two or more are needed.",
                Do.ENTER_FREEZE_OUT("Enter them", tournament=freezeout_evening.number),
            )
        _draw(tx, freezeout_evening, 1, "Seats", "seats", players, seed)
        return refresh(tx, freezeout_evening)


def final_table(club: Club, text: str | None, *, seed: int | None = None) -> FreezeoutEvening:
    """Draw seats and the first dealer of the final table. Raises `ClubFault` while one table cannot seat everybody."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        tables = tuple(freezeout_evening.state.tables.values())
        if freezeout_evening.state.final:
            raise ClubFault("The final table has been drawn already.")
        if len(freezeout_evening.state.playing) < 2 or (len(tables) > 1 and not final_due(tables)):
            raise ClubFault(
                f"{quantity(len(freezeout_evening.state.playing), 'player is', 'players are')} left, and a table has "
                f"{freezeout_evening.state.most} seats. The final table is drawn when the players fit at one."
            )
        _draw(tx, freezeout_evening, 2, "Final table", "one table", freezeout_evening.state.playing, seed)
        return refresh(tx, freezeout_evening)


def out(
    club: Club, text: str | None, gone: Sequence[tuple[str, int]], *, by_whom: Sequence[str] = ()
) -> FreezeoutEvening:
    """Record the eliminations of one hand.

    `gone` has each player with their stack at the start of the hand, 0 if unknown; `by_whom` names who knocked them
    out.
    """
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        entries = [freezeout_evening.read.entry(name) for name, _ in gone]
        winners = [freezeout_evening.read.entry(name) for name in by_whom]
        for entry in (*entries, *winners):
            refuse_unless_playing(freezeout_evening, entry)
        if len(set(entries)) < len(entries):
            raise ClubFault(f"{freezeout_evening.names(entries)}: a player is named twice. Name each once.")
        if len(set(entries)) == len(freezeout_evening.state.playing):
            raise ClubFault("Not all players can go out. Leave out the one who has the chips.")
        if both := set(entries) & set(winners):
            raise ClubFault(f"{freezeout_evening.names(both)} cannot be out and win the hand.")
        _refuse_apart(freezeout_evening, (*entries, *winners))
        if len(entries) > 1 and any(stack <= 0 for _, stack in gone):
            raise ClubFault(
                "How many chips did each have at the start of the hand? The larger stack places higher.",
                Do.OUT_WITH_STACKS(
                    "Type them", tournament=freezeout_evening.number, names=tuple(name for name, _ in gone)
                ),
            )
        rows = [[entry, stack, winners] for entry, (_, stack) in zip(entries, gone, strict=True)]
        log.write(tx, freezeout_evening.number, TournamentEventKind.OUT, {"out": rows})
        return refresh(tx, freezeout_evening)


def _refuse_apart(freezeout_evening: FreezeoutEvening, entries: Sequence[int]) -> None:
    """Raise `ClubFault` if players of one hand sit at different tables."""
    tables = {entry: freezeout_evening.state.players[entry].table for entry in entries}
    if len(set(tables.values())) > 1:
        where = join_words(f"{freezeout_evening.name(entry)} at table {table}" for entry, table in tables.items())
        raise ClubFault(
            f"They are not at one table: {where}.",
            Do.TABLES("Record each hand separately. See the seats", tournament=freezeout_evening.number),
        )


def reenter(club: Club, text: str | None, name: str, *, seed: int | None = None) -> FreezeoutEvening:
    """Let an eliminated player enter again with a new stack, at a randomly drawn seat."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        entry, settled = freezeout_evening.read.entry(name), freezeout_evening.state.stacks
        player = freezeout_evening.state.players[entry]
        who = freezeout_evening.name(entry)
        if player.playing:
            raise ClubFault(f"{who} is still in, and cannot re-enter.")
        if player.withdrew or not player.bought:
            raise ClubFault(f"{who} has withdrawn.", Do.ENTER("To come back", tournament=freezeout_evening.number))
        if player.bought > settled.reentries:
            often = quantity(settled.reentries, "re-entry", "re-entries") if settled.reentries else "no re-entries"
            raise ClubFault(f"Each player has {often}. {who} has entered {quantity(player.bought, 'time')}.")
        _refuse_after(tx, club, freezeout_evening, "Re-entry")
        _sit(tx, freezeout_evening, [entry], seed)
        return refresh(tx, freezeout_evening)


def sit(club: Club, text: str | None, came: Sequence[int], *, seed: int | None = None) -> None:
    """Give late entries a stack and a randomly drawn seat. `came` lists their entry events."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        _refuse_after(tx, club, freezeout_evening, "Late entry")
        _sit(tx, freezeout_evening, freezeout_evening.state.waiting, seed, came)


def add_on(club: Club, text: str | None, names: Sequence[str]) -> FreezeoutEvening:
    """Give the add-on to players, once each."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        if not freezeout_evening.state.stacks.addon:
            raise ClubFault("There is no add-on in this tournament.")
        entries = [freezeout_evening.read.entry(name) for name in names]
        for entry in entries:
            refuse_unless_playing(freezeout_evening, entry)
            if freezeout_evening.state.players[entry].addons or entries.count(entry) > 1:
                raise ClubFault(f"{freezeout_evening.name(entry)} has had the add-on. Each player can have it once.")
        log.write(tx, freezeout_evening.number, TournamentEventKind.ADDED_ON, {"players": entries})
        return refresh(tx, freezeout_evening)


def _refuse_after(tx: Transaction, club: Club, freezeout_evening: FreezeoutEvening, what: str) -> None:
    """Raise `ClubFault` if the clock shows a level after the last one that allows entries."""
    until = freezeout_evening.state.stacks.reentry_until
    if not until:
        raise ClubFault("There are no re-entries and no late entries (8.6 of its rulebook).")
    level = actions.level(tx, club, freezeout_evening.number)
    if level is not None and level > until:
        raise ClubFault(f"{what} was possible until level {until}. It is level {level} now.")


def _draw(
    tx: Writing,
    freezeout_evening: FreezeoutEvening,
    round: int,
    name: str,
    way: str,
    players: Sequence[int],
    seed: int | None,
) -> None:
    follows = round_seed(freezeout_evening.read.row.seed, round)
    used = follows if seed is None else seed_for(freezeout_evening, seed)
    question = DrawRequest(way, Entrants(tuple(players), freezeout_evening.read.settings.sizes, used))
    data = rounds.to_data(round, name, question, answer_request(question), chosen=seed not in (None, follows))
    log.write(tx, freezeout_evening.number, TournamentEventKind.DRAWN, data)


def _sit(
    tx: Writing, freezeout_evening: FreezeoutEvening, entries: Sequence[int], seed: int | None, came: Sequence[int] = ()
) -> None:
    used, state = seed_for(freezeout_evening, seed), freezeout_evening.state
    rows = []
    for at, entry in enumerate(entries):
        tables = tuple(state.tables.values())
        place = seat_by_lot(tables, used + at)
        if place is None:
            # All seats are taken: open another table, to be balanced afterwards.
            place = max(state.tables, default=0) + 1, 1
        rows.append([entry, *place])
        state = freeze_out.seated(state, entry, *place)
    because = {"because": list(came)} if came else {}
    log.write(tx, freezeout_evening.number, TournamentEventKind.SAT, {"seats": rows, "seed": used, **because})
