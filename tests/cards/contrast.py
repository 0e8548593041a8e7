"""How well one colour stands out from another."""

import re


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, such as ``#e9eee9``, by WCAG 2: from 1, the same, to 21, black on white."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = re.fullmatch("#(..)(..)(..)", colour)
    assert digits, colour
    levels = (int(each, 16) / 255 for each in digits.groups())
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
