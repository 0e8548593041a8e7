"""The manual is true: its examples print what it shows, and every command that it names is there."""

import re
import shlex
from pathlib import Path

import pytest

from referee.cli.synonyms import commands_beginning
from referee.manual.pages import FOLDER, ORDER, read_page
from tests.cli.printed_commands import all_commands, all_epilogs, all_options, fill_placeholders, parse_command
from tests.manual.consoles import SETUP_COMMANDS, commands, one_monday, run_setup, with_output

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
TEXTS = {"README": README, **{name: read_page(name).text for name in ORDER}}
GIVEN = {
    **dict.fromkeys(
        ("rulings", "records", "tables", "seating", "disputes", "corrections", "tournaments", "freezeouts"),
        SETUP_COMMANDS,
    ),
    **dict.fromkeys(("backups", "officers", "privacy"), SETUP_COMMANDS[:2]),
    "season": SETUP_COMMANDS[:2],
    "import-export": SETUP_COMMANDS[:3],
}
"""What is there before the first example of a page; the other pages begin in an empty folder."""
WORDS = {words for words, _ in all_epilogs() if words}
TOP = {words for words in WORDS if " " not in words}
OPTIONS = {words: {name for param in each.params for name in param.opts} for words, each in all_commands()}
SPAN = re.compile(r"`referee ([^`]+)`")


@pytest.mark.process
@pytest.mark.parametrize("name", ORDER)
def test_the_examples_of_a_page_print_what_it_shows(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    with one_monday(tmp_path):
        run_setup(folder, *GIVEN.get(name, ()))
        current = with_output(read_page(name).text, folder)
    if request.config.getoption("--regenerate"):
        (FOLDER / f"{name}.md").write_text(current, encoding="utf-8")
    else:
        assert current == read_page(name).text


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_of_an_example_can_be_typed(name: str) -> None:
    for command in commands(TEXTS[name]):
        for part in command.split(" | "):
            words = [word for word in shlex.split(part) if not re.match(r"[A-Z_]+=", word)]
            if words[:1] == ["referee"] and not words[1].startswith("--"):
                parse_command(fill_placeholders(words[1:]))


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_that_is_named_is_there_with_its_options(name: str) -> None:
    for output in SPAN.findall(TEXTS[name]):
        words = output.split()
        if words[0].startswith("-") or words[0] in ("COMMAND",):
            continue
        first = next(iter(commands_beginning(words[0], TOP)), "")
        assert first in TOP, output
        subcommands = {each.partition(" ")[2] for each in WORDS if each.startswith(f"{first} ")}
        assert not subcommands or len(words) == 1 or words[1] in subcommands or words[1][0].isdigit(), output
        own = OPTIONS.get(" ".join(filter(None, [first, *(word for word in words[1:2] if word in subcommands)])), set())
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", output):
            assert option in (own or all_options()) | {"--help"}, output
