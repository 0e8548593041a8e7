"""The front of a rulebook as it is printed: aim, the game in five lines, ranking, payments, a worked hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from referee.cards.screen import split_at_cards
from referee.games.examples import WorkedHand, worked_hand
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
from referee.rules.book.sentences import fact
from referee.rules.immutable import replace
from referee.rules.records.messages import render_text

# Which line shows that an open one was legal: in a hand that is played through nobody asks.
_HINDSIGHT: Final = re.compile(r" Lines? [0-9][0-9, and]* shows? it\.")


@dataclass(frozen=True, slots=True)
class HandRow:
    """What happened, what there is to say of it, and the clause that decides, if it is on the page.

    Several lines in which players do the same, such as passing, are one row.
    """

    text: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class PrintedHand:
    """A hand played through: who sits at the table, each line with its ruling, and what came of it.

    `usual` says that it is played by the usual house rules, where others are in force.
    """

    players: tuple[str, ...]
    rows: tuple[HandRow, ...]
    outcome: tuple[str, ...]
    usual: bool = False


@dataclass(frozen=True, slots=True)
class PrintedFront:
    """The front of a rulebook as it reads under some house rules; what a game does not have is empty."""

    aim: str
    steps: tuple[str, ...]
    ranked: str = ""
    ranking: tuple[RankingRow, ...] = ()
    payments: tuple[PaymentRow, ...] = ()
    hand: PrintedHand | None = None


def printed_front(book: Rulebook, options: Any) -> PrintedFront | None:
    """Return the front of a rulebook under some house rules, or None where it has none."""
    front = book.overview
    if front is None:
        return None
    worked = worked_hand(book)
    return PrintedFront(
        aim=front.aim,
        steps=front.steps_under(options),
        ranked=front.ranking_title,
        ranking=front.ranking_under(options),
        payments=front.payments_under(options),
        hand=printed_hand(worked, options) if worked else None,
    )


def printed_hand(worked: WorkedHand, options: Any) -> PrintedHand:
    """Return a hand as it is played under some house rules, or by its own where it cannot be played by these."""
    record = worked.record
    sheet = replay(replace(record, options=options))
    usual = any(entry.ruling.verdict is not Verdict.LEGAL for entry in sheet.entries)
    if usual:
        sheet = replay(record)
    return PrintedHand(record.seats.names, tuple(_rows(sheet, worked.remarks)), tuple(_outcome(sheet)), usual)


def _rows(sheet: Report, remarks: Mapping[int, str]) -> Iterator[HandRow]:
    names = sheet.record.seats.names
    for _, group in groupby(sheet.entries, key=lambda entry: _grouping_key(entry, names, remarks)):
        entries = [*group]
        first = entries[0]
        gains = outcome_sentences([item for item in first.items if item.amount > 0], first.ruling.reason)
        ruling_text = _HINDSIGHT.sub("", render_text(fact(first.ruling, *gains), names))
        # What the line says itself, or that a player may do what players do, needs no words.
        repeats_line = ruling_text in (f"{first.line.text}.", f"{first.line.text} chips.")
        ruled = "" if _is_bare(first, names) or repeats_line else ruling_text
        yield HandRow(
            text=", ".join(entry.line.text for entry in entries),
            why=" ".join(filter(None, [ruled, remarks.get(first.line.number, "")])),
            clause="" if first.ruling.clause.is_scorer_only(sheet.record.options) else first.ruling.clause.id,
        )


def _grouping_key(entry: JudgedLine, names: tuple[str, ...], remarks: Mapping[int, str]) -> object:
    """Return what is the same of lines that make one row."""
    if entry.line.number in remarks or not _is_bare(entry, names):
        return entry.line.number
    return entry.line.text.partition(" ")[2]


def _is_bare(entry: JudgedLine, names: tuple[str, ...]) -> bool:
    """Tell whether a line is a name and a verb, such as ``Ann passes``, of which there is no figure to tell."""
    player, _, does = entry.line.text.partition(" ")
    if not entry.items and render_text(entry.ruling.reason, names) == f"{entry.line.text}.":
        return True
    words_only = "".join(words for words, suit in split_at_cards(_HINDSIGHT.sub("", entry.ruling.reason)) if not suit)
    figures = any(letter.isdigit() for letter in words_only)
    return player in names and " " not in does and not figures and all(item.amount == -1 for item in entry.items)


def _outcome(sheet: Report) -> Iterator[str]:
    """Yield what each has won or lost in chips, and who comes before whom."""
    record, items = sheet.record, sheet.settlement
    name = record.seats.name
    if any(item.unit is Unit.CHIPS for item in items):
        yield f"Chips: {write_chips({name(seat): total(items, seat, Unit.CHIPS) for seat in record.seats})}."
    if sheet.places:
        yield f"Places: {write_places([[name(seat) for seat in group] for group in sheet.places])}."
