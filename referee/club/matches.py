"""A match as it was written down, and the sheet that comes of judging it again from its first line.

Nothing is cached: a ruling shown is the rulebook's word on the record as it now stands. What was ruled when a line was
entered stays with the line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from sqlmodel import col, func, select

from referee.club import roster
from referee.club.faults import UnknownName
from referee.club.names import seat_marks
from referee.games import rulebook
from referee.rules import Entry as Judged
from referee.rules import Record, Rulebook, Seats, Sheet, Verdict, fold, options_from
from referee.rules.grammar import Names, read_line
from referee.rules.record import Line
from referee.store.chain import first_link
from referee.store.engine import Transaction, row_of
from referee.store.models import Decision, Entry, Match, Seat, Session


class Kind(StrEnum):
    """What an entry of the log is: a line of the record, or how the match ended."""

    LINE = "line"
    PLACES = "places"
    CHIPS = "chips"


class Word(StrEnum):
    """What an officer decides about an entry.

    A line taken back was done and undone at the table, so that it still shows what a player held; a line struck was
    typed by mistake, and never happened.
    """

    STANDS = "stands"
    TAKEN_BACK = "taken back"
    STRUCK = "struck"


Token = tuple[int, datetime | None, tuple[tuple[str, int], ...]]


@dataclass(frozen=True)
class Written:
    """A match with its seats, its entries by number, and the decisions about them in order.

    `roster` has the names of all members by number, for texts that name more than the players.
    """

    match: Match
    session: Session
    book: Rulebook
    options: Any
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    decisions: tuple[Decision, ...]
    roster: Mapping[int, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def played_on(self) -> date:
        """The day of the session."""
        return self.session.held_on

    @cached_property
    def decided(self) -> Mapping[int, Decision]:
        """The decision that counts for each entry that has any: the last."""
        return {each.number: each for each in self.decisions}

    @cached_property
    def sheet(self) -> Sheet:
        """Every line in order of play with its ruling, and the table at the end."""
        return _judged(self)

    @cached_property
    def judged(self) -> Mapping[int, Judged]:
        """The lines that happened, by number."""
        return {each.line.number: each for each in self.sheet.entries}

    @property
    def chain(self) -> tuple[int, str]:
        """The last step of the log and its seal, on which the next one builds."""
        rows: list[Entry | Decision] = [*self.entries, *self.decisions]
        last = max(rows, key=lambda row: row.step, default=None)
        return (last.step, last.seal) if last else (0, first_link(self.match))

    @property
    def token(self) -> Token:
        """What tells the match as it is from what it was or will be."""
        return _token(self.chain[0], self.match, self.seats)

    def word(self, entry: Entry) -> Word | None:
        """Return the officers' word on an entry, or None when they have said nothing."""
        decision = self.decided.get(entry.number)
        return Word(decision.kind) if decision else None


def written(tx: Transaction, table: int) -> Written:
    """Read a match from the store. Raises `UnknownName` when there is none of that number."""
    match = row_of(tx, Match, table)
    if match is None:
        raise UnknownName(f"There is no table {table}.")
    book = rulebook(match.game)
    return Written(
        match=match,
        session=tx.get_one(Session, match.session_id),
        book=book,
        options=options_from(book.options, match.options),
        seats=tuple(tx.exec(select(Seat).where(col(Seat.match_id) == table).order_by(col(Seat.seat)))),
        entries=tuple(tx.exec(select(Entry).where(col(Entry.match_id) == table).order_by(col(Entry.number)))),
        decisions=tuple(tx.exec(select(Decision).where(col(Decision.match_id) == table).order_by(col(Decision.step)))),
        roster=roster.names(tx),
    )


def token_of(tx: Transaction, table: int) -> Token:
    """Return the token of a match as it is now, without reading its log."""
    steps = (tx.exec(select(func.max(kind.step)).where(kind.match_id == table)).one() for kind in (Entry, Decision))
    seats = tuple(tx.exec(select(Seat).where(col(Seat.match_id) == table).order_by(col(Seat.seat))))
    return _token(max(step or 0 for step in steps), tx.get_one(Match, table), seats)


def _token(step: int, match: Match, seats: Sequence[Seat]) -> Token:
    # A log only grows; else a match may be finished or opened again, and its players renamed or made one person.
    return step, match.finished_at, tuple((seat.name, seat.member_id) for seat in seats)


def edition(book: Rulebook) -> str:
    """Return what tells this wording of a rulebook from any other."""
    text = "\n".join(
        f"{clause.id} {clause.wording} {sorted(clause.reworded.items())}" for clause in book.clauses.values()
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in the order in which they happened: a correction comes where the mistyped line stood."""
    order: list[Entry] = []
    for entry in entries:
        at = len(order)
        if entry.instead_of is not None:
            at = next(at for at, other in enumerate(order, 1) if other.number == entry.instead_of)
        order.insert(at, entry)
    return order


def _lines(match: Written) -> list[Line]:
    """Return the lines of a match that happened, in order; those that wait for an officer as if taken back."""
    marks, seats = seat_marks(len(match.seats)), Seats(match.names)
    lines = []
    for entry in in_order(match.entries):
        word = match.word(entry)
        if entry.kind != Kind.LINE or word is Word.STRUCK:
            continue
        act = read_line(entry.text, match.book.verbs, Names(list(marks)), match.book.pack, entry.number, "")
        text = match.book.write(act, seats)
        lines.append(Line(entry.number, text, act, word is Word.TAKEN_BACK or _waits(entry, word)))
    return lines


def _waits(entry: Entry, word: Word | None) -> bool:
    """Tell whether a line was illegal when it was entered and no officer has said whether it stands."""
    return word is None and entry.verdict == Verdict.ILLEGAL


def _judged(match: Written) -> Sheet:
    """Judge the lines of a match.

    An illegal line does not change the table until it stands. One that was illegal only because an earlier
    line was mistyped counts as soon as that is put right.
    """
    record = Record(match.book, Seats(match.names), match.options, tuple(_lines(match)), match.played_on)
    waiting = {entry.number for entry in match.entries if _waits(entry, match.word(entry))}
    while True:
        sheet = fold(record, gathered=match.match.finished_at is not None)
        cleared = next(
            (
                each.line.number
                for each in sheet.entries
                if each.line.number in waiting and each.at_first.verdict is not Verdict.ILLEGAL
            ),
            None,
        )
        if cleared is None:
            return sheet
        waiting.discard(cleared)
        record = replace(
            record,
            lines=tuple(replace(line, taken_back=False) if line.number == cleared else line for line in record.lines),
        )
