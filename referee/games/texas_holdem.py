"""Texas Hold'em, as the Gunn club plays it: source text 004."""

from __future__ import annotations

from typing import Final

from referee.games.parts import turns
from referee.games.parts.betting.antes_and_blinds import antes_and_blinds
from referee.games.parts.betting.clauses import beside_blinds, betting
from referee.games.parts.betting.dealing import dealing
from referee.games.parts.betting.payment import payment
from referee.games.parts.betting.stakes import BettingOptions, blind_seats, blinds_are_bets, odd_chip_option
from referee.games.parts.board import clauses
from referee.games.parts.board.clauses import BoardGame
from referee.games.parts.board.play import plays_with_a_board
from referee.games.parts.one_pack import one_pack
from referee.rules import Rulebook, option, value


@value
class HoldemOptions(BettingOptions):
    """The questions that a club answers before it plays."""

    min_bet: int = option(1, clauses="4.2 4.13", asks="What is the minimum bet?", least=1)
    forced_bets: str = option(
        "ante",
        "blinds",
        "both",
        "big_blind_ante",
        clauses="4.2 4.3 4.4 4.5 4.6 4.7 4.13 4.14 4.21 4.22",
        asks="Does everyone put in the minimum bet, or do two post blinds?",
    )
    preflop_betting: bool = option(
        False, clauses="3.2 4.7", asks="Are bets made before the first three cards are shown?"
    )
    blind_treatment: str = option("live", "dead", clauses="4.21", asks="Is a blind a bet that the others must match?")
    headsup_blinds: str = option("literal", "dealer_small", clauses="4.22", asks="Who of two posts the small blind?")
    straddle: bool = option(False, clauses="4.5", asks="May a third blind be put in?")
    odd_chip: str = odd_chip_option()
    burn: bool = option(False, clauses="3.4", asks="Is a card put aside before cards of the middle are shown?")
    direction: str = turns.direction(clauses="2.2 4.7")


book = Rulebook("texas-holdem", title="Texas Hold'em", players=range(2, 11), options=HoldemOptions, seed="004")
BLINDS: Final = "forced_bets=blinds|both|big_blind_ante"
NO_BLINDS: Final = "forced_bets=ante"


def forced_bets(options: HoldemOptions) -> tuple[int | None, tuple[int, int] | None]:
    """Return the ante and the blinds, None where any will do."""
    ante = {"ante": options.min_bet, "blinds": 0}.get(options.forced_bets)
    return ante, (0, 0) if options.forced_bets == "ante" else None


book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "The ace is the highest card, and the suits are equal.")
book.section("2", dealing.title)
book.include(
    dealing,
    wording={"2.1": "The dealer deals two cards to each player who has chips, and then five face down in the middle."},
)
book.section("3", clauses.middle.title)
book.include(
    clauses.middle,
    printed={
        "3.2": {
            "source": "004",
            "interpretation": "HLD-A1",
            "reworded": {
                "preflop_betting=true": "Bets are made when the two cards have been dealt, and when three, four and "
                "five cards lie face up.",
            },
        },
        "3.4": {
            "reworded": {
                "burn=true": "The cards shown are those of the middle, and before them the top card of the pack is "
                "put aside face down."
            },
        },
    },
)
book.section("4", betting.title)
book.include(
    antes_and_blinds,
    wording={
        "4.2": "Everyone who is dealt in puts the minimum bet, {min_bet}, in the middle before the first bet.",
        "4.3": "No blinds are posted.",
    },
    printed={
        "4.2": {
            "reworded": {
                "forced_bets=blinds": "No antes are put in.",
                "forced_bets=both": "Everyone who is dealt in puts the same ante in the middle before the first bet.",
                "forced_bets=big_blind_ante": "Before the first bet who has the big blind puts one ante for all in the "
                "middle, which nobody has to match.",
            },
            "interpretation": "",
        },
        "4.3": {
            "reworded": {
                BLINDS: "The player after the dealer posts the small blind, and the next one the big blind.",
            },
            "source": "004",
        },
        "4.4": {"only": BLINDS},
        "4.5": {
            "only": BLINDS,
            "reworded": {
                "straddle=true": "The player after the big blind may put in twice as much, a straddle.",
            },
        },
    },
)
book.include(
    betting,
    printed={
        **beside_blinds(BLINDS),
        "4.6": {
            "reworded": {
                "forced_bets=blinds": "Nobody bets before the blinds are in the pot.",
                "forced_bets=both": "Nobody bets before all antes and the blinds are in the pot.",
                "forced_bets=big_blind_ante": "Nobody bets before the ante and the blinds are in the pot.",
            }
        },
        "4.7": {
            "reworded": {
                f"{BLINDS} preflop_betting=true": "Bets are made in turn, {direction}, in the first round from the "
                "player after the big blind, or after a third one, and in the others from the player after the dealer, "
                "by those who have not folded and have chips.",
            }
        },
    },
)
book.clause(
    "4.21",
    wording="A blind is a bet: the first round opens with the big blind to match, and who posted it may still raise.",
    interpretation="HLD-A3",
    reworded={
        NO_BLINDS: "The first round opens with no bet.",
        "blind_treatment=dead": "A blind is dead: it lies in the pot, and the first round opens with no bet.",
    },
)(blinds_are_bets)
book.clause(
    "4.22",
    interpretation="HLD-A4",
    wording="Of two players the one who does not deal posts the small blind, and the dealer the big blind.",
    reworded={
        NO_BLINDS: "Between two players no blinds are posted either.",
        "headsup_blinds=dealer_small": "Of two players the dealer posts the small blind, and the other the big blind.",
    },
)(blind_seats)
book.section("5", clauses.showdown.title)
book.include(clauses.showdown, printed={"5.1": {"source": "004"}})
book.section("6", payment.title)
book.include(payment)
book.include(clauses.claims)
book.section("7", clauses.ranking.title)
book.include(clauses.ranking, printed={"7.2": {"source": "004"}, "7.12": {"interpretation": ""}})
plays_with_a_board(book, BoardGame(source="middle", forced=forced_bets))
