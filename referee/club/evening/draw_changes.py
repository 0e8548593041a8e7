"""Changing a draw: moving players for a reason, adding latecomers, removing players, and starting its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club import table_numbers
from referee.club.activity_log import find_entries
from referee.club.calendar import checkin
from referee.club.evening import draws, meetings, separations
from referee.club.evening.draws import DrawView
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.log import read_log
from referee.club.match.table_changes import write_seats
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, resolve_name, with_marks
from referee.competition import history, rounds
from referee.competition.entrants import Entrants, Pair, Sizes, Table, fill_in_names
from referee.competition.rounds import NotChanged, Round
from referee.games.lookup import has_rules
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.match_replay import Match
from referee.store.plain_rows import Draw, Member, Season, Session, get_row
from referee.store.projections.kind import EventKind
from referee.store.projections.play import ENTRIES
from referee.store.transaction import Transaction


@frozen
class _LastDraw:
    """The last draw of a session: its row, its round, and the member in each position."""

    row: Draw
    session: Session
    season: Season
    round: Round
    members: tuple[int, ...]


def swap(club: Club, one: str, other: str, *, reason: str, session: str | None = None) -> DrawView:
    """Swap two players of a draw, and return it. One of them may sit out."""
    return _change_draw(
        club, "swapped", (one, other), lambda round, players, _: rounds.swap_players(round, *players), reason, session
    )


def move(club: Club, name: str, table: int, *, reason: str, session: str | None = None) -> DrawView:
    """Move a player to another table of a draw, in the seat that best balances earlier seats. Return the draw."""

    def moved(round: Round, players: Sequence[int], entrants: Entrants) -> Round:
        return rounds.move_player(round, players[0], table - round.tables_before, entrants.sat)

    return _change_draw(club, "moved", (name,), moved, reason, session)


def take_out(club: Club, name: str, *, reason: str, session: str | None = None) -> DrawView:
    """Remove a player from a draw before play begins. Return the draw."""
    return _change_draw(
        club, "left", (name,), lambda round, players, _: rounds.remove_player(round, *players), reason, session
    )


def add_late(club: Club, name: str, *, session: str | None = None) -> tuple[DrawView, int]:
    """Add a latecomer to the smallest table of a draw, and check them in. Return the draw and the table number.

    Started tables qualify only while nothing is recorded there. Of equally small tables, the one with the fewest repeat
    meetings is chosen.
    """
    with club.writing() as tx:
        last_draw = _read_last_draw(tx, session)
        member, playing = roster.find_member(tx, name), draws.members_by_match(tx, last_draw.session)
        if busy := [match for match, members in playing.items() if member.id in members]:
            raise ClubFault(f"{member.name} is already playing at {table_numbers.table_names(tx, busy)}.")
        current_tables, started_matches = (
            last_draw.round.tables,
            {table: matches[0] for table, matches in last_draw.round.matches.items()},
        )
        count = len(last_draw.members)
        at_tables = {table: playing.get(match, []) for table, match in started_matches.items()}
        seated_members = [member.id, *(player for members in at_tables.values() for player in members)]
        last_draw = replace(last_draw, members=tuple(dict.fromkeys((*last_draw.members, *seated_members))))
        place = last_draw.members.index(member.id)
        if not started_matches and last_draw.round.table_of(place) is not None:
            raise ClubFault(f"{member.name} is already in the draw.")
        if started_matches:  # count the current players
            seated_indices = (tuple(map(last_draw.members.index, members)) for members in at_tables.values())
            last_draw = replace(last_draw, round=replace(last_draw.round, tables=tuple(seated_indices)))
        open_tables = [
            index
            for index in range(1, len(current_tables) + 1)
            if not started_matches or _is_empty_match(tx, started_matches[index])
        ]
        entrants, pairs_apart = _read_entrants(tx, last_draw), _pairs_apart(tx, last_draw)
        new_round = rounds.add_late_player(
            last_draw.round, place, open_tables, _make_refusal(tx, last_draw), pairs_apart, entrants.met, entrants.sat
        )
        if new_round is None:
            full = f"No table has room for {member.name}."
            refusal = f"All tables have begun their first hand, so {member.name} cannot join one."
            raise ClubFault(
                full if open_tables else refusal,
                Do.DRAW("Draw again for the players without a table"),
            )
        joined, table = new_round
        seats = joined.tables[table - 1]
        # For a started table, the draw stores only its own players and the latecomer.
        tables = (
            *current_tables[: table - 1],
            tuple(seat for seat in seats if seat < count or seat == place),
            *current_tables[table:],
        )
        match = started_matches.get(table)
        joined_data = {"joined": member.id} if place == count else {}
        _append_change(tx, last_draw.row, "came", [place], tables, [match] if match else [], **joined_data)
        if match:
            write_seats(tx, read_log(tx, match), [last_draw.members[seat] for seat in seats])
        checkin.check_in_one(tx, last_draw.session, member)
        return draws.view(tx, last_draw.row), last_draw.round.tables_before + table


def start_tables(club: Club, *, session: str | None = None) -> DrawView:
    """Start every table of the last draw, or none. Return the draw."""
    with club.writing() as tx:
        last_draw = _read_last_draw(tx, session)
        if started_matches := [match[0] for match in last_draw.round.matches.values()]:
            raise ClubFault(
                f"The tables of draw {last_draw.row.id} have already started: "
                f"{table_numbers.table_names(tx, started_matches)}.",
                Do.DRAW("Draw again for the players without a table"),
            )
        tables = [[last_draw.members[place] for place in table] for table in last_draw.round.tables]
        free = {member.id for member in draws.free_members(tx, last_draw.session)}
        if absent := [get_row(tx, Member, number).name for table in tables for number in table if number not in free]:
            raise ClubFault(
                f"{join_words(absent)} {'is' if len(absent) == 1 else 'are'} no longer checked in, "
                "or already at a table.",
                Do.DRAW("Draw again"),
            )
        numbers = []
        for game, table in zip(last_draw.row.games, tables, strict=True):
            book, options = draws.book_and_options(tx, last_draw.season, game)
            players = [get_row(tx, Member, number) for number in table]
            numbers.append(
                starting.seat_players(tx, last_draw.session, book, options, players, result_only=not has_rules(book))
            )
        _append_change(tx, last_draw.row, "taken", [], last_draw.round.tables, numbers)
        return draws.view(tx, last_draw.row)


def _change_draw(
    club: Club,
    kind: str,
    names: Sequence[str],
    change: Callable[[Round, Sequence[int], Entrants], Round],
    reason: str,
    session: str | None,
) -> DrawView:
    """Change the tables of the last draw, and return it. Raise `ClubFault` without a reason, or for an unplayable
    result.
    """
    reason = reason_needed(reason, "A change of the draw")
    with club.writing() as tx:
        last_draw, names_now = _read_last_draw(tx, session), roster.names(tx)
        drawn_places = {place for table in (*last_draw.round.tables, last_draw.round.byes) for place in table}
        members = [
            resolve_name(name, {place: names_now[last_draw.members[place]] for place in drawn_places}, "player")
            for name in names
        ]

        def named(text: str) -> str:
            return fill_in_names(text, lambda place: names_now[last_draw.members[place]])

        try:
            new_round = change(last_draw.round, members, _read_entrants(tx, last_draw))
        except NotChanged as fault:
            right = [
                Do.CORRECT_SEAT("Correct the seat", table=table.reference)
                for table in table_numbers.numbers(tx, [fault.match or 0]).values()
            ]
            raise ClubFault(named(str(fault)), *right) from None
        if refusal := rounds.describe_unplayable(
            last_draw.round, new_round, _make_refusal(tx, last_draw), _pairs_apart(tx, last_draw)
        ):
            raise ClubFault(named(refusal), Do.SWAP_DRAWN("Swap two players"), Do.DRAW("Or draw again"))
        _append_change(
            tx,
            last_draw.row,
            kind,
            members,
            new_round.tables,
            [],
            EventText("reason", with_marks(reason, (), names_now)),
        )
        return draws.view(tx, last_draw.row)


def _read_last_draw(tx: Transaction, session: str | None) -> _LastDraw:
    row = draws.latest_draw(tx, session)
    session_row = starting.find_open_session(tx, str(row.session_id))
    members = draws.members_of(tx, row)
    round = draws.round_of(tx, row, members, draws.changes_of(tx, row))
    return _LastDraw(row, session_row, get_row(tx, Season, session_row.season_id), round, tuple(members))


def _read_entrants(tx: Transaction, last: _LastDraw) -> Entrants:
    """Return the season's data on the players of a draw, by position."""
    place = {member: index for index, member in enumerate(last.members)}
    return history.build_entrants(meetings.season_seatings(tx, last.season), place, Sizes(1, len(place)), numbers=place)


