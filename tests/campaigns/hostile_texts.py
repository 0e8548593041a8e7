"""Texts that nobody should have to see, through every argument of every command and every field of a schedule.

Whatever is typed, the program ends with one of its exit codes, says nothing that a terminal would obey, and keeps
nothing that it would. What an older file has all the same is shown as signs, by every command that shows anything.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any
from unittest.mock import patch

import typer

from referee.cli import main as program
from referee.cli.command_tree import COMMANDS, GROUPS
from referee.rules.plain_text import first_unfit
from tests.campaigns.campaign import Campaign
from tests.cli.running import referee

ROOT = Path(__file__).parents[2]
TEXTS = (
    *("\x1b]0;X\x07\x1b[2J", "Ann\x1b[31m", "\x9b2J", "a\x07b", "Ann\x00Lee", "a\rb", "a\nb", "a\tb", "\x7f", "\x85"),
    *(
        "Ann\u202eeeL",
        "\u2066x\u2069",
        "\u2028",
        "\ufeffAnn",
        "An\u200bn",
        "a\ud800",
        "a\udcff",
        "\ufffe",
        "\U000e0041",
    ),
    *("\x1bP$q\x1b\\", "\x1b_x\x1b\\", "\x1b[6n", "%s%n{0}", "'; DROP TABLE member; --", "../../x", "~nobody/x", "-"),
    *(
        "",
        " ",
        "a" * 5000,
        "9" * 400,
        "-" * 50,
        "=1+1",
        "@1",
        "@#1",
        "٣",
        "１",
        "İ",
        "ß" * 40,
        "e\u0301" * 30,
        "\U0001f600",
    ),
)
CODES = {0, 1, 2, 3, 10, 11, 130}
# They stay open, play for a while, or write where they are told to.
_NOT_TRIED = {"desk", "board", "demo"}
_HEAD = ("name", "starts", "ends", "best_k", "min_sessions", "weekday", "time", "room")


def make_club(folder: Path) -> Path:
    """Make a club with a table, a disputed line, a decision, a result and a season."""
    club = folder / "club"
    for words in (
        ["init", "Monday Club", "--club", str(club)],
        ["member", "add", "Ann", "Ben", "Cal", "Dee Lee", "Eve"],
        ["season", "new", "2026-27", "2026-08-17", "2027-05-31", "--best", "3", "--min", "0"],
        ["schedule", "add", "2026-11-16", "--at", "15:45", "--room", "M4", "--note", "a note"],
        ["open", "2026-11-16"],
        ["start", "big-two", "Ann", "Ben", "Cal", "Dee"],
        ["log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 2C"],
        ["log", "1", "Ann plays 2D"],
        ["table", "let-stand", "1", "4", "--reason", "nobody minded", "--by", "Eve"],
        ["dispute", "open", "1", "4", "--claim", "Ann had passed"],
        ["dispute", "decide", "1", "uphold", "--reason", "seen by all"],
        ["dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", "both said so"],
        ["start", "--game", "Hearts", "--result-only", "Ann", "Ben", "--yes"],
        ["result", "2", "Ann", "Ben"],
    ):
        outcome = referee(*words, club=club)
        assert outcome.code in (0, 10, 11), (words, outcome)
    return club


def commands() -> Iterator[tuple[list[str], Any]]:
    """Yield every command with the words that call it."""
    for name in (*COMMANDS, *GROUPS):
        root: Any = typer.main.get_command(program.build_app([name]))
        command_or_group = root.commands.get(name) if hasattr(root, "commands") else root
        if hasattr(command_or_group, "commands"):
            yield from (([name, inner], command) for inner, command in command_or_group.commands.items())
        elif command_or_group is not None and name not in _NOT_TRIED:
            yield [name], command_or_group


def tries(rng: random.Random) -> Iterator[list[str]]:
    """Yield every argument of every command with every text, in any order, and the rest as it should be."""
    cases = [
        (words, command, parameter, text)
        for words, command in commands()
        for parameter in command.params
        if parameter.name not in ("help",) and not getattr(parameter, "is_flag", False)
        for text in TEXTS
    ]
    rng.shuffle(cases)
    for words, command, parameter, text in cases:
        command_words = list(words)
        for param in command.params:
            hostile = param is parameter
            if param.param_type_name == "option":
                if hostile or param.required:
                    command_words += [param.opts[0], text if hostile else "x"]
            elif hostile or param.required:
                command_words.append(text if hostile else _usual(words, param.name or ""))
        yield command_words


def _usual(words: list[str], name: str) -> str:
    usual = {
        **{
            "table": "1",
            "line": "4",
            "dispute": "1",
            "game": "big-two",
            "about": "1",
            "facts": "4",
            "lines": "Ben passes",
        },
        **{"name": "Ann", "names": "Ann", "keep": "Ann", "other": "Ben", "new": "Annie", "on": "2026-11-23"},
        **{"session": "2026-11-16", "starts": "2026-01-01", "ends": "2026-12-31", "words": "big-two", "result": "Ann"},
        **{"file": "no.txt", "files": "no.phh", "tables": "1"},
    }
    return "2026-27" if words[:1] == ["season"] and name == "name" else usual.get(name, "x")


def find_fault(words: list[str], club: Path, cwd: Path) -> str:
    """Return what is wrong with how a command takes its words, or nothing."""
    try:
        outcome = referee(*words, club=None if "--club" in words else club, cwd=cwd)
    except BaseException as error:
        return f"{words!r:.300}: {type(error).__name__}: {error}"
    if outcome.code not in CODES or "Traceback" in outcome.err:
        return f"{words!r:.300}: exit code {outcome.code}: {outcome.err[-300:]}"
    if seen := escapes_in(outcome.out + outcome.err):
        return f"{words!r:.300}: prints {seen!r}"
    return ""


def escapes_in(printed: str) -> str:
    """Return the control sequences in an output that a terminal would obey."""
    for row in printed.split("\n"):
        row = row.replace("\t", " ").replace("\r", " ")
        if (at := first_unfit(row)) is not None:
            return row[max(0, at - 20) : at + 20]
    return ""


def unfit_texts_in(club: Path) -> list[str]:
    """Return the texts in a club's file that contain characters not allowed in a text."""
    results = []
    with contextlib.closing(sqlite3.connect(club / "club.db")) as file:
        for table, column in text_columns(file):
            for (text,) in file.execute(f'SELECT "{column}" FROM "{table}"'):
                if isinstance(text, str) and first_unfit(text) is not None:
                    results.append(f"{table}.{column} keeps {text!r:.80}")
    return results


