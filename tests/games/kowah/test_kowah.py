"""Kowah, ruled on by its source text and by what the club decides where that is silent."""

import pytest

from referee.cards import read_cards
from referee.games import rulebook
from referee.games.kowah.hands import may_be_laid_open
from referee.games.kowah.table import KowahOptions
from referee.rules import JudgedLine, Report, Unit, Verdict, read_record, total
from tests.games.ruling import check, last, rule

GAME = "kowah"
EXAMPLE = "5S 5H 5D 7H 7S 7D AD AD"
LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN


def match(*lines: str, players: int = 3, options: str = "") -> Report:
    header = [f"game: {GAME}", f"seats: {', '.join(('Ann', 'Ben', 'Cal', 'Dee')[:players])}"]
    return check("\n".join([*header, *([f"options: {options}"] if options else []), "", *lines]))


def verdict_and_clause(entry: JudgedLine) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def wins(sheet: Report) -> list[int]:
    return [total(sheet.settlement, seat, Unit.WIN) for seat in sheet.record.seats]


def offers(entry: JudgedLine) -> list[str]:
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
    knowledge = match("deal by Ann", players=players).table.knowledge
    assert [knowledge.size(seat) for seat in range(players)] == [8] * players
    assert knowledge.stock == 120 - 8 * players


def test_beside_the_table_stand_the_stock_and_how_many_cards_each_has() -> None:
    facts = {(fact.label, fact.seat): fact.text for fact in rulebook(GAME).facts(match("deal by Ann", players=2).table)}
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
    assert verdict_and_clause(entry) == ("legal", "4.1")
    assert {str(card) for card in entry.after.checki.values()} == {"AD"}


def test_of_two_pairs_laid_open_the_one_named_first_counts() -> None:
    for first, second in (("7S", "7D"), ("7D", "7S")):
        entry = last(GAME, f"Ann declares checki {first} {first} {second} {second} 7H 5S 5H 5D")
        assert verdict_and_clause(entry) == ("legal", "4.2")
        assert [str(card) for card in entry.after.checki.values()] == [first]


def test_a_declaration_is_open_until_the_hand_is_seen() -> None:
    facts = ("Ann declares checki AD AD", "Ben draws 2S", "Ann shows 5S 5H 5D 7H 7S 7D")
    assert [entry.at_first.verdict for entry in rule(GAME, *facts).entries] == [OPEN, LEGAL, LEGAL]
    assert verdict_and_clause(rule(GAME, *facts).entries[0]) == ("legal", "4.1")
    assert verdict_and_clause(rule(GAME, *facts[:2], "Ann shows 2S").entries[0]) == ("open", "4.1")


def test_a_pair_that_will_not_do_is_answered_with_the_one_that_will() -> None:
    entry = last(GAME, "Ann holds only 5S 5S 5D 5D 5H 5H 7S 7S", "Ann declares checki 5S 5S")
    assert verdict_and_clause(entry) == ("illegal", "4.1")
    assert offers(entry)[0] == "Ann declares checki 7S 7S"


# -- When to declare ----------------------------------------------------------------------------------------


def test_checki_is_declared_after_the_discard_or_before_the_first_draw() -> None:
    report = match("deal by Cal", "Ann draws", "Ann discards 2S", "Ann declares checki AD AD")
    first = match("deal by Cal", "Ann draws", "Ann discards 2S", "Ben declares checki AD AD")
    assert verdict_and_clause(report.entries[-1]) == verdict_and_clause(first.entries[-1]) == ("open", "4.1")


def test_the_house_may_let_checki_be_declared_at_any_time() -> None:
    lines = ("deal by Cal", "Ann draws", "Ben declares checki AD AD", "Ann discards AD", "Ben claims AD")
    sheet = match(*lines, options="declare_when=any_time")
    assert [entry.ruling.verdict for entry in sheet.entries[2:]] == [OPEN, LEGAL, OPEN]
    assert wins(sheet) == [0, 1, 0]


