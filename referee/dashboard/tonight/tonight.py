"""Tonight's screen: the session, the present players, the tables, and the items waiting for an officer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partialmethod
from time import monotonic
from typing import Any, Final

from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import quantity
from referee.club.evening.overview import Tonight, read_tonight
from referee.club.file.conflicted_copies import describe_conflict
from referee.club.match.view import MatchView
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Pick
from referee.dashboard.deeds.menu import choose_action
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.navigation import DESTINATIONS, preload_screens
from referee.dashboard.phones.server import stop
from referee.dashboard.rendering import session_day, session_time, wrap
from referee.dashboard.screens import ClickableList, footer, lazy_screen, open_in_front, replace_options, set_heading
from referee.dashboard.tonight.first_evening import next_deed, next_step
from referee.dashboard.tonight.opening_closing import close_session, open_session
from referee.dashboard.tonight.table_cards import (
    TableCard,
    TableCards,
    attention_reasons,
    compact_row,
    end_text,
    sort_by_table,
)
from referee.dashboard.tonight.waiting import WaitingItem, find_waiting_items, phone_reasons
from referee.dashboard.widgets.message_line import MessageLine, damage_message, refuse, show_message
from referee.store.moment import in_local_time
from referee.store.plain_rows import Member

# How much of the room what waits for an officer may take.
_WAITING_SHARE: Final = 0.4
# From how many columns on each table has a card of its own, and what waits stands on top.
_WIDE_FROM: Final = 110
# Below how many columns each table has two rows and no more, and who is here stands beneath.
_SLIM_BELOW: Final = 70
# For how many seconds after something else was left the key that quits does not: it was pressed to go back.
RETURN_GRACE: Final = 1.0
_HEADING_GAP: Final = 3
# How many of the things that wait are listed: they are looked at from the top, and done one after the other.
_MAX_WAITING_ITEMS: Final = 30
# Where the menu leads.
_MENU_KEYS: Final = [key for key in keys.KEYS if key.screen == keys.EVERYWHERE and key.key_action in DESTINATIONS]


class TonightScreen(Screen[None]):
    """The first screen, from which one key leads to every other screen."""

    AUTO_FOCUS = ""
    BINDINGS = keys.bindings("tonight", leave="leave")
    # Stronger than what is said of lists everywhere.
    CSS = f"TonightScreen #waits {{ height: auto; max-height: {_WAITING_SHARE * 100:.0f}vh; margin: 0 1; }}"
    DEFAULT_CSS = f"""
    TonightScreen #people {{ width: 26; border-left: solid $panel; }}
    TonightScreen #tables-title {{ padding: 0 1; color: $text-muted; text-style: bold; }}
    TonightScreen #names, TonightScreen #waiting {{ padding: 0 1; height: auto; }}
    TonightScreen #waiting-room {{ height: auto; max-height: {_WAITING_SHARE:.0%}; border-top: solid $panel; }}
    TonightScreen #first, TonightScreen #cards {{ display: none; }}
    TonightScreen.wide #first {{ display: block; height: auto; padding: 1 0 0 0; }}
    TonightScreen.wide #cards {{ display: block; }}
    TonightScreen.wide #tables, TonightScreen.wide #waiting-room {{ display: none; }}
    TonightScreen.wide #night {{ padding: 1 0 0 0; }}
    TonightScreen.wide #people {{ width: 32; }}
    TonightScreen.slim #night {{ layout: vertical; }}
    TonightScreen.slim #people {{ width: 1fr; height: auto; max-height: 4; }}
    TonightScreen.slim #people {{ border-left: none; border-top: solid $panel; }}
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.night: Tonight | None = None
        self.shown_refusal = ""
        self.returned_at = -RETURN_GRACE

    def compose(self) -> ComposeResult:
        """Yield the waiting items, the tables and the present players, placed by the screen's width."""
        yield Static("referee", classes="heading", markup=False)
        with Vertical(id="first"):
            yield Static(id="first-title", classes="title", markup=False)
            yield ClickableList(id="waits", markup=False)
        with Horizontal(id="night"):
            with Vertical():
                yield Static("Tables", id="tables-title", markup=False)
                yield ClickableList(id="tables")
                yield TableCards("cards")
                with VerticalScroll(id="waiting-room", can_focus=False):
                    yield Static("Waiting for an officer", classes="title")
                    yield Static(id="waiting", markup=False)
            with VerticalScroll(id="people", can_focus=False):
                yield Static("Checked in", classes="title", id="here")
                yield Static(id="names", markup=False)
        yield from footer()

    def on_mount(self) -> None:
        """Start the clock."""
        self._tick_each_minute()

    def _tick_each_minute(self) -> None:
        """Update the screen's times, and do so again at the next full minute."""
        self._tick()
        self.set_timer(seconds_to_next_minute(self.desk.club.clock()), self._tick_each_minute)

    def on_resize(self) -> None:
        """Choose the layout for the new width."""
        self.set_class(self._is_wide, "wide")
        self.set_class(self._is_slim, "slim")
        if self.night:
            self.call_after_refresh(self._show, self.night)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings, with either opening or closing a session."""
        idle = "open_session" if self.night and self.night.session else "close_session"
        return {
            key: active_binding
            for key, active_binding in super().active_bindings.items()
            if active_binding.binding.action != idle
        }

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= _WIDE_FROM

    @property
    def _is_slim(self) -> bool:
        return self.size.width < _SLIM_BELOW

    def _tick(self) -> None:
        """Update the clock and the tables' times."""
        if self.night and self.app.screen is self:
            self._update_heading(self.night)
            if self._is_wide:
                self._show_cards(self.night)
            elif self.night.calls:
                self._show_tables(self.night)

    def reload(self) -> None:
        """Load tonight's state again."""
        known_matches = _matches_to_list(self.night) if self.night else ()
        self.desk.read(self, lambda: read_tonight(self.desk.club, known_matches), self._compare)

    def on_screen_resume(self) -> None:
        """Load tonight's state again, and note the time of the return from another screen."""
        if self.night:
            self.returned_at = monotonic()
        self.reload()

    def _compare(self, night: Tonight) -> None:
        if night != self.night:
            line = self.query_one(MessageLine)
            if line.message and line.message == self.shown_refusal:
                line.fade()  # it spoke of an evening that is another one now
            self._show(night)

    def _show(self, night: Tonight) -> None:
        is_first = self.night is None
        if is_first:
            # Beside the keys once tonight is shown, so that the desk opens soon, and so does every screen.
            self.call_after_refresh(self.run_worker, preload_screens, thread=True, group="load")
        self.night = night
        self.refresh_bindings()
        self._update_heading(night)
        self.query_one("#here", Static).update(f"Checked in: {len(night.came)}" if night.session else "Checked in")
        empty_text = f"Nobody yet. {self.desk.key('tonight.checkin')} checks players in." if night.session else ""
        names = self.query_one("#names", Static)
        grouped_rows = _grouped_rows(night, self.desk.key("tonight.draw"))
        rows = grouped_rows if self._is_wide else _unseated_rows(night) if self._is_slim else _present_rows(night)
        names.update(Content("\n").join(rows) if night.came else empty_text)
        self._show_tables(night)
        self._show_waiting(night)
        if night.damage:
            self.query_one(MessageLine).show_warning(damage_message(night.damage, self.desk.keymap))
        elif is_first and (warning := describe_conflict(self.desk.club.folder) or self.desk.club.clock_behind()):
            self.query_one(MessageLine).show_warning(warning)

    def _update_heading(self, night: Tonight) -> None:
        """Set the heading: club and session, and if there is room the acting officer and the time."""
        ends = f"   log ends at {night.head}" if night.head else ""
        session = session_time(night.session) if night.session else f"no session is open{ends}"
        heading = Content(f"{night.club}   {session}")
        club = self.desk.club
        officer_and_time = "   ".join(filter(None, [night.acts, f"{in_local_time(club.clock()):%H:%M}"]))
        gap = self.size.width - 2 - heading.cell_length - Content(officer_and_time).cell_length
        set_heading(self, Content.assemble(heading, " " * gap, officer_and_time) if gap >= _HEADING_GAP else heading)

    def _show_waiting(self, night: Tonight) -> None:
        waiting_items = list(find_waiting_items(night))
        if self._is_wide:
            option_list = self.query_one("#waits", OptionList)
            width = self.size.width - 4
            replace_options(
                option_list,
                [
                    Option(Content("\n").join(item.rows(width)), id=item.id)
                    for item in waiting_items[:_MAX_WAITING_ITEMS]
                ],
            )
            option_list.display = bool(waiting_items)
            key_hint = f"   {self.desk.key('tonight.waiting')} goes to the first, Enter to the selected one"
            count_text = (
                f": {len(waiting_items)}, the first {_MAX_WAITING_ITEMS} shown"
                if len(waiting_items) > _MAX_WAITING_ITEMS
                else ""
            )
            title = Content(
                f"Waiting for an officer{count_text}{key_hint}" if waiting_items else "Waiting for an officer: nothing"
            )
            self.query_one("#first-title", Static).update(title)
            return
        room = int(self.query_one("#night").size.height * _WAITING_SHARE) - 2
        width = self.query_one("#waiting-room").size.width - 2
        rows = _fit_rows([item.rows(width) for item in waiting_items], room)
        self.query_one("#waiting", Static).update(Content("\n").join(rows) if rows else "Nothing.")

    def _show_tables(self, night: Tonight) -> None:
        option_list = self.query_one("#tables", OptionList)
        width = option_list.scrollable_content_region.width - 1
        render_row = compact_row if self._is_slim else _render_match
        rows = [(match, self._reasons(night, match)) for match in sort_by_table(_matches_to_list(night))]
        replace_options(
            option_list, [Option(render_row(match, width, reasons), id=str(match.id)) for match, reasons in rows]
        )
        self._show_cards(night)
        if not _matches_to_list(night) and not (self._is_wide and self.query_one("#waits").has_focus):
            self.set_focus(None)
        elif self.focused is None or not self.focused.display or not self.focused.is_on_screen:
            self.query_one("#cards" if self._is_wide else "#tables").focus()
        heading = f"Tables   {self.desk.key('tonight.table')} opens the selected one"
        title = heading if night.matches else self._next_step(night)
        if night.closed and night.over:
            title += f"\nPlayed on {session_day(night.closed)}; {self.desk.key('tonight.table')} opens a table."
        self.query_one("#tables-title", Static).update(title)

    def _show_cards(self, night: Tonight) -> None:
        if self._is_wide:
            disputes = Counter(dispute.match.id for dispute in night.waiting if dispute.match)
            tables = sort_by_table(_matches_to_list(night))
            reasons_by_match = {table.number: self._reasons(night, table, disputes[table.number]) for table in tables}
            self.query_one(TableCards).show(tables, self.desk.club.clock(), reasons_by_match)

    def _reasons(self, night: Tonight, match: MatchView, disputes: int = 0) -> list[str]:
        return [*phone_reasons(night, match, self.desk.club.clock()), *attention_reasons(match, disputes)]

    def _next_step(self, night: Tonight) -> str:
        return keys.insert_keys(next_step(night), self.desk.keymap)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the selected table or waiting item."""
        if event.option_list.id == "waits":
            self._go_to(event.option_id or "")
        else:
            self._open_table(int(event.option_id or 0))

    def on_table_card_opened(self, event: TableCard.Opened) -> None:
        """Open the table of the clicked card."""
        self._open_table(event.number)

    def action_table(self) -> None:
        """Open the selected table, or show that there is none."""
        selected = self._selected_number
        if selected is None:
            self._refuse("There is no table to open yet.")
        else:
            self._open_table(selected)

    @property
    def _selected_number(self) -> int | None:
        """The number of the selected match, or None without a selection."""
        card = self.query_one(TableCards).marked_card if self._is_wide else None
        option = self.query_one("#tables", OptionList).highlighted_option
        return card.number if card else int(option.id or 0) if option else None

    def _open_table(self, number: int) -> None:
        matches = _matches_to_list(self.night) if self.night else ()
        number = next((match.number for match in matches if match.id == number), number)
        open_in_front(self, lazy_screen("table.match.MatchScreen")(self.desk, number))

    def action_waiting(self) -> None:
        """Open the first item that waits for an officer."""
        first = next(find_waiting_items(self.night), None) if self.night else None
        if first:
            self._go_to(first.id)
        else:
            show_message(self, "Nothing waits for an officer.")

    def _go_to(self, id: str) -> None:
        waiting_item: WaitingItem | None = (
            next((item for item in find_waiting_items(self.night) if item.id == id), None) if self.night else None
        )
        if waiting_item and waiting_item.dispute:
            open_in_front(self, lazy_screen("disputes.dispute.dispute_screen")(self.desk, waiting_item.dispute))
        elif waiting_item and waiting_item.table:
            self._open_table(waiting_item.table)
        elif waiting_item and waiting_item.phones:
            open_in_front(self, lazy_screen(DESTINATIONS["phones"])(self.desk, waiting_item.phones))

    def _with_session(self, build_screen: Callable[[Desk], Screen[Any]]) -> None:
        if self.night is None:
            return
        if self.night.session:
            open_in_front(self, build_screen(self.desk))
            return

        def open_or_refuse(night: Tonight) -> None:
            self._compare(night)
            if night.session:
                open_in_front(self, build_screen(self.desk))
            else:
                self._refuse(self._next_step(night))

        # It may have been opened by the key before, and not be seen here yet.
        self.desk.read(self, lambda: read_tonight(self.desk.club), open_or_refuse)

    action_checkin = partialmethod(_with_session, lazy_screen(DESTINATIONS["checkin"]))
    action_seating = partialmethod(_with_session, lazy_screen("tonight.seating.SeatingScreen"))
    action_draw = partialmethod(_with_session, lazy_screen("tonight.seat_draw.SeatDrawScreen"))

    def _refuse(self, message: str) -> None:
        """Show a refusal until the evening's state changes."""
        self.shown_refusal = message
        refuse(self, message)

    def action_more(self) -> None:
        """Show the menu of the club's screens."""
        key = self.desk.key
        rows = [
            Pick(f"app.{action.action}", label=f"{action.label}: {action.description}", letter=key(action.id))
            for action in _MENU_KEYS
        ]
        choose_action(self, "The club", rows)

    def action_open_session(self) -> None:
        """Open the next session, or lead to it through the missing steps."""
        if self.night and self.night.session:
            self._refuse(f"The session is open. {self.desk.key('tonight.close_session')} closes it.")
        elif self.night:
            self._run_next_step(self.night)

    def action_close_session(self) -> None:
        """Close the open session."""
        if self.night and self.night.session:
            deed = close_session(self.night.session, self.desk.key("undo-last"))
            carry_out(self.desk, self, deed, lambda _: self.reload())
        elif self.night:
            self._refuse(self._next_step(self.night))

    def _run_next_step(self, night: Tonight, *, skips_members: bool = False) -> None:
        """Run the operation for the next missing step, or open the session if nothing is missing."""
        if deed := next_deed(night, skips_members=skips_members):
            carry_out(self.desk, self, deed, lambda _: self._continue_steps())
        elif night.planned:
            deed = open_session(night.planned, self.desk.key("tonight.checkin"))
            carry_out(self.desk, self, deed, lambda _: self.reload())

    def _continue_steps(self) -> None:
        self.reload()
        # With the pen: a look at tonight that comes in between must not swallow the question.
        self.desk.write(self, lambda: read_tonight(self.desk.club), self._run_later_step)

    def _run_later_step(self, night: Tonight) -> None:
        # Another day than today is prepared, and opening is for the day.
        if night.planned is None or night.planned.held_on == self.desk.club.today:
            self._run_next_step(night, skips_members=True)

    async def action_leave(self) -> None:
        """Quit the desk. Ask first if it runs the phone server."""
        if monotonic() - self.returned_at < RETURN_GRACE:
            return
        if self.desk.server.is_running:
            carry_out(self.desk, self, stop(self.desk.server, quits_desk=True), lambda _: self.app.exit())
        else:
            await self.app.action_quit()


