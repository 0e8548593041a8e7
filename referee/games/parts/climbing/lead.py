"""The lead in climbing games: the leader, the hands still in play, and the turn."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Protocol

from referee.cards import UNSEEN
from referee.games.parts import turns
from referee.games.parts.acts import Play
from referee.rules import Act, Location, TableProtocol, frozen, option, replace


@frozen
class ClimbingOptions:
    """The options of every climbing game."""

    pass_locks: bool = option(False, question="Does a pass last until the next lead?")
    leader_may_pass: bool = option(False, question="May the player with the lead pass?")
    opener: str = option(
        question="Who opens the second deal and later ones?",
        labels={
            "named_three_every_hand": "the player with the three that opens the first",
            "previous_winner": "the winner of the deal before, with any play",
        },
    )
    last_card_rule: str = option(
        question="What must you play when the next player has one card left?",
        labels={"none": "anything, or pass", "highest_single": "of single cards, your highest"},
    )
    direction: str = turns.direction_option()


@frozen
class Lead:
    """The play to beat in a hand, and the hands that may still beat it.

    `top_play` is the play to beat. `passers` have passed on it; `passers_before` were already excluded when it was
    made. When everyone has passed, the lead `is_free`, and `winning_play` is the unbeaten play until the leader acts.
    `active` are the hands with cards, and `is_opened` says that the first play has been made.

    If players have several packets (`Knowledge.owners`), each packet plays, passes and takes a place by itself:
    `active` and `passers` are packets, and `current_hand` is the packet in turn, or last in turn. `last_places_given`
    counts the last places already given.
    """

    active: tuple[Location, ...] = ()
    is_opened: bool = False
    top_play: Play | None = None
    winning_play: Play | None = None
    is_free: bool = False
    passers: frozenset[Location] = frozenset()
    passers_before: frozenset[Location] = frozenset()
    current_hand: Location | None = None
    last_places_given: int = 0

    def without(self, hand: Location) -> Lead:
        """Return the lead without a hand that has no cards left."""
        return replace(self, active=tuple(active_hand for active_hand in self.active if active_hand != hand))

    def take(self, act: Play, passers: frozenset[Location]) -> Lead:
        """Return the lead with a new play to beat. The hands in `passers` may not beat it."""
        return replace(
            self,
            top_play=act,
            winning_play=None,
            is_free=False,
            passers=passers,
            passers_before=passers,
            is_opened=True,
        )

    def free(self) -> Lead:
        """Return the free lead after an unbeaten play."""
        return replace(
            self,
            top_play=None,
            winning_play=self.top_play,
            is_free=True,
            passers=frozenset(),
            passers_before=frozenset(),
        )

    def is_passed_by_all_others(self) -> bool:
        """Tell whether every other hand with cards has passed on the play to beat."""
        other_hands = [hand for hand in self.active if not self.top_play or hand != self.top_play.location]
        return bool(other_hands) and self.passers.issuperset(other_hands)


@dataclass(frozen=True, match_args=False, init=False, repr=False, eq=False)
class ClimbingTable(TableProtocol, Protocol):
    """A table of a climbing game."""

    lead: Lead

    @property
    def options(self) -> ClimbingOptions:
        """The house rules."""


def all_hands(table: ClimbingTable) -> tuple[Location, ...]:
    """Return the hands in the order of the seats: one of each player, or their packets."""
    return tuple(table.knowledge.owners) or tuple(table.seats)


def acting_hand(table: ClimbingTable, act: Act) -> Location:
    """Return the hand that a player acts with. Of several packets, it is the one in turn, or else the player's next
    one.
    """
    owners, current_hand = table.knowledge.owners, table.lead.current_hand
    if not owners:
        return act.seat
    if current_hand is not None and owners[str(current_hand)] == act.seat:
        return current_hand
    packets = tuple(owners)
    start = 0 if current_hand is None else packets.index(str(current_hand))
    own_packets = [packet for packet in (*packets[start:], *packets[:start]) if owners[packet] == act.seat]
    return next((packet for packet in own_packets if packet in table.lead.active), own_packets[0])


def owner_seat(table: TableProtocol, hand: Location) -> int:
    """Return the seat that holds a hand."""
    return hand if isinstance(hand, int) else table.knowledge.owners[hand]


def seats_with_cards(table: ClimbingTable) -> tuple[int, ...]:
    """Return the seats of the players who still have cards."""
    return tuple(dict.fromkeys(owner_seat(table, hand) for hand in table.lead.active))


def hand_label(table: TableProtocol, hand: Location) -> str:
    """Return a player's name, with the packet if players have several."""
    name = table.name(owner_seat(table, hand))
    return name if isinstance(hand, int) else f"{name}'s {hand}"


