"""What is on the table: whose turn, what the game has to show, and what each player is known to hold."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from referee.cards import write_cards
from referee.cards.words import counted
from referee.club.logbook import Table
from referee.dashboard.drawn import drawn
from referee.rules import Unit, total


def felt(table: Table) -> Content:
    """Return the table as somebody sees it who walks up to it."""
    return Content("\n").join(_rows(table))


def _rows(table: Table) -> Iterator[Content]:
    state = table.sheet.state
    facts = table.book.facts(state)
    for fact in facts:
        if fact.seat < 0:
            yield _fact(fact.label, fact.text)
    for seat, name in enumerate(table.names):
        turn = table.turn == name
        yield Content("")
        yield Content.assemble("▶ " if turn else "  ", (name, "bold"), (" to act" if turn else "", "$text-accent"))
        for fact in facts:
            if fact.seat == seat:
                yield Content.assemble("  ", _fact(fact.label, fact.text))
        hand = state.known.hands[seat]
        told = " ".join(fact.text for fact in facts if fact.seat == seat)
        if hand.cards and not all(str(card) in told for card in hand.cards):
            more = f" and {counted(hand.unknown, 'more', 'more')}" if hand.unknown else ""
            yield Content.assemble("  ", _fact("Holds", f"{write_cards(hand.cards)}{more}"))
        chips = total(table.sheet.settlement, seat, Unit.CHIPS)
        if chips:
            yield Content.assemble("  ", _fact("So far", f"{chips:+} chips"))


def _fact(label: str, text: str) -> Content:
    return Content.assemble((f"{label}: ", "dim"), drawn(text))
