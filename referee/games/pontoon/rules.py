"""How Pontoon is banked, dealt, bet, played and settled: all chapters but the third, on what the hands are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, combinations, product

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import capitalised, counted, listed, number
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.dealing import deal_first, hand_over
from referee.games.parts.one_pack import misdeal_or_mistake, one_pack
from referee.games.parts.turns import out_of_turn
from referee.games.pontoon.hands import (
    A_PONTOON,
    BUST_HAND,
    LOW,
    Grade,
    Grades,
    Kind,
    certainly,
    counts,
    grades,
    has_pontoon,
    in_words,
    is_bust,
    points,
)
from referee.games.pontoon.table import (
    BUST,
    DECLARED,
    FULL,
    STUCK,
    Banks,
    Bet,
    Box,
    Buy,
    Declines,
    Due,
    Options,
    Pay,
    Pontoon,
    Split,
    Stick,
    Table,
    Twist,
    book,
)
from referee.rules import STOCK, Act, Answer, Deal, Holding, Move, Shows, doubt, finding, grounds, objection

Play = Stick | Buy | Twist | Split | Pontoon

# -- 1 The pack ---------------------------------------------------------------------------------------------

book.section("1", "The pack")
book.include(
    one_pack,
    wording={
        "1.1": "One pack of 52 is used, with one of each card: no card is in two places, and no hand has more cards "
        "than were dealt to it, bought and twisted."
    },
)


@book.clause("1.2", Buy, Twist, Split, after="6.2")
def from_the_pack(table: Table, act: Buy | Twist | Split) -> Answer | None:
    """Every card taken comes from the top of the pack, and so is none that lies on the table already."""
    for at, card in enumerate(act.cards):
        if card is UNSEEN:
            continue
        if card in act.cards[:at]:
            return misdeal_or_mistake(f"{card} cannot come twice.")
        if table.known.can_hold(STOCK, card) is Holding.NO:
            if any(card in move.cards for move in dealt_again(table, len(act.cards))):
                continue
            where = listed(f"{table.name(seat)}'s hand" for seat in table.known.holders(card))
            return misdeal_or_mistake(f"{card} is in {where} already." if where else f"No card is left for {card}.")
    return None


@book.clause("1.3", interpretation="PON-A13")
def dealt_again(table: Table, count: int) -> tuple[Move, ...]:
    """If the pack runs out, the cards that were put under it are dealt next; those on the table stay there."""
    stock = table.known.stock
    if stock is None or stock >= count:
        return ()
    under = []
    for seat, hands in enumerate(table.boxes):
        held = table.known.hands[seat].cards
        for box in hands:
            if box.ended == BUST and (cards := tuple(card for card in table.held(seat, box).cards if card in held)):
                under.append(Move(cards, seat, STOCK))
    return tuple(under)


@book.clause("1.4", Shows, interpretation="house")
def whole_hand_is_shown(table: Table, act: Shows) -> Answer | None:
    """In a record that begins in the middle, a player who shows several cards shows the whole hand, which has two cards
    and one more for each that was bought or twisted.
    """
    held, boxes = table.known.hands[act.seat], table.boxes[act.seat]
    if held.unknown is not None or len(act.cards) < 2 or len(boxes) > 1 or not boxes[0].taken:
        return None
    named, fewest = len({*held.cards, *act.cards}), 2 + boxes[0].taken
    if named >= fewest:
        return None
    name, taken = table.name(act.seat), boxes[0].did(Buy, Twist)
    has = f"{name} has taken {counted(len(taken), 'card')}, so that the hand has {number(fewest)} or more"
    return finding(f"{has}; {write_cards(act.cards)} are {number(len(act.cards))}.", *taken)


book.note(
    "1.5",
    "What is done against the rules is void and taken back, unless the table lets it stand or plays on as if it did.",
    interpretation="house",
)

# -- 2 The bank and the bets --------------------------------------------------------------------------------

book.section("2", "The bank, the bets and the deal")


@book.clause("2.1", Banks, Deal)
def one_banker(table: Table, act: Banks | Deal) -> Answer | None:
    """One player is the banker, who deals, pays whoever wins and collects from whoever loses."""
    named = table.banker if table.heir is None else table.heir
    if named is None or act.seat in (named, -1):
        return None
    if table.heir is None and (played(table) if may_be_over(table) else isinstance(act, Deal)):
        return None  # chapter 8 says who banks next, and 2.3 that a hand is still played
    return objection(f"{table.name(named)} has the bank.", table.terms)


@book.clause("2.2", Banks)
def limits_before_bets(table: Table, act: Banks) -> Answer | None:
    """The banker may set the lowest and the highest bet, before anybody bets."""
    if act.least is None or act.most is None:
        return None
    if act.least > act.most:
        return objection(f"The lowest bet, {act.least}, is above the highest, {act.most}.")
    bets = [bet for seat in table.players for box in table.boxes[seat] for bet in box.did(Bet)]
    if bets and not may_be_over(table):
        return objection(f"{table.name(bets[0].seat)} has bet already.", bets[0])
    return grounds(f"{table.name(act.seat)} takes bets from {act.least} to {act.most}.")


@book.clause("2.3", Deal)
def dealt_one_each(table: Table, _act: Deal) -> Answer | None:
    """When the hand before is settled, the banker deals one card face down to everybody, the banker too."""
    if answer := hand_over(table, still_playing(table)):
        return answer
    return grounds(shuffled(table)) if table.whole else None


book.note("2.4", "Everybody looks at the card, and neither shows it nor says what it is.")


@book.clause("2.5", Bet)
def bets_in_turn(table: Table, act: Bet) -> Answer | None:
    """Beginning at the banker's left, each player in turn bets once, before the second cards are dealt."""
    seat = act.seat
    if not table.whole or seat == table.banker:
        return None
    if not table.in_play:
        return deal_first()
    name, box = table.name(seat), table.boxes[seat][0]
    if box.bet:
        return objection(f"{name} has bet already.", *box.did(Bet))
    if table.begun or any(hand.shown for hand in table.known.hands):
        return objection(f"{name} is too late: the second cards have been dealt.")
    if table.turn is not None and table.turn != seat:
        return objection(f"{table.name(table.turn)} bets before {name}.")
    return None


