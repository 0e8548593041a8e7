"""How a hand is played: chapters 4, 5 and 6, and how the pack serves it."""

from __future__ import annotations

from dataclasses import replace

from referee.cards import UNSEEN, Card
from referee.cards.words import capitalised, listed
from referee.games.parts.possession import misdeal_or_mistake
from referee.games.parts.turns import out_of_turn
from referee.games.pontoon.bank import still_to_bet
from referee.games.pontoon.boxes import box_of, current, players_hand, prices
from referee.games.pontoon.hands import LOW, Kind, certainly, counts, grade, points, ten_or_ace
from referee.games.pontoon.table import Bet, Box, Buy, Pontoon, Split, Stick, Table, Twist, book
from referee.rules import Answer, Hand, Holding, Known, Shows, doubt, finding, grounds, objection

# -- 4 The banker's pontoon ---------------------------------------------------------------------------------

book.section("4", "The banker's pontoon")


@book.clause("4.1", Pontoon, Shows)
def banker_looks_before_play(table: Table, act: Pontoon | Shows) -> Answer | None:
    """A banker whose card face up is an ace or a ten-point card looks at the other before anybody plays, and says if
    they are a pontoon; under any other card the banker does not look.
    """
    if act.seat != table.banker or table.bank is None:
        return None
    name, up = table.name(act.seat), table.ups[act.seat]
    if isinstance(act, Shows):
        late = table.whole and table.begun and len(act.cards) == 2 and _is_pontoon(act.cards)
        if late and table.playing and up in act.cards:
            return finding(f"{name} had a pontoon from the deal, and did not say so before play.")
        return None
    if table.whole and (not table.playing or table.bank.ended):
        return objection("No hand is being played." if not table.playing else f"{name} has declared it already.")
    if table.whole and (waiting := still_to_bet(table)):
        return objection(f"{listed(table.name(seat) for seat in waiting)} must bet first.")
    if up and not ten_or_ace(up):
        return objection(f"{name} shows {up}, and no pontoon has that card.")
    if table.whole and table.begun:
        return objection("The players have begun to play.")
    return _declared(table, act.seat, table.bank)


# -- 5 The player's turn ------------------------------------------------------------------------------------

book.section("5", "The player's turn")


@book.clause("5.1", Stick, Buy, Twist, Split, Pontoon)
def in_turn(table: Table, act: Stick | Buy | Twist | Split | Pontoon) -> Answer | None:
    """Beginning at the banker's left, each player in turn plays out the hand; the banker comes last."""
    if isinstance(act, Pontoon) and act.seat == table.banker:
        return None
    box = current(table, act.seat)
    if table.whole and not table.playing:
        return objection("No hand is being played; deal first.")
    if box is None:
        return _finished(table, act)
    if not table.whole:
        return None
    if waiting := still_to_bet(table):
        return objection(f"{listed(table.name(seat) for seat in waiting)} must bet first.")
    if table.bank and table.bank.ended == "declared":
        return objection(f"{table.name(table.banker)} has declared a pontoon.", *table.bank.acts[-1:])
    return out_of_turn(table, act)


@book.clause("5.2", Pontoon, interpretation="PON-A10")
def declares_pontoon(table: Table, act: Pontoon) -> Answer | None:
    """A player with a pontoon says so, lays the ace face up over the other card, and is finished; a pontoon that was
    not declared counts all the same.
    """
    box = players_hand(table, act.seat)
    return _declared(table, act.seat, box) if box else None


@book.clause(
    "5.3",
    Buy,
    Twist,
    reworded={"max_cards=5": "A hand is finished when it has five cards, and takes no more."},
)
def number_of_cards(table: Table, act: Buy | Twist) -> Answer | None:
    """A hand may take any number of cards until it is bust, even after five."""
    if table.options.max_cards == "none":
        return None
    box = box_of(table, act.seat)
    size = box.held.size
    if size is not None and size >= int(table.options.max_cards):
        return objection(f"{table.name(act.seat)} has {size} cards.")
    return None


