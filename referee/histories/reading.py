"""Convert a hand in the PHH format to a record of Texas Hold'em, with its rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from referee.cards import UNSEEN, Card, UnreadableCard, read_cards, write_cards
from referee.cards.immutable import frozen
from referee.games import rulebook
from referee.games.parts.acts import TakeChips
from referee.games.parts.betting.stakes import BETS, AnteByAll, Post, Straddle
from referee.histories.phh import HandText, History, RefusedHand, parse_chips, read_history
from referee.rules import JudgedLine, Record, Report, Unit, Verdict, read_record, replace, replay, total
from referee.rules.notation.seats import clean_name, name_fault
from referee.rules.records.messages import describe_due

GAME: Final = "texas-holdem"
# Where the format differs from the club's rules: betting before the flop, and heads-up the dealer has the small blind.
_RULES: Final = ("preflop_betting=true", "headsup_blinds=dealer_small")
NO_STAND_INS: Final[Mapping[str, str]] = MappingProxyType({})
_CHIPS: Final = (*BETS, AnteByAll, Post, Straddle)
_STREETS: Final = {(0, 3): "flop", (3, 1): "turn", (4, 1): "river"}


@frozen
class ImportedHand:
    """An imported hand with its rulings. `differences` lists winnings in the file that differ from the rules."""

    history: History
    sheet: Report
    differences: tuple[str, ...] = ()

    @property
    def record(self) -> Record:
        """The record of the hand."""
        return self.sheet.record


def import_hand(text: HandText, stand_ins: Mapping[str, str] = NO_STAND_INS) -> ImportedHand:
    """Return the hand in a text with a ruling on each line. Raise `RefusedHand` if it cannot be expressed.

    Players in `stand_ins` have the name there. Illegal bets stand, as the hand continued from them. If the shown cards
    do not decide the pot, the file's winnings do.
    """
    history = read_history(text)
    history = replace(history, players=tuple(stand_ins.get(player, player) for player in history.players))
    try:
        lines = _RecordBuilder(history).lines()
        sheet = _rule_on(_read_lines(history, lines))
        if not sheet.table.hand.is_settled and (claims := _award_lines(history, sheet)):
            sheet = _rule_on(_read_lines(history, [*lines, *claims]))
    except RefusedHand as refusal:
        raise RefusedHand(str(refusal), refusal.line or text.line) from None
    except _RefusedAction as refusal:
        raise RefusedHand(f"action {refusal.action!r}: {refusal}", _line_of(refusal.action, text)) from None
    return ImportedHand(history, sheet, tuple(_differences(history, sheet)))


def record_names(history: History) -> tuple[str, ...]:
    """Return the players' names for a record. Players without a valid name become ``P1``, ``P2`` and so on."""
    openings = rulebook(GAME).grammar.openings
    names: list[str] = []
    for seat in range(len(history.stacks)):
        name = clean_name(history.players[seat]) if history.players else ""
        used_names = {name.casefold() for name in names}
        if not name or name_fault(name, openings) or name.casefold() in used_names:
            name = f"P{seat + 1}"
        names.append(name)
    return tuple(names)


class _RefusedAction(ValueError):
    """The reason why an `action` cannot be written as a line."""

    def __init__(self, message: str, action: str) -> None:
        super().__init__(message)
        self.action = action


def _line_of(action: str, text: HandText) -> int:
    """Return the line of the file that has the action, or the first line of its hand."""
    return (
        text.line + text.data.partition(action.encode())[0].count(b"\n") if action.encode() in text.data else text.line
    )


