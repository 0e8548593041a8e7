"""The rulebook of scoring reads as a season is scored."""

from dataclasses import replace
from datetime import date

import pytest

from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.scoring_rules import CHAPTERS, CLAUSES
from referee.club.standings import scoring_book
from referee.competition.ties import TieStep
from referee.store.models import Season
from tests.cli.running import referee


def printed(season: Season | None, number: str) -> list[tuple[str, str]]:
    found = {chapter: clauses for chapter, _, clauses in scoring_book.book().chapters(season)}
    return [(text.id, text.text) for text in found[number]]


@pytest.fixture
def autumn(club: Club) -> Season:
    return seasons.new(
        club, "autumn", starts=date(2027, 9, 1), ends=date(2027, 12, 1), best_k=5, min_sessions=3, lot_seed=17,
        ties="buchholz,wins,direct",
    )  # fmt: skip


def test_the_ties_are_printed_in_the_order_of_the_season(club: Club, autumn: Season) -> None:
    usual = printed(seasons.show(club, "2026-27"), "3")
    assert [id for id, _ in usual] == ["3.1", "3.2", "3.3", "3.4", "3.5"]
    own = printed(autumn, "3")
    assert [id for id, _ in own] == ["3.4", "3.1", "3.3", "3.5"]  # numbers stay; the second places are not counted
    assert own[0][1].startswith("Of players with the same score, the one who met the stronger tables")
    assert own[1][1].startswith("Then, of those still level, the one who won more matches")
    assert own[-1][1].endswith("drawn from the seed 17 of the season.")
    assert not scoring_book.book().text_of("3.2", autumn).in_force
    assert scoring_book.book().text_of("3.1", autumn).in_force


def test_the_figures_of_the_season_are_in_the_clauses(autumn: Season) -> None:
    assert printed(autumn, "2")[1:3] == [
        ("2.2", "A season gives each player the sum of their 5 best sessions."),
        (
            "2.3",
            "A player who came to fewer than 3 sessions is listed without a place. Until 5 sessions have been held, "
            "this minimum is reduced in proportion, rounded up: 3 times the sessions held, divided by 5.",
        ),
    ]
    assert printed(replace(autumn, min_sessions=0), "2")[2][1].startswith(
        "Every player who finished a match has a place"
    )
    assert printed(None, "2")[1][1] == "A season gives each player the sum of their K best sessions."


def test_every_clause_is_printed_once_and_nothing_in_it_is_left_to_fill_in(autumn: Season) -> None:
    autumn = replace(autumn, ties=",".join(TieStep))
    every = [clause for _, _, clauses in scoring_book.book().chapters(autumn) for clause in clauses]
    assert sorted(text.id for text in every) == sorted(clause.id for clause in CLAUSES)
    assert not [text.id for text in every if "{" in text.text]
    assert {text.id.split(".")[0] for text in every} <= set(CHAPTERS)


@pytest.mark.parametrize(
    ("step", "id", "words"),
    [
        (TieStep.WINS, "3.1", "won more matches alone"),
        (TieStep.SECONDS, "3.2", "second alone more often"),
        (TieStep.DIRECT, "3.3", "exactly two"),
        (TieStep.BUCHHOLZ, "3.4", "met the stronger tables comes first"),
        (TieStep.LOT, "3.5", "a lot decides"),
        (TieStep.MEDIAN_BUCHHOLZ, "3.6", "stronger tables in the middle"),
        (TieStep.BEST, "3.7", "best table"),
        (TieStep.COUNTBACK, "3.8", "the last session"),
        (TieStep.PENALTIES, "3.9", "penalties"),
    ],
)
def test_every_step_has_its_clause(autumn: Season, step: TieStep, id: str, words: str) -> None:
    autumn = replace(autumn, ties=step)
    rule = scoring_book.book().tie_break_clause(step, autumn)
    assert rule.id == id
    assert words in rule.text
    assert rule.text.startswith("Of players with the same score, ")


def test_rules_scoring_is_read_like_a_game_s(club: Club, autumn: Season) -> None:
    result = referee("rulebook", "scoring", club=club.folder)
    assert result.code == 0
    assert "As the season 2026-27 is scored" in result.out
    assert "their 20 best sessions" in result.out
    assert "their 5 best sessions" in referee("rulebook", "scoring", "2.2", "--season", "autumn", club=club.folder).out
    assert "their K best" in referee("rulebook", "scoring", "2.2", "--as-printed", club=club.folder).out
    one = referee("rulebook", "scoring", "3.2", "--season", "autumn", "--json", club=club.folder).data
    assert [(each["id"], each["in_force"]) for each in one] == [("3.2", False)]
    refused = referee("rulebook", "scoring", "9.9", club=club.folder)
    assert refused.code == 2
    assert "No clause '9.9' in scoring. Use one of 1.1," in refused.err
    assert referee("rulebook", "scoring", "--sheet", club=club.folder).code == 2
    page = club.folder / "scoring.html"
    assert referee("rulebook", "scoring", "--output", str(page), club=club.folder).code == 0
    assert "their 20 best sessions" in page.read_text("utf-8")
