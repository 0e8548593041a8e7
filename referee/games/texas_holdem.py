"""Texas Hold'em, as the Gunn club plays it: source text 004."""

from __future__ import annotations

from typing import Final

from referee.games.parts import turns
from referee.games.parts.betting.antes_and_blinds import antes_and_blinds
from referee.games.parts.betting.clauses import betting, wording_with_blinds
from referee.games.parts.betting.dealing import dealing
from referee.games.parts.betting.mucked_hands import taking_back
from referee.games.parts.betting.out_of_turn import out_of_turn
from referee.games.parts.betting.overview import ANTE, CLASSES, ROYAL_FLUSH, list_payments
from referee.games.parts.betting.payment import payment
from referee.games.parts.betting.stakes import (
    BettingOptions,
    blind_seats,
    blinds_are_bets,
    mucked_hand_option,
    odd_chip_option,
)
from referee.games.parts.board import clauses
from referee.games.parts.board.clauses import BoardGame
from referee.games.parts.board.exposed_cards import dealing_face_up, exposed_card_option
from referee.games.parts.board.play import complete_board_game
from referee.games.parts.one_pack import one_pack
from referee.rules import Conditional, Overview, PaymentRow, RankingRow, Rulebook, frozen, option, replace


@frozen
class HoldemOptions(BettingOptions):
    """The house rules of Texas Hold'em."""

    forced_bets: str = option(
        question="What is put in before the first bet?",
        labels={
            "ante": "the minimum bet, by everyone",
            "blinds": "two blinds",
            "both": "an ante by everyone and two blinds",
            "big_blind_ante": "two blinds, and one ante for all by the big blind",
        },
    )
    preflop_betting: bool = option(False, question="Is there a betting round before the first three cards?")
    blind_treatment: str = option(
        question="Is a blind a bet that the others must match?", labels={"live": "yes", "dead": "no"}
    )
    headsup_clause = "4.22"
    headsup_blinds: str = option(
        question="With two players, who posts the small blind?",
        labels={"literal": "the player who does not deal", "dealer_small": "the dealer"},
    )
    straddle: bool = option(False, question="May the player after the big blind post a straddle?")
    odd_chip: str = odd_chip_option()
    mucked_hand: str = mucked_hand_option()
    exposed_card: str = exposed_card_option()
    burn: bool = option(False, question="Is a card burned before cards of the middle are turned up?")
    direction: str = turns.direction_option()


BLINDS: Final = "forced_bets=blinds|both|big_blind_ante"

book = Rulebook("texas-holdem", title="Texas Hold'em", players=range(2, 11), options=HoldemOptions, seed="004")
book.overview = Overview(
    aim="Make the best five-card hand of your two cards and the five in the middle, or make all others fold.",
    steps=(
        Conditional(
            "forced_bets=ante", "Every player puts {min_bet:chip} into the pot and is dealt two cards face down."
        ),
        Conditional(
            "forced_bets=both", "Two players post the blinds, all post an ante, and all are dealt two cards face down."
        ),
        Conditional(
            "forced_bets=blinds|big_blind_ante", "Two players post the blinds, and all are dealt two cards face down."
        ),
        Conditional(
            "preflop_betting=false",
            "Five cards lie in the middle, face down. Three are turned up (flop), then the fourth (turn), then the "
            "fifth (river). After each of these there is a betting round, and none before.",
        ),
        Conditional(
            "preflop_betting=true",
            "A betting round follows. Then, of five cards in the middle, three are turned up (flop), then the fourth "
            "(turn), then the fifth (river), with a betting round after each.",
        ),
        "Betting goes {direction} from the player after the dealer: check or bet; after a bet, call, raise or fold.",
        "The players still in show. A hand is the best five of a player's two cards and the five in the middle.",
        "The best hand takes the pot, and equal hands divide it.",
    ),
    ranking_title="Hands, high to low",
    ranking=(ROYAL_FLUSH, *CLASSES, RankingRow("High card", "AS QD JC 7H 5D", "the highest card, then the next")),
    payments=list_payments(
        "the best hand; equal hands divide it",
        replace(ANTE, how_much="{min_bet:chip}", only="forced_bets=ante"),
        replace(ANTE, how_much="as agreed", only="forced_bets=both"),
        PaymentRow("The ante for all", "the big blind to the pot", "as agreed", only="forced_bets=big_blind_ante"),
        PaymentRow("The blinds", "two players to the pot", "as agreed", only=BLINDS),
    ),
)


