"""Rulebooks and sheets as pages: every clause in force is there as it reads, and nothing comes from elsewhere."""

import re

import pytest

from referee.export.clause_book import printed_tournament
from referee.export.pages.rulebook_page import record_sheets, rulebook_page
from referee.export.printed import FOOTNOTE, printed_rulebook, printed_sheet
from referee.games import SLUGS, rulebook, shared_rulebook
from referee.games.examples import read_example, read_examples
from referee.rules import option_definitions, read_options, read_record
from tests.export.parsing import parsed
from tests.tournaments import example_views as examples


def words(text: str) -> str:
    """A sentence without its cards, which are drawn: what is left of it."""
    return re.sub(r"\s+", " ", re.sub(r"\b(10|[2-9TJQKA])[SHDC]\b", " ", text)).strip()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_has_every_clause_in_force_and_each_number_is_a_link_to_it(slug: str) -> None:
    book = rulebook(slug)
    options = book.options()
    of_book = printed_rulebook(book, options)
    page = parsed(rulebook_page(of_book))
    clauses = {element.attributes["id"]: element for element in page.with_class("clause")}
    assert [*clauses] == [f"c{clause.number}" for clause in of_book.clauses]
    in_force = [number for number in book.clause_ids if book.clauses[number].text(options)]
    on_sheet = [number for number in in_force if book.clauses[number].is_scorer_only(options)]
    cited = [number for chapter in of_book.chapters for citation in chapter.cited for number in citation.numbers]
    assert sorted([*(clause[1:] for clause in clauses), *on_sheet, *cited]) == sorted(in_force)
    assert all(page.with_id(f"c{number}") for number in cited)
    for id, clause in clauses.items():
        number = id[1:]
        assert clause.all("a")[0].attributes["href"] == f"#c{number}"
        text = re.sub(r"\b(10|[2-9TJQKA])\b", " ", clause.all("span")[0].text.rstrip("\N{NO-BREAK SPACE}†‡"))
        assert spaced(text) == spaced(re.sub(r"\b(10|[2-9TJQKA])\b", " ", words(book.clauses[number].text(options))))


def spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().replace(" .", ".").replace(" ,", ",")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_needs_nothing_from_elsewhere(slug: str) -> None:
    book = rulebook(slug)
    for html in (
        rulebook_page(printed_rulebook(book, book.options())),
        record_sheets([printed_sheet(book, book.options(), [read_example(slug)])]),
    ):
        assert "url(" not in html
        assert "@import" not in html
        assert "<script" not in html
        page = parsed(html)
        ids = {element.attributes["id"] for element in page.every() if "id" in element.attributes}
        for node in page.every():
            assert "src" not in node.attributes
            if "href" in node.attributes:
                assert node.attributes["href"].removeprefix("#") in ids


def test_cards_are_chips_and_named_for_those_who_cannot_see_them() -> None:
    book = rulebook("big-two")
    html = rulebook_page(printed_rulebook(book, book.options()))
    heart = '<span class="card h" role="img" aria-label="three of hearts">3<svg aria-hidden="true">'
    spade = '<span class="card s" role="img" aria-label="three of spades">3<svg aria-hidden="true">'
    assert heart + '<use href="#suit-H"/></svg></span>' in html
    assert spade + '<use href="#suit-S"/></svg></span>' in html


@pytest.mark.parametrize("slug", SLUGS)
def test_the_house_rules_in_force_are_worded_into_the_clauses(slug: str) -> None:
    """With any option changed, every page reads as the clauses do then, and the answer is marked as agreed."""
    book = rulebook(slug)
    for option in option_definitions(book.options):
        for value in option.values[1:]:
            options = read_options(book.options, [f"{option.name}={str(value).lower() if value is True else value}"])
            page = printed_rulebook(book, options)
            texts = {clause.number: clause.text for clause in page.clauses}
            cited = {
                number for chapter in page.chapters for cited_page in chapter.cited for number in cited_page.numbers
            }
            for number in book.clauses_naming(option.name):
                clause = book.clauses[number]
                elsewhere = number in cited or clause.is_scorer_only(options)
                assert texts.get(number, "") == ("" if elsewhere else clause.text(options))
            answer = next(rule for rule in page.house_rules if rule.question == option.question)
            assert (answer.answer, answer.changed) == (option.label(value), True)


