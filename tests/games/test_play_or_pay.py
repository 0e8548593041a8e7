"""Play or Pay, rule by rule, against its source text."""

import random
from itertools import islice

import pytest

from referee.games import rulebook
from referee.rules import Entry, Sheet, Unit, Verdict, read_record, total
from tests.games.ruling import check, last, rule

BOOK = rulebook("play-or-pay")
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
UP = "A23456789TJQK"
GAME = "play-or-pay"


def match(*lines: str, players: int = 3, options: str = "") -> Sheet:
    """A whole record; line 5 is the first (6 with options)."""
    header = [f"game: {GAME}", f"seats: {', '.join(NAMES[:players])}"]
    return check("\n".join([*header, *([f"options: {options}"] if options else []), "", *lines]))


def ruled(entry: Entry) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def offered(entry: Entry) -> list[str]:
    return [offer.text for offer in entry.ruling.alternatives]


def chips(sheet: Sheet) -> list[int]:
    return [total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats]


def suit_in_order(start: str, suit: str) -> list[str]:
    at = UP.index(start)
    return [rank + suit for rank in UP[at:] + UP[:at]]


def in_rotation(cards: list[str], players: int, first: int = 0) -> list[str]:
    """Everybody in turn happens to hold the card wanted."""
    return [f"{NAMES[(first + turn) % players]} plays {card}" for turn, card in enumerate(cards)]


# -- the deal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_whole_pack_is_dealt_from_the_dealers_left(players: int, sizes: list[int]) -> None:
    known = match(f"deal by {NAMES[players - 1]}", players=players).state.known
    assert [known.size(seat) for seat in range(players)] == sizes
    assert known.stock == 0


def test_odd_cards_follow_the_dealer() -> None:
    known = match("deal by Ben").state.known
    assert [known.size(seat) for seat in range(3)] == [17, 17, 18]


def test_first_leader_shows_who_dealt_where_the_record_does_not_say() -> None:
    sheet = match("deal", "Ben plays 4C")
    assert [sheet.entries[0].after.known.size(seat) for seat in range(3)] == [None] * 3
    assert [sheet.state.known.size(seat) for seat in range(3)] == [17, 17, 17]
    assert ruled(sheet.entries[1]) == ("legal", "3.2")
    assert sheet.state.turn == 2


def test_hands_are_even_whoever_dealt() -> None:
    sheet = match("deal", players=4)
    assert [sheet.state.known.size(seat) for seat in range(4)] == [13] * 4


@pytest.mark.parametrize("players", [1, 2, 9])
def test_two_or_nine_players_are_refused(players: int) -> None:
    seats = [*NAMES, "Ida"][:players]
    reading = read_record(f"game: {GAME}\nseats: {', '.join(seats)}\n\ndeal\n", rulebook)
    assert reading.record is None
    assert "3 to 8 players" in reading.faults[0].message


def test_deal_passes_to_the_left() -> None:
    won = ("deal by Cal", "Ann holds only 5H", "Ann plays 5H")
    assert ruled(match(*won, "deal by Ann").entries[-1]) == ("legal", "2.1")
    assert ruled(match(*won, "deal by Ben").entries[-1]) == ("illegal", "2.2")
    assert match(*won, "deal").state.dealer == 0


def test_unfinished_hand_is_dealt_again_by_the_same_dealer() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", "deal")
    assert ruled(sheet.entries[-1]) == ("finding", "2.1")
    assert sheet.state.dealer == 2
    assert sheet.state.turn == 0
    assert sheet.state.pot == 1


# -- the turn and the lead ----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2C", "KD", "AS"])
def test_dealers_left_begins_with_any_card(card: str) -> None:
    assert ruled(match("deal by Ann", f"Ben plays {card}").entries[-1]) == ("legal", "3.2")


