"""What differs from Hold'em: it goes round to the right, cards are burned, and hands may rank as in Munk's club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards import UNSEEN
from referee.games.parts.betting.antes_and_blinds import antes_and_blinds
from referee.games.parts.betting.clauses import HIGHEST_BET, NO_ANTES, beside_blinds, betting
from referee.games.parts.betting.dealing import dealing
from referee.games.parts.betting.payment import payment
from referee.games.parts.betting.stakes import BettingOptions, blinds_are_bets, odd_chip_option
from referee.games.parts.board import clauses
from referee.games.parts.board.clauses import BoardGame, BoardTable, Ranks, cannot_burn_now
from referee.games.parts.board.play import happened, moves_of_the_middle, plays_with_a_board
from referee.games.parts.dealing import deal_first
from referee.games.parts.hands.poker_hands import MUNK, NO_PAIR, gunn, munk
from referee.games.parts.hands.ranking import Comparison, Decided, Ranked
from referee.games.parts.one_pack import one_pack
from referee.games.texas_toothpick_toast.high_low import claims_a_half, eight_or_better, pays_halves
from referee.rules import BURIED, STOCK, Act, Answer, Move, Rulebook, doubt, grounds, objection, option, replace, value
from referee.rules.book.clause import docstring


@value
class ToothpickOptions(BettingOptions):
    """The questions that a club answers before it plays; a penny ante and bets of a quarter at most are Munk's."""

    max_bet: int = option(25, clauses="4.15", asks="What is the highest bet or raise? (0: there is none)", least=0)
    ante: int = option(
        1, clauses="4.2 4.6", asks="What does everybody put in before the first bet? (0: nothing)", least=0
    )
    blinds: str = option("none", "live", clauses="4.3 4.4 4.6 4.7 4.13 4.14 4.21", asks="Do two players post blinds?")
    odd_chip: str = odd_chip_option()
    compare: str = option("gunn", "munk", clauses="7.2 7.3", asks="Do suits decide between hands without a pair?")
    hi_lo: bool = option(False, clauses="6.2 6.8", asks="Does the lowest hand take half of the pot?")
    direction: str = option(
        "counter-clockwise", "clockwise", clauses="2.2 4.7", asks="Which way do the deal and the turn pass?"
    )

    # Cards are burned, and there are bets before the flop, whatever the club answers.
    burn = True
    preflop_betting = True


book = Rulebook(
    "texas-toothpick-toast", title="Texas Toothpick Toast", players=range(2, 11), options=ToothpickOptions, seed="002"
)
LIVE: Final = "blinds=live"
TO_THE_LEFT: Final = "direction=clockwise"


@book.says("no burn")
class NoBurn(Act):
    """``no burn``: before the cards shown last none was put aside; when the bets are made, before those that come."""


def forced_bets(options: ToothpickOptions) -> tuple[int, tuple[int, int] | None]:
    """Return the ante and the blinds, None where any will do."""
    return options.ante, None if options.blinds == "live" else (0, 0)


def ranks(options: ToothpickOptions) -> Ranks:
    """Return how hands are compared."""
    return munk if options.compare == "munk" else gunn


def decides(own: Ranked, stands: Comparison) -> str:
    """Return the clause that decides between two hands: without a pair, after Munk, that on the highest card."""
    one_card = own.order is MUNK and own.strength[0] == NO_PAIR and stands.by is not Decided.CLASS
    return "7.3" if one_card else clauses.what_decides(own, stands)


def moves(table: BoardTable, act: Act) -> Sequence[Move]:
    """Return where cards go: one that was not burned is still in the pack."""
    if not isinstance(act, NoBurn):
        return moves_of_the_middle(table, act)
    return () if is_before_the_cards(table) else (Move((UNSEEN,), BURIED, STOCK),)


def applies(table: BoardTable, act: Act) -> BoardTable:
    """Record what happened; a card that is not burned for the cards that come is not put aside with them."""
    if isinstance(act, NoBurn) and is_before_the_cards(table):
        return replace(table, middle=replace(table.middle, burned=True))
    return happened(table, act)


def is_before_the_cards(table: BoardTable) -> bool:
    """Tell whether cards of the middle come next."""
    return table.from_deal and table.in_play and not table.middle.burned and not cannot_burn_now(table)


book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "The pack has 52 cards, and none of them is wild.")
book.section("2", dealing.title)
book.include(
    dealing,
    wording={
        "2.1": "The dealer deals two cards face down to each player who has chips.",
        "2.2": "Cards are dealt to the right, and the deal passes to the right.",
    },
    printed={
        "2.2": {
            "interpretation": "TTT-A3",
            "reworded": {TO_THE_LEFT: "Cards are dealt to the left, and the deal passes to the left."},
        }
    },
)
book.section("3", clauses.middle.title)
book.include(
    clauses.middle,
    wording={
        "3.1": "Three cards are dealt face up in the middle, the flop; then one, the turn; then one more, the river.",
        "3.2": "Bets are made when the two cards have been dealt, and after the flop, the turn and the river.",
        "3.3": "The next cards are dealt when everyone has had a chance to bet, and all who have not folded have bet "
        "the same.",
        "3.4": "Before the flop, the turn and the river one card is burned, put aside face down; what is dealt in the "
        "middle then is seen by all.",
    },
)


