"""The acts, the options and the values of a table with draws."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from referee.cards import UNSEEN, Card
from referee.games.parts import turns
from referee.games.parts.betting.payment import HandsBySeat, settle
from referee.games.parts.betting.stakes import BettingOptions, ante_option, highest_bet_option, limit_option
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.games.parts.hands.ranking import RankedHand
from referee.rules import Act, Cards, Table, TableProtocol, frozen, option


@frozen
class Discard(Act):
    """``NAME discards CARDS``: they are thrown away, and the hand is completed at once."""

    cards: Cards

    def is_answered_by(self, other: Act) -> bool:
        """Tell whether another act is an alternative: discarding other cards, or standing pat."""
        return is_exchange(other)


@frozen
class DiscardUnseen(Act):
    """``NAME discards N``: this number of cards is thrown away, and nobody named them."""

    count: int

    def is_answered_by(self, other: Act) -> bool:
        """Tell whether another act is an alternative: discarding another number of cards, or standing pat."""
        return is_exchange(other)

    @property
    def cards(self) -> Cards:
        """`UNSEEN` once for each card, at most for a whole pack."""
        return (UNSEEN,) * min(self.count, 60)


@frozen
class DrawCards(Act):
    """``NAME draws CARDS``: the new cards of an exchange. Without an earlier discard, it is the whole exchange."""

    cards: Cards


@frozen
class DrawUnseen(Act):
    """``NAME draws N``: the number of new cards. Without an earlier discard, it is the whole exchange."""

    count: int

    @property
    def cards(self) -> Cards:
        """`UNSEEN` once for each card, at most for a whole pack."""
        return (UNSEEN,) * min(self.count, 60)


@frozen
class StandPat(Act):
    """``NAME stands pat``: the player keeps the hand."""


def is_exchange(act: Act) -> bool:
    """Tell whether an act states a player's exchange: cards, a number of cards, or nothing."""
    return isinstance(act, Discard | DiscardUnseen | StandPat)


AnyDiscard: TypeAlias = Discard | DiscardUnseen
AnyDraw: TypeAlias = DrawCards | DrawUnseen
AnyExchange: TypeAlias = AnyDiscard | AnyDraw | StandPat


@frozen
class DrawOptions(BettingOptions):
    """The options of every game with draws. By default they are Munk's: an ante of a penny, and bets of at most a
    quarter.
    """

    ante: int = ante_option()
    limit: str = limit_option("pot", "fixed")
    max_bet: int = highest_bet_option(25)
    max_players: int = option(10, question="How many may play?", minimum=2)
    draw_order: str = option(
        question="In which order do players discard?",
        labels={"in_turn": "in the order of the betting", "any": "in any order"},
    )
    turn_shape: str = option(
        question="Do all players draw before the first bet?",
        labels={"all_draw_then_bet": "yes", "draw_and_bet": "no, each draws and bets at once"},
    )
    discards: str = option(question="How are discards laid?", labels={"face_down": "face down", "face_up": "face up"})
    short_stub: str = option(
        question="What if the stub is too small for a draw?",
        labels={"reshuffle_discards": "the discards are shuffled in", "no_more_draws": "the player keeps their hand"},
    )
    direction: str = turns.direction_option()


@frozen
class DiscardedCard:
    """A card that was seen when it was discarded, and the line that shows this."""

    seat: int
    card: Card
    line: int


@frozen
class DrawState:
    """The draws of a hand: the turn, the players who must still draw, and the discards.

    `turn_number` is 0 before the first turn, or if unknown. `to_draw` are the seats that may still discard in it, in
    order. `unnamed_draws` are the exchanges with unnamed new cards. `discarded_cards` are those seen, which may not
    return to the player who discarded them. `discard_counts` counts, by seat, the discards that are not back in the
    stub.
    """

    turn_number: int = 0
    to_draw: tuple[int, ...] = ()
    unnamed_draws: tuple[AnyDiscard | AnyDraw, ...] = ()
    discarded_cards: tuple[DiscardedCard, ...] = ()
    discard_counts: tuple[int, ...] = ()

    def start_next(self, players: Sequence[int]) -> DrawState:
        """Return the state at the start of the next draw. New cards of the last exchange may still be named."""
        return DrawState(
            self.turn_number + 1, tuple(players), self.unnamed_draws[-1:], self.discarded_cards, self.discard_counts
        )

    def without_player(self, seat: int) -> DrawState:
        """Return the state after a player has drawn. New cards from an earlier turn can no longer be named."""
        unnamed_draws = (
            tuple([draw for draw in self.unnamed_draws if draw.seat not in self.to_draw]) if self.unnamed_draws else ()
        )
        to_draw = tuple([seat_to_draw for seat_to_draw in self.to_draw if seat_to_draw != seat])
        return DrawState(self.turn_number, to_draw, unnamed_draws, self.discarded_cards, self.discard_counts)


@frozen
class DrawGame:
    """The differences between games with draws.

    `hand_size` returns the number of cards dealt under the house rules. All but the first of the `turns` begin with an
    exchange of up to `discard_limit` cards. `rank` ranks cards at a table, and `best_possible` ranks the best hand of
    known cards with unseen ones. With `never_worsens`, another card never makes a hand lower. `wins_outright` tells
    whether some cards win whatever else the hand has, and a hand with all `trump_cards` always wins.

    `finish` continues once all have shown, `describe_pending` says what is due then, and `advance` continues after each
    act. `tied_seats` returns tied seats that something other than the hands separates, and `break_ties` returns the
    hands with that decision.
    """

    hand_size: Callable[[Any], int]
    turns: int
    discard_limit: int
    never_worsens: bool
    rank: Callable[[Any, Sequence[Card]], RankedHand]
    best_possible: Callable[[Any, Sequence[Card], Sequence[Card], int], RankedHand]
    finish: Callable[[Any, HandsBySeat, int], Any] = settle
    describe_pending: Callable[[Any], str] = lambda _table: ""
    advance: Callable[[Any, int], Any] = lambda table, _line: table
    tied_seats: Callable[[Any, HandsBySeat], tuple[int, ...]] = lambda _table, _hands: ()
    break_ties: Callable[[Any, HandsBySeat], HandsBySeat] = lambda _table, hands: hands
    wins_outright: Callable[[Any, Collection[Card]], bool] = lambda _table, _cards: False
    trump_cards: frozenset[Card] = frozenset()


@dataclass(frozen=True, match_args=False, init=False, repr=False, eq=False)
class DrawTable(TableProtocol, Protocol):
    """A table of a game in which cards are bet on, discarded and drawn."""

    chips: Chips
    hand: BettingHand
    round: BettingRound
    draw: DrawState
    game: DrawGame

    @property
    def options(self) -> DrawOptions:
        """The house rules."""


DrawT = TypeVar("DrawT", bound=DrawTable)


@frozen
class DrawPokerTable(Table):
    """A table of a game in which shown hands are compared."""

    chips: Chips = field(default_factory=Chips)
    hand: BettingHand = field(default_factory=BettingHand)
    round: BettingRound = field(default_factory=BettingRound)
    draw: DrawState = DrawState()
    game: DrawGame = field(kw_only=True)


def hand_size(table: DrawTable) -> int:
    """Return the number of cards in a hand at this table."""
    return table.game.hand_size(table.options)
