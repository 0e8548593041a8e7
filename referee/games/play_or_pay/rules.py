"""Dealing, leading, following, paying for and winning a hand of Play or Pay."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import SUIT_NAMES, join_words, quantity
from referee.games.parts.dealing import deal_first, object_hand_in_progress, object_wrong_dealer
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, one_place
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import next_among, object_out_of_turn, seats_in_turn_order
from referee.games.play_or_pay.table import CardPlay, PlayOrPayTable, PotPayment, book
from referee.rules import (
    Answer,
    Deal,
    DependsOn,
    Holding,
    Holds,
    HoldsOnly,
    LedgerItem,
    Shows,
    Statement,
    Unit,
    doubt,
    finding,
    grounds,
    objection,
    total,
)

FEWEST_PLAYERS: Final = book.players[0]
# The most cards that a ruling lists to show that a hand lacks one.
MOST_NAMED: Final = 8
RANKS: Final = "A23456789TJQK"
CARDS_ABOVE: Final = {
    Card(rank, suit): tuple(Card(higher, suit) for higher in RANKS[index + 1 :] + RANKS[:index])
    for suit in SUIT_NAMES
    for index, rank in enumerate(RANKS)
}

book.section("1", "Players, cards and chips")


book.note("1.1", "Three to eight play, each for themselves.", source="003", interpretation="house")


@book.clause("1.2", Holds, HoldsOnly, Shows, scorer_only=True)
def one_of_each(table: PlayOrPayTable, act: Statement) -> Answer | None:
    """One pack of 52 cards is used. No card is in two places, and no hand is larger than it was dealt."""
    if (
        isinstance(act, HoldsOnly)
        and table.from_deal
        and table.knowledge.size(act.seat) is None
        and table.seats.ordered
    ):
        # Until the dealer is known, a hand may have either of two sizes.
        fewest_cards = len(book.pack) // len(table.players)
        if not fewest_cards <= len(act.cards) <= fewest_cards + (len(book.pack) % len(table.players) > 0):
            size_words = f"{quantity(fewest_cards, 'card')} or one more"
            return misdeal_finding(
                table, act, f"{table.name(act.seat)} was dealt {size_words}, and {len(act.cards)} are named."
            )
    return one_place(table, act)


@book.clause("1.3")
def chips_left(table: PlayOrPayTable, seat: int) -> int | None:
    """Each player starts with {starting_chips} chips.
    starting_chips=0: All players start with the same number of chips, or buy as many as they wish.
    starting_chips=1: Each player starts with one chip.
    """
    if not table.options.starting_chips or not table.complete:
        return None
    return table.options.starting_chips + total(table.items, seat, Unit.CHIPS)


@book.clause("1.4", interpretation="POP-A5")
def amount_covered(table: PlayOrPayTable, seat: int, amount: int) -> int:
    """A payment that a player cannot cover is owed, and counts as paid.
    shortfall=out: A player who cannot cover a payment pays what they have left. A player with no chips plays the hand
        out, and then leaves the match. They cannot take the pot: it waits for the next hand.
    """
    if table.options.shortfall == "owe" or (chips := chips_left(table, seat)) is None:
        return amount
    return min(amount, max(0, chips))


def is_out(table: PlayOrPayTable, seat: int) -> bool:
    """Tell whether a player has no chips left, under house rules by which that eliminates them."""
    return table.options.shortfall == "out" and chips_left(table, seat) == 0


def remaining_players(table: PlayOrPayTable) -> tuple[int, ...]:
    """Return the seats that play the next hand."""
    return tuple(seat for seat in table.players if not is_out(table, seat))


book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_out(table: PlayOrPayTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals all of it, face down. Some players may get a card more than others."""
    return object_hand_in_progress(table, table.players if table.in_play and table.from_deal else ())


@book.clause("2.2", Deal, source="003", interpretation="house")
def deal_passes_on(table: PlayOrPayTable, act: Deal) -> Answer | None:
    """After each hand the deal passes to the next player. A hand that was not finished is dealt again by the same
    dealer.
    """
    return object_wrong_dealer(table, act, next_dealer(table))


def next_dealer(table: PlayOrPayTable) -> int | None:
    """Return the next dealer; None if the last one or the seating is unknown."""
    if table.dealer is None or table.in_play:
        return table.dealer
    return next_among(table, table.dealer, remaining_players(table)) if table.seats.ordered else None


