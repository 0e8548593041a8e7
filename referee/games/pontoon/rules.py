"""Dealing, betting and playing in Pontoon: chapters 2, 4, 5 and 6."""

from __future__ import annotations

from referee.cards import Card
from referee.cards.words import capitalise, join_words, quantity
from referee.games.parts.dealing import deal_first, object_hand_in_progress
from referee.games.parts.turns import object_out_of_turn
from referee.games.pontoon.bank import describe_shuffle
from referee.games.pontoon.hands import (
    PONTOON,
    cards_are_pontoon,
    certain_answer,
    has_pontoon,
    is_bust,
    low_points,
    points,
    possible_counts,
)
from referee.games.pontoon.table import (
    Box,
    DeclarePontoon,
    HandEnd,
    PontoonBet,
    PontoonBuy,
    PontoonDraw,
    PontoonOptions,
    PontoonTable,
    Split,
    Stick,
    TakeBank,
    Twist,
    book,
    may_be_over,
)
from referee.rules import Act, Answer, Deal, DependsOn, Holding, Shows, doubt, grounds, objection, replace

book.section("2", "The bank, the bets and the deal")


@book.clause("2.1", TakeBank, Deal)
def one_banker(table: PontoonTable, act: TakeBank | Deal) -> Answer | None:
    """One player is the banker. The banker deals, pays the players who win and collects from those who lose."""
    banker = table.banker if table.next_banker is None else table.next_banker
    if banker is None or act.seat in (banker, -1):
        return None
    # Clause 2.3 judges a hand that is still being played, and chapter 8 the next banker.
    if table.next_banker is None and (table.has_been_played if may_be_over(table) else isinstance(act, Deal)):
        return None
    return objection(f"{table.name(banker)} has the bank, and deals.", table.limits_act)


@book.clause("2.2", TakeBank)
def limits_before_bets(table: PontoonTable, act: TakeBank) -> Answer | None:
    """Before the bets, the banker may set the lowest and the highest bet."""
    if act.least is None or act.most is None:
        return None
    if act.least > act.most:
        return objection(f"The lowest bet, {act.least}, is above the highest, {act.most}.")
    if table.staked_boxes and not may_be_over(table):
        seat, _, box = table.staked_boxes[0]
        return objection(f"{table.name(seat)} has bet already: the limits stay as they are.", box.bet_act)
    return grounds(f"{table.name(act.seat)} takes bets from {act.least} to {act.most}.")


@book.clause("2.3", Deal)
def dealt_one_each(table: PontoonTable, _act: Deal) -> Answer | None:
    """The banker deals everybody one card face down, the banker included."""
    seats_in_play: list[int] = []
    if table.from_deal and table.banker is not None and not may_be_over(table):
        seats_in_play = [seat for seat in table.players if not current_box(table, seat).end] or [table.banker]
    return object_hand_in_progress(table, seats_in_play) or (
        grounds(describe_shuffle(table)) if table.complete else None
    )


book.note("2.4", "Players look at their own card and do not show it or name it.")


@book.clause("2.5", PontoonBet)
def bets_in_turn(table: PontoonTable, act: PontoonBet) -> Answer | None:
    """From the banker's left, each player in turn bets once."""
    seat = act.seat
    if not table.complete or seat == table.banker:
        return None
    if not table.in_play:
        return deal_first()
    name, box = table.name(seat), table.boxes[seat][0]
    if box.bet:
        return objection(f"{name} has bet already.", box.bet_act)
    if table.play_has_begun or any(hand.shown_cards for hand in table.knowledge.hands):
        return objection(f"{name} is too late: the second cards have been dealt.")
    if table.turn is not None and table.turn != seat:
        return objection(f"{table.name(table.turn)} bets before {name}.")
    return None


@book.clause("2.6", PontoonBet)
def within_the_limits(table: PontoonTable, act: PontoonBet) -> Answer | None:
    """A bet must be at least one chip, and within the banker's limits."""
    lowest, highest = table.limits
    limits_act = table.limits_act if (lowest, highest) != (1, None) else None
    if act.amount < lowest:
        return objection(f"{act.amount} is less than {quantity(lowest, 'chip')}, the lowest bet.", limits_act)
    if highest is not None and act.amount > highest:
        return objection(f"{act.amount} is more than {quantity(highest, 'chip')}, the highest bet.", limits_act)
    return grounds(f"{table.name(act.seat)} bets {quantity(act.amount, 'chip')}.", limits_act)


