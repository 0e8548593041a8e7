"""Seat players by typing their names in the order in which they sit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from referee.cards.words import listed
from referee.club.calendar import checkin
from referee.club.text.likeness import Fit, fit, nearest
from referee.club.undoing import session as session_undo
from referee.club.undoing.undoable import Undoable
from referee.dashboard.desk import Desk
from referee.dashboard.widgets.field import NameField
from referee.dashboard.widgets.message_line import MessageLine, refuse, say
from referee.dashboard.widgets.name_list import NameList, meant
from referee.store.read import Member


class SeatTyping(ModalScreen[tuple[str, ...]]):
    """Who sits down next, until the line is left empty; it answers everybody who is seated, in order.

    `busy` has the table of those who play already, `members` everybody on the roster: whoever is not here is noted as
    come when they are seated.
    """

    DEFAULT_CSS = """
    SeatTyping { align: center middle; }
    SeatTyping > Vertical { width: 90%; max-width: 70; height: auto; padding: 1 2; }
    SeatTyping > Vertical { border: round $primary; background: $surface; }
    SeatTyping NameField { margin: 1 0; }
    SeatTyping .hint { color: $text-muted; margin: 1 0 0 0; }
    """
    # Stronger than what is said of lists everywhere.
    CSS = "SeatTyping OptionList { height: 9; background: $surface; }"

    def __init__(
        self,
        desk: Desk,
        session: str,
        seated: Sequence[str],
        here: Sequence[str],
        busy: Mapping[str, int],
        members: Sequence[str],
    ) -> None:
        super().__init__()
        self.desk = desk
        self.session = session
        self.seated = list(seated)
        self.here = list(here)
        self.busy = busy
        self.members = members
        self.listed: str | None = None
        self.order: list[str] = []
        """Everybody as they were listed first: a digit is somebody's until all are seated."""

    def compose(self) -> ComposeResult:
        """Show who is seated, the line, and whom it may mean."""
        with Vertical():
            yield Static(id="seated", markup=False)
            hint = "next player: a name or its beginning"
            yield NameField(self.enter, self.mark, self.go_back, self.get_up, self.pick, placeholder=hint)
            yield NameList()
            told = "Enter: seat the selected one; on an empty line: done   a digit: that row   Del: remove the last"
            yield Static(told, classes="hint", markup=False)
            yield MessageLine()

    def on_mount(self) -> None:
        """Begin with everybody who is free."""
        self._list()

    def on_input_changed(self) -> None:
        """Narrow the names to what is typed."""
        self._catch_up()

    def _catch_up(self) -> None:
        if self.listed != self.query_one(NameField).value:
            self._list()

    def _list(self) -> None:
        self.listed = self.query_one(NameField).value
        typed = " ".join(self.listed.split())
        everybody = [*self.here, *(name for name in self.members if name not in self.here)]
        called = {name: name for name in everybody if name not in self.seated}
        # Who is here and free comes first, then who plays already, then who has not come yet.
        self.order += sorted((name for name in everybody if name not in self.order), key=self._later)
        if typed:
            fits, near = nearest(typed, called)
            fits = sorted(fits, key=self._later)
        else:
            fits, near = self.order, []
        rows = [(self._row(name), name) for name in [*fits, *near]]
        known = any(fit(typed, name) is Fit.EXACT for name in everybody)
        if typed and not known:
            rows.append((Content(f"add {typed} as a guest"), f"+{typed}"))
        self.query_one(NameList).show(rows, meant(typed, fits, called, len(rows)), everybody)
        told = ", ".join(self.seated) or "nobody yet"
        self.query_one("#seated", Static).update(f"Clockwise: {told}")

    def _later(self, name: str) -> int:
        return 2 if name not in self.here else 1 if name in self.busy else 0

    def _row(self, name: str) -> Content:
        busy = f"  at table {self.busy[name]}" if name in self.busy else ""
        away = "  not checked in yet" if name not in self.here else ""
        told = "  seated" if name in self.seated else busy + away
        return Content.assemble((name, "bold"), (told, "$text-muted"))

    def mark(self, step: int) -> None:
        """Mark another name, while the line keeps what is typed."""
        self._catch_up()
        self.query_one(NameList).step(step)

    def pick(self, digit: str) -> bool:
        """Seat whoever is in the row of a digit, and tell whether there is one."""
        self._catch_up()
        if picked := self.query_one(NameList).pick(digit):
            self.enter()
        return picked

    def enter(self) -> None:
        """Seat whoever is marked; on an empty line all are seated."""
        self._catch_up()
        marked = self.query_one(NameList).highlighted_option
        typed = self.query_one(NameField).value.strip()
        if marked is None or marked.id is None:
            if typed:
                refuse(self, "Nobody is selected. Type more, or go to a name with the arrows.")
            else:
                self.go_back()
            return
        guest, name = marked.id.startswith("+"), marked.id.removeprefix("+")
        if name in self.seated:
            refuse(self, f"{name} is already seated.")
            return
        self.query_one(NameField).value = ""
        if name in self.here:
            self._sit(name)
            return

        def refused(message: str) -> None:
            refuse(self, message)
            self.query_one(NameField).put(typed)

        come = partial(checkin.check_in, self.desk.club, [name], self.session, guests=guest)

        def did(came: Sequence[Member]) -> Undoable | None:
            names = [each.name for each in came]
            new = names if guest else ()
            return session_undo.checked_in(self.desk.club, self.session, names, new) if came else None

        self.desk.write(self, come, lambda came: self._come([each.name for each in came] or [name]), refused, did)

    def _come(self, names: Sequence[str]) -> None:
        self.here += [name for name in names if name not in self.here]
        for name in names:
            self._sit(name)
        say(self, f"{listed(names)} is checked in and seated.")

    def _sit(self, name: str) -> None:
        if name not in self.seated:
            self.seated.append(name)
        self._list()

    def get_up(self) -> None:
        """Let the last who was seated get up again."""
        if self.seated:
            self.seated.pop()
            self._list()

    def on_option_list_option_selected(self) -> None:
        """Seat whoever is clicked."""
        self.enter()

    def go_back(self) -> None:
        """Go back with everybody who is seated."""
        self.dismiss(tuple(self.seated))
