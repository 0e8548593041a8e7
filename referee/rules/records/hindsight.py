"""Judging an open line again, with later evidence about where the cards were.

A doubt names the locations and cards that it depends on (`DependsOn`), and only those are examined. A card seen in a
location was already there, unless it came later. If it came by name, it was at its source; if it came unseen, it may
have been in either place.

Each possible distribution of the cards is a world. Worlds that contradict the record are dropped. The line is decided
if all others give the same verdict.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Any, Final, NamedTuple, TypeAlias

from referee.cards import Card
from referee.cards.immutable import replace
from referee.rules.book.answer import LEGAL, OPEN, DependsOn, Ruling
from referee.rules.book.knowledge import Knowledge, Location, difference
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Holds, HoldsOnly
from referee.rules.records.evidence import (
    HandEvidence,
    LineEvidence,
    LocationHistories,
    LocationHistory,
    possible_cards,
)
from referee.rules.records.report import JudgedLine

# With more worlds than this, the line stays open.
_MOST_WORLDS: Final = 64
# The act is judged again at each of so many lines with news of a location that its doubt depends on, and then
# whenever their number has doubled.
_EACH_OF_FIRST: Final = 8


class _Contents(NamedTuple):
    """The cards that a location had at the open line. If `complete`, it had no others."""

    location: Location
    cards: tuple[Card, ...]
    line: int
    complete: bool = False


_World: TypeAlias = tuple[_Contents, ...]


class HindsightResult(NamedTuple):
    """The ruling on an open act in hindsight, and the deciding line, 0 while it is open.

    `limit_note` explains a search that was cut short.
    """

    ruling: Ruling
    decided_by: int = 0
    limit_note: str = ""


def judge_in_hindsight(book: Rulebook, hand: HandEvidence, line_index: int) -> HindsightResult:
    """Return the ruling on the open entry at an index, using later lines until one decides it."""
    entry = hand.lines[line_index]
    if not entry.ruling.depends_on and not book.can_reconsider:
        return HindsightResult(entry.ruling)
    search = _Search(
        book,
        hand,
        line_index,
        tuple(dict.fromkeys(entry.ruling.depends_on)),
        entry.ruling,
        LocationHistories(hand, line_index),
    )
    for index in hand.lines_after(line_index, include_all=book.can_reconsider):
        if search.learns(index) and (decided := search.judge_again()):
            return decided
        later_entry = hand.lines[index]
        if book.can_reconsider and later_entry.after is not later_entry.before:
            new_ruling = book.reconsider(entry.before, later_entry.after, entry.line.act)
            if new_ruling is not None and new_ruling.verdict is not OPEN:
                return search.judge_again() or HindsightResult(
                    _cite_deciding_line(entry, later_entry, new_ruling), later_entry.line.number
                )
    if decided := search.judge_again():
        return decided
    too_many_note = (
        f"There are too many possible layouts of the cards (more than {_MOST_WORLDS})."
        if search.has_too_many_worlds
        else ""
    )
    return HindsightResult(
        search.ruling, limit_note=hand.limit_note(line_index, include_all=book.can_reconsider) or too_many_note
    )


@dataclass(slots=True, eq=False, repr=False)
class _Search:
    """The search for the line that decides an open one.

    The act is judged again at each of the first lines with news of a location it depends on, then each time the news
    has doubled, and at the end. Lines that show its cards elsewhere seldom decide it, so they wait for the next
    judgement. Knowledge only grows, so the deciding line is among those `waiting`.

    `ruling` is the current ruling. `has_too_many_worlds` says that the last judgement had too many worlds to try them
    all.
    """

    book: Rulebook
    hand: HandEvidence
    line_index: int
    dependencies: tuple[DependsOn, ...]
    ruling: Ruling
    histories: LocationHistories
    news_count: int = 0
    first_news: int = -1
    has_too_many_worlds: bool = False
    waiting: list[int] = field(default_factory=list)

    def learns(self, index: int) -> bool:
        """Take the evidence of a line into account. Tell whether the act must be judged again now."""
        evidence = self.hand.evidence[index]
        if not self.dependencies or not _may_matter(evidence, self.dependencies):
            return False
        self.histories.advance(index)
        line = self.hand.lines[index].line.number
        news_kinds = _learn(
            evidence, self.hand.lines[self.line_index].before.knowledge, self.histories, self.dependencies, line
        )
        if news_kinds:
            self.waiting.append(index)
        if not news_kinds & _HERE:
            return False
        self.news_count += 1
        if self.news_count == 1:
            self.first_news = index
        return self.news_count <= _EACH_OF_FIRST or self.news_count & (self.news_count - 1) == 0

    def judge_again(self) -> HindsightResult | None:
        """Judge the act with the waiting lines, if any. Return the result if it is decided, else None."""
        if not self.waiting:
            return None
        entry = self.hand.lines[self.line_index]
        rulings = _judge(self.book, entry, self.histories, self.dependencies)
        if rulings.decides:
            index, rulings = self._first_deciding(rulings)
            later_entry = self.hand.lines[index]
            return HindsightResult(
                _cite_deciding_line(entry, later_entry, rulings.agreed_ruling), later_entry.line.number
            )
        self.has_too_many_worlds = rulings.too_many
        if rulings.agree:
            self.ruling = rulings.rulings[0] if rulings.has_one_reason else self.ruling
        elif (rulings.bounds_differ or rulings.rulings) and all(
            self.histories[location].complete for dependency in self.dependencies for location in dependency.locations
        ):
            doubt_text = entry.ruling.reason.partition("; open until")[0].rstrip(".")
            doubt_text = "Open" if doubt_text.startswith("Open until") else doubt_text
            order = f"{doubt_text}: the cards are shown, but not the order in which they came."
            self.ruling = replace(entry.ruling, reason=order)
        all_dependencies = tuple(
            dict.fromkeys(
                (*self.dependencies, *(dependency for ruling in rulings.rulings for dependency in ruling.depends_on))
            )
        )
        if all_dependencies != self.dependencies:
            self.dependencies, self.histories = (
                all_dependencies,
                self._histories_up_to(self.waiting[-1], all_dependencies),
            )
        self.waiting.clear()
        return None

    def _first_deciding(self, last_rulings: _WorldRulings) -> tuple[int, _WorldRulings]:
        """Return the index of the first waiting line that decides the act, with its rulings. The last waiting line is
        known to.
        """
        rulings_by_line = {self.waiting[-1]: last_rulings}

        def decides(last: int) -> bool:
            histories = self._histories_up_to(last, self.dependencies)
            rulings_by_line[last] = _judge(self.book, self.hand.lines[self.line_index], histories, self.dependencies)
            return rulings_by_line[last].decides

        last_before = len(self.waiting) - 2
        # Cards shown elsewhere before seldom decide it. If nothing had been shown of the locations that the doubt
        # depends on, it is enough to judge by all that is known elsewhere.
        act = self.hand.lines[self.line_index].line.act
        first_news = self.first_news == self.waiting[-1] and last_rulings.table is not None
        if last_before < 0 or (first_news and self.book.judge(last_rulings.table, act).verdict is OPEN):
            return self.waiting[-1], last_rulings
        if not decides(self.waiting[last_before]):
            return self.waiting[-1], last_rulings
        first_index = self.waiting[bisect_left(self.waiting, True, hi=last_before, key=decides)]
        return first_index, rulings_by_line[first_index]

    def _histories_up_to(self, last: int, dependencies: Sequence[DependsOn]) -> LocationHistories:
        """Return the histories of a doubt's locations, including the lines up to `last`."""
        hand, histories = self.hand, LocationHistories(self.hand, self.line_index)
        for index in range(self.line_index + 1, last + 1):
            if _may_matter(hand.evidence[index], dependencies):
                histories.advance(index)
                known_then = hand.lines[self.line_index].before.knowledge
                _learn(hand.evidence[index], known_then, histories, dependencies, hand.lines[index].line.number)
        return histories


