"""Clauses on entering, and on the sequence of rounds."""

from __future__ import annotations

from typing import Final

from referee.competition.clauses import BookClause
from referee.tournaments.rulebooks.conditions import (
    all_hold,
    has_format,
    has_scores_first,
    is_not_freezeout,
)
from referee.tournaments.state.settings import BY_POINTS, KNOCK_OUTS, WITH_A_FINAL, Format, Seeds

ENTRY: Final = (
    BookClause(
        "1.1",
        "{game} is played at tables of {sizes}, by the club's rulebook of the game and its house rules. Play at a "
        "table is recorded, ruled on, disputed and corrected as at any table of the club.",
        condition=is_not_freezeout,
    ),
    BookClause(
        "1.8",
        "{game} is played at tables of {sizes}, by the club's rulebook of the game and its house rules. The tournament "
        "keeps seats and chips. Its tables are not matches of the club.",
        condition=has_format(Format.FREEZE_OUT),
    ),
    BookClause("1.2", "Members and guests may enter. Each has an entry number, in the order of entering."),
    BookClause(
        "1.3",
        "The format, the table sizes, what a table gives and the tie-breaks are announced before the start. The first "
        "draw fixes them.",
    ),
    BookClause(
        "1.4",
        "A player who enters after a round is drawn plays from the next round on. An officer may seat them in the "
        "drawn round: at a table with room, or with the players who have the bye. In earlier rounds they count as "
        "absent.",
        condition=has_format(*BY_POINTS),
    ),
    BookClause(
        "1.5",
        "Players enter until the first tables start, and not after that.",
        condition=has_format(*WITH_A_FINAL),
    ),
    BookClause(
        "1.6",
        "Players whom the officers keep apart do not sit at one table. Where that is impossible, nothing is drawn, and"
        " the players in the way are named. Team mates do not sit at one table either. Where not all of them can be "
        "kept apart, the fewest pairs sit together, and the draw names them. At a final table all remaining players "
        "sit.",
        condition=all_hold(is_not_freezeout, lambda settings: settings.teams),
    ),
    BookClause(
        "1.7",
        "Players whom the officers keep apart do not sit at one table. Where that is impossible, nothing is drawn, and"
        " the players in the way are named.",
        condition=all_hold(is_not_freezeout, lambda settings: not settings.teams),
    ),
    BookClause(
        "2.1",
        "All meet, {rounds}: the tables follow a plan in which every two players meet equally often, or as nearly as "
        "possible. A lot gives each player a number in the plan. Once players come or go, and where not all team mates"
        " can be kept apart, tables are drawn with the fewest repeats.",
        condition=has_format(Format.ALL_MEET),
    ),
    BookClause(
        "2.2",
        "Swiss, {rounds}: players with equal or nearly equal points sit together. Penalties are subtracted first.",
        condition=has_format(Format.SWISS),
    ),
    BookClause(
        "2.3",
        "Knockout: from each table {go_on} on, and the others are out. When the remaining players fit at one table, "
        "they play the final. The same number goes on from every table of a round.",
        condition=has_format(Format.KNOCK_OUT),
    ),
    BookClause(
        "2.4",
        "Where the remaining players do not fill whole tables, the best losers of the round before fill the empty "
        "seats, so that nobody has a bye after the first round where possible. The best losers are those who came "
        "nearest to going on at their table, then those with the most from all their tables, then by lot.",
        condition=has_format(Format.KNOCK_OUT, Format.GROUPS),
    ),
    BookClause(
        "2.5",
        "Groups and final: {groups}, in which all meet as nearly as possible. From each group {go_on} on into the "
        "final: one table if they fit at it, otherwise a knockout.",
        condition=has_format(Format.GROUPS),
    ),
    BookClause(
        "2.6",
        "Freezeout: every player begins with a stack. A player without chips is out. The last player with chips wins.",
        condition=has_format(Format.FREEZE_OUT),
    ),
    BookClause(
        "2.7",
        "League, {rounds} in the sessions of the season. The players who are there play, and tables are drawn with the"
        " fewest repeats.",
        condition=has_format(Format.LEAGUE),
    ),
    BookClause(
        "2.8",
        "A draw follows from what was known before it and from its seed, a number that is kept with it. Anyone can "
        "repeat the draw and compare.",
    ),
    BookClause(
        "2.9",
        "An officer may change a draw, with a reason. The change and its reason are shown with the draw.",
        condition=is_not_freezeout,
    ),
    BookClause(
        "2.10",
        "Seats, the first deal and table numbers rotate: each player gets what they have had least.",
        condition=has_format(*BY_POINTS, Format.GROUPS),
    ),
    BookClause(
        "2.11",
        "A round lasts {minutes} minutes. A hand in progress then is played to its end, and no other begins.",
        condition=lambda settings: settings.minutes > 0,
    ),
    BookClause(
        "2.12",
        "Where players share the last place that goes on, those with more from the rounds before go on. A lot decides "
        "between equals. Nobody goes on from the final: players who share its first place are level for the win (4.3).",
        condition=has_format(*KNOCK_OUTS),
    ),
    BookClause(
        "2.13",
        "Double elimination: a player is out after the second loss. Everybody begins on the winners' side. From each "
        "table {go_on} on, and each of the others has a loss. Players with one loss play on the losers' side.",
        condition=has_format(Format.DOUBLE),
    ),
    BookClause(
        "2.14",
        "The losers' side plays in every round in which it has enough players for a table. The winners' side plays "
        "too, unless the losers' side has more players: then it waits, if the losers' side plays.",
        condition=has_format(Format.DOUBLE),
    ),
    BookClause(
        "2.15",
        "When the remaining players fit at one table, and one of them has a loss, they play the final.",
        condition=has_format(Format.DOUBLE),
    ),
    BookClause(
        "2.16",
        "A player without a loss must be beaten twice. If players with a loss win the final, they play a second final "
        "against those who sat in the first without a loss. The second final decides.",
        condition=lambda settings: settings.second_final,
    ),
    BookClause(
        "2.17",
        "There is one final, and it decides. All who sit in it are level, with a loss or without.",
        condition=all_hold(has_format(Format.DOUBLE), lambda settings: not settings.second_final),
    ),
    BookClause(
        "2.18",
        "The players who go out in the round before the final play for the places after it, at another table during "
        "the final, if there are enough of them for a table. In pairs this is the match for third place.",
        condition=lambda settings: settings.third_place,
    ),
    BookClause(
        "2.19",
        "A lot seeds the players. The strongest seeds sit at different tables and have the byes. After the first round "
        "the mean of what their tables gave is their strength.",
        condition=all_hold(has_format(*KNOCK_OUTS), lambda settings: settings.seeds is Seeds.LOT),
    ),
    BookClause(
        "2.20",
        "Players are seeded {seeds}; players without {seeds_of} come last, by lot. The strongest seeds sit at "
        "different tables and have the byes, from the first round to the last.",
        condition=all_hold(has_format(*KNOCK_OUTS), lambda settings: settings.seeds is not Seeds.LOT),
    ),
    BookClause(
        "2.21",
        "Players are seeded into the groups {seeds}; players without {seeds_of} come last, by lot. The strongest seeds "
        "are in different groups.",
        condition=all_hold(has_format(Format.GROUPS), lambda settings: settings.seeds is not Seeds.LOT),
    ),
    BookClause(
        "2.22",
        "Tables are filled in the order of points, the larger tables first. Players with equal points change places so "
        "that as few pairs as possible meet again. If a repeat remains, players may change places with the score group "
        "next to their table, but with none farther away, and as few as possible do. A third meeting counts for more "
        "than a second.",
        condition=all_hold(has_scores_first, lambda settings: settings.sizes.most > 2),
    ),
    BookClause(
        "2.23",
        "Nobody meets an opponent again where that can be avoided. Players with equal points meet. Where they cannot, "
        "as few as possible play in the next lower score group, and the upper groups come first.",
        "house, after the Dutch system of the chess federation",
        all_hold(has_scores_first, lambda settings: settings.sizes.most == 2),
    ),
    BookClause(
        "2.24",
        "Repeats come first: tables are drawn with the fewest repeats. A third meeting counts for more than a second. "
        "Of all such draws, the one is taken in which players with about equal points sit together.",
        condition=all_hold(has_format(Format.SWISS), lambda settings: settings.repeats_first),
    ),
)
