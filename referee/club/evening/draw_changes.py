"""What officers do with a draw: change it with a reason, let somebody in or out, and start its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.cards.words import join_words
from referee.club import table_numbers
from referee.club.activity_log import find_entries
from referee.club.calendar import checkin
from referee.club.evening import draws, meetings, separations
from referee.club.evening.draws import DrawView
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.log import read_log
from referee.club.match.table_changes import sit_down
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, resolve_name, with_marks
from referee.competition import history, rounds
from referee.competition.entrants import Entrants, Pair, Sizes, Table, with_players
from referee.competition.rounds import NotChanged, Round
from referee.games.lookup import has_rules
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.models import Draw, Match
from referee.store.plain_rows import Member, Season, Session, get_row
from referee.store.projections.kind import EventKind
from referee.store.projections.play import ENTRIES
from referee.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class _Last:
    """The last draw of a session: its row, its round, and the member that each place in it stands for."""

    row: Draw
    session: Session
    season: Season
    round: Round
    members: tuple[int, ...]


def swap(club: Club, one: str, other: str, *, reason: str, session: str | None = None) -> DrawView:
    """Let two players of a draw change places; one of them may be somebody who sits out."""
    return _changed(club, "swapped", (one, other), lambda round, who, _: rounds.swapped(round, *who), reason, session)


def move(club: Club, name: str, table: int, *, reason: str, session: str | None = None) -> DrawView:
    """Let somebody of a draw sit at another of its tables, where that balances best who sat where."""

    def moved(round: Round, who: Sequence[int], known: Entrants) -> Round:
        return rounds.with_move(round, who[0], table - round.before, known.sat)

    return _changed(club, "moved", (name,), moved, reason, session)


def take_out(club: Club, name: str, *, reason: str, session: str | None = None) -> DrawView:
    """Take somebody out of a draw who goes before play begins."""
    return _changed(club, "left", (name,), lambda round, who, _: rounds.without(round, *who), reason, session)


def add_late(club: Club, name: str, *, session: str | None = None) -> tuple[DrawView, int]:
    """Let somebody who came late join the smallest table of the draw; return the draw, and which table.

    Where the tables have been started it is the smallest at which nothing was written down yet. Whoever comes is noted
    as here. Of tables equally small it is the one at which they have met the others least.
    """
    with club.writing() as tx:
        found = _read(tx, session)
        member, playing = roster.find_member(tx, name), draws.playing(tx, found.session)
        if busy := [match for match, seated in playing.items() if member.id in seated]:
            raise ClubFault(f"{member.name} is already playing at {table_numbers.table_names(tx, busy)}.")
        drawn, started = found.round.tables, {table: each[0] for table, each in found.round.matches.items()}
        count = len(found.members)
        at_tables = {table: playing.get(match, []) for table, match in started.items()}
        sitting = [member.id, *(each for seated in at_tables.values() for each in seated)]
        found = replace(found, members=tuple(dict.fromkeys((*found.members, *sitting))))
        place = found.members.index(member.id)
        if not started and found.round.table_of(place) is not None:
            raise ClubFault(f"{member.name} is already in the draw.")
        if started:  # those count who sit there now
            now = (tuple(map(found.members.index, seated)) for seated in at_tables.values())
            found = replace(found, round=replace(found.round, tables=tuple(now)))
        open_to = [at for at in range(1, len(drawn) + 1) if not started or _no_hand_yet(tx, started[at])]
        known, parted = _known(tx, found), _apart(tx, found)
        made = rounds.joined(found.round, place, open_to, _refusal(tx, found), parted, known.met, known.sat)
        if made is None:
            why = "has room for one more" if open_to else "is still before its first hand"
            raise ClubFault(
                f"No table {why} for {member.name}.",
                Do.DRAW("Draw again for the players without a table"),
            )
        joined, table = made
        seats = joined.tables[table - 1]
        # Of those at a table that has started only who is in the draw is kept with it.
        tables = (*drawn[: table - 1], tuple(seat for seat in seats if seat < count or seat == place), *drawn[table:])
        match = started.get(table)
        new = {"joined": member.id} if place == count else {}
        _keep(tx, found.row, "came", [place], tables, [match] if match else [], **new)
        if match:
            sit_down(tx, read_log(tx, match), [found.members[seat] for seat in seats])
        checkin.check_in_one(tx, found.session, member)
        return draws.view(tx, found.row), found.round.before + table


def start_tables(club: Club, *, session: str | None = None) -> DrawView:
    """Start every table of the last draw: all of them, or none."""
    with club.writing() as tx:
        found = _read(tx, session)
        if started := [match[0] for match in found.round.matches.values()]:
            raise ClubFault(
                f"The tables of draw {found.row.id} have already started: {table_numbers.table_names(tx, started)}.",
                Do.DRAW("Draw again for the players without a table"),
            )
        tables = [[found.members[place] for place in table] for table in found.round.tables]
        free = {member.id for member in draws.present(tx, found.session)}
        if gone := [get_row(tx, Member, each).name for table in tables for each in table if each not in free]:
            raise ClubFault(
                f"{join_words(gone)} {'is' if len(gone) == 1 else 'are'} no longer checked in, or already at a table.",
                Do.DRAW("Draw again"),
            )
        numbers = []
        for game, table in zip(found.row.games, tables, strict=True):
            book, options = draws.book_and_options(tx, found.season, game)
            players = [get_row(tx, Member, each) for each in table]
            numbers.append(starting.seat(tx, found.session, book, options, players, result_only=not has_rules(book)))
        _keep(tx, found.row, "taken", [], found.round.tables, numbers)
        return draws.view(tx, found.row)


def undo(club: Club, change: int) -> DrawView:
    """Undo the last change of the last draw, which is named by its event."""
    with club.writing() as tx:
        found = _read(tx, None)
        changes = draws.changes_of(tx, found.row)
        if not changes or changes[-1].event.n != change or changes[-1].data["matches"]:
            raise ClubFault("The draw has changed since, so that change can no longer be undone.")
        tx.undo(changes[-1].event, draw=found.row.id)
        return draws.view(tx, found.row)


def _changed(
    club: Club,
    kind: str,
    names: Sequence[str],
    change: Callable[[Round, Sequence[int], Entrants], Round],
    reason: str,
    session: str | None,
) -> DrawView:
    """Change the tables of the last draw, when that has a reason, and what comes of it can be played."""
    reason = reason_needed(reason, "A change of the draw")
    with club.writing() as tx:
        found, called = _read(tx, session), roster.names(tx)
        in_it = {place for table in (*found.round.tables, found.round.byes) for place in table}
        who = [resolve_name(name, {place: called[found.members[place]] for place in in_it}, "player") for name in names]

        def named(text: str) -> str:
            return with_players(text, lambda place: called[found.members[place]])

        try:
            now = change(found.round, who, _known(tx, found))
        except NotChanged as fault:
            right = [
                Do.CORRECT_SEAT("Correct the seat", table=table.at)
                for table in table_numbers.numbers(tx, [fault.match or 0]).values()
            ]
            raise ClubFault(named(str(fault)), *right) from None
        if why := rounds.unplayable(found.round, now, _refusal(tx, found), _apart(tx, found)):
            raise ClubFault(named(why), Do.SWAP_DRAWN("Swap two players"), Do.DRAW("Or draw again"))
        _keep(tx, found.row, kind, who, now.tables, [], EventText("reason", with_marks(reason, (), called)))
        return draws.view(tx, found.row)


def _read(tx: Transaction, session: str | None) -> _Last:
    row = draws.latest_draw(tx, session)
    held = starting.open_one(tx, str(row.session_id))
    members = draws.members_of(tx, row)
    round = draws.round_of(tx, row, members, draws.changes_of(tx, row))
    return _Last(row, held, get_row(tx, Season, held.season_id), round, tuple(members))


def _known(tx: Transaction, found: _Last) -> Entrants:
    """Return what the season has of all who are in a draw, by their places in it."""
    place = {member: at for at, member in enumerate(found.members)}
    return history.entrants_after(meetings.tables(tx, found.season), place, Sizes(1, len(place)), called=place)


def _refusal(tx: Transaction, found: _Last) -> Callable[[int, int], str | None]:
    """Return what says why a table of a draw cannot have so many players."""

    def refusal(table: int, size: int) -> str | None:
        book, options = draws.book_and_options(tx, found.season, found.row.games[table - 1])
        return book.refusal(options, size)

    return refusal


def _apart(tx: Transaction, found: _Last) -> frozenset[Pair]:
    """Return the places of those who are kept apart: for the season, or in this draw."""
    place = {member: at for at, member in enumerate(found.members)}
    season = (sorted(place[each] for each in pair) for pair in separations.separations_among(tx, found.season, place))
    return found.round.question.field.apart | {(one, other) for one, other in season}


def _no_hand_yet(tx: Transaction, match: int) -> bool:
    """Tell whether a table goes on at which nothing has been written down."""
    if tx.get_one(Match, match).finished_at is not None:
        return False
    return not find_entries(tx, *ENTRIES, match=match, most=1)


def _keep(
    tx: Writing,
    row: Draw,
    what: str,
    places: list[int],
    tables: Sequence[Table],
    matches: list[int],
    *texts: EventText,
    **joined: int,
) -> None:
    now = {"tables": [list(table) for table in tables], "matches": matches}
    tx.append(EventKind.DRAW_CHANGED, {"draw": row.id, "what": what, "places": places, **now, **joined}, texts=texts)
