"""A match and the lines of its log, as people see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from referee.club.match.log import RESULTS, DecisionKind, EntryKind, MatchLog, Token
from referee.club.match.outcome import outcome, write_chips, write_places
from referee.club.match.seat_changes import (
    complete_hands,
    departed_seats,
    is_void,
    read_change,
    split_event,
    write_change,
)
from referee.club.table_numbers import TableNumber
from referee.club.text.names import BY_PHONE, with_names
from referee.games.lookup import RESULT_ONLY, has_rules, result_only_rulebook
from referee.rules import JudgedLine, LedgerItem, Offer, Record, Report, Rulebook, Ruling, Seats, Verdict, replay
from referee.rules.records.messages import render, render_all
from referee.store.difference import Difference
from referee.store.match_replay import TableEntry
from referee.store.plain_rows import Session

_NEVER: Final = frozenset({EntryKind.LINE, EntryKind.REOPENED})  # what changes a table only as a line that is judged


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of a match's log.

    `at_first` is the ruling as it was when the line was entered, `ruling` as the record now stands; a result
    has neither, and a line that was struck keeps its first. `counts` says whether it changes the table; `decision` is
    what officers decided about it, if anything, with their `reason` and who did (`decided_by`). `judged` is the line
    judged again, with the table before and after it, for lines that happened, and `items` what comes of one that
    counts. `turned` are other lines, as they are now, on which the ruling is another one by what was just decided
    about this line. `original` are the words in which a line was just typed, where it was read as saying the same in
    others; they are not kept.
    """

    PLAIN: ClassVar = (
        *("number", "kind", "text", "at", "by", "at_first", "ruling", "counts", "waits", "shown_by"),
        *("turned_by", "decision", "reason", "decided_by", "instead_of", "turned"),
    )
    number: int
    kind: EntryKind
    text: str
    at: datetime
    by: str
    at_first: Ruling | None
    ruling: Ruling | None
    counts: bool
    decision: DecisionKind | None = None
    reason: str = ""
    decided_by: str = ""
    instead_of: int | None = None
    judged: JudgedLine | None = None
    items: tuple[LedgerItem, ...] = ()
    turned: tuple[LineView, ...] = ()
    original: str = ""

    @property
    def words(self) -> str:
        """The text of the line, and what it was read as if that differs from what was typed."""
        return f"{self.original} (read as: {self.text})" if self.original else self.text

    @property
    def waits(self) -> bool:
        """Whether an officer still has to rule whether this illegal line stands."""
        return self.kind is EntryKind.LINE and not self.counts and self.decision is None

    @property
    def is_seat_change(self) -> bool:
        """Whether the entry changes the players, or voids or reopens the match."""
        return self.kind not in (EntryKind.LINE, *RESULTS)

    @property
    def turned_by(self) -> int:
        """The later line that turned the verdict on this one, 0 when none did."""
        return self.judged.turned_by if self.judged else 0

    @property
    def read_otherwise(self) -> str:
        """The sentence about a later line that changed this verdict; otherwise nothing."""
        return self.judged.verdict_change if self.judged else ""

    @property
    def shown_by(self) -> int:
        """The later line that shows that this illegal one stood, 0 when none does."""
        return self.judged.shown_by if self.judged else 0


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at a table: what was frozen when it started, its log, and its sheet as it now stands.

    `names` are the players by seat as they were called then, `members` their numbers. `chip` is what a chip is worth,
    where that was said. Those who `left` a table of which only the result is recorded are placed last, and are still
    among its players. When its players changed it `continues` another match of its table, or `goes_on` in another:
    then only its `whole_hands` count. A `void` one counts for nobody. `token` is another one after everything that is
    added to its log, and `steps` is how many entries and decisions the log has. `damage` is what at this table differs
    from the log; where it is `unreadable` there are no lines, and nothing but the players is shown.
    """

    PLAIN: ClassVar = (
        *("id", "table", "session", "game", "result_only", "names", "chip", "started_at", "finished_at", "void"),
        *("continues", "goes_on", "places", "chips"),
    )
    number: TableNumber
    session_id: int
    played_on: date
    book: Rulebook
    options: Any
    edition: str
    chip: str
    names: tuple[str, ...]
    members: tuple[int, ...]
    started_at: datetime
    finished_at: datetime | None
    log: tuple[LineView, ...]
    sheet: Report
    places: tuple[tuple[str, ...], ...]
    chips: dict[str, int]
    token: Token
    steps: int = 0
    damage: tuple[Difference, ...] = ()
    unreadable: bool = False
    continues: int | None = None
    goes_on: int | None = None
    void: bool = False
    whole_hands: Report | None = None
    left: tuple[str, ...] = ()

    @property
    def remaining_names(self) -> tuple[str, ...]:
        """The players who have not left."""
        return tuple(name for name in self.names if name not in self.left)

    @property
    def id(self) -> int:
        """The running number of the match."""
        return self.number.id

    @property
    def table(self) -> int:
        """The number of its table in the session."""
        return self.number.table

    @property
    def session(self) -> date:
        """The day of the session."""
        return self.played_on

    @property
    def game(self) -> str:
        """The slug of the game, or what a game without a rulebook is called."""
        return self.book.slug

    @property
    def result_only(self) -> bool:
        """Whether the game has no rulebook, so that only a result can be recorded."""
        return not has_rules(self.book)

    @property
    def turn(self) -> str:
        """The player whose turn it is; empty for nobody or unknown."""
        seat = None if self.finished_at else self.sheet.table.turn
        return "" if seat is None else self.names[seat]

    @property
    def waiting(self) -> tuple[LineView, ...]:
        """The illegal lines that wait for an officer's decision."""
        return tuple(line for line in self.log if line.waits)

    def lapsed_with(self, deal: int = 0) -> tuple[LineView, ...]:
        """Return the lines that lapsed when the cards were gathered for a deal, or at the end (0)."""
        lapsed = {judged_line.line.number for judged_line in self.sheet.lapsed_at(deal)}
        return tuple(line for line in self.log if line.number in lapsed)

    def turned_by(self, number: int) -> tuple[LineView, ...]:
        """Return the earlier lines of which a line turned the verdict."""
        return tuple(line for line in self.log if line.turned_by == number)