@book.clause(
    "5.4",
    Stick,
    reworded={
        "min_stick=15": "A player may stick, taking no more cards, on 15 points or more, or on five cards.",
        "min_stick=16": "A player may stick, taking no more cards, on 16 points or more, or on five cards.",
    },
)
def sticks(table: Table, act: Stick) -> Answer | None:
    """A player may stick, taking no more cards, on any number of points."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    name, of = table.name(act.seat), counts(table, box)
    said = f"{name} sticks on {listed(map(points, of))}." if len(of) == 1 else f"{name} sticks."
    if table.options.min_stick == "none":
        return grounds(said)
    fewest = int(table.options.min_stick)
    enough = certainly(lambda count: points(count) >= fewest or count.size >= 5, of)
    if enough is False:
        has = str(points(of[0])) if len(of) == 1 else f"less than {fewest}"
        return objection(f"{name} has {has}.")
    return grounds(said) if enough else doubt(f"{name} may have less than {fewest}; open until {name}'s hand is shown.")


@book.clause(
    "5.5",
    Buy,
    interpretation="PON-A2",
    reworded={
        "buy_limit_ref=previous_buy_max": "A player may buy a card, face down, for at least the bet; the first for at "
        "most twice the bet, and every later one for at most what the one before cost.",
        "buy_limit_ref=current_total": "A player may buy a card, face down, for at least the bet and at most twice all "
        "that is staked on the hand so far.",
    },
)
def price_of_a_card(table: Table, act: Buy) -> Answer | None:
    """A player may buy a card, face down, for at least the bet and at most twice the bet, every time."""
    box = players_hand(table, act.seat)
    if box is None or not box.bet:
        return None
    fewest, most = prices(table, box)
    prices_in_words = f"{fewest} to {most}" if fewest < most else str(most)
    bet = f"on a bet of {box.bet} a card costs {prices_in_words}"
    if not fewest <= act.amount <= most:
        return objection(f"{table.name(act.seat)} pays {act.amount}; {bet}.", *box.did(Bet))
    return grounds(f"{capitalised(bet)}.", *box.did(Bet))


@book.clause("5.6", Buy, interpretation="PON-A3")
def buys_below_21(table: Table, act: Buy) -> Answer | None:
    """Cards may be bought while the hand is below 21 with its aces counted as one."""
    box = current(table, act.seat)
    if box is None:
        return None
    name, of = table.name(act.seat), counts(table, box)
    below = certainly(lambda count: count.low < 21, of)
    if below is False:
        return objection(f"{name} has {of[0].low}.")
    # A part of a record need not say what was dealt.
    return doubt(f"{name} may have 21; open until {name}'s hand is shown.") if below is None and of else None


@book.clause("5.7", Twist, Buy)
def twists_and_buys_no_more(table: Table, act: Twist | Buy) -> Answer | None:
    """A player may twist, taking a card face up that costs nothing; after that no card can be bought for the hand."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    if isinstance(act, Twist):
        return grounds(f"{table.name(act.seat)} pays nothing for the card.")
    return objection(f"{table.name(act.seat)} has twisted.", *box.did(Twist)) if box.twisted else None


@book.clause(
    "5.8",
    Buy,
    interpretation="PON-A4",
    reworded={"buy_after_split=true": "After a split a player may buy, stick, twist, or split again."},
)
def after_a_split(table: Table, act: Buy) -> Answer | None:
    """After a split a player may stick, twist, or split again, but not buy."""
    box = current(table, act.seat)
    if box is None or not box.from_split or table.options.buy_after_split:
        return None
    return objection(f"{table.name(act.seat)} has split.", *box.did(Split))


@book.clause("5.9", Split)
def splits_first_of_all(table: Table, act: Split) -> Answer | None:
    """Only the two cards first dealt to a hand can be split, before anything else is done with them."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    if not box.fresh or (box.held.size or 2) > 2:
        done = box.did(Buy, Twist)
        how = f"has {'twisted' if box.twisted else 'bought a card'}" if done else f"has {box.held.size} cards"
        return objection(f"{table.name(act.seat)} {how} already.", *done)
    return None


@book.clause("5.10", Split)
def splits_equal_ranks(table: Table, act: Split) -> Answer | None:
    """A player with two cards of one rank may split them, turning both up; a king and a queen are no pair."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    name, cards = table.name(act.seat), box.held.cards
    if len(cards) >= 2:
        if cards[0].rank == cards[1].rank:
            return grounds(f"{cards[0]} and {cards[1]} are of one rank.")
        return objection(f"{cards[0]} and {cards[1]} are not of one rank.")
    pairs = [Card(cards[0].rank, suit) for suit in "SHDC"] if cards else []
    if pairs and all(table.known.can_hold(act.seat, card) is Holding.NO for card in pairs if card not in cards):
        return objection(f"{name} cannot hold a card of the same rank as {cards[0]}.")
    return doubt(f"{name}'s cards may be of two ranks; open until they are shown.")


