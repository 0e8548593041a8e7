"""The pages of the manual: all are listed, each begins alike, and a page or a word is found as it is typed."""

import re
from pathlib import Path

import pytest

from referee.manual.pages import FOLDER, ORDER, Page, definitions, find_definition, find_mentions, find_pages, read_page

UNLEARNED = re.compile(
    r"(?i:\b(whoever|besides?|anew|of which|so many|put right|(?:is|are) to be|part(?:s|ed)? (?:them|those))\b)"
    r"|(?:^|[.:] )Who\b[^?]*?[.]",
    re.MULTILINE,
)
"""Words that the manual does without; `referee manual words` has those that it uses."""
LONGEST = 20
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def prose(text: str) -> str:
    """A page without its examples, its tables, its pictures and what stands as code."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"^(\||!).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`]+`", "x", text)


def test_every_file_is_a_page_and_every_page_a_file() -> None:
    assert sorted(ORDER) == sorted(path.stem for path in FOLDER.glob("*.md"))


@pytest.mark.parametrize("name", ORDER)
def test_a_page_begins_with_its_title_and_one_sentence(name: str) -> None:
    title, about, *_ = read_page(name).text.split("\n\n")
    assert re.fullmatch(r"# [A-Z][^\n]+", title)
    assert re.fullmatch(r"[A-Z][^.?!\n]+\.", about)
    assert (read_page(name).title, read_page(name).about) == (title[2:], about)


@pytest.mark.parametrize("name", ["README", *ORDER])
def test_a_page_uses_the_words_of_the_trade_and_short_sentences(name: str) -> None:
    text = prose(README if name == "README" else read_page(name).text)
    assert [matches[0] for matches in UNLEARNED.finditer(text)] == []
    paragraphs = re.split(r"\n\s*\n|\n(?=- )", text)
    sentences = [each for one in paragraphs for each in re.split(r"(?<=[.?!:;])\s+", one.replace("\n", " "))]
    assert [sentence for sentence in sentences if len(sentence.split()) > LONGEST] == []


@pytest.mark.parametrize("name", ORDER)
def test_a_page_fits_a_terminal_and_leads_to_pages_that_are_there(name: str) -> None:
    lines = re.sub(r"```console.*?```", "", read_page(name).text, flags=re.DOTALL).splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []
    led = re.findall(r"`referee manual ([a-z-]+)`", read_page(name).text)
    assert set(led) <= {*ORDER, "commands"}


def test_each_term_is_defined_once_in_one_sentence() -> None:
    terms = re.findall(r"^- \*\*(.+?)\*\*: (.+)$", read_page("words").text, re.MULTILINE)
    assert len(terms) == len({term.casefold() for term, _ in terms}) == len(definitions()) > 80
    assert [meaning for _, meaning in terms if not re.fullmatch(r"[A-Z][^.]+(\.\d[^.]*)*\.", meaning)] == []
    prompted = (
        "session match table hand deal line play ruling legal illegal open clause interpretation undo correct void"
    )
    assert all(map(find_definition, prompted.split()))
    more = ("house rule", "let stand", "walkover", "bye", "round", "draw", "seed", "standings", "tie-break", "penalty")
    assert all(map(find_definition, (*more, "dispute", "appeal", "officer", "guest")))


@pytest.mark.parametrize(
    ("typed", "term"),
    [("Match", "match"), ("penalties", "penalty"), ("byes", "bye"), ("tie break", "tie-break"), ("knockout", None)],
)
def test_a_term_is_found_in_any_form(typed: str, term: str | None) -> None:
    matches = find_definition(typed)
    assert matches is not None
    assert matches[0] == (term or typed)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("desk", ["desk"]),
        ("Desk", ["desk"]),
        ("first", ["first-monday"]),
        ("first monday", ["first-monday"]),
        ("r", ["rulings", "records", "rulebooks"]),
        ("", []),
        ("monday", []),
    ],
)
def test_a_page_is_found_by_its_name_or_its_beginning(typed: str, found: list[str]) -> None:
    assert find_pages(typed, ORDER) == found


EXAMPLE = Page(
    "example",
    """\
# Example

The first sentence says it. Others
follow it; a Walk-over is here.

## Later

- **one**: A point
  on two lines.

```console
$ referee walkover 1
  walkovers
```

| a walkover | b |
""",
)


def test_a_word_is_found_by_sentence_row_and_line_of_an_example() -> None:
    matches = [(place.heading, place.line) for place in find_mentions("walk over", [EXAMPLE])]
    assert matches == [("Example", "Others follow it; a Walk-over is here.")]
    matches = [(place.heading, place.line) for place in find_mentions("walkover", [EXAMPLE])]
    assert matches == [("Later", "$ referee walkover 1"), ("Later", "walkovers"), ("Later", "| a walkover | b |")]
    assert [place.line for place in find_mentions("point on two", [EXAMPLE])] == ["- **one**: A point on two lines."]
    assert find_mentions("entence", [EXAMPLE]) == []  # words are found by their beginnings
    assert [place.line for place in find_mentions("sentences", [EXAMPLE])] == ["The first sentence says it."]
