"""Run an operation at the desk through its dialog, and pass its result to the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from textual.app import App
from textual.screen import Screen

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds import acting
from referee.dashboard.deeds.deed import (
    Completed,
    Confirmation,
    Deed,
    PendingPrompt,
    Pick,
    Prompt,
    Refused,
    Result,
    advance,
)
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.deeds.progress import Progress, Stopped
from referee.dashboard.desk import Desk, FirstAnswer
from referee.dashboard.navigation import open_screen
from referee.dashboard.screens import lazy_screen
from referee.dashboard.widgets.message_line import message_screen, refuse, refuse_in_front_screen, show_message
from referee.store.hints import Do

Step: TypeAlias = PendingPrompt | Confirmation | Completed[Any] | Stopped
_OFFICER_ID: Final = "who acts"
_SIGNING_HINTS: Final = (Do.SIGN, Do.DECIDE)
"""The hints for faults that another officer can solve by signing."""
_BLOCKING_TABLE_ID: Final = "what instead"
_OPEN_TABLE: Final = "go there"
_OVERRIDE: Final = "all the same"


def carry_out(
    desk: Desk,
    screen: Screen[Any],
    deed: Deed[Result],
    on_result: Callable[[Result], object] = lambda _: None,
    *,
    given: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Run an operation over a screen, and pass its result to `on_result`.

    Answers in `given` are not asked for. A second operation is ignored while a dialog is open, so a key pressed twice
    starts one.
    """
    if not any(isinstance(stack_screen, Dialog) for stack_screen in screen.app.screen_stack):
        DialogFlow(desk, screen, deed, on_result, given).start()


