"""A freezeout at the desk: seats drawn, players out and in again, tables evened, the final table, the end."""

from dataclasses import replace

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.tournament.eliminations import parse_eliminations
from referee.tournaments import overview
from referee.tournaments.actions import announcing, entering
from referee.tournaments.freezeout_actions import evening as freeze_out_evening
from referee.tournaments.freezeout_actions import players
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.state.settings import Counts, Format, SettingsChange, Stacks
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk

EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize(
    ("typed", "gone", "by"),
    [
        ("Ben", [("Ben", 0)], []),
        ("Ben by Ann", [("Ben", 0)], ["Ann"]),
        ("Ben=1200 Cal=800 by Ann, Dee", [("Ben", 1200), ("Cal", 800)], ["Ann", "Dee"]),
        ("Ben Moss, Cal", [("Ben Moss", 0), ("Cal", 0)], []),
    ],
)
def test_who_went_out_is_read_with_stacks_and_by_whom(typed: str, gone: list[tuple[str, int]], by: list[str]) -> None:
    assert parse_eliminations(typed) == (gone, by)


def test_what_is_no_stack_is_refused() -> None:
    with pytest.raises(ClubFault):
        parse_eliminations("Ben=1200 Cal")


def test_that_nobody_went_out_is_refused() -> None:
    with pytest.raises(ClubFault, match="Nobody is named"):
        parse_eliminations(", by Ann")


@pytest.fixture
def winter(evening: Club) -> Club:
    """Eight in a freezeout at tables of five at most, of whom one may enter again; no seat is drawn."""
    roster.add_all(evening, EIGHT[5:])
    checkin.check_in(evening, EIGHT[4:])
    stacks = Stacks(reentries=1, reentry_until=4)
    announcement = SettingsChange("texas-holdem", Sizes(2, 5), (("counts", Counts.NOTHING), ("stacks", stacks)))
    announcing.announce(evening, "Winter Stacks", Format.FREEZE_OUT, announcement, seed=3)
    entering.enter(evening, "1", EIGHT)
    return evening


def at_tables(found: FreezeoutEvening) -> list[list[str]]:
    return [[found.name(player) for player in table.players] for _, table in sorted(found.state.tables.items())]


@pytest.mark.long
@pytest.mark.screen
async def test_a_freeze_out_is_played_at_the_desk_from_the_seats_to_the_final_table_and_its_end(winter: Club) -> None:
    def now() -> FreezeoutEvening:
        return freeze_out_evening.freezeout_view(winter, "1")

    async def out(officer: Officer, typed: str) -> None:
        await officer.press("x", "ctrl+u")
        await officer.type(typed, "enter")

    async with at_the_desk(winter, *OPENED["tournament"], size=LARGE) as officer:
        assert officer.on("freeze_out")
        assert "t draws the seats." in officer.reads()
        await officer.press("t", "escape")
        assert not now().state.begun
        await officer.press("t", "enter", shows=("Seats drawn with seed", "8 of 8 players left"))
        assert "Chips: 24,000 in play, average stack 3,000" in officer.reads()
        one, two = at_tables(now())

        await out(officer, f"{one[0]} by {two[0]}")
        assert "They are not at one table:" in officer.reads()
        await officer.press("escape")
        await out(officer, one[0])
        assert "By whom?" in officer.reads()
        await officer.type(
            one[1], "enter", shows=(f"{one[0]} is out in 8th place, knocked out by {one[1]}.", "7 of 8 players left")
        )
        await officer.press("m", "r", "ctrl+u")
        await officer.type(one[0], "enter", shows=(f"{one[0]} enters again with 3,000: table", "27,000 in play"))

        await officer.press("n")
        await officer.type("Ida", "enter", "enter")
        assert "Ida" in [name for table in at_tables(now()) for name in table]

        while len(at_tables(now())) > 1 and len(now().state.playing) > 5:
            tables = at_tables(now())
            largest = max(tables, key=len)
            await out(officer, f"{largest[0]} by {largest[1]}")
        await officer.press("tab")  # what was told before a key fades
        assert "The remaining players fit at one table: t draws its seats." in officer.reads()
        await officer.press("t", "enter", shows="Final table drawn with seed")
        assert len(at_tables(now())) == 1
        while len(now().state.playing) > 1:
            (left,) = at_tables(now())
            await out(officer, f"{left[0]} by {left[1]}")
        assert "has won." in officer.reads()
        await officer.press("f")
        assert isinstance(officer.app.screen, Dialog)
        await officer.press("enter", shows="Winter Stacks is over; it does not count for the season.")
    assert overview.read_view(winter, "1").status == "over"