@book.clause("2.3", interpretation="POP-A9")
def hand_sizes(table: PlayOrPayTable, dealer: int) -> tuple[int, ...]:
    """Cards are dealt one at a time, first to the player who will lead. The extra cards go to the players whose turns
    come first.
    """
    order = [seat for seat in (*seats_in_turn_order(table, dealer), dealer) if seat in table.players]
    size, odd_cards = divmod(len(book.pack), len(order))
    return tuple(size + (order.index(seat) < odd_cards) if seat in order else 0 for seat in table.seats)


@book.clause("2.4", interpretation="POP-A1", scorer_only="ante=0")
def ante(table: PlayOrPayTable, seat: int, line: int) -> LedgerItem:
    """No ante.
    ante=1: Each player puts an ante of one chip into the pot at the deal.
    """
    amount = amount_covered(table, seat, table.options.ante)
    return LedgerItem(seat, -amount, Unit.CHIPS, "2.4", f"{table.name(seat)} antes {quantity(amount, 'chip')}.", line)


@book.clause("2.5", interpretation="POP-A1", scorer_only="short_hand_extra_ante=false")
def short_hand_ante(table: PlayOrPayTable, seat: int, line: int) -> LedgerItem:
    """No extra ante for a hand with a card fewer.
    short_hand_extra_ante=true: A player who is dealt a card fewer than others puts one more chip into the pot.
    """
    reason = f"{table.name(seat)} is dealt a card fewer than others."
    return LedgerItem(seat, -amount_covered(table, seat, 1), Unit.CHIPS, "2.5", reason, line)


@book.clause("2.6", Deal, source="003", interpretation="POP-A8")
def three_still_play(table: PlayOrPayTable, _act: Deal) -> Answer | None:
    """At least three players must be in the match for a hand to be dealt."""
    players = remaining_players(table)
    if not table.complete or len(players) >= FEWEST_PLAYERS:
        return None
    if not players:
        return objection("Nobody has chips left.")
    names = join_words(table.name(seat) for seat in players)
    return objection(f"Only {names} {'has' if len(players) == 1 else 'have'} chips left; three are needed.")


book.section("3", "The turn and the lead")


@book.clause("3.1", CardPlay, PotPayment)
def in_turn(table: PlayOrPayTable, act: CardPlay | PotPayment) -> Answer | None:
    """Play goes clockwise from the player to the dealer's left, who leads first. In turn, each player plays one card or
    pays. The player of a suit's thirteenth card goes on with a new lead.
    direction=counter-clockwise: Play goes counter-clockwise from the player to the dealer's right, who leads first. In
        turn, each player plays one card or pays. The player of a suit's thirteenth card goes on with a new lead.
    """
    if not table.in_play:
        return hand_is_over(table)
    if act.seat == table.turn or may_lead_again(table, act):
        return None
    if table.turn is None:
        return judge_skipped_turns(table, act)
    next_name, last_play = table.name(table.turn), table.last_play
    if last_play is None and table.from_deal:
        return objection(f"Nobody has led yet, and the lead is {next_name}'s.")
    if last_play and table.turn == last_play.seat and lead_is_due(table):
        return objection(f"{next_name} played the last of the {suit_name(last_play.card)} and leads.", last_play)
    return object_out_of_turn(table, act, last_play)


def judge_skipped_turns(table: PlayOrPayTable, act: CardPlay | PotPayment) -> Answer | None:
    """Return the answer to a turn when the seating is unknown; None if nothing is wrong.

    Two consecutive turns and a lead by the dealer are illegal in any seating. If others seem to have had no turn since
    the player's last one, the record may lack it.
    """
    name, previous = table.name(act.seat), table.last_turn
    if isinstance(act, CardPlay) and table.last_play is None and table.from_deal and act.seat == table.dealer:
        return objection(f"{name} dealt, so {act.card} may not be led by {name}: the next player leads.")
    if previous is None:
        return None
    if act.seat == previous.seat:
        return objection(f"{name} has just {describe_turn(previous)}, and it is the next player's turn.", previous)
    skipped_seats = seats_passed_over(table, act.seat)
    if not skipped_seats:
        return None
    own_turn = next(turn for turn in table.last_turns if turn.seat == act.seat)
    names, verb = join_words(table.name(seat) for seat in skipped_seats), "has" if len(skipped_seats) == 1 else "have"
    return doubt(
        f"{names} {verb} had no turn since {name} {describe_turn(own_turn)}. A payment may be missing from the record.",
        own_turn,
    )


