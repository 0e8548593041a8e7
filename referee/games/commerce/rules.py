"""Dealing and trading in Commerce, and the next dealer: chapters 1, 2, 4, 5 and 7."""

from __future__ import annotations

from referee.cards import UNSEEN, Card
from referee.cards.words import join_words, quantity
from referee.games.commerce.hands import KIND_CLAUSES, describe_hand, evaluate_hand, rank_above_low_ace
from referee.games.commerce.table import POOL, UNDER_PACK, Barter, CommerceBuy, CommerceDue, CommerceTable, Stand, book
from referee.games.parts.acts import Pass, TakeChips
from referee.games.parts.dealing import deal_first, object_hand_in_progress
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere, one_pack
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import next_player, object_out_of_turn
from referee.rules import STOCK, Answer, Deal, HoldsOnly, Shows, finding, grounds, objection

Trade = CommerceBuy | Barter

book.section("1", "The players, the pack and the stake")
book.include(
    one_pack,
    wording="""
    1.1: One pack of 52 cards is used, with one of each. No card is in two places, and every hand has three cards.
        pack=32: One pack of 32 cards is used, seven to ace, with one of each. No card is in two places, and every hand
            has three cards.
    """,
    printed={"1.1": {"scorer_only": True}},
)
book.note(
    "1.2",
    """Two to twelve play.
    pack=32: Two to seven play.
    """,
    source="001",
    interpretation="house",
)
book.note("1.3", "Players play alone. The aim is to win the pool with the best hand.")


@book.clause("1.4")
def stakes(table: CommerceTable, count: int) -> int:
    """Every payment is one stake of {stake:chip}.
    stake=1: Every payment is one stake of one chip.
    """
    return count * table.stake


book.note("1.5", "A payment that a player cannot cover is owed, and counts as paid.", interpretation="house")
book.note("1.6", "A wrong act is taken back, unless the table lets it stand or plays on.", interpretation="house")

book.section("2", "The deal")
book.note(
    "2.1",
    "For the first deal, cards are turned up round the table. The player who gets the first jack deals.",
    source="001",
    interpretation="CMC-A10",
)


