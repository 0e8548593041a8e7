"""The rulebook of scoring: what a match, a session and a season give, as clauses that are cited like a game's."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from referee.competition.clauses import Clause
from referee.competition.ties import Step, read_steps

USUAL_STEPS: Final = (Step.WINS, Step.SECONDS, Step.DIRECT, Step.BUCHHOLZ, Step.LOT)
"""The order in which ties are broken where a season settles no other."""
RATED_FROM: Final = 10
"""How many matches it takes for a rating to be provisional no more."""
BEST_OF_FROM: Final = 5
"""How many matches of a game it takes to be its best."""
IMPROVED_FROM: Final = 6
"""How many sessions it takes to be the most improved."""
MOST_POINTS: Final = 10
"""How many points a penalty takes at most."""
_A_POINT: Final = Fraction(1, 10)


CHAPTERS: Final = {
    "1": "A match",
    "2": "A session and a season",
    "3": "Ties",
    "4": "People who come and go",
    "5": "Penalties, and how long results may be challenged",
    "6": "Ratings",
    "7": "Trophies and the end of a season",
}

CLAUSES: Final = (
    Clause(
        "1.1",
        "A match of N players gives each (N - rank) / (N - 1): 1 to the winner, 0 to the last. Whoever shares places "
        "shares the mean of their ranks. The mean of a match is one half at every size of table.",
    ),
    Clause("1.2", "Where chips are played for, the chips won decide the ranks; chips never add up across matches."),
    Clause(
        "1.3",
        "Guests are opponents like any other, but have no line in the standings; who was a guest when a match started "
        "has nothing from it. When a guest joins, an officer may let what they played as a guest count for them, from "
        "the start of the season that is on.",
    ),
    Clause("2.1", "A session gives each player the mean of the matches that they finished in it."),
    Clause("2.2", "A season gives each player the sum of their {best_k} best sessions."),
    Clause("2.3", "Who came to fewer than {min_sessions} sessions is listed without a place."),
    Clause(
        "2.4",
        "A tournament settles before it starts what of it counts for its season: each of its tables like any other "
        "match; or its final order, as one match among all who are in it, on the evening of its last table, and its "
        "tables not; or nothing. Ratings go by its tables in any case.",
    ),
    Clause("3.1", "{among} the one who won more matches alone comes first."),
    Clause("3.2", "{among} the one who was second alone more often comes first."),
    Clause(
        "3.3",
        "{among} if they are exactly two, the one who came before the other in more of their matches together comes "
        "first.",
    ),
    Clause(
        "3.4",
        "{among} the one who met the stronger tables comes first. A player's strength is the season score divided by "
        "the sessions counted in it; a table's is the mean of the opponents' strengths, guests among them; and the "
        "mean of those of all matches played is compared.",
    ),
    Clause("3.5", "{among} a lot decides, drawn from the number {lot_seed} that the season was begun with."),
    Clause(
        "3.6",
        "{among} the one who met the stronger tables in the middle comes first: strengths are as in 3.4, and the mean "
        "is compared of all matches but the strongest and the weakest, where there are three or more.",
    ),
    Clause(
        "3.7",
        "{among} the one comes first whose best table gave more, then whose second best did, and so on; one more table "
        "is more than none.",
    ),
    Clause(
        "3.8",
        "{among} the one comes first to whom the last session gave more, then the one before it, and so on back to the "
        "first; a session that was missed gave nothing.",
    ),
    Clause(
        "3.9",
        "{among} if penalties have taken something from any of them, the one from whom they took less comes first.",
    ),
    Clause(
        "4.1",
        "Before the first hand of a match seats change freely: whoever has left by then has nothing from it, and "
        "whoever has joined is a player like any other.",
    ),
    Clause(
        "4.2",
        "When somebody leaves, joins, stands in or swaps seats after that, the match ends there. It counts for all "
        "who had a seat in it, the leaver too, as it stood after its last whole hand; the hand in play counts for "
        "nobody.",
    ),
    Clause(
        "4.3",
        "Those who then have a seat go on in another match at the same table, which begins from nothing: a stand-in "
        "has what they win themselves, and whoever they stand in for keeps what they had won. Too few to play do not "
        "go on.",
    ),
    Clause(
        "4.4",
        "The matches into which a table is parted in this way count together as one match of the session: each "
        "player's score is the mean of those of them that they played, each weighed by its whole hands, and by one "
        "where no hand was written down.",
    ),
    Clause(
        "4.5",
        "Among ties, such a table is won, or come second in, by who was first, or second, alone in every one of its "
        "matches that they played; and of two the one came before the other whose ranks where both played, weighed "
        "likewise, sum to less. For the strength of opponents each of its matches is one.",
    ),
    Clause("4.6", "A match that ends so before any hand is over counts for nobody."),
    Clause(
        "4.7",
        "Where nobody writes the hands down but only the result, whoever left comes after those who stay: of several, "
        "whoever left first comes last. Whoever joined is placed like any other. Hands that are written down only "
        "after that do not change it; chips that are written down as the result decide all the same.",
    ),
    Clause("4.8", "A void match counts for nobody, and stays to be seen."),
    Clause("5.1", "A warning costs nothing. It stays in the list of penalties, with its reason."),
    Clause(
        "5.2",
        "A penalty point takes one tenth from the player's score for the session that it was given for, which never "
        "falls below zero. The best sessions are chosen from what is left.",
    ),
    Clause("5.3", "A penalty that was cancelled costs nothing from then on. It stays in the list, with both reasons."),
    Clause(
        "5.4",
        "Penalties are taken from whole sessions, so the table of a single game is without them; whoever played "
        "nothing in the session has nothing to lose, and nobody else's score changes.",
    ),
    Clause(
        "5.5",
        "What was written down is disputed and put right however long ago it was. In a season that is closed it is put "
        "right by an officer with a reason, and marked so.",
    ),
    Clause("6.1", "Ratings are for seeding and for curiosity: no score, no place and no trophy ever rests on them."),
    Clause(
        "6.2",
        "A rating is reckoned by the Plackett-Luce model of the library openskill from the ranks in every finished "
        "match of the club, whatever the season, in the order of days and table numbers; shared places are ties. "
        "There is one over all games, and one for each game from its own matches. Chips and scores do not enter into "
        "it. It is reckoned anew from the log, so that a correction changes all ratings after it.",
    ),
    Clause(
        "6.3",
        "Everybody begins with a mean of 25 and a spread of 25/3. A rating is printed as one figure, the mean less "
        "three spreads, below which a player is hardly ever found, with the spread as its +-.",
    ),
    Clause(
        "6.4",
        f"A rating of fewer than {RATED_FROM} matches, of a game for a game's rating, is provisional and marked so.",
    ),
    Clause(
        "6.5",
        "Guests are rated as opponents, apart from what they play as members, and are not listed; a guest who becomes"
        " a member begins anew.",
    ),
    Clause(
        "7.1",
        "At the end of a season the first three of the standings are its champion, its second and its third. There "
        "ties are parted by chapter 3; without a place in the standings nobody is one of them.",
    ),
    Clause(
        "7.2",
        "Most wins: who won the most matches alone. This trophy and those after it are for every member with a line in "
        "the standings, with a place or without.",
    ),
    Clause("7.3", "Best attendance: who came to the most of the sessions that were held."),
    Clause(
        "7.4",
        "Best of a game, one for each game: who has the highest mean of match scores in it among those who finished at "
        f"least {BEST_OF_FROM} matches of it in the season.",
    ),
    Clause(
        "7.5",
        f"Most improved: who, of those who played in at least {IMPROVED_FROM} sessions, gained most from the mean "
        "score of the earlier half of their sessions to that of the later half, the middle one of an odd number left "
        "out.",
    ),
    Clause(
        "7.6",
        "Whoever is level in the figure for a trophy of 7.2 to 7.5 shares it: nothing parts them. A figure of nothing "
        "earns none.",
    ),
    Clause(
        "7.7",
        "When a season is closed, its standings and trophies are kept as they are then. A correction after "
        "that changes the standings and not what was kept; the season says that they would be otherwise now.",
    ),
)


def steps_of(typed: str) -> tuple[Step, ...]:
    """Return the steps by which a season breaks ties, as it keeps them; the usual ones where it keeps none.

    The lot comes last, typed or not: nothing else parts everybody. Raises `ClubFault` for an order that cannot be.
    """
    return read_steps(typed, lot_last=True) or USUAL_STEPS


def clause(id: str) -> Clause:
    """Return a clause by its number."""
    return next(each for each in CLAUSES if each.id == id)


def penalty_cost(points: int, score: Fraction) -> Fraction:
    """Return what a penalty of so many points takes from a session's score, which never falls below zero: chapter 5."""
    return min(score, points * _A_POINT)