book.note("5.14", "Nobody buys a card without the chips to pay for it.")

# -- 6 The banker's turn ------------------------------------------------------------------------------------

book.section("6", "The banker's turn")


@book.clause("6.1", Twist, Stick, Shows)
def banker_plays_last(table: Table, act: Twist | Stick | Shows) -> Answer | None:
    """When everybody has played, the banker turns up the hidden card, and stops or draws on whatever total."""
    if act.seat != table.banker:
        return None
    if not isinstance(act, Shows):
        return grounds(f"{table.name(table.banker)} may stop or draw on any total.")
    playing = [seat for seat in table.players if any(box.bet and not box.ended for box in table.boxes[seat])]
    early = len(act.cards) > 1 and not _is_pontoon(act.cards) and table.bank and not table.bank.ended
    if not early or not table.whole or not table.playing or not playing:
        return None
    return objection(f"{listed(table.name(seat) for seat in playing)} must play first.")


@book.clause("6.2", Bet, Buy, Split)
def banker_only_draws(table: Table, act: Bet | Buy | Split) -> Answer | None:
    """The banker does not bet, buy or split."""
    return objection(f"{table.name(act.seat)} has the bank.") if act.seat == table.banker else None


@book.clause("1.2", Buy, Twist, Split)
def from_the_pack(table: Table, act: Buy | Twist | Split) -> Answer | None:
    """Every card taken comes from the top of the pack, and so is none that lies on the table already."""
    known = pack_for(table, len(act.draws))
    for card in act.draws:
        if card is UNSEEN or (known.unlocated(card) > 0 and act.draws.count(card) == 1):
            continue
        where = listed(f"{table.name(seat)}'s hand" for seat in known.holders(card))
        place = f"is in {where} already" if where else "cannot come twice"
        return misdeal_or_mistake(f"{card} {place}.")
    return None


@book.clause("1.3", interpretation="PON-A13")
def pack_for(table: Table, count: int) -> Known:
    """If the pack runs out, the cards that were put under it are dealt next; those on the table stay there."""
    known = table.known
    if known.stock is None or known.stock >= count:
        return known
    for seat, hands in enumerate(table.boxes):
        for box in hands:
            known = _gathered(known, seat, box) if box.ended == "bust" else known
    return known


# -- What several clauses ask -------------------------------------------------------------------------------


def _declared(table: Table, seat: int, box: Box) -> Answer:
    name, cards = table.name(seat), listed(box.held.cards)
    of = counts(table, box)
    has = certainly(lambda count: grade(count, box.from_split, table.options).kind is Kind.PONTOON, of)
    if has:
        return grounds(f"{name} has {cards}.")
    if has is False:
        return objection(f"{name} has {cards or 'no card'}, which is no pontoon.")
    return doubt(f"{name} may have none; open until {name}'s hand is shown.")


def _finished(table: Table, act: Stick | Buy | Twist | Split | Pontoon) -> Answer | None:
    box = table.boxes[act.seat][-1]
    if box.ended == "full" and isinstance(act, Buy | Twist):
        return None  # clause 5.3 says why
    how = {"stuck": "has stuck", "declared": "has declared a pontoon", "bust": "is bust", "full": "has five cards"}
    return objection(f"{table.name(act.seat)} {how[box.ended]}.", *box.acts[-1:])


def _is_pontoon(cards: tuple[Card, ...]) -> bool:
    return {LOW.get(card.rank) for card in cards} == {1, 10} and len(cards) == 2


def _gathered(known: Known, seat: int, box: Box) -> Known:
    """Put the cards of a hand back into the pack, as far as they were seen."""
    cards, unknown = list(known.hands[seat].cards), known.hands[seat].unknown
    under = [card for card in box.held.cards if card in cards]
    for card in under:
        cards.remove(card)
    return replace(known.with_hand(seat, Hand(tuple(cards), unknown)), stock=(known.stock or 0) + len(under))
