"""What faults say: what is wrong in the message, and how to put it right in hints, which each screen says its way."""

import ast
import re
from pathlib import Path

import pytest

import referee as package
from referee.cli.shared.hints import COMMANDS, format_hints
from referee.club.text.faults import ClubFault, NeedsReason
from referee.dashboard import hints as keys_of_hints
from referee.store.hints import Do
from tests.hints import fault_of

ROOM = Path(package.__file__).parent
BELOW = [
    path
    for room in ("competition", "store", "club", "tournaments", "export")
    for path in sorted((ROOM / room).rglob("*.py"))
]
COMMAND = re.compile(r"(?<![\w`/.-])referee (?!dashboard to)(?=[a-z])|(?<![\w(-])--[a-z]")
NO_COMMAND = {
    "referee to use it.",  # "Update referee to use it."
    "referee to read it.",
    "referee, and is",
    "referee manual ([a-z-]+)",  # what finds the links between pages of the manual
    "referee club",  # what a file is
    "--for excel",  # what tells two exports of one kind apart
}


def test_a_fault_has_its_hints_apart_from_its_message() -> None:
    fault = ClubFault("No session is open.", Do.OPEN_SESSION("Open one", session="2026-11-16"))
    assert str(fault) == "No session is open."
    assert format_hints(*fault.hints) == "Open one: referee open 2026-11-16"
    assert keys_of_hints.fault_text(fault, {"start": "z"}) == "No session is open. Open one: z (Open session)."
    assert ClubFault("There is no table 2.").hints == ()


def test_several_hints_are_a_sentence_each() -> None:
    hints = Do.RESULT("Write it down", table=4), Do.FINISH("Or finish it", table=4)
    text = "Write it down: referee result 4 NAME NAME ... Or finish it: referee table finish 4"
    assert format_hints(*hints) == text


def test_a_name_of_several_words_is_one_word_of_the_command() -> None:
    assert format_hints(Do.JOIN("Let in", table=4, name="Hal Roe")) == (
        'Let in: referee table join 4 "Hal Roe" --reason "..."'
    )


def test_what_needs_a_reason_says_so_in_one_way() -> None:
    fault = NeedsReason("A penalty")
    assert str(fault) == "A penalty needs a reason for the log."
    assert format_hints(*fault.hints) == 'Add one: --reason "..."'


@pytest.mark.parametrize("do", list(Do))
def test_everything_that_can_be_done_has_a_command_and_a_key_or_a_way_there(do: Do) -> None:
    named = re.findall(r"\{(?:--[\w-]+ )?(\w+)", COMMANDS[do])
    assert fault_of(do, ()) == ""
    assert fault_of(do, tuple(named)) == ""
    assert set(COMMANDS) == set(keys_of_hints.HINT_KEYS) == set(Do)


def test_a_hint_that_cannot_be_followed_is_found() -> None:
    assert "takes no" in fault_of(Do.FINISH, ("line",))


def said_in(path: Path) -> list[tuple[int, str]]:
    """The texts of a source file that are no docstring, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


@pytest.mark.parametrize("path", BELOW, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_text_of_a_room_below_spells_a_command_for_the_desk_shows_it_too(path: Path) -> None:
    for line, text in said_in(path):
        if "<style>" in text or "font-size" in text or "var(--" in text:
            continue
        rows = [text[rows.start() :] for rows in COMMAND.finditer(text)]
        assert not [each for each in rows if not each.startswith(tuple(NO_COMMAND))], f"line {line}: {text}"
