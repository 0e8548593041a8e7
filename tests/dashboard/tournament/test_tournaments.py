"""Tournaments at the desk: announced, entered, drawn, seated, played, ended and taken back, without leaving it."""

from fractions import Fraction

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match import ending, matches, starting, voiding
from referee.club.people import roster
from referee.competition.entrants import Sizes
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tournament.tournament_screen import TournamentScreen
from referee.tournaments import overview
from referee.tournaments.actions import announcing, entering, playing, rounds
from referee.tournaments.actions.announcing import SettingsChange
from referee.tournaments.state.settings import Counts, Format, Seeds
from referee.tournaments.state.view import RoundView, TournamentView
from referee.tournaments.wording import FORMATS
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

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
    announcement = SettingsChange("big-two", Sizes(4, 4), (("rounds", 2),))
    announcing.announce(eight, "Autumn Swiss", Format.SWISS, announcement, seed=1)
    entering.enter(eight, "1", EIGHT)
    return eight


def started(club: Club) -> TournamentView:
    """Draw the next round and start its tables."""
    rounds.draw(club, "1")
    return playing.start_tables(club, "1")


def played(club: Club) -> TournamentView:
    """Play a round, everybody coming in as they sit."""
    view = started(club)
    for table in view.rounds[-1].tables:
        assert table.match
        ending.record_result(club, table.match, places=[[view.name_of(entry)] for entry in table.entries])
        ending.finish(club, table.match)
    return overview.read_view(club, "1")


def seats(view: TournamentView, found: RoundView) -> list[list[str]]:
    return [[view.name_of(entry) for entry in table.entries] for table in found.tables]


async def to_the_tournament(officer: Officer) -> None:
    await officer.press(*OPENED["tournament"])
    assert isinstance(officer.app.screen, TournamentScreen)


async def results(officer: Officer, view: TournamentView) -> None:
    """Write down how each table of the round ended, in order of names."""
    for table in view.rounds[-1].tables:
        names = sorted(map(view.name_of, table.entries))
        await officer.press("w", shows=f"Table {table.match}. Result,")
        await officer.type(" > ".join(names), "enter", shows=f"Table {table.match} is finished.")


async def test_the_tables_of_a_round_are_the_ordinary_tables_of_tonight(swiss: Club) -> None:
    view = started(swiss)

    async with at_the_desk(swiss, size=LARGE) as officer:
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

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("w", shows="Correct result,")
        assert " > ".join(name for group in before for name in group) in officer.reads()
        await officer.press("ctrl+u")
        await officer.type(after, "enter")
        await officer.type("the slip says so", "enter", shows="now")
        assert matches.show(swiss, 1).places == before
        await officer.press("enter", shows="The result of table 1 is corrected.")
    assert matches.show(swiss, 1).places == before[::-1]


async def test_a_draw_is_refused_in_words_while_a_table_is_not_decided(swiss: Club) -> None:
    view = started(swiss)
    names = ", ".join(view.name_of(entry) for entry in view.rounds[0].tables[1].entries)

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("w")
        await officer.type(" > ".join(view.name_of(entry) for entry in view.rounds[0].tables[0].entries), "enter", "t")
        assert isinstance(officer.app.screen, TournamentScreen)
        assert f"! Round 1 is not finished: table 2 ({names}) is still being played." in officer.reads()
    assert len(overview.read_view(swiss, "1").rounds) == 1


async def test_a_draw_that_is_only_looked_at_is_not_kept_and_one_of_another_club_is_shown_anew(swiss: Club) -> None:
    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("t", "escape", shows="Nothing was changed.")
        assert not overview.read_view(swiss, "1").rounds
        await officer.press("t")
        entering.withdraw(swiss, "1", "Hal", reason="is ill")
        await officer.press("enter", shows="The club's file has changed since. This is the effect now.")
        assert not overview.read_view(swiss, "1").rounds
        assert "Hal" not in officer.reads().partition("This is the effect now.")[0].partition("drawn with seed")[2]
        await officer.press("escape")
        assert not overview.read_view(swiss, "1").rounds


