"""Whether the cards of all players together make the hand that was bid, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards import UNSEEN, Card
from referee.cards.pack import SUITS
from referee.cards.words import listed, number, plural, singular
from referee.games.commune.bids import Kind, PokerHand
from referee.games.commune.hands import is_wild, needs
from referee.games.commune.table import Table, book
from referee.games.parts.possession import told
from referee.rules import Hand, Known, Shows, Statement


@dataclass(frozen=True, slots=True)
class Part:
    """One rank that a hand needs, how many cards of it, and the cards found for it, wild ones last."""

    rank: str
    count: int
    cards: tuple[Card, ...]

    @property
    def short(self) -> int:
        """How many cards are missing."""
        return self.count - len(self.cards)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call shows: whether the bid holds, and why."""

    holds: bool
    reason: str

    @property
    def word(self) -> str:
        """The word for it: ``holds`` or ``fails``."""
        return "holds" if self.holds else "fails"


@book.clause("1.3")
def commune(known: Known) -> tuple[Card, ...]:
    """The cards of all players together are the commune. To bid a hand is to claim that the commune makes it."""
    return tuple(card for hand in known.hands for card in hand.cards)


def outcome(known: Known, hand: PokerHand) -> Outcome | None:
    """Say whether a bid holds, as soon as that is certain; None while cards not yet shown could decide it."""
    parts = nearest(hand, commune(known))
    short = sum(part.short for part in parts)
    if not short:
        return Outcome(True, why_it_holds(hand, parts))
    if any(each.unknown is None for each in known.hands):
        return None
    unseen = sum(each.unknown or 0 for each in known.hands)
    if short <= unseen:
        return None
    return Outcome(False, too_few(hand, short, unseen) if unseen else why_it_fails(hand, parts))


def revealed(table: Table, act: Statement) -> Known:
    """Return what is known after a hand was stated or shown. What is shown on a call is the whole hand, so that
    one whose size was not known is known by it.
    """
    known = told(table.known, act)
    if isinstance(act, Shows) and table.call and known.size(act.seat) is None:
        return known.with_hand(act.seat, Hand(known.hands[act.seat].cards, act.cards.count(UNSEEN)))
    return known


def unshown(known: Known) -> tuple[int, ...]:
    """Return the seats whose hands are not fully known."""
    return tuple(seat for seat, hand in enumerate(known.hands) if not hand.whole)


def nearest(hand: PokerHand, cards: Sequence[Card]) -> tuple[Part, ...]:
    """Return as much of a hand as some cards make, each two used once; of a flush, in the suit that has most of it."""
    if not hand.suited:
        return allotted(hand, cards)
    suits = ([card for card in cards if card.suit == suit or is_wild(card)] for suit in SUITS)
    return min((allotted(hand, suited) for suited in suits), key=lambda parts: sum(part.short for part in parts))


def allotted(hand: PokerHand, cards: Iterable[Card]) -> tuple[Part, ...]:
    """Give each rank that a hand needs its own cards, and then twos for as long as there are any."""
    natural: dict[str, list[Card]] = {}
    wild = []
    for card in cards:
        if is_wild(card):
            wild.append(card)
        else:
            natural.setdefault(card.rank, []).append(card)
    parts = []
    for rank, count in needs(hand):
        own = natural.get(rank, [])
        found = own[:count]
        natural[rank] = own[count:]
        missing = count - len(found)
        found, wild = found + wild[:missing], wild[missing:]
        parts.append(Part(rank, count, tuple(found)))
    return tuple(parts)


def why_it_holds(hand: PokerHand, parts: Sequence[Part]) -> str:
    """Name the cards: ``6H and 2S (wild) make two sixes.``"""
    cards = [card for part in parts for card in part.cards]
    return f"{_named(cards)} {'makes' if len(cards) == 1 else 'make'} {hand.phrase}."


def too_few(hand: PokerHand, short: int, unseen: int) -> str:
    """Say that whatever is still hidden cannot make the hand."""
    return (
        f"{number(short).capitalize()} cards are missing for {hand.phrase}, "
        f"and only {number(unseen)} {'is' if unseen == 1 else 'are'} still unseen."
    )


def why_it_fails(hand: PokerHand, parts: Sequence[Part]) -> str:
    """Name what there is and what is missing: ``There is only 6H for two sixes.``"""
    if hand.suited:
        found = [card for part in parts for card in part.cards]
        return f"In one suit there is {f'only {_named(found)}' if found else 'no card'} for {hand.phrase}."
    if hand.kind is Kind.STRAIGHT:
        return _gap(parts)
    made = [f"{_named(part.cards)} make {_wanted(part)}" for part in parts if not part.short]
    lacking = " and ".join(_lacking(part) for part in parts if part.short)
    return f"{made[0]}, but there is {lacking}." if made else f"There is {lacking}."


def _gap(parts: Sequence[Part]) -> str:
    """Say which ranks of a straight are not there; the twos count for whatever else was missing."""
    wild = [card for part in parts for card in part.cards if is_wild(card)]
    missing = (singular(part.rank) for part in parts if not any(card.rank == part.rank for card in part.cards))
    absent = f"There is no {listed(missing, 'or')}"
    return f"{absent}, and only {_named(wild)} to stand in." if wild else f"{absent}."


def _lacking(part: Part) -> str:
    if part.cards:
        return f"only {_named(part.cards)} for {_wanted(part)}"
    return f"no {singular(part.rank)}" + (f" for {_wanted(part)}" if part.count > 1 else "")


def _wanted(part: Part) -> str:
    return f"{number(part.count)} {plural(part.rank)}"


def _named(cards: Iterable[Card]) -> str:
    return listed(f"{card} (wild)" if is_wild(card) else str(card) for card in cards)
