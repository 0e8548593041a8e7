"""Three Dog Night, Rudy's Jewels, United States Stud, Five-Card 21 and Book'em Danno, against their source texts."""

from collections.abc import Iterable

import pytest

from referee.games import rulebook
from referee.rules import JudgedLine, Report, Unit, Verdict, read_record, total
from tests.games.ruling import check, last, rule

THREE = ("Ann", "Ben", "Cal")
TURNS = {"three-dog-night": 4, "rudys-jewels": 6, "united-states-stud": 5, "five-card-21": 4, "bookem-danno": 4}
CARDS = {"three-dog-night": 1, "rudys-jewels": 2, "united-states-stud": 3, "five-card-21": 5, "bookem-danno": 5}
LIMITS = {"three-dog-night": 1, "rudys-jewels": 1, "united-states-stud": 1, "five-card-21": 2, "bookem-danno": 2}


def each(players: Iterable[str], does: str) -> list[str]:
    return [f"{name} {does}" for name in players]


def turns(first: int, last: int, players: Iterable[str] = THREE) -> list[str]:
    """The lines of whole turns in which nobody discards or bets."""
    lines = []
    for turn in range(first, last + 1):
        lines += (each(players, "stands pat") if turn > 1 else []) + each(players, "checks")
    return lines


def sheet(slug: str, *lines: str, options: str = "", players: tuple[str, ...] = THREE) -> Report:
    """A hand dealt by the last player, with the antes in the pot."""
    header = [f"game: {slug}", f"seats: {', '.join(players)}", f"options: {options}" if options else "date: 2026-11-16"]
    return check("\n".join([*header, "", f"deal by {players[-1]}", "everyone antes 1", *lines]))


def ruling(slug: str, *lines: str, options: str = "", players: tuple[str, ...] = THREE) -> JudgedLine:
    return sheet(slug, *lines, options=options, players=players).entries[-1]


def showdown(slug: str, *lines: str, options: str = "", players: tuple[str, ...] = THREE) -> Report:
    """A hand in which nobody discards or bets until it comes to the showdown."""
    return sheet(slug, *turns(1, TURNS[slug], players), *lines, options=options, players=players)


def chips_won(played: Report) -> dict[str, int]:
    """What each player has won or lost."""
    items, seats = played.table.items, played.record.seats
    return {seats.name(seat): total(items, seat, Unit.CHIPS) for seat in seats}


def winner(played: Report) -> str:
    """Who took the antes of the others."""
    (name,) = [name for name, chips in chips_won(played).items() if chips > 0]
    return name


# -- Who wins -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "ann", "ben", "best"),
    [
        ("three-dog-night", "AD", "KS", "Ann"),  # TDN-T1: rank before suit
        ("three-dog-night", "TC", "TD", "Ann"),  # TDN-T3: clubs are above diamonds
        ("three-dog-night", "2S", "2D", "Ann"),  # TDN-T9
        ("three-dog-night", "AH", "AS", "Ben"),  # the Shovel
        ("three-dog-night", "2S", "3D", "Ben"),
        ("rudys-jewels", "JH 3D", "AS AH", "Ann"),  # RUD-T1
        ("rudys-jewels", "JS AS", "JH AH", "Ann"),  # RUD-T3
        ("rudys-jewels", "AD 2C", "KS KH", "Ann"),  # RUD-T5: the pair is nothing
        ("rudys-jewels", "JH JS", "AS AH", "Ann"),
        ("united-states-stud", "W W W", "W AS AH", "Ann"),  # USS-T1
        ("united-states-stud", "W W AH", "W W KS", "Ann"),  # USS-T3
        ("united-states-stud", "W KS 2D", "W KH QS", "Ann"),  # USS-T5
        ("united-states-stud", "W W 2D", "W AS AH", "Ann"),  # USS-A2: more wildcards
        ("united-states-stud", "W 2D 2C", "AS AH AC", "Ann"),
        ("united-states-stud", "AD 2C 2D", "KS KH KD", "Ann"),
        ("five-card-21", "7C 5D 4H 3S 2C", "6C 5C 4C 3C 2D", "Ann"),  # F21-T11
        ("five-card-21", "KH 5S 3D 2C AH", "TH 9C AS AC AD", "Ann"),  # F21-T1 and T3
        ("five-card-21", "9C 9D AS AH AD", "KH 4S 3D 2C AC", "Ann"),
        ("five-card-21", "AS AH AC AD 2S", "KS KH KD KC QS", "Ann"),  # F21-A5: however low
        ("bookem-danno", "AS JS KD QH 9C", "7C 5D 4H 3S 2C", "Ann"),  # BKD-T1
        ("bookem-danno", "AS KD QH 9C 2C", "JS 3D 2H 2D AC", "Ben"),  # BKD-T3: in two hands they are nothing
        ("bookem-danno", "AS JS KD QH 9C", "KS KH KC QS QD", "Ann"),  # BKD-A4: all bust, and no stud
    ],
)
def test_the_better_hand_takes_the_pot(slug: str, ann: str, ben: str, best: str) -> None:
    for show_lines in ((f"Ann shows {ann}", f"Ben shows {ben}"), (f"Ben shows {ben}", f"Ann shows {ann}")):
        played = showdown(slug, *show_lines, players=("Ann", "Ben"))
        assert winner(played) == best
        assert played.entries[-1].ruling.clause.id == "5.2"
        assert not played.table.in_play


