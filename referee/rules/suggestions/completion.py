"""Completion of a half-typed line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from referee.cards import UNSEEN, Card, Pack, UnreadableCard, read_cards
from referee.rules.book.answer import Verdict
from referee.rules.book.knowledge import Location
from referee.rules.book.offers import offers_to
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal, Statement
from referee.rules.notation.line_words import PlayerNames, UnreadableLine, WordReader
from referee.rules.notation.patterns import PatternPart, Verb
from referee.rules.records.messages import render_text

_CARD_SLOTS: Final = ("CARD", "CARDS")
_PLAIN_SLOTS: Final = frozenset(["NAME", "N", "CARD", "CARDS"])


def complete(book: Rulebook, table: Any, names: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the possible completions of a half-typed line, the likeliest first.

    Complete legal acts come first. Then comes the next word: a player's name (the player in turn first), a verb, a card
    that may be in the hand, or a sample argument. A line that may or must continue ends in a blank. Names and cards may
    be typed in any accepted spelling.
    """
    line_start = text.lstrip()
    lines = [*_in_record_words(book, table, names, line_start), *_in_other_words(book, table, names, line_start)]
    folded = line_start.casefold()
    return tuple(line for line in dict.fromkeys(lines) if line.casefold() not in (folded, folded.rstrip()))


def _in_record_words(book: Rulebook, state: Any, names: Sequence[str], text: str) -> list[str]:
    """Return the completions of a half-typed line that is in canonical words."""
    finished = text[: _last_word(text)]
    return [*_legal_lines(book, state, text, names), *_next_words(book, state, names, finished, text)]


def _last_word(text: str) -> int:
    """Return the index at which the last, unfinished word begins."""
    return max(text.rfind(" "), text.rfind("\t")) + 1


