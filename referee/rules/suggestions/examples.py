"""An example line for each pattern, from a recorded hand or else constructed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any, Final

from referee.cards import Card, Pack, write_cards
from referee.cards.immutable import frozen
from referee.rules.book.answer import Verdict
from referee.rules.book.clause import condition_holds
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.notation.patterns import Verb
from referee.rules.notation.seats import Seats
from referee.rules.records.record import Record

PLAYERS: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
# The numbers of cards to try in a line that takes some.
_CARD_COUNTS: Final = (2, 1, 3, 5)
# The most synonyms displayed.
_MOST_SYNONYMS: Final = 5
_PREFERRED_CARDS: Final = ("TH", "4S", "KD")


@frozen
class Example:
    """A pattern, an example line for it, and the clause that allows the act.

    `endings` are alternative last words. `synonyms` are alternative verbs.
    """

    pattern: str
    line: str
    clause: str
    endings: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()

    @property
    def also_read(self) -> str:
        """The first few synonyms: ``also read: leads, throws``; empty if there are none."""
        ending = " and more" if len(self.synonyms) > _MOST_SYNONYMS else ""
        return f"also read: {', '.join(self.synonyms[:_MOST_SYNONYMS])}{ending}" if self.synonyms else ""


def examples(book: Rulebook, options: Any, recorded: Iterable[Record] = ()) -> tuple[Example, ...]:
    """Return an example for each verb in force under these options, in the order of the grammar.

    The line comes from a `recorded` hand, or else is legal after the deal if possible. It is empty if a slot of the
    game has no samples.
    """
    pack = book.pack_for(options)
    table = _dealt_table(book, options)
    recorded_lines = {verb: line for record in recorded for verb, line in _recorded_lines(record)}
    results = []
    for verb in book.grammar.verbs:
        condition = book.grammar.condition_of(verb.act_type)
        if (clauses := book.clauses_for(verb.act_type, options)) and (
            not condition or condition_holds(condition, options)
        ):
            samples = sorted(
                (_sample_line(verb, pack, card_count) for card_count in _CARD_COUNTS),
                key=lambda line: _is_illegal(line, book, table),
            )
            line = next(
                (
                    sample
                    for sample in (recorded_lines.get(verb.pattern, ""), *samples)
                    if _is_read(sample, verb, book, pack)
                ),
                "",
            )
            results.append(
                Example(
                    verb.pattern,
                    line,
                    clauses[0].id,
                    _other_endings(verb, line, book, table),
                    book.grammar.synonyms_of(verb),
                )
            )
    return tuple(results)


def _recorded_lines(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the pattern and the text of each line, the last line first, so that a dictionary keeps the first line."""
    for line in reversed(record.lines):
        if not line.taken_back:
            yield record.book.grammar.verb_of(type(line.act)).pattern, record.book.write(line.act, record.seats)


def _dealt_table(book: Rulebook, options: Any) -> Any:
    """Return a table just after the deal; None if it cannot be set up."""
    numbers = book.players_for(options)
    fitting_counts = (players for players in numbers if players <= len(PLAYERS) and not book.refusal(options, players))
    players = next(fitting_counts, 0)
    return book.apply(book.begin(Seats(PLAYERS[:players]), options), Deal()) if players else None


def _is_illegal(line: str, book: Rulebook, table: Any) -> bool:
    if table is None:
        return False
    try:
        act = book.grammar.read(line, PlayerNames(table.seats.names), book.pack_for(table.options), 1, book.title)
    except UnreadableLine:
        return True
    return book.judge(table, act).verdict is Verdict.ILLEGAL


def _sample_line(verb: Verb, pack: Pack, card_count: int) -> str:
    names, cards, numbers = iter(PLAYERS), _preferred_cards(pack), cycle((5, 10))
    words = []
    for part in verb.parts:
        if part.slot is None:
            words.append(part.text)
        elif part.text == "NAME":
            words.append(next(names))
        elif part.text == "N":
            words.append(str(next(numbers)))
        elif part.text == "CARD":
            words.append(str(next(cards)))
        elif part.text == "CARDS":
            words.append(write_cards([next(cards) for _ in range(card_count)]))
        elif part.slot.samples:
            words.append(part.slot.samples[0])
        else:
            return ""
    return " ".join(words)


def _preferred_cards(pack: Pack) -> Iterator[Card]:
    liked = [pack.by_text[text] for text in _PREFERRED_CARDS if text in pack.by_text]
    return cycle(dict.fromkeys([*liked, *pack.cards]))


def _is_read(line: str, verb: Verb, book: Rulebook, pack: Pack) -> bool:
    """Tell whether a line is read as an act of this verb."""
    try:
        return bool(line) and type(book.grammar.read(line, PlayerNames(PLAYERS), pack, 1, book.title)) is verb.act_type
    except UnreadableLine:
        return False


def _other_endings(verb: Verb, line: str, book: Rulebook, table: Any) -> tuple[str, ...]:
    """Return alternative last words of a line, without those of no use under these house rules."""
    last_slot = verb.parts[-1].slot
    if last_slot is None or not last_slot.samples:
        return ()
    begins = _sample_line(verb, book.pack, 1).removesuffix(last_slot.samples[0])
    legal = [sample for sample in last_slot.samples if not _is_illegal(f"{begins}{sample}", book, table)]
    return tuple(sample for sample in legal or last_slot.samples if not line.endswith(sample))