@book.clause("2.2", Deal)
def dealt_when_over(table: CommerceTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack, and the player to the dealer's right cuts it."""
    if not table.in_play or not table.from_deal:
        return None
    if not table.hands_due:
        return object_hand_in_progress(table, tuple(table.seats))
    if pool_is_taken(table):
        return grounds("Not all hands were shown, but the pool has been taken.", *table.claims, cites="6.7")
    names = join_words(table.name(seat) for seat in table.unseen_seats)
    return finding(
        f"Not all cards of {names} were shown.",
        table.stand,
        ask=f"Ask {names} for the rest, and enter it before this line.",
        cites="5.4",
    )


def pool_is_taken(table: CommerceTable) -> bool:
    """Tell whether the whole pool has been taken before all hands were shown."""
    return table.pool > 0 and sum(claim.amount for claim in table.claims if isinstance(claim, TakeChips)) == table.pool


book.note(
    "2.3",
    """The dealer deals everybody three cards face down, one at a time or all three at once.
    deal_style=one_by_one: The dealer deals everybody three cards face down, one at a time.
    deal_style=three_together: The dealer deals everybody three cards face down, all three at once.
    """,
)


@book.clause("2.4")
def ante(table: CommerceTable, seat: int, dealer: int | None = None) -> CommerceDue:
    """Before the deal every player puts one stake into the pool, and the dealer two."""
    count = 2 if seat == dealer else 1
    stake = "two stakes" if count == 2 else "a stake"
    return CommerceDue(seat, POOL, stakes.test(table, count), "2.4", f"{table.name(seat)} puts {stake} into the pool.")


book.note("2.5", "Players look at their own cards.")

book.section("4", "Trading")


@book.clause("4.1", CommerceBuy, Barter, Stand, Pass, source="001", interpretation="CMC-A6")
def in_turn(table: CommerceTable, act: Trade | Stand | Pass) -> Answer | None:
    """From the dealer's left and round and round, the dealer asks each player in turn to trade. The dealer trades in
    turn too.
    """
    if not table.in_play:
        return deal_first("2.2")
    if table.stand:
        return objection(
            f"{table.name(table.stand.seat)} has stood, and the trading is over.", table.stand, cites="5.3"
        )
    if isinstance(act, Stand):
        return None  # 5.1 says when
    if table.turns_used_up:
        rounds = quantity(table.options.max_rounds, "turn")
        return objection(f"Everybody has had {rounds}, and the trading is over.", table.last_trade, cites="4.10")
    if table.last_trade and table.last_trade.seat == act.seat:
        return None  # 4.2 and 4.3 say why not
    return object_out_of_turn(table, act, table.last_trade)


@book.clause("4.2", CommerceBuy, Barter, Stand, Pass)
def must_trade_or_stand(table: CommerceTable, act: Trade | Stand | Pass) -> Answer | None:
    """In turn, a player must trade or stand. A player may not pass."""
    if not isinstance(act, Pass):
        return None
    name = table.name(act.seat)
    if offer := unanswered_barter(table, act):
        return objection(
            f"{name} gives {table.name(offer.seat)} a card for the one offered and then trades, or stands.",
            offer,
            cites="4.7",
        )
    return objection(f"{name} must buy, barter or stand.")


def unanswered_barter(table: CommerceTable, act: Stand | Pass) -> Barter | None:
    """Return the barter offered to the player of an act, if the record lacks the card given for it; else None."""
    last_trade = table.last_trade
    is_open_barter = isinstance(last_trade, Barter) and last_trade.to == act.seat and last_trade.returned is UNSEEN
    return (
        last_trade if is_open_barter and isinstance(last_trade, Barter) and table.in_play and not table.stand else None
    )


@book.clause("4.3", CommerceBuy, Barter)
def one_card_a_turn(table: CommerceTable, act: Trade) -> Answer | None:
    """A player trades one card a turn: they buy one for ready money or barter one, not both."""
    previous = table.last_trade
    if previous is None or previous.seat != act.seat or table.turn == act.seat:
        return None
    trade_words = "bought a card" if isinstance(previous, CommerceBuy) else "bartered"
    return objection(f"{table.name(act.seat)} has {trade_words} in this turn, and may only stand now.", previous)


@book.clause("4.4", CommerceBuy)
def ready_money(table: CommerceTable, act: CommerceBuy) -> Answer | None:
    """To buy, a player throws out a card, pays the dealer one stake and takes the top card of the pack."""
    if answer := judge_cards_in_hand(table, act, (act.thrown,)):
        return answer
    if table.dealer is None:
        return grounds(f"{table.name(act.seat)} pays the dealer {table.stake}.")
    price = price_due(table, act.seat, table.dealer)
    return grounds(price.reason, cites=price.clause)


def price_due(table: CommerceTable, seat: int, dealer: int) -> CommerceDue:
    """Return a player's debt for a bought card."""
    if seat == dealer:
        return dealers_price(table, seat)
    reason = f"{table.name(seat)} pays {table.name(dealer)} {table.stake} for a card."
    return CommerceDue(seat, dealer, stakes(table, 1), "4.4", reason)


@book.clause("4.5", CommerceBuy)
def from_the_top(table: CommerceTable, act: CommerceBuy) -> Answer | None:
    """The card thrown out goes under the pack, and nobody sees it."""
    card = act.card
    if card is UNSEEN:
        return None
    top = top_card(table)
    if top not in (UNSEEN, card):
        return misdeal_finding(table, act, f"The top card is {top}, which was thrown out before, and not {card}.")
    source = STOCK if recycled_index(table) is None else UNDER_PACK
    if table.knowledge.may_hold(source, card) and card != act.thrown:
        return None
    if card in table.knowledge.hand_at(UNDER_PACK).cards or card == act.thrown:
        return misdeal_finding(table, act, f"{card} was thrown out and lies under the pack.")
    answer = object_located_elsewhere(table, card)
    return misdeal_finding(table, act, answer.reason if answer else f"{card} cannot be on top of the pack.")


def recycled_index(table: CommerceTable) -> int | None:
    """Return the index of the thrown card now on top of the pack; None while the stock lasts."""
    bought_count, stock = len(table.thrown_cards), len(table.knowledge.pack) - 3 * len(table.seats)
    return bought_count - stock if table.from_deal and bought_count >= stock else None


def top_card(table: CommerceTable) -> Card:
    """Return the top card of the pack, or `UNSEEN` if it is unknown."""
    index = recycled_index(table)
    return UNSEEN if index is None else table.thrown_cards[index]


@book.clause("4.6", source="001", interpretation="CMC-A6")
def dealers_price(table: CommerceTable, dealer: int) -> CommerceDue:
    """A dealer who buys a card pays nothing.
    dealer_buys_free=false: A dealer who buys a card pays the stake into the pool.
    """
    name = table.name(dealer)
    if table.options.dealer_buys_free:
        return CommerceDue(dealer, dealer, 0, "4.6", f"{name} deals, and pays nothing for the card.")
    return CommerceDue(
        dealer, POOL, stakes(table, 1), "4.6", f"{name} deals, and pays the pool {table.stake} for the card."
    )


@book.clause("4.7", Barter)
def barters_to_the_left(table: CommerceTable, act: Barter) -> Answer | None:
    """To barter, a player offers a card to the next player on the left, who must give a card for it or stand."""
    name, other_name = table.name(act.seat), table.name(act.to)
    if act.seat == act.to:
        return objection(f"{name} barters with nobody else.")
    neighbour = next_player(table, act.seat)
    if neighbour is not None and act.to != neighbour:
        return objection(f"{table.name(neighbour)} sits at {name}'s left, and {other_name} does not.")
    return grounds(f"{other_name} gives a card for {name}'s, or stands.")


@book.clause("4.8", Barter)
def bartered_from_hand(table: CommerceTable, act: Barter) -> Answer | None:
    """Both cards must come from the hands. The card given may not be the card offered."""
    if answer := judge_cards_in_hand(table, act, (act.offered,)):
        return answer
    if act.offered == act.returned and act.returned is not UNSEEN:
        return objection(f"{act.returned} was offered to {table.name(act.to)}, and cannot be given for itself.")
    return judge_cards_in_hand(table, Shows(act.to, (act.returned,)), (act.returned,)) if act.seat != act.to else None


book.note(
    "4.9",
    """Neither player sees the other's card before the exchange.
    barter_blind=false: The player to whom a card is offered may look at it before they give one or stand.
    """,
    interpretation="CMC-A8",
)
book.note(
    "4.10",
    """Trading ends when everybody has had {max_rounds} turns, even if nobody stands. All hands are then shown, and
    nobody has stood.
    max_rounds=0: Trading goes on until a player stands.
    max_rounds=1: Trading ends when everybody has had one turn, even if nobody stands. All hands are then shown, and
        nobody has stood.
    """,
    interpretation="CMC-A12",
)

book.section("5", "Standing")


@book.clause("5.1", Stand)
def stands(table: CommerceTable, act: Stand) -> Answer | None:
    """A player may stand in turn instead of trading, or at once after a trade."""
    name, last_trade = table.name(act.seat), table.last_trade
    if act.seat not in may_stand(table):
        if table.turns_used_up:
            return objection("Everybody has had all turns, and the trading is over.", last_trade, cites="4.10")
        if table.turn not in (None, act.seat):
            turn = f"It is {table.name(table.turn)}'s turn"
            return objection(f"{turn}; {name} may stand in turn, or at once after a trade.", last_trade)
    if last_trade and last_trade.seat == act.seat:
        return grounds(
            f"{name} has {'bought' if isinstance(last_trade, CommerceBuy) else 'bartered'}, and stands at once.",
            last_trade,
        )
    if (
        isinstance(last_trade, Barter)
        and last_trade.to == act.seat
        and UNSEEN in (last_trade.offered, last_trade.returned)
    ):
        return grounds(
            f"If {table.name(last_trade.seat)}'s offer was not answered, no card is exchanged.", last_trade, cites="5.2"
        )
    return grounds(f"{name} stands without trading.")


@book.clause("5.2", source="001", interpretation="CMC-A7")
def may_stand(table: CommerceTable) -> tuple[int, ...]:
    """A player who is offered a barter may stand instead of giving a card. The offer is withdrawn."""
    last_trade = table.last_trade
    if last_trade is None or table.stand:
        return ()
    return (last_trade.seat, last_trade.to) if isinstance(last_trade, Barter) else (last_trade.seat,)


book.note("5.3", "When a player stands, all trading ends.")


@book.clause("5.4", Shows, HoldsOnly)
def shown_when_somebody_stands(table: CommerceTable, act: Shows | HoldsOnly) -> Answer | None:
    """The player who stands lays their hand face up, and all the others must show theirs."""
    if isinstance(act, Shows) and table.from_deal and table.in_play and not table.hands_due:
        return objection(f"Nobody has stood; if {table.name(act.seat)} does, that comes first.")
    cards = act.cards
    if len(cards) != 3 or len({*cards}) != 3 or UNSEEN in cards:
        return None
    kind = evaluate_hand(cards, rank_above_low_ace(table.options)).kind
    return grounds(f"{table.name(act.seat)} has {describe_hand(cards, table.options)}.", cites=KIND_CLAUSES[kind])


book.section("7", "The next deal and the end")


@book.clause("7.1", Deal, source="001", interpretation="house", after="2.2")
def deal_passes(table: CommerceTable, act: Deal) -> Answer | None:
    """The deal passes to the left. A hand in which nobody stood is dealt again by the same dealer."""
    dealer = next_dealer(table)
    if table.dealer is None or dealer is None:
        return None
    if act.seat in (-1, dealer):
        round_is_over = deals_left(table) == 0 and not (table.in_play and not table.hands_due)
        return (
            grounds("All have dealt equally often, and this begins a new round of deals.", cites="7.2")
            if round_is_over
            else None
        )
    return objection(f"{table.name(table.dealer)} dealt last; {table.name(dealer)} deals now.")


def next_dealer(table: CommerceTable) -> int | None:
    """Return the next dealer; None if the last dealer or the seating is unknown."""
    if table.dealer is None or (table.in_play and not table.hands_due):
        return table.dealer
    return next_player(table, table.dealer)


@book.clause("7.2")
def deals_left(table: CommerceTable) -> int | None:
    """The game is best ended when all have dealt equally often, because the deal is an advantage. It may end after any
    deal.
    stop_at=any_deal: The game may end after any deal.
    """
    dealer = next_dealer(table)
    if table.options.stop_at == "any_deal" or table.first_dealer is None or dealer is None:
        return None
    return (table.first_dealer - dealer) % len(table.seats)


@book.clause("7.3", interpretation="house")
@book.places
def places(table: CommerceTable) -> tuple[tuple[int, ...], ...]:
    """The player who has won the most chips in all deals is first."""
    return ranked_by_chips(table) if table.items and not table.pool else ()
