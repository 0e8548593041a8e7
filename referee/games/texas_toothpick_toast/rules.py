"""The differences from Texas Hold'em: play goes to the right, cards are burned, and hands may rank by Munk's rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards import UNSEEN
from referee.games.parts.betting.antes_and_blinds import antes_and_blinds
from referee.games.parts.betting.clauses import HIGHEST_BET, NO_ANTES, betting, wording_with_blinds
from referee.games.parts.betting.dealing import dealing
from referee.games.parts.betting.mucked_hands import taking_back
from referee.games.parts.betting.out_of_turn import out_of_turn
from referee.games.parts.betting.payment import payment
from referee.games.parts.betting.stakes import (
    BettingOptions,
    ante_option,
    blinds_are_bets,
    highest_bet_option,
    mucked_hand_option,
    odd_chip_option,
)
from referee.games.parts.board import clauses
from referee.games.parts.board.clauses import BoardGame, BoardTable, HandRanker, cannot_burn_now
from referee.games.parts.board.exposed_cards import dealing_face_up, exposed_card_option
from referee.games.parts.board.play import apply_board_act, board_moves, complete_board_game
from referee.games.parts.dealing import deal_first
from referee.games.parts.hands.poker_hands import MUNK_ORDER, NO_PAIR, rank_gunn, rank_munk
from referee.games.parts.hands.ranking import Comparison, DecidingDifference, RankedHand
from referee.games.parts.one_pack import one_pack
from referee.games.texas_toothpick_toast.high_low import half_payouts, judge_half_claim, low_hand
from referee.rules import BURIED, STOCK, Act, Answer, Move, Rulebook, doubt, frozen, grounds, objection, option, replace


@frozen
class ToothpickOptions(BettingOptions):
    """The house rules of Texas Toothpick Toast. By default they are Munk's: a penny ante, and bets of at most a
    quarter.
    """

    max_bet: int = highest_bet_option(25)
    ante: int = ante_option()
    blinds: str = option(
        question="Do two players post blinds?", labels={"none": "no", "live": "yes, and the blinds are live"}
    )
    odd_chip: str = odd_chip_option()
    mucked_hand: str = mucked_hand_option()
    exposed_card: str = exposed_card_option()
    compare: str = option(
        question="What decides between hands with no pair?",
        labels={"gunn": "all ranks, never suits", "munk": "the highest card, then its suit"},
    )
    hi_lo: bool = option(False, question="Does the lowest hand take half of the pot?")
    direction: str = option("counter-clockwise", "clockwise", question="Which way do the deal and the turn pass?")

    # Cards are burned, and there are bets before the flop, whatever the club answers.
    burn = True
    preflop_betting = True


book = Rulebook(
    "texas-toothpick-toast", title="Texas Toothpick Toast", players=range(2, 11), options=ToothpickOptions, seed="002"
)
LIVE_BLINDS: Final = "blinds=live"


@book.act("no burn")
class NoBurn(Act):
    """``no burn``: no card was burned before the last cards shown, or between rounds, none will be before the next."""


def forced_bets(options: ToothpickOptions) -> tuple[int, tuple[int, int] | None]:
    """Return the ante and the two blinds; None if the players may choose the amount of the blinds."""
    return options.ante, None if options.blinds == "live" else (0, 0)


def hand_ranker(options: ToothpickOptions) -> HandRanker:
    """Return the function that ranks hands under the house rules."""
    return rank_munk if options.compare == "munk" else rank_gunn


def deciding_clause(hand: RankedHand, comparison: Comparison) -> str:
    """Return the number of the clause that decides between two hands. Munk's ranking has its own clause for no pair."""
    one_card = (
        hand.order is MUNK_ORDER
        and hand.strength[0] == NO_PAIR
        and comparison.decided_by is not DecidingDifference.CLASS
    )
    return "7.3" if one_card else clauses.what_decides(hand, comparison)


def moves(table: BoardTable, act: Act) -> Sequence[Move]:
    """Return the card moves of an act. A card that was not burned is still in the pack."""
    if not isinstance(act, NoBurn):
        return board_moves(table, act)
    return () if middle_cards_are_next(table) else (Move((UNSEEN,), BURIED, STOCK),)


def apply(table: BoardTable, act: Act) -> BoardTable:
    """Return the table after an act. After ``no burn``, no card is burned with the next community cards."""
    if isinstance(act, NoBurn) and middle_cards_are_next(table):
        return replace(table, community=replace(table.community, has_burned=True))
    return apply_board_act(table, act)


def middle_cards_are_next(table: BoardTable) -> bool:
    """Tell whether the next community cards are due."""
    return table.from_deal and table.in_play and not table.community.has_burned and not cannot_burn_now(table)


book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "The pack has 52 cards. None is wild.")
book.include(
    dealing,
    wording="""
    2.1: The dealer deals two cards face down to each player who has chips.
    2.2: Cards are dealt to the right. The deal passes to the right.
        direction=clockwise: Cards are dealt to the left. The deal passes to the left.
    """,
    printed={"2.2": {"interpretation": "TTT-A3"}},
)
book.include(dealing_face_up)
book.include(
    clauses.middle,
    wording="""
    3.1: Three cards are dealt face up in the middle (the flop), then one (the turn), then one more (the river).
    3.2: There is a betting round before the flop, and after the flop, the turn and the river.
    3.3: When the betting round is over (4.19), the next cards are dealt. If nobody can bet any more, the rest are dealt
        with no more bets.
    3.4: Before the flop, the turn and the river, the dealer burns one card: it is put aside face down.
    """,
)


