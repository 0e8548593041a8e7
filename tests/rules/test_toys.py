"""What the core carries by itself: games of a few lines, in which nothing is said of hindsight."""

import pytest

from referee.rules import BURIED, Verdict
from referee.rules.book.rulebook import Rulebook
from referee.rules.book.validation import validate_rulebook
from tests.rules.toys import burns, entry, hand_on, played, pot, say_even, say_up, says, trade

TOYS = (burns.book, hand_on.book, pot.book, say_even.book, say_up.book, trade.book)
ALL_DENY = ("Ann denies", "Ben denies", "Cal denies")


@pytest.mark.parametrize("book", TOYS, ids=lambda book: book.slug)
def test_a_toy_is_whole(book: Rulebook) -> None:
    validate_rulebook(book)


# -- Cards that are handed on -------------------------------------------------------------------------------


def denials(*lines: str) -> list[str]:
    """What is ruled on Ann's, Ben's and Cal's saying that they do not hold the king, by what follows."""
    sheet = played(hand_on.book, *ALL_DENY, *lines)
    assert [entry.at_first.says for entry in sheet.entries[:3]] == ["open"] * 3
    return says(sheet)[:3]


def test_who_hands_on_the_card_had_it_and_nobody_else() -> None:
    assert denials("Ann hands Ben KS") == ["illegal", "legal", "legal"]


def test_who_shows_a_card_that_came_by_name_had_it_from_another() -> None:
    lines = ("Ann hands Ben KS", "Ben shows KS")
    assert denials(*lines) == denials(*lines, "Ben hands Cal KS", "Cal shows KS") == ["illegal", "legal", "legal"]


def test_a_hand_that_was_seen_before_it_was_added_to_tells_what_came() -> None:
    assert denials("Ben shows QS", "Ann hands Ben ??", "Ben shows KS") == ["illegal", "legal", "legal"]
    assert denials("Ben shows KS", "Ann hands Ben ??", "Ben shows KS QS") == ["legal", "illegal", "legal"]


def test_what_came_unseen_may_have_been_in_either_hand() -> None:
    assert denials("Ann hands Ben ??", "Ben shows KS") == ["open", "open", "legal"]
    assert denials("Ann hands Ben ??", "Ben holds only KS QS") == ["open", "open", "legal"]
    assert denials("Ann hands Ben ??", "Cal shows KS") == ["legal", "legal", "illegal"]


def test_what_passed_through_two_hands_unseen_may_have_been_in_any_of_three() -> None:
    lines = ("Ann hands Ben ??", "Ben hands Cal ??")
    assert denials(*lines, "Cal shows KS") == ["open"] * 3
    assert denials("Ben shows QS", "Cal shows JS", *lines, "Cal shows KS") == ["illegal", "legal", "legal"]


def test_a_card_that_goes_and_comes_back_was_where_it_is() -> None:
    lines = ("Ann hands Ben ??", "Ben hands Ann ??", "Ann holds only KS", "Ben shows QS")
    assert denials(*lines) == ["open", "open", "legal"]
    assert denials("Ben shows QS", *lines) == ["illegal", "legal", "legal"]


def test_what_was_shown_decides_though_it_was_taken_back_and_what_was_said_does_not() -> None:
    assert denials("Ann shows KS, taken back") == ["illegal", "legal", "legal"]
    assert denials("Ann holds KS, taken back") == ["open"] * 3


def test_the_line_that_decides_is_named() -> None:
    sheet = played(hand_on.book, "Ann denies", "Ben shows QS", "Ann hands Ben ??", "Ben shows KS")
    assert sheet.entries[0].ruling.because == (7,)
    assert sheet.entries[0].ruling.reason == "Ann holds KS. Line 7 shows it."


def test_a_card_that_cannot_have_been_there_proves_nothing() -> None:
    assert denials("Cal shows KS", "Ann hands Ben KS") == ["legal", "legal", "illegal"]


def test_a_later_hand_tells_nothing_of_this_one() -> None:
    sheet = played(hand_on.book, "Ann denies", "deal", "Ann shows KS", "Ann denies")
    assert says(sheet) == ["lapsed", "legal", "legal", "illegal"]


# -- One chapter, two games ---------------------------------------------------------------------------------


def test_a_chapter_is_the_same_in_both_games() -> None:
    for book, number in ((say_up.book, "2.1"), (say_even.book, "2.4")):
        wrong = played(book, "Ben says 2").entries[0].ruling
        assert (wrong.clause.id, wrong.reason) == (number, "It is Ann's turn.")
    assert say_up.book.clauses["2.1"].wording == "Each player in turn says a number."
    assert say_even.book.clauses["2.4"].wording == "Turns go round the table."