@book.clause("2.7", Shows)
def second_cards_after_the_bets(table: PontoonTable, _act: Shows) -> Answer | None:
    """The banker then deals everybody a second card, face up."""
    return refuse_before_bets(table) if table.from_deal and table.in_play else None


book.note("2.8", "The pack is shuffled before the first deal.")
book.note("2.9", "A bet lies between the banker and the player's cards.")

book.section("4", "The banker's pontoon")


@book.clause("4.1", DeclarePontoon, Shows)
def banker_looks_before_play(table: PontoonTable, act: DeclarePontoon | Shows) -> Answer | None:
    """If the banker's face-up card is an ace or a ten-point card, the banker looks at the other card before anybody
    plays. The banker must declare a pontoon. With any other face-up card the banker does not look.
    """
    if act.seat != table.banker:
        return None
    name, bank = table.name(act.seat), table.bank
    if isinstance(act, Shows):
        if (
            table.play_has_begun
            and table.in_play
            and table.from_deal
            and not bank.cards_taken
            and cards_are_pontoon(act.cards)
        ):
            return objection(f"{name} had a pontoon from the deal, and had to say so before play.")
        return None
    if bank.end is HandEnd.DECLARED:
        return objection(f"{name} has declared it already.", *bank.acts[-1:])
    if table.complete and not table.in_play:
        return deal_first()
    if table.complete and table.play_has_begun:
        return objection("The players have begun to play.")
    return (refuse_before_bets(table) if table.complete else None) or judge_declaration(table, act.seat, bank)


@book.clause("4.2")
def bankers_pontoon_takes_double(hand: int, bank: int, options: PontoonOptions) -> int | None:
    """If the banker has a pontoon, every player pays double their bet, even with a pontoon. The hand is over.
    pontoon_v_banker_pontoon=single: If the banker has a pontoon, every player pays double their bet, but a player with
        a pontoon only the bet. The hand is over.
    pontoon_v_banker_pontoon=push: If the banker has a pontoon, every player without a pontoon pays double their bet.
        The hand is over.
    """
    if bank != PONTOON:
        return None
    return -2 if hand != PONTOON else {"double": -2, "single": -1, "push": 0}[options.pontoon_v_banker_pontoon]


book.section("5", "The player's turn")


@book.clause("5.1", Stick, PontoonBuy, Twist, Split, DeclarePontoon)
def in_turn(table: PontoonTable, act: PontoonDraw | Stick | DeclarePontoon) -> Answer | None:
    """From the banker's left, each player in turn plays out their hand. The banker comes last."""
    seat, banker = act.seat, table.banker
    if seat == banker and isinstance(act, DeclarePontoon):
        return None
    if banker is not None and (bank := table.bank).end is HandEnd.DECLARED:
        name = table.name(banker)
        if has_pontoon(table, banker, bank):
            return objection(f"{name} has a pontoon, and the hand is over.", *bank.acts[-1:], cites="4.2")
        reason = f"{name} has declared a pontoon: the hand is over if that is so, which is open until it is shown."
        return doubt(reason, *bank.acts[-1:], depends_on=DependsOn((banker,)), cites="4.2")
    if not table.in_play:
        if seat == banker and not isinstance(act, DeclarePontoon) and nobody_is_left(table):
            return grounds(f"Everybody else is bust, and {table.name(seat)} need not play.", cites="7.2")
        return deal_first()
    box = box_in_play(table, act)
    if box.end is HandEnd.BUST and table.split_card_is_presumed(seat, box):
        reason = (
            f"{table.name(seat)} is bust if the cards that were split were of one rank; open until the hand is shown."
        )
        return doubt(reason, *box.acts[-1:], depends_on=dependence_of(seat, box), cites="5.13")
    if box.end:
        cites = {HandEnd.BUST: "5.13", HandEnd.FULL: "5.3"}.get(box.end, "5.1")
        return objection(f"{table.name(seat)} {box.end}.", *box.acts[-1:], cites=cites)
    if not table.from_deal or (seat == table.turn and table.play_has_begun):
        return None
    return refuse_before_bets(table) or object_out_of_turn(table, act)


