"""One tournament: its rounds and tables, its standings, and what an officer does in it."""

from __future__ import annotations

import asyncio
from functools import partial, partialmethod
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from referee.cards.words import counted
from referee.dashboard import keys
from referee.dashboard.deeds.deed import Deed
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.table.ending import correct_result, enter_result
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tournament import actions
from referee.dashboard.tournament.actions import Came
from referee.dashboard.tournament.panels import (
    TABLE_HEADS,
    entry_rows,
    key_of,
    rows_of,
    side_panel,
    table_rows,
    tournament_to_read,
)
from referee.dashboard.tournament.round_changes import CHANGES, CHECK, may_change
from referee.dashboard.widgets.listing import BETWEEN_LISTS, Listing, marked_name, show_focus
from referee.dashboard.widgets.menu import Choice, Menu
from referee.dashboard.widgets.message_line import MessageLine, refuse, say, stand
from referee.tournaments import overview, words
from referee.tournaments.deeds import rounds
from referee.tournaments.deeds.rounds import Checked
from referee.tournaments.printed import besides_lines
from referee.tournaments.state.next_step import Next, next_of
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import RoundView, TableView, TournamentView
from referee.tournaments.words import FORMATS, after, state_of

_WIDE: Final = 110
"""From which width on there is room for the cross table or bracket beside."""
_LEFT: Final = 76
_READ: Final = "read"
_ABSENT: Final = "absent"


