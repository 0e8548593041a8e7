"""Suggested lines at a table: completions ranked by verdict, and an example line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.rules.book.answer import Verdict
from referee.rules.book.offers import offers_to
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal, Statement
from referee.rules.notation.line_words import PlayerNames, UnreadableLine, WordReader
from referee.rules.notation.seats import Seats
from referee.rules.records.shorthand import offered_act_types, whose_turn
from referee.rules.suggestions.completion import complete

# The most suggestions that are judged, so that typing stays quick.
_JUDGED: Final = 12
_HALF: Final = 2
_ILLEGAL: Final = 3


def suggest_lines(book: Rulebook, table: Any, names: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the suggested completions of a half-typed line, legal ones first.

    A name left out stays out, except in a line about cards held or shown. Illegal lines come last; if all are illegal,
    none is returned.
    """
    line_start = text.lstrip()
    turn_seat = whose_turn(book, table)
    as_typed = complete(book, table, names, line_start)
    candidates: list[tuple[str, str]] = []
    if turn_seat is not None and not _is_named(names, line_start):
        lead = f"{names[turn_seat]} "
        short = [*complete(book, table, names, lead + line_start)]
        if line_start:
            short += [line for line in complete(book, table, names, lead) if _continues_verb(line, lead, line_start)]
        shortened_lines = [(line[len(lead) :], line) for line in short if line.startswith(lead) and line != lead]
        candidates = [
            (line if _is_statement(book, unnamed_line) else unnamed_line, line)
            for unnamed_line, line in shortened_lines
        ]
        as_typed = tuple(line for line in as_typed if not line.startswith(lead) or line_start)
    candidates += [(line, line) for line in as_typed]
    offered_lines = [line for line in dict.fromkeys(line for _, line in candidates) if line]
    short_lines = {line: short_line for short_line, line in reversed(candidates)}
    ranks = [
        _rank_suggestion(book, table, names, line, is_judged=index < _JUDGED)
        for index, line in enumerate(offered_lines)
    ]
    order = sorted(range(len(offered_lines)), key=ranks.__getitem__)
    return tuple(short_lines[offered_lines[index]] for index in order) if order and ranks[order[0]] < _ILLEGAL else ()


def example_line(book: Rulebook, table: Any, names: Sequence[str]) -> str:
    """Return a line that can be entered now, without the name of the player in turn; empty if there is none.

    If only its beginning is known, as for cards turned up, it ends in dots.
    """
    turn_seat = whose_turn(book, table)
    if turn_seat is not None:
        for offer in offers_to(book, table, turn_seat):
            for act in offer.acts:
                return book.write(act, Seats(tuple(names))).removeprefix(f"{names[turn_seat]} ")
    offered_lines = suggest_lines(book, table, names, "")
    fitting_lines = (
        line for line in offered_lines if _rank_suggestion(book, table, names, line, is_judged=True) < _HALF
    )
    return next(fitting_lines, f"{offered_lines[0].strip()} …" if offered_lines else "")


def _is_statement(book: Rulebook, unnamed_line: str) -> bool:
    """Tell whether a line without its name states which cards a player holds or shows."""
    verb_word = unnamed_line.split()[0]
    return any(verb.word == verb_word and issubclass(verb.act_type, Statement) for verb in book.grammar.verbs)


def _is_named(names: Sequence[str], text: str) -> bool:
    """Tell whether a line begins with a player's full name."""
    folded = text.casefold()
    return any(f"{folded} ".startswith(f"{name.casefold()} ") for name in names)


def _continues_verb(line: str, lead: str, text: str) -> bool:
    """Tell whether the argument after the verb begins with the typed text, such as 6 for plays 6H."""
    _, _, argument = line[len(lead) :].partition(" ")
    return bool(argument) and argument.casefold().startswith(text.casefold())


def _rank_suggestion(book: Rulebook, state: Any, names: Sequence[str], line: str, *, is_judged: bool) -> int:
    """Return the rank of a suggestion. The order is legal, open, unfinished, illegal."""
    if not is_judged:
        return _ILLEGAL if line[-1:] != " " else _HALF
    try:
        act = book.grammar.read(line, PlayerNames(names), book.pack_for(state.options), 1, book.title)
    except UnreadableLine:
        return _ILLEGAL if _cannot_be_allowed(book, state, names, line) else _HALF
    verdict = book.judge(state, act).verdict
    return {Verdict.LEGAL: 0, Verdict.OPEN: 1, Verdict.ILLEGAL: _ILLEGAL}[verdict]


def _cannot_be_allowed(book: Rulebook, state: Any, names: Sequence[str], line: str) -> bool:
    """Tell whether a half-typed line is of an act that the player cannot legally make now."""
    words = WordReader(line, PlayerNames(names))
    try:
        seat = PlayerNames(names).read(words)
    except UnreadableLine:
        return False
    next_word = words.ahead(1)
    verbs = [verb for verb in book.grammar.verbs if verb.has_subject and [*next_word] == [verb.word]]
    if not verbs or any(issubclass(verb.act_type, (Statement, Deal)) for verb in verbs):
        return False
    allowed = offered_act_types(book, state, seat)
    return not any(verb.act_type in allowed for verb in verbs)
