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
    refresh,
    refuse_unless_playing,
    running_freezeout,
    seed_for,
    unfinished_freezeout,
)
from referee.tournaments.freezeouts import state as freeze_out
from referee.tournaments.freezeouts.balancing import draw_free_seat, is_final_due
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind


def draw_seats(club: Club, text: str | None, *, seed: int | None = None) -> FreezeoutEvening:
    """Draw the seats at the start, which freezes the settings. Return the freezeout."""
    with club.writing() as tx:
        freezeout_evening = unfinished_freezeout(tx, text)
        if freezeout_evening.state.begun:
            raise ClubFault(
                "The seats have been drawn already.", Do.TABLES("See the seats", tournament=freezeout_evening.number)
            )
        if not freezeout_evening.state.stacks.levels:
            raise ClubFault(
                "No levels have been set.", Do.BLINDS("Set them first", tournament=freezeout_evening.number)
            )
        players = freezeout_evening.tournament.state.eligible_entries(1)
        if len(players) < 2:
            raise ClubFault(
                f"{quantity(len(players), 'player has', 'players have')} entered. Two or more are needed.",
                Do.ENTER_FREEZE_OUT("Enter them", tournament=freezeout_evening.number),
            )
        _draw_round(tx, freezeout_evening, 1, "Seats", "seats", players, seed)
        return refresh(tx, freezeout_evening)


def draw_final_table(club: Club, text: str | None, *, seed: int | None = None) -> FreezeoutEvening:
    """Draw the seats and the first dealer of the final table. Return the freezeout.

    Raise `ClubFault` while the remaining players do not fit at one table.
    """
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        tables = tuple(freezeout_evening.state.tables.values())
        if freezeout_evening.state.final:
            raise ClubFault("The final table has been drawn already.")
        if len(freezeout_evening.state.playing) < 2 or (len(tables) > 1 and not is_final_due(tables)):
            raise ClubFault(
                f"{quantity(len(freezeout_evening.state.playing), 'player is', 'players are')} left, and a table has "
                f"{freezeout_evening.state.most} seats. The final table is drawn when the players fit at one."
            )
        _draw_round(tx, freezeout_evening, 2, "Final table", "one table", freezeout_evening.state.playing, seed)
        return refresh(tx, freezeout_evening)


def record_eliminations(
    club: Club, text: str | None, eliminated: Sequence[tuple[str, int]], *, winners: Sequence[str] = ()
) -> FreezeoutEvening:
    """Record the eliminations of one hand, and return the freezeout.

    `eliminated` has each player with their stack at the start of the hand, 0 if unknown. `winners` knocked them out.
    """
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        entries = [freezeout_evening.tournament.entry(name) for name, _ in eliminated]
        winning_entries = [freezeout_evening.tournament.entry(name) for name in winners]
        for entry in (*entries, *winning_entries):
            refuse_unless_playing(freezeout_evening, entry)
        if len(set(entries)) < len(entries):
            raise ClubFault(f"{freezeout_evening.names(entries)}: a player is named twice. Name each once.")
        if len(set(entries)) == len(freezeout_evening.state.playing):
            raise ClubFault("Not all players can go out. Leave out the one who has the chips.")
        if conflicting := set(entries) & set(winning_entries):
            raise ClubFault(f"{freezeout_evening.names(conflicting)} cannot be out and win the hand.")
        _refuse_apart(freezeout_evening, (*entries, *winning_entries))
        if len(entries) > 1 and any(stack <= 0 for _, stack in eliminated):
            raise ClubFault(
                "How many chips did each have at the start of the hand? The larger stack places higher.",
                Do.OUT_WITH_STACKS(
                    "Type them", tournament=freezeout_evening.number, names=tuple(name for name, _ in eliminated)
                ),
            )
        rows = [[entry, stack, winning_entries] for entry, (_, stack) in zip(entries, eliminated, strict=True)]
        log.write(tx, freezeout_evening.number, TournamentEventKind.OUT, {"out": rows})
        return refresh(tx, freezeout_evening)


def _refuse_apart(freezeout_evening: FreezeoutEvening, entries: Sequence[int]) -> None:
    """Raise `ClubFault` if players of one hand sit at different tables."""
    tables = {entry: freezeout_evening.state.players[entry].table for entry in entries}
    if len(set(tables.values())) > 1:
        positions = join_words(f"{freezeout_evening.name(entry)} at table {table}" for entry, table in tables.items())
        raise ClubFault(
            f"They are not at one table: {positions}.",
            Do.TABLES("Record each hand separately. See the seats", tournament=freezeout_evening.number),
        )