def text_columns(file: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return every column of texts in a club's file."""
    tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [
        (table, column[1])
        for table in tables
        if not table.startswith("sqlite_")
        for column in file.execute(f'PRAGMA table_info("{table}")')
        if column[2].upper() == "VARCHAR"
    ]


def arguments(seconds: float, seed: int, folder: Path) -> Campaign:
    """Try hostile texts as arguments; every other time past the door that looks at all of them."""
    rng = random.Random(seed)
    club, until, tried, failed = make_club(folder), time.monotonic() + seconds, 0, list[str]()
    work = folder / "work"
    work.mkdir()
    for words in tries(rng):
        if tried and time.monotonic() > until:
            break
        tried += 1
        inside = tried % 2 and not any("\0" in word for word in words)  # no process is given a NUL
        door = patch.object(program, "_reject_unfit_arguments", lambda _: None) if inside else contextlib.nullcontext()
        with door:
            wrong = find_fault(words, club, work)
        failed += [wrong] if wrong else []
        if tried % 100 == 0:
            failed += unfit_texts_in(club)
            club = make_club(Path(tempfile.mkdtemp(dir=folder)))
    failed += unfit_texts_in(club)
    return Campaign("hostile texts as arguments of every command", tried, tuple(dict.fromkeys(failed)))


def schedules(seconds: float, seed: int, folder: Path) -> Campaign:
    """Try hostile texts in every field of a schedule, as they are and as TOML would escape them."""
    rng = random.Random(seed)
    club, until, tried, failed = make_club(folder), time.monotonic() + seconds, 0, list[str]()
    text = (ROOT / "schedules" / "2026-27.toml").read_text(encoding="utf-8")
    fields = [line for line in text.splitlines() if "=" in line and not line.lstrip().startswith("#")]
    cases = [(field, text, how) for field in fields for text in TEXTS for how in ("key", "value", "escaped", "whole")]
    rng.shuffle(cases)
    for field, requirement, how in cases:
        if tried and time.monotonic() > until:
            break
        tried += 1
        key, _, _value = field.partition("=")
        escaped = "".join(f"\\U{ord(char):08x}" for char in requirement)
        value = f'{key}= "{escaped if how == "escaped" else requirement}"'
        toml = {"key": f"{requirement} = 1", "whole": requirement}.get(how, value)
        path = folder / "season.toml"
        path.write_bytes(text.replace(field, toml, 1).encode("utf-8", "surrogatepass"))
        wrong = find_fault(["schedule", "load", str(path)], club, folder)
        failed += [f"{toml!r:.100}: {wrong}"] if wrong else []
    failed += unfit_texts_in(club)
    return Campaign("hostile texts in every field of a schedule", tried, tuple(failed))


SHOWN = (
    *(["member", "list", "--all"], ["member", "show", "Ben"], ["season", "list"], ["season", "show"]),
    *(
        ["schedule", "list"],
        ["tonight"],
        ["table", "show", "1"],
        ["table", "show", "2"],
        ["table", "show", "1", "--record"],
    ),
    *(["dispute", "show", "1"], ["dispute", "show", "2"], ["dispute", "list"], ["standings"]),
    *(["standings", "--member", "Ben"], ["log", "1", "Ben passes"], ["rulebook", "big-two"]),
)


# What people have typed; what else a file consists of is not shown as it is, but understood or found to be damaged.
TYPED = {
    *("charter.name", "member.name", "season.name", "session.room", "session.note", "seat.name", "party.name"),
    *(
        "attendance.by",
        "match.by",
        "match.chip",
        "house_rules.by",
        "entry.by",
        "entry.reason",
        "entry.rule",
    ),
    *("decision.by", "decision.reason", "dispute.by", "dispute.claim", "dispute.reason", "dispute.rule"),
}


def older_files(seconds: float, seed: int, folder: Path) -> Campaign:
    """Put hostile texts into every column of a file behind the program's back, and show and export everything."""
    rng = random.Random(seed)
    club_file, until, tried, failed = make_club(folder), time.monotonic() + seconds, 0, list[str]()
    with contextlib.closing(sqlite3.connect(club_file / "club.db")) as file:
        columns = [column for column in text_columns(file) if ".".join(column) in TYPED]
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    while time.monotonic() < until or not tried:
        (table, column), text = rng.choice(columns), rng.choice(TEXTS)
        club = copytree(club_file, Path(tempfile.mkdtemp(dir=folder)) / "club")
        with contextlib.closing(sqlite3.connect(club / "club.db")) as file:
            for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                file.execute(f'DROP TRIGGER "{trigger}"')
            with contextlib.suppress(sqlite3.IntegrityError, UnicodeEncodeError):
                file.execute(f'UPDATE "{table}" SET "{column}" = ? || "{column}" || ?', (text, text))
                file.commit()
        for words in rng.sample(SHOWN, 4):
            for json in ([], ["--json"]):
                tried += 1
                if wrong := find_fault([*words, *json], club, folder):
                    failed.append(f"{table}.{column} = {text!r:.40}: {wrong}")
        if wrong := exported(club, folder):
            failed.append(f"{table}.{column} = {text!r:.40}: {wrong}")
    return Campaign("hostile texts in every column of an older file", tried, tuple(failed))


def exported(club: Path, cwd: Path) -> str:
    """Return what is wrong with what is exported of a club, or nothing."""
    site = cwd / "site"
    pages = (
        ["export", "csv", "--output", str(site)],
        ["rulebook", "big-two", "--output", str(site / "rules.html"), "--yes"],
    )
    for words in pages:
        if wrong := find_fault(words, club, cwd):
            return wrong
    for path in site.glob("*") if site.is_dir() else ():
        if seen := escapes_in(path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")):
            return f"{path.name} has {seen!r}"
    return ""


def run(seconds: float, seed: int) -> list[Campaign]:
    """Try each door for a share of the time."""
    results = []
    for share, campaign in ((0.5, arguments), (0.2, schedules), (0.3, older_files)):
        with tempfile.TemporaryDirectory() as folder:
            results.append(campaign(seconds * share, seed, Path(folder)))
    return results
