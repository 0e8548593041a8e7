"""Announcing a tournament: what it is called, what is played, and how it goes from round to round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Label, Select, Static

from referee.cards.words import capitalised
from referee.club.text.faults import ClubFault
from referee.competition.field import sizes_typed
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.hints import said
from referee.dashboard.screens import foot
from referee.dashboard.widgets.message_line import refuse, stand
from referee.games import slugs
from referee.games.called import title_of
from referee.tournaments import words
from referee.tournaments.deeds import announcing
from referee.tournaments.state.settings import Counts, Format, Wanted
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import FORMATS

_GOES: Final = {
    Format.ALL_MEET: "Every pair meets equally often, or as nearly as can be.",
    Format.SWISS: "Each round sets those at one table who have about as much, and who have met least.",
    Format.KNOCK_OUT: "So many of each table go on, until one table is left.",
    Format.GROUPS: "Rounds within groups; the best of each meet in a final.",
    Format.FREEZE_OUT: "Everybody has a stack; who loses it is out, and tables are balanced. Blinds and stacks are "
    "settled by: referee tournament blinds N",
    Format.LEAGUE: "Rounds on several evenings; who has met least sits at one table.",
}
_COUNT: Final = {
    Counts.TABLES: "Each of its tables counts",
    Counts.FINAL: "Its final order counts as one match",
    Counts.NOTHING: "It does not count",
}
_WITH_GROUPS: Final = (Format.GROUPS,)
_GOING_ON: Final = (Format.KNOCK_OUT, Format.GROUPS)
_ROUNDS: Final = "3"


class AnnouncingScreen(Screen[tuple[TournamentView, str] | None]):
    """A form of one row for each thing that most tournaments need; the rest stays as is usual.

    It answers the tournament that was announced, and what is to be said of it.
    """

    BINDINGS = keys.bindings("announcing")
    DEFAULT_CSS = """
    AnnouncingScreen .field { height: 1; margin: 1 0 0 0; padding: 0 1; }
    AnnouncingScreen .field Label { width: 16; color: $text-muted; text-style: bold; }
    AnnouncingScreen .field Input, AnnouncingScreen .field Select { width: 1fr; max-width: 60; }
    AnnouncingScreen .field Select > SelectCurrent { background: $panel; }
    AnnouncingScreen .field Select:focus > SelectCurrent { background: $block-cursor-background; }
    AnnouncingScreen #goes { height: auto; margin: 1 0 0 0; padding: 0 1; color: $text-muted; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.busy = False

    def compose(self) -> ComposeResult:
        """Show a row for each field; the games are listed once they have been loaded."""
        yield Static("A new tournament   Enter and Tab go on, Enter opens a list", classes="heading", markup=False)
        formats = [(capitalised(said), each) for each, said in FORMATS.items()]
        with VerticalScroll(can_focus=False):
            yield _field("Name", Input(id="name", placeholder="such as: Michaelmas Cup"))
            yield _field("Game", Select[str]([], id="game", prompt="what is played", compact=True))
            yield _field("Format", Select(formats, id="format", value=Format.SWISS, allow_blank=False, compact=True))
            counts = [(said, each) for each, said in _COUNT.items()]
            yield _field("For the season", Select(counts, id="counts", allow_blank=False, compact=True))
            yield _field("Groups", Input("2", id="groups"))
            yield _field("Go on", Input("1", id="go-on", placeholder="how many of each table or group go on"))
            yield _field("Rounds", Input(_ROUNDS, id="rounds"))
            yield _field(
                "At a table", Input(id="size", placeholder="such as 4 or 3-5; else what the game allows of 3-5")
            )
            yield Static(id="goes", markup=False)
        yield from foot()

    def on_mount(self) -> None:
        """Begin with the name, and load the games meanwhile."""
        self.query_one("#name", Input).focus()
        self.desk.read(self, _games, self._list_games)
        announce = self.desk.key("announcing.announce")
        stand(self, f"{announce} announces it, and so does Enter in the last row.")

    def _list_games(self, games: Sequence[tuple[str, str]]) -> None:
        self.query_one("#game", Select).set_options(games)

    def on_select_changed(self) -> None:
        """Show only what the format needs."""
        format = self._format()
        for field, formats in (
            ("groups", _WITH_GROUPS),
            ("go-on", _GOING_ON),
            ("rounds", announcing.NEEDS_ROUNDS),
        ):
            row = self.query_one(f"#{field}", Input).parent
            assert row is not None
            row.display = format in formats
        self.query_one("#goes", Static).update(_GOES[format])

    def on_input_submitted(self, entered: Input.Submitted) -> None:
        """Go to the next field, or announce it where there is none."""
        if entered.input.id == "size":
            self.action_announce()
        else:
            self.app.action_focus_next()

    def _format(self) -> Format:
        return Format(str(self.query_one("#format", Select).value))

    def action_announce(self) -> None:
        """Announce the tournament, or say what is wanting."""
        if self.busy:
            return
        try:
            name, format, wanted = self._filled_in()
        except ClubFault as fault:
            self._refused(said(fault, self.desk.keymap))
            return
        club = self.desk.club

        def change() -> tuple[TournamentView, str]:
            found = announcing.new(club, name, format, wanted)
            return found, words.announced(found)

        self.busy = True
        self.desk.write(self, change, self._announced, self._refused)

    def _announced(self, done: tuple[TournamentView, str]) -> None:
        self.dismiss(done)

    def _refused(self, why: str) -> None:
        self.busy = False
        if self.is_attached:
            refuse(self, why)

    def _filled_in(self) -> tuple[str, Format, Wanted]:
        """Return what was filled in. Raises a `ClubFault` for what is wanting, and goes there."""
        name, format, game = self._typed("name"), self._format(), self.query_one("#game", Select).value
        if not name:
            self.query_one("#name").focus()
            raise ClubFault("What is the tournament called?")
        if not isinstance(game, str):
            self.query_one("#game").focus()
            raise ClubFault("Which game is it? Enter opens the list of the games.")
        others: list[tuple[str, object]] = [("counts", Counts(str(self.query_one("#counts", Select).value)))]
        for field, what, formats in (
            ("rounds", "rounds", announcing.NEEDS_ROUNDS),
            ("groups", "groups", _WITH_GROUPS),
            ("go-on", "of each that go on", _GOING_ON),
        ):
            if format in formats:
                others.append((field.replace("-", "_"), self._number(field, what)))
        size = self._typed("size")
        sizes = sizes_typed(size) if size else None
        if size and sizes is None:
            self.query_one("#size").focus()
            raise ClubFault(f"{size!r} is no size of tables; expected such as 4, or 3-5.")
        return name, format, Wanted(game, sizes, tuple(others))

    def _number(self, field: str, what: str) -> int:
        typed = self._typed(field)
        if not typed.isdecimal() or not 1 <= int(typed[:4]) <= 100:
            self.query_one(f"#{field}").focus()
            raise ClubFault(f"{typed!r} is no number of {what}; expected one from 1 to 100.")
        return int(typed)

    def _typed(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()


def _field(label: str, field: Input | Select[str] | Select[Format] | Select[Counts]) -> Horizontal:
    return Horizontal(Label(label), field, classes="field")


def _games() -> list[tuple[str, str]]:
    return sorted((title_of(slug), slug) for slug in slugs())
