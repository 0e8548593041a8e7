"""The list widget of facts with their rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from referee.cards.screen import with_suit_signs
from referee.club.disputes.stated_facts import Facts
from referee.dashboard.rendering import draw_cards, reason_text, ruling_label, wrap
from referee.rules import JudgedLine, Verdict
from referee.rules.book.sentences import cite_rule, next_step_of
from referee.rules.records.messages import render

_TEXT_WIDTH: Final = 26


class FactList(OptionList):
    """The list of facts in order, with the last one selected. It takes the focus only if it has facts."""

    def __init__(self) -> None:
        super().__init__(id="facts")
        self.can_focus = False

    def show(self, facts: Sequence[str], judged_facts: Facts | None) -> None:
        """Show the facts, with their rulings once the game's rules are loaded."""
        width = (self.scrollable_content_region.width or 78) - 2
        self.set_options(_fact_options(judged_facts, width) if judged_facts else map(draw_cards, facts))
        self.highlighted = len(facts) - 1 if facts else None
        self.can_focus = bool(facts)
        self.scroll_end(animate=False)


def _fact_options(judged_facts: Facts, width: int) -> Iterator[Option]:
    """Yield an option for each fact with its ruling or parse fault. The last ruling is shown in full."""
    by_line: dict[int, JudgedLine] = {}
    if judged_facts.sheet:
        names = judged_facts.sheet.record.seats.names
        by_line = {entry.line.number: render(entry, names) for entry in judged_facts.sheet.entries}
    for number, text in enumerate(judged_facts.facts, 1):
        judged = by_line.get(number)
        rows = [_render_fact(number, text, judged)]
        if judged:
            rows += _explanation_rows(judged, width, ruling_rows=number == len(judged_facts.facts))
        elif judged_facts.fault and judged_facts.fault.line == number:
            rows += wrap(f"! {judged_facts.fault.position}: {judged_facts.fault.message}", width, 6, "bold $text-error")
        yield Option(Content("\n").join(rows), id=str(number))


def _render_fact(number: int, text: str, judged: JudgedLine | None) -> Content:
    first = Content.assemble(
        (f"{number:4}  ", "$text-muted"),
        draw_cards(text, "bold"),
        " " * max(2, _TEXT_WIDTH - len(with_suit_signs(text))),
    )
    if judged is None:
        return first
    return Content.assemble(first, ruling_label(judged.ruling), (f"  {judged.ruling.clause.citation}", "$text-accent"))


def _explanation_rows(judged: JudgedLine, width: int, *, ruling_rows: bool) -> list[Content]:
    ruling = judged.ruling
    explanation = reason_text(ruling, judged.items)
    if not ruling_rows:
        next_step = next_step_of(ruling) if ruling.verdict is Verdict.ILLEGAL else ""
        return wrap(" ".join(filter(None, [explanation, next_step])), width, 6, "$text-muted")
    return [
        *wrap(explanation, width, 6, "bold"),
        *wrap(next_step_of(ruling), width, 6),
        *wrap(cite_rule(ruling), width, 6, "$text-muted"),
    ]
