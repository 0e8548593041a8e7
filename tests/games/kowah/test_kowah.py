"""Kowah, ruled on by its source text and by what the club decides where that is silent."""

import pytest

from referee.cards import read_cards
from referee.games import rulebook
from referee.games.kowah.hands import may_be_laid_open
from referee.games.kowah.table import KowahOptions
from referee.rules import Judged, Sheet, Unit, Verdict, read_record, total
from tests.games.ruling import check, last, rule

GAME = "kowah"
EXAMPLE = "5S 5H 5D 7H 7S 7D AD AD"
LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN


def match(*lines: str, players: int = 3, options: str = "") -> Sheet:
    header = [f"game: {GAME}", f"seats: {', '.join(('Ann', 'Ben', 'Cal', 'Dee')[:players])}"]
    return check("\n".join([*header, *([f"options: {options}"] if options else []), "", *lines]))


def ruled(entry: Judged) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def wins(sheet: Sheet) -> list[int]:
    return [total(sheet.settlement, seat, Unit.WIN) for seat in sheet.record.seats]


def offered(entry: Judged) -> list[str]:
    return [offer.text for offer in entry.ruling.alternatives]


# -- The pack and the deal ----------------------------------------------------------------------------------


def test_the_pack_has_four_copies_of_thirty_cards_and_no_tens() -> None:
    pack = rulebook(GAME).pack
    assert len(pack) == 120
    assert set(pack.copies.values()) == {4}
    assert len(pack.copies) == 30


@pytest.mark.parametrize("card", ["10S", "KH", "JS", "AC", "9C"])
def test_a_card_that_is_not_in_the_pack_is_no_record(card: str) -> None:  # KOW-T11
    reading = read_record(f"game: {GAME}\nseats: Ann, Ben\n\ndeal\nAnn discards {card}\n", rulebook)
    assert [fault.line for fault in reading.faults] == [5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_dealt_eight_and_the_rest_is_the_stock(players: int) -> None:
    known = match("deal by Ann", players=players).state.known
    assert [known.size(seat) for seat in range(players)] == [8] * players
    assert known.stock == 120 - 8 * players


def test_beside_the_table_stand_the_stock_and_how_many_cards_each_has() -> None:
    facts = {(fact.label, fact.seat): fact.text for fact in rulebook(GAME).facts(match("deal by Ann", players=2).state)}
    assert facts == {("Stock", -1): "104 cards", ("Hand", 0): "8 cards", ("Hand", 1): "8 cards"}


@pytest.mark.parametrize("seats", ["Ann", "Ann, Ben, Cal, Dee, Eve"])
def test_two_to_four_play(seats: str) -> None:
    assert read_record(f"game: {GAME}\nseats: {seats}\n\ndeal\n", rulebook).faults


# -- The shapes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        (EXAMPLE, "AD"),  # KOW-T1, the example of the text
        ("5S 5H 5D 7S 7S 7D 7D 7H", "7S 7D"),  # the other: either pair
        ("5S 5H 5D 7H 7S 7D AD AS", ""),  # KOW-T3: of one rank, but of two suits
        ("JC JC JC QC QC QC KC KC", "KC"),  # KOW-T5
        ("5S 5S 5D 5D 5H 5H 7S 7S", "7S"),  # KOW-T7
        ("7S 7S 7S 7D 7H 5S 5H 5D", "7S"),  # KOW-A5
        ("7S 7S 7S 7S 7D 7D 7D 7H", "7S 7D"),  # KOW-A6: eight of a rank
        ("5S 5H 5D 7H 7S 7D 7D 7D", "7D"),
        ("5S 5S 5H 5H 7S 7S 7D 7D", ""),
        ("5S 5H 5D 7H 7S AD AD AD", ""),
    ],
)
def test_a_checki_is_a_pair_besides_two_threes(hand: str, pairs: str) -> None:
    assert {str(card) for card in may_be_laid_open(read_cards(hand.replace(" ", "")), KowahOptions())} == set(
        pairs.split()
    )


