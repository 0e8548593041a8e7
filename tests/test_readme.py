"""The README is true: its commands print what it shows, it is short, and every command has help with an example."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from referee.cli.main import build_app
from referee.games.examples import read_example
from tests.cli.printed_commands import SCREENS, all_commands
from tests.cli.scenes import ANSWERS
from tests.manual.consoles import (
    SETUP_COMMANDS,
    commands,
    listed_commands,
    one_monday,
    run_command,
    run_setup,
    with_output,
)

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
MOST_LINES = 250
PICTURE = re.compile(r"!\[.+?\]\((.+?)\)")
MONDAY = "Your first Monday"
RECORDED = ROOT / "tests" / "manual" / "first-monday.svg"


SECTION = re.compile(r"^## .*\n", re.MULTILINE)
GIVEN = {
    **dict.fromkeys(("When players disagree", "Seating", "Tournaments"), SETUP_COMMANDS),
    "The season": (*SETUP_COMMANDS, "seat draw --game big-two", "seat start"),
}
"""What is there where a section begins; each has a folder of its own."""
TYPED = {
    "referee log 1": "\n".join(
        [*(line.text for line in read_example("big-two").lines if not line.taken_back), "finish"]
    )
}
"""What somebody types at a prompt."""


def sections(text: str) -> list[tuple[str, str]]:
    """The README by its headings; what stands before the first has none."""
    heads = ["", *(heading[3:-1] for heading in SECTION.findall(text))]
    return list(zip(heads, SECTION.split(text), strict=True))


@pytest.mark.process
@pytest.mark.parametrize("name", [name for name, text in sections(README.read_text("utf-8")) if commands(text)])
def test_the_commands_of_a_section_print_what_it_shows(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    shown = README.read_text(encoding="utf-8")
    text = dict(sections(shown))[name]
    folder = tmp_path / "club"
    folder.mkdir()
    with one_monday(tmp_path):
        run_setup(folder, *GIVEN.get(name, ()))
        for command, remark in listed_commands(text):
            if command.startswith("python3 ") or command.split()[1] in SCREENS:
                continue  # the first are run by .ci/run, and a screen stays open
            code, output = run_command(command, folder, TYPED.get(command, ""))
            assert code in ANSWERS, f"{command}: {output}"
            assert remark.removesuffix(".") in output or name != MONDAY, f"{command}: {output}"
        output = with_output(text, folder)
    if request.config.getoption("--regenerate"):
        README.write_text(README.read_text(encoding="utf-8").replace(text, output), encoding="utf-8")
    else:
        assert output == text


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_every_picture_of_the_readme_is_one_that_the_screens_are_held_against() -> None:
    pictures = {ROOT / name for name in PICTURE.findall(README.read_text(encoding="utf-8"))}
    pictures_tested = set((ROOT / "tests" / "dashboard" / "screens").glob("*.svg"))
    # A browser draws letters as the machine's fonts have them, so its pictures are only there to be seen.
    lines = set((ROOT / "tests" / "dashboard" / "in_a_browser").glob("*.png"))
    assert pictures & pictures_tested
    assert pictures <= pictures_tested | lines | {RECORDED}
    assert lines <= pictures


@pytest.mark.parametrize(("words", "command"), all_commands(), ids=[words for words, _ in all_commands()])
def test_every_command_has_help_with_an_example(words: str, command: Any) -> None:
    assert command.help
    assert command.epilog.startswith("Example: referee ")
    assert f"referee {words}" in command.epilog
    for param in command.params:
        assert param.help, f"{words}: {param.name} has no help"


def test_every_group_of_commands_has_help_with_an_example() -> None:
    root = typer.main.get_command(build_app([]))
    groups = {name: command for name, command in root.commands.items() if hasattr(command, "commands")}
    assert "table" in groups
    for name, group in groups.items():
        assert group.help
        assert group.epilog.startswith(f"Example: referee {name} "), name


def test_the_two_commands_set_everything_up() -> None:
    """`.ci/run` runs them; here it is only held that they are two, and alone on their lines."""
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert lines[0].endswith("referee demo")
    assert lines[1].endswith("pytest -n 3")
