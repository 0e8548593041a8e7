"""Tournaments at the desk: announced, entered, drawn, seated, played, ended and taken back, without leaving it."""

from fractions import Fraction

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match import ending, matches, starting, voiding
from referee.club.people import roster
from referee.competition.field import Sizes
from referee.dashboard.app import Dashboard
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tournament.one_tournament import TournamentScreen
from referee.tournaments import overview
from referee.tournaments.deeds import announcing, entering, playing, rounds
from referee.tournaments.deeds.announcing import Wanted
from referee.tournaments.state.settings import Counts, Format, Seeds
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.words import FORMATS
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def eight(evening: Club) -> Club:
    """An evening to which eight have come."""
    roster.add_all(evening, EIGHT[5:])
    checkin.check_in(evening, EIGHT[4:])
    return evening


@pytest.fixture
def swiss(eight: Club) -> Club:
    """The same with a Swiss of two rounds that all eight have entered."""
    wanted = Wanted("big-two", Sizes(4, 4), (("rounds", 2),))
    announcing.new(eight, "Autumn Swiss", Format.SWISS, wanted, seed=1)
    entering.enter(eight, "1", EIGHT)
    return eight


def started(club: Club) -> TournamentView:
    """Draw the next round and start its tables."""
    rounds.draw(club, "1")
    return playing.seat(club, "1")


def played(club: Club) -> TournamentView:
    """Play a round, everybody coming in as they sit."""
    view = started(club)
    for table in view.rounds[-1].tables:
        assert table.match
        ending.result(club, table.match, places=[[view.name_of(each)] for each in table.entries])
        ending.finish(club, table.match)
    return overview.show(club, "1")


def seats(view: TournamentView, found: RoundView) -> list[list[str]]:
    return [[view.name_of(each) for each in table.entries] for table in found.tables]


async def to_the_tournament(officer: Officer) -> None:
    await officer.press(*OPENED["tournament"])
    assert isinstance(officer.app.screen, TournamentScreen)


async def results(officer: Officer, view: TournamentView) -> None:
    """Write down how each table of the round ended, in order of names."""
    for table in view.rounds[-1].tables:
        names = sorted(map(view.name_of, table.entries))
        await officer.press("w")
        assert f"Table {table.match}. Result," in officer.reads()
        await officer.type(" > ".join(names), "enter")
        assert f"Table {table.match} is finished." in officer.reads()


async def test_a_swiss_of_eight_is_announced_entered_drawn_seated_and_played_at_the_desk(eight: Club) -> None:
    async with at_the_desk(eight, LARGE) as officer:
        await officer.press(*OPENED["tournaments"])
        assert officer.on("tournaments")
        assert "No tournament has been announced yet. n announces one." in officer.reads()
        await officer.press("n")
        await officer.type("Autumn Swiss", "enter")
        await officer.type("big", "enter")
        await officer.type("swiss", "enter", "enter", "ctrl+u")
        await officer.type("2", "enter")
        await officer.type("4", "enter", "enter")
        assert isinstance(officer.app.screen, TournamentScreen)
        assert "Tournament 1 is announced: Autumn Swiss. Swiss of Chor Dai Di (Big Two)" in officer.reads()
        settings = overview.show(eight, "1").settings
        assert (settings.format, settings.rounds, settings.sizes) == (Format.SWISS, 2, Sizes(4, 4))

        await officer.press("n", "enter")  # nothing typed is everybody who is here
        assert "There are 8 entries." in officer.reads()
        assert {each.name for each in overview.show(eight, "1").entries.values()} == set(EIGHT)

        for number in (1, 2):
            await officer.press("t")
            assert isinstance(officer.app.screen, Dialog)
            preview = officer.reads()
            assert len(overview.show(eight, "1").rounds) == number - 1
            await officer.press("enter")
            assert f"Round {number} is drawn." in officer.reads()
            view = overview.show(eight, "1")
            assert all(f"{', '.join(names)} (deals first)" in preview for names in seats(view, view.rounds[-1]))
            await officer.press("s", "enter")
            tonight = " as tables 3 and 4 of tonight" if number == 2 else ""
            assert f"Tables 1 and 2 of Round {number} have started{tonight}." in officer.reads()
            await results(officer, overview.show(eight, "1"))
            assert f"Round {number}" in officer.reads()
            assert "Standings after Round" in officer.reads()

        await officer.press("f")
        assert isinstance(officer.app.screen, Dialog)
        assert "End Autumn Swiss with this order? 1 Ann" in officer.reads()
        assert overview.show(eight, "1").status == "under way"
        await officer.press("enter")
        assert "Autumn Swiss is over; each table counts for the season." in officer.reads()
        await officer.press("escape")
        assert "1 Autumn Swiss over 8 Chor Dai Di (Big Two), Swiss" in officer.reads()
    found = overview.show(eight, "1")
    assert found.status == "over"
    assert all(table.status == "finished" for each in found.rounds for table in each.tables)
    # Ann came in before all others at both of her tables.
    assert found.name_of(found.standings[0].entry) == "Ann"


