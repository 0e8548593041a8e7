"""The rulebook on the screen: searched, with the house rules in force marked where they change a clause."""

import pytest
from textual.widgets import Input

from referee.cards.words import capitalise
from referee.club.calendar import house_rules
from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.table.match import MatchScreen
from referee.games import SLUGS, rulebook
from referee.rules import option_definitions
from referee.rules.book.options import option_text
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen


async def test_typing_narrows_the_rules_by_number_and_by_words(club: Club) -> None:
    book = rulebook(SLUGS[0])
    first, last = book.clause_ids[0], book.clause_ids[-1]

    async with at_the_desk(club, "R", size=LARGE) as officer:
        assert isinstance(officer.app.screen, RulebookScreen)
        assert book.title in officer.reads()
        assert f"{book.slug} {first} from: {book.clauses[first].origin}" in officer.reads()
        await officer.type(last, shows=f"{book.slug} {last} from:")
        assert f" {first} " not in officer.reads()
        await officer.type("zzz", shows=f"No clause of {book.title} matches '{last}zzz'.")
        await officer.press("ctrl+u", "right_square_bracket")
        assert rulebook(SLUGS[1]).title in officer.reads()
        await officer.press("escape")
        assert not isinstance(officer.app.screen, RulebookScreen)


async def test_the_arrows_mark_another_rule_while_words_can_be_typed(club: Club) -> None:
    book = rulebook(SLUGS[0])
    first, second = book.clause_ids[:2]

    async with at_the_desk(club, "R", "down", size=LARGE, shows=f"{book.slug} {second} from:") as officer:
        await officer.press("up", shows=f"{book.slug} {first} from:")
        assert isinstance(officer.app.focused, Input)


async def test_a_house_rule_is_marked_and_a_table_keeps_those_it_began_with(evening: Club) -> None:
    choice = option_definitions(rulebook("big-two").options)[0]
    other = next(value for value in choice.values if value != choice.default)
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    house_rules.change_options(evening, None, "big-two", [f"{choice.name}={option_text(other)}"])
    clause = rulebook("big-two").clauses_naming(choice.name)[0]
    mark = f"[{choice.question} {capitalise(choice.label(other))}]"

    async with at_the_desk(evening, "R", size=LARGE) as officer:
        await officer.type(clause)
        assert mark in officer.reads()
        await officer.press("escape", "escape", "enter", "escape", "R", shows=f"as played at table {number}")
        await officer.type(clause)
        assert mark not in officer.reads()
        assert f"House rule: {choice.question} {capitalise(choice.label(choice.default))}" in officer.reads()
        await officer.press("ctrl+u", "right_square_bracket")
        assert f"! Table {number} plays {rulebook('big-two').title}." in officer.reads()
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
