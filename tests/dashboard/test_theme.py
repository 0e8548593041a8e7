"""The colours of the desk can be read in a bad light."""

import asyncio
import re
from itertools import product
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.theme import Theme

from referee.cards.screen import SUIT_COLOURS
from referee.club.folder import Club
from referee.dashboard import theme as themes
from referee.dashboard.app import Dashboard
from referee.dashboard.rendering import CARD_STOCK, FAINT, QR_STYLE
from referee.dashboard.theme import HIGH_CONTRAST, LIGHT, REFEREE, THEMES
from referee.dashboard.widgets.listing import Listing, ListRow
from tests.cards.contrast import contrast

TEXTS = ("text", "text-muted", "text-disabled", "text-accent", "text-warning", "text-error", "text-success")


def colours(theme: Theme) -> dict[str, str]:
    return {**theme.to_color_system().generate(), **theme.variables}


def named(each: object) -> str:
    return each.name if isinstance(each, Theme) else f"{each}"


def test_the_contrast_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("ground", ["background", "surface", "panel", "block-cursor-background", "primary"])
@pytest.mark.parametrize("ink", TEXTS)
@pytest.mark.parametrize(
    ("theme", "least"), [(REFEREE, 4.5), (LIGHT, 4.5), (HIGH_CONTRAST, 7)], ids=lambda each: getattr(each, "name", "")
)
def test_every_text_stands_out_from_what_it_is_written_on(theme: Theme, least: float, ink: str, ground: str) -> None:
    assert contrast(colours(theme)[ink], colours(theme)[ground]) >= least


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("footer-key-foreground", "footer-key-background"),
        ("footer-description-foreground", "footer-description-background"),
        ("input-cursor-foreground", "input-cursor-background"),
    ],
)
@pytest.mark.parametrize("theme", [theme for theme, _ in THEMES], ids=named)
def test_headings_hints_keys_and_the_cursor_stand_out_too(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(colours(theme)[ink], colours(theme)[ground]) >= 4.5


PICTURES = [path for path in (Path(__file__).parent / "screens").glob("*.svg") if not path.stem.startswith("no-color")]
DRAWN_AT = re.compile(
    r'<(rect|text) x="([\d.]+)" y="(\d+)" (?:width="([\d.]+)" height="\d+" )?fill="(#\w{6})"[^>]*>([^<]*)'
)
STATED = {
    **{inks[0]: inks for inks in themes._COLOURS.values()},
    **{
        colour: (colour,) * 3
        for colour in (CARD_STOCK, *(ink.light for ink in SUIT_COLOURS.values()), *QR_STYLE.split(" on "))
    },
}
"""The colours of the first theme, and what stands for each in the others; cards are drawn alike in all."""


def words_of(drawn: str) -> set[tuple[str, str]]:
    """The ink of the words of a picture, each with what it is written on."""
    found, grounds = set(), []
    for kind, left, top, width, fill, text in DRAWN_AT.findall(drawn):
        if kind == "rect":
            grounds.append((float(left), float(left) + float(width), int(top), fill))
        elif re.search(r"\w", text):
            beneath = [on for x, end, y, on in grounds if x <= float(left) + 1 < end and y < int(top) <= y + 18]
            found.add((fill, beneath[-1] if beneath else themes._COLOURS["ground"][0]))
    return found


def behind_a_dialog(colour: str) -> str:
    """What a colour is drawn as on a screen that waits behind a dialog, where nothing is to be read."""
    ground = Color.parse(themes._COLOURS["ground"][0])
    return ground.blend(Color.parse(colour), 0.4).hex.lower()


def test_all_words_in_the_pictures_of_screens_can_be_read_in_every_theme() -> None:
    pairs = {pair: path.stem for path in PICTURES for pair in words_of(path.read_text(encoding="utf-8"))}
    assert len(pairs) > 30
    behind = {near for colour in STATED for near in neighbours(behind_a_dialog(colour))}
    wrong = []
    for (ink, ground), where in pairs.items():
        if ink in behind:
            continue
        if ink not in STATED:  # dimmed, or half seen through
            wrong.append(f"{where}: {ink} on {ground} is no colour of a theme")
        elif ground in STATED:
            read = zip(STATED[ink], STATED[ground], strict=True)
            wrong += [f"{where}: {i} on {g}" for i, g in read if contrast(i, g) < 4.5]
        elif contrast(ink, ground) < 4.5:
            wrong.append(f"{where}: {ink} on {ground}")
    assert wrong == []


def neighbours(colour: str) -> list[str]:
    """A colour, and those that rounding makes of it."""
    parts = [int(colour[index : index + 2], 16) for index in (1, 3, 5)]
    return [
        "#" + "".join(f"{max(0, part + by):02x}" for part, by in zip(parts, step, strict=True))
        for step in product((-1, 0, 1), repeat=3)
    ]


def test_the_colour_of_every_text_is_stated() -> None:
    stated = colours(REFEREE)
    assert all(stated[name].startswith("#") and len(stated[name]) == 7 for name in TEXTS)


def test_a_theme_that_is_chosen_is_remembered_on_this_computer(club: Club) -> None:
    for theme, _ in reversed(THEMES):
        themes.choose_theme(Dashboard(club), theme.name)
        assert Dashboard(club).theme == theme.name


@pytest.mark.parametrize("kept", ["no such theme", ""])
def test_a_theme_that_there_is_not_is_the_clubs_own(club: Club, kept: str) -> None:
    themes.theme_path().parent.mkdir(parents=True, exist_ok=True)
    themes.theme_path().write_text(kept, encoding="utf-8")
    assert Dashboard(club).theme == REFEREE.name


class _Listed(App[None]):
    """A list with a row that is over."""

    def compose(self) -> ComposeResult:
        yield Listing()

    def on_mount(self) -> None:
        themes.apply_theme(self)
        self.query_one(Listing).show(["name"], [ListRow("1", ["Ann"]), ListRow("2", ["Ben"], FAINT)])


@pytest.mark.screen
def test_a_row_that_is_over_takes_on_the_colour_of_another_theme() -> None:
    async def run() -> None:
        app = _Listed()
        async with app.run_test() as pilot:
            for theme, _ in reversed(THEMES):
                app.theme = theme.name
                await pilot.pause()
                name = app.query_one(Listing).get_row("2")[0]
                assert str(name.style) == colours(theme)["text-disabled"]

    asyncio.run(run())