@pytest.mark.parametrize("hand", ["5S 5S 5D 5D 5H 5H 7S 7S", "7S 7S 7S 7S 7D 7D 7D 7H"])
def test_the_threes_may_have_to_be_of_different_ranks(hand: str) -> None:
    cards = read_cards(hand.replace(" ", ""))
    assert may_be_laid_open(cards, KowahOptions())
    assert not may_be_laid_open(cards, KowahOptions(triples_may_share_rank=False))


def test_the_whole_hand_may_be_laid_open_at_once() -> None:
    entry = last(GAME, f"Ann declares checki {EXAMPLE}")
    assert ruled(entry) == ("legal", "4.1")
    assert {str(card) for card in entry.after.checki.values()} == {"AD"}


def test_of_two_pairs_laid_open_the_one_named_first_counts() -> None:
    for first, other in (("7S", "7D"), ("7D", "7S")):
        entry = last(GAME, f"Ann declares checki {first} {first} {other} {other} 7H 5S 5H 5D")
        assert ruled(entry) == ("legal", "4.2")
        assert [str(card) for card in entry.after.checki.values()] == [first]


def test_a_declaration_is_open_until_the_hand_is_seen() -> None:
    facts = ("Ann declares checki AD AD", "Ben draws 2S", "Ann shows 5S 5H 5D 7H 7S 7D")
    assert [each.at_first.verdict for each in rule(GAME, *facts).entries] == [OPEN, LEGAL, LEGAL]
    assert ruled(rule(GAME, *facts).entries[0]) == ("legal", "4.1")
    assert ruled(rule(GAME, *facts[:2], "Ann shows 2S").entries[0]) == ("open", "4.1")


@pytest.mark.parametrize(
    "held",
    [
        "2S 3S 4S",  # three ranks besides the pair
        "2S 2S 2S 2S 3H 3H",  # four and two
        "2S 2D 2D 2H 3S 4S",
    ],
)
def test_a_hand_of_which_enough_is_known_is_no_checki(held: str) -> None:
    entry = last(GAME, f"Ann holds {held}", "Ann declares checki AD AD")
    assert ruled(entry) == ("illegal", "4.1")


def test_a_hand_is_no_checki_for_which_the_cards_are_not_left() -> None:
    facts = ("Ben holds JC JC", "Ann holds JC 2S")
    assert ruled(last(GAME, *facts, "Ann declares checki AD AD")) == ("illegal", "4.1")
    assert ruled(last(GAME, "Ben holds JC", "Ann holds JC 2S", "Ann declares checki AD AD")) == ("open", "4.1")


@pytest.mark.parametrize("elsewhere", ["Ben holds AD AD AD", "Ann holds only AD 2S 3S 4S 5S 6S 7S 8S"])
def test_two_cards_are_laid_open_that_are_in_the_hand(elsewhere: str) -> None:
    assert ruled(last(GAME, elsewhere, "Ann declares checki AD AD")) == ("illegal", "5.3")


def test_a_pair_that_will_not_do_is_answered_with_the_one_that_will() -> None:
    entry = last(GAME, "Ann holds only 5S 5S 5D 5D 5H 5H 7S 7S", "Ann declares checki 5S 5S")
    assert ruled(entry) == ("illegal", "4.1")
    assert offered(entry)[0] == "Ann declares checki 7S 7S"


# -- When to declare ----------------------------------------------------------------------------------------


def test_checki_is_declared_after_the_discard_or_before_the_first_draw() -> None:
    after = match("deal by Cal", "Ann draws", "Ann discards 2S", "Ann declares checki AD AD")
    first = match("deal by Cal", "Ann draws", "Ann discards 2S", "Ben declares checki AD AD")
    assert ruled(after.entries[-1]) == ruled(first.entries[-1]) == ("open", "4.1")


