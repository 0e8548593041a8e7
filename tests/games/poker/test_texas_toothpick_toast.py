"""Texas Toothpick Toast, rule by rule, from source text 002."""

from itertools import combinations
from random import Random

from referee.cards import FRENCH, Card, read_cards, write_cards
from referee.games.parts.board.clauses import best_hidden_strength
from referee.games.parts.hands.poker_hands import rank_munk
from referee.games.parts.hands.ranking import RANKS
from referee.games.texas_toothpick_toast.high_low import low_hand
from referee.rules import BURIED, STOCK, Holding, Report, Unit, Verdict, total
from tests.games.poker.holdem_hands import NAMES, random_hand
from tests.games.ruling import check

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
SLUG = "texas-toothpick-toast"


def toast(*lines: str, seats: str = "Ann, Ben, Cal", options: str = "") -> Report:
    """The sheet of a record in which everyone has 100 chips; Cal, or the last of the players, deals."""
    names = seats.split(", ")
    has = [f"{name} has 100" for name in names]
    ante = [] if "ante=0" in options else ["everyone antes 1"]
    head = f"game: {SLUG}\nseats: {seats}\n" + (f"options: {options}\n" if options else "")
    return check(head + "\n" + "\n".join([*has, f"deal by {names[-1]}", *ante, *lines]) + "\n")


def to_the_river(board: str, *lines: str, options: str = "", bet: int = 4) -> Report:
    """The sheet of a hand of Ann and Ben, who put in an ante and a bet before the flop, and then only check."""
    cards = board.split()
    checks = ["Ann checks", "Ben checks"]
    return toast(
        f"Ann bets {bet}", "Ben calls", f"flop {' '.join(cards[:3])}", *checks, f"turn {cards[3]}", *checks,
        f"river {cards[4]}", *checks, *lines, seats="Ann, Ben", options=options,
    )  # fmt: skip


def verdict(sheet: Report) -> tuple[Verdict, str]:
    ruling = sheet.entries[-1].ruling
    return ruling.verdict, ruling.clause.id


def chips_won(sheet: Report) -> dict[str, int]:
    """What each player has won or lost in all."""
    return {name: total(sheet.settlement, seat, Unit.CHIPS) for seat, name in enumerate(sheet.record.seats.names)}


# -- Round to the right -------------------------------------------------------------------------------------


def test_the_dealers_right_acts_first_before_the_flop_and_in_every_round() -> None:
    sheet = toast(seats="Ann, Ben, Cal, Dee")
    assert sheet.table.name(sheet.table.turn) == "Cal"
    sheet = toast("Cal checks", "Ben checks", "Ann checks", "Dee checks", "flop 2H 3D KC", seats="Ann, Ben, Cal, Dee")
    assert [sheet.table.name(seat) for seat in sheet.table.round.to_act] == ["Cal", "Ben", "Ann", "Dee"]
    assert verdict(toast("Ann checks", seats="Ann, Ben, Cal, Dee")) == (ILLEGAL, "4.7")


def test_a_house_may_play_to_the_left() -> None:
    sheet = toast(seats="Ann, Ben, Cal, Dee", options="direction=clockwise")
    assert sheet.table.name(sheet.table.turn) == "Ann"


def test_the_deal_passes_to_the_right() -> None:
    over = ("Ben bets 1", "Ann folds", "Cal folds")
    assert verdict(toast(*over, "deal by Ben"))[0] is LEGAL
    assert verdict(toast(*over, "deal by Ann")) == (ILLEGAL, "2.2")
    assert toast(*over, "deal").table.dealer == 1


def test_with_blinds_and_the_seats_turned_round_every_hand_comes_to_what_it_does_in_hold_em() -> None:
    random, played = Random(17), 0
    while played < 60:
        dealt = random_hand(random)
        names = NAMES[: len(dealt.stacks)]
        if len(names) == 2:  # of two it is not the same one who posts the small blind
            continue
        played += 1
        options = f"blinds=live, ante={dealt.ante}, max_bet=0"
        head = [f"game: {SLUG}", f"seats: {', '.join(reversed(names))}", f"options: {options}", ""]
        mirrored, original = check("\n".join([*head, *dealt.lines]) + "\n"), dealt.sheet
        assert [entry.ruling.verdict for entry in mirrored.entries] == [LEGAL] * len(original.entries)
        assert chips_won(mirrored) == chips_won(original)


# -- Blinds and bets ----------------------------------------------------------------------------------------


def test_where_blinds_are_live_the_dealers_right_posts_the_small_one_and_the_big_one_may_still_raise() -> None:
    options = "blinds=live, ante=0"
    posted = ("blinds 1 2", "Cal posts 1", "Ben posts 2")
    seats = "Ann, Ben, Cal, Dee"
    assert verdict(toast("blinds 1 2", "Ann posts 1", seats=seats, options=options)) == (ILLEGAL, "4.3")
    sheet = toast(*posted, seats=seats, options=options)
    assert sheet.table.name(sheet.table.turn) == "Ann"
    entry = (*posted, "Ann calls", "Dee calls", "Cal calls")
    assert verdict(toast(*entry, "flop 2H 3D KC", seats=seats, options=options)) == (ILLEGAL, "3.3")
    assert verdict(toast(*entry, "Ben raises to 4", seats=seats, options=options))[0] is LEGAL


# -- Burns --------------------------------------------------------------------------------------------------


def test_a_card_is_burned_before_the_flop_the_turn_and_the_river() -> None:
    knowledge = to_the_river("AS AH KD KC QS").table.knowledge
    assert knowledge.size(BURIED) == 3
    assert knowledge.size(STOCK) == 52 - 2 * 2 - 5 - 3