def leading_hand(table: ClimbingTable) -> Location | None:
    """Return the hand that leads after everyone passed; None if unknown."""
    if table.turn is None:
        return leader_after(table, table.lead.winning_play) if table.lead.winning_play else None
    return table.lead.current_hand if table.knowledge.owners else table.turn


def leader_after(table: ClimbingTable, last_play: Play) -> Location | None:
    """Return the hand that leads after an unbeaten play: the one that made it, or the next if that has no cards left.

    Return None if it is unknown.
    """
    if last_play.location not in table.lead.active:
        return next_active(table, last_play.location) if table.seats.ordered else None
    return None if may_be_out(table, last_play.location) or not table.seats.ordered else last_play.location


def next_in_turn(table: ClimbingTable, hand: Location, passers: frozenset[Location] = frozenset()) -> Location | None:
    """Return the hand in turn after another; None if the seat order is unknown."""
    if not table.seats.ordered or not table.in_play:
        return None
    if not table.options.pass_locks or not passers:
        return next_hand_among(table, hand, table.lead.active)
    return next_hand_among(
        table, hand, [active_hand for active_hand in table.lead.active if active_hand not in passers]
    )


def next_active(table: ClimbingTable, hand: Location) -> Location | None:
    """Return the next hand in the direction of play that has cards and is not shut out."""
    return next_hand_among(
        table, hand, [active_hand for active_hand in table.lead.active if not is_shut_out(table, active_hand)]
    )


def next_hand_among(table: ClimbingTable, hand: Location, playing_hands: Container[Location]) -> Location | None:
    """Return the next of the `playing_hands` after a hand; None if there is none."""
    if isinstance(hand, int):
        return turns.next_among(table, hand, playing_hands)
    packets = tuple(table.knowledge.owners)
    if hand not in packets:
        return None
    index = packets.index(hand)
    other_packets = (*packets[index + 1 :], *packets[:index])
    if table.options.direction != "clockwise":
        other_packets = other_packets[::-1]
    return next((packet for packet in other_packets if packet in playing_hands), None)


def next_with_one_card(table: ClimbingTable, hand: Location) -> Location | None:
    """Return the next hand after another if it has one card left and the house rules make that matter; else None."""
    if table.options.last_card_rule == "none" or not table.seats.ordered:
        return None
    next_hand = next_active(table, hand)
    return next_hand if next_hand is not None and table.knowledge.size(next_hand) == 1 else None


def is_shut_out(table: ClimbingTable, hand: Location) -> bool:
    """Tell whether a hand has passed and, under the house rules, may not play until the next lead."""
    return table.options.pass_locks and hand in table.lead.passers


def may_be_out(table: TableProtocol, hand: Location) -> bool:
    """Tell whether a hand may have no cards left, because the record does not give its size."""
    known_hand = table.knowledge.hand_at(hand)
    return known_hand.unknown_count is None and not known_hand.cards


def is_unknown_packet(table: TableProtocol, hand: Location) -> bool:
    """Tell whether it is unknown which of a player's packets a hand is."""
    return isinstance(hand, str) and hand not in table.knowledge.owners


def may_be_a_lead(table: ClimbingTable, act: Play) -> bool:
    """Tell whether a play may be a lead, although the facts do not show that all others are out or have passed.

    The facts must state that its player has passed on the play to beat. A pass before the facts begin would have been
    stated too.
    """
    lead, top = table.lead, table.lead.top_play
    if not top:
        return False
    if is_unknown_packet(table, top.location):
        return bool(lead.passers)
    if table.seats.ordered or not may_be_out(table, top.location):
        return False
    other_hands = [hand for hand in lead.active if hand != top.location and hand not in lead.passers]
    if other_hands and lead.passers and lead.passers == lead.passers_before:
        # The facts state this play but no pass on it, so they would also state that those others are out.
        return False
    return act.seat in lead.passers and all(may_be_out(table, hand) for hand in other_hands)


def play_to_beat(table: ClimbingTable, act: Play) -> Play | None:
    """Return the play that an act must beat; None if there is none, or if the act's cards were not named.

    If one player plays twice running in facts, all others have passed in between.
    """
    top = table.lead.top_play
    if top and not table.seats.ordered and top.seat == act.seat:
        return None
    return top if UNSEEN not in act.cards else None