def test_one_jewel_each_and_none() -> None:
    """RUD-T9: the second card decides between the two with a Jewel."""
    played = showdown("rudys-jewels", "Ann shows JH 2D", "Ben shows AS KS", "Cal shows JS 3C")
    assert chips_won(played) == {"Ann": -1, "Ben": -1, "Cal": 2}
    assert "three, is above two" in played.table.items[-1].reason


def test_a_jewel_that_was_folded_keeps_nobody_from_winning() -> None:
    """RUD-A1: only hands that are still in are looked at; by the letter nobody could win any more."""
    lines = [*turns(1, 5), *each(THREE, "stands pat"), "Ann bets 1", "Ben calls", "Cal folds", "Cal shows JH 2H"]
    show_lines = ["Ann shows AD 2C", "Ben shows KS KH"]
    assert winner(sheet("rudys-jewels", *lines, *show_lines)) == "Ann"
    by_the_letter = sheet("rudys-jewels", *lines, *show_lines, options="jewel_scope=ever_dealt")
    assert chips_won(by_the_letter)["Ann"] == chips_won(by_the_letter)["Ben"] + 1  # the odd chip


def test_a_wildcard_stands_for_no_other_card() -> None:
    """USS-T7: it completes nothing."""
    played = showdown("united-states-stud", "Ann shows W 5H 4H", "Ben shows W KS 2D", players=("Ann", "Ben"))
    assert winner(played) == "Ben"
    assert "a W stands for no other card" in rulebook("united-states-stud").clauses["1.2"].text(None)


@pytest.mark.parametrize("slug", TURNS)
def test_there_is_a_bet_on_what_was_dealt_and_one_after_each_draw(slug: str) -> None:
    played = showdown(slug)
    assert [entry.ruling.verdict for entry in played.entries] == [Verdict.LEGAL] * len(played.entries)
    assert played.record.book.due(played.table) == "Ann, Ben and Cal show the whole hand"
    assert played.table.round.number == TURNS[slug]
    assert all(played.table.knowledge.size(seat) == CARDS[slug] for seat in range(3))
    early = sheet(slug, *turns(1, TURNS[slug] - 1))
    assert early.record.book.due(early.table) == 0


# -- Draws --------------------------------------------------------------------------------------------------


def discarding(slug: str, turn: int, *lines: str, options: str = "") -> JudgedLine:
    return ruling(slug, *turns(1, turn - 1), *lines, options=options)