def test_each_game_says_what_differs() -> None:
    assert says(played(say_up.book, "Ann says 1", "Ben says 2", "Cal says 4")) == ["legal", "legal", "illegal"]
    assert says(played(say_even.book, "Ann says 2", "Ben says 8", "Cal says 3")) == ["legal", "legal", "illegal"]


def test_a_clause_is_in_force_under_its_option_alone() -> None:
    lines = ("Ann says 4", "Ben says 6")
    assert says(played(say_even.book, *lines)) == ["legal", "legal"]
    sheet = played(say_even.book, *lines, options="falling=true")
    assert says(sheet) == ["legal", "illegal"]
    assert sheet.entries[1].ruling.clause.id == "2.3"
    assert sheet.entries[1].ruling.rule == "A number lies below the one before."
    assert say_even.book.clauses["2.3"].text(say_even.Options()) == ""


def test_clauses_are_asked_in_the_order_of_their_numbers_or_after_the_one_that_is_named() -> None:
    clauses = say_even.book.clauses_for(say_even.Say, say_even.Options(falling=True))
    assert [clause.id for clause in clauses] == ["2.3", "2.4", "2.2"]
    sheet = played(say_even.book, "Ann says 4", "Ann says 5", options="falling=true")
    assert sheet.entries[1].ruling.clause.id == "2.3"
    assert played(say_even.book, "Ben says 5").entries[0].ruling.clause.id == "2.4"  # and not 2.2


def test_the_first_pattern_is_the_one_that_is_printed() -> None:
    assert str(played(say_up.book, "Ann calls out 1").record).endswith("\n\nAnn says 1\n")


# -- Cards that are buried ----------------------------------------------------------------------------------


def test_a_card_may_be_among_the_burnt_ones() -> None:
    """Ben has the queen and the jack lies open: the king is Ann's, or was burnt."""
    sheet = played(burns.book, "Ann denies", "burn", "turn JS", "Ben shows QS", "turn TS", seats="Ann, Ben")
    assert sheet.table.knowledge.size(BURIED) == 1
    assert says(sheet)[0] == "open"


def test_without_a_burn_the_last_place_that_it_can_be_is_concluded() -> None:
    sheet = played(burns.book, "turn JS", "turn TS", "Ben shows QS", "Ann denies", seats="Ann, Ben")
    assert says(sheet)[-1] == "illegal"
    burnt = played(burns.book, "burn", "turn TS", "Ben shows QS", "Ann denies", seats="Ann, Ben")
    assert says(burnt)[-1] == "open"


def test_a_card_that_comes_from_the_stock_was_in_nobodys_hand() -> None:
    assert says(played(burns.book, "Ann denies", "burn", "turn KS", seats="Ann, Ben"))[0] == "legal"


def test_no_card_is_lost() -> None:
    for judged_line in played(burns.book, "burn", "turn JS", "Ben shows QS", "Ann shows KS", seats="Ann, Ben").entries:
        assert judged_line.after.knowledge.count == 4


# -- Claims -------------------------------------------------------------------------------------------------


def test_a_claim_is_open_until_the_others_give_up() -> None:
    sheet = played(pot.book, "Ann claims", "Ben gives up")
    assert says(sheet) == ["open", "legal"]
    decided = played(pot.book, "Ann claims", "Ben gives up", "Cal gives up").entries[0]
    assert decided.ruling.says == "legal"
    assert decided.turned_by
    assert decided.ruling.because == (6,)
    assert decided.ruling.clause.id == "1.2"
    assert decided.ruling.reason == "All others gave up. Line 6 shows it."


def test_a_card_decides_a_claim_before_that() -> None:
    assert says(played(pot.book, "Ann claims", "Ben shows AS", "Ben gives up", "Cal gives up"))[0] == "illegal"
    assert says(played(pot.book, "Ann claims", "Ann shows AS"))[0] == "legal"


def test_what_was_taken_back_gives_up_nothing() -> None:
    assert says(played(pot.book, "Ann claims", "Ben gives up, taken back", "Cal gives up"))[0] == "open"


def test_two_claims_are_each_decided() -> None:
    sheet = played(pot.book, "Ann claims", "Ben claims", "Cal gives up", "Ben gives up")
    assert entry(sheet, "Ann claims").ruling.verdict is Verdict.LEGAL
    assert entry(sheet, "Ben claims").is_open
