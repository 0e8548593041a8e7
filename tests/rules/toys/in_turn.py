"""Say: a chapter on whose turn it is, and two variants of a game that take it over."""

from typing import Any

from referee import rules
from referee.rules import frozen
from tests.rules.toys.plain import NoOptions, nobody_ranks

turns = rules.Chapter("Turns")


@frozen
class Say(rules.Act):
    """``NAME says N``."""

    number: int


@frozen
class Saying(rules.Table):
    said: int = 0


@turns.clause("2.1", Say)
def in_turn(table: Saying, act: Say) -> rules.Answer | None:
    """Each player in turn says a number."""
    return rules.objection(f"It is {table.name(table.turn)}'s turn.") if table.turn not in (None, act.seat) else None


def say_game(slug: str, options: Any = NoOptions, *, spoken: bool = True) -> rules.Rulebook:
    """What the variants have in common: that numbers are said."""
    book = rules.Rulebook(slug, title=slug, players=range(2, 5), options=options, seed="toy")
    book.add_act(Say, "NAME says N", "NAME calls out N", spoken=spoken)
    book.section("1", "Before")
    book.note("1.1", "Nobody whispers.")
    book.clause("1.2", rules.Deal, rules.Holds, rules.HoldsOnly, rules.Shows)(anybody)
    book.begins(begin)
    book.applies(say)
    book.places(nobody_ranks)
    return book


def anybody(_table: Saying, _act: rules.Act) -> None:
    """Anybody deals, holds and shows."""


def begin(seats: rules.Seats, options: Any, complete: bool) -> Saying:
    """Let the first player begin."""
    return Saying(seats, options, complete, rules.before_deal(len(seats)), turn=0, in_play=True)


def say(table: Saying, act: rules.Act) -> Saying:
    """Pass the turn on."""
    after = (act.seat + 1) % len(table.seats)
    return rules.replace(table, said=act.number, turn=after) if isinstance(act, Say) else table
