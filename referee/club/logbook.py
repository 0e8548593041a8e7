"""A table and its log as people see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from referee.club.matches import Kind, Token, Word, Written
from referee.club.names import with_names
from referee.club.placings import outcome
from referee.rules import Entry as Judged
from referee.rules import Offer, Rulebook, Ruling, Sheet, Verdict
from referee.store.models import Entry


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of a table's log.

    `at_first` is the ruling as it was when the line was entered, `ruling` as the record now stands; a result
    has neither, and a line that was struck keeps its first. `counts` says whether it changes the table; `word` is what
    officers decided about it, if anything, with their `reason` and who did (`said_by`). `entry` is the line judged
    again, with the table before and after it, for lines that happened. `turned` are other lines, as they are now, on
    which the ruling is another one by what was just decided about this line.
    """

    number: int
    kind: Kind
    text: str
    at: datetime
    by: str
    at_first: Ruling | None
    ruling: Ruling | None
    counts: bool
    word: Word | None = None
    reason: str = ""
    said_by: str = ""
    instead_of: int | None = None
    entry: Judged | None = None
    turned: tuple[Logged, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether an officer must still say if this illegal line stands."""
        return self.kind is Kind.LINE and not self.counts and self.word is None


@dataclass(frozen=True, slots=True)
class Table:
    """A match at a table: what was frozen when it started, its log, and its sheet as it now stands.

    `names` are the players by seat as they were called then, `members` their numbers. `token` is another one after
    everything that is added to the table.
    """

    number: int
    session: int
    played_on: date
    book: Rulebook
    options: Any
    edition: str
    names: tuple[str, ...]
    members: tuple[int, ...]
    started_at: datetime
    finished_at: datetime | None
    log: tuple[Logged, ...]
    sheet: Sheet
    places: tuple[tuple[str, ...], ...]
    chips: dict[str, int]
    token: Token

    @property
    def steps(self) -> int:
        """How many entries and decisions the log has; it only grows."""
        return self.token[0]

    @property
    def turn(self) -> str:
        """The name of the player whose turn it is, empty when that is nobody's or not known."""
        seat = None if self.finished_at else self.sheet.state.turn
        return "" if seat is None else self.names[seat]

    @property
    def waiting(self) -> tuple[Logged, ...]:
        """The illegal lines of which an officer must still say whether they stand."""
        return tuple(each for each in self.log if each.waits)

    def decided_by(self, number: int) -> tuple[Logged, ...]:
        """Return the earlier lines that were open until a line decided them in hindsight."""
        return tuple(
            each
            for each in self.log
            if each.number != number and each.entry and each.entry.decided_later and number in each.entry.ruling.because
        )


def table_of(match: Written) -> Table:
    """Return a match as people see it."""
    came_of_it = outcome(match)
    return Table(
        number=match.match.id,
        session=match.session.id,
        played_on=match.played_on,
        book=match.book,
        options=match.options,
        edition=match.match.edition,
        names=match.names,
        members=tuple(seat.member_id for seat in match.seats),
        started_at=match.match.started_at,
        finished_at=match.match.finished_at,
        log=tuple(logged(match, entry) for entry in match.entries),
        sheet=match.sheet,
        places=tuple(tuple(match.names[seat] for seat in group) for group in came_of_it.places),
        chips={match.names[seat]: chips for seat, chips in came_of_it.chips.items()},
        token=match.token,
    )


def logged(match: Written, entry: Entry) -> Logged:
    """Return an entry as people see it."""
    judged = match.judged.get(entry.number)
    decision = match.decided.get(entry.number)
    at_first = _as_ruled(match, entry) if entry.kind == Kind.LINE else None
    word = match.word(entry)
    return Logged(
        number=entry.number,
        kind=Kind(entry.kind),
        text=with_names(entry.text, match.names),
        at=entry.at,
        by=with_names(entry.by, (), match.roster),
        at_first=at_first,
        ruling=judged.ruling if judged else at_first,
        counts=not judged.line.taken_back if judged else entry.kind != Kind.LINE and word in (None, Word.STANDS),
        word=word,
        reason=with_names(decision.reason, match.names, match.roster) if decision else "",
        said_by=with_names(decision.by, (), match.roster) if decision else "",
        instead_of=entry.instead_of,
        entry=judged,
    )


def turned(before: Written, after: Written, but: int) -> tuple[Logged, ...]:
    """Return the lines, other than the one decided on, of which the verdict has changed."""
    return tuple(
        logged(after, entry)
        for entry in before.entries
        if entry.number != but
        and entry.number in before.judged
        and entry.number in after.judged
        and before.judged[entry.number].ruling.verdict is not after.judged[entry.number].ruling.verdict
    )


def _as_ruled(match: Written, entry: Entry) -> Ruling:
    """Return the ruling that was given when a line was entered."""
    return Ruling(
        verdict=Verdict(entry.verdict),
        clause=match.book.clauses[entry.clause],
        reason=with_names(entry.reason, match.names),
        options=match.options,
        because=tuple(entry.because),
        alternatives=tuple(Offer(with_names(text, match.names), ()) for text in entry.alternatives),
        word=entry.word,
    )