@book.clause("2.6", Bet, source="003", interpretation="house")
def within_the_limits(table: Table, act: Bet) -> Answer | None:
    """A bet is at least one chip, and keeps to the limits that the banker has set."""
    fewest, most = table.limits
    terms = table.terms if (fewest, most) != (1, None) else None
    if act.amount < fewest:
        return objection(f"{act.amount} is less than {counted(fewest, 'chip')}, the lowest bet.", terms)
    if most is not None and act.amount > most:
        return objection(f"{act.amount} is more than {counted(most, 'chip')}, the highest bet.", terms)
    return grounds(f"{table.name(act.seat)} bets {counted(act.amount, 'chip')}.", terms)


@book.clause("2.7", Shows)
def second_cards_after_the_bets(table: Table, _act: Shows) -> Answer | None:
    """When everybody has bet, the banker deals everyone a second card, face up."""
    if table.begun or not table.from_deal or not table.in_play:
        return None
    return must_bet_first(table)


book.note("2.8", "Before the first deal the pack is shuffled.")
book.note("2.9", "A bet lies between the banker and the cards of the player whose bet it is.")

# -- 4 The banker's pontoon ---------------------------------------------------------------------------------

book.section("4", "The banker's pontoon")


@book.clause("4.1", Pontoon, Shows)
def banker_looks_before_play(table: Table, act: Pontoon | Shows) -> Answer | None:
    """A banker whose card face up is an ace or a ten-point card looks at the other before anybody plays, and says if
    they are a pontoon; under any other card the banker does not look.
    """
    if act.seat != table.banker or table.bank is None:
        return None
    name = table.name(act.seat)
    if isinstance(act, Shows):
        if table.begun and table.in_play and table.from_deal and is_pontoon(act.cards) and not table.bank.taken:
            return finding(f"{name} had a pontoon from the deal, and did not say so before play.")
        return None
    if table.bank.ended == DECLARED:
        return objection(f"{name} has declared it already.", *table.bank.acts[-1:])
    if table.from_deal or table.whole:
        if not table.in_play:
            return deal_first()
        if answer := must_bet_first(table):
            return answer
        if table.begun:
            return objection("The players have begun to play.")
    return declared(table, act.seat, table.bank)


