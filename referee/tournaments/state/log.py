"""What happened in a tournament, in order: read from the club's file, and added to it. Nothing is ever taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlmodel import col, select

from referee.club.people import roster
from referee.club.signing import Writing
from referee.club.text.names import plain, with_marks
from referee.competition.rounds import Round
from referee.rules.plain_data import plain as plain_data
from referee.store.engine import Transaction
from referee.store.models import TournamentEvent


class Kind(StrEnum):
    """What happens in tournaments, with the data that belongs to it. All kinds that there are stand here.

    A kind that `referee.tournaments.state.state` does not know is passed over by it: what a freeze-out and the clock go
    by is read by their own modules.
    """

    SETTLED = "settled"
    """``settings``, all of them; the last that was settled before the first draw is what is played by."""
    ENTERED = "entered"
    """``entries``: a list of ``[number, team]``."""
    WITHDREW = "withdrew"
    """``entry``."""
    CAME_BACK = "came back"
    """``entry``, who had withdrawn."""
    ABSENT = "absent"
    """``entry`` and ``round``: not there for that round."""
    DRAWN = "drawn"
    """``round`` and what else `referee.competition.rounds` keeps of it; one that was drawn before is drawn anew."""
    CHANGED = "changed"
    """``round``, ``said`` with entries as ``{12}``, and ``tables`` and ``byes`` as they are since; ``because`` is the
    event that it came of, if it was not done for itself."""
    SEATED = "seated"
    """``round`` and ``matches``: a list of ``[table, match]``; the last match of a table is the one that counts."""
    PENALTY = "penalty"
    """``entry`` and ``points``, as a fraction in words."""
    STANDS = "stands"
    """``round`` and ``was``: its draw stands although what it was made from is not so any more."""
    ENDED = "ended"
    """``order``: the entries best first, those who share a place together; ``session``, of its last table; and the
    standings as they were, ``places`` and ``teams``; ``clock_stopped``, whether its clock ran until then."""
    OUT = "out"
    """Of a freeze-out: ``out``, all of one hand: a list of ``[entry, stack at its start, [by whom]]``."""
    SAT = "sat"
    """Of a freeze-out: ``seats``, a list of ``[entry, table, seat]`` of who entered late or again, and ``seed``."""
    ADDED_ON = "added on"
    """Of a freeze-out: ``players`` who bought the add-on."""
    MOVED = "moved"
    """Of a freeze-out: ``moves``, a list of ``[entry, table, seat]``; tables that were ``broken`` up; and ``seed``."""
    COUNTED = "counted"
    """Of a freeze-out: ``stacks``, a list of ``[entry, chips]``."""
    CHOPPED = "chopped"
    """Of a freeze-out: ``how``, and ``shares``, a list of ``[entry, prize]``."""
    UNDONE = "undone"
    """``event``, by its number, which has not happened then."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `by` and `reason` have members as they are marked, see `referee.club.text.names`."""

    number: int
    kind: str
    data: Mapping[str, Any]
    reason: str
    at: datetime
    by: str


def read(tx: Transaction, tournament: int) -> tuple[Event, ...]:
    """Return all that happened in a tournament, also what was taken back."""
    asked = select(TournamentEvent).where(col(TournamentEvent.tournament_id) == tournament)
    return tuple(map(_event, tx.exec(asked.order_by(col(TournamentEvent.id)))))


def write(tx: Writing, tournament: int, kind: Kind, data: Mapping[str, Any], *, reason: str = "") -> Event:
    """Add something that happened to the log of a tournament."""
    row = TournamentEvent(
        tournament_id=tournament,
        kind=kind.value,
        data=dict(data),
        reason=with_marks(plain(reason, "the reason").strip(), (), roster.names(tx)),
        at=tx.moment,
        by=tx.actor,
    )
    tx.add(row)
    tx.flush()
    return _event(row)


def _event(row: TournamentEvent) -> Event:
    return Event(row.id, row.kind, row.data, row.reason, row.at, row.by)


def write_change(
    tx: Writing, tournament: int, round: Round, said: str, *, reason: str, because: int | None = None
) -> Event:
    """Add how a round is since it was changed by hand; `because` is the event that it came of, if there is one."""
    data = {"round": round.number, "said": said, "tables": plain_data(round.tables), "byes": list(round.byes)}
    came = {} if because is None else {"because": because}
    return write(tx, tournament, Kind.CHANGED, {**data, **came}, reason=reason)


def standing(events: Iterable[Event]) -> Sequence[Event]:
    """Return the events that have not been taken back, without those that took something back."""
    every = list(events)
    undone = {each.data["event"] for each in every if each.kind == Kind.UNDONE}
    return [each for each in every if each.kind != Kind.UNDONE and each.number not in undone]
