"""Climbing games: each player in turn beats the previous play or passes, until the hands are empty.

A game that includes these chapters has a table with a ``Lead``, and the options of ``ClimbingOptions``. It decides
itself which cards may be played and which plays are higher. The effects of plays and passes are in the module ``play``,
and the opener of a hand is in ``opening``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.lead import (
    ClimbingTable,
    acting_hand,
    all_hands,
    hand_label,
    is_shut_out,
    is_unknown_packet,
    leading_hand,
    may_be_a_lead,
    may_be_out,
    next_active,
    next_hand_among,
    next_with_one_card,
    owner_seat,
    play_to_beat,
)
from referee.games.parts.dealing import deal_first
from referee.games.parts.turns import object_out_of_turn
from referee.rules import (
    Answer,
    Chapter,
    DependsOn,
    Holding,
    Ledger,
    LedgerItem,
    Location,
    Unit,
    doubt,
    frozen,
    grounds,
    objection,
    rank_by_score,
    total,
)

climbing = Chapter("Playing and passing")
places = Chapter("Places")


@climbing.clause("4.1", Play, Pass, interpretation="CL-6")
def in_turn(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """Play goes clockwise. In turn, each player plays or passes.
    direction=counter-clockwise: Play goes counter-clockwise. In turn, each player plays or passes.
    """
    if act.seat == table.turn and table.in_play:
        return None
    if not table.in_play:
        return object_hand_over(table)
    hand = acting_hand(table, act)
    if hand not in table.lead.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    # Other clauses say who opens, who has a free lead and who is shut out.
    if not table.lead.is_opened or table.lead.winning_play or is_shut_out(table, hand):
        return None
    return object_out_of_turn(table, act, table.lead.top_play)


@climbing.clause("4.6", Play, Pass, after="4.1")
def free_lead(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """When all others pass, the player of the last play has the lead and may play any combination."""
    play = table.lead.winning_play
    if not play:
        return object_unanswered_play(table, act)
    leader, mover, winning_hand, cards = (
        table.name(play.seat),
        table.name(act.seat),
        play.location,
        write_cards(play.cards),
    )
    hand = acting_hand(table, act)
    if hand == winning_hand:
        return grounds(f"Everyone has passed on {leader}'s {cards}, and {leader} has the lead.")
    lead = leading_hand(table)
    if lead is None and winning_hand not in table.lead.active:
        return doubt(
            f"{leader} has no cards left, and the lead rolls over; {mover} has it only if {mover} sits next.",
            play,
            depends_on=DependsOn(table.player_locations),
            cites="4.7",
        )
    if lead is None and may_be_out(table, winning_hand):
        if not table.seats.ordered or hand == next_active(table, winning_hand):
            return doubt(
                f"The lead is {leader}'s; {mover} may have it only if {leader} has no cards left.",
                play,
                depends_on=DependsOn(table.player_locations),
            )
    elif lead not in (None, winning_hand):
        return None
    if table.options.pass_locks:
        message = f"{mover} has passed since the last lead, as have all others, and the lead is {leader}'s."
        return objection(message, play, cites="4.3")
    return objection(f"Everyone has passed on {cards}, and the lead is {leader}'s.", play)


def object_unanswered_play(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """Return an objection to a player who acts while another must still answer a play; else None.

    The turn is unknown only after an act out of turn that was let stand.
    """
    top, hand = table.lead.top_play, acting_hand(table, act)
    if not top or not table.seats.ordered:
        return None
    other_hands = [
        active_hand
        for active_hand in table.lead.active
        if active_hand != top.location and active_hand not in table.lead.passers
    ]
    is_early = table.turn is None and table.from_deal and hand != next_hand_among(table, top.location, other_hands)
    if not is_early and (top.seat != act.seat or top.location != hand):
        return None
    names, verb = (
        join_words(hand_label(table, hand) for hand in other_hands),
        "has" if len(other_hands) == 1 else "have",
    )
    play_text = f"{table.name(top.seat)}'s {write_cards(top.cards)}"
    return objection(f"{names} {verb} still to beat {play_text} or pass on it.", top) if other_hands else None


@climbing.clause("4.7", Play, Pass, after="4.6")
def lead_rolls_over(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """If all others pass on a player's last cards, the lead goes to the next player who still has cards."""
    if not table.lead.winning_play:
        return None
    lead = leading_hand(table)
    if lead is None or lead == table.lead.winning_play.location:
        return None
    last_cards, leader = f"{hand_label(table, table.lead.winning_play.location)}'s last cards", hand_label(table, lead)
    if acting_hand(table, act) != lead:
        return objection(
            f"Everyone has passed on {last_cards}, and the lead rolls over to {leader}.", table.lead.winning_play
        )
    return grounds(f"Everyone has passed on {last_cards}, and {leader} is next.", table.lead.winning_play)


