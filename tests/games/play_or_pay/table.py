"""Whole records of Play or Pay, and what is asked of them."""

from referee.games import rulebook
from referee.rules import JudgedLine, Report, Unit, total
from tests.games.ruling import check

BOOK = rulebook("play-or-pay")
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
UP = "A23456789TJQK"
GAME = "play-or-pay"
PACK = [rank + suit for suit in "SDCH" for rank in UP]


def match(*lines: str, players: int = 3, options: str = "") -> Report:
    """A whole record; line 5 is the first (6 with options)."""
    header = [f"game: {GAME}", f"seats: {', '.join(NAMES[:players])}"]
    return check("\n".join([*header, *([f"options: {options}"] if options else []), "", *lines]))


def partial_record(*lines: str, players: int = 3, options: str = "") -> Report:
    """A record that begins in the middle, and says who sits where."""
    header = [f"game: {GAME}", f"seats: {', '.join(NAMES[:players])}", "hand: in progress"]
    return check("\n".join([*header, *([f"options: {options}"] if options else []), "", *lines]))


def verdict_and_clause(entry: JudgedLine) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def offer_texts(entry: JudgedLine) -> list[str]:
    return [*(offer.text for offer in entry.ruling.alternatives), *entry.ruling.due]


def chips(sheet: Report) -> list[int]:
    return [total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats]


def suit_in_order(start: str, suit: str) -> list[str]:
    at = UP.index(start)
    return [rank + suit for rank in UP[at:] + UP[:at]]


def in_rotation(cards: list[str], players: int, first: int = 0) -> list[str]:
    """Everybody in turn happens to hold the card wanted."""
    return [f"{NAMES[(first + turn) % players]} plays {card}" for turn, card in enumerate(cards)]


HEARTS = in_rotation(suit_in_order("T", "H"), 4)  # Ann plays the thirteenth, 9H
