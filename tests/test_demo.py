"""Every game has a recorded example, which the demo plays and which shows the game as it ends."""

import pytest

from referee.games import SLUGS
from referee.games.examples import read_example
from referee.rules import Verdict, replay
from tests.cli.running import referee
from tests.transcript import DEMO

PEOPLE = {"Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_a_recorded_example(slug: str) -> None:
    """Whoever adds a game writes down a hand of it in ``referee/demo/games/SLUG.txt``."""
    assert (DEMO / f"{slug}.txt").is_file()


def test_there_is_no_example_of_a_game_without_a_rulebook() -> None:
    assert {path.stem for path in DEMO.glob("*")} <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_is_a_whole_match_in_which_everything_is_decided(slug: str) -> None:
    record = read_example(slug)
    sheet = replay(record)
    assert record.book.slug == slug
    assert record.complete
    assert set(record.seats.names) <= PEOPLE
    assert not sheet.table.in_play
    assert sum(map(len, sheet.places)) == len(record.seats)
    assert not sheet.open


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_has_an_illegal_line_that_did_not_stay(slug: str) -> None:
    """A demonstration shows what the referee is for, and is a clean hand but for what only hindsight could see."""
    illegal = [entry for entry in replay(read_example(slug)).entries if entry.ruling.verdict is Verdict.ILLEGAL]
    assert illegal
    assert [entry.line.text for entry in illegal if not (entry.line.taken_back or entry.turned_by)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_demo_rules_on_an_example_as_a_check_of_its_file_does(slug: str) -> None:
    outcome = referee("demo", "--game", slug)
    checked = referee("check", f"{slug}.txt", cwd=DEMO)
    assert outcome.code == 0, outcome.err
    assert checked.out in outcome.out
    assert f"referee rulebook {slug}" in outcome.out.removeprefix(checked.out)


def test_what_cannot_be_played_is_said() -> None:
    outcome = referee("demo", "--game", "whist")
    assert (outcome.code, outcome.out) == (2, "")
    assert "'whist'" in outcome.err
    outcome = referee("demo", "--game", "pontoon", "--club", "somewhere")
    assert (outcome.code, outcome.out) == (2, "")
    assert "The example of a game needs no club" in outcome.err
