"""Print the overview of a rulebook: aim, steps, ranking, payments and a sample hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import join_words
from referee.cli.shared.printing import is_on_terminal, print_line

if TYPE_CHECKING:
    from referee.export.front import PrintedFront, PrintedHand

CODES = "Cards are written rank first, then suit: 3D is the three of diamonds, TH the ten of hearts."


def print_front(front: PrintedFront) -> None:
    """Print a rulebook's aim, steps and ranking."""
    print_line()
    print_line(f"Aim: {front.aim}", hang=2)
    print_line()
    for number, step in enumerate(front.steps, 1):
        print_line(f"  {number}. {step}", hang=5)
    if front.ranking:
        print_line()
        print_line(front.ranked)
        _print_table([(entry.name, entry.example, entry.decides) for entry in front.ranking])


def print_payments(front: PrintedFront) -> None:
    """Print the table of payments in a game with chips."""
    if front.payments:
        print_line()
        print_line("Payments")
        _print_table([(payment.when, payment.who, payment.how_much) for payment in front.payments])


def print_hand(hand: PrintedHand) -> None:
    """Print a sample hand with the ruling on each line."""
    print_line()
    print_line("A hand played through")
    print_line(
        f"  {join_words(hand.players)} sit clockwise.{' The default house rules are in force.' if hand.usual else ''}"
    )
    if not is_on_terminal():
        print_line(f"  {CODES}")
    for row in hand.rows:
        print_line(f"  {row.text}{f' ({row.clause})' if row.clause else ''}", hang=4)
        if row.why:
            print_line(f"      {row.why}", hang=6)
    for entry in hand.outcome:
        print_line(f"  {entry}", hang=4)


def _print_table(rows: Sequence[tuple[str, str, str]]) -> None:
    """Print rows of three columns. The last column may wrap."""
    if is_on_terminal():
        from referee.cards.screen import with_suit_signs  # only a terminal has to pay for loading it

        rows = [
            (with_suit_signs(first_cell), with_suit_signs(second_cell), third_cell)
            for first_cell, second_cell, third_cell in rows
        ]
    first_width, second_width = (max(text_width(row[column]) for row in rows) for column in (0, 1))
    for first_cell, second_cell, third_cell in rows:
        text = f"  {pad(first_cell, first_width)}  {pad(second_cell, second_width)}  {third_cell}"
        print_line(text.rstrip(), hang=first_width + second_width + 6)
