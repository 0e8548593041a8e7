"""Stealing Bundles, ruled on by its source text and by what the club decides where that is silent."""

import pytest

from referee.games import rulebook
from referee.rules import JudgedLine, Report, Unit, Verdict, read_record, total
from referee.rules.book.rulebook import player_range
from tests.games.ruling import check, rule
from tests.transcript import RECORDS, sheet_of

GAME = "stealing-bundles"
BOARD = "board 7S QD KC 2H"


def match(*lines: str, options: str = "") -> Report:
    """A hand that Ben has dealt, so that Ann begins."""
    header = [f"game: {GAME}", "seats: Ann, Ben", *([f"options: {options}"] if options else []), ""]
    return check("\n".join([*header, "deal by Ben", *lines]))


def verdict_and_clause(entry: JudgedLine) -> tuple[str, str]:
    return entry.ruling.says, entry.ruling.clause.id


def offers(entry: JudgedLine) -> list[str]:
    return [*(offer.text for offer in entry.ruling.alternatives), *entry.ruling.due]


def bundle(sheet: Report, seat: int) -> tuple[int, str]:
    own = sheet.table.bundles[seat]
    return own.size, str(own.top)


def board(sheet: Report) -> list[str]:
    return [str(card) for card in sheet.table.board]


# -- The deals ----------------------------------------------------------------------------------------------


def test_four_cards_go_to_each_and_to_the_board() -> None:
    knowledge = match(BOARD).table.knowledge
    assert (knowledge.size(0), knowledge.size(1), knowledge.stock) == (4, 4, 40)


def test_beside_the_table_stand_the_board_the_stock_the_bundles_and_how_many_cards_each_has() -> None:
    def facts(*lines: str) -> dict[tuple[str, int], str]:
        return {(fact.label, fact.seat): fact.text for fact in rulebook(GAME).facts(match(*lines).table)}

    dealt = {("Stock", -1): "40 cards", ("Hand", 0): "4 cards", ("Hand", 1): "4 cards"}
    assert facts(BOARD) == dealt | {("Board", -1): "7S QD KC 2H"}
    stolen = {("Board", -1): "QD KC 2H", ("Bundle", 0): "7H, 2 cards", ("Hand", 0): "3 cards"}
    assert facts(BOARD, "Ann plays 7H") == dealt | stolen


@pytest.mark.parametrize("seats", ["Ann", "Ann, Ben, Cal"])
def test_two_play(seats: str) -> None:  # STB-A8
    assert read_record(f"game: {GAME}\nseats: {seats}\n\ndeal\n", rulebook).faults


def test_the_board_is_awaited_before_the_first_turn() -> None:
    book = rulebook(GAME)
    assert player_range(book.players) == "2"
    assert book.due(match().table) == "board, four cards"
    assert book.due(match(BOARD).table) == 0
    assert verdict_and_clause(match("Ann plays 7H").entries[-1]) == ("open", "4.2")


def test_pairs_on_the_board_stay_there() -> None:  # STB-A9
    sheet = match("board 7S 7D KC 2H", "Ann plays 7H")
    assert [verdict_and_clause(entry) for entry in sheet.entries[1:]] == [("legal", "2.2"), ("legal", "4.1")]
    assert bundle(sheet, 0) == (3, "7H")  # STB-T1
    assert board(sheet) == ["KC", "2H"]


FOUR_TURNS = tuple(
    f"{name} trails {card}"
    for cards in (("3S", "4S"), ("5S", "6S"), ("8S", "9S"), ("TS", "JS"))
    for name, card in zip(("Ann", "Ben"), cards, strict=True)
)


