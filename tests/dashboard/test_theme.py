"""The colours of the desk can be read in a bad light."""

import pytest
from textual.color import Color
from textual.theme import Theme

from referee.club.folder import Club
from referee.dashboard import theme as themes
from referee.dashboard.app import Dashboard
from referee.dashboard.theme import HIGH_CONTRAST, LIGHT, REFEREE, THEMES

INKS = ("text", "text-muted", "text-accent", "text-warning", "text-error", "text-success")


def colours(theme: Theme) -> dict[str, str]:
    return {**theme.to_color_system().generate(), **theme.variables}


def named(each: object) -> str:
    return each.name if isinstance(each, Theme) else f"{each}"


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
@pytest.mark.parametrize(
    ("theme", "least"), [(REFEREE, 4.5), (LIGHT, 4.5), (HIGH_CONTRAST, 7)], ids=lambda each: getattr(each, "name", "")
)
def test_every_text_stands_out_from_what_it_is_written_on(theme: Theme, least: float, ink: str, ground: str) -> None:
    assert contrast(colours(theme)[ink], colours(theme)[ground]) >= least


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
@pytest.mark.parametrize("theme", [each for each, _ in THEMES], ids=named)
def test_headings_hints_keys_and_the_cursor_stand_out_too(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(colours(theme)[ink], colours(theme)[ground]) >= 4.5


def test_the_colour_of_every_text_is_stated() -> None:
    stated = colours(REFEREE)
    assert all(stated[name].startswith("#") and len(stated[name]) == 7 for name in INKS)


def test_a_theme_that_is_chosen_is_remembered_on_this_computer(club: Club) -> None:
    for theme, _ in reversed(THEMES):
        themes.choose(Dashboard(club), theme.name)
        assert Dashboard(club).theme == theme.name


@pytest.mark.parametrize("kept", ["no such theme", ""])
def test_a_theme_that_there_is_not_is_the_clubs_own(club: Club, kept: str) -> None:
    themes.place().parent.mkdir(parents=True, exist_ok=True)
    themes.place().write_text(kept, encoding="utf-8")
    assert Dashboard(club).theme == REFEREE.name
