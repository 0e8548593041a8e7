"""Clause 2.4 of the rulebook of scoring: what of a tournament counts for its season was settled before it began.

Reckoned by hand: four play two rounds at one table of four. In the first Ann, Ben, Cal and Dee come in that order, in
the second Ben, Ann, Cal and Dee. By tables each has the mean of two matches. By the final order, Ann and Ben are level
on points, parted by a tie-break, and there is one match: 1, 2/3, 1/3 and 0.
"""

from collections.abc import Callable
from fractions import Fraction

import pytest

from referee.club.folder import Club
from referee.club.match import ending
from referee.club.standings import scoring_book, standings
from referee.club.standings.counted_tournaments import ENDED, FINAL, FINAL_ORDER, SEATED, SETTLED, TABLES
from referee.club.standings.ratings import ratings
from referee.club.standings.results import season_results
from referee.competition.entrants import Sizes
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import Counts, Format, SettingsChange
from tests.club.conftest import play

FOUR = ("Ann", "Ben", "Cal", "Dee")
ORDERS = (FOUR, ("Ben", "Ann", "Cal", "Dee"))
Played = Callable[[Counts], Club]


@pytest.fixture
def played(club: Club) -> Played:
    def play(counts: Counts) -> Club:
        announcement = SettingsChange("big-two", Sizes(4, 4), (("rounds", 2), ("counts", counts)))
        announcing.announce(club, "Cup", Format.SWISS, announcement, seed=1)
        entering.enter(club, "1", FOUR)
        for order in ORDERS:
            rounds.draw(club, "1")
            match = playing.start_tables(club, "1").rounds[-1].tables[0].match
            assert match
            ending.record_result(club, match, places=[[name] for name in order])
            ending.finish(club, match)
        return club

    return play


def scores(club: Club) -> dict[str, Fraction]:
    return {row.name: row.score for row in standings.standings(club).rows}


def test_every_table_counts_like_any_other_match(played: Played) -> None:
    club = played(Counts.TABLES)
    closing.end_tournament(club, "1")
    found = scores(club)
    assert found == {"Ann": Fraction(5, 6), "Ben": Fraction(5, 6), "Cal": Fraction(1, 3), "Dee": Fraction()}


def test_the_final_order_counts_as_one_match_and_the_tables_do_not(played: Played) -> None:
    club = played(Counts.FINAL)
    assert scores(club) == {}  # nothing counts before it is over
    order = [standing.entry for standing in closing.end_tournament(club, "1").standings]
    found = scores(club)
    assert sorted(found.values()) == [Fraction(), Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    assert found[FOUR[order[0] - 1]] == 1
    assert (found["Cal"], found["Dee"]) == (Fraction(1, 3), Fraction())
    (results,) = season_results(club).by_match.values()
    assert {result.match for result in results} == {FINAL_ORDER + 1}
    closing.undo(club, "1")
    assert scores(club) == {}


def test_nothing_of_it_counts(played: Played) -> None:
    club = played(Counts.NOTHING)
    closing.end_tournament(club, "1")
    assert scores(club) == {}


def test_ratings_go_by_its_tables_in_any_case(played: Played) -> None:
    club = played(Counts.NOTHING)
    assert {row.rating.matches for row in ratings(club).rows} == {2}


def test_an_ordinary_table_counts_beside_it(played: Played) -> None:
    club = played(Counts.FINAL)
    play(club, *reversed(FOUR))
    assert scores(club)["Dee"] == 1
    closing.end_tournament(club, "1")
    assert scores(club)["Dee"] == Fraction(1, 2)


def test_what_was_known_a_moment_before_is_not_believed_when_it_ends(played: Played) -> None:
    club = played(Counts.FINAL)
    before = season_results(club)
    closing.end_tournament(club, "1")
    assert season_results(club, before=before).by_match == season_results(club).by_match != before.by_match


def test_the_club_reads_the_log_by_the_words_that_it_is_written_in() -> None:
    assert (SETTLED, SEATED, ENDED) == (
        TournamentEventKind.SETTLED,
        TournamentEventKind.SEATED,
        TournamentEventKind.ENDED,
    )
    assert (TABLES, FINAL) == (Counts.TABLES, Counts.FINAL)


def test_it_is_printed_in_the_rulebook_of_scoring() -> None:
    assert "as one match of all entrants" in scoring_book.book().text_of("2.4", None).text
