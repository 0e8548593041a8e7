"""Who comes where, what parts those who are level, and teams."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import Clause
from referee.competition.ties import Step
from referee.tournaments.rulebooks.conditions import (
    BY_POINTS,
    both,
    in_format,
)
from referee.tournaments.scores.tie_breaks import steps_of
from referee.tournaments.state.settings import Format

_STRENGTH: Final = (
    "A player's strength is the mean of what their tables gave, without byes and penalties; that of a table is the "
    "mean of the opponents' there"
)

PLACES: Final = (
    Clause(
        "4.1",
        "What the rounds give is summed, and whoever has most comes first.",
        when=both(in_format(*BY_POINTS), lambda settings: not settings.best),
    ),
    Clause(
        "4.2",
        "What the {best} best rounds of each give is summed, and whoever has most comes first. A missed round costs "
        "nothing as long as so many are left.",
        when=both(in_format(*BY_POINTS), lambda settings: settings.best > 0),
    ),
    Clause(
        "4.3",
        "Whoever is still in comes first. The others come by the round in which they went out, the later before the "
        "earlier, and within it by the place at their table. The points shown are the rounds left behind, the final "
        "too for its winner. Who shares the first place of the final comes first together, as far as nothing below "
        "parts them.",
        when=in_format(Format.KNOCK_OUT),
    ),
    Clause(
        "4.4",
        "The finalists come first, by what the final gives them; of several finals those of the first before those of "
        "the next. The others come by their places in the groups; those of the same place by the mean of what their "
        "tables gave, for groups may differ in size.",
        when=in_format(Format.GROUPS),
    ),
    Clause(
        "4.5",
        "What the groups gave is taken along into the final, and counts there with what the final gives; in a final "
        "that is a knock-out only its own places count.",
        when=both(in_format(Format.GROUPS), lambda settings: settings.carried),
    ),
    Clause(
        "4.6",
        "The final begins from nothing: what the groups gave is not taken along.",
        when=both(in_format(Format.GROUPS), lambda settings: not settings.carried),
    ),
    Clause(
        "4.7",
        "Whoever went out last comes first, after who has all the chips. The points shown are the match score of the "
        "whole field.",
        when=in_format(Format.FREEZE_OUT),
    ),
    Clause(
        "4.9",
        "In a group what its rounds give is summed, and whoever has most comes first.",
        when=in_format(Format.GROUPS),
    ),
    Clause("4.8", "Whoever has had neither a table nor a bye comes after all others; such players share the place."),
    Clause(
        "4.10",
        "A final that is a knock-out is ordered as one: by the round in which one went out, the later before the "
        "earlier, and within it by the place at the table. The points shown are the rounds of it left behind.",
        when=in_format(Format.GROUPS),
    ),
    Clause(
        "4.11",
        "{among} if each two of them met, the one who came before the others more often comes first. For each of the "
        "others one has the part of the tables together at which one came before them, a shared place being half; and "
        "the sum is compared.",
    ),
    Clause(
        "4.12",
        "{among} the one who came first alone at more tables comes first.",
        "scoring 3.1",
    ),
    Clause(
        "4.13",
        "{among} the one who came second alone at more tables comes first.",
        "scoring 3.2",
    ),
    Clause(
        "4.14",
        f"{{among}} the one who met the stronger opponents comes first. {_STRENGTH}, and the mean of all one's tables "
        "is compared.",
        "scoring 3.4",
    ),
    Clause(
        "4.15",
        "{among} the one who met the stronger opponents in the middle of their tables comes first. "
        f"{_STRENGTH}, and the mean is compared of one's tables without the strongest and the weakest, where there are "
        "three or more.",
        "house, after the median of Buchholz",
    ),
    Clause(
        "4.16",
        "{among} the one comes first whose best table gave more, then whose second best did, and so on; one more table "
        "is more than none.",
    ),
    Clause(
        "4.17",
        "{among} the one comes first to whom the last round gave more, then the one before it, and so on back to the "
        "first; where a round gave nothing, that is none.",
        when=lambda settings: settings.format is not Format.KNOCK_OUT,
    ),
    Clause(
        "4.18",
        "{among} if penalties have taken something from any of them, the one from whom they took less comes first.",
    ),
    Clause(
        "4.19",
        "{among} a lot decides: the higher SHA-256 of the tournament's seed, a blank and the entry number comes first.",
        "scoring 3.5",
    ),
    Clause(
        "4.20",
        "{among} the one comes first who had the higher match score in the last of their rounds, then in the one "
        "before it, and so on. A bye, and a round in which one had no need to play, count as a first place.",
        when=in_format(Format.KNOCK_OUT),
    ),
    Clause(
        "4.21",
        "Whoever is level after that shares the place.",
        when=lambda settings: Step.LOT not in steps_of(settings),
    ),
    Clause(
        "4.22",
        "Each step is taken once. What it leaves level goes on to the next; a step that cannot be reckoned is passed "
        "over.",
        when=lambda settings: len(steps_of(settings)) > 1,
    ),
    Clause(
        "9.1",
        "A team has the sum of what its {team_best} best-placed members have.",
        when=lambda settings: settings.teams and settings.team_best > 0,
    ),
    Clause(
        "9.2",
        "A team has the sum of what its best-placed members have, as many of them as the smallest team has.",
        when=lambda settings: settings.teams and not settings.team_best,
    ),
    Clause(
        "9.3",
        "Of teams with the same sum the one whose best-placed member stands higher comes first, then the one whose "
        "second does, and so on; teams that are level in that too share the place.",
        when=lambda settings: settings.teams,
    ),
)
