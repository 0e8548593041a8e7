"""Suggest buttons for a line: likely acts, and continuations of an incomplete line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import takewhile
from typing import Final

from referee.cards import Card, Pack, UnreadableCard, read_card
from referee.cards.immutable import frozen
from referee.cards.pack import SUITS
from referee.club.match.view import MatchView
from referee.club.match_prompt import MatchPrompt
from referee.club.phones import line_entry
from referee.club.phones.public_record import TOLD
from referee.club.text.faults import ClubFault
from referee.rules import Verdict
from referee.rules.book.offers import THE_DEAL, offers_to
from referee.rules.notation.actions import Deal, Statement
from referee.rules.notation.patterns import PatternPart
from referee.rules.records.shorthand import whose_turn

_MAX_LIKELY: Final = 8
"""The number of large buttons."""
_RANKS: Final = "AKQJT98765432"
_UNLIKELY: Final = 9
_CARD_SLOTS: Final = ("CARD", "CARDS")
_SAMPLE_NUMBERS: Final = ("1", "2", "5", "10", "20")


@frozen
class Suggestion:
    """A button: its label, the line it completes or starts, and whether that line is `whole`."""

    label: str
    line: str
    whole: bool


@frozen
class LineButtons:
    """The buttons for a new line: likely ones and others."""

    likely: tuple[Suggestion, ...]
    others: tuple[Suggestion, ...]


NO_BUTTONS: Final = LineButtons((), ())


@frozen
class Continuations:
    """The continuations of an incomplete line: cards, of which some were `seen` already, a number, and `acts`."""

    cards: tuple[tuple[Card, ...], ...] = ()
    seen: frozenset[Card] = frozenset()
    several: bool = False
    number: bool = False
    acts: tuple[Suggestion, ...] = ()


def suggest_lines(public: MatchView) -> LineButtons:
    """Return the buttons for the table's current state, without acts meant for the referee alone."""
    acts: list[Suggestion] = []
    for text in MatchPrompt(public).complete(""):
        if _is_secret(public, text):
            continue
        act = _suggestion(public, text)
        # Of two words for one act, such as pass and passes, offer the first.
        if not any(suggestion.whole and act.whole and suggestion.label.startswith(act.label) for suggestion in acts):
            acts.append(act)
    seat = whose_turn(public.book, public.sheet.table)
    offers = offers_to(public.book, public.sheet.table, -1 if seat is None else seat)
    kinds = {type(act) for offer in offers for act in offer.acts}
    rated = [(_likeliness(act, public, seat, kinds), act) for act in acts]
    likely = [act for rank, act in sorted(rated, key=lambda pair: pair[0]) if rank < _UNLIKELY]
    if seat is None and all(act.whole for act in likely):
        likely += [Suggestion(f"{name} shows …", f"{name} shows ", whole=False) for name in _names_to_show(public)]
    return LineButtons(tuple(likely[:_MAX_LIKELY]), tuple(act for act in acts if act not in likely[:_MAX_LIKELY]))


def find_continuations(public: MatchView, text: str) -> Continuations:
    """Return the continuations of an incomplete line, by every pattern that it matches."""
    lead = f"{text.strip()} "
    acts: list[Suggestion] = []
    cards, takes_several, number, words_follow = False, False, False, False
    for part in _next_parts(public, lead):
        words_follow = words_follow or bool(part and part.slot is None)
        if part is None:
            acts.insert(0, Suggestion(text.strip(), text.strip(), whole=True))
        elif part.slot is None or part.text == "NAME":
            words = (part.text,) if part.slot is None else public.names
            acts += (_suggestion(public, f"{lead}{word} ", lead) for word in words)
        elif part.text == "N":
            number = True
        elif part.text in _CARD_SLOTS or part.slot.separator:
            cards, takes_several = True, takes_several or part.text != "CARD"
    if not (cards or words_follow):
        acts += _completions(public, lead)
    grid = _card_grid(public) if cards else ()
    seen_cards = _seen_cards(public) if cards else frozenset()
    return Continuations(
        grid, seen_cards, takes_several, number, tuple({act.line.strip(): act for act in acts}.values())
    )


def name_completions(public: MatchView, text: str) -> Continuations:
    """Return the completions of a line without a player's name, one for each player."""
    return Continuations(acts=tuple(Suggestion(name, f"{name} {text.strip()}", whole=True) for name in public.names))


