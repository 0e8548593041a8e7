"""Pictures of screens differ when what is seen differs, and say how."""

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from tests.dashboard.picture import difference, laid_out_by, picture, rows

pytestmark = pytest.mark.screen


class Sign(App[None]):
    """A program with one text on its screen."""

    def __init__(self, text: Content) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text)


def of(*parts: str | tuple[str, str]) -> str:
    """A picture of a small screen with a text on it."""

    async def run() -> str:
        app = Sign(Content.assemble(*parts))
        async with app.run_test(size=(30, 2)) as pilot:
            await pilot.pause()
            return picture(app)

    return asyncio.run(run())


def test_a_picture_holds_the_text_of_every_row_in_its_columns() -> None:
    assert rows(of("  Ann plays ", ("3♦", "bold red"), "\n <Ben> & Cal")) == ["  Ann plays 3♦", " <Ben> & Cal"]


def test_two_pictures_of_one_screen_are_equal() -> None:
    assert of("Ann ", ("passes", "bold")) == of("Ann ", ("passes", "bold"))


def test_another_text_is_told_as_the_rows_before_and_after() -> None:
    assert difference(of("Ann passes\nBen"), of("Ann plays 3D\nBen")) == "- Ann passes\n+ Ann plays 3D"


@pytest.mark.parametrize("style", ["bold", "italic", "underline", "strike", "reverse", "red", "on red"])
def test_another_look_of_the_same_text_is_told_with_its_row(style: str) -> None:
    told = difference(of("Ann\nBen passes"), of("Ann\nBen ", ("passes", style)))
    assert told == "the text is the same; colours or weight differ in the rows 2"


def test_the_colour_of_a_blank_is_not_seen() -> None:
    assert difference(of("Ann passes"), of("Ann", (" ", "red"), "passes")) == ""


def test_a_picture_knows_by_which_textual_it_was_laid_out_and_that_is_no_difference() -> None:
    drawn = of("Ann")
    assert laid_out_by(drawn)
    older = drawn.replace(f"Textual {laid_out_by(drawn)} ", "Textual 8.0.0 ")
    assert older != drawn
    assert difference(older, drawn) == ""
