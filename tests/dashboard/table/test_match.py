"""The live table: lines typed with their rulings, and what officers decide about them."""

from threading import Event
from typing import Any

import pytest
from textual.widgets import Input

from referee.cards import FRENCH
from referee.club.corrections import result_entry
from referee.club.folder import Club
from referee.club.match import correction_notes, matches, recording, starting
from referee.club.match.log import DecisionKind
from referee.club.match.view import MatchView
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.record import RecordList
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import LineEditor
from referee.rules import Verdict
from tests.club.conftest import whole_hand, write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk
from tests.patience import patience

pytestmark = pytest.mark.screen

PAYMENTS = ["deal by Dee", "Ann plays 5H", "Ben pays"]


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which nothing has been recorded."""
    return starting.start_table(evening, "play-or-pay", NAMES[:4]).number


def lines(club: Club, table: int) -> list[str]:
    return [line.text for line in matches.show(club, table).log]


async def test_lines_are_written_down_with_their_rulings(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS)
        officer.shows("2 Ann plays 5♥ ✓ legal 3.2", "3 Ben pays ? open 4.5", "Line 3 recorded: open.", "Cal to act")
        assert "Wanted: 6♥" in officer.within("#felt")
    assert lines(evening, table) == PAYMENTS


async def test_the_ruling_is_shown_before_enter_and_nothing_is_written(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("ben plays 6h", shows="legal 6♥ follows 5♥.")
        await officer.press("backspace", "s", shows="illegal 6♥ is wanted after 5♥, not 6♠.")
        await officer.press("backspace", "x", shows="6x is not a card")
    assert lines(evening, table) == PAYMENTS[:2]


async def test_tab_takes_the_completion_that_is_marked(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        field = officer.app.screen.query_one(LineField)
        assert "Tab plays 6♥" in officer.reads()  # whose name stands in the prompt already
        await officer.press("tab")
        assert field.value == "plays 6H"
        field.value = ""
        await officer.type("ben", "down", "tab")
        assert field.value == "Ben "
        await officer.type("p", "down", "tab")
        assert field.value == "Ben pays "


async def test_an_illegal_line_is_asked_about_and_escape_keeps_it_unwritten(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H", "enter", shows="Record it as what happened, without effect?")
        assert lines(evening, table) == PAYMENTS[:2]
        await officer.press("escape")
        assert "without effect?" not in officer.reads()
        assert officer.app.screen.query_one(LineField).value == "Ben plays 8H"
        await officer.press("enter", "enter")
        screen_text = officer.reads()
        assert "illegal" in screen_text
        assert "Let it stand, or undo it?" in officer.within("#record")
        assert "u to undo it or l to let it stand" in screen_text
    last = matches.show(evening, table).log[-1]
    assert (last.text, last.waits) == ("Ben plays 8H", True)


async def test_a_change_after_the_question_is_asked_about_anew(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H", "enter", "backspace", "s", "enter")
        assert "Record it as what happened, without effect?" in officer.reads()
    assert lines(evening, table) == PAYMENTS[:2]


async def test_a_change_typed_without_a_pause_is_asked_about_anew_too(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H\n")
        await officer.type("\bS\n", shows="Record it as what happened, without effect?")
        assert lines(evening, table) == PAYMENTS[:2]


async def test_what_is_marked_stays_marked_when_the_other_officer_writes(evening: Club, table: int) -> None:
    write_down(evening, table, PAYMENTS)

    async with at_the_desk(evening, "enter", "escape", "up", size=LARGE) as officer:
        recording.log_line(evening, table, "Cal pays")
        await officer.until("4 Cal pays")
        await officer.press("u", shows="Undo line 2, Ann plays 5♥?")


async def test_an_illegal_line_stands_with_a_reason(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H", "enter", "enter", "escape", "l", shows="Let line 3, Ben plays 8♥, stand?")
        await officer.press("enter", shows="! Type an answer.")
        await officer.type("nobody minded", "enter", shows="stands: nobody minded (Fay)")
    last = matches.show(evening, table).log[-1]
    assert (last.decision, last.reason, last.counts) == (DecisionKind.STANDS, "nobody minded", True)


async def test_the_keys_named_for_a_line_just_written_act_on_it_whatever_was_marked_before(
    evening: Club, table: int
) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record([*PAYMENTS, "Cal pays"])
        await officer.press("escape", "up", "up", "u", "escape", "i")
        await officer.type("Dee plays 9S", "enter", "enter", shows="5 Dee plays 9♠ ✗ illegal 4.2")
        await officer.press("escape", "u", shows="Undo line 5, Dee plays 9♠?")


async def test_a_line_marked_while_another_is_typed_stays_marked_until_enter(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "up", "i")
        await officer.type("Cal p", "escape", "u", shows="Undo line 2, Ann plays 5♥?")


async def test_a_line_is_taken_back_with_a_reason_or_without(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "u", "escape")
        assert all(line.counts for line in matches.show(evening, table).log)
        await officer.press("u", "enter", shows=("Line 3, Ben pays: undone.", "Ben to act"))
    assert [line.decision for line in matches.show(evening, table).log] == [None, None, DecisionKind.TAKEN_BACK]


async def test_a_mistyped_line_is_typed_again(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "up", "e")
        field = officer.app.screen.query_one(LineField)
        assert field.value == "Ann plays 5H"
        assert "line 2 was ›" in officer.sees()
        await officer.press("backspace", "s", "enter", shows="replaces line 2")
        assert "Wanted: 6♠" in officer.within("#felt")
    log = matches.show(evening, table).log
    assert [(line.text, line.decision, line.instead_of) for line in log[1:]] == [
        ("Ann plays 5H", DecisionKind.STRUCK, None),
        ("Ben pays", None, None),
        ("Ann plays 5S", None, 2),
    ]


async def test_hindsight_is_told_when_a_line_brings_it(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record([*PAYMENTS, "Cal pays", "Dee pays", "Ann pays", "Ben plays 6H"])
        assert (
            "Changed by it: line 3 is illegal, line 4 is legal, line 5 is legal and line 6 is legal." in officer.reads()
        )
    assert matches.show(evening, table).log[2].ruling.verdict is Verdict.ILLEGAL


async def test_what_cannot_be_read_is_not_written_and_the_cursor_stays_where_it_is(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("Ann plays 5X", "left", "enter", shows="! Not recorded: at '5X': 5X is not a card")
        field = officer.app.screen.query_one(LineField)
        assert (field.value, field.cursor_position) == ("Ann plays 5X", len("Ann plays 5"))
        await officer.press("delete", "H")
        assert "Not recorded" not in officer.reads()
    assert lines(evening, table) == []


async def test_lines_typed_faster_than_they_are_written_keep_their_order(evening: Club, table: int) -> None:
    """All keys are there before the first line is written; what follows Enter belongs to the next line."""

    async with at_the_desk(evening, "enter") as officer:
        await officer.type("".join(f"{line}\n" for line in PAYMENTS), shows="Cal to act")
        assert officer.app.screen.query_one(LineField).value == ""
    assert lines(evening, table) == PAYMENTS


async def test_a_line_typed_ahead_that_turns_out_illegal_comes_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by Dee\nAnn plays 5H\nBen plays 9H\n")
        assert "! Not recorded: 6♥ is wanted after 5♥, not 9♥." in officer.reads()
        assert officer.app.screen.query_one(LineField).value == "Ben plays 9H"
    assert lines(evening, table) == PAYMENTS[:2]


async def test_a_line_that_stopped_waits_for_what_is_being_typed(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.type("deal by Dee\nAnn plays 5H\nBen plays 9H\nCal pl", shows="! Not recorded: Ben plays 9♥.")
        field = officer.app.screen.query_one(LineField)
        assert field.value == "Cal pl"
        await officer.press("enter")
        assert field.value == "Ben plays 9H"
        await officer.press("backspace", "backspace", "6", "H", "enter", shows="! Not recorded:")
        assert field.value == "Cal pl"
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben plays 6H"]


async def test_completion_and_question_keep_up_with_fast_keys(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by Dee\nAnn plays 5H\n")
        await officer.type("be\t\n")
        assert lines(evening, table)[-1] == "Ben plays 6H"
        await officer.type("Cal plays 9H\n", shows="Record it as what happened, without effect?")


async def test_escape_leads_to_the_record_and_its_keys_and_i_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        screen = officer.app.screen
        assert isinstance(screen.focused, LineField)
        await officer.press("escape")
        assert isinstance(screen.focused, RecordList)
        officer.shows("i Type", "u Undo", "l Let stand", "f Finish", "Esc Back")
        await officer.press("u", shows="! Nothing has been recorded yet.")
        await officer.press("i")
        assert isinstance(screen.focused, LineField)
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)


async def test_the_help_opens_from_the_record_and_leads_back_to_it(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "question_mark") as officer:
        assert officer.on("help")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
        assert isinstance(officer.app.screen.focused, RecordList)


async def test_what_is_still_being_typed_is_not_left_behind(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("Ann pl", "escape", "escape", shows="! Still being typed: Ann pl")
        await officer.press("i", "home", "ctrl+u", "escape", "escape")  # the whole line, wherever the cursor is
        assert isinstance(officer.app.screen, TonightScreen)


async def test_the_rulebook_opens_at_the_clause_of_the_marked_line(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "R", shows="4.5 A player who holds the card wanted must play it")
        assert "play-or-pay 4.5 from:" in officer.reads()


async def test_what_a_player_is_known_to_hold_is_drawn(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(["deal by Dee", "Cal holds TH 4S"])
        assert "Holds: 10♥ 4♠ and 11 more" in officer.within("#felt")


async def test_the_payments_are_itemised_with_their_clauses(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "p", shows="No payments.") as officer:
        await officer.press("escape", "i")
        await officer.record(PAYMENTS)
        await officer.press("escape", "p")
        assert officer.on("settlement")
        assert "Ben -1 -1 Ben paid for 6♥. play-or-pay 4.7 line 3" in officer.reads()


async def test_a_match_is_finished_and_settled(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    hand = whole_hand()
    write_down(evening, number, hand[:-1])

    async with at_the_desk(evening, "enter", "escape", "f", "enter", shows="! Table 1 has no result yet.") as officer:
        assert isinstance(officer.app.screen, MatchScreen)
        assert matches.show(evening, number).finished_at is None
        await officer.press("i")
        await officer.record(hand[-1:])
        await officer.press("escape", "f")
        await officer.until("End the match at table 1?")
        await officer.press("escape")
        assert matches.show(evening, number).finished_at is None
        await officer.press("f", "enter", shows="Result: Ann > Ben > Cal > Dee")
        assert "Dee place 4 Dee still holds cards; place 4. big-two 6.2" in officer.reads()
        await officer.press("escape", shows="finished")
    assert matches.show(evening, number).finished_at is not None


async def test_lines_entered_before_the_table_is_read_are_written_down_when_it_is(
    evening: Club, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed, show = Event(), matches.show

    def slowly(club: Club, number: int) -> MatchView:
        assert typed.wait(patience())
        return show(club, number)

    monkeypatch.setattr(matches, "show", slowly)

    async with at_the_desk(evening) as officer:
        await officer.hurry("enter")
        for line in ("deal by Dee", "Ann plays 5H"):
            await officer.hurry(*line, "enter")
        typed.set()
        await officer.settle()
        assert "Line 2 recorded: legal." in officer.reads()
    assert [line.text for line in show(evening, table).log] == ["deal by Dee", "Ann plays 5H"]


async def test_a_finished_table_takes_no_more_lines_and_says_which_keys_correct_one(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    recording.log_line(evening, number, "deal by Dee")
    end(evening, number, "Ann", "Ben", "Cal", "Dee")

    async with at_the_desk(evening, "enter") as officer:
        screen_text = officer.reads()
        assert "what happened" not in screen_text  # no line is asked for that would be refused
        assert "Finished. w: correct the result, m: reopen it and more." in screen_text
        assert "e Edit" in screen_text
        assert "f Finish" not in screen_text
        assert not officer.app.screen.query_one(LineEditor).display
        await officer.press("home", "e", shows="Line 1, deal by Dee. Correct line:")
        await officer.press("escape", "S")
        assert officer.on("standings")


async def test_a_match_with_a_line_to_be_decided_ends_only_when_the_officer_says_so(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    write_down(evening, number, [*whole_hand(), "deal by Ann", "Ann plays 9S"])

    async with at_the_desk(evening, "enter", "escape", "f", "enter", size=LARGE) as officer:
        officer.shows("is illegal and waits for a decision.", "Enter: finish anyway, and count what is decided")
        await officer.press("escape")
        assert matches.show(evening, number).finished_at is None
        await officer.press("f", "enter", "enter", shows="Result: Ann > Ben > Cal > Dee")
    assert matches.show(evening, number).finished_at is not None


@pytest.mark.parametrize(
    ("typed", "places"),
    [("Cal > Ann, Ben > Dee", (("Cal",), ("Ann", "Ben"), ("Dee",))), ("Ann=5 Ben=-5 Cal=0 Dee=0", None)],
)
async def test_only_the_result_can_be_written_down(evening: Club, table: int, typed: str, places: object) -> None:
    async with at_the_desk(evening, "enter", "escape", "w") as officer:
        await officer.type("Cal > Ann", "enter", shows="! Ben and Dee are missing from the result.")
        assert officer.app.screen.query_one(Input).value == "Cal > Ann"
        await officer.press("ctrl+u")
        await officer.type(typed, "enter", shows="Result:")
    match = matches.show(evening, table)
    assert match.places == (places or (("Ann",), ("Cal", "Dee"), ("Ben",)))


async def test_a_result_is_picked_in_order_and_each_name_keeps_its_digit(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "w", "2", "1", "equals_sign", "4", "3") as officer:
        assert "Ben > Ann = Dee > Cal" in officer.reads()
        assert all(f"{digit} {name} ✓" in officer.reads() for digit, name in enumerate(("Ann", "Ben", "Cal", "Dee"), 1))
        await officer.press("enter", shows="Result: Ben > Ann = Dee > Cal")
    assert matches.show(evening, table).places == (("Ben",), ("Ann", "Dee"), ("Cal",))


async def test_the_result_of_a_finished_match_is_corrected_with_a_reason_once_its_impact_was_seen(
    evening: Club, table: int
) -> None:
    end(evening, table, "Ann", "Ben", "Cal", "Dee")

    async with at_the_desk(evening, "enter", "w", size=LARGE) as officer:
        officer.shows("Correct result,", "Ann > Ben > Cal > Dee")
        await officer.press("ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter", shows="Reason:")
        await officer.type("Ann misread", "enter", shows="places: from Ann > Ben > Cal > Dee to Dee > Cal > Ben > Ann")
        assert matches.show(evening, table).places[0] == ("Ann",)
        await officer.press("enter", shows="Result: Dee > Cal > Ben > Ann")
        await officer.press("escape", "U", shows=f"Undo the corrected result of table {table}?")
        await officer.type("Ann was right", "enter")
    assert [correction.reason for correction in correction_notes.corrections(evening)] == [
        "Ann misread",
        "Ann was right",
    ]
    assert matches.show(evening, table).places[0] == ("Ann",)


async def test_a_result_of_a_match_that_was_finished_elsewhere_meanwhile_replaces_nothing(
    evening: Club, table: int
) -> None:
    async with at_the_desk(evening, "enter", "escape", "w", size=LARGE) as officer:
        end(evening, table, "Ann", "Ben", "Cal", "Dee")
        await officer.type("Dee > Cal > Ben > Ann", "enter", shows=f"! Table {table} is already finished.")
    assert matches.show(evening, table).places[0] == ("Ann",)


async def test_a_long_record_is_shown_to_its_end(evening: Club, table: int) -> None:
    recording.log_line(evening, table, "deal by Dee")
    for card in FRENCH.cards[:13] * 6:
        recording.log_line(evening, table, f"Ann holds {card}")
    count = len(lines(evening, table))
    assert count > 60  # more than are laid out at once

    async with at_the_desk(evening, "enter") as officer:
        record = officer.app.screen.query_one(RecordList)
        assert record.option_count == count
        assert record.highlighted == count - 1


async def test_a_line_whose_answer_was_lost_is_not_written_a_second_time(
    evening: Club, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording.log_line(evening, table, PAYMENTS[0])
    show = matches.show

    def lost(*asked: Any) -> MatchView:
        raise OSError("lost")

    async with at_the_desk(evening, "enter") as officer:
        monkeypatch.setattr(matches, "show", lost)
        await officer.type("Ann plays 5H", "enter", shows="Internal error: OSError('lost').")
        await officer.press("enter")
        monkeypatch.setattr(matches, "show", show)
        await officer.press("enter", "enter")
    assert lines(evening, table) == PAYMENTS[:2]


async def test_a_line_that_was_to_be_typed_again_and_is_cleared_stays_as_it_is(evening: Club, table: int) -> None:
    recording.log_line(evening, table, PAYMENTS[0])

    async with at_the_desk(evening, "enter", "escape", "e", *["backspace"] * len("deal by Dee")) as officer:
        assert "deal by Dee" not in officer.reads().partition("line 1 was")[2].partition("An empty line")[0]
        await officer.press("enter", shows="Line 1 is unchanged.")
        await officer.type("Ann plays 5H", "enter")
    assert lines(evening, table) == PAYMENTS[:2]


async def test_what_lapses_when_the_cards_are_gathered_is_told(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.type("deal by Ann", "enter", "enter", shows="Lapsed: line 3.")
        assert "lapsed  4.5" in officer.sees(), officer.sees()
        await officer.record(["Ben plays 6H", "Cal pays"])
        assert "Line 6 recorded: open. Enter" in officer.reads(), officer.sees()
        await officer.press("escape", "w")
        await officer.type("Ann > Ben, Cal > Dee", "enter")
        assert "Lapsed: line 6, Cal pays: not decided in time; it stands" in officer.reads()
    assert [line.number for line in matches.show(evening, table).lapsed_with()] == [6]


async def test_a_refused_line_does_not_hold_the_officer_at_the_table(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("Ann plays 5X", "enter", "escape", "escape", shows="Esc again drops it")
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
    assert lines(evening, table) == []


async def test_the_name_of_whose_turn_it_is_stands_in_the_prompt_and_need_not_be_typed(
    evening: Club, table: int
) -> None:
    async with at_the_desk(evening, "enter") as officer:
        assert "the deal ›" in officer.sees()
        await officer.record(["deal by Dee"])
        assert "Ann ›" in officer.sees()
        await officer.type("5h", shows="Ann plays 5♥ ✓ legal")
        await officer.press("enter")
        assert "Ben ›" in officer.sees()
        await officer.record(["pay", "Cal pays", "6h"])
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben pays", "Cal pays", "Dee plays 6H"]


async def test_lines_typed_ahead_without_names_are_whose_turn_it_is_when_they_are_written(
    evening: Club, table: int
) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by Dee\n5h\npay\npay\n")
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben pays", "Cal pays"]


async def test_what_is_legal_instead_stays_in_sight_while_the_officer_is_asked(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("9h", "enter")
        screen_text = officer.reads()
        officer.shows("Instead: Ben plays 6♥", "Enter Record it", "Esc Change it")
        assert "Enter Record Ctrl+U" not in screen_text
        await officer.press("escape", shows="Enter Record")
    assert lines(evening, table) == PAYMENTS[:2]


async def test_the_example_in_the_empty_prompt_is_of_this_game_and_this_moment(evening: Club) -> None:
    number = starting.start_table(evening, "commune", NAMES[:4]).number

    async with at_the_desk(evening, "enter") as officer:
        field = officer.app.screen.query_one(LineField)
        assert field.placeholder.startswith("what happened, such as: deal")
        await officer.record(["deal by Dee"])
        example = field.placeholder.partition("such as: ")[2]
        assert example.startswith("bids ")
        await officer.record([example])
        assert "✓ legal" in officer.reads()
    assert matches.show(evening, number).log[1].counts


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_newest_line_stands_beside_the_prompt(evening: Club, table: int, size: tuple[int, int]) -> None:
    async with at_the_desk(evening, "enter", size=size) as officer:
        await officer.record(PAYMENTS)
        rows = officer.sees().splitlines()
        prompt = next(index for index, row in enumerate(rows) if "Cal ›" in row)
        assert "Ben pays" in rows[prompt - 2]  # between them is only the edge of the prompt
        assert "Ann plays" in rows[prompt - 3]
        assert "deal by Dee" in rows[prompt - 4]


async def test_a_line_has_one_row_and_opens_when_it_is_marked_with_the_cursor(evening: Club, table: int) -> None:
    write_down(evening, table, [*PAYMENTS, "Cal pays"])
    reason = str(matches.show(evening, table).log[2].ruling.reason)[:11]
    assert reason

    async with at_the_desk(evening, "enter") as officer:
        assert reason not in officer.reads()
        await officer.press("escape", "up")
        assert reason in officer.reads()
        await officer.press("i")
        assert reason not in officer.reads()


async def test_a_disputed_line_is_marked_until_and_after_it_is_decided(evening: Club, table: int) -> None:
    write_down(evening, table, PAYMENTS)

    async with at_the_desk(evening, "enter", "escape", "d", size=LARGE) as officer:
        await officer.type("Ben had the six", "enter")
        await officer.press("escape")
        assert "3 Ben pays ? open 4.5 ⚑ dispute 1 open" in officer.within("#record")
        await officer.press("d", "l", "enter", "escape")
        assert "⚑ dispute 1 upheld" in officer.within("#record")


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_table_that_is_over_shows_its_whole_record_and_what_came_of_it(
    evening: Club, size: tuple[int, int]
) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:3]).number
    recording.log_line(evening, number, "deal by Ann")
    result_entry.record(evening, number, places=[["Cal"], ["Ann"], ["Ben"]])

    async with at_the_desk(evening, "enter", size=size) as officer:
        officer.shows("1 deal by Ann", "2 Cal > Ann > Ben result", "Settlement", "Result: Cal > Ann > Ben", "Season")
        await officer.press("up")
        for text in ("The dealer shuffles the pack", "seventeen", "to three.", "2  Cal > Ann > Ben"):
            assert text in officer.sees().split("────")[0]
        await officer.press("tab", shows="Settlement")
        assert "Place: 1" not in officer.reads()
        await officer.press("tab", shows="Place: 1")


async def test_of_a_long_record_that_is_over_half_the_screen_is_left_for_what_came_of_it(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:3]).number
    for _ in range(40):
        recording.log_line(evening, number, "deal by Ann")
    result_entry.record(evening, number, places=[["Cal"], ["Ann"], ["Ben"]])

    async with at_the_desk(evening, "enter") as officer:
        assert "Cal > Ann > Ben" in officer.sees().split("────")[0]
        assert "Settlement" in officer.reads()


async def test_no_completion_is_shown_twice(evening: Club) -> None:
    starting.start_table(evening, "big-two", NAMES[:3])

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        [shown] = [each for each in officer.sees().split("\n") if each.startswith(" Tab ")]
        offered = shown.removeprefix(" Tab ").split("   ")
        assert "deal" in offered
        assert len(offered) == len(set(offered))
