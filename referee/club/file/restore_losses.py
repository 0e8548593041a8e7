"""The events that restoring a backup would discard, in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime

from referee.cards.words import join_words, quantity
from referee.club.activity_log import LogEntry
from referee.club.folder import Club
from referee.club.history import describe_target
from referee.club.signatures import names
from referee.club.text.faults import StoreFault
from referee.club.text.names import with_names
from referee.store.events.log import events_with_texts, hash_at, head
from referee.store.events.rows import SqlTransaction
from referee.store.moment import in_local_time
from referee.store.projections.kind import EventKind


def lost_since(club: Club, backup: SqlTransaction) -> Iterator[str]:
    """Yield a line for each kind of event that a backup lacks."""
    moments_of: dict[tuple[str, str], list[tuple[datetime, str]]] = {}
    with club.reading() as tx:
        sql, member_names = tx, names(tx)
        if sql.rows("SELECT uuid FROM club") != backup.rows("SELECT uuid FROM club"):
            yield "everything: it is a backup of another club"
            return
        last_common_number = _last_common_event(sql, backup)
        if (
            last_common_number < (backup_end := head(backup, backup.club).n)
            and last_common_number < head(sql, sql.club).n
        ):
            other_count = backup_end - last_common_number
            yield f"all events after {last_common_number}, where the logs differ: the backup has {other_count} others"
        try:
            for event, texts in events_with_texts(sql, sql.club, after=last_common_number):
                if event.kind == EventKind.BACKED_UP:  # nothing to lose
                    continue
                entry = LogEntry(event, {text.part: text.text for text in texts})
                time_and_actor = (in_local_time(entry.moment), with_names(entry.actor, (), member_names))
                moments_of.setdefault((describe_target(tx, entry, member_names), entry.action), []).append(
                    time_and_actor
                )
        except StoreFault as fault:
            yield f"events that cannot be read: {fault}"
    for (description, kind), times in moments_of.items():
        moments = dict.fromkeys(f"{moment:%Y-%m-%d %H:%M}" for moment, _ in (times[0], times[-1]))
        authors = join_words(dict.fromkeys(name for _, name in times if name))
        repetition = quantity(len(times), "time") if len(times) > 1 else ""
        parts = ", ".join(filter(None, (repetition, " to ".join(moments), f"by {authors}" if authors else "")))
        warning = "; the erased name would return" if kind == EventKind.MEMBER_FORGOTTEN else ""
        yield f"{f'{description}: ' if description else ''}{kind} ({parts}){warning}"


def _last_common_event(sql: SqlTransaction, backup: SqlTransaction) -> int:
    """Return the number of the last event that two logs share."""
    numbers = range(1, min(head(sql, sql.club).n, head(backup, backup.club).n) + 1)
    return bisect_left(
        numbers, 1, key=lambda number: hash_at(sql, sql.club, number) != hash_at(backup, backup.club, number)
    )
