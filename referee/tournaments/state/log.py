"""The log of a tournament: its events in order, read from the store and appended. No event is ever removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.cards.immutable import frozen
from referee.club.activity_log import LogEntry, find_entries
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.names import clean_text, with_marks
from referee.competition.rounds import Round
from referee.rules.plain_data import plain as plain_data
from referee.store.decoding import decode_number, decoding
from referee.store.events.event import TEXTS, EventText
from referee.store.projections import tournaments
from referee.store.projections.kind import EventKind as OfClub
from referee.store.transaction import Transaction


class TournamentEventKind(StrEnum):
    """The kinds of events in a tournament, each with its data.

    All kinds are listed here. `referee.tournaments.state.state` skips unknown kinds: the freezeout and the clock have
    modules of their own.
    """

    SETTLED = tournaments.SETTLED
    """``settings``, all of them; the last event before the first draw is the one that applies."""
    ENTERED = "entered"
    """``entries``: a list of ``[number, team]``, and the number of the ``team``, 0 for none."""
    WITHDREW = "withdrew"
    """``entry``."""
    CAME_BACK = "came back"
    """``entry``, which had withdrawn."""
    ABSENT = "absent"
    """``entry`` and ``round``: not there for that round; ``half_bye`` if it gives half a win."""
    DRAWN = "drawn"
    """``round`` and the data of `referee.competition.rounds.to_data`; a second event for a round is a redraw."""
    CHANGED = "changed"
    """``round``, ``said`` with entries as ``{12}``, and ``tables`` and ``byes`` as they are since; ``because`` is the
    event that it came of, if it was not done for itself."""
    SEATED = tournaments.SEATED
    """``round`` and ``matches``: a list of ``[table, match]``; the last match of a table is the one that counts."""
    WALKOVER = "walkover"
    """``round``, ``table`` and ``places``: the entries best first, those who share a place together."""
    LEFT_VOID = "left void"
    """``round`` and ``table``, which stays void: it is neither replayed nor awarded."""
    PENALTY = "penalty"
    """``entry`` and ``points``, as a fraction in words."""
    ENDED = tournaments.ENDED
    """``order``: the entries best first, those who share a place together; ``session``, of its last table; and the
    standings as they were, ``places`` and ``teams``; ``clock_stopped``, whether its clock ran until then."""
    OUT = "out"
    """Of a freezeout: ``out``, all of one hand: a list of ``[entry, stack at its start, [by whom]]``."""
    SAT = "sat"
    """Of a freezeout: ``seats``, a list of ``[entry, table, seat]`` of late entries and re-entries, ``seed``, and
    ``because``: the events of these entries, where they entered late."""
    ADDED_ON = "added on"
    """Of a freezeout: ``players`` who bought the add-on."""
    MOVED = "moved"
    """Of a freezeout: ``moves``, a list of ``[entry, table, seat]``; tables that were ``broken`` up; and ``seed``."""
    COUNTED = "counted"
    """Of a freezeout: ``stacks``, a list of ``[entry, chips]``."""
    CHOPPED = "chopped"
    """Of a freezeout: ``how``, and ``shares``, a list of ``[entry, prize]``."""


_TOURNAMENT, _WHAT = "tournament", "what"


@frozen
class TournamentEvent:
    """An event in a tournament. `by` and `reason` have marks for members, not names; see `referee.club.text.names`."""

    number: int
    kind: str
    data: Mapping[str, Any]
    reason: str
    at: datetime
    by: str


def read_events(tx: Transaction, tournament: int) -> tuple[TournamentEvent, ...]:
    """Return the events of a tournament that were not undone.

    The store has teams by number, because their names may be forgotten. Here they have their names.
    """
    teams: dict[int, str] = {0: ""}
    log_entries = reversed(find_entries(tx, OfClub.TOURNAMENT, OfClub.TOURNAMENT_ENTERED, tournament=tournament))
    return tuple(_decode_event(entry, teams) for entry in log_entries)


def write(
    tx: Writing, tournament: int, kind: TournamentEventKind, data: Mapping[str, Any], *, reason: str = ""
) -> TournamentEvent:
    """Append an event to the log of a tournament, and return it."""
    stored_reason = with_marks(clean_text(reason, "the reason").strip(), (), roster.names(tx))
    payload = {_TOURNAMENT: tournament, _WHAT: kind.value, **data}
    event = tx.append(OfClub.TOURNAMENT, payload, texts=[EventText("reason", stored_reason)] if stored_reason else ())
    return TournamentEvent(event.n, kind.value, data, stored_reason, tx.moment, tx.actor)


def write_entries(
    tx: Writing, tournament: int, entries: Sequence[tuple[int, int, bool]], team: str, events: Iterable[TournamentEvent]
) -> int:
    """Append an event for entries: the number, the member and whether they are a guest. Return the event's number.

    With a `team`, all entries join it; `events` are the earlier ones, whose teams have numbers.
    """
    numbers = team_numbers(events)
    number = numbers.get(team, max(numbers.values()) + 1)
    data = {_TOURNAMENT: tournament, "entries": [list(entry) for entry in entries], "team": number}
    return tx.append(OfClub.TOURNAMENT_ENTERED, data, texts=[EventText("team", team)] if team else ()).n


def team_numbers(events: Iterable[TournamentEvent]) -> dict[str, int]:
    """Return the numbers of a tournament's teams by name. 0 stands for no team."""
    payloads = (event.data for event in events if event.kind == TournamentEventKind.ENTERED)
    return {"": 0} | {data["entries"][0][1]: data["team"] for data in payloads}


def _decode_event(log_entry: LogEntry, teams: dict[int, str]) -> TournamentEvent:
    with decoding(log_entry.place):
        return _read_event(log_entry, teams)


def _read_event(log_entry: LogEntry, teams: dict[int, str]) -> TournamentEvent:
    """Return the event of a log entry. The names in `teams` replace team numbers."""
    data = log_entry.data
    for name in (_TOURNAMENT, TEXTS):
        data.pop(name, None)
    kind = data.pop(_WHAT, TournamentEventKind.ENTERED.value)
    if kind == TournamentEventKind.ENTERED:
        number = decode_number(data["team"])
        team = teams[number] = log_entry.texts.get("team", f"Team {number}") if number else ""
        data["entries"] = [[decode_number(entry), team] for entry, *_ in data["entries"]]
    elif kind == TournamentEventKind.ENDED:
        data["teams"] = [{**line, "team": teams[line["team"]]} for line in data["teams"]]
    return TournamentEvent(log_entry.event.n, kind, data, log_entry.reason, log_entry.moment, log_entry.actor)


def write_change(
    tx: Writing, tournament: int, round: Round, text: str, *, reason: str, because: int | None = None
) -> TournamentEvent:
    """Append the state of a round after a change by hand, and return the event.

    `because` is the number of the event that caused the change, if any.
    """
    data = {"round": round.number, "said": text, "tables": plain_data(round.tables), "byes": list(round.byes)}
    cause = {} if because is None else {"because": because}
    return write(tx, tournament, TournamentEventKind.CHANGED, {**data, **cause}, reason=reason)
