"""The values of a betting table: chips, betting hand, and betting round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any

from referee.cards.immutable import frozen
from referee.games.parts.acts import TakeChips
from referee.games.parts.betting.pots import (
    Payout,
    Pot,
    layered_pots,
    literal_pots,
    unmatched_layered,
    unmatched_literal,
)
from referee.rules import Act, replace


def with_value(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return values by seat, with one seat's value replaced."""
    row = [*values]
    row[seat] = value
    return tuple(row)


@frozen
class Chips:
    """The players' chips, and the antes and blinds of each deal. They last from hand to hand.

    `stacks` are the chips by seat; None if unknown. `sitting_out` are the seats that are not dealt in. `ante` and
    `blinds` are the forced bets of a deal: None allows any amount, 0 means none.
    """

    stacks: tuple[int | None, ...] = ()
    sitting_out: frozenset[int] = frozenset()
    ante: int | None = 0
    blinds: tuple[int, int] | None = (0, 0)

    def can_be_dealt_in(self, seat: int) -> bool:
        """Tell whether a player may be dealt in: they do not sit out, and are not known to be without chips."""
        return self.stacks[seat] != 0 and seat not in self.sitting_out

    def with_stack(self, seat: int, stack: int | None) -> Chips:
        """Return the chips with a player's stack set. None stands for an unknown stack."""
        return Chips(with_value(self.stacks, seat, stack), self.sitting_out, self.ante, self.blinds)

    def add(self, seat: int, chips: int) -> Chips:
        """Return the chips after adding to a player's stack. A negative number is subtracted, but a stack is never
        below 0.
        """
        stack = self.stacks[seat]
        return self if stack is None else self.with_stack(seat, stack + chips if stack + chips > 0 else 0)

    def add_all(self, chips: Mapping[int, int]) -> Chips:
        """Return the chips after adding to several stacks. Negative numbers are subtracted."""
        stacks = tuple(
            [stack if stack is None else stack + chips.get(seat, 0) for seat, stack in enumerate(self.stacks)]
        )
        return replace(self, stacks=stacks)


