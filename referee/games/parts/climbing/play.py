"""The effects of plays and passes in climbing games, and the displayed facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from referee.cards import Card, write_cards
from referee.cards.words import capitalise, quantity
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import is_last, takes_place
from referee.games.parts.climbing.lead import (
    ClimbingTable,
    Lead,
    acting_hand,
    all_hands,
    leader_after,
    leading_hand,
    next_in_turn,
    next_with_one_card,
    owner_seat,
)
from referee.games.parts.climbing.opening import Opening
from referee.games.parts.dealing import offer_deal
from referee.rules import Cards, Deal, Knowledge, Location, Offer, Rulebook, TableFact, Verdict, frozen, replace

ClimbingT = TypeVar("ClimbingT", bound=ClimbingTable)
# More plays than this are described by their shape rather than named.
MAX_NAMED_PLAYS = 6


def assume_under_way(table: ClimbingT) -> ClimbingT:
    """Return the table with a hand in play in which everybody may have cards, if the record begins mid-hand."""
    return table if table.complete else replace(table, lead=Lead(tuple(table.seats), True))


def deal_climbing_hand(table: ClimbingT, act: Deal, knowledge: Knowledge) -> ClimbingT:
    """Return the table with a new hand, before the first play."""
    return replace(
        table,
        knowledge=knowledge,
        lead=Lead(tuple(knowledge.owners) or tuple(table.seats)),
        turn=None,
        in_play=True,
        from_deal=table.seats.ordered,
        dealer=act.seat if act.seat >= 0 else None,
    )


def give_turn(table: ClimbingT, hand: Location | None, lead: Lead) -> ClimbingT:
    """Return the table with the turn given to a hand."""
    if not table.knowledge.owners:
        return replace(table, turn=hand, lead=lead)
    seat, current_hand = (None, lead.current_hand) if hand is None else (owner_seat(table, hand), hand)
    return replace(table, turn=seat, lead=replace(lead, current_hand=current_hand))


def apply_play(table: ClimbingT, act: Play) -> ClimbingT:
    """Return the table after a play. A hand without cards left takes a place."""
    hand, lead = acting_hand(table, act), table.lead
    act = replace(act, hand=hand) if isinstance(hand, str) else act
    passers = lead.passers if table.options.pass_locks and lead.top_play else frozenset[Location]()
    lead = lead.take(act, passers)
    if table.knowledge.size(hand) == 0 and hand in lead.active:
        table = take_place(replace(table, lead=lead), act)
        return free_if_all_passed(give_turn(table, next_in_turn(table, hand, passers), table.lead))
    new_table = give_turn(table, next_in_turn(table, hand, passers), lead)
    return free_if_all_passed(new_table) if passers else new_table


def take_place(table: ClimbingT, act: Play) -> ClimbingT:
    """Return the table with a place for a hand that has run out. The last hand with cards gets the last place.

    In a record that begins mid-hand, the place is unknown and no item is added.
    """
    lead = table.lead.without(act.location)
    if not table.from_deal:
        is_over = table.seats.ordered and len(lead.active) == 1
        return replace(table, lead=lead, in_play=not is_over)
    item = takes_place(table, act.location, act.line)
    return end_with_one_left(replace(table, items=table.items.plus(item), lead=lead), act.line)


def end_with_one_left(table: ClimbingT, line: int) -> ClimbingT:
    """Return the table with the hand ended, once no more than one player has cards."""
    lead = table.lead
    if len(lead.active) > 1:
        return table
    items = table.items.plus(*(is_last(table, hand, line) for hand in lead.active))
    return replace(table, items=items, lead=replace(lead, active=(), top_play=None), in_play=False)


def apply_pass(table: ClimbingT, act: Pass) -> ClimbingT:
    """Return the table after a pass. Passing on a free lead is no pass on a play."""
    hand, lead = acting_hand(table, act), table.lead
    passers = lead.passers | {hand} if lead.top_play else lead.passers
    turn = next_in_turn(table, hand, passers)
    if lead.top_play and (turn == lead.top_play.location or turn in lead.passers):
        turn = None  # an act out of turn was let stand, so that it is not known whose turn it is; or the lead is free
    return free_if_all_passed(give_turn(table, turn, replace(lead, passers=passers, winning_play=None)))


def free_if_all_passed(table: ClimbingT) -> ClimbingT:
    """Return the table with a free lead if everyone else has passed on the play to beat.

    The lead is also free when the turn has returned to the hand that made the play: if an act out of turn was let
    stand, the skipped players have lost their chance. If the seat order is unknown, at least three players must be
    named.
    """
    top = table.lead.top_play
    if not top or not table.lead.passers:
        return table
    come_round = table.turn == top.seat and leading_hand(table) == top.location
    are_enough_named = table.seats.ordered or len(table.seats) >= 3
    if not come_round and not (are_enough_named and table.lead.is_passed_by_all_others()):
        return table
    freed_table = replace(table, lead=table.lead.free())
    return give_turn(freed_table, leader_after(freed_table, top), freed_table.lead)


def climbing_facts(table: ClimbingTable) -> Iterator[TableFact]:
    """Yield the displayed facts: the play to beat, the passers, and each player's number of cards."""
    if table.lead.top_play:
        yield TableFact(
            "To beat", f"{write_cards(table.lead.top_play.cards)} by {table.name(table.lead.top_play.seat)}"
        )
    elif table.lead.active and table.lead.is_opened:
        yield TableFact("To beat", "nothing: a free lead")
    for hand in all_hands(table):
        size = table.knowledge.size(hand)
        if size is not None:
            label = "Hand" if isinstance(hand, int) else capitalise(hand)
            yield TableFact(
                label, "passed, " * (hand in table.lead.passers) + quantity(size, "card"), owner_seat(table, hand)
            )


