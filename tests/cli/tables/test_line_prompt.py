"""The prompt of a table: line by line in one process, from a pipe or at a terminal."""

import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.tables.line_prompt import PROMPT_COMMANDS, completions
from referee.club.folder import open_club
from referee.club.match.log import load_log
from referee.games.examples import read_example
from tests.cli.running import RunResult, referee
from tests.dashboard.terminal import Terminal
from tests.patience import patience

LEGAL, USAGE, ILLEGAL = 0, 2, 10


def typed(club: Path, *lines: str) -> RunResult:
    return referee("log", "1", club=club, input_text="".join(f"{line}\n" for line in lines))


def log_data(club: Path) -> list[dict[str, object]]:
    data: list[dict[str, object]] = referee("table", "show", "1", "--json", club=club).data["log"]
    return data


def test_each_line_is_ruled_on_as_it_comes(table: Path) -> None:
    result = typed(table, "deal by Dee", "", "# the lead", "Ann plays 3D")
    assert result.code == LEGAL
    assert result.out.index("   1  deal by Dee\n      legal    Rule 2.1.") < result.out.index("   2  Ann plays 3D")
    assert [line["text"] for line in log_data(table)] == ["deal by Dee", "Ann plays 3D"]


def test_the_code_is_that_of_the_lines(table: Path) -> None:
    assert typed(table, "deal by Dee", "Ann plays 4D").code == ILLEGAL
    assert typed(table).code == LEGAL


def test_a_refused_line_leaves_the_prompt_going(table: Path) -> None:
    result = typed(table, "deal by Dee", "Ann plyas 3D", "Ann plays 3D")
    assert "standard input, line 2, at 'plyas': 'plyas' is not a play" in result.err
    assert [line["text"] for line in log_data(table)] == ["deal by Dee", "Ann plays 3D"]
    assert result.code == USAGE  # from a pipe, where nobody types it again


def test_the_words_of_the_prompt(table: Path) -> None:
    result = typed(
        table, "deal by Dee", "Ann plays 4D", "stands 2 nobody minded", "Ben plays 2D", "undo 3 the wrong card", "show"
    )
    assert "line 2, Ann plays 4D: stands" in result.out
    assert "line 3, Ben plays 2D: taken back" in result.out
    assert "Ann plays 4D, stands: nobody minded" in result.out
    assert "Ben plays 2D, taken back: the wrong card" in result.out
    assert [line["decision"] for line in log_data(table)] == [None, "stands", "taken back"]


def test_help_lists_all_that_the_prompt_takes(table: Path) -> None:
    output = typed(table, "help").out
    for each in PROMPT_COMMANDS.values():
        assert re.search(
            rf"^  {re.escape(f'{each.word} {each.arguments}'.strip())} +{re.escape(each.effect)}", output, re.M
        )
    log = load_log(open_club(table), 1)
    assert set(completions(log, "")) >= PROMPT_COMMANDS.keys()
    assert {"undo", "stands", "finish", "show", "help"} == PROMPT_COMMANDS.keys()
    assert "You can leave out the name of the player whose turn it is." in output


def test_the_name_of_the_player_in_turn_is_left_out(table: Path) -> None:
    result = typed(table, "deal by Dee", "Ann plays 3D", "plays 5H", "pass", "4S")
    assert "   3  plays 5H (read as: Ben plays 5H)\n" in result.out
    assert "   4  pass (read as: Cal passes)\n" in result.out
    assert [line["text"] for line in log_data(table)][2:] == ["Ben plays 5H", "Cal passes", "Dee plays 4S"]


def test_a_legal_line_that_was_taken_back_is_not_let_stand_in_passing(table: Path) -> None:
    result = typed(table, "deal by Dee", "Ann plays 3D", "undo", "stands nobody minded")
    assert "There is no line to let stand." in result.err
    assert [line["decision"] for line in log_data(table)] == [None, "taken back"]
    # By its number it is meant.
    typed(table, "stands 2 it was played after all")
    assert [line["decision"] for line in log_data(table)] == [None, "stands"]


def test_a_line_is_not_let_stand_without_a_reason(table: Path) -> None:
    result = typed(table, "deal by Dee", "Ann plays 4D", "stands")
    assert "Letting a line stand needs a reason." in result.err
    assert [line["decision"] for line in log_data(table)] == [None, None]


