"""The names that may be meant by what is typed in the line above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from referee.club.text.name_similarity import correct_slip

Key = TypeVar("Key")
_DIGITS: Final = tuple("123456789")


class NameList(OptionList):
    """Names, of which one may be marked; a digit picks its row where it is not typed."""

    by_digit = True

    def __init__(self) -> None:
        super().__init__(id="names", classes="pointed", markup=False)
        self.can_focus = False

    def show(
        self,
        rows: Sequence[tuple[Content, str]],
        marked: int | None,
        letters: Sequence[str] = (),
        *,
        by_digit: bool,
    ) -> None:
        """List other rows, each with its id, of which one is marked.

        They are picked `by_digit` where none is typed; the rows of a menu have `letters` in the place of digits.
        """
        self.by_digit = by_digit
        digits = [f"{digit} " for digit in _DIGITS if by_digit]
        leads = [f"{letter:{max(map(len, letters))}}  " for letter in letters] or [*digits, *["  "] * len(rows)]
        options = zip(leads, rows, strict=False)
        self.set_options(Option(Content.assemble((lead, "$text-accent"), row), id=id) for lead, (row, id) in options)
        self.highlighted = marked

    def step(self, by: int) -> None:
        """Mark another name."""
        self.action_cursor_down() if by > 0 else self.action_cursor_up()

    def pick(self, key: str) -> bool:
        """Mark the row of a digit, and tell whether the key is one and has a row."""
        there = self.by_digit and key in _DIGITS and int(key) <= self.option_count
        if there:
            self.highlighted = int(key) - 1
        return there


def row_for_enter(text: str, fits: Sequence[Key], called: Mapping[Key, str], rows: int) -> int | None:
    """Return the row that Enter is for: none where nothing is typed, or a slip, which is for the officer to say.

    Whom nobody is like is a guest, who is added in the last row.
    """
    slip = not fits and correct_slip(text, called) is not None
    return None if not text or slip or not rows else 0 if fits else rows - 1
