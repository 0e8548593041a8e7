"""Facts stated to a referee without a table. They may begin mid-hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules, sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault, MisreadLine
from referee.club.text.name_similarity import Fit, best_fits
from referee.games import slugs
from referee.games.lookup import RESULT_ONLY
from referee.rules import Fault, JudgedLine, Record, Report, Rulebook, Seats, read_facts, replay
from referee.rules.records.messages import render
from referee.rules.suggestions.completion import complete

NEEDED: Final = "A dispute needs the facts, such as: 'Ben plays 4D 4H' 'Ann plays 6D 6S'"


@frozen
class Facts:
    """Stated facts in order, with the rulebook and options that apply.

    `sheet` is the report with the rulings; None if there are no facts, or if `fault` says that one cannot be read. A
    fact may begin with any of `names` before anyone is mentioned. `people` are the full names of all members.
    """

    book: Rulebook
    options: Any
    names: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    sheet: Report | None = None
    fault: Fault | None = None
    people: tuple[str, ...] = ()


def rule_on(book: Rulebook, options: Any, facts: Sequence[str], people: Sequence[str] = ()) -> Report:
    """Return the rulings on facts in order of play. `people` are full names of several words to recognise.

    Raise `MisreadLine` for the first unreadable fact, and `ClubFault` if there are no facts.
    """
    reading = read_facts(facts, book, options, people) if facts else None
    if reading and reading.faults:
        raise MisreadLine(reading.faults[0], several=len(facts) > 1)
    if reading is None or reading.record is None or not reading.record.lines:
        raise ClubFault(NEEDED)
    return replay(reading.record)


def no_facts(club: Club, game: str = "") -> Facts:
    """Return empty facts for a game under the current season's house rules.

    The default is the game of tonight's first table with a rulebook. The names of members who are present come first.
    """
    names = [member.name for member in roster.members(club)]
    try:
        session = sessions.show(club)
    except ClubFault:
        pass  # disputes can be decided without an open session
    else:
        names = [*(member.name for member in session.checked_in), *names]
        with club.reading() as tx:
            query = 'SELECT game FROM "match" WHERE session_id = ? AND edition <> ? ORDER BY id LIMIT 1'
            games = tx.rows(query, session.session.id, RESULT_ONLY)
        game = game or (games[0][0] if games else "")
    book = house_rules.find_rulebook(game or slugs()[0])
    people = tuple(dict.fromkeys(names))
    first_names = [name.split()[0] for name in people]
    # A first name is enough unless several members share it.
    short_names = [
        first_name if first_names.count(first_name) == 1 else name
        for first_name, name in zip(first_names, people, strict=True)
    ]
    return Facts(book, house_rules.current_options(club, book), tuple(short_names), people=people)


def with_facts(context: Facts, facts: Sequence[str]) -> Facts:
    """Return the facts of a game with their rulings, or with the fault of the first unreadable one."""
    if not facts:
        return replace(context, facts=(), sheet=None, fault=None)
    try:
        sheet = rule_on(context.book, context.options, facts, context.people)
    except MisreadLine as fault:
        return replace(context, facts=tuple(facts), sheet=None, fault=fault.fault)
    return replace(context, facts=tuple(facts), sheet=sheet, fault=None)


def preview(context: Facts, text: str, *, instead_of: int | None = None) -> JudgedLine:
    """Return the ruling on one more fact, or on a fact in place of number `instead_of`. Nothing is stored.

    A fact with several acts gets the ruling on its last act. Raise `MisreadLine` if it cannot be read.
    """
    judged, seats = _judge_fact(context, text, instead_of)
    is_reworded = len(judged) > 1 or bool(judged[0].line.read_as)
    full_text = ", ".join(_stored_lines(context.book, judged, seats)) if is_reworded else ""
    return render(replace(judged[-1], line=replace(judged[-1].line, read_as=full_text)), seats.names)


def stored_facts(context: Facts, text: str, *, instead_of: int | None = None) -> tuple[str, ...]:
    """Return a fact in stored form: one text for each of its acts. Raise `MisreadLine` if it cannot be read."""
    return _stored_lines(context.book, *_judge_fact(context, text, instead_of))


def _stored_lines(book: Rulebook, judged_lines: Sequence[JudgedLine], seats: Seats) -> tuple[str, ...]:
    return tuple(f"{book.write(judged_line.line.act, seats)}{judged_line.line.remark}" for judged_line in judged_lines)


def _judge_fact(context: Facts, text: str, instead_of: int | None) -> tuple[list[JudgedLine], Seats]:
    """Return the judged acts of a fact, and the seats of everyone mentioned in the facts."""
    number = instead_of or len(context.facts) + 1
    full_text = with_full_name(context, text)
    facts = [*context.facts[: number - 1], full_text, *context.facts[number:]]
    try:
        sheet = rule_on(context.book, context.options, facts, context.people)
    except MisreadLine as fault_raised:
        fault = fault_raised.fault
        if fault.line != number:
            raise ClubFault(f"Line {fault.line}, {fault.position}: {fault.message}.") from None
        column = max(1, fault.column - len(full_text) + len(text))
        raise MisreadLine(replace(fault, column=column, text=text)) from None
    judged_lines = [entry for entry in sheet.entries if entry.line.number == number]
    if not judged_lines:
        raise ClubFault(f"{text!r} is not a fact. Type one such as {context.book.grammar.example!r}.")
    return judged_lines, sheet.record.seats


def with_full_name(context: Facts, text: str) -> str:
    """Return a fact that begins with a member's full name, if exactly one member fits its first word.

    A name mentioned in an earlier fact stays as typed, because the reader expands it.
    """
    name_text, space, other_words = text.lstrip().partition(" ")
    first_word = name_text.casefold()
    if (
        not first_word
        or first_word in context.book.grammar.openings
        or _names_beginning_with(first_word, _mentioned_names(context))
    ):
        return text
    # People outside the club may be named too, so only a full name or its beginning matches.
    matches = best_fits(name_text, dict(enumerate(context.names)), Fit.BEGINNING)
    return f"{context.names[matches[0]]}{space}{other_words}" if len(matches) == 1 else text


def completions(context: Facts, text: str) -> tuple[str, ...]:
    """Return the completions of a partly typed fact, the likeliest first. They include names not mentioned yet."""
    if context.fault:
        return ()
    entered_text = text.lstrip()
    first, space, _ = entered_text.partition(" ")
    mentioned = _mentioned_names(context)
    full_names = [
        name for name in context.names if " " in name and entered_text.casefold().startswith(f"{name} ".casefold())
    ]
    if full_names and full_names[0] not in mentioned:
        mentioned = (*mentioned, full_names[0])
        return complete(context.book, _table_after_facts(context, mentioned), mentioned, text)
    names = _names_beginning_with(first.casefold(), mentioned)
    if not space:
        new_names = [
            f"{name} " for name in _names_beginning_with(first.casefold(), context.names) if name not in mentioned
        ]
        line_completions = complete(context.book, _table_after_facts(context, mentioned), mentioned, text)
        return (*line_completions, *new_names) if mentioned else (*new_names, *line_completions)
    if not names and first.casefold() not in context.book.grammar.openings:
        mentioned = (*mentioned, with_full_name(context, first))
    return complete(context.book, _table_after_facts(context, mentioned), mentioned, text)


def _mentioned_names(context: Facts) -> tuple[str, ...]:
    return context.sheet.record.seats.names if context.sheet else ()


def _names_beginning_with(word: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name.casefold().startswith(word)]


def _table_after_facts(context: Facts, names: Sequence[str]) -> Any:
    """Return the table after all facts, with these players."""
    if context.sheet and len(names) == len(context.sheet.record.seats):
        return context.sheet.table
    lines = context.sheet.record.lines if context.sheet else ()
    seats = Seats(tuple(names), ordered=False)
    return replay(Record(context.book, seats, context.options, lines, complete=False)).table
