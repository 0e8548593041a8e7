"""The recorded example of each game, in a club's words, and the worked hand in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from referee.cards.immutable import frozen
from referee.games import SLUGS, rulebook
from referee.rules import Record, Rulebook, UnknownGame, read_record


@frozen
class WorkedHand:
    """The worked hand of a rulebook: its record, and remarks by line number."""

    record: Record
    remarks: Mapping[int, str]


def example_text(slug: str) -> str:
    """Return the recorded example of a game. Another package's is beside its module, as ``SLUG.txt``.

    Raise `UnknownGame` if the package has none.
    """
    if slug in SLUGS:
        return files("referee.demo").joinpath(f"games/{slug}.txt").read_text(encoding="utf-8")
    from referee.games.plugins import plugin_games

    path = plugin_games().examples.get(slug)
    if path is None or not path.is_file():
        package = rulebook(slug).package
        raise UnknownGame(f"the package {package} brings no example of {slug}. Put {slug}.txt next to its module")
    return path.read_text(encoding="utf-8")


def read_example(slug: str) -> Record:
    """Return the recorded example of a game. Raise `UnknownGame` if there is no readable one."""
    parsed_record = read_record(example_text(slug), rulebook)
    if parsed_record.record is None or parsed_record.faults:
        fault = parsed_record.faults[0]
        raise UnknownGame(f"the example of {slug} cannot be read: line {fault.line}: {fault.message}")
    return parsed_record.record


def read_examples(slug: str) -> list[Record]:
    """Return a list with the recorded example of a game; empty if its package has none."""
    try:
        return [read_example(slug)]
    except UnknownGame:
        return []


def read_worked_hand(book: Rulebook) -> WorkedHand | None:
    """Return the worked hand in a game's rulebook; None if its package has none.

    It is ``worked/SLUG.txt`` beside the games, or ``SLUG.worked.txt`` beside another package's module. Raise
    `UnknownGame` if it cannot be read.
    """
    if book.slug in SLUGS:
        path = files("referee.games").joinpath(f"worked/{book.slug}.txt")
    else:
        from referee.games.plugins import plugin_games

        example = plugin_games().examples.get(book.slug)
        if example is None:
            return None
        path = example.with_name(f"{book.slug}.worked.txt")
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    parsed_record = read_record(text, lambda _slug: book)
    if parsed_record.record is None or parsed_record.faults:
        fault = parsed_record.faults[0]
        raise UnknownGame(f"the worked hand of {book.slug} cannot be read: line {fault.line}: {fault.message}")
    rows = enumerate(text.splitlines(), 1)
    remarks = {number: remark.strip() for number, row in rows for _, mark, remark in [row.partition("#")] if mark}
    return WorkedHand(parsed_record.record, remarks)
