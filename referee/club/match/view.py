"""Matches and the entries of their logs, for display."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from referee.cards.immutable import frozen
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
from referee.store.decoding import decoding
from referee.store.difference import Difference
from referee.store.match_replay import TableEntry
from referee.store.plain_rows import Session

_NEVER: Final = frozenset({EntryKind.LINE, EntryKind.REOPENED})  # these count only by their judged line, or never


@frozen
class LineView:
    """An entry of a match's log for display: a line, a result, or a change of players.

    `at_first` is the ruling when the line was entered, and `ruling` the current one. A result has neither; for a struck
    line both are the first ruling. `counts` says whether it changes the table. `decision` is the latest decision on it,
    with its `reason` and officer (`decided_by`).

    `judged` is the judged line with the tables before and after it. `items` are the ledger items of a line that counts.
    `turned` are lines whose verdict has just changed because of a decision on this one. `original` is the typed text,
    if it was read as other words; it is not stored.
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
        """The text of the line, after the typed text if that differs."""
        return f"{self.original} (read as: {self.text})" if self.original else self.text

    @property
    def waits(self) -> bool:
        """Whether the line needs an officer's decision on whether it stands."""
        return self.kind is EntryKind.LINE and not self.counts and self.decision is None

    @property
    def is_seat_change(self) -> bool:
        """Whether the entry changes the players, or voids or reopens the match."""
        return self.kind not in (EntryKind.LINE, *RESULTS)

    @property
    def turned_by(self) -> int:
        """The number of the later line that changed this verdict, or 0."""
        return self.judged.turned_by if self.judged else 0

    @property
    def read_otherwise(self) -> str:
        """A note on the later line that changed this verdict; empty if there is none."""
        return self.judged.verdict_change if self.judged else ""

    @property
    def shown_by(self) -> int:
        """The number of the later line that shows that this illegal line stood, or 0."""
        return self.judged.shown_by if self.judged else 0


@frozen
class MatchView:
    """A match for display: its frozen rules, its players, its log, and the report on its record (`sheet`).

    `names` are the players by seat with their names at the start, and `members` their numbers. `chip` is the value of a
    chip, if stated. Players who `left` a table without a record are still players, and are ranked last. If the players
    changed, the match `continues` an earlier one of its table, or `goes_on` in a later one. In the latter case only its
    complete hands count, and `whole_hands` is the report on these. A `void` match does not count.

    `token` changes with every addition to the log, and `steps` counts its entries and decisions. `damage` lists the
    differences from the club's log. An `unreadable` match has players but no lines.
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
        """The number of the match in the club."""
        return self.number.id

    @property
    def table(self) -> int:
        """The number of the table in the session."""
        return self.number.table

    @property
    def session(self) -> date:
        """The day of the session."""
        return self.played_on

    @property
    def game(self) -> str:
        """The slug of the game, or the name of a game without a rulebook."""
        return self.book.slug

    @property
    def result_only(self) -> bool:
        """Whether the game has no rulebook, so that only a result can be recorded."""
        return not has_rules(self.book)

    @property
    def turn(self) -> str:
        """The player whose turn it is; empty if nobody's or unknown."""
        seat = None if self.finished_at else self.sheet.table.turn
        return "" if seat is None else self.names[seat]

    @property
    def waiting(self) -> tuple[LineView, ...]:
        """The illegal lines that wait for an officer's decision."""
        return tuple(line for line in self.log if line.waits)

    def lapsed_with(self, deal: int = 0) -> tuple[LineView, ...]:
        """Return the lines that lapsed when the cards were gathered for the `deal` of a line; 0 stands for the end."""
        lapsed = {judged_line.line.number for judged_line in self.sheet.lapsed_at(deal)}
        return tuple(line for line in self.log if line.number in lapsed)

    def turned_by(self, number: int) -> tuple[LineView, ...]:
        """Return the earlier lines with a verdict that the numbered line changed."""
        return tuple(line for line in self.log if line.turned_by == number)


