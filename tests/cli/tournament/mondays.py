"""A club with tournaments to run: what tests of the commands share."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.cli.running import RunResult, referee

MONDAYS = ("2026-11-16", "2026-11-23", "2026-11-30")
PEOPLE = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")


def club_of(folder: Path, *people: str) -> Path:
    """A club with a season of three Mondays, the first of which is open."""
    run(folder, "init", "Monday Cards", cwd=folder)
    run(folder, "member", "add", *(people or PEOPLE))
    run(folder, "season", "new", "2026-27", "2026-08-01", "2027-07-31")
    for day in MONDAYS:
        run(folder, "schedule", "add", day, "--at", "16:00")
    run(folder, "open", MONDAYS[0])
    return folder


def run(folder: Path, *words: str, cwd: Path | None = None) -> RunResult:
    """Run a command that must succeed."""
    result = referee(*words, cwd=cwd or folder, REFEREE_OFFICER="Fay")
    assert result.code == 0, f"referee {' '.join(words)}: {result.out}{result.err}"
    return result


def refused(folder: Path, *words: str) -> str:
    """Run a command that must be refused, and return what it says."""
    result = referee(*words, cwd=folder, REFEREE_OFFICER="Fay")
    assert result.code == 2, f"referee {' '.join(words)}: {result.out}{result.err}"
    return result.err


def shown(folder: Path, number: int = 1) -> dict[str, Any]:
    """Return a tournament as data."""
    data: dict[str, Any] = run(folder, "tournament", "show", str(number), "--json").data
    return data


def tables(folder: Path, number: int = 1) -> list[dict[str, Any]]:
    """Return the tables of the last round."""
    matches: list[dict[str, Any]] = shown(folder, number)["rounds"][-1]["tables"]
    return matches


def play(folder: Path, number: int = 1, order: Sequence[str] = PEOPLE) -> None:
    """Start the round that is drawn, and let every table end so that who is earlier in `order` comes first."""
    run(folder, "tournament", "start", str(number))
    for table in tables(folder, number):
        if table["status"] == "playing":
            run(folder, "result", f"m{table['match']['id']}", *sorted(table["entries"], key=order.index))


def next_monday(folder: Path, which: int) -> None:
    """Close the Monday before, and open another."""
    run(folder, "close", MONDAYS[which - 1])
    run(folder, "open", MONDAYS[which])


def points(folder: Path, number: int = 1) -> dict[str, str]:
    """Return the points of everybody in the standings."""
    return {line["entry"]: fraction(line["points"]) for line in shown(folder, number)["standings"]}


def fraction(figure: float) -> str:
    """Return a figure of the data as the fraction that it is of, such as ``5/3``."""
    return str(Fraction(figure).limit_denominator(1000))