def nobody_is_left(table: PontoonTable) -> bool:
    """Tell whether all players went bust, so that the banker need not play."""
    return (
        not table.in_play
        and bool(table.staked_boxes)
        and all(box.end is HandEnd.BUST for _, _, box in table.staked_boxes)
    )


@book.clause("5.2", DeclarePontoon, interpretation="PON-A10")
def declares_pontoon(table: PontoonTable, act: DeclarePontoon) -> Answer | None:
    """A player with a pontoon declares it and turns the ace face up on the other card. A pontoon that was not declared
    still counts.
    """
    return None if act.seat == table.banker else judge_declaration(table, act.seat, box_in_play(table, act))


@book.clause("5.3", PontoonBuy, Twist)
def number_of_cards(table: PontoonTable, act: PontoonBuy | Twist) -> Answer | None:
    """A hand may take any number of cards until it is bust, even after five.
    max_cards=5: A hand with five cards is finished.
    """
    hand_is_full = is_full(table, act.seat, box_in_play(table, act))
    return objection(f"{table.name(act.seat)} {HandEnd.FULL}, and takes no more.") if hand_is_full else None


@book.clause("5.4", Stick)
def sticks(table: PontoonTable, act: Stick) -> Answer | None:
    """A player may stick on any number of points. They take no more cards.
    min_stick=15: A player may stick on 15 points or more, or on five cards. They take no more cards.
    min_stick=16: A player may stick on 16 points or more, or on five cards. They take no more cards.
    """
    if act.seat == table.banker:
        return None
    name, counts = (
        table.name(act.seat),
        possible_counts(table.knowledge, table.holding(act.seat, box_in_play(table, act))),
    )
    total = str(points(counts[0])) if len(counts) == 1 else ""
    if (min_stick := table.options.min_stick) != "none":
        is_enough = certain_answer(lambda count: points(count) >= int(min_stick) or count.size >= 5, counts)
        if is_enough is False:
            return objection(f"{name} has {total or 'less'}: {min_stick} is the least to stick on.")
        if is_enough is None:
            dependence = dependence_of(act.seat, box_in_play(table, act))
            return doubt(
                f"{name} may have less than {min_stick}; open until {name}'s hand is shown.", depends_on=dependence
            )
    return grounds(f"{name} sticks on {total}." if total else f"{name} sticks.")


@book.clause("5.5", PontoonBuy, interpretation="PON-A2")
def price_of_a_card(table: PontoonTable, act: PontoonBuy) -> Answer | None:
    """A player may buy a card, face down, for at least the bet and at most twice the bet, each time.
    buy_limit_ref=previous_buy_max: A player may buy a card, face down, for at least the bet. The first may cost twice
        the bet at most. A later card may not cost more than the one before.
    buy_limit_ref=current_total: A player may buy a card, face down, for at least the bet and at most twice the stake of
        the hand so far.
    """
    box = box_in_play(table, act)
    if not box.bet:
        return None
    lowest, highest = price_range(table, box)
    price_words = f"on a bet of {box.bet} a card costs {f'{lowest} to {highest}' if lowest < highest else highest}"
    if not lowest <= act.amount <= highest:
        return objection(f"{table.name(act.seat)} pays {act.amount}; {price_words}.", box.bet_act)
    return grounds(f"{capitalise(price_words)}.", box.bet_act)


@book.clause("5.6", PontoonBuy, interpretation="PON-A3")
def buys_below_21(table: PontoonTable, act: PontoonBuy) -> Answer | None:
    """A player may buy only if the hand is below 21 with its aces counted as one."""
    name, counts = (
        table.name(act.seat),
        possible_counts(table.knowledge, table.holding(act.seat, box_in_play(table, act))),
    )
    if not counts or counts[-1].low < 21:  # a partial record may not show what was dealt
        return None
    if counts[0].low >= 21:
        return objection(f"{name} has {counts[0].low}, and may buy only below 21.")
    dependence = replace(dependence_of(act.seat, box_in_play(table, act)), weight=low_points)
    return doubt(f"{name} may have 21; open until {name}'s hand is shown.", depends_on=dependence)


