"""The line editor: an input with completions and a preview of the ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from referee.cards.immutable import frozen
from referee.cards.screen import with_suit_signs
from referee.club.text.faults import ClubFault, MisreadLine
from referee.dashboard.rendering import draw_cards, reason_text, ruling_label, wrap
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import refuse, show_message
from referee.rules import JudgedLine
from referee.rules.book.sentences import cite_rule, next_step_of

# The rows that a ruling has; what is cut off is marked.
_RULING_ROWS: Final = 4
# How many rows of it the reason of an illegal line has while it is asked about: what is legal stays in sight.
_REASON_ROWS: Final = 2
_QUESTION: Final = "bold $text-warning"


@frozen
class LinePreview:
    """The ruling on a typed line, or the parse fault and its `position`.

    `line` is the complete line if it was shortened or worded differently.
    """

    judged: JudgedLine | None = None
    fault: str = ""
    position: str = ""
    line: str = ""
    lacks_name: bool = False

    @property
    def refusal(self) -> str:
        """The fault with its position."""
        return ": ".join(filter(None, (self.position, self.fault)))


class LineSubject(Protocol):
    """The context of a typed line, such as a match."""

    def complete(self, text: str) -> Sequence[str]:
        """Return the completions of the text, likeliest first."""

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Return the ruling on the text without recording it.

        Raise `MisreadLine` for unreadable text, or another `ClubFault`.
        """


def preview_line(subject: LineSubject, text: str, instead_of: int | None = None) -> LinePreview:
    """Return the ruling on the text, or its fault, without recording it."""
    try:
        judged = subject.preview(text, instead_of)
        return LinePreview(judged, line=judged.line.read_as)
    except MisreadLine as misread:
        return LinePreview(
            fault=misread.fault.message, position=misread.fault.position, lacks_name=misread.fault.lacks_name
        )
    except ClubFault as fault:
        return LinePreview(fault=str(fault))


def still_typing_message(text: str, back_key: str = "") -> str:
    """Return the refusal of an action while a line is being typed.

    `back_key` focuses the line editor. Leave it empty if the editor has the focus.
    """
    way_back = f"; {back_key} goes back to the line" if back_key else ""
    return f"Still being typed: {text}. Enter or clear it first{way_back}."


def leaving_line_message(text: str, back_key: str, leave_key: str) -> str:
    """Return the warning before a typed line is lost, with the keys to return and to leave."""
    return f"Still being typed: {text}. {leave_key} again drops it; {back_key} goes back to the line."


