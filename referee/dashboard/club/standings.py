"""The season's standings: place, score, what parted a tie, and how each member's nights went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Sparkline, Static
from textual.widgets.option_list import Option

from referee.cards.words import counted
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings, standings
from referee.dashboard import keys
from referee.dashboard.club.member_scores import MemberScoresScreen
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import FORM, aligned, form
from referee.dashboard.screens import foot, head, open_in_front, relist
from referee.dashboard.widgets.message_line import refuse, say, stand
from referee.games.called import title_of

_BAR: Final = 3
"""How wide a night is in the line of a whole season."""


class StandingsScreen(Screen[None]):
    """The ladder of the season, of all games or of one."""

    BINDINGS = keys.bindings("standings")
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]
    DEFAULT_CSS = """
    StandingsScreen #ties-room { height: auto; max-height: 35%; border-top: solid $panel; }
    StandingsScreen #season { height: 3; border-top: solid $panel; display: none; }
    StandingsScreen.-tall #season.-some { display: block; }
    StandingsScreen #whose { width: auto; padding: 0 1; }
    StandingsScreen #nights { width: 1fr; height: 2; }
    StandingsScreen #nights > .sparkline--max-color { color: $text-accent; }
    StandingsScreen #nights > .sparkline--min-color { color: $text-muted; }
    StandingsScreen #ties { padding: 0 1; height: auto; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.game: str | None = None
        self.found: Standings | None = None

    def compose(self) -> ComposeResult:
        """Show the ladder above the rules that parted its ties."""
        yield Static("Standings", classes="heading", markup=False)
        yield Static(classes="title", id="columns", markup=False)
        yield OptionList(id="ladder")
        with VerticalScroll(id="ties-room", can_focus=False):
            yield Static(id="ties", markup=False)
        with Horizontal(id="season"):
            yield Static(id="whose", markup=False)
            yield Sparkline(id="nights")
        yield from foot()

    def reload(self) -> None:
        """Look again, reading only what is new since the last look."""
        club, game, before = self.desk.club, self.game, self.found
        self.desk.read(self, lambda: standings(club, game=game, before=before), self._show)

    on_screen_resume = reload

    def _show(self, found: Standings) -> None:
        self.found = found
        season, which = found.season, title_of(self.game) if self.game else "all games"
        best = counted(season.best_k, "session")
        head(self, f"Standings {season.name}   {which}   the best {best} count")
        width = max([cell_len(row.name) for row in found.rows] + [4])
        self.query_one("#columns", Static).update(
            f"place  {'name':{width}}   score  sessions  {'form':{FORM}}  ahead by"
        )
        listed = self.query_one("#ladder", OptionList)
        relist(listed, [Option(_line(row, width), id=str(row.member)) for row in found.rows])
        if found.rows:
            listed.focus()
        self.query_one("#ties", Static).update(Content("\n").join(_ties(found)))
        self.query_one("#ties-room").display = bool(found.tie_rules)
        if not found.results.by_match:
            stand(self, "Nobody has finished a match in this season yet.")
        else:
            key = self.desk.key("standings.nights")
            stand(self, f"{key} shows the nights of the member who is marked.")

    def on_option_list_option_highlighted(self) -> None:
        """Show how the whole season went for the member who is marked."""
        at = self.query_one("#ladder", OptionList).highlighted
        nights = self.found.rows[at].sessions if self.found and at is not None and at < len(self.found.rows) else []
        self.query_one("#season").set_class(len(nights) > 1, "-some")
        if self.found and at is not None and nights:
            told = f"{self.found.rows[at].name}, {counted(len(nights), 'session')},\nworst to best"
            self.query_one("#whose", Static).update(told)
        line = self.query_one("#nights", Sparkline)
        line.styles.max_width = _BAR * max(1, len(nights))
        line.data = [float(night.score) for night in nights]

    def on_option_list_option_selected(self) -> None:
        """Show the nights of the member who is marked."""
        self.action_nights()

    def action_nights(self) -> None:
        """Show the nights of the member who is marked."""
        listed = self.query_one("#ladder", OptionList)
        if self.found is None or listed.highlighted is None:
            refuse(self, "There is nobody in the standings yet.")
        else:
            member = self.found.rows[listed.highlighted].member
            open_in_front(self, MemberScoresScreen(self.desk, self.found, member, self.game))

    def action_game(self) -> None:
        """Show the standings of the next game that was played in the season, and of all games after the last."""
        if self.found is None:
            return
        played = {result.game for match in self.found.results.by_match.values() for result in match}
        if not played:
            refuse(self, "No game has been finished in this season yet.")
            return
        choices: list[str | None] = [None, *sorted(played)]
        at = choices.index(self.game) if self.game in choices else 0
        self.game = choices[(at + 1) % len(choices)]
        say(self, f"{self.desk.key('standings.game')} shows the next game.")
        self.reload()


def _line(row: Standing, width: int) -> Content:
    nights = row.sessions
    short = f"  not ranked: {counted(row.missing, 'session')} short" if row.missing else ""
    tied = "".join(f"  {tie.step.called}" for tie in row.ties if tie.ahead)
    return Content.assemble(
        f" {row.place or '-':>5}  ",
        (aligned(row.name, width), "bold"),
        f"  {float(row.score):6.3f}  {len(nights):8}  ",
        (f"{form(nights):{FORM}}", "$text-accent"),
        (f"{short}{tied}", "$text-muted"),
    )


def _ties(found: Standings) -> Iterator[Content]:
    """Yield what parted each tie, and below it the rules of the steps that did."""
    for row in found.rows:
        for tie in (each for each in row.ties if each.ahead):
            yield Content.assemble((f"{row.name}: ", "bold"), str(tie))
    for rule in found.tie_rules:
        yield Content.styled(f"scoring {rule.id}: {rule.text}", "$text-muted")
