"""The modal dialog of all operations. It shows one prompt, preview or progress bar at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import ProgressBar, Static

from referee.club.text.name_similarity import nearest_names
from referee.dashboard import keys
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import Effect, Pick, Prompt
from referee.dashboard.deeds.progress import Progress
from referee.dashboard.rendering import FAINT, draw_cards
from referee.dashboard.widgets.field import Field
from referee.dashboard.widgets.key_row import clickable_hint
from referee.dashboard.widgets.name_list import NameList

_BACK_HINT: Final = "Escape: go back, nothing changes"
# An effect may be longer than the screen.
_SCROLL_KEYS: Final = {
    key.replace("_", ""): f"scroll('{key}')" for key in ("up", "down", "page_up", "page_down", "home", "end")
}
_HINT_ACTIONS: Final = {"Enter": "screen.agree", "Escape": "screen.leave"}
_PREVIOUS_HINT: Final = "Escape: the question before"
_STOP_HINT: Final = "Escape: stop it, nothing changes"
_EMPTY_PROMPT: Final = Prompt("")
# For how many seconds nothing is said of what is being worked out, and at which moments after that.
_PROGRESS_SECONDS: Final = 0.3


class AnswerField(Field):
    """The input of a dialog. In an empty one a digit picks a row, and = ties a finishing place with the last."""

    BINDINGS = keys.hidden_bindings(down="next", up="previous", tab="complete", escape="leave")


class Dialog(ModalScreen[None]):
    """A dialog of prompts and previews. It passes answers to `receive_answer` and Escape to `go_back`."""

    AUTO_FOCUS = ""
    BINDINGS = keys.hidden_bindings(enter="agree", escape="leave", **_SCROLL_KEYS)
    # Stronger than what is said of lists everywhere.
    CSS = """
    Dialog OptionList { height: auto; max-height: 10; background: $surface; }
    Dialog.menu OptionList { max-height: 14; }
    """
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog.thinking { background: $background 0%; }
    Dialog.thinking > Vertical { visibility: hidden; }
    Dialog ProgressBar { width: 1fr; margin: 1 0 0 0; }
    Dialog Bar { width: 1fr; }
    Dialog > Vertical { width: 90%; max-width: 90; height: auto; max-height: 95%; padding: 1 2; }
    Dialog > Vertical { border: round $primary; background: $surface; }
    Dialog VerticalScroll { height: auto; max-height: 60vh; }
    Dialog Static { height: auto; }
    Dialog AnswerField { margin: 1 0 0 0; }
    Dialog NameList { margin: 1 0 0 0; }
    Dialog #reads { color: $text-accent; }
    Dialog #hint { color: $text-muted; margin: 1 0 0 0; }
    Dialog .refused { color: $text-error; text-style: bold; }
    """

    def __init__(self, receive_answer: Callable[[str], None], go_back: Callable[[], object]) -> None:
        super().__init__(classes="thinking")
        self.receive_answer = receive_answer
        self.go_back = go_back
        self.current_step: Prompt | Effect | None = None
        self.progress: Progress | None = None
        self._progress_timer: Timer | None = None
        self.row_marked = False
        self.listed_text: str | None = None
        self.is_first = True
        self.initial_row: int | None = None

    @property
    def question(self) -> str:
        """The text of the current prompt or preview."""
        return self.current_step.text if isinstance(self.current_step, Effect) else self._prompt.text

    @property
    def _prompt(self) -> Prompt:
        """The current prompt, or an empty one while the dialog shows a preview or is busy."""
        return self.current_step if isinstance(self.current_step, Prompt) else _EMPTY_PROMPT

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being processed. Keys wait for the next prompt meanwhile."""
        return self.current_step is None

    def compose(self) -> ComposeResult:
        """Yield the text, the rows of a preview, the input, the list of picks and the key hints."""
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(id="asks")
                yield Static(id="rows")
            yield Static(id="refused", classes="refused")
            yield AnswerField(
                self._enter, self._move_selection, self.action_leave, self._complete, intercept=self._intercept_key
            )
            yield Static(id="reads")
            yield NameList()
            yield Static(id="hint", markup=False)

    def on_mount(self) -> None:
        """Draw the prompt that was set before the dialog was mounted."""
        self._draw()
        self._start_progress_timer()

    def show(self, step: Prompt | Effect, typed: str = "", refused: str = "", *, first: bool = True) -> None:
        """Show a prompt or a preview, with the earlier answer and the fault found in it."""
        self.current_step, self.is_first, self.refusal_text = step, first, refused
        # Where only a row can be chosen, the answer of before is its row, and the line is free to find another.
        self.initial_row = next(
            (index for index, pick in enumerate(_single_choice_picks(self._prompt)) if pick.answer == typed), None
        )
        self.initial_text = typed if self.initial_row is None else ""
        self.row_marked, self.listed_text = False, None
        if self.is_mounted:
            self._draw()

    def show_progress(self, progress: Progress | None = None) -> None:
        """Ignore keys until the next prompt. Show the progress of a long step, which Escape can stop."""
        self.current_step, self.progress = None, progress
        if self.is_mounted:
            self.set_focus(None)
            if self._progress_timer:
                self._progress_timer.stop()
            self._start_progress_timer()

    def _start_progress_timer(self) -> None:
        if self.progress and self.current_step is None:
            self._progress_timer = self.set_interval(_PROGRESS_SECONDS, self._draw_progress)

    def _draw_progress(self) -> None:
        if self.current_step is not None or self.progress is None:
            return
        bars = self.query(ProgressBar)
        if not bars:
            for selector in ("#rows", "#refused", "#reads", AnswerField, NameList):
                self.query_one(selector).display = False
            self.query_one(Vertical).mount(ProgressBar(show_eta=False), before="#hint")
            self.query_one("#hint", Static).update(_STOP_HINT if self.progress.can_stop else _BACK_HINT)
            self.remove_class("thinking")
        for bar in bars:
            bar.update(total=self.progress.total or None, progress=self.progress.done)
        self.query_one("#asks", Static).update(draw_cards(self.progress.text))

    def _draw(self) -> None:
        if (step := self.current_step) is None:
            return
        if self._progress_timer:
            self._progress_timer.stop()
        self.query(ProgressBar).remove()
        input_field, rows_widget, pick_list = (
            self.query_one(AnswerField),
            self.query_one("#rows", Static),
            self.query_one(NameList),
        )
        prompt, is_menu = self._prompt, bool(_menu_picks(self._prompt))
        has_input = bool(step.name) if isinstance(step, Effect) else not is_menu
        self.query_one("#asks", Static).update(draw_cards(self.question))
        preview_rows = step.rows if isinstance(step, Effect) else ()
        rows_widget.update(draw_cards("\n".join(["", *preview_rows]) if preview_rows else ""))
        rows_widget.display = bool(preview_rows)
        self._show_refusal(self.refusal_text)
        input_field.display, pick_list.display, input_field.password = has_input, bool(prompt.picks), prompt.hidden
        input_field.placeholder = f"such as: {prompt.example}" if prompt.example else ""
        input_field.set_text(self.initial_text)
        self.set_class(is_menu, "menu")
        self._list_picks()
        self._draw_key_hints()
        self.remove_class("thinking")
        if has_input:
            input_field.focus()
        else:
            self.set_focus(None)

    def _draw_key_hints(self) -> None:
        escape_hint = _BACK_HINT if self.is_first or isinstance(self.current_step, Effect) else _PREVIOUS_HINT
        key_hints = _key_hints(self.current_step or _EMPTY_PROMPT, by_digit=self.query_one(NameList).picks_by_digit)
        self.query_one("#hint", Static).update(clickable_hint(f"{key_hints}   {escape_hint}", _HINT_ACTIONS))

    def _show_refusal(self, text: str) -> None:
        refusal_widget = self.query_one("#refused", Static)
        refusal_widget.update(draw_cards(f"! {text}" if text else ""))
        refusal_widget.display = bool(text)

    def _update_list(self) -> None:
        if self.listed_text != self.query_one(AnswerField).value:
            self.row_marked = False
            self._list_picks()

    on_input_changed = _update_list

    def _list_picks(self) -> None:
        prompt, self.listed_text = self._prompt, self.query_one(AnswerField).value
        reading_widget = self.query_one("#reads", Static)
        reading = (
            prompt.reads(picking.without_separator(self.listed_text))
            if prompt.reads and self.listed_text.strip()
            else ""
        )
        reading_widget.update(draw_cards(reading))
        reading_widget.display = bool(reading)
        if not prompt.picks:
            return
        picked_answers = _picked_answers(prompt, self.listed_text)
        last_answer = picking.split_last(self.listed_text)[1] if prompt.separator else self.listed_text.strip()
        labels = {index: pick.label or pick.answer for index, pick in enumerate(prompt.picks)}
        indexes = [*labels]
        if last_answer and last_answer != prompt.value and not (prompt.separator and last_answer in picked_answers):
            matches, similar = nearest_names(last_answer, labels)
            indexes = [*matches, *similar]
        rows = [
            (_pick_row(prompt.picks[index], prompt.picks[index].answer in picked_answers), f"{index}")
            for index in indexes
        ]
        pick_list = self.query_one(NameList)
        pick_list.display = bool(rows)
        # Nothing is marked but what Enter would take.
        first = (0 if last_answer else self.initial_row or 0) if _single_choice_picks(prompt) and rows else None
        letters = [prompt.picks[index].letter for index in indexes] if _menu_picks(prompt) else ()
        # A digit picks where nothing is typed yet, so that it may stand within a name, but begin none.
        is_unanswered = last_answer in ("", prompt.value) or (prompt.separator and last_answer in picked_answers)
        may_start_answer = not prompt.choices_only and any(label[:1].isdigit() for label in labels.values())
        pick_list.show(
            rows, first, letters, picks_by_digit=bool(is_unanswered) and not letters and not may_start_answer
        )
        self._draw_key_hints()

    # -- keys -----------------------------------------------------------------------------------------------

    def _move_selection(self, step: int) -> None:
        self._update_list()
        self.row_marked = True
        self.query_one(NameList).step(step)

    def _selected_pick(self) -> Pick | None:
        picks, option = self._prompt.picks, self.query_one(NameList).highlighted_option
        # A question without picks leaves those of the one before in the list, which is not shown then.
        return picks[int(option.id)] if picks and option and option.id else None

    def _choose_pick(self, pick: Pick) -> None:
        """Answer with a pick, or add it to a line of several answers."""
        prompt, input_field = self._prompt, self.query_one(AnswerField)
        if not prompt.separator:
            self.receive_answer(pick.answer)
            return
        picked_answers = _picked_answers(prompt, input_field.value)
        if pick.answer in picked_answers:
            self._show_refusal(f"{pick.answer} is picked already.")
            return
        # Of places there are as many as picks; to a list of names others may be added.
        is_last = prompt.separator == picking.PLACE_SEPARATOR and len(picked_answers) + 1 == len(prompt.picks)
        before, last_answer = picking.split_last(input_field.value)
        if last_answer in picked_answers and (before or input_field.value != prompt.value):
            # The answer stays, unless it is the initial value alone.
            input_field.set_text(f"{input_field.value.rstrip()}{prompt.separator}")
        input_field.set_text(picking.with_pick(input_field.value, pick.answer, prompt.separator, is_last=is_last))
        self._show_refusal("")
        self._list_picks()

    def _intercept_key(self, key: str) -> bool:
        """Handle a key that picks, ties or deletes an answer. Return whether it did something."""
        self._update_list()
        prompt, input_field = self._prompt, self.query_one(AnswerField)
        if not prompt.picks or input_field.cursor_position < len(input_field.value):
            return False
        if self.query_one(NameList).pick(key):
            # What stands there already is begun anew by the first digit, such as a result that is corrected.
            replaces_value = prompt.separator == picking.PLACE_SEPARATOR and input_field.value == prompt.value
            if pick := self._selected_pick():
                if replaces_value:
                    input_field.set_text("")
                self._choose_pick(pick)
            return True
        changed_line = None
        if key == "=" and prompt.separator == picking.PLACE_SEPARATOR:
            changed_line = picking.with_tie(input_field.value)
        elif key == "backspace" and prompt.separator:
            changed_line = picking.without_last(input_field.value)
        if changed_line is not None:
            input_field.set_text(changed_line)
        return changed_line is not None

    def _complete(self) -> None:
        self._update_list()
        pick_list = self.query_one(NameList)
        if pick_list.display and pick_list.highlighted is None:
            pick_list.step(1)
        if pick := self._selected_pick():
            if self._prompt.separator:
                self._choose_pick(pick)
            else:
                self.query_one(AnswerField).set_text(pick.answer)

    def _enter(self) -> None:
        self._update_list()
        step, prompt, pick = self.current_step, self._prompt, self._selected_pick()
        line = self.query_one(AnswerField).value
        answer = picking.without_separator(line) if prompt.separator else line.strip()
        if isinstance(step, Effect):
            if step.name and answer != step.name:
                self._show_refusal(f"Type {step.name} to {step.agree}.")
            else:
                self.receive_answer("")
        elif pick and (self.row_marked or _single_choice_picks(prompt)):
            self.row_marked = False
            self._choose_pick(pick)
        elif _single_choice_picks(prompt):
            self._show_refusal("There is no such choice. Go to a row with the arrows.")
        elif step and (answer or prompt.optional):
            self.receive_answer(answer)
        elif step:
            self._show_refusal("Type an answer. Escape goes back and changes nothing.")

    action_agree = _enter  # where there is no line for the key, or it is clicked

    def on_key(self, event: Key) -> None:
        """Choose the row of a menu by its letter."""
        if pick := next((pick for pick in _menu_picks(self._prompt) if pick.letter == event.character), None):
            event.stop()
            event.prevent_default()
            self.receive_answer(pick.answer)

    def action_scroll(self, direction: str) -> None:
        """Scroll the preview, or move the selection of a menu up or down."""
        if _menu_picks(self._prompt):
            self.query_one(NameList).step(-1 if direction == "up" else 1)
        else:
            getattr(self.query_one(VerticalScroll), f"scroll_{direction}")(animate=False)

    def action_leave(self) -> None:
        """Go back to the previous prompt, or close the dialog at the first one."""
        self.go_back()

    def on_option_list_option_selected(self) -> None:
        """Choose the clicked row."""
        if pick := self._selected_pick():
            self._choose_pick(pick)


def _single_choice_picks(prompt: Prompt) -> Sequence[Pick]:
    """Return the picks of a prompt that takes exactly one of them, or none for other prompts."""
    return prompt.picks if prompt.choices_only and not prompt.separator else ()


def _menu_picks(prompt: Prompt) -> Sequence[Pick]:
    """Return the picks of a menu, or none for other prompts."""
    return prompt.picks if any(pick.letter for pick in prompt.picks) else ()


def _picked_answers(prompt: Prompt, line: str) -> list[str]:
    return [answer for answer in picking.answers(line) if any(pick.answer == answer for pick in prompt.picks)]


def _pick_row(pick: Pick, is_picked: bool) -> Content:
    note = f"  {pick.note}" if pick.note else ""
    return Content.assemble(
        (pick.label or pick.answer, FAINT if is_picked else "bold"), ("  ✓" if is_picked else note, "$text-muted")
    )


def _key_hints(step: Prompt | Effect, *, by_digit: bool) -> str:
    """Return the key hints of a prompt or preview, except for Escape."""
    if isinstance(step, Effect):
        return f"type {step.name}, then Enter: {step.agree}" if step.name else f"Enter: {step.agree}"
    if _menu_picks(step):
        return "A letter or Enter: choose"
    if _single_choice_picks(step):
        return "Enter: choose   a digit: that row" if by_digit else "Enter: choose"
    hints = ["Enter: OK (may be left blank)" if step.optional else "Enter: OK"]
    if step.picks:
        hints.append("a digit: that row" if by_digit else "an arrow: select a row")
    if step.separator == picking.PLACE_SEPARATOR:
        hints.append("=: tied with the last")
    return "   ".join(hints)
