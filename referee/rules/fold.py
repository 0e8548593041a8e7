"""Folding a record into rulings, with hindsight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any, Final

from referee.cards import UNSEEN, Card
from referee.rules.actions import Deal, Holds, HoldsOnly, Statement
from referee.rules.answer import Ruling, Verdict
from referee.rules.known import Hand
from referee.rules.ledger import Item, Unit
from referee.rules.record import Line, Record
from referee.rules.rulebook import Rulebook

Facts = tuple[Holds | HoldsOnly, ...]
_MOST_HANDS: Final = 250


@dataclass(frozen=True, slots=True)
class Entry:
    """A line with its ruling, and the table before and after it.

    `at_first` is the ruling as it was when the line was entered; what was open then is judged again in `ruling` with
    what has been seen since.
    """

    line: Line
    ruling: Ruling
    at_first: Ruling
    before: Any
    after: Any

    @property
    def decided_later(self) -> bool:
        """Whether the line was open when it was entered, and hindsight has decided it."""
        return self.at_first.verdict is Verdict.OPEN and self.ruling.verdict is not Verdict.OPEN

    @property
    def items(self) -> tuple[Item, ...]:
        """What the line added to the settlement."""
        return self.after.items[len(self.before.items) :]  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record with all its rulings and the table at its end."""

    record: Record
    entries: tuple[Entry, ...]
    state: Any

    @property
    def settlement(self) -> tuple[Item, ...]:
        """Every payment, penalty and place so far."""
        return self.state.items  # type: ignore[no-any-return]

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats grouped by rank, the best first; empty while nothing has been decided."""
        return self.record.book.ranking(self.state)

    @property
    def penalties(self) -> dict[int, int]:
        """How many penalties each seat has taken, for games that have any."""
        taken = Counter(item.seat for item in self.settlement if item.unit is Unit.PENALTY)
        return {seat: taken[seat] for seat in self.record.seats} if taken else {}

    @property
    def open(self) -> tuple[Entry, ...]:
        """The entries that later cards may still decide."""
        return tuple(e for e in self.entries if _waits(e))


def _waits(entry: Entry) -> bool:
    return entry.ruling.verdict is Verdict.OPEN and entry.ruling.word != "lapsed" and not entry.line.taken_back


def fold(record: Record, *, gathered: bool = False) -> Sheet:
    """Judge and apply every line, then look back at what was open.

    `gathered` says that the cards of the last hand have been put together, so that nothing can be shown any more.
    """
    book = record.book
    state = book.begin(record.seats, record.options, whole=record.whole)
    entries = []
    for line in record.lines:
        ruling = book.judge(state, line.act)
        after = _undone(book, state, line.act) if line.taken_back else book.apply(state, line.act)
        entries.append(Entry(line, ruling, ruling, state, after))
        state = after
    looked_back = tuple(_look_back(book, entries, index, gathered) for index in range(len(entries)))
    return Sheet(record, looked_back, state)


def _undone(book: Rulebook, state: Any, act: Any) -> Any:
    """Return the table after an act was taken back: as it was, but that everybody has seen the cards."""
    cards = tuple(card for card in getattr(act, "reveals", ()) if card is not UNSEEN)
    seen = Holds(act.seat, cards, line=act.line)
    if not cards or book.judge(state, seen).verdict is Verdict.ILLEGAL:
        return state
    return book.apply(state, seen)


def _look_back(book: Rulebook, entries: Sequence[Entry], index: int, gathered: bool) -> Entry:
    entry = entries[index]
    if entry.ruling.verdict is not Verdict.OPEN:
        return entry
    ruling = _hindsight(book, entries, index)
    if ruling.verdict is not Verdict.OPEN:
        return replace(entry, ruling=ruling)
    if gathered or any(_gathers(later) for later in entries[index + 1 :]):
        reason = f"{ruling.reason} The cards were gathered before anybody could see."
        return replace(entry, ruling=replace(ruling, reason=reason, word="lapsed"))
    return replace(entry, ruling=ruling)


def _gathers(entry: Entry) -> bool:
    return isinstance(entry.line.act, Deal) and not entry.line.taken_back


def _hindsight(book: Rulebook, entries: Sequence[Entry], index: int) -> Ruling:
    """Judge an open line again in the table as it was, with what later lines reveal of it, until that decides."""
    entry = entries[index]
    ruling = entry.ruling
    for later, possible in _revealed(entries, index):
        rulings = [_judged_with(book, entry, facts) for facts in possible]
        if len({each.verdict for each in rulings}) != 1:
            continue
        ruling = rulings[0]
        if ruling.verdict is not Verdict.OPEN:
            same = all(each.reason == ruling.reason for each in rulings)
            lines = {entry.line.number, later.line.number, *ruling.because}
            reason = f"{ruling.reason if same else ruling.rule} Line {later.line.number} shows it: {later.line.text}."
            return replace(ruling, reason=reason, because=tuple(sorted(lines)))
    return ruling


def _judged_with(book: Rulebook, entry: Entry, facts: Facts) -> Ruling:
    state = entry.before
    for fact in facts:
        state = book.apply(state, fact)
    return book.judge(state, entry.line.act)


def _revealed(entries: Sequence[Entry], index: int) -> Iterator[tuple[Entry, tuple[Facts, ...]]]:
    """Yield each later line of the hand that reveals something, with all it tells of the hands as they were.

    What a player shows or plays was already there, unless it could have come with a card drawn since. When which
    cards came since was not seen, a hand shown whole tells several hands that may have been there.
    """
    left: dict[int, Counter[Card]] = {}
    drawn: dict[int, Counter[Card]] = {}
    facts: dict[int, Holds | HoldsOnly] = {}
    for later in entries[index:]:
        act = later.line.act
        if isinstance(act, Deal):
            if later is not entries[index] and _gathers(later):
                return
            continue
        seat = act.seat
        statement = isinstance(act, Statement)
        shown = Counter(card for card in (act.cards if statement else getattr(act, "reveals", ())))
        del shown[UNSEEN]
        if statement and later.ruling.word == "finding" and shown - Counter(later.after.known.hands[seat].cards):
            continue  # what cannot be so was not believed, and tells nothing of the hand
        gone, came = left.setdefault(seat, Counter()), drawn.setdefault(seat, Counter())
        if shown and later is not entries[index]:
            now = later.after.known.hands[seat]
            whole = now.whole and not later.line.taken_back
            there = Counter(now.cards) if whole else Counter()
            held = gone + (shown | there if statement else shown + there) - came
            if fact := facts.get(seat):
                held |= Counter(fact.cards)
            if UNSEEN not in came:
                tells = HoldsOnly if whole else Holds
                facts[seat] = tells(seat, tuple(held.elements()), line=later.line.number)
                yield later, (tuple(facts.values()),)
            elif there:
                others = tuple(each for each in facts.values() if each.seat != seat)
                before = entries[index].before.known.hands[seat]
                hands = _hands_before(before, held, came[UNSEEN])
                yield later, tuple((*others, HoldsOnly(seat, hand, line=later.line.number)) for hand in hands)
        if not later.line.taken_back:
            gone += Counter() if statement else shown
            came += Counter(getattr(act, "draws", ()))


def _hands_before(before: Hand, held: Counter[Card], drawn: int) -> Iterator[tuple[Card, ...]]:
    """Yield every hand that may have become `held` by drawing so many cards, unless they are too many to try."""
    sure = Counter(before.cards)
    rest = tuple((held - sure).elements())
    kept = len(rest) - drawn
    if sure <= held and kept >= 0 and before.unknown in (None, kept) and comb(len(rest), kept) <= _MOST_HANDS:
        for cards in combinations(rest, kept):
            yield (*before.cards, *cards)
