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
_ACTS: Final = "who acts"
_SIGNS: Final = (Do.SIGN, Do.DECIDE)
"""The hints for faults that another officer can solve by signing."""
_INSTEAD: Final = "what instead"
_THERE: Final = "go there"
_ALL_THE_SAME: Final = "all the same"


def carry_out(
    desk: Desk,
    screen: Screen[Any],
    deed: Deed[Result],
    then: Callable[[Result], object] = lambda _: None,
    *,
    given: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Run an operation over a screen, and pass its result to `then`.

    Answers in `given` are not asked for. A second operation is ignored while a dialog is open, so a key pressed twice
    starts one.
    """
    if not any(isinstance(each, Dialog) for each in screen.app.screen_stack):
        DialogFlow(desk, screen, deed, then, given).begin()


@dataclass(eq=False, slots=True)
class DialogFlow:
    """A running operation: its answers so far, and the typed texts, which survive a refusal."""

    desk: Desk
    screen: Screen[Any]
    deed: Deed[Any]
    then: Callable[[Any], object]
    given: Mapping[str, str]
    typed: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    asked: dict[str, PendingPrompt] = field(default_factory=dict)
    step: PendingPrompt | Confirmation | None = None
    agreed: Confirmation | None = None
    refusal: Refused | None = None
    working: Progress | None = None
    app: App[Any] = field(init=False)
    dialog: Dialog = field(init=False)

    def __post_init__(self) -> None:
        self.app = self.screen.app
        self.dialog = Dialog(self._answered, self._back)

    def begin(self) -> None:
        """Show the first prompt, or start at once if the operation needs none."""
        first = next(iter(self.deed.asks), None)
        if first and isinstance(first.question, Prompt) and not self.deed.may and first.id not in self.given:
            self._show(PendingPrompt(first.id, first.question))
            return
        if first or self.deed.effect or self.deed.long(agreed=False):
            self._open()
        self._go_on()

    @property
    def _is_open(self) -> bool:
        return self.dialog in self.app.screen_stack

    @property
    def _behind(self) -> Screen[Any]:
        """The screen under the dialog, or the first screen if that one was left meanwhile."""
        return self.screen if self.screen in self.app.screen_stack else self.app.screen_stack[0]

    def _open(self) -> None:
        if not self._is_open:
            self.app.push_screen(self.dialog)

    # -- on -------------------------------------------------------------------------------------------------

    def _go_on(self, agreed: Confirmation | None = None) -> None:
        self.agreed = agreed
        deed, answers = self.deed, {**self.given, **self.answers}
        long = deed.long(agreed=agreed is not None)
        working = self.working = Progress(long or "Working it out", can_stop=bool(long))
        self.dialog.think(working)

        def take_step() -> Step:
            try:
                step = advance(self.desk.club, deed, answers, agreed, working)
            except Stopped as stopped:
                return stopped
            except Refused as refusal:
                self.refusal = refusal
                raise refusal.fault from None
            if isinstance(step, Completed) and deed.club and (club := deed.club(step.result)):
                self.desk.switch_club(club)  # where all that follows is looked for
            return step

        def left(step: Step) -> None:
            if isinstance(step, Completed):
                self._did(step.result)

        # With the pen, so that what was entered before is in it, and in the order of the keys.
        self.desk.write(self._behind, take_step, partial(self._came, self._is_open), self._refused, left)

    def _came(self, was_open: bool, step: Step) -> None:
        if isinstance(step, Completed):
            self._did(step.result)
        elif isinstance(step, Stopped):
            show_message(self._behind, "Stopped. Nothing was changed.")
            self._leave()
        elif self._is_open or not was_open:
            anew = isinstance(step, Confirmation) and step.worked_out and self.agreed is not None
            self._show(step, "The club's file has changed since. This is the effect now." if anew else "")

    def _show(self, step: PendingPrompt | Confirmation, refused: str = "") -> None:
        self.step = step
        if isinstance(step, PendingPrompt):
            self.asked[step.id] = step
            typed = self.typed.get(step.id, step.question.value)
            show = partial(self.dialog.show, step.question, typed, refused, first=not self.answers)
        elif instead := _instead(step):
            self.agreed = step
            self._show(PendingPrompt(_INSTEAD, instead))
            return
        else:
            show = partial(self.dialog.show, step.effect, "", refused, first=not self.answers)
        # Keys that were pressed meanwhile can do what they do, but agree to nothing that they have not seen: these are
        # forgotten before there is anything to agree to.
        seen_first = isinstance(step, Confirmation) or step.id in (_ACTS, _INSTEAD)
        if not seen_first:
            show()
        self._open()
        self.app.post_message(FirstAnswer(discards_keys=seen_first))
        if seen_first:
            self.app.call_later(self._if_open, self.dialog, show)

    def _if_open(self, dialog: Dialog, show: Callable[[], None]) -> None:
        if dialog in self.app.screen_stack:
            show()

    def _answered(self, answer: str) -> None:
        step, agreed = self.step, self.agreed
        if isinstance(step, Confirmation):
            self._go_on(step)
        elif step and step.id == _ACTS:
            self.dialog.think()
            self.working = None
            sits_down = partial(acting.sits_down, self.app, self.desk.club, answer)
            self.desk.write(self._behind, sits_down, self._acts, partial(self._show, step))
        elif step and step.id == _INSTEAD and agreed:
            if answer == _ALL_THE_SAME:
                self._go_on(agreed)
            else:
                self._go_there(agreed.fault)
        elif step:
            self.answers[step.id] = self.typed[step.id] = answer
            self._go_on()

    def _did(self, came: Any) -> None:
        self._leave()
        there = self.screen in self.app.screen_stack
        front = self.screen if there else message_screen(self.app)
        if front and self.deed.said and (told := self.deed.said(came)):
            (show_message if self.deed.well(came) else refuse)(front, told)
        if there:
            self.screen.call_later(self.then, came)  # when the dialog is gone, and whether it takes its time or not
            if self.deed.shows and (reading := self.deed.shows(came)):
                self.screen.call_later(
                    open_screen, self.app, lazy_screen("document_screen.DocumentScreen")(self.desk, reading)
                )

    # -- back -----------------------------------------------------------------------------------------------

    def _back(self) -> None:
        """Stop a long step, return to the previous prompt, or close the dialog."""
        if self.dialog.is_busy and self.working and self.working.can_stop:
            self.working.stopped = True
        elif self.dialog.is_busy or not self.answers:
            if isinstance(self.step, Confirmation):
                show_message(self._behind, "Nothing was changed.")
            self._leave()
        else:
            last = [*self.answers][-1]
            del self.answers[last]
            self._show(self.asked[last])

    def _leave(self) -> None:
        if self.app.screen is self.dialog:
            self.dialog.dismiss()
        self.dialog = Dialog(self._answered, self._back)  # for what is refused yet

    # -- refused --------------------------------------------------------------------------------------------

    def _refused(self, why: str) -> None:
        """Show the refused prompt again with its text, or show the fault on the screen if there was no prompt."""
        refusal, self.refusal = self.refusal, None
        hints = refusal.fault.hints if refusal else ()
        if any(hint.action in _SIGNS for hint in hints):
            asked = partial(self._ask_who, str(refusal))
            self.desk.write(self._behind, partial(acting.picks, self.desk.club), asked, partial(self._say, why))
        elif refusal and refusal.about in self.answers:
            while refusal.about in self.answers:
                self.answers.popitem()
            self._show(self.asked[refusal.about], why)
        else:
            self._say(why, "")

    def _say(self, why: str, _: str) -> None:
        self._leave()
        if self.screen in self.app.screen_stack:
            refuse(self.screen, why)
        else:
            refuse_in_front_screen(self.app, f"Your last entry was not saved: {why}")

    def _ask_who(self, why: str, picks: tuple[Pick, ...]) -> None:
        """Ask for the acting officer, then continue an operation that only an officer may do."""
        self._show(PendingPrompt(_ACTS, Prompt(f"{why} Who acts at this computer from now on?", picks)))

    def _acts(self, done: tuple[Club, str]) -> None:
        self.desk.switch_club(done[0])
        self._go_on(self.agreed)

    def _go_there(self, fault: ClubFault | None) -> None:
        """Open the table that the fault is about, and retry the operation on return."""
        opened = lazy_screen("table.match.MatchScreen")(self.desk, _in_the_way(fault))
        self.app.push_screen(opened, lambda _: self._go_on())


def _in_the_way(fault: ClubFault | None) -> int:
    """Return the table to open because of a fault, or 0 for none."""
    hints = fault.hints if fault else ()
    tables = (
        value for hint in hints if hint.action is Do.SHOW_TABLE for name, value in hint.arguments if name == "table"
    )
    return next((table for table in tables if isinstance(table, int)), 0)


def _instead(sure: Confirmation) -> Prompt | None:
    """Return the prompt that offers to open the blocking table, or None if no table blocks the operation."""
    if not (table := _in_the_way(sure.fault)):
        return None
    there = Pick(_THERE, label=f"go to table {table}, and come back here")
    return Prompt(sure.effect.text, (there, Pick(_ALL_THE_SAME, label=sure.effect.agree)), choices_only=True)
