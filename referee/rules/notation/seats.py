"""The seats at a table in order of play, and the rules for valid player names."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Final
from unicodedata import category, normalize

from referee.cards.immutable import frozen

LONGEST_NAME = 60
# The first of the characters that stand for the players in texts: private ones, which nobody can type.
FIRST_MARK: Final = 0xF000
_CARD = re.compile(r"\b(10|[2-9TJQKA])[SHDC]\b")


def clean_name(text: str) -> str:
    """Return a name in stored form: single blanks, and composed accented letters (NFC)."""
    return normalize("NFC", " ".join(text.split()))


def name_fault(name: str, openings: Container[str] = ("deal",)) -> str | None:
    """Return why a name would make a record unreadable or ambiguous; None if it is valid.

    `openings` are the words that may begin a line without a player's name.
    """
    if len(name) > LONGEST_NAME:
        return f"{name[:20]}... has {len(name)} letters. Use a name of at most {LONGEST_NAME}"
    # A combining mark belongs to a letter, in scripts without a single character for both.
    if not name[:1].isalpha() or not all(
        char.isalnum() or char in " .'’-_" or category(char).startswith("M") for char in name
    ):
        return f"{name!r} cannot be a name. Use a letter first, then letters, digits, spaces or - . '"
    if (first := name.casefold().split()[0]) in openings:
        return f"{name!r} cannot be a name: a line of a record may begin with {first!r}. Use another"
    if card := _CARD.search(name):
        return f"{name!r} cannot be a name, as {card[0]} is a card. Type initials with full stops"
    return None


@frozen
class Seats:
    """The players' names. A seat is an index into them.

    Seats are `ordered` clockwise, unless a record in progress does not give the seating. Then they are in order of
    mention, players may be missing, and the turn is unknown.
    """

    names: tuple[str, ...]
    ordered: bool = True

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.names)))

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.names[seat]

    @property
    def with_marks(self) -> Seats:
        """The same seats with marks instead of names. Rulings contain marks until they are displayed."""
        return Seats(tuple(chr(FIRST_MARK + seat) for seat in self), self.ordered)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in order of play, starting with the seat to the left."""
        return tuple((seat + step) % len(self.names) for step in range(1, len(self.names)))
