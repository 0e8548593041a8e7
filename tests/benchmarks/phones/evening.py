"""Forty phones at ten tables, beside a server that rules on nothing: ``python -m tests.benchmarks.phones.evening``.

The phones' server, the players and a desk are a process each. That no phone misses a line, and none is recorded twice,
is asserted; how fast it is, is a ratio to the bare server of `bare`, which the same players ask in the same run.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from datetime import time
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

from referee.club.calendar import schedule, seasons, sessions
from referee.club.folder import init
from referee.club.match import recording, starting
from referee.club.match.log import load_log
from referee.club.people import roster
from referee.club.phones import evening_state, pairing
from referee.club.text.names import with_names
from referee.club.text.typed_lines import read_one
from referee.games import rulebook
from referee.phones.pages import STATIC
from referee.rules import Rulebook, Seats, Verdict
from referee.rules.notation.line_words import PlayerNames
from tests.benchmarks.clubs import NAMES, lines_of_play
from tests.benchmarks.measuring import Measurement
from tests.benchmarks.phones.load import LoadResult, Part, Play, resting
from tests.club.conftest import MONDAY, on_a_server, on_the_monday, place
from tests.phones.serving import Phone, Stream, free_port, process
from tests.postgresql import cluster

GAMES: Final = ("big-two", "commune", "big-two", "pontoon", "big-two", "play-or-pay")
BARE: Final = "a bare server"
GOALS: Final = {
    ("tap to ruling, drawn", "median"): "50 ms",
    ("a line on all four phones", "median"): "100 ms",
    ("a line on all four phones", "worst"): "250 ms",
    ("the desk's line on all four", "worst"): "300 ms",
}
"""For a line a table each five seconds."""
_RANKS: Final = "3456789TJQKA2"


class Evening:
    """A club with tables of four that have played some lines, and the lines that follow."""

    def __init__(self, folder: Path, tables: int, before: int, more: int, server: Any = None) -> None:
        club = on_the_monday(init(folder, "Monday Cards"))
        for name in NAMES[: 4 * tables]:
            roster.add(club, name)
        seasons.new(
            club, "2026-27", starts=MONDAY.replace(day=1), ends=MONDAY.replace(day=30), best_k=20, min_sessions=8
        )
        schedule.add(club, MONDAY, time(15, 45))
        sessions.open_session(club, str(MONDAY))
        if server:
            club = replace(club, store=on_a_server(club, server))
        self.club, self.matches, self.lines = club, {}, {}
        for index in range(tables):
            names = tuple(name.split()[0] for name in NAMES[4 * index : 4 * index + 4])
            book = rulebook(GAMES[index % len(GAMES)])
            lines = list(islice(_lines_of_play(book, names, seed=index), before + more))
            match = starting.start_table(club, book.slug, NAMES[4 * index : 4 * index + 4]).id
            seen = load_log(club, match)
            recording.log_lines(club, seen, [read_one(seen, line) for line in lines[:before]])
            self.matches[str(index + 1)], self.lines[str(index + 1)] = match, lines[before:]
        with club.reading() as tx:
            session = evening_state.open_session(tx)
        assert session
        pairing.give_codes(club, session.id)
        with club.reading() as tx:
            self.codes = {str(table): code for table, code in evening_state.read_evening(tx, session.id).codes.items()}

    def take(self, lines: int) -> dict[str, list[str]]:
        """Take the next lines of each table."""
        sent = {table: line[:lines] for table, line in self.lines.items()}
        self.lines = {table: line[lines:] for table, line in self.lines.items()}
        return sent

    def recorded(self) -> dict[str, list[str]]:
        """Return the words of every line that has been recorded at each table, the last too."""
        logs = {table: load_log(self.club, match) for table, match in self.matches.items()}
        first_names = {table: [name.split()[0] for name in log.names] for table, log in logs.items()}
        return {
            table: [with_names(entry.text, first_names[table]) for entry in log.entries] for table, log in logs.items()
        }


def _lines_of_play(book: Rulebook, names: tuple[str, ...], seed: int) -> Iterator[str]:
    """Yield the lines of a table."""
    if book.slug == "big-two":
        yield from _big_two(book, names, Random(seed))
    for act, _ in lines_of_play(book, len(names), 2000, seed):
        yield book.write(act, Seats(names))


def _big_two(book: Rulebook, names: tuple[str, ...], chance: Random) -> Iterator[str]:
    """Yield hand after hand in which everybody plays the lowest card that is high enough, or passes."""
    state, pack = book.begin(Seats(names)), book.pack_for(book.options())
    while True:
        cards = list(book.pack.copies)
        chance.shuffle(cards)
        hands = [set(map(str, cards[seat :: len(names)])) for seat in range(len(names))]
        texts = [f"deal by {names[0]}"]
        while True:
            acts = [book.grammar.read(text, PlayerNames(names), pack, 1, book.title) for text in texts]
            act = next(act for act in acts if book.judge(state, act).verdict is Verdict.LEGAL)
            state = book.apply(state, act)
            yield book.write(act, Seats(names))
            if act.seat >= 0:
                hands[act.seat].difference_update(map(str, getattr(act, "cards", ())))
            if sum(map(bool, hands)) < 2:
                break
            seat = next(index for index, hand in enumerate(hands) if "3D" in hand) if state.turn is None else state.turn
            lowest_first = sorted(hands[seat], key=lambda card: (_RANKS.index(card[0]), card))
            texts = [*(f"{names[seat]} plays {card}" for card in lowest_first), f"{names[seat]} passes"]


def played(play: Play) -> list[LoadResult]:
    """Run the phones in a process of their own, and return the results."""
    words = [sys.executable, "-m", "tests.benchmarks.phones.load"]
    process = subprocess.run(words, input=json.dumps(asdict(play)), capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return [LoadResult(**part) for part in json.loads(process.stdout)]


@contextmanager
def bare(folder: Path, like: Phone, line: str) -> Iterator[tuple[int, int]]:
    """Serve the same pages without ruling on anything; give the port and the process."""
    folder.mkdir()
    shutil.copytree(STATIC, folder / "static")
    part = like.get(f"/t?line={line.replace(' ', '+')}", **{"X-Part": "1"}).text
    fields = dict(campaign.split('" value="') for campaign in part.split('name="')[1:] if '" value="' in campaign)
    (folder / "part.html").write_text(part.replace(fields["key"].partition('"')[0], "KEY"), encoding="utf-8")
    (folder / "page.html").write_text(like.get("/t").text, encoding="utf-8")
    stream = Stream(like)
    (folder / "event.json").write_text(json.dumps(stream.next()), encoding="utf-8")
    stream.close()
    port = free_port()
    words = [sys.executable, "-m", "tests.benchmarks.phones.bare", str(port), str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as running:
        assert running.stdout
        running.stdout.readline()
        try:
            yield port, running.pid
        finally:
            running.kill()


def phones(
    tables: int = 10,
    lines: int = 24,
    interval: float = 5.0,
    *,
    before: int = 60,
    browsers: int = 4,
    fast: int = 40,
    idle: float = 30.0,
    served: bool = False,
) -> list[Measurement]:
    """Measure `tables` tables with a line every `interval` seconds, then `fast` lines at ten times the rate."""
    text = "PostgreSQL" if served else "SQLite"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(cluster(hurried=False)) if served else None
        evening = Evening(folder / "club", tables, before, lines + fast + 1, server)
        stack.callback(evening.club.close)
        before_it = evening.recorded()
        running, blank = stack.enter_context(process(evening.club))
        nobody = resting(running.pid, idle)
        lines_so_far: dict[str, list[str]] = {table: list(lines) for table, lines in before_it.items()}

        parts = [Part(evening.take(lines), interval), Part(evening.take(fast), interval / 10)]
        for table, line in ((table, line) for part in parts for table, line in part.lines.items()):
            lines_so_far[table] += line
        desk = place(evening.club)
        play = Play(blank.port, running.pid, evening.codes, evening.matches, parts, browsers, idle, desk)
        usual, tenfold = played(play)
        change = Phone(blank.port).join(evening.codes["1"], "tablet")
        with bare(folder / "bare", change, evening.lines["1"][0]) as (port, pid):
            [plain] = played(replace(play, port=port, server=pid, parts=parts[:1], desk=""))
        assert evening.recorded() == lines_so_far  # each line once, and in its place
        assert [(part.missed, part.twice) for part in (usual, tenfold)] == [(0, 0), (0, 0)]
    return [
        *_times(text, usual, plain, GOALS),
        *_times(f"{text}, tenfold", tenfold, plain, {}),
        *_costs(text, usual, tenfold, plain, nobody),
    ]


def _times(on: str, played: LoadResult, plain: LoadResult, goals: Mapping[tuple[str, str], str]) -> list[Measurement]:
    results = {
        "tap to ruling, answered": (played.ruled, plain.ruled),
        "tap to ruling, drawn": (played.drawn, plain.drawn),
        "a line on all four phones": (played.by_phone, plain.by_phone),
        "the desk's line on all four": (played.by_desk, plain.by_phone),
        "behind the time of its line": (played.late, plain.late),
    }
    return [
        Measurement(f"{on}: {label}, {name}", of(took), BARE, of(unit), goals.get((label, name), "-"), "ms", 1e3)
        for label, (took, unit) in results.items()
        if took and unit
        for name, of in (("median", median), ("p95", _p95), ("worst", max))
    ]


def _costs(on: str, played: LoadResult, tenfold: LoadResult, plain: LoadResult, nobody: float) -> list[Measurement]:
    """Return the server's use of the machine; that of an idle bare server is too small to measure."""
    share, of_bare = played.processor / played.seconds, plain.processor / plain.seconds
    return [
        Measurement(f"{on}: a line, all the work for it", _each(played), BARE, _each(plain), "-", "ms", 1e3),
        Measurement(f"{on}, tenfold: a line, all the work for it", _each(tenfold), BARE, _each(plain), "-", "ms", 1e3),
        Measurement(f"{on}: a core, with the load", share, BARE, of_bare, "10 %", "%", 100),
        Measurement(f"{on}: a core, with phones at rest", played.resting, "a core", 1.0, "0.5 %", "%", 100),
        Measurement(f"{on}: a core, with nobody", nobody, "a core", 1.0, "0.5 %", "%", 100),
        Measurement(f"{on}: memory", played.memory, BARE, plain.memory, "100 MB", "MB", 1e-6),
    ]


def _each(played: LoadResult) -> float:
    """Return the processor time for each line, from its preview to its display on all four phones."""
    return played.processor / len(played.by_phone + played.by_desk)


def _p95(took: list[float]) -> float:
    return quantiles(took, n=20, method="inclusive")[-1] if len(took) > 1 else took[0]


def main() -> None:
    """Print the table, on both engines."""
    for served in (False, True):
        for row in phones(served=served):
            print(row, flush=True)


if __name__ == "__main__":
    main()
