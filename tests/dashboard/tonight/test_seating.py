"""Starting a table: game, players in their order, house rules."""

from unittest.mock import patch

import pytest

from referee.club.calendar import house_rules
from referee.club.corrections import result_entry
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.tonight import TonightScreen
from referee.games import SLUGS, rulebook
from referee.rules import option_definitions
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen

BIG_TWO = "Chor Dai Di (Big Two)"


async def test_the_game_that_the_club_played_most_is_marked_first(evening: Club) -> None:
    for game in ("commune", "play-or-pay", "commune"):
        result_entry.record(
            evening, starting.start_table(evening, game, NAMES[:4]).number, places=[[name] for name in NAMES[:4]]
        )

    async with at_the_desk(evening) as officer:
        await officer.press("n", "enter", "enter", "enter", "enter", "enter", "s")
    assert matches.show(evening, 4).book.slug == "commune"


async def test_a_dealer_is_drawn_for_a_table_seated_by_hand_and_their_deal_is_offered_there(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        with patch("secrets.choice", lambda seated: seated[2]):
            await officer.press("n", "enter", "enter", "enter", "enter", "enter")
        assert "Cal deals first." in officer.reads()
        await officer.press("s", shows="such as: deal by Cal")
        await officer.press("tab", "enter")
    assert [line.text for line in matches.show(evening, 1).log] == ["deal by Cal"]


async def test_the_drawn_dealer_can_be_changed_and_is_drawn_anew_when_the_players_are_others(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        with patch("secrets.choice", lambda seated: seated[0]):
            await officer.press("n", "enter", "enter", "enter", "enter", shows="Ann deals first.")
            await officer.press("e", shows="Nobody with a seat is selected.")
            await officer.press("up", "e", shows="Cal deals first.")
            await officer.press("down", "enter", shows="Ann deals first.")
            await officer.press("e", "s")
        assert "deal by Dee" in officer.reads()


async def test_a_table_is_started_with_the_players_in_the_order_of_taking(evening: Club) -> None:
    async with at_the_desk(evening, "n") as officer:
        assert "Game" in officer.sees()
        # Big Two is marked; then Ben, Cal, Dee and at last Ann.
        await officer.press("enter", "down", "enter", "enter", "enter", "up", "up", "up")
        await officer.press("down", "down", "down", "enter", shows=f"{BIG_TWO}: Ben, Cal, Dee, Ann")
        await officer.press("s")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "Ben, Cal, Dee, Ann" in officer.reads()
    assert matches.show(evening, 1).names == ("Ben", "Cal", "Dee", "Ann")


async def test_too_few_players_are_said_before_the_table_is_started(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", "enter", shows=f"{BIG_TWO} is for 3 to 4 players, not 1.") as officer:
        await officer.press("s", shows=f"! {BIG_TWO} is for 3 to 4 players, not 1.")
        await officer.press("enter", "enter", shows="Ready: s starts the table.")
        assert "!" not in officer.reads()
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
    assert matches.matches(evening) == []


async def test_players_get_up_again_and_change_places(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", "enter", "enter", "enter", shows="Ann, Ben, Cal") as officer:
        await officer.press("up", "less_than_sign", shows="Ann, Cal, Ben")
        await officer.press("greater_than_sign", shows="Ann, Ben, Cal")
        await officer.press("enter", shows=f"{BIG_TWO}: Ann, Ben ")


async def test_house_rules_of_the_season_are_shown_and_can_be_changed_for_the_table(evening: Club) -> None:
    house_rules.change_options(evening, None, "big-two", ["pass_locks=true"])

    async with at_the_desk(evening, "n", size=LARGE) as officer:
        officer.shows("Does a pass last until the next lead? yes", "May two pairs and any fifth card be played? yes")
        rules = [choice.name for choice in option_definitions(rulebook("big-two").options)]
        await officer.press("enter", "enter", "enter", "enter", "right", *["down"] * rules.index("two_pair_play"))
        await officer.press("enter")
        officer.shows("May two pairs and any fifth card be played? Now: yes. For this table:")
        assert "card be played? yes" in officer.reads()  # it is asked about before anything changes
        await officer.press("enter", shows="changed for this table; in the season:")
        await officer.press("s")
    options = matches.show(evening, 1).options
    assert (options.two_pair_play, options.pass_locks) == (False, True)


async def test_a_number_is_asked_for(evening: Club) -> None:
    async with at_the_desk(evening, size=LARGE) as officer:
        await officer.press("n", *["down"] * SLUGS.index("play-or-pay"), "right", "right")
        rules = [choice.name for choice in option_definitions(rulebook("play-or-pay").options)]
        await officer.press(*["down"] * rules.index("revoke_penalty"), "enter")
        await officer.type("many", "enter", shows="! Invalid answer 'many'. Type a whole number from 0.")
        await officer.press("ctrl+u")
        await officer.type("5", "enter", shows="changed for this table")


async def test_who_sits_at_another_table_is_marked_so(evening: Club) -> None:
    starting.start_table(evening, "big-two", NAMES[:3])

    async with at_the_desk(evening, "n", size=LARGE) as officer:
        assert "Ann at table 1" in officer.reads()


async def test_a_house_rule_that_is_asked_about_can_stay_as_it_is(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", "right", "enter", "escape", size=LARGE) as officer:
        assert "Does a pass last until the next lead? no" in officer.reads()
        await officer.press("enter")
        assert "1 yes" in officer.reads()  # the only other answer
        await officer.type("perhaps", "enter", shows="! There is no such choice.")
