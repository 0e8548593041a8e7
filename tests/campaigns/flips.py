"""Damaged club files: every answer is correct, or says plainly that the file is damaged.

A bit is flipped in the file or its write-ahead log, or either is cut, zeroed in part, mixed up or replaced by an older
one.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from typer.testing import CliRunner

from referee.cli.main import build_app
from referee.club.calendar import sessions
from referee.club.folder import open_club
from referee.club.match import recording
from referee.club.text.faults import ClubFault
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs import two_evenings

ASKED: Final = (
    *(("table", "show", f"{number}") for number in range(1, 9)),
    *(("table", "show", f"{number}", "--record") for number in (2, 5, 8)),
    *(("dispute", "show", f"{number}") for number in range(1, 6)),
    ("dispute", "list"),
    ("standings", "2026-27"),
    ("standings", "2026-27", "--json"),
    ("tonight", "2026-11-16"),
    ("tonight", "2026-11-30", "--json"),
    ("member", "list"),
    ("member", "show", "Ann"),
    ("season", "list"),
    ("season", "show", "2026-27"),
    ("season", "rules", "2026-27", "big-two"),
    ("schedule", "list", "2026-27"),
    ("export", "csv", "2026-27"),
    ("audit",),
)
_PLAIN: Final = re.compile(
    r"damaged|not as it was|cannot be|not a club|was removed|added by|newer version|^club\.db: |of its log", re.M
)
_MOMENTS: Final = 4
_PAGE: Final = 4096


@dataclass(frozen=True)
class Answer:
    """The output of a command, what it wrote, and its exit code."""

    output: str
    complained: str
    code: int
    raised: str = ""

    @property
    def plain(self) -> bool:
        """Whether it says that something is damaged."""
        return self.code in (3, 10) or bool(_PLAIN.search(self.complained))


def answer(folder: Path, words: Sequence[str]) -> Answer:
    """Run a command on a club in this process."""
    runner, exported = CliRunner(), folder / "exported"
    argv = [*words, "--club", str(folder), *(["--output", str(exported)] if words[0] == "export" else [])]
    result = runner.invoke(build_app(argv), argv)
    if isinstance(result.exception, ClubFault):
        return Answer(result.stdout, f"{result.stderr}{result.exception}", 3)
    raised = "" if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
    texts = "".join(
        path.read_text(encoding="utf-8-sig") for path in sorted(exported.glob("*.csv")) if words[0] == "export"
    )
    # A folder bears another name each time.
    return Answer((result.stdout + texts).replace(str(folder), ""), result.stderr, result.exit_code, raised)


@dataclass(frozen=True)
class Files:
    """A club's file with the log that SQLite keeps beside it, as bytes."""

    file: bytes
    log: bytes = b""

    def write_to(self, folder: Path) -> None:
        """Put them into a folder, and nothing else that SQLite would read."""
        for beside, content in (("", self.file), ("-wal", self.log), ("-shm", b"")):
            path = folder / f"club.db{beside}"
            if content or not beside:
                path.write_bytes(content)
            else:
                path.unlink(missing_ok=True)


def _read(folder: Path) -> Files:
    file, log = folder / "club.db", folder / "club.db-wal"
    return Files(file.read_bytes(), log.read_bytes() if log.exists() else b"")


def flipped(base: bytes, at: int) -> bytes:
    """Return a file with one bit flipped."""
    changed = bytearray(base)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def _flip_in_the_file(files: Files, _older: Files, chance: Random) -> tuple[str, Files]:
    bit = chance.randrange(len(files.file) * 8)
    return f"bit {bit} of club.db", replace(files, file=flipped(files.file, bit))


def _flip_in_the_log(files: Files, _older: Files, chance: Random) -> tuple[str, Files]:
    bit = chance.randrange(len(files.log) * 8)
    return f"bit {bit} of club.db-wal", replace(files, log=flipped(files.log, bit))