def test_nobody_wins_without_having_declared() -> None:  # KOW-A4
    sheet = match("deal by Cal", f"Ann holds only {EXAMPLE}", "Ann draws AD", "Ann claims AD")
    assert verdict_and_clause(sheet.entries[-1]) == ("illegal", "6.2")
    assert wins(sheet) == [0, 0, 0]


# -- After a declaration ------------------------------------------------------------------------------------

DECLARED = ("deal by Cal", f"Ann holds only {EXAMPLE}", "Ann declares checki AD AD", "Ann draws", "Ann discards 2S")


def test_a_card_drawn_or_discarded_is_claimed_out_of_turn() -> None:
    report = match(*DECLARED, "Ben draws AD", "Ann claims AD")
    discarded = match(*DECLARED, "Ben draws 3S", "Ben discards AD", "Ann claims AD")
    for sheet in (report, discarded):
        assert verdict_and_clause(sheet.entries[-1]) == ("legal", "6.4")
        assert wins(sheet) == [1, 0, 0]
        assert sheet.places == ((0,), (1, 2))
        assert not sheet.table.in_play
        assert sheet.table.knowledge.count == 120
    assert report.table.knowledge.size(1) == 8


TURN_OF_OTHERS = ("Ben draws 3S", "Ben discards 3S", "Cal draws 4S")


def test_the_third_card_drawn_or_taken_in_turn_wins_at_once() -> None:  # KOW-A3, KOW-A8
    report = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws AD")
    assert verdict_and_clause(report.entries[-1]) == ("legal", "6.5")
    taking_report = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards AD", "Ann takes AD")
    assert verdict_and_clause(taking_report.entries[-1]) == ("legal", "6.5")
    unseen = match(*DECLARED, *TURN_OF_OTHERS, "Cal discards 4S", "Ann draws", "Ann claims AD")
    assert verdict_and_clause(unseen.entries[-1]) == ("legal", "6.4")
    assert wins(report) == wins(taking_report) == wins(unseen) == [1, 0, 0]


def test_the_pair_is_still_part_of_the_hand() -> None:
    before = match(*DECLARED[:2]).table.knowledge.hand_at(0)
    report = match(*DECLARED[:3]).table.knowledge.hand_at(0)
    assert sorted(before.cards) == sorted(report.cards)
    assert [str(card) for card in report.shown_cards] == ["AD", "AD"]


def test_a_third_card_held_already_does_not_win_but_the_fourth_does() -> None:  # KOW-A5
    lines = ("deal by Cal", "Ann holds only 7S 7S 7S 7D 7H 5S 5H 5D", "Ann declares checki 7S 7S")
    own = match(*lines, "Ann draws 2S", "Ann claims 7S")
    assert verdict_and_clause(own.entries[-1]) == ("illegal", "6.3")
    assert wins(match(*lines)) == [0, 0, 0]
    assert wins(match(*lines, "Ann draws 7S")) == [1, 0, 0]
    assert wins(match(*lines, options="pre_held_third_wins=true")) == [1, 0, 0]


def test_two_pairs_of_one_hand_either_of_which_the_third_card_completes() -> None:
    hand = "5S 5S 7S 7S 5D 5D 5H 5H"
    lines = ("deal by Cal", f"Ann declares checki {hand}", "Ann draws", "Ann discards 2D", "Ben draws 5S")
    sheet = match(*lines, "Ann claims 5S")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "6.4")
    assert wins(sheet) == [1, 0, 0]


def test_the_six_cards_beside_the_pair_decide_where_one_is_like_the_pair() -> None:  # 7.1
    lines = ("deal by Cal", "Ann declares checki 7S 7S", "Ann draws", "Ann discards 2S", "Ben draws 3S")
    claimed = (*lines, "Ben discards 7S", "Ann claims 7S")
    sheet = match(*claimed, "Ann shows 7S 7D 7H 5S 5H 5D")
    assert [verdict_and_clause(sheet.entries[at])[0] for at in (1, -2, -1)] == ["legal"] * 3
    assert not sheet.open
    assert verdict_and_clause(match(*lines, "Ann shows 7S 7D 7H 5S 5H 5D").entries[1])[0] == "legal"
    false = match(*claimed, "Ann shows 7D 7H 5S 5H 5D 9D")
    assert verdict_and_clause(false.entries[1]) == ("illegal", "4.1")