@book.clause(
    "4.2",
    reworded={
        "pontoon_v_banker_pontoon=single": "The banker's pontoon takes double the bet from every player, but the bet "
        "only from one with a pontoon, and the hand ends.",
        "pontoon_v_banker_pontoon=push": "The banker's pontoon takes double the bet from every player but those with a "
        "pontoon, who pay nothing, and the hand ends.",
    },
)
def bankers_pontoon_takes_double(hand: Grade, bank: Grade, options: Options) -> int | None:
    """The banker's pontoon takes double the bet from every player, even from one with a pontoon, and the hand ends."""
    if bank.kind is not Kind.PONTOON:
        return None
    if hand.kind is not Kind.PONTOON:
        return -2
    return {"double": -2, "single": -1, "push": 0}[options.pontoon_v_banker_pontoon]


# -- 5 The player's turn ------------------------------------------------------------------------------------

book.section("5", "The player's turn")


@book.clause("5.1", Stick, Buy, Twist, Split, Pontoon)
def in_turn(table: Table, act: Play) -> Answer | None:
    """Beginning at the banker's left, each player in turn plays out the hand; the banker comes last."""
    seat, banker = act.seat, table.banker
    if seat == banker and isinstance(act, Pontoon):
        return None
    if banker is not None and (bank := table.boxes[banker][0]).ended == DECLARED:
        has = "has" if has_pontoon(table, banker, bank) else "has declared"
        return objection(f"{table.name(banker)} {has} a pontoon, and the hand is over.", *bank.acts[-1:], cites="4.2")
    if not table.in_play:
        return deal_first()
    if current(table, seat) is None:
        return finished(table, act)
    if not table.from_deal or (seat == table.turn and table.begun):
        return None
    return must_bet_first(table) or out_of_turn(table, act)


@book.clause("5.2", Pontoon, interpretation="PON-A10")
def declares_pontoon(table: Table, act: Pontoon) -> Answer | None:
    """A player with a pontoon says so, lays the ace face up over the other card, and is finished; a pontoon that was
    not declared counts all the same.
    """
    box = players_hand(table, act.seat)
    return declared(table, act.seat, box) if box else None


@book.clause(
    "5.3",
    Buy,
    Twist,
    reworded={"max_cards=5": "A hand is finished when it has five cards, and takes no more."},
)
def number_of_cards(table: Table, act: Buy | Twist) -> Answer | None:
    """A hand may take any number of cards until it is bust, even after five."""
    if table.options.max_cards == "none" or not has_all_cards(table, act.seat, box_of(table, act.seat)):
        return None
    return objection(f"{table.name(act.seat)} has {table.options.max_cards} cards.")


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
    name, of = table.name(act.seat), counts(table.known, table.held(act.seat, box))
    said = f"{name} sticks on {points(of[0])}." if len(of) == 1 else f"{name} sticks."
    if table.options.min_stick == "none":
        return grounds(said)
    fewest = int(table.options.min_stick)
    enough = certainly(lambda count: points(count) >= fewest or count.size >= 5, of)
    if enough is False:
        return objection(f"{name} has {points(of[0]) if len(of) == 1 else f'less than {fewest}'}.")
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
    bet = f"on a bet of {box.bet} a card costs {f'{fewest} to {most}' if fewest < most else most}"
    if not fewest <= act.amount <= most:
        return objection(f"{table.name(act.seat)} pays {act.amount}; {bet}.", *box.did(Bet))
    return grounds(f"{capitalised(bet)}.", *box.did(Bet))


@book.clause("5.6", Buy, interpretation="PON-A3")
def buys_below_21(table: Table, act: Buy) -> Answer | None:
    """Cards may be bought while the hand is below 21 with its aces counted as one."""
    box = current(table, act.seat)
    # A part of a record need not say what was dealt.
    of = counts(table.known, table.held(act.seat, box)) if box else ()
    if not of or of[-1].low < 21:
        return None
    name = table.name(act.seat)
    if of[0].low >= 21:
        return objection(f"{name} has {of[0].low}.")
    return doubt(f"{name} may have 21; open until {name}'s hand is shown.")


