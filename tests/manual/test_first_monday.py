"""The first Monday of the README: from an empty folder to a closed session, in twelve commands and few keys."""

import io
import re
import shlex
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from tests.cli.printed_commands import commands_in
from tests.cli.running import RunResult, referee
from tests.cli.scenes import ANSWERS, PEOPLE
from tests.manual.consoles import listed_commands, one_monday, run_command
from tests.test_readme import MONDAY, README, RECORDED, TYPED, sections

TWELVE = [command for command, _ in listed_commands(dict(sections(README.read_text(encoding="utf-8")))[MONDAY])]
TAB = "\N{RIGHTWARDS ARROW TO BAR}"
SHORT = (
    f'refe{TAB}in "Monday Club"',
    f"refe{TAB}me a Ann Ben Cal Dee Eve Fay Gus Hal",
    f"refe{TAB}seas n 2026-27",
    f"refe{TAB}sc a today --a{TAB}19:00",
    f"refe{TAB}op",
    f"refe{TAB}checki Ann Ben Cal Dee Eve Fay Gus Hal",
    f"refe{TAB}seat d -g bi{TAB}",
    f"refe{TAB}seat st",
    f"refe{TAB}l 1",
    f'refe{TAB}resu 2 Hal Fay "Eve, Gus"',
    f"refe{TAB}stan",
    f"refe{TAB}clos",
)
"""The same with Tab and with beginnings that only one command has. The shell completes the program's own name."""
NAMES = {*PEOPLE, "Monday Club", "Eve, Gus", "2026-27"}
MOST_KEYS, MOST_KEYS_WITH_TAB = 260, 150
MOST_SHOWN = 6
STEPS = 30


def keys(command: str) -> int:
    """The keys that a command takes, with Enter, and without the names in it and the blanks before them."""
    for name in sorted(NAMES, key=len, reverse=True):
        command = re.sub(rf' (?:"{name}"|{name}\b)', "", command)
    return len(command) + 1


def completed(text: str, folder: Path) -> str:
    """What a shell makes of a command with Tabs in it. Each has to leave one word only."""
    result, *rest = text.replace(f"refe{TAB}", "referee ").split(TAB)
    for behind in rest:
        words = result.split(" ")
        env = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": result, "COMP_CWORD": str(len(words) - 1)}
        (only,) = referee(cwd=folder, **env).out.split()
        result = " ".join([*words[:-1], only, behind])
    return result.strip()


@pytest.mark.process
def test_twelve_commands_lead_from_an_empty_folder_to_a_closed_session(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assert len(TWELVE) == len(SHORT) == 12
    folder = tmp_path / "club"
    folder.mkdir()
    with one_monday(tmp_path):
        output = []
        for command in TWELVE:
            code, text = run_command(command, folder, TYPED.get(command, ""))
            assert code in ANSWERS, f"{command}: {text}"
            output.append((command, text))
        session = referee("tonight", "2026-11-16", "--json", cwd=folder).data
        matches = [(table["game"], bool(table["finished_at"])) for table in session["tables"]]
    assert matches == [("big-two", True), ("big-two", True)]
    assert session["session"]["status"] == "closed"
    assert len(list((folder / "backups").iterdir())) == 1
    picture = recorded(output)
    if request.config.getoption("--regenerate"):
        RECORDED.write_text(picture, encoding="utf-8")
    else:
        assert picture == RECORDED.read_text(encoding="utf-8")


def recorded(output: list[tuple[str, str]]) -> str:
    """The terminal in which they were typed, as a picture. Of a long answer only its ends are there."""
    console = Console(record=True, width=110, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command, text in output:
        console.print(Text.assemble(("$ ", "green"), (command, "bold")))
        lines = text.rstrip("\n").split("\n")
        if len(lines) > 2 * MOST_SHOWN:
            lines = [*lines[:MOST_SHOWN], "  ...", *lines[-MOST_SHOWN:]]
        for line in lines:
            console.print(Text(line), soft_wrap=False, highlight=False)
    return console.export_svg(title="Your first Monday", unique_id="first-monday")


@pytest.mark.process
def test_they_take_few_keys_and_fewer_with_tab_and_beginnings(tmp_path: Path) -> None:
    long, short = sum(map(keys, TWELVE)), sum(map(keys, SHORT))
    print(f"keys of the twelve commands, without names and cards: {long} typed out, {short} with Tab and beginnings")
    assert long < MOST_KEYS
    assert short < MOST_KEYS_WITH_TAB
    (tmp_path / "long").mkdir()
    (tmp_path / "short").mkdir()
    with one_monday(tmp_path):
        for complete, text in zip(TWELVE, SHORT, strict=True):
            played = TYPED.get(complete, "")
            command = completed(text, tmp_path / "short")
            assert run_command(command, tmp_path / "short", played) == run_command(
                complete, tmp_path / "long", played
            ), command


def next_of(result: RunResult, folder: Path) -> list[str]:
    """The command that is named as the next one: by the answer itself, else by `tonight`."""
    for text in (result.out, result.err, referee("tonight", cwd=folder).out):
        after = text.rpartition("Next: ")[2] if "Next: " in text else ""
        if matches := list(commands_in(after)):
            return matches[0]
    return next(iter(commands_in(result.err)), [])


def played(table: str, folder: Path) -> str:
    """The hand that is typed at a table: that of table 1, by those who sit at this one."""
    data = dict(zip(PEOPLE, referee("table", "show", table, "--json", cwd=folder).data["names"], strict=False))
    return re.sub(rf"\b({'|'.join(data)})\b", lambda matches: data[matches[1]], TYPED["referee log 1"])


def filled(words: list[str], folder: Path) -> list[str]:
    """The words with something put for what only an officer knows: the names of the players."""
    if "NAME" not in words:
        return words
    people = list(PEOPLE)
    if words[0] == "result":
        people = referee("table", "show", words[1], "--json", cwd=folder).data["names"]
    return [*words[: words.index("NAME")], *people]


@pytest.mark.process
@pytest.mark.parametrize("each_time", [False, True], ids=["what each answer names", "what tonight names"])
def test_what_is_named_next_leads_from_an_empty_folder_to_played_tables(tmp_path: Path, each_time: bool) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    given_words = []
    with one_monday(tmp_path):
        result = referee("tonight", cwd=folder)
        for _ in range(STEPS):
            words = filled(next_of(result, folder), folder)
            assert words, f"nothing is named after {given_words[-1:]}: {result}"
            if words[0] == "standings":
                break
            assert words not in given_words, f"{words} is named again"
            result = referee(*words, cwd=folder, input_text=played(words[1], folder) if words[0] == "log" else "")
            given_words.append(words)
            assert result.code in ANSWERS, f"{shlex.join(words)}: {result.err}"
            if each_time:
                result = referee("tonight", cwd=folder)
        tables = referee("tonight", "2026-11-16", "--json", cwd=folder).data["tables"]
    assert [bool(table["finished_at"]) for table in tables] == [True, True]
    assert [words[0] for words in given_words][:4] == ["init", "member", "season", "schedule"]
    assert given_words[-1][0] == "close"