def test_cards_of_two_streets_shown_at_once_have_two_burns() -> None:
    sheet = toast("Ann bets 4", "Ben is all-in 99", "Ann is all-in", "board 2H 3D KC 9S TS", seats="Ann, Ben",
                  options="max_bet=0")  # fmt: skip
    assert verdict(sheet)[0] is LEGAL
    assert sheet.table.knowledge.size(BURIED) == 3


def test_a_burn_that_was_forgotten_is_noted_once_and_the_cards_stay() -> None:
    checked = ("Ben checks", "Ann checks", "Cal checks", "flop 2H 3D KC")
    sheet = toast(*checked, "no burn")
    assert verdict(sheet) == (LEGAL, "3.5")
    assert (sheet.table.knowledge.size(BURIED), sheet.table.knowledge.size(STOCK)) == (0, 52 - 6 - 3)
    assert sheet.table.community.cards == tuple(read_cards("2H3DKC"))
    assert verdict(toast(*checked, "no burn", "no burn")) == (ILLEGAL, "3.5")
    assert verdict(toast("no burn")) == (ILLEGAL, "3.5")


def test_what_was_burned_is_not_concluded_to_be_in_a_hand() -> None:
    # Ten players, and of nine of them and of the whole stock every card is known: what is left is Ann's, or was burned.
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
    pack = list(FRENCH.cards)
    board, remaining = pack[:3], pack[3:]
    facts = [f"{name} holds {write_cards(remaining[2 * at : 2 * at + 2])}" for at, name in enumerate(names[1:])]
    unused = remaining[18:]
    checks = [f"{name} checks" for name in (*reversed(names[:-1]), names[-1])]
    knowledge = toast(*checks, f"flop {write_cards(board)}", *facts, seats=", ".join(names)).table.knowledge
    assert (knowledge.size(STOCK), knowledge.size(BURIED)) == (28, 1)
    knowledge = knowledge.reveal(STOCK, unused[:28])
    assert [knowledge.can_hold(0, card) for card in unused[28:]] == [Holding.UNKNOWN] * 3
    # With the burned card known, the two others are Ann's.
    knowledge = knowledge.reveal(BURIED, unused[28:29])
    assert [knowledge.can_hold(0, card) for card in unused[28:]] == [Holding.NO, Holding.YES, Holding.YES]


# -- The hands ----------------------------------------------------------------------------------------------


ACES = ("KS JD 9H 5C 3D", "Ann shows AD 2H", "Ben shows AS 2C")


def test_a_claim_against_a_higher_suit_cites_the_rule_of_suits() -> None:
    sheet = to_the_river(*ACES[:2], "Ann takes 10", ACES[2], options="compare=munk")
    claim = next(entry for entry in sheet.entries if entry.line.text == "Ann takes 10")
    assert (claim.at_first.verdict, claim.ruling.verdict) == (OPEN, ILLEGAL)


def test_the_best_that_a_hidden_hand_may_be_after_munk_is_found_without_trying_all() -> None:
    random = Random(4)
    for _ in range(12):
        board = random.sample(FRENCH.cards, 5)
        sheet = to_the_river(write_cards(board), options="compare=munk")
        unseen = [card for card in FRENCH.cards if card not in board]
        best = max(rank_munk((*board, *pair)).strength for pair in combinations(unseen, 2))
        assert best_hidden_strength(sheet.table, 1, frozenset()) == best


# -- High and low -------------------------------------------------------------------------------------------


def low_by_hand(cards: list[Card]) -> tuple[int, ...] | None:
    """The lowest of all fives, the highest card first, found by trying them all."""
    places = {card: (RANKS.index(card.rank) + 1) % 13 + 1 for card in cards}
    fives = ({places[card] for card in five} for five in combinations(cards, 5))
    return min((tuple(sorted(five, reverse=True)) for five in fives if len(five) == 5 and max(five) <= 8), default=None)


def test_the_lowest_hand_is_found_as_by_trying_all_fives() -> None:
    random = Random(8)
    count = 0
    for _ in range(600):
        cards = random.sample(FRENCH.cards, 7)
        low, expected = low_hand(cards), low_by_hand(cards)
        assert (low and tuple(-place for place in low.strength)) == expected
        count += low is not None
    assert 50 < count < 550


HIGH_AND_LOW = ("2H 3D KC 8D 7S", "Ann shows KD QC", "Ben shows AC 4C")


def test_the_odd_chip_of_two_halves_is_the_highest_hands() -> None:
    start = ("Ben checks", "Ann checks", "Cal checks", "flop 2H 3D KC", "Ben checks", "Ann bets 4", "Cal folds")
    remaining = ("Ben calls", "turn 8D", "Ben checks", "Ann checks", "river 7S", "Ben checks", "Ann checks")
    sheet = toast(*start, *remaining, "Ann shows KD QC", "Ben shows AC 4C", options="hi_lo=true")
    assert chips_won(sheet) == {"Ann": 1, "Ben": 0, "Cal": -1}


def test_a_claim_is_open_until_all_hands_have_been_shown_where_two_win() -> None:
    sheet = to_the_river(*HIGH_AND_LOW[:2], "Ann takes 5", HIGH_AND_LOW[2], "Ben takes 10", options="hi_lo=true")
    claim = next(entry for entry in sheet.entries if entry.line.text == "Ann takes 5")
    assert (claim.at_first.verdict, claim.ruling.verdict) == (OPEN, LEGAL)
    assert verdict(sheet) == (ILLEGAL, "6.4")