def test_a_page_under_house_rules_says_whose_they_are() -> None:
    book = rulebook("big-two")
    options = read_options(book.options, ["remainder_3p=to_3D_holder"])
    page = printed_rulebook(book, options, "As Monday Card Club plays it in the season 2026-27")
    parsed_page = parsed(rulebook_page(page))
    assert "As Monday Card Club plays it in the season 2026-27" in parsed_page.all("header")[0].text
    assert "the card left over goes to the holder of" in parsed_page.with_id("c2.2").text
    assert "is turned face up. It is out of play" not in parsed_page.text
    agreed = [
        row.all("th")[0].text for row in parsed_page.with_class("house")[0].all("tbody")[0].all("tr") if row.all("b")
    ]
    assert agreed == ["With three players, where does the 52nd card go?"]


def test_what_a_club_is_called_is_no_markup() -> None:
    book = rulebook("pontoon")
    page = printed_rulebook(book, book.options(), "As <b>Ann & *Ben*</b> play it")
    assert "As &lt;b&gt;Ann &amp; *Ben*&lt;/b&gt; play it" in rulebook_page(page)


def test_readings_of_open_questions_are_marked_and_explained() -> None:
    page = printed_rulebook(rulebook("big-two"), rulebook("big-two").options())
    marks = {clause.number: clause.mark for clause in page.clauses}
    assert (marks["2.1"], marks["2.2"]) == ("", "†")
    assert page.footnotes[0] == FOOTNOTE
    assert FOOTNOTE in rulebook_page(page)


def test_betting_is_cited_with_a_way_to_its_page_where_that_lies_beside() -> None:
    book, betting = rulebook("texas-holdem"), shared_rulebook("betting")
    beside = parsed(rulebook_page(printed_rulebook(book, book.options()), "Monday Cards, season 2026-27"))
    parsed_page = parsed(rulebook_page(printed_rulebook(betting, betting.options()), "Monday Cards, season 2026-27"))
    for number in ("4.8", "4.17"):
        assert beside.with_id(f"c{number}").attributes["href"] == f"rules-betting.html#c{number}"
        assert betting.clauses[number].text(betting.options()).split(".")[0] in parsed_page.with_id(f"c{number}").text
    page_alone = parsed(rulebook_page(printed_rulebook(book, book.options())))
    assert "href" not in page_alone.with_id("c4.8").attributes
    assert "see Poker betting" in page_alone.text


def test_a_betting_clause_that_reads_otherwise_is_printed_where_it_does() -> None:
    book = rulebook("texas-holdem")
    options = read_options(book.options, ["max_bet=50"])
    numbers = {clause.number for clause in printed_rulebook(book, book.options()).clauses}
    assert "4.15" not in numbers
    assert "4.15" in {clause.number for clause in printed_rulebook(book, options).clauses}


def test_a_clause_that_goes_against_its_source_is_marked_and_says_what_the_source_says() -> None:
    page = printed_rulebook(rulebook("conquian"), rulebook("conquian").options())
    marks = {clause.number: clause.mark for clause in page.clauses}
    assert (marks["3.6"], marks["3.5"], marks["3.4"]) == ("‡", "†", "")
    note = "3.6: the source says otherwise. It says that a run of nine or ten cards makes it impossible to go out."
    assert f"‡ {note}" in page.footnotes
    assert f"‡ {note}" in parsed(rulebook_page(page)).text


def test_clauses_for_the_scorer_stand_on_the_sheet_and_not_on_the_page() -> None:
    book = rulebook("big-two")
    usual, strict = book.options(), read_options(book.options, ["last_card_rule=highest_single"])
    assert {"1.2", "1.3", "4.8"}.isdisjoint(clause.number for clause in printed_rulebook(book, usual).clauses)
    assert [clause.number for clause in printed_sheet(book, usual, []).clauses] == ["1.2", "1.3", "4.8"]
    assert "4.8" in {clause.number for clause in printed_rulebook(book, strict).clauses}
    assert [clause.number for clause in printed_sheet(book, strict, []).clauses] == ["1.2", "1.3"]


def test_what_never_stands_is_said_below() -> None:
    """A word that was only said, a card that lies elsewhere, a player who is out: play that goes on shows nothing."""
    notes = {
        slug: printed_sheet(rulebook(slug), rulebook(slug).options(), []).spelling[-1]
        for slug in ("pontoon", "commune")
    }
    assert notes["pontoon"].endswith(
        "Some lines stand only if they end with “, stands”: spoken declarations (declines the bank and declares "
        "pontoon); a play of cards known to be elsewhere."
    )
    assert notes["commune"].endswith("a breach of 3.5, 6.2 and 6.3.")