@climbing.clause("4.2", Pass, after="4.7", interpretation="CL-3")
def leader_plays(table: ClimbingTable, act: Pass) -> Answer | None:
    """A player has the lead when there is nothing to beat: at the start of a deal, and when all others have passed. A
    player with the lead must play.
    leader_may_pass=true: A player has the lead when there is nothing to beat: at the start of a deal, and when all
        others have passed. A player with the lead plays, or passes the lead to the next player. The first play of a
        deal must be made.
    """
    name = table.name(act.seat)
    if table.lead.top_play:
        is_own_play = table.lead.top_play.seat == act.seat and table.lead.top_play.location == acting_hand(table, act)
        some_may_have_passed = table.lead.passers or table.options.pass_locks
        if is_own_play and some_may_have_passed and not table.seats.ordered and table.options.leader_may_pass:
            return None  # all others may be out, or have passed
        return (
            objection(f"{write_cards(table.lead.top_play.cards)} is {name}'s own play.", table.lead.top_play)
            if is_own_play
            else None
        )
    if not table.lead.is_opened:
        return objection(f"The first play must be made: {name} may not pass.")
    if not table.lead.is_free:
        return None
    if table.options.leader_may_pass:
        return grounds(f"{name} has the lead and passes it on.")
    passed_on = (
        f"Everyone has passed on {write_cards(table.lead.winning_play.cards)}, and " if table.lead.winning_play else ""
    )
    return objection(f"{passed_on}{name} has the lead and may not pass.", table.lead.winning_play)


@climbing.clause("4.3", Pass, Play, after="4.2")
def may_pass(table: ClimbingTable, act: Pass | Play) -> Answer | None:
    """A player may pass in any turn, even with cards that would beat the play. A player who has passed may play again
    in a later turn.
    pass_locks=true: A player may pass in any turn, even with cards that would beat the play. A player who has passed
        may not play again until the next lead.
    """
    if table.options.pass_locks and is_shut_out(table, acting_hand(table, act)):
        message, top = (
            f"{table.name(act.seat)} has passed since the last lead, and waits for the next.",
            table.lead.top_play,
        )
        if top and isinstance(act, Play) and may_be_a_lead(table, act):
            return judge_too_low(table, act, top, message)
        return objection(message)
    if table.lead.top_play and isinstance(act, Pass):
        return grounds(
            f"{table.name(act.seat)} need not beat {write_cards(table.lead.top_play.cards)}.", table.lead.top_play
        )
    return None


climbing.note(
    "4.9",
    "A wrong play or pass is taken back, although all have seen the cards. It counts only if the table lets it stand.",
    interpretation="house",
)


@places.clause("6.1")
def takes_place(table: ClimbingTable, hand: Location, line: int) -> LedgerItem:
    """The first player without cards is first, the next is second, and so on."""
    place = len(all_hands(table)) - table.lead.last_places_given - len(table.lead.active) + 1
    return LedgerItem(
        owner_seat(table, hand), place, Unit.PLACE, "6.1", f"{hand_label(table, hand)} is out; place {place}.", line
    )


@places.clause("6.2", interpretation="CL-9")
def is_last(table: ClimbingTable, hand: Location, line: int) -> LedgerItem:
    """The deal ends when only one player still has cards. That player is last."""
    place = len(all_hands(table)) - table.lead.last_places_given
    reason = f"{hand_label(table, hand)} still holds cards; place {place}."
    return LedgerItem(owner_seat(table, hand), place, Unit.PLACE, "6.2", reason, line)


@places.clause("6.3", interpretation="CDD-A11")
def ranking(table: ClimbingTable) -> tuple[tuple[int, ...], ...]:
    """Places are added up over several deals. The lowest sum is best, and a deal that was not played out does not
    count.
    """
    finished_items = _items_of_finished_hands(table)
    return (
        rank_by_score(table.seats, {seat: -total(finished_items, seat, Unit.PLACE) for seat in table.seats})
        if finished_items
        else ()
    )


def _items_of_finished_hands(table: ClimbingTable) -> Ledger:
    """Return the ledger up to the last finished hand, that is, up to the last item for a last place."""
    unfinished = takewhile(lambda item: item.clause != "6.2", reversed(table.items))
    return table.items.first(len(table.items) - sum(1 for _ in unfinished))


@frozen
class Refusal:
    """The reason why cards may not be played together, and its clause."""

    clause: str
    reason: str


