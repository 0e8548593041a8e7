"""What players of each game write in a hurry, and how it is read: ``tests/games/words/GAME.txt``.

Behind ``->`` stands the line as it is recorded, behind ``?`` what is asked or answered where it cannot be.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import SLUGS, rulebook
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.notation.seats import Seats

FOLDER = Path(__file__).parent / "words"
PLAYERS = ("Ann", "Ben", "Cal", "Dee")


def rows(mark: str) -> Iterator[tuple[str, str, str]]:
    for path in sorted(FOLDER.glob("*.txt")):
        for row in path.read_text(encoding="utf-8").splitlines():
            written, found, meant = row.partition(f" {mark} ")
            if found and not row.startswith("#"):
                yield path.stem, written.strip(), meant.strip()


def read(game: str, line: str) -> str:
    book = rulebook(game)
    pack = book.pack_for(book.options())
    return book.write(book.grammar.read(line, PlayerNames(PLAYERS), pack, 1, book.title), Seats(PLAYERS))


@pytest.mark.parametrize(("game", "written", "meant"), [*rows("->")])
def test_words_that_mean_one_thing_are_recorded_as_that(game: str, written: str, meant: str) -> None:
    assert read(game, written) == meant
    assert read(game, meant) == meant
    assert rulebook(game).grammar.is_reworded(written)


@pytest.mark.parametrize(("game", "written", "answer"), [*rows("?")])
def test_words_that_mean_several_things_or_none_are_answered(game: str, written: str, answer: str) -> None:
    with pytest.raises(UnreadableLine) as refused:
        read(game, written)
    assert answer in str(refused.value)
    assert "Did you mean" not in str(refused.value)


def test_each_game_has_its_words() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SLUGS)
