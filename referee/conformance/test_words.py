"""Players' synonyms for the acts of a game are read as those acts, or refused with a question if ambiguous."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games import rulebook
from referee.rules import Rulebook
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.notation.patterns import PatternPart
from referee.rules.notation.phrases import Phrase, is_label

_PLAYERS = ("Ann", "Ben", "Cal")


def test_words_are_read_as_what_they_stand_for(slug: str) -> None:
    """Each phrase is read as its meaning. None collides with another, or is hidden by a verb of the game."""
    book = rulebook(slug)
    phrases = [phrase for phrase in book.grammar.phrases if phrase.pattern]
    misread_phrases = [" ".join(phrase.words) for phrase in phrases if not _is_read(book, phrase, phrases)]
    assert misread_phrases == [], f"in {slug} these are read as something else, or not at all"


def test_words_that_nothing_is_recorded_for_are_explained(slug: str) -> None:
    """Words that record nothing are refused with an explanation."""
    book = rulebook(slug)
    explained_phrases = [phrase for phrase in book.grammar.phrases if phrase.answer]
    unexplained_phrases = [
        " ".join(phrase.words) for phrase in explained_phrases if phrase.answer not in _fault_of(book, phrase)
    ]
    assert unexplained_phrases == [], f"in {slug} these are read, or not refused with their explanation"


def _fault_of(book: Rulebook, phrase: Phrase) -> str:
    """Return the message that refuses the line of a phrase; empty if it is read."""
    try:
        _read_line(book, _sample_line(book, ["NAME", *phrase.words], ()))
    except UnreadableLine as fault:
        return str(fault)
    return ""


def _is_read(book: Rulebook, phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Tell whether a line with a phrase is read like the line with its meaning. A phrase with two meanings must be
    refused.
    """
    remaining_parts = book.grammar.parts_after(phrase)
    phrase_line = _sample_line(book, [*filter(None, [phrase.subject]), *phrase.words], remaining_parts)
    meant_line = _sample_line(book, phrase.meaning, remaining_parts)
    is_ambiguous = (
        len(
            {
                other_phrase.meaning
                for other_phrase in phrases
                if (other_phrase.words, other_phrase.subject) == (phrase.words, phrase.subject)
            }
        )
        > 1
    )
    try:
        act = _read_line(book, meant_line)
    except UnreadableLine:
        return True  # the cards of the sample do not fit what is meant
    try:
        return bool(_read_line(book, phrase_line) == act) and not is_ambiguous
    except UnreadableLine as fault:
        return is_ambiguous and "it could be" in str(fault)


def _sample_line(book: Rulebook, tokens: Sequence[str], rest: Sequence[PatternPart]) -> str:
    """Return a sample line: `tokens` with every slot filled in, then the required parts of `rest`."""
    cards = [str(card) for card in book.pack.cards[:6]]
    words = []
    for token in (*tokens, *(part.text for part in rest if not part.group)):
        base = token.removesuffix("'s").rstrip("23")
        possessive = "'s" * token.endswith("'s")
        samples = {"NAME": _PLAYERS["23".find(token.removesuffix("'s")[-1]) + 1], "N": "5"}
        number = "23".find(token[-1]) + 1
        samples |= {"CARD": cards[number], "CARDS": " ".join(cards[2 * number : 2 * number + 2])}
        slot = book.grammar.slot(base) if is_label(token) else None
        words.append((samples.get(base) or (slot.samples[0] if slot else token)) + possessive)
    return " ".join(words)


def _read_line(book: Rulebook, line: str) -> object:
    return book.grammar.read(line, PlayerNames(_PLAYERS), book.pack_for(book.options()), 1, book.title)
