"""A rulebook of another package some of whose functions fail: what is taken instead, and what is said."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.rules import PartialSettlement, Verdict
from referee.rules.book.plugin_guard import GameFailed, guard_plugin
from tests.rules.toys import entry, played
from tests.rules.toys.in_turn import Say, say_game


def fails(*_arguments: Any) -> Any:
    return 1 / 0


def fails_after_one(*_arguments: Any) -> Iterator[int]:
    yield 1
    fails()


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("awaits", ""), ("offers", ()), ("places", ()), ("reconsiders", None), ("refuses", None),
        ("settles", PartialSettlement()), ("shows", ()),
    ],
)  # fmt: skip
def test_without_what_a_function_would_have_said_everything_else_goes_on(name: str, instead: Any) -> None:
    book = say_game("failing")
    book.functions[name] = fails
    guard_plugin(book, "other 1.0")
    assert book.functions[name](None) == instead
    assert book.package == "other 1.0"


@pytest.mark.parametrize("name", ["offers", "shows"])
def test_a_function_that_fails_half_way_has_said_nothing(name: str) -> None:
    book = say_game("failing")
    book.functions[name] = fails_after_one
    guard_plugin(book, "other 1.0")
    assert book.functions[name](None) == ()


@pytest.mark.parametrize("name", ["begins", "applies", "moves"])
def test_without_what_begins_or_applies_no_line_can_be_told(name: str) -> None:
    book = say_game("failing")
    book.functions[name] = fails_after_one if name == "moves" else fails
    guard_plugin(book, "other 1.0")
    with pytest.raises(GameFailed) as failed:
        book.functions[name](None)
    assert str(failed.value) == f"'{name}' of other 1.0 failed (ZeroDivisionError: division by zero)"


def test_where_a_clause_fails_the_line_is_open_and_says_so() -> None:
    book = say_game("failing")
    book.section("3", "More")
    book.clause("3.1", Say)(fails)
    guard_plugin(book, "other 1.0")
    ruling = entry(played(book, "deal", "Ann says 3"), "Ann says 3").ruling
    assert ruling.verdict is Verdict.OPEN
    reason = "Clause 3.1 of other 1.0 failed (ZeroDivisionError: division by zero). Rule on this line yourselves."
    assert reason in ruling.reason
