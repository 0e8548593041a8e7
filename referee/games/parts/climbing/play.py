"""What happens where players climb, and what is seen of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from referee.cards import Card, write_cards
from referee.cards.words import capitalise, quantity
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import is_last, takes_place
from referee.games.parts.climbing.lead import (
    Climbing,
    Lead,
    all_hands,
    before_a_last_card,
    follows,
    hand_of,
    has_lead,
    lead_after,
    seat_of,
)
from referee.games.parts.climbing.opening import Opening
from referee.games.parts.dealing import next_deal
from referee.rules import Cards, Deal, Knowledge, Location, Offer, Rulebook, TableFact, Verdict, frozen, replace

Climber = TypeVar("Climber", bound=Climbing)
# More plays than this are described by their shape rather than named.
MANY = 6


def may_be_under_way(table: Climber) -> Climber:
    """Return a table at which everybody may still have cards, and has played, in a record that begins in the middle."""
    return table if table.complete else replace(table, lead=Lead(tuple(table.seats), True))


def dealt_anew(table: Climber, act: Deal, known: Knowledge) -> Climber:
    """Deal a hand: nobody has played."""
    return replace(
        table,
        known=known,
        lead=Lead(tuple(known.owners) or tuple(table.seats)),
        turn=None,
        in_play=True,
        from_deal=table.seats.ordered,
        dealer=act.seat if act.seat >= 0 else None,
    )


def turned(table: Climber, hand: Location | None, lead: Lead) -> Climber:
    """Give the turn to a hand."""
    if not table.known.owners:
        return replace(table, turn=hand, lead=lead)
    seat, up = (None, lead.up) if hand is None else (seat_of(table, hand), hand)
    return replace(table, turn=seat, lead=replace(lead, up=up))


def lay(table: Climber, act: Play) -> Climber:
    """Lay cards on the table; who has none left takes a place."""
    hand, lead = hand_of(table, act), table.lead
    act = replace(act, hand=hand) if isinstance(hand, str) else act
    passed = lead.passed if table.options.pass_locks and lead.top else frozenset[Location]()
    lead = lead.taken(act, passed)
    if table.known.size(hand) == 0 and hand in lead.active:
        table = goes_out(replace(table, lead=lead), act)
        return passed_on(turned(table, follows(table, hand, passed), table.lead))
    laid = turned(table, follows(table, hand, passed), lead)
    return passed_on(laid) if passed else laid


def goes_out(table: Climber, act: Play) -> Climber:
    """Take a place, and the last one with cards the last place. In part of a hand nobody knows which place it is."""
    lead = table.lead.without(act.place)
    if not table.from_deal:
        over = table.seats.ordered and len(lead.active) == 1
        return replace(table, lead=lead, in_play=not over)
    item = takes_place(table, act.place, act.line)
    return only_one_left(replace(table, items=table.items.plus(item), lead=lead), act.line)


def only_one_left(table: Climber, line: int) -> Climber:
    """End the hand when no more than one player has cards."""
    lead = table.lead
    if len(lead.active) > 1:
        return table
    items = table.items.plus(*(is_last(table, hand, line) for hand in lead.active))
    return replace(table, items=items, lead=replace(lead, active=(), top=None), in_play=False)


def let_go_by(table: Climber, act: Pass) -> Climber:
    """Note a pass. Passing a free lead on is no pass on anything."""
    hand, lead = hand_of(table, act), table.lead
    passed = lead.passed | {hand} if lead.top else lead.passed
    turn = follows(table, hand, passed)
    if lead.top and (turn == lead.top.place or turn in lead.passed):
        turn = None  # an act out of turn was let stand, so that it is not known whose turn it is; or the lead is free
    return passed_on(turned(table, turn, replace(lead, passed=passed, won=None)))


def passed_on(table: Climber) -> Climber:
    """Free the lead when everyone else has passed on the play to beat.

    It is free too when the turn has come round to whoever made that play: where an act out of turn has been let stand,
    those whose turn went by have had their chance. Where not all players need have been named, there are three at
    least.
    """
    top = table.lead.top
    if not top or not table.lead.passed:
        return table
    come_round = table.turn == top.seat and has_lead(table) == top.place
    enough = table.seats.ordered or len(table.seats) >= 3
    if not come_round and not (enough and table.lead.is_passed_by_all_others()):
        return table
    free = replace(table, lead=table.lead.freed())
    return turned(free, lead_after(free, top), free.lead)


def seen(table: Climbing) -> Iterator[TableFact]:
    """Show the play to beat, who has passed, and how many cards each player has."""
    if table.lead.top:
        yield TableFact("To beat", f"{write_cards(table.lead.top.cards)} by {table.name(table.lead.top.seat)}")
    elif table.lead.active and table.lead.opened:
        yield TableFact("To beat", "nothing: a free lead")
    for hand in all_hands(table):
        size = table.known.size(hand)
        if size is not None:
            label = "Hand" if isinstance(hand, int) else capitalise(hand)
            yield TableFact(
                label, "passed, " * (hand in table.lead.passed) + quantity(size, "card"), seat_of(table, hand)
            )


@frozen
class Choices:
    """What may be played in a game, as far as cards tell.

    `plays` are those that some cards make, as the table stands, and `above` is what beats the play on it, in words;
    nothing where no play is to be beaten. `beating` gives plays that beat it of cards which a player may have, each
    with its words, or none for those of `above`.
    """

    opening: Opening
    plays: Callable[[Any, Sequence[Card]], Iterable[Cards]]
    above: Callable[[Any], str]
    beating: Callable[[Any, int, Sequence[Card]], Iterable[tuple[str, Cards]]]

    def offered(self, book: Rulebook, table: Climbing, seat: int) -> Iterator[Offer]:
        """Propose plays of the hand where it is known, else the shape of what would do; and a pass, or the deal."""
        yield from next_deal(table)
        if seat < 0:
            return
        place = hand_of(table, Pass(seat))
        known, card, name = table.known, self.opening.owed(table), table.name(seat)
        hand = known.at(place)
        what = self.above(table) or (f"any combination that contains {card}" if card else "any combination")
        if hand.fully_known and hand.cards:
            cards = sorted(hand.cards, key=lambda each: each != card)
            if card is None or card in cards:
                plays = (some for some in self.plays(table, cards) if card is None or card in some)
                yield from _named_or_described(
                    book, table, (Play(seat, some) for some in plays), f"{name} plays {what}"
                )
        else:
            unseen = [each for each in known.pack.cards if known.may_hold(place, each)]
            highest = before_a_last_card(table, place) is not None
            if table.lead.top:
                for words, some in self.beating(table, seat, unseen):
                    single = "the highest card of the hand" if highest and len(some) == 1 else ""
                    yield Offer(f"{name} plays {single or words or what}", (Play(seat, some),))
            else:
                only = ", but of single cards only the highest" * (highest and card is None)
                cards = [card] if card else unseen[:1]
                yield Offer(f"{name} plays {what}{only}", tuple(Play(seat, (each,)) for each in cards))
        if table.lead.top or table.options.leader_may_pass:
            yield Offer("", (Pass(seat),))


def _named_or_described(book: Rulebook, table: Climbing, plays: Iterable[Play], what: str) -> Iterator[Offer]:
    """Propose those of some plays that are legal, each by its name, or as `what` they are where they are many."""
    legal = (play for play in plays if book.judge(table, play).verdict is Verdict.LEGAL)
    some = tuple(islice(legal, MANY + 1))
    if len(some) > MANY:
        yield Offer(what, some)
    else:
        yield from (Offer("", (play,)) for play in some)