async def test_what_was_done_last_is_taken_back_with_a_reason_and_also_by_the_key_at_a_table(swiss: Club) -> None:
    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        await officer.press("t", "enter", "u", shows="Undo the last step: Round 1 was drawn?")
        await officer.type("drawn too soon", "enter", shows="Undone in Autumn Swiss: Round 1 was drawn.")
        assert not overview.read_view(swiss, "1").rounds
        await officer.press("t", "enter")
        assert len(overview.read_view(swiss, "1").rounds) == 1
        starting.start_table(swiss, "commune", EIGHT[:3])
        await officer.press("escape", "escape", "escape", "enter", "escape", "U", shows="The table was not started.")
        await officer.press("U", shows='Undo the tournament step "Round 1 was drawn"?')
        await officer.type("drawn too soon", "enter", shows="Undone in Autumn Swiss: Round 1 was drawn.")
    assert not overview.read_view(swiss, "1").rounds


async def test_tables_that_count_are_not_taken_back(swiss: Club) -> None:
    started(swiss)

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("u", shows="! table 1 and table 2 were started, and play there counts.")
        assert not isinstance(officer.app.screen, Dialog)
    assert all(table.match for table in overview.read_view(swiss, "1").rounds[0].tables)


async def test_who_is_not_there_and_who_leaves_are_noted_with_the_reason_and_shown(swiss: Club) -> None:
    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("down", "m", "h")
        # Of the entries the second is marked, who stands in the line already.
        await officer.press("enter", shows="Ben is absent. Reason (optional):")
        await officer.type("is ill", "enter", shows="Absent from round 1 of Autumn Swiss: Ben.")
        await officer.press("x", "ctrl+u")
        await officer.type("Nobody", "enter", shows="! No entry is called 'Nobody'")
        await officer.press("ctrl+u")
        await officer.type("ha", "enter", shows="Hal finishes a table that has started, and plays no later round.")
        await officer.press("enter", shows="Type an answer.")
        await officer.type("has to catch a train", "enter", shows=("Withdrawn from Autumn Swiss: Hal.", "2 Ben absent"))
        assert "8 Hal withdrew" in officer.reads()
    entries = {entry.name: entry.status for entry in overview.read_view(swiss, "1").entries.values()}
    assert (entries["Ben"], entries["Hal"]) == ("absent", "withdrew")


async def test_who_is_not_on_the_roster_enters_as_a_guest_once_that_is_agreed_to(swiss: Club) -> None:
    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("n")
        await officer.type("Ida, Joe", "enter", shows="Not on the roster: Ida and Joe. Enter as guests?")
        await officer.press("escape")
        assert "Ida, Joe" in officer.reads()  # what was typed is kept
        assert len(overview.read_view(swiss, "1").entries) == 8
        await officer.press("ctrl+u")
        await officer.type("Ann", "enter", shows="Ann has entered already, as number 1.")
        await officer.press("ctrl+u")
        await officer.type("Ida", "enter", "enter")
        assert "Entered in Autumn Swiss: 9 Ida. 9 entries in all." in officer.reads()
    assert overview.read_view(swiss, "1").entries[9].guest


async def test_who_enters_who_goes_and_who_moves_are_picked_and_not_typed(swiss: Club) -> None:
    roster.add_all(swiss, ["Joe", "Kim"])
    checkin.check_in(swiss, ["Kim"])

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("n", shows=("1 Kim", "2 Joe not checked in yet"))
        await officer.press("1", "2", "enter", shows="10 entries in all.")
        await officer.press("x", "2")  # Ann is marked, and stands in the line
        assert "Ben finishes a table that has started" in officer.reads()
        await officer.press("1", shows="Withdrawn from Autumn Swiss: Ben.")
        await officer.press("t", "enter", "m", "b", "ctrl+u", "1", "5", "enter")
        await officer.type("sits by the door", "enter", shows="swapped seats")
    tournament = overview.read_view(swiss, "1")
    assert len(tournament.entries) == 10
    assert tournament.entries[2].status == "withdrew"
    assert tournament.rounds[0].changes


async def test_keys_pressed_in_haste_draw_start_and_end_nothing_that_was_not_seen(swiss: Club) -> None:
    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        officer.send("t\n")
        await officer.settle()
        assert not overview.read_view(swiss, "1").rounds
        assert "drawn with seed" in officer.reads()
        await officer.press("enter")
        assert len(overview.read_view(swiss, "1").rounds) == 1
        officer.send("s\n")
        await officer.settle()
        assert not any(table.match for table in overview.read_view(swiss, "1").rounds[0].tables)
        await officer.press("enter")
        played_now = overview.read_view(swiss, "1").rounds[0].tables
        assert all(table.match for table in played_now)
        await results(officer, overview.read_view(swiss, "1"))
        officer.send("f\n")
        await officer.settle()
        assert overview.read_view(swiss, "1").status == "under way"


