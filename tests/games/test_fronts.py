"""The front of every rulebook has all its parts, and the hand in it is ruled as it is printed."""

from pathlib import Path

import pytest

from referee.export.printed import printed_rulebook
from referee.games import SLUGS, rulebook
from referee.games.examples import read_worked_hand
from referee.rules import RankingRow, Verdict, option_definitions, read_options, replay
from referee.rules.book.options import option_text
from tests.transcript import WORKED, sheet_of

# Until each game has its front; a game that has one is taken out.
WITHOUT: set[str] = set()
FRONTS = [slug for slug in SLUGS if slug not in WITHOUT]


@pytest.mark.parametrize("slug", FRONTS)
def test_a_front_has_all_its_parts(slug: str) -> None:
    book = rulebook(slug)
    front = printed_rulebook(book, book.options()).front
    assert front
    assert front.aim.endswith(".")
    assert front.aim.count(".") == 1  # one sentence
    assert 3 <= len(front.steps) <= 5
    assert all(step.endswith(".") for step in front.steps)
    assert bool(front.ranked) is bool(front.ranking)
    assert all(rank.example for rank in front.ranking)
    assert front.hand
    assert front.hand.outcome
    assert not front.hand.usual
    assert set(book.overview.mistakes if book.overview else ()) <= set(book.clauses)


@pytest.mark.parametrize("slug", FRONTS)
def test_a_front_stands_under_every_house_rule(slug: str) -> None:
    """Under any answer it has two to five steps, and no row twice."""
    book = rulebook(slug)
    for each in option_definitions(book.options):
        for value in each.values:
            options = read_options(book.options, [f"{each.name}={option_text(value)}"])
            front = printed_rulebook(book, options).front
            assert front
            assert 3 <= len(front.steps) <= 5, (each.name, value)
            names = [rank.name for rank in front.ranking]
            assert len(set(names)) == len(names), (each.name, value)


@pytest.mark.parametrize("path", sorted(WORKED.glob("*.txt")), ids=lambda path: path.stem)
def test_every_line_of_a_worked_hand_is_legal(path: Path) -> None:
    sheet = sheet_of(path)
    assert [entry.line.text for entry in sheet.entries if entry.ruling.verdict is not Verdict.LEGAL] == []
    assert {entry.ruling.says for entry in sheet.entries} <= {"legal", "holds", "fails"}
    assert sheet.places  # it is played to its end


@pytest.mark.parametrize("slug", FRONTS)
def test_a_worked_hand_is_printed_line_for_line_as_it_is_ruled(slug: str) -> None:
    book = rulebook(slug)
    worked = read_worked_hand(book)
    front = printed_rulebook(book, book.options()).front
    assert worked
    assert front
    assert front.hand
    sheet = replay(worked.record)
    printed_lines = [line for row in front.hand.rows for line in row.text.split(", ")]
    assert printed_lines == [entry.line.text for entry in sheet.entries]
    # A clause that only the scorer needs is not cited, as it is not on the page.
    options = worked.record.options
    ruled = {
        entry.line.text: "" if entry.ruling.clause.is_scorer_only(options) else entry.ruling.clause.id
        for entry in sheet.entries
    }
    for row in front.hand.rows:
        assert {ruled[line] for line in row.text.split(", ")} == {row.clause}


@pytest.mark.parametrize("slug", FRONTS)
def test_answers_are_words_and_no_spellings_of_the_program(slug: str) -> None:
    for each in option_definitions(rulebook(slug).options):
        words = [value for value in each.values if isinstance(value, str) and each.name != "direction"]
        assert [value for value in words if value not in dict(each.labels)] == [], each.name


def test_a_ranking_runs_from_high_to_low() -> None:
    front = rulebook("big-two").overview
    assert front
    assert front.ranking[0] == RankingRow("Royal flush", "TH JH QH KH AH", "the suit", only="royal=10_to_A")
