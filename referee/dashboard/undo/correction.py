"""Correct the past: ask for a reason, show the impact, and change it once confirmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from referee.club.corrections import corrections
from referee.club.corrections.impact import rehearse
from referee.club.corrections.impact_words import in_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing import affairs
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import Answers, Asked, Deed, Effect, reason
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import drawn
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask

Answer = TypeVar("Answer")


class PreviewScreen(ModalScreen[bool]):
    """What a change would change. It answers whether the change shall be made."""

    BINDINGS = [
        Binding("enter", "dismiss(True)", "Change it", show=False),
        Binding("escape", "dismiss(False)", "Back", show=False),
    ]
    DEFAULT_CSS = """
    PreviewScreen { align: center middle; }
    PreviewScreen > Vertical { width: 90%; max-width: 110; height: auto; max-height: 90%; padding: 1 2; }
    PreviewScreen > Vertical { border: round $primary; background: $surface; }
    PreviewScreen VerticalScroll { height: auto; max-height: 1fr; margin: 1 0; }
    PreviewScreen Static { height: auto; }
    PreviewScreen .hint { dock: bottom; color: $text-warning; text-style: bold; }
    """

    def __init__(self, what: str, changes: Sequence[str], agree: str = "change it") -> None:
        super().__init__()
        self.what = what
        self.changes = changes
        self.agree = agree

    def compose(self) -> ComposeResult:
        """Show what is to be done, what that changes, and the keys for either answer."""
        with Vertical():
            yield Static(drawn(self.what))
            with VerticalScroll():
                yield Static(drawn("\n".join(self.changes)), id="changes")
            yield Static(f"Enter: {self.agree}   Escape: go back, nothing changes", classes="hint", markup=False)


@dataclass(frozen=True, slots=True)
class Corrected(Generic[Answer]):
    """What came of a correction, and what was corrected, as a sentence."""

    came: Answer
    what: str


def correction(
    id: str,
    table: int,
    asks: tuple[Asked, ...],
    what: Callable[[Answers], str],
    do: Callable[[Club, Answers], Answer],
    *,
    undo: Callable[[Club, Answer], Undoable] | None = None,
) -> Deed[Corrected[Answer]]:
    """Return the deed that puts a table right: asked is who may, then what, then why; and the effect is shown."""

    def effect(club: Club, answers: Answers) -> Effect:
        changes = in_words(rehearse(club, lambda one: do(one, answers)))
        return Effect(what(answers), "change it", list(changes))

    def correct(club: Club, answers: Answers) -> Corrected[Answer]:
        return Corrected(do(club, answers), what(answers))

    def back(club: Club, done: Corrected[Answer]) -> Undoable:
        return undo(club, done.came) if undo else affairs.corrected(done.what)

    why = reason(what, example="his slip says spades")
    may = partial(_refuse_unless_may_correct, table)
    return Deed(id, correct, (*asks, why), effect, undo=back, may=may)


def _refuse_unless_may_correct(table: int, club: Club) -> None:
    corrections.refuse_unless_may_correct(club, table)


def when_allowed(desk: Desk, screen: Screen[Any], table: int, ask_for: Callable[[], None]) -> None:
    """Ask for a correction of a table once it is known that whoever acts may make it; else say who may."""
    # With the pen, so that it is asked in the order of the keys.
    desk.write(screen, partial(corrections.refuse_unless_may_correct, desk.club, table), lambda _: ask_for())


def with_reason(
    desk: Desk,
    screen: Screen[Any],
    what: str,
    act: Callable[[Club, str], Answer],
    done: Callable[[Answer], None],
    *,
    example: str = "his slip says spades",
    may_be_empty: bool = False,
    back: Refused | None = None,
    did: Callable[[Answer], Undoable] | None = None,
) -> None:
    """Ask why, show what `act` would change when it is given the club and the reason, and do it once agreed to.

    What is refused goes `back` to the question before, where there was one: it is what was answered there. `did` says
    how it can be taken back, where it can.
    """

    def answered(reason: str, refused: Refused) -> None:
        preview_change(desk, screen, what, lambda club: act(club, reason), done, back or refused, did=did)

    ask(screen, Question(f"{what} Reason:", example=example, may_be_empty=may_be_empty), answered)


def preview_change(
    desk: Desk,
    screen: Screen[Any],
    what: str,
    act: Callable[[Club], Answer],
    done: Callable[[Answer], None],
    refused: Refused | None = None,
    *,
    agree: str = "change it",
    did: Callable[[Answer], Undoable] | None = None,
) -> None:
    """Show what doing something would change, and do it once that is agreed to."""
    club = desk.club

    def look() -> tuple[tuple[int, ...], list[str]]:
        as_it_is = club.revision()
        return as_it_is, list(in_words(rehearse(club, act)))

    def carry_out(as_it_was: tuple[int, ...]) -> Answer:
        if club.revision() != as_it_was:
            raise ClubFault("The club's file has changed since the preview, so nothing was changed. Try again.")
        return act(club)

    def show(found: tuple[tuple[int, ...], list[str]]) -> None:
        as_it_is, changes = found

        def answered(agreed: bool | None) -> None:
            if agreed:
                corrected = did or (lambda _: affairs.corrected(what))
                desk.write(screen, partial(carry_out, as_it_is), done, did=corrected)
            else:
                say(screen, "Nothing was changed.")

        say(screen, "")
        screen.app.push_screen(PreviewScreen(what, changes, agree), answered)

    def not_so(why: str) -> None:
        if refused is None:
            refuse(screen, why)
        else:
            say(screen, "")
            refused(why)

    say(screen, "Working out the effect ...")
    # With the pen, so that what was entered before is in it.
    desk.write(screen, look, show, not_so)
