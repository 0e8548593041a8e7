"""The panel with the state of a match: turn, cards on the table, and each player's known cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from referee.cards import Card, write_cards
from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.match.view import MatchView
from referee.dashboard.rendering import wrap
from referee.dashboard.table.faces import draw_faces, draw_fan, insert_on_click, lay_side_by_side, split_leading_cards
from referee.dashboard.widgets.scroll_rows import ScrollRows
from referee.dashboard.widgets.side_panel import heading_rows
from referee.rules import TableFact, Unit, total
from referee.rules.book.knowledge import Sighting
from referee.rules.records.messages import render_all


@frozen
class _DetailLevel:
    """A level of detail: which cards are drawn, how many plays are listed, and whether blank rows separate groups."""

    hands: bool = True
    table: bool = True
    plays: int = 0
    air: bool = True


# The first of them for which there is room.
_DETAIL_LEVELS: Final = (
    *(_DetailLevel(plays=plays) for plays in (12, 7, 4, 2, 1)),
    _DetailLevel(hands=False, plays=1),
    _DetailLevel(hands=False),
    _DetailLevel(hands=False, air=False),
    _DetailLevel(hands=False, table=False, air=False),
)


class TablePanel(ScrollRows):
    """The state of a match, with the player to act always in view."""

    match: MatchView | None = None

    def show_match(self, match: MatchView) -> None:
        """Show a match with as much detail as fits."""
        self.match = match
        width = max(24, self.content_size.width)
        facts = render_all(match.book.facts(match.sheet.table), match.names)
        for room in _DETAIL_LEVELS:
            groups = [*_row_groups(match, facts, width, room)]
            rows = sum(map(len, groups)) + (len(groups) - 1) * room.air
            if rows <= self.size.height:
                break
        panel_rows: list[Content] = []
        turn_end = 0
        for seat, group in enumerate(groups, -1):
            panel_rows += [*[Content("")] * (room.air and bool(panel_rows)), *group]
            if seat >= 0 and match.names[seat] == match.turn:
                turn_end = len(panel_rows)
        self.show(panel_rows, max(0, turn_end + 1 - self.size.height))

    def on_resize(self) -> None:
        """Redraw the match to fit the new size."""
        if self.match:
            self.show_match(self.match)


def _row_groups(
    match: MatchView, facts: Sequence[TableFact], width: int, room: _DetailLevel
) -> Iterator[list[Content]]:
    """Yield the rows about the whole table, then those about each player."""
    common = [row for fact in facts if fact.seat < 0 for row in _fact_rows(fact, width, 0, room.table)]
    yield [*common, *_play_rows(match, facts, width, room)]
    places = {
        name: 1 + sum(map(len, match.places[:index])) for index, group in enumerate(match.places) for name in group
    }
    for seat, name in enumerate(match.names):
        turn = match.turn == name
        name_content = insert_on_click(Content.styled(name, "bold"), name)
        rows = [Content.assemble("▶ " if turn else "  ", name_content, (" to act" if turn else "", "$text-accent"))]
        if match.finished_at and name in places:
            rows += _fact_rows(TableFact("Place", f"{places[name]}"), width, 2, False)
        for fact in facts:
            if fact.seat == seat:
                rows += _fact_rows(fact, width, 2, room.hands)
        hand = match.sheet.table.knowledge.hands[seat]
        text = " ".join(fact.text for fact in facts if fact.seat == seat)
        if hand.cards and not all(str(card) in text for card in hand.cards):
            unknown_text = f" and {quantity(hand.unknown_count, 'more', 'more')}" if hand.unknown_count else ""
            rows += _fact_rows(TableFact("Holds", f"{write_cards(hand.cards)}{unknown_text}"), width, 2, room.hands)
        chips = total(match.sheet.settlement, seat, Unit.CHIPS)
        if chips:
            rows += _fact_rows(TableFact("So far", f"{chips:+} chips"), width, 2, False)
        yield rows


def _fact_rows(fact: TableFact, width: int, indent: int, as_cards: bool) -> list[Content]:
    """Return the rows of a fact with its label. With `as_cards`, its leading cards are drawn."""
    margin = " " * indent
    lead = Content.assemble(margin, (f"{fact.label}: ", "$text-muted"))
    cards, words = split_leading_cards(fact.text)
    if as_cards and cards:
        upper_edge, faces, lower_edge = draw_fan(tuple(cards))
        row = Content.assemble(lead, faces, f" {words}" if words else "")
        if row.cell_length <= width:
            edge = " " * lead.cell_length
            return [Content.assemble(edge, upper_edge), row, Content.assemble(edge, lower_edge)]
        rows = wrap(words, width, indent + 2, lead=lead) if words else [lead]
        return [*rows, *(Content.assemble(margin, row) for row in draw_faces(cards, width - indent))]
    return wrap(fact.text, width, indent + 2, lead=lead) or [lead]


def _play_rows(match: MatchView, facts: Sequence[TableFact], width: int, room: _DetailLevel) -> Iterator[Content]:
    """Yield the face-up cards on the table, grouped by play, latest first."""
    cards_by_play: dict[Sighting, list[Card]] = {}
    for card, places in match.sheet.table.knowledge.card_locations.items():
        for place in places:
            if isinstance(place, Sighting):
                cards_by_play.setdefault(place, []).append(card)
    text = " ".join(fact.text for fact in facts if fact.seat < 0)
    plays = [
        play
        for play in sorted(cards_by_play.items(), key=lambda play: play[0].line, reverse=True)
        if not all(str(card) in text for card in play[1])
    ]
    if not (plays and room.plays):
        return
    yield from heading_rows("On the table")
    yield from lay_side_by_side(
        [_render_play(match, location, cards, width) for location, cards in plays[: room.plays]], width
    )
    if (hidden_count := len(plays) - room.plays) > 0:
        yield Content.styled(f"and {quantity(hidden_count, 'play')} before", "$text-muted")


def _render_play(match: MatchView, location: Sighting, cards: Sequence[Card], width: int) -> list[Content]:
    """Return the cards of a play under its line number and player."""
    player_name = match.names[location.seat] if location.seat >= 0 else ""
    text = " ".join(filter(None, [str(location.line), player_name, "" if location.how == "played" else location.how]))
    return [Content.styled(text, "$text-muted").truncate(width, ellipsis=True), *draw_faces(map(str, cards), width)]
