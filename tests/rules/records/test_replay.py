"""What a line does to the table: what is void, what stands, what is found, and going on from an earlier sheet."""

from dataclasses import replace

import pytest

from referee.cards import Card, read_card
from referee.games.parts.one_pack import one_pack
from referee.rules import (
    OPEN_TABLE,
    Act,
    Answer,
    Deal,
    DependsOn,
    Holding,
    Holds,
    HoldsOnly,
    Move,
    Record,
    Report,
    Rulebook,
    Seats,
    Shows,
    Table,
    after_deal,
    doubt,
    finding,
    frozen,
    objection,
    replay,
)
from tests.games.ruling import check, told
from tests.rules.toys import burns, hand_on, played, say_even, say_up, says
from tests.rules.toys.hand_on import KING, PACK
from tests.rules.toys.in_turn import Say, Saying, say_game, turns
from tests.rules.toys.plain import NoOptions, nobody_ranks
from tests.rules.toys.say_even import even
from tests.transcript import RECORDS, read

# -- Illegal acts -------------------------------------------------------------------------------------------


def test_illegal_words_are_void() -> None:
    sheet = played(say_up.book, "Ann says 1", "Ben says 3", "Ben says 2")
    assert says(sheet) == ["legal", "illegal", "legal"]
    assert not sheet.entries[1].counts
    assert sheet.entries[1].after is sheet.entries[1].before


def test_words_never_stand_because_of_what_follows() -> None:
    sheet = played(say_up.book, "Ann says 1", "Ben says 3", "Cal says 4")
    assert says(sheet) == ["legal", "illegal", "illegal"]
    assert sheet.table.said == 1


def only_even(*lines: str) -> Report:
    """Say Even, where the book says that an odd number never stands."""
    book = say_game("say-only-even", spoken=False)
    book.include(turns)
    book.clause("2.2", Say, never_stands=True)(even.test)
    return played(book, *lines)


def test_what_breaks_a_clause_that_nothing_stands_against_is_void_whatever_follows() -> None:
    assert [entry.counts for entry in only_even("Ann says 3", "Ben says 4").entries] == [False, False]
    # Ben is out of turn, which might stand, and says an odd number, which cannot.
    assert [entry.counts for entry in only_even("Ben says 5", "Cal says 4").entries] == [False, False]
    assert [entry.counts for entry in only_even("Ben says 6", "Cal says 4").entries] == [True, True]
    assert [entry.counts for entry in only_even("Ann says 3, stands", "Ben says 4").entries] == [True, True]


def test_an_act_stands_if_the_next_is_legal_only_so() -> None:
    sheet = played(say_even.book, "Ann says 3", "Ben says 4")
    assert says(sheet) == ["illegal", "legal"]
    assert sheet.entries[0].counts
    assert sheet.entries[0].shown_by == sheet.entries[1].line.number
    assert sheet.table.turn == 2


def test_an_act_is_void_if_the_next_is_legal_without_it() -> None:
    sheet = played(say_even.book, "Ann says 3", "Ann says 4")
    assert says(sheet) == ["illegal", "legal"]
    assert not sheet.entries[0].counts
    assert not sheet.entries[0].shown_by
    assert sheet.table.turn == 1


def test_it_is_in_doubt_until_the_next_act_and_statements_do_not_decide() -> None:
    sheet = played(say_even.book, "Ann says 3", "Cal shows KS")
    assert (sheet.table.turn, sheet.entries[0].counts) == (0, False)
    assert says(played(say_even.book, "Ann says 3", "Cal shows KS", "Ben says 4")) == ["illegal", "legal", "legal"]


def test_two_mistakes_running_are_two() -> None:
    sheet = played(say_even.book, "Ann says 3", "Ann says 5", "Ben says 4")
    assert says(sheet) == ["illegal", "illegal", "legal"]
    # Ben's four follows if one of Ann's two stood, and only one: she says 3, or after it 5. The older of two equals is
    # believed.
    assert [entry.counts for entry in sheet.entries] == [True, False, True]
    assert sheet.entries[0].shown_by == sheet.entries[2].line.number


def test_what_is_said_to_stand_stands() -> None:
    sheet = played(say_up.book, "Ann says 1", "Ben says 3, stands", "Cal says 4")
    assert says(sheet) == ["legal", "illegal", "legal"]
    assert sheet.entries[1].counts


@frozen
class Wave(Act):
    """``NAME waves``."""


def test_what_is_said_to_stand_stands_because_of_nothing_that_follows() -> None:
    book = say_game("say-gravely", spoken=False)
    book.include(turns)
    book.add_act(Wave, "NAME waves")

    @book.clause("2.2", Wave)
    def gravely(_table: Saying, _act: Wave) -> Answer:
        """Nobody waves."""
        return objection("This is no place to wave.")

    # Cal's four shows that Ben's three stood, out of turn; that he waved stands as the record says so.
    sheet = played(book, "Ben says 3", "Ben waves, stands", "Cal says 4")
    assert says(sheet) == ["illegal", "illegal", "legal"]
    assert [entry.shown_by for entry in sheet.entries] == [sheet.entries[2].line.number, 0, 0]