def explain_lead(table: ClimbingTable, act: Play, words: str, clause: str, note: str = "") -> Answer | None:
    """Return the grounds for a lead, with the reason for the player's right to lead; None for any other play.

    `clause` is the clause on the combination, and `note` a sentence on its cards.
    """
    if play_to_beat(table, act) or not table.lead.is_opened or not table.in_play:
        return None
    reason = f"{table.name(act.seat)} leads {words}. {note}".rstrip()
    if not table.lead.winning_play:
        return grounds(reason, cites=clause)
    passed_on = f"{table.name(table.lead.winning_play.seat)}'s {write_cards(table.lead.winning_play.cards)}"
    cites = "4.6" if acting_hand(table, act) == table.lead.winning_play.location else "4.7"
    reason = f"All passed on {passed_on}: {table.name(act.seat)} leads. {note}".rstrip()
    return grounds(reason, table.lead.winning_play, cites=cites)


def chapter_on_last_card(heights: Callable[[Any], Callable[[Card], Any]]) -> Chapter:
    """Return the chapter on a player's duty when the next one has one card left.

    `heights` returns, for a table, the function that gives a card's height.
    """
    chapter = Chapter(climbing.title)

    @chapter.clause("4.8", Play, after="4.5", interpretation="CL-7", scorer_only="last_card_rule=none")
    def highest_before_a_last_card(table: ClimbingTable, act: Play) -> Answer | None:
        """No special rule applies when the next player has one card left.
        last_card_rule=highest_single: When the next player has one card left, a single card that is played must be the
            highest in the player's hand.
        """
        if table.options.last_card_rule == "none" or len(act.cards) != 1 or act.cards[0] is UNSEEN:
            return None
        knowledge, (played_card,), own_hand = table.knowledge, act.cards, acting_hand(table, act)
        height = heights(table)
        higher_cards = [card for card in knowledge.pack.cards if height(card) > height(played_card)]
        held_cards = [card for card in higher_cards if knowledge.can_hold(own_hand, card) is Holding.YES]
        highest = max(held_cards, key=height, default=None)
        name = table.name(act.seat)
        if not table.seats.ordered:
            hands_with_one_card = [hand for hand in table.lead.active if hand != own_hand and knowledge.size(hand) == 1]
            if not hands_with_one_card or highest is None:
                return None
            last_card_hand = hand_label(table, hands_with_one_card[0])
            return doubt(
                f"{last_card_hand} has one card left: if {last_card_hand} is next, {name} must play {highest}, "
                f"the highest, and not {played_card}.",
                depends_on=DependsOn(table.player_locations),
            )
        next_hand = next_with_one_card(table, own_hand)
        if next_hand is None:
            return None
        last_card_hand = hand_label(table, next_hand)
        if highest is not None:
            return objection(
                f"{last_card_hand} has one card left, and {name} holds {highest}, higher than {played_card}."
            )
        hand = knowledge.hand_at(own_hand)
        if hand.unknown_count == 1 and played_card not in hand.cards:
            return None  # the card played is the one that was not known
        if any(knowledge.can_hold(own_hand, card) is Holding.UNKNOWN for card in higher_cards):
            return doubt(
                f"{last_card_hand} has one card left; open until {name}'s hand is seen.",
                depends_on=DependsOn(table.player_locations),
            )
        return None

    return chapter


def judge_too_low(table: ClimbingTable, act: Play, top: Play, reason: str, cites: str = "") -> Answer:
    """Return the answer to a play that does not beat `top`: an objection, or a doubt if it may have been a lead."""
    if not may_be_a_lead(table, act):
        return objection(reason, top, cites=cites)
    unheard = [hand for hand in table.lead.active if hand not in (act.seat, *table.lead.passers)]
    hands_out = [top.location] if table.options.pass_locks else unheard
    if is_unknown_packet(table, top.location):
        only_if = "all other packets have passed or are out"
    else:
        names = join_words(hand_label(table, hand) for hand in hands_out)
        only_if = f"{names} {'has' if len(hands_out) == 1 else 'have'} no cards left"
        only_if += " and all others have passed" * table.options.pass_locks
    message = f"{reason.rstrip('.')}; {table.name(act.seat)} leads only if {only_if}."
    return doubt(message, top, depends_on=DependsOn(tuple(unheard)), cites=cites)


def object_hand_over(table: ClimbingTable) -> Answer:
    """Return an objection to an act without a hand in play."""
    last_item = table.items[-1] if table.from_deal and table.items else None
    remaining_hand = table.name(last_item.seat) if last_item and last_item.clause == "6.2" else ""
    if not table.complete and len(table.lead.active) == 1:
        remaining_hand = remaining_hand or hand_label(table, table.lead.active[0])
    return (
        objection(f"The deal is over: only {remaining_hand} still holds cards.", cites="6.2")
        if remaining_hand
        else deal_first()
    )
