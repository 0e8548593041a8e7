"""Dealing and playing in Stealing Bundles: the captures, the steals, and the count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import RANK_NAMES, join_words, number_word, plural, quantity, singular, with_article
from referee.games.parts.dealing import deal_first, object_hand_in_progress, object_wrong_dealer
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere, one_pack
from referee.games.parts.places import ranked_by_wins, win_item
from referee.games.parts.turns import object_out_of_turn
from referee.games.stealing_bundles.table import (
    BOARD,
    HAND_SIZE,
    BoardCards,
    Bundle,
    BundlesPlay,
    BundlesTable,
    Refill,
    Steal,
    Trail,
    book,
)
from referee.rules import Answer, Cards, Deal, DependsOn, LedgerItem, doubt, finding, grounds, objection

book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "Two play, with one pack of 52 cards.")
book.note("1.3", "The aim is to capture more cards than the other player.")

book.section("2", "The deals")


@book.clause("2.1", Deal)
def four_each(table: BundlesTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals each player four cards."""
    return object_hand_in_progress(table, tuple(table.seats) if table.in_play and table.from_deal else ())


@book.clause("2.2", BoardCards, source="003", interpretation="STB-A9")
def four_on_the_board(table: BundlesTable, act: BoardCards) -> Answer | None:
    """Then four cards are dealt face up to the board, even if some are of one rank. The rest is the stock."""
    if not table.in_play:
        return hand_is_over(table)
    if table.board_is_known or (table.last_turn and table.from_deal):
        return objection("The board has been dealt, and no card is dealt to it again.", table.last_turn, cites="2.3")
    cards = write_cards(act.cards)
    if table.from_deal and len(act.cards) != HAND_SIZE:
        return objection(f"Four cards are dealt to the board, and not {number_word(len(act.cards))}: {cards}.")
    if UNSEEN in act.cards:
        return finding("The board lies face up. Which cards are they?")
    located_cards = (card for card in act.cards if not table.knowledge.may_hold(BOARD, card))
    for answer in (object_located_elsewhere(table, card) for card in located_cards if card not in table.board):
        return misdeal_finding(table, act, answer.reason) if answer else None
    return None


@book.clause("2.3", Refill)
def four_more_each(table: BundlesTable, _act: Refill) -> Answer | None:
    """After four turns each, both players are dealt four more cards from the stock. The board gets none. The fifth of
    these deals uses up the stock.
    """
    if not table.in_play:
        return hand_is_over(table)
    holding = [seat for seat in table.seats if table.knowledge.size(seat) not in (None, 0)]
    if not table.from_deal or (table.last_turn and fresh_hands(table)):
        return None
    names, verb = join_words(table.name(seat) for seat in holding), "has" if len(holding) == 1 else "have"
    return objection(f"{names} {verb} cards still to play.", table.last_turn)


def fresh_hands(table: BundlesTable) -> bool:
    """Tell whether both hands have just been dealt."""
    return all(table.knowledge.size(seat) == HAND_SIZE for seat in table.seats)


@book.clause("2.4", Deal, source="003", interpretation="house")
def dealers_alternate(table: BundlesTable, act: Deal) -> Answer | None:
    """The players take turns to deal. A hand that was not finished is dealt again by the same dealer."""
    return object_wrong_dealer(table, act, next_dealer(table))


def next_dealer(table: BundlesTable) -> int | None:
    """Return the next dealer; None if unknown."""
    return table.dealer if table.dealer is None or table.in_play else 1 - table.dealer


book.note(
    "2.5",
    "In a record that begins in the middle, new cards come only where it says so, and after four turns.",
    interpretation="house",
    scorer_only=True,
)

book.section("3", "The turn")


