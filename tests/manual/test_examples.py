"""The manual is true: its examples print what it shows, and every command that it names is there."""

import re
import shlex
from pathlib import Path

import pytest

from referee.cli.synonyms import commands_beginning
from referee.manual.pages import FOLDER, ORDER, read_page
from tests.cli.spoken import every_command, every_epilog, every_option, filled, parse
from tests.manual.consoles import EVENING, commands, given, one_monday, printed

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
TEXTS = {"README": README, **{name: read_page(name).text for name in ORDER}}
GIVEN = {
    **dict.fromkeys(
        ("rulings", "records", "tables", "seating", "disputes", "corrections", "tournaments", "freezeouts"), EVENING
    ),
    **dict.fromkeys(("backups", "officers", "privacy"), EVENING[:2]),
    "season": EVENING[:2],
}
"""What is there before the first example of a page; the other pages begin in an empty folder."""
WORDS = {words for words, _ in every_epilog() if words}
TOP = {words for words in WORDS if " " not in words}
OPTIONS = {words: {name for param in each.params for name in param.opts} for words, each in every_command()}
SPAN = re.compile(r"`referee ([^`]+)`")


@pytest.mark.process
@pytest.mark.parametrize("name", ORDER)
def test_the_examples_of_a_page_print_what_it_shows(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    with one_monday(tmp_path):
        given(folder, *GIVEN.get(name, ()))
        now = printed(read_page(name).text, folder)
    if request.config.getoption("--regenerate"):
        (FOLDER / f"{name}.md").write_text(now, encoding="utf-8")
    else:
        assert now == read_page(name).text


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_of_an_example_can_be_typed(name: str) -> None:
    for command in commands(TEXTS[name]):
        for part in command.split(" | "):
            words = [word for word in shlex.split(part) if not re.match(r"[A-Z_]+=", word)]
            if words[:1] == ["referee"] and not words[1].startswith("--"):
                parse(filled(words[1:]))


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_that_is_named_is_there_with_its_options(name: str) -> None:
    for said in SPAN.findall(TEXTS[name]):
        words = said.split()
        if words[0].startswith("-") or words[0] in ("COMMAND",):
            continue
        first = next(iter(commands_beginning(words[0], TOP)), "")
        assert first in TOP, said
        within = {each.partition(" ")[2] for each in WORDS if each.startswith(f"{first} ")}
        assert not within or len(words) == 1 or words[1] in within or words[1][0].isdigit(), said
        own = OPTIONS.get(" ".join(filter(None, [first, *(each for each in words[1:2] if each in within)])), set())
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", said):
            assert option in (own or every_option()) | {"--help"}, said
