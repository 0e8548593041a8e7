"""The outcome of a match: its places, from its record or from an overriding result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.cards.immutable import frozen
from referee.club.match.log import RESULTS, DecisionKind, EntryKind, MatchLog, playing_order, with_end, write
from referee.club.match.seat_changes import complete_hands, count_hands, departed_seats, is_over, is_void, split_event
from referee.club.signatures import Writing
from referee.competition.result import match_score
from referee.rules import Report, Unit, rank_by_score, total
from referee.rules.records.report import starts_hand
from referee.store.decoding import decode_number, decoding
from referee.store.match_replay import TableEntry
from referee.store.moment import in_utc
from referee.store.projections.kind import EventKind

Places = tuple[tuple[int, ...], ...]


@frozen
class MatchOutcome:
    """The outcome of a match: seats grouped by place, best first, and the chips won by each seat, if any."""

    places: Places
    chips: Mapping[int, int]


def outcome(log: MatchLog, report: Report | None = None) -> MatchOutcome:
    """Return the outcome of a match: from the last result entered, or else from the record.

    `report` replaces the record, for a reader who may not see all of it. If the match ended early, only its complete
    hands count, and nobody wins the pot of a hand in play. A void match has an empty outcome.
    """
    if is_void(log):
        return MatchOutcome((), {})
    if entry := _find_result(log):
        if entry.kind == EntryKind.PLACES:
            return MatchOutcome(_rank_leavers_last(read_places(entry), departed_seats(log)), {})
        chips = read_chips(entry)
        return MatchOutcome(rank_by_score(chips, chips), chips)
    sheet = complete_hands(log) if split_event(log) or log.match.finished_at else report or log.sheet
    if not sheet.settlement and not any(map(starts_hand, sheet.record.lines)):
        return MatchOutcome((), {})  # no complete hand, so no chips were won
    played_for = any(item.unit is Unit.CHIPS for item in sheet.settlement)
    chips = {seat: total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats} if played_for else {}
    return MatchOutcome(
        _rank_leavers_last(_with_missing_seats(sheet.places, len(log.seats)), departed_seats(log)), chips
    )


def has_result(log: MatchLog) -> bool:
    """Tell whether a result entered by an officer overrides the record."""
    return _find_result(log) is not None


def outcome_data(log: MatchLog) -> dict[str, Any]:
    """Return the outcome of a match as event data: the finishing time, and each player's place."""
    finished = log.match.finished_at
    placings: list[dict[str, Any]] = []
    if finished:
        match_outcome, hands = outcome(log), count_hands(log)
        scores = match_score(match_outcome.places) if match_outcome.places else {}
        placings = [
            {
                "member": log.seats[seat].member_id,
                "rank": float(match_result.rank),
                "players": match_result.players,
                "score": float(match_result.score),
                "chips": match_outcome.chips.get(seat),
                "hands": hands,
            }
            for seat, match_result in scores.items()
        ]
    return _event_data(finished, placings)


def recompute(log: MatchLog) -> tuple[MatchLog, dict[str, Any]]:
    """Return a changed log and its outcome data, which are empty for an unfinished match.

    A finished match that is no longer decided is reopened, unless it is void or was split.
    """
    if log.match.finished_at is None:
        return log, {}
    if not outcome(log).places and not is_over(log):
        log = with_end(log, None)
    return log, {"came": outcome_data(log)}


def recompute_places(tx: Writing, log: MatchLog) -> MatchLog:
    """Rewrite the places of a finished match. Return its log.

    A match that is no longer decided is reopened, unless it is void or was split.
    """
    new_outcome, has_changed = recompute(log)
    if has_changed and has_changed["came"] != _stored_data(tx, log):
        new_outcome = write(tx, new_outcome, EventKind.PLACES_COUNTED, has_changed)
    return new_outcome


def _stored_data(tx: Writing, log: MatchLog) -> dict[str, Any]:
    """Return the stored outcome of a match in the form of `outcome_data`."""
    names = ("member", "rank", "players", "score", "chips", "hands")
    query = 'SELECT member_id, rank, players, score, chips, hands FROM "placing" WHERE match_id = ?'
    placings = [dict(zip(names, row, strict=True)) for row in tx.rows(query, log.match.id)]
    return _event_data(log.match.finished_at, placings)


def _event_data(finished: datetime | None, placings: list[dict[str, Any]]) -> dict[str, Any]:
    in_order_of_members = sorted(placings, key=lambda placing: int(placing["member"]))
    return {"finished": in_utc(finished) if finished else None, "placings": in_order_of_members}


def write_places(entry: TableEntry) -> str:
    """Return places as stored text with a mark for each seat: ``@1 > @2 = @3``."""
    return " > ".join(" = ".join(f"@{seat + 1}" for seat in group) for group in read_places(entry))


def read_places(entry: TableEntry) -> Places:
    """Return the seats by place from the stored text of a result. Raise `StoreUnreadable` if it is invalid."""
    with decoding(f"The result of match m{entry.match_id}"):
        return tuple(tuple(map(decode_number, group)) for group in entry.details["places"])


def write_chips(entry: TableEntry) -> str:
    """Return chips as stored text with a mark for each seat: ``@1 +5, @2 -5``."""
    return ", ".join(f"@{seat + 1} {chips:+}" for seat, chips in read_chips(entry).items())


def read_chips(entry: TableEntry) -> dict[int, int]:
    """Return the chips of each seat from the stored text of a result."""
    return dict(enumerate(entry.details["chips"]))


def _find_result(log: MatchLog) -> TableEntry | None:
    for entry in reversed(playing_order(log.entries)):
        if entry.kind in RESULTS and log.decision(entry) not in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK):
            return entry
    return None


def _rank_leavers_last(places: Places, departed: Sequence[int]) -> Places:
    """Return places with departed players last. Of these, the last to leave is ranked best."""
    if not places or not departed:
        return places
    remaining_groups = (tuple(seat for seat in group if seat not in departed) for group in places)
    return (*filter(None, remaining_groups), *((seat,) for seat in departed))


def _with_missing_seats(places: Places, players: int) -> Places:
    """Return places in which seats missing from the record share the last place."""
    if not places:
        return ()
    missing_seats = tuple(seat for seat in range(players) if not any(seat in group for group in places))
    return (*places, missing_seats) if missing_seats else places
