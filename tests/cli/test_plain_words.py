"""What the program says keeps to the trade's words: none of those to unlearn is in a help or a message.

Whole rooms are held, and more as their sentences are mended; those not held yet are named, so that none is forgotten.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import referee as package

ROOM = Path(package.__file__).parent
WORDS = re.compile(
    r"\b(?i:whoever|besides?|anew|of which|of whom|so many|put right|taken back|take back|parted|stands twice"
    r"|(?:is|are) to be|the one that is on|else (?:the|from|upward)|ask back|asked back)\b|; else\b"
)
MORE = re.compile(
    r"\b(?i:expected|that (?:is|are) on|stands? no longer|evenings?|nights?)\b"
    r"|(?:^|[.!] )(?:Who|What|Which)\b(?=[^.!?]* [^.!?]*\.(?: |$))"
)
"""Words for which there is a plain one, or one of the trade's own: tie-break, correct, undo, redraw, session, current.

An error says what is wrong, then what to type: no word of what was expected. Who, what and which begin questions.
"""
PHRASES = re.compile(
    "|".join(
        (
            *("do not ask back", "who says so", "else upward", "the one that is on", "else the one that is open"),
            *("ties are parted by", "the lot parts", "stands twice in", "no tie-break parts", "broke off"),
            *("is not decided: table", "to be evened", "broken up table", "to be over at", "two who are left have"),
            *("all who are left find room", "rounds are still to be played", "of whom nothing is said"),
            *("nobody can be told apart", "unless it is said otherwise", "a terminal is asked again"),
            *("at most so many", "keep so many", "and make none", "as it was written down", "written anew"),
            *("what parts the cells", "put it in the place of", "for whoever reads it", "put right on"),
            *("nobody meets anybody", "playing already, and not drawn", "who does not play already", "drawn anew"),
            *("only show what it would", "lines not decided on", "cards are gathered, and its places", r"\bsays why\."),
            *("slips of the pen", "what so many can play", "by a fault of the program", "is no number of"),
            *("cannot be; expected", "which there are", "as they wait a lot", "as what happened and is void"),
        )
    ),
    re.IGNORECASE,
)
"""Phrases that read like a translation, each of which has been said better since."""
HELD = (
    *("cli/people", "cli/season", "cli/files", "cli/books", "cli/shared", "cli/tables", "cli/evening"),
    *("cli/tournament", "cli/freezeout", "competition", "tournaments"),
    *("club", "store", "rules", "histories", "cards", "export", "web"),
    *("dashboard", "phones"),
)
NOT_MORE = ("dashboard",)
"""A room that is held, but in which keys and widgets are still named by a word of `MORE`."""
NOT_YET: tuple[str, ...] = ()
"""Rooms in which such words are still said. The games' clauses and the manual are held by tests of their own."""
QUOTED = re.compile(
    # What the line of a record says of itself, and what `check --only` asks for by it.
    r", taken back|“, taken back”|^taken back$|^(     )?taken back at the table$"
    # What a player did, as an option says it of a line.
    r"|^Undo the line: the player withdrew the play\.$"
    # Names of hints and a key, which nobody reads.
    r"|^take back (?:line|change)$|^besides$|^evenings?$|^three-dog-night$"
    # A heading over commands, which is no sentence; and files of an example.
    r"|^Every evening$|^What next$|^What may be (?:written|recorded):|\bevening\.(?:phhs|txt)"
)
"""Where such a word is right as it stands."""


def printable_texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a source file that may be printed, with their lines: all but docstrings of what is no command."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = set()
    for node in ast.walk(tree):
        commands = getattr(node, "decorator_list", [])
        if isinstance(node, ast.FunctionDef) and any("command" in ast.dump(command) for command in commands):
            docstrings.update(id(each.value) for each in node.body[1:] if isinstance(each, ast.Expr))
        elif isinstance(body := getattr(node, "body", None), list):
            docstrings.update(id(each.value) for each in body if isinstance(each, ast.Expr))
        if isinstance(node, ast.JoinedStr):
            docstrings.update(id(value) for value in node.values)
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (value.value if isinstance(value, ast.Constant) else "X" for value in node.values)
            yield node.lineno, "".join(map(str, parts))


@cache
def cached_texts(path: Path) -> tuple[tuple[int, str], ...]:
    """The same, found once for all who ask."""
    return tuple(printable_texts(path))


def find_dialect(room: str) -> list[str]:
    """Return each banned word of a package, with its place and the text around it."""
    return [
        f"{path.relative_to(ROOM)}:{line}: {matches[0]}: {text}"
        for path in sorted((ROOM / room).rglob("*.py"))
        for line, text in cached_texts(path)
        for words in ((WORDS,) if room in NOT_MORE else (WORDS, MORE))
        for matches in words.finditer(QUOTED.sub("", text))
    ]


@pytest.mark.parametrize("room", HELD)
def test_a_room_says_none_of_the_words_to_unlearn(room: str) -> None:
    assert find_dialect(room) == []


def test_no_phrase_that_was_said_better_since_is_said_again() -> None:
    texts = [(path, text) for path in ROOM.rglob("*.py") for _, text in cached_texts(path)]
    texts += [(path, path.read_text(encoding="utf-8")) for path in [*ROOM.rglob("*.md"), ROOM.parent / "README.md"]]
    assert [f"{path.name}: {matches[0]}" for path, text in texts for matches in PHRASES.finditer(text)] == []


def test_the_words_are_found_where_they_are_said(tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text('"""Whoever reads it."""\nHELP = f"For {1} whoever reads it; else the last."\n')
    ((_, text),) = printable_texts(tmp_path / "said.py")
    assert [matches[0] for matches in WORDS.finditer(text)] == ["whoever", "; else"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("'x' is not a place; expected such as 3.", ["expected"]),
        ("Open it. Who leaves is last. Which is open?", [". Who"]),
        ("The one that is on stands no longer.", ["that is on", "stands no longer"]),
        ("No player who is here this evening.", ["evening"]),
    ],
)
def test_a_question_may_begin_as_a_statement_may_not(text: str, found: list[str]) -> None:
    assert [each[0] for each in MORE.finditer(text)] == found


def test_no_room_that_speaks_is_forgotten() -> None:
    rooms = {path.relative_to(ROOM).parts[0] for path in ROOM.rglob("*.py") if len(path.relative_to(ROOM).parts) > 1}
    named_words = {room.partition("/")[0] for room in (*HELD, *NOT_YET)}
    assert rooms - named_words <= {"demo", "games", "manual", "conformance"}