@pytest.mark.parametrize("slug", TURNS)
def test_discards_are_limited_in_each_turn_and_are_not_saved_up(slug: str) -> None:
    """TDN-T5: standing pat in turn 2 gives no second discard in turn 3."""
    limit = LIMITS[slug]
    assert discarding(slug, 2, f"Ann discards {limit}").ruling.verdict is Verdict.LEGAL
    for turn in (2, 3):
        too_many = discarding(slug, turn, f"Ann discards {limit + 1}").ruling
        assert (too_many.verdict, too_many.clause.id) == (Verdict.ILLEGAL, "3.2")
        assert [offer.text for offer in too_many.alternatives][:2] == ["Ann stands pat", "Ann discards 1"]
    assert last(slug, "Ann stands pat", f"Ann discards {limit + 1}").ruling.clause.id == "3.2"
    assert discarding(slug, 2, "Ann discards 0").ruling.clause.id == "3.2"


def test_each_draws_and_bets_in_one_go_where_the_house_says_so() -> None:
    options = "turn_shape=draw_and_bet"
    lines = ("Ann discards 1", "Ann bets 2", "Ben stands pat", "Ben calls", "Cal discards 1", "Cal folds")
    played = sheet("three-dog-night", *turns(1, 1), *lines, options=options)
    assert {entry.ruling.verdict for entry in played.entries} == {Verdict.LEGAL}
    assert played.table.draw.turn_number == 3
    bet_first = sheet("three-dog-night", *turns(1, 1), "Ann bets 2", "Ann discards 1", options=options).entries[-1]
    assert (bet_first.ruling.verdict, bet_first.ruling.clause.id) == (Verdict.ILLEGAL, "3.1")


def test_the_hand_is_filled_up_at_once_and_what_came_may_be_told_later() -> None:
    played = sheet(
        "five-card-21",
        *turns(1, 1),
        "Ann discards KD QD",
        "Ben discards 1",
        "Ann draws 2C 3C",
        "Cal stands pat",
    )
    assert {entry.ruling.verdict for entry in played.entries} == {Verdict.LEGAL}
    hand = played.table.knowledge.hands[0]
    assert (hand.size, set(map(str, hand.cards))) == (5, {"2C", "3C"})
    wrong = discarding("five-card-21", 2, "Ann discards 2", "Ann draws 2C").ruling
    assert (wrong.verdict, wrong.clause.id) == (Verdict.ILLEGAL, "3.5")


def test_to_draw_alone_is_to_discard_as_many() -> None:
    assert discarding("five-card-21", 2, "Ann draws 2").ruling.verdict is Verdict.LEGAL
    assert discarding("five-card-21", 2, "Ann draws 3").ruling.clause.id == "3.2"
    hand = discarding("five-card-21", 2, "Ann draws 2C 3C").after.knowledge.hands[0]
    assert (hand.size, len(hand.cards)) == (5, 2)


EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


def short_of_cards(*lines: str, options: str = "") -> JudgedLine:
    """Eight players with five cards each, twelve in the stub; six have thrown away two each in turn 2."""
    thrown = ["Ann discards KS QS", *each(EIGHT[1:6], "discards 2")]
    return ruling("five-card-21", *turns(1, 1, EIGHT), *thrown, *lines, options=options, players=EIGHT)


def test_a_stub_that_is_too_small_is_filled_with_the_discards_of_the_others() -> None:
    """DR-5."""
    entry = short_of_cards("Gus discards 2")
    assert (entry.ruling.verdict, entry.ruling.clause.id) == (Verdict.LEGAL, "3.6")
    assert "The stub has 0 cards left" in entry.ruling.reason
    assert entry.after.knowledge.stock == 10
    assert entry.after.knowledge.count == 52
    assert short_of_cards("Gus discards 2", "Gus draws KS QS").ruling.verdict is Verdict.LEGAL


def test_so_many_play_as_the_house_allows() -> None:
    """DR-6."""
    for slug, most in (("three-dog-night", 10), ("rudys-jewels", 7), ("united-states-stud", 8), ("five-card-21", 8)):
        book = rulebook(slug)
        assert book.refusal(book.options(), most) is None
        assert book.refusal(book.options(), most + 1)
        assert book.refusal(book.options(max_players=most + 1), most + 1) is None
    text = "game: rudys-jewels\nseats: Ann, Ben, Cal\noptions: max_players=2\n\ndeal\n"
    assert [fault.message for fault in read_record(text, rulebook).faults]


