"""Judging an open line again, with what later lines reveal of the hands as they were then.

Only the moves of cards are read. A card that is seen in a hand was there already, unless it came since; a card that
came from another hand was in that one; and one that came unseen may have been in either. Where several hands may have
been, all of them must give the same verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from math import comb
from typing import TYPE_CHECKING, Final

from referee.cards import UNSEEN, Card
from referee.rules.actions import Holds, HoldsOnly, Shows, Statement
from referee.rules.answer import Ruling, Verdict
from referee.rules.copying import replace
from referee.rules.known import OPEN_TABLE, Hand, Holding, Move, Place

if TYPE_CHECKING:
    from referee.rules.fold import Judged
    from referee.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class _Had:
    """That a heap, such as the stock, had some cards."""

    seat: str
    cards: tuple[Card, ...]
    line: int


Fact = Holds | HoldsOnly | _Had
Facts = tuple[Fact, ...]
_MOST_HANDS: Final = 250


@dataclass(slots=True)
class _Since:
    """What has left a hand and come into it since the open line; `unseen` says where unseen cards came from."""

    left: Counter[Card] = field(default_factory=Counter)
    came: Counter[Card] = field(default_factory=Counter)
    unseen: list[Place] = field(default_factory=list)


def hindsight(book: Rulebook, hand: Sequence[Judged]) -> Ruling:
    """Return the ruling on the first of some lines, which is open, with what the others tell, until that decides it."""
    entry = hand[0]
    ruling = entry.ruling
    for later, worlds in _revealed(book, hand):
        rulings = [_judged_with(book, entry, facts) for facts in worlds]
        if rulings and len({each.verdict for each in rulings}) == 1:
            ruling = rulings[0]
            if ruling.verdict is not Verdict.OPEN:
                same = all(each.reason == ruling.reason for each in rulings)
                return _shown_by(entry, later, ruling if same else replace(ruling, reason=ruling.rule))
        if later.after is not later.before:
            again = book.reconsider(entry.before, later.after, entry.line.act)
            if again is not None and again.verdict is not Verdict.OPEN:
                return _shown_by(entry, later, again)
    return ruling


def _shown_by(entry: Judged, later: Judged, ruling: Ruling) -> Ruling:
    lines = {entry.line.number, later.line.number, *ruling.because}
    reason = f"{ruling.reason} Line {later.line.number} shows it: {later.line.text}."
    return replace(ruling, reason=reason, because=tuple(sorted(lines)))


def _judged_with(book: Rulebook, entry: Judged, facts: Facts) -> Ruling:
    table = entry.before
    for fact in facts:
        if isinstance(fact, _Had):
            table = replace(table, known=table.known.told(fact.seat, fact.cards))
        else:
            table = book.apply(table, fact)
    return book.judge(table, entry.line.act)


def _revealed(book: Rulebook, hand: Sequence[Judged]) -> Iterator[tuple[Judged, list[Facts]]]:
    """Yield each later line of the hand, with the worlds that may have been if it tells anything of the hands then."""
    before = hand[0].before
    since: dict[Place, _Since] = {}
    facts: dict[Place, Fact] = {}
    for at, later in enumerate(hand):
        act, line = later.line.act, later.line.number
        shown = _evidence(book, later) if at else {}
        worlds: list[Facts] = []
        for place, (cards, whole) in shown.items():
            held = _told(since.setdefault(place, _Since()), cards, whole)
            if held is None:
                if isinstance(place, int):
                    worlds = _origins(facts, place, before.known.hands[place], since, cards, whole, line)
                continue
            if fact := facts.get(place):
                held |= Counter(fact.cards)
            sure = tuple(card for card in held.elements() if before.known.can_hold(place, card) is not Holding.NO)
            if isinstance(place, str):
                if sure:
                    facts[place] = _Had(place, sure, line)
            elif whole or isinstance(fact, HoldsOnly):
                facts[place] = HoldsOnly(place, sure, line=line)
            elif sure:
                facts[place] = Holds(place, sure, line=line)
            worlds = [tuple(facts.values())]
        yield later, worlds
        if later.counts and not isinstance(act, Statement):
            for move in book.moves_of(later.before, act):
                _note(since, move)


def _note(since: dict[Place, _Since], move: Move) -> None:
    """Remember what a move took from where to where."""
    since.setdefault(move.source, _Since()).left.update(move.cards)
    into = since.setdefault(move.target, _Since())
    into.came.update(card for card in move.cards if card is not UNSEEN)
    into.unseen.extend(move.source for card in move.cards if card is UNSEEN)


def _evidence(book: Rulebook, later: Judged) -> dict[Place, tuple[Counter[Card], bool]]:
    """Return which cards a line shows to have been in which place before it, and whether those are all of a hand.

    Only what can be so is evidence.
    """
    act, known = later.line.act, later.before.known
    places: dict[Place, Counter[Card]] = {}
    if isinstance(act, Statement):
        places[act.seat] = Counter(act.cards if later.counts else ())
    else:
        for move in book.moves_of(later.before, act):
            if move.source != OPEN_TABLE:
                places.setdefault(move.source, Counter()).update(move.cards)
    found: dict[Place, tuple[Counter[Card], bool]] = {}
    for place, cards in places.items():
        del cards[UNSEEN]
        for card in [card for card in cards if known.can_hold(place, card) is Holding.NO]:
            del cards[card]
        now: Hand = later.after.known.hands[place] if later.counts and isinstance(place, int) else Hand()
        if now.whole:
            rest: Counter[Card] = Counter(now.cards)
            cards = (cards | rest) if isinstance(act, Statement) else (cards + rest)
        if cards or (now.whole and isinstance(act, HoldsOnly | Shows)):
            found[place] = cards, now.whole
    return found


def _told(since: _Since, cards: Counter[Card], whole: bool) -> Counter[Card] | None:
    """Return which cards a hand must have had, or None when cards came or went that nobody saw."""
    if since.unseen or (whole and UNSEEN in since.left):
        return None
    left = Counter(since.left)
    del left[UNSEEN]
    return left + cards - since.came


def _origins(
    facts: dict[Place, Fact],
    seat: int,
    before: Hand,
    since: dict[Place, _Since],
    cards: Counter[Card],
    whole: bool,
    line: int,
) -> list[Facts]:
    """Return the worlds that may have been when some of a hand's cards came unseen: from another hand, or the stock."""
    of = since[seat]
    left = Counter(of.left)
    del left[UNSEEN]
    held = left + cards - of.came
    if fact := facts.get(seat):
        held |= Counter(fact.cards)
    others = tuple(each for each in facts.values() if each.seat != seat)
    sources = of.unseen
    sure = Counter(before.cards)
    rest = tuple((held - sure).elements())
    if whole and UNSEEN not in of.left:
        kept = len(rest) - len(sources)
        if not sure <= held or kept < 0 or before.unknown not in (None, kept) or comb(len(rest), kept) > _MOST_HANDS:
            return []
        if all(not isinstance(source, int) for source in sources):
            hands = combinations(rest, kept)
            return [(*others, HoldsOnly(seat, (*before.cards, *hand), line=line)) for hand in hands]
        return [
            (*others, HoldsOnly(seat, (*before.cards, *hand), line=line), *_given(rest, hand, sources, line))
            for hand in combinations(rest, kept)
        ]
    choices = product((seat, *dict.fromkeys(sources)), repeat=len(rest))
    worlds = []
    for homes in islice(choices, _MOST_HANDS + 1):
        if sum(home != seat for home in homes) <= len(sources):
            places: dict[int, list[Card]] = {}
            for card, home in zip(rest, homes, strict=True):
                if isinstance(home, int):
                    places.setdefault(home, []).append(card)
            worlds.append((*others, *(Holds(home, tuple(some), line=line) for home, some in places.items())))
    return worlds if len(worlds) <= _MOST_HANDS else []


def _given(rest: Sequence[Card], kept: Sequence[Card], sources: Sequence[Place], line: int) -> Iterator[Holds]:
    """Yield what another hand must have had when it alone gave the cards that a hand did not have."""
    givers = set(sources)
    if len(givers) == 1 and isinstance(giver := next(iter(givers)), int):
        given = tuple((Counter(rest) - Counter(kept)).elements())
        if given:
            yield Holds(giver, given, line=line)
