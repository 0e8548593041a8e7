"""The exchange of cards before play, where the club has one: chapter 7."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, number_word, quantity
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import object_hand_over
from referee.games.parts.climbing.opening import LeftOverCards
from referee.games.parts.one_pack import judge_cards_in_hand
from referee.games.parts.turns import next_player
from referee.games.zheng_shangyou.hands import height
from referee.games.zheng_shangyou.table import (
    Auction,
    AuctionAct,
    AuctionBid,
    AuctionBuy,
    HandOn,
    Look,
    Trade,
    Unsold,
    Vote,
    ZhengTable,
    book,
)
from referee.rules import BURIED, OPEN_TABLE, STOCK, Answer, Move, Offer, TableFact, grounds, objection, replace

ExchangeAct = Trade | Vote | AuctionAct | HandOn
AUCTIONS = "exchange=higher_bid|free_bid"
# The exchanges in which an act is done, and the name of an exchange by its act.
EXCHANGES_OF_ACT = {
    Trade: ("trading",), Vote: ("trading",), HandOn: ("pass_around",),
    AuctionBid: ("higher_bid", "free_bid"), AuctionBuy: ("higher_bid", "free_bid"), Unsold: ("higher_bid", "free_bid"),
}  # fmt: skip
EXCHANGE_NAMES = {Trade: "trading", Vote: "trading", HandOn: "handing on of cards"}

book.section("7", "Before play")


@book.clause(
    "7.1", Trade, Vote, AuctionBid, AuctionBuy, Unsold, HandOn, interpretation="house", scorer_only="exchange=none"
)
def before_play(table: ZhengTable, act: ExchangeAct) -> Answer | None:
    """No cards change hands before play.
    exchange=trading: Between the deal and the first play, the players may trade cards freely.
    exchange=higher_bid: Between the deal and the first play, the cards left over are auctioned, each for a higher card.
    exchange=free_bid: Between the deal and the first play, the cards left over are auctioned at any price.
    exchange=pass_around: Between the deal and the first play, each player passes cards to the next, face down.
    """
    if table.options.exchange not in EXCHANGES_OF_ACT[type(act)]:
        return objection(f"There is no {EXCHANGE_NAMES.get(type(act), 'auction')} under these house rules.")
    if not table.in_play:
        return object_hand_over(table)
    if table.hand.first_play and not isinstance(act, Trade):
        play_words = f"{table.name(table.hand.first_play.seat)} has played {write_cards(table.hand.first_play.cards)}"
        return objection(f"{play_words}, and nothing changes hands any more.", table.hand.first_play)
    return None


# -- Trading ------------------------------------------------------------------------------------------------


@book.clause("7.2", Trade, source="004", interpretation="house", only="exchange=trading")
def card_for_card(table: ZhengTable, act: Trade) -> Answer | None:
    """Two players may trade any cards, the same number each way."""
    if act.other == act.seat:
        return objection(f"{table.name(act.seat)} cannot trade alone.")
    given_text, taken_text = write_cards(act.given), write_cards(act.taken)
    if len(act.given) != len(act.taken):
        return objection(f"{given_text} for {taken_text} is {quantity(len(act.given), 'card')} for {len(act.taken)}.")
    return grounds(f"{table.name(act.seat)} and {table.name(act.other)} trade {given_text} for {taken_text}.")


@book.clause("7.3", Trade, Vote, source="004", interpretation="house", only="exchange=trading")
def ended_by_vote(table: ZhengTable, act: Trade | Vote) -> Answer | None:
    """A majority of all players can end the trading by vote. The player who opens must then play."""
    if isinstance(act, Vote) and (own_vote := next((vote for vote in table.hand.votes if vote.seat == act.seat), None)):
        return objection(f"{table.name(act.seat)} has voted already.", own_vote)
    if is_voted_down(table):
        names = join_words(table.name(vote.seat) for vote in table.hand.votes)
        return objection(f"{names} have voted to end the trading.", *table.hand.votes)
    if isinstance(act, Trade):
        return None
    votes, players = len(table.hand.votes) + 1, len(table.seats)
    if not table.seats.ordered:
        return grounds(f"{table.name(act.seat)} votes to end the trading.")
    end_words = ", and the trading is over" if 2 * votes > players else ""
    return grounds(
        f"That is {quantity(votes, 'vote')} to end it, of {quantity(players, 'player')}{end_words}.", *table.hand.votes
    )


def is_voted_down(table: ZhengTable) -> bool:
    """Tell whether more than half of the players have voted to end the trading."""
    return table.seats.ordered and 2 * len(table.hand.votes) > len(table.seats)


@book.clause("7.4", Trade, source="004", interpretation="ZSY-A11", only="exchange=trading")
def ended_by_the_first_play(table: ZhengTable, _act: Trade) -> Answer | None:
    """The player who holds the opening card at that moment may play it at any time. That ends the trading at once."""
    if table.hand.first_play is None:
        return None
    name, cards = table.name(table.hand.first_play.seat), write_cards(table.hand.first_play.cards)
    return objection(f"{name} has played {cards}, and the trading is over.", table.hand.first_play)


# -- Auctions -----------------------------------------------------------------------------------------------


@book.clause("7.5", AuctionBid, AuctionBuy, source="004", interpretation="house", only="exchange=higher_bid")
def of_higher_rank(table: ZhengTable, act: AuctionBid | AuctionBuy) -> Answer | None:
    """A card is bought with one higher card. Equal rank is not enough. The colour joker cannot be bought."""
    lot = card_on_sale(table, act)
    price = card_offered(act)
    if lot is None or UNSEEN in (lot, price):
        return None
    if height(price) <= height(lot):
        return objection(f"{price} is not higher than {lot}, which is on sale.")
    return grounds(f"{price} is higher than {lot}.")


book.note("7.6", "A card is bought with any one card.", source="004", interpretation="house", only="exchange=free_bid")


@book.clause("7.7", AuctionBid, AuctionBuy, Unsold, source="004", interpretation="house", only=AUCTIONS)
def in_their_order(table: ZhengTable, act: AuctionAct) -> Answer | None:
    """The cards left over are sold one at a time, in the order in which they lie. The card paid is sold next. The
    auction ends when nobody buys, and that card stays out of play.
    exchange=free_bid: The cards left over are sold one at a time, in the order in which they lie. The cards paid are
        sold in the next round, and there are {auction_rounds} rounds. What nobody buys, and what is paid in the last
        round, stays out of play.
    """
    lots = table.hand.auction.lots
    if lots:
        is_wrong_lot = not isinstance(act, AuctionBid) and act.lot != lots[0]
        return objection(f"It is {lots[0]} that is on sale.") if is_wrong_lot else None
    if not table.from_deal:
        return None
    if table.hand.auction.round or not left_over_count(table):
        return objection("There is no card left to be sold.")
    return objection("The cards left over have still to be turned up.")


@book.clause("7.8", AuctionBuy, Unsold, source="004", interpretation="house", only=AUCTIONS, after="7.9")
def highest_offer(table: ZhengTable, act: AuctionBuy | Unsold) -> Answer | None:
    """The highest card offered buys. Of equal offers, the first buys."""
    best = table.hand.auction.highest_offer()
    if best is None:
        return grounds(f"Nobody has offered anything for {act.lot}.") if isinstance(act, Unsold) else None
    name = table.name(best.seat)
    if isinstance(act, Unsold):
        return objection(f"{name} has offered {best.card}.", best)
    difference = height(act.price) - height(best.card)
    if difference < 0:
        return objection(f"{name} has offered {best.card}, which is more than {act.price}.", best)
    if difference == 0 and best.seat != act.seat:
        return objection(f"{name} has offered {best.card}, which is as much, and did so first.", best)
    return grounds(f"Nobody has offered more than {act.price}.", *table.hand.auction.offers)


@book.clause(
    "7.9",
    Trade,
    AuctionBid,
    AuctionBuy,
    HandOn,
    interpretation="house",
    only="exchange=trading|higher_bid|free_bid|pass_around",
)
def comes_from_the_hand(table: ZhengTable, act: Trade | AuctionBid | AuctionBuy | HandOn) -> Answer | None:
    """Players may give, offer or pay only cards in their own hands."""
    if isinstance(act, HandOn):
        return judge_cards_in_hand(table, act, act.cards)
    if isinstance(act, AuctionBid | AuctionBuy):
        is_seen = card_offered(act) is not UNSEEN
        return (
            judge_cards_in_hand(table, act, (card_offered(act),))
            if is_seen
            else objection("The card offered or paid must be named.")
        )
    return judge_cards_in_hand(table, act, act.given) or judge_cards_in_hand(
        table, replace(act, seat=act.other), act.taken
    )


def card_on_sale(table: ZhengTable, act: AuctionAct) -> Card | None:
    """Return the card on sale; if the record does not show it, the one that the act names."""
    if table.hand.auction.lots:
        return table.hand.auction.lots[0]
    return None if isinstance(act, AuctionBid) else act.lot


def card_offered(act: AuctionBid | AuctionBuy) -> Card:
    """Return the card that is offered or paid."""
    return act.card if isinstance(act, AuctionBid) else act.price


def left_over_count(table: ZhengTable) -> int:
    """Return the number of cards left over after an even deal."""
    return len(table.knowledge.pack) % len(table.seats)


def put_on_sale(table: ZhengTable, act: LeftOverCards) -> ZhengTable:
    """Return the table with the leftover cards put on sale, if the club auctions them."""
    if table.options.exchange not in EXCHANGES_OF_ACT[AuctionBid] or table.hand.auction.round or table.hand.first_play:
        return table
    return table.with_hand(auction=Auction(lots=tuple(card for card in act.cards if card is not UNSEEN), round=1))


# -- Handing on ---------------------------------------------------------------------------------------------


@book.clause("7.10", HandOn, only="exchange=pass_around")
def hands_on_once(table: ZhengTable, act: HandOn) -> Answer | None:
    """Each player chooses {cards_passed} cards and passes them, face down, to the next player in order of play."""
    card_count = table.options.cards_passed
    if act.seat in table.hand.handed_on:
        return objection(f"{table.name(act.seat)} has handed cards on already.")
    if len(act.cards) != card_count:
        return objection(f"{quantity(len(act.cards), 'card')}: {number_word(card_count)} are handed on.")
    next_seat = next_player(table, act.seat)
    receiver_text = f" to {table.name(next_seat)}" if next_seat is not None else ""
    return grounds(f"{table.name(act.seat)} hands {number_word(card_count)} cards on{receiver_text}.")


@book.clause("7.11", HandOn, Look, only="exchange=pass_around", after="7.1")
def not_seen_before(table: ZhengTable, act: HandOn | Look) -> Answer | None:
    """Players may look at the cards passed to them only after they have passed their own."""
    if isinstance(act, Look):
        if act.seat in table.hand.handed_on or not table.in_play or table.hand.first_play:
            return None
        return objection(f"{table.name(act.seat)} has not handed any cards on yet.")
    waiting_cards = table.knowledge.hand_at(waiting_location(act.seat)).cards
    unseen_cards = [card for card in act.cards if card in waiting_cards]
    return (
        objection(f"{join_words(unseen_cards)} lies face down before {table.name(act.seat)}.") if unseen_cards else None
    )


def waiting_location(seat: int) -> str:
    """Return the location of cards passed to a player who may not look at them yet."""
    return f"handed to {seat}"


# -- The end of it ------------------------------------------------------------------------------------------


@book.clause("7.12", Play, Pass, interpretation="house", only="exchange=higher_bid|free_bid|pass_around", after="4.1")
def done_before_play(table: ZhengTable, _act: Play | Pass) -> Answer | None:
    """Play begins when every card has been auctioned, or every player has passed cards."""
    if table.lead.is_opened or not table.in_play:
        return None
    if lots := table.hand.auction.lots:
        return objection(f"{lots[0]} is still on sale.")
    if due := due_before_play(table):
        return objection(f"Play has not begun: {due} must come first.")
    return None


def due_before_play(table: ZhengTable) -> str:
    """Return what must be done before play, such as a sale or passing cards; empty if nothing must."""
    if (
        table.lead.is_opened
        or not table.from_deal
        or not table.in_play
        or table.options.exchange in ("none", "trading")
    ):
        return ""
    if table.options.exchange == "pass_around":
        names = [table.name(seat) for seat in table.seats if seat not in table.hand.handed_on]
        return f"{number_word(table.options.cards_passed)} cards from {join_words(names)}" if names else ""
    if table.hand.auction.lots:
        return f"the sale of {table.hand.auction.lots[0]}"
    return "the sale of the cards left over" if not table.hand.auction.round and left_over_count(table) else ""


def exchange_moves(table: ZhengTable, act: ExchangeAct) -> Iterator[Move]:
    """Yield the moves of the cards that change hands."""
    match act:
        case Trade():
            moves = Move(act.given, act.seat, act.other), Move(act.taken, act.other, act.seat)
            # Unseen cards move first, as none of them can be a card that arrives now.
            yield from sorted(moves, key=lambda move: UNSEEN not in move.cards)
        case AuctionBuy():
            source = OPEN_TABLE if table.knowledge.sightings(act.lot) else STOCK
            yield Move((act.lot,), source, act.seat, face_up=True)
            yield Move((act.price,), act.seat, OPEN_TABLE, "paid")
        case HandOn():
            next_seat = next_player(table, act.seat)
            if next_seat is None:  # it is not known to whom they go
                yield Move((UNSEEN,) * len(act.cards), act.seat, BURIED)
                return
            yield Move(
                act.cards, act.seat, next_seat if next_seat in table.hand.handed_on else waiting_location(next_seat)
            )
            waiting_hand = table.knowledge.hand_at(waiting_location(act.seat))
            yield Move(
                (*waiting_hand.cards, *(UNSEEN,) * (waiting_hand.unknown_count or 0)),
                waiting_location(act.seat),
                act.seat,
            )


def record_exchange(table: ZhengTable, act: ExchangeAct) -> ZhengTable:
    """Return the table after an act before play."""
    auction = table.hand.auction
    match act:
        case Vote():
            return table.with_hand(votes=(*table.hand.votes, act))
        case AuctionBid() if act.card is not UNSEEN:
            return table.with_hand(auction=replace(auction, offers=(*auction.offers, act)))
        case AuctionBuy() | Unsold():
            price = (act.price,) if isinstance(act, AuctionBuy) and act.price is not UNSEEN else ()
            return table.with_hand(auction=auction.sell(price, table.options))
        case HandOn():
            return table.with_hand(handed_on=table.hand.handed_on | {act.seat})
    return table


def exchange_facts(table: ZhengTable) -> Iterator[TableFact]:
    """Yield the card on sale with its offers, the votes, and the players who have passed cards."""
    if not table.in_play or table.hand.first_play:
        return
    auction = table.hand.auction
    if auction.lots:
        offers_text = join_words(f"{bid.card} by {table.name(bid.seat)}" for bid in auction.offers)
        yield TableFact("On sale", f"{auction.lots[0]}; offered: {offers_text or 'nothing'}")
    for vote in table.hand.votes:
        yield TableFact("Voted", "to end the trading", vote.seat)
    for seat in sorted(table.hand.handed_on):
        yield TableFact("Handed on", "done", seat)


def offers(table: ZhengTable, seat: int) -> Iterator[Offer]:
    """Yield the possible acts before play."""
    if not table.in_play or table.hand.first_play or (table.lead.is_opened and table.from_deal):
        return
    lots, name = table.hand.auction.lots, table.name(seat) if seat >= 0 else ""
    if table.options.exchange == "trading" and seat >= 0:
        partner = (seat + 1) % len(table.seats)
        yield Offer(f"{name} trades cards, as many for as many", (Trade(seat, (UNSEEN,), (UNSEEN,), partner),))
        yield Offer("", (Vote(seat),))
    elif table.options.exchange == "pass_around" and seat >= 0:
        count = table.options.cards_passed
        yield Offer(f"{name} hands on {number_word(count)} cards", (HandOn(seat, (UNSEEN,) * count),))
    elif lots and seat < 0:
        yield Offer("", (Unsold(-1, lots[0]),))
    elif lots:
        yield from (
            Offer("", (AuctionBuy(seat, lots[0], bid.card),)) for bid in table.hand.auction.offers if bid.seat == seat
        )
        minimum = f" above {lots[0]}" if table.options.exchange == "higher_bid" else ""
        cards = sorted(table.knowledge.pack.cards, key=height.test, reverse=True)
        possible_bids = (
            AuctionBid(seat, card)
            for card in cards
            if judge_cards_in_hand(table, AuctionBid(seat, card), (card,)) is None
        )
        yield from (Offer(f"{name} offers a card{minimum}", (bid,)) for bid in [next(possible_bids, None)] if bid)
