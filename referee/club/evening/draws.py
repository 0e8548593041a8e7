"""Seat draws for the players present. A draw is stored with its input, so that it can be repeated and checked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words, ordinal, quantity
from referee.club import table_numbers
from referee.club.activity_log import LogEntry, find_entries
from referee.club.calendar import house_rules, sessions
from referee.club.evening import meetings, separations
from referee.club.evening.offered_tables import inseparable_fault, plan_tables
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import roster
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, NoGame
from referee.club.text.names import valid_title, with_names
from referee.competition import history, rounds
from referee.competition.draw_request import EVENING, DrawRequest, answer_request
from referee.competition.draws.sizes import TableOffer
from referee.competition.entrants import NotDrawn, Sizes, all_pairs
from referee.competition.random_order import refuse_invalid_seed
from referee.competition.rounds import Round
from referee.games import has_rulebook
from referee.games.lookup import RESULT_ONLY, NoRulebook, game_title, look_up_rulebook, result_only_rulebook
from referee.rules import Rulebook, options_from
from referee.rules.plain_data import plain
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Draw, Member, Season, Session, get_row, placeholders, select_rows
from referee.store.projections.draws import game_part
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_SEEDS: Final = 10**6
_MOST_WITHOUT_RULES: Final = 10
_KEPT: Final = ("met", "sat", "apart", "played")
"""The attributes of the entrants that a draw's row stores, by their names in the stored data."""
_SAID: Final = {
    "swapped": "swapped seats",
    "moved": "moved to another table",
    "came": "joined late",
    "left": "left",
    "taken": "the tables were started",
}


@frozen
class DrawnTable:
    """A table of a draw, with its players in order of seat, and its match once started.

    Until then, `number` is the number that it would get if started next.
    """

    number: int
    game: str
    title: str
    names: tuple[str, ...]
    members: tuple[int, ...]
    match: TableNumber | None

    @property
    def dealer(self) -> str:
        """The first dealer: the last player in order of seat."""
        return self.names[-1]


@frozen
class ChangeView:
    """A change of a draw, with its players and reason. `said` describes the change in words.

    `kind` is ``swapped``, ``moved``, ``came``, ``left`` or ``taken``.
    """

    kind: str
    names: tuple[str, ...]
    said: str
    reason: str
    at: datetime
    by: str

    @property
    def in_full(self) -> str:
        """The change with its reason and its officer."""
        reason_text, signature_text = f": {self.reason}" if self.reason else "", f" ({self.by})" if self.by else ""
        return f"{self.said}{reason_text}{signature_text}"


@frozen
class DrawView:
    """A draw with its later changes.

    `again` counts the pairs that meet for the second time, the third time and so on. `out` are drawn players without a
    table, and `late` are members checked in since. `gone` are drawn players who left or are missing from their started
    table. `playing` are those at an unfinished table.
    """

    number: int
    session: Session
    seed: int
    chosen: bool
    """Whether somebody chose the seed; else it was left to chance."""
    method: str
    tables: tuple[DrawnTable, ...]
    again: Mapping[int, int]
    changes: tuple[ChangeView, ...]
    out: tuple[str, ...]
    late: tuple[str, ...]
    gone: tuple[str, ...]
    playing: tuple[str, ...]
    at: datetime
    by: str

    @property
    def taken(self) -> bool:
        """Whether the tables of the draw were started."""
        return any(change.kind == "taken" for change in self.changes)

    @property
    def seed_said(self) -> str:
        """The seed in words, and whether someone chose it."""
        return rounds.describe_seed(self.seed, chosen=self.chosen)

    @property
    def meetings(self) -> str:
        """A sentence on how many pairs meet for the second time, the third time and so on."""
        if not self.again:
            return "No repeat meetings this season."
        pair_counts = [
            f"{quantity(pairs, 'pair')} for the {ordinal(times)} time" for times, pairs in self.again.items()
        ]
        return f"Repeat meetings this season: {join_words(pair_counts)}."


@frozen
class CheckedDraw:
    """A repeated draw. `same` says whether the result is the same, and `why` explains why it could not be repeated."""

    draw: DrawView
    same: bool
    why: str = ""