def test_new_cards_come_after_four_turns_each_and_none_to_the_board() -> None:  # STB-T7
    sheet = match(BOARD, *FOUR_TURNS)
    assert (sheet.table.knowledge.size(0), sheet.table.knowledge.size(1), sheet.table.knowledge.stock) == (4, 4, 32)
    assert len(sheet.table.board) == 12
    assert verdict_and_clause(match(BOARD, *FOUR_TURNS, "board 3D 4D 5D 6D").entries[-1]) == ("illegal", "2.3")
    assert verdict_and_clause(match(BOARD, *FOUR_TURNS, "refill").entries[-1]) == ("legal", "2.3")
    assert verdict_and_clause(match(BOARD, *FOUR_TURNS[:-1], "refill").entries[-1]) == ("illegal", "2.3")
    assert match(BOARD, *FOUR_TURNS).table.turn == 0


def whole_hand(options: str = "") -> Report:
    """Suit by suit both trail, or take what they must; all 48 cards are played."""
    cards = [str(card) for card in rulebook(GAME).pack.cards if str(card) not in ("7S", "QD", "KC", "2H")]
    turns = [f"{('Ann', 'Ben')[at % 2]} trails {card}" for at, card in enumerate(cards)]
    return match(BOARD, *turns, options=f"must_capture=false{options}")


def test_five_times_new_cards_use_up_the_stock_and_a_sixth_time_there_are_none() -> None:  # STB-T9
    sheet = whole_hand()
    assert not sheet.table.in_play
    assert sheet.table.knowledge.stock == 0
    stocks = [entry.after.knowledge.stock for entry in sheet.entries[1:]]
    assert sorted(set(stocks), reverse=True) == [40, 32, 24, 16, 8, 0]
    text = str(sheet.record) + "refill\n"
    assert verdict_and_clause(check(text).entries[-1]) == ("illegal", "5.1")


def test_the_players_deal_by_turns() -> None:
    record_text = str(whole_hand().record)
    assert verdict_and_clause(check(record_text + "deal by Ben\n").entries[-1]) == ("illegal", "2.4")
    assert verdict_and_clause(check(record_text + "deal by Ann\n").entries[-1]) == ("legal", "2.1")
    assert check(record_text + "deal\n").table.turn == 1


# -- Capturing and stealing ---------------------------------------------------------------------------------


def test_a_bundle_is_stolen_by_a_card_of_the_rank_on_top() -> None:
    sheet = match(BOARD, "Ann plays 7H", "Ben plays 7C")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "4.2")
    assert (bundle(sheet, 0), bundle(sheet, 1)) == ((0, "None"), (3, "7C"))  # STB-A7: the card played is on top


CHOICE = ("board 7H QD KC 2S", "Ann trails 3C", "Ben plays 7D", "Ann trails 4C", "Ben trails 7C")


def test_one_card_takes_from_the_board_and_the_bundle() -> None:  # STB-T3, STB-A2, STB-A5
    lines = ("board 7H QD KC 2S", "Ann trails 3C", "Ben plays 7D", "Ann trails 4C", "Ben trails 7C", "Ann plays 7S")
    sheet = match(*lines)
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "4.2")
    assert bundle(sheet, 0) == (4, "7S")
    assert "7C" not in board(sheet)
    report = match(*lines[:-1], "Ann plays 7S taking 7C stealing")
    assert verdict_and_clause(report.entries[-1]) == ("legal", "4.2")
    assert (bundle(report, 0), board(report)) == (bundle(sheet, 0), board(sheet))


def test_a_bundle_may_be_stolen_with_a_card_that_would_also_capture() -> None:
    """The text: "the player may capture the bundle by revealing a card of the same rank"."""
    sheet = match(*CHOICE, "Ann plays 7S stealing")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "4.2")
    assert bundle(sheet, 0) == (3, "7S")
    assert "7C" in board(sheet)
    assert verdict_and_clause(match(*CHOICE, "Ann plays 7S taking KC stealing").entries[-1]) == ("illegal", "4.1")
    report = match(*CHOICE, "Ann plays 7S taking 7C stealing", options="capture_and_steal=choose_one")
    assert verdict_and_clause(report.entries[-1]) == ("illegal", "4.3")


