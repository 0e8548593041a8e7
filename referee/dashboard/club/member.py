"""What a member has played: the rating as a plot, the games, and whom they met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual_plotext import PlotextPlot

from referee.cards.words import counted, listed
from referee.club.people import forgetting
from referee.club.people.forgetting import Forgotten, Traces
from referee.club.standings.profiles import Played, Profile, profile
from referee.club.standings.ratings import Rating
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import aligned, wrapped
from referee.dashboard.screens import foot, head
from referee.dashboard.undo.correction import PreviewScreen
from referee.dashboard.widgets.message_line import damaged, refuse, say
from referee.dashboard.widgets.side_panel import Told
from referee.games.called import title_of

_RIVALS: Final = 8
_LAST: Final = 12
_LINE: Final = (143, 208, 240)
_INK: Final = (188, 202, 192)


class MemberScreen(Screen[None]):
    """A member's profile over all seasons."""

    BINDINGS = keys.bindings("member")
    DEFAULT_CSS = """
    MemberScreen PlotextPlot { height: 13; margin: 1 0; }
    MemberScreen Static { height: auto; }
    """

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.desk = desk
        self.name_shown = name

    def compose(self) -> ComposeResult:
        """Show how it went above the rating, and beneath that the games, the rivals and the last matches."""
        yield Static(self.name_shown, classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Told("so-far")
            yield PlotextPlot(id="rating")
            yield Told("played")
        yield from foot()

    def on_mount(self) -> None:
        """Leave no room for the plot until there is one."""
        self.query_one("#rating").display = False

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: profile(self.desk.club, self.name_shown), self._show)

    on_screen_resume = reload

    def _show(self, found: Profile) -> None:
        head(self, f"{found.member.name}   {found.member.standing}")
        self.query_one("#so-far", Told).show(partial(_so_far, found))
        self.query_one("#played", Told).show(partial(_played, found))
        self._plot(found.over_time)
        if found.damage:
            refuse(self, damaged(found.damage, self.desk.keymap))

    def _plot(self, over_time: Sequence[tuple[date, Rating]]) -> None:
        widget = self.query_one(PlotextPlot)
        widget.display = len(over_time) > 1
        if not widget.display:
            return
        days = [each.toordinal() for each, _ in over_time]
        # No more dates than have room: of those that lack it plotext moves others aside each time that it is started.
        middle = min(days, key=lambda day: abs(2 * day - days[0] - days[-1]))
        marks = list(dict.fromkeys([days[0], middle, days[-1]]))
        plot = widget.plt
        plot.clear_data()
        plot.grid(False, False)
        plot.title("Rating over all games, after each day of play")
        plot.ticks_color(_INK)
        plot.plot(days, [each.figure for _, each in over_time], marker="braille", color=_LINE)
        plot.xticks([float(each) for each in marks], [str(date.fromordinal(each)) for each in marks])
        widget.refresh()

    def action_forget(self) -> None:
        """Say what it comes to when the member is forgotten, and forget them once that is agreed to."""
        club, name = self.desk.club, self.name_shown

        def show(found: Traces) -> None:
            self.app.push_screen(PreviewScreen(*_forgetting(found), "forget them"), agreed)

        def agreed(yes: bool | None) -> None:
            if yes:
                self.desk.write(self, partial(forgetting.forget, club, name), forgotten)
            else:
                say(self, "Nobody is forgotten.")

        def forgotten(done: Forgotten) -> None:
            # What was done here before would name them still.
            self.desk.done[:] = [Done("that a member was forgotten", otherwise="That cannot be taken back.")]
            self.name_shown = done.member.name
            still = f" {done.still}" if done.still else ""
            if done.unreached:
                still += f" It may still stand in {listed(done.unreached)}."
            say(self, f"Their name is {done.member.name} from now on.{still}")
            self.reload()

        # With the pen, so that what was entered before is in it.
        self.desk.write(self, partial(forgetting.before_forgetting, club, name), show)


def _forgetting(found: Traces) -> tuple[str, list[str]]:
    """Return what forgetting somebody does, and where their name is replaced and where it may still stand."""
    what = (
        f"Forget {found.member.name}? Their name is replaced by a number for good. The results stay; whose they are is "
        "lost, and that cannot be taken back."
    )
    rows = [f"Is removed: {each}" for each in found.removed]
    rows += [f"Is cleaned: {each}" for each in found.backups]
    rows += [f"May still stand: {each}" for each in (*found.kept, *found.files)]
    rows.append("Out of reach: backups, exports and copies in other folders, paper, and what a disk keeps of old files")
    return what, rows


def _so_far(found: Profile, width: int) -> Iterator[Content]:
    if found.came is not None:
        running = f", the last {counted(found.came.running, 'time')} running" if found.came.running > 1 else ""
        yield from wrapped(
            f"Came to {found.came.came} of {counted(found.held, 'session')} this season{running}.", width, 0
        )
    if not found.played:
        yield from wrapped(f"{found.member.name} has not finished a match yet.", width, 0)
        return
    matches = counted(len(found.played), "match", "matches")
    yield from wrapped(f"{matches} in {counted(len(found.nights), 'session')}, {found.wins} won alone.", width, 0)
    if found.rating is not None:
        mark = ", provisional" if found.rating.provisional else ""
        told = f"Rating {found.rating.figure:.1f}, give or take {found.rating.sigma:.1f}{mark}: for curiosity only."
        yield from wrapped(told, width, 0, "bold")
    for met, said in ((found.most_met, "Met most"), (found.most_beaten_by, "Most often behind")):
        if met is not None:
            yield from wrapped(f"{said}: {met.name}, {met.went}.", width, 0)


def _played(found: Profile, width: int) -> Iterator[Content]:
    """Yield the games, the favourite first, the members met most, and the last matches."""
    if not found.played:
        return
    yield Content.styled("Games, the mean of all matches", "bold $text-accent")
    titles = [title_of(each.game) for each in found.games]
    across = max(map(len, titles))
    for title, each in zip(titles, found.games, strict=True):
        rated = found.ratings.get(each.game)
        figure = f"  rating {rated.figure:.1f}" if rated else ""
        count = counted(each.matches, "match", "matches")
        yield Content(f"{title:{across}}  {float(each.score):.3f}  {count}, {counted(each.wins, 'win')}{figure}")
    yield Content("")
    yield Content.styled("Whom they met", "bold $text-accent")
    rivals = found.rivals[:_RIVALS]
    across = max((len(each.name) for each in rivals), default=0)
    for rival in rivals:
        yield from wrapped(f"{aligned(rival.name, across)}  {counted(rival.met, 'time')}, {rival.went}", width, 0)
    yield Content("")
    yield Content.styled("The last matches", "bold $text-accent")
    last = found.played[-_LAST:]
    across = max(len(title_of(each.game)) for each in last)
    for match in reversed(last):
        yield Content(_match(match, across))


def _match(each: Played, across: int) -> str:
    guest = "  as a guest" if each.as_guest else ""
    place = f"place {each.rank:g} of {each.players}"
    game = f"{title_of(each.game):{across}}"
    return f"{each.played_on}  table {each.match:<4} {game}  {place}  {float(each.score):.3f}{guest}"