@frozen
class PlayChoices:
    """The possible plays of a game, as far as the cards are known.

    `list_plays` returns the plays in some cards. `describe_higher` describes the plays that beat the one on the table,
    empty if there is none. `list_beating` returns such plays from a player's possible cards, each with its words.
    """

    opening: Opening
    list_plays: Callable[[Any, Sequence[Card]], Iterable[Cards]]
    describe_higher: Callable[[Any], str]
    list_beating: Callable[[Any, int, Sequence[Card]], Iterable[tuple[str, Cards]]]

    def offer(self, book: Rulebook, table: ClimbingTable, seat: int) -> Iterator[Offer]:
        """Yield plays of a known hand, or else the shape of a sufficient play; also a pass, or the deal."""
        yield from offer_deal(table)
        if seat < 0:
            return
        place = acting_hand(table, Pass(seat))
        knowledge, card, name = table.knowledge, self.opening.required_card(table), table.name(seat)
        hand = knowledge.hand_at(place)
        description = self.describe_higher(table) or (
            f"any combination that contains {card}" if card else "any combination"
        )
        if hand.fully_known and hand.cards:
            cards = sorted(hand.cards, key=lambda hand_card: hand_card != card)
            if card is None or card in cards:
                plays = (
                    beating_cards
                    for beating_cards in self.list_plays(table, cards)
                    if card is None or card in beating_cards
                )
                yield from _named_or_described(
                    book, table, (Play(seat, beating_cards) for beating_cards in plays), f"{name} plays {description}"
                )
        else:
            unseen_cards = [card for card in knowledge.pack.cards if knowledge.may_hold(place, card)]
            highest = next_with_one_card(table, place) is not None
            if table.lead.top_play:
                for words, beating_cards in self.list_beating(table, seat, unseen_cards):
                    note = "the highest card of the hand" if highest and len(beating_cards) == 1 else ""
                    yield Offer(f"{name} plays {note or words or description}", (Play(seat, beating_cards),))
            else:
                exception_text = ", but of single cards only the highest" * (highest and card is None)
                cards = [card] if card else unseen_cards[:1]
                yield Offer(f"{name} plays {description}{exception_text}", tuple(Play(seat, (card,)) for card in cards))
        if table.lead.top_play or table.options.leader_may_pass:
            yield Offer("", (Pass(seat),))


def _named_or_described(
    book: Rulebook, table: ClimbingTable, plays: Iterable[Play], description: str
) -> Iterator[Offer]:
    """Yield an offer for each legal play, or for many plays a single one with the text `description`."""
    legal = (play for play in plays if book.judge(table, play).verdict is Verdict.LEGAL)
    first_plays = tuple(islice(legal, MAX_NAMED_PLAYS + 1))
    if len(first_plays) > MAX_NAMED_PLAYS:
        yield Offer(description, first_plays)
    else:
        yield from (Offer("", (play,)) for play in first_plays)