@book.clause("5.7", Twist, Buy)
def twists_and_buys_no_more(table: Table, act: Twist | Buy) -> Answer | None:
    """A player may twist, taking a card face up that costs nothing; after that no card can be bought for the hand."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    if isinstance(act, Twist):
        return grounds(f"{table.name(act.seat)} pays nothing for the card.")
    return objection(f"{table.name(act.seat)} has twisted.", *box.did(Twist)) if box.twists else None


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
    name, size = table.name(act.seat), table.held(act.seat, box).size or 2
    if box.taken:
        done = "twisted" if box.twists else "bought a card"
        return objection(f"{name} has {done} already.", *box.did(Buy, Twist))
    return objection(f"{name} has {size} cards already.") if size > 2 else None


@book.clause("5.10", Split)
def splits_equal_ranks(table: Table, act: Split) -> Answer | None:
    """A player with two cards of one rank may split them, turning both up; a king and a queen are no pair."""
    box = players_hand(table, act.seat)
    if box is None:
        return None
    name, cards = table.name(act.seat), table.held(act.seat, box).cards
    if len(cards) >= 2:
        if cards[0].rank == cards[1].rank:
            return grounds(f"{cards[0]} and {cards[1]} are of one rank.")
        return objection(f"{cards[0]} and {cards[1]} are not of one rank.")
    pairs = [Card(cards[0].rank, suit) for suit in "SHDC" if suit != cards[0].suit] if cards else []
    if pairs and all(table.known.can_hold(act.seat, card) is Holding.NO for card in pairs):
        return objection(f"{name} cannot hold a card of the same rank as {cards[0]}.")
    return doubt(f"{name}'s cards may be of two ranks; open until they are shown.")


@book.clause("5.11", interpretation="house")
def second_bet(box: Box) -> int:
    """The second hand of a split has a bet of its own, equal to the first."""
    return box.bet


@book.clause("5.12")
def hand_being_played(hands: tuple[Box, ...]) -> Box | None:
    """A player who has split plays out the first hand before the second."""
    for box in hands:
        if not box.ended:
            return box
    return None


@book.clause("5.13", Twist, Buy)
def bust_hand_is_finished(table: Table, act: Twist | Buy) -> Answer | None:
    """A player who is bust takes no more cards, and turns all of them up at once; the banker takes the stake, and the
    cards go under the pack.
    """
    box = current(table, act.seat)
    if box is None or is_bust(table.known, held := table.held(act.seat, box)) is False or held.unknown is None:
        return None
    name = table.name(act.seat)
    return doubt(f"{name} may be bust; open until {name}'s hand is shown.", word="open")


book.note("5.14", "Nobody buys a card without the chips to pay for it.")
book.note("5.15", "Each hand of a split gets a second card.")

# -- 6 The banker's turn ------------------------------------------------------------------------------------

book.section("6", "The banker's turn")


@book.clause("6.1", Twist, Stick, Shows)
def banker_plays_last(table: Table, act: Twist | Stick | Shows) -> Answer | None:
    """When everybody has played, the banker turns up the hidden card, and stops or draws on whatever total."""
    if act.seat != table.banker:
        return None
    if not isinstance(act, Shows):
        return grounds(f"{table.name(table.banker)} may stop or draw on any total.")
    if len(act.cards) == 1 or not table.from_deal or not table.in_play or is_pontoon(act.cards):
        return None
    playing = [seat for seat in table.players if any(box.bet and not box.ended for box in table.boxes[seat])]
    return objection(f"{listed(map(table.name, playing))} must play first.") if playing else None


@book.clause("6.2", Bet, Buy, Split, interpretation="house")
def banker_only_draws(table: Table, act: Bet | Buy | Split) -> Answer | None:
    """The banker does not bet, buy or split."""
    return objection(f"{table.name(act.seat)} has the bank.") if act.seat == table.banker else None


# -- 7 The settlement ---------------------------------------------------------------------------------------

book.section("7", "The settlement")


@book.clause("7.1", Pay)
def pays_what_is_due(table: Table, act: Pay) -> Answer | None:
    """When the banker has finished, all hands are shown, and the banker settles each of them once with its player, one
    after the other or several together; only the stake of a bust hand is taken before.
    """
    banker = table.banker
    if banker is None:
        return doubt("Open until it is known who banks.")
    payer, payee = table.name(act.seat), table.name(act.to)
    if act.seat == act.to or banker not in (act.seat, act.to):
        return objection(f"{payer} and {payee} owe each other nothing: {table.name(banker)} has the bank.")
    player = opponent(table, act)
    name, hands = table.name(player), table.boxes[player]
    if not any(box.bet for box in hands):
        if table.whole:
            return objection(f"{name} has no bet in this hand.")
        return doubt(f"Open until it is known what {name} bet.")
    owed = unpaid(table, player)
    if not owed:
        paid = (each for each in table.payments if player in (each.seat, each.to))
        return objection(f"{name} and the banker have settled already.", *paid)
    certain, asked = decided(owed), gain(table, act)
    if settled := amounting_to(asked, certain):
        return grounds(reasons(table, player, settled), *acts_behind(table, player, settled), cites=_rule(settled))
    possible = {at: dues for at, dues in owed.items() if dues}
    if not possible:
        busy = name if any(not hands[at].ended for at in owed) else table.name(banker)
        return objection(f"{busy} has not finished.")
    if not any(asked == sum(due.amount for due in some) for some in _ways(possible)):
        totals = sorted({sum(due.amount for due in dues) for dues in product(*possible.values())})
        owing = capitalised(listed((_owing(name, table.name(banker), amount) for amount in totals), "or"))
        because = acts_behind(table, player, possible)
        rule = _rule(certain) if len(certain) == len(owed) else "7.1"
        return objection(f"{owing}. {reasons(table, player, certain)}".rstrip(), *because, cites=rule)
    hidden = [seat for seat in (banker, player) if not is_seen(table, seat)]
    unseen = listed(f"{table.name(seat)}'s hand" for seat in hidden)
    return doubt(f"Open until {unseen} {'is' if len(hidden) == 1 else 'are'} shown.")


@book.clause("7.2")
def bust_hand_loses(hand: Grade, _bank: Grade, _options: Options) -> int | None:
    """A bust hand loses its stake at once, whatever the banker does later."""
    return -1 if hand.kind is Kind.BUST else None


@book.clause("7.3", interpretation="PON-A12")
def stake(box: Box) -> int:
    """The stake of a hand is its bet and all that was paid for cards; hands made by splitting are settled each by
    itself.
    """
    return box.bet + sum(box.bought)


@book.clause(
    "7.4",
    reworded={
        "banker_trick_collects=2x": "If the banker makes a five-card trick, a pontoon is paid double and every other "
        "hand loses twice its stake, five-card tricks too."
    },
)
def bankers_trick_loses_to_pontoon_only(hand: Grade, bank: Grade, options: Options) -> int | None:
    """If the banker makes a five-card trick, a pontoon is paid double and every other hand loses its stake, five-card
    tricks too.
    """
    if bank.kind is not Kind.TRICK:
        return None
    if hand.kind is Kind.PONTOON:
        return 2
    return -2 if options.banker_trick_collects == "2x" else -1


@book.clause("7.5")
def pontoons_and_tricks_are_paid_double(hand: Grade, _bank: Grade, _options: Options) -> int | None:
    """A pontoon and a five-card trick win twice their stake, whatever the banker's points."""
    return 2 if hand.kind in (Kind.TRICK, Kind.PONTOON) else None


