"""How Play or Pay is led, followed, paid for and won: chapters 3 to 5 of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import SUIT_NAMES, counted
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.dealing import deal_first
from referee.games.parts.possession import in_hand
from referee.games.parts.turns import out_of_turn
from referee.games.play_or_pay.dealing import covers, is_out
from referee.games.play_or_pay.table import Pay, Payment, Play, Table, book
from referee.rules import Answer, Holding, Item, Unit, doubt, finding, grounds, objection

RANKS: Final = "A23456789TJQK"

# -- 3 The lead ---------------------------------------------------------------------------------------------

book.section("3", "The turn and the lead")


@book.clause("3.1", Play, Pay)
def in_turn(table: Table, act: Play | Pay) -> Answer | None:
    """The player next to the dealer leads first, and turns go round {direction}: each in turn plays one card or pays.
    Only whoever plays the thirteenth card of a suit goes on, with a new lead.
    """
    if not table.playing or may_lead_again(table, act) or act.seat == table.turn:
        return None
    if table.turn is None:
        return not_next(table, act)
    due = table.name(table.turn)
    if table.last is None and table.from_deal:
        return objection(f"Nobody has led yet, and the lead is {due}'s.")
    if table.last and card_wanted(table) is None and table.turn == table.last.seat:
        return objection(f"{due} played the last of the {suit_of(table.last.card)} and leads.", table.last)
    return out_of_turn(table, act, table.last)


def not_next(table: Table, act: Play | Pay) -> Answer | None:
    """Object to what cannot be, wherever the players sit: two turns running, or a dealer who leads."""
    name, before = table.name(act.seat), table.acted
    if before and act.seat == before.seat:
        had = f"played {before.card}" if isinstance(before, Play) else "paid"
        return objection(f"{name} has just {had}, and it is the next player's turn.", before)
    if table.from_deal and table.last is None and act.seat == table.dealer and isinstance(act, Play):
        return objection(f"{name} dealt, so {act.card} may not be led by {name}: the next player leads.")
    return None


@book.clause("3.2", Play)
def leads_any_card(table: Table, act: Play) -> Answer | None:
    """The first lead of a hand may be any card, played face up."""
    if not table.playing or table.last:
        return None
    if act.card is UNSEEN:
        return face_down(table, act)
    if table.from_deal:
        return grounds(f"{table.name(act.seat)} leads and may begin with any card.")
    return None if table.acted else grounds(f"{act.card} is the first card on record, and any card may be led.")


@book.clause("3.5", Play)
def follows_face_up(table: Table, act: Play) -> Answer | None:
    """Every later card is laid face up too, so that all see which it is."""
    return face_down(table, act) if act.card is UNSEEN and table.playing else None


def face_down(table: Table, act: Play) -> Answer:
    """Find that nobody saw which card was played."""
    return finding(f"{table.name(act.seat)} plays face up; which card was it?")


@book.clause("3.3", Play, source="003", interpretation="POP-A3")
def leads_an_unfinished_suit(table: Table, act: Play) -> Answer | None:
    """After the thirteenth card the new sequence is begun in another suit, with any card of a suit not yet finished."""
    if not table.playing or table.last is None or card_wanted(table) is not None:
        return None
    if suit_finished(table, act.card.suit):
        return objection(f"All thirteen {suit_of(act.card)} have been played.", table.last)
    return grounds(f"The {suit_of(table.last.card)} are finished, so {act.card} begins a new sequence.", table.last)


@book.clause("3.4", Play)
def plays_from_hand(table: Table, act: Play) -> Answer | None:
    """A card is played from the hand: not one that was played before, or that is known to be elsewhere."""
    return in_hand(table, act, (act.card,)) if table.playing else None


# -- 4 Play or pay ------------------------------------------------------------------------------------------

book.section("4", "Play or pay")


@book.clause("4.1")
def card_wanted(table: Table) -> Card | None:
    """After a card the next higher of its suit is wanted: after the king the ace, and after the ace the two, until all
    thirteen cards of the suit have been played.
    """
    if table.last is None:
        return None
    rank, suit = table.last.card
    place = RANKS.index(rank)
    # Only after a wrong card was let stand can a card further up have been played before.
    following = (Card(each, suit) for each in RANKS[place + 1 :] + RANKS[:place])
    return next((card for card in following if not table.known.sightings(card)), None)


@book.clause("4.2", Play, source="003", interpretation="POP-A6")
def plays_the_card_wanted(table: Table, act: Play) -> Answer | None:
    """A player in turn plays the card wanted and no other: not a lower card, and not another suit."""
    wanted, last = card_wanted(table), table.last
    if not table.playing:
        return None
    if last is None and table.acted and not table.from_deal:
        return doubt(f"Open until it is known whether {act.card} was wanted.", table.acted)
    if last is None or wanted is None:
        return None
    if act.card == wanted:
        return grounds(f"{act.card} follows {last.card}.", last)
    if may_lead_again(table, act):
        suit = suit_of(last.card)
        return doubt(f"Open until it is known whether {last.card} was the thirteenth of the {suit}.", last)
    return objection(f"{wanted} is wanted after {last.card}, not {act.card}.", last)


@book.clause("4.3", Pay)
def leader_plays(table: Table, act: Pay) -> Answer | None:
    """Whoever has the lead must play a card: there is nothing to pay for."""
    if not table.playing or card_wanted(table) is not None or not (table.from_deal or table.last):
        return None
    if table.last is None:
        return objection(f"Nothing has been led, so {table.name(act.seat)} has nothing to pay for.")
    return objection(f"{table.name(act.seat)} has the lead and can play any card.", table.last)


@book.clause("4.4", Pay)
def somebody_can_play(table: Table, act: Pay) -> Answer | None:
    """As every card is dealt, one of the players holds the card wanted: when all of them have paid for it, one of them
    held it, or the pack is short.
    """
    wanted = card_wanted(table)
    if not table.playing or not table.seats.ordered or wanted is None:
        return None
    held = {table.known.can_hold(seat, wanted) for seat in table.players}
    if Holding.YES in held:
        return None
    if held == {Holding.NO} and table.from_deal:
        return doubt(f"{wanted} was not played and is in no hand: is it missing from the pack?", word="finding")
    payments = [paid for paid in table.paid if paid.card == wanted]
    if {act.seat, *(paid.seat for paid in payments)} != set(table.players):
        return None
    reason = f"Everybody has now paid for {wanted}: somebody held it, or it is missing from the pack."
    return doubt(reason, *payments, word="finding")


@book.clause("4.5", Pay)
def pays_only_without_the_card(table: Table, act: Pay) -> Answer | None:
    """A player who holds the card wanted must play it; only a player who does not hold it pays."""
    name, wanted = table.name(act.seat), card_wanted(table)
    if not table.playing:
        return None
    if wanted is None:
        return None if table.from_deal or table.last else doubt("Open until it is known which card was wanted.")
    holding = table.known.can_hold(act.seat, wanted)
    if holding is Holding.UNKNOWN:
        return doubt(f"Open until {wanted} is seen: {name} may pay only without it.", table.last)
    if holding is Holding.NO:
        return grounds(f"{name} does not hold {wanted}: {whereabouts(table, act.seat, wanted)}.", table.last)
    if wanted in table.known.hands[act.seat].cards:
        return objection(f"{name} holds {wanted} and must play it.", table.last)
    return objection(f"{name} holds {wanted}, which is in no other hand, and must play it.", table.last)


@book.clause(
    "4.6",
    interpretation="house",
    reworded={"revoke_penalty=0": "Nothing is owed for a wrong payment but the chip itself, which stays in the pot."},
)
def revoke(table: Table, paid: Payment, line: int) -> Item:
    """Whoever is found to have paid while holding the card wanted pays {revoke_penalty} more to the pot; once the hand
    has been won, to the pot of the next.
    """
    amount = covers(table, paid.seat, table.options.revoke_penalty)
    where = f" (line {paid.line})" if paid.line else ""
    reason = f"{table.name(paid.seat)} held {paid.card} and had paid for it{where}."
    return Item(paid.seat, -amount, Unit.CHIPS, revoke, reason, line)


@book.clause("4.7")
def one_chip(table: Table, act: Pay) -> Item:
    """Whoever does not play puts one chip into the pot, and it is the next player's turn."""
    wanted = card_wanted(table) if table.playing else None
    reason = f"{table.name(act.seat)} pays for {wanted}." if wanted else f"{table.name(act.seat)} pays."
    return Item(act.seat, -covers(table, act.seat, 1), Unit.CHIPS, one_chip, reason, act.line)


