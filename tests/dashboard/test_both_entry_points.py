"""What an officer does at the desk has the effect, the questions and the trace that it has at the terminal."""

from dataclasses import replace

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.tournaments import overview
from referee.tournaments.freezeout_actions.evening import freezeout_view
from tests.cli.running import referee
from tests.club.conftest import with_running_clock, write_down
from tests.dashboard.conftest import MONDAY, NAMES, end
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk
from tests.tournaments.actions.scene import EIGHT, started

pytestmark = [pytest.mark.screen, pytest.mark.long]


def impact_at_the_terminal(club: Club, *words: str) -> list[str]:
    """Return the lines that a command with `--dry-run` prints, without the last one: that nothing was changed."""
    result = referee(*words, "--dry-run", club=club.folder)
    assert result.code == 0, result.err
    return result.out.splitlines()[:-1]


def shows_all(officer: Officer, lines: list[str]) -> None:
    """Fail unless all lines stand on the screen, however they are wrapped."""
    text = " ".join(officer.reads().replace("│", " ").split())
    assert not [line for line in lines if " ".join(line.split()) not in text], text


async def test_a_corrected_result_shows_what_changes_in_its_tournament(evening: Club) -> None:
    started(evening, *NAMES[:4])
    end(evening, 1, *matches.show(evening, 1).names)
    reversed_names = [*reversed(matches.show(evening, 1).names)]
    lines = impact_at_the_terminal(evening, "result", "1", *reversed_names, "--reason", "misread", "--by", "Fay")
    assert f"tournament 1, {overview.read_view(evening, '1').name}:" in lines

    async with at_the_desk(evening, *OPENED["tournament"], "w", size=(140, 60)) as officer:
        await officer.press("ctrl+u")
        await officer.type(" > ".join(reversed_names), "enter", shows="Reason:")
        await officer.type("misread", "enter", shows="Enter: change it")
        shows_all(officer, lines)


async def test_a_late_result_of_a_closed_session_shows_its_effect_and_asks_no_reason(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:3]).number
    sessions.close_session(evening, unfinished=True)
    lines = impact_at_the_terminal(evening, "result", f"{MONDAY}/1", *NAMES[:3])
    assert lines

    async with at_the_desk(evening, *OPENED["past"], "w", size=LARGE) as officer:
        await officer.type(" > ".join(NAMES[:3]), "enter", shows="in a session that is over")
        shows_all(officer, lines)
        assert "Reason" not in officer.reads()
        await officer.press("enter")
        await officer.until("Result: Ann > Ben > Cal")
    assert matches.show(evening, number).places == tuple((name,) for name in NAMES[:3])


async def test_re_entries_end_with_the_last_planned_level_where_no_break_comes(evening: Club) -> None:
    words = ("tournament", "new", "Stacks", "--format", "freezeout", "--game", "texas-holdem")
    assert referee(*words, club=evening.folder).code == 0
    assert referee("tournament", "enter", "1", *EIGHT, "--guest", club=evening.folder).code == 0

    async with at_the_desk(evening, size=LARGE) as officer:
        await officer.press("ctrl+p")
        await officer.type("blinds", "enter", shows="Chips of each player")
        await officer.press("enter", shows="How many hours?")
        await officer.press("ctrl+u")
        await officer.type("1", "enter", shows="Which ladder?")
        await officer.press("enter", shows="How many re-entries")
        await officer.press("ctrl+u")
        await officer.type("1", "enter", shows="Until which level")
        proposed = officer.app.screen.query_one("Input").value  # type: ignore[attr-defined]
    result = referee("freezeout", "blinds", "1", "--hours", "1", "--reentries", "1", "--yes", club=evening.folder)
    assert result.code == 0, result.err
    assert proposed == str(freezeout_view(evening, "1").state.stacks.reentry_until)


async def test_a_backup_is_in_the_history(night: Club) -> None:
    async with at_the_desk(night, *OPENED["files"], size=LARGE) as officer:
        await officer.press("end")
        await officer.press("up", "enter", shows="backup made and checked.")
    assert "backup" in referee("history", club=night.folder).out.splitlines()[1]


async def test_a_result_is_undone_after_a_restart_with_the_end_that_it_brought(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H"))
    async with at_the_desk(evening, "enter", "escape", "w", size=LARGE) as officer:
        await officer.type(" > ".join(NAMES[:4]), "enter")
        await officer.until("Result: Ann > Ben > Cal")
    async with at_the_desk(with_running_clock(replace(evening)), "U", size=LARGE) as officer:
        await officer.until("Undo the result of table 1? The table is open again")
        assert "Reason:" in officer.reads()
        await officer.press("1", shows="Undone: ")
    match = matches.show(evening, number)
    assert (match.finished_at, match.places) == (None, ())
