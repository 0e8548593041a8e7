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

_BACK: Final = "Escape: go back, nothing changes"
# An effect may be longer than the screen.
_SCROLLS: Final = {
    key.replace("_", ""): f"scroll('{key}')" for key in ("up", "down", "page_up", "page_down", "home", "end")
}
_PRESSED: Final = {"Enter": "screen.agree", "Escape": "screen.leave"}
_BEFORE: Final = "Escape: the question before"
_STOP: Final = "Escape: stop it, nothing changes"
_NOTHING: Final = Prompt("")
# For how many seconds nothing is said of what is being worked out, and at which moments after that.
_SOON: Final = 0.3


class AnswerField(Field):
    """The input of a dialog. In an empty one a digit picks a row, and = ties a finishing place with the last."""

    BINDINGS = keys.hidden_bindings(down="next", up="previous", tab="complete", escape="leave")


class Dialog(ModalScreen[None]):
    """A dialog that shows prompts and previews in turn. It passes answers to `answered` and Escape to `back`."""

    AUTO_FOCUS = ""
    BINDINGS = keys.hidden_bindings(enter="agree", escape="leave", **_SCROLLS)
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

    def __init__(self, answered: Callable[[str], None], back: Callable[[], object]) -> None:
        super().__init__(classes="thinking")
        self.answered = answered
        self.back = back
        self.shown: Prompt | Effect | None = None
        self.working: Progress | None = None
        self._looking: Timer | None = None
        self.marked = False
        self.listed: str | None = None
        self.first = True
        self.stands: int | None = None

    @property
    def question(self) -> str:
        """The text of the current prompt or preview."""
        return self.shown.text if isinstance(self.shown, Effect) else self._asked.text

    @property
    def _asked(self) -> Prompt:
        """The current prompt, or an empty one while the dialog shows a preview or is busy."""
        return self.shown if isinstance(self.shown, Prompt) else _NOTHING

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being processed. Keys wait for the next prompt meanwhile."""
        return self.shown is None

    def compose(self) -> ComposeResult:
        """Yield the text, the rows of a preview, the input, the list of picks and the key hints."""
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(id="asks")
                yield Static(id="rows")
            yield Static(id="refused", classes="refused")
            yield AnswerField(self._enter, self._mark, self.action_leave, self._complete, intercept=self._instead)
            yield Static(id="reads")
            yield NameList()
            yield Static(id="hint", markup=False)

    def on_mount(self) -> None:
        """Draw the prompt that was set before the dialog was mounted."""
        self._draw()
        self._look_on()

    def show(self, what: Prompt | Effect, typed: str = "", refused: str = "", *, first: bool = True) -> None:
        """Show a prompt or a preview, with the earlier answer and the fault found in it."""
        self.shown, self.first, self.refused = what, first, refused
        # Where only a row can be chosen, the answer of before is its row, and the line is free to find another.
        self.stands = next((at for at, pick in enumerate(_rows_only(self._asked)) if pick.answer == typed), None)
        self.typed = typed if self.stands is None else ""
        self.marked, self.listed = False, None
        if self.is_mounted:
            self._draw()

    def think(self, working: Progress | None = None) -> None:
        """Ignore keys until the next prompt. Show the progress of a long step, which Escape can stop."""
        self.shown, self.working = None, working
        if self.is_mounted:
            self.set_focus(None)
            if self._looking:
                self._looking.stop()
            self._look_on()

    def _look_on(self) -> None:
        if self.working and self.shown is None:
            self._looking = self.set_interval(_SOON, self._tell)

    def _tell(self) -> None:
        if self.shown is not None or self.working is None:
            return
        bars = self.query(ProgressBar)
        if not bars:
            for each in ("#rows", "#refused", "#reads", AnswerField, NameList):
                self.query_one(each).display = False
            self.query_one(Vertical).mount(ProgressBar(show_eta=False), before="#hint")
            self.query_one("#hint", Static).update(_STOP if self.working.can_stop else _BACK)
            self.remove_class("thinking")
        for bar in bars:
            bar.update(total=self.working.of or None, progress=self.working.done)
        self.query_one("#asks", Static).update(draw_cards(self.working.says))

    def _draw(self) -> None:
        if (what := self.shown) is None:
            return
        if self._looking:
            self._looking.stop()
        self.query(ProgressBar).remove()
        line, rows, names = self.query_one(AnswerField), self.query_one("#rows", Static), self.query_one(NameList)
        asked, menu = self._asked, bool(_lettered(self._asked))
        typed_in = bool(what.name) if isinstance(what, Effect) else not menu
        self.query_one("#asks", Static).update(draw_cards(self.question))
        told = what.rows if isinstance(what, Effect) else ()
        rows.update(draw_cards("\n".join(["", *told]) if told else ""))
        rows.display = bool(told)
        self._refuse(self.refused)
        line.display, names.display, line.password = typed_in, bool(asked.picks), asked.hidden
        line.placeholder = f"such as: {asked.example}" if asked.example else ""
        line.set_text(self.typed)
        self.set_class(menu, "menu")
        self._list()
        self._say_keys()
        self.remove_class("thinking")
        if typed_in:
            line.focus()
        else:
            self.set_focus(None)

    def _say_keys(self) -> None:
        back = _BACK if self.first or isinstance(self.shown, Effect) else _BEFORE
        hint = _hint(self.shown or _NOTHING, by_digit=self.query_one(NameList).picks_by_digit)
        self.query_one("#hint", Static).update(clickable_hint(f"{hint}   {back}", _PRESSED))

    def _refuse(self, why: str) -> None:
        told = self.query_one("#refused", Static)
        told.update(draw_cards(f"! {why}" if why else ""))
        told.display = bool(why)

    def _catch_up(self) -> None:
        if self.listed != self.query_one(AnswerField).value:
            self.marked = False
            self._list()

    on_input_changed = _catch_up

    def _list(self) -> None:
        what, self.listed = self._asked, self.query_one(AnswerField).value
        reads = self.query_one("#reads", Static)
        told = what.reads(picking.whole(self.listed)) if what.reads and self.listed.strip() else ""
        reads.update(draw_cards(told))
        reads.display = bool(told)
        if not what.picks:
            return
        picked = _picked(what, self.listed)
        part = picking.parts(self.listed)[1] if what.separator else self.listed.strip()
        called = {at: pick.label or pick.answer for at, pick in enumerate(what.picks)}
        found = [*called]
        if part and part != what.value and not (what.separator and part in picked):
            fits, near = nearest_names(part, called)
            found = [*fits, *near]
        rows = [(_row(what.picks[at], what.picks[at].answer in picked), f"{at}") for at in found]
        names = self.query_one(NameList)
        names.display = bool(rows)
        # Nothing is marked but what Enter would take.
        first = (0 if part else self.stands or 0) if _rows_only(what) and rows else None
        letters = [what.picks[at].letter for at in found] if _lettered(what) else ()
        # A digit picks where nothing is typed yet, so that it may stand within a name, but begin none.
        at_once = part in ("", what.value) or (what.separator and part in picked)
        may_begin = not what.choices_only and any(each[:1].isdigit() for each in called.values())
        names.show(rows, first, letters, picks_by_digit=bool(at_once) and not letters and not may_begin)
        self._say_keys()

    # -- keys -----------------------------------------------------------------------------------------------

    def _mark(self, step: int) -> None:
        self._catch_up()
        self.marked = True
        self.query_one(NameList).step(step)

    def _taken(self) -> Pick | None:
        picks, at = self._asked.picks, self.query_one(NameList).highlighted_option
        # A question without picks leaves those of the one before in the list, which is not shown then.
        return picks[int(at.id)] if picks and at and at.id else None

    def _put(self, pick: Pick) -> None:
        """Answer with a pick, or add it to a line of several answers."""
        what, line = self._asked, self.query_one(AnswerField)
        if not what.separator:
            self.answered(pick.answer)
            return
        picked = _picked(what, line.value)
        if pick.answer in picked:
            self._refuse(f"{pick.answer} is picked already.")
            return
        # Of places there are as many as picks; to a list of names others may be added.
        last = what.separator == picking.PLACES and len(picked) + 1 == len(what.picks)
        before, part = picking.parts(line.value)
        if part in picked and (before or line.value != what.value):
            line.set_text(f"{line.value.rstrip()}{what.separator}")  # unless it stood there alone, it stays
        line.set_text(picking.with_pick(line.value, pick.answer, what.separator, last=last))
        self._refuse("")
        self._list()

    def _instead(self, key: str) -> bool:
        """Handle a key that picks, ties or deletes an answer. Return whether it did something."""
        self._catch_up()
        what, line = self._asked, self.query_one(AnswerField)
        if not what.picks or line.cursor_position < len(line.value):
            return False
        if self.query_one(NameList).pick(key):
            # What stands there already is begun anew by the first digit, such as a result that is corrected.
            anew = what.separator == picking.PLACES and line.value == what.value
            if pick := self._taken():
                if anew:
                    line.set_text("")
                self._put(pick)
            return True
        changed = None
        if key == "=" and what.separator == picking.PLACES:
            changed = picking.tied(line.value)
        elif key == "backspace" and what.separator:
            changed = picking.without_last(line.value)
        if changed is not None:
            line.set_text(changed)
        return changed is not None

    def _complete(self) -> None:
        self._catch_up()
        names = self.query_one(NameList)
        if names.display and names.highlighted is None:
            names.step(1)
        if pick := self._taken():
            if self._asked.separator:
                self._put(pick)
            else:
                self.query_one(AnswerField).set_text(pick.answer)

    def _enter(self) -> None:
        self._catch_up()
        what, asked, pick = self.shown, self._asked, self._taken()
        line = self.query_one(AnswerField).value
        typed = picking.whole(line) if asked.separator else line.strip()
        if isinstance(what, Effect):
            if what.name and typed != what.name:
                self._refuse(f"Type {what.name} to {what.agree}.")
            else:
                self.answered("")
        elif pick and (self.marked or _rows_only(asked)):
            self.marked = False
            self._put(pick)
        elif _rows_only(asked):
            self._refuse("There is no such choice. Go to a row with the arrows.")
        elif what and (typed or asked.optional):
            self.answered(typed)
        elif what:
            self._refuse("Type an answer. Escape goes back and changes nothing.")

    action_agree = _enter  # where there is no line for the key, or it is clicked

    def on_key(self, event: Key) -> None:
        """Choose the row of a menu by its letter."""
        if pick := next((pick for pick in _lettered(self._asked) if pick.letter == event.character), None):
            event.stop()
            event.prevent_default()
            self.answered(pick.answer)

    def action_scroll(self, to: str) -> None:
        """Scroll the preview, or move the selection of a menu up or down."""
        if _lettered(self._asked):
            self.query_one(NameList).step(-1 if to == "up" else 1)
        else:
            getattr(self.query_one(VerticalScroll), f"scroll_{to}")(animate=False)

    def action_leave(self) -> None:
        """Go back to the previous prompt, or close the dialog at the first one."""
        self.back()

    def on_option_list_option_selected(self) -> None:
        """Choose the clicked row."""
        if pick := self._taken():
            self._put(pick)


def _rows_only(what: Prompt) -> Sequence[Pick]:
    """Return the picks of a prompt that takes exactly one of them, or none for other prompts."""
    return what.picks if what.choices_only and not what.separator else ()


def _lettered(what: Prompt) -> Sequence[Pick]:
    """Return the picks of a menu, or none for other prompts."""
    return what.picks if any(pick.letter for pick in what.picks) else ()


def _picked(what: Prompt, line: str) -> list[str]:
    return [each for each in picking.answers(line) if any(pick.answer == each for pick in what.picks)]


def _row(pick: Pick, picked: bool) -> Content:
    about = f"  {pick.note}" if pick.note else ""
    return Content.assemble(
        (pick.label or pick.answer, FAINT if picked else "bold"), ("  ✓" if picked else about, "$text-muted")
    )


def _hint(what: Prompt | Effect, *, by_digit: bool) -> str:
    """Return the key hints of a prompt or preview, except for Escape."""
    if isinstance(what, Effect):
        return f"type {what.name}, then Enter: {what.agree}" if what.name else f"Enter: {what.agree}"
    if _lettered(what):
        return "A letter or Enter: choose"
    if _rows_only(what):
        return "Enter: choose   a digit: that row" if by_digit else "Enter: choose"
    keys = ["Enter: OK (may be left blank)" if what.optional else "Enter: OK"]
    if what.picks:
        keys.append("a digit: that row" if by_digit else "an arrow: select a row")
    if what.separator == picking.PLACES:
        keys.append("=: tied with the last")
    return "   ".join(keys)
