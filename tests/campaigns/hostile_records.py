"""Records that nobody would write, of every game: reading and judging them never breaks off, and never takes for ever.

Lines are made of the patterns of the game's own grammar and of its recorded example, with words swapped, doubled, cut
and replaced by what has no place there. Whatever is made of one is printed, and what is printed is read again.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from types import FrameType

from referee.conformance.test_records import chips_in_the_middle
from referee.games import SLUGS, rulebook
from referee.games.examples import example_text
from referee.rules import as_data, read_record, read_records, replay
from referee.rules.book.rulebook import Rulebook
from referee.rules.plain_text import first_unfit
from referee.rules.records.messages import render
from tests.campaigns.campaign import Campaign

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
CARDS = tuple(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC")
ODD = (
    *("", " ", "\t", "??", "W", "BJ", "CJ", "0", "-1", "1.5", "999999999", "1000000000", "٣", "1e9", "0x10", "²"),
    *("#", ",", ", taken back", ", stands", "@1", "@#1", "deal", "deal by", "nobody", "\x1b[2J", "\u202e", "\0"),
    *("\ud800", "\ufeff", "♥", "T♥", "10h", "hT", "Ⅷ", "ﬀ", "İ", "ß", "A" * 300, "TH" * 60, "TH " * 60, " " * 2000),
    *("\u2028", "\x85", "\x1c", "\x0c", "game:", "seats: Ann", "hand: in progress", ":", "=", "%s", "{}", "(", ")*"),
)
PATIENCE = 20


class _Endless(Exception):
    pass


def _over(_signal: int, _frame: FrameType | None) -> None:
    raise _Endless


def texts(slug: str, rng: random.Random) -> Iterator[str]:
    """Yield hostile records of a game, without end."""
    book = rulebook(slug)
    head, _, body = example_text(slug).partition("\n\n")
    example = [line for line in body.splitlines() if line.strip()]
    verbs = [verb.pattern for verb in book.grammar.verbs]
    while True:
        yield _text(book, head, example, verbs, rng)


def _text(book: Rulebook, head: str, example: list[str], verbs: list[str], rng: random.Random) -> str:
    players = rng.sample(NAMES, rng.choice((1, 2, 3, 4, 4, 5, 8)))
    lines = example[: rng.randrange(len(example) + 1)] if rng.random() < 0.3 else []
    names = [word.strip() for word in head.partition("seats:")[2].split("\n")[0].split(",")] if lines else players
    if not lines:
        head = f"game: {book.slug}\nseats: {', '.join(players)}"
        if rng.random() < 0.3:
            head = f"game: {book.slug}\nhand: in progress"
        if rng.random() < 0.6:
            lines = ["deal"]
    head = _mangled(head, rng) if rng.random() < 0.05 else head
    lines = lines + [_line(rng, verbs, example, names or list(NAMES)) for _ in range(rng.randrange(1, 9))]
    if rng.random() < 0.02:
        lines += [lines[-1]] * 300
    return f"{head}\n\n" + rng.choice(("\n", "\n", "\n", "\r\n", "\n\n")).join(lines) + rng.choice(("", "\n"))


def _line(rng: random.Random, verbs: list[str], example: list[str], names: list[str]) -> str:
    if rng.random() < 0.3:
        words = rng.choice(example).split(" ")
    else:
        words = [_word(token, rng, names) for token in rng.choice(verbs).replace("[", " ").replace("]", " ").split()]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        words = _worse(words, rng, names)
    return " ".join(words) + rng.choice(("",) * 12 + (", taken back", ", stands", ".", " # said", ",taken  back."))


def _word(token: str, rng: random.Random, names: list[str]) -> str:
    if token == "NAME":
        return rng.choice(names)
    if token == "CARDS":
        return " ".join(rng.choices(CARDS, k=rng.choice((1, 1, 2, 3, 5, 5, 13))))
    if token == "CARD":
        return rng.choice(CARDS)
    if token == "N":
        return str(rng.choice((0, 1, 2, 3, 5, 10, 20, 100, 10**6, 10**9 - 1)))
    return token if token.islower() else rng.choice((token.lower(), rng.choice(CARDS), str(rng.randrange(9))))


def _worse(words: list[str], rng: random.Random, names: list[str]) -> list[str]:
    words = list(words) or [""]
    at = rng.randrange(len(words))
    match rng.randrange(7):
        case 0:
            del words[at]
        case 1:
            words.insert(at, rng.choice(ODD))
        case 2:
            words[at] = rng.choice((*ODD, *names, *CARDS))
        case 3:
            words[at] = _mangled(words[at], rng)
        case 4:
            words += words[at:]
        case 5:
            rng.shuffle(words)
        case _:
            words[at] = words[at].swapcase()
    return words


def _mangled(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice((*ODD, "", "\n")) + text[at + rng.randrange(3) :]


def find_fault(text: str) -> str:
    """Return what is wrong with how a record is read and judged, or nothing."""
    for reading in read_records(text, rulebook):
        for fault in reading.faults:
            fault.caret()
        if reading.record is None:
            continue
        sheet = replay(reading.record)
        for entry in sheet.entries:
            ruling = render(entry.ruling, sheet.record.seats.names)
            texts = (
                entry.line.text,
                ruling.reason,
                ruling.ask,
                *ruling.due,
                *(alternative.text for alternative in ruling.alternatives),
            )
            if any(first_unfit(words) is not None for words in texts):
                return f"line {entry.line.number} lets through what has no place in a text"
        as_data(sheet)
        chips = [item.amount for item in sheet.settlement if item.unit == "chips"]
        if chips and sheet.record.complete and not sheet.table.in_play and sum(chips) and not _has_pot(sheet.table):
            return f"the chips add up to {sum(chips):+}"
        if not sheet.entries:
            continue
        reread = read_record(str(sheet.record), rulebook)
        if reread.faults or reread.record is None:
            return f"what was printed cannot be read: {reread.faults[:1]}"
        if str(reread.record) != str(sheet.record):
            return "what was printed reads as another record"
    return ""


def _has_pot(state: object) -> bool:
    return any(getattr(state, name, 0) for name in ("kitty", "stake")) or bool(chips_in_the_middle(state))


def batch(slug: str, seed: int, many: int) -> tuple[int, list[str]]:
    """Try some records of a game, and say what was wrong with any."""
    rng = random.Random(f"{slug} {seed}")
    failed = []
    signal.signal(signal.SIGPROF, _over)
    for number, text in zip(range(many), texts(slug, rng), strict=False):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # of its own time: the machine may be busy
        try:
            wrong = find_fault(text)
        except _Endless:
            wrong = f"took longer than {PATIENCE} s of its own"
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if wrong:
            failed.append(f"{slug}, seed {seed}, record {number}: {wrong}\n{text!r:.2000}")
    return many, failed


def run(seconds: float, seed: int) -> Campaign:
    """Try records of all games in turn, on all processors."""
    until, tried, failed = time.monotonic() + seconds, 0, []
    many = 50 if seconds < 60 else 1000
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        turn = seed
        while not tried or time.monotonic() < until:
            jobs = [pool.submit(batch, slug, turn, many) for slug in SLUGS]
            for job in jobs:
                count, wrong = job.result()
                tried += count
                failed += wrong
            turn += 1
    return Campaign(f"hostile records of {len(SLUGS)} games, read, judged and printed", tried, tuple(failed))