@book.clause("5.7", Twist, PontoonBuy)
def twists_and_buys_no_more(table: PontoonTable, act: Twist | PontoonBuy) -> Answer | None:
    """A player may twist: take a card face up, for nothing. A hand that has twisted may not buy."""
    name, box = table.name(act.seat), box_in_play(table, act)
    if isinstance(act, Twist):
        return grounds(f"{name} pays nothing for the card.")
    if not box.twists:
        return None
    return objection(f"{name} has twisted, and may buy no more cards for this hand.", *box.acts_of(Twist))


@book.clause("5.8", PontoonBuy, interpretation="PON-A4")
def after_a_split(table: PontoonTable, act: PontoonBuy) -> Answer | None:
    """A hand made by splitting may stick, twist or split again, but not buy.
    buy_after_split=true: A hand made by splitting may buy, stick, twist or split again.
    """
    box = box_in_play(table, act)
    if not box.from_split or table.options.buy_after_split:
        return None
    return objection(f"{table.name(act.seat)} has split.", *box.acts_of(Split))


@book.clause("5.9", Split)
def splits_first_of_all(table: PontoonTable, act: Split) -> Answer | None:
    """A hand may be split only as its first act, with the two cards dealt to it."""
    name, box = table.name(act.seat), box_in_play(table, act)
    if box.cards_taken:
        verb = "twisted" if box.twists else "bought a card"
        return objection(f"{name} has {verb}, and may split no more.", *box.acts_of(PontoonBuy, Twist))
    size = table.holding(act.seat, box).size or 2
    return objection(f"{name} has {size} cards already.") if size > 2 else None


@book.clause("5.10", Split)
def splits_equal_ranks(table: PontoonTable, act: Split) -> Answer | None:
    """A player with two cards of one rank may split them, face up, into two hands. A king and a queen are not of one
    rank.
    """
    name, box = table.name(act.seat), box_in_play(table, act)
    if len(table.boxes[act.seat]) >= 4:
        return objection(f"{name} has four hands, and there is no fifth card of the rank.", *box.acts_of(Split))
    cards, dependence = table.holding(act.seat, box).cards, dependence_of(act.seat, box)
    if len(cards) >= 2:
        cards = table.named_cards(act.seat, box)
        if cards[0].rank == cards[1].rank:
            return grounds(f"{cards[0]} and {cards[1]} are of one rank.")
        return objection(f"{cards[0]} and {cards[1]} are not of one rank.")
    pairs = [Card(cards[0].rank, suit) for suit in "SHDC" if suit != cards[0].suit] if cards else []
    if pairs and not any(may_hold(table, dependence, card) for card in pairs):
        return objection(f"{name} cannot hold a card of the same rank as {cards[0]}.")
    # If the split cards were not named, the new hands will show them.
    new_places = () if cards else table.split_locations(act.seat, box)
    return doubt(
        f"{name}'s cards may be of two ranks; open until they are shown.",
        depends_on=DependsOn((*dependence.locations, *new_places)),
    )


@book.clause("5.11", interpretation="house")
def second_bet(box: Box) -> int:
    """The second hand of a split needs a bet of its own, equal to the first."""
    return box.bet


@book.clause("5.12")
def current_box(table: PontoonTable, seat: int) -> Box:
    """A player plays out the first hand of a split before the second."""
    for box in table.boxes[seat]:
        if not box.end:
            return box
    return table.boxes[seat][-1]


@book.clause("5.13", Twist, PontoonBuy)
def bust_hand_is_finished(table: PontoonTable, act: Twist | PontoonBuy) -> Answer | None:
    """A player who is bust takes no more cards and turns all of them face up at once. The banker takes the stake and
    puts the cards under the pack.
    """
    box = box_in_play(table, act)
    holding = table.holding(act.seat, box)
    if holding.unknown_count is None or is_bust(table.knowledge, holding) is False:
        return None
    name = table.name(act.seat)
    dependence = replace(dependence_of(act.seat, box), weight=low_points)
    return doubt(f"{name} may be bust; open until {name}'s hand is shown.", depends_on=dependence, word="open")