def test_what_is_taken_back_never_stands() -> None:
    assert says(played(say_even.book, "Ann says 3, taken back", "Ben says 4")) == ["illegal", "illegal"]


def test_an_illegal_act_may_cost_something() -> None:
    book = say_game("say-dear")
    book.include(turns)

    @book.on_void
    def costs(table: Saying, _act: Say) -> Saying:
        return replace(table, said=table.said + 100)

    assert played(book, "Ben says 2").table.said == 100
    assert played(book, "Ben says 2, taken back").table.said == 0


# -- Cards that were shown ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["Ann hands Ben KS, taken back", "Ann shows KS, taken back", "Ann shows KS"])
def test_a_card_that_was_shown_stays_seen(line: str) -> None:
    sheet = played(hand_on.book, line, "Ben denies", "Ann denies")
    assert says(sheet)[1:] == ["legal", "illegal"]
    assert sheet.table.knowledge.size(0) == 1


def test_what_was_told_and_taken_back_is_not_known() -> None:
    assert says(played(hand_on.book, "Ann holds KS, taken back", "Ann denies"))[1] == "open"


def test_a_statement_that_cannot_be_is_not_believed() -> None:
    book = say_game("say-with-cards")
    book.include(one_pack, new_numbers={"1.1": "1.3"})
    sheet = played(book, "Ann shows KS", "Ben shows KS", "Ben shows QS")
    assert says(sheet) == ["legal", "finding", "legal"]
    assert sheet.table.knowledge.holders(read_card("KS")) == (0,)
    believed = played(book, "Ann shows KS", "Ben shows KS, stands")
    assert believed.table.knowledge.holders(read_card("KS")) == (0, 1)


def test_a_card_moves_before_the_rest_is_applied() -> None:
    sheet = played(burns.book, "turn JS", seats="Ann, Ben")
    assert [sighting.how for sighting in sheet.table.knowledge.sightings(read_card("JS"))] == ["turned up"]
    assert sheet.table.knowledge.sightings(read_card("JS"))[0].line == sheet.entries[0].line.number


# -- Going on from a sheet ----------------------------------------------------------------------------------

LONG = read(RECORDS / "play-or-pay" / "two_hands_with_antes.txt")


def first(record: Record, count: int) -> Record:
    return replace(record, lines=record.lines[:count])


@pytest.mark.parametrize("count", range(60, len(LONG.lines), 7))
def test_a_fold_goes_on_from_the_last_deal(count: int) -> None:
    before = replay(first(LONG, count))
    assert replay(first(LONG, count + 1), earlier_report=before) == replay(first(LONG, count + 1))
    assert replay(LONG, earlier_report=before) == replay(LONG)
    assert replay(first(LONG, 3), earlier_report=before) == replay(first(LONG, 3))


@pytest.mark.parametrize("name", ["next_hand_shows_who_called", "next_hand_shows_the_call"])
def test_a_fold_goes_back_to_the_hand_that_the_next_one_may_show_to_be_read_otherwise(name: str) -> None:
    record = read(RECORDS / "commune" / f"{name}.txt")
    before = None
    for count in range(1, len(record.lines) + 1):
        before = replay(first(record, count), earlier_report=before)
        assert before == replay(first(record, count))
    for count in range(1, len(record.lines)):
        assert replay(first(record, count), earlier_report=before) == replay(first(record, count))


def test_hands_that_were_over_are_not_judged_again() -> None:
    before = replay(LONG)
    deal = next(index for index, line in enumerate(LONG.lines) if index and line.text == "deal")
    second_report = replay(first(LONG, deal + 5), earlier_report=before)
    assert all(
        entry is earlier_entry
        for entry, earlier_entry in zip(second_report.entries[:deal], before.entries, strict=False)
    )
    assert second_report.entries[deal] is not before.entries[deal]


def test_a_line_that_was_changed_is_judged_anew_and_all_that_follows() -> None:
    before = replay(LONG)
    for index in (2, 40, len(LONG.lines) - 20):
        changed_lines = (*LONG.lines[:index], replace(LONG.lines[index], taken_back=True), *LONG.lines[index + 1 :])
        record = replace(LONG, lines=changed_lines)
        assert replay(record, earlier_report=before) == replay(record)


def test_a_mistake_before_a_deal_that_nobody_settled_is_looked_at_again() -> None:
    lines = ("Ann says 3", "deal", "Ben says 4", "Cal says 6")
    report = played(say_even.book, *lines)
    for count in range(1, 5):
        before = replay(first(report.record, count))
        assert told(replay(report.record, earlier_report=before)) == report


def test_what_cannot_have_been_is_no_explanation() -> None:
    lines = ["deal by Cal", "Ann plays 5H", "Ben holds 8H", "Ben plays 8H", "Ann plays 8H", "Ben plays 9H"]
    sheet = check("game: play-or-pay\nseats: Ann, Ben, Cal\n\n" + "\n".join(lines) + "\n")
    assert [entry.ruling.says for entry in sheet.entries[3:5]] == ["illegal", "illegal"]
    assert not sheet.entries[4].counts


