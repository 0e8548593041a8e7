"""Pages of HTML read back by a parser that refuses what is not closed, to ask them what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import html5lib

_VOID = {"br", "meta", "link", "hr", "img", "input", "path", "rect", "circle", "use", "polyline"}


@dataclass(slots=True)
class Element:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it, as it stands."""
        return "".join(element if isinstance(element, str) else element.text for element in self.inside)

    def every(self) -> Iterator[Element]:
        """Yield it and all elements in it."""
        yield self
        for element in self.inside:
            if isinstance(element, Element):
                yield from element.every()

    def all(self, tag: str) -> list[Element]:
        """Return the elements of a kind."""
        return [element for element in self.every() if element.tag == tag and element is not self]

    def with_class(self, name: str) -> list[Element]:
        """Return the elements of a class."""
        return [element for element in self.every() if name in element.attributes.get("class", "").split()]

    def with_id(self, name: str) -> Element:
        """Return the one element of an id."""
        elements = [element for element in self.every() if element.attributes.get("id") == name]
        assert len(elements) == 1, f"{len(elements)} elements are called {name}"
        return elements[0]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def parsed(page: str) -> Element:
    """Read a page without a fault by the standard; every element that is opened must be closed, in order."""
    html5lib.HTMLParser(strict=True).parse(page)
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root], "something is not closed"
    return reader.root
