"""Dealing, calling and winning in Commune: chapters 2, 5 and 6."""

from __future__ import annotations

from referee.cards import UNSEEN, write_cards
from referee.cards.words import join_words, number_word
from referee.games.commune.bidding import refuse_bystander
from referee.games.commune.hands import check_bid
from referee.games.commune.table import BidCall, CommuneOptions, CommuneTable, book
from referee.games.parts.dealing import object_hand_in_progress
from referee.games.parts.one_pack import misdeal_finding, one_pack
from referee.games.parts.turns import object_out_of_turn
from referee.rules import (
    Answer,
    Deal,
    DependsOn,
    Holds,
    HoldsOnly,
    KnownHand,
    LedgerItem,
    Shows,
    Statement,
    Unit,
    doubt,
    finding,
    grounds,
    objection,
    rank_by_score,
)

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_when_the_last_hand_is_over(table: CommuneTable, _act: Deal) -> Answer | None:
    """When a call has been settled, a new hand is dealt, until only one player is left."""
    if table.is_won:
        winner = table.name(table.active[0])
        return objection(f"{winner} has won the match; there is nobody left to play against.", cites="6.3")
    if table.call and table.in_play:
        names = join_words(names_not_shown(table))
        return finding(
            f"The call is not settled: {names} did not show.",
            table.call,
            ask=f"Ask {names} for the cards, and enter them before this line.",
        )
    return object_hand_in_progress(table, table.active if table.in_play and table.from_deal else ())


def hand_size(options: CommuneOptions, penalties: int) -> int:
    """Return the number of cards dealt to a player with this number of penalties."""
    return max(0, 3 - penalties) if options.deal_mode == "descending" else 1 + penalties


@book.clause("2.2", Holds, HoldsOnly, Shows)
def as_many_as_dealt(table: CommuneTable, act: Statement) -> Answer | None:
    """Each player is dealt one card, and one more for each of their penalties.
    deal_mode=descending: Each player is dealt three cards, less one for each of their penalties.
    """
    hand, stated_cards = table.knowledge.hands[act.seat], act.cards
    if hand.unknown_count is None:
        return None
    size, is_whole_hand = len(hand.cards) + hand.unknown_count, isinstance(act, HoldsOnly)
    if hand.cards and not is_whole_hand:
        stated_cards = max(hand_after(table, act).cards, act.cards, key=len)
    count = len(stated_cards)
    if count == size or (count < size and not is_whole_hand):
        return None
    dealt_words = f"{table.name(act.seat)} was dealt {number_word(size)} {'card' if size == 1 else 'cards'}"
    return misdeal_finding(
        table,
        act,
        f"{dealt_words}, and {join_words(stated_cards)} {'is' if count == 1 else 'are'} {number_word(count)}.",
    )


book.include(
    one_pack,
    new_numbers={"1.1": "2.3"},
    wording="""
    1.1: There is one of each card, so no card is in two hands.
    """,
    printed={"1.1": {"scorer_only": True}},
)


@book.clause("2.4", Shows)
def tells_nothing(table: CommuneTable, act: Shows) -> Answer | None:
    """Players look at their own cards. They may not tell the others anything about them."""
    if not table.in_play or table.call or not (table.from_deal or table.bid):
        return None
    if table.miscalled and table.miscalled.seat != act.seat:
        reason = (
            f"{table.name(table.miscalled.seat)}'s call does not count, but {table.name(act.seat)} is not to blame."
        )
        return grounds(reason, table.miscalled, cites="5.4")
    return objection(f"{table.name(act.seat)} shows {write_cards(act.cards)}, and no bid has been called.")


@book.clause("2.5", Deal, interpretation="COM-A11")
def deal_passes_on(table: CommuneTable, act: Deal) -> Answer | None:
    """The deal passes to the left, over players who are out.
    direction=counter-clockwise: The deal passes to the right, over players who are out.
    """
    if act.seat < 0:
        return None
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} is out of the match.")
    if table.dealer is None:
        return None
    next_dealer = table.next_active(table.dealer)
    if next_dealer not in (None, act.seat):
        return objection(f"{table.name(table.dealer)} dealt last; the deal is {table.name(next_dealer)}'s.")
    return objection(f"{table.name(act.seat)} dealt the last hand too.") if act.seat == table.dealer else None


book.note(
    "2.6",
    "When each penalty takes a card away, five penalties cannot be played: a player in the match must have a card.",
    interpretation="COM-A10",
    scorer_only=True,
)


@book.refuses
def refuses(options: CommuneOptions, _players: int) -> str | None:
    """Return why a player still in the match could be left without a card; None if that is impossible."""
    if hand_size(options, options.penalty_limit - 1):
        return None
    start, limit = number_word(hand_size(options, 0)), number_word(options.penalty_limit)
    return f"with a card less for each penalty, {start} cards do not last for {limit} penalties; use penalty_limit=3"


book.section("5", "Calling")


@book.clause("5.1", BidCall, source="000", interpretation="COM-A1")
def may_call(table: CommuneTable, act: BidCall) -> Answer | None:
    """A player may call the last bid in their turn.
    call_by=any_active: Any player still in the match, except the bidder, may call the last bid at any time.
    """
    if answer := refuse_bystander(table, act):
        return answer
    if not table.bid:
        if table.from_deal:
            return objection("There is no bid to call yet.")
        return doubt(f"The record does not show which bid {table.name(act.seat)} calls.", word="open")
    if act.seat == table.bid.seat:
        return objection(f"The last bid is {table.name(act.seat)}'s own.", table.bid)
    return object_out_of_turn(table, act, table.bid) if table.options.call_by == "next_in_turn" else None


