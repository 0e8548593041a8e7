"""The line being typed: what it may become, and how it would be ruled on, before it is entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from referee.cards.screen import on_screen
from referee.club.faults import ClubFault, Misread
from referee.club.logbook import Table
from referee.club.tables import preview
from referee.dashboard.drawn import because, drawn, instead, reasons, verdict
from referee.dashboard.field import LineField
from referee.rules import Entry
from referee.rules.completion import complete


@dataclass(frozen=True, slots=True)
class Considered:
    """What a line would come to: the ruling, or why it cannot be read and in which column."""

    judged: Entry | None = None
    fault: str = ""
    column: int = 0


def consider(table: Table, text: str, instead_of: int | None) -> Considered:
    """Rule on a line without writing it down."""
    try:
        return Considered(preview(table, text, instead_of=instead_of))
    except Misread as misread:
        return Considered(fault=str(misread), column=misread.fault.column)
    except ClubFault as fault:
        return Considered(fault=str(fault))


class LineEntry(Vertical):
    """The field, the completions beneath it, and the ruling as it would be."""

    DEFAULT_CSS = """
    LineEntry { height: auto; border-top: solid $panel; }
    LineEntry Horizontal { height: 1; }
    LineEntry #prompt { width: auto; padding: 0 1; color: $text-accent; text-style: bold; }
    LineEntry LineField, LineEntry LineField:focus { border: none; height: 1; padding: 0; background: $panel; }
    LineEntry #completions { height: 1; padding: 0 1; }
    LineEntry #ruling { height: 4; padding: 0 1; }
    """

    def __init__(self, enter: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__()
        self.enter = enter
        self.leave = leave
        self.thought = ""
        self.table: Table | None = None
        self.instead_of: int | None = None
        self.asked = ""
        self.found: Sequence[str] = ()
        self.marked = 0

    def compose(self) -> ComposeResult:
        """Show the field first: what is beneath it may change its length."""
        with Horizontal():
            yield Static("›", id="prompt")
            hint = "what happened, such as: Ann plays 3D"
            yield LineField(self.enter, self.mark, self.go, self.take_completion, placeholder=hint)
        yield Static(id="completions")
        yield Static(id="ruling")

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(LineField).value

    @text.setter
    def text(self, text: str) -> None:
        self.query_one(LineField).put(text)

    def renew(self, table: Table) -> None:
        """Take the table as it stands now."""
        self.table = table
        self.think()

    def replace_line(self, number: int | None) -> None:
        """Type a line in the place of one that was mistyped, or no longer."""
        self.instead_of = number
        self.query_one("#prompt", Static).update(f"line {number} was ›" if number else "›")

    def on_input_changed(self) -> None:
        """Think again at every key; word of a key may come after the line was changed once more."""
        if self.text != self.asked:
            self.asked = ""
            self.think()

    def take_completion(self) -> None:
        """Make of the line what the marked completion says."""
        if self.thought != self.text:
            self.think()
        if self.found:
            self.text = self.found[self.marked]

    def mark(self, step: int) -> None:
        """Mark another completion."""
        if self.thought != self.text:
            self.think()
        if self.found:
            self.marked = (self.marked + step) % len(self.found)
            self._show_completions()

    def go(self) -> None:
        """Leave the line, unless a question is to be taken back first."""
        if self.asked:
            self.asked = ""
            self.think()
        else:
            self.leave()

    def think(self) -> None:
        """Show what the line may become, and how it would be ruled on."""
        table = self.table
        if table is None:
            return
        self.thought = self.text
        state = table.sheet.state
        self.found = () if table.finished_at and not self.text else complete(table.book, state, table.names, self.text)
        self.marked = 0
        self._show_completions()
        typed = self.text.strip()
        self._show(consider(table, typed, self.instead_of) if typed else None)

    def ask(self) -> None:
        """Ask whether the illegal line that is typed is to be kept all the same."""
        self.asked = self.text
        if self.table:
            self._show(consider(self.table, self.text.strip(), self.instead_of))

    def _show_completions(self) -> None:
        """Show the marked completion and as many after it as there is room for."""
        room = max(20, self.size.width - 8)
        shown: list[Content] = []
        stem = self.text[: self.text.rfind(" ") + 1]
        for at in range(self.marked, len(self.found)):
            line = self.found[at].rstrip()
            # Only what would be added is shown, but for the first: it is what Tab would make of the line.
            said = line if at == self.marked or not line.startswith(stem) else line[len(stem) :]
            room -= len(on_screen(said)) + 3
            if room < 0 and shown:
                shown.append(Content.styled(f"+{len(self.found) - at}", "dim"))
                break
            shown.append(drawn(said, "bold underline" if at == self.marked else "dim"))
        lead = Content.styled("Tab ", "$text-accent")
        self.query_one("#completions", Static).update(
            Content.assemble(lead, Content("   ").join(shown)) if shown else Content("")
        )

    def _show(self, considered: Considered | None) -> None:
        ruling = self.query_one("#ruling", Static)
        if considered is None:
            ruling.update("")
        elif considered.judged is None:
            ruling.update(drawn(considered.fault, "dim"))
        else:
            ruling.update(self._as_heard(considered.judged))

    def _as_heard(self, judged: Entry) -> Content:
        said = judged.ruling
        head = Content.assemble(verdict(said), "  ", (said.clause.cite, "$text-accent"), "  ")
        if self.asked:
            question = "Enter again keeps it as what happened; the table stays as it was. Escape: not yet."
            return Content("\n").join([Content.assemble(head, (question, "bold")), drawn(reasons(said))])
        why = " ".join(filter(None, [reasons(said, judged.items), instead(said), because(said)]))
        rule = drawn(said.rule, "dim")
        return Content("\n").join([Content.assemble(head, drawn(why)), rule] if why else [Content.assemble(head, rule)])