def test_a_player_may_be_called_as_a_word_of_the_prompt(club: Path) -> None:
    referee("member", "add", "Show", club=club)
    referee("start", "big-two", "Show", "Ben", "Cal", club=club)
    typed(club, "deal by Cal", "show plays 3D")
    assert [line["text"] for line in log_data(club)] == ["deal by Cal", "Show plays 3D"]


def test_where_no_line_can_be_written_down_nothing_is_asked(club: Path) -> None:
    referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", "Cal", club=club)
    result = typed(club, "Ann passes")
    assert result.code == USAGE
    assert "referee result 1" in result.err
    assert referee("log", "9", club=club).code == USAGE


def test_tab_offers_what_may_come_next(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", club=table)
    with open_club(table) as club:
        log = load_log(club, 1)
        assert next(completions(log, "Ben pa")).rstrip() == "Ben passes"
        assert "undo" in list(completions(log, "un"))
        assert list(completions(log, "xyz")) == []


def test_finish_ends_the_match_and_records_its_places_or_says_why_not(table: Path) -> None:
    lines = read_example("big-two").lines
    change = "\n".join(line.text for line in lines if not line.taken_back)
    early = referee("log", "1", club=table, input_text="deal by Dee\nAnn plays 3D\nfinish\n")
    assert early.code == 2
    assert "Table 1 has no result yet." in early.err
    assert referee("undo", "1", "1-2", club=table).code == 0
    result = referee("log", "1", club=table, input_text=f"{change}\nfinish\n")
    assert result.code == LEGAL, result.err
    assert "table 1 is finished: " in result.out or "places: " in result.out
    assert referee("table", "show", "1", "--json", club=table).data["finished_at"]


@pytest.mark.process
def test_at_a_terminal_it_says_whose_turn_it_is_and_a_blank_line_ends(table: Path) -> None:
    env = {**os.environ, "REFEREE_CLUB": str(table), "TERM": "dumb", "NO_COLOR": "1"}
    env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    child, terminal = pytest.importorskip("pty").fork()
    if child == 0:
        os.execvpe(sys.executable, [sys.executable, "-m", "referee", "log", "1"], env)
    seen = ""
    for prompt, keys in (
        ("table 1, the deal> ", "deal by Dee\n"),
        ("table 1> ", "Ann plays 3D\n"),
        ("table 1, Ben's turn> ", "Ben plyas 5H\n"),
        ("table 1, Ben's turn> ", "\n"),
    ):
        seen += read_until(terminal, prompt)
        os.write(terminal, keys.encode())
    seen += read_until(terminal, None)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert "'plyas' is not a play" in seen
    assert os.waitstatus_to_exitcode(status) == LEGAL
    assert [line["text"] for line in log_data(table)] == ["deal by Dee", "Ann plays 3D"]


def read_until(terminal: int, prompt: str | None) -> str:
    """Read what is printed up to a prompt, or to the end."""
    seen, end = b"", time.monotonic() + patience()
    while prompt is None or not seen.decode(errors="replace").endswith(prompt):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        assert ready, seen
        try:
            got = os.read(terminal, 65536)
        except OSError:
            got = b""
        if not got:
            assert prompt is None, seen
            break
        seen += got
    return seen.decode()


@pytest.fixture
def terminal(table: Path) -> Iterator[Terminal]:
    """The prompt of a table in a terminal of its own; once it has ended its code stands there."""
    path = os.pathsep.join(path for path in sys.path if path)
    env = {"REFEREE_CLUB": str(table), "PYTHONPATH": path, "TERM": "screen"}
    opened = Terminal("sh", "-c", f'"{sys.executable} -m referee log 1; echo CODE $?; cat"', cwd=table, env=env)
    opened.until("table 1, the deal>")
    yield opened
    opened.close()


def enter(terminal: Terminal, line: str, until: str) -> None:
    terminal.type(line)
    terminal.press("Enter")
    terminal.until(until)


def paste(terminal: Terminal, *lines: str) -> None:
    """Paste lines as a terminal does that says what is pasted."""
    terminal.tmux("set-buffer", "\n".join(lines))
    terminal.tmux("paste-buffer", "-p")
    terminal.until(lines[-1])


@pytest.mark.process
def test_the_arrows_go_back_to_earlier_lines_and_tab_completes(table: Path, terminal: Terminal) -> None:
    enter(terminal, "deal by Dee", "table 1>")
    terminal.type("Ann plays 3D 3")
    terminal.press("Tab")
    terminal.until("Ann plays 3D 3C")
    terminal.press("C-u")
    enter(terminal, "Ann plays 3D", "table 1, Ben's turn>")
    terminal.press("Up", "Up")
    terminal.until("Ben's turn> deal by Dee")
    terminal.press("Down", "Home", "Delete", "Delete", "Delete")
    terminal.until("Ben's turn> plays 3D")
    terminal.press("C-k")
    enter(terminal, "Ben plyas 4D", "referee: at 'plyas': 'plyas' is not a play")
    terminal.press("C-d")
    terminal.until("CODE 0")
    assert [line["text"] for line in log_data(table)] == ["deal by Dee", "Ann plays 3D"]


@pytest.mark.process
def test_what_was_recorded_before_is_gone_back_to_as_well(table: Path) -> None:
    typed(table, "deal by Dee", "Ann plays 3D")
    path = os.pathsep.join(path for path in sys.path if path)
    env = {"REFEREE_CLUB": str(table), "PYTHONPATH": path, "TERM": "screen"}
    opened = Terminal(sys.executable, "-m", "referee", "log", "1", cwd=table, env=env)
    opened.until("Ben's turn>")
    opened.press("Up")
    opened.until("Ben's turn> Ann plays 3")
    opened.close()


@pytest.mark.process
def test_lines_pasted_together_are_ruled_on_one_by_one_up_to_the_first_that_is_refused(
    table: Path, terminal: Terminal
) -> None:
    paste(terminal, "deal by Dee", "", "# the lead", "Ann plays 3D", "Ben plyas 5D", "Cal passes")
    assert log_data(table) == []  # until Enter
    terminal.press("Enter")
    terminal.until("2 of 4 lines recorded; line 3, at 'plyas': 'plyas' is not a play")
    terminal.until("Ben plyas 5D ^^^^^")
    terminal.until("Ben's turn> Ben plyas 5D Cal passes")
    assert [line["text"] for line in log_data(table)] == ["deal by Dee", "Ann plays 3D"]
    terminal.press("C-c")
    paste(terminal, "Ben plays 5D", "Cal passes")
    terminal.press("Enter")
    terminal.until("Dee's turn>")
    assert [line["text"] for line in log_data(table)][2:] == ["Ben plays 5D", "Cal passes"]


@pytest.mark.process
def test_where_only_a_name_is_missing_only_the_name_is_typed(table: Path, terminal: Terminal) -> None:
    enter(terminal, "deal by Dee", "table 1>")
    enter(terminal, "plays 3D", "referee: at 'plays': who plays 3D? Put the player's name before it")
    terminal.until("plays 3D ^^^^^^^^ table 1> plays 3D")
    enter(terminal, "Ann", "Ben's turn>")
    enter(terminal, "plays 5H", "plays 5♥ (read as: Ben plays 5♥)")
    assert [line["text"] for line in log_data(table)][1:] == ["Ann plays 3D", "Ben plays 5H"]


@pytest.mark.process
def test_who_interrupts_drops_only_the_line_that_is_being_typed(table: Path, terminal: Terminal) -> None:
    enter(terminal, "deal by Dee", "table 1>")
    terminal.type("Ann plays 4")
    terminal.press("C-c")
    enter(terminal, "undo it was Cal's", "line 1, deal by Dee: taken back")
    terminal.until("the deal>")
    terminal.press("Enter")
    terminal.until("CODE 0")
    assert [line["decision"] for line in log_data(table)] == ["taken back"]


@pytest.mark.process
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rule", "big-two", "Ben plays 4D", "Ann plays 6D"), ""),
        (("check", "-"), "game: big-two\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\n"),
        (("log", "1", "deal by Dee"), ""),
        (("log", "1"), "deal by Dee\n"),
        (("log", "1", "-"), "deal by Dee\n"),
    ],
)
def test_what_edits_lines_is_loaded_only_at_a_terminal(table: Path, words: tuple[str, ...], said: str) -> None:
    code = f"""
import contextlib, io, json, sys
sys.argv = {["referee", *words]!r}
from referee.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(json.dumps(sorted(name.partition(".")[0] for name in sys.modules)))
"""
    env = {**os.environ, "REFEREE_CLUB": str(table), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    result = subprocess.run(
        [sys.executable, "-c", code], input=said, env=env, capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(result.stdout.splitlines()[-1]))
    assert "referee" in loaded
    assert not loaded & {"prompt_toolkit", "readline", "wcwidth"}