def can_continue(public: MatchView, text: str) -> bool:
    """Return whether more words may follow a complete line."""
    return any(part is not None for part in _next_parts(public, text))


def _completions(public: MatchView, lead: str) -> list[Suggestion]:
    """Return the completions of an incomplete line, without acts meant for the referee alone."""
    completions = []
    for line in MatchPrompt(public).complete(lead):
        words = line[len(lead) :].strip()
        if words and line.casefold().startswith(lead.casefold()) and not _is_secret(public, line):
            completions.append(_suggestion(public, line, lead))
    return completions


def _suggestion(public: MatchView, text: str, lead: str = "") -> Suggestion:
    """Return a button for a line, extended by words without an alternative.

    Its label leaves out `lead`.
    """
    while text.endswith(" "):
        parts = [*_next_parts(public, text)]
        if None in parts and all(part is None or part.slot is None for part in parts):
            text = text.strip()  # optional words, such as what is paid for, are offered after the preview
        elif len({part.text for part in parts if part}) != 1 or parts[0] is None or parts[0].slot is not None:
            return Suggestion(f"{text.removeprefix(lead).strip()} …", text, whole=False)
        else:
            text = f"{text}{parts[0].text} "
    return Suggestion(text.removeprefix(lead), text, whole=True)


def _likeliness(act: Suggestion, public: MatchView, seat: int | None, kinds: Set[type]) -> int:
    """Return a rank for an act, 0 for the likeliest: first acts the game offers, then possibly legal ones.

    When it is nobody's turn, automatic acts are likely, and those that anybody may do come first.
    """
    book, due = public.book, public.book.due(public.sheet.table)
    name = _leading_name(act.line, public.names)
    words = act.line.removeprefix(name).split()
    verbs = [verb for verb in book.grammar.verbs if words and verb.word == words[0]]
    makes = {verb.act_type for verb in verbs if name or verb.has_subject == (seat is not None)}
    is_play = any(not issubclass(make, Statement | Deal) for make in makes)
    if not any(book.grammar.verb_of(make).word == words[0] for make in makes):  # a synonym
        return _UNLIKELY
    if act.whole:
        legal = (is_play or seat is None) and not _is_illegal(public, act.line)
        return (0 if makes & kinds else 2) if legal else _UNLIKELY
    if not is_play:
        return _UNLIKELY
    if makes & kinds or (isinstance(due, str) and not name and words[0] in due.replace(",", "").split()):
        return 1
    if seat is None:
        return 3 if name and due is None else _UNLIKELY
    return 3 if not name and _can_be_legal(public, act) else _UNLIKELY


def _can_be_legal(public: MatchView, act: Suggestion) -> bool:
    """Return whether an incomplete line may become legal.

    It is tried with a few cards or numbers. A line that needs neither counts as legal.
    """
    pack = public.book.pack_for(public.options)
    words_to_try = {"N": _SAMPLE_NUMBERS, "CARD": _RANKS, "CARDS": _RANKS}
    pattern_part = next(
        (part for part in _next_parts(public, act.line) if part is not None and part.text in words_to_try), None
    )
    if pattern_part is None:
        return True
    seen_cards = _seen_cards(public)
    unseen_cards = [card for card in pack.copies if card not in seen_cards]
    cards = unseen_cards if len(unseen_cards) <= len(_RANKS) else {card.rank: card for card in unseen_cards}.values()
    words = _SAMPLE_NUMBERS if pattern_part.text == "N" else map(str, cards)
    return not all(_is_illegal(public, f"{act.line}{word}") for word in words)


def _names_to_show(public: MatchView) -> Iterator[str]:
    """Yield the names of players due to show cards in any order, or no names before a deal."""
    due = public.book.due(public.sheet.table)
    if isinstance(due, str) and due != THE_DEAL:
        awaited = [name for seat, name in enumerate(public.names) if public.sheet.table.name(seat) in due]
        yield from awaited or public.remaining_names


def _card_grid(public: MatchView) -> tuple[tuple[Card, ...], ...]:
    pack = public.book.pack_for(public.options)
    rows = [
        tuple(card for rank in _RANKS for card in pack.copies if (card.rank, card.suit) == (rank, suit))
        for suit in SUITS
    ]
    cards = tuple(card for card in pack.copies if not any(card in row for row in rows))
    return tuple(filter(None, (*rows, cards)))


