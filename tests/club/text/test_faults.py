"""What faults say: what is wrong in the message, and how to put it right at the command line apart from it."""

import ast
from pathlib import Path

import pytest

import referee.club
from referee.cli.main import COMMANDS, GROUPS
from referee.club.text.faults import ClubFault

ROOM = Path(referee.club.__file__).parent


def test_a_fault_has_its_commands_apart_from_its_message() -> None:
    fault = ClubFault("No session is open.", "Open one with: referee session open DATE")
    assert str(fault) == "No session is open."
    assert fault.commands == "Open one with: referee session open DATE"
    assert ClubFault("There is no table 2.").commands == ""


@pytest.mark.parametrize("path", sorted(ROOM.rglob("*.py")), ids=lambda path: path.stem)
def test_no_message_of_the_club_names_a_command_for_the_desk_shows_it_too(path: Path) -> None:
    commands = [f"referee {command}" for command in (*COMMANDS, *GROUPS)]
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Raise) and isinstance(call.exc, ast.Call) and call.exc.args:
            message = "".join(str(part.value) for part in ast.walk(call.exc.args[0]) if isinstance(part, ast.Constant))
            assert not [command for command in commands if command in message], f"line {call.lineno}: {message}"
