"""The overview of a rulebook: the page for a player new to the game."""

from __future__ import annotations

from typing import TypeAlias

from referee.cards.immutable import frozen
from referee.rules.book.clause import condition_holds, fill_options


@frozen
class Conditional:
    """A sentence printed only under some house rules: ``Conditional("royal=none", "...")``. `only` is the condition."""

    only: str
    text: str


Sentence: TypeAlias = str | Conditional
"""A sentence of the front. It may name an option in braces, which prints its value."""


@frozen
class RankingRow:
    """A row of the ranking of hands: its name, an example in record notation, and the tie-breaker between two such
    hands.
    """

    name: str
    example: str = ""
    decides: str = ""
    only: str = ""


@frozen
class PaymentRow:
    """A row of the table of payments: the occasion, the payer and payee, and the amount."""

    when: str
    who: str
    how_much: str
    only: str = ""


@frozen
class Overview:
    """The overview at the front of a rulebook.

    `aim` is one sentence, and `steps` are at most five. `ranking` runs from high to low under the heading
    `ranking_title`. `payments` are the payments of a game with chips. `mistakes` lists the clauses printed under
    "Mistakes at the table". `referee.games.examples` reads the worked hand from a record.
    """

    aim: str
    steps: tuple[Sentence, ...]
    ranking_title: str = ""
    ranking: tuple[RankingRow, ...] = ()
    payments: tuple[PaymentRow, ...] = ()
    mistakes: tuple[str, ...] = ()

    def steps_under(self, options: object) -> tuple[str, ...]:
        """Return the steps of the game under these house rules."""
        conditional_steps = (step if isinstance(step, Conditional) else Conditional("", step) for step in self.steps)
        return tuple(fill_options(step.text, options) for step in conditional_steps if applies(step.only, options))

    def ranking_under(self, options: object) -> tuple[RankingRow, ...]:
        """Return the rows of the ranking under these house rules, from high to low."""
        return tuple(row for row in self.ranking if applies(row.only, options))

    def payments_under(self, options: object) -> tuple[PaymentRow, ...]:
        """Return the rows of the payments under these house rules."""
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
    """Tell whether a condition holds under these options. An empty condition always holds."""
    return not only or condition_holds(only, options)