@book.clause("4.8", source="003", interpretation="POP-A7")
def turn_after(table: Table, act: Play) -> int:
    """The thirteenth card of a suit ends the sequence: whoever plays it leads at once, and the turn goes round from
    there.
    """
    return act.seat if suit_finished(table, act.card.suit) else table.next_player(act.seat)


book.note(
    "4.9",
    "A wrong play or payment is taken back. Where the players let a wrong card stand, the sequence goes on from it, "
    "passing over cards that have been played.",
    interpretation="house",
)


def suit_finished(table: Table, suit: str) -> bool:
    """Tell whether all thirteen cards of a suit have been played."""
    return bool(suit) and all(table.known.sightings(Card(rank, suit)) for rank in RANKS)


def may_lead_again(table: Table, act: Play | Pay) -> bool:
    """Tell whether a player may go on with another suit because the card just played was, for all that is known, the
    thirteenth of its own: in a record that begins in the middle.
    """
    last = table.last
    if table.from_deal or last is None or table.acted != last or act.seat != last.seat:
        return False
    if isinstance(act, Pay) or act.card.suit == last.card.suit:
        return False
    unplayed = (Card(rank, last.card.suit) for rank in RANKS)
    return not any(table.known.holders(card) for card in unplayed if not table.known.sightings(card))


