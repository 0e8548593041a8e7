"""Clauses on places, tie-breaks and teams."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import BookClause
from referee.competition.ties import TieStep
from referee.tournaments.rulebooks.conditions import (
    all_hold,
    has_format,
)
from referee.tournaments.scores.tie_breaks import steps_of
from referee.tournaments.state.settings import BY_POINTS, KNOCK_OUTS, Format

_STRENGTH: Final = (
    "A player's strength is the mean of what their tables gave, without byes and penalties. The strength of a table is "
    "the mean of the opponents' there."
)

PLACES: Final = (
    BookClause(
        "4.1",
        "The scores of all rounds are added up, and the highest total comes first.",
        condition=all_hold(has_format(*BY_POINTS), lambda settings: not settings.best),
    ),
    BookClause(
        "4.2",
        "The scores of each player's {best} best rounds are added up, and the highest total comes first. A missed "
        "round costs nothing while {best} others are left.",
        condition=all_hold(has_format(*BY_POINTS), lambda settings: settings.best > 0),
    ),
    BookClause(
        "4.3",
        "Players who are still in come first. The others come by the round in which they went out, the later round "
        "first, and within a round by the place at their table. Players who share the first place of the final come "
        "first together, unless a tie-break below decides.",
        condition=has_format(*KNOCK_OUTS),
    ),
    BookClause(
        "4.4",
        "The finalists come first, by what the final gives them. Of several finals, those of the first come before "
        "those of the next. The others come by their places in the groups. Players with the same place in different "
        "groups come by the mean of what their tables gave, as groups may differ in size.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause(
        "4.6",
        "The final begins from zero: points of the groups do not count in it.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause(
        "4.7",
        "The player who has all the chips comes first. The others come in reverse order of going out.",
        condition=has_format(Format.FREEZE_OUT),
    ),
    BookClause(
        "4.9",
        "In a group what its rounds give is added up, and the highest total comes first.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause("4.8", "Players who have had neither a table nor a bye come after all others, and share the place."),
    BookClause(
        "4.10",
        "A final that is a knockout is ordered as one: by the round in which players went out, the later round "
        "first, and within a round by the place at the table.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause(
        "4.11",
        "{among} if each two of them met, the one who finished ahead of the others more often comes first. Against "
        "each of the others a player scores the share of their common tables at which they finished ahead, a shared "
        "place being half. The sums of these shares are compared.",
    ),
    BookClause(
        "4.12",
        "{among} the one who came first alone at more tables comes first.",
        "scoring 3.1",
    ),
    BookClause(
        "4.13",
        "{among} the one who came second alone at more tables comes first.",
        "scoring 3.2",
    ),
    BookClause(
        "4.14",
        f"{{among}} the one who met the stronger opponents comes first. {_STRENGTH} The mean over all tables of a "
        "player is compared.",
        "scoring 3.4",
    ),
    BookClause(
        "4.15",
        f"{{among}} the one who met the stronger opponents at their middle tables comes first. {_STRENGTH} With three "
        "tables or more, the strongest and the weakest are left out. The mean over the others is compared.",
        "house, after the median of Buchholz",
    ),
    BookClause(
        "4.16",
        "{among} the one whose best table gave more comes first, then the one whose second best did, and so on. One "
        "more table is more than none.",
    ),
    BookClause(
        "4.17",
        "{among} the one to whom the last round gave more comes first, then the one before it, and so on back to the "
        "first. A round that gave nothing counts as none.",
        condition=lambda settings: settings.format not in KNOCK_OUTS,
    ),
    BookClause(
        "4.18",
        "{among} if any of them had a penalty, the one who lost less by penalties comes first.",
    ),
    BookClause(
        "4.19",
        "{among} a lot decides: the higher SHA-256 of the tournament's seed, a space and the entry number comes first.",
        "scoring 3.5",
    ),
    BookClause(
        "4.20",
        "{among} the one who had the higher match score in the last of their rounds comes first, then in the one "
        "before it, and so on. A bye, and a round in which a player waited, count as a first place.",
        condition=has_format(*KNOCK_OUTS),
    ),
    BookClause(
        "4.21",
        "Players who are still level share the place.",
        condition=lambda settings: TieStep.LOT not in steps_of(settings),
    ),
    BookClause(
        "4.22",
        "Each step is applied once. Players whom it leaves level go on to the next step. A step that cannot be worked "
        "out is skipped.",
        condition=lambda settings: len(steps_of(settings)) > 1,
    ),
    BookClause(
        "4.23",
        "The players of the match for third place come after those of the final, in the order of that match.",
        condition=lambda settings: settings.third_place,
    ),
    BookClause(
        "4.24",
        "Of the players who are still in, those without a loss come before those with one.",
        condition=has_format(Format.DOUBLE),
    ),
    BookClause(
        "9.2",
        "A team has the sum of its best-placed members' points. As many members count as the smallest team has.",
        condition=all_hold(has_format(*BY_POINTS), lambda settings: settings.teams),
    ),
    BookClause(
        "9.4",
        "A team has the sum of its best-placed members' places, and the lowest sum comes first. As many members count "
        "as the smallest team has.",
        condition=lambda settings: settings.teams and settings.format not in BY_POINTS,
    ),
    BookClause(
        "9.3",
        "Of teams with the same sum, the one whose best-placed member stands higher comes first, then the one whose "
        "second does, and so on. Teams that are still level share the place.",
        condition=lambda settings: settings.teams,
    ),
)
