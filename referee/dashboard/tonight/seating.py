"""The screen for a new table: game, seats and house rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial, partialmethod
from typing import Any, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules
from referee.club.evening.overview import Tonight, read_tonight
from referee.club.evening.usual_games import usual_games
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.view import MatchView
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import valid_title
from referee.dashboard import keys
from referee.dashboard.deeds.asking import checked_by, read_by
from referee.dashboard.deeds.deed import Deed, Parameter, Pick, Prompt
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import wrap
from referee.dashboard.screens import footer
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.seat_draw import SeatDrawScreen
from referee.dashboard.tonight.seat_typing import SeatedPlayers, seat_players
from referee.dashboard.widgets.message_line import MessageLine, refuse, refuse_in_front_screen, show_default_message
from referee.games import slugs
from referee.games.lookup import NoHouseRules, NoRulebook, has_rules, look_up_rulebook, result_only_rulebook
from referee.rules import OptionFault, Rulebook, option_definitions, option_values, options_from, write_each_option
from referee.rules.book.options import OptionDefinition, option_text

_HINT: Final = "Enter chooses the selected row; Tab or the arrows go from list to list."
_OTHER_GAME: Final = "another game"
_GAME: Final = "game"
_VALUE: Final = "value"
_LISTS: Final = {"games": "Game", "players": "Seats, clockwise", "rules": "House rules"}


@frozen
class SeatingChoices:
    """The choices for a new table: games with the season's house rules, and players.

    The usual games come first, and games without a rulebook last.
    """

    night: Tonight
    games: Mapping[str, tuple[Rulebook, Any]]
    members: tuple[str, ...] = ()


class SeatingScreen(Screen[None]):
    """Three lists side by side: games, players and house rules. Enter chooses or changes the selected row."""

    BINDINGS = keys.bindings("seating")
    DEFAULT_CSS = """
    SeatingScreen Vertical { width: 1fr; }
    SeatingScreen #games-room { width: 26; }
    SeatingScreen #rules-room { width: 1.4fr; }
    SeatingScreen #players-room, SeatingScreen #rules-room { border-left: solid $panel; }
    SeatingScreen .title { background: $panel; }
    SeatingScreen .title.here { background: $primary; color: $text; }
    SeatingScreen #order { height: auto; padding: 0 1; border-top: solid $panel; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.choices: SeatingChoices | None = None
        self.named_games: dict[str, tuple[Rulebook, Any]] = {}
        self.seated_names: list[str] = []
        self.rule_changes: dict[str, str] = {}
        self.dealer = ""
        self.dealer_candidates: frozenset[str] = frozenset()
        self.is_starting = False

    @property
    def has_unsaved(self) -> bool:
        """Whether players are seated at a table that has not started."""
        return bool(self.seated_names)

    def compose(self) -> ComposeResult:
        """Yield the three lists, and below them a summary of the new table."""
        yield Static("A new table", classes="heading", markup=False)
        with Horizontal():
            for list_id in _LISTS:
                with Vertical(id=f"{list_id}-room"):
                    yield Static(classes="title")
                    yield OptionList(id=list_id)
        yield Static(id="order", markup=False)
        yield from footer()

    def on_mount(self) -> None:
        """Show how to use the lists."""
        show_default_message(self, _HINT)

    def on_descendant_focus(self) -> None:
        """Highlight the title of the focused list."""
        for name, text in _LISTS.items():
            title, is_focused = self.query_one(f"#{name}-room .title", Static), self.query_one(f"#{name}").has_focus
            title.set_class(is_focused, "here")
            title.update(f"▶ {text}" if is_focused else text)

    def on_resize(self) -> None:
        """Wrap the house rules to the new width."""
        if self.choices:
            self.call_after_refresh(self._list_rules)

    def reload(self) -> None:
        """Load the choices again. The selection stays."""
        self.desk.read(self, lambda: _load_choices(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, choices: SeatingChoices) -> None:
        first = self.choices is None
        self.choices = choices
        members = {member.name for member in choices.night.came}
        self.seated_names = [name for name in self.seated_names if name in members]
        if first:
            self._list_games(0)
            self.query_one("#games", OptionList).focus()
        self._list_players()
        self._list_rules()

    @property
    def games(self) -> Mapping[str, tuple[Rulebook, Any]]:
        """The games on offer, followed by those named on this screen."""
        return {**self.choices.games, **self.named_games} if self.choices else {}

    @property
    def game(self) -> tuple[Rulebook, Any] | None:
        """The selected game with the season's house rules, or None while another game is to be named."""
        selected = self.query_one("#games", OptionList).highlighted_option
        return self.games.get(selected.id or "") if selected else None

    @property
    def options(self) -> Any:
        """The house rules with this table's changes."""
        assert self.game is not None
        book, season_options = self.game
        return options_from(book.options, {**option_values(season_options), **self.rule_changes})

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the house rules of the selected game."""
        if event.option_list.id == "games":
            self.rule_changes = {}
            self._list_rules()
            self.query_one(MessageLine).fade()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose a game, seat or unseat a player, or change a house rule."""
        self.query_one(MessageLine).fade()  # what was refused before was about the table as it was
        if self.is_starting:
            return
        if event.option_id == _OTHER_GAME:
            carry_out(self.desk, self, _name_game(), self._add_game)
        elif event.option_list.id == "games":
            self.query_one("#players", OptionList).focus()
        elif event.option_list.id == "players":
            name = event.option_id or ""
            if name in self.seated_names:
                self.seated_names.remove(name)
                self._list_players(event.option_index)
            else:
                self.seated_names.append(name)
                self._list_players(event.option_index + 1)  # the next who is free
        else:
            self._change_rule(event.option_id or "")

    def action_type(self) -> None:
        """Seat players by typing their names."""
        if self.choices is None or self.choices.night.session is None or self.is_starting:
            return
        carry_out(
            self.desk,
            self,
            seat_players(self.choices.night, self.choices.members, self.seated_names),
            self._set_players,
        )

    def _set_players(self, seated_players: SeatedPlayers) -> None:
        self.seated_names = list(seated_players[0])
        self.reload()

    def _move(self, step: int) -> None:
        selected = self.query_one("#players", OptionList).highlighted_option
        name = selected.id if selected else None
        if name in self.seated_names:
            index = self.seated_names.index(name)
            target = max(0, min(len(self.seated_names) - 1, index + step))
            self.seated_names.insert(target, self.seated_names.pop(index))
            self._list_players(target)

    action_earlier = partialmethod(_move, -1)
    action_later = partialmethod(_move, 1)

    def _list_games(self, mark: int) -> None:
        games = self.query_one("#games", OptionList)
        rows = [Option(book.title, id=name) for name, (book, _) in self.games.items()]
        games.set_options([*rows, Option(Content.styled("Another game ...", "$text-muted"), id=_OTHER_GAME)])
        games.highlighted = mark

    def _add_game(self, name: str) -> None:
        """Add a game by name, or select it if it has a rulebook or was named before."""
        try:
            book = look_up_rulebook(name)
        except NoRulebook:
            known_titles = (game for game in self.games if game.casefold() == name.casefold())
            book = result_only_rulebook(next(known_titles, name))
        if book.slug not in self.games:
            self.named_games[book.slug] = book, book.options()
        self._list_games([*self.games].index(book.slug))
        self.query_one("#players", OptionList).focus()

    def _list_players(self, mark: int | None = None) -> None:
        assert self.choices is not None
        playing = self.choices.night.playing
        free_names = [member.name for member in self.choices.night.came if member.name not in self.seated_names]
        free_names.sort(key=lambda name: name in playing)
        rows = [
            Option(Content.styled(f"{number:2}  {name}", "bold"), id=name)
            for number, name in enumerate(self.seated_names, 1)
        ]
        for name in free_names:
            table_text = f"  at table {playing[name]}" if name in playing else ""
            rows.append(Option(Content.assemble(f"    {name}", (table_text, "$text-muted")), id=name))
        players = self.query_one("#players", OptionList)
        selected, ids = players.highlighted_option, [row.id for row in rows]
        players.set_options(rows)
        if rows:
            highlighted = ids.index(selected.id) if selected and selected.id in ids else 0
            players.highlighted = min(len(rows) - 1, highlighted if mark is None else mark)
        self._show_summary()

    def _list_rules(self) -> None:
        if self.game is None:
            self.query_one("#rules", OptionList).clear_options()
            self._show_summary()
            return
        book, season_options = self.game
        rules = self.query_one("#rules", OptionList)
        width = rules.scrollable_content_region.width - 3
        rows = []
        for choice in option_definitions(book.options):
            question = Content.styled(f"{choice.question} ", "$text-muted")
            value, season_value = getattr(self.options, choice.name), getattr(season_options, choice.name)
            value_rows = wrap(choice.label(value), width, 2, "bold", question)
            change_text = (
                f"changed for this table; in the season: {choice.label(season_value)}" if value != season_value else ""
            )
            change_rows = wrap(change_text, width, 2, "bold $text-warning")
            rows.append(Option(Content("\n").join([*value_rows, *change_rows]), id=choice.name))
        highlighted = rules.highlighted
        rules.set_options(rows)
        rules.highlighted = min(highlighted or 0, len(rows) - 1) if rows else None
        self._show_summary()

    def _show_summary(self) -> None:
        order = ", ".join(self.seated_names) or "nobody is seated yet"
        if self.game is None:
            hint = "Enter names a game without a rulebook. Only its result is recorded."
            self.query_one("#order", Static).update(Content.assemble(("Another game", "bold"), f": {order}\n{hint}"))
            return
        book, _ = self.game
        refusal = book.refusal(self.options, len(self.seated_names))
        key = self.desk.key("seating.start")
        result_only_text = "" if has_rules(book) else " Only the result is recorded."
        dealer_text = f" {self._dealer()} deals first." if has_rules(book) and not refusal else ""
        status = f"{refusal}." if refusal else f"Ready: {key} starts the table.{dealer_text}{result_only_text}"
        self.query_one("#order", Static).update(Content.assemble((book.title, "bold"), f": {order}\n{status}"))

    def _dealer(self) -> str:
        """Return the first dealer: the chosen player, or one drawn at random for these seats."""
        if self.dealer_candidates != (names := frozenset(self.seated_names)):
            self.dealer_candidates, self.dealer = names, secrets.choice(self.seated_names)
        return self.dealer

    def action_dealer(self) -> None:
        """Let the selected player deal first instead of the drawn one."""
        selected = self.query_one("#players", OptionList).highlighted_option
        if selected is None or selected.id not in self.seated_names:
            refuse(self, "Nobody with a seat is selected. Go to a seated player with the arrows.")
        else:
            self.dealer_candidates, self.dealer = frozenset(self.seated_names), selected.id
            self._show_summary()

    def _change_rule(self, name: str) -> None:
        assert self.game is not None
        choice = next(choice for choice in option_definitions(self.game[0].options) if choice.name == name)
        carry_out(self.desk, self, _rule_operation(choice, self.options), partial(self._set_rule, choice.name))

    def _set_rule(self, name: str, value: str) -> None:
        self.rule_changes[name] = value
        self._list_rules()

    def action_start(self) -> None:
        """Start the table. A second press of the key is ignored."""
        if self.is_starting or self.game is None or self.choices is None or self.choices.night.session is None:
            return
        self.is_starting = True
        club, slug, session = self.desk.club, self.game[0].slug, str(self.choices.night.session.id)
        names, options = list(self.seated_names), write_each_option(self.rule_changes)
        is_result_only = not has_rules(self.game[0])
        dealer = "" if is_result_only or len(names) < 2 else self._dealer()
        start = partial(
            starting.start_table, club, slug, names, session=session, options=options, result_only=is_result_only
        )

        self.desk.write(self, start, partial(self._open_match, dealer), self._show_refusal)

    def _show_refusal(self, message: str) -> None:
        self.is_starting = False
        refuse_in_front_screen(self.app, message)

    def _open_match(self, dealer: str, match: MatchView) -> None:
        self.desk.dealers[match.number] = dealer
        self.app.switch_screen(MatchScreen(self.desk, match.number))

    def action_draw(self) -> None:
        """Replace this screen with the seat draw."""
        self.app.switch_screen(SeatDrawScreen(self.desk))


def _name_game() -> Deed[str]:
    question = Prompt("Which game? It has no rulebook here, so only its result is recorded.", example="Hearts")

    def parse_title(text: str) -> str:
        try:
            look_up_rulebook(text)
        except NoRulebook:
            return valid_title(text, "game")
        return text

    return Deed("start", lambda _, answers: answers[_GAME], (Parameter(_GAME, question, read_by(parse_title)),))


def _rule_operation(choice: OptionDefinition, options: Any) -> Deed[str]:
    """Return the operation that changes a house rule for this table only."""
    current = getattr(options, choice.name)
    picks = tuple(Pick(option_text(value), label=choice.label(value)) for value in choice.values if value != current)
    question_text = f"{choice.question} Now: {choice.label(current)}. For this table:"
    question = Prompt(question_text, picks, example="" if picks else choice.label(current), choices_only=bool(picks))

    def check(_: Club, text: str) -> None:
        try:
            options_from(type(options), {choice.name: text})
        except OptionFault:
            raise ClubFault(f"Invalid answer {text!r}. Type {choice.expected}.") from None

    return Deed("start", lambda _, answers: answers[_VALUE], (Parameter(_VALUE, question, checked_by(check)),))


def _load_choices(club: Club) -> SeatingChoices:
    night = read_tonight(club)
    session = str(night.session.id) if night.session else None
    games_with_rules = {
        slug: (house_rules.find_rulebook(slug), starting.match_options(club, slug, session)) for slug in slugs()
    }
    games_without_rules = {
        name: (result_only_rulebook(name), NoHouseRules())
        for name in starting.games_without_rules(club)
        if name not in games_with_rules
    }
    games = {**games_with_rules, **games_without_rules}
    usual = [game for game in usual_games(club) if game in games]
    ordered = {name: games[name] for name in [*usual, *(game for game in games if game not in usual)]}
    return SeatingChoices(night, ordered, tuple(member.name for member in roster.members(club)))