@dataclass(eq=False, slots=True)
class DialogFlow:
    """A running operation: its answers so far, and the typed texts, which survive a refusal."""

    desk: Desk
    screen: Screen[Any]
    deed: Deed[Any]
    on_result: Callable[[Any], object]
    given: Mapping[str, str]
    typed_texts: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, PendingPrompt] = field(default_factory=dict)
    step: PendingPrompt | Confirmation | None = None
    agreed_step: Confirmation | None = None
    refusal: Refused | None = None
    progress: Progress | None = None
    app: App[Any] = field(init=False)
    dialog: Dialog = field(init=False)

    def __post_init__(self) -> None:
        self.app = self.screen.app
        self.dialog = Dialog(self._receive_answer, self._go_back)

    def start(self) -> None:
        """Show the first prompt, or start at once if the operation needs none."""
        first_parameter = next(iter(self.deed.asks), None)
        if (
            first_parameter
            and isinstance(first_parameter.question, Prompt)
            and not self.deed.may
            and first_parameter.id not in self.given
        ):
            self._show(PendingPrompt(first_parameter.id, first_parameter.question))
            return
        if first_parameter or self.deed.effect or self.deed.long(agreed=False):
            self._open()
        self._continue()

    @property
    def _is_open(self) -> bool:
        return self.dialog in self.app.screen_stack

    @property
    def _screen_behind(self) -> Screen[Any]:
        """The screen under the dialog, or the first screen if that one was left meanwhile."""
        return self.screen if self.screen in self.app.screen_stack else self.app.screen_stack[0]

    def _open(self) -> None:
        if not self._is_open:
            self.app.push_screen(self.dialog)

    # -- on -------------------------------------------------------------------------------------------------

    def _continue(self, agreed_step: Confirmation | None = None) -> None:
        self.agreed_step = agreed_step
        deed, answers = self.deed, {**self.given, **self.answers}
        long = deed.long(agreed=agreed_step is not None)
        progress = self.progress = Progress(long or "Working it out", can_stop=bool(long))
        self.dialog.show_progress(progress)

        def take_step() -> Step:
            try:
                step = advance(self.desk.club, deed, answers, agreed_step, progress)
            except Stopped as stopped:
                return stopped
            except Refused as refusal:
                self.refusal = refusal
                raise refusal.fault from None
            if isinstance(step, Completed) and deed.club and (club := deed.club(step.result)):
                self.desk.switch_club(club)  # where all that follows is looked for
            return step

        def finish_unseen(step: Step) -> None:
            if isinstance(step, Completed):
                self._finish(step.result)

        # With the pen, so that what was entered before is in it, and in the order of the keys.
        self.desk.write(
            self._screen_behind,
            take_step,
            partial(self._receive_step, self._is_open),
            self._handle_refusal,
            finish_unseen,
        )

    def _receive_step(self, was_open: bool, step: Step) -> None:
        if isinstance(step, Completed):
            self._finish(step.result)
        elif isinstance(step, Stopped):
            show_message(self._screen_behind, "Stopped. Nothing was changed.")
            self._close_dialog()
        elif self._is_open or not was_open:
            effect_changed = isinstance(step, Confirmation) and step.worked_out and self.agreed_step is not None
            self._show(step, "The club's file has changed since. This is the effect now." if effect_changed else "")

    def _show(self, step: PendingPrompt | Confirmation, refusal_text: str = "") -> None:
        self.step = step
        if isinstance(step, PendingPrompt):
            self.prompts[step.id] = step
            initial_text = self.typed_texts.get(step.id, step.question.value)
            show = partial(self.dialog.show, step.question, initial_text, refusal_text, first=not self.answers)
        elif table_prompt := _blocking_table_prompt(step):
            self.agreed_step = step
            self._show(PendingPrompt(_BLOCKING_TABLE_ID, table_prompt))
            return
        else:
            show = partial(self.dialog.show, step.effect, "", refusal_text, first=not self.answers)
        # Keys that were pressed meanwhile can do what they do, but agree to nothing that they have not seen: these are
        # forgotten before there is anything to agree to.
        discards_keys = isinstance(step, Confirmation) or step.id in (_OFFICER_ID, _BLOCKING_TABLE_ID)
        if not discards_keys:
            show()
        self._open()
        self.app.post_message(FirstAnswer(discards_keys=discards_keys))
        if discards_keys:
            self.app.call_later(self._call_if_open, self.dialog, show)

    def _call_if_open(self, dialog: Dialog, show: Callable[[], None]) -> None:
        if dialog in self.app.screen_stack:
            show()

    def _receive_answer(self, answer: str) -> None:
        step, agreed_step = self.step, self.agreed_step
        if isinstance(step, Confirmation):
            self._continue(step)
        elif step and step.id == _OFFICER_ID:
            self.dialog.show_progress()
            self.progress = None
            choose_officer = partial(acting.choose_officer, self.app, self.desk.club, answer)
            self.desk.write(self._screen_behind, choose_officer, self._use_officer, partial(self._show, step))
        elif step and step.id == _BLOCKING_TABLE_ID and agreed_step:
            if answer == _OVERRIDE:
                self._continue(agreed_step)
            else:
                self._open_blocking_table(agreed_step.fault)
        elif step:
            self.answers[step.id] = self.typed_texts[step.id] = answer
            self._continue()

    def _finish(self, result: Any) -> None:
        self._close_dialog()
        is_open = self.screen in self.app.screen_stack
        front_screen = self.screen if is_open else message_screen(self.app)
        if front_screen and self.deed.said and (message := self.deed.said(result)):
            (show_message if self.deed.well(result) else refuse)(front_screen, message)
        if is_open:
            # After the dialog is closed, however long the call takes.
            self.screen.call_later(self.on_result, result)
            if self.deed.shows and (document := self.deed.shows(result)):
                self.screen.call_later(
                    open_screen, self.app, lazy_screen("document_screen.DocumentScreen")(self.desk, document)
                )

    # -- back -----------------------------------------------------------------------------------------------

    def _go_back(self) -> None:
        """Stop a long step, return to the previous prompt, or close the dialog."""
        if self.dialog.is_busy and self.progress and self.progress.can_stop:
            self.progress.stopped = True
        elif self.dialog.is_busy or not self.answers:
            if isinstance(self.step, Confirmation):
                show_message(self._screen_behind, "Nothing was changed.")
            self._close_dialog()
        else:
            last_id = [*self.answers][-1]
            del self.answers[last_id]
            self._show(self.prompts[last_id])

    def _close_dialog(self) -> None:
        if self.app.screen is self.dialog:
            self.dialog.dismiss()
        self.dialog = Dialog(self._receive_answer, self._go_back)  # for later refusals

    # -- refused --------------------------------------------------------------------------------------------

    def _handle_refusal(self, refusal_text: str) -> None:
        """Show the refused prompt again with its text, or show the fault on the screen if there was no prompt."""
        refusal, self.refusal = self.refusal, None
        hints = refusal.fault.hints if refusal else ()
        if any(hint.action in _SIGNING_HINTS for hint in hints):
            ask_officer = partial(self._ask_officer, str(refusal))
            self.desk.write(
                self._screen_behind,
                partial(acting.officer_picks, self.desk.club),
                ask_officer,
                partial(self._show_fault, refusal_text),
            )
        elif refusal and refusal.about in self.answers:
            while refusal.about in self.answers:
                self.answers.popitem()
            self._show(self.prompts[refusal.about], refusal_text)
        else:
            self._show_fault(refusal_text, "")

    def _show_fault(self, refusal_text: str, _: str) -> None:
        self._close_dialog()
        if self.screen in self.app.screen_stack:
            refuse(self.screen, refusal_text)
        else:
            refuse_in_front_screen(self.app, f"Your last entry was not saved: {refusal_text}")

    def _ask_officer(self, refusal_text: str, picks: tuple[Pick, ...]) -> None:
        """Ask for the acting officer, then continue an operation that only an officer may do."""
        self._show(PendingPrompt(_OFFICER_ID, Prompt(f"{refusal_text} Who acts at this computer from now on?", picks)))

    def _use_officer(self, club_and_name: tuple[Club, str]) -> None:
        self.desk.switch_club(club_and_name[0])
        self._continue(self.agreed_step)

    def _open_blocking_table(self, fault: ClubFault | None) -> None:
        """Open the table that the fault is about, and retry the operation on return."""
        match_screen = lazy_screen("table.match.MatchScreen")(self.desk, _blocking_table(fault))
        self.app.push_screen(match_screen, lambda _: self._continue())


def _blocking_table(fault: ClubFault | None) -> int:
    """Return the table to open because of a fault, or 0 for none."""
    hints = fault.hints if fault else ()
    tables = (
        value for hint in hints if hint.action is Do.SHOW_TABLE for name, value in hint.arguments if name == "table"
    )
    return next((table for table in tables if isinstance(table, int)), 0)


def _blocking_table_prompt(confirmation: Confirmation) -> Prompt | None:
    """Return the prompt that offers to open the blocking table, or None if no table blocks the operation."""
    if not (table := _blocking_table(confirmation.fault)):
        return None
    open_pick = Pick(_OPEN_TABLE, label=f"go to table {table}, and come back here")
    return Prompt(
        confirmation.effect.text, (open_pick, Pick(_OVERRIDE, label=confirmation.effect.agree)), choices_only=True
    )
