"""Write recorded hands of Texas Hold'em in the PHH format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.cards import UNSEEN, Card
from referee.games.parts.betting.payment import Muck
from referee.games.parts.betting.pots import Pot, award_pots, layered_pots
from referee.games.parts.betting.stakes import (
    AllIn,
    Ante,
    AnteByAll,
    Bet,
    Call,
    Check,
    Fold,
    HasChips,
    Post,
    PostBigBlind,
    PostDead,
    PostSmallBlind,
    Raise,
    Straddle,
    betting_unit,
    blind_seats,
    can_raise,
    post_of_named_blind,
    smallest_raise,
)
from referee.games.parts.board.clauses import BOARDS, BoardTable
from referee.games.parts.hands.poker_hands import rank_gunn
from referee.histories.phh import CHIP, History, RefusedHand
from referee.rules import Deal, JudgedLine, Record, Report, Shows, Verdict, replace
from referee.rules.plain_text import with_signs
from referee.rules.records.messages import render_text

# The most bets and raises in a fixed-limit round, in programs that read the format.
_MAX_RAISES: Final = 4
_POSTS: Final = (Post, PostSmallBlind, PostBigBlind)


def convert_hands(sheet: Report) -> Iterator[History | RefusedHand]:
    """Yield each hand of a record as a history, or the reason why the format cannot express it."""
    hands: list[list[JudgedLine]] = []
    for entry in sheet.entries:
        if isinstance(entry.line.act, Deal) and entry.counts:
            hands.append([])
        if hands:
            hands[-1].append(entry)
    for number, hand in enumerate(hands, 1):
        try:
            yield _HistoryBuilder(sheet.record, hand, str(number)).history()
        except RefusedHand as refusal:
            yield RefusedHand(str(refusal), refusal.line or hand[0].line.number)


def write_history(history: History, **extra_fields: str | int) -> str:
    """Return a hand as TOML with amounts in chips, so that other programs divide pots in the same way.

    `extra_fields` are fields of the format that a history does not have, such as ``table``.
    """
    small, big = history.bets
    bets = {"min_bet": small} if history.variant == "NT" else {"small_bet": small, "big_bet": big}
    rows: dict[str, str] = {
        "variant": _toml_string(history.variant),
        "ante_trimming_status": "true" if history.antes_trimmed else "false",
        "antes": _write_amounts(history.antes),
        "blinds_or_straddles": _write_amounts(history.blinds),
        **{key: str(chips) for key, chips in bets.items()},
        "starting_stacks": _write_amounts(history.stacks),
        "actions": f"[{', '.join(map(_toml_string, history.actions))}]",
        "players": f"[{', '.join(map(_toml_string, history.players))}]",
        "winnings": _write_amounts(history.winnings),
    }
    if history.finishing:
        rows["finishing_stacks"] = _write_amounts(history.finishing)
    if history.chip:
        rows[CHIP] = _toml_string(history.chip)
    if day := history.played_on:
        rows.update(day=str(day.day), month=str(day.month), year=str(day.year))
    rows["hand"] = history.label
    rows.update(
        {key: str(value) if isinstance(value, int) else _toml_string(value) for key, value in extra_fields.items()}
    )
    return "".join(f"{key} = {value}\n" for key, value in rows.items())


class _HistoryBuilder:
    """Builds a history from a recorded hand. Seats are counted from the dealer's left, as in the format."""

    def __init__(self, record: Record, entries: Sequence[JudgedLine], label: str) -> None:
        self.record, self.entries, self.label = record, entries, label
        self.start: BoardTable = entries[0].after
        # Acts after the hand, such as buying chips, are not part of it, but cards shown then are.
        settled_table = next((entry.after for entry in entries if entry.after.hand.is_settled), entries[-1].after)
        self.end: BoardTable = replace(settled_table, knowledge=entries[-1].after.knowledge)
        self.order = self.start.hand.players
        self.stacks = {seat: self.start.chips.stacks[seat] for seat in self.order}
        self.antes = dict.fromkeys(self.order, 0)
        self.blinds = [0] * len(self.order)
        self.actions: list[str] = []
        self.shown: dict[int, str] = {}

    def history(self) -> History:
        """Return the history of the hand. Raise `RefusedHand` if the format cannot express it."""
        self._refuse_house_rules()
        counting = [entry for entry in self.entries[1:] if entry.counts]
        for entry in counting:
            self._add_forced_bet(entry)
        self._hole_cards()
        for entry in counting:
            self._act(entry)
        self._showdown()
        if not self.end.hand.is_settled:
            raise RefusedHand("the winner of the pot is not known: the hand is not over, or the record does not say")
        self._refuse_other_shares()
        fixed = self.record.options.limit in ("fixed", "doubling")
        unit = betting_unit(self.start)
        winnings = Counter[int]()
        for payout in self.end.hand.payouts:
            winnings[payout.seat] += payout.amount
        finishing = tuple(self.end.chips.stacks[seat] for seat in self.order)
        return History(
            variant="FT" if fixed else "NT",
            antes=self._antes(),
            blinds=tuple(self.blinds),
            bets=(unit, 2 * unit if self.record.options.limit == "doubling" else unit),
            stacks=tuple(self.stacks[seat] for seat in self.order),
            actions=tuple(self.actions),
            players=tuple(self.record.seats.name(seat) for seat in self.order),
            winnings=tuple(winnings[seat] for seat in self.order),
            finishing=tuple(stack for stack in finishing if stack is not None) if None not in finishing else (),
            chip=self.record.chip,
            antes_trimmed=self.record.options.forced_bets != "big_blind_ante",
            played_on=self.record.played_on,
            label=self.label,
        )

    def _player(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def _refuse_house_rules(self) -> None:
        options = self.record.options
        if not options.preflop_betting:
            raise RefusedHand(
                "there is no betting before the flop here (preflop_betting=false), but the format has it. Hands "
                "of a table with the house rule preflop_betting=true can be written"
            )
        if options.blind_treatment == "dead" and any(isinstance(entry.line.act, _POSTS) for entry in self.entries):
            raise RefusedHand("the blinds are dead (blind_treatment=dead), but in the format they are bets (live)")
        if self.start.dealer is None or self.order[-1] != self.start.dealer:
            raise RefusedHand("the dealer is not known")
        if len(self.order) == 2 and options.headsup_blinds != "dealer_small" and self.start.chips.blinds != (0, 0):
            raise RefusedHand(
                "heads-up, the dealer posts the big blind here (headsup_blinds=literal), but in the format "
                "the small one (dealer_small)"
            )

    def _add_forced_bet(self, entry: JudgedLine) -> None:
        act, table_before = entry.line.act, entry.before
        if isinstance(act, HasChips) and table_before.chips.stacks[act.seat] is None and act.seat in self.stacks:
            self.stacks[act.seat] = (
                act.amount + table_before.hand.put_in[act.seat] + table_before.hand.dead_chips[act.seat]
            )
        elif isinstance(act, Ante | AnteByAll):
            for item in entry.items:
                self.antes[item.seat] -= item.amount
        elif isinstance(act, PostDead):
            raise RefusedHand("a dead blind was posted, which the format does not have", entry.line.number)
        elif isinstance(act, _POSTS):
            self._add_blind(entry, act if isinstance(act, Post) else post_of_named_blind(table_before, act))
        elif isinstance(act, Straddle):
            self.blinds[self.order.index(act.seat)] = act.amount

    def _add_blind(self, entry: JudgedLine, act: Post | None) -> None:
        if act is None:
            raise RefusedHand("a blind of an unknown amount was posted", entry.line.number)
        seats = blind_seats(entry.before)
        if act.seat not in seats:
            raise RefusedHand(f"{self._name(act.seat)} posts a blind out of place", entry.line.number)
        position = seats.index(act.seat)
        blinds = self.start.chips.blinds or entry.before.chips.blinds
        self.blinds[position] = blinds[position] if blinds else act.amount

    def _name(self, seat: int) -> str:
        return self.record.seats.name(seat)

    def _antes(self) -> tuple[int, ...]:
        """Return the antes for the format, all of them equal even if a short stack put in less."""
        ante = max(self.antes.values())
        if self.record.options.forced_bets == "big_blind_ante":
            return (0, ante, *(0 for _ in self.order[2:]))
        for seat, chips in self.antes.items():
            if chips not in (ante, self.stacks[seat]):
                raise RefusedHand(f"{self._name(seat)} put in an ante of {chips}, others {ante}")
        return (ante,) * len(self.order)

    def _hole_cards(self) -> None:
        hands = self.end.knowledge.hands
        for seat in self.order:
            cards = hands[seat].cards if len(hands) > seat else ()
            self.actions.append(f"d dh {self._player(seat)} {_write_run(cards[:2], 2)}")

    def _act(self, entry: JudgedLine) -> None:
        act, table_before = entry.line.act, entry.before
        if not isinstance(act, (Check, Bet, Call, Raise, Fold, AllIn, *BOARDS)):
            return
        if entry.ruling.verdict is Verdict.ILLEGAL:
            reason = render_text(entry.ruling.reason, self.record.seats.names)
            raise RefusedHand(
                f"{entry.line.text} is illegal, although it was allowed to stand: {reason}", entry.line.number
            )
        if isinstance(act, BOARDS):
            self._board(table_before, act.cards)
        elif isinstance(act, Fold):
            self.actions.append(f"{self._player(act.seat)} f")
        else:
            self._add_bet(entry)

    def _add_bet(self, entry: JudgedLine) -> None:
        """Add a check, call, bet or raise, limited to what another player can match."""
        act, table_before, table_after = entry.line.act, entry.before, entry.after
        seat, level, bets = act.seat, table_before.round.level, table_before.round.bets
        chips_put_in = table_after.hand.put_in[seat] - table_before.hand.put_in[seat]
        total = table_after.round.bets[seat] if table_after.round.is_open else bets[seat] + chips_put_in
        if total <= level or isinstance(act, Check | Call):
            self.actions.append(f"{self._player(seat)} cc")
            return
        self._refuse_raise(entry, total)
        if (max_total := _largest_matchable(table_before, seat)) is not None:
            total = min(
                total, max(max_total, level + smallest_raise(table_before) if level else betting_unit(table_before))
            )
        self.actions.append(f"{self._player(seat)} cbr {total}")

    def _refuse_raise(self, entry: JudgedLine, total: int) -> None:
        table_before, seat = entry.before, entry.line.act.seat
        strict = replace(
            table_before, options=replace(table_before.options, min_raise="last_raise", short_allin_reopens=False)
        )
        all_in = (
            table_before.chips.stacks[seat] is not None
            and total >= table_before.round.bets[seat] + table_before.chips.stacks[seat]
        )
        min_raise = smallest_raise(strict) if table_before.round.level else betting_unit(strict)
        if not can_raise(strict, seat) or (total - table_before.round.level < min_raise and not all_in):
            raise RefusedHand(f"{entry.line.text} would not count as a raise in other programs", entry.line.number)
        if table_before.options.limit in ("fixed", "doubling") and table_before.round.raise_count >= _MAX_RAISES:
            raise RefusedHand(f"a round has more than {_MAX_RAISES} bets and raises in all", entry.line.number)

    def _board(self, table_before: BoardTable, cards: Sequence[Card]) -> None:
        if sum(seat not in table_before.hand.all_in for seat in table_before.hand.live) < 2:
            self._showdown()  # once betting is over, hands are shown before the rest of the board
        board_size, later_cards = len(table_before.community.cards), list(cards)
        while later_cards:
            street = max(1, 3 - board_size)
            self.actions.append(f"d db {_write_run(later_cards[:street])}")
            board_size, later_cards = board_size + street, later_cards[street:]

    def _showdown(self) -> None:
        """Add the shown and mucked hands, unless they were added before."""
        if self.shown or len(self.end.hand.live) < 2:
            return
        for entry in self.entries:
            act = entry.line.act
            if entry.counts and isinstance(act, Muck):
                self.shown[act.seat] = f"{self._player(act.seat)} sm"
            elif entry.counts and isinstance(act, Shows) and act.seat in self.end.hand.live:
                cards = self.end.knowledge.hands[act.seat].shown_cards
                if len(cards) == 2:
                    self.shown.setdefault(act.seat, f"{self._player(act.seat)} sm {_write_run(cards)}")
        self.actions.extend(self.shown.values())

    def _refuse_other_shares(self) -> None:
        """Raise `RefusedHand` if other programs would divide the pots differently.

        They derive side pots from the bets, merge those with the same winners, and give an odd chip to the first
        winner.
        """
        if len(self.end.hand.live) < 2:
            return
        last_table = next(
            entry.before
            for entry in reversed(self.entries)
            if entry.after.hand.is_settled and not entry.before.hand.is_settled
        )
        standing = self.end.hand.contenders
        shown_hands = self.end.knowledge.hands
        hands = {
            seat: rank_gunn((*self.end.community.cards, *shown_hands[seat].shown_cards)).strength
            for seat in standing
            if len(shown_hands[seat].shown_cards) == 2
        }
        divided_shares = _divide_merged_pots(
            layered_pots(last_table.hand.put_in, last_table.hand.live, sum(last_table.hand.dead_chips)),
            hands,
            self.order,
        )
        payouts = Counter[int]()
        for payout in self.end.hand.payouts:
            payouts[payout.seat] += payout.amount
        if +divided_shares != +payouts:
            raise RefusedHand("other programs would divide its pots differently")


def _largest_matchable(table: BoardTable, seat: int) -> int | None:
    """Return the highest bet that another player can match in this round, or None if stacks are unknown."""
    chips = [
        (table.round.bets[opponent], table.chips.stacks[opponent]) for opponent in table.hand.live if opponent != seat
    ]
    return None if any(stack is None for _, stack in chips) else max(bet + (stack or 0) for bet, stack in chips)


def _divide_merged_pots(pots: Sequence[Pot], hands: Mapping[int, Any], order: Sequence[int]) -> Counter[int]:
    """Return each player's winnings if pots with the same winners are merged first."""
    merged = Counter[tuple[int, ...]]()
    for pot in pots:
        if winners := tuple({payout.seat for payout in award_pots([pot], hands, order)}):
            merged[winners] += pot.amount
    winnings = Counter[int]()
    for winners, amount in merged.items():
        for share in award_pots([Pot(amount, winners)], dict.fromkeys(winners, 0), order):
            winnings[share.seat] += share.amount
    return winnings


def _write_run(cards: Sequence[Card], count: int = 0) -> str:
    """Return cards in the format, such as ``AcTd``, with ``??`` for each missing one."""
    texts = [f"{card.rank}{card.suit.lower()}" for card in cards if card is not UNSEEN]
    return "".join([*texts, *["??"] * (count - len(texts))])


def _write_amounts(chips: Sequence[int | None]) -> str:
    return f"[{', '.join('inf' if amount is None else str(amount) for amount in chips)}]"


def _toml_string(text: str) -> str:
    """Return a text as a TOML string, for which JSON's syntax is valid."""
    return json.dumps(with_signs(text), ensure_ascii=False).replace("\x7f", "\\u007f")
