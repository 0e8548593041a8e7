"""The house rules of baseball, the acts of its records, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from referee import rules
from referee.cards import FRENCH, UNSEEN, Card
from referee.games.parts import turns
from referee.games.parts.betting.stakes import BettingOptions, ante_option, highest_bet_option, limit_option
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.rules import Act, Cards, frozen, option, replace

HAND_SIZE: Final = 7
WILD: Final = frozenset(card for card in FRENCH.cards if card.rank in "39")
STARTER: Final = -1


@frozen
class BaseballOptions(BettingOptions):
    """The house rules of baseball. By default they are Munk's: a penny ante, and bets of at most a quarter."""

    ante: int = ante_option()
    limit: str = limit_option("pot", "fixed")
    max_bet: int = highest_bet_option(25)
    max_players: int = option(6, 7, question="How many may play?")
    extra_card: str = option(
        question="How is the card for a 4 dealt?",
        labels={"face_down_last": "face down, to be turned last", "face_up_now": "face up, at once"},
    )
    extra_price: int = option(
        0, question="What does the card for a 4 cost, in chips?", minimum=0, labels={0: "it is free"}
    )
    htb_after_fold: str = option(
        question="What is the hand to beat after its player has folded?",
        labels={
            "best_live_exposed": "the best face-up hand of the others",
            "last_hand_stands": "the folded hand",
            "starter_again": "the first hand to beat",
        },
    )
    opener_may_check: bool = option(True, question="May a player who has beaten the hand to beat check?")
    no_pair: str = option(
        question="What decides between hands with no pair?",
        labels={
            "top_card_then_suit": "the highest card, then its suit",
            "ranks_then_suit": "all ranks, then the suit of the highest card",
            "ranks_then_split": "all ranks, never suits",
        },
    )
    short_hands: str = option(
        question="Do kickers count before five cards lie face up?",
        labels={"present_kicker_beats_missing": "yes", "kickers_need_five_cards": "no"},
    )
    double_ace_flush: bool = option(False, question="May a wild card be a second ace in a flush?")
    natural_beats_wild: bool = option(False, question="Does a hand without wild cards beat an equal hand with them?")
    direction: str = turns.direction_option()


@frozen
class Starter(Act):
    """``starter CARD``: the first hand to beat, turned up from the top of the stub."""

    card: Card


@frozen
class BaseballTurn(Act):
    """``NAME turns CARD``: the next of the player's face-down cards."""

    card: Card


@frozen
class ExtraCard(Act):
    """``NAME gets [CARD]``: the card for a 4. It is named if dealt face up."""

    card: Card = UNSEEN


@frozen
class DeclineExtraCard(Act):
    """``NAME declines``: the player does not buy a card for a 4."""


@frozen
class HandToBeat:
    """The hand to beat: its `cards` and the seat of its `owner`. `starter` is the first one, which nobody owns."""

    starter: Card | None = None
    cards: Cards = ()
    owner: int = STARTER

    def replaced_by(self, cards: Cards, owner: int) -> HandToBeat:
        """Return the new hand to beat."""
        return replace(self, cards=cards, owner=owner)


@frozen
class Turning:
    """The players who turn cards.

    `current` is the seat turning cards now, or -1 during a betting round, and `last_turner` the seat that turned last.
    The seat `extra_due_to` still gets a card for a 4, and `extra_dealt_to` has got one. `leavers` are the seats that
    left the hand, in order. `out` has the reason for each that did not fold.
    """

    current: int = -1
    last_turner: int = -1
    extra_due_to: int = -1
    extra_dealt_to: int = -1
    leavers: tuple[int, ...] = ()
    out: Mapping[int, str] = field(default_factory=dict)

    def stop(self) -> Turning:
        """Return the state with nobody turning cards."""
        return replace(self, current=-1)


@frozen
class BaseballTable(rules.Table):
    """A baseball table between two lines of a record. `kill` is the card that kills a hand."""

    options: BaseballOptions
    chips: Chips = field(default_factory=Chips)
    hand: BettingHand = field(default_factory=BettingHand)
    round: BettingRound = field(default_factory=BettingRound)
    target: HandToBeat = HandToBeat()
    turning: Turning = Turning()
    kill: Card = UNSEEN

    def with_turning(self, **changes: Any) -> BaseballTable:
        """Return the table with changes to its `turning`."""
        return replace(self, turning=replace(self.turning, **changes))


def exposed(table: BaseballTable, seat: int) -> Cards:
    """Return a player's face-up cards."""
    return table.knowledge.hands[seat].shown_cards


def face_down_count(table: BaseballTable, seat: int) -> int | None:
    """Return the number of a player's face-down cards; None if unknown."""
    hand = table.knowledge.hands[seat]
    return None if hand.size is None else hand.size - len(hand.shown_cards)


def can_turn_up(table: BaseballTable, act: BaseballTurn) -> bool:
    """Tell whether the card of an act may be one of the player's face-down cards."""
    if act.card is UNSEEN or act.card in exposed(table, act.seat):
        return False
    return face_down_count(table, act.seat) != 0 and table.knowledge.may_hold(act.seat, act.card)


def extra_card_is_recorded(table: BaseballTable) -> bool:
    """Tell whether the card for a 4 has its own line in the record: it is dealt face up, or bought."""
    return table.options.extra_card == "face_up_now" or table.options.extra_price > 0


def has_beaten(table: BaseballTable, seat: int) -> bool:
    """Tell whether the hand to beat is the player's own, and the player has stopped turning cards."""
    return table.from_deal and bool(table.target.cards) and table.target.owner == seat and table.turning.current != seat