def _make_refusal(tx: Transaction, last: _LastDraw) -> Callable[[int, int], str | None]:
    """Return a function that explains why a table of a draw cannot have a number of players."""

    def refusal(table: int, size: int) -> str | None:
        book, options = draws.book_and_options(tx, last.season, last.row.games[table - 1])
        return book.refusal(options, size)

    return refusal


def _pairs_apart(tx: Transaction, last: _LastDraw) -> frozenset[Pair]:
    """Return the pairs of positions to keep apart, for the season or only in this draw."""
    place = {member: index for index, member in enumerate(last.members)}
    season = (
        sorted(place[member] for member in pair) for pair in separations.separations_among(tx, last.season, place)
    )
    return last.round.request.field.apart | {(first, second) for first, second in season}


def _is_empty_match(tx: Transaction, match: int) -> bool:
    """Tell whether a match is in play with nothing recorded."""
    if get_row(tx, Match, match).finished_at is not None:
        return False
    return not find_entries(tx, *ENTRIES, match=match, limit=1)


def _append_change(
    tx: Writing,
    row: Draw,
    change: str,
    places: list[int],
    tables: Sequence[Table],
    matches: list[int],
    *texts: EventText,
    **joined: int,
) -> None:
    current = {"tables": [list(table) for table in tables], "matches": matches}
    tx.append(
        EventKind.DRAW_CHANGED, {"draw": row.id, "what": change, "places": places, **current, **joined}, texts=texts
    )
