"""What officers do with a draw: change it with a reason, let somebody in or out, and start its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlmodel import col, select

from referee.cards.words import counted, listed
from referee.club.calendar import checkin
from referee.club.evening import apart, draws, meetings
from referee.club.evening.draws import DrawView
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import roster
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault, NeedsReason
from referee.club.text.names import meant, plain, with_marks
from referee.competition import history
from referee.competition.draws.places import best_seat
from referee.competition.field import Pair, Sizes, pairs
from referee.games.called import has_rules
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.store.models import Draw, DrawChange, Drawn, Entry, Match, Member, Season, Seat, Session

Tables = list[list[int]]


def swap(club: Club, one: str, other: str, *, reason: str, session: str | None = None) -> DrawView:
    """Let two players of a draw change places."""

    def swapped(tx: Transaction, row: Draw, tables: Tables) -> tuple[Tables, list[int]]:
        two = [_place(tx, row, tables, name) for name in (one, other)]
        if two[0] == two[1]:
            raise ClubFault(f"{one!r} and {other!r} are one person; expected two.")
        places = dict(zip(two, reversed(two), strict=True))
        return [[places.get(place, place) for place in table] for table in tables], two

    return _changed(club, "swapped", swapped, reason, session)


def move(club: Club, name: str, table: int, *, reason: str, session: str | None = None) -> DrawView:
    """Let a player of a draw sit at another of its tables, where that balances best who sat where."""

    def moved(tx: Transaction, row: Draw, tables: Tables) -> tuple[Tables, list[int]]:
        place = _place(tx, row, tables, name)
        if not 1 <= table <= len(tables):
            raise ClubFault(f"There is no table {table} in the draw; expected 1 to {len(tables)}.")
        if place in tables[table - 1]:
            raise ClubFault(f"{_names(tx, row)[place]} sits at table {table} already.")
        left = [[each for each in old if each != place] for old in tables]
        sat = draws.field_of(row).sat
        left[table - 1] = list(best_seat(left[table - 1], place, sat))
        return left, [place]

    return _changed(club, "moved", moved, reason, session)


def leave(club: Club, name: str, *, reason: str, session: str | None = None) -> DrawView:
    """Take somebody out of a draw who goes before play begins."""

    def left(tx: Transaction, row: Draw, tables: Tables) -> tuple[Tables, list[int]]:
        place = _place(tx, row, tables, name)
        return [[each for each in table if each != place] for table in tables], [place]

    return _changed(club, "left", left, reason, session)


def late(club: Club, name: str, *, session: str | None = None) -> tuple[DrawView, int]:
    """Let somebody who came late join the smallest table of the draw; return the draw, and which table.

    Where the tables have been started it is the smallest at which nothing was written down yet. Whoever comes is noted
    as here. Of tables equally small it is the one at which they have met the others least.
    """
    with club.writing() as tx:
        row = draws.last(tx, session)
        found = starting.open_one(tx, str(row.session_id))
        season = tx.get_one(Season, found.season_id)
        member = roster.called(tx, name)
        members = draws.members_of(tx, row)
        if busy := [match for match, seated in draws.playing(tx, found).items() if member.id in seated]:
            raise ClubFault(f"{member.name} is playing at table {busy[0]} already.")
        changes = draws.changes_of(tx, row)
        started = next((each.matches for each in changes if each.kind == "taken"), [])
        tables = changes[-1].tables if changes else row.tables
        if not started and any(members[place] == member.id for table in tables for place in table):
            raise ClubFault(f"{member.name} is in the draw already.")
        open_to = [at for at in range(len(tables)) if not started or _no_hand_yet(tx, started[at])]
        seated = [[members[place] for place in table] for table in tables]
        if started:
            seated = [draws.playing(tx, found).get(match, []) for match in started]
        everybody = {member.id, *members, *(each for table in seated for each in table)}
        known = history.after(meetings.tables(tx, season), everybody, Sizes(1, len(everybody)))
        at = _smallest(tx, season, row, seated, open_to, member, known.met)
        order = best_seat(seated[at], member.id, known.sat)
        place = len(members)
        tx.add(Drawn(draw_id=row.id, place=place, member_id=member.id))
        tx.flush()
        number = {**{each: place for place, each in enumerate(members)}, member.id: place}
        now = [list(table) for table in tables]
        now[at] = [number[each] for each in order if each in number]
        _keep(tx, row, "came", [place], now, started[at : at + 1], "")
        if started:
            _seat_anew(tx, started[at], order)
        checkin.arrives(tx, found, member)
        return draws.view(tx, row), started[at] if started else at + 1


def take(club: Club, *, session: str | None = None) -> DrawView:
    """Start every table of the last draw: all of them, or none."""
    with club.writing() as tx:
        row = _untaken(tx, session)
        found = starting.open_one(tx, str(row.session_id))
        season = tx.get_one(Season, found.season_id)
        changes = draws.changes_of(tx, row)
        tables = changes[-1].tables if changes else row.tables
        members = draws.members_of(tx, row)
        free = {each.id for each in draws.here(tx, found)}
        seated = [members[place] for table in tables for place in table]
        if gone := [tx.get_one(Member, each).name for each in seated if each not in free]:
            raise ClubFault(
                f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} not here any more, or at a table already.",
                Do.DRAW("Draw again"),
            )
        numbers = []
        for game, places in zip(row.games, tables, strict=True):
            book, options = draws.book_and_options(tx, season, game)
            players = [tx.get_one(Member, members[place]) for place in places]
            without = not has_rules(book)
            match = starting.seat(tx, found, book, options, players, result_only=without)
            numbers.append(match.id)
        _keep(tx, row, "taken", [], tables, numbers, "")
        return draws.view(tx, row)


def _changed(
    club: Club,
    kind: str,
    change: Callable[[Transaction, Draw, Tables], tuple[Tables, list[int]]],
    reason: str,
    session: str | None,
) -> DrawView:
    """Change the tables of the last draw, when that has a reason, and what comes of it can be played."""
    reason = plain(reason, "the reason").strip()
    if not reason:
        raise NeedsReason("A change of the draw")
    with club.writing() as tx:
        row = _untaken(tx, session)
        changes = draws.changes_of(tx, row)
        before = changes[-1].tables if changes else row.tables
        tables, places = change(tx, row, [list(table) for table in before])
        _refuse_unplayable(tx, row, before, tables)
        _keep(tx, row, kind, places, tables, [], with_marks(reason, (), roster.names(tx)))
        return draws.view(tx, row)


def _refuse_unplayable(tx: Transaction, row: Draw, before: Tables, tables: Tables) -> None:
    """Raise a fault when a game would have too few or too many, or two who are kept apart would newly meet."""
    season = tx.get_one(Season, tx.get_one(Session, row.session_id).season_id)
    for at, (game, table) in enumerate(zip(row.games, tables, strict=True)):
        if len(table) != len(before[at]):
            book, options = draws.book_and_options(tx, season, game)
            if refusal := book.refusal(options, len(table)):
                raise ClubFault(
                    f"Table {at + 1} would have {counted(len(table), 'player')}: {refusal}.",
                    Do.SWAP_DRAWN("Exchange two players"),
                    Do.DRAW("Or draw again"),
                )
    members, names = draws.members_of(tx, row), _names(tx, row)
    parted = _parted(tx, season, row, members)
    for at, table in enumerate(tables):
        for place in set(table) - set(before[at]):
            for other in table:
                if frozenset((members[place], members[other])) in parted:
                    raise ClubFault(f"{names[place]} and {names[other]} are kept apart, and would sit at one table.")


def _parted(tx: Transaction, season: Season, row: Draw, members: Sequence[int]) -> set[frozenset[int]]:
    """Return who is kept apart of some members: for the season, or in this draw."""
    in_draw = draws.members_of(tx, row)
    return apart.among(tx, season, members) | {frozenset(in_draw[place] for place in pair) for pair in row.apart}


def _smallest(
    tx: Transaction,
    season: Season,
    row: Draw,
    seated: Sequence[Sequence[int]],
    open_to: Sequence[int],
    member: Member,
    met: Mapping[Pair, int],
) -> int:
    """Return the smallest table that a member may join. Raises `ClubFault`, saying what would help."""
    fits = []
    for at in open_to:
        joined = [*seated[at], member.id]
        book, options = draws.book_and_options(tx, season, row.games[at])
        apart_here = any(pair <= set(joined) for pair in _parted(tx, season, row, joined))
        if seated[at] and not apart_here and not book.refusal(options, len(joined)):
            before = sum(met.get(pair, 0) for pair in pairs(joined) if member.id in pair)
            fits.append((len(seated[at]), before, at))
    if not fits:
        why = "has room for one more" if open_to else "is still without its first hand"
        raise ClubFault(
            f"No table {why} for {member.name}.",
            Do.DRAW("Whoever does not play yet can be drawn anew"),
        )
    return min(fits)[2]


def _no_hand_yet(tx: Transaction, match: int) -> bool:
    """Tell whether a table goes on at which nothing has been written down."""
    if tx.get_one(Match, match).finished_at is not None:
        return False
    return tx.exec(select(Entry.id).where(col(Entry.match_id) == match).limit(1)).first() is None


def _seat_anew(tx: Transaction, match: int, members: Sequence[int]) -> None:
    """Seat players at a table at which nothing has been written down."""
    for seat in tx.exec(select(Seat).where(col(Seat.match_id) == match)):
        tx.delete(seat)
    tx.flush()
    for at, number in enumerate(members):
        member = tx.get_one(Member, number)
        tx.add(Seat(match_id=match, seat=at, member_id=number, name=member.name, guest=member.guest))
    tx.flush()


def _untaken(tx: Transaction, session: str | None) -> Draw:
    """Return the last draw of a session, when its tables have not been started."""
    row = draws.last(tx, session)
    started = next((each.matches for each in draws.changes_of(tx, row) if each.kind == "taken"), [])
    if started:
        which = f"table {started[0]}" if len(started) == 1 else f"tables {listed(started)}"
        raise ClubFault(
            f"Draw {row.id} has become {which} already.",
            Do.DRAW("Whoever does not play yet can be drawn"),
        )
    return row


def _place(tx: Transaction, row: Draw, tables: Tables, name: str) -> int:
    """Return the place of a player who is at one of the tables."""
    names = _names(tx, row)
    return meant(name, {place: names[place] for table in tables for place in table}, "player")


def _names(tx: Transaction, row: Draw) -> list[str]:
    called = roster.names(tx)
    return [called[member] for member in draws.members_of(tx, row)]


def _keep(
    tx: Writing,
    row: Draw,
    kind: str,
    places: list[int],
    tables: Tables,
    started: list[int],
    reason: str,
) -> None:
    tx.add(
        DrawChange(
            draw_id=row.id,
            kind=kind,
            places=places,
            tables=tables,
            matches=started,
            reason=reason,
            at=tx.moment,
            by=tx.actor,
        )
    )
    tx.flush()
