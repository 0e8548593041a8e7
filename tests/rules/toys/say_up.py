"""Say Up: each number is one more than the one before."""

from referee.rules import Answer, grounds, objection
from tests.rules.toys.in_turn import Say, Saying, say_game, turns

book = say_game("say-up")
book.include(turns)


@book.clause("2.2", Say)
def one_more(table: Saying, act: Say) -> Answer:
    """A number is one more than the one before."""
    if act.number == table.said + 1:
        return grounds(f"{act.number} follows {table.said}.")
    return objection(f"{table.said + 1} follows {table.said}, not {act.number}.")
