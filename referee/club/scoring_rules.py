"""The scoring rulebook: the scores of a match, a session and a season, as clauses cited like a game's."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from referee.competition.clauses import BookClause
from referee.competition.ties import TieStep, parse_steps

USUAL_STEPS: Final = (TieStep.WINS, TieStep.SECONDS, TieStep.DIRECT, TieStep.BUCHHOLZ, TieStep.LOT)
"""The default order of tie-breaks in a season."""
RATED_FROM: Final = 10
"""The number of matches from which a rating is no longer provisional."""
BEST_OF_FROM: Final = 5
"""The least number of matches of a game for the trophy of its best player."""
IMPROVED_FROM: Final = 6
"""The least number of sessions for the trophy of the most improved player."""
MOST_POINTS: Final = 10
"""The highest number of points in a penalty."""
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
    BookClause(
        "1.1",
        "A match of N players gives each (N - rank) / (N - 1): 1 to the winner, 0 to the last. Players who "
        "share places share the mean of their ranks. The mean of a match is one half at every size of table.",
    ),
    BookClause("1.2", "Where chips are played for, the chips won decide the ranks; chips never add up across matches."),
    BookClause(
        "1.3",
        "Guests are opponents like any other, but are not listed in the standings. A player who was a guest "
        "when a match started scores nothing from it. When a guest becomes a member, an officer may let the "
        "results as a guest count, from the start of the current season.",
    ),
    BookClause("2.1", "A session gives each player the mean of the matches that they finished in it."),
    BookClause("2.2", "A season gives each player the sum of their {best_k} best sessions."),
    BookClause(
        "2.3",
        "{minimum}",
    ),
    BookClause(
        "2.4",
        "Before it starts, a tournament settles what counts for its season: each of its tables like any other "
        "match; or its final order alone, as one match of all entrants in the session of its last table; or "
        "nothing. Its tables count for ratings in any case.",
    ),
    BookClause("3.1", "{among} the one who won more matches alone comes first."),
    BookClause("3.2", "{among} the one who was second alone more often comes first."),
    BookClause(
        "3.3",
        "{among} if they are exactly two, the one who finished ahead of the other in more of their matches "
        "together comes first.",
    ),
    BookClause(
        "3.4",
        "{among} the one who met the stronger tables comes first. A player's strength is the season score divided by "
        "the sessions counted in it; a table's is the mean of the opponents' strengths, guests among them; and the "
        "mean of those of all matches played is compared.",
    ),
    BookClause(
        "3.5",
        "{among} a lot decides, drawn from the seed {lot_seed} of the season.",
    ),
    BookClause(
        "3.6",
        "{among} the one who met the stronger tables in the middle comes first: strengths are as in 3.4, and "
        "the mean is taken of all matches but the strongest and the weakest, where there are three or more.",
    ),
    BookClause(
        "3.7",
        "{among} the one whose best table gave more comes first, then the one whose second best did, and so "
        "on; one more table is more than none.",
    ),
    BookClause(
        "3.8",
        "{among} the one to whom the last session gave more comes first, then the one before it, and so on "
        "back to the first; a missed session gave nothing.",
    ),
    BookClause(
        "3.9",
        "{among} if any of them lost score to penalties, the one who lost less comes first.",
    ),
    BookClause(
        "4.1",
        "Before the first hand of a match, seats change freely. A player who has left by then scores nothing "
        "from it, and a player who has joined is a player like any other.",
    ),
    BookClause(
        "4.2",
        "When a player leaves, joins, stands in or swaps seats after that, the match ends there. It counts "
        "for all who had a seat in it, including the player who leaves, as it stood after its last complete "
        "hand. The hand in play does not count.",
    ),
    BookClause(
        "4.3",
        "The players who then have a seat continue in a new match at the same table, from zero. A stand-in "
        "scores what they win themselves, and the absent player keeps what they had won. Too few players do "
        "not continue.",
    ),
    BookClause(
        "4.4",
        "The matches into which a table is divided in this way count together as one match of the session. "
        "Each player's score is the mean of those that they played, each weighted by its complete hands, or "
        "by one where no hand was recorded.",
    ),
    BookClause(
        "4.5",
        "For ties, such a table is won, or second place taken, by a player who was first, or second, alone in "
        "every one of its matches that they played. Of two players, the one with the lower sum of ranks, "
        "weighted likewise, in the matches of both finished ahead. For the strength of opponents, each of its "
        "matches is one.",
    ),
    BookClause(
        "4.6",
        "A match that ends in this way before any hand is complete does not count.",
    ),
    BookClause(
        "4.7",
        "Where only the result is recorded and not the hands, players who leave finish after those who stay, "
        "and the first to leave finishes last. A player who joins is placed like any other. Hands recorded "
        "afterwards do not change this; chips recorded as the result decide all the same.",
    ),
    BookClause(
        "4.8",
        "A void match does not count, and stays in the log.",
    ),
    BookClause("5.1", "A warning costs nothing. It stays in the list of penalties, with its reason."),
    BookClause(
        "5.2",
        "A penalty point takes one tenth from the player's score for the session for which it was given; the "
        "score never falls below zero. The best sessions are chosen from what is left.",
    ),
    BookClause(
        "5.3",
        "A cancelled penalty costs nothing from then on. It stays in the list, with both reasons.",
    ),
    BookClause(
        "5.4",
        "Penalties are taken from whole sessions, so the table of a single game leaves them out. A player who "
        "played nothing in the session has nothing to lose, and nobody else's score changes.",
    ),
    BookClause(
        "5.5",
        "Records may be disputed and corrected however old they are. In a closed season an officer corrects "
        "them, with a reason, and they are marked as corrected.",
    ),
    BookClause(
        "6.1",
        "Ratings are for seeding and for interest: no score, place or trophy ever depends on them.",
    ),
    BookClause(
        "6.2",
        "A rating is calculated by the Plackett-Luce model of the library openskill from the ranks in every "
        "finished match of the club, in any season, in the order of dates and table numbers. Shared places "
        "are ties. There is one rating over all games, and one for each game from its own matches. Chips and "
        "scores do not enter into it. It is recalculated from the log, so a correction changes all later "
        "ratings.",
    ),
    BookClause(
        "6.3",
        "Everybody begins with a mean of 25 and a spread of 25/3. A rating is printed as one figure, the mean "
        "less three spreads, with the spread as its +-. A player is hardly ever weaker than this figure.",
    ),
    BookClause(
        "6.4",
        f"A rating from fewer than {RATED_FROM} matches, or for a game from fewer matches of it, is "
        "provisional and marked so.",
    ),
    BookClause(
        "6.5",
        "Guests are rated as opponents, separately from their results as members, and are not listed. A guest "
        "who becomes a member begins without a rating.",
    ),
    BookClause(
        "7.1",
        "At the end of a season the first three of the standings are its champion, its second and its third. "
        "Chapter 3 breaks ties between them; a player without a place in the standings is none of them.",
    ),
    BookClause(
        "7.2",
        "Most wins: the player who won the most matches alone. This trophy and those after it are open to "
        "every member in the standings, with or without a place.",
    ),
    BookClause(
        "7.3",
        "Best attendance: the player who came to the most sessions.",
    ),
    BookClause(
        "7.4",
        "Best of a game, one for each game: the player with the highest mean of match scores in it, of those "
        f"who finished at least {BEST_OF_FROM} matches of it in the season.",
    ),
    BookClause(
        "7.5",
        f"Most improved: of the players in at least {IMPROVED_FROM} sessions, the one who gained most from the "
        "mean score of the first half of their sessions to that of the second half. The middle session of an "
        "odd number is left out.",
    ),
    BookClause(
        "7.6",
        "Players with an equal figure for a trophy of 7.2 to 7.5 share it; no tie-break applies. A figure of "
        "zero earns no trophy.",
    ),
    BookClause(
        "7.7",
        "When a season is closed, its standings and trophies are kept as they are then. A later correction "
        "changes the standings but not what was kept, and the season shows the difference.",
    ),
)


def parse_tie_steps(text: str) -> tuple[TieStep, ...]:
    """Return the tie-break steps in a text, or the default ones. The random draw always comes last.

    Raise `ClubFault` for an impossible order.
    """
    return parse_steps(text, lot_last=True) or USUAL_STEPS


def clause(id: str) -> BookClause:
    """Return a clause by its number."""
    return next(book_clause for book_clause in CLAUSES if book_clause.id == id)


def penalty_cost(points: int, score: Fraction) -> Fraction:
    """Return the cost of penalty points in a session: at most the session's score (chapter 5)."""
    return min(score, points * _A_POINT)