# -- Claims -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand"),
    [("three-dog-night", "AH"), ("united-states-stud", "AS KS KD"), ("five-card-21", "9C 9D AS AH AD")],
)
def test_a_hand_that_was_shown_whole_cannot_be_mucked_away(game: str, hand: str) -> None:
    """The highest hand wins, says the text, and all have seen it."""
    sheet = showdown(game, f"Ann shows {hand}", "Ann mucks", "Ann takes 3")
    assert sheet.entries[-2].ruling.reason == "Ann has shown the whole hand, and it still counts."
    assert sheet.entries[-1].ruling.verdict is Verdict.OPEN  # the others have still to show
    assert sheet.table.hand.mucked_seats == ()


def test_a_hand_shown_in_part_is_the_least_that_it_can_be() -> None:
    part = showdown("rudys-jewels", "Ann shows JH").entries[-1].ruling
    assert part.verdict is Verdict.OPEN
    assert "JH at the least" in part.reason
    entries = showdown("rudys-jewels", "Ann shows JH", "Ann shows 3D").entries
    assert [entry.ruling.verdict for entry in entries[-2:]] == [Verdict.LEGAL, Verdict.LEGAL]


# -- Ties at Five-Card 21 and Book'em Danno -----------------------------------------------------------------

TIED = ("Ann shows 6C 5D 4H 3S 2C", "Ben shows 6S 5C 4C 3D 2H")
BUST = "Cal shows KS KH KD KC QS"


@pytest.mark.parametrize("slug", ["five-card-21", "bookem-danno"])
def test_a_tie_is_broken_by_a_stud_hand_among_the_tied(slug: str) -> None:
    tied = showdown(slug, *TIED, BUST)
    assert tied.record.book.due(tied.table) == "the stud hand"
    assert tied.table.stud.tied == (0, 1)
    played = showdown(slug, *TIED, BUST, "Ann is dealt AS AC 7D 8D 9D", "Ben is dealt AH AD TS TC 2S")
    assert winner(played) == "Ben"
    not_tied = showdown(slug, *TIED, BUST, "Cal is dealt AS").entries[-1].ruling
    assert (not_tied.verdict, not_tied.clause.id) == (Verdict.ILLEGAL, "8.1")


def test_the_dealer_may_be_one_of_the_tied_and_anybody_may_get_the_first_card() -> None:
    """F21-T7."""
    show_lines = ("Ann shows KS KH KD KC QS", "Ben shows 6S 5C 4C 3D 2H", "Cal shows 6C 5D 4H 3S 2C")
    played = showdown(
        "five-card-21", *show_lines, "Cal is dealt AS AH", "Ben is dealt AC AD 9S 9H 9C", "Cal is dealt TS TD TC"
    )
    assert [entry.ruling.verdict for entry in played.entries[-3:]] == [Verdict.LEGAL] * 3
    assert "aces full" not in played.table.items[-1].reason
    assert winner(played) == "Cal"


def test_all_who_stayed_in_have_busted_and_a_folded_hand_has_no_claim() -> None:
    """F21-T9."""
    lines = [
        *turns(1, 3),
        *each(THREE, "stands pat"),
        "Ann bets 1",
        "Ben calls",
        "Cal folds",
        "Cal shows TH 3C 2D 2C 2S",
    ]
    show_lines = ["Ann shows 9S 8S 4S 2H AD", "Ben shows 9H 8H 7H AC 3H"]
    played = sheet("five-card-21", *lines, *show_lines)
    assert played.table.stud.tied == (0, 1)
    assert played.record.book.due(played.table) == "the stud hand"


