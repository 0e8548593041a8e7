"""Reading and printing cards: ``10H``, ``TH``, ``HT``, ``T♥``, ``H10`` are all the ten of hearts."""

import re
from collections.abc import Iterable

from referee.cards.card import BLACK_JOKER, COLOUR_JOKER, UNSEEN, WILDCARD, Card
from referee.cards.pack import FRENCH, Pack

_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_RANK_FIRST = re.compile(r"(10|[2-9TJQKA])([SHDC])")
_SUIT_FIRST = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_RANK = re.compile(r"10|[2-9TJQKA]")
_WORD = re.compile(r"[^\s,]+")
_WORD_RANK_FIRST = re.compile(rf"({_RANK_FIRST.pattern})+")
_WORD_SUIT_FIRST = re.compile(rf"({_SUIT_FIRST.pattern})+")
_WITHOUT_SUIT = {str(card): card for card in (BLACK_JOKER, COLOUR_JOKER, WILDCARD, UNSEEN)}
_SPELLINGS = "a rank and a suit, such as 10h, th, h10 or T♥"


class UnreadableCard(ValueError):
    """A text is no card. `offset` and `width` count characters, and `expected` is in words."""

    def __init__(self, offset: int, width: int, message: str, expected: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.width = width
        self.expected = expected


def read_cards(text: str, pack: Pack = FRENCH) -> tuple[Card, ...]:
    """Return the cards in a text without blanks, such as ``SJSTS6S4S2``.

    Raise `UnreadableCard` at the first character that is part of no card in `pack`.
    """
    if card := pack.by_text.get(text):
        return (card,)
    folded = text.translate(_SIGNS)
    folded = folded.upper() if folded.isascii() else folded
    # Variation selectors take no room on paper, so offsets are counted in the text without them.
    cards = []
    index = 0
    while index < len(folded):
        card_found, width = _card_at(folded, index, pack)
        if card_found is None:
            if rank := _RANK.fullmatch(folded[index:]):
                suits = [f"{rank[0]}{suit}" for suit in "CDHS"]
                raise UnreadableCard(
                    index, len(rank[0]), f"{rank[0]} has no suit", f"{', '.join(suits[:-1])} or {suits[-1]}"
                )
            unreadable = text if index == 0 else f"{folded[index:]} in {text}"
            raise UnreadableCard(index, max(1, len(folded) - index), f"{unreadable} is not a card", _SPELLINGS)
        if card_found not in pack and card_found is not UNSEEN:
            if not card_found.suit and folded[index + width : index + width + 1].isalpha():
                raise UnreadableCard(index, len(folded) - index, f"{folded[index:]} is not a card", _SPELLINGS)
            raise UnreadableCard(
                index, width, f"{folded[index : index + width]} is not in {pack.name}", "a card of that pack"
            )
        cards.append(card_found)
        index += width
    return tuple(cards)


def read_card(text: str, pack: Pack = FRENCH) -> Card:
    """Return exactly one card. Raise `UnreadableCard` for any other text."""
    cards = read_cards(text, pack)
    if len(cards) != 1:
        raise UnreadableCard(0, len(text), f"{text} is {len(cards)} cards", "one card")
    return cards[0]


def writes_suits_first(lines: Iterable[str]) -> bool:
    """Tell whether lines write suits before ranks, as in ``H3``, and never after."""
    words = [word.strip(",") for line in lines for word in line.partition("#")[0].translate(_SIGNS).upper().split()]
    first = any(_WORD_SUIT_FIRST.fullmatch(word) and word != str(COLOUR_JOKER) for word in words)
    return first and not any(_WORD_RANK_FIRST.fullmatch(word) for word in words)


def read_cj_as_jack(line: str) -> str:
    """Return a line in suit-first notation with ``CJ`` replaced: it means the jack of clubs, not the colour joker."""
    return _WORD.sub(lambda word: _jacks(word[0]) if _WORD_SUIT_FIRST.fullmatch(word[0].upper()) else word[0], line)


def _jacks(word: str) -> str:
    """Return suit-first cards with ``CJ`` replaced by ``JC``."""
    return _SUIT_FIRST.sub(lambda card: "JC" if card[0] == str(COLOUR_JOKER) else card[0], word.upper())


def write_cards(cards: Iterable[Card]) -> str:
    """Return cards in record notation: ``TH 4S``."""
    return " ".join(map(str, cards))


def _card_at(text: str, at: int, pack: Pack) -> tuple[Card | None, int]:
    for spelling, card in _WITHOUT_SUIT.items():
        # CJ is the colour joker where the pack has one, and otherwise the jack of clubs, suit first.
        if text.startswith(spelling, at) and (card in pack or card is not COLOUR_JOKER):
            return card, len(spelling)
    if match := _RANK_FIRST.match(text, at):
        rank, suit = match.groups()
    elif match := _SUIT_FIRST.match(text, at):
        suit, rank = match.groups()
    else:
        return None, 0
    return Card("T" if rank == "10" else rank, suit), match.end() - at