@book.clause("7.6")
def banker_bust_pays_all(_hand: Grade, bank: Grade, _options: Options) -> int | None:
    """If the banker is bust, every other hand that is not bust itself wins its stake; pontoons and five-card tricks win
    double, as ever.
    """
    return 1 if bank.kind is Kind.BUST else None


@book.clause("7.7")
def higher_points_win(hand: Grade, bank: Grade, _options: Options) -> int | None:
    """A hand of more points than the banker's wins its stake."""
    return 1 if hand.points > bank.points else None


@book.clause("7.8")
def equal_or_lower_points_lose(_hand: Grade, _bank: Grade, _options: Options) -> int | None:
    """A hand of as many points as the banker's, or fewer, loses its stake."""
    return -1


# The first of these that applies to a hand decides it.
PAYMENTS = (
    bust_hand_loses,
    bankers_pontoon_takes_double,
    bankers_trick_loses_to_pontoon_only,
    pontoons_and_tricks_are_paid_double,
    banker_bust_pays_all,
    higher_points_win,
    equal_or_lower_points_lose,
)


def dues(table: Table, player: int, box: Box) -> tuple[Due, ...]:
    """Return every result that a player's hand can still have; none while it, or the banker's, is being played."""
    if box.due:
        return (box.due,)
    bank, banker = table.bank, table.banker
    if bank is None or banker is None or player == banker or not box.bet:
        return ()
    if box.ended == BUST:
        return _dues(BUST_HAND, BUST_HAND, box, table.options)
    if not is_final(table, bank):
        return ()
    ours, theirs = grades(table, player, box), grades(table, banker, bank)
    pontoon = theirs == A_PONTOON or bank.ended == DECLARED
    if pontoon and not box.taken:
        # Nobody has taken a card yet.
        ours = tuple(each for each in ours if each.kind in (Kind.POINTS, Kind.PONTOON)) or ours
    if pontoon and theirs != A_PONTOON:
        return (*_dues(ours, A_PONTOON, box, table.options), Due(0, "7.1", 0, 0))  # or the hand is not over
    return _dues(ours, theirs, box, table.options) if pontoon or is_final(table, box) else ()


