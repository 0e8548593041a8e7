"""Clauses on byes, absences and withdrawals, corrections, disputes and penalties, and on the season."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import BookClause
from referee.tournaments.rulebooks.conditions import (
    HIGHEST_WINS,
    all_hold,
    decides_by_points,
    has_bye,
    has_format,
    has_score,
    has_scores_first,
    is_not_freezeout,
)
from referee.tournaments.state.settings import BY_POINTS, KNOCK_OUTS, WITH_A_FINAL, Counts, Format, Score

LIFE: Final = (
    BookClause(
        "5.1",
        "There are byes only where the number of players leaves no other way. Nobody has a second bye before all have "
        "had one.",
        condition=has_format(*BY_POINTS, *WITH_A_FINAL),
    ),
    BookClause(
        "5.2",
        "A bye gives the mean of what the player's tables in all other rounds give. Until there is one, it gives "
        "{half_of}.",
        condition=has_bye("mean"),
    ),
    BookClause("5.3", "A bye gives as much as a win: {win_of}.", condition=has_bye("win")),
    BookClause("5.4", "A bye gives {half_of}.", condition=has_bye("half")),
    BookClause("5.5", "A player with a bye goes on without playing.", condition=has_format(*KNOCK_OUTS)),
    BookClause(
        "5.6",
        "A player absent from a round gets nothing from it.",
        condition=has_score(*HIGHEST_WINS),
    ),
    BookClause(
        "5.7",
        "A player absent from a round takes as many points as the player who took the most in it.",
        condition=has_score(Score.LOW),
    ),
    BookClause(
        "5.8",
        "A player who leaves keeps what they have, and is absent from the later rounds. A player who comes back is "
        "drawn again.",
        condition=has_format(*BY_POINTS, Format.GROUPS),
    ),
    BookClause(
        "5.9",
        "A player who leaves is out in the last round in which they had a table or a bye. A player with a bye comes "
        "after those who played in that round. Nobody takes their place.",
        condition=has_format(*KNOCK_OUTS),
    ),
    BookClause(
        "5.10",
        "A match that ends early, or that a player leaves early, counts up to its last complete hand. Without a"
        " complete hand it does not count.",
        "scoring 4.2, 4.6 and 4.7",
        is_not_freezeout,
    ),
    BookClause(
        "5.11",
        "A void table gives nothing, and stays in the log.",
        "scoring 4.8",
        all_hold(is_not_freezeout, lambda settings: settings.score is not Score.LOW or not decides_by_points(settings)),
    ),
    BookClause(
        "5.13",
        "Nobody counts at two tables in one round. A player who also sat at another table counts only where they were "
        "drawn.",
        condition=is_not_freezeout,
    ),
    BookClause(
        "5.16",
        "An officer may give a half-point bye to a player who announces an absence before the round is drawn. It gives "
        "{half_of}.",
        condition=has_format(*BY_POINTS),
    ),
    BookClause(
        "5.14",
        "Of the players with the fewest byes, the one with the fewest points has the bye; of equals the one who leaves "
        "the fewest repeats.",
        condition=all_hold(has_scores_first, lambda settings: settings.sizes.most > 2),
    ),
    BookClause(
        "5.15",
        "Of the players without a bye, the one with the fewest points has it. If two would then have to meet again, it "
        "goes to the next one whose bye avoids that.",
        condition=all_hold(has_scores_first, lambda settings: settings.sizes.most == 2),
    ),
    BookClause(
        "5.12",
        "For a void table each player takes the mean of the points of their other tables.",
        condition=has_score(Score.LOW),
    ),
    BookClause(
        "6.1",
        "Results may be disputed and corrected for as long as those of any session of the club.",
        "scoring 5.5 and 5.6",
        is_not_freezeout,
    ),
    BookClause(
        "6.2",
        "A result corrected after the next round was drawn changes the standings. The draw stands, unless an officer "
        "draws the round again.",
        condition=is_not_freezeout,
    ),
    BookClause(
        "6.3",
        "Where players sat in each other's seats, the record is judged again with the right seats.",
        condition=is_not_freezeout,
    ),
    BookClause(
        "6.4",
        "A penalty is subtracted from the points of the tournament, which never fall below 0.",
        condition=has_score(Score.MATCH, Score.PLACES),
    ),
    BookClause(
        "6.5",
        "A penalty is subtracted from the points of the tournament.",
        condition=has_score(Score.CHIPS, Score.LOW),
    ),
    BookClause(
        "6.6",
        "A penalty is subtracted from what the groups gave, and for the finalists from what the final gives.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause(
        "6.7",
        "A penalty alone changes no place: it puts nobody out.",
        condition=has_format(*KNOCK_OUTS, Format.FREEZE_OUT),
    ),
    BookClause("6.8", "Nothing is erased. A wrong entry stays in the log with its correction."),
    BookClause(
        "7.1",
        "Each table counts for the season like any match of the club, with its match score, in the session in which it"
        " was played.",
        "scoring 2.4",
        lambda settings: settings.counts is Counts.TABLES,
    ),
    BookClause(
        "7.2",
        "The final order counts for the season as one match of all who played. The tables of the tournament do not.",
        "scoring 2.4",
        lambda settings: settings.counts is Counts.FINAL,
    ),
    BookClause(
        "7.3",
        "The tournament does not count for the season.",
        "scoring 2.4",
        condition=lambda settings: settings.counts is Counts.NOTHING,
    ),
)