def seats_passed_over(table: PlayOrPayTable, seat: int) -> list[int]:
    """Return the seats without a turn since a player's last one."""
    order = [turn.seat for turn in table.last_turns]
    return [player for player in table.players if player not in order[order.index(seat) :]] if seat in order else []


def next_player(table: PlayOrPayTable, seat: int) -> int | None:
    """Return the next player; None if the seating is unknown."""
    if not table.seats.ordered:
        return None
    next_seat = next_among(table, seat, table.players)
    return seat if next_seat is None else next_seat


def describe_turn(turn: CardPlay | PotPayment) -> str:
    """Return the act of a turn in words."""
    return f"played {turn.card}" if isinstance(turn, CardPlay) else "paid"


@book.clause("3.2", CardPlay)
def leads_any_card(table: PlayOrPayTable, act: CardPlay) -> Answer | None:
    """The first lead of a hand may be any card."""
    if table.last_play:
        return None
    if act.card is UNSEEN:
        return refuse_face_down(table, act)
    if table.from_deal:
        return grounds(f"{table.name(act.seat)} leads and may begin with any card.")
    return None if table.last_turn else grounds(f"{act.card} is the first card on record, and any card may be led.")


@book.clause("3.3", CardPlay)
def leads_an_unfinished_suit(table: PlayOrPayTable, act: CardPlay) -> Answer | None:
    """After the thirteenth card of a suit, its player leads any card of another suit."""
    if table.wanted or not table.last_play or not lead_is_due(table):
        return None
    if all(table.knowledge.sightings(Card(rank, act.card.suit)) for rank in RANKS):
        return objection(f"All thirteen {suit_name(act.card)} have been played.", table.last_play)
    return grounds(
        f"The {suit_name(table.last_play.card)} are finished, so {act.card} begins a new sequence.", table.last_play
    )


@book.clause("3.4", CardPlay, scorer_only=True)
def plays_from_hand(table: PlayOrPayTable, act: CardPlay) -> Answer | None:
    """A card must be played from the player's hand, and only once."""
    return judge_cards_in_hand(table, act, (act.card,))


@book.clause("3.5", CardPlay)
def follows_face_up(table: PlayOrPayTable, act: CardPlay) -> Answer | None:
    """Every card is played face up."""
    return refuse_face_down(table, act) if act.card is UNSEEN else None


def refuse_face_down(table: PlayOrPayTable, act: CardPlay) -> Answer:
    """Return a finding that nobody saw the played card."""
    return finding(f"{table.name(act.seat)} plays face up. Which card was it?")


def lead_is_due(table: PlayOrPayTable) -> bool:
    """Tell whether the next card starts a sequence: the first of the hand, or the one after a thirteenth card."""
    if table.last_play:
        return table.wanted is None and table.last_play.card is not UNSEEN
    return table.from_deal


def may_lead_again(table: PlayOrPayTable, act: CardPlay | PotPayment) -> bool:
    """Tell whether the last card may have been the thirteenth of its suit, so that its player may lead again.

    This is possible only in a record that begins mid-hand.
    """
    last_play = table.last_play
    if table.from_deal or last_play is None or table.last_turn is not last_play or act.seat != last_play.seat:
        return False
    if isinstance(act, PotPayment) or act.card.suit == last_play.card.suit:
        return False
    return not any(table.knowledge.holders(Card(rank, last_play.card.suit)) for rank in RANKS)


book.section("4", "Play or pay")


@book.clause("4.1")
def card_wanted(table: PlayOrPayTable, last_play: CardPlay) -> Card | None:
    """A suit is played upwards until all thirteen cards are out. After the king comes the ace, and then the two."""
    for card in CARDS_ABOVE.get(last_play.card, ()):
        # A later card can have been played already only if a wrong card was allowed to stand.
        if not table.knowledge.sightings(card):
            return card
    return None