def _dues(ours: Grades, theirs: Grades, box: Box, options: Options) -> tuple[Due, ...]:
    found: dict[int, Due] = {}
    for multiple, clause in _multiples(ours, theirs, options):
        # The banker's pontoon ends the hand before cards can be bought.
        chips = box.bet if clause == bankers_pontoon_takes_double.id else stake(box)
        found[multiple * chips] = Due(multiple * chips, clause, multiple, chips)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _multiples(ours: Grades, theirs: Grades, options: Options) -> tuple[tuple[int, str], ...]:
    """Return the multiples of the stake that a hand may win or lose, each with the rule of payment."""
    cases = product(ours, theirs)
    return tuple(
        dict.fromkeys(
            next((times, rule.id) for rule in PAYMENTS if (times := rule(hand, bank, options)) is not None)
            for hand, bank in cases
        )
    )


def is_final(table: Table, box: Box) -> bool:
    """Tell whether a hand takes no more cards; a part of a record need not say so."""
    return bool(box.ended) or not table.from_deal


def unpaid(table: Table, player: int) -> dict[int, tuple[Due, ...]]:
    """Return what may be due for each hand of a player that no payment has settled, by its place among the hands."""
    owed = {at: dues(table, player, box) for at, box in enumerate(table.boxes[player]) if box.bet}
    for paid in table.payments:
        if player in (paid.seat, paid.to):
            for at in amounting_to(gain(table, paid), decided(owed)):
                del owed[at]
    return owed


def decided(owed: Mapping[int, tuple[Due, ...]]) -> dict[int, Due]:
    """Return what is certainly due, hand by hand."""
    return {at: results[0] for at, results in owed.items() if len(results) == 1}


def amounting_to(asked: int, certain: Mapping[int, Due]) -> dict[int, Due]:
    """Return the hands that so much is due for: the first such hand, or else the first of the fewest together."""
    for some in chain.from_iterable(combinations(certain, size) for size in range(1, len(certain) + 1)):
        if sum(certain[at].amount for at in some) == asked:
            return {at: certain[at] for at in some}
    return {}


def _ways(possible: Mapping[int, tuple[Due, ...]]) -> Iterable[tuple[Due, ...]]:
    """Yield what may be due for one hand, and for several together."""
    for size in range(1, len(possible) + 1):
        for some in combinations(possible.values(), size):
            yield from product(*some)


def opponent(table: Table, act: Pay) -> int:
    """Return the player with whom the banker settles."""
    return act.to if act.seat == table.banker else act.seat


def gain(table: Table, act: Pay) -> int:
    """Return what the player gains by a payment."""
    return act.amount if act.seat == table.banker else -act.amount


def reasons(table: Table, player: int, settled: Mapping[int, Due]) -> str:
    """Say what hands are due, and why, as far as they are seen now."""
    return " ".join(reason(table, player, at, due) for at, due in settled.items())


def reason(table: Table, player: int, at: int, due: Due) -> str:
    """Say what a hand is due, and why, as far as it is seen now."""
    hands = table.boxes[player]
    said = f"{table.name(player)}'s {in_words(grades(table, player, hands[at]))}"
    if len(hands) > 1:
        said += f" (hand {at + 1})"
    if due.clause != bust_hand_loses.id and table.banker is not None and table.bank is not None:
        said += f" against {table.name(table.banker)}'s {in_words(grades(table, table.banker, table.bank))}"
    return f"{said} {_WINS[due.multiple].format(due.chips)}."


_WINS = {
    2: "is paid double: 2 x {}",
    1: "wins {}",
    0: "neither wins nor loses",
    -1: "loses {}",
    -2: "loses double: 2 x {}",
}


def acts_behind(table: Table, player: int, settled: Iterable[int]) -> list[Act]:
    """Return what made some hands what they are, and the banker's, unless they were bust before it counted."""
    boxes = [table.boxes[player][at] for at in settled]
    if table.bank and any(box.ended != BUST for box in boxes):
        boxes.append(table.bank)
    return [act for box in boxes for act in box.acts]


def is_seen(table: Table, seat: int) -> bool:
    """Tell whether every card of a player's hands is known."""
    return all(table.held(seat, box).whole for box in table.boxes[seat])