@pytest.mark.parametrize(
    ("lines", "offers"),
    [
        (["Ben plays 5H"], "Ann plays any card"),
        (["Ben pays"], "Ann plays any card"),
        (["Ann plays 5H", "Cal plays 6H"], "Ben plays 6H, or pays if it is not in Ben's hand"),
        (["Ann plays 5H", "Ann plays 6H"], "Ben plays 6H, or pays if it is not in Ben's hand"),
        (["Ann plays 5H", "Ben pays", "Ben plays 6H"], "Cal plays 6H, or pays if it is not in Cal's hand"),
        (["Ann plays 5H", "Ben holds 9S", "Cal holds 6H", "Cal plays 6H"], "Ben pays"),
    ],
)
def test_out_of_turn(lines: list[str], offers: str) -> None:
    entry = match("deal by Cal", *lines).entries[-1]
    assert ruled(entry) == ("illegal", "3.1")
    assert offered(entry) == [offers]


def test_nobody_pays_with_the_lead() -> None:
    entry = match("deal by Cal", "Ann pays").entries[-1]
    assert ruled(entry) == ("illegal", "4.3")
    assert entry.ruling.reason == "Nothing has been led, so Ann has nothing to pay for."


def test_leader_with_a_known_hand_is_offered_its_cards() -> None:
    hand = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D"
    entry = match("deal by Cal", f"Ann holds only {hand}", "Ann pays").entries[-1]
    assert offered(entry) == [f"Ann plays {card}" for card in hand.split()]


# -- the sequence -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("start", UP)
def test_sequence_goes_up_round_the_corner_for_thirteen_cards(start: str, suit: str) -> None:
    sheet = match("deal by Cal", *in_rotation(suit_in_order(start, suit), 3))
    assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
    # Thirteen cards among three: the first player plays the last of them too, and leads.
    assert sheet.state.turn == 0


def test_after_the_king_comes_the_ace_and_then_the_two() -> None:
    assert ruled(last(GAME, "Ann plays KC", "Ben plays AC", "Cal plays 2C")) == ("legal", "4.2")
    assert ruled(last(GAME, "Ann plays KC", "Ben plays 2C")) == ("illegal", "4.2")
    assert ruled(last(GAME, "Ann plays KC", "Ben plays QC")) == ("illegal", "4.2")


@pytest.mark.parametrize("card", ["8D", "5D", "7C", "7H", "AD"])
def test_only_the_card_wanted_may_be_played(card: str) -> None:
    entry = last(GAME, "Ann plays 6D", f"Ben plays {card}")
    assert ruled(entry) == ("illegal", "4.2")
    assert entry.ruling.reason == f"7D is wanted after 6D, not {card}."
    assert entry.ruling.because == (1,)
    assert offered(entry) == ["Ben plays 7D, or pays if it is not in Ben's hand"]


def test_alternatives_follow_what_is_known_of_the_hand() -> None:
    assert offered(last(GAME, "Ann plays 6D", "Ben holds 7D", "Ben plays 8D")) == ["Ben plays 7D"]
    assert offered(last(GAME, "Ann plays 6D", "Cal holds 7D", "Ben plays 8D")) == ["Ben pays"]
    assert offered(last(GAME, "Ann plays 6D", "Ben holds only 8D", "Ben plays 8D")) == ["Ben pays"]


HEARTS = in_rotation(suit_in_order("T", "H"), 4)  # Ann plays the thirteenth, 9H


def test_thirteenth_card_leads_at_once_and_then_the_left() -> None:
    sheet = match("deal by Dee", *HEARTS, "Ann plays 3S", "Ben plays 4S", players=4)
    assert [ruled(entry) for entry in sheet.entries[-2:]] == [("legal", "3.3"), ("legal", "4.2")]
    turned = match("deal by Dee", *HEARTS, "Ben plays 3S", players=4).entries[-1]
    assert ruled(turned) == ("illegal", "3.1")
    assert turned.ruling.reason == "Ann played the last of the hearts and leads."
    assert offered(turned) == ["Ann plays any card of another suit"]


