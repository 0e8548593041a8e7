"""Reading the numbers and the cards of a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from referee.cards import UNSEEN, Card, UnreadableCard, read_cards
from referee.cards.words import NUMBERS
from referee.rules.notation.card_names import RANKS
from referee.rules.notation.courtesies import HAND_NAMES, HAND_WORDS, is_courtesy
from referee.rules.notation.lexicon import plain_number
from referee.rules.notation.line_words import LONGEST_NUMBER, AmbiguousLine, UnreadableLine, WordReader

# Separators between two cards, as a word of their own or within one.
BETWEEN_CARDS: Final = frozenset(("and", "&", "+", ",", "-", "–", "—", "/"))
DASHES: Final = "-–—"
# Numbers in words, and units.
NUMBER_WORDS: Final = {name: count for count, name in enumerate(NUMBERS) if count} | {
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "eighty": 80, "hundred": 100, "thousand": 1000,
}  # fmt: skip
# After these verbs a number in words may count cards: "takes one".
MAY_TAKE_CARDS: Final = frozenset(("takes", "buys", "gets"))
UNITS: Final = frozenset(
    ("chip", "chips", "dollar", "dollars", "euro", "euros", "pound", "pounds", "quid", "buck", "bucks")
)


def read_number(words: WordReader) -> int:
    """Return a number written in figures or words, with or without a unit. Raise `UnreadableLine` if there is none."""
    text = words.take("a number")
    if words.index == len(words.texts) and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)  # as records have it
    word = text if text.isdecimal() else plain_number(text)
    if not word.isdecimal() and (match := re.fullmatch(_TWO_NUMBERS, text, re.IGNORECASE)):
        words.replace(words.index - 1, 1, [match[1], match[2]])  # "1/2" stands for two numbers
        word = plain_number(match[1])
    has_unit = words.index < len(words.texts) and words.texts[words.index].casefold().rstrip(",;") in UNITS
    if has_unit or words.texts[words.index - 2].casefold() not in MAY_TAKE_CARDS:
        word = str(NUMBER_WORDS.get(text.casefold(), word))
    if not word.isdecimal() or len(word) > LONGEST_NUMBER:
        raise words.fault(f"{text!r} is not a number. Use a whole number below a thousand million")
    words.skip(has_unit)
    if has_unit or word != text:
        words.mark_reworded()
    return int(word)


_TWO_NUMBERS: Final = r"([$€£]?\d[\d.,]*k?)[/–—-]([$€£]?\d[\d.,]*k?)"


def read_one_card(words: WordReader) -> Card:
    """Return the next card. Raise `UnreadableLine` if there is none."""
    word = words.take("a card, such as TH")
    if card := words.pack.by_text.get(word):
        return card
    cards = _read_joined(words, word)
    if len(cards) != 1:
        raise words.fault(f"{word} is {len(cards)} cards. Use one card")
    return cards[0]


def read_many_cards(words: WordReader, next_word: str = "") -> tuple[Card, ...]:
    """Return the cards up to `next_word`, or up to the end of the line. Raise `UnreadableLine` for anything else."""
    cards: list[Card] = []
    copies, by_text = words.pack.copies, words.pack.by_text
    if words.at_end:
        raise words.end_fault("cards, such as TH 4S")
    while not words.at_end:
        word = words.texts[words.index]
        if card_read := by_text.get(word):
            words.index += 1
            joined: tuple[Card, ...] = (card_read,)
        else:
            if cards and word.casefold() == next_word:
                break
            words.index += 1
            if cards and word.casefold() in BETWEEN_CARDS and not words.at_end:
                if word != ",":
                    words.mark_reworded()
                continue
            if cards and is_courtesy(words.texts[words.index - 1 :], may_name_hand=True):
                words.index -= 1
                break
            try:
                joined = _read_joined(words, word)
            except UnreadableLine:
                if cards or not _pass_over_hand(words, next_word):
                    raise
                continue
        for card in joined:
            if card in cards and card is not UNSEEN and Counter(cards)[card] >= copies[card]:
                raise words.fault(f"{card} is named more often than it is in {words.pack.name}")
            cards.append(card)
    return tuple(cards)


def _pass_over_hand(words: WordReader, next_word: str) -> bool:
    """Skip the name of a hand before its cards: ``pair of nines: 9C 9D``. Tell whether anything was skipped.

    `next_word`, the word of the pattern after the cards, is never skipped.
    """
    if not _is_of_hand(words.texts[words.index - 1], next_word):
        return False
    next_words = words.texts[words.index - 1 :]
    word_count = len(list(takewhile(lambda word: _is_of_hand(word, next_word), next_words)))
    if word_count == len(next_words):
        return False
    try:
        read_cards(next_words[word_count].casefold().strip(",;."), words.pack)
    except UnreadableCard:
        return False
    words.skip(word_count - 1)
    words.mark_reworded()
    return True


def _is_of_hand(text: str, next_word: str) -> bool:
    word = text.casefold().strip(",;.")
    return word != next_word and (
        word in HAND_NAMES
        or word in HAND_WORDS
        or (len(word) > 1 and bool(re.fullmatch(_DOUBLED, word, re.IGNORECASE)))
    )


_DOUBLED: Final = r"(10|[2-9tjqka])\1+s?"


def _read_joined(words: WordReader, word: str) -> tuple[Card, ...]:
    """Return the cards in one word, with or without separators: ``3H,3D`` or ``3d-4c-5h``. Raise `UnreadableLine` for
    others.
    """
    places = [position for position, sign in enumerate(word) if sign not in BETWEEN_CARDS]
    bare = "".join(word[position] for position in places)
    try:
        cards = read_cards(bare or word, words.pack)
    except UnreadableCard as fault:
        position = places[fault.offset] if fault.offset < len(places) else 0
        end = places[min(fault.offset + fault.width, len(places)) - 1] + 1 if places else len(word)
        if rank := RANKS.get(bare.casefold()):
            raise words.fault(f"{bare} has no suit. Use {rank}C, {rank}D, {rank}H or {rank}S") from None
        raise words.fault(f"{fault}. Use {fault.expected}", offset=position, width=end - position) from None
    joined = word.strip(",")
    if any(sign in joined for sign in DASHES):
        _refuse_run(words, joined, cards)
    if joined != bare and joined.replace(",", "") != bare:
        words.mark_reworded()
    return cards


def _refuse_run(words: WordReader, word: str, cards: Sequence[Card]) -> None:
    """Raise `AmbiguousLine` if a dash may mean the whole run between two cards: ``3D-7D``."""
    if len(cards) == 2 and cards[0].suit == cards[1].suit and not _are_adjacent(*cards):
        first_card, last_card = cards
        raise AmbiguousLine(
            words.column(words.index - 1),
            len(word),
            f"is {word} the two cards '{first_card} {last_card}', "
            f"or all from {first_card} to {last_card}? Write each card",
        )


def _are_adjacent(card: Card, next_card: Card) -> bool:
    """Tell whether two cards have neighbouring ranks. The ace is both high and low."""
    return f"{card.rank}{next_card.rank}" in _RANK_ORDER or f"{next_card.rank}{card.rank}" in _RANK_ORDER


_RANK_ORDER: Final = "A23456789TJQKA"
