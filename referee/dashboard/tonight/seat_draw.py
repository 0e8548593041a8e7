"""The screen of the seat draw: show it, change it, and start its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import ItemGrid, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import join_words, quantity
from referee.club.evening import draw_changes, draws
from referee.club.evening.draws import DrawnTable, DrawView
from referee.club.evening.usual_games import usual_games
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault, StoreFault
from referee.dashboard import keys
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import number, one_of
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.screens import footer, set_heading
from referee.dashboard.widgets.message_line import refuse, show_default_message
from referee.games import slugs
from referee.games.lookup import game_title

_HINT: Final = "Enter picks a player up; go to another with the arrows, and Enter swaps the two."
_MOVE_HERE: Final = "here"
_COLUMN: Final = 26
_PLAYER: Final = "who"
_GAMES: Final = "games"
_TABLES: Final = "tables"


class DrawnTableList(OptionList):
    """The list of players at one table of the draw."""

    BINDINGS = keys.bindings("drawn")


class SeatDrawScreen(Screen[None]):
    """The tables of the draw side by side. A picked-up player swaps seats or moves to another table."""

    AUTO_FOCUS = ""
    BINDINGS = keys.bindings("drawing", leave="leave")
    # Stronger than what is said of lists everywhere.
    CSS = """
    SeatDrawScreen DrawnTableList { height: auto; border: round $primary; padding: 0 1; background: $background; }
    SeatDrawScreen DrawnTableList { border-title-color: $text; border-title-style: bold; }
    SeatDrawScreen DrawnTableList:focus { border: heavy $text-accent; }
    """
    DEFAULT_CSS = """
    SeatDrawScreen VerticalScroll { height: 1fr; padding: 1 1 0 1; }
    SeatDrawScreen ItemGrid { height: auto; grid-gutter: 0 1; }
    SeatDrawScreen #about { height: auto; padding: 0 1; border-top: solid $panel; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.draw_view: DrawView | None = None
        self.usual_games: list[str] = []
        self.held_player = ""
        self.has_asked = False

    def compose(self) -> ComposeResult:
        """Yield the tables, and below them notes on meetings, players without a seat, and changes."""
        yield Static("Seats drawn", classes="heading", markup=False)
        with VerticalScroll(can_focus=False):
            yield ItemGrid(min_column_width=_COLUMN)
        yield Static(id="about", markup=False)
        yield from footer()

    def reload(self) -> None:
        """Load the latest draw again."""
        club = self.desk.club
        self.desk.read(self, lambda: (last_draw(club), usual_games(club)[:1]), self._show_loaded)

    on_screen_resume = reload

    def _show_loaded(self, data: tuple[DrawView | None, list[str]]) -> None:
        draw, self.usual_games = data
        if draw is not None:
            self._show(draw)
        elif self.draw_view is None and not self.has_asked:
            self.has_asked = True
            self.action_games()

    def _show(self, draw: DrawView) -> None:
        self.draw_view = draw
        if not any(self.held_player in table.names for table in draw.tables):
            self.held_player = ""
        grid = self.query_one(ItemGrid)
        lists = list(grid.query(DrawnTableList))
        if len(lists) < len(draw.tables):
            new_lists = [DrawnTableList(markup=False) for _ in range(len(draw.tables) - len(lists))]
            grid.mount_all(new_lists)
            lists += new_lists
        for index, rows in enumerate(lists):
            rows.display = index < len(draw.tables)
            if rows.display:
                self._fill(rows, draw.tables[index])
        seat_count = sum(len(table.names) for table in draw.tables)
        text = f"{quantity(seat_count, 'player')} at {quantity(len(draw.tables), 'table')}, {draw.seed_said}"
        status = "   started" if draw.taken else ""
        set_heading(self, f"Seats drawn   {text}{status}")
        self.query_one("#about", Static).update(Content("\n").join(map(Content, draw_notes(draw))))
        self._show_hint()
        if self.focused is None and lists:
            self.call_after_refresh(lists[0].focus)

    def _fill(self, table_list: DrawnTableList, table: DrawnTable) -> None:
        selected, highlighted = table_list.highlighted_option, table_list.highlighted or 0
        table_list.border_title = Content(f"{table.number}  {table.title}")
        rows = []
        for name in table.names:
            deals = "  deals first" if name == table.dealer else ""
            style = "bold $text-warning" if name == self.held_player else "bold"
            lead = "◆ " if name == self.held_player else "  "
            rows.append(Option(Content.assemble((f"{lead}{name}", style), (deals, "$text-muted")), id=name))
        if self.held_player and self.held_player not in table.names:
            rows.append(Option(Content.styled(f"  → move {self.held_player} here", "$text-accent"), id=_MOVE_HERE))
        table_list.set_options(rows)
        names = [row.id for row in rows]
        selected_row = (
            names.index(selected.id) if selected and selected.id in names else min(highlighted, len(rows) - 1)
        )
        table_list.highlighted = selected_row if rows else None

    def _show_hint(self) -> None:
        key = self.desk.key("drawing.start")
        if self.draw_view is None or self.draw_view.taken:
            show_default_message(self, "")
        elif self.held_player:
            name = self.held_player
            text = f"{name} is picked up. Enter on another player swaps them, Enter on → moves {name} there."
            show_default_message(self, text)
        else:
            show_default_message(self, f"{_HINT} {key} starts the tables.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pick a player up, put them down, swap two players, or move one."""
        name, held_player = event.option_id or "", self.held_player
        if self.draw_view is None or self.draw_view.taken:
            refuse(self, "The tables have started. Change players at the table.")
            return
        if not held_player or name == held_player:
            self.held_player = "" if held_player else name
            self._show(self.draw_view)
            return
        if name == _MOVE_HERE:
            lists = [table_list for table_list in self.query(DrawnTableList) if table_list.display]
            number = self.draw_view.tables[lists.index(event.option_list)].number  # type: ignore[arg-type]
            move = partial(draw_changes.move, name=held_player, table=number)
            self._run(
                _change_operation(f"{held_player} moves to table {number}", move, "asked for it", "sits by the door")
            )
        else:
            swap = partial(draw_changes.swap, one=held_player, other=name)
            self._run(
                _change_operation(f"{held_player} and {name} swap places", swap, "asked for it", "sits by the door")
            )

    def _run(self, deed: Deed[DrawView]) -> None:
        carry_out(self.desk, self, deed, self._show_changed)

    def _show_changed(self, draw: DrawView) -> None:
        self.held_player = ""
        self._show(draw)

    def action_leaves(self) -> None:
        """Remove the selected player from the draw."""
        selected = self.focused.highlighted_option if isinstance(self.focused, OptionList) else None
        if self.draw_view is None or selected is None or selected.id in (None, _MOVE_HERE):
            refuse(self, "Nobody is selected. Go to a player with the arrows.")
            return
        name = selected.id or ""
        remove = partial(draw_changes.take_out, name=name)
        self._run(_change_operation(f"{name} leaves the draw", remove, "goes home", "does not play this round"))

    def action_late(self) -> None:
        """Add a late player, or one who sits out."""
        if self.draw_view is not None:
            self._run(_add_player(self.draw_view))

    def action_games(self) -> None:
        """Ask for the games, and draw."""
        self._run(_draw_operation(self.draw_view, self.usual_games))

    def action_start(self) -> None:
        """Start all tables of the draw after a preview."""
        if self.draw_view is None or self.draw_view.taken:
            refuse(self, "There is no draw to start.")
        else:
            carry_out(self.desk, self, _start_operation(self.draw_view), self._remember_dealers)

    def _remember_dealers(self, draw: DrawView) -> None:
        self.desk.dealers.update({table.match: table.dealer for table in draw.tables if table.match})
        self.dismiss()

    def action_leave(self) -> None:
        """Put the picked-up player down, or leave. The draw is kept."""
        if self.held_player and self.draw_view:
            self.held_player = ""
            self._show(self.draw_view)
        else:
            self.dismiss()


def _change_operation(title: str, change: Callable[..., DrawView], *frequent_reasons: str) -> Deed[DrawView]:
    def do(club: Club, answers: Answers) -> DrawView:
        return change(club, reason=answers[REASON])

    def said(draw: DrawView) -> str:
        return f"{title}: {draw.changes[-1].reason.rstrip('.')}."

    return Deed("seat edit", do, (reason(f"{title}.", *frequent_reasons),), said=said)


def _add_player(draw: DrawView) -> Deed[DrawView]:
    """Return the operation that adds a player without a seat to the smallest table."""

    def player_prompt(club: Club, _: Answers) -> Prompt:
        seated_names = {name for table in draw.tables for name in table.names}
        free_names = [*draw.late, *draw.out]
        absent_names = [
            member.name
            for member in roster.members(club)
            if member.name not in (*seated_names, *free_names, *draw.playing)
        ]
        picks = [*map(Pick, free_names), *(Pick(name, "not checked in yet") for name in absent_names)]
        return one_of("Who joins the smallest table?", picks, "Everybody on the roster has a seat.")

    def do(club: Club, answers: Answers) -> DrawView:
        return draw_changes.add_late(club, answers[_PLAYER])[0]

    def said(new_draw: DrawView) -> str:
        name = new_draw.changes[-1].names[0]
        return f"{name} joins table {next(table.number for table in new_draw.tables if name in table.names)}."

    return Deed("seat late", do, (Parameter(_PLAYER, player_prompt),), said=said)


def _draw_operation(draw: DrawView | None, usual_games: Sequence[str]) -> Deed[DrawView]:
    current_titles = dict.fromkeys(table.title for table in draw.tables) if draw else ()
    warning = " Changes by hand are lost." if draw and draw.changes else ""
    default_hint = " Leave blank for those of the last session." if usual_games else ""
    games = dict.fromkeys(map(game_title, [*usual_games, *slugs()]))
    question = Prompt(
        f"Which games, separated by commas?{default_hint}{warning}",
        tuple(map(Pick, games)),
        picking.NAME_SEPARATOR.join(current_titles or map(game_title, usual_games)),
        "big-two, commune",
        optional=bool(usual_games),
        separator=picking.NAME_SEPARATOR,
    )

    def do(club: Club, answers: Answers) -> DrawView:
        return draws.draw(club, picking.answers(answers[_GAMES]))

    describe = "Draw {0.number}, {0.seed_said}.".format
    return Deed("seat draw", do, (Parameter(_GAMES, question),), said=describe)


def draw_tables() -> Deed[Done]:
    """Return the operation that draws the present players at a number of tables. It replaces the last draw."""

    def games_prompt(club: Club, _: Answers) -> Prompt:
        usual = usual_games(club)
        first = sorted(slugs(), key=lambda slug: (slug not in usual, game_title(slug)))
        picks = tuple(Pick(slug, game_title(slug)) for slug in first)
        return Prompt("Which games are on offer?", picks, separator=picking.NAME_SEPARATOR, example="big-two, commune")

    def do(club: Club, answers: Answers) -> Done:
        draw = draws.draw(club, picking.answers(answers[_GAMES]), tables=int(answers[_TABLES]))
        return Done(f"Draw {draw.number}: {len(draw.tables)} tables. Draw on tonight shows and starts them.")

    parse_count = number("a whole number such as 3", 1, 1000, "number of tables")
    tables_parameter = Parameter(_TABLES, Prompt("How many tables?", example="3"), parse_count)
    return telling("seat draw", do, (Parameter(_GAMES, games_prompt), tables_parameter))


def _start_operation(draw: DrawView) -> Deed[DrawView]:
    """Return the operation that starts every table of the draw. It previews them."""

    def effect(_club: Club, _answers: Answers) -> Effect:
        rows = [f"Table {table.number}, {table.title}: {join_words(table.names)}." for table in draw.tables]
        if unseated_names := [*draw.out, *draw.late]:
            rows.append(f"{join_words(unseated_names)} {'has' if len(unseated_names) == 1 else 'have'} no seat.")
        return Effect(f"Start {quantity(len(draw.tables), 'table')}?", "start them", rows)

    return Deed("seat start", lambda club, _: draw_changes.start_tables(club), effect=effect)


def last_draw(club: Club) -> DrawView | None:
    """Return the open session's latest draw, or None if there is none or it was started."""
    try:
        draw = draws.show(club)
    except StoreFault:
        raise
    except ClubFault:
        return None
    return None if draw.taken else draw


def draw_notes(draw: DrawView) -> list[str]:
    """Return notes on repeated meetings, players without a seat, and changes by officers."""
    unseated_groups = (
        ("Still playing, not drawn", draw.playing),
        ("Sitting out", draw.out),
        ("Checked in after the draw", draw.late),
    )
    by_hand = [f"Changed by hand: {change.in_full}" for change in draw.changes if change.kind != "taken"]
    return [draw.meetings, *(f"{label}: {join_words(names)}." for label, names in unseated_groups if names), *by_hand]