def _matches_to_list(night: Tonight) -> tuple[MatchView, ...]:
    """Return tonight's matches, or those of the session closed last."""
    return night.matches or night.over


def seconds_to_next_minute(now: datetime) -> float:
    """Return the seconds until the next minute, and a little more as timers may fire early."""
    return 60.05 - now.second - now.microsecond / 1e6


def _render_match(match: MatchView, width: int, reasons: Sequence[str]) -> Content:
    """Return the rows of a match: game and turn, players or result, and reasons why it waits."""
    number = Content.styled(f"{match.table:3}  ", "$text-muted")
    line_count = "result only" if match.result_only else quantity(len(match.log), "line")
    turn = f"{match.turn}'s turn" if match.turn else line_count
    first = Content.assemble(number, (match.book.title, "bold"), "" if match.finished_at else f"  {turn}")
    if match.finished_at:
        return Content("\n").join([first, *wrap(end_text(match), width, 5, "$text-muted")])
    rows = [first, *wrap(", ".join(match.names), width, 5, "$text-muted")]
    return Content("\n").join(rows + wrap("   ".join(reasons), width, 5, "bold $text-warning"))


def _render_person(member: Member, table: int | None = None, lead: str = "", style: str = "bold") -> Content:
    table_text = f"  table {table}" if table else ""
    return Content.assemble(lead, (member.name, style), " (guest)" if member.guest else "", (table_text, "$text-muted"))


