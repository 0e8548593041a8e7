"""Say Even: numbers are written down, even ones, and where the club wants it, lower and lower ones."""

from referee.rules import Answer, frozen, objection, option
from tests.rules.toys.in_turn import Say, Saying, say_game, turns


@frozen
class Options:
    falling: bool = option(False, question="Does each number lie below the one before?")


book = say_game("say-even", Options, spoken=False)
book.include(turns, new_numbers={"2.1": "2.4"}, wording="2.1: Turns go round the table.")


@book.clause("2.2", Say, after="2.4")
def even(_table: Saying, act: Say) -> Answer | None:
    """Numbers are even."""
    return objection(f"{act.number} is odd.") if act.number % 2 else None


@book.clause("2.3", Say, only="falling=true")
def lower(table: Saying, act: Say) -> Answer | None:
    """A number lies below the one before."""
    return objection(f"{act.number} is not below {table.said}.") if table.said and act.number >= table.said else None
