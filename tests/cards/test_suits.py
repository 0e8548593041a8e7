"""Four colours for four suits, stated once, and read on whatever cards are drawn on: desk, pages and phones."""

import re

import pytest

from referee.cards.screen import SUIT_COLOURS
from referee.dashboard.rendering import CARD_STOCK, CARD_STYLES
from referee.phones.pages import cards, static
from tests.cards.contrast import contrast


def phone_colours() -> list[dict[str, str]]:
    """The colours of the phones' pages by name: the light ones, and the dark ones."""
    style = static("phone.css").decode()
    found: list[dict[str, str]] = [{}, {}]
    for dark, stated in re.findall(r"(@media\(prefers-color-scheme:dark\)\{)?:root\{([^}]*)\}", style):
        found[bool(dark)].update(re.findall(r"--([\w-]+):(#\w+)", stated))
    return [{name: full(colour) for name, colour in each.items()} for each in found]


def full(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(digit * 2 for digit in colour[1:])


@pytest.mark.parametrize("suit", SUIT_COLOURS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_card_is_read_on_every_ground_of_a_phone(suit: str, dark: bool) -> None:
    colours = phone_colours()[dark]
    assert colours[suit.lower()] == (SUIT_COLOURS[suit].dark if dark else SUIT_COLOURS[suit].light)
    for ground in ("paper", "card", "turn", "seen"):
        assert contrast(colours[suit.lower()], colours[ground]) >= 4.5, ground
    assert f'<b class="{suit.lower()}"' in cards(f"5{suit}")
    assert f".{suit.lower()}{{color:var(--{suit.lower()})}}" in static("phone.css").decode()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_is_wrong_open_or_faint_is_read_on_a_phone(dark: bool) -> None:
    colours = phone_colours()[dark]
    for ink in ("ink", "dim", "bad", "open", "good"):
        for ground in ("paper", "card"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("suit", SUIT_COLOURS)
def test_a_card_of_the_desk_is_drawn_with_it(suit: str) -> None:
    assert CARD_STYLES[suit] == f"bold {SUIT_COLOURS[suit].light} on {CARD_STOCK}"
    assert contrast(SUIT_COLOURS[suit].light, CARD_STOCK) >= 4.5


def page_colours() -> list[dict[str, str]]:
    style = render_style()
    light, dark = (
        dict(re.findall(r"--([\w-]+):(#\w{6})", part)) for part in style.split("prefers-color-scheme: dark", 1)
    )
    return [light, {**light, **dark}]


def render_style() -> str:
    from referee.export.pages.rendering import _environment

    return str(_environment().globals["css"])


@pytest.mark.parametrize("suit", SUIT_COLOURS)
def test_a_card_of_a_page_is_drawn_with_it(suit: str) -> None:
    assert f".card.{suit.lower()} {{ color: {SUIT_COLOURS[suit].light}; }}" in render_style()
    for colours in page_colours():
        assert contrast(SUIT_COLOURS[suit].light, colours["card"]) >= 4.5


@pytest.mark.parametrize("verdict", ["legal", "illegal", "open"])
def test_a_verdict_of_a_page_is_read_and_bold(verdict: str) -> None:
    for colours in page_colours():
        assert contrast(colours[verdict], colours[f"{verdict}-bg"]) >= 4.5
    badge = re.search(r"\.badge \{([^}]*)\}", render_style())
    assert badge
    assert "font-weight: 700" in badge[1]


@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_faint_text_of_a_page_is_read(ground: str) -> None:
    for colours in page_colours():
        assert contrast(colours["soft"], colours[ground]) >= 4.5
