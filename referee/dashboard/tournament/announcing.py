"""Announcing a tournament: what it is called, what is played, and how it goes from round to round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from referee.tournaments.state.settings import WITH_A_FINAL, Counts, Format, Seeds, Wanted
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import FORMATS

_GOES: Final = {
    Format.ALL_MEET: "Every pair of players meets equally often, or as nearly as possible.",
    Format.SWISS: "Each round seats players with similar scores who have met least.",
    Format.KNOCK_OUT: "The best of each table go on, until one table is left.",
    Format.DOUBLE: "Players are out after two losses. After the first they play on the losers' side.",
    Format.GROUPS: "Rounds within groups; the best of each group meet in a final.",
    Format.FREEZE_OUT: "Players who lose their stack are out, and tables are balanced. To set blinds and stacks: "
    "referee freezeout blinds N",
    Format.LEAGUE: "Rounds over several sessions; each seats players who have met least.",
}
_COUNT: Final[Mapping[str, str]] = {
    Counts.TABLES: "each table counts",
    Counts.FINAL: "the final order counts as one match",
    Counts.NOTHING: "nothing counts",
}
_SEEDS: Final[Mapping[str, str]] = {Seeds.LOT: "lot", Seeds.RATING: "rating", Seeds.STANDINGS: "season standings"}
_USUAL: Final = "usual"
_SECOND_FINALS: Final = {_USUAL: "at tables of two only", "yes": "yes", "no": "no"}
_FOR: Final = {
    "groups": (Format.GROUPS,),
    "go-on": WITH_A_FINAL,
    "rounds": announcing.NEEDS_ROUNDS,
    "third-place": announcing.WITH_THIRD_PLACE,
    "second-final": (Format.DOUBLE,),
    "seeds": WITH_A_FINAL,
}
"""The fields that only some formats have."""
_NUMBERS: Final = {"rounds": "rounds", "groups": "groups", "go-on": "players who go on"}
_ROUNDS: Final = "3"


class AnnouncingScreen(Screen[tuple[TournamentView, str] | None]):
    """A form of one row for each thing that most tournaments need; the rest stays as is usual.

    It answers the tournament that was announced, and what is to be said of it.
    """

    BINDINGS = keys.bindings("announcing")
    DEFAULT_CSS = """
    AnnouncingScreen .field { height: 1; margin: 1 0 0 0; padding: 0 1; }
    AnnouncingScreen .field Label { width: 18; color: $text-muted; text-style: bold; }
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
        yield Static("New tournament   Enter and Tab go on, Enter opens a list", classes="heading", markup=False)
        formats = [(capitalised(said), each) for each, said in FORMATS.items()]
        with VerticalScroll(can_focus=False):
            yield _field("Name", Input(id="name", placeholder="such as Michaelmas Cup"))
            yield _field("Game", Select[str]([], id="game", prompt="choose a game", compact=True))
            yield _field("Format", Select(formats, id="format", value=Format.SWISS, allow_blank=False, compact=True))
            yield _field("For the season", _choice("counts", _counts(Format.SWISS)))
            yield _field("Groups", Input("2", id="groups"))
            yield _field("Go on", Input("1", id="go-on", placeholder="players of each table or group who go on"))
            yield _field("Rounds", Input(_ROUNDS, id="rounds"))
            yield _field("Third place", _choice("third-place", {"no": "no match", "yes": "match for third place"}))
            yield _field("Second final", _choice("second-final", _SECOND_FINALS))
            yield _field("Seeds by", _choice("seeds", _SEEDS))
            yield _field(
                "Players per table",
                Input(id="size", placeholder="such as 4 or 3-5 (default: 3-5 if the game allows it)"),
            )
            yield Static(id="goes", markup=False)
        yield from foot()

    def on_mount(self) -> None:
        """Begin with the name, and load the games meanwhile."""
        self.query_one("#name", Input).focus()
        self.desk.read(self, _games, self._list_games)
        announce = self.desk.key("announcing.announce")
        stand(self, f"{announce} announces the tournament, and so does Enter in the last row.")

    def _list_games(self, games: Sequence[tuple[str, str]]) -> None:
        self.query_one("#game", Select).set_options(games)

    def on_select_changed(self, changed: Select.Changed) -> None:
        """Show only what the format needs."""
        format = self._format()
        if changed.select.id == "format":
            counts = self.query_one("#counts", Select)
            chosen, offered = counts.value, _counts(format)
            counts.set_options([(said, each) for each, said in offered.items()])
            counts.value = chosen if chosen in offered else Counts.NOTHING
            # A final table has at least three players, unless somebody knows better.
            self.query_one("#go-on", Input).value = "2" if format is Format.GROUPS else "1"
        for field, formats in _FOR.items():
            row = self.query_one(f"#{field}").parent
            assert isinstance(row, Horizontal)
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
            raise ClubFault("Type a name for the tournament.")
        if not isinstance(game, str):
            self.query_one("#game").focus()
            raise ClubFault("Choose a game. Enter opens the list.")
        others: list[tuple[str, object]] = [("counts", Counts(self._chosen("counts")))]
        has = [field for field, formats in _FOR.items() if format in formats]
        others += [
            (field.replace("-", "_"), self._number(field, what)) for field, what in _NUMBERS.items() if field in has
        ]
        if "third-place" in has:
            others.append(("third_place", self._chosen("third-place") == "yes"))
        if "second-final" in has and (second := self._chosen("second-final")) != _USUAL:
            others.append(("second_final", second == "yes"))
        if "seeds" in has:
            others.append(("seeds", Seeds(self._chosen("seeds"))))
        size = self._typed("size")
        sizes = sizes_typed(size) if size else None
        if size and sizes is None:
            self.query_one("#size").focus()
            raise ClubFault(f"Invalid table size {size!r}. Use 4, or a range such as 3-5.")
        return name, format, Wanted(game, sizes, tuple(others))

    def _number(self, field: str, what: str) -> int:
        typed = self._typed(field)
        if not typed.isdecimal() or not 1 <= int(typed[:4]) <= 100:
            self.query_one(f"#{field}").focus()
            raise ClubFault(f"Invalid number of {what} {typed!r}. Use a whole number from 1 to 100.")
        return int(typed)

    def _chosen(self, field: str) -> str:
        return str(self.query_one(f"#{field}", Select).value)

    def _typed(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()


def _counts(format: Format) -> Mapping[str, str]:
    """Return what can count for the season, as it is offered; the tables of a freezeout are no matches."""
    return {each: said for each, said in _COUNT.items() if (format, each) != (Format.FREEZE_OUT, Counts.TABLES)}


def _field(label: str, field: Input | Select[str] | Select[Format]) -> Horizontal:
    return Horizontal(Label(label), field, classes="field")


def _choice(id: str, answers: Mapping[str, str]) -> Select[str]:
    """Return a field with a list of answers, of which the first is chosen."""
    return Select([(said, each) for each, said in answers.items()], id=id, allow_blank=False, compact=True)


def _games() -> list[tuple[str, str]]:
    return sorted((title_of(slug), slug) for slug in slugs())
