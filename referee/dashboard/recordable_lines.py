"""Render the example lines of a game with their clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.content import Content

from referee.cards.screen import with_suit_signs
from referee.cards.words import capitalise
from referee.dashboard.rendering import draw_cards, wrap
from referee.dashboard.widgets.side_panel import heading_rows
from referee.games.examples import read_examples
from referee.rules import Record, Rulebook, option_definitions
from referee.rules.book.options import OptionDefinition, changed_options

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet


def recordable_sheet(book: Rulebook, options: Any, records: Sequence[Record] = ()) -> PrintedSheet:
    """Return a game's sheet of recordable lines, with examples from the records first."""
    from referee.export.printed import printed_sheet  # which is needed only now

    return printed_sheet(book, options, [*records, *read_examples(book.slug)])


def example_rows(sheet: PrintedSheet, width: int) -> Iterator[Content]:
    """Yield an example of each recordable line with its clause, and the notation for lines and cards."""
    examples = [example for example in sheet.lines if example.line]
    line_width = min(34, max((cell_len(with_suit_signs(example.line)) for example in examples), default=0)) + 2
    for line_example in examples:
        alternatives = f"  or {', '.join(line_example.endings)}" if line_example.endings else ""
        line = draw_cards(line_example.line, "bold")
        lead = Content.assemble(
            line, " " * max(2, line_width - line.cell_length), (f"{line_example.clause:5} ", "$text-accent")
        )
        also_read = f"; {line_example.also_read}" if line_example.also_read else ""
        yield from wrap(f"{line_example.pattern}{alternatives}{also_read}", width, 4, "$text-muted", lead=lead)
    yield Content("")
    advice = "You may leave out the player whose turn it is, shorten a verb, or type cards alone where that is clear."
    yield from wrap(advice, width, 0)
    for row in sheet.spelling[:-1]:  # the last is of a record that is no table's
        yield from Content(row).wrap(width)  # with cards as they are typed, not drawn


def chapter_rows(sheet: PrintedSheet, book: Rulebook, options: Any, width: int) -> Iterator[Content]:
    """Yield the rulebook chapters that the recordable lines refer to."""
    yield from heading_rows("The chapters that these lines rest on")
    chapters = {line.clause.partition(".")[0] for line in sheet.lines if line.line}
    for clause in book.printed_clauses(options):
        if clause.id.partition(".")[0] in chapters:
            lead = Content.styled(f"{clause.id:5} ", "bold $text-accent")
            yield from wrap(clause.text(options), width, 6, lead=lead)


def house_rule_rows(book: Rulebook, options: Any, width: int) -> Iterator[Content]:
    """Yield the house rules in force, those that differ from the rulebook first."""
    definitions, changed_names = option_definitions(book.options), changed_options(options)
    if definitions:
        yield from heading_rows("House rules")
    for choice in sorted(definitions, key=lambda definition: definition.name not in changed_names):
        yield from wrap(house_rule_text(choice, options), width, 2, "bold" if choice.name in changed_names else "")


def house_rule_text(definition: OptionDefinition, options: Any) -> str:
    """Return a house rule's question with the answer in force."""
    return f"{definition.question} {capitalise(definition.label(getattr(options, definition.name)))}"
