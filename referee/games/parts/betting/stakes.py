"""The options and the acts of betting games, and the limits on the bets of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.rules import Act, Rulebook, TableProtocol, frozen, option, replace


def limit_option(*limits: str) -> Any:
    """Declare the option of the betting limit: none by default, or one of `limits`."""
    answers = {
        "none": "no limit",
        "pot": "pot limit",
        "fixed": "fixed bets",
        "doubling": "fixed bets, double in the last two rounds",
    }
    return option("none", *limits, question="What is the betting limit?", labels=answers)


def highest_bet_option(chips: int) -> Any:
    """Declare the option of the highest bet or raise, in chips, with its default; 0 means no limit."""
    return option(chips, question="What is the highest bet or raise, in chips?", minimum=0, labels={0: "there is none"})


def ante_option() -> Any:
    """Declare the option of the ante, in chips. The default is a penny, as at Munk's."""
    return option(1, question="What is the ante, in chips?", minimum=0, labels={0: "no ante"})


@frozen
class BettingOptions:
    """The options of every betting game. A game declares an option again if its default differs."""

    min_bet: int = option(1, question="What is the minimum bet, in chips?", minimum=1)
    min_raise: str = option(
        question="What is the smallest raise?",
        labels={"last_raise": "the last bet or raise of the round", "any": "one chip"},
    )
    limit: str = limit_option("pot", "fixed", "doubling")
    max_bet: int = highest_bet_option(0)
    max_raises: int = option(0, question="How many raises may a round have?", minimum=0, labels={0: "any number"})
    short_allin_reopens: bool = option(
        False, question="May a player who has acted raise again after an all-in of less than a full raise?"
    )
    fold_without_bet: str = option(
        question="May a player fold with no bet to call?", labels={"allow": "yes", "forbid": "no"}
    )
    out_of_turn: str = option(
        question="Does an action out of turn bind its player?",
        labels={"void": "no", "binding": "yes, unless another player bets or raises before the turn comes"},
    )
    check_out_of_turn: str = option(
        question="May a player who has checked out of turn bet or raise in turn?",
        labels={"free": "yes", "no_raise": "no"},
    )
    short_raise: str = option(
        question="What is a raise that is too small?",
        labels={"void": "void", "completed": "a full raise if it is at least half of one, or else a call"},
    )
    side_pots: str = option(
        question="What can an all-in player win?",
        labels={
            "layered": "as much from each other player as they put in",
            "literal_pile": "all chips on the table when they go all-in",
        },
    )

    # Options of games with blinds, community cards or equal hands only, with their values in all other games.
    forced_bets = "ante"
    preflop_betting = False
    blind_treatment = "live"
    headsup_blinds = "literal"
    headsup_clause = "4.3"
    straddle = False
    hi_lo = False
    odd_chip = "first"
    mucked_hand = "dead"
    exposed_card = "kept"


def odd_chip_option() -> Any:
    """Declare the option of who gets the odd chip, in games with equal hands."""
    return option(
        question="Who gets a chip that does not divide?",
        labels={
            "first": "the first winner in order from the dealer",
            "last": "the last winner in order from the dealer",
        },
    )


def mucked_hand_option() -> Any:
    """Declare the option that a mucked hand may be taken back."""
    answers = {"dead": "no", "retrieved": "yes, if it can be clearly identified and the pot has not been taken"}
    return option(question="May a mucked hand be taken back?", labels=answers)


@frozen
class HasChips(Act):
    """``NAME has N``: a player's chips."""

    amount: int


@frozen
class EveryoneHasChips(Act):
    """``everyone has N``: each player has N chips."""

    amount: int


@frozen
class BuyIn(Act):
    """``NAME buys in for N``: a player adds chips between hands."""

    amount: int


@frozen
class SitOut(Act):
    """``NAME sits out``: a player is not dealt in until they sit in again."""


@frozen
class SitIn(Act):
    """``NAME sits in``: a player who sat out is dealt in again."""