def draw(
    club: Club,
    games: Iterable[str] = (),
    *,
    tables: int | Sequence[int] | None = None,
    seed: int | None = None,
    apart_tonight: Iterable[Sequence[str]] = (),
    excluded_names: Iterable[str] = (),
    session: str | None = None,
    result_only: bool = False,
) -> DrawView:
    """Draw and store tables for the members who are present and not playing. No table is started.

    Without `games`, the games of the session's last draw or of the last session are offered. `tables` is their number,
    or a list of sizes. `apart_tonight` are pairs to keep apart only in this draw. With `result_only`, games without a
    rulebook are allowed. Raise `NotSeated`, with advice, if the players cannot be seated.
    """
    refuse_invalid_seed(seed)
    used_seed = secrets.randbelow(_SEEDS) if seed is None else seed
    with club.reading() as tx:
        session_row = starting.find_open_session(tx, session)
        season = get_row(tx, Season, session_row.season_id)
        members_out = {roster.find_member(tx, name).id for name in excluded_names}
        ready_members = sorted(member.id for member in free_members(tx, session_row))
        members = [member for member in ready_members if member not in members_out]
        have_started = bool(members_by_match(tx, session_row))
        requested_games = [*games] or games_before(tx, session_row)
        offers = [_make_offer(tx, season, game, requested_games, result_only=result_only) for game in requested_games]
        plan = plan_tables(len(members), offers, tables, has_started_tables=have_started)
        pairs_apart = separations.separations_among(tx, season, members)
        for pair_names in apart_tonight:
            numbers = [roster.find_member(tx, name).id for name in pair_names]
            pairs_apart |= {frozenset(pair) for pair in all_pairs(numbers) if set(pair) <= set(members)}
        before = meetings.season_seatings(tx, season)
        names = roster.names(tx)
    number = {member: place for place, member in enumerate(members)}
    kept_apart = (
        (min(pair), max(pair))
        for pair in ({number[member] for member in separated_pair} for separated_pair in pairs_apart)
    )
    entrants = history.build_entrants(
        before, members, _size_limits([table.size for table in plan]), used_seed, numbers=number
    )
    on_offer = {table.game for table in plan}
    counts = {pairing: times for pairing, times in entrants.played.items() if pairing[1] in on_offer}
    field = replace(entrants, apart=frozenset(kept_apart), plan=plan, played=counts)
    try:
        result = answer_request(DrawRequest(EVENING, field))
    except NotDrawn as fault:
        raise inseparable_fault(fault, [names[member] for member in members], plan, offers) from None
    with club.writing() as tx:
        its_number, games = tx.next_number("draw"), [table.game for table in plan]
        drawn_data = {
            "draw": its_number,
            "session": starting.find_open_session(tx, session).id,
            "method": result.method,
            "seed": used_seed,
            "chosen": seed is not None,
            "games": [game if has_rulebook(game) else "" for game in games],
            "sizes": [table.size for table in plan],
            "met": plain(field.met),
            "sat": plain(field.sat),
            "apart": plain(field.apart),
            "played": [[place, games.index(game), times] for (place, game), times in sorted(field.played.items())],
            "tables": plain(result.drawn_round.tables),
            # Players who sit out have the places after those with a seat.
            "members": [*members, *(member for member in ready_members if member in members_out)],
        }
        titles = [EventText(game_part(index), game) for index, game in enumerate(games) if not has_rulebook(game)]
        tx.append(EventKind.SEATS_DRAWN, drawn_data, texts=titles)
        return view(tx, get_row(tx, Draw, its_number))


def show(club: Club, session: str | None = None) -> DrawView:
    """Return the last draw of a session."""
    with club.reading() as tx:
        return view(tx, latest_draw(tx, session))


def draws(club: Club, session: str | None = None) -> list[DrawView]:
    """Return every draw of a session in order, including unused ones."""
    with club.reading() as tx:
        return [view(tx, row) for row in _of_session(tx, latest_draw(tx, session).session_id)]


def check(club: Club, session: str | None = None) -> tuple[CheckedDraw, ...]:
    """Repeat every draw of a session from its stored input and method. Return the comparisons."""
    with club.reading() as tx:
        faults = []
        for row in _of_session(tx, latest_draw(tx, session).session_id):
            drawn_round = round_of(tx, row, members_of(tx, row), changes_of(tx, row)).check()
            faults.append(CheckedDraw(view(tx, row), drawn_round.same, drawn_round.why))
        return tuple(faults)


