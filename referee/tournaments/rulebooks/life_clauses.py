"""Byes, absences and leavers; corrections, disputes and penalties; and what counts for the season."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import Clause
from referee.tournaments.rulebooks.conditions import (
    BY_POINTS,
    NO_PENALTY_POINTS,
    bye_is,
    counts_points,
    in_format,
    not_a_freeze_out,
    scored,
)
from referee.tournaments.state.settings import Counts, Format, Score

LIFE: Final = (
    Clause(
        "5.1",
        "There are byes only where the number of players leaves no other way, and nobody has one twice before all had "
        "one.",
        when=in_format(*BY_POINTS, Format.GROUPS, Format.KNOCK_OUT),
    ),
    Clause(
        "5.2",
        "A bye gives the mean of what the player's tables in the other rounds give, whenever they are played. Until "
        "there is one it gives {half_of}.",
        when=bye_is("mean"),
    ),
    Clause("5.3", "A bye gives as much as a win: {win_of}.", when=bye_is("win")),
    Clause("5.4", "A bye gives {half_of}.", when=bye_is("half")),
    Clause("5.5", "Whoever has a bye goes on without playing.", when=in_format(Format.KNOCK_OUT)),
    Clause(
        "5.6",
        "Whoever is absent from a round has nothing from it.",
        when=scored(*NO_PENALTY_POINTS),
    ),
    Clause(
        "5.7",
        "Whoever is absent from a round takes as many penalty points as the one who took the most in it.",
        when=scored(Score.PENALTY_POINTS),
    ),
    Clause(
        "5.8",
        "Whoever leaves keeps what they have, and is absent from the rounds after that. Who comes back is drawn again.",
        when=in_format(*BY_POINTS, Format.GROUPS),
    ),
    Clause(
        "5.9",
        "Whoever leaves is out in the last round that they had a table or a bye in; who had a bye comes after those "
        "who played in it. Nobody takes their place.",
        when=in_format(Format.KNOCK_OUT),
    ),
    Clause(
        "5.10",
        "A table that breaks off, or that somebody leaves in the middle, counts as it stood after its last whole hand; "
        "before any hand is over it counts for nobody.",
        "scoring 4.2, 4.6 and 4.7",
        not_a_freeze_out,
    ),
    Clause(
        "5.11",
        "A void table gives nobody anything, and stays to be seen.",
        "scoring 4.8",
        lambda settings: settings.score is not Score.PENALTY_POINTS or not counts_points(settings),
    ),
    Clause(
        "5.13",
        "Nobody counts at two tables of one round: for whoever sat at another too, the one counts at which they were "
        "drawn.",
        when=not_a_freeze_out,
    ),
    Clause(
        "5.12",
        "For a void table each takes the mean of the penalty points of their other tables, and it stays to be seen.",
        when=scored(Score.PENALTY_POINTS),
    ),
    Clause(
        "6.1",
        "Results may be disputed and put right as long as those of any evening of the club.",
        "scoring 5.5 and 5.6",
    ),
    Clause(
        "6.2",
        "When a result is put right after the next round was drawn, what changes is shown. The draw stands unless an "
        "officer says otherwise.",
        when=not_a_freeze_out,
    ),
    Clause("6.3", "Where players sat in each other's seats, what was recorded is judged again with the right ones."),
    Clause(
        "6.4",
        "A penalty takes its points from those of the tournament, of which nobody is left with less than none.",
        when=scored(Score.MATCH, Score.PLACES),
    ),
    Clause(
        "6.5",
        "A penalty takes its points from those of the tournament.",
        when=scored(Score.CHIPS, Score.PENALTY_POINTS),
    ),
    Clause(
        "6.6",
        "A penalty is taken in the groups from what they gave, and for the finalists from what the final gives.",
        when=in_format(Format.GROUPS),
    ),
    Clause(
        "6.7",
        "A penalty changes no place by itself: nobody is put out by it.",
        when=in_format(Format.KNOCK_OUT, Format.FREEZE_OUT),
    ),
    Clause("6.8", "Nothing is erased: what was entered wrong stays to be seen, with what it was put right to."),
    Clause(
        "7.1",
        "Each table counts for the season like any match of the club, with its match score, on the evening on which it "
        "was played.",
        "scoring 2.4",
        lambda settings: settings.counts is Counts.TABLES,
    ),
    Clause(
        "7.2",
        "The final order counts for the season as one match of all who played; the tables by themselves do not.",
        "scoring 2.4",
        lambda settings: settings.counts is Counts.FINAL,
    ),
    Clause(
        "7.3",
        "The tournament counts for itself alone, and for nothing in the season.",
        "scoring 2.4",
        when=lambda settings: settings.counts is Counts.NOTHING,
    ),
)