class _RecordBuilder:
    """Builds the lines of a record from a history, and keeps count of the bets.

    The file says neither whether a call is a check nor whether a raise is all-in.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.names = record_names(history)
        self.stacks = list(history.stacks)
        self.bets = [0] * len(self.names)
        self.bet_level = 0
        self.board_size = 0
        self.record_lines: list[str] = []

    def lines(self) -> list[str]:
        """Return the lines of the record."""
        history = self.history
        for seat, stack in enumerate(history.stacks):
            if stack is not None:
                self._add_line(seat, f"has {stack}")
        self._forced_bets()
        for action in history.actions:
            words = action.partition("#")[0].split()
            if words:
                try:
                    self._act(words)
                except RefusedHand as refusal:
                    raise _RefusedAction(str(refusal), action[:60]) from None
        return self.record_lines

    def _add_line(self, seat: int, words: str) -> None:
        self.record_lines.append(f"{self.names[seat]} {words}")

    def _forced_bets(self) -> None:
        history, players = self.history, len(self.names)
        # Heads-up, the dealer comes last but posts the small blind, which the file names first.
        order = list(range(players)) if players > 2 else [1, 0]
        small, big = history.blinds[:2]
        if not big or small > big:
            raise RefusedHand(f"blinds_or_straddles begins with {small} and {big}. Use a small and a big blind")
        self.record_lines.append(f"blinds {small} {big}")
        self.record_lines.append(f"deal by {self.names[-1]}")
        if _one_antes_for_all(history):
            self._antes_for_all(order[1])
        else:
            self._antes()
        for position, seat in enumerate(order):
            if blind := history.blinds[position]:
                self._add_blind(seat, blind, position)

    def _antes(self) -> None:
        ante = self.history.antes[0]
        if any(other_ante != ante for other_ante in self.history.antes):
            antes = ", ".join(self.history.amount(other_ante) for other_ante in self.history.antes)
            raise RefusedHand(f"antes is [{antes}]. Use the same ante for all players, or one from the big blind alone")
        if not ante:
            return
        for seat, stack in enumerate(self.stacks):
            if stack is None:
                continue
            if stack < ante and not self.history.antes_trimmed:
                raise RefusedHand(
                    f"{self.names[seat]} has less than the ante, and by ante_trimming_status can win all the antes. "
                    "Here players win no more from each opponent than they put in"
                )
            self.stacks[seat] = max(0, stack - ante)
        self.record_lines.append(f"everyone antes {ante}")

    def _antes_for_all(self, seat: int) -> None:
        ante, stack = self.history.antes[1], self.stacks[seat]
        chips = ante if stack is None else min(ante, stack)
        self._add_line(seat, f"antes {chips}")
        self.stacks[seat] = None if stack is None else stack - chips

    def _add_blind(self, seat: int, blind: int, position: int) -> None:
        stack = self.stacks[seat]
        chips = blind if stack is None else min(blind, stack)
        if not chips:
            return
        straddle = position > 1 and blind != self.history.blinds[1]
        self._add_line(seat, f"straddles {chips}" if straddle else f"posts {chips}")
        self._add_bet(seat, chips)
        # A short blind does not lower the bet for the others.
        self.bet_level = max(self.bet_level, blind)

    def _add_bet(self, seat: int, chips: int) -> None:
        self.bets[seat] += chips
        self.bet_level = max(self.bet_level, self.bets[seat])
        stack = self.stacks[seat]
        if stack is not None:
            self.stacks[seat] = max(0, stack - chips)

    def _act(self, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                hole = _parse_cards(cards)
                if len(hole) != 2:
                    raise RefusedHand("a player is not dealt two cards")
                if seen_cards := [card for card in hole if card is not UNSEEN]:
                    self._add_line(self._seat(player), f"holds {write_cards(seen_cards)}")
            case ["d", "db", cards]:
                self._board(_parse_cards(cards))
            case [player, "f"]:
                self._add_line(self._seat(player), "folds")
            case [player, "cc"]:
                self._calls(self._seat(player))
            case [player, "cbr", amount]:
                self._raises(self._seat(player), parse_chips(amount, self.history))
            case [player, "sm"]:
                self._add_line(self._seat(player), "mucks")
            case [player, "sm", cards]:
                self._shows(self._seat(player), cards)
            case _:
                raise RefusedHand("unknown action. Use d dh, d db, f, cc, cbr or sm, as in 'p1 cbr 100'")

    def _seat(self, player: str) -> int:
        number = player.removeprefix("p")
        if player[:1] != "p" or number not in map(str, range(1, len(self.names) + 1)):
            raise RefusedHand(f"no player {player[:20]!r}. Use p1 to p{len(self.names)}")
        return int(number) - 1

    def _board(self, cards: Sequence[Card]) -> None:
        if UNSEEN in cards:
            raise RefusedHand("a card of the board is unknown, although everybody has seen it")
        if self.board_size + len(cards) > 5:
            raise RefusedHand("the board would have more than five cards. Here a hand is run once")
        self.record_lines.append(f"{_STREETS.get((self.board_size, len(cards)), 'board')} {write_cards(cards)}")
        self.board_size += len(cards)
        self.bet_level = 0
        self.bets = [0] * len(self.names)

    def _calls(self, seat: int) -> None:
        due = self.bet_level - self.bets[seat]
        self._add_line(seat, "calls" if due > 0 else "checks")
        stack = self.stacks[seat]
        self._add_bet(seat, max(0, due if stack is None else min(due, stack)))

    def _raises(self, seat: int, total: int) -> None:
        chips = total - self.bets[seat]
        if chips > 0 and chips == self.stacks[seat]:
            self._add_line(seat, "is all-in")
        else:
            self._add_line(seat, f"raises to {total}" if self.bet_level else f"bets {total}")
        self._add_bet(seat, max(0, chips))

    def _shows(self, seat: int, cards: str) -> None:
        dealt_prefix = f"{self.names[seat]} holds "
        if cards == "-":
            held_cards = next(
                (line.removeprefix(dealt_prefix) for line in self.record_lines if line.startswith(dealt_prefix)), ""
            )
            self._add_line(seat, f"shows {held_cards}" if held_cards else "mucks")
            return
        seen_cards = [card for card in _parse_cards(cards) if card is not UNSEEN]
        self._add_line(seat, f"shows {write_cards(seen_cards)}" if seen_cards else "mucks")


def _one_antes_for_all(history: History) -> bool:
    """Return whether only the big blind, the second player in the file, puts in an ante."""
    return [seat for seat, ante in enumerate(history.antes) if ante] == [1]


def _parse_cards(run: str) -> Sequence[Card]:
    """Return the cards in a text such as ``AcTd??``, in which ?? is an unknown card."""
    if len(run) % 2:
        raise RefusedHand(f"{run!r} has half a card. Use two characters for each card, such as AcTd")
    try:
        return read_cards(run)
    except UnreadableCard as error:
        raise RefusedHand(f"{error}. Use {error.expected}") from None


def _read_lines(history: History, lines: list[str]) -> Record:
    rules = [f"forced_bets={'big_blind_ante' if _one_antes_for_all(history) else 'both'}", *_RULES]
    if history.bets[0] > history.blinds[1]:
        rules.append(f"min_bet={history.bets[0]}")
    if any(history.blinds[2:]):
        rules.append("straddle=true")
    if history.variant == "FT":
        small, big = history.bets
        if big not in (small, 2 * small):
            raise RefusedHand(f"small_bet is {small} and big_bet {big}. Use twice as much, or the same")
        rules.append(f"limit={'fixed' if big == small else 'doubling'}")
    head = [f"game: {GAME}", f"seats: {', '.join(record_names(history))}", f"options: {', '.join(rules)}"]
    if history.played_on:
        head.append(f"date: {history.played_on.isoformat()}")
    if history.chip:
        head.append(f"chip: {history.chip}")
    parsed_record = read_record("\n".join([*head, "", *lines, ""]), rulebook)
    if parsed_record.record is None or parsed_record.faults:
        raise RefusedHand(parsed_record.faults[0].message)
    return parsed_record.record


def _rule_on(record: Record) -> Report:
    """Return the report on a record in which illegal bets stand, as the hand continued from them."""
    sheet = replay(record)
    while (illegal := next((entry for entry in sheet.entries if _has_chips_that_stood(entry)), None)) is not None:
        lines = tuple(replace(line, stands=True) if line is illegal.line else line for line in sheet.record.lines)
        sheet = replay(replace(sheet.record, lines=lines))
    return sheet


def _has_chips_that_stood(entry: JudgedLine) -> bool:
    """Return whether a line is illegal, does not count, and put chips on the table."""
    illegal = entry.ruling.verdict is Verdict.ILLEGAL and entry.ruling.word != "finding"
    return illegal and not entry.counts and isinstance(entry.line.act, _CHIPS)


def _award_lines(history: History, sheet: Report) -> list[str]:
    """Return the lines that award the pot when not all hands were shown. The file or the rules name the winner."""
    names, table, book = record_names(history), sheet.table, sheet.record.book
    if any(history.winnings):
        return [f"{names[seat]} takes {chips}" for seat, chips in enumerate(history.winnings) if chips]
    winning_acts = (
        (TakeChips(seat, table.hand.pot) for seat in table.hand.contenders)
        if not table.round.is_open and table.hand.pot
        else ()
    )
    certain_acts = [act for act in winning_acts if book.judge(table, act).says == "holds"]
    return [book.write(act, sheet.record.seats) for act in certain_acts]


def _differences(history: History, sheet: Report) -> Iterator[str]:
    """Yield sentences about winnings in the file that differ from the rules."""
    names, stacks = record_names(history), history.stacks
    if not sheet.table.hand.is_settled and sheet.table.in_play:
        due = describe_due(sheet)
        open_reason = f"the hand is not over: {due}" if due else ""
        yield open_reason or "the cards that were shown do not decide who takes the pot"
        return
    net = [total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats]
    for seat, name in enumerate(names):
        stack = stacks[seat]
        record_winnings, history_winnings = net[seat], net[seat]
        if history.finishing and stack is not None:
            history_winnings = history.finishing[seat] - stack
        elif history.winnings:
            record_winnings = sum(payout.amount for payout in sheet.table.hand.payouts if payout.seat == seat)
            history_winnings = history.winnings[seat]
        if record_winnings != history_winnings:
            yield (
                f"by the rules {name} {_describe_result(record_winnings, history)}, "
                f"and the file says that {name} {_describe_result(history_winnings, history)}"
            )


def _describe_result(chips: int, history: History) -> str:
    return f"{'loses' if chips < 0 else 'wins'} {history.amount(abs(chips))}"