async def test_the_tables_of_a_round_are_the_ordinary_tables_of_tonight(swiss: Club) -> None:
    view = started(swiss)

    async with at_the_desk(swiss, LARGE) as officer:
        assert all(f"Table {table.match}" in officer.reads() for table in view.rounds[0].tables)
        await to_the_tournament(officer)
        await officer.press("enter")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.type(f"deal by {view.name_of(view.rounds[0].tables[0].dealer)}", "enter")
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TournamentScreen)
    first = view.rounds[0].tables[0].match
    assert first
    assert len(matches.show(swiss, first).log) == 1


async def test_a_table_that_is_over_is_opened_to_be_put_right(swiss: Club) -> None:
    played(swiss)

    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        await officer.press("enter")
        assert isinstance(officer.app.screen, MatchScreen)


async def test_the_result_of_a_table_that_is_over_is_corrected_where_it_stands(swiss: Club) -> None:
    played(swiss)
    before = matches.show(swiss, 1).places
    after = " > ".join(name for group in reversed(before) for name in group)

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("w")
        assert "Correct result," in officer.reads()
        assert " > ".join(name for group in before for name in group) in officer.reads()
        await officer.press("ctrl+u")
        await officer.type(after, "enter")
        await officer.type("the slip says so", "enter")
        assert "now" in officer.reads()
        assert matches.show(swiss, 1).places == before
        await officer.press("enter")
        assert "The result of table 1 is corrected." in officer.reads()
    assert matches.show(swiss, 1).places == before[::-1]


async def test_a_draw_is_refused_in_words_while_a_table_is_not_decided(swiss: Club) -> None:
    view = started(swiss)
    names = ", ".join(view.name_of(each) for each in view.rounds[0].tables[1].entries)

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("w")
        await officer.type(" > ".join(view.name_of(each) for each in view.rounds[0].tables[0].entries), "enter", "t")
        assert isinstance(officer.app.screen, TournamentScreen)
        assert f"! Round 1 is not finished: table 2 ({names}) is still being played." in officer.reads()
    assert len(overview.show(swiss, "1").rounds) == 1


async def test_a_draw_that_is_only_looked_at_is_not_kept_and_one_of_another_club_is_shown_anew(swiss: Club) -> None:
    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("t", "escape")
        assert "Nothing was changed." in officer.reads()
        assert not overview.show(swiss, "1").rounds
        await officer.press("t")
        entering.withdraw(swiss, "1", "Hal", reason="is ill")
        await officer.press("enter")
        assert "The club's file has changed since. This is the effect now." in officer.reads()
        assert not overview.show(swiss, "1").rounds
        assert "Hal" not in officer.reads().partition("This is the effect now.")[0].partition("drawn with seed")[2]
        await officer.press("escape")
        assert not overview.show(swiss, "1").rounds


