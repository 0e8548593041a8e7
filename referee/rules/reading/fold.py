"""Folding a record into rulings, with what became of its illegal acts, and with hindsight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.rules.book.actions import Aside, Deal, Statement
from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.ledger import Item, Unit
from referee.rules.book.rulebook import Rulebook, Settled
from referee.rules.copying import replace
from referee.rules.notation.record import Line, Record
from referee.rules.reading.hindsight import hindsight


@dataclass(slots=True)
class Judged:
    """A line with its ruling, and the table before and after it.

    `at_first` is the ruling as it was when the line was entered; what was open then is judged again in `ruling` with
    what has been seen since. `counts` says whether the line changed the table. An illegal act that nobody took back or
    let stand is void, unless the next act can only be explained by its having stood: `shown_by` is that line.
    """

    line: Line
    ruling: Ruling
    at_first: Ruling
    before: Any
    after: Any
    counts: bool = True
    shown_by: int = 0

    @property
    def decided_later(self) -> bool:
        """Whether the line was open when it was entered, and hindsight has decided it."""
        return self.at_first.verdict is Verdict.OPEN and self.ruling.verdict is not Verdict.OPEN

    @property
    def is_open(self) -> bool:
        """Whether later cards may still decide the line."""
        return self.ruling.verdict is Verdict.OPEN and self.ruling.word != "lapsed" and not self.line.taken_back

    @property
    def has_lapsed(self) -> bool:
        """Whether the cards were gathered before anything decided the line."""
        return self.ruling.word == "lapsed" and not self.line.taken_back

    @property
    def items(self) -> tuple[Item, ...]:
        """What the line added to the settlement."""
        return self.after.items[len(self.before.items) :]  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record with all its rulings and the table at its end.

    `stood` is the table as it would be if the last illegal act, of which nobody has said anything yet, stood.
    """

    record: Record
    entries: tuple[Judged, ...]
    state: Any
    stood: Any = None

    @property
    def settled(self) -> Settled:
        """What facts that begin in the middle of a hand settle besides, and what is missing for the rest."""
        return Settled() if self.record.whole else self.record.book.settle(self.state)

    @property
    def settlement(self) -> tuple[Item, ...]:
        """Every payment, penalty and place so far."""
        return (*self.state.items, *self.settled.items)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats grouped by rank, the best first; empty while nothing has been decided."""
        return self.record.book.ranking(self.state)

    @property
    def penalties(self) -> dict[int, int]:
        """How many penalties each seat has taken, for games that have any."""
        taken = Counter(item.seat for item in self.state.items if item.unit is Unit.PENALTY)
        return {seat: taken[seat] for seat in self.record.seats} if taken else {}

    @property
    def open(self) -> tuple[Judged, ...]:
        """The entries that later cards may still decide."""
        return tuple(each for each in self.entries if each.is_open)

    def lapsed_with(self, deal: int = 0) -> tuple[Judged, ...]:
        """The entries that lapsed when the cards were gathered for the deal on a line, or else at the end."""
        hand: list[Judged] = []
        for each in self.entries:
            if starts_hand(each.line):
                if each.line.number == deal:
                    break
                hand = []
            hand.append(each)
        else:
            if deal:
                return ()
        return tuple(each for each in hand if each.has_lapsed)


def fold(record: Record, *, gathered: bool = False, since: Sheet | None = None) -> Sheet:
    """Judge and apply every line, then look back at what was open.

    `gathered` says that the cards of the last hand have been put together, so that nothing can be shown any more. With
    `since`, a sheet of the same record when it had fewer lines, or others after some line, only the hand in which they
    first differ and those after it are judged anew: hindsight does not look back beyond a deal.
    """
    book = record.book
    done = _unchanged(record, since) if since else []
    table = done[-1].after if done else book.begin(record.seats, record.options, whole=record.whole)
    judged = list(done)
    stood = None
    for line in record.lines[len(done) :]:
        ruling = book.judge(table, line.act)
        if stood is not None and not isinstance(line.act, Aside):
            if ruling.verdict is Verdict.ILLEGAL:
                table, ruling = _otherwise(book, table, stood, line, judged)
            stood = None
        after, counts = _happened(book, table, line, ruling)
        if not counts and _is_doubtful(book, line):
            stood = book.apply(table, line.act) if _can_have_been(book, table, line) else after
        elif stood is not None:
            stood, _ = _happened(book, stood, line, ruling)
        judged.append(Judged(line, ruling, ruling, table, after, counts))
        table = after
    _look_back(book, judged, len(done), gathered)
    return Sheet(record, tuple(judged), table, stood)


def _otherwise(book: Rulebook, void: Any, stood: Any, line: Line, judged: list[Judged]) -> tuple[Any, Ruling]:
    """Return the table and the ruling on an act that would be illegal if the illegal act before it were void.

    It may show that the other stood. If it does not, nobody knows whose turn that one left it to be.
    """
    ruling = book.judge(stood, line.act)
    if ruling.verdict is not Verdict.ILLEGAL:
        last = _last_doubtful(judged)
        judged[last] = replace(judged[last], after=stood, counts=True, shown_by=line.number)
        return stood, ruling
    open_turn = replace(void, turn=None)
    return open_turn, book.judge(open_turn, line.act)


def _happened(book: Rulebook, table: Any, line: Line, ruling: Ruling) -> tuple[Any, bool]:
    """Return the table after a line, and whether the line changed it."""
    if line.taken_back:
        return book.leave_behind(table, line.act), False
    if ruling.verdict is not Verdict.ILLEGAL or line.stands:
        return book.apply(table, line.act), True
    if isinstance(line.act, Deal):
        return book.apply(table, line.act), True  # right or wrong, the cards are dealt
    # What cannot be so is not believed; what should not have been shown is seen all the same.
    if isinstance(line.act, Aside) and ruling.word == "finding":
        return table, False
    if isinstance(line.act, Statement):
        return book.apply(table, line.act), True
    if ruling.word == "finding":
        return book.apply(table, line.act), True  # nobody did anything wrong
    return book.void(table, line.act), False


def _is_doubtful(book: Rulebook, line: Line) -> bool:
    """Tell whether what comes next has to show what became of an illegal act: words never stand by themselves."""
    return not (line.taken_back or isinstance(line.act, Aside) or book.grammar.is_spoken(type(line.act)))


def _can_have_been(book: Rulebook, table: Any, line: Line) -> bool:
    """Tell whether an act moves only cards that can have been where it takes them from."""
    return all(
        len(table.known.possible(move.source, move.cards)) == len(move.cards)
        for move in book.moves_of(table, line.act)
        if isinstance(move.source, int)
    )


def _last_doubtful(judged: Sequence[Judged]) -> int:
    """Return the place of the last illegal act of which nobody has said whether it stands."""
    acts = (at for at in range(len(judged) - 1, -1, -1) if not isinstance(judged[at].line.act, Aside))
    return next(at for at in acts if not judged[at].counts and not judged[at].line.taken_back)


def _unchanged(record: Record, since: Sheet) -> list[Judged]:
    """Return the entries of whole hands at the beginning of a record that are as they were."""
    same = 0
    for line, entry in zip(record.lines, since.entries, strict=False):
        if line is not entry.line and line != entry.line:
            break
        same += 1
    # The hand in which the first change comes is judged anew, and so is one of which the last act was in doubt. A new
    # deal changes the hand before it: what was open there lapses.
    start = same
    while start:
        start = next((at for at in range(start - 1, 0, -1) if starts_hand(record.lines[at])), 0)
        if start and since.entries[start - 1].counts:
            break
    return list(since.entries[:start])


def starts_hand(line: Line) -> bool:
    """Tell whether a line gathers the cards of the hand before."""
    return isinstance(line.act, Deal) and not line.taken_back


def _look_back(book: Rulebook, judged: list[Judged], start: int, gathered: bool) -> None:
    ends = [at for at in range(start, len(judged)) if starts_hand(judged[at].line)]
    for at in range(start, len(judged)):
        entry = judged[at]
        if entry.ruling.verdict is not Verdict.OPEN:
            continue
        end = next((end for end in ends if end > at), None)
        ruling = hindsight(book, judged[at : len(judged) if end is None else end])
        if ruling.verdict is Verdict.OPEN and (gathered or end is not None):
            reason = f"{ruling.reason} It was not decided before the cards were gathered."
            ruling = replace(ruling, reason=reason, word="lapsed")
        judged[at] = replace(entry, ruling=ruling)