def _cite_deciding_line(entry: JudgedLine, deciding_entry: JudgedLine, ruling: Ruling) -> Ruling:
    lines = {deciding_entry.line.number, *ruling.because} - {entry.line.number}
    recited = ruling.reason == ruling.rule and ruling.verdict is LEGAL
    reason_text = "" if recited else f"{ruling.reason} "
    reason = f"{reason_text}Line {deciding_entry.line.number} shows it."
    return replace(ruling, reason=reason, because=tuple(sorted(lines)))


# -- What a line shows ---------------------------------------------------------------------------------------


def _may_matter(evidence: LineEvidence, dependencies: Sequence[DependsOn]) -> bool:
    """Tell whether a line shows cards in a location that a doubt depends on, or shows its cards elsewhere."""
    for location, cards, _ in evidence.shown_cards:
        for dependency in dependencies:
            if location in dependency.locations or dependency.cards is None or not dependency.cards.isdisjoint(cards):
                return True
    return False


def _learn(
    evidence: LineEvidence,
    known_then: Knowledge,
    histories: LocationHistories,
    dependencies: Sequence[DependsOn],
    line: int,
) -> int:
    """Record which cards a line shows in which location. Return the kinds of news for a doubt.

    `_HERE` is news of a location that the doubt depends on, and `_ELSEWHERE` of one of its cards elsewhere.
    """
    matters = 0
    for location, cards, complete in evidence.shown_cards:
        history = histories[location]
        certain_count = len(history.certain_cards)
        if history.learn(location, cards, known_then, complete=complete, line=line):
            if any(location in dependency.locations for dependency in dependencies):
                matters |= _HERE
            elif any(_depends_on_card(card, dependencies) for card in history.certain_cards[certain_count:]):
                matters |= _ELSEWHERE
    return matters


