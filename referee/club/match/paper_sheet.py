"""Paper sheets: handwritten records, read as lines of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from referee.cards.words import join_words, quantity
from referee.club.calendar.house_rules import parse_options
from referee.club.folder import Club
from referee.club.match.log import DecisionKind, EntryKind, MatchLog, load_log
from referee.club.text.faults import ClubFault
from referee.club.text.names import resolve_name
from referee.club.text.typed_lines import read
from referee.games.lookup import look_up_rulebook
from referee.rules import Fault, UnknownGame, option_values, write_each_option
from referee.rules.notation.seats import clean_name
from referee.rules.records.record import Line
from referee.rules.records.record_reader import HeaderValue, read_header
from referee.store.hints import Do

_KEY: Final = re.compile(r"\s*[A-Za-z]+\s*:")


def read_sheet(club: Club, match: int, text: str) -> tuple[MatchLog, list[Line], list[Fault]]:
    """Return a table's log, the lines of a sheet, and every fault in it: unreadable or contradicting the table.

    The sheet has no header, or a header that agrees with the table. Raise `ClubFault` if the table has lines already.
    """
    log = load_log(club, match)
    _refuse_unless_empty(log)
    rows = normalize("NFC", text.lstrip("\ufeff")).splitlines()
    faults: list[Fault] = []
    body_at = 0
    first = next((row for row in rows if row.partition("#")[0].strip()), "")
    if _KEY.match(first):
        header, body_at = read_header(rows, faults)
        faults += _disagreements(log, header)
    lines, unread = read(log, enumerate(rows[body_at:], body_at + 1))
    faults += unread
    if not lines and not faults:
        message = "the sheet has no line of play. Add one such as 'deal'"
        faults.append(Fault(max(1, len(rows)), 1, 1, message, rows[-1] if rows else ""))
    return log, lines, sorted(faults, key=lambda fault: (fault.line, fault.column))


def _refuse_unless_empty(log: MatchLog) -> None:
    """Raise `ClubFault` if the table has lines that count, so that no sheet is entered twice."""
    line_entries = [entry for entry in log.entries if entry.kind == EntryKind.LINE]
    if undecided := [entry.number for entry in line_entries if log.decision(entry) is not DecisionKind.STRUCK]:
        match = log.match.id
        raise ClubFault(
            f"Table {match} has {quantity(len(undecided), 'line')} already. A sheet is for a table without lines.",
            Do.TYPE_SHEET("To add lines", table=match),
            Do.STRIKE_LINES("To undo lines typed by mistake", table=match, lines=tuple(_ranges(undecided))),
        )


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Return numbers as typed ranges, such as ``1-4`` and ``7``."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    return [str(start) if start == end else f"{start}-{end}" for start, end in zip(starts, ends, strict=True)]


def _disagreements(log: MatchLog, header: dict[str, HeaderValue]) -> list[Fault]:
    """Return a fault for each value in a sheet's header that contradicts the table."""
    faults = []
    if header_value := header.get("game"):
        try:
            has_other_game = look_up_rulebook(header_value.value).slug != log.book.slug
        except UnknownGame:
            has_other_game = True
        if has_other_game:
            faults.append(
                header_value.fault(
                    f"the sheet is for {header_value.value}, but table {log.match.id} plays {log.book.slug}"
                )
            )
            return faults
    if header_value := header.get("seats"):
        names = [clean_name(name) for name in header_value.value.split(",")]
        if not _are_seats(names, log.names):
            description = f"the seats of table {log.match.id} are {', '.join(log.names)}"
            faults.append(header_value.fault(f"the seats of the sheet are {header_value.value}, but {description}"))
    if header_value := header.get("options"):
        words = [word.strip() for word in header_value.value.split(",") if word.strip()]
        agreed = option_values(log.options)
        try:
            stated_options = parse_options(log.book, words)
            if differ := {name: agreed[name] for name, value in stated_options.items() if agreed[name] != value}:
                faults.append(
                    header_value.fault(f"table {log.match.id} plays by {join_words(write_each_option(differ))}")
                )
        except ClubFault as fault:
            faults.append(header_value.fault(str(fault)))
    if (header_value := header.get("date")) and header_value.value != log.played_on.isoformat():
        faults.append(header_value.fault(f"table {log.match.id} was played on {log.played_on}"))
    if (header_value := header.get("chip")) and header_value.value != log.match.chip:
        faults.append(
            header_value.fault(
                f"at table {log.match.id} a chip {f'is worth {log.match.chip}' if log.match.chip else 'has no value'}"
            )
        )
    if header_value := header.get("hand"):
        faults.append(header_value.fault("the sheet begins in the middle of a hand. Use the whole sheet"))
    return faults


def _are_seats(names_written: Sequence[str], names: Sequence[str]) -> bool:
    """Tell whether names, possibly shortened, are the players' in order of seat."""
    seats = dict(enumerate(names))
    try:
        return [resolve_name(name, seats, "player") for name in names_written] == list(seats)
    except ClubFault:
        return False
