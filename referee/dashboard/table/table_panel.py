"""What is on the table: whose turn, what the game has to show, and what each player is known to hold."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from referee.cards import write_cards
from referee.cards.words import counted
from referee.club.match.view import MatchView
from referee.dashboard.rendering import wrapped
from referee.rules import Unit, total
from referee.rules.reading.said import all_named


class TablePanel(VerticalScroll, can_focus=False):
    """The table as somebody sees it who walks up to it, with the player to act always in sight."""

    DEFAULT_CSS = """
    TablePanel { width: 34%; min-width: 26; max-width: 48; border-left: solid $panel; padding: 0 1; }
    """

    match: MatchView | None = None

    def compose(self) -> ComposeResult:
        """Show everything in one piece."""
        yield Static(id="on-the-table")

    def show(self, match: MatchView) -> None:
        """Show a table; the rows between the players are left out where there is no room for them."""
        self.match = match
        groups = [*_groups(match, self.scrollable_content_region.width or 24)]
        rows = sum(map(len, groups)) + len(groups) - 1
        between = [Content("")] if rows <= self.size.height else []
        seen: list[Content] = []
        ends = 0
        for seat, group in enumerate(groups, -1):
            seen += [*between, *group] if seen else group
            if seat >= 0 and match.names[seat] == match.turn:
                ends = len(seen)
        self.query_one("#on-the-table", Static).update(Content("\n").join(seen))
        self.call_after_refresh(self.scroll_to, y=max(0, ends - self.size.height), animate=False)

    def on_resize(self) -> None:
        """Wrap what is known to the room that there is."""
        if self.match:
            self.show(self.match)


def _groups(match: MatchView, width: int) -> Iterator[list[Content]]:
    """Yield the rows about the whole table, then those about each player."""
    state = match.sheet.state
    facts = all_named(match.book.facts(state), match.names)
    yield [row for fact in facts if fact.seat < 0 for row in _fact(fact.label, fact.text, width, 0)]
    for seat, name in enumerate(match.names):
        turn = match.turn == name
        rows = [Content.assemble("▶ " if turn else "  ", (name, "bold"), (" to act" if turn else "", "$text-accent"))]
        for fact in facts:
            if fact.seat == seat:
                rows += _fact(fact.label, fact.text, width, 2)
        hand = state.known.hands[seat]
        told = " ".join(fact.text for fact in facts if fact.seat == seat)
        if hand.cards and not all(str(card) in told for card in hand.cards):
            more = f" and {counted(hand.unknown, 'more', 'more')}" if hand.unknown else ""
            rows += _fact("Holds", f"{write_cards(hand.cards)}{more}", width, 2)
        chips = total(match.sheet.settlement, seat, Unit.CHIPS)
        if chips:
            rows += _fact("So far", f"{chips:+} chips", width, 2)
        yield rows


def _fact(label: str, text: str, width: int, indent: int) -> list[Content]:
    """Return a fact with its label; what does not fit hangs under it."""
    lead = Content.assemble(" " * indent, (f"{label}: ", "$text-muted"))
    return wrapped(text, width, indent + 2, lead=lead) or [lead]
