"""The list widget of suggestions below an input."""

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
    """Suggestions, of which one may be selected. A digit picks its row while `picks_by_digit` is set."""

    picks_by_digit = True

    def __init__(self) -> None:
        super().__init__(id="names", classes="pointed", markup=False)
        self.can_focus = False

    def show(
        self,
        rows: Sequence[tuple[Content, str]],
        marked_row: int | None,
        letters: Sequence[str] = (),
        *,
        picks_by_digit: bool,
    ) -> None:
        """Show rows with ids, and select one of them or none.

        The rows have `letters` in a menu. Otherwise they have digits if `picks_by_digit` is set.
        """
        self.picks_by_digit = picks_by_digit
        digits = [f"{digit} " for digit in _DIGITS if picks_by_digit]
        leads = [f"{letter:{max(map(len, letters))}}  " for letter in letters] or [*digits, *["  "] * len(rows)]
        options = zip(leads, rows, strict=False)
        self.set_options(Option(Content.assemble((lead, "$text-accent"), row), id=id) for lead, (row, id) in options)
        self.highlighted = marked_row

    def step(self, step: int) -> None:
        """Select the next or previous row."""
        self.action_cursor_down() if step > 0 else self.action_cursor_up()

    def pick(self, key: str) -> bool:
        """Select the row of a digit. Return whether the key is a digit with a row."""
        is_row_digit = self.picks_by_digit and key in _DIGITS and int(key) <= self.option_count
        if is_row_digit:
            self.highlighted = int(key) - 1
        return is_row_digit


def row_for_enter(text: str, matches: Sequence[Key], names: Mapping[Key, str], row_count: int) -> int | None:
    """Return the row to select for Enter, or None if there is no text or a likely typo.

    The last row adds a guest, for a name unlike any on the roster.
    """
    is_slip = not matches and correct_slip(text, names) is not None
    return None if not text or is_slip or not row_count else 0 if matches else row_count - 1