_HERE: Final = 1
_ELSEWHERE: Final = 2


def _depends_on_card(card: Card, dependencies: Sequence[DependsOn]) -> bool:
    """Tell whether a doubt depends on the location of a card."""
    return any(dependency.cards is None or card in dependency.cards for dependency in dependencies)


# -- Where the cards may have been --------------------------------------------------------------------------


class _WorldRulings(NamedTuple):
    """The rulings on an act in each possible world.

    There are none if the two extreme worlds disagree (`bounds_differ`), or if there are `too_many` worlds. `table`
    includes the knowledge of all locations that the doubt does not depend on.
    """

    rulings: Sequence[Ruling]
    bounds_differ: bool = False
    too_many: bool = False
    table: Any = None

    @property
    def agree(self) -> bool:
        """Whether there is at least one possible world, and all worlds give the same verdict."""
        if self.bounds_differ or not self.rulings:
            return False
        verdict = self.rulings[0].verdict
        return all(ruling.verdict is verdict for ruling in self.rulings)

    @property
    def decides(self) -> bool:
        """Whether all worlds give the same verdict, and it is not open."""
        return self.agree and self.rulings[0].verdict is not OPEN

    @property
    def has_one_reason(self) -> bool:
        """Whether all worlds give the same reason."""
        return all(ruling.reason == self.rulings[0].reason for ruling in self.rulings)

    @property
    def agreed_ruling(self) -> Ruling:
        """The ruling shared by all worlds. If their reasons differ, the text of the rule is the reason."""
        ruling = self.rulings[0]
        return ruling if self.has_one_reason else replace(ruling, reason=ruling.rule)


def _judge(
    book: Rulebook, entry: JudgedLine, histories: LocationHistories, dependencies: Sequence[DependsOn]
) -> _WorldRulings:
    """Return the rulings on an act in each possible world.

    If there are too many worlds, judge it once with only the certain cards.
    """
    locations = dict.fromkeys(location for dependency in dependencies for location in dependency.locations)
    # In all other locations only the certain cards count.
    any_card = any(dependency.cards is None for dependency in dependencies)
    other_contents = tuple(
        [
            _Contents(location, cards, history.line)
            for location, history in histories.items()
            if history.line
            and location not in locations
            and (
                cards := tuple(
                    history.certain_cards
                    if any_card
                    else [card for card in history.certain_cards if _depends_on_card(card, dependencies)]
                )
            )
        ]
    )
    base_table = _table_in(entry.before, other_contents, book)
    changed_locations = [location for location in locations if location in histories and histories[location].line]
    if len(dependencies) == 1 and (dependencies[0].any_one or dependencies[0].weight) and len(changed_locations) == 1:
        fewest, most = _bounds(
            changed_locations[0], histories[changed_locations[0]], dependencies[0], entry.before.knowledge
        )
        bounds = [_table_in(base_table, (contents,), book) for contents in dict.fromkeys((fewest, most))]
        if all(table is not None for table in bounds):
            if dependencies[0].cards and dependencies[0].cards.isdisjoint(fewest.cards) != dependencies[
                0
            ].cards.isdisjoint(most.cards):
                return _WorldRulings((), bounds_differ=True)
            return _WorldRulings([book.judge(table, entry.line.act) for table in bounds], table=base_table)
    contents_by_location = (
        list(islice(_contents_in_each_world(location, histories), _MOST_WORLDS + 1)) for location in changed_locations
    )
    worlds = list(islice(product(*contents_by_location), _MOST_WORLDS + 1))
    if len(worlds) > _MOST_WORLDS:
        # The certain cards may decide it, wherever the others were.
        certain_world = tuple(
            _Contents(location, tuple(histories[location].certain_cards), histories[location].line)
            for location in changed_locations
        )
        table = _table_in(base_table, certain_world, book)
        ruling = None if table is None else book.judge(table, entry.line.act)
        return _WorldRulings([] if ruling is None or ruling.verdict is OPEN else [ruling], too_many=True)
    tables = (_table_in(base_table, sum(world, ()), book) for world in worlds)
    return _WorldRulings([book.judge(table, entry.line.act) for table in tables if table is not None], table=base_table)