async def test_an_effect_that_is_longer_than_the_screen_is_scrolled_to_its_end(swiss: Club) -> None:
    roster.add_all(swiss, many := [f"Zed {chr(index)}" for index in range(ord("A"), ord("Z") + 1)])
    entering.enter(swiss, "1", many[:24])

    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        await officer.resize(40, 14)
        await officer.press("t", shows="Table 1:")
        assert "Table 8:" not in officer.reads()
        await officer.press("end", shows="Table 8:")
        await officer.press("home", "down", "pagedown", "up", "enter")
        assert len(overview.read_view(swiss, "1").rounds) == 1


async def test_an_end_before_all_rounds_are_played_says_so(swiss: Club) -> None:
    played(swiss)

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("f", shows="It ends early: 1 round still to play.")
        await officer.press("escape")
        assert overview.read_view(swiss, "1").status == "under way"
        await officer.press("f", "enter", shows="Autumn Swiss is over")
        await officer.press("u", "enter", shows="Undone in Autumn Swiss: it ended.")
    assert overview.read_view(swiss, "1").status == "under way"


async def test_rounds_are_gone_through_and_read_with_who_met_whom(swiss: Club) -> None:
    played(swiss)
    started(swiss)

    async with at_the_desk(swiss) as officer:
        await to_the_tournament(officer)
        assert "Round 2, Monday 2026-11-16: under way" in officer.reads()
        assert "Cross table" not in officer.reads()
        await officer.press("left_square_bracket", "left_square_bracket", shows="Round 1, Monday 2026-11-16: over")
        await officer.press("right_square_bracket", shows="Round 2, Monday 2026-11-16: under way")
        await officer.resize(*LARGE)
        assert "Cross table" in officer.reads()
        assert "met twice" in officer.reads() or "met once" in officer.reads()
        await officer.press("m", "v", shows=("Drawn with seed", "Cross table"))


async def test_a_drawn_round_is_changed_by_hand_and_drawn_again_with_the_reason_and_shown_so(swiss: Club) -> None:
    view = rounds.draw(swiss, "1")
    (one, *_), (other, *_) = seats(view, view.rounds[0])
    again = seats(view, view.rounds[0])

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("m", "b", shows="Which two players swap places in Round 1?")
        await officer.type(one, "enter", shows="Type two names with a comma between them")
        await officer.press("ctrl+u")
        await officer.type(f"{one}, {other}", "enter")
        await officer.type("needs the light", "enter", shows=("needs the light", "Changed: "))
        changed = seats(view, overview.read_view(swiss, "1").rounds[0])
        assert one in changed[1]
        assert other in changed[0]
        await officer.press("m", "t")
        await officer.type("begun anew", "enter", shows="Round 1 is drawn again.")
        await officer.press("m", "k", shows=("Round 1, repeated from seed", "gives the same seats"))
    # By the same seed from the same players it is the same draw.
    assert seats(view, overview.read_view(swiss, "1").rounds[0]) == again


async def test_a_table_that_broke_off_is_played_again_and_points_are_taken(swiss: Club) -> None:
    view = started(swiss)
    names = ", ".join(map(view.name_of, view.rounds[0].tables[0].entries))
    voiding.void_match(swiss, 1, reason="the power failed")

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        assert f"1 void {names} (deals first)" in officer.reads()
        await officer.press("m")
        assert "Draw the round again" not in officer.reads()
        await officer.press("r", shows="Which table of Round 1 is replayed?")
        await officer.press("enter")
        await officer.type("the power failed", "enter", shows="Table 1 is replayed as table 3.")
        await officer.press("m", "y")
        await officer.type("Ann", "enter", shows="How many points does Ann lose?")
        await officer.type("a half", "enter", shows="'a half' is not a number of points")
        await officer.press("ctrl+u")
        await officer.type("1/2", "enter")
        await officer.type("late", "enter", shows="0.5 taken from Ann in Autumn Swiss.")
    now = overview.read_view(swiss, "1")
    assert now.rounds[0].tables[0].match == 3
    assert now.rounds[0].tables[0].entries == view.rounds[0].tables[0].entries
    assert {now.name_of(line.entry) for line in now.standings if line.penalty == Fraction(1, 2)} == {"Ann"}


