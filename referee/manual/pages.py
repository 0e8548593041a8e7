"""Pages of the manual: read, found by name, and searched for a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
ORDER: Final = (
    "first-monday",
    "windows-and-mac",
    "rulings",
    "records",
    "tables",
    "seating",
    "season",
    "disputes",
    "corrections",
    "tournaments",
    "freezeouts",
    "rulebooks",
    "import-export",
    "backups",
    "desk",
    "board",
    "phones",
    "players",
    "network",
    "officers",
    "privacy",
    "integrity",
    "scripting",
    "words",
    "developing",
)
"""The pages that are files, as they are read one after another. The page `commands` is made from the program."""
WORDS: Final = "words"
_TERM: Final = re.compile(r"- \*\*(.+?)\*\*: (.+)")
_SENTENCE: Final = re.compile(r"(?<=[.?])\s+(?=[A-Z`])")
_LIST: Final = re.compile(r"- ")


@dataclass(frozen=True)
class Page:
    """A page: its name, and its text in Markdown, which begins with a title and a sentence about it."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """The title."""
        return self.text.split("\n", 1)[0].removeprefix("# ")

    @property
    def about(self) -> str:
        """The first sentence, which says what the page is for."""
        return self.text.split("\n\n")[1].replace("\n", " ").split(". ")[0].rstrip(".") + "."


@dataclass(frozen=True)
class Mention:
    """Where a word stands: the page, the heading above, and the line."""

    page: str
    heading: str
    line: str


@cache
def read_page(name: str) -> Page:
    """Return the page of a name of `ORDER`."""
    return Page(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def find_pages(name: str, names: Sequence[str]) -> list[str]:
    """Return the name that was typed, or those that it is the beginning of."""
    slug = "-".join(name.casefold().split())
    return [slug] if slug in names else [name for name in names if slug and name.startswith(slug)]


def definitions() -> dict[str, str]:
    """Return what each term means, as the page `words` has it, by the term in small letters."""
    meanings = {}
    for paragraph in paragraphs(read_page(WORDS).text):
        if term := _TERM.fullmatch(paragraph):
            for term_name in term[1].split(", "):
                meanings[term_name.casefold()] = term[2]
    return meanings


def find_definition(term: str) -> tuple[str, str] | None:
    """Return a term with its meaning, if the page `words` defines it."""
    meanings, folded_term = definitions(), " ".join(term.casefold().split())
    for candidate in (
        folded_term,
        folded_term.removesuffix("s"),
        folded_term.removesuffix("ies") + "y",
        folded_term.replace(" ", "-"),
        folded_term.replace("-", " "),
    ):
        if candidate in meanings:
            return candidate, meanings[candidate]
    return None


def find_mentions(words: str, pages: Sequence[Page]) -> list[Mention]:
    """Return every place in some pages that has the words typed, in capitals or not: the sentence, or the row."""
    pattern = re.compile(r"(?<!\w)" + r"\w*[\s-]+".join(map(_stem, re.split(r"[\s-]+", words.strip()))), re.IGNORECASE)
    mentions = []
    for place in (mention for page in pages for mention in _lines(page)):
        hit = next((sentence for sentence in _SENTENCE.split(place.line) if pattern.search(sentence)), "")
        if hit or pattern.search(place.line):
            mentions.append(replace(place, line=hit or place.line))
    return mentions


def _stem(word: str) -> str:
    """Return a word without what its plural changes, to be found at the beginning of words."""
    return re.escape(word[:-1] if len(word) > 3 and word[-1] in "sy" else word)


def _lines(page: Page) -> Iterator[Mention]:
    heading = page.title
    for paragraph in paragraphs(page.text):
        if paragraph.startswith("#"):
            heading = paragraph.lstrip("# ")
        yield Mention(page.name, heading, paragraph.lstrip("# "))


def paragraphs(text: str) -> Iterator[str]:
    """Give paragraphs and items of lists as a line each, and rows of tables and examples as they stand."""
    joined: list[str] = []
    example = False
    for line in text.split("\n"):
        if line.startswith("```"):
            example = not example
        starts = not line or line.startswith(("```", "#", "|")) or example or bool(_LIST.match(line))
        if starts and joined:
            yield " ".join(joined)
            joined = []
        if line.startswith("```") or not line:
            continue
        if example or line.startswith(("|", "#")):
            yield line
        else:
            joined.append(line.strip())
    if joined:
        yield " ".join(joined)