@book.clause("4.2", CardPlay, source="003", interpretation="POP-A6")
def plays_the_card_wanted(table: PlayOrPayTable, act: CardPlay) -> Answer | None:
    """Only the next higher card of the suit may be played."""
    wanted_card, last_play = table.wanted, table.last_play
    if wanted_card is None or last_play is None:
        if table.last_turn is None or lead_is_due(table):
            return None
        return doubt(f"Open until it is known whether {act.card} was wanted.", table.last_turn)
    if act.card == wanted_card:
        return grounds(f"{act.card} follows {last_play.card}.", last_play)
    if may_lead_again(table, act):
        suit = suit_name(last_play.card)
        return doubt(f"Open until it is known whether {last_play.card} was the thirteenth of the {suit}.", last_play)
    return objection(f"{wanted_card} is wanted after {last_play.card}, not {act.card}.", last_play)


@book.clause("4.3", PotPayment)
def leader_plays(table: PlayOrPayTable, act: PotPayment) -> Answer | None:
    """A player with the lead must play a card, and may not pay."""
    if table.wanted or not lead_is_due(table):
        return None
    if table.last_play is None:
        return objection(f"Nothing has been led, so {table.name(act.seat)} has nothing to pay for.")
    return objection(f"{table.name(act.seat)} has the lead and can play any card.", table.last_play)


@book.clause("4.4", PotPayment, scorer_only=True)
def somebody_can_play(table: PlayOrPayTable, act: PotPayment) -> Answer | None:
    """Every card is dealt, so one player holds the card wanted. If all of them have paid for it, one of them held it,
    or the pack is short.
    """
    wanted_card, players = table.wanted, table.players
    if wanted_card is None:
        return None
    payments = table.payments.get(wanted_card, ())
    everybody_paid = len(payments) + 1 >= len(players) >= FEWEST_PLAYERS
    if not everybody_paid and not table.knowledge.hands[act.seat].fully_known:
        return None
    holdings = {seat: table.knowledge.can_hold(seat, wanted_card) for seat in players}
    if {*holdings.values()} == {Holding.NO} and table.from_deal and table.seats.ordered:
        return doubt(
            f"{wanted_card} was not played and is in no hand: is it missing from the pack?",
            depends_on=DependsOn(table.player_locations, frozenset({wanted_card})),
            word="finding",
        )
    if not everybody_paid or Holding.YES in holdings.values() or holdings[act.seat] is Holding.NO:
        return None  # another player held it
    if not {act.seat, *(payment.seat for payment in payments)}.issuperset(players):
        return None
    reason = f"Everybody has paid for {wanted_card}: somebody held it, or the pack lacks it."
    return doubt(
        reason, *payments, depends_on=DependsOn(table.player_locations, frozenset({wanted_card})), word="finding"
    )


@book.clause("4.5", PotPayment)
def pays_only_without_the_card(table: PlayOrPayTable, act: PotPayment) -> Answer | None:
    """A player who holds the card wanted must play it. Only a player who does not hold it may pay."""
    wanted_card = table.wanted
    if wanted_card is None:
        return None if lead_is_due(table) else doubt("Open until it is known which card was wanted.")
    if act.card not in (None, UNSEEN, wanted_card):
        return objection(f"{wanted_card} is wanted, and not {act.card}, which nobody pays for now.", table.last_play)
    name, holding = table.name(act.seat), table.knowledge.can_hold(act.seat, wanted_card)
    if holding is Holding.UNKNOWN:
        return doubt(
            f"Open until {wanted_card} is seen: {name} may pay only if {name} does not hold it.",
            table.last_play,
            depends_on=DependsOn(table.player_locations, frozenset({wanted_card})),
        )
    if holding is Holding.NO:
        return grounds(
            f"{name} did not hold {wanted_card}: {whereabouts(table, act.seat, wanted_card)}.", table.last_play
        )
    if wanted_card in table.knowledge.hands[act.seat].cards:
        return objection(f"{name} held {wanted_card} and had to play it.", table.last_play)
    return objection(f"{name} held {wanted_card}, which is in no other hand, and had to play it.", table.last_play)


def whereabouts(table: PlayOrPayTable, seat: int, card: Card) -> str:
    """Return the evidence that a hand does not hold a card, in words."""
    for holder in table.knowledge.holders(card):
        return f"it was in {table.name(holder)}'s hand"
    cards = table.knowledge.hands[seat].cards
    if len(cards) > MOST_NAMED:
        return f"all {len(cards)} cards of the hand are known"
    return f"the hand is {write_cards(cards) or 'empty'}"