def test_new_sequence_is_in_another_suit() -> None:
    entry = match("deal by Dee", *HEARTS, "Ann plays TH", players=4).entries[-1]
    assert ruled(entry) == ("illegal", "3.3")
    assert ruled(match("deal by Dee", *HEARTS, "Ann pays", players=4).entries[-1]) == ("illegal", "4.3")


def test_thirteen_cards_are_counted_in_a_part_of_a_record_too() -> None:
    assert ruled(last(GAME, *HEARTS, "Ben plays 3S")) == ("illegal", "3.1")
    assert ruled(last(GAME, *HEARTS, "Ann plays 3S")) == ("legal", "3.3")
    assert ruled(last(GAME, *HEARTS, "Ann pays")) == ("illegal", "4.3")


def test_part_of_a_record_leaves_open_whether_a_sequence_had_ended() -> None:
    assert ruled(last(GAME, "Ann plays 5H", "Ann plays 9C")) == ("open", "4.2")
    assert ruled(last(GAME, "Ann plays 5H", "Ben plays 9C")) == ("illegal", "4.2")
    assert ruled(last(GAME, "Ann plays 5H", "Ben holds 8H", "Ann plays 9C")) == ("illegal", "4.2")
    assert ruled(last(GAME, "Ann plays 5H", "Ann plays 9H")) == ("illegal", "4.2")


def test_wrong_card_that_stands_is_followed_and_passed_over_later() -> None:
    wrong = in_rotation(["5H", "7H", "8H"], 3)
    sheet = match("deal by Cal", *wrong, "Ann plays 9H")
    assert [entry.ruling.verdict.value for entry in sheet.entries[1:]] == ["legal", "illegal", "legal", "legal"]
    rest = in_rotation([*suit_in_order("5", "H")[4:], "6H"], 3, first=3)
    sheet = match("deal by Cal", *wrong, *rest)
    assert ruled(sheet.entries[-1]) == ("legal", "4.2")  # 6H after 4H: 5H lies on the table
    assert sheet.state.turn == sheet.entries[-1].line.act.seat


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["Ann plays KH", "Ben plays AH", "Cal plays AH"], "AH was played by Ben (line 2)."),
        (["Ann plays 5H", "Cal holds 6H", "Ben plays 6H"], "6H is in Cal's hand."),
        (["Ann plays 5H", "Ben holds only 9S", "Ben plays 6H"], "Ben holds 9S, and not 6H."),
    ],
)
def test_card_is_played_from_the_hand(lines: list[str], reason: str) -> None:
    entry = last(GAME, *lines)
    assert ruled(entry) == ("illegal", "3.4")
    assert entry.ruling.reason == reason


# -- paying -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "verdict", "reason"),
    [
        ("Ben holds 6H", "illegal", "Ben holds 6H and must play it."),
        ("Cal shows 6H", "legal", "Ben does not hold 6H: it is in Cal's hand."),
        ("Ben holds only 7H 9S", "legal", "Ben does not hold 6H: the hand is 7H 9S."),
        ("Ben holds 7H", "open", "Open until 6H is seen: Ben may pay only without it."),
    ],
)
def test_only_a_player_without_the_card_pays(fact: str, verdict: str, reason: str) -> None:
    entry = last(GAME, "Ann plays 5H", fact, "Ben pays")
    assert ruled(entry) == (verdict, "4.5")
    assert entry.ruling.reason == reason


def test_payment_for_an_unknown_card_is_open() -> None:
    assert ruled(last(GAME, "Ben pays")) == ("open", "4.5")


def test_hindsight_finds_who_paid_for_a_card_and_played_it() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H")
    assert [entry.at_first.says for entry in sheet.entries] == ["legal", "open", "open", "open", "legal"]
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "illegal", "legal", "legal", "legal"]
    assert {2, 5} <= set(sheet.entries[1].ruling.because)
    assert offered(sheet.entries[1]) == ["Ben plays 6H"]