def round_of(tx: Transaction, row: Draw, members: Sequence[int], changes: Sequence[LogEntry]) -> Round:
    """Return a draw as a round in which players are positions. Members without a seat get the byes."""
    plan = list(zip(row.games, row.sizes, strict=True))
    field = {"players": range(sum(row.sizes)), "sizes": plain(_size_limits(row.sizes)), "seed": row.seed, "plan": plan}
    field |= {name: getattr(row, name) for name in _KEPT}
    round_data = {"round": row.id, "name": "the draw", "method": row.method, "seed": row.seed, "chosen": row.chosen}
    drawn_round = rounds.from_data(
        {**round_data, "made_from": {"by": EVENING, "field": field}, "tables": row.tables}, row.at
    )
    tables = tuple(map(tuple, changes[-1].data["tables"] if changes else row.tables))
    started_matches: list[int] = next(
        (change.data["matches"] for change in changes if change.data["what"] == "taken"), []
    )
    place = {member: index for index, member in enumerate(members)}
    seated_members = {members[member] for table in tables for member in table}
    free = (
        member.id
        for member in free_members(tx, get_row(tx, Session, row.session_id))
        if member.id not in seated_members
    )
    first = table_numbers.numbers(tx, started_matches[:1])
    tables_before = (
        first[started_matches[0]].table - 1 if first else len(table_numbers.session_tables(tx, row.session_id))
    )
    return replace(
        drawn_round,
        tables=tables,
        tables_before=tables_before,
        byes=tuple(place[member] for member in free if member in place),
        matches={number: (match,) for number, match in enumerate(started_matches, 1)},
    )


def _size_limits(sizes: Sequence[int]) -> Sizes:
    return Sizes(min(sizes), max(sizes))


def latest_draw(tx: Transaction, session: str | None = None) -> Draw:
    """Return the last draw of a session, by default of the open one."""
    session_row = sessions.find_session(tx, session)
    rows = _of_session(tx, session_row.id)
    if not rows:
        raise ClubFault(f"No seats have been drawn on {session_row.held_on}.", Do.DRAW("Draw seats", games=("GAME",)))
    return rows[-1]


def free_members(tx: Transaction, session: Session) -> list[Member]:
    """Return the members who are present and not at an unfinished table."""
    busy = {member for members in members_by_match(tx, session).values() for member in members}
    return [member for member in sessions.present_members(tx, session) if member.id not in busy]


def members_by_match(tx: Transaction, session: Session) -> dict[int, list[int]]:
    """Return the members at each unfinished table of a session, in order of seat."""
    query = (
        'SELECT s.match_id, s.member_id FROM seat s JOIN "match" m ON m.id = s.match_id '
        "WHERE m.session_id = ? AND m.finished_at IS NULL ORDER BY s.match_id, s.seat"
    )
    tables_of_match: dict[int, list[int]] = {}
    for match, member in tx.rows(query, session.id):
        tables_of_match.setdefault(match, []).append(member)
    return tables_of_match


def changes_of(tx: Transaction, row: Draw) -> list[LogEntry]:
    """Return the changes of a draw in order, without undone ones."""
    return find_entries(tx, EventKind.DRAW_CHANGED, draw=row.id)[::-1]


def members_of(tx: Transaction, row: Draw) -> list[int]:
    """Return the members of a draw in order of position."""
    return [member for (member,) in tx.rows("SELECT member_id FROM drawn WHERE draw_id = ? ORDER BY place", row.id)]


def view(tx: Transaction, row: Draw) -> DrawView:
    """Return a draw for display, with its changes."""
    session, names = get_row(tx, Session, row.session_id), roster.names(tx)
    members, changes = members_of(tx, row), changes_of(tx, row)
    round = round_of(tx, row, members, changes)
    met = round.request.field.met
    times: dict[int, int] = {}
    for count in sorted(met[pair] + 1 for table in round.tables for pair in all_pairs(table) if met.get(pair)):
        times[count] = times.get(count, 0) + 1
    called_now = table_numbers.numbers(tx, (match for matches in round.matches.values() for match in matches))
    free, busy = (
        free_members(tx, session),
        {member for table in members_by_match(tx, session).values() for member in table},
    )
    seated_members = (
        _seated_members(tx, session, round.matches.values()) if round.matches else {member.id for member in free}
    )
    return DrawView(
        number=row.id,
        session=session,
        seed=row.seed,
        chosen=row.chosen,
        method=row.method,
        tables=tuple(
            DrawnTable(
                number=round.tables_before + number,
                game=row.games[number - 1],
                title=game_title(row.games[number - 1]),
                names=tuple(names[members[place]] for place in places),
                members=tuple(members[place] for place in places),
                match=called_now.get(round.matches.get(number, (0,))[0]),
            )
            for number, places in enumerate(round.tables, 1)
        ),
        again=times,
        changes=tuple(_change_view(change, members, names) for change in changes),
        out=tuple(names[members[place]] for place in round.byes),
        late=tuple(member.name for member in free if member.id not in members),
        gone=tuple(
            names[members[index]] for table in round.tables for index in table if members[index] not in seated_members
        ),
        playing=tuple(sorted(names[member] for member in busy)),
        at=row.at,
        by=with_names(row.by, (), names),
    )


