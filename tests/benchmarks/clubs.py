"""Clubs to measure on: two hundred members, a season of ten thousand matches, and a busy evening in it.

They are written down as playing them would have, but in a few large strokes: a club is made for every measurement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from random import Random
from typing import Any, Final

from sqlalchemy.dialects import sqlite
from sqlmodel import SQLModel

from referee.cards import Card
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.log import (
    DecisionKind,
    EntryKind,
    draft_decision,
    draft_entry,
    read_log,
    with_decision,
    with_entry,
    with_ruling,
    write_decisions,
    write_entry,
)
from referee.club.signatures import Writing
from referee.club.text.names import seat_marks
from referee.games import rulebook
from referee.games.play_or_pay.table import CardPlay, PotPayment
from referee.rules import Deal, Rulebook, Ruling, Seats, Verdict
from referee.rules.book.offers import offers_to
from referee.store import plain_rows
from referee.store.events.event import EventText
from referee.store.match_replay import TableEntry
from referee.store.models import (
    Attendance,
    Match,
    Member,
    Placing,
    Season,
    Seat,
    Session,
)
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

FIRST: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
LAST: Final = (
    *("Archer", "Baker", "Carter", "Dyer", "Ewing", "Fisher", "Glover", "Hunter", "Ingram", "Joiner", "Knight"),
    *("Lister", "Mason", "Naylor", "Osler", "Piper", "Quiller", "Reeve", "Sawyer", "Tyler", "Usher", "Vickers"),
    *("Wright", "Yeoman", "Zeller"),
)
NAMES: Final = [f"{first} {last}" for last, first in product(LAST, FIRST)]
MEMBERS: Final = range(1, len(NAMES) + 1)
WEEKS: Final = 50
FIRST_MONDAY: Final = date(2026, 1, 5)
_PLAYED: Final = ("big-two", "commune", "pontoon", "play-or-pay")
TONIGHT: Final = datetime.combine(FIRST_MONDAY + timedelta(weeks=WEEKS), time(18), UTC)


def fill(club: Club, matches: int) -> None:
    """Put 200 members and a season's matches into a club's file, as finishing them would have."""
    with club.writing() as tx:
        _insert(
            tx,
            Season(
                id=1, name="long", starts=date(2026, 1, 1), ends=date(2026, 12, 31),
                best_k=20, min_sessions=8, lot_seed=1, made_at=_week(1),
            )
        )  # fmt: skip
        _insert(tx, *(Member(id=number, name=NAMES[number - 1], joined_at=_week(1)) for number in MEMBERS))
        sessions = (
            Session(
                id=week, season_id=1, held_on=_week(week).date(), starts=time(18),
                opened_at=_week(week), closed_at=_week(week) + timedelta(hours=4),
            )
            for week in range(1, WEEKS + 1)
        )  # fmt: skip
        _insert(tx, *sessions)
        _add_matches(tx, range(1, matches + 1))


def finish_one_more(club: Club, matches: int) -> None:
    """Finish one more match."""
    with club.writing() as tx:
        _add_matches(tx, range(matches + 1, matches + 2))
        tx.append(EventKind.TABLE_FINISHED, {}, match=matches + 1)


def long_evening(club: Club, lines: int, *, at_each: int = 100) -> None:
    """Open one more session after the season's last, and record `lines` lines at tables of every kind."""
    with club.writing() as tx:
        _open_the_last(tx)
        for table in range(-(-lines // at_each)):
            first = 4 * table % (len(MEMBERS) - 4)
            _play(club, tx, _PLAYED[table % len(_PLAYED)], MEMBERS[first : first + 4], at_each)


def busy_evening(club: Club, *, present: int = 60, lines: int = 500, disputes: int = 100) -> int:
    """Open the session after a season's last, with tables of every kind; return the number of the longest."""
    with club.writing() as tx:
        _open_the_last(tx)
        attendance = (
            Attendance(session_id=WEEKS + 1, member_id=number, at=TONIGHT, by="") for number in MEMBERS[:present]
        )
        _insert(tx, *attendance)
        long = _play(club, tx, "play-or-pay", MEMBERS[:4], lines)
        for table, game in enumerate((*_PLAYED, "big-two"), 1):
            _play(club, tx, game, MEMBERS[4 * table : 4 * table + 4], min(lines, 60))
        _challenge(tx, long, disputes)
    return long


def lines_of_play(book: Rulebook, players: int, lines: int, seed: int = 1) -> Iterator[tuple[Any, Ruling]]:
    """Yield acts with their rulings: hand after hand of what may be done, and now and then a thing done out of turn."""
    chance = Random(seed)
    state = book.begin(Seats(seat_marks(players)))
    hands: list[set[Card]] = []
    yielded: list[Any] = []
    for number in range(1, lines + 1):
        if yielded and chance.random() < 0.06:
            act = chance.choice(yielded)
        elif state.turn is None:
            deals = [Deal(seat) for seat in state.seats]
            act = next((deal for deal in deals if book.judge(state, deal).verdict is Verdict.LEGAL), deals[0])
            hands = _dealt(book, players, chance)
        elif book.slug == "play-or-pay":
            act = _play_or_pay(state, hands[state.turn], chance)
        else:
            act = chance.choice([act for offer in offers_to(book, state, state.turn) for act in offer.acts] or yielded)
        act = replace(act, line=number)
        # Cards seen when an act is taken back stay known; to be quick, only acts without cards are repeated.
        if not book.moves_of(state, act):
            yielded.append(act)
        ruling = book.judge(state, act)
        if ruling.verdict is not Verdict.ILLEGAL:
            state = book.apply(state, act)
            if hands and act.seat >= 0:
                hands[act.seat].difference_update(card for move in book.moves_of(state, act) for card in move.cards)
        yield act, ruling


def _play_or_pay(table: Any, hand: set[Card], chance: Random) -> CardPlay | PotPayment:
    """Lead any card, or play the one wanted; who has not got it pays, and now and then who has."""
    wanted = table.wanted
    if wanted is None:
        return CardPlay(table.turn, chance.choice(sorted(hand, key=str)))
    return CardPlay(table.turn, wanted) if wanted in hand and chance.random() < 0.97 else PotPayment(table.turn)


def _dealt(book: Rulebook, players: int, chance: Random) -> list[set[Card]]:
    pack = list(book.pack.copies)
    chance.shuffle(pack)
    return [set(pack[seat::players]) for seat in range(players)]


def _open_the_last(tx: Transaction) -> None:
    _insert(tx, Session(id=WEEKS + 1, season_id=1, held_on=TONIGHT.date(), starts=time(18), opened_at=TONIGHT))


def _week(number: int) -> datetime:
    return datetime.combine(FIRST_MONDAY + timedelta(weeks=number - 1), time(18), UTC)


def _add_matches(tx: Transaction, numbers: range) -> None:
    matches, seats, placings = [], [], []
    for number in numbers:
        session = number % WEEKS + 1
        outcome = _week(session) + timedelta(seconds=number)
        matches.append(
            Match(
                id=number, session_id=session, game=("big-two", "commune", "play-or-pay")[number % 3],
                edition="", options={}, started_at=outcome, by="", finished_at=outcome,
            )
        )  # fmt: skip
        for seat, member in enumerate(Random(number).sample(MEMBERS, 4)):
            seats.append(Seat(match_id=number, seat=seat, member_id=member, name=NAMES[member - 1], guest=False))
            placings.append(
                Placing(match_id=number, member_id=member, rank=seat + 1.0, players=4, score=(3 - seat) / 3)
            )
    for rows in (matches, seats, placings):
        _insert(tx, *rows)


def _insert(tx: Transaction, *rows: SQLModel) -> None:
    """Insert rows of one table, as its model declares it."""
    table = type(rows[0]).__table__  # type: ignore[attr-defined]
    dialect = sqlite.dialect()
    encoders = {column.name: column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.columns}
    cells = [
        [encode(getattr(row, name)) if encode else getattr(row, name) for name, encode in encoders.items()]
        for row in rows
    ]
    tx.insert_rows(table.name, list(encoders), cells)


def _play(club: Club, tx: Writing, game: str, members: range, lines: int) -> int:
    """Play at a new table; every other illegal line is taken back, and the rest wait for an officer."""
    book = rulebook(game)
    members_there = [plain_rows.get_row(tx, plain_rows.Member, member) for member in members]
    match = starting.seat_players(
        tx, plain_rows.get_row(tx, plain_rows.Session, WEEKS + 1), book, book.options(), members_there
    )
    log, seats = read_log(tx, match), Seats(seat_marks(len(members)))
    for act, ruling in lines_of_play(book, len(members), lines):
        entry = draft_entry(club.with_actor(""), log, EntryKind.LINE, book.write(act, seats))
        entry = with_ruling(book, entry, ruling)
        log = write_entry(tx, with_entry(log, entry), entry)
        if ruling.verdict is Verdict.ILLEGAL and entry.number % 2:
            kind, reason = DecisionKind.TAKEN_BACK, "taken back at the table"
            decision = draft_decision(club.with_actor(""), log, entry.number, kind, reason)
            log = write_decisions(tx, with_decision(log, decision), [decision])
    return match


def _challenge(tx: Writing, table: int, disputes: int) -> None:
    """Open a dispute on each of the first lines of a table; nine of ten are decided."""
    log = read_log(tx, table)
    for entry in log.entries[:disputes]:
        data = {
            "dispute": entry.number, "line": entry.number, "game": log.match.game, "options": dict(log.match.options),
            "facts": 0, "members": [seat.member_id for seat in log.seats], "due": [], "ask": "", **_ruled(entry),
        }  # fmt: skip
        texts = [EventText(f"player {seat.seat + 1}", seat.name, seat.member_id) for seat in log.seats]
        claimed = EventText("claim", "@2 says that it was otherwise")
        tx.append(EventKind.DISPUTE_RAISED, data, match=table, texts=[*texts, claimed])
        if entry.number % 10:
            ruled = {"dispute": entry.number, "outcome": "upheld", "changed": ""}
            tx.append(EventKind.DISPUTE_RULED, ruled, match=table, texts=[EventText("reason", "everybody saw it")])


def _ruled(entry: TableEntry) -> dict[str, Any]:
    return {
        part: getattr(entry, part)
        for part in ("verdict", "word", "clause", "rule", "reason", "because", "alternatives")
    }  # fmt: skip