def _present_rows(night: Tonight) -> Iterator[Content]:
    """Yield the present players with their tables."""
    playing = night.playing
    return (_render_person(member, playing.get(member.name)) for member in night.came)


def _unseated_rows(night: Tonight) -> Iterator[Content]:
    """Yield a sentence with the present players who have no table."""
    playing = night.playing
    free_names = [
        f"{member.name} (guest)" if member.guest else member.name for member in night.came if member.name not in playing
    ]
    yield (
        Content.assemble(("Not seated: ", "bold"), ", ".join(free_names))
        if free_names
        else Content("Everybody has a seat.")
    )


def _grouped_rows(night: Tonight, draw_key: str) -> Iterator[Content]:
    """Yield the present players without a table, then the seated ones."""
    tables_by_name = night.playing
    free_members = [member for member in night.came if member.name not in tables_by_name]
    seats = f"   {draw_key} draws seats" if len(free_members) > 1 else ""
    yield Content.assemble((f"Not seated: {len(free_members)}", "bold $text-accent"), (seats, "$text-muted"))
    yield from (_render_person(member, lead="  ") for member in free_members)
    if len(free_members) < len(night.came):
        yield Content("")
        yield Content.styled(f"Seated: {len(night.came) - len(free_members)}", "bold $text-accent")
    seated_members = sorted(
        (member for member in night.came if member.name in tables_by_name),
        key=lambda member: tables_by_name[member.name],
    )
    yield from (_render_person(member, tables_by_name[member.name], "  ", "") for member in seated_members)


def _fit_rows(item_rows: Sequence[list[Content]], room: int) -> list[Content]:
    """Return the rows of as many waiting items as fit, and the number of hidden ones."""
    rows: list[Content] = []
    for index, rows_of_item in enumerate(item_rows):
        hidden_count = len(item_rows) - index
        if len(rows) + len(rows_of_item) > room - (hidden_count > 1):
            return [*rows, Content.styled(f"and {hidden_count} more", "bold $text-warning")]
        rows += rows_of_item
    return rows
