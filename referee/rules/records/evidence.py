"""Evidence from the lines of a hand: which cards moved where, and which were seen in a location."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.cards import UNSEEN, Card
from referee.rules.book.answer import ILLEGAL
from referee.rules.book.knowledge import OPEN_TABLE, Knowledge, Location, difference
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Shows, Statement
from referee.rules.records.report import JudgedLine

# The most lines after an open one that are examined; no hand has as many between a doubt and what decides it.
_MOST_LINES_AFTER: Final = 500


class LineEvidence(NamedTuple):
    """The evidence of one line.

    `moved_cards` holds (source, target, cards). `shown_cards` holds (location, cards, complete), and `complete` says
    that the location has no other cards.
    """

    moved_cards: tuple[tuple[Location, Location, tuple[Card, ...]], ...] = ()
    shown_cards: tuple[tuple[Location, list[Card], bool], ...] = ()


class _Event(NamedTuple):
    """The effect of a line on a location.

    Some cards left, some arrived by name, and some arrived unseen from the `unseen_sources`.
    """

    line_index: int
    departed_cards: tuple[Card, ...] = ()
    arrived_by_name: tuple[Card, ...] = ()
    unseen_sources: tuple[Location, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class HandEvidence:
    """The lines of a hand, each with its `evidence`. `showing_lines` are the indexes of lines that show cards."""

    lines: Sequence[JudgedLine]
    evidence: Sequence[LineEvidence]
    showing_lines: list[int] = field(default_factory=list)
    _events: dict[Location, list[_Event]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, evidence_of_line in enumerate(self.evidence):
            if evidence_of_line.shown_cards:
                self.showing_lines.append(index)
            for source, target, cards in evidence_of_line.moved_cards:
                self._events.setdefault(source, []).append(_Event(index, departed_cards=cards))
                seen_cards = tuple(card for card in cards if card is not UNSEEN)
                unseen = (source,) * (len(cards) - len(seen_cards))
                self._events.setdefault(target, []).append(
                    _Event(index, arrived_by_name=seen_cards, unseen_sources=unseen)
                )

    def history_of(self, location: Location, line_index: int) -> LocationHistory:
        """Return the history of a location from a line on, before any event is read."""
        events = self._events.get(location, [])
        return LocationHistory(events, bisect_left(events, line_index, key=lambda event: event.line_index))

    def lines_after(self, line_index: int, *, include_all: bool) -> Sequence[int]:
        """Return the indexes of the later lines to examine: all of them, or only those that show cards."""
        end = min(len(self.lines), line_index + 1 + _MOST_LINES_AFTER)
        return (
            range(line_index + 1, end)
            if include_all
            else self.showing_lines[bisect_right(self.showing_lines, line_index) : bisect_left(self.showing_lines, end)]
        )

    def limit_note(self, line_index: int, *, include_all: bool) -> str:
        """Return a note if later lines are too far away to be examined; else an empty text."""
        last_index = len(self.lines) - 1 if include_all or not self.showing_lines else self.showing_lines[-1]
        has_later_lines = last_index > line_index + _MOST_LINES_AFTER and (include_all or bool(self.showing_lines))
        return f"Only the next {_MOST_LINES_AFTER} lines were checked." if has_later_lines else ""


@dataclass(slots=True, eq=False, repr=False)
class LocationHistory:
    """The events at a location since the open line, and the cards it must have had then.

    Since then the `departed_cards` have left, the cards in `arrived_by_name` have come, and `unseen_sources` lists the
    source of each unseen arrival. The first `departures_examined` departures are already evaluated.

    At the open line the location had the `certain_cards`, and no more copies of those in `refused`. It may also have
    had the `seen_cards`: at most one of these came later for each of the `arrival_sources`. If `complete`, it had no
    other cards, so exactly that many came later. If `complete_before_arrivals`, all of them came later.
    """

    events: Sequence[_Event]
    events_read: int
    departed_cards: list[Card] = field(default_factory=list)
    arrived_by_name: list[Card] = field(default_factory=list)
    unseen_sources: list[Location] = field(default_factory=list)
    certain_cards: list[Card] = field(default_factory=list)
    refused: set[Card] = field(default_factory=set)
    departures_examined: int = 0
    seen_cards: list[Card] = field(default_factory=list)
    arrival_sources: tuple[Location, ...] = ()
    complete: bool = False
    complete_before_arrivals: bool = False
    line: int = 0

    def advance(self, index: int) -> None:
        """Read the events before a line of the hand."""
        while self.events_read < len(self.events) and (event := self.events[self.events_read]).line_index < index:
            self.departed_cards += event.departed_cards
            self.arrived_by_name += event.arrived_by_name
            self.unseen_sources += event.unseen_sources
            self.events_read += 1

    def learn(
        self, location: Location, cards: Sequence[Card], known_then: Knowledge, *, complete: bool, line: int
    ) -> bool:
        """Infer which cards now seen in the location were there at the open line. Tell whether anything is new."""
        if self.complete and self.arrival_sources:
            return False
        before = len(self.certain_cards), len(self.seen_cards), len(self.arrival_sources), self.complete
        # Only these can have been seen more often than before, unless others have come unseen.
        recount = len(self.unseen_sources) != len(self.arrival_sources)
        cards_seen = dict.fromkeys((*self.departed_cards[0 if recount else self.departures_examined :], *cards))
        self.departures_examined = len(self.departed_cards)
        for card in cards_seen:
            certain_count = self.certain_cards.count(card)
            count_then = self.departed_cards.count(card) + cards.count(card) - self.arrived_by_name.count(card)
            if card is UNSEEN or count_then <= certain_count:
                continue
            if self.unseen_sources:
                self.seen_cards += [card] * (count_then - certain_count - self.seen_cards.count(card))
            elif card not in self.refused:
                possible_count = len(possible_cards(known_then, location, [card] * count_then))
                self.certain_cards += [card] * (possible_count - certain_count)
                if possible_count < count_then:
                    self.refused.add(card)
        self.arrival_sources, self.line = tuple(self.unseen_sources), line
        self.complete = self.complete or (complete and UNSEEN not in self.departed_cards)
        self.complete_before_arrivals = self.complete_before_arrivals or (self.complete and not self.unseen_sources)
        return before != (len(self.certain_cards), len(self.seen_cards), len(self.arrival_sources), self.complete)


class LocationHistories(dict[Location, LocationHistory]):
    """The histories of the locations that matter, between an open line and a later one."""

    def __init__(self, hand: HandEvidence, line_index: int) -> None:
        self.hand, self.line_index, self.current_index = hand, line_index, line_index
        for source, _, cards in hand.evidence[line_index].moved_cards:
            self[source].certain_cards += [card for card in cards if card is not UNSEEN]

    def __missing__(self, location: Location) -> LocationHistory:
        history = self[location] = self.hand.history_of(location, self.line_index)
        history.advance(self.current_index)
        return history

    def advance(self, index: int) -> None:
        """Read the events before a line of the hand, for each location."""
        self.current_index = index
        for history in self.values():
            history.advance(index)


def line_evidence(book: Rulebook, entry: JudgedLine) -> LineEvidence:
    """Return the evidence of a line. All earlier open lines use it."""
    act, knowledge = entry.line.act, entry.before.knowledge
    moves = () if isinstance(act, Statement) else book.moves_of(entry.before, act)
    moved_cards = tuple(
        (move.source, move.target, tuple(possible_cards(knowledge, move.source, move.cards))) for move in moves
    )
    shown_cards: dict[Location, list[Card]] = {}
    for move in moves:
        if move.source != OPEN_TABLE:
            shown_cards.setdefault(move.source, []).extend(move.cards)
    if isinstance(act, Statement) and (
        entry.counts or (isinstance(act, Shows) and entry.ruling.verdict is not ILLEGAL)
    ):
        shown_cards.update((location, [*cards]) for location, cards, _ in book.evidence_of(entry.before, act))
    evidence = []
    for location, cards in shown_cards.items():
        possible_cards_here = possible_cards(knowledge, location, [card for card in cards if card is not UNSEEN])
        remaining_hand = entry.after.knowledge.hand_at(location)
        has_owner = knowledge.owner(location) is not None
        if not entry.counts and has_owner:
            possible_cards_here = difference(
                difference(remaining_hand.cards, possible_cards_here), possible_cards_here
            )  # of a void act, only those that stay known
        complete = entry.counts and has_owner and remaining_hand.fully_known and len(possible_cards_here) == len(cards)
        if complete:
            possible_cards_here += (
                difference(possible_cards_here, remaining_hand.cards)
                if isinstance(act, Statement)
                else remaining_hand.cards
            )
        if possible_cards_here or complete:
            evidence.append((location, possible_cards_here, complete))
    return LineEvidence(moved_cards if entry.counts else (), tuple(evidence))


def possible_cards(knowledge: Knowledge, location: Location, cards: Sequence[Card]) -> list[Card]:
    """Return those of `cards` that can be in a location. The others prove nothing."""
    return [*cards] if location == OPEN_TABLE else knowledge.possible(location, cards)
