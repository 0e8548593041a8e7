"""Immutable snapshots of the evening for phones, replaced after each change of the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from referee.cards.immutable import frozen
from referee.club.disputes.view import DisputeView, dispute_views
from referee.club.folder import Club
from referee.club.match.log import MatchLog, load_log
from referee.club.match.view import MatchView, match_view
from referee.club.people import public_names
from referee.club.people.public_name import ShownAs
from referee.club.people.public_names import PublicNames
from referee.club.phones import evening_state, pairing
from referee.club.phones.evening_state import Phone, PhoneEvening, SeatedTable
from referee.club.phones.previews import has_previews, in_tournaments
from referee.club.phones.public_record import public_match, table_names, withheld_from
from referee.club.text.faults import ClubFault
from referee.phones.line_entry import NO_BUTTONS, LineButtons, suggest_lines
from referee.store.events.log import Head, hash_at, head, kinds_since, matches_since
from referee.store.plain_rows import Dispute, placeholders, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction
from referee.tournaments.clocks.actions import Clock, public_clock

_LINE_EVENTS: Final = frozenset({EventKind.LINE_LOGGED, EventKind.LINE_DECIDED})
"""The kinds of events that change only the log of a table."""


@frozen
class People:
    """The names of members: `public` ones, and the form in which they are `shown` at their table.

    The tables in `apart` belong to a tournament. Phones there show no ruling in advance unless an officer allows it.
    """

    public: PublicNames
    shown: Mapping[int, ShownAs]
    apart: frozenset[int]


@frozen
class TableNow:
    """A table for phones: its log, its complete `view` and its `public` view, None for an unreadable log.

    `names` has the players' names at the table by member, and `acts` the buttons. If rulings `are_withheld` because the
    referee was told something in private, phones show neither rulings nor the turn.
    """

    seated: SeatedTable
    names: Mapping[int, str]
    people: People
    log: MatchLog | None = None
    view: MatchView | None = None
    public: MatchView | None = None
    waiting: tuple[int, ...] = ()
    previews: bool = True
    damaged: str = ""
    acts: LineButtons = NO_BUTTONS
    are_withheld: bool = False


@frozen
class Evening:
    """A snapshot of everything that phones show. `at` is the head of the club's log at that time.

    `version` increases with every snapshot.
    """

    club: str
    tonight: PhoneEvening
    at: Head
    tables: Mapping[int, TableNow]
    people: People
    rulings: tuple[DisputeView, ...] = ()
    clock: Clock | None = None
    version: int = 0
    session: int = 0

    @property
    def public(self) -> PublicNames:
        """The public names of members."""
        return self.people.public

    def table_of(self, phone: Phone) -> TableNow | None:
        """Return the table of a phone's player, or None."""
        seated_table = self.tonight.table_of(phone)
        return self.tables.get(seated_table.table) if seated_table else None


def read(
    club: Club, session: int, before: Evening | None = None, written: Mapping[int, MatchLog] = MappingProxyType({})
) -> Evening:
    """Return a new snapshot that reuses unchanged parts of `before`. Raise `ClubFault` if it cannot be read.

    `written` has the logs of matches written by this server since then, which need no replay.
    """
    with club.reading() as tx:
        evening, log_head = evening_state.read_evening(tx, session), head(tx, tx.club)
        # After a restore the log is different, even if it is as long.
        earlier = before if before and hash_at(tx, tx.club, before.at.n) == before.at.hash else None
        lines_only = earlier if earlier and kinds_since(tx, tx.club, earlier.at.n) <= _LINE_EVENTS else None
        changed_matches = (
            matches_since(tx, tx.club, lines_only.at.n) if lines_only else {table.number.id for table in evening.tables}
        )
        people, rulings = (
            (lines_only.people, lines_only.rulings)
            if lines_only
            else (_read_people(tx, evening), _read_rulings(tx, evening))
        )
    if not evening.has_codes:
        pairing.give_codes(club, session)
        return read(club, session, before, written)
    tables = {}
    for seated_table in evening.tables:
        table_now = earlier.tables.get(seated_table.table) if earlier else None
        is_same = seated_table.number.id not in changed_matches
        has_preview = has_previews(evening, seated_table, people.apart)
        log = written.get(seated_table.number.id) if lines_only else None
        tables[seated_table.table] = _read_table(
            club, seated_table, people, has_preview, table_now, log, is_same=is_same
        )
    return Evening(
        before.club if before else club.name,
        evening,
        log_head,
        tables,
        people,
        rulings,
        None if lines_only and lines_only.clock is None else public_clock(club),  # a clock goes by the latest event
        before.version + 1 if before else 1,
        session,
    )


def _read_table(
    club: Club,
    seated_table: SeatedTable,
    people: People,
    previews: bool,
    before: TableNow | None,
    match_log: MatchLog | None,
    *,
    is_same: bool,
) -> TableNow:
    """Return the current state of a table. If it `is_same`, its log is not loaded again."""
    table_now = before if before and before.log and before.log.match.id == seated_table.number.id else None
    try:
        last = table_now.log if table_now else None
        log = last if is_same and last else load_log(club, seated_table.number, match_log or last)
        names = table_names(log.names, [seat.member_id for seat in log.seats], people.shown)
        by_member = dict(zip((seat.member_id for seat in log.seats), names, strict=True))
        if table_now and table_now.log is log and (table_now.names, table_now.people) == (by_member, people):
            is_unchanged = (table_now.seated, table_now.previews) == (seated_table, previews)
            return table_now if is_unchanged else replace(table_now, seated=seated_table, previews=previews)
        view = match_view(
            log, since=(table_now.log, table_now.view) if table_now and table_now.log and table_now.view else None
        )
    except ClubFault as fault:
        return TableNow(seated_table, {}, people, previews=previews, damaged=str(fault))
    since = None
    if table_now and table_now.view and table_now.public and (table_now.names, table_now.people) == (by_member, people):
        since = table_now.view, table_now.public
    public_view = public_match(view, names, people.public, since)
    undecided = tuple(line.number for line in view.waiting)
    acts, are_withheld = suggest_lines(public_view), withheld_from(public_view) > 0
    acts = (
        LineButtons((), (*acts.likely, *acts.others)) if are_withheld else acts
    )  # which are likely depends on the turn
    return TableNow(
        seated_table, by_member, people, log, view, public_view, undecided, previews, "", acts, are_withheld
    )


def _read_people(tx: Transaction, evening: PhoneEvening) -> People:
    members = {member for table in evening.tables for member in table.members}
    club_default = public_names.default_form(tx)
    query = f"SELECT id, shown_as FROM member WHERE id IN {placeholders(members)}"
    shown_as = {id: ShownAs(own_choice or club_default) for id, own_choice in tx.rows(query, *members)}
    return People(public_names.read_public_names(tx), shown_as, in_tournaments(tx, evening))


def _read_rulings(tx: Transaction, evening: PhoneEvening) -> tuple[DisputeView, ...]:
    """Return tonight's decided disputes. Undecided ones may reveal what only the referee knows."""
    match_ids = [table.number.id for table in evening.tables]
    disputes = select_rows(tx, Dispute, f"WHERE match_id IN {placeholders(match_ids)} ORDER BY id", *match_ids)
    return tuple(dispute for dispute in dispute_views(tx, disputes) if dispute.decided) if disputes else ()
