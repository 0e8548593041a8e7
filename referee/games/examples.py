"""The recorded example of each game: one hand or match, as a club would write it down."""

from __future__ import annotations

from importlib.resources import files

from referee.games import SLUGS, rulebook
from referee.rules import Record, UnknownGame, read_record


def example_text(slug: str) -> str:
    """Return the recorded example of a game: that of another package lies beside its module, as ``SLUG.txt``.

    Raises `UnknownGame` when the package brings none.
    """
    if slug in SLUGS:
        return files("referee.demo").joinpath(f"games/{slug}.txt").read_text(encoding="utf-8")
    from referee.games.installed import games_installed

    path = games_installed().examples.get(slug)
    if path is None or not path.is_file():
        package = rulebook(slug).package
        raise UnknownGame(f"the package {package} brings no example of {slug}; expected {slug}.txt beside its module")
    return path.read_text(encoding="utf-8")


def example_of(slug: str) -> Record:
    """Return the recorded example of a game. Raises `UnknownGame` when there is none that can be read."""
    reading = read_record(example_text(slug), rulebook)
    if reading.record is None or reading.faults:
        fault = reading.faults[0]
        raise UnknownGame(f"the example of {slug} cannot be read: line {fault.line}: {fault.message}")
    return reading.record


def examples_of(slug: str) -> list[Record]:
    """Return the recorded example of a game, or nothing where its package brings none."""
    try:
        return [example_of(slug)]
    except UnknownGame:
        return []
