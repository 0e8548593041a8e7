"""The evening as it is shown to phones: read from the club when it has changed, and never changed itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.club.disputes.view import DisputeView, dispute_views
from referee.club.folder import Club
from referee.club.match.log import MatchLog, log_of
from referee.club.match.view import MatchView, match_view
from referee.club.people import public_names
from referee.club.people.public_name import ShownAs
from referee.club.people.public_names import PublicNames
from referee.club.phones import pairing, tonight
from referee.club.phones.previews import previews
from referee.club.phones.public_record import in_public, table_names
from referee.club.phones.tonight import Phone, Seated, Tonight
from referee.club.text.faults import ClubFault
from referee.phones.saying import NOTHING, Offered, offered
from referee.store.events.log import last_of
from referee.store.kinds.kind import Kind
from referee.store.read import Dispute, marks, rows_of
from referee.store.transaction import Transaction
from referee.tournaments.clocks.deeds import Clock, posted


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as its phones show it: its log, and what of it is `public`; neither where it cannot be read.

    `names` are those of its players by member, as they are called at the table; `acts` is what they can tap now.
    """

    seated: Seated
    names: Mapping[int, str]
    log: MatchLog | None = None
    public: MatchView | None = None
    waiting: tuple[int, ...] = ()
    previews: bool = True
    damaged: str = ""
    acts: Offered = NOTHING


@dataclass(frozen=True, slots=True)
class Evening:
    """All that phones show at one moment. `version` is another one whenever anything of it is.

    `restored` is the event by which the club was last restored, 0 for none.
    """

    club: str
    tonight: Tonight
    tables: Mapping[int, TableNow]
    public: PublicNames
    rulings: tuple[DisputeView, ...] = ()
    clock: Clock | None = None
    version: int = 0
    session: int = 0
    restored: int = 0

    def table_of(self, phone: Phone) -> TableNow | None:
        """Return the table at which a phone's player sits."""
        seated = self.tonight.table_of(phone)
        return self.tables.get(seated.table) if seated else None


def read(club: Club, session: int, before: Evening | None = None) -> Evening:
    """Read the evening; tables that are as they were `before` are not judged again. Raises a `ClubFault`."""
    pairing.give_codes(club, session)
    with club.reading() as tx:
        now = tonight.read(tx, session)
        public, how = public_names.read(tx), _shown_as(tx, now)
        told_before = previews(tx, now)
        restored = next((each.n for each in last_of(tx, tx.club, [Kind.RESTORED], most=1)), 0)
        of_tables = [each.number.id for each in now.tables]
        disputes = rows_of(tx, Dispute, f"WHERE match_id IN {marks(of_tables)} ORDER BY id", *of_tables)
        # Before an officer has decided, a ruling may tell what only the referee knows.
        rulings = tuple(each for each in dispute_views(tx, disputes) if each.decided) if disputes else ()
    tables = {}
    for seated in now.tables:
        # After a restore a table may have other lines than before, and as many.
        known = before.tables.get(seated.table) if before and before.restored == restored else None
        tables[seated.table] = _table(club, seated, public, how, told_before[seated.table], known)
    name = before.club if before else club.name
    version = before.version + 1 if before else 1
    return Evening(name, now, tables, public, rulings, posted(club), version, session, restored)


def _table(
    club: Club,
    seated: Seated,
    public: PublicNames,
    how: Mapping[int, ShownAs],
    previews: bool,
    before: TableNow | None,
) -> TableNow:
    held = before if before and before.log and before.log.match.id == seated.number.id else None
    try:
        log = log_of(club, seated.number, held.log if held else None)
        names = table_names(log.names, [seat.member_id for seat in log.seats], how)
        by_member = dict(zip((seat.member_id for seat in log.seats), names, strict=True))
        if held and held.log is log and held.names == by_member:
            same = (held.seated, held.previews) == (seated, previews)
            return held if same else replace(held, seated=seated, previews=previews)
        view = match_view(log)
    except ClubFault as fault:
        return TableNow(seated, {}, previews=previews, damaged=str(fault))
    since = held.public.sheet if held and held.public and held.names == by_member else None
    shown = in_public(view, names, public, since)
    waiting = tuple(each.number for each in view.waiting)
    return TableNow(seated, by_member, log, shown, waiting, previews, acts=offered(shown))


def _shown_as(tx: Transaction, now: Tonight) -> dict[int, ShownAs]:
    members = {member for each in now.tables for member in each.members}
    usual = public_names.usual(tx)
    asked = f"SELECT id, shown_as FROM member WHERE id IN {marks(members)}"
    return {id: ShownAs(shown or usual) for id, shown in tx.rows(asked, *members)}