@book.clause("3.5", NoBurn, interpretation="TTT-A6")
def forgotten_burn(table: BoardTable, _act: NoBurn) -> Answer | None:
    """A burn that was forgotten is noted, and the cards in the middle stay as they lie."""
    if not table.in_play:
        return deal_first()
    if is_before_the_cards(table):
        return grounds("No card is burned for the next cards; they stay as they are dealt.")
    if not table.middle.cards and table.from_deal:
        return objection("Nothing has been dealt in the middle yet.")
    if not table.middle.cards:
        return doubt("Open until it is known that the betting before the next cards is over.")
    if table.from_deal and not table.known.size(BURIED):
        return objection("No burn is left that could have been forgotten: it is noted already.")
    return grounds("No card was burned; the cards in the middle stay.")


book.section("4", betting.title)
book.include(
    antes_and_blinds,
    wording={
        "4.2": "Everyone who is dealt in puts an ante of {ante} into the pot before the first bet.",
        "4.3": "No blinds are posted.",
    },
    printed={
        "4.2": {"interpretation": "", "reworded": {"ante=0": "No antes are put in."}},
        "4.3": {
            "source": "002",
            "interpretation": "TTT-A1",
            "reworded": {
                LIVE: "The player after the dealer posts the small blind, and the next one, who of two is the dealer, "
                "the big blind.",
            },
        },
        "4.4": {"only": LIVE},
    },
    without=["4.5"],
)
book.include(
    betting,
    wording={
        "4.7": "Bets are made in turn, {direction} from the player after the dealer, before the flop as after it, by "
        "those who have not folded and have chips.",
    },
    printed={
        **beside_blinds(LIVE),
        "4.6": {
            "reworded": {
                f"{LIVE} ante=0": "Nobody bets before the blinds are in the pot.",
                LIVE: "Nobody bets before all antes and the blinds are in the pot.",
                "ante=0": NO_ANTES,
            }
        },
        "4.7": {
            "source": "002",
            "interpretation": "TTT-A2",
            "reworded": {
                LIVE: "Bets are made in turn, {direction}, before the flop from the player after the big blind and "
                "after it from the player after the dealer, by those who have not folded and have chips.",
            },
        },
        **HIGHEST_BET,
    },
)
book.clause(
    "4.21",
    wording="The first round opens with no bet.",
    source="002",
    interpretation="TTT-A1",
    reworded={
        LIVE: "A blind is live: a bet that the others must match in the first round, which opens with the player after "
        "the big blind, and who posted it may still raise."
    },
)(blinds_are_bets)
book.section("5", clauses.showdown.title)
book.include(
    clauses.showdown,
    wording={
        "5.2": "A hand is the best five of the player's two cards and the five in the middle, with both of the two, "
        "one or none; the sixth and the seventh card count for nothing.",
    },
)
book.section("6", payment.title)
book.include(
    payment,
    printed={
        "6.2": {
            "source": "002",
            "interpretation": "TTT-A4",
            "reworded": {
                "hi_lo=true": "Of those who can win a pot the one with the highest hand takes half of it, with the "
                "chip that will not divide, and the one with the lowest hand the other half; where no hand is low "
                "enough the highest takes it all. Equal hands divide their half."
            },
        }
    },
)
book.include(clauses.claims)
book.clause(
    "6.8",
    source="002",
    interpretation="house",
    wording="The game is played for high only: a low hand wins nothing.",
    reworded={"hi_lo=true": docstring(eight_or_better)},
)(eight_or_better)
book.section("7", clauses.ranking.title)
MUNKS: Final = "compare=munk"
book.include(
    clauses.ranking,
    wording={"7.3": "High card: a single card. Suits never decide."},
    printed={
        "7.2": {
            "source": "002",
            "interpretation": "TTT-A4, HLD-A7",
            "reworded": {
                MUNKS: "In one class the body of the hand decides, the cards that give it its name; then, where some "
                "of them are alike, the highest kicker, one of the cards that make up five, then the second-highest, "
                "and so on."
            },
        },
        "7.3": {
            "interpretation": "TTT-A4, PK-1",
            "reworded": {
                MUNKS: "High card, or no pair: the one highest card decides, by its rank and then by its suit: spades, "
                "hearts, clubs, diamonds. The other cards count for nothing."
            },
        },
    },
)
plays_with_a_board(
    book,
    BoardGame(forced=forced_bets, ranks=ranks, decides=decides, pays=pays_halves, claims=claims_a_half),
    moves,
    applies,
)
