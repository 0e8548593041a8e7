"""The players who advance from a table or a group, and the tie-break at the cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from referee.cards.immutable import frozen
from referee.competition.random_order import draw_lots


@frozen
class Qualifiers:
    """The players who advance, best first, and the eliminated ones.

    `explanations` say what broke a tie, with players as ``{12}``.
    """

    advancing: tuple[int, ...]
    eliminated: tuple[int, ...]
    explanations: tuple[str, ...] = ()


def find_qualifiers(
    places: Sequence[Sequence[int]], go_on: int, before: Mapping[int, Fraction | int], seed: int
) -> Qualifiers:
    """Return the players who advance from a table with these `places`, which list tied players in one group, best
    first.

    A tie at the cut goes to the higher value in `before`, such as the score of earlier rounds, and then to the random
    draw by `seed`.
    """
    lots = draw_lots((player for tied_players in places for player in tied_players), Random(seed))
    order: list[int] = []
    explanations: list[str] = []
    for tied_players in places:
        ranked = sorted(tied_players, key=lambda player: (-before.get(player, 0), lots[player]))
        free_places = go_on - len(order)
        if 0 < free_places < len(ranked):
            last_value, next_value = before.get(ranked[free_places - 1], 0), before.get(ranked[free_places], 0)
            level = [player for player in ranked if before.get(player, 0) == last_value]
            sure_players = [player for player in ranked if before.get(player, 0) > last_value]
            if last_value == next_value:
                if sure_players:
                    explanations.append(_explain(sure_players, level, "by what they had before this round"))
                lucky = [player for player in ranked[:free_places] if player in level]
                explanations.append(
                    _explain(lucky, [player for player in level if player not in lucky], f"by lot (seed {seed})")
                )
            else:
                explanations.append(
                    _explain(ranked[:free_places], ranked[free_places:], "by what they had before this round")
                )
        order.extend(ranked)
    return Qualifiers(tuple(order[:go_on]), tuple(order[go_on:]), tuple(explanations))


def _explain(advancing: Sequence[int], eliminated: Sequence[int], reason: str) -> str:
    """Return a sentence on the players who advance ahead of others, with the reason."""
    verb = "goes" if len(advancing) == 1 else "go"
    return f"{_join_players(advancing)} {verb} on before {_join_players(eliminated)}, with whom they tied, {reason}."


def _join_players(players: Sequence[int]) -> str:
    names = [f"{{{player}}}" for player in players]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