@frozen
class BettingHand:
    """A hand with betting: its players, their chips in the pot, and the payouts.

    `players` are dealt in, in play order from the dealer; `live` have not folded. The `pot` consists of `put_in`, the
    chips by seat that others must match, and `dead_chips`, which need no match. `ante_posters` and `blind_posters` have
    paid antes and blinds. `betting_begun` says that somebody has bet or declined to.

    `all_in` are the players without chips, and `piles` the pot when each ran out. `undeclared` have an all-in of
    unknown amount, and `callers` called it, with the difference to that amount. `deal_recorded` says that the record
    has the deal, even if the seat order is unknown. `early_forced_bets` are antes and blinds for the next hand, put in
    before its deal.

    `claims` are the chips taken by players, `mucked_seats` the seats that mucked, in order, and `payouts` the payments
    at the settlement. `before_payment` is the hand before that, kept while a mucked hand may be retrieved.
    `exposed_count` counts the cards exposed in the deal; one of the first two counts twice, and two make a misdeal.
    """

    players: tuple[int, ...] = ()
    live: tuple[int, ...] = ()
    put_in: tuple[int, ...] = ()
    dead_chips: tuple[int, ...] = ()
    pot: int = 0
    betting_begun: bool = False
    deal_recorded: bool = False
    all_in: frozenset[int] = frozenset()
    piles: tuple[tuple[int, int], ...] = ()
    undeclared: frozenset[int] = frozenset()
    callers: Mapping[int, int] = field(default_factory=dict)
    ante_posters: frozenset[int] = frozenset()
    blind_posters: tuple[int, ...] = ()
    early_forced_bets: tuple[Act, ...] = ()
    mucked_seats: tuple[int, ...] = ()
    claims: tuple[TakeChips, ...] = ()
    payouts: tuple[Payout, ...] = ()
    is_settled: bool = False
    before_payment: BettingHand | None = None
    exposed_count: int = 0

    @classmethod
    def new(cls, players: Sequence[int], seats: int, *, is_dealt: bool = True) -> BettingHand:
        """Return a hand without bets. `players` are dealt in, in play order from the dealer."""
        no_chips, order = (0,) * seats, tuple(players)
        return cls(order, order, no_chips, no_chips, deal_recorded=is_dealt)

    # -- who is in it ---------------------------------------------------------------------------------------

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that can still win a pot, because they have neither folded nor mucked."""
        return tuple([seat for seat in self.live if seat not in self.mucked_seats]) if self.mucked_seats else self.live

    @property
    def is_misdeal(self) -> bool:
        """Whether the hand must be dealt again."""
        return self.exposed_count > 1

    @property
    def nobody_can_bet(self) -> bool:
        """Whether fewer than two live players have chips, so that betting is over."""
        return sum(seat not in self.all_in for seat in self.live) < 2

    def order_after(self, seat: int, seats: Collection[int]) -> tuple[int, ...]:
        """Return players in play order, starting after a seat and ending with it."""
        start = self.players.index(seat) + 1 if seat in self.players else 0
        return tuple([player for player in (*self.players[start:], *self.players[:start]) if player in seats])

    def live_from(self, seat: int) -> tuple[int, ...]:
        """Return the live players in play order, starting with a player."""
        return tuple(
            other_seat for other_seat in (seat, *self.order_after(seat, self.live)[:-1]) if other_seat in self.live
        )

    def without(self, seat: int) -> BettingHand:
        """Return the hand without a player who has folded or left."""
        return replace(self, live=tuple([other_seat for other_seat in self.live if other_seat != seat]))

    # -- what lies in the pot -------------------------------------------------------------------------------

    def add_chips(self, seat: int, chips: int, *, dead: bool = False, is_last_chips: bool = False) -> BettingHand:
        """Return the hand with a player's chips in the pot. `is_last_chips` says that the player has no others."""
        pot, put_in, chips_by_seat = self.pot + chips, self.put_in, self.dead_chips
        if dead:
            chips_by_seat = with_value(chips_by_seat, seat, chips_by_seat[seat] + chips)
        else:
            put_in = with_value(put_in, seat, put_in[seat] + chips)
        if not is_last_chips:
            return replace(self, pot=pot, put_in=put_in, dead_chips=chips_by_seat)
        all_in, piles = self.all_in | {seat}, (*self.piles, (seat, pot))
        return replace(self, pot=pot, put_in=put_in, dead_chips=chips_by_seat, all_in=all_in, piles=piles)

    def add_antes(self, chips: Mapping[int, int], last_seats: Collection[int], *, dead: bool) -> BettingHand:
        """Return the hand with antes in the pot, in order. The seats in `last_seats` are all-in with theirs."""
        pot, chips_by_seat, piles = self.pot, list(self.dead_chips if dead else self.put_in), self.piles
        for seat, ante in chips.items():
            pot += ante
            chips_by_seat[seat] += ante
            piles = (*piles, (seat, pot)) if seat in last_seats else piles
        put_in, dead_chips = (self.put_in, tuple(chips_by_seat)) if dead else (tuple(chips_by_seat), self.dead_chips)
        all_in, anted = self.all_in.union(last_seats), self.ante_posters.union(chips)
        return replace(
            self, pot=pot, put_in=put_in, dead_chips=dead_chips, piles=piles, all_in=all_in, ante_posters=anted
        )

    def mark_all_in(self, seat: int) -> BettingHand:
        """Return the hand with a player marked as all-in, and the current size of the pot noted."""
        return replace(self, all_in=self.all_in | {seat}, piles=(*self.piles, (seat, self.pot)))

    def declare(self, seat: int) -> BettingHand:
        """Return the hand with the amount of a player's all-in marked as declared."""
        return replace(self, undeclared=self.undeclared - {seat}, callers={})

    def unmark_all_in(self, seat: int) -> BettingHand:
        """Return the hand with a player no longer marked as all-in."""
        piles = tuple(pile for pile in self.piles if pile[0] != seat)
        return replace(self, all_in=self.all_in - {seat}, piles=piles)

    def pots(self, side_pots: str) -> tuple[Pot, ...]:
        """Return the pots, the main pot first: layered or literal."""
        if side_pots == "layered":
            return layered_pots(self.put_in, self.live, sum(self.dead_chips))
        return literal_pots(self.put_in, self.live, sum(self.dead_chips), self.piles)

    def unmatched_chips(self, side_pots: str, missing_seats: Collection[int], ante: int) -> tuple[int, int]:
        """Return the seat with unmatched chips and their number; (-1, 0) if all are matched or an all-in is undeclared.

        The antes of `missing_seats` count as put in.
        """
        put_in = self.put_in
        if missing_seats:
            put_in = tuple(chips + ante * (seat in missing_seats) for seat, chips in enumerate(put_in))
        if side_pots == "layered":
            unmatched = unmatched_layered(put_in, self.live)
        else:
            unmatched = unmatched_literal(put_in, self.live, sum(self.dead_chips), self.piles)
        return (
            (unmatched[0], min(unmatched[1], self.put_in[unmatched[0]]))
            if unmatched and not self.undeclared
            else (-1, 0)
        )

    def return_chips(self, seat: int, chips: int) -> BettingHand:
        """Return the hand with unmatched chips returned to a player, who is then not all-in."""
        reduced_sums = with_value(self.put_in, seat, self.put_in[seat] - chips)
        piles = tuple(pile for pile in self.piles if pile[0] != seat)
        return replace(self, pot=self.pot - chips, put_in=reduced_sums, all_in=self.all_in - {seat}, piles=piles)

    # -- who is paid ----------------------------------------------------------------------------------------

    @property
    def has_open_pot(self) -> bool:
        """Whether the pot has chips and the hand is not settled."""
        return self.pot > 0 and not self.is_settled

    @property
    def total_chips(self) -> int:
        """The chips of an unpaid hand: those in the pot, and those already claimed from it."""
        return self.pot + sum(claim.amount for claim in self.claims)

    def claimed_by(self, seat: int, line: int) -> int:
        """Return the sum of a player's claims before a line; line 0 counts all claims."""
        return sum(self.claims_of(seat, line))

    def claims_of(self, seat: int, line: int) -> tuple[int, ...]:
        """Return the sums of a player's claims before a line; line 0 counts all claims."""
        return tuple([claim.amount for claim in self.claims if claim.seat == seat and not 0 < line <= claim.line])

    def contributions(self, *, less_claims: bool) -> Counter[int]:
        """Return the chips of each player in the hand. With `less_claims`, their claims are subtracted."""
        contributions = Counter({seat: chips + self.dead_chips[seat] for seat, chips in enumerate(self.put_in)})
        for claim in self.claims if less_claims else ():
            contributions[claim.seat] -= claim.amount
        return contributions

    def pay(self, payouts: tuple[Payout, ...], claims: tuple[TakeChips, ...]) -> BettingHand:
        """Return the settled hand with its `payouts`, and with the early `claims` that remain valid."""
        no_chips = (0,) * len(self.put_in)
        return replace(
            self, pot=0, put_in=no_chips, dead_chips=no_chips, payouts=payouts, claims=claims, is_settled=True
        )