def _bounds(
    location: Location, history: LocationHistory, dependency: DependsOn, known_then: Knowledge
) -> Iterator[_Contents]:
    """Yield the two extreme contents of a location; all other worlds lie between them.

    These have the fewest and the most of the named cards, or the least and the greatest weight.
    """
    cards, weight = dependency.cards or frozenset(), dependency.weight
    seen_cards = history.seen_cards
    arrived_count = (
        len(seen_cards) if history.complete_before_arrivals else min(len(history.arrival_sources), len(seen_cards))
    )
    # The seen cards that may have been there; the others came later in either case.
    candidates = difference(history.certain_cards, known_then.possible(location, [*history.certain_cards, *seen_cards]))
    cards_then = known_then.hand_at(location).cards
    for sign in (-1, 1):
        unseen_cards, kept_cards = [*candidates], []
        # Cards in front are the first to count as later arrivals.
        worth = {card: sign * (weight(card) if weight else card in cards) for card in seen_cards}
        for card in sorted(seen_cards, key=lambda card: (card in cards_then, worth[card])):
            if card in unseen_cards:
                unseen_cards.remove(card)
                kept_cards.append(card)
        fewest_count = max(0, arrived_count - (len(seen_cards) - len(kept_cards)))
        yield _Contents(location, (*history.certain_cards, *kept_cards[fewest_count:]), history.line, history.complete)


def _contents_in_each_world(location: Location, histories: LocationHistories) -> Iterator[_World]:
    """Yield the contents in each world: of a location, and of the possible sources of its unseen cards."""
    history = histories[location]
    if not history.arrival_sources:  # as in most hands: then it had the cards seen, and there is only one world
        yield (_Contents(location, tuple(history.certain_cards), history.line, history.complete),)
        return
    cards = tuple(history.seen_cards)
    total = (
        len(cards) if history.complete_before_arrivals else len(history.arrival_sources) if history.complete else None
    )
    for arrivals in _unseen_arrivals(cards, list(Counter(history.arrival_sources).items()), total):
        cards_kept = difference([card for card, _ in arrivals], [*history.certain_cards, *cards])
        for homes in product(*(_possible_origins(card, source, histories) for card, source in arrivals)):
            placements = [(home, card) for home, (card, _) in zip(homes, arrivals, strict=True) if home is not None]
            returned_cards = [card for home, card in placements if home == location]
            other_contents = (_Contents(home, (card,), history.line) for home, card in placements if home != location)
            yield (_Contents(location, (*cards_kept, *returned_cards), history.line, history.complete), *other_contents)


def _unseen_arrivals(
    cards: tuple[Card, ...], counts_by_source: Sequence[tuple[Location, int]], total: int | None
) -> Iterator[tuple[tuple[Card, Location], ...]]:
    """Yield each way in which cards may have arrived unseen, as pairs of a card and its source.

    `counts_by_source` has the number of cards from each location. `total` is the number of cards that arrived, or None
    if unknown.
    """
    if not counts_by_source:
        if not total:
            yield ()
        return
    (source, count), *other_counts = counts_by_source
    for size in range(min(count, len(cards)) + 1):
        remaining_count = None if total is None else total - size
        if remaining_count is not None and not 0 <= remaining_count <= sum(number for _, number in other_counts):
            continue
        for arriving_cards in combinations(cards, size):
            for later_arrivals in _unseen_arrivals(
                tuple(difference(arriving_cards, cards)), other_counts, remaining_count
            ):
                yield (*((card, source) for card in arriving_cards), *later_arrivals)


def _possible_origins(card: Card, source: Location, histories: LocationHistories) -> Iterable[Location | None]:
    """Return the possible locations of a card that came from `source`; None stands for an arrival there by name."""
    origins: dict[Location | None, None] = {}
    queue = [source]
    while queue:
        location = queue.pop()
        if location not in origins:
            origins[location] = None
            queue.extend(histories[location].unseen_sources)
            if card in histories[location].arrived_by_name:
                origins[None] = None
    return origins


def _table_in(table: Any, world: _World, book: Rulebook) -> Any:
    """Return the table with the contents of a world; None if they contradict the known cards."""
    for contents in world if table is not None else ():
        hand = table.knowledge.hand_at(contents.location)
        if len(possible_cards(table.knowledge, contents.location, contents.cards)) < len(contents.cards):
            return None
        if contents.complete and (
            hand.size not in (None, len(contents.cards)) or difference(contents.cards, hand.cards)
        ):
            return None
        if not (contents.complete and hand.unknown_count != 0) and not difference(hand.cards, contents.cards):
            continue
        if (seat := table.knowledge.owner(contents.location)) is None:
            reveal = table.knowledge.reveal_all if contents.complete else table.knowledge.reveal
            table = replace(table, knowledge=reveal(contents.location, contents.cards))
        elif contents.cards or contents.complete:
            fact = HoldsOnly if contents.complete else Holds
            table = book.apply(table, fact(seat, contents.cards, line=contents.line, location=contents.location))
    return table