def test_clauses_of_a_tournament_from_elsewhere_are_marked_and_the_source_stands_once_below() -> None:
    """Before, every clause ended in its source, which was "house" of most."""
    page = printed_tournament(examples.swiss().settings)
    html = parsed(rulebook_page(page)).text
    assert "[house]" not in html
    sources = [clause for chapter in page.chapters for clause in chapter.clauses if clause.mark]
    assert sources
    assert all((clause.mark, bool(clause.source)) == ("§", True) for clause in sources)
    assert html.count(f"{sources[0].number} from {sources[0].source}") == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_the_sheet_has_each_verb_with_its_example_as_it_is_typed(slug: str) -> None:
    book = rulebook(slug)
    sheet = printed_sheet(book, book.options(), [read_example(slug)])
    page = parsed(record_sheets([sheet]))
    rows = [[cell.text for cell in row.all("code")] for row in page.all("tbody")[0].all("tr")]
    assert rows == [[line.pattern, line.line] for line in sheet.lines]
    assert page.all("pre")[0].text.startswith(f"game: {slug}\nseats: ")


def test_cards_of_an_example_are_drawn_beside_what_is_typed() -> None:
    book = rulebook("big-two")
    page = parsed(record_sheets([printed_sheet(book, book.options(), [])]))
    text = [element.attributes["aria-label"] for element in page.with_class("as")[0].with_class("card")]
    assert text == ["ten of hearts", "four of spades"]


def test_the_sheets_of_several_games_are_one_page_with_a_way_to_each() -> None:
    books = [rulebook(slug) for slug in ("big-two", "pontoon")]
    page = parsed(record_sheets([printed_sheet(book, book.options(), []) for book in books], "Monday Cards"))
    assert [element.attributes["href"] for element in page.all("nav")[0].all("a")] == ["#big-two", "#pontoon"]
    assert [element.attributes["id"] for element in page.with_class("sheet")] == ["big-two", "pontoon"]


def test_the_sheet_tells_how_the_cards_of_the_pack_are_spelled() -> None:
    book = rulebook("united-states-stud")
    assert "W is a wildcard" in printed_sheet(book, book.options(), []).spelling[0]
    book = rulebook("big-two")
    assert "W is a wildcard" not in printed_sheet(book, book.options(), []).spelling[0]


@pytest.mark.parametrize(
    ("slug", "options", "seats"),
    [
        ("zheng-shangyou", ["two_player=true"], 2),
        ("zheng-shangyou", ["horse_game=true"], 3),
        ("zheng-shangyou", [], 4),
        ("commerce", ["pack=32"], 4),
    ],
)
def test_the_head_on_a_sheet_is_one_that_can_be_read_under_its_house_rules(
    slug: str, options: list[str], seats: int
) -> None:
    book = rulebook(slug)
    agreed = read_options(book.options, options)
    head = printed_sheet(book, agreed, read_examples(slug)).header
    reading = read_record(f"{head}\n\ndeal\n", rulebook)
    assert not reading.faults
    assert reading.record is not None
    assert reading.record.options == agreed
    assert len(reading.record.seats) == seats


@pytest.mark.parametrize("slug", SLUGS)
def test_the_house_rules_stand_in_the_order_of_the_clauses_that_they_change(slug: str) -> None:
    book = rulebook(slug)
    questions = [
        [tuple(map(int, clause.split("."))) for clause in rule.clauses]
        for rule in printed_rulebook(book, book.options()).house_rules
    ]
    firsts = [min(clauses, default=()) for clauses in questions]
    assert firsts == sorted(firsts)


def test_a_question_is_asked_where_its_answer_changes_the_page() -> None:
    """Of a straddle and of the small blind of two players a club is asked where blinds are played."""
    book = rulebook("texas-holdem")
    questions = {
        blinds: {
            rule.question
            for rule in printed_rulebook(book, read_options(book.options, [f"forced_bets={blinds}"])).house_rules
        }
        for blinds in ("ante", "blinds")
    }
    of_blinds = {
        "May the player after the big blind post a straddle?",
        "With two players, who posts the small blind?",
    }
    assert not of_blinds & questions["ante"]
    assert of_blinds <= questions["blinds"]