def test_nine_cards_are_shown_between_the_draw_and_the_discard() -> None:  # 1.1
    lines = ("deal by Cal", "Ann declares checki AD AD", "Ann draws")
    sheet = match(*lines, "Ann shows AD AD AD 5S 5H 5D 7H 7S 7D")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries] == ["legal"] * 4
    assert wins(sheet) == [1, 0, 0]  # the third ace was drawn (6.5)
    other_report = match(
        *lines, "Ann shows AD AD 5S 5H 5D 7H 7S 7D 2S", "Ann discards 2S", "Ben draws AD", "Ann claims AD"
    )
    assert verdict_and_clause(other_report.entries[-1]) == ("legal", "6.4")
    assert wins(other_report) == [1, 0, 0]
    undeclared = match("deal by Cal", "Ann draws", "Ann shows AD AD AD 5S 5H 5D 7H 7S 7D")
    assert verdict_and_clause(undeclared.entries[-1])[0] == "legal"


def test_a_false_declaration_is_void_and_so_is_the_win() -> None:  # KOW-A12
    lines = ("deal by Cal", "Ann declares checki AD AD", "Ann draws AD", "Ann shows 5S 5H 5D 7H 7S 6D")
    sheet = match(*lines)
    assert verdict_and_clause(sheet.entries[1]) == ("illegal", "4.1")
    assert wins(match(*lines[:-1])) == [1, 0, 0]
    assert wins(sheet) == [0, 0, 0]
    assert not sheet.settlement  # nobody has won: nothing is posted
    assert sheet.places == ((0, 1, 2),)
    assert not sheet.table.checki


# -- The stock ----------------------------------------------------------------------------------------------


def until_the_last_card(*lines: str) -> Report:
    """A hand of two in which nothing happens until one card is left in the stock; it is Ben's turn."""
    faces = [str(card) for card in rulebook(GAME).pack.cards if str(card) not in ("AD", "QC", "5S", "5H")]
    turns = [f"{('Ann', 'Ben')[at % 2]} {verb}" for at in range(103) for verb in ("draws", f"discards {faces[at]}")]
    return match("deal by Ben", *turns, *lines, players=2)


def test_when_the_stock_has_run_out_nobody_has_won() -> None:  # KOW-T13
    sheet = until_the_last_card("Ben draws", "Ben discards QC", "Ann takes QC")
    assert sheet.entries[-2].after.knowledge.stock == 0
    assert verdict_and_clause(sheet.entries[-1]) == ("illegal", "7.3")
    assert wins(sheet) == [0, 0]
    assert sheet.places == ((0, 1),)


def test_the_last_discard_may_still_be_claimed() -> None:  # KOW-A9
    sheet = until_the_last_card("Ann declares checki AD AD", "Ben draws QC", "Ben discards AD", "Ann claims AD")
    assert verdict_and_clause(sheet.entries[-1]) == ("open", "6.4")
    assert wins(sheet) == [1, 0]
    report = until_the_last_card("Ann declares checki AD AD", "Ben draws AD", "Ann claims AD")
    assert wins(report) == [1, 0]


def test_the_hand_is_not_over_before_the_last_discard() -> None:
    assert until_the_last_card("Ben draws").table.in_play


# -- The next hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "dealer"), [("", "Ann"), ("next_dealer=winner", "Ben")])
def test_the_deal_passes_on_or_goes_to_the_winner(options: str, dealer: str) -> None:
    winning_lines = ("deal by Cal", "Ann draws", "Ann discards 2S", "Ben declares checki AD AD", "Ben draws AD")
    for name in ("Ann", "Ben", "Cal"):
        ruling = verdict_and_clause(match(*winning_lines, f"deal by {name}", options=options).entries[-1])
        assert ruling == (("legal", "2.1") if name == dealer else ("illegal", "2.2"))
