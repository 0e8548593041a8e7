"""How a match ended and the places that it gives: from its record, or as an officer wrote them down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlmodel import col, delete

from referee.club.match.log import RESULTS, DecisionKind, EntryKind, MatchLog, in_order
from referee.club.match.seat_changes import hands_of, is_over, is_void, parting, who_left, whole_hands
from referee.competition.result import match_score
from referee.rules import Unit, ranked, total
from referee.rules.reading.sheet import starts_hand
from referee.store.engine import Transaction
from referee.store.log import Entry
from referee.store.matches import Placing

Places = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the seats grouped by place, the best first, and what each won where chips were played for."""

    places: Places
    chips: Mapping[int, int]


def outcome(log: MatchLog) -> Outcome:
    """Return how a match ended. The last result that an officer wrote down counts; else the record decides.

    Of a match that is over only the whole hands decide it: what is in the pot of a hand in play is nobody's. A void one
    gives nothing.
    """
    if is_void(log):
        return Outcome((), {})
    if entry := _result(log):
        if entry.kind == EntryKind.PLACES:
            return Outcome(_leavers_last(read_places(entry.text), who_left(log)), {})
        chips = read_chips(entry.text)
        return Outcome(ranked(chips, chips), chips)
    sheet = whole_hands(log) if parting(log) or log.match.finished_at else log.sheet
    if not sheet.settlement and not any(map(starts_hand, sheet.record.lines)):
        return Outcome((), {})  # no hand is over: of chips that nobody has won everybody has as many
    played_for = any(item.unit is Unit.CHIPS for item in sheet.settlement)
    chips = {seat: total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats} if played_for else {}
    return Outcome(_leavers_last(_everybody(sheet.places, len(log.seats)), who_left(log)), chips)


def has_result(log: MatchLog) -> bool:
    """Whether an officer wrote down how the match ended, so that its record does not decide it."""
    return _result(log) is not None


def project(tx: Transaction, log: MatchLog) -> bool:
    """Write down anew what a match gave each player, and say whether it has been decided at all."""
    tx.exec(delete(Placing).where(col(Placing.match_id) == log.match.id))
    came_of_it = outcome(log)
    scores = match_score(came_of_it.places) if came_of_it.places else {}
    hands = hands_of(log)
    for seat, scored in scores.items():
        tx.add(
            Placing(
                match_id=log.match.id,
                member_id=log.seats[seat].member_id,
                rank=scored.rank,
                players=scored.players,
                score=float(scored.score),
                chips=came_of_it.chips.get(seat),
                hands=hands,
            )
        )
    return bool(came_of_it.places)


def count_again(tx: Transaction, log: MatchLog) -> MatchLog:
    """Write the places of a finished match anew; one that is no longer decided is open again, unless it is over."""
    if log.match.finished_at and not project(tx, log) and not is_over(log):
        log.match.finished_at = None
        tx.add(log.match)
        return replace(log)
    return log


def write_places(places: Iterable[Sequence[int]]) -> str:
    """Print places as they are kept and read: ``@1 > @2 = @3``."""
    return " > ".join(" = ".join(f"@{seat + 1}" for seat in group) for group in places)


def read_places(text: str) -> Places:
    """Read places as they are kept."""
    return tuple(tuple(int(mark[1:]) - 1 for mark in group.split(" = ")) for group in text.split(" > "))


def write_chips(chips: Mapping[int, int]) -> str:
    """Print what each seat won as it is kept and read: ``@1 +5, @2 -5``."""
    return ", ".join(f"@{seat + 1} {chips[seat]:+}" for seat in sorted(chips))


def read_chips(text: str) -> dict[int, int]:
    """Read what each seat won as it is kept."""
    won = (each.split(" ") for each in text.split(", "))
    return {int(mark[1:]) - 1: int(chips) for mark, chips in won}


def _result(log: MatchLog) -> Entry | None:
    for entry in reversed(in_order(log.entries)):
        if entry.kind in RESULTS and log.decision(entry) not in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK):
            return entry
    return None


def _leavers_last(places: Places, left: Sequence[int]) -> Places:
    """Return places with those who left after those who stayed, by how long they did."""
    if not places or not left:
        return places
    stayed = (tuple(seat for seat in group if seat not in left) for group in places)
    return (*filter(None, stayed), *((seat,) for seat in left))


def _everybody(places: Places, players: int) -> Places:
    """Return places with those whom the record leaves out sharing the last."""
    if not places:
        return ()
    left = tuple(seat for seat in range(players) if not any(seat in group for group in places))
    return (*places, left) if left else places