@book.clause("4.6", interpretation="house")
def revoke(table: PlayOrPayTable, payment: PotPayment, card: Card, line: int) -> LedgerItem:
    """A payment made while holding the card wanted stands if it is found out later. The player then pays the pot
    {revoke_penalty:chip} more. If the hand is over, it goes into the pot of the next.
    revoke_penalty=0: A payment made while holding the card wanted stands if it is found out later. The player owes
        nothing more.
    """
    amount = amount_covered(table, payment.seat, table.options.revoke_penalty)
    line_words = f" (line {payment.line})" if payment.line else ""
    reason = f"{table.name(payment.seat)} held {card} and had paid for it{line_words}."
    return LedgerItem(payment.seat, -amount, Unit.CHIPS, "4.6", reason, line)


@book.clause("4.7")
def one_chip(table: PlayOrPayTable, act: PotPayment) -> LedgerItem:
    """To pay, a player puts one chip into the pot. The turn passes to the next player."""
    reason = f"{table.name(act.seat)} paid for {table.wanted}." if table.wanted else f"{table.name(act.seat)} paid."
    return LedgerItem(act.seat, -amount_covered.test(table, act.seat, 1), Unit.CHIPS, "4.7", reason, act.line)


@book.clause("4.8", source="003", interpretation="POP-A7")
def turn_after(table: PlayOrPayTable, act: CardPlay, wanted_card: Card | None) -> int | None:
    """The thirteenth card of a suit ends the sequence. Its player leads at once, and the turns go on from there."""
    return act.seat if wanted_card is None and act.card is not UNSEEN else next_player(table, act.seat)


book.note(
    "4.9",
    "A wrong card or payment that is noticed at once is taken back, although all have seen the card. A wrong card "
    "that is found out later stands: the sequence goes on from it, passing over cards that have been played.",
    interpretation="house",
)


def suit_name(card: Card) -> str:
    """Return the name of a card's suit, such as ``hearts``."""
    return SUIT_NAMES.get(card.suit, "cards")


book.section("5", "The end of the hand")


@book.clause("5.1", source="003", interpretation="POP-A4")
def hand_is_over(table: PlayOrPayTable) -> Answer:
    """The hand ends when a player has no cards left, even if the last card is the thirteenth of its suit."""
    if winning_play := table.winning_play:
        return objection(
            f"The hand is over: {table.name(winning_play.seat)} went out with {winning_play.card}.",
            winning_play,
            cites="5.1",
        )
    return deal_first("2.1")


@book.clause("5.2")
def cards_held(table: PlayOrPayTable, seat: int, line: int) -> LedgerItem:
    """Each other player pays the pot one chip for each card left in their hand.
    end_payment=0: Players pay nothing for cards left in their hands.
    """
    size = table.knowledge.size(seat) or 0
    price = table.options.end_payment
    amount = amount_covered(table, seat, size * price)
    price_words = f", and pays {price} for each" if size > 1 and amount == size * price > 0 else ""
    reason = f"{table.name(seat)} still holds {quantity(size, 'card')}{price_words}."
    return LedgerItem(seat, -amount, Unit.CHIPS, "5.2", reason, line)


@book.clause("5.3")
def takes_the_pot(table: PlayOrPayTable, winner: int, line: int) -> LedgerItem:
    """The player who is out of cards wins the hand and takes the pot."""
    if is_out(table, winner):
        return LedgerItem(
            winner, 0, Unit.CHIPS, "1.4", f"{table.name(winner)} has run out of chips: the pot waits.", line
        )
    last_items = takewhile(lambda item: item.line == line, reversed(table.items))
    for_cards = -sum(item.amount for item in last_items if item.clause == "5.2")
    earlier_chips = table.pot - for_cards
    # A partial record does not show what was in the pot before.
    pot_words = f" of {table.pot}" if table.from_deal and table.pot else ""
    parts = (
        f" ({earlier_chips} put in before, and {for_cards} for cards left)"
        if pot_words and earlier_chips and for_cards
        else ""
    )
    reason = f"{table.name(winner)} has no cards left and takes the pot{pot_words}{parts}."
    return LedgerItem(winner, table.pot, Unit.CHIPS, "5.3", reason, line)


@book.clause("5.4", interpretation="house")
def waiting_pot(table: PlayOrPayTable) -> int:
    """If a hand is not finished, its pot goes to the winner of the next hand."""
    return table.pot


@book.clause("5.5", interpretation="house")
@book.places
def places(table: PlayOrPayTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most chips is first."""
    if table.in_play or table.winning_play is None:
        return ()
    return ranked_by_chips(table)