@pytest.mark.long
@pytest.mark.screen
async def test_tables_are_evened_once_the_big_blinds_are_said_and_who_moves_was_seen(winter: Club) -> None:
    announcing.change_stacks(winter, "1", announcing.propose_stacks(8, None))
    players.draw_seats(winter, "1")
    one, two = at_tables(freeze_out_evening.freezeout_view(winter, "1"))
    for gone in one[:2]:
        players.record_eliminations(winter, "1", [(gone, 0)], winners=[one[2]])

    async with at_the_desk(winter, *OPENED["tournament"], size=LARGE) as officer:
        assert "Tables need balancing: s shows who moves." in officer.reads()
        await officer.press("s")
        blinds = {1: one[3], 2: two[0]}
        while "Who has the next big blind at table" in officer.reads():
            number = next(blind for blind in blinds if f"big blind at table {blind}?" in officer.reads())
            await officer.type(blinds.pop(number), "enter")
        assert isinstance(officer.app.screen, Dialog)
        assert "moves from table 2 to table 1, seat" in officer.reads()
        assert sorted(map(len, at_tables(freeze_out_evening.freezeout_view(winter, "1")))) == [2, 4]
        await officer.press("enter", shows="Recorded: table 1 has 3 and table 2 has 3.")
        await officer.press("s", shows="The tables are balanced. Nobody moves.")
        await officer.press("u", "enter", shows="Undone in Winter Stacks: ")
    assert sorted(map(len, at_tables(freeze_out_evening.freezeout_view(winter, "1")))) == [2, 4]


@pytest.mark.long
@pytest.mark.screen
async def test_several_who_go_out_in_one_hand_are_picked_and_placed_by_their_stacks(winter: Club) -> None:
    announcing.change_stacks(winter, "1", announcing.propose_stacks(8, None))
    players.draw_seats(winter, "1")
    (one, two, three, *_), _ = at_tables(freeze_out_evening.freezeout_view(winter, "1"))

    async with at_the_desk(winter, *OPENED["tournament"], "x", "ctrl+u", "1", "2", "enter", size=LARGE) as officer:
        assert f"The stacks of {one} and {two} at the start of the hand, in this order" in officer.reads()
        await officer.type("800 1200 400", "enter", shows="! ")
        await officer.press("ctrl+u")
        await officer.type("800 1200", "enter", shows=f"1 {three}")
        await officer.press("1", shows=f"{two} is out in 7th place, knocked out by {three}.")
        assert f"{one} is out in 8th place, knocked out by {three}." in officer.reads()


@pytest.mark.long
@pytest.mark.screen
async def test_blinds_prizes_and_the_seats_as_drawn_stand_beside_where_there_is_room(winter: Club) -> None:
    announcing.change_stacks(winter, "1", replace(announcing.propose_stacks(8, None), prizes=(70, 30)))
    found = players.draw_seats(winter, "1")
    small, big, _ = found.state.stacks.levels[0]

    async with at_the_desk(winter, *OPENED["tournaments"], size=LARGE) as officer:
        # Whether somebody is in is said once, and there is no cross table to speak of.
        assert "Cross table" not in officer.reads()
        assert officer.beside().count("status") == 1
        await officer.press("enter")
        assert f"1 {small}/{big}" in officer.beside()
        assert "1 70 % 2 30 %" in officer.beside()
        assert "Seats, Monday" in officer.beside()
        await officer.resize(*SMALL)
        assert "Blinds" not in officer.reads()
        assert all(name in officer.reads() for name in EIGHT)