def match_view(
    log: MatchLog, damage: Sequence[Difference] = (), since: tuple[MatchLog, MatchView] | None = None
) -> MatchView:
    """Return a match as people see it, with its differences from the log.

    Given an earlier log and its view (`since`), unchanged lines are reused.
    """
    known_lines = _unchanged_lines(log, *since) if since else {}
    match_outcome, split = outcome(log), split_event(log)
    return MatchView(
        number=log.number,
        session_id=log.session.id,
        played_on=log.played_on,
        book=log.book,
        options=log.options,
        edition=log.match.edition,
        chip=log.match.chip,
        names=log.names,
        members=tuple(seat.member_id for seat in log.seats),
        started_at=log.match.started_at,
        finished_at=log.match.finished_at,
        log=tuple(known_lines.get(entry.number) or line_view(log, entry) for entry in log.entries),
        sheet=log.sheet,
        places=tuple(tuple(log.names[seat] for seat in group) for group in match_outcome.places),
        chips={log.names[seat]: chips for seat, chips in match_outcome.chips.items()},
        token=log.token,
        steps=log.steps,
        damage=tuple(damage),
        continues=log.match.continues,
        goes_on=(split.goes_on or None) if split else None,
        void=is_void(log),
        whole_hands=complete_hands(log) if split else None,
        left=tuple(log.names[seat] for seat in departed_seats(log)),
    )


def _unchanged_lines(log: MatchLog, before: MatchLog, seen: MatchView) -> dict[int, LineView]:
    """Return the line views that are unchanged since an earlier view, by number."""
    if (log.roster, log.names) != (before.roster, before.names):
        return {}
    return {
        line.number: line
        for line in seen.log
        if line.judged is log.judged.get(line.number)
        and before.latest_decisions.get(line.number) is log.latest_decisions.get(line.number)
    }


