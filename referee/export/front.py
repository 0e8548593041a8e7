"""The front of a printed rulebook: aim, steps, ranking, payments and a sample hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from referee.cards.immutable import frozen, replace
from referee.cards.screen import split_at_cards
from referee.games.examples import WorkedHand, read_worked_hand
from referee.rules import (
    JudgedLine,
    PaymentRow,
    RankingRow,
    Report,
    Rulebook,
    Unit,
    Verdict,
    replay,
    total,
    write_chips,
)
from referee.rules.book.ledger import outcome_sentences, write_places
from referee.rules.book.sentences import deciding_fact
from referee.rules.records.messages import render_text

# A note on which later line showed an open one to be legal: of no interest in a worked hand.
_HINDSIGHT: Final = re.compile(r" Lines? [0-9][0-9, and]* shows? it\.")


@frozen
class HandRow:
    """A row of a sample hand: its lines, an explanation, and the deciding clause if that is printed.

    Consecutive lines with the same act, such as passes, form one row.
    """

    text: str
    why: str
    clause: str


@frozen
class PrintedHand:
    """A sample hand: its players, its lines with rulings, and the outcome.

    `usual` is set if the hand uses the default house rules although others are in force.
    """

    players: tuple[str, ...]
    rows: tuple[HandRow, ...]
    outcome: tuple[str, ...]
    usual: bool = False


@frozen
class PrintedFront:
    """The front of a rulebook under its house rules. Parts that a game does not have are empty."""

    aim: str
    steps: tuple[str, ...]
    ranked: str = ""
    ranking: tuple[RankingRow, ...] = ()
    payments: tuple[PaymentRow, ...] = ()
    hand: PrintedHand | None = None


def printed_front(book: Rulebook, options: Any) -> PrintedFront | None:
    """Return the front of a rulebook under the given house rules, or None if it has none."""
    front = book.overview
    if front is None:
        return None
    worked_hand = read_worked_hand(book)
    return PrintedFront(
        aim=front.aim,
        steps=front.steps_under(options),
        ranked=front.ranking_title,
        ranking=front.ranking_under(options),
        payments=front.payments_under(options),
        hand=printed_hand(worked_hand, options) if worked_hand else None,
    )


def printed_hand(worked_hand: WorkedHand, options: Any) -> PrintedHand:
    """Return a sample hand under the given house rules, or under its own if a line would be illegal."""
    record = worked_hand.record
    sheet = replay(replace(record, options=options))
    uses_defaults = any(entry.ruling.verdict is not Verdict.LEGAL for entry in sheet.entries)
    if uses_defaults:
        sheet = replay(record)
    return PrintedHand(
        record.seats.names,
        tuple(_hand_rows(sheet, worked_hand.remarks)),
        tuple(_outcome_sentences(sheet)),
        uses_defaults,
    )


def _hand_rows(sheet: Report, remarks: Mapping[int, str]) -> Iterator[HandRow]:
    names = sheet.record.seats.names
    for _, group in groupby(sheet.entries, key=lambda entry: _grouping_key(entry, names, remarks)):
        entries = [*group]
        first = entries[0]
        gains = outcome_sentences([item for item in first.items if item.amount > 0], first.ruling.reason)
        ruling_text = _HINDSIGHT.sub("", render_text(deciding_fact(first.ruling, *gains), names))
        # A ruling that only repeats the line, or says that an ordinary act is legal, is left out.
        repeats_line = ruling_text in (f"{first.line.text}.", f"{first.line.text} chips.")
        explanation = "" if _is_bare(first, names) or repeats_line else ruling_text
        yield HandRow(
            text=", ".join(entry.line.text for entry in entries),
            why=" ".join(filter(None, [explanation, remarks.get(first.line.number, "")])),
            clause="" if first.ruling.clause.is_scorer_only(sheet.record.options) else first.ruling.clause.id,
        )


def _grouping_key(entry: JudgedLine, names: tuple[str, ...], remarks: Mapping[int, str]) -> object:
    """Return a key that is equal for consecutive lines that form one row."""
    if entry.line.number in remarks or not _is_bare(entry, names):
        return entry.line.number
    return entry.line.text.partition(" ")[2]


def _is_bare(entry: JudgedLine, names: tuple[str, ...]) -> bool:
    """Return whether a line is only a name and a verb, such as ``Ann passes``, and its ruling adds no number."""
    player, _, verb = entry.line.text.partition(" ")
    if not entry.items and render_text(entry.ruling.reason, names) == f"{entry.line.text}.":
        return True
    text_without_cards = "".join(
        words for words, suit in split_at_cards(_HINDSIGHT.sub("", entry.ruling.reason)) if not suit
    )
    figures = any(letter.isdigit() for letter in text_without_cards)
    return player in names and " " not in verb and not figures and all(item.amount == -1 for item in entry.items)


def _outcome_sentences(sheet: Report) -> Iterator[str]:
    """Yield sentences with the chips won or lost and the finishing places."""
    record, items = sheet.record, sheet.settlement
    name = record.seats.name
    if any(item.unit is Unit.CHIPS for item in items):
        yield f"Chips: {write_chips({name(seat): total(items, seat, Unit.CHIPS) for seat in record.seats})}."
    if sheet.places:
        yield f"Places: {write_places([[name(seat) for seat in group] for group in sheet.places])}."
