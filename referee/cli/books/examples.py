"""Recorded examples: one hand or match of each game, as a club would write it down."""

from __future__ import annotations

from importlib.resources import files

from referee.games import rulebook
from referee.rules import Record, read_record


def demo_text(name: str) -> str:
    """Return a file of the demo, such as ``games/big-two.txt``."""
    return files("referee.demo").joinpath(name).read_text(encoding="utf-8")


def example_of(slug: str) -> Record:
    """Return the recorded example of a game."""
    reading = read_record(demo_text(f"games/{slug}.txt"), rulebook)
    assert reading.record is not None, reading.faults
    return reading.record
