"""Read files of hand histories hand by hand, with little memory even for long files."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Final

from referee.cards.immutable import frozen
from referee.histories.phh import LARGEST, HandText, RefusedHand, split_hands
from referee.histories.reading import NO_STAND_INS, import_hand
from referee.histories.stand_ins import find_stand_ins
from referee.rules import Verdict
from referee.rules.records.messages import render_text

# How many hands a process gets at a time; more than that many are worth a second process.
_BATCH_SIZE: Final = 64


@frozen
class NumberedHand:
    """A hand in a file: its number and the line where it starts, both from 1, and its label.

    `record` is the text of its record, or empty if the hand was `refused` for a reason. `illegal` has the rulings on
    illegal lines and findings, `open` is the number of open lines, and `differences` lists winnings that differ from
    the rules. `size` is its number of bytes.
    """

    number: int
    label: str
    line: int
    size: int
    record: str = ""
    refused: str = ""
    illegal: tuple[str, ...] = ()
    open: int = 0
    differences: tuple[str, ...] = ()


def read_hand_file(
    path: Path, *, processes: int | None = None, stand_ins: Mapping[str, str] | None = None
) -> Iterator[NumberedHand]:
    """Yield the hands of a ``.phh`` or ``.phhs`` file in order with their rulings, read in several processes.

    Names that a record cannot have are replaced by `stand_ins`, by default those found in the file. Unreadable hands
    are refused one by one. Raise `OSError` if the file cannot be read.
    """
    names = dict(find_stand_ins(path) if stand_ins is None else stand_ins)
    with path.open("rb") as file, ExitStack() as stack:
        rows = iter(lambda: file.readline(LARGEST + 1), b"")
        texts = enumerate(split_hands(rows, has_many_hands=path.suffix.casefold() != ".phh"), 1)
        batches = iter(lambda: list(islice(texts, _BATCH_SIZE)), [])
        first, second = next(batches, []), next(batches, [])
        workers = processes or os.cpu_count() or 1
        if not second or workers == 1:
            for batch in chain((first, second), batches):
                yield from read_hands(batch, names)
            return
        pool = stack.enter_context(ProcessPoolExecutor(workers))
        futures: deque[Future[list[NumberedHand]]] = deque(
            pool.submit(read_hands, batch, names) for batch in (first, second)
        )
        for batch in batches:
            futures.append(pool.submit(read_hands, batch, names))
            if len(futures) > 2 * workers:
                yield from futures.popleft().result()
        for batch_result in futures:
            yield from batch_result.result()


def read_hands(texts: list[tuple[int, HandText]], stand_ins: Mapping[str, str] = NO_STAND_INS) -> list[NumberedHand]:
    """Return hands with their rulings, for numbered texts."""
    return [_read_hand(number, text, stand_ins) for number, text in texts]


def _read_hand(number: int, text: HandText, stand_ins: Mapping[str, str]) -> NumberedHand:
    try:
        hand = import_hand(text, stand_ins)
    except RefusedHand as refusal:
        return NumberedHand(number, text.label, refusal.line or text.line, len(text.data), refused=str(refusal))
    names = hand.record.seats.names
    return NumberedHand(
        number,
        text.label,
        text.line,
        len(text.data),
        record=str(hand.record),
        illegal=tuple(
            f"{entry.line.text}: {ruling.says} {ruling.clause.id}, {render_text(ruling.reason, names)}"
            for entry in hand.sheet.entries
            if (ruling := entry.ruling).verdict is Verdict.ILLEGAL
        ),
        open=sum(entry.is_open for entry in hand.sheet.entries),
        differences=hand.differences,
    )
