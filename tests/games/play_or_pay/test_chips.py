"""How a hand of Play or Pay ends, who pays what, and the house rules, against the source text."""

import random

import pytest

from referee.games import rulebook
from referee.rules import Verdict, read_record
from tests.games.play_or_pay.table import GAME, HEARTS, NAMES, PACK, chips, match, suit_in_order, verdict_and_clause
from tests.games.ruling import last, rule

# -- the end of the hand ------------------------------------------------------------------------------------


def test_winner_takes_the_pot_and_a_chip_for_each_card() -> None:
    # Six chips paid in play and three and one cards held: ten chips.
    facts = ["Ann holds only 5H 6H 7H 8H", "Ben holds only 2C 3C 4C", "Cal holds only 9S"]
    laps = [line for card in ("6H", "7H", "8H") for line in ("Ben pays", "Cal pays", f"Ann plays {card}")]
    sheet = rule(GAME, *facts, "Ann plays 5H", *laps)
    assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
    assert [(item.seat, item.amount, item.clause) for item in sheet.entries[-1].items] == [
        (1, -3, "5.2"),
        (2, -1, "5.2"),
        (0, 10, "5.3"),
    ]
    assert chips(sheet) == [10, -6, -4]
    assert sheet.table.pot == 0
    assert sheet.places == ((0,), (2,), (1,))


def test_cards_held_cost_nothing_without_end_payments() -> None:
    facts = ["Ann holds only 6H", "Ben holds only 2C 3C 4C", "Cal holds only 9S"]
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", *facts, "Ann plays 6H", options=["end_payment=0"])
    assert chips(sheet) == [1, -1, 0]


def test_thirteenth_card_that_empties_the_hand_wins_without_a_lead() -> None:
    lines = (*HEARTS[:-1], "Ann holds only 9H", HEARTS[-1])
    assert rule(GAME, *lines).table.winning_play is not None
    entry = last(GAME, *lines, "Ann plays 3S")
    assert verdict_and_clause(entry) == ("illegal", "5.1")


@pytest.mark.parametrize("line", ["Ben plays 6H", "Ben pays", "Ann plays 6H"])
def test_nothing_is_played_after_the_hand(line: str) -> None:
    entry = match("deal by Cal", "Ann holds only 5H, stands", "Ann plays 5H", line).entries[-1]
    assert verdict_and_clause(entry) == ("illegal", "5.1")
    assert entry.ruling.reason == "The hand is over: Ann went out with 5H."
    assert entry.ruling.because == (6,)


@pytest.mark.parametrize(
    "before",
    [(), ("deal by Cal", "Ann holds only 5H, stands", "Ann plays 5H")],
    ids=["before the first hand", "after a hand"],
)
def test_the_deal_is_what_comes_next(before: tuple[str, ...]) -> None:
    assert match(*before, "Ben plays 6H").entries[-1].ruling.due == ("deal",)


@pytest.mark.parametrize("players", range(3, 9))
def test_lawful_hand_is_played_to_its_end(players: int) -> None:
    """A whole hand, simulated from the source text alone, agrees in every verdict and chip."""
    lines, cards_held, winner, pot = simulate_hand(players, random.Random(players))
    sheet = match("deal by Ann", *lines, players=players)
    assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
    expected = [-cards_held[seat] - pot[seat] for seat in range(players)]
    expected[winner] += sum(cards_held) + sum(pot)
    assert chips(sheet) == expected
    assert sheet.places[0] == (winner,)


def simulate_hand(players: int, chance: random.Random) -> tuple[list[str], list[int], int, list[int]]:
    """A hand dealt by Ann: its lines, and the cards held and chips paid by each player."""
    pack = chance.sample(PACK, 52)
    cards = [set(pack[(seat - 1) % players :: players]) for seat in range(players)]
    lines: list[str] = []
    paid = [0] * players
    turn, run = 1, []
    while True:
        if not run:
            run = suit_in_order(*chance.choice(sorted(cards[turn])))
        if run[0] not in cards[turn]:
            lines.append(f"{NAMES[turn]} pays")
            paid[turn] += 1
            turn = (turn + 1) % players
            continue
        cards[turn].remove(run[0])
        lines.append(f"{NAMES[turn]} plays {run.pop(0)}")
        if not cards[turn]:
            return lines, [len(hand) for hand in cards], turn, paid
        turn = (turn + 1) % players if run else turn


# -- house rules --------------------------------------------------------------------------------------------


def test_antes() -> None:
    assert match("deal by Cal").table.pot == 0
    assert chips(match("deal by Cal", options="ante=1")) == [-1, -1, -1]
    assert chips(match("deal by Cal", options="ante=1, short_hand_extra_ante=true")) == [-1, -2, -2]
    assert chips(match("deal by Dee", options="ante=1, short_hand_extra_ante=true", players=4)) == [-1] * 4


def test_short_hands_ante_when_the_lead_shows_who_dealt() -> None:
    sheet = match("deal", "Ben plays 4C", options="short_hand_extra_ante=true")
    assert chips(sheet) == [-1, 0, -1]


