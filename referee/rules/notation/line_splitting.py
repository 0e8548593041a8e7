"""Splitting a line with several acts into one line each: ``Ann bets 20, Ben calls`` or ``Ben, Cal and Dee pass``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.rules.notation.line_words import AmbiguousLine, PlayerNames, UnreadableLine, WordReader

# Separators between two acts. The comma of "1,000" is not one.
_WORD: Final = "and then|and|then|but|while"
_SEPARATOR: Final = (
    rf"(?:;|,(?!(?<=\d,)\d{{3}}(?!\d)))(?:\s*[,;])*(?:\s*(?P<after>{_WORD})(?=\s))?"
    rf"|(?<=\s)(?P<between>{_WORD}|&|\+|/|->|[-–—])(?=\s)|\.(?=\s)"
)
# Between two acts of which only the first names a player, these mean that the same player did both.
_SAME_PLAYER: Final = ("and", "and then", "then", "but")
# After several names these mean that each of the players did it.
_EACH: Final = ("each", "both", "all")
_MOST_SEGMENTS: Final = 16
# The most ways to split a line that are looked for; the message names two.
_WAYS: Final = 2

Read = Callable[[str], Any]
"""Read a line of one act, and seat nobody new. Raise `UnreadableLine` if it cannot be read."""
Fits = Callable[[Sequence[str], str], bool]
"""Tell whether a line may follow some others: its player is in turn, or several may act and it is not illegal."""


@frozen
class ActText:
    """One of several acts in a line: its text as typed, and the full line for it.

    With `is_assumed`, the act names no player and is attributed to the player of the act before the comma.
    """

    text: str
    line: str
    is_assumed: bool = False


@frozen
class _Segment:
    """The text between two separators: its start, its end, and the separator before it."""

    start: int
    end: int
    separator: str


def split_acts(
    text: str,
    names: PlayerNames,
    read: Read,
    first: Read | None = None,
    fits: Fits | None = None,
) -> tuple[ActText, ...]:
    """Return the acts of a line; empty if the line has only one.

    `read` reads one line, and `first` a first act without a name. An act after a comma may omit its player if `fits`
    accepts it: ``Ben takes 4H, discards KC``. Raise `UnreadableLine` if a part after the first act is no act, and
    `AmbiguousLine` if the line can be split in several ways.
    """
    segments = _split_segments(text)
    if not 1 < len(segments) <= _MOST_SEGMENTS:
        return ()
    line = _Line(text, segments, names, read, first)
    splits = list(dict.fromkeys(line.splits_from(0, "")))
    if not splits and fits and line.assumable:
        assuming = _Line(text, segments, names, read, first, assumes=True)
        splits = [pieces for pieces in dict.fromkeys(assuming.splits_from(0, "")) if _all_fit(pieces, fits)]
    if len(splits) > 1:
        ways = " or ".join(join_words(repr(piece.line) for piece in pieces) for pieces in splits[:2])
        raise AmbiguousLine(1, len(text.rstrip()), f"is that {ways}? Write a line for each")
    if not splits and line.unread:
        raise line.unread
    if not splits and line.has_only_names:
        raise UnreadableLine(len(text.rstrip()) + 1, 1, "the line ends too soon. Add what they did")
    return splits[0] if splits else ()


def _all_fit(pieces: Sequence[ActText], fits: Fits) -> bool:
    """Tell whether each act with an assumed player fits after the acts before it."""
    lines = [piece.line for piece in pieces]
    return all(not piece.is_assumed or fits(lines[:before], piece.line) for before, piece in enumerate(pieces))


def _split_segments(text: str) -> tuple[_Segment, ...]:
    ends = [(0, 0, "")]
    signs = re.finditer(_SEPARATOR, text, re.IGNORECASE)
    ends += [(sign.start(), sign.end(), sign["after"] or sign["between"] or "") for sign in signs]
    segments = []
    for (_, start, word), (end, _, _) in pairwise([*ends, (len(text), 0, "")]):
        segment_text = text[start:end]
        if bare := segment_text.strip():
            start += len(segment_text) - len(segment_text.lstrip())
            segments.append(_Segment(start, start + len(bare), word.casefold()))
    return tuple(segments)


class _Line:
    """A line to split, and its rightmost fault so far."""

    def __init__(
        self,
        text: str,
        segments: tuple[_Segment, ...],
        names: PlayerNames,
        read: Read,
        first: Read | None,
        *,
        assumes: bool = False,
    ) -> None:
        self.text = text
        self.assumes = assumes
        self.assumable = False
        self.segments = segments
        self.names = names
        self.read = read
        self.first = first
        self.unread: UnreadableLine | None = None
        self._ways: dict[tuple[int, str], list[tuple[ActText, ...]]] = {}

    @property
    def has_only_names(self) -> bool:
        """Whether the line is only a list of known players."""
        names = (self.text[segment.start : segment.end].casefold() for segment in self.segments)
        return {name.casefold() for name in self.names.known_names}.issuperset(names)

    def splits_from(self, index: int, player: str) -> list[tuple[ActText, ...]]:
        """Return the ways to split the line from a segment on, after an act of `player`.

        Each act is as long as possible. An act without a name only follows one that no further segment can extend.
        """
        if index == len(self.segments):
            return [()]
        if (index, player) not in self._ways:
            ways: list[tuple[ActText, ...]] = []
            longest = True
            for last_index in reversed(range(index, len(self.segments))):
                if pieces := self._read(index, last_index, player):
                    after = self._player(pieces[0].line) if longest and len(pieces) == 1 else ""
                    ways += [(*pieces, *later_pieces) for later_pieces in self.splits_from(last_index + 1, after)][
                        :_WAYS
                    ]
                    longest = False
            self._ways[index, player] = ways
        return self._ways[index, player]

    def _read(self, index: int, last: int, player: str) -> tuple[ActText, ...]:
        """Return the acts in some segments: one act, one act of several players, or another act of `player`."""
        start, end = self.segments[index].start, self.segments[last].end
        text = self.text[start:end]
        named_player = self._player(text)
        if index > 0 or last < len(self.segments) - 1:  # not for the whole line
            try:
                self.read(text)
            except UnreadableLine as fault:
                if index > 0 and fault.column > 1:
                    self._note(fault, start)
            else:
                return (ActText(text, text),)
        if players_and_end := self._named_players(index, last):
            return self._of_each(*players_and_end, end)
        if player and not named_player:
            return self._of_the_same(player, self.segments[index], end)
        return self._of_the_first(text) if index == 0 and last < len(self.segments) - 1 else ()

    def _named_players(self, index: int, last: int) -> tuple[list[str], int] | None:
        """Return the players listed one after another, and the index of the first word after them. Return None if there
        is no such list.
        """
        players = []
        for segment in self.segments[index : last + 1]:
            words = WordReader(self.text[segment.start : segment.end], self.names.copy())
            try:
                players.append(words.names.known_names[words.names.read(words)])
            except UnreadableLine:
                return (players, segment.start) if players else None
            if not words.at_end:
                return players, segment.start + words.column(words.index) - 1
        return None

    def _of_each(self, players: list[str], start: int, end: int) -> tuple[ActText, ...]:
        """Return one line for each player, all with the predicate that starts at `start`."""
        words = self.text[start:end].split()
        has_each = words[0].casefold() in _EACH
        remaining_text = " ".join(words[has_each:])
        acts = []
        for name in players:
            try:
                acts.append(self.read(f"{name} {remaining_text}"))
            except UnreadableLine as fault:
                fault.column -= len(name) + 1
                if len(players) > 1 and fault.column > 0:
                    self._note(fault, start + (self.text[start:].index(words[1]) if has_each and remaining_text else 0))
                return ()
        if (
            len(players) > 1
            and _kind_of_argument(acts[0])
            and not (has_each and _kind_of_argument(acts[0]) == "a number")
        ):
            suggestion = f"'{join_words(players)} each {remaining_text}'"
            question = f"does each of them {remaining_text}? Write {suggestion}, or a line for each"
            of_cards = _kind_of_argument(acts[0]) != "a number"
            self._note(
                AmbiguousLine(
                    1, len(remaining_text), "whose cards are these? Write a line for each" if of_cards else question
                ),
                start,
            )
            return ()
        return tuple(ActText(f"{name} {remaining_text}", f"{name} {remaining_text}") for name in players)

    def _of_the_same(self, player: str, segment: _Segment, end: int) -> tuple[ActText, ...]:
        """Return an act without a name, attributed to the previous player: ``Ann takes 5H and discards 4C``."""
        text = self.text[segment.start : end]
        try:
            self.read(f"{player} {text}")
        except UnreadableLine as fault:
            fault.column -= len(player) + 1
            if segment.separator in _SAME_PLAYER and fault.column > 1:
                self._note(fault, segment.start)
            self._refuse_a_stranger(player, text, segment.start)
            return ()
        if segment.separator in _SAME_PLAYER:
            return (ActText(text, f"{player} {text}"),)
        self.assumable = True
        if self.assumes:
            return (ActText(text, f"{player} {text}", is_assumed=True),)
        question = f"who {text}? Write '{player} {text}', or another player's name"
        self._note(AmbiguousLine(1, len(text), question), segment.start)
        return ()

    def _refuse_a_stranger(self, player: str, text: str, start: int) -> None:
        """Note a fault for an unknown name that precedes an otherwise valid act."""
        stranger, _, act = text.partition(" ")
        try:
            self.read(f"{player} {act}")
            self.read(text)
        except UnreadableLine as fault:
            if fault.column == 1:
                self._note(AmbiguousLine(1, len(stranger), str(fault)), start)

    def _of_the_first(self, text: str) -> tuple[ActText, ...]:
        """Return the first act of a line without a name, if `first` can read it; else nothing."""
        if self.first is None:
            return ()
        try:
            return (ActText(text, self.first(text)),)
        except UnreadableLine:
            return ()

    def _player(self, text: str) -> str:
        """Return the known player whose name begins a text; empty if there is none."""
        words = WordReader(text, PlayerNames(self.names.known_names))
        try:
            return words.names.known_names[words.names.read(words)]
        except UnreadableLine:
            return ""

    def _note(self, fault: UnreadableLine, start: int) -> None:
        """Keep a fault if it is the rightmost so far. A fault that asks a question takes precedence."""
        fault.column += start
        is_question = isinstance(fault, AmbiguousLine)
        if self.unread is None or (is_question, fault.column) > (
            isinstance(self.unread, AmbiguousLine),
            self.unread.column,
        ):
            self.unread = fault


def _kind_of_argument(act: Any) -> str:
    """Return ``a number`` if an act states only numbers, ``more`` if it states anything else, or an empty text."""
    values = [getattr(act, field.name) for field in fields(act) if not field.kw_only and field.name != "seat"]
    stated_values = [value for value in values if value not in (None, (), "")]
    return "" if not stated_values else "a number" if all(type(value) is int for value in stated_values) else "more"