def whereabouts(table: Table, seat: int, card: Card) -> str:
    """Say how it is known that a hand does not hold a card."""
    for holder in table.known.holders(card):
        return f"it is in {table.name(holder)}'s hand"
    return f"the hand is {write_cards(table.known.hands[seat].cards) or 'empty'}"


def suit_of(card: Card) -> str:
    """Return ``hearts`` for a heart."""
    return SUIT_NAMES.get(card.suit, "cards")


# -- 5 The end of the hand ----------------------------------------------------------------------------------

book.section("5", "The end of the hand")


@book.clause("5.1", Play, Pay, source="003", interpretation="POP-A4")
def nobody_is_out_yet(table: Table, _act: Play | Pay) -> Answer | None:
    """The hand ends the moment a player has no cards left, even with the thirteenth card of a suit: nothing more is
    played or paid.
    """
    if table.playing:
        return None
    if won := table.out_first:
        return objection(f"The hand is over: {table.name(won.seat)} went out with {won.card}.", won)
    return deal_first()


@book.clause("5.2", reworded={"end_payment=0": "Nothing is paid for cards still held."})
def cards_held(table: Table, seat: int, line: int) -> Item:
    """Every other player owes the pot a chip for each card left in hand."""
    size = table.known.size(seat) or 0
    reason = f"{table.name(seat)} still holds {counted(size, 'card')}."
    amount = covers(table, seat, size * table.options.end_payment)
    return Item(seat, -amount, Unit.CHIPS, cards_held, reason, line)


@book.clause("5.3")
def takes_the_pot(table: Table, winner: int, line: int) -> Item:
    """The player who went out wins the hand and takes the whole pot."""
    if is_out(table, winner):
        return Item(winner, 0, Unit.CHIPS, covers, f"{table.name(winner)} has run out of chips: the pot waits.", line)
    reason = f"{table.name(winner)} has no cards left and takes the pot."
    return Item(winner, table.pot, Unit.CHIPS, takes_the_pot, reason, line)


@book.clause("5.4", interpretation="house")
def waiting_pot(table: Table) -> int:
    """What is in the pot when a new hand is dealt goes to the winner of that hand."""
    return table.pot


@book.clause("5.5", interpretation="house")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played; whoever has won the most chips in all of them is first."""
    if table.playing or table.out_first is None:
        return ()
    return ranked_by_chips(table)
