"""Phrases: synonyms for the patterns of records.

``{"plays CARDS": "leads, opens with", "NAME pays NAME2 N": "NAME2 collects N from NAME"}`` maps patterns to phrases.
``scoops/drags (the) pot`` means either of the first two words, with an optional ``the``. A phrase of two patterns is
ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from referee.cards.immutable import frozen
from referee.rules.notation.line_words import UnreadableLine, WordReader

# Words that are skipped before another word.
ARTICLES: Final = frozenset(("a", "an", "the", "his", "her", "their", "its", "my", "your"))
_LABEL: Final = re.compile(r"[A-Z]+\d?(?:'s)?")
_POSSESSIVE: Final = r"['’]s$|(?<=s)['’]$"
_GROUP: Final = r"\(([^)]*)\)"
_LONGEST_NAME: Final = 4


@frozen
class Phrase:
    """A phrase that players may type, and the words of a record for it.

    `words` and `meaning` consist of literal words and slot labels such as ``CARD2``. Text after the phrase also follows
    its meaning. `subject` is the label of the name before the phrase, empty if the line begins with no name. `pattern`
    is the pattern to record. If the words record nothing, it is empty and `answer` explains why.
    """

    words: tuple[str, ...]
    meaning: tuple[str, ...] = ()
    subject: str = "NAME"
    pattern: str = ""
    answer: str = ""

    @property
    def keeps_subject(self) -> bool:
        """Whether the first name in the line remains the subject of the act."""
        return self.meaning[:1] == (self.subject,)


@frozen
class PhraseMatch:
    """A phrase that matches the words of a line up to the index `end`.

    `words` are its replacement, each with the index of the typed word.
    """

    phrase: Phrase
    end: int
    words: tuple[tuple[str, int], ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The exactness of the match: how many words it covers, and how many of these are literal."""
        return self.end, sum(not is_label(word) for word in self.phrase.words)


def is_label(token: str) -> bool:
    """Tell whether a word of a pattern is the label of a slot: ``NAME2``, ``CARD``, ``NAME's``."""
    return bool(_LABEL.fullmatch(token))


def lexicon_phrases(lexicon: Mapping[str, str], openings: Collection[str] = ()) -> Iterator[Phrase]:
    """Yield the phrases of a lexicon.

    A phrase follows a name. If its pattern begins with a name or with one of the `openings`, the phrase is a whole
    line.
    """
    for pattern, alternatives in lexicon.items():
        tokens = pattern.replace("[", "[ ").replace("]", " ]").split()
        bare = tokens[0] in openings
        is_line = bare or tokens[0].startswith("NAME")
        if not is_line:
            tokens.insert(0, "NAME")
        for tokens_said in _alternatives(alternatives):
            begins_with_name = tokens_said[0].startswith("NAME")
            subject = tokens_said.pop(0) if is_line and begins_with_name else "" if is_line else "NAME"
            filled_labels = {subject, *(token.removesuffix("'s") for token in tokens_said if is_label(token))}
            yield Phrase(tuple(tokens_said), tuple(_filled_tokens(tokens, filled_labels)), subject, pattern)


def explained_phrases(words: Mapping[str, str]) -> Iterator[Phrase]:
    """Yield phrases that record nothing, each with an explanation."""
    for alternatives, answer in words.items():
        yield from (Phrase(tuple(words_of_phrase), answer=answer) for words_of_phrase in _alternatives(alternatives))


def _alternatives(text: str) -> Iterator[list[str]]:
    """Yield each alternative as a list of words: ``takes it (all), scoops/drags pot`` has four."""
    for phrase in text.split(","):
        if group := re.search(_GROUP, phrase):
            before, after = phrase[: group.start()], phrase[group.end() :]
            yield from _alternatives(f"{before}{after}")
            yield from _alternatives(f"{before}{group[1]}{after}")
        else:
            yield from map(list, product(*(token.split("/") for token in phrase.split())))


