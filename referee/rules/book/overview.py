"""The overview of a rulebook: what a player new to the game reads first."""

from __future__ import annotations

from typing import TypeAlias

from referee.rules.book.clause import condition_holds, fill_options
from referee.rules.immutable import frozen


@frozen
class Conditional:
    """A sentence for some house rules only: ``Conditional("royal=none", "...")``; `only` is the condition."""

    only: str
    text: str


Sentence: TypeAlias = str | Conditional
"""A sentence of the front. It may name an option in braces, which prints its value."""


@frozen
class RankingRow:
    """A row of the ranking: its name, an example as a record writes it, and what decides between two such hands."""

    name: str
    example: str = ""
    decides: str = ""
    only: str = ""


@frozen
class PaymentRow:
    """A row of the payments: what happens, who pays whom, and how much."""

    when: str
    who: str
    how_much: str
    only: str = ""


@frozen
class Overview:
    """The front of a rulebook.

    `aim` is one sentence, and `steps` are the game in at most five. `ranking` runs from high to low, under the heading
    `ranking_title`. `payments` are those of a game with chips. `mistakes` are the ids of the clauses that are printed
    together as "Mistakes at the table". The worked hand is a record, which `referee.games.examples` reads.
    """

    aim: str
    steps: tuple[Sentence, ...]
    ranking_title: str = ""
    ranking: tuple[RankingRow, ...] = ()
    payments: tuple[PaymentRow, ...] = ()
    mistakes: tuple[str, ...] = ()

    def steps_under(self, options: object) -> tuple[str, ...]:
        """Return the steps of the game under some house rules."""
        stand = (step if isinstance(step, Conditional) else Conditional("", step) for step in self.steps)
        return tuple(fill_options(step.text, options) for step in stand if applies(step.only, options))

    def ranking_under(self, options: object) -> tuple[RankingRow, ...]:
        """Return the rows of the ranking under some house rules, from high to low."""
        return tuple(row for row in self.ranking if applies(row.only, options))

    def payments_under(self, options: object) -> tuple[PaymentRow, ...]:
        """Return the payments that are made under some house rules."""
        return tuple(
            PaymentRow(
                fill_options(payment.when, options),
                fill_options(payment.who, options),
                fill_options(payment.how_much, options),
            )
            for payment in self.payments
            if applies(payment.only, options)
        )


def applies(only: str, options: object) -> bool:
    """Tell whether a condition holds under these options; an empty one always does."""
    return not only or condition_holds(only, options)