def _cut_or_swapped(files: Files, older: Files, chance: Random) -> tuple[str, Files]:
    in_log = chance.random() < 0.5
    base, other = (files.log, older.log) if in_log else (files.file, older.file)
    at, end = sorted((chance.randrange(len(base)), chance.randrange(len(base) + 1)))
    page, elsewhere = (_PAGE * chance.randrange(len(base) // _PAGE) for _ in range(2))
    outcome, changed = chance.choice(
        [
            (f"cut at {at}", base[:at]),
            (f"zero from {at} to {end}", base[:at] + bytes(end - at) + base[end:]),
            (
                f"page {page} in the place of {elsewhere}",
                base[:elsewhere] + base[page : page + _PAGE] + base[elsewhere + _PAGE :],
            ),
            ("an older one in its place", other),
            ("taken away", b""),
        ]
    )
    name = f"club.db{'-wal' * in_log}: {outcome}"
    return name, replace(files, log=changed) if in_log else replace(files, file=changed)


DAMAGES: Final = {
    "a bit of club.db": _flip_in_the_file,
    "a bit of club.db-wal": _flip_in_the_log,
    "cut and swapped files": _cut_or_swapped,
}
# How many of each are tried for one of the rarest.
_SHARES: Final = {"a bit of club.db": 6, "a bit of club.db-wal": 4, "cut and swapped files": 1}


def _made(folder: Path) -> tuple[Files, Files, Files]:
    """Make a club: as it is closed, what is left of it when a computer stops, and such as it was before.

    What is left when a computer stops has lines in the log alone.
    """
    path = two_evenings.make(folder)
    with open_club(folder) as club:
        older: list[Files] = []
        for evening in ("2026-11-16", "2026-11-30"):
            sessions.open_session(club, evening, reason="somebody came late")
            for number in (1, 2, 3):
                recording.undo_line(club, number + (3 if older else 0), 5)
            older.append(_read(path.parent))
    return _read(path.parent), older[1], older[0]


def run(seconds: float, seed: int, *, most: int = 0, only: str = "") -> list[Campaign]:
    """Let bits fall over for about so long, at most so many, and ask a few things of each damaged file.

    What a computer has seen of the club it remembers. An answer that is another one is silent when neither the command
    says that something is damaged, nor the audit.
    """
    chance = Random(seed)
    kinds = [only] if only else [kind for kind, share in _SHARES.items() for _ in range(share)]
    failed: dict[str, list[str]] = {kind: [] for kind in dict.fromkeys(kinds)}
    tried, commands_asked, number = dict.fromkeys(failed, 0), 0, 0
    until = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        closed, left, older = _made(Path(temporary) / "club")
        assert not closed.log
        right = _answers(Path(temporary) / "right", left, left, ASKED)
        while (number < len(kinds) or time.monotonic() < until) and number != (most or -1):
            kind = kinds[number % len(kinds)]
            number += 1
            files = closed if DAMAGES[kind] is _flip_in_the_file else left
            where, damaged = DAMAGES[kind](files, older, chance)
            words = [*chance.sample(ASKED[:-1], _MOMENTS), ASKED[-1]]
            answers = _answers(Path(temporary) / f"{number}", files, damaged, words)
            tried[kind] += 1
            commands_asked += len(words)
            for command, given_answer in answers.items():
                where_it_failed = f"seed {seed}, number {number}, {where}, referee {' '.join(command)}"
                if given_answer.raised:
                    failed[kind].append(f"{where_it_failed}: {given_answer.raised}")
                elif (
                    given_answer.output != right[command].output
                    and not given_answer.plain
                    and not answers[ASKED[-1]].plain
                ):
                    failed[kind].append(f"{where_it_failed}: answers otherwise, without a word")
    outcome = [Campaign(f"damage: {kind}", tried[kind], tuple(failed[kind])) for kind in failed]
    return [*outcome, Campaign("damage: questions asked", commands_asked)]


def _answers(
    folder: Path, files: Files, damaged: Files, commands: Sequence[tuple[str, ...]]
) -> dict[tuple[str, ...], Answer]:
    """Ask something of a club that was seen whole here, and is damaged each time that it is asked."""
    folder.mkdir()
    files.write_to(folder)
    open_club(folder).close()
    results = {}
    for words in commands:
        damaged.write_to(folder)
        results[words] = answer(folder, words)
    shutil.rmtree(folder)
    return results