def test_fourteen_cards_are_enough_for_two_stud_hands() -> None:
    """F21-T5: they come from the stub, and nothing is gathered."""
    players = EIGHT[:6]
    hands = ["6C 5D 4H 3S 2C", "6S 5C 4C 3D 2H", "KS KH KD KC QS", "TS TH TD TC JS", "9S 9H 9D 9C 8S", "8H 8D 8C 7S 7H"]
    lines = [
        *turns(1, 1, players),
        *each(players[:4], "discards 2"),
        *each(players[4:], "stands pat"),
        *each(players, "checks"),
    ]
    show_lines = [f"{name} shows {hand}" for name, hand in zip(players, hands, strict=True)]
    before = sheet("five-card-21", *lines, *turns(3, 4, players), *show_lines, players=players)
    assert before.table.knowledge.stock == 14
    entry = sheet(
        "five-card-21", *lines, *turns(3, 4, players), *show_lines, "Ann is dealt AS", players=players
    ).entries[-1]
    assert entry.ruling.verdict is Verdict.LEGAL
    assert entry.after.knowledge.stock == 13
    too_late = sheet(
        "five-card-21", *lines, *turns(3, 4, players), *show_lines, "Ann is dealt KS", players=players
    ).entries[-1]
    assert (too_late.ruling.says, too_late.ruling.clause.id) == ("finding", "8.3")


def short_stub(*lines: str, options: str = "") -> Report:
    """Eight players, of whom three have discarded two each, so that six cards are left, and two tie."""
    thrown = ["Ann discards KS QS", "Ben discards 2", "Cal discards 2", *each(EIGHT[3:], "stands pat")]
    hands = [
        *("6C 5D 4H 3S 2C", "6S 5C 4C 3D 2H", "KH QH JH TH 9H", "KD QD JD TD 9D", "KC QC JC TC 9C", "8S 8H 8D 8C 7S"),
        *("7H 7D 7C 6H 6D", "TS 9S AH AD 5S"),
    ]
    show_lines = [f"{name} shows {hand}" for name, hand in zip(EIGHT, hands, strict=True)]
    played = [*turns(1, 1, EIGHT), *thrown, *each(EIGHT, "checks"), *turns(3, 4, EIGHT), *show_lines, *lines]
    return sheet("five-card-21", *played, options=options, players=EIGHT)


def test_too_few_cards_are_gathered_and_reshuffled() -> None:
    entry = short_stub("Ann is dealt KS KH").entries[-1]
    assert (entry.ruling.verdict, entry.ruling.clause.id) == (Verdict.LEGAL, "8.3")
    assert entry.after.knowledge.stock == 50


def test_the_discards_are_added_first_where_the_house_says_so() -> None:
    options = "remaining_cards=stub_plus_discards"
    entry = short_stub("Ann is dealt KS", options=options).entries[-1]
    assert entry.ruling.verdict is Verdict.LEGAL
    assert entry.after.knowledge.stock == 11
    ruling = short_stub("Ann is dealt KH", options=options).entries[-1].ruling
    assert (ruling.says, ruling.clause.id) == ("finding", "8.3")


def test_equal_stud_hands_are_dealt_again_or_divide() -> None:
    """F21-A2."""
    equal = ("Ann is dealt AH AD 9H 8H 7D", "Ben is dealt AS AC 9D 8D 7C")
    second_tie = showdown("five-card-21", *TIED, BUST, *equal)
    assert (second_tie.table.stud.tied, second_tie.table.stud.face_up) == ((0, 1), {})
    third = showdown("five-card-21", *TIED, BUST, *equal, "Ann is dealt QH QD 2S 9S TS", "Ben is dealt JS JC JH JD TH")
    assert winner(third) == "Ben"
    divided = showdown("five-card-21", *TIED, BUST, *equal, options="stud_tie=split")
    assert chips_won(divided) == {"Ann": 1, "Ben": 0, "Cal": -1}


def test_suits_decide_a_stud_hand_after_munk_and_not_after_gunn() -> None:
    studs = ("Ann is dealt AH QD 9C 8C 7D", "Ben is dealt AS 9D 8D 7C 2S")
    assert winner(showdown("five-card-21", *TIED, BUST, *studs)) == "Ben"
    assert winner(showdown("five-card-21", *TIED, BUST, *studs, options="stud_ranking=gunn")) == "Ann"


