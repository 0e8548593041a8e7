"""Tonight: the session, who is here, the tables, and what waits for an officer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import counted
from referee.club import sessions
from referee.club.logbook import Table
from referee.club.tonight import Tonight, tonight
from referee.dashboard import keys
from referee.dashboard.drawn import wrapped
from referee.dashboard.live import Live
from referee.dashboard.said import Said
from referee.dashboard.work import Desk, still_writing
from referee.rules import write_places
from referee.store.tables import Session

if TYPE_CHECKING:
    from referee.dashboard.app import Dashboard


class Night(Screen[None]):
    """The first screen. From here every other is one key away."""

    BINDINGS = keys.bindings("tonight")
    DEFAULT_CSS = """
    Night #people { width: 26; border-left: solid $panel; }
    Night #names, Night #waiting { padding: 0 1; height: auto; }
    Night #waiting-room { height: auto; max-height: 40%; border-top: solid $panel; }
    Night OptionList { height: 1fr; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.night: Tonight | None = None

    def compose(self) -> ComposeResult:
        """Show the tables large, who is here beside them, and what waits beneath."""
        yield Static("referee", classes="heading", markup=False)
        with Horizontal():
            with Vertical():
                yield Static("Tables", classes="title", id="tables-title", markup=False)
                yield OptionList(id="tables")
                with VerticalScroll(id="waiting-room", can_focus=False):
                    yield Static("Waiting for an officer", classes="title")
                    yield Static(id="waiting", markup=False)
            with VerticalScroll(id="people", can_focus=False):
                yield Static("Here", classes="title", id="here")
                yield Static(id="names", markup=False)
        yield Said()
        yield Footer(compact=True)

    def on_screen_resume(self) -> None:
        """Look again when another screen was in front."""
        self.reload()

    def on_resize(self) -> None:
        """Wrap everything to the room that there is."""
        if self.night:
            self.call_after_refresh(self._show, self.night)

    def reload(self) -> None:
        """Look again."""
        seen = self.night.tables if self.night else ()
        self.desk.read(self, lambda: tonight(self.desk.club, seen), self._compare)

    def _compare(self, night: Tonight) -> None:
        if night != self.night:
            self._show(night)

    def _show(self, night: Tonight) -> None:
        self.night = night
        self.query_one(".heading", Static).update(f"{night.club}   {_session(night)}")
        self.query_one("#here", Static).update(f"Here: {len(night.came)}" if night.session else "Here")
        nobody = f"Nobody yet. {self._key('checkin')} notes who came." if night.session else ""
        came = self.query_one("#names", Static)
        came.update(Content("\n").join(_came(night)) if night.came else nobody)
        self._show_tables(night)
        waiting = list(_waiting(night, self.query_one("#waiting-room").size.width - 2))
        self.query_one("#waiting", Static).update(Content("\n").join(waiting) if waiting else "Nothing.")

    def _show_tables(self, night: Tonight) -> None:
        listed = self.query_one("#tables", OptionList)
        marked = listed.highlighted_option.id if listed.highlighted_option else None
        width = listed.scrollable_content_region.width - 1
        listed.set_options([Option(_table(each, width), id=str(each.number)) for each in night.tables])
        if marked and any(str(each.number) == marked for each in night.tables):
            listed.highlighted = listed.get_option_index(marked)
        elif night.tables:
            listed.highlighted = 0
        # An empty list would swallow Enter and say nothing.
        listed.can_focus = bool(night.tables)
        if night.tables and self.focused is None:
            listed.focus()
        elif not night.tables:
            self.set_focus(None)
        title = f"Tables   {self._key('table')} opens the one marked" if night.tables else self._next_step(night)
        self.query_one("#tables-title", Static).update(title)

    def _next_step(self, night: Tonight) -> str:
        if night.session:
            return f"No table yet. {self._key('seating')} starts one."
        if night.planned:
            return f"No session is open. {self._key('session')} opens the one of {_day(night.planned)}."
        return "No session is planned from today on. Plan one with: referee schedule add DATE"

    def _key(self, action: str) -> str:
        return keys.key_for(f"tonight.{action}", cast("Dashboard", self.app).keymap)

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Open a table."""
        self.app.push_screen(Live(self.desk, int(chosen.option_id or 0)))

    def action_table(self) -> None:
        """Open the table that is marked, or say that there is none."""
        marked = self.query_one("#tables", OptionList).highlighted_option
        if marked is None:
            self.query_one(Said).refuse("There is no table to open yet.")
        else:
            self.app.push_screen(Live(self.desk, int(marked.id or 0)))

    def action_checkin(self) -> None:
        """Go to who came."""
        self._with_session("checkin")

    def action_seating(self) -> None:
        """Go to starting a table."""
        self._with_session("seating")

    def _with_session(self, name: str) -> None:
        if self.night is None:
            return
        if self.night.session is None:
            self.query_one(Said).refuse(self._next_step(self.night))
        else:
            cast("Dashboard", self.app).show(name)

    def action_facts(self) -> None:
        """Go to ruling on what is told."""
        cast("Dashboard", self.app).show("facts")

    def action_disputes(self) -> None:
        """Go to the disputes."""
        cast("Dashboard", self.app).show("disputes")

    def action_standings(self) -> None:
        """Go to the season's standings."""
        cast("Dashboard", self.app).show("standings")

    def action_rulebook(self) -> None:
        """Go to the rulebooks."""
        cast("Dashboard", self.app).show("rulebook")

    def action_help(self) -> None:
        """Go to the help."""
        cast("Dashboard", self.app).show("help")

    def action_session(self) -> None:
        """Open the session that is next, or close the one that is open."""
        if self.night is None:
            return
        session, planned, club = self.night.session, self.night.planned, self.desk.club
        if session is not None:
            number = str(session.id)
            self.desk.write(self, lambda: sessions.close_session(club, number), self._session_closed)
        elif planned is not None:
            number = str(planned.id)
            self.desk.write(self, lambda: sessions.open_session(club, number), self._session_opened)
        else:
            self.query_one(Said).refuse(self._next_step(self.night))

    def _session_opened(self, session: Session) -> None:
        self.query_one(Said).say(f"The session of {_day(session)} is open.")
        self.reload()

    def _session_closed(self, session: Session) -> None:
        self.query_one(Said).say(f"The session of {_day(session)} is closed.")
        self.reload()

    def action_leave(self) -> None:
        """Leave the dashboard, when everything that was entered is in the club's file."""
        if still_writing(self.app):
            self.query_one(Said).refuse("Something that was entered is still being written down. Wait a moment.")
        else:
            self.app.exit()


def _day(session: Session) -> str:
    return f"{session.held_on:%A} {session.held_on.day} {session.held_on:%B %Y}"


def _session(night: Tonight) -> str:
    session = night.session
    if session is None:
        return "no session is open"
    return f"{_day(session)}, {session.starts:%H:%M}" + (f", {session.room}" if session.room else "")


def _table(table: Table, width: int) -> Content:
    """Return the game with whose turn it is, the players or how it ended, and what waits at the table."""
    number = Content.styled(f"{table.number:3}  ", "$text-muted")
    turn = f"{table.turn}'s turn" if table.turn else counted(len(table.log), "line")
    first = Content.assemble(number, (table.book.title, "bold"), "" if table.finished_at else f"  {turn}")
    if table.finished_at:
        return Content("\n").join([first, *wrapped(f"finished: {write_places(table.places)}", width, 5, "$text-muted")])
    rows = [first, *wrapped(", ".join(table.names), width, 5, "$text-muted")]
    waits = [f"! {len(table.waiting)} to decide"] if table.waiting else []
    questions = [f"? {len(table.sheet.open)} open"] if table.sheet.open else []
    return Content("\n").join(rows + wrapped("   ".join(waits + questions), width, 5, "bold $text-warning"))


def _came(night: Tonight) -> Iterator[Content]:
    """Yield who is here, and at which table each of them plays."""
    playing = {name: table.number for table in night.tables if not table.finished_at for name in table.names}
    for each in night.came:
        guest = " (guest)" if each.guest else ""
        at = f"  table {playing[each.name]}" if each.name in playing else ""
        yield Content.assemble((each.name, "bold"), guest, (at, "$text-muted"))


def _waiting(night: Tonight, width: int) -> Iterator[Content]:
    """Yield what waits for an officer, the gravest first: lines to decide, disputes, open questions."""
    going = [table for table in night.tables if not table.finished_at]
    for table in going:
        for each in table.waiting:
            told = f"table {table.number} line {each.number}, {each.text}: illegal, does it stand?"
            yield from wrapped(told, width, 2, lead=Content.styled("! ", "bold $text-error"))
    for case in night.waiting:
        about = f"table {case.table} line {case.line}" if case.table else case.game
        told = f"dispute {case.number}, {about}: {case.claim or case.clause}"
        yield from wrapped(told, width, 2, lead=Content.styled("! ", "bold $text-warning"))
    for table in going:
        for entry in table.sheet.open:
            told = f"table {table.number} line {entry.line.number}, {entry.line.text}: open"
            yield from wrapped(told, width, 2, lead=Content.styled("? ", "bold $text-warning"))
