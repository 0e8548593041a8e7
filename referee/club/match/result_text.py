"""Results and line numbers, as officers type them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.club.text.faults import ClubFault

# Names may contain numbers, so an amount follows an equals sign, or stands apart with a sign.
_AMOUNT: Final = r"(?:=\s*(?P<said>[+-]?\d{1,30})|\s(?P<signed>[+-]\d{1,30}))(?![^\s,;])"
_WON: Final = re.compile(rf"[\s,;]*(?P<name>[^=,;>]*?[^=,;>\s])\s*{_AMOUNT}[\s,;]*")
_LINES: Final = re.compile(r"(\d{1,30})(?:\s*-\s*(\d{1,30}))?")
_MOST_LINES: Final = 100_000


def parse_result(*words: str) -> tuple[list[list[str]], dict[str, int]]:
    """Return a typed or printed result: the players tied for each place, best first, or the chips won and lost.

    Places are ``Cal > Ann, Ben > Dee`` or ``Cal > Ann = Ben > Dee``, chips ``Ann=5 Ben=-5`` or ``Ann +5, Ben -5``. Each
    of several texts is one place, or one player's chips. If a single text has only commas, they separate places: ``Cal,
    Ann, Ben`` is an order without ties. Raise `ClubFault` for any other text.
    """
    texts = [text.replace("\N{MINUS SIGN}", "-") for text in words]
    if not any(re.search(_AMOUNT, text) for text in texts):
        if len(texts) == 1 and not re.search("[>=]", texts[0]):
            texts = texts[0].split(",")
        groups = " > ".join(texts).split(">")
        return [[name.strip() for name in re.split("[,=]", group) if name.strip()] for group in groups], {}
    text, position = ", ".join(texts), 0
    chips: dict[str, int] = {}
    while position < len(text):
        match = _WON.match(text, position)
        if match is None:
            raise ClubFault(f"{text[position:].strip()!r} is not NAME=CHIPS. Use chips such as Ann=5 Ben=-5")
        if match["name"] in chips:
            raise ClubFault(f"{match['name']} is named twice.")
        chips[match["name"]] = int(match["said"] or match["signed"])
        position = match.end()
    return [], chips


def parse_line_numbers(texts: Iterable[str]) -> list[int]:
    """Return line numbers from texts such as ``3`` and ``5-8``. Raise `ClubFault` for other texts, or for none."""
    numbers: list[int] = []
    for word in (word for text in texts for word in text.split(",") if word.strip()):
        match = _LINES.fullmatch(word.strip())
        if match is None:
            raise ClubFault(f"Invalid line number {word!r}. Use a number such as 5, or several such as 5-8.")
        first_number, last_number = int(match[1]), int(match[2] or match[1])
        if last_number < first_number:
            raise ClubFault(f"Invalid range {word!r}. Use {last_number}-{first_number}.")
        if last_number - first_number >= _MOST_LINES:
            raise ClubFault(f"Invalid range {word!r}. Use at most {_MOST_LINES} lines.")
        numbers.extend(range(first_number, last_number + 1))
    if not numbers:
        raise ClubFault("No line is named. Use its number, such as 5, or several, such as 5-8.")
    return numbers