async def test_what_was_done_last_is_taken_back_with_a_reason_and_also_by_the_key_at_a_table(swiss: Club) -> None:
    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        await officer.press("t", "enter", "u")
        assert "Undo the last step: Round 1 was drawn?" in officer.reads()
        await officer.type("drawn too soon", "enter")
        assert "Undone in Autumn Swiss: Round 1 was drawn." in officer.reads()
        assert not overview.show(swiss, "1").rounds
        await officer.press("t", "enter")
        assert isinstance(officer.app, Dashboard)
        assert len(officer.app.desk.done) == 1  # what is taken back already is not taken back twice
        assert len(overview.show(swiss, "1").rounds) == 1
        starting.start(swiss, "commune", EIGHT[:3])
        await officer.press("escape", "escape", "escape", "enter", "escape", "U")
        assert "Undo that Round 1 was drawn?" in officer.reads()
        await officer.type("drawn too soon", "enter")
        assert "Undone in Autumn Swiss: Round 1 was drawn." in officer.reads()
    assert not overview.show(swiss, "1").rounds


async def test_tables_that_count_are_not_taken_back(swiss: Club) -> None:
    started(swiss)

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("u")
        assert "! table 1 and table 2 were started, and play there counts." in officer.reads()
        assert not isinstance(officer.app.screen, Dialog)
    assert all(table.match for table in overview.show(swiss, "1").rounds[0].tables)


async def test_who_is_not_there_and_who_leaves_are_noted_with_the_reason_and_shown(swiss: Club) -> None:
    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("down", "m", "h")
        # Of the entries the second is marked, who stands in the line already.
        await officer.press("enter")
        assert "Ben is absent. Reason (optional):" in officer.reads()
        await officer.type("is ill", "enter")
        assert "Absent from round 1 of Autumn Swiss: Ben." in officer.reads()
        await officer.press("x", "ctrl+u")
        await officer.type("Nobody", "enter")
        assert "! No entry is called 'Nobody'" in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("ha", "enter")
        assert "Hal finishes a table that has started, and plays no later round." in officer.reads()
        await officer.press("enter")
        assert "Type an answer." in officer.reads()
        await officer.type("has to catch a train", "enter")
        assert "Withdrawn from Autumn Swiss: Hal." in officer.reads()
        assert "2 Ben absent" in officer.reads()
        assert "8 Hal withdrew" in officer.reads()
    entries = {each.name: each.status for each in overview.show(swiss, "1").entries.values()}
    assert (entries["Ben"], entries["Hal"]) == ("absent", "withdrew")


async def test_who_is_not_on_the_roster_enters_as_a_guest_once_that_is_agreed_to(swiss: Club) -> None:
    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("n")
        await officer.type("Ida, Joe", "enter")
        assert "Not on the roster: Ida and Joe. Enter as guests?" in officer.reads()
        await officer.press("escape")
        assert "Ida, Joe" in officer.reads()  # what was typed is kept
        assert len(overview.show(swiss, "1").entries) == 8
        await officer.press("ctrl+u")
        await officer.type("Ann", "enter")
        assert "Ann has entered already, as number 1." in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("Ida", "enter", "enter")
        assert "Entered in Autumn Swiss: Ida (number 9). There are 9 entries." in officer.reads()
    assert overview.show(swiss, "1").entries[9].guest


async def test_who_enters_who_goes_and_who_moves_are_picked_and_not_typed(swiss: Club) -> None:
    roster.add_all(swiss, ["Joe", "Kim"])
    checkin.check_in(swiss, ["Kim"])

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("n")
        # Whoever is here comes before whoever is not; who has entered is not offered.
        assert "1 Kim" in officer.reads()
        assert "2 Joe not checked in yet" in officer.reads()
        await officer.press("1", "2", "enter")
        assert "There are 10 entries." in officer.reads()
        await officer.press("x", "2")  # Ann is marked, and stands in the line
        assert "Ben finishes a table that has started" in officer.reads()
        await officer.press("1")
        assert "Withdrawn from Autumn Swiss: Ben." in officer.reads()
        await officer.press("t", "enter", "m", "b", "ctrl+u", "1", "5", "enter")
        await officer.type("sits by the door", "enter")
        assert "changed places" in officer.reads()
    found = overview.show(swiss, "1")
    assert len(found.entries) == 10
    assert found.entries[2].status == "withdrew"
    assert found.rounds[0].changes


