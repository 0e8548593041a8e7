"""Wherever a date is typed it may be a word, and the date that was understood is said back."""

from datetime import timedelta
from pathlib import Path

from referee.club.folder import day_of, now
from tests.cli.running import referee


def test_a_session_is_planned_for_tomorrow_and_shown_by_that_word(tmp_path: Path) -> None:
    referee("init", "Monday Club", cwd=tmp_path)
    referee("season", "new", "2026-27", cwd=tmp_path)
    tomorrow = day_of(now()) + timedelta(1)
    done = referee("schedule", "add", "tomorrow", "--at", "19:00", cwd=tmp_path)
    assert done.err == f"tomorrow: taken as {tomorrow:%a} {tomorrow}\n"
    assert f"{tomorrow} 19:00" in done.out
    assert f"session of {tomorrow:%a} {tomorrow}" in referee("tonight", "tomorrow", cwd=tmp_path).out
    assert f"There is no session on {tomorrow - timedelta(2)}" in referee("open", "yesterday", cwd=tmp_path).err
    assert f"no session on {tomorrow - timedelta(2)}" in referee("table", "show", "yesterday/1", cwd=tmp_path).err
    away = day_of(now()) + timedelta(9)
    assert referee("schedule", "move", "tomorrow", "--to", f"{away:%A}", cwd=tmp_path).code == 0


def test_what_is_neither_a_date_nor_such_a_word_is_refused(club: Path) -> None:
    done = referee("standings", "--from", "soon", club=club)
    assert (done.code, done.err) == (
        2,
        "referee: Invalid date 'soon'. Use a date such as 2026-11-16, or tomorrow, or monday.\n",
    )