@pytest.mark.parametrize(
    ("line", "said", "size"),
    [
        ("Ann plays 7S", ("illegal", "4.3"), 0),
        ("Ann plays 7S stealing", ("legal", "4.2"), 3),
        ("Ann plays 7S taking 7C", ("legal", "4.1"), 2),
    ],
)
def test_the_house_may_let_a_card_do_only_one_of_both(line: str, said: tuple[str, str], size: int) -> None:
    sheet = match(*CHOICE, line, options="capture_and_steal=choose_one")
    assert verdict_and_clause(sheet.entries[-1]) == said
    assert sheet.table.bundles[0].size == size


def test_all_of_the_rank_are_taken_unless_the_house_leaves_it_to_the_player() -> None:
    lines = ("board 7S 7D KC 2H", "Ann plays 7H taking 7S")
    assert verdict_and_clause(match(*lines).entries[-1]) == ("illegal", "4.1")
    some = match(*lines, options="board_capture=one_or_more")
    assert verdict_and_clause(some.entries[-1]) == ("legal", "4.1")
    assert board(some) == ["7D", "KC", "2H"]


def test_a_stolen_bundle_can_be_stolen_back() -> None:
    sheet = match(BOARD, "Ann plays 7H", "Ben plays 7C", "Ann plays 7D")
    assert (bundle(sheet, 0), bundle(sheet, 1)) == ((4, "7D"), (0, "None"))


def test_the_top_of_ones_own_bundle_takes_nothing() -> None:  # STB-A5
    lines = (BOARD, "Ann plays 7H", "Ben trails 3S")
    assert verdict_and_clause(match(*lines, "Ann plays 7D").entries[-1]) == ("illegal", "4.5")
    more = match(*lines, "Ann plays 7D", options="extend_own_bundle=true")
    assert verdict_and_clause(more.entries[-1]) == ("legal", "4.5")
    assert bundle(more, 0) == (3, "7D")


# -- Trailing -----------------------------------------------------------------------------------------------


def test_trailing_is_open_until_the_hand_has_been_played() -> None:  # STB-A1
    lines = (BOARD, "Ann trails 3C", "Ben trails 4D", "Ann trails 5S", "Ben trails 6C", "Ann plays KH")
    sheet = match(*lines)
    assert [entry.at_first.says for entry in sheet.entries[2:5]] == ["open"] * 3
    assert [verdict_and_clause(sheet.entries[at]) for at in (2, 4)] == [("illegal", "4.4")] * 2
    assert "KH" in sheet.entries[2].ruling.reason
    assert sheet.entries[2].ruling.because[-1] == sheet.entries[-1].line.number


def test_a_hand_played_without_a_match_clears_the_player() -> None:
    sheet = match(BOARD, *FOUR_TURNS)
    assert {verdict_and_clause(entry) for entry in sheet.entries[2:]} == {("legal", "4.4")}


def test_cards_that_came_later_prove_nothing() -> None:
    sheet = match(BOARD, *FOUR_TURNS, "Ann plays KH")
    assert {verdict_and_clause(entry) for entry in sheet.entries[2:]} == {("legal", "4.4"), ("legal", "4.1")}


def test_the_last_card_of_a_hand_is_known_to_be_the_last() -> None:
    assert match(BOARD, *FOUR_TURNS[:-1]).entries[-1].at_first.says == "legal"


def test_what_is_legal_instead_is_said() -> None:
    assert offers(match(BOARD, "Ann holds only KH 3S 4S 5S", "Ann trails 3S").entries[-1]) == ["Ann plays KH"]
    assert offers(match(BOARD, "Ann plays 7H", "Ann plays 2D").entries[-1]) == [
        "Ben plays a queen, a king, a two or a seven, or trails without one"
    ]


# -- The count ----------------------------------------------------------------------------------------------


def counted(name: str) -> Report:
    return sheet_of(RECORDS / GAME / f"{name}.txt")


def wins(sheet: Report) -> list[int]:
    return [total(sheet.settlement, seat, Unit.WIN) for seat in (0, 1)]


