"""Exports, backups and the audit, made from the desk."""

import sqlite3

import pytest

from referee.club.file import backups
from referee.club.folder import Club
from referee.dashboard.document_screen import DocumentScreen
from referee.export.verification import verify_export
from tests.dashboard.club.file_rows import down_to
from tests.dashboard.piloting import LARGE, OPENED, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


async def test_exports_are_written_into_the_folder_of_the_club(night: Club) -> None:
    async with at_the_desk(night, *OPENED["files"], size=LARGE) as officer:
        assert officer.on("files")
        assert "season pages never" in officer.reads()
        await officer.press("enter", shows="season.html: the season 2026-27, ")
        assert "season pages never" not in officer.reads()
        await officer.press("down", "enter", shows="the last of them the manifest.")
    assert (night.exports / "season.html").read_text(encoding="utf-8").startswith("<!")
    assert verify_export(night.exports).files
    assert not verify_export(night.exports).differences


async def test_what_cannot_be_exported_is_said_and_the_desk_goes_on(night: Club) -> None:
    async with at_the_desk(night, *OPENED["files"], *down_to("hands"), "enter", size=LARGE) as officer:
        assert "! No hand of Texas Hold'em has been finished" in officer.reads()
        await officer.press(*down_to("whole club", "hands"), "enter", "enter", shows="the whole club with full names")
    assert (night.exports / "club.jsonl").exists()


async def test_a_backup_is_made_and_listed(night: Club) -> None:
    async with at_the_desk(night, *OPENED["files"], *down_to("backup"), "enter", size=LARGE) as officer:
        officer.shows("backup made and checked.", "backup kept 2026-11-16")
    assert len(backups.backups(night)) == 1


async def test_an_audit_says_that_all_is_as_it_was_written_down_or_what_is_not(night: Club) -> None:
    async with at_the_desk(night, *OPENED["files"], *down_to("audit"), "enter", size=LARGE) as officer:
        assert "No problems found: 2 tables" in officer.reads()
        with sqlite3.connect(night.store.path) as raw:
            for (name,) in list(raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")):
                raw.execute(f"DROP TRIGGER {name}")
            raw.execute("UPDATE event SET data = replace(data, '\"number\":2', '\"number\":3') WHERE match = 1")
        raw.close()
        await officer.press("enter", shows="differences; checked 2 tables")
        assert isinstance(officer.app.screen, DocumentScreen)
        assert "may have been changed" in officer.reads()
        await officer.press("escape")
        assert officer.on("files")