@frozen
class Blinds(Act):
    """``blinds N N``: the small and the big blind from now on."""

    small: int
    big: int


@frozen
class AnteByAll(Act):
    """``everyone antes N``: each player dealt in puts an ante into the pot."""

    amount: int


@frozen
class Ante(Act):
    """``NAME antes N``."""

    amount: int


@frozen
class Post(Act):
    """``NAME posts N``: a blind."""

    amount: int


@frozen
class PostSmallBlind(Act):
    """``NAME posts the small blind``: its amount is stated in the record."""


@frozen
class PostBigBlind(Act):
    """``NAME posts the big blind``."""


@frozen
class PostDead(Act):
    """``NAME posts dead N``: a missed blind. It goes into the pot and is no bet."""

    amount: int


@frozen
class Straddle(Act):
    """``NAME straddles N``: a third blind, twice the previous one."""

    amount: int


@frozen
class Check(Act):
    """``NAME checks``."""


@frozen
class Bet(Act):
    """``NAME bets N``: the first bet of a round."""

    amount: int


@frozen
class Call(Act):
    """``NAME calls [N]``: N is the number of chips put in. If it is missing, it is computed."""

    amount: int | None = None


@frozen
class Raise(Act):
    """``NAME raises to N``: N is the player's total bet in this round."""

    to: int


@frozen
class Fold(Act):
    """``NAME folds``."""


@frozen
class AllIn(Act):
    """``NAME is all-in [N]``: the player puts in all remaining chips, N of them."""

    amount: int | None = None


BETS: Final = (Check, Bet, Call, Raise, Fold, AllIn)
POSTS: Final = (Post, PostSmallBlind, PostBigBlind)


def register_bets(book: Rulebook, *, blinds: str = "", straddles: bool = False) -> None:
    """Register the betting acts of a game.

    `blinds` is the condition on its options for having blinds; their acts are then registered too. With `straddles`,
    the straddle is registered as well.
    """
    book.add_act(Bet, "NAME bets N")
    book.add_act(Check, "NAME checks")
    book.add_act(Call, "NAME calls [N]")
    book.add_act(Raise, "NAME raises to N")
    book.counts_from(lambda table, act: table.round.level or None if isinstance(act, Raise) else None)
    book.add_act(Fold, "NAME folds")
    book.add_act(AllIn, "NAME is all-in [N]")
    book.add_act(Ante, "NAME antes N")
    book.add_act(AnteByAll, "everyone antes N")
    book.add_act(HasChips, "NAME has N")
    book.add_act(EveryoneHasChips, "everyone has N")
    book.add_act(BuyIn, "NAME buys in for N")
    book.add_act(SitOut, "NAME sits out")
    book.add_act(SitIn, "NAME sits in")
    if blinds:
        book.add_act(Blinds, "blinds N N", only=blinds)
        book.add_act(PostDead, "NAME posts dead N", only=blinds)
        book.add_act(Post, "NAME posts N", only=blinds)
        book.add_act(PostSmallBlind, "NAME posts the small blind", only=blinds)
        book.add_act(PostBigBlind, "NAME posts the big blind", only=blinds)
    if blinds and straddles:
        book.add_act(Straddle, "NAME straddles N", only=f"{blinds} straddle=true")
        book.add_synonyms({"straddles N": "straddles for/to, posts straddle (of)"})
    book.add_synonyms({**BET_PHRASES, **(BLIND_PHRASES if blinds else {})})
    book.explain_words(BET_ANSWERS)


