"""Reading the words of a line, and the players' names among them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import FRENCH, Pack
from referee.cards.words import join_words
from referee.rules.notation.card_names import JOKERS, card_in_words
from referee.rules.notation.lexicon import without_marks
from referee.rules.notation.seats import name_fault

LONGEST_NUMBER = 9
# The most players that a record may name.
MOST_NAMES = 100
# Words that are never taken for the name of a new player.
_NO_NAMES = frozenset(
    (
        "by",
        "the",
        "an",
        "of",
        "and",
        "or",
        "not",
        "but",
        "then",
        "if",
        "both",
        "each",
        "nobody",
        "somebody",
        "he",
        "she",
        "they",
    )
)


class UnreadableLine(ValueError):
    """Unreadable words: their position (`column`, from 1, and `width`), and a message on what was expected."""

    def __init__(self, column: int, width: int, message: str) -> None:
        super().__init__(message)
        self.column = column
        self.width = max(1, width)


class UnknownVerb(UnreadableLine):
    """An unknown word after a player's name, with sample `lines` for that `seat`."""

    def __init__(self, column: int, width: int, message: str, seat: int, lines: Sequence[str]) -> None:
        super().__init__(column, width, f"{message}. Write a line such as {join_words(map(repr, lines), 'or')}")
        self.message = message
        self.seat = seat
        self.lines = lines


class AmbiguousLine(UnreadableLine):
    """Words with several meanings, listed in the message; or words that record nothing."""


class MissingName(UnreadableLine):
    """A line without a player's name, although more than one player may act."""