def reenter(club: Club, text: str | None, name: str, *, seed: int | None = None) -> FreezeoutEvening:
    """Let an eliminated player enter again with a new stack, at a randomly drawn seat. Return the freezeout."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        entry, stacks = freezeout_evening.tournament.entry(name), freezeout_evening.state.stacks
        player = freezeout_evening.state.players[entry]
        player_name = freezeout_evening.name(entry)
        if player.playing:
            raise ClubFault(f"{player_name} is still in, and cannot re-enter.")
        if player.withdrew or not player.bought:
            raise ClubFault(
                f"{player_name} has withdrawn.", Do.ENTER("To come back", tournament=freezeout_evening.number)
            )
        if player.bought > stacks.reentries:
            limit = quantity(stacks.reentries, "re-entry", "re-entries") if stacks.reentries else "no re-entries"
            raise ClubFault(f"Each player has {limit}. {player_name} has entered {quantity(player.bought, 'time')}.")
        _refuse_late(tx, club, freezeout_evening, "Re-entry")
        _seat_entries(tx, freezeout_evening, [entry], seed)
        return refresh(tx, freezeout_evening)


def seat_late_entries(club: Club, text: str | None, entry_events: Sequence[int], *, seed: int | None = None) -> None:
    """Give late entries a stack and a randomly drawn seat. `entry_events` lists the events of their entries."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        _refuse_late(tx, club, freezeout_evening, "Late entry")
        _seat_entries(tx, freezeout_evening, freezeout_evening.state.waiting, seed, entry_events)


def add_on(club: Club, text: str | None, names: Sequence[str]) -> FreezeoutEvening:
    """Give the add-on to players, once each. Return the freezeout."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        if not freezeout_evening.state.stacks.addon:
            raise ClubFault("There is no add-on in this tournament.")
        entries = [freezeout_evening.tournament.entry(name) for name in names]
        for entry in entries:
            refuse_unless_playing(freezeout_evening, entry)
            if freezeout_evening.state.players[entry].addons or entries.count(entry) > 1:
                raise ClubFault(f"{freezeout_evening.name(entry)} already has the add-on. Each player can buy it once.")
        log.write(tx, freezeout_evening.number, TournamentEventKind.ADDED_ON, {"players": entries})
        return refresh(tx, freezeout_evening)


def _refuse_late(tx: Transaction, club: Club, freezeout_evening: FreezeoutEvening, subject: str) -> None:
    """Raise `ClubFault` if the clock is past the last level that allows entries."""
    last_level = freezeout_evening.state.stacks.reentry_until
    if not last_level:
        raise ClubFault("There are no re-entries and no late entries (8.6 of its rulebook).")
    level = actions.current_level(tx, club, freezeout_evening.number)
    if level is not None and level > last_level:
        raise ClubFault(f"{subject} was possible until level {last_level}. It is level {level} now.")


def _draw_round(
    tx: Writing,
    freezeout_evening: FreezeoutEvening,
    round: int,
    name: str,
    method: str,
    players: Sequence[int],
    seed: int | None,
) -> None:
    default_seed = round_seed(freezeout_evening.tournament.row.seed, round)
    used_seed = default_seed if seed is None else seed_for(freezeout_evening, seed)
    request = DrawRequest(method, Entrants(tuple(players), freezeout_evening.tournament.settings.sizes, used_seed))
    data = rounds.to_data(round, name, request, answer_request(request), chosen=seed not in (None, default_seed))
    log.write(tx, freezeout_evening.number, TournamentEventKind.DRAWN, data)


def _seat_entries(
    tx: Writing,
    freezeout_evening: FreezeoutEvening,
    entries: Sequence[int],
    seed: int | None,
    causes: Sequence[int] = (),
) -> None:
    used_seed, state = seed_for(freezeout_evening, seed), freezeout_evening.state
    rows = []
    for index, entry in enumerate(entries):
        tables = tuple(state.tables.values())
        place = draw_free_seat(tables, used_seed + index)
        if place is None:
            # All seats are taken: open another table, to be balanced afterwards.
            place = max(state.tables, default=0) + 1, 1
        rows.append([entry, *place])
        state = freeze_out.seat_player(state, entry, *place)
    cause_data = {"because": list(causes)} if causes else {}
    log.write(tx, freezeout_evening.number, TournamentEventKind.SAT, {"seats": rows, "seed": used_seed, **cause_data})