async def test_keys_pressed_in_haste_draw_start_and_end_nothing_that_was_not_seen(swiss: Club) -> None:
    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        officer.send("t\n")
        await officer.settle()
        assert not overview.show(swiss, "1").rounds
        assert "drawn with seed" in officer.reads()
        await officer.press("enter")
        assert len(overview.show(swiss, "1").rounds) == 1
        officer.send("s\n")
        await officer.settle()
        assert not any(table.match for table in overview.show(swiss, "1").rounds[0].tables)
        await officer.press("enter")
        played_now = overview.show(swiss, "1").rounds[0].tables
        assert all(table.match for table in played_now)
        await results(officer, overview.show(swiss, "1"))
        officer.send("f\n")
        await officer.settle()
        assert overview.show(swiss, "1").status == "under way"


async def test_an_effect_that_is_longer_than_the_screen_is_scrolled_to_its_end(swiss: Club) -> None:
    roster.add_all(swiss, many := [f"Zed {chr(at)}" for at in range(ord("A"), ord("Z") + 1)])
    entering.enter(swiss, "1", many[:24])

    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        await officer.resize(40, 14)
        await officer.press("t")
        assert "Table 1:" in officer.reads()
        assert "Table 8:" not in officer.reads()
        await officer.press("end")
        assert "Table 8:" in officer.reads()
        await officer.press("home", "down", "pagedown", "up", "enter")
        assert len(overview.show(swiss, "1").rounds) == 1


async def test_an_end_before_all_rounds_are_played_says_so(swiss: Club) -> None:
    played(swiss)

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("f")
        assert "It ends early: 1 round still to play." in officer.reads()
        await officer.press("escape")
        assert overview.show(swiss, "1").status == "under way"
        await officer.press("f", "enter")
        assert "Autumn Swiss is over" in officer.reads()
        await officer.press("u", "enter")
        assert "Undone in Autumn Swiss: it ended." in officer.reads()
    assert overview.show(swiss, "1").status == "under way"


async def test_rounds_are_gone_through_and_read_with_who_met_whom(swiss: Club) -> None:
    played(swiss)
    started(swiss)

    async with at_the_desk(swiss, SMALL) as officer:
        await to_the_tournament(officer)
        assert "Round 2, Monday 2026-11-16: under way" in officer.reads()
        assert "Cross table" not in officer.reads()
        await officer.press("left_square_bracket", "left_square_bracket")
        assert "Round 1, Monday 2026-11-16: over" in officer.reads()
        await officer.press("right_square_bracket")
        assert "Round 2, Monday 2026-11-16: under way" in officer.reads()
        await officer.resize(*LARGE)
        assert "Cross table" in officer.reads()
        assert "met twice" in officer.reads() or "met once" in officer.reads()
        await officer.press("m", "v")
        assert "Drawn with seed" in officer.reads()
        assert "Cross table" in officer.reads()


