"""The stud hand that breaks a tie, or decides after all have busted: chapter 8."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from referee.cards import UNSEEN, Card
from referee.cards.words import join_words, quantity
from referee.games.five_card_21.table import HAND_SIZE, StudDeal, Table21
from referee.games.parts.betting.payment import pots
from referee.games.parts.betting.pots import Pot
from referee.games.parts.dealing import deal_first
from referee.games.parts.draw_poker.draws import discard_heap
from referee.games.parts.hands.poker_hands import rank_gunn, rank_munk
from referee.games.parts.hands.ranking import DecidingDifference, HandOrder, RankedHand
from referee.games.parts.one_pack import misdeal_finding, object_located_elsewhere
from referee.rules import OPEN_TABLE, STOCK, Answer, Cards, Chapter, Knowledge, Move, finding, grounds, objection

stud_chapter = Chapter("The stud hand that breaks a tie")


@stud_chapter.clause("8.1", StudDeal, source="002", interpretation="F21-A4")
def among_the_tied(table: Table21, act: StudDeal) -> Answer | None:
    """If all who stayed in have busted, a stud hand is dealt among them. If the best hands are equal, it is dealt among
    the players who tied. With side pots, each pot goes this way among the players who can win it.
    """
    stud = table.stud
    if not table.in_play and not stud.tied:
        return deal_first()
    if not table.from_deal:
        return None
    if not stud.tied:
        return objection("There is no tie to break.")
    if act.seat not in stud.tied:
        return objection(f"The tie is between {join_words(map(table.name, stud.tied))}.")
    if act.seat not in players_in_tie(table):
        return objection(f"{table.name(act.seat)} has folded.")
    return None


@stud_chapter.clause("8.2", StudDeal, source="002", interpretation="F21-A1")
def five_cards_each(table: Table21, act: StudDeal) -> Answer | None:
    """Each of them is dealt five cards face up. There are no more bets.
    stud_betting=bet_each_street: Each of them is dealt five cards face up, one at a time. Each time all have another
        card, they bet.
    """
    betting_round = table.round
    if not table.from_deal:
        return None
    name, card_count = table.name(act.seat), len(table.stud.cards(act.seat))
    if table.options.stud_betting == "none":
        if card_count + len(act.cards) > HAND_SIZE:
            return objection(f"{name} would have {card_count + len(act.cards)} cards, and not five.")
        return None
    if betting_round.is_open:
        return objection(
            f"{join_words(map(table.name, betting_round.to_act))} may still bet on the cards shown.",
            betting_round.top_act,
        )
    if len(act.cards) > 1:
        return objection(f"{name} is dealt one card at a time, not {len(act.cards)}.")
    if card_count > min((len(table.stud.cards(seat)) for seat in players_in_tie(table)), default=card_count):
        return objection(f"{name} has {quantity(card_count, 'card')} already, and the others wait for theirs.")
    return None


@stud_chapter.clause("8.3", StudDeal, source="002", interpretation="F21-A3")
def from_the_remaining_cards(table: Table21, act: StudDeal) -> Answer | None:
    """The stud hand is dealt from the stub, without the discards. If the stub has fewer than five cards for each of
    them, all cards are gathered and reshuffled.
    remaining_cards=stub_plus_discards: The stud hand is dealt from the stub. If it is too small, the discards are
        added. If that is still too few, all cards are gathered and reshuffled.
    """
    if UNSEEN in act.cards:
        return finding(f"The stud hand is dealt face up: what was {table.name(act.seat)} dealt?")
    knowledge = table.knowledge
    for move in reshuffle_moves(table):
        knowledge = knowledge.move(move)
    for card in act.cards:
        if not knowledge.unlocated(card) and card not in knowledge.hand_at(STOCK).cards:
            answer = object_located_elsewhere(table, card)
            explanation = f": {answer.reason}" if answer else "."
            return misdeal_finding(table, act, f"{card} was not among the cards that remained{explanation}")
    if knowledge is not table.knowledge:
        added_cards = "all" if knowledge.size(table.stud.tied[0]) == 0 else "the discards"
        return grounds(
            f"Too few cards were left for {len(table.stud.tied)} stud hands, so {added_cards} were shuffled in."
        )
    hand = stud_hand(table, (*table.stud.cards(act.seat), *act.cards))
    return grounds(f"{table.name(act.seat)} has {hand.words}.")


@stud_chapter.clause("8.4", source="002", interpretation="PK-2")
def stud_hand(table: Table21, cards: Sequence[Card]) -> RankedHand:
    """Stud hands rank, from high to low: straight flush (5H 6H 7H 8H 9H), four of a kind (QD QC QH QS 4D), full house
    (7C 7D 7S KH KD), flush (2C 6C 8C JC AC), straight (4D 5C 6H 7S 8D), three of a kind (8D 8C 8H KS 5D), two pair (JD
    JS 4C 4H AD), one pair (TC TH AS 7D 2C), no pair (AS QD JC 7H 5D). Within a class, the ranks that make it decide,
    then the other cards. With no pair, only the highest card counts: its rank, then its suit (spades, hearts, clubs,
    diamonds).
    stud_ranking=gunn: Stud hands rank, from high to low: straight flush (5H 6H 7H 8H 9H), four of a kind (QD QC QH QS
        4D), full house (7C 7D 7S KH KD), flush (2C 6C 8C JC AC), straight (4D 5C 6H 7S 8D), three of a kind (8D 8C 8H
        KS 5D), two pair (JD JS 4C 4H AD), one pair (TC TH AS 7D 2C), high card (AS QD JC 7H 5D). Within a class, the
        ranks that make it decide, then the other cards. Suits never decide.
    """
    hand = rank_gunn(cards) if table.options.stud_ranking == "gunn" else rank_munk(cards)
    return with_trump_first(hand, table.game.trump_cards) if table.options.bookem_in_tiebreak else hand


def with_trump_first(hand: RankedHand, trump: Set[Card]) -> RankedHand:
    """Return the rank of a hand. With all the cards of `trump`, it beats every other hand."""

    def differs(first: RankedHand, second: RankedHand, position: int) -> tuple[DecidingDifference, str, str]:
        if position:
            our_hand, their_hand = (
                RankedHand(ranked.strength[1:], hand.order, ranked.source_cards) for ranked in (first, second)
            )
            return hand.order.explain_difference(our_hand, their_hand, position - 1)
        our_words, their_words = (
            join_words(sorted(map(str, trump))) if ranked.strength[0] else "any other hand"
            for ranked in (first, second)
        )
        return DecidingDifference.CLASS, f"{our_words} {'are' if first.strength[0] else 'is'}", their_words

    has_trump = trump <= set(hand.source_cards)
    words = f"{join_words(sorted(map(str, trump)))}" if has_trump else hand.words
    return RankedHand(
        (int(has_trump), *hand.strength), HandOrder(lambda _: words, lambda _: hand.cards, differs), hand.source_cards
    )


@stud_chapter.clause("8.5", source="002", interpretation="F21-A2")
def tied_players(table: Table21) -> tuple[int, ...]:
    """If stud hands are equal too, another is dealt among the players who are still tied.
    stud_tie=split: If stud hands are equal too, the players who tied divide the pot.
    """
    stud = table.stud
    if table.options.stud_tie == "split" and any(len(hands) > 1 for hands in stud.scores.values()):
        return ()
    tied_seats: set[int] = set()
    # If the record does not show the bets, assume that there is one pot.
    for pot in pots(table) or (Pot(1, tuple(stud.scores)),):
        strengths = {seat: stud.strength(seat) for seat in pot.eligible if seat in stud.scores}
        best = [seat for seat in strengths if pot.amount and strengths[seat] == max(strengths.values())]
        tied_seats.update(best if len(best) > 1 else ())
    return tuple(seat for seat in table.hand.players if seat in tied_seats)


stud_chapter.note(
    "8.6",
    "The dealer of the hand also deals the stud hand, even if tied, and decides who gets the first card.",
    source="002",
)


def players_in_tie(table: Table21) -> tuple[int, ...]:
    """Return the tied players who have not folded in the stud hand."""
    return tuple(seat for seat in table.stud.tied if seat in table.hand.live)


def reshuffle_moves(table: Table21) -> Iterator[Move]:
    """Yield the moves that return cards to the stub, if it is too small for a stud hand."""
    if any(table.stud.face_up.values()) or not table.stud.tied:
        return
    knowledge, needed_count = table.knowledge, HAND_SIZE * len(table.stud.tied)
    remaining = knowledge.stock
    if remaining is None or remaining >= needed_count:
        return
    heaps: list[int | str] = [discard_heap(seat) for seat in table.seats]
    if table.options.remaining_cards == "stub_plus_discards":
        remaining += sum(knowledge.size(heap) or 0 for heap in heaps)
    if table.options.remaining_cards == "undealt_stub" or remaining < needed_count:
        heaps += [*table.seats]
        yield Move(open_cards(knowledge), OPEN_TABLE, STOCK)
    for heap in heaps:
        hand = knowledge.hand_at(heap)
        if hand.size:
            yield Move((*hand.cards, *(UNSEEN,) * (hand.unknown_count or 0)), heap, STOCK)


def open_cards(knowledge: Knowledge) -> Cards:
    """Return the cards lying face up on the table."""
    return tuple(card for card in knowledge.card_locations for _ in knowledge.sightings(card))