def test_hindsight_clears_who_paid_for_a_card_that_another_played() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal plays 6H")
    assert sheet.entries[1].at_first.says == "open"
    assert ruled(sheet.entries[1]) == ("legal", "4.5")
    assert {2, 3} <= set(sheet.entries[1].ruling.because)
    assert sheet.open == ()


def test_play_that_is_taken_back_shows_the_card_too() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", "Ben plays 6H, taken back")
    assert ruled(sheet.entries[2]) == ("illegal", "4.5")


def test_payment_lapses_when_the_cards_are_gathered() -> None:
    sheet = match("deal by Cal", "Ann holds 5H", "Ann plays 5H", "Ben pays", "deal by Cal")
    assert ruled(sheet.entries[3]) == ("lapsed", "4.5")


PACK = [rank + suit for suit in "SDCH" for rank in UP]


def hands(sizes: list[int], first: str) -> list[list[str]]:
    """The pack dealt in order, but for one card that the first hand begins with."""
    rest = iter(card for card in PACK if card != first)
    dealt = [list(islice(rest, size - (not seat))) for seat, size in enumerate(sizes)]
    return [[first, *dealt[0]], *dealt[1:]]


def test_last_place_that_the_card_can_be_is_deduced() -> None:
    ann, ben, cal = hands([18, 17, 17], "4C")
    assert "5C" in ben + cal
    holder, other = ("Ben", cal) if "5C" in ben else ("Cal", ben)
    whose = "Cal" if holder == "Ben" else "Ben"
    known = ["deal by Cal", f"Ann holds only {' '.join(ann)}", f"{whose} holds only {' '.join(other)}", "Ann plays 4C"]
    passing = [] if holder == "Ben" else ["Ben pays"]
    entry = match(*known, *passing, f"{holder} pays").entries[-1]
    assert ruled(entry) == ("illegal", "4.5")
    assert entry.ruling.reason == f"{holder} holds 5C, which is in no other hand, and must play it."
    assert offered(entry) == [f"{holder} plays 5C"]


def test_lap_of_payments_is_a_finding_until_the_card_is_seen() -> None:
    lap = ["deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays"]
    sheet = match(*lap)
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "legal", "open", "open", "finding"]
    assert ruled(sheet.entries[-1]) == ("finding", "4.4")
    assert sheet.entries[-1].ruling.because == (6, 7)
    after = match(*lap, "Ben pays", "Cal plays 6H")
    assert [entry.ruling.says for entry in after.entries[2:]] == ["legal", "illegal", "legal", "legal", "legal"]


def test_others_may_all_pay_for_a_card_that_the_last_player_holds() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann plays 6H")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal"] * 5


def test_card_in_no_hand_is_missing() -> None:
    full = [card for card in PACK if card not in ("5C", "4C")]
    ann, ben, cal = ["4C", *full[:17]], full[17:34], [*full[34:50], "??"]
    lines = [f"{name} holds only {' '.join(h)}" for name, h in zip(NAMES, (ann, ben, cal), strict=False)]
    entry = match("deal by Cal", *lines, "Ann plays 4C", "Ben pays").entries[-1]
    assert ruled(entry) == ("legal", "4.5")  # Cal's last card may be it, and must be
    short = [*lines[:2], f"Cal holds only {' '.join(cal[:-1])}"]
    entry = match("deal by Cal", *short, "Ann plays 4C", "Ben pays").entries[-1]
    assert ruled(entry) == ("finding", "4.4")


# -- the end of the hand ------------------------------------------------------------------------------------


