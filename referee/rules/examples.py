"""An example of each line that a record of a game may have: from a recorded hand, or else made from its pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final

from referee.cards import Card, Pack, write_cards
from referee.rules.grammar import Misread, Names, Verb
from referee.rules.record import Record
from referee.rules.rulebook import Rulebook

PLAYERS: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
_LIKED: Final = ("TH", "4S", "KD", "7C")


@dataclass(frozen=True, slots=True)
class Example:
    """A pattern, a line that is read by it, and the clause that grants such an act.

    `besides` are other words that the line may have in place of its last, where they are of a kind of their own.
    """

    pattern: str
    line: str
    clause: str
    besides: tuple[str, ...] = ()


def examples(book: Rulebook, options: Any, recorded: Iterable[Record] = ()) -> tuple[Example, ...]:
    """Return an example for each verb that is in force under these options, in the order of the grammar.

    A line of a `recorded` hand is taken where there is one. Every line can be read by the game's own reader; where
    none can be made, because a slot of the game has no samples, it is empty.
    """
    pack = book.pack_for(options)
    spoken = {verb: line for record in recorded for verb, line in _recorded(record)}
    found = []
    for verb in book.grammar.verbs:
        if clauses := book.asked_about(verb.make, options):
            candidates = (spoken.get(verb.pattern, ""), _made(verb, pack))
            line = next((each for each in candidates if _is_read(each, verb, book, pack)), "")
            found.append(Example(verb.pattern, line, clauses[0].id, _besides(verb, line)))
    return tuple(found)


def _recorded(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the pattern and the words of each line, the first of a kind last, so that it is the one kept."""
    for line in reversed(record.lines):
        if not line.taken_back:
            yield record.book.grammar.verb_of(type(line.act)).pattern, record.book.write(line.act, record.seats)


def _made(verb: Verb, pack: Pack) -> str:
    names, cards, numbers = iter(PLAYERS), _cards(pack), cycle((5, 10))
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
            words.append(write_cards([next(cards), next(cards)]))
        elif part.slot.samples:
            words.append(part.slot.samples[0])
        else:
            return ""
    return " ".join(words)


def _cards(pack: Pack) -> Iterator[Card]:
    liked = [pack.by_text[text] for text in _LIKED if text in pack.by_text]
    return cycle(dict.fromkeys([*liked, *pack.cards]))


def _is_read(line: str, verb: Verb, book: Rulebook, pack: Pack) -> bool:
    """Tell whether a line is read, and as the act that the verb records."""
    try:
        return bool(line) and type(book.grammar.read(line, Names(PLAYERS), pack, 1, book.title)) is verb.make
    except Misread:
        return False


def _besides(verb: Verb, line: str) -> tuple[str, ...]:
    last = verb.parts[-1].slot
    return tuple(each for each in last.samples if not line.endswith(each)) if last else ()
