"""Shorthand lines: without the name of the player in turn, with half a verb, or with only cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.rules.book.answer import Verdict
from referee.rules.book.offers import offers_to
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Statement
from referee.rules.notation.lexicon import plain_number
from referee.rules.notation.line_words import AmbiguousLine, MissingName, PlayerNames, UnreadableLine, WordReader
from referee.rules.notation.patterns import Verb
from referee.rules.notation.seats import Seats


@frozen
class Moment:
    """The moment at which a line is entered: the table, and the seat that acts if the line names nobody.

    `seat` is the player in turn. For a line that replaces another, it is the player of the replaced line. It is None if
    the line must name a player.
    """

    table: Any
    seat: int | None


class _Candidate(NamedTuple):
    """A possible meaning of a line: its `head`, then the words as typed. `bare` says that they have no verb."""

    head: str
    words: tuple[str, ...]
    bare: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def line(self) -> str:
        return f"{self.head} {self.text}".strip()


def whose_turn(book: Rulebook, table: Any) -> int | None:
    """Return the seat whose turn it is; None if no player is due."""
    due_seat = book.due(table)
    return due_seat if isinstance(due_seat, int) and due_seat >= 0 else None


def moment_of(book: Rulebook, table: Any) -> Moment:
    """Return the moment for the next line at a table."""
    return Moment(table, whose_turn(book, table))


def expand_at(book: Rulebook, moment: Moment, names: Sequence[str], text: str, unread: UnreadableLine) -> str:
    """Return the full line for an unreadable text at a moment.

    Raise `MissingName` if only the player's name is missing, else the rightmost fault.
    """
    if line := _with_total(book, moment, names, text):
        return line
    try:
        return _expand_unread(book, moment.table, names, text, moment.seat, unread)
    except AmbiguousLine:
        raise
    except UnreadableLine as fault_of_text:
        fault = fault_of_text
    if names:
        with suppress(UnreadableLine):
            act = _read_act(book, moment.table, names, expand_line(book, moment.table, names, f"{names[0]} {text}"))
            act_text = book.write(act, Seats(tuple(names))).removeprefix(f"{names[0]} ")
            fault = MissingName(1, len(text.rstrip()), f"who {act_text}? Put the player's name before it")
    raise fault


def _with_total(book: Rulebook, moment: Moment, names: Sequence[str], text: str) -> str:
    """Return a line such as ``raises by 20`` with the total instead; empty for any other line."""
    counts_from = book.functions.get("counts_from")
    if counts_from is None or " by " not in text.casefold():
        return ""
    words = ["to" if word.casefold() == "by" else word for word in text.split()]
    try:
        line = expand_line(book, moment.table, names, " ".join(words), moment.seat)
        act = _read_act(book, moment.table, names, line)
    except UnreadableLine:
        return ""
    base = counts_from(moment.table, act)
    head, _, amount = book.write(act, Seats(tuple(names))).rpartition(" ")
    return f"{head} {base + int(amount)}" if base is not None else ""


def expand_line(book: Rulebook, table: Any, names: Sequence[str], text: str, seat: int | None = None) -> str:
    """Return the full line for a line that may be abbreviated.

    If it names nobody, it is attributed to `seat`, or else to the player in turn. A readable line is only put into
    canonical words. Otherwise the verb may be abbreviated, or missing before cards or numbers. A line about cards held
    or shown must have a name.

    Raise `UnreadableLine` if it cannot be read like this either. Raise `AmbiguousLine` if it has several meanings, and
    not exactly one of them is allowed now.
    """
    line_text = text.strip()
    try:
        act = _read_act(book, table, names, line_text)
    except UnreadableLine as unread:
        fault = unread
    else:
        return _as_recorded(book, names, line_text, act)
    return _expand_unread(book, table, names, line_text, whose_turn(book, table) if seat is None else seat, fault)


def _expand_unread(
    book: Rulebook, state: Any, names: Sequence[str], text: str, turn_seat: int | None, failed: UnreadableLine
) -> str:
    """Return the full line for an unreadable one. If there is none, raise `failed` or a fault further to the right."""
    for seat, words, is_named in _possible_subjects(names, text, turn_seat):
        for readings in _candidates(book, names, seat, words, is_named=is_named):
            candidate_lists = [
                (candidate, _find_fault(book, state, names, candidate.line, is_named=is_named))
                for candidate in readings
            ]
            for reading, fault in candidate_lists:
                if isinstance(fault, AmbiguousLine):
                    raise AmbiguousLine(
                        fault.column - len(reading.head) - 1 + len(text) - len(reading.text), fault.width, str(fault)
                    )
            if lines := list(dict.fromkeys(candidate.line for candidate, fault in candidate_lists if fault is None)):
                return _choose_line(book, state, names, text, lines)
            for reading, fault in candidate_lists:
                if fault is not None:
                    failed = _further_fault(failed, fault, reading, text)
    raise failed


def _read_act(book: Rulebook, state: Any, names: Sequence[str], line: str) -> Any:
    return book.grammar.read(line, PlayerNames(names), book.pack_for(state.options), 1, book.title)


def _as_recorded(book: Rulebook, names: Sequence[str], line: str, act: Any) -> str:
    """Return a line in canonical words."""
    return book.write(act, Seats(tuple(names))) if book.grammar.is_reworded(line) else line


def _find_fault(
    book: Rulebook, state: Any, names: Sequence[str], line: str, *, is_named: bool
) -> UnreadableLine | None:
    """Return the fault of a line; None if it can be read. A line about cards held or shown must name its player."""
    try:
        act = _read_act(book, state, names, line)
    except UnreadableLine as fault:
        return fault
    unnamed = isinstance(act, Statement) and not is_named
    return UnreadableLine(1, 1, "who? A line begins with a player's name") if unnamed else None


def _possible_subjects(
    names: Sequence[str], text: str, turn_seat: int | None
) -> Iterator[tuple[int | None, tuple[str, ...], bool]]:
    """Yield the possible subjects: the seat, the remaining words, and whether the line names the player.

    A player with a full name comes first, then the player in turn, then one with an abbreviated name.
    """
    words = WordReader(text, PlayerNames(names))
    try:
        seat = PlayerNames(names).read(words)
    except UnreadableLine:
        yield turn_seat, tuple(text.split()), False
        return
    remaining_words = tuple(words.texts[words.index :])
    if text.casefold().startswith(names[seat].casefold()):
        yield seat, remaining_words, True
    else:
        yield turn_seat, tuple(text.split()), False
        yield seat, remaining_words, True


def _candidates(
    book: Rulebook, names: Sequence[str], seat: int | None, words: tuple[str, ...], *, is_named: bool
) -> Iterator[list[_Candidate]]:
    """Yield groups of possible lines: with a whole verb, then with half a verb, then with none."""
    if not words:
        return
    name = "" if seat is None else names[seat]
    folded_names = {player_name.casefold() for player_name in names}
    verbs = [
        verb
        for verb in book.grammar.verbs
        if not verb.has_subject or is_named or (seat is not None and not issubclass(verb.act_type, Statement))
    ]
    by_whole_verb: list[_Candidate] = []
    half_verb_candidates: list[_Candidate] = []
    for verb in verbs:
        lead = _words_before_slots(verb)
        matched_words = [
            *takewhile(lambda pair: pair[0].startswith(pair[1].casefold()), zip(lead, words, strict=False))
        ]
        if not matched_words or (words[0].casefold() in folded_names and matched_words[0][0] != words[0].casefold()):
            continue  # a player's name is no half a verb
        remaining_words = words[len(matched_words) :]
        # Only words at the end may be left out: "to 20" or "by 20" cannot be guessed.
        words_typed = lead if not remaining_words else lead[: len(matched_words)]
        reading = _Candidate(" ".join([name, *words_typed] if verb.has_subject else words_typed), remaining_words)
        (by_whole_verb if matched_words[0][0] == matched_words[0][1].casefold() else half_verb_candidates).append(
            reading
        )
    yield by_whole_verb
    yield half_verb_candidates
    yield [_Candidate(name, words)] if name and not is_named else []  # what players write for a verb
    if all(plain_number(word).isdecimal() for word in words):
        return  # a sum alone could be any act
    yield [
        _Candidate(f"{name} {verb.word}", words, bare=True)
        for verb in verbs
        if verb.has_subject and len(_words_before_slots(verb)) == 1 and verb.is_optional
    ]


def _words_before_slots(verb: Verb) -> list[str]:
    """Return the literal words of a verb before its first slot."""
    parts = verb.parts[1:] if verb.has_subject else verb.parts
    return [part.text for part in takewhile(lambda part: part.slot is None and not part.group, parts)]


def _choose_line(book: Rulebook, state: Any, names: Sequence[str], text: str, lines: list[str]) -> str:
    """Return the line that is meant: the only one, or the only one that is offered or legal now.

    Raise `AmbiguousLine` if there are several.
    """
    acts: list[tuple[Any, str]] = []
    for line in lines:
        act = _read_act(book, state, names, line)
        if all(act != known_act for known_act, _ in acts):  # some acts have two words, such as sticks and stands
            acts.append((act, line))
    if len(acts) > 1:
        verdicts = {line: book.judge(state, act).verdict for act, line in acts}
        offered_types = {seat: offered_act_types(book, state, seat) for seat in {act.seat for act, _ in acts}}
        likely_acts = [(act, line) for act, line in acts if verdicts[line] is not Verdict.ILLEGAL] or acts
        likely_acts = [(act, line) for act, line in likely_acts if verdicts[line] is Verdict.LEGAL] or likely_acts
        acts = [(act, line) for act, line in likely_acts if type(act) in offered_types[act.seat]] or likely_acts
    if len(acts) == 1:
        act, line = acts[0]
        return _as_recorded(book, names, line, act)
    raise AmbiguousLine(
        1, len(text), f"{text!r} could be {join_words([line for _, line in acts[:4]], 'or')}. Type more of it"
    )


def _further_fault(failed: UnreadableLine, fault: UnreadableLine, reading: _Candidate, text: str) -> UnreadableLine:
    """Return whichever of two faults is further to the right in the typed text."""
    remaining_text = reading.text
    offset = len(text) - len(remaining_text)
    column = fault.column - len(reading.head) - 1 + offset
    bare = remaining_text[:1].isdigit() and failed.column == offset + 1
    if column <= offset or not (column > failed.column or bare):
        return failed
    # A word that is no verb is not taken for a card, unless it begins like one.
    if reading.bare and not remaining_text[:1].isdigit() and column <= offset + len(reading.words[0]):
        return failed
    return UnreadableLine(column, fault.width, str(fault))


def offered_act_types(book: Rulebook, table: Any, seat: int) -> set[type]:
    """Return the types of the acts offered to a player now."""
    return {type(act) for offer in offers_to(book, table, seat) for act in offer.acts}