def test_more_cards_win_even_if_they_are_no_more_than_half() -> None:  # STB-A3
    record = str(counted("a_narrow_win").record).split("Ann plays 5C")[0]
    sheet = check(record)
    assert [own.size for own in sheet.table.bundles] == [24, 25]
    assert len(sheet.table.board) == 3
    assert wins(sheet) == [0, 1]
    assert sheet.places == ((1,), (0,))


def test_equal_bundles_are_a_draw() -> None:  # STB-A4
    sheet = counted("equal_bundles")
    assert [own.size for own in sheet.table.bundles] == [26, 26]
    assert wins(sheet) == [0, 0]
    assert sheet.places == ((0, 1),)


def test_what_is_left_may_go_to_the_last_to_capture() -> None:  # STB-T5
    sheet = counted("leftovers_counted")
    assert [own.size for own in sheet.table.bundles] == [25, 24]
    assert wins(sheet) == [0, 1]  # Ben captured last, and 24 + 3 are more than 25
    assert wins(check(str(sheet.record).replace("options: leftovers=last_capturer\n", ""))) == [1, 0]


def test_nobody_captures_anything_and_nobody_wins() -> None:
    assert wins(whole_hand()) == [0, 0]
    assert wins(whole_hand(", leftovers=last_capturer")) == [0, 0]


# -- Part of a record ---------------------------------------------------------------------------------------


def test_a_match_shown_later_in_part_of_a_record_proves_the_trail_wrong() -> None:
    facts = ("board 5S", "Ann trails 6C", "Ben trails 2H", "Ann plays 5D")
    assert verdict_and_clause(rule(GAME, *facts).entries[1]) == ("illegal", "4.4")
    assert verdict_and_clause(rule(GAME, *facts[:3], "refill", *facts[3:]).entries[1]) == ("open", "4.4")


def test_a_player_who_could_have_captured_puts_the_trail_right() -> None:
    sheet = rule(GAME, "board 5S", "Ben trails 6C", "Ann trails 8C", "Ann plays 5D", "Ben trails 9H", "Ann trails 8C")
    assert [verdict_and_clause(entry) for entry in sheet.entries[2:4]] == [("illegal", "4.4"), ("legal", "4.1")]
    assert not sheet.entries[2].counts
    assert verdict_and_clause(sheet.entries[5])[0] == "open"  # the eight is in hand again


def test_a_wrong_capture_that_stands_takes_what_was_named() -> None:
    sheet = match("board 7S 7D KC 2H", "Ann plays 5H taking 7S, stands")
    assert board(sheet) == ["7D", "KC", "2H"]
    assert bundle(sheet, 0) == (2, "5H")


def test_a_wrong_theft_that_stands_takes_the_bundle() -> None:
    sheet = match("board 7S 7D KC 2H", "Ann plays 7H", "Ben plays 9C stealing, stands")
    assert bundle(sheet, 1) == (4, "9C")
    assert sheet.table.bundles[0].size == 0


def test_the_last_cards_of_a_hand_are_played_by_who_has_them() -> None:
    turns = ("Ann trails 3C", "Ben trails 4C", "Ann trails 5C", "Ann trails 6C", "Ben trails 9C", "Ann trails TC")
    sheet = match("board 7S 8D KC 2H", *turns, "Ben trails JC", "Ben trails QC", "refill", "Ann trails AC")
    blamed = [entry.line.text for entry in sheet.entries if entry.ruling.says == "illegal"]
    assert blamed == ["Ann trails 6C"]


def test_the_line_that_shows_elsewhere_what_a_trail_turned_on_decides_it() -> None:
    sheet = check(
        """
        game: stealing-bundles
        seats: Ann, Ben

        deal by Ben
        board 7H 7S 7D 2C
        Ann trails 3D
        Ben holds 7C 2S
        Ben holds 2H 2D
        Ben plays 7C
        Ann trails 5D
        """
    )
    trail = sheet.entries[2]
    assert trail.at_first.verdict is Verdict.OPEN
    # Whoever has no seven and no two may trail: Ben has all that are left of them from line 8 on.
    assert trail.ruling.verdict is Verdict.LEGAL
    assert trail.turned_by == 8