def _rule(settled: Mapping[int, Due]) -> str:
    """Return the clause that decides every one of some hands, or else that all are settled."""
    clauses = {due.clause for due in settled.values()}
    return clauses.pop() if len(clauses) == 1 else "7.1"


def _owing(name: str, bank: str, amount: int) -> str:
    if not amount:
        return f"{name} and {bank} owe each other nothing"
    return f"{bank} owes {name} {amount}" if amount > 0 else f"{name} owes {bank} {-amount}"


# -- 8 The next hand ----------------------------------------------------------------------------------------

book.section("8", "The next hand")


@book.clause(
    "8.1",
    Banks,
    Deal,
    interpretation="PON-A5",
    reworded={
        "split_pontoon_takes_bank=true": "A player who had a pontoon, made by splitting or not, has the bank next; of "
        "several, the nearest to the banker's left."
    },
)
def bank_goes_to_a_pontoon(table: Table, act: Banks | Deal) -> Answer | None:
    """A player who had a pontoon, other than by splitting, has the bank next; of several, the nearest to the banker's
    left.
    """
    if act.seat < 0 or table.banker is None or table.heir is not None or not played(table) or not may_be_over(table):
        return None
    heirs, name = rightful(table), table.name(act.seat)
    heir = table.name(heirs[-1])
    if act.seat in heirs:
        if isinstance(act, Deal) or act.seat == heirs[-1] == table.banker:
            return None
        if len(heirs) == 1:
            return grounds(f"{name} had a pontoon.")
        hidden = listed((f"{table.name(seat)}'s" for seat in heirs if seat != table.banker), "or")
        return doubt(f"Open until it is seen whether {hidden} hand was a pontoon.", word="open")
    if heirs[-1] != table.banker:
        return objection(f"{heir} had a pontoon and has the bank next.")
    if stays_with_a_pontoon(table):
        return objection(f"{heir} had a pontoon and keeps the bank.", cites="8.2")
    if len(heirs) == 1:
        return objection(f"{heir} keeps the bank.", cites="8.4")
    return objection(f"{name} had no pontoon; the bank is {listed(map(table.name, heirs), 'or')}'s.", cites="8.4")


@book.clause(
    "8.2",
    interpretation="PON-A6",
    reworded={"bank_moves_if_banker_also_pontoon=true": "The bank moves so even when the banker had a pontoon too."},
)
def stays_with_a_pontoon(table: Table) -> bool:
    """The bank stays where it is when the banker had a pontoon too."""
    banker, bank = table.banker, table.bank
    if banker is None or bank is None or table.options.bank_moves_if_banker_also_pontoon:
        return False
    return has_pontoon(table, banker, bank) is True


@book.clause(
    "8.3",
    Declines,
    interpretation="house",
    reworded={"bank_refusable=false": "A player to whom the bank goes must take it."},
)
def declines_the_bank(table: Table, act: Declines) -> Answer | None:
    """A player to whom the bank goes may decline it; then it goes to the next who had a pontoon, or else stays."""
    name = table.name(act.seat)
    if act.seat == table.banker or not may_be_over(table) or act.seat not in rightful(table):
        return objection(f"The bank does not go to {name}.")
    if not table.options.bank_refusable:
        return objection(f"{name} had a pontoon and must bank.")
    return None


@book.clause("8.4")
def rightful(table: Table) -> tuple[int, ...]:
    """When no player had a pontoon, or none who had one takes the bank, the same banker deals the next hand."""
    if table.heir is not None or table.banker is None:
        return () if table.heir is None else (table.heir,)
    heirs: list[int] = []
    # Whoever may have had a pontoon comes before the first who certainly had one, or the banker.
    for seat in () if stays_with_a_pontoon(table) else table.players:
        for box in table.boxes[seat] if seat not in table.declined else ():
            eligible = box.bet and (not box.from_split or table.options.split_pontoon_takes_bank)
            had = has_pontoon(table, seat, box) if eligible else False
            if had is not False and seat not in heirs:
                heirs.append(seat)
            if had:
                return tuple(heirs)
    return (*heirs, table.banker)


@book.clause("8.5")
def shuffled(table: Table) -> str:
    """After a hand with a pontoon the pack is shuffled; otherwise the cards go under it, and it is not shuffled."""
    if not played(table):
        return "The pack is shuffled."
    hands = [(box, has_pontoon(table, seat, box)) for seat, boxes in enumerate(table.boxes) for box in boxes]
    if any(had for _, had in hands):
        return "There was a pontoon: the pack is shuffled."
    if any(box.bet and not box.due and had is None for box, had in hands):
        return "A hand was not shown: if it was a pontoon, the pack is shuffled."
    return "There was no pontoon: the cards go under the pack, which is not shuffled."