@book.clause("3.5", NoBurn, interpretation="TTT-A6")
def forgotten_burn(table: BoardTable, _act: NoBurn) -> Answer | None:
    """If a burn is forgotten, the cards in the middle stay as they lie."""
    if not table.in_play:
        return deal_first()
    if middle_cards_are_next(table):
        return grounds("No card is burned for the next cards; they stay as they are dealt.")
    if not table.community.cards and table.from_deal:
        return objection("Nothing has been dealt in the middle yet.")
    if not table.community.cards:
        return doubt("Open until it is known that the betting before the next cards is over.")
    if table.from_deal and not table.knowledge.size(BURIED):
        return objection("The forgotten burn is noted already.")
    return grounds("No card was burned; the cards in the middle stay.")


book.include(
    antes_and_blinds,
    wording="""
    4.2: Before the first bet, everyone who is dealt in puts an ante of {ante:chip} into the pot. There are no blinds.
        blinds=live ante=0: There is no ante, as there are blinds (4.3).
        blinds=live: Before the first bet, everyone who is dealt in puts an ante of {ante:chip} into the pot.
        ante=0: There is no ante, and there are no blinds.
    4.3: The player after the dealer posts the small blind. The next player, with two players the dealer, posts the big
        blind.
    """,
    printed={
        "4.2": {"interpretation": "", "after": "4.3"},
        "4.3": {"source": "002", "interpretation": "TTT-A1", "only": LIVE_BLINDS},
        "4.4": {"only": LIVE_BLINDS},
    },
    without=["4.5"],
)
book.include(
    betting,
    wording=wording_with_blinds(LIVE_BLINDS)
    + f"""
    4.6:
        {LIVE_BLINDS} ante=0: Nobody may bet until the blinds are in the pot.
        {LIVE_BLINDS}: Nobody may bet until all antes and the blinds are in the pot.
        {NO_ANTES}
    4.7: Betting goes {{direction}} from the player after the dealer, before the flop as after it. It skips players who
        have folded or have no chips.
        {LIVE_BLINDS}: Betting goes {{direction}}: before the flop from the player after the big blind, after it from
            the player after the dealer. It skips players who have folded or have no chips.
    """,
    printed={"4.7": {"source": "002"}, "4.12": {"source": "002", "interpretation": ""}, **HIGHEST_BET},
)
book.include(out_of_turn)
book.clause(
    "4.21",
    wording="A blind is live: a bet that the others must match in the first round. Its player may still raise.",
    source="002",
    only=LIVE_BLINDS,
)(blinds_are_bets)
book.include(
    clauses.showdown,
    wording="""
    5.2: A hand is the best five of seven cards: both of the player's two, one or none, and the rest from the middle.
        The sixth and seventh cards do not break ties.
    """,
)
book.include(
    payment,
    wording="""
    6.2: hi_lo=true: The highest hand of the players who can win a pot takes half of it, and the odd chip. The lowest
        hand takes the other half. If no hand is low enough (6.8), the highest takes it all. Equal hands divide their
        half.
    """,
    printed={"6.2": {"source": "002"}},
)
book.include(taking_back)
book.include(clauses.claims)
book.clause("6.8", source="002")(low_hand)
book.section("7", "The hands")
book.include(
    clauses.ranking,
    wording="""
    7.1: A hand of a higher class beats a hand of a lower class. From high to low they are: straight flush, four of a
        kind, full house, flush, straight, three of a kind, two pair, one pair, no pair.
    7.2: Within a class, the ranks that give it its name decide. Then the highest kicker decides, then the next, and so
        on. Kickers are the other cards of the five.
        compare=munk: Within a class, the ranks that give it its name decide. Then, except with no pair, the highest
            kicker decides, then the next, and so on. Kickers are the other cards of the five.
    7.3: No pair: the highest card decides, then the next, and so on. Suits never decide.
        compare=munk: No pair: only the highest card decides, by its rank and then by its suit: spades, hearts, clubs,
            diamonds. The other cards count for nothing.
    7.4: One pair: two cards of the same rank.
    7.5: Two pair: two cards of one rank and two of another. The higher pair decides, then the lower pair. Of three
        pairs only the two highest count.
    7.7: Straight: five cards of consecutive ranks, not all of one suit. The highest card decides. The ace is high in
        A-K-Q-J-10, the highest straight, and low in 5-4-3-2-A, the lowest.
    7.11: Straight flush: five cards of one suit in sequence. The highest card decides. The highest is A-K-Q-J-10, the
        lowest 5-4-3-2-A.
    7.12: Royal flush: the straight flush A-K-Q-J-10. All royal flushes are equal.
    """,
    printed={
        "7.2": {"source": "002", "interpretation": "PK-2"},
        "7.3": {
            "interpretation": "TTT-A4",
            "overrules": "The club's general rules let the suit of the highest card decide. This game's own text says "
            "that identical hands split the pot.",
        },
        **{number: {"source": "002", "interpretation": "PK-2"} for number in ("7.5", "7.8", "7.9")},
        "7.12": {"interpretation": "TTT-A4"},
    },
)
complete_board_game(
    book,
    BoardGame(
        forced_bets=forced_bets,
        ranker=hand_ranker,
        deciding_clause=deciding_clause,
        pay=half_payouts,
        judge_claim=judge_half_claim,
    ),
    moves,
    apply,
)