def test_bets_in_the_stud_hand_where_the_house_wants_them() -> None:
    options = "stud_betting=bet_each_street"
    start = (*TIED, BUST, "Ann is dealt AS", "Ben is dealt AH")
    assert showdown("five-card-21", *start, options=options).table.turn == 0
    report = showdown("five-card-21", *start, "Ann bets 5", "Ben folds", options=options)
    assert chips_won(report) == {"Ann": 2, "Ben": -1, "Cal": -1}
    more = showdown("five-card-21", *start, "Ann is dealt KH", options=options).entries[-1].ruling
    assert (more.verdict, more.clause.id) == (Verdict.ILLEGAL, "8.2")
    none = showdown("five-card-21", *TIED, BUST, "Ann is dealt AS", "Ann bets 5").entries[-1].ruling
    assert none.verdict is Verdict.ILLEGAL


def test_book_em_holder_who_discards_the_jack_is_scored_as_others_are() -> None:
    """BKD-T7."""
    draw = ["Ann discards JS", "Ann draws 2C", "Ben stands pat", "Cal stands pat"]
    lines = [
        *turns(1, 3),
        *draw,
        *each(THREE, "checks"),
        "Ann shows AS KD QH 9C 2C",
        "Ben shows 7C 5D 4H 3S 2D",
        "Cal shows KS QS KC QC KH",
    ]
    assert winner(sheet("bookem-danno", *lines)) == "Ben"


def test_book_em_cards_in_the_stud_hand_are_like_any_others_unless_the_house_says_otherwise() -> None:
    """BKD-A5."""
    studs = ("Ann is dealt AS JS 7D 8D 9C", "Ben is dealt AH AC AD 9D 9H")
    assert winner(showdown("bookem-danno", *TIED, BUST, *studs)) == "Ben"
    assert winner(showdown("bookem-danno", *TIED, BUST, *studs, options="bookem_in_tiebreak=true")) == "Ann"


def test_a_claim_of_one_of_the_tied_turns_on_the_stud_hand() -> None:
    claim = showdown("five-card-21", *TIED, "Ann takes 3").entries[-1].ruling
    assert (claim.verdict, claim.word, claim.clause.id) == (Verdict.OPEN, "open", "8.1")
    studs = (BUST, "Ann is dealt AS AC 7D 8D 9D", "Ben is dealt AH AD TS TC 2S")
    decided = showdown("five-card-21", *TIED, "Ann takes 3", *studs)
    assert decided.entries[-4].ruling.verdict is Verdict.ILLEGAL
    assert winner(decided) == "Ben"
    beaten = showdown("five-card-21", *TIED, BUST.replace("Cal shows", "Cal holds only"), "Cal takes 3").entries[-1]
    assert beaten.ruling.verdict is Verdict.OPEN  # not shown yet, and what was told is not shown


def test_facts_that_begin_in_the_middle_say_who_is_tied() -> None:
    facts = rule("five-card-21", "Ann bets 5", "Ben calls", *TIED)
    assert facts.settled.missing == ("Ann and Ben are tied, and a stud hand decides between them.",)
    paid = rule("three-dog-night", "Ann bets 5", "Ben calls", "Ann shows AD", "Ben shows KS").settled
    assert [(item.seat, item.amount) for item in paid.items] == [(0, 10)]


# -- Betting as Munk's club does ----------------------------------------------------------------------------


@pytest.mark.parametrize("again", ["Ann shows 6C 5D 4H 3S 2C", "Ann shows 6C"])
@pytest.mark.parametrize("slug", ["five-card-21", "bookem-danno"])
def test_who_shows_again_after_the_tie_was_broken_is_compared_with_the_stud_hands(slug: str, again: str) -> None:
    """Both have 20, and Ann's straight flush is above Ben's king high."""
    studs = ("Ann is dealt 7C 8C 9C TC JC", "Ben is dealt 7D 8H 9S KC QC")
    show_lines = last(slug, *TIED, *studs, "Ann takes the pot", again).ruling
    assert (show_lines.says, show_lines.clause.id) == ("legal", "5.2")
    winning_reason = "With 20, and then the straight flush to jack, Ann beats Ben's 20, and then king of clubs high"
    assert show_lines.reason.startswith(winning_reason)
    late = last(slug, TIED[0], *studs, TIED[1]).ruling  # with the last hand shown the stud hands count
    losing_reason = "With 20, and then king of clubs high, Ben loses to Ann's 20, and then the straight flush to jack"
    assert late.reason.startswith(losing_reason)
