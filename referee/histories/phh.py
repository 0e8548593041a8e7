"""Parse the PHH format for poker hands, specified at github.com/uoftcprg/phh-std, which is based on TOML.

A ``.phh`` file has one hand. A ``.phhs`` file has any number, each in a numbered table. Amounts may be decimals. A
`History` has them in whole chips, and the value of a chip.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.rules.notation.line_words import LONGEST_NUMBER
from referee.rules.plain_text import with_signs
from referee.rules.records.record import chip_value_fault

# Fields that begin with an underscore are free for any program's use.
CHIP: Final = "_chip"
HOLDEM: Final = {"NT": "no-limit Texas Hold'em", "FT": "fixed-limit Texas Hold'em"}
_OTHER_GAMES: Final = {
    "NS": "short-deck Hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "Omaha high-low",
    "F7S": "seven-card stud",
    "F7S/8": "seven-card stud high-low",
    "FR": "razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
_SECTION: Final = re.compile(r"^\s*\[\[?\s*(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+))\s*\]\]?\s*(?:#.*)?$")
_TOML_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_RAISES_TO: Final = re.compile(r"\bcbr\s+(\S+)")
# Parsing a key of very many parts, a.b.c.d, would take minutes.
_LONG_KEY: Final = re.compile(rb"^[^=\n\"'#]{500}", re.MULTILINE)
LARGEST: Final = 1_000_000
_UNKNOWN_STACK: Final = Decimal("Infinity")
# How many characters of a value a message quotes.
_MAX_QUOTE_LENGTH: Final = 60


class RefusedHand(ValueError):
    """The reason why a hand cannot be read or written, with the `line` in the file, from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@frozen
class HandText:
    """The text of one hand in a file: its label, empty for the only hand, and its first line, from 1."""

    label: str
    line: int
    data: bytes


@frozen
class History:
    """A hand in the terms of the format, with players in order from the dealer's left and amounts in whole chips.

    With 2 `decimals`, a chip is a hundredth of the file's unit. `chip` is its value, such as ``0.01 EUR``, or empty for
    one unit without a currency. An unknown stack is None. `winnings` and `finishing` are empty if the file does not
    give them. `label` is the file's name for the hand.
    """

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bets: tuple[int, int]
    stacks: tuple[int | None, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...] = ()
    winnings: tuple[int, ...] = ()
    finishing: tuple[int, ...] = ()
    decimals: int = 0
    chip: str = ""
    antes_trimmed: bool = False
    played_on: date | None = None
    label: str = ""

    def amount(self, chips: int) -> str:
        """Return chips as an amount in the file's unit."""
        return chips_to_amount(chips, self.decimals)


def chips_to_amount(chips: int, decimals: int) -> str:
    """Return chips as a decimal amount. One chip is one unit of the last decimal."""
    return str(Decimal(chips).scaleb(-decimals)) if decimals else str(chips)


def split_hands(rows: Iterable[bytes], *, has_many_hands: bool) -> Iterator[HandText]:
    """Yield the texts of a file's hands. With `has_many_hands`, each starts with a line such as ``[12]``.

    Reading stops at a text longer than any hand, as a file may have no end.
    """
    label, first_line, hand, size, quoted = "", 1, list[bytes](), 0, False
    for number, row in enumerate(rows, 1):
        row = row.removeprefix(BOM_UTF8) if number == 1 else row
        may_begin = has_many_hands and not quoted and row.lstrip()[:1] == b"["
        section = _SECTION.match(row.decode("utf-8", "replace")) if may_begin else None
        if section is None:
            hand.append(row)
            if (size := size + len(row)) > LARGEST:
                break
            # No hand begins within a multi-line string.
            quoted ^= (row.count(b"'''") + row.count(b'"""')) % 2 == 1
            continue
        if label or any(_has_content(hand_row) for hand_row in hand):
            yield HandText(label, first_line, b"".join(hand))
        label, first_line, hand, size = next(filter(None, section.groups()), "?")[:60], number, [b"\n"], 0
    if not has_many_hands or label or any(_has_content(hand_row) for hand_row in hand):
        yield HandText(label, first_line, b"".join(hand))


