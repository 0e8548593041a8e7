"""Pot: who has the ace may claim the pot; a claim is good as well when all others have given up."""

from referee import rules
from referee.cards import Card
from referee.rules import frozen
from tests.rules.toys.plain import NoOptions, nobody_ranks

ACE = Card("A", "S")
book = rules.Rulebook("pot", title="Pot", players=range(2, 5), options=NoOptions, seed="toy")
book.places(nobody_ranks)
book.section("1", "All of it")


@book.act("NAME claims", spoken=True)
class Claim(rules.Act):
    """``NAME claims``: the pot, for having the ace."""


@book.act("NAME gives up", spoken=True)
class GiveUp(rules.Act):
    """``NAME gives up``: the player lets the pot go."""


@frozen
class Pot(rules.Table):
    up: frozenset[int] = frozenset()


@book.begins
def begin(seats: rules.Seats, options: NoOptions, complete: bool) -> Pot:
    return Pot(seats, options, complete, rules.before_deal(len(seats)), in_play=True)


@book.applies
def apply(table: Pot, act: rules.Act) -> Pot:
    return rules.replace(table, up=table.up | {act.seat}) if isinstance(act, GiveUp) else table


@book.clause("1.1", rules.Deal, GiveUp, rules.Holds, rules.HoldsOnly, rules.Shows)
def anybody(_table: Pot, _act: rules.Act) -> None:
    """Anybody may give up, or show."""


@book.clause("1.2", Claim)
def has_the_ace(table: Pot, act: Claim) -> rules.Answer:
    """The ace takes the pot."""
    holding = table.knowledge.can_hold(act.seat, ACE)
    if holding is rules.Holding.UNKNOWN:
        return rules.doubt(
            "Open until the ace is seen.",
            depends_on=rules.DependsOn(table.player_locations, frozenset({ACE})),
            word="open",
        )
    has, name = holding is rules.Holding.YES, table.name(act.seat)
    return rules.grounds(f"{name} has the ace.") if has else rules.objection(f"{name} has not.")


@book.reconsiders
def alone(_before: Pot, later: Pot, act: Claim) -> rules.Answer | None:
    """Grant the pot to who is left alone."""
    return rules.grounds("All others gave up.") if later.up == {*later.seats} - {act.seat} else None