@book.clause("5.2", Shows)
def shows_the_whole_hand(table: CommuneTable, act: Shows) -> Answer | None:
    """After a call, all players lay their whole hands face up."""
    size = table.knowledge.hands[act.seat].size
    if not table.call or size is None or size <= len(act.cards) or UNSEEN in act.cards:
        return None
    hand = hand_after(table, act)
    if not hand.unknown_count:
        return None
    reason = f"{table.name(act.seat)} was dealt {number_word(size)} cards and shows only {write_cards(hand.cards)}."
    return objection(f"{reason[:-1]}: all of them are shown.", table.call)


@book.clause("5.3", BidCall, Holds, HoldsOnly, Shows)
def validity(table: CommuneTable, act: BidCall | Statement) -> Answer | None:
    """The bid holds if the commune makes it, even if it also makes something better. Each two counts once. Otherwise
    the bid fails.
    """
    # A call is judged only once, and a shown hand only after a call.
    if not table.bid or not table.in_play or bool(table.call) == isinstance(act, BidCall):
        return None
    hands = table.knowledge.hands
    if isinstance(act, Statement):
        hands = (*hands[: act.seat], hand_after(table, act), *hands[act.seat + 1 :])
    if result := check_bid(hands, table.bid.hand):
        reason = result.reason if result.holds else result.reason + counted_players(table)
        return grounds(reason, table.bid, table.call, word=result.word)
    if not isinstance(act, BidCall):
        return None
    names = names_not_shown(table)
    condition_text = f"{join_words(names)} {'shows' if len(names) == 1 else 'show'}"
    return doubt(
        f"{table.bid.hand.title}: the bid is open until {condition_text}.",
        table.bid,
        depends_on=DependsOn(table.player_locations),
        word="open",
    )


def counted_players(table: CommuneTable) -> str:
    """Return a note on whose cards were counted, if the record may not name all players; else an empty text."""
    if table.seats.ordered:
        return ""
    return f" Only {join_words(table.seats.names)} are counted: was anybody else dealt in?"


def hand_after(table: CommuneTable, act: Statement) -> KnownHand:
    """Return the knowledge of a hand after a statement. A hand shown on a call is fully known."""
    hand, known_cards = table.knowledge.hands[act.seat], act.cards
    if UNSEEN in known_cards:
        known_cards = tuple(card for card in known_cards if card is not UNSEEN)
    if isinstance(act, HoldsOnly):
        return KnownHand(known_cards, len(act.cards) - len(known_cards))
    new_cards = tuple([card for card in known_cards if card not in hand.cards]) if hand.cards else known_cards
    unknown_count = hand.unknown_count
    if unknown_count is not None:
        unknown_count = max(0, unknown_count - len(new_cards))
    elif table.call and isinstance(act, Shows):
        unknown_count = len(act.cards) - len(known_cards)
    return KnownHand(hand.cards + new_cards, unknown_count)


def names_not_shown(table: CommuneTable) -> list[str]:
    """Return the names of players with unknown cards."""
    return [table.name(seat) for seat, hand in enumerate(table.knowledge.hands) if not hand.fully_known]


book.note(
    "5.4",
    "A wrong call, such as one out of turn, does not count unless the table lets it stand or plays on. The bidding "
    "goes on, and players who showed their cards are not to blame. A pass does not count, and the turn stays.",
    interpretation="house",
)
book.note("5.5", "A call does not count if nobody shows and the bidding goes on.", interpretation="house")


book.section("6", "Penalties and the end")


@book.clause("6.1")
def takes_the_penalty(table: CommuneTable, seat: int, line: int) -> LedgerItem:
    """If the bid holds, the caller takes a penalty. If it fails, the bidder does."""
    return LedgerItem(seat, 1, Unit.PENALTY, "6.1", f"{table.name(seat)} takes a penalty.", line)


@book.clause("6.2", never_stands=True)
def is_out(table: CommuneTable, seat: int, line: int) -> LedgerItem:
    """A player with {penalty_limit} penalties is out of the match.
    penalty_limit=5: A player with five penalties is out of the match. This is meant for two to four players.
    """
    place, limit = len(table.active), number_word(table.options.penalty_limit)
    return LedgerItem(
        seat, place, Unit.PLACE, "6.2", f"{table.name(seat)} has {limit} penalties and is out; place {place}.", line
    )


@book.clause("6.3", never_stands=True)
def wins(table: CommuneTable, seat: int, line: int) -> LedgerItem:
    """The last player in the match wins it."""
    return LedgerItem(seat, 1, Unit.PLACE, "6.3", f"{table.name(seat)} is the last player left and wins.", line)


@book.clause("6.4", interpretation="house")
@book.places
def places(table: CommuneTable) -> tuple[tuple[int, ...], ...]:
    """Players rank by how long they stayed in. If a match is stopped early, players still in rank first, the fewest
    penalties best. Equal penalties share a place.
    """
    if not table.complete or not any(table.penalties):
        return ()
    places_taken = {item.seat: item.amount for item in table.items if item.unit is Unit.PLACE}
    most_penalties = max(table.penalties)
    # Players still in rank above all who are out, by the penalties that they can still take.
    penalties_left = {seat: most_penalties - table.penalties[seat] for seat in table.active}
    return rank_by_score(
        table.seats,
        {seat: penalties_left[seat] if seat in penalties_left else -places_taken[seat] for seat in table.seats},
    )