def read_history(text: HandText) -> History:
    """Return the hand in a text. Raise `RefusedHand` with the position, the fault and the expected text."""
    data = _parse_toml(text)
    try:
        return _build_history(data, _check_variant(data.get("variant")))
    except RefusedHand as refusal:
        raise RefusedHand(str(refusal), refusal.line or text.line) from None


def _check_variant(variant: object) -> str:
    if isinstance(variant, str) and variant in HOLDEM:
        return variant
    if variant is None:
        raise RefusedHand("variant is missing. Use 'NT' or 'FT', no-limit or fixed-limit Texas Hold'em")
    game = f" ({_OTHER_GAMES[variant]})" if isinstance(variant, str) and variant in _OTHER_GAMES else ""
    raise RefusedHand(f"variant {_quote_value(variant)}{game} is not Texas Hold'em. Use 'NT' or 'FT'")


def _build_history(data: Mapping[str, Any], variant: str) -> History:
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise RefusedHand(
            "actions is missing, or is not a list of texts. Use one such as ['d dh p1 AcAd', 'p1 cbr 100']"
        )
    stacks = _parse_amounts(data, "starting_stacks")
    if not 2 <= len(stacks) <= 10:
        raise RefusedHand(f"starting_stacks has {len(stacks)} players. Texas Hold'em is for 2 to 10")
    antes, blinds = (_parse_amounts(data, key, len(stacks)) for key in ("antes", "blinds_or_straddles"))
    keys = ("min_bet", "min_bet") if variant == "NT" else ("small_bet", "big_bet")
    bets = [_parse_amount(data.get(key), key) for key in keys]
    winnings, finishing = (
        _parse_amounts(data, key, len(stacks), is_required=False) for key in ("winnings", "finishing_stacks")
    )
    raises = [_amount_or_zero(amount) for action in actions for amount in _RAISES_TO.findall(action.partition("#")[0])]
    all_amounts = [*stacks, *antes, *blinds, *bets, *winnings, *finishing, *raises]
    # A chip is a millionth at least: nobody bets a finer amount, and it is refused.
    decimals = min(6, max(_count_decimals(amount) for amount in all_amounts))

    def chips(amounts: Sequence[Decimal]) -> tuple[int, ...]:
        return tuple(_whole_chips(amount, decimals) for amount in amounts)

    small, big = chips(bets)
    return History(
        variant=variant,
        antes=chips(antes),
        blinds=chips([abs(blind) for blind in blinds]),
        bets=(small, big),
        stacks=tuple(None if stack == _UNKNOWN_STACK else _whole_chips(stack, decimals) for stack in stacks),
        actions=tuple(actions),
        players=_parse_players(data, len(stacks)),
        winnings=chips(winnings),
        finishing=chips(finishing),
        decimals=decimals,
        chip=_chip_value(data, decimals),
        antes_trimmed=data.get("ante_trimming_status") is True,
        played_on=_parse_day(data),
        label=str(data.get("hand", "")),
    )


def _parse_toml(text: HandText) -> dict[str, Any]:
    if len(text.data) > LARGEST:
        raise RefusedHand(f"it is longer than {LARGEST} bytes, as no hand is. Nothing after it is read", text.line)
    if key := _LONG_KEY.search(text.data):
        raise RefusedHand("a key has more parts than in any hand", text.line + text.data[: key.start()].count(b"\n"))
    try:
        data = tomllib.loads(text.data.decode("utf-8"), parse_float=Decimal)
    except UnicodeDecodeError as error:
        line = text.line + text.data[: error.start].count(b"\n")
        raise RefusedHand("not text in UTF-8", line) from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _TOML_POSITION.search(message)
        line_in_hand = int(place[1]) if place and place[1] else text.data.rstrip().count(b"\n") + 1
        column = f", column {place[2]}" if place and place[2] else ""
        raise RefusedHand(
            f"not TOML{column}: {message[: place.start()] if place else message}", text.line + line_in_hand - 1
        ) from None
    except RecursionError:
        raise RefusedHand("it is nested too deeply to be read as TOML", text.line) from None
    except (ValueError, ArithmeticError):
        raise RefusedHand("a number is too long to be read", text.line) from None
    return data