def unreadable_view(
    number: TableNumber, game: str, session: Session, names: Sequence[str], damage: Sequence[Difference]
) -> MatchView:
    """Return a view of a match that can no longer be read: its players, and the differences."""
    book = result_only_rulebook(game)
    return MatchView(
        number=number,
        session_id=session.id,
        played_on=session.held_on,
        book=book,
        options=book.options(),
        edition=RESULT_ONLY,
        chip="",
        names=tuple(names),
        members=(),
        started_at=session.opened_at or datetime.combine(session.held_on, session.starts, UTC),
        finished_at=None,
        log=(),
        sheet=replay(Record(book, Seats(tuple(names)), book.options(), (), session.held_on)),
        places=(),
        chips={},
        token=(-1, -1),  # looked at again each time
        damage=tuple(damage),
        unreadable=True,
    )


def line_view(log: MatchLog, entry: TableEntry) -> LineView:
    """Return an entry of the log as people see it."""
    judged = log.judged.get(entry.number)
    last = log.latest_decisions.get(entry.number)
    at_first = _as_ruled(log, entry) if entry.kind == EntryKind.LINE else None
    decision = log.decision(entry)
    return LineView(
        number=entry.number,
        kind=EntryKind(entry.kind),
        text=_text(log, entry),
        at=entry.at,
        by=_signed(log, entry.by, entry.phone),
        at_first=at_first,
        ruling=render(judged.ruling, log.names) if judged else at_first,
        counts=judged.counts if judged else entry.kind not in _NEVER and decision in (None, DecisionKind.STANDS),
        decision=decision,
        reason=with_names(last.reason, log.names, log.roster) if last else "",
        decided_by=_signed(log, last.by, last.phone) if last else "",
        instead_of=entry.instead_of,
        judged=judged,
        items=render_all(judged.items, log.names) if judged and judged.counts else (),
    )


def _signed(log: MatchLog, by: str, phone: int) -> str:
    """Return who wrote an entry, and through which phone; a tablet writes for a whole table."""
    name = with_names(by, (), log.roster)
    return f"{name or 'tablet'}{BY_PHONE}" if phone else name


def _text(log: MatchLog, entry: TableEntry) -> str:
    """Return the text of an entry, with the reason for a change of players."""
    text = with_names(_words(entry), log.names, log.roster)
    if EntryKind(entry.kind) in (EntryKind.LINE, *RESULTS) or not entry.reason:
        return text
    return f"{text}: {with_names(entry.reason, (), log.roster)}"


def _words(entry: TableEntry) -> str:
    """Return the text of an entry, with marks for names."""
    match EntryKind(entry.kind):
        case EntryKind.LINE:
            return entry.text
        case EntryKind.PLACES:
            return write_places(entry)
        case EntryKind.CHIPS:
            return write_chips(entry)
        case EntryKind.VOID:
            return "the finished table is void" if entry.details["finished"] else "the table is void"
        case EntryKind.REOPENED:
            return "the table is open again"
        case _:
            return write_change(read_change(entry))


def can_stand(book: Rulebook, judged: JudgedLine) -> bool:
    """Whether letting an illegal line stand changes the table. Some acts change nothing."""
    if judged.counts or judged.ruling.verdict is not Verdict.ILLEGAL:
        return True
    table = book.apply(judged.before, judged.line.act)
    return bool(table not in (judged.before, judged.after))


def changed_verdicts(before: MatchLog, after: MatchLog, *but: int) -> tuple[LineView, ...]:
    """Return the lines whose verdict changed, except those decided on and those taken back."""
    return tuple(
        line_view(after, entry)
        for entry in before.entries
        if entry.number not in but
        and after.decision(entry) is not DecisionKind.TAKEN_BACK
        and entry.number in before.judged
        and entry.number in after.judged
        and before.judged[entry.number].ruling.verdict is not after.judged[entry.number].ruling.verdict
    )


def _as_ruled(log: MatchLog, entry: TableEntry) -> Ruling:
    """Return the ruling stored when a line was entered."""
    offers = tuple(Offer(with_names(text, log.names), ()) for text in entry.alternatives)
    return Ruling(
        verdict=Verdict(entry.verdict),
        clause=log.book.clauses[entry.clause],
        reason=with_names(entry.reason, log.names),
        options=log.options,
        because=tuple(entry.because),
        word=entry.word,
        find_alternatives=lambda: (offers, ()),
    )
