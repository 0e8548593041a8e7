"""The colours of the desk can be read in a bad light."""

import pytest
from textual.color import Color

from referee.dashboard.theme import REFEREE

INKS = ("text", "text-muted", "text-accent", "text-warning", "text-error", "text-success")
COLOURS = {
    **REFEREE.variables,
    **{name: str(getattr(REFEREE, name)) for name in ("background", "surface", "panel", "primary")},
}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2: from 1, the same, to 21, black on white."""
    darker, lighter = sorted(_luminance(Color.parse(each)) for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_contrast_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("ground", ["background", "surface", "panel", "block-cursor-background"])
@pytest.mark.parametrize("ink", INKS)
def test_every_text_stands_out_from_what_it_is_written_on(ink: str, ground: str) -> None:
    assert contrast(COLOURS[ink], COLOURS[ground]) >= 4.5


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("text", "primary"),
        ("text-muted", "primary"),
        ("text-disabled", "panel"),
        ("footer-key-foreground", "footer-key-background"),
        ("footer-description-foreground", "footer-description-background"),
        ("input-cursor-foreground", "input-cursor-background"),
    ],
)
def test_headings_hints_keys_and_the_cursor_stand_out_too(ink: str, ground: str) -> None:
    assert contrast(COLOURS[ink], COLOURS[ground]) >= 4.5


def test_the_colour_of_every_text_is_stated() -> None:
    assert all(COLOURS[name].startswith("#") and len(COLOURS[name]) == 7 for name in INKS)
