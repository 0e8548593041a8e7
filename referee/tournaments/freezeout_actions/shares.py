"""The end of a freezeout: counted stacks, a chop of the remaining prizes, and the final order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.store.hints import Do
from referee.store.plain_rows import Session, select_rows
from referee.store.transaction import Transaction
from referee.tournaments.freezeout_actions.evening import (
    FreezeoutEvening,
    refresh,
    refuse_unless_playing,
    running_freezeout,
)
from referee.tournaments.freezeouts.prizes import MOST_IN_A_CHOP, Chop, chop_shares
from referee.tournaments.freezeouts.state import replay_freezeout
from referee.tournaments.overview import TournamentRecord
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import Counts


@frozen
class Shares:
    """A chop: its method, the stacks behind it, and each player's share."""

    how: Chop
    stacks: Mapping[int, int]
    prizes: Mapping[int, int]


def record_count(club: Club, text: str | None, stacks: Sequence[tuple[str, int]]) -> FreezeoutEvening:
    """Record the counted stacks of all players, and return the freezeout.

    A sum that differs from the chips in play is reported, not refused.
    """
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        counted_stacks = _resolve_stacks(freezeout_evening, stacks)
        data = {"stacks": [[entry, chips] for entry, chips in counted_stacks.items()]}
        log.write(tx, freezeout_evening.number, TournamentEventKind.COUNTED, data)
        return refresh(tx, freezeout_evening)


def preview_chop(
    club: Club, text: str | None, method: Chop, stacks: Sequence[tuple[str, int]] = ()
) -> tuple[FreezeoutEvening, Shares]:
    """Return the freezeout, and the share of each remaining player in a chop, by the given or last counted stacks."""
    with club.reading() as tx:
        freezeout_evening = running_freezeout(tx, text)
        return freezeout_evening, Shares(method, *_chop_shares(freezeout_evening, method, stacks))


def record_chop(
    club: Club, text: str | None, method: Chop, stacks: Sequence[tuple[str, int]] = ()
) -> tuple[FreezeoutEvening, Shares]:
    """Record that the remaining players agreed to a chop. Return the freezeout and the shares."""
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        chips, prizes = _chop_shares(freezeout_evening, method, stacks)
        if stacks:
            data = {"stacks": [[entry, stack] for entry, stack in chips.items()]}
            log.write(tx, freezeout_evening.number, TournamentEventKind.COUNTED, data)
        chop_data = {"how": method.value, "shares": [[entry, share] for entry, share in prizes.items()]}
        log.write(tx, freezeout_evening.number, TournamentEventKind.CHOPPED, chop_data)
        return refresh(tx, freezeout_evening), Shares(method, chips, prizes)


def session_of_end(tx: Transaction, club: Club, read: TournamentRecord, early: bool) -> int | None:
    """Return the session in which the final order of a freezeout counts; None if none was held.

    Raise `ClubFault` before the seats are drawn, while a place is unknown (unless `early`), or if the order counts and
    no session was held.
    """
    freezeout_evening = FreezeoutEvening(read, replay_freezeout(read.events))
    if not freezeout_evening.state.begun:
        raise ClubFault("The seats have not been drawn, so there is no final order.")
    if not freezeout_evening.state.over and not early:
        raise ClubFault(
            f"{freezeout_evening.names(freezeout_evening.state.playing)} are still in.",
            Do.END_FREEZE_OUT_EARLY(
                "To end it anyway, with them in order of their stacks", tournament=freezeout_evening.number
            ),
        )
    sessions = select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on", read.season.id)
    # The open session or, when the freezeout is ended the day after, the last one.
    past_sessions = [session for session in sessions if session.held_on <= club.today and session.status != "cancelled"]
    candidates = [
        *past_sessions,
        *(session for session in sessions if session.status == "open" and session not in past_sessions),
    ]
    candidates.sort(key=lambda session: session.status == "open")
    if not candidates and read.settings.counts is Counts.FINAL:
        raise ClubFault(
            "The final order counts for a session, and none has been held yet.",
            Do.PLAN_SESSION("Plan one", session=club.today),
        )
    return candidates[-1].id if candidates else None


def _resolve_stacks(freezeout_evening: FreezeoutEvening, stacks: Sequence[tuple[str, int]]) -> dict[int, int]:
    """Return the stacks of all players. Raise `ClubFault` if one is missing, given twice, or not positive."""
    counted_stacks: dict[int, int] = {}
    for name, chips in stacks:
        entry = freezeout_evening.tournament.entry(name)
        refuse_unless_playing(freezeout_evening, entry)
        if entry in counted_stacks:
            raise ClubFault(f"{freezeout_evening.name(entry)} is named twice.")
        if chips <= 0:
            raise ClubFault(
                f"{freezeout_evening.name(entry)} has {chips} chips.",
                Do.OUT(
                    "A player without chips is out",
                    tournament=freezeout_evening.number,
                    name=freezeout_evening.name(entry),
                ),
            )
        counted_stacks[entry] = chips
    if missing_entries := [entry for entry in freezeout_evening.state.playing if entry not in counted_stacks]:
        raise ClubFault(f"Stacks missing: {freezeout_evening.names(missing_entries)}.")
    return counted_stacks


def _chop_shares(
    freezeout_evening: FreezeoutEvening, how: Chop, stacks: Sequence[tuple[str, int]]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the stacks behind a chop, and its shares."""
    state = freezeout_evening.state
    if len(state.playing) < 2 or state.waiting:
        raise ClubFault("A chop needs two remaining players or more, all with seats.")
    if how is Chop.ICM and len(state.playing) > MOST_IN_A_CHOP:
        raise ClubFault(f"An ICM chop is for up to {MOST_IN_A_CHOP} players, and {len(state.playing)} are left.")
    if stacks:
        chips = _resolve_stacks(freezeout_evening, stacks)
    elif state.counted and set(state.counted.stacks) == set(state.playing):
        chips = dict(state.counted.stacks)
    else:
        raise ClubFault(
            "The stacks of the remaining players have not been counted.",
            Do.STACKS("Record them", tournament=freezeout_evening.number),
        )
    if sum(chips.values()) != state.chips:
        raise ClubFault(
            f"The stacks sum to {sum(chips.values()):,}, and {state.chips:,} chips are in play. Count again."
        )
    return chips, chop_shares(how, state.remaining_prizes, chips)