def match_view(
    log: MatchLog, damage: Sequence[Difference] = (), since: tuple[MatchLog, MatchView] | None = None
) -> MatchView:
    """Return a match for display, with its differences from the club's log.

    Unchanged lines of an earlier log and its view (`since`) are reused.
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


def _unchanged_lines(log: MatchLog, before: MatchLog, earlier_view: MatchView) -> dict[int, LineView]:
    """Return the unchanged line views of an earlier view, by number."""
    if (log.roster, log.names) != (before.roster, before.names):
        return {}
    return {
        line.number: line
        for line in earlier_view.log
        if line.judged is log.judged.get(line.number)
        and before.latest_decisions.get(line.number) is log.latest_decisions.get(line.number)
    }


def unreadable_view(
    number: TableNumber, game: str, session: Session, names: Sequence[str], damage: Sequence[Difference]
) -> MatchView:
    """Return the view of a match that can no longer be read: its players, and the differences."""
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
        token=(-1, -1),  # differs from every real token, so it is read again each time
        damage=tuple(damage),
        unreadable=True,
    )


def line_view(log: MatchLog, entry: TableEntry) -> LineView:
    """Return an entry of the log for display."""
    judged = log.judged.get(entry.number)
    latest_decision = log.latest_decisions.get(entry.number)
    at_first = _stored_ruling(log, entry) if entry.kind == EntryKind.LINE else None
    decision = log.decision(entry)
    return LineView(
        number=entry.number,
        kind=EntryKind(entry.kind),
        text=_entry_text(log, entry),
        at=entry.at,
        by=_describe_author(log, entry.by, entry.phone),
        at_first=at_first,
        ruling=render(judged.ruling, log.names) if judged else at_first,
        counts=judged.counts if judged else entry.kind not in _NEVER and decision in (None, DecisionKind.STANDS),
        decision=decision,
        reason=with_names(latest_decision.reason, log.names, log.roster) if latest_decision else "",
        decided_by=_describe_author(log, latest_decision.by, latest_decision.phone) if latest_decision else "",
        instead_of=entry.instead_of,
        judged=judged,
        items=render_all(judged.items, log.names) if judged and judged.counts else (),
    )


def _describe_author(log: MatchLog, author: str, phone: int) -> str:
    """Return the author of an entry, with a note on the phone used. A tablet writes for a whole table."""
    name = with_names(author, (), log.roster)
    return f"{name or 'tablet'}{BY_PHONE}" if phone else name


def _entry_text(log: MatchLog, entry: TableEntry) -> str:
    """Return the text of an entry, with the reason if it is a change of players."""
    text = with_names(_entry_words(entry), log.names, log.roster)
    if EntryKind(entry.kind) in (EntryKind.LINE, *RESULTS) or not entry.reason:
        return text
    return f"{text}: {with_names(entry.reason, (), log.roster)}"


def _entry_words(entry: TableEntry) -> str:
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
    """Tell whether letting an illegal line stand can change the table."""
    if judged.counts or judged.ruling.verdict is not Verdict.ILLEGAL:
        return True
    table = book.apply(judged.before, judged.line.act)
    return bool(table not in (judged.before, judged.after))


def changed_verdicts(before: MatchLog, after: MatchLog, *but: int) -> tuple[LineView, ...]:
    """Return the lines with a different verdict in two logs, except the numbers in `but` and lines taken back."""
    return tuple(
        line_view(after, entry)
        for entry in before.entries
        if entry.number not in but
        and after.decision(entry) is not DecisionKind.TAKEN_BACK
        and entry.number in before.judged
        and entry.number in after.judged
        and before.judged[entry.number].ruling.verdict is not after.judged[entry.number].ruling.verdict
    )


def _stored_ruling(log: MatchLog, entry: TableEntry) -> Ruling:
    """Return the ruling that was stored when a line was entered."""
    with decoding(f"line {entry.number} of table {log.number}"):
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
