"""Who enters, and how a tournament goes from round to round."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import Clause
from referee.tournaments.rulebooks.conditions import (
    BY_POINTS,
    both,
    in_format,
    not_a_freeze_out,
)
from referee.tournaments.state.settings import Format

ENTRY: Final = (
    Clause(
        "1.1",
        "{game} is played at tables of {sizes}, by the club's rulebook of the game and its house rules. What happens "
        "at a table is recorded, judged, disputed and put right as at any table of the club.",
    ),
    Clause("1.2", "Members and guests may enter. Each has an entry number, in the order of entering."),
    Clause(
        "1.3",
        "The format, the sizes of tables, what they give and how ties are parted are announced before the start. From "
        "the first draw on they are frozen.",
    ),
    Clause(
        "1.4",
        "Whoever enters when a round is drawn already plays from the next one; for the rounds before it they were "
        "absent.",
        when=in_format(*BY_POINTS),
    ),
    Clause(
        "1.5",
        "One enters until the first tables start, and not after that.",
        when=in_format(Format.KNOCK_OUT, Format.GROUPS),
    ),
    Clause(
        "1.6",
        "Those whom the officers keep apart do not sit at one table; where that cannot be, nothing is drawn, and those "
        "are named who stand in the way. Team mates do not sit at one table either; where not all of them can be kept "
        "apart, the fewest pairs of them sit together, and who does is said with the draw. At a final table all sit "
        "who are left.",
        when=both(not_a_freeze_out, lambda settings: settings.teams),
    ),
    Clause(
        "1.7",
        "Those whom the officers keep apart do not sit at one table. Where that cannot be, nothing is drawn, and those "
        "are named who stand in the way.",
        when=both(not_a_freeze_out, lambda settings: not settings.teams),
    ),
    Clause(
        "2.1",
        "All meet, {rounds}: the tables follow from a plan in which every two meet equally often, or as nearly as "
        "can be. Who has which number in it is drawn by lot. Once somebody comes or goes, and where not all team "
        "mates can be kept apart, tables are drawn with the fewest repeats.",
        when=in_format(Format.ALL_MEET),
    ),
    Clause(
        "2.2",
        "Swiss, {rounds}: tables are drawn with the fewest repeats, where meeting for the third time counts "
        "for more than for the second; and of all such draws those who have about as much sit together.",
        when=in_format(Format.SWISS),
    ),
    Clause(
        "2.3",
        "Knock-out: from each table {go_on} on, and the others are out, until all who are left find room at one table: "
        "the final. The same number goes on from every table of a round, so that as many are left after it as it has "
        "tables times that number, and its byes.",
        when=in_format(Format.KNOCK_OUT),
    ),
    Clause(
        "2.4",
        "Where those who are still in do not make whole tables, the best losers of the round before fill the empty "
        "seats, so that nobody has a bye after the first round where that can be: first who came nearest to going on "
        "at their table, of those who have most from all their tables, and of those by lot.",
        when=in_format(Format.KNOCK_OUT, Format.GROUPS),
    ),
    Clause(
        "2.5",
        "Groups and final: {groups}, in which all meet as nearly as can be. From each group {go_on} on into the "
        "final: one table where they all find room at it, or else a knock-out.",
        when=in_format(Format.GROUPS),
    ),
    Clause(
        "2.6",
        "Freeze-out: everybody begins with a stack, and whoever has no chips is out, until one has all of them.",
        when=in_format(Format.FREEZE_OUT),
    ),
    Clause(
        "2.7",
        "League, {rounds} on the evenings of the season. Whoever is there plays, and tables are drawn with the "
        "fewest repeats.",
        when=in_format(Format.LEAGUE),
    ),
    Clause(
        "2.8",
        "A draw follows from what was known before it and from a number that is written down with it, its seed. "
        "Anybody can draw it again from that, and see whether it is the same.",
    ),
    Clause(
        "2.9",
        "An officer may change a draw, with a reason. What was changed and why stands beside it.",
        when=not_a_freeze_out,
    ),
    Clause(
        "2.10",
        "Seats, the first deal and the numbers of the tables go round: everybody has least what they had most.",
        when=in_format(*BY_POINTS, Format.GROUPS),
    ),
    Clause(
        "2.11",
        "A round lasts {minutes} minutes. The hand that has begun then is played to its end, and no other is begun.",
        when=lambda settings: settings.minutes > 0,
    ),
    Clause(
        "2.12",
        "Where a shared place goes over the line between those who go on and the others, whoever had more from the "
        "rounds before goes on, and of equals who is drawn by lot. From the final nobody goes on: who shares its first "
        "place is level for the win (4.3).",
        when=in_format(Format.KNOCK_OUT),
    ),
)
