"""Judging a table's log again, line by line as entered, and recomputing its places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from referee.cards.words import join_words, quantity
from referee.club.match.edition import edition
from referee.club.match.log import RESULTS, DecisionKind, EntryKind, MatchLog, read_logs
from referee.club.match.outcome import outcome, read_chips, read_places
from referee.club.match.seat_changes import SEAT_CHANGES, count_hands, is_over, read_change
from referee.club.text.names import seat_marks
from referee.competition.result import match_score
from referee.games.lookup import has_rules
from referee.rules import Ruling, Verdict
from referee.rules.notation.line_words import PlayerNames
from referee.store.difference import Difference
from referee.store.match_replay import TableEntry
from referee.store.plain_rows import Placing, placeholders, select_rows
from referee.store.transaction import Transaction

_Given = tuple[float, int, float, int | None, int | None]
"""A place: the rank, among how many, the score, the chips, and the hands of a part of a table."""


def read_logs_with_places(tx: Transaction, numbers: Sequence[int]) -> Iterator[tuple[MatchLog, tuple[Placing, ...]]]:
    """Yield the logs of matches, each with its stored places. The number of queries is constant."""
    placings_by_match: dict[int, list[Placing]] = {}
    for placing in select_rows(tx, Placing, f"WHERE match_id IN {placeholders(numbers)}", *numbers):
        placings_by_match.setdefault(placing.match_id, []).append(placing)
    for log in read_logs(tx, numbers):
        yield log, tuple(placings_by_match.get(log.match.id, ()))


def find_differences(log: MatchLog, stored_places: Iterable[Placing]) -> Iterator[Difference]:
    """Yield the rulings and places of a table that differ from its log.

    Rulings by another edition of the rulebook are left out; see `other_edition_differences`.
    """
    if unreadable_lines := list(unreadable(log)):
        yield from unreadable_lines
        return
    yield from (difference for entry, difference in _changed_rulings(log) if _is_current_edition(log, entry))
    if all(_is_current_edition(log, entry) for entry in log.entries):
        yield from _place_differences(log, stored_places)


def other_edition_differences(log: MatchLog, stored_places: Iterable[Placing]) -> Iterator[Difference]:
    """Yield the rulings by another edition that the current edition would rule differently. They are no sign of
    tampering.
    """
    yield from (difference for entry, difference in _changed_rulings(log) if not _is_current_edition(log, entry))
    if not all(_is_current_edition(log, entry) for entry in log.entries):
        yield from _place_differences(log, stored_places)


def _is_current_edition(log: MatchLog, entry: TableEntry) -> bool:
    return entry.kind != EntryKind.LINE or entry.edition == edition(log.book)


def _place_differences(log: MatchLog, stored: Iterable[Placing]) -> Iterator[Difference]:
    """Yield the stored places of a table that its log does not support."""
    number = log.number.id
    if log.match.finished_at is None:
        expected: dict[int, _Given] = {}
    else:
        match_outcome = outcome(log)
        scores = match_score(match_outcome.places) if match_outcome.places else {}
        hands = count_hands(log)
        expected = {
            log.seats[seat].member_id: (
                score.rank,
                score.players,
                float(score.score),
                match_outcome.chips.get(seat),
                hands,
            )
            for seat, score in scores.items()
        }
        if not expected and not is_over(log):
            yield Difference(number, 0, f"match m{number}", "it is finished, but its log gives no result")
    stored_places = {
        placing.member_id: (placing.rank, placing.players, placing.score, placing.chips, placing.hands)
        for placing in stored
    }
    for member in sorted({*expected, *stored_places}):
        if expected.get(member) != stored_places.get(member):
            name = next((seat.name for seat in log.seats if seat.member_id == member), f"member {member}")
            yield Difference(
                number, 0, f"match m{number}", f"{name} has {_describe_placing(stored_places.get(member))}; "
                f"the log gives {_describe_placing(expected.get(member))}",
            )  # fmt: skip


def changed_verdict_differences(log: MatchLog) -> Iterator[Difference]:
    """Yield the lines with a ruling that a later line changed. They are no sign of tampering."""
    if has_rules(log.book):
        for entry in log.sheet.entries:
            if entry.turned_by:
                yield _line_difference(log.number.id, entry.line.number, entry.verdict_change)


def unreadable(log: MatchLog) -> Iterator[Difference]:
    """Yield the lines, results and decisions in a form that no version of this program writes."""
    number, marks = log.number.id, PlayerNames(seat_marks(len(log.seats)))
    if [seat.seat for seat in log.seats] != list(range(len(log.seats))):
        yield Difference(number, 0, f"match m{number}", "a seat is missing")
        return
    pack = log.book.pack_for(log.options)
    for at, entry in enumerate(log.entries, 1):
        if entry.number != at:
            yield _line_difference(number, at, "the line is missing")
            return
        try:
            if EntryKind(entry.kind) is EntryKind.LINE:
                Verdict(entry.verdict)
                log.book.clauses[entry.clause]
                log.book.grammar.read(entry.text, marks, pack, entry.number, log.book.title)
            elif entry.kind in SEAT_CHANGES:
                read_change(entry)
            elif entry.kind == EntryKind.VOID:
                bool(entry.details["finished"])
            elif entry.kind in RESULTS:
                seats = (
                    [*read_chips(entry)]
                    if entry.kind == EntryKind.CHIPS
                    else [seat for group in read_places(entry) for seat in group]
                )
                if sorted(seats) != list(range(len(log.seats))):
                    raise ValueError(entry.details)
            if entry.instead_of is not None and not 1 <= entry.instead_of < entry.number:
                raise ValueError(entry.instead_of)
        except Exception as error:  # a tampered row can cause any error
            yield _line_difference(number, entry.number, f"the line cannot be read: {error}")
    for decision in log.decisions:
        if decision.kind not in list(DecisionKind) or not 1 <= decision.number <= len(log.entries):
            yield _line_difference(
                number, decision.number, f"a decision about the line cannot be read: {decision.kind!r}"
            )


def _changed_rulings(log: MatchLog) -> Iterator[tuple[TableEntry, Difference]]:
    """Yield the lines whose stored ruling differs from the current rulebook's."""
    if not has_rules(log.book):
        return
    at_first = {judged_line.line.number: judged_line.at_first for judged_line in log.sheet.entries}
    for entry in log.entries:
        if entry.kind != EntryKind.LINE or (entry.number in at_first and _agrees(entry, at_first[entry.number])):
            continue
        # Later decisions may affect the current ruling, so judge the line in the log as it was at entry.
        ruling = _ruling_at_entry(log, entry)
        if not _agrees(entry, ruling):
            yield entry, _line_difference(
                log.number.id, entry.number,
                f"it was ruled {entry.word or entry.verdict} by {entry.clause}; "
                f"the present rulebook rules it {ruling.says} by {ruling.clause.id}",
            )  # fmt: skip


def _ruling_at_entry(log: MatchLog, entry: TableEntry) -> Ruling:
    """Return the ruling on a line when it was entered. Only its hand is judged again."""
    before = replace(
        log,
        entries=tuple(earlier for earlier in log.entries if earlier.step <= entry.step),
        decisions=tuple(decision for decision in log.decisions if decision.step < entry.step),
        since=log.sheet,
    )
    return before.judged[entry.number].at_first


def _agrees(entry: TableEntry, ruling: Ruling) -> bool:
    """Tell whether a stored ruling agrees with a new one. The clause of a legal line may differ."""
    if (entry.verdict, entry.word) != (ruling.verdict.value, ruling.word):
        return False
    return ruling.verdict is Verdict.LEGAL or entry.clause == ruling.clause.id


def _describe_placing(stored: _Given | None) -> str:
    if stored is None:
        return "no place"
    rank, players, score, chips, hands = stored
    parts = [f"place {rank:g} of {players}", f"a score of {score:.3f}"]
    parts += [] if chips is None else [f"{chips:+} chips"]
    return join_words(parts if hands is None else [*parts, quantity(hands, "hand")])


def _line_difference(table: int, line: int, message: str) -> Difference:
    return Difference(table, line, f"match m{table}, line {line}", message)