def _filled_tokens(tokens: Sequence[str], labels: Collection[str]) -> Iterator[str]:
    """Yield the tokens of a pattern up to the first slot outside `labels`, without unfilled optional parts."""
    index, last_index = 0, max((index for index, token in enumerate(tokens) if token in labels), default=0)
    while index < len(tokens):
        token = tokens[index]
        if token == "[":
            group = tokens[index + 1 : tokens.index("]", index)]
            if any(is_label(label) and label not in labels for label in group):
                if index > last_index:
                    return
                index += len(group) + 1
        elif token != "]":
            if is_label(token) and token not in labels:
                return
            yield token
        index += 1


def phrases_by_first_word(phrases: Iterable[Phrase]) -> dict[str, list[Phrase]]:
    """Return phrases grouped by their first word."""
    by_word: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        by_word.setdefault(phrase.words[0], []).append(phrase)
    return by_word


def best_matches(
    candidates: Iterable[Phrase], words: WordReader, index: int, read_slot: Callable[[str, str, WordReader], object]
) -> list[PhraseMatch]:
    """Return the longest phrases that match the words of a line from `index` on, one for each meaning.

    `read_slot` reads the slot of a label, up to the word that may follow it.
    """
    name_count = len(words.names.known_names)
    best: dict[tuple[str, ...], PhraseMatch] = {}
    for phrase in candidates:
        match = _match_phrase(phrase, words, index, read_slot)
        words.names.forget(name_count)
        first = next(iter(best.values()), None)
        if match and (first is None or match.rank >= first.rank):
            if first is not None and match.rank > first.rank:
                best.clear()
            best.setdefault(tuple(text for text, _ in match.words) or (phrase.answer,), match)
    return list(best.values())


def _match_phrase(
    phrase: Phrase, words: WordReader, index: int, read_slot: Callable[[str, str, WordReader], object]
) -> PhraseMatch | None:
    spans: dict[str, list[tuple[str, int]]] = {phrase.subject: [(words.texts[place], place) for place in range(index)]}
    words.index = index
    for place, token in enumerate(phrase.words):
        if place:
            _skip_articles(words, token)
        if words.at_end:
            return None
        start = words.index
        if not is_label(token):
            if place and words.take(token).casefold() != token:
                return None
            words.index = start + 1
            continue
        next_word = next((word for word in phrase.words[place + 1 :]), "")
        try:
            texts = _read_slot_words(token, next_word, words, read_slot)
        except UnreadableLine:
            return None
        spans[token.removesuffix("'s")] = list(zip(texts, range(start, words.index), strict=True))
    if phrase.answer and not words.at_end:
        return None
    end = words.index
    meaning_words = phrase.meaning[1:] if phrase.keeps_subject else phrase.meaning
    words_found = [pair for token in meaning_words for pair in (spans[token] if is_label(token) else [(token, index)])]
    return PhraseMatch(phrase, end, tuple(words_found))


def _read_slot_words(
    token: str, next_word: str, words: WordReader, read_slot: Callable[[str, str, WordReader], object]
) -> Sequence[str]:
    """Read a slot and return its words, without a possessive ending. Raise `UnreadableLine` if it cannot be read."""
    start, saved_words = words.index, words.save()
    if token.endswith("'s"):
        name_range = range(start, min(start + _LONGEST_NAME, len(words.texts)))
        owner = next((place for place in name_range if re.search(_POSSESSIVE, words.texts[place])), None)
        if owner is None:
            raise words.end_fault("a player's name")
        words.texts[owner] = re.sub(_POSSESSIVE, "", words.texts[owner])
    try:
        read_slot(token.removesuffix("'s").rstrip("23"), next_word, words)
        return words.texts[start : words.index]
    finally:
        words.restore(saved_words)


def _skip_articles(words: WordReader, token: str) -> None:
    """Skip articles, unless the phrase itself has the article `token`."""
    while words.index < len(words.texts) - 1 and words.texts[words.index].casefold() in ARTICLES - {token}:
        words.skip(1)
