"""The overview of an evening for officers: session, attendance, tables and pending decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import timedelta

from referee.cards.immutable import frozen
from referee.club.calendar import sessions
from referee.club.calendar.check_out import checked_out_members
from referee.club.disputes.view import DisputeView, dispute_views, undecided_disputes
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.club.phones.evening_state import OfficerCall, ResultReport, requests
from referee.club.signatures import names
from referee.club.standings.counted_tournaments import counted_tournaments
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_names
from referee.store.difference import Difference
from referee.store.events.log import head
from referee.store.moment import in_utc
from referee.store.plain_rows import Member, Session, first_row, select_rows
from referee.store.transaction import Transaction


@frozen
class Tonight:
    """The open session, if any, with its attendance, matches and pending decisions.

    `planned` is the next session that can be opened. `came` are the members present, and `gone` those who were checked
    out. `waiting` are the open disputes of all sessions. `calls` are the players' calls for an officer, oldest first,
    and `reports` their reported results by match. `apart` are tables that count in a tournament but not in the
    standings.

    While no session is open, `head` is the short head of the log. `closed` is the last session if it closed less than a
    day ago, with its matches in `over`. `members` is the size of the roster and `season` the name of the current
    season; they decide the next step in a new club. `acts` is the actor's name, or empty. `damage` lists differences
    from the log in anything shown here.
    """

    club: str
    session: Session | None
    planned: Session | None
    came: tuple[Member, ...]
    matches: tuple[MatchView, ...]
    waiting: tuple[DisputeView, ...]
    damage: tuple[Difference, ...] = ()
    head: str = ""
    closed: Session | None = None
    members: int = 0
    season: str = ""
    acts: str = ""
    apart: frozenset[int] = frozenset()
    gone: tuple[Member, ...] = ()
    over: tuple[MatchView, ...] = ()
    calls: tuple[OfficerCall, ...] = ()
    reports: Mapping[int, ResultReport] = field(default_factory=dict)

    @property
    def playing(self) -> dict[str, int]:
        """The match number of each player at an unfinished table, by name."""
        return {name: match.number for match in self.matches if not match.finished_at for name in match.names}


def read_tonight(club: Club, known_views: Iterable[MatchView] = ()) -> Tonight:
    """Return the state of the evening. Unchanged `known_views` are reused."""
    name = club.name
    with club.reading() as tx:
        waiting = tuple(dispute_views(tx, undecided_disputes(tx)))
        session = _find_open_session(tx)
        acts = with_names(club.signature(), (), names(tx))
        unused = "WHERE opened_at IS NULL AND cancelled_at IS NULL AND held_on >= ? ORDER BY held_on LIMIT 1"
        planned_session = first_row(select_rows(tx, Session, unused, f"{club.today}"))
        if session is None:
            members, season = _roster_size_and_season(tx, club)
            closed = _recently_closed_session(tx, club)
            closed_tables = _match_views(tx, closed, known_views) if closed else ()
            unopened = (
                name,
                None,
                planned_session,
                (),
                (),
                waiting,
                club.lost_events,
                _short_head(tx),
                closed,
                members,
                season,
                acts,
            )
            return Tonight(*unopened, over=closed_tables)
        tables = _match_views(tx, session, known_views)
        present_members, home = sessions.checked_in_members(tx, session), checked_out_members(tx, session)
        calls, reports = requests(tx, session.id)
        return Tonight(
            name,
            session,
            planned_session,
            tuple(member for member in present_members if member.id not in home),
            tables,
            waiting,
            (*club.lost_events, *(difference for table in tables for difference in table.damage)),
            acts=acts,
            apart=_tournament_tables(tx, session, tables),
            gone=tuple(member for member in present_members if member.id in home),
            calls=calls,
            reports=reports,
        )


def _match_views(tx: Transaction, session: Session, known_views: Iterable[MatchView]) -> tuple[MatchView, ...]:
    numbers = tx.rows('SELECT id FROM "match" WHERE session_id = ? ORDER BY id', session.id)
    return tuple(matches.find_matches(tx, [number for (number,) in numbers], known_views))


def _tournament_tables(tx: Transaction, session: Session, tables: Iterable[MatchView]) -> frozenset[int]:
    """Return the tables that count in a tournament but not in the standings, with their continuations."""
    tournament_tables = set(counted_tournaments(tx, session.season_id).without)
    for table in tables:  # in order: a continuation has a later number
        if table.continues in tournament_tables:
            tournament_tables.add(table.number)
    return frozenset(tournament_tables & {table.number for table in tables})


def _roster_size_and_season(tx: Transaction, club: Club) -> tuple[int, str]:
    """Return the size of the roster, and the name of the season that can hold a session today."""
    [(members,)] = tx.rows("SELECT count(*) FROM member WHERE retired_at IS NULL")
    query = "SELECT name FROM season WHERE closed_at IS NULL AND ends >= ? ORDER BY starts LIMIT 1"
    names = tx.rows(query, f"{club.today}")
    return members, names[0][0] if names else ""


def _recently_closed_session(tx: Transaction, club: Club) -> Session | None:
    """Return the last session if it closed less than a day ago, else None."""
    day_before = in_utc(club.clock() - timedelta(days=1))
    return first_row(select_rows(tx, Session, "WHERE closed_at >= ? ORDER BY closed_at DESC LIMIT 1", day_before))


def _short_head(tx: Transaction) -> str:
    """Return the short head of the log; empty if no session was ever closed."""
    session_closed = tx.rows("SELECT 1 FROM session WHERE closed_at IS NOT NULL LIMIT 1")
    return "" if not session_closed else head(tx, tx.club).short_text


def session_open(club: Club) -> Session:
    """Return the open session, the last if there are several. Raise `ClubFault` if none is open."""
    with club.reading() as tx:
        session_row = _find_open_session(tx)
    if session_row is None:
        raise ClubFault("No session is open any more.")
    return session_row


def _find_open_session(tx: Transaction) -> Session | None:
    condition = "WHERE opened_at IS NOT NULL AND closed_at IS NULL ORDER BY held_on DESC LIMIT 1"
    return first_row(select_rows(tx, Session, condition))
