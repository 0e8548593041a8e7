"""The screen that rules on facts without a table, for a disagreement between players."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partialmethod
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.disputes import opening
from referee.club.disputes.stated_facts import Facts, completions, no_facts, preview, stored_facts, with_facts
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Answers, Deed, Parameter, Prompt
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.disputes.dispute import dispute_screen
from referee.dashboard.disputes.fact_list import FactList
from referee.dashboard.recordable_lines import (
    chapter_rows,
    example_rows,
    house_rule_rows,
    house_rule_text,
    recordable_sheet,
)
from referee.dashboard.rendering import draw_cards
from referee.dashboard.screens import footer, neighbour, set_heading
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import LineEditor, preview_line, still_typing_message
from referee.dashboard.widgets.message_line import refuse, show_message
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Details, TextPane
from referee.games import slugs
from referee.rules import JudgedLine, option_definitions, option_values, write_each_option
from referee.rules.book.options import changed_options

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet

_HINT: Final = "Type what happened, oldest first, one fact a line. Nothing is saved unless you open a dispute."

_CLAIM: Final = "claim"


@frozen
class FactsSubject:
    """The context in which the line editor completes and previews a fact."""

    facts: Facts

    def complete(self, text: str) -> Sequence[str]:
        """Return the completions of the text."""
        return completions(self.facts, text) if text else ()

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Return the ruling on the text, as a new fact or instead of an earlier one."""
        return preview(self.facts, text, instead_of=instead_of)


class FactField(LineField):
    """The input for a fact. Enter adds the fact to the list and saves nothing."""

    BINDINGS = keys.bindings("telling", leave="leave")


