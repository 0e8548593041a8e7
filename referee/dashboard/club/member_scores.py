"""One member's nights: a plot of the scores, which of them count, and each game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.club.standings.profiles import counted_games
from referee.club.standings.ranking import SessionScore, Standing
from referee.club.standings.standings import GameScore, Standings, standings
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.screens import foot, head
from referee.dashboard.widgets.message_line import refuse
from referee.games.called import title_of

if TYPE_CHECKING:
    from textual_plotext import PlotextPlot
    from textual_plotext.plot import Plot

_APART: Final = 3
_MARGIN: Final = 8
_FEWEST: Final = 12
"""A plot is as wide as for so many nights, that its dates have room."""
_INK: Final = (143, 208, 240)
_QUIET: Final = (188, 202, 192)
_COUNTED: Final = "●"
_DROPPED: Final = "○"


class MemberScoresScreen(Screen[None]):
    """What a member's place in the standings is made of."""

    BINDINGS = keys.bindings("nights")
    DEFAULT_CSS = """
    MemberScoresScreen PlotextPlot { height: 12; }
    MemberScoresScreen #nights { height: auto; }
    """

    def __init__(self, desk: Desk, found: Standings, member: int, game: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.found = found
        self.game = game
        self.games: tuple[GameScore, ...] = ()
        self.row = next(row for row in found.rows if row.member == member)

    def compose(self) -> ComposeResult:
        """Show the plot above the nights."""
        # Loaded when it is looked at: the desk opens without it.
        from textual_plotext import PlotextPlot

        yield Static(self.row.name, classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield PlotextPlot(id="plot")
            yield Static(id="nights", markup=False)
        yield from foot()

    def on_resize(self) -> None:
        """Plot as many nights as there is room for."""
        self._draw()

    def reload(self) -> None:
        """Look again, reading only what is new."""
        club, game, before, member = self.desk.club, self.game, self.found, self.row.member

        def look() -> tuple[Standings, tuple[GameScore, ...]]:
            found = standings(club, game=game, before=before)
            return found, () if game else counted_games(found.results.every, member)

        self.desk.read(self, look, self._show)

    on_screen_resume = reload

    def _show(self, looked: tuple[Standings, tuple[GameScore, ...]]) -> None:
        found, self.games = looked
        self.found = found
        row = next((row for row in found.rows if row.member == self.row.member), None)
        if row is None:
            refuse(self, f"{self.row.name} is not in the standings any more; this is how it was.")
        else:
            self.row = row
        self._draw()

    def _draw(self) -> None:
        place = f"place {self.row.place}" if self.row.place else "not ranked"
        which = f"   {title_of(self.game)}" if self.game else ""
        head(self, f"{self.row.name}   {place}   score {float(self.row.score):.3f}{which}")
        dropped = {night.session for night in self.row.dropped}
        nights = self.row.sessions
        seen = latest(nights, self.size.width - 4)
        drawn: PlotextPlot = self.query_one("#plot")  # type: ignore[assignment]
        drawn.display = bool(seen)
        drawn.styles.max_width = _MARGIN + _APART * max(_FEWEST, len(seen))
        plot(drawn.plt, seen, dropped)
        drawn.refresh()
        explained = _explained(seen, nights) if seen else ()
        rows = [*explained, *_listed(self.row), *_games(self.games)]
        self.query_one("#nights", Static).update(Content("\n").join(rows))


def latest(nights: Sequence[SessionScore], width: int) -> Sequence[SessionScore]:
    """Return the nights for which a plot of a width has room, the latest of them."""
    return nights[-max(1, (width - _MARGIN) // _APART) :]


def plot(plt: Plot, nights: Sequence[SessionScore], dropped: Collection[int] = ()) -> None:
    """Draw a sign for each night, from 0 at the bottom to 1 at the top, the latest to the right.

    `dropped` are the sessions that do not count.
    """
    plt.clear_data()
    plt.ylim(0, 1)
    plt.xlim(0.5, len(nights) + 0.5)
    plt.yticks([0, 0.5, 1], ["0.0", "0.5", "1.0"])
    dates = {at: str(nights[at - 1].played_on) for at in {1, len(nights)}} if nights else {}
    plt.xticks(list(dates), list(dates.values()))
    plt.grid(False, False)
    plt.ticks_color(_QUIET)
    for sign in (_COUNTED, _DROPPED):
        of = [at for at, night in enumerate(nights, 1) if (night.session in dropped) is (sign == _DROPPED)]
        if of:
            plt.scatter(of, [float(nights[at - 1].score) for at in of], marker=sign, color=_INK)


def _explained(seen: Sequence[SessionScore], nights: Sequence[SessionScore]) -> Iterator[Content]:
    """Yield what the signs of a plot mean, and how many nights it leaves out."""
    only = f"   the last {len(seen)} of {len(nights)} sessions" if len(seen) < len(nights) else ""
    yield Content.assemble(
        (_COUNTED, "$text-accent"), " counted   ", (_DROPPED, "$text-accent"), " dropped", (only, "$text-muted")
    )
    yield Content("")


def _listed(row: Standing) -> Iterator[Content]:
    if not row.sessions:
        yield Content(f"{row.name} has not finished a match yet.")
    dropped = {night.session for night in row.dropped}
    for night in reversed(row.sessions):
        sign, word = (_DROPPED, "dropped") if night.session in dropped else (_COUNTED, "counted")
        matches = counted(night.matches, "match", "matches")
        told = f"{sign} {night.played_on}  {float(night.score):.3f}  {word}  {matches}"
        yield Content.styled(told, "$text-muted" if word == "dropped" else "")
    for tie in row.ties:
        yield Content(str(tie))


def _games(games: Sequence[GameScore]) -> Iterator[Content]:
    """Yield how each game went, the one played most first."""
    if not games:
        return
    yield Content("")
    yield Content.styled("Game by game, the mean of all matches", "bold $text-accent")
    titles = [title_of(each.game) for each in games]
    width = max(map(len, titles))
    for title, each in zip(titles, games, strict=True):
        matches, wins = counted(each.matches, "match", "matches"), counted(each.wins, "win")
        yield Content(f"{title:{width}}  {float(each.score):.3f}  {matches}, {wins}")