@frozen
class Commitment:
    """A void act that may bind its player when the turn comes, with the `level` to match at that time.

    `early` says that the act was out of turn.
    """

    act: Act
    level: int
    early: bool = False


@frozen
class BettingRound:
    """A round of bets: each player's bets, and the players who must still act.

    `number` counts the rounds of the hand, and `is_open` says that this one is not over. `bets` are the chips by seat,
    `level` is the amount to match, and `raise_size` the last full bet or raise (0: unknown). `acted_levels` are the
    levels at which each seat last acted (-1: not yet). `to_act` are the players who must still act. `top_act` is the
    last bet or raise, and `raise_count` the number of raises. `held_act` is an act out of turn that waits for its turn,
    and `commitments` are void acts that may bind their players.
    """

    number: int = 0
    is_open: bool = False
    bets: tuple[int, ...] = ()
    acted_levels: tuple[int, ...] = ()
    level: int = 0
    raise_size: int = 0
    to_act: tuple[int, ...] = ()
    top_act: Act | None = None
    raise_count: int = 0
    held_act: Act | None = None
    commitments: tuple[Commitment, ...] = ()

    @classmethod
    def new(cls, seats: int, *, number: int = 0) -> BettingRound:
        """Return a round without bets. With a number, it is open."""
        return cls(number, number > 0, (0,) * seats, (-1,) * seats)

    def start_next(self) -> BettingRound:
        """Return the next round. The first of a hand keeps the blinds; the others begin without bets."""
        seats = len(self.bets)
        if self.number:
            return BettingRound(self.number + 1, True, (0,) * seats, (-1,) * seats, to_act=self.to_act)
        return replace(self, number=1, is_open=True, acted_levels=(-1,) * seats, raise_count=0)

    def close(self) -> BettingRound:
        """Return the round, ended."""
        return replace(self, is_open=False, to_act=(), held_act=None, commitments=())
