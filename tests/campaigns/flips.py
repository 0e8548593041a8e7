"""A bit of a club's file falls over; whatever is asked of it then is right, or said plainly to be damaged."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from typer.testing import CliRunner

from referee.cli.main import program
from referee.club.text.faults import ClubFault
from tests.campaigns import two_evenings
from tests.campaigns.campaign import Campaign

ASKED: Final = (
    *(("table", "show", f"{number}") for number in range(1, 9)),
    *(("table", "record", f"{number}") for number in (2, 5, 8)),
    *(("dispute", "show", f"{number}") for number in range(1, 6)),
    ("dispute", "list"),
    ("standings", "2026-27"),
    ("standings", "2026-27", "--json"),
    ("session", "show", "2026-11-16"),
    ("session", "show", "2026-11-30", "--json"),
    ("member", "list"),
    ("member", "show", "Ann"),
    ("season", "list"),
    ("season", "show", "2026-27"),
    ("season", "house-rules", "2026-27", "big-two"),
    ("schedule", "list", "2026-27"),
    ("export", "csv", "--season", "2026-27"),
    ("audit",),
)
_PLAIN: Final = re.compile(
    r"damaged|not as it was|cannot be|not a club|taken out|put in by|newer version|^club\.db: |of its log", re.M
)
_MOMENTS: Final = 6


@dataclass(frozen=True)
class Answer:
    """What a command said and wrote, and how it ended."""

    said: str
    complained: str
    code: int
    raised: str = ""

    @property
    def plain(self) -> bool:
        """Whether it says that something is damaged."""
        return self.code in (3, 10) or bool(_PLAIN.search(self.complained))


def answer(folder: Path, words: Sequence[str]) -> Answer:
    """Ask a club something as the command line does."""
    runner, exported = CliRunner(), folder / "exported"
    argv = [*words, "--club", str(folder), *(["--to", str(exported)] if words[0] == "export" else [])]
    found = runner.invoke(program(argv), argv)
    if isinstance(found.exception, ClubFault):
        return Answer(found.stdout, f"{found.stderr}{found.exception}", 3)
    raised = "" if found.exception is None or isinstance(found.exception, SystemExit) else repr(found.exception)
    written = "".join(
        path.read_text(encoding="utf-8-sig") for path in sorted(exported.glob("*.csv")) if words[0] == "export"
    )
    # A folder bears another name each time.
    return Answer((found.stdout + written).replace(str(folder), ""), found.stderr, found.exit_code, raised)


def flipped(base: bytes, at: int) -> bytes:
    """Return a file in which one bit is another one."""
    changed = bytearray(base)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def run(seconds: float, seed: int, *, most: int = 0) -> list[Campaign]:
    """Let bits fall over for about so long, at most so many, and ask a few things of each damaged file."""
    chance = Random(seed)
    failed: list[str] = []
    tried = asked = noticed = 0
    until = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        path = two_evenings.make(Path(temporary) / "club")
        base = path.read_bytes()
        right = {words: answer(path.parent, words) for words in ASKED}
        while (not tried or time.monotonic() < until) and tried != (most or -1):
            tried += 1
            bit = chance.randrange(len(base) * 8)
            folder = Path(temporary) / f"{tried}"
            folder.mkdir()
            silent: list[str] = []
            for words in [*chance.sample(ASKED[:-1], _MOMENTS), ASKED[-1]]:
                asked += 1
                (folder / "club.db").write_bytes(flipped(base, bit))
                for beside in ("-wal", "-shm"):
                    with suppress(FileNotFoundError):
                        (folder / f"club.db{beside}").unlink()
                now = answer(folder, words)
                noticed += now.plain
                if now.raised:
                    failed.append(f"bit {bit}, referee {' '.join(words)}: {now.raised}")
                elif now.said != right[words].said and not now.plain:
                    silent.append(f"bit {bit}, referee {' '.join(words)}: answers otherwise, without a word")
            if not now.plain:  # which the audit was, that comes last
                failed += silent
            shutil.rmtree(folder)
    return [Campaign("flips: bits of a club's file", tried, tuple(failed)), Campaign("flips: questions asked", asked)]
