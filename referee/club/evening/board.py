"""The public board: the tables, the standings and the next session.

It shows no lines, cards, reasons or disputes, and only public names. Its only typed texts are a session's room and
note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from referee.cards.immutable import frozen
from referee.club.calendar import seasons
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.match.view import MatchView
from referee.club.people import public_names
from referee.club.people.public_names import PublicNames
from referee.club.phones.evening_state import SessionEnded
from referee.club.phones.evening_state import read_evening as tonight_of_phones
from referee.club.phones.serving import PhoneServer, served_at
from referee.club.standings.standings import Standings, shown_in_public, standings
from referee.club.table_numbers import TableNumber
from referee.store.plain_rows import Season, Session


@frozen
class PostedTable:
    """A table on the public board.

    `places` ranks the players of a finished match, best first. `turn` is the player whose turn it is; empty if nobody's
    or unknown. `open` counts the questions that unseen cards will settle. `code` pairs phones with the table; empty if
    no phones are served.
    """

    number: TableNumber
    game: str
    names: tuple[str, ...]
    turn: str
    open: int
    finished: bool
    places: tuple[tuple[str, ...], ...]
    code: str = ""


@frozen
class BoardView:
    """The board: the open session, the next planned one, the tables and the standings.

    `came` is the number of members present. Unfinished tables come first. `seen` has the match views, which the next
    call reuses. `head` is the short head of the log while no session is open. `damaged` says whether anything shown
    differs from the log. `served` is the server for phones, unless phones are off.
    """

    club: str
    session: Session | None
    planned: Session | None
    came: int
    matches: tuple[PostedTable, ...]
    standings: Standings | None
    seen: tuple[MatchView, ...] = ()
    head: str = ""
    damaged: bool = False
    served: PhoneServer | None = None


def board_view(club: Club, before: BoardView | None = None) -> BoardView:
    """Return the current board. With an earlier board (`before`), only changes are read and judged."""
    night = read_tonight(club, before.seen if before else ())
    season = _season(seasons.seasons(club), night.session, night.planned, club.today)
    season_standings = standings(club, season.name, before=before.standings if before else None) if season else None
    with club.reading() as tx:
        public = public_names.read_public_names(tx)
    served, codes = _phones(club, night.session)
    public_tables = [_seated(match, public, codes) for match in night.matches]
    return BoardView(
        club=night.club,
        session=night.session,
        planned=night.planned,
        came=len(night.came),
        matches=tuple(sorted(public_tables, key=lambda posted_table: (posted_table.finished, posted_table.number))),
        standings=shown_in_public(season_standings, public) if season_standings else None,
        seen=night.matches,
        head=night.head,
        damaged=bool(night.damage or (season_standings and season_standings.damage)),
        served=served,
    )


def _phones(club: Club, session: Session | None) -> tuple[PhoneServer | None, Mapping[int, str]]:
    """Return the server for phones and each table's code; None and empty if phones cannot be used."""
    if session is None:
        return None, {}
    with club.reading() as tx:
        served = served_at(tx, session.id)
        if not served:
            return None, {}
        try:
            phone_evening = tonight_of_phones(tx, session.id)
        except SessionEnded:
            return None, {}
    return (None, {}) if phone_evening.off else (served[0], phone_evening.codes)


def _season(seasons: Sequence[Season], session: Session | None, planned: Session | None, today: date) -> Season | None:
    """Return the season to show; None if there is none.

    It is the season of the open session, or of today's planned one. Otherwise it is the current season, the last one,
    or the first upcoming one.
    """
    for open_session in (session, planned if planned and planned.held_on == today else None):
        if open_session:
            return next(season for season in seasons if season.id == open_session.season_id)
    current_seasons = [season for season in seasons if season.starts <= today <= season.ends and not season.closed_at]
    past_seasons = [season for season in seasons if season.starts <= today]
    candidates = current_seasons or past_seasons or seasons[:1]
    return candidates[-1] if candidates else None


def _seated(match: MatchView, public: PublicNames, codes: Mapping[int, str]) -> PostedTable:
    # An unreadable match has no member numbers, so look its names up.
    members = match.members or [public.people.get(name, 0) for name in match.names]
    public_by_name = {name: public.at(member) for name, member in zip(match.names, members, strict=True)}
    return PostedTable(
        number=match.number,
        game=public.named(match.book.title) if match.result_only else match.book.title,
        names=tuple(public_by_name[name] for name in match.names),
        turn=public_by_name.get(match.turn, ""),
        open=0 if match.finished_at else len(match.sheet.open),
        finished=match.finished_at is not None,
        places=tuple(tuple(public_by_name[name] for name in group) for group in match.places)
        if match.finished_at
        else (),
        code="" if match.finished_at else codes.get(match.table, ""),
    )
