"""Suggestions for an unreadable line: the lines that are possible now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.cards import UNSEEN
from referee.rules.book.offers import THE_DEAL, offers_to
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.grammar import MOST_PROPOSED_LINES
from referee.rules.notation.line_words import UnknownVerb
from referee.rules.notation.seats import Seats
from referee.rules.records.shorthand import Moment


def with_possible_lines(book: Rulebook, moment: Moment, names: Sequence[str], unknown: UnknownVerb) -> UnknownVerb:
    """Return the fault of an unknown verb, with the possible lines listed first."""
    possible_lines = list(dict.fromkeys(_possible_lines(book, moment, Seats(tuple(names)), unknown.seat)))[
        : MOST_PROPOSED_LINES - 1
    ]
    other_lines = [
        line
        for line in unknown.lines
        if not any(line.split()[1:2] == line_here.split()[1:2] for line_here in possible_lines)
    ]
    return UnknownVerb(
        unknown.column,
        unknown.width,
        unknown.message,
        unknown.seat,
        [*possible_lines, *other_lines][:MOST_PROPOSED_LINES],
    )


def _possible_lines(book: Rulebook, moment: Moment, seats: Seats, seat: int) -> Iterator[str]:
    """Yield the possible lines of a player, then of the player in turn, then of no particular player."""
    due_seat = book.due(moment.table)
    for player in dict.fromkeys((seat, moment.seat, -1)):
        if player is None or player >= len(moment.table.seats):
            continue  # a player named for the first time
        for offer in offers_to(book, moment.table, player):
            yield _write_line(book, offer.acts[0], seats)
    if due_seat == THE_DEAL:
        yield "deal"


def _write_line(book: Rulebook, act: Any, seats: Seats) -> str:
    """Return an act as a line, or only its pattern if its cards are unknown."""
    line = book.write(act, seats)
    return book.grammar.verb_of(type(act)).pattern if str(UNSEEN) in line else line