@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        (("Ann draws", "Ann declares checki AD AD"), "5.2"),
        (("Ann draws", "Ben declares checki AD AD"), "5.1"),
        (("Ann draws", "Ann discards 2S", "Cal declares checki AD AD"), "5.1"),
        (("Ann draws", "Ann discards 2S", "Ben draws", "Ann declares checki AD AD"), "5.1"),
        (
            *[("Ann draws", "Ann discards 2S", "Ben draws", "Ben discards 2S", "Ann declares checki AD AD")],
            "5.1",
        ),
    ],
)
def test_checki_is_not_declared_at_other_times(lines: tuple[str, ...], clause: str) -> None:
    assert ruled(match("deal by Cal", *lines).entries[-1]) == ("illegal", clause)


def test_a_player_who_has_drawn_before_declares_only_after_discarding() -> None:
    turns = ("Ann draws", "Ann discards 2S", "Ben draws", "Ben discards 2S")
    again = match("deal by Ben", *turns, "Ann declares checki AD AD", players=2).entries[-1]
    assert ruled(again) == ("illegal", "5.1")
    assert "next discard" in again.ruling.reason


def test_the_house_may_let_checki_be_declared_at_any_time() -> None:
    lines = ("deal by Cal", "Ann draws", "Ben declares checki AD AD", "Ann discards AD", "Ben claims AD")
    sheet = match(*lines, options="declare_when=any_time")
    assert [each.ruling.verdict for each in sheet.entries[2:]] == [OPEN, LEGAL, OPEN]
    assert wins(sheet) == [0, 1, 0]


def test_the_house_may_have_every_checki_declared() -> None:
    lines = ("deal by Cal", f"Ann holds only {EXAMPLE}", "Ann draws")
    assert ruled(match(*lines).entries[-1]) == ("legal", "3.1")
    must = match(*lines, options="declare_optional=false").entries[-1]
    assert ruled(must) == ("illegal", "5.5")
    assert offered(must) == ["Ann declares checki AD AD"]


def test_nobody_wins_without_having_declared() -> None:  # KOW-A4
    sheet = match("deal by Cal", f"Ann holds only {EXAMPLE}", "Ann draws AD", "Ann claims AD")
    assert ruled(sheet.entries[-1]) == ("illegal", "6.2")
    assert wins(sheet) == [0, 0, 0]


# -- After a declaration ------------------------------------------------------------------------------------

DECLARED = ("deal by Cal", f"Ann holds only {EXAMPLE}", "Ann declares checki AD AD", "Ann draws", "Ann discards 2S")


def test_opponents_show_what_they_draw_and_the_player_who_has_declared_does_not() -> None:
    hidden = match(*DECLARED, "Ben draws").entries[-1]
    assert ruled(hidden) == ("illegal", "6.1")
    assert offered(hidden) == ["Ben takes 2S", "Ben draws a card and shows it"]
    assert ruled(match(*DECLARED).entries[3]) == ("legal", "3.1")
    assert ruled(match(*DECLARED, "Ben draws 3S").entries[-1]) == ("legal", "3.1")


def test_a_card_drawn_or_discarded_is_claimed_out_of_turn() -> None:
    drawn = match(*DECLARED, "Ben draws AD", "Ann claims AD")
    discarded = match(*DECLARED, "Ben draws 3S", "Ben discards AD", "Ann claims AD")
    for sheet in (drawn, discarded):
        assert ruled(sheet.entries[-1]) == ("legal", "6.4")
        assert wins(sheet) == [1, 0, 0]
        assert sheet.places == ((0,), (1, 2))
        assert not sheet.state.in_play
        assert sheet.state.known.count == 120
    assert drawn.state.known.size(1) == 8


def test_an_ace_of_another_suit_is_not_claimed() -> None:  # KOW-T9
    entry = match(*DECLARED, "Ben draws AH", "Ann claims AH").entries[-1]
    assert ruled(entry) == ("illegal", "6.4")
    assert "AH" in entry.ruling.reason