@book.clause("3.1", BundlesPlay, Steal, Trail)
def in_turn(table: BundlesTable, act: BundlesPlay | Steal | Trail) -> Answer | None:
    """The player who did not deal begins, and turns alternate. In a turn a player plays one card."""
    if not table.in_play:
        return hand_is_over(table)
    if table.last_turn and table.last_turn.seat == act.seat and table.turn != act.seat:
        return objection(
            f"{table.name(act.seat)} has just played: the turn is {table.rival_name(act.seat)}'s.", table.last_turn
        )
    return object_out_of_turn(table, act, table.last_turn)


@book.clause("3.2", BundlesPlay, Steal, Trail)
def from_the_hand(table: BundlesTable, act: BundlesPlay | Steal | Trail) -> Answer | None:
    """The card must come from the player's hand, face up."""
    if act.card is UNSEEN:
        return finding(f"{table.name(act.seat)} plays face up. Which card was it?")
    return judge_cards_in_hand(table, act, (act.card,))


book.note("3.3", "A wrong turn is taken back, although both players have seen the cards.", interpretation="house")

book.section("4", "Capturing, stealing and trailing")


@book.clause("4.1", BundlesPlay, Steal, interpretation="house", source="003")
def captures_its_rank(table: BundlesTable, act: BundlesPlay | Steal) -> Answer | None:
    """A card captures all cards of its rank on the board.
    board_capture=one_or_more: A card captures one or more cards of its rank on the board, as its player chooses. If the
        player says nothing, it takes them all.
    """
    matching = same_rank(table.board, act.card)
    for card in act.taking:
        if card.rank != act.card.rank:
            return objection(f"{act.card} captures {plural(act.card.rank)}, and not {card}.")
        if card not in matching and (table.board_is_known or not table.knowledge.may_hold(BOARD, card)):
            return objection(f"{card} does not lie on the board.")
    left_behind = [card for card in matching if card not in act.taking] if act.taking else []
    if left_behind and table.options.board_capture == "all":
        return objection(
            f"{act.card} captures all {plural(act.card.rank)} of the board, {write_cards(left_behind)} too."
        )
    captured = act.taking or (matching if isinstance(act, BundlesPlay) else ())
    return grounds(f"{act.card} captures {join_words(captured)} from the board.") if captured else None


CARDS_BY_RANK: Final = {rank: [card for card in book.pack.cards if card.rank == rank] for rank in RANK_NAMES}


def same_rank(cards: Iterable[Card], card: Card) -> Cards:
    """Return those of `cards` with the rank of `card`."""
    return tuple(other_card for other_card in cards if other_card.rank == card.rank)


@book.clause("4.2", BundlesPlay, Steal, source="003", interpretation="STB-A6")
def steals_the_bundle(table: BundlesTable, act: BundlesPlay | Steal) -> Answer | None:
    """A card of the same rank as the top card of the opponent's bundle steals the whole bundle. If the opponent has no
    bundle, there is nothing to steal.
    """
    name, other_name = table.name(act.seat), table.rival_name(act.seat)
    rival_bundle, top = table.rival_bundle(act.seat), table.rival_bundle(act.seat).top
    if steals(table, act):
        size = quantity(rival_bundle.size, "card") if rival_bundle.is_complete else "all its cards"
        from_board = join_words(
            act.taking or (same_rank(table.board, act.card) if isinstance(act, BundlesPlay) else ())
        )
        capture_words = f"captures {from_board} and " if from_board else ""
        return grounds(
            f"{act.card} {capture_words}steals {other_name}'s bundle, topped by {top}, with {size}.", cites="4.2"
        )
    if isinstance(act, Steal):
        if top:
            return objection(f"{top} is on top of {other_name}'s bundle, and {act.card} is of another rank.")
        nothing_to_steal = objection(f"{other_name} has no bundle to steal.")
        return (
            nothing_to_steal
            if rival_bundle.is_complete
            else doubt(f"Open until it is known what is on top of {other_name}'s bundle.")
        )
    if act.taking or same_rank(table.board, act.card):
        return None
    return judge_no_capture(table, act, name, other_name)


