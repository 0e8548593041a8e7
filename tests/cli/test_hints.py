"""What messages say to do next is what can be done: every hint is a command, and works where it is said."""

import ast
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from typer.exceptions import TyperException

import referee as package
from referee.cli.command_tree import GROUPS
from tests.cli.printed_commands import PEOPLE, UNKNOWN, commands_in, fill_placeholders, parse_command
from tests.cli.running import RunResult, referee
from tests.cli.scenes import ANSWERS, on_the_monday, run_ok

ROOM = Path(package.__file__).parent


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a source file that it may print, with its line; not what only its readers see."""
    source = path.read_text(encoding="utf-8")
    if "referee " not in source:  # it names no command
        return
    tree = ast.parse(source)
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docstrings.add(id(node.value))  # a docstring
        if isinstance(node, ast.keyword) and node.arg == "epilog":
            docstrings.update(id(each) for each in ast.walk(node.value))  # an example, which is run
        if isinstance(node, ast.JoinedStr):
            docstrings.update(id(value) for value in node.values)
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (value.value if isinstance(value, ast.Constant) else UNKNOWN for value in node.values)
            yield node.lineno, "".join(map(str, parts))


def test_every_hint_in_the_sources_is_a_command_with_options_that_there_are() -> None:
    hints = [
        (f"{path.relative_to(ROOM)}:{line}", words)
        for path in sorted(ROOM.rglob("*.py"))
        for line, text in said_in(path)
        for words in commands_in(text)
    ]
    assert len(hints) > 20
    assert ["officer", "here", "NAME"] in [words for _, words in hints]
    wrong = []
    for place, words in hints:
        try:
            parse_command(fill_placeholders(words))
        except TyperException as fault:
            wrong.append(f"{place} says: referee {shlex.join(words)}, which is no command: {fault}")
    assert wrong == []


DISPUTE = 'dispute open 3 7 --claim "it was shown"'
HAND = (
    'log 4 "Ann has 1000" "Ben has 850" "blinds 5 10" "deal by Ben" "Ben posts 5" "Ann posts 10" '
    '"Ben raises to 30" "Ann calls" "Ben bets 5" "board 2C 3C 4C" "Ann checks" "Ben bets 10" "Ann folds"'
)
SITUATIONS = [
    # In which scene, what is typed, and what it says to do next.
    ("nothing", "member list", ["init"]),
    ("founded", "start big-two Ann Ben Cal Dee", ["season new"]),
    ("founded", "open 2026-11-16", ["season new"]),
    ("founded", "season show", ["season new"]),
    ("founded", "schedule list", ["season new"]),
    ("joined", "start big-two Ann Cal Dee", ["open"]),
    ("joined", "checkin Ann", ["open"]),
    ("joined", "open 2026-11-17", ["schedule add"]),
    ("joined", "open 2026-11-16", ["checkin", "undo"]),
    ("joined", "member show Hal", []),
    ("joined", "start big-two Ann Cal Hal --on 2026-11-16", ["open"]),
    ("arriving", "checkin Hal", ["member add"]),
    ("arriving", 'member rename Benny "Ben Lee"', ["member merge"]),
    ("arriving", 'start "Big Too" Ann Cal Dee', ["start"]),
    ("arriving", "start Hearts Ann Cal Dee", ["start"]),
    ("arriving", "start --game Hearts --result-only Ann Cal Dee", ["result", "undo"]),
    ("arriving", "start big-two Ann Cal Dee", ["log", "undo"]),
    ("arriving", "close", ["open", "audit"]),
    ("evening", 'log 4 "deal by Dee" "Ann plays 4H"', ["undo", "table let-stand"]),
    ("evening", 'log 3 "Dee plays 2D 3D"', ["undo", "table let-stand"]),
    ("evening", "table finish 3", ["result"]),
    ("evening", 'table join 4 Eve --reason "came late" --yes', ["table join"]),  # four are all that can play
    ("late", f"{HAND} && table finish 4", ["undo", "table let-stand", "table finish"]),
    ("evening", f"{DISPUTE} && dispute decide 3 uphold --reason so && {DISPUTE}", ["dispute appeal"]),
    ("evening", "table finish 4", ["result"]),
    ("evening", 'log 1 "deal by Hal"', ["undo"]),
    ("evening", "close", ["close"]),
    ("evening", "rulebook big-two 4.4", []),
    ("evening", "schedule holidays --country US", ["schedule holidays"]),
    ("evening", "schedule holidays", ["schedule holidays"]),
    ("evening", "dispute open 3 seven", ["dispute open"]),
    ("over", "start big-two Ann Ben Cal", ["open"]),
    ("late", "open 2026-11-16", []),
]


@pytest.mark.parametrize(("scene", "typed", "expected"), SITUATIONS, ids=[f"{s}: {t}" for s, t, _ in SITUATIONS])
def test_what_is_said_to_come_next_works_there(
    scene: str, typed: str, expected: list[str], stages: dict[str, Path], tmp_path: Path
) -> None:
    with on_the_monday(tmp_path):
        folder = copytree(stages[scene], tmp_path / "club")
        *before, last = typed.split(" && ")
        for each in before:
            run_ok(folder, *shlex.split(each))
        result = referee(*shlex.split(last), cwd=folder)
        hints = list(commands_in(f"{result.out}\n{result.err}"))
        assert [" ".join(words[:2] if words[0] in GROUPS else words[:1]) for words in hints] == expected, result
        for number, words in enumerate(hints):
            follow(fill_placeholders(words, named(words, folder)), copytree(folder, tmp_path / f"next-{number}"), typed)


def follow(words: list[str], folder: Path, after: str) -> RunResult:
    result = referee(*words, cwd=folder)
    if "To confirm, add --yes" in result.err:
        result = referee(*words, "--yes", cwd=folder)
    assert result.code in ANSWERS, f"after referee {after}: referee {shlex.join(words)} says {result.err or result.out}"
    return result


def named(words: list[str], folder: Path) -> list[str]:
    """Who is to be named: everybody at the table that a command is about."""
    if words[0] == "result":
        heading = referee("table", "show", words[1], cwd=folder).out.splitlines()[0]
        return heading.partition(": ")[2].split(", ")[1:]
    return list(PEOPLE)


def test_one_hint_after_another_leads_from_an_empty_folder_to_a_table(stages: dict[str, Path], tmp_path: Path) -> None:
    folder = copytree(stages["nothing"], tmp_path / "club")
    goal = ["start", "big-two", "Ann", "Ben", "Cal", "Dee"]
    given_words: list[list[str]] = []
    with on_the_monday(tmp_path):
        while (result := referee(*goal, cwd=folder)).code not in ANSWERS:
            if "No member is called" in result.err:
                hints = [["member", "add", "Ann", "Ben", "Cal", "Dee"]]
            else:
                hints = [fill_placeholders(words) for words in commands_in(result.err)]
            assert hints, f"nothing is said on how to go on: {result.err}"
            assert hints[0] not in given_words, f"{hints[0]} is said again: {result.err}"
            given_words.append(hints[0])
            follow(hints[0], folder, shlex.join(goal))
    assert [words[:2] if words[0] in GROUPS else words[:1] for words in given_words if words[0] != "member"] == [
        ["init"],
        ["season", "new"],
        ["schedule", "add"],
        ["open"],
    ]
