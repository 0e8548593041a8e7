"""What was done in one run of the desk is undone in the next, in a real terminal."""

import os
import shutil
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.cli.running import referee
from tests.dashboard.piloting import LARGE
from tests.dashboard.terminal import Terminal

pytestmark = [pytest.mark.process, pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")]


def test_what_was_done_before_the_desk_was_closed_is_undone_after_it_is_opened_again(tmp_path: Path) -> None:
    club, today = tmp_path, date.today()
    referee("init", "Monday Cards", "--club", str(club), cwd=club)
    for words in (
        ("member", "add", "Ann", "Ben", "Cal", "Dee"),
        ("season", "new", "now", str(today), str(today + timedelta(days=200))),
        ("schedule", "add", str(today), "--at", "15:45"),
        ("open",),
        ("checkin", "Ann", "Ben", "Cal", "Dee"),
        ("start", "play-or-pay", "Ann", "Ben", "Cal", "Dee"),
    ):
        done = referee(*words, club=club)
        assert done.code == 0, done.err
    path = os.pathsep.join(path for path in sys.path if path)
    env = {"PYTHONPATH": path, "REFEREE_CLUB": str(club), "XDG_CONFIG_HOME": str(club), "TERM": "screen-256color"}

    def run(play: list[tuple[str, str]]) -> None:
        """Open the desk, and type each thing once what is waited for stands there."""
        desk = Terminal(sys.executable, "-m", "referee", "desk", cwd=club, env=env, size=LARGE)
        try:
            for waited_for, typed in play:
                desk.until(waited_for)
                (desk.press if typed in ("Enter", "Escape", "C-q") else desk.type)(typed)
        finally:
            desk.close()

    run(
        [
            ("Not seated: 0", "1"),
            ("Pot: 0 chips", "deal by Dee"),
            ("deal by Dee", "Enter"),
            ("Line 1", "Ann plays 5H"),
            ("Ann plays 5H", "Enter"),
            ("Line 2", "Escape"),
            ("Let stand", "U"),
            ("Undone: line 2, Ann plays 5♥, at table 1.", "C-q"),
        ]
    )
    run(
        [
            ("Not seated: 0", "U"),
            ("Undo line 1, deal by Dee, at table 1?", "Enter"),
            ("Undone: line 1, deal by Dee, at table 1.", "U"),
            ("Undo the start of table 1, Play or Pay, with Ann, Ben, Cal and Dee?", "Enter"),
            ("Undone: the start of table 1", "U"),
            ("Undo checking in Ann, Ben, Cal and Dee?", "C-q"),
        ]
    )
    assert "void" in referee("table", "show", "1", club=club).out