def steals(table: BundlesTable, act: BundlesPlay | Steal) -> bool:
    """Tell whether a play takes the opponent's bundle."""
    top = table.rival_bundle(act.seat).top
    if top is None or top.rank != act.card.rank:
        return False
    return isinstance(act, Steal) or not act.taking or table.options.capture_and_steal == "both"


def judge_no_capture(table: BundlesTable, act: BundlesPlay, name: str, rival_name: str) -> Answer | None:
    """Return the answer to a play that matches nothing, as far as the table is known; None if nothing is wrong."""
    own_bundle, rival_bundle = table.bundles[act.seat], table.rival_bundle(act.seat)
    if extends(table, act):
        return grounds(f"{act.card} goes with {own_bundle.top} on {name}'s own bundle.", cites="4.5")
    rank = singular(act.card.rank)
    if not table.board_is_known or not (rival_bundle.is_complete or rival_bundle.top):
        unknown_words = "lies on the board" if not table.board_is_known else f"is on top of {rival_name}'s bundle"
        return doubt(
            f"Open until it is known whether {describe_match((act.card,))} {unknown_words}.",
            depends_on=DependsOn((BOARD,), frozenset(same_rank(book.pack.cards, act.card)), any_one=True),
        )
    if own_bundle.top and own_bundle.top.rank == act.card.rank:
        reason = f"{act.card} matches only {name}'s own bundle, and so takes nothing."
        return objection(reason, cites="4.5")
    if rival_bundle.top:
        return objection(
            f"{act.card} takes nothing: no {rank} lies on the board or on {rival_name}'s bundle.", cites="4.4"
        )
    return objection(
        f"{act.card} takes nothing: no {rank} lies on the board, and {rival_name} has no bundle.", cites="4.4"
    )


@book.clause("4.3", BundlesPlay, Steal, interpretation="STB-A2")
def takes_both(table: BundlesTable, act: BundlesPlay | Steal) -> Answer | None:
    """A card that matches the board and the opponent's bundle takes both. Its player may take the bundle alone.
    capture_and_steal=choose_one: A card that matches both a board card and the opponent's bundle takes only one of
        them, as its player chooses.
    """
    matching = same_rank(table.board, act.card)
    if not matching or not steals(table, act) or table.options.capture_and_steal == "both":
        return None
    if isinstance(act, Steal) and not act.taking:
        return None
    return objection(f"{act.card} captures {join_words(matching)} or steals the bundle, not both. Which was it?")


@book.clause("4.4", Trail, interpretation="STB-A1")
def trails_without_a_match(table: BundlesTable, act: Trail) -> Answer | None:
    """A player who can capture or steal must do so. Any other player trails: they lay a card on the board.
    must_capture=false: A player may trail any card, even one that could capture or steal.
    """
    if not table.options.must_capture:
        return None
    name, targets = table.name(act.seat), match_targets(table, act.seat)
    ranks = {target.rank for target in targets}
    if act.card.rank in ranks:
        first = same_rank(targets, act.card)[0]
        return objection(f"{act.card} would take {first}: {name} must play it, and may not trail it.")
    hand = table.knowledge.hands[act.seat]
    for card in hand.cards:
        if card.rank in ranks:
            return objection(f"{name} holds {card}, which would take {join_words(same_rank(targets, card))}.")
    if hand.unknown_count is None or hand.unknown_count > (act.card not in hand.cards):
        possible_matches = frozenset([card for rank in ranks for card in CARDS_BY_RANK.get(rank, ())])
        possible_ranks = {card.rank for card in possible_matches if table.knowledge.may_hold(act.seat, card)}
        if possible_ranks:
            match = describe_match(tuple(target for target in targets if target.rank in possible_ranks))
            return doubt(
                f"Legal unless {name} has {match}.",
                table.last_turn,
                depends_on=DependsOn((act.seat,), possible_matches, any_one=True),
            )
    if not (table.board_is_known and (table.rival_bundle(act.seat).is_complete or table.rival_bundle(act.seat).top)):
        return doubt(f"Open until it is known what {name} could have taken.")
    if not targets:
        return grounds("There is nothing to capture or to steal.")
    target_words = join_words(targets, "or") if len(targets) <= HAND_SIZE else "any of the cards that lie there"
    return grounds(f"No card of {name}'s takes {target_words}.")