def _parse_amounts(data: Mapping[str, Any], key: str, count: int = 0, *, is_required: bool = True) -> list[Decimal]:
    values = data.get(key)
    if values is None and not is_required:
        return []
    if not isinstance(values, list) or (count and len(values) != count):
        expected = f"{count} amounts, one for each player" if count else "a list of amounts"
        raise RefusedHand(
            f"{key} is {_quote_value(values)}. Use {expected}" if values is not None else f"{key} is missing"
        )
    return [_parse_amount(value, key) for value in values]


def _parse_amount(value: object, key: str) -> Decimal:
    if value is None:
        raise RefusedHand(f"{key} is missing")
    amount = Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(amount, Decimal) or amount.is_nan():
        raise RefusedHand(f"{key} has {_quote_value(value)}. Use an amount")
    if amount.is_infinite() and (key != "starting_stacks" or amount < 0):
        raise RefusedHand(f"{key} has {_quote_value(value)}. Use an amount")
    if amount < 0 and key != "blinds_or_straddles":
        raise RefusedHand(f"{key} has {_quote_value(value)}. Use 0 or more")
    return amount


def _amount_or_zero(text: str) -> Decimal:
    """Return the amount in an action, or 0 for other text, which is refused later."""
    try:
        amount = Decimal(text)
    except ArithmeticError:
        return Decimal(0)
    return amount if amount.is_finite() else Decimal(0)


def _count_decimals(amount: Decimal) -> int:
    exponent = amount.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _whole_chips(amount: Decimal, decimals: int) -> int:
    """Return an amount in chips. Raise `RefusedHand` if it is not a whole number of chips."""
    try:
        scaled = amount.scaleb(decimals)
    except ArithmeticError:
        scaled = _UNKNOWN_STACK
    if abs(scaled) >= 10**LONGEST_NUMBER:
        raise RefusedHand(
            f"{_quote_value(amount)} is too large an amount, where a chip is {chips_to_amount(1, decimals)}"
        )
    if scaled != int(scaled) or (amount and not scaled):
        raise RefusedHand(
            f"{_quote_value(amount)} is not a whole number of chips, where a chip is {chips_to_amount(1, decimals)}"
        )
    return int(scaled)


def parse_chips(text: str, history: History) -> int:
    """Return an action's amount in whole chips. Raise `RefusedHand` for an invalid one."""
    try:
        amount = Decimal(text)
    except ArithmeticError:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount < 0:
        raise RefusedHand(f"{_quote_value(text)} is not an amount. Use one such as 'p1 cbr 100'")
    return _whole_chips(amount, history.decimals)


def _parse_players(data: Mapping[str, Any], count: int) -> tuple[str, ...]:
    players = data.get("players")
    if players is None:
        return ()
    if not isinstance(players, list) or len(players) != count:
        raise RefusedHand(f"players is {_quote_value(players)}. Use {count} names")
    return tuple(str(player) for player in players)


def _chip_value(data: Mapping[str, Any], decimals: int) -> str:
    """Return the value of a chip: the unit of the last decimal, or the value that this program wrote into the file."""
    chip_value = data.get(CHIP)
    if isinstance(chip_value, str) and not decimals and not chip_value_fault(chip_value):
        return chip_value
    currency = with_signs("".join(str(data.get("currency") or data.get("currency_symbol") or "").split()))[:10]
    return f"{chips_to_amount(1, decimals)} {currency}".strip() if decimals or currency else ""


def _parse_day(data: Mapping[str, Any]) -> date | None:
    date_parts = [data.get(key) for key in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in date_parts):
        return None
    year, month, day = date_parts
    try:
        return date(year, month, day)  # type: ignore[arg-type]
    except ValueError:
        return None


def _quote_value(value: object) -> str:
    """Return a file's value for a message, shortened if it is long."""
    if isinstance(value, Decimal | date):
        text = str(value)
    elif isinstance(value, list):
        text = f"[{', '.join(map(_quote_value, value[:20]))}]"
    else:
        text = repr(value)
    return text if len(text) <= _MAX_QUOTE_LENGTH else f"{text[:_MAX_QUOTE_LENGTH]}..."


def _has_content(row: bytes) -> bool:
    return bool(row.partition(b"#")[0].strip())
