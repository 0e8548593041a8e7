"""Clauses on the players' scores at a table."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import BookClause
from referee.tournaments.rulebooks.conditions import (
    all_hold,
    has_different_sizes,
    has_score,
    is_not_freezeout,
)
from referee.tournaments.state.settings import Score

TABLES: Final = (
    BookClause(
        "3.1",
        "A table of N players gives each (N - rank) / (N - 1): 1 to the first, 0 to the last. Players who share places"
        " get the mean of their ranks. It is fair at tables of every size: the mean of each is one half.",
        "scoring 1.1",
        has_score(Score.MATCH),
    ),
    BookClause(
        "3.2",
        "A table gives points by place: {points}. Players who share places get the mean of their points.",
        condition=has_score(Score.PLACES),
    ),
    BookClause(
        "3.3",
        "The list is the same at tables of every size. The last player at a smaller table gets more than at a larger "
        "one.",
        condition=all_hold(has_score(Score.PLACES), has_different_sizes),
    ),
    BookClause(
        "3.5",
        "A place that is not in the list gets nothing.",
        condition=all_hold(has_score(Score.PLACES), lambda settings: 0 < len(settings.points) < settings.sizes.most),
    ),
    BookClause(
        "3.6",
        "A table gives each player the chips won or lost there, as they are. At a larger table more chips can be won. "
        "A table without chips on record gives nothing.",
        condition=has_score(Score.CHIPS),
    ),
    BookClause(
        "3.7",
        "A table takes the points on record from each player: the penalty points if there are any, and the chips "
        "written down if not. Without either, each player loses as many points as their place, and shared places take "
        "the mean. The lowest total wins. Points taken are shown below zero.",
        "house; the sum of places as in big-two 6.3 and zheng-shangyou 6.3 (source text 004)",
        has_score(Score.LOW),
    ),
    BookClause("3.8", "A player left alone at a table is first there."),
    BookClause(
        "3.9",
        "The rules of the game decide the places at a table. {placing}",
        "{placing_from}",
        is_not_freezeout,
    ),
    BookClause(
        "3.10",
        "The rules of the game decide what a tied hand gives. {level}",
        "{level_from}",
        lambda settings: bool(settings.game),
    ),
    BookClause(
        "3.11",
        "Players whom the game leaves level at the end of a table share the places. There is no play-off.",
        condition=is_not_freezeout,
    ),
)
