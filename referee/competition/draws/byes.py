"""Who has a bye: nobody twice before all had one; of those who had fewest, who has the least; of those, by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice
from random import Random
from typing import Any, Final

from referee.competition.field import Field
from referee.competition.lot import lots

_MOST: Final = 500


def choices(
    field: Field, count: int, chance: Random, *, rank: Callable[[int], Any] | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield who may have the byes, the best choice first, and after it some others that are as fair in number.

    Only where the others cannot be kept apart is any but the first choice needed. Who ranks lowest by `rank` has one
    first; that is the score where nothing else is said.
    """
    lot = lots(field.players, chance)
    by = rank or (lambda player: field.scores.get(player, 0))
    waiting = sorted(field.players, key=lambda player: (field.byes.get(player, 0), by(player), lot[player]))
    # Whoever had fewer than the last who needs one has one in any case; the rest are chosen from their equals.
    most = field.byes.get(waiting[count - 1], 0) if count else 0
    sure = tuple(player for player in waiting if field.byes.get(player, 0) < most) if count else ()
    equal = [player for player in waiting if field.byes.get(player, 0) == most]
    others = combinations(equal, count - len(sure))
    return (tuple(sorted(chain(sure, some))) for some in islice(others, _MOST))
