"""The screen of a game's rulebook under the house rules, with a search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partialmethod
from typing import Any, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from referee.club.calendar import house_rules
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.match.view import LineView, MatchView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.recordable_lines import house_rule_text
from referee.dashboard.rendering import draw_cards, wrap
from referee.dashboard.screens import footer, neighbour, set_heading
from referee.dashboard.widgets.field import SearchField
from referee.dashboard.widgets.message_line import refuse
from referee.games import slugs
from referee.rules import Clause, Rulebook, option_definitions
from referee.rules.book.options import OptionDefinition

_HINT: Final = "words of a clause, or its number"


class RulebookScreen(Screen[None]):
    """A game's clauses, filtered by the typed words.

    At a table they follow the house rules with which the match began.
    """

    BINDINGS = keys.bindings("rulebook", leave="leave")
    DEFAULT_CSS = """
    RulebookScreen Input { margin: 1 1; }
    RulebookScreen #about { height: auto; max-height: 8; padding: 0 1; border-top: solid $panel; }
    """

    def __init__(self, desk: Desk, match: MatchView | None = None, line: LineView | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.match = match
        self.slug = match.book.slug if match else ""
        self.clause = line.ruling.clause.id if line and line.ruling else ""
        self.book_and_options: tuple[Rulebook, Any] | None = None

    def compose(self) -> ComposeResult:
        """Yield the search field, the clauses, and the origin of the selected one."""
        yield Static("Rulebook", classes="heading", markup=False)
        line = SearchField(placeholder=_HINT)
        line.cursor_blink = False  # which would paint the screen twice a second
        yield line
        clauses = OptionList(id="clauses", classes="pointed")
        clauses.can_focus = False
        yield clauses
        yield Static(id="about", markup=False)
        yield from footer()

    def reload(self) -> None:
        """Load the rules again. A match keeps the rules with which it began."""
        if self.match:
            self._show((self.match.book, self.match.options))
        else:
            self.desk.read(self, lambda: _load_rulebook(self.desk.club, self.slug), self._show)

    on_screen_resume = reload

    def _show(self, book_and_options: tuple[Rulebook, Any]) -> None:
        self.book_and_options = book_and_options
        book = book_and_options[0]
        self.slug = book.slug
        context = f"as played at table {self.match.table}" if self.match else "with the club's house rules"
        set_heading(self, f"Rulebook   {book.title}   {context}")
        self._list()

    def _list(self) -> None:
        if self.book_and_options is None:
            return
        book, options = self.book_and_options
        text = self.query_one(Input).value
        rows = list(_clause_options(book, options, text, self.size.width - 3))
        clauses = self.query_one("#clauses", OptionList)
        clauses.set_options(rows)
        ids = [row.id for row in rows]
        first = next((index for index, row in enumerate(rows) if not row.disabled), None)
        clauses.highlighted = ids.index(self.clause) if self.clause in ids else first
        self.call_after_refresh(clauses.scroll_to_highlight, top=bool(self.match) and not text)
        if first is None:
            self.query_one("#about", Static).update(f"No clause of {book.title} matches {text.strip()!r}.")

    on_resize = on_input_changed = _list

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the selected clause's origin and the house rules that change it."""
        if self.book_and_options and event.option_id in self.book_and_options[0].clauses:
            self.clause = str(event.option_id)
            book, options = self.book_and_options
            origin_text = Content("\n").join(_origin_rows(book, book.clauses[self.clause], options))
            self.query_one("#about", Static).update(origin_text)

    def action_find(self) -> None:
        """Move the focus to the search field."""
        self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Clear the search, or leave if it is empty."""
        line = self.query_one(Input)
        if line.value:
            line.value = ""
        else:
            self.dismiss()

    def action_next(self) -> None:
        """Select the next clause."""
        self.query_one("#clauses", OptionList).action_cursor_down()

    def action_previous(self) -> None:
        """Select the previous clause."""
        self.query_one("#clauses", OptionList).action_cursor_up()

    def _change_game(self, by: int) -> None:
        if self.match:
            refuse(self, f"Table {self.match.table} plays {self.match.book.title}.")
        elif self.slug:
            self.slug = neighbour(slugs(), self.slug, by)
            self.clause = ""
            self.reload()

    action_game = partialmethod(_change_game, 1)
    action_game_before = partialmethod(_change_game, -1)


def _load_rulebook(club: Club, slug: str) -> tuple[Rulebook, Any]:
    """Return a game's rulebook and the options of tonight's session, the next one, or the defaults."""
    night = read_tonight(club)
    game = slug or next((match.book.slug for match in night.matches if not match.result_only), slugs()[0])
    book = house_rules.find_rulebook(game)
    session = night.session or night.planned
    return book, starting.match_options(club, game, str(session.id)) if session else book.options()


def _clause_options(book: Rulebook, options: Any, text: str, width: int) -> Iterator[Option]:
    """Yield the clauses that match every word of the search, with their chapters as headings."""
    words = text.casefold().split()
    for section in sorted(book.sections, key=lambda section: int(section.id)):
        clauses = [clause for clause in book.printed_clauses(options) if clause.id.split(".")[0] == section.id]
        matches = [clause for clause in clauses if _matches_words(clause, options, words)]
        if matches:
            yield Option(Content.styled(f"{section.id} {section.title}", "bold $text-accent"), disabled=True)
        for matching_clause in matches:
            changed = [
                choice
                for choice in _definitions_of(book, matching_clause)
                if getattr(options, choice.name) != choice.default
            ]
            rows = wrap(
                matching_clause.text(options),
                width,
                6,
                lead=Content.styled(f"{matching_clause.id:5} ", "bold $text-accent"),
            )
            for choice in changed:
                rows += wrap(f"[{house_rule_text(choice, options)}]", width, 6, "bold $text-warning")
            yield Option(Content("\n").join(rows), id=matching_clause.id)


def _matches_words(clause: Clause[Any], options: Any, words: list[str]) -> bool:
    text = clause.text(options).casefold()
    return all(clause.id == word or clause.id.startswith(word) or word in text for word in words)


def _origin_rows(book: Rulebook, clause: Clause[Any], options: Any) -> Iterator[Content]:
    yield Content.assemble((clause.citation, "bold $text-accent"), f"  from: {clause.origin}")
    for choice in _definitions_of(book, clause):
        other_labels = [choice.label(value) for value in choice.values if value != getattr(options, choice.name)]
        alternatives = f"or {'; '.join(other_labels)}" if other_labels else choice.expected
        yield draw_cards(f"House rule: {house_rule_text(choice, options)} ({alternatives})")


def _definitions_of(book: Rulebook, clause: Clause[Any]) -> list[OptionDefinition]:
    names = clause.named_options
    return [choice for choice in option_definitions(book.options) if choice.name in names]