def _legal_lines(book: Rulebook, state: Any, text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the legal acts that begin with the typed text.

    An offer of many acts ("any pair above the nines") is completed only up to its verb, because the player must choose
    one.
    """
    subject = _find_subject(text, names)
    seats: Iterable[int] = state.seats if state.turn is None else (state.turn,)
    deals = (Deal(seat) for seat in state.seats) if not state.in_play else ()
    lines = [book.write(act, state.seats) for act in deals if book.judge(state, act).verdict is Verdict.LEGAL]
    for seat in seats if subject is None else (subject,):
        for offer in offers_to(book, state, seat):
            for act in offer.acts:
                line = book.write(act, state.seats)
                is_exact = offer.text.startswith(line) and offer.text.removeprefix(line)[:1] in ("", ",")
                lines.append(line if is_exact else _as_far_as_the_verb(line, act, book))
    pack = book.pack_for(state.options)
    return (line for line in (render_text(line, names) for line in lines) if _begins_with(line, text, pack))


def _as_far_as_the_verb(line: str, act: Any, book: Rulebook) -> str:
    subject, verb_words, _ = line.partition(f" {book.grammar.verb_of(type(act)).word} ")
    return subject + verb_words


def _find_subject(text: str, names: Sequence[str]) -> int | None:
    """Return the seat of the player named at the beginning of a line; None while that is unclear."""
    try:
        return PlayerNames(names).read(WordReader(text, PlayerNames(names)))
    except UnreadableLine:
        return None


def _begins_with(line: str, text: str, pack: Pack) -> bool:
    """Tell whether a line begins with the typed text. The last word and a name may be abbreviated."""
    line_words, words = line.casefold().split(), text.casefold().split()
    if len(words) > len(line_words):
        return False
    for index, (word, line_word) in enumerate(zip(words, line_words, strict=False)):
        is_last = index == len(words) - 1 and not text.endswith((" ", "\t"))
        cut_short = line_word.startswith(word) and (is_last or index == 0)
        if not cut_short and word != line_word and not _same_card(word, line_word, pack):
            return False
    return True


def _same_card(word: str, line_word: str, pack: Pack) -> bool:
    try:
        return read_cards(word, pack) == read_cards(line_word, pack)
    except UnreadableCard:
        return False


def _next_words(book: Rulebook, state: Any, names: Sequence[str], finished: str, text: str) -> Iterator[str]:
    """Yield the line with its next word, for each verb."""
    if not finished.strip():
        yield from (f"{name} " for name in _names_in_turn(state, names) if name.casefold().startswith(text.casefold()))
    for verb in book.grammar.verbs:
        yield from _complete_verb(verb, book, state, names, finished, text)


def _in_other_words(book: Rulebook, state: Any, names: Sequence[str], text: str) -> Iterator[str]:
    """Yield synonyms that begin with the typed letters, and completions of lines with a synonym."""
    words = WordReader(text, PlayerNames(names))
    try:
        name = f"{names[PlayerNames(names).read(words)]} "
    except UnreadableLine:
        name, remaining_text = "", text
    else:
        remaining_text = text[words.column(words.index) - 1 :] if not words.at_end else ""
    plain_phrases = (
        sorted(book.grammar.plain_phrases, key=lambda pair: len(" ".join(pair[0].words))) if remaining_text else []
    )
    for phrase, verb in plain_phrases:
        phrase_text = " ".join(phrase.words)
        meaning_text = " ".join(phrase.meaning[bool(name) :])
        if bool(name) != bool(phrase.subject) or phrase_text.startswith(f"{meaning_text} "):
            continue  # a phrase that only adds words to its verb is not suggested
        if phrase_text.startswith(remaining_text.casefold()):
            ends_pattern = len(phrase.meaning) == len(verb.parts) and phrase.meaning[-1] == verb.parts[-1].text
            yield f"{name}{phrase_text}{'' if ends_pattern else ' '}"
        elif remaining_text.casefold().startswith(f"{phrase_text} "):
            lead = f"{name}{meaning_text} "
            lines = _in_record_words(book, state, names, f"{lead}{remaining_text[len(phrase_text) + 1 :]}")
            yield from (f"{name}{phrase_text} {line[len(lead) :]}" for line in lines if line.startswith(lead))


def _names_in_turn(state: Any, names: Sequence[str]) -> list[str]:
    first = 0 if state.turn is None else state.turn
    return [*names[first:], *names[:first]]


def _complete_verb(
    verb: Verb, book: Rulebook, state: Any, names: Sequence[str], finished: str, text: str
) -> Iterator[str]:
    """Yield the possible next words after the finished words, which must match a verb's pattern."""
    words = WordReader(finished, PlayerNames(names), book.pack_for(state.options))
    partial = text[len(finished) :].casefold()
    seats: list[int] = []
    words_so_far: list[str] = []
    left_out = 0
    for index, part in enumerate(verb.parts):
        goes_on = " " if index + 1 < len(verb.parts) else ""
        if part.group and (part.group == left_out or words.is_next(part.next_word)):
            left_out = part.group
            continue
        if part.next_word and words.at_end and part.next_word.startswith(partial):
            yield _join_blank(*words_so_far, part.next_word) + " "
        if part.slot is None:
            if words.at_end:
                if part.text.startswith(partial):
                    yield _join_blank(*words_so_far, part.text) + goes_on
                return
            if words.take(part.text).casefold() != part.text:
                return
            words_so_far.append(part.text)
            continue
        remaining_text = finished[words.column(words.index) - 1 :] if not words.at_end else ""
        yield from (
            _join_blank(*words_so_far, sample) + goes_on for sample in _matching_samples(part, remaining_text + partial)
        )
        if words.at_end:
            if part.text == "NAME" and index > 0:
                yield from (
                    _join_blank(*words_so_far, name) + goes_on for name in _other_names(names, seats[:1], partial)
                )
            elif part.text in _CARD_SLOTS:
                home = _cards_location(verb, book, state, index, seats)
                yield from (
                    _join_blank(*words_so_far, cards) + goes_on
                    for cards in _complete_cards(part, book, state, home, "", partial)
                )
            return
        start = words.index
        try:
            value = part.slot.read(words)
        except UnreadableLine:
            return
        if part.text == "CARDS" and words.at_end:
            home = _cards_location(verb, book, state, index, seats)
            yield from (
                _join_blank(*words_so_far, cards) + goes_on
                for cards in _complete_cards(part, book, state, home, remaining_text, partial)
            )
        if part.text == "NAME":
            seats.append(value)
        read_words = words.texts[start : words.index]
        words_so_far.extend([names[value]] if part.text == "NAME" else read_words)


def _join_blank(*words: str) -> str:
    return " ".join(words)


def _matching_samples(part: PatternPart, text: str) -> list[str]:
    assert part.slot is not None
    return [sample for sample in part.slot.samples if sample.casefold().startswith(text.casefold())]


def _other_names(names: Sequence[str], subject: Sequence[int], partial: str) -> list[str]:
    return [name for seat, name in enumerate(names) if seat not in subject and name.casefold().startswith(partial)]


def _complete_cards(
    part: PatternPart, book: Rulebook, state: Any, home: Location | None, finished: str, partial: str
) -> Iterator[str]:
    """Yield the typed cards with one more card, starting with those known to be in the hand.

    If the act's cards come from no hand, yield unseen cards.
    """
    pack = book.pack_for(state.options)
    try:
        cards_typed = [card for word in finished.split() for card in read_cards(word, pack)]
    except UnreadableCard:
        return
    head, remaining_text = _split_run(partial, pack) if part.text == "CARDS" else ((), partial)
    cards = Counter([*cards_typed, *head])
    knowledge = state.knowledge
    # A player may have several hands.
    homes = [] if home is None else [home, *(place for place, owner in knowledge.owners.items() if owner == home)]
    ranked_cards: list[tuple[int, Card]] = []
    for card in pack.copies:
        if cards[card] >= pack.copies[card] or not _can_be_spelled(card, remaining_text):
            continue
        if home is not None:
            copies = cards[card] + 1
            if places := [place for place in homes if len(knowledge.possible(place, (card,) * copies)) == copies]:
                ranked_cards.append(
                    (all(knowledge.hand_at(place).cards.count(card) < copies for place in places), card)
                )
        elif knowledge.unlocated(card) > 0:
            ranked_cards.append((0, card))
    beginning = " ".join(map(str, (*cards_typed, *head)))
    for _, card in sorted(ranked_cards, key=lambda ranked_card: ranked_card[0]):
        yield f"{beginning} {card}".strip()


def _cards_location(verb: Verb, book: Rulebook, state: Any, index: int, seats: Sequence[int]) -> Location | None:
    """Return the location from which an act moves the cards of a slot; None if it is nobody's hand.

    The act is tried with a card in this slot and unseen ones in the others, to tell its cards from the rest.
    """
    subject = seats[0] if seats else None
    slots = [(part_index, part.text) for part_index, part in enumerate(verb.parts) if part.slot]
    if subject is not None and issubclass(verb.act_type, Statement):
        return book.hand_of(state, verb.act_type(subject, ()))
    if subject is None or not {text for _, text in slots} <= _PLAIN_SLOTS:
        return subject
    cards = book.pack_for(state.options).cards
    seats_named = iter([*seats, *[subject] * len(slots)])
    blank = []
    for label, text in slots:
        card = cards[-1] if label == index else UNSEEN
        blank.append({"N": 1, "CARD": card, "CARDS": (card,)}.get(text) or next(seats_named))
    moves = book.moves_of(state, verb.act_type(**dict(zip(verb.field_names, blank, strict=True))))
    owner = state.knowledge.owner
    source = next((move.source for move in moves if cards[-1] in move.cards), None)
    if source is None:
        return next((move.source for move in moves if owner(move.source) == subject), None if moves else subject)
    return source if owner(source) is not None else None


def _split_run(partial: str, pack: Pack) -> tuple[tuple[Card, ...], str]:
    """Return the complete cards in a text without blanks, and the beginning of one more."""
    for index in range(len(partial) - 1, 1, -1):
        try:
            return read_cards(partial[:index], pack), partial[index:]
        except UnreadableCard:
            continue
    return (), partial


def _can_be_spelled(card: Card, partial: str) -> bool:
    """Tell whether a typed text begins an accepted spelling of a card."""
    ranks = ("t", "10") if card.rank == "T" else (card.rank.casefold(),)
    suit = card.suit.casefold()
    return any(spelling.startswith(partial) for rank in ranks for spelling in (rank + suit, suit + rank))