@book.clause("8.6", interpretation="house")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played; whoever has won the most chips in all of them is first."""
    return ranked_by_chips(table) if table.items else ()


# -- What several clauses ask -------------------------------------------------------------------------------


def played(table: Table) -> bool:
    """Tell whether there has been a hand."""
    return table.from_deal or any(box.bet for hands in table.boxes for box in hands)


def may_be_over(table: Table) -> bool:
    """Tell whether the hand is over, or would be if nobody took another card: a banker need not say so, nor, in a part
    of a record, a player whose hand is shown.
    """
    banker = table.banker
    if not table.in_play or banker is None:
        return not table.in_play
    hands = [(seat, box) for seat in table.players for box in table.boxes[seat] if box.bet]
    return bool(hands) and all(
        box.ended or (table.held(seat, box).whole and (seat == banker or not table.from_deal))
        for seat, box in (*hands, (banker, table.boxes[banker][0]))
    )


def still_playing(table: Table) -> tuple[int, ...]:
    """Return who has still to play, when it is known from the deal that somebody has; else nobody."""
    if not table.from_deal or table.banker is None or may_be_over(table):
        return ()
    waiting = tuple(seat for seat in table.players if any(not box.ended for box in table.boxes[seat]))
    return waiting or (table.banker,)


def still_to_bet(table: Table) -> tuple[int, ...]:
    """Return the players who have still to bet, as long as nobody has played."""
    if table.begun or table.banker is None:
        return ()
    return tuple(seat for seat in table.players if not table.boxes[seat][0].bet)


def must_bet_first(table: Table) -> Answer | None:
    """Object to what comes after the bets."""
    waiting = still_to_bet(table)
    return objection(f"{listed(map(table.name, waiting))} must bet first.") if waiting else None


def current(table: Table, seat: int) -> Box | None:
    """Return the hand that may take cards, of a player or of the banker."""
    return hand_being_played.test(table.boxes[seat])


def players_hand(table: Table, seat: int) -> Box | None:
    """Return the hand that a player is playing; None for the banker, and for who has finished."""
    return None if seat == table.banker else current(table, seat)


def box_of(table: Table, seat: int) -> Box:
    """Return the hand that a player's act is done to: the first that is not finished, or else the last."""
    return current(table, seat) or table.boxes[seat][-1]


def finished(table: Table, act: Play) -> Answer:
    """Object to an act of a player all of whose hands are finished."""
    box = table.boxes[act.seat][-1]
    how, clause = _FINISHED[box.ended]
    return objection(f"{table.name(act.seat)} {how}.", *box.acts[-1:], cites=clause)


_FINISHED = {
    STUCK: ("has stuck", "5.1"),
    DECLARED: ("has declared a pontoon", "5.1"),
    BUST: ("is bust", "5.13"),
    FULL: ("has five cards", "5.3"),
}


def has_all_cards(table: Table, seat: int, box: Box) -> bool:
    """Tell whether a hand has as many cards as the house allows."""
    most = table.options.max_cards
    return most != "none" and (table.held(seat, box).size or 0) >= int(most)


def prices(table: Table, box: Box) -> tuple[int, int]:
    """Return the lowest and the highest price of the next card."""
    most = 2 * box.bet
    if table.options.buy_limit_ref == "previous_buy_max" and box.bought:
        most = box.bought[-1]
    elif table.options.buy_limit_ref == "current_total":
        most = 2 * stake(box)
    return box.bet, most


def declared(table: Table, seat: int, box: Box) -> Answer:
    """Say whether a hand that is declared to be a pontoon is one."""
    name, has = table.name(seat), has_pontoon(table, seat, box)
    cards = listed(table.held(seat, box).cards)
    if has is None:
        return doubt(f"{name} may have none; open until {name}'s hand is shown.")
    return grounds(f"{name} has {cards}.") if has else objection(f"{name} has {cards}, which is no pontoon.")


def is_pontoon(cards: tuple[Card, ...]) -> bool:
    """Tell whether some cards are a pontoon."""
    return len(cards) == 2 and {LOW.get(card.rank) for card in cards} == {1, 10}