def _seen_cards(public: MatchView) -> frozenset[Card]:
    """Return the cards seen in this hand."""
    seen_cards: set[Card] = set()
    for entry in public.sheet.entries:
        for cards in (getattr(entry.line.act, "cards", ()), getattr(entry.line.act, "card", None)):
            seen_cards.update(
                card for card in (cards if isinstance(cards, tuple) else (cards,)) if isinstance(card, Card)
            )
        if entry.line.text.startswith("deal"):
            seen_cards.clear()
    return frozenset(seen_cards)


def _next_parts(public: MatchView, text: str) -> Iterator[PatternPart | None]:
    """Yield the pattern parts that can follow a line, and None if the line may end."""
    name = _leading_name(text, public.names)
    words = text.split()[len(name.split()) :]
    for verb in public.book.grammar.verbs:
        if words and not issubclass(verb.act_type, TOLD) and (verb.has_subject or not name):
            yield from _parts_after(verb.parts[verb.has_subject :], words, public)


def _parts_after(parts: Sequence[PatternPart], words: Sequence[str], match: MatchView) -> Iterator[PatternPart | None]:
    """Yield the pattern parts that can follow `words`, which match `parts` from the start, and None for an end."""
    if not parts:
        yield from () if words else (None,)
        return
    part = parts[0]
    group_parts = [pattern_part for pattern_part in parts if part.group and pattern_part.group == part.group]
    if group_parts:  # optional parts
        yield from _parts_after(parts[len(group_parts) :], words, match)
    parts = [replace(part, group=0) if part in group_parts else part for part in parts[1:]]
    separator = part.slot.separator if part.slot else ""
    if part.slot and part.slot.follows:
        yield from _parts_after_words(part.slot.follows, parts, words, match)
    elif not words:
        yield part
    elif matched_count := _count_matched(part, words, separator, match):
        if separator and words[matched_count - 1] == separator:
            yield part
        else:
            yield from (replace(part, text=separator, slot=None),) if separator and not words[matched_count:] else ()
            yield from _parts_after(parts, words[matched_count:], match)


def _parts_after_words(
    follows: Callable[[Sequence[str]], tuple[str, ...]],
    parts: Sequence[PatternPart],
    words: Sequence[str],
    match: MatchView,
) -> Iterator[PatternPart | None]:
    """Yield the parts that can follow `words`. The first part takes the words that `follows` allows."""
    word_count = 0
    while next_words := follows(words[:word_count]):
        if word_count == len(words):
            yield from (PatternPart(word, None, 0) for word in next_words)
            return
        if words[word_count] not in next_words:
            return
        word_count += 1
    yield from _parts_after(parts, words[word_count:], match)


def _count_matched(part: PatternPart, words: Sequence[str], separator: str, match: MatchView) -> int:
    """Return the number of words that a pattern part matches, or 0 if none match or it is unclear."""
    if part.slot is None:
        return int(words[0].casefold() == part.text)
    if part.text == "NAME":
        return len(_leading_name(" ".join(words), match.names).split())
    if part.text == "N":
        return int(words[0].isdecimal())
    most = 1 if part.text == "CARD" else len(words)
    pack = match.book.pack_for(match.options)
    return len([*takewhile(lambda word: word == separator or _is_card(word, pack), words[:most])])


def _is_card(word: str, pack: Pack) -> bool:
    try:
        return bool(read_card(word, pack))
    except UnreadableCard:
        return False


def _is_secret(match: MatchView, line: str) -> bool:
    """Return whether a line starts an act that only the referee may know."""
    words = line.removeprefix(_leading_name(line, match.names)).split()
    private_verbs = {verb.word for verb in match.book.grammar.verbs if issubclass(verb.act_type, TOLD)}
    return bool(words) and words[0] in private_verbs


def _is_illegal(match: MatchView, line: str) -> bool:
    """Return whether a line is illegal now. It is called often, so it judges without a replay of the hand."""
    try:
        act = line_entry.read_lines(match, line)[-1].act
    except ClubFault:
        return True
    return match.book.judge(match.sheet.table, act).verdict is Verdict.ILLEGAL


def _leading_name(text: str, names: Sequence[str]) -> str:
    """Return the player's name at the start of a line, or ""."""
    matches = [name for name in names if f"{text.strip()} ".startswith(f"{name} ")]
    return max(matches, key=len, default="")