class PlayerNames:
    """The names of the players in order of seat. A record in progress may add new ones.

    A new name is a single word, unless it is one of the `full_names`, the names of other people.
    """

    __slots__ = ("_exact", "all", "known_names", "longer_names", "may_grow")

    def __init__(self, names: Sequence[str], *, may_grow: bool = False, full_names: Sequence[str] = ()) -> None:
        self.known_names = list(names)
        self.may_grow = may_grow
        self.longer_names = [name for name in full_names if " " in name]
        # None if names may be added.
        self.all = None if may_grow or self.longer_names else tuple(names)
        self._exact: dict[str, tuple[int, tuple[str, ...]]] | None = None

    def read(self, words: WordReader) -> int:
        """Read a name, or an unambiguous beginning of one, ignoring case. Return the player's seat."""
        if not words.at_end:
            exact = self._exact if self._exact is not None else self._index_names()
            name_entry = exact.get(words.texts[words.index])
            if name_entry is not None:
                seat, longer_endings = name_entry
                if not longer_endings or not _may_be_longer_name(words, longer_endings):
                    words.index += 1
                    return seat
        return self._guess(words)

    def copy(self) -> PlayerNames:
        """Return an independent copy."""
        return PlayerNames(self.known_names, may_grow=self.may_grow, full_names=self.longer_names)

    def forget(self, count: int) -> None:
        """Remove all names after the first `count`."""
        if len(self.known_names) > count:
            del self.known_names[count:]
            self._exact = None

    def _index_names(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Return each one-word name with its seat, and the remaining words of longer names that begin with it."""
        folded = [name.casefold() for name in self.known_names]
        all_names = [*folded, *(name.casefold() for name in self.longer_names)]
        self._exact = {
            name: (
                seat,
                tuple(
                    longer_name[len(folded[seat]) + 1 :]
                    for longer_name in all_names
                    if longer_name.startswith(f"{folded[seat]} ")
                ),
            )
            for seat, name in enumerate(self.known_names)
            if " " not in name and folded.count(folded[seat]) == 1
        }
        return self._exact

    def _guess(self, words: WordReader) -> int:
        if words.at_end:
            raise words.end_fault("a player's name")
        longest = max((len(name.split()) for name in (*self.known_names, *self.longer_names)), default=1)
        for length in range(longest, 0, -1):
            text = " ".join(word.casefold() for word in words.ahead(length))
            same_seats = [
                seat for seat, name in enumerate(self.known_names) if " ".join(name.casefold().split()) == text
            ]
            if not same_seats and (
                new_name := next((name for name in self.longer_names if name.casefold() == text), None)
            ):
                self.known_names.append(new_name)
                self._exact = None
                same_seats = [len(self.known_names) - 1]
            seats = same_seats or [
                seat for seat, name in enumerate(self.known_names) if name.casefold().startswith(text)
            ]
            if len(seats) == 1 and text.count(" ") == length - 1:
                words.skip(length)
                return seats[0]
        word = words.take("a player's name")
        if seats:
            choices = join_words((self.known_names[seat] for seat in seats), "or")
            raise words.fault(f"{word!r} could be {choices}. Type more of the name")
        if not self.may_grow:
            raise words.fault(f"no player here is called {word!r}. Use {join_words(self.known_names, 'or')}")
        if not word[0].isalpha() or word.casefold() in _NO_NAMES:
            raise words.fault(f"{word!r} is not a name. A line begins with a player's name")
        if fault := name_fault(word):
            raise words.fault(fault)
        if len(self.known_names) >= MOST_NAMES:
            raise words.fault(f"{word!r} is one player too many. Use at most {MOST_NAMES}")
        self.known_names.append(word)
        self._exact = None
        return len(self.known_names) - 1


class WordReader:
    """The words of a line, read from left to right."""

    __slots__ = ("_columns", "_restated", "index", "line", "names", "pack", "texts")

    def __init__(self, line: str, names: PlayerNames, pack: Pack = FRENCH) -> None:
        self.line = line
        self.texts = without_marks(line)
        self._columns: list[int] | None = None
        self._restated = False
        self.names = names
        self.pack = pack
        self.index = 0
        folded = line.casefold()
        if "w/" in folded:
            for index in [index for index, text in enumerate(self.texts) if text.casefold() == "w/"]:
                self.replace(index, 1, ["with"])
        if " of " in folded or " joker" in folded:
            self._name_cards()

    def _name_cards(self) -> None:
        """Replace card names in words, such as ``queen of spades``, by their notation."""
        index = 0
        while index < len(self.texts):
            named_card = card_in_words(self.texts[index:])
            if named_card and (named_card[1].rstrip(",") in self.pack.by_text or named_card[1] not in JOKERS.values()):
                self.replace(index, named_card[0], [named_card[1]])
            index += 1

    @property
    def at_end(self) -> bool:
        """Whether every word has been read."""
        return self.index == len(self.texts)

    def ahead(self, count: int) -> Sequence[str]:
        """Return up to `count` of the next words without reading them."""
        return self.texts[self.index : self.index + count]

    def is_next(self, word: str) -> bool:
        """Tell whether a word is the next one, ignoring case."""
        return bool(word) and self.index < len(self.texts) and self.texts[self.index].casefold() == word

    @property
    def is_reworded(self) -> bool:
        """Whether the record stores other words than those typed."""
        return self._columns is not None or self._restated

    def mark_reworded(self) -> None:
        """Mark the line as stored in other words than those typed."""
        self._restated = True

    def save(self) -> tuple[list[str], list[int] | None, bool]:
        """Return the reader's state, for `restore`."""
        return list(self.texts), self._columns, self._restated

    def restore(self, state: tuple[list[str], list[int] | None, bool]) -> None:
        """Restore the reader's state from `save`."""
        self.texts[:], self._columns, self._restated = state

    def replace(self, index: int, count: int, words: Sequence[str]) -> None:
        """Replace `count` words by others, all with the column of the first."""
        columns = [self.column(place) for place in range(len(self.texts))]
        self._columns = [*columns[:index], *columns[index : index + 1] * len(words), *columns[index + count :]]
        self.texts[index : index + count] = words

    def rearrange(self, first: int, last: int, words: Sequence[tuple[str, int]]) -> None:
        """Replace all words. Each new word comes with the index of the typed word that gives its column."""
        columns = [self.column(place) for place in range(len(self.texts))]
        self._columns = [*columns[:first], *(columns[place] for _, place in words), *columns[last:]]
        self.texts[first:last] = [text for text, _ in words]

    def skip(self, count: int) -> None:
        """Skip `count` words."""
        self.index += count

    def take(self, expected: str) -> str:
        """Return the next word. Raise `UnreadableLine` naming what was `expected` if there is none."""
        if self.index == len(self.texts):
            raise self.end_fault(expected)
        self.index += 1
        return self.texts[self.index - 1]

    def end_fault(self, expected: str) -> UnreadableLine:
        """Return a fault at the end of the line, naming what was expected."""
        return UnreadableLine(len(self.line.rstrip()) + 1, 1, f"the line ends too soon. Add {expected}")

    def fault(self, message: str, *, back: int = 1, offset: int = 0, width: int = 0) -> UnreadableLine:
        """Return a fault at a word, by default the last one read.

        `back` counts words back from the next one, and `offset` and `width` select some characters of the word.
        """
        index = self.index - back
        return UnreadableLine(self.column(index) + offset, width or len(self.texts[index]), message)

    def column(self, index: int) -> int:
        """Return the column, from 1, at which a word begins. The column after the last word is the end of the line."""
        if index >= len(self.texts):
            return len(self.line.rstrip()) + 1
        if self._columns is not None:
            return self._columns[index]
        column = 0
        for text in self.texts[:index]:
            column = self.line.index(text, column) + len(text)
        return self.line.index(self.texts[index], column) + 1


def _may_be_longer_name(words: WordReader, longer: tuple[str, ...]) -> bool:
    """Tell whether the next word may belong to a longer name than the one just read."""
    following = words.texts[words.index + 1 : words.index + 2]
    return any(ending.startswith(word.casefold()) for word in following for ending in longer)