book.note("5.14", "A player may buy a card only with the chips to pay for it.")
book.note("5.15", "Each hand of a split gets a second card.")

book.section("6", "The banker's turn")


@book.clause("6.1", Twist, Stick, Shows)
def banker_plays_last(table: PontoonTable, act: Twist | Stick | Shows) -> Answer | None:
    """When all have played, the banker turns up the hidden card, and stops or takes cards on any total."""
    if act.seat != table.banker:
        return None
    if not isinstance(act, Shows):
        return grounds(f"{table.name(act.seat)} may stop or draw on any total.")
    if len(act.cards) == 1 or not table.from_deal or not table.in_play or cards_are_pontoon(act.cards):
        return None
    seats_in_play = [seat for seat, _, box in table.staked_boxes if not box.end]
    return objection(f"{table.names(seats_in_play)} must play first.") if seats_in_play else None


@book.clause("6.2", PontoonBet, PontoonBuy, Split, after="5.1", interpretation="house")
def banker_only_draws(table: PontoonTable, act: PontoonBet | PontoonBuy | Split) -> Answer | None:
    """The banker may not bet, buy or split."""
    if act.seat != table.banker:
        return None
    verb = {PontoonBet: "bet", PontoonBuy: "buy", Split: "split"}[type(act)]
    return objection(f"{table.name(act.seat)} has the bank: the banker does not {verb}.")


def box_in_play(table: PontoonTable, act: Act) -> Box:
    """Return the hand to which an act belongs."""
    if table.resumed_hand and act.line:
        for box in table.boxes[act.seat]:
            if box.location == table.resumed_hand:
                return box
    return current_box(table, act.seat)


def dependence_of(seat: int, box: Box) -> DependsOn:
    """Return the locations that a doubt about a hand depends on."""
    return DependsOn((seat, box.location) if box.location else (seat,))


def may_hold(table: PontoonTable, dependence: DependsOn, card: Card) -> bool:
    """Tell whether a card may be in one of the locations of a doubt."""
    return any(table.knowledge.can_hold(location, card) is not Holding.NO for location in dependence.locations)


def refuse_before_bets(table: PontoonTable) -> Answer | None:
    """Return an objection if players must still bet; else None."""
    seats = table.still_to_bet
    return objection(f"{table.names(seats)} must bet first.") if seats else None


def is_full(table: PontoonTable, seat: int, box: Box) -> bool:
    """Tell whether a hand has the maximum number of cards under the house rules."""
    limit = table.options.max_cards
    return limit != "none" and (table.holding(seat, box).size or 0) >= int(limit)


def price_range(table: PontoonTable, box: Box) -> tuple[int, int]:
    """Return the lowest and the highest price of the next card."""
    if table.options.buy_limit_ref == "previous_buy_max" and box.bought:
        return box.bet, box.bought[-1]
    staked = box.bet + box.paid if table.options.buy_limit_ref == "current_total" else box.bet
    return box.bet, 2 * staked


def judge_declaration(table: PontoonTable, seat: int, box: Box) -> Answer:
    """Return the answer to a declaration of a pontoon."""
    name, is_pontoon, holding = table.name(seat), has_pontoon(table, seat, box), table.holding(seat, box)
    cards = join_words(table.named_cards(seat, box))
    if box.location and box.split_card is None and holding.fully_known:  # nobody said which of the split cards it has
        cards = f"two cards that make {points(possible_counts(table.knowledge, holding)[0])}"
    if is_pontoon is None:
        return doubt(f"{name} may have none; open until {name}'s hand is shown.", depends_on=dependence_of(seat, box))
    if is_pontoon:
        return grounds(f"{name} has {cards}.")
    if box.cards_taken:
        return objection(
            f"{name} has taken {quantity(box.cards_taken, 'card')}, and a pontoon has two as dealt.", *box.acts[-1:]
        )
    return objection(f"{name} has {cards}, which is no pontoon." if cards else f"{name} can have no pontoon.")