@pytest.mark.parametrize(
    "lines",
    [
        ("Ben draws AD", "Ben discards 3S", "Ann claims AD"),  # Ben has it now
        ("Ben draws 3S", "Ben discards AD", "Cal draws 4S", "Ann claims AD"),
        ("Ben draws 3S", "Ben discards AD", "Cal takes AD", "Ann claims AD"),
    ],
)
def test_a_claim_comes_before_play_goes_on(lines: tuple[str, ...]) -> None:
    assert ruled(match(*DECLARED, *lines).entries[-1]) == ("illegal", "6.3")


def test_a_player_does_not_claim_what_they_threw_away() -> None:
    sheet = match("deal by Cal", "Ann draws", "Ann discards AD", "Ann declares checki AD AD", "Ann claims AD")
    assert ruled(sheet.entries[-1]) == ("illegal", "6.3")


TURN_OF_OTHERS = ("Ben draws 3S", "Ben discards 3S", "Cal draws 4S")


def test_the_third_card_drawn_or_taken_in_turn_wins_at_once() -> None:  # KOW-A3, KOW-A8
    drawn = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws AD")
    assert ruled(drawn.entries[-1]) == ("legal", "6.5")
    taken = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards AD", "Ann takes AD")
    assert ruled(taken.entries[-1]) == ("legal", "6.5")
    unseen = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws", "Ann claims AD")
    assert ruled(unseen.entries[-1]) == ("legal", "6.4")
    assert wins(drawn) == wins(taken) == wins(unseen) == [1, 0, 0]


