"""Rulebooks and sheets as pages: every clause in force is there as it reads, and nothing comes from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from referee.cli.books.recorded import example_of
from referee.export.printed import FOOTNOTE, in_words, printed, printed_sheet
from referee.export.rulebook_html import rulebook_html, sheet_html
from referee.export.rulebook_markdown import rulebook_markdown, sheet_markdown
from referee.games import SLUGS, rulebook
from referee.rules import choices, read_options


class Page(HTMLParser):
    """The text of a page, the elements that are open at its end, and all attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in ("meta", "path", "use", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("path", "use"):
            return
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)

    def reads(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.text))


def words(text: str) -> str:
    """A sentence without its cards, which are drawn: what is left of it."""
    return re.sub(r"\s+", " ", re.sub(r"\b(10|[2-9TJQKA])[SHDC]\b", " ", text)).strip()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_has_every_clause_in_force_and_is_well_formed(slug: str) -> None:
    book = rulebook(slug)
    options = book.options()
    html = rulebook_html(printed(book, options))
    page = Page(html)
    assert page.open == []
    ids = [value for tag, name, value in page.attributes if name == "id" and tag == "div"]
    assert ids == [f"c{number}" for number in book.in_order if book.clauses[number].text(options)]
    seen = re.sub(r"(10|[2-9JQKA])(?=<svg)", "", html)
    text = Page(seen).reads()
    for number in book.in_order:
        assert words(book.clauses[number].text(options)) in re.sub(r" +", " ", text), number


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_needs_nothing_from_elsewhere(slug: str) -> None:
    book = rulebook(slug)
    for html in (
        rulebook_html(printed(book, book.options())),
        sheet_html(printed_sheet(book, book.options(), [example_of(slug)])),
    ):
        assert "url(" not in html
        assert "@import" not in html
        assert "<script" not in html
        for tag, name, value in Page(html).attributes:
            assert name != "src"
            if name == "href":
                assert tag == "use"
                assert value in ("#suit-S", "#suit-H", "#suit-D", "#suit-C")


def test_cards_are_drawn_in_their_colours_and_named_for_those_who_cannot_see_them() -> None:
    book = rulebook("big-two")
    html = rulebook_html(printed(book, book.options()))
    heart = '<span class="card red" role="img" aria-label="three of hearts">3<svg class="suit red" aria-hidden="true">'
    spade = '<span class="card" role="img" aria-label="three of spades">3<svg class="suit" aria-hidden="true">'
    assert heart + '<use href="#suit-H"/></svg></span>' in html
    assert spade + '<use href="#suit-S"/></svg></span>' in html


@pytest.mark.parametrize("slug", SLUGS)
def test_the_house_rules_in_force_are_worded_into_the_clauses(slug: str) -> None:
    """With any option changed, every page reads as the clauses do then, and the answer is marked as agreed."""
    book = rulebook(slug)
    for each in choices(book.options):
        for value in each.values[1:]:
            options = read_options(book.options, [f"{each.name}={str(value).lower() if value is True else value}"])
            page = printed(book, options)
            shown = {clause.number: clause.text for chapter in page.chapters for clause in chapter.clauses}
            for number in each.clauses:
                assert shown.get(number, "") == book.clauses[number].text(options)
            answer = next(rule for rule in page.house_rules if rule.asks == each.asks)
            assert (answer.answer, answer.changed) == (in_words(value), True)
            assert f"**{answer.answer}".split("_")[0] in rulebook_markdown(page).replace("\\", "").replace("♦", "D")


def test_a_page_under_house_rules_says_whose_they_are() -> None:
    book = rulebook("big-two")
    options = read_options(book.options, ["remainder_3p=to_3D_holder"])
    page = printed(book, options, "As Monday Card Club plays it in the season 2026-27")
    html = rulebook_html(page)
    assert "As Monday Card Club plays it in the season 2026-27" in html
    assert "the card left over goes to the holder of" in html
    assert "is turned face up and is out of play" not in html
    assert '<tr class="changed"><td>With three players, where does the 52nd card go?</td>' in html
    markdown = rulebook_markdown(page)
    assert "- **2.2** With three players the card left over goes to the holder of 3♦. †" in markdown
    assert "| **to 3♦ holder** | face up out |" in markdown


def test_what_a_club_is_called_is_no_markup() -> None:
    book = rulebook("pontoon")
    page = printed(book, book.options(), "As <b>Ann & *Ben*</b> play it")
    assert "As &lt;b&gt;Ann &amp; *Ben*&lt;/b&gt; play it" in rulebook_html(page)
    assert "As \\<b\\>Ann & \\*Ben\\*\\</b\\> play it" in rulebook_markdown(page)


def test_readings_of_open_questions_are_marked_and_explained() -> None:
    page = printed(rulebook("big-two"), rulebook("big-two").options())
    marks = {clause.number: clause.mark for chapter in page.chapters for clause in chapter.clauses}
    assert (marks["2.1"], marks["2.2"]) == ("", "†")
    assert FOOTNOTE in rulebook_markdown(page)
    assert FOOTNOTE in rulebook_html(page)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_sheet_has_each_verb_with_its_example_as_it_is_typed(slug: str) -> None:
    book = rulebook(slug)
    sheet = printed_sheet(book, book.options(), [example_of(slug)])
    html, markdown = sheet_html(sheet), sheet_markdown(sheet)
    text = Page(html).reads()
    assert Page(html).open == []
    for each in sheet.lines:
        assert f"{each.pattern}{each.line}" in text.replace("\n", "")
        assert f"| `{each.pattern}` | `{each.line}`" in markdown
    assert f"game: {slug}\nseats: " in markdown


def test_the_sheet_tells_how_the_cards_of_the_pack_are_spelled() -> None:
    book = rulebook("united-states-stud")
    assert "W is a wildcard" in printed_sheet(book, book.options(), []).spelling[0]
    book = rulebook("big-two")
    assert "W is a wildcard" not in printed_sheet(book, book.options(), []).spelling[0]
