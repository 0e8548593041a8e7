"""The program in a process of its own says what it says here, and leaves with the same code."""

from pathlib import Path

import pytest

from tests.cli.running import in_a_process, referee

pytestmark = pytest.mark.process


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["rule", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S"], 0),
        (["member", "show", "De"], 2),
        (["rule", "big-two", "Ann plays 3X"], 2),
        (["member", "list", "--club", "nowhere"], 3),
        (["rule", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S", "--json"], 10),
        (["rule", "commune", "Ann bids two sixes", "Ben calls"], 11),
        (["check", "-"], 2),
        (["standings"], 0),
    ],
)
def test_a_process_of_its_own_prints_and_leaves_alike(club: Path, words: list[str], code: int) -> None:
    text = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn pla"
    result = in_a_process(*words, club=club, input_text=text, cwd=club)
    assert result.code == code
    assert result == referee(*words, club=club, input_text=text, cwd=club)


def test_a_line_that_a_process_has_logged_is_there_for_the_next(table: Path) -> None:
    assert in_a_process("log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 2C", club=table).code == 0
    assert in_a_process("undo", "1", club=table).code == 0
    assert in_a_process("log", "1", "Ben plays 5H", club=table).code == 0
    log = in_a_process("table", "show", "1", "--json", club=table).data["log"]
    assert [line["text"] for line in log] == ["deal by Dee", "Ann plays 3D", "Ben plays 2C", "Ben plays 5H"]
