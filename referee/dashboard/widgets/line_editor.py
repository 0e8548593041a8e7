"""The line being typed: its completions, and its ruling before it is entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from referee.cards.screen import with_suit_signs
from referee.club.text.faults import ClubFault, MisreadLine
from referee.dashboard.rendering import draw_cards, reason_text, ruling_label, wrap
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import refuse, show_message
from referee.rules import JudgedLine
from referee.rules.book.sentences import cite_rule, next_step_of

# The rows that a ruling has; what is cut off is marked.
_ROOM: Final = 4
# How many rows of it the reason of an illegal line has while it is asked about: what is legal stays in sight.
_WHY: Final = 2
_QUESTION: Final = "bold $text-warning"


@dataclass(frozen=True, slots=True)
class LinePreview:
    """What a line would come to: the ruling, or the fault for which it cannot be read, and its `position`.

    `line` is the full line, if it was typed in other words or in part.
    """

    judged: JudgedLine | None = None
    fault: str = ""
    position: str = ""
    line: str = ""
    lacks_name: bool = False

    @property
    def refusal(self) -> str:
        """Why the line is not taken, with the place."""
        return ": ".join(filter(None, (self.position, self.fault)))


class LineSubject(Protocol):
    """What a line is typed about."""

    def complete(self, text: str) -> Sequence[str]:
        """Return what a half-typed line may become, likeliest first."""

    def preview(self, text: str, instead_of: int | None) -> JudgedLine:
        """Rule on a line without keeping it. Raises `MisreadLine` or another `ClubFault`."""


def preview_line(matter: LineSubject, text: str, instead_of: int | None = None) -> LinePreview:
    """Rule on a line without writing it down."""
    try:
        judged = matter.preview(text, instead_of)
        return LinePreview(judged, line=judged.line.read_as)
    except MisreadLine as misread:
        return LinePreview(
            fault=misread.fault.message, position=misread.fault.position, lacks_name=misread.fault.lacks_name
        )
    except ClubFault as fault:
        return LinePreview(fault=str(fault))


def still_typing_message(text: str, back: str = "") -> str:
    """Return what is said when the line being typed has to be entered or cleared before something else is done.

    `back` is the key that goes back to the line, for who is not in it.
    """
    there = f"; {back} goes back to the line" if back else ""
    return f"Still being typed: {text}. Enter or clear it first{there}."


def left_behind_message(text: str, back: str, leave: str) -> str:
    """Return what is asked before a half-typed line is left behind, with the keys that go back to it and away."""
    return f"Still being typed: {text}. {leave} again drops it; {back} goes back to the line."


class LineEditor(Vertical):
    """The field, the completions beneath it, and the ruling as it would be."""

    DEFAULT_CSS = """
    LineEditor { height: auto; border-top: solid $panel; }
    LineEditor #line { height: 1; }
    LineEditor #prompt { width: auto; max-width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    LineEditor #prompt { padding: 0 1; color: $text-accent; text-style: bold; }
    LineEditor #completions { height: 1; padding: 0 1; }
    LineEditor #ruling { height: 4; padding: 0 1; }
    """

    asked = reactive("", repaint=False, init=False)
    """The illegal line that the officer is asked about, while it is as it was."""

    def __init__(
        self, enter: Callable[[], None], leave: Callable[[], None], field: type[LineField] = LineField
    ) -> None:
        super().__init__()
        self.enter = enter
        self.leave = leave
        self.field = field
        self.thought = ""
        self.matter: LineSubject | None = None
        self.awaited = ""
        self.instead_of: int | None = None
        self.refused = ""
        self.found: Sequence[str] = ()
        self.marked = 0

    def compose(self) -> ComposeResult:
        """Show the field first: what is beneath it may change its length."""
        with Horizontal(id="line"):
            yield Static("›", id="prompt")
            field = self.field(self.enter, self.mark, self.leave_line, self.take_completion)
            field.take_rows, field.drop_rows = self.take_rows, self.drop_rows
            yield field
        yield Static(id="completions", markup=False)
        yield Static(id="ruling", markup=False)

    @property
    def waiting(self) -> int:
        """How many lines wait for the one that is typed, as they were entered with it."""
        return 0

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(LineField).value

    @text.setter
    def text(self, text: str) -> None:
        self.refused = ""
        self.query_one(LineField).put(text)

    def watch_asked(self, text: str) -> None:
        """Let the keys answer what is asked."""
        self.query_one(LineField).asking = bool(text)

    def set_subject(self, matter: LineSubject, awaited: str = "", example: str | None = None) -> None:
        """Take what the line is about as it stands now: who or what is awaited, and what could be said of it."""
        self.matter = matter
        self.awaited = awaited
        if example is not None:
            self.query_one(LineField).placeholder = example
        self._prompt()
        self.update_preview()

    def take_rows(self, rows: Sequence[str]) -> None:
        """Take several lines that were pasted, up to the first that is refused; what is left waits for it."""
        raise NotImplementedError

    def drop_rows(self) -> None:
        """Let go the lines that wait, as the one that was refused is cleared."""
        if waiting := self.waiting:
            self.forget_rows()
            self._prompt()
            self.refused = ""
            show_message(self.screen, f"{waiting + 1} lines cleared.")

    def forget_rows(self) -> None:
        """Forget the lines that wait."""
        raise NotImplementedError

    def refuse(self, message: str, *, lacks_name: bool = False) -> None:
        """Say why the line is not taken, while it is as it was; the cursor goes to where only a name is missing."""
        if lacks_name:
            self.text = f" {self.text.strip()}"
            self.query_one(LineField).cursor_position = 0
        self.refused = self.text
        refuse(self.screen, message)

    def replace_line(self, number: int | None) -> None:
        """Type a line in the place of one that was mistyped, or no longer."""
        self.instead_of = number
        self._prompt()

    def _prompt(self) -> None:
        lead = f"line {self.instead_of} was" if self.instead_of else self.awaited
        more = f"+{self.waiting}" if self.waiting else ""
        self.query_one("#prompt", Static).update(Content(" ".join(filter(None, (lead, more, "›")))))

    def on_input_changed(self) -> None:
        """Think again at every key; word of a key may come after the line was changed once more."""
        if self.refused and self.text != self.refused:
            self.refused = ""
            show_message(self.screen, "")
        if not self.asked or self.text != self.asked:
            self.asked = ""
            self.update_preview()

    def add(self, word: str) -> None:
        """Put a word at the end of the line, and go on there."""
        self.text = f"{self.text.rstrip()} {word}".lstrip()
        self.query_one(LineField).focus()

    def on_click(self, event: Click) -> None:
        """Take the completion that is clicked."""
        if (at := event.style.meta.get("completion")) is not None:
            self.marked = at
            self.take_completion()
            self.query_one(LineField).focus()

    def take_completion(self) -> None:
        """Make of the line what the marked completion says."""
        if self.thought != self.text:
            self.update_preview()
        if self.found:
            self.text = self.found[self.marked]

    def mark(self, step: int) -> None:
        """Mark another completion."""
        if self.thought != self.text:
            self.update_preview()
        if self.found:
            self.marked = (self.marked + step) % len(self.found)
            self._show_completions()

    def leave_line(self) -> None:
        """Leave the line, unless a question is to be taken back first."""
        if self.asked:
            self.asked = ""
            self.update_preview()
        else:
            self.leave()

    def update_preview(self) -> None:
        """Show what the line may become, and how it would be ruled on."""
        if self.matter is None:
            return
        self.thought = self.text
        kept: dict[str, str] = {}
        for line in self.matter.complete(self.text):  # some differ in a blank at the end alone, and look the same
            kept.setdefault(line.rstrip(), line)
        self.found = [*kept.values()]
        self.marked = 0
        self._show_completions()
        text = self.text.strip()
        self._show(preview_line(self.matter, text, self.instead_of) if text else None)

    def ask(self) -> None:
        """Ask whether the illegal line that is typed is to be kept all the same."""
        if self.thought != self.text:
            self.update_preview()
        self.asked = self.text
        if self.matter:
            self._show(preview_line(self.matter, self.text.strip(), self.instead_of))

    def _show_completions(self) -> None:
        """Show the marked completion and as many after it as there is room for."""
        room = max(20, self.size.width - 8)
        shown: list[Content] = []
        stem = self.text[: self.text.rfind(" ") + 1]
        for at in range(self.marked, len(self.found)):
            line = self.found[at].rstrip()
            # Only what would be added is shown, but for the first: it is what Tab would make of the line.
            text = line if at == self.marked or not line.startswith(stem) else line[len(stem) :]
            room -= len(with_suit_signs(text)) + 3
            if room < 0 and shown:
                shown.append(Content.styled(f"+{len(self.found) - at}", "$text-muted"))
                break
            piece = draw_cards(text, "bold underline" if at == self.marked else "$text-muted")
            shown.append(piece.stylize(Style.from_meta({"completion": at})))
        lead = Content.styled("Tab ", "$text-accent")
        told = Content.assemble(lead, Content("   ").join(shown)) if shown else Content("")
        # Its height and that of the ruling are fixed: to lay all out anew at each key takes longer than to paint it.
        self.query_one("#completions", Static).update(told, layout=False)

    def _show(self, considered: LinePreview | None) -> None:
        width = max(40, self.size.width - 3)
        if considered is None:
            rows: list[Content] = []
        elif considered.judged is None:
            rows = wrap(considered.fault, width, 0, "$text-muted")
        else:
            rows = self._ruling_rows(considered.judged, considered.line, width)
        self.query_one("#ruling", Static).update(Content("\n").join(_cut(rows, _ROOM)), layout=False)

    def _ruling_rows(self, judged: JudgedLine, line: str, width: int) -> list[Content]:
        ruling = judged.ruling
        meant = Content.assemble(("read as: ", "$text-muted"), draw_cards(line, "bold"), "  ") if line else Content("")
        head = Content.assemble(meant, ruling_label(ruling), "  ")
        if self.asked:
            told = _cut(wrap(reason_text(ruling) or ruling.rule, width, 2, lead=head), _WHY)
            offers = _cut(wrap(next_step_of(ruling), width, 2), _ROOM - 1 - len(told))
            return [*told, *offers, *wrap("Record it as what happened, without effect?", width, 0, _QUESTION)]
        why = " ".join(filter(None, [reason_text(ruling, judged.items), next_step_of(ruling)]))
        under = wrap(cite_rule(ruling), width, 2, "$text-muted", None if why else head)
        return [*wrap(why, width, 2, lead=head), *under]


def _cut(rows: list[Content], room: int) -> list[Content]:
    """Return as many rows as there is room for; what is cut off is marked."""
    return rows if len(rows) <= room else [*rows[: room - 1], Content.assemble(rows[room - 1], " …")]
