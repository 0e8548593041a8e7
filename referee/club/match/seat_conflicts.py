"""Seat conflicts: one person cannot play at two tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from referee.cards.words import join_words
from referee.club.match.log import read_log
from referee.club.match.seat_changes import departed_seats
from referee.club.table_numbers import TableNumber, numbers
from referee.club.text.faults import ClubFault
from referee.store.hints import Do
from referee.store.plain_rows import Member, placeholders
from referee.store.transaction import Transaction


class SeatedElsewhere(ClubFault):
    """A player already has a seat at another unfinished table. The message names it."""


def refuse_if_elsewhere(tx: Transaction, members: Iterable[Member], *, but: int = 0) -> None:
    """Raise `SeatedElsewhere` if members sit at unfinished tables of open sessions, other than table `but`."""
    matches = _other_tables(tx, list(members), but)
    if matches:
        names_by_table = {
            places_text: [name for name, table in matches if table == places_text] for _, places_text in matches
        }
        places_text = join_words(
            f"{join_words(names)} sit{'s' * (len(names) == 1)} at table {table}"
            for table, names in names_by_table.items()
        )
        raise SeatedElsewhere(
            f"{places_text}, which {'is' if len(names_by_table) == 1 else 'are'} not finished.",
            Do.SHOW_TABLE("See it", table=matches[0][1]),
        )


def _other_tables(tx: Transaction, members: Sequence[Member], but: int) -> list[tuple[str, TableNumber]]:
    """Return the members at another unfinished table, each with that table, in the order of `members`."""
    rows = tx.rows(
        'SELECT s.member_id, m.id FROM seat s JOIN "match" m ON m.id = s.match_id '
        "JOIN session e ON e.id = m.session_id "
        f"WHERE s.member_id IN {placeholders(members)} AND m.finished_at IS NULL AND e.opened_at IS NOT NULL "
        "AND e.closed_at IS NULL AND m.id <> ? ORDER BY m.id",
        *(member.id for member in members),
        but,
    )
    tables_by_member: defaultdict[int, list[int]] = defaultdict(list)
    for number, table in rows:
        tables_by_member[number].append(table)
    numbers_by_match = numbers(tx, (match for _, match in rows))
    return [
        (member.name, numbers_by_match[table])
        for member in members
        for table in tables_by_member[member.id]
        if not _has_left(tx, table, member)
    ]


def _has_left(tx: Transaction, table: int, member: Member) -> bool:
    log = read_log(tx, table)
    return any(log.seats[seat].member_id == member.id for seat in departed_seats(log))
