"""What people type in a hurry is read in the same way wherever it is typed, and recorded in one notation."""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.club.disputes import disputes
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.club.phones import pairing
from referee.dashboard.disputes.facts import FactsScreen
from tests.cli.running import referee
from tests.club.conftest import club, monday  # noqa: F401 - fixtures
from tests.club.phones.conftest import Evening
from tests.dashboard.piloting import at_the_desk
from tests.dashboard.terminal import Terminal
from tests.patience import wait
from tests.phones.serving import Phone, phones

NAMES = ("Ann", "Ben", "Cal", "Dee")
HEAD = f"game: big-two\nseats: {', '.join(NAMES)}\n\n"
HURRIED = {
    "DEAL by Dee": "deal by Dee",
    "Ann: 3d": "Ann plays 3D",
    "2. Ben leads h5": "Ben plays 5H",
    "Cal -": "Cal passes",
    "Dee throws 7♠, ann pass.": "Dee plays 7S\nAnn passes",
    "BEN passed": "Ben passes",
    "cal - passes": "Cal passes",
    "De 9c, 9h": "Dee plays 9C 9H",
    "* Ann passes": "Ann passes",
    "Ben lays down 10d 10s": "Ben plays TD TS",
    "Cal pa": "Cal passes",
    "Dee and Ann pass": "Dee passes\nAnn passes",
}
TYPED, RECORD = [*HURRIED], "\n".join(HURRIED.values()).splitlines()
NAMELESS = {"plays jh js": "Ben plays JH JS", "pass": "Cal passes", "qc qd": "Dee plays QC QD"}
"""Where it is known who sits where, whoever is in turn need not be named."""


@pytest.fixture
def table(club: Club) -> int:  # noqa: F811 - the fixture
    """A table of Big Two at which nothing has been recorded."""
    return starting.start_table(club, "big-two", NAMES).number


def recorded(club: Club, table: int) -> list[str]:  # noqa: F811 - the fixture
    return [entry.text for entry in matches.show(club, table).log]


def checked(lines: list[str], folder: Path) -> list[str]:
    result = referee("check", "-", "--json", input_text=HEAD + "\n".join(lines), cwd=folder)
    assert result.data["faults"] == []
    return [line["read_as"] for line in result.data["lines"]]


def ruled_on(lines: list[str], folder: Path) -> list[str]:
    return [line["read_as"] for line in referee("rule", "big-two", *lines, "--json", cwd=folder).data["lines"]]


@pytest.mark.parametrize("read", [checked, ruled_on])
def test_without_a_club(read: Callable[[list[str], Path], list[str]], tmp_path: Path) -> None:
    assert read(TYPED, tmp_path) == RECORD


def log_together(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    assert referee("log", "1", *lines, club=club.folder).err == ""


def log_one_by_one(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    for line in lines:
        assert referee("log", "1", line, club=club.folder).err == ""


def log_standard_input(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    assert referee("log", "1", "-", club=club.folder, input_text="\n".join(lines)).err == ""


def log_a_sheet(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    (club.folder / "sheet.txt").write_text(HEAD + "\n".join(lines), encoding="utf-8")
    assert referee("log", "1", "--file", str(club.folder / "sheet.txt"), club=club.folder).err == ""


def type_at_a_piped_prompt(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    assert referee("log", "1", club=club.folder, input_text="\n".join(lines)).err == ""


def type_at_the_prompt(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    env = {
        "REFEREE_CLUB": str(club.folder),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "TERM": "screen",
        "LANG": "C.UTF-8",
    }
    with closing(Terminal(sys.executable, "-m", "referee", "log", "1", cwd=club.folder, env=env)) as prompt:
        prompt.until("table 1, the deal>")
        count = 0
        for line in lines:
            prompt.type(line)
            prompt.press("Enter")
            count += len((HURRIED | NAMELESS)[line].splitlines())
            wait(lambda count=count: len(recorded(club, 1)) == count)


def type_at_the_desk(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    async def type_lines() -> None:
        async with at_the_desk(club, "enter") as officer:
            await officer.record(lines)

    asyncio.run(type_lines())


def tap_on_phones(club: Club, lines: list[str]) -> None:  # noqa: F811 - the fixture
    evening = Evening(club)
    pairing.give_codes(club, evening.session)
    with phones(club) as blank:
        phone = Phone(blank.port).join(evening.code(), 0)
        for line in lines:
            assert phone.record(line).status == 303, line


WAYS = [
    log_together,
    log_one_by_one,
    log_standard_input,
    log_a_sheet,
    type_at_a_piped_prompt,
    pytest.param(type_at_the_prompt, marks=pytest.mark.process),
    pytest.param(type_at_the_desk, marks=pytest.mark.screen),
    pytest.param(tap_on_phones, marks=pytest.mark.process),
]


@pytest.mark.parametrize("enter", WAYS)
def test_at_a_table(
    enter: Callable[[Club, list[str]], None],
    club: Club,  # noqa: F811 - the fixture
    table: int,
) -> None:
    enter(club, [*TYPED, *NAMELESS])
    assert recorded(club, table) == [*RECORD, *NAMELESS.values()]


def test_of_a_dispute(club: Club) -> None:  # noqa: F811 - the fixture
    result = referee("dispute", "open", "big-two", *TYPED, club=club.folder)
    assert result.err == ""
    assert list(disputes.show(club, 1).facts) == RECORD
    second_result = referee("dispute", "open", "big-two", *TYPED, "pass", club=club.folder)
    assert "referee: line 13, at 'pass': who passes? Put the player's name before it" in second_result.err


@pytest.mark.screen
def test_of_a_dispute_at_the_desk(club: Club) -> None:  # noqa: F811 - the fixture
    async def type_facts() -> list[str]:
        async with at_the_desk(club, "F") as officer:
            await officer.record(TYPED)
            screen = officer.app.screen
            assert isinstance(screen, FactsScreen)
            return list(screen.facts)

    assert asyncio.run(type_facts()) == RECORD