def test_winner_takes_the_pot_and_a_chip_for_each_card() -> None:
    # Six chips paid in play and three and one cards held: ten chips.
    paid = ["Ben pays", "Cal pays"] * 3
    known = ["Ann holds only 6H", "Ben holds only 2C 3C 4C", "Cal holds only 9S"]
    sheet = rule(GAME, "Ann plays 5H", *paid, *known, "Ann plays 6H")
    assert [(item.seat, item.amount, item.clause.id) for item in sheet.entries[-1].items] == [
        (1, -3, "5.2"),
        (2, -1, "5.2"),
        (0, 10, "5.3"),
    ]
    assert chips(sheet) == [10, -6, -4]
    assert sheet.state.pot == 0
    assert sheet.places == ((0,), (2,), (1,))


def test_cards_held_cost_nothing_without_end_payments() -> None:
    known = ["Ann holds only 6H", "Ben holds only 2C 3C 4C", "Cal holds only 9S"]
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", *known, "Ann plays 6H", options=["end_payment=0"])
    assert chips(sheet) == [1, -1, 0]


def test_thirteenth_card_that_empties_the_hand_wins_without_a_lead() -> None:
    lines = (*HEARTS[:-1], "Ann holds only 9H", HEARTS[-1])
    assert rule(GAME, *lines).state.out_first is not None
    entry = last(GAME, *lines, "Ann plays 3S")
    assert ruled(entry) == ("illegal", "5.1")


@pytest.mark.parametrize("line", ["Ben plays 6H", "Ben pays", "Ann plays 6H"])
def test_nothing_is_played_after_the_hand(line: str) -> None:
    entry = match("deal by Cal", "Ann holds only 5H", "Ann plays 5H", line).entries[-1]
    assert ruled(entry) == ("illegal", "5.1")
    assert entry.ruling.reason == "The hand is over: Ann went out with 5H."
    assert entry.ruling.because == (6,)


def test_nothing_is_played_before_the_deal() -> None:
    assert match("Ann plays 5H").entries[-1].ruling.reason == "No hand is in play; deal first."


@pytest.mark.parametrize("players", range(3, 9))
def test_lawful_hand_is_played_to_its_end(players: int) -> None:
    """A whole hand, simulated from the source text alone, agrees in every verdict and chip."""
    lines, held, winner, pot = simulated(players, random.Random(players))
    sheet = match("deal by Ann", *lines, players=players)
    assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
    expected = [-held[seat] - pot[seat] for seat in range(players)]
    expected[winner] += sum(held) + sum(pot)
    assert chips(sheet) == expected
    assert sheet.places[0] == (winner,)


def simulated(players: int, chance: random.Random) -> tuple[list[str], list[int], int, list[int]]:
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
    assert match("deal by Cal").state.pot == 0
    assert chips(match("deal by Cal", options="ante=1")) == [-1, -1, -1]
    assert chips(match("deal by Cal", options="ante=1, short_hand_extra_ante=true")) == [-1, -2, -2]
    assert chips(match("deal by Dee", options="ante=1, short_hand_extra_ante=true", players=4)) == [-1] * 4


def test_short_hands_ante_when_the_lead_shows_who_dealt() -> None:
    sheet = match("deal", "Ben plays 4C", options="short_hand_extra_ante=true")
    assert chips(sheet) == [-1, 0, -1]


def test_pot_that_was_not_won_waits_for_the_next_hand() -> None:
    again = ["deal by Cal", "Ann holds only 5H", "Ben holds only 2C", "Cal holds only 3C", "Ann plays 5H"]
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", *again)
    assert chips(sheet) == [3, -2, -1]


def test_revoke_costs_nothing_more_unless_the_club_says_so() -> None:
    lines = ("Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H")
    assert chips(rule(GAME, *lines)) == [-1, -1, -1]
    fined = rule(GAME, *lines, options=["revoke_penalty=3"])
    assert chips(fined) == [-1, -4, -1]
    assert fined.state.pot == 6
    assert fined.entries[-1].items[0].reason == "Ben held 6H and had paid for it (line 2)."


