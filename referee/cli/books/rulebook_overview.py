"""The front of a rulebook at the terminal: aim, the game in five lines, ranking, payments, a hand played through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.cards.terminal_width import cells, padded
from referee.cards.words import listed
from referee.cli.shared.printing import on_a_screen, say

if TYPE_CHECKING:
    from referee.export.front import PrintedFront, PrintedHand

CODES = "Cards are written rank first, then suit: 3D is the three of diamonds, TH the ten of hearts."


def say_front(front: PrintedFront) -> None:
    """Print the front of a rulebook."""
    say()
    say(f"Aim: {front.aim}", hang=2)
    say()
    for number, step in enumerate(front.steps, 1):
        say(f"  {number}. {step}", hang=5)
    if front.ranking:
        say()
        say(front.ranked)
        _say_table([(each.name, each.example, each.decides) for each in front.ranking])


def say_payments(front: PrintedFront) -> None:
    """Print who pays whom what, where chips move."""
    if front.payments:
        say()
        say("Payments")
        _say_table([(each.when, each.who, each.how_much) for each in front.payments])


def say_hand(hand: PrintedHand) -> None:
    """Print a hand played through, each line with its ruling."""
    say()
    say("A hand played through")
    say(f"  {listed(hand.players)} sit clockwise.{' The default house rules are in force.' if hand.usual else ''}")
    if not on_a_screen():
        say(f"  {CODES}")
    for row in hand.rows:
        say(f"  {row.text}{f' ({row.clause})' if row.clause else ''}", hang=4)
        if row.why:
            say(f"      {row.why}", hang=6)
    for each in hand.outcome:
        say(f"  {each}", hang=4)


def _say_table(rows: Sequence[tuple[str, str, str]]) -> None:
    """Print rows of three columns, the last of which may wrap."""
    if on_a_screen():
        from referee.cards.screen import on_screen  # only a terminal has to pay for loading it

        rows = [(on_screen(left), on_screen(middle), right) for left, middle, right in rows]
    first, second = (max(cells(row[column]) for row in rows) for column in (0, 1))
    for left, middle, right in rows:
        text = f"  {padded(left, first)}  {padded(middle, second)}  {right}"
        say(text.rstrip(), hang=first + second + 6)