def forced_bets(options: HoldemOptions) -> tuple[int | None, tuple[int, int] | None]:
    """Return the ante and the two blinds. Either is None if the players may choose the amount."""
    ante = {"ante": options.min_bet, "blinds": 0}.get(options.forced_bets)
    return ante, (0, 0) if options.forced_bets == "ante" else None


book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "The ace is the highest card. All suits are equal.")
book.include(
    dealing,
    wording="""
    2.1: The dealer deals two cards face down to each player who has chips, and then five in the middle.
    """,
)
book.include(dealing_face_up)
book.include(
    clauses.middle,
    wording="""
    3.2: preflop_betting=true: There is a betting round when the two cards have been dealt, and when three, four and
        five cards lie face up.
    """,
    printed={"3.2": {"source": "004"}, "3.4": {"only": "burn=true"}},
)
book.include(
    antes_and_blinds,
    wording="""
    4.2: Everyone who is dealt in puts the minimum bet, {min_bet:chip}, in the middle, before the first bet at the
        latest.
        forced_bets=blinds: No ante.
        forced_bets=both: Before the first bet, everyone who is dealt in puts the same ante in the middle.
        forced_bets=big_blind_ante: Before the first bet, the player with the big blind puts in one ante for all. Nobody
            has to match it.
    """,
    printed={
        "4.2": {"interpretation": "", "after": "4.3"},
        "4.3": {"source": "004", "interpretation": "", "only": BLINDS},
        "4.4": {"only": BLINDS},
        "4.5": {"only": f"{BLINDS} straddle=true"},
    },
)
book.include(
    betting,
    wording=wording_with_blinds(BLINDS)
    + f"""
    4.6:
        forced_bets=blinds: Nobody may bet until the blinds are in the pot.
        forced_bets=both: Nobody may bet until all antes and the blinds are in the pot.
        forced_bets=big_blind_ante: Nobody may bet until the ante and the blinds are in the pot.
    4.7:
        {BLINDS} preflop_betting=true: Betting goes {{direction}}: in the first round from the player after the big
            blind, or after the straddle, in later rounds from the player after the dealer. It skips players who have
            folded or have no chips.
    """,
    printed={
        "4.12": {"overrules": "Before a bet it lets a player only check or bet. Folding is allowed everywhere else."}
    },
)
book.include(out_of_turn)
book.clause(
    "4.21",
    wording="""A blind is a bet. In the first round the others must match the big blind, and its player may still raise.
    blind_treatment=dead: A blind is dead: it goes into the pot, and the first round opens with no bet.
    """,
    interpretation="HLD-A3",
    only=BLINDS,
)(blinds_are_bets)
book.clause(
    "4.22",
    interpretation="HLD-A4",
    wording="""With two players, the dealer posts the big blind and the other player the small blind.
    headsup_blinds=dealer_small: With two players, the dealer posts the small blind and the other player the big blind.
    """,
    only=BLINDS,
)(blind_seats)
book.include(clauses.showdown, printed={"5.1": {"source": "004"}})
book.include(
    payment,
    printed={
        "6.1": {
            "overrules": "It puts all the money on the table into a pile that the player out of money can win. That is "
            "more than they could lose."
        }
    },
)
book.include(taking_back)
book.include(clauses.claims)
book.include(clauses.ranking, printed={"7.2": {"source": "004"}, "7.12": {"interpretation": ""}})
complete_board_game(book, BoardGame(source="middle", forced_bets=forced_bets))