def _seated_members(tx: Transaction, session: Session, started: Iterable[Sequence[int]]) -> set[int]:
    """Return the players at some started tables, including those who joined later."""
    tables = table_numbers.numbers(tx, (match for table in started for match in table))
    numbers = {table.table for table in tables.values()}
    last_matches = [
        int(table_number)
        for table_number in table_numbers.session_tables(tx, session.id)
        if table_number.table in numbers
    ]
    rows = tx.rows(f"SELECT member_id FROM seat WHERE match_id IN {placeholders(last_matches)}", *last_matches)
    return {member for (member,) in rows}


def describe_change(tx: Transaction, change: LogEntry) -> str:
    """Return a change of a draw in words, such as ``Ann and Ben swapped seats``."""
    row = get_row(tx, Draw, change.data["draw"])
    return _change_view(change, members_of(tx, row), roster.names(tx)).said


def _change_view(entry: LogEntry, members: Sequence[int], names_by_id: Mapping[int, str]) -> ChangeView:
    kind, names = entry.data["what"], tuple(names_by_id[members[place]] for place in entry.data["places"])
    text = f"{join_words(names)} {_SAID[kind]}" if names else _SAID[kind]
    reason, officer = with_names(entry.reason, (), names_by_id), with_names(entry.actor, (), names_by_id)
    return ChangeView(kind, names, text, reason, entry.moment, officer)


def book_and_options(tx: Transaction, season: Season, game: str) -> tuple[Rulebook, Any]:
    """Return a game's rulebook, or a stand-in if it has none, with the season's house rules."""
    if not has_rulebook(game):
        book = result_only_rulebook(game)
        return book, book.options()
    book = look_up_rulebook(game)
    return book, options_from(book.options, house_rules.season_options(tx, season, book))


def _of_session(tx: Transaction, session: int) -> list[Draw]:
    return select_rows(tx, Draw, "WHERE session_id = ? ORDER BY id", session)


def games_before(tx: Transaction, session: Session) -> list[str]:
    """Return the games offered last: in this session, or else in the season's last session."""
    if rows := _of_session(tx, session.id):
        return list(dict.fromkeys(rows[-1].games))
    before = tx.rows(
        'SELECT e.id FROM "match" m JOIN session e ON e.id = m.session_id WHERE e.season_id = ? AND e.held_on <= ? '
        "ORDER BY e.held_on DESC, m.id DESC LIMIT 1",
        session.season_id,
        f"{session.held_on}",
    )
    if not before:
        raise ClubFault("No game is named.", Do.DRAW("Name one", games=("GAME",)))
    rows_of_session = tx.rows('SELECT game FROM "match" WHERE session_id = ? ORDER BY id', before[0][0])
    return list(dict.fromkeys(game for (game,) in rows_of_session))


def find_game(tx: Transaction, text: str, *, result_only: bool = False) -> str:
    """Return a game as matches store it: its slug, or the name of a game without a rulebook.

    With `result_only`, a new name is allowed. Raise `NoGame` if there is no such game.
    """
    try:
        return look_up_rulebook(text).slug
    except NoRulebook as unknown:
        query = 'SELECT DISTINCT game FROM "match" WHERE edition = ?'
        same_names: list[str] = [name for (name,) in tx.rows(query, RESULT_ONLY) if name.casefold() == text.casefold()]
        if not same_names and not result_only:
            raise NoGame(unknown) from None
        return same_names[0] if same_names else valid_title(text, "game")


def _make_offer(tx: Transaction, season: Season, game: str, games: Sequence[str], *, result_only: bool) -> TableOffer:
    try:
        slug = find_game(tx, game, result_only=result_only)
    except NoGame as unknown:  # the hint repeats the draw with all of its games
        [hint] = unknown.hints
        raise ClubFault(str(unknown), Do.DRAW_RESULT_ONLY(hint.text, games=tuple(games))) from None
    book, options = book_and_options(tx, season, slug)
    most = _MOST_WITHOUT_RULES if not has_rulebook(slug) else book.players_for(options)[-1]
    return TableOffer(slug, tuple(size for size in range(2, most + 1) if not book.refusal(options, size)))
