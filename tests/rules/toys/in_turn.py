"""Say: a chapter on whose turn it is, and two variants of a game that take it over."""

from referee.rules import (
    Act,
    Answer,
    Chapter,
    Deal,
    Holds,
    HoldsOnly,
    Rulebook,
    Shows,
    Table,
    objection,
    replace,
    undealt,
)  # fmt: skip
from tests.rules.toys.plain import NoOptions, nobody_ranks

turns = Chapter("Turns")


class Say(Act):
    """``NAME says N``."""

    number: int


@turns.clause("2.1", Say)
def in_turn(table: Table, act: Say) -> Answer | None:
    """Each player in turn says a number."""
    return objection(f"It is {table.name(table.turn)}'s turn.") if table.turn not in (None, act.seat) else None


def say_game(slug: str, options: type = NoOptions) -> Rulebook:
    """What the variants have in common: nothing but that numbers are said."""
    book = Rulebook(slug, title=slug, players=range(2, 5), options=options, seed="toy")
    book.section("1", "Before")
    book.section("2", turns.title)
    book.note("1.1", "Anybody may deal or show.")
    book.clause("1.2", Deal, Holds, HoldsOnly, Shows)(lambda *_: None)
    book.begins(lambda seats, options, whole: Table(seats, options, whole, undealt(len(seats)), turn=0, in_play=True))
    book.applies(lambda table, act: replace(table, turn=(act.seat + 1) % len(table.seats)) if act.seat >= 0 else table)
    book.places(nobody_ranks)
    return book
