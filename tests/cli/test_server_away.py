"""The prompt and the desk of a club whose server goes away: what was typed is kept, and written down once."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.events.address import Server
from tests.cli.running import referee
from tests.dashboard.terminal import Terminal
from tests.postgresql import Cluster, database, losing_the_answer, programs, stoppable

PROMPT = "log", "1"
pytestmark = [
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
    pytest.mark.process,
]


@pytest.fixture(scope="module")
def served() -> Iterator[Cluster]:
    with stoppable() as own:
        yield own


@pytest.fixture
def there(served: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A club with a table of Big Two, in a database of its own."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    server = database(served.server)
    for words in (
        ("init", "Monday Club"),
        ("member", "add", "Ann", "Ben", "Cal", "Dee"),
        ("season", "new", "2026-27", "2026-08-17", "2027-05-31"),
        ("schedule", "add", "2026-11-16", "--at", "18:00"),
        ("open", "2026-11-16"),
        ("checkin", "Ann", "Ben", "Cal", "Dee"),
        ("start", "big-two", "Ann", "Ben", "Cal", "Dee"),
    ):
        result = referee(*words, REFEREE_CLUB=str(server))
        assert result.code == 0, result.err
    return server


def opened(server: Server, tmp_path: Path, *words: str) -> Terminal:
    env = {
        **{name: os.environ[name] for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")},
        "REFEREE_CLUB": str(server),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "TERM": "screen",
    }
    return Terminal(sys.executable, "-m", "referee", *words, cwd=tmp_path, env=env, size=(300, 40))


def enter(terminal: Terminal, line: str, until: str) -> None:
    terminal.type(line)
    terminal.press("Enter")
    terminal.until(until)


def recorded(server: Server) -> list[tuple[str, str | None]]:
    data = referee("table", "show", "1", "--json", REFEREE_CLUB=str(server)).data
    return [(line["text"], line["decision"]) for line in data["log"]]


def test_a_line_typed_while_the_server_is_away_is_kept_and_written_down_when_it_is_back(
    served: Cluster, there: Server, tmp_path: Path
) -> None:
    terminal = opened(there, tmp_path, *PROMPT)
    terminal.until("table 1, the deal>")
    enter(terminal, "deal by Dee", "table 1>")
    served.stop()
    try:
        enter(
            terminal, "Ann plays 3D", "Your line is still here. Press Enter to send it again; it is recorded only once."
        )
        terminal.until("table 1> Ann plays 3D")
        assert "does not answer" in terminal.sees()
    finally:
        served.start()
    enter(terminal, "", "table 1, Ben's turn>")
    # Nothing was under way when it was stopped now, so that the next line needs no second try.
    served.stop()
    served.start()
    enter(terminal, "Ben plays 5D", "table 1, Cal's turn>")
    terminal.close()
    assert recorded(there) == [("deal by Dee", None), ("Ann plays 3D", None), ("Ben plays 5D", None)]


def test_a_line_whose_answer_was_lost_is_written_down_once(there: Server, tmp_path: Path) -> None:
    with losing_the_answer(there, b"COMMIT\0") as way:
        terminal = opened(way, tmp_path, *PROMPT)
        terminal.until("table 1, the deal>")
        enter(terminal, "deal by Dee", "disconnected before it confirmed the entry")
        terminal.until("table 1> deal by Dee")  # it was, which is seen by the turn
        enter(terminal, "", "1 deal by Dee")
        enter(terminal, "Ann plays 3D", "table 1, Ben's turn>")
        terminal.close()
    assert recorded(there) == [("deal by Dee", None), ("Ann plays 3D", None)]


def test_taking_back_whose_answer_was_lost_takes_back_one_line(there: Server, tmp_path: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", REFEREE_CLUB=str(there))
    with losing_the_answer(there, b"COMMIT\0") as way:
        terminal = opened(way, tmp_path, *PROMPT)
        terminal.until("table 1, Ben's turn>")
        enter(terminal, "undo a slip", "disconnected before it confirmed")
        terminal.until("Ann's turn> undo 2 a slip")
        enter(terminal, "", "Line 2 is already taken back.")
        terminal.close()
    assert recorded(there) == [("deal by Dee", None), ("Ann plays 3D", "taken back")]


def test_from_a_pipe_it_is_said_at_which_row_it_stopped(there: Server) -> None:
    with losing_the_answer(there, b"COMMIT\0") as way:
        result = referee("log", "1", input_text="\ndeal by Dee\nAnn plays 3D\n", REFEREE_CLUB=str(way))
    assert "stopped at row 2 of standard input: deal by Dee" in result.err
    assert "When it is back, check what was recorded before you repeat it." in result.err
    assert recorded(there) == [("deal by Dee", None)]


def at_the_table(server: Server, tmp_path: Path) -> Terminal:
    """The desk, with the table opened and the cursor in its line."""
    terminal = opened(server, tmp_path, "desk")
    terminal.until("Ann, Ben, Cal, Dee")
    terminal.press("Enter")
    terminal.until("such as")
    return terminal


def test_a_line_entered_at_the_desk_while_the_server_is_away_is_kept(
    served: Cluster, there: Server, tmp_path: Path
) -> None:
    terminal = at_the_table(there, tmp_path)
    enter(terminal, "deal by Dee", "Line 1 recorded")
    served.stop()
    try:
        enter(terminal, "Ann plays 3D", "Not recorded: ")
        assert "does not answer" in terminal.sees()
    finally:
        served.start()
    enter(terminal, "", "Line 2 recorded")
    terminal.close()
    assert recorded(there) == [("deal by Dee", None), ("Ann plays 3D", None)]


def test_a_line_entered_at_the_desk_whose_answer_was_lost_is_written_down_once(there: Server, tmp_path: Path) -> None:
    with losing_the_answer(there, b"COMMIT\0") as way:
        terminal = at_the_table(way, tmp_path)
        enter(terminal, "deal by Dee", "disconnected before it confirmed the entry")
        terminal.until("1 deal by Dee")  # the desk sees by itself that it was
        enter(terminal, "", "Line 1 recorded")
        enter(terminal, "Ann plays 3D", "Line 2 recorded")
        terminal.close()
    assert recorded(there) == [("deal by Dee", None), ("Ann plays 3D", None)]
