"""Draw the evening's seats: show the draw, change it, start the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.containers import ItemGrid, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import counted, listed
from referee.club.evening import draw_changes, draws
from referee.club.evening.draws import DrawnTable, DrawView
from referee.club.evening.usual_games import usual_games
from referee.club.folder import Club
from referee.club.text.faults import ClubFault, StoreFault
from referee.club.undoing import session as session_undo
from referee.club.undoing.undoable import Undoable
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.screens import foot, head
from referee.dashboard.widgets.message_line import refuse, say, stand
from referee.dashboard.widgets.question import Question
from referee.games.called import title_of

_HINT: Final = "Enter picks a player up; go to another with the arrows, and Enter swaps the two."
_HERE: Final = "here"
_COLUMN: Final = 26


class DrawnTableList(OptionList):
    """A table of the draw with its players."""

    BINDINGS = keys.bindings("drawn")


class DrawingScreen(Screen[None]):
    """Every table of the draw beside the others; whoever is taken up changes places, or goes to another table."""

    AUTO_FOCUS = ""
    BINDINGS = keys.bindings("drawing", leave="leave")
    # Stronger than what is said of lists everywhere.
    CSS = """
    DrawingScreen DrawnTableList { height: auto; border: round $primary; padding: 0 1; background: $background; }
    DrawingScreen DrawnTableList { border-title-color: $text; border-title-style: bold; }
    DrawingScreen DrawnTableList:focus { border: heavy $text-accent; }
    """
    DEFAULT_CSS = """
    DrawingScreen VerticalScroll { height: 1fr; padding: 1 1 0 1; }
    DrawingScreen ItemGrid { height: auto; grid-gutter: 0 1; }
    DrawingScreen #about { height: auto; padding: 0 1; border-top: solid $panel; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.drawn: DrawView | None = None
        self.usual: list[str] = []
        self.held = ""
        self.asked = False

    def compose(self) -> ComposeResult:
        """Show the tables, and beneath them who meets again, who sits out, and what was changed."""
        yield Static("Seats drawn", classes="heading", markup=False)
        with VerticalScroll(can_focus=False):
            yield ItemGrid(min_column_width=_COLUMN)
        yield Static(id="about", markup=False)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        club = self.desk.club
        self.desk.read(self, lambda: (last_draw(club), usual_games(club)[:1]), self._found)

    on_screen_resume = reload

    def _found(self, seen: tuple[DrawView | None, list[str]]) -> None:
        found, self.usual = seen
        if found is not None:
            self._show(found)
        elif self.drawn is None and not self.asked:
            self.asked = True
            self.action_games()

    def _show(self, found: DrawView) -> None:
        self.drawn = found
        if not any(self.held in table.names for table in found.tables):
            self.held = ""
        grid = self.query_one(ItemGrid)
        lists = list(grid.query(DrawnTableList))
        if len(lists) < len(found.tables):
            more = [DrawnTableList(markup=False) for _ in range(len(found.tables) - len(lists))]
            grid.mount_all(more)
            lists += more
        for at, shown in enumerate(lists):
            shown.display = at < len(found.tables)
            if shown.display:
                self._fill(shown, found.tables[at])
        seated = sum(len(table.names) for table in found.tables)
        told = f"{counted(seated, 'player')} at {counted(len(found.tables), 'table')}, {found.seed_said}"
        taken = "   started" if found.taken else ""
        head(self, f"Seats drawn   {told}{taken}")
        self.query_one("#about", Static).update(Content("\n").join(map(Content, about(found))))
        self._hint()
        if self.focused is None and lists:
            self.call_after_refresh(lists[0].focus)

    def _fill(self, shown: DrawnTableList, table: DrawnTable) -> None:
        before, at = shown.highlighted_option, shown.highlighted or 0
        shown.border_title = Content(f"{table.number}  {table.title}")
        rows = []
        for name in table.names:
            deals = "  deals first" if name == table.dealer else ""
            style = "bold $text-warning" if name == self.held else "bold"
            lead = "◆ " if name == self.held else "  "
            rows.append(Option(Content.assemble((f"{lead}{name}", style), (deals, "$text-muted")), id=name))
        if self.held and self.held not in table.names:
            rows.append(Option(Content.styled(f"  → move {self.held} here", "$text-accent"), id=_HERE))
        shown.set_options(rows)
        names = [row.id for row in rows]
        same = names.index(before.id) if before and before.id in names else min(at, len(rows) - 1)
        shown.highlighted = same if rows else None

    def _hint(self) -> None:
        key = self.desk.key("drawing.start")
        if self.drawn is None or self.drawn.taken:
            stand(self, "")
        elif self.held:
            told = f"{self.held} is picked up. Enter on another player swaps them, Enter on → moves {self.held} there."
            stand(self, told)
        else:
            stand(self, f"{_HINT} {key} starts the tables.")

    def on_option_list_option_selected(self, taken: OptionList.OptionSelected) -> None:
        """Take a player up, put them down, or let them change places."""
        name, held = taken.option_id or "", self.held
        if self.drawn is None or self.drawn.taken:
            refuse(self, "The tables have started. Change players at the table.")
            return
        if not held or name == held:
            self.held = "" if held else name
            self._show(self.drawn)
            return
        club = self.desk.club
        if name == _HERE:
            lists = [each for each in self.query(DrawnTableList) if each.display]
            number = self.drawn.tables[lists.index(taken.option_list)].number  # type: ignore[arg-type]
            self._ask_why(
                f"{held} moves to table {number}", lambda why: draw_changes.move(club, held, number, reason=why)
            )
        else:
            self._ask_why(f"{held} and {name} swap places", lambda why: draw_changes.swap(club, held, name, reason=why))

    def _ask_why(self, what: str, change: Callable[[str], DrawView]) -> None:
        def changed(drawn: DrawView) -> None:
            self._changed(f"{what}: {drawn.changes[-1].reason}", drawn)

        self.desk.ask(self, Question(f"{what}. Reason:", example="sits by the door"), change, changed, _did)

    def _changed(self, said: str, drawn: DrawView) -> None:
        self.held = ""
        self._show(drawn)
        say(self, said if said.endswith(".") else f"{said}.")

    def action_leaves(self) -> None:
        """Take the marked player out of the draw."""
        marked = self.focused.highlighted_option if isinstance(self.focused, OptionList) else None
        if self.drawn is None or marked is None or marked.id in (None, _HERE):
            refuse(self, "Nobody is selected. Go to a player with the arrows.")
            return
        club, name = self.desk.club, marked.id or ""
        self._ask_why(f"{name} leaves the draw", lambda why: draw_changes.leave(club, name, reason=why))

    def action_late(self) -> None:
        """Let in who came late, or who sits out: the first of them, or whoever is named."""
        if self.drawn is None:
            return
        free = [*self.drawn.late, *self.drawn.out]
        if not free:
            refuse(self, "Everybody checked in has a seat.")
            return
        question = f"Who joins the smallest table? {listed(free, 'or')}."
        self.desk.ask(self, Question(question, value=free[0]), self._let_in, self._joined, lambda done: _did(done[0]))

    def _let_in(self, name: str) -> tuple[DrawView, str]:
        drawn, table = draw_changes.late(self.desk.club, name)
        return drawn, f"{name} joins table {table}"

    def _joined(self, done: tuple[DrawView, str]) -> None:
        self._changed(done[1], done[0])

    def action_games(self) -> None:
        """Ask which games are on offer, the usual one standing there already, and draw."""
        drawn = dict.fromkeys(table.title for table in self.drawn.tables) if self.drawn else ()
        now = ", ".join(drawn or map(title_of, self.usual))
        again = " Changes by hand are lost." if self.drawn and self.drawn.changes else ""
        last = " Leave blank for those of the last session." if self.usual else ""
        question = f"Which games, separated by commas?{last}{again}"
        asking = Question(question, value=now, example="big-two, commune", may_be_empty=bool(self.usual))
        self.desk.ask(self, asking, self._draw, self._drawn, _did)

    def _draw(self, typed: str) -> DrawView:
        return draws.draw(self.desk.club, [" ".join(game.split()) for game in typed.split(",") if game.strip()])

    def _drawn(self, drawn: DrawView) -> None:
        self._changed(f"Draw {drawn.number}, {drawn.seed_said}", drawn)

    def action_start(self) -> None:
        """Ask, and start all tables at once."""
        if self.drawn is None or self.drawn.taken:
            refuse(self, "There is no draw to start.")
            return
        tables = (f"Table {table.number}, {table.title}: {listed(table.names)}." for table in self.drawn.tables)
        out = [*self.drawn.out, *self.drawn.late]
        rest = [f"{listed(out)} {'has' if len(out) == 1 else 'have'} no seat."] if out else []
        question = "\n".join([f"Start {counted(len(self.drawn.tables), 'table')}?", *tables, *rest])
        club = self.desk.club

        def did(drawn: DrawView) -> Undoable:
            started = [table.match for table in drawn.tables if table.match]
            return session_undo.started(club, started, f"the tables of the draw, {listed(started)}")

        asking = Question(question, enter="start them")
        self.desk.ask(self, asking, lambda _: draw_changes.take(club), self._started, did)

    def _started(self, drawn: DrawView) -> None:
        self.desk.dealers.update({table.match: table.dealer for table in drawn.tables if table.match})
        self.dismiss()

    def action_leave(self) -> None:
        """Put down who is taken up, or go back to tonight; the draw is kept."""
        if self.held and self.drawn:
            self.held = ""
            self._show(self.drawn)
        else:
            self.dismiss()


def _did(drawn: DrawView) -> Undoable:
    return Undoable(
        f"a change of draw {drawn.number}", otherwise="Change the draw again instead, until its tables start."
    )


def last_draw(club: Club) -> DrawView | None:
    """Return the last draw of the session that is open, unless it has been started or there is none."""
    try:
        found = draws.show(club)
    except StoreFault:
        raise
    except ClubFault:
        return None
    return None if found.taken else found


def about(drawn: DrawView) -> list[str]:
    """Return in rows who meets again, who has no seat, and what officers changed."""
    rows = [drawn.meetings]
    if drawn.playing:
        rows.append(f"Still playing, not drawn: {listed(drawn.playing)}.")
    if drawn.out:
        rows.append(f"Sitting out: {listed(drawn.out)}.")
    if drawn.late:
        rows.append(f"Checked in after the draw: {listed(drawn.late)}.")
    rows += [f"Changed by hand: {each.in_full}" for each in drawn.changes if each.kind != "taken"]
    return rows
