"""How a rulebook of clauses reads: what is in force, with what was settled, and tie-breaks in their order."""

import pytest

from referee.competition.clauses import Book, BookClause
from referee.competition.ties import TieStep

CLAUSES = (
    BookClause("1.1", "There are {rounds} rounds."),
    BookClause("1.2", "There is no end.", condition=lambda rounds: rounds > 9),
    BookClause("1.3", "Somebody said so.", "{source}"),
    BookClause("2.1", "Whoever has most comes first."),
    BookClause("2.2", "{among} wins decide."),
    BookClause("2.3", "{among} seconds decide.", "scoring 3.2"),
    BookClause("2.4", "{among} the lot decides."),
    BookClause("2.5", "The last rounds decide.", condition=lambda rounds: rounds > 9),
    BookClause("2.6", "The rounds are held."),
    BookClause("3.1", "Never.", condition=lambda _: False),
)
STEPS = {"2.2": TieStep.WINS, "2.3": TieStep.SECONDS, "2.4": TieStep.LOT, "2.5": TieStep.COUNTBACK}


def book(*steps: TieStep, source: str = "") -> Book[int]:
    titles = {"1": "Rounds", "2": "Places", "3": "Nothing"}
    values = {"source": source}
    return Book("Book", titles, CLAUSES, STEPS, "Of all,", lambda _: steps, lambda rounds: {"rounds": rounds, **values})


def read(book: Book[int], rounds: int = 3) -> dict[str, list[tuple[str, str]]]:
    return {title: [(text.id, text.text) for text in texts] for _, title, texts in book.chapters(rounds)}


def test_what_is_in_force_reads_with_what_was_settled_in_chapters_that_have_some() -> None:
    chapters = read(book())
    assert list(chapters) == ["Rounds", "Places"]
    assert chapters["Rounds"] == [("1.1", "There are 3 rounds.")]
    assert read(book(source="big-two 6.1"), 10)["Rounds"] == [
        ("1.1", "There are 10 rounds."),
        ("1.2", "There is no end."),
        ("1.3", "Somebody said so."),
    ]


def test_tie_breaks_stand_where_tie_breaks_stand_in_the_order_in_which_they_are_taken() -> None:
    assert read(book(TieStep.SECONDS, TieStep.LOT, TieStep.WINS))["Places"] == [
        ("2.1", "Whoever has most comes first."),
        ("2.3", "Of all, seconds decide."),
        ("2.4", "Then, of those still level, the lot decides."),
        ("2.2", "Then, of those still level, wins decide."),
        ("2.6", "The rounds are held."),
    ]


def test_a_step_that_is_not_taken_is_not_in_force_and_can_be_asked_for() -> None:
    lot_book = book(TieStep.LOT)
    wins = lot_book.text_of("2.2", 3)
    assert (wins.text, wins.in_force) == ("Of those still level, wins decide.", False)
    assert lot_book.text_of("2.4", 3).in_force
    assert not book(TieStep.COUNTBACK).text_of("2.5", 3).in_force  # taken, and not worded like that here


def test_a_step_has_the_clause_that_is_in_force_for_it() -> None:
    assert book(TieStep.LOT, TieStep.SECONDS).tie_break_clause(TieStep.SECONDS, 3).id == "2.3"
    assert book(TieStep.COUNTBACK).tie_break_clause(TieStep.COUNTBACK, 10).id == "2.5"


def test_a_clause_says_where_it_is_from() -> None:
    assert book().text_of("1.1", 3).source == "house"
    assert book(TieStep.SECONDS).text_of("2.3", 3).source == "scoring 3.2"


def test_every_number_is_listed_and_another_is_none() -> None:
    assert book().ids() == [book_clause.id for book_clause in CLAUSES]
    with pytest.raises(KeyError):
        book().text_of("9.9", 3)