def match_targets(table: BundlesTable, seat: int) -> Cards:
    """Return the cards that a player may match: the board, and the top of the opponent's bundle."""
    top = table.rival_bundle(seat).top
    return (*table.board, top) if top else table.board


def describe_match(targets: Cards) -> str:
    """Return the cards that would match, in words: ``a seven or an ace``."""
    ranks = dict.fromkeys(card.rank for card in targets)
    return "a card of a rank that lies there" if len(ranks) > HAND_SIZE else join_words(map(with_article, ranks), "or")


@book.clause("4.5", interpretation="STB-A5")
def extends(table: BundlesTable, act: BundlesPlay) -> bool:
    """Matching your own bundle captures nothing.
    extend_own_bundle=true: A card of the same rank as the top card of the player's own bundle may be put on that
        bundle.
    """
    top = table.bundles[act.seat].top
    return table.options.extend_own_bundle and top is not None and top.rank == act.card.rank


@book.clause("4.6", source="003", interpretation="STB-A7")
def put_on_top(
    own_bundle: Bundle, rival_bundle: Bundle, card: Card, cards_taken: int, *, is_stolen: bool, is_complete: bool
) -> Bundle:
    """All captured cards go face up on the player's one bundle, with the card that captured them on top."""
    size = own_bundle.size + 1 + cards_taken + (rival_bundle.size if is_stolen else 0)
    return Bundle(size, card, own_bundle.is_complete and is_complete and (rival_bundle.is_complete or not is_stolen))


book.section("5", "The end of the hand")


@book.clause("5.1")
def hand_is_over(table: BundlesTable) -> Answer:
    """The hand ends when the stock is used up and all cards have been played."""
    if table.is_over:
        return objection("All cards have been played, and the stock is empty: the hand is over.", cites="5.1")
    return deal_first("2.1")


@book.clause("5.2", interpretation="STB-A3")
def counts(table: BundlesTable) -> tuple[int, ...]:
    """Cards left on the board count for neither player.
    leftovers=last_capturer: Cards left on the board count for the player who captured last.
    """
    last_captor = table.last_captor if table.options.leftovers == "last_capturer" else None
    return tuple(table.bundles[seat].size + (len(table.board) if seat == last_captor else 0) for seat in table.seats)


@book.clause(
    "5.3",
    source="003",
    interpretation="STB-A3, STB-A4",
    overrules="It adds that the winner has more than 26 cards. Cards left on the board can leave both with fewer.",
)
def more_cards_win(table: BundlesTable, line: int) -> tuple[LedgerItem, ...]:
    """The bigger bundle wins the hand, even with 26 cards or fewer. Equal bundles: nobody wins."""
    if not table.board_is_known or not all(bundle.is_complete for bundle in table.bundles):
        return ()
    first_count, second_count = counts(table)
    if first_count == second_count:
        return ()
    winner = 0 if first_count > second_count else 1
    more_cards, fewer_cards = max(first_count, second_count), min(first_count, second_count)
    reason = f"{table.name(winner)} has {quantity(more_cards, 'card')} and {table.name(1 - winner)} {fewer_cards}"
    leftovers = 52 - first_count - second_count
    return (
        win_item(
            winner,
            "5.3",
            f"{reason}; {leftovers} {'is' if leftovers == 1 else 'are'} left on the board."
            if leftovers
            else f"{reason}.",
            line,
        ),
    )


@book.clause("5.4", interpretation="house")
@book.places
def places(table: BundlesTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most hands is first."""
    return ranked_by_wins(table) if table.is_over else ()
