"""A thumb: whatever the page of a table lets be tapped, ticked, or typed as a number, and nothing else.

It runs no script: it follows links and sends forms as a browser does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree.ElementTree import Element

import html5lib

from tests.phones.serving import Answer, Phone


@dataclass
class Page:
    """The part of a page that is for saying something."""

    whole: Element
    say: Element

    @staticmethod
    def of(answer: Answer) -> Page:
        text = html5lib.parse(answer.text, namespaceHTMLElements=False)
        [say] = (element for element in text.iter("div") if element.get("id") == "say")
        return Page(text, say)

    @property
    def links(self) -> list[str]:
        return [element.attrib["href"] for element in self.say.iter("a")]

    def form(self, action: str) -> Element | None:
        return next((element for element in self.say.iter("form") if element.get("action") == action), None)

    @property
    def questions(self) -> list[Element]:
        """The forms that ask for cards, or for a number."""
        return [element for element in self.say.iter("form") if "go" in hidden(element)]

    @property
    def line(self) -> str:
        """The line that can be recorded; empty where there is none."""
        form = self.form("/line")
        return "" if form is None else hidden(form)["line"]

    @property
    def verdict(self) -> str:
        """Whether that line would be legal, illegal or open."""
        classes = [element.get("class", "").split() for element in self.say.iter("p")]
        return next((each[1] for each in classes if each[:1] == ["ruling"]), "")

    @property
    def turn(self) -> str:
        """Whose turn it is, by name; empty where that is nobody's."""
        [says] = [
            "".join(element.itertext())
            for element in self.whole.iter("p")
            if "turn" in element.get("class", "").split()
        ]
        return says.removeprefix("Your turn, ") if says.startswith("Your turn, ") else says.partition("'s turn")[0]


def boxes_of(form: Element) -> list[str]:
    """Return the cards that a form lets tick."""
    return [element.attrib["value"] for element in form.iter("input") if element.get("type") in ("checkbox", "radio")]


def hidden(form: Element) -> dict[str, str]:
    """Return the fields of a form that nobody fills in."""
    return {
        element.attrib["name"]: element.attrib["value"]
        for element in form.iter("input")
        if element.get("type") == "hidden"
    }


@dataclass
class Thumb:
    """A player who taps; `taps` are the addresses that were asked for."""

    phone: Phone
    taps: list[str] = field(default_factory=list)

    def look(self, path: str = "/t") -> Page:
        self.taps.append(path)
        answer = self.phone.get(path)
        assert answer.status == 200, (path, answer.status, answer.told)
        return Page.of(answer)

    def say(self, line: str) -> Page | None:
        """Tap until a line can be recorded; None where no taps lead to it."""
        begun = self.look()
        return next(self._ways(begun, line, [begun.turn]), None)

    def record(self, page: Page) -> Answer:
        form = page.form("/line")
        assert form is not None
        answer = self.phone.post("/line", hidden(form))
        assert answer.status == 303, answer.told
        return self.phone.get(answer.headers["Location"])

    def _ways(self, page: Page, line: str, turn: list[str]) -> Iterator[Page]:
        """Yield the pages on which a line can be recorded, over all that can be tapped and leads there."""
        if page.line and _same(page.line, line):
            yield page
            return
        for form in page.questions:
            yield from self._filled(page, form, line, turn)
        ways = sorted({(_lead(each), each) for each in page.links}, key=lambda each: -len(each[0]))
        for lead, link in ways:
            leads_there = _begins(lead, line, turn) or _same(lead, line)
            if lead and leads_there and link not in self.taps[-9:]:
                yield from self._ways(self.look(link), line, turn)

    def _filled(self, page: Page, form: Element, line: str, turn: list[str]) -> Iterator[Page]:
        """Tick the cards that come next in a line, or type its next number."""
        given, boxes = hidden(form), boxes_of(form)
        rest = _rest(given["say"], line, turn) or []
        if boxes:
            one = any(element.get("type") == "radio" for element in form.iter("input"))
            words = rest[:1] if one else rest
            words = [*takewhile(boxes.__contains__, words)]
            words.sort(key=boxes.index)  # a browser sends them in the order of the grid
        else:
            words = [*takewhile(str.isdecimal, rest[:1])]
        if words:
            yield from self._ways(self.look(self.address(given, words)), line, turn)

    @staticmethod
    def address(given: dict[str, str], words: Sequence[str]) -> str:
        """Return where a form leads that is filled in with some words."""
        return f"/t?{urlencode([*given.items(), *(('c', word) for word in words)])}"


def _lead(link: str) -> str:
    """Return what a link says, or begins to say."""
    asked = parse_qs(urlsplit(link).query)
    return next((asked[name][0].strip() for name in ("line", "say") if name in asked), "")


def _rest(lead: str, line: str, turn: list[str]) -> list[str] | None:
    """Return the words of a line that come after a lead, in which the name of whose turn it is may be left out."""
    words = line.split()
    for said in (lead.split(), [*turn, *lead.split()]):
        if _plain(words[: len(said)]) == _plain(said):
            return words[len(said) :]
    return None


def _begins(lead: str, line: str, turn: list[str]) -> bool:
    return _rest(lead, line, turn) is not None


def _same(line: str, other: str) -> bool:
    """Tell whether two lines are one: cards are tapped in no order."""
    return sorted(_plain(line.split())) == sorted(_plain(other.split()))


def _plain(words: list[str]) -> list[str]:
    return [word.casefold() for word in words]
