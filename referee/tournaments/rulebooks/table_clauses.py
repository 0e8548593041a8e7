"""What a table gives each of its players."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import Clause
from referee.tournaments.rulebooks.conditions import (
    both,
    not_a_freeze_out,
    scored,
    sizes_differ,
)
from referee.tournaments.state.settings import Score

TABLES: Final = (
    Clause(
        "3.1",
        "A table of N players gives each (N - rank) / (N - 1): 1 to the first, 0 to the last. Whoever shares places "
        "has the mean of their ranks. It is fair at tables of every size: the mean of each is one half.",
        "scoring 1.1",
        scored(Score.MATCH),
    ),
    Clause(
        "3.2",
        "A table gives points by place: {points}. Whoever shares places has the mean of their points.",
        when=scored(Score.PLACES),
    ),
    Clause(
        "3.3",
        "The list is the same at tables of every size. So a smaller table gives its last more than a larger one, and "
        "that is not evened out.",
        when=both(scored(Score.PLACES), sizes_differ, lambda settings: not settings.evened),
    ),
    Clause(
        "3.4",
        "The list is that of a table of {most}. At a smaller one the places stand evenly in it from the first to the "
        "last of those {most}, and between two of the list each has in proportion.",
        when=both(scored(Score.PLACES), sizes_differ, lambda settings: settings.evened),
    ),
    Clause(
        "3.5",
        "A place that is not in the list has nothing.",
        when=both(scored(Score.PLACES), lambda settings: 0 < len(settings.points) < settings.sizes.most),
    ),
    Clause(
        "3.6",
        "A table gives each the chips won there, or takes those lost, as they are. A larger table has more chips to be "
        "won, and that is not evened out. Of a table at which no chips were written down nobody has any.",
        when=scored(Score.CHIPS),
    ),
    Clause(
        "3.7",
        "A table takes from each the penalty points that were written down for them there. Where none were, each takes "
        "as many as their place, and whoever shares places the mean of them. The fewest is the best; what was taken is "
        "shown as less than nothing, and a larger table takes more.",
        "house; the sum of places as in big-two 6.3 and zheng-shangyou 6.3 (source text 004)",
        scored(Score.PENALTY_POINTS),
    ),
    Clause("3.8", "Whoever alone is left at a table is first there."),
    Clause(
        "3.9",
        "Who is first and second at a table the game says. {placing}",
        "{placing_from}",
        not_a_freeze_out,
    ),
    Clause(
        "3.10",
        "Where a hand is level the game says what comes of it. {level}",
        "{level_from}",
        lambda settings: bool(settings.game),
    ),
    Clause(
        "3.11",
        "Whoever the game leaves level at the end of a table shares the places: nothing more is played to part them.",
        when=not_a_freeze_out,
    ),
)