@pytest.mark.parametrize("reveal", ["Ben shows 6H", "Ben holds 6H", "Ben holds only 6H"])
def test_revoke_is_fined_once_when_the_card_is_seen(reveal: str) -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", reveal, reveal, "Ben plays 6H", options=["revoke_penalty=2"])
    assert sum(item.amount for item in sheet.settlement if item.clause.id == "4.6") == -2


def test_revoke_with_a_card_already_seen_is_fined_at_once() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben holds 6H", "Ben pays", options=["revoke_penalty=2"])
    assert [item.clause.id for item in sheet.entries[-1].items] == ["4.7", "4.6"]


def test_who_pays_for_anothers_card_is_not_fined() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal plays 6H", options=["revoke_penalty=2"])
    assert chips(sheet) == [0, -1, 0]


def test_fine_found_after_the_hand_lies_in_the_next_pot() -> None:
    lines = ["deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann holds only 6H", "Ann plays 6H"]
    sheet = match(*lines, options="revoke_penalty=2")
    assert sheet.state.pot == 0
    own = match(*lines[:4], "Ann pays", "Ben pays", "Cal holds only ??", "Cal plays 6H", options="revoke_penalty=2")
    # Cal wins with the very card that Cal had paid for: the fine is not Cal's to take back.
    assert own.state.pot == 2
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
        *("Ann holds only ?? ??", "Ben holds only ?? ?? ??", "Dee holds only ??"),
        *("Cal pays", "Dee plays 7H", "deal by Ann"),
    )
    rich = match(*lines, options="starting_chips=18, shortfall=out", players=4)
    poor = match(*lines, options="starting_chips=17, shortfall=out", players=4)
    poorer = match(*lines, options="starting_chips=10, shortfall=out", players=4)
    assert chips(rich) == chips(poor) == [-5, -6, -17, 28]
    assert chips(poorer) == [-5, -6, -10, 21]
    assert rich.state.players == (0, 1, 2, 3)
    assert poor.state.players == poorer.state.players == (0, 1, 3)
    assert [poor.state.known.size(seat) for seat in range(4)] == [17, 18, 0, 17]
    again = match(*lines, "Ben plays 3C", options="starting_chips=17, shortfall=out", players=4)
    assert again.state.turn == 3


def test_winner_without_chips_leaves_the_pot() -> None:
    lines = ["deal by Cal", "Ann plays 5H", "Ben plays 6H", "Cal pays", "Ann pays", "Ben pays", "Cal holds only 7H"]
    sheet = match(*lines, "Cal plays 7H", options="starting_chips=1, shortfall=out")
    assert chips(sheet) == [-1, -1, -1]
    assert sheet.state.pot == 3
    assert sheet.entries[-1].items[-1].clause.id == "1.4"
    assert ruled(match(*lines, "Cal plays 7H", "deal", options="starting_chips=1, shortfall=out").entries[-1]) == (
        "illegal",
        "2.6",
    )


def test_running_out_needs_chips_that_are_counted() -> None:
    reading = read_record(f"game: {GAME}\nseats: Ann, Ben, Cal\noptions: shortfall=out\n\ndeal\n", rulebook)
    assert reading.record is None
    assert "needs starting_chips" in reading.faults[0].message


# -- the table ----------------------------------------------------------------------------------------------


def test_what_is_seen_at_the_table() -> None:
    sheet = match("deal by Cal", "Ann plays KS", "Ben pays", options="starting_chips=9")
    seen = {(fact.label, fact.seat): fact.text for fact in BOOK.facts(sheet.state)}
    assert seen["Wanted", -1] == "AS"
    assert seen["Pot", -1] == "1 chip"
    assert seen["Cards", 0] == "17 cards"
    assert seen["Chips", 1] == "8"


def test_unseen_card_is_asked_for() -> None:
    sheet = match("deal by Cal", "Ann plays ??", "Ben plays ??")
    assert [ruled(entry) for entry in sheet.entries[1:]] == [("finding", "3.2")] * 2