class TournamentScreen(Screen[None]):
    """A round with its tables above those who entered as they stand; beside them who met whom, where there is room."""

    BINDINGS = [
        *keys.bindings("tournament"),
        *BETWEEN_LISTS,
    ]
    DEFAULT_CSS = """
    TournamentScreen .title { background: $panel; }
    TournamentScreen .title.here { background: $primary; color: $text; }
    TournamentScreen #tables { max-height: 50%; }
    TournamentScreen #notes { height: auto; max-height: 5; padding: 0 1; }
    TournamentScreen #overview { display: none; border-left: solid $panel; padding: 0 1; }
    TournamentScreen.wide #overview { display: block; width: 1fr; }
    """

    def __init__(self, desk: Desk, number: int, told: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.told = told
        self.view: TournamentView | None = None
        self.round = 0
        """Which round is shown, by number; 0 for the last."""

    def compose(self) -> ComposeResult:
        """Show the round above the standings, and the overview beside both."""
        yield Static("Tournament", classes="heading", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield Static(classes="title", id="round", markup=False)
                yield Listing("tables", self.action_open, hugging=True)
                yield Static(id="notes", markup=False)
                yield Static(classes="title", id="standing", markup=False)
                yield Listing("entries")
            with VerticalScroll(id="overview", can_focus=False):
                yield Static(id="who-met-whom", markup=False)
        yield from foot(self.told)

    def on_descendant_focus(self) -> None:
        """Show in which list the keys are."""
        show_focus(self, ("#tables", "#round"), ("#entries", "#standing"))

    def on_resize(self) -> None:
        """Give the overview room where there is any, and lay everything out anew."""
        self.set_class(self.size.width >= _WIDE, "wide")
        self.query_one("#left").styles.width = self._left if self.has_class("wide") else "1fr"
        if self.view:
            self._show(self.view)

    @property
    def _left(self) -> int:
        """How wide the round and the standings are where something is beside: half of what there is, or enough."""
        return max(_LEFT, self.size.width // 2)

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: overview.show(self.desk.club, str(self.number)), self._show)

    on_screen_resume = reload

    def _show(self, view: TournamentView) -> None:
        first, self.view = self.view is None, view
        played = FORMATS[view.settings.format]
        head(self, f"{view.name}   {view.title}, {played}   {view.status}")
        width = self._left if self.has_class("wide") else self.size.width
        tables = self.query_one("#tables", Listing)
        none_before = not tables.listed
        self._show_round(view, width)
        heads, rows = entry_rows(view, width)
        played_any = any(line.played for line in view.standings)
        many = counted(len(view.entries), "entry", "entries")
        self.query_one("#standing", Static).update(
            f"Standings {after(view)}   {many}" if played_any else f"Entries: {len(view.entries)}"
        )
        entries = self.query_one("#entries", Listing)
        entries.show(heads, rows)
        if self.has_class("wide"):
            _: Worker[None] = self.run_worker(partial(self._lay_beside, view), group="overview", exclusive=True)
        if first or self.focused is None or (none_before and tables.listed):
            (tables if tables.listed else entries).focus()
        if first:
            self._mark_next()
        stand(self, self._next(view))

    async def _lay_beside(self, view: TournamentView) -> None:
        """Lay out who met whom in a thread: of many players that takes longer than a key may wait."""
        found, room = self._round(), max(20, self.size.width - self._left - 4)
        rows = await asyncio.to_thread(lambda: Content("\n").join(side_panel(view, found, room)))
        self.query_one("#who-met-whom", Static).update(rows)

    def _show_round(self, view: TournamentView, width: int) -> None:
        found = self._round()
        title, tables = self.query_one("#round", Static), self.query_one("#tables", Listing)
        if found is None:
            title.update("No round has been drawn yet")
            tables.show(TABLE_HEADS, [])
            tables.display = False
            self.query_one("#notes", Static).update("")
            return
        tables.display = True
        state = "" if view.settings.format is Format.FREEZE_OUT else f": {state_of(found)}"
        turn = f"   {self._turns()} other rounds" if len(view.rounds) > 1 else ""
        title.update(f"{found.name}, {found.held_on:%A} {found.held_on}{state}{turn}")
        tables.show(TABLE_HEADS, table_rows(view, found))
        rows = [*rows_of(besides_lines(view, found), width - 2)]
        self.query_one("#notes", Static).update(Content("\n").join(rows))

    def _turns(self) -> str:
        return f"{self.desk.key('tournament.earlier')} {self.desk.key('tournament.later')}"

    def _round(self) -> RoundView | None:
        if self.view is None or not self.view.rounds:
            return None
        return next((each for each in self.view.rounds if each.number == self.round), self.view.rounds[-1])

    def _next(self, view: TournamentView) -> str:
        """Return what is to be done next, and the key for it."""
        key = self.desk.key
        if not view.entries:
            return f"Nobody has entered yet. {key('tournament.enter')} enters members and guests."
        match next_of(view):
            case Next.NOTHING:
                return f"The tournament is over. {key('tournament.undo')} undoes the end."
            case Next.SEATS | Next.CHIPS:
                return ""  # a freezeout has a screen of its own
            case Next.DRAW:
                return f"Next: {key('tournament.draw')} draws the next round; you see it first."
            case Next.VOID:
                return f"A table is void: {key('tournament.more')} to replay it, award it or leave it void."
            case Next.SHORT:
                return f"A table has too few players: {key('tournament.more')} for a walkover, a move or a new draw."
            case Next.END_EARLY:
                return f"Too few players are left for another round: {key('tournament.end')} ends the tournament."
            case Next.SEAT:
                return f"Next: {key('tournament.seat')} starts the tables of the round."
            case Next.PLAY:
                return f"When a table is over, {key('tournament.result')} enters its result; Enter opens the table."
            case Next.END:
                return f"All rounds are played. {key('tournament.end')} ends the tournament with this order."

    def _do(self, deed: Deed[Came[TournamentView]]) -> None:
        carry_out(self.desk, self, deed, self._came)

    def _came(self, came: Came[TournamentView]) -> None:
        self.round = 0
        self._show(came[0])

    # -- tables -------------------------------------------------------------------------------------------

    def action_open(self) -> None:
        """Open the table that is marked: to write its record, or, when it is over, to look at it and put it right."""
        if (table := self._started()) is None or table.match is None:
            return
        open_in_front(self, MatchScreen(self.desk, table.match))

    def action_result(self) -> None:
        """Ask how the marked table ended, and write it down; of one that is over, correct that."""
        if (table := self._started()) is None or table.match is None:
            return
        number = table.match
        if table.status != "playing":
            carry_out(self.desk, self, correct_result(number), lambda _: self._corrected(number))
        else:
            carry_out(self.desk, self, enter_result(number, f"Table {number}. "), lambda _: self._over(number))

    def _corrected(self, number: int) -> None:
        say(self, f"The result of table {number} is corrected.")
        self.reload()

    def _over(self, number: int) -> None:
        say(self, f"Table {number} is finished.")
        self._mark_next(number)  # at once: the next key may be pressed before the file is read again

        def show(view: TournamentView) -> None:
            self._show(view)
            self._mark_next()

        # Under a name of its own: a look at the file meanwhile must not take its place.
        self.desk.read(self, lambda: overview.show(self.desk.club, str(self.number)), show, about="over")

    def _mark_next(self, over: int = 0) -> None:
        """Mark a table that is still played, where another one is marked; the match that is `over` is not."""
        if (found := self._round()) is not None:
            playing = [each for each in found.tables if each.status == "playing" and each.match != over]
            left = [key_of(found, each) for each in playing]
            tables = self.query_one("#tables", Listing)
            if left and tables.marked not in left:
                tables.mark(left[0])

    def _started(self) -> TableView | None:
        """Return the table that is marked, once it has started; else say why there is none."""
        found, message = self._round(), self.query_one(MessageLine)
        if found is None:
            message.refuse("No round has been drawn yet.")
            return None
        marked = self.query_one("#tables", Listing).marked
        table = next((each for each in found.tables if key_of(found, each) == marked), None)
        if table is None or table.match is None:
            key = self.desk.key("tournament.seat")
            which = f"Table {table.called}" if table else "A table"
            message.refuse(f"{which} of {found.name} has not started. {key} starts the tables of the round.")
            return None
        return table

    def _turn(self, by: int) -> None:
        found, view = self._round(), self.view
        if view is None or found is None:
            return
        numbers = [each.number for each in view.rounds]
        at = numbers.index(found.number) + by
        if 0 <= at < len(numbers):
            self.round = numbers[at]
            self._show(view)

    action_earlier = partialmethod(_turn, -1)
    action_later = partialmethod(_turn, 1)

    def action_read(self) -> None:
        """Show all rounds with what was changed and noted, and who met whom, to be read."""
        if self.view is not None:
            open_in_front(self, tournament_to_read(self.desk, self.view))

    # -- deeds --------------------------------------------------------------------------------------------

    def action_draw(self) -> None:
        """Draw the next round; it is shown first."""
        self._do(actions.draw(self.number))

    def action_seat(self) -> None:
        """Start the tables of the round that is drawn."""
        self._do(actions.start(self.number))

    def action_enter(self) -> None:
        """Ask who enters."""
        self._do(actions.enter(self.number))

    def action_absent(self) -> None:
        """Ask who is not there."""
        self._do(actions.absent(self.number, self._who()))

    def action_withdraw(self) -> None:
        """Ask who withdraws."""
        self._do(actions.withdraw(self.number, self._who()))

    def action_end(self) -> None:
        """Ask whether the tournament ends as it stands."""
        self._do(actions.end(self.number))

    def action_undo(self) -> None:
        """Ask why the last thing done is taken back."""
        actions.ask_undo(self.desk, self, self.number, self._came)

    def action_more(self) -> None:
        """Choose among what else can be done: the round is drawn again or changed, points are taken; or all is read."""
        if self.view is not None and self.app.screen is self:
            absent = [] if self.view.status == "over" else [Choice(_ABSENT, "a", "A player misses a round")]
            rows = [
                *absent,
                *may_change(self.view),
                Choice(_READ, "e", "Read every round, its changes, and who met whom"),
            ]
            self.app.push_screen(Menu(f"{self.view.name}: more", rows), self._chosen)

    def _chosen(self, chosen: str | None) -> None:
        if chosen == _READ:
            self.action_read()
        elif chosen == _ABSENT:
            self.action_absent()
        elif chosen == CHECK:
            check = partial(rounds.check, self.desk.club, str(self.number))
            self.desk.work(self, check, self._checked, partial(refuse, self))
        elif chosen:
            self._do(CHANGES[chosen](self.number, self._who()))

    def _checked(self, found: tuple[TournamentView, tuple[Checked, ...]]) -> None:
        tell = say if all(each.same for each in found[1]) else refuse
        tell(self, " ".join(map(words.checked, found[1])))

    def _who(self) -> str:
        """Return who is marked among those who entered, while the keys are there."""
        return marked_name(self, self.view.name_of) if self.view else ""
