"""Rule on told facts without a table, when two players disagree."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partialmethod
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

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


@dataclass(frozen=True, slots=True)
class FactsSubject:
    """A line about what is told."""

    about: Facts

    def complete(self, text: str) -> Sequence[str]:
        """Return what the line may become."""
        return completions(self.about, text) if text else ()

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Rule on the line."""
        return preview(self.about, text, instead_of=instead_of)


class FactField(LineField):
    """A line that Enter takes as told, and does not write down."""

    BINDINGS = keys.bindings("telling", leave="leave")


class FactLine(LineEditor):
    """A line about what is told; those that were pasted with one that is refused wait for it."""

    def __init__(self, take: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(self._enter, leave, FactField)
        self.take = take
        self.rows: deque[str] = deque()
        self.of = 0

    @property
    def pending_count(self) -> int:
        """How many lines wait for the one that is typed, as they were entered with it."""
        return len(self.rows)

    @property
    def before(self) -> str:
        """What is said before a line of several is refused: how many were taken, and which it is."""
        done = self.of - len(self.rows) - 1
        return f"{done} of {self.of} lines accepted; line {done + 1}, " if self.of else "Not accepted: "

    def take_rows(self, rows: Sequence[str]) -> None:
        """Take several lines that were pasted, up to the first that is refused; what is left waits for it."""
        self.rows.extend(rows)
        self.of = len(self.rows)
        self.go_on()

    def forget_pending_rows(self) -> None:
        """Forget the lines that wait."""
        self.rows.clear()
        self.of = 0

    def _enter(self) -> None:
        self.take()
        self.go_on()

    def go_on(self) -> None:
        """Take the lines that wait, now that no other is typed."""
        while self.rows and not self.text:
            self.text = self.rows.popleft()
            self._update_prompt()
            self.take()
        self.of = self.of if self.rows or self.text else 0


class FactsScreen(Screen[None]):
    """Facts with their rulings, the last of them in full; a dispute can be opened on it."""

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
        self.about: Facts | None = None
        self.warned = False

    @property
    def has_unsaved(self) -> bool:
        """Tell whether something is told that is in no dispute yet."""
        return bool(self.facts or self.query_one(LineEditor).text.strip())

    def compose(self) -> ComposeResult:
        """Show the facts above the line; on a wide screen what may be told stands beside them."""
        yield Static("Facts without a table", classes="heading", markup=False)
        yield Static(id="rules", markup=False)
        with Horizontal():
            yield FactList()
            with Details():
                yield TextPane()
        yield FactLine(self.take, self.to_facts)
        yield from footer()

    def on_mount(self) -> None:
        """Begin in the line."""
        self.query_one(LineField).focus()
        show_message(self, _HINT)

    def reload(self) -> None:
        """Look again at the house rules; what was told stays."""
        self.desk.read(self, lambda: no_facts(self.desk.club, self.slug), self._show)

    on_screen_resume = reload

    def _show(self, facts: Facts) -> None:
        if self.about and facts == replace(self.about, facts=(), sheet=None, fault=None):
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
        self._rule(facts, self.facts)
        self.desk.read(self, lambda: recordable_sheet(facts.book, facts.options), self._may_be_told, group="examples")

    def _may_be_told(self, sheet: PrintedSheet) -> None:
        def tell(width: int) -> Iterator[Content]:
            yield from example_rows(sheet, width)
            if about := self.about:
                yield from chapter_rows(sheet, about.book, about.options, width)
                yield from house_rule_rows(about.book, about.options, width)

        self.query_one(TextPane).show(tell)

    def _rule(self, about: Facts, facts: Sequence[str]) -> None:
        self.facts = tuple(facts)
        self.about = with_facts(about, facts)
        self.warned = False
        self._list()
        self.query_one(LineEditor).set_subject(FactsSubject(self.about))

    def _list(self) -> None:
        self.query_one(FactList).show(self.facts, self.about)

    on_resize = _list

    # -- telling ------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Take what is typed as a fact, when it can be read."""
        editor = self.query_one(FactLine)
        text, place = editor.text.strip(), editor.replaced_number
        if text and self.about is None:
            self.facts = (*self.facts, text)  # typed faster than the house rules are read
        elif text and self.about:
            considered = preview_line(FactsSubject(self.about), text, place)
            if considered.judged is None:
                editor.refuse(f"{editor.before}{considered.refusal}", lacks_name=considered.lacks_name)
                return
            at = place - 1 if place else len(self.facts)
            self.facts = (*self.facts[:at], *stored_facts(self.about, text, instead_of=place), *self.facts[at + 1 :])
        editor.replace_line(None)
        editor.text = ""
        if self.about:
            self._rule(self.about, self.facts)
            show_message(self, "")

    def action_mistake(self) -> None:
        """Type the marked fact again."""
        at = self.query_one(FactList).highlighted
        if at is None or self._is_typing():
            return
        editor = self.query_one(LineEditor)
        editor.replace_line(at + 1)
        editor.text = self.facts[at]
        self.action_write()
        show_message(self, f"Correct line {at + 1} and press Enter. An empty line cancels.")

    def action_out(self) -> None:
        """Take the marked fact out again."""
        at = self.query_one(FactList).highlighted
        if at is None or self.about is None or self._is_typing():
            return
        out = self.facts[at]
        self.query_one(LineEditor).replace_line(None)  # the facts after it have other numbers now
        self._rule(self.about, [*self.facts[:at], *self.facts[at + 1 :]])
        show_message(self, f"Removed: {out}.")
        if not self.facts:
            self.action_write()

    def _is_typing(self) -> bool:
        """Tell whether a line is being typed; say so when it is."""
        if text := self.query_one(LineEditor).text.strip():
            back = "" if self.query_one(LineField).has_focus else self.desk.key("facts.write")
            refuse(self, still_typing_message(text, back))
        return bool(text)

    def to_facts(self) -> None:
        """Go from the line to the facts, where there are any."""
        if not self.facts:
            self.action_leave()
            return
        self.query_one(FactList).focus()
        if not self.query_one(LineEditor).text.strip():
            self._warn()

    def action_write(self) -> None:
        """Go back to the line."""
        if self.warned:
            self.warned = False
            show_message(self, "")
        self.query_one(LineField).focus()

    on_option_list_option_selected = action_write

    def _turn(self, by: int) -> None:
        if self.slug:
            self.slug = neighbour(slugs(), self.slug, by)
            self.reload()

    action_game = partialmethod(_turn, 1)
    action_game_before = partialmethod(_turn, -1)

    # -- what comes of it ---------------------------------------------------------------------------------

    def action_dispute(self) -> None:
        """Open a dispute on the last fact, with what is claimed."""
        if self.about is None or self._is_typing():
            return
        if self.about.fault:
            refuse(self, f"Line {self.about.fault.line}, {self.about.fault.position}: {self.about.fault.message}.")
        elif not self.facts:
            refuse(self, "Type a fact first, then open a dispute on it.")
        else:
            carry_out(self.desk, self, _disputed(self.about, self.facts), self._opened)

    def _opened(self, dispute: DisputeView) -> None:
        self.app.switch_screen(dispute_screen(self.desk, dispute.number))

    def _warn(self) -> None:
        self.warned = True
        facts, them = quantity(len(self.facts), "fact"), "it" if len(self.facts) == 1 else "them"
        dispute, leave = self.desk.key("facts.dispute"), self.desk.key("facts.leave")
        refuse(self, f"{facts} not saved: {dispute} opens a dispute, {leave} drops {them}.")

    def action_leave(self) -> None:
        """Go back; what was told is forgotten when the officer has heard so."""
        if self._is_typing():
            return
        if self.facts and not self.warned:
            self._warn()
        else:
            self.dismiss()


def _disputed(about: Facts, facts: Sequence[str]) -> Deed[DisputeView]:
    options = write_each_option(option_values(about.options))
    question = f"Open a dispute on {facts[-1]}? The claim, and whose it is (optional):"

    def do(club: Club, answers: Answers) -> DisputeView:
        return opening.open_on_facts(club, about.book.slug, facts, options=options, claim=answers[_CLAIM])

    parameter = Parameter(_CLAIM, Prompt(question, optional=True, example="Ann says that Ben had passed"))
    return Deed("dispute open", do, (parameter,))