# Synonyms of the betting acts.
BET_PHRASES: Final = {
    "bets N": "opens for/with, leads (out) for, fires, wagers, puts out, makes bet of",
    "checks": "knocks, taps, raps, checks it, passes, stays (in), x",
    # A call of less than the bet is an all-in, and so is one of an all-in.
    "calls [N]": "sees (it), sees bet, calls/matches it, calls/matches/meets bet, sees/calls/matches NAME2's bet, "
    "sees/calls NAME2, matches, stays (in), calls all-in, calls all in",
    "raises to N": "makes it, makes it N to go, raises up to, ups to",  # where nobody has bet yet, it is a bet
    "raises": "re-raises, reraises, check-raises, raises/bumps/ups/pops it, bumps, 3-bets, 4-bets",
    "folds": "drops (out), passes, throws (it) in, lays it down, gives up, gets out, (is) out, i'm out",
    "is all-in [N]": "(is) allin, (is) all in, all-in, goes/moves/pushes/shoves/jams/bets/raises all-in/allin, "
    "goes/moves/pushes/shoves/jams/bets/raises all in, pushes, shoves, jams, puts it all in, ships it, calls all-in, "
    "calls all in, calls all-in (for) N, calls all in (for) N",
    "antes N": "antes up",
    "everyone antes N": "everybody antes, all ante, everyone ante, ante",
    "has N": "starts/sits with, has stack of",
    "everyone has N": "everybody has, all have, everybody starts with",
    "buys in for N": "buys in with, buys back in for, rebuys/re-buys for",
    "sits out": "leaves (table), goes home, takes break, (is) out, i'm out",
    "sits in": "sits down, sits back in, is/comes back, joins, returns",
}
BLIND_PHRASES: Final = {
    "blinds N N2": "blinds N and N2",
    "posts the small blind": "(posts/is) sb, (posts/is) small blind",
    "posts the big blind": "(posts/is) bb, (posts/is) big blind",
    "posts N": "posts sb/bb (of) N, posts small/big blind (of) N",
}
BET_ANSWERS: Final = {
    "bets/raises pot, pots it": "how much is that? Write 'bets N' or 'raises to N'",
    "min-raises, minraises": "to how much? Write 'raises to N'",
}


@dataclass(frozen=True, match_args=False, init=False, repr=False, eq=False)
class BettingTable(TableProtocol, Protocol):
    """A table at which players bet."""

    chips: Chips
    hand: BettingHand
    round: BettingRound

    @property
    def options(self) -> BettingOptions:
        """The house rules."""


BettingT = TypeVar("BettingT", bound=BettingTable)


def prepare_table(table: BettingT, ante: int | None, blinds: tuple[int, int] | None = (0, 0)) -> BettingT:
    """Return a new table with the forced bets of the house rules. The pot is empty, and all stacks are unknown."""
    seats, all_seats = len(table.seats), tuple(table.seats)
    return replace(
        table,
        chips=Chips((None,) * seats, ante=ante, blinds=blinds),
        hand=BettingHand.new(() if table.complete else all_seats, seats, is_dealt=False),
        round=BettingRound.new(seats, number=0 if table.complete else 1),
    )


def betting_unit(table: BettingTable) -> int:
    """Return the smallest bet of the round: the minimum bet, or the big blind if that is higher."""
    options, blinds = table.options, table.chips.blinds
    smallest = options.min_bet
    if blinds and blinds[1] > smallest:
        smallest = blinds[1]
    return smallest * 2 if options.limit == "doubling" and table.round.number >= _late_rounds(options) else smallest


def _late_rounds(options: BettingOptions) -> int:
    """Return the number of the first round with double bets, in a game with the limit ``doubling``."""
    return 3 if options.preflop_betting else 2


def smallest_raise(table: BettingTable) -> int:
    """Return the smallest amount of a raise."""
    if table.options.min_raise == "any":
        return 1
    unit = betting_unit(table)
    if table.options.limit in ("fixed", "doubling"):
        # Every raise is of one unit, whatever the straddle was.
        return unit
    return table.round.raise_size if table.round.raise_size > unit else unit