async def test_a_drawn_round_is_changed_by_hand_and_drawn_again_with_the_reason_and_shown_so(swiss: Club) -> None:
    view = rounds.draw(swiss, "1")
    (one, *_), (other, *_) = seats(view, view.rounds[0])
    again = seats(view, view.rounds[0])

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("m", "b")
        assert "Which two players swap places in Round 1?" in officer.reads()
        await officer.type(one, "enter")
        assert "Type two names with a comma between them" in officer.reads()
        await officer.press("ctrl+u")
        await officer.type(f"{one}, {other}", "enter")
        await officer.type("needs the light", "enter")
        assert "needs the light" in officer.reads()
        assert "Changed: " in officer.reads()
        changed = seats(view, overview.show(swiss, "1").rounds[0])
        assert one in changed[1]
        assert other in changed[0]
        await officer.press("m", "t")
        await officer.type("begun anew", "enter")
        assert "Round 1 is drawn again." in officer.reads()
        await officer.press("m", "k")
        assert "Round 1 drawn again with seed" in officer.reads()
        assert "the same at every seat" in officer.reads()
    # By the same seed from the same players it is the same draw.
    assert seats(view, overview.show(swiss, "1").rounds[0]) == again


async def test_a_table_that_broke_off_is_played_again_and_points_are_taken(swiss: Club) -> None:
    view = started(swiss)
    names = ", ".join(map(view.name_of, view.rounds[0].tables[0].entries))
    voiding.void(swiss, 1, reason="the power failed")

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        assert f"1 void {names} (deals first)" in officer.reads()
        await officer.press("m")
        assert "Draw the round again" not in officer.reads()
        await officer.press("r")
        assert "Which table of Round 1 is replayed?" in officer.reads()
        await officer.press("enter")
        await officer.type("the power failed", "enter")
        assert "Table 1 is replayed as table 3." in officer.reads()
        await officer.press("m", "y")
        await officer.type("Ann", "enter")
        assert "How many points does Ann lose?" in officer.reads()
        await officer.type("a half", "enter")
        assert "'a half' is not a number of points" in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("1/2", "enter")
        await officer.type("late", "enter")
        assert "0.5 taken from Ann in Autumn Swiss." in officer.reads()
    now = overview.show(swiss, "1")
    assert now.rounds[0].tables[0].match == 3
    assert now.rounds[0].tables[0].entries == view.rounds[0].tables[0].entries
    assert {now.name_of(line.entry) for line in now.standings if line.penalty == Fraction(1, 2)} == {"Ann"}


async def test_a_table_that_broke_off_stays_void_until_it_is_awarded(swiss: Club) -> None:
    view = started(swiss)
    first = view.rounds[0].tables[0].entries[0]
    voiding.void(swiss, 1, reason="the power failed")

    async with at_the_desk(swiss, LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("m", "l")
        assert "Which table of Round 1 stays void?" in officer.reads()
        await officer.press("enter")
        await officer.type("it was late", "enter")
        assert "Table 1 stays void." in officer.reads()
        assert overview.show(swiss, "1").rounds[0].tables[0].left_void
        await officer.press("m")
        assert "Replay a void table" not in officer.reads()
        await officer.press("w")
        assert "Which table of Round 1 is a walkover?" in officer.reads()
        await officer.type("1", "enter")
        assert "Who wins table 1 without play?" in officer.reads()
        await officer.press("1")  # whoever sits first there
        assert view.name_of(first) in officer.reads()
        await officer.press("enter")
        await officer.type("the others left", "enter")
        assert "Table 1 is a walkover." in officer.reads()
    table = overview.show(swiss, "1").rounds[0].tables[0]
    assert table.walkover
    assert [entry for entry, rank in table.ranks.items() if rank == "1"] == [first]


async def test_a_knock_out_has_its_bracket_beside(eight: Club) -> None:
    wanted = Wanted("big-two", Sizes(4, 4), (("go_on", 2), ("counts", Counts.NOTHING)))
    announcing.new(eight, "End of Term", Format.KNOCK_OUT, wanted, seed=1)
    entering.enter(eight, "1", EIGHT)
    view = played(eight)

    async with at_the_desk(eight, LARGE) as officer:
        await to_the_tournament(officer)
        assert "Bracket" in officer.reads()
        through = [view.name_of(each) for table in view.rounds[0].tables for each in table.through]
        assert len(through) == 4
        assert all(f"{name} ›" in officer.reads() for name in through)


async def test_what_cannot_be_is_said_where_it_was_typed_and_nothing_is_announced_unseen(club: Club) -> None:
    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["announcing"], "enter")
        assert "Type an answer." in officer.reads()
        await officer.type("Cup", "enter")
        assert "Which game is played?" in officer.reads()
        await officer.type("zzz", "enter")
        assert "There is no such choice." in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("commune", "enter")
        assert "Knockout The best of each table go on" in officer.reads()
        await officer.type("knock", "enter")
        await officer.press("enter")  # each table counts
        assert "How many players of each table or group go on?" in officer.reads()
        await officer.type("x", "enter")
        assert "Invalid number '1x'. Use a whole number from 1 to 100." in officer.reads()
        await officer.press("backspace", "enter", "enter", "enter")
        assert "How many play at a table?" in officer.reads()
        await officer.type("9-3", "enter")
        assert "Invalid table size '9-3'. Use 4, or a range such as 3-5." in officer.reads()
        await officer.press("ctrl+u", "enter")
        assert "Announce Cup?" in officer.reads()
        assert "Knockout of Commune" in officer.reads()
        assert not overview.every(club)
        await officer.press("escape")
        assert "How many play at a table?" in officer.reads()
        await officer.press(*["escape"] * 8)
        assert officer.on("tournaments")
    assert not overview.every(club)


