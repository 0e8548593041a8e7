"""A tournament on the board: who sits where while a round is on, then how it stands; whole names in any width."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.club.folder import Club
from referee.club.match import ending
from referee.club.people import roster
from referee.competition.entrants import Sizes
from referee.dashboard.board.tournament_pages import is_current, standings_section, tables_section
from referee.dashboard.widgets.pages import PageSection
from referee.tournaments import overview
from referee.tournaments.actions import announcing, entering, playing, rounds
from referee.tournaments.actions.announcing import SettingsChange
from referee.tournaments.state.settings import Format
from tests.dashboard.board.test_board import all_pages
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import on_the_wall
from tests.tournaments import example_views as examples


def rows(part: PageSection | None, width: int) -> list[str]:
    assert part
    return [row.plain for block in part.blocks(width) for row in block]


def test_a_round_has_each_table_with_its_players_in_order_of_seat_and_who_does_not_play() -> None:
    change = " ".join(" ".join(rows(tables_section(examples.swiss()), 70)).split())
    assert "1 finished 1 Fay Lee 2 Ann Lee 3 Cal Moss" in change
    assert "2 being played Eve Lee Ann Moss Ben Lee (deals first)" in change
    assert "3 void (does not count) Dee Lee Cal Lee Ben Moss (deals first)" in change
    assert change.endswith("Bye: Hal Lee")


def test_the_standings_have_place_name_and_points() -> None:
    names = [row.split() for row in rows(standings_section(examples.swiss()), 50)]
    assert len(names) == 11
    assert names[0] == ["1", "Ann", "Lee", "2.500"]
    assert rows(standings_section(examples.shared()), 50)[1].split()[0] == "2="


def test_there_is_nothing_of_tables_that_are_decided_and_of_standings_before_anything_is() -> None:
    assert tables_section(examples.all_meet()) is None
    assert standings_section(replace(examples.all_meet(), rounds=(), standings=())) is None


def test_it_hangs_while_a_round_is_on_and_on_the_day_of_one() -> None:
    under_way, over = examples.swiss(), examples.all_meet()
    day = over.rounds[-1].held_on
    assert is_current(under_way, day + timedelta(weeks=9))
    assert is_current(over, day)
    assert not is_current(over, day + timedelta(days=1))
    assert not is_current(replace(over, rounds=()), day)


@pytest.mark.parametrize("made", [*examples.ALL, examples.nobody_at_a_table])
@pytest.mark.parametrize("width", [20, 40, 90])
def test_no_row_is_wider_than_the_board_and_no_name_is_cut(made: examples.Made, width: int) -> None:
    view = made()
    for part in (tables_section(view), standings_section(view)):
        if part:
            names = [row for block in part.blocks(width) for row in block]
            assert max(row.cell_length for row in names) <= width
            change = " ".join(" ".join(row.plain for row in names).split())
            overview = {entry for table in view.rounds[-1].tables for entry in table.entries}
            assert all(view.name_of(entry) in change for entry in overview)


@pytest.fixture
def swiss(evening: Club) -> Club:
    """The evening of a Swiss of seven: its first round has been drawn, and sits."""
    roster.add_all(evening, ["Ida Tate", "Jon Usher"])
    found = announcing.announce(
        evening, "Autumn Swiss", Format.SWISS, SettingsChange("big-two", Sizes(3, 4), (("rounds", 2),)), seed=1
    )
    entering.enter(evening, str(found.number), [*NAMES[:6], "Ida", "Jon"])
    rounds.draw(evening, str(found.number))
    playing.start_tables(evening, str(found.number))
    return evening


@pytest.mark.screen
async def test_the_board_shows_the_round_that_is_on_in_public_names_and_then_how_it_stands(swiss: Club) -> None:
    view = overview.read_view(swiss, "1")

    async with on_the_wall(swiss) as officer:
        screen_text = " ".join(await all_pages(officer))
        assert "Autumn Swiss, Round 1: under way" in screen_text
        for table in view.rounds[0].tables:
            names = [view.name_of(entry).replace("Tate", "T.").replace("Usher", "U.") for entry in table.entries]
            assert f"{' '.join(names)} (deals first)" in screen_text
        assert "Tate" not in screen_text
        assert "Autumn Swiss, after" not in screen_text
    for table in view.rounds[0].tables:
        assert table.match
        ending.record_result(swiss, table.match, places=[[view.name_of(entry)] for entry in table.entries])
        ending.finish(swiss, table.match)

    async with on_the_wall(swiss) as officer:
        screen_text = " ".join(await all_pages(officer))
        assert "Autumn Swiss, Round 1" not in screen_text
        assert "Autumn Swiss, after Round 1" in screen_text
        first = view.name_of(view.rounds[0].tables[0].entries[0]).replace("Tate", "T.").replace("Usher", "U.")
        assert f"1= {first} 1.000" in screen_text or f"1 {first} 1.000" in screen_text