def test_pot_that_was_not_won_waits_for_the_next_hand() -> None:
    short = ("Ann holds only 5H, stands", "Ben holds only 2C, stands", "Cal holds only 3C, stands")
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", "deal by Cal", *short, "Ann plays 5H")
    assert chips(sheet) == [3, -2, -1]


def test_revoke_costs_nothing_more_unless_the_club_says_so() -> None:
    lines = ("Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H")
    assert chips(rule(GAME, *lines)) == [-1, -1, -1]
    fined = rule(GAME, *lines, options=["revoke_penalty=3"])
    assert chips(fined) == [-1, -4, -1]
    assert fined.table.pot == 6
    assert fined.entries[-1].items[0].reason == "Ben held 6H and had paid for it (line 2)."


@pytest.mark.parametrize("reveal", ["Ben shows 6H", "Ben holds 6H", "Ben holds only 6H"])
def test_revoke_is_fined_once_when_the_card_is_seen(reveal: str) -> None:
    lap = ("Ann plays 5H", "Ben pays", reveal, reveal, "Cal pays", "Ann pays", "Ben plays 6H")
    sheet = rule(GAME, *lap, options=["revoke_penalty=2"])
    assert sum(item.amount for item in sheet.settlement if item.clause == "4.6") == -2


def test_revoke_with_a_card_already_seen_is_fined_at_once() -> None:
    lines_before = ("Ann plays 5H", "Ben holds 6H")
    assert rule(GAME, *lines_before, "Ben pays", options=["revoke_penalty=2"]).settlement == ()  # the chip goes back
    sheet = rule(GAME, *lines_before, "Ben pays, stands", options=["revoke_penalty=2"])
    assert [item.clause for item in sheet.entries[-1].items] == ["4.7", "4.6"]


def test_who_pays_for_anothers_card_is_not_fined() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal plays 6H", options=["revoke_penalty=2"])
    assert chips(sheet) == [0, -1, 0]


def test_fine_found_after_the_hand_lies_in_the_next_pot() -> None:
    lines = ["deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann holds only 6H, stands", "Ann plays 6H"]
    sheet = match(*lines, options="revoke_penalty=2")
    assert sheet.table.pot == 0
    own = match(
        *lines[:4], "Ann pays", "Ben pays", "Cal holds only ??, stands", "Cal plays 6H", options="revoke_penalty=2"
    )
    # Cal wins with the very card that Cal had paid for: the fine is not Cal's to take back.
    assert own.table.pot == 2
    assert own.entries[-1].items[-1].amount == -2


def test_without_chips_a_payment_is_owed() -> None:
    lines = ("deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben pays")
    assert chips(match(*lines, options="starting_chips=1")) == [-1, -2, -1]
    assert chips(match(*lines, options="starting_chips=1, shortfall=out")) == [-1, -1, -1]


def test_player_without_chips_leaves_after_the_hand() -> None:
    """Thirteen chips are paid in play, and Cal is left with thirteen cards: 4 + 13 chips to pay."""
    lines = (
        *("deal by Dee", "Ann plays 5H", "Ben plays 6H"),
        *["Cal pays", "Dee pays", "Ann pays", "Ben pays"] * 3,
        *("Ann holds only ?? ??, stands", "Ben holds only ?? ?? ??, stands", "Dee holds only ??, stands"),
        *("Cal pays", "Dee plays 7H", "deal by Ann"),
    )
    rich = match(*lines, options="starting_chips=18, shortfall=out", players=4)
    poor = match(*lines, options="starting_chips=17, shortfall=out", players=4)
    poorer = match(*lines, options="starting_chips=10, shortfall=out", players=4)
    assert chips(rich) == chips(poor) == [-5, -6, -17, 28]
    assert chips(poorer) == [-5, -6, -10, 21]
    assert rich.table.players == (0, 1, 2, 3)
    assert poor.table.players == poorer.table.players == (0, 1, 3)
    assert [poor.table.knowledge.size(seat) for seat in range(4)] == [17, 18, 0, 17]
    later_report = match(*lines, "Ben plays 3C", options="starting_chips=17, shortfall=out", players=4)
    assert later_report.table.turn == 3


def test_winner_without_chips_leaves_the_pot() -> None:
    lines = [
        "deal by Cal",
        "Ann plays 5H",
        "Ben plays 6H",
        "Cal pays",
        "Ann pays",
        "Ben pays",
        "Cal holds only 7H, stands",
    ]
    sheet = match(*lines, "Cal plays 7H", options="starting_chips=1, shortfall=out")
    assert chips(sheet) == [-1, -1, -1]
    assert sheet.table.pot == 3
    assert sheet.entries[-1].items[-1].clause == "1.4"
    assert verdict_and_clause(
        match(*lines, "Cal plays 7H", "deal", options="starting_chips=1, shortfall=out").entries[-1]
    ) == (
        "illegal",
        "2.6",
    )


def test_running_out_needs_chips_that_are_counted() -> None:
    reading = read_record(f"game: {GAME}\nseats: Ann, Ben, Cal\noptions: shortfall=out\n\ndeal\n", rulebook)
    assert reading.record is None
    assert "needs starting_chips" in reading.faults[0].message