async def test_a_name_that_a_tournament_has_is_said_and_asked_again(swiss: Club) -> None:
    async with at_the_desk(swiss) as officer:
        await officer.press(*OPENED["announcing"])
        await officer.type("Autumn Swiss", "enter")
        assert "Tournament 1 is called Autumn Swiss. Use another name." in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("Winter Swiss", "enter")
        assert "Which game is played?" in officer.reads()


async def test_back_at_a_question_its_row_is_marked_and_another_can_be_chosen_at_once(club: Club) -> None:
    async with at_the_desk(club, LARGE) as officer:
        await officer.press(*OPENED["announcing"])
        await officer.type("Cup", "enter")
        await officer.type("commune", "enter")
        await officer.type("knock", "enter")
        await officer.press("escape")
        assert "2 Swiss" in officer.reads()  # all rows are there again
        await officer.press("escape", "enter")  # Enter takes what was chosen before
        await officer.press("enter", "escape", "2")
        await officer.press("escape", "escape")
        await officer.type("play or", "enter")
        await officer.press("enter", "enter", "enter", "enter")
        assert "Announce Cup?" in officer.reads()
        assert "Swiss of Play or Pay" in officer.reads()


@pytest.mark.parametrize(
    ("format", "answers", "settled"),
    [
        (Format.KNOCK_OUT, ("enter", "enter", "2", "2", "enter"), (True, False, Seeds.RATING)),
        (Format.DOUBLE, ("enter", "ctrl+u", "2", "enter", "2", "enter", "enter"), (False, True, Seeds.LOT)),
        (Format.GROUPS, ("enter", "enter", "enter", "enter", "2", "3", "enter"), (True, False, Seeds.STANDINGS)),
        (Format.SWISS, ("enter", "enter", "enter"), (False, False, Seeds.LOT)),
    ],
)
async def test_third_place_seeds_and_a_second_final_are_asked_about_where_the_format_has_them(
    club: Club, format: Format, answers: tuple[str, ...], settled: tuple[bool, bool, Seeds]
) -> None:
    async with at_the_desk(club, LARGE) as officer:
        await officer.press(*OPENED["announcing"])
        await officer.type("Cup", "enter")
        await officer.type("commune", "enter")
        await officer.type(FORMATS[format], "enter")
        await officer.press(*answers)
        assert "Announce Cup?" in officer.reads()
        await officer.press("enter")
        assert "Tournament 1 is announced: Cup." in officer.reads()
    found = overview.show(club, "1").settings
    assert found.format is format
    assert (found.third_place, found.second_final, found.seeds) == settled