def test_an_act_that_shows_that_things_cannot_be_so_is_nobodys_fault_and_counts() -> None:
    book = say_game("say")
    book.clause("2.1", Say)(lambda *_: finding("Somebody has said so before."))
    sheet = played(book, "Ann says 2")
    assert says(sheet) == ["finding"]
    assert sheet.entries[0].counts
    assert sheet.table.said == 2


# -- The reading with the fewest faults ---------------------------------------------------------------------


def test_a_mistake_is_seen_for_what_it_is_when_two_lines_more_tell_so() -> None:
    sheet = played(say_even.book, "Ann says 3", "Cal says 4", "Ben says 6", "Cal says 8")
    # If the three were void, four, six and eight would all be out of turn; if it stood, four alone is.
    assert says(sheet) == ["illegal", "illegal", "legal", "legal"]
    assert [entry.counts for entry in sheet.entries] == [True, False, True, True]
    assert sheet.entries[0].shown_by == sheet.entries[2].line.number


def test_what_turns_a_verdict_is_said_with_what_it_was_at_first() -> None:
    sheet = played(say_even.book, "Ben says 3", "Ann says 4", "Cal says 6", "Ann says 8")
    first, four, six, eight = sheet.entries
    # Until Ann's eight the three is void and her four legal. Then either it or Cal's six must have stood, out of turn,
    # and of two readings with equal faults the older is believed.
    assert says(sheet) == ["illegal", "illegal", "legal", "legal"]
    assert (first.shown_by, four.turned_by) == (eight.line.number, eight.line.number)
    assert four.verdict_change == f"was legal until line {eight.line.number}"
    assert six.verdict_change == f"was illegal until line {eight.line.number}"
    assert not first.verdict_change
    assert (four.shown_by, six.shown_by) == (0, 0)  # neither is an illegal act that stands


def test_of_two_readings_with_as_many_faults_the_one_is_believed_in_which_fewer_illegal_acts_stand() -> None:
    sheet = played(say_even.book, "Ann says 3", "Ben says 4", "Ann says 6")
    # If the three stands, Ann's six is out of turn; if it is void, Ben's four is, and then nothing stands.
    assert says(sheet) == ["illegal", "illegal", "legal"]
    assert [entry.counts for entry in sheet.entries] == [False, False, True]


@pytest.mark.parametrize(("second", "verdict"), [("KS", ["illegal", "legal"]), ("JS", ["legal", "illegal"])])
def test_a_second_act_puts_an_open_one_right_only_if_it_shows_that_it_was_wrong(
    second: str, verdict: list[str]
) -> None:
    """Who has the king has to play it, and nobody knows who does. Ann plays the queen, and then her other card."""
    book = Rulebook("king-first", title="King First", players=range(3, 4), options=NoOptions, seed="toy", pack=PACK)
    book.places(nobody_ranks)
    book.section("1", "All of it")

    @book.act("NAME plays CARD")
    class Play(Act):
        card: Card

    @book.begins
    def begin(seats: Seats, options: NoOptions, complete: bool) -> Table:
        return Table(
            seats, options, complete, after_deal([1, 1, 1], PACK).with_unknown_count(0, 2), turn=0, in_play=True
        )

    @book.moves
    def moves(_table: Table, act: Act) -> list[Move]:
        return [Move((act.card,), act.seat, OPEN_TABLE)] if isinstance(act, Play) else []

    @book.applies
    def apply(table: Table, act: Act) -> Table:
        return replace(table, turn=(act.seat + 1) % 3) if isinstance(act, Play) else table

    book.clause("1.1", Deal, Holds, HoldsOnly, Shows)(lambda *_: None)

    @book.clause("1.2", Play)
    def in_turn(table: Table, act: Play) -> Answer | None:
        """Players play in turn."""
        return None if act.seat == table.turn else objection("It is another's turn.")

    @book.clause("1.3", Play)
    def king_first(table: Table, act: Play) -> Answer | None:
        """Whoever has the king plays it."""
        holding = table.knowledge.can_hold(act.seat, KING)
        if act.card == KING or holding is Holding.NO:
            return None
        rests = DependsOn((act.seat,), frozenset({KING}))
        return (
            objection("There is the king.")
            if holding is Holding.YES
            else doubt("Open until it is seen.", depends_on=rests)
        )

    sheet = played(book, "Ann plays QS", f"Ann plays {second}")
    assert says(sheet) == verdict
    assert sheet.table.turn == 1


@pytest.mark.parametrize("slips", [8, 40])
def test_slips_in_a_row_at_one_place_leave_the_turn_where_it_was(slips: int) -> None:
    sheet = played(say_even.book, *["Cal says 3"] * slips, "Ann says 2", "Ben says 4")
    assert says(sheet) == [*["illegal"] * slips, "legal", "legal"]
    assert sheet.table.turn == 2
