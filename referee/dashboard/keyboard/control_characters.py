"""Replace control characters in all drawn text, so that no text can command the terminal."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from referee.rules.plain_text import first_unfit, with_signs


class ControlCharacterFilter(LineFilter):
    """A line filter that draws a visible sign for each control character."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the row of segments without control characters and with its width unchanged."""
        if all(segment.control or first_unfit(segment.text) is None for segment in segments):
            return segments
        plain_segments = [
            segment if segment.control else Segment(with_signs(segment.text), segment.style) for segment in segments
        ]
        return Segment.adjust_line_length(plain_segments, Segment.get_line_length(segments))


CONTROL_CHARACTER_FILTER: Final = ControlCharacterFilter()
"""The filter for every row of a screen."""