class FactLine(LineEditor):
    """The line editor for facts. Pasted lines wait in a queue while an earlier one is refused."""

    def __init__(self, take: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(self._enter, leave, FactField)
        self.take_line = take
        self.pending_rows: deque[str] = deque()
        self.row_count = 0

    @property
    def pending_count(self) -> int:
        """The number of pasted lines that wait for the current one."""
        return len(self.pending_rows)

    @property
    def refusal_lead(self) -> str:
        """The text before a refusal: the number of accepted lines, and the refused line's number."""
        accepted = self.row_count - len(self.pending_rows) - 1
        return (
            f"{accepted} of {self.row_count} lines accepted; line {accepted + 1}, "
            if self.row_count
            else "Not accepted: "
        )

    def take_rows(self, rows: Sequence[str]) -> None:
        """Take several pasted lines up to the first refused one. The rest stay in the queue."""
        self.pending_rows.extend(rows)
        self.row_count = len(self.pending_rows)
        self.take_pending_rows()

    def forget_pending_rows(self) -> None:
        """Clear the queue of pasted lines."""
        self.pending_rows.clear()
        self.row_count = 0

    def _enter(self) -> None:
        self.take_line()
        self.take_pending_rows()

    def take_pending_rows(self) -> None:
        """Take lines from the queue until one is refused."""
        while self.pending_rows and not self.text:
            self.text = self.pending_rows.popleft()
            self._update_prompt()
            self.take_line()
        self.row_count = self.row_count if self.pending_rows or self.text else 0


class FactsScreen(Screen[None]):
    """Facts with their rulings, and an operation to open a dispute on the last one."""

    BINDINGS = keys.bindings("facts", leave="leave")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    DEFAULT_CSS = """
    FactsScreen > Horizontal { height: 1fr; }
    FactsScreen #rules { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
    FactsScreen FactList { scrollbar-gutter: stable; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.slug = ""
        self.facts: tuple[str, ...] = ()
        self.judged_facts: Facts | None = None
        self.has_warned = False

    @property
    def has_unsaved(self) -> bool:
        """Whether there are facts or a text that belong to no dispute yet."""
        return bool(self.facts or self.query_one(LineEditor).text.strip())

    def compose(self) -> ComposeResult:
        """Yield the facts above the line editor, with example lines beside them."""
        yield Static("Facts without a table", classes="heading", markup=False)
        yield Static(id="rules", markup=False)
        with Horizontal():
            yield FactList()
            with Details():
                yield TextPane()
        yield FactLine(self.take, self.focus_facts)
        yield from footer()

    def on_mount(self) -> None:
        """Focus the line editor."""
        self.query_one(LineField).focus()
        show_message(self, _HINT)

    def reload(self) -> None:
        """Load the house rules again. The facts stay."""
        self.desk.read(self, lambda: no_facts(self.desk.club, self.slug), self._show)

    on_screen_resume = reload

    def _show(self, facts: Facts) -> None:
        if self.judged_facts and facts == replace(self.judged_facts, facts=(), sheet=None, fault=None):
            return  # something else was changed in the club's file
        self.slug = facts.book.slug
        self.query_one(LineField).placeholder = f"what happened: {facts.book.grammar.example}"
        set_heading(self, f"Facts without a table   {facts.book.title}")
        options = facts.options
        set_here = [
            choice for choice in option_definitions(facts.book.options) if choice.name in changed_options(options)
        ]
        rules = " ".join(f"{house_rule_text(choice, options)}." for choice in set_here)
        text = f"House rules: {rules}" if rules else "House rules: as printed in the rulebook."
        self.query_one("#rules", Static).update(draw_cards(f"{text} {self.desk.key('facts.game')}: next game."))
        self._judge(facts, self.facts)
        self.desk.read(self, lambda: recordable_sheet(facts.book, facts.options), self._show_examples, group="examples")

    def _show_examples(self, sheet: PrintedSheet) -> None:
        def render(width: int) -> Iterator[Content]:
            yield from example_rows(sheet, width)
            if about := self.judged_facts:
                yield from chapter_rows(sheet, about.book, about.options, width)
                yield from house_rule_rows(about.book, about.options, width)

        self.query_one(TextPane).show(render)

    def _judge(self, ruled_facts: Facts, facts: Sequence[str]) -> None:
        self.facts = tuple(facts)
        self.judged_facts = with_facts(ruled_facts, facts)
        self.has_warned = False
        self._list()
        self.query_one(LineEditor).set_subject(FactsSubject(self.judged_facts))

    def _list(self) -> None:
        self.query_one(FactList).show(self.facts, self.judged_facts)

    on_resize = _list

    # -- telling ------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Add the typed text to the facts, or show why it cannot be read."""
        editor = self.query_one(FactLine)
        text, number = editor.text.strip(), editor.replaced_number
        if text and self.judged_facts is None:
            self.facts = (*self.facts, text)  # typed faster than the house rules are read
        elif text and self.judged_facts:
            line_preview = preview_line(FactsSubject(self.judged_facts), text, number)
            if line_preview.judged is None:
                editor.refuse(f"{editor.refusal_lead}{line_preview.refusal}", lacks_name=line_preview.lacks_name)
                return
            index = number - 1 if number else len(self.facts)
            self.facts = (
                *self.facts[:index],
                *stored_facts(self.judged_facts, text, instead_of=number),
                *self.facts[index + 1 :],
            )
        editor.replace_line(None)
        editor.text = ""
        if self.judged_facts:
            self._judge(self.judged_facts, self.facts)
            show_message(self, "")

    def action_mistake(self) -> None:
        """Edit the selected fact."""
        index = self.query_one(FactList).highlighted
        if index is None or self._is_typing():
            return
        editor = self.query_one(LineEditor)
        editor.replace_line(index + 1)
        editor.text = self.facts[index]
        self.action_write()
        show_message(self, f"Correct line {index + 1} and press Enter. An empty line cancels.")

    def action_out(self) -> None:
        """Remove the selected fact."""
        index = self.query_one(FactList).highlighted
        if index is None or self.judged_facts is None or self._is_typing():
            return
        removed = self.facts[index]
        self.query_one(LineEditor).replace_line(None)  # the facts after it have other numbers now
        self._judge(self.judged_facts, [*self.facts[:index], *self.facts[index + 1 :]])
        show_message(self, f"Removed: {removed}.")
        if not self.facts:
            self.action_write()

    def _is_typing(self) -> bool:
        """Return whether the line editor has text. Show a message if it has."""
        if text := self.query_one(LineEditor).text.strip():
            write_key = "" if self.query_one(LineField).has_focus else self.desk.key("facts.write")
            refuse(self, still_typing_message(text, write_key))
        return bool(text)

    def focus_facts(self) -> None:
        """Move the focus to the facts, or leave if there are none."""
        if not self.facts:
            self.action_leave()
            return
        self.query_one(FactList).focus()
        if not self.query_one(LineEditor).text.strip():
            self._warn()

    def action_write(self) -> None:
        """Move the focus to the line editor."""
        if self.has_warned:
            self.has_warned = False
            show_message(self, "")
        self.query_one(LineField).focus()

    on_option_list_option_selected = action_write

    def _change_game(self, by: int) -> None:
        if self.slug:
            self.slug = neighbour(slugs(), self.slug, by)
            self.reload()

    action_game = partialmethod(_change_game, 1)
    action_game_before = partialmethod(_change_game, -1)

    # -- what comes of it ---------------------------------------------------------------------------------

    def action_dispute(self) -> None:
        """Open a dispute on the last fact, with a claim."""
        if self.judged_facts is None or self._is_typing():
            return
        if self.judged_facts.fault:
            fault = self.judged_facts.fault
            refuse(self, f"Line {fault.line}, {fault.position}: {fault.message}.")
        elif not self.facts:
            refuse(self, "Type a fact first, then open a dispute on it.")
        else:
            carry_out(self.desk, self, _open_dispute(self.judged_facts, self.facts), self._open_dispute_screen)

    def _open_dispute_screen(self, dispute: DisputeView) -> None:
        self.app.switch_screen(dispute_screen(self.desk, dispute.number))

    def _warn(self) -> None:
        self.has_warned = True
        count_text, pronoun = quantity(len(self.facts), "fact"), "it" if len(self.facts) == 1 else "them"
        dispute_key, leave_key = self.desk.key("facts.dispute"), self.desk.key("facts.leave")
        refuse(self, f"{count_text} not saved: {dispute_key} opens a dispute, {leave_key} drops {pronoun}.")

    def action_leave(self) -> None:
        """Leave the screen. Warn first if facts would be lost."""
        if self._is_typing():
            return
        if self.facts and not self.has_warned:
            self._warn()
        else:
            self.dismiss()


def _open_dispute(ruled_facts: Facts, facts: Sequence[str]) -> Deed[DisputeView]:
    options = write_each_option(option_values(ruled_facts.options))
    question = f"Open a dispute on {facts[-1]}? The claim, and whose it is (optional):"

    def do(club: Club, answers: Answers) -> DisputeView:
        return opening.open_on_facts(club, ruled_facts.book.slug, facts, options=options, claim=answers[_CLAIM])

    parameter = Parameter(_CLAIM, Prompt(question, optional=True, example="Ann says that Ben had passed"))
    return Deed("dispute open", do, (parameter,))