def test_a_declared_hand_stays_as_it_is() -> None:  # KOW-A3
    drawn = (*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws 6H")
    assert ruled(match(*drawn, "Ann discards 6H").entries[-1]) == ("legal", "3.1")
    kept = match(*drawn, "Ann discards 5S").entries[-1]
    assert ruled(kept) == ("illegal", "6.6")
    assert offered(kept) == ["Ann discards 6H"]
    loose = match(*drawn[:-1], "Ann draws 5S", "Ann discards 5H", options="checki_locks_hand=false")
    assert ruled(loose.entries[-1]) == ("legal", "3.1")
    spoilt = match(*drawn, "Ann discards 5S", options="checki_locks_hand=false").entries[-1]
    assert ruled(spoilt) == ("illegal", "6.6")


@pytest.mark.parametrize("options", ["", "checki_locks_hand=false"])
def test_the_pair_stays_in_the_hand(options: str) -> None:
    sheet = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws 6H", "Ann discards AD", options=options)
    assert ruled(sheet.entries[-1]) == ("illegal", "5.6")


def test_the_pair_is_still_part_of_the_hand() -> None:
    before = match(*DECLARED[:2]).state.known.at(0)
    after = match(*DECLARED[:3]).state.known.at(0)
    assert sorted(before.cards) == sorted(after.cards)
    assert [str(card) for card in after.shown] == ["AD", "AD"]


def test_a_third_card_held_already_does_not_win_but_the_fourth_does() -> None:  # KOW-A5
    held = ("deal by Cal", "Ann holds only 7S 7S 7S 7D 7H 5S 5H 5D", "Ann declares checki 7S 7S")
    own = match(*held, "Ann draws 2S", "Ann claims 7S")
    assert ruled(own.entries[-1]) == ("illegal", "6.3")
    assert wins(match(*held)) == [0, 0, 0]
    assert wins(match(*held, "Ann draws 7S")) == [1, 0, 0]
    assert wins(match(*held, options="pre_held_third_wins=true")) == [1, 0, 0]


def test_two_players_never_want_the_same_card() -> None:  # KOW-A2
    """Each of them has two, and there are only four: a fifth is nowhere."""
    both = ("deal by Cal", "Ann declares checki AD AD", "Ann draws", "Ann discards 2S", "Ben declares checki AD AD")
    assert ruled(match(*both).entries[-1]) == ("open", "4.1")
    assert ruled(match(*both, "Ben draws AD").entries[-1]) == ("finding", "3.4")
    third = match(*both[:-1], "Ben holds AD", "Cal holds AD AD").entries[-1]
    assert ruled(third) == ("finding", "1.1")


def test_the_third_card_goes_with_any_two_of_the_hand_unless_the_club_says_otherwise() -> None:  # KOW-A1
    """The text: "matching the same rank and suit as two in a checki player's hand"."""
    held = ("deal by Cal", "Ann holds only 5S 5H 5D 7S 7S 7D 7D 7H", "Ann declares checki 7S 7S", "Ann draws 2S")
    lines = (*held, "Ann discards 2S", "Ben draws 7D", "Ann claims 7D")
    assert ruled(match(*lines).entries[-1]) == ("legal", "6.4")
    assert ruled(match(*lines, options="claim_match=shown_pair").entries[-1]) == ("illegal", "6.4")
    any_pair = "claim_match=any_identical_pair_that_completes_three_triples"
    assert ruled(match(*lines, options=any_pair).entries[-1]) == ("legal", "6.4")
    not_a_pair = (*held, "Ann discards 2S", "Ben draws 5S", "Ann claims 5S")
    assert ruled(match(*not_a_pair).entries[-1]) == ("illegal", "6.4")
    assert ruled(match(*not_a_pair, options=any_pair).entries[-1]) == ("illegal", "6.4")


def test_a_claim_with_two_cards_that_nobody_has_seen_is_open() -> None:
    before = ("deal by Cal", "Ann declares checki 7S 7S", "Ann draws", "Ann discards 2S")
    lines = (*before, "Ben draws 7D", "Ann claims 7D")
    assert ruled(match(*lines).entries[-1]) == ("open", "6.4")
    assert ruled(match(*lines, "Ann shows 5S 5H 5D 7D 7D 7H").entries[-2]) == ("legal", "6.4")
    assert ruled(match(*lines, "Ann shows 5S 5H 5D 9S 9D 9H").entries[-2]) == ("illegal", "6.4")


def test_two_pairs_of_one_hand_either_of_which_the_third_card_completes() -> None:
    whole = "5S 5S 7S 7S 5D 5D 5H 5H"
    lines = ("deal by Cal", f"Ann declares checki {whole}", "Ann draws", "Ann discards 2D", "Ben draws 5S")
    sheet = match(*lines, "Ann claims 5S")
    assert ruled(sheet.entries[-1]) == ("legal", "6.4")
    assert wins(sheet) == [1, 0, 0]


def test_the_six_cards_beside_the_pair_decide_where_one_is_like_the_pair() -> None:  # 7.1
    lines = ("deal by Cal", "Ann declares checki 7S 7S", "Ann draws", "Ann discards 2S", "Ben draws 3S")
    claimed = (*lines, "Ben discards 7S", "Ann claims 7S")
    sheet = match(*claimed, "Ann shows 7S 7D 7H 5S 5H 5D")
    assert [ruled(sheet.entries[at])[0] for at in (1, -2, -1)] == ["legal"] * 3
    assert not sheet.open
    assert ruled(match(*lines, "Ann shows 7S 7D 7H 5S 5H 5D").entries[1])[0] == "legal"
    false = match(*claimed, "Ann shows 7D 7H 5S 5H 5D 9D")
    assert ruled(false.entries[1]) == ("illegal", "4.1")


def test_nine_cards_are_shown_between_the_draw_and_the_discard() -> None:  # 1.1
    lines = ("deal by Cal", "Ann declares checki AD AD", "Ann draws")
    sheet = match(*lines, "Ann shows AD AD AD 5S 5H 5D 7H 7S 7D")
    assert [ruled(entry)[0] for entry in sheet.entries] == ["legal"] * 4
    assert wins(sheet) == [1, 0, 0]  # the third ace was drawn (6.5)
    other = match(*lines, "Ann shows AD AD 5S 5H 5D 7H 7S 7D 2S", "Ann discards 2S", "Ben draws AD", "Ann claims AD")
    assert ruled(other.entries[-1]) == ("legal", "6.4")
    assert wins(other) == [1, 0, 0]
    undeclared = match("deal by Cal", "Ann draws", "Ann shows AD AD AD 5S 5H 5D 7H 7S 7D")
    assert ruled(undeclared.entries[-1])[0] == "legal"


def test_five_of_a_rank_are_two_pairs_and_a_fifth_card_or_else_it_is_the_first_rule() -> None:
    five = match("deal by Cal", "Ann declares checki 7S 7S 7S 7D 7H 5S 5H 5D").entries[-1]
    assert ruled(five) == ("legal", "4.1")
    assert ruled(match("deal by Cal", "Ann declares checki 7S 7S 7D 7D 7H 5S 5H 5D").entries[-1]) == ("legal", "4.2")


def test_a_false_declaration_is_void_and_so_is_the_win() -> None:  # KOW-A12
    lines = ("deal by Cal", "Ann declares checki AD AD", "Ann draws AD", "Ann shows 5S 5H 5D 7H 7S 6D")
    sheet = match(*lines)
    assert ruled(sheet.entries[1]) == ("illegal", "4.1")
    assert wins(match(*lines[:-1])) == [1, 0, 0]
    assert wins(sheet) == [0, 0, 0]
    assert not sheet.settlement  # nobody has won: nothing is posted
    assert sheet.places == ((0, 1, 2),)
    assert not sheet.state.checki


# -- The stock ----------------------------------------------------------------------------------------------


def until_the_last_card(*lines: str) -> Sheet:
    """A hand of two in which nothing happens until one card is left in the stock; it is Ben's turn."""
    faces = [str(card) for card in rulebook(GAME).pack.cards if str(card) not in ("AD", "QC", "5S", "5H")]
    turns = [f"{('Ann', 'Ben')[at % 2]} {verb}" for at in range(103) for verb in ("draws", f"discards {faces[at]}")]
    return match("deal by Ben", *turns, *lines, players=2)


def test_when_the_stock_has_run_out_nobody_has_won() -> None:  # KOW-T13
    sheet = until_the_last_card("Ben draws", "Ben discards QC", "Ann takes QC")
    assert sheet.entries[-2].after.known.stock == 0
    assert ruled(sheet.entries[-1]) == ("illegal", "7.3")
    assert wins(sheet) == [0, 0]
    assert sheet.places == ((0, 1),)


def test_the_last_discard_may_still_be_claimed() -> None:  # KOW-A9
    sheet = until_the_last_card("Ann declares checki AD AD", "Ben draws QC", "Ben discards AD", "Ann claims AD")
    assert ruled(sheet.entries[-1]) == ("open", "6.4")
    assert wins(sheet) == [1, 0]
    drawn = until_the_last_card("Ann declares checki AD AD", "Ben draws AD", "Ann claims AD")
    assert wins(drawn) == [1, 0]


def test_the_hand_is_not_over_before_the_last_discard() -> None:
    assert until_the_last_card("Ben draws").state.in_play


# -- The next hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "dealer"), [("", "Ann"), ("next_dealer=winner", "Ben")])
def test_the_deal_passes_on_or_goes_to_the_winner(options: str, dealer: str) -> None:
    won = ("deal by Cal", "Ann draws", "Ann discards 2S", "Ben declares checki AD AD", "Ben draws AD")
    for name in ("Ann", "Ben", "Cal"):
        said = ruled(match(*won, f"deal by {name}", options=options).entries[-1])
        assert said == (("legal", "2.1") if name == dealer else ("illegal", "2.2"))


def test_the_most_hands_won_are_first() -> None:
    hand = "Ann declares checki AD AD", "Ann draws AD"
    sheet = match("deal by Cal", *hand, "deal by Ann", "Ben declares checki 5S 5S", "Ben draws 5S")
    assert sheet.places == ((0, 1), (2,))