async def test_a_table_that_broke_off_stays_void_until_it_is_awarded(swiss: Club) -> None:
    view = started(swiss)
    first = view.rounds[0].tables[0].entries[0]
    voiding.void_match(swiss, 1, reason="the power failed")

    async with at_the_desk(swiss, size=LARGE) as officer:
        await to_the_tournament(officer)
        await officer.press("m", "l", shows="Which table of Round 1 stays void?")
        await officer.press("enter")
        await officer.type("it was late", "enter", shows="Table 1 stays void.")
        assert overview.read_view(swiss, "1").rounds[0].tables[0].left_void
        await officer.press("m")
        assert "Replay a void table" not in officer.reads()
        await officer.press("w", shows="Which table of Round 1 is a walkover?")
        await officer.type("1", "enter", shows="Who wins table 1 without play?")
        await officer.press("1")  # whoever sits first there
        assert view.name_of(first) in officer.reads()
        await officer.press("enter")
        await officer.type("the others left", "enter", shows="Table 1 is a walkover.")
    table = overview.read_view(swiss, "1").rounds[0].tables[0]
    assert table.walkover
    assert [entry for entry, rank in table.ranks.items() if rank == "1"] == [first]


async def test_a_knock_out_has_its_bracket_beside(eight: Club) -> None:
    announcement = SettingsChange("big-two", Sizes(4, 4), (("go_on", 2), ("counts", Counts.NOTHING)))
    announcing.announce(eight, "End of Term", Format.KNOCK_OUT, announcement, seed=1)
    entering.enter(eight, "1", EIGHT)
    view = played(eight)

    async with at_the_desk(eight, size=LARGE) as officer:
        await to_the_tournament(officer)
        assert "Bracket" in officer.reads()
        through = [view.name_of(each) for table in view.rounds[0].tables for each in table.through]
        assert len(through) == 4
        assert all(f"{name} ›" in officer.reads() for name in through)


async def test_what_cannot_be_is_said_where_it_was_typed_and_nothing_is_announced_unseen(club: Club) -> None:
    async with at_the_desk(club, *OPENED["announcing"], "enter", shows="Type an answer.") as officer:
        await officer.type("Cup", "enter", shows="Which game is played?")
        await officer.type("zzz", "enter", shows="There is no such choice.")
        await officer.press("ctrl+u")
        await officer.type("commune", "enter", shows="Knockout The best of each table go on")
        await officer.type("knock", "enter")
        await officer.press("enter")  # each table counts
        assert "How many players of each table or group go on?" in officer.reads()
        await officer.type("x", "enter", shows="Invalid number '1x'. Use a whole number from 1 to 100.")
        await officer.press("backspace", "enter", "enter", "enter", shows="How many play at a table?")
        await officer.type("9-3", "enter", shows="Invalid table size '9-3'. Use 4, or a range such as 3-5.")
        await officer.press("ctrl+u", "enter", shows=("Announce Cup?", "Knockout, Commune"))
        assert not overview.all_tournaments(club)
        await officer.press("escape", shows="How many play at a table?")
        await officer.press(*["escape"] * 8)
        assert officer.on("tournaments")
    assert not overview.all_tournaments(club)


async def test_a_name_that_a_tournament_has_is_said_and_asked_again(swiss: Club) -> None:
    async with at_the_desk(swiss, *OPENED["announcing"]) as officer:
        await officer.type("Autumn Swiss", "enter", shows="Tournament 1 is called Autumn Swiss. Use another name.")
        await officer.press("ctrl+u")
        await officer.type("Winter Swiss", "enter", shows="Which game is played?")


async def test_back_at_a_question_its_row_is_marked_and_another_can_be_chosen_at_once(club: Club) -> None:
    async with at_the_desk(club, *OPENED["announcing"], size=LARGE) as officer:
        await officer.type("Cup", "enter")
        await officer.type("commune", "enter")
        await officer.type("knock", "enter")
        await officer.press("escape")
        assert "2 Swiss" in officer.reads()  # all rows are there again
        await officer.press("escape", "enter")  # Enter takes what was chosen before
        await officer.press("enter", "escape", "2")
        await officer.press("escape", "escape")
        await officer.type("play or", "enter")
        await officer.press("enter", "enter", "enter", "enter", shows=("Announce Cup?", "Swiss, Play or Pay"))


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
    async with at_the_desk(club, *OPENED["announcing"], size=LARGE) as officer:
        await officer.type("Cup", "enter")
        await officer.type("commune", "enter")
        await officer.type(FORMATS[format], "enter")
        await officer.press(*answers, shows="Announce Cup?")
        await officer.press("enter", shows="Tournament 1 is announced: Cup.")
    settings = overview.read_view(club, "1").settings
    assert settings.format is format
    assert (settings.third_place, settings.second_final, settings.seeds) == settled