def post_of_named_blind(table: BettingTable, act: PostSmallBlind | PostBigBlind) -> Post | None:
    """Return the post, with its amount, for a blind that is only named; None if the record does not state the
    amount.
    """
    if not table.chips.blinds:
        return None
    amount_due, stack = table.chips.blinds[isinstance(act, PostBigBlind)], table.chips.stacks[act.seat]
    return Post(act.seat, amount_due if not stack or stack > amount_due else stack, line=act.line)


def amount_to_call(table: BettingTable, seat: int) -> int:
    """Return the chips that a player must put in to stay in the hand."""
    amount_due = amount_to_match(table, seat) - table.round.bets[seat]
    return amount_due if amount_due > 0 else 0


def is_undeclared(table: BettingTable) -> bool:
    """Tell whether the bet to match is an all-in of unknown amount."""
    return table.round.top_act is not None and table.round.top_act.seat in table.hand.undeclared


def amount_to_match(table: BettingTable, seat: int) -> int:
    """Return the total bet that a player needs in this round to stay in the hand.

    If all others are all-in, it is at most what one of them has put in. Anything above that, such as the rest of a big
    blind posted short, would be returned.
    """
    hand, betting_round = table.hand, table.round
    if hand.all_in and table.from_deal:
        other_seats = [other_seat for other_seat in hand.live if other_seat != seat]
        if other_seats and hand.all_in.issuperset(other_seats):
            return min(betting_round.level, max(betting_round.bets[other_seat] for other_seat in other_seats))
    return betting_round.level


def chips_for(table: BettingTable, act: Act) -> int:
    """Return the number of chips that an act takes from the player's stack."""
    betting_round = table.round
    seat = act.seat
    if isinstance(act, Bet):
        return act.amount
    if isinstance(act, Call):
        call_price, stated_amount, stack = amount_to_call(table, seat), act.amount, table.chips.stacks[seat]
        if stated_amount is None or stated_amount in (betting_round.level, call_price + betting_round.bets[seat]):
            return call_price if stack is None or stack > call_price else stack
        return stated_amount
    if isinstance(act, Raise):
        return max(0, act.to - betting_round.bets[seat])
    if isinstance(act, AllIn):
        stack = table.chips.stacks[seat]
        return (act.amount or 0) if stack is None or seat in table.hand.undeclared else stack
    return act.amount if isinstance(act, Post | Ante) else 0


def can_raise(table: BettingTable, seat: int) -> bool:
    """Tell whether a player may raise: they have not acted in this round, or a full raise has come since."""
    acted_level = table.round.acted_levels[seat]
    if acted_level < 0:
        return True
    raised_chips = table.round.level - acted_level
    return raised_chips > 0 and (raised_chips >= smallest_raise(table) or table.options.short_allin_reopens)


def highest_bet(table: BettingTable, seat: int) -> int | None:
    """Return the highest total bet that a player may reach in this round with a bet or raise; None without a limit."""
    limits, options, level = [], table.options, table.round.level
    if options.limit == "pot" and table.from_deal:
        limits.append(level + table.hand.pot + amount_to_call(table, seat))
    elif options.limit in ("fixed", "doubling"):
        limits.append(level + betting_unit(table))
    if options.max_bet:
        limits.append(level + max(options.max_bet, 0))
    return min(limits, default=None)


def blind_seats(table: BettingTable) -> tuple[int, int]:
    """Return the seats that post the small blind and the big blind."""
    first, second = table.hand.players[:2]
    if len(table.hand.players) == 2 and table.options.headsup_blinds == "dealer_small":
        return second, first
    return first, second


def blinds_are_bets(table: BettingTable) -> bool:
    """Tell whether a blind is a bet that the others must match, not just chips in the pot."""
    return table.options.blind_treatment == "live"


def ante_payer_for_all(table: BettingTable) -> int | None:
    """Return the seat that puts in one dead ante for all players; None if each player pays their own."""
    has_single_payer = table.options.forced_bets == "big_blind_ante" and table.from_deal
    return blind_seats(table)[1] if has_single_payer and len(table.hand.players) > 1 else None