class LineEditor(Vertical):
    """An input with its completions and a preview of the ruling below."""

    DEFAULT_CSS = """
    LineEditor { height: auto; border-top: solid $panel; }
    LineEditor #line { height: 1; }
    LineEditor #prompt { width: auto; max-width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    LineEditor #prompt { padding: 0 1; color: $text-accent; text-style: bold; }
    LineEditor #completions { height: 1; padding: 0 1; }
    LineEditor #ruling { height: 4; padding: 0 1; }
    """

    questioned_line = reactive("", repaint=False, init=False)
    """The illegal line in question, until the text changes."""

    def __init__(
        self, enter: Callable[[], None], leave: Callable[[], None], field_type: type[LineField] = LineField
    ) -> None:
        super().__init__()
        self.enter = enter
        self.leave = leave
        self.field_type = field_type
        self.previewed_text = ""
        self.subject: LineSubject | None = None
        self.prompt_lead = ""
        self.replaced_number: int | None = None
        self.refused_text = ""
        self.completions: Sequence[str] = ()
        self.marked_index = 0

    def compose(self) -> ComposeResult:
        """Yield the input, the completions and the ruling."""
        with Horizontal(id="line"):
            yield Static("›", id="prompt")
            field = self.field_type(self.enter, self.mark, self.leave_line, self.take_completion)
            field.take_rows, field.drop_rows = self.take_rows, self.drop_rows
            yield field
        yield Static(id="completions", markup=False)
        yield Static(id="ruling", markup=False)

    @property
    def pending_count(self) -> int:
        """The number of pasted lines that wait for the current one."""
        return 0

    @property
    def text(self) -> str:
        """The typed text."""
        return self.query_one(LineField).value

    @text.setter
    def text(self, text: str) -> None:
        self.refused_text = ""
        self.query_one(LineField).set_text(text)

    def watch_questioned_line(self, text: str) -> None:
        """Let the keys answer the question about an illegal line, or type again."""
        self.query_one(LineField).is_asking = bool(text)

    def set_subject(self, subject: LineSubject, prompt_lead: str = "", example: str | None = None) -> None:
        """Set the current context of the line, with the text before the input and its placeholder."""
        self.subject = subject
        self.prompt_lead = prompt_lead
        if example is not None:
            self.query_one(LineField).placeholder = example
        self._update_prompt()
        self.update_preview()

    def take_rows(self, rows: Sequence[str]) -> None:
        """Take pasted lines up to the first refused one. The rest wait."""
        raise NotImplementedError

    def drop_rows(self) -> None:
        """Discard the waiting lines, and show how many there were."""
        if count := self.pending_count:
            self.forget_pending_rows()
            self._update_prompt()
            self.refused_text = ""
            show_message(self.screen, f"{count + 1} lines cleared.")

    def forget_pending_rows(self) -> None:
        """Discard the pasted lines that wait."""
        raise NotImplementedError

    def refuse(self, message: str, *, lacks_name: bool = False) -> None:
        """Show why the line is refused. Move the cursor to the start if only a name is missing."""
        if lacks_name:
            self.text = f" {self.text.strip()}"
            self.query_one(LineField).cursor_position = 0
        self.refused_text = self.text
        refuse(self.screen, message)

    def replace_line(self, number: int | None) -> None:
        """Make the typed line replace the recorded one with this number, or add a new line for None."""
        self.replaced_number = number
        self._update_prompt()

    def _update_prompt(self) -> None:
        lead = f"line {self.replaced_number} was" if self.replaced_number else self.prompt_lead
        pending_text = f"+{self.pending_count}" if self.pending_count else ""
        self.query_one("#prompt", Static).update(Content(" ".join(filter(None, (lead, pending_text, "›")))))

    def on_input_changed(self) -> None:
        """Update the preview for the new text. A change event may arrive late, so the text is compared."""
        if self.refused_text and self.text != self.refused_text:
            self.refused_text = ""
            show_message(self.screen, "")
        if not self.questioned_line or self.text != self.questioned_line:
            self.questioned_line = ""
            self.update_preview()

    def add(self, word: str) -> None:
        """Append a word to the text, and focus the input."""
        self.text = f"{self.text.rstrip()} {word}".lstrip()
        self.query_one(LineField).focus()

    def on_click(self, event: Click) -> None:
        """Apply the clicked completion."""
        if (index := event.style.meta.get("completion")) is not None:
            self.marked_index = index
            self.take_completion()
            self.query_one(LineField).focus()

    def take_completion(self) -> None:
        """Replace the text with the selected completion."""
        if self.previewed_text != self.text:
            self.update_preview()
        if self.completions:
            self.text = self.completions[self.marked_index]

    def mark(self, step: int) -> None:
        """Select the next or previous completion."""
        if self.previewed_text != self.text:
            self.update_preview()
        if self.completions:
            self.marked_index = (self.marked_index + step) % len(self.completions)
            self._show_completions()

    def leave_line(self) -> None:
        """Leave the input, or first withdraw the question about an illegal line."""
        if self.questioned_line:
            self.questioned_line = ""
            self.update_preview()
        else:
            self.leave()

    def update_preview(self) -> None:
        """Show the completions and the ruling for the current text."""
        if self.subject is None:
            return
        self.previewed_text = self.text
        lines_by_text: dict[str, str] = {}
        for line in self.subject.complete(self.text):  # some differ in a blank at the end alone, and look the same
            lines_by_text.setdefault(line.rstrip(), line)
        self.completions = [*lines_by_text.values()]
        self.marked_index = 0
        self._show_completions()
        text = self.text.strip()
        self._show_preview(preview_line(self.subject, text, self.replaced_number) if text else None)

    def ask(self) -> None:
        """Ask whether to record an illegal line."""
        if self.previewed_text != self.text:
            self.update_preview()
        self.questioned_line = self.text
        if self.subject:
            self._show_preview(preview_line(self.subject, self.text.strip(), self.replaced_number))

    def _show_completions(self) -> None:
        """Show the selected completion and as many after it as fit."""
        room = max(20, self.size.width - 8)
        pieces: list[Content] = []
        stem = self.text[: self.text.rfind(" ") + 1]
        for index in range(self.marked_index, len(self.completions)):
            line = self.completions[index].rstrip()
            # Only what would be added is shown, but for the first: it is what Tab would make of the line.
            text = line if index == self.marked_index or not line.startswith(stem) else line[len(stem) :]
            room -= len(with_suit_signs(text)) + 3
            if room < 0 and pieces:
                pieces.append(Content.styled(f"+{len(self.completions) - index}", "$text-muted"))
                break
            piece = draw_cards(text, "bold underline" if index == self.marked_index else "$text-muted")
            pieces.append(piece.stylize(Style.from_meta({"completion": index})))
        lead = Content.styled("Tab ", "$text-accent")
        content = Content.assemble(lead, Content("   ").join(pieces)) if pieces else Content("")
        # Its height and that of the ruling are fixed: to lay all out anew at each key takes longer than to paint it.
        self.query_one("#completions", Static).update(content, layout=False)

    def _show_preview(self, preview: LinePreview | None) -> None:
        width = max(40, self.size.width - 3)
        if preview is None:
            rows: list[Content] = []
        elif preview.judged is None:
            rows = wrap(preview.fault, width, 0, "$text-muted")
        else:
            rows = self._ruling_rows(preview.judged, preview.line, width)
        self.query_one("#ruling", Static).update(Content("\n").join(_cut_rows(rows, _RULING_ROWS)), layout=False)

    def _ruling_rows(self, judged: JudgedLine, line: str, width: int) -> list[Content]:
        ruling = judged.ruling
        full_line = (
            Content.assemble(("read as: ", "$text-muted"), draw_cards(line, "bold"), "  ") if line else Content("")
        )
        head = Content.assemble(full_line, ruling_label(ruling), "  ")
        if self.questioned_line:
            reason_rows = _cut_rows(wrap(reason_text(ruling) or ruling.rule, width, 2, lead=head), _REASON_ROWS)
            step_rows = _cut_rows(wrap(next_step_of(ruling), width, 2), _RULING_ROWS - 1 - len(reason_rows))
            return [*reason_rows, *step_rows, *wrap("Record it as what happened, without effect?", width, 0, _QUESTION)]
        reason = " ".join(filter(None, [reason_text(ruling, judged.items), next_step_of(ruling)]))
        rule_rows = wrap(cite_rule(ruling), width, 2, "$text-muted", None if reason else head)
        return [*wrap(reason, width, 2, lead=head), *rule_rows]


def _cut_rows(rows: list[Content], room: int) -> list[Content]:
    """Return as many rows as fit, with an ellipsis if some are cut off."""
    return rows if len(rows) <= room else [*rows[: room - 1], Content.assemble(rows[room - 1], " …")]
