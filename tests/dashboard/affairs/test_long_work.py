"""What takes long shows how far it is, and Escape stops it midway, with the club as it was before."""

from collections.abc import Awaitable, Callable

import pytest
from textual.widgets import ProgressBar

from referee.club.calendar import schedule, seasons, sessions
from referee.club.file import backups
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.people import roster
from referee.dashboard.deeds.deed import Answers, Long
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.tonight.tonight import TonightScreen
from referee.export.exports import EXPORTS
from referee.store.progress import Progress
from tests.club.conftest import MONDAY, in_a_file
from tests.dashboard.affairs.conftest import begun, found, kept
from tests.dashboard.piloting import LARGE, Officer, at_the_desk
from tests.patience import wait, wait_async

pytestmark = [pytest.mark.screen, pytest.mark.long]


async def stopped(club: Club, begin: Callable[[Officer], Awaitable[None]], shown: str) -> None:
    """Begin something that takes long, see how far it is, and stop it by Escape: nothing is changed then."""
    before, files = club.head, kept(club.folder)

    async with at_the_desk(club, size=LARGE) as officer:
        await begin(officer)
        await wait_async(lambda: shown in officer.reads(), officer.sees)
        assert "Escape: stop it, nothing changes" in officer.reads()
        assert len(officer.app.screen.query(ProgressBar)) == 1
        await officer.press("escape", shows="Stopped. Nothing was changed.")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("M", shows="Ann")
    assert club.head == before
    assert kept(club.folder) == files
    assert audit(club, workers=1).differences == ()


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("export", EXPORTS, ids=lambda each: each.name)
async def test_an_export_is_stopped_midway(night: Club, export: object) -> None:
    name, full_names = export.name, export.full_names  # type: ignore[attr-defined]

    async def begin(officer: Officer) -> None:
        await begun(officer, f"write {name}")
        if full_names:
            await wait_async(lambda: "Enter: write it" in officer.reads(), officer.sees)
            await officer.hurry("enter")

    if name == "calendar":
        return  # is made at once, however large the club
    await stopped(night, begin, "Writing the")


@pytest.mark.usefixtures("held")
@in_a_file("a server has backups of its own")
async def test_a_backup_is_stopped_midway(night: Club) -> None:
    await stopped(night, lambda officer: begun(officer, "backup"), "Backing up the club")


@pytest.mark.usefixtures("held")
async def test_an_audit_is_stopped_midway(night: Club) -> None:
    await stopped(night, lambda officer: begun(officer, "audit"), "Checking every line")


@in_a_file("a server is restored by its administrator")
async def test_a_restore_is_stopped_midway(night: Club, request: pytest.FixtureRequest) -> None:
    backup = backups.back_up(night).path.stem
    roster.add(night, "Gus")
    request.getfixturevalue("held")

    async def begin(officer: Officer) -> None:
        await found(officer, "restore")
        officer.send(backup)
        await officer.calm()
        await officer.hurry("enter")

    await stopped(night, begin, "Checking the backup")
    assert "Gus" in [member.name for member in roster.members(night)]


@pytest.mark.usefixtures("held")
async def test_closing_a_season_is_stopped_midway(club: Club) -> None:
    schedule.cancel(club, f"{MONDAY}", note="snow")
    await stopped(club, lambda officer: begun(officer, "season close"), "Working out the season")
    assert seasons.show(club).closed_at is None


@in_a_file("a server has backups of its own")
async def test_a_session_is_closed_though_its_backup_is_stopped_and_that_is_said(
    evening: Club, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("held")

    async with at_the_desk(evening, "f", size=LARGE, shows="Enter: close it") as officer:
        await officer.hurry("enter")
        await wait_async(lambda: "Backing up the club" in officer.reads(), officer.sees)
        await officer.press("escape", shows="No backup was made: You stopped it.")
    assert sessions.show(evening, f"{MONDAY}").session.closed_at
    assert backups.backups(evening) == []


async def test_how_far_it_is_is_shown_as_exactly_as_is_known(club: Club) -> None:
    steps = iter([(0, 0), (3, 0), (250, 1000)])

    async with at_the_desk(club, size=LARGE) as officer:
        collected: list[tuple[int, int]] = []

        def do(_: Club, __: Answers, watch: Progress) -> Done:
            for done, of in steps:
                watch(done, of)
                collected.append((done, of))
                wait(lambda: len(items) == len(collected))
            return Done("All is done.")

        items: list[str] = []
        carry_out(officer.app.desk, officer.app.screen, telling("export", Long("Counting", do)))  # type: ignore[attr-defined]
        for shown in ("Counting ...", "Counting: 3 so far", "Counting: 250 of 1,000"):
            await wait_async(lambda shown=shown: shown in officer.reads(), officer.sees)  # type: ignore[misc]
            if "of" in shown:
                await wait_async(lambda: "25%" in officer.reads(), officer.sees)
            items.append(shown)
        await officer.settle()
        assert "All is done." in officer.reads()
